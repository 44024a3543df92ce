"""Values are written into files of YAML, and files that became something else are left alone."""

from __future__ import annotations

from pathlib import Path

from briefs import raises_finding
from projects import run, write_project

from cardgen.base.findings import Place
from cardgen.rules.finding import Edit
from cardgen.write.yaml_text import EditedYaml

DECK = """\
title: Main
size: poker
template: plain.svg
fields: {light: {int: {optional: true}}}
cards:
  - {id: owl, light: %s}
"""


def test_a_file_that_became_unreadable_is_told(tmp_path: Path) -> None:
    """Somebody saved it half-written between the check and the edit."""
    project = write_project(tmp_path, {"main": DECK % "[1"})
    with raises_finding("main.yaml edit-conflict"):
        EditedYaml(project / "card_data/sweets/main.yaml")


def test_the_edit_of_a_value_that_should_be_none_is_read_as_none(tmp_path: Path) -> None:
    """An empty text would be refused where a number is expected."""
    edit = Edit("main", "owl", "light", None, Place(tmp_path / "main.yaml", 6, 14))
    assert "write  light: null" == str(edit)
    project = write_project(tmp_path, {"main": DECK % "null"})
    assert 0 == run("list", project=project).exit_code


def test_the_edit_of_a_cell_that_should_be_none_empties_it(tmp_path: Path) -> None:
    edit = Edit("main", "owl", "light", None, Place(tmp_path / "main.csv", 2, 3))
    assert "empty cell C2" == str(edit)
