"""What reaches a terminal: the report that tells of its progress, and how things are said."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from cardgen.base.errors import Problem, shown

if TYPE_CHECKING:
    from cardgen.api.run_report import Report

_LONGEST_LINE = 1000


def live_report(*, aside: bool = False) -> Report:
    """A report that tells of its progress: a moving line on a terminal, nothing in a pipe. `aside` keeps stdout for something else."""
    from cardgen.api.run_report import Report

    live = sys.stderr.isatty()

    def progress(what: str, done: int, of: int) -> None:
        if live and (done == of or done % 10 == 1):
            click.echo(f"\r\x1b[K{what} {done}/{of}", err=True, nl=False)

    def wrote(path: Path, about: str) -> None:
        if live:
            click.echo("\r\x1b[K", err=True, nl=False)
        click.echo(f"{one_line(shown(path))}  ({about})", err=aside)

    return Report(progress=progress, wrote=wrote)


def finish(report: Report, *, strict: bool = False, summary: bool = False) -> NoReturn:
    """Tell what was met, and exit."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
    for note, decks in report.notes.items():
        click.echo(one_line(f"note: {note}" + (f": {', '.join(decks)}" if decks else "")), err=True)
    for line, times in Counter(map(one_line, report.findings)).items():  # a text may stand in several places
        click.echo(line + f" ({times} times)" * (times > 1), err=True)
    tell_problems(report.problems)
    if summary:
        errors = len(report.problems) + sum(finding.severity == "error" for finding in report.findings)
        warnings = sum(finding.severity == "warning" for finding in report.findings)
        click.echo(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}")
    sys.exit(exit_code(report, strict))


def exit_code(report: Report, strict: bool) -> int:
    warned = any(finding.severity == "warning" for finding in report.findings)
    return report.exit_code or (1 if strict and warned else 0)


def shows(signs: str) -> bool:
    """Whether the terminal or the file that is written to can hold these signs."""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def tell_problems(problems: Iterable[Problem]) -> None:
    """A line for each, which begins with the place so that editors can go there."""
    for problem in problems:
        click.echo(one_line(problem if problem.place else f"error: {problem}"), err=True)


def one_line(message: object) -> str:
    """The message in one line, without what a terminal would obey: a project's texts can be anybody's."""
    text = "".join(character if character.isprintable() else " " for character in str(message))
    return text if len(text) <= _LONGEST_LINE else text[:_LONGEST_LINE] + " ..."


def many(count: int, what: str) -> str:
    """A count with its noun, as wide in every row."""
    return f"{count:4} {what + ('' if count == 1 else 's'):<{len(what) + 1}}"


def counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"
