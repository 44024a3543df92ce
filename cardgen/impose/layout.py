"""A layout: what the options of a build make of some cards on a paper, where they stand, and what
stands around them.

Each layout is an object of one shape, in a file of its own in layouts/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from cardgen.base.findings import Finding
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM, enough
from cardgen.impose.calibration import correction, kind_of_sheet, named
from cardgen.impose.cutter import check_slots, lay_cut
from cardgen.impose.furniture import Furniture, furniture
from cardgen.impose.grid import LEAST, PRINTER_EDGE, ROOMIEST, Grid, GridSpec
from cardgen.impose.label_grid import lay_labels
from cardgen.impose.nested import lay_pieces
from cardgen.impose.options import Options
from cardgen.impose.plan import Plan, in_order, plan
from cardgen.impose.registration import find_cutter
from cardgen.model.sizes import Paper, Shape

NARROWEST = 0.3
"""Millimetres between two cuts, below which nobody makes them both."""
GUTTERS = (2.0, 1.5, 1.0, 0.5)
"""Millimetres that are tried where cards would touch whose borders differ."""
_SEEN = 0.05 * MM
"""A white edge as narrow as this is none."""


class Imposition(NamedTuple):
    """The sheets of some cards on a paper, slug and scale bar of each, and what gave way."""

    plan: Plan[Any]
    furniture: Furniture | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A way to lay cards on sheets, by the `name` that --layout takes; `about` is what its help
    adds to that."""

    name: str
    about: str = ""
    grid: Callable[[GridSpec], Grid] = lay_pieces
    """The cards on a sheet, and what follows from where they stand: where backs lie, the fold, what
    the slug says of both sides."""
    backed: bool = True
    """Whether backs are printed."""
    two_sided: bool = False
    """Whether they are on the paper's other side, where a printer may lay them off."""
    cuttable: bool = False
    """Whether a cutting machine can take the sheets, and whether they may be cut already, as labels
    are."""
    explained: bool = True
    """Whether a whole game's sheets come with instructions."""
    without_backs: str = ""
    """What there is to say where cards have no backs."""

    def refused(self, options: Options) -> Iterator[Finding]:
        """What cannot be asked for together with this layout."""
        yield from ()

    def lay_out(
        self,
        copies: Sequence[tuple[Any, int]],
        shape: Shape,
        backed: bool,
        paper: Paper,
        options: Options,
        plain: Callable[[], bool] = lambda: True,
    ) -> Imposition:
        """Cards of a shape on a paper; cards that are not `backed` stand in a plain grid, on one
        side.

        `plain` tells whether all cards end in one colour at the cut; it is asked only where that
        matters. Raises CardgenError where the paper cannot hold a card."""
        lay = self._lay(backed, options)
        margin, bleed, gutter = (
            length * MM for length in (options.margin, options.bleed, options.gutter or 0.0)
        )
        # with slots to skip too: they were counted on a sheet without
        cards = sum(count for _, count in copies)
        asked = GridSpec(shape, paper, margin, bleed, gutter, cards, partial(roomy, bleed=bleed))
        grid = lay(asked)
        notes: tuple[str, ...] = ()
        if options.gutter is None and not options.labels and _touching(grid) and not plain():
            grid, notes = _parted(grid, lay, asked)
        check_slots({*options.skip_slots, *options.skip_first}, grid)
        around = furniture(grid)
        backed = backed and self.backed
        moved, told = calibrated(grid, options) if backed and self.two_sided else (None, ())
        skip, skip_first = (
            [slot - 1 for slot in slots] for slots in (options.skip_slots, options.skip_first)
        )
        laid = plan(
            copies,
            grid,
            backed=backed,
            flip=options.flip,
            moved=moved,
            skip=skip,
            skip_first=skip_first,
        )
        laid = in_order(laid, options.order)
        notes = (
            *laid.notes,
            *notes,
            *(f"{note} (on {paper.name})" for note in around.notes),
            *told,
        )
        if self.without_backs and not backed:
            notes += (self.without_backs,)
        return Imposition(laid, around, notes)

    def _lay(self, backed: bool, options: Options) -> Callable[[GridSpec], Grid]:
        if options.cutter:
            return partial(lay_cut, registration=find_cutter(options.cutter))
        if options.labels:
            return partial(lay_labels, sheet=options.labels)
        return self.grid if backed or not self.backed else lay_pieces


def roomy(grid: Grid, bleed: float) -> int:
    """How much of what a sheet needs has room: 1 for the least bleed, if any is asked for, 2 for
    its name too, 3 for the scale bar too.

    By as much less, down to below 0, without that bleed.
    """
    around = furniture(grid)
    return (
        bool(around.slug)
        + bool(around.scale_bar)
        + (1 if grid.bleed >= min(bleed, LEAST) - 1e-6 else 1 - ROOMIEST)
    )


def _touching(grid: Grid) -> bool:
    """Whether neighbours are so near that nobody cuts twice between them."""
    return (
        grid.shape.kind == "rectangle"
        and grid.capacity > 1
        and 2 * grid.bleed + grid.gutter < NARROWEST * MM
    )


def _parted(
    grid: Grid, lay: Callable[[GridSpec], Grid], asked: GridSpec
) -> tuple[Grid, tuple[str, ...]]:
    """The grid with room for two cuts between cards whose borders differ, if that costs no card, no
    name and no scale bar.

    And what there is to say. A narrower gutter may leave the room that a wide one takes.
    """
    paper = asked.paper.name
    for gutter in GUTTERS:
        wider = lay(asked._replace(gutter=gutter * MM))
        if (
            wider.held >= grid.held
            and wider.bleed >= grid.bleed - 1e-6
            and asked.roomy(wider) >= asked.roomy(grid)
        ):
            why = "the borders of neighbours differ, so that each card gets its own cuts"
            return wider, (
                f"a gutter of {gutter:g} mm is left between the cards on {paper}: {why}",
            )
    what = f"there is no room on {paper} for two cuts between cards, though their borders differ"
    return grid, (
        f"{what}: use --gutter 1 for fewer cards with cuts of their own, or a larger paper",
    )


def _left_white(grid: Grid, moved: Matrix) -> Iterator[str]:
    """What to say of backs that are moved to where the printer leaves the paper blank, or off it:
    at which edges, and how far."""
    trims = bounds(moved.box(trim) for trim in grid.trims())
    off = not grid.page.contains(trims)
    within, blank = (grid.page, 0.0) if off else (grid.printable, min(grid.margin, PRINTER_EDGE))
    of_cards, of_bleed = _beyond(trims, within), _beyond(moved.box(grid.covered), within)
    told = [
        f"{amount / MM:.1f} mm of {part} at the {edge}"
        for edge in of_bleed
        for part, amount in (
            (("the outer cards", of_cards[edge]),)
            if of_cards[edge] > _SEEN
            else (("the bleed", of_bleed[edge]),)
        )
        if amount > _SEEN
    ]
    if not told:
        return
    if off:
        yield f"moved that far, backs reach beyond the paper, {' and '.join(told)}: set the printer right first"
        return
    stands = _beyond(grid.covered, grid.page)
    margin = (
        max(of_bleed[edge] - stands[edge] for edge in of_bleed if of_bleed[edge] > _SEEN)
        + PRINTER_EDGE
        - blank
    )
    what = f"moved so, {' and '.join(told)} of the back page may stay white, for printers leave {blank / MM:.1f} mm blank"
    yield f"{what}: use --margin {enough(margin / MM)}, or look at those cards"


def _beyond(box: Box, within: Box) -> dict[str, float]:
    """How far a box reaches out of another one at each of its edges, in points; 0 or less where it
    does not."""
    edges = {"left": within.x - box.x, "right": box.right - within.right}
    return edges | {"bottom": within.y - box.y, "top": box.top - within.top}


def calibrated(grid: Grid, options: Options) -> tuple[Matrix | None, tuple[str, ...]]:
    """What moves the backs of this grid's sheets, and what there is to say about it."""
    known = options.calibration
    if not known or not known.measured:
        return None, ()
    whose = f' of the printer "{known.printer}"' if known.printer else ""
    misprint = known.measured.get(kind_of_sheet(options.flip, grid.landscape))
    if misprint:
        moved = correction(misprint, grid.page, options.flip)
        notes: tuple[str, ...] = (f"the backs are moved by the calibration{whose}: {misprint}",)
        return moved, (*notes, *_left_white(grid, moved))
    lying = "on their side" if grid.landscape else "upright"
    call = f"--flip {options.flip}" + " --landscape" * grid.landscape + named(known.printer)
    what = f"the calibration{whose} does not hold for sheets {lying}, flipped on the {options.flip} edge: these backs are not moved"
    return None, (f"{what} (cardgen calibrate {call})",)
