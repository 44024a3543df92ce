"""What reaches a terminal: the report that tells of its progress, and how things are said."""

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
"""What takes away the moving line of a terminal."""


def tell(message: object, *, aside: bool = False) -> None:
    """A line to the standard output, or `aside` to the standard error. Whatever is said goes
    through here."""
    click.echo(one_line(message), err=aside)


def tell_json(value: object) -> None:
    """Plain data as JSON; what a terminal would obey, or turn the direction of, is escaped as in
    any JSON."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    click.echo(
        "".join(
            each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text
        )
    )


def live_report(*, aside: bool = False) -> Report:
    """A report that tells of its progress: a moving line on a terminal, nothing in a pipe. `aside`
    keeps stdout for something else."""
    from cardgen.making.report import Report

    live = sys.stderr.isatty()

    def progress(what: str, done: int, of: int) -> None:
        if live and (done == of or done % 10 == 1):
            click.echo(f"{_REWIND}{one_line(what)} {done}/{of}", err=True, nl=False)

    def wrote(path: Path, about: str) -> None:
        if live:
            click.echo(_REWIND, err=True, nl=False)
        tell(f"{shown(path)}  ({about})", aside=aside)

    return Report(progress=progress, wrote=wrote)


def finish(
    report: Report, *, strict: bool = False, summary: bool = False, whole: bool = False
) -> NoReturn:
    """Tell what was met, and exit. What counts on a cause is told with it in a line, or with
    `whole` as all else."""
    if sys.stderr.isatty():
        click.echo(_REWIND, err=True, nl=False)
    tell_notes(report)
    problems = [each for each in report.problems if whole or not each.cause]
    tell_problems(told_apart(problems) if whole else told_together(problems), whole=whole)
    more = {} if whole else {one_line(cause.finding): cause.counted for cause in report.causes}
    told, alike = _by_line(report, whole)
    for line, times in told.items():  # a text may stand in several places
        tell(line + f" ({times} times)" * (times > 1), aside=True)
        if also := " ".join(filter(None, (more.get(line), alike.get(line)))):
            tell(
                f"  {also}; {'--all lists them' if summary else 'cardgen validate --all lists them'}",
                aside=True,
            )
    if summary:
        severities = [finding.severity for finding in told_together(report.findings)]
        errors, warnings = severities.count("error"), severities.count("warning")
        tell(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}")
    if report.ending:
        tell(f"note: {report.ending}", aside=True)
    sys.exit(exit_code(report, strict))


def _by_line(report: Report, whole: bool) -> tuple[Counter[str], dict[str, str]]:
    """The findings by their lines, and what stands for more of a kind about the cards of a deck, by
    the last line of it that is told: a template's small text is found on every card."""
    rules, seen, told = (
        {outcome.id for outcome in report.outcomes},
        Counter[object](),
        Counter[str](),
    )
    last: dict[object, str] = {}
    found = [each for each in report.checked if whole or not each.cause]
    for finding in joined_by_file(told_apart(found) if whole else told_together(found), whole):
        line, kind = one_line(finding), (finding.game, finding.deck, finding.check, _alike(finding))
        if line not in told and finding.deck and finding.check not in rules and not whole:
            seen[kind] += 1
            if seen[kind] > _MOST_ALIKE:
                continue
            last[kind] = line
        told[line] += 1
    return told, {
        last[kind]: f"and {times - _MOST_ALIKE} more of this kind"
        for kind, times in seen.items()
        if times > _MOST_ALIKE
    }


def _alike(finding: Finding) -> str:
    """What an error says of any card and any value: errors of one check can be of many kinds,
    warnings and notes are of one."""
    return without_values(finding.what) if finding.severity == "error" else ""


def exit_code(report: Report, strict: bool) -> int:
    """What a command exits with: 0 done, 1 a check found errors, or warnings where it is `strict`,
    2 the input or the call is wrong."""
    warned = any(finding.severity == "warning" for finding in report.findings)
    return report.exit_code or (1 if strict and warned else 0)


def shows(signs: str) -> bool:
    """Whether the terminal or the file that is written to can hold these signs."""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def tell_problems(problems: Iterable[Finding], *, whole: bool = False) -> None:
    """A line for each, which begins with the place so that editors can go there; what many lines
    have alike is told once."""
    kinds: dict[object, list[Finding]] = {}
    for number, problem in enumerate(joined_by_file(problems, whole)):
        kinds.setdefault(
            (problem.place.file, without_values(problem.what)) if problem.place else number, []
        ).append(problem)
    for alike in kinds.values():
        few = alike if whole or len(alike) <= _MOST_EACH_KIND else alike[:_MOST_ALIKE]
        for problem in few:
            tell(problem if problem.place else f"error: {problem}", aside=True)
        if len(few) < len(alike):
            tell(
                f"  and {len(alike) - len(few)} more of this kind; cardgen validate --all lists them",
                aside=True,
            )


def tell_notes(report: Report) -> None:
    """What is worth knowing, a line for each."""
    for note in report.notes:
        tell(note, aside=True)


def finish_with(problems: Sequence[Finding]) -> NoReturn:
    """Tell what is wrong, if anything is, and exit."""
    tell_problems(problems)
    sys.exit(2 if problems else 0)


def one_line(message: object) -> str:
    """The message in one line, without what a terminal would obey: a project's texts can be
    anybody's. Of a long one the end, where its remedy stands, stays too."""
    text = "".join(character if character.isprintable() else " " for character in str(message))
    return (
        text
        if len(text) <= _LONGEST_LINE
        else f"{text[: _LONGEST_LINE - _ITS_END]} ... {text[-_ITS_END:]}"
    )


def many(count: int, what: str) -> str:
    """A count with its noun, as wide in every row."""
    return f"{count:4} {what + ('' if count == 1 else 's'):<{len(what) + 1}}"


def counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"
