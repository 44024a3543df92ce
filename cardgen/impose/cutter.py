"""Sheets for a cutting machine: registration marks and a grid.

The cards keep clear of the marks. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cardgen.base.findings import CardgenError, Finding, note
from cardgen.impose.grid import (
    EXACT,
    FULL_ROOM_SCORE,
    Grid,
    GridSpec,
    bled,
    bleed_notes,
    cards_to_a_sheet,
    check_lengths,
    distance,
    fill,
    most_that_fits,
    pages,
    roomiest,
    shown_mm,
)
from cardgen.impose.interlocked import InterlockedGrid, lay_interlocked
from cardgen.impose.marks import Registration
from cardgen.impose.nested import NestedGrid, nests
from cardgen.model.sizes import Paper

_HAIR = 1e-6  # points: what rounding may make two boxes overlap that only touch


class _BetweenMarks(Grid):
    """A grid on a sheet for a machine.

    It has no marks for scissors, and not the slots that would come too near to the machine's.
    `near` are those that stay empty, from 0 in reading order."""

    __slots__ = ()
    near: frozenset[int]

    @property
    def mark(self) -> float:
        return 0.0

    @property
    def slots(self) -> tuple[int, ...]:
        return tuple(slot for slot in range(self.capacity) if slot not in self.near)

    @property
    def held(self) -> int:
        return self.capacity - len(self.near)

    @property
    def ends(self) -> float:
        """Twice as clear of a mark as cards are.

        Words in line with an arm could be taken for more of it."""
        edge = self.printable.x
        if self.registration:
            return max(0.0, self.registration.reach + self.registration.clear - edge)
        return 0.0


@dataclass(frozen=True, slots=True)
class CutGrid(_BetweenMarks):
    """Rows and columns between the marks of a machine."""

    registration: Registration | None = None
    near: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedCutGrid(_BetweenMarks, NestedGrid):
    """Nested pieces between them."""

    registration: Registration | None = None
    near: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class InterlockedCutGrid(_BetweenMarks, InterlockedGrid):
    """Interlocked pieces between them."""

    registration: Registration | None = None
    near: frozenset[int] = frozenset()


def lay_cut(spec: GridSpec, registration: Registration) -> Grid:
    """The grid that holds the most cards of a shape beside a machine's marks.

    The machine cuts only between its marks, so all trims lie there. The paper is tried upright and
    on its side, and with a column or row less, which may lose fewer cards to the marks. Cards count
    before bleed, which then shrinks until nothing is in its way; rows and columns that no card
    needs are given up as on other sheets. Round pieces need no gutter, which is room for the marks
    of scissors, and are nested where that saves a sheet. Raises CardgenError when a length is
    impossible or no card fits."""
    shape, paper, margin, bleed, gutter, cards, room_score, _ = spec
    check_lengths(shape, margin=margin, bleed=bleed, gutter=gutter)
    keep = max(distance(margin), registration.inset)
    plain = [
        CutGrid(
            shape, page, 0, 0, margin, bleed, gutter, rim=spec.has_rim, registration=registration
        )
        for page in pages(paper)
    ]
    widest = [replace(fill(grid, grid.page.grown(-keep)), bleed=0.0) for grid in plain]
    tried = [grid for wide in widest for grid in _smaller(wide, registration)]
    most = max((grid.held for grid in tried), default=0)
    if not most:
        sentence = (
            f"no card of {shape} fits on {paper.name} between the marks of {registration.name}"
            f" with a margin of {shown_mm(margin)}"
        )
        raise CardgenError(
            Finding("size-does-not-fit", sentence, "use a larger paper, or cut by hand")
        )
    fullest = [
        replace(grid, bleed=_most_bleed(grid, bleed, registration))
        for grid in tried
        if grid.held == most
    ]
    best = max(fullest, key=lambda grid: round(grid.bleed, 6))
    if cards and (room_score(best) < FULL_ROOM_SCORE or best.bleed < bleed - EXACT):
        best = (
            _roomier(widest, bleed, cards_to_a_sheet(cards, most), registration, room_score) or best
        )
    laid: CutGrid | NestedCutGrid = best
    if shape.outline:
        kind = partial(InterlockedCutGrid, registration=registration)
        interlocked = lay_interlocked(spec, best, kind)
        if interlocked is not best:
            return interlocked
    if shape.kind in ("circle", "hexagon") and cards > best.held:
        laid = _nested(spec, registration, keep, best.held) or best
    return replace(
        laid, notes=(*_near_notes(laid, registration, paper), *bleed_notes(laid, bleed, paper))
    )


def _nested(
    spec: GridSpec, registration: Registration, keep: float, capacity: int
) -> NestedCutGrid | None:
    """The roomiest nested grid, if it takes fewer sheets.

    Fewer than with so many `capacity` by each; all pieces stay `keep` from the edges."""
    least = math.ceil(spec.cards / (math.ceil(spec.cards / capacity) - 1))
    tried = []
    for page in pages(spec.paper):
        room = page.grown(-keep)
        for columns, rows, short in nests(spec.shape, room, spec.gutter):
            grid = NestedCutGrid(
                spec.shape,
                page,
                columns,
                rows,
                spec.margin,
                0.0,
                spec.gutter,
                short=short,
                registration=registration,
            )
            # few of them, so that not all are held against the marks
            if grid.capacity >= least and room.contains(grid.block):
                tried.append(replace(grid, near=_near(grid, registration)))
    most = max((grid.held for grid in tried), default=0)
    if most < least:
        return None
    least_capacity = cards_to_a_sheet(spec.cards, most)
    fitting = [
        replace(grid, bleed=_most_bleed(grid, spec.bleed, registration))
        for grid in tried
        if grid.held >= least_capacity
    ]
    return max(fitting, key=lambda grid: (spec.room_score(grid), round(grid.bleed, 6), grid.held))


def _near_notes(
    grid: CutGrid | NestedCutGrid, registration: Registration, paper: Paper
) -> tuple[Finding, ...]:
    if not grid.near:
        return ()
    where = f"{len(grid.near)} of {grid.capacity} slots on {paper.name} stay empty"
    sentence = f"{where}: cards there would meet the marks of {registration.name}"
    return (note("slots-empty", sentence),)


def _roomier(
    widest: Sequence[CutGrid],
    bleed: float,
    least_capacity: int,
    registration: Registration,
    room_score: Callable[[Grid], int],
) -> CutGrid | None:
    """The best of all grids no wider than these.

    Only grids that hold at least `least_capacity` cards are compared."""

    def settled(hoped: CutGrid) -> CutGrid | None:
        bare = replace(hoped, bleed=0.0)
        bare = replace(bare, near=_near(bare, registration))
        if bare.held >= least_capacity:
            return replace(bare, bleed=_most_bleed(bare, bleed, registration))
        return None

    hoped = [
        bled(replace(wide, columns=columns, rows=rows, bleed=bleed), wide.room)
        for wide in widest
        for columns in range(wide.columns, 0, -1)
        for rows in range(wide.rows, 0, -1)
        if columns * rows >= least_capacity
    ]
    return roomiest(hoped, settled, room_score)


def _smaller(widest: CutGrid, registration: Registration) -> Iterator[CutGrid]:
    """A grid, and those with a column or a row less.

    Each has the slots that come too near to the marks."""
    for columns in range(widest.columns, max(0, widest.columns - 2), -1):
        for rows in range(widest.rows, max(0, widest.rows - 2), -1):
            grid = replace(widest, columns=columns, rows=rows)
            yield replace(grid, near=_near(grid, registration))


def _near(grid: CutGrid | NestedCutGrid, registration: Registration) -> frozenset[int]:
    """The slots whose bleed comes too near to a mark.

    Only columns and rows that it reaches are looked at."""
    if isinstance(grid, NestedCutGrid):
        reserved = [
            mark.grown(registration.clear + grid.bleed) for mark in registration.boxes(grid.page)
        ]
        return frozenset(
            slot
            for slot, trim in enumerate(grid.trims())
            if any(mark.overlaps(trim, _HAIR) for mark in reserved)
        )
    block, (across, down), bleed = grid.block, grid.pitch, grid.bleed
    wide = grid.shape.width + 2 * bleed
    high = grid.shape.height + 2 * bleed
    slots: set[int] = set()
    for mark in registration.boxes(grid.page):
        reach = mark.grown(registration.clear)
        columns = _met(reach.x - block.x, reach.right - block.x, across, wide, grid.columns)
        rows = _met(block.top - reach.top, block.top - reach.y, down, high, grid.rows)
        slots.update(row * grid.columns + column for row in rows for column in columns)
    return frozenset(slots)


def _met(low: float, high: float, pitch: float, length: float, count: int) -> range:
    """The pieces that overlap what lies from `low` to `high`.

    The pieces have a `length`; the first lies at 0 and each a `pitch` further on."""
    first = math.floor((low + _HAIR - length) / pitch) + 1
    end = math.ceil((high - _HAIR) / pitch)
    return range(max(0, first), min(count, end))


def _most_bleed(bare: CutGrid | NestedCutGrid, bleed: float, registration: Registration) -> float:
    """The most bleed, up to this, that a grid has room for.

    It leaves the grid within the margins, its trims between the marks, and no more slots near to
    these. More bleed only spreads a grid; so what one bleed is too much for, every larger one is
    too."""

    def fits(tried: float) -> bool:
        grid = replace(bare, bleed=tried)
        return (
            bare.room.contains(grid.block)
            and bare.page.grown(-registration.inset).contains(grid.block.grown(-tried))
            and _near(grid, registration) == bare.near
        )

    return most_that_fits(bleed, fits, EXACT)


def check_slots(skip: Collection[int], grid: Grid) -> None:
    """Raises CardgenError for slots that a sheet does not have.

    They count from 1. A sheet that keeps none is asked, too."""
    missing_slots = sorted(slot for slot in skip if not 1 <= slot <= grid.capacity)
    if missing_slots:
        sentence = (
            f"a sheet of this deck has {grid.capacity} slots, and no slot"
            f" {', '.join(map(str, missing_slots))}"
        )
        raise CardgenError(
            Finding("layout-impossible", sentence, f"skip slots from 1 to {grid.capacity}")
        )
    if {slot + 1 for slot in grid.slots} <= {*skip}:
        raise CardgenError(
            Finding(
                "layout-impossible",
                f"all {grid.capacity} slots of a sheet are to be skipped",
                "leave one at least",
            )
        )
