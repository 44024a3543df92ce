"""Texts of cards in the mark-up of Tabletop Simulator, which is that of NGUI: `[b]`, `[FF0000]`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from cardgen.cards.spoken import name_of, texts_of
from cardgen.engine import text_markup
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.span_styles import PLAIN_SHEET, SpanStyle

_BOLD = 600
"""The weight from which letters count as bold."""
_MARK = re.compile(
    r"\[(?=(?:-|/?(?:[biusc]|sub|sup|url\b[^\]]*)|[0-9A-F]{2}|[0-9A-F]{6}|[0-9A-F]{8})\])",
    re.IGNORECASE,
)
"""A bracket that would be mark-up: two hexadecimal digits are how clear letters are."""
_UNSEEN = "\u200b"
"""A space without a width, which keeps a bracket from being one."""
_RGB = re.compile("#([0-9A-Fa-f]{6})")


class TabletopTexts:
    """Writes what the cards of a deck say."""

    def __init__(self, game: Game, deck: Deck) -> None:
        self._game, self._deck = game, deck
        self._styles = (game.typeset(deck).styles or PLAIN_SHEET).lenient()

    def name(self, card: Card) -> str:
        """What a card is called."""
        return name_of(card, self._game.vocabulary_of(self._deck), self._line)

    def description(self, card: Card, but: Container[str]) -> str:
        """The texts of a card, `but` for some fields."""
        return texts_of(self._game, self._deck, card, but, self._line, " | ")

    def _line(self, spans: Sequence[text_markup.Span]) -> str:
        return "".join(map(self._span, spans))

    def _span(self, span: text_markup.Span) -> str:
        looks = (*span.looks, span.attributes) if span.attributes else span.looks
        style = self._styles.resolved(looks)
        words = _MARK.sub(f"[{_UNSEEN}", span.icon or span.text)
        for mark in _marks(span, style):
            words = f"[{mark}]{words}[/{mark}]"
        colour = _RGB.search(style.color or "")
        return f"[{colour[1].upper()}]{words}[-]" if colour else words


def _marks(span: text_markup.Span, style: SpanStyle) -> list[str]:
    """The marks around a span, the innermost first."""
    rise = style.rise or 0.0
    marks = {
        "sup": rise > 0,
        "sub": rise < 0,
        "s": style.strike,
        "u": style.underline,
        "i": span.italic or style.italic,
        "b": span.bold or style.bold or (style.weight or 0) >= _BOLD,
    }
    return [mark for mark, is_on in marks.items() if is_on]
