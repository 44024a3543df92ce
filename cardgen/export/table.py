"""A virtual table's saved object with sprite sheets (Tabletop Simulator).

It deals their cards."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Container, Iterator, Sequence
from itertools import count
from math import ceil, floor
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError
from cardgen.base.state import from_json
from cardgen.export.delivery import HERE, Hosting
from cardgen.export.sprites import TablePile, is_board, kinds_of
from cardgen.export.tabletop_text import TabletopTexts
from cardgen.model.cards import Deck, Game

_TYPES = {"rectangle": 0, "hexagon": 3, "circle": 4}  # and 1, with sharp corners
"""How the program cuts a card; rectangles have rounded corners there, as playing cards have."""


def saved_object(
    game: Game,
    piles: Sequence[TablePile],
    earlier: Sequence[dict[str, Any]] = (),
    name: str = "",
    hosting: Hosting = HERE,
) -> bytes:
    """One saved object with a pile for each deck, side by side.

    `earlier` are piles of an earlier save. They stay as they are: the others take numbers and
    columns that those leave free. `name` is that of the file, which tells a variant's save from
    others, and `hosting` where the pictures are found."""
    used_numbers = {int(number) for pile in earlier for number in pile.get("CustomDeck") or ()}
    columns = PileColumns()
    for pile in earlier:
        columns.take(_left(pile) / STEP, _width_of(pile))
    objects = sorted([*earlier, *made_piles(piles, used_numbers, columns, hosting)], key=_left)
    variant = name.removeprefix(game.id).removeprefix("-")
    title = f"{game.title} ({variant})" if variant else game.title
    return as_bytes(
        {
            "SaveName": title,
            "GameMode": "",
            "Table": "",
            "Note": "",
            "LuaScript": "",
            "ObjectStates": objects,
        }
    )


class PileColumns:
    """The columns of a table, each as wide as a pile of cards, and which of them are taken.

    What is wider lies in the middle of several, so that nothing lies on anything else."""

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._taken: set[int] = set()

    def take(self, middle: float, width: float) -> None:
        """Take the columns of what lies there, `width` inches wide."""
        reach = _reach(width)
        self._taken.update(range(floor(middle) - reach, ceil(middle) + reach + 1))

    def free(self, width: float) -> int:
        """Take the first columns where there is room, and return the middle one."""
        reach = _reach(width)
        middle = self._first + reach
        while not self._taken.isdisjoint(range(middle - reach, middle + reach + 1)):
            middle += 1
        self.take(middle, width)
        return middle


def _reach(width: float) -> int:
    """How many columns something takes on each side of its middle one."""
    return ceil(max(0.0, width / STEP - 1) / 2)


def _width_of(pile: dict[str, Any]) -> float:
    """The width of a pile or a board of a save in inches; of what does not tell that of cards."""
    scale = pile["Transform"].get("scaleX", 1.0)
    unit = _TILE if "CustomImage" in pile else _POKER[0]
    return min(float(scale) * unit / INCH, _WIDEST) if isinstance(scale, (int, float)) else STEP


def made_piles(
    piles: Sequence[TablePile],
    used_numbers: Container[int],
    columns: PileColumns,
    hosting: Hosting,
) -> list[dict[str, Any]]:
    """A pile for each deck with cards, in these columns.

    They have numbers of sheets that are not taken."""
    titles = [
        f"{deck.title} {n}" if (n := _times(piles[: i + 1], deck)) > 1 else deck.title
        for i, deck in enumerate(pile.deck for pile in piles)
    ]
    maker = _Maker((number for number in count(1) if number not in used_numbers), hosting)
    return [
        maker.pile(pile, title, columns.free(pile.deck.shape.width / INCH))
        for title, pile in zip(titles, piles, strict=True)
        if pile.sheets
    ]


def _times(piles: Sequence[TablePile], deck: Deck) -> int:
    """The piles of this deck; variants may need a second set."""
    return sum(pile.deck.id == deck.id for pile in piles)


def earlier_piles(
    save: Path, folders: Sequence[Path], hosting: Hosting = HERE
) -> list[dict[str, Any]]:
    """The piles of an earlier save whose pictures are still there.

    Their pictures lie in these folders. There are none of a file that is no such save."""
    try:
        content = from_json(read_inside(save, save.parent))
        as_bytes(content)  # not all that can be read can be written again
        return [pile for pile in content["ObjectStates"] if _is_whole(pile, folders, hosting)]
    except (CardgenError, OSError, ValueError, KeyError, TypeError, RecursionError):
        return []


def _is_whole(pile: Any, folders: Sequence[Path], hosting: Hosting) -> bool:
    try:
        if "CustomImage" in pile:
            pictures = [pile["CustomImage"][side] for side in ("ImageURL", "ImageSecondaryURL")]
            return all(
                any(_is_in(url, folder, hosting) for folder in folders) for url in pictures
            ) and isinstance(_left(pile), float)
        pictures = [
            sheet[side] for sheet in pile["CustomDeck"].values() for side in ("FaceURL", "BackURL")
        ]
        numbers = [int(number) for number in pile["CustomDeck"]]
        there = all(any(_is_in(url, folder, hosting) for folder in folders) for url in pictures)
        return bool(numbers) and there and isinstance(_left(pile), float)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _is_in(url: str, folder: Path, hosting: Hosting) -> bool:
    """True if this is the address of a file in the folder.

    The folder is one of this machine, or one where files are hosted."""
    name = unquote(url.rpartition("/")[2])
    return (
        url in (hosting.of(folder, name), HERE.of(folder, name))
        and (folder.absolute() / name).is_file()
    )


def _left(pile: dict[str, Any]) -> Any:
    return pile["Transform"]["posX"]


def as_bytes(save: Any) -> bytes:
    """A save as the program writes it. Raises ValueError for what UTF-8 or JSON cannot say."""
    pieces = json.JSONEncoder(indent=1, ensure_ascii=False, allow_nan=False).iterencode(save)
    buffer = io.BytesIO()
    for piece in pieces:  # a large save is written down once, not several times over
        buffer.write(piece.encode())
    buffer.write(b"\n")
    return buffer.getvalue()


class _Maker:
    """Makes piles; what it makes has numbers and GUIDs of its own."""

    def __init__(self, numbers: Iterator[int], hosting: Hosting) -> None:
        self._numbers = numbers
        self._hosting = hosting
        self._guids: set[str] = set()

    def pile(self, pile: TablePile, title: str, column: int) -> dict[str, Any]:
        deck, folder = pile.deck, pile.folder
        texts = TabletopTexts(pile.game, deck)
        if is_board(deck):
            return self._board(pile, title, column)
        stacked = self._object("DeckCustom", deck, title, column, folder.name)
        custom: dict[str, Any] = {}
        inside: list[dict[str, Any]] = []
        for sheet in pile.sheets:
            number = next(self._numbers)
            picture = {
                "FaceURL": self._hosting.of(folder, sheet.face),
                "BackURL": self._hosting.of(folder, sheet.back),
                "NumWidth": sheet.across,
                "NumHeight": sheet.down,
                "BackIsHidden": True,
                "UniqueBack": sheet.unique_back,
                "Type": _TYPES.get(deck.shape.kind, 1),
            }
            custom[str(number)] = picture
            for slot, card in enumerate(sheet.cards):
                details: dict[str, Any] = {
                    "Description": texts.description(card, pile.behind.get(card.id, ())),
                    "Tags": kinds_of(deck, card),
                }
                details |= {"CardID": number * 100 + slot, "CustomDeck": {str(number): picture}}
                for copy in range(card.copies):
                    inside.append(
                        self._object(
                            "Card",
                            deck,
                            texts.name(card),
                            column,
                            f"{folder.name}/{card.id}/{copy}",
                        )
                        | details
                    )
        if len(inside) == 1:
            return {**inside[0], "Name": "CardCustom"}
        return {
            **stacked,
            "DeckIDs": [card_object["CardID"] for card_object in inside],
            "CustomDeck": custom,
            "ContainedObjects": inside,
        }

    def _board(self, pile: TablePile, title: str, column: int) -> dict[str, Any]:
        """A board on a table, face up, in its own size."""
        deck, (sheet, *_), folder = pile.deck, pile.sheets, pile.folder
        texts = TabletopTexts(pile.game, deck)
        (card,) = sheet.cards
        image: dict[str, Any] = {
            "ImageURL": self._hosting.of(folder, sheet.face),
            "ImageSecondaryURL": self._hosting.of(folder, sheet.back),
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": _TILES[deck.shape.kind],
                "Thickness": _THICKNESS,
                "Stackable": False,
                "Stretch": True,
            },
        }
        board = self._object("Custom_Tile", deck, title, column, f"{folder.name}/board")
        lying = {
            "rotZ": 0.0,
            "scaleX": round(deck.shape.width / _TILE, 3),
            "scaleZ": round(deck.shape.height / _TILE, 3),
        }
        details = {
            "Description": texts.description(card, pile.behind.get(card.id, ())),
            "Tags": kinds_of(deck, card),
            "CustomImage": image,
        }
        return {**board, **details, "Transform": {**board["Transform"], **lying}}

    def _object(self, kind: str, deck: Deck, title: str, column: int, seed: str) -> dict[str, Any]:
        wide = deck.shape.width / _POKER[0]
        high = deck.shape.height / _POKER[1]
        turn = {
            "posX": column * STEP,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 180.0,
        }
        return {
            "GUID": self._guid(seed),
            "Name": kind,
            "Transform": {
                **turn,
                "scaleX": round(wide, 3),
                "scaleY": 1.0,
                "scaleZ": round(high, 3),
            },
            "Nickname": title,
            "Description": "",
            "Tags": [deck.id],
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "SidewaysCard": False,
        }

    def _guid(self, seed: str) -> str:
        """Six hexadecimal digits, repeatable and unique to this object.

        Left to chance, two of 5,000 cards would have the same."""
        guids = (
            f"{zlib.crc32((seed + more).encode()) & 0xFFFFFF:06x}"
            for more in map("'".__mul__, count())
        )
        guid = next(candidate for candidate in guids if candidate not in self._guids)
        self._guids.add(guid)
        return guid


_TILES = {"rectangle": 0, "circle": 2}
_TILE = 144.0
"""Points that a tile of scale 1 measures: two of the table's units, which are about an inch
each."""
_THICKNESS = 0.1
"""Of a board, in those units."""
_POKER = (180.0, 252.0)
"""Points of the card that scale 1 stands for."""
INCH = 72.0
_WIDEST = 80.0
"""Of a board of a save, in inches: no table is wider."""
STEP = 3.0
"""From one pile to the next, in the table's own inches."""
