"""Cards in the middle of labels, without marks to cut by.

The sheet is in pieces already. Pure geometry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardgen.base.findings import CardgenError, Finding, note
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM
from cardgen.impose.grid import Grid, GridSpec, bleed_notes, check_lengths
from cardgen.impose.label_sheet import LabelSheet, holding
from cardgen.model.sizes import Shape

_SMALLER = 1.0 * MM
"""By which a card may be smaller than its label without a word."""
_TOLD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelGrid(Grid):
    """The grid of a sheet of labels as it is fed.

    The page is upright, or on its side where it is sold so. Cards are `turned` by 90 degrees where
    they lie on the labels in no other way; `slack` is along their own width and height, as it is
    for upright ones."""

    sheet: LabelSheet
    turned: bool = False

    @property
    def block(self) -> Box:
        """The box around all labels."""
        sheet = self.sheet
        width, height = (
            (count - 1) * pitch
            for count, pitch in zip((sheet.columns, sheet.rows), sheet.pitch, strict=True)
        )
        top = self.page.height - sheet.top
        return Box(
            sheet.left,
            top - height - sheet.label.height,
            width + sheet.label.width,
            height + sheet.label.height,
        )

    @property
    def covered(self) -> Box:
        """The box around all labels and bleed, and its mirror images.

        Backs lie there, and the strips at opposite edges are alike."""
        bleeds = self.bleeds[::-1] if self.turned else self.bleeds
        page = self.page
        block = bounds((self.block, *(trim.grown(*bleeds) for trim in self.trims())))
        return bounds(
            (
                block,
                Box(page.width - block.right, page.height - block.top, block.width, block.height),
            )
        )

    @property
    def mark(self) -> float:
        return 0.0

    def trims(self) -> Iterator[Box]:
        """The trim of every card, in reading order of the labels."""
        sheet, (across, down) = self.sheet, self.sheet.pitch
        width, height = (
            (self.shape.height, self.shape.width)
            if self.turned
            else (self.shape.width, self.shape.height)
        )
        left = sheet.left + (sheet.label.width - width) / 2
        low = self.page.height - sheet.top - (sheet.label.height + height) / 2
        for row in range(self.rows):
            for column in range(self.columns):
                yield Box(left + column * across, low - row * down, width, height)

    def placements(self) -> Iterator[Matrix]:
        for trim in self.trims():
            yield (
                Matrix.shift(trim.right, trim.y) @ Matrix.turn(90)
                if self.turned
                else Matrix.shift(trim.x, trim.y)
            )


def lay_labels(spec: GridSpec, sheet: LabelSheet) -> LabelGrid:
    """The grid of cards of a shape on the labels of a sheet.

    Bleed reaches at most halfway to the next card: between labels that touch there is none. The
    gutter that is asked for says nothing here. Raises CardgenError when a length is impossible or
    the card is larger than the label."""
    shape = spec.shape
    paper = spec.paper
    margin = spec.margin
    bleed = spec.bleed
    check_lengths(shape, margin=margin, bleed=bleed)
    turn = sheet.turn(shape)
    if turn is None:
        raise CardgenError(_too_large(shape, sheet))
    sides = (shape.height, shape.width) if turn else (shape.width, shape.height)
    across, down = (
        bleed if count == 1 else min(bleed, max(0.0, pitch - side) / 2)
        for count, pitch, side in zip((sheet.columns, sheet.rows), sheet.pitch, sides, strict=True)
    )
    across, down = (down, across) if turn else (across, down)
    least = min(across, down)
    slack = (across - least, down - least) if shape.kind == "rectangle" else (0.0, 0.0)
    page = paper.box
    grid = LabelGrid(
        shape,
        page,
        sheet.columns,
        sheet.rows,
        margin,
        least,
        0.0,
        (),
        slack,
        sheet=sheet,
        turned=bool(turn),
    )
    return replace(grid, notes=(*_smaller(sides, sheet), *bleed_notes(grid, bleed, paper)))


def _smaller(sides: tuple[float, float], sheet: LabelSheet) -> tuple[Finding, ...]:
    """The notes of cards that leave much of their labels empty."""
    label = sheet.label
    if sides[0] >= label.width - _SMALLER and sides[1] >= label.height - _SMALLER:
        return ()
    sentence = (
        f"the labels of {sheet} are larger than the cards ({label.measured()}): each card lies in"
        " the middle of one, without marks"
    )
    return (note("labels-larger", sentence),)


def _too_large(shape: Shape, sheet: LabelSheet) -> Finding:
    others = ", ".join(holding(shape)[:_TOLD])
    if others:
        remedy = f"use a smaller card, or --labels with one of: {others}"
    else:
        remedy = "use a smaller card, or print it on plain paper"
    return Finding(
        "too-large",
        f"a card of {shape} is larger than the labels of {sheet}, {sheet.label.measured()}",
        remedy,
    )
