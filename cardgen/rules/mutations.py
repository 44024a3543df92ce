"""Spoilt decks: what a rule is tried on to see whether it can fail at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.model.cards import Card, Deck, Field

_FAR = 999


def spoilt(decks: Mapping[str, Deck]) -> Iterator[dict[str, Deck]]:
    """The decks, all spoilt in one way after the other: emptied, made alike, shifted, one kind of
    field changed, copied."""
    for spoil in _WAYS:
        yield {id: replace(deck, cards=tuple(spoil(deck))) for id, deck in decks.items()}


def changed(
    card: Card, fields: Mapping[str, Any], copies: int | None = None, back: str = "", id: str = ""
) -> Card:
    """The card with other values."""
    return Card(
        id or card.id,
        card.deck,
        {**card.fields, **fields},
        copies=card.copies if copies is None else copies,
        template=card.template,
        back=back or card.back,
        copy_number=card.copy_number,
        place=card.place,
        places=card.places,
    )


def _alike(deck: Deck, position: int) -> Iterator[Card]:
    model = deck.cards[position]
    return (changed(card, model.fields, model.copies) for card in deck)


def _shifted(deck: Deck) -> Iterator[Card]:
    for card, following in zip(deck.cards, (*deck.cards[1:], deck.cards[0]), strict=True):
        yield changed(card, following.fields, following.copies)


def _least(field: Field, value: Any) -> Any:
    """The least that a field can say."""
    if field.kind in _NUMBERS:
        return -_FAR if field.low is None else int(field.low)
    return {"list_of": [], "bool": False, "text": ""}.get(
        field.kind, field.choices[0] if field.choices else value
    )


def _most(field: Field, value: Any) -> Any:
    """The most that a field can say."""
    if field.kind in _NUMBERS:
        return _FAR if field.high is None else int(field.high)
    return {"list_of": list(field.choices), "bool": True, "text": "TODO"}.get(
        field.kind, field.choices[-1] if field.choices else value
    )


def _other(field: Field, value: Any) -> Any:
    """Something else than it says."""
    if field.kind in _NUMBERS:
        return (value or 0) + 1
    if field.kind == "list_of":
        return [*value[1:], *value[1:]] if value else list(field.choices[:1])
    if field.kind == "bool":
        return not value
    return None if field.optional and value else f"{value} too"


def _each(change: Callable[[Field, Any], Any], *kinds: str) -> Callable[[Deck], Iterator[Card]]:
    """Change the fields of these kinds on every card."""

    def spoil(deck: Deck) -> Iterator[Card]:
        fields = [field for field in (*deck.fields.values(), *OWN) if field.kind in kinds]
        return (
            changed(
                card, {field.name: change(field, card.fields.get(field.name)) for field in fields}
            )
            for card in deck
        )

    return spoil


_NUMBERS = ("int", "number")
OWN = (Field("name", "text"), Field("art", "text", optional=True))
"""What every card says, whatever its deck declares."""
_KINDS: tuple[tuple[str, ...], ...] = (_NUMBERS, ("list_of",), ("one_of",), ("text",), ("bool",))
_WAYS: tuple[Callable[[Deck], Iterator[Card]], ...] = (
    lambda deck: iter(()),
    lambda deck: _alike(deck, 0),
    lambda deck: _alike(deck, -1),
    _shifted,
    *(_each(change, *kinds) for kinds in _KINDS for change in (_least, _most, _other)),
    lambda deck: (changed(card, {}, card.copies * 2 + 1) for card in deck),
    lambda deck: (changed(card, {}, 0) for card in deck),
    lambda deck: iter(deck.cards[::2]),
    lambda deck: (changed(card, {}, back=card.id) for card in deck),
)
