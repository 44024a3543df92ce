"""Pages that show what changed since the last print: each card before and after, with what it says
otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.engine import Canvas, Colourant, Drawing, FontBook, LabelStyle, LineStyle, Page, Pdf
from cardgen.model.sizes import Paper, Shape
from cardgen.sheets.uncut_pages import BOLD, LEADING, say, show_card, words_of, wrapped

_MARGIN = 14 * MM
_WIDEST, _HIGHEST = 44 * MM, 52 * MM
"""The room of a picture: four rows of poker cards stand on a page, at little more than half their
size."""
_BETWEEN = 9 * MM
"""Between a card before and after, with room for an arrow."""
_BESIDE, _BELOW = 6 * MM, 6 * MM
_CAPTION = 3.6 * MM
_INK, _PALE = (0.1, 0.1, 0.12), (0.45, 0.45, 0.5)
_TITLE, _HEAD = (words_of(size, BOLD)._replace(colour=_INK) for size in (15.0, 10.5))
_TEXT, _SMALL = (words_of(size)._replace(colour=_INK) for size in (8.5, 6.5))
_MOST_LINES = 6
"""How many lines a value may take; what is longer ends in an ellipsis."""


class ShownChange(NamedTuple):
    """A card as a row of the page: its pictures, the words below them, and what is said of it, the
    first line in bold.

    A picture that is not to be had, where `unseen` says why, is an empty frame; one that there
    never was is left out."""

    before: Drawing | None
    after: Drawing | None
    lines: Sequence[str]
    legend: tuple[str, str] = ("before", "now")
    unseen: str = ""


class ChangesWriter:
    """Writes rows onto pages of a PDF, as many as fit on each."""

    def __init__(self, pdf: Pdf, paper: Paper, fonts: FontBook) -> None:
        self._pdf, self._fonts = pdf, fonts
        self._size = Box(0, 0, paper.width, paper.height)
        self._page: Page | None = None
        self._y = 0.0

    def heading(self, title: str, about: str) -> None:
        """The beginning of a deck, with room for one of its rows."""
        size, room = _TITLE.size, self._size.width - 2 * _MARGIN
        self._room(size * 2 + _HIGHEST + _CAPTION + _BELOW, title)
        self._line(title, _MARGIN, self._y - size, _TITLE, room)
        self._line(about, _MARGIN, self._y - size - 1.5 * _SMALL.size - 2, _TEXT, room)
        self._y -= 2.4 * size + _BELOW / 2

    def row(self, change: ShownChange, shape: Shape) -> None:
        """One card."""
        scale = min(1.0, _WIDEST / shape.width, _HIGHEST / shape.height)
        width, height = shape.width * scale, shape.height * scale
        left = _MARGIN + 2 * width + _BETWEEN + _BESIDE
        lines = list(self._set(change.lines, self._size.width - _MARGIN - left))
        tall = max(height + _CAPTION, sum(style.size * LEADING for _, style in lines)) + _BELOW
        self._room(tall)
        seats = (_MARGIN, _MARGIN + width + _BETWEEN)
        for x, drawing, legend in zip(
            seats, (change.before, change.after), change.legend, strict=True
        ):
            if drawing or (change.unseen and x == _MARGIN):
                self._picture(
                    drawing, shape, Box(x, self._y - height, width, height), change.unseen
                )
                self._line(legend, x, self._y - height - 0.8 * _CAPTION, _SMALL, width)
        if change.after and (change.before or change.unseen):
            self._arrow(_MARGIN + width + _BETWEEN / 2, self._y - height / 2)
        y = self._y
        for text, style in lines:
            self._line(text, left, y - 0.8 * style.size, style)
            y -= style.size * LEADING
        self._y -= tall

    def _room(self, tall: float, title: str = "") -> None:
        """A page with so much room below what is on it."""
        if self._page is None or self._y - tall < _MARGIN:
            self._page = self._pdf.page(self._size, outline=title)
            self._y = self._size.height - _MARGIN

    def _picture(self, drawing: Drawing | None, shape: Shape, box: Box, unseen: str) -> None:
        assert self._page is not None
        show_card(self._page, drawing, shape, box, dash=() if drawing else (3, 2))
        text_lines = () if drawing else list(_wrapped(self._fonts, unseen, _SMALL, box.width - 4))
        for row, text in enumerate(text_lines):
            y = box.y + box.height / 2 + (len(text_lines) / 2 - row) * _SMALL.size * LEADING
            self._line(text, box.x + 2, y, _SMALL._replace(colour=_PALE))

    def _arrow(self, x: float, y: float) -> None:
        assert self._page is not None
        half, head = 2.6 * MM, 1.3 * MM
        strokes = ((-half, 0, half, 0), (half - head, head, half, 0), (half - head, -head, half, 0))
        canvas = Canvas()
        canvas.lines(strokes, LineStyle(1.2), Colourant.grey(0.45))
        self._page.place(canvas.drawing, Matrix.shift(x, y))

    def _set(self, lines: Sequence[str], room: float) -> Iterable[tuple[str, LabelStyle]]:
        """Lines of text with their styles, each broken to the room there is."""
        for index, text in enumerate(lines):
            style = _TEXT if index else _HEAD
            yield from ((line, style) for line in _wrapped(self._fonts, text, style, room))

    def _line(self, text: str, x: float, y: float, style: LabelStyle, room: float = 0.0) -> None:
        assert self._page is not None
        say(self._page, self._fonts, text, (x, y), style, room)


def _wrapped(fonts: FontBook, text: str, style: LabelStyle, room: float) -> Iterable[str]:
    """A text in lines that are no longer than the room, as many as there may be."""
    lines = wrapped(fonts, text, style, room)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]} …"]
    for line in lines:
        while (
            len(line) > 2 and fonts.width(line, (style.family,), style.weight) * style.size > room
        ):
            line = line[: int(len(line) * 0.9)].rstrip(" …") + "…"
        yield line
