"""Folders and files whose names are no text, as archives from other systems leave them behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image
from projects import run, svg, text_of, write_project


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A folder whose name is no UTF-8."""
    try:
        folder = tmp_path / os.fsdecode(b"spr\xe4")
        folder.mkdir()
    except (OSError, UnicodeError):
        pytest.skip("this file system takes no such names")
    return folder


def test_a_project_in_such_a_folder_is_made_and_checked(odd: Path) -> None:
    write_project(odd)
    for words in (("build", "--paper", "a4"), ("validate", "--format", "json"), ("schema",)):
        done = run(*words, project=odd)
        assert done.exit_code == 0, (words, done.output)
    assert "One" in text_of(odd / "output/sweets/main-a4.pdf")[0]


def test_art_that_nobody_can_name_hinders_nothing(tmp_path: Path, odd: Path) -> None:
    write_project(
        tmp_path / "project",
        files={"card_data/sweets/art/owl.svg": svg("<rect width='9' height='9'/>")},
    )
    (tmp_path / "project/card_data/sweets/art" / (odd.name + ".svg")).write_text(svg(""))
    for words in (("build", "--paper", "a4"), ("schema",)):
        done = run(*words, project=tmp_path / "project")
        assert done.exit_code == 0, (words, done.output)
    assert any(
        "spr?" in file.read_text("utf-8") for file in (tmp_path / "project/schema").rglob("*.json")
    )


def test_a_folder_of_such_pictures_is_printed(odd: Path) -> None:
    for name in (odd.name, "owl"):
        Image.new("RGB", (750, 1050), "#335577").save(odd / f"{name}.png")
    done = run("sheet", odd, "--paper", "a4", "--out", odd / "out")
    assert done.exit_code == 0, done.output
    assert "2 cards" in text_of(next((odd / "out").rglob("instructions-a4.pdf")))[0]
