"""Spreadsheets as people keep them: they load with one block that says what their columns mean, and most blocks write themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from projects import run, write_project
from untidy import Untidy, untidy

from cardgen.load import load_games
from cardgen.model.cards import Card, Deck
from cardgen.model.project import find_project

SHEETS = untidy()
GUESSED = 9
"""How many of the ten are proposed as the deck files here have them."""


def project(root: Path, sheet: Untidy, deck: str) -> Path:
    return write_project(root, {"main": deck}, files={f"card_data/sweets/{sheet.file}": sheet.data})


def loaded(root: Path) -> Deck:
    games, problems = load_games(find_project(root))
    assert [] == [str(problem) for problem in problems]
    return games[0].deck("main")


def known(card: Card) -> tuple[Any, ...]:
    return (card.id, card.copies, dict(card.fields))


def proposed(root: Path, sheet: Untidy) -> str:
    done = run("table", "--guess", root / "card_data/sweets" / sheet.file, project=root)
    assert 0 == done.exit_code, done.output
    return done.stdout


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.file for sheet in SHEETS])
def test_a_sheet_loads(tmp_path: Path, sheet: Untidy) -> None:
    deck = loaded(project(tmp_path, sheet, sheet.deck))
    assert sheet.cards == [(card.id, card.name, card.copies) for card in deck]


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.file for sheet in SHEETS])
def test_a_proposal_loads_as_printed(tmp_path: Path, sheet: Untidy) -> None:
    root = project(tmp_path, sheet, sheet.deck)
    deck = loaded(project(tmp_path, sheet, proposed(root, sheet)))
    assert len(sheet.cards) == len(deck)
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code


def test_most_proposals_are_right(tmp_path: Path) -> None:
    """The same cards as of the deck file that a person would write."""
    right = []
    for sheet in SHEETS:
        root = project(tmp_path / sheet.file, sheet, sheet.deck)
        wanted = list(map(known, loaded(root)))
        if wanted == list(map(known, loaded(project(root, sheet, proposed(root, sheet))))):
            right.append(sheet.file)
    assert GUESSED <= len(right), right
