"""The languages of a project's games: the state of each text, told and accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, plain_place
from cardgen.base.suggestions import did_you_mean
from cardgen.cards.context import Context
from cardgen.load.originals import (
    GAME,
    MISSING,
    OLDER,
    THERE,
    UNKNOWN,
    LanguageStates,
    TextKey,
    TextState,
    states_of,
    word_states,
)
from cardgen.load.overlay import languages_of
from cardgen.making.open_project import OpenProject
from cardgen.model.cards import Game
from cardgen.write.file_changes import MergedChange
from cardgen.write.translation_records import records_of, with_records

if TYPE_CHECKING:
    from cardgen.cards.text_fit import MeasuredField
    from cardgen.engine import FontBook

VERSION = 1
"""Of the JSON. It changes when something is renamed or taken away; additions leave it."""
_MOST_TOLD = 12
"""Texts of a state that are told one by one, unless all are asked for."""
_LONGEST_QUOTE = 300
_SAME_SIZE = 0.05  # points that nobody sees
_SUMS = {
    MISSING: ("{} missing", "{} missing"),
    OLDER: ("{} older than its original", "{} older than their originals"),
    UNKNOWN: ("{} of unknown age", "{} of unknown age"),
}


class TextName(NamedTuple):
    """Names texts as the command line does: GAME[/DECK[/CARD[/FIELD]]]."""

    game: str
    deck: str = ""
    card: str = ""
    field: str = ""

    @classmethod
    def read(cls, name: str) -> TextName:
        return cls(*name.strip("/").split("/", 3))

    @property
    def of_deck(self) -> str:
        """The deck, or the game, as others name it."""
        return f"{self.game}/{self.deck}" if self.deck not in ("", GAME) else self.game

    def holds(self, game: str, key: TextKey) -> bool:
        """True for a text of the game that it names."""
        if self.game != game or self.deck not in ("", key.deck):
            return False
        if self.card not in ("", key.card) and (key.card or self.card != key.field):
            return False
        return self.field in ("", key.field)


@dataclass(frozen=True, slots=True)
class TextSelection:
    """The texts that are asked for, by name and language; without languages in all that there
    are."""

    names: Sequence[TextName] = ()
    languages: Sequence[str] = ()

    def states(self, opened: OpenProject) -> list[LanguageStates]:
        """The texts of each game and language. Raises CardgenError."""
        chosen = opened.select(list(dict.fromkeys(name.of_deck for name in self.names)))
        return [
            self._narrowed(states_of(opened.project, game, language, decks))
            for game, decks in chosen
            for language in self._languages_of(game)
        ]

    def _languages_of(self, game: Game) -> Sequence[str]:
        languages = languages_of(game)
        unknown = [language for language in self.languages if language not in languages]
        if not unknown:
            return self.languages or languages
        if not self.names:  # other games have it
            return [language for language in self.languages if language in languages]
        what = f'{game.id} has no texts in the language "{unknown[0]}"'
        remedy = f"write them as game.{unknown[0]}.yaml and DECK.{unknown[0]}.yaml in its folder"
        if languages:
            remedy = did_you_mean(unknown[0], languages)
        raise CardgenError(Finding("unknown-language", what, remedy))

    def _narrowed(self, states: LanguageStates) -> LanguageStates:
        if not self.names:
            return states
        texts = tuple(text for text in states.texts if self._holds(states.game, text.key))
        for name in self.names:
            if name.card and name.game == states.game.id:
                _check_there(name, states.game, texts)
        is_whole = any(name.game == states.game.id and not name.deck for name in self.names)
        return replace(states, texts=texts, is_whole=is_whole)

    def _holds(self, game: Game, key: TextKey) -> bool:
        return any(name.holds(game.id, key) for name in self.names)

    def is_named(self, game: Game, key: TextKey) -> bool:
        """True for a text whose card or field is named."""
        return any(name.card and name.holds(game.id, key) for name in self.names)


def _check_there(name: TextName, game: Game, texts: Sequence[TextState]) -> None:
    """Raise CardgenError where no text has a name."""
    if any(name.holds(game.id, text.key) for text in texts):
        return
    what = f"{'/'.join(filter(None, name[1:]))} is no text to translate"
    cards = [card.id for deck in game.decks if deck.id == name.deck for card in deck]
    raise CardgenError(Finding("unknown-card", what, did_you_mean(name.card, cards)))


# how texts fit


class FieldMisfit(NamedTuple):
    """A text that does not fit, for what its box lacks, or that is set smaller than its original:
    sizes in points, 0 where it is not known."""

    size: float
    original_size: float
    lack: str


@dataclass(frozen=True, slots=True)
class LanguageReport:
    """The texts of a game in a language, and those that do not fit as their originals do."""

    states: LanguageStates
    fits: Mapping[TextKey, FieldMisfit]
    words: tuple[TextState, ...] = ()
    """What templates say, of a whole game."""

    @property
    def texts(self) -> tuple[TextState, ...]:
        return (*self.states.texts, *self.words)

    def having(self, state: str) -> list[TextState]:
        """The texts that are in a state."""
        return [text for text in self.texts if text.state == state]

    @property
    def unfit(self) -> dict[TextKey, FieldMisfit]:
        """The texts that do not fit."""
        return {key: fit for key, fit in self.fits.items() if fit.lack}

    @property
    def smaller(self) -> dict[TextKey, FieldMisfit]:
        """The texts that fit, smaller than their originals."""
        return {key: fit for key, fit in self.fits.items() if not fit.lack}


def with_fits(opened: OpenProject, all_states: Sequence[LanguageStates]) -> list[LanguageReport]:
    """The texts with those that do not fit, once their cards are set. Raises CardgenError."""
    from cardgen.load.font_list import open_fonts
    from cardgen.rules.translation import template_words

    reports = []
    for states in all_states:
        keys = {text.key for text in states.texts if text.text and text.key.card}
        decks = list(dict.fromkeys(key.deck for key in keys if key.deck != GAME))
        fonts = open_fonts(opened.project.font_folders(states.language))
        originals = _set_texts(opened, states.game, opened.fonts, decks)
        texts = _set_texts(opened, states.translation, fonts, decks)
        fits = {key: _fit(text, originals.get(key)) for key, text in texts.items() if key in keys}
        words: tuple[TextState, ...] = ()
        if states.is_whole:
            context = Context.of(opened.project, states.game, opened.fonts, Cache.of_user())
            said = template_words(context, states.game.decks)
            words = tuple(word_states(states.translation, said, states.texts))
        misfits = {key: fit for key, fit in fits.items() if fit is not None}
        reports.append(LanguageReport(states, misfits, words))
    return reports


def _set_texts(
    opened: OpenProject, game: Game, fonts: FontBook, decks: Sequence[str]
) -> dict[TextKey, MeasuredField]:
    from cardgen.cards.text_fit import set_texts

    context = Context.of(opened.project, game, fonts, Cache.of_user())
    return {TextKey(*text[:3]): text for text in set_texts(context, decks)}


def _fit(text: MeasuredField, original: MeasuredField | None) -> FieldMisfit | None:
    """How a text fits; None where it does as its original."""
    pairs = list(zip(text.sizes, original.sizes, strict=False)) if original else []
    size, original_size = max(pairs, key=lambda pair: pair[1] - pair[0], default=(0.0, 0.0))
    is_smaller = original_size - size > _SAME_SIZE
    return FieldMisfit(size, original_size, text.lack) if is_smaller or text.lack else None


class AcceptedTexts(NamedTuple):
    """Texts that are said to be up to date, and the change that says so."""

    states: LanguageStates
    texts: tuple[TextState, ...]
    change: MergedChange


def accept_texts(
    opened: OpenProject, selection: TextSelection, *, edited: bool = False, older: bool = False
) -> list[AcceptedTexts]:
    """Say that texts are up to date: those of unknown age, and those that are named.

    With `edited` also older ones that were edited since, with `older` all. Raises CardgenError."""
    all_accepted = []
    for states in selection.states(opened):
        if states.problems:
            raise CardgenError(*states.problems)
        texts = tuple(
            text
            for text in states.having(UNKNOWN, OLDER)
            if text.state == UNKNOWN
            or older
            or (edited and text.is_edited)
            or selection.is_named(states.game, text.key)
        )
        project, language = opened.project, states.language
        change = with_records(project, states.game, language, records_of(texts))
        if change:
            all_accepted.append(AcceptedTexts(states, texts, change))
    return all_accepted


# in words


def lines_of(reports: Sequence[LanguageReport], *, list_all: bool = False) -> Iterator[str]:
    """The lines that tell the texts of games in their languages."""
    for report in reports:
        yield from _lines(report, list_all=list_all)
    if not reports:
        yield "no game has texts in another language"


def _lines(report: LanguageReport, *, list_all: bool) -> Iterator[str]:
    states = report.states
    yield f"{states.game.id}, {states.language}: {_summary(report)}"
    most = len(report.texts) if list_all else _MOST_TOLD
    for state in (OLDER, MISSING, UNKNOWN):
        texts = report.having(state)
        for text in texts[:most]:
            yield from _lines_of_text(text, states.language)
        if len(texts) > most:
            yield f"  and {len(texts) - most} more that are {_state_words(state)}; --all lists them"
    fits = [(text, report.fits[text.key]) for text in states.texts if text.key in report.fits]
    for text, fit in sorted(fits, key=lambda fit: not fit[1].lack)[:most]:
        yield f"  {text.key}  {_fit_words(fit)}  ({text.place})"
    if len(fits) > most:
        yield f"  and {len(fits) - most} more that do not fit as their originals; --all lists them"
    if states.having(UNKNOWN):
        name, language = states.game.id, states.language
        yield f"  if those of unknown age are up to date: {accepting(name, language)}"


def accepting(name: str, language: str) -> str:
    """The command that says that texts are up to date."""
    return f"cardgen languages {name} --lang {language} --accept"


def _fit_words(fit: FieldMisfit) -> str:
    if fit.lack:
        return fit.lack
    return f"is set in {fit.size:g} pt, its original in {fit.original_size:g} pt"


def _summary(report: LanguageReport) -> str:
    """How many texts are in which state, in words."""
    counts = {state: len(report.having(state)) for state in _SUMS}
    sums = [
        words[counts[state] > 1].format(counts[state])
        for state, words in _SUMS.items()
        if counts[state]
    ]
    number = len(report.texts)
    if report.unfit:
        sums.append(f"{len(report.unfit)} too long")
    if report.smaller:
        sums.append(f"{len(report.smaller)} smaller than the original")
    total = f"{number} text{'' if number == 1 else 's'}"
    return f"{total}, {', '.join(sums) if sums else 'all up to date'}"


def _state_words(state: str) -> str:
    return {MISSING: "missing", OLDER: "older than their originals"}.get(state, "of unknown age")


def _lines_of_text(text: TextState, language: str) -> Iterator[str]:
    yield f"  {text.key}  {_words_of(text)}  ({text.place})"
    if text.state == MISSING:
        yield f"    now  {_quoted(text.original)}"
    if text.state == OLDER:
        yield f"    was  {_quoted(text.earlier)}"
        yield f"    now  {_quoted(text.original)}"
        yield f"    {language:<3}  {_quoted(text.text)}"


def _words_of(text: TextState) -> str:
    if text.state == OLDER and text.is_edited:
        return "older than its original, but edited since"
    return {MISSING: "missing", OLDER: "older than its original"}.get(text.state, "of unknown age")


def _quoted(text: str) -> str:
    quote = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."
    return '"' + quote.replace("\n", "\\n") + '"'


def as_json(reports: Sequence[LanguageReport]) -> dict[str, Any]:
    """The texts as plain data."""
    return {
        "version": VERSION,
        "languages": [
            {
                "game": report.states.game.id,
                "language": report.states.language,
                "counts": {
                    **{state: len(report.having(state)) for state in (THERE, *_SUMS)},
                    "too_long": len(report.unfit),
                    "smaller": len(report.smaller),
                },
                "texts": [_plain(text, report.fits.get(text.key)) for text in report.states.texts],
            }
            for report in reports
        ],
    }


def _plain(text: TextState, fit: FieldMisfit | None) -> dict[str, Any]:
    plain: dict[str, Any] = {
        **text.key._asdict(),
        "state": text.state,
        "original": text.original,
        "text": text.text,
        **(plain_place(text.place) or {}),
    }
    if text.state == OLDER:
        plain |= {"earlier": text.earlier, "edited": text.is_edited}
    if fit:
        sizes = {"size": fit.size or None, "original_size": fit.original_size or None}
        plain["fit"] = {**sizes, "lack": fit.lack}
    return plain
