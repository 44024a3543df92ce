"""Edits of many cards at once: the same bytes as those of one after another."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from projects import HEAD, run, write_project

from cardgen.api.editing import (
    card_added,
    card_removed,
    cards_added,
    cards_removed,
    edit_of_many,
    edit_of_values,
)
from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import Finding
from cardgen.write.card_edits import CardEdit

FIELDS = "fields: {power: int, rule: {text: {optional: true}}}\n"
FLOW = (
    HEAD
    + FIELDS
    + "cards:  # all of them\n"
    + "  - {id: owl, name: Owl, power: 1}  # by night\n"
    + '  - {id: jay, name: "Jay", power: 2, rule: "**Sings** & flies"}\n'
    + "\n  # the large ones\n"
    + "  - {id: emu, name: Emu,\n     power: 3}\n"
)
BLOCK = (
    HEAD
    + FIELDS
    + "cards:\n"
    + "- id: owl\n  name: Owl\n  power: 1\n  # what it says\n  rule: |\n    Hoots\n    twice.\n\n"
    + "- name: Jay\n  id: jay\n  power: 2\n\n# large\n-   id: emu\n    name: 'Emu'\n    power: 3\n"
)
TABLED = HEAD + FIELDS + "cards: birds.csv\n"
CSV = 'id,name,power,rule\nowl,Owl,1,"Hoots,\nat night"\njay,Jay,2,Sings\nemu,Emu,3,\n'
BOOKED = HEAD + FIELDS + "cards: birds.xlsx\n"
ANCHORED = (
    HEAD
    + FIELDS
    + "cards:\n  - {id: owl, name: Owl, power: &one 1}\n  - {id: jay, name: Jay, power: *one}\n"
    + "  - {id: emu, name: Emu, power: 3}\n"
)


def xlsx() -> bytes:
    book = openpyxl.Workbook()
    for row in (("id", "name", "power", "rule"), ("owl", "Owl", 1, "Hoots"), ("jay", "Jay", 2, "")):
        book.active.append(row)
    book.active.append(("emu", "Emu", 3, "Runs"))
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


PROJECTS: dict[str, tuple[str, dict[str, str | bytes]]] = {
    "flow": (FLOW, {}),
    "block": (BLOCK, {}),
    "csv": (TABLED, {"card_data/sweets/birds.csv": CSV}),
    "xlsx": (BOOKED, {"card_data/sweets/birds.xlsx": xlsx()}),
}


def opened_with(root: Path, name: str) -> Workshop:
    deck, files = PROJECTS[name]
    return open_project(write_project(root, {"birds": deck}, files=files), "")


def made(edit: CardEdit | Finding | None) -> CardEdit:
    assert isinstance(edit, CardEdit), edit
    return edit


def one_by_one(root: Path, edits: list[Callable[[Workshop], CardEdit | Finding]]) -> bytes:
    """The file after edits that were made one after another."""
    for make in edits:
        made(make(open_project(root, ""))).apply()
    (deck,) = open_project(root, "").games[0].decks
    file = deck.table.file if deck.table else deck.file
    return file.read_bytes()


VALUES: dict[str, dict[str, Any]] = {
    "emu": {"power": "9", "rule": "It **runs**: fast"},
    "owl": {"name": "Eagle Owl"},
    "jay": {"power": 4, "name": "Blue, jay", "rule": None},
}


@pytest.mark.parametrize("name", PROJECTS)
def test_values_of_many_cards_are_written_as_those_of_one(tmp_path: Path, name: str) -> None:
    opened = opened_with(tmp_path, name)
    edit = made(edit_of_many(opened, "sweets/birds", VALUES))
    singles = [
        lambda now, id=id, values=values: edit_of_values(now, "sweets/birds", id, values)
        for id, values in VALUES.items()
    ]
    expected = one_by_one(tmp_path, singles)
    if name == "xlsx":  # its parts are packed in another order of steps
        edit.undone.file.write_bytes(edit.after)
        cards = {
            card.id: dict(card.fields) for card in open_project(tmp_path, "").games[0].decks[0]
        }
        assert (9, "Eagle Owl", 4) == (
            cards["emu"]["power"],
            cards["owl"]["name"],
            cards["jay"]["power"],
        )
    else:
        assert expected == edit.after


@pytest.mark.parametrize("name", PROJECTS)
def test_many_cards_are_added_and_taken_out_as_one_is(tmp_path: Path, name: str) -> None:
    opened = opened_with(tmp_path, name)
    cards = [{"id": f"new-{n}", "name": f"New {n}", "power": n} for n in range(3)]
    added = made(cards_added(opened, "sweets/birds", cards, "emu"))
    removed = made(cards_removed(opened, "sweets/birds", ["jay", "owl"]))
    behind = ["emu", "new-0", "new-1"]
    adding = [
        lambda now, card=card, before=before: card_added(now, "sweets/birds", card, before)
        for card, before in zip(cards, behind, strict=True)
    ]
    expected = one_by_one(tmp_path, adding)
    opened_with(tmp_path, name)
    taking = [lambda now, id=id: card_removed(now, "sweets/birds", id) for id in ("owl", "jay")]
    without = one_by_one(tmp_path, taking)
    if name != "xlsx":
        assert expected == added.after
        assert without == removed.after
    ids = [card.id for card in open_project(tmp_path, "").games[0].decks[0]]
    assert ["emu"] == ids


def test_entries_with_anchors_are_edited_one_by_one(tmp_path: Path) -> None:
    opened = open_project(write_project(tmp_path, {"birds": ANCHORED}), "")
    values = {"owl": {"name": "O"}, "jay": {"name": "J"}}
    assert edit_of_many(opened, "sweets/birds", values) is None


def test_a_value_that_cannot_be_hinders_all_of_them(tmp_path: Path) -> None:
    opened = opened_with(tmp_path, "flow")
    values = {"owl": {"power": "2"}, "jay": {"power": "much"}}
    finding = edit_of_many(opened, "sweets/birds", values)
    assert isinstance(finding, Finding)
    assert "power" in finding.what
    assert finding.place is not None
    assert finding.place.line > 7


def test_a_name_may_be_emptied(tmp_path: Path) -> None:
    """Also where ids are made of names: it is what was asked for, and as by hand a note tells."""
    root = write_project(
        tmp_path,
        {"main": "fields: {text: text}\ncards: {file: birds.csv, columns: {Bird: name}}\n"},
        files={"card_data/sweets/birds.csv": "Bird,Text\nOwl,a\nJay,b\n"},
    )
    done = run("set", "sweets/main", "owl", "name=", project=root)
    assert (0, True) == (done.exit_code, "main/owl: name=  (" in done.output), done.output
    assert ",a" in (root / "card_data/sweets/birds.csv").read_text("utf-8").splitlines()
