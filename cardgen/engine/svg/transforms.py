"""CSS transforms as the matrix of an element (CSS Transforms 1).

The property `transform`, and the point and box it refers to."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.svg.document import Units
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import (
    StyleError,
    one_transform,
    parse_angle,
    parse_length,
    parse_position,
    parse_transform,
    split_length,
)


def own_transform(
    units: Units, element: etree._Element, style: Style, bounds: Callable[[], Box | None]
) -> Matrix:
    """The matrix from inside an element to its parent, by its style and its attributes.

    `bounds` gives its fill box. Raises StyleError."""
    moves = " ".join(filter(None, style.moved))
    if not style.transform and not moves and not style.origin and style.reference == "view-box":
        return parse_transform(element.get("transform", ""))
    box = Box(0, 0, units.viewport.width, units.viewport.height)
    if style.reference == "fill-box":
        if local(element) in ("svg", "symbol"):
            raise StyleError(
                f"transform-box: fill-box on <{local(element)}> is not drawn here",
                "put it on a <g> around it",
            )
        box = bounds() or Box(0, 0, 0, 0)
    if style.transform:
        matrix = _css_transform(style.transform, style.font_size, box)
    else:
        matrix = parse_transform(element.get("transform", ""))
    if moves:
        matrix = _css_transform(moves, style.font_size, box) @ matrix
    return about(matrix, style, "transform-origin" in element.attrib, box)


def about(matrix: Matrix, style: Style, plain: bool, box: Box) -> Matrix:
    """A transform about the point that a style names in a box.

    `plain` allows lengths without a unit, as in an attribute. Raises StyleError."""
    if not style.origin:
        return matrix
    words = style.origin.split()
    error = StyleError(
        f"transform-origin: {style.origin[:40]} is not drawn here", "give it in px or percent"
    )

    def length(word: str, side: float) -> float:
        value, unit = split_length(word)
        if value and not unit and not plain:
            raise error
        return parse_length(word, side, style.font_size)

    if len(words) == 3 and words[2].rstrip("px") == "0":
        del words[2]
    x, y = parse_position(words, (box.width, box.height), length, error)
    there = Matrix.shift(box.x + x, box.y + y)
    back = Matrix.shift(-box.x - x, -box.y - y)
    return there @ matrix @ back


_FUNCTION = re.compile(r"\s*([a-zA-Z]+)\(([^()]*)\)\s*")


def _css_transform(text: str, em: float, box: Box) -> Matrix:
    """The matrix of the CSS property `transform`, about the origin.

    Percentages are parts of a box. Raises StyleError."""
    if text == "none":
        return Matrix()
    error = StyleError(
        f"transform: {text[:40]} is not drawn here",
        "use matrix, translate, scale, rotate and skew in a plane",
    )
    matrix = Matrix()
    position = 0
    while position < len(text):
        match = _FUNCTION.match(text, position)
        if match is None:
            raise error
        name, arguments = match.groups()
        parts = [part.strip() for part in arguments.split(",")]
        values = _values(name, parts, em, box, error)
        matrix = matrix @ _step(name, values, text, error)
        position = match.end()
    return matrix


def _values(name: str, parts: list[str], em: float, box: Box, error: StyleError) -> list[float]:
    """The arguments of a function: lengths, angles in degrees, or numbers."""
    if name.startswith(("r", "sk")):
        angles = [parse_angle(part) for part in parts]
        for angle, part in zip(angles, parts, strict=True):
            lacks_unit = part[-1:].isdigit()
            if angle and lacks_unit:
                raise error
        return angles
    if name[:1] != "t":
        pairs = [split_length(part) for part in parts]
        if any(unit for _, unit in pairs):
            raise error
        return [value for value, _ in pairs]
    sides = (box.height,) if name[-1] == "Y" else (box.width, box.height)
    words = parts[: len(sides)]
    for word in words:
        value, unit = split_length(word)
        if value and not unit:
            raise error
    return [parse_length(word, side, em) for word, side in zip(words, sides, strict=False)]


def _step(name: str, values: list[float], text: str, error: StyleError) -> Matrix:
    """The matrix of one function. Raises StyleError."""
    count = len(values)
    if name in ("translateX", "scaleX") and count == 1:
        return one_transform(name[:-1], [values[0], _UNMOVED[name]], text)
    if name in ("translateY", "scaleY") and count == 1:
        return one_transform(name[:-1], [_UNMOVED[name], values[0]], text)
    if name in ("skewX", "skewY", "rotate", "scale", "matrix"):
        return one_transform(name, values, text)
    if name == "translate" and count in (1, 2):
        return one_transform(name, values, text)
    if name == "skew" and count in (1, 2):
        across = math.tan(math.radians(values[0]))
        down = math.tan(math.radians(values[1] if count == 2 else 0))
        return Matrix(1, down, across, 1, 0, 0)
    raise error


_UNMOVED = {"translateX": 0.0, "translateY": 0.0, "scaleX": 1.0, "scaleY": 1.0}
"""The value for the other axis."""
