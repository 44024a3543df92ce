"""Random edits of shipped decks and untidy tables: read back, written, and taken back byte for
byte."""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from edit_proofs import prove_value
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from projects import SHIPPED, run, write_project
from untidier import untidier

from cardgen.api.editing import (
    apply,
    card_added,
    card_moved,
    card_removed,
    edit_of,
    loop_written_out,
    undo,
)
from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.cards import Card, Deck
from cardgen.model.table_files import is_list
from cardgen.write.card_edits import CardEdit
from cardgen.write.file_changes import MergedChange
from cardgen.write.history import EditHistory
from cardgen.write.splices import merged

sys.path.insert(0, str(Path(__file__).parent.parent / "load"))
from untidy import Untidy, untidy

TEXTS = ("Owl", "a: b # c", 'It\'s "x"', "two\nlines", "- x", "ja, {b} [c]", "<&> | ;", "")
CARDS = """\
cards:
  # the birds
  - {id: owl, name: 'Owl', copies: 2}   # by night
  - id: jay
    name: Jay

  - {for: {n: [1, 2]}, id: "wren-{n}", name: Wren}
"""
TABLES = [*untidy(), *untidier()]


class Tally:
    """Counts random edits: those that were made, and those that were refused by their reasons."""

    def __init__(self) -> None:
        self.made = 0
        self.refused: Counter[str] = Counter()

    def __str__(self) -> str:
        reasons = [f"{count} {reason}" for reason, count in self.refused.most_common()]
        return f"{self.made} made; refused: {', '.join(reasons)}"


def said(workshop: Workshop, name: str) -> list[tuple[Any, ...]]:
    """What the cards of a deck say."""
    game, _, deck = name.partition("/")
    (owner,) = (each for each in workshop.games if each.id == game)
    return [
        (card.id, card.copies, card.template, card.back, dict(card.fields))
        for card in owner.deck(deck)
    ]


def random_value(data: st.DataObject, deck: Deck, field: str) -> Any:
    """A value that a field may have."""
    kind = deck.fields.get(field)
    if field == "name" or (kind and kind.is_text):
        return data.draw(st.one_of(st.sampled_from(TEXTS), _WORDS))
    if kind and not kind.is_number:
        values = [card.fields[field] for card in deck if field in card.fields]
        return data.draw(st.sampled_from(values))
    return data.draw(st.integers(1, 99))


_WORDS = st.text(
    st.characters(blacklist_categories=["Cc", "Cs", "Cn", "Co", "Zl", "Zp"]), min_size=1, max_size=9
)


def prove_random_edit(
    data: st.DataObject, workshop: Workshop, name: str, deck: Deck, tally: Tally
) -> None:
    """Make a random edit of a value: it says what is meant, differs nowhere else, is undone."""
    card = data.draw(st.sampled_from(deck.cards))
    field = data.draw(st.sampled_from(["copies", "name", *deck.fields]))
    value = random_value(data, deck, field)
    edit = edit_of(workshop, name, card.id, field, value)
    if isinstance(edit, Finding):
        assert edit.what
        assert edit.remedy, edit
        tally.refused[re.sub(r'"[^"]*"|[0-9]+', "_", edit.what)[:60]] += 1
        return
    tally.made += 1
    before = said(workshop, name)
    (made,) = apply([edit])
    try:
        assert edit.file.read_bytes() == edit.after
        again = open_project(workshop.project.root)
        assert not again.problems
        computed = computed_fields(card, edit)
        _check_said(before, said(again, name), card.id, field, value, computed)
        place = card.place
        if deck.table and edit.file == deck.table.file and not is_list(edit.file.name):
            place = Place(edit.file, card.place.line, deck.table.columns[field][0])
        if edit.file == card.place.file:
            prove_value(edit.file, edit.before, edit.after, place, field)
    finally:
        undo(made)
    assert edit.file.read_bytes() == edit.before


def _check_said(
    before: list[tuple[Any, ...]],
    after: list[tuple[Any, ...]],
    id: str,
    field: str,
    value: Any,
    computed: set[str],
) -> None:
    """Fail where other cards or fields say something else than before."""
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        if old[0] != id:
            assert old == new
            continue
        spoken = new[1] if field == "copies" else new[4].get(field)
        assert spoken == value or (spoken is None and value == ""), (spoken, value)
        others = {key for key in old[4] if key != field and old[4][key] != new[4].get(key)}
        assert others - computed <= {"rows"}


def computed_fields(card: Card, edit: CardEdit) -> set[str]:
    """The fields of a card which an expression in the edited file makes of others."""
    lines = edit.before.decode("utf-8", "replace").splitlines()
    names = set()
    for name, place in card.places.items():
        if place.file == edit.file and "expr" in lines[place.line - 1][place.column - 1 :][:20]:
            names.add(name)
    return names


def run_examples(count: int, example: Callable[[st.DataObject], None]) -> None:
    """Run an example with random data, so many times."""
    settings(max_examples=count, suppress_health_check=list(HealthCheck))(
        given(st.data())(example)
    )()


@pytest.fixture(scope="module")
def shipped_written_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped games, the cards of their loops listed one by one."""
    root = tmp_path_factory.mktemp("shipped")
    for folder in ("card_data", "templates", "fonts"):
        shutil.copytree(SHIPPED / folder, root / folder)
    opened = open_project(root)
    before = {
        f"{game.id}/{deck.id}": said(opened, f"{game.id}/{deck.id}")
        for game in opened.games
        for deck in game.decks
    }
    for name, cards in before.items():
        for id, *_ in cards:
            edit = loop_written_out(opened, name, id)
            if not isinstance(edit, Finding):
                apply([edit])
                opened = open_project(root)
    assert before == {name: said(opened, name) for name in before}
    return root


def test_shipped_decks(shipped_written_out: Path, pytestconfig: pytest.Config) -> None:
    workshop, tally = open_project(shipped_written_out), Tally()
    decks = [(f"{game.id}/{deck.id}", deck) for game in workshop.games for deck in game.decks]

    def example(data: st.DataObject) -> None:
        name, deck = data.draw(st.sampled_from(decks))
        prove_random_edit(data, workshop, name, deck, tally)

    run_examples(pytestconfig.getoption("--edits"), example)
    print(tally)  # noqa: T201  (for who counts them: -s)
    assert tally.made > sum(tally.refused.values())


@pytest.mark.parametrize("sheet", TABLES, ids=[sheet.file for sheet in TABLES])
def test_untidy_tables(tmp_path: Path, sheet: Untidy, pytestconfig: pytest.Config) -> None:
    files = {f"card_data/sweets/{sheet.file}": sheet.data}
    workshop = open_project(write_project(tmp_path, {"main": sheet.deck}, files=files))
    assert not workshop.problems
    deck, tally = workshop.games[0].deck("main"), Tally()
    assert sheet.cards == [(card.id, card.fields.get("name"), card.copies) for card in deck]

    def example(data: st.DataObject) -> None:
        prove_random_edit(data, workshop, "sweets/main", deck, tally)

    run_examples(max(15, pytestconfig.getoption("--edits") // 10), example)
    print(sheet.file, tally)  # noqa: T201
    assert tally.made > 2


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


def test_a_dry_run_shows_the_cells_of_a_workbook(tmp_path: Path) -> None:
    for sheet in untidier():
        if not sheet.file.startswith("market"):
            continue
        files = {f"card_data/sweets/{sheet.file}": sheet.data}
        root = write_project(tmp_path / sheet.file, {"main": sheet.deck}, files=files)
        words = ("sweets/main", "plum", "price=4", "name=Blue plum", "text=", "--dry-run")
        shown = run("set", *words, project=root).output
        assert "-Stalls!B2: Plum\n+Stalls!B2: Blue plum\n" in shown
        assert "-Stalls!C2: Sweet & sour\n-Stalls!D2: 3\n+Stalls!D2: 4\n" in shown
        assert "nothing was written" in shown
        assert sheet.data == (root / "card_data/sweets" / sheet.file).read_bytes()


def test_a_loop_that_is_written_out_keeps_its_comments(tmp_path: Path) -> None:
    cards = """\
cards:
  # the small ones
  - for: {n: [1, 2]}    # two of them
    # they are called by number
    id: "wren-{n}"
    name: "Wren #1"     # not the first
  - {for: {n: [1, 2]}, id: "tit-{n}", name: Tit}   # blue ones
"""
    root = write_project(tmp_path, {"main": cards})
    for card in ("wren-1", "tit-1"):
        edit = loop_written_out(open_project(root), "sweets/main", card)
        assert not isinstance(edit, Finding), edit
        apply([edit])
    _, written = (root / "card_data/sweets/main.yaml").read_text("utf-8").split("cards:\n")
    assert written.splitlines() == [
        "  # the small ones",
        "  # two of them",
        "  # they are called by number",
        "  # not the first",
        '  - {id: wren-1, name: "Wren #1"}',
        '  - {id: wren-2, name: "Wren #1"}',
        "  # blue ones",
        "  - {id: tit-1, name: Tit}",
        "  - {id: tit-2, name: Tit}",
    ]


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
