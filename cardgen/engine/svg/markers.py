"""Markers: arrow heads and dots on the vertices of lines (SVG 2, 13.7)."""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, as_path
from cardgen.engine.graphics.outlines import Segments, rectangle
from cardgen.engine.svg import refusals
from cardgen.engine.svg.colours import Paint
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.parse import choice_of
from cardgen.engine.svg.path import Between, extent
from cardgen.engine.svg.shapes import laid_into
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError, parse_angle, parse_length

MARKED = frozenset(("path", "line", "polyline", "polygon"))
"""Elements that bear markers."""
_Vector = tuple[float, float]


def paint_markers(painter: Painter, style: Style, segments: Segments) -> None:
    """Paint the markers of a shape. Raises StyleError for what is not drawn here."""
    places = _vertices(segments)
    context = painter.as_context(style, partial(extent, segments))
    last = len(places) - 1
    start, middle, end = style.markers
    for number, (x, y, arrives, leaves) in enumerate(places):
        angle = _angle(arrives, leaves) if len(segments) > 1 else math.nan
        vertex = _Vertex(x, y, angle, number == 0)
        names = []
        if number == 0:
            names.append(start)
        if 0 < number < last:
            names.append(middle)
        if number == last:
            names.append(end)
        for name in filter(None, names):
            painter.document.painted += 1
            _paint(painter, name, style, vertex, context)


class _Vertex(NamedTuple):
    """The place of a marker.

    `angle` is the direction of the path there in degrees, not a number where it has none; `first`
    tells that the path begins there."""

    x: float
    y: float
    angle: float
    first: bool


def _paint(
    painter: Painter, name: str, style: Style, vertex: _Vertex, context: tuple[Paint | None, ...]
) -> None:
    x, y, angle, first = vertex
    marker = painter.document.defined(name, "marker")
    if marker in painter.scope.using:
        painter.document.ignore(f'the marker "{name}" uses itself', "take its own marker away")
        return
    inner = painter.document.own_style(marker)
    refusals.check("marker", inner)
    orient = marker.get("orient", "0")
    if orient not in ("auto", "auto-start-reverse"):
        angle = parse_angle(orient)
    elif first and orient == "auto-start-reverse":
        angle += 180
    units = choice_of(marker, "markerUnits", ("strokeWidth", "userSpaceOnUse"))
    lengths = _lengths(painter, marker, inner)
    if math.isnan(angle):
        raise StyleError(
            "a marker that turns with a path of one point is not drawn here",
            "give the path a direction",
        )
    width, height, ref_x, ref_y = lengths
    if width <= 0 or height <= 0:
        return
    box = Box(0, 0, width, height)
    viewport, content = (box, Matrix()) if marker.get("viewBox") is None else laid_into(marker, box)
    scale = style.stroke_width if units == "strokeWidth" else 1.0
    if not scale:
        return
    ref = content(ref_x, ref_y)
    matrix = (
        Matrix.shift(x, y)
        @ Matrix.turn(angle)
        @ Matrix(scale, 0, 0, scale, 0, 0)
        @ Matrix.shift(-ref.x, -ref.y)
    )
    with painter.saved(matrix), painter.scoped(marker, viewport=viewport, context=context):
        if inner.overflow == "hidden":
            painter.cut_to(ClipTo(as_path(rectangle(0, 0, width, height))))
        painter.turn(content)
        inner = painter.in_context(inner)
        painter.once(inner.opacity, lambda: painter.children(marker, inner, 1))


def _lengths(
    painter: Painter, marker: etree._Element, style: Style
) -> tuple[float, float, float, float]:
    """The width, height and reference point (x, y) of a marker.

    That point stands on the vertex. Raises StyleError."""
    texts = (
        marker.get("markerWidth", "3"),
        marker.get("markerHeight", "3"),
        marker.get("refX", "0"),
        marker.get("refY", "0"),
    )
    home = painter.document.home_viewport(marker)
    if home is None and any(text.endswith("%") for text in texts):
        raise StyleError(
            "a marker in percent of an inner <svg> is not drawn here", "give it in user units"
        )
    viewport = home or painter.scope.viewport
    sides = (viewport.width, viewport.height) * 2
    em = style.font_size
    width, height, ref_x, ref_y = (
        parse_length(text, side, em) for text, side in zip(texts, sides, strict=True)
    )
    return width, height, ref_x, ref_y


def _vertices(
    segments: Segments,
) -> list[tuple[float, float, _Vector | None, _Vector | None]]:
    """Each vertex, with the directions in which the path arrives and leaves."""
    points: list[_Vector] = []
    arrives: list[_Vector | None] = []
    leaves: list[_Vector | None] = []
    start = 0
    inner: _Vector | None = None
    for kind, values in segments:
        # it goes on from where it was closed, a vertex that has its directions
        if kind == "m" and isinstance(values, Between):
            inner = points[start]
            continue
        if kind == "m":
            start = len(points)
            points.append((values[0], values[1]))
            arrives.append(None)
            leaves.append(None)
            continue
        here = inner or points[-1]
        end = points[start] if kind == "h" else (values[-2], values[-1])
        between = zip(values[:-2:2], values[1:-2:2], strict=True)
        controls = [here, *between, end]
        leaves[-1] = leaves[-1] if inner else _direction(controls)
        inner = end if isinstance(values, Between) else None
        if inner:
            continue
        points.append(end)
        backward = [(-x, -y) for x, y in reversed(controls)]
        arrives.append(_direction(backward))
        leaves.append(None)
        if kind == "h":
            leaves[-1] = leaves[start]
            arrives[start] = arrives[-1]
    return [
        (*point, before, after)
        for point, before, after in zip(points, arrives, leaves, strict=True)
    ]


def _direction(points: list[_Vector]) -> _Vector | None:
    """The direction from the first of some points towards the next one that is elsewhere."""
    x, y = points[0]
    for to_x, to_y in points[1:]:
        dx, dy = to_x - x, to_y - y
        length = math.hypot(dx, dy)
        if length > 1e-9:
            return dx / length, dy / length
    return None


def _angle(arrives: _Vector | None, leaves: _Vector | None) -> float:
    """The direction of a marker: halfway between how the path arrives and how it leaves."""
    before = arrives or leaves or (1.0, 0.0)
    after = leaves or arrives or (1.0, 0.0)
    x = before[0] + after[0]
    y = before[1] + after[1]
    if math.hypot(x, y) < 1e-9:
        x, y = -before[1], before[0]
    return math.degrees(math.atan2(y, x))
