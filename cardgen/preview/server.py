"""The server: the page and what it asks for, on this machine only."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import re
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from html import escape
from io import BufferedReader
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp

from cardgen.base import colour_math
from cardgen.base.cache import Cache
from cardgen.base.files import FileState, file_state, opened_inside, read_own
from cardgen.base.findings import CardgenError, Finding
from cardgen.engine import Sanitizer, WebFace, svg_values
from cardgen.impose.layouts import LAYOUTS
from cardgen.model.cards import PALETTE
from cardgen.model.project import Project
from cardgen.model.sizes import CARDS, PAPERS
from cardgen.preview.access import GUEST, Doors, Guard
from cardgen.preview.begin_room import BeginError, BeginRoom
from cardgen.preview.bodies import question_of, stream_text
from cardgen.preview.bring_room import BringError, BringRoom
from cardgen.preview.deck_routes import DeckRoutes
from cardgen.preview.design import DesignRoom
from cardgen.preview.design_routes import DesignRoutes
from cardgen.preview.edit_room import EditRoom
from cardgen.preview.editor import open_editor
from cardgen.preview.explanations import explanations
from cardgen.preview.guests import Guests, code_of
from cardgen.preview.kept_project import GameAhead
from cardgen.preview.kept_table import KeptTable
from cardgen.preview.make_room import MakeRoom
from cardgen.preview.orders import OrderError, PageOrder
from cardgen.preview.page_edits import EditError, read_edits
from cardgen.preview.presence import Presence, presence_asked_for
from cardgen.preview.shared_room import SharedRoom
from cardgen.preview.shared_routes import BEAT, SharedRoutes
from cardgen.preview.sheets import SheetRoom
from cardgen.preview.state import PreviewState
from cardgen.preview.table import TableRoom
from cardgen.preview.table_events import MOST_SEATS
from cardgen.preview.table_layout import TableSize
from cardgen.preview.table_worker import DealQuestion, Dealt
from cardgen.preview.watch import newest, watch
from cardgen.sandbox.process import run, safe_process_context

HERE = Path(__file__).resolve().parent / "static"
USUAL = 8031
"""The port that is tried first: a browser keeps zoom and theme for an address."""
_WORKERS = ("compose", "check", "sheet", "table", "make", "edit", "design")
WORKERS = tuple(f"cardgen.preview.{name}_worker" for name in _WORKERS)
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".ttf": "font/ttf",
}
_TYPE = ("Baloo2-ExtraBold.ttf", "Nunito-SemiBold.ttf", "Nunito-ExtraBold.ttf")
"""What the page itself is set in: our own files, whatever a project's fonts of these names look
like."""
_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
_PICTURE_POLICY = {
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
    )
}
"""For art that somebody opens by its address: still a picture, and nothing that runs."""
_FAREWELL = 0.3
"""Seconds after which another project is shown than the one that was asked."""
_LONGEST_FAREWELL = 10
"""Seconds that connections may take to end; on a busy machine two are not enough."""
_DRAWING = re.compile(rb'(href="data:image/svg\+xml;base64,)([^"]*)')
"""A drawing in a drawing, as sanitize.py puts it there."""
_SHOWN = {
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".tif": "image/tiff",
    ".svg": "image/svg+xml",
}
"""Files that were made and that a browser shows; others are saved."""
_PIECE = 1 << 20  # bytes
_PLATE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,99}")
_LONGEST_EDITS = 2_000_000  # bytes
_LONGEST_SEARCH = 2_000  # characters
_LONGEST_NAME = 200  # characters


class Preview:
    """The application: one project, and the pages that show it."""

    def __init__(self, project: Project, language: str, game: str, token: str = "") -> None:
        self.token = token or secrets.token_urlsafe(24)
        self.guest_address = ""
        """The address that other devices of the network open; "" where no door is open to them."""
        self.guest_token = ""
        """The key by which guests edit; "" where they only look."""
        self.guest_key = ""
        """The key by which guests play."""
        self.run = secrets.token_hex(4)
        self.leave: Callable[[], None] = lambda: None
        """Ends the server; what it does is up to that."""
        self.next_project: Project | None = None
        """The project that is to be shown once this preview has ended."""
        self._project = project
        self._language = language
        self._game = game
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._state: PreviewState | None = None
        self._room: SheetRoom | None = None
        self._table: TableRoom | None = None
        self._shared: SharedRoom | None = None
        self._jobs: MakeRoom | None = None
        self._edits: EditRoom | None = None
        self._beginning: BeginRoom | None = None
        self._bringing: BringRoom | None = None
        self._design: DesignRoom | None = None
        self._written: dict[str, FileState] = {}
        """The files that edits of the page have written, as they were left."""
        self._tasks: set[asyncio.Task[None]] = set()
        paths = [
            *(path for path in HERE.iterdir() if path.suffix in _KINDS),
            *(project.shipped / "fonts" / name for name in _TYPE),
        ]
        self._deck_routes = DeckRoutes(
            project, lambda: self.edits, lambda: self.state, _PICTURE_POLICY
        )
        self._static = {path.name: read_own(path) for path in paths}
        pages = ("index.html", "play.html")
        self._index, self._play = (read_own(HERE / page).decode("utf-8") for page in pages)
        self.app = Starlette(
            routes=[
                Route("/", self.page),
                Route("/play", self.play),
                Route("/play/setups", self.setups),
                Route("/play/table", self.table),
                Route("/static/{name}", self.static),
                Route("/findings", self.findings),
                Route("/guests.svg", self.guests),
                Route("/fonts.css", self.fonts),
                Route("/fonts/{key}.ttf", self.font),
                Route(Sanitizer.FOLDER + "{name}", self.art),
                Route("/events", self.events),
                Route("/choose", self.choose),
                Route("/sheets", self.sheets),
                Route("/sheets/{key}.pdf", self.pdf),
                Route("/sheets/{key}/{number}.png", self.sheet),
                Route("/open", self.open, methods=["POST"]),
                Route("/make", self.make, methods=["POST"]),
                Route("/make/command", self.make_command, methods=["POST"]),
                Route("/make/stop", self.make_stop, methods=["POST"]),
                Route("/make/choices", self.make_choices),
                Route("/make/jobs", self.make_jobs),
                Route("/made/{number}/{name:path}", self.made),
                Route("/begin", self.begin, methods=["POST"]),
                Route("/begin/choices", self.begin_choices),
                Route("/begin/proposal", self.begin_proposal, methods=["POST"]),
                Route("/bring", self.bring, methods=["POST"]),
                Route("/edit", self.edit, methods=["POST"]),
                Route("/edit/undo", self.undo, methods=["POST"]),
                Route("/edit/redo", self.redo, methods=["POST"]),
                Route("/edit/state", self.edit_state),
                Route("/edit/restore", self.edit_restore, methods=["POST"]),
                Route("/edit/leave", self.edit_leave, methods=["POST"]),
                *self._deck_routes.routes(),
                *SharedRoutes(
                    lambda: self.shared, lambda: self.tables, lambda: self.state
                ).routes(),
                *DesignRoutes(lambda: self.design, lambda: self.state).routes(),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self._loop = loop = asyncio.get_running_loop()
        root = self._project.root
        self._state = PreviewState(root, self._language, loop, self.run)
        self._room = SheetRoom(root, self._language, loop)
        self._table = TableRoom(root, self._language, loop)
        self._shared = SharedRoom(self._state, KeptTable(root, Cache.of_user()), loop)
        self._jobs = MakeRoom(self._project, loop, self._state.finding_lines)
        self._edits = EditRoom(
            self._project,
            self._language,
            loop,
            self._tell_written,
            self._state.words,
            self._state.tell_edits,
        )
        self._design = DesignRoom(
            root, self._language, loop, self._state.words, self._state.place_words
        )
        self._bringing = BringRoom(self._project, lambda: self.edits, self._state.words)
        self._beginning = BeginRoom(self._project, self._state.words, self._turn_to)
        watching = asyncio.create_task(watch(root, self._changed, self._stop))
        yield
        self._stop.set()
        await asyncio.wait({watching}, timeout=1)
        self._state.close()
        self._room.close()
        self._table.close()
        self._jobs.close()
        self._edits.close()
        self._design.close()

    def _changed(self, saved: float, files: frozenset[str]) -> None:
        """Follow what the watcher tells, but for what edits of the page have told already."""
        others = {file for file in files if self._written.get(file) != file_state(Path(file))}
        if others or not files:
            self.state.changed(saved, files)
            self._later(self.edits.look(map(Path, others)))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin work of this preview; it is held until it is done (asyncio.create_task)."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell_written(self, files: Sequence[Path], ahead: GameAhead | None) -> None:
        """Follow files that an edit has written, before the watcher sees them."""
        paths = frozenset(map(str, files))
        self._written |= {str(file): file_state(file) for file in files}
        self.state.changed(newest(paths), paths, ahead)

    def close(self) -> None:
        """Let the pages go, so that the server can end. May be called by a signal."""

        def closed() -> None:
            self._stop.set()
            self.state.dismiss()
            self.jobs.dismiss()
            self.shared.dismiss()
            for room in (self._room, self._table, self._edits, self._design):
                if room:
                    room.dismiss()

        if self._loop:
            self._loop.call_soon_threadsafe(closed)

    @property
    def jobs(self) -> MakeRoom:
        assert self._jobs is not None
        return self._jobs

    @property
    def tables(self) -> TableRoom:
        assert self._table is not None
        return self._table

    @property
    def shared(self) -> SharedRoom:
        assert self._shared is not None
        return self._shared

    @property
    def edits(self) -> EditRoom:
        assert self._edits is not None
        return self._edits

    @property
    def design(self) -> DesignRoom:
        assert self._design is not None
        return self._design

    @property
    def state(self) -> PreviewState:
        assert self._state is not None
        return self._state

    async def page(self, request: Request) -> Response:
        return self._filled(self._index, request)

    async def play(self, request: Request) -> Response:
        return self._filled(self._play, request)

    def _filled(self, page: str, request: Request) -> Response:
        """A page of ours that has been told about the project."""
        is_guest = request.scope[GUEST]
        about = {
            "token": self.guest_token if is_guest else self.token,
            "plays": self.guest_key if is_guest else self.token,
            "makes": not is_guest,
            "guestsEdit": bool(self.guest_token),
            "run": self.run,
            "editor": not is_guest and bool(os.environ.get("VISUAL", "").strip()),
            "begins": not is_guest and self._project.is_bundled,
            "edits": self._may_edit(request),
            "guests": "" if is_guest else self.guest_address,
            "game": self._game,
            "language": self._language,
            "project": self._project.root.name,
            "papers": list(PAPERS),
            "sizes": list(CARDS),
            "layouts": list(LAYOUTS),
            "visions": {
                name: [list(row) for row in rows] for name, rows in colour_math.VISION.items()
            },
        }
        return HTMLResponse(page.replace("{{about}}", escape(json.dumps(about))))

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        content = self._static.get(name)
        return (
            Response(content, media_type=_KINDS[Path(name).suffix])
            if content is not None
            else _nothing()
        )

    async def findings(self, request: Request) -> Response:
        return HTMLResponse(explanations())

    async def guests(self, request: Request) -> Response:
        if not self.guest_address:
            return _nothing()
        return Response(code_of(self.guest_address), media_type="image/svg+xml")

    async def fonts(self, request: Request) -> Response:
        rules = (face.rule(f"/fonts/{face.key}.ttf") for face in self.state.fonts)
        return Response("".join(rules), media_type="text/css")

    async def font(self, request: Request) -> Response:
        """Answer with a font file, an instance of a variable font included."""
        face = next(
            (face for face in self.state.fonts if face.key == request.path_params["key"]), None
        )
        if face is None or face.instance is None:
            return self._file(face and face.path, "font/ttf", _FOREVER)
        try:
            font_file = await asyncio.to_thread(_made, face)
        except CardgenError:
            return _nothing()
        return Response(font_file, media_type="font/ttf", headers=_FOREVER)

    async def art(self, request: Request) -> Response:
        """Answer with a picture or drawing of a card, of one plate where that is asked for."""
        name = request.path_params["name"]
        asset = self.state.assets.get(name) or self._deck_routes.asset(name)
        asset = asset or self.design.assets.get(name)
        if asset is None:
            return _nothing()
        if isinstance(asset.content, Path):
            return self._file(asset.content, asset.kind, _FOREVER | _PICTURE_POLICY)
        content, plate = asset.content, request.query_params.get("plate", "")
        if asset.kind == "image/svg+xml" and _PLATE.fullmatch(plate):
            content = _as_film(content, plate)
        return Response(content, media_type=asset.kind, headers=_FOREVER | _PICTURE_POLICY)

    def _file(self, path: Path | None, kind: str, headers: dict[str, str]) -> Response:
        """A file of the project as an answer; nothing where it cannot be read."""
        try:
            return (
                Response(self._project.read(path), media_type=kind, headers=headers)
                if path
                else _nothing()
            )
        except (CardgenError, OSError):
            return _nothing()

    async def events(self, request: Request) -> Response:
        view, printer = (
            request.query_params.get(name, "")[:_LONGEST_NAME] for name in ("view", "printer")
        )
        told = self._told(view, printer, edits=self._may_edit(request))
        return StreamingResponse(told, media_type="text/event-stream")

    def _may_edit(self, request: Request) -> bool:
        """True for a page that may edit this project."""
        is_allowed = not request.scope[GUEST] or bool(self.guest_token)
        return is_allowed and not self._project.is_bundled

    async def _told(self, view: str, printer: str, *, edits: bool) -> AsyncIterator[str]:
        """Yield the events for a page, and a beat where nothing happens."""
        listener = self.state.join(view, printer, edits=edits)
        try:
            while not self._stop.is_set():
                try:
                    event = await asyncio.wait_for(listener.events.get(), BEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if event["kind"] == "closing":
                    return
                yield stream_text(event)
        finally:
            self.state.leave(listener)

    async def choose(self, request: Request) -> Response:
        assert self._room is not None
        view, text = (
            request.query_params.get(name, "")[:_LONGEST_SEARCH] for name in ("view", "text")
        )
        return JSONResponse(await self._room.choose(self.state.version, view, text))

    async def sheets(self, request: Request) -> Response:
        assert self._room is not None
        parameters = dict(request.query_params)
        return JSONResponse(
            await self._room.make(parameters.pop("name", ""), parameters, self.state.words)
        )

    async def setups(self, request: Request) -> Response:
        game = request.query_params.get("game", "")[:_LONGEST_NAME]
        return JSONResponse(await self.tables.setups(self.state.version, game, self.state.words))

    async def table(self, request: Request) -> Response:
        """Deal a setup of a game, and answer with the event that deals."""
        parameters = request.query_params
        game, setup, seed = (
            parameters.get(name, "")[:_LONGEST_NAME] for name in ("game", "setup", "seed")
        )
        players, width = (_whole(parameters.get(name, "")) or 0 for name in ("players", "width"))
        share = (_whole(parameters.get("share", "")) or 0) / 100
        if not 1 <= players <= MOST_SEATS:
            return _nothing()
        size = TableSize.within(width, share)
        question = DealQuestion(setup, players, seed, size)
        dealt = await self.tables.deal(self.state.version, game, question)
        if isinstance(dealt, Dealt):
            return JSONResponse({"table": dealt.event, "problems": []})
        return JSONResponse({"table": None, "problems": list(map(self.state.words, dealt))})

    async def pdf(self, request: Request) -> Response:
        assert self._room is not None
        pdf = self._room.pdf(request.path_params["key"])
        return Response(pdf, media_type="application/pdf") if pdf else _nothing()

    async def sheet(self, request: Request) -> Response:
        """Answer with a page of sheets as a picture."""
        assert self._room is not None
        number = _whole(request.path_params["number"])
        width = _whole(request.query_params.get("width", "1200"))
        png = (
            await self._room.page(request.path_params["key"], number, width)
            if number is not None and width
            else b""
        )
        return Response(png, media_type="image/png") if png else _nothing()

    async def open(self, request: Request) -> Response:
        """Open a place of the project in an editor."""
        question = await question_of(request)
        place = self.state.places.get(str(question["at"])) if "at" in question else None
        try:
            if place is None or not self._project.holds(place.file):
                raise CardgenError(
                    Finding("file-missing", "no file of the project is there", "load the page anew")
                )
            open_editor(place)
        except CardgenError as error:
            return JSONResponse({"opened": False, "why": str(error)})
        return JSONResponse({"opened": True})

    async def make(self, request: Request) -> Response:
        """Begin a job; a page that asks for what cannot be, or while another runs, is told."""
        try:
            order = PageOrder.read(await question_of(request))
        except OrderError as error:
            return PlainTextResponse(str(error), 400)
        if not self.jobs.start(order):
            return PlainTextResponse("something is being made already", 409)
        return JSONResponse(self.jobs.plain())

    async def make_command(self, request: Request) -> Response:
        try:
            order = PageOrder.read(await question_of(request))
        except OrderError as error:
            return PlainTextResponse(str(error), 400)
        return JSONResponse({"command": order.command(self.jobs.root)})

    async def make_stop(self, request: Request) -> Response:
        self.jobs.stop()
        return JSONResponse(self.jobs.plain())

    async def make_choices(self, request: Request) -> Response:
        assert self._room is not None
        choices = await self._room.choices(self.state.version)
        return JSONResponse({**choices, "bundled": self._project.is_bundled})

    async def make_jobs(self, request: Request) -> Response:
        version = _whole(request.query_params.get("since", ""))
        news = await self.jobs.news(-1 if version is None else version)
        return JSONResponse(news, 503 if self.jobs.is_closed else 200)

    async def made(self, request: Request) -> Response:
        """A file that was made: one that the page was told, which lies in the output folder."""
        path = self.jobs.file(request.path_params["number"], request.path_params["name"])
        try:
            if path is None:
                return _nothing()
            file = opened_inside(path, self._project.output)
        except (CardgenError, OSError):
            return _nothing()
        kind = _SHOWN.get(path.suffix.lower(), "")
        is_saved = not kind or "save" in request.query_params
        headers = {"content-length": str(os.fstat(file.fileno()).st_size)}
        if path.suffix.lower() == ".svg":
            headers |= _PICTURE_POLICY
        how = "attachment" if is_saved else "inline"
        headers["content-disposition"] = f"{how}; filename*=UTF-8''{quote(path.name, safe='')}"
        media_type = kind or "application/octet-stream"
        return StreamingResponse(_pieces(file), media_type=media_type, headers=headers)

    async def begin(self, request: Request) -> Response:
        """Begin a project, which is shown then."""
        assert self._beginning is not None
        try:
            return JSONResponse(await self._beginning.begin(request))
        except BeginError as error:
            return PlainTextResponse(str(error), 400)

    async def begin_choices(self, request: Request) -> Response:
        assert self._beginning is not None
        return JSONResponse(self._beginning.choices()) if self._beginning.is_open else _nothing()

    async def begin_proposal(self, request: Request) -> Response:
        """Propose a look for a spreadsheet."""
        assert self._beginning is not None
        if not self._beginning.is_open:
            return _nothing()
        try:
            return JSONResponse(await self._beginning.propose(request))
        except BeginError as error:
            return PlainTextResponse(str(error), 400)

    async def bring(self, request: Request) -> Response:
        """Bring a deck, a font or a template into the open project."""
        assert self._bringing is not None
        try:
            return JSONResponse(await self._bringing.bring(request))
        except BringError as error:
            return PlainTextResponse(str(error), 400)

    def _turn_to(self, project: Project) -> None:
        """Show another project: this preview ends once the page has its answer."""
        self.next_project = project
        assert self._loop is not None
        self._loop.call_later(_FAREWELL, self.leave)

    async def edit(self, request: Request) -> Response:
        """Make edits of files; a page that asks for what no page of ours asks for is told."""
        question = await question_of(request, _LONGEST_EDITS)
        try:
            edits = read_edits(question.get("edits"))
        except EditError as error:
            return PlainTextResponse(str(error), 400)
        return JSONResponse(await self.edits.edit(edits, dry=question.get("dry") is True))

    async def undo(self, request: Request) -> Response:
        question = await question_of(request)
        return JSONResponse(await self.edits.undo(leave=question.get("leave") is True))

    async def redo(self, request: Request) -> Response:
        question = await question_of(request)
        return JSONResponse(await self.edits.redo(leave=question.get("leave") is True))

    async def edit_restore(self, request: Request) -> Response:
        """Make edits anew that somebody has saved an older content over."""
        question = await question_of(request)
        return JSONResponse(await self.edits.restore(str(question.get("file", ""))))

    async def edit_leave(self, request: Request) -> Response:
        question = await question_of(request)
        return JSONResponse(await self.edits.leave_lost(str(question.get("file", ""))))

    async def edit_state(self, request: Request) -> Response:
        return JSONResponse(self.edits.state())


def _pieces(file: BufferedReader) -> Iterator[bytes]:
    """The content of a file, which is closed at its end."""
    with file:
        while piece := file.read(_PIECE):
            yield piece


def _whole(text: str) -> int | None:
    """A whole number that a page may ask for; None for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def _made(face: WebFace) -> bytes:
    """The file of a face that is part of another, made in a process that can be stopped. Raises
    CardgenError."""
    (font_file,) = run(face.made)
    return font_file


def _as_film(drawing: bytes, plate: str) -> bytes:
    """A drawing, and those that it shows, with a plate marked as film.

    eyes.js makes its colour black. They were written by lxml, so the first > is the end of the
    first tag."""

    def inside(match: re.Match[bytes]) -> bytes:
        with suppress(ValueError):  # of what only looks like an address
            return match[1] + base64.b64encode(_as_film(base64.b64decode(match[2]), plate))
        return match[0]

    rule = f":root {{ {PALETTE}{plate}: rgb(254,1,254) !important }}"
    return _DRAWING.sub(inside, drawing).replace(
        b">", f'><style xmlns="{svg_values.SVG[1:-1]}">{rule}</style>'.encode(), 1
    )


def _nothing() -> Response:
    return PlainTextResponse("there is nothing here", 404)


class _Server(uvicorn.Server):
    """Ends at once: the pages' open connections are closed before it waits for them."""

    def __init__(
        self,
        config: uvicorn.Config,
        preview: Preview,
        started: Callable[[], None],
        presence: Presence | None,
    ) -> None:
        super().__init__(config)
        self._preview = preview
        self._presence = presence
        self._started = started
        preview.leave = self.leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._started()

    async def on_tick(self, counter: int) -> bool:
        if self._presence and self._presence.is_over():
            self._preview.close()
            return True
        return await super().on_tick(counter)

    def leave(self) -> None:
        """End this server, as by Ctrl-C."""
        self._preview.close()
        self.should_exit = True

    def handle_exit(self, sig: int, frame: Any) -> None:
        self._preview.close()
        super().handle_exit(sig, frame)


def listening(port: int | None, host: str = "127.0.0.1") -> socket.socket:
    """A socket of this machine's own address, or of that in a network.

    Port 0 is any that is free, none is USUAL if that can be had. Raises CardgenError."""
    if port is None:
        try:
            return listening(USUAL, host)
        except CardgenError:
            return listening(0, host)
    listening_socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # Windows lets another program share a port otherwise
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
        listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening_socket.bind((host, port))
        listening_socket.listen(128)
    except OSError as error:
        listening_socket.close()
        sentence = f"port {port} cannot be had: {error.strerror or error}"
        raise CardgenError(
            Finding("preview-failed", sentence, "name another with --port, or leave it out")
        ) from None
    return listening_socket


def serve(
    project: Project,
    report_address: Callable[[str], None],
    *,
    language: str = "",
    game: str = "",
    port: int | None = None,
    browse: bool = True,
    guests: Guests | None = None,
) -> None:
    """Show a project until somebody ends it with Ctrl-C. `report_address` hears the address. Raises
    CardgenError when the port cannot be had.

    With `guests` other devices of the network can look."""
    # it warns of each page that is left while it is told something
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    # here and not in a thread, where the server of processes would hear Ctrl-C
    safe_process_context(*WORKERS)
    token = secrets.token_urlsafe(24)
    guest_door = GuestDoor(secrets.token_urlsafe(24), guests is not None and guests.edits)
    with ExitStack() as stack:
        sockets = [stack.enter_context(listening(port))]
        if guests:
            sockets.append(stack.enter_context(listening(port, guests.host)))
        address = f"http://127.0.0.1:{sockets[0].getsockname()[1]}/?key={token}"

        def started() -> None:
            report_address(address)
            if preview.guest_address:
                report_address(preview.guest_address)
            if browse:
                Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        preview = Preview(project, language, game, token)
        _run(preview, sockets, guest_door, started)
        while preview.next_project:
            preview = Preview(preview.next_project, language, "", token)
            _run(preview, sockets, guest_door, lambda: None)


class GuestDoor(NamedTuple):
    """The key of guests; they may edit if `edits`."""

    key: str
    edits: bool


def _run(
    preview: Preview,
    sockets: Sequence[socket.socket],
    guest_door: GuestDoor,
    started: Callable[[], None],
) -> None:
    """Serve a project on these sockets, the second that of guests, which stay open."""
    app: ASGIApp = Guard(preview.app, sockets[0].getsockname()[1], preview.token)
    if len(sockets) > 1:
        app = _with_guests(preview, app, sockets[1], guest_door)
    presence = presence_asked_for()
    config = uvicorn.Config(
        app if presence is None else presence.watching(app),
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=_LONGEST_FAREWELL,
        ws="none",
    )
    with ExitStack() as stack:
        # the server closes what it is given
        copies = [stack.enter_context(each.dup()) for each in sockets]
        _Server(config, preview, started, presence).run(sockets=copies)


def _with_guests(
    preview: Preview, own_door: ASGIApp, guest_socket: socket.socket, guest_door: GuestDoor
) -> Doors:
    """Both doors: the page's own, and that of guests, which has a key of its own."""
    host, port = guest_socket.getsockname()
    key, edits = guest_door
    preview.guest_address = f"http://{host}:{port}/?key={key}"
    preview.guest_key = key
    preview.guest_token = key if edits else ""
    return Doors(own_door, Guard(preview.app, port, key, host, guests_edit=edits), host)
