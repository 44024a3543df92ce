"""Projects that the page begins, where there is none: what it asks for, read and made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request

from cardgen.base.findings import CardgenError, Finding
from cardgen.model.project import Project, find_project
from cardgen.preview.bodies import body_of, files_in, head_in, line_in

Json = dict[str, Any]
LARGEST = 256 << 20
"""Bytes of what is brought at once."""
_TEXTS = ("kind", "folder", "title", "size", "look", "palette", "game")


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
        from cardgen.api.beginning import LOOKS, size_of_look
        from cardgen.load.looks import look_palettes
        from cardgen.model.card_roles import FACES
        from cardgen.model.sizes import CARDS

        return {
            "sizes": list(CARDS),
            "looks": list(LOOKS),
            "faces": {
                look: {"palette": palette, "size": size_of_look(look)}
                for look, palette in FACES.items()
            },
            "palettes": {
                name: {each: str(colour) for each, colour in colours.items()}
                for name, colours in look_palettes().items()
            },
            "games": [folder.name for folder in self._project.game_folders()],
            "here": str(Path.cwd()),
        }

    async def propose(self, request: Request) -> Json:
        """Answer with the look that suits the spreadsheet that was brought. Raises BeginError."""
        from cardgen.api.beginning import proposed_look

        _, files = _head_and_files(await body_of(request, LARGEST))
        try:
            return {"look": await asyncio.to_thread(proposed_look, files)}
        except CardgenError as error:
            return {"finding": self._said(error)}

    def _said(self, error: CardgenError) -> Json:
        finding = error.findings[0]
        return {**self._words(finding), "sentence": finding.sentence}

    async def begin(self, request: Request) -> Json:
        """Begin what a page asks for, and show it. Raises BeginError."""
        if not self.is_open:
            raise BeginError("there is a project here already")
        head, files = _parts(await body_of(request, LARGEST))
        async with self._turn:
            if not self.is_open:  # by another page meanwhile
                raise BeginError("a project was begun already")
            try:
                made = await asyncio.to_thread(_begun, head, files)
                project = find_project(_folder(head["folder"]))
            except CardgenError as error:
                return {"done": False, "finding": self._said(error)}
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


def _parts(body: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    """What is asked for, a line of JSON, and the files behind it. Raises BeginError."""
    from cardgen.api.beginning import KINDS, LOOKS
    from cardgen.load.looks import look_palettes

    texts, files = _head_and_files(body)
    is_known = (
        texts["kind"] in KINDS
        and texts["look"] in ("", *LOOKS)
        and texts["palette"] in ("", *look_palettes())
    )
    if not is_known or not texts["folder"]:
        raise BeginError("that cannot be begun")
    return texts, files


def _head_and_files(body: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    """The texts that a page sends, empty where it does not, and the files. Raises BeginError."""
    try:
        head, rest = head_in(body)
        return {name: line_in(head, name) for name in _TEXTS}, files_in(head.get("files", []), rest)
    except ValueError as error:
        raise BeginError(str(error)) from None
