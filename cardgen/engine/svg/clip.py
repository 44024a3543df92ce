"""Clips: the path that a clip-path cuts an element to (SVG 1.1, 14.3)."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, PathData, as_path
from cardgen.engine.graphics.outlines import Segments
from cardgen.engine.svg import css_shapes, refusals, support
from cardgen.engine.svg.bounds import bounds_of, placement
from cardgen.engine.svg.document import Document, Units
from cardgen.engine.svg.parse import choice_of, local
from cardgen.engine.svg.path import transformed
from cardgen.engine.svg.shapes import SHAPES
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.transforms import own_transform
from cardgen.engine.svg.values import StyleError

NOTHING = ClipTo(PathData((("m", (0.0, 0.0)),)))
_STROKED = re.compile(rb"stroke|<use")
_CONVEX = ("rect", "circle", "ellipse")


def clip_path(
    document: Document, units: Units, element: etree._Element, name: str, applied: Style
) -> ClipTo | None:
    """The path that cuts all that follows to a clipPath, as it applies to an element.

    `applied` is the style of that. It is None where no path can: the clip is to be drawn as a mask.
    Raises StyleError."""
    if css_shapes.is_shape(name):
        return _css_clip(document, units, element, name, applied)
    target = document.defined(name, "clipPath")
    style = document.own_style(target)
    refusals.check("clipPath", style)
    if style.clip:
        return None
    outside = own_transform(units, target, style, lambda: None) @ units_of(
        document, units, element, target, applied
    )
    parts = _outlines(document, units, target, style)
    if parts is None:
        return None
    matrices = [outside @ part.matrix for part in parts]
    # A union of outlines needs equal winding, which only convex shapes that are not mirrored are
    # known to have.
    turns = {matrix.a * matrix.d - matrix.b * matrix.c > 0 for matrix in matrices}
    if len(parts) > 1 and (len(turns) > 1 or any(part.kind not in _CONVEX for part in parts)):
        return None
    segments = tuple(
        segment
        for part, matrix in zip(parts, matrices, strict=True)
        for segment in transformed(part.segments, matrix)
    )
    return ClipTo(as_path(segments), len(parts) == 1 and parts[0].even_odd) if segments else NOTHING


class _Outline(NamedTuple):
    """A shape of a clipPath, and the map from it to the clipPath."""

    kind: str
    even_odd: bool
    matrix: Matrix
    segments: Segments


def _outlines(
    document: Document, units: Units, target: etree._Element, style: Style
) -> list[_Outline] | None:
    """The shapes of a clipPath; None where it holds more than shapes. Raises StyleError."""
    outlines = []
    home = document.home_viewport(target)
    units = units.within(home or units.viewport)
    for child in target:
        kind = local(child)
        if kind in support.SILENT_ELEMENTS:
            continue
        if kind in ("text", "use"):
            return None
        if kind not in SHAPES:
            document.ignore(f"<{kind}> inside a clipPath is not drawn here", "use a plain shape")
            continue
        if home is None and any(value.endswith("%") for value in child.attrib.values()):
            raise StyleError(
                "a clipPath in percent of an inner <svg> is not drawn here", "give it in user units"
            )
        inner = document.style(child, style)
        if inner is None or not inner.visible or not inner.display:
            continue
        if inner.clip:
            return None
        matrix = placement(document, units, child, inner)
        outlines.append(
            _Outline(kind, inner.clip_even_odd, matrix, SHAPES[kind](units.of(inner), child))
        )
    return outlines


def _css_clip(
    document: Document, units: Units, element: etree._Element, text: str, style: Style
) -> ClipTo:
    """The path of a shape written in CSS, which lies in a box of the element. Raises StyleError."""
    reference = css_shapes.reference_box(text)
    if reference == "view":
        box: Box | None = Box(0, 0, units.viewport.width, units.viewport.height)
    else:
        stroked = reference == "stroke" and _may_have_stroke(document, element, style)
        if stroked and (local(element) not in _CONVEX or style.fixed):
            raise StyleError(
                f'clip-path "{text[:40]}" of what has a stroke is not drawn here',
                "add fill-box to it",
            )
        box = bounds_of(document, units, element, style)
        if box and stroked:
            plain = style.with_shares(units.diagonal) if style.shares else style
            box = box.grown(plain.stroke_width / 2)
    if box is None:
        return NOTHING
    segments, even_odd = css_shapes.outline(text, box, style.font_size)
    return ClipTo(as_path(segments), even_odd) if segments else NOTHING


def _may_have_stroke(document: Document, element: etree._Element, style: Style) -> bool:
    """True if an element or its children may have a stroke.

    Without one the box of the stroke is that of the fill."""
    if style.stroke:
        return True
    if local(element) in SHAPES:
        return False
    return bool(document.sheet) or _STROKED.search(etree.tostring(element)) is not None


def units_of(
    document: Document, units: Units, element: etree._Element, target: etree._Element, style: Style
) -> Matrix:
    """The map from the units of a clipPath to those of the element that it cuts.

    It is all zeros where that has no bounds. Raises StyleError."""
    if (
        choice_of(target, "clipPathUnits", ("userSpaceOnUse", "objectBoundingBox"))
        == "userSpaceOnUse"
    ):
        return Matrix()
    box = bounds_of(document, units, element, style)
    if box is None:
        return Matrix(0, 0, 0, 0, 0, 0)
    return Matrix(box.width, 0, 0, box.height, box.x, box.y)
