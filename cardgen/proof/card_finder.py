"""Cards found on a page: coarse patches of it are held against all sides at once.

A patch is a few cells each way, in colours that are brought to one mean and spread, so that neither
inks nor paper count. Those of all sides lie beside each other in one picture (`_Atlas`), and one
difference compares a patch with each of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat

from cardgen.base.units import MM
from cardgen.model.sizes import Shape
from cardgen.proof.deck_sides import DeckSide
from cardgen.proof.strangers_pages import PPI

_CELL = 8 * MM
_FEWEST, _MOST = 4, 9
_SPREAD = 40.0
"""The spread that colours are brought to, of 255."""
_STEPS = 8
"""Steps of a spread for which colours are brought to it alike."""
_BLANK = 6.0
"""The spread of a patch below which nothing stands there."""
LIKELY = 30.0
"""Mean differences up to this are looked at closely: of unlike cards it is about 45."""

TURNS = ("", "turned", "mirrored", "mirrored and turned")
_WAYS: tuple[Image.Transpose | None, ...] = (
    None,
    Image.Transpose.ROTATE_180,
    Image.Transpose.FLIP_LEFT_RIGHT,
    Image.Transpose.FLIP_TOP_BOTTOM,
)
_RELUCTANT = 0.85
"""A card counts as turned or mirrored only where it is by so much more like it."""


class PageSpot(NamedTuple):
    """A place on a page where a card may lie, in points from the upper left corner.

    The page is turned by `quarter` quarters to the left before."""

    x: float
    y: float
    shape: Shape
    quarter: int


class LikelyCard(NamedTuple):
    """A side that a place looks like, one of `TURNS`, and how unlike it is."""

    side: int
    turn: int
    unlike: float


class Atlas:
    """All sides of one shape in coarse cells, in each of four ways."""

    def __init__(self, sides: Sequence[DeckSide], numbers: Sequence[int], cells: int = 0) -> None:
        self.shape = sides[numbers[0]].shape
        across, down = self.shape.width, self.shape.height
        count = cells or max(_FEWEST, min(_MOST, round(min(across, down) / _CELL)))
        self.cell = min(across, down) / count
        self.cells = max(2, round(across / self.cell)), max(2, round(down / self.cell))
        self.numbers = numbers
        width, height = self.cells
        tiles = Image.new("RGB", (width * len(numbers) * len(_WAYS), height))
        for place, number in enumerate(numbers):
            small = sides[number].trim.resize(self.cells, Image.Resampling.BOX)
            data = _evened(small)
            evened = Image.frombytes("RGB", self.cells, data) if data else small
            for way, transpose in enumerate(_WAYS):
                tile = evened.transpose(transpose) if transpose is not None else evened
                tiles.paste(tile, ((place * len(_WAYS) + way) * width, 0))
        self.tiles = tiles

    def likely(self, patch: Image.Image, most: int = 1, mirrors: bool = True) -> list[LikelyCard]:
        """The sides that a patch of just its cells looks like, the likeliest first.

        None for a blank one."""
        data = _evened(patch)
        if data is None:
            return []
        width, height = self.cells
        count = self.tiles.width // width
        rows = (data[start : start + 3 * width] for start in range(0, len(data), 3 * width))
        beside = b"".join(row * count for row in rows)
        repeated = Image.frombytes("RGB", self.tiles.size, beside)
        unlike = ImageChops.difference(self.tiles, repeated).reduce((width, height)).tobytes()
        values = list(map(sum, zip(unlike[::3], unlike[1::3], unlike[2::3], strict=True)))
        found = []
        for place, number in enumerate(self.numbers):
            ways = values[place * len(_WAYS) : (place + 1) * len(_WAYS)]
            ways = ways if mirrors else [ways[0], ways[1], 999, 999]
            turn = min(
                range(len(_WAYS)), key=lambda way: ways[way] * (_RELUCTANT if not way else 1)
            )
            found.append(LikelyCard(number, turn, ways[turn] / 3))
        return sorted(found, key=lambda card: card.unlike)[:most]


def _evened(patch: Image.Image) -> bytes | None:
    """The RGB of a patch with the mean and spread of all others; None for one with nothing on it.

    Thousands of them are looked at on a page."""
    data = patch.tobytes()
    bands = [data[channel::3] for channel in range(3)]
    count = len(bands[0])
    means = [sum(band) / count for band in bands]
    spreads = [
        math.sqrt(max(0.0, sum(map(mul, band, band)) / count - mean * mean))
        for band, mean in zip(bands, means, strict=True)
    ]
    if max(spreads) < _BLANK:
        return None
    evened = bytearray(len(data))
    for channel, (band, mean, spread) in enumerate(zip(bands, means, spreads, strict=True)):
        ramp = _ramp(round(max(spread, _BLANK) * _STEPS))
        first = 511 - round(2 * mean)
        evened[channel::3] = band.translate(ramp[first : first + 511 : 2])
    return bytes(evened)


@lru_cache(maxsize=128 * _STEPS)
def _ramp(spread: int) -> bytes:
    """What becomes of values by half steps from the mean, from -255.5 on, where the spread is so
    many steps."""
    scale = _SPREAD / (spread / _STEPS)
    return bytes(max(0, min(255, round(half / 2 * scale + 128))) for half in range(-511, 512))


def spots_of(page: Image.Image, ppi: float, atlas: Atlas) -> Iterator[tuple[float, PageSpot]]:
    """Places on a page that look like a card of an atlas, each with how unlike it is.

    They are local bests. The page is tried upright and on its side."""
    shape = atlas.shape
    for quarter in (0, 1) if abs(shape.width - shape.height) > 1 else (0,):
        upright = page.transpose(Image.Transpose.ROTATE_90) if quarter else page
        yield from _scan(upright, ppi, atlas, quarter)


def _scan(
    page: Image.Image, ppi: float, atlas: Atlas, quarter: int
) -> Iterator[tuple[float, PageSpot]]:
    shape, (across, down) = atlas.shape, atlas.cells
    half_across, half_down = shape.width / across / 2, shape.height / down / 2
    width = round(page.width / ppi * 72 / half_across)
    height = round(page.height / ppi * 72 / half_down)
    over_x, over_y = 2, 2
    small = Image.new("RGB", (width + 2 * over_x, height + 2 * over_y), "white")
    small.paste(
        page.resize((max(1, width), max(1, height)), Image.Resampling.BOX), (over_x, over_y)
    )
    values: dict[tuple[int, int], float] = {}
    for row in range(small.height - 2 * down + 1):
        for column in range(small.width - 2 * across + 1):
            box = (column, row, column + 2 * across, row + 2 * down)
            cards = atlas.likely(small.crop(box).reduce(2))
            if cards and cards[0].unlike <= LIKELY:
                values[column, row] = cards[0].unlike
    for (column, row), value in values.items():
        around = (
            values.get((column + dx, row + dy), 999.0)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if dx or dy
        )
        if value <= min(around):
            spot = PageSpot(
                (column - over_x) * half_across, (row - over_y) * half_down, shape, quarter
            )
            yield value, spot


def overlap(first: PageSpot, second: PageSpot, page: tuple[float, float]) -> float:
    """The part of the smaller of two places that both share."""
    boxes = [upright_box(spot, page) for spot in (first, second)]
    (a, b, c, d), (e, f, g, h) = boxes
    shared = max(0.0, min(c, g) - max(a, e)) * max(0.0, min(d, h) - max(b, f))
    return shared / min((box[2] - box[0]) * (box[3] - box[1]) for box in boxes)


def upright_box(spot: PageSpot, page: tuple[float, float]) -> tuple[float, float, float, float]:
    """The box of a place on the page as it lies: left, top, right, bottom, in points."""
    width, height = spot.shape.width, spot.shape.height
    if not spot.quarter:
        return spot.x, spot.y, spot.x + width, spot.y + height
    # the page was turned to the left: its upper right corner is the upper left one there
    right = page[0] - spot.y
    return right - height, spot.x, right, spot.x + width


def patch_at(page: Image.Image, ppi: float, spot: PageSpot, margin: float) -> Image.Image:
    """A place of a page at the resolution of the comparison, with a margin in pixels around it.

    What lies beyond the page is white."""
    scale = ppi / 72
    grown = margin / PPI * 72
    box = (
        (spot.x - grown) * scale,
        (spot.y - grown) * scale,
        (spot.x + spot.shape.width + grown) * scale,
        (spot.y + spot.shape.height + grown) * scale,
    )
    size = (
        round(spot.shape.width / 72 * PPI) + 2 * round(margin),
        round(spot.shape.height / 72 * PPI) + 2 * round(margin),
    )
    left, top, right, bottom = box[0], box[1], box[2], box[3]
    data = (
        (right - left) / size[0], 0, left,
        0, (bottom - top) / size[1], top,
    )  # fmt: skip
    if (right - left) > 1.5 * size[0]:  # a finer page is averaged, not sampled
        ground = Image.new("RGB", (round(right - left), round(bottom - top)), "white")
        ground.paste(page, (-round(left), -round(top)))
        return ground.resize(size, Image.Resampling.BOX)
    return page.transform(
        size, Image.Transform.AFFINE, data, Image.Resampling.BICUBIC, fillcolor="white"
    )


def ways_of(turn: int) -> Image.Transpose | None:
    """What turns a side as it lies on the page, and back."""
    return _WAYS[turn]


def grouped_by_shape(sides: Sequence[DeckSide]) -> list[list[int]]:
    """The numbers of sides of one shape together, the largest shape first."""
    groups: dict[tuple[str, float, float], list[int]] = {}
    for number, side in enumerate(sides):
        shape = side.shape
        groups.setdefault((shape.kind, shape.width, shape.height), []).append(number)
    return sorted(groups.values(), key=lambda group: -sides[group[0]].shape.width)


def least_spread(image: Image.Image) -> float:
    """The spread of the liveliest colour of a picture."""
    return float(max(ImageStat.Stat(image).stddev))
