"""Small tables within a text: rows whose cells stand side by side, in columns as wide as they
need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from cardgen.engine.typography.paragraph import (
    LineBreaking,
    LinePiece,
    Paragraph,
    SetLine,
)
from cardgen.engine.typography.text_blocks import TableColumns
from cardgen.engine.typography.text_place import TextPlace

_BETWEEN = 0.8
"""The room between two columns, in ems."""
_HAIR = 1e-6


class TextTable:
    """The columns that the rows of a table share; `aligns` has how each is aligned.

    Widths are in ems."""

    def __init__(self, aligns: Sequence[str]) -> None:
        self.aligns = tuple(aligns)
        self.columns = TableColumns(len(self.aligns))

    def row(self, cells: Sequence[Paragraph | None]) -> TableRow:
        """Add a row of cells; None for one that is empty."""
        for column, cell in enumerate(cells):
            if cell:
                self.columns.take(column, cell.extent)
        return TableRow(self, tuple(cells))

    @property
    def least_width(self) -> float:
        """The width that its longest words need."""
        return sum(self.columns.least_widths) + self._between

    @property
    def _between(self) -> float:
        return _BETWEEN * (len(self.aligns) - 1)

    def widths(self, room: float) -> list[float]:
        """The widths of the columns, which together have this room."""
        return self.columns.widths(room - self._between)


@dataclass(eq=False)
class TableRow:
    """A row of a table: what a box asks of a paragraph, it answers for its cells."""

    table: TextTable
    cells: tuple[Paragraph | None, ...]
    leftward = False
    divisible = False

    @property
    def paragraphs(self) -> list[Paragraph]:
        return [cell for cell in self.cells if cell]

    @property
    def barred(self) -> bool:
        return any(cell.barred for cell in self.paragraphs)

    @property
    def tall(self) -> bool:
        return any(cell.tall for cell in self.paragraphs)

    @property
    def widest(self) -> float:
        return self.table.least_width

    def parted(self, width: float, *, keeps: bool) -> TableRow:
        """Return itself: its words stay whole."""
        return self

    def balanced(self, lines: list[SetLine], width: float, breaking: LineBreaking) -> list[SetLine]:
        """Return the lines as they are."""
        return lines

    def set_lines(self, width: float, breaking: LineBreaking) -> list[SetLine]:
        """Lines that hold those of all cells side by side, in at most this width if its words allow
        it."""
        widths = self.table.widths(width)
        places = list(accumulate((column + _BETWEEN for column in widths), initial=0.0))
        texts = [
            cell.set_lines(column + _HAIR, breaking) if cell else []
            for cell, column in zip(self.cells, widths, strict=True)
        ]
        full_width = places[-1] - _BETWEEN
        lines = []
        for number in range(max(map(len, texts))):
            pieces: list[LinePiece] = []
            above = below = 0.0
            for column, text in enumerate(texts):
                if number >= len(text):
                    continue
                line = text[number]
                share = TextPlace.ALIGN[self.table.aligns[column]]
                x = places[column] + share * (widths[column] - line.width)
                pieces += [piece._replace(x=piece.x + x) for piece in line.pieces]
                above, below = max(above, line.above), max(below, line.below)
            holds_object = any(piece.font is None for piece in pieces)
            lines.append(SetLine(full_width, tuple(pieces), False, above, below, holds_object))
        return lines
