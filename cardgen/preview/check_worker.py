"""The process that checks the rules of the game and its drawn cards.

It tells them after the cards are on the page."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.changes_in_words import CardMark, marks
from cardgen.api.workshop import open_project
from cardgen.base.findings import Finding, collect_findings
from cardgen.base.origins import group_shared
from cardgen.load.printed import PrintRecord, read_record
from cardgen.making.report import Report
from cardgen.making.settings import ValidateOptions
from cardgen.preflight.run import Cards
from cardgen.preview.worker import Overtaken, answers
from cardgen.rules.hands import Hand, hand_of
from cardgen.rules.ruleset import read_rule_set

_YIELDING = 5
"""How nice the process is: what is being looked at comes first."""


class GameFindings(NamedTuple):
    """The findings of validate about a game or a deck.

    Those errors of the data are left out that the worker that composes tells. `counted` has in
    words what comes of a finding, by its number. `since` has the cards that are to be printed, for
    they changed since they were: by `game/deck`, each with what became of it. `hand` is what a
    player holds, where the rules say."""

    name: str
    findings: tuple[Finding, ...]
    counted: Mapping[int, str]
    since: Mapping[str, Mapping[str, CardMark]]
    hand: Hand | None


class _Overtaken(Exception):  # noqa: N818  # not a fault: something newer waits
    pass


def check_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests `(name, printer, version)` for a game or a deck.

    It is checked as it lies on disk now, and for a printer where one is named; the version is the
    asker's."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(_YIELDING)

    def answer(
        overtaken: Overtaken, name: str, printer: str, version: int
    ) -> Iterator[GameFindings]:
        with suppress(_Overtaken):
            yield _checked(overtaken, root, language, name, printer)

    return answers(requests, answer)


def _checked(
    overtaken: Overtaken, root: Path | None, language: str, name: str, printer: str = ""
) -> GameFindings:
    """The findings on a game or deck, and how its cards differ from the last print.

    Raises `_Overtaken` once a newer request waits."""

    def progress(step: str, done: int, of: int) -> None:
        if overtaken():
            raise _Overtaken

    workshop, report = open_project(root, language), Report(progress=progress)
    record = PrintRecord()
    with collect_findings(report.findings):
        record = read_record(workshop.project)
    cards: Cards | None = {} if record.decks else None
    decks = [f"{game.id}/{deck.id}" for game in workshop.games for deck in game.decks]
    # else nothing of it can be read, as is told
    if any(deck == name or deck.startswith(f"{name}/") for deck in decks):
        workshop.validate([name], ValidateOptions(printer=printer, kept=cards), report)
    input_errors = set(workshop.problems)
    since = marks(workshop.games, record, cards or {})
    hand = next(
        (
            hand_of(game, read_rule_set(game, []))
            for game in workshop.games
            if game.id == name.partition("/")[0]
        ),
        None,
    )
    findings = group_shared(
        finding
        for finding in report.findings
        if not finding.is_input_error or finding not in input_errors
    )
    counted = {cause.finding.number: cause.counted for cause in report.causes if cause.consequences}
    return GameFindings(name, tuple(findings), counted, since, hand)
