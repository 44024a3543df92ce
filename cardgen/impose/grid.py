"""The grid of cards on a paper: as many as fit, centred.

It has the bleed that is left."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeVar

from cardgen.base.findings import CardgenError, Finding, note
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.flip import turned_over
from cardgen.impose.marks import Registration, Segment, straight_corners
from cardgen.model.sizes import Paper, Shape

PRINTER_EDGE = 4.1 * MM
"""The strip along the paper's edges that home printers leave blank."""
MARK_LENGTH = 3 * MM
"""How long a cut mark is where there is room."""
MARK_LEAST = 0.8 * MM
"""How long a cut mark is at the least: the cards make way for it."""
MARK_BESIDE_SLACK = 1.5 * MM
"""How long they stay where cards have bleed to spare."""
LEAST = 0.3 * MM
"""Bleed that even a careful cut needs: more than a sheet needs its name and its scale bar."""
STRIP = 3 * MM
"""How much of the room outside the cards the marks leave to slug and scale bar."""
STRIP_LEAST = 6.0
"""The thinnest strip that still holds a slug, in points."""
TOKEN_GUTTER = 3 * MM
"""The least gutter between circles or hexagons: each has its own cut marks, half the gutter
long."""
OUTLINE_GUTTER = 1 * MM
"""The least gutter between pieces that have no marks around them: each is cut out alone."""
SMALLEST_CARD = 5 * MM

FULL_ROOM_SCORE = 3
"""What a sheet counts that has all it needs around its cards."""

EXACT = 0.001 * MM
"""How near to the most bleed that there is room for the bleed comes."""
_HAIR = 1e-6  # points: what rounding may cost before a card that fits exactly counts as too large


class GridSpec(NamedTuple):
    """The request for a grid. Lengths are in points.

    Where the grid that holds the most has not the full `room_score`, rows and columns that so many
    `cards` can do without, on no more sheets, are given up; 0 cards can do without none."""

    shape: Shape
    paper: Paper
    margin: float
    bleed: float
    gutter: float
    cards: int = 0
    room_score: Callable[[Grid], int] = lambda grid: FULL_ROOM_SCORE
    rim: bool = False
    """Whether rectangles have bleed around all of them only."""

    @property
    def has_rim(self) -> bool:
        """True if its cards can have a rim: each round piece has its own bleed."""
        return self.rim and self.shape.kind == "rectangle"


@dataclass(frozen=True, slots=True)
class Grid:
    """Upright cards in rows and columns, centred on a page. All lengths are in points.

    `page` is the paper as it is laid in the PDF, upright or on its side. `bleed` is what every card
    really gets on each of its four sides at the least, `slack` what it gets beyond that at its left
    and right, and above and below; `gutter` is the free space between two bleeds. `notes` tell
    what differs from what was asked for. Circles and hexagons stand in the grid of
    the boxes around them, or nested (`impose/nested.py`), and have no slack. With a `rim` the
    bleed is around the block of cards, and none between them."""

    shape: Shape
    page: Box
    columns: int
    rows: int
    margin: float
    bleed: float
    gutter: float
    notes: tuple[Finding, ...] = ()
    slack: tuple[float, float] = (0.0, 0.0)
    rim: bool = False

    @property
    def capacity(self) -> int:
        """The number of cards that a side holds."""
        return self.columns * self.rows

    @property
    def landscape(self) -> bool:
        return self.page.width > self.page.height

    @property
    def bleeds(self) -> tuple[float, float]:
        """The bleed at a card's sides, and above and below it."""
        across, down = self.slack
        return self.bleed + across, self.bleed + down

    @property
    def bleeds_between(self) -> tuple[float, float]:
        """The bleed of a card towards its neighbours: beside it, and above and below."""
        return (0.0, 0.0) if self.rim else self.bleeds

    @property
    def pitch(self) -> tuple[float, float]:
        """The distance between cards in a row, and in a column."""
        across, down = self.bleeds_between
        return (
            self.shape.width + 2 * across + self.gutter,
            self.shape.height + 2 * down + self.gutter,
        )

    @property
    def room(self) -> Box:
        """The box where its cards may lie, bleed included."""
        return self.page.grown(-distance(self.margin))

    @property
    def home(self) -> Box:
        """The box that the grid stands in the middle of."""
        return self.page

    @property
    def block(self) -> Box:
        """The box around a full grid, bleed included."""
        across, down = self.pitch
        width = self.columns * across - self.gutter
        height = self.rows * down - self.gutter
        if self.rim:
            width += 2 * self.bleeds[0]
            height += 2 * self.bleeds[1]
        return Box(
            self.home.x + (self.home.width - width) / 2,
            self.home.y + (self.home.height - height) / 2,
            width,
            height,
        )

    @property
    def covered(self) -> Box:
        """The box around all that cards cover, centred on the page."""
        return self.block

    @property
    def printable(self) -> Box:
        """The box that marks and furniture must stay inside.

        It is the page without the printer's blank edge, or without a margin smaller than that."""
        return self.page.grown(-min(self.margin, PRINTER_EDGE))

    @property
    def mark(self) -> float:
        """The length of a cut mark where nothing shortens it.

        The printable area may. Where the marks would crowd out slug and scale bar they are shorter,
        but only if that helps."""
        free, block = self.printable, self.covered
        room = max(block.x - free.x, block.y - free.y)
        if room < MARK_LEAST + STRIP_LEAST:
            length = MARK_LENGTH
        else:
            length = min(MARK_LENGTH, max(MARK_LEAST, room - STRIP))
        if self.shape.kind == "rectangle":
            return length
        return min(length, self.gutter / 2)

    @property
    def slots(self) -> tuple[int, ...]:
        """The places for cards, from 0 in reading order, that are used."""
        return tuple(range(self.capacity))

    @property
    def held(self) -> int:
        """The number of cards on a side, one in each slot."""
        return self.capacity

    @property
    def ends(self) -> float:
        """The distance of slug and scale bar from the printable corners."""
        return 0.0

    @property
    def both(self) -> str:
        """The slug's words for a page that holds fronts and backs.

        They are empty where each side of a sheet has a page of its own."""
        return ""

    @property
    def fold(self) -> Segment | None:
        """The line along which a page is folded."""
        return None

    @property
    def registration(self) -> Registration | None:
        """The marks of a cutting machine."""
        return None

    def over(self, flip: str) -> Matrix:
        """The map from a front's points to the back behind them.

        The paper is flipped on that edge."""
        return turned_over(self.page, flip)

    def trims(self) -> Iterator[Box]:
        """The trim of every slot, in reading order."""
        (left, above), (across, down) = self.bleeds, self.pitch
        left = self.block.x + left
        top = self.block.top - above
        width, height = self.shape.width, self.shape.height
        for row in range(self.rows):
            for column in range(self.columns):
                yield Box(left + column * across, top - height - row * down, width, height)

    def placements(self) -> Iterator[Matrix]:
        """From a card's own coordinates to each slot, in reading order."""
        return (Matrix.shift(trim.x, trim.y) for trim in self.trims())


G = TypeVar("G", bound=Grid)


def lay_grid(spec: GridSpec) -> Grid:
    """The grid that holds the most cards of a shape on a paper.

    Cards are counted without bleed; then the bleed shrinks, on all sides alike, until the grid
    fits. The paper is tried upright and on its side, the cards always upright: a turned card on an
    upright page is an upright card on a page on its side. Of two grids with as many cards the one
    with more bleed wins, then the upright page. Where only one direction is tight the other gets
    back what it has room for. Raises CardgenError when a length is impossible or no card fits."""
    kinds = [partial(Grid, page=page) for page in pages(spec.paper)]
    return best_grid(spec, kinds, lambda: does_not_fit(spec.shape, spec.paper, spec.margin))


def best_grid(
    spec: GridSpec, kinds: Iterable[Callable[..., G]], too_large: Callable[[], Finding]
) -> G:
    """The grid that holds the most cards of a shape.

    Grids of some kinds are tried, each made with the page it stands on. Raises CardgenError when a
    length is impossible, and with what is said where a card is `too_large` for all of them."""
    shape, paper, margin, bleed, gutter, cards, room_score, _ = spec
    check_lengths(shape, margin=margin, bleed=bleed, gutter=gutter)
    gutter, notes = usable_gutter(shape, gutter)
    empty_grids = [
        kind(
            shape=shape,
            columns=0,
            rows=0,
            margin=margin,
            bleed=bleed,
            gutter=gutter,
            rim=spec.has_rim,
        )
        for kind in kinds
    ]
    best = _fullest(empty_grids, cards, room_score)
    if not best.capacity:
        raise CardgenError(too_large())
    best = _widened(best, bleed, room_score)
    return replace(best, notes=(*notes, *bleed_notes(best, bleed, paper)))


def pages(paper: Paper) -> tuple[Box, Box]:
    """The paper upright, and on its side."""
    short, long = sorted((paper.width, paper.height))
    return Box(0, 0, short, long), Box(0, 0, long, short)


def _fullest(tried: Sequence[G], cards: int, room_score: Callable[[G], int]) -> G:
    """The grid that holds the most cards when filled.

    If several hold as many, it is the one with the most bleed, and then the first. Where that has
    not the full `room_score`, it is the best of those that hold so many `cards` on as few sheets:
    paper that stays empty serves nobody."""
    filled = [fill(grid, grid.room) for grid in tried]
    best = max(filled, key=lambda grid: (grid.capacity, round(grid.bleed, 6)))
    if not cards or not best.capacity or room_score(best) >= FULL_ROOM_SCORE:
        return best
    least_capacity = cards_to_a_sheet(cards, best.capacity)
    fewer = [
        bled(replace(grid, columns=columns, rows=rows), grid.room)
        for grid, full in zip(tried, filled, strict=True)
        for columns in range(1, full.columns + 1)
        for rows in range(1, full.rows + 1)
        if columns * rows >= least_capacity
    ]
    return roomiest(fewer, lambda grid: grid, room_score) or best


def cards_to_a_sheet(cards: int, most: int) -> int:
    """The fewest cards a sheet must hold to need no more sheets.

    So many sheets are needed with the `most` to a sheet."""
    return math.ceil(cards / math.ceil(cards / most))


def roomiest(
    candidates: Iterable[G], settle: Callable[[G], G | None], room_score: Callable[[G], int]
) -> G | None:
    """The grid with the best `room_score`, then most bleed and cards.

    Grids come with the most bleed that each could have. `settle` gives what they do have, or
    nothing; it is asked only as long as one of them can still be better: small pieces on large
    paper make thousands."""
    best = None
    best_merits = (-FULL_ROOM_SCORE, 0.0, 0)

    def promise(grid: G) -> tuple[float, int]:
        return -round(grid.bleed, 6), -grid.capacity

    for candidate in sorted(candidates, key=promise):
        if (FULL_ROOM_SCORE, round(candidate.bleed, 6), candidate.capacity) <= best_merits:
            break
        grid = settle(candidate)
        if grid is None:
            continue
        merits = room_score(grid), round(grid.bleed, 6), grid.held
        if merits > best_merits:
            best = grid
            best_merits = merits
    return best


def usable_gutter(shape: Shape, gutter: float) -> tuple[float, tuple[Finding, ...]]:
    """The gutter that is used instead of this, and a note."""
    gutter = gutter if gutter >= 0.01 * MM else 0.0  # nobody cuts twice within the width of a hair
    if shape.outline and not straight_corners(shape):
        return max(gutter, OUTLINE_GUTTER), ()
    if shape.kind == "rectangle" or gutter >= TOKEN_GUTTER:
        return gutter, ()
    why = (
        f"a gutter of {shown_mm(gutter)} leaves no room for the cut marks between {shape.kind}s:"
        f" {shown_mm(TOKEN_GUTTER)} is used"
    )
    return TOKEN_GUTTER, (note("gutter-changed", why),) if gutter else ()


def bleed_notes(grid: Grid, full_bleed: float, paper: Paper) -> tuple[Finding, ...]:
    """The notes where a grid has less bleed than was asked for."""
    if grid.bleed > full_bleed - 0.005 * MM:  # what is told of lengths
        return ()
    if grid.bleed >= 0.005 * MM:
        used = f"{shown_mm(grid.bleed)} is used"
    else:
        used = "the cards are printed without it"
    for more, bleed, where in zip(
        grid.slack, grid.bleeds, ("left and right", "above and below"), strict=True
    ):
        used += f", {shown_mm(bleed)} {where}" if more >= 0.005 * MM else ""
    # hardly anything between two cuts
    if (
        0.005 * MM <= min(grid.bleeds_between) < LEAST
        and grid.shape.kind == "rectangle"
        and grid.mark
    ):
        used += " (with --bleed 0 one cut parts two cards)"
    sentence = (
        f"{shown_mm(full_bleed)} of bleed does not fit {grid.columns} x {grid.rows} on"
        f" {paper.name}: {used}"
    )
    return (note("bleed-reduced", sentence),)


def check_lengths(shape: Shape, **lengths: float) -> None:
    """Raises CardgenError for impossible lengths and a card too small.

    A length must not be negative and must be a number; all of them are told."""
    problems = [
        Finding(
            "out-of-range",
            f"a {name} of {shown_mm(value)} is impossible",
            f"give a {name} of 0 mm or more",
        )
        for name, value in lengths.items()
        if not (math.isfinite(value) and value >= 0)
    ]
    if not all(
        math.isfinite(side) and side >= SMALLEST_CARD for side in (shape.width, shape.height)
    ):
        problems.append(
            Finding(
                "out-of-range",
                f"a card of {shape} cannot be cut",
                f"make both sides at least {shown_mm(SMALLEST_CARD)}",
            )
        )
    if problems:
        raise CardgenError(*problems)


def does_not_fit(shape: Shape, paper: Paper, margin: float) -> Finding:
    """The finding on a card too large for the paper's room.

    It names the margin that would do, if any."""
    short, long = sorted((paper.width, paper.height))
    upright = min(short - shape.width, long - shape.height) / 2
    lying = min(long - shape.width, short - shape.height) / 2
    room = max(upright, lying)
    most = (
        math.floor(
            (room if room >= distance(PRINTER_EDGE) else room - MARK_LEAST) / MM * 10 + _HAIR
        )
        / 10
    )
    if most < 0:
        remedy = (
            "use a larger paper, or write  layout: split  in the deck's file: then it goes over "
            "several sheets"
        )
    else:
        remedy = f"use a larger paper, or a margin of at most {most:g} mm"
    return Finding(
        "size-does-not-fit",
        f"a card of {shape} does not fit on {paper.name} with a margin of {shown_mm(margin)}",
        remedy,
    )


def shown_mm(points: float) -> str:
    """A length as a message shows it.

    >>> shown_mm(72)
    '25.4 mm'
    """
    return f"{round(points / MM, 2):g} mm"


def distance(margin: float) -> float:
    """The distance of the cards from the paper's edge.

    The margin, or more where it would leave no room for the shortest mark."""
    return max(margin, min(margin, PRINTER_EDGE) + MARK_LEAST)


def fill(grid: G, room: Box) -> G:
    """The grid with as many columns and rows as fit.

    It has as much of its bleed as fits then."""
    shape = grid.shape
    gutter = grid.gutter
    # the last card needs no gutter beyond it; rounding must not cost one that just fits
    columns = math.floor((room.width + gutter + _HAIR) / (shape.width + gutter))
    rows = math.floor((room.height + gutter + _HAIR) / (shape.height + gutter))
    return bled(replace(grid, columns=max(0, columns), rows=max(0, rows)), room)


def bled(grid: G, room: Box) -> G:
    """The grid with as much of its bleed as fits.

    It keeps so many columns and rows."""
    if grid.capacity:
        return replace(grid, bleed=max(0.0, min(grid.bleed, *_spare(grid, room))))
    return grid


def _widened(grid: G, full_bleed: float, room_score: Callable[[Grid], int]) -> G:
    """The grid with more bleed where its room has more.

    Bleed grows up to `full_bleed` in a direction, as far as its `room_score` stays as it is and its
    marks can be cut by. Round pieces keep one bleed all around."""
    if grid.shape.kind != "rectangle" or grid.bleed >= full_bleed - _HAIR:
        return grid
    across, down = (
        max(0.0, min(full_bleed, spare) - grid.bleed) for spare in _spare(grid, grid.room)
    )
    least = room_score(grid)
    shortest = min(grid.mark, MARK_BESIDE_SLACK)

    def given(share: float) -> G:
        return replace(grid, slack=(share * across, share * down))

    def fits(share: float) -> bool:
        return room_score(given(share)) >= least and given(share).mark >= shortest - _HAIR

    return given(most_that_fits(1.0, fits, EXACT / (max(across, down) or 1.0)))


def most_that_fits(most: float, fits: Callable[[float], bool], exact: float) -> float:
    """The largest number from 0 to this one that `fits`.

    One that is nearly as large will do. 0 must fit, and no number beyond one that does not."""
    if fits(most):
        return most
    low, high = 0.0, most
    while high - low > exact:
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _spare(grid: Grid, room: Box) -> tuple[float, float]:
    """The most bleed that fits for a grid's columns and rows.

    There are some of both."""
    shape = grid.shape
    gutter = grid.gutter
    # cards and the gutters between them fill the room; each card has bleed on two sides, or all
    # cards together
    across = room.width + gutter - grid.columns * (shape.width + gutter)
    down = room.height + gutter - grid.rows * (shape.height + gutter)
    if grid.rim:
        return across / 2, down / 2
    return across / (2 * grid.columns), down / (2 * grid.rows)
