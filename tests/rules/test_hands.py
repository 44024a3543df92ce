"""What a player holds, as rules of chance deal it: of which cards, and how many."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import HEAD, SHIPPED
from sweets import Sweets

from cardgen.api.workshop import open_project
from cardgen.base.findings import Finding
from cardgen.rules.hands import Hand, hand_of
from cardgen.rules.ruleset import read_rule_set

DECK = (
    HEAD
    + "fields: {rank: int}\ncards:\n  - {id: owl, rank: 1, copies: 4}\n  - {id: fox, rank: 2, copies: 3}\n"
)
CLAIM = "- {id: %s, says: It is so., deal: %s, chance: {that: 'hand | copies >= 0', is: always}}\n"


def held(root: Path) -> Hand | None:
    (game,) = open_project(root).games
    problems: list[Finding] = []
    book = read_rule_set(game, problems)
    assert [] == problems
    return hand_of(game, book)


@pytest.mark.parametrize(
    ("game", "size", "decks"),
    [
        ("best-candy-on-the-block", 12, {"main": 57}),
        ("trick-or-treat-candy-pot", 13, {"playing": 54}),
        ("trick-or-treat-monsters", 8, {"monster": 55}),
    ],
)
def test_a_hand_of_the_shipped_games(game: str, size: int, decks: dict[str, int]) -> None:
    found = next(each for each in open_project(SHIPPED).games if each.id == game)
    hand = hand_of(found, read_rule_set(found, []))
    assert hand
    assert (size, decks) == (hand.size, {deck: len(ids) for deck, ids in hand.cards.items()})


@pytest.mark.parametrize("game", ["trick-or-treat-street", "candy-crave"])
def test_nobody_holds_a_hand_where_no_rule_deals_one(game: str) -> None:
    found = next(each for each in open_project(SHIPPED).games if each.id == game)
    assert hand_of(found, read_rule_set(found, [])) is None


@pytest.mark.parametrize(
    ("deals", "hand"),
    [
        (["{from: deck.main, hand: 3}"], Hand(3, {"main": ("owl", "fox")})),
        (["{from: 'deck.main | having(rank=2)', hand: 2}"], Hand(2, {"main": ("fox",)})),
        (
            ["{players: 2-3, from: deck.main, hand: size // players}"],
            Hand(3, {"main": ("owl", "fox")}),
        ),
        # one gets one more: the first
        (["{players: 3, from: deck.main, hand: rest}"], Hand(3, {"main": ("owl", "fox")})),
        # a card to play is no hand
        (
            ["{from: deck.main, hand: 1}", "{from: deck.main, hand: 4}"],
            Hand(4, {"main": ("owl", "fox")}),
        ),
        # there are not so many
        (
            ["{from: deck.main, hand: 99}", "{from: deck.main, hand: 2}"],
            Hand(2, {"main": ("owl", "fox")}),
        ),
        (["{from: deck.main, drawn: 3}"], None),
        # of what was dealt before
        (["[{from: deck.main, drawn: 3}, {from: drawn, hand: 2}]"], None),
        (["{from: deck.other, hand: 3}"], None),
    ],
)
def test_a_hand_is_what_the_first_rule_deals_that_can(
    sweets: Sweets, deals: list[str], hand: Hand | None
) -> None:
    sweets.write("".join(CLAIM % (f"rule-{i}", deal) for i, deal in enumerate(deals)), main=DECK)
    assert hand == held(sweets.root)
