"""A game's rules.yaml and variants.yaml, read: each rule and variant with its place, its expressions still text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean, gathered
from cardgen.model.cards import Game
from cardgen.rules.finding import SEVERITIES
from cardgen.schema.source import Map, Node, Seq, TypedText, read_list
from cardgen.schema.values import blank, check_id, check_name, wrong

RULES, VARIANTS = "rules.yaml", "variants.yaml"
BUILT_IN: Mapping[str, str] = {
    "text-size": "Texts are large enough to read.",
    "safe-zone": "Texts stand far enough from the cut.",
    "drawable": "Every card can be drawn.",
    "missing-glyph": "Every character stands in one of its fonts.",
    "same-backs": "Decks that are shuffled together look the same from behind.",
    "leftover": "Texts are free of notes to oneself, such as TODO or Lorem.",
    "untranslated": "Every text is in the language that was asked for.",
    "unused-art": "Every drawing of the game is used.",
    "idle-rule": "Every rule looks at a card, and can fail.",
    "set-member": "Every name in a set is the name or the id of a card.",
}
"""The checks that every game gets, by id, and what each says."""
MOST_PLAYERS = 99

RULE_KEYS = (
    *("id", "says", "source", "let", "for_each", "as", "check", "otherwise", "remedy", "blame", "field", "set_to", "counted"),
    *("severity", "note"),
)
VARIANT_KEYS = ("id", "name", "says", "source", "players", "let", "cards", "sets", "deck_size", "deal", "left", "deals", "checks")
_KEPT = frozenset({"card", "item", "deck", "game", "set", "deal", "players", "range"})
_SPAN = re.compile(r"([0-9]{1,3})\s*-\s*([0-9]{1,3})")


class Code(NamedTuple):
    """An expression, or a template that makes a text, and where it was written."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game. `docs/rules.md` says what each part means."""

    id: str
    says: str
    place: Place
    source: str = ""
    let: tuple[tuple[str, Code], ...] = ()
    for_each: Code | None = None
    item: str = ""
    check: Code | None = None
    otherwise: Code | None = None
    remedy: Code | None = None
    blame: Code | None = None
    field: str = ""
    set_to: Code | None = None
    counted: Code | None = None
    severity: str = "error"
    note: str = ""
    for_players: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play: for how many players, with which cards, and how they are dealt.

    `cards` gives the cards for all decks at once (under the key ""), or deck by deck.
    """

    id: str
    name: str
    says: str
    place: Place
    source: str
    players: tuple[int, ...]
    let: tuple[tuple[str, Code], ...]
    cards: tuple[tuple[str, Code], ...]
    sets: Code | None
    deck_size: Code | None
    deal: Code | None
    left: Code | None
    deals: Code | None
    checks: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What rules.yaml and variants.yaml of a game say. `sets` are lists of card names and ids, by name."""

    game: str
    rules: tuple[Rule, ...] = ()
    variants: tuple[Variant, ...] = ()
    sets: Mapping[str, tuple[Code, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.rules or self.variants or self.sets)

    @property
    def ids(self) -> list[str]:
        """What --rule may name: rules, variants, and the checks of a variant as VARIANT/ID."""
        checks = [f"{variant.id}/{id}" for variant in self.variants for id in ("deal", *(check.id for check in variant.checks))]
        return [*(rule.id for rule in self.rules), *(variant.id for variant in self.variants), *checks]

    def variant(self, id: str) -> Variant | None:
        return next((variant for variant in self.variants if variant.id == id), None)


def read_rulebook(game: Game, problems: list[Problem]) -> RuleSet:
    """The rules and variants of a game; none where its folder has no such files. What is wrong is added to `problems`."""
    names = frozenset({*game.lists, *_KEPT})
    rules, variants = (_RuleReader(game.folder / name, names, problems) for name in (RULES, VARIANTS))
    sets: dict[str, tuple[Code, ...]] = {}
    return RuleSet(game.id, tuple(rules.rules(sets)), tuple(variants.variants()), sets)


class _RuleReader:
    """Reads one of the two files."""

    def __init__(self, file: Path, taken: frozenset[str], problems: list[Problem]) -> None:
        self.file = file
        self.taken = taken
        self.problems = problems
        self.ids: dict[str, int] = {}
        self.entries = read_list(file, problems) if file.exists() else Seq()

    def rules(self, sets: dict[str, tuple[Code, ...]]) -> Iterable[Rule]:
        for entry in self.entries:
            with gathered(self.problems):
                if isinstance(entry, Map) and list(entry) == ["sets"]:
                    sets.update(self._sets(entry))
                else:
                    yield self._rule(entry, self.ids, RULE_KEYS)

    def variants(self) -> Iterable[Variant]:
        for entry in self.entries:
            with gathered(self.problems):
                yield self._variant(entry)

    # -- entries

    def _rule(self, entry: Node, ids: dict[str, int], keys: tuple[str, ...]) -> Rule:
        parts = _Parts(self, entry, "rule", keys)
        id = parts.id(ids)
        severity = parts.text("severity") or "error"
        if severity not in SEVERITIES:
            parts.wrong(f'no severity is called "{severity}"', did_you_mean(severity, SEVERITIES), parts.node("severity"))
        note, check = parts.text("note"), parts.code("check")
        if check is None and not note:
            parts.wrong("this rule checks nothing", "add  check: ...  or make it a  note: ...")
        item = parts.text("as")
        if item:
            parts.attempt("as", lambda: check_name(item, "rule's item", self.taken))
        players = parts.text("for_players").lower()
        if players not in ("", "true", "false"):
            parts.wrong("for_players is neither true nor false", "write  for_players: true", parts.node("for_players"))
        rule = Rule(
            id, parts.text("says", needed=True), parts.place, parts.text("source"), parts.let(), parts.code("for_each"), item, check,
            parts.code("otherwise"), parts.code("remedy"), parts.code("blame"), parts.text("field"), parts.code("set_to"),
            parts.code("counted"), "note" if note else severity, note, players == "true",
        )  # fmt: skip
        for key, of in (("as", "for_each"), ("field", "check"), ("set_to", "check"), ("otherwise", "check"), ("blame", "check")):
            if parts.node(key) is not None and parts.node(of) is None:
                parts.wrong(f'"{key}" means nothing without "{of}"', f"add  {of}: ...  or take it out", parts.node(key))
        if rule.set_to and not rule.field:
            parts.wrong('"set_to" does not say which field', "add  field: ...  with the field's name", parts.node("set_to"))
        parts.done()
        return rule

    def _variant(self, entry: Node) -> Variant:
        parts = _Parts(self, entry, "variant", VARIANT_KEYS)
        id = parts.id(self.ids)
        variant = Variant(
            id, parts.text("name") or id.replace("-", " ").title(), parts.text("says"), parts.place, parts.text("source"),
            parts.players(), parts.let(), parts.cards(), parts.code("sets"), parts.code("deck_size"), parts.code("deal"),
            parts.code("left"), parts.code("deals"), parts.checks(),
        )  # fmt: skip
        for key, of in (("deal", "deck_size"), ("left", "deck_size"), ("deals", "deck_size"), ("deck_size", "cards")):
            if parts.node(key) is not None and parts.node(of) is None:
                parts.wrong(f'"{key}" means nothing without "{of}"', f"add  {of}: ...", parts.node(key))
        parts.done()
        return variant

    def _sets(self, entry: Map) -> dict[str, tuple[Code, ...]]:
        remedy = "write  - sets: {toys: [Wax Lips, Vampire Teeth]}"
        node = next(iter(entry.values()))
        if not isinstance(node, Map):
            raise wrong("sets must be names with lists of cards", remedy, self.place(entry))
        found = {}
        for name, members in node.items():
            if not isinstance(members, Seq) or not all(isinstance(member, TypedText) for member in members):
                raise wrong(f'the set "{name}" must be a list of card names or ids', remedy, self.place(name))
            found[str(name)] = tuple(Code(str(member), self.place(member)) for member in members if isinstance(member, TypedText))
        return found

    def place(self, node: Node) -> Place:
        return Place(self.file, node.line, node.column)


class _Parts:
    """The parts of one entry. What is wrong is kept until `done`, which raises it."""

    def __init__(self, reader: _RuleReader, entry: Node, what: str, keys: tuple[str, ...]) -> None:
        self.reader = reader
        self.what = what
        self.place = reader.place(entry)
        self.problems: list[Problem] = []
        if not isinstance(entry, Map):
            raise wrong(f"a {what} must be names with values", f"write  - id: my-{what}", self.place)
        self.entry = entry
        for key in entry:
            if key not in keys:
                self.wrong(f'a {what} has no "{key}"', did_you_mean(key, keys), key)

    def node(self, name: str) -> Node | None:
        node = self.entry.get(name)  # type: ignore[call-overload]
        return None if blank(node) else node

    def wrong(self, what: str, remedy: str = "", where: Node | None = None) -> None:
        self.problems.append(Problem(what, remedy, self.reader.place(where) if where is not None else self.place))

    def attempt(self, name: str, check: Callable[[], object]) -> None:
        node = self.node(name)
        try:
            check()
        except CardgenError as error:
            self.problems += [problem.at(self.reader.place(node) if node is not None else self.place) for problem in error.problems]

    def done(self) -> None:
        if self.problems:
            raise CardgenError(*self.problems)

    # -- kinds of parts

    def id(self, ids: dict[str, int]) -> str:
        id = self.text("id", needed=True)
        if id:
            self.attempt("id", lambda: check_id(id, self.what))
            if id in BUILT_IN or id == "deal":
                self.wrong(f'"{id}" is a check of cardgen\'s own', "choose another id", self.node("id"))
            if id in ids:
                self.wrong(f'the id "{id}" is used already, in line {ids[id]}', f"give each {self.what} an id of its own", self.node("id"))
            ids.setdefault(id, self.place.line)
        return id

    def text(self, name: str, *, needed: bool = False) -> str:
        node = self.node(name)
        if node is None:
            if needed:
                self.wrong(f"this {self.what} has no {name}", f"add a line such as  {name}: ...")
            return ""
        if not isinstance(node, TypedText):
            self.wrong(f"{name} must be a text", "put it in quotes", node)
            return ""
        return " ".join(node.split())

    def code(self, name: str) -> Code | None:
        node = self.node(name)
        return None if node is None else Code(_expression(node), self.reader.place(node))

    def let(self) -> tuple[tuple[str, Code], ...]:
        node = self.node("let")
        if node is None:
            return ()
        if not isinstance(node, Map):
            self.wrong("let must be names with expressions", "write  let: {all: deck.main | copies}", node)
            return ()
        for name in node:
            try:
                check_name(name, "value", self.reader.taken)
            except CardgenError as error:
                self.problems += [problem.at(self.reader.place(name)) for problem in error.problems]
        return tuple((str(name), Code(_expression(value), self.reader.place(value))) for name, value in node.items())

    def players(self) -> tuple[int, ...]:
        node = self.node("players")
        items = [node] if isinstance(node, TypedText) else list(node) if isinstance(node, Seq) else []
        found: list[int] = []
        for item in items:
            span = _SPAN.fullmatch(item) if isinstance(item, TypedText) else None
            if span and int(span[1]) <= int(span[2]) <= MOST_PLAYERS:
                found += range(int(span[1]), int(span[2]) + 1)
            elif isinstance(item, TypedText) and item.isdecimal() and item.isascii() and 1 <= int(item[:9]) <= MOST_PLAYERS:
                found.append(int(item))
            else:
                items = []
        if not found or not items:
            self.wrong("players must say for how many", "write  players: [3, 4, 5]  or  players: 3-5", node)
        return tuple(sorted(dict.fromkeys(found)))

    def cards(self) -> tuple[tuple[str, Code], ...]:
        node = self.node("cards")
        if isinstance(node, Map):
            return tuple((str(deck), Code(_expression(value), self.reader.place(value))) for deck, value in node.items())
        code = self.code("cards")
        return () if code is None else (("", code),)

    def checks(self) -> tuple[Rule, ...]:
        node = self.node("checks")
        if node is not None and not isinstance(node, Seq):
            self.wrong("checks must be a list of rules", "write each as  - id: ...", node)
        ids: dict[str, int] = {}
        found = []
        for entry in node if isinstance(node, Seq) else ():
            with gathered(self.problems):
                found.append(self.reader._rule(entry, ids, (*RULE_KEYS, "for_players")))
        return tuple(found)


def _expression(node: Node) -> str:
    """A node as an expression: text is one already, a list or a mapping of expressions is one as well."""
    if isinstance(node, TypedText):
        return str(node)
    if isinstance(node, Seq):
        return "[" + ", ".join(map(_expression, node)) + "]"
    return "{" + ", ".join(f"{key if key.isdecimal() else repr(str(key))}: {_expression(value)}" for key, value in node.items()) + "}"
