"""Comparison of the cards on the table with those printed today.

Which cards are new, changed or gone, and how many to print. Cards are told apart by the pictures of
their sides. A card that only has another name, or lies in another file, stays on the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cardgen.model.cards import SIZE, Card, Deck, Game

Said = str | tuple[str, ...]
"""What a card says under one name, as text, so that it can be kept and compared: a list as its
entries."""

NEW, CHANGED, GONE, COPIES, RENAMED = "new", "changed", "gone", "copies", "renamed"


PART = "part of"
"""Under which name a card on which a text goes on says whose text it is: no field is called so."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it was printed, or would be.

    The likenesses of its sides, its copies, and what it said; no back where it has none."""

    id: str
    face: str
    back: str = ""
    copies: int = 1
    fields: Mapping[str, Said] = field(default_factory=dict)

    @property
    def picture(self) -> tuple[str, str]:
        """The looks of it on a table."""
        return self.face, self.back


class FieldChange(NamedTuple):
    """A field that says something else; nothing where it said nothing."""

    name: str
    before: Said
    after: Said


class CardChange(NamedTuple):
    """The change of a card, of `kind` NEW, CHANGED, GONE, COPIES or RENAMED.

    So many of it are `due` to be printed, and so many old ones are to be taken `out` of the box.
    """

    kind: str
    before: PrintedCard | None
    after: PrintedCard | None
    due: int = 0
    out: int = 0

    @property
    def id(self) -> str:
        card = self.after or self.before
        return card.id if card else ""

    @property
    def fields(self) -> list[FieldChange]:
        """The fields that differ, for a card that was there and is."""
        if not self.before or not self.after:
            return []
        old = self.before.fields
        new = self.after.fields
        names = dict.fromkeys([*new, *old])
        changes = [FieldChange(name, old.get(name, ""), new.get(name, "")) for name in names]
        return [change for change in changes if change.before != change.after]

    @property
    def sides(self) -> list[str]:
        """The sides that look different."""
        if not self.before or not self.after:
            return []
        pairs = zip(("face", "back"), self.before.picture, self.after.picture, strict=True)
        return [side for side, old, new in pairs if old != new]


def said_by(card: Card, deck: Deck) -> dict[str, Said]:
    """The values of a card as texts, without empty ones.

    Its template and back are there where they are not its deck's."""
    templates = {
        "template": "" if card.template == deck.template else card.template,
        "back": "" if card.back == deck.back else card.back,
    }
    first = "" if card.first_id == card.id else card.first_id
    values = {SIZE: card.own_size, **card.fields, **templates, PART: first}
    texts = {name: _said(value) for name, value in values.items()}
    return {name: value for name, value in texts.items() if value}


def _said(value: object) -> Said:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def compare(before: Sequence[PrintedCard], after: Sequence[PrintedCard]) -> list[CardChange]:
    """The changes of the cards of a deck.

    Cards that are there come first, in their order, then those that are gone. Copies on the table
    serve first the card of their id, then any that looks like them.
    """
    old, new = {card.id: card for card in before}, {card.id: card for card in after}
    on_table, to_print = ({card.id: card.copies for card in cards} for cards in (before, after))
    for id, card in new.items():
        if id in old and old[id].picture == card.picture:
            _serve(on_table, to_print, id, id)
    spare: dict[tuple[str, str], list[str]] = defaultdict(list)
    for card in reversed(before):
        if on_table[card.id]:
            spare[card.picture].append(card.id)
    serving: dict[str, str] = {}
    for id, card in new.items():
        others = spare[card.picture]
        while to_print[id] and others:
            serving.setdefault(id, others[-1])
            _serve(on_table, to_print, others[-1], id)
            if not on_table[others[-1]]:
                others.pop()
    changes = []
    for id, card in new.items():
        other = old.get(serving.get(id, ""))
        copies = on_table.get(id, 0)
        changes.append(_change(old.get(id), card, to_print[id], copies, other))
    gone_cards = (
        CardChange(GONE, card, None, 0, on_table[card.id])
        for card in before
        if card.id not in new and on_table[card.id]
    )
    return [*filter(None, changes), *gone_cards]


def _serve(
    on_table: dict[str, int], to_print: dict[str, int], printed_id: str, card_id: str
) -> None:
    """Let copies of a printed card serve as copies of a card."""
    copies = min(on_table[printed_id], to_print[card_id])
    on_table[printed_id] -= copies
    to_print[card_id] -= copies


def _change(
    old: PrintedCard | None,
    new: PrintedCard,
    to_print: int,
    to_take_out: int,
    serving: PrintedCard | None,
) -> CardChange | None:
    """The change of a card that is there, or None.

    `serving` is another that lies on the table and looks like it."""
    if not to_print and not to_take_out:
        return CardChange(RENAMED, serving, new) if serving else None
    if old is None or not old.copies:
        return CardChange(NEW, None, new, to_print)
    if not new.copies:
        return CardChange(GONE, old, None, 0, to_take_out)
    return CardChange(
        COPIES if old.picture == new.picture else CHANGED, old, new, to_print, to_take_out
    )


@dataclass(frozen=True, slots=True)
class DeckChanges:
    """The changes of a deck's cards since they were printed."""

    game: Game
    deck: Deck
    before: Sequence[PrintedCard]
    changes: Sequence[CardChange]

    @property
    def due(self) -> dict[str, int]:
        """The copies to print, by the ids of their cards."""
        return {change.id: change.due for change in self.changes if change.due}

    @property
    def out(self) -> Iterator[str]:
        """The old cards to take out of the box, in words."""
        for change in self.changes:
            if change.out and change.before:
                copies = f" ({change.out} copies)" if change.out > 1 else ""
                yield f"{self.deck.id}/{change.before.id}{copies}"
