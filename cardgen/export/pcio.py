"""A game for playingcards.io: a zip of its pictures and of a list of widgets, which a room imports.

The site has published no description of the format. Here is what files made by its rooms, by other
programs, and by those who import them agree on: `widgets.json` is a list; a `cardPile` holds a
`cardDeck` and its `card`s, each of a type of the deck's `cardTypes`, whose values the objects of
the two templates name; pictures lie in `userassets/` and are meant by `package://userassets/NAME`.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.cards.spoken import name_of, texts_of
from cardgen.engine import Drawing
from cardgen.export.delivery import GameExport, Hosting, Order
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.pieces import BOARDS, CARDS, is_in_bag, piece_of
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import Fit, Printer
from cardgen.prepress.raster import ExportFile, rasterised

_ROOM = (1600, 800)
"""Pixels of a room's table above the player's hand."""
_EDGE, _BETWEEN, _ABOVE, _BELOW = 40, 30, 30, 50
"""Pixels around piles: at the table's edges, beside one another, and for the label above and the
button below."""
_RIM = 4
"""Pixels that a pile is larger than its cards on each side."""
_SCALE = 160 / 88.9
"""Pixels to the millimetre: a poker card is as high as the site's own cards."""
_HAND = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
_WHEN = (1980, 1, 1, 0, 0, 0)
"""When the files of the zip were made: the same in every export."""


class RoomDeck(NamedTuple):
    """A deck in a room: its cards and their pictures.

    Each card has the names of the pictures of both sides."""

    game: Game
    deck: Deck
    cards: Sequence[tuple[Card, str, str]]
    pictures: Sequence[ExportFile]
    folder: Path


class RoomExport(GameExport):
    """One file with all decks and their pictures.

    Where these are hosted, they are files of their own."""

    hosted = True

    def deck(self, order: Order, cards: Sequence[Drawn]) -> None:
        files = self.files(order)
        apart = bool(self.delivery.hosting.prefix)
        room = room_deck(self.printer, self.game, order.deck, cards, files.folder)
        for file in room.pictures if apart else ():
            files.add(file)
        files.done(order.deck, self.delivery.wrote if apart else lambda path, about: None)
        self.made.append(room)

    def whole(self, names: Sequence[str]) -> None:
        if self.made:
            self.put(
                self.path(".pcio"),
                room(self.made, self.delivery.hosting),
                "game to import",
                len(self.made),
            )


def room_deck(
    printer: Printer, game: Game, deck: Deck, drawn_cards: Iterable[Drawn], folder: Path
) -> RoomDeck:
    """The pictures of a deck, each different one once.

    A card without a back has a white one."""
    shape = deck.shape
    bare = Drawing([], shape.box)
    cards = [
        drawn_card
        for drawn_card in drawn_cards
        if drawn_card.card.copies and drawn_card.face is not None
    ]
    backs = {(drawn_card.back or bare).name: drawn_card.back or bare for drawn_card in cards}
    behind = {
        name: "back.png" if len(backs) == 1 else f"back-{number}.png"
        for number, name in enumerate(backs, 1)
    }
    sides: list[tuple[str, Drawing, Shape, Fit]] = []
    listed: list[tuple[Card, str, str]] = []
    fit = printer.fit(shape)
    for number, (card, face, back, *_) in enumerate(cards, 1):
        assert face is not None
        name = f"front-{number:03}-{card.id}.png"
        sides.append((name, face, shape, fit))
        listed.append((card, name, behind[(back or bare).name]))
    sides += [(behind[name], drawing, shape.behind, fit) for name, drawing in backs.items()]
    pictures = rasterised(sides, printer.dpi, None, clear=printer.corners == "clear")
    return RoomDeck(game, deck, listed, [ExportFile(name, data) for name, data in pictures], folder)


def room(decks: Sequence[RoomDeck], hosting: Hosting) -> bytes:
    """The file of a room with a pile for each deck.

    It has no pictures where they are hosted."""
    hosted = bool(hosting.prefix)

    def address(deck: RoomDeck, name: str) -> str:
        if hosted:
            return hosting.of(deck.folder, name)
        return f"package://{_asset(deck, name)}"

    widgets = [
        _HAND,
        *(widget for deck, spot in _laid(decks) for widget in _widgets(deck, spot, address)),
    ]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(
            zipfile.ZipInfo("widgets.json", _WHEN),
            json.dumps(widgets, indent=1, ensure_ascii=False),
            zipfile.ZIP_DEFLATED,
        )
        for deck in decks if not hosted else ():
            for name, data in deck.pictures:
                packed.writestr(
                    zipfile.ZipInfo(_asset(deck, name), _WHEN), data, zipfile.ZIP_STORED
                )
    return out.getvalue()


def _asset(deck: RoomDeck, name: str) -> str:
    return f"userassets/{deck.folder.name}-{name}"


class _Spot(NamedTuple):
    """A pile's place on the table, and its cards' size, in pixels."""

    x: int
    y: int
    width: int
    height: int


def _laid(decks: Sequence[RoomDeck]) -> list[tuple[RoomDeck, _Spot]]:
    """The decks in rows from the upper left, all at one scale.

    It shrinks until there is room for them."""
    spots: list[_Spot] = []
    for percent in range(100, 9, -5):
        spots = list(_rows([deck.deck.shape for deck in decks], _SCALE * percent / 100))
        if all(
            spot.x + spot.width <= _ROOM[0] - _EDGE and spot.y + spot.height + _BELOW <= _ROOM[1]
            for spot in spots
        ):
            break
    return list(zip(decks, spots, strict=True))


def _rows(shapes: Sequence[Shape], scale: float) -> Iterator[_Spot]:
    x = _EDGE
    y = _EDGE
    tall = 0
    for shape in shapes:
        width, height = (max(1, round(side / MM * scale)) for side in (shape.width, shape.height))
        if x > _EDGE and x + width + _EDGE > _ROOM[0]:
            x = _EDGE
            y = y + tall + _ABOVE + _BELOW
            tall = 0
        yield _Spot(x, y, width, height)
        x = x + width + 2 * _RIM + _BETWEEN
        tall = max(tall, height)


def _widgets(
    room: RoomDeck, spot: _Spot, address: Callable[[RoomDeck, str], str]
) -> Iterator[dict[str, Any]]:
    deck, cards = room.deck, room.cards
    piece = piece_of(deck)
    is_open = piece != CARDS and not is_in_bag(deck)
    pile = f"{room.folder.name}-pile"
    id = f"{room.folder.name}-deck"
    x, y, width, height = spot
    around = {"x": x, "y": y, "width": width + 2 * _RIM, "height": height + 2 * _RIM}
    yield {
        "id": pile,
        "type": "cardPile",
        **around,
        "z": 1,
        "label": deck.title,
        "hasShuffleButton": piece != BOARDS,
        "dragging": None,
    }
    lies = {"parent": pile, "x": x + _RIM, "y": y + _RIM, "dragging": None}
    types = {
        card.id: {
            "label": name_of(card, room.game.vocabulary_of(deck)),
            "text": texts_of(room.game, deck, card),
            "face": address(room, face),
            "back": address(room, back),
        }
        for card, face, back in cards
    }
    looks = {
        "cardTypes": types,
        "faceTemplate": _template("face", spot),
        "backTemplate": _template("back", spot),
        "enlarge": True,
    }
    yield {
        "id": id,
        "type": "cardDeck",
        **lies,
        "z": 2,
        "cardWidth": width,
        "cardHeight": height,
        **looks,
    }
    places = [(card, copy) for card, _, _ in cards for copy in range(card.copies)]
    for z, (card, copy) in enumerate(places, 1000):
        name = f"{room.folder.name}-{card.id}-{copy + 1}"
        yield {
            "id": name,
            "type": "card",
            "deck": id,
            "cardType": card.id,
            **lies,
            "z": z,
            "faceup": is_open,
        }


def _template(side: str, spot: _Spot) -> dict[str, Any]:
    """A side that is one picture, which has its own corners."""
    frame = {"x": 0, "y": 0, "w": spot.width, "h": spot.height}
    shows = {"type": "image", "valueType": "dynamic", "value": side, "color": "transparent"}
    return {"includeBorder": False, "includeRadius": False, "objects": [{**shows, **frame}]}
