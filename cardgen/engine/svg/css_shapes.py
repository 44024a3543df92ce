"""Basic shapes: a clip-path that CSS draws by itself (CSS Shapes 1, 3), as the segments of a
path."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import Segment
from cardgen.engine.svg.path import ellipse, parse_path, polyline, rectangle, transformed
from cardgen.engine.svg.values import StyleError, parse_length, parse_position, split_length

_SHAPE = re.compile(r"(inset|circle|ellipse|polygon|path)\((.*)\)", re.DOTALL)
_STROKED = ("stroke-box", "border-box", "margin-box")
_BOXES = ("fill-box", "content-box", "padding-box", "view-box", *_STROKED)
_RULE = re.compile(r"\s*(nonzero|evenodd)\s*,(.*)", re.DOTALL)
_QUOTED = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)')\s*""")


def is_shape(text: str) -> bool:
    """Whether a clip-path is a shape, and not the name of a <clipPath>."""
    return _split(text) is not None


def reference_box(text: str) -> str:
    """The box that a shape lies in: of the "view", the "stroke", as where none is named, or the
    "fill" (CSS Masking 1, 5.1)."""
    found = _split(text)
    box = found[2] if found else ""
    return "view" if box == "view-box" else "stroke" if box in ("", *_STROKED) else "fill"


def _split(text: str) -> tuple[str, str, str] | None:
    """Name, arguments and reference box."""
    body, box = text.strip(), ""
    words = body.split()
    if words and words[0] in _BOXES:
        box, body = words[0], body[len(words[0]) :].strip()
    elif words and words[-1] in _BOXES:
        box, body = words[-1], body[: -len(words[-1])].strip()
    match = _SHAPE.fullmatch(body)
    return (match[1], match[2], box) if match else None


def outline(text: str, box: Box, em: float) -> tuple[tuple[Segment, ...], bool]:
    """The segments of a shape in its reference box, and whether its inside is by the even-odd rule.
    Raises StyleError."""
    found = _split(text)
    measures = _Measures(
        box, em, StyleError(f'clip-path "{text[:40]}" is not drawn here', "refer to a <clipPath>")
    )
    if not found:
        raise measures.error
    name, body, _ = found
    rule = _RULE.fullmatch(body) if name in ("polygon", "path") else None
    return _READERS[name](rule[2] if rule else body, measures), bool(rule and rule[1] == "evenodd")


class _Measures(NamedTuple):
    """What the lengths of a shape refer to, and what is said of one that cannot be read."""

    box: Box
    em: float
    error: StyleError

    def length(self, word: str, whole: float) -> float:
        value, unit = split_length(word)
        if value and not unit:
            raise StyleError(f"clip-path: {word} lacks its unit", f"write {word}px")
        return parse_length(word, whole, self.em)


def _path(body: str, measures: _Measures) -> tuple[Segment, ...]:
    quoted = _QUOTED.fullmatch(body)
    if not quoted:
        raise measures.error
    data = quoted[1] if quoted[1] is not None else quoted[2]
    return transformed(parse_path(data), Matrix.shift(measures.box.x, measures.box.y))


def _polygon(body: str, measures: _Measures) -> tuple[Segment, ...]:
    box, length = measures.box, measures.length
    points = [part.split() for part in body.split(",")]
    if any(len(point) != 2 for point in points):
        raise measures.error
    places = ((box.x + length(x, box.width), box.y + length(y, box.height)) for x, y in points)
    return polyline(" ".join(f"{x!r},{y!r}" for x, y in places), closed=True)


def _inset(body: str, measures: _Measures) -> tuple[Segment, ...]:
    box, length = measures.box, measures.length
    sides, _, corners = body.partition("round")
    words = sides.split()
    if not 1 <= len(words) <= 4 or "/" in corners or len(corners.split()) > 1:
        raise measures.error
    top, right, bottom, left = (
        words[side if side < len(words) else (0, 0, 0, 1)[side] if len(words) > 1 else 0]
        for side in range(4)
    )
    upper, lower = length(top, box.height), length(bottom, box.height)
    first, last = length(left, box.width), length(right, box.width)
    width, height = box.width - first - last, box.height - upper - lower
    if width <= 0 or height <= 0:
        return ()
    rx, ry = (
        (length(corners.strip(), box.width), length(corners.strip(), box.height))
        if corners.strip()
        else (0.0, 0.0)
    )
    share = min(1.0, width / (2 * rx) if rx > 0 else 1.0, height / (2 * ry) if ry > 0 else 1.0)
    return rectangle(box.x + first, box.y + upper, width, height, rx * share, ry * share)


_REACHES: dict[str, Callable[..., float]] = {"closest-side": min, "farthest-side": max}


def _circle(body: str, measures: _Measures) -> tuple[Segment, ...]:
    box = measures.box
    radii, x, y = _round(body, measures)
    if len(radii) > 1:
        raise measures.error
    word = radii[0] if radii else "closest-side"
    if reach := _REACHES.get(word):
        radius = reach(abs(x), abs(box.width - x), abs(y), abs(box.height - y))
    else:
        radius = measures.length(word, ((box.width**2 + box.height**2) / 2) ** 0.5)
    return _ellipse_at(x, y, radius, radius, measures)


def _ellipse(body: str, measures: _Measures) -> tuple[Segment, ...]:
    radii, x, y = _round(body, measures)
    if len(radii) not in (0, 2):
        raise measures.error
    reached = []
    for word, at, whole in zip(
        radii or ["closest-side"] * 2,
        (x, y),
        (measures.box.width, measures.box.height),
        strict=True,
    ):
        reach = _REACHES.get(word)
        reached.append(reach(abs(at), abs(whole - at)) if reach else measures.length(word, whole))
    rx, ry = reached
    return _ellipse_at(x, y, rx, ry, measures)


def _round(body: str, measures: _Measures) -> tuple[list[str], float, float]:
    """The radii as they are written, and the middle in the box."""
    size, _, place = f" {body} ".partition(" at ")
    x, y = parse_position(
        place.split(), (measures.box.width, measures.box.height), measures.length, measures.error
    )
    return size.split(), x, y


def _ellipse_at(
    x: float, y: float, rx: float, ry: float, measures: _Measures
) -> tuple[Segment, ...]:
    if rx < 0 or ry < 0:
        raise measures.error
    return ellipse(measures.box.x + x, measures.box.y + y, rx, ry) if rx and ry else ()


_READERS: dict[str, Callable[[str, _Measures], tuple[Segment, ...]]] = {
    "path": _path,
    "polygon": _polygon,
    "inset": _inset,
    "circle": _circle,
    "ellipse": _ellipse,
}
