"""Files that are icon sets: Iconify's JSON, a package of it, a folder or a zip of SVGs."""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardgen.base.files import FileState, as_text, file_state, read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.engine import DrawingError
from cardgen.load.icon_sets import (
    LARGEST_ICON,
    LARGEST_SET,
    MOST_ICONS,
    IconSet,
    SetIcon,
    cleaned_set,
    icon_of_svg,
    read_iconify,
    too_many_icons,
)
from cardgen.load.workbook import PACKED, check_parts
from cardgen.model.credits import Credit
from cardgen.model.project import aside
from cardgen.schema.values import id_of, unused_id

SETS_FOLDER = "icon-sets"
"""The folder of templates/ that has the sets of a project."""
_PACKAGE = "icons.json"
"""The icons of a package of Iconify's, which has info.json and metadata.json beside."""
_SAVE_ANEW = "take an icon set of Iconify (.json), or a folder or a zip of SVGs"


class DrawingFile(NamedTuple):
    """The bytes of a drawing, and its path in its folder or zip; None for one that is too large."""

    path: PurePosixPath
    data: bytes | None


def icon_set_of(path: Path) -> IconSet:
    """The cleaned set in a file or folder. Raises CardgenError for what is none, and OSError."""
    if path.is_dir() and (path / _PACKAGE).is_file():
        path = path / _PACKAGE
    if path.is_dir():
        return _set_of_drawings(path, _drawings_of_folder(path))
    data = read_inside(path, path.parent, LARGEST_SET)
    if _is_zip(data):
        return _set_of_drawings(path, _drawings_of_zip(path, data))
    if path.suffix.lower() != ".json":
        raise _unusable(path, "this is no set of icons")
    if path.name != _PACKAGE:
        return cleaned_set(read_iconify(path, _text(path, data)))
    info, categories = (_beside(path, name) for name in ("info.json", "metadata.json"))
    return cleaned_set(read_iconify(path, _text(path, data), info, categories))


def _is_zip(data: bytes) -> bool:
    """True if these are the bytes of a zip. Python 3.14 raises ValueError for some damaged ones,
    which is told when they are read."""
    try:
        return zipfile.is_zipfile(io.BytesIO(data))
    except ValueError:
        return True


def project_sets(templates: Path, problems: list[Finding]) -> Iterator[IconSet]:
    """Yield the sets of a folder of templates, as they stand there.

    What is no set is added to `problems`."""
    folder = templates / SETS_FOLDER
    for file in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            yield _set_of_project(file_state(file), templates.parent)
        except CardgenError as error:
            problems += error.findings
        except OSError as error:
            what = f"this cannot be read: {error.strerror or error}"
            remedy = "let it be read, or take it away"
            problems.append(Finding("file-unreadable", what, remedy, Place(file)))


@lru_cache(maxsize=32)  # a page asks at every letter that is typed
def _set_of_project(state: FileState, home: Path) -> IconSet:
    """The set in a file that is in this state. Raises CardgenError and OSError."""
    file, _, _ = state
    return read_iconify(file, _text(file, read_inside(file, home, LARGEST_SET)))


def _beside(path: Path, name: str) -> str:
    """The text of a file beside another; empty where there is none."""
    file = path.with_name(name)
    return _text(file, read_inside(file, path.parent, LARGEST_SET)) if file.is_file() else ""


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unusable(path, "this is no text in UTF-8") from None


def _unusable(path: Path, what: str) -> CardgenError:
    return CardgenError(Finding("icons-unusable", what, _SAVE_ANEW, Place(path)))


# -- drawings


def _set_of_drawings(path: Path, drawings: Iterable[DrawingFile]) -> IconSet:
    """The set of some drawings; the folders that they lie in are their keywords."""
    icons: dict[str, SetIcon] = {}
    counts: dict[str, int] = {}
    left_out: list[str] = []
    total = 0
    for drawing in drawings:
        name = as_text(drawing.path.stem)
        total += len(drawing.data or b"")
        if total > LARGEST_SET:
            what = f"the drawings of this set are larger than {LARGEST_SET >> 20} MB"
            raise CardgenError(Finding("too-large", what, "split it", Place(path)))
        try:
            icon = icon_of_svg(name, drawing.data or b"")
        except DrawingError:
            left_out.append(as_text(str(drawing.path)))
            continue
        id = unused_id(id_of(name), counts)
        folders = (part.casefold() for part in drawing.path.parts[:-1] if part.isprintable())
        icons[id] = replace(icon, name=id, words=tuple(folders))
    if not icons:
        raise _unusable(path, "there is no SVG in this that can be an icon")
    title = path.name if path.is_dir() else path.stem
    return IconSet(id_of(title), title, Credit(), icons, tuple(left_out))


def _drawings_of_folder(folder: Path) -> Iterator[DrawingFile]:
    """Yield the SVGs in a folder and in those below it, no link to a folder followed."""
    count = 0
    for above, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not aside(name))
        for name in sorted(names):
            if aside(name) or not name.lower().endswith(".svg"):
                continue
            count += 1
            if count > MOST_ICONS:
                raise too_many_icons(folder, count)
            file = Path(above, name)
            data = None
            with suppress(CardgenError, OSError):
                data = read_inside(file, folder, LARGEST_ICON)
            yield DrawingFile(PurePosixPath(file.relative_to(folder).as_posix()), data)


def _drawings_of_zip(file: Path, data: bytes) -> Iterator[DrawingFile]:
    """Yield the SVGs in a zip, of which nothing is put on the disk. Raises CardgenError."""
    try:
        check_parts(data, MOST_ICONS)
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _unusable(file, f"this zip cannot be read: {error}") from None
    for part in sorted(archive.infolist(), key=lambda part: part.filename):
        path = PurePosixPath(part.filename.replace("\\", "/"))
        is_icon = path.suffix.lower() == ".svg" and not any(map(aside, path.parts))
        if not is_icon:
            continue
        yield DrawingFile(path, _unpacked(archive, part))


_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
"""What zipfile raises for a part that cannot be had; RuntimeError for one with a password."""


def _unpacked(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes | None:
    """The bytes of a part; None where they are too many or cannot be had."""
    if part.compress_type not in PACKED or part.file_size > LARGEST_ICON:
        return None
    try:
        with archive.open(part) as stream:
            data = stream.read(LARGEST_ICON + 1)
    except _DAMAGED:
        return None
    return data if len(data) <= LARGEST_ICON else None
