"""How large the texts of cards are set, which of them do not fit, and how long they might be.

All of it comes of composing the cards, so it is what prints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any, NamedTuple

from cardgen.base.findings import Finding
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.continued_texts import ContinuedTexts
from cardgen.cards.placed_markup import PlacedText
from cardgen.cards.sources import SourceFinder, text_fields
from cardgen.cards.text_setter import TextSetter
from cardgen.cards.text_style import TextStyle
from cardgen.cards.workspace import Workspace
from cardgen.engine import Layout, TextBox
from cardgen.model.cards import Card
from cardgen.sandbox import process

_OVERFLOW = "text-overflow"
_MARKS = re.compile(r"\{[^{}]*\}|\*+|[\[\]]")
"""What of a text's mark-up is no letter of it."""
_MOST_LETTERS = 2_000
_PATIENCE = 60.0  # seconds for a text, of which a card is composed with some twenty
_PER_TRY = 1.5
"""How much longer each text is that is tried until one does not fit."""


class MeasuredField(NamedTuple):
    """A text of a card as it is set: its sizes in points, one for each place where it stands, and
    what its boxes lack, which is empty where it fits."""

    deck: str
    card: str
    field: str
    sizes: tuple[float, ...]
    lack: str


class TextRoom(NamedTuple):
    """The most letters of a text that fit a field of a card; 0 where no box bounds them."""

    deck: str
    card: str
    field: str
    letters: int


def set_texts(context: Context, decks: Sequence[str]) -> Iterator[MeasuredField]:
    """Yield the texts of fields that cards of these decks set in boxes. Raises Stopped."""
    for text in process.run(_set_texts, context, decks):
        if text.sizes or text.lack:
            yield text


def text_rooms(
    context: Context, fields: Mapping[str, Mapping[str, Sequence[str]]]
) -> Iterator[TextRoom]:
    """Yield the room of texts, asked for by deck, card and field. Raises Stopped."""
    yield from process.run(_text_rooms, context, fields, seconds=_PATIENCE)


def _set_texts(context: Context, decks: Sequence[str]) -> Iterator[MeasuredField]:
    composer = _MeasuringComposer(context)
    for deck in map(context.game.deck, decks):
        for card in deck:
            yield MeasuredField(deck.id, card.id, "", (), "")  # a sign of life for each card
            yield from composer.texts_of(card)


def _text_rooms(
    context: Context, fields: Mapping[str, Mapping[str, Sequence[str]]]
) -> Iterator[TextRoom]:
    composer = _MeasuringComposer(context)
    for deck_id, cards in fields.items():
        for card_id, names in cards.items():
            card = context.game.deck(deck_id).card(card_id)
            for name in names:
                yield TextRoom(deck_id, card_id, name, composer.room_of(card, name))


class _MeasuringSetter(TextSetter):
    """Sets texts, and notes the sizes of those that are fields of the card at work."""

    def __init__(self, workspace: Workspace, sources: SourceFinder) -> None:
        super().__init__(workspace, sources)
        self.sizes: dict[str, list[float]] = {}

    def svg(
        self,
        layout: Layout,
        text: str,
        corner: tuple[float, float],
        style: TextStyle,
        box: TextBox,
        unit: float,
    ) -> PlacedText:
        card = self._workspace.side.card
        name = self._field_of(card, self._sources.whole_text(text)) if card else ""
        if name and layout.lines:
            self.sizes.setdefault(name, []).append(round(layout.size, 2))
        return super().svg(layout, text, corner, style, box, unit)

    def _field_of(self, card: Card, text: str) -> str:
        """The field that is a text, or else the longest that stands in it; empty for none."""
        worded = self._workspace.game.deck(card.deck).worded
        texts = {name: value for name, value in text_fields(card).items() if name in worded}
        exact = [name for name, value in texts.items() if value.casefold() == text.casefold()]
        inside = [name for name, value in texts.items() if value in text]
        return max(exact or inside, key=lambda name: len(texts[name]), default="")


class _MeasuringComposer(Composer):
    """Composes cards to measure their texts."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        functions = self.functions
        self.setter = functions.texts = _MeasuringSetter(self.workspace, functions.sources)
        functions.continued_texts = ContinuedTexts(self.workspace, functions.texts)

    def texts_of(self, card: Card) -> Iterator[MeasuredField]:
        """Yield the texts of fields that a card sets in boxes on both of its sides."""
        sizes, problems = self._measured_sides(card)
        lacks = _lacks(card, problems)
        for name in dict.fromkeys((*sizes, *lacks)):
            yield MeasuredField(
                card.deck, card.id, name, tuple(sizes.get(name, ())), lacks.get(name, "")
            )

    def room_of(self, card: Card, name: str) -> int:
        """The most letters of a text that fit a field; 0 where no box bounds them."""
        words = _words(str(getattr(card, name) or ""))
        usual = self._overflow_count(card, name, "x")

        def fits(count: int) -> bool:
            return self._overflow_count(card, name, _filler(words, count)) <= usual

        longest, shortest = len(" ".join(words)), 0
        while fits(longest):
            shortest, longest = longest, int(longest * _PER_TRY) + 1
            if longest > _MOST_LETTERS:
                return 0
        while longest - shortest > 1:
            middle = (shortest + longest) // 2
            if fits(middle):
                shortest = middle
            else:
                longest = middle
        return shortest

    def _overflow_count(self, card: Card, name: str, text: str) -> int:
        """How many texts of a card do not fit if it says this one."""
        tried = replace(card, fields={**card.fields, name: text})
        _, problems = self._measured_sides(tried)
        return sum(problem.code == _OVERFLOW for problem in problems)

    def _measured_sides(self, card: Card) -> tuple[dict[str, list[float]], list[Finding]]:
        """The sizes of the texts of a card by field, and its problems."""
        self.setter.sizes = {}
        deck = self.game.deck(card.deck)
        problems: list[Finding] = []
        for template in (card.template or deck.template, card.back or deck.back):
            if template:
                problems += self.side(card, template)[1]
        return self.setter.sizes, problems


def _lacks(card: Card, problems: Sequence[Finding]) -> dict[str, str]:
    """What boxes lack for the texts of a card, by field; "" is the field of what is none."""
    lacks: dict[str, str] = {}
    for problem in problems:
        if problem.code == _OVERFLOW:
            names = [name for name in text_fields(card) if card.where(name) == problem.place]
            lacks.setdefault(names[0] if names else "", _lack_words(problem))
    return lacks


def _lack_words(problem: Finding) -> str:
    says: Any = getattr(problem, "says", "")
    return str(says or problem.what)


def _words(text: str) -> list[str]:
    return _MARKS.sub(" ", text).split() or ["word"]


def _filler(words: Sequence[str], count: int) -> str:
    """A text of so many letters made of these words."""
    text = ""
    for word in cycle(words):
        if len(text) >= count:
            break
        text += f"{word} "
    return text[:count].strip() or "x"
