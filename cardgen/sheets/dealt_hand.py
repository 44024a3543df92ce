"""A deal as a picture: the cards of each pile side by side, below what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.cards.card_painter import CardWork
from cardgen.cards.context import Context
from cardgen.cards.render import draw_together
from cardgen.engine import Drawing, Pdf
from cardgen.sheets.uncut_pages import BOLD, LEADING, say, show_card, words_of, wrapped

IN_A_ROW = 7
"""How many cards stand side by side."""
_WIDE, _HIGH = 36 * MM, 51 * MM
"""The room of a card."""
_BETWEEN, _MARGIN = 3 * MM, 8 * MM
_TITLE, _TEXT = words_of(13.0, BOLD), words_of(10.0)
_MOST_CARDS = 60
"""How many cards of a pile are shown."""

Piles = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""The piles by their names, each card as the ids of its deck and of itself."""


def show_deal(pdf: Pdf, context: Context, title: str, piles: Piles) -> Box:
    """Add a page with a deal, as large as it has to be, and give its size. A card that cannot be
    drawn is an empty frame."""
    faces = _drawn(context, piles)
    wide = max(min(IN_A_ROW, len(cards)) for _, cards in piles)
    room = max(wide * (_WIDE + _BETWEEN) - _BETWEEN, 4 * _WIDE)
    lines = wrapped(context.fonts, title, _TITLE, room)
    rows = [
        cards[first : first + IN_A_ROW]
        for _, cards in piles
        for first in range(0, min(len(cards), _MOST_CARDS), IN_A_ROW)
    ]
    high = (
        len(lines) * _TITLE.size * LEADING
        + len(piles) * (_TEXT.size * LEADING + _BETWEEN)
        + len(rows) * (_HIGH + _BETWEEN)
    )
    size = Box(0, 0, room + 2 * _MARGIN, high + 2 * _MARGIN)
    page = pdf.page(size, outline=title)
    y = high + _MARGIN
    for line in lines:
        y -= _TITLE.size * LEADING
        say(page, context.fonts, line, (_MARGIN, y + 0.35 * _TITLE.size), _TITLE)
    for name, cards in piles:
        y -= _TEXT.size * LEADING + _BETWEEN
        more = f", the first {_MOST_CARDS} of {len(cards)}" if len(cards) > _MOST_CARDS else ""
        say(page, context.fonts, f"{name}{more}", (_MARGIN, y + 0.35 * _TEXT.size), _TEXT)
        for first in range(0, min(len(cards), _MOST_CARDS), IN_A_ROW):
            y -= _HIGH + _BETWEEN
            for place, card in enumerate(cards[first : first + IN_A_ROW]):
                shape = context.game.deck(card[0]).shape
                show_card(
                    page,
                    faces.get(card),
                    shape,
                    Box(_MARGIN + place * (_WIDE + _BETWEEN), y, _WIDE, _HIGH),
                )
    return size


def _drawn(context: Context, piles: Piles) -> Mapping[tuple[str, str], Drawing]:
    """The faces of the cards in a deal, each once."""
    card_keys = {card for _, cards in piles for card in cards}
    positions: dict[str, list[int]] = {}
    for deck in context.game.decks:
        for place, card in enumerate(deck.cards):
            if (deck.id, card.id) in card_keys:
                positions.setdefault(deck.id, []).append(place)
    (result,) = draw_together(context, [CardWork(context, positions)])
    return {
        (card_drawing.card.deck, card_drawing.card.id): card_drawing.face
        for card_drawing in result.drawn
        if card_drawing.face
    }
