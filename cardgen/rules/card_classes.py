"""Copies of cards in classes that no expression can tell apart.

A deal hands them out so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.model.cards import Card

_ITSELF = "\0itself"
"""What is asked of a card that is compared with another."""


class CardClass:
    """Cards that gave the same answer to every question so far.

    The next question divides it, once its cards are sorted again."""

    __slots__ = ("_children", "_news", "divided_by", "fields_read")

    def __init__(self, news: list[CardClass], fields_read: frozenset[str] = frozenset()) -> None:
        self._news = news
        self.fields_read = fields_read
        self.divided_by = ""
        self._children: dict[Any, CardClass] = {}

    def ask(self, name: str) -> None:
        """Note that an expression reads a field of a card of this class."""
        if name not in self.fields_read and not self.divided_by:
            self.divided_by = name
            self._news.append(self)

    def child(self, value: Any) -> CardClass:
        child = self._children.get(value)
        if child is None:
            child = self._children[value] = CardClass(
                self._news, self.fields_read | {self.divided_by}
            )
        return child


class CardClasses:
    """Sorts dealt cards into classes.

    At first there is one for each deck, which every field that is read divides. An expression that
    reads nothing new gives the same result for all deals with as many cards of each class.
    `answers` are further fields by name, with the cards for which each is true."""

    def __init__(self, answers: Mapping[str, frozenset[Card]]) -> None:
        self.news: list[CardClass] = []
        """The classes of which something new was asked since they were sorted."""
        self._decks: dict[str, CardClass] = {}
        self._answers = answers
        self._dealt_cards: dict[tuple[Card, int], DealtCard] = {}
        self._plain: dict[Any, CardClass] = {}

    def dealt_card(self, card: Card, copy: int) -> DealtCard:
        """One copy of a card, as expressions see it; always the same object."""
        dealt_card = self._dealt_cards.get((card, copy))
        if dealt_card is None:
            values = {
                **card.fields,
                **{name: card in cards for name, cards in self._answers.items()},
            }
            dealt_card = self._dealt_cards[card, copy] = DealtCard(
                card, self._decks.setdefault(card.deck, CardClass(self.news)), values
            )
            dealt_card.sort()
        return dealt_card

    def of(self, item: Any) -> CardClass:
        """The class of a dealt item; what is no card has a class for each value."""
        return (
            item.card_class
            if isinstance(item, DealtCard)
            else self._plain.setdefault(_frozen(item), CardClass(self.news))
        )

    def sort(self) -> bool:
        """Divide the classes by the fields that were read; True if any was."""
        changed = bool(self.news)
        self.news.clear()
        for paper in self._dealt_cards.values() if changed else ():
            paper.sort()
        return changed


def _frozen(value: Any) -> Any:
    """A value that can be a key, and is equal to no other of another kind."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_frozen, value))
    return type(value).__name__, value if isinstance(
        value, (str, int, float, type(None))
    ) else repr(value)


class _Fields(Mapping[str, Any]):
    """The fields of a dealt card, which notes every read in its class."""

    __slots__ = ("_card",)

    def __init__(self, paper: DealtCard) -> None:
        self._card = paper

    def __getitem__(self, name: str) -> Any:
        self._card.card_class.ask(name)
        return self._card.values[name]

    def __contains__(self, name: object) -> bool:
        self._card.card_class.ask(str(name))
        return name in self._card.values

    def __iter__(self) -> Iterator[str]:
        self._card.card_class.ask(_ITSELF)
        return iter(self._card.values)

    def __len__(self) -> int:
        self._card.card_class.ask(_ITSELF)
        return len(self._card.values)


def _noting_reads(name: str) -> Any:
    """A property that notes the read in the card's class."""

    def read(paper: DealtCard) -> Any:
        paper.card_class.ask(name)
        return getattr(paper.printed, name)

    return property(read)


class DealtCard(Card):
    """One copy of a card, equal to the printed card.

    It equals no other copy of it."""

    __slots__ = ("card_class", "printed", "values")

    id = _noting_reads("id")
    deck = _noting_reads("deck")
    template = _noting_reads("template")
    back = _noting_reads("back")

    def __init__(self, printed: Card, card_class: CardClass, values: Mapping[str, Any]) -> None:
        self.printed = printed
        self.card_class = card_class
        self.values = values
        self.fields = _Fields(self)
        self.copies = 1
        self.place = printed.place

    def sort(self) -> None:
        """Move to the class that its answers lead to."""
        while name := self.card_class.divided_by:
            self.card_class = self.card_class.child(self._answer(name))

    def _answer(self, name: str) -> Any:
        """The value of a name as a key."""
        if name == _ITSELF:
            return self.printed.deck, self.printed.id
        return (
            _frozen(self.values[name])
            if name in self.values
            else (_frozen(getattr(self.printed, name, None)),)
        )

    def __eq__(self, other: object) -> bool:
        self.card_class.ask(_ITSELF)
        return self is other or other is self.printed

    def __hash__(self) -> int:
        self.card_class.ask(_ITSELF)
        return hash(self.printed)
