"""The rim of a card: how far beyond the cut its colours reach."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from statistics import median
from typing import NamedTuple, TypeVar

from cardgen.base.geometry import Box, Point, around
from cardgen.base.units import MM
from cardgen.impose.marks import hexagon
from cardgen.model.contours import Contour
from cardgen.model.sizes import Shape
from cardgen.preflight.card_side import SHARP, CardSide, PixelGrid, flat

T = TypeVar("T")
PIXEL = 72 / SHARP
_INSIDE = 0.4 * MM
"""How far inside the cut a colour is looked up."""
PAPER = 5
"""How dark white may be, of 255. What is not painted is white."""
_STEP = 20
"""How dark colour is at least where it ends abruptly; what fades to white was meant to."""
_ALIKE = 0.25 * MM
_LEVEL = 0.06 * MM
"""How much the ends of a colour differ where it follows the cut and is no curve that comes near
it."""
_BESIDE, _DEEP, _WIDE = 1.5 * PIXEL, 0.75 * MM, 2.0 * MM
"""How far from the cut, inside and out, two colours are compared that may meet there; how deep
inside the inner one is still there, and how deep where it is plain."""
_OTHER, _PLAIN = 30, 4
"""How much a channel of theirs differs at least, of 255: less is a gradient, or nobody sees it; and
at most where a colour is plain."""
_SOME, _LONG = 5, 8
"""Millimetres along the cut on which the end of a colour shows at all (on straight edges, for round
ones are seen less exactly), and on which nobody would take it for a part of a pattern: petals and
confetti end at a cut on less."""
_BUSY = 0.25
"""Of an edge, where there is colour at the end of the bleed: then what ends beside it may be a
pattern."""

_BEND = 3 * MM
"""The radius by which corners are looked at that have none of their own: they may be cut rounder
than their size says."""
_FAN = (15, 30, 45, 60, 75)
"""Degrees in which rays leave a corner."""
_NEAR_CORNER = slice(6, 12)
"""Millimetres from a corner on both edges at it where colour goes on to the end of the bleed, or
what ends is no ground."""
_BESIDE_RAY, _SMOOTH = 1 * MM, 0.97
"""How far beside a ray a line is looked at, and how much of its length its ends are apart where it
is smooth."""
_CLOSE = 0.3 * MM
"""How much of the bleed may be missing along a ray of a corner: rounded bleeds have their own
corners."""


ROUND = ("circle", "outline")
"""The kinds of shapes whose edge has no sides: it is looked at ray by ray."""


class Short(NamedTuple):
    """A part of the rim where colour ends before the bleed does.

    `reach` is how far beyond the cut the colour comes at least, in points. That is right to about a
    tenth of a millimetre. `sure`: neither a curve, nor a pattern of which other parts go on."""

    spot: Box
    reach: float
    sure: bool


class Ray(NamedTuple):
    """A point of the trim, and the way outward."""

    at: Point
    way: Point


def short_bleeds(side: CardSide) -> Iterator[Short]:
    """Yield the places along the cut where colour ends before the bleed does.

    On white it may end anywhere, on another colour at the cut itself. What ends aslant, or at
    single points, is a pattern or a picture."""
    is_straight = side.shape.kind == "rectangle"
    shortest = _SOME if is_straight else _SOME // 2
    level = _LEVEL if is_straight else 2 * _LEVEL
    depths = (-_INSIDE, _to_outermost_pixel(side), -_BESIDE, _BESIDE)
    spots = [_spots(side.shape, side.grid, out) for out in depths]
    for number, edge in enumerate(edges(side.shape)):
        cuts, outermost, inner, outer = (side.pixels(spots_of[number]) for spots_of in spots)
        reaches = [
            _reach_of_short_bleed(side, ray, cut, last)
            for ray, cut, last in zip(edge, cuts, outermost, strict=True)
        ]
        busy = sum(_darkness(last) > PAPER for last in outermost) >= _BUSY * len(edge)
        for run in _runs(reaches, _reach_alike):
            if len(run) < shortest:
                continue
            usual = median(run.values())
            at_one_level = sum(abs(reach - usual) <= level for reach in run.values())
            spot = around([edge[place].at for place in run])
            sure = at_one_level >= _LONG and not busy
            yield Short(spot, max(0.0, min(run.values())), sure)
        pairs = zip(edge, map(flat, inner), map(flat, outer), strict=True)
        colours = [_colour_stopping_at_cut(side, *pair) for pair in pairs]
        for same_ends in _runs(colours, _colour_alike):
            if len(same_ends) >= _LONG:
                spot = around([edge[place].at for place in same_ends])
                yield Short(spot, 0.0, sure=False)


def _reach_alike(before: Sequence[float], reach: float) -> bool:
    return all(abs(reach - other) <= _ALIKE for other in before)


def _colour_alike(before: Sequence[tuple[int, ...]], colour: tuple[int, ...]) -> bool:
    return apart(colour, before[-1]) <= _OTHER


def short_corners(side: CardSide) -> Iterator[Short]:
    """Yield a rectangle's corners where its ground ends before the bleed.

    The ground goes on along both edges there."""
    if side.shape.kind != "rectangle":
        return
    all_edges = edges(side.shape)
    bend = max(side.shape.corner, _BEND)
    last = _to_outermost_pixel(side)
    for number, edge in enumerate(all_edges):
        before = all_edges[number - 1][::-1]
        rays = _corner_rays(edge[0], before[0], bend)
        ground = []
        for ray in (*edge[_NEAR_CORNER], *before[_NEAR_CORNER]):
            ground += [along(ray, out) for out in (0, last / 2, last)]
        for ray in rays:
            ground += [along(ray, -depth) for depth in (_INSIDE, _DEEP, _WIDE)]
        if any(_darkness(side.pixel(*point)) <= PAPER for point in ground):
            continue  # a pattern on paper, or nothing
        places: list[Point] = []
        reaches: list[float] = []
        for ray in rays:
            at_cut = side.pixel(*along(ray, -_INSIDE))
            reach = _reach_of_short_bleed(side, ray, at_cut, side.pixel(*along(ray, last)))
            if reach is not None and reach < side.printer.bleed - _CLOSE:
                places.append(ray.at)
                reaches.append(reach)
        if len(reaches) > 1:
            yield Short(around(places), max(0.0, min(reaches)), sure=False)


def _corner_rays(edge: Ray, before: Ray, bend: float) -> list[Ray]:
    """Rays out of a corner that is rounded by a radius.

    They lie between the first rays of the two edges that meet there."""
    corner_x = before.at.x if edge.way.x == 0 else edge.at.x
    corner_y = before.at.y if edge.way.y == 0 else edge.at.y
    middle_x = corner_x - bend * (edge.way.x + before.way.x)
    middle_y = corner_y - bend * (edge.way.y + before.way.y)
    rays = []
    for degrees in _FAN:
        angle = math.radians(degrees)
        sine = math.sin(angle)
        cosine = math.cos(angle)
        way_x = sine * edge.way.x + cosine * before.way.x
        way_y = sine * edge.way.y + cosine * before.way.y
        start = Point(middle_x + bend * way_x, middle_y + bend * way_y)
        rays.append(Ray(start, Point(way_x, way_y)))
    return rays


@lru_cache(maxsize=32)  # the same for all sides of a deck
def _spots(shape: Shape, grid: PixelGrid, out: float) -> tuple[list[tuple[int, int]], ...]:
    """The pixels so far out from the trim, edge by edge."""
    return tuple([grid.spot(*along(ray, out)) for ray in edge] for edge in edges(shape))


def _colour_stopping_at_cut(
    side: CardSide, ray: Ray, inner: tuple[int, ...], outer: tuple[int, ...]
) -> tuple[int, ...] | None:
    """The colour that ends right at the cut; None if none does.

    It ends on another that goes on to the end of the bleed, or on a picture if it is plain itself.
    Where the other colour is found again deeper inside, what ends is a line, which no bleed is
    missing to."""
    if inner == outer or apart(inner, outer) < _OTHER or min(outer) >= 255 - PAPER:
        return None
    deep = flat(side.pixel(*along(ray, -_DEEP)))
    if apart(deep, outer) < _OTHER:
        return None
    end = _to_outermost_pixel(side)
    middle = flat(side.pixel(*along(ray, end / 2)))
    last = flat(side.pixel(*along(ray, end)))
    if max(apart(outer, middle), apart(outer, last)) < _OTHER / 2:
        return inner
    if min(apart(inner, middle), apart(inner, last)) < _OTHER / 2:
        return None
    return inner if _is_plain(side, ray, inner) else None


def _is_plain(side: CardSide, ray: Ray, inner: tuple[int, ...]) -> bool:
    """True if one colour goes on inside, farther than a stripe does."""
    for depth in (_DEEP, _WIDE):
        deeper = flat(side.pixel(*along(ray, -depth)))
        if apart(inner, deeper) > _PLAIN:
            return False
    return True


def apart(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """The difference of two colours, in the channel where it is largest."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


def _runs(
    ends: Sequence[T | None], alike: Callable[[Sequence[T], T], bool]
) -> Iterator[dict[int, T]]:
    """Yield neighbours with ends that are alike, by their places along the edge."""
    run: dict[int, T] = {}
    for place, end in enumerate(ends):
        if run and (end is None or not alike(list(run.values()), end)):
            yield run
            run = {}
        if end is not None:
            run[place] = end
    yield run


def _reach_of_short_bleed(
    side: CardSide, ray: Ray, at_cut: tuple[int, ...], last: tuple[int, ...]
) -> float | None:
    """The distance from the cut at which its colour ends, outward.

    It is None where colour does not end, where there is none or it fades."""
    cut = _darkness(at_cut)
    if cut <= PAPER:
        return None
    if _darkness(last) > PAPER and _is_covered(side, ray, last):
        return None
    start = _to_outermost_pixel(side)
    count = int((start + _INSIDE) / PIXEL) + 1
    shades = []
    for number in range(count):
        point = along(ray, start - number * PIXEL)
        shades.append(_darkness(side.pixel(*point)))
    shades.append(cut)
    first = next(number for number, shade in enumerate(shades) if shade > PAPER)
    full = shades[min(first + 1, len(shades) - 1)]
    if full < _STEP:
        return None
    missing = sum(1 - min(1.0, shade / full) for shade in shades[: first + 1])
    return start + PIXEL / 2 - missing * PIXEL


def _is_covered(side: CardSide, ray: Ray, last: tuple[int, ...]) -> bool:
    """True if the bleed's last pixel is covered, or most of it.

    Paint that is not opaque covers as much farther in."""
    alpha = last[3]
    farther_in = along(ray, _to_outermost_pixel(side) - 2 * PIXEL)
    return alpha >= 128 or 2 * alpha >= side.pixel(*farther_in)[3]


def _to_outermost_pixel(side: CardSide) -> float:
    """The distance from the cut to the last pixel of the bleed.

    On straight edges it ends where the bleed does, on others it may lie across."""
    pixels = 0.5 if side.shape.kind == "rectangle" else 1.25
    return side.printer.bleed - pixels * PIXEL


def along(ray: Ray, out: float) -> Point:
    """The place on a ray, so many points from its start."""
    return Point(ray.at.x + ray.way.x * out, ray.at.y + ray.way.y * out)


def _darkness(pixel: tuple[int, ...]) -> int:
    """The distance of a pixel from white, on white."""
    return (255 - min(pixel[:3])) * pixel[3] // 255


@lru_cache(maxsize=8)  # the same for all sides of a deck
def edges(shape: Shape) -> tuple[tuple[Ray, ...], ...]:
    """The edges of the trim, each as points about a millimetre apart.

    An outline has one edge around it, and one around each hole. Points are in the middle of each
    step, so that corners are left out. Edges are in the order of the corners, which is clockwise
    where y grows downward: outward is to the left of the way."""
    if shape.kind == "circle":
        return (tuple(_circle_rays(shape.width)),)
    if shape.outline:
        return tuple(tuple(_rays_along(contour, shape.height)) for contour in shape.outline)
    if shape.kind == "hexagon":
        corners = list(hexagon(shape))
    else:
        right, low = shape.width, shape.height
        corners = [
            Point(0, 0),
            Point(right, 0),
            Point(right, low),
            Point(0, low),
        ]
    return tuple(tuple(_rays(a, b)) for a, b in pairwise([*corners, corners[0]]))


def _circle_rays(diameter: float) -> Iterator[Ray]:
    radius = diameter / 2
    count = max(8, round(math.pi * diameter / MM))
    for number in range(count):
        angle = 2 * math.pi * number / count
        way = Point(math.cos(angle), math.sin(angle))
        yield Ray(Point(radius + radius * way.x, radius + radius * way.y), way)


def _rays_along(contour: Contour, height: float) -> Iterator[Ray]:
    """Rays around a closed line, y downward, where it is smooth.

    At a corner there is no way outward that the bleed would be as wide along."""
    corners = [Point(x, height - y) for x, y in contour]
    around_line = [*corners, corners[0]]
    lengths = [math.dist(a, b) for a, b in pairwise(around_line)]
    ends = [0.0, *accumulate(lengths)]
    count = max(8, round(ends[-1] / MM))
    if any(not length for length in lengths):
        return

    def at(along_line: float) -> Point:
        along_line %= ends[-1]
        number = min(bisect_right(ends, along_line), len(lengths)) - 1
        share = (along_line - ends[number]) / lengths[number]
        a, b = around_line[number], around_line[number + 1]
        return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))

    for number in range(count):
        place = (number + 0.5) * ends[-1] / count
        before, here, after = at(place - _BESIDE_RAY), at(place), at(place + _BESIDE_RAY)
        length = math.dist(before, after)
        if length > _SMOOTH * 2 * _BESIDE_RAY:
            way = Point((before.y - after.y) / length, (after.x - before.x) / length)
            yield Ray(here, way)


def _rays(a: Point, b: Point) -> Iterator[Ray]:
    length = math.dist(a, b)
    count = max(1, round(length / MM))
    way = Point((b.y - a.y) / length, (a.x - b.x) / length)
    for number in range(count):
        x = a.x + (b.x - a.x) * (number + 0.5) / count
        y = a.y + (b.y - a.y) * (number + 0.5) / count
        yield Ray(Point(x, y), way)
