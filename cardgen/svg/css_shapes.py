"""Basic shapes: a clip-path that CSS draws by itself (CSS Shapes 1, 3), as the segments of a path."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardgen.base.geometry import Box, Matrix
from cardgen.svg.path import Segment, ellipse, parse_path, polyline, rectangle, transformed
from cardgen.svg.values import StyleError, parse_length, split_length

_SHAPE = re.compile(r"(inset|circle|ellipse|polygon|path)\((.*)\)", re.DOTALL)
_BOXES = ("fill-box", "content-box", "padding-box", "view-box")
_RULE = re.compile(r"\s*(nonzero|evenodd)\s*,(.*)", re.DOTALL)
_QUOTED = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)')\s*""")
_SIDES = {"left": (0, 0.0), "right": (0, 1.0), "top": (1, 0.0), "bottom": (1, 1.0)}


def is_shape(text: str) -> bool:
    """Whether a clip-path is a shape, and not the name of a <clipPath>."""
    return _split(text) is not None


def refers_to_stroke(text: str) -> bool:
    """Whether a shape lies in the box of what is stroked, as it does where no other box is named."""
    found = _split(text)
    return found is not None and not found[2]


def refers_to_view(text: str) -> bool:
    found = _split(text)
    return found is not None and found[2] == "view-box"


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
    """The segments of a shape in its reference box, and whether its inside is by the even-odd rule. Raises StyleError."""
    found = _split(text)
    error = StyleError(f'clip-path "{text[:40]}" is not drawn here', "refer to a <clipPath>")
    if not found:
        raise error
    name, body, _ = found
    rule = _RULE.fullmatch(body) if name in ("polygon", "path") else None
    even_odd = bool(rule and rule[1] == "evenodd")
    body = rule[2] if rule else body
    diagonal = ((box.width**2 + box.height**2) / 2) ** 0.5

    def length(word: str, whole: float) -> float:
        value, unit = split_length(word)
        if value and not unit:
            raise StyleError(f"clip-path: {word} lacks its unit", f"write {word}px")
        return parse_length(word, whole, em)

    if name == "path":
        quoted = _QUOTED.fullmatch(body)
        if not quoted:
            raise error
        data = quoted[1] if quoted[1] is not None else quoted[2]
        return transformed(parse_path(data), Matrix.shift(box.x, box.y)), even_odd
    if name == "polygon":
        points = [part.split() for part in body.split(",")]
        if any(len(point) != 2 for point in points):
            raise error
        places = ((box.x + length(x, box.width), box.y + length(y, box.height)) for x, y in points)
        return polyline(" ".join(f"{x!r},{y!r}" for x, y in places), closed=True), even_odd
    if name == "inset":
        sides, _, corners = body.partition("round")
        words = sides.split()
        if not 1 <= len(words) <= 4 or "/" in corners or len(corners.split()) > 1:
            raise error
        top, right, bottom, left = (words[side if side < len(words) else (0, 0, 0, 1)[side] if len(words) > 1 else 0] for side in range(4))
        upper, lower = length(top, box.height), length(bottom, box.height)
        first, last = length(left, box.width), length(right, box.width)
        width, height = box.width - first - last, box.height - upper - lower
        if width <= 0 or height <= 0:
            return (), False
        rx, ry = (length(corners.strip(), box.width), length(corners.strip(), box.height)) if corners.strip() else (0.0, 0.0)
        share = min(1.0, width / (2 * rx) if rx > 0 else 1.0, height / (2 * ry) if ry > 0 else 1.0)
        return rectangle(box.x + first, box.y + upper, width, height, rx * share, ry * share), False
    size, _, place = f" {body} ".partition(" at ")
    radii = size.split()
    x, y = _place(place.split(), box, length, error)
    if name == "circle":
        if len(radii) > 1:
            raise error
        reach = {"closest-side": min, "farthest-side": max}.get(radii[0] if radii else "closest-side")
        sides_of = (abs(x), abs(box.width - x), abs(y), abs(box.height - y))
        rx = ry = reach(sides_of) if reach else length(radii[0], diagonal)
    else:
        if len(radii) not in (0, 2):
            raise error
        found_radii = []
        for word, at, whole in zip(radii or ["closest-side"] * 2, (x, y), (box.width, box.height), strict=True):
            reach = {"closest-side": min, "farthest-side": max}.get(word)
            found_radii.append(reach(abs(at), abs(whole - at)) if reach else length(word, whole))
        rx, ry = found_radii
    if rx < 0 or ry < 0:
        raise error
    return (ellipse(box.x + x, box.y + y, rx, ry) if rx and ry else ()), False


def _place(words: list[str], box: Box, length: Callable[[str, float], float], error: StyleError) -> tuple[float, float]:
    """The point that `at` names, in the box."""
    if len(words) > 2:
        raise error
    wholes = (box.width, box.height)
    found: list[float | None] = [None, None]
    if len(words) == 2 and (words[0] in ("top", "bottom") or words[1] in ("left", "right")):
        words = words[::-1]
    if len(words) == 1 and words[0] in ("top", "bottom"):
        words = ["center", *words]
    for side, word in enumerate(words):
        if word == "center":
            continue
        if word in _SIDES:
            if _SIDES[word][0] != side:
                raise error
            found[side] = _SIDES[word][1] * wholes[side]
        else:
            found[side] = length(word, wholes[side])
    x, y = (whole / 2 if value is None else value for value, whole in zip(found, wholes, strict=True))
    return x, y
