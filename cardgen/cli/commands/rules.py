"""The command that tells the rules of a game, and proposes those that its cards seem to keep."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.base.suggestions import did_you_mean
from cardgen.cli import completion
from cardgen.cli.options import PROJECT, Belonging, open_, several
from cardgen.cli.output import counted, finish_with, tell

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

    workshop = open_(project, own=bool(accept))
    problems = workshop.problems_of([name])
    for game, decks in workshop.select([name]):
        book = read_rule_set(game, problems)
        if not suggest and not accept:
            _tell_rules(game.id, book)
        elif not problems:
            found = propose_rules(game, book, [deck.id for deck in decks])
            if accept:
                _write(game, _accepted(accept, found), ask=not yes)
            else:
                _tell_proposals(game.id, found)
    finish_with(problems)


def _tell_rules(game: str, book: RuleSet) -> None:
    said = [
        *((rule.id, rule.says) for rule in book.rules),
        *((claim.id, claim.says) for claim in book.claims),
    ]
    for variant in book.variants:
        said += ((f"{variant.id}/{check.id}", check.says) for check in variant.checks)
        said += ((f"{variant.id}/{claim.id}", claim.says) for claim in variant.claims)
    if not said:
        tell(f"{game}: it has no rules; --suggest proposes those that its cards seem to keep")
    width = max((len(id) for id, _ in said), default=0)
    for id, says in said:
        tell(f"  {id:<{width}}  {says}")


def _tell_proposals(game: str, found: Sequence[ProposedRule]) -> None:
    if not found:
        tell(f"{game}: its cards keep nothing that its rules do not say")
        return
    tell(f"{game}: what its cards keep; at 10 bits, one of 1,024 decks made by lot would")
    width = max(len(each.id) for each in found)
    for number, each in enumerate(found, 1):
        tell(f"{number:4}  {each.bits:5.1f} bits  {each.id:<{width}}  {each.says}")
    tell("--accept 1,3-5 writes those into rules.yaml")


def _accepted(words: str, found: Sequence[ProposedRule]) -> list[ProposedRule]:
    """The proposals of these numbers and ids, in their order. Raises CardgenError for one that
    there is not."""
    ids = [each.id for each in found]
    chosen: set[int] = set()
    named = several(words)
    if not named:
        raise CardgenError(
            Finding(
                "unknown-rule",
                "--accept names no proposal",
                "give numbers or ids, as --suggest lists them",
            )
        )
    for word in named:
        if word in ids:
            chosen.add(ids.index(word))
            continue
        numbers = _NUMBERS.fullmatch(word) if found else None
        if not numbers:
            raise CardgenError(
                Finding(
                    "unknown-rule",
                    f'no proposal is called "{word}"',
                    did_you_mean(word, ids, _NONE),
                )
            )
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        if not 1 <= first <= last <= len(found):
            raise CardgenError(
                Finding(
                    "unknown-rule",
                    f"there is no proposal {word}",
                    f"use numbers from 1 to {len(found)}, as --suggest lists them",
                )
            )
        chosen |= set(range(first - 1, last))
    return [found[place] for place in sorted(chosen)]


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
