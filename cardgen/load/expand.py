"""The `cards:` of a deck file become cards: plain entries, loops, and computed values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base import findings as errors
from cardgen.base.findings import CardgenError, Finding, Place, at_place, finding_of_too_many, note
from cardgen.base.suggestions import did_you_mean, near
from cardgen.base.units import listed
from cardgen.load.cell_values import picture_of
from cardgen.load.columns import field_of
from cardgen.load.fields import CARDS, COMMON, EntryKind, Lists, fields_of_entries, is_expression
from cardgen.model.cards import SIZE, Card, CardRow
from cardgen.model.fields import Field
from cardgen.model.made_art import AUTO, MADE
from cardgen.model.project import Project
from cardgen.model.table_files import is_table
from cardgen.sandbox.chance import CHANCE
from cardgen.schema.source import Map, Node, Places, Seq, Source, TypedText, text_node
from cardgen.schema.values import (
    blank,
    check_id,
    check_name,
    id_of,
    instead_of,
    is_id,
    unused_id,
    wrong,
)

MOST_LOOPED = 10_000
"""How many cards one loop may make."""
MOST_CARDS = 50_000
"""How many different cards a deck may have."""
MOST_LETTERS = 64 * 2**20
"""How many letters all cards of a deck may hold; those of a default or a loop count in each."""
_MOST_LACKING, _MOST_RESPELT = 6, 3

_HOLE = re.compile(r"\{([^{}]*)\}")
_PART = re.compile("[a-z0-9-]*")
_VARYING = re.compile(rf"\b(edition|deck|{'|'.join(CHANCE)})\b")
_RESERVED = {"card", "deck", "game", "id", "template", "back", "copies"}
Compute = Callable[[TypedText, Place, Mapping[str, Any]], Any]
"""From an expression, its place and names it may use beside those of the game, to its value."""


class CardDefaults(NamedTuple):
    """Values that a deck gives its cards."""

    id: str
    fields: Mapping[str, Field]
    template: str = ""
    back: str = ""
    distinct_copies: bool = False
    entries: EntryKind = CARDS
    art: str = ""
    """AUTO where art is made for cards that have none."""


def varies(node: Node) -> bool:
    """True if an expression in a node may differ between editions.

    It names the edition, chance, or other cards."""
    if is_expression(node):
        assert isinstance(node, Map)
        return _VARYING.search(str(next(iter(node.values())))) is not None
    return any(
        map(
            varies,
            node.values() if isinstance(node, Map) else node if isinstance(node, Seq) else (),
        )
    )


class _Computing(NamedTuple):
    """The fields of a card that are to be computed.

    It has the names for that, and the places of its values; `copy` is its number where copies
    differ.
    """

    names: list[str]
    scope: Mapping[str, Any]
    places: Places
    copy: int = 0


_TAKEN = Seq()


_COPIES_MISSPELT = re.compile(r"[ck]?o?p", re.IGNORECASE)
"""Begins what copies may be misspelt as."""


@dataclass(slots=True, eq=False)
class Expander:
    """Makes the cards of one deck. What is wrong is added to `problems`, and the cards it concerns
    are left out."""

    source: Source
    deck: CardDefaults
    game_folder: Path
    project: Project
    lists: Lists
    compute: Compute
    problems: list[Finding]
    fields: dict[str, Field] = field(init=False)
    lines: dict[str, int] = field(default_factory=dict)
    """Where each id was first used."""
    notes: list[Finding] = field(default_factory=list)
    """What was taken for something: ids that were made or spelt anew."""
    respelt: dict[str, str] = field(default_factory=dict)
    """Ids in capitals as they were typed, with what became of them."""
    parts: Mapping[tuple[int, int], Sequence[Map]] = field(default_factory=dict)
    """The rows that make a card together, by the line and column of its entry."""
    name_of_art: Callable[[str, Mapping[str, Any]], str] | None = None
    """The name of the art that is made for a card of this id and these values."""
    letters: int = 0
    """The number of letters in all cards so far."""

    def __post_init__(self) -> None:
        self.fields = fields_of_entries(self.deck.fields, self.deck.entries.common)

    def cards(
        self, entries: Seq, unvarying: dict[int, list[Card]] | None = None
    ) -> tuple[Card, ...]:
        """The cards of these entries, which are used up.

        Those are kept that editions read again: what none of them changes is taken from
        `unvarying`, by the number of its entry, or put there."""
        if self.deck.entries is CARDS and not is_table(self.source.file.name):
            self._make_ids(entries)
        cards: list[Card] = []
        before, noun = len(self.problems), self.deck.entries.noun
        for number, entry in enumerate(entries):
            if len(self.problems) - before >= errors.MOST_PROBLEMS:
                self.problems.append(finding_of_too_many(self.source.file))
                break
            try:
                if not isinstance(entry, Map):
                    article = "an" if noun[0] in "aeiou" else "a"
                    raise wrong(
                        f"{article} {noun} must be names with values",
                        "write  - {id: black-1, ...}",
                        code="mapping-expected",
                    )
                entry_cards = unvarying.get(number) if unvarying else None
                if entry_cards is None:
                    entry_cards = self._entry(entry)
                    if unvarying is not None and not varies(entry):
                        unvarying[number] = entry_cards
                cards += entry_cards
                if len(cards) > MOST_CARDS:
                    raise wrong(
                        f"this deck has more than {MOST_CARDS:,} different cards",
                        "split it into several decks; a table in CSV can say  per_file: 9000",
                        code="too-large",
                    )
            except CardgenError as error:
                self.problems += error.at(self.source.place(entry))
            if unvarying is None:
                # the cards of a large deck find room where their entries were
                entries[number] = _TAKEN
            if len(cards) > MOST_CARDS or self.letters > MOST_LETTERS:
                break
        if self.respelt:
            spelt = listed(
                [f'"{typed}" is {id}' for typed, id in self.respelt.items()], _MOST_RESPELT
            )
            message = f"ids are in small letters: {spelt}"
            self.notes.append(note("ids-made", message, place=Place(self.source.file)))
        return tuple(cards)

    def _make_ids(self, entries: Seq) -> None:
        """Make ids of names for cards that have neither an id nor a loop.

        Those of a table have them so."""
        cards = [entry for entry in entries if isinstance(entry, Map)]
        written_ids = (entry.value("id") for entry in cards)
        used = {
            str(id).lower(): 1 for id in written_ids if isinstance(id, TypedText) and not blank(id)
        }
        new_ids = list[str]()
        for entry in cards:
            name = entry.value("name")
            id = entry.value("id")
            has_id = id is not None and not (isinstance(id, TypedText) and not id.strip())
            if (
                has_id
                or entry.value("for") is not None
                or not isinstance(name, TypedText)
                or not name.strip()
            ):
                continue
            new = unused_id(id_of(name), used)
            for key in [key for key in entry if key == "id"]:
                del entry[key]
            entry[text_node("id", name.line, name.column)] = text_node(new, name.line, name.column)
            new_ids.append(new)
        if new_ids:
            made = listed(new_ids, _MOST_LACKING)
            message = f"cards without an id have one that is made of the name: {made}"
            self.notes.append(note("ids-made", message, place=Place(self.source.file)))

    def _instead_of(self, key: TypedText, node: Node) -> str:
        """The remedy for a name that is no field: what it may mean, or to declare it.

        A name that is only a little like copies, such as cost, is a field of the deck's own."""
        copies = {name: known for name, known in self.fields.items() if name == "copies"}
        if field_of(key, copies) and not near(key, copies):
            return "write copies, if it says how many there are, or declare it under fields"
        names = [*self.fields, "for"]
        if near(key, names) == ("copies",) and not _COPIES_MISSPELT.match(key):
            names.remove("copies")
        remedy = instead_of(key, node, names)
        return f"declare it under fields, or {remedy}" if remedy.startswith("use") else remedy

    def _entry(self, entry: Map) -> list[Card]:
        written: dict[str, Node] = {}
        loops: Node | None = None
        unknown: list[Finding] = []
        for key, node in entry.items():
            name = str(key)
            if name == "for":
                loops = node
            elif name in self.fields:
                written[name] = node
            else:
                remedy = self._instead_of(key, node)
                self.source.told.setdefault((entry.line, entry.column), set()).update(
                    near(name, self.fields)
                )
                unknown.append(
                    Finding(
                        "unknown-field",
                        f'{self.deck.entries.whose} has no field "{name}"',
                        remedy,
                        self.source.place(key),
                    )
                )
        combinations = self._combinations(loops) if loops is not None else [{}]
        nodes = [
            *written.items(),
            *((str(key), key) for key in (loops if isinstance(loops, Map) else ())),
        ]
        places = Places(self.source.file, nodes)
        cards = []
        for combination in combinations:
            try:
                cards += self._cards(entry, written, combination, places)
            except CardgenError as error:
                raise CardgenError(*unknown, *error.findings) from error
        if unknown:
            raise CardgenError(*unknown)
        return cards

    def _combinations(self, loops: Node) -> list[dict[str, Any]]:
        """Every combination of the loop's values, the last name running fastest."""
        if not isinstance(loops, Map) or not loops:
            raise self.source.wrong(
                '"for" must name what it runs over',
                "write  for: {suit: suits}",
                loops,
                code="loop-wrong",
            )
        combinations: list[dict[str, Any]] = [{}]
        for key, node in loops.items():
            name = str(key)
            with at_place(self.source.place(key)):
                check_name(name, "loop", _RESERVED)
                extended: list[dict[str, Any]] = []
                for before in combinations:
                    extended += [
                        {**before, name: value} for value in self._values(name, node, before)
                    ]
                    if len(extended) > MOST_LOOPED:
                        raise wrong(
                            f"this loop makes more than {MOST_LOOPED:,} cards",
                            "run it over shorter lists",
                            code="loop-wrong",
                        )
            combinations = extended
        if not combinations:
            raise self.source.wrong(
                "this loop makes no card",
                "give its lists at least one value",
                loops,
                code="loop-wrong",
            )
        return combinations

    def _values(self, name: str, node: Node, before: Mapping[str, Any]) -> list[Any]:
        values: Any
        if isinstance(node, TypedText):
            if node not in self.lists:
                remedy = did_you_mean(node, self.lists, "write the values in brackets")
                raise self.source.wrong(
                    f'game.yaml has no list "{node}"', remedy, node, code="loop-wrong"
                )
            values = self.lists[node]
        elif is_expression(node):
            values = self._computed(node, before)
            if not isinstance(values, list):
                remedy = "make it one, such as deck.main | distinct('suits')"
                raise self.source.wrong(
                    "this expression does not give a list", remedy, node, code="loop-wrong"
                )
        else:
            values = node
        if isinstance(values, Map) or not all(
            isinstance(value, (str, int, float, Card)) for value in values
        ):
            raise self.source.wrong(
                f"{name} can only run over texts and numbers",
                "write  for: {points: [2, 3]}",
                node,
                code="loop-wrong",
            )
        field = self.fields.get(name)
        if field is None or field.is_list or field is COMMON[SIZE]:
            return [str(value) if isinstance(value, str) else value for value in values]
        typed_values = []
        for value in values:
            with at_place(self.source.place(value if isinstance(value, TypedText) else node)):
                typed_values.append(field.read(value))
        return typed_values

    def _computed(self, node: Node, scope: Mapping[str, Any]) -> Any:
        assert isinstance(node, Map)
        expression = next(iter(node.values()))
        assert isinstance(expression, TypedText)
        return self.compute(expression, self.source.place(expression), scope)

    def _cards(
        self, entry: Map, written: Mapping[str, Node], loop: Mapping[str, Any], places: Places
    ) -> list[Card]:
        """The card of an entry; where copies differ, a card for each."""
        values, later = self._written(entry, written, loop)
        if not self.deck.distinct_copies:
            return [self._card(entry, written, values, _Computing(later, loop, places))]
        first = [name for name in later if name in ("id", "copies")]
        if problems := self._compute(entry, written, values, _Computing(first, loop, places)):
            raise CardgenError(*problems)
        later = [name for name in later if name not in first]
        copies = values["copies"]
        id = values["id"]
        cards = []
        for number in range(1, max(copies, 1) + 1):
            copy_values = {
                **values,
                "copies": min(copies, 1),
                "id": f"{id}-{number}" if copies > 1 else id,
            }
            cards.append(
                self._card(
                    entry,
                    written,
                    copy_values,
                    _Computing(later, {**loop, "copy": number}, places, number),
                )
            )
            if len(cards) > MOST_CARDS:  # which is told of the deck
                break
        return cards

    def _written(
        self, entry: Map, written: Mapping[str, Node], loop: Mapping[str, Any]
    ) -> tuple[dict[str, Any], list[str]]:
        """The values that an entry says, and the names of those to be computed."""
        values: dict[str, Any] = {}
        later: list[str] = []
        problems: list[Finding] = []
        unreadable = self.source.told.get((entry.line, entry.column), ())
        failed = False
        missing: list[str] = []
        for name, card_field in self.fields.items():
            node = written.get(name)
            try:
                if node is None or blank(node) or _says_nothing(card_field, node):
                    values[name] = self._unwritten(card_field, loop)
                elif isinstance(node, Map):
                    if not is_expression(node):
                        raise wrong(
                            f"{name} is a mapping",
                            'write a value, or {expr: "..."} to have it computed',
                            code="text-expected",
                        )
                    later.append(name)
                else:
                    values[name] = card_field.read(self._said(name, node, loop))
            except CardgenError as error:
                failed = True
                missing += [name] * (node is None and name not in unreadable)
                if name not in unreadable or not blank(node):
                    place = self.source.place_of_missing(name, entry)
                    problems += error.at(self.source.place(node) if node else place)
        # a remark below the cards
        if len(missing) > 1 and is_table(self.source.file.name):
            single_sentences = {f"this {self.deck.entries.noun} has no {name}" for name in missing}
            names = listed(missing, _MOST_LACKING)
            remedy = (
                "fill them in, or give them a default under fields; a row that is no card begins "
                "with #"
            )
            row = Finding(
                "field-missing",
                f"this {self.deck.entries.noun} has no {names}",
                remedy,
                self.source.place_of_missing(missing[0], entry),
            )
            problems = [
                row,
                *(problem for problem in problems if problem.what not in single_sentences),
            ]
        if failed:
            raise CardgenError(*problems)
        return values, later

    def _said(self, name: str, node: Node, loop: Mapping[str, Any]) -> Node | str:
        """The value as it is written, without what is not its own.

        An id has the names of loops filled in, art is without the address or the folders it comes
        from."""
        if not isinstance(node, TypedText) or name not in ("id", "art"):
            return node
        if name == "art":
            return picture_of(node)
        id = _filled(node, loop)
        if not is_id(id) and is_id(id.lower()):
            self.respelt.setdefault(id, id.lower())
            return id.lower()
        return id

    def _compute(
        self, entry: Map, written: Mapping[str, Node], values: dict[str, Any], how: _Computing
    ) -> list[Finding]:
        """Add the computed values; the problems with them are returned."""
        problems: list[Finding] = []
        for name in how.names:
            node = written[name]
            try:
                scope = {**how.scope, "card": self._made(entry, values, how)}
                values[name] = self.fields[name].read(self._computed(node, scope))
            except CardgenError as error:
                problems += error.at(self.source.place(node))
        return problems

    def _card(
        self, entry: Map, written: Mapping[str, Node], values: dict[str, Any], how: _Computing
    ) -> Card:
        problems = self._compute(entry, written, values, how)
        if not problems and self.name_of_art and is_auto(values.get("art") or self.deck.art):
            values["art"] = self.name_of_art(values["id"], self._shown_values(values))
        self._check(values, written, entry, problems)
        if problems:
            raise CardgenError(*problems)
        if values["name"] is None:
            values["name"] = values["id"].replace("-", " ").title()
        self._count_letters(values)
        return self._made(entry, values, how)

    def _count_letters(self, values: Mapping[str, Any]) -> None:
        """Counts the letters of one more card. Raises CardgenError for too many."""
        for value in values.values():
            if isinstance(value, str):
                self.letters += len(value)
            elif isinstance(value, list):
                self.letters += sum(map(len, value))
        if self.letters > MOST_LETTERS:
            raise wrong(
                f"the cards of this deck hold more than {MOST_LETTERS:,} letters",
                "use shorter texts, or split it into several decks",
                code="too-large",
            )

    def _unwritten(self, field: Field, loop: Mapping[str, Any]) -> Any:
        if field.name in loop and field is not COMMON[SIZE]:
            return field.read(loop[field.name])
        if field.has_default:
            return field.default
        if field.name == "template" or field.name == "back":
            return getattr(self.deck, field.name)
        if field.optional:
            return None
        more = "" if field.name == "id" else " or give the field a default"
        raise wrong(
            f"this {self.deck.entries.noun} has no {field.name}",
            f"add  {field.name}: ..." + more,
            code="field-missing",
        )

    def _made(self, entry: Map, values: Mapping[str, Any], how: _Computing) -> Card:
        card_fields = self._shown_values(values)
        if self.parts:
            card_fields["rows"] = [
                self._row(row) for row in self.parts.get((entry.line, entry.column), ())
            ]
        return Card(
            values.get("id", ""),
            self.deck.id,
            card_fields,
            copies=values.get("copies", 1),
            template=values.get("template", ""),
            back=values.get("back", ""),
            copy_number=how.copy,
            own_size=(SIZE not in self.deck.fields and values.get(SIZE)) or "",
            place=self.source.place(entry),
            places=how.places,
        )

    def _shown_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values that a card shows, without those that say how it is printed."""
        return {
            name: value
            for name, value in values.items()
            if name in self.deck.fields or name in ("name", "art")
        }

    def _row(self, row: Map) -> CardRow:
        """The values of one of several rows of a card.

        Fields have their defaults where it says nothing."""
        card_row = CardRow()
        for name, card_field in self.fields.items():
            node = row.value(name)
            if name in self.deck.fields or name in ("name", "art"):
                with at_place(self.source.place(node or row)):
                    card_row[name] = (
                        card_field.default if node is None or blank(node) else card_field.read(node)
                    )
        return card_row

    def _check(
        self,
        values: Mapping[str, Any],
        written: Mapping[str, Node],
        entry: Map,
        problems: list[Finding],
    ) -> None:
        """Add problems that no field sees: a bad id, a missing file.

        An id may also be repeated."""

        def place(name: str) -> Place:
            return self.source.place(written.get(name, entry))

        def attempt(name: str, check: Callable[..., object], *args: object) -> None:
            try:
                check(*args)
            except CardgenError as error:
                problems.extend(error.at(place(name)))

        noun = self.deck.entries.noun
        if (id := values.get("id")) is not None:
            attempt("id", check_id, id, noun)
            line = place("id").line
            if id in self.lines:
                first, remedy = self.lines[id], f"give each {noun} an id of its own"
                where = f"in line {first}" if first != line else "by the same loop"
                remedy += "" if first != line else ", with every loop name in braces"
                problems.append(
                    Finding(
                        "name-taken", f'the id "{id}" is used already, {where}', remedy, place("id")
                    )
                )
            self.lines.setdefault(id, line)
        if (template := values.get("template", "")) != self.deck.template:
            attempt("template", self.project.check_template, template)
        elif "template" in self.fields and not template and "template" not in written:
            problems.append(
                Finding(
                    "unknown-template",
                    "this card has no template",
                    "name one for the card or for its deck",
                    place("template"),
                )
            )
        if (back := values.get("back", "")) and back != self.deck.back:
            attempt("back", self.project.check_template, back)
        if art := values.get("art"):
            attempt("art", self.project.check_art, self.game_folder, art)


def is_auto(art: str) -> bool:
    """True if a card or a deck says that its art is to be made, in capitals as well."""
    return art.strip().casefold() == AUTO


def is_made(art: str) -> bool:
    """True if art is to be made, or was made for a card of another game."""
    return is_auto(art) or art.startswith(MADE)


def _says_nothing(field: Field, node: Node) -> bool:
    """True if a dash or the like stands for an optional value."""
    return isinstance(node, TypedText) and field.says_nothing(node)


def _filled(id: TypedText, loop: Mapping[str, Any]) -> str:
    """An id with its loop names filled in.

    What no id may hold becomes what comes nearest: `Red` gives `red`."""

    def value(hole: re.Match[str]) -> str:
        name = hole[1].strip()
        if name not in loop:
            remedy = did_you_mean(name, loop, "loop over something with  for: {suit: suits}")
            raise wrong(
                f"the id speaks of {{{name}}}, which no loop names", remedy, code="loop-wrong"
            )
        loop_value = loop[name]
        if isinstance(loop_value, Card):
            raise wrong(
                f"{{{name}}} is a card, not a text",
                'compute the id: {expr: "' + name + '.id"}',
                code="text-expected",
            )
        return str(loop_value) if _PART.fullmatch(str(loop_value)) else id_of(str(loop_value))

    return _HOLE.sub(value, id)
