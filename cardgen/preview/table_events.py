"""Events of the table as a page sends them, and sessions as they lie in files.

Both may come from anybody, so every part is looked at: what is taken of an event is what its shape
names, and nothing else. `static/sessions.js` is the same on the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

FORMAT = "cardgen-session"
MOST_BYTES = 4_000_000
MOST_EVENTS = 50_000
MOST_CARDS = 5_000
MOST_SEATS = 12
MOST_THINGS = 1_000
_LONGEST = 500  # characters
_ID = re.compile(r"[a-z]{1,3}[0-9]{1,9}")
Reader = Callable[[object], Any]
_NOTHING = object()
"""The value of a part that is left out."""


class WrongEventError(ValueError):
    """An event or a session that no page of ours writes."""


# -- readers: each gives the value, or raises WrongEventError


def _text(longest: int = _LONGEST) -> Reader:
    def read(value: object) -> str:
        # a lone surrogate is no text that can be sent on
        is_text = isinstance(value, str) and len(value) <= longest
        if not is_text or any("\ud800" <= letter <= "\udfff" for letter in str(value)):
            raise WrongEventError(f"no text of at most {longest} letters")
        return str(value)

    return read


def _number(least: float, most: float) -> Reader:
    def read(value: object) -> float:
        is_number = type(value) is int or (type(value) is float and isfinite(value))
        if not is_number or not least <= value <= most:  # type: ignore[operator]
            raise WrongEventError(f"no number from {least} to {most}")
        return value  # type: ignore[return-value]

    return read


def _whole(least: int, most: int) -> Reader:
    read_number = _number(least, most)

    def read(value: object) -> int:
        number = read_number(value)
        if number != int(number):
            raise WrongEventError(f"no whole number from {least} to {most}")
        return int(number)

    return read


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongEventError("neither true nor false")
    return value


def _list(reader: Reader, most: int) -> Reader:
    def read(value: object) -> list[Any]:
        if not isinstance(value, list) or len(value) > most:
            raise WrongEventError(f"no list of at most {most}")
        return [reader(entry) for entry in value]

    return read


def _pair(first: Reader, second: Reader) -> Reader:
    def read(value: object) -> list[Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise WrongEventError("no pair")
        return [first(value[0]), second(value[1])]

    return read


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WrongEventError("no mapping")
    return value


def _id(value: object) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise WrongEventError("no name of a thing")
    return value


def _angle(value: object) -> int:
    if type(value) is not int or value not in (-90, 0, 90, 180, 270):
        raise WrongEventError("no quarter turn")
    return value


class _Maybe(NamedTuple):
    """A part that may be left out."""

    read: Reader


Parts = Mapping[str, Reader | _Maybe]


def _shape(parts: Parts) -> Reader:
    """A reader of a mapping that has these parts; what else it has is left out."""

    def read(value: object) -> dict[str, Any]:
        mapping = _mapping(value)
        read_parts = ((name, _part(name, part, mapping)) for name, part in parts.items())
        return {name: entry for name, entry in read_parts if entry is not _NOTHING}

    return read


def _part(name: str, part: Reader | _Maybe, mapping: Mapping[str, Any]) -> Any:
    """A part of a mapping. Raises WrongEventError that names it."""
    if isinstance(part, _Maybe) and name not in mapping:
        return _NOTHING
    reader = part.read if isinstance(part, _Maybe) else part
    try:
        return reader(mapping.get(name))
    except WrongEventError as error:
        raise WrongEventError(f"{name}: {error}") from None


def _either(key: str, shapes: Mapping[str, Reader]) -> Reader:
    """A reader of mappings whose shape depends on one of their parts."""

    def read(value: object) -> dict[str, Any]:
        kind = value.get(key) if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in shapes:
            raise WrongEventError(f"of no known {key}")
        return {key: kind, **shapes[kind](value)}

    return read


_SEAT = _whole(1, MOST_SEATS)
_INDEX = _whole(0, MOST_CARDS)
_INDEXES = _list(_INDEX, MOST_CARDS)
_COORDINATE = _number(-100, 20_000)
_POINT = _pair(_COORDINATE, _COORDINATE)
_CARD = _text(300)
_NAME = _text(100)
_IN_HAND = _shape({"hand": _SEAT})
_ON_PILE = _shape({"pile": _id})
_INTO_HAND = _shape({"hand": _SEAT, "index": _Maybe(_INDEX)})
_ON_TABLE = _shape({"id": _id, "at": _POINT, "name": _Maybe(_NAME)})


def _has(value: object, name: str) -> bool:
    return isinstance(value, dict) and name in value


def _place(value: object) -> Any:
    return _IN_HAND(value) if _has(value, "hand") else _ON_PILE(value)


def _target(value: object) -> Any:
    if _has(value, "hand"):
        return _INTO_HAND(value)
    return _ON_PILE(value) if _has(value, "pile") else _ON_TABLE(value)


_VALUE = _whole(-1_000_000, 1_000_000)
_LOOSE: Mapping[str, Reader] = {
    "counter": _shape({"at": _POINT, "name": _NAME, "value": _VALUE, "card": _Maybe(_CARD)}),
    "die": _shape({"at": _POINT, "sides": _whole(2, 1000), "value": _whole(1, 1000)}),
    "note": _shape({"at": _POINT, "text": _text()}),
}
_PILE = _shape(
    {
        "at": _POINT,
        "name": _NAME,
        "turn": _angle,
        "fan": _truth,
        "board": _truth,
        "up": _truth,
        "cards": _list(_CARD, MOST_CARDS),
    }
)
_SIDE = _number(50, 20_000)
_HAND = _list(_CARD, MOST_CARDS)
_DEAL = _shape(
    {
        "setup": _text(200),
        "title": _text(200),
        "seed": _NAME,
        "size": _pair(_SIDE, _SIDE),
        "hands": _list(_HAND, MOST_SEATS),
        "things": _list(_pair(_id, _either("kind", {**_LOOSE, "pile": _PILE})), MOST_THINGS),
    }
)
_MOVES: Mapping[str, Reader] = {
    "carry": _shape({"from": _place, "cards": _INDEXES, "to": _target, "up": _Maybe(_truth)}),
    "dealOut": _shape({"thing": _id, "count": _whole(1, 100)}),
    "move": _shape({"thing": _id, "at": _POINT}),
    "flip": _shape({"thing": _id}),
    "turnUp": _shape({"thing": _id, "card": _INDEX}),
    "turn": _shape({"thing": _id, "by": _angle}),
    "fan": _shape({"thing": _id, "on": _truth}),
    "count": _shape({"thing": _id, "by": _whole(-1000, 1000)}),
    "write": _shape({"thing": _id, "text": _text()}),
    "add": _shape({"id": _id, "thing": _either("kind", _LOOSE)}),
    "remove": _shape({"thing": _id}),
    "next": _shape({}),
}


def _shuffling(value: object) -> Any:
    if _has(value, "order"):
        return _shape({"thing": _id, "order": _INDEXES})(value)
    return _shape({"thing": _id, "seed": _NAME})(value)


_read_move = _either(
    "do", {**_MOVES, "shuffle": _shape({"thing": _id}), "roll": _shape({"thing": _id})}
)
_read_event = _either(
    "do",
    {
        **_MOVES,
        "deal": _DEAL,
        "shuffle": _shuffling,
        "roll": _shape({"thing": _id, "seed": _NAME}),
    },
)


def read_move(message: object) -> dict[str, Any]:
    """A move that a page asks for; of chance it says nothing. Raises WrongEventError."""
    move = _read_move(message)
    assert isinstance(move, dict)
    return move


# -- sessions


class SessionFile(NamedTuple):
    """A session as it lies in a file; its first event is the deal."""

    game: str
    title: str
    events: Sequence[Mapping[str, Any]]

    def text(self) -> str:
        """The text of the file: each event in a line of its own."""
        is_shared = any("order" in event for event in self.events)
        about = {"format": FORMAT, "version": 2 if is_shared else 1}
        head = _json({**about, "game": self.game, "title": self.title})[:-1]
        lines = ",\n".join(map(_json, self.events))
        return f'{head},"events":[\n{lines}\n]}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_SESSION = _shape({"game": _text(200), "title": _text(200), "events": _list(_mapping, MOST_EVENTS)})


def read_session(data: object) -> SessionFile:
    """The session in the data of a file. Raises WrongEventError that says the reason."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise WrongEventError("this is no session of a table")
    if data.get("version") not in (1, 2):
        raise WrongEventError("it is of a newer cardgen")
    try:
        values = _SESSION(data)
    except WrongEventError as error:
        raise WrongEventError(f"the session is wrong: {error}") from None
    events = [_seated_event(event) for event in values["events"]]
    if (
        not events
        or events[0]["do"] != "deal"
        or any(event["do"] == "deal" for event in events[1:])
    ):
        raise WrongEventError("it does not begin with its only deal")
    _check_deal(events[0])
    return SessionFile(values["game"], values["title"], events)


def _seated_event(value: Mapping[str, Any]) -> dict[str, Any]:
    event = _read_event(value)
    return {**event, "seat": _SEAT(value["seat"])} if "seat" in value else dict(event)


def _check_deal(deal: Mapping[str, Any]) -> None:
    """Raises WrongEventError for a deal that no table can have."""
    if not deal["hands"]:
        raise WrongEventError("nobody sits at the table")
    piles = [thing.get("cards", ()) for _, thing in deal["things"]]
    if sum(map(len, [*deal["hands"], *piles])) > MOST_CARDS:
        raise WrongEventError(f"it has more than {MOST_CARDS} cards")
    if len({id for id, _ in deal["things"]}) != len(deal["things"]):
        raise WrongEventError("two things have one name")
