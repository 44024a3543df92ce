"""Pages that show what changed since the last print.

Each card stands there before and after, with what it says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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

_MARGIN = 12 * MM
_INSET = 3 * MM
"""From the edge of a row's panel to what stands on it, and between its parts."""
_WIDEST, _HIGHEST = 44 * MM, 47 * MM
"""The room of a picture: four rows of poker cards stand on a page, at little more than half their
size."""
_BETWEEN = 9 * MM
"""Between a card before and after, with room for an arrow."""
_APART = 3 * MM
"""Between two rows."""
_CAPTION = 3.6 * MM
_INK = (0.13, 0.12, 0.2)
_PALE = (0.42, 0.41, 0.48)
_WHITE = (1.0, 1.0, 1.0)
_BLUE = (0.05, 0.38, 0.85)
"""The colour of what has changed, which is on few cards."""
_PANEL = FlatColour((0.95, 0.95, 0.97))
_COLOURS = {
    "new": (0.1, 0.5, 0.3),
    "changed": _BLUE,
    "gone": _PALE,
    "copies": (0.45, 0.25, 0.65),
}
"""The colours of the badges that tell kinds of changes."""
_TITLE = LabelStyle("Baloo 2", BOLD, 20.0, _INK)
_HEAD = _TITLE._replace(size=15.0)
_BADGE = words_of(7.5, BOLD)._replace(colour=_WHITE)
_TEXT = words_of(8.5)._replace(colour=_INK)
_VALUE = words_of(10.5, BOLD)._replace(colour=_INK)
_SMALL = words_of(6.5, BOLD)._replace(colour=_PALE)
_MOST_LINES = 6
"""How many lines a value may take; what is longer ends in an ellipsis."""


class ShownChange(NamedTuple):
    """A card as a row of the page.

    Its pictures before and after, each with a word below it; words in place of a picture stand in
    an empty frame, and None leaves no frame. Its `name`, and its `id` where that is another. Lines
    say what is to be done; `values` are the fields that say something else, each with its name and
    what it said and says."""

    kind: str
    name: str
    id: str
    before: Drawing | str | None
    after: Drawing | str | None
    lines: Sequence[str]
    values: Sequence[tuple[str, str]] = ()
    legend: tuple[str, str] = ("before", "now")
    frames: Sequence[tuple[str, Box]] = ()
    """Boxes that are framed on the picture before, each with its name, in points from the lower
    left corner of the card."""
    rings: Sequence[Box] = ()
    """Boxes in which the pictures differ, which are framed on both."""


class _RowWords(NamedTuple):
    """Words of a row: their height, and what puts them below a point."""

    height: float
    put: Callable[[float, float], None]


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
        self._room(size * 2 + _HIGHEST + _CAPTION + 2 * _INSET, title)
        self._line(title, _MARGIN, self._y - size, _TITLE, room)
        self._line(about, _MARGIN, self._y - 2.1 * size, _TEXT, room)
        self._y -= 2.4 * size + _APART

    def row(self, change: ShownChange, shape: Shape) -> None:
        """Add one card on a panel of its own."""
        scale = min(1.0, _WIDEST / shape.width, _HIGHEST / shape.height)
        width = shape.width * scale
        height = shape.height * scale
        before_x = _MARGIN + _INSET
        after_x = before_x + width + _BETWEEN
        text_x = after_x + width + _INSET
        words = list(self._words(change, self._size.width - _MARGIN - _INSET - text_x))
        text_height = sum(block.height for block in words)
        panel_height = max(height + _CAPTION, text_height) + 2 * _INSET
        self._room(panel_height)
        self._plate(
            Box(_MARGIN, self._y - panel_height, self._size.width - 2 * _MARGIN, panel_height),
            _PANEL,
            _INSET,
        )
        top = self._y - _INSET
        for picture, x, legend in zip(
            (change.before, change.after), (before_x, after_x), change.legend, strict=True
        ):
            self._picture(picture, shape, Box(x, top - height, width, height), legend)
            for box in change.rings if picture else ():
                self._ring(box, Matrix(scale, 0, 0, scale, x, top - height))
        for name, box in change.frames:
            self._ring(box, Matrix(scale, 0, 0, scale, before_x, top - height), name)
        if change.before and change.after:
            self._arrow(after_x - _BETWEEN / 2, top - height / 2)
        for block in words:
            block.put(text_x, top)
            top -= block.height
        self._y -= panel_height + _APART

    def _room(self, height: float, title: str = "") -> None:
        """Begin a page unless this one has so much room below."""
        if self._page is None or self._y - height < _MARGIN:
            self._page = self._pdf.page(self._size, outline=title)
            self._y = self._size.height - _MARGIN

    def _picture(self, picture: Drawing | str | None, shape: Shape, box: Box, legend: str) -> None:
        """Add a card with its legend, or an empty frame with the reason."""
        assert self._page is not None
        if picture is None:
            return
        if isinstance(picture, Drawing):
            show_card(self._page, picture, shape, box)
            self._line(legend, box.x, box.y - 0.8 * _CAPTION, _SMALL, box.width)
        else:
            show_card(self._page, None, shape, box, dash=(3, 2))
            self._reason(picture, box)

    def _plate(self, box: Box, colour: FlatColour, radius: float) -> None:
        assert self._page is not None
        canvas = Canvas()
        canvas.rectangle(box, fill=colour, radius=radius)
        self._page.place(canvas.drawing, Matrix())

    def _ring(self, box: Box, corner: Matrix, name: str = "") -> None:
        """Frame a part of a card so that it is seen on any ground, with a name on the frame's
        corner."""
        assert self._page is not None
        ring = corner.box(box).grown(0.6)
        size = 1.5 * _SMALL.size
        badge = Box(ring.right - 1, ring.top - 1, size, size)
        canvas = Canvas()
        for colour, width in ((_WHITE, 2.8), (_BLUE, 1.4)):
            line = LineStyle(width)
            canvas.rectangle(ring, stroke=FlatColour(colour), line=line, radius=2)
        if name:
            canvas.rectangle(badge, fill=FlatColour(_BLUE), radius=size / 2)
        self._page.place(canvas.drawing, Matrix())
        style = _SMALL._replace(colour=_WHITE)
        width = line_width(self._fonts, name, style)
        self._line(name, badge.centre[0] - width / 2, badge.y + 0.38 * size, style)

    def _reason(self, text: str, box: Box) -> None:
        """Write a text in the middle of a frame."""
        text_lines = list(_wrapped(self._fonts, text, _SMALL, box.width - 4))
        leading = _SMALL.size * LEADING
        y = box.centre[1] + (len(text_lines) / 2 - 0.75) * leading
        for row, line in enumerate(text_lines):
            indent = (box.width - line_width(self._fonts, line, _SMALL)) / 2
            self._line(line, box.x + indent, y - row * leading, _SMALL)

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

    def _words(self, change: ShownChange, room: float) -> Iterator[_RowWords]:
        """Yield what is said of a change, from top to bottom."""
        yield from self._lines(change.name, _HEAD, room)
        if change.id:
            yield from self._lines(change.id, _SMALL, room)
        yield self._badge(change.kind)
        for line in change.lines:
            yield from self._lines(line, _TEXT, room)
        for name, value in change.values:
            yield self._value(name, value, room)

    def _lines(self, text: str, style: LabelStyle, room: float) -> Iterator[_RowWords]:
        """Yield the lines of a text, broken to the room."""
        for line in _wrapped(self._fonts, text, style, room):

            def put(x: float, y: float, line: str = line) -> None:
                self._line(line, x, y - 0.8 * style.size, style)

            yield _RowWords(style.size * LEADING, put)

    def _badge(self, kind: str) -> _RowWords:
        """The kind of a change on a badge of its colour."""
        size = _BADGE.size
        high = 1.7 * size

        def put(x: float, y: float) -> None:
            width = line_width(self._fonts, kind, _BADGE) + 1.4 * size
            colour = FlatColour(_COLOURS.get(kind, _INK))
            self._plate(Box(x, y - size * 0.4 - high, width, high), colour, high / 2)
            self._line(kind, x + 0.7 * size, y - size * 1.6, _BADGE)

        return _RowWords(high + 0.9 * size, put)

    def _value(self, name: str, value: str, room: float) -> _RowWords:
        """What a field said and says, on a plate with its name."""
        inset = 1.6 * MM
        lines = list(_wrapped(self._fonts, value, _VALUE, room - 2 * inset))
        leading = _VALUE.size * LEADING
        high = _SMALL.size * LEADING + len(lines) * leading + 2 * inset

        def put(x: float, y: float) -> None:
            y -= inset
            self._plate(Box(x, y - high, room, high), FlatColour(_WHITE), inset)
            y -= inset
            self._line(name, x + inset, y - 0.8 * _SMALL.size, _SMALL, room - 2 * inset)
            y -= _SMALL.size * LEADING
            for row, line in enumerate(lines):
                self._line(line, x + inset, y - row * leading - 0.8 * _VALUE.size, _VALUE)

        return _RowWords(high + inset, put)

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
