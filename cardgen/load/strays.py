"""Files of a game that lie or are called as nothing is that is read.

Nobody would miss them in a full deck."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardgen.base.files import as_text
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.units import listed
from cardgen.load.printer_files import OWN_PRINTERS
from cardgen.model.cards import Game
from cardgen.model.project import Project

_DECK = re.compile(rb"^cards[ \t]*:", re.MULTILINE)
_BOOKS = ("rulebook.txt", "rulebook.text", "rulebook.markdown", "rulebook.mdown")
_MOST_TOLD, _MOST_READ = 5, 100


def strays(project: Project) -> list[Finding]:
    """Findings on files with a wrong name or place, one for each folder.

    Elsewhere, or with another name, they would be read."""
    data = project.root / "card_data"
    files = project.files(data)
    names_by_folder = dict[Path, list[str]]()
    likely = [
        path
        for name, path in files
        if name.count("/") != 1 and path.suffix.lower() in (".yaml", ".yml")
    ]
    for path in likely[:_MOST_READ]:
        if path.name.lower() == "game.yaml" or _DECK.search(_read(project, path)):
            names_by_folder.setdefault(path.parent, []).append(path.name)
    taken = project.root / OWN_PRINTERS
    if (taken / "game.yaml") in {path for _, path in files}:
        names_by_folder.setdefault(taken, []).append("game.yaml")
    return [
        *(_told(data, folder, names) for folder, names in names_by_folder.items()),
        *_books({path for name, path in files if name.count("/") == 1}),
    ]


def unread_tables(project: Project, games: Iterable[Game]) -> Iterator[Finding]:
    """Yield tables called as a deck whose file has all cards itself.

    One of both is not what is printed."""
    for game in games:
        data = {as_text(table.file.name) for table in game.tables.values()}
        tables = [name for name in project.table_names(game.folder) if name not in data]
        for deck in game.decks:
            # which may be notes
            same = [
                name
                for name in tables
                if name.rpartition(".")[0] == deck.id and not name.endswith(".txt")
            ]
            if same and not deck.table and all(card.place.file == deck.file for card in deck):
                sentence = (
                    f"the cards of {deck.id} stand in {deck.file.name}, and {same[0]} is not read"
                )
                yield Finding(
                    "file-unread",
                    sentence,
                    f"write  cards: {same[0]}  there if it holds the cards, or take it out of "
                    "card_data",
                    Place(game.folder),
                )


def _told(data: Path, folder: Path, names: list[str]) -> Finding:
    files, them = listed(names, _MOST_TOLD), "it" if len(names) == 1 else "them"
    if folder == data:
        return Finding(
            "file-unread",
            f"no game reads {files} here",
            f"move {them} into a folder of its own, such as my-game",
            Place(folder),
        )
    if folder.relative_to(data.parent) == OWN_PRINTERS:
        return Finding(
            "file-unread",
            "the game in this folder is not read, for its name is taken: printers of your own "
            "lie there",
            "give the folder another name",
            Place(folder),
        )
    if "game.yaml" in names:
        return Finding(
            "file-unread",
            "the game in this folder is not read, for games lie straight in card_data",
            "move the folder there",
            Place(folder),
        )
    game_folder = data / folder.relative_to(data).parts[0]
    sentence = (
        f"{files} {'is' if len(names) == 1 else 'are'} not read, for decks lie straight in the "
        "folder of their game"
    )
    return Finding(
        "file-unread",
        sentence,
        f"move {them} into {game_folder.name}, or out of card_data",
        Place(folder),
    )


def _books(files: set[Path]) -> Iterator[Finding]:
    """Yield files that are rulebooks by their names, where none is read."""
    for path in sorted(path for path in files if path.name.lower() in _BOOKS):
        if path.with_name("game.yaml") in files and path.with_name("rulebook.md") not in files:
            yield Finding(
                "file-unread",
                f"{path.name} is not read",
                "rename it to rulebook.md if it is to become the rulebook",
                Place(path.parent),
            )


def _read(project: Project, path: Path) -> bytes:
    try:
        return project.read(path)
    except (CardgenError, OSError):
        return b""
