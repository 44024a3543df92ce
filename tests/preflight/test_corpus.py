"""Preflight over cards as games have them: a constant that is changed is seen to change what is
found on all of them."""

from __future__ import annotations

import pytest
import yaml
from corpus_findings import CHECKS, CORPUS, PRINTERS, Told, differences, expected, found


@pytest.fixture(scope="module")
def told() -> Told:
    return found()


def cards(deck: str) -> list[str]:
    listed = yaml.safe_load((CORPUS / "card_data" / "orchard" / f"{deck}.yaml").read_text("utf-8"))[
        "cards"
    ]
    return [card["id"] for card in listed]


def test_the_corpus_is_found_as_expected(told: Told) -> None:
    """What is meant to change is written anew by `python tests/preflight/corpus_findings.py
    --write`, and looked at."""
    assert [] == differences(told, expected())


def test_nothing_is_found_on_cards_that_are_right(told: Told) -> None:
    whole = cards("whole")
    assert len(whole) >= 12
    assert {} == {card: told[card] for card in whole if card in told}


def test_each_fault_is_found_by_a_printer_whom_it_concerns(told: Told) -> None:
    """The second of two that look the same is named with the first."""
    assert ["twin-again"] == [card for card in cards("faulty") if card not in told]
    assert {*told} <= {*cards("faulty")}


def test_a_fault_of_a_card_sets_off_no_other_check_of_the_press(told: Told) -> None:
    """So that a line of the list says what the card is made for."""
    several = {
        (card, printer)
        for card in told
        for printer in PRINTERS
        if len(press(told, card, printer)) > 1
    }
    assert set() == several


def press(told: Told, card: str, printer: str) -> list[str]:
    return [each for each in told[card].get(printer, ()) if each.split(" ")[1] in CHECKS]
