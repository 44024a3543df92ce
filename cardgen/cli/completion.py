"""Completion in a shell: names of games, decks, printers and the like, from listings alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.findings import CardgenError

if TYPE_CHECKING:
    from cardgen.model.project import Project


def _project(ctx: click.Context) -> Project | None:
    """The project that the command would use, or None: a shell wants no message."""
    from cardgen.model.project import find_project

    try:
        folder = ctx.params.get("project")
        return find_project(Path(folder) if folder else None)
    except CardgenError:
        return None


def _games(ctx: click.Context) -> list[Path]:
    project = _project(ctx)
    return project.game_folders() if project else []


def _deck_files(folder: Path) -> list[tuple[str, str]]:
    """The decks of a game and their texts, as DECK with LL, or with nothing."""
    stems = [path.stem.partition(".") for path in sorted(folder.glob("*.yaml"))]
    return [(deck, language) for deck, _, language in stems if deck not in ("rules", "variants")]


Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def _matching(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _completer(names: Callable[[click.Context], Iterable[str]]) -> Completer:
    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        return _matching(incomplete, names(ctx))

    return complete


def one_of(*names: str) -> Completer:
    """A completer of these names, whatever the project."""
    return _completer(lambda ctx: names)


def decks(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of games, and of decks once a game is typed.

    Decks are offered, too, where only one game begins so."""
    game_names = games(ctx, parameter, incomplete.partition("/")[0])
    if "/" not in incomplete and len(game_names) != 1:
        return game_names
    folders = [folder for folder in _games(ctx) if folder.name in game_names]
    names = (
        f"{folder.name}/{deck}"
        for folder in folders
        for deck, language in _deck_files(folder)
        if not language and deck != "game"
    )
    return _matching(incomplete, (*game_names, *names))


def papers(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the last of several papers, after a comma too."""
    from cardgen.model.sizes import PAPERS

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _matching(last, PAPERS)]


def _printers(ctx: click.Context) -> list[str]:
    from cardgen.prepress.profiles import printer_names

    project = _project(ctx)
    return printer_names(project) if project else []


def _shipped_games(ctx: click.Context) -> Iterable[str]:
    """The games that `new --from` can copy: of --project, else those that ship."""
    from cardgen.model.project import Project, shipped_root

    if ctx.params.get("project"):
        folders = _games(ctx)
    else:
        folders = Project(shipped_root(), Path("output")).game_folders()
    return (folder.name for folder in folders)


games = _completer(lambda ctx: (folder.name for folder in _games(ctx)))
languages = _completer(
    lambda ctx: sorted(
        {language for folder in _games(ctx) for _, language in _deck_files(folder) if language}
    )
)
printers, shipped_games = _completer(_printers), _completer(_shipped_games)
labels = _completer(lambda ctx: list(import_module("cardgen.impose.label_sheet").label_sheets()))
cutters = _completer(lambda ctx: import_module("cardgen.impose.registration").cutter_names())
layouts = _completer(lambda ctx: import_module("cardgen.impose.layouts").LAYOUTS)
sizes = _completer(lambda ctx: import_module("cardgen.model.sizes").CARDS)
