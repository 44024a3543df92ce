"""What a run notes reaches whoever asks for it: as text, as JSON, on GitHub and in the preview; and
a build tells the same of art as validate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import run, svg, write_project

from cardgen.preview import check_worker

UNREAD = {"card_data/sweets/extra.csv": "id,name\na,b\n"}
ODD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h6" stroke="red" stroke-linecap="rund"/></svg>'
BODY = '<image href="frog.svg" width="9" height="9"/>'
FORM = "fields: {guest: text}\nexample: {guest: Alma}\nname: edition.guest\n"
TABLE = "guest\nAda\nBob\n"


@pytest.fixture
def unread(tmp_path: Path) -> Path:
    """A project with a table that nobody reads."""
    return write_project(
        tmp_path,
        {"extra": "cards:\n  - {id: one, name: Owl}\n"},
        files=UNREAD,
    )


@pytest.fixture
def odd_art(tmp_path: Path) -> Path:
    """A project whose art says something that browsers pass over."""
    return write_project(
        tmp_path,
        {"main": "cards:\n  - {id: one, name: Owl}\n  - {id: two, name: Owl2}\n"},
        {"card.svg": svg(BODY)},
        files={
            "card_data/sweets/art/frog.svg": ODD,
            "card_data/sweets/editions.yaml": FORM,
            "card_data/sweets/guests.csv": TABLE,
        },
    )


def test_a_note_is_in_the_json(unread: Path) -> None:
    report = json.loads(run("validate", "--format", "json", project=unread).stdout)
    (note,) = [each for each in report["findings"] if each["code"] == "file-unread"]
    assert ("note", "") == (note["severity"], note["check"])
    assert note["file"].endswith("card_data/sweets")
    assert "write  cards: extra.csv" in note["remedy"]
    assert 1 <= report["summary"]["notes"]


def test_a_note_is_a_notice_on_github(unread: Path) -> None:
    lines = run("validate", "--format", "github", project=unread).stdout.splitlines()
    (line,) = [line for line in lines if "title=cardgen file-unread" in line]
    assert line.startswith("::notice file=")


def test_a_note_reaches_the_preview(unread: Path) -> None:
    found = check_worker._checked(lambda: False, unread, "", "sweets", "")
    assert "file-unread" in [finding.code for finding in found.findings]


def test_a_build_and_validate_tell_the_same_of_art(odd_art: Path) -> None:
    """In the same line, which an editor can jump to."""
    for command in ("validate", "build"):
        lines = run(command, project=odd_art).stderr.splitlines()
        (line,) = [line for line in lines if "rund" in line]
        assert "frog.svg:1: note: " in line.replace("\\", "/")
        assert line.endswith("[drawable]")


def test_editions_tell_what_art_passes_over(odd_art: Path) -> None:
    said = run("build", "--editions", "guests.csv", project=odd_art).stderr
    assert 1 == said.count("rund")
