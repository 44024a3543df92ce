"""Circles and hexagons in staggered columns, as in honeycombs.

They are taken where that saves a sheet. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardgen.base.geometry import Box
from cardgen.impose.grid import (
    Grid,
    GridSpec,
    bleed_notes,
    cards_to_a_sheet,
    lay_grid,
    pages,
    roomiest,
    usable_gutter,
)
from cardgen.impose.interlocked import lay_interlocked
from cardgen.model.sizes import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedGrid(Grid):
    """Columns of which every second one stands half a row lower. Where it is `short`, it has a
    piece less, and ends above the others.

    Every bleed is half a gutter or more from where the next piece's own half begins, so that each
    has its cut marks to itself."""

    short: bool = False

    @property
    def capacity(self) -> int:
        return self.columns * self.rows - (self.columns // 2 if self.short else 0)

    @property
    def steps(self) -> float:
        """The number of rows the lowest piece stands below the highest."""
        return self.rows - 1 + (0.5 if self.columns > 1 and not self.short else 0.0)

    @property
    def pitch(self) -> tuple[float, float]:
        """The distances between columns, and between pieces in one."""
        touching, share = _columns(self.shape)
        across = touching + share * (self.bleed + self.gutter / 2)
        down = self.shape.height + 2 * self.bleed + self.gutter
        return across, down

    @property
    def block(self) -> Box:
        across, down = self.pitch
        width = (self.columns - 1) * across + self.shape.width + 2 * self.bleed
        height = self.steps * down + self.shape.height + 2 * self.bleed
        middle = self.home.centre
        return Box(middle.x - width / 2, middle.y - height / 2, width, height)

    def trims(self) -> Iterator[Box]:
        """Yield the box around each piece, row by row."""
        across, down = self.pitch
        width, height = self.shape.width, self.shape.height
        left = self.block.x + self.bleed
        top = self.block.top - self.bleed - height
        for row in range(self.rows):
            is_last = row + 1 == self.rows
            for column in range(self.columns):
                is_lower = column % 2
                if is_lower and is_last and self.short:
                    continue
                x = left + column * across
                y = top - (row + is_lower / 2) * down
                yield Box(x, y, width, height)


def lay_pieces(spec: GridSpec) -> Grid:
    """The grid of `lay_grid`, or a nested one with fewer sheets.

    Round and six-sided pieces can be nested; of these grids it is the roomiest one. Raises
    CardgenError as `lay_grid` does."""
    plain = lay_grid(spec)
    if spec.shape.outline:
        return lay_interlocked(spec, plain)
    if spec.shape.kind == "rectangle" or spec.cards <= plain.held:
        return plain
    nested = [grid for grid in _nested(spec) if grid.bleed >= 0]
    most = max((grid.capacity for grid in nested), default=0)
    plain_sheets = math.ceil(spec.cards / plain.held)
    if plain_sheets <= math.ceil(spec.cards / max(1, most)):
        return plain
    least_capacity = cards_to_a_sheet(spec.cards, most)
    candidates = [grid for grid in nested if grid.capacity >= least_capacity]
    best = roomiest(candidates, lambda grid: grid, spec.room_score)
    if best is None:
        return plain
    return replace(best, notes=bleed_notes(best, spec.bleed, spec.paper))


def _nested(spec: GridSpec) -> Iterator[NestedGrid]:
    """Yield all nested grids on the paper with the most bleed.

    The bleed is below 0 where there is no room at all."""
    shape, margin = spec.shape, spec.margin
    gutter, _ = usable_gutter(shape, spec.gutter)
    _, share = _columns(shape)
    for page in pages(spec.paper):
        room = NestedGrid(shape, page, 1, 1, margin, 0.0, gutter).room
        for columns, rows, short in nests(shape, room, gutter):
            grid = NestedGrid(shape, page, columns, rows, margin, 0.0, gutter, short=short)
            block = grid.block
            # a point of bleed widens the block on both sides, and parts its columns
            across = (room.width - block.width) / (2 + (columns - 1) * share)
            down = (room.height - block.height) / (2 + 2 * grid.steps)
            yield replace(grid, bleed=min(spec.bleed, across, down))


def nests(shape: Shape, room: Box, gutter: float) -> Iterator[tuple[int, int, bool]]:
    """Yield the columns and rows that a room can hold.

    They are the most, of pieces without bleed. And whether every second column is short of one."""
    touching, share = _columns(shape)
    across = touching + share * gutter / 2
    down = shape.height + gutter
    further_columns = math.floor(max(0.0, room.width - shape.width) / across + 1e-9)
    most_rows = math.floor((room.height + gutter) / down + 1e-9)
    for columns in range(2, further_columns + 2):
        for rows in range(1, most_rows + 1):
            yield columns, rows, False
            if rows > 1:
                yield columns, rows, True


class _ColumnSpacing(NamedTuple):
    """The distance of columns, each of which lies half a row lower than the one before."""

    touching: float
    """The distance of columns whose pieces touch."""
    per_point_of_bleed: float
    """The distance that each point between the pieces' own halves adds."""


def _columns(shape: Shape) -> _ColumnSpacing:
    """The distance of columns of circles or hexagons.

    A hexagon is a quarter of its width wide beside its upper and lower sides, whatever its
    height."""
    if shape.kind == "circle":
        return _ColumnSpacing(shape.width * math.sqrt(3) / 2, math.sqrt(3))
    aside = shape.width / 4
    half = shape.height / 2
    return _ColumnSpacing(3 * aside, (2 * math.hypot(aside, half) - aside) / half)
