"""Tent: front and back in one piece, joined at their tops.

It serves standees and cards that stand like tents. The back stands on its head above the front. Cut
around both, folded in the middle and glued, or left open at the foot, the piece shows its front on
one side and its back on the other, both upright. Pure geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM
from cardgen.impose.grid import Grid, best_grid, pages, shown_mm
from cardgen.impose.guides import has_ticks
from cardgen.impose.layout import LayoutRequest, SheetLayout
from cardgen.impose.marks import Segment, cut_marks
from cardgen.impose.plan import K, Plan, SheetSide, Slot, windows
from cardgen.model.sizes import Shape


@dataclass(frozen=True, slots=True)
class TentPlan(Plan[K]):
    """Sheets whose fronts and backs touch. Neither has bleed at the fold, where it would lie on the
    other."""

    def _side(self, name: str, cards: list[K], placements: tuple[Matrix, ...]) -> SheetSide[K]:
        shape, (across, down) = self.shape, self.bleeds
        used = placements[: len(cards)]
        window = Box(-across, -down, shape.width + 2 * across, shape.height + down)
        if self.rim:
            over = _over(shape)
            everything = (*used, *(placed @ over for placed in used))
            shown = windows(shape, everything, (across, down))[: len(used)]
        else:
            shown = (window,) * len(used)
        trims = [placed.box(shape.box) for placed in used]
        slots = tuple(
            Slot(card, trim, placed, part)
            for card, trim, placed, part in zip(cards, trims, used, shown, strict=True)
        )
        marks: tuple[Segment, ...] = ()
        if name == "front":
            marks = tuple(self._folds(trims))
            if self.has_marks(name) and has_ticks(self.marks, shape):
                marks = (
                    *cut_marks(_unfolded(shape), used, self.bleeds, self.printable, self.mark),
                    *marks,
                )
        return SheetSide(
            name, slots, marks, bounds(trims), bounds([placed.box(window) for placed in used])
        )

    def _folds(self, fronts: Sequence[Box]) -> Iterator[Segment]:
        """The marks to fold by, at both ends of each row.

        They stand halfway between the marks to cut by."""
        reach, (across, _), free = self.mark, self.bleeds, self.printable
        for top, row in groupby(fronts, lambda front: front.top):
            ends = bounds(list(row)).grown(across)
            yield Segment(ends.x, top, max(free.x, ends.x - reach), top)
            yield Segment(ends.right, top, min(free.right, ends.right + reach), top)


def _over(shape: Shape) -> Matrix:
    """The place of a piece's back above its front, or of its front above its back."""
    return Matrix(-1, 0, 0, -1, shape.width, 2 * shape.height)


def _unfolded(shape: Shape) -> Shape:
    """A piece as it is cut out: its front, and its back above."""
    return Shape("rectangle", shape.width, 2 * shape.height)


class TentLayout(SheetLayout):
    """Rectangles whose backs are joined to their fronts."""

    def fit_grid(self, request: LayoutRequest) -> tuple[Grid, tuple[Finding, ...]]:
        if not request.backed:
            return SheetLayout.fit_grid(self, request)
        shape, paper = request.shape, request.paper
        if shape.kind != "rectangle":
            raise CardgenError(
                Finding(
                    "layout-impossible",
                    f"a piece of {shape} has no straight upper edge to fold at",
                    "use --layout gutterfold for it",
                )
            )
        too_large = Finding(
            "size-does-not-fit",
            f"a card of {shape} and its back above it do not fit on {paper.name} with a margin of"
            f" {shown_mm(request.options.margin * MM)}",
            "use a larger paper",
        )
        spec = request.grid_spec()._replace(shape=_unfolded(shape))
        grids = [partial(Grid, page=page) for page in pages(paper)]
        return best_grid(spec, grids, lambda: too_large), ()

    def deal(self, request: LayoutRequest, grid: Grid, moved: Matrix | None) -> Plan[Any]:
        if not request.backed:
            return SheetLayout.deal(self, request, grid, moved)
        fronts = SheetLayout.deal(self, request._replace(backed=False), grid, moved)
        return _joined(fronts, request.shape)


def _joined(unfolded: Plan[Any], shape: Shape) -> TentPlan[Any]:
    """The sheets of unfolded pieces as those of their fronts and backs."""
    over = _over(shape)
    return TentPlan(
        page=unfolded.page,
        shape=shape,
        copies=unfolded.copies,
        fronts=unfolded.fronts,
        backs=tuple(front @ over for front in unfolded.fronts),
        bleeds=unfolded.bleeds,
        printable=unfolded.printable,
        mark=unfolded.mark,
        notes=unfolded.notes,
        both="tent, fold each piece at the marks in its middle",
        opening=unfolded.opening,
    )


LAYOUT = TentLayout(
    "tent",
    about="front and back joined at the top, to fold",
    without_backs="without backs there is nothing to fold: these cards are printed on one side",
)
