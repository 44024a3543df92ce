"""Edits in the order in which they were made, to be taken back and made again.

What others have changed in between stays. Of each step only the bytes that differ are kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardgen.write.file_changes import (
    FileChange,
    MergedChange,
    NewFile,
    RemovedFile,
    Splice,
    apply_all,
    common_ends,
    spliced,
)


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


class EditHistory:
    """The edits of a session. Its methods raise CardgenError, and then nothing is written."""

    def __init__(self) -> None:
        self._done: list[_HistoryEntry] = []
        self._undone: list[_HistoryEntry] = []
        self.last_says: tuple[str, ...] = ()
        """The edits in words that were made, taken back or made again last."""
        self._contents: dict[Path, bytes] = {}
        """What the edits have made of each file, up to the last that is not taken back."""

    @property
    def undo_count(self) -> int:
        """The number of edits that can be taken back."""
        return len(self._done)

    @property
    def redo_count(self) -> int:
        """The number of edits that were taken back and can be made again."""
        return len(self._undone)

    def apply(self, changes: Sequence[FileChange], says: Sequence[str] = ()) -> list[FileChange]:
        """Write changes, which are taken back together, and return what was made.

        `says` tells in words what they do."""
        written = apply_all(changes)
        steps = []
        for change in written:
            earlier = self._contents.get(change.file, change.before)
            if earlier != change.before:
                steps.append(_HistoryStep.of(change.file, earlier, change.before, foreign=True))
            step = _HistoryStep.of(change.file, change.before, change.after)
            steps.append(step._replace(is_new=isinstance(change, NewFile)))
            self._contents[change.file] = change.after
        self.last_says = tuple(says)
        self._done.append(_HistoryEntry(tuple(steps), self.last_says))
        self._undone.clear()
        return written

    def undo(self) -> list[FileChange]:
        """Take the last edits back; nothing where there are none."""
        return self._go(self._done, self._undone, is_back=True)

    def redo(self) -> list[FileChange]:
        """Make the edits again that were taken back last."""
        return self._go(self._undone, self._done, is_back=False)

    def _go(
        self, source: list[_HistoryEntry], target: list[_HistoryEntry], *, is_back: bool
    ) -> list[FileChange]:
        if not source:
            return []
        steps, says = source[-1]
        contents = dict(self._contents)
        changes: dict[Path, FileChange] = {}
        for step in reversed(steps) if is_back else steps:
            now = contents[step.file]
            contents[step.file] = step.back(now) if is_back else step.forward(now)
            if not step.foreign:
                before = changes[step.file].before if step.file in changes else now
                changes[step.file] = step.change(before, contents[step.file], is_back=is_back)
        written = apply_all(list(changes.values()))
        self._contents = contents
        self.last_says = says
        target.append(source.pop())
        return written
