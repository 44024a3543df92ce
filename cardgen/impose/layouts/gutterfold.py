"""Gutterfold: fronts and backs on halves of a folded page.

Folding it lays each back behind its front. For printers that print one side only, or that lay the
second side too far off. The folded halves are glued, then the cards are cut. Pure geometry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from cardgen.base.findings import Finding
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM
from cardgen.impose.grid import Grid, GridSpec, best_grid, distance, pages, shown_mm
from cardgen.impose.layout import SheetLayout
from cardgen.impose.marks import Segment

FOLD = 5 * MM
"""How far every bleed stays from the fold: paper does not fold to a hair, and the glue must hold
there."""


@dataclass(frozen=True, slots=True)
class FoldedGrid(Grid):
    """The grid of the fronts on one half of the page.

    `columns`, `rows` and what follows from them are those of one half. The fold runs through the
    middle of the page: across it, with the fronts above and the backs on their heads below; or, if
    `upright`, from top to bottom, with the fronts on the left and the backs, upright, on the
    right."""

    upright: bool = False

    @property
    def room(self) -> Box:
        return self.home

    def over(self, flip: str = "") -> Matrix:
        """The matrix by which folding moves a point, whatever the flip.

        It goes to its mirror image beyond the fold."""
        page = self.page
        if self.upright:
            return Matrix(-1, 0, 0, 1, page.width, 0)
        return Matrix.flip(page.height)

    @property
    def home(self) -> Box:
        """The room of the fronts, between the fold and the margins."""
        page = self.page
        keep = distance(self.margin)
        if self.upright:
            return Box(keep, keep, page.width / 2 - FOLD - keep, page.height - 2 * keep)
        return Box(
            keep, page.height / 2 + FOLD, page.width - 2 * keep, page.height / 2 - FOLD - keep
        )

    @property
    def covered(self) -> Box:
        return bounds((self.block, self.over().box(self.block)))

    @property
    def both(self) -> str:
        return "gutterfold, fold along the dashed line"

    @property
    def fold(self) -> Segment:
        """The fold line as drawn, as far as the marks reach.

        It meets neither slug nor scale bar then."""
        middle = self.page.centre
        reach = self.covered.grown(self.mark)
        printable = self.printable
        if self.upright:
            return Segment(
                middle.x, max(reach.y, printable.y), middle.x, min(reach.top, printable.top)
            )
        return Segment(
            max(reach.x, printable.x), middle.y, min(reach.right, printable.right), middle.y
        )


def lay_fold(spec: GridSpec) -> FoldedGrid:
    """The folded grid that holds the most cards of a shape.

    The paper is tried upright and on its side, the fold across it and from top to bottom, the cards
    always upright. As on other sheets cards count before bleed, which shrinks until the grid fits;
    of equals the fold across the page wins, with the backs on their heads: a fold along the page's
    longer side first, then the other; and rows and columns that no card needs are given up as
    there. Raises CardgenError when a length is impossible or no card fits."""
    kinds = [
        partial(FoldedGrid, page=page, upright=upright)
        for upright in (False, True)
        for page in reversed(pages(spec.paper))
    ]
    where = f"on {spec.paper.name} with a margin of {shown_mm(spec.margin)}"
    sentence = f"a card of {spec.shape} and its back do not fit beside each other {where}"
    return best_grid(
        spec,
        kinds,
        lambda: Finding(
            "size-does-not-fit",
            sentence,
            "use a larger paper, a smaller margin, or --layout duplex",
        ),
    )


LAYOUT = SheetLayout(
    "gutterfold",
    about="backs beside their fronts, to fold and glue",
    grid=lay_fold,
    without_backs="without backs there is nothing to fold: these cards are printed on one side",
)
