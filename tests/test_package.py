"""The package as it is given away: what is in it, how large it is, and that its bytes do not depend
on when and where it was made. `packaging/smoke.py` tries it installed."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from projects import SHIPPED

import cardgen
from cardgen.cli import cli

sys.path.append(str(SHIPPED / "packaging"))
from app import last_changed
from fill_manifests import ARCHIVES, filled
from metadata import addresses, with_whole_links

LIMIT = 6_000_000
BUILT_AT = (2020, 2, 2, 0, 0, 0)
"""When all files were written, as hatchling has it where SOURCE_DATE_EPOCH does not say."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("SOURCE_DATE_EPOCH", raising=False)
        (path,) = WheelBuilder(str(SHIPPED)).build(directory=str(folder), versions=["standard"])
    return Path(path)


def test_the_wheel_is_small_and_has_all_that_it_needs(wheel: Path) -> None:
    assert wheel.stat().st_size < LIMIT
    with zipfile.ZipFile(wheel) as archive:
        entries = archive.infolist()
        (metadata,) = (each for each in entries if each.filename.endswith("/METADATA"))
        head = message_from_bytes(archive.read(metadata))
    names = {entry.filename for entry in entries}
    assert {"cardgen/py.typed", "cardgen/sample/docs/findings.md"} <= names
    assert len([name for name in names if "/licenses/" in name]) > 5
    assert head["License-Expression"] == "MIT AND CC-BY-4.0 AND OFL-1.1 AND Zlib"
    assert head["Version"] == cardgen.__version__
    assert {entry.date_time for entry in entries} == {BUILT_AT}
    assert len(names) == len(entries)


def test_the_source_archive_has_what_the_wheel_is_made_of_and_no_more() -> None:
    builder = SdistBuilder(str(SHIPPED))
    files = [each.distribution_path for each in builder.recurse_included_files()]
    assert {"README.md", "LICENSE", "packaging/metadata.py", "cardgen/__init__.py"} <= set(files)
    assert [] == [name for name in files if re.match(r"tests/|bench/|docs/pictures/|output/", name)]
    assert builder.config.reproducible
    assert files == [each.distribution_path for each in builder.recurse_included_files()]


def test_addresses_are_said_in_one_place_or_not_at_all() -> None:
    code = '```xml\n<image href="{{ card.art }}.svg"/>\n```\n'
    page = f'{code}[a](docs/a.md#b) <img src="docs/pictures/a.webp"> [c](#d) [e](https://e.test) [f](LICENSE)'
    assert with_whole_links(page, "", "1.2") == page
    assert addresses("", "1.2") == {}
    whole = with_whole_links(page, "https://forge.test/us/cardgen/", "1.2")
    assert whole == (
        f"{code}[a](https://forge.test/us/cardgen/blob/v1.2/docs/a.md#b) "
        '<img src="https://forge.test/us/cardgen/raw/v1.2/docs/pictures/a.webp"> [c](#d) [e](https://e.test) '
        "[f](https://forge.test/us/cardgen/blob/v1.2/LICENSE)"
    )
    assert addresses("https://forge.test/us/cardgen", "1.2")["Issues"].endswith("/cardgen/issues")


def test_what_a_forge_runs_calls_what_there_is() -> None:
    """Commands with their options, scripts of the house, and actions of one version each."""
    files = [
        *(SHIPPED / ".github/workflows").iterdir(),
        *(SHIPPED / name for name in ("action.yml", ".pre-commit-hooks.yaml", "Dockerfile")),
    ]
    used: dict[str, set[str]] = {}
    for file in files:
        text = re.sub(r"^ *#.*", "", file.read_text("utf-8"), flags=re.MULTILINE)
        if file.name != "Dockerfile":
            assert yaml.safe_load(text), file.name
        for name, options in re.findall(r"(?:cardgen|CARDGEN\") ([a-z]+)\b(.*)", text):
            known = {option for each in cli.commands[name].params for option in each.opts}
            assert set(re.findall(r" (--[a-z-]+)", options)) <= known, file.name
        for name in re.findall(r"(?:packaging|\.ci)/[\w.]*\w", text):
            assert (SHIPPED / name).exists(), f"{file.name} names {name}"
        for action, version in re.findall(r"uses: ([^@\s.]+)@(\S+)", text):
            used.setdefault(action, set()).add(version)
    assert all(re.fullmatch(r"v\d+(\.\d+)*", *versions) for versions in used.values()), used


def test_files_for_package_managers_get_the_version_and_the_hashes(tmp_path: Path) -> None:
    for name in ARCHIVES.values():
        (tmp_path / name).write_bytes(name.encode())
    files = filled(tmp_path, "https://forge.test/us/cardgen/")
    assert "us.cardgen" in files["winget.version.yaml"]
    for name, text in files.items():
        assert cardgen.__version__ in text or name == "flatpak.yml", name
        assert name == "homebrew.rb" or yaml.safe_load(text), name
    known = hashlib.sha256(ARCHIVES["windows_hash"].encode()).hexdigest()
    assert known in files["winget.installer.yaml"]


def test_the_frozen_program_gets_all_files_of_the_wheel(
    monkeypatch: pytest.MonkeyPatch, wheel: Path
) -> None:
    """Freezing takes minutes and is done by hand; the list of what goes in is tried with a freezer
    that only listens."""
    hooks: Any = ModuleType("PyInstaller.utils.hooks")
    hooks.collect_data_files = hooks.collect_submodules = lambda package: []
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, hooks.__name__, hooks)
    freezer, spec = MagicMock(), SHIPPED / "packaging/cardgen.spec"
    names = {
        name: getattr(freezer, name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")
    }
    exec(compile(spec.read_text("utf-8"), spec, "exec"), {"SPECPATH": str(spec.parent), **names})
    given = freezer.Analysis.call_args.kwargs["datas"]
    assert [] == [source for source, _ in given if not Path(source).exists()]
    packed = {
        f"{target}/{path.relative_to(source) if Path(source).is_dir() else path.name}"
        for source, target in given
        for path in ([Path(source)] if Path(source).is_file() else Path(source).rglob("*"))
    }
    with zipfile.ZipFile(wheel) as archive:
        needed = {name for name in archive.namelist() if name.startswith("cardgen/")}
    assert {name for name in needed - packed if not name.endswith(".py")} == set()


def test_the_page_on_installing_names_every_extra_and_every_python() -> None:
    page = (SHIPPED / "docs/howto-install.md").read_text("utf-8")
    project = tomllib.loads((SHIPPED / "pyproject.toml").read_text("utf-8"))["project"]
    extras = set(project["optional-dependencies"]) - {"dev"}
    assert [] == [name for name in extras if f"`{name}`" not in page and f"[{name}]" not in page]
    pythons = [each.rsplit(" ", 1)[1] for each in project["classifiers"] if "Python :: 3." in each]
    assert [] == [
        number for number in pythons if number not in page.split("## Where it has run")[1]
    ]
    assert len(project["dependencies"]) == int(re.findall(r"\| none \| (\d+) packages", page)[0])


def test_a_double_click_shows_the_game_that_was_changed_last(tmp_path: Path) -> None:
    assert last_changed(tmp_path) == tmp_path
    for when, name in ((3000, "owls"), (1000, "bats"), (2000, "no-game")):
        folder = tmp_path / name / ("card_data" if name != "no-game" else "pictures")
        folder.mkdir(parents=True)
        (folder / "game.yaml").touch()
        for path in (folder / "game.yaml", folder):
            os.utime(path, (when, when))
    assert last_changed(tmp_path) == tmp_path / "owls"
    (tmp_path / "bats/templates").mkdir()
    (tmp_path / "bats/templates/bat.svg").touch()
    assert last_changed(tmp_path) == tmp_path / "bats"
