"""Straight edges of colour inside the cut, found in the picture of a side: whatever it is that
draws them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import ImageChops
from PIL.Image import Image, Resampling

from cardgen.base.geometry import Box, Point, around
from cardgen.base.units import MM
from cardgen.preflight.bleed import PAPER, PIXEL, Ray, along, apart, edges
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
    """A straight edge along a side of the trim: which side, how far inside, where, whether there is
    nothing but paper outside of it, and whether it is but a line."""

    side: int
    gap: float
    spot: Box
    paper: bool
    line: bool


@lru_cache(maxsize=1)  # two checks ask for it, one after the other
def bands(side: CardSide) -> tuple[Band, ...]:
    """The outermost edge along each side of the trim, where there is one: of frames, bars, panels,
    pictures, and of what ends too early.

    Lines are some where all sides have one. A pattern of edges that are equally far apart is none.
    """
    sides = edges(side.shape)
    bands_found = [band for i, edge in enumerate(sides) if (band := _band(side, i, edge))]
    return tuple(band for band in bands_found if not band.line or len(bands_found) == len(sides))


def framed(side: CardSide) -> bool:
    """True if two of a side's edges face each other, as those of a frame do; a round one always
    does."""
    sides = {band.side for band in bands(side)}
    half = {"rectangle": 2, "hexagon": 3, "circle": 0}[side.shape.kind]
    return any(number + half in sides for number in sides)


def _band(side: CardSide, i: int, edge: Sequence[Ray]) -> Band | None:
    rays = edge if side.shape.kind == "circle" else edge[_CORNER:-_CORNER]
    if len(rays) < 2:
        return None
    strip = _EdgeStrip(side, rays)
    depths = strip.edges()
    gap = next((depth for depth in depths if depth > NEAR), FAR + 1)
    if gap > FAR or _pattern(depths, gap):
        return None
    divides = strip.divides(gap)
    if not divides and (not strip.lined(gap) or _runs_off(side, edge, gap)):
        return None
    gap = round(gap / _EXACT) * _EXACT
    return Band(i, gap, around([along(ray, -gap) for ray in rays]), strip.paper(gap), not divides)


def _runs_off(side: CardSide, edge: Sequence[Ray], gap: float) -> bool:
    """True if a line goes on to the corners of the trim, or may do so."""
    if side.shape.kind == "circle":
        return False
    pixels = [
        [flat(side.pixel(*along(ray, -depth))) for depth in (gap - _BESIDE, gap + _BESIDE / 2)]
        for ray in (edge[0], edge[-1])
    ]
    return gap < _CLEAR or any(apart(*pair) >= _CHANGE for pair in pixels)


def _pattern(depths: Sequence[float], gap: float) -> bool:
    """True if edges or lines go on with equal steps over more of the card than frames do, or many
    with any steps go on across the cut."""
    start = depths.index(gap)
    steps = [after - before for before, after in pairwise(depths)]
    lines = [
        after - before for before, after in zip(depths[start:], depths[start + 2 :], strict=False)
    ]
    return (
        (start > 0 and len(depths) - start > _FEW) or _equal(steps[start:], 3) or _equal(lines, 4)
    )


def _equal(steps: Sequence[float], count: int) -> bool:
    return len(steps) >= count and max(steps[:count]) - min(steps[:count]) < _EQUAL * max(
        steps[:count]
    )


class _EdgeStrip:
    """A strip along a side of the trim, as on paper: a column for each ray, from the end of the
    bleed inward."""

    def __init__(self, side: CardSide, rays: Sequence[Ray]) -> None:
        self._start = max(side.printer.bleed - PIXEL, 0.0)
        self._rows = int((self._start + _DEPTH) / _STEP)
        self._picture = side.strip(
            pieces(side, rays, self._start, self._start - self._rows * _STEP),
            (len(rays), self._rows),
        )

    def edges(self) -> list[float]:
        """The depths at which colours change along most of the side, from outside inward; outside
        the cut they are less than nothing."""
        beside = self._compared(1, 0, self._rows - 1)
        across = self._compared(_ACROSS, 0, self._rows - _ACROSS)
        most = _seen(across)
        changes = _rows(beside)
        runs = [
            list(run)
            for is_strong, run in groupby(range(len(most)), lambda row: most[row])
            if is_strong
        ]
        return [self._depth(changes, run[0] + _ACROSS - 1) for run in runs if len(run) <= _WIDE]

    def divides(self, gap: float) -> bool:
        """True if the colours on both sides of an edge differ beyond the edge itself, and those on
        one side are much the same."""
        outer, inner, behind = (self._row(gap + by) for by in (-_BESIDE, _BESIDE, _BEHIND))
        return (
            _seen(self._compared(behind - outer, outer, 1))[0]
            and min(self._jumps(outer), self._jumps(inner)) <= _JUMPS
        )

    def lined(self, gap: float) -> bool:
        """True if an edge is that of one line."""
        return max(self._jumps(self._row(gap + by)) for by in (-_BESIDE, _BESIDE / 2)) <= _JUMPS

    def paper(self, gap: float) -> bool:
        """True if there is nothing outside an edge, along most of it."""
        line = self._line(self._row(gap - _BESIDE)).tobytes()
        return (
            sum(min(line[i : i + 3]) >= 255 - PAPER for i in range(0, len(line), 3))
            >= _MOST * self._picture.width
        )

    def _depth(self, changes: bytes, row: int) -> float:
        """The depth of an edge that is first seen at a row. Where it lies within a pixel, how much
        that changes shows how much of it."""
        near = range(max(0, row - 1), min(len(changes), row + 4))
        middle = sum(i * changes[i] for i in near) / (sum(changes[i] for i in near) or 1)
        return (middle + 1) * _STEP - self._start

    def _row(self, depth: float) -> int:
        return max(0, min(self._rows - 1, int((self._start + depth) / _STEP)))

    def _line(self, row: int) -> Image:
        return self._picture.crop((0, row, self._picture.width, row + 1))

    def _jumps(self, row: int) -> int:
        line = self._line(row)
        return (
            sum(
                differences(line.crop((0, 0, line.width - 1, 1)), line.crop((1, 0, line.width, 1)))
                .point(_STRONG)
                .tobytes()
            )
            // 255
        )

    def _compared(self, by: int, start: int, count: int) -> Image:
        """The difference of rows from those so much farther inside, in the channel that differs
        most."""
        width = self._picture.width
        outer, inner = (
            self._picture.crop((0, row, width, row + count)) for row in (start, start + by)
        )
        return differences(outer, inner)


def pieces(side: CardSide, rays: Sequence[Ray], start: float, end: float) -> list[GroundPiece]:
    """The parts of a strip along some rays, each with its columns: a straight side is one, of a
    round one each ray is."""
    if side.shape.kind == "circle":
        return [
            GroundPiece(i, i + 1, *(along(ray, out) for out in (start, end, end, start)))
            for i, ray in enumerate(rays)
        ]
    last = len(rays) - 1
    half = (rays[last].at.x - rays[0].at.x) / last / 2, (rays[last].at.y - rays[0].at.y) / last / 2
    first = rays[0]._replace(at=Point(rays[0].at.x - half[0], rays[0].at.y - half[1]))
    final = rays[last]._replace(at=Point(rays[last].at.x + half[0], rays[last].at.y + half[1]))
    return [
        GroundPiece(
            0,
            last + 1,
            along(first, start),
            along(first, end),
            along(final, end),
            along(final, start),
        )
    ]


def differences(first: Image, second: Image) -> Image:
    red, green, blue = ImageChops.difference(first, second).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _seen(changes: Image) -> list[bool]:
    """In which rows most of what there is changes strongly."""
    return [share >= _MOST * 255 for share in _rows(changes.point(_STRONG))]


def _rows(grey: Image) -> bytes:
    """The average of the pixels of each row."""
    return grey.resize((1, grey.height), Resampling.BOX).tobytes()
