"""Output files: written aside and renamed, so that at every moment the earlier file or the new one is there, whole."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from cardgen.base.errors import CardgenError, Problem, shown


def write(path: Path, data: bytes, *, linked: bool = False) -> None:
    """Put a file in place in one step. Raises CardgenError, and the file that was there stays, with its mode.

    A file of several names that stays `linked` is written where it is, which takes a moment: what it held lies beside it until then.
    """
    try:
        for left in path.parent.glob(f".{path.name}.*.part"):  # of a build that was ended in the middle
            if not _running(left):
                left.unlink(missing_ok=True)
        if linked and path.is_file() and path.stat().st_nlink > 1:
            _write_over(path, data)
        else:
            put_in_place(path, data, durable=True)
    except OSError as error:
        kept = "; the earlier file is kept" if path.exists() else ""
        remedy = "see that the folder can be written to and has room"
        if isinstance(error, PermissionError):
            remedy = "close it if a viewer has it open, or see that you may write there, and build again"
        raise CardgenError(Problem(f"{shown(path)} cannot be written: {error.strerror or error}{kept}", remedy)) from None


def put_in_place(path: Path, data: bytes, *, durable: bool = False) -> None:
    """The step itself; `durable` data is on the disk before the earlier file goes. Raises OSError, and nothing is left aside."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = _mode(path)
        if mode is not None:
            aside.touch(0o600)  # nobody else reads it before it has its mode
        aside.write_bytes(data)
        if durable:
            with aside.open("r+b") as file:
                os.fsync(file.fileno())
        if mode is not None:
            with contextlib.suppress(OSError):  # of a disk that knows no modes
                aside.chmod(mode)
        aside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise


def _mode(path: Path) -> int | None:
    """Who may read and write the file that is there; None where it does not matter."""
    try:
        found = path.lstat().st_mode
    except OSError:
        return None
    return found & 0o777 if stat.S_ISREG(found) and os.name == "posix" else None


def _write_over(path: Path, data: bytes) -> None:
    """New content for the same file. Raises OSError, and the old content is back, or else beside it."""
    old = path.read_bytes()
    aside = path.with_name(f".{path.name}.{os.getpid()}.before")
    aside.touch(0o600)
    put_in_place(aside, old, durable=True)
    try:
        _fill(path, data)
    except OSError:
        _fill(path, old)
        aside.unlink()
        raise
    aside.unlink()


def _fill(path: Path, data: bytes) -> None:
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _running(aside: Path) -> bool:
    """Whether the process that began a file is still at it."""
    number = aside.name.rsplit(".", 2)[-2]
    if not number.isdigit() or int(number) == os.getpid():
        return False
    if os.name == "nt":  # there os.kill would end the process; an open file cannot be deleted, which is safe enough
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
