"""The ledger of a folder of made files, by which a run that was stopped goes on.

A table tells people which edition is in which file.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from cardgen.base.files import leads_out, write
from cardgen.base.findings import CardgenError, Finding, in_words, shown
from cardgen.base.state import checked, from_json, is_plain_name, state_lines
from cardgen.making.report import Report, paged
from cardgen.making.shelf import Shelf
from cardgen.making.tasks import Made, PlainTask, TaskOrder, total_size
from cardgen.model.cards import Edition

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


class EditionsTask(PlainTask, Protocol):
    """A task to make editions."""

    @property
    def editions(self) -> Sequence[Edition]: ...


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line of the ledger: a task, its key, its files' digests, its editions.

    Each edition has the pages where it begins, or the reason why it failed.
    """

    name: str
    key: str
    files: dict[str, str] = field(default_factory=dict)
    pages: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, order: TaskOrder, task: PlainTask, result: Made) -> LedgerLine:
        failed = {
            id: "; ".join(in_words(problem.what, problem.remedy) for problem in problems)
            for id, problems in result.failed.items()
        }
        pages = {id: list(places) for id, places in result.pages.items()}
        return cls(
            result.name,
            task.key(order),
            {made_file.name: made_file.digest for made_file in result.files},
            pages,
            failed,
        )

    @classmethod
    def read(cls, line: bytes) -> LedgerLine:
        """Read a line of a ledger: its files begin with the name of the task.

        Raises ValueError for others, and for paths that lead out of the folder.
        """
        if not line.startswith(b"{"):  # of which there may be a million
            raise ValueError("it is no line of a ledger")
        entry = cls(**checked(from_json(line), _SHAPE))
        names = {*entry.files, *(name for places in entry.pages.values() for name, _ in places)}
        if not all(name.startswith(entry.name) and is_plain_name(name) for name in names):
            raise ValueError("it names a file that is none of the task's")
        return entry


class Ledger:
    """The ledger of a folder, which stays good if the run is stopped at any moment.

    A line that is torn, or not as it was written, counts for nothing. The file lies among what is
    made, in a folder that may come from anybody. Lines are kept as they stand, and read when
    somebody asks.
    """

    def __init__(self, folder: Path, home: Path | None, name: str = LEDGER) -> None:
        self._folder, self._home = folder, home
        self._file = folder / name
        self._begun = False
        self._lines: dict[str, bytes] = {}
        self.wrong = 0
        """The number of lines that are not as they were written."""
        self.cut = False
        """True if it has more lines than are kept."""
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
        """A remark on a ledger that is not as it should be, or nothing."""
        if self.cut:
            return (
                f"{shown(self._file)} has more than {MOST_KEPT >> 20} MB: "
                "what the rest of it is about is made again"
            )
        if not self.wrong:
            return ""
        lines = "a line is" if self.wrong == 1 else f"{self.wrong:,} lines are"
        return (
            f"{shown(self._file)}: {lines} not as cardgen writes them; "
            "what they were about is made again"
        )

    def entry(self, name: str) -> LedgerLine | None:
        """The line of the task of this name, or None."""
        line = self._lines.get(name)
        return None if line is None else LedgerLine.read(line)

    def due(
        self, order: TaskOrder, tasks: Sequence[T], shelf: Shelf, report: Report, part: str
    ) -> list[T]:
        """The tasks that are not done yet.

        That the others stay is noted, counted in their parts."""
        if self.remark:
            report.note("already-made", self.remark)
        open_tasks = [task for task in tasks if not self.done(order, task, shelf)]
        if len(open_tasks) < len(tasks):
            every = total_size(tasks)
            there = paged(every - total_size(open_tasks), part)
            note = f"{there} of {every} are there already, and stay as they are"
            report.note("already-made", note)
        return open_tasks

    def done(self, order: TaskOrder, file: PlainTask, shelf: Shelf) -> bool:
        """True if the files of a task are there as they would be made, and none failed."""
        entry = self.entry(file.name)
        if entry is None or entry.failed or not entry.files or entry.key != file.key(order):
            return False
        return all(shelf.holds(name, digest) for name, digest in entry.files.items())

    def enter(self, order: TaskOrder, task: PlainTask, result: Made, shelf: Shelf) -> None:
        """Enter a task that is done, and remove files that it had and has no more.

        Raises CardgenError if it cannot be written."""
        entry = self.entry(task.name)
        if entry and result.files:
            for name in entry.files.keys() - {file.name for file in result.files}:
                shelf.drop(name, entry.files[name])
        self.add(LedgerLine.of(order, task, result))

    def add(self, entry: LedgerLine) -> None:
        """Add the line of a task that is done. Raises CardgenError if it cannot be written."""
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

    def close(self, files: Sequence[EditionsTask], findings: Sequence[Finding]) -> None:
        """Write the lines of these files anew, and the index with the findings of the run.

        Raises CardgenError.
        """
        lines = [self._lines[file.name] for file in files if file.name in self._lines]
        write(self._file, b"".join(lines), self._home)
        write(self._folder / INDEX, self._index(files, findings), self._home)

    def _index(self, files: Sequence[EditionsTask], findings: Sequence[Finding]) -> bytes:
        """The index: a row for each edition and file, each that failed, and each finding."""
        stream = io.StringIO(newline="")
        table: Any = csv.writer(stream)
        table.writerow(("edition", "name", "row", "file", "page", "problem", "severity", "code"))
        for file in files:
            entry = self.entry(file.name)
            for edition in file.editions:
                about = (edition.id, edition.fields.get("name") or "", edition.place.line)
                places = entry.pages.get(edition.id, []) if entry else []
                for name, page in places:
                    table.writerow((*about, name, page, "", "", ""))
                if not places:
                    reason = entry.failed.get(edition.id) if entry else None
                    table.writerow((*about, "", "", reason or "not made", "error", ""))
        for finding in findings:
            row = finding.place.line if finding.place else ""
            sentence = in_words(finding.what, finding.remedy)
            table.writerow(("", "", row, "", "", sentence, finding.severity, finding.code))
        # the mark tells a spreadsheet program that this is UTF-8
        return stream.getvalue().encode("utf-8-sig")


def _line(entry: LedgerLine) -> bytes:
    return (json.dumps(asdict(entry), ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
