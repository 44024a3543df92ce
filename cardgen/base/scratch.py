"""Folders for what passes, named after the process that made them.

So those of runs that were killed can be told and cleared away."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from cardgen.base.findings import CardgenError, Finding

_NAME = "cardgen-"
_DAY = 86_400
_LONGEST_SOCKET, _SOCKET_NAME = 107, 24
"""Bytes in the path of a socket (Linux, unix(7)), and of these in its own name, which
multiprocessing gives it, as /listener-ab12cd34."""
_SHORT = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108 (a folder of one's own is made in it)
"""Folders whose paths are short."""


def prefix() -> str:
    """The beginning of the names of this process's folders."""
    return f"{_NAME}{os.getpid()}-"


@cache
def scratch_folder() -> Path:
    """A folder of this process's own, which goes with it."""
    folder = Path(tempfile.mkdtemp(prefix=prefix()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def socket_folder() -> Path:
    """A folder of this process's own in which a socket can lie.

    It serves where the path of `scratch_folder` is too long for that. Raises CardgenError where
    there is none.
    """
    if _holds_sockets(scratch_folder()):
        return scratch_folder()
    for place in _SHORT:
        with suppress(OSError):
            # which nobody else may enter
            folder = Path(tempfile.mkdtemp(prefix=prefix(), dir=place))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            return folder
    message = (
        f"the folder for temporary files, {tempfile.gettempdir()}, "
        "has too long a path for processes to meet in it"
    )
    raise CardgenError(
        Finding(
            "environment-wrong", message, "set TMPDIR to a folder with a short path, such as /tmp"
        )
    )


def _holds_sockets(folder: Path) -> bool:
    return len(os.fsencode(folder)) <= _LONGEST_SOCKET - _SOCKET_NAME


def clear_scratch() -> None:
    """Clear away what runs left that were killed. Only folders of the same user go, and none that a
    link leads to."""
    for place in (tempfile.gettempdir(), *(_SHORT if sys.platform == "linux" else ())):
        _clear(place)


def _clear(place: str) -> None:
    with suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            number = entry.name[len(_NAME) :].partition("-")[0]
            if entry.name.startswith(_NAME) and number.isdecimal() and _left(entry, int(number)):
                shutil.rmtree(entry.path, ignore_errors=True)


def running(number: int) -> bool:
    """True if a process of this number runs. Windows cannot tell without ending it: there none
    does."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _left(entry: os.DirEntry[str], number: int) -> bool:
    with suppress(OSError):
        about = entry.stat(follow_symlinks=False)
        if not entry.is_dir(follow_symlinks=False):
            return False
        if sys.platform == "win32":
            return time.time() - about.st_mtime > _DAY
        return about.st_uid == os.getuid() and not running(number)
    return False
