"""A project that is kept open reads as one that is opened anew, and its cards look the same."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from projects import SHIPPED, svg, text, write_project

from cardgen.api.editing import apply, edit_of
from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import Finding
from cardgen.preview.compose_worker import Looks, compose_answers
from cardgen.preview.kept_project import GameAhead, KeptProject
from cardgen.preview.worker import Done
from cardgen.write.card_edits import CardEdit

CARDS = "cards:\n  - {id: one, name: One}\n  - {id: two, name: Two}\n"


def edited(root: Path, deck: str, card: str, field: str, value: Any) -> CardEdit:
    """An edit that was written."""
    edit = edit_of(open_project(root), deck, card, field, value)
    assert not isinstance(edit, Finding), edit
    apply([edit])
    return edit


def cards_of(workshop: Workshop) -> list[Any]:
    """What the cards of a project say, and where."""
    return [
        (card.id, card.copies, card.template, card.fields, card.place, dict(card.places))
        for game in workshop.games
        for deck in game.decks
        for card in deck
    ]


def ahead_of(edit: CardEdit) -> GameAhead:
    assert edit.game
    return GameAhead.of({edit.file: edit.after}, edit.game)


def test_a_game_that_was_read_ahead_is_the_game_on_the_disk(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": CARDS})
    kept = KeptProject(root, "")
    assert kept.look() is None
    edit = edited(root, "sweets/main", "one", "name", "Uno")
    assert kept.look(ahead_of(edit)) == "sweets"
    assert cards_of(kept.workshop) == cards_of(open_project(root))
    assert kept.look(ahead_of(edit)) == ""


def test_what_it_does_not_explain_is_read(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": CARDS})
    kept = KeptProject(root, "")
    kept.look()
    edit = edited(root, "sweets/main", "one", "name", "Uno")
    edited(root, "sweets/main", "two", "name", "Due")
    assert kept.look(ahead_of(edit)) is None
    edit = edited(root, "sweets/main", "one", "name", "One")
    (root / "card_data/sweets/other.yaml").write_text("size: poker\ntemplate: card.svg\ncards: []")
    assert kept.look(ahead_of(edit)) is None
    assert cards_of(kept.workshop) == cards_of(open_project(root))


def test_a_game_that_others_extend_is_read_with_them(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": CARDS})
    write_project(root, {"more": "extends: sweets/main\nsize: poker\ncards: []\n"}, name="sours")
    kept = KeptProject(root, "")
    kept.look()
    edit = edited(root, "sweets/main", "one", "name", "Uno")
    assert kept.look(ahead_of(edit)) is None
    assert cards_of(kept.workshop) == cards_of(open_project(root))


class _Composing:
    """The process that composes, here: what it answers, by the side of a card."""

    def __init__(self, root: Path) -> None:
        self.requests: list[Any] = []
        self._answers = compose_answers(self, root, "")  # type: ignore[arg-type]
        self.pictures: dict[str, str] = {}

    def recv(self) -> Any:
        return self.requests.pop(0)

    def poll(self, timeout: float = 0.0) -> bool:
        return False

    def faces(self, deck: str, ahead: GameAhead | None) -> dict[str, str]:
        """The faces of a deck's cards after another look at the disk."""
        self.requests.append(((deck,), True, ahead))
        faces = dict[str, str]()
        for answer in self._answers:
            if isinstance(answer, Done):
                break
            if isinstance(answer, Looks):
                self.pictures |= answer.pictures
                assert not any(look.problems for look in answer.cards.values()), answer.cards
                faces |= {id: self.pictures[look.face] for id, look in answer.cards.items()}
        return faces


@pytest.mark.parametrize("field", ["name", "copies"])
def test_cards_of_a_composer_that_stays_look_as_those_of_a_new_one(
    tmp_path: Path, field: str
) -> None:
    """Even where a card shows others of its deck, and a part of a template does."""
    part = "{% set all = deck.main|map(attribute='name')|join(' ') %}"
    uses = "{% import 'part.svg' as part %}"
    face = svg(
        uses
        + text("{{ card.name }} {{ part.all }}", y=20)
        + text("{{ deck.main|sum(attribute='copies') }}")
        + "{{ text_box(card.name, 5, 50, 50, 8, size='deck') }}"
    )
    templates = {"card.svg": face, "part.svg": svg(part)}
    root = write_project(tmp_path, {"main": CARDS}, templates)
    composing = _Composing(root)
    before = composing.faces("sweets/main", None)
    value: Any = 7 if field == "copies" else "A name that is a good deal longer than it was"
    edit = edited(root, "sweets/main", "two", field, value)
    after = composing.faces("sweets/main", ahead_of(edit))
    assert after == _Composing(root).faces("sweets/main", None)
    assert before["one"] != after["one"]


def test_shipped_games_look_the_same(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED / "templates", tmp_path / "templates")
    game = "best-candy-on-the-block"
    shutil.copytree(SHIPPED / "card_data" / game, tmp_path / "card_data" / game)
    deck = open_project(tmp_path).games[0].decks[0]
    composing, name = _Composing(tmp_path), f"{game}/{deck.id}"
    composing.faces(name, None)
    edit = edited(tmp_path, name, "black-1", "name", "Somebody")
    assert composing.faces(name, ahead_of(edit)) == _Composing(tmp_path).faces(name, None)
