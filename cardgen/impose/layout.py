"""A layout: cards on a paper by the options of a build.

Where they stand, and what stands around them. Each layout is an object of one shape, in a file of
its own in layouts/."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from cardgen.base.findings import Finding, note
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM, enough
from cardgen.impose.calibration import correction, kind_of_sheet, named
from cardgen.impose.cutter import check_slots, lay_cut
from cardgen.impose.furniture import Furniture, furniture
from cardgen.impose.grid import (
    FULL_ROOM_SCORE,
    LEAST,
    PRINTER_EDGE,
    Grid,
    GridSpec,
    shown_mm,
)
from cardgen.impose.nested import lay_pieces
from cardgen.impose.options import Options
from cardgen.impose.plan import Plan, in_order, plan
from cardgen.model.sizes import Paper, Shape

NARROWEST = 0.3
"""Millimetres between two cuts, below which nobody makes them both."""
GUTTERS = (2.0, 1.5, 1.0, 0.5)
"""Millimetres that are tried where cards would touch whose borders differ."""
CUT_OFF = 1.0
"""Millimetres that a cut by hand may be off."""
_SEEN = 0.05 * MM
"""A white edge as narrow as this is none."""


Notes = tuple[Finding, ...]


def _always() -> bool:
    return True


class LayoutRequest(NamedTuple):
    """Cards of one shape for sheets of a paper, with options."""

    copies: Sequence[tuple[Any, int]]
    """Each card, or what stands for it, with its number of copies."""
    shape: Shape
    backed: bool
    """True if the cards have backs."""
    paper: Paper
    options: Options
    plain_borders: Callable[[], bool] = _always
    """Tells whether all cards end in one colour at the cut; called only where that matters."""
    by_grounds: Callable[[], Sequence[tuple[Any, int]]] | None = None
    """Gives the copies with those together that end in one colour; None where their order stays."""

    def grid_spec(self) -> GridSpec:
        options = self.options
        bleed = options.bleed * MM
        return GridSpec(
            self.shape,
            self.paper,
            options.margin * MM,
            bleed,
            (options.gutter or 0.0) * MM,
            # slots to skip take none of them: they were counted on a sheet without
            sum(count for _, count in self.copies),
            partial(room_score, bleed=bleed),
            options.bleeds == "rim",
        )

    @property
    def skipped_slots(self) -> list[int]:
        """The slots of every sheet that stay empty, counted from 0."""
        return [slot - 1 for slot in self.options.skip_slots]

    @property
    def skipped_first_slots(self) -> list[int]:
        """The slots of the first sheet that stay empty, counted from 0."""
        return [slot - 1 for slot in self.options.skip_first]


class Imposition(NamedTuple):
    """The sheets of some cards, their furniture, and notes.

    Furniture is slug and scale bar of each; notes tell what gave way."""

    plan: Plan[Any]
    furniture: Furniture | None
    notes: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A way to lay cards on sheets.

    --layout takes it by its `name`; its help adds `about`."""

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
    flows_on: bool = False
    """Whether decks of all sizes follow one another on the pages of a whole game."""
    without_backs: str = ""
    """What there is to say where cards have no backs."""

    def option_problems(self, options: Options) -> Iterator[Finding]:
        """The problems of options that do not go with this layout."""
        yield from ()

    def lay_out(self, request: LayoutRequest) -> Imposition:
        """The sheets of some cards. Raises CardgenError where the paper cannot hold a card."""
        options = request.options
        grid, grid_notes = self.fit_grid(request)
        if request.by_grounds and _shows_neighbours(grid):
            request = request._replace(copies=request.by_grounds())
        check_slots({*options.skip_slots, *options.skip_first}, grid)
        around = furniture(grid)
        backed = request.backed and self.backed
        moved, calibration_notes = (
            calibrated(grid, options) if backed and self.two_sided else (None, ())
        )
        dealt = replace(
            self.deal(request, grid, moved),
            marks=options.marks,
            marks_on=options.marks_on,
            rim=grid.rim,
            cut_files=options.makes_cuts,
            bridges=options.bridges * MM,
        )
        dealt, back_notes = with_bleed_on_backs(dealt, options.back_bleed)
        sheets = in_order(dealt, options.order)
        paper = request.paper.name
        notes = (
            *sheets.notes,
            *grid_notes,
            *on_paper((*back_notes, *around.notes), paper),
            *calibration_notes,
        )
        if self.without_backs and not backed:
            notes += (note("backs-missing", self.without_backs),)
        return Imposition(sheets, around, notes)

    def fit_grid(self, request: LayoutRequest) -> tuple[Grid, tuple[Finding, ...]]:
        """The grid that holds the cards, and notes of what gave way. Raises CardgenError."""
        options = request.options
        spec = request.grid_spec()
        lay_grid = self._grid_maker(request)
        grid = lay_grid(spec)
        may_widen = options.gutter is None and not options.labels and options.bleeds == "own"
        if may_widen and _touches(grid) and not request.plain_borders():
            return _with_gutter(grid, lay_grid, spec)
        return grid, ()

    def _grid_maker(self, request: LayoutRequest) -> Callable[[GridSpec], Grid]:
        options = request.options
        if options.cutter:
            from cardgen.impose.registration import find_cutter

            return partial(lay_cut, registration=find_cutter(options.cutter))
        if options.labels:
            from cardgen.impose.label_grid import lay_labels

            return partial(lay_labels, sheet=options.labels)
        # cards without backs stand in a plain grid
        return self.grid if request.backed or not self.backed else lay_pieces

    def deal(self, request: LayoutRequest, grid: Grid, moved: Matrix | None) -> Plan[Any]:
        """The cards dealt onto sheets, with backs `moved` by a calibration."""
        return plan(
            request.copies,
            grid,
            backed=request.backed and self.backed,
            flip=request.options.flip,
            moved=moved,
            skip=request.skipped_slots,
            skip_first=request.skipped_first_slots,
        )


def with_bleed_on_backs(sheets: Plan[Any], millimetres: float | None) -> tuple[Plan[Any], Notes]:
    """The plan whose backs have so much bleed, with a note where there is less room.

    They have it as far as the marks reach, for words stand beyond, and up to halfway between two
    cuts. Fronts that have more keep theirs behind them, too."""
    if millimetres is None or not sheets.backs or sheets.shape.kind != "rectangle":
        return sheets, ()
    wanted = millimetres * MM
    across, down = (max(own, min(wanted, own + sheets.mark)) for own in sheets.bleeds)
    notes: Notes = ()
    if min(across, down) < wanted - 0.005 * MM:
        sentence = (
            f"{shown_mm(wanted)} of bleed around the backs does not fit:"
            f" {shown_mm(min(across, down))} is used"
        )
        notes = (note("bleed-reduced", sentence),)
    return replace(sheets, back_bleeds=(across, down)), notes


def room_score(grid: Grid, bleed: float) -> int:
    """The score of a sheet's room, from its furniture.

    It is 1, and 1 more each for the slug and the scale bar; `FULL_ROOM_SCORE` less where not even
    the least bleed fits that is asked for."""
    around = furniture(grid)
    return (
        bool(around.slug)
        + bool(around.scale_bar)
        + (1 if grid.bleed >= min(bleed, LEAST) - 1e-6 else 1 - FULL_ROOM_SCORE)
    )


def _touches(grid: Grid) -> bool:
    """True if neighbours are so near that nobody cuts twice between them."""
    return (
        grid.shape.kind == "rectangle"
        and grid.capacity > 1
        and 2 * grid.bleed + grid.gutter < NARROWEST * MM
    )


def _shows_neighbours(grid: Grid) -> bool:
    """True if a cut that is off may show the bleed of a neighbour."""
    across, down = (bleed + grid.gutter for bleed in grid.bleeds_between)
    is_near_beside = grid.columns > 1 and across < CUT_OFF * MM
    return is_near_beside or (grid.rows > 1 and down < CUT_OFF * MM)


def _with_gutter(
    grid: Grid, lay_grid: Callable[[GridSpec], Grid], spec: GridSpec
) -> tuple[Grid, tuple[Finding, ...]]:
    """The grid with room for two cuts between different borders.

    A note tells it. It is done only if that costs no card, no name and no scale bar. A narrower
    gutter may leave the room that a wide one takes."""
    paper = spec.paper.name
    for gutter in GUTTERS:
        wider = lay_grid(spec._replace(gutter=gutter * MM))
        if (
            wider.held >= grid.held
            and wider.bleed >= grid.bleed - 1e-6
            and spec.room_score(wider) >= spec.room_score(grid)
        ):
            sentence = (
                f"a gutter of {gutter:g} mm is left between the cards on {paper}: the borders of"
                " neighbours differ, so that each card gets its own cuts"
            )
            return wider, (note("gutter-changed", sentence),)
    sentence = (
        f"there is no room on {paper} for two cuts between cards, though their borders differ: use"
        " --gutter 1 for fewer cards with cuts of their own, or a larger paper"
    )
    return grid, (note("gutter-changed", sentence),)


def _left_white(grid: Grid, moved: Matrix) -> Iterator[Finding]:
    """The note of backs moved to where the printer prints nothing.

    Backs moved off the paper count, too. It says at which edges, and how far."""
    trims = bounds(moved.box(trim) for trim in grid.trims())
    off = not grid.page.contains(trims)
    within, blank = (grid.page, 0.0) if off else (grid.printable, min(grid.margin, PRINTER_EDGE))
    of_cards = _beyond(trims, within)
    of_bleed = _beyond(moved.box(grid.covered), within)
    blank_parts = [
        f"{amount / MM:.1f} mm of {part} at the {edge}"
        for edge in of_bleed
        for part, amount in (
            (("the outer cards", of_cards[edge]),)
            if of_cards[edge] > _SEEN
            else (("the bleed", of_bleed[edge]),)
        )
        if amount > _SEEN
    ]
    if not blank_parts:
        return
    if off:
        sentence = (
            f"moved that far, backs reach beyond the paper, {' and '.join(blank_parts)}: set the"
            " printer right first"
        )
        yield note("backs-moved", sentence)
        return
    stands = _beyond(grid.covered, grid.page)
    margin = (
        max(of_bleed[edge] - stands[edge] for edge in of_bleed if of_bleed[edge] > _SEEN)
        + PRINTER_EDGE
        - blank
    )
    sentence = (
        f"moved so, {' and '.join(blank_parts)} of the back page may stay white, for printers"
        f" leave {blank / MM:.1f} mm blank"
    )
    sentence += f": use --margin {enough(margin / MM)}, or look at those cards"
    yield note("backs-moved", sentence)


def _beyond(box: Box, within: Box) -> dict[str, float]:
    """The lengths by which a box reaches out of another.

    There is one for each edge, in points; 0 or less where it does not reach out."""
    edges = {"left": within.x - box.x, "right": box.right - within.right}
    return edges | {"bottom": within.y - box.y, "top": box.top - within.top}


def on_paper(notes: Iterable[Finding], paper: str) -> list[Finding]:
    """The notes, each with the paper that it is about."""
    return [replace(finding, what=f"{finding.what} (on {paper})") for finding in notes]


def calibrated(grid: Grid, options: Options) -> tuple[Matrix | None, tuple[Finding, ...]]:
    """The matrix that moves this grid's backs, and notes."""
    calibration = options.calibration
    if not calibration or not calibration.measured:
        return None, ()
    whose = f' of the printer "{calibration.printer}"' if calibration.printer else ""
    misprint = calibration.measured.get(kind_of_sheet(options.flip, grid.landscape))
    if misprint:
        moved = correction(misprint, grid.page, options.flip)
        sentence = f"the backs are moved by the calibration{whose}: {misprint}"
        return moved, (note("backs-moved", sentence), *_left_white(grid, moved))
    lying = "on their side" if grid.landscape else "upright"
    call = f"--flip {options.flip}" + " --landscape" * grid.landscape + named(calibration.printer)
    sentence = (
        f"the calibration{whose} does not hold for sheets {lying}, flipped on the {options.flip}"
        " edge: these backs are not moved"
    )
    return None, (note("backs-moved", f"{sentence} (cardgen calibrate {call})"),)
