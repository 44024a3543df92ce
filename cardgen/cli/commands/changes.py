"""The command that tells what changed since the last print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.base.findings import collect_findings
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import FORM, JOBS, LANG, PROJECT, open_workshop, out
from cardgen.cli.output import live_report, tell, tell_json


@click.command("changes")
@click.argument(
    "names",
    nargs=-1,
    metavar="[VERSION[..VERSION]] [GAME[/DECK]]...",
    shell_complete=completion.decks,
)
@click.option(
    "--paper", default="a4", show_default=True, shell_complete=completion.papers, help="Of the PDF."
)
@FORM
@click.option("--draft", is_flag=True, help="Compare with a draft, as build --draft makes it.")
@click.option(
    "--log", is_flag=True, help='Tell players as well: a page and a text, "Owl: cost 3 to 2".'
)
@JOBS
@out("the PDF goes")
@LANG
@PROJECT
def command(
    names: tuple[str, ...], form: str, lang: str, project: Path | None, **settings: Any
) -> None:
    """Which cards are new, changed or gone since cardgen printed was run, and in which fields.

    changes.pdf shows each of them before and after. With a VERSION that cardgen printed --as
    remembers, such as v0.6, it is what changed since that; with two, as v0.6..v0.8, what changed
    from one to the other.
    """
    from cardgen.api.changes_in_words import as_json, lines
    from cardgen.api.since_print import SincePrint

    report, changes = live_report(aside=form == "json"), SincePrint([], [])
    with collect_findings(report.findings):
        changes = open_workshop(project, lang).changes(names, report=report, **settings)
    if form == "json":
        tell_json(as_json(changes, report.problems, report.exit_code))
    else:
        for line in lines(changes.decks, changes.versions.before):
            tell(line)
    finish(report)
