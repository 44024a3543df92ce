"""The addresses of the shared table: what everybody there may ask, and what only the host may.

A player is told apart by a cookie that no script reads. Guests of other devices come as far as
`/table`; `/host` is the page's own, as `access.py` sees to."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable
from math import isfinite
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from cardgen.base.findings import Finding
from cardgen.preview.access import GUEST
from cardgen.preview.bodies import question_of, stream_text
from cardgen.preview.shared_room import SharedRoom, TableListener
from cardgen.preview.shared_table import MoveRefusedError, SharedTable
from cardgen.preview.state import PreviewState
from cardgen.preview.table import TableRoom
from cardgen.preview.table_events import (
    MOST_BYTES,
    MOST_SEATS,
    SessionFile,
    WrongEventError,
    read_session,
)
from cardgen.preview.table_layout import TableSize
from cardgen.preview.table_worker import DealQuestion, Dealt

BEAT = 15.0
"""Seconds after which a silent connection is shown to be alive."""
_LONGEST_MOVE = 40_000  # bytes
_LONGEST_NAME = 200  # characters
_LARGEST = 2**53
_A_WEEK = 7 * 24 * 3600
Answer = Callable[[Request, SharedTable, str, dict[str, Any]], Response]


class SharedRoutes:
    """Answers what pages ask of the shared table."""

    def __init__(
        self,
        room: Callable[[], SharedRoom],
        dealer: Callable[[], TableRoom],
        state: Callable[[], PreviewState],
    ) -> None:
        self._room, self._dealer, self._state = room, dealer, state

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/table/events", self.events),
            Route("/table/session", self.session),
            Route("/table/sit", self._asked(_sit), methods=["POST"]),
            Route("/table/leave", self._asked(_leave), methods=["POST"]),
            Route("/table/move", self._asked(_move), methods=["POST"]),
            Route("/host/deal", self.deal, methods=["POST"]),
            Route("/host/open", self.open, methods=["POST"]),
            Route("/host/free", self._asked(_free), methods=["POST"]),
            Route("/host/save", self._asked(_save), methods=["POST"]),
            Route("/host/end", self._asked(_end), methods=["POST"]),
            Route("/host/close", self.close, methods=["POST"]),
        ]

    # -- for everybody

    async def events(self, request: Request) -> Response:
        """The table as a seat of this browser sees it, and what changes there."""
        text = request.query_params.get("seat", "")
        seat = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
        listener = TableListener(_player(request), seat, request.scope[GUEST])
        if not self._room().join(listener):
            return PlainTextResponse("too many look on already", 503)
        return StreamingResponse(self._told(listener), media_type="text/event-stream")

    async def _told(self, listener: TableListener) -> AsyncIterator[str]:
        room = self._room()
        try:
            while not room.is_closed:
                listener.woken.clear()
                for event in room.news(listener):
                    yield stream_text(event)
                try:
                    await asyncio.wait_for(listener.woken.wait(), BEAT)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            room.leave(listener)

    async def session(self, request: Request) -> Response:
        """The session, once the game has ended: until then it would show what is hidden."""
        table = self._room().table
        if table is None or not table.is_over:
            return PlainTextResponse("there is nothing here", 404)
        return _session_answer(table.session)

    def _asked(self, answer: Answer) -> Callable[[Request], Any]:
        """A route that asks something of the table: bounded, and answered in one piece."""

        async def asked(request: Request) -> Response:
            question = await question_of(request, _LONGEST_MOVE)
            room, player = self._room(), _player(request)
            if room.table is None:
                return _refused("closed")
            if not room.pace.allows(player if room.table.seats_of(player) else _place(request)):
                return _refused("fast", 429)
            try:
                response = answer(request, room.table, player, question)
            except MoveRefusedError as error:
                return _refused(error.reason)
            room.changed()
            return response

        return asked

    # -- for the host

    async def deal(self, request: Request) -> Response:
        """Deal a setup at the shared table, which it opens."""
        question = await question_of(request)
        game, setup = (str(question.get(name, ""))[:_LONGEST_NAME] for name in ("game", "setup"))
        players = int(min(max(_number_of(question, "players"), 1), MOST_SEATS))
        seed = str(question.get("seed", "")).strip()[:100] or None
        size = TableSize.within(*(_number_of(question, name) for name in ("width", "share")))
        version, words = self._state().version, self._state().words
        dealt = await self._dealer().deal(version, game, DealQuestion(setup, players, seed, size))
        if not isinstance(dealt, Dealt):
            return _answer_of(dealt, words)
        self._room().begin(SessionFile(game, dealt.game_title, [dealt.event]))
        return _answer_of((), words)

    async def open(self, request: Request) -> Response:
        """Open a saved session at the shared table, to go on with it."""
        question = await question_of(request, 2 * MOST_BYTES)
        try:
            session = await asyncio.to_thread(read_session, question)
        except WrongEventError as error:
            return JSONResponse({"why": str(error)}, 400)
        self._room().begin(session)
        return JSONResponse({})

    async def close(self, request: Request) -> Response:
        """Close the table: everybody plays alone again."""
        self._room().close_table()
        return JSONResponse({})


# -- what is asked of the table


def _sit(request: Request, table: SharedTable, player: str, question: dict[str, Any]) -> Response:
    """Take a seat; a browser without a key gets one."""
    key = request.cookies.get(_cookie(request), "")
    if not table.seats_of(player):
        key = secrets.token_urlsafe(24)
    table.sit(_digest(key), _seat_of(question))
    response = JSONResponse({"mine": table.seats_of(_digest(key))})
    response.set_cookie(
        _cookie(request), key, _A_WEEK, path="/table", httponly=True, samesite="strict"
    )
    return response


def _leave(request: Request, table: SharedTable, player: str, question: dict[str, Any]) -> Response:
    table.leave(player, _seat_of(question))
    return JSONResponse({"mine": table.seats_of(player)})


def _move(request: Request, table: SharedTable, player: str, question: dict[str, Any]) -> Response:
    """Make a move, or undo or redo the last one."""
    move, seat = question.get("move"), _seat_of(question)
    revision, number = question.get("revision"), question.get("number", 0)
    if not isinstance(move, dict) or type(revision) is not int or type(number) is not int:
        raise MoveRefusedError("wrong")
    if move.get("do") == "undo":
        table.undo(player, seat, revision)
    elif move.get("do") == "redo":
        table.redo(player, seat, revision)
    else:
        table.move(player, seat, revision, move)
    table.made[player] = min(number, _LARGEST)
    return JSONResponse({"revision": table.revision})


def _free(request: Request, table: SharedTable, player: str, question: dict[str, Any]) -> Response:
    table.free(_seat_of(question))
    return JSONResponse({})


def _save(request: Request, table: SharedTable, player: str, question: dict[str, Any]) -> Response:
    return _session_answer(table.save())


def _end(request: Request, table: SharedTable, player: str, question: dict[str, Any]) -> Response:
    table.end()
    return JSONResponse({})


# -- parts of questions and answers


def _cookie(request: Request) -> str:
    """The name of the cookie with a player's key; browsers share them among ports."""
    return f"cardgen-player-{request.url.port or 80}"


def _player(request: Request) -> str:
    """The player who asks, by the digest of the key; "" for one who has none."""
    key = request.cookies.get(_cookie(request), "")
    return _digest(key) if key else ""


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _place(request: Request) -> str:
    """The machine that asks: what those who have no key yet are counted by."""
    return f"@{request.client.host}" if request.client else "@"


def _seat_of(question: dict[str, Any]) -> int:
    seat = question.get("seat")
    if type(seat) is not int:
        raise MoveRefusedError("wrong")
    return seat


def _number_of(question: dict[str, Any], name: str) -> float:
    """A number of a question; 0 for what is none."""
    value = question.get(name)
    is_number = type(value) in (int, float) and isfinite(float(str(value)))
    return float(str(value)) if is_number else 0.0


def _refused(reason: str, status: int = 409) -> Response:
    return JSONResponse({"why": reason}, status)


def _answer_of(problems: Any, words: Callable[[Finding], dict[str, Any]]) -> Response:
    return JSONResponse({"problems": list(map(words, problems))})


def _session_answer(session: SessionFile) -> Response:
    return Response(session.text(), media_type="application/json")
