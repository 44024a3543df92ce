"""Phrases that a book has by itself. A game in another language says it in the words that its
overlay gives for these."""

from __future__ import annotations

RULEBOOK, CONTENTS, INDEX, QUICK = "Rulebook", "Contents", "Index of terms", "Quick reference"
ON_PAGE, CONTINUED = "page {}", ", continued"
BY, RULES = "The rules of the game by {}", "The rules of the game"
CARDS, VARIANT, PLAYERS = "Cards", "Variant", "Players"
CREDITS, DESIGNED = "Credits", "{} was designed by {}."
VERSION = "version {}"
BOUND = (
    RULEBOOK,
    CONTENTS,
    INDEX,
    QUICK,
    ON_PAGE,
    CONTINUED,
    BY,
    CARDS,
    CREDITS,
    DESIGNED,
)
"""What most books say."""
