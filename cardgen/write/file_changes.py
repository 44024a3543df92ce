"""Changes of files that people write: shown, written, taken back, and merged with other changes.

A change is the file with its bytes before and after it. What somebody else has changed meanwhile
stays where the changes do not touch; else nothing is written."""

from __future__ import annotations

import difflib
import os
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cardgen.base.files import (
    LARGEST,
    ChangedError,
    FileToBe,
    exact_state,
    read_inside,
    real_path,
    write_together,
)
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.model.cards import Game
from cardgen.model.project import root_of
from cardgen.write.workbook_diff import differing_cells

_LOCKS = {".~lock.{name}#": "LibreOffice", "~${name}": "Excel"}
"""The files that programs put beside one that they have open."""
_LONGEST_LOCK = 500  # bytes
_TRIES = 5
"""How often a change is made upon a file that somebody else writes at the same time."""
_SHOWN_WHOLE = (".yaml", ".yml")
"""Endings of new files of which a diff shows the lines."""
_ARCHIVE = b"PK\x03\x04"
"""How a workbook begins, whose parts are packed: two changes of it are not merged."""


class Splice(NamedTuple):
    """Bytes in place of those from `start` to `end` of a file."""

    start: int
    end: int
    data: bytes


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
        if self.before.startswith(_ARCHIVE):
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
        return merged(self.before, self.after, now)


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


def apply_all(changes: Sequence[FileChange]) -> list[FileChange]:
    """Write all of these files, or none, and return the changes that were made.

    They are on the disk then. Raises CardgenError where one of them cannot be written."""
    if not changes:
        return []
    home = _home_of(changes[0].file)
    for _ in range(_TRIES):
        made, files = _planned(changes)
        try:
            write_together(files, home)
        except ChangedError:  # between the reading and the writing
            continue
        return made
    raise changed_meanwhile(Place(changes[0].file))


def _home_of(file: Path) -> Path:
    """The project that a file lies in."""
    homes = (folder for folder in file.parents if (folder / "card_data").is_dir())
    return next(homes, root_of(file.parent))


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


def check_not_held(file: Path) -> None:
    """Raise CardgenError for a file that a spreadsheet program has open.

    It would write over the edit, or the edit over what was typed there."""
    for name, program in _LOCKS.items():
        lock = file.with_name(name.format(name=file.name))
        if not lock.is_file():
            continue
        remedy = f"save and close it there; if it is not open, delete {lock.name}"
        who = _owner(lock)
        what = f"{file.name} is open in {program}{who and f' ({who})'}"
        raise CardgenError(Finding("file-held", what, remedy, Place(file)))


def _owner(lock: Path) -> str:
    """The name of who has a file open, as LibreOffice writes it down; empty for others."""
    try:
        data = read_inside(lock, root_of(lock.parent), _LONGEST_LOCK)
    except (CardgenError, OSError):
        return ""
    names = data.decode("utf-8", "replace").split(",")[:2] if lock.name[0] == "." else []
    return next((name for name in names if name.strip() and name.isprintable()), "")


def changed_meanwhile(place: Place | None = None) -> CardgenError:
    """The error for a file that somebody has changed since it was read."""
    what = "the file is no longer what was checked"
    return CardgenError(Finding("edit-conflict", what, "look at it, and try again", place))


def file_bytes(file: Path) -> bytes:
    """The bytes of a file of a project. Raises CardgenError and OSError."""
    return read_inside(file, _home_of(file), LARGEST)


def spliced(data: bytes, splices: Sequence[Splice]) -> bytes:
    """The data with all of these splices, which do not touch."""
    # from the end, so that offsets before a splice stay
    for splice in sorted(splices, reverse=True):
        data = data[: splice.start] + splice.data + data[splice.end :]
    return data


def merged(base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
    """Two changes of the same bytes in one; None where they touch.

    >>> merged(b"a: 1\\nb: 2\\nc: 3\\n", b"a: 1\\nb: 2\\nc: 4\\n", b"a: 5\\nb: 2\\nc: 3\\n")
    b'a: 5\\nb: 2\\nc: 4\\n'
    """
    if mine == theirs or base == theirs:
        return mine
    if base == mine:
        return theirs
    if base.startswith(_ARCHIVE):
        return None
    ours, others = splices_between(base, mine), splices_between(base, theirs)
    for splice in ours:
        touching = [
            other for other in others if splice.start <= other.end and other.start <= splice.end
        ]
        if touching:
            return None
    return spliced(base, [*ours, *others])


def splices_between(old: bytes, new: bytes) -> list[Splice]:
    """The splices that make `new` of `old`: whole lines, or the part of one line that differs."""
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    first, last = common_ends(old_lines, new_lines)
    inner = old_lines[first : len(old_lines) - last], new_lines[first : len(new_lines) - last]
    offsets = [sum(map(len, old_lines[:first]))]
    for line in inner[0]:
        offsets.append(offsets[-1] + len(line))
    splices = []
    matcher = difflib.SequenceMatcher(None, *inner, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            continue
        data = b"".join(inner[1][new_start:new_end])
        splice = Splice(offsets[start], offsets[end], data)
        is_one_line = end - start == new_end - new_start == 1
        splices.append(_narrowed(splice, old) if is_one_line else splice)
    return splices


def common_ends(old: bytes | Sequence[bytes], new: bytes | Sequence[bytes]) -> tuple[int, int]:
    """The numbers of items that two sequences share at their beginning, and behind that at their
    end."""
    most = min(len(old), len(new))
    first = _most_that(lambda count: old[:count] == new[:count], most)
    rest = most - first
    last = _most_that(lambda count: old[len(old) - count :] == new[len(new) - count :], rest)
    return first, last


def _most_that(holds: Callable[[int], bool], most: int) -> int:
    """The largest number up to `most` for which something holds that holds for all below it."""
    return bisect_left(range(1, most + 1), True, key=lambda count: not holds(count))


def _narrowed(splice: Splice, old: bytes) -> Splice:
    """A splice without what it has in common with the bytes that it replaces."""
    first, last = common_ends(old[splice.start : splice.end], splice.data)
    return Splice(
        splice.start + first, splice.end - last, splice.data[first : len(splice.data) - last]
    )


def _decoded(data: bytes) -> str:
    """The text of a file, of whatever encoding."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if wide else "utf-8-sig", "replace")
