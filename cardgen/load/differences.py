"""Cards that are new, changed or gone between two states of a deck.

Those that changed are told by field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.model.cards import SIZE, Deck

Values = Mapping[str, Any]
"""What a card says, by the names of its fields."""


@dataclass(frozen=True, slots=True)
class CardDifference:
    """A card that says other things than before.

    For each field it holds the earlier and the later value, None where there is none."""

    id: str
    fields: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences between two states of a deck, by id.

    They are in the order of the later state, those that are gone in that of the earlier."""

    new: tuple[str, ...] = ()
    changed: tuple[CardDifference, ...] = ()
    gone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.changed or self.gone)


def differences(before: Mapping[str, Values], after: Mapping[str, Values]) -> Differences:
    """The differences between two states of a deck.

    Each is the values of its cards by id.

    >>> differences({"a": {"rank": 1}, "b": {}}, {"a": {"rank": 2}, "c": {}})
    Differences(new=('c',), changed=(CardDifference(id='a', fields={'rank': (1, 2)}),), gone=('b',))
    """
    changed = (
        CardDifference(id, _fields(before[id], values))
        for id, values in after.items()
        if id in before
    )
    return Differences(
        tuple(id for id in after if id not in before),
        tuple(difference for difference in changed if difference.fields),
        tuple(id for id in before if id not in after),
    )


def values_by_id(deck: Deck) -> dict[str, Values]:
    """The values of the cards of a deck, by id.

    Their fields, what every card has, and texts in other languages as `text.de`."""
    values = {
        card.id: {
            **card.fields,
            "copies": card.copies,
            "template": card.template,
            "back": card.back,
            **({SIZE: card.own_size} if card.own_size else {}),
        }
        for card in deck
    }
    for language, cards in deck.texts.items():
        for id, texts in cards.items():
            values[id].update((f"{name}.{language}", text) for name, (text, _) in texts.items())
    return dict(values)


def _fields(before: Values, after: Values) -> dict[str, tuple[Any, Any]]:
    names = dict.fromkeys((*after, *before))
    return {
        name: (before.get(name), after.get(name))
        for name in names
        if before.get(name) != after.get(name)
    }
