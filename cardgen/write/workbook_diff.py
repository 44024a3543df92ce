"""The cells in which two contents of a workbook differ, as lines to read."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.load.columns import letters
from cardgen.load.opendocument import OpenDocument
from cardgen.load.workbook import Archive, Workbook

_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument"
_BEGINNING = 200  # bytes


def differing_cells(before: bytes, after: bytes) -> Iterator[str]:
    """Yield the cells that say something else: `-Sheet!B2: 3`, then `+Sheet!B2: 4`.

    Raises what the readers of a file raise that is no sound workbook."""
    is_open = _OPEN_DOCUMENT in before[:_BEGINNING]
    old, new = (OpenDocument(data) if is_open else Workbook(data) for data in (before, after))
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
