"""A proof read from its first page to its last: cards found, told apart, and compared.

The first cards teach how this proof differs from the deck everywhere, in colours, sharpness and
grain; with that all of them are compared. What is kept of a page are its cards, not its pixels."""

from __future__ import annotations

import math
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from cardgen.base.findings import Finding, Place
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.proof.colour_fit import ColourSample, blur_of, colour_table, samples_of
from cardgen.proof.deck_sides import DeckSide, PrintedText, compared_mask
from cardgen.proof.differences import LIMIT, CardPair, Difference, Noise, regions, total
from cardgen.proof.found_cards import CardSpotter, FoundCard, PageCards
from cardgen.proof.strangers_pages import PPI, Letter, ProofPage

_TEACHERS = 40
"""Cards that teach what is usual on a proof."""
_BLURS_FROM = 6
_MOST_ALTERNATIVES = 4
_NEAR = 3.0
"""Pixels around a text that belong to it."""
_HALF = 128.0
_LARGEST = 50
"""Inches of a page: the sheets of presses are smaller, and looking for cards takes by its area."""
_MOST_BARREN = 50
"""Pages one after the other on which no card is found: this is the proof of something else."""
_MOST_KEPT = 400
"""Cards of which the picture is kept, to be shown."""


class NamedDifference(NamedTuple):
    """A difference with what stands there: `name` of a text or "", what the deck says there and
    what the letters of the proof say, None where it has none."""

    at: Difference
    name: str = ""
    meant: str = ""
    said: str | None = None


@dataclass(slots=True)
class JudgedCard:
    """A card of a proof, which side of the deck it is, and what differs.

    `unlike` is the part of its face that differs, and `margin` by how much more unlike the next
    likely side is: 1 for as much."""

    found: FoundCard
    side: int
    differences: list[NamedDifference] = field(default_factory=list)
    unlike: float = 0.0
    margin: float = 9.0
    picture: bytes = b""

    @property
    def seen(self) -> Image.Image | None:
        if not self.picture:
            return None
        return Image.frombytes("RGB", self.found.size, zlib.decompress(self.picture))


@dataclass(slots=True)
class ReadProof:
    """All that was seen of a proof: its pages with their cards, and what could not be read.

    `finest` is the side of the smallest square of half contrast that would have been told, in
    millimetres; `colour_shift` is how much colours differ on the whole, of 255."""

    pages: list[PageCards] = field(default_factory=list)
    cards: list[JudgedCard] = field(default_factory=list)
    unread: list[Finding] = field(default_factory=list)
    finest: float = 0.0
    colour_shift: float = 0.0
    blur: float = 0.0


Watch = Callable[[int], None]


class ProofReader:
    """Reads the pages of a proof of some sides."""

    def __init__(self, sides: Sequence[DeckSide]) -> None:
        self._sides = sides
        self._spotter = CardSpotter(sides)
        self._noise = Noise(0)
        self._table: ImageFilter.Color3DLUT | None = None
        self._blur = 0.0
        self._waiting: list[tuple[FoundCard, list[Letter]]] = []
        self._proof = ReadProof()

    def read(
        self, pages: Iterable[ProofPage | Finding], watch: Watch = lambda done: None
    ) -> ReadProof:
        """What is on the pages. `watch` hears of each one that is done."""
        barren = 0
        for page in pages:
            if isinstance(page, Finding):
                self._pass_over(page)
                continue
            number = len(self._proof.pages)
            if page.ppi and max(page.size) > _LARGEST * page.ppi:
                sentence = f"{page.name} is larger than {_LARGEST} inches, and was not looked at"
                remedy = "ask for sheets of a press"
                self._pass_over(Finding("too-large", sentence, remedy, Place(page.file)))
                continue
            found = self._spotter.cards_of(number, page)
            self._proof.pages.append(found)
            barren = 0 if found.cards else barren + 1
            for card in found.cards:
                self._waiting.append((card, _letters_on(card, page, found.size)))
            if self._table or len(self._waiting) >= _TEACHERS:
                self._judge_waiting()
            watch(number + 1)
            if barren == _MOST_BARREN:
                sentence = f"{barren} pages up to {page.name} show no card: no more were looked at"
                remedy = "name the decks that are on it, or send only the pages with cards"
                place = Place(page.file)
                self._proof.unread.append(Finding("too-large", sentence, remedy, place))
                break
        self._judge_waiting()
        return self._proof

    def _pass_over(self, why: Finding) -> None:
        """Keep the place of a page that is not read, so that those behind it keep their numbers."""
        self._proof.unread.append(why)
        self._proof.pages.append(PageCards("", (0.0, 0.0), is_read=False))

    def _judge_waiting(self) -> None:
        if not self._waiting:
            return
        if self._table is None:
            self._learn([card for card, _ in self._waiting])
        self._proof.cards += (self._judged(card, letters) for card, letters in self._waiting)
        self._waiting.clear()

    def _learn(self, cards: Sequence[FoundCard]) -> None:
        """Learn from the first cards what is usual on this proof."""
        samples: list[ColourSample] = []
        for card in cards:
            side = self._sides[card.side]
            samples += samples_of(side.trim, card.seen, compared_mask(side.shape))
        self._table = colour_table(samples)
        shifts = [
            sum(abs(a - b) for a, b in zip(meant, seen, strict=True)) / 3 for meant, seen in samples
        ]
        self._proof.colour_shift = sum(shifts) / max(1, len(shifts))
        blurs = []
        for card in cards[:: max(1, len(cards) // _BLURS_FROM)]:
            side = self._sides[card.side]
            meant = side.trim.filter(self._table)
            blurs.append(blur_of(meant, card.seen, compared_mask(side.shape)))
        self._blur = self._proof.blur = sorted(blurs)[len(blurs) // 2]
        self._noise = Noise(len(cards))
        for card in cards:
            self._noise.learn(self._pair(card, card.side, card.seen))
        self._proof.finest = self._finest()

    def _pair(self, card: FoundCard, number: int, seen: Image.Image) -> CardPair:
        side = self._sides[number]
        return self._pair_of(side.trim, side, seen)

    def _pair_of(self, trim: Image.Image, side: DeckSide, seen: Image.Image) -> CardPair:
        assert self._table is not None
        return CardPair.of(trim, seen, compared_mask(side.shape), self._table, self._blur)

    def _finest(self) -> float:
        """The side in millimetres of the smallest square of half contrast that would be told."""
        needed = LIMIT * self._noise.level(0, 0, 3)
        spread = math.hypot(self._blur, 1.1) * math.sqrt(2)
        side = 1.0
        while side < 60 and _HALF * math.erf(side / 2 / spread) ** 2 < needed:
            side += 0.5
        return side / PPI * 25.4

    def _judged(self, card: FoundCard, letters: Sequence[Letter]) -> JudgedCard:
        seen = card.seen
        tried = []
        for _, number in card.sides[:_MOST_ALTERNATIVES]:
            unusual = self._noise.unusual(self._pair(card, number, seen))
            tried.append((total(unusual), number, unusual))
        tried.sort(key=lambda one: one[0])
        amount, number, unusual = tried[0]
        side = self._sides[number]
        judged = JudgedCard(card, number)
        if len(tried) > 1:
            judged.margin = (tried[1][0] - amount) / max(amount, 1.0)
        found = regions(unusual)
        if found and not all(_text_at(side.fields, difference.box) for difference in found):
            other = self._pair_of(side.drawn_otherwise, side, seen)
            found = regions(ImageChops.darker(unusual, self._noise.unusual(other)))
        area = card.size[0] * card.size[1]
        judged.unlike = sum(difference.amount for difference in found) / area
        judged.differences = list(_named(found, side, letters))
        kept = sum(bool(other.picture) for other in self._proof.cards)
        if judged.differences and kept < _MOST_KEPT:
            judged.picture = card.pixels
        judged.found = card._replace(pixels=b"")
        return judged


def _letters_on(card: FoundCard, page: ProofPage, size: tuple[float, float]) -> list[Letter]:
    """The letters of a page that stand on a card, in pixels of its trim."""
    if not page.letters or not page.ppi:
        return []
    left, top, right, bottom = card.box
    letters = []
    for letter in page.letters:
        x, y = letter.x / page.ppi * 72, letter.y / page.ppi * 72
        if left <= x <= right and top <= y <= bottom:
            across, down = card.on_trim(x, y, size)
            letters.append(Letter(letter.text, across, down))
    return letters


def _named(
    found: Sequence[Difference], side: DeckSide, letters: Sequence[Letter]
) -> list[NamedDifference]:
    """Differences with the texts that stand there; those of one text are told once."""
    named: dict[object, NamedDifference] = {}
    for number, difference in enumerate(found):
        text = _text_at(side.fields, difference.box)
        if text is None:
            named[number] = NamedDifference(difference)
            continue
        key = text.name, text.box
        before = named.get(key)
        if before:
            joined = Difference(
                _around(before.at.box, difference.box),
                max(before.at.peak, difference.peak),
                before.at.amount + difference.amount,
            )
            named[key] = before._replace(at=joined)
            continue
        box = text.box.grown(_NEAR)
        meant, said = said_in(side.letters, box), None
        if letters:
            said = said_in(letters, box)
            said = None if plain(said) == plain(meant) else said
        named[key] = NamedDifference(difference, text.name, meant or text.text, said)
    return list(named.values())


def _around(first: Box, second: Box) -> Box:
    x, y = min(first.x, second.x), min(first.y, second.y)
    return Box(x, y, max(first.right, second.right) - x, max(first.top, second.top) - y)


def _text_at(fields: Sequence[PrintedText], box: Box) -> PrintedText | None:
    """The text that a difference lies on for the better part."""
    best, most = None, 0.35
    for text in fields:
        shared = text.box.grown(_NEAR).common(box)
        if shared.width > 0 and shared.height > 0:
            part = shared.width * shared.height / (box.width * box.height)
            # the smaller of two texts one over the other is the one that is meant
            part -= text.box.width * text.box.height / 1e7
            if part > most:
                best, most = text, part
    return best


def said_in(letters: Iterable[Letter], box: Box) -> str:
    """What letters say within a box."""
    return "".join(
        letter.text
        for letter in letters
        if box.x <= letter.x <= box.right and box.y <= letter.y <= box.top
    ).strip()


def plain(text: str) -> str:
    """A text without spaces and with plain letters, to be compared."""
    return "".join(unicodedata.normalize("NFKC", text).split()).replace("\u00ad", "")


def millimetres(pixels: float) -> float:
    """Pixels of the comparison in millimetres."""
    return pixels / PPI * 72 / MM
