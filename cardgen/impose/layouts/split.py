"""Split: large pieces on several sheets, to be glued to one.

Boards, mats, maps that are larger than the paper; others lie as in duplex. What is not lies as in
duplex.

Every sheet shows as large a part of the piece as the others. Beyond its part it goes on: at the
left and above by the bleed, which is cut off, at the right and below by a strip that the next sheet
is glued over. A strip's back shows what the back shows there, so that both sides match. Pure
geometry."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, note
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.flip import placed_behind
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import (
    MARK_LENGTH,
    PRINTER_EDGE,
    STRIP_LEAST,
    Grid,
    GridSpec,
    check_lengths,
    does_not_fit,
    lay_grid,
    pages,
)
from cardgen.impose.layout import Imposition, LayoutRequest, SheetLayout, calibrated, on_paper
from cardgen.impose.marks import Segment
from cardgen.impose.options import Options
from cardgen.impose.plan import K, Plan, Sheet, SheetSide, Slot, moved_side, plan
from cardgen.model.sizes import Shape

OVERLAP = 10 * MM
"""How wide the strips are that sheets are glued on."""
_NEAR = 0.01 * MM
"""How near to an end of a part a fold is there."""
SMALLEST_PART = 30 * MM
"""Of a side: from smaller parts nobody would glue a board."""


class BoardPart(NamedTuple):
    """The part of a piece on one sheet, and all printed there.

    Both are in the piece's own coordinates."""

    name: str
    trim: Box
    window: Box


@dataclass(frozen=True, slots=True)
class SplitGrid(Grid):
    """The division of a piece over sheets.

    `columns` and `rows` are those of its sheets, which lie as `page` does; `gutter` is the strip
    for the glue. A piece that folds has so many `panels` across and down."""

    panels: tuple[int, int] = (1, 1)

    @property
    def folds(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Where it folds: across, and up from its foot."""
        across, down = self.panels
        return (
            tuple(self.shape.width * number / across for number in range(1, across)),
            tuple(self.shape.height * number / down for number in range(1, down)),
        )

    @property
    def part(self) -> tuple[float, float]:
        """The width and the height of a sheet's part."""
        return self.shape.width / self.columns, self.shape.height / self.rows

    @property
    def block(self) -> Box:
        """The largest box that a sheet prints, centred on its page."""
        width, height = self.part
        # one end is cut at the bleed, the other is glued if a sheet follows
        width += self.bleed + (self.gutter if self.columns > 1 else self.bleed)
        height += self.bleed + (self.gutter if self.rows > 1 else self.bleed)
        x = (self.page.width - width) / 2
        y = (self.page.height - height) / 2
        return Box(x, y, width, height)

    @property
    def mark(self) -> float:
        return MARK_LENGTH

    @property
    def slots(self) -> tuple[int, ...]:
        """Each sheet has one."""
        return (0,)

    def trims(self) -> Iterator[Box]:
        """The box of any sheet's part on its page."""
        width, height = self.part
        yield Box(self.block.x + self.bleed, self.block.top - self.bleed - height, width, height)

    def parts(self) -> Iterator[BoardPart]:
        """The parts in reading order: A1, A2 and so on, then B1."""
        width, height = self.part
        for row in range(self.rows):
            for column in range(self.columns):
                trim = Box(column * width, self.shape.height - (row + 1) * height, width, height)
                right = self.bleed if column + 1 == self.columns else self.gutter
                below = self.bleed if row + 1 == self.rows else self.gutter
                window = Box(
                    trim.x - self.bleed,
                    trim.y - below,
                    width + self.bleed + right,
                    height + self.bleed + below,
                )
                yield BoardPart(f"{_letters(row)}{column + 1}", trim, window)


@dataclass(frozen=True, slots=True)
class SplitPlan(Plan[K]):
    """The sheets of pieces that are split.

    Each piece counts in `copies` as many times as it has parts."""

    parts: tuple[BoardPart, ...] = ()
    over: Matrix = Matrix()  # noqa: RUF009 (a tuple, which nobody can change)
    """From a point of a front to the one of the back that lies behind it."""
    columns: int = 1
    """How many parts lie beside each other."""
    folds: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """Where the piece folds: across, and up from its foot."""

    def _sheet(self, number: int, of: int, ends: list[int]) -> Sheet[K]:
        """A sheet with one part of a piece and its mirrored back."""
        sheet = Plan._sheet(self, number, of, ends)
        # all parts of a piece, then all of the next copy
        part = self.parts[(number - 1) % len(self.parts)]
        (slot,) = sheet.front.slots
        (place,) = self.fronts
        to_sheet = place @ Matrix.shift(-part.trim.x, -part.trim.y)
        front = self._shown(sheet.front.name, slot.card, to_sheet, part)
        if not sheet.back:
            return replace(sheet, front=front, part=part.name)
        trim = _mirrored(part.trim, self.shape)
        window = _mirrored(part.window, self.shape)
        behind = BoardPart(part.name, trim, window)
        back = self._shown(
            "back", slot.card, placed_behind(to_sheet, self.shape, self.over), behind
        )
        if self.moved:
            back = moved_side(back, self.moved)
        return replace(sheet, front=front, back=back, part=part.name)

    def _shown(self, name: str, card: K, placement: Matrix, part: BoardPart) -> SheetSide[K]:
        trim = placement.box(part.trim)
        window = placement.box(part.window)
        slot = Slot(card, trim, placement, part.window)
        across, up = self.folds
        folds = (
            [placement(x, 0).x for x in across],
            [placement(0, y).y for y in up],
        )
        marks = tuple(_marks(trim, window, self.mark, folds))
        return SheetSide(name, (slot,), marks, trim, window)


def _mirrored(box: Box, shape: Shape) -> Box:
    """A part of a card on its back, which is turned sideways."""
    return box._replace(x=shape.width - box.right)


def _marks(
    trim: Box, window: Box, length: float, folds: tuple[Sequence[float], Sequence[float]]
) -> Iterator[Segment]:
    """The marks to cut and to join by, and those to fold by, which are dashed.

    Both ends of the four lines around a part and of its folds, outside of all that is printed."""
    across, up = folds
    for x in (trim.x, trim.right, *_inside(across, trim.x, trim.right)):
        for start, end in _dashes(length, is_fold=_is_among(x, across)):
            yield Segment(x, window.top + start, x, window.top + end)
            yield Segment(x, window.y - start, x, window.y - end)
    for y in (trim.y, trim.top, *_inside(up, trim.y, trim.top)):
        for start, end in _dashes(length, is_fold=_is_among(y, up)):
            yield Segment(window.x - start, y, window.x - end, y)
            yield Segment(window.right + start, y, window.right + end, y)


def _inside(folds: Sequence[float], start: float, end: float) -> Iterator[float]:
    return (fold for fold in folds if start + _NEAR < fold < end - _NEAR)


def _is_among(place: float, folds: Sequence[float]) -> bool:
    return any(abs(place - fold) <= _NEAR for fold in folds)


def _dashes(length: float, *, is_fold: bool) -> Sequence[tuple[float, float]]:
    """The parts of a mark, from what is printed outward."""
    if not is_fold:
        return ((0.0, length),)
    step = length / 5
    return tuple((2 * number * step, (2 * number + 1) * step) for number in range(3))


def _letters(row: int) -> str:
    """A to Z, then AA and so on."""
    return (_letters(row // 26 - 1) if row >= 26 else "") + chr(ord("A") + row % 26)


def lay_split(spec: GridSpec, panels: tuple[int, int] = (1, 1)) -> SplitGrid:
    """The fewest sheets that a piece can be split over.

    All parts are alike; where the piece folds one ends, unless all of it is on one sheet; of as
    many sheets those that stand upright. Between what is printed and the paper's edges there is
    room for marks and slug. Raises CardgenError when a length is impossible or the paper is too
    small to hold a part that is worth gluing."""
    shape, margin, bleed = spec.shape, spec.margin, spec.bleed
    check_lengths(shape, margin=margin, bleed=bleed)
    keep = max(margin, min(margin, PRINTER_EDGE) + MARK_LENGTH + STRIP_LEAST)
    tried = []
    for page in pages(spec.paper):
        free = page.grown(-keep)
        if min(free.width, free.height) >= SMALLEST_PART + bleed + max(bleed, OVERLAP):
            columns, rows = (
                _sheets(side, room, bleed, count)
                for side, room, count in zip(
                    (shape.width, shape.height), (free.width, free.height), panels, strict=True
                )
            )
            strip = max(bleed, OVERLAP)
            grid = SplitGrid(shape, page, columns, rows, margin, bleed, strip, panels=panels)
            tried.append(grid)
    if not tried:
        raise CardgenError(
            replace(
                does_not_fit(shape, spec.paper, margin),
                remedy="use a larger paper, or a smaller margin or bleed",
            )
        )
    return min(tried, key=lambda grid: grid.capacity)


def _sheets(side: float, room: float, bleed: float, panels: int = 1) -> int:
    """The number of sheets that a side goes over, as many to each of its panels.

    One part has bleed around it; of several each has a strip at one end."""
    if side + 2 * bleed <= room + 1e-6:
        return 1
    count = max(2, math.ceil(side / (room - bleed - max(bleed, OVERLAP)) - 1e-6))
    return math.ceil(count / panels) * panels


class SplitLayout(SheetLayout):
    """Pieces that fit on the paper as in duplex; others in parts."""

    def lay_out(self, request: LayoutRequest) -> Imposition:
        options = request.options
        paper = request.paper.name
        margin = options.margin * MM
        bleed = options.bleed * MM
        spec = GridSpec(request.shape, request.paper, margin, bleed, gutter=0.0)
        try:
            lay_grid(spec)
        except CardgenError:
            grid = lay_split(spec, options.panels)
        else:
            # on one sheet it has marks to fold by where there is room for them
            whole = options.panels != (1, 1) and lay_split(spec, options.panels)
            if not whole or whole.capacity > 1:
                return SheetLayout.lay_out(self, request)
            grid = whole
        parts = tuple(grid.parts())
        moved, calibration_notes = calibrated(grid, options) if request.backed else (None, ())
        sheets = plan(
            [(card, count * len(parts)) for card, count in request.copies],
            grid,
            backed=request.backed,
            flip=options.flip,
            moved=moved,
        )
        around = furniture(grid)
        sentence = (
            f"each piece is split over {len(parts)} sheets of {paper}, {grid.columns} across and"
            f" {grid.rows} down: cut each at its left and upper marks, and glue it over the strip"
            " of the sheet before it"
        )
        notes = (
            *([note("piece-split", sentence)] if len(parts) > 1 else ()),
            *on_paper(around.notes, str(paper)),
            *calibration_notes,
        )
        facts = {field.name: getattr(sheets, field.name) for field in fields(sheets)}
        split = SplitPlan(
            **facts,
            parts=parts,
            over=grid.over(options.flip),
            columns=grid.columns,
            folds=grid.folds,
        )
        return Imposition(split, around, notes)

    def option_problems(self, options: Options) -> Iterator[Finding]:
        if options.skip_slots or options.skip_first:
            yield Finding(
                "layout-impossible",
                "split pieces have no slots to skip",
                "leave --skip-slots out, or --layout split",
            )
        if options.order not in ("auto", "copies"):
            yield Finding(
                "layout-impossible",
                "the parts of split pieces come one after the other",
                "leave --order out, or --layout split",
            )


LAYOUT = SplitLayout(
    "split",
    about="what is larger than the paper over several sheets",
    two_sided=True,
    explained=False,
)
