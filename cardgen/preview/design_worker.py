"""The process that composes single cards for the page that moves what is on them, with where each
thing comes from; also with drafts of templates that are not on the disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.workshop import Workshop, open_project
from cardgen.base import svg_marks
from cardgen.base.cache import Cache
from cardgen.base.files import FileState, file_state, trying
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.page import page_of
from cardgen.cards.source_map import SourceMap
from cardgen.engine import DrawingError, Sanitizer, WebAsset
from cardgen.making.open_project import parts_of
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.span_styles import ATTRIBUTES, SpanStyle
from cardgen.preview.drawn_things import ThingTeller
from cardgen.preview.watch import FOLDERS
from cardgen.preview.worker import Overtaken, answers
from cardgen.sandbox.process import begin_run
from cardgen.write.settings_edits import SettingsFile, settings_words
from cardgen.write.template_edits import template_path

Json = dict[str, Any]
_MOST_SPOTS = 300_000
"""Places in templates that are kept of a game."""


class DesignedCard(NamedTuple):
    """A card with what lies on it: its sides by name, the templates that were read, what is wrong,
    and the pictures that it shows."""

    sides: Mapping[str, Json]
    files: tuple[Json, ...]
    problems: tuple[Finding, ...]
    assets: Mapping[str, WebAsset]


def design_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests.

    `(ticket, "card", version, deck, card, drafts)` with a DesignedCard, where drafts are texts of
    templates by path; `(ticket, "template", version, file)` with the text of a template;
    `(ticket, "settings", version, of)` with what a game or a deck says of its looks."""
    return answers(requests, _DesignWorker(root, language).answer)


class _DesignWorker:
    def __init__(self, root: Path | None, language: str) -> None:
        self._root = root
        self._language = language
        self._version = -1
        self._workshop: Workshop | None = None
        self._files: list[FileState | Path] = []
        self._composers: dict[str, tuple[Composer, SourceMap]] = {}
        self._maps: dict[str, SourceMap] = {}
        self._known: Sanitizer.Memory = {}

    def answer(
        self, overtaken: Overtaken, ticket: int, task: str, version: int, *request: Any
    ) -> Iterator[Any]:
        begin_run()
        workshop = self._opened(version)
        if task == "template":
            (file,) = request
            path = template_path(workshop.project, file)
            yield workshop.project.read(path).decode("utf-8-sig")
            return
        if task == "settings":
            (of,) = request
            yield self._settings(workshop, of)
            return
        name, card, drafts = request
        project = workshop.project
        contents = {template_path(project, file): text.encode() for file, text in drafts.items()}
        with trying(contents):
            yield self._designed(workshop, name, card, is_draft=bool(contents))

    def _opened(self, version: int) -> Workshop:
        """The project as it is on the disk; data that has not changed is not read again."""
        if self._workshop is None or self._version != version:
            files = self._file_states()
            if self._workshop is None or not files or files != self._files:
                self._workshop = open_project(self._root, self._language)
                self._files = self._file_states()
            self._composers = {}
            self._version = version
        return self._workshop

    def _file_states(self) -> list[FileState | Path]:
        """The files that cards are made of, of templates their names alone: they are read whenever
        they are drawn, but outlines when their deck is."""
        if self._workshop is None:
            return []
        games = self._workshop.games
        has_outlines = any(deck.outline for game in games for deck in game.decks)
        is_whole = has_outlines or bool(self._workshop.problems)
        root = self._workshop.project.root
        paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))]
        return [
            file_state(path) if is_whole or not path.is_relative_to(root / "templates") else path
            for path in paths
        ]

    def _settings(self, workshop: Workshop, of: str) -> Json:
        ((game, decks), *_) = workshop.select([of])
        _, deck_id = parts_of(of)
        deck = decks[0] if deck_id else None
        settings = SettingsFile(workshop.project, game, deck)
        sheet = {name: _words_of(style) for name, style in game.styles.items()}
        if deck:
            sheet |= {name: _words_of(style) for name, style in deck.styles.items()}
        return {
            "file": settings_words(settings.file),
            "writable": not workshop.project.is_bundled,
            "values": settings.values(),
            "palette": {name: colour.rgb for name, colour in game.palette.items()},
            "families": sorted(workshop.fonts.families),
            "styles": sorted(sheet),
            "sheet": sheet,
        }

    def _designed(
        self, workshop: Workshop, name: str, card_id: str, *, is_draft: bool
    ) -> DesignedCard:
        game_id, deck_id = parts_of(name)
        games = {game.id: game for game in workshop.games}
        game = games.get(game_id)
        deck = game.deck(deck_id) if game and deck_id in [deck.id for deck in game.decks] else None
        if game is None or deck is None or card_id not in [card.id for card in deck]:
            sentence = f'there is no card "{card_id}" in {name} now'
            raise CardgenError(Finding("unknown-card", sentence, "look at the cards again"))
        composer, source_map = self._composer(workshop, game, is_draft=is_draft)
        return self._sides(workshop, composer, source_map, deck, deck.card(card_id))

    def _composer(
        self, workshop: Workshop, game: Game, *, is_draft: bool
    ) -> tuple[Composer, SourceMap]:
        composing = None if is_draft else self._composers.get(game.id)
        if composing is None:
            context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
            source_map = self._maps.setdefault(game.id, SourceMap())
            if len(source_map.spots) > _MOST_SPOTS:
                source_map = self._maps[game.id] = SourceMap()
            composing = Composer(context, source_map=source_map), source_map
            if not is_draft:
                self._composers[game.id] = composing
        return composing

    def _sides(
        self,
        workshop: Workshop,
        composer: Composer,
        source_map: SourceMap,
        deck: Deck,
        card: Card,
    ) -> DesignedCard:
        game = composer.game
        marks = (svg_marks.AT, svg_marks.CALL)
        project, fonts = workshop.project, workshop.fonts
        sanitizer = Sanitizer(project, game.folder, fonts, self._known, marks)
        teller = ThingTeller(project, source_map)
        sides: dict[str, Json] = {}
        problems: list[Finding] = []
        composed: list[str] = []
        templates = {"face": card.template or deck.template, "back": card.back or deck.back}
        for side, template in templates.items():
            if not template:
                continue
            source_map.begin_side()
            svg, side_problems, _ = composer.side(card, template)
            problems += side_problems
            shipped = teller.is_shipped(template)
            sides[side] = {"template": template, "shipped": shipped, "svg": "", "unit": 1.0}
            if svg is None:
                continue
            composed.append(svg)
            page = page_of(svg, deck.cut_as(card).shape, deck.bleed)
            sides[side] |= {
                "svg": self._clean(sanitizer, svg, card, problems),
                "unit": page.unit if page else 1.0,
                **teller.side(svg),
            }
        files = tuple(teller.files(filter(None, templates.values()), composed))
        return DesignedCard(sides, files, tuple(dict.fromkeys(problems)), dict(sanitizer.assets))

    def _clean(self, sanitizer: Sanitizer, svg: str, card: Card, problems: list[Finding]) -> str:
        try:
            with collect_findings(problems):
                return sanitizer.card(svg)
        except DrawingError as error:
            problems += (
                Finding("preview-failed", fault.what, fault.remedy, card.place)
                for fault in error.faults
            )
        return ""


def _words_of(style: SpanStyle) -> Json:
    """A style as the page shows a sample of it."""
    values = {name: getattr(style, name, None) for name in (*ATTRIBUTES, "extends")}
    return {name: value for name, value in values.items() if value is not None}
