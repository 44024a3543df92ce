"""New projects: a small one that teaches by its comments, or a copy of a shipped game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from cardgen.api.schema import FOLDER, with_schema_lines, write_schemas
from cardgen.base.files import in_the_way, leads_out, put_in_place, read_inside, real_path, write
from cardgen.base.findings import CardgenError, Finding, Place, collect_findings, shown
from cardgen.load import load_games
from cardgen.model.project import Project, aside, find_project, shipped_root

PROJECT = Path(__file__).parent / "starter_project"
DRAWN = Path(__file__).parent / "starter_drawn"
"""The starter project's templates as drawings for Inkscape."""

_NAMED = re.compile(r"""[\w][\w./-]*\.svg\b""")
_FOLDERS = re.compile(r"\btemplates: *(\[[^\]\n]*\]|[\w/-]+)")
_FOLDER = re.compile(r"[\w-]+(?:/[\w-]+)*")
"""Folders of templates, for a box or a book."""


def new_project(
    folder: Path, game: str = "", source: Project | None = None, *, for_inkscape: bool = False
) -> list[Path]:
    """Make a project in an empty folder, or copy a game with its templates into one.

    The game is copied out of `source` or of what ships; `for_inkscape` gives the small project
    templates that are drawn in Inkscape. Returns the files that were written, relative to the
    folder. Raises CardgenError.
    """
    check_outside(folder)
    try:
        if game:
            files = _files_of_game(game, source or Project(shipped_root(), folder))
        else:
            files = _inkscape_project() if for_inkscape else _read_files(PROJECT, PROJECT)
    except OSError as error:
        raise _unwritable(folder, error) from error
    return with_schemas(folder, files)


def with_schemas(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write the files of a project with its schemas; returns all files, relative to the folder.

    Raises CardgenError."""
    try:
        for name, data in (*files.items(), (".gitignore", b"output/\n")):
            put_in_place(folder / name, data)
    except OSError as error:
        raise _unwritable(folder, error) from error
    project = find_project(folder)
    games, schemas = load_games(project).games, project.root / FOLDER
    for path, data in [
        *write_schemas(project, games, schemas),
        *with_schema_lines(project, games, schemas, []),
    ]:
        write(path, data)
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def _unwritable(folder: Path, error: OSError) -> CardgenError:
    sentence = f"{shown(folder)} cannot be written: {error.strerror or error}"
    return CardgenError(Finding("file-unwritable", sentence, "see that you may write there"))


def check_outside(folder: Path) -> None:
    """Raise CardgenError for a folder that holds something, or that lies inside a project."""
    check_empty(folder)
    for parent in real_path(folder).parents:
        if (parent / "card_data").is_dir():
            raise CardgenError(
                Finding(
                    "project-wrong",
                    f"{shown(folder)} would lie inside the project {shown(parent)}",
                    "name a folder outside it",
                )
            )


def check_empty(folder: Path) -> None:
    """Raise CardgenError for a folder that is not empty, or where a file stands in its place."""
    if file := in_the_way(folder):
        raise CardgenError(
            Finding(
                "name-taken",
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


def _files_of_game(game: str, source: Project) -> dict[str, bytes]:
    """The files of a game with its templates, by name. Raises CardgenError."""
    games = {path.name: path for path in source.game_folders()}
    if game not in games:
        raise CardgenError(source.no_game(game, games))
    home = source.home_of(games[game])
    files = {
        f"card_data/{game}/{name}": data for name, data in _read_files(games[game], home).items()
    }
    for name, path in _templates(source, games[game]).items():
        files[f"templates/{name}"] = source.read(path)
    if source.root != source.shipped:
        for folder in ("templates/icons", "fonts"):  # any text may ask for them
            for name, path in source.files(source.root / folder):
                files[f"{folder}/{name}"] = source.read(path)
    return files


def _inkscape_project() -> dict[str, bytes]:
    """The files of the small project, its templates as drawings for Inkscape."""
    files = _read_files(PROJECT, PROJECT)
    others = {name: data for name, data in files.items() if not name.startswith("templates/")}
    return others | _read_files(DRAWN, DRAWN)


def _read(path: Path, home: Path) -> bytes:
    """Read a file of a game. Raises CardgenError, also for a link that leads nowhere."""
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


def _read_files(folder: Path, home: Path) -> dict[str, bytes]:
    """Read the files below a folder, by name.

    Raises CardgenError with each that cannot be copied, and OSError.
    """
    files: dict[str, bytes] = {}
    problems: list[Finding] = []
    waiting = [(folder, frozenset({real_path(folder)}))]
    while waiting:
        parent, parents = waiting.pop()
        for path in sorted(parent.iterdir()):
            with collect_findings(problems):
                if aside(path.name):
                    continue
                if path.is_dir() and not leads_out(path, home):
                    if real_path(path) in parents:
                        raise CardgenError(
                            Finding(
                                "link-leads-out",
                                "this link leads to a folder that it lies in",
                                "take it away",
                                Place(path),
                            )
                        )
                    waiting.append((path, parents | {real_path(path)}))
                else:
                    files[path.relative_to(folder).as_posix()] = _read(path, home)
    if problems:
        raise CardgenError(*problems)
    return files


def _templates(source: Project, game: Path) -> dict[str, Path]:
    """The templates that a game's files name, and those that these import; not the icons."""

    def text_of(path: Path) -> str:
        return source.read(path).decode("utf-8", "replace")

    texts = [
        text_of(path)
        for path in game.iterdir()
        if path.suffix in (".yaml", ".csv", ".tsv", ".txt", ".md") and not aside(path.name)
    ]
    named = [folders for text in texts for folders in _FOLDERS.findall(text)]
    folders = {name for text in named for name in _FOLDER.findall(text)}
    names = [name for name in source.template_names() if name.rpartition("/")[0] in folders]
    names += (name for text in texts for name in _NAMED.findall(text))
    # a workbook or an expression may name others
    for loaded in load_games(replace(source, draft=True), [game.name]).games:
        cards = [card for deck in loaded.decks for card in deck]
        names += {name for card in cards for name in (card.template, card.back)}
    templates: dict[str, Path] = {}
    while names:
        name = names.pop()
        try:
            path = source.find_template(name)
        except CardgenError:  # a drawing, or a word in a comment
            continue
        if name not in templates and not name.startswith("icons/"):
            templates[name] = path
            names += _NAMED.findall(text_of(path))
    return templates
