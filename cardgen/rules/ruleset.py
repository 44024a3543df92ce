"""A game's rules.yaml and variants.yaml, read: each rule and variant with its place, its expressions still text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.errors import Place, Problem
from cardgen.model.cards import Game
from cardgen.model.project import root_of
from cardgen.rules.finding import SEVERITIES
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section
from cardgen.schema.kinds import AN_ID, ANY_TEXT, LINE, TRUTH, as_written, mapping_of, one_of
from cardgen.schema.source import Map, Node, Seq, Source, TypedText, read_list
from cardgen.schema.values import check_id, check_name, wrong

RULES, VARIANTS = "rules.yaml", "variants.yaml"
BUILT_IN: Mapping[str, str] = {
    "text-size": "Texts are large enough to read.",
    "safe-zone": "Texts stand far enough from the cut.",
    "codes": "QR codes and barcodes are large, free and dark enough to be read.",
    "drawable": "Every card can be drawn.",
    "missing-glyph": "Every character stands in one of its fonts.",
    "same-backs": "Decks that are shuffled together look the same from behind.",
    "leftover": "Texts are free of notes to oneself, such as TODO or Lorem.",
    "untranslated": "Every text is in the language that was asked for.",
    "pulled": "Tables that are pulled are as the last pull has left them.",
    "unused-art": "Every drawing of the game is used.",
    "idle-rule": "Every rule looks at a card, and can fail.",
    "set-member": "Every name in a set is the name or the id of a card.",
}
"""The checks that every game gets, by id, and what each says."""
MOST_PLAYERS = 99

_KEPT = frozenset({"card", "item", "deck", "game", "set", "deal", "players", "range"})
_SPAN = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?")
_FOR_HOW_MANY = "players must say for how many"


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
    place: Place
    players: tuple[int, ...]
    says: str = ""
    source: str = ""
    let: tuple[tuple[str, Code], ...] = ()
    cards: tuple[tuple[str, Code], ...] = ()
    sets: Code | None = None
    deck_size: Code | None = None
    deal: Code | None = None
    left: Code | None = None
    deals: Code | None = None
    checks: tuple[Rule, ...] = ()


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


# What the files may say


def _code(section: Section, name: str, node: Node) -> Code:
    return Code(_expression(node), section.source.place(node))


def _codes(section: Section, name: str, node: Node) -> tuple[tuple[str, Code], ...]:
    return tuple(_LET.read(section, name, node).items())


def _cards(section: Section, name: str, node: Node) -> tuple[tuple[str, Code], ...]:
    return _codes(section, name, node) if isinstance(node, Map) else (("", _code(section, name, node)),)


def _members(section: Section, name: str, node: Node) -> tuple[Code, ...]:
    if not isinstance(node, Seq) or not all(isinstance(member, TypedText) for member in node):
        raise wrong(f'the set "{name}" must be a list of card names or ids', f"write  - {_TOYS}")
    return tuple(_code(section, name, member) for member in node)


def _players(section: Section, name: str, node: Node) -> tuple[int, ...]:
    found: list[int] = []
    for item in (node or [node]) if isinstance(node, Seq) else [node]:
        span = _SPAN.fullmatch(item) if isinstance(item, TypedText) else None
        least, most = (int(span[1]), int(span[2] or span[1])) if span else (0, 0)
        if not 1 <= least <= most <= MOST_PLAYERS:
            raise wrong(_FOR_HOW_MANY, "write  players: [3, 4, 5]  or  players: 3-5")
        found += range(least, most + 1)
    return tuple(sorted(set(found)))


def _expression(node: Node) -> str:
    """A node as an expression: text is one already, a list or a mapping of expressions is one as well."""
    if isinstance(node, TypedText):
        return str(node)
    if isinstance(node, Seq):
        return "[" + ", ".join(map(_expression, node)) + "]"
    return "{" + ", ".join(f"{key if key.isdecimal() else repr(str(key))}: {_expression(value)}" for key, value in node.items()) + "}"


_EXPRESSION = Kind(_code, {"type": ["string", "number", "boolean", "array", "object", "null"], "description": "An expression."})
_USED = _EXPRESSION._replace(read=_cards)
_TEMPLATE = Kind(_code, ANY_TEXT)
_LET = mapping_of(_EXPRESSION, "names with expressions", "let: {all: deck.main | copies}")
_TOYS = "sets: {toys: [Wax Lips, Vampire Teeth]}"
_SETS = mapping_of(Kind(_members, {"type": "array", "items": ANY_TEXT}), "names with lists of cards", f"- {_TOYS}")
_NUMBER_OF_PLAYERS: Schema = {"type": ["integer", "string"]}
_PLAYERS = Kind(_players, {"anyOf": [_NUMBER_OF_PLAYERS, {"type": "array", "items": _NUMBER_OF_PLAYERS}]})
_ID = LINE._replace(schema=AN_ID)

_EVERY_NUMBER = "tries it for every number of players though it does not speak of them"
RULE = Keys(
    "a rule",
    Key("id", _ID, "its name", needed=True),
    Key("says", LINE, "the rule in a sentence", needed=True),
    Key("source", LINE, "where it comes from"),
    Key("let", _LET._replace(read=_codes), "names for values: `{total: deck.main | copies}`, computed in order"),
    Key("for_each", _EXPRESSION, "a deck or a list, each of whose items is a case"),
    Key("as", LINE, "a name for the item beside `item`", part_of="for_each"),
    Key("check", _EXPRESSION, "an expression that must be true"),
    Key("otherwise", _TEMPLATE, "a template: what is wrong", part_of="check"),
    Key("remedy", _TEMPLATE, "a template: what would mend it"),
    Key("blame", _EXPRESSION, "the cards to blame", part_of="check"),
    Key("field", LINE, "the field that is wrong", part_of="check"),
    Key("set_to", _EXPRESSION, "the value it must have, which `--fix` writes", part_of="check"),
    Key("counted", _TEMPLATE, "a template: what was counted"),
    Key("severity", one_of(SEVERITIES, 'no severity is called "{}"'), "how bad it is"),
    Key("note", LINE, "makes it a note, which explains something and never fails"),
    missing="this rule has no {}",
)
"""What an entry of rules.yaml may say."""
SETS = Keys("a list of sets", Key("sets", _SETS, "cards by name or id, under the name of each set", needed=True))
"""What it may say instead."""
CHECK = Keys("a rule", *RULE.values(), Key("for_players", TRUTH, _EVERY_NUMBER), missing=RULE.missing)
"""What a check of a variant may say."""
VARIANT = Keys(
    "a variant",
    Key("id", _ID, "its name", needed=True),
    Key("players", _PLAYERS, "a number, a list, or a span such as `2-4`", needed=True, example="3-5", missing=_FOR_HOW_MANY),
    Key("name", LINE, "its title"),
    Key("says", LINE, "what it is in a sentence"),
    Key("source", LINE, "where it comes from"),
    Key("let", RULE["let"].kind, "names for values, as in rules"),
    Key("cards", _USED, "the cards it uses: a deck, an expression, or `{main: ..., suit: ...}`; otherwise all"),
    Key("sets", _EXPRESSION, "how many whole decks are mixed"),
    Key("deck_size", _EXPRESSION, "how many cards there are", part_of="cards"),
    Key("deal", _EXPRESSION, "how many are dealt to each", part_of="deck_size"),
    Key("deals", _EXPRESSION, "how many are dealt in all", part_of="deck_size"),
    Key("left", _EXPRESSION, "how many remain", part_of="deck_size"),
    Key("checks", as_written({"type": "array", "items": CHECK.schema()}), f"rules of its own; `for_players: true` {_EVERY_NUMBER}"),
    missing="this variant has no {}",
)
"""What an entry of variants.yaml may say."""
RULES_SCHEMA: Schema = {"type": ["array", "null"], "items": {"anyOf": [RULE.schema(), SETS.schema()]}}
VARIANTS_SCHEMA: Schema = {"type": ["array", "null"], "items": VARIANT.schema()}


# Reading them


def read_rulebook(game: Game, problems: list[Problem]) -> RuleSet:
    """The rules and variants of a game; none where its folder has no such files. What is wrong is added to `problems`."""
    names = frozenset({*game.lists, *_KEPT})
    rules, variants = (_RuleReader(game.folder / name, names, problems) for name in (RULES, VARIANTS))
    sets: dict[str, tuple[Code, ...]] = {}
    return RuleSet(game.id, tuple(rules.rules(sets)), tuple(variants.variants()), sets)


class _RuleReader:
    """Reads one of the two files."""

    def __init__(self, file: Path, taken: frozenset[str], problems: list[Problem]) -> None:
        self.source = (read_list(file, problems, home=root_of(file.parent)) if file.exists() else None) or Source(
            file, Map(), computed=False
        )
        self.taken = taken
        self.problems = problems
        self.ids: dict[str, int] = {}

    def rules(self, sets: dict[str, tuple[Code, ...]]) -> Iterator[Rule]:
        for node in self.source.entries:
            if isinstance(node, Map) and list(node) == ["sets"]:
                section = Section(self.source, SETS, self.problems, node)
                sets.update(section.value("sets", {}))
            elif rule := self._rule(node, self.ids, RULE):
                yield rule

    def variants(self) -> Iterator[Variant]:
        for node in self.source.entries:
            if variant := self._variant(node):
                yield variant

    def _rule(self, node: Node, ids: dict[str, int], keys: Keys) -> Rule | None:
        section = self._entry(node, keys)
        if section is None:
            return None
        found = self._values(section, ids)
        if "check" not in found and not found.get("note"):
            section.wrong("this rule checks nothing", "add  check: ...  or make it a  note: ...", section.start)
        if "as" in found:
            section.attempt(section.node("as"), check_name, found["as"], "rule's item", self.taken)
        if "set_to" in found and "field" not in found:
            section.wrong('"set_to" does not say which field', "add  field: ...  with the field's name", section.node("set_to"))
        if section.failed:
            return None
        if found.get("note"):
            found["severity"] = "note"
        return Rule(place=section.start, item=found.pop("as", ""), **found)

    def _variant(self, node: Node) -> Variant | None:
        section = self._entry(node, VARIANT)
        if section is None:
            return None
        found = self._values(section, self.ids)
        checks = found.pop("checks", Seq())
        if not isinstance(checks, Seq):
            section.wrong("checks must be a list of rules", "write each as  - id: ...", checks)
            return None
        ids: dict[str, int] = {}
        rules = tuple(filter(None, [self._rule(each, ids, CHECK) for each in checks]))
        if section.failed:
            return None
        return Variant(place=section.start, checks=rules, **{"name": found["id"].replace("-", " ").title(), **found})

    def _entry(self, node: Node, keys: Keys) -> Section | None:
        if isinstance(node, Map):
            return Section(self.source, keys, self.problems, node)
        remedy = f"write  - id: my-{keys.what.removeprefix('a ')}"
        self.problems.append(Problem(f"{keys.what} must be names with values", remedy, self.source.place(node)))
        return None

    def _values(self, section: Section, ids: dict[str, int]) -> dict[str, Any]:
        """What an entry says, under an id of its own."""
        found, what = section.values(), section.keys.what.removeprefix("a ")
        if (id := found.get("id")) is not None:
            node = section.node("id")
            section.attempt(node, check_id, id, what)
            if id in BUILT_IN or id == "deal":
                section.wrong(f'"{id}" is a check of cardgen\'s own', "choose another id", node)
            if id in ids:
                section.wrong(f'the id "{id}" is used already, in line {ids[id]}', f"give each {what} an id of its own", node)
            ids.setdefault(id, section.start.line)
        let = section.get("let")
        for name in let if isinstance(let, Map) else ():
            section.attempt(name, check_name, name, "value", self.taken)
        return found
