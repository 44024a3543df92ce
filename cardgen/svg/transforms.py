"""CSS transforms: the property `transform` and the point and box it refers to (CSS Transforms 1), as the matrix of an element."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.svg.document import Units
from cardgen.svg.parse import local
from cardgen.svg.style import Style
from cardgen.svg.values import StyleError, one_transform, parse_angle, parse_length, parse_transform, split_length

_SIDES = {"left": (0, 0.0), "right": (0, 1.0), "top": (1, 0.0), "bottom": (1, 1.0)}


def own_transform(units: Units, element: etree._Element, style: Style, bounds: Callable[[], Box | None]) -> Matrix:
    """The matrix from inside an element to its parent, by its style and its attributes. `bounds` tells its fill box. Raises StyleError."""
    moved = " ".join(filter(None, style.moved))
    if not style.transform and not moved and not style.origin and style.reference == "view-box":
        return parse_transform(element.get("transform", ""))
    box = Box(0, 0, units.viewport.width, units.viewport.height)
    if style.reference == "fill-box":
        if local(element) in ("svg", "symbol"):
            raise StyleError(f"transform-box: fill-box on <{local(element)}> is not drawn here", "put it on a <g> around it")
        box = bounds() or Box(0, 0, 0, 0)
    said = style.transform
    matrix = _css_transform(said, style.font_size, box) if said else parse_transform(element.get("transform", ""))
    if moved:
        matrix = _css_transform(moved, style.font_size, box) @ matrix
    x, y = _origin(style, "transform-origin" in element.attrib, box)
    return Matrix.shift(x, y) @ matrix @ Matrix.shift(-x, -y)


def _origin(style: Style, plain: bool, box: Box) -> tuple[float, float]:
    """The point that a transform leaves in its place; `plain` allows lengths without a unit, as in an attribute."""
    words = (style.origin or "0px 0px").split()
    error = StyleError(f"transform-origin: {style.origin[:40]} is not drawn here", "give it in px or percent")
    found: list[float | None] = [None, None]
    waiting = []
    for word in words[:2]:
        if word in _SIDES:
            side, share = _SIDES[word]
            if found[side] is not None:
                raise error
            found[side] = share * (box.width, box.height)[side]
        else:
            waiting.append(word)
    if len(words) > 3 or (len(words) == 3 and words[2].rstrip("px") != "0"):
        raise error
    for word in waiting:
        side = 0 if found[0] is None and (len(words) == 1 or word is words[0] or found[1] is not None) else 1
        whole = (box.width, box.height)[side]
        if word == "center":
            found[side] = whole / 2
            continue
        value, unit = split_length(word)
        if value and not unit and not plain:
            raise error
        found[side] = parse_length(word, whole, style.font_size)
    x, y = (whole / 2 if value is None else value for value, whole in zip(found, (box.width, box.height), strict=True))
    return box.x + x, box.y + y


_FUNCTION = re.compile(r"\s*([a-zA-Z]+)\(([^()]*)\)\s*")


def _css_transform(text: str, em: float, box: Box) -> Matrix:
    """The matrix of the CSS property `transform`, about the origin; percentages are parts of a box. Raises StyleError."""
    if text == "none":
        return Matrix()
    error = StyleError(f"transform: {text[:40]} is not drawn here", "use matrix, translate, scale, rotate and skew in a plane")

    def angle(part: str) -> float:
        if part[-1:].isdigit() and float(part):
            raise error
        return parse_angle(part)

    def length(part: str, whole: float) -> float:
        value, unit = split_length(part)
        if value and not unit:
            raise error
        return parse_length(part, whole, em)

    def plain(part: str) -> float:
        value, unit = split_length(part)
        if unit:
            raise error
        return value

    matrix, position = Matrix(), 0
    while position < len(text):
        match = _FUNCTION.match(text, position)
        parts = [part.strip() for part in match[2].split(",")] if match else []
        name = match[1] if match else ""
        if name[:1] == "t":
            sides = (box.height,) if name[-1] == "Y" else (box.width, box.height)
            values = [length(part, side) for part, side in zip(parts, sides, strict=False)]
        else:
            values = [(angle if name.startswith(("r", "sk")) else plain)(part) for part in parts]
        count = len(values)
        if name == "translate" and count in (1, 2):
            step = Matrix.shift(values[0], values[1] if count == 2 else 0)
        elif name in ("translateX", "translateY") and count == 1:
            step = Matrix.shift(values[0], 0) if name[-1] == "X" else Matrix.shift(0, values[0])
        elif name in ("scaleX", "scaleY") and count == 1:
            step = Matrix(values[0]) if name[-1] == "X" else Matrix(d=values[0])
        elif name in ("skewX", "skewY", "rotate", "scale", "matrix"):
            step = one_transform(name, values, text)
        elif name == "skew" and count in (1, 2):
            step = Matrix(1, math.tan(math.radians(values[1] if count == 2 else 0)), math.tan(math.radians(values[0])), 1, 0, 0)
        else:
            raise error
        matrix = matrix @ step
        position = match.end() if match else len(text)
    return matrix
