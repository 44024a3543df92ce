"""Packs the wheel once more, as tightly as zlib can: hatchling takes its usual level, which is a
little larger. What is in it and in which order stays."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_TIGHTEST = 9


class SmallerWheel(BuildHookInterface[Any]):
    """What hatchling calls once a wheel is written."""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version == "standard":
            pack_tighter(Path(artifact_path))


def pack_tighter(wheel: Path) -> None:
    packed = wheel.with_suffix(".packed")
    with zipfile.ZipFile(wheel) as given, zipfile.ZipFile(packed, "w") as tighter:
        for entry in given.infolist():
            tighter.writestr(entry, given.read(entry), entry.compress_type, _TIGHTEST)
    packed.replace(wheel)
