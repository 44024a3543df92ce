"""Many texts of a game in a language, written at once into the files that say them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.base.files import exists, trying
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.originals import GAME, MEANS, TITLE, TextKey, states_of
from cardgen.load.overlay import in_language
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.schema.spelling import as_yaml
from cardgen.write.file_changes import FileChange, MergedChange
from cardgen.write.text_edits import TextWriter
from cardgen.write.yaml_text import YamlText, lines_of

_BY_HAND = "write it by hand"


@dataclass(slots=True)
class TranslationWriter:
    """Collects the changes by which an original game says texts in a language.

    Its methods raise CardgenError for what cannot be written, and then change nothing."""

    project: Project
    game: Game
    language: str
    changes: dict[Path, MergedChange] = field(default_factory=dict)

    def write(self, texts: Mapping[TextKey, str]) -> None:
        """Write texts of cards, titles of decks and of the game, and meanings of keywords."""
        with self._whole():
            self._write(texts)

    def _write(self, texts: Mapping[TextKey, str]) -> None:
        for deck in self.game.decks:
            cards: dict[str, dict[str, str | None]] = {}
            for key, text in texts.items():
                if key.deck == deck.id and key.card:
                    cards.setdefault(key.card, {})[key.field] = text
            if cards:
                with self._tried():
                    writer = TextWriter(self.project, self.game, deck, self.language)
                    edit = writer.with_texts_of(cards)
                self._add(edit)
            title = texts.get(TextKey(deck.id, "", TITLE))
            if title:
                self._write_title(self.game.folder / f"{deck.id}.{self.language}.yaml", title)
        self._write_game_texts(texts)
        self._check(texts)

    def write_words(self, words: Mapping[str, str]) -> None:
        """Write what texts of templates become, by their originals."""
        if words:
            with self._whole():
                self._write_words(words)

    def _write_words(self, words: Mapping[str, str]) -> None:
        def after(text: YamlText) -> str:
            node = text.root.get("words")
            keys = [key.value for key, _ in node.pairs] if node else []
            names = {" ".join(key.split()): key for key in keys}
            entries = {names.get(_plain(word), word): said for word, said in words.items()}
            return text.with_entries_of("words", entries)

        self._edit(self._game_file, after, lines_of("words", words))
        problems: list[Finding] = []
        with self._tried():
            game = in_language(self.game, self.language, self.project, problems)
        for problem in problems:
            if problem.place and problem.place.file == self._game_file:
                raise CardgenError(problem)
        if any(game.words.get(_plain(word)) != said for word, said in words.items()):
            raise self._refused("other words would come of this edit than are meant")

    def _write_game_texts(self, texts: Mapping[TextKey, str]) -> None:
        title = texts.get(TextKey(GAME, "", TITLE))
        if title:
            self._write_title(self._game_file, title)
        meanings = {
            key.card: {MEANS: text}
            for key, text in texts.items()
            if key.deck == GAME and key.field == MEANS
        }
        if not meanings:
            return

        def after(text: YamlText) -> str:
            return text.with_entries_of("keywords", meanings)

        self._edit(self._game_file, after, lines_of("keywords", meanings))

    @property
    def _game_file(self) -> Path:
        return self.game.folder / f"game.{self.language}.yaml"

    def _write_title(self, file: Path, title: str) -> None:
        def after(text: YamlText) -> str:
            return text.with_value(text.root, TITLE, title)

        self._edit(file, after, f"{TITLE}: {as_yaml(title)}\n")

    def _edit(self, file: Path, after: Callable[[YamlText], str], new_text: str) -> None:
        """Change a file of YAML, or make it."""
        with self._tried():
            if exists(file):
                text = YamlText(file)
                change = MergedChange(file, text.before, text.bytes_of(after(text)))
            else:
                change = MergedChange(file, b"", new_text.encode())
        self._add(change)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Make all of several changes, or none."""
        before = dict(self.changes)
        try:
            yield
        except CardgenError:
            self.changes = before
            raise

    @contextmanager
    def _tried(self) -> Iterator[None]:
        with trying({file: change.after for file, change in self.changes.items()}):
            yield

    def _add(self, change: FileChange) -> None:
        earlier = self.changes.get(change.file, change)
        self.changes[change.file] = MergedChange(change.file, earlier.before, change.after)

    def _check(self, texts: Mapping[TextKey, str]) -> None:
        """Raise CardgenError where the language would not say what is meant."""
        with self._tried():
            states = states_of(self.project, self.game, self.language)
        for problem in states.problems:
            raise CardgenError(problem)
        read = {text.key: text.text for text in states.texts}
        for key, text in texts.items():
            if read.get(key) != text:
                raise self._refused(f"{key} cannot be written so that it is read as it is meant")

    def _refused(self, what: str) -> CardgenError:
        return CardgenError(Finding("edit-impossible", what, _BY_HAND, Place(self._game_file)))


def _plain(text: str) -> str:
    return " ".join(text.split())
