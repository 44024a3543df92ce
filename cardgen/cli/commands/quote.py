"""The command that writes down what factories are asked for."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import PROJECT, open_workshop, out
from cardgen.cli.output import live_report


@click.command("quote")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@click.option(
    "--copies",
    default="",
    metavar="NUMBERS",
    help="The numbers of copies to ask for, such as 500,1000; else those of game.yaml.",
)
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    shell_complete=completion.papers,
    help="Of the page.",
)
@out("the files go")
@PROJECT
def command(
    names: tuple[str, ...], copies: str, paper: str, out: Path | None, project: Path | None
) -> None:
    """Write what factories are asked for: every part with its size, number, inks and weight.

    A workbook with room for prices, and a page that says the same."""
    report = live_report()
    workshop = open_workshop(project)
    workshop.quote(names, copies=copies, paper=paper, out=out, report=report)
    finish(report)
