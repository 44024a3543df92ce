"""Pictures that the page brings into a game's folder: which names and kinds are taken."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from cardgen.base.files import leads_out, write
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.project import Project

MOST = 20 << 20
"""The largest picture that is taken, in bytes."""
KINDS = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".gif": "image/gif",
}
"""Kinds of pictures by the endings of their files."""
_LONGEST = 80  # characters
_OTHER = re.compile(r"[^\w-]+")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows keeps for itself."""


def safe_name(file_name: str) -> str:
    """A name for a file of art made of any other: letters, digits and hyphens, and its ending.

    Raises CardgenError for a kind of file that is no picture.

    >>> safe_name("../My drawing (1).PNG")
    'My-drawing-1.png'
    """
    plain_name = unicodedata.normalize("NFC", re.split(r"[/\\]", file_name)[-1])
    stem, dot, ending = plain_name.rpartition(".")
    kind = dot + ending.lower()
    if kind not in KINDS:
        listed = ", ".join(KINDS)
        raise CardgenError(
            Finding(
                "pictures-unusable",
                f'"{plain_name[:_LONGEST]}" is no picture by its name',
                f"bring one of {listed}",
            )
        )
    name = _OTHER.sub("-", stem).strip("-_")[:_LONGEST].strip("-_")
    if not name or _DEVICES.fullmatch(name):
        name = f"art-{name}".strip("-")
    return name + kind


def write_art(project: Project, path: Path, data: bytes, *, is_replaced: bool) -> None:
    """Put a picture into a game's folder of art. Raises CardgenError, and FileExistsError where one
    of its name is there and is not to be replaced."""
    project.check_writable()
    if leads_out(path, project.root):
        what = "this leads out of the project"
        raise CardgenError(Finding("link-leads-out", what, "name a folder in it", Place(path)))
    folder = path.parent
    stems = {other.stem.casefold(): other for other in folder.iterdir()} if folder.is_dir() else {}
    same = stems.get(path.stem.casefold())
    if same is not None and not is_replaced:
        raise FileExistsError(same.name)
    write(path, data, project.root)
