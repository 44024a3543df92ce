"""The cards of a page: where each lies, and which it is."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat

from cardgen.base.units import MM
from cardgen.proof.alignment import MARGIN, Placement, aligned, likeness, seen_through, settled
from cardgen.proof.card_finder import (
    Atlas,
    LikelyCard,
    PageSpot,
    grouped_by_shape,
    least_spread,
    overlap,
    patch_at,
    spots_of,
    upright_box,
    ways_of,
)
from cardgen.proof.deck_sides import DeckSide, compared_mask
from cardgen.proof.strangers_pages import PPI, ProofPage

_SURE, _SURE_WHERE_ONE_LAY = 0.74, 0.6
"""How alike a place and a side must be to be told as one; less where a card lay on another page."""
_OVERLAP, _EXACT_OVERLAP = 0.25, 0.07
"""Parts of a card that may lie over another, before and after its place is known exactly."""
_MOST_FAILED = 6
"""Places, the likeliest first, that hold no card before the others of a page are left."""
_CLOSE, _SETTLED = 16, 5
"""Sides that are compared in detail, and those of them that are laid over a place exactly."""
_STRANGE = 1.2
"""How unlike a place is to any side where it is not worth while to tell apart those like it."""
_CANDIDATES = 3
"""Sides that are laid over a place until one is certain."""
_CERTAIN, _HOPELESS = 0.8, 0.3
"""How alike a place and a side must be for no other to be tried, or for any."""
_OFF = round(2.2 * MM / 72 * PPI)
"""Pixels by which a place is moved each way to see what it looks like."""
_LIKELY_TOO, _AND = 1.5, 0.06
"""A side is compared in detail too whose unlikeness is up to so many times the least, and more."""
_ROUNDS = 3
"""Times that sides are told apart, each from where the likeliest was found to lie."""
_FINE = 26
"""Cells across a card when it is told from others of its deck."""
_WIDTHS = 0.02
"""By how much a picture's shape may be off a card's."""
_BLEEDS = (0.0, 3.0, 3.175, 2.0, 1.5, 5.0, 1.0, 4.0)
"""Bleeds that a picture of a card may have, in millimetres."""
_INKED = 12.0
"""The spread of colours from which a place is not blank."""


class FoundCard(NamedTuple):
    """A card on a page: its place there, which side it is most likely, and those that are nearly as
    likely, each with how unlike it is.

    `pixels` are what is seen of its trim, packed; `turn` is one of `card_finder.TURNS`."""

    page: int
    looked: PageSpot
    """The place that was looked at, which `placement` starts from."""
    spot: PageSpot
    box: tuple[float, float, float, float]
    """Left, top, right and bottom on the page, in points."""
    turn: int
    placement: Placement
    alike: float
    sides: tuple[tuple[float, int], ...]
    size: tuple[int, int]
    pixels: bytes

    @property
    def side(self) -> int:
        return self.sides[0][1]

    @property
    def seen(self) -> Image.Image:
        return Image.frombytes("RGB", self.size, zlib.decompress(self.pixels))

    @property
    def degrees(self) -> float:
        return self.placement.degrees

    def on_trim(self, x: float, y: float, page: tuple[float, float]) -> tuple[float, float]:
        """A point of the page, whose size is given, in pixels of the trim; all else in points."""
        if self.looked.quarter:
            x, y = y, page[0] - x
        across = (x - self.looked.x) / 72 * PPI + MARGIN
        down = (y - self.looked.y) / 72 * PPI + MARGIN
        width, height = (side + 2 * MARGIN for side in self.size)
        if self.turn in (1, 2):
            across = width - across
        if self.turn in (1, 3):
            down = height - down
        return self.placement.back(across, down)


@dataclass(slots=True)
class PageCards:
    """What was found on a page: its cards, and boxes in points with something else on them."""

    name: str
    size: tuple[float, float]
    cards: list[FoundCard] = field(default_factory=list)
    unknown: list[tuple[float, float, float, float]] = field(default_factory=list)
    is_read: bool = True
    """False for one that could not be read, or was not looked at."""


class CardSpotter:
    """Finds cards on pages. What lay where on a page before is looked at first on one of its
    size."""

    def __init__(self, sides: Sequence[DeckSide]) -> None:
        self._sides = sides
        groups = grouped_by_shape(sides)
        self._atlases = [Atlas(sides, group) for group in groups]
        self._fine = [Atlas(sides, group, _FINE) for group in groups]
        self._layouts: dict[tuple[int, int], list[PageSpot]] = {}
        self._trims = cache(lambda number: sides[number].trim.convert("L"))

    def cards_of(self, number: int, page: ProofPage) -> PageCards:
        """The cards of a page, which is the `number`th."""
        image = page.image
        if page.ppi:
            return self._on_sheet(number, page, image, page.ppi)
        # nobody knows its size: as large as one of the cards, with one of the usual bleeds
        best = PageCards(page.name, (0.0, 0.0))
        for ppi in _resolutions(image.size, self._sides):
            found = self._on_sheet(number, page, image, ppi)
            if sum(card.alike for card in found.cards) > sum(card.alike for card in best.cards):
                best = found
            if best.cards and best.cards[0].alike > 0.9:
                break
        return best

    def _on_sheet(self, number: int, page: ProofPage, image: Image.Image, ppi: float) -> PageCards:
        size = image.width / ppi * 72, image.height / ppi * 72
        found = PageCards(page.name, size)
        turned = {0: image, 1: image.transpose(Image.Transpose.ROTATE_90)}
        key = round(size[0]), round(size[1])
        known = self._layouts.get(key, [])
        held = self._look(
            number, turned, ppi, size, [(0.0, spot) for spot in known], found, known=True
        )
        if not known or held < len(known):
            places = [
                (unlike, spot)
                for atlas in self._atlases
                for unlike, spot in spots_of(image, ppi, atlas)
            ]
            self._look(number, turned, ppi, size, sorted(places, key=lambda place: place[0]), found)
        if len(found.cards) > len(known):
            self._layouts[key] = [card.spot for card in found.cards]
        found.unknown = [
            box for box in found.unknown if not any(_meet(box, card.box) for card in found.cards)
        ]
        found.cards.sort(key=lambda card: (round(card.box[1] / 20), card.box[0]))
        return found

    def _look(
        self,
        number: int,
        turned: dict[int, Image.Image],
        ppi: float,
        size: tuple[float, float],
        places: Sequence[tuple[float, PageSpot]],
        found: PageCards,
        *,
        known: bool = False,
    ) -> int:
        """Look closely at places; how many of them hold a card or nothing."""
        held = 0
        tried: list[PageSpot] = []
        failed = 0
        for _, spot in places:
            if failed == _MOST_FAILED and not known:
                break
            taken = [card.spot for card in found.cards]
            if any(overlap(spot, other, size) > _OVERLAP for other in taken):
                continue
            if any(overlap(spot, other, size) > 0.85 for other in tried):
                continue
            card = self._card_at(number, turned[spot.quarter], ppi, spot, size)
            if card and (
                card.alike < (_SURE_WHERE_ONE_LAY if known else _SURE)
                or any(overlap(card.spot, other, size) > _EXACT_OVERLAP for other in taken)
            ):
                card = None
            failed = 0 if card else failed + 1
            if card is None:
                tried.append(spot)
                if known and _is_inked(turned[spot.quarter], ppi, spot):
                    found.unknown.append(upright_box(spot, size))
            else:
                found.cards.append(card)
                held += 1
        return held

    def _card_at(
        self, number: int, page: Image.Image, ppi: float, spot: PageSpot, size: tuple[float, float]
    ) -> FoundCard | None:
        """The card at a place of a page that was turned as the place wants it."""
        at = next(n for n, atlas in enumerate(self._atlases) if atlas.shape == spot.shape)
        patch = patch_at(page, ppi, spot, MARGIN)
        width, height = patch.width - 2 * MARGIN, patch.height - 2 * MARGIN
        likely = _likely(patch, (width, height), self._atlases[at])
        best: tuple[float, int, Placement, Image.Image] | None = None
        tried: set[int] = set()
        for side, turn in likely:
            if best and (best[0] > _CERTAIN or (len(tried) > 1 and best[0] < _HOPELESS)):
                break
            way = ways_of(turn)
            lying = patch.transpose(way) if way is not None else patch
            placement, alike = self._aligned(lying, side)
            tried.add(side)
            if best is None or alike > best[0]:
                best = alike, turn, placement, lying
        if best is None or best[0] < _HOPELESS:
            return None
        alike, turn, placement, lying = best
        seen = seen_through(lying, placement, (width, height))
        fine = self._fine[at]
        closest = fine.likely(seen.resize(fine.cells, Image.Resampling.BOX))
        if closest and closest[0].turn:
            way = ways_of(closest[0].turn)
            assert way is not None
            turned_once = lying.transpose(way)
            other, other_alike = self._aligned(turned_once, closest[0].side)
            is_upright = turn == closest[0].turn
            if other_alike > alike + (0 if is_upright else 0.05):
                lying, placement, alike = turned_once, other, other_alike
                turn ^= closest[0].turn
        told = self._told_apart(lying, placement, at)
        if not told:
            return None
        if turn and told[0][0] <= _STRANGE:  # what is nearly even lies upright, and not in a mirror
            plainer = turn - 2 if turn > 1 else 0
            way = ways_of(plainer)
            other_way = patch.transpose(way) if way is not None else patch
            other, _ = self._aligned(other_way, told[0][1])
            others = self._told_apart(other_way, other, at)
            if others and others[0][0] <= told[0][0]:
                told, turn, lying = others, plainer, other_way
        _, _, placement, alike = told[0]
        ranked = [one[:2] for one in told]
        seen = seen_through(lying, placement, (width, height))
        exact = _exact(spot, placement, turn, (width, height))
        pixels = zlib.compress(seen.tobytes(), 1)
        return FoundCard(
            number, spot, exact, upright_box(exact, size), turn, placement, alike,
            tuple(ranked), (width, height), pixels,
        )  # fmt: skip

    def _told_apart(
        self, patch: Image.Image, placement: Placement, at: int
    ) -> list[tuple[float, int, Placement, float]]:
        """The sides that a place is nearly as much like as the likeliest, the first.

        Each, with how unlike it is, is laid over the place for itself: what lies as another side
        would is unlike its own. Its placement tells of others that are likely."""
        fine = self._fine[at]
        told: dict[int, tuple[float, int, Placement, float]] = {}
        for _ in range(_ROUNDS):
            size = self._trims(fine.numbers[0]).size
            seen = seen_through(patch, placement, size)
            closest = fine.likely(seen.resize(fine.cells, Image.Resampling.BOX), _CLOSE)
            ranked = sorted((self._unlike(seen, one.side), one.side) for one in closest)
            likely = [
                side for unlike, side in ranked if unlike <= ranked[0][0] * _LIKELY_TOO + _AND
            ][:_SETTLED]
            if ranked and ranked[0][0] > _STRANGE:
                likely = likely[:1]
            if told.keys() >= set(likely):
                break
            for side in likely:
                exactly, alike = self._settled(patch, side, placement)
                unlike = self._unlike(seen_through(patch, exactly, size), side)
                if side not in told or unlike < told[side][0]:
                    told[side] = unlike, side, exactly, alike
            placement = min(told.values())[2]
        return sorted(told.values())

    def _aligned(self, patch: Image.Image, side: int) -> tuple[Placement, float]:
        mask = self._mask(side)
        rectangle = self._sides[side].shape.kind == "rectangle"
        return aligned(patch.convert("L"), self._trims(side), None if rectangle else mask)

    def _settled(
        self, patch: Image.Image, side: int, placement: Placement
    ) -> tuple[Placement, float]:
        return settled(patch.convert("L"), self._trims(side), self._mask(side), placement)

    def _mask(self, side: int) -> Image.Image:
        return compared_mask(self._sides[side].shape)

    def _likeness(self, seen: Image.Image, side: int) -> float:
        return likeness(seen.convert("L"), self._trims(side), self._mask(side))

    def _unlike(self, seen: Image.Image, side: int) -> float:
        """How unlike a side is to what is seen: in form and in colours."""
        meant, mask = self._sides[side].trim, self._mask(side)
        small = 6
        difference = ImageChops.difference(meant.reduce(small), seen.reduce(small))
        colours = sum(ImageStat.Stat(difference, mask.reduce(small)).mean) / 3 / 60
        return (1 - self._likeness(seen, side)) + colours


def _likely(patch: Image.Image, size: tuple[int, int], atlas: Atlas) -> list[tuple[int, int]]:
    """The sides, each with its turn, that a patch looks like, the likeliest first.

    A card may lie some way off, and then looks like another one, or like itself in a mirror."""
    found: list[LikelyCard] = []
    for dx in (0, -_OFF, _OFF):
        for dy in (0, -_OFF, _OFF):
            left, top = MARGIN + dx, MARGIN + dy
            inner = patch.crop((left, top, left + size[0], top + size[1]))
            found += atlas.likely(inner.resize(atlas.cells, Image.Resampling.BOX), _CANDIDATES)
    found.sort(key=lambda card: card.unlike)
    likely = list(dict.fromkeys((card.side, card.turn) for card in found))[:_CANDIDATES]
    upright = ((side, 0) for side, turn in likely if turn)
    return list(dict.fromkeys((*likely, *upright)))


def _is_inked(page: Image.Image, ppi: float, spot: PageSpot) -> bool:
    """True if something stands at a place."""
    return least_spread(patch_at(page, ppi, spot, 0)) > _INKED


def _meet(
    first: tuple[float, float, float, float], second: tuple[float, float, float, float]
) -> bool:
    """True if the middle of one box lies in the other."""
    x, y = (first[0] + first[2]) / 2, (first[1] + first[3]) / 2
    return second[0] <= x <= second[2] and second[1] <= y <= second[3]


def _exact(spot: PageSpot, placement: Placement, turn: int, size: tuple[int, int]) -> PageSpot:
    """A place corrected by where the card was found in its patch."""
    x, y = placement.at(size[0] / 2, size[1] / 2)
    dx, dy = x - size[0] / 2 - MARGIN, y - size[1] / 2 - MARGIN
    # the patch was turned or mirrored: so were the ways
    dx *= -1 if turn in (1, 2) else 1
    dy *= -1 if turn in (1, 3) else 1
    return spot._replace(x=spot.x + dx / PPI * 72, y=spot.y + dy / PPI * 72)


def _resolutions(size: tuple[int, int], sides: Sequence[DeckSide]) -> list[float]:
    """Pixels to an inch at which a picture could be a card with its bleed."""
    found: list[tuple[float, float]] = []
    for side in {side.shape: side for side in sides}.values():
        shape = side.shape
        for width, height in ((shape.width, shape.height), (shape.height, shape.width)):
            for bleed in _BLEEDS:
                across = size[0] / (width + 2 * bleed * MM) * 72
                down = size[1] / (height + 2 * bleed * MM) * 72
                off = abs(across / down - 1)
                if off <= _WIDTHS:
                    found.append((off, (across + down) / 2))
    return [ppi for _, ppi in sorted(found)][:8]
