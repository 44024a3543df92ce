"""Objects of Tabletop Simulator: decks, tiles, standees, bags, dice and books.

Their keys and types are those of saves that the program itself has written; how large they are at
scale 1 is said in docs/howto-tables.md with its sources."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from cardgen.export.delivery import Hosting
from cardgen.export.sprites import SpriteSheet, TablePile, kinds_of
from cardgen.export.table_places import LEFT, MIDDLE, RIGHT, Extent, TablePlaces, TableSpot
from cardgen.export.tabletop_text import TabletopTexts
from cardgen.model.cards import Card, Deck
from cardgen.model.pieces import BOARDS, CARDS, STANDEES, is_in_bag, piece_of
from cardgen.model.sizes import Shape

Thing = dict[str, Any]
"""An object of the table, as a save has it."""

CARD_HEIGHT = 3.06
"""The table's own lengths that a card measures at scale 1, whatever its width: that follows its
picture."""
TILE_HEIGHT = 2.0
"""Those that a tile measures at scale 1, likewise; a six-sided one from corner to corner."""
_POKER_HEIGHT = 252.0
"""Points of the card that scale 1 stands for."""
UNIT = CARD_HEIGHT / _POKER_HEIGHT
"""The table's own lengths to a point."""
_CARD_TYPES = {"rectangle": 0, "hexagon": 3, "circle": 4}  # and 1, with sharp corners
"""How the program cuts a card; rectangles have rounded corners there, as playing cards have."""
_BOX, _HEX, _CIRCLE, _ROUNDED = range(4)
"""How it cuts a tile."""
_THICKNESS = 0.1
_FOOT = 1.2
"""The least room that a standee takes."""
_BAG = Extent(3.0, 3.0)
_DIE = Extent(1.2, 1.2)
_GREY = {"r": 0.7132353, "g": 0.7132353, "b": 0.7132353}
_WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
_BOOK_HEIGHT = 210 / 25.4 * 72
"""Points of the longer side of a book on the table."""
FIGURE = "Figurine_Custom"
_RANDOM = 2
"""The order of a bag out of which things are taken by chance."""


class _Facing(NamedTuple):
    """How something lies: the degrees about the upright axis, and about the one through it."""

    y: float = 180.0
    z: float = 0.0


_FACE_DOWN = _Facing(z=180.0)
_UPRIGHT = _Facing(y=180.0)


def extent_of(shape: Shape) -> Extent:
    """The room that a piece of this shape takes on the table."""
    return Extent(shape.width * UNIT, shape.height * UNIT)


def room_of(thing: Thing, shape: Shape | None) -> Extent:
    """The room that an object takes which lies straight, a piece of a deck with its shape."""
    scale = thing["Transform"].get("scaleX", 1.0)
    side = float(scale) if isinstance(scale, (int, float)) else 1.0
    name = thing.get("Name", "")
    if name == "Bag":
        return _BAG
    if str(name).startswith("Die_"):
        return _DIE
    if shape is None:
        side *= TILE_HEIGHT if "CustomImage" in thing or "CustomPDF" in thing else CARD_HEIGHT
        return Extent(side, side)
    extent = extent_of(shape)
    return Extent(max(extent.width, _FOOT), _FOOT) if name == FIGURE else extent


def card_scale(shape: Shape) -> float:
    """The scale at which a card has its size; its width follows its picture."""
    return round(shape.height / _POKER_HEIGHT, 3)


def tile_scale(shape: Shape) -> float:
    """The scale at which a tile has its size."""
    length = shape.width if shape.kind == "hexagon" else shape.height
    return round(length * UNIT / TILE_HEIGHT, 4)


class TableObjects:
    """Makes objects, each with numbers and a GUID of its own, at places of their own."""

    def __init__(self, numbers: Iterator[int], hosting: Hosting, places: TablePlaces) -> None:
        self._numbers = numbers
        self._hosting = hosting
        self._places = places
        self._guids: set[str] = set()

    def of_pile(self, pile: TablePile, title: str) -> list[Thing]:
        """The objects of a deck: one, or as many as lie beside one another."""
        piece = piece_of(pile.deck)
        if is_in_bag(pile.deck):
            spot = self._places.free(_BAG, LEFT)
            return [self._bag(pile, title, spot)]
        if piece == CARDS:
            spot = self._places.free(extent_of(pile.deck.shape), RIGHT)
            return [self._stacked(pile, title, spot)]
        return list(self._laid_out(pile, piece))

    def die(self, sides: int, number: int) -> Thing:
        """A die that the program has itself."""
        spot = self._places.free(_DIE, LEFT)
        die = self._object(f"Die_{sides}", f"dice/d{sides}/{number}", spot, 1.0, _WHITE)
        return {**die, "Nickname": f"d{sides}", "MaterialIndex": 0}

    def book(self, address: str, title: str, seed: str) -> Thing:
        """A PDF to look through."""
        height = _BOOK_HEIGHT * UNIT
        spot = self._places.free(Extent(height, height), LEFT)
        book = self._object("Custom_PDF", seed, spot, round(height / TILE_HEIGHT, 4), _WHITE)
        pages = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        return {**book, "Nickname": title, "CustomPDF": pages}

    # -- decks

    def _stacked(self, pile: TablePile, title: str, spot: TableSpot) -> Thing:
        """A pile of cards, or the card alone."""
        sheets, inside = self._cards(pile, spot)
        if len(inside) == 1:
            return {**inside[0], "Name": "CardCustom"}
        deck, folder = pile.deck, pile.folder
        stacked = self._card("DeckCustom", deck, folder.name, spot)
        return {
            **stacked,
            "Nickname": title,
            "Tags": [deck.id],
            "Hands": False,
            "DeckIDs": [card["CardID"] for card in inside],
            "CustomDeck": sheets,
            "ContainedObjects": inside,
        }

    def _cards(self, pile: TablePile, spot: TableSpot) -> tuple[Thing, list[Thing]]:
        """The pictures of a deck by their numbers, and its cards, every copy."""
        deck, folder = pile.deck, pile.folder
        texts = TabletopTexts(pile.game, deck)
        sheets: Thing = {}
        inside: list[Thing] = []
        for sheet in pile.sheets:
            number = next(self._numbers)
            picture = {
                "FaceURL": self._hosting.of(folder, sheet.face),
                "BackURL": self._hosting.of(folder, sheet.back),
                "NumWidth": sheet.across,
                "NumHeight": sheet.down,
                "BackIsHidden": True,
                "UniqueBack": sheet.unique_back,
                "Type": _CARD_TYPES.get(deck.shape.kind, 1),
            }
            sheets[str(number)] = picture
            for slot, card in enumerate(sheet.cards):
                about = {
                    **_said(pile, card, texts),
                    "CardID": number * 100 + slot,
                    "CustomDeck": {str(number): picture},
                }
                inside += (
                    self._card("Card", deck, f"{folder.name}/{card.id}/{copy}", spot) | about
                    for copy in range(card.copies)
                )
        return sheets, inside

    def _card(self, kind: str, deck: Deck, seed: str, spot: TableSpot) -> Thing:
        scale = card_scale(deck.shape)
        card = self._object(kind, seed, spot, scale, _GREY, _FACE_DOWN)
        return {**card, "HideWhenFaceDown": True, "Hands": True, "SidewaysCard": False}

    # -- pieces

    def _laid_out(self, pile: TablePile, piece: str) -> Iterator[Thing]:
        """Boards and standees one by one; tiles and tokens as stacks of those that are alike."""
        extent = extent_of(pile.deck.shape)
        if piece == STANDEES:
            extent = Extent(max(extent.width, _FOOT), _FOOT)
        part = MIDDLE if piece == BOARDS else RIGHT
        texts = TabletopTexts(pile.game, pile.deck)
        for sheet in pile.sheets:
            (card,) = sheet.cards
            alone = piece in (BOARDS, STANDEES)
            for copy in range(card.copies if alone else 1):
                spot = self._places.free(extent, part)
                thing = self._piece(pile, sheet, copy, spot) | _said(pile, card, texts)
                if not alone and card.copies > 1:
                    many = {"MaterialIndex": -1, "MeshIndex": -1, "Number": card.copies}
                    thing = {**thing, "Name": f"{thing['Name']}_Stack", **many}
                yield thing

    def _bag(self, pile: TablePile, title: str, spot: TableSpot) -> Thing:
        """A bag with every piece of a deck."""
        if piece_of(pile.deck) == CARDS:
            _, inside = self._cards(pile, spot)
        else:
            texts = TabletopTexts(pile.game, pile.deck)
            inside = [
                self._piece(pile, sheet, copy, spot) | _said(pile, sheet.cards[0], texts)
                for sheet in pile.sheets
                for copy in range(sheet.cards[0].copies)
            ]
        bag = self._object("Bag", f"{pile.folder.name}/bag", spot, 1.0, _WHITE)
        return {
            **bag,
            "Nickname": title,
            "Tags": [pile.deck.id],
            "MaterialIndex": -1,
            "MeshIndex": -1,
            "Bag": {"Order": _RANDOM},
            "ContainedObjects": inside,
        }

    def _piece(self, pile: TablePile, sheet: SpriteSheet, copy: int, spot: TableSpot) -> Thing:
        """A tile, a token of an outline of its own, or a standee."""
        deck, folder = pile.deck, pile.folder
        piece = piece_of(deck)
        image: Thing = {
            "ImageURL": self._hosting.of(folder, sheet.face),
            "ImageSecondaryURL": self._hosting.of(folder, sheet.back) if sheet.back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
        }
        kind = FIGURE
        if piece != STANDEES:
            kind, cut = _cut(deck.shape, stackable=piece != BOARDS)
            image |= cut
        seed = f"{folder.name}/{sheet.cards[0].id}/{copy}"
        thing = self._object(kind, seed, spot, tile_scale(deck.shape), _WHITE)
        if piece == STANDEES:
            scale = thing["Transform"]["scaleX"]
            thing["Transform"] |= {"scaleY": scale}
        return {**thing, "Locked": piece == BOARDS, "CustomImage": image}

    # -- all of them

    def _object(
        self,
        kind: str,
        seed: str,
        spot: TableSpot,
        scale: float,
        colour: dict[str, float],
        turn: _Facing = _UPRIGHT,
    ) -> Thing:
        """What all objects say."""
        return {
            "GUID": self._guid(seed),
            "Name": kind,
            "Transform": {
                "posX": float(spot.x),
                "posY": 1.0,
                "posZ": float(spot.z),
                "rotX": 0.0,
                "rotY": turn.y,
                "rotZ": turn.z,
                "scaleX": scale,
                "scaleY": 1.0,
                "scaleZ": scale,
            },
            "Nickname": "",
            "Description": "",
            "GMNotes": "",
            "Tags": [],
            "ColorDiffuse": dict(colour),
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "IgnoreFoW": False,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "GridProjection": False,
            "HideWhenFaceDown": False,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
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


def _said(pile: TablePile, card: Card, texts: TabletopTexts) -> Thing:
    """The name of a card, its texts and its tags."""
    return {
        "Nickname": texts.name(card),
        "Description": texts.description(card, pile.behind.get(card.id, ())),
        "Tags": kinds_of(pile.deck, card),
    }


def _cut(shape: Shape, *, stackable: bool) -> tuple[str, Thing]:
    """The kind of object that is cut to a shape, and what it says of that.

    Tiles have four shapes; a token is cut by what is clear in its picture."""
    tiles = {"rectangle": _ROUNDED if shape.corner else _BOX, "hexagon": _HEX, "circle": _CIRCLE}
    if shape.kind not in tiles:
        cut = {"MergeDistancePixels": 15.0, "StandUp": False}
        return "Custom_Token", {
            "CustomToken": {"Thickness": _THICKNESS, **cut, "Stackable": stackable}
        }
    return "Custom_Tile", {
        "CustomTile": {
            "Type": tiles[shape.kind],
            "Thickness": _THICKNESS,
            "Stackable": stackable,
            "Stretch": True,
        }
    }


def titles_of(piles: Sequence[TablePile]) -> list[str]:
    """The titles of decks, with a number where a variant needs a second set."""
    titles = []
    times = Counter[tuple[str, str]]()
    for pile in piles:
        deck = pile.deck
        key = deck.id, deck.title  # cards of several sizes have piles of their own
        times[key] += 1
        titles.append(f"{deck.title} {times[key]}" if times[key] > 1 else deck.title)
    return titles
