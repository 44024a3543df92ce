"""Tracks: a path measured along its length, for text that is set on it."""

from __future__ import annotations

import math
from bisect import bisect_right

from cardgen.base.geometry import Matrix
from cardgen.svg.path import Segment

_STEPS = 64
"""Straight pieces that a curve is measured in."""


class Track:
    """A path by its length. `start` is where text begins; `end` is where the path ends."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self.start = 0.0
        self._marks: list[float] = []
        self._pieces: list[tuple[float, float, float, float]] = []
        self.length = 0.0
        x = y = first_x = first_y = 0.0
        for kind, values in segments:
            if kind == "m":
                x, y = first_x, first_y = values[0], values[1]
            elif kind == "c":
                x0, y0 = x, y
                for step in range(1, _STEPS + 1):
                    t = step / _STEPS
                    weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
                    end_x = sum(w * v for w, v in zip(weights, (x0, *values[0::2]), strict=True))
                    end_y = sum(w * v for w, v in zip(weights, (y0, *values[1::2]), strict=True))
                    self._add(x, y, end_x, end_y)
                    x, y = end_x, end_y
            else:
                end_x, end_y = (values[0], values[1]) if kind == "l" else (first_x, first_y)
                self._add(x, y, end_x, end_y)
                x, y = end_x, end_y
        self.end = x, y

    def _add(self, x1: float, y1: float, x2: float, y2: float) -> None:
        length = math.hypot(x2 - x1, y2 - y1)
        if length > 0:
            self._marks.append(self.length)
            self._pieces.append((x1, y1, (x2 - x1) / length, (y2 - y1) / length))
            self.length += length

    def at(self, distance: float) -> Matrix | None:
        """The place at a distance along the path, its x axis along it; None beside the path."""
        if not self._pieces or not 0 <= distance <= self.length:
            return None
        index = bisect_right(self._marks, distance) - 1
        x, y, along_x, along_y = self._pieces[index]
        rest = distance - self._marks[index]
        return Matrix(along_x, along_y, -along_y, along_x, x + rest * along_x, y + rest * along_y)
