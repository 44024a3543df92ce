"""Bounds: the box that an element's shapes fill, without strokes and clips.

boundingBox units refer to it (SVG 2, 8.10)."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.engine.svg import support
from cardgen.engine.svg.document import Document, Units
from cardgen.engine.svg.parse import local, reference_of
from cardgen.engine.svg.path import extent
from cardgen.engine.svg.shapes import SHAPES, laid_into
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.text import text_box
from cardgen.engine.svg.transforms import own_transform
from cardgen.engine.svg.values import StyleError, parse_length

VIEWPORTS = ("svg", "symbol")
"""Elements that have a viewport of their own, and with it units of their own."""


class NestedViewport(NamedTuple):
    """A nested <svg> or a <symbol> in use.

    It holds its box outside, its viewport inside, and the map from inside to outside."""

    box: Box
    viewport: Box
    matrix: Matrix


def frame(units: Units, element: etree._Element, sized: etree._Element) -> NestedViewport | None:
    """The layout of what has a viewport; `sized` may give it another size.

    It is None for one that shows nothing. Raises StyleError."""
    x, y = units.pair(element, "x", "y")
    width = parse_length(_side(element, sized, "width"), units.viewport.width, units.em)
    height = parse_length(_side(element, sized, "height"), units.viewport.height, units.em)
    if width <= 0 or height <= 0:
        return None
    box = Box(x, y, width, height)
    view_box = element.get("viewBox")
    if view_box is None:
        return NestedViewport(box, Box(0, 0, width, height), Matrix.shift(x, y))
    if _EMPTY.fullmatch(view_box):
        return None
    return NestedViewport(box, *laid_into(element, box))


def _side(element: etree._Element, sized: etree._Element, name: str) -> str:
    """The width or height of what has a viewport, as it is written."""
    for source in (sized, element):
        text = source.get(name, "").strip()
        if text not in ("", "auto"):
            return str(text)
    return "100%"


_EMPTY = re.compile(r"\s*(?:[-+.\d]+[\s,]+){2}(?:0[\s,]+[+.\d]+|[+.\d]+[\s,]+0)\s*")
"""A view box without width or height, which draws nothing (SVG 2, 8.6)."""


def bounds_of(
    document: Document, units: Units, element: etree._Element, style: Style, depth: int = 0
) -> Box | None:
    """The box in the user space inside the element's own transform and viewport.

    It is None for what has no shape. Raises StyleError."""
    name = local(element)
    document.count(element, depth)
    units = units.of(style)
    if name in SHAPES:
        return extent(SHAPES[name](units, element))
    if name == "text":
        return text_box(document, units, element, style)
    if name == "image":
        return _image_box(units, element)
    children = element
    if name == "use":
        target = document.by_id.get(reference_of(element).removeprefix("#"))
        if target is None:
            raise StyleError("the bounds of a <use> of nothing are not known here", "mend its href")
        children = [target]
    elif name not in ("g", "a", *VIEWPORTS):
        if name in support.DEFINITIONS | support.SILENT_ELEMENTS:
            return None
        raise StyleError(f"the bounds of <{name}> are not known here", "give userSpaceOnUse")
    boxes = []
    for child in children:
        inner = document.style(child, style)
        if inner is None or not inner.display or (local(child) == "symbol" and name != "use"):
            continue
        if local(child) in VIEWPORTS:
            box = _viewport_bounds(
                document, units, child, inner, depth, element if name == "use" else child
            )
        else:
            box = bounds_of(document, units, child, inner, depth + 1)
        if box is not None:
            boxes.append(placement(document, units, child, inner).box(box))
    return bounds(boxes) if boxes else None


def _image_box(units: Units, element: etree._Element) -> Box:
    x, y = units.pair(element, "x", "y")
    width, height = (units.coordinate(element, side, 0.0) for side in ("width", "height"))
    if not width or not height or "%" in f"{element.get('width')}{element.get('height')}":
        raise StyleError(
            "the bounds of this <image> are not known here", "give it a width and a height"
        )
    return Box(x, y, width, height)


def _viewport_bounds(
    document: Document,
    units: Units,
    element: etree._Element,
    style: Style,
    depth: int,
    sized: etree._Element,
) -> Box | None:
    """The bounds of what has a viewport, in the units around it."""
    inner = frame(units.of(style), element, sized)
    if inner is None:
        return None
    box = bounds_of(document, units.within(inner.viewport), element, style, depth + 1)
    return inner.matrix.box(box) if box else None


def placement(document: Document, units: Units, element: etree._Element, style: Style) -> Matrix:
    """The map from inside an element to its parent.

    It is its transform, and the shift of a <use>."""
    matrix = own_transform(
        units, element, style, lambda: bounds_of(document, units, element, style)
    )
    if local(element) == "use":
        matrix = matrix @ Matrix.shift(*units.of(style).pair(element, "x", "y"))
    return matrix
