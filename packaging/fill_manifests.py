"""Fills version, address and hashes into what package managers ask for.

    python packaging/fill_manifests.py APPS OUT --repository https://HOST/OWNER/cardgen

APPS is the folder of the archives that the workflow for apps makes; OUT gets a file for each of
`packaging/manifests/`. Only the standard library is used."""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path
from string import Template

HERE = Path(__file__).resolve().parent
ARCHIVES = {
    "linux_hash": "cardgen-linux-x86_64.tar.gz",
    "macos_hash": "cardgen-macos-arm64.tar.gz",
    "windows_hash": "cardgen-windows-x86_64.zip",
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Fills in the files for package managers.")
    parser.add_argument("apps", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--repository", required=True)
    asked = parser.parse_args()
    missing = [name for name in ARCHIVES.values() if not (asked.apps / name).is_file()]
    if missing:
        print(f"{asked.apps} has no {', '.join(missing)}: make the apps first", file=sys.stderr)
        return 2
    asked.out.mkdir(parents=True, exist_ok=True)
    for name, text in filled(asked.apps, asked.repository).items():
        (asked.out / name).write_text(text, "utf-8")
        print(asked.out / name)
    return 0


def filled(apps: Path, repository: str) -> dict[str, str]:
    """The files by their names; what a template names and nobody knows is a KeyError."""
    said = re.search(r'__version__ = "(.+)"', (HERE.parent / "cardgen/base/version.py").read_text())
    assert said
    known = {
        "version": said[1],
        "repository": repository.rstrip("/"),
        "owner": repository.rstrip("/").split("/")[-2],
        **{
            key: hashlib.sha256((apps / name).read_bytes()).hexdigest()
            for key, name in ARCHIVES.items()
        },
    }
    return {
        path.name: Template(path.read_text("utf-8")).substitute(known)
        for path in sorted((HERE / "manifests").iterdir())
    }


if __name__ == "__main__":
    sys.exit(main())
