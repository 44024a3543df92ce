"""The commands that help to write a project: new, table, schema."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardgen.base.errors import CardgenError, Problem, shown
from cardgen.cli import completing
from cardgen.cli.telling import PROJECT, counted, one_line, open_, tell_problems


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "game",
    metavar="GAME",
    default="",
    shell_complete=completing.shipped_games,
    help="Copy this game, with its templates, to change it.",
)
@click.option("--project", type=click.Path(path_type=Path), metavar="DIR", help="The project whose game --from copies; else what ships.")
def new(folder: Path, game: str, project: Path | None) -> None:
    """Make a project: a small complete one whose comments explain it."""
    from cardgen.api.starter import new_project
    from cardgen.model.project import find_project

    if project and not game:
        raise click.UsageError("--project belongs to --from")
    for path in new_project(folder, game, find_project(project) if project else None):
        click.echo(one_line(shown(folder / path)))
    there = shown(folder)
    step = f'cd "{there}"' if " " in there else f"cd {there}"
    click.echo(one_line(f"now: {'' if there == '.' else step + ', then: '}cardgen build"))


@click.command()
@click.argument("name", metavar="GAME/DECK", shell_complete=completing.decks)
@click.option("--to", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The table to write: .xlsx, .csv or .tsv.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@PROJECT
def table(name: str, to: Path, force: bool, project: Path | None) -> None:
    """Write a deck's cards as a spreadsheet, which a deck file can then name: "cards: deck.xlsx"."""
    from cardgen.base.files import write
    from cardgen.load.table import table_of
    from cardgen.model.project import TABLES

    kind = to.suffix.lower()
    if kind not in TABLES:
        raise CardgenError(Problem(f"{shown(to)} is no table", f"end the name in one of: {', '.join(TABLES)}"))
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
    click.echo(f"{one_line(shown(to))}  ({counted(len(decks[0]), 'card')})")


@click.command()
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the schemas go; else the project's folder schema.")
@click.option("--write", "point", is_flag=True, help="Also put the line into each YAML file by which editors find its schema.")
@PROJECT
def schema(out: Path | None, point: bool, project: Path | None) -> None:
    """Write JSON Schemas, by which editors complete and check the project's YAML files."""
    from cardgen.api.schema import FOLDER, pointed, write_schemas
    from cardgen.base.files import write

    workshop = open_(project, own=point or not out)
    folder = out or workshop.project.root / FOLDER
    files = write_schemas(workshop.project, workshop.games, folder)
    for path, data in files:
        write(path, data)
    click.echo(f"{one_line(shown(folder))}  ({counted(len(files), 'schema')})")
    if point:
        for path, data in pointed(workshop.project, workshop.games, folder.resolve()):
            write(path, data)
            click.echo(one_line(shown(path)))
    tell_problems(workshop.problems)
    sys.exit(2 if workshop.problems else 0)
