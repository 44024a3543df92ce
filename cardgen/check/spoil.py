"""Spoilt decks: what a rule is tried on to see whether it can fail at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.model import Card, Deck, Field

_FAR = 999


def spoilt(decks: Mapping[str, Deck]) -> Iterator[dict[str, Deck]]:
    """The decks, all spoilt in one way after the other: emptied, made alike, shifted, blanked, filled up, copied."""
    for spoil in _WAYS:
        yield {id: replace(deck, cards=tuple(spoil(deck))) for id, deck in decks.items()}


def changed(card: Card, fields: Mapping[str, Any], copies: int | None = None) -> Card:
    """The card with other values."""
    count = card.copies if copies is None else copies
    values = {**card.fields, **fields}
    return Card(
        card.id, card.deck, values, copies=count, template=card.template, back=card.back, place=card.place, places=card.places
    )  # fmt: skip


def _alike(deck: Deck, position: int) -> Iterator[Card]:
    model = deck.cards[position]
    return (changed(card, model.fields, model.copies) for card in deck)


def _shifted(deck: Deck) -> Iterator[Card]:
    for card, following in zip(deck.cards, (*deck.cards[1:], deck.cards[0]), strict=True):
        yield changed(card, following.fields, following.copies)


def _blank(field: Field) -> Any:
    """The least that a field can say."""
    if field.optional:
        return None
    if field.kind in ("int", "number"):
        return -_FAR if field.low is None else int(field.low)
    return {"list_of": [], "one_of": field.choices[0] if field.choices else "", "bool": False}.get(field.kind, "")


def _full(field: Field) -> Any:
    """The most that a field can say."""
    if field.kind in ("int", "number"):
        return _FAR if field.high is None else int(field.high)
    if field.kind == "list_of":
        return list(field.choices[: field.most])
    return {"one_of": field.choices[-1] if field.choices else "", "bool": True}.get(field.kind, "TODO")


def _each(value: Callable[[Field], Any], copies: int) -> Callable[[Deck], Iterator[Card]]:
    def spoil(deck: Deck) -> Iterator[Card]:
        values = {name: value(field) for name, field in deck.fields.items()}
        return (changed(card, {**values, "name": value(Field("name", "text"))}, copies) for card in deck)

    return spoil


_WAYS: tuple[Callable[[Deck], Iterator[Card]], ...] = (
    lambda deck: iter(()),
    lambda deck: _alike(deck, 0),
    lambda deck: _alike(deck, -1),
    _shifted,
    _each(_blank, 0),
    _each(_full, 7),
    lambda deck: (changed(card, {}, card.copies * 2 + 1) for card in deck),
    lambda deck: iter(deck.cards[::2]),
)
