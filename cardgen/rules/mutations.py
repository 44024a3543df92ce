"""Mutated decks, to see if a rule can fail at all (mutation testing)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.model.cards import Card, Deck
from cardgen.model.fields import Field
from cardgen.schema.field_kinds import FIELD_KINDS, TextField


def mutated_decks(decks: Mapping[str, Deck]) -> Iterator[dict[str, Deck]]:
    """Yield the decks with one mutation after the other in all of them.

    They are emptied, made alike, shifted, changed in one kind of field, copied."""
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


OWN = (TextField("name"), TextField("art", optional=True))
"""What every card says, whatever its deck declares."""
Change = Callable[[Field, Any], Any]
"""Gives another value of a field."""
Mutation = Callable[[Deck], Iterable[Card]]
"""Gives other cards for a deck."""


def _no_cards(deck: Deck) -> Iterable[Card]:
    return ()


def _all_as_the_first(deck: Deck) -> Iterable[Card]:
    return _all_as(deck.cards[0], deck) if deck.cards else ()


def _all_as_the_last(deck: Deck) -> Iterable[Card]:
    return _all_as(deck.cards[-1], deck) if deck.cards else ()


def _all_as(model: Card, deck: Deck) -> Iterator[Card]:
    for card in deck:
        yield changed_card(card, model.fields, model.copies)


def _shifted(deck: Deck) -> Iterator[Card]:
    """Each card with the values of the next."""
    following = (*deck.cards[1:], *deck.cards[:1])
    for card, model in zip(deck.cards, following, strict=True):
        yield changed_card(card, model.fields, model.copies)


def _more_copies(deck: Deck) -> Iterator[Card]:
    for card in deck:
        yield changed_card(card, {}, card.copies * 2 + 1)


def _no_copies(deck: Deck) -> Iterator[Card]:
    for card in deck:
        yield changed_card(card, {}, 0)


def _every_second(deck: Deck) -> Iterable[Card]:
    return deck.cards[::2]


def _different_backs(deck: Deck) -> Iterator[Card]:
    for card in deck:
        yield changed_card(card, {}, back=card.id)


def _changing(change: Change, family: str) -> Mutation:
    """A mutation that changes the fields of one family of kinds on every card."""

    def mutate(deck: Deck) -> Iterator[Card]:
        fields = [*deck.fields.values(), *OWN]
        of_family = [field for field in fields if _family(field) == family]
        for card in deck:
            values = {}
            for field in of_family:
                values[field.name] = change(field, card.fields.get(field.name))
            yield changed_card(card, values)

    return mutate


def _family(field: Field | type[Field]) -> str:
    """The kind of a field; one for all that hold numbers."""
    return "number" if field.is_number else field.kind


def _least(field: Field, value: Any) -> Any:
    return field.least(value)


def _greatest(field: Field, value: Any) -> Any:
    return field.greatest(value)


def _another(field: Field, value: Any) -> Any:
    return field.another(value)


_FAMILIES = dict.fromkeys(map(_family, FIELD_KINDS.values()))
_CHANGES = (_least, _greatest, _another)
_MUTATIONS: tuple[Mutation, ...] = (
    _no_cards,
    _all_as_the_first,
    _all_as_the_last,
    _shifted,
    *(_changing(change, family) for family in _FAMILIES for change in _CHANGES),
    _more_copies,
    _no_copies,
    _every_second,
    _different_backs,
)
