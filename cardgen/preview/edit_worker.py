"""The process that makes edits: what files come to say, read back before anything is written.

It keeps the project open, and reads it again where a file has changed."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.files import FileState, file_state, trying
from cardgen.base.findings import CardgenError, Finding
from cardgen.preview.page_edits import EditConflict, PageEdit
from cardgen.preview.watch import FOLDERS
from cardgen.preview.worker import Overtaken, answers
from cardgen.sandbox.process import begin_run
from cardgen.write.file_changes import FileChange


class MadeEdits(NamedTuple):
    """The changes of files that edits make, one for each file, with words and lines for each."""

    changes: tuple[FileChange, ...]
    says: tuple[str, ...]
    notes: tuple[str, ...]
    diff: tuple[str, ...]


class RefusedEdit(NamedTuple):
    """The reason why edits cannot be made, and the `number` of the one that cannot.

    Of a conflict the name of the field and what the file says."""

    finding: Finding
    number: int
    field: str = ""
    theirs: Any = None


def edit_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests `(ticket, edits)` with MadeEdits or RefusedEdit; nothing is written."""
    gc.set_threshold(100_000, 20, 50)  # as for the command line: many objects, few cycles
    return answers(requests, _EditWorker(root, language).answer)


class _EditWorker:
    def __init__(self, root: Path | None, language: str) -> None:
        self._root = root
        self._language = language
        self._workshop: Workshop | None = None
        self._files: list[FileState] = []

    def answer(
        self, overtaken: Overtaken, ticket: int, edits: Sequence[PageEdit]
    ) -> Iterator[MadeEdits | RefusedEdit]:
        begin_run()
        yield self._made(edits)

    def _made(self, edits: Sequence[PageEdit]) -> MadeEdits | RefusedEdit:
        changes: dict[Path, FileChange] = {}
        says: list[str] = []
        notes: list[str] = []
        for number, edit in enumerate(edits):
            contents = {file: change.after for file, change in changes.items()}
            try:
                with trying(contents):
                    workshop = self._opened() if number == 0 else self._open()
                    made_changes = edit.changes(workshop)
            except EditConflict as conflict:
                return RefusedEdit(conflict.findings[0], number, conflict.field, conflict.theirs)
            except CardgenError as error:
                return RefusedEdit(error.findings[0], number)
            for change in made_changes:
                earlier = changes.get(change.file, change)
                changes[change.file] = replace(change, before=earlier.before)
                says.append(getattr(change, "says", ""))
                notes.append(getattr(change, "note", ""))
        lines = [line for change in changes.values() for line in change.diff()]
        return MadeEdits(tuple(changes.values()), _each_once(says), _each_once(notes), tuple(lines))

    def _opened(self) -> Workshop:
        """The project as it is on the disk."""
        files = self._file_states()
        if self._workshop is None or files != self._files:
            self._workshop, self._files = self._open(), files
        return self._workshop

    def _open(self) -> Workshop:
        return open_project(self._root, self._language)

    def _file_states(self) -> list[FileState]:
        root = self._workshop.project.root if self._workshop else self._root
        if root is None:
            return []
        paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))]
        return [file_state(path) for path in paths]


def _each_once(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, words)))
