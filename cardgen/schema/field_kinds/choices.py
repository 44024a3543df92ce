"""Fields whose values are chosen from a list: one of it, or several."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cardgen.base.suggestions import did_you_mean
from cardgen.schema.field_kinds.declared import DeclaredField, options_of
from cardgen.schema.field_kinds.numbers import WholeNumberField
from cardgen.schema.keys import Key, Keys, Kind, Schema
from cardgen.schema.values import described, wrong

_MOST_ENTRIES = 10_000
_MAX = Kind(
    lambda section, name, node: WholeNumberField(name, min=0, max=_MOST_ENTRIES).read(node),
    {"type": "number"},
)
_ENTRY = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,;|\n]*))\s*(?:[,;|\n]|$)')
_BULLET = re.compile(r"\s*[-–—•*·]\s+")


@dataclass(frozen=True, slots=True)
class ChoiceField(DeclaredField):
    """A field that is one of its choices."""

    kind: ClassVar[str] = "one_of"
    is_choice: ClassVar[bool] = True
    is_worded: ClassVar[bool] = True
    takes_choices: ClassVar[bool] = True
    options: ClassVar[Keys] = options_of("one_of")

    choices: tuple[str, ...] = ()

    def read(self, value: Any) -> Any:
        return self._choice(value)

    def _choice(self, value: Any) -> str:
        is_whole_number = isinstance(value, int) and not isinstance(value, bool)
        text = str(value) if is_whole_number else value
        if not isinstance(text, str):
            raise wrong(
                f"{self.name} is {described(value)}, not one of its choices",
                did_you_mean("", self.choices),
                code="unknown-choice",
            )
        for choice in self.choices:
            if choice == text:
                return choice
        raise wrong(
            f'{self.name} cannot be "{text}"',
            did_you_mean(text, self.choices),
            code="unknown-choice",
        )

    def words(self, value: Any, translate: Callable[[str], str] = str) -> list[str]:
        return [translate(str(entry).replace("-", " ")) for entry in self.entries(value)]

    def takes_shown(self, shown_text: str) -> bool:
        return shown_text in self.choices

    def least(self, value: Any) -> Any:
        return self.choices[0] if self.choices else value

    def greatest(self, value: Any) -> Any:
        return self.choices[-1] if self.choices else value

    def near_values(self, value: Any, used: Iterable[Any]) -> Iterator[tuple[float, Any]]:
        yield from ((1, choice) for choice in self.choices if choice != value)

    def schema(self) -> Schema:
        return {"enum": [*self._choices_in_yaml(), None]}

    def _choices_in_yaml(self) -> list[str | int]:
        """The choices, with the numbers that YAML reads where a choice is one."""
        numbers = [
            int(choice)
            for choice in self.choices
            if choice.isdecimal() and str(int(choice)) == choice
        ]
        return [*self.choices, *numbers]


@dataclass(frozen=True, slots=True)
class ListField(ChoiceField):
    """A field with several of its choices, `max` of them at the most."""

    kind: ClassVar[str] = "list_of"
    is_list: ClassVar[bool] = True
    options: ClassVar[Keys] = options_of("list_of", Key("max", _MAX))

    max: int | None = None

    def read(self, value: Any) -> list[str]:
        if not isinstance(value, (list, tuple)):
            example = value if isinstance(value, str) and value else "..."
            raise wrong(
                f"{self.name} is {described(value)}, not a list",
                f"write it in brackets: {self.name}: [{example}]",
                code="list-expected",
            )
        if self.max is not None and len(value) > self.max:
            raise wrong(
                f"{self.name} has {len(value)} entries, more than {self.max}",
                "leave some out, or raise max in fields",
                code="out-of-range",
            )
        return [self._choice(entry) for entry in value]

    @property
    def most_entries(self) -> int | None:
        return self.max

    @property
    def empty(self) -> list[str]:
        return []

    def entries(self, value: Any) -> list[Any]:
        return list(value)

    def from_cell(self, cell: str) -> list[str]:
        return [] if cell.strip() == "[]" else entries_of_cell(cell, self.choices)

    def least(self, value: Any) -> list[str]:
        return []

    def greatest(self, value: Any) -> list[str]:
        return list(self.choices)

    def another(self, value: Any) -> list[str]:
        """The list without its first entry and with all others twice.

        An empty list gives the first choice.
        """
        return [*value[1:], *value[1:]] if value else list(self.choices[:1])

    def near_values(self, value: Any, used: Iterable[Any]) -> Iterator[tuple[float, Any]]:
        """Lists with one entry less, with one replaced, with one more."""
        if not isinstance(value, list):
            return
        others = [choice for choice in self.choices if choice not in value]
        for position in range(len(value)):
            before, after = value[:position], value[position + 1 :]
            yield 1, before + after
            yield from ((2, [*before, choice, *after]) for choice in others)
        if self.max is None or len(value) < self.max:
            yield from ((2, [*value, choice]) for choice in others)

    def schema(self) -> Schema:
        schema: Schema = {
            "type": ["array", "null"],
            "items": {"enum": self._choices_in_yaml()},
        }
        return schema if self.max is None else {**schema, "maxItems": self.max}


def entries_of_cell(cell: str, choices: Sequence[str] = ()) -> list[str]:
    """The entries of a list in one cell.

    They stand between commas, semicolons, bars or line ends; a line that is one of the choices is
    one entry.

    >>> entries_of_cell('oak; "ash, grey" | elm')
    ['oak', 'ash, grey', 'elm']
    """
    text = cell.strip()
    if text.startswith("["):
        text = text.removeprefix("[").removesuffix("]")
    if choices and '"' not in text and ("\n" in text or text in choices):
        entries = []
        for line in text.split("\n"):
            line = _BULLET.sub("", line, count=1).strip()
            entries += [line] if line in choices else entries_of_cell(line)
        return entries
    entries = []
    position = 0
    while position < len(text):
        match = _ENTRY.match(text, position)
        # a stray quote: the rest is one entry, which its field will refuse
        if match is None or match.end() == position:
            entries.append(text[position:])
            break
        entry = match[2].rstrip() if match[1] is None else match[1].replace('""', '"')
        if entry or match[1] is not None:
            entries.append(entry)
        position = match.end()
    return entries
