"""The card that is worked on, for the page: a process of its own composes it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cardgen.base.findings import Finding, Place
from cardgen.engine import WebAsset
from cardgen.preview.design_worker import DesignedCard, design_answers
from cardgen.preview.desk import Desk
from cardgen.preview.worker import Trouble

_SECONDS = 10.0
_MOST_ASSETS = 400
_NO_ANSWER = Finding("preview-failed", "the card was not composed", "try it again")
Words = Callable[[Finding], dict[str, Any]]


class DesignRoom:
    """Asks the process that composes single cards, in the server's event loop.

    `words` says a problem for the page, `place_text` a place that it may open."""

    def __init__(
        self,
        root: Path | None,
        language: str,
        loop: asyncio.AbstractEventLoop,
        words: Words,
        place_text: Callable[[Place], str],
    ) -> None:
        self._desk = Desk(design_answers, root, language, loop, _SECONDS)
        self._words = words
        self._place_text = place_text
        self.assets: OrderedDict[str, WebAsset] = OrderedDict()
        """The pictures of the last cards, by name."""

    async def card(
        self, version: int, deck: str, card: str, drafts: Mapping[str, str]
    ) -> dict[str, Any]:
        """A card at a version of the project with what lies on it, or what is wrong."""
        answer = await self._desk.ask("card", version, deck, card, dict(drafts))
        if isinstance(answer, DesignedCard):
            self.assets |= answer.assets
            while len(self.assets) > _MOST_ASSETS:
                self.assets.popitem(last=False)
            problems = list(map(self._words, answer.problems))
            for side in answer.sides.values():
                self._name_places(side)
            return {"sides": answer.sides, "files": answer.files, "problems": problems}
        return {"sides": {}, "files": [], "problems": self._problems(answer)}

    async def settings(self, version: int, of: str) -> dict[str, Any]:
        """What a game, or a deck, says of its looks."""
        answer = await self._desk.ask("settings", version, of)
        if isinstance(answer, dict):
            return {**answer, "problems": []}
        return {"problems": self._problems(answer)}

    async def template(self, version: int, file: str) -> dict[str, Any]:
        """The text of a template of the project."""
        answer = await self._desk.ask("template", version, file)
        if isinstance(answer, str):
            return {"text": answer, "problems": []}
        return {"text": None, "problems": self._problems(answer)}

    def _name_places(self, side: dict[str, Any]) -> None:
        for things in (side.get("elements", {}), side.get("calls", {})):
            for thing in things.values():
                for key in ("place", "asked_at"):
                    if key in thing:
                        thing[key] = self._place_text(thing[key])

    def dismiss(self) -> None:
        """Let those go who wait for an answer."""
        self._desk.dismiss()

    def close(self) -> None:
        self._desk.close()

    def _problems(self, answer: Any) -> list[dict[str, Any]]:
        problems = answer.problems if isinstance(answer, Trouble) else (_NO_ANSWER,)
        return list(map(self._words, problems))
