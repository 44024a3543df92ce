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
    "for_inkscape",
    is_flag=True,
    help="With templates that are drawings for Inkscape, their objects named.",
)
def command(folder: Path, game: str, project: Path | None, for_inkscape: bool) -> None:
    """Make a project: a small complete one whose comments explain it."""
    from cardgen.api.starter import new_project
    from cardgen.model.project import find_project

    if for_inkscape and game:
        raise click.UsageError("--inkscape makes a project of its own; leave out --from")
    source = find_project(project) if project else None
    for path in new_project(folder, game, source, for_inkscape=for_inkscape):
        tell(shown(folder / path))
    place = shown(folder)
    step = f'cd "{place}"' if " " in place else f"cd {place}"
    tell(f"now: {'' if place == '.' else step + ', then: '}cardgen build")
