"""What the commands share: the options all take, the report that tells of its progress, and how things are said."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from cardgen.base.errors import CardgenError, Problem, shown
from cardgen.base.units import MM, length
from cardgen.cli import completing

if TYPE_CHECKING:
    from cardgen.api.run_report import Report
    from cardgen.api.workshop import Workshop

_LONGEST_LINE = 1000
LANG = click.option(
    "--lang",
    default="",
    metavar="LL",
    shell_complete=completing.languages,
    help="The language of the texts, such as de; see docs/howto-languages.md.",
)
FLIP = click.option(
    "--flip",
    default="long",
    show_default=True,
    shell_complete=completing.one_of("long", "short"),
    help="The edge your printer turns the sheet on: long or short.",
)
INK = click.option(
    "--ink",
    default="full",
    show_default=True,
    shell_complete=completing.one_of("full", "low"),
    help="full, or low: white grounds and outlines.",
)
PAPER = click.option(
    "--paper",
    default="a4,letter",
    show_default=True,
    shell_complete=completing.papers,
    help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm, or several.",
)
PROJECT = click.option(
    "--project",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The project's folder; else the nearest one upward, or the shipped games.",
)


def millimetres(value: str | float) -> float:
    """A length on the command line: a bare number of millimetres, or one with its unit."""
    try:
        return float(value)
    except ValueError:
        pass
    try:
        return round(length(str(value)) / MM, 6)
    except ValueError:
        remedy = "write millimetres, such as 3, or a length with its unit, such as 0.125in"
        raise click.BadParameter(f"{value!r} is no length; {remedy}") from None


def open_(project: Path | None, lang: str = "", *, own: bool = False) -> Workshop:
    """The project that is meant; with `own` it must be the user's, since something is written into it. Raises CardgenError."""
    from cardgen.api.workshop import open_project

    workshop = open_project(project, lang)
    if workshop.project.visited:
        if own:
            what = "there is no project here, and the games that come with cardgen stay as they are"
            raise CardgenError(Problem(what, "begin one with  cardgen new FOLDER  or name one with --project"))
        click.echo("note: there is no project here, so these are the games that come with cardgen; cardgen new begins your own", err=True)
    return workshop


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
