"""Updates a save of Tabletop Simulator that has been played with.

Its cards get their pictures of today where they lie."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.base.state import MOST_VALUES, from_json, values_in
from cardgen.export.delivery import Hosting
from cardgen.export.sprites import TablePile
from cardgen.export.table import as_bytes, made_objects, take_places
from cardgen.export.table_places import TablePlaces

_LARGEST = 128 << 20
"""Bytes of a save: large ones carry whole scripts."""
_LONG = 4_000
"""Bytes of a text from which on it is left as it is: scripts, notes, what a mod keeps."""
_TEXTS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_LESS = "name a save that holds less"
_AGAIN = "take away in the program what lies nowhere on the table, and save it again"
_OURS = ("CardID", "CustomDeck", "CustomImage", "Nickname", "Description")
"""What of a card or a board is the game's; all else, such as where it lies, is the table's."""

Thing = dict[str, Any]
"""An object of the table, as the save has it."""


class Updated(NamedTuple):
    """A save with today's cards, and what changed in it.

    How many were met and how many are new, and the names of those that are no longer due."""

    data: bytes
    met: int
    new: int
    gone: tuple[str, ...]


def updated_save(save: Path, piles: Sequence[TablePile], hosting: Hosting) -> Updated:
    """The save with these cards' pictures, names and texts updated.

    They are updated wherever they lie: on the table, in hands, piles and bags. Cards are known by
    their GUIDs, and their copies by the place in the picture that they share. Nothing is moved. New
    cards join the pile of their deck, or lie in one of their own beside all else. Raises
    CardgenError for what is no save, or holds none of the cards."""
    try:
        file = _SaveText(save)
        content = file.read()
        table = _Played(content["ObjectStates"])
        table.put(piles, hosting)
        data = file.written(content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, OSError):
            why = error.strerror
        else:
            why = "it does not hold what such a file does"
        sentence = f"{shown(save)} cannot be read as a save of Tabletop Simulator: {why}"
        raise CardgenError(
            Finding("file-unreadable", sentence, "name a JSON file of its folder Saves")
        ) from None
    if not table.met:
        sentence = f"{shown(save)} holds none of these cards"
        raise CardgenError(
            Finding(
                "export-impossible",
                sentence,
                "put the saved object on the table first, and save; from then on it can be updated",
            )
        )
    return Updated(data, len(table.met), table.new, tuple(table.gone))


class _SaveText:
    """A save as it is read and written.

    Long texts, which no card of ours has, lie aside as they are."""

    def __init__(self, save: Path) -> None:
        self._save = save
        self._aside: list[bytes] = []
        self._mark = b""

    def read(self) -> Any:
        """The content of the save. Raises CardgenError for one that holds more than is read or what
        cannot be written again, ValueError for what is none, and OSError."""
        text = self._shortened(read_inside(self._save, self._save.parent, _LARGEST, _LESS))
        try:
            return from_json(text)
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise
        except ValueError as error:
            raise CardgenError(
                Finding(
                    "export-impossible",
                    f"{shown(self._save)} is no save that can be written again: {error}",
                    _AGAIN,
                )
            ) from None

    def written(self, content: Any) -> bytes:
        """The file that says this. Raises ValueError."""
        if self._aside:
            parts = re.split(b'"' + re.escape(self._mark) + b'([0-9]+)"', as_bytes(content))
        else:
            parts = [as_bytes(content)]
        parts[1::2] = [self._aside[int(number)] for number in parts[1::2]]
        return b"".join(parts)

    def _shortened(self, data: bytes) -> bytes:
        """The text without what is long in it. Raises CardgenError for too many values."""
        self._mark = b"\\u0000" + sha256(data).hexdigest()[:16].encode() + b"-"
        parts = list[bytes]()
        copied_to = 0
        at = 0
        values = 0
        for match in _TEXTS.finditer(data):
            start, end = match.span()
            values += values_in(data, at, start)
            at = end
            if values > MOST_VALUES:
                break
            if end - start > _LONG:
                parts += data[copied_to:start], b'"%s%d"' % (self._mark, len(self._aside))
                self._aside.append(data[start:end])
                copied_to = end
        if values + values_in(data, at, len(data)) > MOST_VALUES:
            raise CardgenError(
                Finding(
                    "export-impossible",
                    f"{shown(self._save)} has more than {MOST_VALUES:,} values, which is too much",
                    _LESS,
                )
            )
        return b"".join((*parts, data[copied_to:]))


class _Played:
    """The objects of a save, changed in place."""

    def __init__(self, objects: list[Thing]) -> None:
        self._objects = objects
        self.met: set[str] = set()
        self.new = 0
        self.gone: list[str] = []

    def put(self, piles: Sequence[TablePile], hosting: Hosting) -> None:
        """Put the cards of these piles in place of what shows them.

        Raises KeyError and the like where the save is none."""
        ours = _by_guid(made_objects(piles, (), TablePlaces(), hosting))
        on_table = [
            thing for thing in _all(self._objects) if "CardID" in thing or "CustomImage" in thing
        ]
        places = {_place(thing): guid for guid, thing in ours.items() if "CardID" not in thing}
        places |= {
            _place(thing): thing["GUID"]
            for thing in on_table
            if thing.get("GUID") in ours and _place(thing)[0]
        }
        guids = {
            id(thing): thing["GUID"] if thing.get("GUID") in ours else places.get(_place(thing))
            for thing in on_table
        }
        self.met = ours.keys() & {thing.get("GUID") for thing in on_table}
        new_piles = made_objects(piles, self._taken(guids), self._beside_all(), hosting)
        cards = _by_guid(new_piles)
        for thing in on_table:
            if guid := guids[id(thing)]:
                _renew(thing, cards[guid])
        self.gone = _gone(
            [thing for thing in on_table if not guids[id(thing)]], {face for face, _ in places}
        )
        for pile in new_piles:
            self._add(pile, [card for card in _inside(pile) if card["GUID"] not in self.met])
        for thing in _all(self._objects):
            if "DeckIDs" in thing:
                _restack(thing, guids, cards)

    def _taken(self, guids: Mapping[int, str | None]) -> set[int]:
        """The numbers of pictures that other things of the table show."""
        others = (
            thing
            for thing in _all(self._objects)
            if "DeckIDs" not in thing and not guids.get(id(thing))
        )
        return {int(number) for thing in others for number in thing.get("CustomDeck") or ()}

    def _beside_all(self) -> TablePlaces:
        """The places to the right of all that lies on the table."""
        places = TablePlaces()
        take_places(places, self._objects, {}, beside_all=True)
        return places

    def _add(self, pile: Thing, cards: list[Thing]) -> None:
        """New cards to the pile of their deck, or beside all else."""
        self.new += len(cards)
        stack = next(
            (
                thing
                for thing in _all(self._objects)
                if thing.get("GUID") == pile["GUID"] and "ContainedObjects" in thing
            ),
            None,
        )
        if stack:
            stack["ContainedObjects"] += cards
        elif len(cards) == 1:
            self._objects.append(
                cards[0] if "CustomImage" in cards[0] else {**cards[0], "Name": "CardCustom"}
            )
        elif cards:
            self._objects.append({**pile, "ContainedObjects": cards})


def _renew(thing: Thing, card: Thing) -> None:
    """Update what is the game's of a card."""
    thing |= {name: card[name] for name in _OURS if name in card}
    tags_of_thing = thing.get("Tags") or ()
    thing["Tags"] = list(dict.fromkeys([*card["Tags"], *tags_of_thing]))


def _gone(others: Sequence[Thing], pictures: Collection[str]) -> list[str]:
    """The names of cards in our pictures that no longer exist."""
    return [
        str(thing.get("Nickname") or thing.get("GUID"))
        for thing in others
        if _place(thing)[0] in pictures
    ]


def _restack(stack: Thing, guids: Mapping[int, str | None], ours: Container[str]) -> None:
    """Update what a pile says of our cards in it."""
    cards = stack["ContainedObjects"]
    if any(guids.get(id(card)) or card.get("GUID") in ours for card in cards):
        stack["DeckIDs"] = [card["CardID"] for card in cards]
        stack["CustomDeck"] = {
            number: sheet
            for card in cards
            for number, sheet in (card.get("CustomDeck") or {}).items()
        }


def _by_guid(piles: Sequence[Thing]) -> dict[str, Thing]:
    return {card["GUID"]: card for pile in piles for card in _inside(pile)}


def _inside(pile: Thing) -> list[Thing]:
    cards: list[Thing] = pile.get("ContainedObjects", [pile])
    return cards


def _all(objects: Sequence[Thing]) -> Iterator[Thing]:
    """All objects, those within others and their other states too."""
    for thing in objects:
        yield thing
        for inner in (
            thing.get("ContainedObjects"),
            thing.get("ChildObjects"),
            (thing.get("States") or {}).values(),
        ):
            yield from _all(list(inner or ()))


def _place(card: Thing) -> tuple[str, int]:
    """The picture that a card is in, and its slot; that of a tile is all of it.

    The program's own cards are in none."""
    if "CardID" not in card:
        return str((card.get("CustomImage") or {}).get("ImageURL") or ""), 0
    number, slot = divmod(card.get("CardID", 0), 100)
    pictures = card.get("CustomDeck") or {}
    return pictures.get(str(number), {}).get("FaceURL", ""), slot
