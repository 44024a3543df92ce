"""A proposed deck file, as a person would write it.

It is for a table whose columns are understood."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import Finding, in_words
from cardgen.base.units import listed, spanned
from cardgen.load.cell_names import in_cells
from cardgen.load.columns import (
    HEADING_ABOVE,
    NO_HEADINGS,
    NO_SEPARATOR,
    TableSpec,
    field_of,
    spellings,
)
from cardgen.load.fields import COMMON
from cardgen.load.table import read_table
from cardgen.load.table_search import FoundTable, GuessedColumn
from cardgen.model.card_roles import PLAIN, USUAL_SIZES
from cardgen.model.fields import Field
from cardgen.model.look_choice import look_for
from cardgen.model.made_art import AUTO
from cardgen.schema.field_kinds import DeclaredField
from cardgen.schema.source import text_node
from cardgen.schema.values import id_of

TEMPLATE = f"{PLAIN}.svg"
"""The template of a proposal: it shows whatever a card says."""
_SAFE = re.compile(r"[^\W\d_][\w]*(?:[ -][\w]+)*")
_PLAIN_WORDS = ("yes", "no", "on", "off", "true", "false", "null", "y", "n")
_UNNAMED = re.compile(
    r"(sheet|tabelle(nblatt)?|blatt|feuil(le)?|hoja|foglio|planilha|página|folha|arkusz|blad|ark|"
    r"list|лист|シート|工作表|시트) ?\d+",
    re.IGNORECASE,
)
"""What programs call a sheet to which nobody has given a name."""
_PICTURED = frozenset({"creature", "event", "item", "spell"})
"""The looks whose windows stand empty without art."""
_LOSSES = {"row-left-out", "column-of-counts", "quotes-in-table"}
"""Codes of notes on what a table would lose when it is read so."""
_MOST_TOLD, _MOST_LISTS = 5, 20


class _Headings(NamedTuple):
    """The headings of a deck file: their meanings, and why some are left out."""

    meant: dict[str, str]
    left: dict[str, str]
    said: dict[str, str]
    """What is told of a heading behind its meaning."""


def deck_file(
    file: Path,
    home: Path,
    table: FoundTable,
    *,
    sure: bool,
    template: str = "",
    look: str = "",
    together: str = "",
) -> Iterator[str]:
    """Yield the lines of a deck file for the table of a file.

    The file lies in `home`, and its columns have their proposals; what is to be mended in it is
    told. Where it is not `sure` that its headings are some, it says which row they are. Rows that
    say the same in the field `together` are one card. `look` is the look of the cards, which is
    else chosen by their fields."""
    sheet, columns, rows = table.sheet if table.sheets else "", table.columns, table.headings
    fields = _fields(columns)
    headings = _headings(columns)
    deck_name = "" if _UNNAMED.fullmatch(sheet) else sheet
    yield (
        f"# proposed for {file.name}; save it as {id_of(deck_name or file.stem)}.yaml beside "
        "it, and change what is wrong"
    )
    asked = f"; for one of them:  cardgen table --guess {file.name} --sheet NAME"
    if table.others:
        yield f"# other lists: {listed(table.others, _MOST_LISTS)}{asked}"
    if table.sheets:
        yield f"# other sheets: {', '.join(name for name in table.sheets if name != sheet)}{asked}"
    bare, listing = tuple(rows) == NO_HEADINGS, tuple(rows) == HEADING_ABOVE
    if bare:
        yield (
            "# row 1 is taken for a card; if it holds headings, write  header_row: 1  and them "
            "in place of the letters"
        )
    elif not sure and not listing:
        letters = "columns: {A: name, B: text}" if len(columns) > 1 else "columns: {A: name}"
        remedy = f"put a row of headings above it, or write  header_row: none  and  {letters}"
        yield f"# row {rows[-1]} is taken for headings; if it is a card, {remedy}"
    if table.above:
        above = f"{'rows' if len(table.above) > 1 else 'row'} {spanned(table.above)}"
        yield (
            f"# no card is made of {above}, above the headings; if there are cards, give them a "
            "table of their own"
        )
    titles = [deck_name, file.stem]
    titles += [column.last for column in columns if column.proposal.meaning == "name"]
    chosen_look = look or look_for(fields, titles)
    yield f"size: {(not template and USUAL_SIZES.get(chosen_look)) or 'poker'}"
    yield from _templates(template, chosen_look)
    meanings_of_columns = {column.proposal.meaning for column in columns}
    if not template and chosen_look in _PICTURED and not meanings_of_columns & {"art", "icon"}:
        yield f"art: {AUTO}   # a drawing is made for cards that name none"
    if fields:
        yield "fields:"
        counted = {
            column.proposal.meaning: _counting(column.proposal.counted)
            for column in columns
            if column.proposal.counted
        }
        yield from (
            f"  {name}: {_declared(field)}{counted.get(name, '')}" for name, field in fields.items()
        )
    yield "cards:"
    yield f"  file: {_quoted(file.name)}"
    if sheet:
        yield f"  sheet: {_quoted(sheet)}"
    if table.at:
        yield f"  at: {_quoted(table.at)}"
    if together:
        yield f"  together: {together}   # its rows are one card, which has them as card.rows"
    if table.separator:
        yield f"  separator: {table.separator}"
    if not listing:
        yield f"  header_row: {'none' if bare else rows[0] if len(rows) == 1 else rows}"
    if headings.meant:
        yield "  columns:"
        yield from (
            f"    {_quoted(heading)}: {meaning}{headings.said.get(heading, '')}"
            for heading, meaning in headings.meant.items()
        )
    if headings.left:
        yield "  ignore:"
        yield from (f"    - {_quoted(heading)}   # {why}" for heading, why in headings.left.items())
    meanings = {
        text_node(heading, 1, 1): text_node(meaning, 1, 1)
        for heading, meaning in headings.meant.items()
    }
    spec = TableSpec(
        text_node(sheet, 1, 1) if sheet else None,
        () if listing else tuple(rows),
        meanings,
        tuple(headings.left),
        deck=id_of(deck_name or file.stem),
        at=text_node(table.at, 1, 1) if table.at else None,
        separator=NO_SEPARATOR if table.separator else "",
        together=text_node(together, 1, 1) if together else None,
    )
    yield from _to_mend(file, home, fields, spec)


def _templates(own_template: str, look: str) -> Iterator[str]:
    """Yield the lines that name the templates: the project's own, a look, or the plain one."""
    if own_template:
        yield (
            f"template: {_quoted(own_template)}   # asks for these fields; {TEMPLATE} shows "
            "whatever a card says"
        )
    elif look and look != PLAIN:
        yield f"template: looks/{look}.svg   # {TEMPLATE} shows the name of every field as well"
        yield f"back: looks/{look}-back.svg"
    else:
        yield f"template: {TEMPLATE}   # shows whatever a card says, until you draw your own"


def _headings(columns: Sequence[GuessedColumn]) -> _Headings:
    times = Counter(column.heading.strip() for column in columns)
    meanings = dict[str, str]()
    ignored = dict[str, str]()
    remarks = dict[str, str]()
    for column in columns:
        heading = (
            column.heading
            if column.heading and times[column.heading.strip()] == 1
            else column.letter
        )
        if not column.proposal.why and not _is_plain(column, columns):
            meanings[heading] = column.proposal.meaning
            if column.proposal.told:
                remarks[heading] = f"   # {column.proposal.told}"
        elif column.proposal.why not in ("", "empty") and not column.heading.startswith("#"):
            ignored[heading] = column.proposal.why
    return _Headings(meanings, ignored, remarks)


def _to_mend(file: Path, home: Path, fields: Mapping[str, Field], spec: TableSpec) -> Iterator[str]:
    """Yield problems of the table as the deck file reads it.

    Most are rows without a name."""
    problems = list[Finding]()
    table = read_table(file, fields, problems, home, spec)
    yield from (
        f"# note: {file.name}: {in_words(note.what, note.remedy)}"
        for note in table.notes
        if note.code in _LOSSES
    )
    if problems_of_cells := in_cells(problems, file, table.headings):
        yield "# to mend in the table, before it loads:"
        yield from (
            f"# {' '.join(str(problem).splitlines())}" for problem in problems_of_cells[:_MOST_TOLD]
        )


def _fields(columns: Sequence[GuessedColumn]) -> dict[str, DeclaredField]:
    """The fields that the deck file declares."""
    return {
        column.proposal.field.name: column.proposal.field
        for column in columns
        if column.proposal.field and not column.proposal.why
    }


def _is_plain(column: GuessedColumn, columns: Sequence[GuessedColumn]) -> bool:
    """True if a heading alone tells what the column is."""
    if not column.heading or column.heading.startswith("#"):
        return False
    all_fields = {**COMMON, **_fields(columns)}
    mine = sum(
        1
        for other in columns
        if other.heading and spellings(other.heading) & spellings(column.heading)
    )
    return field_of(column.heading, all_fields) == column.proposal.meaning and mine == 1


def _declared(field: DeclaredField) -> str:
    """A field as a deck file declares it."""
    options = [f"{name}: {_quoted(str(value))}" for name, value in field.given_options.items()]
    if field.optional:
        options.append("optional: true")
    if field.has_default:
        options.append(f"default: {json.dumps(field.default)}")
    if field.choices:
        choices = ", ".join(map(_quoted, field.choices))
        return f"{{{', '.join([f'{field.kind}: [{choices}]', *options])}}}"
    return f"{{{field.kind}: {{{', '.join(options)}}}}}" if options else field.kind


def _counting(field: DeclaredField) -> str:
    """The remark on a field of numbers that stands as text."""
    return f"   # as it stands; to count with it: {_declared(field)}"


def _quoted(text: str) -> str:
    """A text as YAML has it."""
    plain = _SAFE.fullmatch(text) and text.casefold() not in _PLAIN_WORDS
    return (
        text
        if plain or re.fullmatch(r"[\w-]+(\.[\w-]+)*\.[a-z]{3,4}", text)
        else "".join(map(_seen, json.dumps(text, ensure_ascii=False)))
    )


def _seen(sign: str) -> str:
    """A sign of a quoted text, by its number where it shows nothing, as a zero-width space does:
    what is printed would lose it."""
    if sign.isprintable():
        return sign
    number = ord(sign)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
