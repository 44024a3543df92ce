"""Places for files: a folder of this machine, or any address that fsspec knows.

Such an address is s3://bucket/deck.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote
from uuid import uuid4

from cardgen.base.files import clear_aside, digest_of_made_file, leads_out, write
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.state import is_plain_name

_ASIDE = re.compile(r"\..+\.[0-9a-f]{32}\.part", re.DOTALL)
"""The name of a file that is not whole yet; see `AddressShelf.put`."""
_AT_ONCE = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "memory"}
"""Places where an object appears whole or not at all, and renaming one would copy it."""


class Shelf(Protocol):
    """A place of whole files, by their names. It can be sent to other processes.

    Names are those of files below it (`is_plain_name`), whoever says them: no other is put, looked
    at or taken away.
    """

    def put(self, name: str, data: bytes) -> None:
        """Put a file in its place, in one step.

        Raises CardgenError, or an error of the library of the place.
        """

    def holds(self, name: str, digest: str) -> bool:
        """True if a file with this SHA-256 is there."""

    def path(self, name: str) -> Path | None:
        """The path of a file on this machine, or None; for the empty name of the shelf itself."""

    def drop(self, name: str, digest: str) -> None:
        """Remove a file that is made no more, if it still has this SHA-256."""

    def tidy(self) -> None:
        """Remove rests of files that were not put there to the end.

        Nobody may put files meanwhile.
        """


@dataclass(frozen=True, slots=True)
class FolderShelf:
    """A folder; with a `home`, nothing is written outside that, whatever links there are."""

    folder: Path
    home: Path | None = None

    def put(self, name: str, data: bytes) -> None:
        _check(name)
        write(self.folder / name, data, self.home, tidy=False)

    def holds(self, name: str, digest: str) -> bool:
        if not is_plain_name(name):
            return False
        with suppress(OSError, CardgenError):
            return digest_of_made_file(self.folder / name, self.folder) == digest
        return False

    def path(self, name: str) -> Path | None:
        return self.folder / name if is_plain_name(name) or not name else None

    def drop(self, name: str, digest: str) -> None:
        path = self.folder / name
        if self.holds(name, digest) and not (self.home and leads_out(path, self.home)):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def tidy(self) -> None:
        clear_aside(self.folder, self.home)


@dataclass(slots=True)
class AddressShelf:
    """An address of fsspec. Whoever puts files there needs fsspec's library for it, and the right
    to write.

    Files are whole, for they are written aside and renamed, unless the place does so itself; so one
    that is there by its name counts as what was put there. An address of a folder, file://, is a
    folder."""

    address: str
    _names: set[str] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.address

    def check(self) -> None:
        """Raise CardgenError for an address that is none, or whose library is not there."""
        try:
            self._opened()
        except Exception as error:  # each library has its own
            raise CardgenError(
                Finding(
                    "shelf-refused",
                    f"--to {self.address}: {error}",
                    "write an address such as s3://bucket/folder or file:///folder, "
                    "and install what fsspec needs for it",
                )
            ) from None

    def put(self, name: str, data: bytes) -> None:
        system, root = self._opened()
        if isinstance(root, Path):
            return _folder_shelf(root).put(name, data)
        _check(name, address=True)
        path = f"{root}/{name}"
        if self._at_once(system):
            system.pipe_file(path, data)
            return None
        folder, _, last = path.rpartition("/")
        aside = f"{folder}/.{last}.{uuid4().hex}.part"
        system.makedirs(folder, exist_ok=True)
        try:
            system.pipe_file(aside, data)
            if system.exists(path):  # not every place renames onto another file
                system.rm_file(path)
            system.mv(aside, path)
        except BaseException:
            with suppress(Exception):
                system.rm_file(aside)
            raise
        return None

    def holds(self, name: str, digest: str) -> bool:
        system, root = self._opened()
        if isinstance(root, Path):
            return _folder_shelf(root).holds(name, digest)
        if not _is_plain(name):
            return False
        if self._names is None:
            try:
                self._names = {str(path).rpartition(f"{root}/")[2] for path in system.find(root)}
            except FileNotFoundError:
                self._names = set()
        return name in self._names

    def path(self, name: str) -> Path | None:
        _, root = self._opened()
        return _folder_shelf(root).path(name) if isinstance(root, Path) else None

    def drop(self, name: str, digest: str) -> None:
        system, root = self._opened()
        if isinstance(root, Path):
            _folder_shelf(root).drop(name, digest)
        elif _is_plain(name):
            with suppress(OSError):
                system.rm_file(f"{root}/{name}")

    def tidy(self) -> None:
        system, root = self._opened()
        if isinstance(root, Path):
            return _folder_shelf(root).tidy()
        if not self._at_once(system):
            with suppress(OSError):
                for path in map(str, system.find(root)):
                    if _ASIDE.fullmatch(path.rpartition("/")[2]):
                        system.rm_file(path)
        return None

    def _at_once(self, system: Any) -> bool:
        protocols = system.protocol
        if isinstance(protocols, str):
            return protocols in _AT_ONCE
        return not _AT_ONCE.isdisjoint(protocols)

    def _opened(self) -> tuple[Any, str | Path]:
        """Open the address: its file system, and the folder in it."""
        from fsspec.core import url_to_fs
        from fsspec.implementations.local import LocalFileSystem

        system, root = url_to_fs(self.address)
        return system, Path(root) if isinstance(system, LocalFileSystem) else root.rstrip("/")


def _folder_shelf(folder: Path) -> FolderShelf:
    """The shelf of a folder that a user has named, in which no link leads out of it."""
    return FolderShelf(folder, home=folder)


def _is_plain(name: str) -> bool:
    """True if this names a file below an address, however its library spells paths.

    A # or an escape begins something else in an address (RFC 3986).
    """
    return is_plain_name(name) and "#" not in name and unquote(name) == name


def _check(name: str, *, address: bool = False) -> None:
    """Raise CardgenError for a name that is none of a file below a shelf."""
    if not (_is_plain(name) if address else is_plain_name(name)):
        raise CardgenError(
            Finding(
                "shelf-refused",
                f"{name!r} is no name of a file that can be made",
                "begin anew, in an empty folder",
            )
        )
