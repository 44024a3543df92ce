"""The saved object of a game for Tabletop Simulator, with all that lies on its table."""

from __future__ import annotations

import io
import json
from collections.abc import Container, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError
from cardgen.base.state import from_json
from cardgen.export.delivery import HERE, Hosting
from cardgen.export.sprites import TablePile
from cardgen.export.table_objects import (
    TableObjects,
    Thing,
    room_of,
    titles_of,
)
from cardgen.export.table_places import MIDDLE, Extent, TablePlaces, TableSpot
from cardgen.model.cards import Game
from cardgen.model.pieces import BOARDS, piece_of
from cardgen.model.sizes import Shape

_WIDEST = 80.0
"""Of what lies on a table, in its own lengths: none is wider."""


def saved_object(
    game: Game,
    piles: Sequence[TablePile],
    earlier: Sequence[Thing] = (),
    name: str = "",
    hosting: Hosting = HERE,
    book: Path | None = None,
) -> bytes:
    """One saved object with all decks of a game, its dice and its rulebook.

    `earlier` are objects of an earlier save. They stay as they are: the others take numbers and
    places that those leave free. `name` is that of the file, which tells a variant's save from
    others, and `hosting` where the pictures and the `book` are found."""
    places = TablePlaces()
    if book:
        earlier = [thing for thing in earlier if "CustomPDF" not in thing]
    take_places(places, earlier, {deck.id: deck.shape for deck in game.decks})
    maker = _maker(_numbers(earlier), places, hosting)
    objects = [*earlier, *_objects(piles, maker)]
    objects += (
        maker.die(sides, number) for sides, times in game.dice.items() for number in range(times)
    )
    if book:
        address = hosting.beside(book)
        objects.append(maker.book(address, game.title, f"{game.id}/{book.name}"))
    variant = name.removeprefix(game.id).removeprefix("-")
    return as_bytes(
        {
            "SaveName": f"{game.title} ({variant})" if variant else game.title,
            "Date": "",
            "VersionNumber": "",
            "GameMode": "",
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": "",
            "Sky": "",
            "Note": "",
            "TabStates": {},
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "ObjectStates": sorted(objects, key=_place),
        }
    )


def made_objects(
    piles: Sequence[TablePile], used_numbers: Container[int], places: TablePlaces, hosting: Hosting
) -> list[Thing]:
    """The objects of each deck with cards, at free places.

    They have numbers of pictures that are not taken."""
    return _objects(piles, _maker(used_numbers, places, hosting))


def _objects(piles: Sequence[TablePile], maker: TableObjects) -> list[Thing]:
    """The objects of decks; boards first, for all else lies beside them."""
    titled = list(zip(titles_of(piles), piles, strict=True))
    titled.sort(key=lambda entry: piece_of(entry[1].deck) != BOARDS)
    return [thing for title, pile in titled if pile.sheets for thing in maker.of_pile(pile, title)]


def _maker(used_numbers: Container[int], places: TablePlaces, hosting: Hosting) -> TableObjects:
    numbers = (number for number in count(1) if number not in used_numbers)
    return TableObjects(numbers, hosting, places)


def _numbers(things: Sequence[Thing]) -> set[int]:
    """The numbers of the pictures that these things show, and what is in them."""
    return {
        int(number)
        for thing in things
        for shown in (thing, *(thing.get("ContainedObjects") or ()))
        for number in shown.get("CustomDeck") or ()
    }


def take_places(
    places: TablePlaces,
    things: Sequence[Thing],
    shapes: Mapping[str, Shape],
    *,
    beside_all: bool = False,
) -> None:
    """Take the places of things of a save; those of decks with these shapes have their size.

    What comes then lies beside the boards, or `beside_all`."""
    for thing in things:
        place = thing["Transform"]
        is_board = bool(thing.get("Locked")) and "CustomImage" in thing
        part = MIDDLE if is_board or beside_all else ""
        spot = TableSpot(_length(place.get("posX")), _length(place.get("posZ")))
        places.take(spot, _extent(thing, shapes), part)


def _extent(thing: Thing, shapes: Mapping[str, Shape]) -> Extent:
    """The room that a thing of a save takes, however it is turned."""
    tags = thing.get("Tags")
    shape = shapes.get(str(tags[0])) if isinstance(tags, list) and tags else None
    extent = room_of(thing, shape)
    degrees = thing["Transform"].get("rotY", 0.0)
    turned = isinstance(degrees, (int, float)) and round(degrees / 90) % 2
    width, depth = (_length(side) for side in extent)
    return Extent(depth, width) if turned else Extent(width, depth)


def _length(value: object) -> float:
    """A length of a save, as far as tables reach."""
    number = float(value) if isinstance(value, (int, float)) else 0.0
    return min(max(number, -_WIDEST), _WIDEST)


def earlier_objects(save: Path, folders: Sequence[Path], hosting: Hosting = HERE) -> list[Thing]:
    """The objects of an earlier save whose pictures are still there.

    Their pictures lie in these folders. There are none of a file that is no such save."""
    try:
        content = from_json(read_inside(save, save.parent))
        as_bytes(content)  # not all that can be read can be written again
        books = save.parent.parent
        things = [
            thing
            for thing in content["ObjectStates"]
            if _is_whole(thing, folders, hosting) or _is_book(thing, books, hosting)
        ]
        _numbers(things)  # what cannot be read of them is no save of ours
        take_places(TablePlaces(), things, {})
    except (CardgenError, OSError, ValueError, LookupError, TypeError, AttributeError):
        return []
    except (RecursionError, OverflowError):
        return []
    return things


def _is_whole(thing: Any, folders: Sequence[Path], hosting: Hosting) -> bool:
    """True if this is one of our things, and all that it shows is there."""
    try:
        shown = [thing] if "Bag" not in thing else thing["ContainedObjects"]
        pictures = [picture for each in shown for picture in _pictures(each)]
        numbers = [int(number) for each in shown for number in each.get("CustomDeck") or ()]
        there = all(any(_is_in(url, folder, hosting) for folder in folders) for url in pictures)
        places = [thing["Transform"][axis] for axis in ("posX", "posZ")]
        return (
            bool(pictures)
            and there
            and numbers == [abs(number) for number in numbers]
            and all(isinstance(place, float) for place in places)
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _is_book(thing: Any, folder: Path, hosting: Hosting) -> bool:
    """True if this is a book of ours that lies in the folder of the game."""
    try:
        url = thing["CustomPDF"]["PDFUrl"]
        book = folder / unquote(url.rpartition("/")[2])
        places = [thing["Transform"][axis] for axis in ("posX", "posZ")]
        return (
            url in (hosting.beside(book), HERE.beside(book))
            and book.is_file()
            and all(isinstance(place, float) for place in places)
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _pictures(thing: Thing) -> list[str]:
    """The addresses of all that a thing shows."""
    if "CustomImage" in thing:
        image = thing["CustomImage"]
        return [image["ImageURL"], *filter(None, [image["ImageSecondaryURL"]])]
    sheets = thing["CustomDeck"].values()
    return [sheet[side] for sheet in sheets for side in ("FaceURL", "BackURL")]


def _is_in(url: str, folder: Path, hosting: Hosting) -> bool:
    """True if this is the address of a file in the folder.

    The folder is one of this machine, or one where files are hosted."""
    name = unquote(url.rpartition("/")[2])
    return (
        url in (hosting.of(folder, name), HERE.of(folder, name))
        and (folder.absolute() / name).is_file()
    )


def _place(thing: Thing) -> tuple[float, float]:
    return thing["Transform"]["posX"], -thing["Transform"]["posZ"]


def as_bytes(save: Any) -> bytes:
    """A save as the program writes it. Raises ValueError for what UTF-8 or JSON cannot say."""
    pieces = json.JSONEncoder(indent=1, ensure_ascii=False, allow_nan=False).iterencode(save)
    buffer = io.BytesIO()
    for piece in pieces:  # a large save is written down once, not several times over
        buffer.write(piece.encode())
    buffer.write(b"\n")
    return buffer.getvalue()
