"""Paths to cut along: the shapes of a document as straight pieces, whatever paints them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lxml import etree

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.suggestions import did_you_mean
from cardgen.engine.graphics.outlines import Segment
from cardgen.engine.svg.document import Units
from cardgen.engine.svg.faults import DrawingError, Fault
from cardgen.engine.svg.parse import elements, local, read_svg, reference_of, view_box
from cardgen.engine.svg.path import PathError, transformed
from cardgen.engine.svg.shapes import SHAPES
from cardgen.engine.svg.values import StyleError, parse_transform

_NOT_DRAWN = (
    "defs",
    "clipPath",
    "mask",
    "symbol",
    "marker",
    "pattern",
    "title",
    "desc",
    "metadata",
)
"""Elements whose shapes are part of a drawing only where something refers to them."""
_UNREADABLE = ("use", "image", "text", "foreignObject", "svg", "switch")
"""Elements that are drawn and whose edge no path says."""
_MOST_CORNERS = 6_000
"""The most straight pieces of a path: more is no outline that a blade follows."""
_STYLE = re.compile(r"(?:^|;)\s*(transform|d|rotate|translate|scale)\s*:")
_HIDDEN = re.compile(r"(?:^|;)\s*display\s*:\s*none")
_TEMPLATE = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
"""What is computed in a template."""
_COMPUTED = "\N{REPLACEMENT CHARACTER}"
"""What stands for that."""


class PathToCut(NamedTuple):
    """A line to cut along, and the line of the file where it is written."""

    points: tuple[Point, ...]
    closed: bool
    line: int


class CutPaths(NamedTuple):
    """The lines to cut along in a document, in the units of its view box, y downward."""

    page: Box
    lines: tuple[PathToCut, ...]


def cut_paths(data: bytes, name: str, true: float, *, template: bool = False) -> CutPaths:
    """The lines of a document that are to be cut: those of the elements with an id or a class of
    this name, or all that are drawn.

    A straight piece is `true` from its curve at the most, as a part of the document's width. In a
    `template` what is computed stands aside. Raises DrawingError."""
    if template:
        data = _without_computed(data)
    root = read_svg(data)
    page = view_box(root)
    units = Units(page, 16.0, lambda *_: None)
    named = list(_named(root, name)) if name else [root]
    if not named:
        names = [text for element in elements(root) for text in _names(element)]
        remedy = did_you_mean(name, names, f'give the path  id="{name}"')
        raise DrawingError([Fault(f'no element has the id or the class "{name}"', remedy)])
    lines: list[PathToCut] = []
    for top in named:
        for element in _shapes(top, whole=not name):
            number = element.sourceline or 0
            try:
                matrix = _placed(element)
                segments = SHAPES[local(element)](units, element)
            except (StyleError, PathError) as error:
                what = f"the <{local(element)}> to cut along cannot be read: {error}"
                raise DrawingError([Fault(what, error.remedy, number)]) from None
            parts = _flat(transformed(segments, matrix), true * page.width)
            lines += (PathToCut(points, closed, number) for points, closed in parts)
            if sum(len(line.points) for line in lines) > _MOST_CORNERS:
                what = f"the outline has more than {_MOST_CORNERS:,} corners"
                raise DrawingError([Fault(what, "draw it with fewer points", number)])
    return CutPaths(page, tuple(lines))


def _without_computed(data: bytes) -> bytes:
    """A template as a document, its lines where they were."""

    def instead(match: re.Match[str]) -> str:
        return (_COMPUTED if match[0].startswith("{{") else "") + "\n" * match[0].count("\n")

    return _TEMPLATE.sub(instead, data.decode("utf-8", "replace")).encode()


def _names(element: etree._Element) -> list[str]:
    return [element.get("id", ""), *element.get("class", "").split()]


def _named(root: etree._Element, name: str) -> Iterator[etree._Element]:
    return (element for element in elements(root) if name in _names(element))


def _shapes(top: etree._Element, *, whole: bool) -> Iterator[etree._Element]:
    """Yield the shapes of an element; of a `whole` document those that are drawn.

    Raises DrawingError for what has no path."""
    kind = local(top)
    if whole and (
        kind in _NOT_DRAWN or top.get("display") == "none" or _HIDDEN.search(top.get("style", ""))
    ):
        return
    if kind in SHAPES:
        yield top
    elif kind in _UNREADABLE and not (whole and top.getparent() is None):
        refers = reference_of(top)
        what = f"<{kind}> has no path that could be cut"
        remedy = "convert it to a path, or name the element to cut along"
        if refers and not refers.startswith("#"):
            what = f'<{kind}> refers to another file, "{refers[:60]}"'
            remedy = "draw the outline in its own file, as one path"
        raise DrawingError([Fault(what, remedy, top.sourceline or 0)])
    else:
        for child in top:
            if isinstance(child.tag, str):
                yield from _shapes(child, whole=whole)


def _placed(element: etree._Element) -> Matrix:
    """The map from an element's units to those of the view box. Raises StyleError."""
    matrix = Matrix()
    here: etree._Element | None = element
    while here is not None and (parent := here.getparent()) is not None:
        if found := _STYLE.search(here.get("style", "")):
            raise StyleError(f"its style moves it by {found[1]}", "write it as an attribute")
        if local(here) == "svg":
            raise StyleError("it stands in an <svg> of its own", "take it out of there")
        if any(_COMPUTED in value for value in here.attrib.values()):
            told = next(name for name, value in here.attrib.items() if _COMPUTED in value)
            if here is element or told == "transform":
                raise StyleError(
                    f"its {told} is computed, and all cards are cut alike",
                    "write the numbers out",
                )
        matrix = parse_transform(here.get("transform", "")) @ matrix
        here = parent
    return matrix


def _flat(segments: Iterable[Segment], true: float) -> list[tuple[tuple[Point, ...], bool]]:
    """The parts of a path in straight pieces, and whether each ends where it begins."""
    parts: list[list[Point]] = []
    closed: list[bool] = []
    for kind, values in segments:
        if kind == "m":
            parts.append([Point(values[0], values[1])])
            closed.append(False)
        elif kind == "l":
            parts[-1].append(Point(values[0], values[1]))
        elif kind == "c":
            parts[-1] += _pieces(parts[-1][-1], values, true)
        else:
            closed[-1] = True
    found = []
    for points, is_closed in zip(parts, closed, strict=True):
        corners = [points[0]]
        for point in points[1:]:
            if math.dist(point, corners[-1]) > true / 100:
                corners.append(point)
        if len(corners) > 1 and math.dist(corners[0], corners[-1]) <= true:
            corners.pop()
            is_closed = True
        if len(corners) > 1:
            found.append((tuple(corners), is_closed))
    return found


def _pieces(start: Point, values: tuple[float, ...], true: float) -> Iterator[Point]:
    """Yield the ends of the straight pieces of a cubic curve."""
    x1, y1, x2, y2, x3, y3 = values
    # a curve is an eighth of its second derivative from its chord at the most
    bend = max(
        math.hypot(start.x - 2 * x1 + x2, start.y - 2 * y1 + y2),
        math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
    )
    count = min(_MOST_CORNERS, max(1, math.ceil(math.sqrt(0.75 * bend / true))))
    for number in range(1, count + 1):
        t = number / count
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield Point(a * start.x + b * x1 + c * x2 + d * x3, a * start.y + b * y1 + c * y2 + d * y3)
