"""The command that begins a project."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.base.findings import shown
from cardgen.cli import completion
from cardgen.cli.options import FILE, Belonging
from cardgen.cli.output import tell
from cardgen.model.card_roles import FACES


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
@click.option(
    "--look",
    type=click.Choice([*FACES]),
    help="Three cards in a look of any deck, to write over.",
)
def command(
    folder: Path, game: str, project: Path | None, for_inkscape: bool, look: str | None
) -> None:
    """Make a project: a small complete one whose comments explain it."""
    from cardgen.api.beginning import Beginning, begin
    from cardgen.api.starter import new_project
    from cardgen.model.project import find_project

    options = {"--from": game, "--inkscape": for_inkscape, "--look": look}
    chosen_names = [name for name, value in options.items() if value]
    if len(chosen_names) > 1:
        first, second = chosen_names[:2]
        raise click.UsageError(f"{second} makes a project of its own; leave out {first}")
    source = find_project(project) if project else None
    if look:
        title = folder.name.replace("-", " ").capitalize()
        paths = begin(Beginning("new", folder, title=title, look=look))
    else:
        paths = new_project(folder, game, source, for_inkscape=for_inkscape)
    for path in paths:
        tell(shown(folder / path))
    place = shown(folder)
    step = f'cd "{place}"' if " " in place else f"cd {place}"
    tell(f"now: {'' if place == '.' else step + ', then: '}cardgen build")
