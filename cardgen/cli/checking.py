"""The commands that look: list, validate, stats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.errors import Problem, shown
from cardgen.cli import completing
from cardgen.cli.telling import LANG, PROJECT, counted, exit_code, finish, live_report, many, one_line, open_, shows, tell_problems

if TYPE_CHECKING:
    from cardgen.api.run_report import Report
    from cardgen.api.workshop import Workshop
    from cardgen.model.cards import Game

_ROUNDS = 5
"""How often --fix looks again: a number that was mended may be what another follows from."""


@click.command("list")
@click.argument("game", required=False, shell_complete=completing.games)
@click.option("--variants", is_flag=True, help="The variants of each game instead: ways to play that build can print.")
@PROJECT
def list_(game: str | None, variants: bool, project: Path | None) -> None:
    """Games, decks, different faces and copies."""
    workshop = open_(project)
    names = [game] if game else []
    problems = workshop.problems_of(names)
    for found, decks in workshop.select(names):
        click.echo(one_line(f"{found.id}: {found.title}" + (f" ({found.designer})" if found.designer else "")))
        if variants:
            _tell_variants(found, problems)
            continue
        width = max(len(name) for name in ("together", *(deck.id for deck in decks)))
        for deck in decks:
            click.echo(f"  {deck.id:<{width}}  {many(len(deck), 'face')}  {many(deck.copies, 'card')}  {deck.shape}")
        click.echo(f"  {'together':<{width}}  {many(sum(map(len, decks)), 'face')}  {many(sum(deck.copies for deck in decks), 'card')}")
    tell_problems(problems)
    sys.exit(2 if problems else 0)


def _tell_variants(game: Game, problems: list[Problem]) -> None:
    from cardgen.rules.ruleset import read_rulebook

    found = read_rulebook(game, problems).variants
    width = max((len(variant.id) for variant in found), default=0)
    spans = [_span(variant.players) for variant in found]
    wide = max(map(len, spans), default=0)
    for variant, span in zip(found, spans, strict=True):
        click.echo(one_line(f"  {variant.id:<{width}}  {span:<{wide}} players  {variant.says or variant.name}"))


def _span(numbers: tuple[int, ...]) -> str:
    """Numbers in words as short as they can be: 3-5, or 2, 4."""
    whole = len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}-{numbers[-1]}" if whole else ", ".join(map(str, numbers))


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completing.decks)
@click.option("--rule", metavar="ID", default="", help="Only this rule, variant or built-in check.")
@click.option("--rules-only", is_flag=True, help="Only what can be told without drawing a card.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--printer",
    metavar="NAME",
    default="",
    shell_complete=completing.printers,
    help="Also what this printer would find, such as drivethrucards.",
)
@click.option("--annotate", type=click.Path(path_type=Path), metavar="FILE.pdf", help="With --printer: a PDF that marks each finding.")
@click.option("--fix", is_flag=True, help="Write the numbers that follow from other cards into the deck files, after showing the changes.")
@click.option("--yes", is_flag=True, help="With --fix: write without asking.")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True, help="How to report.")
@LANG
@PROJECT
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
    if annotate and annotate.suffix.lower() != ".pdf":
        raise click.UsageError(f"--annotate writes a PDF, so its file must end in .pdf, such as {annotate.stem or 'found'}.pdf")
    if printer and (rule or rules_only):
        raise click.UsageError("--printer looks at whole cards, so it does not go with --rule or --rules-only")
    if fix and lang:
        raise click.UsageError("--fix mends the cards as they were written; leave --lang out")
    workshop = open_(project, lang, own=fix)
    if fix:
        workshop = _fix(workshop, names, rule, project, ask=not yes, told_aside=form != "text")
    told = live_report(aside=form != "text")
    report = workshop.validate(names, told, rule=rule, rules_only=rules_only, printer=printer, annotated=annotate)
    if form == "text":
        _tell_rules(workshop, report)
        finish(report, strict=strict, summary=True)
    code = exit_code(report, strict)
    if form == "json":
        import json

        from cardgen.rules.listing import as_json

        titles = {game.id: game.title for game, _ in workshop.select(names)}
        click.echo(json.dumps(as_json(titles, report.outcomes, report.findings, report.problems, code), indent=2, ensure_ascii=False))
    else:
        from cardgen.rules.listing import github

        for line in github(report.findings, report.problems):
            click.echo(line)
    sys.exit(code)


def _fix(workshop: Workshop, names: tuple[str, ...], rule: str, project: Path | None, *, ask: bool, told_aside: bool) -> Workshop:
    """Mend what follows from other cards until nothing is left to mend, and say what could not be written; the project as it is then."""
    from cardgen.rules.fix import patches

    problems: list[Problem] = []
    for _ in range(_ROUNDS):
        problems = []
        edits = [finding.edit for finding in workshop.validate(names, rule=rule, rules_only=True).findings if finding.edit]
        found = patches(edits, workshop.games, problems)
        if not found:
            break
        for patch in found:
            for line in patch.diff():
                click.echo(one_line(line), err=told_aside)
        count = sum(len(patch.edits) for patch in found)
        if ask and not click.confirm(f"Write {counted(count, 'value')}?", err=True):
            click.echo("nothing was written", err=True)
            break
        for patch in found:
            patch.apply()
            click.echo(one_line(f"mended {shown(patch.file)}"), err=True)
        workshop = open_(project)
    tell_problems(Problem(f"not written: {problem.what}", problem.remedy, problem.place) for problem in problems)
    return workshop


def _tell_rules(workshop: Workshop, report: Report) -> None:
    from cardgen.rules.listing import lines

    for line in lines({game.id: game.title for game in workshop.games}, report.outcomes, shows("✓✗·–")):
        click.echo(one_line(line))


@click.command()
@click.argument("game", shell_complete=completing.games)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to report.")
@PROJECT
def stats(game: str, form: str, project: Path | None) -> None:
    """What a game is made of: copies, values by value, one field by another, the length of texts."""
    from cardgen.rules.stats import as_json, lines, statistics

    workshop = open_(project)
    found = [statistics(one, decks) for one, decks in workshop.select([game])]
    if form == "json":
        import json

        click.echo(json.dumps(as_json(found[0]) if found else {}, indent=2, ensure_ascii=False))
    else:
        for each in found:
            for line in lines(each, shows("█✓")):
                click.echo(one_line(line))
    problems = workshop.problems_of([game])
    tell_problems(problems)
    sys.exit(2 if problems else 0)
