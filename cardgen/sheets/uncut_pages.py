"""Pages to look at, not to cut: outlined cards and lines.

Lengths are points."""

from __future__ import annotations

from cardgen.base.geometry import Box, Matrix
from cardgen.cards.draft import legible
from cardgen.cards.placing import outline
from cardgen.engine import Canvas, Drawing, FlatColour, FontBook, LabelStyle, LineStyle, Page
from cardgen.model.sizes import Shape
from cardgen.sheets.pages import FURNITURE_FONT, from_view_box

REGULAR, BOLD = 600, 800
LEADING = 1.35
"""From a line to the next one, in sizes of the letters."""


def show_card(
    page: Page, drawing: Drawing | None, shape: Shape, room: Box, *, dash: tuple[float, ...] = ()
) -> None:
    """Add a card in its outline at the upper left of a room.

    Without a drawing there is the outline alone. It is as large as the room allows."""
    scale = min(room.width / shape.width, room.height / shape.height)
    placement = Matrix(scale, 0, 0, scale, room.x, room.top - shape.height * scale)
    if drawing:
        matrix = placement @ from_view_box(drawing.box, shape)
        page.place(drawing, matrix, clip=outline(shape, drawing.box), shared=True)
    edge = outline(shape, shape.box, upward=True)
    # the placement scales the line too
    scaled_dash = tuple(length / scale for length in dash)
    line = LineStyle(0.4 / scale, dash=scaled_dash)
    canvas = Canvas()
    canvas.path(edge, stroke=FlatColour.grey(0.6), line=line)
    page.place(canvas.drawing, placement)


def say(
    page: Page,
    fonts: FontBook,
    text: str,
    at: tuple[float, float],
    style: LabelStyle,
    room: float = 0.0,
) -> None:
    """Add a line of text from a point, smaller if too long.

    Letters that its font lacks become signs."""
    text = legible(text, (style.family,), fonts)
    if room:
        width = line_width(fonts, text, style)
        style = style._replace(size=style.size * room / max(room, width))
    canvas = Canvas()
    canvas.text(fonts, text, style, (0, 0))
    page.place(canvas.drawing, Matrix(1, 0, 0, -1, *at))


def words_of(size: float, weight: int = REGULAR) -> LabelStyle:
    """The style of words beside cards."""
    return LabelStyle(FURNITURE_FONT, weight, size)


def line_width(fonts: FontBook, text: str, style: LabelStyle) -> float:
    """The width of a line of text, in points."""
    return fonts.width(text, (style.family,), style.weight) * style.size


def wrapped(fonts: FontBook, text: str, style: LabelStyle, room: float) -> list[str]:
    """A text in lines no longer than a room.

    A word that is longer stays whole."""
    lines = [""]
    words = legible(" ".join(text.split()), (style.family,), fonts).split(" ")
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or line_width(fonts, longer, style) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
