"""Tracks: a path measured along its length, for text that is set on it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.base.geometry import Matrix, Point
from cardgen.engine.graphics.display_list import Segment

AS_BROWSERS = 0.5
"""How far a curve may bend between two points that browsers measure it by where they set text on
it, in its own units."""
_HALVINGS = 10
"""How often a curve is halved at the most."""

_Curve = tuple[Point, Point, Point, Point]


class Track:
    """A path by its length. `start` is where text begins; `end` is where the path ends.

    Curves are measured by the chords of 64 pieces, or of as many as it takes until none bends more
    than `slack`."""

    def __init__(self, segments: tuple[Segment, ...], slack: float = 0.0) -> None:
        self.start = 0.0
        self._marks: list[float] = []
        self._pieces: list[_Piece] = []
        self.length = 0.0
        here = first = Point(0.0, 0.0)
        for kind, values in segments:
            points = [Point(*values[at : at + 2]) for at in range(0, len(values), 2)] or [first]
            if kind == "m":
                first = points[0]
            elif kind == "c":
                self._add(
                    _chords(
                        (here, points[0], points[1], points[2]), slack, _HALVINGS if slack else 6
                    )
                )
            else:
                self._add(
                    _chords(
                        (
                            here,
                            _between(here, points[0], 1 / 3),
                            _between(here, points[0], 2 / 3),
                            points[0],
                        ),
                        slack,
                        0,
                    )
                )
            here = points[-1]
        self.end = here.x, here.y

    def _add(self, pieces: Iterator[_Piece]) -> None:
        for piece in pieces:
            if piece.length > 0:
                self._marks.append(self.length)
                self._pieces.append(piece)
                self.length += piece.length

    def at(self, distance: float) -> Matrix | None:
        """The place at a distance along the path, its x axis along it; None beside the path."""
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
        x, y = (after.x - before.x) / along, (after.y - before.y) / along
        return Matrix(x, y, -y, x, middle.x, middle.y)


def _between(one: Point, other: Point, share: float) -> Point:
    return Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)


def _halves(curve: _Curve, t: float = 0.5) -> tuple[Point, Point, Point, Point, Point]:
    """What de Casteljau's way to a point of a curve passes: the points around where it is cut in
    two, that in the middle."""
    first, second, third, last = curve
    one, between, other = (
        _between(first, second, t),
        _between(second, third, t),
        _between(third, last, t),
    )
    before, after = _between(one, between, t), _between(between, other, t)
    return one, before, _between(before, after, t), after, other


def _chords(curve: _Curve, slack: float, halvings: int) -> Iterator[_Piece]:
    """A curve in pieces that bend little, by the measure of browsers: how far it leaves the way
    between its ends, in x or y."""
    first, second, third, last = curve
    bends = (
        abs(here - there)
        for point, share in ((second, 1 / 3), (third, 2 / 3))
        for here, there in zip(point, _between(first, last, share), strict=True)
    )
    if halvings and max(bends) > slack:
        one, before, middle, after, other = _halves(curve)
        yield from _chords((first, one, before, middle), slack, halvings - 1)
        yield from _chords((middle, after, other, last), slack, halvings - 1)
    else:
        yield _Piece(curve, math.dist(first, last))
