"""A sheet's words about itself, and the bar to measure it.

The slug, and the bar that shows whether it was printed to size, stand outside of cards and
marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardgen.base.findings import Finding, note
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.grid import STRIP, STRIP_LEAST, Grid
from cardgen.impose.marks import MARK_WIDTH

SLUG_HEIGHT = STRIP_LEAST
"""The slug's type size, in points."""
BAR_LENGTH = 100 * MM
"""What the scale bar measures when the sheet was printed to size."""
_BAR_LEAST = 2.5 * MM  # below this its numbers would be smaller than a person reads


class Strip(NamedTuple):
    """A strip of `length` by `height` for words, in points.

    It begins at (x, y), its lower left corner, and runs at `angle` degrees, 0 or 90."""

    x: float
    y: float
    angle: int
    length: float
    height: float

    @property
    def placement(self) -> Matrix:
        """The map from the strip's own coordinates to the page.

        Those run from 0 to `length` along it, and from 0 to `height` across it."""
        return Matrix.shift(self.x, self.y) @ Matrix.turn(self.angle)

    @property
    def box(self) -> Box:
        """The strip on the page."""
        return self.placement.box(Box(0, 0, self.length, self.height))


@dataclass(frozen=True, slots=True)
class Furniture:
    """The places of slug and scale bar on both sides.

    A place is None where there is no room, and `notes` says so."""

    slug: Strip | None
    scale_bar: Strip | None
    notes: tuple[Finding, ...] = ()


def furniture(grid: Grid) -> Furniture:
    """Slug and scale bar in two opposite strips of a sheet.

    They stand between the marks of a full sheet and the printer's blank edge. What the cards cover
    is centred, so opposite strips are alike and both sides of the sheet may use them. The thicker
    pair is taken, unless only the other one is long enough for the bar."""
    free, block = grid.printable, grid.covered
    # the ends of a slanting mark are as wide as it is thick
    reach = grid.mark + (0 if grid.shape.kind == "rectangle" else MARK_WIDTH / 2)
    beside = max(0.0, block.x - free.x - reach)
    below = max(0.0, block.y - free.y - reach)
    strips = [
        (beside, free.height - 2 * grid.ends, 90),
        (below, free.width - 2 * grid.ends, 0),
    ]
    strips.sort(key=lambda strip: -strip[0])
    for thickness, length, angle in strips:
        if thickness >= _BAR_LEAST - 1e-6 and length >= BAR_LENGTH:
            return Furniture(
                _strip(free, angle, thickness, length, SLUG_HEIGHT, first=True),
                _strip(free, angle, thickness, BAR_LENGTH, min(STRIP, thickness), first=False),
            )
    thickness, length, angle = strips[0]
    no_bar = note(
        "furniture-left-out",
        "there is no room for the 100 mm scale bar outside the cards: measure a card to see"
        " whether the sheet was printed to size",
    )
    if thickness >= SLUG_HEIGHT - 1e-6 and length > 0:
        return Furniture(
            _strip(free, angle, thickness, length, SLUG_HEIGHT, first=True), None, (no_bar,)
        )
    no_slug = note(
        "furniture-left-out",
        "there is no room for the sheet's name and number outside the cards",
    )
    return Furniture(None, None, (no_slug, no_bar))


def _strip(
    free: Box, angle: int, thickness: float, length: float, height: float, *, first: bool
) -> Strip:
    """A strip in the middle of a free strip.

    It is the left or upper one if `first`, else the right or lower one."""
    if angle == 90:
        middle = free.x + thickness / 2 if first else free.right - thickness / 2
        return Strip(middle + height / 2, free.centre.y - length / 2, 90, length, height)
    middle = free.top - thickness / 2 if first else free.y + thickness / 2
    return Strip(free.centre.x - length / 2, middle - height / 2, 0, length, height)
