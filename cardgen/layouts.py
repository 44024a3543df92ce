"""What the options of a build make of some cards on a paper: where they stand, and what stands around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardgen.impose.contact import contact
from cardgen.impose.furniture import Furniture, furniture
from cardgen.impose.grid import lay_grid
from cardgen.impose.gutterfold import lay_fold
from cardgen.impose.plan import Plan, plan
from cardgen.options import Options
from cardgen.stock import Paper, Shape
from cardgen.units import MM


class Laid(NamedTuple):
    """The sheets of some cards on a paper, slug and scale bar of each, and what gave way."""

    plan: Plan[Any]
    furniture: Furniture | None
    notes: tuple[str, ...]


def lay_out(copies: Sequence[tuple[Any, int]], shape: Shape, backed: bool, paper: Paper, options: Options) -> Laid:
    """Cards of a shape on a paper; without backs the sheets have one side. Raises CardgenError where the paper cannot hold a card."""
    if options.layout == "contact":
        return Laid(contact((card for card, _ in copies), shape, paper, margin=options.margin * MM), None, ())
    layout = options.layout if backed else "single"
    lay = lay_fold if layout == "gutterfold" else lay_grid
    grid = lay(shape, paper, margin=options.margin * MM, bleed=options.bleed * MM, gutter=options.gutter * MM)
    around = furniture(grid)
    laid = plan(copies, grid, layout=layout, flip=options.flip)
    notes = (*laid.notes, *(f"{note} (on {paper.name})" for note in around.notes))
    if options.layout == "gutterfold" and not backed:
        notes += ("without backs there is nothing to fold: these cards are printed on one side",)
    return Laid(laid, around, notes)
