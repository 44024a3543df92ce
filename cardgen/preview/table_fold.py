"""The rules of the table: a state is a fold of events, and is never changed.

`static/fold.js` is the same for a device that plays by itself; `tests/preview/test_table_folds.py`
holds the two together. Events are mappings as `table_events.py` reads them. One that means nothing
gives the very state that it was given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor
from typing import Any, NamedTuple

from cardgen.rules.seeded import SeededRandom, shuffle

MOST_VALUE = 1_000_000
Event = Mapping[str, Any]
Point = tuple[float, float]


class TableCard(NamedTuple):
    """A card as DECK/ID; in a hand it is never `up`."""

    card: str
    up: bool


@dataclass(frozen=True, slots=True)
class PileThing:
    """Cards that lie in one place, the lowest first."""

    at: Point
    name: str
    cards: tuple[TableCard, ...]
    turn: int = 0
    fan: bool = False
    board: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    at: Point
    name: str
    value: int
    card: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    at: Point
    sides: int
    value: int


@dataclass(frozen=True, slots=True)
class Note:
    at: Point
    text: str


Thing = PileThing | Counter | Die | Note
_KINDS: Mapping[str, type[Thing]] = {"counter": Counter, "die": Die, "note": Note}
Cards = tuple[TableCard, ...]


@dataclass(frozen=True, slots=True)
class TableState:
    """All that lies on a table and in hands. `things` come in their order, the lowest first."""

    setup: str = ""
    title: str = ""
    seed: str = ""
    seats: int = 1
    active: int = 1
    round: int = 1
    size: Point = (900, 420)
    hands: Mapping[int, Cards] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)

    def pile(self, id: object) -> PileThing | None:
        """The pile of this id, if it is one."""
        thing = self.things.get(str(id))
        return thing if isinstance(thing, PileThing) else None

    def cards_at(self, place: Mapping[str, Any]) -> Cards | None:
        """The cards of a hand or a pile; None where there is neither."""
        if "hand" in place:
            return self.hands.get(place["hand"])
        pile = self.pile(place.get("pile"))
        return pile.cards if pile else None


EMPTY = TableState()


def apply(state: TableState, event: Event) -> TableState:
    """The state after an event."""
    act = _ACTS.get(str(event.get("do")))
    return (act(state, event) or state) if act else state


def fold(events: Iterable[Event], state: TableState = EMPTY) -> TableState:
    """The state after some events."""
    for event in events:
        state = apply(state, event)
    return state


def thing_of(plain: Mapping[str, Any]) -> Thing:
    """A counter, a die or a note as an event names it."""
    values = {name: value for name, value in plain.items() if name != "kind"}
    return _KINDS[plain["kind"]](**{**values, "at": tuple(plain["at"])})


def _with_thing(state: TableState, id: str, thing: Thing) -> TableState:
    return replace(state, things={**state.things, id: thing})


def _without_thing(state: TableState, id: str) -> TableState:
    return replace(
        state, things={name: thing for name, thing in state.things.items() if name != id}
    )


def _on_top(state: TableState, id: str) -> TableState:
    return _with_thing(_without_thing(state, id), id, state.things[id])


def _within(state: TableState, at: Sequence[float]) -> Point:
    """A place on the table, to the tenth of a millimetre."""
    x, y = (
        floor(min(max(value, 0), most) * 10 + 0.5) / 10
        for value, most in zip(at, state.size, strict=True)
    )
    return x, y


# -- cards from place to place


def _without_cards(
    state: TableState, place: Mapping[str, Any], indexes: Sequence[int]
) -> tuple[TableState, Cards] | None:
    """The state without some cards of a place, and those, in the order in which they are named.

    A pile without cards is gone; None where not all of them are there."""
    cards = state.cards_at(place)
    numbers = set(indexes)
    if not cards or not numbers or len(numbers) != len(indexes) or max(numbers) >= len(cards):
        return None
    rest = tuple(card for index, card in enumerate(cards) if index not in numbers)
    moved = tuple(cards[index] for index in indexes)
    if "hand" in place:
        return replace(state, hands={**state.hands, place["hand"]: rest}), moved
    id = place["pile"]
    pile = state.pile(id)
    assert pile
    if rest:
        return _with_thing(state, id, replace(pile, cards=rest)), moved
    return _without_thing(state, id), moved


def _with_cards(state: TableState, to: Mapping[str, Any], cards: Cards) -> TableState | None:
    """The state with cards in a hand, on a pile, or as a pile of their own."""
    if "hand" in to:
        hand = state.hands.get(to["hand"])
        if hand is None:
            return None
        index = to.get("index", len(hand))
        turned = tuple(card._replace(up=False) for card in cards)
        hands = {**state.hands, to["hand"]: (*hand[:index], *turned, *hand[index:])}
        return replace(state, hands=hands)
    if "pile" in to:
        pile = state.pile(to["pile"])
        if pile is None:
            return None
        laid = replace(pile, cards=(*pile.cards, *cards))
        return _on_top(_with_thing(state, to["pile"], laid), to["pile"])
    if to["id"] in state.things:
        return None
    return _with_thing(
        state, to["id"], PileThing(_within(state, to["at"]), to.get("name", ""), cards)
    )


def _carry(state: TableState, event: Event) -> TableState | None:
    origin, indexes, to = event["from"], event["cards"], event["to"]
    is_same_pile = "pile" in origin and origin["pile"] == to.get("pile")
    if is_same_pile and len(indexes) == len(state.cards_at(origin) or ()):
        return None
    parts = _without_cards(state, origin, indexes)
    if parts is None:
        return None
    rest, cards = parts
    if "up" in event:
        cards = tuple(card._replace(up=event["up"]) for card in cards)
    return _with_cards(rest, to, cards)


def _deal(state: TableState, event: Event) -> TableState:
    hands = {
        seat: tuple(TableCard(card, False) for card in cards)
        for seat, cards in enumerate(event["hands"], 1)
    }
    things = {id: _dealt_thing(thing) for id, thing in event["things"]}
    setup, title, seed = event["setup"], event["title"], event["seed"]
    size = tuple(event["size"])
    return TableState(setup, title, seed, len(hands), 1, 1, size, hands, things)


def _dealt_thing(thing: Mapping[str, Any]) -> Thing:
    if thing["kind"] != "pile":
        return thing_of(thing)
    cards = tuple(TableCard(card, thing["up"]) for card in thing["cards"])
    looks = thing["turn"], thing["fan"], thing["board"]
    return PileThing(tuple(thing["at"]), thing["name"], cards, *looks)


def _deal_out(state: TableState, event: Event) -> TableState:
    """One card to each seat, from the active one on, as often as there are cards for all."""
    origin = {"pile": event["thing"]}
    for number in range(event["count"] * state.seats):
        pile = state.pile(event["thing"])
        if pile is None:
            break
        seat = (state.active - 1 + number) % state.seats + 1
        carrying = {"from": origin, "cards": [len(pile.cards) - 1], "to": {"hand": seat}}
        state = _carry(state, carrying) or state
    return state


# -- what is done to a pile


def _pile_act(
    change: Callable[[PileThing, Event], PileThing | None],
) -> Callable[[TableState, Event], TableState | None]:
    """An act that changes a pile, or means nothing where `change` gives None."""

    def act(state: TableState, event: Event) -> TableState | None:
        pile = state.pile(event["thing"])
        changed = change(pile, event) if pile else None
        return _with_thing(state, event["thing"], changed) if changed else None

    return act


def _flipped(pile: PileThing, event: Event) -> PileThing:
    """The whole pile turned over: the cards below come to lie on top."""
    return replace(pile, cards=tuple(card._replace(up=not card.up) for card in pile.cards[::-1]))


def _turned_up(pile: PileThing, event: Event) -> PileThing | None:
    index = event["card"]
    if index >= len(pile.cards):
        return None
    card = pile.cards[index]
    turned = card._replace(up=not card.up)
    return replace(pile, cards=(*pile.cards[:index], turned, *pile.cards[index + 1 :]))


def _rotated(pile: PileThing, event: Event) -> PileThing:
    return replace(pile, turn=(pile.turn + event["by"] + 360) % 360)


def _shuffled(pile: PileThing, event: Event) -> PileThing | None:
    """By a seed; at a shared table, by the order that the cards are to come in."""
    if "order" in event:
        if sorted(event["order"]) != list(range(len(pile.cards))):
            return None
        return replace(pile, cards=tuple(pile.cards[index] for index in event["order"]))
    cards = list(pile.cards)
    shuffle(cards, SeededRandom(event["seed"]))
    return replace(pile, cards=tuple(cards))


def _fan(state: TableState, event: Event) -> TableState | None:
    pile = state.pile(event["thing"])
    if pile is None or pile.fan == event["on"]:
        return None
    return _on_top(
        _with_thing(state, event["thing"], replace(pile, fan=event["on"])), event["thing"]
    )


# -- other things, and turns


def _move(state: TableState, event: Event) -> TableState | None:
    thing = state.things.get(event["thing"])
    if thing is None:
        return None
    moved = replace(thing, at=_within(state, event["at"]))
    return _on_top(_with_thing(state, event["thing"], moved), event["thing"])


def _roll(state: TableState, event: Event) -> TableState | None:
    die = state.things.get(event["thing"])
    if not isinstance(die, Die):
        return None
    value = 1 + floor(SeededRandom(event["seed"]).random() * die.sides)
    return _with_thing(state, event["thing"], replace(die, value=value))


def _count(state: TableState, event: Event) -> TableState | None:
    counter = state.things.get(event["thing"])
    if not isinstance(counter, Counter):
        return None
    value = max(-MOST_VALUE, min(MOST_VALUE, counter.value + event["by"]))
    return _with_thing(state, event["thing"], replace(counter, value=value))


def _write(state: TableState, event: Event) -> TableState | None:
    note = state.things.get(event["thing"])
    if not isinstance(note, Note):
        return None
    return _with_thing(state, event["thing"], replace(note, text=event["text"]))


def _add(state: TableState, event: Event) -> TableState | None:
    if event["id"] in state.things:
        return None
    thing = thing_of(event["thing"])
    return _with_thing(state, event["id"], replace(thing, at=_within(state, thing.at)))


def _remove(state: TableState, event: Event) -> TableState | None:
    thing = state.things.get(event["thing"])
    is_loose = thing is not None and not isinstance(thing, PileThing)
    return _without_thing(state, event["thing"]) if is_loose else None


def _next(state: TableState, event: Event) -> TableState:
    active = state.active % state.seats + 1
    return replace(state, active=active, round=state.round + (active == 1))


_ACTS: Mapping[str, Callable[[TableState, Event], TableState | None]] = {
    "deal": _deal,
    "carry": _carry,
    "dealOut": _deal_out,
    "move": _move,
    "flip": _pile_act(_flipped),
    "turnUp": _pile_act(_turned_up),
    "turn": _pile_act(_rotated),
    "fan": _fan,
    "shuffle": _pile_act(_shuffled),
    "roll": _roll,
    "count": _count,
    "write": _write,
    "add": _add,
    "remove": _remove,
    "next": _next,
}
