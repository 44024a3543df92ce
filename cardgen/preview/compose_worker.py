"""The process that composes: what every card looks like now.

It keeps the project open, and looks at the disk again when told to. Cards that were edited come
first, then the rest of their deck; of all that it composes it sends what it has not sent before."""

from __future__ import annotations

import gc
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.files import FileState, file_state
from cardgen.base.findings import Finding, Place, collect_findings
from cardgen.cards.card_parts import deck_with_parts
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.spoken import values_of
from cardgen.engine import DrawingError, FontBook, Sanitizer, WebAsset, WebFace
from cardgen.load.font_list import open_fonts
from cardgen.model.cards import Card, CardPart, Deck, Game
from cardgen.preview.kept_project import GameAhead, KeptProject
from cardgen.preview.outlines import shape_with_back
from cardgen.preview.worker import Overtaken, answers
from cardgen.rules.checks import unread_decks
from cardgen.sandbox import process

_PATIENCE = 0.1
"""Seconds after which composed cards are sent, though others of their deck are still to come."""


class DeckLine(NamedTuple):
    """A deck in the list of games; one that cannot be read has no faces."""

    id: str
    title: str
    faces: int
    copies: int


class GameLine(NamedTuple):
    """A game in the list. `unread` are its decks whose files are wrong, `plates` its colours with
    plates of their own and those."""

    id: str
    title: str
    designer: str
    decks: tuple[DeckLine, ...]
    unread: tuple[str, ...]
    plates: dict[str, str]


class Contents(NamedTuple):
    """The games of the project, and what is wrong with its data. `unread` are the games that cannot
    be read at all."""

    games: tuple[GameLine, ...]
    unread: tuple[str, ...]
    problems: tuple[Finding, ...]
    fonts: tuple[WebFace, ...]


class CardNote(NamedTuple):
    """The values of a card, texts as the words that print, and their places."""

    id: str
    copies: int
    fields: Mapping[str, Any]
    place: Place
    places: Mapping[str, Place]
    part: CardPart | None = None
    """Which part of a card it is, where that is printed on several."""
    shape: Mapping[str, Any] | None = None
    """What it is cut to, where that is not as the deck's others."""


class DeckNote(NamedTuple):
    """A deck's cards in order, before they are composed."""

    game: str
    id: str
    title: str
    shape: Mapping[str, Any]
    fields: tuple[str, ...]
    cards: tuple[CardNote, ...]


class CardLook(NamedTuple):
    """The sides of a card, by the names of their pictures.

    A name is None for a side that is not there, or could not be composed."""

    face: str
    back: str
    problems: tuple[Finding, ...]


class Looks(NamedTuple):
    """Some cards of a deck as they look now. `pictures` and `assets` are those that were not sent
    before; `logo` is the game's."""

    game: str
    deck: str
    cards: Mapping[str, CardLook]
    pictures: Mapping[str, str]
    assets: Mapping[str, WebAsset]
    logo: str


class DeckDone(NamedTuple):
    """A deck has been composed to its end.

    No deck that was shows the assets that have `gone`, which are sent again where one does."""

    game: str
    deck: str
    gone: frozenset[str]


@dataclass(slots=True)
class _KnownDeck:
    """A deck as it was sent after earlier looks."""

    said: dict[str, Any] = field(default_factory=dict)
    pictures: set[str] = field(default_factory=set)
    assets: Collection[str] = ()


def compose_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests `(names, again, ahead)`: the decks to compose.

    They are as GAME or GAME/DECK; the second tells if the disk is to be looked at again, where a
    game may read as it was read ahead."""
    gc.set_threshold(100_000, 20, 50)  # as for the command line: many objects, few cycles
    return answers(requests, _ComposeWorker(root, language).answer)


class _ComposeWorker:
    def __init__(self, root: Path | None, language: str) -> None:
        self._language = language
        self._project = KeptProject(root, language)
        self._font_book: FontBook | None = None
        self._fonts_state: list[FileState] = []
        self._composers: dict[str, Composer] = {}
        self._sent: dict[tuple[str, str], _KnownDeck] = {}
        self._known: Sanitizer.Memory = {}
        self._assets: set[str] = set()

    def answer(
        self, overtaken: Overtaken, names: Sequence[str], again: bool, ahead: GameAhead | None
    ) -> Iterator[Any]:
        if again or not self._project.is_open or self._font_book is None:
            yield _contents(*self._look(ahead))
        for game, deck in _chosen(self._project.workshop, names):
            yield from self._deck(game, deck, overtaken)
            if overtaken():
                return

    def _look(self, ahead: GameAhead | None) -> tuple[Workshop, FontBook]:
        """Look at the disk again; composers stay where what they have read has not changed."""
        changed_game = self._project.look(ahead)
        workshop = self._project.workshop
        if changed_game is None:
            self._composers = {}
            self._font_book = self._fonts(workshop)
        elif changed_game in self._composers:
            (game,) = (game for game in workshop.games if game.id == changed_game)
            if not self._composers[changed_game].takes_cards_of(game):
                del self._composers[changed_game]
        assert self._font_book is not None
        return workshop, self._font_book

    def _fonts(self, workshop: Workshop) -> FontBook:
        """The project's fonts, the same object as long as their files are.

        It remembers how words are shaped."""
        folders = workshop.project.font_folders(self._language)
        state = [file_state(path) for folder in folders for path in sorted(folder.rglob("*"))]
        if self._font_book is None or state != self._fonts_state:
            self._font_book, self._fonts_state = open_fonts(folders), state
        return self._font_book

    def _deck(self, game: Game, deck: Deck, overtaken: Overtaken) -> Iterator[Any]:
        """Yield a deck, then the looks of its cards: those that were edited first.

        It ends early where a newer request has overtaken this one."""
        workshop, fonts = self._project.workshop, self._font_book
        assert fonts is not None
        if game.id not in self._composers:
            self._composers[game.id] = Composer(
                Context.of(workshop.project, game, fonts, Cache.of_user())
            )
        composer = self._composers[game.id]
        if deck.continues:
            deck = deck_with_parts(deck, dict(composer.parts_of(deck)))
        sent = self._sent.setdefault((game.id, deck.id), _KnownDeck())
        notes = tuple(
            CardNote(
                card.id,
                card.copies,
                values_of(game, deck, card),
                card.place,
                card.places,
                card.printed_part,
                shape_with_back(card.own_shape)
                if card.own_shape not in (None, deck.shape)
                else None,
            )
            for card in deck
        )
        yield DeckNote(
            game.id, deck.id, deck.title, shape_with_back(deck.shape), tuple(deck.fields), notes
        )
        sanitizer = Sanitizer(workshop.project, game.folder, fonts, self._known)
        card_values = {
            card.id: (card.fields, card.template, card.back, card.printed_part, card.own_shape)
            for card in deck
        }
        edited = [
            i for i, card in enumerate(deck) if sent.said.get(card.id) != card_values[card.id]
        ]
        others = [i for i in range(len(deck)) if i not in set(edited)]
        pictures_in_use: set[str] = set()
        for positions in (edited, others):
            looks: dict[str, CardLook] = {}
            pictures: dict[str, str] = {}  # filled while the cards come
            since = time.monotonic()
            for card, look in _looks(composer, sanitizer, deck, tuple(positions), pictures):
                looks[card.id] = look
                if time.monotonic() - since > _PATIENCE:
                    yield self._told(game, deck, looks, pictures, sanitizer, sent, pictures_in_use)
                    if overtaken():
                        return
                    looks = {}
                    since = time.monotonic()
                    pictures.clear()
            if looks:
                yield self._told(game, deck, looks, pictures, sanitizer, sent, pictures_in_use)
            sent.said = card_values
        sent.pictures, sent.assets = pictures_in_use, tuple(sanitizer.assets)
        unused_assets = self._assets.difference(
            *(known_deck.assets for known_deck in self._sent.values())
        )
        self._assets -= unused_assets
        yield DeckDone(game.id, deck.id, frozenset(unused_assets))

    def _told(
        self,
        game: Game,
        deck: Deck,
        looks: dict[str, CardLook],
        pictures: dict[str, str],
        sanitizer: Sanitizer,
        sent: _KnownDeck,
        pictures_in_use: set[str],
    ) -> Looks:
        """The looks to send, with pictures and assets that the page has not got yet."""
        pictures_in_use.update(
            side for look in looks.values() for side in (look.face, look.back) if side
        )
        new = {name: svg for name, svg in pictures.items() if name not in sent.pictures}
        sent.pictures.update(new)
        logo = sanitizer.picture(game.logo)
        assets = {
            name: asset for name, asset in sanitizer.assets.items() if name not in self._assets
        }
        self._assets.update(assets)
        return Looks(game.id, deck.id, looks, new, assets, logo)


def _chosen(workshop: Workshop, names: Sequence[str]) -> Iterator[tuple[Game, Deck]]:
    """The decks of these names, as far as they can be read."""
    games = {game.id: game for game in workshop.games}
    chosen_decks = set()
    for name in names:
        game_id, _, deck_id = name.partition("/")
        for deck in games[game_id].decks if game_id in games else ():
            if deck_id in ("", deck.id) and (game_id, deck.id) not in chosen_decks:
                chosen_decks.add((game_id, deck.id))
                yield games[game_id], deck


def _contents(workshop: Workshop, fonts: FontBook) -> Contents:
    """The games and decks of a project, with what is wrong with it and its fonts."""
    games = tuple(
        GameLine(
            game.id,
            game.title,
            game.designer,
            tuple(DeckLine(deck.id, deck.title, len(deck), deck.copies) for deck in game.decks),
            tuple(unread_decks(game)),
            {
                name: colour.spot or colour.plate
                for name, colour in game.palette.items()
                if colour.spot or colour.plate
            },
        )
        for game in workshop.games
    )
    read_games = {game.id for game in games}
    unread = tuple(
        folder.name
        for folder in workshop.project.game_folders()
        if folder.name not in read_games
        and any(problem.lies_in(folder) for problem in workshop.problems)
    )
    web_faces = tuple(face for face, _ in WebFace.of_fonts(fonts, fonts.families))
    return Contents(games, unread, tuple(workshop.problems), web_faces)


def _looks(
    composer: Composer,
    sanitizer: Sanitizer,
    deck: Deck,
    positions: tuple[int, ...],
    pictures: dict[str, str],
) -> Iterator[tuple[Card, CardLook]]:
    """Yield cards with their looks, as they are composed.

    `pictures` takes the mark-up of their sides, by name."""
    backs: dict[int, str] = {}
    for composed in composer.deck(deck, positions):
        card = deck.cards[composed.card]
        process.note(f'the preview of card "{card.id}"', card.place)
        problems = list(composed.problems)
        if composed.back_svg is not None:
            backs[composed.back] = _picture(sanitizer, composed.back_svg, pictures, problems, card)
        face = (
            _picture(sanitizer, composed.face, pictures, problems, card)
            if composed.face is not None
            else ""
        )
        yield card, CardLook(face, backs.get(composed.back, ""), tuple(dict.fromkeys(problems)))


def _picture(
    sanitizer: Sanitizer,
    svg: str,
    pictures: dict[str, str],
    problems: list[Finding],
    card: Card,
) -> str:
    """The name of a side that is fit for a browser; "" and a problem where there is none."""
    try:
        with collect_findings(problems):
            safe_svg = sanitizer.card(svg)
            name = WebAsset.name_of(safe_svg.encode())
            pictures[name] = safe_svg
            return name
    except DrawingError as error:
        problems += (
            Finding("preview-failed", fault.what, fault.remedy, card.place)
            for fault in error.faults
        )
    return ""
