"""A desk before a process that stays: the server's event loop asks, and awaits the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any

from cardgen.preview.worker import Done, Worker, in_loop


class Desk:
    """Passes requests to a worker, and its answers to those who wait for them."""

    def __init__(
        self,
        work: Callable[..., Iterable[Any]],
        root: Path | None,
        language: str,
        loop: asyncio.AbstractEventLoop,
        seconds: float,
    ) -> None:
        self._loop = loop
        self._worker = Worker(
            work, root, language, receive=in_loop(loop, self._received), seconds=seconds
        )
        self._tickets = count()
        self._waiting: dict[int, asyncio.Future[Any]] = {}

    async def ask(self, *request: Any) -> Any:
        """The first answer to a request; Trouble or Done where there is none."""
        ticket = next(self._tickets)
        answered = self._waiting[ticket] = self._loop.create_future()
        self._worker.ask(ticket, *request)
        return await answered

    def dismiss(self) -> None:
        """Let those go who wait: there is no answer for them."""
        for answered in self._waiting.values():
            if not answered.done():
                answered.set_result(Done())
        self._waiting.clear()

    def close(self) -> None:
        self._worker.close()

    def _received(self, request: tuple[Any, ...], answer: Any) -> None:
        answered = self._waiting.pop(request[0], None)
        if answered and not answered.done():
            answered.set_result(answer)
