"""Decks beside the cards of a game: those that explain it, and sheets to write on."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import CARDS, FACE, HEAD, run, running_text, svg, text, write_project

import cardgen

PAD = "size: 120mm x 90mm\ntemplate: pad.svg\nrole: pad\ncards: [{id: pad, copies: 2}]\n"
AID = "size: 60mm x 80mm\ntemplate: aid.svg\nrole: aid\ncards: [{id: aid, name: Aid, copies: 4}]\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A game of a deck, player aids and score pads."""
    deck = HEAD.replace("back: back.svg\n", "") + CARDS
    templates = {"card.svg": FACE, "aid.svg": FACE, "pad.svg": svg(text("{{ card.id }}"), 120, 90)}
    return write_project(tmp_path, {"main": deck, "pads": PAD, "aids": AID}, templates)


def test_a_deck_says_what_it_is_for(root: Path) -> None:
    (game,) = cardgen.open_project(root).games
    assert {deck.id: deck.role for deck in game.decks} == {
        "main": "",
        "pads": "pad",
        "aids": "aid",
    }


def test_another_role_is_told(root: Path) -> None:
    deck = root / "card_data/sweets/pads.yaml"
    deck.write_text(PAD.replace("role: pad", "role: pads"), encoding="utf-8")
    done = run("list", project=root)
    (finding,) = done.findings
    assert ("unknown-choice", "pads.yaml", 3) == (
        finding.code,
        finding.place.file.name,
        finding.place.line,
    )


def test_boxes_are_for_cards_and_aids(root: Path) -> None:
    """One for each deck, and one for all; a pad gets one where it is named, and few cards do."""
    assert 0 == run("box", "sweets", "sweets/main", "--paper", "a4", project=root).exit_code
    made = root / "output/sweets"
    assert {"box-main-a4.pdf", "box-aids-a4.pdf"} == {path.name for path in made.glob("*.pdf")}
    done = run("box", "sweets", "--together", "--paper", "a4", project=root)
    assert "61 x 81 x " in done.output
    assert (made / "box-a4.pdf").is_file()
    assert 0 == run("box", "sweets/pads", "--paper", "a4", project=root).exit_code
    assert (made / "box-pads-a4.pdf").is_file()


@pytest.mark.parametrize(
    ("names", "dealt"), [(("sweets",), {"main", "aids"}), (("sweets/pads",), {"pads"})]
)
def test_a_virtual_table_has_cards_and_aids(
    root: Path, names: tuple[str, ...], dealt: set[str]
) -> None:
    done = run("export", *names, "--printer", "tabletop-simulator", "--force", project=root)
    assert 0 == done.exit_code, done.output
    folder = root / "output/sweets/tabletop-simulator"
    assert dealt == {path.name for path in folder.iterdir() if path.is_dir()}


def test_a_set_has_pads_by_themselves(root: Path) -> None:
    """In a file called as their deck is, which the first page names; aids lie with the cards."""
    done = run("build", "--set", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    made = root / "output/sets/Sweets"
    names = {path.name for path in (made / "A4").iterdir()}
    assert {"Pads.pdf", "Cards.pdf", "Box.pdf"} <= names
    assert "Cards, low ink.pdf" not in names  # these templates ask for no ink
    first = running_text(made / "START HERE.pdf")
    for words in ("3 cards make up the game: Main.", "Aids, 4 cards", "and a pencil Pads 1"):
        assert words in first, first
    assert "pad" not in running_text(made / "A4/Cards.pdf").split()


def test_no_printer_of_cards_is_asked_for_pads(root: Path) -> None:
    """Cards of a size that is not sold are told; sheets to write on are not."""
    main = root / "card_data/sweets/main.yaml"
    main.write_text(main.read_text("utf-8").replace("60mm x 80mm", "poker"), encoding="utf-8")
    face = svg(text("{{ card.name }}"), 63.5, 88.9)
    (root / "templates/card.svg").write_text(face, encoding="utf-8")
    for command in (("validate",), ("export", "--force")):
        done = run(*command, "sweets", "--printer", "drivethrucards", project=root)
        sizes = {finding.deck for finding in done.findings if "size" in finding.code}
        assert sizes == {"aids"}, command
