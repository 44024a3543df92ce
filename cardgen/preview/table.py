"""The table to play on, for the page: how a game can begin, and the cards as they are dealt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardgen.base.findings import Finding
from cardgen.preview.desk import Desk
from cardgen.preview.table_worker import table_answers
from cardgen.preview.worker import Trouble
from cardgen.rules.setups import LaidTable

_SECONDS = 10.0
Words = Callable[[Finding], dict[str, Any]]


class TableRoom:
    """Asks the process that deals, in the server's event loop.

    `words` says a problem for the page."""

    def __init__(self, root: Path | None, language: str, loop: asyncio.AbstractEventLoop) -> None:
        self._desk = Desk(table_answers, root, language, loop, _SECONDS)

    async def setups(self, version: int, game: str, words: Words) -> dict[str, Any]:
        """The setups of a game at a version of the project."""
        answer = await self._desk.ask("setups", version, game)
        if isinstance(answer, list):
            return {"setups": [setup._asdict() for setup in answer], "problems": []}
        return {"setups": [], "problems": _problems(answer, words)}

    async def deal(
        self, version: int, game: str, setup: str, players: int, seed: str, words: Words
    ) -> dict[str, Any]:
        """The table of a setup, dealt by a seed."""
        answer = await self._desk.ask("table", version, game, setup, players, seed)
        if isinstance(answer, LaidTable):
            piles = [pile._asdict() for pile in answer.piles]
            return {"table": {**answer._asdict(), "piles": piles}, "problems": []}
        return {"table": None, "problems": _problems(answer, words)}

    def dismiss(self) -> None:
        """Let those go who wait for an answer."""
        self._desk.dismiss()

    def close(self) -> None:
        self._desk.close()


def _problems(answer: Any, words: Words) -> list[dict[str, Any]]:
    return list(map(words, answer.problems)) if isinstance(answer, Trouble) else []
