"""Masks: what a <mask> leaves of an element, and clips that are more than a path, as soft masks
(ISO 32000-1, 11.6.5.3)."""

from __future__ import annotations

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, Transform
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.picture_files import as_picture
from cardgen.engine.svg import raster, refusals
from cardgen.engine.svg.bounds import bounds_of
from cardgen.engine.svg.clip import clip_path, units_of
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.path import as_path, rectangle
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.transforms import own_transform
from cardgen.engine.svg.values import StyleError, parse_length

_UNITS = ("objectBoundingBox", "userSpaceOnUse")


def unit_box(
    painter: Painter, target: etree._Element, units: str, box: Box | None, defaults: tuple[str, ...]
) -> Box | None:
    """x, y, width and height of a definition in its units; None where boundingBox units meet
    nothing. Raises StyleError."""
    if units not in _UNITS:
        raise StyleError(
            f'"{units}" is no units of <{local(target)}>',
            "write userSpaceOnUse or objectBoundingBox",
        )
    texts = [
        target.get(name, otherwise)
        for name, otherwise in zip(("x", "y", "width", "height"), defaults, strict=True)
    ]
    if units == "objectBoundingBox":
        if box is None:
            return None
        x, y, width, height = (parse_length(text, 1.0) for text in texts)
        return Box(
            box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height
        )
    home = painter.document.home_viewport(target)
    if home is None and any(text.endswith("%") for text in texts):
        raise StyleError(
            f"a <{local(target)}> in percent of an inner <svg> is not drawn here",
            "give it in user units",
        )
    whole = home or painter.scope.viewport
    return Box(
        *(
            parse_length(text, whole.width if side % 2 == 0 else whole.height)
            for side, text in enumerate(texts)
        )
    )


def soft_mask(
    painter: Painter, element: etree._Element, style: Style
) -> tuple[str, Drawing] | None:
    """The mask an element asks for, in its user space: its kind and its drawing; None where
    browsers pass over it. Raises StyleError."""
    target = painter.document.defined(style.mask, "mask")
    if target in painter.scope.using:
        painter.document.ignore(f'the mask "{style.mask}" uses itself', "take its own mask away")
        painter.document.unmasked.add(element)
    if element in painter.document.unmasked:
        return None
    own = painter.document.own_style(target)
    if own.mask or own.clip:
        painter.document.ignore(
            "a mask or clip-path on a <mask> is not drawn here", "put it on a <g> inside"
        )
    refusals.check("mask", own)
    in_box = "objectBoundingBox" in (
        target.get("maskUnits", "objectBoundingBox"),
        target.get("maskContentUnits"),
    )
    box = bounds_of(painter.document, painter.units(style), element, style) if in_box else None
    region = unit_box(
        painter, target, target.get("maskUnits", _UNITS[0]), box, ("-10%", "-10%", "120%", "120%")
    )
    content = Matrix()
    if target.get("maskContentUnits", _UNITS[1]) == _UNITS[0]:
        content = (
            Matrix(box.width, 0, 0, box.height, box.x, box.y) if box else Matrix(0, 0, 0, 0, 0, 0)
        )
    luminance = own.mask_type == "luminance"

    def work() -> None:
        if region is None or region.width <= 0 or region.height <= 0 or not content.scale:
            return
        painter.grey = luminance and not own.linear
        painter.items.append(ClipTo(as_path(rectangle(*region))))
        with painter.scoped(target, viewport=painter.home_viewport(target)):
            painter.turn(content)
            painter.children(target, own, 1)

    drawn = painter.captured(work, painter.everywhere())
    if luminance and own.linear and drawn.items and region:
        size = raster.pixels_for(
            region,
            raster.density(painter.document.page, painter.outside.scale * painter.matrix.scale),
        )
        drawn = raster.shown(
            raster.greyed(as_picture(raster.pictured(drawn, region, size)), linear=True), region
        )
    return "Luminosity" if luminance else "Alpha", drawn


def clip_mask(painter: Painter, element: etree._Element, style: Style) -> list[tuple[str, Drawing]]:
    """A clip that is more than one path, as the silhouette of what it holds; none where browsers
    pass over it. Raises StyleError."""
    target = painter.document.by_id[style.clip]
    if target in painter.scope.using:
        painter.document.ignore(
            f'the clipPath "{style.clip}" uses itself', "take its own clip-path away"
        )
        return []
    own = painter.document.own_style(target)
    matrix = units_of(painter.document, painter.units(style), element, target, style)
    if not any(matrix):
        return [("Alpha", Drawing([], painter.everywhere()))]
    matrix = own_transform(painter.units(own), target, own, lambda: None) @ matrix

    def content() -> None:
        painter.items.append(Transform(matrix))
        painter.matrix = painter.matrix @ matrix
        with painter.scoped(viewport=painter.home_viewport(target), silhouette=True):
            painter.children(target, own, 1)

    def work() -> None:
        cut = (
            clip_path(painter.document, painter.units(own), element, own.clip, own)
            if own.clip
            else None
        )
        with painter.scoped(target):
            masks = clip_mask(painter, element, own) if own.clip and cut is None else []
            if masks:
                painter.through(masks, 1.0, content)
                return
            if cut:
                painter.items.append(cut)
            content()

    return [("Alpha", painter.captured(work, painter.everywhere()))]
