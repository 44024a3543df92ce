"""A deal as a picture: the cards of each pile side by side, below what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawJob
from cardgen.cards.context import Context
from cardgen.cards.draft import legible
from cardgen.cards.render import Troubles, draw_deck
from cardgen.graphics.display_list import LineStyle, PaintedPath, grey
from cardgen.graphics.drawing import Drawing
from cardgen.graphics.pdf import Page, Pdf
from cardgen.model.cards import Deck
from cardgen.model.sizes import Shape
from cardgen.sheets.pages import FURNITURE_FONT, from_view_box, outline
from cardgen.svg.glyphs import LabelStyle, label
from cardgen.typography.fontbook import FontBook

IN_A_ROW = 7
"""How many cards stand side by side."""
_WIDE, _HIGH = 36 * MM, 51 * MM
"""The room of a card."""
_BETWEEN, _MARGIN = 3 * MM, 8 * MM
_TITLE, _TEXT = 13.0, 10.0
_LEADING = 1.35
_MOST_CARDS = 60
"""How many cards of a pile are shown."""

Piles = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""The piles by their names, each card as the ids of its deck and of itself."""


def show_deal(pdf: Pdf, context: Context, title: str, piles: Piles) -> Box:
    """Add a page with a deal, as large as it has to be, and give its size. A card that cannot be drawn is an empty frame."""
    drawn = _drawn(context, piles)
    wide = max(min(IN_A_ROW, len(cards)) for _, cards in piles)
    room = max(wide * (_WIDE + _BETWEEN) - _BETWEEN, 4 * _WIDE)
    lines = _wrapped(context.fonts, title, room)
    rows = [cards[first : first + IN_A_ROW] for _, cards in piles for first in range(0, min(len(cards), _MOST_CARDS), IN_A_ROW)]
    high = len(lines) * _TITLE * _LEADING + len(piles) * (_TEXT * _LEADING + _BETWEEN) + len(rows) * (_HIGH + _BETWEEN)
    size = Box(0, 0, room + 2 * _MARGIN, high + 2 * _MARGIN)
    page = pdf.page(size, outline=title)
    y = high + _MARGIN
    for line in lines:
        y -= _TITLE * _LEADING
        _say(page, context.fonts, line, _MARGIN, y + 0.35 * _TITLE, _TITLE, 800)
    for name, cards in piles:
        y -= _TEXT * _LEADING + _BETWEEN
        more = f", the first {_MOST_CARDS} of {len(cards)}" if len(cards) > _MOST_CARDS else ""
        _say(page, context.fonts, f"{name}{more}", _MARGIN, y + 0.35 * _TEXT, _TEXT, 600)
        for first in range(0, min(len(cards), _MOST_CARDS), IN_A_ROW):
            y -= _HIGH + _BETWEEN
            for place, card in enumerate(cards[first : first + IN_A_ROW]):
                shape = context.game.deck(card[0]).shape
                _card(page, drawn.get(card), shape, Box(_MARGIN + place * (_WIDE + _BETWEEN), y, _WIDE, _HIGH))
    return size


def _drawn(context: Context, piles: Piles) -> Mapping[tuple[str, str], Drawing]:
    """The faces of the cards in a deal, each once."""
    wanted = {card for _, cards in piles for card in cards}
    found: dict[tuple[str, str], Drawing] = {}
    for deck in context.game.decks:
        only = tuple(place for place, card in enumerate(deck.cards) if (deck.id, card.id) in wanted)
        found |= _faces(context, deck, only) if only else {}
    return found


def _faces(context: Context, deck: Deck, only: tuple[int, ...]) -> dict[tuple[str, str], Drawing]:
    drawn = draw_deck(context, deck, Troubles(), DrawJob(only=only))
    return {(deck.id, each.card.id): each.face for each in drawn if each.face}


def _card(page: Page, drawing: Drawing | None, shape: Shape, room: Box) -> None:
    scale = min(room.width / shape.width, room.height / shape.height)
    placed = Matrix(scale, 0, 0, scale, room.x, room.top - shape.height * scale)
    cut = outline(shape, Box(0, 0, shape.width, shape.height))
    if drawing:
        page.place(drawing, placed @ from_view_box(drawing.box, shape), clip=outline(shape, drawing.box), shared=True)
    page.place(Drawing([PaintedPath(cut, stroke=grey(0.6), line=LineStyle(0.4 / scale))], Box(0, 0, 1, 1)), placed)


def _say(page: Page, book: FontBook, text: str, x: float, y: float, size: float, weight: int) -> None:
    shown = label(book, legible(text, (FURNITURE_FONT,), book), LabelStyle(FURNITURE_FONT, weight, size), (0, 0), Box(0, 0, 1, 1))
    page.place(shown, Matrix(1, 0, 0, -1, x, y))


def _wrapped(book: FontBook, text: str, room: float) -> list[str]:
    """A text in lines that are no longer than the room."""
    lines = [""]
    for word in legible(" ".join(text.split()), (FURNITURE_FONT,), book).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or book.width(longer, (FURNITURE_FONT,), 800) * _TITLE <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
