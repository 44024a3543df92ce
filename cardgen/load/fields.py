"""Fields of cards: the `fields:` of a deck file, and those that every card has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.base.suggestions import did_you_mean
from cardgen.load.cell_values import copies_of, picture_of, unlinked
from cardgen.load.looks import SIZE_AS_TEXT, shape_of
from cardgen.model.cards import SIZE, Card, Deck
from cardgen.model.fields import AnyField, Field
from cardgen.schema.field_kinds import FIELD_KINDS
from cardgen.schema.field_kinds.declared import DeclaredField
from cardgen.schema.field_kinds.numbers import WholeNumberField
from cardgen.schema.field_kinds.texts import TextField
from cardgen.schema.keys import Schema, Section, mapping_schema
from cardgen.schema.source import Map, Node, Seq, Source, TypedText, text_node
from cardgen.schema.values import blank, check_name, id_of, is_id, wrong

MOST_COPIES = 999


class IdField(TextField):
    """The id of a card."""

    __slots__ = ()
    is_translated = False
    has_markup = False

    def from_cell(self, cell: str) -> str:
        text = cell.strip()
        return text if is_id(text) else id_of(cell)

    def takes_shown(self, shown_text: str) -> bool:
        return is_id(shown_text)


class NameField(TextField):
    """The name of a card."""

    __slots__ = ()
    has_markup = False


class ArtField(TextField):
    """The name of a card's drawing."""

    __slots__ = ()
    is_translated = False
    has_markup = False

    def from_cell(self, cell: str) -> str:
        return picture_of(unlinked(cell))


class TemplateField(TextField):
    """The name of a template."""

    __slots__ = ()
    is_translated = False
    has_markup = False

    def from_cell(self, cell: str) -> str:
        return cell.strip()


class CopiesField(WholeNumberField):
    """The number of a card's copies, which people write in many ways."""

    __slots__ = ()

    def from_cell(self, cell: str) -> str:
        return copies_of(cell).strip()

    def says_nothing(self, cell: str) -> bool:
        return False


class SizeField(TextField):
    """The size of a card that is not cut as its deck is, as a size is written in a deck's file."""

    __slots__ = ()
    is_translated = False
    has_markup = False

    def read(self, value: Any) -> str:
        text = " ".join(TextField.read(self, value).split())
        shape_of(value if isinstance(value, TypedText) else text_node(text, 1, 1))
        return text

    def from_cell(self, cell: str) -> str:
        return cell.strip()

    def schema(self) -> Schema:
        return SIZE_AS_TEXT


COMMON: Mapping[str, Field] = {
    "id": IdField("id"),
    "name": NameField("name", optional=True),
    "art": ArtField("art", optional=True),
    "template": TemplateField("template", optional=True),
    "back": TemplateField("back", optional=True),
    SIZE: SizeField(SIZE, optional=True),
    "copies": CopiesField("copies", min=0, max=MOST_COPIES, default=1, has_default=True),
}
"""What every card may say without its deck declaring it."""


def fields_of_entries(
    declared: Mapping[str, Field], common: Mapping[str, Field]
) -> dict[str, Field]:
    """The fields of entries, an id first: those that are declared, and those that every one has."""
    undeclared = {name: field for name, field in common.items() if name not in declared}
    return {"id": COMMON["id"], **declared, **undeclared}


def with_own_shapes(deck: Deck) -> Deck:
    """The deck with what each card is cut to, where any says a size of its own."""
    if not any(card.own_size for card in deck.cards):
        return deck
    return replace(deck, cards=tuple(with_own_shape(card, deck) for card in deck.cards))


def with_own_shape(card: Card, deck: Deck) -> Card:
    """A card with what it is cut to: as it says, else as its deck does.

    The outline of a deck's pieces is as large as theirs."""
    size = card.own_size
    if not size:
        return replace(card, own_shape=deck.shape)
    shape = shape_of(text_node(size, 1, 1))
    if deck.outline and shape.kind == "rectangle":
        shape = shape.outlined_as(deck.shape)
    return replace(card, own_shape=shape)


class EntryKind(NamedTuple):
    """A kind of entries: cards, editions, or rows of data.

    It has the fields that each entry has without declaring them. Entries `with_ids` are given one
    where a table has none.
    """

    noun: str
    whose: str
    every: str
    common: Mapping[str, Field]
    with_ids: bool = True
    below: str = ""
    """The key of their file below which stands how a table is read, where it has no file of that
    alone."""
    file: str = ""
    """That file, where it is always called so."""

    def in_their_file(self, keys: str) -> str:
        """How keys about a table are written in the file that names it."""
        return f"{self.below}: {{{keys}}}" if self.below else keys


CARDS = EntryKind("card", "a card of this deck", "card of the deck", COMMON)
EDITIONS = EntryKind(
    "edition",
    "an edition of this game",
    "edition",
    {name: COMMON[name] for name in ("id", "name", "art")},
    below="table",
    file="editions.yaml",
)
ROWS = EntryKind("row", "a row of this table", "row of the table", {}, with_ids=False)
TAKEN = (
    {name for name in dir(Card) if not name.startswith("_")}
    | COMMON.keys() - {SIZE}
    | {
        "for",
        "expr",
    }
)
"""Names that no field can have. A deck may have a field of its own that is called size, of which
its cards are not cut to another."""

Lists = Mapping[str, tuple[str, ...]]


def is_expression(node: Node) -> bool:
    """True if a value is written as `{expr: ...}`."""
    return isinstance(node, Map) and len(node) == 1 and isinstance(node.value("expr"), TypedText)


def declared(section: Section, lists: Lists) -> dict[str, Field]:
    """The fields that a file declares, by name. What is wrong is noted."""
    node = section.get("fields")
    if node is not None and not isinstance(node, Map):
        section.wrong(
            "fields must be names with what they hold",
            "write lines such as  rank: int",
            node,
            code="field-declaration",
        )
    fields: dict[str, Field] = {}
    for name, spec in node.items() if isinstance(node, Map) else ():
        every = name in COMMON and name != SIZE
        instead = "take it away: any card may say it" if every else "choose another name"
        section.attempt(name, check_name, name, "field", TAKEN, instead)
        field = None if every else section.attempt(name, _declared, section, str(name), spec, lists)
        # which takes anything: its own mistake is told
        fields[str(name)] = field or AnyField(str(name), optional=True)
    return fields


def _declared(section: Section, name: str, spec: Node, lists: Lists) -> Field | None:
    source, options = section.source, Map()
    options.line, options.column = spec.line, spec.column
    if isinstance(spec, TypedText):
        kind = spec
        inner = None
    elif isinstance(spec, Map):
        kinds = [key for key in spec if key in FIELD_KINDS]
        if len(kinds) != 1:
            raise source.wrong(
                f"the field {name} must say once what it holds",
                did_you_mean("", FIELD_KINDS),
                spec,
                code="field-declaration",
            )
        kind, inner = kinds[0], spec[kinds[0]]
        options.update((key, value) for key, value in spec.items() if key is not kind)
    else:
        raise source.wrong(
            f"the field {name} is declared by a list",
            "write  one_of: [...]  or  list_of: [...]  in braces",
            spec,
            code="field-declaration",
        )
    field_kind = FIELD_KINDS.get(kind)
    if field_kind is None:
        raise source.wrong(
            f'no field holds "{kind}"',
            did_you_mean(kind, FIELD_KINDS),
            kind,
            code="field-declaration",
        )
    attributes: dict[str, Any] = {"place": source.place(spec)}
    if field_kind.takes_choices:
        attributes["choices"] = _choices(source, name, inner, kind, lists)
    elif isinstance(inner, Map):
        options.update(inner)
    elif inner is not None and not blank(inner):
        remedy = f"write  {name}: {kind}  or  {name}: {{{kind}: {{optional: true}}}}"
        raise source.wrong(
            f'after "{kind}:" come its options', remedy, inner, code="field-declaration"
        )
    return _with_options(section, name, field_kind, attributes, options)


def _choices(
    source: Source, name: str, inner: Node | None, kind: str, lists: Lists
) -> tuple[str, ...]:
    if isinstance(inner, TypedText) and not blank(inner):
        if inner not in lists:
            remedy = did_you_mean(inner, lists, "write the choices in brackets")
            raise source.wrong(
                f'game.yaml has no list "{inner}"', remedy, inner, code="field-declaration"
            )
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
            code="field-declaration",
        )
    return tuple(dict.fromkeys(str(item) for item in inner if isinstance(item, TypedText)))


def _with_options(
    section: Section,
    name: str,
    field_kind: type[DeclaredField],
    attributes: Mapping[str, Any],
    options: Map,
) -> Field | None:
    """The field with its options; None where one of them cannot be read."""
    inner = Section(section.source, field_kind.options, section.problems, options)
    values, default = inner.values(), options.value("default")
    values.pop("default", None)
    field = field_kind(name, **attributes, **values)
    inner.attempt(inner.start, field.check)
    if inner.failed:
        return None
    if default is None:
        return field
    try:
        return replace(field, default=field.read(default), has_default=True)
    except CardgenError as error:
        place = section.source.place(default)
        raise CardgenError(
            *(
                replace(problem, what=f"the default does not fit: {problem.what}", place=place)
                for problem in error.findings
            )
        ) from error


def fields_schema(lists: Collection[str] = ()) -> Schema:
    """The JSON Schema of `fields`, in a game with these lists."""
    list_name: Schema = {"enum": list(lists)} if lists else {"type": "string"}
    choices: Schema = {"anyOf": [list_name, {"type": "array"}]}
    plain = [kind for kind, field_kind in FIELD_KINDS.items() if not field_kind.takes_choices]
    schemas: list[Schema] = [{"enum": plain}]
    for kind, field_kind in FIELD_KINDS.items():
        options = {key.name: key.schema for key in field_kind.options.values()}
        inner = {"anyOf": [mapping_schema(options), {"type": "null"}]}
        if field_kind.takes_choices:
            inner = choices
        schemas.append(mapping_schema({kind: inner, **options}, [kind]))
    return {"type": ["object", "null"], "additionalProperties": {"anyOf": schemas}}
