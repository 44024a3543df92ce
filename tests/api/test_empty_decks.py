"""A deck whose cards are still to come is a deck: it is read, edited and passed over by all that
prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, write_project

from cardgen.api import editing
from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import Finding
from cardgen.model.cards import Deck

HEAD = "# the birds\nsize: poker\ntemplate: plain.svg\n"
FULL = HEAD + "cards:\n  - {id: a, name: A}\n  - {id: b, name: B}\n"
EMPTY = [
    "cards: []\n",
    "cards:\n",
    "cards: [{id: a, copies: 0}]\n",
    "cards: birds.csv\n",
]
FILES = {"card_data/sweets/birds.csv": "id;name\n", "card_data/sweets/rulebook.md": "# Rules\n"}


def written(root: Path, **decks: str) -> Path:
    return write_project(root, {name: HEAD + cards for name, cards in decks.items()}, files=FILES)


def birds(opened: Workshop) -> Deck:
    return opened.games[0].deck("birds")


@pytest.mark.parametrize("cards", EMPTY)
def test_it_is_read_with_a_note(tmp_path: Path, cards: str) -> None:
    opened = open_project(written(tmp_path, birds=cards))
    assert not opened.problems
    (note,) = (note for note in birds(opened).notes if note.code == "deck-without-cards")
    assert "note" == note.severity
    assert note.place
    assert (tmp_path / "card_data/sweets/birds.yaml", 4) == (note.place.file, note.place.line)


COMMANDS: list[tuple[str, ...]] = [
    ("list",),
    ("build",),
    ("build", "--draft"),
    ("build", "sweets/birds"),
    ("build", "--copies", "2"),
    ("validate",),
    ("validate", "--printer", "makeplayingcards"),
    ("stats", "sweets"),
    ("box", "sweets"),
    ("box", "sweets", "--together"),
    ("box", "sweets/birds"),
    ("export", "sweets", "--printer", "tabletop-simulator"),
    ("export", "sweets", "--printer", "makeplayingcards"),
    ("export", "sweets/birds", "--printer", "images"),
    ("rulebook", "sweets"),
    ("rules", "sweets", "--suggest"),
    ("printed", "sweets"),
    ("changes",),
    ("schema",),
]


@pytest.mark.parametrize("others", [True, False])
def test_all_that_is_made_passes_it_over(tmp_path: Path, others: bool) -> None:
    decks = {"birds": "cards: []\n"}
    root = written(tmp_path, **decks)
    if others:
        write_project(root, {**{name: HEAD + text for name, text in decks.items()}, "main": FULL})
    for command in COMMANDS:
        done = run(*command, project=root)
        assert 0 == done.exit_code, (command, done.output)
    made = {path.name for path in (root / "output").rglob("*.pdf")}
    assert not [name for name in made if "birds" in name]
    assert others == any("main" in name for name in made)
    assert others == any(not name.startswith("rulebook") for name in made)


def test_it_is_said_why_nothing_was_made(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"birds": HEAD + "cards: []\n"})
    for command in ("build", "box"):
        done = run(command, "sweets/birds", project=root)
        assert "nothing-made" in done.codes
        assert "these decks have no card to print yet" in done.output


@pytest.mark.parametrize(
    ("cards", "after"),
    [
        ("cards: []   # to come\n# end\n", "cards:   # to come\n  - {}\n# end\n"),
        ("cards:\n# end\n", "cards:\n  - {}\n# end\n"),
        ("cards:\n  - {id: a}   # keep\ntitle: X\n", "cards:\n  - {}\ntitle: X\n"),
        ("cards: [{id: a}]\n", "cards:\n  - {}\n"),
        ("cards:\n- id: a\n  name: A\n", "cards:\n  - {}\n"),
        ("cards: birds.csv\n", "cards: birds.csv\n"),
    ],
)
def test_the_last_card_goes_and_the_first_comes(tmp_path: Path, cards: str, after: str) -> None:
    root = written(tmp_path, birds=cards)
    file, opened = root / "card_data/sweets/birds.yaml", open_project(root)
    before = file.read_bytes()
    added = [
        applied(editing.card_removed(opened, "sweets/birds", card.id)) for card in birds(opened)
    ]
    opened = open_project(root)
    assert [] == list(birds(opened))
    edit = editing.card_added(opened, "sweets/birds", {"id": "robin", "name": "Robin"})
    added.append(applied(edit))
    opened = open_project(root)
    assert [("robin", "Robin")] == [(card.id, card.name) for card in birds(opened)]
    assert HEAD + after.replace("{}", "{id: robin, name: Robin}") == file.read_text("utf-8")
    more = [{"id": "owl", "name": "Owl"}, {"id": "tit", "name": "Tit"}]
    added.append(applied(editing.cards_added(opened, "sweets/birds", more)))
    assert ["robin", "owl", "tit"] == [card.id for card in birds(open_project(root))]
    for each in reversed(added):
        editing.undo(each)
    assert before == file.read_bytes()
    assert FILES["card_data/sweets/birds.csv"] == file.with_suffix(".csv").read_text("utf-8")


def applied(edit: object) -> editing.FileChange:
    assert isinstance(edit, editing.FileChange), edit
    assert not isinstance(edit, Finding)
    return editing.apply([edit])[0]


def test_the_last_card_and_the_first_of_a_workbook(tmp_path: Path) -> None:
    import io

    import openpyxl

    book = openpyxl.Workbook()
    for row in (["id", "name"], ["a", "A"]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    files: dict[str, str | bytes] = {"card_data/sweets/birds.xlsx": stream.getvalue()}
    root = write_project(tmp_path, {"birds": HEAD + "cards: birds.xlsx\n"}, files=files)
    applied(editing.card_removed(open_project(root), "sweets/birds", "a"))
    opened = open_project(root)
    assert ([], []) == (list(birds(opened)), opened.problems)
    applied(editing.card_added(opened, "sweets/birds", {"id": "owl", "name": "Owl"}))
    assert ["owl"] == [card.id for card in birds(open_project(root))]


def test_a_deck_that_cannot_be_read_is_told_where_it_would_be_exported(tmp_path: Path) -> None:
    """And not passed over as one without cards."""
    root = written(tmp_path, birds="cards:\n  - {id: a, wings: 2}\n")
    result = run("export", "sweets", "--printer", "images", project=root)
    assert (2, True) == (result.exit_code, result.tells('birds.yaml:5:13 unknown-field "wings"'))
