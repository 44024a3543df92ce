"""Cutting machines by name, from the YAML files in cutters/.

These keep every version of their marks that was ever printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.impose.marks import Registration
from cardgen.schema.keys import Key, Keys, Section
from cardgen.schema.kinds import NAME, SOURCE, entry, length, mapping_of
from cardgen.schema.source import read
from cardgen.schema.values import wrong

_FOLDER = Path(__file__).resolve().parent / "cutters"
_LENGTHS = ("inset", "arm", "thickness", "square", "clear")
_LENGTH = length("50mm", "cards need the room")
_MARKS = Keys(
    "a version",
    *(Key(name, _LENGTH, needed=True, example="5mm") for name in _LENGTHS),
    missing="this version has no {}",
)
_SOURCES = Keys(
    "the list of sources",
    *(Key(name, SOURCE, needed=True) for name in _LENGTHS),
    missing="{} has no source",
)


def _check_version(name: str) -> None:
    if not (name.isascii() and name.isdecimal()):
        raise wrong(
            f'the version "{name}" is not a number', "count versions from 1", code="number-expected"
        )


_VERSION = entry(_MARKS, Section.values, is_named=True)
CUTTER = Keys(
    "a cutting machine",
    Key("title", NAME, needed=True),
    Key(
        "versions",
        mapping_of(
            _VERSION, "numbers with marks", "versions: {1: {...}}", _check_version, empty=False
        ),
        needed=True,
    ),
    Key("sources", entry(_SOURCES, Section.values), needed=True),
    missing="this machine has no {}",
)
"""What the file of a cutting machine says."""


def cutter_names() -> list[str]:
    """The cutting machines that are known, in alphabetical order."""
    return sorted(path.stem for path in _FOLDER.glob("*.yaml"))


def find_cutter(name: str) -> Registration:
    """The marks that NAME or NAME@VERSION means; without a version the newest. Raises
    CardgenError."""
    id, at, number = name.partition("@")
    if id not in cutter_names():
        raise CardgenError(
            Finding(
                "unknown-cutter",
                f'no cutting machine is called "{id}"',
                did_you_mean(id, cutter_names()),
            )
        )
    problems: list[Finding] = []
    source = read(_FOLDER / f"{id}.yaml", problems)
    versions: dict[str, Any] = (
        Section(source, CUTTER, problems).values().get("versions", {}) if source else {}
    )
    if problems:
        raise CardgenError(*problems)
    if at and number not in versions:
        raise CardgenError(
            Finding(
                "unknown-cutter",
                f'the marks of {id} have no version "{number}"',
                f"use one of: {', '.join(versions)}",
            )
        )
    version = number if at else max(versions, key=int)
    return Registration(id, int(version), **versions[version])
