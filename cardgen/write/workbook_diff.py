"""The cells in which two contents of a workbook differ, as lines to read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from cardgen.load.columns import letters
from cardgen.load.table_rows import WORKBOOK_READERS
from cardgen.load.workbook import Archive


def differing_cells(name: str, before: bytes, after: bytes) -> Iterator[str]:
    """Yield the cells that say something else: `-Sheet!B2: 3`, then `+Sheet!B2: 4`.

    The ending of its name tells a workbook's kind. Raises what the readers of a file raise that is
    no sound workbook."""
    reader = WORKBOOK_READERS[PurePath(name).suffix.lower()]
    old, new = reader(before), reader(after)
    for sheet in old.sheets():
        old_cells, new_cells = _texts(old, sheet), _texts(new, sheet)
        for row, column in sorted(old_cells.keys() | new_cells.keys()):
            texts = old_cells.get((row, column)), new_cells.get((row, column))
            if texts[0] == texts[1]:
                continue
            for sign, text in zip("-+", texts, strict=True):
                if text is not None:
                    yield f"{sign}{sheet}!{letters(column)}{row}: {text}"


def _texts(book: Archive, sheet: str) -> dict[tuple[int, int], str]:
    """What the cells of a sheet say, by row and column."""
    return {(cell.row, cell.column): cell.value for cell in book.cells(sheet)}
