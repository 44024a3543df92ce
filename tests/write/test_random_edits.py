"""Random edits of shipped decks and untidy tables: read back, written, and taken back byte for
byte."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from projects import SHIPPED, run, write_project

from cardgen.api.editing import apply, card_added, card_moved, card_removed, edit_of, undo
from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import CardgenError, Finding
from cardgen.model.cards import Deck
from cardgen.write.file_changes import MergedChange, merged
from cardgen.write.history import EditHistory

sys.path.insert(0, str(Path(__file__).parent.parent / "load"))
from untidy import Untidy, untidy

TEXTS = ("Owl", "a: b # c", 'It\'s "x"', "two\nlines", "- x", "ja, {b} [c]", "<&> | ;")
CARDS = """\
cards:
  # the birds
  - {id: owl, name: 'Owl', copies: 2}   # by night
  - id: jay
    name: Jay

  - {for: {n: [1, 2]}, id: "wren-{n}", name: Wren}
"""


def edited(workshop: Workshop, name: str, deck: Deck, chance: random.Random) -> int:
    """1 for an edit that was written and taken back, 0 for one that was refused."""
    card = chance.choice(deck.cards)
    field = chance.choice(["copies", "name", *deck.fields])
    kind = deck.fields.get(field)
    value: Any = chance.randint(1, 9)
    if field == "name" or (kind and kind.is_text):
        value = chance.choice(TEXTS)
    elif kind and not kind.is_number:
        value = chance.choice(deck.cards).fields[field]
    edit = edit_of(workshop, name, card.id, field, value)
    if isinstance(edit, Finding):
        assert edit.what
        assert edit.remedy, edit
        return 0
    (made,) = apply([edit])
    assert edit.file.read_bytes() == edit.after
    undo(made)
    assert edit.file.read_bytes() == edit.before
    return 1


def test_shipped_decks(tmp_path: Path) -> None:
    for folder in ("card_data", "templates", "fonts"):
        shutil.copytree(SHIPPED / folder, tmp_path / folder)
    workshop, chance = open_project(tmp_path), random.Random(41)
    written = [
        edited(workshop, f"{game.id}/{deck.id}", deck, chance)
        for game in workshop.games
        for deck in game.decks
    ]
    assert sum(written) > len(written) / 3


@pytest.mark.parametrize("sheet", untidy(), ids=[sheet.file for sheet in untidy()])
def test_untidy_tables(tmp_path: Path, sheet: Untidy) -> None:
    files = {f"card_data/sweets/{sheet.file}": sheet.data}
    workshop = open_project(write_project(tmp_path, {"main": sheet.deck}, files=files))
    deck, chance = workshop.games[0].deck("main"), random.Random(sheet.file)
    assert sum(edited(workshop, "sweets/main", deck, chance) for _ in range(12)) > 2


def test_the_command(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": CARDS})
    file = root / "card_data/sweets/main.yaml"
    before = file.read_text("utf-8")
    assert run("set", "sweets/main", "owl", "copies=3", "--dry-run", project=root).exit_code == 0
    assert file.read_text("utf-8") == before
    assert run("set", "sweets/main", "owl", "copies=3", "name=Uhu", project=root).exit_code == 0
    assert file.read_text("utf-8") == before.replace("'Owl', copies: 2", "'Uhu', copies: 3")
    refused = run("set", "sweets/main", "wren-1", "copies=3", project=root)
    assert refused.exit_code == 2
    assert "--write-out" in refused.output
    done = run("set", "sweets/main", "wren-1", "copies=3", "--write-out", project=root)
    assert done.exit_code == 0, done.output
    assert "id: wren-1, name: Wren, copies: 3}" in file.read_text("utf-8")


def test_cards_come_go_and_move(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": CARDS})
    workshop = open_project(root)
    file = root / "card_data/sweets/main.yaml"
    before, history = file.read_bytes(), EditHistory()
    for edit in (
        card_added(workshop, "sweets/main", {"id": "tit", "name": "Tit"}, "owl"),
        card_removed(workshop, "sweets/main", "jay"),
        card_moved(workshop, "sweets/main", "owl", "jay"),
    ):
        assert not isinstance(edit, Finding), edit
        history.apply([edit])
        assert history.undo()
        assert file.read_bytes() == before
        assert history.redo()
        assert file.read_bytes() == edit.after
        history.undo()


def test_changes_of_others_are_merged_or_told(tmp_path: Path) -> None:
    base, mine = b"a: 1\nb: 2\nc: 3\n", b"a: 1\nb: 2\nc: 4\n"
    assert merged(base, mine, b"a: 5\nb: 2\nc: 3\n") == b"a: 5\nb: 2\nc: 4\n"
    file = write_project(tmp_path) / "card_data/sweets/main.yaml"
    file.write_bytes(b"a: 1\nb: 2\nc: 9\n")
    with pytest.raises(CardgenError, match="no longer"):
        MergedChange(file, base, mine).apply()
    assert file.read_bytes() == b"a: 1\nb: 2\nc: 9\n"
