"""A deck written as a table: CSV, TSV, or XLSX by openpyxl."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from typing import Any

from cardgen.base.findings import CardgenError, Finding
from cardgen.load.cell_values import QUOTES
from cardgen.load.columns import letters
from cardgen.load.fields import COMMON
from cardgen.model.cards import CardRow, Deck
from cardgen.model.fields import Field
from cardgen.schema.values import wrong

_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""An underscore that would make a sign of what follows."""
_LONGEST_CELL = 32_767
"""How many letters a cell of an XLSX holds; openpyxl cuts away what is more."""
WRITABLE = (".xlsx", ".csv", ".tsv")
"""The endings of tables that are written."""


def table_of(deck: Deck, kind: str) -> bytes:
    """The deck's cards as a table file of this kind (`.csv`, `.tsv` or `.xlsx`), computed values
    written out. Raises CardgenError.

    Named as `cards:` of the same deck file, it loads to equal cards.
    """
    if any(isinstance(row, CardRow) for card in deck for row in card.fields.get("rows") or ()):
        raise wrong(
            "several rows make one card of this deck, which one row cannot hold",
            "copy its table instead",
            deck.where("cards"),
        )
    names = _columns(deck)
    problems: list[Finding] = []
    rows: list[list[Any]] = [list(names)]
    for card in deck:
        cells: list[Any] = []
        for name in names:
            try:
                field = {**deck.fields, **COMMON}[name]
                cells.append(_noted(field, _cell(field, getattr(card, name)), kind))
            except CardgenError as error:
                problems += error.at(card.where(name))
        rows.append(cells)
    if problems:
        raise CardgenError(*problems)
    if kind == ".xlsx":
        return _workbook(deck, rows)
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter="\t" if kind == ".tsv" else ",").writerows(rows)
    # the mark tells a spreadsheet program that this is UTF-8
    return stream.getvalue().encode("utf-8-sig")


def _columns(deck: Deck) -> list[str]:
    """The columns that a deck needs: all its fields, and of what every card may say that which some
    card says."""
    needed = ["id", "name", *deck.fields]
    needed += ["art"] * any(card.art is not None for card in deck)
    needed += [
        name
        for name in ("template", "back")
        if any(getattr(card, name) != getattr(deck, name) for card in deck)
    ]
    return [*needed, *(["copies"] * any(card.copies != 1 for card in deck))]


def _cell(field: Field, value: Any) -> Any:
    """A value as a cell that reads as it: a number or a truth, or a text."""
    if value is None:
        if field.has_default:
            raise wrong(
                f"{field.name} is nothing, which a table cannot tell from its default",
                "give it a value",
            )
        return None
    if isinstance(value, list):
        return ", ".join(_item(item) for item in value) or "[]"
    if isinstance(value, str) and field.is_text:
        if not value or QUOTES.fullmatch(value):
            return f'""{value}'
        if not value.strip():
            raise wrong(
                f"{field.name} holds nothing but spaces, which a table cannot tell from nothing",
                "write a text",
            )
    return str(value).lower() if isinstance(value, bool) else value


def _noted(field: Field, value: Any, kind: str) -> Any:
    """A number in the field's notation, where a file has nothing but texts."""
    comma = field.decimal == "," and kind != ".xlsx" and isinstance(value, float)
    return f"{value}".replace(".", ",") if comma else value


def _item(item: str) -> str:
    plain = item.strip() == item and item and not any(sign in item for sign in ',;|\n"[]')
    return item if plain else '"' + item.replace('"', '""') + '"'


def _workbook(deck: Deck, rows: list[list[Any]]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils.exceptions import IllegalCharacterError

    book = Workbook()
    sheet = book.active
    sheet.title = deck.id[:31]
    sheet.freeze_panes = "B2"
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            try:
                value = (
                    str(value)
                    if isinstance(value, float | int) and float(f"{value:.15g}") != value
                    else value
                )
                cell.value = _ESCAPE.sub("_x005F_", value) if isinstance(value, str) else value
            except IllegalCharacterError as error:
                raise wrong(
                    f'"{value}" holds a sign that a workbook cannot', "take it out, or write a CSV"
                ) from error
            if isinstance(cell.value, str):
                # a text that begins with = is no formula, and 1-2 no date
                cell.data_type, cell.number_format = "s", "@"
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if number == 1:
                cell.font = Font(bold=True)
    for column in range(1, len(rows[0]) + 1):
        longest = max(len(str(row[column - 1] or "")) for row in rows)
        sheet.column_dimensions[letters(column)].width = min(max(8, longest + 2), 60)
    stream = io.BytesIO()
    book.save(stream)
    return _undated(stream.getvalue())


def _undated(workbook: bytes) -> bytes:
    """The same workbook without the time it was made: same input, same bytes."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook)) as parts,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as again,
    ):
        for name in parts.namelist():
            data = re.sub(
                rb"(<dcterms:(\w+)[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", parts.read(name)
            )
            again.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
