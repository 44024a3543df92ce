"""Edits of the texts that cards have in another language, in the files or columns that say them.

Every edit is read back before it is handed out: the language says it, and all else is as before."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.base.files import exists, trying
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load import load_games
from cardgen.load.originals import TextKey, original_text
from cardgen.load.overlay import translated
from cardgen.model.cards import Deck, Game
from cardgen.model.project import Project
from cardgen.model.table_files import is_table, is_workbook
from cardgen.write.card_edits import CardEdit
from cardgen.write.delimited import DelimitedText
from cardgen.write.file_changes import MergedChange
from cardgen.write.table_edits import FileBytes
from cardgen.write.translation_records import record_of, with_records
from cardgen.write.workbook_cells import CellText, WorkbookFile
from cardgen.write.yaml_text import YamlNode, YamlText, lines_of

Texts = Mapping[str, Mapping[str, str]]
_BY_HAND = "edit the file by hand"


class TextWriter:
    """Makes edits of the texts of a deck in a language. Raises CardgenError for what cannot be."""

    def __init__(self, project: Project, game: Game, deck: Deck, language: str) -> None:
        self.project, self.game, self.deck, self.language = project, game, deck, language
        translation = _translation(project, game, language)
        self._places = translation.deck(deck.id).texts.get(language, {}) if translation else {}

    def with_dated_texts(self, cards: Mapping[str, Mapping[str, str | None]]) -> list[MergedChange]:
        """The edit by which cards say these texts, by card and field; None takes one away.

        A second one remembers their originals, where that is new."""
        edit = self.with_texts_of(cards)
        records = {
            TextKey(self.deck.id, id, name): record_of(
                original_text(self.deck.card(id), name), text
            )
            for id, texts in cards.items()
            for name, text in texts.items()
        }
        record = with_records(self.project, self.game, self.language, records)
        return [edit, record] if record else [edit]

    def with_texts_of(self, cards: Mapping[str, Mapping[str, str | None]]) -> CardEdit:
        """The edit by which cards say these texts, by card and field; None takes one away."""
        for id, texts in cards.items():
            self.deck.card(id)
            for name in texts:
                if name not in self.deck.worded:
                    raise self._refused(
                        f"{name} is no text, which no language says otherwise", _BY_HAND
                    )
        table = self._table()
        if table is None:
            file, before, after = self._in_yaml(cards)
        else:
            file, before, after = self._in_table(table, cards)
        says = "\n".join(
            f"{self.deck.id}.{self.language}/{id}: {', '.join(texts)}"
            for id, texts in cards.items()
        )
        edit = CardEdit(file, before, after, says)
        if before:  # a file that is not there yet cannot be tried
            self._check(edit, cards)
        return edit

    # where texts stand

    def _table(self) -> Path | None:
        """The table that has the texts of the language; None where a file of YAML does."""
        files = {place.file for texts in self._places.values() for _, place in texts.values()}
        tables = sorted(file for file in files if is_table(file.name))
        return tables[0] if tables else None

    def _in_table(self, file: Path, cards: Mapping[str, Mapping[str, str | None]]) -> FileBytes:
        cells = {
            (self._row(file, id), self._column(file, name)): text or ""
            for id, texts in cards.items()
            for name, text in texts.items()
        }
        table = self.deck.table
        is_own = table is not None and table.file == file
        sheet, separator = (table.sheet, table.separator) if is_own and table else ("", "")
        if is_workbook(file.name):
            book = WorkbookFile.read(file, sheet)
            for spot in cells:
                book.check(*spot)
            new_cells = {spot: CellText(text, "s" if text else "") for spot, text in cells.items()}
            return book.file, book.before, book.with_cells(new_cells)
        delimited = DelimitedText(file, separator)
        for (row, column), text in cells.items():
            delimited.with_cells(row, {column: text})
        return delimited.file, delimited.before, delimited.bytes_of(delimited.text)

    def _row(self, file: Path, id: str) -> int:
        table = self.deck.table
        if table is not None and table.file == file:
            return self.deck.card(id).place.line
        for _, place in self._places.get(id, {}).values():
            if place.file == file:
                return place.line
        raise self._refused(f'{file.name} has no row for "{id}"', "add one with its id")

    def _column(self, file: Path, name: str) -> int:
        """The column of a field, where a text of any card stands."""
        for texts in self._places.values():
            text_and_place = texts.get(name)
            if text_and_place and text_and_place[1].file == file and text_and_place[1].column:
                return text_and_place[1].column
        raise self._refused(
            f"{file.name} has no text of {name} in {self.language} yet",
            "write the first there",
        )

    def _in_yaml(self, cards: Mapping[str, Mapping[str, str | None]]) -> FileBytes:
        file = self.deck.file.with_suffix(f".{self.language}.yaml")
        try:
            text = YamlText(file)
        except (CardgenError, OSError):
            if exists(file):
                raise
            return file, b"", lines_of("cards", _entries_of(None, cards)).encode()
        entries = _entries_of(text.root.get("cards"), cards)
        after = text.with_entries_of("cards", entries)
        return text.file, text.before, text.bytes_of(after)

    # read back

    def _check(self, edit: CardEdit, cards: Mapping[str, Mapping[str, str | None]]) -> None:
        """Raise CardgenError where the language would not say what is meant, or more."""
        expected = _texts(self._places)
        for id, texts in cards.items():
            new_texts = {name: text or "" for name, text in texts.items()}
            expected[id] = {**expected.get(id, {}), **new_texts}
        with trying({edit.file: edit.after}):
            games, problems = load_games(self.project, [self.game.id])
            is_there = games and not problems
            game = _translation(self.project, games[0], self.language) if is_there else None
        for problem in problems:
            raise CardgenError(problem)
        if game is None:
            raise self._refused("the language could not be read after this edit", _BY_HAND)
        read = _texts(game.deck(self.deck.id).texts.get(self.language, {}))
        if _nonempty(read) != _nonempty(expected):
            raise self._refused("other texts would come of this edit than are meant", _BY_HAND)

    def _refused(self, sentence: str, remedy: str) -> CardgenError:
        place = Place(self.deck.file.with_suffix(f".{self.language}.yaml"))
        return CardgenError(Finding("edit-impossible", sentence, remedy, place))


def _entries_of(
    entries: YamlNode | None, cards: Mapping[str, Mapping[str, str | None]]
) -> dict[str, Mapping[str, str | None]]:
    """The texts by card as they are written; a card without an entry says nothing of None."""
    all_texts: dict[str, Mapping[str, str | None]] = {}
    for id, texts in cards.items():
        entry = entries.get(id) if entries else None
        if entry is None or entry.kind != "map":
            texts = {name: text for name, text in texts.items() if text is not None}
        if texts:
            all_texts[id] = texts
    return all_texts


def _translation(project: Project, game: Game, language: str) -> Game | None:
    """A game in a language; None where it has no texts in it."""
    try:
        return translated([game], language, project, [])[0]
    except CardgenError:
        return None


def _texts(places: Mapping[str, Mapping[str, tuple[str, Place]]]) -> dict[str, dict[str, str]]:
    return {id: {name: text for name, (text, _) in texts.items()} for id, texts in places.items()}


def _nonempty(texts: Texts) -> set[tuple[str, str, str]]:
    """The texts that are not empty."""
    return {
        (id, name, text) for id, fields in texts.items() for name, text in fields.items() if text
    }
