"""Rules that the cards seem to keep: what is proposed, how surprising it is, and how it is written down."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from legal import second_deck
from mutations import Spoiler
from projects import run
from sweets import MAIN, SUIT, Sweets
from test_shipped_rules import BREACHES
from written import GAMES, Copy, Files, shipped, shipped_rules

from cardgen.base.errors import CardgenError
from cardgen.load import load_games
from cardgen.model.cards import Game
from cardgen.model.project import find_project
from cardgen.rules.habits import Proposal, proposals
from cardgen.rules.outcomes import GameView
from cardgen.rules.ruleset import Rule, RuleSet

COUNTING = ("copies", "counts", "values", "length", "total", "distinct")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("written"))


def proposed(game: Game) -> list[Proposal]:
    """What is proposed where there is no rule yet."""
    return proposals(game, RuleSet(game.id), [deck.id for deck in game.decks])


def by_hand(id: str) -> list[Rule]:
    """The rules that were written by hand and count cards: errors of rules.yaml, those of variants and notes left out."""
    rules = shipped_rules(id).rules
    return [rule for rule in rules if rule.severity == "error" and rule.check and any(word in rule.check.text for word in COUNTING)]


def fails(rule: Rule, game: Game, book: RuleSet) -> bool:
    try:
        return bool(GameView(game, book).evaluate(rule, most=1).failures)
    except CardgenError:
        return True


def spoilt(copy: Copy, id: str, count: int) -> Iterator[Game]:
    """The game with the faults that were thought of for each of its rules, and with so many faults of chance."""
    chance = random.Random(3)

    def fault(files: Files) -> None:
        Spoiler(id, files, chance).fault()

    for changes in (*(breach.changes for breach in BREACHES[id]), *[(fault,)] * count):
        with copy.changed(id, *changes):
            games, problems = load_games(find_project(copy.root), [id])
            if games and not problems:
                yield games[0]


# -- the shipped games --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_half_of_the_counting_rules_are_found(copy: Copy, id: str) -> None:
    """A rule written by hand is found where one proposal fails on every spoilt deck that it fails on, of two at the least."""
    rules, book = by_hand(id), shipped_rules(id)
    found = [each.rule for each in proposed(shipped(id))]
    missed: dict[str, list[set[str]]] = defaultdict(list)
    for game in spoilt(copy, id, 60):
        failed = {each.id for each in found if fails(each, game, book)}
        for rule in rules:
            if fails(rule, game, book):
                missed[rule.id].append(failed)
    met = {id: set.intersection(*kinds) for id, kinds in missed.items() if len(kinds) > 1}
    lost = sorted(id for id, kinds in met.items() if not kinds)
    assert len(met) >= len(rules) / 2
    assert len(lost) <= len(met) / 2, lost


def test_hardly_any_proposal_is_an_accident_of_the_deck(copy: Copy) -> None:
    """An accident is what another legal deck of the game does not keep: at most one in ten of each game, on five decks dealt anew."""
    for id in GAMES:
        found = [each.rule for each in proposed(shipped(id))]
        accidents = set[str]()
        for seed in range(5):
            with copy.changed(id, second_deck(id, random.Random(seed))):
                (game,), _ = load_games(find_project(copy.root), [id])
                accidents |= {rule.id for rule in found if fails(rule, game, RuleSet(id))}
        assert len(accidents) <= len(found) / 10, (id, accidents, len(found))
