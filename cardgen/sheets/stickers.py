"""Sheets of stickers: parts of cards, to be stuck over what a box says otherwise.

On paper that is sticky all over they lie side by side with marks to cut by. On a sheet of labels
each has a label, which shows as much of the card as it covers. Lengths are points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.engine import Canvas, Drawing, FlatColour, FontBook, LineStyle, Page, PathData, Pdf
from cardgen.impose.label_sheet import LabelSheet
from cardgen.model.sizes import Paper, Shape
from cardgen.sheets.pages import from_view_box
from cardgen.sheets.uncut_pages import line_width, say, words_of

_MARGIN = 9 * MM
_BLEED = 1 * MM
"""Of the card around a sticker, for a cut that is off."""
_GAP, _MARK = 0.5 * MM, 2 * MM
"""From the bleed to a mark, and its length."""
_CAPTION, _APART = 6.0, 2 * MM
"""The size of a sticker's name above it, and the least space to the next one."""


class Sticker(NamedTuple):
    """A part of a card: `box` in points from the lower left corner of its trim.

    `name` is what the guide calls it; `copies` are stuck on as many cards."""

    name: str
    title: str
    drawing: Drawing
    shape: Shape
    box: Box
    copies: int


class LabelPart(NamedTuple):
    """A part of a card as it lies on a label: turned by 90 degrees or not."""

    box: Box
    turn: int


def cut_for_label(box: Box, shape: Shape, sheet: LabelSheet) -> LabelPart | None:
    """The part of a card that a label covers which is stuck over a box; None where the label is
    too small for the box, or stands out of the card."""
    label = sheet.label
    for turn in (0, 90):
        width, height = (label.height, label.width) if turn else (label.width, label.height)
        if width > shape.width or height > shape.height:
            continue
        x = min(max(box.centre[0] - width / 2, 0.0), shape.width - width)
        y = min(max(box.centre[1] - height / 2, 0.0), shape.height - height)
        part = Box(x, y, width, height)
        if part.contains(box) and (label.kind == "rectangle" or _in_circle(box, part)):
            return LabelPart(part, turn)
    return None


def _in_circle(box: Box, around: Box) -> bool:
    x, y = around.centre
    radius = around.width / 2
    return all((a - x) ** 2 + (b - y) ** 2 <= radius**2 for a, b in box.corners)


def fits_on(paper: Paper, box: Box) -> bool:
    """True if a sticker has room on a sheet."""
    around = 2 * (_BLEED + _GAP + _MARK + _MARGIN)
    return box.width + around <= paper.width and box.height + around + _CAPTION <= paper.height


def put_stickers(pdf: Pdf, fonts: FontBook, paper: Paper, stickers: Sequence[Sticker]) -> None:
    """Add sheets of stickers that are cut out, the highest first."""
    around = _BLEED + _GAP + _MARK
    page = None
    x = y = row = 0.0
    ordered = sorted(stickers, key=lambda sticker: -sticker.box.height)
    for sticker in (each for each in ordered for _ in range(each.copies)):
        width = sticker.box.width + 2 * around
        height = sticker.box.height + 2 * around + _CAPTION
        if page is not None and x + width > paper.width - _MARGIN:
            x, y = _MARGIN, y - row
            row = 0.0
        if page is None or y - height < _MARGIN:
            page = pdf.page(paper.box)
            x, y, row = _MARGIN, paper.height - _MARGIN, 0.0
        row = max(row, height)
        at = Box(
            x + around,
            y - _CAPTION - around - sticker.box.height,
            sticker.box.width,
            sticker.box.height,
        )
        placement = Matrix.shift(at.x - sticker.box.x, at.y - sticker.box.y)
        _part(page, sticker, sticker.box.grown(_BLEED), placement)
        page.place(_marks(at), Matrix.shift(0, 0))
        caption, style = f"{sticker.name} · {sticker.title}", words_of(_CAPTION)
        if line_width(fonts, caption, style) > width - _APART:
            caption = sticker.name
        say(page, fonts, caption, (at.x, y - 0.8 * _CAPTION), style)
        x += width


def put_labels(
    pdf: Pdf, sheet: LabelSheet, stickers: Sequence[Sticker]
) -> dict[str, list[tuple[int, int]]]:
    """Add sheets of labels, and return where each sticker lies: sheet and label, from 1."""
    label = sheet.label
    places: dict[str, list[tuple[int, int]]] = {}
    gaps = sheet.pitch[0] - label.width, sheet.pitch[1] - label.height
    bleed = max(0.0, min(_BLEED, *(gap / 2 for gap in gaps)))
    page = None
    number = 0
    for sticker in (each for each in stickers for _ in range(each.copies)):
        cut = cut_for_label(sticker.box, sticker.shape, sheet)
        assert cut is not None
        number, slot = number + 1, number % sheet.capacity
        if page is None or slot == 0:
            page = pdf.page(sheet.paper.box)
        column, row = slot % sheet.columns, slot // sheet.columns
        left = sheet.left + column * sheet.pitch[0]
        low = sheet.paper.height - sheet.top - row * sheet.pitch[1] - label.height
        placement = Matrix.shift(left, low)
        if cut.turn:
            placement = Matrix.shift(left + label.width, low) @ Matrix.turn(90)
        placement = placement @ Matrix.shift(-cut.box.x, -cut.box.y)
        _part(page, sticker, cut.box.grown(bleed), placement)
        places.setdefault(sticker.name, []).append(((number - 1) // sheet.capacity + 1, slot + 1))
    return places


def _part(page: Page, sticker: Sticker, box: Box, placement: Matrix) -> None:
    """Paint what of a card lies in a box of its points."""
    to_points = from_view_box(sticker.drawing.box, sticker.shape)
    clip = PathData.rectangle(to_points.inverse().box(box))
    page.place(sticker.drawing, placement @ to_points, clip=clip, shared=True)


def _marks(at: Box) -> Drawing:
    """Marks at the corners of a sticker, beyond its bleed."""
    near, far = _BLEED + _GAP, _BLEED + _GAP + _MARK
    segments = []
    for x in (at.x, at.right):
        segments += [(x, at.y - far, x, at.y - near), (x, at.top + near, x, at.top + far)]
    for y in (at.y, at.top):
        segments += [(at.x - far, y, at.x - near, y), (at.right + near, y, at.right + far, y)]
    canvas = Canvas()
    canvas.lines(segments, LineStyle(0.25), FlatColour.grey(0.2))
    return canvas.drawing
