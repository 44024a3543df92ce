"""What was said of cards while they were played: kept, found on its card, and dealt with."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, write_project

DECK = "fields: {cost: int}\ncards:\n  - {id: owl, name: Owl, cost: 3}\n  - {id: jay, cost: 1}\n"
HEAD = "date,version,card,note,by,state,done\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, {"main": DECK, "other": "cards:\n  - {id: jay}\n"})


def told(root: Path) -> str:
    return run("validate", "--rules-only", "--rule", "playtest", project=root).output


def test_a_note_is_told_on_its_card_until_it_is_done(project: Path) -> None:
    file = project / "card_data/sweets/playtest.csv"
    done = run("note", "v0.7", "owl", "too\nstrong, they say", "--by", "Ann", project=project)
    assert done.exit_code == 0, done.output
    run("note", "v0.7", "main/jay", "=weak", project=project)
    lines = file.read_text("utf-8").splitlines()
    assert lines[0] + "\n" == HEAD
    assert ',v0.7,main/owl,"too strong, they say",Ann,' in lines[1]
    assert "playtest.csv:2" in told(project)
    assert "v0.7 by Ann: too strong, they say" in told(project)
    assert "changed since" not in told(project)
    write_project(project, {"main": DECK.replace("cost: 3", "cost: 2")})
    assert "too strong, they say (the card has changed since)" in told(project)
    listed = run("note", "--list", "sweets", project=project).output
    assert listed.splitlines()[1] == "main/jay: v0.7: =weak"
    file.write_text("\n".join([lines[0], f"{lines[1]}yes", lines[2]]), "utf-8")
    assert "too strong" not in told(project)


def test_a_note_on_a_printed_version_is_of_what_the_card_said_then(project: Path) -> None:
    assert run("printed", "--as", "v0.6", project=project).exit_code == 0
    write_project(project, {"main": DECK.replace("cost: 3", "cost: 2")})
    run("note", "v0.6", "owl", "too strong", project=project)
    run("note", "v0.7", "owl", "good now", project=project)
    assert "too strong (the card has changed since)" in told(project)
    assert "good now (" not in told(project)


def test_a_table_that_somebody_keeps_by_hand_keeps_its_form(project: Path) -> None:
    file = project / "card_data/sweets/playtest.csv"
    kept = 'Card;Note;Done;Table\nmain/jay;"dull; they yawn";;3\nmain/gone;bad;;4\n'
    file.write_text(kept, "utf-8")
    assert run("note", "v1", "owl", "fine", project=project).exit_code == 0
    assert file.read_text("utf-8") == f"{kept}main/owl;fine;;\n"
    assert "no card is called main/gone now" in told(project)
    file.write_text("what,who\n1,2\n", "utf-8")
    assert "the first row has no headings  card  and  note" in told(project)


@pytest.mark.parametrize("empty", ["", "\n\n"])
def test_an_empty_table_gets_its_headings(project: Path, empty: str) -> None:
    file = project / "card_data/sweets/playtest.csv"
    file.write_text(empty, "utf-8")
    assert run("note", "v1", "owl", "fine", project=project).exit_code == 0
    assert "main/owl,fine" in file.read_text("utf-8").removeprefix(HEAD)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("v1", "own", "too strong"), 'no card is called "own"; did you mean "owl"'),
        (("v1", "jay", "which?"), "2 cards are called"),
        (("v1", "owl", " "), "says nothing"),
        (("v1", "owl"), "say a version, a card and what was said"),
    ],
)
def test_a_note_that_cannot_be_is_told(project: Path, words: tuple[str, ...], why: str) -> None:
    done = run("note", *words, project=project)
    assert done.exit_code == 2
    assert why in done.output
    assert not (project / "card_data/sweets/playtest.csv").exists()
