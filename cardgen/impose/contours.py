"""Outlines of any form on sheets: moved outward and inward, and how deep a point lies in one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from cardgen.base.geometry import Box, Point, around
from cardgen.model.contours import TRUE, Contour, Contours, area
from cardgen.model.sizes import Shape

_FINE = 10_000
"""Steps to a point in which offsets are counted, which is done in whole numbers."""
_MITRE = 2.0
"""How far a corner may stand out of an offset, in its lengths: sharper ones are cut off."""


@lru_cache(maxsize=64)
def grown(shape: Shape, by: float) -> Contours:
    """The outline of a shape with its edge moved outward and its holes made smaller, or the other
    way round; what that leaves nothing of is gone."""
    if abs(by) < 1e-6:
        return shape.outline
    return tuple(sorted(offset(shape.outline, by), key=area, reverse=True))


def offset(contours: Contours, by: float, *, mitred: bool = True) -> Contours:
    """Contours with all edges moved outward by so much, inward below 0."""
    import pyclipper  # few decks have outlines

    kind = pyclipper.JT_MITER if mitred else pyclipper.JT_ROUND
    mover = pyclipper.PyclipperOffset(_MITRE, TRUE * _FINE)
    mover.AddPaths([whole(contour) for contour in contours], kind, pyclipper.ET_CLOSEDPOLYGON)
    return tuple(map(parted, mover.Execute(by * _FINE)))


def simplified(contour: Contour, by: float) -> Contour:
    """A contour with fewer corners, no farther from any that it had (Douglas and Peucker)."""
    far = max(range(len(contour)), key=lambda number: math.dist(contour[0], contour[number]))
    closed = (*contour, contour[0])
    kept = {0, far}
    spans = [(0, far), (far, len(contour))]
    while spans:
        start, end = spans.pop()
        between = range(start + 1, end)
        a, b = closed[start], closed[end]
        worst = max(between, key=lambda number: _off(closed[number], a, b), default=start)
        if worst != start and _off(closed[worst], a, b) > by:
            kept.add(worst)
            spans += [(start, worst), (worst, end)]
    return tuple(contour[number] for number in sorted(kept))


def _off(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of a point from the line between two."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    along = min(1.0, max(0.0, along))
    return math.hypot(a[0] + along * dx - point[0], a[1] + along * dy - point[1])


def whole(contour: Iterable[tuple[float, float]]) -> list[tuple[int, int]]:
    """A contour in whole numbers."""
    return [(round(x * _FINE), round(y * _FINE)) for x, y in contour]


def parted(path: Iterable[tuple[int, int]]) -> Contour:
    """What `whole` counts, in points."""
    return tuple((x / _FINE, y / _FINE) for x, y in path)


def parts_cut_apart(shape: Shape, depth: float) -> Box | None:
    """A part of an outline that hangs on the rest by less than twice a depth, or is narrower
    itself; None where there is none.

    Sharp corners are no such parts: they end where they are narrow."""
    cores = [contour for contour in offset(shape.outline, -depth) if area(contour) > 0]
    if not cores:
        return shape.box
    *small, _ = sorted(cores, key=area)
    return around(small[0]) if small else None


def depth(shape: Shape, point: Point) -> float:
    """The depth of a point within an outline, y upward; below 0 outside of it."""
    nearest, inside = math.inf, False
    x, y = point
    for contour in shape.outline:
        ax, ay = contour[-1]
        for bx, by in contour:
            nearest = min(nearest, _off((x, y), (ax, ay), (bx, by)))
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
            ax, ay = bx, by
    return nearest if inside else -nearest
