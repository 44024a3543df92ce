"""Patterns: a tile painted as often as it takes to cover a shape (SVG 1.1, 13.3)."""

from __future__ import annotations

import math

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, Item, PlacedForm, as_path
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.outlines import rectangle
from cardgen.engine.svg import refusals
from cardgen.engine.svg.gradient import chain_of
from cardgen.engine.svg.mask import unit_box
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.shape_painter import Tiles
from cardgen.engine.svg.shapes import laid_into
from cardgen.engine.svg.transforms import about
from cardgen.engine.svg.values import StyleError, parse_transform

_MOST = 4000
"""The most tiles on one shape that are placed one by one; where there are more, blocks of them
are."""
_MOST_IN_ALL = 250_000


def tiles(
    painter: Painter, element: etree._Element, box: Box | None, area: Box | None
) -> Tiles | None:
    """The tiles of a pattern on a shape with these bounds, of which `area` is painted.

    It is None where nothing is painted. Raises StyleError."""
    document = painter.document
    chain = chain_of(element, document.by_id, ("pattern",))
    if element in painter.scope.using:
        document.ignore("the pattern uses itself", "fill what is inside it with something else")
        return None
    merged = etree.Element(element.tag)
    for link in reversed(chain):
        merged.attrib.update(link.attrib)
    source = next((link for link in chain if _has_content(link)), None)
    if source is None:
        return None
    placed_tile = _tile(painter, element, merged, box)
    if placed_tile is None or area is None:
        return None
    tile, content = placed_tile
    source_style = document.own_style(source)
    refusals.check("pattern", source_style)
    style = document.own_style(element)
    viewport = painter.home_viewport(element)
    matrix = parse_transform(merged.get("patternTransform", ""))
    matrix = about(matrix, style, "transform-origin" in element.attrib, viewport)
    if matrix.scale < 1e-6:
        return None

    def work() -> None:
        painter.items.append(ClipTo(as_path(rectangle(*tile))))
        painter.turn(content)
        with painter.scoped(element, viewport=painter.home_viewport(source)):
            painter.children(source, source_style, 1)

    drawing = painter.captured(work, tile)
    covered = matrix.inverse().box(area)
    side = math.ceil(math.sqrt(_count(tile, covered) / _MOST))
    if side > 1:
        drawing, tile = _block(drawing, tile, side)
    places = _places(tile, covered)
    document.painted += len(places)
    return Tiles(drawing, tuple(matrix @ place for place in places))


def _has_content(pattern: etree._Element) -> bool:
    return any(local(child) != "title" for child in pattern)


def _block(drawing: Drawing, tile: Box, side: int) -> tuple[Drawing, Box]:
    """So many tiles across and down as one, and its box: fewer pieces are painted then."""
    items: list[Item] = []
    for down in range(side):
        for across in range(side):
            shift = Matrix.shift(across * tile.width, down * tile.height)
            items.append(PlacedForm(drawing.name, shift))
    box = Box(tile.x, tile.y, side * tile.width, side * tile.height)
    return Drawing(items, box, forms={drawing.name: drawing}), box


def _tile(
    painter: Painter, element: etree._Element, merged: etree._Element, box: Box | None
) -> tuple[Box, Matrix] | None:
    """The tile of a pattern, and the map from what it holds.

    It is None where it has no size. Raises StyleError."""
    has_view_box = merged.get("viewBox") is not None
    units = merged.get("patternUnits", "objectBoundingBox")
    without_home = painter.document.home_viewport(element) is None
    if units == "userSpaceOnUse" and without_home and "%" in "".join(merged.attrib.values()):
        raise StyleError(
            "a pattern in percent of an inner <svg> is not drawn here", "give it in user units"
        )
    tile = unit_box(painter, merged, units, box, ("0", "0", "0", "0"))
    if tile is None or tile.width <= 0 or tile.height <= 0:
        return None
    content = Matrix()
    if has_view_box:
        content = laid_into(merged, Box(0, 0, tile.width, tile.height))[1]
    elif merged.get("patternContentUnits") == "objectBoundingBox":
        if box is None:
            return None
        content = Matrix(box.width, 0, 0, box.height, 0, 0)
    return tile, Matrix.shift(tile.x, tile.y) @ content


def _rows(tile: Box, area: Box) -> tuple[range, range]:
    """The numbers of the tiles that cover a box, across and down."""
    across = _steps_between(area.x, area.right, tile.x, tile.width)
    down = _steps_between(area.y, area.top, tile.y, tile.height)
    return across, down


def _steps_between(low: float, high: float, start: float, step: float) -> range:
    """The numbers of the steps, counted from `start`, that cover a way."""
    # a tile that only touches the area, but for rounding, shows nothing in it
    first = math.floor((low - start) / step + 1e-9)
    return range(first, math.ceil((high - start) / step - 1e-9))


def _count(tile: Box, area: Box) -> int:
    """The number of tiles that cover a box. Raises StyleError."""
    across, down = _rows(tile, area)
    count = (across.stop - across.start) * (down.stop - down.start)
    if count > _MOST_IN_ALL:
        raise StyleError(
            f"a pattern of more than {_MOST_IN_ALL:,} tiles on one shape is not drawn here",
            "make the tile larger",
        )
    return max(0, count)


def _places(tile: Box, area: Box) -> list[Matrix]:
    """The moves of a tile that cover a box, row by row."""
    across, down = _rows(tile, area)
    places = []
    for row in down:
        y = row * tile.height
        places += [Matrix.shift(column * tile.width, y) for column in across]
    return places
