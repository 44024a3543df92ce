"""Findings as commands tell them: lines of text, JSON (`docs/validate.md` says what is in it), and
annotations of GitHub."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from cardgen.base.findings import (
    Cause,
    Finding,
    causes_in,
    in_words,
    joined_by_file,
    plain_finding,
    plain_place,
    without_values,
)
from cardgen.base.origins import SharedProblem, told_apart, told_together
from cardgen.cli.output import clear_progress, counted, one_line, tell

if TYPE_CHECKING:
    from cardgen.making.report import Report
    from cardgen.rules.finding import Outcome

VERSION = 1
"""Of the JSON report. It changes when something is renamed or taken away; additions leave it."""
_UNREAD = "about decks that could not be read"
_SIGNS = {
    "ok": ("✓", "ok  "),
    "failed": ("✗", "FAIL"),
    "broken": ("✗", "FAIL"),
    "skipped": ("–", "skip"),
    "note": ("·", "note"),
}
_WIDEST = 36
_MOST_ALIKE = 8
"""Findings of a kind about the cards of a deck that are told one by one."""
_MOST_EACH_KIND = 20
"""Problems of a kind in a file of which all are told: who mends a table wants to see them."""


# Lines of text


def finish(
    report: Report, *, strict: bool = False, summary: bool = False, list_all: bool = False
) -> NoReturn:
    """Print the findings of a run, and exit.

    Findings that come of another are counted beside it, or listed as all else with `list_all`.
    """
    clear_progress()
    tell_notes(report)
    if list_all:
        tell_problems(told_apart(report.problems), list_all=True)
    else:
        tell_problems(told_together(_without_causes(report.problems)))
    lines, more_of_kind = _finding_lines(report, list_all)
    consequences: dict[str, str] = {}
    if not list_all:
        consequences = {one_line(cause.finding): cause.counted for cause in report.causes}
    how_to_list = "--all lists them" if summary else "cardgen validate --all lists them"
    for line, times in lines.items():  # a text may stand in several places
        tell(f"{line} ({times} times)" if times > 1 else line, aside=True)
        hints = [hint for hint in (consequences.get(line), more_of_kind.get(line)) if hint]
        if hints:
            tell(f"  {' '.join(hints)}; {how_to_list}", aside=True)
    if summary:
        severities = [finding.severity for finding in told_together(report.findings)]
        errors, warnings = severities.count("error"), severities.count("warning")
        tell(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}")
    if report.ending:
        tell(f"note: {report.ending}", aside=True)
    sys.exit(exit_code(report, strict))


def _finding_lines(report: Report, list_all: bool) -> tuple[Counter[str], dict[str, str]]:
    """The lines of findings with how often each stands, and hints at what is left out.

    A template's small text is found on every card: of many of one kind in a deck only the first
    are listed, and the hint belongs to the last of these.
    """
    rules = {outcome.id for outcome in report.outcomes}
    lines, kinds = Counter[str](), Counter[object]()
    last_lines: dict[object, str] = {}
    if list_all:
        findings = joined_by_file(told_apart(report.checked), True)
    else:
        findings = joined_by_file(told_together(_without_causes(report.checked)), False)
    for finding in findings:
        line = one_line(finding)
        kind = (finding.game, finding.deck, finding.check, _kind_of_error(finding))
        may_be_many = finding.deck and finding.check not in rules and not list_all
        if may_be_many and line not in lines:
            kinds[kind] += 1
            if kinds[kind] > _MOST_ALIKE:
                continue
            last_lines[kind] = line
        lines[line] += 1
    hints = {
        last_lines[kind]: f"and {count - _MOST_ALIKE} more of this kind"
        for kind, count in kinds.items()
        if count > _MOST_ALIKE
    }
    return lines, hints


def _without_causes(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that do not come of another."""
    return [finding for finding in findings if not finding.cause]


def _kind_of_error(finding: Finding) -> str:
    """The sentence of an error without its values; nothing for the rest.

    Errors of one check can be of many kinds, warnings and notes are of one.
    """
    return without_values(finding.what) if finding.severity == "error" else ""


def exit_code(report: Report, strict: bool) -> int:
    """The exit code: 0 done, 1 a check found errors, 2 the input or the call is wrong.

    Where it is `strict`, warnings count as errors.
    """
    if report.exit_code or not strict:
        return report.exit_code
    return 1 if any(finding.severity == "warning" for finding in report.findings) else 0


def tell_problems(problems: Iterable[Finding], *, list_all: bool = False) -> None:
    """Print a line for each problem; of many of one kind in a file only the first.

    A line begins with the place, so that editors can go there.
    """
    kinds: dict[object, list[Finding]] = {}
    for number, problem in enumerate(joined_by_file(problems, list_all)):
        kind: object = number
        if problem.place:
            kind = problem.place.file, without_values(problem.what)
        kinds.setdefault(kind, []).append(problem)
    for alike in kinds.values():
        is_short = list_all or len(alike) <= _MOST_EACH_KIND
        listed = alike if is_short else alike[:_MOST_ALIKE]
        for problem in listed:
            tell(problem if problem.place else f"error: {problem}", aside=True)
        if more := len(alike) - len(listed):
            tell(f"  and {more} more of this kind; cardgen validate --all lists them", aside=True)


def tell_notes(report: Report) -> None:
    """Print the notes of a run, a line for each."""
    for note in report.notes:
        tell(note, aside=True)


def finish_with(problems: Sequence[Finding]) -> NoReturn:
    """Print what is wrong, if anything is, and exit."""
    tell_problems(problems)
    sys.exit(2 if problems else 0)


class Listed(NamedTuple):
    """What is listed beside what failed: the rules that hold and those that count on another, and
    the notes."""

    all: bool = False
    notes: bool = False


def lines(
    titles: Mapping[str, str],
    outcomes: Sequence[Outcome],
    causes: Sequence[Cause],
    signs: bool,
    asked: Listed,
) -> Iterator[str]:
    """For people: by game, the rules that failed with what was counted, and how many held. `signs`
    tells whether ticks can be shown."""
    roots = {(cause.finding.game, cause.finding.check) for cause in causes}
    followers = {(each.game, each.check) for cause in causes for each in cause.consequences} - roots
    for game, title in titles.items():
        own = [outcome for outcome in outcomes if outcome.game == game]
        if own:
            yield f"{game}: {title}"
        wrong = [each for each in own if each.status == "failed" and each.severity != "note"]
        led = [each for each in wrong if (game, each.id) in followers and not asked.all]
        yield from _each(
            [outcome for outcome in own if outcome not in led and _listed(outcome, asked)], signs
        )
        if led:
            yield f"  {_sign('failed', signs)} {_led(led, sum((game, outcome.id) in roots for outcome in own))}"
        yield from _together([outcome for outcome in own if not _listed(outcome, asked)], signs)


def _listed(outcome: Outcome, asked: Listed) -> bool:
    """Whether an outcome has a line of its own, where it is not led by another."""
    return (
        asked.notes
        if outcome.status == "note"
        else asked.all or outcome.status not in ("ok", "skipped")
    )


def _each(outcomes: Sequence[Outcome], signs: bool) -> Iterator[str]:
    width = min(_WIDEST, max((len(outcome.id) for outcome in outcomes), default=0))
    for outcome in outcomes:
        counted = "cannot be computed" if outcome.status == "broken" else outcome.counted
        yield f"  {_sign(outcome.status, signs)} {outcome.id:<{width}}  {counted}".rstrip()


def _led(outcomes: Sequence[Outcome], roots: int) -> str:
    """What is said of rules that failed as others did, of which there are so many."""
    return f"{_rules(outcomes)} that count{'s' * (len(outcomes) == 1)} on {'it' if roots == 1 else 'these'}"


def _together(outcomes: Sequence[Outcome], signs: bool) -> Iterator[str]:
    """Those without lines of their own, by what became of them."""
    from cardgen.rules.trial import NO_TABLE  # which costs time where no rule was tried

    skipped, ok, notes = (
        [each for each in outcomes if each.status == status] for status in ("skipped", "ok", "note")
    )
    for why, count in Counter(
        each.counted if each.counted == NO_TABLE else _UNREAD for each in skipped
    ).items():
        yield f"  {_sign('skipped', signs)} {_counted(count, 'rule')} {why}"
    if ok:
        yield f"  {_sign('ok', signs)} {_rules(ok)} hold{'s' * (len(ok) == 1)}"
    if notes:
        yield f"  {_sign('note', signs)} {_counted(len(notes), 'note')}, with --notes"


def _sign(status: str, signs: bool) -> str:
    return _SIGNS[status][0 if signs else 1]


def _rules(outcomes: Sequence[Outcome]) -> str:
    return _counted(len(outcomes), "rule")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def as_json(
    titles: Mapping[str, str],
    outcomes: Sequence[Outcome],
    findings: Sequence[Finding],
    exit_code: int,
) -> dict[str, Any]:
    """The report as plain data."""
    findings = told_together(findings)
    checked = [finding for finding in findings if not finding.is_input_error]
    problems = [finding for finding in findings if finding.is_input_error]
    positions = {finding.number: at for at, finding in enumerate(checked) if finding.number}
    severities = [finding.severity for finding in findings]
    return {
        "version": VERSION,
        "games": [
            {
                "id": game,
                "title": title,
                "rules": [_outcome(outcome) for outcome in outcomes if outcome.game == game],
            }
            for game, title in titles.items()
        ],
        "findings": [
            {**_finding(finding), "cause": positions.get(finding.cause)} for finding in checked
        ],
        "problems": [
            {
                **plain_finding(problem),
                "cards": _cards(problem),
                "cause": positions.get(problem.cause),
            }
            for problem in problems
        ],
        "summary": {
            "errors": severities.count("error"),
            "warnings": severities.count("warning"),
            "notes": severities.count("note"),
            "causes": sum(finding.severity != "note" and not finding.cause for finding in checked),
            "rules": sum(outcome.status in ("ok", "failed", "broken") for outcome in outcomes),
        },
        "exit_code": exit_code,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    said = ("id", "says", "source", "severity", "status", "counted")
    return {**_picked(outcome, *said), "decks": list(outcome.decks), **plain_place(outcome.place)}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        **_picked(finding, "check", "severity", "game", "deck", "card"),
        **plain_finding(finding),
        "about": list(finding.about),
        "also": [plain_place(place) for place in finding.also],
        "edit": {
            **_picked(finding.edit, "deck", "card", "field", "value"),
            **plain_place(finding.edit.place),
        }
        if finding.edit
        else None,
        "side": finding.side,
        "spot": [round(value, 2) for value in finding.spot] if finding.spot else None,
        **_picked(finding, "measured", "required"),
        "cards": _cards(finding),
        "hand": [
            {"pile": name, "cards": [f"{deck}/{id}" for deck, id in cards]}
            for name, cards in finding.hand
        ],
    }


def _cards(problem: Finding) -> list[dict[str, Any]]:
    """The cards that a problem is about which they have from one place of a template, each with
    what is said of it alone."""
    members = problem.members if isinstance(problem, SharedProblem) else ()
    return [
        {**_picked(each, "deck", "card"), "message": each.alone.what, **plain_place(each.place)}
        for each in members
    ]


def _picked(thing: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}


def github(findings: Sequence[Finding], whole: bool) -> Iterator[str]:
    """A line for each, as GitHub's workflow commands: shown beside the line of the file in a pull
    request.

    What counts on a cause is counted with it, or with `whole` told as all else.
    """
    counted = {} if whole else {each.finding.number: each.counted for each in causes_in(findings)}
    findings = [finding for finding in findings if whole or not finding.cause]
    findings.sort(key=lambda finding: not finding.is_input_error)
    for finding in joined_by_file(
        told_apart(findings) if whole else told_together(findings), whole
    ):
        more = [*finding.about, *filter(None, [counted.get(finding.number)])]
        what = f"{finding.what} ({', '.join(more)})" if more else finding.what
        yield _command(replace(finding, what=what))


_GITHUB_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def _command(finding: Finding) -> str:
    place = plain_place(finding.place)
    title = finding.check or f"cardgen {finding.code}"
    parts = {"file": place["file"], "line": place["line"], "col": place["column"], "title": title}
    head = ",".join(
        f"{name}={_escaped(str(value), ',:')}" for name, value in parts.items() if value
    )
    message = in_words(finding.what, finding.remedy)
    return f"::{_GITHUB_LEVELS[finding.severity]} {head}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    for sign in f"%\r\n{more}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
