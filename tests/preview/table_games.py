"""Games at a table, without a browser: a deal, the looks of its cards, and moves at random."""

from __future__ import annotations

from random import Random
from typing import Any

from cardgen.preview.shared_table import SharedTable
from cardgen.preview.table_events import SessionFile
from cardgen.preview.table_fold import Counter, Die, Note, PileThing, TableState
from cardgen.preview.table_looks import TableLooks

SHAPE = {"width": 63, "height": 88, "kind": "rectangle"}
CARDS = [f"main/c{number}" for number in range(24)]
COINS = [f"coin/k{number}" for number in range(3)]
PLAYERS = {1: "key-of-one", 2: "key-of-two", 3: "key-of-three"}


def name_of(card: str) -> str:
    """The name on a card's face, which nothing else is called."""
    return f"Face {card.replace('/', ' ')}."


def deck_event(deck: str, cards: list[str], back: str) -> dict[str, Any]:
    """A deck as the pages are told of it."""
    records = {}
    for card in cards:
        id = card.partition("/")[2]
        face = f"face-{card}"
        records[id] = {"id": id, "fields": {"name": name_of(card)}, "face": face, "back": back}
    faces = {
        record["face"]: f"<svg>{record['fields']['name']}</svg>" for record in records.values()
    }
    pictures = {**faces, back: f"<svg>{back}</svg>"}
    head = {"title": deck.title(), "shape": SHAPE}
    about = {"kind": "deck", "game": "sweets", "deck": deck, "head": head, "whole": True}
    return {**about, "cards": records, "pictures": pictures}


def looks() -> TableLooks:
    """The looks of both decks, which have different backs."""
    table_looks = TableLooks("sweets")
    table_looks.follow([deck_event("main", CARDS, "back-a"), deck_event("coin", COINS, "back-b")])
    return table_looks


def pile(cards: list[str], name: str = "", *, up: bool = False) -> dict[str, Any]:
    about = {"kind": "pile", "at": [50, 50], "name": name, "turn": 0, "fan": False, "board": False}
    return {**about, "up": up, "cards": cards}


def deal(order: list[str]) -> dict[str, Any]:
    """Five cards to each of three seats, the others on a pile, three coins face up."""
    hands = [order[0:5], order[5:10], order[10:15]]
    things = [["t1", pile(order[15:], "stock")], ["t2", pile(COINS, up=True)]]
    about = {"do": "deal", "setup": "decks", "title": "Hands", "seed": "secret seed"}
    return {**about, "size": [600, 400], "hands": hands, "things": things}


def shared_game(order: list[str] | None = None) -> SharedTable:
    """A table at which all three seats are taken."""
    table = SharedTable(SessionFile("sweets", "Sweets", [deal(order or CARDS)]), looks())
    for seat, player in PLAYERS.items():
        table.sit(player, seat)
    return table


def random_move(state: TableState, seat: int, chance: Random) -> dict[str, Any]:
    """A move that a page could send, and now and then one that it could not."""
    things = [*state.things, "t999"]
    thing = chance.choice(things)
    piles = [id for id, each in state.things.items() if isinstance(each, PileThing)] or ["t1"]
    own = {"hand": seat if chance.random() < 0.9 else chance.randint(1, 3)}
    origin = own if chance.random() < 0.5 else {"pile": chance.choice(piles)}
    count = len(state.cards_at(origin) or ())
    number = chance.randint(1, 3)
    top = list(range(max(0, count - number), count))
    cards = top if chance.random() < 0.7 else [chance.randrange(count + 1)]
    at = [chance.uniform(-50, 700), chance.uniform(-50, 500)]
    id = f"n{chance.randrange(10**6)}"
    to = chance.choice(
        [{"hand": chance.randint(1, 3)}, {"pile": chance.choice(piles)}, {"id": id, "at": at}]
    )
    if "hand" in to and chance.random() < 0.3:
        to["index"] = chance.randrange(4)
    turned = {"up": chance.random() < 0.5} if chance.random() < 0.6 else {}
    loose = chance.choice(
        [
            {"kind": "die", "at": at, "sides": 6, "value": 1},
            {"kind": "counter", "at": at, "name": "Points", "value": 0, "card": "main/c1"},
            {"kind": "note", "at": at, "text": "a note"},
        ]
    )
    carrying = {"do": "carry", "from": origin, "cards": cards, "to": to, **turned}
    moves = [
        *[carrying] * 6,
        {"do": "dealOut", "thing": thing, "count": 1},
        {"do": "move", "thing": thing, "at": at},
        {"do": "flip", "thing": thing},
        {"do": "turnUp", "thing": thing, "card": chance.randrange(count + 1)},
        {"do": "turn", "thing": thing, "by": chance.choice([90, -90])},
        {"do": "fan", "thing": thing, "on": chance.random() < 0.5},
        {"do": "shuffle", "thing": thing},
        {"do": "roll", "thing": thing},
        {"do": "count", "thing": thing, "by": 2},
        {"do": "write", "thing": thing, "text": "another"},
        {"do": "add", "id": id, "thing": loose},
        {"do": "remove", "thing": thing},
        {"do": "next"},
    ]
    return chance.choice(moves)


def plain(state: TableState) -> dict[str, Any]:
    """A state as `static/fold.js` has it."""
    return {
        "deal": {"setup": state.setup, "title": state.title, "seed": state.seed},
        "seats": state.seats,
        "active": state.active,
        "round": state.round,
        "size": list(state.size),
        "hands": {str(seat): _plain_cards(cards) for seat, cards in state.hands.items()},
        "things": {id: _plain_thing(thing) for id, thing in state.things.items()},
        "order": list(state.things),
    }


def _plain_cards(cards: Any) -> list[dict[str, Any]]:
    return [{"c": card, "up": up} for card, up in cards]


def _plain_thing(thing: Any) -> dict[str, Any]:
    at = list(thing.at)
    match thing:
        case PileThing():
            looks_of = {"turn": thing.turn, "fan": thing.fan, "board": thing.board}
            cards = _plain_cards(thing.cards)
            return {"kind": "pile", "name": thing.name, "at": at, **looks_of, "cards": cards}
        case Counter():
            card = {"card": thing.card} if thing.card else {}
            return {"kind": "counter", "at": at, "name": thing.name, "value": thing.value, **card}
        case Die():
            return {"kind": "die", "at": at, "sides": thing.sides, "value": thing.value}
        case Note():
            return {"kind": "note", "at": at, "text": thing.text}
    raise AssertionError(thing)
