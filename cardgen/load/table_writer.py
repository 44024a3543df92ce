"""A deck written as a table: CSV, TSV, ODS, or XLSX by openpyxl."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Container, Mapping, Sequence
from typing import Any

from cardgen.base.findings import CardgenError, Finding
from cardgen.load.cell_values import QUOTES
from cardgen.load.columns import letters
from cardgen.load.fields import COMMON
from cardgen.load.opendocument_writer import ods_workbook
from cardgen.load.rich_cells import Runs, cell_runs, rich_cell
from cardgen.model.cards import SIZE, Card, CardRow, Deck
from cardgen.model.fields import Field
from cardgen.model.made_art import AUTO, MADE
from cardgen.schema.values import wrong

_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""An underscore that would make a sign of what follows."""
_LONGEST_CELL = 32_767
"""How many letters a cell of an XLSX holds; openpyxl cuts away what is more."""
_NARROWEST, _WIDEST = 8, 60
"""How wide columns of a workbook are, in letters."""
WRITABLE = (".xlsx", ".ods", ".csv", ".tsv")
"""The endings of tables that are written."""
_WORKBOOKS = (".xlsx", ".ods")
"""Those whose cells know numbers from texts."""


def table_of(deck: Deck, ending: str, colour_names: Mapping[str, str] | None = None) -> bytes:
    """Return the deck's cards as a table file with this ending, computed values written out.

    If `cards:` of the same deck file names it, it loads to equal cards. A workbook shows words as
    the card does, as far as it can; `colour_names` are those of the palette, by `#RRGGBB`. Raises
    CardgenError."""
    if any(_has_rows(card) for card in deck):
        raise wrong(
            "several rows make one card of this deck, which one row cannot hold",
            "copy its table instead",
            deck.where("cards"),
            code="table-cannot-hold",
        )
    columns = _columns(deck)
    problems: list[Finding] = []
    rows = [columns, *(_row(deck, card, columns, ending, problems) for card in deck)]
    if problems:
        raise CardgenError(*problems)
    if ending in _WORKBOOKS:
        fields = {**COMMON, **deck.fields}
        rich_columns = {at for at, name in enumerate(columns, 1) if fields[name].has_markup}
        write = workbook if ending == ".xlsx" else _ods
        return write(deck.id, rows, rich_columns, colour_names or {})
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter="\t" if ending == ".tsv" else ",").writerows(rows)
    # the mark tells a spreadsheet program that this is UTF-8
    return stream.getvalue().encode("utf-8-sig")


def _has_rows(card: Card) -> bool:
    return any(isinstance(row, CardRow) for row in card.fields.get("rows") or ())


def _columns(deck: Deck) -> list[str]:
    """Return the names of the columns.

    All fields of the deck, and those common ones that a card uses."""
    columns = ["id", "name", *deck.fields]
    if any(card.art is not None for card in deck):
        columns.append("art")
    if SIZE not in columns and any(card.size for card in deck):
        columns.append(SIZE)
    for name in ("template", "back"):
        if any(getattr(card, name) != getattr(deck, name) for card in deck):
            columns.append(name)
    if any(card.copies != 1 for card in deck):
        columns.append("copies")
    return columns


def _row(
    deck: Deck, card: Card, columns: Sequence[str], ending: str, problems: list[Finding]
) -> list[Any]:
    """Return the cells of a card. What a table cannot say is added to `problems`."""
    fields = {**COMMON, **deck.fields}
    cells: list[Any] = []
    for name in columns:
        try:
            value = getattr(card, name)
            if name == "art" and str(value).startswith(MADE):
                value = AUTO
            value = _cell(fields[name], value)
            cells.append(_cell_of_file(fields[name], value, ending))
        except CardgenError as error:
            problems += error.at(card.where(name))
    return cells


def _cell(field: Field, value: Any) -> Any:
    """Return a value as a cell that reads as it: a number, or a text."""
    if value is None:
        if field.has_default:
            raise wrong(
                f"{field.name} is nothing, which a table cannot tell from its default",
                "give it a value",
                code="table-cannot-hold",
            )
        return None
    if isinstance(value, list):
        return ", ".join(map(_item, value)) or "[]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and field.is_text:
        if not value or QUOTES.fullmatch(value):
            return f'""{value}'
        if not value.strip():
            raise wrong(
                f"{field.name} holds nothing but spaces, which a table cannot tell from nothing",
                "write a text",
                code="table-cannot-hold",
            )
    return value


def _cell_of_file(field: Field, value: Any, ending: str) -> Any:
    """Return a cell as files with this ending can hold it. Raises CardgenError."""
    if ending not in _WORKBOOKS:
        comma = field.decimal == "," and isinstance(value, float)
        return str(value).replace(".", ",") if comma else value
    if ending == ".xlsx" and isinstance(value, str) and len(escaped(value)) > _LONGEST_CELL:
        raise wrong(
            f"{field.name} has {len(value):,} letters, and a cell of a workbook holds"
            f" {_LONGEST_CELL:,} at the most",
            "write a CSV",
            code="table-cannot-hold",
        )
    return value


def _item(item: str) -> str:
    """Return an entry of a list, in quotes where it would not read as itself."""
    is_plain = item and item.strip() == item and not any(sign in item for sign in ',;|\n"[]')
    return item if is_plain else '"' + item.replace('"', '""') + '"'


def escaped(text: str) -> str:
    """Return a text as an XLSX says it, in which _x0041_ would be a sign."""
    return _ESCAPE.sub("_x005F_", text)


def _ods(
    title: str,
    rows: Sequence[Sequence[Any]],
    rich_columns: Container[int],
    colour_names: Mapping[str, str],
) -> bytes:
    """Return rows as an ODS workbook, as `workbook` does."""

    def runs_of_cell(row: int, column: int, value: Any) -> Runs | None:
        is_rich = row > 1 and column in rich_columns and isinstance(value, str)
        return cell_runs(value, colour_names) if is_rich else None

    return ods_workbook(title, rows, runs_of_cell)


def workbook(
    title: str,
    rows: Sequence[Sequence[Any]],
    rich_columns: Container[int] = (),
    colour_names: Mapping[str, str] | None = None,
) -> bytes:
    """Return rows, the first of them headings, as an XLSX workbook. Raises CardgenError.

    `rich_columns`, counted from 1, hold texts with mark-up."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font

    book = Workbook()
    sheet = book.active
    sheet.title = title[:31]
    sheet.freeze_panes = "B2"
    for row_number, row in enumerate(rows, 1):
        for column_number, value in enumerate(row, 1):
            cell = sheet.cell(row_number, column_number)
            is_rich = row_number > 1 and column_number in rich_columns and isinstance(value, str)
            _set_value(cell, value, rich_cell(value, colour_names or {}) if is_rich else None)
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if row_number == 1:
                cell.font = Font(bold=True)
    for number, column in enumerate(zip(*rows, strict=True), 1):
        longest = max(len(str(value or "")) for value in column)
        width = min(max(_NARROWEST, longest + 2), _WIDEST)
        sheet.column_dimensions[letters(number)].width = width
    stream = io.BytesIO()
    book.save(stream)
    return undated(stream.getvalue())


def _set_value(cell: Any, value: Any, rich_text: Any = None) -> None:
    """Give a cell of openpyxl its value, or a rich text that reads as it.

    Raises CardgenError for a sign that no workbook holds."""
    from openpyxl.utils.exceptions import IllegalCharacterError

    # a workbook keeps 15 digits of a number
    if isinstance(value, float | int) and float(f"{value:.15g}") != value:
        value = str(value)
    try:
        cell.value = escaped(value) if isinstance(value, str) else value
    except IllegalCharacterError as error:
        raise wrong(
            f'"{value}" holds a sign that a workbook cannot',
            "take it out, or write a CSV",
            code="table-cannot-hold",
        ) from error
    if rich_text is not None:
        cell.value = rich_text
        cell.number_format = "@"
    elif isinstance(cell.value, str):
        # a text that begins with = is no formula, and 1-2 no date
        cell.data_type = "s"
        cell.number_format = "@"


def undated(workbook: bytes) -> bytes:
    """Return the workbook without the time it was made: same input, same bytes."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook)) as parts,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        for name in parts.namelist():
            data = re.sub(
                rb"(<dcterms:(\w+)[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", parts.read(name)
            )
            part = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            copy.writestr(part, data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
