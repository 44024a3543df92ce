"""The context that travels with all work on a game's cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.base.cache import Cache
from cardgen.model.cards import Game
from cardgen.model.project import Project

if TYPE_CHECKING:
    from cardgen.engine import Art, FontBook

Progress = Callable[[str, int, int], None]
"""Hears how far a piece of work is: what it is, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Context:
    """A game with what its cards are made of: its project, its fonts, its art.

    The art remembers what was drawn and used, so each piece of work begins with a context of its
    own. It can be sent to other processes."""

    project: Project
    game: Game
    fonts: FontBook
    art: Art

    @classmethod
    def of(cls, project: Project, game: Game, fonts: FontBook, cache: Cache) -> Context:
        """A context whose art has not been looked at yet; `cache` holds what earlier runs have made
        of it."""
        if project.draft:
            from cardgen.cards.draft import DraftArt

            return cls(project, game, fonts, DraftArt(project, game, fonts, cache))
        from cardgen.engine import Art

        return cls(project, game, fonts, Art(project, game.folder, fonts, cache))

    @property
    def cache(self) -> Cache:
        """The cache of what is kept between runs."""
        return self.art.cache
