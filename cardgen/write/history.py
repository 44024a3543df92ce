"""Edits in the order in which they were made, to be taken back and made again.

What others have changed in between stays. Of each step only the bytes that differ are kept. Edits
that somebody has saved an older content over are found, and can be made anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.write.file_changes import (
    FileChange,
    MergedChange,
    NewFile,
    RemovedFile,
    apply_all,
    merged_file,
)
from cardgen.write.game_files import file_bytes
from cardgen.write.splices import Splice, common_ends, difference_count, spliced
from cardgen.write.workbook_merge import ARCHIVE, UnsoundWorkbookError, differing_count

_FARTHEST = 100
"""How many steps back an older content is looked for."""
_FARTHEST_WORKBOOK = 20
_MOST_BYTES = 64 << 20
"""The most bytes of steps that are kept: the oldest edits cannot be taken back beyond them."""


class _HistoryStep(NamedTuple):
    """A change of a file from `old` to `new` bytes at an offset.

    One that is `foreign` was made by somebody else, and is neither taken back nor made again. One
    that `is_new` makes the file."""

    file: Path
    start: int
    old: bytes
    new: bytes
    foreign: bool = False
    is_new: bool = False

    @classmethod
    def of(cls, file: Path, before: bytes, after: bytes, *, foreign: bool = False) -> _HistoryStep:
        """The step between two contents of a file."""
        first, last = common_ends(before, after)
        old = before[first : len(before) - last]
        return cls(file, first, old, after[first : len(after) - last], foreign)

    def forward(self, data: bytes) -> bytes:
        return spliced(data, [Splice(self.start, self.start + len(self.old), self.new)])

    def back(self, data: bytes) -> bytes:
        return spliced(data, [Splice(self.start, self.start + len(self.new), self.old)])

    def change(self, before: bytes, after: bytes, *, is_back: bool) -> FileChange:
        """The change of the file by which this step is taken back, or made again."""
        if not self.is_new:
            return MergedChange(self.file, before, after)
        return RemovedFile(self.file, before) if is_back else NewFile(self.file, b"", after)


class _HistoryEntry(NamedTuple):
    """Steps that are taken back together, and what they do in words."""

    steps: tuple[_HistoryStep, ...]
    says: tuple[str, ...]

    @property
    def is_foreign(self) -> bool:
        """True if there is nothing in it to be taken back."""
        return all(step.foreign for step in self.steps)

    @property
    def size(self) -> int:
        return sum(len(step.old) + len(step.new) for step in self.steps)


class _LostStep(NamedTuple):
    """A step that is no longer in a file, and the words of the edit that it belongs to."""

    step: _HistoryStep
    says: tuple[str, ...]


class LostEdits(NamedTuple):
    """Edits of a file that somebody saved an older content over.

    `base` is that content, to which the steps came."""

    file: Path
    base: bytes
    steps: tuple[_LostStep, ...]

    @property
    def says(self) -> tuple[str, ...]:
        """The edits in words."""
        lines = [line for step in self.steps if not step.step.foreign for line in step.says]
        return tuple(dict.fromkeys(lines))

    def made_on(self, now: bytes) -> tuple[bytes, tuple[str, ...]]:
        """The content with these edits, and in words those that another change stands against."""
        last = self.base
        for step, _ in self.steps:
            last = step.forward(last)
        together = merged_file(self.file, self.base, last, now)
        if together is not None:
            return together, ()
        state, content = self.base, now
        refused: list[str] = []
        for step, says in self.steps:
            after = step.forward(state)
            merged = merged_file(self.file, state, after, content)
            if merged is None:
                refused += says
            else:
                content = merged
            state = after
        return content, tuple(dict.fromkeys(refused))


class EditHistory:
    """The edits of a session. Its methods raise CardgenError, and then nothing is written."""

    def __init__(self) -> None:
        self._done: list[_HistoryEntry] = []
        self._undone: list[_HistoryEntry] = []
        self.last_says: tuple[str, ...] = ()
        """The edits in words that were made, taken back or made again last."""
        self.lost: list[LostEdits] = []
        """Edits that others have saved older contents over."""
        self._contents: dict[Path, bytes] = {}
        """What the edits have made of each file, up to the last that is not taken back."""

    @property
    def undo_count(self) -> int:
        """The number of edits that can be taken back."""
        return sum(not entry.is_foreign for entry in self._done)

    @property
    def redo_count(self) -> int:
        """The number of edits that were taken back and can be made again."""
        return sum(not entry.is_foreign for entry in self._undone)

    def apply(self, changes: Sequence[FileChange], says: Sequence[str] = ()) -> list[FileChange]:
        """Write changes, which are taken back together, and return what was made.

        `says` tells in words what they do."""
        written = apply_all(changes)
        steps = []
        for change in written:
            earlier = self._contents.get(change.file, change.before)
            if earlier != change.before:
                self._find_lost(change.file, change.before)
                steps.append(_HistoryStep.of(change.file, earlier, change.before, foreign=True))
            step = _HistoryStep.of(change.file, change.before, change.after)
            steps.append(step._replace(is_new=isinstance(change, NewFile)))
            self._contents[change.file] = change.after
            self._drop_found(change.file, change.after)
        self.last_says = tuple(says)
        self._done.append(_HistoryEntry(tuple(steps), self.last_says))
        self._undone.clear()
        self._bound()
        return written

    def undo(self) -> list[FileChange]:
        """Take the last edits back; nothing where there are none."""
        return self._go(self._done, self._undone, is_back=True)

    def redo(self) -> list[FileChange]:
        """Make the edits again that were taken back last."""
        return self._go(self._undone, self._done, is_back=False)

    def leave_undo(self) -> list[FileChange]:
        """Take the last edits back but for files that say something else there by now."""
        return self._leave(self._done, self._undone, is_back=True)

    def leave_redo(self) -> list[FileChange]:
        """Make edits again but for files that say something else there by now."""
        return self._leave(self._undone, self._done, is_back=False)

    def look(self, file: Path) -> None:
        """Look at a file that somebody has saved: `lost` has what is no longer in it."""
        if file not in self._contents:
            return
        try:
            now = file_bytes(file)
            self._find_lost(file, now)
            self._drop_found(file, now)
        except (CardgenError, OSError):  # which is told of the file itself
            return

    def restore(self, file: Path) -> tuple[list[FileChange], tuple[str, ...]]:
        """Make the lost edits of a file anew, and return what was made.

        In words those come with it that another change stands against, which are left."""
        before = content = file_bytes(file)
        says: list[str] = []
        refused: list[str] = []
        for lost in self.lost:
            if lost.file == file:
                content, conflicts = lost.made_on(content)
                says += [line for line in lost.says if line not in conflicts]
                refused += conflicts
        change = MergedChange(file, before, content)
        written = self.apply([change], says) if content != before else []
        self.leave_lost(file)
        return written, tuple(refused)

    def leave_lost(self, file: Path) -> None:
        """Forget the lost edits of a file."""
        self.lost = [lost for lost in self.lost if lost.file != file]

    def _go(
        self, source: list[_HistoryEntry], target: list[_HistoryEntry], *, is_back: bool
    ) -> list[FileChange]:
        contents = dict(self._contents)
        passed: list[_HistoryEntry] = []
        changes: list[FileChange] = []
        for entry in reversed(source):
            passed.append(entry)
            changes = _changes_of(entry, contents, is_back=is_back)
            if not entry.is_foreign:
                break
        written = apply_all(changes)
        if not passed or passed[-1].is_foreign:  # only what others did
            return []
        self._contents = contents
        self.last_says = passed[-1].says
        del source[len(source) - len(passed) :]
        target += passed
        self._drop_lost(passed)
        return written

    def _leave(
        self, source: list[_HistoryEntry], target: list[_HistoryEntry], *, is_back: bool
    ) -> list[FileChange]:
        at = next((at for at, entry in reversed([*enumerate(source)]) if not entry.is_foreign), -1)
        if at < 0:
            return []
        contents = dict(self._contents)
        for entry in reversed(source[at + 1 :]):
            _changes_of(entry, contents, is_back=is_back)
        differing = set()
        for change in _changes_of(source[at], contents, is_back=is_back):
            now = file_bytes(change.file)
            if merged_file(change.file, change.before, change.after, now) is None:
                differing.add(change.file)
        left_steps = tuple(
            step._replace(foreign=True) if step.file in differing else step
            for step in source[at].steps
        )
        left_entry = source[at]._replace(steps=left_steps)
        source[at] = left_entry
        return [] if left_entry.is_foreign else self._go(source, target, is_back=is_back)

    # what somebody has saved an older content over

    def _find_lost(self, file: Path, now: bytes) -> None:
        """Note the edits that are not in a content of a file any more.

        Whoever saved it had an older one before them: that one differs from it in fewer places than
        what the edits had made of the file."""
        state = self._contents[file]
        if state == now:
            return
        try:
            fewest = _difference(file, state, now)
            steps: list[_LostStep] = []
            lost = None
            for step in self._steps_back(file):
                state = step.step.back(state)
                steps.insert(0, step)
                count = _difference(file, state, now)
                if count < fewest or (lost and count == fewest):  # rather too many than too few
                    fewest, lost = count, LostEdits(file, state, tuple(steps))
        except UnsoundWorkbookError:  # no workbook any more, as is told of the file itself
            return
        if lost and lost.says:
            self._drop_lost([_HistoryEntry(tuple(step.step for step in lost.steps), ())])
            self.lost.append(lost)

    def _steps_back(self, file: Path) -> Iterator[_LostStep]:
        """Yield the steps of a file, the last first."""
        most = _FARTHEST_WORKBOOK if self._contents[file].startswith(ARCHIVE) else _FARTHEST
        number = 0
        for entry in reversed(self._done):
            for step in reversed(entry.steps):
                if step.file == file and number < most:
                    number += 1
                    yield _LostStep(step, entry.says)

    def _drop_lost(self, entries: Sequence[_HistoryEntry]) -> None:
        """Forget lost edits of which steps are among these."""
        ids = {id(step) for entry in entries for step in entry.steps}
        self.lost = [
            lost for lost in self.lost if not any(id(step.step) in ids for step in lost.steps)
        ]

    def _drop_found(self, file: Path, now: bytes) -> None:
        """Forget lost edits that somebody has made again: all of them are in a content."""
        self.lost = [
            lost for lost in self.lost if lost.file != file or lost.made_on(now) != (now, ())
        ]

    def _bound(self) -> None:
        """Forget the oldest edits where they take too much memory."""
        size = sum(entry.size for entry in self._done)
        while size > _MOST_BYTES and len(self._done) > 1:
            size -= self._done.pop(0).size


def _changes_of(
    entry: _HistoryEntry, contents: dict[Path, bytes], *, is_back: bool
) -> list[FileChange]:
    """The changes by which an entry is taken back, or made again.

    `contents` are led through all of its steps."""
    changes: dict[Path, FileChange] = {}
    for step in reversed(entry.steps) if is_back else entry.steps:
        now = contents[step.file]
        contents[step.file] = step.back(now) if is_back else step.forward(now)
        if not step.foreign:
            before = changes[step.file].before if step.file in changes else now
            changes[step.file] = step.change(before, contents[step.file], is_back=is_back)
    return list(changes.values())


def _difference(file: Path, old: bytes, new: bytes) -> int:
    """The number of places in which two contents of a file differ.

    Raises UnsoundWorkbookError."""
    if old.startswith(ARCHIVE):
        return differing_count(file, old, new)
    return difference_count(old, new)
