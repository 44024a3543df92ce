"""Masks, and clips that are more than a path, as soft masks.

ISO 32000-1, 11.6.5.3."""

from __future__ import annotations

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, Transform, as_path
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.outlines import rectangle
from cardgen.engine.svg import raster, refusals
from cardgen.engine.svg.bounds import bounds_of
from cardgen.engine.svg.clip import clip_path, units_of
from cardgen.engine.svg.painter import Masks, Painter
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.transforms import own_transform
from cardgen.engine.svg.values import StyleError, parse_length

_UNITS = ("objectBoundingBox", "userSpaceOnUse")


def unit_box(
    painter: Painter, target: etree._Element, units: str, box: Box | None, defaults: tuple[str, ...]
) -> Box | None:
    """x, y, width and height of a definition in its units.

    They are None where boundingBox units meet nothing. Raises StyleError."""
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
            box.x + x * box.width,
            box.y + y * box.height,
            width * box.width,
            height * box.height,
        )
    home = painter.document.home_viewport(target)
    if home is None and any(text.endswith("%") for text in texts):
        raise StyleError(
            f"a <{local(target)}> in percent of an inner <svg> is not drawn here",
            "give it in user units",
        )
    viewport = home or painter.scope.viewport
    sides = (viewport.width, viewport.height) * 2
    lengths = map(parse_length, texts, sides)
    return Box(*lengths)


def soft_mask(
    painter: Painter, element: etree._Element, style: Style
) -> tuple[str, Drawing] | None:
    """The mask of an element, in its user space: its kind and its drawing.

    It is None where browsers ignore it. Raises StyleError."""
    document = painter.document
    mask = document.defined(style.mask, "mask")
    if mask in painter.scope.using:
        document.ignore(f'the mask "{style.mask}" uses itself', "take its own mask away")
        document.unmasked.add(element)
    if element in document.unmasked:
        return None
    mask_style = document.own_style(mask)
    if mask_style.mask or mask_style.clip:
        document.ignore(
            "a mask or clip-path on a <mask> is not drawn here", "put it on a <g> inside"
        )
    refusals.check("mask", mask_style)
    units = mask.get("maskUnits", _UNITS[0])
    content_units = mask.get("maskContentUnits", _UNITS[1])
    box = None
    if _UNITS[0] in (units, content_units):
        box = bounds_of(document, painter.units(style), element, style)
    region = unit_box(painter, mask, units, box, ("-10%", "-10%", "120%", "120%"))
    content = Matrix()
    if content_units == _UNITS[0]:
        content = Matrix(0, 0, 0, 0, 0, 0)
        if box:
            content = Matrix(box.width, 0, 0, box.height, box.x, box.y)
    luminance = mask_style.mask_type == "luminance"

    def work() -> None:
        if region is None or region.width <= 0 or region.height <= 0 or not content.scale:
            return
        painter.grey = luminance and not mask_style.linear
        painter.items.append(ClipTo(as_path(rectangle(*region))))
        with painter.scoped(mask, viewport=painter.home_viewport(mask)):
            painter.turn(content)
            painter.children(mask, mask_style, 1)

    drawing = painter.captured(work, painter.everywhere())
    if luminance and mask_style.linear and drawing.items and region:
        drawing = _in_linear_light(painter, drawing, region)
    return "Luminosity" if luminance else "Alpha", drawing


def _in_linear_light(painter: Painter, drawing: Drawing, region: Box) -> Drawing:
    """A mask as a picture of the light of its linear colours, which PDF cannot weigh."""
    scale = painter.outside.scale * painter.matrix.scale
    size = raster.pixels_for(region, raster.density(painter.document.page, scale))
    picture = Picture.of_image(raster.pictured(drawing, region, size))
    return raster.as_drawing(raster.greyed(picture, linear=True), region)


def clip_mask(painter: Painter, element: etree._Element, style: Style) -> Masks:
    """A clip that is more than one path, as the silhouette of what it holds.

    It is empty where browsers ignore it. Raises StyleError."""
    target = painter.document.by_id[style.clip]
    if target in painter.scope.using:
        painter.document.ignore(
            f'the clipPath "{style.clip}" uses itself', "take its own clip-path away"
        )
        return []
    clip_style = painter.document.own_style(target)
    matrix = units_of(painter.document, painter.units(style), element, target, style)
    if not any(matrix):
        return [("Alpha", Drawing([], painter.everywhere()))]
    matrix = own_transform(painter.units(clip_style), target, clip_style, lambda: None) @ matrix

    def content() -> None:
        painter.items.append(Transform(matrix))
        painter.matrix = painter.matrix @ matrix
        with painter.scoped(viewport=painter.home_viewport(target), silhouette=True):
            painter.children(target, clip_style, 1)

    def work() -> None:
        if not clip_style.clip:
            with painter.scoped(target):
                content()
            return
        units = painter.units(clip_style)
        cut = clip_path(painter.document, units, element, clip_style.clip, clip_style)
        with painter.scoped(target):
            masks = clip_mask(painter, element, clip_style) if cut is None else []
            if masks:
                painter.through(masks, 1.0, content)
                return
            if cut:
                painter.items.append(cut)
            content()

    return [("Alpha", painter.captured(work, painter.everywhere()))]
