"""Edits of the table that a deck has its cards from: cells and rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
        columns = {name: self._column(name, row) for name in values}
        texts = {columns[name]: _cell_text(fields[name], values[name]) for name in values}
        if not is_workbook(self.table.file.name):
            text = DelimitedText(self.table.file, self.table.separator)
            text.with_cells(row, texts)
            return text.file, text.before, text.bytes_of(text.text)
        book = WorkbookFile.read(self.table.file, self.table.sheet)
        cells = book.cells()
        new_cells = {}
        for name, column in columns.items():
            book.check(row, column)
            old = cells.get((row, column))
            new_cells[row, column] = _typed_cell(fields[name], texts[column], old)
        return book.file, book.before, book.with_cells(new_cells)

    def with_row(
        self, behind: int, fields: Mapping[str, Field], values: Mapping[str, Any]
    ) -> FileBytes:
        """The table with a new row behind another one."""
        written = {
            name: value
            for name, value in values.items()
            if name != "id" or "id" in self.table.columns
        }
        if is_workbook(self.table.file.name):
            book = WorkbookFile.read(self.table.file, self.table.sheet)
            if any(row == behind + 1 for row, _ in book.cells()):
                raise self._refused(
                    f"row {behind + 1} is not empty, and moving it would change formulas",
                    "insert a row there in the spreadsheet program",
                    behind + 1,
                )
            return self.with_cells(behind + 1, fields, written)
        cells = {
            self._column(name, behind): _cell_text(fields[name], value)
            for name, value in written.items()
        }
        text = DelimitedText(self.table.file, self.table.separator)
        text.with_row(behind, cells)
        return text.file, text.before, text.bytes_of(text.text)

    def without_row(self, row: int) -> FileBytes:
        """The table without a row; that of a workbook is emptied."""
        if is_workbook(self.table.file.name):
            book = WorkbookFile.read(self.table.file, self.table.sheet)
            spots = [spot for spot in book.cells() if spot[0] == row]
            for spot in spots:
                book.check(*spot)
            empty = dict.fromkeys(spots, CellText("", ""))
            return book.file, book.before, book.with_cells(empty)
        text = DelimitedText(self.table.file, self.table.separator)
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

    def _refused(self, what: str, remedy: str, row: int) -> CardgenError:
        place = Place(self.table.file, row)
        return CardgenError(Finding("edit-impossible", what, remedy, place))


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
