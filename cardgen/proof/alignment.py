"""One picture of a card laid over another: shift, turn and stretch, to a tenth of a pixel.

Coarse shifts and turns are tried first. Then the card is divided into tiles, each tells by how much
it is off, and the plane through what they tell moves the whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat

from cardgen.base.units import MM
from cardgen.proof.colour_fit import floats
from cardgen.proof.strangers_pages import PPI

_COARSE = 4
MARGIN = 8 * _COARSE
"""Pixels around a place of a page that are looked at as well."""
_REACH = 4.2 * MM / 72 * PPI
"""How far a card may lie from where it was looked for."""
_TURNS = (-0.9, -0.6, -0.3, 0.3, 0.6, 0.9)
"""Turns that are tried, in degrees."""
_TILES = (5, 7)
_FARTHEST_TILE = 1.5
"""Pixels by which a tile may be off all others before it counts for nothing."""
_LEAST_TILES = 6
_UNLIKE = 0.2
"""How alike a place and a card must be, once laid over it roughly, to be looked at closely."""


class Placement(NamedTuple):
    """The map from pixels of a trim to those of the picture that it was found in.

    x' = a x + b y + c, y' = d x + e y + f, as Pillow has it."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    @property
    def degrees(self) -> float:
        """The turn to the right."""
        return math.degrees(math.atan2(self.d - self.b, self.a + self.e))

    @property
    def stretch(self) -> float:
        return math.sqrt(abs(self.a * self.e - self.b * self.d))

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def back(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the trim that lies at one of the picture."""
        x, y = x - self.c, y - self.f
        determinant = self.a * self.e - self.b * self.d
        return (self.e * x - self.b * y) / determinant, (self.a * y - self.d * x) / determinant

    def scaled(self, factor: float) -> Placement:
        """The map between the same pictures in so many times as many pixels."""
        a, b, c, d, e, f = self
        return Placement(a, b, c * factor, d, e, f * factor)


def seen_through(seen: Image.Image, placement: Placement, size: tuple[int, int]) -> Image.Image:
    """What of a picture lies under a trim of a size."""
    return seen.transform(
        size, Image.Transform.AFFINE, placement, Image.Resampling.BICUBIC, fillcolor=_white(seen)
    )


def _white(image: Image.Image) -> int | tuple[int, int, int]:
    return 255 if image.mode == "L" else (255, 255, 255)


def aligned(
    seen: Image.Image, trim: Image.Image, mask: Image.Image | None = None
) -> tuple[Placement, float]:
    """The placement of a trim in a picture with a `MARGIN` around it, and how alike they are then.

    Both are grey; of 1 they are the same. `mask` is what of the trim counts."""
    placement = _roughly(seen, trim, mask)
    rough = likeness(seen_through(seen, placement, trim.size), trim, mask)
    if rough < _UNLIKE:
        return placement, rough
    return settled(seen, trim, mask, placement)


def settled(
    seen: Image.Image, trim: Image.Image, mask: Image.Image | None, placement: Placement
) -> tuple[Placement, float]:
    """A placement that is known but for a few pixels made exact, and how alike both are then."""
    mask = mask or Image.new("L", trim.size, 255)
    turned = _nearer_still(seen, trim, mask, placement, ((2, 3), (1, 2), (1, 1)))
    # most lie straight, and few edges may tell of a turn that is none
    straight = _nearer_still(seen, trim, mask, _straight(turned, trim.size), ((1, 3), (1, 1)))
    placement = min(
        (straight, turned), key=lambda one: _unlike(seen_through(seen, one, trim.size), trim, mask)
    )
    return placement, likeness(seen_through(seen, placement, trim.size), trim, mask)


def _nearer_still(
    seen: Image.Image,
    trim: Image.Image,
    mask: Image.Image,
    placement: Placement,
    steps: Sequence[tuple[int, int]],
) -> Placement:
    """A placement made better in steps, each by how much pictures are reduced, and how far tiles
    may be off."""
    for reduced, reach in steps:
        smaller_seen, smaller_trim, smaller_mask = (
            picture.reduce(reduced) if reduced > 1 else picture for picture in (seen, trim, mask)
        )
        start = placement.scaled(1 / reduced)
        placement = _nearer(smaller_seen, smaller_trim, smaller_mask, start, reach).scaled(reduced)
    return placement


def _straight(placement: Placement, size: tuple[int, int]) -> Placement:
    """A placement with the same middle that neither turns nor stretches."""
    x, y = placement.at(size[0] / 2, size[1] / 2)
    return Placement(1, 0, x - size[0] / 2, 0, 1, y - size[1] / 2)


def likeness(seen: Image.Image, trim: Image.Image, mask: Image.Image | None = None) -> float:
    """The correlation of two grey pictures of one size: 1 for the same, 0 for unlike ones."""
    small = max(1, trim.width // 90)
    first, second = (picture.reduce(small) for picture in (seen, trim))
    inner = mask.reduce(small) if mask else None
    spreads = [ImageStat.Stat(picture, inner).stddev[0] for picture in (first, second)]
    if min(spreads) < 1.5:
        return 0.0
    total = ImageChops.add(first, second, 2)
    difference = ImageChops.subtract(first, second, 2, 128)
    # (x + y)² - (x - y)² is four times what correlates
    plus = ImageStat.Stat(total, inner).var[0]
    minus = ImageStat.Stat(difference, inner).var[0]
    return float((plus - minus) / (spreads[0] * spreads[1]))


def _evened(image: Image.Image, like: Image.Image, edge: int = 0) -> Image.Image:
    """A grey picture whose middle has the mean and spread of that of another.

    What is left out of it is `edge` wide in the other one."""
    width, height = like.width // 2 - edge, like.height // 2 - edge
    first, second = (
        ImageStat.Stat(
            picture.crop(
                (
                    picture.width // 2 - width,
                    picture.height // 2 - height,
                    picture.width // 2 + width,
                    picture.height // 2 + height,
                )
            )
        )
        for picture in (image, like)
    )
    scale = second.stddev[0] / max(first.stddev[0], 2.0)
    mean, other = first.mean[0], second.mean[0]
    return image.point(
        [max(0, min(255, round((value - mean) * scale + other))) for value in range(256)]
    )


def _roughly(seen: Image.Image, trim: Image.Image, mask: Image.Image | None) -> Placement:
    """The shift and turn at which the difference of coarse pictures is least."""
    small = trim.reduce(_COARSE)
    inner = mask.reduce(_COARSE) if mask else None
    # of a round card the square within it
    wide = _evened(seen.reduce(_COARSE), small, min(small.size) // 7)
    margin, reach = MARGIN / _COARSE, math.ceil(_REACH / _COARSE)
    width, height = small.size

    def unlike(picture: Image.Image, dx: int, dy: int) -> float:
        left, top = round(margin) + dx, round(margin) + dy
        difference = ImageChops.difference(
            small, picture.crop((left, top, left + width, top + height))
        )
        if inner:
            difference = ImageChops.multiply(difference, inner)
        return sum(map(_times, range(256), difference.histogram()))

    shifts = [
        (unlike(wide, dx, dy), dx, dy)
        for dx in range(-reach, reach + 1, 2)
        for dy in range(-reach, reach + 1, 2)
    ]
    least, x, y = min(shifts)
    least, x, y = min(
        (unlike(wide, x + dx, y + dy), x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)
    )
    degrees = 0.0
    for turn in _TURNS:
        turned = wide.rotate(turn, Image.Resampling.BILINEAR)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                value = unlike(turned, x + dx, y + dy)
                if value < least:
                    least, degrees = value, turn
                    best = x + dx, y + dy
    if degrees:
        x, y = best
    # a picture that was rotated to the left had lain turned to the right
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle_x, middle_y = seen.width / 2, seen.height / 2
    left, top = MARGIN + x * _COARSE - middle_x, MARGIN + y * _COARSE - middle_y
    return Placement(
        cosine, -sine, cosine * left - sine * top + middle_x,
        sine, cosine, sine * left + cosine * top + middle_y,
    )  # fmt: skip


def _times(value: int, count: int) -> int:
    return value * count


class _Tile(NamedTuple):
    """A tile by its middle on the trim: how far it is off, and how surely."""

    x: float
    y: float
    dx: float
    dy: float
    weight: float


def _nearer(
    seen: Image.Image, trim: Image.Image, mask: Image.Image, placement: Placement, reach: int
) -> Placement:
    """A placement made better by what the tiles of the trim tell, or all of them together where few
    do: those of flat ground and of a straight edge do not."""
    tiles, whole = _tiles(seen_through(seen, placement, trim.size), trim, mask, reach)
    tried = [placement, _joined(placement, Placement(1, 0, whole[0], 0, 1, whole[1]))]
    by_tiles = _by_tiles(tiles, trim.size)
    if by_tiles:
        tried.append(_joined(placement, by_tiles))
    return min(tried, key=lambda one: _unlike(seen_through(seen, one, trim.size), trim, mask))


def _unlike(seen: Image.Image, trim: Image.Image, mask: Image.Image) -> float:
    """The mean of what differs, squared."""
    difference = ImageChops.difference(_evened(seen, trim), trim)
    return float(ImageStat.Stat(difference.point(_squares()), mask).mean[0])


def _by_tiles(tiles: Sequence[_Tile], size: tuple[int, int]) -> Placement | None:
    """The move that the planes through what tiles tell make; None where too few do."""
    for _ in range(2):
        if len(tiles) < _LEAST_TILES:
            break
        across = _plane([(tile.x, tile.y, tile.dx, tile.weight) for tile in tiles])
        down = _plane([(tile.x, tile.y, tile.dy, tile.weight) for tile in tiles])
        kept = [
            tile
            for tile in tiles
            if abs(across(tile.x, tile.y) - tile.dx) < _FARTHEST_TILE
            and abs(down(tile.x, tile.y) - tile.dy) < _FARTHEST_TILE
        ]
        if len(kept) == len(tiles):
            break
        tiles = kept
    if len(tiles) < _LEAST_TILES:
        return None
    # the corners say what the plane does
    base_x, base_y = across(0, 0), down(0, 0)
    span_x, span_y = map(float, size)
    return Placement(
        1 + (across(span_x, 0) - base_x) / span_x, (across(0, span_y) - base_x) / span_y, base_x,
        (down(span_x, 0) - base_y) / span_x, 1 + (down(0, span_y) - base_y) / span_y, base_y,
    )  # fmt: skip


def _joined(outer: Placement, inner: Placement) -> Placement:
    """The map of `inner`, then of `outer`."""
    a, b, c, d, e, f = outer
    return Placement(
        a * inner.a + b * inner.d, a * inner.b + b * inner.e, a * inner.c + b * inner.f + c,
        d * inner.a + e * inner.d, d * inner.b + e * inner.e, d * inner.c + e * inner.f + f,
    )  # fmt: skip


@lru_cache(maxsize=1)
def _squares() -> list[int]:
    return [min(255, value * value // 48) for value in range(256)]


def _tiles(
    seen: Image.Image, trim: Image.Image, mask: Image.Image, reach: int
) -> tuple[list[_Tile], tuple[float, float]]:
    """How far each tile of a trim is off in what is seen under it, and how far all of it is.

    `seen` is evened to the trim; each shift is tried for all tiles at once."""
    across, down = _TILES
    if trim.width > trim.height:
        across, down = down, across
    picture = _evened(seen, trim)
    steps = range(-reach, reach + 1)
    unlike: dict[tuple[int, int], Sequence[float]] = {}
    width, height = trim.size
    inside = (reach, reach, width - reach, height - reach)
    inner, compared = trim.crop(inside), mask.crop(inside)
    for dx in steps:
        for dy in steps:
            part = picture.crop((reach + dx, reach + dy, width - reach + dx, height - reach + dy))
            squares = ImageChops.difference(inner, part).point(_squares())
            squares = ImageChops.multiply(squares, compared)
            means = squares.convert("F").resize((across, down), Image.Resampling.BOX)
            unlike[dx, dy] = floats(means)
    tiles = []
    for number in range(across * down):
        off = _least({shift: means[number] for shift, means in unlike.items()})
        if off:
            tiles.append(
                _Tile(
                    (number % across + 0.5) * width / across,
                    (number // across + 0.5) * height / down,
                    *off,
                )
            )
    sums = {shift: sum(means) for shift, means in unlike.items()}
    whole = _least(sums)
    return tiles, whole[:2] if whole else min(sums, key=sums.__getitem__)


def _least(unlike: Mapping[tuple[int, int], float]) -> tuple[float, float, float] | None:
    """The shift at which two pictures are least unlike, between those that were tried, and how
    surely; None where it lies beyond them, or another would do as well."""
    x, y = min(unlike, key=unlike.__getitem__)
    offsets = []
    bends = []
    beside = (x - 1, y), (x + 1, y)
    above_and_below = (x, y - 1), (x, y + 1)
    for before, after in (beside, above_and_below):
        if before not in unlike or after not in unlike:
            return None
        bend = unlike[before] + unlike[after] - 2 * unlike[x, y]
        if bend <= 1e-3:
            return None
        offsets.append((unlike[before] - unlike[after]) / (2 * bend))
        bends.append(bend)
    return x + offsets[0], y + offsets[1], min(bends)


def _plane(
    points: Sequence[tuple[float, float, float, float]],
) -> Callable[[float, float], float]:
    """The plane through values at points, each with its weight."""
    total = sum(weight for *_, weight in points)
    middle_x = sum(x * weight for x, _, _, weight in points) / total
    middle_y = sum(y * weight for _, y, _, weight in points) / total
    mean = sum(value * weight for _, _, value, weight in points) / total
    xx = xy = yy = xv = yv = 0.0
    for x, y, value, weight in points:
        x, y, value = x - middle_x, y - middle_y, value - mean
        xx += weight * x * x
        xy += weight * x * y
        yy += weight * y * y
        xv += weight * x * value
        yv += weight * y * value
    determinant = xx * yy - xy * xy
    if determinant < 1e-6 * (xx + yy + 1e-9) ** 2:
        return lambda x, y: mean
    slope_x = (xv * yy - yv * xy) / determinant
    slope_y = (yv * xx - xv * xy) / determinant
    return lambda x, y: mean + slope_x * (x - middle_x) + slope_y * (y - middle_y)
