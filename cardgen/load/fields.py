"""What a card may say: the `fields:` of a deck file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, Field
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section, mapping_schema
from cardgen.schema.kinds import ANY_TEXT, NAME, TRUTH, as_written, one_of
from cardgen.schema.source import Map, Node, Seq, Source, TypedText
from cardgen.schema.values import KINDS, blank, check_name, typed, wrong

MOST_COPIES = 999
COMMON = {
    "id": Field("id", "text"),
    "name": Field("name", "text", optional=True),
    "art": Field("art", "text", optional=True),
    "template": Field("template", "text", optional=True),
    "back": Field("back", "text", optional=True),
    "copies": Field("copies", "int", low=0, high=MOST_COPIES, default=1, has_default=True),
}
"""What every card may say without its deck declaring it."""


class EntryKind(NamedTuple):
    """What the entries of a list or a table are: cards of a deck, editions, or rows of data; and
    what each may say without its being declared.

    Those `with_ids` are given one where a table has none.
    """

    noun: str
    whose: str
    every: str
    common: Mapping[str, Field]
    with_ids: bool = True


CARDS = EntryKind("card", "a card of this deck", "card of the deck", COMMON)
EDITIONS = EntryKind(
    "edition",
    "an edition of this game",
    "edition",
    {name: COMMON[name] for name in ("id", "name", "art")},
)
ROWS = EntryKind("row", "a row of this table", "row of the table", {}, with_ids=False)
TAKEN = {name for name in dir(Card) if not name.startswith("_")} | COMMON.keys() | {"for", "expr"}
"""Names that no field can have."""

Lists = Mapping[str, tuple[str, ...]]


def is_expression(node: Node) -> bool:
    """Whether a value is written as `{expr: ...}`."""
    return isinstance(node, Map) and len(node) == 1 and isinstance(node.value("expr"), TypedText)


def _pattern(section: Section, name: str, node: Node) -> str:
    if not isinstance(node, TypedText) or not _DATE.fullmatch(node) or not set(node) & set("dmy"):
        raise wrong(
            f"{name} is not how a date is written",
            "write it with d or dd, m or mm, yy or yyyy, such as dd.mm.yyyy",
        )
    return str(node)


_DATE = re.compile(r"(?:(?<!d)dd?(?!d)|(?<!m)mm?(?!m)|(?<!y)(?:yy|yyyy)(?!y)|[^A-Za-z])+")
_BOUND = Kind(lambda section, name, node: typed(Field(name, "number"), node), {"type": "number"})
_MOST = Kind(
    lambda section, name, node: typed(Field(name, "int", low=0, high=10_000), node),
    {"type": "number"},
)
_ALWAYS = (
    Key("default", as_written({})),
    Key("optional", TRUTH._replace(schema={"type": "boolean"})),
)
_UNIT = Key("unit", NAME, "what may stand after a number or before it: `EUR`, `€`, `%`, `mm`")
_DECIMAL = Key(
    "decimal",
    one_of((".", ",")),
    "what stands before the decimals; thousands may be apart then: `1 234,50`, `1.234,50`",
)
_RANGE = (Key("min", _BOUND), Key("max", _BOUND), _UNIT, _DECIMAL)
_AS_TEXT = (
    Key(
        "date",
        Kind(_pattern, {"type": "string"}),
        "how a cell with a date reads: `dd.mm.yyyy`, `yyyy-mm-dd`, `d/m/yy`",
    ),
    replace(
        _DECIMAL,
        doc="what stands before the decimals of a number in a cell of an XLSX: `.`, unless it says `,`",
    ),
)
_OWN: Mapping[str, tuple[Key, ...]] = {
    "text": _AS_TEXT,
    "int": _RANGE,
    "number": _RANGE,
    "list_of": (Key("max", _MOST),),
}
KIND_OPTIONS = {
    kind: Keys(f"a field of the kind {kind}", *_OWN.get(kind, ()), *_ALWAYS, called="option ")
    for kind in KINDS
}
"""What a declaration may say beside its kind, by kind."""


def declared(section: Section, lists: Lists) -> dict[str, Field]:
    """The fields that a file declares, by name. What is wrong is noted."""
    node = section.get("fields")
    if node is not None and not isinstance(node, Map):
        section.wrong(
            "fields must be names with what they hold", "write lines such as  rank: int", node
        )
    fields: dict[str, Field] = {}
    for name, spec in node.items() if isinstance(node, Map) else ():
        every = name in COMMON
        instead = "take it away: any card may say it" if every else "choose another name"
        section.attempt(name, check_name, name, "field", TAKEN, instead)
        field = None if every else section.attempt(name, _declared, section, str(name), spec, lists)
        # which takes anything: its own mistake is told
        fields[str(name)] = field or Field(str(name), "", optional=True)
    return fields


def _declared(section: Section, name: str, spec: Node, lists: Lists) -> Field | None:
    source, options = section.source, Map()
    options.line, options.column = spec.line, spec.column
    if isinstance(spec, TypedText):
        kind, inner = spec, None
    elif isinstance(spec, Map):
        kinds = [key for key in spec if key in KINDS]
        if len(kinds) != 1:
            raise source.wrong(
                f"the field {name} must say once what it holds", did_you_mean("", KINDS), spec
            )
        kind, inner = kinds[0], spec[kinds[0]]
        options.update((key, value) for key, value in spec.items() if key is not kind)
    else:
        raise source.wrong(
            f"the field {name} is declared by a list",
            "write  one_of: [...]  or  list_of: [...]  in braces",
            spec,
        )
    if kind not in KINDS:
        raise source.wrong(f'no field holds "{kind}"', did_you_mean(kind, KINDS), kind)
    choices: tuple[str, ...] = ()
    if kind in ("one_of", "list_of"):
        choices = _choices(source, name, inner, kind, lists)
    elif isinstance(inner, Map):
        options.update(inner)
    elif not blank(inner):
        assert inner is not None
        remedy = f"write  {name}: {kind}  or  {name}: {{{kind}: {{optional: true}}}}"
        raise source.wrong(f'after "{kind}:" come its options', remedy, inner)
    return _with_options(
        section, Field(name, str(kind), choices, place=source.place(spec)), options
    )


def _choices(
    source: Source, name: str, inner: Node | None, kind: str, lists: Lists
) -> tuple[str, ...]:
    if isinstance(inner, TypedText) and not blank(inner):
        if inner not in lists:
            remedy = did_you_mean(inner, lists, "write the choices in brackets")
            raise source.wrong(f'game.yaml has no list "{inner}"', remedy, inner)
        return lists[inner]
    if (
        not isinstance(inner, Seq)
        or not inner
        or not all(isinstance(item, TypedText) and item for item in inner)
    ):
        place = source.place(inner) if inner is not None else None
        raise wrong(
            f'after "{kind}:" come the choices',
            f"write  {name}: {{{kind}: [a, b]}}  or the name of a list in game.yaml",
            place,
        )
    return tuple(dict.fromkeys(str(item) for item in inner if isinstance(item, TypedText)))


def _with_options(section: Section, field: Field, options: Map) -> Field | None:
    inner = Section(section.source, KIND_OPTIONS[field.kind], section.problems, options)
    found, default = inner.values(), options.value("default")
    low, high, most = found.get("min"), found.get("max"), None
    if field.kind == "list_of":
        high, most = None, high
    if low is not None and high is not None and low > high:
        inner.wrong(f"min is {low}, more than max {high}", "exchange them", inner.start)
    if inner.failed:
        return None
    optional = found.get("optional", False)
    written = {name: found[name] for name in ("unit", "decimal", "date") if name in found}
    bare = replace(
        field,
        low=low,
        high=high,
        most=most,
        optional=optional,
        has_default=default is not None,
        **written,
    )
    if default is None:
        return bare
    try:
        return replace(bare, default=typed(bare, default))
    except CardgenError as error:
        problems = (
            Finding(
                "size-does-not-fit",
                f"the default does not fit: {p.what}",
                p.remedy,
                section.source.place(default),
            )
            for p in error.findings
        )
        raise CardgenError(*problems) from error


def fields_schema(lists: Collection[str] = ()) -> Schema:
    """What an editor takes for `fields`, in a game with these lists."""
    choices = {"anyOf": [{"enum": list(lists)} if lists else {"type": "string"}, {"type": "array"}]}
    kinds: list[Schema] = [
        {"enum": [kind for kind in KIND_OPTIONS if kind not in ("one_of", "list_of")]}
    ]
    for kind, keys in KIND_OPTIONS.items():
        own = {key.name: key.schema for key in keys.values()}
        inner = (
            choices
            if kind in ("one_of", "list_of")
            else {"anyOf": [mapping_schema(own), {"type": "null"}]}
        )
        kinds.append(mapping_schema({kind: inner, **own}, [kind]))
    return {"type": ["object", "null"], "additionalProperties": {"anyOf": kinds}}


def field_schema(field: Field) -> Schema:
    """What an editor takes after the name of a field of a card."""
    if field.kind in ("one_of", "list_of"):
        numbers = [
            int(choice)
            for choice in field.choices
            if choice.isdecimal() and str(int(choice)) == choice
        ]
        choices: list[Any] = [*field.choices, *numbers]
        if field.kind == "one_of":
            return {"enum": [*choices, None]}
        return {
            "type": ["array", "null"],
            "items": {"enum": choices},
            **({"maxItems": field.most} if field.most is not None else {}),
        }
    if field.kind == "bool":
        return {"enum": [True, False, "yes", "no", "on", "off", None]}
    if field.kind == "text":
        return ANY_TEXT
    bounds = {"minimum": field.low, "maximum": field.high}
    kind = "integer" if field.kind == "int" else "number"
    kinds = [kind, "string", "null"] if field.unit or field.decimal else [kind, "null"]
    return {"type": kinds, **{name: value for name, value in bounds.items() if value is not None}}
