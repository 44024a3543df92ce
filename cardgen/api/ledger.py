"""What became of tasks, kept beside their files: a run that was stopped goes on where it was, and a table tells what is where."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cardgen.api.edition_press import EditionFile
from cardgen.api.shelf import Shelf
from cardgen.api.work import Made, Task, WorkOrder
from cardgen.base.errors import CardgenError, Problem, shown
from cardgen.base.files import read_own, write

LEDGER, INDEX = "editions.jsonl", "editions.csv"
"""The files beside the editions: what is done by content, a line for each; and what is in which file, for people."""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What the ledger knows of a task: its key, the digests of its files, and of each edition in it where it begins or why it failed."""

    name: str
    key: str
    files: dict[str, str] = field(default_factory=dict)
    pages: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, order: WorkOrder, file: Task, made: Made) -> LedgerLine:
        failed = {id: "; ".join(map(_said, problems)) for id, problems in made.failed.items()}
        pages = {id: list(each) for id, each in made.pages.items()}
        return cls(made.name, file.key(order), {each.name: each.digest for each in made.files}, pages, failed)


class Ledger:
    """The ledger of a folder. What was done stays known when the run is stopped at any moment; a torn line counts for nothing."""

    def __init__(self, folder: Path, home: Path | None, name: str = LEDGER) -> None:
        self._folder, self._home = folder, home
        self._file = folder / name
        self._begun = False
        self.entries: dict[str, LedgerLine] = {}
        with suppress(OSError, CardgenError):
            for line in read_own(self._file).decode("utf-8", "replace").splitlines():
                with suppress(ValueError, TypeError, AttributeError):
                    entry = LedgerLine(**json.loads(line))
                    self.entries[entry.name] = entry

    def done(self, order: WorkOrder, file: Task, shelf: Shelf) -> bool:
        """Whether these files are there as they would be made, and no edition of them failed."""
        entry = self.entries.get(file.name)
        if entry is None or entry.failed or not entry.files or entry.key != file.key(order):
            return False
        return all(shelf.holds(name, digest) for name, digest in entry.files.items())

    def add(self, entry: LedgerLine) -> None:
        """One more is done. Raises CardgenError where that cannot be written."""
        self.entries[entry.name] = entry
        if not self._begun:  # in place of what is torn, or of a link
            write(self._file, b"".join(map(_line, self.entries.values())), self._home)
            self._begun = True
            return
        try:
            with self._file.open("ab") as file:
                file.write(_line(entry))
        except OSError as error:
            remedy = "see that the folder can be written to and has room"
            raise CardgenError(Problem(f"{shown(self._file)} cannot be written: {error.strerror or error}", remedy)) from None

    def close(self, files: Sequence[EditionFile], left_out: Sequence[Problem]) -> None:
        """Write what is known of these files anew, without what there is no more; and the index, with the rows that were left out.

        Raises CardgenError.
        """
        kept = [self.entries[file.name] for file in files if file.name in self.entries]
        write(self._file, b"".join(map(_line, kept)), self._home)
        write(self._folder / INDEX, _index(files, self.entries, left_out), self._home)


def _line(entry: LedgerLine) -> bytes:
    return (json.dumps(asdict(entry), ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")


def _index(files: Sequence[EditionFile], entries: dict[str, LedgerLine], left_out: Sequence[Problem]) -> bytes:
    """A row for each edition and file: what is where, and what is not."""
    stream = io.StringIO(newline="")
    table: Any = csv.writer(stream)
    table.writerow(("edition", "name", "row", "file", "page", "problem"))
    for file in files:
        entry = entries.get(file.name)
        for edition in file.editions:
            about = (edition.id, edition.fields.get("name") or "", edition.place.line)
            where: Iterable[tuple[str, int]] = entry.pages.get(edition.id, []) if entry else []
            for name, page in where:
                table.writerow((*about, name, page, ""))
            if not where:
                table.writerow((*about, "", "", entry.failed.get(edition.id, "not made") if entry else "not made"))
    for problem in left_out:
        table.writerow(("", "", problem.place.line if problem.place else "", "", "", _said(problem)))
    return stream.getvalue().encode("utf-8-sig")  # the mark tells a spreadsheet program that this is UTF-8


def _said(problem: Problem) -> str:
    return str(Problem(problem.what, problem.remedy))
