"""Rectangles and ellipses as segments of paths."""

from __future__ import annotations

import math

Segment = tuple[str, tuple[float, ...]]
"""A piece of a path as PDF spells it: m, l, c or h, and its coordinates."""
Segments = tuple[Segment, ...]
Coordinates = tuple[float, float]
"""The x and y of a point, for loops in which a Point would take longer to make."""
QUARTER = 4 / 3 * (math.sqrt(2) - 1)
"""How far the handles of a curve reach, in radii, that stands for a quarter of a circle."""


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Segments:
    """An ellipse as four curves, from its rightmost point on, closed."""
    kx, ky = rx * QUARTER, ry * QUARTER
    return (
        ("m", (cx + rx, cy)),
        ("c", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("c", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("c", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("c", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("h", ()),
    )


def rectangle(
    x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float = 0.0
) -> Segments:
    """A rectangle, its corners rounded by no more than half its sides, closed."""
    right, bottom = x + width, y + height
    if not rx or not ry:
        return (
            ("m", (x, y)),
            ("l", (right, y)),
            ("l", (right, bottom)),
            ("l", (x, bottom)),
            ("h", ()),
        )
    rx = min(rx, width / 2)
    ry = min(ry, height / 2)
    kx = rx * (1 - QUARTER)
    ky = ry * (1 - QUARTER)
    return (
        ("m", (x + rx, y)),
        ("l", (right - rx, y)),
        ("c", (right - kx, y, right, y + ky, right, y + ry)),
        ("l", (right, bottom - ry)),
        ("c", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("l", (x + rx, bottom)),
        ("c", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("l", (x, y + ry)),
        ("c", (x, y + ky, x + kx, y, x + rx, y)),
        ("h", ()),
    )
