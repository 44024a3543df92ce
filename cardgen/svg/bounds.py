"""Bounds: the box that an element's shapes fill, strokes and clips left out, which boundingBox units refer to (SVG 2, 8.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from cardgen.geometry import Box, Matrix, bounds
from cardgen.svg import constructs
from cardgen.svg.path import extent
from cardgen.svg.read import local
from cardgen.svg.shapes import SHAPES
from cardgen.svg.style import Style
from cardgen.svg.text import text_box
from cardgen.svg.transforms import own_transform
from cardgen.svg.values import XLINK, StyleError

if TYPE_CHECKING:
    from cardgen.svg.paint import Walker


def bounds_of(walker: Walker, element: etree._Element, style: Style, depth: int = 0) -> Box | None:
    """The box in the user space inside the element's own transform; None for what has no shape. Raises StyleError."""
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
        if target is None or local(target) in ("symbol", "svg"):
            raise StyleError("the bounds of a <use> of a <symbol> are not known here; give userSpaceOnUse")
        children = [target]
    elif name != "g":
        if name in constructs.DEFINITIONS | constructs.SILENT_ELEMENTS:
            return None
        raise StyleError(f"the bounds of <{name}> are not known here; give userSpaceOnUse")
    boxes = []
    for child in children:
        inner = walker.style(child, style)
        if inner is None or not inner.display:
            continue
        box = bounds_of(walker, child, inner, depth + 1)
        if box is not None:
            boxes.append(placement(walker, child, inner).box(box))
    return bounds(boxes) if boxes else None


def placement(walker: Walker, element: etree._Element, style: Style) -> Matrix:
    """The map from inside an element to its parent: its transform, and the shift of a <use>."""
    matrix = own_transform(walker, element, style, lambda: bounds_of(walker, element, style))
    if local(element) == "use":
        walker.em = style.font_size
        x, y = walker.coordinate(element, "x", walker.viewport.width), walker.coordinate(element, "y", walker.viewport.height)
        matrix = matrix @ Matrix.shift(x, y)
    return matrix
