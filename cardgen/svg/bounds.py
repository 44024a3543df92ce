"""Bounds: the box that an element's shapes fill, strokes and clips left out, which boundingBox units refer to (SVG 2, 8.10)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.svg import support
from cardgen.svg.parse import Refused, local, view_box
from cardgen.svg.path import extent
from cardgen.svg.shapes import SHAPES, fitted
from cardgen.svg.style import Style
from cardgen.svg.text import text_box
from cardgen.svg.transforms import own_transform
from cardgen.svg.values import XLINK, StyleError, parse_length

if TYPE_CHECKING:
    from cardgen.svg.paint import Walker


VIEWPORTS = ("svg", "symbol")
"""Elements that have a viewport of their own, and with it units of their own."""


class NestedViewport(NamedTuple):
    """A nested <svg> or a <symbol> in use: its box outside, its viewport inside, and the map from inside to outside."""

    box: Box
    viewport: Box
    matrix: Matrix


def frame(walker: Walker, element: etree._Element, sized: etree._Element) -> NestedViewport | None:
    """How what has a viewport is laid out; `sized` may give it another size. None for one that shows nothing. Raises StyleError."""
    view = walker.viewport
    x, y = walker.coordinate(element, "x", view.width), walker.coordinate(element, "y", view.height)
    sides = []
    for name, whole in (("width", view.width), ("height", view.height)):
        texts = (each.get(name, "").strip() for each in (sized, element))
        sides.append(parse_length(next((text for text in texts if text not in ("", "auto")), "100%"), whole, walker.em))
    box = Box(x, y, *sides)
    if box.width <= 0 or box.height <= 0:
        return None
    text = element.get("viewBox")
    if text is None:
        return NestedViewport(box, Box(0, 0, box.width, box.height), Matrix.shift(x, y))
    if _EMPTY.fullmatch(text):
        return None
    try:
        viewport = view_box(element)
    except Refused as error:
        raise StyleError(str(error)) from None
    return NestedViewport(box, viewport, fitted(viewport, box, element.get("preserveAspectRatio", ""))[0])


_EMPTY = re.compile(r"\s*(?:[-+.\d]+[\s,]+){2}(?:0[\s,]+[+.\d]+|[+.\d]+[\s,]+0)\s*")
"""A view box without width or height, which draws nothing (SVG 2, 8.6)."""


def bounds_of(walker: Walker, element: etree._Element, style: Style, depth: int = 0) -> Box | None:
    """The box in the user space inside the element's own transform and viewport; None for what has no shape. Raises StyleError."""
    name = local(element)
    walker.counted(element, depth)
    walker.em = style.font_size
    if name in SHAPES:
        return extent(SHAPES[name](walker, element))
    if name == "text":
        return text_box(walker, element, style)
    if name == "image":
        view = walker.viewport
        x, y = walker.coordinate(element, "x", view.width), walker.coordinate(element, "y", view.height)
        width, height = (walker.coordinate(element, side, 0.0) for side in ("width", "height"))
        if not width or not height or "%" in f"{element.get('width')}{element.get('height')}":
            raise StyleError("the bounds of this <image> are not known here; give it a width and a height")
        return Box(x, y, width, height)
    children = element
    if name == "use":
        target = walker.by_id.get((element.get("href") or element.get(XLINK) or "").removeprefix("#"))
        if target is None:
            raise StyleError("the bounds of a <use> of nothing are not known here; mend its href")
        children = [target]
    elif name not in ("g", "a", *VIEWPORTS):
        if name in support.DEFINITIONS | support.SILENT_ELEMENTS:
            return None
        raise StyleError(f"the bounds of <{name}> are not known here; give userSpaceOnUse")
    boxes = []
    for child in children:
        inner = walker.style(child, style)
        if inner is None or not inner.display or (local(child) == "symbol" and name != "use"):
            continue
        if local(child) in VIEWPORTS:
            box = _framed(walker, child, inner, depth, element if name == "use" else child)
        else:
            box = bounds_of(walker, child, inner, depth + 1)
        if box is not None:
            boxes.append(placement(walker, child, inner).box(box))
    return bounds(boxes) if boxes else None


def _framed(walker: Walker, element: etree._Element, style: Style, depth: int, sized: etree._Element) -> Box | None:
    """The bounds of what has a viewport, in the units around it."""
    walker.em = style.font_size
    framed = frame(walker, element, sized)
    if framed is None:
        return None
    outer, walker.viewport = walker.viewport, framed.viewport
    box = bounds_of(walker, element, style, depth + 1)
    walker.viewport = outer
    return framed.matrix.box(box) if box else None


def placement(walker: Walker, element: etree._Element, style: Style) -> Matrix:
    """The map from inside an element to its parent: its transform, and the shift of a <use>."""
    matrix = own_transform(walker, element, style, lambda: bounds_of(walker, element, style))
    if local(element) == "use":
        walker.em = style.font_size
        x, y = walker.coordinate(element, "x", walker.viewport.width), walker.coordinate(element, "y", walker.viewport.height)
        matrix = matrix @ Matrix.shift(x, y)
    return matrix
