"""The command that makes a shipped template of a deck the project's own."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.findings import shown
from cardgen.cli import completion
from cardgen.cli.options import PROJECT, open_data
from cardgen.cli.output import tell


@click.command("own")
@click.argument("name", metavar="GAME/DECK", shell_complete=completion.decks)
@click.option("--back", "is_back", is_flag=True, help="That of the backs, not of the faces.")
@PROJECT
def command(name: str, project: Path | None, *, is_back: bool) -> None:
    """Copy the look of a deck into the project, to be changed, and name the copy in the deck.

    It may be any template that comes with cardgen. The copy lies in templates/, in a folder of the
    game; what looks share stays where it is, and is found there."""
    from cardgen.api.bringing import template_brought
    from cardgen.write.file_changes import apply_all

    opened = open_data(project, writes=True)
    brought = template_brought(opened, name, "", "back" if is_back else "template")
    files = [shown(change.file) for change in apply_all(brought.changes)]
    tell(brought.says)
    for file in files:
        tell(f"  {file}")
