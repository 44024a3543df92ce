"""Edits of cards in the files that say them: values, cards added, moved and taken out.

Every edit is read back before it is handed out: the game says it, and nothing else changes."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.base.files import trying
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.load import Loaded, load_games
from cardgen.load.fields import COMMON
from cardgen.model.cards import SIZE, Card, Deck, Game
from cardgen.model.fields import Field
from cardgen.model.made_art import AUTO, MADE
from cardgen.model.project import Project
from cardgen.model.table_files import is_list, is_workbook
from cardgen.schema.source import text_node
from cardgen.write.file_changes import MergedChange
from cardgen.write.table_edits import TableEditor
from cardgen.write.workbook_cells import WorkbookFile
from cardgen.write.yaml_text import YamlNode, YamlText

_OWN = ("id", "copies", "template", "back")
"""What a card says beside its fields."""


@dataclass(frozen=True, slots=True)
class CardEdit(MergedChange):
    """The change of a file by which cards come to say something else."""


@dataclass(frozen=True, slots=True)
class ExpectedCards:
    """The cards of the edited deck as they are after the edit, None for a new one.

    `values` are those that cards come to say, by their positions."""

    cards: tuple[Card | None, ...]
    values: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


class CardWriter:
    """Makes edits of one deck's cards. `problems` are those of the data before.

    Its methods raise CardgenError for what cannot be written, with the place and a remedy."""

    def __init__(
        self, project: Project, game: Game, deck: Deck, problems: Sequence[Finding] = ()
    ) -> None:
        self.project, self.game, self.deck = project, game, deck
        self.known_problems = tuple(problems)
        self._problems = {_likeness(problem) for problem in problems}
        self._texts: dict[Path, YamlText] = {}

    # what can be done

    def with_values(self, id: str, values: Mapping[str, Any]) -> CardEdit:
        """The edit by which a card says these values, by field."""
        card = self.deck.card(id)
        self._check_single(card)
        fields = {name: self._field(name) for name in values}
        wanted = {name: value_of_typed(field, values[name]) for name, field in fields.items()}
        says = ", ".join(f"{n}={'' if value is None else value}" for n, value in values.items())
        expected = ExpectedCards(self.deck.cards, {self.deck.cards.index(card): wanted})

        def ways() -> Iterator[tuple[Path, bytes, bytes]]:
            for is_typed in (False, True):
                written = {
                    name: value_in_yaml(field, values[name], wanted[name], is_typed=is_typed)
                    for name, field in fields.items()
                }
                yield self._bytes_with_values(card, written, values)

        return self.first_that_reads(ways(), f"{self.deck.id}/{id}: {says}", expected)

    def added(self, values: Mapping[str, Any], behind: str = "") -> CardEdit:
        """The edit that adds a card with these values, behind another one or as the last."""
        neighbour = self._neighbour(behind)
        fields = {name: self._field(name) for name in values}
        wanted = {name: value_of_typed(field, values[name]) for name, field in fields.items()}
        written = {
            name: value_in_yaml(field, values[name], wanted[name], is_typed=False)
            for name, field in fields.items()
        }
        at = self.deck.cards.index(neighbour) + 1 if neighbour else len(self.deck)
        cards = (*self.deck.cards[:at], None, *self.deck.cards[at:])
        table = self._table()
        if table:
            change = table.with_row(self._row_before(neighbour), fields, values)
        elif neighbour is None:
            text = self._text(self._file)
            change = self._from_yaml(text, text.with_first_entry("cards", written))
        else:
            text = self._text(neighbour.place.file)
            entry = self._entry(text, neighbour)
            change = self._from_yaml(text, text.with_entry(entry, written))
        called = values.get("id") or values.get("name") or ""
        says = (
            f"{self.deck.id}/{called} is added" if called else f"a card of {self.deck.id} is added"
        )
        return self.first_that_reads(iter([change]), says, ExpectedCards(cards, {at: wanted}))

    def removed(self, id: str) -> CardEdit:
        """The edit that takes a card out."""
        card = self.deck.card(id)
        self._check_single(card)
        table = self._table()
        if self._is_inherited(card):
            change = self._bytes_without(id)
        elif table:
            change = table.without_row(card.place.line)
        else:
            text = self._text(card.place.file)
            change = self._from_yaml(text, text.without(self._entry(text, card)))
        cards = tuple(other for other in self.deck.cards if other is not card)
        says = f"{self.deck.id}/{id} is taken out"
        return self.first_that_reads(iter([change]), says, ExpectedCards(cards))

    def moved(self, id: str, behind: str = "") -> CardEdit:
        """The edit that moves a card behind another one, or to the beginning of its deck."""
        card = self.deck.card(id)
        self._check_single(card)
        others = [other for other in self.deck.cards if other is not card]
        target = self.deck.card(behind) if behind else None
        if self._is_inherited(card) or (target and self._is_inherited(target)):
            raise _refused(
                "cards of the deck that this one extends stand in its order",
                "move them there",
                card.place,
            )
        at = others.index(target) + 1 if target else 0
        table = self._table()
        if table and target is None:
            raise _refused(
                "a row of a table is moved behind another one", "name that card", card.place
            )
        if table and target:
            change = table.moved(card.place.line, target.place.line)
        else:
            text = self._text(card.place.file)
            entry = self._entry(text, card)
            behind_entry = self._entry(text, target) if target else None
            first = self._entry(text, self.deck.cards[0])
            change = self._from_yaml(text, text.moved(entry, behind_entry, first))
        cards = (*others[:at], card, *others[at:])
        says = f"{self.deck.id}/{id} is moved"
        return self.first_that_reads(iter([change]), says, ExpectedCards(cards))

    def written_out(self, id: str) -> CardEdit:
        """The edit that lists the cards of a loop one by one."""
        card = self.deck.card(id)
        if self._table() or card.place.file != self.deck.file or card.copy_number:
            raise _refused("this card comes of no loop", "edit it as it is", card.place)
        text = self._text(card.place.file)
        entry = self._entry(text, card)
        loop = entry.get("for")
        if loop is None:
            raise _refused("this card comes of no loop", "edit it as it is", card.place)
        names = [key.value for key, _ in entry.pairs if key.value != "for"]
        names += [key.value for key, _ in loop.pairs if key.value in self.deck.fields]
        entries = [
            {name: _said(other, name) for name in names if _said(other, name) is not None}
            for other in self.deck
            if other.place == card.place
        ]
        change = self._from_yaml(text, text.with_entries(entry, entries))
        says = f"{self.deck.id}: the cards of a loop are written out"
        return self.first_that_reads(iter([change]), says, ExpectedCards(self.deck.cards))

    # where a card stands

    def _field(self, name: str) -> Field:
        field = self.deck.fields.get(name) or COMMON.get(name)
        if field is None:
            names = [*self.deck.fields, *COMMON]
            raise CardgenError(
                Finding(
                    "unknown-field",
                    f'the deck "{self.deck.id}" has no field "{name}"',
                    did_you_mean(name, names),
                    self.deck.where("fields"),
                )
            )
        return field

    def _neighbour(self, behind: str) -> Card | None:
        """The card that a new one is put behind; None for the first of the file.

        Those of a deck that this one extends come before its own."""
        card = self.deck.card(behind) if behind else None
        if card and not self._is_inherited(card):
            return card
        cards = [card for card in self.deck if not self._is_inherited(card)]
        return cards[-1] if cards else None

    def _is_inherited(self, card: Card) -> bool:
        """True for a card of the deck that this one extends."""
        return card.place.file != self._file

    def _row_before(self, neighbour: Card | None) -> int:
        """The row of a table that a new one is put behind."""
        assert self.deck.table is not None
        return neighbour.place.line if neighbour else self.deck.table.heading_row

    @property
    def _file(self) -> Path:
        """The file that lists the cards of the deck."""
        return self.deck.table.file if self.deck.table else self.deck.file

    def _table(self) -> TableEditor | None:
        """The editor of the deck's table; None where its cards are entries of YAML or JSON."""
        table = self.deck.table
        if table is None:
            return None
        for origin in self.game.origins:
            if origin.deck == self.deck.id and origin.file == table.file:
                raise _refused(
                    "this table is pulled from its address, which would undo the edit",
                    f"edit it there and run  cardgen pull {self.game.id}/{self.deck.id}",
                    origin.place,
                )
        return None if is_list(table.file.name) else TableEditor(table)

    def _check_single(self, card: Card) -> None:
        """Raise CardgenError for a card of a loop, or one whose copies differ."""
        alike = [other for other in self.deck if other.place == card.place]
        if card.copy_number:
            raise _refused(
                f"each of the {len(alike)} copies here is a card of its own",
                "edit the entry by hand, for all of them",
                card.place,
            )
        has_loop = False
        if card.place.file.suffix == ".yaml" and card.place.file == self.deck.file:
            entry = self._text(card.place.file).node_at(card.place, "map")
            has_loop = entry is not None and entry.get("for") is not None
        if has_loop or len(alike) > 1:
            raise _refused(
                f'card "{card.id}" comes of a loop that makes {len(alike)} cards',
                "write the cards of the loop out: cardgen set --write-out",
                card.place,
            )

    def _text(self, file: Path) -> YamlText:
        """The text of a file, to be edited; it is read once."""
        if file not in self._texts:
            self._texts[file] = YamlText(file)
        return copy.copy(self._texts[file])

    def _entry(self, text: YamlText, card: Card) -> YamlNode:
        entry = text.node_at(card.place, "map") if card.place.file == text.file else None
        if entry is None:
            raise _refused(
                f'card "{card.id}" is not written in this deck',
                "edit the deck that it comes from",
                card.place,
            )
        return entry

    # bytes

    def _bytes_with_values(
        self, card: Card, written: Mapping[str, Any], typed: Mapping[str, Any]
    ) -> tuple[Path, bytes, bytes]:
        if card.place.file != self._file:
            return self._bytes_under_change(card, written)
        table = self._table()
        if table:
            fields = {name: self._field(name) for name in typed}
            self._check_cells(card, typed)
            return table.with_cells(card.place.line, fields, typed)
        text = self._text(card.place.file)
        for name, value in written.items():
            text.update(text.with_value(self._entry(text, card), name, value))
        return text.file, text.before, text.bytes_of(text.text)

    def _check_cells(self, card: Card, typed: Mapping[str, Any]) -> None:
        """Raise CardgenError for a cell that is another card's, too, or that says another field."""
        for name in typed:
            place = card.places.get(name)
            if place is None:
                continue
            sharing = [other for other in self.deck if other.places.get(name) == place]
            if len(sharing) > 1 or place.line != card.place.line:
                raise _refused(
                    f"{name} stands here for {len(sharing)} cards at once",
                    "split the merged cells in the spreadsheet program",
                    place,
                )
            table = self.deck.table
            if table and name == "id" and "id" not in table.columns:
                raise _refused(
                    "ids are made of the names here",
                    "add a column id, or change the name",
                    place,
                )

    def _bytes_under_change(
        self, card: Card, written: Mapping[str, Any]
    ) -> tuple[Path, bytes, bytes]:
        """The deck file that says these values of a card of the deck that it extends."""
        text = self._text(self.deck.file)
        changes = text.root.get("change")
        if changes is None or changes.kind != "map":
            text.update(text.with_value(text.root, "change", {card.id: dict(written)}))
            return text.file, text.before, text.bytes_of(text.text)
        if changes.get(card.id) is None:
            text.update(text.with_value(changes, card.id, dict(written)))
            return text.file, text.before, text.bytes_of(text.text)
        for name, value in written.items():
            changes = text.root.get("change")
            entry = changes.get(card.id) if changes else None
            assert entry is not None
            text.update(text.with_value(entry, name, value))
        return text.file, text.before, text.bytes_of(text.text)

    def _bytes_without(self, id: str) -> tuple[Path, bytes, bytes]:
        """The deck file that leaves out a card of the deck that it extends."""
        text = self._text(self.deck.file)
        names = text.root.get("without")
        ids = [node.value for node in names.items] if names else []
        text.update(text.with_value(text.root, "without", [*ids, id]))
        return text.file, text.before, text.bytes_of(text.text)

    def _from_yaml(self, text: YamlText, after: str) -> tuple[Path, bytes, bytes]:
        return text.file, text.before, text.bytes_of(after)

    # read back

    def first_that_reads(
        self, ways: Iterator[tuple[Path, bytes, bytes]], says: str, expected: ExpectedCards
    ) -> CardEdit:
        """The first way to write an edit that the game reads as it is meant."""
        problems: list[Finding] = []
        tried: list[bytes] = []
        for file, before, after in ways:
            if not os.access(file, os.W_OK) or not file.stat().st_mode & 0o200:
                raise CardgenError(
                    Finding(
                        "file-unwritable",
                        "the file may only be read",
                        "let it be written to",
                        Place(file),
                    )
                )
            if after in tried:
                continue
            tried.append(after)
            with trying({file: after}):
                loaded = load_games(self.project, [self.game.id])
            problem = self._misreading(file, loaded, expected)
            if problem is None:
                game = None if loaded.problems else loaded.games[0]
                return CardEdit(file, before, after, says, self._note(file), game)
            problems.append(problem)
        raise CardgenError(problems[0])

    def _note(self, file: Path) -> str:
        """What is worth knowing of an edit of this file; empty for nothing."""
        table = self.deck.table
        if table is None or not is_workbook(file.name):
            return ""
        cells = WorkbookFile.read(file, table.sheet).cells().values()
        if not any(cell.computed for cell in cells):
            return ""
        return "the formulas of this sheet are computed anew when a spreadsheet program saves it"

    def _misreading(self, file: Path, loaded: Loaded, expected: ExpectedCards) -> Finding | None:
        """The reason why a game that was loaded with an edited file is not as expected."""
        games, problems = loaded
        for problem in problems:
            if _likeness(problem) not in self._problems and not problem.check:
                return problem
        deck = next(
            (deck for game in games for deck in game.decks if deck.id == self.deck.id), None
        )
        if deck is None or len(deck) != len(expected.cards):
            return Finding(
                "edit-impossible",
                "other cards would come of this edit than are meant",
                "edit the file by hand",
                Place(file),
            )
        for at, (old, new) in enumerate(zip(expected.cards, deck, strict=True)):
            values = expected.values.get(at, {})
            for name, value in _difference(old, new, values, self._is_computed):
                place = new.places.get(name) or new.place
                return Finding(
                    "edit-impossible",
                    f"{new.deck}/{new.id} would say {value!r} as {name} after this edit",
                    "edit the file by hand",
                    place if place.file != file else Place(file, place.line),
                )
        return None

    def _is_computed(self, card: Card, name: str) -> bool:
        """True if a value of a card follows from others by an expression."""
        place = card.places.get(name)
        if place is None or place.file.suffix != ".yaml":
            return False
        node = self._text(place.file).node_at(place, "map")
        return node is not None and node.get("expr") is not None


def _difference(
    old: Card | None,
    new: Card,
    values: Mapping[str, Any],
    is_computed: Callable[[Card, str], bool],
) -> Iterator[tuple[str, Any]]:
    """Yield what a card says otherwise than it should: names with what is said."""
    for name, value in values.items():
        value_of_card = _said(new, name)
        # an empty text is nothing, or art that the deck has for all
        nothing = (None, AUTO) if name == "art" else (None, "")
        if value_of_card != value and (value not in ("", None) or value_of_card not in nothing):
            yield name, value_of_card
    if old is None:
        return
    for name in dict.fromkeys((*_OWN, SIZE, *old.fields, *new.fields)):
        follows = (
            name == "id" and "name" in values and old.places.get("id") == old.places.get("name")
        )
        follows = follows or (name == "name" and "id" in values)
        if name in values or name == "rows" or follows:
            continue
        if _said(old, name) != _said(new, name) and not is_computed(old, name):
            yield name, _said(new, name)


def _said(card: Card, name: str) -> Any:
    """What a card says; of art that is made, whose name follows from its words, only that."""
    value = getattr(card, name) if name in (*_OWN, SIZE) else card.fields.get(name)
    return AUTO if name == "art" and str(value).startswith(MADE) else value


def _likeness(problem: Finding) -> tuple[str, str, Path | None]:
    return problem.code, problem.what, problem.place.file if problem.place else None


def value_of_typed(field: Field, value: Any) -> Any:
    """The value of a field that a typed text or a value stands for. Raises CardgenError."""
    if value is None or (value == "" and not field.is_text):
        return field.default if field.has_default else field.empty
    if isinstance(value, str) and field.is_list:
        entries = field.from_cell(value)
        return field.read([text_node(entry, 1, 1) for entry in entries])
    if isinstance(value, (list, tuple)):
        return field.read([text_node(str(entry), 1, 1) for entry in value])
    if isinstance(value, str):
        return field.read(text_node(value, 1, 1, quoted=field.is_text))
    return field.read(value)


def value_in_yaml(field: Field, value: Any, wanted: Any, *, is_typed: bool) -> Any:
    """The value as it is put into YAML: as it is read, or as it was typed."""
    if value is None or (value == "" and not field.is_text):
        return None
    if isinstance(value, str) and field.is_list:
        return list(field.from_cell(value))
    if isinstance(value, tuple):
        return list(value)
    is_plain = isinstance(wanted, (bool, int, float)) and not isinstance(wanted, str)
    return wanted if is_plain and not is_typed else value


def _refused(sentence: str, remedy: str, place: Place) -> CardgenError:
    return CardgenError(Finding("edit-impossible", sentence, remedy, place))
