"""Texts of games for translators: gathered with their cards and bounds, and read back."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cardgen.api.languages import TextName
from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context, Progress
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.cards.text_fit import text_rooms
from cardgen.engine import Drawing, Pdf
from cardgen.load.cell_names import cell
from cardgen.load.font_list import open_fonts
from cardgen.load.looks import LANGUAGE
from cardgen.load.originals import (
    BOOK,
    GAME,
    MISSING,
    OLDER,
    THERE,
    TITLE,
    UNKNOWN,
    WORDS,
    LanguageStates,
    TextKey,
    TextState,
    states_of,
    word_states,
)
from cardgen.load.translator_rows import (
    TranslatorRow,
    TranslatorTable,
    plain_lines,
)
from cardgen.making.open_project import OpenProject
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import Fit
from cardgen.prepress.raster import rasters, side_page
from cardgen.rulebook import has_rulebook
from cardgen.rulebook.phrases import BOUND
from cardgen.rules.translation import template_words
from cardgen.sheets.pages import PRINTED
from cardgen.write.file_changes import MergedChange
from cardgen.write.translation_records import record_of, with_records
from cardgen.write.translations import TranslationWriter
from cardgen.write.translator_books import CardPicture

_WIDTH = 165
"""The width of a picture of a card, in pixels of a spreadsheet."""
_FINE = 2
"""Pixels of the picture to each of them."""
_QUALITY = 80
_TITLE = TextKey(GAME, "", TITLE)
"""The title of a game."""


class TranslatorTexts(NamedTuple):
    """The rows for a translator, and pictures of their cards by GAME/DECK/CARD."""

    rows: list[TranslatorRow]
    pictures: dict[str, CardPicture]
    source_language: str = "en"


def texts_for_translator(
    opened: OpenProject,
    names: Sequence[TextName],
    language: str,
    progress: Progress,
    *,
    pictures: bool,
) -> TranslatorTexts:
    """The texts of games and decks for a translator into a language, which may be new.

    Raises CardgenError."""
    if not LANGUAGE.fullmatch(language):
        remedy = "use a code such as de or pt-BR"
        raise CardgenError(Finding("unknown-language", f'"{language}" is not a language', remedy))
    chosen = opened.select([name.of_deck for name in names])
    sources = {game.typeset().language for game, _ in chosen}
    texts = TranslatorTexts([], {}, sources.pop() if len(sources) == 1 else "en")
    cache = Cache.of_user()
    for game, decks in chosen:
        states = states_of(opened.project, game, language, decks)
        for problem in states.problems:
            raise CardgenError(problem)
        fonts = open_fonts(opened.project.font_folders(language))
        context = Context.of(opened.project, states.translation, fonts, cache)
        letters = _letters(context, states, progress)
        texts.rows.extend(_rows(states, letters))
        original = Context.of(opened.project, game, opened.fonts, cache)
        if len(decks) == len(game.decks):
            texts.rows.extend(_word_rows(original, states))
        if pictures:
            for deck in decks:
                texts.pictures.update(_pictures(original, deck, progress))
    return texts


def _letters(context: Context, states: LanguageStates, progress: Progress) -> dict[TextKey, int]:
    """The most letters that fit each text of a card, by real fit; 0 where nothing bounds them."""
    fields: dict[str, dict[str, list[str]]] = {}
    for text in states.texts:
        if text.key.card and text.key.deck != GAME:
            cards = fields.setdefault(text.key.deck, {})
            cards.setdefault(text.key.card, []).append(text.key.field)
    letters: dict[TextKey, int] = {}
    for room in text_rooms(context, fields):
        letters[TextKey(*room[:3])] = room.letters
        progress(f"{states.game.title}: room for texts", len(letters), len(states.texts))
    return letters


def _rows(states: LanguageStates, letters: Mapping[TextKey, int]) -> Iterator[TranslatorRow]:
    for text in states.texts:
        if text.key.field == BOOK:
            continue
        yield TranslatorRow(
            name=f"{states.game.id}/{text.key}",
            original=text.original,
            text=text.text,
            earlier=text.earlier,
            letters=letters.get(text.key, 0),
            state="" if text.state == THERE else text.state,
        ).stamped


def _word_rows(context: Context, states: LanguageStates) -> Iterator[TranslatorRow]:
    """Yield the title if it is as in the original, the texts of templates, and what cardgen itself
    says."""
    game = context.game
    if _TITLE not in [text.key for text in states.texts]:
        yield TranslatorRow(name=f"{game.id}/{_TITLE}", original=game.title, text="").stamped
    phrases = (*PRINTED, *BOUND) if has_rulebook(game) else PRINTED
    words = {**template_words(context, game.decks), **dict.fromkeys(phrases)}
    for text in word_states(states.translation, words, states.texts):
        yield TranslatorRow(
            name=f"{game.id}/{WORDS}",
            original=text.original,
            text=text.text,
            earlier=text.earlier,
            state="" if text.state == THERE else text.state,
        ).stamped


def _pictures(
    context: Context, deck: Deck, progress: Progress
) -> Iterator[tuple[str, CardPicture]]:
    """Yield pictures of the cards that can be drawn."""
    drawn_cards = draw_deck(context, deck, CardFindings(), DrawOptions(items=False))
    for number, drawn in enumerate(drawn_cards, 1):
        progress(f"{context.game.title}: {deck.title}", number, len(deck))
        if drawn.face:
            yield (
                f"{deck.game}/{deck.id}/{drawn.card.id}",
                _picture(drawn.face, deck.cut_as(drawn.card).shape),
            )


def _picture(face: Drawing, shape: Shape) -> CardPicture:
    size = (_WIDTH, round(_WIDTH * shape.height / shape.width))
    pixels = (size[0] * _FINE, size[1] * _FINE)
    pdf = Pdf("card")
    side_page(pdf, face, shape, Fit(shape.width, shape.height, pixels))
    (image,) = rasters(pdf.bytes(), pixels)
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=_QUALITY)
    return CardPicture(stream.getvalue(), *size)


# reading back


class TranslatorQuestion(NamedTuple):
    """Something that a translator asks, by the name of the text and the cell."""

    name: str
    text: str
    cell: str


@dataclass(slots=True)
class ReadBack:
    """The translations that came back: the changes that write them, and what was not taken."""

    changes: list[MergedChange] = field(default_factory=list)
    count: int = 0
    """Texts that are written."""
    older: int = 0
    """Those of them whose originals have changed since they went out."""
    right: int = 0
    """Texts that are up to date without a change."""
    problems: list[Finding] = field(default_factory=list)
    questions: list[TranslatorQuestion] = field(default_factory=list)


def read_back(opened: OpenProject, table: TranslatorTable, *, force: bool = False) -> ReadBack:
    """Take what a translator has written; with `force` also over what was changed here meanwhile.

    Raises CardgenError for a table of no game here."""
    answer = ReadBack()
    rows_by_game: dict[str, list[TranslatorRow]] = {}
    for row in table.rows:
        rows_by_game.setdefault(TextName.read(row.name).game, []).append(row)
        if row.question:
            answer.questions.append(TranslatorQuestion(row.name, row.question, _cell(row)))
    for (game, _), rows in zip(
        opened.select(list(rows_by_game)), rows_by_game.values(), strict=True
    ):
        _GameReading(opened, game, table.language, answer, force).take(rows)
    return answer


def _cell(row: TranslatorRow) -> str:
    return cell(row.place) if row.place else ""


class _GameReading:
    """Takes the texts of a game that came back."""

    def __init__(
        self, opened: OpenProject, game: Game, language: str, answer: ReadBack, force: bool
    ) -> None:
        self._project, self._game, self._language = opened.project, game, language
        self._answer, self._force = answer, force
        states = states_of(opened.project, game, language)
        for problem in states.problems:
            raise CardgenError(problem)
        title = TextState(_TITLE, game.title, "", MISSING, Place(game.folder))
        self._states = {_TITLE: title, **{text.key: text for text in states.texts}}
        self._words = states.translation.words
        self._writer = TranslationWriter(opened.project, game, language)

    def take(self, rows: Sequence[TranslatorRow]) -> None:
        """Take the rows, and add what comes of them to the answer."""
        texts: dict[TextKey, TranslatorRow] = {}
        words: dict[str, TranslatorRow] = {}
        right: dict[TextKey, TranslatorRow] = {}
        for row in rows:
            name = TextName.read(row.name)
            if (name.deck, name.card) == (WORDS, ""):
                now = self._word(row.original)
                earlier = "" if now else self._word(row.earlier)
                if self._is_new(row, now or earlier) or (earlier and row.is_right):
                    words[row.original] = row
                continue
            text = self._state_of(name, row)
            if text is None:
                continue
            if text.key == _TITLE and row.text == text.original:
                continue  # which says nothing new
            if self._is_new(row, text.text):
                texts[text.key] = row
            elif row.is_right and text.state in (OLDER, UNKNOWN):
                right[text.key] = row
        texts = self._written(texts)
        self._write_words(words)
        self._record(texts, right)
        self._answer.changes += self._writer.changes.values()

    def _word(self, original: str) -> str:
        """What a text of templates becomes; empty where it is not translated."""
        return self._words.get(" ".join(original.split()), "")

    def _state_of(self, name: TextName, row: TranslatorRow) -> TextState | None:
        """The text that a row is of; None, with a finding, where there is none."""
        key = TextKey.read("/".join(filter(None, name[1:])))
        if key in self._states:
            return self._states[key]
        if row.text and not row.is_stamped(row.text):
            near = did_you_mean(str(key), map(str, self._states))
            self._refuse(row, f'there is no text "{row.name}" by now', near)
        return None

    def _is_new(self, row: TranslatorRow, now: str) -> bool:
        """True for a translation that is to be written over the one that is here now."""
        now = plain_lines(now)
        if row.text == now or row.is_stamped(row.text):
            return False  # as it is here, or as it went out
        if not row.text:
            self._refuse(row, "the translation was emptied", "take it out of its file by hand")
            return False
        is_unstamped = not now and not row.stamp
        if self._force or row.is_stamped(now) or is_unstamped:
            return True
        remedy = "bring both together here, or take the one that came back:  --force"
        was = f"says {_quoted(now)} by now" if now else "was taken out here meanwhile"
        self._refuse(row, f"{row.name} {was}, and came back as {_quoted(row.text)}", remedy)
        return False

    def _written(self, texts: Mapping[TextKey, TranslatorRow]) -> dict[TextKey, TranslatorRow]:
        """The texts that could be written: all at once, or else one by one."""
        try:
            self._writer.write({key: row.text for key, row in texts.items()})
        except CardgenError as error:
            if len(texts) <= 1:
                for row in texts.values():
                    self._answer.problems += error.at(row.place)
                return {}
            halves = list(texts.items())
            middle = len(halves) // 2
            first = self._written(dict(halves[:middle]))
            return {**first, **self._written(dict(halves[middle:]))}
        self._answer.count += len(texts)
        return dict(texts)

    def _write_words(self, words: Mapping[str, TranslatorRow]) -> None:
        """Write what templates say: all at once, or else one by one."""
        changed_rows = [row for row in words.values() if not row.has_own_original]
        for row in changed_rows:
            remedy = "take the text as it went out: its original names it"
            self._refuse(row, "the original was changed in the table", remedy)
        rows = {key: row for key, row in words.items() if row not in changed_rows}
        try:
            self._writer.write_words({original: row.text for original, row in rows.items()})
            self._answer.count += len(rows)
        except CardgenError as error:
            if len(rows) == 1:
                (row,) = rows.values()
                self._answer.problems += error.at(row.place)
                return
            for original, row in rows.items():
                self._write_words({original: row})

    def _record(
        self, texts: Mapping[TextKey, TranslatorRow], right: Mapping[TextKey, TranslatorRow]
    ) -> None:
        """Remember the originals of texts as they went out."""
        records = {}
        for key, row in {**texts, **right}.items():
            original = self._states[key].original
            if row.has_own_original and plain_lines(row.original) != plain_lines(original):
                self._answer.older += 1
                original = row.original
            text = row.text if key in texts else self._states[key].text
            records[key] = record_of(original, text)
        self._answer.right += len(right)
        change = with_records(self._project, self._game, self._language, records)
        if change:
            self._answer.changes.append(change)

    def _refuse(self, row: TranslatorRow, what: str, remedy: str) -> None:
        where = f" (cell {_cell(row)})" if _cell(row) else ""
        problem = Finding("translation-refused", f"{what}{where}", remedy, row.place)
        self._answer.problems.append(problem.found_by("translations", "warning", self._game.id))


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    return f'"{words if len(words) <= 60 else words[:57] + "..."}"'
