"""The `cards:` of a deck file become cards: plain entries, loops, and computed values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from cardgen.base import errors
from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean, left_out
from cardgen.load.fields import COMMON, Lists, is_expression
from cardgen.model.cards import Card, Field
from cardgen.model.project import Project
from cardgen.schema.source import Map, Node, Places, Seq, Source, TypedText
from cardgen.schema.values import blank, check_id, check_name, id_of, typed, wrong

MOST_LOOPED = 10_000
"""How many cards one loop may make."""
MOST_CARDS = 50_000
"""How many different cards a deck may have."""

_HOLE = re.compile(r"\{([^{}]*)\}")
_PART = re.compile("[a-z0-9-]*")
_RESERVED = {"card", "deck", "game", "id", "template", "back", "copies"}
Compute = Callable[[TypedText, Place, Mapping[str, Any]], Any]
"""From an expression, its place and names it may use beside those of the game, to its value."""


class CardDefaults(Protocol):
    """What a deck gives its cards."""

    @property
    def id(self) -> str: ...
    @property
    def template(self) -> str: ...
    @property
    def back(self) -> str: ...
    @property
    def fields(self) -> Mapping[str, Field]: ...


class Expander:
    """Makes the cards of one deck. What is wrong is added to `problems`, and the cards it concerns are left out."""

    def __init__(
        self,
        source: Source,
        deck: CardDefaults,
        game_folder: Path,
        project: Project,
        lists: Lists,
        compute: Compute,
        problems: list[Problem],
    ) -> None:
        self.source = source
        self.deck = deck
        self.game_folder = game_folder
        self.project = project
        self.lists = lists
        self.compute = compute
        self.problems = problems
        self.fields: dict[str, Field] = {"id": COMMON["id"], **deck.fields, **COMMON}
        self.lines: dict[str, int] = {}  # where each id was first used

    def cards(self, entries: Seq) -> tuple[Card, ...]:
        found: list[Card] = []
        before = len(self.problems)
        for entry in entries:
            if len(self.problems) - before >= errors.MOST_PROBLEMS:
                self.problems.append(left_out(self.source.file))
                break
            if not isinstance(entry, Map):
                self._report(wrong("a card must be names with values", "write  - {id: black-1, ...}", self.source.place(entry)))
                continue
            try:
                found += self._entry(entry)
                if len(found) > MOST_CARDS:
                    raise wrong(f"this deck has more than {MOST_CARDS:,} different cards", "split it into several decks")
            except CardgenError as error:
                self._report(error, self.source.place(entry))
            if len(found) > MOST_CARDS:
                break
        return tuple(found)

    def _report(self, error: CardgenError, place: Place | None = None) -> None:
        self.problems.extend(problem.at(place) for problem in error.problems)

    def _entry(self, entry: Map) -> list[Card]:
        written: dict[str, Node] = {}
        loops: Node | None = None
        unknown: list[Problem] = []
        for key, node in entry.items():
            name = str(key)
            if name == "for":
                loops = node
            elif name in self.fields:
                written[name] = node
            else:
                remedy = did_you_mean(name, [*self.fields, "for"])
                remedy = remedy if remedy.startswith("did") else f"declare it under fields, or {remedy}"
                unknown.append(Problem(f'a card of this deck has no field "{name}"', remedy, self.source.place(key)))
        combinations = self._combinations(loops) if loops is not None else [{}]
        nodes = [*written.items(), *((str(key), key) for key in (loops if isinstance(loops, Map) else ()))]
        places = Places(self.source.file, nodes)
        cards = []
        for combination in combinations:
            try:
                cards.append(self._card(entry, written, combination, places))
            except CardgenError as error:
                raise CardgenError(*unknown, *error.problems) from error
        if unknown:
            raise CardgenError(*unknown)
        return cards

    def _combinations(self, loops: Node) -> list[dict[str, Any]]:
        """Every combination of the loop's values, the last name running fastest."""
        if not isinstance(loops, Map) or not loops:
            raise wrong('"for" must name what it runs over', "write  for: {suit: suits}", self.source.place(loops))
        found: list[dict[str, Any]] = [{}]
        for key, node in loops.items():
            name = str(key)
            try:
                check_name(name, "loop", _RESERVED)
                longer: list[dict[str, Any]] = []
                for before in found:
                    longer += [{**before, name: value} for value in self._values(name, node, before)]
                    if len(longer) > MOST_LOOPED:
                        raise wrong(f"this loop makes more than {MOST_LOOPED:,} cards", "run it over shorter lists")
            except CardgenError as error:
                raise CardgenError(*(problem.at(self.source.place(key)) for problem in error.problems)) from error
            found = longer
        if not found:
            raise wrong("this loop makes no card", "give its lists at least one value", self.source.place(loops))
        return found

    def _values(self, name: str, node: Node, before: Mapping[str, Any]) -> list[Any]:
        values: Any
        if isinstance(node, TypedText):
            if node not in self.lists:
                raise wrong(
                    f'game.yaml has no list "{node}"',
                    did_you_mean(node, self.lists) or "write the values in brackets",
                    self.source.place(node),
                )
            values = self.lists[node]
        elif is_expression(node):
            values = self._computed(node, before)
            if not isinstance(values, list):
                raise wrong(
                    "this expression does not give a list", "make it one, such as deck.main | distinct('suits')", self.source.place(node)
                )
        else:
            values = node
        if isinstance(values, Map) or not all(isinstance(value, (str, int, float, Card)) for value in values):
            raise wrong(f"{name} can only run over texts and numbers", "write  for: {points: [2, 3]}", self.source.place(node))
        field = self.fields.get(name)
        if field is None or field.kind == "list_of":
            return [str(value) if isinstance(value, str) else value for value in values]
        typed_values = []
        for value in values:
            try:
                typed_values.append(typed(field, value))
            except CardgenError as error:
                place = self.source.place(value if isinstance(value, TypedText) else node)
                raise CardgenError(*(problem.at(place) for problem in error.problems)) from error
        return typed_values

    def _computed(self, node: Node, scope: Mapping[str, Any]) -> Any:
        assert isinstance(node, Map)
        expression = next(iter(node.values()))
        assert isinstance(expression, TypedText)
        return self.compute(expression, self.source.place(expression), scope)

    def _card(self, entry: Map, written: Mapping[str, Node], loop: Mapping[str, Any], places: Places) -> Card:
        values: dict[str, Any] = {}
        later: list[str] = []
        problems: list[Problem] = []
        for name, field in self.fields.items():
            node = written.get(name)
            try:
                if node is None or blank(node):
                    values[name] = self._unwritten(field, loop)
                elif isinstance(node, Map):
                    if not is_expression(node):
                        raise wrong(f"{name} is a mapping", 'write a value, or {expr: "..."} to have it computed', self.source.place(node))
                    later.append(name)
                else:
                    values[name] = typed(field, _filled(node, loop) if name == "id" and isinstance(node, TypedText) else node)
            except CardgenError as error:
                problems += [problem.at(self.source.place(node or entry)) for problem in error.problems]
        if problems:
            raise CardgenError(*problems)
        for name in later:
            node = written[name]
            try:
                values[name] = typed(self.fields[name], self._computed(node, {**loop, "card": self._made(entry, values, places)}))
            except CardgenError as error:
                problems += [problem.at(self.source.place(node)) for problem in error.problems]
        self._check(values, written, entry, problems)
        if problems:
            raise CardgenError(*problems)
        if not values["name"]:
            values["name"] = values["id"].replace("-", " ").title()
        return self._made(entry, values, places)

    def _unwritten(self, field: Field, loop: Mapping[str, Any]) -> Any:
        if field.name in loop:
            return typed(field, loop[field.name])
        if field.has_default:
            return field.default
        if field.name == "template" or field.name == "back":
            return getattr(self.deck, field.name)
        if field.optional:
            return None
        raise wrong(
            f"this card has no {field.name}", f"add  {field.name}: ..." + ("" if field.name == "id" else " or give the field a default")
        )

    def _made(self, entry: Map, values: Mapping[str, Any], places: Places) -> Card:
        own = {name: value for name, value in values.items() if name in self.deck.fields or name in ("name", "art")}
        return Card(
            values.get("id", ""),
            self.deck.id,
            own,
            copies=values.get("copies", 1),
            template=values.get("template", ""),
            back=values.get("back", ""),
            place=self.source.place(entry),
            places=places,
        )

    def _check(self, values: Mapping[str, Any], written: Mapping[str, Node], entry: Map, problems: list[Problem]) -> None:
        """What a type cannot say: that the id is good and new, and that the files a card names exist."""

        def place(name: str) -> Place:
            return self.source.place(written.get(name, entry))

        def attempt(name: str, check: Callable[[], object]) -> None:
            try:
                check()
            except CardgenError as error:
                problems.extend(problem.at(place(name)) for problem in error.problems)

        if (id := values.get("id")) is not None:
            attempt("id", lambda: check_id(id, "card"))
            line = place("id").line
            if id in self.lines:
                first = self.lines[id]
                where = f"in line {first}" if first != line else "by the same loop"
                remedy = "give each card an id of its own" + ("" if first != line else ", with every loop name in braces")
                problems.append(Problem(f'the id "{id}" is used already, {where}', remedy, place("id")))
            self.lines.setdefault(id, line)
        if (template := values.get("template", "")) != self.deck.template:
            attempt("template", lambda: self.project.check_template(template))
        elif not template and "template" not in written:
            problems.append(Problem("this card has no template", "name one for the card or for its deck", place("template")))
        if (back := values.get("back", "")) and back != self.deck.back:
            attempt("back", lambda: self.project.check_template(back))
        if art := values.get("art"):
            attempt("art", lambda: self.project.check_art(self.game_folder, art))


def _filled(id: TypedText, loop: Mapping[str, Any]) -> str:
    """An id with its loop names filled in; of what no id may hold that which comes nearest: `Red` gives `red`."""

    def value(hole: re.Match[str]) -> str:
        name = hole[1].strip()
        if name not in loop:
            remedy = did_you_mean(name, loop) or "loop over something with  for: {suit: suits}"
            raise wrong(f"the id speaks of {{{name}}}, which no loop names", remedy)
        found = loop[name]
        if isinstance(found, Card):
            raise wrong(f"{{{name}}} is a card, not a text", 'compute the id: {expr: "' + name + '.id"}')
        return str(found) if _PART.fullmatch(str(found)) else id_of(str(found))

    return _HOLE.sub(value, id)
