"""Files in the user's cache folder, by key.

They hold what was computed once and may be had again in the next run. Nothing depends on it. A file
that is missing, cut short, changed, unreadable or unwritable is a miss, never an error, and two
builds may share the folder: files are written aside and renamed. CARDGEN_CACHE names another
folder, or is empty for none."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cardgen.base.files import put_in_place, read_inside, read_own
from cardgen.base.findings import CardgenError

LIMIT = 64 * 1024 * 1024
"""Bytes the folder may hold; the files longest unused go first."""
_held: dict[Path, int] = {}
"""Bytes that folders held when this process last looked through them, and what it has put there
since."""
_DAY = 86_400
_DIGEST = 32
_PROGRAM = Path(__file__).resolve().parents[1]
_NO_WINGS = ("__pycache__", "sample")


def content_of(folders: Iterable[Path], without: Path | None = None) -> bytes:
    """A digest of every file in these folders but one, for keys.

    Names are included; hidden files and byte code are left out. None is opened twice. Of a link out
    of the folder above, and of what is no regular file or cannot be read, only the name counts:
    nothing else reads it."""
    digest, left_out = hashlib.sha256(), without.resolve() if without else None
    for folder in folders:
        linked = folder.is_symlink()
        for above, inner, names in os.walk(folder):
            inner[:] = sorted(name for name in inner if not name.startswith((".", "__pycache__")))
            before = ""
            if above != str(folder):
                before = os.path.join(os.path.relpath(above, folder), "")  # noqa: PTH118 (texts)
            for name in sorted(names):
                if not name.startswith("."):
                    # a path as an object takes as long as reading the file
                    data = b""
                    path = os.path.join(above, name)  # noqa: PTH118
                    if left_out and name == left_out.name and Path(path).resolve() == left_out:
                        continue
                    with contextlib.suppress(CardgenError, OSError):
                        aside = linked or os.path.islink(path)  # noqa: PTH114
                        data = read_inside(Path(path), folder.parent) if aside else read_own(path)
                    digest.update(f"{before}{name} {len(data)} ".encode("utf-8", "surrogateescape"))
                    digest.update(data)
    return digest.digest()


@cache
def code_of(*wings: str) -> bytes:
    """A digest of some wings of the program, or of all of it.

    Each is read once, and processes that are forked know what was read."""
    if len(wings) == 1:
        return content_of([_PROGRAM / wings[0]])
    wing_names = wings or sorted(
        folder.name
        for folder in _PROGRAM.iterdir()
        if folder.is_dir() and folder.name not in _NO_WINGS
    )
    return hashlib.sha256(b"".join(map(code_of, wing_names))).digest()


@cache
def as_installed() -> bytes:
    """A digest that tells the program from all that ran here before. `code_of` tells it on other
    machines, too, and takes several times as long."""
    return as_written([_PROGRAM], _NO_WINGS)


def as_written(folders: Iterable[Path], without: Iterable[str] = ("__pycache__",)) -> bytes:
    """A digest of the sizes of the files in folders and when they were written, as Python itself
    tells whether byte code is of a source. Folders of the names `without` are left out."""
    digest = hashlib.sha256()
    for folder in folders:
        for above, inner, names in os.walk(folder):
            inner[:] = sorted(set(inner).difference(without))
            for name in sorted(names):
                about = os.stat(os.path.join(above, name))  # noqa: PTH116, PTH118 (as above)
                digest.update(
                    f"{above} {name} {about.st_size} {about.st_mtime_ns} ".encode(
                        "utf-8", "surrogateescape"
                    )
                )
    return digest.digest()


def _digest(key: str, data: bytes) -> bytes:
    """The digest that stands before data that is kept.

    It is of the key as well, so that a file that was renamed to another is none of that."""
    digest = hashlib.sha256(hashlib.sha256(key.encode()).digest())
    digest.update(data)
    return digest.digest()


class Cache:
    """A folder of small files. `folder` None keeps nothing."""

    def __init__(self, folder: Path | None, limit: int = LIMIT) -> None:
        self._folder = folder
        self._limit = limit
        self._written = 0

    @classmethod
    def of_user(cls) -> Cache:
        folder = os.environ.get("CARDGEN_CACHE")
        if folder is not None:
            return cls(Path(folder) if folder else None)
        import platformdirs

        return cls(Path(platformdirs.user_cache_dir("cardgen", appauthor=False)))

    @property
    def keeps(self) -> bool:
        """False where nothing is kept between runs."""
        return self._folder is not None

    def get(self, key: str) -> bytes | None:
        """The data that was kept under a key, if it is whole."""
        if self._folder is None:
            return None
        path = self._folder / key
        try:
            stored = read_own(path)
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)  # used of late, so that pruning spares it
        except (CardgenError, OSError):
            return None
        data = stored[_DIGEST:]
        return data if _digest(key, data) == stored[:_DIGEST] else None

    def put(self, key: str, data: bytes) -> None:
        """Keep data under a key made of letters and digits."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            put_in_place(self._folder / key, _digest(key, data) + data)
            self._written += _DIGEST + len(data)

    def prune(self) -> None:
        """Throw away what has been unused longest until the folder is within its limit. One that
        cannot be beyond it is not looked through again: others who write there do it for
        themselves."""
        if self._folder is None or not self._written:
            return
        folder_size = _held.get(self._folder, self._limit) + self._written
        self._written = 0
        if folder_size <= self._limit:
            _held[self._folder] = folder_size
            return
        with contextlib.suppress(OSError), os.scandir(self._folder) as entries:
            files = []
            for entry in entries:
                if entry.is_file(follow_symlinks=False):
                    about = entry.stat(follow_symlinks=False)
                    files.append((about.st_mtime, about.st_size, entry.path))
            total = sum(size for _, size, _ in files)
            for _, size, path in sorted(files):
                if total <= self._limit:
                    break
                with contextlib.suppress(OSError):
                    Path(path).unlink()
                total -= size
            _held[self._folder] = total
