"""Pieces of several sizes on one sheet.

Those of one size lie in blocks, rows and columns without a gap; blocks are parted by straight cuts
from edge to edge, as a guillotine makes them. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, note
from cardgen.base.geometry import Box, Matrix, Point, bounds
from cardgen.base.units import MM
from cardgen.impose.cutter import CutGrid
from cardgen.impose.flip import check_flip, placed_behind
from cardgen.impose.free_nesting import MOST_NESTED, nested
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import (
    LEAST,
    PRINTER_EDGE,
    STRIP,
    TOKEN_GUTTER,
    Grid,
    check_lengths,
    distance,
    does_not_fit,
    pages,
    shown_mm,
)
from cardgen.impose.guides import Guides, guides, has_ticks
from cardgen.impose.layout import Imposition, Notes, calibrated, on_paper
from cardgen.impose.marks import Registration, Segment, cut_marks
from cardgen.impose.options import Options
from cardgen.impose.plan import K, Plan, Sheet, SheetSide, Slot, moved_side, windows
from cardgen.model.sizes import Paper, Shape

TICK = 1.8 * MM
"""How long the marks between blocks are."""
SNIP = 1 * MM
"""How long they are between pieces that are cut out with scissors."""
GAP = 4 * MM
"""What lies between the bleeds of two blocks, for the marks of both."""
_BLEEDS = (1.0, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.0)
"""The parts of the bleed that are tried, where all of it takes a sheet more: none below what a
careful cut needs."""
_DEEPEST = 4
"""How often what is left of a sheet is divided."""
_WIDTH = (3, 2, 1)
"""How many blocks are tried first in a region, the sheet itself first."""


class MixedPiece(NamedTuple):
    """A card, or what stands for it, with its copies and its shape."""

    card: Any
    copies: int
    shape: Shape
    backed: bool


class Block(NamedTuple):
    """Pieces of a kind in rows and columns; the last row may be short. Its place, with its bleed,
    is that of its upper left corner, with y downward."""

    kind: int
    held: int
    columns: int
    rows: int
    turned: bool
    x: float = 0.0
    y: float = 0.0


class LaidBlock(NamedTuple):
    """A block with its cards, each placed."""

    shape: Shape
    cards: tuple[Any, ...]
    fronts: tuple[Matrix, ...]


@dataclass(frozen=True, slots=True)
class MixedPlan(Plan[K]):
    """Sheets with blocks of several shapes. `shape` is that of all of a sheet's room."""

    laid: tuple[tuple[LaidBlock, ...], ...] = ()
    shapes: Mapping[K, Shape] = field(default_factory=dict)
    """The shape of each card."""
    backed: frozenset[K] = frozenset()
    """The cards that have backs."""
    tick: float = TICK
    """How long the marks between blocks are at the most."""
    over: Matrix = Matrix()  # noqa: RUF009 (a tuple, which nobody can change)
    """From a point of a front to the one of the back that lies behind it."""

    def __len__(self) -> int:
        return len(self.laid)

    def shape_of(self, card: K) -> Shape:
        return self.shapes[card]

    def _sheet(self, number: int, of: int, ends: list[int]) -> Sheet[K]:
        blocks = self.laid[number - 1]
        front = self._side_of("front", blocks, [block.fronts for block in blocks])
        if not any(card in self.backed for block in blocks for card in block.cards):
            return Sheet(number, of, front, None)
        behind = [
            tuple(placed_behind(placed, block.shape, self.over) for placed in block.fronts)
            for block in blocks
        ]
        back = self._side_of("back", blocks, behind)
        if self.moved:
            back = moved_side(back, self.moved)
        return Sheet(number, of, front, back)

    def _side_of(
        self, name: str, blocks: Sequence[LaidBlock], placements: Sequence[tuple[Matrix, ...]]
    ) -> SheetSide[K]:
        slots: list[Slot[K]] = []
        marks: list[Segment] = []
        for block, placed in zip(blocks, placements, strict=True):
            shape = block.shape
            shown: Sequence[Box | None] = [None] * len(placed)
            if self.rim and shape.kind == "rectangle":
                shown = windows(shape, placed, self.bleeds)
            for card, placement, window in zip(block.cards, placed, shown, strict=True):
                slots.append(Slot(card, placement.box(shape.box), placement, window))
            if self.has_marks(name) and has_ticks(self.marks, shape):
                is_round = shape.kind != "rectangle"
                length = min(self.mark, TOKEN_GUTTER / 2 if is_round else self.tick)
                marks += cut_marks(shape, placed, self.bleeds, self.printable, length)
        around = bounds([slot.trim for slot in slots])
        return SheetSide(name, tuple(slots), tuple(marks), around, around.grown(*self.bleeds))

    def guides(self, side: SheetSide[K]) -> Guides:
        """The guides over the cards of a side: those of each card, for a cut through all would go
        through others."""
        lines: dict[Segment, None] = {}
        dots: list[Point] = []
        arcs: list[tuple[Point, ...]] = []
        for slot in side.slots if self.has_marks(side.name) else ():
            shape = self.shape_of(slot.card)
            if shape.kind == "rectangle":
                bleeds = (0.0, 0.0) if slot.window else self.bleeds
                placed = [slot.placement]
                laid = guides(
                    self.marks, shape, placed, bleeds, length=0.0, printable=self.printable
                )
                lines |= dict.fromkeys(laid.lines)
                dots += laid.dots
                arcs += laid.arcs
        return Guides(tuple(lines), tuple(dots), tuple(arcs))


class _SheetFiller:
    """Fills sheets with pieces of some kinds, each with this bleed. Lengths are in points."""

    def __init__(self, shapes: Sequence[Shape], bleed: float, gutter: float, *, rim: bool) -> None:
        self.shapes, self.bleed, self.gutter, self.rim = shapes, bleed, gutter, rim
        self._filled: dict[tuple[int, int, tuple[int, ...], int], tuple[float, list[Block]]] = {}

    def sides(self, kind: int, *, turned: bool) -> tuple[float, float]:
        shape = self.shapes[kind]
        return (shape.height, shape.width) if turned else (shape.width, shape.height)

    def pitch(self, kind: int, side: float) -> float:
        """The distance of two pieces with such a side."""
        if self.shapes[kind].kind != "rectangle":
            return side + 2 * self.bleed + max(TOKEN_GUTTER, self.gutter)
        return side + (0.0 if self.rim else 2 * self.bleed) + self.gutter

    def extent(self, kind: int, side: float, count: int) -> float:
        """The length of so many pieces with their bleed."""
        return (count - 1) * self.pitch(kind, side) + side + 2 * self.bleed

    def most(self, kind: int, side: float, room: float) -> int:
        """The most pieces in a row that a room holds."""
        free = room - side - 2 * self.bleed + 1e-6
        return 0 if free < 0 else math.floor(free / self.pitch(kind, side)) + 1

    def most_on(self, room: Box) -> list[int]:
        """The most pieces of each kind that a sheet holds, alone; 0 where one does not fit."""
        most = []
        for kind in range(len(self.shapes)):
            ways = [self.sides(kind, turned=turned) for turned in (False, True)]
            most.append(
                max(
                    self.most(kind, wide, room.width) * self.most(kind, high, room.height)
                    for wide, high in ways
                )
            )
        return most

    def sheets(self, room: Box, counts: Sequence[int]) -> list[list[Block]]:
        """Blocks sheet by sheet. All pieces must fit."""
        left = [*counts]
        caps = [2 * most for most in self.most_on(room)]  # with strips of them at their side
        sheets = []
        while any(left):
            seen = tuple(min(count, cap) for count, cap in zip(left, caps, strict=True))
            _, blocks = self.fill(room.width, room.height, seen, 0)
            for block in blocks:
                left[block.kind] -= block.held
            sheets.append(blocks)
        return sheets

    def nested(self, room: Box, counts: Sequence[int], gap: float) -> list[list[Block]]:
        """Sheets of pieces that each lie wherever there is room, with a gap between the bleeds of
        two. All pieces must fit."""
        gaps = [
            max(self.gutter, gap if shape.kind == "rectangle" else TOKEN_GUTTER)
            for shape in self.shapes
        ]
        takes = [
            (shape.width + 2 * self.bleed + between, shape.height + 2 * self.bleed + between)
            for shape, between in zip(self.shapes, gaps, strict=True)
        ]
        # what stays free beside a piece may lie beyond the last one
        beyond = min(gaps)
        sheets = nested(takes, counts, (room.width + beyond, room.height + beyond))
        return [
            [Block(one.kind, 1, 1, 1, one.turned, one.x, one.y) for one in sheet]
            for sheet in sheets
        ]

    def fill(
        self, width: float, height: float, counts: tuple[int, ...], depth: int
    ) -> tuple[float, list[Block]]:
        """The blocks that cover the most of a region, and the area of their pieces."""
        key = round(width * 10), round(height * 10), counts, depth
        if key not in self._filled:
            self._filled[key] = self._fill(width, height, counts, depth)
        return self._filled[key]

    def _fill(
        self, width: float, height: float, counts: tuple[int, ...], depth: int
    ) -> tuple[float, list[Block]]:
        blocks = sorted(self._blocks(width, height, counts), key=self._area, reverse=True)
        best: tuple[float, list[Block]] = (0.0, [])
        for block in blocks[: _WIDTH[min(depth, len(_WIDTH) - 1)]]:
            for area, more in self._divided(block, width, height, counts, depth):
                if self._area(block) + area > best[0] + 1e-6:
                    best = self._area(block) + area, [block, *more]
        return best

    def _divided(
        self, block: Block, width: float, height: float, counts: tuple[int, ...], depth: int
    ) -> list[tuple[float, list[Block]]]:
        """What fills the rest of a region: with a cut below the block, or one beside it."""
        if depth >= _DEEPEST:
            return [(0.0, [])]
        wide, high = self.sides(block.kind, turned=block.turned)
        across = self.extent(block.kind, wide, block.columns)
        down = self.extent(block.kind, high, block.rows)
        left = tuple(
            count - (block.held if kind == block.kind else 0) for kind, count in enumerate(counts)
        )
        beside, below = width - across - GAP, height - down - GAP
        divided = []
        for regions in (
            ((beside, down, across + GAP, 0.0), (width, below, 0.0, down + GAP)),
            ((beside, height, across + GAP, 0.0), (across, below, 0.0, down + GAP)),
        ):
            rest, covered, blocks = left, 0.0, list[Block]()
            for region_width, region_height, x, y in regions:
                area, more = self.fill(region_width, region_height, rest, depth + 1)
                covered += area
                for one in more:
                    rest = tuple(
                        count - (one.held if kind == one.kind else 0)
                        for kind, count in enumerate(rest)
                    )
                    blocks.append(one._replace(x=one.x + x, y=one.y + y))
            divided.append((covered, blocks))
        return divided

    def _blocks(self, width: float, height: float, counts: tuple[int, ...]) -> list[Block]:
        """The largest block of each kind in a region: of full rows, and with a short one."""
        blocks: dict[Block, None] = {}
        for kind, count in enumerate(counts):
            shape = self.shapes[kind]
            ways = (False, True) if abs(shape.width - shape.height) > 1e-6 else (False,)
            for turned in ways if count else ():
                wide, high = self.sides(kind, turned=turned)
                columns = min(count, self.most(kind, wide, width))
                most_rows = self.most(kind, high, height)
                if not columns or not most_rows:
                    continue
                for rows in (count // columns, math.ceil(count / columns)):
                    rows = min(most_rows, rows)
                    held = min(count, columns * rows)
                    blocks[Block(kind, held, columns, rows, turned)] = None
        return [*blocks]

    def _area(self, block: Block) -> float:
        shape = self.shapes[block.kind]
        return block.held * shape.width * shape.height

    def placements(self, block: Block, room: Box) -> tuple[Matrix, ...]:
        """The places of a block's pieces on the page, row by row."""
        wide, high = self.sides(block.kind, turned=block.turned)
        left = room.x + block.x + self.bleed
        top = room.top - block.y - self.bleed
        places = []
        for number in range(block.held):
            row, column = divmod(number, block.columns)
            x = left + column * self.pitch(block.kind, wide)
            y = top - high - row * self.pitch(block.kind, high)
            at = Matrix.shift(x + wide, y) @ Matrix.turn(90) if block.turned else Matrix.shift(x, y)
            places.append(at)
        return tuple(places)


def lay_mixed(
    pieces: Sequence[MixedPiece], paper: Paper, options: Options, *, backed: bool
) -> Imposition:
    """The sheets of pieces of several sizes, with furniture and notes.

    Sheets count before bleed, as on those of one size; the paper is tried upright and on its side.
    For scissors pieces lie wherever they fit, where that takes fewer sheets than blocks. Raises
    CardgenError where the paper cannot hold a piece, or a length is impossible."""
    check_flip(options.flip)
    margin, bleed = options.margin * MM, options.bleed * MM
    gutter = (options.gutter or 0.0) * MM
    kinds: dict[tuple[str, int, int, int], list[MixedPiece]] = {}
    for piece in pieces:
        shape = piece.shape
        check_lengths(shape, margin=margin, bleed=bleed, gutter=gutter)
        lengths = (round(length * 100) for length in (shape.width, shape.height, shape.corner))
        width, height, corner = lengths
        kinds.setdefault((shape.kind, width, height, corner), []).append(piece)
    shapes = [of_kind[0].shape for of_kind in kinds.values()]
    counts = [sum(piece.copies for piece in of_kind) for of_kind in kinds.values()]
    grid, filler, sheets = _fewest(shapes, counts, paper, options)
    cards = [
        iter([piece.card for piece in of_kind for _ in range(piece.copies)])
        for of_kind in kinds.values()
    ]
    laid = []
    for blocks in sheets:
        laid_blocks = []
        for block in blocks:
            taken = tuple(next(cards[block.kind]) for _ in range(block.held))
            places = filler.placements(block, grid.block)
            laid_blocks.append(LaidBlock(shapes[block.kind], taken, places))
        laid.append(tuple(laid_blocks))
    in_order = [card for blocks in laid for block in blocks for card in block.cards]
    with_backs = frozenset(piece.card for piece in pieces if piece.backed and backed)
    moved, calibration_notes = calibrated(grid, options) if with_backs else (None, ())
    around = furniture(grid)
    over = grid.over(options.flip)
    fronts = tuple(place for block in laid[0] for place in block.fronts) if laid else ()
    plan = MixedPlan(
        page=grid.page,
        shape=grid.shape,
        copies=tuple((card, len([*copies])) for card, copies in groupby(in_order)),
        fronts=fronts,
        backs=tuple(over @ front for front in fronts) if with_backs else (),
        bleeds=(filler.bleed, filler.bleed),
        printable=grid.printable,
        mark=grid.mark,
        moved=moved,
        registration=grid.registration,
        cut_files=options.makes_cuts,
        bridges=options.bridges * MM,
        marks=options.marks,
        marks_on=options.marks_on,
        rim=filler.rim,
        tick=SNIP if options.scissors else TICK,
        laid=tuple(laid),
        shapes={piece.card: piece.shape for piece in pieces},
        backed=with_backs,
        over=over,
    )
    notes: Notes = ()
    if filler.bleed < bleed - 0.005 * MM:
        used = f"{shown_mm(filler.bleed)} is used" if filler.bleed else "there is none"
        sentence = f"{shown_mm(bleed)} of bleed would take more sheets of {paper.name}: {used}"
        notes = (note("bleed-reduced", sentence),)
    return Imposition(
        plan, around, (*notes, *on_paper(around.notes, paper.name), *calibration_notes)
    )


def _fewest(
    shapes: Sequence[Shape], counts: Sequence[int], paper: Paper, options: Options
) -> tuple[Grid, _SheetFiller, list[list[Block]]]:
    """The room of the fewest sheets, with the most bleed of as many."""
    bleed, gutter = options.bleed * MM, (options.gutter or 0.0) * MM
    registration = None
    if options.cutter:
        from cardgen.impose.registration import find_cutter

        registration = find_cutter(options.cutter)
    rim = options.bleeds != "own"
    gap = 2 * SNIP if options.marks == "ticks" else 0.0
    best: tuple[tuple[int, float], Grid, _SheetFiller, list[list[Block]]] | None = None
    too_large: Finding | None = None
    for page in pages(paper):
        grid = _room(page, options.margin * MM, registration)
        for share in _BLEEDS:
            part = bleed * share
            if part < LEAST and part < bleed:  # a sheet less is not worth white edges
                continue
            filler = _SheetFiller(shapes, part, gutter, rim=rim)
            most = filler.most_on(grid.block)
            if 0 in most:
                too_large = does_not_fit(shapes[most.index(0)], paper, options.margin * MM)
                continue
            ways = [filler.sheets(grid.block, counts)]
            if options.scissors and sum(counts) <= MOST_NESTED:
                ways.append(filler.nested(grid.block, counts, gap))
            for sheets in filter(None, ways):
                merits = (-len(sheets), part)
                if best is None or merits > best[0]:
                    best = merits, grid, filler, sheets
    if best is None:
        assert too_large
        raise CardgenError(too_large)
    _, grid, filler, sheets = best
    return grid, filler, sheets


def _room(page: Box, margin: float, registration: Registration | None) -> Grid:
    """The room of a page between its margins, and clear of a machine's marks, as a grid of one card
    as large as that: what stands around cards stands around it."""
    beside = max(distance(margin), registration.border if registration else 0.0)
    below = max(beside, min(margin, PRINTER_EDGE) + TICK + STRIP)
    shape = Shape("rectangle", page.width - 2 * beside, page.height - 2 * below)
    if registration:
        return CutGrid(shape, page, 1, 1, margin, 0.0, 0.0, registration=registration)
    return Grid(shape, page, 1, 1, margin, 0.0, 0.0)
