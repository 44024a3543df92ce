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
from cardgen.base.origins import SharedProblem, group_shared, split_shared
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
        tell_problems(split_shared(report.problems), list_all=True)
    else:
        tell_problems(group_shared(_without_causes(report.problems)))
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
        severities = [finding.severity for finding in group_shared(report.findings)]
        errors, warnings = severities.count("error"), severities.count("warning")
        tell(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}")
    if report.ending:
        tell(f"note: {report.ending}", aside=True)
    sys.exit(exit_code(report, strict))


def _finding_lines(report: Report, list_all: bool) -> tuple[Counter[str], dict[str, str]]:
    """The lines of findings, counted, and hints at what is left out.

    A template's small text is found on every card: of many of one kind in a deck only the first are
    listed, and the hint belongs to the last of these.
    """
    rules = {outcome.id for outcome in report.outcomes}
    lines = Counter[str]()
    kinds = Counter[object]()
    last_lines: dict[object, str] = {}
    if list_all:
        findings = joined_by_file(split_shared(report.checked), True)
    else:
        findings = joined_by_file(group_shared(_without_causes(report.checked)), False)
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
    """The exit code: 0 done, 1 errors found, 2 wrong input or call.

    Where it is `strict`, warnings count as errors.
    """
    if report.exit_code or not strict:
        return report.exit_code
    return 1 if any(finding.severity == "warning" for finding in report.findings) else 0


def tell_problems(problems: Iterable[Finding], *, list_all: bool = False) -> None:
    """Print a line for each problem.

    Of many of one kind in a file only the first has one. A line begins with the place, so that
    editors can go there.
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
    """What is listed beside what failed.

    The rules that hold, those that count on another, and the notes."""

    all: bool = False
    notes: bool = False


def lines(
    titles: Mapping[str, str],
    outcomes: Sequence[Outcome],
    causes: Sequence[Cause],
    signs: bool,
    options: Listed,
) -> Iterator[str]:
    """Yield lines for people: failed rules by game, and a count.

    The count is of those that held. `signs` is true if ticks can be printed.
    """
    roots = {(cause.finding.game, cause.finding.check) for cause in causes}
    consequences = [finding for cause in causes for finding in cause.consequences]
    followers = {(finding.game, finding.check) for finding in consequences} - roots
    for game, title in titles.items():
        outcomes_of_game = [outcome for outcome in outcomes if outcome.game == game]
        if outcomes_of_game:
            yield f"{game}: {title}"
        following = []
        if not options.all:
            following = [
                outcome
                for outcome in outcomes_of_game
                if outcome.status == "failed"
                and outcome.severity != "note"
                and (game, outcome.id) in followers
            ]
        listed = [outcome for outcome in outcomes_of_game if _is_listed(outcome, options)]
        unlisted = [outcome for outcome in outcomes_of_game if not _is_listed(outcome, options)]
        yield from _lines_of([outcome for outcome in listed if outcome not in following], signs)
        if following:
            root_count = sum((game, outcome.id) in roots for outcome in outcomes_of_game)
            yield f"  {_sign('failed', signs)} {_in_words(following, root_count)}"
        yield from _summaries(unlisted, signs)


def _is_listed(outcome: Outcome, options: Listed) -> bool:
    """True if an outcome has a line of its own, unless it counts on another."""
    if outcome.status == "note":
        return options.notes
    return options.all or outcome.status not in ("ok", "skipped")


def _lines_of(outcomes: Sequence[Outcome], signs: bool) -> Iterator[str]:
    width = min(_WIDEST, max((len(outcome.id) for outcome in outcomes), default=0))
    for outcome in outcomes:
        counted = "cannot be computed" if outcome.status == "broken" else outcome.counted
        yield f"  {_sign(outcome.status, signs)} {outcome.id:<{width}}  {counted}".rstrip()


def _in_words(outcomes: Sequence[Outcome], root_count: int) -> str:
    """The number of rules that failed because others did."""
    verb = "counts" if len(outcomes) == 1 else "count"
    return f"{_rules(outcomes)} that {verb} on {'it' if root_count == 1 else 'these'}"


def _summaries(outcomes: Sequence[Outcome], signs: bool) -> Iterator[str]:
    """Yield a line for all outcomes of one status that have none of their own."""
    from cardgen.rules.trial import NO_TABLE  # which costs time where no rule was tried

    skipped, ok, notes = (
        [outcome for outcome in outcomes if outcome.status == status]
        for status in ("skipped", "ok", "note")
    )
    reasons = Counter(
        outcome.counted if outcome.counted == NO_TABLE else _UNREAD for outcome in skipped
    )
    for reason, count in reasons.items():
        yield f"  {_sign('skipped', signs)} {_counted(count, 'rule')} {reason}"
    if ok:
        yield f"  {_sign('ok', signs)} {_rules(ok)} {'holds' if len(ok) == 1 else 'hold'}"
    if notes:
        yield f"  {_sign('note', signs)} {_counted(len(notes), 'note')}, with --notes"


def _sign(status: str, signs: bool) -> str:
    return _SIGNS[status][0 if signs else 1]


def _rules(outcomes: Sequence[Outcome]) -> str:
    return _counted(len(outcomes), "rule")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun if count == 1 else f'{noun}s'}"


def as_json(
    titles: Mapping[str, str],
    outcomes: Sequence[Outcome],
    findings: Sequence[Finding],
    exit_code: int,
) -> dict[str, Any]:
    """The report as plain data."""
    findings = group_shared(findings)
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
    names = ("id", "says", "source", "severity", "status", "counted")
    return {**_picked(outcome, *names), "decks": list(outcome.decks), **plain_place(outcome.place)}


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
    """The cards that share a problem of a template.

    Each has its sentence.
    """
    members = problem.members if isinstance(problem, SharedProblem) else ()
    return [
        {
            **_picked(member, "deck", "card"),
            "message": member.alone.what,
            **plain_place(member.place),
        }
        for member in members
    ]


def _picked(thing: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}


def github(findings: Sequence[Finding], list_all: bool) -> Iterator[str]:
    """Yield a line for each finding, as GitHub's workflow commands.

    GitHub shows it beside the line of the file in a pull request. Findings that come of another are
    counted with it, or told as all else if `list_all` is true.
    """
    counted: dict[int, str] = {}
    if not list_all:
        counted = {cause.finding.number: cause.counted for cause in causes_in(findings)}
    findings = [finding for finding in findings if list_all or not finding.cause]
    findings.sort(key=lambda finding: not finding.is_input_error)
    for finding in joined_by_file(
        split_shared(findings) if list_all else group_shared(findings), list_all
    ):
        about = [*finding.about, *filter(None, [counted.get(finding.number)])]
        sentence = f"{finding.what} ({', '.join(about)})" if about else finding.what
        yield _command(replace(finding, what=sentence))


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
