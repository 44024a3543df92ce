"""Fields that hold texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from cardgen.schema.field_kinds.declared import DeclaredField, options_of
from cardgen.schema.field_kinds.numbers import DECIMAL
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section
from cardgen.schema.kinds import ANY_TEXT
from cardgen.schema.source import Map, Node, Seq, TypedText
from cardgen.schema.values import described, wrong

_PATTERN = re.compile(r"(?:(?<!d)dd?(?!d)|(?<!m)mm?(?!m)|(?<!y)(?:yy|yyyy)(?!y)|[^A-Za-z])+")


def _date_pattern(section: Section, name: str, node: Node) -> str:
    if isinstance(node, TypedText) and _PATTERN.fullmatch(node) and set(node) & set("dmy"):
        return str(node)
    raise wrong(
        f"{name} is not how a date is written",
        "write it with d or dd, m or mm, yy or yyyy, such as dd.mm.yyyy",
        code="field-declaration",
    )


_DATE = Key(
    "date",
    Kind(_date_pattern, {"type": "string"}),
    "how a cell with a date reads: `dd.mm.yyyy`, `yyyy-mm-dd`, `d/m/yy`",
)
_DECIMAL = Key(
    DECIMAL.name,
    DECIMAL.kind,
    "what stands before the decimals of a number in a cell of an XLSX: `.`, unless it says `,`",
)


@dataclass(frozen=True, slots=True)
class TextField(DeclaredField):
    """A field of any text.

    `date` is the pattern, of d, m and y, for the dates of a spreadsheet.
    """

    kind: ClassVar[str] = "text"
    is_text: ClassVar[bool] = True
    is_translated: ClassVar[bool] = True
    has_markup: ClassVar[bool] = True
    is_worded: ClassVar[bool] = True
    options: ClassVar[Keys] = options_of("text", _DATE, _DECIMAL)

    date: str = ""
    decimal: str = ""

    def read(self, value: Any) -> str:
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            return str(value)
        remedy = "put it in quotes" if isinstance(value, (Map, Seq)) else "write a text"
        raise wrong(f"{self.name} is {described(value)}, not a text", remedy, code="text-expected")

    def from_cell(self, cell: str) -> str:
        return cell

    def takes_shown(self, shown_text: str) -> bool:
        return not self.date

    def text_of_day(self, iso: str) -> str:
        return day_in_pattern(iso, self.date) if self.date else ""

    def least(self, value: Any) -> str:
        return ""

    def greatest(self, value: Any) -> str:
        return "TODO"

    def schema(self) -> Schema:
        return ANY_TEXT


def day_in_pattern(iso: str, pattern: str) -> str:
    """A day of ISO 8601 in a pattern of d, m and y.

    >>> day_in_pattern("2026-01-02 00:00:00", "d.m.yyyy")
    '2.1.2026'
    """
    year, month, day = iso[:4], iso[5:7], iso[8:10]
    parts = {
        "d": day.lstrip("0"),
        "dd": day,
        "m": month.lstrip("0"),
        "mm": month,
        "yy": year[2:],
        "yyyy": year,
    }
    return re.sub("d+|m+|y+", lambda part: parts[part[0]], pattern)
