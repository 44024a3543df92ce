"""What the options of a build make of some cards on a paper: where they stand, and what stands around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardgen.geometry import Matrix
from cardgen.impose.calibration import correction, kind_of_sheet
from cardgen.impose.contact import contact
from cardgen.impose.furniture import Furniture, furniture
from cardgen.impose.grid import Grid, lay_grid
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
    moved, calibrated = _calibrated(grid, options) if layout == "duplex" else (None, ())
    laid = plan(copies, grid, layout=layout, flip=options.flip, moved=moved)
    notes = (*laid.notes, *(f"{note} (on {paper.name})" for note in around.notes), *calibrated)
    if options.layout == "gutterfold" and not backed:
        notes += ("without backs there is nothing to fold: these cards are printed on one side",)
    return Laid(laid, around, notes)


def _calibrated(grid: Grid, options: Options) -> tuple[Matrix | None, tuple[str, ...]]:
    """What moves the backs of this grid's sheets, and what there is to say about it."""
    known = options.calibration
    if not known or not known.measured:
        return None, ()
    whose = f' of the printer "{known.printer}"' if known.printer else ""
    misprint = known.measured.get(kind_of_sheet(options.flip, grid.landscape))
    if misprint:
        return correction(misprint, grid.page, options.flip), (f"the backs are moved by the calibration{whose}: {misprint}",)
    lying = "on their side" if grid.landscape else "upright"
    call = f"--flip {options.flip}" + " --landscape" * grid.landscape
    what = f"the calibration{whose} does not hold for sheets {lying}, flipped on the {options.flip} edge: these backs are not moved"
    return None, (f"{what} (cardgen calibrate {call})",)
