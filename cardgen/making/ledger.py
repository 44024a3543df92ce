"""What became of tasks, kept beside their files: a run that was stopped goes on where it was, and a
table tells what is where."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from cardgen.base.files import leads_out, write
from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.base.state import checked, from_json, is_plain_name, state_lines
from cardgen.making.edition_files import EditionFile
from cardgen.making.report import Report, paged
from cardgen.making.shelf import Shelf
from cardgen.making.tasks import Made, PlainTask, TaskOrder, total_size

T = TypeVar("T", bound=PlainTask)
LEDGER, INDEX = "editions.jsonl", "editions.csv"
"""The files beside the editions: what is done by content, a line for each; and what is in which
file, for people."""


MOST_KEPT = 128 << 20
"""Bytes of lines that are known at once; what a ledger knows beyond that is made again."""
_BESIDE = 200
"""Bytes that a line takes in memory beside what it says."""
_SHAPE = {
    "name": str,
    "key": str,
    "files": {str: str},
    "pages": {str: [(str, int)]},
    "failed": {str: str},
}


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What the ledger knows of a task: its key, the digests of its files, and of each edition in it
    where it begins or why it failed."""

    name: str
    key: str
    files: dict[str, str] = field(default_factory=dict)
    pages: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, order: TaskOrder, file: PlainTask, made: Made) -> LedgerLine:
        failed = {id: "; ".join(map(_said, problems)) for id, problems in made.failed.items()}
        pages = {id: list(each) for id, each in made.pages.items()}
        return cls(
            made.name,
            file.key(order),
            {each.name: each.digest for each in made.files},
            pages,
            failed,
        )

    @classmethod
    def read(cls, line: bytes) -> LedgerLine:
        """A line as the ledger has it: its files bear the name of the task, and lie below the
        ledger's folder. Raises ValueError."""
        if not line.startswith(b"{"):  # of which there may be a million
            raise ValueError("it is no line of a ledger")
        found = cls(**checked(from_json(line), _SHAPE))
        named = {*found.files, *(name for each in found.pages.values() for name, _ in each)}
        if not all(name.startswith(found.name) and is_plain_name(name) for name in named):
            raise ValueError("it names a file that is none of the task's")
        return found


class Ledger:
    """The ledger of a folder. What was done stays known when the run is stopped at any moment; a
    line that is torn, or not as it was written, counts for nothing.

    It lies among what is made, in a folder that may come from anybody. Lines are kept as they
    stand, and understood when somebody asks."""

    def __init__(self, folder: Path, home: Path | None, name: str = LEDGER) -> None:
        self._folder, self._home = folder, home
        self._file = folder / name
        self._begun = False
        self._lines: dict[str, bytes] = {}
        self.wrong = 0
        """How many lines are not as they were written."""
        self.cut = False
        """Whether it knows more than is kept."""
        if not (home and leads_out(folder, home)):
            with suppress(OSError, CardgenError):
                self._read()

    def _read(self) -> None:
        room = MOST_KEPT
        for line in state_lines(self._file, self._folder):
            try:
                name = LedgerLine.read(line).name
            except ValueError:
                # a run that was stopped has not come to the end of its line
                self.wrong += line.endswith(b"\n")
                continue
            room -= len(line) + _BESIDE
            if earlier := self._lines.pop(name, None):
                room += len(earlier) + _BESIDE
            if room < 0:
                self.cut = True
                return
            self._lines[name] = line

    @property
    def remark(self) -> str:
        """What there is to say of the ledger as it was found; nothing where it was as it should
        be."""
        if self.cut:
            return f"{shown(self._file)} has more than {MOST_KEPT >> 20} MB: what the rest of it is about is made again"
        if not self.wrong:
            return ""
        lines = "a line is" if self.wrong == 1 else f"{self.wrong:,} lines are"
        return f"{shown(self._file)}: {lines} not as cardgen writes them; what they were about is made again"

    def entry(self, name: str) -> LedgerLine | None:
        """What is known of the task of this name."""
        line = self._lines.get(name)
        return None if line is None else LedgerLine.read(line)

    def due(
        self, order: TaskOrder, tasks: Sequence[T], shelf: Shelf, report: Report, part: str
    ) -> list[T]:
        """The tasks that are not done yet; that the others stay is noted, counted in their parts."""
        if self.remark:
            report.note("already-made", self.remark)
        due = [task for task in tasks if not self.done(order, task, shelf)]
        if len(due) < len(tasks):
            every = total_size(tasks)
            there = paged(every - total_size(due), part)
            note = f"{there} of {every} are there already, and stay as they are"
            report.note("already-made", note)
        return due

    def done(self, order: TaskOrder, file: PlainTask, shelf: Shelf) -> bool:
        """Whether these files are there as they would be made, and no edition of them failed."""
        entry = self.entry(file.name)
        if entry is None or entry.failed or not entry.files or entry.key != file.key(order):
            return False
        return all(shelf.holds(name, digest) for name, digest in entry.files.items())

    def drop_others(self, made: Made, shelf: Shelf) -> None:
        """Take away the files that a task had, as the ledger knows them, and has no more."""
        entry = self.entry(made.name)
        had = entry.files if entry else {}
        for name in had.keys() - {each.name for each in made.files}:
            shelf.drop(name, had[name])

    def add(self, entry: LedgerLine) -> None:
        """One more is done. Raises CardgenError where that cannot be written."""
        line = self._lines[entry.name] = _line(entry)
        if not self._begun:  # in place of what is torn, or of a link
            write(self._file, b"".join(self._lines.values()), self._home)
            self._begun = True
            return
        try:
            with self._file.open("ab") as file:
                file.write(line)
        except OSError as error:
            remedy = "see that the folder can be written to and has room"
            raise CardgenError(
                Finding(
                    "file-unwritable",
                    f"{shown(self._file)} cannot be written: {error.strerror or error}",
                    remedy,
                )
            ) from None

    def close(self, files: Sequence[EditionFile], left_out: Sequence[Finding]) -> None:
        """Write what is known of these files anew, without what there is no more; and the index,
        with the rows that were left out.

        Raises CardgenError.
        """
        kept = [self._lines[file.name] for file in files if file.name in self._lines]
        write(self._file, b"".join(kept), self._home)
        write(self._folder / INDEX, self._index(files, left_out), self._home)

    def _index(self, files: Sequence[EditionFile], left_out: Sequence[Finding]) -> bytes:
        """A row for each edition and file: what is where, and what is not."""
        stream = io.StringIO(newline="")
        table: Any = csv.writer(stream)
        table.writerow(("edition", "name", "row", "file", "page", "problem"))
        for file in files:
            entry = self.entry(file.name)
            for edition in file.editions:
                about = (edition.id, edition.fields.get("name") or "", edition.place.line)
                where: Iterable[tuple[str, int]] = entry.pages.get(edition.id, []) if entry else []
                for name, page in where:
                    table.writerow((*about, name, page, ""))
                if not where:
                    table.writerow(
                        (
                            *about,
                            "",
                            "",
                            entry.failed.get(edition.id, "not made") if entry else "not made",
                        )
                    )
        for problem in left_out:
            table.writerow(
                ("", "", problem.place.line if problem.place else "", "", "", _said(problem))
            )
        # the mark tells a spreadsheet program that this is UTF-8
        return stream.getvalue().encode("utf-8-sig")


def _line(entry: LedgerLine) -> bytes:
    return (json.dumps(asdict(entry), ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")


def _said(problem: Finding) -> str:
    return str(Finding("call-refused", problem.what, problem.remedy))
