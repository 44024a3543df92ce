"""Spoilt decks: what a rule is tried on to see whether it can fail at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.model.cards import Card, Deck
from cardgen.model.fields import Field
from cardgen.schema.field_kinds import FIELD_KINDS, TextField


def mutated_decks(decks: Mapping[str, Deck]) -> Iterator[dict[str, Deck]]:
    """The decks, all spoilt in one way after the other: emptied, made alike, shifted, one kind of
    field changed, copied."""
    for mutate in _MUTATIONS:
        yield {id: replace(deck, cards=tuple(mutate(deck))) for id, deck in decks.items()}


def changed_card(
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


def _all_as_one(deck: Deck, position: int) -> Iterator[Card]:
    model = deck.cards[position]
    return (changed_card(card, model.fields, model.copies) for card in deck)


def _shifted(deck: Deck) -> Iterator[Card]:
    for card, following in zip(deck.cards, (*deck.cards[1:], deck.cards[0]), strict=True):
        yield changed_card(card, following.fields, following.copies)


def _changing(change: Callable[[Field, Any], Any], family: str) -> Callable[[Deck], Iterator[Card]]:
    """A way to spoil decks: change the fields of one family of kinds on every card."""

    def mutate(deck: Deck) -> Iterator[Card]:
        fields = [field for field in (*deck.fields.values(), *OWN) if _family(field) == family]
        for card in deck:
            values = {field.name: change(field, card.fields.get(field.name)) for field in fields}
            yield changed_card(card, values)

    return mutate


def _family(field: Field | type[Field]) -> str:
    """The kind of a field; one for all that hold numbers."""
    return "number" if field.is_number else field.kind


_FAMILIES = dict.fromkeys(map(_family, FIELD_KINDS.values()))
_CHANGES: tuple[Callable[[Field, Any], Any], ...] = (
    lambda field, value: field.least(value),
    lambda field, value: field.greatest(value),
    lambda field, value: field.another(value),
)
OWN = (TextField("name"), TextField("art", optional=True))
"""What every card says, whatever its deck declares."""
_MUTATIONS: tuple[Callable[[Deck], Iterator[Card]], ...] = (
    lambda deck: iter(()),
    lambda deck: _all_as_one(deck, 0),
    lambda deck: _all_as_one(deck, -1),
    _shifted,
    *(_changing(change, family) for family in _FAMILIES for change in _CHANGES),
    lambda deck: (changed_card(card, {}, card.copies * 2 + 1) for card in deck),
    lambda deck: (changed_card(card, {}, 0) for card in deck),
    lambda deck: iter(deck.cards[::2]),
    lambda deck: (changed_card(card, {}, back=card.id) for card in deck),
)
