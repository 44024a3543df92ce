"""The command that tells the rules of a game.

It also proposes those that its cards seem to keep.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.base.suggestions import did_you_mean
from cardgen.cli import completion
from cardgen.cli.findings import finish_with
from cardgen.cli.options import PROJECT, Belonging, open_data, several
from cardgen.cli.output import counted, tell

if TYPE_CHECKING:
    from cardgen.model.cards import Game
    from cardgen.rules.rule_mining import ProposedRule
    from cardgen.rules.ruleset import RuleSet

_NUMBERS = re.compile(r"([0-9]{1,4})(?:\s*-\s*([0-9]{1,4}))?")

_NONE = "leave --accept out: the cards keep nothing that the rules do not say"


@click.command("rules")
@click.argument("name", metavar="GAME[/DECK]", shell_complete=completion.decks)
@click.option(
    "--suggest",
    is_flag=True,
    help="Propose rules that the cards seem to keep, with how surprising that is.",
)
@click.option(
    "--accept",
    metavar="LIST",
    default="",
    help="Write some of these into rules.yaml: their numbers or ids, such as 1,3-5.",
)
@click.option("--yes", cls=Belonging, to="--accept", is_flag=True, help="Write without asking.")
@PROJECT
def command(name: str, suggest: bool, accept: str, yes: bool, project: Path | None) -> None:
    """The rules of a game, each in a sentence; with --suggest, rules that its cards keep."""
    from cardgen.rules.rule_mining import propose_rules
    from cardgen.rules.ruleset import read_rule_set

    opened = open_data(project, writes=bool(accept))
    problems = opened.problems_of([name])
    for game, decks in opened.select([name]):
        rule_set = read_rule_set(game, problems)
        if not suggest and not accept:
            _tell_rules(game.id, rule_set)
        elif not problems:
            proposals = propose_rules(game, rule_set, [deck.id for deck in decks])
            if accept:
                _write(game, _accepted(accept, proposals), ask=not yes)
            else:
                _tell_proposals(game.id, proposals)
    finish_with(problems)


def _tell_rules(game: str, rule_set: RuleSet) -> None:
    rows = [(rule.id, rule.says) for rule in rule_set.rules]
    rows += [(claim.id, claim.says) for claim in rule_set.claims]
    for variant in rule_set.variants:
        rows += [(f"{variant.id}/{check.id}", check.says) for check in variant.checks]
        rows += [(f"{variant.id}/{claim.id}", claim.says) for claim in variant.claims]
    if not rows:
        tell(f"{game}: it has no rules; --suggest proposes those that its cards seem to keep")
    width = max((len(id) for id, _ in rows), default=0)
    for id, sentence in rows:
        tell(f"  {id:<{width}}  {sentence}")


def _tell_proposals(game: str, proposals: Sequence[ProposedRule]) -> None:
    if not proposals:
        tell(f"{game}: its cards keep nothing that its rules do not say")
        return
    tell(f"{game}: what its cards keep; at 10 bits, one of 1,024 decks made by lot would")
    width = max(len(proposal.id) for proposal in proposals)
    for number, proposal in enumerate(proposals, 1):
        tell(f"{number:4}  {proposal.bits:5.1f} bits  {proposal.id:<{width}}  {proposal.says}")
    tell("--accept 1,3-5 writes those into rules.yaml")


def _accepted(text: str, proposals: Sequence[ProposedRule]) -> list[ProposedRule]:
    """The proposals of these numbers and ids, in their order.

    Raises CardgenError for one that is not among them.
    """
    words = several(text)
    if not words:
        raise _unknown_rule(
            "--accept names no proposal", "give numbers or ids, as --suggest lists them"
        )
    indices = {index for word in words for index in _indices_of(word, proposals)}
    return [proposals[index] for index in sorted(indices)]


def _indices_of(word: str, proposals: Sequence[ProposedRule]) -> range:
    """The indices of the proposals of an id, a number, or two with a hyphen."""
    ids = [proposal.id for proposal in proposals]
    if word in ids:
        index = ids.index(word)
        return range(index, index + 1)
    numbers = _NUMBERS.fullmatch(word) if proposals else None
    if not numbers:
        raise _unknown_rule(
            f'no proposal is called "{word}"',
            did_you_mean(word, ids, _NONE),
        )
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    if not 1 <= first <= last <= len(proposals):
        raise _unknown_rule(
            f"there is no proposal {word}",
            f"use numbers from 1 to {len(proposals)}, as --suggest lists them",
        )
    return range(first - 1, last)


def _unknown_rule(sentence: str, remedy: str) -> CardgenError:
    return CardgenError(Finding("unknown-rule", sentence, remedy))


def _write(game: Game, chosen: Sequence[ProposedRule], *, ask: bool) -> None:
    from cardgen.rules.rule_writer import add_rules

    patch, count = add_rules(game, chosen), counted(len(chosen), "rule")
    for line in patch.diff():
        tell(line)
    if ask and not click.confirm(f"Write {count}?", err=True):
        tell("nothing was written", aside=True)
        return
    patch.apply()
    tell(f"{shown(patch.file)}  ({count})")
