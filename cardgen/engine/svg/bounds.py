"""Bounds: the box that an element's shapes fill, strokes and clips left out, which boundingBox
units refer to (SVG 2, 8.10)."""

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
    """A nested <svg> or a <symbol> in use: its box outside, its viewport inside, and the map from
    inside to outside."""

    box: Box
    viewport: Box
    matrix: Matrix


def frame(units: Units, element: etree._Element, sized: etree._Element) -> NestedViewport | None:
    """How what has a viewport is laid out; `sized` may give it another size. None for one that
    shows nothing. Raises StyleError."""
    x, y = units.pair(element, "x", "y")
    sides = []
    for name, whole in (("width", units.viewport.width), ("height", units.viewport.height)):
        texts = (each.get(name, "").strip() for each in (sized, element))
        sides.append(
            parse_length(
                next((text for text in texts if text not in ("", "auto")), "100%"), whole, units.em
            )
        )
    box = Box(x, y, *sides)
    if box.width <= 0 or box.height <= 0:
        return None
    text = element.get("viewBox")
    if text is None:
        return NestedViewport(box, Box(0, 0, box.width, box.height), Matrix.shift(x, y))
    if _EMPTY.fullmatch(text):
        return None
    return NestedViewport(box, *laid_into(element, box))


_EMPTY = re.compile(r"\s*(?:[-+.\d]+[\s,]+){2}(?:0[\s,]+[+.\d]+|[+.\d]+[\s,]+0)\s*")
"""A view box without width or height, which draws nothing (SVG 2, 8.6)."""


def bounds_of(
    document: Document, units: Units, element: etree._Element, style: Style, depth: int = 0
) -> Box | None:
    """The box in the user space inside the element's own transform and viewport; None for what has
    no shape. Raises StyleError."""
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
            box = _framed(document, units, child, inner, depth, element if name == "use" else child)
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


def _framed(
    document: Document,
    units: Units,
    element: etree._Element,
    style: Style,
    depth: int,
    sized: etree._Element,
) -> Box | None:
    """The bounds of what has a viewport, in the units around it."""
    framed = frame(units.of(style), element, sized)
    if framed is None:
        return None
    box = bounds_of(document, units.within(framed.viewport), element, style, depth + 1)
    return framed.matrix.box(box) if box else None


def placement(document: Document, units: Units, element: etree._Element, style: Style) -> Matrix:
    """The map from inside an element to its parent: its transform, and the shift of a <use>."""
    matrix = own_transform(
        units, element, style, lambda: bounds_of(document, units, element, style)
    )
    if local(element) == "use":
        matrix = matrix @ Matrix.shift(*units.of(style).pair(element, "x", "y"))
    return matrix
