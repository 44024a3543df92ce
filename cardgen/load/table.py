"""Cards kept in a spreadsheet: the rows of a table as the entries of a deck."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.base import errors
from cardgen.base.errors import CardgenError, Place, Problem, gathered, left_out
from cardgen.base.units import listed
from cardgen.load.cell_values import CellValue, node_of
from cardgen.load.columns import Column, HeadingReader, Row, Table, TableSpec, alike, letters
from cardgen.load.expand import MOST_CARDS
from cardgen.load.fields import COMMON
from cardgen.load.rich_text import RichText
from cardgen.load.table_rows import MOST_CELLS, WORKBOOKS, Cells, check_reach, rows_of
from cardgen.load.workbook import Archive, Merge
from cardgen.model.cards import Field
from cardgen.schema import source
from cardgen.schema.source import Map, Seq, TypedText, text_node
from cardgen.schema.values import id_of, unused_id, wrong

_FIGURE = re.compile(r"[^\W\d]{0,4}\W*\d[\d.,\s'’]*\W{0,3}[^\W\d]{0,4}")
_SUMS = {
    *("sum", "total", "totals", "subtotal", "summe", "gesamt", "insgesamt", "zwischensumme"),
    *("somme", "suma", "totale", "summa", "σ", "∑"),
}
"""What people write before the sum of a column."""
_NO_HEADING = Column("", "")
_MOST_LISTED = 10


def read_table(
    file: Path, fields: Mapping[str, Field], problems: list[Problem], home: Path | None = None, spec: TableSpec | None = None
) -> Table:
    """The rows of a table as the entries of a deck with these fields.

    An empty cell says nothing; `""` is an empty text, `[]` an empty list. What is wrong is added to `problems`.
    """
    reader = _TableReader(file, fields, spec or TableSpec(), problems)
    with gathered(problems):
        book, rows = rows_of(file, home or file.parent, reader.spec)
        reader.read(rows, book)
    reader.name()
    reader.table.entries.extend(reader.entries)
    return reader.table


class _TableReader:
    """Makes entries of rows."""

    def __init__(self, file: Path, fields: Mapping[str, Field], spec: TableSpec, problems: list[Problem]) -> None:
        self.fields = {"id": COMMON["id"], **fields, **spec.entries.common}
        self.spec = spec
        self.problems = problems
        self.entries: list[Map] = []
        self.table = Table(file, _map(1), False)
        self.columns: list[Column | None] = []
        self.names: list[TypedText] = []
        """The fields that the columns fill, each with the place of its heading."""
        self.naming: list[int] = []
        """Which columns, counted from 0, say what a card is called."""
        self.needed = set[str]()
        """What every card must say, where names have a column, too."""
        self.passed_over: dict[str, list[int]] = {}
        """Rows that make no cards, by the reason."""
        self.concealed = set[int]()
        """Columns that are hidden, counted from 1."""
        self.struck: list[str] = []
        """Cells that hold something that is struck out."""
        self.held = 0

    def read(self, rows: Cells, book: Archive | None) -> None:
        """Reads all rows. Raises CardgenError where no more can be read."""
        begun, file, reached = len(self.problems), self.table.file, 0
        hidden = book.hidden if book and not self.spec.hidden else set[int]()
        self.concealed = book.hidden_columns if book and not self.spec.hidden else set()
        heads = HeadingReader(file, self.fields, self.spec, self.problems, self.concealed)
        for row in rows:
            number, cells = row
            reached += len(cells)
            check_reach(file, number, cells, reached)
            if len(self.problems) - begun >= errors.MOST_PROBLEMS:
                self.problems.append(left_out(file))
                break
            if all(cell is None for cell in cells):
                continue
            if is_comment(cells[0]) and (self.columns or not any(self.spec.header_row)):
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

    def _begin(self, heads: HeadingReader, hidden: set[int]) -> bool:
        """The headings, and the rows that were read while they were looked for. Tells whether to read on."""
        file, section, (found, after) = self.table.file, self.spec.section, heads.found()
        if not found:
            what, remedy, number = "the table is empty", "begin it with a row of headings, such as id, name, copies", 0
            if self.spec.header_row:
                number = self.spec.header_row[-1]
                what, remedy = f"row {number} holds no headings", "mend header_row, which counts as the spreadsheet does"
            self.problems.append(Problem(what, remedy, Place(file, number)))
            return False
        before, told = len(self.problems), len(section.problems) if section else 0
        self.columns = heads.columns(found)
        if len(self.problems) > before or (section and len(section.problems) > told):  # which every row would repeat
            return False
        self.names = [text_node(column.field if column else "", found[-1][0], number) for number, column in enumerate(self.columns, 1)]
        if heads.guessed(found[-1]):
            said = ", ".join(cell.strip() for cell in found[-1][1] if cell is not None)
            what = f"{file.name}: row {found[-1][0]} ({said[:60]}) is taken for headings; if it is a card, write  header_row: none"
            self.table.notes.append(f"{what}, or else  header_row: {found[-1][0]}")
        if heads.left:
            what = f"{file.name}: hidden columns that the deck does not know are left out"
            self.table.notes.append(f"{what}: {listed(heads.left, _MOST_LISTED)}")
        self.naming = [at for at, column in enumerate(self.columns) if column and column.field in ("id", "name") and not column.language]
        named = ((number, column) for number, column in enumerate(self.columns, 1) if column)
        self.table.headings = {number: column.heading for number, column in named if alike(column.heading, [column.field]) is None}
        self._check_needed(Place(file, found[-1][0]))
        return len(self.problems) == before and all(self._add(row, hidden) for row in after)

    def _check_needed(self, place: Place) -> None:
        noun = self.spec.entries.noun
        there = {column.field for column in self.columns if column and not column.language}
        if "id" not in there and (not there & {"name", "art"} or self.spec.by_id) and not self.spec.entries.numbered:
            remedy = f"add one with an id for each {noun}, such as black-1" + ("" if self.spec.by_id else ", or one with their names")
            self.problems.append(Problem("this table has no column id", remedy, place))
        needed = [name for name, field in self.fields.items() if name != "id" and field.needed]
        self.needed = set(needed) if "name" in there else set()
        for name in needed:
            if name not in there:
                what = f"this table has no column {name}, which every {self.spec.entries.every} must say"
                self.problems.append(Problem(what, "add one, or give the field a default", place))

    def _add(self, row: Row, hidden: set[int]) -> bool:
        """One more entry. Tells whether there may be more."""
        number, cells = row
        if number in hidden:
            self._pass_over(number, "hidden")
        elif self.naming and is_sum(cells, self.naming):
            self._pass_over(number, "a sum")
        elif (entry := self._entry(number, cells)) and (lacking := self._lacking(entry)):
            self._pass_over(number, f"no name, nor {lacking} that cards must say")
        elif entry:
            self.entries.append(entry)
            self.held += sum(1 + len(node) if isinstance(node, Seq) else 1 for node in entry.values())
            if self.held > source.MOST_NODES:
                what = f"the table holds more than {source.MOST_NODES:,} values"
                raise wrong(what, "split it into several decks", Place(self.table.file, number))
        return len(self.entries) <= MOST_CARDS

    def _lacking(self, entry: Map) -> str:
        """What a row lacks that stands beside the cards: it says no name, as the others do, and nothing that every card must say, or
        not all of it where it has no id either."""
        if "name" in entry or self.needed.issubset(entry):
            return ""
        return "anything" if not self.needed.intersection(entry) else "" if "id" in entry else "all"

    def _entry(self, number: int, cells: Sequence[str | None]) -> Map:
        entry = _map(number)
        columns, width = self.columns, len(self.columns)
        for at, cell in enumerate(cells):
            if cell is None:
                continue
            column = columns[at] if at < width else _NO_HEADING
            if column is None or (at + 1 in self.concealed and not column.field):
                continue
            place = Place(self.table.file, number, at + 1)
            if not column.field:
                self._unheaded(cell, place)
                if self.table.file.suffix.lower() not in WORKBOOKS:  # what follows the separator of too much is not what it seems
                    return _map(number)
                break
            try:
                node = node_of(cell, self.fields[column.field], number, at + 1)
            except CardgenError as error:
                self.problems += error.at(place)
                self.table.told.setdefault((number, 1), set()).add(column.field)
                continue
            if isinstance(cell, RichText) and cell.struck:
                self.struck.append(f"{letters(at + 1)}{number}")
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
        rows = {entry.line: entry for entry in self.entries}
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
            by_row = self.table.texts.get(column.language, {}) if column.language else rows
            said = by_row[merge.row].get(self.names[at]) if merge.row in by_row and column.field != "id" else None
            for number in range(merge.row + 1, min(merge.bottom, last) + 1):
                filled += 1
                if filled > MOST_CELLS:
                    raise wrong(f"merged cells cover more than {MOST_CELLS:,} cells", "split them", Place(self.table.file))
                if said is not None and number in rows:
                    into = self._texts(column.language, number) if column.language else rows[number]
                    into.setdefault(self.names[at], said)
        self.entries = [entry for entry in self.entries if entry.line not in across]

    def name(self) -> None:
        """Makes ids of names where there is no column of ids, and notes what was taken for something."""
        self._make_ids()
        self._note()

    def _make_ids(self) -> None:
        if self.spec.by_id or any(column and column.field == "id" for column in self.columns):
            return
        made: dict[str, int] = {}
        named = []
        there = {column.field for column in self.columns if column}
        called = "art" if "art" in there and "name" not in there else "name"
        for number, entry in enumerate(self.entries, 1):
            name = entry.value(called)
            if name is None and self.spec.entries.numbered:
                name = text_node(str(number), entry.line, 1)
            if not isinstance(name, TypedText):
                what = f"this row has no {called}, of which the {self.spec.entries.noun}'s id would be made"
                self.problems.append(Problem(what, "write one, or take the row out", self.table.place(entry)))
                continue
            said = re.sub(r".*/|\.[a-z]{3,4}$", "", name, flags=re.IGNORECASE) if called == "art" else name
            entry[text_node("id", name.line, name.column)] = text_node(unused_id(id_of(said), made), name.line, name.column)
            named.append(entry)
        self.entries = named
        if named:
            examples = ", ".join(str(entry.value("id")) for entry in named[:3])
            origin = f"made of the {'pictures' if called == 'art' else 'names'}" if called in there else "numbers"
            self.table.notes.append(
                f"{self.table.file.name} has no column id, so ids are {origin}: {examples}" + ", ..." * (len(named) > 3)
            )

    def _pass_over(self, row: int, why: str) -> None:
        self.passed_over.setdefault(why, []).append(row)

    def _note(self) -> None:
        """Notes which rows make no cards, and what prints though it is struck out."""
        told = []
        for why, rows in self.passed_over.items():
            told.append(f"row{'s' * (len(rows) > 1)} {listed(rows, _MOST_LISTED)} ({why})")
        if told:
            self.table.notes.append(f"{self.table.file.name}: no {self.spec.entries.noun} is made of {'; '.join(told)}")
        if self.struck:
            cells = f"cell{'s' * (len(self.struck) > 1)} {listed(self.struck, _MOST_LISTED)}"
            self.table.notes.append(f"{self.table.file.name}: what is struck out prints like all else: {cells}; delete it to leave it out")


def is_comment(cell: str | None) -> bool:
    """Whether a row whose first cell is this one says nothing; a formula that fails begins alike."""
    return cell is not None and not isinstance(cell, CellValue) and cell.lstrip().startswith("#")


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


def _map(line: int) -> Map:
    made = Map()
    made.line, made.column = line, 1
    return made
