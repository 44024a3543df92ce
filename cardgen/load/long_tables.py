"""Tables too long to be read at once: volumes of so many rows, each with the headings.

A volume is known by where its bytes begin and end, so that reading the last one takes no longer
than reading the first."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from cardgen.base.files import FileState, file_state, opened_inside
from cardgen.base.findings import Place
from cardgen.schema.values import wrong

LARGEST_TABLE = 2**30
"""How many bytes such a table may have."""
_LONGEST_LINE = 2**20
_MOST_LINES = 1000
"""How many lines one row may have: a quote that is never closed would take in all below it."""


class Volume(NamedTuple):
    """Rows of a table that are read at a time; `of` how many volumes there are, `number` counts
    them from 1.

    Before them come the bytes of the headings, and as many `rows_before` that other volumes
    have."""

    number: int
    of: int
    headings: int
    start: int
    end: int
    heading_rows: int
    rows_before: int

    def read(self, file: Path, home: Path) -> bytes:
        """The bytes of the headings and of these rows. Raises CardgenError."""
        with opened_inside(file, home) as opened:
            headings = opened.read(self.headings)
            opened.seek(self.start)
            return headings + opened.read(self.end - self.start)


def volumes_of(file: Path, home: Path, rows: int, heading_rows: int) -> tuple[Volume, ...]:
    """The volumes of a table, of so many `rows` each but the last. Raises CardgenError."""
    return _volumes(file, home, rows, heading_rows, file_state(file))


@lru_cache(maxsize=8)
def _volumes(
    file: Path, home: Path, rows: int, heading_rows: int, state: FileState
) -> tuple[Volume, ...]:
    """The volumes of a table in this state; found once for all volumes that are read."""
    starts = []
    headings = end = row = lines = 0
    quoted = False
    with opened_inside(file, home) as opened:
        for line in iter(partial(opened.readline, _LONGEST_LINE), b""):
            end += len(line)
            if len(line) == _LONGEST_LINE:
                raise wrong(
                    f"this line has more than {_LONGEST_LINE:,} bytes",
                    "end each row with a line break",
                    Place(file, row + 1),
                    code="too-large",
                )
            lines += 1
            if line.count(b'"') % 2:
                quoted = not quoted
            if quoted and lines > _MOST_LINES:
                raise wrong(
                    f"this row has more than {_MOST_LINES:,} lines",
                    "close its quoted text, and double the quotes inside it",
                    Place(file, row + 1),
                    code="quotes-in-table",
                )
            if quoted:
                continue
            row, lines = row + 1, 0
            if row == heading_rows:
                headings = end
            if row >= heading_rows and (row - heading_rows) % rows == 0:
                starts.append(end)
            if end > LARGEST_TABLE:
                raise wrong(
                    f"this table is larger than {LARGEST_TABLE >> 20:,} MB",
                    "split it into several decks",
                    Place(file, row),
                    code="too-large",
                )
    if starts and starts[-1] == end and len(starts) > 1:
        starts.pop()
    ends = [*starts[1:], end]
    return tuple(
        Volume(number, len(starts), headings, start, stop, heading_rows, number * rows - rows)
        for number, (start, stop) in enumerate(zip(starts, ends, strict=True), 1)
    )
