"""A virtual table: many cards in one picture, and the saved object that deals them (Tabletop Simulator)."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError
from cardgen.base.files import read_inside
from cardgen.base.geometry import Box
from cardgen.cards.render import Drawn
from cardgen.graphics.drawing import Drawing
from cardgen.graphics.pdf import Pdf
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import Shape
from cardgen.press.profiles import Fit, Printer
from cardgen.press.raster import ExportFile, as_png, rasters, side_page

_TYPES = {"rectangle": 0, "hexagon": 3, "circle": 4}
"""How the program cuts a card; rectangles have rounded corners there, as playing cards have."""


class SpriteSheet(NamedTuple):
    """A picture of cards: its files, its grid, and the cards in its slots."""

    face: str
    back: str
    across: int
    down: int
    unique_back: bool
    cards: tuple[Card, ...]


class TablePile(NamedTuple):
    """A deck on the table: its pictures, which lie in the folder, and what is in them."""

    deck: Deck
    sheets: Sequence[SpriteSheet]
    folder: Path


def export_table(printer: Printer, deck: Deck, drawn: Iterable[Drawn], made: Callable[[ExportFile], None]) -> list[SpriteSheet]:
    """Hand the pictures of a deck to `made`, as many as its cards need, and return what is in them.

    Cards that have one back share back.png, which is plain where they have none; others have backs of their own beside one another, plain
    for a card without. The last slot of each picture shows what others see of a hand.
    """
    cards = [each for each in drawn if each.card.copies and each.face is not None]
    unique = len({each.back and each.back.name for each in cards}) > 1
    hidden = None if unique or not cards else cards[0].back
    room = printer.across * printer.down - 1
    sheets = []
    for start in range(0, len(cards), room):
        part = cards[start : start + room]
        number = f"-{start // room + 1}" if len(cards) > room else ""
        across, down = _grid(len(part) + 1, printer.across)
        pixels = _slot(printer, deck.shape, across, down)
        face, back = f"faces{number}.png", f"backs{number}.png" if unique else "back.png"
        made(ExportFile(face, _sheet([each.face for each in part], hidden, deck.shape, pixels, across, down, printer.dpi)))
        if unique:
            made(ExportFile(back, _sheet([each.back for each in part], hidden, deck.shape, pixels, across, down, printer.dpi)))
        elif not start:
            made(ExportFile(back, _sheet([hidden], None, deck.shape, pixels, 1, 1, printer.dpi)))
        sheets.append(SpriteSheet(face, back, across, down, unique, tuple(each.card for each in part)))
    return sheets


def saved_object(game: Game, piles: Sequence[TablePile], kept: Sequence[dict[str, Any]] = (), name: str = "") -> bytes:
    """One saved object with a pile for each deck, side by side.

    `kept` are piles of an earlier save. They stay as they are: the others take numbers and columns that those leave free. `name` is
    that of the file, which tells a variant's save from others.
    """
    taken = {int(number) for pile in kept for number in pile["CustomDeck"]}
    numbers = (number for number in count(1) if number not in taken)
    columns = (column for column in count() if column * _STEP not in map(_left, kept))
    titles = [f"{deck.title} {n}" if (n := _times(piles[: i + 1], deck)) > 1 else deck.title for i, (deck, *_) in enumerate(piles)]
    made = [_pile(pile, title, numbers, next(columns)) for title, pile in zip(titles, piles, strict=True) if pile.sheets]
    objects = sorted([*kept, *made], key=_left)
    variant = name.removeprefix(game.id).removeprefix("-")
    title = f"{game.title} ({variant})" if variant else game.title
    return _as_bytes({"SaveName": title, "GameMode": "", "Table": "", "Note": "", "LuaScript": "", "ObjectStates": objects})


def _times(piles: Sequence[TablePile], deck: Deck) -> int:
    """How many piles are of this deck: a variant may need a second set."""
    return sum(other.id == deck.id for other, *_ in piles)


def earlier_piles(save: Path, folders: Sequence[Path]) -> list[dict[str, Any]]:
    """The piles of an earlier save whose pictures lie in these folders and are still there; none of a file that is no such save."""
    try:
        found = json.loads(read_inside(save, save.parent))
        _as_bytes(found)  # not all that can be read can be written again
        return [pile for pile in found["ObjectStates"] if _is_whole(pile, folders)]
    except (CardgenError, OSError, ValueError, KeyError, TypeError, RecursionError):
        return []


def _is_whole(pile: Any, folders: Sequence[Path]) -> bool:
    try:
        pictures = [sheet[side] for sheet in pile["CustomDeck"].values() for side in ("FaceURL", "BackURL")]
        numbers = [int(number) for number in pile["CustomDeck"]]
        there = all(any(_is_in(url, folder) for folder in folders) for url in pictures)
        return bool(numbers) and there and isinstance(_left(pile), float)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _is_in(url: str, folder: Path) -> bool:
    """Whether this is the address of a file in the folder."""
    path = folder.absolute() / url.rpartition("/")[2]
    return path.as_uri() == url and path.is_file()


def _left(pile: dict[str, Any]) -> Any:
    return pile["Transform"]["posX"]


def _as_bytes(save: Any) -> bytes:
    return (json.dumps(save, indent=1, ensure_ascii=False) + "\n").encode()


def _pile(pile: TablePile, title: str, numbers: Iterator[int], column: int) -> dict[str, Any]:
    deck, sheets, folder = pile
    custom: dict[str, Any] = {}
    inside: list[dict[str, Any]] = []
    for sheet in sheets:
        number = next(numbers)
        picture = {
            "FaceURL": (folder / sheet.face).absolute().as_uri(),
            "BackURL": (folder / sheet.back).absolute().as_uri(),
            "NumWidth": sheet.across,
            "NumHeight": sheet.down,
            "BackIsHidden": True,
            "UniqueBack": sheet.unique_back,
            "Type": _TYPES[deck.shape.kind],
        }
        custom[str(number)] = picture
        for slot, card in enumerate(sheet.cards):
            one = _object("Card", deck, card.fields.get("name") or card.id, column, f"{folder.name}/{card.id}")
            one |= {"CardID": number * 100 + slot, "CustomDeck": {str(number): picture}}
            inside += [one | {"GUID": _guid(f"{folder.name}/{card.id}/{copy}")} for copy in range(card.copies)]
    if len(inside) == 1:
        return {**inside[0], "Name": "CardCustom"}
    stacked = _object("DeckCustom", deck, title, column, folder.name)
    return {**stacked, "DeckIDs": [one["CardID"] for one in inside], "CustomDeck": custom, "ContainedObjects": inside}


def _object(kind: str, deck: Deck, title: object, column: int, seed: str) -> dict[str, Any]:
    wide, high = deck.shape.width / _POKER[0], deck.shape.height / _POKER[1]
    turn = {"posX": column * _STEP, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {
        "GUID": _guid(seed),
        "Name": kind,
        "Transform": {**turn, "scaleX": round(wide, 3), "scaleY": 1.0, "scaleZ": round(high, 3)},
        "Nickname": str(title),
        "Description": "",
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "SidewaysCard": False,
    }


_POKER = (180.0, 252.0)
"""Points of the card that scale 1 stands for."""
_STEP = 3.0
"""From one pile to the next, in the table's own inches."""


def _guid(seed: str) -> str:
    """Six hexadecimal digits, the same in every export."""
    return f"{zlib.crc32(seed.encode()) & 0xFFFFFF:06x}"


def _grid(slots: int, across: int) -> tuple[int, int]:
    """The grid for so many slots; the program knows none smaller than 2 x 2."""
    return max(2, min(across, slots)), max(2, -(-slots // across))


def _slot(printer: Printer, shape: Shape, across: int, down: int) -> tuple[int, int]:
    """Pixels of one card, so that the whole picture stays within its limit."""
    scale = min(printer.dpi / 72, printer.largest / (across * shape.width), printer.largest / (down * shape.height))
    return int(shape.width * scale), int(shape.height * scale)


def _sheet(
    sides: Sequence[Drawing | None], hidden: Drawing | None, shape: Shape, pixels: tuple[int, int], across: int, down: int, dpi: float
) -> bytes:
    """The sides row by row, `hidden` in the last slot; what there is nothing for stays white."""
    from PIL import Image

    sheet = Image.new("RGB", (across * pixels[0], down * pixels[1]), "white")
    for slot, picture in enumerate(_cut(sides, shape, pixels)):
        sheet.paste(picture, (slot % across * pixels[0], slot // across * pixels[1]))
    if hidden:
        for picture in _cut([hidden], shape, pixels):
            sheet.paste(picture, ((across - 1) * pixels[0], (down - 1) * pixels[1]))
    return as_png(sheet, dpi)


def _cut(sides: Sequence[Drawing | None], shape: Shape, pixels: tuple[int, int]) -> Iterator[Any]:
    """The sides at their trims, white ones where there is none."""
    pdf = Pdf("cards")
    bare = Drawing([], Box(0, 0, shape.width, shape.height))
    for side in sides:
        side_page(pdf, side or bare, shape, Fit(shape.width, shape.height, pixels))
    yield from rasters(pdf.bytes(), pixels)
