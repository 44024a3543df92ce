"""Contours: the closed lines of an outline, as points in points, y upward.

The first of a shape's contours is its edge, counterclockwise; others are holes, clockwise."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.base.geometry import Point
from cardgen.base.units import MM

Contour = tuple[tuple[float, float], ...]
"""The corners of a closed line; the last is joined to the first."""
Contours = tuple[Contour, ...]

TRUE = 0.005 * MM
"""How far a straight piece may be from its curve: a tenth of what a machine's step is."""


def steps(radius: float, turn: float) -> int:
    """The number of straight pieces that stand for an arc of so many degrees."""
    # a chord over the angle a is r(1 - cos(a/2)) from its arc
    step = 2 * math.degrees(math.acos(1 - min(TRUE / max(radius, TRUE), 1.0)))
    return max(2, math.ceil(turn / step))


def ellipse(width: float, height: float) -> Contour:
    """An ellipse that fills a box."""
    count = 4 * math.ceil(steps(max(width, height) / 2, 360.0) / 4)
    angles = (2 * math.pi * number / count for number in range(count))
    return tuple(
        (width / 2 * (1 + math.cos(angle)), height / 2 * (1 + math.sin(angle))) for angle in angles
    )


def triangle(width: float, height: float, corner: float = 0.0) -> Contour:
    """A triangle that fills a box, a corner above, its corners rounded by a radius."""
    low, right, top = corner, width - corner, height - corner
    sharp = (Point(low, low), Point(right, low), Point(width / 2, top))
    return _rounded(sharp, corner) if corner else sharp


def pointy_hexagon(height: float) -> Contour:
    """A hexagon with a corner above, so high from corner to corner."""
    width = height * math.sqrt(3) / 2
    return (
        (width / 2, 0.0),
        (width, height / 4),
        (width, height * 3 / 4),
        (width / 2, height),
        (0.0, height * 3 / 4),
        (0.0, height / 4),
    )


def _rounded(corners: Sequence[Point], radius: float) -> Contour:
    """What a disc covers at the most that moves along a convex line, counterclockwise."""
    edge: list[tuple[float, float]] = []
    for before, corner, after in zip(
        (*corners[-1:], *corners[:-1]), corners, (*corners[1:], *corners[:1]), strict=True
    ):
        # outward of a side is to the right of its way
        start = math.atan2(before.x - corner.x, corner.y - before.y)
        end = math.atan2(corner.x - after.x, after.y - corner.y)
        turn = (end - start) % (2 * math.pi)
        count = steps(radius, math.degrees(turn))
        for number in range(count + 1):
            angle = start + turn * number / count
            edge.append((corner.x + radius * math.cos(angle), corner.y + radius * math.sin(angle)))
    return tuple(edge)


def area(contour: Contour) -> float:
    """The area within a contour; below 0 where it runs clockwise."""
    following = (*contour[1:], contour[0])
    return sum(x * b - y * a for (x, y), (a, b) in zip(contour, following, strict=True)) / 2


def mirrored(contours: Contours, width: float) -> Contours:
    """Contours as they are seen from behind, in a box of a width."""
    return tuple(tuple((width - x, y) for x, y in reversed(contour)) for contour in contours)


def convex_corners(contours: Contours) -> Sequence[Point]:
    """The corners of what has straight sides alone and can be cut along each of them from edge to
    edge; else none."""
    edge, *holes = contours
    if holes or len(edge) > MOST_SIDES:
        return ()
    corners = [Point(*corner) for corner in edge]
    before = (*corners[-1:], *corners[:-1])
    after = (*corners[1:], *corners[:1])
    for a, b, c in zip(before, corners, after, strict=True):
        way, turned = (b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y)
        crossed = way[0] * turned[1] - way[1] * turned[0]
        if crossed < _LEAST_TURN * math.hypot(*way) * math.hypot(*turned):
            return ()
    return corners


MOST_SIDES = 12
"""The most sides that somebody cuts one by one."""
_LEAST_TURN = math.sin(math.radians(10))
"""What a corner turns at the least that is seen as one."""
