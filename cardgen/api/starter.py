"""New projects: a small complete one that teaches by its comments, or a copy of a shipped game to
change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from cardgen.api.schema import FOLDER, pointed, write_schemas
from cardgen.base.files import in_the_way, leads_out, put_in_place, read_inside, real_path, write
from cardgen.base.findings import CardgenError, Finding, Place, gathered, shown
from cardgen.load import load_games
from cardgen.model.project import Project, aside, find_project, shipped_root

PROJECT = Path(__file__).parent / "starter_project"
DRAWN = Path(__file__).parent / "starter_drawn"
"""The same project's templates as drawings for Inkscape."""

_NAMED = re.compile(r"""[\w][\w./-]*\.svg\b""")
_FOLDER = re.compile(r"\btemplates: *([\w-]+(?:/[\w-]+)*)")
"""A folder of templates, for a box or a book."""


def new_project(
    folder: Path, game: str = "", source: Project | None = None, *, drawn: bool = False
) -> list[Path]:
    """Make a project in `folder`, which must not hold anything yet; with `game`, a copy of that
    game and its templates, out of `source` or of what ships. `drawn` gives the project of our own
    templates that are drawn in Inkscape.

    Gives the files that were written, relative to the folder. Raises CardgenError.
    """
    check_empty(folder)
    inside = next(
        (above for above in real_path(folder).parents if (above / "card_data").is_dir()), None
    )
    if inside:
        raise CardgenError(
            Finding(
                "call-refused",
                f"{shown(folder)} would lie inside the project {shown(inside)}",
                "name a folder outside it",
            )
        )
    try:
        if game:
            _copy_game(folder, game, source or Project(shipped_root(), folder))
        else:
            _copy(_drawn() if drawn else _found(PROJECT, PROJECT), folder)
        put_in_place(folder / ".gitignore", b"output/\n")
    except OSError as error:
        raise CardgenError(
            Finding(
                "file-unwritable",
                f"{shown(folder)} cannot be written: {error.strerror or error}",
                "see that you may write there",
            )
        ) from error
    project = find_project(folder)
    games, schemas = load_games(project).games, project.root / FOLDER
    for path, data in [
        *write_schemas(project, games, schemas),
        *pointed(project, games, schemas, []),
    ]:
        write(path, data)
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def check_empty(folder: Path) -> None:
    """Raises CardgenError for a folder that something is in, and where a file stands in its
    place."""
    if file := in_the_way(folder):
        raise CardgenError(
            Finding(
                "call-refused",
                f"{shown(file)} is a file, not a folder",
                "name a folder that does not exist yet",
            )
        )
    if folder.is_dir() and any(folder.iterdir()):
        raise CardgenError(
            Finding(
                "name-taken",
                f"{shown(folder)} holds something already",
                "name a folder that does not exist yet",
            )
        )


def _copy_game(folder: Path, game: str, source: Project) -> None:
    games = {path.name: path for path in source.game_folders()}
    if game not in games:
        raise CardgenError(source.no_game(game, games))
    home = source.home_of(games[game])
    files = {f"card_data/{game}/{name}": data for name, data in _found(games[game], home).items()}
    files |= {
        f"templates/{name}": source.read(path)
        for name, path in _templates(source, games[game]).items()
    }
    # which any text may ask for
    for own in ("templates/icons", "fonts") if source.root != source.shipped else ():
        files |= {
            f"{own}/{name}": source.read(path) for name, path in source.files(source.root / own)
        }
    _copy(files, folder)


def _drawn() -> dict[str, bytes]:
    """The starting project with its templates as drawings."""
    files, templates = _found(PROJECT, PROJECT), _found(DRAWN, DRAWN)
    return {
        name: data for name, data in files.items() if not name.startswith("templates/")
    } | templates


def _copy(files: Mapping[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        put_in_place(folder / name, data)


def _read(path: Path, home: Path) -> bytes:
    """What a file of the game holds. Raises CardgenError, also for a link that leads nowhere or in
    a circle."""
    try:
        return read_inside(path, home)
    except OSError as error:
        raise CardgenError(
            Finding(
                "file-unreadable",
                f"this cannot be read: {error.strerror}",
                "take it away",
                Place(path),
            )
        ) from None


def _found(folder: Path, home: Path) -> dict[str, bytes]:
    """The files below a folder by name, with what they hold. Raises CardgenError for each that
    cannot be copied, and OSError."""
    found: dict[str, bytes] = {}
    wrong: list[Finding] = []
    waiting = [(folder, frozenset({real_path(folder)}))]
    while waiting:
        above, seen = waiting.pop()
        for path in sorted(above.iterdir()):
            with gathered(wrong):
                if aside(path.name):
                    continue
                if path.is_dir() and not leads_out(path, home):
                    if real_path(path) in seen:
                        raise CardgenError(
                            Finding(
                                "link-leads-out",
                                "this link leads to a folder that it lies in",
                                "take it away",
                                Place(path),
                            )
                        )
                    waiting.append((path, seen | {real_path(path)}))
                else:
                    found[path.relative_to(folder).as_posix()] = _read(path, home)
    if wrong:
        raise CardgenError(*wrong)
    return found


def _templates(source: Project, game: Path) -> dict[str, Path]:
    """The templates that a game's files and cards name, those of its box and book, and those that
    these import; not the icons."""

    def text(path: Path) -> str:
        return source.read(path).decode("utf-8", "replace")

    said = [
        text(path)
        for path in game.iterdir()
        if path.suffix in (".yaml", ".csv", ".tsv", ".txt", ".md") and not aside(path.name)
    ]
    folders = {name for each in said for name in _FOLDER.findall(each)}
    names = [name for name in source.template_names() if name.rpartition("/")[0] in folders]
    names += (name for each in said for name in _NAMED.findall(each))
    # for what a workbook says, or an expression
    for loaded in load_games(replace(source, draft=True), [game.name]).games:
        names += {
            name for deck in loaded.decks for card in deck for name in (card.template, card.back)
        }
    found: dict[str, Path] = {}
    while names:
        name = names.pop()
        try:
            path = source.find_template(name)
        except CardgenError:  # a drawing, or a word in a comment
            continue
        if name not in found and not name.startswith("icons/"):
            found[name] = path
            names += _NAMED.findall(text(path))
    return found
