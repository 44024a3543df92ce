"""Small projects to load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.load import Loaded, load_games
from cardgen.model.project import Project

GAME = "title: Sweets\nsuits: [candy, nuts, sour]\n"
HEAD = "size: poker\ntemplate: card.svg\nfields:\n  suit: {one_of: suits, default: candy}\n  rank: {int: {min: 0, max: 9}, default: 1}\n"

Load = Callable[..., Loaded]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with a template, a back and an icon, and no game."""
    root = tmp_path / "project"
    for name in (
        "templates/card.svg",
        "templates/back.svg",
        "templates/icons/candy.svg",
        "card_data/sweets/art/bonbon.svg",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("<svg/>")
    return Project(root, root / "output", shipped=root)


@pytest.fixture
def load(project: Project) -> Load:
    """Loads the game `sweets` with these files: `load(main="cards: ...")`. A deck without `size:`
    gets the usual head."""

    def load(game: str | bytes = GAME, **decks: str | bytes) -> Loaded:
        folder = project.root / "card_data" / "sweets"
        for name, text in {"game": game, **decks}.items():
            data = text.encode() if isinstance(text, str) else text
            if name != "game" and b"size:" not in data and isinstance(text, str):
                data = HEAD.encode() + data
            (folder / f"{name}.yaml").write_bytes(data)
        return load_games(project)

    return load
