"""Basic shapes of a clip-path in CSS, as segments of a path.

CSS Shapes 1, 3."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.outlines import Segments, ellipse, rectangle
from cardgen.engine.svg.path import parse_path, polyline, transformed
from cardgen.engine.svg.values import StyleError, parse_length, parse_position, split_length

_SHAPE = re.compile(r"(inset|circle|ellipse|polygon|path)\((.*)\)", re.DOTALL)
_STROKED = ("stroke-box", "border-box", "margin-box")
_BOXES = ("fill-box", "content-box", "padding-box", "view-box", *_STROKED)
_RULE = re.compile(r"\s*(nonzero|evenodd)\s*,(.*)", re.DOTALL)
_QUOTED = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)')\s*""")


def is_shape(text: str) -> bool:
    """True if a clip-path is a shape, and not the name of a <clipPath>."""
    return _parsed(text) is not None


def reference_box(text: str) -> str:
    """The box that a shape lies in: "view", "fill" or "stroke".

    It is "stroke" where none is named (CSS Masking 1, 5.1)."""
    shape = _parsed(text)
    box = shape.box if shape else ""
    if box == "view-box":
        return "view"
    return "stroke" if box in ("", *_STROKED) else "fill"


class _CssShape(NamedTuple):
    """A shape as it is written: its name, its arguments and its reference box."""

    name: str
    arguments: str
    box: str


def _parsed(text: str) -> _CssShape | None:
    body = text.strip()
    box = ""
    words = body.split()
    if words and words[0] in _BOXES:
        box = words[0]
        body = body[len(words[0]) :].strip()
    elif words and words[-1] in _BOXES:
        box = words[-1]
        body = body[: -len(words[-1])].strip()
    match = _SHAPE.fullmatch(body)
    return _CssShape(match[1], match[2], box) if match else None


def outline(text: str, box: Box, em: float) -> tuple[Segments, bool]:
    """The segments of a shape in its box; True if by the even-odd rule.

    Raises StyleError."""
    shape = _parsed(text)
    error = StyleError(f'clip-path "{text[:40]}" is not drawn here', "refer to a <clipPath>")
    if not shape:
        raise error
    measures = _Measures(box, em, error)
    arguments = shape.arguments
    even_odd = False
    rule = _RULE.fullmatch(arguments) if shape.name in ("polygon", "path") else None
    if rule:
        even_odd, arguments = rule[1] == "evenodd", rule[2]
    return _READERS[shape.name](arguments, measures), even_odd


class _Measures(NamedTuple):
    """The measures that lengths of a shape refer to.

    It holds the error for one that cannot be read, too."""

    box: Box
    em: float
    error: StyleError

    def length(self, word: str, side: float) -> float:
        value, unit = split_length(word)
        if value and not unit:
            raise StyleError(f"clip-path: {word} lacks its unit", f"write {word}px")
        return parse_length(word, side, self.em)


def _path_segments(body: str, measures: _Measures) -> Segments:
    quoted = _QUOTED.fullmatch(body)
    if not quoted:
        raise measures.error
    data = quoted[1] if quoted[1] is not None else quoted[2]
    shift = Matrix.shift(measures.box.x, measures.box.y)
    return transformed(parse_path(data), shift)


def _polygon_segments(body: str, measures: _Measures) -> Segments:
    box, length = measures.box, measures.length
    points = []
    for part in body.split(","):
        words = part.split()
        if len(words) != 2:
            raise measures.error
        x = box.x + length(words[0], box.width)
        y = box.y + length(words[1], box.height)
        points.append(f"{x!r},{y!r}")
    return polyline(" ".join(points), closed=True)


def _inset_segments(body: str, measures: _Measures) -> Segments:
    box, length = measures.box, measures.length
    sides, _, corners = body.partition("round")
    words, corner = sides.split(), corners.strip()
    if not 1 <= len(words) <= 4 or "/" in corners or len(corners.split()) > 1:
        raise measures.error
    count = len(words)
    # as margins: what is left out is as the side across, or as the first
    top = length(words[0], box.height)
    right = length(words[1] if count > 1 else words[0], box.width)
    bottom = length(words[2] if count > 2 else words[0], box.height)
    left = length(words[1] if count == 3 else words[-1], box.width)
    width = box.width - left - right
    height = box.height - top - bottom
    if width <= 0 or height <= 0:
        return ()
    rx = length(corner, box.width) if corner else 0.0
    ry = length(corner, box.height) if corner else 0.0
    # corners that do not fit shrink together
    share = 1.0
    if rx > 0:
        share = min(share, width / (2 * rx))
    if ry > 0:
        share = min(share, height / (2 * ry))
    x = box.x + left
    y = box.y + top
    return rectangle(x, y, width, height, rx * share, ry * share)


_REACHES: dict[str, Callable[..., float]] = {"closest-side": min, "farthest-side": max}


def _circle_segments(body: str, measures: _Measures) -> Segments:
    box = measures.box
    radii, x, y = _round(body, measures)
    if len(radii) > 1:
        raise measures.error
    word = radii[0] if radii else "closest-side"
    choose = _REACHES.get(word)
    if choose:
        radius = choose(abs(x), abs(box.width - x), abs(y), abs(box.height - y))
    else:
        diagonal = ((box.width**2 + box.height**2) / 2) ** 0.5
        radius = measures.length(word, diagonal)
    return _ellipse_at(x, y, radius, radius, measures)


def _ellipse_segments(body: str, measures: _Measures) -> Segments:
    box = measures.box
    radii, x, y = _round(body, measures)
    if len(radii) not in (0, 2):
        raise measures.error
    across, down = radii or ["closest-side"] * 2
    rx = _radius(across, x, box.width, measures)
    ry = _radius(down, y, box.height, measures)
    return _ellipse_at(x, y, rx, ry, measures)


def _radius(word: str, centre: float, side: float, measures: _Measures) -> float:
    """A radius of an ellipse along one side of the box."""
    choose = _REACHES.get(word)
    if choose:
        return choose(abs(centre), abs(side - centre))
    return measures.length(word, side)


def _round(body: str, measures: _Measures) -> tuple[list[str], float, float]:
    """The radii as they are written, and the centre in the box."""
    size, _, place = f" {body} ".partition(" at ")
    sides = measures.box.width, measures.box.height
    x, y = parse_position(place.split(), sides, measures.length, measures.error)
    return size.split(), x, y


def _ellipse_at(x: float, y: float, rx: float, ry: float, measures: _Measures) -> Segments:
    if rx < 0 or ry < 0:
        raise measures.error
    if not rx or not ry:
        return ()
    box = measures.box
    return ellipse(box.x + x, box.y + y, rx, ry)


_READERS: dict[str, Callable[[str, _Measures], Segments]] = {
    "path": _path_segments,
    "polygon": _polygon_segments,
    "inset": _inset_segments,
    "circle": _circle_segments,
    "ellipse": _ellipse_segments,
}
