"""Rows of table files: CSV as in RFC 4180, with commas, semicolons, tabs or bars, and the sheets of XLSX and ODS."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from cardgen.base.errors import CardgenError, Place, did_you_mean
from cardgen.base.files import read_inside
from cardgen.load.cell_values import CellValue
from cardgen.load.columns import Row, TableSpec, alike, letters
from cardgen.load.opendocument import OpenDocument
from cardgen.load.workbook import FAILED, MOST_UNPACKED, Archive, Cell, TooLarge, Workbook
from cardgen.sandbox import process
from cardgen.schema.source import LARGEST, SAVE_AS_UTF_8, typed_bytes, typed_text
from cardgen.schema.values import wrong

MOST_CELLS = 5_000_000
"""How far a sheet may reach, in cells."""
MOST_COLUMNS = 16_384
"""And to the right: as far as in a spreadsheet program."""
_KINDS = {b"PK\x03\x04": "a workbook (XLSX or ODS)", b"\xd0\xcf\x11\xe0": "a workbook of old (XLS)"}
"""What files are that are no text, by how they begin."""
SECONDS = 10.0
"""Of work, for a table: all that libraries are given of it at a time is small, so reading can stop by itself."""
_BEGINNING = 2**16
"""In how many characters the headings are looked for."""
_LONGEST_LINE = 2**20

Cells = Iterator[Row]

WORKBOOKS: Mapping[str, type[Archive]] = {".xlsx": Workbook, ".ods": OpenDocument}
"""The readers of files that have several sheets, by ending."""


def rows_of(file: Path, home: Path, spec: TableSpec) -> tuple[Archive | None, Cells]:
    """The rows of a table, and the workbook that they are in, if any. Raises CardgenError."""
    kind = WORKBOOKS.get(file.suffix.lower())
    work = process.OwnWork(process.Busy(f'the table "{file.name}"', Place(file), SECONDS, "split it into several decks"))
    if kind:
        book = _workbook(kind, file, home, work)
        return book, work.of(_workbook_rows(book, file, spec))
    if spec.sheet is not None and spec.section:
        what, remedy = f"{file.name} is a table without sheets", "take the line out, or name an XLSX or ODS file"
        raise spec.section.source.wrong(what, remedy, spec.sheet)
    return None, work.of(_text_rows(file, home))


def _text_rows(file: Path, home: Path) -> Cells:
    text = _text(file, home)
    number, separator = 0, "\t" if file.suffix.lower() == ".tsv" else _separator(text)
    reader = csv.reader(_lines(file, text), delimiter=separator, strict=True)
    while True:
        number += 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            what = f"this row cannot be read ({error})"
            raise wrong(what, "close each quoted text, and double the quotes inside it", Place(file, number)) from error
        if number == 1 and len(row) <= 2 and text[:4].lower() == "sep=":  # how a spreadsheet is told of the separator
            continue
        if separator == "|" and not any(cell.strip(" :-") for cell in row):  # what a table of Markdown has below its headings
            continue
        yield number, [_failed(cell) if cell in FAILED else cell if cell.strip() else None for cell in row]


def _text(file: Path, home: Path) -> str:
    """What a table of text says. Raises CardgenError with the line alone: its columns are signs, and not those of the table."""
    try:
        return typed_text(file, home, utf_16=True)  # as Excel saves what it calls Unicode text
    except CardgenError as error:
        problem = replace(error.problems[0], place=Place(file, getattr(error.problems[0].place, "line", 0)))
        if problem.remedy != SAVE_AS_UTF_8:
            raise CardgenError(problem) from None
        if kind := _KINDS.get(read_inside(file, home, LARGEST, "")[:4]):
            raise wrong(f"this is {kind}, whatever its name says", "save it as CSV, or name it as what it is", Place(file)) from None
        raise CardgenError(replace(problem, remedy="save it as CSV in UTF-8, which Excel calls CSV UTF-8")) from None


def _lines(file: Path, text: str) -> Iterator[str]:
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > _LONGEST_LINE:
            what = f"this line has more than {_LONGEST_LINE:,} characters"
            raise wrong(what, "split the table into several decks", Place(file, number))
        yield line


def _separator(text: str) -> str:
    """What stands between the columns: what stands most often between the headings."""
    lines = text[:_BEGINNING].splitlines()
    if lines and lines[0][:4].lower() == "sep=" and len(lines[0]) == 5:
        return lines[0][4]
    headings = next((line for line in lines if line.strip(' ,;\t"') and not line.lstrip(' "').startswith("#")), text[:_BEGINNING])
    bare = re.sub('"[^"]*"', "", headings)
    return max(",;\t|", key=bare.count)


def _workbook_rows(book: Archive, file: Path, spec: TableSpec) -> Cells:
    """The rows of a sheet that say something; formulas count as the value they had when the file was saved."""
    bottom = right = 1
    try:
        sheet = _sheet(book.sheets(), spec) if spec.sheet is not None else ""
        for number, row in groupby(book.cells(sheet), key=lambda cell: cell.row):
            cells: list[str | None] = []
            for cell in row:
                bottom, right = max(bottom, number), max(right, cell.column)
                if bottom * right > MOST_CELLS or right > MOST_COLUMNS:
                    what = f"the sheet reaches to cell {letters(right)}{bottom}"
                    raise wrong(what, "delete the rows and columns around the cards", Place(file))
                cells += [None] * (cell.column - len(cells))
                cells[cell.column - 1] = _cell_text(cell)
            yield number, cells
    except CardgenError:
        raise
    except TooLarge as error:
        raise wrong(str(error), "split it into several decks", Place(file)) from error
    except Exception as error:  # whatever a file that is no sound workbook makes its readers raise
        raise wrong("this is not a workbook that can be read", "save it anew as XLSX, or as CSV", Place(file)) from error


def _sheet(names: Sequence[str], spec: TableSpec) -> str:
    """The sheet that is wanted, by its name in the workbook. Raises CardgenError."""
    assert spec.sheet is not None
    found = alike(spec.sheet, names)
    if found is None:
        place = spec.section.source.place(spec.sheet) if spec.section else None
        raise wrong(f'the workbook has no sheet "{spec.sheet}"', did_you_mean(spec.sheet, names), place)
    return found


def _workbook(kind: type[Archive], file: Path, home: Path, work: process.OwnWork) -> Archive:
    """A workbook that can be opened. Raises CardgenError."""
    called = file.suffix[1:].upper()
    data = typed_bytes(file, home)
    try:
        book = kind(data, work.check)
    except (zipfile.BadZipFile, ValueError, RuntimeError, NotImplementedError) as error:
        raise wrong(f"this is not an {called} workbook", f"save it anew as {called}, or as CSV", Place(file)) from error
    if book.claimed > MOST_UNPACKED:
        raise wrong(f"the workbook is larger than {MOST_UNPACKED >> 20} MB unpacked", "split it into several decks", Place(file))
    return book


def _failed(error: str) -> CellValue:
    """The cell of a formula that has no value."""
    cell = CellValue(error)
    cell.kind, cell.computed, cell.shown = "e", True, str
    return cell


def _cell_text(cell: Cell) -> str | None:
    value, kind = cell.value, cell.kind
    if kind == "s":
        return value if value.strip() else None
    if kind == "b":
        return "true" if int(value) else "false"
    if kind == "d":
        date = cell.date() or cell.shown()  # hours of more than a day are none
        value, kind = (str(date), "d") if date else ("", "e")
    elif kind != "e":
        number = float(value) if set(value) & set(".eE") else int(value)
        if cell.computed and isinstance(number, float):  # as the sheet shows it: 0.7 + 0.1 is 0.8
            number = float(f"{number:.15g}")
        value = str(int(number) if isinstance(number, float) and number.is_integer() and abs(number) < 2**53 else number)
    found = CellValue(value)
    found.kind, found.computed, found.shown = kind, cell.computed, cell.shown
    return found


def check_reach(file: Path, number: int, cells: Sequence[str | None], reached: int) -> None:
    """Raises CardgenError for a row that is too long, or comes after too many cells."""
    if len(cells) > MOST_COLUMNS:
        raise wrong(f"this row has more than {MOST_COLUMNS:,} cells", "delete those beside the cards", Place(file, number))
    if reached > MOST_CELLS:
        raise wrong(f"the table has more than {MOST_CELLS:,} cells", "split it into several decks", Place(file, number))
