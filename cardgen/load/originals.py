"""The originals that translations were made from, and what became of them since.

`originals.LL.lock` in a game's folder has a line for each text of a language: the original as it
was when the text was translated, and a digest of the translation. It is made to be committed with
the texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.overlay import in_language, says_words
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.project import Project
from cardgen.schema.source import Map, Node, TypedText, read
from cardgen.schema.spelling import quoted

THERE, MISSING, OLDER, UNKNOWN = "there", "missing", "older", "unknown"
"""The states of a translation: made from the original as it is, not there, made from an earlier
original, of unknown age."""
GAME, TITLE, MEANS, BOOK, WORDS = "game", "title", "means", "rulebook", "words"
_ALIKE = 0.8
"""How alike a text of a template and one that nobody says any more are, of 1, to be one text."""
_DIGEST_LENGTH = 12  # hexadecimal digits: two edits of one text do not meet by chance
_ABOUT = (
    "# Written by cardgen: the original that each text in {} was translated from, and a digest of "
    "the translation.\n# Keep it in version control. What was edited by hand and is up to date: "
    "cardgen languages --accept\n"
)


class TextKey(NamedTuple):
    """Names a text of a game: a field of a card, or the title of a deck or of the game.

    A title has no card. The deck of what the game itself says is `game`: its title, its rulebook,
    and the meanings of its keywords, whose names stand for cards."""

    deck: str
    card: str
    field: str

    @classmethod
    def read(cls, name: str) -> TextKey | None:
        """The text that a line of the file names; None for a name that is none."""
        parts = name.split("/")
        if len(parts) == 2:
            return cls(parts[0], "", parts[1])
        return cls(*parts) if len(parts) == 3 else None

    def __str__(self) -> str:
        return "/".join(filter(None, self))


class TranslationRecord(NamedTuple):
    """The original that a text was translated from, and the digest of the translation then."""

    original: str
    digest: str


Records = Mapping[TextKey, TranslationRecord]


class TextState(NamedTuple):
    """A text of a game in a language.

    `text` is empty where it is missing. `earlier` is the original that an `OLDER` one was made
    from; `is_edited` says that such a one was edited since."""

    key: TextKey
    original: str
    text: str
    state: str
    place: Place
    """Where the translation stands; where it is missing, the original."""
    earlier: str = ""
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class LanguageStates:
    """The texts of a game in a language, in the order of its decks and cards."""

    game: Game
    language: str
    translation: Game
    texts: tuple[TextState, ...]
    problems: tuple[Finding, ...]
    is_whole: bool = True
    """False for those of some decks alone."""

    def having(self, *states: str) -> list[TextState]:
        """The texts that are in one of these states."""
        return [text for text in self.texts if text.state in states]


def record_file(game: Game, language: str) -> Path:
    """The file that remembers the originals of a language."""
    return game.folder / f"originals.{language}.lock"


def digest_of(text: str) -> str:
    """The digest of a text, whose spaces and line ends count as one space each."""
    return sha256(_plain(text).encode()).hexdigest()[:_DIGEST_LENGTH]


def is_same(one: str, other: str) -> bool:
    """True for texts that differ in spaces and line ends alone, as spreadsheets change them."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    return " ".join(text.split())


# the file


def read_records(
    project: Project, game: Game, language: str, problems: list[Finding]
) -> dict[TextKey, TranslationRecord]:
    """The originals of the texts in a language. What is wrong is added to `problems`, and left
    out."""
    file = record_file(game, language)
    unread: list[Finding] = []
    home = project.home_of(file)
    source = read(file, unread, "main/owl/text: {...}", home=home, must_exist=False)
    problems += (problem for problem in unread if problem.code != "file-missing")
    if source is None:
        return {}
    records: dict[TextKey, TranslationRecord] = {}
    for name, node in source.root.items():
        key, record = TextKey.read(name), _record(node)
        if key is None or record is None:
            what = f'the line "{name}" names no original and digest'
            remedy = "take it back from version control, or remove the line: cardgen writes it anew"
            problems.append(Finding("translation-record", what, remedy, source.place(name)))
        else:
            records[key] = record
    return records


def _record(node: Node) -> TranslationRecord | None:
    if not isinstance(node, Map):
        return None
    original, digest = node.value("original"), node.value("translation")
    if not isinstance(original, TypedText) or not isinstance(digest, TypedText):
        return None
    return TranslationRecord(str(original), str(digest))


def record_text(language: str, records: Records) -> str:
    """The text of a file with these originals."""
    lines = [
        f"{quoted(str(key))}: {{original: {quoted(record.original)}, "
        f'translation: "{record.digest}"}}\n'
        for key, record in sorted(records.items())
    ]
    return _ABOUT.format(language) + "".join(lines)


# states


def states_of(
    project: Project, game: Game, language: str, decks: Sequence[Deck] | None = None
) -> LanguageStates:
    """The texts of an original game, or of some of its decks, in a language."""
    problems: list[Finding] = []
    translation = in_language(game, language, project, problems)
    records = read_records(project, game, language, problems)
    decks = game.decks if decks is None else decks
    texts = tuple(_states(project, game, translation, records, decks))
    is_whole = len(decks) == len(game.decks)
    return LanguageStates(game, language, translation, texts, tuple(problems), is_whole)


def _states(
    project: Project,
    game: Game,
    translation: Game,
    records: Records,
    decks: Sequence[Deck],
) -> Iterator[TextState]:
    if len(decks) == len(game.decks):
        yield from _game_states(game, translation, records)
        yield from _book_states(project, game, translation.language, records)
    for deck in decks:
        yield from deck_states(deck, translation, records)


def _game_states(game: Game, translation: Game, records: Records) -> Iterator[TextState]:
    """Yield the texts of a game itself: its title and the meanings of its keywords.

    A title that is the same in the language counts as none."""
    place = Place(game.folder / f"game.{translation.language}.yaml")
    if translation.title != game.title:
        key = TextKey(GAME, "", TITLE)
        yield state_of(key, game.title, translation.title, place, records)
    for name, keyword in game.vocabulary.keywords.items():
        word = translation.vocabulary.keywords.get(name, keyword)
        if not keyword.means:
            continue
        key = TextKey(GAME, name, MEANS)
        if word.place != keyword.place and word.means:
            yield state_of(key, keyword.means, word.means, word.place or place, records)
        else:
            yield TextState(key, keyword.means, "", MISSING, keyword.place or place)


def _book_states(
    project: Project, game: Game, language: str, records: Records
) -> Iterator[TextState]:
    """Yield the state of the rulebook. It is too long to be remembered: its digest is."""
    file, translation = game.folder / "rulebook.md", game.folder / f"rulebook.{language}.md"
    if not file.is_file():
        return
    key, original = TextKey(GAME, "", BOOK), _book_digest(project, file)
    if translation.is_file():
        digest = _book_digest(project, translation)
        yield state_of(key, original, digest, Place(translation), records)
    else:
        yield TextState(key, original, "", MISSING, Place(file))


def _book_digest(project: Project, file: Path) -> str:
    try:
        text = project.read(file).decode("utf-8", "replace")
    except (CardgenError, OSError):  # which the book tells itself
        text = ""
    return f"{file.name} {digest_of(text)}"


def deck_states(deck: Deck, translation: Game, records: Records) -> Iterator[TextState]:
    """Yield the texts of a deck in the language of a translation: its title, and its cards'."""
    translated_deck = translation.deck(deck.id)
    yield from _title_states(deck, translated_deck, records)
    texts = translated_deck.texts.get(translation.language, {})
    for card in deck:
        for name in deck.worded:
            key, original = TextKey(deck.id, card.id, name), original_text(card, name)
            text_and_place = texts.get(card.id, {}).get(name)
            if text_and_place is not None:
                yield state_of(key, original, *text_and_place, records)
            elif original in translation.words:  # where its original names it
                word = translation.words[original]
                yield TextState(key, original, word, THERE, card.where(name))
            elif says_words(original):
                yield TextState(key, original, "", MISSING, card.where(name))


def _title_states(deck: Deck, translation: Deck, records: Records) -> Iterator[TextState]:
    key, place = TextKey(deck.id, "", TITLE), translation.where(TITLE)
    if place.file != deck.file:
        yield state_of(key, deck.title, translation.title, place, records)
    elif says_words(deck.title):
        yield TextState(key, deck.title, "", MISSING, place)


def word_states(
    translation: Game, words: Mapping[str, Place | None], texts: Sequence[TextState]
) -> Iterator[TextState]:
    """Yield the states of what templates say, which `words` of a language name by its original.

    One that is named as another was that nobody says any more, but for some letters, is older;
    `texts` are those of the cards."""
    said = {*words, *(text.original for text in texts)}
    unused = [word for word in translation.words if word not in said]
    key = TextKey(GAME, "", WORDS)
    for original, place in words.items():
        place = place or Place(translation.folder)
        text = translation.words.get(original, "")
        if text:
            yield TextState(key, original, text, THERE, place)
            continue
        (earlier,) = get_close_matches(original, unused, 1, _ALIKE) or [""]
        state = OLDER if earlier else MISSING
        text = translation.words.get(earlier, "")
        yield TextState(key, original, text, state, place, earlier)


def original_text(card: Card, name: str) -> str:
    """The text of a card's field; empty for none."""
    value = getattr(card, name)
    return value if isinstance(value, str) else ""


def state_of(key: TextKey, original: str, text: str, place: Place, records: Records) -> TextState:
    """The state of a text that is there."""
    record = records.get(key)
    if record is None:
        return TextState(key, original, text, UNKNOWN, place)
    if is_same(record.original, original):
        return TextState(key, original, text, THERE, place)
    is_edited = record.digest != digest_of(text)
    return TextState(key, original, text, OLDER, place, record.original, is_edited)
