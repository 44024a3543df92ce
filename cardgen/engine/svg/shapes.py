"""Shapes: from the attributes of an SVG element to the segments of its path, and how a view box is
laid into another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import Segment
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg.document import Units
from cardgen.engine.svg.faults import Refused
from cardgen.engine.svg.parse import local, view_box
from cardgen.engine.svg.path import ellipse, parse_path, polyline, rectangle
from cardgen.engine.svg.values import StyleError


def _rect(units: Units, element: etree._Element) -> tuple[Segment, ...]:
    x, y = units.pair(element, "x", "y")
    width, height = units.pair(element, "width", "height")
    if width <= 0 or height <= 0:
        return ()
    rx, ry = _radii(units, element)
    return rectangle(x, y, width, height, max(0.0, rx), max(0.0, ry))


def _ellipse(units: Units, element: etree._Element) -> tuple[Segment, ...]:
    cx, cy = units.pair(element, "cx", "cy")
    if local(element) == "circle":
        rx = ry = units.coordinate(element, "r", units.diagonal)
    else:
        rx, ry = _radii(units, element)
    return ellipse(cx, cy, rx, ry) if rx > 0 and ry > 0 else ()


def _radii(units: Units, element: etree._Element) -> tuple[float, float]:
    """rx and ry; one that is left out, or negative, is like the other."""
    given = [
        element.get(name, "auto") != "auto" and not element.get(name, "").lstrip().startswith("-")
        for name in ("rx", "ry")
    ]
    if local(element) == "ellipse" and "auto" in (element.get("rx"), element.get("ry")):
        raise StyleError("a radius auto is not drawn by every browser", "leave the attribute out")
    rx = units.coordinate(element, "rx", units.viewport.width) if given[0] else 0.0
    ry = units.coordinate(element, "ry", units.viewport.height) if given[1] else rx
    return (rx if given[0] else ry), ry


def _line(units: Units, element: etree._Element) -> tuple[Segment, ...]:
    return (("m", units.pair(element, "x1", "y1")), ("l", units.pair(element, "x2", "y2")))


def _path(units: Units, element: etree._Element) -> tuple[Segment, ...]:
    data = element.get("d", "none")
    return () if data == "none" else parse_path(data)


SHAPES: dict[str, Callable[[Units, etree._Element], tuple[Segment, ...]]] = {
    "path": _path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": lambda units, element: polyline(element.get("points", ""), closed=False),
    "polygon": lambda units, element: polyline(element.get("points", ""), closed=True),
}


UNSIZED = "as it is"
"""How a drawing without a view box or a size asks to be laid into a box."""


AS_ASKED = "as it is asked"
"""How a part of a drawing, which says nothing of itself, is laid into a box: as what places it
says."""


def natural_size(drawing: Drawing) -> tuple[float, float]:
    """The width and height of a drawing that nothing else is said of (CSS Images 3, 5.3)."""
    width, height = drawing.size
    if drawing.fit == UNSIZED:
        return width or drawing.box.width, height or drawing.box.height
    ratio = width / height if width and height else drawing.box.width / drawing.box.height
    if not width and not height:
        width = min(_DEFAULT[0], _DEFAULT[1] * ratio)
    return width or height * ratio, height or width / ratio


_DEFAULT = (300.0, 150.0)


def laid(drawing: Drawing, target: Box, wish: str) -> tuple[Drawing, Matrix]:
    """A drawing as an <image> shows it in a box, and how it is placed there. Raises StyleError.

    Browsers make the box the drawing's viewport: the drawing's own preserveAspectRatio counts, and
    what lies beside its view box is seen."""
    if drawing.fit == UNSIZED:  # the box is its viewport, and its units are those around it
        return replace(
            drawing, reach=Box(0, 0, target.width, target.height), _name=""
        ), Matrix.shift(target.x, target.y)
    if drawing.fit == AS_ASKED:
        matrix = fitted(drawing.box, target, wish)[0]
        return replace(drawing, reach=matrix.inverse().box(target), _name=""), matrix
    if wish.split()[:1] == ["none"]:
        return drawing, fitted(drawing.box, target, "none")[0]
    matrix = fitted(drawing.box, target, drawing.fit)[0]
    seen = Box(
        (target.x - matrix.e) / matrix.a,
        (target.y - matrix.f) / matrix.d,
        target.width / matrix.a,
        target.height / matrix.d,
    )
    if drawing.box.grown(0.001 * drawing.box.width).contains(seen) and seen.grown(
        0.001 * seen.width
    ).contains(drawing.box):
        return drawing, matrix
    if wish and _words(wish) != _words(drawing.fit):
        what = f'preserveAspectRatio="{wish}" on the <image> of a drawing is not followed by every browser'
        raise StyleError(
            what, "write it in the drawing itself, or give the <image> the drawing's proportions"
        )
    return replace(drawing, reach=seen, _name=""), matrix


def _words(ratio: str) -> tuple[str, str]:
    words = ratio.replace("defer", "").split()
    return (words[0] if words else "xMidYMid"), (words[1] if len(words) > 1 else "meet")


def viewed(element: etree._Element, target: Box) -> tuple[Box, Matrix]:
    """The view box of an element inside a drawing, and how it is laid into a box. Raises
    StyleError."""
    try:
        natural = view_box(element)
    except Refused as error:
        (fault,) = error.faults
        raise StyleError(fault.what, fault.remedy) from None
    return natural, fitted(natural, target, element.get("preserveAspectRatio", ""))[0]


def fitted(natural: Box, target: Box, ratio: str) -> tuple[Matrix, bool]:
    """How a view box is laid into a viewport (SVG 1.1, 7.8), and whether it must be cut to it.
    Raises StyleError."""
    align, fit = _words(ratio)
    sx, sy = target.width / natural.width, target.height / natural.height
    if align == "none":
        return Matrix(sx, 0, 0, sy, target.x - natural.x * sx, target.y - natural.y * sy), False
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    if (
        align[:1] != "x"
        or align[4:5] != "Y"
        or align[1:4] not in share
        or align[5:] not in share
        or fit not in ("meet", "slice")
    ):
        raise StyleError(f'"{ratio}" is not a preserveAspectRatio', "write such as xMidYMid meet")
    scale = min(sx, sy) if fit == "meet" else max(sx, sy)
    x = target.x + share[align[1:4]] * (target.width - natural.width * scale) - natural.x * scale
    y = target.y + share[align[5:]] * (target.height - natural.height * scale) - natural.y * scale
    return Matrix(scale, 0, 0, scale, x, y), fit == "slice"
