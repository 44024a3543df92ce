"""Edits of the page: made in a process, written, taken back, one after another.

What is told as done is on the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from cardgen.base.files import leads_out
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.model.project import Project
from cardgen.preview.desk import Desk
from cardgen.preview.edit_worker import (
    MadeEdits,
    Question,
    RefusedEdit,
    edit_answers,
)
from cardgen.preview.kept_project import GameAhead
from cardgen.preview.page_edits import PageEdit
from cardgen.preview.worker import Trouble
from cardgen.write.file_changes import FileChange
from cardgen.write.history import EditHistory

Json = dict[str, Any]
_SECONDS = 20.0
_TRIES = 12
"""How often an edit is made anew because a file of it is saved by somebody else meanwhile."""


class EditRoom:
    """The edits of a preview. `tell_changed` hears the files that were written and how the edited
    game reads now, `words` says a finding for the page. `tell_state` hears what can be taken back
    and what was lost, whenever that differs."""

    def __init__(
        self,
        project: Project,
        language: str,
        loop: asyncio.AbstractEventLoop,
        tell_changed: Callable[[Sequence[Path], GameAhead | None], None],
        words: Callable[[Finding], Json],
        tell_state: Callable[[Json], None],
    ) -> None:
        self._project = project
        self._desk = Desk(edit_answers, project.root, language, loop, _SECONDS)
        self._tell_changed = tell_changed
        self._words = words
        self._tell_state = tell_state
        self._told_state: Json = {}
        self._numbers = count(1)
        self._history = EditHistory()
        self._turn = asyncio.Lock()

    async def edit(self, edits: Sequence[PageEdit], *, dry: bool) -> Json:
        """Make edits, all of them or none; with `dry` nothing is written."""
        return await self._made(lambda: self._desk.ask(tuple(edits)), edits, dry=dry)

    async def bring(self, asked: MadeEdits | Question, *, dry: bool) -> Json:
        """Write what was brought, or what the answer to a question is."""

        async def ask() -> Any:
            return asked if isinstance(asked, MadeEdits) else await self._desk.ask(asked)

        return await self._made(ask, (), dry=dry)

    async def _made(
        self, ask: Callable[[], Awaitable[Any]], edits: Sequence[PageEdit], *, dry: bool
    ) -> Json:
        """The answer once the changes that are asked for are on the disk, all of them or none."""
        async with self._turn:
            try:
                self._project.check_writable()
            except CardgenError as error:
                return self._refused(error.findings[0])
            for _ in range(_TRIES):
                made = await ask()
                if isinstance(made, RefusedEdit):
                    return self._refused(made.finding) | _conflict(made, edits)
                if not isinstance(made, MadeEdits):
                    return self._refused(_problem_of(made))
                if dry:
                    answer = self._done(made.changes, made.says, made.notes, made.diff)
                    break
                answer = await self._written(partial(self._apply, made), made.notes, made.ahead)
                # a file was saved after it was read: the edit is made upon what it says now
                if answer["done"] or answer["finding"]["code"] != "edit-conflict":
                    break
            return {**answer, "name": made.name}

    async def undo(self, *, leave: bool = False) -> Json:
        """Take the last edits back; with `leave`, files that say something else there stay."""
        async with self._turn:
            return await self._stepped(self._history.leave_undo if leave else self._history.undo)

    async def redo(self, *, leave: bool = False) -> Json:
        """Make the edits again that were taken back last; see `undo` for `leave`."""
        async with self._turn:
            return await self._stepped(self._history.leave_redo if leave else self._history.redo)

    async def look(self, files: Iterable[Path]) -> None:
        """Look for edits in files that somebody has saved, and tell those that were lost."""
        async with self._turn:
            for file in files:
                await asyncio.to_thread(self._history.look, file)
            self._tell()

    async def restore(self, name: str) -> Json:
        """Make edits anew that somebody has saved an older content over, of the file so named."""
        async with self._turn:
            file = self._lost_file(name)
            if file is None:
                return self._done((), (), (), ())
            refused: list[str] = []

            def write() -> list[FileChange]:
                written, left = self._history.restore(file)
                refused.extend(left)
                return written

            answer = await self._written(write)
            return {**answer, "refused": refused}

    async def leave_lost(self, name: str) -> Json:
        """Leave a file as somebody has saved it."""
        async with self._turn:
            if file := self._lost_file(name):
                self._history.leave_lost(file)
            self._tell()
            return self._done((), (), (), ())

    async def ask(self, question: Question) -> Any:
        """What the project answers that is open for edits; Trouble where it does not."""
        async with self._turn:
            return await self._desk.ask(question)

    def state(self) -> Json:
        """How many edits can be taken back, how many made again, and those that were lost.

        A later state has a higher `number`: answers and events come to a page in any order."""
        return {**self._state(), "number": next(self._numbers)}

    def _state(self) -> Json:
        lost: dict[str, list[str]] = {}
        for edits in self._history.lost:
            lost.setdefault(shown(edits.file), []).extend(edits.says)
        return {
            "undo": self._history.undo_count,
            "redo": self._history.redo_count,
            "lost": [{"file": file, "says": says} for file, says in lost.items()],
        }

    def dismiss(self) -> None:
        """Let those go who wait for an answer."""
        self._desk.dismiss()

    def close(self) -> None:
        self._desk.close()

    def _lost_file(self, name: str) -> Path | None:
        """The file of lost edits that the page knows by a name."""
        files = (lost.file for lost in self._history.lost)
        return next((file for file in files if shown(file) == name), None)

    def _tell(self) -> None:
        """Tell the pages what can be taken back, where that differs."""
        state = self._state()
        if state != self._told_state:
            self._told_state = state
            self._tell_state(self.state())

    async def _stepped(self, step: Callable[[], list[FileChange]]) -> Json:
        """The answer once edits are taken back or made again.

        One that is `stuck` has a file that says something else there."""
        answer = await self._written(step)
        is_stuck = not answer["done"] and answer["finding"]["code"] == "edit-conflict"
        return {**answer, "stuck": is_stuck}

    def _apply(self, made: MadeEdits) -> list[FileChange]:
        """Write changes as they were read back, and no others."""
        for change in made.changes:
            _check_place(self._project, change.file)
        changes = [change.between(change.before, change.after) for change in made.changes]
        return self._history.apply(changes, made.says)

    async def _written(
        self,
        write: Callable[[], list[FileChange]],
        notes: Sequence[str] = (),
        ahead: GameAhead | None = None,
    ) -> Json:
        """The answer once changes are on the disk, or what hindered it."""
        try:
            written = await asyncio.to_thread(write)
        except CardgenError as error:
            return self._refused(error.findings[0])
        files = list(dict.fromkeys(change.file for change in written))
        if files:
            self._tell_changed(files, ahead)
        self._tell()
        diff = [line for change in written for line in change.diff()]
        says = self._history.last_says if written else ()
        return self._done(written, says, notes, diff)

    def _done(
        self,
        changes: Sequence[FileChange],
        says: Sequence[str],
        notes: Sequence[str],
        diff: Sequence[str],
    ) -> Json:
        files = list(dict.fromkeys(shown(change.file) for change in changes))
        words = {"says": list(says), "notes": list(notes), "diff": list(diff), "files": files}
        return {"done": True, **words, **self.state()}

    def _refused(self, finding: Finding) -> Json:
        words = {**self._words(finding), "sentence": finding.sentence}
        return {"done": False, "finding": words, **self.state()}


def _check_place(project: Project, file: Path) -> None:
    """Raise CardgenError for a file that lies outside of the project."""
    if leads_out(file, project.root):
        what = "this file does not lie in the project"
        raise CardgenError(Finding("edit-impossible", what, "edit it there", Place(file)))


def _conflict(refused: RefusedEdit, edits: Sequence[PageEdit]) -> Json:
    """What a page asks about where somebody else has changed a value."""
    if not refused.field:
        return {}
    mine = edits[refused.number].values.get("values", {}).get(refused.field)
    names = {"edit": refused.number, "field": refused.field}
    return {"conflict": {**names, "mine": mine, "theirs": refused.theirs}}


def _problem_of(answer: Any) -> Finding:
    """The reason why the process that makes edits has not answered."""
    if isinstance(answer, Trouble):
        return answer.problems[0]
    return Finding("preview-failed", "the edit was not made", "try it again")
