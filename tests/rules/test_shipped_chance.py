"""What the five games claim of chance: all of it holds, with the numbers that other sums come to,
and none of it whatever the cards are."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from counting import counted
from written import GAMES, Copy, Files, shipped, shipped_rules

from cardgen.base.findings import Place
from cardgen.load import load_games
from cardgen.model.cards import Card
from cardgen.model.project import find_project
from cardgen.rules import chance
from cardgen.rules.chance import NamedClaim, named_claims, outcome_of
from cardgen.rules.counting import count_deals
from cardgen.rules.deal import Dealer
from cardgen.rules.finding import Outcome
from cardgen.rules.game_view import GameView
from cardgen.rules.mutations import changed_card, mutated_decks
from cardgen.rules.odds import chance_text, read_odds
from cardgen.rules.ruleset import Claim, Code, Shuffle, read_rule_set
from cardgen.rules.sampling import Sampler

CANDY, STREET, MONSTERS, POT, CRAVE = GAMES
CLAIMS = [
    (game, each) for game in GAMES for each in named_claims(shipped_rules(game)) if each.claim.that
]
"""Those that claim something; the others show how a value is spread."""


def missed(of: int, drawn: int, wanted: int) -> Fraction:
    """How likely none of the wanted cards is among those drawn."""
    return Fraction(comb(of - wanted, drawn), comb(of, drawn))


def buckets(row: tuple[tuple[int, int], ...]) -> int:
    return sum(events for _, events in row)


BUCKETS = ((5, 1), (6, 1), (6, 2), (7, 2), (7, 3), (8, 2), (8, 3), (8, 4), (9, 3), (9, 4))
ROWS = list(combinations(BUCKETS, 6))
BASES = list(combinations((1, 2, 3, 4, 4, 5, 5, 6, 7, 8), 5))
COUNTED = {
    "a-hand-has-a-prank": [
        ("4p", 1 - missed(57, 12, 4) - Fraction(4 * comb(53, 9) + comb(53, 8), comb(57, 12))),
        ("5p", 1 - missed(57, 10, 4) - Fraction(4 * comb(53, 7) + comb(53, 6), comb(57, 10))),
    ],
    "king-size-in-the-stash": [("4p", Fraction(9, 57)), ("5p", Fraction(7, 57))],
    "a-favorite-that-scores": [("2-3p", 1 - missed(10, 3, 6)), ("4-5p", 1 - missed(10, 2, 6))],
    "colors-at-random": [("2p", Fraction(1, 2))],
    "six-players-offered-flavors": [("6p", 1 - missed(16, 2, 6))],
    "candy-climb/black-1-is-missing-in-a-third": [("2p", Fraction(16, 48))],
    "secret-stash/king-size-in-the-stash": [("3p", Fraction(3, 33))],
    "scary/teeth-in-nobodys-hand": [("5p", Fraction(3, 53))],
    "a-monster-first": [("", Fraction(64, 112))],
    "a-wild-card-for-many": [("", 1 - missed(112, 8, 8))],
    "somebody-has-twins": [("4p", 1 - missed(112, 32, 8))],
    "a-joker-left-over": [("4p", 1 - missed(54, 2, 2))],
    "both-jokers-in-one-hand": [("2p", Fraction(26, 53))],
    "an-ace-for-the-dealer": [(f"{n}p", 1 - missed(54, 54 // n, 4)) for n in range(2, 8)],
    "events-left-for-home": [
        ("", Fraction(sum(30 - buckets(row) >= 13 for row in ROWS), len(ROWS)))
    ],
    "the-touchy-house": [("", Fraction(6, 9))],
    "both-symbols-in-the-street": [("", Fraction(1))],
    "a-first-look": [
        ("", Fraction(sum(1 - missed(candy + events, 4, events) for candy, events in BUCKETS), 10))
    ],
    "parents-are-not-early": [
        ("", Fraction(sum(Fraction(4, 26 - buckets(row) + 1) for row in ROWS), len(ROWS)))
    ],
    "worth-of-a-round": [("", Fraction(sum(sum(base) < 17 for base in BASES), len(BASES)))],
    "rounds-alike": [
        ("", Fraction(sum(abs(2 * sum(base) - 45) <= 9 for base in BASES), len(BASES)))
    ],
    "a-lucky-eight": [("", Fraction(4, 9))],
    "a-question-on-top": [("", Fraction(1, 5))],
    "only-question-marks": [("", Fraction(1, 625))],
}
"""What follows from sums of our own, put in other words than in the rules."""

IN_SETS = {code.text for codes in shipped_rules(CANDY).sets.values() for code in codes}
OTHERS: dict[str, Callable[[Card], Card]] = {
    "six-players-offered-flavors": lambda card: changed_card(
        card, {}, 3 if card.deck == "suit" else 1
    ),
    "i-got-a-rock/nobody-is-born-with-the-rock": lambda card: changed_card(
        card, {}, int(card.deck != "main" or card.rank in (0, 1))
    ),
    "match-candy-go/a-hand-has-candy-of-a-set": lambda card: changed_card(
        card, {}, 1 if card.id in IN_SETS else 9
    ),
    "candy-climb/a-pair-to-play": lambda card: changed_card(
        card, {"rank": sum(map(ord, card.id)) * 1000 + len(card.id)}
    ),
    "31-candies/dealt-31": lambda card: changed_card(
        card, {"rank": 10 + (card.id < "m"), "suits": ["candy"]}
    ),
    "rounds-alike": lambda card: changed_card(
        card, {"value": 20 if card.fields.get("value") == 8 else 1}
    ),
}
"""What other cards make a claim fail that holds for all that are spoilt."""


def outcomes(copy: Copy, game: str, only: str = "") -> list[Outcome]:
    """What becomes of the claims of a game as it lies there now."""
    games, problems = load_games(find_project(copy.root), [game])
    book = read_rule_set(games[0], problems)
    assert problems == []
    view = GameView(games[0], book)
    return [outcome_of(each, view) for each in named_claims(book, only)]


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("chance"))


def test_there_are_claims_of_every_game() -> None:
    assert len(CLAIMS) >= 20
    assert {game for game, _ in CLAIMS} == set(GAMES)
    assert set(COUNTED) <= {each.id for _, each in CLAIMS}


@pytest.mark.parametrize(
    ("game", "each"), [pytest.param(game, each, id=each.id) for game, each in CLAIMS]
)
def test_a_claim_holds_and_comes_to_what_it_should(game: str, each: NamedClaim) -> None:
    outcome = outcome_of(each, GameView(shipped(game), shipped_rules(game)))
    assert (outcome.status, outcome.findings, outcome.problems) == ("ok", (), ())
    if each.id in COUNTED:
        assert outcome.counted == "; ".join(
            f"{players} {chance_text(part)}".strip() for players, part in COUNTED[each.id]
        )


@pytest.mark.parametrize(
    ("game", "each"), [pytest.param(game, each, id=each.id) for game, each in CLAIMS]
)
def test_a_claim_fails_where_the_cards_are_others(
    game: str, each: NamedClaim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all ways to spoil the decks and leave something to be dealt, one makes it fail or
    nonsense."""
    monkeypatch.setattr(chance, "MOST_DEALS", 2_000)
    whole = {deck.id: deck for deck in shipped(game).decks}
    ways = (
        [{id: replace(deck, cards=tuple(map(OTHERS[each.id], deck))) for id, deck in whole.items()}]
        if each.id in OTHERS
        else mutated_decks(whole)
    )
    for decks in ways:
        if all(deck.copies for deck in decks.values()):
            outcome = outcome_of(each, GameView(shipped(game), shipped_rules(game), (), decks))
            if outcome.status in ("failed", "broken") and "cannot be dealt" not in outcome.counted:
                return
    pytest.fail("it holds whatever the cards are")


def test_all_claims_are_tried_in_a_moment() -> None:
    """All of all five games together; `python bench/chance.py` prints how long it takes."""
    views = {game: GameView(shipped(game), shipped_rules(game)) for game in GAMES}
    _, calls = counted(lambda: [outcome_of(each, views[game]) for game, each in CLAIMS])
    assert calls < 10_000_000


HANDS = [
    (
        13,
        "(hand | counts('suit')).values() | sort == [3, 3, 3, 4]",
        Fraction(66905856160, 635013559600),
    ),
    (
        13,
        "(hand | counts('suit')).values() | sort == [2, 3, 4, 4]",
        Fraction(136852887600, 635013559600),
    ),
    (13, "hand | where('card.value > 9') | copies == 0", Fraction(347373600, 635013559600)),
    (13, "hand | having(rank='ace') | copies == 1", Fraction(278674137872, 635013559600)),
    (5, "hand | distinct('suit') | length == 1", Fraction(5148, 2598960)),
    (5, "(hand | counts('value')).values() | sort == [1, 1, 1, 2]", Fraction(1098240, 2598960)),
    (5, "(hand | counts('value')).values() | sort == [2, 3]", Fraction(3744, 2598960)),
    (
        5,
        "hand | runs('value') == 5 and hand | distinct('suit') | length == 1",
        Fraction(36, 2598960),
    ),
]
"""What is known of hands of bridge and of poker (36 straight flushes: an ace is high here, and not
low as well)."""


@pytest.mark.parametrize(("size", "that", "known"), HANDS)
def test_what_is_known_of_bridge_and_poker(size: int, that: str, known: Fraction) -> None:
    """The numbers of hands that every book on these games has."""
    here = Place(Path("rules.yaml"))
    shuffle = Shuffle(
        Code("deck.playing | without(suit=none)", here), Code(str(size), here), (), here
    )
    claim = Claim(
        "it", "It holds.", here, (shuffle,), that=Code(that, here), within=read_odds("at least 0 %")
    )
    dealer = Dealer(claim, 0, GameView(shipped(POT), shipped_rules(POT)), (), {})
    spread = count_deals(dealer, most=10_000)
    if spread:
        assert spread.chance == known
    else:
        low, high = Sampler(dealer, "known").spread(3_000).between
        assert low <= known <= high


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_cards_does_not_matter(copy: Copy, game: str) -> None:
    luck = random.Random(4)

    def shuffle(files: Files) -> None:
        for deck in files["game"]["decks"]:
            luck.shuffle(files[deck]["cards"])

    with copy.changed(game, shuffle):
        tried = outcomes(copy, game)
    assert {outcome.status for outcome in tried} <= {"ok", "note"}
    assert [finding for outcome in tried for finding in outcome.findings] == []
