"""Fields: what a card may say under one name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from cardgen.base.findings import Place


@dataclass(frozen=True, slots=True)
class Field(ABC):
    """A field of cards, asked for all that depends on its kind.

    That is how it is read, said and changed. A field with neither `default` nor `optional` must be
    given; `place` is its declaration. The kinds that a deck may declare are classes in
    `schema/field_kinds/`. What most of them answer is answered here.
    """

    kind: ClassVar[str] = ""
    """The word of a declaration; empty while nobody knows what the field holds."""
    is_text: ClassVar[bool] = False
    """Holds any words."""
    is_translated: ClassVar[bool] = False
    """Holds words that other languages say otherwise."""
    has_markup: ClassVar[bool] = False
    """Holds texts with bold and italic parts."""
    is_worded: ClassVar[bool] = False
    """Holds words: a text or a choice, for which a spreadsheet's format of a number counts."""
    is_number: ClassVar[bool] = False
    """Holds numbers, of which there are sums and means."""
    is_truth: ClassVar[bool] = False
    """Holds true or false."""
    is_choice: ClassVar[bool] = False
    """Holds what is chosen from a list."""
    is_list: ClassVar[bool] = False
    """Holds several values, each of which is an entry."""

    name: str
    _: KW_ONLY
    optional: bool = False
    has_default: bool = False
    default: Any = None
    place: Place | None = None

    @property
    def needed(self) -> bool:
        """True if every card must give a value."""
        return not (self.optional or self.has_default)

    @property
    def choices(self) -> tuple[str, ...]:
        """The only entries that there may be; empty where anything may be said."""
        return ()

    @property
    def unit(self) -> str:
        """The unit beside its numbers; empty for none."""
        return ""

    @property
    def decimal(self) -> str:
        """The sign before decimals, where one is declared."""
        return ""

    @property
    def most_entries(self) -> int | None:
        """The number of entries that a list may have at the most; None for any."""
        return None

    # a value

    @abstractmethod
    def read(self, value: Any) -> Any:
        """The value of a node of a file, or of an expression's result.

        Raises CardgenError without a place."""

    @property
    def empty(self) -> Any:
        """The value of a card that says nothing here."""
        return None

    def entries(self, value: Any) -> list[Any]:
        """The entries of a value: several of a list, else the value itself."""
        return [value]

    def words(self, value: Any, translate: Callable[[str], str] = str) -> list[str]:
        """A value in words for a description of its card, its names translated.

        It is empty where words would tell nothing.
        """
        return []

    # cells of a table

    def from_cell(self, cell: str) -> str | list[str]:
        """The text that a cell stands for, or the entries of a list."""
        return cell.strip()

    def says_nothing(self, cell: str) -> bool:
        """True if a cell says by a sign that there is no value.

        A dash is such a sign.
        """
        return False

    def takes_shown(self, shown_text: str) -> bool:
        """True if the text that a spreadsheet shows is the value.

        It is that of a number or a date.
        """
        return False

    def text_of_day(self, iso: str) -> str:
        """The text for a date of a spreadsheet, given as ISO 8601.

        It is empty if it needs a pattern.
        """
        return ""

    # other values, for trials of rules

    def least(self, value: Any) -> Any:
        """The least value; `value` where there is no order."""
        return value

    def greatest(self, value: Any) -> Any:
        """The greatest value; `value` where there is no order."""
        return value

    def another(self, value: Any) -> Any:
        """A value that differs."""
        return None if self.optional and value else f"{value} too"

    def near_values(self, value: Any, used: Iterable[Any]) -> Iterator[tuple[float, Any]]:
        """Other values, each with its distance from `value`; `used` are those of other cards."""
        yield from ((3, other) for other in used if other != value)

    # editors

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a value as it is written in YAML."""
        return {}


@dataclass(frozen=True, slots=True)
class AnyField(Field):
    """A field that takes anything, since nobody knows what it holds."""

    def read(self, value: Any) -> Any:
        return value
