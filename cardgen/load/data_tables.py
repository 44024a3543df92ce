"""Tables that make no cards: data to be looked up.

Templates, rules and rulebooks do, such as the pips of each rank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from cardgen.base import findings as errors
from cardgen.base.findings import CardgenError, Finding, finding_of_too_many
from cardgen.load.cell_names import in_cells
from cardgen.load.cell_values import CellValue, ListCell
from cardgen.load.columns import (
    DATA,
    HEADING_ABOVE,
    NO_HEADINGS,
    HeadingReader,
    Row,
    Table,
    TableSpec,
    alike,
    field_name,
    field_of,
    joined,
    letters,
    table_spec,
)
from cardgen.load.expand import MOST_CARDS
from cardgen.load.fields import COMMON, ROWS, declared
from cardgen.load.odd_rows import says_headings
from cardgen.model.cards import CardRow, DataTable, Game
from cardgen.model.fields import AnyField, Field
from cardgen.model.project import Project
from cardgen.model.table_files import TABLES_AND_LISTS, is_table_or_list
from cardgen.schema.field_kinds import (
    ListField,
    NumberField,
    TextField,
    TruthField,
    WholeNumberField,
)
from cardgen.schema.keys import Section
from cardgen.schema.source import Map, Node, TypedText, text_node
from cardgen.schema.values import blank, check_name, wrong

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")
"""What a number is that rules may add up: `007`, `+1` and `1e5` are texts."""
_TEXTS = {name: field for name, field in COMMON.items() if field.is_text}
_MOST_ENTRIES = 1_000
"""How many different entries a column of lists has at the most; one with more is of texts."""


def read_data_tables(
    section: Section, project: Project, game: Game, tables: Map
) -> dict[str, DataTable]:
    """The tables that game.yaml names under `tables`, by name. What is wrong is noted in the
    section."""
    data_tables = dict[str, DataTable]()
    for name, node in tables.items():
        if section.full:
            break
        section.attempt(name, check_name, name, "table", ())
        table = read_data_table(section, project, game, node)
        if table:
            data_tables[str(name)] = table
    return data_tables


def read_data_table(section: Section, project: Project, game: Game, node: Node) -> DataTable | None:
    """One table of data, or None where it cannot be read, which is noted in the section."""
    spec = TableSpec()
    fields = dict[str, Field]()
    name = node
    before = len(section.problems)
    if isinstance(node, Map):
        inner = Section(section.source, DATA, section.problems, node)
        spec, fields = table_spec(inner), declared(inner, game.lists)
        _check_languages(inner, spec)
        name = node.value("file") or node
    if len(section.problems) > before:
        return None
    if not isinstance(name, TypedText) or not is_table_or_list(name):
        endings = ", ".join(TABLES_AND_LISTS)
        section.wrong(
            "a table of data is a file",
            f"name one that ends in one of {endings}",
            name,
            code="file-misnamed",
        )
        return None
    file = section.attempt(name, project.find_table, game.folder, str(name))
    if file is None:
        return None
    problems = list[Finding]()
    home = project.home_of(file)
    try:
        spec = replace(spec, entries=ROWS, colour_names=game.colour_names)
        table, all_fields = _read(file, home, spec, fields, problems)
        rows = tuple(_rows(table, all_fields, problems))
    except CardgenError as error:
        section.problems += error.findings
        return None
    section.problems += in_cells(problems, file, table.headings)
    if len(section.problems) > before:
        return None
    places = tuple(map(table.place, table.entries))
    return DataTable(rows, file, tuple(table.notes), places)


def _check_languages(section: Section, spec: TableSpec) -> None:
    """Note columns that are declared as a text in another language."""
    for meaning in spec.columns.values():
        if "." in meaning:
            remedy = f"name a field of its own:  {meaning.replace('.', '_')}"
            section.wrong(
                f'"{meaning}" is no field: a table of data is in one language',
                remedy,
                meaning,
                code="unknown-field",
            )


def _read(
    file: Path, home: Path, spec: TableSpec, fields: Mapping[str, Field], problems: list[Finding]
) -> tuple[Table, Mapping[str, Field]]:
    """The rows of a table as entries, and all its fields.

    Those that are declared, and one for each other column."""
    from cardgen.load.table import (
        read_table,  # what reads tables of all formats; few games have data
    )

    columns = _columns(file, home, spec, fields)
    all_fields, fields_by_heading = dict(fields), dict(spec.columns)
    for column in columns:
        if column.name not in all_fields:
            all_fields[column.name] = column.field()
        if column.key:
            fields_by_heading[text_node(column.key, 1, 1)] = text_node(column.name, 1, 1)
    if not columns:
        # an empty table, which is told by its reader
        all_fields["name"] = TextField("name", optional=True)
    return read_table(
        file, all_fields, problems, home, replace(spec, columns=fields_by_heading)
    ), all_fields


def _rows(table: Table, fields: Mapping[str, Field], problems: list[Finding]) -> Iterator[CardRow]:
    """Yield the rows of a table. What does not fit its field is added to `problems`."""
    if len(table.entries) > MOST_CARDS:
        raise wrong(
            f"this table has more than {MOST_CARDS:,} rows",
            "split it into several",
            table.place(table.entries[-1]),
            code="too-large",
        )
    before = len(problems)
    for entry in table.entries:
        if len(problems) - before >= errors.MOST_PROBLEMS:
            problems.append(finding_of_too_many(table.file))
            return
        assert isinstance(entry, Map)
        row = CardRow()
        for name, declared_field in fields.items():
            node = entry.value(name)
            if node is None or blank(node):
                row[name] = declared_field.default
                if declared_field.needed and name not in table.told.get(
                    (entry.line, entry.column), ()
                ):
                    message = f"this row has no {name}"
                    remedy = "write it, or give the field a default"
                    problems.append(
                        Finding(
                            "field-missing",
                            message,
                            remedy,
                            table.place(node) if node else table.place_of_missing(name, entry),
                        )
                    )
                continue
            try:
                row[name] = declared_field.read(node)
            except CardgenError as error:
                problems += error.at(table.place(node))
        yield row


@dataclass(slots=True)
class _DataColumn:
    """A column of data: its field, its `key` and its cells so far.

    `key` is what it is called under `columns` where its heading alone does not tell."""

    name: str
    key: str
    numbers: bool = True
    whole: bool = True
    truths: bool = True
    lists: bool = True
    entries: dict[str, None] = field(default_factory=dict)

    def see(self, cell: str) -> None:
        """Learns from one more cell."""
        text = cell.strip()
        visible = cell.shown(".") if isinstance(cell, CellValue) and cell.kind == "n" else None
        self.numbers &= all(
            _NUMBER.fullmatch(text)
            for text in (text, *([] if visible is None else [visible.strip()]))
        )
        self.whole &= "." not in text
        self.truths &= text.casefold() in ("true", "false")
        items = cell.items if isinstance(cell, ListCell) else None
        self.lists &= items is not None and len(self.entries) <= _MOST_ENTRIES
        if self.lists:
            self.entries.update(dict.fromkeys(items or ()))

    def field(self) -> Field:
        """The narrowest field that takes all cells.

        It is of numbers, of truths, of lists, or else of texts. The id of a card is a text."""
        if self.lists and self.entries:
            return ListField(self.name, tuple(self.entries), default=[], has_default=True)
        text = replace(_TEXTS.get(self.name, TextField(self.name)), optional=True)
        if self.name in ("id", "name", "art"):
            return text
        if self.truths:
            return TruthField(self.name, optional=True)
        if self.numbers:
            number_kind = WholeNumberField if self.whole else NumberField
            return number_kind(self.name, optional=True)
        return text


def _columns(
    file: Path, home: Path, spec: TableSpec, fields: Mapping[str, Field]
) -> list[_DataColumn]:
    """The columns of a table that are read, with what their cells are."""
    from cardgen.load.table import is_comment, is_sum
    from cardgen.load.table_rows import check_reach, rows_of

    book, rows = rows_of(file, home, spec)
    hidden = book.hidden if book and not spec.hidden else set[int]()
    concealed = book.hidden_columns if book and not spec.hidden else set[int]()
    first = next(rows, None)
    if first and first[0] == HEADING_ABOVE[0]:
        spec = replace(spec, header_row=HEADING_ABOVE)
    heads = HeadingReader(file, fields, spec, [], concealed)
    after = list[Row]()
    reached = 0
    rows = chain([first] if first else [], rows)
    for row in rows:
        if any(cell is not None for cell in row[1]) and heads.takes(row):
            break
    headings, after = heads.found()
    bare = spec.header_row == NO_HEADINGS
    columns: dict[int, _DataColumn] = (
        {} if bare else _headed_columns(headings, spec, fields, concealed)
    )
    used_names = {column.name for column in columns.values()}
    for number, cells in chain(after, rows):
        reached += len(cells)
        check_reach(file, number, cells, reached)
        if number in hidden or not any(cell is not None for cell in cells):
            continue
        if (
            is_comment(cells[0])
            or is_sum(cells, [])
            or says_headings(cells, [head for _, head in headings])
        ):
            continue
        for at, cell in enumerate(cells):
            if at not in columns and bare and letters(at + 1) not in spec.ignore:
                columns[at] = _by_letter(letters(at + 1), spec, used_names)
            if cell is not None and at in columns:
                columns[at].see(cell)
    return list(columns.values())


def _headed_columns(
    heading_rows: Sequence[Row], spec: TableSpec, fields: Mapping[str, Field], concealed: set[int]
) -> dict[int, _DataColumn]:
    """The columns that have a heading, counted from 0."""
    columns = dict[int, _DataColumn]()
    used_names = set(fields)
    headings = joined([cells for _, cells in heading_rows]) if heading_rows else []
    for at, (heading, last) in enumerate(headings):
        letter = letters(at + 1)
        meaning = next(
            (key for name in (heading, last, letter) if (key := alike(name, spec.columns))), None
        )
        if meaning is not None:
            columns[at] = _DataColumn(str(spec.columns[text_node(meaning, 1, 1)]), "")
            continue
        passed_over = any(alike(name, spec.ignore) for name in (heading, last, letter))
        if not heading or heading.startswith("#") or passed_over or at + 1 in concealed:
            continue
        name = field_of(heading, fields)
        same = next(
            (
                column.name
                for column in columns.values()
                if field_of(heading, {column.name: AnyField("")})
            ),
            None,
        )
        # a heading that is there twice is told
        name = name or same or field_name(heading, used_names, letter)
        used_names.add(name)
        columns[at] = _DataColumn(name, "" if field_of(heading, {name: AnyField("")}) else heading)
    return columns


def _by_letter(letter: str, spec: TableSpec, used_names: set[str]) -> _DataColumn:
    """The column of this letter in a table without headings."""
    key = alike(letter, spec.columns)
    name = (
        str(spec.columns[text_node(key, 1, 1)]) if key else field_name(letter, used_names, letter)
    )
    used_names.add(name)
    return _DataColumn(name, "" if key else letter)
