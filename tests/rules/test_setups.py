"""How games can begin: the hands and piles of a deal, of a variant, of all decks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from projects import SHIPPED, svg, write_project

from cardgen.api.workshop import open_project
from cardgen.base.findings import CardgenError
from cardgen.model.cards import Game
from cardgen.rules.ruleset import RuleSet, read_rule_set
from cardgen.rules.seeded import SeededRandom, shuffle, text_hash
from cardgen.rules.setups import ALL_DECKS, setups, table

CARDS = "cards:\n" + "".join(f"  - {{id: c{number}, copies: 2}}\n" for number in range(1, 9))
RULES = """
- id: a-hand
  says: A hand has cards.
  deal: {players: 2-3, from: deck.main, hand: 4, stash: 2, top: 1}
  chance: {that: hand | copies == 4, is: always}
- id: the-same-deal
  says: And so has another.
  deal: {players: 4, from: deck.main, hand: 4, stash: 2, top: 1}
  chance: {that: hand | copies == 4, is: always}
- id: a-number
  says: A number is drawn.
  deal: {from: [7, 8], number: 1}
  chance: {value: number | length}
- id: all-of-it
  says: All is dealt.
  deal: {players: 3, from: deck.main, hand: rest}
  chance: {value: hand | length}
"""
VARIANTS = """
- id: two-sets
  name: Two Sets
  says: Two sets, and no board.
  players: 2-4
  sets: 2
  deck_size: 28
  cards: deck.main | without(id='c1')
  deal: {2: 5, 3: 4, 4: 3}
"""


@pytest.fixture(scope="module")
def sweets(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, RuleSet]:
    root = write_project(
        tmp_path_factory.mktemp("setups"),
        {
            "main": CARDS,
            "plan": "title: Plan\nsize: 200mm x 200mm\ntemplate: plan.svg\ncards: [{id: plan}]\n",
            "coin": "title: Coins\nsize: 20mm x 20mm\ntemplate: coin.svg\ncards: [{id: coin, copies: 9}]\n",
            "lot": "title: Lots\nsize: 20mm x 20mm\ntemplate: coin.svg\non_table: bag\ncards: [{id: lot, copies: 3}]\n",
        },
        {"plan.svg": svg("", 200, 200), "coin.svg": svg("", 20, 20)},
        game="title: Sweets\ndice: {d6: 2}\n",
        files={
            "card_data/sweets/rules.yaml": RULES,
            "card_data/sweets/variants.yaml": VARIANTS,
        },
    )
    (game,) = open_project(root).games
    return game, read_rule_set(game, [])


def test_deals_that_are_written_alike_are_one_setup(sweets: tuple[Game, RuleSet]) -> None:
    """For all the numbers of players that the rules name; those with hands come first."""
    found = [(setup.id, setup.title, setup.players) for setup in setups(*sweets)]
    assert found == [
        ("rule:a-hand", "Main: hand, stash, top", (2, 3, 4)),
        ("rule:all-of-it", "Main: hand", (3,)),
        ("rule:a-number", "Sweets: number", ()),
        ("variant:two-sets", "Two Sets", (2, 3, 4)),
        (ALL_DECKS, "All decks as piles", ()),
    ]


def test_a_deal_has_hands_piles_and_what_is_left(sweets: tuple[Game, RuleSet]) -> None:
    dealt = table(*sweets, "rule:a-hand", 3, "seed")
    assert [len(hand) for hand in dealt.hands] == [4, 4, 4]
    assert [(pile.name, pile.kind, len(pile.cards)) for pile in dealt.piles] == [
        ("stash", "pile", 2),
        ("top", "open", 1),
        ("Main", "pile", 1),
        ("Coins", "tokens", 9),
        ("Lots", "pile", 3),
        ("Plan", "boards", 1),
    ]
    assert (6, 6) == dealt.dice
    cards = Counter(card for hand in dealt.hands for card in hand)
    for pile in dealt.piles[:3]:
        cards.update(pile.cards)
    assert cards == {f"main/c{number}": 2 for number in range(1, 9)}


def test_the_seed_decides(sweets: tuple[Game, RuleSet]) -> None:
    first, again, other = (table(*sweets, "rule:a-hand", 2, seed) for seed in ("a", "a", "b"))
    assert first == again != other


def test_all_of_a_deck_is_dealt_out(sweets: tuple[Game, RuleSet]) -> None:
    dealt = table(*sweets, "rule:all-of-it", 3, "seed")
    assert [len(hand) for hand in dealt.hands] == [6, 5, 5]
    assert [pile.name for pile in dealt.piles] == ["Coins", "Lots", "Plan"]


def test_what_is_drawn_and_no_card_is_a_note(sweets: tuple[Game, RuleSet]) -> None:
    """Then every deck is a pile, and the seats have no cards."""
    dealt = table(*sweets, "rule:a-number", 2, "seed")
    assert dealt.notes[0] in ("number: 7", "number: 8")
    assert dealt.hands == ((), ())
    assert {"Main": 16, "Coins": 9, "Lots": 3, "Plan": 1} == {
        p.name: len(p.cards) for p in dealt.piles
    }


def test_a_variant_deals_its_own_cards(sweets: tuple[Game, RuleSet]) -> None:
    dealt = table(*sweets, "variant:two-sets", 2, "seed")
    assert [len(hand) for hand in dealt.hands] == [5, 5]
    assert [(pile.name, len(pile.cards)) for pile in dealt.piles] == [("Main", 2 * 14 - 10)]
    every = [card for cards in (*dealt.hands, dealt.piles[0].cards) for card in cards]
    assert Counter(every) == {f"main/c{number}": 4 for number in range(2, 9)}


@pytest.mark.parametrize(
    ("id", "players", "says"),
    [
        ("rule:a-hnd", 2, "no setup is called"),
        ("rule:a-hand", 5, "is not for 5 players"),
        ("variant:two-sets", 1, "is not for 1 player"),
    ],
)
def test_what_cannot_be_dealt(
    sweets: tuple[Game, RuleSet], id: str, players: int, says: str
) -> None:
    with pytest.raises(CardgenError, match=says):
        table(*sweets, id, players, "seed")


def test_every_setup_of_the_shipped_games_can_be_dealt() -> None:
    for game in open_project(Path(SHIPPED)).games:
        rule_set = read_rule_set(game, [])
        for setup in setups(game, rule_set):
            dealt = table(game, rule_set, setup.id, (setup.players or (2,))[0], "seed")
            assert dealt.piles or any(dealt.hands), setup


def test_numbers_from_a_text() -> None:
    """FNV-1a as its authors publish it; Mulberry32 as its author's C does."""
    assert (0x811C9DC5, 0xE40C292C, 0xBF9CF968) == (
        text_hash(""),
        text_hash("a"),
        text_hash("foobar"),
    )
    chance = SeededRandom("")
    chance._state = 0
    assert [int(chance.random() * 2**32) for _ in range(3)] == [1144304738, 1416247, 958946056]
    items = list(range(10))
    shuffle(items, SeededRandom("x"))
    assert sorted(items) == list(range(10)) != items
