"""Images: drawings and pictures, laid into their boxes (SVG 2, 12.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.graphics.drawing import Drawing, Picture, content_name, matrix_operator
from cardgen.svg import raster
from cardgen.svg.path import operators, rectangle
from cardgen.svg.shapes import fitted, laid
from cardgen.svg.style import Style
from cardgen.svg.values import XLINK, StyleError

if TYPE_CHECKING:
    from cardgen.svg.paint import Walker


def paint_image(walker: Walker, element: etree._Element, style: Style) -> None:
    """Paint what an <image> shows. Raises StyleError for what is not drawn here."""
    if not style.visible:
        return
    key = ("image", walker.viewport, walker.em, style.pixelated, *element.items())
    known = walker.layers.get(key)
    if known is None:
        found, matrix, cut = _placed(walker, element)
        if style.pixelated and isinstance(found, Picture):
            found, times = raster.enlarged(found)
            matrix = matrix @ Matrix(1 / times, 0, 0, 1 / times)
        known = walker.layers[key] = found, matrix, cut
    found, matrix, cut = known
    if found is None:
        return
    if cut:
        walker.save()
        walker.out.append(f"{cut} W n")
    if walker.grey:
        found, matrix = _greyed(walker, found, matrix)
    if isinstance(found, Drawing):
        walker.form(found, matrix)
    else:
        name = content_name("I", found.data)
        walker.drawing.pictures[name] = found
        walker.alpha(1.0, 1.0)
        # PDF paints a picture into the unit square, its first row at the top.
        unit = matrix @ Matrix(found.width, 0, 0, -found.height, 0, found.height)
        walker.out.append(f"q {matrix_operator(unit)} /{name} Do Q")
    if cut:
        walker.restore()


def _placed(walker: Walker, element: etree._Element) -> tuple[Drawing | Picture | None, Matrix, str]:
    """What an <image> shows, how it is laid into its box, and the path it is cut to."""
    nothing = None, Matrix(), ""
    reference = element.get("href") or element.get(XLINK)
    if not reference:
        return nothing
    found = walker.sources.image(reference)
    natural = found.box if isinstance(found, Drawing) else Box(0, 0, found.width, found.height)
    ratio = natural.width / natural.height
    width = walker.coordinate(element, "width", walker.viewport.width) if element.get("width") else None
    height = walker.coordinate(element, "height", walker.viewport.height) if element.get("height") else None
    width = None if width is not None and width < 0 else width
    height = None if height is not None and height < 0 else height
    if width is None and height is None:
        if isinstance(found, Drawing):
            raise StyleError("an <image> of a drawing without width and height is not drawn here; give it both")
        width = natural.width
    width = height * ratio if width is None else width  # type: ignore[operator]
    height = width / ratio if height is None else height
    if width <= 0 or height <= 0:
        return nothing
    x, y = walker.coordinate(element, "x", walker.viewport.width), walker.coordinate(element, "y", walker.viewport.height)
    target, wish = Box(x, y, width, height), element.get("preserveAspectRatio", "")
    if isinstance(found, Drawing):
        shown, matrix = laid(found, target, wish)
        if found.fixed and max(abs(matrix.a - 1), abs(matrix.d - 1)) > 0.01:
            raise StyleError("a drawing with non-scaling-stroke, placed at another scale, is not drawn here; scale its strokes with it")
        return shown, matrix, ""
    matrix, sliced = fitted(natural, target, wish)
    return found, matrix, operators(rectangle(*target)) if sliced else ""


def _greyed(walker: Walker, found: Drawing | Picture, matrix: Matrix) -> tuple[Picture, Matrix]:
    """What an <image> shows by its light, and where it stands; a drawing becomes pixels."""
    if isinstance(found, Drawing):
        region = found.reach or found.box
        scale = walker.outside.scale * walker.matrix.scale * matrix.scale
        size = raster.pixels_for(region, raster.LONGER_SIDE / max(walker.page.width, walker.page.height) * scale)
        found = raster.as_picture(raster.pictured(found, region, size))
        matrix = matrix @ Matrix(region.width / size[0], 0, 0, region.height / size[1], region.x, region.y)
    key = ("light", found)
    if key not in walker.layers:
        walker.layers[key] = raster.greyed(found)
    return walker.layers[key], matrix
