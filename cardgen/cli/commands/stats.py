"""The command that counts what a game is made of."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.findings import collect_findings
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import FORM, LANG, PROJECT, Belonging, open_workshop, out
from cardgen.cli.output import can_print, live_report, tell, tell_json


@click.command("stats")
@click.argument("game", metavar="GAME[/DECK]", shell_complete=completion.decks)
@FORM
@click.option(
    "--pictures",
    is_flag=True,
    help="Draw it: a chart of each as SVG and PNG, and a PDF of all of them to print.",
)
@click.option(
    "--paper",
    cls=Belonging,
    to="--pictures",
    default="a4",
    show_default=True,
    shell_complete=completion.papers,
    help="The paper of that PDF.",
)
@out("they go", cls=Belonging, to="--pictures")
@LANG
@PROJECT
def command(
    game: str,
    form: str,
    pictures: bool,
    paper: str,
    out: Path | None,
    lang: str,
    project: Path | None,
) -> None:
    """What a game is made of: copies, values by value, one field by another, the length of texts.

    As pictures also which values come together, what a hand is worth and which cards are never
    dealt, as far as its rules say."""
    from cardgen.making.volumes import check_whole
    from cardgen.rules.stats import Statistics, as_json, lines, statistics

    report = live_report(aside=form == "json")
    statistics_of_games = list[Statistics]()
    with collect_findings(report.findings):
        workshop = open_workshop(project, lang)
        if pictures:
            workshop.stats([game], paper=paper, out=out, report=report)
        else:
            report.findings += workshop.problems_of([game])
        if form == "json" or not pictures:
            chosen_games = workshop.select([game])
            check_whole(chosen_games)
            statistics_of_games = [statistics(chosen, decks) for chosen, decks in chosen_games]
    if form == "json":
        tell_json(as_json(statistics_of_games, report.problems, report.exit_code))
    else:
        for game_statistics in statistics_of_games:
            for line in lines(game_statistics, can_print("█✓")):
                tell(line)
    finish(report)
