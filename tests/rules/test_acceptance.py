"""What a game or a deck accepts: counted and not told, while errors, words that mean nothing and
what accepts nothing any more are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import run, write_project

from cardgen.preview import check_worker

CARDS = "cards:\n  - {id: one, name: TODO one}\n  - {id: two, name: TODO two}\n"


def project(root: Path, *, game: str = "", deck: str = "") -> Path:
    """A project whose two cards have a note left in their names."""
    return write_project(root, {"main": deck + CARDS}, game=f"title: Sweets\n{game}")


def told(root: Path, *words: str) -> list[str]:
    return run("validate", *words, project=root).stderr.replace("\\", "/").splitlines()


def test_what_is_accepted_is_counted_in_a_line(tmp_path: Path) -> None:
    lines = told(project(tmp_path, game="accept: [leftover]\n"))
    (line,) = [line for line in lines if "accepted" in line or "TODO" in line]
    assert line.startswith("note: 2 findings are accepted as meant: ")
    assert line.endswith("card_data/sweets/game.yaml")


@pytest.mark.parametrize(
    ("where", "entry", "left"),
    [
        ("game", "leftover main/one", "two"),
        ("game", "leftover main/t*", "one"),
        ("deck", "leftover one", "two"),
    ],
)
def test_some_cards_are_accepted_by_pattern(
    tmp_path: Path, where: str, entry: str, left: str
) -> None:
    settings = {where: f"accept: [{entry}]\n"}
    root = project(tmp_path, **settings)
    report = json.loads(run("validate", "--format", "json", project=root).stdout)
    assert [left] == [each["card"] for each in report["findings"] if each["code"] == "leftover"]
    assert ["accepted"] == [each["code"] for each in report["findings"] if not each["check"]]


ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" stroke-linecap="rund"/></svg>'
CALLS = {
    "build": ("build", "sweets", "--paper", "a4"),
    "editions": ("build", "sweets", "--paper", "a4", "--editions", "guests.csv"),
    "export": ("export", "sweets", "--printer", "images", "--force"),
    "validate": ("validate", "sweets"),
}


@pytest.mark.parametrize("call", CALLS)
def test_every_command_that_draws_accepts_it(tmp_path: Path, call: str) -> None:
    """A note of art that browsers pass over is told without `accept:`, and counted with it."""
    files = {
        "card_data/sweets/art/a.svg": ART.encode(),
        "card_data/sweets/guests.csv": b"id,guest\nanna,Anna\n",
        "card_data/sweets/editions.yaml": b"fields: {guest: text}\nexample: {guest: Alma}\n",
    }
    card = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"><image href="a.svg" width="40" height="40"/></svg>'
    told_by_setting = []
    for accept in ("", "accept: [art-ignored]\n"):
        root = write_project(
            tmp_path,
            {"main": "size: poker\ntemplate: card.svg\ncards: [{id: one, name: One}]\n"},
            game=f"title: Sweets\n{accept}",
            templates={"card.svg": card},
            files=files,
        )
        result = run(*CALLS[call], project=root)
        assert result.exit_code in (0, 1), result.stderr  # colour ends at the cut
        told_by_setting.append((result.tells("rund"), result.tells("note accepted 1")))
    assert [(True, False), (False, True)] == told_by_setting


def test_the_preview_counts_what_is_accepted(tmp_path: Path) -> None:
    root = project(tmp_path, game="accept: [leftover]\n")
    findings = check_worker._checked(lambda: False, root, "", "sweets", "").findings
    assert ["accepted"] == [
        finding.code for finding in findings if finding.code in ("accepted", "leftover")
    ]


def test_a_code_that_is_none_is_told_with_the_nearest(tmp_path: Path) -> None:
    (line,) = told(project(tmp_path, game="accept: [leftovers]\n"))[:1]
    assert 'game.yaml:2:10: no finding has the code "leftovers"; did you mean "leftover"?' in line


def test_what_accepts_nothing_any_more_is_told(tmp_path: Path) -> None:
    """But not of what only a printer asks for, or only sheets and exports meet."""
    lines = told(project(tmp_path, game="accept: [leftover, same-backs, bleed, bleed-reduced]\n"))
    assert 1 == len([line for line in lines if "accepts nothing" in line])
    assert any('"same-backs" accepts nothing any more; take it out' in line for line in lines)


def test_an_error_cannot_be_accepted(tmp_path: Path) -> None:
    root = project(tmp_path, game="accept: [rule-fails, leftover]\n")
    rules = "- {id: size, says: There are nine., check: deck.main | copies == 9}\n"
    (root / "card_data/sweets/rules.yaml").write_text(rules, "utf-8")
    lines = told(root)
    assert any("There are nine" in line for line in lines)
    assert any('"rule-fails" is an error here, which cannot be accepted' in line for line in lines)
