"""Cards kept in a spreadsheet: CSV, TSV, XLSX and ODS read as the entries of a deck, and a deck written as one.

CSV as in RFC 4180, with commas, semicolons or tabs; XLSX is written by openpyxl.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from cardgen.base import errors
from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean, left_out
from cardgen.base.files import read_inside
from cardgen.load.columns import Column, HeadingReader, Row, TableSpec, alike, letters
from cardgen.load.expand import MOST_CARDS
from cardgen.load.fields import COMMON
from cardgen.load.opendocument import OpenDocument
from cardgen.load.workbook import MOST_UNPACKED, Archive, Cell, Merge, TooLarge, Workbook
from cardgen.model.cards import Deck, Field
from cardgen.schema import source
from cardgen.schema.source import LARGEST, Map, Node, Seq, Source, TypedText, typed_text
from cardgen.schema.values import id_of, is_id, wrong

MOST_CELLS = 5_000_000
"""How far a sheet may reach, in cells."""
MOST_COLUMNS = 16_384
"""And to the right: as far as in a spreadsheet program."""

_BEGINNING = 2**16
"""In how many characters the headings are looked for."""
_LONGEST_LINE = 2**20
_QUOTES = re.compile('""+')
_ITEM = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,;|\n]*))\s*(?:[,;|\n]|$)')
_BULLET = re.compile(r"\s*[-–—•*·]\s+")
_FIGURE = re.compile(r"[^\W\d]{0,4}\W*\d[\d.,\s'’]*\W{0,3}[^\W\d]{0,4}")
_SUMS = {
    *("sum", "total", "totals", "subtotal", "summe", "gesamt", "insgesamt", "zwischensumme"),
    *("somme", "suma", "totale", "summa", "σ", "∑"),
}
"""What people write before the sum of a column."""
_TRUTHS = {**dict.fromkeys(("x", "✓", "✔", "1", "ja", "wahr"), "true"), **dict.fromkeys(("-", "–", "✗", "0", "nein", "falsch"), "false")}
_NO_HEADING = Column("", "")
_MOST_LISTED = 10

Cells = Iterator[Row]


class CellValue(str):
    """A cell that holds no text. Its `kind` is that of a workbook's cell; `computed` tells whether a formula made it.

    A date is as ISO writes it.
    """

    __slots__ = ("computed", "kind")
    kind: str
    computed: bool


@dataclass(slots=True)
class Table(Source):
    """A table that was read. Its `root` has the rows under `cards`; lines and columns are rows and columns."""

    headings: Mapping[int, str] = dataclasses.field(default_factory=dict)
    """The headings of its columns, where they are not the names of the fields."""
    texts: dict[str, dict[int, Map]] = dataclasses.field(default_factory=dict)
    """The texts in other languages: by language, by row, by field."""
    notes: list[str] = dataclasses.field(default_factory=list)
    """What was taken for something: rows that make no cards, ids that were made."""


def read_table(
    file: Path, fields: Mapping[str, Field], problems: list[Problem], home: Path | None = None, spec: TableSpec | None = None
) -> Table:
    """The rows of a table as the entries of a deck with these fields.

    An empty cell says nothing; `""` is an empty text, `[]` an empty list. What is wrong is added to `problems`.
    """
    reader = _TableReader(file, fields, spec or TableSpec(), problems)
    try:
        book, rows = rows_of(file, home or file.parent, reader.spec)
        reader.read(rows, book)
    except CardgenError as error:
        problems += error.problems
    return reader.table


class _TableReader:
    """Makes entries of rows."""

    def __init__(self, file: Path, fields: Mapping[str, Field], spec: TableSpec, problems: list[Problem]) -> None:
        self.fields = {"id": COMMON["id"], **fields, **spec.entries.common}
        self.spec = spec
        self.problems = problems
        self.entries, root = Seq(), Map()
        self.entries.line = self.entries.column = root.line = root.column = 1
        root[_text("cards", 1, 1)] = self.entries
        self.table = Table(file, root, False)
        self.columns: list[Column | None] = []
        self.names: list[TypedText] = []
        """The fields that the columns fill, each with the place of its heading."""
        self.naming: list[int] = []
        """Which columns, counted from 0, say what a card is called."""
        self.needed = set[str]()
        """What every card must say, where names have a column, too."""
        self.passed_over: dict[str, list[int]] = {}
        """Rows that make no cards, by the reason."""
        self.held = 0

    def read(self, rows: Cells, book: Archive | None) -> None:
        """Reads all rows. Raises CardgenError where no more can be read."""
        begun, file, reached = len(self.problems), self.table.file, 0
        hidden = book.hidden if book and not self.spec.hidden else set[int]()
        heads = HeadingReader(file, self.fields, self.spec, self.problems)
        for row in rows:
            number, cells = row
            reached += len(cells)
            _check_reach(file, number, cells, reached)
            if len(self.problems) - begun >= errors.MOST_PROBLEMS:
                self.problems.append(left_out(file))
                break
            if all(cell is None for cell in cells):
                continue
            if (cells[0] or "").lstrip().startswith("#") and (self.columns or not self.spec.header):
                continue
            if not self.columns:
                if heads.takes(row) and not self._begin(heads, hidden):
                    return
            elif not self._add(row, hidden):  # what is too much is told with the deck
                break
        if not self.columns and not self._begin(heads, hidden):
            return
        if book:
            self._fill(book.merged)
        self._name()
        self._note()

    def _begin(self, heads: HeadingReader, hidden: set[int]) -> bool:
        """The headings, and the rows that were read while they were looked for. Tells whether to read on."""
        file, section, (found, after) = self.table.file, self.spec.section, heads.found()
        if not found:
            what, remedy, number = "the table is empty", "begin it with a row of headings, such as id, name, copies", 0
            if self.spec.header:
                number = self.spec.header[-1]
                what, remedy = f"row {number} holds no headings", "mend header_row, which counts as the spreadsheet does"
            self.problems.append(Problem(what, remedy, Place(file, number)))
            return False
        before, told = len(self.problems), len(section.problems) if section else 0
        self.columns = heads.columns(found)
        if len(self.problems) > before or (section and len(section.problems) > told):  # which every row would repeat
            return False
        self.names = [_text(column.field if column else "", found[-1][0], number) for number, column in enumerate(self.columns, 1)]
        self.naming = [at for at, column in enumerate(self.columns) if column and column.field in ("id", "name") and not column.language]
        named = ((number, column) for number, column in enumerate(self.columns, 1) if column)
        self.table.headings = {number: column.heading for number, column in named if alike(column.heading, [column.field]) is None}
        self._check_needed(Place(file, found[-1][0]))
        return len(self.problems) == before and all(self._add(row, hidden) for row in after)

    def _check_needed(self, place: Place) -> None:
        noun = self.spec.entries.noun
        there = {column.field for column in self.columns if column and not column.language}
        if "id" not in there and ("name" not in there or self.spec.by_id) and not self.spec.entries.numbered:
            remedy = f"add one with an id for each {noun}, such as black-1" + ("" if self.spec.by_id else ", or one with their names")
            self.problems.append(Problem("this table has no column id", remedy, place))
        needed = {name for name, field in self.fields.items() if name != "id" and not (field.optional or field.has_default)}
        self.needed = needed if "name" in there else set()
        for name, field in self.fields.items():
            if name not in ("id", *there) and not (field.optional or field.has_default):
                what = f"this table has no column {name}, which every {self.spec.entries.every} must say"
                self.problems.append(Problem(what, "add one, or give the field a default", place))

    def _add(self, row: Row, hidden: set[int]) -> bool:
        """One more entry. Tells whether there may be more."""
        number, cells = row
        if number in hidden:
            self._pass_over(number, "hidden")
        elif self.naming and is_sum(cells, self.naming):
            self._pass_over(number, "a sum")
        elif (entry := self._entry(number, cells)) and self._is_aside(entry):
            self._pass_over(number, "no name, nor anything that cards must say")
        elif entry:
            self.entries.append(entry)
            self.held += sum(1 + len(node) if isinstance(node, Seq) else 1 for node in entry.values())
            if self.held > source.MOST_NODES:
                what = f"the table holds more than {source.MOST_NODES:,} values"
                raise wrong(what, "split it into several decks", Place(self.table.file, number))
        return len(self.entries) <= MOST_CARDS

    def _is_aside(self, entry: Map) -> bool:
        """Whether a row stands beside the cards: it says neither a name, as the others do, nor anything that every card must say."""
        return "name" not in entry and bool(self.needed) and not self.needed.intersection(entry)

    def _entry(self, number: int, cells: Sequence[str | None]) -> Map:
        entry = _map(number)
        columns, width = self.columns, len(self.columns)
        for at, cell in enumerate(cells):
            if cell is None:
                continue
            column = columns[at] if at < width else _NO_HEADING
            if column is None:
                continue
            place = Place(self.table.file, number, at + 1)
            if not column.field:
                self._unheaded(cell, place)
                break
            try:
                node = node_of(cell, self.fields[column.field], number, at + 1)
            except CardgenError as error:
                self.problems += [problem.at(place) for problem in error.problems]
                continue
            into = self._texts(column.language, number) if column.language else entry
            before = into.get(self.names[at])
            if isinstance(before, Seq) and isinstance(node, Seq):
                before += node
            else:
                into[self.names[at]] = node
        return entry

    def _unheaded(self, cell: str, place: Place) -> None:
        what = f'"{cell.strip()[:40]}" stands in a column without a heading'
        remedy = "put text that holds the separator in quotes, or give the column a heading"
        if self.table.file.suffix.lower() in WORKBOOKS:
            remedy = f"give the column a heading, or leave it out: ignore: [{letters(place.column)}]"
        self.problems.append(Problem(what, remedy, place))

    def _texts(self, language: str, number: int) -> Map:
        """The texts of a row in a language."""
        return self.table.texts.setdefault(language, {}).setdefault(number, _map(number))

    def _fill(self, merged: Sequence[Merge]) -> None:
        """What merged cells say counts in each of their rows; a row that is one cell across most of the table is a heading within it."""
        rows = {entry.line: entry for entry in self.entries if isinstance(entry, Map)}
        last, filled = max(rows, default=0), 0
        across = set[int]()
        for merge in merged:
            at, first = merge.column - 1, rows.get(merge.row)
            column = self.columns[at] if 0 <= at < len(self.columns) else None
            if first is None or column is None:
                continue
            if (
                merge.bottom == merge.row
                and 2 * (merge.right - at) > len(self.columns)
                and [node.column for node in first.values()] == [at + 1]
            ):
                across.add(merge.row)
                self._pass_over(merge.row, "one cell across")
            for number in range(merge.row + 1, min(merge.bottom, last) + 1):
                filled += 1
                if filled > MOST_CELLS:
                    raise wrong(f"merged cells cover more than {MOST_CELLS:,} cells", "split them", Place(self.table.file))
                self._fill_down(column, at, (merge.row, number), rows)
        self.entries[:] = [entry for entry in self.entries if entry.line not in across]

    def _fill_down(self, column: Column, at: int, steps: tuple[int, int], rows: Mapping[int, Map]) -> None:
        """Takes what a column says from one row to another."""
        first, number = steps
        by_row = self.table.texts.get(column.language, {}) if column.language else rows
        said = by_row[first].get(self.names[at]) if first in by_row else None
        if said is not None and number in rows and column.field != "id":
            into = self._texts(column.language, number) if column.language else rows[number]
            into.setdefault(self.names[at], said)

    def _name(self) -> None:
        """Makes ids of names where there is no column of ids."""
        if self.spec.by_id or any(column and column.field == "id" for column in self.columns):
            return
        made: dict[str, int] = {}
        named = Seq()
        for number, entry in enumerate(self.entries, 1):
            name = entry.value("name") if isinstance(entry, Map) else None
            if name is None and self.spec.entries.numbered:
                name = _text(str(number), entry.line, 1)
            if not isinstance(entry, Map) or not isinstance(name, TypedText):
                what = f"this row has no name, of which the {self.spec.entries.noun}'s id would be made"
                self.problems.append(Problem(what, "write one, or take the row out", self.table.place(entry)))
                continue
            entry[_text("id", name.line, name.column)] = _text(_unused(id_of(name), made), name.line, name.column)
            named.append(entry)
        self.entries[:] = named
        if named:
            examples = ", ".join(str(entry.value("id")) for entry in named[:3] if isinstance(entry, Map))
            origin = "made of the names" if any(column and column.field == "name" for column in self.columns) else "numbers"
            self.table.notes.append(
                f"{self.table.file.name} has no column id, so ids are {origin}: {examples}" + ", ..." * (len(named) > 3)
            )

    def _pass_over(self, row: int, why: str) -> None:
        self.passed_over.setdefault(why, []).append(row)

    def _note(self) -> None:
        """Notes which rows make no cards."""
        told = []
        for why, rows in self.passed_over.items():
            more = len(rows) - _MOST_LISTED
            listed = ", ".join(map(str, rows[:_MOST_LISTED])) + (f" and {more} more" if more > 0 else "")
            told.append(f"row{'s' * (len(rows) > 1)} {listed} ({why})")
        if told:
            self.table.notes.append(f"{self.table.file.name}: no {self.spec.entries.noun} is made of {'; '.join(told)}")


def is_sum(cells: Sequence[str | None], naming: Sequence[int]) -> bool:
    """Whether a row sums up the others: a word for it and numbers, or numbers alone that formulas make, where nothing has a name.

    `naming` are the columns, counted from 0, that say what a card is called.
    """
    first = next(cell for cell in cells if cell is not None)
    if first.strip(" :=").casefold() in _SUMS:
        rest = [cell for cell in cells if cell is not None][1:]
        return bool(rest) and all(isinstance(cell, CellValue) or _FIGURE.fullmatch(cell) for cell in rest)
    if any(cells[at] is not None for at in naming if at < len(cells)):
        return False
    return all(cell is None or (isinstance(cell, CellValue) and cell.computed and cell.kind != "b") for cell in cells)


def _unused(id: str, made: dict[str, int]) -> str:
    """The id, with a number where it was made before."""
    found = id
    while found in made:
        made[id] += 1
        found = f"{id[:56]}-{made[id]}"
    made[found] = 1
    return found


def _map(line: int) -> Map:
    made = Map()
    made.line, made.column = line, 1
    return made


def _check_reach(file: Path, number: int, cells: Sequence[str | None], reached: int) -> None:
    """Raises CardgenError for a row that is too long, or comes after too many cells."""
    if len(cells) > MOST_COLUMNS:
        raise wrong(f"this row has more than {MOST_COLUMNS:,} cells", "delete those beside the cards", Place(file, number))
    if reached > MOST_CELLS:
        raise wrong(f"the table has more than {MOST_CELLS:,} cells", "split it into several decks", Place(file, number))


def _text(value: str, line: int, column: int, *, quoted: bool = False) -> TypedText:
    text = TypedText(value)
    text.line, text.column, text.quoted = line, column, quoted
    return text


def node_of(cell: str, field: Field, line: int, column: int) -> Node:
    """What a cell says of a field. Raises CardgenError for what says nothing."""
    if isinstance(cell, CellValue):
        cell = _said(cell, field)
    if field.kind == "list_of":
        items = Seq(_text(item, line, column) for item in ([] if cell.strip() == "[]" else _items(cell, field.choices)))
        items.line, items.column = line, column
        return items
    if field.kind == "bool":
        cell = _TRUTHS.get(cell.strip().casefold(), cell)
    if field.kind != "text":
        return _text(cell.strip(), line, column)
    if _QUOTES.fullmatch(cell):  # one pair stands for an empty text; so a text that is such quotes has a pair more
        return _text(cell[2:], line, column, quoted=True)
    if field.name == "id":
        return _text(cell.strip() if is_id(cell.strip()) else id_of(cell), line, column)
    return _text(cell.strip() if field.name in ("art", "template", "back") else cell, line, column)


def _said(cell: CellValue, field: Field) -> str:
    """What a number, a date or a formula says in the words of a field. Raises CardgenError."""
    if cell.kind == "e":
        raise wrong("this formula has no value", "mend it, and save the file with a spreadsheet program")
    if cell.kind == "d":
        if field.date:
            return dated(cell, field.date)
        remedy = "format the column as text, and type the value again"
        if field.kind == "text":
            remedy += f", or say how a date is written, under fields: {field.name}: {{text: {{date: dd.mm.yyyy}}}}"
        raise wrong(f"this cell holds a date ({cell})", remedy)
    text = str(cell)
    if cell.kind == "p" and field.unit == "%":
        number = round(float(text) * 100, 9)
        text = str(int(number) if number.is_integer() else number)
    return text.replace(".", ",") if field.decimal == "," else text


def dated(iso: str, pattern: str) -> str:
    """A day as ISO writes it, in a pattern of d, m and y.

    >>> dated("2026-01-02 00:00:00", "d.m.yyyy")
    '2.1.2026'
    """
    year, month, day = iso[:4], iso[5:7], iso[8:10]
    known = {"d": day.lstrip("0"), "dd": day, "m": month.lstrip("0"), "mm": month, "yy": year[2:], "yyyy": year}
    return re.sub("d+|m+|y+", lambda part: known[part[0]], pattern)


def _items(cell: str, choices: Sequence[str] = ()) -> list[str]:
    """The entries of a list in one cell, between commas, semicolons, bars or line ends; a line that is one of the choices is one entry.

    >>> _items('oak; "ash, grey" | elm')
    ['oak', 'ash, grey', 'elm']
    """
    text = cell.strip().removeprefix("[").removesuffix("]") if cell.strip().startswith("[") else cell.strip()
    if choices and '"' not in text and ("\n" in text or text in choices):
        lines = [_BULLET.sub("", line, count=1).strip() for line in text.split("\n")]
        return [item for line in lines for item in ([line] if line in choices else _items(line))]
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

WORKBOOKS: Mapping[str, type[Archive]] = {".xlsx": Workbook, ".ods": OpenDocument}
"""The readers of files that have several sheets, by ending."""


def rows_of(file: Path, home: Path, spec: TableSpec) -> tuple[Archive | None, Cells]:
    """The rows of a table, and the workbook that they are in, if any. Raises CardgenError."""
    kind = WORKBOOKS.get(file.suffix.lower())
    if kind:
        book = kind(_workbook_bytes(file, home))
        return book, _workbook_rows(book, file, spec)
    if spec.sheet is not None and spec.section:
        raise wrong(
            f"{file.name} is a table without sheets",
            "take the line out, or name an XLSX or ODS file",
            spec.section.source.place(spec.sheet),
        )
    return None, _text_rows(file, home)


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


def _workbook_rows(book: Archive, file: Path, spec: TableSpec) -> Cells:
    """The rows of a sheet that say something; formulas count as the value they had when the file was saved."""
    bottom = right = 1
    try:
        sheet = _sheet(book.sheets(), spec) if spec.sheet is not None else ""
        for number, row in groupby(book.cells(sheet), key=lambda cell: cell.row):
            cells: list[str | None] = []
            for cell in row:
                bottom, right = max(bottom, number), max(right, cell.column)
                if bottom * right > MOST_CELLS or right > MOST_COLUMNS:
                    what = f"the sheet reaches to cell {letters(right)}{bottom}"
                    raise wrong(what, "delete the rows and columns around the cards", Place(file))
                cells += [None] * (cell.column - len(cells))
                cells[cell.column - 1] = _cell_text(cell)
            yield number, cells
    except CardgenError:
        raise
    except TooLarge as error:
        raise wrong(str(error), "split it into several decks", Place(file)) from error
    except Exception as error:  # whatever a file that is no sound workbook makes its readers raise
        raise wrong("this is not a workbook that can be read", "save it anew as XLSX, or as CSV", Place(file)) from error


def _sheet(names: Sequence[str], spec: TableSpec) -> str:
    """The sheet that is wanted, by its name in the workbook. Raises CardgenError."""
    assert spec.sheet is not None
    found = alike(spec.sheet, names)
    if found is None:
        place = spec.section.source.place(spec.sheet) if spec.section else None
        raise wrong(f'the workbook has no sheet "{spec.sheet}"', did_you_mean(spec.sheet, names), place)
    return found


def _workbook_bytes(file: Path, home: Path) -> bytes:
    kind = file.suffix[1:].upper()
    try:
        data = read_inside(file, home, LARGEST, "split it into several decks")
    except OSError as error:
        raise wrong(f"the file cannot be read: {error.strerror}", "make it readable", Place(file)) from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
    except (zipfile.BadZipFile, ValueError, RuntimeError) as error:
        raise wrong(f"this is not an {kind} workbook", f"save it anew as {kind}, or as CSV", Place(file)) from error
    if unpacked > MOST_UNPACKED:
        raise wrong(f"the workbook is larger than {LARGEST >> 20} MB", "split it into several decks", Place(file))
    return data


def _cell_text(cell: Cell) -> str | None:
    value, kind = cell.value, cell.kind
    if kind == "s":
        return value if value.strip() else None
    if kind == "b":
        return "true" if int(value) else "false"
    if kind == "d":
        date = cell.date()
        value, kind = (str(date), "d") if date else ("", "e")
    elif kind != "e":
        number = float(value) if set(value) & set(".eE") else int(value)
        value = str(int(number) if isinstance(number, float) and number.is_integer() and abs(number) < 2**53 else number)
    found = CellValue(value)
    found.kind, found.computed = kind, cell.computed
    return found


# Writing

WRITABLE = (".xlsx", ".csv", ".tsv")
"""The endings of tables that are written."""


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
                field = {**deck.fields, **COMMON}[name]
                cells.append(_noted(field, _cell(field, getattr(card, name)), kind))
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
