"""Fields that hold numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, TypeVar

from cardgen.base.findings import CardgenError
from cardgen.schema.field_kinds.declared import DeclaredField, options_of
from cardgen.schema.keys import Key, Keys, Kind, Schema
from cardgen.schema.kinds import NAME, one_of
from cardgen.schema.values import (
    plain_number,
    read_number,
    read_whole_number,
    unit_and_decimals,
    wrong,
)

_FAR = 999
"""A number beyond all others, where a field has no bound."""
_FARTHEST = 6
_ENDS_IN_ZEROS = re.compile(r"^\s*([+-]?[0-9]+)\.0+\s*$")
"""A whole number as programs write it whose columns hold fractions, or nothing in one row."""
_THOUSAND = re.compile(r"(?<![0-9])[1-9][0-9]{0,2}\.000(?![0-9])")
"""What may be a thousand as well as a one with decimals: 1.000."""
_NOTHING = frozenset(
    [
        *("-", "\u2013", "\u2014", "\u2212", "--", "---", "x", ".", "..", "...", "\u2026", "/"),
        *("n/a", "na", "n.a.", "none", "null", "nil", "k.a.", "s/o"),
    ]
)
"""What people write for no number; an X may be a number of its own in a game."""
_BOUND = Kind(lambda section, name, node: read_number(name, node), {"type": "number"})
_UNIT = Key("unit", NAME, "what may stand after a number or before it: `EUR`, `€`, `%`, `mm`")
DECIMAL = Key(
    "decimal",
    one_of((".", ",")),
    "what stands before the decimals; thousands may be apart then: `1 234,50`, `1.234,50`",
)
_OPTIONS = (Key("min", _BOUND), Key("max", _BOUND), _UNIT, DECIMAL)
N = TypeVar("N", int, float, int | float)


@dataclass(frozen=True, slots=True)
class NumberField(DeclaredField):
    """A field of numbers from `min` to `max`.

    `unit` and `decimal` tell how people write them.
    """

    kind: ClassVar[str] = "number"
    is_number: ClassVar[bool] = True
    options: ClassVar[Keys] = options_of("number", *_OPTIONS)
    schema_type: ClassVar[str] = "number"

    min: float | None = None
    max: float | None = None
    unit: str = ""
    decimal: str = ""

    def check(self) -> None:
        if self.min is not None and self.max is not None and self.min > self.max:
            raise wrong(
                f"min is {self.min}, more than max {self.max}", "exchange them", code="out-of-range"
            )

    def read(self, value: Any) -> int | float:
        plain = self._plain(value)
        hint = partial(self._hint, value)
        return self._in_range(read_number(self.name, value, plain, hint))

    def _plain(self, value: Any) -> str:
        return plain_number(value, self.unit, self.decimal) if isinstance(value, str) else ""

    def _hint(self, value: Any) -> str:
        """The end of the remedy for an undeclared unit or decimal comma.

        It is empty for anything else."""
        if not isinstance(value, str) or not self.place or self.unit or self.decimal:
            return ""
        unit, decimals = unit_and_decimals(value) or ("", ())
        readings = {}
        for decimal in decimals:
            with suppress(CardgenError):
                number = replace(self, unit=unit, decimal=decimal, place=None).read(value)
                readings[self._declaration(unit, decimal)] = number
        if not readings:
            return ""
        declarations = [f"{text} for {number:g}" for text, number in readings.items()]
        if len(readings) == 1 or self.kind == "int":  # which has no decimals
            declarations = [*readings][:1]
        return f", or say under fields how they are written: {' or '.join(declarations)}"

    def _declaration(self, unit: str, decimal: str) -> str:
        """The field as it would declare this unit and what stands before decimals."""
        options = [f'unit: "{unit}"'] if unit else []
        if decimal:
            options.append(f'decimal: "{decimal}"')
        return f"{self.name}: {{{self.kind}: {{{', '.join(options)}}}}}"

    def _in_range(self, number: N) -> N:
        low, high = self.min, self.max
        is_low = low is not None and number < low
        is_high = high is not None and number > high
        if is_low or is_high:
            raise wrong(
                f"{self.name} is {number}, out of its range",
                f"use a number {self._range}",
                code="out-of-range",
            )
        return number

    @property
    def _range(self) -> str:
        if self.min is not None and self.max is not None:
            return f"from {self.min:.15g} to {self.max:.15g}"
        return f"{self.min:.15g} or more" if self.max is None else f"{self.max:.15g} or less"

    def words(self, value: Any, translate: Callable[[str], str] = str) -> list[str]:
        return [f"{translate(self.name.replace('_', ' '))} {value}"]

    def says_nothing(self, cell: str) -> bool:
        return not self.needed and is_sign_of_nothing(cell)

    def least(self, value: Any) -> int:
        return -_FAR if self.min is None else int(self.min)

    def greatest(self, value: Any) -> int:
        return _FAR if self.max is None else int(self.max)

    def another(self, value: Any) -> int | float:
        return (value or 0) + 1

    def near_values(self, value: Any, used: Iterable[Any]) -> Iterator[tuple[float, Any]]:
        numbers = {other for other in used if isinstance(other, (int, float))} - {value}
        if not isinstance(value, int):
            yield from ((1, other) for other in sorted(numbers))
            return
        for distance in range(1, _FARTHEST + 1):
            for other in (value - distance, value + distance):
                is_above = self.min is None or other >= self.min
                is_below = self.max is None or other <= self.max
                if is_above and is_below:
                    yield distance, other
        far = (number for number in sorted(numbers) if abs(number - value) > _FARTHEST)
        yield from ((_FARTHEST + 1, number) for number in far)

    def schema(self) -> Schema:
        types = [self.schema_type, "null"]
        if self.unit or self.decimal:
            types.insert(1, "string")
        schema: Schema = {"type": types}
        if self.min is not None:
            schema["minimum"] = self.min
        if self.max is not None:
            schema["maximum"] = self.max
        return schema


@dataclass(frozen=True, slots=True)
class WholeNumberField(NumberField):
    """A field of whole numbers."""

    kind: ClassVar[str] = "int"
    options: ClassVar[Keys] = options_of("int", *_OPTIONS)
    schema_type: ClassVar[str] = "integer"

    def read(self, value: Any) -> int:
        plain = self._plain(value)
        hint = partial(self._hint, value)
        return self._in_range(read_whole_number(self.name, value, plain, hint))

    def from_cell(self, cell: str) -> str:
        return cell.strip() if self.decimal else without_zeros(cell).strip()

    def _plain(self, value: Any) -> str:
        is_unsure = isinstance(value, str) and not self.decimal and _THOUSAND.search(value)
        return "" if is_unsure else super(WholeNumberField, self)._plain(value)


def without_zeros(cell: str) -> str:
    """A cell without the decimals of a whole number.

    >>> without_zeros("3.0"), without_zeros("3.5"), without_zeros("3.000")
    ('3', '3.5', '3.000')
    """
    return cell if _THOUSAND.search(cell) else _ENDS_IN_ZEROS.sub(r"\1", cell)


def is_sign_of_nothing(cell: str) -> bool:
    """True if a cell in a column of numbers says that there is none.

    >>> is_sign_of_nothing("\u2013"), is_sign_of_nothing("N/A"), is_sign_of_nothing("0")
    (True, True, False)
    """
    text = cell.strip()
    return text != "X" and text.casefold() in _NOTHING
