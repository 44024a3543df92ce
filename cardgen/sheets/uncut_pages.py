"""Pages that are looked at and not cut: cards in their outlines, and lines of text. Lengths are
points."""

from __future__ import annotations

from cardgen.base.geometry import Box, Matrix
from cardgen.cards.draft import legible
from cardgen.cards.placing import outline
from cardgen.engine import Canvas, Colourant, Drawing, FontBook, LabelStyle, LineStyle, Page
from cardgen.model.sizes import Shape
from cardgen.sheets.pages import FURNITURE_FONT, from_view_box

REGULAR, BOLD = 600, 800
LEADING = 1.35
"""From a line to the next one, in sizes of the letters."""


def show_card(
    page: Page, drawing: Drawing | None, shape: Shape, room: Box, *, dash: tuple[float, ...] = ()
) -> None:
    """A card at the upper left of a room, as large as that has room for, in its outline; or that
    alone."""
    scale = min(room.width / shape.width, room.height / shape.height)
    placed = Matrix(scale, 0, 0, scale, room.x, room.top - shape.height * scale)
    if drawing:
        page.place(
            drawing,
            placed @ from_view_box(drawing.box, shape),
            clip=outline(shape, drawing.box),
            shared=True,
        )
    edge = outline(shape, Box(0, 0, shape.width, shape.height))
    line = LineStyle(0.4 / scale, dash=tuple(length / scale for length in dash))
    canvas = Canvas()
    canvas.path(edge, stroke=Colourant.grey(0.6), line=line)
    page.place(canvas.drawing, placed)


def say(
    page: Page,
    fonts: FontBook,
    text: str,
    at: tuple[float, float],
    style: LabelStyle,
    room: float = 0.0,
) -> None:
    """A line of text with its baseline from a point, signs for the letters that its font lacks;
    smaller where it is longer than a room."""
    text = legible(text, (style.family,), fonts)
    if room:
        style = style._replace(
            size=style.size
            * room
            / max(room, fonts.width(text, (style.family,), style.weight) * style.size)
        )
    canvas = Canvas()
    canvas.text(fonts, text, style, (0, 0))
    page.place(canvas.drawing, Matrix(1, 0, 0, -1, *at))


def words_of(size: float, weight: int = REGULAR) -> LabelStyle:
    """The style of words beside cards."""
    return LabelStyle(FURNITURE_FONT, weight, size)


def wrapped(fonts: FontBook, text: str, style: LabelStyle, room: float) -> list[str]:
    """A text in lines that are no longer than the room, as far as its words are not."""
    lines = [""]
    for word in legible(" ".join(text.split()), (style.family,), fonts).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or fonts.width(longer, (style.family,), style.weight) * style.size <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
