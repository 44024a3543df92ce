"""Points, boxes and affine maps in a plane; y grows upward, as in a PDF. Quantities are points
(1/72 inch) unless a name says otherwise."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple


class Point(NamedTuple):
    """A place, in whatever units it is spoken of.

    y goes up in PDF, and down in SVG.
    """

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle by its lower left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def grown(self, by: float, down: float | None = None) -> Box:
        """The box with every side moved outward, inward when negative.

        The lower and the upper one by `down`, if that is given."""
        down = by if down is None else down
        return Box(self.x - by, self.y - down, self.width + 2 * by, self.height + 2 * down)

    def contains(self, other: Box, slack: float = 1e-6) -> bool:
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.top <= self.top + slack
        )

    def overlaps(self, other: Box, slack: float = 1e-6) -> bool:
        """True if the insides meet by more than `slack`."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.top - slack
            and other.y < self.top - slack
        )

    def common(self, other: Box) -> Box:
        """The box that both share.

        Where they do not meet, one of negative width or height.
        """
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, min(self.right, other.right) - x, min(self.top, other.top) - y)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """In turn, from where x and y are least."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.top),
            Point(self.x, self.top),
        )


def bounds(boxes: Iterable[Box]) -> Box:
    """The smallest box around at least one box."""
    boxes = list(boxes)
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(x, y, max(b.right for b in boxes) - x, max(b.top for b in boxes) - y)


def cross(a: Point, b: Point, c: Point) -> float:
    """The cross product of b - a and c - a.

    It is the distance of c to the left of the way from a to b, y upward, times the length of that.
    """
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def around(points: Collection[tuple[float, float]]) -> Box:
    """The smallest box around some points; an empty one at zero around none."""
    xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


Edges = tuple[float, float, float, float]
"""Left, top, right and bottom, where y goes down."""


def outermost(edges: Sequence[Edges]) -> Edges | None:
    """The edges of all of some things together; none of nothing."""
    if not edges:
        return None
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


class Matrix(NamedTuple):
    """An affine map in the order of PDF and SVG.

    x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, inner: Matrix) -> Matrix:
        """`inner` first, then self."""
        a, b, c, d, e, f = self
        return Matrix(
            a * inner.a + c * inner.b,
            b * inner.a + d * inner.b,
            a * inner.c + c * inner.d,
            b * inner.c + d * inner.d,
            a * inner.e + c * inner.f + e,
            b * inner.e + d * inner.f + f,
        )

    def __call__(self, x: float, y: float) -> Point:
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    @property
    def scale(self) -> float:
        """The mean scale: the square root of the change of area."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @property
    def rise(self) -> float:
        """The height that a unit becomes, measured across the x axis.

        Of letters it is their height, however wide or slanted they are."""
        along = math.hypot(self.a, self.b)
        return abs(self.a * self.d - self.b * self.c) / along if along else 0.0

    def inverse(self) -> Matrix:
        """The map back. Raises ZeroDivisionError for a map that is flat."""
        a, b, c, d, e, f = self
        det = a * d - b * c
        back_x = (c * f - d * e) / det
        back_y = (b * e - a * f) / det
        return Matrix(d / det, -b / det, -c / det, a / det, back_x, back_y)

    def box(self, box: Box) -> Box:
        """The upright box around the image of a box."""
        a, b, c, d, e, f = self
        x, y, width, height = box
        # Each coordinate is a sum of two terms, one for each side of the box: its extremes are the
        # sums of theirs.
        left = e + a * x + c * y + min(0.0, a * width) + min(0.0, c * height)
        low = f + b * x + d * y + min(0.0, b * width) + min(0.0, d * height)
        return Box(left, low, abs(a * width) + abs(c * height), abs(b * width) + abs(d * height))

    @classmethod
    def flip(cls, height: float = 0.0) -> Matrix:
        """The matrix between y upward and y downward.

        One is from the foot of something, the other from its top."""
        return cls(1, 0, 0, -1, 0, height)

    @classmethod
    def shift(cls, x: float, y: float) -> Matrix:
        return cls(1, 0, 0, 1, x, y)

    @classmethod
    def turn(cls, degrees: float) -> Matrix:
        """A rotation, exact at the quarter turns."""
        quarters: dict[float, tuple[float, float]] = {
            0: (1, 0),
            90: (0, 1),
            180: (-1, 0),
            270: (0, -1),
        }
        angle = degrees % 360
        cos, sin = quarters.get(angle) or (
            math.cos(math.radians(angle)),
            math.sin(math.radians(angle)),
        )
        return cls(cos, sin, -sin, cos, 0, 0)


_FAIRNESS = 0.7
"""Long cells wish for more than they could ever have: this power of what they wish for shares more
fairly."""


def widths_between(least: Sequence[float], full: Sequence[float], room: float) -> list[float]:
    """The widths of columns in a room between the least and the full widths of all of them.

    Each has what it needs, and of what is left a share by what it could use."""
    spare = room - sum(least)
    wishes = [max(0.0, high - low) for low, high in zip(least, full, strict=True)]
    weights = [wish**_FAIRNESS for wish in wishes]
    total = sum(weights) or 1.0
    shares = [
        min(wish, spare * weight / total) for wish, weight in zip(wishes, weights, strict=True)
    ]
    spare -= sum(shares)
    unmet = [max(0.0, wish - share) for wish, share in zip(wishes, shares, strict=True)]
    total = sum(unmet) or 1.0
    return [
        low + share + spare * more / total
        for low, share, more in zip(least, shares, unmet, strict=True)
    ]
