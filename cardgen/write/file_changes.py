"""Changes of files that people write: shown, written, taken back, and merged with other changes.

A change is the file with its bytes before and after it. What somebody else has changed meanwhile
stays where the changes do not touch; else nothing is written."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.base.files import ChangedError, FileToBe, exact_state, real_path, write_together
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.model.cards import Game
from cardgen.write.game_files import changed_meanwhile, check_not_held, file_bytes, home_of
from cardgen.write.splices import merged
from cardgen.write.workbook_diff import differing_cells
from cardgen.write.workbook_merge import ARCHIVE, merged_workbook

_TRIES = 5
"""How often a change is made upon a file that somebody else writes at the same time."""
_SHOWN_WHOLE = (".yaml", ".yml")
"""Endings of new files of which a diff shows the lines."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file of a project with its bytes `before` and `after` a change."""

    file: Path
    before: bytes
    after: bytes

    def diff(self) -> Iterator[str]:
        """The lines that change, as `diff -u` shows them.

        A workbook gives its cells that say something else."""
        name = shown(self.file)
        if self.before.startswith(ARCHIVE):
            return iter(
                [f"--- {name}", f"+++ {name}", *differing_cells(name, self.before, self.after)]
            )
        old, new = (_decoded(data).splitlines() for data in (self.before, self.after))
        return difflib.unified_diff(old, new, name, name, lineterm="")

    @property
    def undone(self) -> FileChange:
        """The change that takes this one back."""
        return FileChange(self.file, self.after, self.before)

    @property
    def file_goes(self) -> bool:
        """True if there is no file after the change."""
        return False

    def between(self, before: bytes, after: bytes) -> FileChange:
        """The change of the same file between other bytes, without what is said of it."""
        return FileChange(self.file, before, after)

    def apply(self) -> FileChange:
        """Write the file, and return the change that was made.

        It differs from this one where somebody else has changed the file. Raises CardgenError when
        the changes touch, or the file cannot be written."""
        (made,) = apply_all([self])
        return made

    def after_on(self, now: bytes) -> bytes:
        """The bytes after this change of a file that holds others by now. Raises CardgenError."""
        after = self.after if now == self.before else self._merged_with(now)
        if after is None:
            raise changed_meanwhile(Place(self.file))
        return after

    def _merged_with(self, now: bytes) -> bytes | None:
        """The bytes after this change of a file that somebody has changed; None if it must not be.

        What follows from other cards is not what was checked any more."""
        return None


@dataclass(frozen=True, slots=True)
class MergedChange(FileChange):
    """A change that somebody asked for, which stands beside what others change meanwhile.

    `says` it in words, `note` is what is worth knowing of it. `game` is as it reads after the
    change, where it was read and nothing is wrong with it."""

    says: str = ""
    note: str = ""
    game: Game | None = field(default=None, compare=False, repr=False)

    @property
    def undone(self) -> MergedChange:
        return MergedChange(self.file, self.after, self.before)

    def _merged_with(self, now: bytes) -> bytes | None:
        return merged_file(self.file, self.before, self.after, now)


@dataclass(frozen=True, slots=True)
class NewFile(FileChange):
    """A file that is not there before the change, and not once it is taken back."""

    before: bytes = b""
    after: bytes = b""

    def diff(self) -> Iterator[str]:
        """The name and the size; of YAML its lines, too."""
        yield f"+++ {shown(self.file)} ({len(self.after):,} bytes)"
        if self.file.suffix in _SHOWN_WHOLE:
            yield from (f"+{line}" for line in _decoded(self.after).splitlines())

    @property
    def undone(self) -> RemovedFile:
        return RemovedFile(self.file, self.after)

    def between(self, before: bytes, after: bytes) -> NewFile:
        return NewFile(self.file, before, after)

    def after_on(self, now: bytes) -> bytes:
        if now:
            what = f"there is a {self.file.name} already"
            raise CardgenError(Finding("edit-conflict", what, "look at it, and try again"))
        return self.after


@dataclass(frozen=True, slots=True)
class RemovedFile(FileChange):
    """A file that is there before the change alone."""

    after: bytes = b""

    @property
    def undone(self) -> NewFile:
        return NewFile(self.file, b"", self.before)

    @property
    def file_goes(self) -> bool:
        return True

    def between(self, before: bytes, after: bytes) -> RemovedFile:
        return RemovedFile(self.file, before)


def merged_file(file: Path, base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
    """Two changes of a file in one, by lines or by the cells of a workbook; None where they
    touch."""
    if base.startswith(ARCHIVE):
        is_same = mine == theirs or base == theirs
        return mine if is_same else merged_workbook(file, base, mine, theirs)
    return merged(base, mine, theirs)


def apply_all(changes: Sequence[FileChange]) -> list[FileChange]:
    """Write all of these files, or none, and return the changes that were made.

    They are on the disk then. Raises CardgenError where one of them cannot be written."""
    if not changes:
        return []
    home = home_of(changes[0].file)
    for _ in range(_TRIES):
        made, files = _planned(changes)
        try:
            write_together(files, home)
        except ChangedError:  # between the reading and the writing
            continue
        return made
    raise changed_meanwhile(Place(changes[0].file))


def _planned(changes: Sequence[FileChange]) -> tuple[list[FileChange], list[FileToBe]]:
    """The changes as they are made upon what the files hold, and those files.

    Raises CardgenError."""
    made: list[FileChange] = []
    files: dict[Path, FileToBe] = {}
    for change in changes:
        path = real_path(change.file)  # a link stays one
        file = files.get(path) or _file_now(change.file, path)
        now = file.after or b""
        after = change.after_on(now)
        made.append(change.between(now, after))
        files[path] = file._replace(after=None if change.file_goes else after)
    return made, list(files.values())


def _file_now(file: Path, path: Path) -> FileToBe:
    """A file as it is, which may be written. Raises CardgenError."""
    place = Place(file)
    check_not_held(file)
    state = exact_state(path)
    if state is None:
        return FileToBe(path, b"", b"", None)
    try:
        now = file_bytes(file)
    except (CardgenError, OSError):
        raise changed_meanwhile(place) from None
    if not os.access(path, os.W_OK) or not path.stat().st_mode & 0o200:
        remedy = "let it be written to, and try again"
        raise CardgenError(Finding("file-unwritable", "the file may only be read", remedy, place))
    return FileToBe(path, now, now, state)


def _decoded(data: bytes) -> str:
    """The text of a file, of whatever encoding."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if wide else "utf-8-sig", "replace")
