"""Nets: flat sheets that are cut out, folded and glued to boxes.

Pure geometry, in points, y upward, seen from the printed side. Curves are chains of straight
edges, true to 0.01 mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix, Point, around, bounds, cross
from cardgen.base.units import MM
from cardgen.impose.marks import direction

_SAME = 1e-4
"""Points nearer than this are one: rounding, not geometry."""
_TRUE = 0.01 * MM
"""How far a chain of straight edges may lie from the curve it stands for."""


Line = tuple[Point, Point]
"""A straight line by its ends."""


class Edge(NamedTuple):
    """A straight piece of an outline.

    A `fold` when a neighbour hangs on it, else it is cut."""

    start: Point
    end: Point
    fold: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat part of a net. All but the first hang on a `parent` by a fold.

    `outline` runs counterclockwise. At its fold the panel turns by `angle` degrees. `face` names
    what is printed on it, nothing for what is glued and stays bare. `turn` is how far
    (counterclockwise, in quarter turns) the print is turned from the net's upright to be upright on
    the finished box."""

    name: str
    outline: tuple[Point, ...]
    parent: str = ""
    fold: Line | None = None
    angle: float = 90.0
    face: str = ""
    turn: int = 0
    notch: float = 0.0
    """How far a notch for a thumb comes down from its upper edge."""

    @property
    def box(self) -> Box:
        return around(self.outline)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the print, upright."""
        box = self.box
        if self.turn in (90, 270):
            return box.height, box.width
        return box.width, box.height

    @property
    def placement(self) -> Matrix:
        """The map from the print's coordinates, origin lower left, to the net's."""
        box = self.box
        # the corner of the panel where the print's lower left one comes to lie
        origins = {
            0: (box.x, box.y),
            90: (box.right, box.y),
            180: (box.right, box.top),
            270: (box.x, box.top),
        }
        return Matrix.shift(*origins[self.turn]) @ Matrix.turn(self.turn)

    def moved(self, matrix: Matrix, turn: int) -> Panel:
        """The panel under a matrix that turns it by so many degrees."""
        outline = tuple(matrix(*point) for point in self.outline)
        fold = None
        if self.fold:
            start, end = self.fold
            fold = matrix(*start), matrix(*end)
        return replace(self, outline=outline, fold=fold, turn=(self.turn + turn) % 360)


@dataclass(frozen=True)
class Net:
    """Panels, each after the one it hangs on.

    `name` is the part's, where a box has several. `inside` is the room it encloses: width, height
    and depth of a box, or of a tray at its floor."""

    panels: tuple[Panel, ...]
    inside: tuple[float, float, float]
    name: str = ""

    def panel(self, name: str) -> Panel:
        """The panel of this name. Raises KeyError."""
        return {panel.name: panel for panel in self.panels}[name]

    @cached_property
    def box(self) -> Box:
        return bounds(panel.box for panel in self.panels)

    @cached_property
    def folds(self) -> tuple[Line, ...]:
        return tuple(panel.fold for panel in self.panels if panel.fold)

    def edges(self, outline: Sequence[Point]) -> list[Edge]:
        """The outline's edges, parted where folds begin and end."""
        edges: list[Edge] = []
        for start, end in _sides(outline):
            edges += _parted(start, end, self.folds)
        return edges

    @cached_property
    def cuts(self) -> tuple[tuple[Point, ...], ...]:
        """The lines to cut along, as few as possible.

        A closed one ends where it began."""
        pieces: list[Line] = []
        for panel in self.panels:
            for edge in self.edges(panel.outline):
                if not edge.fold:
                    pieces.append((edge.start, edge.end))
        return tuple(_chained(pieces))

    def bled(self, panel: Panel, bleed: float) -> tuple[Point, ...]:
        """The area of a panel's print: `bleed` over its cuts, nothing over folds.

        So a cut a little off shows no paper. Beside a flap that is narrower than its side, what is
        left of the side bleeds as far as it is long: more would stand by itself as a square."""
        edges = self.edges(hull(panel.outline))
        around_folds = zip(edges[-1:] + edges[:-1], edges, edges[1:] + edges[:1], strict=True)
        reaches = [_reach(*three, bleed) for three in around_folds]
        points: list[Point] = []
        for number, (edge, reach) in enumerate(zip(edges, reaches, strict=True)):
            points += _corner(edges[number - 1], edge, reaches[number - 1], reach)
        return tuple(points)

    def placed(self, matrix: Matrix) -> Net:
        """The net moved and turned, by quarter turns."""
        turn = round(math.degrees(math.atan2(matrix.b, matrix.a)))
        panels = tuple(panel.moved(matrix, turn) for panel in self.panels)
        return Net(panels, self.inside, self.name)


def centred(net: Net, free: Box, bleed: float) -> Net | None:
    """The net in the middle of a free area; None when too large.

    Its bleed is counted. It stands upright, or else lies on its side."""
    for turn in (0, 90):
        turned = net.placed(Matrix.turn(turn))
        box = turned.box.grown(bleed)
        if box.width <= free.width + _SAME and box.height <= free.height + _SAME:
            x = free.centre.x - box.centre.x
            y = free.centre.y - box.centre.y
            return turned.placed(Matrix.shift(x, y))
    return None


def fold_ticks(net: Net, bleed: float, length: float, free: Box) -> tuple[Line, ...]:
    """The ticks to lay a ruler at for a fold.

    They are short lines that continue it beyond all print, at each end for which there is room."""
    outlines = [hull(net.bled(panel, bleed)) for panel in net.panels]
    ticks: dict[tuple[float, ...], Line] = {}
    for fold in net.folds:
        for start, end in (fold, fold[::-1]):
            ray = direction(start, end)
            distances = [_leaves(end, ray, outline) for outline in outlines]
            clear = max(distances, default=0.0) + 0.3 * MM
            first = _along(end, ray, clear)
            last = _along(end, ray, clear + length)
            if all(free.contains(Box(*point, 0, 0)) for point in (first, last)):
                # folds in one line share theirs
                key = tuple(round(value, 1) for value in (*first, *last))
                ticks.setdefault(key, (first, last))
    return tuple(ticks.values())


def _leaves(start: Point, ray: Point, outline: Sequence[Point]) -> float:
    """The distance at which a ray leaves a convex outline for good.

    It is 0 when the ray does not meet it. The ray is cut by the half plane on the inner side of
    each edge in turn, as Cyrus and Beck clip lines."""
    first, last = 0.0, math.inf
    for corner, next_corner in _sides(outline):
        edge = direction(corner, next_corner)
        # how far inside this edge, or by a hair, the ray begins
        across, down = start.x - corner.x, start.y - corner.y
        depth = edge.x * down - edge.y * across + 0.1
        speed = edge.x * ray.y - edge.y * ray.x
        if abs(speed) < 1e-9:
            if depth < 0:
                return 0.0
        elif speed > 0:
            first = max(first, -depth / speed)
        else:
            last = min(last, -depth / speed)
    return last if first < last < math.inf else 0.0


def _sides(outline: Sequence[Point]) -> Iterator[Line]:
    """The sides of an outline, each from a corner to the next."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


# Shapes


def arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    """A chain along a circle from one angle to another.

    Angles are degrees, and it runs counterclockwise, or clockwise when `end` is the smaller."""
    if radius <= 0:
        return [centre]
    # a chord over an angle lies at most radius * (1 - cos(angle / 2)) from its arc
    step = 2 * math.acos(max(0.0, 1 - _TRUE / radius))
    count = max(1, math.ceil(abs(math.radians(end - start)) / step))
    points = []
    for number in range(count + 1):
        angle = math.radians(start + (end - start) * number / count)
        x = centre.x + radius * math.cos(angle)
        y = centre.y + radius * math.sin(angle)
        points.append(Point(x, y))
    return points


def bulge(start: Point, end: Point, height: float) -> list[Point]:
    """A chain along an arc that rises `height` right of its chord.

    Both ends are included; it is straight for no height."""
    chord = math.dist(start, end)
    if height <= _SAME or chord <= _SAME:
        return [start, end]
    # from the sagitta: r = (c²/4 + h²) / 2h
    radius = (chord * chord / 4 + height * height) / (2 * height)
    along = direction(start, end)
    depth = radius - height
    x = (start.x + end.x) / 2 - along.y * depth
    y = (start.y + end.y) / 2 + along.x * depth
    first = math.degrees(math.atan2(start.y - y, start.x - x))
    half = math.degrees(math.asin(min(1.0, chord / 2 / radius)))
    points = arc(Point(x, y), radius, first, first + 2 * half)
    return [start, *points[1:-1], end]


def hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """The convex hull, counterclockwise (Andrew's monotone chain)."""
    # points above each other stay so, whatever the last digits of their x are
    ordered = sorted(set(points), key=lambda point: (round(point.x, 6), round(point.y, 6)))

    def half(points: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in points:
            while len(chain) > 1 and cross(chain[-2], chain[-1], point) <= _SAME * _SAME:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return (*half(ordered), *half(reversed(ordered)))


def _parted(start: Point, end: Point, folds: Iterable[Line]) -> Iterator[Edge]:
    """Yield the folded and the other pieces of an edge in order."""
    length = math.dist(start, end)
    if length < _SAME:
        return
    ray = direction(start, end)
    spans = []
    for fold in folds:
        if any(abs(cross(start, end, point)) >= _SAME * length for point in fold):
            continue  # not in line with the edge
        # how far along the edge the fold begins and ends
        ways = [(point.x - start.x, point.y - start.y) for point in fold]
        reaches = [across * ray.x + down * ray.y for across, down in ways]
        first = max(0.0, min(reaches))
        last = min(length, max(reaches))
        if last - first > _SAME:
            spans.append((first, last))
    position = 0.0
    for first, last in sorted(spans):
        fold_start = _along(start, ray, first)
        if first - position > _SAME:
            yield Edge(_along(start, ray, position), fold_start, False)
        yield Edge(fold_start, _along(start, ray, last), True)
        position = last
    if length - position > _SAME:
        yield Edge(_along(start, ray, position), end, False)


def _along(start: Point, ray: Point, distance: float) -> Point:
    return Point(start.x + ray.x * distance, start.y + ray.y * distance)


def _reach(before: Edge, edge: Edge, after: Edge, bleed: float) -> float:
    """How far print goes on over an edge."""
    if edge.fold:
        return 0.0
    ray = direction(edge.start, edge.end)
    length = math.dist(edge.start, edge.end)
    for beside in (before, after):
        along = direction(beside.start, beside.end)
        if beside.fold and abs(along.x * ray.y - along.y * ray.x) < 1e-6:
            return min(bleed, length)
    return bleed


def _corner(before: Edge, after: Edge, first: float, second: float) -> list[Point]:
    """The corner between two edges, each moved outward by so much.

    The outline is convex. Where the edges run on in one line there may be two points."""
    along_before = direction(before.start, before.end)
    along_after = direction(after.start, after.end)
    out_before = Point(along_before.y, -along_before.x)
    out_after = Point(along_after.y, -along_after.x)
    x, y = after.start
    turn = along_before.x * along_after.y - along_before.y * along_after.x
    if abs(turn) < 1e-6:
        points = [Point(x + out_before.x * first, y + out_before.y * first)]
        if first != second:
            points.append(Point(x + out_before.x * second, y + out_before.y * second))
        return points
    # the point whose distances from both lines are as asked for (Cramer's rule)
    shift_x = (first * out_after.y - second * out_before.y) / turn
    shift_y = (second * out_before.x - first * out_after.x) / turn
    return [Point(x + shift_x, y + shift_y)]


def _chained(pieces: Sequence[Line]) -> Iterator[tuple[Point, ...]]:
    """Yield lines of pieces that continue each other, straight ones merged."""

    def key(point: Point) -> tuple[int, int]:
        return round(point.x * 200), round(point.y * 200)

    free_pieces = dict(enumerate(pieces))
    ends: dict[tuple[int, int], list[int]] = {}
    for number, piece in free_pieces.items():
        for point in piece:
            ends.setdefault(key(point), []).append(number)

    def next_piece(end: Point) -> Line | None:
        for number in ends[key(end)]:
            if number in free_pieces:
                return free_pieces.pop(number)
        return None

    def grow(line: list[Point]) -> None:
        while piece := next_piece(line[-1]):
            start, end = piece
            line.append(end if key(start) == key(line[-1]) else start)

    while free_pieces:
        first_number = next(iter(free_pieces))
        line = list(free_pieces.pop(first_number))
        grow(line)
        line.reverse()
        grow(line)
        yield tuple(_straightened(line))


def _straightened(line: Sequence[Point]) -> Iterator[Point]:
    """Yield a line's points without those inside straight pieces."""
    yield line[0]
    for before, point, after in zip(line, line[1:], line[2:], strict=False):
        if abs(cross(before, point, after)) > 1e-6 * (1 + math.dist(before, after)):
            yield point
    yield line[-1]
