"""Folding a net in space, for the tests of boxes: every panel turned about its fold, after the one
it hangs on."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from cardgen.base.geometry import Point, around
from cardgen.boxes.net import Net, Panel

Vector = tuple[float, float, float]


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


class Folded:
    """A net folded away from its printed side, its first panel left where it lies."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self._maps: dict[str, Callable[[Vector], Vector]] = {}
        for panel in net.panels:
            self._maps[panel.name] = (
                self._after(self._maps[panel.parent], panel) if panel.fold else lambda point: point
            )

    @staticmethod
    def _after(outer: Callable[[Vector], Vector], panel: Panel) -> Callable[[Vector], Vector]:
        """A panel's turn about its fold (Rodrigues), then what happens to the panel it hangs on."""
        assert panel.fold
        start, end = ((point.x, point.y, 0.0) for point in panel.fold)
        length = math.dist(start, end)
        axis = tuple(value / length for value in minus(end, start))
        # A panel at the left of its fold is turned one way, at the right the other: both away from
        # the reader.
        left = sum(cross(axis, minus((*point, 0.0), start))[2] for point in panel.outline) > 0  # type: ignore[arg-type]
        angle = math.radians(-panel.angle if left else panel.angle)

        def turned(point: Vector) -> Vector:
            arm = minus(point, start)
            aside, along = cross(axis, arm), dot(axis, arm)  # type: ignore[arg-type]
            sums = zip(start, arm, aside, axis, strict=True)
            x, y, z = (
                s + a * math.cos(angle) + c * math.sin(angle) + k * along * (1 - math.cos(angle))
                for s, a, c, k in sums
            )
            return outer((x, y, z))

        return turned

    def at(self, name: str, point: Point) -> Vector:
        return self._maps[name]((*point, 0.0))

    def corners(self, name: str) -> list[Vector]:
        return [self.at(name, point) for point in self.net.panel(name).outline]

    def normal(self, name: str) -> Vector:
        """To the printed side."""
        move = self._maps[name]
        return minus(move((0.0, 0.0, 1.0)), move((0.0, 0.0, 0.0)))

    def depth(self, name: str, of: str) -> list[float]:
        """How far the corners of one panel lie behind the printed side of another."""
        base, normal = self.corners(of)[0], self.normal(of)
        return [-dot(minus(corner, base), normal) for corner in self.corners(name)]

    def within(self, name: str, of: str) -> float:
        """How far the corners of one panel keep inside the box around another, both seen from its
        printed side; below 0 outside."""
        move = self._maps[of]
        origin = move((0.0, 0.0, 0.0))
        right, up = minus(move((1.0, 0.0, 0.0)), origin), minus(move((0.0, 1.0, 0.0)), origin)
        box = around(self.net.panel(of).outline)
        seen = [
            Point(dot(minus(corner, origin), right), dot(minus(corner, origin), up))
            for corner in self.corners(name)
        ]
        return min(min(x - box.x, box.right - x, y - box.y, box.top - y) for x, y in seen)


def apart(one: Sequence[Vector], other: Sequence[Vector]) -> float:
    """How far two edges are from being one, whichever way they run."""
    return min(max(map(math.dist, one, each)) for each in (list(other), list(other)[::-1]))


def shared(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The area that two outlines share: the first is cut down to the second, which is convex
    (Sutherland and Hodgman)."""
    found = list(one)
    for start, end in pairwise((*other, other[0])):
        sides = [
            (end.x - start.x) * (p.y - start.y) - (end.y - start.y) * (p.x - start.x) for p in found
        ]
        cut: list[Point] = []
        for i, (a, side) in enumerate(zip(found, sides, strict=True)):
            b, next_side = found[(i + 1) % len(found)], sides[(i + 1) % len(found)]
            if side >= 0:
                cut.append(a)
            if side * next_side < 0:
                part = side / (side - next_side)
                cut.append(Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part))
        found = cut
    return (
        abs(sum(a.x * b.y - b.x * a.y for a, b in pairwise((*found, found[0])))) / 2
        if found
        else 0.0
    )


def between(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The distance between two outlines that do not meet."""

    def to_edge(p: Point, a: Point, b: Point) -> float:
        length = math.dist(a, b) ** 2
        share = (
            max(0.0, min(1.0, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length))
            if length
            else 0.0
        )
        return math.dist(p, (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share))

    return min(
        min(to_edge(p, a, b) for p in points for a, b in pairwise((*outline, outline[0])))
        for points, outline in ((one, other), (other, one))
    )


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies within a convex outline that runs counterclockwise."""
    for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
        depth = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
        if depth < -1e-4 * (1 + math.dist(start, end)):
            return False
    return True
