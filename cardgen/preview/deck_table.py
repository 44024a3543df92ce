"""Questions of the page about a deck that is edited: its cards as a table, a card as it would look,
the drawings of its game.

Each is answered by the process that makes edits, which has the project open."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.files import file_state
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.engine import Art, DrawingError, Sanitizer, StyleError, WebAsset
from cardgen.load.expand import is_made
from cardgen.load.fields import COMMON, with_own_shape
from cardgen.load.icon_catalogue import (
    IconCatalogue,
    icon_keywords,
    open_catalogue,
    sets_of,
    words_of,
)
from cardgen.load.made_art import made_name
from cardgen.making.open_project import parts_of
from cardgen.model.cards import SIZE, Card, Deck, Game, MissingError
from cardgen.model.made_art import AUTO
from cardgen.preview.art_files import KINDS
from cardgen.schema.source import text_node
from cardgen.write.deck_sheet import (
    DeckSheet,
    Reason,
    SheetColumn,
    SheetRow,
    SheetText,
    deck_sheet,
)

Json = dict[str, Any]
_OWN = ("id", "copies", "template", "back")
_ANEW = "load the page anew"
_MOST_ICONS = 60
"""Icons of sets that are shown at once."""


class NamedDrawing(NamedTuple):
    """A drawing that a card can name. `key` is another once its file is."""

    name: str
    key: str
    is_own: bool
    words: tuple[str, ...] = ()
    """Keywords by which it is found."""
    shows: str = ""
    """The drawing that it stands for, where that has another name."""


class SetIconRow(NamedTuple):
    """An icon of a set: its name behind that of the set, whose it is, and what its file holds."""

    name: str
    credit: str
    key: str


class IconsAnswer(NamedTuple):
    """The first icons of sets that were asked for, and how many there are."""

    icons: tuple[SetIconRow, ...]
    total: int


class TableAnswer(NamedTuple):
    """A deck as a sheet, with the colours of its game and the drawings that its cards name."""

    sheet: DeckSheet
    palette: Mapping[str, str]
    drawings: tuple[NamedDrawing, ...]


class TrialAnswer(NamedTuple):
    """A card as it would look: its sides as SVG, empty where there is none, and what they show."""

    face: str
    back: str
    assets: Mapping[str, WebAsset]
    problems: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """Asks for a deck, named as `GAME/DECK`, as a table."""

    name: str

    def answer(self, workshop: Workshop) -> TableAnswer:
        """The table. Raises CardgenError for a deck that cannot be read."""
        game, deck = _deck_of(workshop.originals or workshop.games, self.name)
        sheet = deck_sheet(workshop.project, game, deck, workshop.language)
        palette = {name: colour.rgb for name, colour in game.palette.items() if not colour.plate}
        names = dict.fromkeys(str(card.fields["art"]) for card in deck if card.fields.get("art"))
        drawings = (_drawing(workshop, game, name) for name in names)
        return TableAnswer(sheet, palette, tuple(filter(None, drawings)))


@dataclass(frozen=True, slots=True)
class DrawingsQuestion:
    """Asks for all drawings that cards of a game can name, one of which, named as
    `GAME/DECK/CARD`, is to name one."""

    game: str
    card: str = ""

    def answer(self, workshop: Workshop) -> tuple[NamedDrawing, ...]:
        """The drawings: the one that would be made for the card, the game's own, and icons."""
        game = _game_of(workshop.games, self.game)
        names = workshop.project.art_names(game.folder)
        words = icon_keywords(workshop.project, [])
        drawings = (_drawing(workshop, game, name) for name in names)
        made = () if AUTO in names or not self.card else self._made(workshop, game)
        return (
            *made,
            *(
                drawing._replace(words=words_of(drawing.name, words))
                for drawing in drawings
                if drawing
            ),
        )

    def _made(self, workshop: Workshop, game: Game) -> Iterator[NamedDrawing]:
        """Yield the drawing that is made for the card."""
        deck_name, _, card_id = self.card.rpartition("/")
        try:
            _, deck = _deck_of(workshop.games, deck_name)
            name = made_name(workshop.project, game, deck, deck.card(card_id))
        except (CardgenError, MissingError):
            return  # it has just been taken away or given another id
        drawing = _drawing(workshop, game, name) if is_made(name) else None
        if drawing:  # else one is called as the card is, and would be shown in its place
            yield drawing._replace(name=AUTO, is_own=True, shows=name)


@dataclass(frozen=True, slots=True)
class IconsQuestion:
    """Asks for the icons of sets that words fit."""

    words: str

    def answer(self, workshop: Workshop) -> IconsAnswer:
        """The icons; none where none fits."""
        catalogue = open_catalogue(workshop.project, [])
        try:
            entries = [entry for entry in catalogue.find(self.words) if not entry.is_usable]
        except CardgenError:
            entries = []
        rows = [SetIconRow(entry.full_name, str(entry.credit), "") for entry in entries]
        shown = islice(_drawn_icons(catalogue, rows), _MOST_ICONS)
        return IconsAnswer(tuple(shown), len(rows))


def _drawn_icons(catalogue: IconCatalogue, rows: Iterable[SetIconRow]) -> Iterator[SetIconRow]:
    """Yield the rows of icons that are drawings, with their keys."""
    for row in rows:
        icons, name = catalogue.of_set(row.name)
        with suppress(DrawingError):
            picture = Sanitizer.cleaned(icons.icons[name].svg)
            yield row._replace(key=WebAsset.name_of(picture))


@dataclass(frozen=True, slots=True)
class SetIconQuestion:
    """Asks for an icon of a set as a browser may show it."""

    name: str

    def answer(self, workshop: Workshop) -> WebAsset:
        """The picture. Raises CardgenError where there is none."""
        icons, name = IconCatalogue((), sets_of(workshop.project, [])).of_set(self.name)
        try:
            return WebAsset("image/svg+xml", Sanitizer.cleaned(icons.icons[name].svg))
        except DrawingError as error:
            what = f"{self.name} is no drawing: {_reason_of(error)}"
            raise CardgenError(Finding("icons-unusable", what, "take another")) from None


@dataclass(frozen=True, slots=True)
class PictureQuestion:
    """Asks for a drawing of a game as a browser may show it."""

    game: str
    name: str

    def answer(self, workshop: Workshop) -> WebAsset:
        """The picture. Raises CardgenError where there is none."""
        game = _game_of(workshop.games, self.game)
        sanitizer = Sanitizer(workshop.project, game.folder, workshop.fonts, {})
        address = sanitizer.picture(self.name)
        if not address:
            raise CardgenError(
                Finding("file-missing", f'no drawing is called "{self.name}"', _ANEW)
            )
        asset = sanitizer.assets[address.removeprefix(Sanitizer.FOLDER)]
        if isinstance(asset.content, Path):
            return asset._replace(content=workshop.project.read(asset.content))
        return asset


@dataclass(frozen=True, slots=True)
class ArtQuestion:
    """Asks where a picture that somebody brings would be put, which is drawn for a trial."""

    game: str
    file_name: str
    data: bytes

    def answer(self, workshop: Workshop) -> Path:
        """The file to be, which may be there already. Raises CardgenError for no picture."""
        game = _game_of(workshop.games, self.game)
        kind = KINDS[Path(self.file_name).suffix]
        art = Art(workshop.project, game.folder, workshop.fonts, Cache(None))
        try:
            art.image(f"data:{kind};base64,{b64encode(self.data).decode()}")
        except (DrawingError, StyleError, CardgenError) as error:
            raise CardgenError(
                Finding(
                    "pictures-unusable",
                    f"{self.file_name} cannot be drawn: {_reason_of(error)}",
                    "open it in a drawing program and save it again",
                )
            ) from None
        return game.folder / "art" / self.file_name


@dataclass(frozen=True, slots=True)
class TrialQuestion:
    """Asks what a card would look like that said other values, which nobody has written."""

    name: str
    card: str
    values: tuple[tuple[str, Any], ...]

    def answer(self, workshop: Workshop) -> TrialAnswer:
        """Its sides. Raises CardgenError for values that its fields do not take."""
        game, deck = _deck_of(workshop.games, self.name)
        card = _with_values(deck, deck.card(self.card), dict(self.values))
        if is_made(str(card.fields.get("art") or "")):
            art = made_name(workshop.project, game, deck, card)
            card = replace(card, fields={**card.fields, "art": art})
        position = next(i for i, other in enumerate(deck) if other.id == self.card)
        cards = (*deck.cards[:position], card, *deck.cards[position + 1 :])
        tried_deck = replace(deck, cards=cards)
        decks = tuple(tried_deck if other is deck else other for other in game.decks)
        tried_game = replace(game, decks=decks)
        context = Context.of(workshop.project, tried_game, workshop.fonts, Cache.of_user())
        sanitizer = Sanitizer(workshop.project, game.folder, workshop.fonts, {})
        problems: list[Finding] = []
        face = back = ""
        for side in Composer(context).deck(tried_deck, (position,)):
            problems += side.problems
            with collect_findings(problems):
                face = sanitizer.card(side.face) if side.face is not None else ""
                back = sanitizer.card(side.back_svg) if side.back_svg is not None else ""
        return TrialAnswer(face, back, sanitizer.assets, tuple(dict.fromkeys(problems)))


def _with_values(deck: Deck, card: Card, values: Mapping[str, Any]) -> Card:
    """A card that says other values. Raises CardgenError for those that cannot be."""
    fields, own = dict(card.fields), {name: getattr(card, name) for name in _OWN}
    own_names = {*own} if SIZE in deck.fields else {*own, SIZE}
    for name, value in values.items():
        field = deck.fields.get(name) or COMMON.get(name)
        if field is None:
            continue
        if value is None or value == "":
            read = field.default if field.has_default else field.empty
        elif field.is_list:
            entries = field.from_cell(value) if isinstance(value, str) else value
            read = field.read([text_node(str(entry), 1, 1) for entry in entries])
        elif isinstance(value, str):
            read = field.read(text_node(value, 1, 1, quoted=field.is_text))
        else:
            read = field.read(value)
        target = own if name in own_names else fields
        target[name] = read
    if SIZE in own:
        own["own_size"] = own.pop(SIZE) or ""
    tried = replace(card, fields=fields, **own)
    return with_own_shape(tried, deck) if "own_size" in own else tried


def _deck_of(games: Sequence[Game], name: str) -> tuple[Game, Deck]:
    game_id, deck_id = parts_of(name)
    game = _game_of(games, game_id)
    try:
        return game, game.deck(deck_id)
    except MissingError as error:
        raise CardgenError(error.finding) from None


def _game_of(games: Sequence[Game], id: str) -> Game:
    for game in games:
        if game.id == id:
            return game
    raise CardgenError(Finding("unknown-game", f'no game is called "{id}"', _ANEW))


def _drawing(workshop: Workshop, game: Game, name: str) -> NamedDrawing | None:
    try:
        path = workshop.project.find_art(game.folder, name)
    except CardgenError:
        return None
    state = file_state(path)
    key = WebAsset.name_of(repr((str(path), state)).encode())
    return NamedDrawing(name, key, path.is_relative_to(game.folder))


def _reason_of(error: Exception) -> str:
    if isinstance(error, CardgenError):
        reason = error.findings[0].what
    elif isinstance(error, DrawingError):
        reason = error.faults[0].what
    else:
        reason = str(error)
    return reason.removeprefix("the drawing in the data: address: ")


# for the page


def table_words(answer: TableAnswer, place_words: Callable[[Any], str]) -> Json:
    """A table for the page; `place_words` gives a place its text."""
    sheet = answer.sheet
    return {
        "game": sheet.game,
        "deck": sheet.deck,
        "title": sheet.title,
        "file": sheet.file.name,
        "reason": _reason_words(sheet.reason),
        "columns": [_column_words(column) for column in sheet.columns],
        "rows": [_row_words(row, place_words) for row in sheet.rows],
        "texts": {language: _text_words(cards) for language, cards in sheet.texts.items()},
        "palette": dict(answer.palette),
        "drawings": {drawing.name: drawing.key for drawing in answer.drawings},
    }


def _column_words(column: SheetColumn) -> Json:
    return {**column._asdict(), "reason": _reason_words(column.reason)}


def _row_words(row: SheetRow, place_words: Callable[[Any], str]) -> Json:
    values = {name: _plain(value) for name, value in row.values.items()}
    words: Json = {
        "id": row.id,
        "values": values,
        "usual": [name for name in values if name not in row.written],
        "at": place_words(row.place),
    }
    if row.loop:
        words["loop"] = row.loop
    if row.reason:
        words["reason"] = _reason_words(row.reason)
    if row.cells:
        words["cells"] = {name: _reason_words(reason) for name, reason in row.cells.items()}
    return words


def _text_words(cards: Mapping[str, Mapping[str, SheetText]]) -> Json:
    return {id: {name: list(text) for name, text in texts.items()} for id, texts in cards.items()}


def _reason_words(reason: Reason | None) -> Json | None:
    return reason._asdict() if reason else None


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [str(entry) for entry in value]
    return value if isinstance(value, (str, int, float, bool)) else str(value)
