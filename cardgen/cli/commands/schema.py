"""The command that writes JSON Schemas."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.findings import shown
from cardgen.cli.findings import finish_with
from cardgen.cli.options import FILE, PROJECT, open_data
from cardgen.cli.output import counted, tell


@click.command("schema")
@click.option(
    "--out",
    type=FILE,
    metavar="DIR",
    help="Where the schemas go; else the project's folder schema.",
)
@click.option(
    "--write",
    "point",
    is_flag=True,
    help="Also put the line into each YAML file by which editors find its schema.",
)
@PROJECT
def command(out: Path | None, point: bool, project: Path | None) -> None:
    """Write JSON Schemas, by which editors complete and check the project's YAML files."""
    from cardgen.api.schema import FOLDER, with_schema_lines, write_schemas
    from cardgen.base.files import real_path, write

    opened = open_data(project, writes=point or not out)
    root = opened.project.root
    folder = out or root / FOLDER
    files = write_schemas(opened.project, opened.games, folder)
    for path, data in files:
        write(path, data, out or root)
    tell(f"{shown(folder)}  ({counted(len(files), 'schema')})")
    if point:
        for path, data in with_schema_lines(
            opened.project, opened.games, real_path(folder), opened.problems
        ):
            write(path, data, root)
            tell(shown(path))
    finish_with(opened.problems)
