"""The command that writes a deck as a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.errors import CardgenError, Problem, shown
from cardgen.cli import completion
from cardgen.cli.options import PROJECT, open_
from cardgen.cli.output import counted, tell


@click.command("table")
@click.argument("name", metavar="GAME/DECK", shell_complete=completion.decks)
@click.option("--to", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The table to write: .xlsx, .csv or .tsv.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@PROJECT
def command(name: str, to: Path, force: bool, project: Path | None) -> None:
    """Write a deck's cards as a spreadsheet, which a deck file can then name: "cards: deck.xlsx"."""
    from cardgen.base.files import write
    from cardgen.load.table import WRITABLE, table_of

    kind = to.suffix.lower()
    if kind not in WRITABLE:
        raise CardgenError(Problem(f"{shown(to)} is no table", f"end the name in one of: {', '.join(WRITABLE)}"))
    if to.exists() and not force:
        raise CardgenError(Problem(f"{shown(to)} is there already", "name another file, or add --force to write over it"))
    workshop = open_(project)
    decks = [deck for _, decks in workshop.select([name]) for deck in decks]
    problems = workshop.problems_of([name])
    if problems:
        raise CardgenError(*problems)
    if len(decks) != 1:
        raise CardgenError(Problem(f'"{name}" is not one deck', f"name one, such as {name}/{decks[0].id}" if decks else ""))
    write(to, table_of(decks[0], kind))
    tell(f"{shown(to)}  ({counted(len(decks[0]), 'card')})")
