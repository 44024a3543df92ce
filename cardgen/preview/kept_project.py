"""A project that a process keeps open, and reads again as far as its files have changed."""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Self

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.files import FileState, file_state
from cardgen.base.findings import CardgenError
from cardgen.model.cards import Game
from cardgen.preview.watch import FOLDERS
from cardgen.write.game_files import file_bytes


class GameAhead(NamedTuple):
    """A game as it reads once some files have these digests, for a process that has not read it.

    `game` is pickled and packed."""

    digests: Mapping[Path, bytes]
    game: bytes

    @classmethod
    def of(cls, contents: Mapping[Path, bytes], game: Game) -> Self:
        """The game as it reads with these contents of files."""
        digests = {file: sha256(data).digest() for file, data in contents.items()}
        pickled = pickle.dumps(game, pickle.HIGHEST_PROTOCOL)
        return cls(digests, zlib.compress(pickled, 1))  # a pipe takes 64 kB at once

    def explains(self, files: set[Path]) -> bool:
        """True if these files, which have changed, say what the game was read from."""
        try:
            return files <= self.digests.keys() and all(
                sha256(file_bytes(file)).digest() == digest for file, digest in self.digests.items()
            )
        except (CardgenError, OSError):
            return False


class KeptProject:
    """A project in a folder, as it was when it was last looked at."""

    def __init__(self, root: Path | None, language: str) -> None:
        self._root = root
        self._language = language
        self._workshop: Workshop | None = None
        self._files: dict[Path, FileState] = {}

    @property
    def workshop(self) -> Workshop:
        """The project as it was read last."""
        assert self._workshop is not None
        return self._workshop

    @property
    def is_open(self) -> bool:
        return self._workshop is not None

    def look(self, ahead: GameAhead | None = None) -> str | None:
        """Look at the disk, and return the game that alone has changed.

        It is "" for none, and None where all was read again; `ahead` is what may be there."""
        root = self._workshop.project.root if self._workshop else self._root
        files = dict(_file_states(root)) if root else {}
        earlier = self._files
        self._files = files
        if self._workshop is not None and files == earlier and root:
            return ""
        if self._workshop is not None and ahead and files.keys() == earlier.keys():
            changed = {path for path, state in files.items() if state != earlier[path]}
            if ahead.explains(changed):
                pickled = zlib.decompress(ahead.game)
                game: Game = pickle.loads(pickled)  # noqa: S301  # of a process of ours
                if with_game := project_with(self._workshop, game):
                    self._workshop = with_game
                    return game.id
        self._workshop = None
        self._workshop = open_project(self._root, self._language)
        return None


def project_with(workshop: Workshop, game: Game) -> Workshop | None:
    """The project with another reading of one of its games.

    It is None where it must be read whole: what is wrong with it, its languages and games that
    extend others can hang together."""
    is_alone = not (workshop.language or workshop.problems or workshop.project.lends(game.folder))
    if not is_alone or game.id not in [other.id for other in workshop.games]:
        return None
    games = [game if other.id == game.id else other for other in workshop.games]
    return replace(workshop, games=games)


def _file_states(root: Path) -> Iterator[tuple[Path, FileState]]:
    """Yield the files that the cards of a project are made of."""
    for name in FOLDERS:
        for folder, _, files in os.walk(root / name):
            for file in files:
                path = Path(folder, file)
                yield path, file_state(path)
