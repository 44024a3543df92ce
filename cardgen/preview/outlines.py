"""The lines around a card, for a browser.

Where it is cut, how far its bleed goes, and where text is safe."""

from __future__ import annotations

from typing import Any

from cardgen.base.units import MM
from cardgen.impose.contours import grown as grown_outline
from cardgen.impose.marks import hexagon
from cardgen.model.sizes import Shape
from cardgen.preflight.home_print import safe_distance

BLEED = 3.0
"""Millimetres that are shown around the cut: what a sheet asks for unless told otherwise."""


def shape_of(shape: Shape) -> dict[str, Any]:
    """A shape in millimetres for the page. `lines` are SVG paths with the origin at the upper left
    corner of the trim; `clips` are what CSS cuts the picture to, in shares of the box of the
    bleed."""
    width, height = shape.width / MM, shape.height / MM
    safe = safe_distance(shape) / MM
    corner = min(shape.corner / MM, width / 2, height / 2)
    return {
        "kind": shape.kind,
        "name": str(shape),
        "width": round(width, 3),
        "height": round(height, 3),
        "bleed": BLEED,
        "lines": {
            "trim": _line(shape, 0, corner),
            "bleed": _line(shape, BLEED, 0),
            "safe": _line(shape, -safe, max(0.0, corner - safe)),
        },
        "clips": {"trim": _clip(shape, 0, corner), "bleed": _clip(shape, BLEED, 0)},
    }


def shape_with_back(shape: Shape) -> dict[str, Any]:
    """A shape as `shape_of`, with the lines and clips of its back where these are others."""
    if not shape.outline:
        return shape_of(shape)
    behind = shape_of(shape.behind)
    return {**shape_of(shape), "behind": {name: behind[name] for name in ("lines", "clips")}}


def _line(shape: Shape, grown: float, corner: float) -> str:
    width, height = shape.width / MM + 2 * grown, shape.height / MM + 2 * grown
    if width <= 0 or height <= 0:
        return ""
    x = y = -grown
    if shape.outline:
        return "".join(
            f"M{'L'.join(f'{px:.2f} {py:.2f}' for px, py in line)}Z"
            for line in _lines(shape, grown)
        )
    if shape.kind == "hexagon":
        return "M" + "L".join(f"{px:.3f} {py:.3f}" for px, py in _corners(shape, grown)) + "Z"
    rx, ry = (width / 2, height / 2) if shape.kind == "circle" else (corner, corner)
    arc = f"a{rx:.3f} {ry:.3f} 0 0 1"
    return (
        f"M{x + rx:.3f} {y:.3f}h{width - 2 * rx:.3f}{arc} {rx:.3f}"
        f" {ry:.3f}v{height - 2 * ry:.3f}{arc} {-rx:.3f} {ry:.3f}"
        f"h{2 * rx - width:.3f}{arc} {-rx:.3f} {-ry:.3f}v{2 * ry - height:.3f}{arc} {rx:.3f}"
        f" {-ry:.3f}Z"
    )


def _clip(shape: Shape, grown: float, corner: float) -> str:
    across, down = shape.width / MM + 2 * BLEED, shape.height / MM + 2 * BLEED
    left, top = (BLEED - grown) / across * 100, (BLEED - grown) / down * 100
    if shape.outline:
        # from the edge to each hole and back
        first, *holes = _lines(shape, grown)
        points = [*first, first[0]]
        for hole in holes:
            points += [*hole, hole[0], first[0]]
        corners = (
            f"{(x + BLEED) / across * 100:.2f}% {(y + BLEED) / down * 100:.2f}%" for x, y in points
        )
        return f"polygon(evenodd, {', '.join(corners)})"
    if shape.kind == "circle":
        return f"ellipse({50 - left:.4f}% {50 - top:.4f}% at 50% 50%)"
    if shape.kind == "hexagon":
        corners = (
            f"{(x + BLEED) / across * 100:.4f}% {(y + BLEED) / down * 100:.4f}%"
            for x, y in _corners(shape, grown)
        )
        return f"polygon({', '.join(corners)})"
    rounded = f" round {corner / across * 100:.4f}% / {corner / down * 100:.4f}%" if corner else ""
    return f"inset({top:.4f}% {left:.4f}%{rounded})"


def _lines(shape: Shape, grown: float) -> list[list[tuple[float, float]]]:
    """The lines of an outline, y downward; a point where nothing is left of it."""
    lines = grown_outline(shape, grown * MM)
    drawn = [[(x / MM, (shape.height - y) / MM) for x, y in contour] for contour in lines]
    return drawn or [[(shape.width / MM / 2, shape.height / MM / 2)]]


def _corners(shape: Shape, grown: float) -> list[tuple[float, float]]:
    return [(point.x / MM, point.y / MM) for point in hexagon(shape, grown * MM)]
