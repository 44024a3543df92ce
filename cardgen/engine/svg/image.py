"""Images: drawings and pictures, laid into their boxes (SVG 2, 12.3)."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.svg_marks import BLEED
from cardgen.engine.graphics.display_list import ClipTo, PlacedForm, as_path
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.outlines import rectangle
from cardgen.engine.graphics.spelling import content_name
from cardgen.engine.svg import raster
from cardgen.engine.svg.document import Units
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.parse import reference_of
from cardgen.engine.svg.resolution import coarsened
from cardgen.engine.svg.shapes import UNSIZED, fit_into, laid_out, natural_size
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError

_PlacedImage = tuple[Drawing | Picture | None, Matrix, ClipTo | None]
"""The art that an <image> shows, how it is laid into its box, and what it is cut to."""


def paint_image(painter: Painter, element: etree._Element, style: Style) -> None:
    """Paint what an <image> shows. Raises StyleError for what is not drawn here."""
    if not style.visible:
        return
    units = painter.units(style)
    scale = painter.document.density * painter.outside.scale * painter.matrix.scale
    key = ("image", units.viewport, units.em, style.pixelated, round(scale, 3), *element.items())
    placed = painter.layers.get(key)
    if placed is None:
        art, matrix, cut = _placed(painter, units, element)
        sources = painter.document.sources
        if style.pixelated and isinstance(art, Picture):
            art, times = raster.enlarged(art)
            matrix = matrix @ Matrix(1 / times, 0, 0, 1 / times)
        elif scale and isinstance(art, Picture):
            coarse = sources.coarser(art, 1 / (scale * matrix.scale))
            across = art.width / coarse.width
            down = art.height / coarse.height
            matrix = matrix @ Matrix(across, 0, 0, down)
            art = coarse
        elif scale and isinstance(art, Drawing):
            art = coarsened(art, scale * matrix.scale, sources.coarser)
        placed = painter.layers[key] = art, matrix, cut
    art, matrix, cut = placed
    if art is None:
        return
    if not cut:
        paint_placed(painter, art, matrix)
        return
    with painter.saved():
        painter.items.append(cut)
        paint_placed(painter, art, matrix)


def paint_part(painter: Painter, use: etree._Element, style: Style, reference: str) -> None:
    """Paint the part of another file that a <use> shows. Raises StyleError.

    It is fitted to the box of the <use>, or stands at its own place where that has none."""
    from cardgen.engine.svg.sprites import with_inheritance  # few drawings show parts of others

    document = painter.document
    if use.get("width") and use.get("height"):
        image = etree.Element(use.tag, dict(use.attrib))
        image.set("href", with_inheritance(reference, use, document.sheet))
        x, y = painter.units(style).pair(use, "x", "y")
        # where a <use> is moved to already, and an <image> moves itself
        with painter.saved(Matrix.shift(-x, -y)):
            paint_image(painter, image, style)
        return
    try:
        part = document.sources.image(with_inheritance(reference, use, document.sheet))
    except StyleError as error:
        document.ignore(f"{error}", error.remedy)
        return
    if style.visible and isinstance(part, Drawing):
        reach = part.reach or part.box
        paint_placed(painter, replace(part, reach=reach, _name=""), Matrix())


def paint_placed(painter: Painter, art: Drawing | Picture, matrix: Matrix) -> None:
    """Paint a drawing or picture where a matrix leads it; inside a mask by its light."""
    if painter.grey:
        art, matrix = _greyed(painter, art, matrix)
    elif painter.dodging and isinstance(art, Picture):
        art = raster.within_limits(art, painter.limits)
    if isinstance(art, Drawing):
        painter.form(art, matrix)
        return
    name = content_name("I", art.data)
    painter.drawing.pictures[name] = art
    # PDF paints a picture into the unit square, its first row at the top.
    unit = matrix @ Matrix(art.width, 0, 0, -art.height, 0, art.height)
    painter.items.append(PlacedForm(name, unit))


def _placed(painter: Painter, units: Units, element: etree._Element) -> _PlacedImage:
    """The art that an <image> shows, its place in its box, and its clip.

    In a draft a placeholder stands for what cannot be had. Raises StyleError and CardgenError."""
    nothing = None, Matrix(), None
    reference, sources = reference_of(element), painter.document.sources
    drafting = getattr(sources, "drafting", False)
    if not reference and not drafting:
        return nothing
    try:
        return _placed_art(painter, units, element, reference) or nothing
    except (CardgenError, StyleError) as error:
        if not drafting:
            raise
        page = painter.document.page
        third = page.width / 3
        size = _size(element, units, Box(0, 0, third, third), True)
        if not all(0.01 < side < 1e5 for side in size):
            return nothing
        if isinstance(error, CardgenError):
            problem = error.findings[0]
        else:
            problem = Finding("art-refused", str(error), error.remedy)
        fault = painter.document.fault(element, problem.what, problem.remedy, problem.code)
        placeholder = sources.placeholder  # type: ignore[attr-defined]
        stand_in: Drawing = placeholder(reference, page, size, problem, fault)
        return stand_in, Matrix.shift(*units.pair(element, "x", "y")), None


def _placed_art(
    painter: Painter, units: Units, element: etree._Element, reference: str
) -> _PlacedImage | None:
    """The art of an <image> in its box; None where it has no size.

    The art must be there. Raises StyleError and CardgenError."""
    sources = painter.document.sources
    art = sources.image(reference)
    if isinstance(art, Picture):
        if element.get(BLEED):
            art = sources.without_corners(art)
        natural = Box(0, 0, art.width, art.height)
        has_ratio = True
    else:
        natural = Box(0, 0, *natural_size(art))
        has_ratio = art.fit != UNSIZED
    width, height = _size(element, units, natural, has_ratio)
    if width <= 0 or height <= 0:
        return None
    target = Box(*units.pair(element, "x", "y"), width, height)
    wish = element.get("preserveAspectRatio", "")
    if isinstance(art, Picture):
        matrix, sliced = fit_into(natural, target, wish)
        cut = ClipTo(as_path(rectangle(*target))) if sliced else None
        return art, matrix, cut
    if art.source:
        art = sources.framed(art, width, height)
    drawing, matrix = laid_out(art, target, wish)
    if art.fixed and max(abs(matrix.a - 1), abs(matrix.d - 1)) > 0.01:
        raise StyleError(
            "a drawing with non-scaling-stroke, placed at another scale, is not drawn here",
            "scale its strokes with it",
        )
    return drawing, matrix, None


def _size(
    element: etree._Element, units: Units, natural: Box, has_ratio: bool
) -> tuple[float, float]:
    """The width and height of an <image>. Raises StyleError.

    One that is left out follows the proportions of what it shows, if it has any."""
    across, down = units.pair(element, "width", "height")
    width = across if element.get("width") and across >= 0 else None
    height = down if element.get("height") and down >= 0 else None
    if has_ratio and width is not None and height is None:
        ratio = natural.width / natural.height
        return width, width / ratio
    if has_ratio and height is not None and width is None:
        ratio = natural.width / natural.height
        return height * ratio, height
    if width is None:
        width = natural.width
    if height is None:
        height = natural.height
    return width, height


def _greyed(painter: Painter, art: Drawing | Picture, matrix: Matrix) -> tuple[Picture, Matrix]:
    """The art of an <image> by its light, and where it stands; a drawing becomes pixels."""
    if isinstance(art, Drawing):
        region = art.reach or art.box
        scale = painter.outside.scale * painter.matrix.scale * matrix.scale
        density = raster.density(painter.document.page, scale)
        width, height = raster.pixels_for(region, density)
        art = Picture.of_image(raster.pictured(art, region, (width, height)))
        across, down = region.width / width, region.height / height
        matrix = matrix @ Matrix(across, 0, 0, down, region.x, region.y)
    key = ("light", art)
    if key not in painter.layers:
        painter.layers[key] = raster.greyed(art)
    return painter.layers[key], matrix
