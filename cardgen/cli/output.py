"""All that reaches a terminal: progress, findings, and how they are worded."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from cardgen.base.findings import Finding, joined_by_file, shown, without_values
from cardgen.base.origins import told_apart, told_together

if TYPE_CHECKING:
    from cardgen.making.report import Report

_LONGEST_LINE, _ITS_END = 1000, 250
_MOST_ALIKE = 8
"""Findings of a kind about the cards of a deck that are told one by one."""
_MOST_EACH_KIND = 20
"""Problems of a kind in a file of which all are told: who mends a table wants to see them."""
_REWIND = "\r\x1b[K"
"""Takes away the moving line of a terminal."""


def tell(message: object, *, aside: bool = False) -> None:
    """Print a line, `aside` to the standard error; all that is printed goes through here."""
    click.echo(one_line(message), err=aside)


def tell_json(value: object) -> None:
    """Print plain data as JSON; what a terminal would obey is escaped."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    characters = [
        character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1]
        for character in text
    ]
    click.echo("".join(characters))


def live_report(*, aside: bool = False) -> Report:
    """Make a report that shows its progress: a moving line on a terminal, nothing in a pipe.

    `aside` keeps the standard output for something else.
    """
    from cardgen.making.report import Report

    live = sys.stderr.isatty()

    def progress(task: str, done: int, of: int) -> None:
        if live and (done == of or done % 10 == 1):
            click.echo(f"{_REWIND}{one_line(task)} {done}/{of}", err=True, nl=False)

    def wrote(path: Path, about: str) -> None:
        if live:
            click.echo(_REWIND, err=True, nl=False)
        tell(f"{shown(path)}  ({about})", aside=aside)

    return Report(progress=progress, wrote=wrote)


def finish(
    report: Report, *, strict: bool = False, summary: bool = False, list_all: bool = False
) -> NoReturn:
    """Print the findings of a run, and exit.

    Findings that come of another are counted beside it, or listed as all else with `list_all`.
    """
    if sys.stderr.isatty():
        click.echo(_REWIND, err=True, nl=False)
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


def can_print(characters: str) -> bool:
    """True if the terminal, or the file that is written to, can hold these characters."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


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


def one_line(message: object) -> str:
    """The message in one line, without what a terminal would obey.

    A project's texts can be anybody's. Of a long one the end stays too, where its remedy stands.
    """
    text = "".join(character if character.isprintable() else " " for character in str(message))
    if len(text) <= _LONGEST_LINE:
        return text
    return f"{text[: _LONGEST_LINE - _ITS_END]} ... {text[-_ITS_END:]}"


def count_column(count: int, noun: str) -> str:
    """A count with its noun, as wide in every row."""
    plural = noun if count == 1 else f"{noun}s"
    return f"{count:4} {plural:<{len(noun) + 1}}"


def counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun if count == 1 else f'{noun}s'}"
