"""Projects sealed for their way to another machine: an archive of data, templates, fonts and art.

Its SHA-256 is its name. Whoever unpacks it checks that first, and lets no path lead out of the
folder it is unpacked into.
"""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.files import LARGEST, leads_out
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.state import is_plain_name
from cardgen.model.project import VECTOR, Project

FOLDERS = ("card_data", "templates", "fonts")
CACHE = "cache"
"""The folder of a sealed project with the drawings that were made of its art."""
_MOST = 1 << 31
"""Bytes that a sealed project may unpack to."""
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all files: the archive depends on their contents alone."""
_PROJECT_TOO_LARGE = f"the project has more than {_MOST >> 30} GB"
_REMEDY = "try again; if it comes again, see what lies between the two machines"


class Sealed(NamedTuple):
    """A sealed project: the archive, and its SHA-256."""

    data: bytes
    digest: str


def seal(project: Project, cache: Cache) -> Sealed:
    """Seal a project with what the cache has of its art; hidden files are left out.

    The shipped project is on every machine already: of it the archive has the art alone. Raises
    CardgenError for one that is too large.
    """
    from cardgen.engine import Art

    is_shipped = project.root == project.shipped
    packed = io.BytesIO()
    total = 0
    cached_art: dict[str, bytes] = {}
    with zipfile.ZipFile(packed, "w") as archive:

        def add(name: str, data: bytes) -> None:
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED, 6)

        for name, path in _files(project):
            try:
                data = project.read(path)
            except (CardgenError, OSError):
                continue  # a link that leads out, a pipe: nothing reads it, there or here
            if path.suffix.lower() in VECTOR:
                key = Art.cache_key(data)
                drawing = cache.get(key)
                if drawing is not None:
                    cached_art[f"{CACHE}/{key}"] = drawing
            if not is_shipped:
                total += len(data)
                add(name, data)
        for name, data in sorted(cached_art.items()):
            total += len(data)
            add(name, data)
    if total > _MOST:
        raise _too_large(_PROJECT_TOO_LARGE, "take out what its games do not need")
    return Sealed(packed.getvalue(), sha256(packed.getvalue()).hexdigest())


def _too_large(sentence: str, remedy: str) -> CardgenError:
    return CardgenError(Finding("too-large", sentence, remedy))


def unseal(sealed: Sealed, folder: Path) -> None:
    """Unpack a sealed project into a folder that nobody else writes to.

    Raises CardgenError for one that is not as it was sealed.
    """
    if sha256(sealed.data).hexdigest() != sealed.digest:
        raise CardgenError(
            Finding("cluster-failed", "the project did not arrive as it was sent", _REMEDY)
        )
    cached_art = Cache(folder / CACHE)
    try:
        with zipfile.ZipFile(io.BytesIO(sealed.data)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > _MOST:
                raise _too_large(_PROJECT_TOO_LARGE, "take out what its games do not need")
            if any(entry.file_size > LARGEST for entry in entries):  # which is read by nobody
                raise _too_large(
                    f"a file of the sealed project has more than {LARGEST >> 20} MB", _REMEDY
                )
            for name in FOLDERS:
                (folder / name).mkdir(parents=True, exist_ok=True)
            for entry in entries:
                parts = entry.filename.split("/")
                if not _is_allowed(parts, folder):
                    raise CardgenError(
                        Finding(
                            "link-leads-out",
                            f"the sealed project names {entry.filename!r}, which leads out of it",
                            _REMEDY,
                        )
                    )
                data = archive.read(entry)
                if parts[0] == CACHE:
                    cached_art.put(parts[1], data)
                    continue
                path = folder.joinpath(*parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as file:
                    file.write(data)
    except (
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        EOFError,
        RuntimeError,
        ValueError,
        LookupError,
        struct.error,
    ) as error:
        raise CardgenError(
            Finding("cluster-failed", f"the sealed project cannot be unpacked: {error}", _REMEDY)
        ) from None


def _is_allowed(parts: list[str], folder: Path) -> bool:
    if len(parts) < 2 or any(part in ("", ".", "..") or "\0" in part for part in parts):
        return False
    if parts[0] == CACHE:
        return len(parts) == 2 and parts[1].isalnum()
    # a name may mean a device there, or another drive
    plain = os.name == "posix" or is_plain_name("/".join(parts))
    return parts[0] in FOLDERS and plain and not leads_out(folder.joinpath(*parts), folder)


def _files(project: Project) -> Iterator[tuple[str, Path]]:
    for folder in FOLDERS:
        for name, path in project.files(project.root / folder):
            yield f"{folder}/{name}", path
