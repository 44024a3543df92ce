"""What lies or is called as nothing is that is read: who put it there is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import HEAD, run, write_project

from cardgen.api.workshop import open_project

DECK = HEAD + "cards:\n  - {id: a}\n"


@pytest.mark.parametrize(
    ("file", "words", "told"),
    [
        (
            "sweets/decks/more.yaml",
            DECK,
            "sweets/decks: more.yaml is not read, for decks lie straight in the folder of their game",
        ),
        ("sweets/old/a/more.yml", DECK, "move it into sweets, or out of card_data"),
        (
            "more.yaml",
            DECK,
            "card_data: no game reads more.yaml here; move it into a folder of its own, such as my-game",
        ),
        (
            "games/two/game.yaml",
            "title: Two\n",
            "games/two: the game in this folder is not read, for games lie straight in card_data",
        ),
        (
            "printers/game.yaml",
            "title: Two\n",
            "printers: the game in this folder is not read, for its name is taken",
        ),
        (
            "sweets/rulebook.txt",
            "Hello.",
            "sweets: rulebook.txt is not read; rename it to rulebook.md if it is to become the rulebook",
        ),
    ],
)
def test_what_lies_elsewhere_is_told_by_who_lists_builds_and_checks(
    tmp_path: Path, file: str, words: str, told: str
) -> None:
    root = write_project(tmp_path, files={f"card_data/{file}": words})
    for words_of_call in (["list"], ["validate"], ["build", "--layout", "contact"]):
        result = run(*words_of_call, project=root)
        assert 0 == result.exit_code
        assert told in result.stderr
        assert "note: " in result.stderr
    assert "note" not in run("list", "sweets/main", project=root).stderr


def test_what_is_of_no_game_or_in_its_place_is_not(tmp_path: Path) -> None:
    files = {
        "card_data/sweets/notes/todo.yaml": "- cards: none\n",
        "card_data/sweets/.old/more.yaml": DECK,
        "card_data/sweets/README.txt": "Hello.",
        "card_data/sweets/rulebook.txt": "Hello.",
        "card_data/sweets/rulebook.md": "Hello.",
        "card_data/printers/mine.yaml": "title: Mine\n",
    }
    assert "" == run("list", project=write_project(tmp_path, files=files)).stderr


def test_a_table_beside_a_deck_that_has_its_cards_itself_is_told(tmp_path: Path) -> None:
    """Who edits it waits in vain for what he wrote."""
    root = write_project(
        tmp_path,
        files={
            "card_data/sweets/main.csv": "id,name\na,A\n",
            "card_data/sweets/main.txt": "Notes.",
        },
    )
    told = "note: card_data/sweets: the cards of main stand in main.yaml, and main.csv is not read; write  cards: main.csv  there"
    for call in (["list"], ["validate"], ["build", "--layout", "contact"]):
        assert told in run(*call, project=root).stderr.replace(f"{root.as_posix()}/", "")
    assert "main.txt" not in run("list", project=root).stderr
    write_project(root, {"main": "cards: main.csv\n"})
    assert "" == run("list", project=root).stderr
    (root / "card_data/sweets/main.csv").write_text("id,name\n")
    assert "is not read" not in run("list", project=root).stderr


def test_it_stands_in_the_place_of_what_would_be_missed(tmp_path: Path) -> None:
    root = write_project(tmp_path, {}, files={"card_data/sweets/decks/more.yaml": DECK})
    told = run("list", project=root)
    assert (2, 1) == (told.exit_code, told.stderr.count("more.yaml"))
    assert "has no deck" not in told.stderr
    (root / "card_data/sweets/decks/more.yaml").rename(root / "card_data/sweets/more.csv")
    assert (
        "has no deck; make a deck file for its table: cardgen table --guess"
        in run("list", project=root).stderr
    )
    (root / "card_data/sweets/game.yaml").rename(root / "card_data/game.yaml")
    told = run("list", project=root)
    assert "no game reads game.yaml here" in told.stderr
    assert "holds no game" not in told.stderr


@pytest.mark.parametrize(
    ("file", "called"),
    [
        ("more.yaml.txt", "ends in .yaml; rename it to more.yaml"),
        ("rulebook.md.txt", "is called rulebook.md; rename it to rulebook.md"),
    ],
)
def test_an_ending_that_windows_hides_is_told(tmp_path: Path, file: str, called: str) -> None:
    root = write_project(tmp_path, files={f"card_data/sweets/{file}": DECK})
    assert run("list", project=root).tells(f"{file}: a file of this kind {called}")
    (root / "card_data/sweets" / file.removesuffix(".txt")).write_text(DECK)
    assert "" == run("list", project=root).stderr


def test_the_shipped_games_have_none() -> None:
    assert [] == open_project().strays


def test_a_proposal_keeps_signs_that_show_nothing(tmp_path: Path) -> None:
    """A zero-width space in a choice, by which Thai words are divided."""
    rows = ["Name,Choices", "A,จั่ว\u200bไพ่; ab", "B,จั่ว\u200bไพ่; cd", "C,cd; ab", "D,ab"]
    files = {"card_data/sweets/main.csv": "\n".join(rows) + "\n"}
    project = write_project(tmp_path, {}, files=files)
    table = project / "card_data/sweets/main.csv"
    proposed = run("table", "--guess", table).output
    assert r"\u200b" in proposed
    table.with_suffix(".yaml").write_text(proposed, "utf-8")
    checked = run("validate", "sweets", "--rules-only", project=project)
    assert "unknown-choice" not in checked.codes, checked.output
    assert checked.exit_code == 0, checked.output
