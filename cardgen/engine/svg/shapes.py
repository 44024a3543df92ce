"""Shapes: an element's attributes become segments of a path.

Also how a view box is laid into another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.outlines import Segments, ellipse, rectangle
from cardgen.engine.svg.document import Units
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.parse import local, view_box
from cardgen.engine.svg.path import parse_path, polyline
from cardgen.engine.svg.values import StyleError


def _rect(units: Units, element: etree._Element) -> Segments:
    x, y = units.pair(element, "x", "y")
    width, height = units.pair(element, "width", "height")
    if width <= 0 or height <= 0:
        return ()
    rx, ry = _radii(units, element)
    return rectangle(x, y, width, height, max(0.0, rx), max(0.0, ry))


def _ellipse(units: Units, element: etree._Element) -> Segments:
    cx, cy = units.pair(element, "cx", "cy")
    if local(element) == "circle":
        rx = ry = units.coordinate(element, "r", units.diagonal)
    else:
        rx, ry = _radii(units, element)
    return ellipse(cx, cy, rx, ry) if rx > 0 and ry > 0 else ()


def _radii(units: Units, element: etree._Element) -> tuple[float, float]:
    """rx and ry; one that is left out, or negative, is like the other. Raises StyleError."""
    if local(element) == "ellipse" and "auto" in (element.get("rx"), element.get("ry")):
        raise StyleError("a radius auto is not drawn by every browser", "leave the attribute out")
    has_rx = _has_radius(element, "rx")
    has_ry = _has_radius(element, "ry")
    rx = units.coordinate(element, "rx", units.viewport.width) if has_rx else 0.0
    ry = units.coordinate(element, "ry", units.viewport.height) if has_ry else rx
    return rx if has_rx else ry, ry


def _has_radius(element: etree._Element, name: str) -> bool:
    text = element.get(name, "auto")
    return text != "auto" and not text.lstrip().startswith("-")


def _line(units: Units, element: etree._Element) -> Segments:
    start = units.pair(element, "x1", "y1")
    end = units.pair(element, "x2", "y2")
    return ("m", start), ("l", end)


def _path(units: Units, element: etree._Element) -> Segments:
    data = element.get("d", "none")
    return () if data == "none" else parse_path(data)


SHAPES: dict[str, Callable[[Units, etree._Element], Segments]] = {
    "path": _path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": lambda units, element: polyline(element.get("points", ""), closed=False),
    "polygon": lambda units, element: polyline(element.get("points", ""), closed=True),
}


UNSIZED = "as it is"
"""The wish of a drawing without a view box or a size, how to lay it into a box."""


AS_ASKED = "as it is asked"
"""The wish of a part of a drawing, which has none itself: as what places it wishes."""


def natural_size(drawing: Drawing) -> tuple[float, float]:
    """The width and height of a drawing that is given none (CSS Images 3, 5.3)."""
    width, height = drawing.size
    box = drawing.box
    if drawing.fit == UNSIZED:
        return width or box.width, height or box.height
    ratio = width / height if width and height else box.width / box.height
    if not width and not height:
        width = min(_DEFAULT[0], _DEFAULT[1] * ratio)
    return width or height * ratio, height or width / ratio


_DEFAULT = (300.0, 150.0)


def laid_out(drawing: Drawing, target: Box, wish: str) -> tuple[Drawing, Matrix]:
    """A drawing as an <image> shows it in a box, and how it is placed there. Raises StyleError.

    `wish` is the preserveAspectRatio of the <image>. Browsers make the box the drawing's viewport:
    the drawing's own preserveAspectRatio counts, and what lies beside its view box is seen."""
    if drawing.fit == UNSIZED:  # the box is its viewport, and its units are those around it
        viewport = Box(0, 0, target.width, target.height)
        shift = Matrix.shift(target.x, target.y)
        return replace(drawing, reach=viewport, _name=""), shift
    if drawing.fit == AS_ASKED:
        matrix = fit_into(drawing.box, target, wish)[0]
        return replace(drawing, reach=matrix.inverse().box(target), _name=""), matrix
    if wish.split()[:1] == ["none"]:
        return drawing, fit_into(drawing.box, target, "none")[0]
    matrix = fit_into(drawing.box, target, drawing.fit)[0]
    visible = Box(
        (target.x - matrix.e) / matrix.a,
        (target.y - matrix.f) / matrix.d,
        target.width / matrix.a,
        target.height / matrix.d,
    )
    if _nearly_contains(drawing.box, visible) and _nearly_contains(visible, drawing.box):
        return drawing, matrix
    if wish and _words(wish) != _words(drawing.fit):
        raise StyleError(
            f'preserveAspectRatio="{wish}" on the <image> of a drawing is not followed by every'
            " browser",
            "write it in the drawing itself, or give the <image> the drawing's proportions",
        )
    return replace(drawing, reach=visible, _name=""), matrix


def _nearly_contains(outer: Box, inner: Box) -> bool:
    return outer.grown(0.001 * outer.width).contains(inner)


def _words(ratio: str) -> tuple[str, str]:
    """The two words of a preserveAspectRatio, each by default if it is left out."""
    words = ratio.replace("defer", "").split()
    align = words[0] if words else "xMidYMid"
    fit = words[1] if len(words) > 1 else "meet"
    return align, fit


def laid_into(element: etree._Element, target: Box) -> tuple[Box, Matrix]:
    """The view box of an element, and how it is laid into a box.

    Raises StyleError."""
    try:
        natural = view_box(element)
    except DrawingError as error:
        (fault,) = error.faults
        raise StyleError(fault.what, fault.remedy) from None
    return natural, fit_into(natural, target, element.get("preserveAspectRatio", ""))[0]


def fit_into(natural: Box, target: Box, ratio: str) -> tuple[Matrix, bool]:
    """The map of a view box into a viewport (SVG 1.1, 7.8); True if it must be cut to it.

    Raises StyleError."""
    align, fit = _words(ratio)
    sx = target.width / natural.width
    sy = target.height / natural.height
    if align == "none":
        x = target.x - natural.x * sx
        y = target.y - natural.y * sy
        return Matrix(sx, 0, 0, sy, x, y), False
    match = _ALIGN.fullmatch(align)
    if not match or fit not in ("meet", "slice"):
        raise StyleError(f'"{ratio}" is not a preserveAspectRatio', "write such as xMidYMid meet")
    across = _SHARES[match[1]]
    down = _SHARES[match[2]]
    scale = min(sx, sy) if fit == "meet" else max(sx, sy)
    spare_width = target.width - natural.width * scale
    spare_height = target.height - natural.height * scale
    x = target.x + across * spare_width - natural.x * scale
    y = target.y + down * spare_height - natural.y * scale
    return Matrix(scale, 0, 0, scale, x, y), fit == "slice"


_ALIGN = re.compile("x(Min|Mid|Max)Y(Min|Mid|Max)")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
