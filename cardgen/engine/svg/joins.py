"""Additions to strokes, which lack in PDF what browsers give them.

The corner where the dashes of a closed path meet again, a round end where a curve turns back on
itself, and the middle of what is smaller than its stroke is wide."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from cardgen.engine.graphics.outlines import Segment, Segments
from cardgen.engine.svg.path import on_curve
from cardgen.engine.svg.path_length import Track

_Point = tuple[float, float]


@lru_cache(maxsize=4096)
def turning_points(segments: Segments) -> tuple[_Point, ...]:
    """The points at which straight curves turn back the way they came."""
    points: list[_Point] = []
    here = (0.0, 0.0)
    for kind, values in segments:
        if kind == "c":
            points += _turns(here, *zip(values[::2], values[1::2], strict=True))
        if kind != "h":
            here = (values[-2], values[-1])
    return tuple(points)


@lru_cache(maxsize=4096)
def specks(segments: Segments, width: float) -> tuple[_Point, ...]:
    """The points of closed shapes that are smaller than their stroke is wide.

    PDFium leaves a hole in such."""
    corners: list[_Point] = []
    points: list[_Point] = []
    xs: list[float] = []
    ys: list[float] = []
    for kind, values in segments:
        if kind == "m":
            points = []
            xs = []
            ys = []
        if kind != "h":
            xs += values[::2]
            ys += values[1::2]
            points.append((values[-2], values[-1]))
        else:
            size = max(max(xs) - min(xs), max(ys) - min(ys))
            if 0 < size < width:
                corners += dict.fromkeys(points)
    return tuple(corners)


def _turns(p0: _Point, p1: _Point, p2: _Point, p3: _Point) -> Iterator[_Point]:
    """Yield the points at which a curve turns back if it is straight."""
    far = max((p1, p2, p3), key=lambda point: math.dist(p0, point))
    reach = math.dist(p0, far)
    if reach < 1e-9:
        return
    x0, y0 = p0
    x = (far[0] - x0) / reach
    y = (far[1] - y0) / reach
    offsets = [(px - x0, py - y0) for px, py in (p0, p1, p2, p3)]
    if any(abs(x * dy - y * dx) > 1e-6 * reach for dx, dy in offsets[1:]):
        return
    a, b, c, d = (x * dx + y * dy for dx, dy in offsets)
    # The derivative of the curve along its line, as a polynomial of the second degree.
    u = d - 3 * c + 3 * b - a
    v = 2 * (c - 2 * b + a)
    w = b - a
    inside = v * v - 4 * u * w
    roots = []
    if abs(u) < 1e-9 * reach:
        if abs(v) > 1e-9 * reach:
            roots = [-w / v]
    elif inside > 1e-12 * reach * reach:
        root = math.sqrt(inside)
        roots = [
            (-v - root) / (2 * u),
            (-v + root) / (2 * u),
        ]
    for t in roots:
        if 1e-6 < t < 1 - 1e-6:
            along = on_curve(t, a, b, c, d)
            yield x0 + x * along, y0 + y * along


@lru_cache(maxsize=1024)
def dashed_corners(segments: Segments, dash: tuple[float, ...], offset: float) -> Segments:
    """The corners of closed paths at which both their first and their last dash arrive."""
    corners: list[Segment] = []
    part: list[Segment] = []
    for segment in segments:
        if segment[0] == "m":
            part = []
        part.append(segment)
        if segment[0] == "h":
            corners += _corner(tuple(part), dash, offset)
    return tuple(corners)


def _corner(part: Segments, dash: tuple[float, ...], offset: float) -> Segments:
    """The corner at which a closed path begins, if dashes meet there; else nothing."""
    track = Track(part)
    near = min(0.01, track.length / 1000)
    if not near or len(part) < 3:
        return ()
    begins = _is_dashed(0.0, dash, offset)
    if not begins or not _is_dashed(track.length - near, dash, offset, 1.5 * near):
        return ()
    start = part[0][1]
    after = track.at(near)
    before = track.at(track.length - near)
    if not after or not before:
        return ()
    turn = before.a * after.b - before.b * after.a
    if abs(turn) < 1e-3:  # it goes on straight
        return ()
    return (
        ("m", (before.e, before.f)),
        ("l", (start[0], start[1])),
        ("l", (after.e, after.f)),
    )


def _is_dashed(distance: float, dash: tuple[float, ...], offset: float, more: float = 0.0) -> bool:
    """True if a dash covers a distance along a path, and more after it."""
    rest = (distance + offset) % sum(dash)
    for index, length in enumerate(dash):
        if rest < length:
            return index % 2 == 0 and rest + more < length
        rest -= length
    return True
