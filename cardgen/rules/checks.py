"""The quick checks of a game: its rules and its texts, for which no card is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.errors import CardgenError, Problem, did_you_mean
from cardgen.load.game import NOT_DECKS
from cardgen.model.cards import Deck, Game
from cardgen.rules.finding import Finding
from cardgen.rules.housekeeping import leftovers
from cardgen.rules.ruleset import BUILT_IN, RuleSet, read_rulebook
from cardgen.rules.trial import Outcome, try_rules, wanted


class Checked(NamedTuple):
    """What the quick checks have found."""

    outcomes: list[Outcome]
    findings: list[Finding]
    problems: list[Problem]


def rulebooks(games: Sequence[Game], problems: list[Problem], only: str = "") -> dict[str, RuleSet]:
    """The rules of each game, by its id. Raises CardgenError when `only` names a rule that none of them has."""
    before = len(problems)
    books = {game.id: read_rulebook(game, problems) for game in games}
    known = list(dict.fromkeys([*(id for book in books.values() for id in book.ids), *BUILT_IN]))
    if only and only not in known and len(problems) == before:
        raise CardgenError(Problem(f'no rule is called "{only}"', did_you_mean(only, known)))
    return books


def check_rules(game: Game, decks: Sequence[Deck], book: RuleSet, only: str = "", idle: bool = True) -> Checked:
    """The rules of a game and its texts, as far as they concern these decks. `only` names one rule or built-in check; `idle` also looks
    for rules that cannot fail."""
    names = {deck.id for deck in decks}
    outcomes = []
    for outcome in try_rules(game, book, "" if only in BUILT_IN else only, unread_decks(game), idle):
        if outcome.status == "broken" or not outcome.decks or names.intersection(outcome.decks):
            outcomes.append(outcome)
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    findings += leftovers(game, decks)
    if only:
        findings = [finding for finding in findings if wanted(finding.check, only)]
        outcomes = [outcome for outcome in outcomes if wanted(outcome.id, only)]
    return Checked(outcomes, findings, problems)


def unread_decks(game: Game) -> list[str]:
    """The ids of decks whose files are there but could not be read."""
    known = {deck.id for deck in game.decks}
    files = (path for path in sorted(game.folder.glob("*.yaml")) if path.name not in NOT_DECKS)
    return [path.stem for path in files if path.stem not in known and "." not in path.stem]
