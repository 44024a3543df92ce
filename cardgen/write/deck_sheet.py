"""A deck as a sheet: what its cards say in every field, and what of it cannot be edited, and why.

The page that edits cards shows it, and whoever writes a value is told the same by CardWriter."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Place
from cardgen.load.fields import COMMON
from cardgen.load.originals import TextState, states_of
from cardgen.load.overlay import languages_of
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.fields import Field
from cardgen.model.project import Project
from cardgen.model.table_files import is_list, is_workbook
from cardgen.write.workbook_cells import WorkbookFile
from cardgen.write.yaml_text import YamlNode, YamlText

_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
_FIRST = ("name", "id", "copies")
_LAST = ("art", "template", "back")


class Reason(NamedTuple):
    """Why something cannot be edited, and what to do about it."""

    why: str
    remedy: str
    formula: str = ""
    """The expression that makes the value."""


class SheetColumn(NamedTuple):
    """A field of the cards. `kind` is the word of its declaration, or `art`, `colour`, `template`,
    `id`, `copies`."""

    name: str
    kind: str
    choices: tuple[str, ...]
    needed: bool
    default: Any
    worded: bool
    unit: str
    decimal: str
    least: float | None
    most: float | None
    reason: Reason | None = None
    """Why none of its cells can be edited."""


class SheetRow(NamedTuple):
    """A card: its values as they are written, and which of them its entry says itself.

    `loop` is the number of cards that come of its entry, where they are several."""

    id: str
    values: Mapping[str, Any]
    written: frozenset[str]
    place: Place
    loop: int
    reason: Reason | None
    cells: Mapping[str, Reason]


class SheetText(NamedTuple):
    """A text in another language: nothing where it is missing.

    `state` is that of a `TextState`, or empty where there is nothing to translate; `earlier` the
    original that an older one was made from."""

    text: str = ""
    state: str = ""
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A deck as a sheet. `texts` has those of other languages: by language, card and field."""

    game: str
    deck: str
    title: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    reason: Reason | None = None
    """Why nothing of it can be edited."""
    file: Path = Path()
    texts: Mapping[str, Mapping[str, Mapping[str, SheetText]]] = field(default_factory=dict)


def deck_sheet(project: Project, game: Game, deck: Deck, language: str = "") -> DeckSheet:
    """The sheet of a deck, whose game is the original of the one in a language."""
    reading = _SheetReading(project, game, deck, language)
    columns = tuple(reading.columns())
    return DeckSheet(
        game.id,
        deck.id,
        deck.title,
        columns,
        tuple(reading.rows()),
        reading.reason(),
        deck.table.file if deck.table else deck.file,
        dict(_translations(project, game, deck, columns)),
    )


class _SheetReading:
    """Reads what can be edited of a deck."""

    def __init__(self, project: Project, game: Game, deck: Deck, language: str) -> None:
        self.project, self.game, self.deck, self.language = project, game, deck, language
        self._file = deck.table.file if deck.table else deck.file
        self._is_listed = deck.table is None or is_list(deck.table.file.name)
        self._sharing = Counter(card.place for card in deck)
        self._yaml_texts: dict[Path, YamlText | None] = {}

    # the whole deck

    def reason(self) -> Reason | None:
        """Why nothing of the deck can be edited."""
        if self.project.is_bundled:
            return Reason(
                "the shipped games are not edited", "make a project of your own: cardgen new"
            )
        for origin in self.game.origins:
            if origin.deck == self.deck.id and origin.file == self._file:
                command = f"cardgen pull {self.game.id}/{self.deck.id}"
                return Reason(
                    "this table is pulled from its address, which would undo the edit",
                    f"edit it there and run  {command}",
                )
        if not os.access(self._file, os.W_OK):
            return Reason("the file may only be read", "let it be written to")
        return None

    # columns

    def columns(self) -> Iterator[SheetColumn]:
        """The fields of the deck: name, id and copies first, drawings and templates last."""
        names = [name for name in self.deck.fields if name not in COMMON]
        for name in (*_FIRST, *names, *_LAST):
            field = self.deck.fields.get(name) or COMMON[name]
            yield self._column(name, field)

    def _column(self, name: str, field: Field) -> SheetColumn:
        kind = self._kind(name, field)
        return SheetColumn(
            name,
            kind,
            self._choices(name, field),
            field.needed,
            field.default if field.has_default else None,
            name in self.deck.worded and kind != "colour",
            field.unit,
            field.decimal,
            getattr(field, "min", None),
            field.most_entries if field.is_list else getattr(field, "max", None),
            self._column_reason(name),
        )

    def _kind(self, name: str, field: Field) -> str:
        if name in ("id", "copies", "art"):
            return name
        if name in ("template", "back"):
            return "template"
        values = [card.fields.get(name) for card in self.deck]
        colours = [value for value in values if value]
        if field.is_text and colours and all(map(_is_colour, colours)):
            return "colour"
        return field.kind or "text"

    def _choices(self, name: str, field: Field) -> tuple[str, ...]:
        if name in ("template", "back"):
            return tuple(self.project.template_names())
        return field.choices

    def _column_reason(self, name: str) -> Reason | None:
        table = self.deck.table
        if self.language and name in self.deck.worded:
            file = self.deck.file.with_suffix(f".{self.language}.yaml").name
            return Reason(
                f"{name} is a text in {self.language} here, which {file} says",
                "edit it there, or open the project in its own language",
            )
        if table is None or self._is_listed:
            return None
        columns = table.columns.get(name, ())
        if name == "id" and not columns:
            return Reason("ids are made of the names here", "add a column id, or change the name")
        if not columns:
            return Reason(f"this table has no column {name}", "add one in its row of headings")
        if len(columns) > 1:
            return Reason(f"{name} stands in several columns", "edit the cells by hand")
        return None

    # rows

    def rows(self) -> Iterator[SheetRow]:
        """The cards of the deck."""
        locked = self._locked_cells()
        for card in self.deck:
            count = self._loop(card)
            written = frozenset(card.places)
            yield SheetRow(
                card.id,
                self._values(card),
                written,
                card.place,
                count,
                self._row_reason(card, count),
                {**self._computed(card), **locked.get(card.id, {})},
            )

    def _values(self, card: Card) -> dict[str, Any]:
        own = {
            "id": card.id,
            "copies": card.copies,
            "template": card.template,
            "back": card.back,
        }
        values = {**card.fields, **own}
        columns = (*_FIRST, *self.deck.fields, *_LAST)
        return {name: values[name] for name in columns if values.get(name) is not None}

    def _loop(self, card: Card) -> int:
        """The number of cards that come of a card's entry; 0 for an entry that is one card."""
        count = self._sharing[card.place]
        if card.copy_number or count > 1:
            return count
        entry = self._entry(card)
        return 1 if entry is not None and entry.get("for") is not None else 0

    def _entry(self, card: Card) -> YamlNode | None:
        text = self._yaml(card.place.file)
        return text.node_at(card.place, "map") if text else None

    def _yaml(self, file: Path) -> YamlText | None:
        """The text of a file, where it has loops or expressions."""
        if file not in self._yaml_texts:
            self._yaml_texts[file] = _with_expressions(file)
        return self._yaml_texts[file]

    def _row_reason(self, card: Card, count: int) -> Reason | None:
        if card.copy_number:
            return Reason(
                f"each of the {count} copies here is a card of its own",
                "edit the entry by hand, for all of them",
            )
        if count:
            return Reason(
                f"this card comes of a loop that makes {count} cards", "write its cards out"
            )
        return None

    def _computed(self, card: Card) -> dict[str, Reason]:
        """The cells of a card that an expression makes."""
        text = self._yaml(card.place.file)
        if text is None:
            return {}
        reasons = {}
        for name, place in card.places.items():
            node = text.node_at(place, "map") if place.file == text.file else None
            expression = node.get("expr") if node else None
            if expression is not None:
                remedy = "change it in the file"
                reasons[name] = Reason("an expression makes this value", remedy, expression.value)
        return reasons

    def _locked_cells(self) -> dict[str, dict[str, Reason]]:
        """The cells of a table that are not edited here, by card and field."""
        table = self.deck.table
        if table is None or self._is_listed:
            return {}
        reasons: dict[str, dict[str, Reason]] = {}
        cards_at = Counter(
            (name, place) for card in self.deck for name, place in card.places.items()
        )
        for card in self.deck:
            for name, place in card.places.items():
                number = cards_at[name, place]
                if place.file == table.file and (number > 1 or place.line != card.place.line):
                    why = f"{name} stands here for {number} cards at once"
                    remedy = "split the merged cells in the spreadsheet program"
                    reasons.setdefault(card.id, {})[name] = Reason(why, remedy)
        if is_workbook(table.file.name):
            self._add_locked(reasons)
        return reasons

    def _add_locked(self, reasons: dict[str, dict[str, Reason]]) -> None:
        table = self.deck.table
        assert table is not None
        cells = {
            (card.place.line, columns[0]): (card.id, name)
            for card in self.deck
            for name, columns in table.columns.items()
            if len(columns) == 1
        }
        locked = WorkbookFile.read(table.file, table.sheet).locked(cells)
        for spot, reason in locked.items():
            id, name = cells[spot]
            reasons.setdefault(id, {})[name] = Reason(*reason)


def _with_expressions(file: Path) -> YamlText | None:
    if file.suffix not in (".yaml", ".yml"):
        return None
    try:
        text = YamlText(file)
    except (CardgenError, OSError):
        return None
    return text if "expr" in text.text or "for:" in text.text else None


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and _COLOUR.fullmatch(value) is not None


# Languages


def _translations(
    project: Project, game: Game, deck: Deck, columns: Sequence[SheetColumn]
) -> Iterator[tuple[str, dict[str, dict[str, SheetText]]]]:
    """The texts of a deck in each other language of its game, by card and field."""
    names = [column.name for column in columns if column.worded]
    for language in languages_of(game):
        states = states_of(project, game, language, [deck])
        yield language, _texts(deck, names, states.texts)


def _texts(
    deck: Deck, names: Sequence[str], states: Iterable[TextState]
) -> dict[str, dict[str, SheetText]]:
    texts = {card.id: dict.fromkeys(names, SheetText()) for card in deck}
    for state in states:
        _, card, name = state.key
        if card in texts and name in texts[card]:
            is_own = state.place != deck.card(card).where(name)
            text = state.text if is_own else ""  # words of the game are not edited here
            texts[card][name] = SheetText(text, state.state, state.earlier)
    return texts
