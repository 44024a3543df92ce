"""The quick checks of a game's rules and texts.

No card is drawn for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Cause, Finding, causes_in, numbered
from cardgen.base.suggestions import did_you_mean
from cardgen.load.game import is_deck
from cardgen.model.cards import Deck, Game
from cardgen.rules.finding import Outcome, wanted
from cardgen.rules.housekeeping import leftovers
from cardgen.rules.ruleset import BUILT_IN, RuleSet, read_rule_set


class CheckResult(NamedTuple):
    """The outcomes and findings of the quick checks; a finding's `cause` is the number of
    another."""

    outcomes: list[Outcome]
    findings: list[Finding]

    @property
    def problems(self) -> list[Finding]:
        """The reasons why rules cannot be computed."""
        return [finding for finding in self.findings if not finding.check]

    @property
    def causes(self) -> list[Cause]:
        """The findings of rules that others may come of, each with those."""
        return causes_in(self.findings)


def read_rule_sets(
    games: Sequence[Game], problems: list[Finding], only: str = ""
) -> dict[str, RuleSet]:
    """The rules of each game, by its id. Raises CardgenError if none has the rule `only`."""
    before = len(problems)
    rule_sets = {game.id: read_rule_set(game, problems) for game in games}
    ids = list(
        dict.fromkeys([*(id for rule_set in rule_sets.values() for id in rule_set.ids), *BUILT_IN])
    )
    if only and only not in ids and len(problems) == before:
        raise CardgenError(
            Finding("unknown-rule", f'no rule is called "{only}"', did_you_mean(only, ids))
        )
    return rule_sets


def check_rules(
    game: Game, decks: Sequence[Deck], rule_set: RuleSet, only: str = "", thorough: bool = True
) -> CheckResult:
    """Check the rules of a game and its texts, as far as they concern these decks.

    `only` names one rule or built-in check. A `thorough` check looks for rules that cannot fail,
    too, and tries claims about chance."""
    unread = unread_decks(game)
    outcomes = (
        list(_rule_outcomes(game, decks, rule_set, only, thorough, unread)) if rule_set else []
    )
    findings = [problem for outcome in outcomes for problem in outcome.problems]
    if any(outcome.findings for outcome in outcomes):
        from cardgen.rules.root_causes import (
            find_causes,  # hardly any build has anything to be mended
        )

        causes = _with_chance_last(find_causes(game, rule_set, outcomes, unread), rule_set)
        findings += [finding for finding in numbered(causes) if wanted(finding.check, only)]
    findings += [finding for finding in leftovers(game, decks) if wanted(finding.check, only)]
    return CheckResult(outcomes, findings)


def _rule_outcomes(
    game: Game,
    decks: Sequence[Deck],
    rule_set: RuleSet,
    only: str,
    thorough: bool,
    unread: Collection[str],
) -> Iterator[Outcome]:
    """Yield the outcomes of the rules that concern these decks.

    What tries them is imported here: a game need not have any."""
    from cardgen.rules.trial import try_rules

    names = {deck.id for deck in decks}
    rule = "" if only in BUILT_IN else only
    outcomes = try_rules(game, rule_set, rule, unread, thorough)
    if thorough:
        from cardgen.rules.chance import try_claims

        outcomes = chain(outcomes, try_claims(game, rule_set, rule, unread))
    for outcome in outcomes:
        if (
            outcome.status == "broken" or not outcome.decks or names.intersection(outcome.decks)
        ) and wanted(outcome.id, only):
            yield outcome


def _with_chance_last(causes: list[Cause], rule_set: RuleSet) -> list[Cause]:
    """The causes, with failed claims of chance as consequences of failed rules about cards."""
    claims = {
        *(claim.id for claim in rule_set.claims),
        *(f"{variant.id}/{claim.id}" for variant in rule_set.variants for claim in variant.claims),
    }
    card_causes = [cause for cause in causes if cause.finding.check not in claims]
    chance = [
        finding
        for cause in causes
        if cause not in card_causes
        for finding in (cause.finding, *cause.consequences)
    ]
    if not card_causes or not chance or card_causes[0].finding.severity != "error":
        return causes
    return [
        replace(card_causes[0], consequences=(*card_causes[0].consequences, *chance)),
        *card_causes[1:],
    ]


def unread_decks(game: Game) -> list[str]:
    """The ids of decks whose files are there but could not be read."""
    read_ids = {deck.id for deck in game.decks}
    files = sorted([*game.folder.glob("*.yaml"), *game.folder.glob("*.yml")])
    deck_ids = [path.stem for path in files if is_deck(path)]
    return [id for id in deck_ids if id not in read_ids]
