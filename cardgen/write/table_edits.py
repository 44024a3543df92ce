"""Edits of the table that a deck has its cards from: cells and rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.columns import letters
from cardgen.load.workbook import Cell
from cardgen.model.cards import CardTable
from cardgen.model.fields import Field
from cardgen.model.table_files import is_workbook
from cardgen.write.delimited import DelimitedText
from cardgen.write.workbook_cells import CellText, WorkbookFile

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
FileBytes = tuple[Path, bytes, bytes]
"""A file with its bytes before and after an edit."""


class TableEditor:
    """Makes edits of a table. Its methods raise CardgenError for what cannot be written."""

    def __init__(self, table: CardTable) -> None:
        self.table = table

    def with_cells(
        self, row: int, fields: Mapping[str, Field], values: Mapping[str, Any]
    ) -> FileBytes:
        """The table with other values in a row."""
        return self.with_rows(fields, {row: values})

    def with_rows(
        self, fields: Mapping[str, Field], rows: Mapping[int, Mapping[str, Any]]
    ) -> FileBytes:
        """The table with other values in some rows."""
        if not is_workbook(self.table.file.name):
            text = DelimitedText(self.table.file, self.table.separator)
            for row in sorted(rows, reverse=True):  # a value may come to have other lines
                text.with_cells(row, self._texts(row, fields, rows[row]))
            return text.file, text.before, text.bytes_of(text.text)
        book = WorkbookFile.read(self.table.file, self.table.sheet)
        names = {
            (row, self._column(name, row)): name for row, values in rows.items() for name in values
        }
        cells, locked = book.cells(), book.locked(names)
        new_cells = {}
        for (row, column), name in names.items():
            if (row, column) in locked:
                book.check(row, column)
            text_of_cell = _cell_text(fields[name], rows[row][name])
            old = cells.get((row, column))
            new_cells[row, column] = _typed_cell(fields[name], text_of_cell, old)
        return book.file, book.before, book.with_cells(new_cells)

    def _texts(
        self, row: int, fields: Mapping[str, Field], values: Mapping[str, Any]
    ) -> dict[int, str]:
        """What the cells of a row come to say, by column."""
        return {
            self._column(name, row): _cell_text(fields[name], value)
            for name, value in values.items()
        }

    def with_row(
        self, behind: int, fields: Mapping[str, Field], values: Mapping[str, Any]
    ) -> FileBytes:
        """The table with a new row behind another one."""
        return self.with_new_rows(behind, fields, [values])

    def with_new_rows(
        self, behind: int, fields: Mapping[str, Field], rows: Sequence[Mapping[str, Any]]
    ) -> FileBytes:
        """The table with new rows behind another one."""
        has_ids = "id" in self.table.columns
        written = [
            {name: value for name, value in values.items() if name != "id" or has_ids}
            for values in rows
        ]
        if is_workbook(self.table.file.name):
            book = WorkbookFile.read(self.table.file, self.table.sheet)
            new_rows = range(behind + 1, behind + 1 + len(rows))
            for row in sorted({row for row, _ in book.cells()}.intersection(new_rows)):
                raise self._refused(
                    f"row {row} is not empty, and moving it would change formulas",
                    "insert a row there in the spreadsheet program",
                    row,
                )
            return self.with_rows(fields, dict(zip(new_rows, written, strict=True)))
        text = DelimitedText(self.table.file, self.table.separator)
        for values in reversed(written):
            text.with_row(behind, self._texts(behind, fields, values))
        return text.file, text.before, text.bytes_of(text.text)

    def without_row(self, row: int) -> FileBytes:
        """The table without a row; that of a workbook is emptied."""
        return self.without_rows([row])

    def without_rows(self, rows: Sequence[int]) -> FileBytes:
        """The table without some rows; those of a workbook are emptied."""
        if is_workbook(self.table.file.name):
            book = WorkbookFile.read(self.table.file, self.table.sheet)
            spots = [spot for spot in book.cells() if spot[0] in set(rows)]
            for spot in book.locked(spots):
                book.check(*spot)
            empty = dict.fromkeys(spots, CellText("", ""))
            return book.file, book.before, book.with_cells(empty)
        text = DelimitedText(self.table.file, self.table.separator)
        for row in sorted(rows, reverse=True):
            text.without_row(row)
        return text.file, text.before, text.bytes_of(text.text)

    def moved(self, row: int, behind: int) -> FileBytes:
        """The table with a row behind another one."""
        if is_workbook(self.table.file.name):
            raise self._refused(
                "moving a row of a workbook would change formulas",
                "move it in the spreadsheet program",
                row,
            )
        text = DelimitedText(self.table.file, self.table.separator)
        text.moved(row, behind)
        return text.file, text.before, text.bytes_of(text.text)

    def _column(self, name: str, row: int) -> int:
        """The column of a field. Raises CardgenError where there is none, or several."""
        columns = self.table.columns.get(name, ())
        if not columns:
            raise self._refused(
                f"this table has no column {name}", "add one in its row of headings", row
            )
        if len(columns) > 1:
            listed = ", ".join(map(letters, columns))
            raise self._refused(
                f"{name} stands in several columns ({listed})", "edit the cells by hand", row
            )
        return columns[0]

    def _refused(self, sentence: str, remedy: str, row: int) -> CardgenError:
        place = Place(self.table.file, row)
        return CardgenError(Finding("edit-impossible", sentence, remedy, place))


def _cell_text(field: Field, value: Any) -> str:
    """What is typed into a cell for a value."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    text = str(value)
    return text.replace(".", ",") if field.decimal == "," and isinstance(value, float) else text


def _typed_cell(field: Field, text: str, old: Cell | None) -> CellText:
    """A cell of a workbook: a number where there was one, or where the field holds numbers."""
    if not text:
        return CellText("", "")
    number = text.replace(",", ".") if field.decimal == "," else text
    kind = old.kind if old else "n" if field.is_number or field.name == "copies" else "s"
    if kind == "p" and field.unit == "%" and _NUMBER.fullmatch(number):
        return CellText(str(Decimal(number) / 100), "n")
    if kind in "np" and not field.is_worded and _NUMBER.fullmatch(number):
        return CellText(number, "n")
    if kind == "b" and text in ("true", "false"):
        return CellText(text, "b")
    return CellText(text, "s")
