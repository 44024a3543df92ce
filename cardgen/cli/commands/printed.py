"""The command that remembers what lies on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import JOBS, LANG, PROJECT, open_workshop
from cardgen.cli.output import live_report


@click.command("printed")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@click.option(
    "--draft", is_flag=True, help="What was printed is a draft, as build --draft makes it."
)
@click.option(
    "--as",
    "version",
    metavar="VERSION",
    default="",
    help="Remember it as a version of this name, such as v0.7, beside what lies on the table.",
)
@JOBS
@LANG
@PROJECT
def command(names: tuple[str, ...], lang: str, project: Path | None, **settings: Any) -> None:
    """Remember how the cards look that were just printed, so that changes can be told later.

    What is remembered stands in printed.yaml, beside card_data: a file to commit. It has the cards
    by the pictures of their sides, which do not depend on the names of files, and by what they say.
    With --as it stands in printed/VERSION.yaml: as many versions as one likes, side by side.
    """
    workshop = open_workshop(project, lang, writes=True)
    report = live_report()
    workshop.printed(names, report=report, **settings)
    finish(report)
