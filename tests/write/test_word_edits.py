"""A misspelt word is replaced where it stands, and what is meant is accepted: nothing else of a file
changes."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest
from briefs import raises_finding
from projects import as_typed, write_project

from cardgen.api.workshop import open_project
from cardgen.base.findings import Place
from cardgen.write.accept_edits import accepted
from cardgen.write.word_edits import word_replaced

DECK = """\
# the deck
title: Main   # its title
size: poker
template: plain.svg
fields: {suit: {one_of: [candy, nuts, sour]}}
cards:
  - {id: owl, suit: cadny}   # which?
  - id: ant
    suit: 'nust'
  - {id: bee, suit: sour, colour: red}
"""


def deck_of(root: Path, deck: str = DECK) -> Path:
    return write_project(root, {"main": deck}) / "card_data/sweets/main.yaml"


@pytest.mark.parametrize(
    ("line", "column", "word", "by"),
    [
        (7, 21, "cadny", "candy"),
        (9, 11, "nust", "nuts"),
        (7, 0, "cadny", "candy"),
        (10, 27, "colour", "hue"),
    ],
)
def test_a_word_of_yaml_is_replaced_and_nothing_else(
    tmp_path: Path, line: int, column: int, word: str, by: str
) -> None:
    file = deck_of(tmp_path)
    change = word_replaced(Place(file, line, column), word, by)
    assert as_typed(DECK.replace(word, by)) == change.after.decode()


def test_a_word_that_needs_quotes_gets_them(tmp_path: Path) -> None:
    file = deck_of(tmp_path)
    change = word_replaced(Place(file, 7, 21), "cadny", "a: b")
    assert as_typed(DECK.replace("cadny", '"a: b"')) == change.after.decode()


def test_a_word_that_is_not_there_once_is_left_alone(tmp_path: Path) -> None:
    file = deck_of(tmp_path)
    for line, word in ((7, "candy"), (10, "o"), (99, "owl")):
        with raises_finding(f'main.yaml:{line} edit-impossible "{word}"'):
            word_replaced(Place(file, line), word, "else")


def test_a_cell_of_a_table_is_replaced_byte_for_byte(tmp_path: Path) -> None:
    file = (
        write_project(tmp_path, files={"card_data/sweets/main.csv": ""})
        / "card_data/sweets/main.csv"
    )
    file.write_bytes(b'id;suit;text\r\nowl; cadny ;"a ""cadny"" day"\r\n')
    change = word_replaced(Place(file, 2, 2), "cadny", "candy")
    assert b'id;suit;text\r\nowl;candy;"a ""cadny"" day"\r\n' == change.after
    change = word_replaced(Place(file, 2, 3), "cadny", "candy")
    assert b'id;suit;text\r\nowl; cadny ;"a ""candy"" day"\r\n' == change.after


def test_a_cell_of_a_workbook_is_replaced(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["id", "suit"])
    sheet.append(["owl", "cadny"])
    saved = io.BytesIO()
    book.save(saved)
    file = write_project(tmp_path, files={"card_data/sweets/main.xlsx": saved.getvalue()})
    file = file / "card_data/sweets/main.xlsx"
    change = word_replaced(Place(file, 2, 2), "cadny", "candy")
    read = openpyxl.load_workbook(io.BytesIO(change.after)).active
    assert read is not None
    assert ("owl", "candy") == tuple(cell.value for cell in read[2])


def test_a_word_of_a_template_is_replaced_in_its_line(tmp_path: Path) -> None:
    project = write_project(tmp_path)
    file = project / "templates/card.svg"
    file.write_bytes(b"<svg>\r\n<text>{{ card.nmae }} and name</text>\r\n</svg>")
    change = word_replaced(Place(file, 2), "nmae", "name")
    assert b"<svg>\r\n<text>{{ card.name }} and name</text>\r\n</svg>" == change.after


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ("", "owl", "accept: [same-face owl]\n"),
        ("accept: [contrast]\n", "", "accept: [contrast, same-face]\n"),
        ("accept: contrast ant\n", "", "accept: [contrast ant, same-face]\n"),
        ("accept:\n", "owl", "accept: [same-face owl]\n"),
        (
            "accept:\n  - contrast  # low\n",
            "owl",
            "accept:\n  - contrast  # low\n  - same-face owl\n",
        ),
        ("accept: [same-face ant]\n", "owl", "accept: [same-face ant owl]\n"),
        ("accept: ['same-face ant']\n", "", "accept: ['same-face']\n"),
        ("accept: [same-face]\n", "owl", "accept: [same-face]\n"),
        ("accept: [same-face owl]\n", "owl", "accept: [same-face owl]\n"),
    ],
)
def test_what_is_meant_is_accepted(tmp_path: Path, before: str, card: str, after: str) -> None:
    head = "title: Main  # a title\nsize: poker\ntemplate: plain.svg\n"
    cards = "# the cards\ncards:\n  - {id: owl}\n  - {id: ant}\n"
    file = deck_of(tmp_path, head + before + cards)
    change = accepted(file, "same-face", card)
    assert as_typed(head + after + cards) == change.after.decode()
    file.write_bytes(change.after)
    assert () == tuple(open_project(tmp_path).problems)


def test_a_game_accepts_at_its_end(tmp_path: Path) -> None:
    file = deck_of(tmp_path).with_name("game.yaml")
    before = file.read_text("utf-8")
    assert as_typed(f"{before}accept: [contrast]\n") == accepted(file, "contrast").after.decode()
