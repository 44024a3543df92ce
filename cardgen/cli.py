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
    from cardgen.model import Game

_INTERRUPTED = 130
"""What shells take an exit by Ctrl-C for."""
_LONGEST_LINE = 1000
_ROUNDS = 5
"""How often --fix looks again: a number that was mended may be what another follows from."""
_LANG = click.option("--lang", default="", metavar="LL", help="The language of the texts, such as de; see docs/howto-languages.md.")
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
@click.option("--variants", is_flag=True, help="The variants of each game instead: ways to play that build can print.")
@_PROJECT
def list_(game: str | None, variants: bool, project: Path | None) -> None:
    """Games, decks, different faces and copies."""
    workshop = _open(project)
    names = [game] if game else []
    problems = workshop.problems_of(names)
    for found, decks in workshop.select(names):
        click.echo(_line(f"{found.id}: {found.title}" + (f" ({found.designer})" if found.designer else "")))
        if variants:
            _tell_variants(found, problems)
            continue
        width = max((len(deck.id) for deck in decks), default=0)
        for deck in decks:
            click.echo(f"  {deck.id:<{width}}  {_many(len(deck), 'face')}  {_many(deck.copies, 'card')}  {deck.shape}")
        click.echo(f"  {'together':<{width}}  {_many(sum(map(len, decks)), 'face')}  {_many(sum(deck.copies for deck in decks), 'card')}")
    _tell_problems(problems)
    sys.exit(2 if problems else 0)


def _tell_variants(game: Game, problems: list[Problem]) -> None:
    from cardgen.check.rulebook import read_rulebook

    found = read_rulebook(game, problems).variants
    width = max((len(variant.id) for variant in found), default=0)
    spans = [_span(variant.players) for variant in found]
    wide = max(map(len, spans), default=0)
    for variant, span in zip(found, spans, strict=True):
        click.echo(_line(f"  {variant.id:<{width}}  {span:<{wide}} players  {variant.says or variant.name}"))


def _span(numbers: tuple[int, ...]) -> str:
    """Numbers in words as short as they can be: 3-5, or 2, 4."""
    whole = len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}-{numbers[-1]}" if whole else ", ".join(map(str, numbers))


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
@click.option("--variant", metavar="NAME", default="", help="Just the cards that this variant uses (see list --variants).")
@click.option("--players", type=click.IntRange(1, 99), metavar="N", help="With --variant: for how many players.")
@click.option("--jobs", type=click.IntRange(0, 64), default=0, metavar="N", help="Processes that draw; changes nothing but the time.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the PDFs go; else the project's output folder.")
@_LANG
@_PROJECT
def build(names: tuple[str, ...], lang: str, project: Path | None, **settings: Any) -> None:
    """Make the PDFs: every deck of every game, or those named."""
    from cardgen.build import Options

    def several(text: str | None) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))

    players = settings.pop("players") or 0
    if players and not settings["variant"]:
        raise click.UsageError("--players belongs to --variant")
    options = Options(papers=several(settings.pop("paper")), cards=several(settings.pop("cards")), players=players, **settings)
    workshop = _open(project, lang)
    report = _report()
    workshop.build(names, options, report)
    _finish(report)


@cli.command()
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...")
@click.option("--rule", metavar="ID", default="", help="Only this rule, variant or built-in check.")
@click.option("--rules-only", is_flag=True, help="Only what can be told without drawing a card.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--printer", metavar="NAME", default="", help="Also what this printer would find, such as drivethrucards.")
@click.option("--annotate", type=click.Path(path_type=Path), metavar="FILE", help="With --printer: a PDF that circles each finding.")
@click.option("--fix", is_flag=True, help="Write the numbers that follow from other cards into the deck files, after showing the changes.")
@click.option("--yes", is_flag=True, help="With --fix: write without asking.")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True, help="How to report.")
@_LANG
@_PROJECT
def validate(
    names: tuple[str, ...],
    rule: str,
    rules_only: bool,
    strict: bool,
    printer: str,
    annotate: Path | None,
    fix: bool,
    yes: bool,
    form: str,
    lang: str,
    project: Path | None,
) -> None:
    """Hold the cards against the rules of their game, and check them for print.

    The rules stand in rules.yaml and variants.yaml. Beside them: leftovers in texts, backs of decks shuffled together, text that
    overflows or is too small, the safe zone, missing characters.
    """
    if yes and not fix:
        raise click.UsageError("--yes belongs to --fix")
    if annotate and not printer:
        raise click.UsageError("--annotate belongs to --printer")
    if printer and (rule or rules_only):
        raise click.UsageError("--printer looks at whole cards, so it does not go with --rule or --rules-only")
    if fix and lang:
        raise click.UsageError("--fix mends the cards as they were written; leave --lang out")
    workshop = _open(project, lang)
    if fix:
        workshop = _fix(workshop, names, rule, project, ask=not yes, told_aside=form != "text")
    report = workshop.validate(names, _report(), rule=rule, rules_only=rules_only, printer=printer, annotated=annotate)
    if form == "text":
        _tell_rules(workshop, report)
        _finish(report, strict=strict, summary=True)
    code = _exit_code(report, strict)
    if form == "json":
        import json

        from cardgen.check.report import as_json

        titles = {game.id: game.title for game, _ in workshop.select(names)}
        click.echo(json.dumps(as_json(titles, report.outcomes, report.findings, report.problems, code), indent=2, ensure_ascii=False))
    else:
        from cardgen.check.report import github

        for line in github(report.findings, report.problems):
            click.echo(line)
    sys.exit(code)


@cli.command()
@click.argument("game")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to report.")
@_PROJECT
def stats(game: str, form: str, project: Path | None) -> None:
    """What a game is made of: copies, values by value, one field by another, the length of texts."""
    from cardgen.check.stats import as_json, lines, statistics

    workshop = _open(project)
    found = [statistics(one, decks) for one, decks in workshop.select([game])]
    if form == "json":
        import json

        click.echo(json.dumps(as_json(found[0]) if found else {}, indent=2, ensure_ascii=False))
    else:
        for each in found:
            for line in lines(each, _shows("█✓")):
                click.echo(_line(line))
    problems = workshop.problems_of([game])
    _tell_problems(problems)
    sys.exit(2 if problems else 0)


@cli.command()
@click.argument("names", nargs=-1, required=True, metavar="GAME[/DECK]...")
@click.option("--printer", required=True, metavar="NAME", help='Who prints it, such as makeplayingcards; "images" makes plain pictures.')
@click.option("--force", is_flag=True, help="Also with errors of the rules or the checks.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Processes that make pictures; changes only the time.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the files go; else the project's output folder.")
@_PROJECT
def export(names: tuple[str, ...], printer: str, force: bool, jobs: int, out: Path | None, project: Path | None) -> None:
    """Make exactly what a printer takes: pictures with bleed, one PDF for each deck, or a virtual table.

    Cards are held against the rules and checked first; with an error nothing is written unless --force.
    """
    workshop = _open(project)
    report = _report()
    workshop.export(names, printer, force=force, out=out, jobs=jobs, report=report)
    _finish(report)


def _fix(
    workshop: Workshop, names: tuple[str, ...], rule: str, project: Path | None, *, ask: bool, told_aside: bool
) -> Workshop:
    """Mend what follows from other cards until nothing is left to mend, and say what could not be written; the project as it is then."""
    from cardgen.check.fix import patches

    problems: list[Problem] = []
    for _ in range(_ROUNDS):
        problems = []
        edits = [finding.edit for finding in workshop.validate(names, rule=rule, rules_only=True).findings if finding.edit]
        found = patches(edits, workshop.games, problems)
        if not found:
            break
        for patch in found:
            for line in patch.diff():
                click.echo(_line(line), err=told_aside)
        count = sum(len(patch.edits) for patch in found)
        if ask and not click.confirm(f"Write {_counted(count, 'value')}?", err=True):
            click.echo("nothing was written", err=True)
            break
        for patch in found:
            patch.apply()
            click.echo(_line(f"mended {shown(patch.file)}"), err=True)
        workshop = _open(project)
    _tell_problems(Problem(f"not written: {problem.what}", problem.remedy, problem.place) for problem in problems)
    return workshop


def _tell_rules(workshop: Workshop, report: Report) -> None:
    from cardgen.check.report import lines

    for line in lines({game.id: game.title for game in workshop.games}, report.outcomes, _shows("✓✗·–")):
        click.echo(_line(line))


@cli.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--booklet", is_flag=True, help="To fold: two pages to a side; print both sides, flip on the short edge.")
@click.option("--paper", default="a4,letter", show_default=True, help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm, or several.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the PDFs go; else the project's output folder.")
@_LANG
@_PROJECT
def rulebook(names: tuple[str, ...], booklet: bool, paper: str, out: Path | None, lang: str, project: Path | None) -> None:
    """Make the rulebooks: for the screen and for print, or as booklets."""
    workshop = _open(project, lang)
    report = _report()
    papers = tuple(dict.fromkeys(part.strip() for part in paper.split(",") if part.strip()))
    workshop.rulebooks(names, papers=papers, booklet=booklet, out=out, report=report)
    _finish(report)


@cli.command()
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the schemas go; else the project's folder schema.")
@click.option("--write", "point", is_flag=True, help="Also put the line into each YAML file by which editors find its schema.")
@_PROJECT
def schema(out: Path | None, point: bool, project: Path | None) -> None:
    """Write JSON Schemas, by which editors complete and check the project's YAML files."""
    from cardgen.files import write
    from cardgen.schema import FOLDER, pointed, write_schemas

    workshop = _open(project)
    folder = out or workshop.project.root / FOLDER
    files = write_schemas(workshop.project, workshop.games, folder)
    for path, data in files:
        write(path, data)
    click.echo(f"{_line(shown(folder))}  ({_counted(len(files), 'schema')})")
    if point:
        for path, data in pointed(workshop.project, workshop.games, folder.resolve()):
            write(path, data)
            click.echo(_line(shown(path)))
    _tell_problems(workshop.problems)
    sys.exit(2 if workshop.problems else 0)


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--from", "game", metavar="GAME", default="", help="Copy this game, with its templates, to change it.")
@click.option("--project", type=click.Path(path_type=Path), metavar="DIR", help="The project whose game --from copies; else what ships.")
def new(folder: Path, game: str, project: Path | None) -> None:
    """Make a project: a small complete one whose comments explain it."""
    from cardgen.project import find_project
    from cardgen.starter import new_project

    if project and not game:
        raise click.UsageError("--project belongs to --from")
    for path in new_project(folder, game, find_project(project) if project else None):
        click.echo(_line(shown(folder / path)))
    click.echo(_line(f"now: cd {shown(folder)}, then: cardgen build"))


@cli.command()
@click.argument("name", metavar="GAME/DECK")
@click.option("--to", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The table to write: .xlsx, .csv or .tsv.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@_PROJECT
def table(name: str, to: Path, force: bool, project: Path | None) -> None:
    """Write a deck's cards as a spreadsheet, which a deck file can then name: "cards: deck.xlsx"."""
    from cardgen.files import write
    from cardgen.load.table import table_of
    from cardgen.project import TABLES

    kind = to.suffix.lower()
    if kind not in TABLES:
        raise CardgenError(Problem(f"{shown(to)} is no table", f"end the name in one of: {', '.join(TABLES)}"))
    if to.exists() and not force:
        raise CardgenError(Problem(f"{shown(to)} is there already", "name another file, or add --force to write over it"))
    workshop = _open(project)
    decks = [deck for _, decks in workshop.select([name]) for deck in decks]
    problems = workshop.problems_of([name])
    if problems:
        raise CardgenError(*problems)
    if len(decks) != 1:
        raise CardgenError(Problem(f'"{name}" is not one deck', f"name one, such as {name}/{decks[0].id}" if decks else ""))
    write(to, table_of(decks[0], kind))
    click.echo(f"{_line(shown(to))}  ({_counted(len(decks[0]), 'card')})")


# -- what is shared -----------------------------------------------------------------------------------------------------------------


def _open(project: Path | None, lang: str = "") -> Workshop:
    from cardgen.build import open_project

    return open_project(project, lang)


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
    sys.exit(_exit_code(report, strict))


def _exit_code(report: Report, strict: bool) -> int:
    warned = any(finding.severity == "warning" for finding in report.findings)
    return report.exit_code or (1 if strict and warned else 0)


def _shows(signs: str) -> bool:
    """Whether the terminal or the file that is written to can hold these signs."""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


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
