"""Where two drawings of one side of a card differ: boxes that a sticker has to cover."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from PIL import Image, ImageChops, ImageFilter

from cardgen.base.geometry import Box, bounds
from cardgen.base.units import MM
from cardgen.engine import Drawing, Pdf
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import Fit
from cardgen.prepress.raster import rasters, side_page

_PPI = 300
_CELLS = 50
"""Cells to an inch, half a millimetre each way, in which changes are joined."""
_REACH = 2
"""Cells around a change in which another one belongs to it."""
_UNSEEN = 6
"""Of 255, what a colour may differ by without a word."""
_OVER = 0.25 * MM
"""By which a box reaches over what changed: a cut is off by as much."""
_LEAST = 6 * MM
"""The least side of a box: smaller stickers cannot be handled."""


def changed_boxes(before: Drawing, after: Drawing, shape: Shape, ppi: int = _PPI) -> list[Box]:
    """The boxes around all that differs, in points from the lower left corner of the trim.

    It is looked for in pictures of so many pixels to an inch, a multiple of 50."""
    size = round(shape.width / 72 * ppi), round(shape.height / 72 * ppi)
    pdf = Pdf("changes")
    for drawing in (before, after):
        side_page(pdf, drawing, shape, Fit(shape.width, shape.height, size))
    first, second = rasters(pdf.bytes(), size)
    channels = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    differs = most.point([255 * (value > _UNSEEN) for value in range(256)])
    across, down = shape.width / size[0], shape.height / size[1]
    boxes = []
    for left, top, right, bottom in _pixel_boxes(differs, ppi // _CELLS):
        box = Box(
            left * across,
            shape.height - bottom * down,
            (right - left) * across,
            (bottom - top) * down,
        )
        boxes.append(_handy(box.grown(_OVER), shape))
    return _joined(boxes)


def _handy(box: Box, shape: Shape) -> Box:
    """A box that a hand can stick, within the trim."""
    width = min(max(box.width, _LEAST), shape.width)
    height = min(max(box.height, _LEAST), shape.height)
    x = min(max(box.centre[0] - width / 2, 0.0), shape.width - width)
    y = min(max(box.centre[1] - height / 2, 0.0), shape.height - height)
    return Box(x, y, width, height)


def _pixel_boxes(differs: Image.Image, cell: int) -> Iterator[tuple[int, int, int, int]]:
    """The boxes around pixels that lie near one another; a cell has so many each way."""
    width, height = -(-differs.width // cell), -(-differs.height // cell)
    whole = Image.new("L", (width * cell, height * cell))
    whole.paste(differs)
    cells = whole.filter(ImageFilter.MaxFilter(cell // 2 * 2 + 1)).resize(
        (width, height), Image.Resampling.NEAREST
    )
    near = cells.filter(ImageFilter.MaxFilter(2 * _REACH + 1)).tobytes()
    for group in groups_of({at for at, value in enumerate(near) if value}, width):
        columns, rows = [at % width for at in group], [at // width for at in group]
        left, top = min(columns) * cell, min(rows) * cell
        inner = whole.crop((left, top, (max(columns) + 1) * cell, (max(rows) + 1) * cell))
        found = inner.getbbox()
        if found:
            yield left + found[0], top + found[1], left + found[2], top + found[3]


def groups_of(cells: Collection[int], width: int) -> Iterator[list[int]]:
    """The cells of a grid, of so many in a row, that touch one another, group by group."""
    left = set(cells)
    while left:
        todo = [left.pop()]
        group = list(todo)
        while todo:
            at = todo.pop()
            x = at % width
            for other in (at - width, at + width, at - (x > 0), at + (x < width - 1)):
                if other in left:
                    left.discard(other)
                    todo.append(other)
                    group.append(other)
        yield group


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of which none lies over another one."""
    joined = list(boxes)
    while True:
        pair = next((pair for pair in combinations(joined, 2) if pair[0].overlaps(pair[1])), None)
        if pair is None:
            return sorted(joined, key=lambda box: (-box.top, box.x))
        joined = [box for box in joined if box not in pair] + [bounds(pair)]
