"""From the files of a project to games, decks and cards."""

from cardgen.load.game import Loaded, load_games

__all__ = ["Loaded", "load_games"]
