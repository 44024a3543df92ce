"""What in a table is not what it seems is taken as it was meant, or told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import of_file, write_project

from cardgen.base.findings import Finding
from cardgen.load import load_games
from cardgen.load.guess import guessed
from cardgen.load.table import read_table
from cardgen.model.project import find_project
from cardgen.schema.field_kinds import WholeNumberField

HEAD = "size: poker\ntemplate: plain.svg\nfields: {rank: {text: {optional: true}}, text: {text: {optional: true}}}\n"


def loaded(
    root: Path, table: str, head: str = HEAD, name: str = "cards.csv"
) -> tuple[list[str], list[str], list[str]]:
    """The names of the cards of a table, its notes that are not of ids, and what is wrong."""
    write_project(
        root, {"main": f"{head}cards: {name}\n"}, files={f"card_data/sweets/{name}": table.encode()}
    )
    games, problems = load_games(find_project(root))
    decks = [deck for game in games for deck in game.decks]
    notes = [of_file(note) for deck in decks for note in deck.notes if note.code != "no-id-column"]
    return (
        [card.name for deck in decks for card in deck],
        notes,
        [str(problem) for problem in problems],
    )


@pytest.mark.parametrize("again", ["name,rank,text", "Name,RANK,", " name , rank , text "])
def test_headings_that_come_again_are_no_card(tmp_path: Path, again: str) -> None:
    names, notes, wrong = loaded(tmp_path, f"name,rank,text\nOwl,3,Hoot.\n\n{again}\nBat,2,Eek.\n")
    assert (["Owl", "Bat"], []) == (names, wrong)
    assert ["cards.csv: no card is made of row 4 (the headings again)"] == notes


def test_a_title_above_headings_that_come_again_is_no_card(tmp_path: Path) -> None:
    """Where an empty row is above it; else it may be a card with a name alone."""
    names, notes, _ = loaded(
        tmp_path, "name,rank,text\nOwl,3,Hoot.\n\nSecond set,,\nname,rank,text\nBat,2,Eek.\n"
    )
    assert ["Owl", "Bat"] == names
    assert ["cards.csv: no card is made of row 4 (a title); row 5 (the headings again)"] == notes
    assert ["Owl", "Cat", "Bat"] == loaded(
        tmp_path, "name,rank,text\nOwl,3,Hoot.\nCat,,\nname,rank,text\nBat,2,Eek.\n"
    )[0]


def test_a_card_that_is_called_as_its_column_is_one(tmp_path: Path) -> None:
    names, notes, _ = loaded(tmp_path, "name,rank,text\nName,,Word\nBat,2,Eek.\nText,3,rank\n")
    assert (["Name", "Bat", "Text"], []) == (names, notes)


def test_a_proposal_passes_over_headings_that_come_again(tmp_path: Path) -> None:
    """Else a column of numbers would be one of texts."""
    (tmp_path / "t.csv").write_text("name,rank\nOwl,3\nBat,2\n\nname,rank\nCat,1\n", "utf-8")
    assert any(
        "rank: {int" in line or "rank: int" in line
        for line in guessed(tmp_path / "t.csv", tmp_path)
    )


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("name,rank,text\nOwl,3,Hoot.\nBat,2,Eek.\n\nWeapon,Price,Damage\nSword,5,Two.\n", [5]),
        ("name,rank,text\nOwl,3,Hoot.\nBat,2,Eek.\n\nPlace,Terrain\nMill,Forest\n", [5]),
        # two of them are headings here
        ("name,rank,text\nOwl,low,Hoot.\nname,text,cost\nSword,Sharp.,5\n", [3]),
        # no empty row
        ("name,rank,text\nOwl,3,Hoot.\nBat,2,Eek.\nWeapon,Price,Damage\nSword,5,Two.\n", []),
        # texts above, too
        ("name,rank,text\nOwl,3,Hoot.\nBat,two,Eek.\n\nCat,three,Mew\nDog,four,Wuff.\n", []),
        # a sign for a number
        ("name,rank,text\nOwl,3,Hoot.\nBat,2,Eek.\n\nCat,X,Mew\nDog,4,Wuff.\n", []),
        # a sentence
        ("name,rank,text\nOwl,3,Hoot.\nBat,2,Eek.\n\nJoker,any,It is any card.\nDog,4,Wuff.\n", []),
        ("name,rank,text\nOwl,3,Hoot.\nBat,2,Eek.\n\nJoker,any,Laugh\n", []),  # nothing below
    ],
)
def test_headings_of_another_table_are_told(tmp_path: Path, table: str, told: list[int]) -> None:
    """The row stays a card: it may be one."""
    names, notes, wrong = loaded(tmp_path, table)
    rows = [
        int(note.partition(": row ")[2].split()[0])
        for note in notes
        if "headings of another table" in note
    ]
    assert (told, []) == (rows, wrong)
    assert len(names) == len([line for line in table.splitlines()[1:] if line])


def test_formulas_that_are_texts_are_told_once(tmp_path: Path) -> None:
    """They print as they stand; what is a name or a sign is no formula."""
    cells = [
        "=1+2",
        "=B2*2",
        '"=SUM(B2:B4)"',
        "=A1",
        "=SUMME(A1;A2)",
        "=Karten!B2",
        "=",
        "=SUM",
        "=3",
        "= 3 coins",
        "=)",
        "a=1+2",
        "=Draw(2 cards)",
    ]
    rows = "".join(
        f"Card {letter},{cell}\n" for letter, cell in zip("ABCDEFGHIJKLM", cells, strict=True)
    )
    names, notes, wrong = loaded(tmp_path, f"name,rank\n{rows}")
    assert (len(cells), []) == (len(names), wrong)
    told = "cells B2, B3, B4, B5, B6, B7"
    assert [
        f"cards.csv: formulas that stand as text are printed as they stand: {told}; write what they come to"
    ] == notes


def test_a_formula_that_is_a_text_is_no_number(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("name,rank\nOwl,=1+2\nBat,=B2*2\nCat,3\n")
    problems: list[Finding] = []
    read_table(file, {"rank": WholeNumberField("rank", optional=True)}, problems)
    assert ["this formula stands as text; write what it comes to"] * 2 == [
        f"{problem.what}; {problem.remedy}" for problem in problems
    ]


def test_curly_quotes_hold_no_cell_together(tmp_path: Path) -> None:
    """Where a row is too long for that it is an error, and otherwise a note; quotes that end where
    they began are texts."""
    _, notes, wrong = loaded(tmp_path, "name,rank,text\nOwl,“a, b”\nBat,“a”,“b”\n“Cat”,„Mew“,2\n")
    assert (1, []) == (len(notes), wrong)
    assert "curly quotes do not hold a cell together: cell B2;" in notes[0]
    assert [] == loaded(tmp_path, "name,rank,text\nOwl,“So it begins,and ends\nBat,“a”,“b”\n")[1]
    (told,) = loaded(tmp_path, "name,rank,text\n“Owl, old”,3,Hoot.\nBat,2,Eek.\n")[2]
    assert (
        "cards.csv:2:1: curly quotes do not hold a cell together (cell A2); type straight ones"
        in told
    )
