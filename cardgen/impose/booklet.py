"""A booklet: one signature of nested sheets for saddle stitch.

The sheets are folded and stitched through the fold. Pure geometry. Each sheet of paper lies on its
side, holds two pages to a side, and is turned over its short edge."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.model.sizes import Paper

MOST = 64
"""Pages that can still be folded and stitched: 16 sheets of paper."""
THICKNESS = 0.1 * MM
"""Of a sheet of office paper, 80 g/m²."""


class Leafed(NamedTuple):
    """A page on a sheet.

    Its number counts from 1, None for a blank; `placement` maps the page's own points to the
    sheet."""

    page: int | None
    placement: Matrix


class BookletSheet(NamedTuple):
    """A sheet, the outermost first: its pages from left to right.

    Two of its front and two of its back; from right to left in a book that is read so."""

    front: tuple[Leafed, Leafed]
    back: tuple[Leafed, Leafed]


class Booklet(NamedTuple):
    """The sheets, and the size of their paper as it lies."""

    page: Box
    sheets: tuple[BookletSheet, ...]


def booklet(count: int, paper: Paper, *, last: int = 0, leftward: bool = False) -> Booklet:
    """A signature of `count` pages, each half the paper. Blanks fill it to a multiple of four,
    before the `last` pages: the back cover. A `leftward` one is read from right to left, its fold
    at the right of its cover.

    Nested sheets push one another out of the fold, and where their fore edges are trimmed alike the
    inner pages lose their outer margin: each sheet's pages move towards the fold by what the sheets
    around it take up (creep). Raises CardgenError for more than MOST pages."""
    if not 1 <= count <= MOST:
        sentence = f"a booklet has 1 to {MOST} pages, and this one would have {count}"
        raise CardgenError(
            Finding(
                "layout-impossible", sentence, "shorten the rulebook, or print it on whole sheets"
            )
        )
    total = -(-count // 4) * 4
    first = count - last
    order: list[int | None] = [
        *range(1, first + 1),
        *[None] * (total - count),
        *range(first + 1, count + 1),
    ]
    long = max(paper.width, paper.height)
    short = min(paper.width, paper.height)
    half = long / 2
    sheets = []
    for sheet in range(total // 4):
        inward = sheet * THICKNESS
        left = Matrix.shift(inward, 0)
        right = Matrix.shift(half - inward, 0)
        low = 2 * sheet
        high = total - 1 - 2 * sheet
        if leftward:
            left, right = right, left
        front = Leafed(order[high], left), Leafed(order[low], right)
        back = Leafed(order[low + 1], left), Leafed(order[high - 1], right)
        sheets.append(BookletSheet(front, back))
    return Booklet(Box(0, 0, long, short), tuple(sheets))
