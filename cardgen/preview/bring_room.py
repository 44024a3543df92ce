"""What the page brings into the open project: decks, fonts, templates, icons of sets; written and
taken back as edits are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from cardgen.base.findings import CardgenError, Finding
from cardgen.model.project import Project
from cardgen.preview.bodies import body_of, files_in, head_in, line_in
from cardgen.preview.edit_room import EditRoom
from cardgen.preview.edit_worker import MadeEdits

if TYPE_CHECKING:
    from cardgen.api.bringing import Brought
    from cardgen.api.workshop import Workshop

Json = dict[str, Any]
_LARGEST = 256 << 20  # bytes
_TEXTS = ("kind", "game", "title", "size", "deck", "card", "side", "icon")
_SIDES = ("template", "back")


class BringError(ValueError):
    """A question that no page of ours asks."""


@dataclass(frozen=True, slots=True)
class FontQuestion:
    """Asks for the changes by which a font lies in the project."""

    name: str
    data: bytes

    def answer(self, workshop: Workshop) -> MadeEdits:
        from cardgen.api.bringing import font_brought

        return _made(font_brought(workshop.project, self.name, self.data))


@dataclass(frozen=True, slots=True)
class TemplateQuestion:
    """Asks for the changes by which a shipped template of a deck is one of the project's own."""

    deck: str
    card: str
    side: str

    def answer(self, workshop: Workshop) -> MadeEdits:
        from cardgen.api.bringing import template_brought

        return _made(template_brought(workshop, self.deck, self.card, self.side))


@dataclass(frozen=True, slots=True)
class IconQuestion:
    """Asks for the changes by which an icon of a set is one of the project."""

    name: str

    def answer(self, workshop: Workshop) -> MadeEdits:
        from cardgen.api.icons import icon_taken
        from cardgen.load.icon_catalogue import open_catalogue

        return _made(icon_taken(workshop, open_catalogue(workshop.project, []), self.name))


class BringRoom:
    """Brings what the page asks for into a project. `words` says a finding for the page."""

    def __init__(
        self,
        project: Project,
        edits: Callable[[], EditRoom],
        words: Callable[[Finding], Json],
    ) -> None:
        self._project = project
        self._edits = edits
        self._words = words

    async def bring(self, request: Request) -> Json:
        """Bring what a page asks for, or show what would be written. Raises BringError."""
        head, texts, files = _parts(await body_of(request, _LARGEST))
        dry = head.get("dry") is True
        if texts["kind"] == "deck":
            return await self._bring_deck(texts, files, dry=dry)
        if texts["kind"] == "font":
            ((name, data),) = files.items()
            return await self._edits().bring(FontQuestion(name, data), dry=dry)
        if texts["kind"] == "icon":
            return await self._edits().bring(IconQuestion(texts["icon"]), dry=dry)
        question = TemplateQuestion(texts["deck"], texts["card"], texts["side"])
        return await self._edits().bring(question, dry=dry)

    async def _bring_deck(self, texts: dict[str, str], files: dict[str, bytes], dry: bool) -> Json:
        try:
            made, name = await asyncio.to_thread(self._deck, texts, files)
        except CardgenError as error:
            finding = error.findings[0]
            words = {**self._words(finding), "sentence": finding.sentence}
            return {"done": False, "finding": words, **self._edits().state()}
        answer = await self._edits().bring(made, dry=dry)
        return {**answer, "deck": f"{texts['game']}/{name}"}

    def _deck(self, texts: dict[str, str], files: dict[str, bytes]) -> tuple[MadeEdits, str]:
        """The changes by which a deck is there, and its id. Raises CardgenError."""
        from cardgen.api.bringing import BroughtDeck, deck_brought

        folders = {folder.name: folder for folder in self._project.game_folders()}
        folder = folders.get(texts["game"])
        if folder is None:
            what = f'there is no game "{texts["game"]}"'
            raise CardgenError(Finding("unknown-game", what, "load the page anew"))
        size = texts["size"] or "poker"
        brought = deck_brought(self._project, BroughtDeck(folder, texts["title"], size, files))
        return _made(brought), brought.name


def _made(brought: Brought) -> MadeEdits:
    lines = [line for change in brought.changes for line in change.diff()]
    says = (brought.says,)
    return MadeEdits(brought.changes, says, brought.notes, tuple(lines), name=brought.name)


def _parts(body: bytes) -> tuple[Json, dict[str, str], dict[str, bytes]]:
    """What is asked for, its lines of text, and the files behind them. Raises BringError."""
    try:
        head, rest = head_in(body)
        texts = {name: line_in(head, name) for name in _TEXTS}
        files = files_in(head.get("files", []), rest)
    except ValueError as error:
        raise BringError(str(error)) from None
    is_known = {
        "deck": bool(files),
        "font": len(files) == 1,
        "template": texts["side"] in _SIDES and not files,
        "icon": bool(texts["icon"]) and not files,
    }
    if not is_known.get(texts["kind"]):
        raise BringError("that cannot be brought")
    return head, texts, files
