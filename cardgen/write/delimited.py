"""Cells of a text table (CSV, TSV, bars of Markdown) replaced byte for byte.

Quotes, separators, encoding and line ends stay as they are."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.columns import NO_SEPARATOR, TableSpec
from cardgen.load.table_rows import has_spaced_quotes, separator_of
from cardgen.model.project import root_of
from cardgen.schema.source import typed_text
from cardgen.write.game_files import file_bytes

_BOMS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


class _CellSpan(NamedTuple):
    """A cell of a text: the offsets of what it says, with its quotes."""

    start: int
    end: int
    is_quoted: bool


class _TextRow(NamedTuple):
    """A row of a text: its cells, and its offsets with the line break."""

    cells: list[_CellSpan]
    start: int
    end: int


class DelimitedText:
    """A text of rows and cells. Raises CardgenError where it cannot be read."""

    def __init__(self, file: Path, separator: str = "") -> None:
        self.file = file
        self.before = file_bytes(file)
        text = typed_text(file, root_of(file.parent), utf_16=True)
        is_tabbed = file.suffix.lower() == ".tsv" and not separator
        self.separator = "\t" if is_tabbed else separator or separator_of(text, TableSpec())
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self._is_spaced = has_spaced_quotes(text, self.separator)

    def bytes_of(self, text: str) -> bytes:
        """The bytes of the file when it says this text."""
        for mark, encoding in _BOMS.items():
            if self.before.startswith(mark):
                return mark + text.encode(encoding)
        return text.encode()

    def with_cells(self, number: int, cells: dict[int, str]) -> None:
        """Put texts into cells of a row; rows and columns are counted from 1."""
        row = self._row(number)
        for column, value in sorted(cells.items(), reverse=True):
            self._put(number, row, column, value)

    def cell_at(self, number: int, column: int) -> str:
        """What a cell says, without its quotes; empty where there is none."""
        cells = self._row(number).cells
        if not 1 <= column <= len(cells):
            return ""
        cell = cells[column - 1]
        typed = self.text[cell.start : cell.end].strip()
        return typed[1:-1].replace('""', '"') if cell.is_quoted else typed

    def cells_of(self, number: int) -> list[str]:
        """What the cells of a row say, without their quotes."""
        count = len(self._row(number).cells)
        return [self.cell_at(number, column) for column in range(1, count + 1)]

    def without_row(self, number: int) -> None:
        """Take a row out."""
        row = self._row(number)
        self.text = self.text[: row.start] + self.text[row.end :]

    def with_row(self, behind: int, cells: dict[int, str]) -> None:
        """Put a new row behind another one, with as many cells."""
        row = self._row(behind)
        is_framed = self._is_framed(row)
        count = max(len(row.cells), *cells)
        texts = [self._spelt(cells.get(column, "")) for column in range(1, count + 1)]
        if is_framed:
            inner = self.separator.join(f" {text} " for text in texts[1 : len(row.cells) - 1])
            line = f"{self.separator}{inner}{self.separator}"
        else:
            line = self.separator.join(texts)
        self._insert(row.end, line + self.newline)

    def moved(self, number: int, behind: int) -> None:
        """Put a row behind another one."""
        row, target = self._row(number), self._row(behind)
        typed = self.text[row.start : row.end]
        has_break = typed.endswith("\n")
        typed = typed if has_break else typed + self.newline
        if row.start < target.start:
            self._insert(target.end, typed)
            self.text = self.text[: row.start] + self.text[row.end :]
            return
        self.text = self.text[: row.start] + self.text[row.end :]
        self._insert(target.end, typed)
        if not has_break:
            self.text = self.text.removesuffix(self.newline)

    def _insert(self, at: int, lines: str) -> None:
        if at and not self.text[:at].endswith(("\n", "\r")):
            # the last line has no break, and the new last one gets none either
            lines = self.newline + lines.removesuffix(self.newline)
        self.text = self.text[:at] + lines + self.text[at:]

    def _is_framed(self, row: _TextRow) -> bool:
        """True if a row begins and ends with a bar, as in Markdown."""
        if self.separator != "|" or len(row.cells) < 3:
            return False
        ends = row.cells[0], row.cells[-1]
        return not any(self.text[cell.start : cell.end].strip() for cell in ends)

    def _put(self, number: int, row: _TextRow, column: int, value: str) -> None:
        if column > len(row.cells):
            missing = self.separator * (column - len(row.cells))
            at = row.cells[-1].end if row.cells else row.start
            self.text = self.text[:at] + missing + self._spelt(value) + self.text[at:]
            return
        cell = row.cells[column - 1]
        if self.separator == "|":
            self._put_between_bars(cell, value)
            return
        spelling = self._spelt(value, is_quoted=cell.is_quoted)
        self.text = self.text[: cell.start] + spelling + self.text[cell.end :]

    def _put_between_bars(self, cell: _CellSpan, value: str) -> None:
        """Put a text into a cell of Markdown, the blanks around it kept.

        Quotes behind a blank are read as such only where a bar stands in them."""
        typed = self.text[cell.start : cell.end]
        inner = typed.strip(" ")
        start = cell.start + (typed.find(inner) if inner else min(1, len(typed)))
        spelling = self._spelt(value)
        text = self.text[:start] + spelling + self.text[start + len(inner) :]
        is_quoted = spelling != value
        if is_quoted and ("\n" in value or not has_spaced_quotes(text, "|")):
            text = self.text[: cell.start] + spelling + self.text[cell.end :]
        self.text = text

    def _spelt(self, value: str, *, is_quoted: bool = False) -> str:
        """A cell that says a text, in quotes where it was or must be."""
        if self.separator == NO_SEPARATOR:
            return value
        quote = '^"' if self.separator == "|" else '"'
        must_quote = re.search(f"{quote}|[\r\n]", value) or self.separator in value
        if is_quoted or must_quote or value != value.strip():
            doubled = value.replace('"', '""')
            return f'"{doubled}"'
        return value

    def _row(self, number: int) -> _TextRow:
        """The row of a number, counted from 1. Raises CardgenError."""
        at = 0
        for _ in range(number - 1):
            at = self._scanned(at).end
        if at >= len(self.text):
            raise CardgenError(
                Finding(
                    "edit-impossible",
                    "this row is not there any more",
                    "run the command again",
                    Place(self.file, number),
                )
            )
        return self._scanned(at)

    def _scanned(self, start: int) -> _TextRow:
        """The row that begins at an offset."""
        cells = []
        at = start
        while True:
            cell = self._cell(at)
            cells.append(cell)
            at = cell.end
            if self.separator != NO_SEPARATOR and self.text.startswith(self.separator, at):
                at += len(self.separator)
                continue
            ending = re.compile(r"\r\n|\r|\n").match(self.text, at)
            return _TextRow(cells, start, ending.end() if ending else len(self.text))

    def _cell(self, start: int) -> _CellSpan:
        text, stops = self.text, self._stops
        blanks = " *" if self._is_spaced else ""
        opening = re.compile(f'{blanks}"').match(text, start)
        at = opening.end() if opening else start
        if opening and self.separator != NO_SEPARATOR:
            while at < len(text):
                if text.startswith('""', at):
                    at += 2
                elif text[at] == '"':
                    end = stops.search(text, at + 1)
                    return _CellSpan(start, end.start() if end else len(text), is_quoted=True)
                else:
                    at += 1
        end = stops.search(text, start)
        return _CellSpan(start, end.start() if end else len(text), is_quoted=False)

    @property
    def _stops(self) -> re.Pattern[str]:
        if self.separator == NO_SEPARATOR:
            return re.compile(r"[\r\n]")
        return re.compile(rf"[\r\n]|{re.escape(self.separator)}")
