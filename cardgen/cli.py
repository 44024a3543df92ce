"""The command line: the only room that prints or exits. Everything heavy is imported when a command runs."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from cardgen import __version__
from cardgen.errors import CardgenError, Problem, shown

if TYPE_CHECKING:
    from cardgen.build import Report, Workshop

_INTERRUPTED = 130
"""What shells take an exit by Ctrl-C for."""
_LONGEST_LINE = 1000
_PROJECT = click.option(
    "--project",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The project's folder; else the nearest one upward, or the shipped games.",
)


class _Commands(click.Group):
    """Commands in the order they are written, and errors told once, here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CardgenError as error:
            _tell_problems(error.problems)
        except BrokenPipeError:  # the reader has gone, as `cardgen list | head` does
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except OSError as error:
            _tell_problems([Problem(f"{error.filename or 'the system'}: {error.strerror or error}", "see that it can be read and written")])
        except KeyboardInterrupt:
            click.echo("stopped; what was written is whole", err=True)
            sys.exit(_INTERRUPTED)
        sys.exit(2)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="cardgen %(version)s")
def cli() -> None:
    """Print-and-play cards from YAML and SVG templates.

    Exit codes: 0 done; 1 a check found errors; 2 the input or the call is wrong.
    """


@cli.command("list")
@click.argument("game", required=False)
@_PROJECT
def list_(game: str | None, project: Path | None) -> None:
    """Games, decks, different faces and copies."""
    workshop = _open(project)
    names = [game] if game else []
    for found, decks in workshop.select(names):
        click.echo(_line(f"{found.id}: {found.title}" + (f" ({found.designer})" if found.designer else "")))
        width = max((len(deck.id) for deck in decks), default=0)
        for deck in decks:
            click.echo(f"  {deck.id:<{width}}  {_many(len(deck), 'face')}  {_many(deck.copies, 'card')}  {deck.shape}")
        click.echo(f"  {'together':<{width}}  {_many(sum(map(len, decks)), 'face')}  {_many(sum(deck.copies for deck in decks), 'card')}")
    problems = workshop.problems_of(names)
    _tell_problems(problems)
    sys.exit(2 if problems else 0)


@cli.command()
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...")
@click.option("--paper", default="a4,letter", show_default=True, help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm, or several.")
@click.option("--layout", default="duplex", show_default=True, help="duplex, single (fronts only) or contact (small pictures).")
@click.option("--flip", default="long", show_default=True, help="The edge your printer turns the sheet on: long or short.")
@click.option("--margin", type=float, default=5.0, show_default=True, metavar="MM", help="What your printer leaves white along the edges.")
@click.option("--bleed", type=float, default=3.0, show_default=True, metavar="MM", help="Colour beyond the cut, as far as it fits.")
@click.option("--gutter", type=float, default=0.0, show_default=True, metavar="MM", help="Free space between the bleeds of two cards.")
@click.option("--ink", default="full", show_default=True, help="full, or low: white grounds and outlines.")
@click.option("--cards", metavar="ID,...", help="Only these cards.")
@click.option("--second-set", is_flag=True, help="The decks that are mixed in pairs, with the back of the second set.")
@click.option("--jobs", type=click.IntRange(0, 64), default=0, metavar="N", help="Processes that draw; changes nothing but the time.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the PDFs go; else the project's output folder.")
@_PROJECT
def build(names: tuple[str, ...], project: Path | None, **settings: Any) -> None:
    """Make the PDFs: every deck of every game, or those named."""
    from cardgen.build import Options

    def several(text: str | None) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))

    options = Options(papers=several(settings.pop("paper")), cards=several(settings.pop("cards")), **settings)
    workshop = _open(project)
    report = _report()
    workshop.build(names, options, report)
    _finish(report)


@cli.command()
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@_PROJECT
def validate(names: tuple[str, ...], strict: bool, project: Path | None) -> None:
    """Check the cards: structure, text that overflows or is too small, the safe zone, missing characters."""
    workshop = _open(project)
    report = workshop.validate(names, _report())
    _finish(report, strict=strict, summary=True)


# -- what is shared -----------------------------------------------------------------------------------------------------------------


def _open(project: Path | None) -> Workshop:
    from cardgen.build import open_project

    return open_project(project)


def _report() -> Report:
    """A report that tells of its progress: a moving line on a terminal, nothing in a pipe."""
    from cardgen.build import Report

    live = sys.stderr.isatty()

    def progress(what: str, done: int, of: int) -> None:
        if live and (done == of or done % 10 == 1):
            click.echo(f"\r\x1b[K{what} {done}/{of}", err=True, nl=False)

    def wrote(path: Path, about: str) -> None:
        if live:
            click.echo("\r\x1b[K", err=True, nl=False)
        click.echo(f"{_line(shown(path))}  ({about})")

    return Report(progress=progress, wrote=wrote)


def _finish(report: Report, *, strict: bool = False, summary: bool = False) -> NoReturn:
    """Tell what was met, and exit."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
    for note, decks in report.notes.items():
        click.echo(_line(f"note: {note}" + (f": {', '.join(decks)}" if decks else "")), err=True)
    for finding in report.findings:
        click.echo(_line(finding), err=True)
    _tell_problems(report.problems)
    if summary:
        errors = len(report.problems) + sum(finding.severity == "error" for finding in report.findings)
        warnings = sum(finding.severity == "warning" for finding in report.findings)
        click.echo(f"{_counted(errors, 'error')}, {_counted(warnings, 'warning')}")
    code = report.exit_code
    warned = any(finding.severity == "warning" for finding in report.findings)
    sys.exit(1 if strict and warned and not code else code)


def _tell_problems(problems: Iterable[Problem]) -> None:
    """A line for each, which begins with the place so that editors can go there."""
    for problem in problems:
        click.echo(_line(problem if problem.place else f"error: {problem}"), err=True)


def _line(message: object) -> str:
    """The message in one line, without what a terminal would obey: a project's texts can be anybody's."""
    text = "".join(character if character.isprintable() else " " for character in str(message))
    return text if len(text) <= _LONGEST_LINE else text[:_LONGEST_LINE] + " ..."


def _many(count: int, what: str) -> str:
    """A count with its noun, as wide in every row."""
    return f"{count:4} {what + ('' if count == 1 else 's'):<{len(what) + 1}}"


def _counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def main() -> NoReturn:
    """The entry point."""
    gc.set_threshold(100_000, 20, 50)  # a run makes many objects and few cycles; looking for them less saves a tenth of the time
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a title may have letters that the terminal has not
    cli(prog_name="cardgen")
    sys.exit(0)
