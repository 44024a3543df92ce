"""Images: drawings and pictures, laid into their boxes (SVG 2, 12.3)."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, PlacedForm
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.picture_files import as_picture
from cardgen.engine.graphics.spelling import content_name
from cardgen.engine.svg import raster
from cardgen.engine.svg.document import Units
from cardgen.engine.svg.marks import BLEED
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.parse import reference_of
from cardgen.engine.svg.path import as_path, rectangle
from cardgen.engine.svg.resolution import coarsened
from cardgen.engine.svg.shapes import UNSIZED, fitted, laid, natural_size
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError

_Laid = tuple[Drawing | Picture | None, Matrix, ClipTo | None]
"""What an <image> shows, how it is laid into its box, and what it is cut to."""


def paint_image(painter: Painter, element: etree._Element, style: Style) -> None:
    """Paint what an <image> shows. Raises StyleError for what is not drawn here."""
    if not style.visible:
        return
    units = painter.units(style)
    scale = painter.document.density * painter.outside.scale * painter.matrix.scale
    key = ("image", units.viewport, units.em, style.pixelated, round(scale, 3), *element.items())
    known = painter.layers.get(key)
    if known is None:
        found, matrix, cut = _placed(painter, units, element)
        if style.pixelated and isinstance(found, Picture):
            found, times = raster.enlarged(found)
            matrix = matrix @ Matrix(1 / times, 0, 0, 1 / times)
        elif scale and isinstance(found, Picture):
            fine, found = found, painter.document.sources.coarser(found, 1 / (scale * matrix.scale))
            matrix = matrix @ Matrix(fine.width / found.width, 0, 0, fine.height / found.height)
        elif scale and isinstance(found, Drawing):
            found = coarsened(found, scale * matrix.scale, painter.document.sources.coarser)
        known = painter.layers[key] = found, matrix, cut
    found, matrix, cut = known
    if found is None:
        return
    if not cut:
        paint_placed(painter, found, matrix)
        return
    with painter.saved():
        painter.items.append(cut)
        paint_placed(painter, found, matrix)


def paint_part(painter: Painter, use: etree._Element, style: Style, reference: str) -> None:
    """Paint what a <use> shows of another file: fitted to its box, or at its own place where the
    <use> has none. Raises StyleError."""
    from cardgen.engine.svg.sprites import with_inheritance  # few drawings show parts of others

    if use.get("width") and use.get("height"):
        image = etree.Element(use.tag, dict(use.attrib))
        image.set("href", with_inheritance(reference, use, painter.document.sheet))
        x, y = painter.units(style).pair(use, "x", "y")
        # where a <use> is moved to already, and an <image> moves itself
        with painter.saved(Matrix.shift(-x, -y)):
            paint_image(painter, image, style)
        return
    try:
        found = painter.document.sources.image(
            with_inheritance(reference, use, painter.document.sheet)
        )
    except StyleError as error:
        painter.document.ignore(f"{error}", error.remedy)
        return
    if style.visible and isinstance(found, Drawing):
        paint_placed(painter, replace(found, reach=found.reach or found.box, _name=""), Matrix())


def paint_placed(painter: Painter, found: Drawing | Picture, matrix: Matrix) -> None:
    """Paint a drawing or picture where a matrix leads it; inside a mask by its light."""
    if painter.grey:
        found, matrix = _greyed(painter, found, matrix)
    elif painter.dodging and isinstance(found, Picture):
        found = raster.held(found, painter.limits)
    if isinstance(found, Drawing):
        painter.form(found, matrix)
        return
    name = content_name("I", found.data)
    painter.drawing.pictures[name] = found
    # PDF paints a picture into the unit square, its first row at the top.
    unit = matrix @ Matrix(found.width, 0, 0, -found.height, 0, found.height)
    painter.items.append(PlacedForm(name, unit))


def _placed(painter: Painter, units: Units, element: etree._Element) -> _Laid:
    """What an <image> shows, how it is laid into its box, and the path it is cut to; in a draft a
    placeholder for what cannot be had."""
    nothing = None, Matrix(), None
    reference, sources = reference_of(element), painter.document.sources
    drafting = getattr(sources, "drafting", False)
    if not reference and not drafting:
        return nothing
    try:
        return _had(painter, units, element, reference) or nothing
    except (CardgenError, StyleError) as error:
        if not drafting:
            raise
        page = painter.document.page
        size = _size(element, units, Box(0, 0, page.width / 3, page.width / 3), True)
        if not all(0.01 < side < 1e5 for side in size):
            return nothing
        problem = (
            error.findings[0]
            if isinstance(error, CardgenError)
            else Finding("art-refused", str(error), error.remedy)
        )
        fault = painter.document.fault(element, problem.what, problem.remedy)
        stands: Drawing = sources.placeholder(reference, page, size, problem, fault)  # type: ignore[attr-defined]
        return stands, Matrix.shift(*units.pair(element, "x", "y")), None


def _had(painter: Painter, units: Units, element: etree._Element, reference: str) -> _Laid | None:
    """The same for art that is there; None where it has no size. Raises StyleError and
    CardgenError."""
    found = painter.document.sources.image(reference)
    if isinstance(found, Picture) and element.get(BLEED):
        found = painter.document.sources.without_corners(found)
    natural = Box(
        0, 0, *(natural_size(found) if isinstance(found, Drawing) else (found.width, found.height))
    )
    width, height = _size(
        element, units, natural, not isinstance(found, Drawing) or found.fit != UNSIZED
    )
    if width <= 0 or height <= 0:
        return None
    target, wish = (
        Box(*units.pair(element, "x", "y"), width, height),
        element.get("preserveAspectRatio", ""),
    )
    if isinstance(found, Drawing):
        found = painter.document.sources.framed(found, width, height) if found.source else found
        shown, matrix = laid(found, target, wish)
        if found.fixed and max(abs(matrix.a - 1), abs(matrix.d - 1)) > 0.01:
            raise StyleError(
                "a drawing with non-scaling-stroke, placed at another scale, is not drawn here",
                "scale its strokes with it",
            )
        return shown, matrix, None
    matrix, sliced = fitted(natural, target, wish)
    return found, matrix, ClipTo(as_path(rectangle(*target))) if sliced else None


def _size(element: etree._Element, units: Units, natural: Box, shaped: bool) -> tuple[float, float]:
    """The width and height of an <image>; one that is left out follows the proportions of what it
    shows, if it has any. Raises StyleError."""
    given = zip(("width", "height"), units.pair(element, "width", "height"), strict=True)
    width, height = (side if element.get(name) and side >= 0 else None for name, side in given)
    if (width is None and height is None) or not shaped:
        return (
            natural.width if width is None else width,
            natural.height if height is None else height,
        )
    ratio = natural.width / natural.height
    width = height * ratio if width is None else width  # type: ignore[operator]
    return width, width / ratio if height is None else height


def _greyed(painter: Painter, found: Drawing | Picture, matrix: Matrix) -> tuple[Picture, Matrix]:
    """What an <image> shows by its light, and where it stands; a drawing becomes pixels."""
    if isinstance(found, Drawing):
        region = found.reach or found.box
        scale = painter.outside.scale * painter.matrix.scale * matrix.scale
        size = raster.pixels_for(region, raster.density(painter.document.page, scale))
        found = as_picture(raster.pictured(found, region, size))
        matrix = matrix @ Matrix(
            region.width / size[0], 0, 0, region.height / size[1], region.x, region.y
        )
    key = ("light", found)
    if key not in painter.layers:
        painter.layers[key] = raster.greyed(found)
    return painter.layers[key], matrix
