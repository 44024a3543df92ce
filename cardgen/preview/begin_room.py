"""Projects that the page begins, where there is none: what it asks for, read and made."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cardgen.base.findings import CardgenError, Finding
from cardgen.model.project import Project, find_project

Json = dict[str, Any]
_LONGEST_HEAD = 200_000  # bytes
_LARGEST = 256 << 20  # bytes
_MOST_FILES = 2_000
_LONGEST_NAME = 300  # characters
_TEXTS = ("kind", "folder", "title", "size", "look", "game")


class BeginError(ValueError):
    """A question that no page of ours asks."""


class BeginRoom:
    """Begins one project where `project` is none of the user's. `turn_to` shows another one."""

    def __init__(
        self,
        project: Project,
        words: Callable[[Finding], Json],
        turn_to: Callable[[Project], None],
    ) -> None:
        self._project = project
        self._words = words
        self._turn_to = turn_to
        self._turn = asyncio.Lock()
        self._is_begun = False

    @property
    def is_open(self) -> bool:
        """True where a page may begin a project: outside of any."""
        return self._project.is_bundled and not self._is_begun

    def choices(self) -> Json:
        """What a page can choose, in plain values."""
        from cardgen.api.beginning import LOOKS
        from cardgen.model.sizes import CARDS

        games = [folder.name for folder in self._project.game_folders()]
        return {"sizes": list(CARDS), "looks": list(LOOKS), "games": games, "here": str(Path.cwd())}

    async def begin(self, request: Request) -> Json:
        """Begin what a page asks for, and show it. Raises BeginError."""
        if not self.is_open:
            raise BeginError("there is a project here already")
        head, files = _parts(await _body(request))
        async with self._turn:
            if not self.is_open:  # by another page meanwhile
                raise BeginError("a project was begun already")
            try:
                made = await asyncio.to_thread(_begun, head, files)
                project = find_project(_folder(head["folder"]))
            except CardgenError as error:
                finding = error.findings[0]
                words = {**self._words(finding), "sentence": finding.sentence}
                return {"done": False, "finding": words}
            self._is_begun = True
            self._turn_to(project)
        paths = [path.as_posix() for path in made]
        return {"done": True, "folder": str(project.root), "files": paths}


def _begun(head: dict[str, str], files: dict[str, bytes]) -> list[Path]:
    from cardgen.api.beginning import Beginning, begin

    values = {name: text for name, text in head.items() if name != "folder" and text}
    return begin(Beginning(**values, folder=_folder(head["folder"]), files=files))


def _folder(text: str) -> Path:
    """The folder that a person typed, counted from the current one. Raises CardgenError."""
    try:
        return Path(text).expanduser().absolute()
    except (RuntimeError, ValueError):
        what = f'"{text}" names no folder'
        raise CardgenError(Finding("file-missing", what, "write such as  my-game")) from None


async def _body(request: Request) -> bytes:
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > _LARGEST:
            raise HTTPException(413, "these files are more than 256 MB together")
        pieces.append(piece)
    return b"".join(pieces)


def _parts(body: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    """What is asked for, a line of JSON, and the files behind it. Raises BeginError."""
    from cardgen.api.beginning import KINDS, LOOKS

    line, _, rest = body.partition(b"\n")
    try:
        head = json.loads(line) if len(line) <= _LONGEST_HEAD else None
    except ValueError:
        head = None
    if not isinstance(head, dict):
        raise BeginError("that is no question")
    texts = {name: head.get(name, "") for name in _TEXTS}
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > _LONGEST_NAME or not text.isprintable():
            raise BeginError(f"{name} is no line of text")
    if texts["kind"] not in KINDS or texts["look"] not in ("", *LOOKS) or not texts["folder"]:
        raise BeginError("that cannot be begun")
    return texts, _files(head.get("files", []), rest)


def _files(listed: object, data: bytes) -> dict[str, bytes]:
    """Files by name, cut out of what was sent. Raises BeginError."""
    if not isinstance(listed, list) or len(listed) > _MOST_FILES:
        raise BeginError(f"there are at most {_MOST_FILES} files")
    files: dict[str, bytes] = {}
    at = 0
    for entry in listed:
        match entry:
            case [str(name), int(size)] if 0 <= size <= len(data) - at and _is_name(name):
                files[name] = data[at : at + size]
                at += size
            case _:
                raise BeginError("that is no file")
    if at != len(data):
        raise BeginError("the files are not as large as they are said to be")
    return files


def _is_name(name: str) -> bool:
    """True for the name of a file without a folder."""
    is_short = 0 < len(name) <= _LONGEST_NAME and name.isprintable()
    return is_short and not any(sign in name for sign in "/\\:") and name not in (".", "..")
