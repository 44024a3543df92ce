"""What a card may say: the `fields:` of a deck file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardgen.base.errors import CardgenError, Problem, did_you_mean
from cardgen.model.cards import Card, Field
from cardgen.schema.keys import Schema, Section, mapping_schema
from cardgen.schema.kinds import ANY_TEXT
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

_TAKEN = {name for name in dir(Card) if not name.startswith("_")} | COMMON.keys() | {"for", "expr"}

Lists = Mapping[str, tuple[str, ...]]


def is_expression(node: Node) -> bool:
    return isinstance(node, Map) and len(node) == 1 and isinstance(node.value("expr"), TypedText)


KIND_OPTIONS = {
    "text": ("default", "optional"),
    "int": ("min", "max", "default", "optional"),
    "number": ("min", "max", "default", "optional"),
    "bool": ("default", "optional"),
    "one_of": ("default", "optional"),
    "list_of": ("max", "default", "optional"),
}


def declared(section: Section, lists: Lists) -> dict[str, Field]:
    """The fields that a deck file declares, by name. What is wrong is noted."""
    node = section.get("fields")
    if node is not None and not isinstance(node, Map):
        section.wrong("fields must be names with what they hold", "write lines such as  rank: int", node)
    fields: dict[str, Field] = {}
    for name, spec in node.items() if isinstance(node, Map) else ():
        section.attempt(name, check_name, name, "field", _TAKEN)
        if field := section.attempt(name, _declared, section.source, str(name), spec, lists):
            fields[str(name)] = field
    return fields


def _declared(source: Source, name: str, spec: Node, lists: Lists) -> Field:
    if isinstance(spec, TypedText):
        kind, inner, options = spec, None, Map()
    elif isinstance(spec, Map):
        kinds = [key for key in spec if key in KINDS]
        if len(kinds) != 1:
            raise wrong(f"the field {name} must say once what it holds", did_you_mean("", KINDS), source.place(spec))
        kind, inner = kinds[0], spec[kinds[0]]
        options = Map((key, value) for key, value in spec.items() if key is not kind)
    else:
        raise wrong(f"the field {name} is declared by a list", "write  one_of: [...]  or  list_of: [...]  in braces", source.place(spec))
    if kind not in KINDS:
        raise wrong(f'no field holds "{kind}"', did_you_mean(kind, KINDS), source.place(kind))
    choices: tuple[str, ...] = ()
    if kind in ("one_of", "list_of"):
        choices = _choices(source, name, inner, kind, lists)
    elif isinstance(inner, Map):
        options.update(inner)
    elif not blank(inner):
        assert inner is not None
        raise wrong(
            f'after "{kind}:" come its options', f"write  {name}: {kind}  or  {name}: {{{kind}: {{optional: true}}}}", source.place(inner)
        )
    return _with_options(source, Field(name, str(kind), choices, place=source.place(spec)), options)


def _choices(source: Source, name: str, inner: Node | None, kind: str, lists: Lists) -> tuple[str, ...]:
    if isinstance(inner, TypedText) and not blank(inner):
        if inner not in lists:
            raise wrong(
                f'game.yaml has no list "{inner}"', did_you_mean(inner, lists) or "write the choices in brackets", source.place(inner)
            )
        return lists[inner]
    if not isinstance(inner, Seq) or not inner or not all(isinstance(item, TypedText) and item for item in inner):
        place = source.place(inner) if inner is not None else None
        raise wrong(f'after "{kind}:" come the choices', f"write  {name}: {{{kind}: [a, b]}}  or the name of a list in game.yaml", place)
    return tuple(dict.fromkeys(str(item) for item in inner if isinstance(item, TypedText)))


def _with_options(source: Source, field: Field, options: Map) -> Field:
    settings: dict[str, Any] = {}
    for option, node in options.items():
        if option not in KIND_OPTIONS[field.kind]:
            remedy = did_you_mean(option, KIND_OPTIONS[field.kind])
            raise wrong(f'a field of the kind {field.kind} has no option "{option}"', remedy, source.place(option))
        try:
            if option == "optional":
                settings["optional"] = typed(Field("optional", "bool"), node)
            elif option == "default":
                settings |= {"default": node, "has_default": True}
            elif field.kind == "list_of":
                settings["most"] = typed(Field("max", "int", low=0, high=10_000), node)
            else:
                settings["low" if option == "min" else "high"] = typed(Field(str(option), "number"), node)
        except CardgenError as error:
            raise CardgenError(*(problem.at(source.place(node)) for problem in error.problems)) from error
    low, high = settings.get("low"), settings.get("high")
    if low is not None and high is not None and low > high:
        raise wrong(f"min is {low}, more than max {high}", "exchange them", field.place)
    default = settings.pop("default", None)
    bare = Field(field.name, field.kind, field.choices, place=field.place, **settings)
    if default is None:
        return bare
    try:
        value = typed(bare, default)
    except CardgenError as error:
        raise CardgenError(
            *(Problem(f"the default does not fit: {p.what}", p.remedy, source.place(default)) for p in error.problems)
        ) from error
    return Field(field.name, field.kind, field.choices, place=field.place, default=value, **settings)


def fields_schema(lists: Collection[str] = ()) -> Schema:
    """What an editor takes for `fields`, in a game with these lists."""
    options: Schema = {"min": {"type": "number"}, "max": {"type": "number"}, "default": {}, "optional": {"type": "boolean"}}
    choices = {"anyOf": [{"enum": list(lists)} if lists else {"type": "string"}, {"type": "array"}]}
    kinds: list[Schema] = [{"enum": [kind for kind in KIND_OPTIONS if kind not in ("one_of", "list_of")]}]
    for kind, names in KIND_OPTIONS.items():
        own = {name: options[name] for name in names}
        inner = choices if kind in ("one_of", "list_of") else {"anyOf": [mapping_schema(own), {"type": "null"}]}
        kinds.append(mapping_schema({kind: inner, **own}, [kind]))
    return {"type": ["object", "null"], "additionalProperties": {"anyOf": kinds}}


def field_schema(field: Field) -> Schema:
    """What an editor takes after the name of a field of a card."""
    if field.kind in ("one_of", "list_of"):
        numbers = [int(choice) for choice in field.choices if choice.isdecimal() and str(int(choice)) == choice]
        choices: list[Any] = [*field.choices, *numbers]
        if field.kind == "one_of":
            return {"enum": [*choices, None]}
        return {"type": ["array", "null"], "items": {"enum": choices}, **({"maxItems": field.most} if field.most is not None else {})}
    if field.kind == "bool":
        return {"enum": [True, False, "yes", "no", "on", "off", None]}
    if field.kind == "text":
        return ANY_TEXT
    bounds = {"minimum": field.low, "maximum": field.high}
    kind = "integer" if field.kind == "int" else "number"
    return {"type": [kind, "null"], **{name: value for name, value in bounds.items() if value is not None}}
