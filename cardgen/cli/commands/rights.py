"""The command that tells whose drawings and fonts a game uses."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import PROJECT, open_workshop, out
from cardgen.cli.output import live_report, tell


@click.command("rights")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@click.option("--sold", is_flag=True, help="Fail for what may not be sold, or is not known.")
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    shell_complete=completion.papers,
    help="Its paper.",
)
@out("the page goes")
@PROJECT
def command(
    names: tuple[str, ...], sold: bool, paper: str, out: Path | None, project: Path | None
) -> None:
    """Whose drawings and fonts the cards use: authors, licences, what may be sold, who is named.

    Of drawings as credits.yaml says, of fonts as their files say. A page for the box says the
    same."""
    from cardgen.api.rights import tell_rights

    report = live_report()
    workshop = open_workshop(project)
    for line in tell_rights(workshop, names, report, sold=sold, paper=paper, out=out):
        tell(line)
    finish(report)
