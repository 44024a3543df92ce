"""Straight edges of colour inside the cut, found in pixels.

Whatever it is that draws them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import ImageChops
from PIL.Image import Image, Resampling

from cardgen.base.geometry import Box, Point, around
from cardgen.base.units import MM
from cardgen.preflight.bleed import PAPER, PIXEL, ROUND, Ray, along, apart, edges
from cardgen.preflight.card_side import CardSide, GroundPiece, flat

NEAR, FAR = 0.2 * MM, 3.05 * MM
"""How far inside the cut the edges of frames are looked for. What is nearer ends at the cut."""
_DEPTH = 24 * MM
"""How far inside more edges are looked for, which would make it a pattern."""
_CORNER = 3
"""Millimetres that are left out at the ends of each side, for there the frame's other sides are."""
_CHANGE = 30
"""How much a channel differs across an edge at least, of 255."""
_MOST = 0.7
"""Of the length of a side: along so much of it goes an edge, and is seen."""
_STEP = PIXEL / 2
_ACROSS, _WIDE = 4, 12
"""Steps across which colours are compared, so that an edge may lie anywhere between them; and in
how many places one edge shows then."""
_EXACT = 0.05 * MM
"""How exactly the picture shows where an edge is, at best."""
_BESIDE, _BEHIND = 0.3 * MM, 1.2 * MM
"""How far beside an edge its colours are looked up; and how far inside they still differ from those
outside, or it is a line."""
_CLEAR = 0.8 * MM
"""How far inside a line of a frame stands at least, so that it can be told from one that runs off
the card: before the corners it ends."""
_JUMPS = 2
"""How often the colour may change along an edge, on the quieter side of it: what changes more often
is a pattern or a picture."""
_EQUAL, _FEW = 0.15, 4
"""By how much of themselves the steps of a pattern differ at most; and how many edges inside a card
are none though one lies outside."""

_STRONG = [255 * (change >= _CHANGE) for change in range(256)]


class Band(NamedTuple):
    """A straight edge along a side of the trim, inside it.

    `paper`: there is nothing but paper outside of it. `line`: it is but a line."""

    side: int
    gap: float
    spot: Box
    paper: bool
    line: bool


@lru_cache(maxsize=1)  # two checks ask for it, one after the other
def bands(side: CardSide) -> tuple[Band, ...]:
    """The outermost edge along each side of the trim, where there is one.

    It is that of frames, bars, panels, pictures, and of what ends too early. Lines are some where
    all sides have one. A pattern of edges that are equally far apart is none."""
    sides = edges(side.shape)
    outermost = []
    for number, edge in enumerate(sides):
        band = _band(side, number, edge)
        if band:
            outermost.append(band)
    all_around = len(outermost) == len(sides)
    return tuple(band for band in outermost if all_around or not band.line)


def framed(side: CardSide) -> bool:
    """True if two of a side's edges face each other.

    Those of a frame do. A round one always does."""
    sides = {band.side for band in bands(side)}
    half = {"rectangle": 2, "hexagon": 3}.get(side.shape.kind, 0)
    return any(number + half in sides for number in sides)


def _band(side: CardSide, number: int, edge: Sequence[Ray]) -> Band | None:
    """The outermost edge along a side of the trim; else None."""
    rays = edge if side.shape.kind in ROUND else edge[_CORNER:-_CORNER]
    if len(rays) < 2:
        return None
    strip = _EdgeStrip(side, rays)
    depths = strip.edges()
    gap = next((depth for depth in depths if depth > NEAR), FAR + 1)
    if gap > FAR or _is_pattern(depths, gap):
        return None
    divides = strip.divides(gap)
    if not divides and (not strip.lined(gap) or _runs_off(side, edge, gap)):
        return None
    gap = round(gap / _EXACT) * _EXACT
    spot = around([along(ray, -gap) for ray in rays])
    return Band(number, gap, spot, strip.paper(gap), not divides)


def _runs_off(side: CardSide, edge: Sequence[Ray], gap: float) -> bool:
    """True if a line runs to the trim's corners, or may."""
    if side.shape.kind in ROUND:
        return False
    if gap < _CLEAR:
        return True
    for ray in (edge[0], edge[-1]):
        outside = flat(side.pixel(*along(ray, _BESIDE - gap)))
        on_line = flat(side.pixel(*along(ray, -(gap + _BESIDE / 2))))
        if apart(outside, on_line) >= _CHANGE:
            return True
    return False


def _is_pattern(depths: Sequence[float], gap: float) -> bool:
    """True if edges with equal steps cover more than frames do.

    It is true, too, if many with any steps go on across the cut."""
    start = depths.index(gap)
    inside = depths[start:]
    if start > 0 and len(inside) > _FEW:
        return True
    steps = [after - before for before, after in pairwise(inside)]
    # a line has two edges: the next line begins two edges farther in
    lines = [after - before for before, after in zip(inside, inside[2:], strict=False)]
    return _are_equal(steps, 3) or _are_equal(lines, 4)


def _are_equal(steps: Sequence[float], count: int) -> bool:
    """True if there are enough steps, and the first are about equal."""
    if len(steps) < count:
        return False
    longest = max(steps[:count])
    shortest = min(steps[:count])
    return longest - shortest < _EQUAL * longest


class _EdgeStrip:
    """A strip along a side of the trim, as on paper.

    It has a column for each ray, from the end of the bleed inward."""

    def __init__(self, side: CardSide, rays: Sequence[Ray]) -> None:
        self._start = max(side.printer.bleed - PIXEL, 0.0)
        self._rows = int((self._start + _DEPTH) / _STEP)
        end = self._start - self._rows * _STEP
        ground = pieces(side, rays, self._start, end)
        self._picture = side.strip(ground, (len(rays), self._rows))

    def edges(self) -> list[float]:
        """The depths at which colours change along most of the side.

        They stand from outside inward. Outside the cut they are less than nothing."""
        beside = self._compared(1, 0, self._rows - 1)
        across = self._compared(_ACROSS, 0, self._rows - _ACROSS)
        changes = _rows(beside)
        depths = []
        row = 0
        for is_strong, group in groupby(_seen(across)):
            count = len(list(group))
            if is_strong and count <= _WIDE:
                depths.append(self._depth(changes, row + _ACROSS - 1))
            row += count
        return depths

    def divides(self, gap: float) -> bool:
        """True if the colours on both sides of an edge differ.

        They do so beyond the edge itself. And those on one side are much the same."""
        outer = self._row(gap - _BESIDE)
        inner = self._row(gap + _BESIDE)
        behind = self._row(gap + _BEHIND)
        (differs,) = _seen(self._compared(behind - outer, outer, 1))
        return differs and min(self._jumps(outer), self._jumps(inner)) <= _JUMPS

    def lined(self, gap: float) -> bool:
        """True if an edge is that of one line."""
        outside = self._jumps(self._row(gap - _BESIDE))
        on_line = self._jumps(self._row(gap + _BESIDE / 2))
        return max(outside, on_line) <= _JUMPS

    def paper(self, gap: float) -> bool:
        """True if there is nothing outside an edge, along most of it."""
        line = self._line(self._row(gap - _BESIDE)).tobytes()
        bare = 0
        for start in range(0, len(line), 3):
            bare += min(line[start : start + 3]) >= 255 - PAPER
        return bare >= _MOST * self._picture.width

    def _depth(self, changes: bytes, row: int) -> float:
        """The depth of an edge that is first seen at a row.

        Where it lies within a pixel, how much that changes shows how much of it."""
        near = range(max(0, row - 1), min(len(changes), row + 4))
        weight = sum(changes[number] for number in near) or 1
        middle = sum(number * changes[number] for number in near) / weight
        return (middle + 1) * _STEP - self._start

    def _row(self, depth: float) -> int:
        return max(0, min(self._rows - 1, int((self._start + depth) / _STEP)))

    def _line(self, row: int) -> Image:
        return self._picture.crop((0, row, self._picture.width, row + 1))

    def _jumps(self, row: int) -> int:
        """The number of pixels in a row unlike the next one."""
        line = self._line(row)
        before = line.crop((0, 0, line.width - 1, 1))
        after = line.crop((1, 0, line.width, 1))
        strong = differences(before, after).point(_STRONG)
        return sum(strong.tobytes()) // 255

    def _compared(self, by: int, start: int, count: int) -> Image:
        """The difference of rows from those so much farther inside.

        The channel that differs most counts."""
        width = self._picture.width
        outer = self._picture.crop((0, start, width, start + count))
        inner = self._picture.crop((0, start + by, width, start + by + count))
        return differences(outer, inner)


def pieces(side: CardSide, rays: Sequence[Ray], start: float, end: float) -> list[GroundPiece]:
    """The parts of a strip along some rays, each with its columns.

    A straight side is one, of a round one each ray is."""
    if side.shape.kind in ROUND:
        return [_piece(number, number + 1, ray, ray, start, end) for number, ray in enumerate(rays)]
    count = len(rays)
    first, last = rays[0].at, rays[-1].at
    # rays stand in the middle of their columns
    half_x = (last.x - first.x) / (count - 1) / 2
    half_y = (last.y - first.y) / (count - 1) / 2
    left = rays[0]._replace(at=Point(first.x - half_x, first.y - half_y))
    right = rays[-1]._replace(at=Point(last.x + half_x, last.y + half_y))
    return [_piece(0, count, left, right, start, end)]


def _piece(
    column: int, end_column: int, left: Ray, right: Ray, start: float, end: float
) -> GroundPiece:
    """The part of a strip between two rays."""
    upper_left = along(left, start)
    lower_left = along(left, end)
    lower_right = along(right, end)
    upper_right = along(right, start)
    return GroundPiece(column, end_column, upper_left, lower_left, lower_right, upper_right)


def differences(first: Image, second: Image) -> Image:
    """The differences of two pictures, in the channel where they are largest."""
    red, green, blue = ImageChops.difference(first, second).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _seen(changes: Image) -> list[bool]:
    """In which rows most of what there is changes strongly."""
    return [share >= _MOST * 255 for share in _rows(changes.point(_STRONG))]


def _rows(grey: Image) -> bytes:
    """The average of the pixels of each row."""
    return grey.resize((1, grey.height), Resampling.BOX).tobytes()
