"""Values are written into files of YAML, and files that became something else are left alone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from briefs import raises_finding
from projects import run, write_project

from cardgen.base.findings import Place
from cardgen.rules.finding import Edit
from cardgen.write.file_changes import MergedChange
from cardgen.write.history import EditHistory
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


def test_lost_edits_that_are_made_again_are_lost_no_more(tmp_path: Path) -> None:
    """A row that was added and then named is not added a second time."""
    file, history = tmp_path / "ships.csv", EditHistory()
    contents = [
        b"name,text\nOwl,a\nJay,b\n",
        b"name,text\nOwl,A\nJay,b\n",
        b"name,text\nOwl,A\nJay,b\n,text\n",
        b"name,text\nOwl,A\nJay,b\nNew,text\n",
    ]
    file.write_bytes(contents[0])
    for before, after in pairwise(contents):
        history.apply([MergedChange(file, before, after)], [f"edit {after!r}"])
    file.write_bytes(contents[0])  # an older copy from elsewhere
    history.look(file)
    assert 3 == len(history.lost[0].says)
    history.apply([MergedChange(file, contents[0], contents[1])], ["again"])
    assert history.lost
    history.apply([MergedChange(file, contents[1], contents[3])], ["all of it"])
    assert not history.lost
    file.write_bytes(contents[0])
    history.look(file)
    history.restore(file)
    assert contents[3] == file.read_bytes()
