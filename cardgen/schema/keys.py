"""Tables of the keys of mappings in YAML files.

They read a mapping, make its schema and write the reference. Schemas are JSON Schema, draft 7.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from cardgen.base import findings as errors
from cardgen.base.findings import CardgenError, Finding, Place, UnreadableError, finding_of_too_many
from cardgen.base.suggestions import near
from cardgen.schema.source import Map, Node, Source
from cardgen.schema.values import blank, instead_of

Schema = dict[str, Any]
T = TypeVar("T")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class Kind(NamedTuple):
    """A kind of value after a name.

    `read` takes the section it stands in, what to call it, and its node; it raises CardgenError, or
    UnreadableError for a text that is no such value. `schema` is what an editor takes for it,
    `words` are its bounds or choices in the reference."""

    read: Callable[[Section, str, Node], Any]
    schema: Schema
    words: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A name, the kind of its value, and its line in the reference, in Markdown.

    A key that is `needed` must be given; `example` is what the remedy shows, and `missing` what is
    said when it is not. It means nothing without the key that it is `part_of`."""

    name: str
    kind: Kind
    doc: str = ""
    needed: bool = False
    example: str = "..."
    missing: str = ""
    part_of: str = ""

    @property
    def schema(self) -> Schema:
        return described(self.kind.schema, self.doc)


class Keys(Mapping[str, Key]):
    """The keys of one kind of mapping, by name.

    noun: the mapping, as in "a deck has no ..."; key_noun: what its keys are. missing: what is said
    when a key is needed. elsewhere: the remedy for keys that people write here and that belong
    to another file."""

    def __init__(
        self,
        noun: str,
        *keys: Key,
        missing: str = "there is no {}",
        key_noun: str = "",
        also: Mapping[str, Any] | None = None,
        elsewhere: Mapping[str, str] | None = None,
    ) -> None:
        self.noun = noun
        self.missing = missing
        self.key_noun = key_noun
        self.elsewhere = elsewhere or {}
        self.also = also or {}
        """What more its schema says."""
        self._keys = {key.name: key for key in keys}

    def __getitem__(self, name: str) -> Key:
        return self._keys[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def example(self) -> str:
        """The shortest mapping that will do."""
        keys = [key for key in self.values() if key.needed] or list(self.values())[:1]
        return "{" + ", ".join(f"{key.name}: {key.example}" for key in keys) + "}"

    def schema(self, **instead: Schema) -> Schema:
        """The JSON Schema of the mapping; `instead` has other schemas for some of the keys."""
        schemas = {
            name: described(instead[name], key.doc) if name in instead else key.schema
            for name, key in self.items()
        }
        return {
            **mapping_schema(schemas, [key.name for key in self.values() if key.needed]),
            **self.also,
        }

    def rows(self) -> Iterator[tuple[str, str]]:
        """Each key with its line of the reference."""
        for key in self.values():
            yield (
                f"`{key.name}`",
                "; ".join(filter(None, (key.doc, key.kind.words, "must be given" * key.needed))),
            )


class Section:
    """A mapping in a file, asked for its values by its keys. What is wrong with it is noted where
    it stands.

    `name` is the key that it stands after, which messages then say of its values.
    """

    def __init__(
        self,
        source: Source,
        keys: Keys,
        problems: list[Finding],
        node: Map | None = None,
        name: str = "",
    ) -> None:
        self.source = source
        self.keys = keys
        self.problems = problems
        self.root = source.root if node is None else node
        self.start = Place(source.file, 1) if node is None else source.place(node)
        self.name = name
        self.before = len(problems)
        self._meant = set[str]()
        """What its unknown names may mean, which is not missing then."""

    @property
    def failed(self) -> bool:
        return len(self.problems) > self.before

    @property
    def full(self) -> bool:
        """True if so much is wrong that nothing more is looked at."""
        return len(self.problems) - self.before > errors.MOST_PROBLEMS

    def get(self, name: str) -> Node | None:
        node = self.root.value(name)
        return None if blank(node) else node

    def node(self, name: str) -> Node:
        """The node after a name that is there."""
        return self.root[name]  # type: ignore[index]  # a text of its own place equals one without

    def value(self, name: str, default: Any = None) -> Any:
        """The value after a name, or the default.

        That stands where there is none, or none that can be read.
        """
        node, key = self.get(name), self.keys[name]
        if node is None:
            if key.needed:
                self.need(name)
            return default
        value = self.read(f"the {name} of {self.name}" if self.name else name, node, key.kind)
        return default if value is None else value

    def values(self) -> dict[str, Any]:
        """The values that can be read, by name. Unknown names, missing ones and those without
        meaning are noted."""
        self.check_names()
        values = {
            str(name): value
            for name in self.root
            if name in self.keys and (value := self.value(name)) is not None
        }
        for key in self.keys.values():
            # one without a value was noted where it stands
            if key.needed and key.name not in self.root:
                self.need(key.name)
            if (
                key.part_of
                and self.get(key.part_of) is None
                and (node := self.get(key.name)) is not None
            ):
                self.wrong(
                    f'"{key.name}" means nothing without "{key.part_of}"',
                    f"add  {key.part_of}: ...  or take it out",
                    node,
                    code="key-missing",
                )
        return values

    def check_names(self) -> None:
        for name, node in self.root.items():
            if self.full:
                break
            if name not in self.keys:
                self._meant.update(near(name, self.keys))
                remedy = self.keys.elsewhere.get(name) or instead_of(name, node, self.keys)
                self.wrong(
                    f'{self.keys.noun} has no {self.keys.key_noun}"{name}"',
                    remedy,
                    name,
                    code="unknown-key",
                )

    def need(self, name: str) -> None:
        """Note that a key is missing.

        One that is there under a name that was told to be misspelt is not missing."""
        if name in self._meant:
            return
        key = self.keys[name]
        self.wrong(
            key.missing or self.keys.missing.format(name),
            f"add a line such as  {name}: {key.example}",
            self.start,
            code="key-missing",
        )

    def read(self, name: str, node: Node, kind: Kind) -> Any:
        """The value of a node, read as a kind; None when it cannot be."""
        try:
            return self.attempt(node, kind.read, self, name, node)
        except UnreadableError as error:
            finding = error.finding
            sentence = f"{name}: {finding.what}"
            self.wrong(sentence, finding.remedy, node, code=finding.code)
            return None

    def attempt(self, where: Node | Place, check: Callable[..., T], *args: Any) -> T | None:
        """The result of `check(*args)`; None when it raises a problem.

        The problem is placed there if it has no place. Nothing is checked any more when the section
        is full.
        """
        if self.full:
            return None
        try:
            return check(*args)
        except CardgenError as error:
            for problem in error.at(self._place(where)):
                self._note(problem)
            return None

    def wrong(self, sentence: str, remedy: str, where: Node | Place, *, code: str) -> None:
        self._note(Finding(code, sentence, remedy, self._place(where)))

    def _note(self, problem: Finding) -> None:
        if not self.full:
            last = len(self.problems) - self.before == errors.MOST_PROBLEMS
            self.problems.append(finding_of_too_many(self.source.file) if last else problem)

    def _place(self, where: Node | Place) -> Place:
        return where if isinstance(where, Place) else self.source.place(where)


def mapping_schema(
    properties: Schema, required: Sequence[str] = (), *, others: Any = False
) -> Schema:
    """A mapping with these names and no others; `<<` merges another into it."""
    schema: Schema = {
        "type": "object",
        "properties": {**properties, "<<": {}},
        "additionalProperties": others,
    }
    return {**schema, "required": list(required)} if required else schema


def described(schema: Schema, doc: str) -> Schema:
    """A schema with what an editor shows of it.

    That is a line of the reference, without its Markdown.
    """
    if not doc:
        return schema
    about = _LINK.sub(r"\1", doc).replace("`", "")
    about = about[:1].upper() + about[1:].rstrip(".") + "."
    return (
        {"allOf": [schema], "description": about}
        if "$ref" in schema
        else {**schema, "description": about}
    )
