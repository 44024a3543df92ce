"""Cards kept in a spreadsheet: rows become entries of a deck."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from cardgen.base import findings as errors
from cardgen.base.findings import (
    CardgenError,
    Finding,
    Place,
    collect_findings,
    finding_of_too_many,
    note,
)
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import listed
from cardgen.load.cell_values import CellValue, ListCell, copies_of, node_of
from cardgen.load.columns import (
    HEADING_ABOVE,
    MOST_SKIPPED,
    Column,
    HeadingReader,
    ListRow,
    Row,
    Table,
    TableSpec,
    alike,
    filled,
    letters,
)
from cardgen.load.expand import MOST_CARDS
from cardgen.load.fields import fields_of_entries
from cardgen.load.odd_rows import divided_quote, is_formula, other_headings, says_headings
from cardgen.load.rich_text import NO_SPAN_SAYS, RichText
from cardgen.load.table_rows import MOST_CELLS, Cells, Reading, check_reach, rows_of
from cardgen.load.workbook import Archive, Merge
from cardgen.model.fields import Field
from cardgen.model.table_files import is_list, is_workbook
from cardgen.schema import source
from cardgen.schema.source import Map, Node, Seq, TypedText, text_node
from cardgen.schema.values import id_of, unused_id, wrong

_FIGURE = re.compile(r"[^\W\d]{0,4}\W*\d[\d.,\s'’]*\W{0,3}[^\W\d]{0,4}")
_SUMS = {
    *("sum", "total", "totals", "subtotal", "summe", "gesamt", "insgesamt", "zwischensumme"),
    *("somme", "suma", "totale", "summa", "σ", "∑"),
}
"""What people write before the sum of a column."""
_NO_HEADING = Column("", "")
_NUMBERED = re.compile(r"\s*#\d")
_COUNT = re.compile(r"\s*[0-9]{1,9}\s*")
_FEWEST = 2
"""How many cells a row fills at the least that is no remark."""
_MOST_LISTED, _MOST_RESPELT = 10, 3
_MOST_SHEETS = 20
"""How many sheets are looked through for the headings that the first lacks."""
_MOST_SUMS = 5
"""How many rows at the end may be sums: each is compared with all rows above it."""


def read_table(
    file: Path,
    fields: Mapping[str, Field],
    problems: list[Finding],
    home: Path | None = None,
    spec: TableSpec | None = None,
) -> Table:
    """The rows of a table as the entries of a deck with these fields.

    An empty cell says nothing; `""` is an empty text, `[]` an empty list. What is wrong is added to
    `problems`."""
    reader = _TableReader(file, fields, spec or TableSpec(), problems)
    with collect_findings(problems):
        told = [(findings, len(findings)) for findings in reader.findings()]
        book, rows = rows_of(file, home or file.parent, reader.spec, reader.reading)
        reader.read(rows, book)
        is_unread = not reader.entries and any(len(findings) > before for findings, before in told)
        if book and is_unread and reader.spec.sheet is None:
            reader.tell_sheet(book, home or file.parent, told)
    problems += reader.reading.broken
    with collect_findings(problems):
        reader.name()
    reader.table.entries.extend(reader.entries)
    return reader.table


class _TableReader:
    """Makes entries of the rows of a table."""

    def __init__(
        self, file: Path, fields: Mapping[str, Field], spec: TableSpec, problems: list[Finding]
    ) -> None:
        self.fields = fields_of_entries(fields, spec.entries.common)
        self.spec = spec
        self.problems = problems
        self.entries: list[Map] = []
        self.table = Table(file, _map(1), False, volume=spec.volume)
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
        self.book: Archive | None = None
        self.struck: list[tuple[int, int]] = []
        """Cells that hold something that is struck out."""
        self.hashed: list[Row] = []
        """Rows that begin with #: comments, or cards of such a name, which is seen when all others
        are known."""
        self.formulas: list[tuple[int, int]] = []
        """Cells whose text is a formula."""
        self.divided: list[tuple[int, int]] = []
        """Cells with the first part of a text in curly quotes that goes on in the next cell."""
        self.kept: dict[int, None] = {}
        """Those of them that are cards."""
        self.unnamed: list[tuple[int, str]] = []
        """Rows that say no name, each with the id that was made for it."""
        self.pictures: dict[str, dict[str, str]] = {}
        """Addresses and paths of art, each with its cell, by the name of the picture that they end
        in."""
        self.typed_ids: dict[tuple[int, int], str] = {}
        """Ids that are none as they are typed, by the line and column of their entry."""
        self.counts: dict[int, list[str]] = {}
        """What columns say that are left out because their heading begins with #, by column,
        counted from 0."""
        self.heads: list[Sequence[str | None]] = []
        """The rows of the headings."""
        self.reading = Reading()
        self.held = self.letters = 0

    def read(self, rows: Cells, book: Archive | None) -> None:
        """Read all rows. Raises CardgenError where no more can be read."""
        problems_before = len(self.problems)
        file = self.table.file
        reached = 0
        self.book = book
        hidden = book.hidden if book and not self.spec.hidden else set[int]()
        self.concealed = book.hidden_columns if book and not self.spec.hidden else set()
        first = next(rows, None)
        if first and first[0] == HEADING_ABOVE[0]:
            self.spec = replace(self.spec, header_row=HEADING_ABOVE)
        heads = HeadingReader(
            file, self.fields, self.spec, self.problems, self.concealed, spots=self.reading.spots
        )
        for row in chain([first] if first else [], rows):
            number, cells = row
            reached += len(cells)
            check_reach(file, number, cells, reached)
            if len(self.problems) - problems_before >= errors.MOST_PROBLEMS:
                self.problems.append(finding_of_too_many(file))
                break
            if all(cell is None for cell in cells):
                continue
            if not self.columns:
                if heads.takes(row) and not self._begin(heads, hidden):
                    return
            elif not self._add(row, hidden):  # what is too much is told with the deck
                break
        if not self.columns and not self._begin(heads, hidden):
            return
        self._add_hashed()
        if book:
            self._fill(book.merged)
        self._leave_out_sums()

    def _begin(self, heads: HeadingReader, hidden: set[int]) -> bool:
        """The headings, and the rows that were read while they were looked for. Tells whether to
        read on."""
        file, section, (heading_rows, after) = self.table.file, self.spec.section, heads.found()
        if not heading_rows:
            message = "the table is empty"
            remedy = "begin it with a row of headings, such as id, name, copies"
            number = 0
            if self.spec.header_row == HEADING_ABOVE:
                remedy = "put an object into its list for each card, such as {name: Owl}"
            elif self.spec.header_row:
                number = self.spec.header_row[-1]
                message = f"row {number} holds no headings"
                remedy = "mend header_row, which counts as the spreadsheet does"
            self.problems.append(Finding("table-heading", message, remedy, Place(file, number)))
            return False
        before, told_of_deck = len(self.problems), len(section.problems) if section else 0
        self.columns, self.heads = heads.columns(heading_rows), [cells for _, cells in heading_rows]
        self.table.heading_row = heading_rows[-1][0]
        # which every row would repeat
        if len(self.problems) > before or (section and len(section.problems) > told_of_deck):
            return False
        self.names = [
            text_node(column.field if column else "", heading_rows[-1][0], number)
            for number, column in enumerate(self.columns, 1)
        ]
        if heads.guessed(heading_rows[-1]):
            row_text = ", ".join(cell.strip() for cell in heading_rows[-1][1] if cell is not None)
            number = heading_rows[-1][0]
            self._note(
                "headings-guessed",
                number,
                f"row {number} ({row_text[:60]}) is taken for headings",
                f"if it is a card, write  header_row: none, or else  header_row: {number}",
            )
        if heads.left:
            message = "hidden columns that the deck does not know are left out"
            hidden_columns = listed(heads.left, _MOST_LISTED)
            self._note("column-left-out", heading_rows[-1][0], f"{message}: {hidden_columns}")
        self.naming = [
            at
            for at, column in enumerate(self.columns)
            if column and column.field in ("id", "name") and not column.language
        ]
        self.counts = {at: [] for at in heads.hashed}
        numbered_columns = (
            (number, column) for number, column in enumerate(self.columns, 1) if column
        )
        self.table.headings = {
            number: column.heading
            for number, column in numbered_columns
            if alike(column.heading, [column.field]) is None
        }
        self._note_columns()
        self._check_needed(Place(file, max(heading_rows[-1][0], 1)))
        return len(self.problems) == before and all(self._add(row, hidden) for row in after)

    def findings(self) -> list[list[Finding]]:
        """The lists that what is wrong with the headings is added to."""
        of_deck = self.spec.section.problems if self.spec.section else self.problems
        return [self.problems] if of_deck is self.problems else [self.problems, of_deck]

    def tell_sheet(
        self, book: Archive, home: Path, told: Sequence[tuple[list[Finding], int]]
    ) -> None:
        """Name the first sheet in what is wrong with its headings.

        Where another sheet has more of them, that is told instead. `told` are the lists of findings
        as long as they were before."""
        file, names = self.table.file, book.sheets()[:_MOST_SHEETS]
        if len(names) < 2:
            return
        heads = HeadingReader(file, self.fields, self.spec, [])
        known = dict[str, int]()
        for name in names:
            _, rows = rows_of(file, home, replace(self.spec, sheet=text_node(name, 1, 1)))
            known[name] = max(map(heads.known, islice(rows, MOST_SKIPPED)), default=0)
        best = max(names, key=known.__getitem__)
        if known[best] > max(1, known[names[0]]):
            for findings, before in told:
                del findings[before:]
            message = f'the sheet "{names[0]}" is read, and the headings stand in "{best}"'
            keys = f"sheet: {json.dumps(best, ensure_ascii=False)}"
            remedy = f"write  {self.spec.entries.in_their_file(keys)}"
            self.problems.append(Finding("table-heading", message, remedy, Place(file)))
            return
        findings, before = told[0]
        findings[before:] = [
            replace(finding, what=f'{finding.what}, in the sheet "{names[0]}"')
            if finding.code == "table-heading"
            else finding
            for finding in findings[before:]
        ]

    def _note_columns(self) -> None:
        """Keep which columns fill which fields, for those who write into the table."""
        self.table.sheet, self.table.separator = str(self.spec.sheet or ""), self.spec.separator
        for number, column in enumerate(self.columns, 1):
            if column and column.field and not column.language:
                earlier = self.table.columns.get(column.field, ())
                self.table.columns[column.field] = (*earlier, number)

    def _check_needed(self, place: Place) -> None:
        noun = self.spec.entries.noun
        there = {column.field for column in self.columns if column and not column.language}
        if "id" not in there and self.spec.by_id:
            remedy = f"add one with an id for each {noun}, such as black-1"
            self.problems.append(
                Finding("field-missing", "this table has no column id", remedy, place)
            )
        needed_fields = [
            name for name, field in self.fields.items() if name != "id" and field.needed
        ]
        self.needed = set(needed_fields) if "name" in there else set()
        for name in needed_fields:
            if name not in there:
                message = (
                    f"this table has no column {name}, which every {self.spec.entries.every} "
                    "must say"
                )
                self.problems.append(
                    Finding(
                        "field-missing",
                        message,
                        "add one, or give the field a default",
                        place,
                    )
                )

    def _add(self, row: Row, hidden: set[int]) -> bool:
        """One more entry. Tells whether there may be more."""
        number, cells, listed = row[0], row[1], isinstance(row[1], ListRow)
        if not listed:
            cells = [_unmarked(cells[0]), *cells[1:]]
        if number in hidden:
            self._pass_over(number, "hidden")
        elif not listed and is_comment(row[1][0]) and number not in self.kept:
            self.hashed.append(row)
        elif self.naming and is_sum(cells, self.naming):
            self._pass_over(number, "a sum")
        elif says_headings(cells, self.heads):
            self._leave_out_title(number)
            self._pass_over(number, "the headings again")
        else:
            self._add_entry(number, self._entry(number, cells))
        return len(self.entries) <= MOST_CARDS

    def _add_entry(self, number: int, entry: Map) -> None:
        """Keep what a row says, unless it is a remark beside the cards. Raises CardgenError."""
        lacking = self._lacking(entry) if entry else ""
        if lacking:
            self._pass_over(number, f"no name, nor {lacking} that cards must say")
        elif entry:
            self.entries.append(entry)
            self.held += len(entry)
            for node in entry.values():
                if isinstance(node, Seq):
                    self.held += len(node)
            if self.held > source.MOST_NODES:
                message = f"the table holds more than {source.MOST_NODES:,} values"
                raise wrong(
                    message,
                    "split it into several decks",
                    Place(self.table.file, number),
                    code="too-large",
                )

    def _add_hashed(self) -> None:
        """Add the rows that begin with # and are filled as cards are.

        All others are comments."""
        least = min((len(entry) for entry in self.entries), default=_FEWEST)
        numbered = sum(_NUMBERED.match(str(cells[0])) is not None for _, cells in self.hashed)
        ids = numbered > len(self.entries)
        comments = {
            number for number, cells in self.hashed if not self._is_filled(cells, least, ids=ids)
        }
        for row in self.hashed:
            if row[0] not in comments:
                self.kept[row[0]] = None
                self._add(row, set())
        for number, cells in self.hashed:
            silent = filled(cells) == 1 and str(cells[0]).lstrip().startswith("##")
            if number in comments and not silent:
                self._pass_over(number, "a comment, which begins with #")
        self.entries.sort(key=lambda entry: entry.line)

    def _is_filled(self, cells: Sequence[str | None], least: int, *, ids: bool) -> bool:
        """True if a row that begins with # is filled as a card is.

        Then its first cell fits the field of its column, and it has as many values as some other
        card and all that cards must have. Where cards have one value alone, only a comment has a
        space behind its #. `ids` is true if most ids begin with a #."""
        first, column = str(cells[0]).lstrip(), self.columns[0]
        if first.startswith("##") or not (column and column.field):
            return False
        filling = [
            filled_column.field
            for filled_column, cell in zip(self.columns, cells, strict=False)
            if filled_column and filled_column.field and cell is not None
        ]
        if (
            len(
                {
                    filled_column.field
                    for filled_column in self.columns
                    if filled_column and filled_column.field
                }
            )
            == 1
        ):
            return not first[1:2].isspace() and first != "#"
        more = any(self._fits(at, cell) for at, cell in enumerate(cells) if at and cell is not None)
        if len(filling) < (_FEWEST if more else max(_FEWEST, least)) or not self.needed.issubset(
            filling
        ):
            return False
        if column.field == "id":  # as some number their cards; else a row that was made a comment
            return ids and _NUMBERED.match(first) is not None
        return (
            column.field in ("name", "art")
            or self._fits(0, first)
            or self.fields[column.field].is_text
        )

    def _fits(self, at: int, cell: str) -> bool:
        """True if a cell holds what its column takes.

        A column that takes any text does not count."""
        column = self.columns[at] if at < len(self.columns) else None
        field = self.fields.get(column.field) if column else None
        try:
            return (
                field is not None
                and not field.is_text
                and field.read(node_of(cell, field, 1, 1)) is not None
            )
        except CardgenError:
            return False

    def _leave_out_sums(self) -> None:
        """Remove nameless rows at the end that sum up their columns."""
        for _ in range(_MOST_SUMS if self.naming else 0):
            if len(self.entries) <= _FEWEST or not self._sums_up(self.entries[-1]):
                return
            self._pass_over(self.entries.pop().line, "a sum")

    def _leave_out_title(self, headings: int) -> None:
        """Remove a title right above headings that come again.

        It is one text alone, with an empty row above it."""
        last, before = self.entries[-1:], self.entries[-2:-1]
        above = before[0].line if before else 0
        if last and len(last[0]) == 1 and above + 1 < last[0].line == headings - 1:
            self._pass_over(self.entries.pop().line, "a title")

    def _sums_up(self, last: Map) -> bool:
        if "name" in last or "id" in last:
            return False
        for name, node in last.items():
            above = [copies_of(str(entry.value(name) or "0")) for entry in self.entries[:-1]]
            if (
                isinstance(node, Seq)
                or not all(map(_COUNT.fullmatch, [*above, str(node)]))
                or sum(map(int, above)) != int(str(node))
            ):
                return False
        return True

    def _lacking(self, entry: Map) -> str:
        """Return what a remark lacks to be a card, in words; "" for a card.

        A remark has no name, and nothing that every card must have, or not all of it where it has
        no id either."""
        if "name" in entry or self.needed.issubset(entry):
            return ""
        return "anything" if not self.needed.intersection(entry) else "" if "id" in entry else "all"

    def _entry(self, number: int, cells: Sequence[str | None]) -> Map:
        entry = _map(number)
        columns, width = self.columns, len(self.columns)
        if isinstance(cells, ListRow):
            entry.line, entry.column = cells.spot
            self.table.rows[cells.spot] = number
        elif not is_workbook(self.table.file.name) and (quoted_column := divided_quote(cells)):
            if filled(cells[width:]):
                message = "curly quotes do not hold a cell together"
                remedy = 'type straight ones around it:  "a, b"'
                self.problems.append(
                    Finding(
                        "quotes-in-table",
                        message,
                        remedy,
                        Place(self.table.file, number, quoted_column),
                    )
                )
                return entry
            self.divided.append((number, quoted_column))
        for at, cell in enumerate(cells):
            if cell is None:
                continue
            column = columns[at] if at < width else _NO_HEADING
            if at in self.counts:
                self.counts[at].append(cell)
            if column is None or (at + 1 in self.concealed and not column.field):
                continue
            line, across = cell.spot if isinstance(cell, ListCell) else (number, at + 1)
            place = Place(self.table.file, line, across)
            if not column.field:
                self._unheaded(cell, place)
                # what follows the separator of too much is not what it seems
                if not is_workbook(self.table.file.name):
                    return _map(number)
                break
            field = self.fields[column.field]
            try:
                if field.is_number and is_formula(cell):
                    raise wrong(
                        "this formula stands as text",
                        "write what it comes to",
                        code="formula-without-value",
                    )
                node = node_of(cell, field, number, at + 1, self.spec.colour_names)
            except CardgenError as error:
                self.problems += error.at(place)
                self.table.told.setdefault((entry.line, entry.column), set()).add(column.field)
                continue
            self._see(cell, node, column.field, entry, (number, at + 1))
            self._count_letters(node, number)
            into = self._texts(column.language, number) if column.language else entry
            before = into.get(self.names[at])
            if isinstance(before, Seq) and isinstance(node, Seq):
                before += node
            else:
                into[self.names[at]] = node
        return entry

    def _count_letters(self, node: Node, row: int) -> None:
        """Count the letters of one more cell. Raises CardgenError for too many."""
        self.letters += source.letters_of(node)
        if self.letters > source.MOST_LETTERS:
            message = f"the table holds more than {source.MOST_LETTERS:,} letters"
            raise wrong(
                message,
                "split it into several decks",
                Place(self.table.file, row),
                code="too-large",
            )

    def _see(self, cell: str, node: Node, field: str, entry: Map, spot: tuple[int, int]) -> None:
        """Remember of a cell what notes are to say of it.

        `spot` is its row and column."""
        typed_anew = isinstance(node, TypedText) and node != cell.strip()
        if field == "art" and typed_anew:
            self.pictures.setdefault(str(node), {}).setdefault(
                cell.strip(), f"{letters(spot[1])}{spot[0]}"
            )
        if field == "id" and typed_anew:
            self.typed_ids[entry.line, entry.column] = cell.strip()
        if is_formula(cell):
            self.formulas.append(spot)
        if isinstance(cell, RichText) and cell.is_struck_in_part:
            is_shown_so = self.fields[field].has_markup and not cell.is_struck
            if not is_shown_so:
                self.struck.append(spot)

    def _unheaded(self, cell: str, place: Place) -> None:
        message = f'"{cell.strip()[:40]}" stands in a column without a heading'
        remedy = "put text that holds the separator in quotes, or give the column a heading"
        if is_workbook(self.table.file.name):
            remedy = (
                f"give the column a heading, or leave it out: ignore: [{letters(place.column)}]"
            )
        self.problems.append(Finding("table-heading", message, remedy, place))

    def _texts(self, language: str, number: int) -> Map:
        """The texts of a row in a language."""
        return self.table.texts.setdefault(language, {}).setdefault(number, _map(number))

    def _fill(self, merged: Sequence[Merge]) -> None:
        """Give merged cells their value in each of their rows. Raises CardgenError for too many.

        A row that is one cell across most of the table is a heading within it, and no card."""
        rows = {entry.line: entry for entry in self.entries}
        last = max(rows, default=0)
        filled = 0
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
            value = (
                by_row[merge.row].get(self.names[at])
                if merge.row in by_row and column.field != "id"
                else None
            )
            for number in range(merge.row + 1, min(merge.bottom, last) + 1):
                filled += 1
                if filled > MOST_CELLS:
                    raise wrong(
                        f"merged cells cover more than {MOST_CELLS:,} cells",
                        "split them",
                        Place(self.table.file),
                        code="too-large",
                    )
                if value is not None and number in rows:
                    into = self._texts(column.language, number) if column.language else rows[number]
                    self._count_letters(value, number)
                    into.setdefault(self.names[at], value)
        self.entries = [entry for entry in self.entries if entry.line not in across]

    def name(self) -> None:
        """Make missing ids, and note what was taken for something."""
        if self.spec.together is not None or self.spec.every:
            self._join_rows()
        if self.spec.entries.with_ids:
            self._make_ids()
        self._note_rows()

    def _join_rows(self) -> None:
        """Make one entry of the rows of each card.

        The first value in each field counts."""
        groups = self._groups()
        self.entries = []
        for rows in groups:
            first = Map(rows[0])
            first.line, first.column = rows[0].line, rows[0].column
            for row in rows[1:]:
                for key, node in row.items():
                    if key in self.spec.entries.common:
                        first.setdefault(key, node)
            self.table.parts[first.line, first.column] = rows
            self.entries.append(first)
        self._note_disagreements(groups)
        later = [row.line for rows in groups for row in rows[1:]]
        for language, texts in self.table.texts.items():
            if lost := [number for number in later if number in texts]:
                self._note(
                    "rows-of-a-card",
                    lost[0],
                    f"texts in {language} of a card's further rows are left out ({_rows(lost)})",
                    "give the first row those of the card",
                )

    def _groups(self) -> list[list[Map]]:
        """The entries that make a card together, in the order of their first rows."""
        if self.spec.together is None:
            size = self.spec.every
            row_groups = [self.entries[at : at + size] for at in range(0, len(self.entries), size)]
            if row_groups and len(row_groups[-1]) < size:
                last = row_groups[-1]
                message = (
                    f"the last card has {len(last)} of {size} rows, from row {last[0].line} on"
                )
                self._note("rows-of-a-card", last[0].line, message)
            return row_groups
        fields_by_heading = {
            column.heading: column.field
            for column in self.columns
            if column and column.field and not column.language
        }
        by = alike(self.spec.together, fields_by_heading.values()) or fields_by_heading.get(
            alike(self.spec.together, fields_by_heading) or "", ""
        )
        if not by:
            place = (
                self.spec.section.source.place(self.spec.together) if self.spec.section else None
            )
            raise wrong(
                f'the table has no column "{self.spec.together}"',
                did_you_mean(self.spec.together, fields_by_heading.values()),
                place,
                code="unknown-column",
            )
        groups: dict[str, list[Map]] = {}
        for entry in self.entries:
            value = entry.value(by)
            if value is None:
                message = f"this row has no {by}, by which rows are put together"
                remedy = "write it, or take the row out"
                place = self.table.place_of_missing(str(by), entry)
                self.problems.append(Finding("field-missing", message, remedy, place))
                continue
            groups.setdefault(
                ", ".join(map(str, value)) if isinstance(value, Seq) else str(value).strip(), []
            ).append(entry)
        if not {"id", "name"} & {*fields_by_heading.values()}:  # then it is what the card is called
            for card_name, rows in groups.items():
                rows[0][text_node("name", rows[0].line, 1)] = text_node(
                    card_name, rows[0].line, 1, quoted=True
                )
        return list(groups.values())

    def _note_disagreements(self, groups: Sequence[Sequence[Map]]) -> None:
        """Note fields in which the rows of a card differ.

        They are fields in which the rows of most other cards agree."""
        for name in self.fields:
            values = [
                [(row, str(node)) for row in rows if (node := row.value(name)) is not None]
                for rows in groups
            ]
            several = [texts for texts in values if len(texts) > 1]
            differ = [texts for texts in several if len({text for _, text in texts}) > 1]
            if differ and (name in self.spec.entries.common or 3 * len(differ) <= len(several)):
                rows = [texts[0][0].line for texts in differ]
                message = (
                    f"rows of one card say different things as {name} (from {_rows(rows)} on), "
                    "and the first counts"
                )
                self._note("rows-of-a-card", rows[0], message)

    def _make_ids(self) -> None:
        if self.spec.by_id:
            return
        there = {column.field for column in self.columns if column}
        naming_field = "art" if "art" in there and "name" not in there else "name"
        lacking = [
            (number, entry)
            for number, entry in enumerate(self.entries, 1)
            if entry.value("id") is None
        ]
        used_ids = {
            str(entry.value("id")): 1 for entry in self.entries if entry.value("id") is not None
        }
        for number, entry in lacking:
            name = entry.value(naming_field)
            if isinstance(name, TypedText) and name.strip():
                id = unused_id(id_of(_stem(name) if naming_field == "art" else name), used_ids)
                entry[text_node("id", name.line, name.column)] = text_node(
                    id, name.line, name.column
                )
                continue
            id = unused_id(
                f"{self.spec.deck}-{number}" if self.spec.deck else str(number), used_ids
            )
            entry[text_node("id", entry.line, 1)] = text_node(id, entry.line, 1)
            if self.spec.deck:  # which would else be made of the id, and print
                entry.setdefault(
                    text_node("name", entry.line, 1), text_node("", entry.line, 1, quoted=True)
                )
            row = self.table.rows.get((entry.line, entry.column), entry.line)
            self.unnamed.append((row, id))
        if "id" in there:
            self._note_lacking_ids([entry for _, entry in lacking])
        elif self.entries:
            self._note_ids(naming_field if len(self.unnamed) < len(self.entries) else "")

    def _note_lacking_ids(self, entries: Sequence[Map]) -> None:
        """Note which rows have no id, and which ids were spelt anew.

        There is a column of ids."""
        if entries:
            rows = _rows(
                [self.table.rows.get((entry.line, entry.column), entry.line) for entry in entries]
            )
            new_ids = listed([str(entry.value("id")) for entry in entries], _MOST_LISTED)
            message = f"no id in {rows}, so ids are made: {new_ids}"
            self._note("ids-made", entries[0].line, message)
        spots = [(entry, self.typed_ids.get((entry.line, entry.column))) for entry in self.entries]
        respelt = [(entry, typed) for entry, typed in spots if typed is not None]
        if respelt:
            new_spellings = [f'"{typed}" is {entry.value("id")}' for entry, typed in respelt]
            message = "ids are of small letters, digits and hyphens"
            self._note(
                "ids-made",
                respelt[0][0].line,
                f"{message}: {listed(new_spellings, _MOST_RESPELT)}",
            )

    def _note_ids(self, naming_field: str) -> None:
        """Note what ids are made of: of a column, or of numbers."""
        moves = "they move where a row is put between"
        origin = {"art": "made of the pictures", "name": "made of the names"}.get(
            naming_field, "numbers"
        )
        examples = ", ".join(str(entry.value("id")) for entry in self.entries[:3])
        if len(self.entries) > 3:
            examples += ", ..."
        message = f"there is no column id, so ids are {origin}: {examples}"
        if not naming_field and self.spec.deck:
            message += f"; {moves}"
        self._note("no-id-column", self.names[0].line if self.names else 0, message)
        if naming_field and self.unnamed:
            rows = [row for row, _ in self.unnamed]
            ids = listed([id for _, id in self.unnamed], _MOST_LISTED)
            message = f"no {naming_field} in {_rows(rows)}, so ids are numbers: {ids}; {moves}"
            self._note("ids-made", rows[0], message)

    def _note_looks(self) -> None:
        """Note the looks of cells that are lost, and struck-out text that prints."""
        book = self.book
        texts = [
            (row, node.column)
            for rows in self.table.texts.values()
            for row, printed_cells in rows.items()
            for node in printed_cells.values()
        ]
        entry_cells = {
            (entry.line, node.column) for entry in self.entries for node in entry.values()
        }
        printed_cells = entry_cells.union(texts)
        struck = book.struck if book else set[tuple[int, int]]()
        columns = dict[int, set[int]]()
        for row, column in printed_cells:
            columns.setdefault(row, set()).add(column)
        rows = sorted(
            row
            for row, filled in columns.items()
            if all((row, column) in struck for column in filled)
        )
        if rows:
            them = "them" if len(rows) > 1 else "it"
            message = (
                f"{_rows(rows)} {'are' if len(rows) > 1 else 'is'} struck out and printed all "
                "the same"
            )
            remedy = f"delete or hide {them} to leave {them} out"
            self._note("cell-looks", rows[0], message, remedy)
        if cells := sorted(
            {
                spot
                for spot in (*self.struck, *struck)
                if spot in printed_cells and spot[0] not in rows
            }
        ):
            message = f"what is struck out prints like all else: {_cells(cells)}"
            self._note("cell-looks", cells[0][0], message, "delete it to leave it out")
        if book and book.struck_if:
            struck_cells = listed(dict.fromkeys(book.struck_if), _MOST_LISTED)
            self._note(
                "cell-looks",
                0,
                f"cells {struck_cells} are struck out where a condition holds, and print like "
                "all else",
                "delete or hide what shall not be printed",
            )
        if unseen := sorted(printed_cells.intersection(book.unseen if book else ())):
            message = (
                f"the sheet shows nothing of {_cells(unseen)}, white on white or in the format "
                ";;;, and it is read all the same"
            )
            self._note("cell-looks", unseen[0][0], message, "clear what shall not be printed")
        self._note_differing_parts(printed_cells)

    def _note_differing_parts(self, printed_cells: Collection[tuple[int, int]]) -> None:
        """Note how parts of cells look that no card takes over: names and the like are printed in
        one look."""
        texts, names = self._columns_of(markup=True), self._columns_of(markup=False)
        left_out = dict[str, list[tuple[int, int]]]()
        for kind, cells in (self.book.differing if self.book else {}).items():
            columns = texts | names if kind in NO_SPAN_SAYS else names
            spots = [spot for spot in cells if spot[1] in columns and spot in printed_cells]
            if spots:
                left_out[kind] = sorted(set(spots))
        if not left_out:
            return
        spots = list(chain.from_iterable(left_out.values()))
        is_of_text = any(column in texts for _, column in spots)
        kinds = "; ".join(f"{kind} in {_cells(cells)}" for kind, cells in left_out.items())
        self._note(
            "cell-looks",
            min(row for row, _ in spots),
            f"of the looks of parts of a cell is left out: {kinds}",
            'name the font of such words, as in [words]{font="Crimson Pro"}'
            if is_of_text
            else "put what shall look so into a field that is a text",
        )

    def _columns_of(self, *, markup: bool) -> set[int]:
        """The columns that hold texts with mark-up, or those without, counted from 1."""
        fields = {
            at: self.fields[column.field]
            for at, column in enumerate(self.columns, 1)
            if column and column.field
        }
        return {at for at, field in fields.items() if field.has_markup == markup}

    def _note_other_headings(self) -> None:
        """Note rows that look like the headings of another table on the same sheet."""
        file = self.table.file
        rows = list[tuple[int, list[tuple[int, str]]]]()
        if is_list(file.name) or self.spec.together is not None or self.spec.every:
            return
        for entry in self.entries:
            cells = dict[int, str]()
            for node in entry.values():
                if isinstance(node, TypedText) and node.strip():
                    # an id that was made stands where its name does
                    cells.setdefault(node.column, node)
            rows.append((entry.line, list(cells.items())))
        for number in other_headings(rows, self.heads):
            message = (
                f"row {number} looks like the headings of another table, and is read as a "
                f"{self.spec.entries.noun} like those below it"
            )
            remedy = "give each table a sheet or a file of its own"
            self._note("headings-guessed", number, message, remedy)

    def _pass_over(self, row: int, why: str) -> None:
        self.passed_over.setdefault(why, []).append(row)

    def _note(self, code: str, row: int, message: str, remedy: str = "") -> None:
        """Note how the table is read, with the first row that is meant, or 0 for the whole file."""
        # rows of a list are its numbers, and no lines
        line = 0 if is_list(self.table.file.name) else row
        place = Place(self.table.file, line)
        self.table.notes.append(note(code, message, remedy=remedy, place=place))

    def _note_rows(self) -> None:
        """Note which rows make no cards, and what else may be misread."""
        noun = self.spec.entries.noun
        if self.passed_over:
            reasons = [f"{_rows(rows)} ({why})" for why, rows in self.passed_over.items()]
            first_row = min(rows[0] for rows in self.passed_over.values())
            self._note("row-left-out", first_row, f"no {noun} is made of {'; '.join(reasons)}")
        if self.kept:
            rows = [*self.kept]
            message = f"{_rows(rows)}: what begins with # and is filled as a {noun} is one"
            self._note("row-left-out", rows[0], message, "begin a comment with ##")
        for picture, cells in self.pictures.items():
            if len(cells) > 1:
                self._note(
                    "pictures-alike",
                    0,
                    f"cells {listed(list(cells.values()), _MOST_LISTED)} name different "
                    f"pictures that are all called {picture}",
                    "give them names of their own in art/ and here, or one is shown for all",
                )
        self._note_looks()
        self._note_other_headings()
        if self.formulas:
            self._note(
                "formula-as-text",
                self.formulas[0][0],
                f"formulas that stand as text are printed as they stand: {_cells(self.formulas)}",
                "write what they come to",
            )
        if self.divided:
            self._note(
                "quotes-in-table",
                self.divided[0][0],
                f"curly quotes do not hold a cell together: {_cells(self.divided)}",
                'where the text goes on in the next cell, type straight ones:  "a, b"',
            )
        if self.reading.divided_by_lines:
            self._note("rows-of-a-card", 0, f"a {noun} is what stands between lines of %")
        if self.reading.loose:
            self._note(
                "quotes-in-table",
                self.reading.loose[0],
                f"{_rows(self.reading.loose)}: a quoted text ends before its cell does, or "
                "holds quotes that are not doubled",
                "it is read as spreadsheets read it",
            )
        for at, counts in self.counts.items():
            if counts and all(map(_COUNT.fullmatch, counts)):
                column = letters(at + 1)
                self._note(
                    "column-of-counts",
                    self.names[0].line,
                    f"column {column} holds whole numbers and is left out, for its heading "
                    "begins with #",
                    f"to count copies by it, write  columns: {{{column}: copies}}",
                )


def _rows(numbers: Sequence[int]) -> str:
    """Rows by their numbers."""
    noun = "rows" if len(numbers) > 1 else "row"
    return f"{noun} {listed(numbers, _MOST_LISTED)}"


def is_comment(cell: str | None) -> bool:
    """True if a row is a comment by its first cell.

    A formula that fails is none."""
    return cell is not None and not isinstance(cell, CellValue) and cell.lstrip().startswith("#")


def _cells(cells: Sequence[tuple[int, int]]) -> str:
    """Cells by their names."""
    names = [f"{letters(column)}{row}" for row, column in cells]
    noun = "cells" if len(names) > 1 else "cell"
    return f"{noun} {listed(names, _MOST_LISTED)}"


def is_sum(cells: Sequence[str | None], naming: Sequence[int]) -> bool:
    """True if a row sums up the others.

    It has a word for it and numbers, or, where nothing has a name, numbers alone that formulas
    make. `naming` are the columns, counted from 0, that say what a card is called."""
    first = next(cell for cell in cells if cell is not None)
    if first.strip(" :=").casefold() in _SUMS:
        rest = [cell for cell in cells if cell is not None][1:]
        return bool(rest) and all(
            (isinstance(cell, CellValue) and cell.kind != "b") or _FIGURE.fullmatch(cell)
            for cell in rest
        )
    if any(cells[at] is not None for at in naming if at < len(cells)):
        return False
    return all(
        cell is None or (isinstance(cell, CellValue) and cell.computed and cell.kind != "b")
        for cell in cells
    )


def _unmarked(cell: str | None) -> str | None:
    r"""Return a cell's text, with `\#` at its beginning as #."""
    return (
        cell
        if cell is None or isinstance(cell, RichText)
        else cell.replace("\\#", "#", 1)
        if cell.lstrip().startswith("\\#")
        else cell
    )


def _stem(picture: str) -> str:
    """The name of a picture without its folders and its ending."""
    return re.sub(r".*/|\.[a-z]{3,4}$", "", picture, flags=re.IGNORECASE)


def _map(line: int) -> Map:
    node = Map()
    node.line = line
    node.column = 1
    return node
