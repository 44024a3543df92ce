"""The command that writes a deck as a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.cli import completion
from cardgen.cli.options import FILE, PROJECT, Belonging, check_to_write, open_data
from cardgen.cli.output import counted, tell


@click.command("table")
@click.argument("name", metavar="[GAME/DECK]", default="", shell_complete=completion.decks)
@click.option(
    "--to", type=FILE, metavar="FILE", help="The table to write: .xlsx, .ods, .csv or .tsv."
)
@click.option(
    "--guess",
    type=FILE,
    metavar="FILE",
    help="Looks at the headings and cells of a table (.xlsx, .ods, .csv, .tsv, .txt) "
    "or of a list (.json, .yaml), and prints the deck file that would read it.",
)
@click.option(
    "--sheet",
    cls=Belonging,
    to="--guess",
    default="",
    metavar="NAME",
    help="Which one of a workbook, or where the list is in JSON; "
    "otherwise the one that holds cards.",
)
@click.option(
    "--force", cls=Belonging, to="--to", is_flag=True, help="Write over a file that is there."
)
@PROJECT
def command(
    name: str, to: Path | None, guess: Path | None, sheet: str, force: bool, project: Path | None
) -> None:
    """Write a deck's cards as a spreadsheet, which a deck file can then name: "cards: deck.xlsx".

    With --guess it goes the other way: it proposes the deck file for a spreadsheet that is there.
    """
    if guess:
        if name or to:
            raise click.UsageError(
                "--guess prints a deck file for a table, and takes no GAME/DECK and no --to"
            )
        return _guess(guess, sheet, project)
    if not name:
        raise click.UsageError("Missing argument 'GAME/DECK'.")
    if to is None:
        raise click.UsageError("Missing option '--to'.")
    _write(name, to, force, project)


def _guess(file: Path, sheet: str, project: Path | None) -> None:
    from cardgen.api.bringing import has_art_in, templates_by_fields
    from cardgen.load.guess import guessed
    from cardgen.model.project import find_project, root_of
    from cardgen.model.table_files import TABLES_AND_LISTS, advice_to_save

    if file.suffix.lower() not in TABLES_AND_LISTS:
        raise CardgenError(
            Finding(
                "file-misnamed",
                f"{shown(file)} is no table",
                advice_to_save(file.name) or f"name one that ends in {', '.join(TABLES_AND_LISTS)}",
            )
        )
    game = file.absolute().parent
    home = find_project(project or (root_of(game) if game.parent.name == "card_data" else None))

    has_art, templates = has_art_in(home, game), templates_by_fields(home)
    for line in guessed(file, file.parent, sheet, has_art, templates):
        tell(line)


def _write(name: str, to: Path, force: bool, project: Path | None) -> None:
    from cardgen.base.files import write
    from cardgen.load.table_writer import WRITABLE, table_of

    check_to_write(to, WRITABLE, "table", force=force)
    kind = to.suffix.lower()
    opened = open_data(project)
    selected = [(game, deck) for game, decks in opened.select([name]) for deck in decks]
    decks = [deck for _, deck in selected]
    problems = opened.problems_of([name])
    if problems:
        raise CardgenError(*problems)
    if len(decks) != 1:
        raise CardgenError(
            Finding(
                "unknown-deck",
                f'"{name}" is not one deck',
                f"name one, such as {name}/{decks[0].id}" if decks else "",
            )
        )
    write(to, table_of(decks[0], kind, selected[0][0].colour_names))
    tell(f"{shown(to)}  ({counted(len(decks[0]), 'card')})")
