"""Pieces of any outline in rows that reach into each other, every second piece turned where more
fit.

They are taken where that saves a sheet. What two pieces keep apart is worked out once, as the
region where the second one must not be; all else is looked up in its edges. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix, Point, around, bounds
from cardgen.base.units import MM
from cardgen.impose.contours import grown, offset, parted, simplified, whole
from cardgen.impose.grid import G, Grid, GridSpec, bleed_notes, pages, usable_gutter
from cardgen.model.contours import Contour, area
from cardgen.model.sizes import Shape

_BLEEDS = (1.0, 0.65, 0.35)
"""The parts of the bleed that are tried, where all of it takes a sheet more: with less, whoever
follows a line with scissors would show white."""
_ROUGH = (0.1 * MM, 0.2 * MM, 0.4 * MM, 0.8 * MM)
"""How far the line may be from a piece's own that keeps others away: never inside of it, and the
nearest that has few enough corners."""
_MOST_CORNERS = 160
_CELLS = 256
"""The steps along the longer side of a piece in which distances are looked up."""
_PLACES, _SHIFTS, _STARTS = 40, 12, 6
"""The places of a turned piece beside another, the shifts of a row over the one below, and the
places where a row begins, that are tried."""
_LIKE = 1.002
"""How many times as large the region is where a piece must not be as that of a turned one, if they
differ."""
_DENSEST = 10
"""Of these, the densest that are laid on paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InterlockedGrid(Grid):
    """Pieces that are each placed by themselves, in rows from above."""

    places: tuple[Matrix, ...] = ()

    @property
    def capacity(self) -> int:
        return len(self.places)

    @property
    def block(self) -> Box:
        reach = around(grown(self.shape, self.bleed)[0])
        return bounds([place.box(reach) for place in self.places])

    def trims(self) -> Iterator[Box]:
        """Yield the box around each piece, row by row."""
        return (place.box(self.shape.box) for place in self.places)

    def placements(self) -> Iterator[Matrix]:
        return iter(self.places)


def lay_interlocked(
    spec: GridSpec, plain: G, kind: Callable[..., InterlockedGrid] = InterlockedGrid
) -> G | InterlockedGrid:
    """Interlocked pieces with fewer sheets than a plain grid, or with bleed where that has next to
    none; else that grid.

    Those of a kind for a machine lie between its marks and clear of them."""
    if spec.cards <= plain.held and plain.bleed >= _BLEEDS[-1] * spec.bleed:
        return plain
    best: G | InterlockedGrid = plain
    fewest = float(math.ceil(spec.cards / plain.held))
    for part in _BLEEDS:
        bleed = part * spec.bleed
        for page in pages(spec.paper):
            empty = kind(spec.shape, page, 1, 1, spec.margin, bleed, spec.gutter)
            room, marks = empty.room, list[Box]()
            if registration := empty.registration:
                room = room.common(page.grown(-registration.inset))
                marks = [mark.grown(registration.clear) for mark in registration.boxes(page)]
            else:  # a machine needs no room for scissors
                empty = replace(empty, gutter=usable_gutter(spec.shape, spec.gutter)[0])
            reach = around(grown(spec.shape, bleed)[0])
            places = tuple(
                place
                for place in laid(spec.shape, bleed, empty.gutter, room)
                if not any(mark.overlaps(place.box(reach)) for mark in marks)
            )
            sheets = math.ceil(spec.cards / len(places)) if places else math.inf
            if sheets < fewest or (sheets == fewest and best.bleed < _BLEEDS[-1] * bleed):
                fewest = sheets
                rows = len({round(place.f, 1) for place in places})
                best = replace(
                    empty,
                    columns=math.ceil(len(places) / rows),
                    rows=rows,
                    places=places,
                )
    if best is plain:
        return plain
    return replace(best, notes=bleed_notes(best, spec.bleed, spec.paper))


class _RowCell(NamedTuple):
    """What a row repeats: each piece's place, and whether it is turned; how far apart the cells of
    a row are, how far each row is shifted over the one below, and how much higher it lies."""

    pieces: tuple[tuple[Point, bool], ...]
    pitch: float
    shift: float
    rise: float

    @property
    def room_of_each(self) -> float:
        return self.pitch * self.rise / len(self.pieces)


@lru_cache(maxsize=64)
def laid(shape: Shape, bleed: float, gutter: float, room: Box) -> tuple[Matrix, ...]:
    """The most pieces that rows of one kind bring into a room, in its middle."""
    reach = around(grown(shape, bleed)[0])
    best: list[tuple[Point, bool]] = []
    for cell in _densest_cells(shape, bleed, gutter):
        for start in _starts(cell, reach, room):
            found = list(_within(cell, start, reach, room))
            if len(found) > len(best):
                best = found
    if not best:
        return ()
    used = bounds([_box(at, reach, turned=turned) for at, turned in best])
    x, y = room.centre.x - used.centre.x, room.centre.y - used.centre.y
    return tuple(
        Matrix(-1, 0, 0, -1, at.x + x, at.y + y) if turned else Matrix.shift(at.x + x, at.y + y)
        for at, turned in best
    )


def _box(at: Point, reach: Box, *, turned: bool) -> Box:
    if turned:
        return Box(at.x - reach.right, at.y - reach.top, reach.width, reach.height)
    return Box(at.x + reach.x, at.y + reach.y, reach.width, reach.height)


def _starts(cell: _RowCell, reach: Box, room: Box) -> Iterator[Point]:
    """Yield places for the first cell with one of its pieces at the foot of a room."""
    for at, turned in cell.pieces:
        box = _box(at, reach, turned=turned)
        for number in range(_STARTS):
            along = number / _STARTS * cell.pitch
            yield Point(room.x - box.x + along, room.y - box.y)


def _within(cell: _RowCell, start: Point, reach: Box, room: Box) -> Iterator[tuple[Point, bool]]:
    """Yield the pieces that lie in a room, row by row from above."""
    rows = math.ceil(room.height / cell.rise) + 1
    found: list[tuple[Point, bool]] = []
    for row in range(-1, rows + 1):
        first = start.x + row * cell.shift
        begin = math.floor((room.x - first) / cell.pitch) - 1
        for number in range(begin, begin + math.ceil(room.width / cell.pitch) + 4):
            for at, turned in cell.pieces:
                place = Point(first + number * cell.pitch + at.x, start.y + row * cell.rise + at.y)
                if room.contains(_box(place, reach, turned=turned)):
                    found.append((place, turned))

    def reading_order(piece: tuple[Point, bool]) -> tuple[int, float]:
        middle = _box(piece[0], reach, turned=piece[1]).centre
        return -round((middle.y - room.y) / cell.rise * 2), middle.x

    yield from sorted(found, key=reading_order)


class _RegionEnds(NamedTuple):
    """How far a region reaches up at each step from its left, and to the right at each step from
    its foot: at the most within the step."""

    box: Box
    step: float
    tops: Sequence[float]
    rights: Sequence[float]

    def top(self, x: float) -> float:
        return self._at(self.tops, x - self.box.x)

    def right(self, y: float) -> float:
        return self._at(self.rights, y - self.box.y)

    def _at(self, ends: Sequence[float], along: float) -> float:
        # on the line between two steps either may be meant
        low, high = math.floor(along / self.step - 1e-6), math.floor(along / self.step + 1e-6)
        return max(ends[i] if 0 <= i < len(ends) else -math.inf for i in (low, high))


def _edges(region: Contour, step: float) -> _RegionEnds:
    box = around(region)
    mirrored = [(y, x) for x, y in region]
    return _RegionEnds(
        box,
        step,
        _highest(region, box.x, box.width, step),
        _highest(mirrored, box.y, box.height, step),
    )


def _highest(
    line: Sequence[tuple[float, float]], start: float, length: float, step: float
) -> list[float]:
    ends = [-math.inf] * (math.ceil(length / step) + 1)
    for (ax, ay), (bx, by) in zip(line, (*line[1:], line[0]), strict=True):
        if ax > bx:
            ax, ay, bx, by = bx, by, ax, ay
        first, last = math.floor((ax - start) / step), math.floor((bx - start) / step)
        slope = (by - ay) / (bx - ax) if bx > ax else 0.0
        for i in range(max(0, first), min(len(ends) - 1, last) + 1):
            left, right = max(ax, start + i * step), min(bx, start + (i + 1) * step)
            at_left, at_right = ay + slope * (left - ax), ay + slope * (right - ax)
            ends[i] = max(ends[i], at_left, at_right, *((ay, by) if bx - ax < step else ()))
    return ends


@lru_cache(maxsize=64)
def _densest_cells(shape: Shape, bleed: float, gutter: float) -> tuple[_RowCell, ...]:
    """The cells that take the least room, with one piece and with a turned one beside it."""
    line = _kept_free(grown(shape, bleed)[0], gutter)
    if not line:
        return ()
    turned_line = [[-x, -y] for x, y in line]
    step = max(shape.width, shape.height) / _CELLS
    # where the second of two pieces must not be: as many ways as one of them can be turned
    same = _region(line, turned_line)
    beside = _region(line, line)
    regions = {
        (False, False): _edges(same, step),
        (True, True): _edges(same, step),
        (False, True): _edges(beside, step),
        (True, False): _edges(tuple((-x, -y) for x, y in beside), step),
    }
    cells = list(_cells(((Point(0, 0), False),), regions))
    # what is the same turned by half is not turned
    turned = abs(area(same)) > _LIKE * abs(area(beside))
    for place in _along(beside if turned else same, _PLACES):
        cells += _cells(((Point(0, 0), False), (place, turned)), regions)
    cells.sort(key=lambda cell: cell.room_of_each)
    return tuple(cells[:_DENSEST])


def _kept_free(edge: Contour, gutter: float) -> list[list[int]]:
    """A simple line around an edge, half a gutter from it or somewhat more; none where it has too
    many corners for that."""
    for rough in _ROUGH:
        farther = offset((edge,), gutter / 2 + rough, mitred=False)[0]
        simple = simplified(farther, rough / 2)
        if len(simple) <= _MOST_CORNERS:
            return [list(corner) for corner in whole(simple)]
    return []


def _region(line: Sequence[Sequence[int]], mirrored: Sequence[Sequence[int]]) -> Contour:
    """Where a piece must not be beside one with an edge; the other's edge is seen mirrored."""
    import pyclipper

    sums = pyclipper.MinkowskiSum(mirrored, line, True)
    return parted(max(sums, key=lambda path: abs(pyclipper.Area(path))))


def _along(line: Contour, count: int) -> Iterator[Point]:
    """Yield the corners of a line, and points between those that are far apart."""
    length = sum(math.dist(a, b) for a, b in zip(line, (*line[1:], line[0]), strict=True))
    for a, b in zip(line, (*line[1:], line[0]), strict=True):
        pieces = max(1, round(math.dist(a, b) / length * count))
        for number in range(pieces):
            share = number / pieces
            yield Point(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))


def _cells(
    pieces: tuple[tuple[Point, bool], ...], regions: dict[tuple[bool, bool], _RegionEnds]
) -> Iterator[_RowCell]:
    """Yield a cell with each shift of its rows."""
    pairs = [
        (regions[turned, other_turned], other.x - at.x, other.y - at.y)
        for at, turned in pieces
        for other, other_turned in pieces
    ]
    pitch = max(edges.right(y) - x for edges, x, y in pairs)
    if pitch <= 0 or math.isinf(pitch):
        return
    for number in range(_SHIFTS):
        shift = number / _SHIFTS * pitch
        rise, rows = 0.0, 1
        highest = max(edges.box.top - y for edges, _, y in pairs)
        while rows == 1 or rows * rise < highest:
            for edges, x, y in pairs:
                base = x + rows * shift
                first = math.ceil((edges.box.x - base) / pitch)
                last = math.floor((edges.box.right - base) / pitch)
                for cell in range(first, last + 1):
                    rise = max(rise, (edges.top(base + cell * pitch) - y) / rows)
            rows += 1
            if rise <= 0:
                break
        if rise > 0:
            yield _RowCell(pieces, pitch, shift, rise)
