"""The kinds of value that files share.

Texts, numbers, lengths, choices, lists and mappings of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from cardgen.base import units
from cardgen.base.findings import CardgenError
from cardgen.base.suggestions import did_you_mean
from cardgen.model.sizes import pair
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section
from cardgen.schema.source import Map, Node, Seq, TypedText
from cardgen.schema.values import ID, read_number, read_truth, read_whole_number, wrong

ANY_TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
AN_ID: Schema = {"type": "string", "pattern": f"^{ID.pattern}$"}
A_LENGTH: Schema = {"type": "string", "pattern": rf"^[0-9.]+ *({'|'.join(units.UNITS)}|)$"}
TWO_LENGTHS: Schema = {"type": "string", "pattern": "^[0-9.]+ *[a-z]* *x *[0-9.]+ *[a-z]*$"}


def ends_in(endings: Collection[str]) -> Schema:
    """The schema of a file's name that ends in one of these, in any case.

    >>> ends_in((".csv", ".ods"))["pattern"]
    '\\\\.([cC][sS][vV]|[oO][dD][sS])$'
    """
    # patterns of JSON Schema have no flag for it (ECMA-262 in draft 7, 6.3.3)
    either = ("".join(f"[{sign}{sign.upper()}]" for sign in ending[1:]) for ending in endings)
    return {"type": "string", "pattern": rf"\.({'|'.join(either)})$"}


CERTAINTIES = {
    "read": "in the maker's own words",
    "restated": "in somebody else's",
    "remembered": "from memory",
    "computed": "follows from other numbers",
    "chosen": "cardgen's own choice",
}
"""How certain a number is."""


def _text(section: Section, name: str, node: Node) -> str:
    if not isinstance(node, TypedText):
        raise wrong(f"{name} must be a text", "put it in quotes", code="text-expected")
    return str(node)


def _line(section: Section, name: str, node: Node) -> str:
    return " ".join(_text(section, name, node).split())


def _name(section: Section, name: str, node: Node) -> str:
    text = _line(section, name, node)
    if not text:
        raise wrong(f"{name} must be a text", "write one", code="text-expected")
    return text


TEXT = Kind(_text, ANY_TEXT)
"""A text as it was typed."""
LINE = Kind(_line, ANY_TEXT)
"""A text whose white space is drawn together."""
NAME = Kind(_name, ANY_TEXT)
"""A line that says something."""
TRUTH = Kind(
    lambda section, name, node: read_truth(name, node),
    {"enum": [True, False, "yes", "no", "on", "off"]},
)


def as_written(schema: Schema) -> Kind:
    """A value that is read by whoever asks for it."""
    return Kind(lambda section, name, node: node, schema)


def number(low: int, high: int, why: str = "", *, whole: bool = False) -> Kind:
    """A number within bounds, and why these."""
    remedy = f"use a number from {low} to {high}" + (f": {why}" if why else "")

    def read(section: Section, name: str, node: Node) -> int | float:
        try:
            value = read_whole_number(name, node) if whole else read_number(name, node)
        except CardgenError as error:
            raise wrong(error.findings[0].what, remedy, code="number-expected") from None
        if not low <= value <= high:
            raise wrong(f"{name} is {node}, out of its range", remedy, code="out-of-range")
        return value

    return Kind(
        read,
        {"type": "integer" if whole else "number", "minimum": low, "maximum": high},
        f"{low} to {high}",
    )


def length(most: str, why: str) -> Kind:
    """A length with its unit, in points, and why it is not more."""

    def read(section: Section, name: str, node: Node) -> float:
        value = units.length(_text(section, name, node))
        if value > units.length(most):
            raise wrong(
                f"{name} is {node}, out of its range",
                f"use {most} or less: {why}",
                code="out-of-range",
            )
        return value

    return Kind(read, {"type": ["string", "number"]}, f"up to {most}")


def sides(low: float, high: float, remedy: str) -> Kind:
    """WIDTH x HEIGHT, in points.

    The bounds of both are in points, and told by the remedy.
    """

    def read(section: Section, name: str, node: Node) -> tuple[float, float]:
        text = _text(section, name, node)
        if "x" not in text:
            raise wrong(
                f"{name} is not a size such as 63.5mm x 88.9mm",
                "write its width, x, and its height",
                code="shape-wrong",
            )
        width, height = pair(text)
        if not low <= min(width, height) <= max(width, height) <= high:
            raise wrong(f"{name} is {node}, out of its range", remedy, code="out-of-range")
        return width, height

    return Kind(read, TWO_LENGTHS)


def one_of(choices: Collection[str] | Mapping[str, str], refusal: str = "") -> Kind:
    """One of some texts; a mapping has the meaning of each for the reference. `refusal` is the
    sentence for another text."""

    def read(section: Section, name: str, node: Node) -> str:
        text = _text(section, name, node)
        if text not in choices:
            raise wrong(
                refusal.format(text) if refusal else f'{name} cannot be "{text}"',
                did_you_mean(text, choices),
                code="unknown-choice",
            )
        return text

    *others, last = (
        f"`{choice}` ({choices[choice]})" if isinstance(choices, Mapping) else f"`{choice}`"
        for choice in choices
    )
    return Kind(read, {"enum": list(choices)}, f"{', '.join(others)} or {last}")


def list_of(item: Kind, example: str) -> Kind:
    """A list, each entry of one kind; those that cannot be read are left out."""

    def read(section: Section, name: str, node: Node) -> list[Any]:
        if not isinstance(node, Seq):
            raise wrong(f"{name} must be a list", f"write  {example}", code="list-expected")
        return [
            value
            for entry_node in node
            if (value := section.read(name, entry_node, item)) is not None
        ]

    return Kind(read, {"type": "array", "items": item.schema})


def names(schema: Schema = AN_ID) -> Kind:
    """A list of names, or a single one; each knows its place."""

    def read(section: Section, name: str, node: Node) -> list[TypedText]:
        items = node if isinstance(node, Seq) else [node]
        texts = [item for item in items if isinstance(item, TypedText)]
        if isinstance(node, Map) or len(texts) < len(items):
            raise wrong(
                f"{name} must be a list of names",
                f"write  {name}: [one, two]",
                code="list-expected",
            )
        return texts

    return Kind(read, {"anyOf": [{"type": "array", "items": schema}, schema, {"type": "null"}]})


def mapping_of(
    item: Kind,
    noun: str,
    example: str,
    check: Callable[[str], object] = lambda name: None,
    *,
    empty: bool = True,
) -> Kind:
    """Names with values of one kind; `check` may raise CardgenError for a name. What cannot be read
    is left out."""

    def read(section: Section, name: str, node: Node) -> dict[str, Any]:
        if not isinstance(node, Map) or not (node or empty):
            raise wrong(f"{name} must be {noun}", f"write  {example}", code="mapping-expected")
        for key in node:
            section.attempt(key, check, str(key))
        return {
            str(key): value
            for key, inner in node.items()
            if (value := section.read(str(key), inner, item)) is not None
        }

    return Kind(
        read,
        {
            "type": "object",
            **({} if empty else {"minProperties": 1}),
            "additionalProperties": item.schema,
        },
    )


def entry(keys: Keys, make: Callable[[Section], Any], *, is_named: bool = False) -> Kind:
    """A mapping with keys of its own, of which `make` makes a value. Where it `is_named`, messages
    say its name."""

    def read(section: Section, name: str, node: Node) -> Any:
        if not isinstance(node, Map):
            raise wrong(
                f"{keys.noun} must be names with values",
                f"write  {keys.example}",
                code="mapping-expected",
            )
        return make(Section(section.source, keys, section.problems, node, name if is_named else ""))

    return Kind(read, keys.schema())


def or_nothing(kind: Kind) -> Kind:
    """A mapping of which an editor takes that nothing is in it."""
    return kind._replace(schema={**kind.schema, "type": ["object", "null"]})


def _source(section: Section) -> tuple[str, str]:
    values = section.values()
    return values.get("certainty", ""), values.get("from", "")


SOURCE = entry(
    Keys(
        "a source",
        Key("certainty", one_of(CERTAINTIES), needed=True, example="read"),
        Key("from", NAME, needed=True, example="the printer's help"),
        missing="this source has no {}",
    ),
    _source,
    is_named=True,
)
"""How certain a number is, and where it is from."""
