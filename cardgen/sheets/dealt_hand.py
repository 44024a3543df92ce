"""A deal as a picture: the cards of its piles side by side."""

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

CardKey = tuple[str, str]
"""The ids of a card's deck and of itself."""
Piles = Sequence[tuple[str, Sequence[CardKey]]]
"""The piles by their names."""


def show_deal(pdf: Pdf, context: Context, title: str, piles: Piles) -> Box:
    """Add a page with a deal, and return its size.

    A card that cannot be drawn is an empty frame."""
    faces = _drawn_faces(context, piles)
    widest = max(min(IN_A_ROW, len(cards)) for _, cards in piles)
    room = max(widest * (_WIDE + _BETWEEN) - _BETWEEN, 4 * _WIDE)
    title_lines = wrapped(context.fonts, title, _TITLE, room)
    row_count = sum(len(_rows(cards)) for _, cards in piles)
    title_height = len(title_lines) * _TITLE.size * LEADING
    names_height = len(piles) * (_TEXT.size * LEADING + _BETWEEN)
    height = title_height + names_height + row_count * (_HIGH + _BETWEEN)
    size = Box(0, 0, room + 2 * _MARGIN, height + 2 * _MARGIN)
    page = pdf.page(size, outline=title)
    y = height + _MARGIN
    for line in title_lines:
        y -= _TITLE.size * LEADING
        say(page, context.fonts, line, (_MARGIN, y + 0.35 * _TITLE.size), _TITLE)
    for name, cards in piles:
        y -= _TEXT.size * LEADING + _BETWEEN
        if len(cards) > _MOST_CARDS:
            name += f", the first {_MOST_CARDS} of {len(cards)}"
        say(page, context.fonts, name, (_MARGIN, y + 0.35 * _TEXT.size), _TEXT)
        for row in _rows(cards):
            y -= _HIGH + _BETWEEN
            for column, card in enumerate(row):
                deck_id, _ = card
                shape = context.game.deck(deck_id).shape
                box = Box(_MARGIN + column * (_WIDE + _BETWEEN), y, _WIDE, _HIGH)
                show_card(page, faces.get(card), shape, box)
    return size


def _rows(cards: Sequence[CardKey]) -> list[Sequence[CardKey]]:
    """The cards of a pile that are shown, row by row."""
    starts = range(0, min(len(cards), _MOST_CARDS), IN_A_ROW)
    return [cards[start : start + IN_A_ROW] for start in starts]


def _drawn_faces(context: Context, piles: Piles) -> Mapping[CardKey, Drawing]:
    """The faces of the cards in a deal, each once."""
    card_keys: set[CardKey] = set()
    for _, cards in piles:
        card_keys.update(cards)
    positions: dict[str, list[int]] = {}
    for deck in context.game.decks:
        for position, card in enumerate(deck.cards):
            if (deck.id, card.id) in card_keys:
                positions.setdefault(deck.id, []).append(position)
    (result,) = draw_together(context, [CardWork(context, positions)])
    faces: dict[CardKey, Drawing] = {}
    for drawn_card in result.drawn:
        if drawn_card.face:
            faces[drawn_card.card.deck, drawn_card.card.id] = drawn_card.face
    return faces
