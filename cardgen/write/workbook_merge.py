"""Two changes of a workbook in one, cell by cell: programs that save one write all of it anew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.parsers import expat
from zipfile import BadZipFile

from cardgen.base.findings import CardgenError
from cardgen.load.rich_text import RichText
from cardgen.load.table_rows import WORKBOOK_READERS
from cardgen.load.workbook import Cell, TooLargeError
from cardgen.write.workbook_cells import CellText, WorkbookFile

ARCHIVE = b"PK\x03\x04"
"""How a workbook begins, whose parts are packed."""
Cells = Mapping[tuple[int, int], Cell]
"""Cells of a sheet by row and column."""
_UNSOUND = (TooLargeError, BadZipFile, expat.ExpatError, ValueError, LookupError, OSError)


class UnsoundWorkbookError(Exception):
    """A file that was a workbook, and cannot be read as one any more."""


class _UnlikeError(Exception):
    """A cell says neither what it said before the change nor what it says after it."""


def merged_workbook(file: Path, base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
    """The workbook `theirs` with the cells that differ from `base` in `mine`.

    It is None where one of these cells says something else by now, or cannot be written."""
    try:
        base_sheets, my_sheets, their_sheets = (
            _sheets(file, content) for content in (base, mine, theirs)
        )
        merged = theirs
        for sheet, cells in my_sheets.items():
            old = base_sheets.get(sheet, {})
            new = _new_cells(old, cells, their_sheets[sheet])
            merged = WorkbookFile(file, sheet, merged).with_cells(new) if new else merged
    except (_UnlikeError, CardgenError, *_UNSOUND):
        return None
    return merged


def differing_count(file: Path, old: bytes, new: bytes) -> int:
    """The number of cells in which two contents of a workbook differ.

    Raises UnsoundWorkbookError."""
    try:
        old_sheets, new_sheets = _sheets(file, old), _sheets(file, new)
    except _UNSOUND as error:
        raise UnsoundWorkbookError(file) from error
    count = 0
    for sheet in old_sheets.keys() | new_sheets.keys():
        old_cells, new_cells = old_sheets.get(sheet, {}), new_sheets.get(sheet, {})
        spots = old_cells.keys() | new_cells.keys()
        count += sum(_words(old_cells.get(spot)) != _words(new_cells.get(spot)) for spot in spots)
    return count


def _sheets(file: Path, data: bytes) -> dict[str, Cells]:
    """The cells of each sheet. Raises what the readers of workbooks raise."""
    reader = WORKBOOK_READERS[file.suffix.lower()]
    sheets: dict[str, Cells] = {}
    for name in reader(data).sheets():
        book = reader(data)  # which counts what it has read of one sheet
        sheets[name] = {(cell.row, cell.column): cell for cell in book.cells(name)}
    return sheets


def _new_cells(base: Cells, mine: Cells, theirs: Cells) -> dict[tuple[int, int], CellText]:
    """The cells to be written into `theirs`. Raises _UnlikeError."""
    new = {}
    for spot in sorted(base.keys() | mine.keys()):
        old, wanted, now = (_words(cells.get(spot)) for cells in (base, mine, theirs))
        if old == wanted or now == wanted:
            continue
        cell = theirs.get(spot)
        if now != old or (cell is not None and cell.computed):
            raise _UnlikeError
        new[spot] = _as_written(mine.get(spot))
    return new


def _words(cell: Cell | None) -> str:
    """What a cell says, whoever wrote it: programs spell numbers in their own ways."""
    if cell is None:
        return ""
    if cell.kind in "np":
        try:
            return f"{float(cell.value):.15g}"
        except ValueError:
            return cell.value
    return str(cell.value)


def _as_written(cell: Cell | None) -> CellText:
    """A cell as it can be written. Raises _UnlikeError for what only a program can write."""
    if cell is None:
        return CellText("", "")
    has_looks = isinstance(cell.value, RichText) and len(cell.value.runs) > 1
    if cell.computed or cell.kind in "de" or has_looks:
        raise _UnlikeError
    if cell.kind == "b":
        return CellText("true" if cell.value == "1" else "false", "b")
    return CellText(str(cell.value), "n" if cell.kind in "np" else "s")
