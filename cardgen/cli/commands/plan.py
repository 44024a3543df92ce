"""The command that compares the ways to print a game."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.findings import collect_findings
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import FORM, LANG, PAPER, PROJECT, open_workshop, several
from cardgen.cli.output import live_report, tell, tell_json


@click.command("plan")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@PAPER
@FORM
@LANG
@PROJECT
def command(names: tuple[str, ...], paper: str, form: str, lang: str, project: Path | None) -> None:
    """What printing takes, told before anything is printed: sheets, cuts, bleed and ink.

    It is told for each paper, and for the options of build that change it. The cheapest is named.
    """
    from cardgen.api.print_plan import GamePlan, as_json, lines, print_plans
    from cardgen.impose.options import Options

    report = live_report(aside=form == "json")
    plans: list[GamePlan] = []
    with collect_findings(report.findings):
        options = Options(papers=several(paper))
        workshop = open_workshop(project, lang)
        report.findings += workshop.problems_of(names)
        plans = print_plans(workshop, names, options)
    if form == "json":
        tell_json(as_json(plans))
    else:
        for line in lines(plans):
            tell(line)
    finish(report)
