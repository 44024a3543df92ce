"""The command that counts what a game is made of."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardgen.cli import completion
from cardgen.cli.options import PROJECT, open_
from cardgen.cli.output import shows, tell, tell_json, tell_problems


@click.command("stats")
@click.argument("game", shell_complete=completion.games)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to report.")
@PROJECT
def command(game: str, form: str, project: Path | None) -> None:
    """What a game is made of: copies, values by value, one field by another, the length of texts."""
    from cardgen.rules.stats import as_json, lines, statistics

    workshop = open_(project)
    found = [statistics(one, decks) for one, decks in workshop.select([game])]
    if form == "json":
        tell_json(as_json(found[0]) if found else {})
    else:
        for each in found:
            for line in lines(each, shows("█✓")):
                tell(line)
    problems = workshop.problems_of([game])
    tell_problems(problems)
    sys.exit(2 if problems else 0)
