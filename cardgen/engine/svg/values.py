"""Names and values of SVG and CSS: lengths, shares, angles and transforms, from text to numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.svg.path import LARGEST, NUMBER, numbers

XLINK = "{http://www.w3.org/1999/xlink}href"
SVG = "{http://www.w3.org/2000/svg}"
SHAPE_ELEMENTS = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))


class StyleError(ValueError):
    """A value that a browser would not take, or that is not drawn here.

    `remedy` is what would mend it, `code` the kind of its finding, `measured` what that was."""

    def __init__(
        self, message: str, remedy: str, code: str = "art-refused", measured: str = ""
    ) -> None:
        super().__init__(message)
        self.remedy = remedy
        self.code = code
        self.measured = measured


def remedy_of(error: ValueError) -> str:
    """The remedy of an error, empty if it has none."""
    return getattr(error, "remedy", "")


def legible(text: str) -> str:
    """Return a text of CSS, unless it would overwhelm what reads it. Raises StyleError."""
    if _ILLEGIBLE.search(text):
        raise StyleError(
            "brackets stand inside brackets too deep, or a number has too many digits",
            "write it plainly",
        )
    return text


URL = re.compile(r"""url\(\s*['"]?#([^'"\s)]+)['"]?\s*\)\s*(.*)""")
"""A reference by name, and the text behind it."""
_ILLEGIBLE = re.compile(r"[(\[{](?:[^()\[\]{}]*[(\[{]){20}|(?<![0-9])[0-9]{1000}")
_LENGTH = re.compile(rf"\s*({NUMBER})(px|mm|cm|in|pt|pc|q|em|rem|%|)\s*", re.ASCII | re.IGNORECASE)
_PX = {
    "": 1.0,
    "px": 1.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "q": 96 / 101.6,
}
_FAR = 1e12
"""The largest number in a transform: the centre of a turn may lie far away, and what comes of it is
near all the same."""
_TRANSFORM = re.compile(
    r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)\s*(?:,(?!\s*$))?"
)


LARGEST_TYPE = 10_000.0
"""The largest font size of browsers: one above it is this one."""


class Em(float):
    """A font size in user units, with what other units refer to.

    `root` is the size of the outermost element, None before there is one. `font` is the families,
    weight and slant. `line` is the line-height: empty for the font's own, a number of font sizes,
    or a length in px."""

    root: Em | None
    font: tuple[tuple[str, ...], int, bool]
    line: str

    def __new__(
        cls,
        size: float,
        root: Em | None = None,
        font: tuple[tuple[str, ...], int, bool] = ((), 400, False),
        line: str = "",
    ) -> Em:
        em = super().__new__(cls, size)
        em.root, em.font, em.line = root, font, line
        return em


@lru_cache(maxsize=4096)
def split_length(text: str) -> tuple[float, str]:
    """The number and the unit, in lower case, of a length. Raises StyleError."""
    match = _LENGTH.fullmatch(text)
    if not match:
        raise StyleError(
            f'"{text[:40]}" is not a length',
            "write a number, with a unit such as mm or without one",
        )
    value = float(match[1])
    if not -LARGEST <= value <= LARGEST:
        raise StyleError(
            f'"{text[:40]}" is too large a number to draw with', "draw it at another scale"
        )
    return value, match[2].lower()


def parse_length(text: str, full: float = 0.0, em: float = 16.0) -> float:
    """A length in user units.

    `full` is what 100% means, `em` the font size. Raises StyleError."""
    if text.lstrip()[:5] == "calc(":
        return _calculated(text, full, em)
    value, unit = split_length(text)
    if unit == "%":
        return value * full / 100
    if unit == "em":
        return value * em
    if unit == "rem":
        root = getattr(em, "root", None)
        if root is None:
            raise StyleError(
                f'"{text[:40]}" is not a length that is known here', "give it in user units"
            )
        return value * float(root)
    return value * _PX[unit]


@lru_cache(maxsize=1024)
def sized_box(view_box: str | None, across: str, down: str) -> Box:
    """A view box, or the box of a width and a height if it is None.

    Raises ValueError for an empty one."""
    if view_box is None:
        box = Box(0.0, 0.0, parse_length(across), parse_length(down))
    else:
        x, y, width, height = numbers(view_box)
        box = Box(x, y, width, height)
    if not (0 < box.width < 1e6 and 0 < box.height < 1e6):
        raise ValueError("nothing would be seen")
    return box


_ANGLE = re.compile(rf"({NUMBER})(deg|grad|rad|turn|)")
_DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": math.degrees(1), "turn": 360.0}


def parse_angle(text: str) -> float:
    """An angle in degrees. Raises StyleError."""
    match = _ANGLE.fullmatch(text.strip())
    if not match:
        raise StyleError(f'"{text[:40]}" is not an angle', "write degrees, such as 45")
    return float(match[1]) * _DEGREES[match[2]]


_SIDES = {"left": (0, 0.0), "right": (0, 1.0), "top": (1, 0.0), "bottom": (1, 1.0)}
"""Words for a side: its axis, and its share of the way along it."""


def parse_position(
    words: list[str],
    sides: tuple[float, float],
    length: Callable[[str, float], float],
    error: StyleError,
) -> list[float]:
    """The point that one or two words name in a box (CSS Values 4, 8.3).

    `sides` are the width and height of the box, `length` reads a word that is a length along one of
    them. Raises the error."""
    if len(words) > 2:
        raise error
    if len(words) == 2:
        first, second = words
        if first in ("top", "bottom") or second in ("left", "right"):
            words = [second, first]
    if words and words[0] in ("top", "bottom"):
        words = ["center", *words]
    point = [side / 2 for side in sides]
    for axis, word in enumerate(words):
        if word == "center":
            continue
        if word not in _SIDES:
            point[axis] = length(word, sides[axis])
            continue
        own_axis, share = _SIDES[word]
        if own_axis != axis:
            raise error
        point[axis] = share * sides[axis]
    return point


def _calculated(text: str, full: float, em: float) -> float:
    """The length that calc() comes to (CSS Values 3, 8.1). Raises StyleError."""
    import tinycss2

    error = StyleError(
        f'"{text[:40]}" is not a length', "write a number, with a unit such as mm or without one"
    )

    def operands_of(tokens: list[Any]) -> list[Any]:
        """Quantities and operators, in turns."""
        operands: list[Any] = []
        for token in tokens:
            if token.type in ("whitespace", "comment"):
                continue
            if token.type == "literal" and token.value in "+-*/":
                operands.append(token.value)
            elif token.type == "() block":
                operands.append(result_of(token.content))
            elif token.type == "function" and token.lower_name == "calc":
                operands.append(result_of(token.arguments))
            else:
                value = parse_length(token.serialize(), full, em)
                operands.append(_Quantity(value, token.type != "number"))
        are_operators = [isinstance(operand, str) for operand in operands]
        alternating = not any(are_operators[::2]) and all(are_operators[1::2])
        if len(operands) % 2 == 0 or not alternating:
            raise error
        return operands

    def result_of(tokens: list[Any]) -> _Quantity:
        first, *rest = operands_of(tokens)
        terms: list[_Quantity] = [first]
        for operator, quantity in zip(rest[::2], rest[1::2], strict=True):
            value, is_length = quantity
            if operator == "+":
                terms.append(quantity)
            elif operator == "-":
                terms.append(_Quantity(-value, is_length))
            else:
                terms[-1] = _product(terms[-1], operator, quantity, error)
        if len({term.is_length for term in terms}) > 1:
            raise error
        total = terms[0].value + sum(term.value for term in terms[1:])
        return _Quantity(total, terms[0].is_length)

    outer = tinycss2.parse_component_value_list(legible(text.strip()))
    if len(outer) != 1 or outer[0].type != "function" or outer[0].lower_name != "calc":
        raise error
    return result_of(outer[0].arguments).value


class _Quantity(NamedTuple):
    """A number of calc(), or a length in user units."""

    value: float
    is_length: bool


def _product(term: _Quantity, operator: str, factor: _Quantity, error: StyleError) -> _Quantity:
    """A term times or divided by a factor, of which one at most is a length. Raises the error."""
    is_length = term.is_length or factor.is_length
    if operator == "*":
        if term.is_length and factor.is_length:
            raise error
        return _Quantity(term.value * factor.value, is_length)
    if factor.is_length or not factor.value:
        raise error
    return _Quantity(term.value / factor.value, is_length)


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """The matrix of a `transform` attribute. Raises StyleError."""
    matrix = Matrix()
    position = 0
    text = text.strip()
    if text == "none":
        return matrix
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if not match:
            raise _no_transform(text)
        try:
            values = numbers(match[2], _FAR)
        except ValueError:
            raise _no_transform(text) from None
        matrix = matrix @ one_transform(match[1], values, text)
        position = match.end()
    return matrix


def _no_transform(text: str) -> StyleError:
    return StyleError(f'"{text}" is not a transform', "write such as translate(10 20) rotate(45)")


def one_transform(name: str, values: list[float], text: str) -> Matrix:
    """The matrix of one function of a transform list (CSS Transforms 1).

    `text` is the whole list. Raises StyleError."""
    count = len(values)
    if name == "matrix" and count == 6:
        return Matrix(*values)
    if name == "translate" and count in (1, 2):
        return Matrix.shift(values[0], values[1] if count == 2 else 0)
    if name == "scale" and count in (1, 2):
        return Matrix(values[0], 0, 0, values[-1], 0, 0)
    if name == "rotate" and count == 1:
        return Matrix.turn(values[0])
    if name == "rotate" and count == 3:
        angle, x, y = values
        return Matrix.shift(x, y) @ Matrix.turn(angle) @ Matrix.shift(-x, -y)
    if name == "skewX" and count == 1:
        return Matrix(1, 0, math.tan(math.radians(values[0])), 1, 0, 0)
    if name == "skewY" and count == 1:
        return Matrix(1, math.tan(math.radians(values[0])), 0, 1, 0, 0)
    raise _no_transform(text)


def share_of(text: str) -> float:
    """An opacity: a number or a percentage, kept between 0 and 1."""
    match = _LENGTH.fullmatch(text)
    if not match or match[2] not in ("", "%"):
        raise StyleError(
            f'"{text[:40]}" is not a share',
            "write a number from 0 to 1, or a percentage such as 50%",
        )
    value, unit = split_length(text)
    return max(0.0, min(1.0, value / 100 if unit else value))
