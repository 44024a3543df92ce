"""Many cards in one picture for virtual tables, with an index.

The index tells programs and people what lies where."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.cards.spoken import name_of
from cardgen.engine import Drawing, Pdf
from cardgen.export.delivery import GameExport, Hosting, Order
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.pieces import CARDS, STANDEES, piece_of
from cardgen.model.sizes import Shape
from cardgen.model.vocabulary import Vocabulary
from cardgen.prepress.profiles import Fit, Printer
from cardgen.prepress.raster import ExportFile, as_png, cut_out, rasters, side_page

INDEX = "index.json"
TILE_SHAPES = ("rectangle", "hexagon", "circle")
"""The shapes that tiles of Tabletop Simulator have; tokens are cut by what their picture shows."""


class SpriteSheet(NamedTuple):
    """A picture of cards: its files, its grid and its cards.

    The cards lie in slots of so many pixels. `hidden` tells whether the last slot shows what others
    see of a hand."""

    face: str
    back: str
    across: int
    down: int
    slot: tuple[int, int]
    unique_back: bool
    hidden: bool
    cards: tuple[Card, ...]


class TablePile(NamedTuple):
    """A deck on the table: its pictures and what they show.

    The pictures lie in the folder."""

    game: Game
    deck: Deck
    sheets: Sequence[SpriteSheet]
    folder: Path
    behind: Mapping[str, frozenset[str]] = MappingProxyType({})
    """The fields of each card, by its id, that only its back shows."""


class SpriteExport(GameExport):
    """Pictures of many cards each, with an index."""

    hosted = True

    def deck(self, order: Order, cards: Sequence[Drawn]) -> None:
        files = self.files(order)
        are_cards = self.printer.makes != "table" or piece_of(order.deck) == CARDS
        export = export_sprites if are_cards else export_pieces
        sheets = export(self.printer, order.deck, cards, files.add)
        files.add(index(order, sheets, files.folder, self.delivery.hosting))
        self.made.append(
            TablePile(
                self.game,
                order.deck,
                sheets,
                files.folder,
                {
                    drawn_card.card.id: drawn_card.back_only_fields
                    for drawn_card in cards
                    if drawn_card.back_only_fields
                },
            )
        )
        files.done(order.deck, self.delivery.wrote)


def export_sprites(
    printer: Printer,
    deck: Deck,
    drawn_cards: Iterable[Drawn],
    add_file: Callable[[ExportFile], None],
) -> list[SpriteSheet]:
    """Hand a deck's pictures to `add_file` and return their index.

    There are as many as its cards need. Cards that have one back share back.png, which is plain
    where they have none; others have backs of their own beside one another, plain for a card
    without. For Tabletop Simulator the last slot of each picture shows what others see of a
    hand."""
    cards = [
        drawn_card
        for drawn_card in drawn_cards
        if drawn_card.card.copies and drawn_card.face is not None
    ]
    kept_free = int(printer.makes == "table")
    unique = len({drawn_card.back and drawn_card.back.name for drawn_card in cards}) > 1
    hidden = None if unique or not cards else cards[0].back
    room = printer.across * printer.down - kept_free
    sheets = []
    for start in range(0, len(cards), room):
        part = cards[start : start + room]
        number = f"-{start // room + 1}" if len(cards) > room else ""
        across, down = _grid(len(part) + kept_free, printer.across, 2 if kept_free else 1)
        pixels = _slot(printer, deck.shape, across, down)
        slots = _Slots(deck.shape, pixels, printer.dpi, clear=printer.corners == "clear")
        behind = slots._replace(shape=deck.shape.behind)
        face = f"faces{number}.png"
        back = f"backs{number}.png" if unique else "back.png"
        last = hidden if kept_free else None
        add_file(
            ExportFile(
                face, slots.sheet([drawn_card.face for drawn_card in part], across, down, last)
            )
        )
        if unique:
            add_file(
                ExportFile(
                    back, behind.sheet([drawn_card.back for drawn_card in part], across, down, last)
                )
            )
        elif not start:
            add_file(ExportFile(back, behind.sheet([hidden], 1, 1)))
        sheets.append(
            SpriteSheet(
                face,
                back,
                across,
                down,
                pixels,
                unique,
                bool(kept_free),
                tuple(drawn_card.card for drawn_card in part),
            )
        )
    return sheets


def export_pieces(
    printer: Printer,
    deck: Deck,
    drawn_cards: Iterable[Drawn],
    add_file: Callable[[ExportFile], None],
) -> list[SpriteSheet]:
    """Hand a picture of each side of each piece to `add_file` and return their index.

    Pieces that have one back share back.png, which is plain where they have none; standees show
    their front behind, then. What is cut by its picture is clear outside of the cut."""
    cards = [
        drawn_card
        for drawn_card in drawn_cards
        if drawn_card.card.copies and drawn_card.face is not None
    ]
    shape = deck.shape
    is_six_sided = shape.kind == "hexagon"
    box = Shape("rectangle", shape.width, shape.width) if is_six_sided else shape
    pixels = _slot(printer, box, 1, 1)
    is_cut_by_picture = piece_of(deck) == STANDEES or shape.kind not in TILE_SHAPES
    slots = _Slots(shape, pixels, printer.dpi, clear=is_cut_by_picture, square=is_six_sided)
    backs = {drawn.back and drawn.back.name: drawn.back for drawn in cards}
    is_shared = len(backs) == 1
    sides = [drawn.face for drawn in cards]
    sides += [*backs.values()] if is_shared else [drawn.back for drawn in cards]
    files = [f"faces-{drawn.card.id}.png" for drawn in cards]
    files += ["back.png"] if is_shared else [f"backs-{drawn.card.id}.png" for drawn in cards]
    for name, picture in zip(files, slots.cut(sides), strict=True):
        add_file(ExportFile(name, as_png(picture, printer.dpi)))
    has_none = is_shared and None in backs
    sheets = []
    for number, drawn in enumerate(cards):
        back = "back.png" if is_shared else files[len(cards) + number]
        back = "" if has_none and piece_of(deck) == STANDEES else back
        face = files[number]
        sheets.append(SpriteSheet(face, back, 1, 1, pixels, False, False, (drawn.card,)))
    return sheets


def index(
    order: Order, sheets: Sequence[SpriteSheet], folder: Path, hosting: Hosting
) -> ExportFile:
    """An index of a deck's pictures as JSON, in pixels.

    Pixels count from the upper left corner. Pictures that are hosted have their addresses."""
    deck = order.deck
    vocabulary = order.game.vocabulary_of(deck)
    width, height = (round(side / MM, 3) for side in (deck.shape.width, deck.shape.height))
    about: dict[str, Any] = {"deck": deck.id, "title": deck.title}
    about["size"] = {
        "shape": deck.shape.kind,
        "width": width,
        "height": height,
        "corner": round(deck.shape.corner / MM, 3),
        "unit": "mm",
    }
    about["sheets"] = [_listed(sheet, folder, hosting, vocabulary) for sheet in sheets]
    return ExportFile(INDEX, (json.dumps(about, indent=1, ensure_ascii=False) + "\n").encode())


def _listed(
    sheet: SpriteSheet, folder: Path, hosting: Hosting, vocabulary: Vocabulary
) -> dict[str, Any]:
    wide, high = sheet.slot
    entry: dict[str, Any] = {"face": sheet.face, "back": sheet.back}
    if hosting.prefix:
        entry |= {
            "face_url": hosting.of(folder, sheet.face),
            "back_url": hosting.of(folder, sheet.back),
        }
    entry |= {
        "across": sheet.across,
        "down": sheet.down,
        "width": wide,
        "height": high,
        "own_backs": sheet.unique_back,
    }
    if sheet.hidden:
        entry["hidden_slot"] = sheet.across * sheet.down - 1
    places = [
        (slot % sheet.across * wide, slot // sheet.across * high)
        for slot in range(len(sheet.cards))
    ]
    return entry | {
        "cards": [
            {
                "slot": slot,
                "x": x,
                "y": y,
                "id": card.id,
                "name": name_of(card, vocabulary),
                "copies": card.copies,
            }
            for slot, (card, (x, y)) in enumerate(zip(sheet.cards, places, strict=True))
        ]
    }


def kinds_of(deck: Deck, card: Card) -> list[str]:
    """The choices that a card makes from lists, its deck first.

    An example is its colour and its suits."""
    kinds = [deck.id]
    for field in deck.fields.values():
        value = card.fields.get(field.name)
        if field.is_choice and value:
            kinds += map(str, field.entries(value))
    return list(dict.fromkeys(kinds))


def _grid(slots: int, across: int, least: int) -> tuple[int, int]:
    """The grid for so many slots.

    It has so many a side at the `least`: Tabletop Simulator knows none smaller than 2 x 2."""
    return max(least, min(across, slots)), max(least, -(-slots // across))


def _slot(printer: Printer, shape: Shape, across: int, down: int) -> tuple[int, int]:
    """Pixels of one card, so that the whole picture stays within its limit."""
    scale = min(
        printer.dpi / 72,
        printer.largest / (across * shape.width),
        printer.largest / (down * shape.height),
    )
    return int(shape.width * scale), int(shape.height * scale)


class _Slots(NamedTuple):
    """The slots of a picture, for cards of this many pixels.

    They may be clear outside of the cut."""

    shape: Shape
    pixels: tuple[int, int]
    dpi: float
    clear: bool
    square: bool = False
    """Whether they are as high as they are wide, with bleed above and below."""

    def sheet(
        self, sides: Sequence[Drawing | None], across: int, down: int, hidden: Drawing | None = None
    ) -> bytes:
        """The sides row by row, `hidden` in the last slot.

        A slot without a side stays white, or clear."""
        wide, high = self.pixels
        sheet = Image.new(
            "RGBA" if self.clear else "RGB",
            (across * wide, down * high),
            (255, 255, 255, 0) if self.clear else "white",
        )
        for slot, picture in enumerate(self.cut(sides)):
            sheet.paste(picture, (slot % across * wide, slot // across * high))
        if hidden:
            for picture in self.cut([hidden]):
                sheet.paste(picture, ((across - 1) * wide, (down - 1) * high))
        return as_png(sheet, self.dpi)

    def cut(self, sides: Sequence[Drawing | None]) -> Iterator[Image.Image]:
        """The sides at their trims, white ones where there is none."""
        pdf = Pdf("cards")
        shape = self.shape
        bare = Drawing([], shape.box)
        height = shape.width if self.square else shape.height
        for side in sides:
            side_page(pdf, side or bare, shape, Fit(shape.width, height, self.pixels))
        for picture in rasters(pdf.bytes(), self.pixels):
            yield cut_out(picture, shape) if self.clear else picture
