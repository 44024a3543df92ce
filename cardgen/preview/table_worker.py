"""The process that deals: the setups of a game, and a table as one of them begins."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Game
from cardgen.preview.worker import Overtaken, answers
from cardgen.rules.checks import unread_decks
from cardgen.rules.ruleset import read_rule_set
from cardgen.rules.setups import setups, table


def table_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests for setups and tables.

    `(ticket, "setups", version, game)` is answered with a list of Setup, `(ticket, "table",
    version, game, setup, players, seed)` with a LaidTable."""
    return answers(requests, _TableWorker(root, language).answer)


class _TableWorker:
    def __init__(self, root: Path | None, language: str) -> None:
        self._root = root
        self._language = language
        self._opened: tuple[int, Workshop] | None = None

    def answer(
        self, overtaken: Overtaken, ticket: int, task: str, version: int, id: str, *request: Any
    ) -> Iterator[Any]:
        game = self._game(version, id)
        rule_set = read_rule_set(game, [])
        if task == "setups":
            yield setups(game, rule_set)
        else:
            setup, players, seed = request
            yield table(game, rule_set, setup, players, seed, unread_decks(game))

    def _game(self, version: int, id: str) -> Game:
        """The game of this id; the project is read once for each of its versions."""
        if self._opened is None or self._opened[0] != version:
            self._opened = version, open_project(self._root, self._language)
        games = {game.id: game for game in self._opened[1].games}
        if id not in games:
            remedy = did_you_mean(id, games)
            raise CardgenError(Finding("unknown-game", f'no game is called "{id}"', remedy))
        return games[id]
