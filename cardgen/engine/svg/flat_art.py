"""Flat art through svglib: small drawings of shapes without style sheets.

svglib reads them as ReportLab's shapes, which become items. Only what is proven right there goes
this way; all else is the walker's. The table of what is proven is `support.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

from lxml import etree

from cardgen.base.geometry import Matrix
from cardgen.engine.graphics.display_list import (
    RESTORE,
    SAVE,
    FlatColour,
    Item,
    LineStyle,
    PaintedPath,
    PathData,
    Transform,
)
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.outlines import Segment, Segments, ellipse, rectangle
from cardgen.engine.svg import support
from cardgen.engine.svg.joins import specks
from cardgen.engine.svg.parse import elements, local, view_box
from cardgen.engine.svg.path import dotted, numbers, parse_path, polyline, solid
from cardgen.engine.svg.values import parse_transform

SIGN = 3000
"""The most bytes of a drawing that svglib reads: for a large one it takes five times as long as the
walker, with the same result."""
_PROVEN = {name: re.compile(pattern) for name, pattern in support.SVGLIB_VALUES.items()}
_NUMBERS = frozenset(
    ("x", "y", "r", "cx", "cy", "rx", "ry", "width", "height", "x1", "y1", "x2", "y2", "viewBox")
)
_CHECKED = frozenset(("d", "points", "transform", "id", "class", "version"))
_SIZES = {"circle": {"r": 2}, "ellipse": {"rx": 2, "ry": 2}, "rect": {"width": 1, "height": 1}}
_SPELT = {"m": "M", "l": "L", "c": "C", "h": "Z"}


def is_flat(root: etree._Element) -> bool:
    """True if a piece of art is within what svglib is proven to draw right."""
    try:
        return not root.get("transform") and _is_within_svglib(root, "#000000", "none", "miter")
    except ValueError:  # the walker says what is wrong
        return False


def flat_art(root: etree._Element) -> Drawing | None:
    """Such a piece as a drawing; None where svglib fails, and the walker may try."""
    from svglib.svglib import SvgRenderer

    box = view_box(root)
    plain = deepcopy(root)
    plain.set("width", str(box.width))
    plain.set("height", str(box.height))
    for element in elements(plain):
        # What may be written in many ways is written in the one that svglib reads as everybody
        # does.
        if "transform" in element.attrib:
            matrix = parse_transform(element.get("transform", ""))
            element.set("transform", f"matrix({' '.join(map(repr, matrix))})")
        if local(element) == "path":
            words = (
                f"{_SPELT[kind]}{' '.join(map(repr, values))}"
                for kind, values in _outline(element) or ()
            )
            element.set("d", "".join(words))
        elif "points" in element.attrib:
            values = numbers(element.get("points", ""))
            element.set("points", " ".join(map(repr, values)))
    try:
        group = SvgRenderer("art.svg").render(plain)
        scale = box.width / group.width
        # svglib's y axis points up
        down = -box.height / group.height
        upright = Matrix(scale, 0, 0, down, box.x, box.y + box.height)
        return Drawing(
            [SAVE, Transform(upright), *_items(group), RESTORE],
            box,
            fit="" if root.get("viewBox") else "none",
        )
    except Exception:  # whatever svglib stumbles over, the walker has its own words for
        return None


def _items(shape: Any) -> Iterator[Item]:
    """Yield the items that ReportLab's shapes paint.

    They are groups within groups, each with its transform, and paths with their paints."""
    if hasattr(shape, "contents"):
        matrix = Matrix(*shape.transform)
        is_moved = matrix != Matrix()
        if is_moved:
            yield from (SAVE, Transform(matrix))
        for inner in shape.contents:
            yield from _items(inner)
        if is_moved:
            yield RESTORE
        return
    kind = type(shape).__name__
    fill = _colour(getattr(shape, "fillColor", None))
    stroke = _colour(shape.strokeColor)
    if kind in ("Line", "PolyLine"):
        fill = None
    elif kind == "NoStrokePath":
        stroke = None
    path = PathData(_OUTLINES[kind](shape))
    line = None
    if stroke:
        dash = tuple(shape.strokeDashArray or ())
        line = LineStyle(shape.strokeWidth, shape.strokeLineCap, shape.strokeLineJoin, 10.0, dash)
    if fill or stroke:
        yield PaintedPath(path, fill, stroke, line, even_odd=not getattr(shape, "fillMode", 1))


def _colour(colour: Any) -> FlatColour | None:
    return FlatColour((colour.red, colour.green, colour.blue)) if colour is not None else None


def _path(shape: Any) -> Iterator[Segment]:
    """Yield the segments of a path.

    Each operator takes as many of its points as it has numbers."""
    points = iter(shape.points)
    for operator in shape.operators:
        kind, count = _OPERATORS[operator]
        yield kind, tuple(islice(points, count))


_OPERATORS = (("m", 2), ("l", 2), ("c", 6), ("h", 0))
_OUTLINES: dict[str, Callable[[Any], Segments]] = {
    "Path": lambda path: tuple(_path(path)),
    "NoStrokePath": lambda path: tuple(_path(path)),
    "Rect": lambda rect: rectangle(rect.x, rect.y, rect.width, rect.height, rect.rx, rect.ry),
    "Circle": lambda circle: ellipse(circle.cx, circle.cy, circle.r, circle.r),
    "Ellipse": lambda oval: ellipse(oval.cx, oval.cy, oval.rx, oval.ry),
    "Line": lambda line: (("m", (line.x1, line.y1)), ("l", (line.x2, line.y2))),
    "PolyLine": lambda line: polyline(" ".join(map(repr, line.points)), closed=False),
    "Polygon": lambda shape: polyline(" ".join(map(repr, shape.points)), closed=True),
}


def _is_within_svglib(element: etree._Element, fill: str, stroke: str, join: str) -> bool:
    """True if svglib is proven to draw an element right that inherits these properties.

    Raises ValueError for what the walker complains of."""
    name = local(element)
    if name in support.SILENT_ELEMENTS:
        return name not in support.MOVING
    if name not in support.SVGLIB_ELEMENTS:
        return False
    if name == "svg" and element.getparent() is not None:
        return False
    if not all(_is_proven(attribute, value) for attribute, value in element.attrib.items()):
        return False
    fill = element.get("fill", fill)
    stroke = element.get("stroke", stroke)
    join = element.get("stroke-linejoin", join)
    if stroke != "none":
        without_corners = name in ("svg", "g", "circle", "ellipse", "line")
        if join == "miter" and not without_corners:
            return False  # svglib takes PDF's miter limit, which is not SVG's
        if _is_speck(element, name):
            return False
    if not _is_shape_within_svglib(element, name, fill):
        return False
    matrix = parse_transform(element.get("transform", ""))
    return matrix.scale > 0 and all(
        _is_within_svglib(child, fill, stroke, join) for child in element
    )


def _is_proven(attribute: str, value: str) -> bool:
    """True if svglib is proven to read an attribute right.

    Raises ValueError for what is no list of numbers."""
    values = _PROVEN.get(attribute)
    if values:
        return bool(values.fullmatch(value))
    if attribute in _NUMBERS:
        numbers(value)
        return True
    return attribute in _CHECKED


def _is_shape_within_svglib(element: etree._Element, name: str, fill: str) -> bool:
    if name == "polyline" and fill != "none":
        return False  # svglib does not know its black
    if name == "ellipse" and not (element.get("rx") and element.get("ry")):
        return False
    if name == "rect" and ("rx" in element.attrib or "ry" in element.attrib):
        rx = element.get("rx")
        ry = element.get("ry", element.get("rx"))
        radius = float(element.get("rx", "0"))
        sides = float(element.get("width", "0")), float(element.get("height", "0"))
        if rx != ry or not 0 < 2 * radius <= min(sides):
            return False
    outline = _outline(element)
    if outline is None:
        return True
    # What encloses nothing would be filled with a hairline, and dots be left out.
    if dotted(outline) != outline:
        return False
    return fill == "none" or solid(outline) == outline


def _is_speck(element: etree._Element, name: str) -> bool:
    """True if a shape to be mended is smaller than its stroke is wide."""
    width = 1.0
    for ancestor in (element, *element.iterancestors()):
        if "stroke-width" in ancestor.attrib:
            width = float(ancestor.get("stroke-width", ""))
            break
    if name in _SIZES:
        factors = _SIZES[name]
        sizes = [factor * float(element.get(side, "0")) for side, factor in factors.items()]
        return max(sizes) < width
    return bool(specks(_outline(element) or (), width))


def _outline(element: etree._Element) -> Segments | None:
    """The segments of an element whose attribute svglib would read in its own way."""
    name = local(element)
    if name == "path":
        return parse_path(element.get("d", ""))
    if name in ("polyline", "polygon"):
        return polyline(element.get("points", ""), name == "polygon")
    return None
