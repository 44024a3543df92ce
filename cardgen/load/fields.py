"""What a card may say: the `fields:` of a deck file, and each value as what its field declares."""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean
from cardgen.load.source import Map, Node, Seq, Source, TypedText
from cardgen.model.cards import Card, Field

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
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

_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_TAKEN = {name for name in dir(Card) if not name.startswith("_")} | COMMON.keys() | {"for", "expr"}
_BOOLS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

Lists = Mapping[str, tuple[str, ...]]
N = TypeVar("N", int, float, int | float)


def wrong(what: str, remedy: str = "", place: Place | None = None) -> CardgenError:
    return CardgenError(Problem(what, remedy, place))


def check_id(id: str, what: str) -> None:
    """Raise CardgenError unless `id` is an id: it becomes part of file names, on every system."""
    if not ID.fullmatch(id):
        example = re.sub("[^a-z0-9]+", "-", id.lower()).strip("-")[:64] or "black-1"
        raise wrong(f'"{id}" cannot be the id of a {what}', f"use up to 64 lower-case letters, digits and hyphens, such as {example}")
    if _DEVICES.fullmatch(id):
        raise wrong(f'"{id}" cannot be the id of a {what}: Windows keeps that name for itself', "choose another, such as " + id + "-1")


def check_name(name: str, what: str, taken: Collection[str]) -> None:
    """Raise CardgenError unless an expression can say `name` and it is not `taken`."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name) or name in ("true", "false", "none"):
        raise wrong(
            f'"{name}" cannot be the name of a {what}', "use letters, digits and _, beginning with a letter, and no word of the language"
        )
    if name in taken:
        raise wrong(f'"{name}" cannot be the name of a {what}: cardgen uses it itself', "choose another name")


def is_expression(node: Node) -> bool:
    return isinstance(node, Map) and len(node) == 1 and isinstance(node.get("expr"), TypedText)  # type: ignore[call-overload]


def blank(node: Node | None) -> bool:
    """Whether nothing was written: no key, or a key without a value."""
    return node is None or (isinstance(node, TypedText) and node == "" and not node.quoted)


def typed(field: Field, value: Any) -> Any:
    """A node of the file, or the result of an expression, as what the field declares. Raises CardgenError without a place."""
    return _KINDS[field.kind](field, value)


def _described(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 60 else f'"{value[:57]}..."'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{value}"[:60]
    if isinstance(value, Card):
        return f'the card "{value.id}"'
    return "a list" if isinstance(value, (list, tuple)) else "nothing" if value is None else "a mapping"


def _text(field: Field, value: Any) -> str:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise wrong(f"{field.name} is {_described(value)}, not a text", "put it in quotes" if isinstance(value, (Map, Seq)) else "write a text")


def _int(field: Field, value: Any) -> int:
    if isinstance(value, str):
        number = int(value) if _WHOLE.fullmatch(value) else None
    elif isinstance(value, float):
        number = int(value) if value.is_integer() else None
    else:
        number = value if isinstance(value, int) and not isinstance(value, bool) else None
    if number is None:
        raise wrong(f"{field.name} is {_described(value)}, not a whole number", "write one, such as 7")
    if not -(2**63) <= number < 2**63:
        raise wrong(f"{field.name} is {_described(value)}, which is too large", "write a number of at most 18 digits")
    return _in_range(field, number)


def _number(field: Field, value: Any) -> int | float:
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = int(value) if _WHOLE.fullmatch(value) else float(value)
    if isinstance(value, (bool, str)) or not isinstance(value, (int, float)) or not math.isfinite(value) or abs(value) >= 2**63:
        raise wrong(f"{field.name} is {_described(value)}, not a number", "write one, such as 2.5")
    return _in_range(field, value)


def _in_range(field: Field, number: N) -> N:
    low, high = field.low, field.high
    if (low is not None and number < low) or (high is not None and number > high):
        allowed = (
            f"from {low:g} to {high:g}"
            if low is not None and high is not None
            else f"{low:g} or more"
            if high is None
            else f"{high:g} or less"
        )
        raise wrong(f"{field.name} is {number}, out of its range", f"use a number {allowed}")
    return number


def _bool(field: Field, value: Any) -> bool:
    if isinstance(value, str):
        value = _BOOLS.get(value.lower(), value)
    if not isinstance(value, bool):
        raise wrong(f"{field.name} is {_described(value)}, neither true nor false", "write true or false")
    return value


def _one_of(field: Field, value: Any) -> str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(text, str):
        for choice in field.choices:
            if choice == text:
                return choice
        raise wrong(f'{field.name} cannot be "{text}"', did_you_mean(text, field.choices))
    raise wrong(f"{field.name} is {_described(value)}, not one of its choices", did_you_mean("", field.choices))


def _list_of(field: Field, value: Any) -> list[str]:
    if not isinstance(value, (list, tuple)):
        example = value if isinstance(value, str) and value else "..."
        raise wrong(f"{field.name} is {_described(value)}, not a list", f"write it in brackets: {field.name}: [{example}]")
    if field.most is not None and len(value) > field.most:
        raise wrong(f"{field.name} has {len(value)} entries, more than {field.most}", "leave some out, or raise max in fields")
    return [_one_of(field, item) for item in value]


_KINDS: dict[str, Callable[[Field, Any], Any]] = {
    "text": _text,
    "int": _int,
    "number": _number,
    "bool": _bool,
    "one_of": _one_of,
    "list_of": _list_of,
}
KIND_OPTIONS = {
    "text": ("default", "optional"),
    "int": ("min", "max", "default", "optional"),
    "number": ("min", "max", "default", "optional"),
    "bool": ("default", "optional"),
    "one_of": ("default", "optional"),
    "list_of": ("max", "default", "optional"),
}


def declared(source: Source, node: Node | None, lists: Lists, problems: list[Problem]) -> dict[str, Field]:
    """The fields that a deck file declares, by name. What is wrong is added to `problems`."""
    if blank(node):
        return {}
    if not isinstance(node, Map):
        assert node is not None
        problems.append(Problem("fields must be names with what they hold", "write lines such as  rank: int", source.place(node)))
        return {}
    fields: dict[str, Field] = {}
    for name, spec in node.items():
        try:
            check_name(name, "field", _TAKEN)
            fields[str(name)] = _declared(source, str(name), spec, lists)
        except CardgenError as error:
            problems += [problem.at(source.place(name)) for problem in error.problems]
    return fields


def _declared(source: Source, name: str, spec: Node, lists: Lists) -> Field:
    if isinstance(spec, TypedText):
        kind, inner, options = spec, None, Map()
    elif isinstance(spec, Map):
        kinds = [key for key in spec if key in _KINDS]
        if len(kinds) != 1:
            raise wrong(f"the field {name} must say once what it holds", did_you_mean("", _KINDS), source.place(spec))
        kind, inner = kinds[0], spec[kinds[0]]
        options = Map((key, value) for key, value in spec.items() if key is not kind)
    else:
        raise wrong(f"the field {name} is declared by a list", "write  one_of: [...]  or  list_of: [...]  in braces", source.place(spec))
    if kind not in _KINDS:
        raise wrong(f'no field holds "{kind}"', did_you_mean(kind, _KINDS), source.place(kind))
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
                settings["optional"] = _bool(Field("optional", "bool"), node)
            elif option == "default":
                settings |= {"default": node, "has_default": True}
            elif field.kind == "list_of":
                settings["most"] = _int(Field("max", "int", low=0, high=10_000), node)
            else:
                settings["low" if option == "min" else "high"] = _number(Field(str(option), "number"), node)
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
