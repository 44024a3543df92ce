"""The process that deals: the setups of a game, and a table as one of them begins."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM
from cardgen.model.cards import Game
from cardgen.preview.table_layout import TableSize, laid_out
from cardgen.preview.worker import Overtaken, answers
from cardgen.rules.checks import unread_decks
from cardgen.rules.ruleset import RuleSet, read_rule_set
from cardgen.rules.setups import setups, table


class DealQuestion(NamedTuple):
    """A deal that a page asks for. Without a seed nobody can find out its order."""

    setup: str
    players: int
    seed: str | None
    table: TableSize


class Dealt(NamedTuple):
    """The event that deals, and the game's title."""

    game_title: str
    event: dict[str, Any]


def table_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests for setups and tables.

    `(ticket, "setups", version, game)` is answered with a list of Setup, `(ticket, "table",
    version, game, question)` with Dealt."""
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
            yield _dealt(game, rule_set, *request)

    def _game(self, version: int, id: str) -> Game:
        """The game of this id; the project is read once for each of its versions."""
        if self._opened is None or self._opened[0] != version:
            self._opened = version, open_project(self._root, self._language)
        games = {game.id: game for game in self._opened[1].games}
        if id not in games:
            remedy = did_you_mean(id, games)
            raise CardgenError(Finding("unknown-game", f'no game is called "{id}"', remedy))
        return games[id]


def _dealt(game: Game, rule_set: RuleSet, question: DealQuestion) -> Dealt:
    """A table as it is dealt, everything in its place. Raises CardgenError."""
    setup, players, seed, size = question
    dealt = table(game, rule_set, setup, players, seed, unread_decks(game))
    shapes = {deck.id: deck.shape for deck in game.decks}
    sizes = {id: (shape.width / MM, shape.height / MM) for id, shape in shapes.items()}
    title = next(other.title for other in setups(game, rule_set) if other.id == setup)
    about = {"do": "deal", "setup": setup, "title": title, "seed": seed or ""}
    return Dealt(game.title, {**about, **laid_out(dealt, sizes, size)})
