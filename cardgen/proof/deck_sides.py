"""What should be on a proof: each different side of the cards, as pixels, with its fields and
letters."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from PIL import Image, ImageFilter

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.codes import CodeMark
from cardgen.cards.context import Context
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Drawing, Pdf
from cardgen.model.cards import Card, Deck
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import Fit
from cardgen.prepress.raster import cut_out, rasters, side_page
from cardgen.proof.strangers_pages import FINER, PPI, Letter, letters_of

RIM = round(3 * MM / 72 * PPI)
"""Pixels of bleed around the trim of a side."""
_EDGE = 0.8 * MM / 72 * PPI
"""Pixels beside the cut that are not compared: they may be cut away, or show what lies beside."""
_BATCH = 8
_OTHERWISE = 3
"""So many times finer a side is drawn to see whether a difference stays."""
FACE, BACK = "face", "back"


class PrintedText(NamedTuple):
    """A text of a side: what it is called, what it says, and its box in pixels of the trim."""

    name: str
    text: str
    box: Box


class CardName(NamedTuple):
    """A card of a deck by its ids."""

    game: str
    deck: str
    card: str

    def __str__(self) -> str:
        return f"{self.deck}/{self.card}"


@dataclass(slots=True)
class DeckSide:
    """One look of a side, and all cards that have it.

    `picture` is a PNG of the trim and its bleed. `version` is "" for the deck as it is. A face that
    `is_back_too` stands behind its card as well."""

    name: str
    shape: Shape
    side: str
    picture: bytes
    letters: tuple[Letter, ...]
    pages: bytes
    """The PDF that it was drawn from, and its page there."""
    page: int
    fields: list[PrintedText] = field(default_factory=list)
    cards: list[CardName] = field(default_factory=list)
    copies: int = 0
    version: str = ""
    is_back_too: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """The size of its trim in pixels."""
        return pixels_of(self.shape)

    @property
    def image(self) -> Image.Image:
        """Its trim and its bleed as RGB."""
        return _opened(self.picture)

    @property
    def trim(self) -> Image.Image:
        width, height = self.size
        return self.image.crop((RIM, RIM, RIM + width, RIM + height))

    @property
    def drawn_otherwise(self) -> Image.Image:
        """Its trim, drawn at another resolution.

        PDFium joins strokes now one way, now another one, which are no differences."""
        width, height = self.size
        finer = (width + 2 * RIM) * _OTHERWISE, (height + 2 * RIM) * _OTHERWISE
        fine_image = next(islice(rasters(self.pages, finer), self.page, None))
        return fine_image.reduce(_OTHERWISE).crop((RIM, RIM, RIM + width, RIM + height))

    @property
    def title(self) -> str:
        """Its card, or the deck whose back it is."""
        if self.side == FACE or len({name.deck for name in self.cards}) == len(self.cards) == 1:
            first = str(self.cards[0])
            also = f" (or {', '.join(map(str, self.cards[1:3]))})" if len(self.cards) > 1 else ""
            return first + also if self.side == FACE else f"the back of {first}"
        return f"the back of {', '.join(dict.fromkeys(name.deck for name in self.cards))}"


@lru_cache(maxsize=24)
def _opened(picture: bytes) -> Image.Image:
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("RGB")


def pixels_of(shape: Shape) -> tuple[int, int]:
    """The pixels of a trim at the resolution of the comparison."""
    return max(8, round(shape.width / 72 * PPI)), max(8, round(shape.height / 72 * PPI))


@lru_cache(maxsize=8)
def compared_mask(shape: Shape) -> Image.Image:
    """What of a trim is compared, as a mask."""
    size = pixels_of(shape)
    alpha = cut_out(Image.new("RGB", size), shape).getchannel("A")
    framed = Image.new("L", (size[0] + 2, size[1] + 2), 0)
    framed.paste(alpha.point(lambda value: 255 * (value > 250)), (1, 1))
    inner = framed.filter(ImageFilter.MinFilter(2 * round(_EDGE) + 1))
    return inner.crop((1, 1, size[0] + 1, size[1] + 1))


@dataclass(slots=True)
class ExpectedDeck:
    """A deck as a proof should show it: for each card its face and its back."""

    game: str
    id: str
    cards: list[Card]
    faces: dict[str, DeckSide]
    backs: dict[str, DeckSide]


def expected_decks(
    context: Context, decks: Sequence[Deck], findings: CardFindings, jobs: int = 0
) -> list[ExpectedDeck]:
    """Draw the sides of decks; cards that cannot be drawn are told in `findings`."""
    expected = []
    for deck in decks:
        sides: dict[tuple[str, str], DeckSide] = {}
        backs_of: dict[str, str] = {}
        options = DrawOptions(inspect=text_fields, jobs=jobs)
        fields_of_backs: dict[str, list[PrintedText]] = {}
        faces: dict[str, DeckSide] = {}
        drawn_cards = [drawn for drawn in draw_deck(context, deck, findings, options) if drawn.face]
        for shape in deck.shapes:
            drawings = {
                (side, drawing.name): drawing
                for drawn in drawn_cards
                for side, drawing in ((FACE, drawn.face), (BACK, drawn.back))
                if drawing and deck.cut_as(drawn.card).shape == shape
            }
            for (side, name), drawn_side in _pictures(drawings, shape):
                of_side = shape.of_side(side)
                sides[side, name] = DeckSide(name, of_side, side, *drawn_side)
        for drawn in drawn_cards:
            assert drawn.face
            card = drawn.card
            face = sides[FACE, drawn.face.name]
            face.fields = face.fields or [text for side, text in drawn.findings if side == FACE]
            face.cards.append(CardName(context.game.id, deck.id, card.id))
            face.copies += card.copies
            faces[card.id] = face
            if drawn.back:
                back = sides[BACK, drawn.back.name]
                back.cards.append(CardName(context.game.id, deck.id, card.id))
                back.copies += card.copies
                backs_of[card.id] = drawn.back.name
                found = [text for side, text in drawn.findings if side == BACK]
                fields_of_backs.setdefault(drawn.back.name, found)
        for name, found in fields_of_backs.items():
            sides[BACK, name].fields = found
        backs = {id: sides[BACK, name] for id, name in backs_of.items()}
        expected.append(
            ExpectedDeck(
                context.game.id, deck.id, [drawn.card for drawn in drawn_cards], faces, backs
            )
        )
    return expected


def text_fields(
    deck: Deck, card: Card, side: str, drawing: Drawing, codes: Sequence[CodeMark]
) -> list[tuple[str, PrintedText]]:
    """The texts of a side, each field once, with the box around all of it."""
    unit = deck.shape.width / drawing.box.width / 72 * PPI
    fields: dict[str, PrintedText] = {}
    for mark in drawing.texts:
        ink = mark.ink
        if ink is None or not mark.text.strip():
            continue
        name = mark.origin.about if mark.origin else "a text of the drawing"
        box = Box(
            (ink.x - drawing.box.x) * unit,
            (ink.y - drawing.box.y) * unit,
            ink.width * unit,
            ink.height * unit,
        )
        before = fields.get(name)
        if before and before.box.grown(PPI / 12).overlaps(box):
            box = _around(before.box, box)
            fields[name] = PrintedText(name, f"{before.text} {mark.text}", box)
        else:
            key = name if before is None else f"{name} {len(fields)}"
            fields[key] = PrintedText(name, mark.text, box)
    return [(side, field) for field in fields.values()]


def _around(first: Box, second: Box) -> Box:
    x, y = min(first.x, second.x), min(first.y, second.y)
    return Box(x, y, max(first.right, second.right) - x, max(first.top, second.top) - y)


class _DrawnSide(NamedTuple):
    """A side as pixels and letters, with the page of a PDF that they come of."""

    picture: bytes
    letters: tuple[Letter, ...]
    pages: bytes
    page: int


def _pictures(
    drawings: dict[tuple[str, str], Drawing], shape: Shape
) -> Iterator[tuple[tuple[str, str], _DrawnSide]]:
    """The drawn sides of drawings, by their keys, a few at a time."""
    width, height = pixels_of(shape)
    pixels = width + 2 * RIM, height + 2 * RIM
    # so that a pixel is as wide on each side as on the trim
    across, down = shape.width / width, shape.height / height
    fit = Fit(pixels[0] * across, pixels[1] * down, pixels)
    keys = list(drawings)
    for first in range(0, len(keys), _BATCH):
        batch = keys[first : first + _BATCH]
        pdf = Pdf("proof")
        for key in batch:
            side_page(pdf, drawings[key], shape, fit)
        pages = pdf.bytes()
        drawn = zip(*_rastered(pages, fit, pixels), strict=True)
        for page, (key, (picture, letters)) in enumerate(zip(batch, drawn, strict=True)):
            yield key, _DrawnSide(picture, letters, pages, page)


def _rastered(
    pdf: bytes, fit: Fit, pixels: tuple[int, int]
) -> tuple[list[bytes], list[tuple[Letter, ...]]]:
    import pypdfium2

    pictures = []
    finer = pixels[0] * FINER, pixels[1] * FINER
    for fine_image in rasters(pdf, finer):
        image = fine_image.reduce(FINER)
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=1)
        pictures.append(out.getvalue())
    scale = pixels[0] / fit.width
    with pypdfium2.PdfDocument(pdf) as document:
        letters = []
        for page in document:
            found = letters_of(page, (0, fit.height), scale)
            letters.append(
                tuple(letter._replace(x=letter.x - RIM, y=letter.y - RIM) for letter in found)
            )
            page.close()
    return pictures, letters


def all_sides(decks: Sequence[ExpectedDeck]) -> list[DeckSide]:
    """The sides of decks, each once; backs that decks share stand for all of them."""
    sides: dict[tuple[str, str, Shape], DeckSide] = {}
    for deck in decks:
        for kept, of_deck in ((FACE, deck.faces), (BACK, deck.backs)):
            for id, side in of_deck.items():
                key = (kept, side.name, side.shape)
                first = sides.setdefault(key, side)
                if first is not side:
                    of_deck[id] = first
                    first.cards += [name for name in side.cards if name not in first.cards]
    _without_twins(sides, decks)
    for side in sides.values():
        side.copies = 0
    for deck in decks:
        for card in deck.cards:
            for of_deck in (deck.faces, deck.backs):
                if card.id in of_deck:
                    of_deck[card.id].copies += card.copies
    return list(sides.values())


def _without_twins(
    sides: dict[tuple[str, str, Shape], DeckSide], decks: Sequence[ExpectedDeck]
) -> None:
    """Take out backs that look as a face does, for nobody can tell which of both is seen."""
    faces = {
        (side.picture, shape): side for (kind, _, shape), side in sides.items() if kind == FACE
    }
    for key, side in [*sides.items()]:
        if side.side == BACK and (side.picture, key[2]) in faces:
            faces[side.picture, key[2]].is_back_too = True
            del sides[key]
            for deck in decks:
                deck.backs = {id: back for id, back in deck.backs.items() if back is not side}
