"""Cards whose texts go on on further cards: what stands on each of them, and the deck with all of
them.

A card is parted by rendering its face part by part, as its template draws each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cardgen.base.findings import Finding
from cardgen.model.cards import Card, CardPart, Deck
from cardgen.schema.values import unused_id

MOST_PARTS = 20
"""A text that needs more cards than these does not end."""

PartsOfCards = dict[int, tuple[CardPart, ...]]
"""The parts of cards of a deck, by their positions; one of most."""


class BegunText(NamedTuple):
    """What is left of a text where a part begins; `is_whole` where no part has any of it yet."""

    text: str
    is_whole: bool


@dataclass(slots=True)
class PartAtWork:
    """A part of a card while its face is measured: the texts as it begins, and as it ends.

    `pieces` are what stands on it of each text in the order of the face, `rests` what is left."""

    part: CardPart
    beginnings: Sequence[str] = ()
    pieces: list[str | None] = field(default_factory=list)
    rests: list[str] = field(default_factory=list)

    @property
    def is_last(self) -> bool:
        """True if no part may follow."""
        return self.part.number >= MOST_PARTS

    def next_text(self, text: str) -> BegunText:
        """What is left of the next text that the face sets."""
        number = len(self.pieces)
        if number < len(self.beginnings):
            return BegunText(self.beginnings[number], False)
        return BegunText(text, True)

    def add(self, piece: str | None, rest: str) -> None:
        """Take in what stands here of that text, None for all of it, and what is left of it."""
        self.pieces.append(piece)
        self.rests.append(rest)

    def finished(self) -> PartAtWork:
        """The part with what was left for it of texts that it does not set, which is told when it
        is composed."""
        for beginning in self.beginnings[len(self.pieces) :]:
            self.add(beginning, "")
        return self

    @property
    def goes_on(self) -> bool:
        return any(self.rests)

    def anew(self) -> PartAtWork:
        """The part from its beginning, where its face is rendered again."""
        return PartAtWork(self.part, self.beginnings)


def card_of_part(card: Card, part: CardPart, id: str = "") -> Card:
    """The card that a part is printed on: a following one has a number behind its name."""
    name = card.fields.get("name")
    if part.number == 1 or not name:
        return replace(card, id=id or card.id, printed_part=part)
    fields = {**card.fields, "name": f"{name} ({part.number})"}
    return replace(card, id=id or card.id, fields=fields, printed_part=part)


def id_of_part(part: CardPart) -> str:
    """The id of the card that a part is printed on, if no other card has it."""
    return part.first if part.number == 1 else f"{part.first}-{part.number}"


def may_be_part(deck: Deck, id: str) -> bool:
    """True if a card of a deck may go on on a card of this id."""
    first, _, number = id.rpartition("-")
    is_number = number.isdecimal() and 1 < int(number[:3]) <= MOST_PARTS
    return deck.continues and is_number and any(card.id == first for card in deck)


def clash_of(card: Card) -> Finding | None:
    """The problem of a following card whose id another card has."""
    part = card.printed_part
    if not part or card.id == id_of_part(part):
        return None
    return Finding(
        "name-taken",
        f'the text of card "{part.first}" goes on on a card "{id_of_part(part)}", and there is one'
        " already",
        "give one of them another id",
        card.place,
    )


def deck_with_parts(deck: Deck, parts: PartsOfCards) -> Deck:
    """A deck with the cards on which texts go on, each behind the one before."""
    ids = dict.fromkeys((card.id for card in deck.cards), 1)
    cards: list[Card] = []
    for position, card in enumerate(deck.cards):
        card_parts = parts.get(position, ())
        if len(card_parts) < 2:
            cards.append(card)
            continue
        for part in card_parts:
            id = card.id if part.number == 1 else unused_id(id_of_part(part), ids)
            cards.append(card_of_part(card, part, id))
    return replace(deck, cards=tuple(cards), is_as_printed=True)
