"""The addresses at which the page asks for a card that is worked on, and for what it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.preview.bodies import question_of
from cardgen.preview.design import DesignRoom
from cardgen.preview.state import PreviewState

_LONGEST_DRAFT = 4_000_000  # bytes
_LONGEST_NAME = 300  # characters


class DesignRoutes:
    """Answers what the page asks that moves what is on a card."""

    def __init__(self, room: Callable[[], DesignRoom], state: Callable[[], PreviewState]) -> None:
        self._room, self._state = room, state

    def routes(self) -> list[Route]:
        """The addresses, all of which guests are refused."""
        return [
            Route("/design", self.card, methods=["POST"]),
            Route("/design/settings", self.settings, methods=["POST"]),
            Route("/design/template", self.template, methods=["POST"]),
        ]

    async def card(self, request: Request) -> Response:
        """A card with where each thing on it comes from; `drafts` are texts of templates that are
        not on the disk."""
        question = await question_of(request, _LONGEST_DRAFT)
        deck, card = _name(question, "deck"), _name(question, "card")
        asked_drafts = question.get("drafts")
        drafts = {
            str(file)[:_LONGEST_NAME]: text
            for file, text in (asked_drafts if isinstance(asked_drafts, dict) else {}).items()
            if isinstance(text, str)
        }
        return JSONResponse(await self._room().card(self._state().version, deck, card, drafts))

    async def settings(self, request: Request) -> Response:
        """What a game or a deck says of its looks."""
        of = _name(await question_of(request), "of")
        return JSONResponse(await self._room().settings(self._state().version, of))

    async def template(self, request: Request) -> Response:
        """The text of a template."""
        file = _name(await question_of(request), "file")
        return JSONResponse(await self._room().template(self._state().version, file))


def _name(question: dict[str, Any], key: str) -> str:
    return str(question.get(key, ""))[:_LONGEST_NAME]
