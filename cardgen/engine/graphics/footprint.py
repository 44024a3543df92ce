"""The reach of what is painted: which points its paths hold, exactly.

The clips and forms that it stands in count."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from cardgen.base.geometry import Matrix, Point
from cardgen.engine.graphics.display_list import PathData

_PIECES = 8
"""Straight lines that stand for a curve."""
UNIT_SQUARE = PathData((("m", (0, 0)), ("l", (1, 0)), ("l", (1, 1)), ("l", (0, 1)), ("h", ())))
"""What pictures fill."""


class Region(NamedTuple):
    """The points that a path holds, and the map from its units."""

    path: PathData
    matrix: Matrix = Matrix()
    even_odd: bool = False

    def holds(self, x: float, y: float) -> bool:
        """True if a point lies inside, by the rule that PDF fills by (ISO 32000-1, 8.5.3.3).
        Nothing lies in what is flat."""
        try:
            x, y = self.matrix.inverse()(x, y)
        except ZeroDivisionError:
            return False
        around = crossings = 0
        for corners in outlines(self.path):
            for (start, start_y), (end, end_y) in pairwise((*corners, corners[0])):
                if (start_y <= y) != (end_y <= y) and start + (y - start_y) * (end - start) / (
                    end_y - start_y
                ) > x:
                    crossings += 1
                    around += 1 if end_y > start_y else -1
        return bool(crossings % 2 if self.even_odd else around)


class Footprint(NamedTuple):
    """The points that all of some regions hold.

    The first is a thing's own, the others clips. `inner` is the same within a form, in its units.
    """

    regions: tuple[Region, ...]
    matrix: Matrix = Matrix()
    inner: Footprint | None = None

    def holds(self, x: float, y: float) -> bool:
        if not all(region.holds(x, y) for region in self.regions):
            return False
        if self.inner is None:
            return True
        try:
            return self.inner.holds(*self.matrix.inverse()(x, y))
        except ZeroDivisionError:
            return False

    def outline(self) -> Iterator[list[Point]]:
        """The thing's own path as straight lines, clips left aside."""
        if self.inner:
            for ends in self.inner.outline():
                yield [self.matrix(*point) for point in ends]
        else:
            path, matrix, _ = self.regions[0]
            for corners in outlines(path):
                yield [matrix(*point) for point in corners]


@lru_cache(maxsize=1024)
def outlines(path: PathData) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The parts of a path as the corners of straight lines, curves in pieces."""
    parts: list[list[tuple[float, float]]] = []
    for kind, values in path.segments:
        if kind == "m":
            parts.append([(values[0], values[1])])
        elif kind == "l":
            parts[-1].append((values[0], values[1]))
        elif kind == "c":
            parts[-1].extend(_curve(parts[-1][-1], values))
        else:  # what follows without a move begins where this part began
            parts[-1].append(parts[-1][0])
    return tuple(map(tuple, parts))


def _curve(start: tuple[float, float], values: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Points of a cubic Bezier curve, evenly along its parameter, without where it starts."""
    x, y = start
    x1, y1, x2, y2, x3, y3 = values
    for step in range(1, _PIECES + 1):
        t = step / _PIECES
        # Bernstein polynomials: the weights of the four points
        a = (1 - t) ** 3
        b = 3 * t * (1 - t) ** 2
        c = 3 * t * t * (1 - t)
        d = t**3
        curve_x = a * x + b * x1 + c * x2 + d * x3
        curve_y = a * y + b * y1 + c * y2 + d * y3
        yield curve_x, curve_y
