"""Texts of a game that are not translated: of cards, of templates, and of cardgen itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from jinja2.runtime import Undefined

from cardgen.base.findings import Finding, Place
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.load.cell_names import cell
from cardgen.load.originals import (
    GAME,
    OLDER,
    UNKNOWN,
    LanguageStates,
    record_file,
    states_of,
)
from cardgen.load.overlay import languages_of, says_words, untranslated
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.project import Project
from cardgen.sandbox import process
from cardgen.schema.spelling import as_yaml

_LONGEST_QUOTE = 60
_FEW = 8
"""Of so many cards that lack a field each is told."""


def missing_texts(game: Game, decks: Sequence[Deck]) -> Iterator[Finding]:
    """Yield a finding for each card text that is not translated.

    Each text of a field comes once. Where no card of a deck has a field in it, the first stands for
    many."""
    for deck in decks:
        columns = _columns(deck, game.language)
        translated = deck.texts.get(game.language, {}).values()
        lacking = [
            (card, name)
            for card, name in untranslated(game, deck)
            if getattr(card, name) not in game.words
        ]
        field_counts = Counter(name for _, name in lacking)
        alike = Counter((name, getattr(card, name)) for card, name in lacking)
        for card, name in lacking:
            others = field_counts[name] - 1
            no_card_has_it = field_counts[name] > _FEW and not any(
                name in texts for texts in translated
            )
            same = alike.pop((name, getattr(card, name)), 0)
            if others < 0 or not same:
                continue
            which = f" and of {others} other cards, all that have one," if no_card_has_it else ""
            if same > 1 and not no_card_has_it:
                say = "says" if same == 2 else "say"
                which = f" and of {same - 1} more that {say} the same,"
            message = f"the {name} of {deck.id}/{card.id}{which} is not translated"
            remedy = f"add it to {deck.id}.{game.language}.yaml: {card.id}: {{{name}: ...}}"
            if same > 1 and not no_card_has_it and not columns:
                once = f"words in game.{game.language}.yaml: {as_yaml(getattr(card, name))}: ..."
                remedy += f", or once for all that text boxes print, to {once}"
            if name in columns:
                remedy = f"write it into cell {cell(replace(columns[name], line=card.place.line))}"
            elif columns:
                remedy = f"add a column {name}.{game.language}"
            if no_card_has_it:
                field_counts[name] = 0
            yield Finding("untranslated", message, remedy, card.where(name)).found_by(
                "untranslated", "warning", game.id, deck.id, card.id
            )


def missing_titles(game: Game, decks: Sequence[Deck]) -> Iterator[Finding]:
    """Yield one finding for all titles of decks that no file in the language says."""
    lacking = [
        deck for deck in decks if deck.where("title").file == deck.file and says_words(deck.title)
    ]
    if lacking:
        message = (
            f"the titles of decks are not translated: {', '.join(deck.title for deck in lacking)}"
        )
        files = ", ".join(f"{deck.id}.{game.language}.yaml" for deck in lacking)
        remedy = f"add  title: ...  to {files}"
        yield Finding("untranslated", message, remedy, lacking[0].where("title")).found_by(
            "untranslated", "warning", game.id
        )


def missing_keywords(game: Game) -> Iterator[Finding]:
    """Yield one finding for all keywords of game.yaml that no file in the language says."""
    lacking = [
        keyword
        for keyword in game.vocabulary.keywords.values()
        if keyword.place and game.place and keyword.place.file == game.place.file
    ]
    if lacking:
        names = ", ".join(keyword.name for keyword in lacking)
        example = f"{lacking[0].name}: {{word: ..., means: ...}}"
        yield Finding(
            "untranslated",
            f"the keywords are not translated: {names}",
            f"add them to game.{game.language}.yaml:  keywords: {{{example}}}",
            lacking[0].place,
        ).found_by("untranslated", "warning", game.id)


def old_translations(
    project: Project, game: Game, decks: Sequence[Deck], language: str
) -> Iterator[Finding]:
    """Yield a finding for each text in a language that is older than its original, and one for
    all of unknown age. The game is the original."""
    states = states_of(project, game, language, decks)
    yield from _wrong_records(states)
    for text in states.having(OLDER):
        deck, card = ("", "") if text.key.deck == GAME else text.key[:2]
        edited = ", but was edited since" if text.is_edited else ""
        command = f"cardgen languages {game.id}/{text.key} --lang {language} --accept"
        yield Finding(
            "translation-older",
            f"{text.key} is older than its original{edited}, which was {_quoted(text.earlier)} "
            f"and is {_quoted(text.original)}",
            f"translate it anew; if it is up to date:  {command}",
            text.place,
        ).found_by("translations", "warning", game.id, deck, card)
    yield from _unknown_ages(states)


def sums_of_old_translations(
    project: Project, game: Game, decks: Sequence[Deck]
) -> Iterator[Finding]:
    """Yield for each language a note that counts the texts older than their originals, and one of
    those of unknown age. The game is the original."""
    for language in languages_of(game):
        states = states_of(project, game, language, decks)
        yield from _wrong_records(states)
        count = len(states.having(OLDER))
        if count:
            are = "text is older than its original" if count == 1 else "texts are older"
            than = "" if count == 1 else " than their originals"
            yield Finding(
                "translation-older",
                f"{count} {are}{than} in the language {language}",
                f"see  cardgen languages {game.id} --lang {language}",
                states.having(OLDER)[0].place,
            ).found_by("translations", "note", game.id)
        yield from _unknown_ages(states)


def _wrong_records(states: LanguageStates) -> Iterator[Finding]:
    """Yield what is wrong with the file that remembers originals; the rest is told elsewhere."""
    file = record_file(states.game, states.language)
    for problem in states.problems:
        if problem.place and problem.place.file == file:
            yield problem.found_by("translations", "warning", states.game.id)


def _unknown_ages(states: LanguageStates) -> Iterator[Finding]:
    texts = states.having(UNKNOWN)
    if texts:
        is_one = len(texts) == 1
        count = "1 text is" if is_one else f"{len(texts)} texts are"
        originals = "its original" if is_one else "their originals"
        command = f"cardgen languages {states.game.id} --lang {states.language} --accept"
        yield Finding(
            "translation-age",
            f"{count} of unknown age in the language {states.language}: nothing says which state "
            f"of {originals} {'it' if is_one else 'they'} were made from",
            f"if they are up to date:  {command}",
            texts[0].place,
        ).found_by("translations", "note", states.game.id)


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    return f'"{words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 3] + "..."}"'


def _columns(deck: Deck, language: str) -> dict[str, Place]:
    """The place of each field's column for a language.

    The column is of a deck's own table."""
    tables = {card.place.file for card in deck if cell(card.place)}
    texts = deck.texts.get(language, {}).values()
    return {
        name: place
        for card_texts in texts
        for name, (_, place) in card_texts.items()
        if place.file in tables
    }


def missing_words(context: Context, decks: Sequence[Deck]) -> Iterator[Finding]:
    """Yield findings of template texts that `words` lacks.

    Each comes once, with its line."""
    reported, game = {""}, context.game
    for deck, text, place in process.run(_template_texts, context, [deck.id for deck in decks]):
        if text not in reported:
            reported.add(text)
            message = f'the template says "{text}", which is not translated'
            remedy = f"add it to words in game.{game.language}.yaml"
            yield Finding("untranslated", message, remedy, place).found_by(
                "untranslated", "warning", game.id, deck
            )


def template_words(context: Context, decks: Sequence[Deck]) -> dict[str, Place | None]:
    """The texts that only templates of these decks say, each with the first place."""
    words: dict[str, Place | None] = {}
    for _, text, place in process.run(_template_texts, context, [deck.id for deck in decks]):
        if text:
            words.setdefault(text, place)
    return words


def missing_phrases(game: Game, phrases: Iterable[str]) -> Iterator[Finding]:
    """Yield one finding for all of cardgen's phrases without a translation.

    cardgen prints them by itself."""
    lacking = [phrase for phrase in phrases if phrase not in game.words]
    if lacking:
        listed = ", ".join(f'"{phrase}"' for phrase in lacking)
        message = f"cardgen itself says {listed}"
        remedy = f"add them to words in game.{game.language}.yaml"
        yield Finding(
            "untranslated", message, remedy, Place(game.folder / f"game.{game.language}.yaml")
        ).found_by("untranslated", "warning", game.id)


def _template_texts(
    context: Context, decks: Sequence[str]
) -> Iterator[tuple[str, str, Place | None]]:
    for deck in map(context.game.deck, decks):
        listener = _TextCollector(context)
        for _ in listener.deck(deck, tuple(range(len(deck)))):
            # a sign of life for each card: who is silent for long is stopped
            yield deck.id, "", None
        yield from ((deck.id, text, place) for text, place in listener.collected.items())


class _TextCollector(Composer):
    """Composes cards and collects texts that only their templates say."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.collected: dict[str, Place | None] = {}
        self.translations: set[str] = set()
        """The translations of words of which templates make longer texts."""
        self.environment.globals.update(text_box=self._text_box, stack=self._stack)
        self.environment.filters["said"] = self._said

    def _text_box(self, text: Any, *box: Any, **options: Any) -> Any:
        self._collect(text)
        return self.functions.text_box(text, *box, **options)

    def _stack(self, items: Any, *box: Any, **options: Any) -> Any:
        self._collect_all(items)
        return self.functions.stack(items, *box, **options)

    def _said(self, text: Any, *values: object) -> str:
        self._collect(text)
        translation = self.game.said(str(text), *values)
        self.translations.add(" ".join(translation.split()).casefold())
        return translation

    def _collect_all(self, items: Any) -> None:
        """Collect the texts of a stack, and of stacks within it."""
        for item in items if isinstance(items, list | tuple) else ():
            if isinstance(item, Mapping):
                self._collect(item.get("text", ""))
                self._collect_all(item.get("stack"))

    def _collect(self, text: Any) -> None:
        card = self.workspace.side.card
        says_something = text is not None and not isinstance(text, Undefined)
        if says_something and card:
            words = " ".join(str(text).split())
            is_missing = says_words(words) and words not in self.game.words
            if is_missing and not self._is_own(words, card):
                self.collected.setdefault(words, self.functions.sources.template_line())

    def _is_own(self, words: str, card: Card) -> bool:
        """True if a text is the card's own, or made only of its texts and signs."""
        own_texts = self._own(card)
        rest = words.casefold()
        if rest in own_texts or self.functions.sources.template_line() is card.place:
            return True
        # the longest first, for a short text may be part of another
        for text in sorted(filter(None, own_texts), key=len, reverse=True):
            rest = rest.replace(text, " ")
        return not says_words(rest)

    def _own(self, card: Card) -> set[str]:
        deck = self.game.deck(card.deck)
        titles = (self.game.title, deck.title, self.game.designer)
        texts = (getattr(card, name, None) for name in deck.worded)
        keywords = self.workspace.side.vocabulary.keywords.values()
        of_keywords = chain.from_iterable((word.printed_word, word.means) for word in keywords)
        return {
            " ".join(text.split()).casefold()
            for text in (*titles, *texts, *of_keywords, *self.translations)
            if isinstance(text, str)
        }
