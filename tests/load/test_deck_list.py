"""Lists of cards as players write them choose cards, and pictures."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PIL import Image
from projects import HEAD, run, svg, write_project

from cardgen.base.findings import CardgenError
from cardgen.load.deck_list import read_deck_list

LIST = "\ufeff# my deck\n3 Goblin\n\n2x Ork\n// side\nelf x4\n1 goblin\nThe 7 Dwarfs\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "deck.txt"
    path.write_text(text, "utf-8")
    return path


def test_counts_and_names_in_the_ways_that_people_write_them(tmp_path: Path) -> None:
    cards = read_deck_list(write(tmp_path, LIST))
    told = [(card.name, card.copies, card.place.line) for card in cards]
    assert told == [("goblin", 4, 2), ("Ork", 2, 4), ("elf", 4, 6), ("The 7 Dwarfs", 1, 8)]


@pytest.mark.parametrize("text", ["", "# none\n", "0 Goblin\n", "5000 Goblin\n", "12\n", "\xff"])
def test_what_says_no_card_is_told_at_its_line(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    if text == "\xff":
        path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CardgenError) as told:
        read_deck_list(path)
    assert all(finding.place and finding.place.file == path for finding in told.value.findings)


def test_a_list_chooses_cards_by_ids_and_names(tmp_path: Path) -> None:
    deck = HEAD + "cards: [{id: goblin-1, name: Goblin, copies: 9}, {id: ork}, {id: elf}]\n"
    write_project(tmp_path, {"main": deck}, {"card.svg": svg(""), "back.svg": svg("")})
    path = write(tmp_path, "3 Goblin\n2 ork\n")
    words = ("export", "sweets", "--printer", "screen", "--force", "--list", path)
    assert run(*words, project=tmp_path).exit_code in (0, 1)
    (table,) = (tmp_path / "output").rglob("cards.csv")
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [(row["card"], row["copies"]) for row in rows] == [("goblin-1", "3"), ("ork", "2")]
    write(tmp_path, "3 Goblin\n2 orc\n")
    done = run(*words, project=tmp_path)
    assert done.exit_code == 2
    assert 'deck.txt:2: no card is called "orc"; did you mean "ork"?' in done.output


def test_a_list_chooses_pictures(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("9x-goblin", "ork", "elf"):
        Image.new("RGB", (74, 104), "#845").save(pictures / f"{name}.png")
    path = write(tmp_path, "2 Ork\n3 Goblin\n")
    keep = tmp_path / "kept"
    done = run("sheet", pictures, "--list", path, "--keep", keep, "--paper", "a4")
    assert done.exit_code == 0, done.output
    (deck,) = keep.glob("card_data/*/cards.yaml")
    cards = deck.read_text("utf-8").partition("cards:\n")[2].splitlines()
    assert [line.partition("picture")[0] for line in cards] == [
        "  - {id: ork, name: ork, copies: 2, ",
        "  - {id: goblin, name: goblin, copies: 3, ",
    ]
    write(tmp_path, "2 Ork\n3 Gobblin\n")
    done = run("sheet", pictures, "--list", path, "--paper", "a4", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert 'deck.txt:2: no picture is called "Gobblin"; did you mean "goblin"?' in done.output
