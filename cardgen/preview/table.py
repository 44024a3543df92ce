"""The table to play on, for the page: how a game can begin, and the cards as they are dealt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cardgen.base.findings import Finding
from cardgen.preview.desk import Desk
from cardgen.preview.table_worker import DealQuestion, Dealt, table_answers
from cardgen.preview.worker import Trouble

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
        return {"setups": [], "problems": list(map(words, _findings(answer)))}

    async def deal(
        self, version: int, game: str, question: DealQuestion
    ) -> Dealt | Sequence[Finding]:
        """A setup as it is dealt, or the problems that it meets."""
        answer = await self._desk.ask("table", version, game, question)
        return answer if isinstance(answer, Dealt) else _findings(answer)

    def dismiss(self) -> None:
        """Let those go who wait for an answer."""
        self._desk.dismiss()

    def close(self) -> None:
        self._desk.close()


def _findings(answer: Any) -> Sequence[Finding]:
    return answer.problems if isinstance(answer, Trouble) else ()
