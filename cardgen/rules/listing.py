"""The report of a check: for people line by line, as JSON (`docs/validate.md` says what is in it), and as GitHub takes it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Place, Problem, shown
from cardgen.rules.finding import Edit, Finding
from cardgen.rules.trial import Outcome

VERSION = 1
"""Of the JSON report. It changes when something is renamed or taken away; additions leave it."""
_SIGNS = {"ok": ("✓", "ok  "), "failed": ("✗", "FAIL"), "broken": ("✗", "FAIL"), "skipped": ("–", "skip"), "note": ("·", "note")}
_WIDEST = 36


def lines(titles: Mapping[str, str], outcomes: Sequence[Outcome], signs: bool) -> Iterator[str]:
    """For people: by game, each rule with what was counted. `signs` tells whether ticks and crosses can be shown."""
    for game, title in titles.items():
        own = [outcome for outcome in outcomes if outcome.game == game]
        if not own:
            continue
        yield f"{game}: {title}"
        width = min(_WIDEST, max(len(outcome.id) for outcome in own))
        for outcome in own:
            sign = _SIGNS[outcome.status][0 if signs else 1]
            counted = "cannot be computed" if outcome.status == "broken" else outcome.counted
            yield f"  {sign} {outcome.id:<{width}}  {counted}".rstrip()


def as_json(
    titles: Mapping[str, str], outcomes: Sequence[Outcome], findings: Sequence[Finding], problems: Sequence[Problem], exit_code: int
) -> dict[str, Any]:
    """The report as plain data."""
    severities = [finding.severity for finding in findings]
    return {
        "version": VERSION,
        "games": [
            {"id": game, "title": title, "rules": [_outcome(outcome) for outcome in outcomes if outcome.game == game]}
            for game, title in titles.items()
        ],
        "findings": [_finding(finding) for finding in findings],
        "problems": [{"message": problem.what, "remedy": problem.remedy, **_place(problem.place)} for problem in problems],
        "summary": {
            "errors": severities.count("error") + len(problems),
            "warnings": severities.count("warning"),
            "notes": severities.count("note"),
            "rules": sum(outcome.status in ("ok", "failed", "broken") for outcome in outcomes),
        },
        "exit_code": exit_code,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "id": outcome.id,
        "says": outcome.says,
        "source": outcome.source,
        "severity": outcome.severity,
        "status": outcome.status,
        "counted": outcome.counted,
        "decks": list(outcome.decks),
        **_place(outcome.place),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "severity": finding.severity,
        "game": finding.game,
        "deck": finding.deck,
        "card": finding.card,
        "message": finding.problem.what,
        "remedy": finding.problem.remedy,
        **_place(finding.problem.place),
        "also": [_place(place) for place in finding.also],
        "edit": _edit(finding.edit) if finding.edit else None,
        "side": finding.side,
        "spot": [round(value, 2) for value in finding.spot] if finding.spot else None,
        "measured": finding.measured,
        "required": finding.required,
        "hand": [{"pile": name, "cards": [f"{deck}/{id}" for deck, id in cards]} for name, cards in finding.hand],
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {"deck": edit.deck, "card": edit.card, "field": edit.field, "value": edit.value, **_place(edit.place)}


def _place(place: Place | None) -> dict[str, Any]:
    if place is None:
        return {"file": None, "line": None, "column": None}
    return {"file": shown(place.file).replace(os.sep, "/"), "line": place.line or None, "column": place.column or None}


def github(findings: Iterable[Finding], problems: Iterable[Problem]) -> Iterator[str]:
    """A line for each, as GitHub's workflow commands: shown beside the line of the file in a pull request."""
    levels = {"error": "error", "warning": "warning", "note": "notice"}
    for problem in problems:
        yield _command("error", problem, "cardgen")
    for finding in findings:
        yield _command(levels[finding.severity], finding.problem, finding.check)


def _command(level: str, problem: Problem, title: str) -> str:
    place = _place(problem.place)
    parts = {"file": place["file"], "line": place["line"], "col": place["column"], "title": title}
    head = ",".join(f"{name}={_escaped(str(value), ',:')}" for name, value in parts.items() if value)
    said = f"{problem.what}; {problem.remedy}" if problem.remedy else problem.what
    return f"::{level} {head}::{_escaped(said)}"


def _escaped(text: str, more: str = "") -> str:
    for sign in f"%\r\n{more}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
