"""Games that begin with a look, and the looks that spreadsheets are proposed."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import SHIPPED, run

from cardgen.api.beginning import Beginning, begin
from cardgen.model.card_roles import FACES, look_for


@pytest.mark.parametrize("look", FACES)
def test_a_new_game_in_a_look_is_built_at_once(look: str, tmp_path: Path) -> None:
    project = tmp_path / "mine"
    made = run("new", project, "--look", look)
    assert made.exit_code == 0, made.output
    assert f"palette: looks/{FACES[look]}" in (project / "card_data/mine/game.yaml").read_text()
    checked = run("validate", "--strict", project=project)
    assert checked.exit_code == 0, checked.output


def test_every_look_can_begin_a_game() -> None:
    """But for backs, and what looks share."""
    names = {path.stem for path in (SHIPPED / "templates/looks").glob("*.svg")}
    assert {name for name in names if not name.endswith(("parts", "-back"))} == set(FACES)


def test_a_look_has_the_size_that_a_page_asks_for(tmp_path: Path) -> None:
    begin(Beginning("new", tmp_path / "mine", title="My bats", size="tarot", look="spell"))
    deck = (tmp_path / "mine/card_data/my-bats/spell.yaml").read_text("utf-8")
    assert "size: tarot\n" in deck


def test_a_look_is_of_a_game_of_its_own(tmp_path: Path) -> None:
    made = run("new", tmp_path / "mine", "--look", "spell", "--inkscape")
    assert made.exit_code == 2
    assert "--look makes a project of its own; leave out --inkscape" in made.output


@pytest.mark.parametrize(
    ("headings", "look"),
    [
        ("Name,Cost,Text", "spell"),
        ("Name,Attack,Defence,Text", "creature"),
        ("Name,Price,Effect", "item"),
        ("Category,Question,Answer", "trivia"),
        ("Titel,Kosten,Beschreibung", "spell"),
        ("Name,Colour", ""),
    ],
)
def test_a_spreadsheet_is_proposed_a_look(headings: str, look: str, tmp_path: Path) -> None:
    rows = [f"Thing {n},{n} of {n},Longer than that by {n}.,x{n}" for n in range(3)]
    width = headings.count(",") + 1
    cells = [",".join(row.split(",")[:width]) for row in rows]
    (tmp_path / "cards.csv").write_text("\n".join([headings, *cells]), "utf-8")
    lines = run("table", "--guess", tmp_path / "cards.csv").output.splitlines()
    wanted = f"template: looks/{look}.svg" if look else "template: plain.svg"
    assert any(line.startswith(wanted) for line in lines), lines


def test_quizzes_ask_and_answer() -> None:
    assert look_for(["answer", "cost", "text"]) == "trivia"
    assert look_for(["question", "text"]) == ""
