"""Nets: flat sheets that are cut out, folded and glued to boxes. Pure geometry, in points, y
upward, seen from the printed side.

Curves are chains of straight edges, true to 0.01 mm.
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


class Edge(NamedTuple):
    """A straight piece of an outline; `fold` when a neighbour hangs on it, else it is cut."""

    start: Point
    end: Point
    fold: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat part of a net: `outline` runs counterclockwise. All but the first hang on a `parent`
    by a fold and turn by `angle` degrees.

    `face` names what is printed on it, nothing for what is glued and stays bare. `turn` is how far
    (counterclockwise, in quarter turns) the print is turned from the net's upright to be upright on
    the finished box."""

    name: str
    outline: tuple[Point, ...]
    parent: str = ""
    fold: tuple[Point, Point] | None = None
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
        return (box.height, box.width) if self.turn in (90, 270) else (box.width, box.height)

    @property
    def placement(self) -> Matrix:
        """From the print's own coordinates, its origin lower left, to those of the net."""
        x, y, right, top = self.box.x, self.box.y, self.box.right, self.box.top
        origin = {0: (x, y), 90: (right, y), 180: (right, top), 270: (x, top)}[self.turn]
        return Matrix.shift(*origin) @ Matrix.turn(self.turn)


@dataclass(frozen=True)
class Net:
    """Panels, each after the one it hangs on. `name` is the part's, where a box has several;
    `inside` is the room it encloses:

    width, height and depth of a box, or of a tray at its floor.
    """

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
    def folds(self) -> tuple[tuple[Point, Point], ...]:
        return tuple(panel.fold for panel in self.panels if panel.fold)

    def edges(self, outline: Sequence[Point]) -> list[Edge]:
        """The outline's edges, parted where folds begin and end."""
        net_edges: list[Edge] = []
        for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
            net_edges += _parted(start, end, self.folds)
        return net_edges

    @cached_property
    def cuts(self) -> tuple[tuple[Point, ...], ...]:
        """The lines to cut along, as few as there are; one that closes ends where it began."""
        return tuple(
            _chained(
                [
                    (edge.start, edge.end)
                    for panel in self.panels
                    for edge in self.edges(panel.outline)
                    if not edge.fold
                ]
            )
        )

    def bled(self, panel: Panel, bleed: float) -> tuple[Point, ...]:
        """The area that a panel's print covers so that a cut a little off shows no paper: over its
        cuts by `bleed`, over no fold."""
        edges = self.edges(hull(panel.outline))
        points: list[Point] = []
        for before, after in zip(edges[-1:] + edges[:-1], edges, strict=True):
            points += _corner(before, after, bleed)
        return tuple(points)

    def placed(self, matrix: Matrix) -> Net:
        """The net moved and turned, by quarter turns."""
        turned = round(math.degrees(math.atan2(matrix.b, matrix.a)))

        def move(panel: Panel) -> Panel:
            fold = (matrix(*panel.fold[0]), matrix(*panel.fold[1])) if panel.fold else None
            return replace(
                panel,
                outline=tuple(matrix(*point) for point in panel.outline),
                fold=fold,
                turn=(panel.turn + turned) % 360,
            )

        return Net(tuple(map(move, self.panels)), self.inside, self.name)


def laid(net: Net, free: Box, bleed: float) -> Net | None:
    """The net in the middle of a free area, its bleed too, upright or else on its side; None when
    it is too large."""
    for turn in (0, 90):
        turned = net.placed(Matrix.turn(turn))
        box = turned.box.grown(bleed)
        if box.width <= free.width + _SAME and box.height <= free.height + _SAME:
            return turned.placed(
                Matrix.shift(free.centre.x - box.centre.x, free.centre.y - box.centre.y)
            )
    return None


def fold_ticks(net: Net, bleed: float, length: float, free: Box) -> tuple[tuple[Point, Point], ...]:
    """The ticks to lay a ruler at for a fold: short lines that continue it beyond all print, at
    each end for which there is room."""
    outlines = [hull(net.bled(panel, bleed)) for panel in net.panels]
    ticks: dict[tuple[float, ...], tuple[Point, Point]] = {}
    for fold in net.folds:
        for start, end in (fold, fold[::-1]):
            along = direction(start, end)
            clear = (
                max((_leaves(end, along, outline) for outline in outlines), default=0.0) + 0.3 * MM
            )
            tick = _along(end, along, clear), _along(end, along, clear + length)
            if all(free.contains(Box(*point, 0, 0)) for point in tick):
                # folds in one line share theirs
                ticks.setdefault(tuple(round(value, 1) for point in tick for value in point), tick)
    return tuple(ticks.values())


def _leaves(start: Point, along: Point, outline: Sequence[Point]) -> float:
    """The distance a ray goes until it has left a convex outline for good; 0 when it does not meet
    it."""
    first, last = 0.0, math.inf
    for start_corner, end_corner in zip(outline, (*outline[1:], outline[0]), strict=True):
        edge = direction(start_corner, end_corner)
        # how far inside this edge, or by a hair, the ray begins
        depth = edge.x * (start.y - start_corner.y) - edge.y * (start.x - start_corner.x) + 0.1
        speed = edge.x * along.y - edge.y * along.x
        if abs(speed) < 1e-9:
            if depth < 0:
                return 0.0
        elif speed > 0:
            first = max(first, -depth / speed)
        else:
            last = min(last, -depth / speed)
    return last if first < last < math.inf else 0.0


# Shapes


def arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    """A chain along a circle from one angle to another, in degrees counterclockwise (clockwise when
    `end` is the smaller)."""
    if radius <= 0:
        return [centre]
    step = 2 * math.acos(max(0.0, 1 - _TRUE / radius))
    count = max(1, math.ceil(abs(math.radians(end - start)) / step))
    angles = [math.radians(start + (end - start) * i / count) for i in range(count + 1)]
    return [
        Point(centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle))
        for angle in angles
    ]


def bulge(start: Point, end: Point, height: float) -> list[Point]:
    """A chain along the arc over a chord that rises `height` to the right of it, both ends
    included; straight for none."""
    chord = math.dist(start, end)
    if height <= _SAME or chord <= _SAME:
        return [start, end]
    radius = (chord * chord / 4 + height * height) / (2 * height)
    along = direction(start, end)
    depth = radius - height
    middle = Point((start.x + end.x) / 2 - along.y * depth, (start.y + end.y) / 2 + along.x * depth)
    first = math.degrees(math.atan2(start.y - middle.y, start.x - middle.x))
    half = math.degrees(math.asin(min(1.0, chord / 2 / radius)))
    return [start, *arc(middle, radius, first, first + 2 * half)[1:-1], end]


def hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """The convex hull, counterclockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(points: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in points:
            while len(chain) > 1 and cross(chain[-2], chain[-1], point) <= _SAME * _SAME:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return (*half(ordered), *half(reversed(ordered)))


def _parted(start: Point, end: Point, folds: Iterable[tuple[Point, Point]]) -> Iterator[Edge]:
    """An edge as the pieces that are folded and those that are not, in order."""
    length = math.dist(start, end)
    if length < _SAME:
        return
    along = direction(start, end)
    spans = []
    for fold in folds:
        if all(abs(cross(start, end, point)) < _SAME * length for point in fold):
            first, last = sorted(
                (point.x - start.x) * along.x + (point.y - start.y) * along.y for point in fold
            )
            first, last = max(0.0, first), min(length, last)
            if last - first > _SAME:
                spans.append((first, last))
    at = 0.0
    for first, last in sorted(spans):
        if first - at > _SAME:
            yield Edge(_along(start, along, at), _along(start, along, first), False)
        yield Edge(_along(start, along, first), _along(start, along, last), True)
        at = last
    if length - at > _SAME:
        yield Edge(_along(start, along, at), end, False)


def _along(start: Point, along: Point, at: float) -> Point:
    return Point(start.x + along.x * at, start.y + along.y * at)


def _corner(before: Edge, after: Edge, bleed: float) -> list[Point]:
    """The corner between two edges of a convex outline, each moved outward by the bleed unless it
    is a fold."""
    edge_before, edge_after = direction(before.start, before.end), direction(after.start, after.end)
    out_one, out_two = Point(edge_before.y, -edge_before.x), Point(edge_after.y, -edge_after.x)
    first, second = (0.0 if edge.fold else bleed for edge in (before, after))
    x, y = after.start
    turn = edge_before.x * edge_after.y - edge_before.y * edge_after.x
    if abs(turn) < 1e-6:
        stepped = [Point(x + out_one.x * by, y + out_one.y * by) for by in (first, second)]
        return stepped if first != second else stepped[:1]
    # The point whose distances from both lines are as asked for.
    return [
        Point(
            x + (first * out_two.y - second * out_one.y) / turn,
            y + (second * out_one.x - first * out_two.x) / turn,
        )
    ]


def _chained(pieces: Sequence[tuple[Point, Point]]) -> Iterator[tuple[Point, ...]]:
    """Pieces that run one into the other joined to lines, the straight ones made one."""

    def key(point: Point) -> tuple[int, int]:
        return round(point.x * 200), round(point.y * 200)

    pieces_by_number = dict(enumerate(pieces))
    ends: dict[tuple[int, int], list[int]] = {}
    for number, piece in pieces_by_number.items():
        for point in piece:
            ends.setdefault(key(point), []).append(number)

    def grown(line: list[Point]) -> None:
        while True:
            number = next(
                (
                    piece_number
                    for piece_number in ends[key(line[-1])]
                    if piece_number in pieces_by_number
                ),
                None,
            )
            if number is None:
                return
            start, end = pieces_by_number.pop(number)
            line.append(end if key(start) == key(line[-1]) else start)

    while pieces_by_number:
        number = next(iter(pieces_by_number))
        line = list(pieces_by_number.pop(number))
        grown(line)
        line.reverse()
        grown(line)
        yield tuple(_straightened(line))


def _straightened(line: Sequence[Point]) -> Iterator[Point]:
    yield line[0]
    for before, point, after in zip(line, line[1:], line[2:], strict=False):
        if abs(cross(before, point, after)) > 1e-6 * (1 + math.dist(before, after)):
            yield point
    yield line[-1]
