"""A game's rules.yaml and variants.yaml, read: each rule and variant with its place, its
expressions still text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.findings import SEVERITIES, Finding, Place, Severity, UnreadableError
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Game
from cardgen.model.project import root_of
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section
from cardgen.schema.kinds import AN_ID, ANY_TEXT, LINE, TRUTH, as_written, mapping_of, one_of
from cardgen.schema.source import Map, Node, Seq, Source, TypedText, read_list
from cardgen.schema.values import check_id, check_name, wrong

if TYPE_CHECKING:
    from cardgen.rules.odds import Odds

RULES, VARIANTS = "rules.yaml", "variants.yaml"
SET_MEMBER = "set-member"
BUILT_IN: Mapping[str, str] = {
    "text-size": "Texts are large enough to read.",
    "safe-zone": "Texts stand far enough from the cut.",
    "cut-text": "No clip or frame cuts a text off.",
    "contrast": "Texts stand out from what lies under them.",
    "covered-text": "Nothing lies over a text.",
    "mirrored-text": "No text is mirrored.",
    "codes": "QR codes and barcodes are large, free and dark enough to be read.",
    "drawable": "Every card can be drawn.",
    "missing-glyph": "Every character stands in one of its fonts.",
    "same-backs": "Decks that are shuffled together look the same from behind.",
    "same-face": "Cards that say different things look different.",
    "leftover": "Texts are free of notes to oneself, such as TODO or Lorem.",
    "untranslated": "Every text is in the language that was asked for.",
    "translations": "Every text was translated from its original as it is now.",
    "keywords": "Every keyword that a card uses is explained.",
    "pulled": "Tables that are pulled are as the last pull has left them.",
    "unused-art": "Every drawing of the game is used.",
    "playtest": "Nothing that was said while playing is open.",
    "credits": "Every drawing by others has a licence.",
    "idle-rule": "Every rule looks at a card, and can fail.",
    SET_MEMBER: "Every name in a set is the name or the id of a card.",
}
"""The checks that every game gets, by id, and what each says."""
MOST_PLAYERS = 99

_DEALT = frozenset({"hand", "hands", "seat", "value"})
"""What a claim can name of a deal, beside its piles."""
_KEPT = frozenset({"card", "item", "deck", "game", "set", "deal", "players", "range"})
_SPAN = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?")
_FOR_HOW_MANY = "players must say for how many"


_WORD = re.compile(r"[^\W\d]\w*")


def words_of(text: str) -> list[str]:
    """Every word in an expression, those within its texts as well: they can be expressions too."""
    return _WORD.findall(text)


class Code(NamedTuple):
    """An expression, or a template that makes a text, and where it was written."""

    text: str
    place: Place


def words_in(codes: Iterable[Code | None]) -> list[str]:
    """Every word in some expressions."""
    return [word for code in codes if code for word in words_of(code.text)]


NamedCodes = tuple[tuple[str, Code], ...]
"""Expressions by name, in the order in which they are computed."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game. `docs/rules.md` says what each part means."""

    id: str
    says: str
    place: Place
    source: str = ""
    let: NamedCodes = ()
    for_each: Code | None = None
    item: str = ""
    check: Code | None = None
    otherwise: Code | None = None
    remedy: Code | None = None
    blame: Code | None = None
    field: str = ""
    set_to: Code | None = None
    counted: Code | None = None
    severity: Severity = "error"
    note: str = ""
    for_players: bool = False
    needs: tuple[Code, ...] = ()


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Cards that are shuffled and dealt.

    `hand` goes to each player, and the piles on the table, each with how many cards. Without
    `cards` they are those of the variant. A number that is "rest" is what is left; as a hand it is
    shared out."""

    cards: Code | None
    hand: Code | None
    piles: NamedCodes
    place: Place

    @property
    def words(self) -> frozenset[str]:
        """Every word of its expressions."""
        return frozenset(words_in((self.cards, self.hand, *(code for _, code in self.piles))))


@dataclass(frozen=True, slots=True)
class Claim:
    """A rule about chance: in how many deals something happens. `docs/rules.md` explains the parts.

    Without `within` and `seats` it claims nothing, and shows how its `value` is spread."""

    id: str
    says: str
    place: Place
    deal: tuple[Shuffle, ...]
    players: tuple[int, ...] = ()
    source: str = ""
    severity: str = "error"
    let: NamedCodes = ()
    value: Code | None = None
    value_is: str = ""
    given: Code | None = None
    that: Code | None = None
    within: Odds | None = None
    seats: Odds | None = None

    @property
    def words(self) -> frozenset[str]:
        """Every word of what it asks about a deal."""
        return frozenset(words_in((self.value, self.given, self.that)))


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
    let: NamedCodes = ()
    cards: NamedCodes = ()
    sets: Code | None = None
    deck_size: Code | None = None
    deal: Code | None = None
    left: Code | None = None
    deals: Code | None = None
    needs: tuple[Code, ...] = ()
    checks: tuple[Rule, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def ids(self) -> list[str]:
        """Its own rules."""
        return [*(rule.id for rule in self.checks), *(claim.id for claim in self.claims)]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The contents of rules.yaml and variants.yaml; `sets` are lists of card names and ids, by
    name."""

    game: str
    rules: tuple[Rule, ...] = ()
    variants: tuple[Variant, ...] = ()
    sets: Mapping[str, tuple[Code, ...]] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rules or self.variants or self.sets or self.claims)

    @property
    def ids(self) -> list[str]:
        """All ids that --rule may name: rules, variants, and the checks of a variant as
        VARIANT/ID."""
        rules = [*(rule.id for rule in self.rules), *(claim.id for claim in self.claims)]
        checks = [
            f"{variant.id}/{id}" for variant in self.variants for id in ("deal", *variant.ids)
        ]
        return [*rules, *(variant.id for variant in self.variants), *checks]

    @property
    def direct_needs(self) -> dict[str, tuple[Code, ...]]:
        """The ids that each rule says it needs, by its id.

        A variant speaks for its deal.
        """
        checks = {
            f"{variant.id}/{check.id}": check.needs
            for variant in self.variants
            for check in variant.checks
        }
        deals = {f"{variant.id}/deal": variant.needs for variant in self.variants}
        return {**{rule.id: rule.needs for rule in self.rules}, **deals, **checks}

    def needs(self, id: str) -> set[str]:
        """All rules that one stands on, by way of others as well."""
        direct = self.direct_needs
        all_needs = set[str]()
        waiting = [id]
        while waiting:
            added = {code.text for code in direct.get(waiting.pop(), ())} - all_needs
            all_needs |= added
            waiting += added
        return all_needs

    def variant(self, id: str) -> Variant | None:
        return next((variant for variant in self.variants if variant.id == id), None)


# What the files may say


def _code(section: Section, name: str, node: Node) -> Code:
    return Code(_expression(node), section.source.place(node))


def _codes(section: Section, name: str, node: Node) -> NamedCodes:
    return tuple(_LET.read(section, name, node).items())


def _cards(section: Section, name: str, node: Node) -> NamedCodes:
    return (
        _codes(section, name, node)
        if isinstance(node, Map)
        else (("", _code(section, name, node)),)
    )


def _members(section: Section, name: str, node: Node) -> tuple[Code, ...]:
    if not isinstance(node, Seq) or not all(isinstance(member, TypedText) for member in node):
        raise wrong(
            f'the set "{name}" must be a list of card names or ids',
            f"write  - {_TOYS}",
            code="list-expected",
        )
    return tuple(_code(section, name, member) for member in node)


def _players(section: Section, name: str, node: Node) -> tuple[int, ...]:
    counts: list[int] = []
    # an empty list is no text either, and is refused as one
    items = node if isinstance(node, Seq) and node else [node]
    for item in items:
        span = _SPAN.fullmatch(item) if isinstance(item, TypedText) else None
        least = int(span[1]) if span else 0
        most = int(span[2] or least) if span else 0
        if 1 <= most < least:
            raise wrong(
                f'the span "{item}" runs backwards',
                f"write {most}-{least}",
                code="number-expected",
            )
        if not 1 <= least <= most <= MOST_PLAYERS:
            raise wrong(
                _FOR_HOW_MANY, "write  players: [3, 4, 5]  or  players: 3-5", code="number-expected"
            )
        counts += range(least, most + 1)
    return tuple(sorted(set(counts)))


def _expression(node: Node) -> str:
    """A node as an expression.

    Text is one already; a list or a mapping of expressions is one as well."""
    if isinstance(node, TypedText):
        return str(node)
    if isinstance(node, Seq):
        return "[" + ", ".join(map(_expression, node)) + "]"
    return (
        "{"
        + ", ".join(
            f"{key if key.isdecimal() else repr(str(key))}: {_expression(value)}"
            for key, value in node.items()
        )
        + "}"
    )


def _needs(section: Section, name: str, node: Node) -> tuple[Code, ...]:
    ids = node if isinstance(node, Seq) else [node]
    if not all(isinstance(id, TypedText) for id in ids):
        raise wrong(
            "needs must be the ids of rules", "write  needs: [deck-size]", code="list-expected"
        )
    return tuple(_code(section, name, id) for id in ids)


_EXPRESSION = Kind(
    _code,
    {
        "type": ["string", "number", "boolean", "array", "object", "null"],
        "description": "An expression.",
    },
)
_USED = _EXPRESSION._replace(read=_cards)
_TEMPLATE = Kind(_code, ANY_TEXT)
_LET = mapping_of(_EXPRESSION, "names with expressions", "let: {all: deck.main | copies}")
_TOYS = "sets: {toys: [Wax Lips, Vampire Teeth]}"
_SETS = mapping_of(
    Kind(_members, {"type": "array", "items": ANY_TEXT}), "names with lists of cards", f"- {_TOYS}"
)
_NUMBER_OF_PLAYERS: Schema = {"type": ["integer", "string"]}
_PLAYERS = Kind(
    _players, {"anyOf": [_NUMBER_OF_PLAYERS, {"type": "array", "items": _NUMBER_OF_PLAYERS}]}
)
_ID = LINE._replace(schema=AN_ID)
_RULE_ID: Schema = {"type": "string"}
_NEEDS = Kind(_needs, {"anyOf": [_RULE_ID, {"type": "array", "items": _RULE_ID}]})
_STANDS_ON = (
    "the rules that it stands on, by id: while one of them fails, "
    "what this one finds is told as its consequence"
)


def _shuffle(section: Section, node: Node) -> Shuffle:
    """One shuffle of a deal: the keys it knows, and the names of piles."""
    if not isinstance(node, Map):
        raise wrong(
            "a deal must be names with values", f"write  {_DEAL_EXAMPLE}", code="mapping-expected"
        )
    codes: dict[str, Code] = {}
    for name, value in node.items():
        if name in ("from", "hand"):
            codes[name] = _code(section, name, value)
        elif name != "players":
            section.attempt(name, check_name, name, "pile", _KEPT | _DEALT)
            codes[name] = _code(section, name, value)
    cards, hand = codes.pop("from", None), codes.pop("hand", None)
    if not codes and not hand:
        raise wrong("this deal deals nothing", f"write  {_DEAL_EXAMPLE}", code="key-missing")
    return Shuffle(cards, hand, tuple(codes.items()), section.source.place(node))


def _deal(section: Section, name: str, node: Node) -> tuple[Any, tuple[Shuffle, ...]]:
    """For how many it is dealt, where that is said, and the shuffles."""
    nodes = node if isinstance(node, Seq) else [node]
    shuffles = tuple(_shuffle(section, part) for part in nodes)
    players = [
        players_node
        for part in nodes
        if isinstance(part, Map) and (players_node := part.value("players")) is not None
    ]
    names = ["hand" for part in shuffles if part.hand]
    names += [name for part in shuffles for name, _ in part.piles]
    for twice in {name for name in names if names.count(name) > 1}:
        raise wrong(
            f'"{twice}" is dealt twice', "give each pile a name of its own", code="name-taken"
        )
    return (_PLAYERS.read(section, "players", players[0]) if players else ()), shuffles


def _within(section: Section, name: str, node: Node) -> Odds:
    from cardgen.rules.odds import (
        read_odds,  # which reckons in fractions; few rules are about chance
    )

    try:
        return read_odds(LINE.read(section, name, node))
    except UnreadableError as error:
        finding = error.finding
        sentence = f"{name}: {finding.what}"
        raise wrong(sentence, finding.remedy, code=finding.code) from error


_DEAL_EXAMPLE = "deal: {players: 4, from: deck.main, hand: 12, stash: 9}"
_PILES: Schema = {
    "type": "object",
    "properties": {
        "players": _PLAYERS.schema,
        "from": _EXPRESSION.schema,
        "hand": _EXPRESSION.schema,
    },
    "additionalProperties": _EXPRESSION.schema,
}
_DEAL = Kind(_deal, {"anyOf": [_PILES, {"type": "array", "items": _PILES, "minItems": 1}]})
_BOUNDS = Kind(_within, ANY_TEXT)
CHANCE = Keys(
    "a chance",
    Key("that", _EXPRESSION, "what may come to pass: true or false of one deal"),
    Key(
        "is",
        _BOUNDS,
        "in how many deals: `at least 95 %`, `at most 1 %`, `30 % to 35 %`, `1/3`, `always`, "
        "`never`",
        part_of="that",
    ),
    Key("given", _EXPRESSION, "the deals that count: an expression that must be true of them"),
    Key(
        "value",
        _EXPRESSION,
        "a number of the deal, named `value` in `that`, whose spread `cardgen stats` draws",
    ),
    Key("value_is", LINE, "what `value` is, in words, beside the axis of its chart"),
    Key(
        "seats",
        _BOUNDS,
        "how far apart it may be between the players' seats: `at most 1 %`",
        part_of="that",
    ),
    missing="this chance has no {}",
)
"""What `chance` may say."""

_EVERY_NUMBER = "tries it for every number of players though it does not speak of them"
RULE = Keys(
    "a rule",
    Key("id", _ID, "its name", needed=True),
    Key("says", LINE, "the rule in a sentence", needed=True),
    Key("source", LINE, "where it comes from"),
    Key(
        "let",
        _LET._replace(read=_codes),
        "names for values: `{total: deck.main | copies}`, computed in order",
    ),
    Key("for_each", _EXPRESSION, "a deck or a list, each of whose items is a case"),
    Key("as", LINE, "a name for the item beside `item`", part_of="for_each"),
    Key("check", _EXPRESSION, "an expression that must be true"),
    Key("otherwise", _TEMPLATE, "a template: what is wrong", part_of="check"),
    Key("remedy", _TEMPLATE, "a template: what would mend it"),
    Key("blame", _EXPRESSION, "the cards to blame", part_of="check"),
    Key("field", LINE, "the field that is wrong", part_of="check"),
    Key("set_to", _EXPRESSION, "the value it must have, which `--fix` writes", part_of="check"),
    Key("counted", _TEMPLATE, "a template: what was counted"),
    Key("needs", _NEEDS, _STANDS_ON),
    Key("severity", one_of(SEVERITIES, 'no severity is called "{}"'), "how bad it is"),
    Key("note", LINE, "makes it a note, which explains something and never fails"),
    missing="this rule has no {}",
)
"""What an entry of rules.yaml may say."""
CLAIM = Keys(
    "a rule",
    RULE["id"],
    RULE["says"],
    RULE["source"],
    RULE["severity"],
    RULE["let"],
    Key(
        "deal",
        _DEAL,
        "who gets how many of what",
        needed=True,
        example="{from: deck.main, hand: 12}",
    ),
    Key(
        "chance",
        as_written(CHANCE.schema()),
        "what is claimed of such deals",
        needed=True,
        example="{that: ..., is: at least 95 %}",
    ),
    missing="this rule about chance has no {}",
)
"""What an entry may say that is about chance."""
SETS = Keys(
    "a list of sets",
    Key("sets", _SETS, "cards by name or id, under the name of each set", needed=True),
)
"""What it may say instead."""
CHECK = Keys(
    "a rule", *RULE.values(), Key("for_players", TRUTH, _EVERY_NUMBER), missing=RULE.missing
)
"""What a check of a variant may say."""
_CHECKS: Schema = {"type": "array", "items": {"anyOf": [CHECK.schema(), CLAIM.schema()]}}
VARIANT = Keys(
    "a variant",
    Key("id", _ID, "its name", needed=True),
    Key(
        "players",
        _PLAYERS,
        "a number, a list, or a span such as `2-4`",
        needed=True,
        example="3-5",
        missing=_FOR_HOW_MANY,
    ),
    Key("name", LINE, "its title"),
    Key("says", LINE, "what it is in a sentence"),
    Key("source", LINE, "where it comes from"),
    Key("let", RULE["let"].kind, "names for values, as in rules"),
    Key(
        "cards",
        _USED,
        "the cards it uses: a deck, an expression, or `{main: ..., suit: ...}`; otherwise all",
    ),
    Key("sets", _EXPRESSION, "how many whole decks are mixed"),
    Key("deck_size", _EXPRESSION, "how many cards there are", part_of="cards"),
    Key("deal", _EXPRESSION, "how many are dealt to each", part_of="deck_size"),
    Key("deals", _EXPRESSION, "how many are dealt in all", part_of="deck_size"),
    Key("left", _EXPRESSION, "how many remain", part_of="deck_size"),
    Key("needs", _NEEDS, "the same for its deal"),
    Key("checks", as_written(_CHECKS), f"rules of its own; `for_players: true` {_EVERY_NUMBER}"),
    missing="this variant has no {}",
)
"""What an entry of variants.yaml may say."""
RULES_SCHEMA: Schema = {
    "type": ["array", "null"],
    "items": {"anyOf": [RULE.schema(), CLAIM.schema(), SETS.schema()]},
}
VARIANTS_SCHEMA: Schema = {"type": ["array", "null"], "items": VARIANT.schema()}


# Reading them


def read_rule_set(game: Game, problems: list[Finding]) -> RuleSet:
    """The rules and variants of a game; none where its folder has no such files. What is wrong is
    added to `problems`."""
    names = frozenset({*game.lists, *_KEPT, *(["tables"] if game.tables else [])})
    rules, variants = (
        _RuleReader(game.folder / name, names, problems) for name in (RULES, VARIANTS)
    )
    sets: dict[str, tuple[Code, ...]] = {}
    claims: list[Claim] = []
    rule_set = RuleSet(
        game.id, tuple(rules.rules(sets, claims)), tuple(variants.variants()), sets, tuple(claims)
    )
    problems += _unmet(rule_set)
    return rule_set


def _unmet(rule_set: RuleSet) -> Iterator[Finding]:
    """Rules that need what is no rule, or one another."""
    ids = [
        SET_MEMBER,
        *(id for id in rule_set.ids if id not in {variant.id for variant in rule_set.variants}),
    ]
    for id, needs in rule_set.direct_needs.items():
        for code in needs:
            if code.text not in ids:
                yield Finding(
                    "unknown-rule",
                    f'"{id}" needs "{code.text}", which is no rule',
                    did_you_mean(code.text, ids),
                    code.place,
                )
            elif id in rule_set.needs(code.text) or code.text == id:
                yield Finding(
                    "circular",
                    f'"{id}" needs "{code.text}", which needs it as well',
                    "let one of them stand by itself",
                    code.place,
                )


def _is_claim(node: Node) -> bool:
    return isinstance(node, Map) and ("chance" in node or "deal" in node)


class _RuleReader:
    """Reads one of the two files."""

    def __init__(self, file: Path, reserved_names: frozenset[str], problems: list[Finding]) -> None:
        self.source = (
            read_list(file, problems, home=root_of(file.parent)) if file.exists() else None
        ) or Source(file, Map(), computed=False)
        self.reserved_names = reserved_names
        self.problems = problems
        self.ids: dict[str, int] = {}

    def rules(self, sets: dict[str, tuple[Code, ...]], claims: list[Claim]) -> Iterator[Rule]:
        for node in self.source.entries:
            if isinstance(node, Map) and list(node) == ["sets"]:
                section = Section(self.source, SETS, self.problems, node)
                sets.update(section.value("sets", {}))
            elif _is_claim(node):
                claims += filter(None, [self._claim(node, self.ids)])
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
        values = self._values(section, ids)
        if "check" not in values and not values.get("note"):
            section.wrong(
                "this rule checks nothing",
                "add  check: ...  or make it a  note: ...",
                section.start,
                code="key-missing",
            )
        if "as" in values:
            section.attempt(
                section.node("as"), check_name, values["as"], "rule's item", self.reserved_names
            )
        if "set_to" in values and "field" not in values:
            section.wrong(
                '"set_to" does not say which field',
                "add  field: ...  with the field's name",
                section.node("set_to"),
                code="key-missing",
            )
        if section.failed:
            return None
        if values.get("note"):
            values["severity"] = "note"
        return Rule(place=section.start, item=values.pop("as", ""), **values)

    def _claim(self, node: Node, ids: dict[str, int]) -> Claim | None:
        section = self._entry(node, CLAIM)
        if section is None:
            return None
        values = self._values(section, ids)
        chance = values.pop("chance", None)
        if chance is None:
            return None
        if not isinstance(chance, Map):
            section.wrong(
                "chance must be names with values",
                'write  chance: {that: "...", is: at least 95 %}',
                section.node("chance"),
                code="mapping-expected",
            )
            return None
        inner = Section(self.source, CHANCE, self.problems, chance)
        chance_values = inner.values()
        if {"that", "value"}.isdisjoint(chance):
            inner.wrong(
                "this chance is of nothing",
                "add  that: ...  with what may come to pass, or  value: ...",
                inner.start,
                code="key-missing",
            )
        elif "that" in chance_values and {"is", "seats"}.isdisjoint(chance):
            inner.wrong(
                "this chance does not say how great it is",
                "add  is: at least 95 %",
                inner.start,
                code="key-missing",
            )
        if section.failed or inner.failed:
            return None
        players, deal = values.pop("deal")
        dealt_names = {name for shuffle in deal for name, _ in shuffle.piles} | _DEALT
        for name, code in values.get("let", ()):
            if name in dealt_names:
                section.wrong(
                    f'"{name}" is a name of the deal',
                    "choose another name",
                    code.place,
                    code="name-taken",
                )
        if section.failed:
            return None
        return Claim(
            place=section.start,
            deal=deal,
            players=players,
            within=chance_values.pop("is", None),
            **chance_values,
            **values,
        )

    def _variant(self, node: Node) -> Variant | None:
        section = self._entry(node, VARIANT)
        if section is None:
            return None
        values = self._values(section, self.ids)
        checks = values.pop("checks", Seq())
        if not isinstance(checks, Seq):
            section.wrong(
                "checks must be a list of rules",
                "write each as  - id: ...",
                checks,
                code="list-expected",
            )
            return None
        ids: dict[str, int] = {}
        rules = tuple(
            filter(
                None, [self._rule(check, ids, CHECK) for check in checks if not _is_claim(check)]
            )
        )
        claims = tuple(
            filter(None, [self._claim(check, ids) for check in checks if _is_claim(check)])
        )
        if section.failed:
            return None
        return Variant(
            place=section.start,
            checks=rules,
            claims=claims,
            **{"name": values["id"].replace("-", " ").title(), **values},
        )

    def _entry(self, node: Node, keys: Keys) -> Section | None:
        if isinstance(node, Map):
            return Section(self.source, keys, self.problems, node)
        remedy = f"write  - id: my-{keys.noun.removeprefix('a ')}"
        self.problems.append(
            Finding(
                "mapping-expected",
                f"{keys.noun} must be names with values",
                remedy,
                self.source.place(node),
            )
        )
        return None

    def _values(self, section: Section, ids: dict[str, int]) -> dict[str, Any]:
        """The values of an entry, whose id must be new."""
        values, noun = section.values(), section.keys.noun.removeprefix("a ")
        if (id := values.get("id")) is not None:
            node = section.node("id")
            section.attempt(node, check_id, id, noun)
            if id in BUILT_IN or id == "deal":
                section.wrong(
                    f'"{id}" is a check of cardgen\'s own',
                    "choose another id",
                    node,
                    code="name-taken",
                )
            if id in ids:
                section.wrong(
                    f'the id "{id}" is used already, in line {ids[id]}',
                    f"give each {noun} an id of its own",
                    node,
                    code="name-taken",
                )
            ids.setdefault(id, section.start.line)
        let = section.get("let")
        for name in let if isinstance(let, Map) else ():
            section.attempt(name, check_name, name, "value", self.reserved_names)
        return values
