"""Patterns: a tile painted as often as it takes to cover a shape (SVG 1.1, 13.3)."""

from __future__ import annotations

import math

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, PlacedForm
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg import refusals
from cardgen.engine.svg.gradient import chain_of
from cardgen.engine.svg.mask import unit_box
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.path import as_path, rectangle
from cardgen.engine.svg.shape_painter import Tiles
from cardgen.engine.svg.shapes import viewed
from cardgen.engine.svg.transforms import about
from cardgen.engine.svg.values import StyleError, parse_transform

_MOST = 4000
"""Tiles on one shape that are placed one by one; where there are more, blocks of them are."""
_MOST_IN_ALL = 250_000


def tiles(
    painter: Painter, element: etree._Element, box: Box | None, area: Box | None
) -> Tiles | None:
    """What a pattern comes to for a shape with these bounds. None paints nothing. Raises
    StyleError."""
    chain = chain_of(element, painter.document.by_id, ("pattern",))
    if element in painter.scope.using:
        painter.document.ignore(
            "the pattern uses itself", "fill what is inside it with something else"
        )
        return None
    merged = etree.Element(element.tag)
    for link in reversed(chain):
        merged.attrib.update(link.attrib)
    source = next((link for link in chain if any(local(child) != "title" for child in link)), None)
    if source is None:
        return None
    placed = _tile(painter, element, merged, box)
    if placed is None or area is None:
        return None
    tile, content = placed
    own = painter.document.own_style(source)
    refusals.check("pattern", own)
    style, viewport = painter.document.own_style(element), painter.home_viewport(element)
    turned = about(
        parse_transform(merged.get("patternTransform", "")),
        style,
        "transform-origin" in element.attrib,
        viewport,
    )
    if turned.scale < 1e-6:
        return None

    def work() -> None:
        painter.items.append(ClipTo(as_path(rectangle(*tile))))
        painter.turn(content)
        with painter.scoped(element, viewport=painter.home_viewport(source)):
            painter.children(source, own, 1)

    drawn = painter.captured(work, tile)
    seen = turned.inverse().box(area)
    side = math.ceil(math.sqrt(_count(tile, seen) / _MOST))
    if side > 1:
        drawn, tile = _block(drawn, tile, side)
    places = _places(tile, seen)
    painter.document.painted += len(places)
    return Tiles(drawn, tuple(turned @ place for place in places))


def _block(drawn: Drawing, tile: Box, side: int) -> tuple[Drawing, Box]:
    """So many tiles across and down as one, and its box: what is fine is painted in fewer
    pieces."""
    shifts = [
        Matrix.shift(x * tile.width, y * tile.height) for y in range(side) for x in range(side)
    ]
    box = Box(tile.x, tile.y, side * tile.width, side * tile.height)
    return Drawing(
        [PlacedForm(drawn.name, shift) for shift in shifts], box, forms={drawn.name: drawn}
    ), box


def _tile(
    painter: Painter, element: etree._Element, merged: etree._Element, box: Box | None
) -> tuple[Box, Matrix] | None:
    """The tile of a pattern, and the map from what it holds; None where it has no size. Raises
    StyleError."""
    content: Matrix | None = Matrix()
    if merged.get("viewBox") is None and merged.get("patternContentUnits") == "objectBoundingBox":
        content = Matrix(box.width, 0, 0, box.height, 0, 0) if box else None
    units = merged.get("patternUnits", "objectBoundingBox")
    if (
        units == "userSpaceOnUse"
        and painter.document.home_viewport(element) is None
        and "%" in "".join(merged.attrib.values())
    ):
        raise StyleError(
            "a pattern in percent of an inner <svg> is not drawn here", "give it in user units"
        )
    tile = unit_box(painter, merged, units, box, ("0", "0", "0", "0"))
    if tile is None or content is None or tile.width <= 0 or tile.height <= 0:
        return None
    if merged.get("viewBox") is not None:
        content = viewed(merged, Box(0, 0, tile.width, tile.height))[1]
    return tile, Matrix.shift(tile.x, tile.y) @ content


def _rows(tile: Box, seen: Box) -> tuple[range, range]:
    """The numbers of the tiles that cover a box, across and down."""
    first = (
        math.floor((seen.x - tile.x) / tile.width + 1e-9),
        math.floor((seen.y - tile.y) / tile.height + 1e-9),
    )
    last = (
        math.ceil((seen.right - tile.x) / tile.width - 1e-9),
        math.ceil((seen.top - tile.y) / tile.height - 1e-9),
    )
    return range(first[0], last[0]), range(first[1], last[1])


def _count(tile: Box, seen: Box) -> int:
    """How many tiles cover a box. Raises StyleError."""
    across, down = _rows(tile, seen)
    count = (across.stop - across.start) * (down.stop - down.start)
    if count > _MOST_IN_ALL:
        raise StyleError(
            f"a pattern of more than {_MOST_IN_ALL:,} tiles on one shape is not drawn here",
            "make the tile larger",
        )
    return max(0, count)


def _places(tile: Box, seen: Box) -> list[Matrix]:
    """How far a tile is moved to cover a box, row by row."""
    across, down = _rows(tile, seen)
    return [Matrix.shift(x * tile.width, y * tile.height) for y in down for x in across]
