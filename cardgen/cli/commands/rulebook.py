"""The command that makes the rulebooks alone."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import LANG, PAPER, PROJECT, open_workshop, out, several
from cardgen.cli.output import live_report


@click.command("rulebook")
@click.argument("names", nargs=-1, metavar="[GAME]...", shell_complete=completion.games)
@click.option(
    "--booklet",
    is_flag=True,
    help="To fold: two pages to a side; print both sides, flip on the short edge.",
)
@PAPER
@out("the PDFs go")
@LANG
@PROJECT
def command(
    names: tuple[str, ...],
    booklet: bool,
    paper: str,
    out: Path | None,
    lang: str,
    project: Path | None,
) -> None:
    """Make the rulebooks: for the screen and for print, or as booklets."""
    workshop = open_workshop(project, lang)
    report = live_report()
    papers = several(paper)
    workshop.rulebooks(names, papers=papers, booklet=booklet, out=out, report=report)
    finish(report)
