"""What a shell offers while a command is typed: the names of games, decks, printers and the like,
from listings alone."""

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
    """The project that the command would use; None when there is none, since a shell wants no
    message."""
    from cardgen.model.project import find_project

    try:
        given = ctx.params.get("project")
        return find_project(Path(given) if given else None)
    except CardgenError:
        return None


def _games(ctx: click.Context) -> list[Path]:
    project = _project(ctx)
    return project.game_folders() if project else []


def _texts(folder: Path) -> list[tuple[str, str]]:
    """The files of a game's folder that are decks or texts in a language: DECK and LL, or DECK and
    nothing."""
    stems = [path.stem.partition(".") for path in sorted(folder.glob("*.yaml"))]
    return [(deck, language) for deck, _, language in stems if deck not in ("rules", "variants")]


Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def _of(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _offered(names: Callable[[click.Context], Iterable[str]]) -> Completer:
    """What offers these names."""
    return lambda ctx, parameter, incomplete: _of(incomplete, names(ctx))


def one_of(*names: str) -> Completer:
    """What offers these names whatever the project."""
    return _offered(lambda ctx: names)


def decks(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """GAME, and GAME/DECK once the game is typed or is the only one that begins so."""
    found = games(ctx, parameter, incomplete.partition("/")[0])
    if "/" not in incomplete and len(found) != 1:
        return found
    within = [folder for folder in _games(ctx) if folder.name in found]
    names = (
        f"{folder.name}/{deck}"
        for folder in within
        for deck, language in _texts(folder)
        if not language and deck != "game"
    )
    return _of(incomplete, (*found, *names))


def papers(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The last of several papers, after a comma too."""
    from cardgen.model.sizes import PAPERS

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _of(last, PAPERS)]


def _printers(ctx: click.Context) -> list[str]:
    from cardgen.prepress.profiles import printer_names

    project = _project(ctx)
    return printer_names(project) if project else []


def _shipped_games(ctx: click.Context) -> Iterable[str]:
    """What `new --from` can copy: the games of --project, else those that ship."""
    from cardgen.model.project import Project, shipped_root

    own = (
        _games(ctx)
        if ctx.params.get("project")
        else Project(shipped_root(), Path("output")).game_folders()
    )
    return (folder.name for folder in own)


games = _offered(lambda ctx: (folder.name for folder in _games(ctx)))
languages = _offered(
    lambda ctx: sorted(
        {language for folder in _games(ctx) for _, language in _texts(folder) if language}
    )
)
printers, shipped_games = _offered(_printers), _offered(_shipped_games)
labels = _offered(lambda ctx: list(import_module("cardgen.impose.label_sheet").label_sheets()))
cutters = _offered(lambda ctx: import_module("cardgen.impose.registration").cutter_names())
layouts = _offered(lambda ctx: import_module("cardgen.impose.layouts").LAYOUTS)
sizes = _offered(lambda ctx: import_module("cardgen.model.sizes").CARDS)
