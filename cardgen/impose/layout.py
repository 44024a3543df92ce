"""What the options of a build make of some cards on a paper: where they stand, and what stands around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cardgen.base.geometry import Matrix
from cardgen.base.units import MM
from cardgen.impose.calibration import correction, kind_of_sheet, named
from cardgen.impose.contact import contact
from cardgen.impose.cutter import check_slots, lay_cut
from cardgen.impose.furniture import Furniture, furniture
from cardgen.impose.grid import Grid, lay_grid
from cardgen.impose.gutterfold import lay_fold
from cardgen.impose.options import Options
from cardgen.impose.plan import Plan, plan
from cardgen.impose.registration import find_cutter
from cardgen.model.sizes import Paper, Shape

NARROWEST = 0.3
"""Millimetres between two cuts, below which nobody makes them both."""
LEAST = 0.3
"""Millimetres of bleed that even a careful cut needs: more than a sheet needs its name and its scale bar."""
GUTTERS = (2.0, 1.5, 1.0, 0.5)
"""Millimetres that are tried where cards would touch whose borders differ."""


class Imposition(NamedTuple):
    """The sheets of some cards on a paper, slug and scale bar of each, and what gave way."""

    plan: Plan[Any]
    furniture: Furniture | None
    notes: tuple[str, ...]


def lay_out(
    copies: Sequence[tuple[Any, int]],
    shape: Shape,
    backed: bool,
    paper: Paper,
    options: Options,
    plain: Callable[[], bool] = lambda: True,
) -> Imposition:
    """Cards of a shape on a paper; without backs the sheets have one side.

    `plain` tells whether all cards end in one colour at the cut; it is asked only where that matters. Raises CardgenError where the paper
    cannot hold a card.
    """
    if options.layout == "contact":
        return Imposition(contact((card for card, _ in copies), shape, paper, margin=options.margin * MM), None, ())
    layout = options.layout if backed else "single"
    cards = sum(count for _, count in copies)  # with slots to skip too: they were counted on a sheet without
    grid = _grid(shape, layout, paper, options, options.gutter or 0.0, cards)
    notes: tuple[str, ...] = ()
    if options.gutter is None and _touching(grid) and not plain():
        grid, notes = _parted(grid, lambda gutter: _grid(shape, layout, paper, options, gutter, cards), paper, options)
    check_slots(options.skip_slots, grid)
    around = furniture(grid)
    moved, calibrated = _calibrated(grid, options) if layout == "duplex" else (None, ())
    skip = [slot - 1 for slot in options.skip_slots]
    laid = plan(copies, grid, layout=layout, flip=options.flip, moved=moved, skip=skip)
    notes = (*laid.notes, *notes, *(f"{note} (on {paper.name})" for note in around.notes), *calibrated)
    if options.layout == "gutterfold" and not backed:
        notes += ("without backs there is nothing to fold: these cards are printed on one side",)
    return Imposition(laid, around, notes)


def _grid(shape: Shape, layout: str, paper: Paper, options: Options, gutter: float, cards: int) -> Grid:
    lengths = {"margin": options.margin * MM, "bleed": options.bleed * MM, "gutter": gutter * MM}

    def roomy(grid: Grid) -> int:
        return _roomy(grid, options)

    if options.cutter:
        return lay_cut(shape, paper, find_cutter(options.cutter), **lengths, cards=cards, roomy=roomy)
    return (lay_fold if layout == "gutterfold" else lay_grid)(shape, paper, **lengths, cards=cards, roomy=roomy)


def _roomy(grid: Grid, options: Options) -> int:
    """How much of what a sheet needs has room: 1 for the least bleed, if any is asked for, 2 for its name too, 3 for the scale bar too."""
    if grid.bleed < min(options.bleed, LEAST) * MM - 1e-6:
        return 0
    around = furniture(grid)
    return 1 + bool(around.slug) + bool(around.scale_bar)


def _touching(grid: Grid) -> bool:
    """Whether neighbours are so near that nobody cuts twice between them."""
    return grid.shape.kind == "rectangle" and grid.capacity > 1 and 2 * grid.bleed + grid.gutter < NARROWEST * MM


def _parted(grid: Grid, lay: Callable[[float], Grid], paper: Paper, options: Options) -> tuple[Grid, tuple[str, ...]]:
    """The grid with room for two cuts between cards whose borders differ, if that costs no card, no name and no scale bar.

    And what there is to say. A narrower gutter may leave the room that a wide one takes.
    """
    for gutter in GUTTERS:
        wider = lay(gutter)
        if wider.held >= grid.held and wider.bleed >= grid.bleed - 1e-6 and _roomy(wider, options) >= _roomy(grid, options):
            why = "the borders of neighbours differ, so that each card gets its own cuts"
            return wider, (f"a gutter of {gutter:g} mm is left between the cards on {paper.name}: {why}",)
    what = f"there is no room on {paper.name} for two cuts between cards, though their borders differ"
    return grid, (f"{what}: use --gutter 1 for fewer cards with cuts of their own, or a larger paper",)


def _calibrated(grid: Grid, options: Options) -> tuple[Matrix | None, tuple[str, ...]]:
    """What moves the backs of this grid's sheets, and what there is to say about it."""
    known = options.calibration
    if not known or not known.measured:
        return None, ()
    whose = f' of the printer "{known.printer}"' if known.printer else ""
    misprint = known.measured.get(kind_of_sheet(options.flip, grid.landscape))
    if misprint:
        moved = correction(misprint, grid.page, options.flip)
        notes: tuple[str, ...] = (f"the backs are moved by the calibration{whose}: {misprint}",)
        if not all(grid.page.contains(moved.box(trim)) for trim in grid.trims()):
            notes += ("moved that far, backs reach beyond the paper: set the printer right first",)
        return moved, notes
    lying = "on their side" if grid.landscape else "upright"
    call = f"--flip {options.flip}" + " --landscape" * grid.landscape + named(known.printer)
    what = f"the calibration{whose} does not hold for sheets {lying}, flipped on the {options.flip} edge: these backs are not moved"
    return None, (f"{what} (cardgen calibrate {call})",)
