"""The command that reads the words of a game."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import LANG, PROJECT, open_workshop
from cardgen.cli.output import live_report


@click.command("wording")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@LANG
@PROJECT
def command(names: tuple[str, ...], lang: str, project: Path | None) -> None:
    """Read the words of cards and rulebook: what is said in two ways, misspelt, or not as agreed.

    Notes alone: whatever is meant is accepted in the game's files. The dictionary is that of
    Hunspell, where it is installed."""
    from cardgen.api.reading_words import read_words

    report = live_report()
    workshop = open_workshop(project, lang)
    read_words(workshop, names, report)
    finish(report, list_all=True)
