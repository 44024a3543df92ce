"""Edits of many cards of a deck at once: one change of a file, read back once.

Single edits of hundreds of cards would read the whole game hundreds of times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any

from cardgen.base.findings import CardgenError, Place, at_place
from cardgen.model.cards import Card
from cardgen.write.card_edits import (
    CardEdit,
    CardWriter,
    ExpectedCards,
    value_in_yaml,
    value_of_typed,
)
from cardgen.write.table_edits import FileBytes
from cardgen.write.yaml_text import YamlText

_TELLING = 3
"""Cards of an edit that it names."""
Values = Mapping[str, Any]


class ManyCardsWriter(CardWriter):
    """Makes edits of many cards of one deck. Its methods raise CardgenError."""

    def with_values_of(self, values: Mapping[str, Values]) -> CardEdit | None:
        """The edit by which cards say these values, by id and field.

        None for cards that must be edited one by one."""
        cards = [self._card(id) for id in values]
        if any(card.place.file != self._file for card in cards):
            return None
        for card in cards:
            self._check_alone(card)
        table = self._table()
        wanted = {card.id: self._wanted(values[card.id], card.place) for card in cards}
        at = self._positions
        expected = ExpectedCards(self.deck.cards, {at[id]: wanted[id] for id in values})
        says = self._words(values)
        if table is None:
            ways = self._in_yaml(cards, values, wanted)
            return None if ways is None else self.first_that_reads(iter(ways), says, expected)
        for card in cards:
            self._check_cells(card, values[card.id])
        fields = {name: self._field(name) for typed in values.values() for name in typed}
        change = table.with_rows(fields, {card.place.line: values[card.id] for card in cards})
        return self.first_that_reads(iter([change]), says, expected)

    def added_all(self, cards: Sequence[Values], behind: str = "") -> CardEdit:
        """The edit that adds cards with these values, in their order, behind another or last."""
        neighbour = self._neighbour(behind)
        at = self.deck.cards.index(neighbour) + 1 if neighbour else len(self.deck)
        wanted = [self._wanted(values) for values in cards]
        expected = ExpectedCards(
            (*self.deck.cards[:at], *repeat(None, len(cards)), *self.deck.cards[at:]),
            dict(enumerate(wanted, at)),
        )
        names = [str(values.get("id", "")) for values in cards]
        says = f"{self.deck.id}: {_listed(names)} added"
        table = self._table()
        if table:
            fields = {name: self._field(name) for values in cards for name in values}
            change = table.with_new_rows(self._row_before(neighbour), fields, cards)
        else:
            change = self._new_entries(neighbour, cards, wanted)
        return self.first_that_reads(iter([change]), says, expected)

    def removed_all(self, ids: Sequence[str]) -> CardEdit:
        """The edit that takes cards out."""
        cards = [self._card(id) for id in ids]
        for card in cards:
            self._check_alone(card)
            if self._is_inherited(card):  # a table has another row by its number
                self._entry(self._text(self._file), card)
        table = self._table()
        if table:
            change = table.without_rows([card.place.line for card in cards])
        else:
            text = self._text(self._file)
            entries = [self._entry(text, card) for card in cards]
            for entry in sorted(entries, key=lambda entry: entry.start, reverse=True):
                text.text = text.without(entry)
            change = self._from_yaml(text, text.text)
        gone = set(ids)
        others = tuple(card for card in self.deck if card.id not in gone)
        says = f"{self.deck.id}: {_listed(ids)} taken out"
        return self.first_that_reads(iter([change]), says, ExpectedCards(others))

    def _words(self, values: Mapping[str, Values]) -> str:
        """An edit in words, a line for each of a few cards."""
        if len(values) > _TELLING:
            return f"{self.deck.id}: {_listed(list(values))} changed"
        listed = {
            id: ", ".join(f"{name}={value}" for name, value in card_values.items())
            for id, card_values in values.items()
        }
        return "\n".join(f"{self.deck.id}/{id}: {words}" for id, words in listed.items())

    # YAML

    def _in_yaml(
        self, cards: Sequence[Card], values: Mapping[str, Values], wanted: Mapping[str, Values]
    ) -> list[FileBytes] | None:
        """The file with these values: as they are read, and as they were typed.

        None where an entry cannot be changed by itself."""
        deck_text = self._text(self._file)
        if deck_text.is_json:
            return None
        try:
            return [
                self._spliced(deck_text, cards, values, wanted, is_typed=is_typed)
                for is_typed in (False, True)
            ]
        except _NotAloneError:
            return None

    def _spliced(
        self,
        deck_text: YamlText,
        cards: Sequence[Card],
        values: Mapping[str, Values],
        wanted: Mapping[str, Values],
        *,
        is_typed: bool,
    ) -> FileBytes:
        text = deck_text.text
        for card in sorted(cards, key=lambda card: card.place, reverse=True):
            entry = YamlText.of_entry(deck_text.file, text, card.place)
            if entry is None:
                raise _NotAloneError
            part, start, end = entry
            blanks = card.place.column - 1
            for name, value in values[card.id].items():
                read = wanted[card.id][name]
                written = value_in_yaml(self._field(name), value, read, is_typed=is_typed)
                try:
                    part.update(part.with_value(part.root, name, written))
                except CardgenError:  # told with its place where it is edited alone
                    raise _NotAloneError from None
            text = text[:start] + part.text[blanks:] + text[end:]
        return deck_text.file, deck_text.before, deck_text.bytes_of(text)

    def _new_entries(
        self, neighbour: Card | None, cards: Sequence[Values], wanted: Sequence[Values]
    ) -> FileBytes:
        entries = [
            {
                name: value_in_yaml(self._field(name), value, read[name], is_typed=False)
                for name, value in values.items()
            }
            for values, read in zip(cards, wanted, strict=True)
        ]
        if neighbour is None:
            text = self._text(self._file)
            return self._from_yaml(text, text.with_first_entry("cards", *entries))
        text = self._text(neighbour.place.file)
        entry = self._entry(text, neighbour)
        for values in reversed(entries):
            text.text = text.with_entry(entry, values)  # behind the entry, whose offsets stay
        return self._from_yaml(text, text.text)

    # cards

    def _wanted(self, values: Values, place: Place | None = None) -> dict[str, Any]:
        with at_place(place):
            return {
                name: value_of_typed(self._field(name), value) for name, value in values.items()
            }

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {card.id: at for at, card in enumerate(self.deck)}

    @cached_property
    def _sharing(self) -> Counter[Place]:
        return Counter(card.place for card in self.deck)

    @cached_property
    def _sharing_cells(self) -> Counter[tuple[str, Place]]:
        return Counter(place for card in self.deck for place in card.places.items())

    @cached_property
    def _may_have_loops(self) -> bool:
        return self.deck.file.suffix == ".yaml" and "for:" in self._text(self.deck.file).text

    def _card(self, id: str) -> Card:
        position = self._positions.get(id)
        return self.deck.card(id) if position is None else self.deck.cards[position]

    def _check_alone(self, card: Card) -> None:
        """Raise CardgenError for a card of a loop, or one whose copies differ."""
        if card.copy_number or self._sharing[card.place] > 1 or self._may_have_loops:
            self._check_single(card)

    def _check_cells(self, card: Card, typed: Values) -> None:
        is_own = all(
            self._sharing_cells[name, card.places[name]] == 1
            and card.places[name].line == card.place.line
            for name in typed
            if name in card.places
        )
        if not is_own or "id" in typed:
            super()._check_cells(card, typed)


class _NotAloneError(Exception):
    """An entry that cannot be changed without the rest of its file."""


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _TELLING
    shown_names = ", ".join(filter(None, names[:_TELLING]))
    return f"{shown_names} and {more} more" if more > 0 else shown_names
