"""Notes from playing written into `playtest.csv` of a game, and dealt with."""

from __future__ import annotations

import csv
import io

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.playtest import COLUMNS, file_of_notes, read_notes
from cardgen.model.cards import Game
from cardgen.write.delimited import DelimitedText
from cardgen.write.file_changes import FileChange, MergedChange, NewFile


def noted(game: Game, cells: dict[str, str]) -> FileChange:
    """The change by which a note, its cells by heading, is the last of a game's. Raises
    CardgenError for a file that is no such table."""
    file = file_of_notes(game)
    says = f"a note on {cells['card']}"
    is_new = not file.exists() and not file.is_symlink()
    text = None if is_new else DelimitedText(file)
    if text is None or not text.text.strip():
        stream = io.StringIO()
        rows = [COLUMNS, [cells.get(name, "") for name in COLUMNS]]
        csv.writer(stream, lineterminator="\n").writerows(rows)
        after = stream.getvalue().encode()
        return MergedChange(file, text.before, after, says) if text else NewFile(file, after=after)
    columns = _columns(text)
    last = max((note.row for note in read_notes(game)), default=1)
    text.with_row(last, {column: cells.get(name, "") for name, column in columns.items()})
    return MergedChange(file, text.before, text.bytes_of(text.text), says)


def dealt_with(game: Game, row: int, word: str = "yes") -> FileChange:
    """The change by which the note in a row is done. Raises CardgenError."""
    file = file_of_notes(game)
    text = DelimitedText(file)
    columns = _columns(text)
    if "done" not in columns:
        raise CardgenError(
            Finding(
                "edit-impossible",
                "the table has no column  done",
                "add the heading  done",
                Place(file, 1),
            )
        )
    text.with_cells(row, {columns["done"]: word})
    return MergedChange(file, text.before, text.bytes_of(text.text), f"a note in row {row} is done")


def _columns(text: DelimitedText) -> dict[str, int]:
    """The columns of the headings that notes have, counted from 1."""
    headings = [heading.strip().casefold() for heading in text.cells_of(1)]
    return {name: headings.index(name) + 1 for name in COLUMNS if name in headings}
