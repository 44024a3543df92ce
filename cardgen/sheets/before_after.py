"""Pages that show what changed since the last print.

Each card stands there before and after, with what it says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.engine import Canvas, Drawing, FlatColour, FontBook, LabelStyle, LineStyle, Page, Pdf
from cardgen.model.sizes import Paper, Shape
from cardgen.sheets.uncut_pages import (
    BOLD,
    LEADING,
    line_width,
    say,
    show_card,
    words_of,
    wrapped,
)

_MARGIN = 14 * MM
_WIDEST, _HIGHEST = 44 * MM, 52 * MM
"""The room of a picture: four rows of poker cards stand on a page, at little more than half their
size."""
_BETWEEN = 9 * MM
"""Between a card before and after, with room for an arrow."""
_BESIDE, _BELOW = 6 * MM, 6 * MM
_CAPTION = 3.6 * MM
_INK, _PALE = (0.1, 0.1, 0.12), (0.45, 0.45, 0.5)
_RED = FlatColour((0.85, 0.1, 0.1))
_TITLE = words_of(15.0, BOLD)._replace(colour=_INK)
_HEAD = words_of(10.5, BOLD)._replace(colour=_INK)
_TEXT = words_of(8.5)._replace(colour=_INK)
_SMALL = words_of(6.5)._replace(colour=_INK)
_MOST_LINES = 6
"""How many lines a value may take; what is longer ends in an ellipsis."""


class ShownChange(NamedTuple):
    """A card as a row of the page.

    It has two pictures, the words below them, and lines about the change, the first in bold.
    A picture that is not to be had, where `unseen` says why, is an empty frame; one that there
    never was is left out."""

    before: Drawing | None
    after: Drawing | None
    lines: Sequence[str]
    legend: tuple[str, str] = ("before", "now")
    unseen: str = ""
    frames: Sequence[tuple[str, Box]] = ()
    """Boxes that are framed on the picture before, each with its name, in points from the lower
    left corner of the card."""


class ChangesWriter:
    """Writes rows of pictures onto pages, as many as fit on each."""

    def __init__(self, pdf: Pdf, paper: Paper, fonts: FontBook) -> None:
        self._pdf = pdf
        self._fonts = fonts
        self._size = paper.box
        self._page: Page | None = None
        self._y = 0.0

    def heading(self, title: str, about: str) -> None:
        """Begin a deck, with room for one of its rows."""
        size = _TITLE.size
        room = self._size.width - 2 * _MARGIN
        self._room(size * 2 + _HIGHEST + _CAPTION + _BELOW, title)
        self._line(title, _MARGIN, self._y - size, _TITLE, room)
        self._line(about, _MARGIN, self._y - size - 1.5 * _SMALL.size - 2, _TEXT, room)
        self._y -= 2.4 * size + _BELOW / 2

    def row(self, change: ShownChange, shape: Shape) -> None:
        """Add one card."""
        scale = min(1.0, _WIDEST / shape.width, _HIGHEST / shape.height)
        width = shape.width * scale
        height = shape.height * scale
        text_left = _MARGIN + 2 * width + _BETWEEN + _BESIDE
        text_room = self._size.width - _MARGIN - text_left
        lines = list(self._styled_lines(change.lines, text_room))
        text_height = sum(style.size * LEADING for _, style in lines)
        row_height = max(height + _CAPTION, text_height) + _BELOW
        self._room(row_height)
        before_box = Box(_MARGIN, self._y - height, width, height)
        after_box = Box(_MARGIN + width + _BETWEEN, self._y - height, width, height)
        before_legend, after_legend = change.legend
        if change.before or change.unseen:
            self._picture(change.before, shape, before_box, change.unseen, before_legend)
            for name, box in change.frames:
                self._frame(name, box, before_box, scale)
        if change.after:
            self._picture(change.after, shape, after_box, change.unseen, after_legend)
            if change.before or change.unseen:
                self._arrow(_MARGIN + width + _BETWEEN / 2, self._y - height / 2)
        y = self._y
        for text, style in lines:
            self._line(text, text_left, y - 0.8 * style.size, style)
            y -= style.size * LEADING
        self._y -= row_height

    def _room(self, height: float, title: str = "") -> None:
        """Begin a page unless this one has so much room below."""
        if self._page is None or self._y - height < _MARGIN:
            self._page = self._pdf.page(self._size, outline=title)
            self._y = self._size.height - _MARGIN

    def _picture(
        self, drawing: Drawing | None, shape: Shape, box: Box, unseen: str, legend: str
    ) -> None:
        """Add a card with its legend, or an empty frame with the reason."""
        assert self._page is not None
        if drawing:
            show_card(self._page, drawing, shape, box)
        else:
            show_card(self._page, None, shape, box, dash=(3, 2))
            self._reason(unseen, box)
        self._line(legend, box.x, box.y - 0.8 * _CAPTION, _SMALL, box.width)

    def _frame(self, name: str, box: Box, room: Box, scale: float) -> None:
        """Frame a part of a card, with a name on the frame's corner."""
        assert self._page is not None
        corner = Matrix(scale, 0, 0, scale, room.x, room.y)
        framed = corner.box(box).grown(0.7)
        canvas = Canvas()
        canvas.rectangle(framed, stroke=_RED, line=LineStyle(1.1))
        size = 1.5 * _SMALL.size
        badge = Box(framed.right - 1, framed.top - 1, size, size)
        canvas.rectangle(badge, fill=_RED, radius=size / 2)
        self._page.place(canvas.drawing, Matrix.shift(0, 0))
        style = _SMALL._replace(colour=(1, 1, 1))
        width = line_width(self._fonts, name, style)
        self._line(name, badge.centre[0] - width / 2, badge.y + 0.38 * size, style)

    def _reason(self, text: str, box: Box) -> None:
        """Write a text in the middle of a frame."""
        text_lines = list(_wrapped(self._fonts, text, _SMALL, box.width - 4))
        style = _SMALL._replace(colour=_PALE)
        leading = _SMALL.size * LEADING
        y = box.y + box.height / 2 + len(text_lines) / 2 * leading
        for row, line in enumerate(text_lines):
            self._line(line, box.x + 2, y - row * leading, style)

    def _arrow(self, x: float, y: float) -> None:
        """Add an arrow to the right, its middle at a point."""
        assert self._page is not None
        half = 2.6 * MM
        head = 1.3 * MM
        shaft = (-half, 0, half, 0)
        upper = (half - head, head, half, 0)
        lower = (half - head, -head, half, 0)
        canvas = Canvas()
        canvas.lines((shaft, upper, lower), LineStyle(1.2), FlatColour.grey(0.45))
        self._page.place(canvas.drawing, Matrix.shift(x, y))

    def _styled_lines(self, lines: Sequence[str], room: float) -> Iterable[tuple[str, LabelStyle]]:
        """Yield lines of text with their styles, broken to the room."""
        for index, text in enumerate(lines):
            style = _TEXT if index else _HEAD
            for line in _wrapped(self._fonts, text, style, room):
                yield line, style

    def _line(self, text: str, x: float, y: float, style: LabelStyle, room: float = 0.0) -> None:
        assert self._page is not None
        say(self._page, self._fonts, text, (x, y), style, room)


def _wrapped(fonts: FontBook, text: str, style: LabelStyle, room: float) -> Iterable[str]:
    """Yield the lines of a text, none longer than the room."""
    lines = wrapped(fonts, text, style, room)
    if len(lines) > _MOST_LINES:
        last = lines[_MOST_LINES - 1]
        lines = [*lines[: _MOST_LINES - 1], f"{last} …"]
    for line in lines:
        # a single word may be longer than the room
        while len(line) > 2 and line_width(fonts, line, style) > room:
            shorter = line[: int(len(line) * 0.9)]
            line = shorter.rstrip(" …") + "…"
        yield line
