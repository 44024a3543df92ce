"""Tracks: a path measured along its length, for text that is set on it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.base.geometry import Matrix, Point
from cardgen.engine.graphics.outlines import Segments

AS_BROWSERS = 0.5
"""The bend of a curve between two points that browsers measure it by where they set text on it, in
its own units."""
_HALVINGS = 10
"""The most times that a curve is halved."""

_Curve = tuple[Point, Point, Point, Point]


class Track:
    """A path by its length. `start` is where text begins, `end` where the path ends.

    Curves are measured by the chords of 64 pieces, or of as many as it takes until none bends more
    than `slack`."""

    def __init__(self, segments: Segments, slack: float = 0.0) -> None:
        self.start = 0.0
        self._marks: list[float] = []
        self._pieces: list[_Piece] = []
        self.length = 0.0
        here = first = Point(0.0, 0.0)
        halvings = _HALVINGS if slack else 6  # of 64 pieces
        for kind, values in segments:
            pairs = zip(values[::2], values[1::2], strict=True)
            points = [Point(x, y) for x, y in pairs]
            points = points or [first]
            end = points[-1]
            if kind == "m":
                first = end
            elif kind == "c":
                curve = here, points[0], points[1], end
                self._add(_chords(curve, slack, halvings))
            else:
                third = _between(here, end, 1 / 3)
                line = here, third, _between(here, end, 2 / 3), end
                self._add(_chords(line, slack, 0))
            here = end
        self.end = here.x, here.y

    def _add(self, pieces: Iterator[_Piece]) -> None:
        for piece in pieces:
            if piece.length > 0:
                self._marks.append(self.length)
                self._pieces.append(piece)
                self.length += piece.length

    def at(self, distance: float) -> Matrix | None:
        """The place at a distance along the path; None beside it.

        Its x axis lies along the path."""
        if not self._pieces or not 0 <= distance <= self.length:
            return None
        index = bisect_right(self._marks, distance) - 1
        piece = self._pieces[index]
        return piece.at((distance - self._marks[index]) / piece.length)


class _Piece(NamedTuple):
    """A curve of the third degree, and how far apart its ends are."""

    curve: _Curve
    length: float

    def at(self, t: float) -> Matrix:
        """The place at a share of the way, its x axis along the curve."""
        first, _, _, last = self.curve
        _, before, middle, after, _ = _halves(self.curve, t)
        along = math.dist(before, after)
        if along < 1e-9 * self.length:  # a curve that turns back here
            before, after, along = first, last, self.length
        x = (after.x - before.x) / along
        y = (after.y - before.y) / along
        return Matrix(x, y, -y, x, middle.x, middle.y)


def _between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way between two."""
    x = start.x + (end.x - start.x) * share
    y = start.y + (end.y - start.y) * share
    return Point(x, y)


def _halves(curve: _Curve, t: float = 0.5) -> tuple[Point, Point, Point, Point, Point]:
    """The points that cut a curve in two by de Casteljau's way.

    They are two control points of the first part, the point at `t`, and two of the second part."""
    first, second, third, last = curve
    start = _between(first, second, t)
    between = _between(second, third, t)
    end = _between(third, last, t)
    before = _between(start, between, t)
    after = _between(between, end, t)
    return start, before, _between(before, after, t), after, end


def _chords(curve: _Curve, slack: float, halvings: int) -> Iterator[_Piece]:
    """Yield a curve in pieces that bend little.

    Browsers measure how far it leaves the way between its ends, in x or y."""
    first, last = curve[0], curve[3]
    if not halvings or max(_bends(curve)) <= slack:
        yield _Piece(curve, math.dist(first, last))
        return
    start, before, middle, after, end = _halves(curve)
    yield from _chords((first, start, before, middle), slack, halvings - 1)
    yield from _chords((middle, after, end, last), slack, halvings - 1)


def _bends(curve: _Curve) -> Iterator[float]:
    """Yield how far control points lie off the line, in x and y.

    The line joins the ends of the curve; the points of a straight one are spread evenly on it."""
    first, second, third, last = curve
    for control, share in ((second, 1 / 3), (third, 2 / 3)):
        point = _between(first, last, share)
        yield abs(control.x - point.x)
        yield abs(control.y - point.y)
