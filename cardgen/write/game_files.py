"""Files of games as they lie on the disk, and programs that have them open."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.files import LARGEST, read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.project import root_of

_LOCKS = {".~lock.{name}#": "LibreOffice", "~${name}": "Excel"}
"""The files that programs put beside one that they have open."""
_LONGEST_LOCK = 500  # bytes


def home_of(file: Path) -> Path:
    """The project that a file lies in."""
    homes = (folder for folder in file.parents if (folder / "card_data").is_dir())
    return next(homes, root_of(file.parent))


def file_bytes(file: Path) -> bytes:
    """The bytes of a file of a project. Raises CardgenError and OSError."""
    return read_inside(file, home_of(file), LARGEST)


def check_not_held(file: Path) -> None:
    """Raise CardgenError for a file that a spreadsheet program has open.

    It would write over the edit, or the edit over what was typed there."""
    for name, program in _LOCKS.items():
        lock = file.with_name(name.format(name=file.name))
        if not lock.is_file():
            continue
        remedy = f"save and close it there; if it is not open, delete {lock.name}"
        who = _owner(lock)
        sentence = f"{file.name} is open in {program}{who and f' ({who})'}"
        raise CardgenError(Finding("file-held", sentence, remedy, Place(file)))


def _owner(lock: Path) -> str:
    """The name of who has a file open, as LibreOffice writes it down; empty for others."""
    try:
        data = read_inside(lock, root_of(lock.parent), _LONGEST_LOCK)
    except (CardgenError, OSError):
        return ""
    if not lock.name.startswith("."):
        return ""
    names = data.decode("utf-8", "replace").split(",")[:2]
    return next((name for name in names if name.strip() and name.isprintable()), "")


def changed_meanwhile(place: Place | None = None) -> CardgenError:
    """The error for a file that somebody has changed since it was read."""
    sentence = "the file is no longer what was checked"
    return CardgenError(Finding("edit-conflict", sentence, "look at it, and try again", place))
