"""Pictures that the page brings: which names and kinds are taken, and where they may go."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import write_project

from cardgen.base.findings import CardgenError
from cardgen.model.project import find_project
from cardgen.preview.art_files import safe_name, write_art


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("owl.svg", "owl.svg"),
        ("My owl (1).PNG", "My-owl-1.png"),
        ("../../templates/card.svg", "card.svg"),
        ("C:\\Users\\me\\owl.jpg", "owl.jpg"),
        (".hidden.svg", "hidden.svg"),
        ("con.svg", "art-con.svg"),
        ("?*.svg", "art.svg"),
        ("Käuzchen.webp", "Käuzchen.webp"),
        ("a" * 300 + ".gif", "a" * 80 + ".gif"),
    ],
)
def test_a_name_is_made_safe(name: str, safe: str) -> None:
    assert safe == safe_name(name)


@pytest.mark.parametrize("name", ["owl.py", "owl", "owl.svg.exe", "", "owl.html"])
def test_what_is_no_picture_by_its_name_is_refused(name: str) -> None:
    with pytest.raises(CardgenError, match="no picture"):
        safe_name(name)


def test_a_picture_is_not_put_over_another_without_a_word(tmp_path: Path) -> None:
    """Nor beside one of another kind that cards would show instead."""
    project = find_project(write_project(tmp_path))
    art = tmp_path / "card_data/sweets/art"
    write_art(project, art / "owl.svg", b"<svg/>", is_replaced=False)
    for name in ("owl.svg", "OWL.svg", "owl.png"):
        with pytest.raises(FileExistsError):
            write_art(project, art / name, b"other", is_replaced=False)
    assert b"<svg/>" == (art / "owl.svg").read_bytes()
    write_art(project, art / "owl.svg", b"other", is_replaced=True)
    assert b"other" == (art / "owl.svg").read_bytes()


def test_a_folder_of_art_that_leads_out_takes_nothing(tmp_path: Path) -> None:
    project = find_project(write_project(tmp_path / "project"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    art = tmp_path / "project/card_data/sweets/art"
    art.symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(CardgenError, match="leads out"):
        write_art(project, art / "owl.svg", b"<svg/>", is_replaced=False)
    assert [] == list(elsewhere.iterdir())
