"""The part of a table that a seat may see.

Everything that a page is told of a shared table is made of what is given here. A card whose face a
seat does not see has no name and no id: of one whose back lies open only a class is told, which all
cards that look alike from behind share; of one that is covered, nothing."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from cardgen.preview.table_fold import Cards, Counter, Die, Note, PileThing, TableState, Thing

ONLOOKER = 0
"""The seat of those who have none: they see no hand."""
HIDDEN = "?"
"""The letter that the class of a card begins with, which is never that of a deck."""
Json = dict[str, Any]
HiddenClass = Callable[[str], str]
"""Gives the class of a card that is seen from behind."""
_KINDS: Mapping[type[Thing], str] = {
    PileThing: "pile",
    Counter: "counter",
    Die: "die",
    Note: "note",
}


def view_of(state: TableState, seat: int, hidden_class: HiddenClass) -> Json:
    """The table as a seat sees it: its own hand, of others the number of cards."""
    return {
        "title": state.title,
        "seats": state.seats,
        "active": state.active,
        "round": state.round,
        "size": list(state.size),
        "hands": {str(holder): len(cards) for holder, cards in state.hands.items()},
        "hand": [card.card for card in _own_hand(state, seat)],
        "things": [[id, _thing_view(thing, hidden_class)] for id, thing in state.things.items()],
    }


def _own_hand(state: TableState, seat: int) -> Cards:
    return state.hands.get(seat, ())


def _thing_view(thing: Thing, hidden_class: HiddenClass) -> Json:
    kind = _KINDS[type(thing)]
    if not isinstance(thing, PileThing):
        return {"kind": kind, **asdict(thing)}
    looks = {name: getattr(thing, name) for name in ("at", "name", "turn", "fan", "board")}
    open_cards = open_part(thing)
    cards = [[card if up else hidden_class(card), up] for card, up in open_cards]
    return {"kind": kind, **looks, "covered": len(thing.cards) - len(cards), "cards": cards}


def open_part(pile: PileThing) -> Cards:
    """The cards of a pile that lie open, face or back: the top one, of a fan all."""
    return pile.cards if pile.fan else pile.cards[-1:]


def named_cards(view: Json) -> set[str]:
    """The cards and classes that a view names."""
    things = [thing for _, thing in view["things"]]
    on_piles = {card for thing in things for card, _ in thing.get("cards", ())}
    on_counters = {thing["card"] for thing in things if thing.get("card")}
    return {*view["hand"], *on_piles, *on_counters}


def faces_seen(state: TableState, seat: int) -> Tally[str]:
    """The cards whose faces a seat sees, each as often as it sees it."""
    return Tally([*(card.card for card in _own_hand(state, seat)), *public_faces(state)])


def public_faces(state: TableState) -> Iterator[str]:
    """The cards whose faces lie open to everybody."""
    for thing in state.things.values():
        if isinstance(thing, PileThing):
            yield from (card for card, up in open_part(thing) if up)


def seats_that_saw(before: TableState, after: TableState) -> list[int]:
    """The seats that see a face after an event which they did not see before it."""
    seats = after.hands
    return [seat for seat in seats if faces_seen(after, seat) - faces_seen(before, seat)]
