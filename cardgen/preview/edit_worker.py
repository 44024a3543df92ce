"""The process that makes edits: what files come to say, read back before anything is written.

It keeps the project open, and reads it again where a file has changed."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.files import trying
from cardgen.base.findings import CardgenError, Finding
from cardgen.model.cards import Game, MissingError
from cardgen.preview.kept_project import GameAhead, KeptProject, project_with
from cardgen.preview.page_edits import EditConflict, PageEdit, runs_of
from cardgen.preview.worker import Overtaken, answers
from cardgen.sandbox.process import begin_run
from cardgen.write.file_changes import FileChange, MergedChange

_TRIES = 5
"""How often edits are made anew, because a file was saved while they were made."""


class MadeEdits(NamedTuple):
    """The changes of files that edits make, one for each file, with words and lines for each.

    `ahead` is the edited game as it reads after them, where no other game is edited; `name` is that
    of what was brought."""

    changes: tuple[FileChange, ...]
    says: tuple[str, ...]
    notes: tuple[str, ...]
    diff: tuple[str, ...]
    ahead: GameAhead | None = None
    name: str = ""


class RefusedEdit(NamedTuple):
    """The reason why edits cannot be made, and the `number` of the one that cannot.

    A conflict has the name of the field, too, and what the file says."""

    finding: Finding
    number: int
    field: str = ""
    theirs: Any = None


class Question(Protocol):
    """A question that the project answers which is open for edits."""

    def answer(self, workshop: Workshop) -> Any:
        """The answer, which can be sent. Raises CardgenError."""
        ...


def edit_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests `(ticket, edits)` with MadeEdits or RefusedEdit; nothing is written.

    `(ticket, question)` is answered with what a Question gives."""
    gc.set_threshold(100_000, 20, 50)  # as for the command line: many objects, few cycles
    return answers(requests, _EditWorker(root, language).answer)


@dataclass(slots=True)
class _EditBatch:
    """Edits that are made one upon the other, from a project as it lies on the disk."""

    workshop: Workshop
    changes: dict[Path, FileChange] = field(default_factory=dict)
    says: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    games: list[Game | None] = field(default_factory=list)
    """The games that were edited, as they read after each change; None for one not read."""

    @property
    def contents(self) -> dict[Path, bytes]:
        """The contents of the files that were edited so far."""
        return {file: change.after for file, change in self.changes.items()}

    def add(self, change: FileChange) -> None:
        """Add a change that was made upon those before."""
        before = self.changes.get(change.file, change).before
        if isinstance(change, MergedChange):
            self.says += change.says.split("\n")
            self.notes.append(change.note)
            self.games.append(change.game)
            self.changes[change.file] = replace(change, before=before, game=None)
        else:
            self.games.append(None)
            self.changes[change.file] = replace(change, before=before)

    def workshop_after(self) -> Workshop | None:
        """The project with the edits so far; None where it must be read again."""
        game = self.games[-1] if self.games else None
        return project_with(self.workshop, game) if game else None

    def ahead(self) -> GameAhead | None:
        """The edited game as it reads after all edits; None where several were, or are unread."""
        ids = {game.id if game else "" for game in self.games}
        game = self.games[-1]
        return GameAhead.of(self.contents, game) if game and len(ids) == 1 else None

    def made(self) -> MadeEdits:
        lines = [line for change in self.changes.values() for line in change.diff()]
        changes = tuple(self.changes.values())
        words = _each_once(self.says), _each_once(self.notes)
        return MadeEdits(changes, *words, tuple(lines), self.ahead())


class _EditWorker:
    def __init__(self, root: Path | None, language: str) -> None:
        self._root = root
        self._language = language
        self._project = KeptProject(root, language)
        self._ahead: GameAhead | None = None

    def answer(
        self, overtaken: Overtaken, ticket: int, asked: tuple[PageEdit, ...] | Question
    ) -> Iterator[Any]:
        begin_run()
        self._project.look(self._ahead)
        self._ahead = None
        if not isinstance(asked, tuple):
            yield asked.answer(self._project.workshop)
            return
        answer = self._answer(asked)
        for _ in range(_TRIES):
            if isinstance(answer, MadeEdits) or self._project.look() == "":
                break
            answer = self._answer(asked)
        self._ahead = answer.ahead if isinstance(answer, MadeEdits) else None
        yield answer

    def _answer(self, edits: Sequence[PageEdit]) -> MadeEdits | RefusedEdit:
        batch = _EditBatch(self._project.workshop)
        runs = deque(runs_of(edits))
        while runs:
            run = runs.popleft()
            try:
                with trying(batch.contents):
                    if batch.changes:
                        batch.workshop = batch.workshop_after() or self._open()
                    made_changes = run.changes(batch.workshop)
            except EditConflict as conflict:
                number = run.number + conflict.number
                return RefusedEdit(conflict.findings[0], number, conflict.field, conflict.theirs)
            except (CardgenError, MissingError) as error:
                finding = error.finding if isinstance(error, MissingError) else error.findings[0]
                is_gone = finding.code == "unknown-card"
                if not is_gone:
                    return RefusedEdit(finding, run.number)
                if len(run.edits) == 1:
                    return RefusedEdit(_gone(finding, run.edits[0]), run.number)
                made_changes = None  # one by one, so that it is told which
            if made_changes is None:
                runs.extendleft(reversed(run.singles()))
                continue
            for change in made_changes:
                batch.add(change)
        return batch.made()

    def _open(self) -> Workshop:
        return open_project(self._root, self._language)


def _gone(finding: Finding, edit: PageEdit) -> Finding:
    """The finding on an edit of what somebody else has taken out, with the words that it would have
    written: they stand nowhere else."""
    typed = edit.values.get("values") or {}
    words = "; ".join(f"{name}: {value}" for name, value in typed.items() if value)
    unwritten = f", so this was not written: {words}" if words else ""
    remedy = "write it into another card, or bring the card back"
    return replace(finding, what=f"{finding.what} any more{unwritten}", remedy=remedy)


def _each_once(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, words)))
