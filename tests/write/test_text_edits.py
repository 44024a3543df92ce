"""Texts of another language, written into whatever says them."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import HEAD, write_project

from cardgen.api.editing import apply, text_edited, undo
from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import Finding
from cardgen.preview.page_edits import read_edits, runs_of
from cardgen.write.card_edits import CardEdit

DECK = (
    HEAD
    + "fields: {rule: {text: {optional: true}}}\n"
    + "cards:\n  - {id: owl, name: Owl, rule: Hoots at night.}\n  - {id: jay, name: Jay}\n"
)
TEXTS = "title: Vögel\ncards:\n  owl:  # die Nacht\n    name: Eule\n"
TABLE = "id,name,rule,name.de,rule.de\nowl,Owl,Hoots,Eule,\njay,Jay,Sings,,Singt\n"
TABLED = HEAD + "fields: {rule: {text: {optional: true}}}\ncards: birds.csv\n"


def edited(opened: Workshop, card: str, **texts: str | None) -> CardEdit:
    edits = text_edited(opened, "sweets/birds", card, "de", texts)
    assert not isinstance(edits, Finding), edits
    apply(edits)
    assert isinstance(edits[0], CardEdit)
    return edits[0]


def opened_with(root: Path, deck: str, files: dict[str, str]) -> Workshop:
    paths = {f"card_data/sweets/{name}": words for name, words in files.items()}
    write_project(root, {"birds": deck}, files=paths)
    return open_project(root, "")


def test_a_text_is_written_into_the_file_of_its_language(tmp_path: Path) -> None:
    """Beside those that stand there, with their comments; undone it is as it was."""
    opened = opened_with(tmp_path, DECK, {"birds.de.yaml": TEXTS})
    file = tmp_path / "card_data/sweets/birds.de.yaml"
    edit = edited(opened, "owl", rule="Ruft bei Nacht: hu!")
    assert TEXTS + '    rule: "Ruft bei Nacht: hu!"\n' == file.read_text("utf-8")
    undo(edit)
    assert TEXTS == file.read_text("utf-8")
    edited(opened, "jay", name="Häher")
    assert "  jay: {name: Häher}" in file.read_text("utf-8")
    assert "# die Nacht" in file.read_text("utf-8")


def test_the_first_text_of_a_deck_makes_the_file(tmp_path: Path) -> None:
    opened = opened_with(tmp_path, DECK, {"game.de.yaml": "title: Süßes\n"})
    edited(opened, "owl", name="Eule")
    file = tmp_path / "card_data/sweets/birds.de.yaml"
    assert "cards:\n  owl: {name: Eule}\n" == file.read_text("utf-8")


def test_a_text_is_written_into_the_column_of_its_language(tmp_path: Path) -> None:
    opened = opened_with(tmp_path, TABLED, {"birds.csv": TABLE})
    edited(opened, "jay", name="Häher")
    file = tmp_path / "card_data/sweets/birds.csv"
    assert TABLE.replace("Jay,Sings,,", "Jay,Sings,Häher,") == file.read_text("utf-8")


@pytest.mark.parametrize("field", ["copies", "art", "colour"])
def test_what_is_no_text_is_refused(tmp_path: Path, field: str) -> None:
    opened = opened_with(tmp_path, DECK, {"birds.de.yaml": TEXTS})
    edit = text_edited(opened, "sweets/birds", "owl", "de", {field: "x"})
    assert isinstance(edit, Finding)
    assert "edit-impossible" == edit.code


def test_texts_of_many_cards_are_one_edit(tmp_path: Path) -> None:
    """As a page pastes them; those of another language are another one."""
    opened = opened_with(tmp_path, DECK, {"birds.de.yaml": TEXTS})
    pasted = [
        {"do": "text", "deck": "sweets/birds", "card": card, "language": language, "values": values}
        for card, language, values in (
            ("owl", "de", {"name": "Uhu", "rule": "Ruft."}),
            ("jay", "de", {"name": "Häher"}),
            ("owl", "fr", {"name": "Hibou"}),
        )
    ]
    runs = list(runs_of(read_edits(pasted)))
    assert [2, 1] == [len(run.edits) for run in runs]
    changes = runs[0].changes(opened)
    assert changes is not None
    assert ["birds.de.yaml", "originals.de.lock"] == [change.file.name for change in changes]
    apply(changes)
    german = (tmp_path / "card_data/sweets/birds.de.yaml").read_text("utf-8")
    assert german == (
        "title: Vögel\ncards:\n  owl:  # die Nacht\n    name: Uhu\n    rule: Ruft.\n"
        "  jay: {name: Häher}\n"
    )
    record = (tmp_path / "card_data/sweets/originals.de.lock").read_text("utf-8")
    assert 3 == record.count("{original: ")
