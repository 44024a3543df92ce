"""The plan of a print run: each card's place on sheets.

Both sides have their places."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from operator import sub
from typing import Generic, TypeVar

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.impose.flip import check_flip, placed_behind
from cardgen.impose.grid import Grid
from cardgen.impose.guides import Guides, guides, has_ticks
from cardgen.impose.marks import Registration, Segment, cut_marks
from cardgen.model.sizes import Shape

K = TypeVar("K")
_HAIR = 1e-3
"""Points by which cards beside each other may overlap."""


@dataclass(frozen=True, slots=True)
class Slot(Generic[K]):
    """A card's place on one side of a sheet.

    `trim` is the box around its cut edge on the page; `placement` maps the card's own coordinates
    (points, the origin lower left of its trim, y upward) to the page."""

    card: K
    trim: Box
    placement: Matrix
    window: Box | None = None
    """What of the card is shown, in its own coordinates; None for all of it. `trim` is then of that
    part."""

    @property
    def x(self) -> float:
        return self.trim.x

    @property
    def y(self) -> float:
        return self.trim.y

    @property
    def turn(self) -> int:
        """The turn of the card counterclockwise, in degrees from 0 to 359."""
        return round(math.degrees(math.atan2(self.placement.b, self.placement.a))) % 360


@dataclass(frozen=True, slots=True)
class SheetSide(Generic[K]):
    """One side of a sheet, front or back.

    `trim` and `bleed` are the boxes around those of its cards."""

    name: str
    slots: tuple[Slot[K], ...]
    marks: tuple[Segment, ...]
    trim: Box
    bleed: Box


@dataclass(frozen=True, slots=True)
class Sheet(Generic[K]):
    """Sheet `number`, counted from 1, `of` so many. The back's slots come in the order of the
    front's: each one behind its own.

    Where a plan says something of `both`, they are on one page. `part` names what of a card is on
    it, where that is not all."""

    number: int
    of: int
    front: SheetSide[K]
    back: SheetSide[K] | None
    part: str = ""

    @property
    def sides(self) -> tuple[SheetSide[K], ...]:
        return (self.front, self.back) if self.back else (self.front,)


@dataclass(frozen=True, slots=True)
class Plan(Generic[K]):
    """All sheets of a print run. `len` counts them; iterating makes them one at a time, so that a
    long run costs no more than a short one.

    `fronts` and `backs` place the cards of a full sheet in the order they are dealt; without
    `backs` the sheets have one side. `mark` is the length of the cut marks, 0 for none. Lengths are
    in points."""

    page: Box
    shape: Shape
    copies: tuple[tuple[K, int], ...]
    fronts: tuple[Matrix, ...]
    backs: tuple[Matrix, ...]
    bleeds: tuple[float, float]
    """Of each card at its own left and right, and above and below it."""
    printable: Box
    mark: float
    notes: tuple[Finding, ...] = ()
    both: str = ""
    """What the slug says of a page that has both sides; nothing where each has its own."""
    fold: Segment | None = None
    """The line along which a page is folded."""
    moved: Matrix | None = None
    """What moves all that stands on a back, for a printer that lays it off."""
    registration: Registration | None = None
    """The marks of a cutting machine, on the fronts."""
    cut_files: bool = False
    """Whether its cuts come in files of their own."""
    bridges: float = 0.0
    """How much of these is left out at a time, so that pieces hang in their sheet."""
    marks: str = "ticks"
    """The marks to cut by, and the sides that have them."""
    marks_on: str = "both"
    rim: bool = False
    """Whether the bleed is around all cards of a side only."""
    back_bleeds: tuple[float, float] | None = None
    """Of backs that have more of it than fronts, as `bleeds`."""
    opening: tuple[int, ...] = ()
    """Which of the places of a full sheet the first one has; none for all of them."""

    @property
    def missing(self) -> int:
        """The number of places that the first sheet lacks."""
        return len(self.fronts) - len(self.opening) if self.opening else 0

    def __len__(self) -> int:
        cards = sum(count for _, count in self.copies)
        return math.ceil((cards + self.missing) / len(self.fronts)) if cards else 0

    def __iter__(self) -> Iterator[Sheet[K]]:
        # the number of copies up to each card: a copy's card is found by halving
        ends = list(accumulate(count for _, count in self.copies))
        of = len(self)
        return (self._sheet(number, of, ends) for number in range(1, of + 1))

    def _sheet(self, number: int, of: int, ends: list[int]) -> Sheet[K]:
        first = (number - 1) * len(self.fronts) - self.missing
        last = min(first + len(self.fronts), ends[-1])
        groups = [bisect_right(ends, copy) for copy in range(max(0, first), last)]
        cards = [self.copies[group][0] for group in groups]
        fronts, backs = self.fronts, self.backs
        if number == 1:
            fronts = self._opened(fronts)
            backs = self._opened(backs)
        front = self._side("front", cards, fronts)
        back = self._side("back", cards, backs) if backs else None
        if back and self.moved:
            back = moved_side(back, self.moved)
        return Sheet(number, of, front, back)

    def _opened(self, places: tuple[Matrix, ...]) -> tuple[Matrix, ...]:
        """Those of these places that the first sheet has."""
        if not self.opening or not places:
            return places
        return tuple(places[place] for place in self.opening)

    def _side(self, name: str, cards: list[K], placements: tuple[Matrix, ...]) -> SheetSide[K]:
        used = placements[: len(cards)]
        trims, around = _trims(self.shape, used)
        bleeds = self.bleeds_of(name)
        marks: tuple[Segment, ...] = ()
        if self.has_marks(name) and has_ticks(self.marks, self.shape):
            length = self.mark - max(map(sub, bleeds, self.bleeds))
            marks = cut_marks(self.shape, used, bleeds, self.printable, length)
        windows = self._windows(name, used)
        slots = tuple(map(Slot, cards, trims, used, windows))
        return SheetSide(name, slots, marks, around, around.grown(*self._beyond(name, used)))

    def shape_of(self, card: K) -> Shape:
        """The shape of one of its cards."""
        return self.shape

    def bleeds_of(self, side: str) -> tuple[float, float]:
        """The bleed of a side's cards, front or back: at their sides, and above and below."""
        return (self.back_bleeds or self.bleeds) if side == "back" else self.bleeds

    def _windows(self, name: str, used: tuple[Matrix, ...]) -> Sequence[Box | None]:
        """What a side shows of its cards where their neighbours bound it; None for all of it."""
        if not self.rim and self.bleeds_of(name) == self.bleeds:
            return [None] * len(used)
        return windows(self.shape, used, self._beyond(name, used))

    def has_marks(self, side: str) -> bool:
        """True if a side, front or back, has marks to cut by."""
        return self.mark > 0 and self.marks_on in ("both", f"{side}s")

    def guides(self, side: SheetSide[K]) -> Guides:
        """The guides that are printed over the cards of a side."""
        if not self.has_marks(side.name) or self.shape.kind != "rectangle":
            return Guides(())
        placements = [slot.placement for slot in side.slots]
        bleeds = self._beyond(side.name, placements)
        length = self.mark
        if self.marks == "corners" and any(slot.window for slot in side.slots):
            bleeds = (0.0, 0.0)  # a bleed that ends at a neighbour has no room for arms
        return guides(
            self.marks, self.shape, placements, bleeds, length=length, printable=self.printable
        )

    def _beyond(self, name: str, placements: Sequence[Matrix]) -> tuple[float, float]:
        """The bleed of a side's cards on the page: at sides, above and below.

        They are placed so."""
        across, down = self.bleeds_of(name)
        lies_down = any(abs(placed.b) > abs(placed.a) for placed in placements[:1])
        return (down, across) if lies_down else (across, down)


def plan(
    copies: Iterable[tuple[K, int]],
    grid: Grid,
    *,
    backed: bool = True,
    flip: str = "long",
    moved: Matrix | None = None,
    skip: Collection[int] = (),
    skip_first: Collection[int] = (),
) -> Plan[K]:
    """Deal every copy of (card, copies) in order onto sheets of `grid.capacity`.

    A partial last sheet is filled from the top left. Without `backed` only fronts are printed.
    Slots in `skip`, counted from 0 in reading order, stay empty, and on the first sheet those in
    `skip_first`. `moved` corrects the backs, which lie behind their fronts without it. Raises
    CardgenError for a flip not in FLIPS, or copies below 0."""
    check_flip(flip)
    copies = tuple(copies)
    _check_copies(copies)
    used = sorted({*grid.slots} - {*skip})
    places = list(grid.placements())
    fronts = tuple(places[slot] for slot in used)
    opening = tuple(place for place, slot in enumerate(used) if slot not in skip_first)
    backs: tuple[Matrix, ...] = ()
    if backed:
        over = grid.over(flip)
        backs = tuple(placed_behind(front, grid.shape, over) for front in fronts)
    return Plan(
        page=grid.page,
        shape=grid.shape,
        copies=copies,
        fronts=fronts,
        backs=backs,
        bleeds=grid.bleeds,
        printable=grid.printable,
        mark=grid.mark,
        notes=grid.notes,
        both=grid.both,
        fold=grid.fold,
        moved=moved,
        registration=grid.registration,
        opening=opening if len(opening) < len(fronts) else (),
    )


def _check_copies(copies: Sequence[tuple[K, int]]) -> None:
    problems = []
    for card, count in copies:
        if count < 0:
            sentence = f"{card}: {count} copies cannot be printed"
            problems.append(Finding("out-of-range", sentence, "give 0 or more copies"))
    if problems:
        raise CardgenError(*problems)


def in_order(plan: Plan[K], order: str) -> Plan[K]:
    """A plan with its cards dealt in another order.

    It is one of ORDERS in `impose/options.py`, of which grounds are none of geometry."""
    if order not in ("sets", "stacks") or not plan.copies:
        return plan
    if order == "sets":
        return replace(plan, copies=_in_sets(plan.copies))
    # cut as a pile, each place of the sheets makes a stack: the first stack has the first cards
    per_sheet = len(plan.fronts)
    cards = [card for card, count in plan.copies for _ in range(count)]
    places: Sequence[int] = range(len(cards))
    if plan.missing:
        places = [*plan.opening, *range(per_sheet, len(cards) + plan.missing)]

    def stack_and_sheet(number: int) -> tuple[int, int]:
        sheet, place = divmod(places[number], per_sheet)
        return place, sheet

    stacks = sorted(range(len(cards)), key=stack_and_sheet)
    cards_by_number = dict(zip(stacks, cards, strict=True))
    copies = tuple((cards_by_number[number], 1) for number in range(len(cards)))
    return replace(plan, copies=copies)


def _in_sets(copies: Sequence[tuple[K, int]]) -> tuple[tuple[K, int], ...]:
    """One copy of each card, then the second ones, and so on."""
    most = max(count for _, count in copies)
    in_sets = []
    for number in range(most):
        in_sets += [(card, 1) for card, count in copies if number < count]
    return tuple(in_sets)


def moved_side(side: SheetSide[K], matrix: Matrix) -> SheetSide[K]:
    """A side with all that is on it moved."""
    slots = []
    for slot in side.slots:
        trim = matrix.box(slot.trim)
        slots.append(replace(slot, trim=trim, placement=matrix @ slot.placement))
    marks = []
    for mark in side.marks:
        start = matrix(mark.x1, mark.y1)
        end = matrix(mark.x2, mark.y2)
        marks.append(Segment(*start, *end))
    trim = matrix.box(side.trim)
    bleed = matrix.box(side.bleed)
    return SheetSide(side.name, tuple(slots), tuple(marks), trim, bleed)


@lru_cache(maxsize=16)
def windows(
    shape: Shape, placements: tuple[Matrix, ...], bleeds: tuple[float, float]
) -> tuple[Box, ...]:
    """What is shown of each card, in its own coordinates: so much bleed, at the sides and above and
    below on the page, but no more than up to halfway to the neighbour there."""
    trims = [placement.box(shape.box) for placement in placements]
    shown = []
    for trim, placement in zip(trims, placements, strict=True):
        left = right = bleeds[0]
        below = above = bleeds[1]
        for other in trims:
            if trim.y < other.top - _HAIR and other.y < trim.top - _HAIR:
                right = min(right, _half(other.x - trim.right, other.x > trim.x))
                left = min(left, _half(trim.x - other.right, other.x < trim.x))
            if trim.x < other.right - _HAIR and other.x < trim.right - _HAIR:
                above = min(above, _half(other.y - trim.top, other.y > trim.y))
                below = min(below, _half(trim.y - other.top, other.y < trim.y))
        window = Box(
            trim.x - left, trim.y - below, trim.width + left + right, trim.height + below + above
        )
        shown.append(placement.inverse().box(window))
    return tuple(shown)


def _half(gap: float, is_there: bool) -> float:
    """Half the way to a neighbour, if it is on that side."""
    return max(0.0, gap) / 2 if is_there else math.inf


@lru_cache(maxsize=16)
def _trims(shape: Shape, placements: tuple[Matrix, ...]) -> tuple[tuple[Box, ...], Box]:
    trims = tuple(placement.box(shape.box) for placement in placements)
    return trims, bounds(trims)
