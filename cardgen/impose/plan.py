"""The plan of a print run: which card stands where on which sheet, front and back."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Generic, TypeVar

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.impose.flip import check_flip, placed_behind
from cardgen.impose.grid import Grid
from cardgen.impose.marks import Registration, Segment, cut_marks
from cardgen.model.sizes import Shape

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Slot(Generic[K]):
    """A card's place on one side of a sheet.

    `trim` is the box around its cut edge on the page; `placement` maps the card's own coordinates (points, the origin lower left of its
    trim, y upward) to the page.
    """

    card: K
    trim: Box
    placement: Matrix

    @property
    def x(self) -> float:
        return self.trim.x

    @property
    def y(self) -> float:
        return self.trim.y

    @property
    def turn(self) -> int:
        """How far the card is turned counterclockwise, in degrees from 0 to 359."""
        return round(math.degrees(math.atan2(self.placement.b, self.placement.a))) % 360


@dataclass(frozen=True, slots=True)
class SheetSide(Generic[K]):
    """One side of a sheet: `name` is front or back; `trim` and `bleed` are the boxes around those of its cards."""

    name: str
    slots: tuple[Slot[K], ...]
    marks: tuple[Segment, ...]
    trim: Box
    bleed: Box


@dataclass(frozen=True, slots=True)
class Sheet(Generic[K]):
    """Sheet `number`, counted from 1, `of` so many. The back's slots come in the order of the front's: each one behind its own.

    Where a plan says something of `both`, they are on one page.
    """

    number: int
    of: int
    front: SheetSide[K]
    back: SheetSide[K] | None

    @property
    def sides(self) -> tuple[SheetSide[K], ...]:
        return (self.front, self.back) if self.back else (self.front,)


@dataclass(frozen=True, slots=True)
class Plan(Generic[K]):
    """All sheets of a print run. `len` counts them; iterating makes them one at a time, so that a long run costs no more than a short one.

    `fronts` and `backs` place the cards of a full sheet in the order they are dealt; without `backs` the sheets have one side. `mark` is
    the length of the cut marks, 0 for none. Lengths are in points.
    """

    page: Box
    shape: Shape
    copies: tuple[tuple[K, int], ...]
    fronts: tuple[Matrix, ...]
    backs: tuple[Matrix, ...]
    bleed: float
    printable: Box
    mark: float
    notes: tuple[str, ...] = ()
    both: str = ""
    """What the slug says of a page that has both sides; nothing where each has its own."""
    fold: Segment | None = None
    """The line along which a page is folded."""
    moved: Matrix | None = None
    """What moves all that stands on a back, for a printer that lays it off."""
    registration: Registration | None = None
    """The marks of a cutting machine, on the fronts."""

    def __len__(self) -> int:
        return (sum(count for _, count in self.copies) + len(self.fronts) - 1) // len(self.fronts)

    def __iter__(self) -> Iterator[Sheet[K]]:
        ends = list(accumulate(count for _, count in self.copies))
        of = len(self)
        return (self._sheet(number, of, ends) for number in range(1, of + 1))

    def _sheet(self, number: int, of: int, ends: list[int]) -> Sheet[K]:
        first = (number - 1) * len(self.fronts)
        dealt = range(first, min(first + len(self.fronts), ends[-1]))
        cards = [self.copies[bisect_right(ends, copy)][0] for copy in dealt]
        back = self._side("back", cards, self.backs) if self.backs else None
        return Sheet(number, of, self._side("front", cards, self.fronts), _moved(back, self.moved) if back and self.moved else back)

    def _side(self, name: str, cards: list[K], placements: tuple[Matrix, ...]) -> SheetSide[K]:
        used = placements[: len(cards)]
        trims, around = _trims(self.shape, used)
        marks = cut_marks(self.shape, used, self.bleed, self.printable, self.mark) if self.mark else ()
        slots = tuple(Slot(card, trim, placement) for card, trim, placement in zip(cards, trims, used, strict=True))
        return SheetSide(name, slots, marks, around, around.grown(self.bleed))


def plan(
    copies: Iterable[tuple[K, int]],
    grid: Grid,
    *,
    backed: bool = True,
    flip: str = "long",
    moved: Matrix | None = None,
    skip: Collection[int] = (),
) -> Plan[K]:
    """Deal every copy of (card, copies) in order onto sheets of `grid.capacity`, a partial last sheet from the top left.

    Without `backed` only fronts are printed. Slots in `skip`, counted from 0 in reading order, stay empty. `moved` corrects the backs,
    which lie behind their fronts without it. Raises CardgenError for a flip not in FLIPS, or copies below 0.
    """
    check_flip(flip)
    dealt = tuple(copies)
    if fewer := [Problem(f"{card}: {count} copies cannot be printed", "give 0 or more copies") for card, count in dealt if count < 0]:
        raise CardgenError(*fewer)
    used = {*grid.slots} - {*skip}
    fronts = tuple(Matrix.shift(trim.x, trim.y) for slot, trim in enumerate(grid.trims()) if slot in used)
    over = grid.over(flip)
    return Plan(
        page=grid.page,
        shape=grid.shape,
        copies=dealt,
        fronts=fronts,
        backs=tuple(placed_behind(front, grid.shape, over) for front in fronts) if backed else (),
        bleed=grid.bleed,
        printable=grid.printable,
        mark=grid.mark,
        notes=grid.notes,
        both=grid.both,
        fold=grid.fold,
        moved=moved,
        registration=grid.registration,
    )


def _moved(side: SheetSide[K], matrix: Matrix) -> SheetSide[K]:
    """A side with all that is on it moved."""
    slots = tuple(Slot(slot.card, matrix.box(slot.trim), matrix @ slot.placement) for slot in side.slots)
    marks = tuple(Segment(*matrix(mark.x1, mark.y1), *matrix(mark.x2, mark.y2)) for mark in side.marks)
    return SheetSide(side.name, slots, marks, matrix.box(side.trim), matrix.box(side.bleed))


@lru_cache(maxsize=16)
def _trims(shape: Shape, placements: tuple[Matrix, ...]) -> tuple[tuple[Box, ...], Box]:
    trims = tuple(placement.box(Box(0, 0, shape.width, shape.height)) for placement in placements)
    return trims, bounds(trims)
