"""The sheets of a deck as they will print, for the page.

A process of their own makes them; they are kept while they are shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cardgen.base.findings import Finding
from cardgen.preview.desk import Desk
from cardgen.preview.sheet_worker import sheet_answers
from cardgen.preview.worker import Done, Trouble

_KEPT = 2
_CHOICES = ("paper", "layout", "flip", "ink")


class SheetRoom:
    """Asks the process that makes sheets, and waits for its answers.

    It waits in the server's event loop."""

    def __init__(self, root: Path | None, language: str, loop: asyncio.AbstractEventLoop) -> None:
        self._desk = Desk(sheet_answers, root, language, loop, seconds=60.0)
        self._pdfs: dict[str, bytes] = {}

    async def make(
        self, name: str, parameters: Mapping[str, str], words: Callable[[Finding], dict[str, Any]]
    ) -> dict[str, Any]:
        """The sheets of a game's deck; `words` says a problem for the page."""
        key = secrets.token_hex(8)
        options: dict[str, Any] = {
            choice: parameters[choice] for choice in _CHOICES if choice in parameters
        }
        options["papers"] = (options.pop("paper", "a4"),)
        answer = await self._desk.ask("make", key, name, options)
        if isinstance(answer, Trouble | Done):
            problems = answer.problems if isinstance(answer, Trouble) else ()
            return {"pages": [], "notes": [], "problems": list(map(words, problems))}
        if answer.pdf:
            self._pdfs = {**dict(list(self._pdfs.items())[1 - _KEPT :]), key: answer.pdf}
        about = {"key": key, "pages": answer.sizes, "notes": list(map(words, answer.notes))}
        return {**about, "problems": list(map(words, answer.problems))}

    async def choose(self, version: int, name: str, selection: str) -> dict[str, Any]:
        """The cards that a selection means of a game or a deck.

        They are those of a version of the project. Where it means none it is the reason, a text."""
        answer = await self._desk.ask("choose", str(version), name, selection)
        if isinstance(answer, dict):
            return {"cards": answer, "why": ""}
        return {
            "cards": {},
            "why": str(answer.problems[0]) if isinstance(answer, Trouble) else "it takes too long",
        }

    async def choices(self, version: int) -> dict[str, Any]:
        """What a page can choose to be made, at a version of the project."""
        answer = await self._desk.ask("choices", str(version))
        return answer if isinstance(answer, dict) else {"games": [], "printers": []}

    async def page(self, key: str, number: int, width: int) -> bytes:
        """A page as PNG; nothing when it is not there, or no longer."""
        answer = await self._desk.ask("page", key, number, width) if key in self._pdfs else None
        return answer if isinstance(answer, bytes) else b""

    def pdf(self, key: str) -> bytes:
        return self._pdfs.get(key, b"")

    def dismiss(self) -> None:
        """Let those go who wait for an answer."""
        self._desk.dismiss()

    def close(self) -> None:
        self._desk.close()
