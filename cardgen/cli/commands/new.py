"""The command that begins a project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.files import as_text, read_inside
from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.cli import completion
from cardgen.cli.options import FILE, Belonging
from cardgen.cli.output import tell
from cardgen.model.card_roles import FACES, PLAIN

if TYPE_CHECKING:
    from cardgen.api.beginning import Beginning


@click.command("new")
@click.argument("folder", type=FILE)
@click.option(
    "--from",
    "source_name",
    metavar="GAME|FILE",
    default="",
    shell_complete=completion.shipped_games,
    help="Copy this game, with its templates, to change it; or make cards of this spreadsheet "
    "(.xlsx, .ods, .csv, ...), in a look that suits its columns.",
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
    type=click.Choice([PLAIN, *FACES]),
    help="Three cards in a look of any deck, to write over; or the look of a spreadsheet's cards, "
    "plain for none.",
)
def command(
    folder: Path, source_name: str, project: Path | None, for_inkscape: bool, look: str | None
) -> None:
    """Make a project: a small complete one whose comments explain it."""
    from cardgen.api.beginning import Beginning, begin
    from cardgen.api.starter import new_project
    from cardgen.model.project import find_project

    is_table = _names_table(source_name)
    options = {"--from": source_name, "--inkscape": for_inkscape, "--look": look}
    chosen_names = [name for name, value in options.items() if value]
    if len(chosen_names) > 1 and not (is_table and look and not for_inkscape):
        first, second = chosen_names[:2]
        raise click.UsageError(f"{second} makes a project of its own; leave out {first}")
    words = as_text(folder.name).replace("-", " ").replace("_", " ").split()
    title = " ".join(word[:1].upper() + word[1:] for word in words)
    if is_table:
        paths = begin(_of_table(folder, title, Path(source_name), look))
    elif look:
        paths = begin(Beginning("new", folder, title=title, look=look))
    else:
        source = find_project(project) if project else None
        paths = new_project(folder, source_name, source, for_inkscape=for_inkscape)
    for path in paths:
        tell(shown(folder / path))
    for note in _doubts(folder, paths) if is_table else ():
        tell(note, aside=True)
    place = shown(folder)
    step = f'cd "{place}"' if " " in place else f"cd {place}"
    tell(f"now: {'' if place == '.' else step + ', then: '}cardgen build")


def _doubts(folder: Path, paths: Iterable[Path]) -> Iterator[str]:
    """Yield as notes what deck files say in comments: what was guessed of a table.

    What is listed below a comment, and so stands farther in, is of its note."""
    for path in paths:
        if path.parts[0] != "card_data" or path.suffix != ".yaml" or path.name == "game.yaml":
            continue
        notes: list[str] = []
        lines = read_inside(folder / path, folder).decode("utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            if notes and line.startswith("#   "):
                notes[-1] += f" {line[2:].strip()}"
            elif line.startswith("# ") and not line.startswith("# yaml-language-server:"):
                words = line.removeprefix("# ").removeprefix("note: ")
                notes.append(f"note: {shown(folder / path)}:{number}: {words}")
        yield from notes


def _names_table(source_name: str) -> bool:
    """True for the name of a table, or of what only a spreadsheet program opens."""
    from cardgen.model.table_files import TABLES_AND_LISTS, advice_to_save

    ending = Path(source_name).suffix.lower()
    return ending in TABLES_AND_LISTS or bool(advice_to_save(source_name))


def _of_table(folder: Path, title: str, file: Path, look: str | None) -> Beginning:
    """The project that a table becomes. Raises CardgenError where it cannot be read."""
    from cardgen.api.beginning import Beginning
    from cardgen.base.files import read_own

    try:
        data = read_own(file)
    except OSError as error:
        what = f"{shown(file)} cannot be read: {error.strerror}"
        raise CardgenError(Finding("file-unreadable", what, "name a file that is there")) from None
    return Beginning("table", folder, title=title, look=look or "", files={file.name: data})
