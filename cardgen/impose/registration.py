"""Cutting machines by name, from the YAML files in cutters/, which keep every version of their marks that was ever printed."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.errors import CardgenError, Problem, did_you_mean
from cardgen.base.units import length
from cardgen.impose.marks import Registration

_FOLDER = Path(__file__).resolve().parent / "cutters"


def cutter_names() -> list[str]:
    return sorted(path.stem for path in _FOLDER.glob("*.yaml"))


def find_cutter(name: str) -> Registration:
    """The marks that NAME or NAME@VERSION means; without a version the newest. Raises CardgenError."""
    import yaml

    id, at, number = name.partition("@")
    if id not in cutter_names():
        raise CardgenError(Problem(f'no cutting machine is called "{id}"', did_you_mean(id, cutter_names())))
    versions = yaml.safe_load((_FOLDER / f"{id}.yaml").read_text("utf-8"))["versions"]
    known = {str(version): version for version in versions}
    if at and number not in known:
        raise CardgenError(Problem(f'the marks of {id} have no version "{number}"', f"use one of: {', '.join(known)}"))
    version = known[number] if at else max(versions)
    return Registration(id, version, **{key: length(value) for key, value in versions[version].items()})
