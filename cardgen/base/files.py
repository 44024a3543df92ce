"""Output files: written aside and renamed, so that at every moment the earlier file or the new one is there, whole."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from cardgen.base.errors import CardgenError, Problem, shown


def write(path: Path, data: bytes) -> None:
    """Put a file in place in one step. Raises CardgenError, and the file that was there stays."""
    try:
        for left in path.parent.glob(f".{path.name}.*.part"):  # of a build that was ended in the middle
            if not _running(left):
                left.unlink(missing_ok=True)
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
        aside.write_bytes(data)
        if durable:
            with aside.open("r+b") as file:
                os.fsync(file.fileno())
        aside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise


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
