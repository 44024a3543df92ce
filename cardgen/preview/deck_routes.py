"""The addresses at which the page asks for a deck as a table, for trials of cards and for art."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cardgen.base.findings import CardgenError, Finding
from cardgen.engine import WebAsset
from cardgen.model.project import Project
from cardgen.preview.art_files import MOST, safe_name, write_art
from cardgen.preview.bodies import body_of, question_of
from cardgen.preview.deck_table import (
    ArtQuestion,
    DrawingsQuestion,
    IconsAnswer,
    IconsQuestion,
    PictureQuestion,
    SetIconQuestion,
    TableAnswer,
    TableQuestion,
    TrialAnswer,
    TrialQuestion,
    table_words,
)
from cardgen.preview.edit_room import EditRoom
from cardgen.preview.page_edits import EditError, plain_values
from cardgen.preview.state import PreviewState
from cardgen.preview.worker import Trouble

Json = dict[str, Any]
_LONGEST_TRIAL = 200_000  # bytes
_LONGEST_NAME = 300  # characters
_MOST_ASSETS = 400
_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}


class DeckRoutes:
    """Answers what the table of a deck asks. `picture_headers` go with every picture."""

    def __init__(
        self,
        project: Project,
        edits: Callable[[], EditRoom],
        state: Callable[[], PreviewState],
        picture_headers: dict[str, str],
    ) -> None:
        self._project = project
        self._edits, self._state = edits, state
        self._headers = _FOREVER | picture_headers
        self._assets: OrderedDict[str, WebAsset] = OrderedDict()

    def routes(self) -> list[Route]:
        """The addresses, all of which guests are refused."""
        return [
            Route("/edit/table", self.table),
            Route("/edit/trial", self.trial, methods=["POST"]),
            Route("/edit/drawings", self.drawings),
            Route("/edit/picture", self.picture),
            Route("/edit/icons", self.icons),
            Route("/edit/icon", self.icon),
            Route("/edit/art", self.bring_art, methods=["POST"]),
        ]

    def asset(self, name: str) -> WebAsset | None:
        """A picture that the trial of a card shows."""
        return self._assets.get(name)

    async def table(self, request: Request) -> Response:
        answer = await self._edits().ask(TableQuestion(_named(request, "deck")))
        if isinstance(answer, TableAnswer):
            return JSONResponse(table_words(answer, self._state().place_words))
        return self._refused(answer)

    async def trial(self, request: Request) -> Response:
        question = await question_of(request, _LONGEST_TRIAL)
        try:
            values = plain_values(question.get("values"))
        except EditError as error:
            return PlainTextResponse(str(error), 400)
        name, card = (str(question.get(key, ""))[:_LONGEST_NAME] for key in ("deck", "card"))
        answer = await self._edits().ask(TrialQuestion(name, card, tuple(values.items())))
        if not isinstance(answer, TrialAnswer):
            return self._refused(answer)
        self._assets |= answer.assets
        while len(self._assets) > _MOST_ASSETS:
            self._assets.popitem(last=False)
        problems = [self._state().words(problem) for problem in answer.problems]
        return JSONResponse({"face": answer.face, "back": answer.back, "problems": problems})

    async def drawings(self, request: Request) -> Response:
        answer = await self._edits().ask(
            DrawingsQuestion(_named(request, "game"), _named(request, "card"))
        )
        if isinstance(answer, tuple) and not isinstance(answer, Trouble):
            return JSONResponse([drawing._asdict() for drawing in answer])
        return self._refused(answer)

    async def picture(self, request: Request) -> Response:
        return await self._picture(
            PictureQuestion(_named(request, "game"), _named(request, "name"))
        )

    async def icons(self, request: Request) -> Response:
        answer = await self._edits().ask(IconsQuestion(_named(request, "words")))
        if isinstance(answer, IconsAnswer):
            rows = [icon._asdict() for icon in answer.icons]
            return JSONResponse({"icons": rows, "total": answer.total})
        return self._refused(answer)

    async def icon(self, request: Request) -> Response:
        return await self._picture(SetIconQuestion(_named(request, "name")))

    async def _picture(self, question: PictureQuestion | SetIconQuestion) -> Response:
        answer = await self._edits().ask(question)
        if not isinstance(answer, WebAsset):
            return PlainTextResponse("there is nothing here", 404)
        return Response(answer.content, media_type=answer.kind, headers=self._headers)

    async def bring_art(self, request: Request) -> Response:
        """Put a picture into the folder of art; one that is there is replaced if that is asked."""
        data = await body_of(request, MOST)
        is_replaced = request.query_params.get("replace") == "yes"
        try:
            self._project.check_writable()
            name = safe_name(_named(request, "name"))
            path = await self._edits().ask(ArtQuestion(_named(request, "game"), name, data))
            if isinstance(path, tuple):
                return self._refused(path)
            await asyncio.to_thread(write_art, self._project, path, data, is_replaced=is_replaced)
        except CardgenError as error:
            return JSONResponse({"done": False, "finding": self._words(error.findings[0])})
        except FileExistsError as error:
            return JSONResponse({"done": False, "file": name, "exists": str(error)})
        return JSONResponse({"done": True, "file": name, "name": path.stem})

    def _refused(self, answer: Any) -> Response:
        problems = answer.problems if isinstance(answer, Trouble) else ()
        problem = next(
            iter(problems), Finding("preview-failed", "this was not answered", "try it again")
        )
        return JSONResponse({"done": False, "finding": self._words(problem)})

    def _words(self, problem: Finding) -> Json:
        return {**self._state().words(problem), "sentence": problem.sentence}


def _named(request: Request, name: str) -> str:
    return request.query_params.get(name, "")[:_LONGEST_NAME]
