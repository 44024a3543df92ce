"""What the pieces of a deck are on a table: cards, tiles, tokens, standees or boards."""

from __future__ import annotations

from cardgen.base.units import MM
from cardgen.model.cards import Deck

CARDS, TILES, TOKENS, STANDEES, BOARDS = "cards", "tiles", "tokens", "standees", "boards"
BAG = "bag"
"""Pieces of any kind that are drawn from a bag."""
ON_TABLE = {
    CARDS: "a pile, face down where they have backs",
    TILES: "beside one another, face up, alike ones stacked",
    TOKENS: "the same, for small ones",
    STANDEES: "upright, each by itself",
    BOARDS: "face up in the middle, each by itself",
    BAG: "in a bag, to be drawn by chance",
}
"""What may be said of a deck, and how its pieces lie then."""
DICE = (4, 6, 8, 10, 12, 20)
"""The numbers of sides that dice of a game may have."""
_BOARD = 150 * MM
"""The longer side from which a piece is a board; the largest card that is sold, jumbo, has
140 mm."""
_TOKEN = 40 * MM
"""The longer side up to which a piece is a token."""
_UPRIGHT = "tent"
"""The layout of standees."""


def piece_of(deck: Deck) -> str:
    """What a deck's pieces are: what its file says, or else by their size, shape and layout.

    Round and six-sided pieces are tiles where they have no back; with one they are a pile to draw
    from, as cards are."""
    if deck.on_table and deck.on_table != BAG:
        return deck.on_table
    longest = max(deck.shape.width, deck.shape.height)
    if deck.layout == _UPRIGHT:
        return STANDEES
    if longest >= _BOARD:
        return BOARDS
    if longest <= _TOKEN:
        return TOKENS
    if deck.shape.kind != "rectangle" and not any(card.back for card in deck):
        return TILES
    return CARDS


def is_in_bag(deck: Deck) -> bool:
    """True if its pieces are drawn from a bag."""
    return deck.on_table == BAG
