"""The command that begins a project."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.findings import shown
from cardgen.cli import completion
from cardgen.cli.options import FILE, Belonging
from cardgen.cli.output import tell


@click.command("new")
@click.argument("folder", type=FILE)
@click.option(
    "--from",
    "game",
    metavar="GAME",
    default="",
    shell_complete=completion.shipped_games,
    help="Copy this game, with its templates, to change it.",
)
@click.option(
    "--project",
    cls=Belonging,
    to="--from",
    type=FILE,
    metavar="DIR",
    help="The project whose game is copied; else what ships.",
)
@click.option(
    "--inkscape",
    "drawn",
    is_flag=True,
    help="With templates that are drawings for Inkscape, their objects named.",
)
def command(folder: Path, game: str, project: Path | None, drawn: bool) -> None:
    """Make a project: a small complete one whose comments explain it."""
    from cardgen.api.starter import new_project
    from cardgen.model.project import find_project

    if drawn and game:
        raise click.UsageError("--inkscape makes a project of its own; leave out --from")
    for path in new_project(folder, game, find_project(project) if project else None, drawn=drawn):
        tell(shown(folder / path))
    there = shown(folder)
    step = f'cd "{there}"' if " " in there else f"cd {there}"
    tell(f"now: {'' if there == '.' else step + ', then: '}cardgen build")
