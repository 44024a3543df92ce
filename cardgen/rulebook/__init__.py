"""Rulebooks: a game's rulebook.md read, laid out and made into its editions, for the screen and for
print."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.cards import Game

FILE = "rulebook.md"


def file_of(game: Game) -> Path:
    """The file of a game's rulebook, in the game's language."""
    return game.folder / (f"rulebook.{game.language}.md" if game.language else FILE)


def has_rulebook(game: Game) -> bool:
    """True if a game brings a rulebook, readable or not."""
    return file_of(game).exists()  # what is there and no file is told when it is read


def languages_of(game: Game) -> list[str]:
    """The other languages in which a game brings a rulebook."""
    return sorted(
        path.name.split(".")[1]
        for path in game.folder.glob("rulebook.*.md")
        if path.name.count(".") == 2
    )
