"""Values of SVG and CSS: lengths, shares, angles and transforms, from text to numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.svg.path import LARGEST, NUMBER, numbers

XLINK = "{http://www.w3.org/1999/xlink}href"
SVG = "{http://www.w3.org/2000/svg}"


class StyleError(ValueError):
    """A value that a browser would not take, or that is not drawn here; `remedy` is what would mend
    it."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


def remedy_of(error: ValueError) -> str:
    """What to do about an error, where it says so."""
    return getattr(error, "remedy", "")


def legible(text: str) -> str:
    """A text of CSS, unless it would overwhelm what reads it. Raises StyleError."""
    if _ILLEGIBLE.search(text):
        raise StyleError(
            "brackets stand inside brackets too deep, or a number has too many digits",
            "write it plainly",
        )
    return text


URL = re.compile(r"""url\(\s*['"]?#([^'"\s)]+)['"]?\s*\)\s*(.*)""")
"""A reference by name, and what is said behind it."""
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
"""Where browsers stop: a font size above it is this one."""


class Em(float):
    """A font size in user units, that of the outermost element, None before there is one, the font:
    families, weight, slant, and its line-height: empty for the font's own, a number of font sizes,
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
        made = super().__new__(cls, size)
        made.root, made.font, made.line = root, font, line
        return made


@lru_cache(maxsize=4096)
def split_length(text: str) -> tuple[float, str]:
    """A length as its number and its unit in lower case. Raises StyleError."""
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


def parse_length(text: str, whole: float = 0.0, em: float = 16.0) -> float:
    """A length in user units; `whole` is what 100% means, `em` the font size. Raises StyleError."""
    if text.lstrip()[:5] == "calc(":
        return _calculated(text, whole, em)
    value, unit = split_length(text)
    if unit == "%":
        return value * whole / 100
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
def sized_box(text: str | None, wide: str, high: str) -> Box:
    """The box of a view box, None for one that is not given, or else of a width and a height.
    Raises ValueError for none."""
    x, y, width, height = (
        numbers(text) if text is not None else (0.0, 0.0, parse_length(wide), parse_length(high))
    )
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise ValueError("nothing would be seen")
    return Box(x, y, width, height)


_ANGLE = re.compile(rf"({NUMBER})(deg|grad|rad|turn|)")
_DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": math.degrees(1), "turn": 360.0}


def parse_angle(text: str) -> float:
    """An angle in degrees. Raises StyleError."""
    match = _ANGLE.fullmatch(text.strip())
    if not match:
        raise StyleError(f'"{text[:40]}" is not an angle', "write degrees, such as 45")
    return float(match[1]) * _DEGREES[match[2]]


_SIDES = {"left": (0, 0.0), "right": (0, 1.0), "top": (1, 0.0), "bottom": (1, 1.0)}


def parse_position(
    words: list[str],
    wholes: tuple[float, float],
    length: Callable[[str, float], float],
    error: StyleError,
) -> list[float]:
    """The point that one or two words name in a box of such sides (CSS Values 4, 8.3); `length`
    reads one of them. Raises the error."""
    if len(words) > 2:
        raise error
    if len(words) == 2 and (words[0] in ("top", "bottom") or words[1] in ("left", "right")):
        words = words[::-1]
    if words and words[0] in ("top", "bottom"):
        words = ["center", *words]
    found = [whole / 2 for whole in wholes]
    for side, word in enumerate(words):
        if word in _SIDES and _SIDES[word][0] != side:
            raise error
        if word != "center":
            found[side] = (
                _SIDES[word][1] * wholes[side] if word in _SIDES else length(word, wholes[side])
            )
    return found


def _calculated(text: str, whole: float, em: float) -> float:
    """The length that calc() comes to (CSS Values 3, 8.1). Raises StyleError."""
    import tinycss2

    error = StyleError(
        f'"{text[:40]}" is not a length', "write a number, with a unit such as mm or without one"
    )

    def value(tokens: list[Any]) -> tuple[float, bool]:
        """What some tokens come to, and whether that is a length."""
        found: list[Any] = []
        for token in tokens:
            if token.type in ("whitespace", "comment"):
                continue
            if token.type == "literal" and token.value in "+-*/":
                found.append(token.value)
            elif token.type == "() block":
                found.append(value(token.content))
            elif token.type == "function" and token.lower_name == "calc":
                found.append(value(token.arguments))
            else:
                found.append((parse_length(token.serialize(), whole, em), token.type != "number"))
        if len(found) % 2 == 0 or any(
            isinstance(part, str) != bool(place % 2) for place, part in enumerate(found)
        ):
            raise error
        terms, signs = [found[0]], []
        for operator, (number, long) in zip(found[1::2], found[2::2], strict=True):
            if operator in "+-":
                terms.append((number, long))
                signs.append(operator)
                continue
            if (operator == "/" and (long or not number)) or (long and terms[-1][1]):
                raise error
            terms[-1] = (
                terms[-1][0] * number if operator == "*" else terms[-1][0] / number,
                long or terms[-1][1],
            )
        if len({long for _, long in terms}) > 1:
            raise error
        return terms[0][0] + sum(
            term[0] if sign == "+" else -term[0]
            for sign, term in zip(signs, terms[1:], strict=True)
        ), terms[0][1]

    outer = tinycss2.parse_component_value_list(legible(text.strip()))
    if len(outer) != 1 or outer[0].type != "function" or outer[0].lower_name != "calc":
        raise error
    return value(outer[0].arguments)[0]


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """The matrix of a `transform` attribute. Raises StyleError."""
    matrix, position = Matrix(), 0
    text = text.strip()
    if text == "none":
        return matrix
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if not match:
            raise StyleError(
                f'"{text}" is not a transform', "write such as translate(10 20) rotate(45)"
            )
        try:
            values = numbers(match[2], _FAR)
        except ValueError:
            raise StyleError(
                f'"{text}" is not a transform', "write such as translate(10 20) rotate(45)"
            ) from None
        matrix = matrix @ one_transform(match[1], values, text)
        position = match.end()
    return matrix


def one_transform(name: str, values: list[float], text: str) -> Matrix:
    """One function of a transform list (CSS Transforms 1), `text` being all of it. Raises
    StyleError."""
    count = len(values)
    if name == "matrix" and count == 6:
        return Matrix(*values)
    if name == "translate" and count in (1, 2):
        return Matrix.shift(values[0], values[1] if count == 2 else 0)
    if name == "scale" and count in (1, 2):
        return Matrix(values[0], 0, 0, values[-1], 0, 0)
    if name == "rotate" and count in (1, 3):
        turn = Matrix.turn(values[0])
        return (
            turn
            if count == 1
            else Matrix.shift(*values[1:]) @ turn @ Matrix.shift(-values[1], -values[2])
        )
    if name == "skewX" and count == 1:
        return Matrix(1, 0, math.tan(math.radians(values[0])), 1, 0, 0)
    if name == "skewY" and count == 1:
        return Matrix(1, math.tan(math.radians(values[0])), 0, 1, 0, 0)
    raise StyleError(f'"{text}" is not a transform', "write such as translate(10 20) rotate(45)")


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
