"""Cards kept in a spreadsheet: CSV, TSV and XLSX read as the entries of a deck, and a deck written as one.

CSV as in RFC 4180, with commas, semicolons or tabs; XLSX through openpyxl.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from cardgen.base import errors
from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean, left_out
from cardgen.base.files import read_inside
from cardgen.load.expand import MOST_CARDS
from cardgen.load.fields import COMMON
from cardgen.load.workbook import MOST_UNPACKED, Cell, TooLarge, Workbook
from cardgen.model.cards import Deck, Field
from cardgen.schema import source
from cardgen.schema.source import LARGEST, Map, Node, Seq, Source, TypedText, typed_text
from cardgen.schema.values import wrong

MOST_CELLS = 5_000_000
"""How far a sheet may reach, in cells."""
MOST_COLUMNS = 16_384
"""And to the right: as far as in a spreadsheet program."""

_BEGINNING = 2**16
"""In how many characters the headings are looked for."""
_LONGEST_LINE = 2**20
_COPIES = ("quantity", "qty", "count", "number_of_copies")
"""Headings that mean `copies` when the deck has no such field."""
_QUOTES = re.compile('""+')
_ITEM = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,;|\n]*))\s*(?:[,;|\n]|$)')

Cells = Iterator[tuple[int, list[str | None]]]
"""The rows of a sheet, counted from 1, with their texts; None where a cell is empty."""


def read_table(file: Path, fields: Mapping[str, Field], problems: list[Problem], home: Path | None = None) -> Source:
    """The rows of a table as the entries of a deck with these fields; its lines and columns are rows and columns.

    An empty cell says nothing; `""` is an empty text, `[]` an empty list. What is wrong is added to `problems`.
    """
    known = {"id": COMMON["id"], **fields, **COMMON}
    entries, root = Seq(), Map()
    entries.line = entries.column = root.line = root.column = 1
    headings: list[TypedText | None] = []
    begun, reached, held = len(problems), 0, 0
    try:
        for number, cells in _rows(file, home or file.parent, problems):
            reached += len(cells)
            _check_reach(file, number, cells, reached)
            if len(problems) - begun >= errors.MOST_PROBLEMS:
                problems.append(left_out(file))
                break
            first = next((cell for cell in cells if cell is not None), None)
            if first is None or (cells[0] or "").lstrip().startswith("#"):
                continue
            if not headings:
                before = len(problems)
                headings = _headings(file, number, cells, known, problems)
                if len(problems) > before:  # which every row would repeat
                    break
                continue
            entry = _entry(file, number, cells, headings, known, problems)
            entries.append(entry)
            held += sum(1 + len(node) if isinstance(node, Seq) else 1 for node in entry.values())
            if held > source.MOST_NODES:
                what = f"the table holds more than {source.MOST_NODES:,} values"
                raise wrong(what, "split it into several decks", Place(file, number))
            if len(entries) > MOST_CARDS:  # which is told with the deck
                break
        if not headings:
            problems.append(Problem("the table is empty", "begin it with a row of headings, such as id, name, copies", Place(file)))
    except CardgenError as error:
        problems += error.problems
    root[_text("cards", 1, 1)] = entries
    return Source(file, root, False)


def _check_reach(file: Path, number: int, cells: list[str | None], reached: int) -> None:
    """Raises CardgenError for a row that is too long, or comes after too many cells."""
    if len(cells) > MOST_COLUMNS:
        raise wrong(f"this row has more than {MOST_COLUMNS:,} cells", "delete those beside the cards", Place(file, number))
    if reached > MOST_CELLS:
        raise wrong(f"the table has more than {MOST_CELLS:,} cells", "split it into several decks", Place(file, number))


def in_cells(problems: Iterable[Problem], file: Path) -> list[Problem]:
    """The same problems; those in this table name their cell as a spreadsheet does."""
    return [
        Problem(f"{problem.what} (cell {letters(problem.place.column)}{problem.place.line})", problem.remedy, problem.place)
        if problem.place and problem.place.file == file and problem.place.column
        else problem
        for problem in problems
    ]


def letters(column: int) -> str:
    """The name of a column that is counted from 1.

    >>> letters(3), letters(28)
    ('C', 'AB')
    """
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def _text(value: str, line: int, column: int, *, quoted: bool = False) -> TypedText:
    text = TypedText(value)
    text.line, text.column, text.quoted = line, column, quoted
    return text


def _headings(
    file: Path, number: int, cells: list[str | None], fields: Mapping[str, Field], problems: list[Problem]
) -> list[TypedText | None]:
    """The field that each column fills: "" where the heading is empty, None for a column to leave out."""
    found: list[TypedText | None] = []
    before = len(problems)
    for column, cell in enumerate(cells, 1):
        if len(problems) - before >= errors.MOST_PROBLEMS:
            problems.append(left_out(file))
            break
        if cell is None or cell.lstrip().startswith("#"):
            found.append(_text("", number, column) if cell is None else None)
            continue
        place, name = Place(file, number, column), _field(cell, fields)
        if name is None:
            remedy = did_you_mean(cell.strip(), fields)
            remedy = remedy if remedy.startswith("did") else "declare it under fields, or begin it with # to leave the column out"
            problems.append(Problem(f'a card of this deck has no field "{cell.strip()}"', remedy, place))
        elif name in found:
            problems.append(Problem(f'the column "{name}" is there twice', "remove one of them", place))
            name = None
        found.append(None if name is None else _text(name, number, column))
    if len(problems) > before:
        return found
    if "id" not in found:
        problems.append(Problem("this table has no column id", "add one with an id for each card, such as black-1", Place(file, number)))
    for name, field in fields.items():
        if name not in ("id", *found) and not (field.optional or field.has_default):
            what = f"this table has no column {name}, which every card of the deck must say"
            problems.append(Problem(what, "add one, or give the field a default", Place(file, number)))
    return found


def _field(heading: str, fields: Mapping[str, Field]) -> str | None:
    """The field that a heading means: by its very name, else without regard to case, spaces and hyphens."""
    heading = heading.strip()
    if heading in fields:
        return heading
    plain = re.sub(r"[\s-]+", "_", heading).casefold()
    return next((name for name in fields if name.casefold() == plain), "copies" if plain in _COPIES else None)


def _entry(
    file: Path, number: int, cells: list[str | None], headings: list[TypedText | None], fields: Mapping[str, Field], problems: list[Problem]
) -> Map:
    entry = Map()
    entry.line, entry.column = number, 1
    for column, cell in enumerate(cells, 1):
        if cell is None:
            continue
        name = headings[column - 1] if column <= len(headings) else ""
        if name == "":
            what = f'"{cell.strip()[:40]}" stands in a column without a heading'
            remedy = "put text that holds the separator in quotes, or give the column a heading"
            problems.append(Problem(what, remedy, Place(file, number, column)))
            break
        if isinstance(name, TypedText):
            entry[name] = _node(cell, fields[name], number, column)
    return entry


def _node(cell: str, field: Field, line: int, column: int) -> Node:
    if field.kind == "list_of":
        items = Seq(_text(item, line, column) for item in ([] if cell.strip() == "[]" else _items(cell)))
        items.line, items.column = line, column
        return items
    if field.kind != "text":
        return _text(cell.strip(), line, column)
    if _QUOTES.fullmatch(cell):  # one pair stands for an empty text; so a text that is such quotes has a pair more
        return _text(cell[2:], line, column, quoted=True)
    return _text(cell.strip() if field.name in ("id", "art", "template", "back") else cell, line, column)


def _items(cell: str) -> list[str]:
    """The entries of a list in one cell, between commas, semicolons, bars or line ends.

    >>> _items('candy; "salt, sweet" | nuts')
    ['candy', 'salt, sweet', 'nuts']
    """
    text = cell.strip().removeprefix("[").removesuffix("]") if cell.strip().startswith("[") else cell.strip()
    found, at = [], 0
    while at < len(text):
        match = _ITEM.match(text, at)
        if match is None or match.end() == at:  # a stray quote: the rest is one entry, which its field will refuse
            found.append(text[at:])
            break
        item = match[1].replace('""', '"') if match[1] is not None else match[2].rstrip()
        if item or match[1] is not None:
            found.append(item)
        at = match.end()
    return found


# Rows of files


def _rows(file: Path, home: Path, problems: list[Problem]) -> Cells:
    return _workbook_rows(file, home, problems) if file.suffix.lower() == ".xlsx" else _text_rows(file, home)


def _text_rows(file: Path, home: Path) -> Cells:
    text = typed_text(file, home)
    number, separator = 0, "\t" if file.suffix.lower() == ".tsv" else _separator(text)
    reader = csv.reader(_lines(file, text), delimiter=separator, strict=True)
    while True:
        number += 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            what = f"this row cannot be read ({error})"
            raise wrong(what, "close each quoted text, and double the quotes inside it", Place(file, number)) from error
        if number == 1 and len(row) <= 2 and text[:4].lower() == "sep=":  # how a spreadsheet is told of the separator
            continue
        yield number, [cell if cell.strip() else None for cell in row]


def _lines(file: Path, text: str) -> Iterator[str]:
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > _LONGEST_LINE:
            what = f"this line has more than {_LONGEST_LINE:,} characters"
            raise wrong(what, "split the table into several decks", Place(file, number))
        yield line


def _separator(text: str) -> str:
    """What stands between the columns: what stands most often between the headings."""
    lines = text[:_BEGINNING].splitlines()
    if lines and lines[0][:4].lower() == "sep=" and len(lines[0]) == 5:
        return lines[0][4]
    headings = next((line for line in lines if line.strip(' ,;\t"') and not line.lstrip(' "').startswith("#")), "")
    bare = re.sub('"[^"]*"', "", headings)
    return max(",;\t", key=bare.count)


def _workbook_rows(file: Path, home: Path, problems: list[Problem]) -> Cells:
    """The rows of a workbook's first sheet that say something; formulas count as the value they had when the file was saved."""
    book = Workbook(_workbook_bytes(file, home))
    bottom = right = 1
    try:
        for number, row in groupby(book.cells(), key=lambda cell: cell.row):
            cells: list[str | None] = []
            for cell in row:
                bottom, right = max(bottom, number), max(right, cell.column)
                if bottom * right > MOST_CELLS or right > MOST_COLUMNS:
                    what = f"the sheet reaches to cell {letters(right)}{bottom}"
                    raise wrong(what, "delete the rows and columns around the cards", Place(file))
                cells += [None] * (cell.column - len(cells))
                cells[cell.column - 1] = _cell_text(cell, Place(file, number, cell.column), problems)
            yield number, cells
    except CardgenError:
        raise
    except TooLarge as error:
        raise wrong(str(error), "split it into several decks", Place(file)) from error
    except Exception as error:  # whatever a file that is no sound workbook makes its readers raise
        raise wrong("this is not a workbook that can be read", "save it anew as XLSX, or as CSV", Place(file)) from error


def _workbook_bytes(file: Path, home: Path) -> bytes:
    try:
        data = read_inside(file, home, LARGEST, "split it into several decks")
    except OSError as error:
        raise wrong(f"the file cannot be read: {error.strerror}", "make it readable", Place(file)) from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
    except (zipfile.BadZipFile, ValueError, RuntimeError) as error:
        raise wrong("this is not an XLSX workbook", "save it anew as XLSX, or as CSV", Place(file)) from error
    if unpacked > MOST_UNPACKED:
        raise wrong(f"the workbook is larger than {LARGEST >> 20} MB", "split it into several decks", Place(file))
    return data


def _cell_text(cell: Cell, place: Place, problems: list[Problem]) -> str | None:
    value = cell.value
    if cell.kind == "d" and (date := cell.date()):
        problems.append(Problem(f"this cell holds a date ({date})", "format the column as text, and type the value again", place))
        return None
    if cell.kind in ("d", "e"):
        problems.append(Problem("this formula has no value", "mend it, and save the file with a spreadsheet program", place))
        return None
    if cell.kind == "b":
        return "true" if int(value) else "false"
    if cell.kind == "n":
        number = float(value) if set(value) & set(".eE") else int(value)
        value = str(int(number) if isinstance(number, float) and number.is_integer() and abs(number) < 2**53 else number)
    return value if value.strip() else None


# Writing


def table_of(deck: Deck, kind: str) -> bytes:
    """The deck's cards as a table file of this kind (`.csv`, `.tsv` or `.xlsx`), computed values written out. Raises CardgenError.

    Named as `cards:` of the same deck file, it loads to equal cards.
    """
    names = _columns(deck)
    problems: list[Problem] = []
    rows: list[list[Any]] = [list(names)]
    for card in deck:
        cells: list[Any] = []
        for name in names:
            try:
                cells.append(_cell({**deck.fields, **COMMON}[name], getattr(card, name)))
            except CardgenError as error:
                problems += [problem.at(card.where(name)) for problem in error.problems]
        rows.append(cells)
    if problems:
        raise CardgenError(*problems)
    if kind == ".xlsx":
        return _workbook(deck, rows)
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter="\t" if kind == ".tsv" else ",").writerows(rows)
    return stream.getvalue().encode("utf-8-sig")  # the mark tells a spreadsheet program that this is UTF-8


def _columns(deck: Deck) -> list[str]:
    """The columns that a deck needs: all its fields, and of what every card may say that which some card says."""
    needed = ["id", "name", *deck.fields]
    needed += ["art"] * any(card.art is not None for card in deck)
    needed += [name for name in ("template", "back") if any(getattr(card, name) != getattr(deck, name) for card in deck)]
    return [*needed, *(["copies"] * any(card.copies != 1 for card in deck))]


def _cell(field: Field, value: Any) -> Any:
    """A value as a cell that reads as it: a number or a truth, or a text."""
    if value is None:
        if field.has_default:
            raise wrong(f"{field.name} is nothing, which a table cannot tell from its default", "give it a value")
        return None
    if isinstance(value, list):
        return ", ".join(_item(item) for item in value) or "[]"
    if isinstance(value, str) and field.kind == "text":
        if not value or _QUOTES.fullmatch(value):
            return f'""{value}'
        if not value.strip():
            raise wrong(f"{field.name} holds nothing but spaces, which a table cannot tell from nothing", "write a text")
    return str(value).lower() if isinstance(value, bool) else value


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
                cell.value = str(value) if isinstance(value, float | int) and float(f"{value:.15g}") != value else value
            except IllegalCharacterError as error:
                raise wrong(f'"{value}" holds a sign that a workbook cannot', "take it out, or write a CSV") from error
            if isinstance(cell.value, str):
                cell.data_type, cell.number_format = "s", "@"  # a text that begins with = is no formula, and 1-2 no date
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
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as again:
        for name in parts.namelist():
            data = re.sub(rb"(<dcterms:(\w+)[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", parts.read(name))
            again.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
