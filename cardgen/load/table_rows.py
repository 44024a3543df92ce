"""Rows of table files: CSV as in RFC 4180, XLSX and ODS.

In CSV, commas, semicolons, tabs or bars part columns."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.load.cell_values import CellValue
from cardgen.load.columns import NO_HEADINGS, NO_SEPARATOR, Row, TableSpec, alike, letters
from cardgen.load.long_tables import Volume
from cardgen.load.opendocument import OpenDocument
from cardgen.load.workbook import FAILED, MOST_UNPACKED, Archive, Cell, TooLargeError, Workbook
from cardgen.model.table_files import is_list
from cardgen.sandbox import process
from cardgen.schema.source import LARGEST, SAVE_AS_UTF_8, typed_bytes, typed_text
from cardgen.schema.values import wrong

MOST_CELLS = 5_000_000
"""How far a sheet may reach, in cells."""
MOST_COLUMNS = 16_384
"""And to the right: as far as in a spreadsheet program."""
_KINDS = {b"PK\x03\x04": "a workbook (XLSX or ODS)", b"\xd0\xcf\x11\xe0": "a workbook of old (XLS)"}
"""What files are that are no text, by how they begin."""
SECONDS = 10.0
"""Of work, for a table: all that libraries are given of it at a time is small, so reading can stop
by itself."""
_BEGINNING = 2**16
"""In how many characters the headings are looked for."""
_LONGEST_LINE = 2**20
_USUAL = (",", ";", "\t", "|")
SEPARATORS = (*_USUAL, "~", "^", "::", "¦", "§", "•", "\x1f")
"""What stands between the columns of a text, the usual ones first."""
_STAND_IN = "\x1f"
"""The sign of ASCII between units, in place of a separator that is several signs."""
_EVEN, _EVEN_OF_TEXTS = 0.6, 0.9
"""In how many lines of a table, of 1, its separator stands as often as in the first; and where that
is no row of headings."""
_FEWEST_LINES = 3
"""How many lines below a title are a table."""
_FORTUNE = re.compile(r"^%%?[ \t\r]*$", re.MULTILINE)
"""The line between two cards in files of fortune(6)."""
_LONGEST_HEADING = 40
_FEW_PARTS = 2
_ENDS_OF_CELL = ",;\t|~^:¦§•\n\r"
_IN_QUOTES = r'"(?:[^"]|"")*"'
_QUOTED = re.compile(rf"(?<![^{_ENDS_OF_CELL}]){_IN_QUOTES}(?=(?P<rest>.?))", re.DOTALL)
_MOST_BROKEN = 20

Cells = Iterator[Row]

WORKBOOK_READERS: Mapping[str, type[Archive]] = {".xlsx": Workbook, ".ods": OpenDocument}
"""The readers of files that have several sheets, by ending."""


@dataclass(slots=True)
class Reading:
    """Notes on a file that is read.

    Rows whose quotes were read as spreadsheets read them, and rows that cannot be read."""

    loose: list[int] = field(default_factory=list)
    broken: list[Finding] = field(default_factory=list)
    spots: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Where the headings of a list in JSON or YAML stand, by column."""
    at: str = ""
    others: list[str] = field(default_factory=list)
    """Where the list is, and other lists of the same file."""
    divided_by_lines: bool = False
    """True if lines of % stand between the cards of a text."""


def rows_of(
    file: Path, home: Path, spec: TableSpec, reading: Reading | None = None
) -> tuple[Archive | None, Cells]:
    """The rows of a table, and the workbook that they are in, if any. What is to be told is added
    to `reading`; without it what is broken is passed over. Raises CardgenError."""
    kind = WORKBOOK_READERS.get(file.suffix.lower())
    size = file.stat().st_size if file.is_file() else 0  # what is no file is told when it is opened
    work = process.OwnWork(
        process.Busy(
            f'the table "{file.name}"', Place(file), SECONDS, "split it into several decks"
        ),
        size,
    )
    if kind:
        book = _workbook(kind, file, home, work)
        return book, work.of(_workbook_rows(book, file, spec))
    if spec.sheet is not None and spec.section:
        message = f"{file.name} is a table without sheets"
        remedy = "take the line out, or name an XLSX or ODS file"
        raise spec.section.source.wrong(message, remedy, spec.sheet, code="unknown-sheet")
    if is_list(file.name):
        return None, work.of(_list_rows(file, home, spec, reading or Reading()))
    return None, work.of(_text_rows(file, home, spec, reading or Reading()))


def _list_rows(file: Path, home: Path, spec: TableSpec, reading: Reading) -> Cells:
    from cardgen.load.card_lists import card_list  # few decks are lists of JSON or YAML

    cards = card_list(file, home, spec.at, sure=not spec.any_list)
    reading.spots, reading.at, reading.others = cards.spots, cards.at, cards.others
    yield from cards.rows


def _text_rows(file: Path, home: Path, spec: TableSpec, reading: Reading) -> Cells:
    volume = spec.volume
    text = _text(file, home) if volume is None else _text_of_volume(file, home, volume)
    separator = (
        "\t"
        if file.suffix.lower() == ".tsv" and not spec.separator
        else spec.separator or separator_of(text, spec)
    )
    for place, row in enumerate(_records(file, text, separator, reading, volume), 1):
        number = _row_number(place, volume)
        # how a spreadsheet is told of the separator
        if number == 1 and len(row) <= 2 and text[:4].lower() == "sep=":
            continue
        # what a table of Markdown has below its headings
        if separator == "|" and not any(cell.strip(" :-") for cell in row):
            continue
        # and blanks between its bars and the texts
        texts = [cell.strip(" ") for cell in row] if separator == "|" else row
        yield (
            number,
            [_failed(cell) if cell in FAILED else cell if cell.strip() else None for cell in texts],
        )


def _row_number(place: int, volume: Volume | None) -> int:
    """The number in the file of what stands at a place among the rows that are read."""
    is_below = volume is not None and place > volume.heading_rows
    return place + (volume.rows_before if volume and is_below else 0)


def _records(
    file: Path, text: str, separator: str, reading: Reading, volume: Volume | None = None
) -> Iterator[list[str]]:
    """The rows of a text. Quotes that end early, or stand within a quoted text, are read as
    spreadsheets read them; a row whose quote is never closed is left out, so that it does not take
    those below it along."""
    if separator == NO_SEPARATOR:
        yield from _line_records(file, text, reading)
        return
    sign = separator if len(separator) == 1 else _STAND_IN
    lines = _lines(file, text.replace(separator, sign) if sign != separator else text)
    again = list[str]()
    used = list[str]()

    def feed() -> Iterator[str]:
        while True:
            line = again.pop() if again else next(lines, None)
            if line is None:
                return
            used.append(line)
            yield line

    spaced = has_spaced_quotes(text, sign)
    place = 0
    while True:
        place += 1
        number = _row_number(place, volume)
        used.clear()
        try:
            row = next(csv.reader(feed(), delimiter=sign, skipinitialspace=spaced), None)
        except csv.Error as error:  # a NUL, or a cell beyond all measure
            raise wrong(
                f"this row cannot be read ({error})",
                "type it anew",
                Place(file, number),
                code="quotes-in-table",
            ) from error
        if row is None:
            return
        fault = _fault(used, sign, spaced)
        if not fault:
            yield row
        elif len(used) > 1 or fault.startswith("unexpected end"):
            message = f"this row cannot be read ({fault})"
            remedy = "close each quoted text, and double the quotes inside it"
            reading.broken.append(Finding("quotes-in-table", message, remedy, Place(file, number)))
            if len(reading.broken) > _MOST_BROKEN:
                return
            again += reversed(used[1:])
            yield []
        else:
            reading.loose.append(number)
            cells = (
                _loosely(used[0].rstrip("\r\n"), sign) if any('"' in cell for cell in row) else row
            )
            yield cells if cells and len(cells) == len(row) else row


def has_spaced_quotes(text: str, sign: str) -> bool:
    """True if blanks stand between a separator and a quoted text that holds another one."""
    mark = re.escape(sign)
    spaced = rf'{mark} +"[^"\n]*{mark}[^"\n]*" *(?:{mark}|[\r\n]|$)'
    return re.search(spaced, text) is not None


def _line_records(file: Path, text: str, reading: Reading) -> Iterator[list[str]]:
    """Yield the lines of a text, each as a row of one cell.

    Where lines of `%` stand between the cards, as in files of fortune(6), the lines up to the next
    are one card; the rows of the further ones are empty, so that rows keep their numbers."""
    if len(_FORTUNE.findall(text)) < _FEWEST_LINES:
        for line in _lines(file, text):
            yield [_unquoted(line.rstrip("\r\n"))]
        return
    reading.divided_by_lines = True
    card: list[str] = []
    for line in [*_lines(file, text), "%"]:
        if not _FORTUNE.fullmatch(line.rstrip()):
            card.append(line.rstrip())
            continue
        yield ["\n".join(card).strip("\n")]
        yield from ([] for _ in card)
        card = []


def _fault(lines: Sequence[str], sign: str, spaced: bool) -> str:
    """Return what is wrong with the quotes of a row, by RFC 4180.

    It may be `spaced` behind its separators."""
    if not any('"' in line for line in lines):
        return ""
    try:
        deque(csv.reader(lines, delimiter=sign, strict=True, skipinitialspace=spaced), maxlen=0)
    except csv.Error as error:
        return str(error)
    return ""


def _loosely(line: str, sign: str) -> list[str] | None:
    """The cells of a line in which quoted texts hold quotes that are not doubled: a text ends at a
    quote with a separator behind it. They are None where one does not end so."""
    cells = list[str]()
    rest = line + sign
    while rest:
        text = rest.lstrip(" ") if sign != " " else rest
        if text.startswith('"'):
            end = text.find(f'"{sign}', 1)
            if end < 0:
                return None
            cells.append(text[1:end].replace('""', '"'))
            rest = text[end + 1 + len(sign) :]
        else:
            cell, _, rest = rest.partition(sign)
            cells.append(cell)
    return cells


def _unquoted(line: str) -> str:
    """A line that is one text, without the quotes around it."""
    quoted = line.strip()
    inner = quoted[1:-1]
    if len(quoted) > 1 and quoted == f'"{inner}"' and '"' not in inner.replace('""', ""):
        return inner.replace('""', '"')
    return line


def _text(file: Path, home: Path) -> str:
    """Return the text of a table. Raises CardgenError with the line alone: its columns are signs,
    and not those of the table."""
    try:
        return typed_text(file, home, utf_16=True)  # as Excel saves what it calls Unicode text
    except CardgenError as error:
        problem = replace(
            error.findings[0], place=Place(file, getattr(error.findings[0].place, "line", 0))
        )
        if problem.remedy != SAVE_AS_UTF_8:
            raise CardgenError(problem) from None
        if kind := _KINDS.get(read_inside(file, home, LARGEST, "")[:4]):
            raise wrong(
                f"this is {kind}, whatever its name says",
                "save it as CSV, or name it as what it is",
                Place(file),
                code="file-unreadable",
            ) from None
        raise CardgenError(
            replace(problem, remedy="save it as CSV in UTF-8, which Excel calls CSV UTF-8")
        ) from None


def _text_of_volume(file: Path, home: Path, volume: Volume) -> str:
    """The headings and the rows of a volume. Raises CardgenError for what is not UTF-8."""
    try:
        return volume.read(file, home).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = _row_number(error.object[: error.start].count(b"\n") + 1, volume)
        raise wrong(
            f"the byte {error.object[error.start]:#04x} here is not UTF-8",
            "save it as CSV in UTF-8, which Excel calls CSV UTF-8",
            Place(file, line),
            code="not-utf-8",
        ) from error


def _lines(file: Path, text: str) -> Iterator[str]:
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > _LONGEST_LINE:
            message = f"this line has more than {_LONGEST_LINE:,} characters"
            raise wrong(
                message, "split the table into several decks", Place(file, number), code="too-large"
            )
        yield line


def separator_of(text: str, spec: TableSpec) -> str:
    r"""Return the sign between the columns of a text.

    It stands between the headings, and in most rows as often. NO_SEPARATOR where no sign does and
    its lines are texts.

    >>> separator_of("Name;Price;Qty\nOwl;1,50;2\n", TableSpec())
    ';'
    """
    lines = text[:_BEGINNING].splitlines()
    if lines and lines[0][:4].lower() == "sep=" and len(lines[0]) == 5:
        return lines[0][4]
    bare = _below_title(_QUOTED.sub(_without_content, text[:_BEGINNING]))
    rows = [line for line in bare.splitlines() if line.strip(' ,;\t"|')]
    lines_read = [line for line in rows if not line.lstrip(' "').startswith("#")] or rows
    if not lines_read:
        return max(_USUAL, key=text.count)
    first = lines_read[0]
    candidates = [
        (_evenness(lines_read, sign), first.count(sign), sign)
        for sign in SEPARATORS
        if sign in first
    ]
    usual = [candidate for candidate in candidates if candidate[2] in _USUAL] or [
        candidate for candidate in candidates if candidate[0] > _EVEN
    ]
    if not usual:
        return NO_SEPARATOR
    best = max(usual, key=lambda candidate: (candidate[0] > _EVEN, candidate[1]))
    if best[0] <= _EVEN and spec.header_row == NO_HEADINGS:
        return NO_SEPARATOR
    texts = best[0] < _EVEN_OF_TEXTS and not _may_be_headings(first, best[2])
    return NO_SEPARATOR if texts else best[2]


def _without_content(quoted: re.Match[str]) -> str:
    """An empty cell in place of one in quotes, or the end of a line where quotes that lie lines
    apart belong to no cell."""
    ends = not quoted["rest"] or quoted["rest"] in _ENDS_OF_CELL
    return '""' if ends or quoted[0].count("\n") < 2 else "\n"


def _below_title(text: str) -> str:
    """Return the text below the first empty line, or the whole text.

    There a title is above it and a table below."""
    above, *rest = re.split(r"\r?\n[ \t]*\r?\n", text.lstrip(), maxsplit=1)
    title = above.splitlines()[:1]
    below = [line for line in (rest[0] if rest else "").splitlines() if line.strip()]
    if len(below) < _FEWEST_LINES or any(sign in title[0] for sign in _USUAL):
        return text
    signs = [
        sign for sign in _USUAL if sign in below[0] and _evenness(below, sign) >= _EVEN_OF_TEXTS
    ]
    return rest[0] if any(_may_be_headings(below[0], sign) for sign in signs) else text


def _evenness(lines: Sequence[str], sign: str) -> float:
    """The share of lines in which a sign stands as often as in the first.

    Cells at the end may be missing where nothing is in them."""
    times = lines[0].count(sign)
    return sum(line.count(sign) == times for line in lines) / len(lines)


def _may_be_headings(line: str, sign: str) -> bool:
    """True if the parts of a line are as short as headings, and no sentences.

    A heading may ask, as in "Name;Done?"; between the parts of a sentence there is a blank. The
    title above a table may be long: spreadsheets write empty cells behind it."""
    parts = [part.strip() for part in line.split(sign)]
    if len(parts) > _FEW_PARTS and parts[0] and not any(parts[1:]):
        return True
    ends = (".", "!", "…", "?") if f"{sign} " in line else (".", "!", "…")
    return all(len(part) <= _LONGEST_HEADING and not part.endswith(ends) for part in parts)


def _workbook_rows(book: Archive, file: Path, spec: TableSpec) -> Cells:
    """The rows of a sheet that say something.

    Formulas count as the value they had when the file was saved."""
    bottom = right = 1
    try:
        sheet = _sheet(book.sheets(), spec) if spec.sheet is not None else ""
        for number, row in groupby(book.cells(sheet), key=lambda cell: cell.row):
            cells: list[str | None] = []
            for cell in row:
                bottom, right = max(bottom, number), max(right, cell.column)
                if bottom * right > MOST_CELLS or right > MOST_COLUMNS:
                    message = f"the sheet reaches to cell {letters(right)}{bottom}"
                    raise wrong(
                        message,
                        "delete the rows and columns around the cards",
                        Place(file),
                        code="too-large",
                    )
                cells += [None] * (cell.column - len(cells))
                cells[cell.column - 1] = _cell_text(cell)
            yield number, cells
    except CardgenError:
        raise
    except TooLargeError as error:
        raise wrong(
            str(error), "split it into several decks", Place(file), code="too-large"
        ) from error
    except Exception as error:  # whatever a file that is no sound workbook makes its readers raise
        raise wrong(
            "this is not a workbook that can be read",
            "save it anew as XLSX, or as CSV",
            Place(file),
            code="file-unreadable",
        ) from error


def _sheet(names: Sequence[str], spec: TableSpec) -> str:
    """The sheet that is wanted, by its name in the workbook. Raises CardgenError."""
    assert spec.sheet is not None
    name = alike(spec.sheet, names)
    if name is None:
        place = spec.section.source.place(spec.sheet) if spec.section else None
        raise wrong(
            f'the workbook has no sheet "{spec.sheet}"',
            did_you_mean(spec.sheet, names),
            place,
            code="unknown-sheet",
        )
    return name


def _workbook(kind: type[Archive], file: Path, home: Path, work: process.OwnWork) -> Archive:
    """A workbook that can be opened. Raises CardgenError."""
    kind_name = file.suffix[1:].upper()
    data = typed_bytes(file, home)
    try:
        book = kind(data, work.check)
    except (zipfile.BadZipFile, ValueError, RuntimeError, NotImplementedError) as error:
        raise wrong(
            f"this is not an {kind_name} workbook",
            f"save it anew as {kind_name}, or as CSV",
            Place(file),
            code="file-unreadable",
        ) from error
    if book.claimed > MOST_UNPACKED:
        raise wrong(
            f"the workbook is larger than {MOST_UNPACKED >> 20} MB unpacked",
            "split it into several decks",
            Place(file),
            code="too-large",
        )
    return book


def _failed(error: str) -> CellValue:
    """The cell of a formula that has no value."""
    cell = CellValue(error)
    cell.kind = "e"
    cell.computed = True
    cell.shown = str
    return cell


def _cell_text(cell: Cell) -> str | None:
    value, kind = cell.value, cell.kind
    if kind == "s":
        return value if value.strip() else None
    if kind == "b":
        truth = CellValue("true" if int(value) else "false")
        # XLSX files do not tell in which language it is shown
        visible = cell.text.strip() or str(truth).upper()
        truth.kind, truth.computed, truth.shown = kind, cell.computed, lambda decimal: visible
        return truth
    if kind == "d":
        date = cell.date() or cell.shown()  # hours of more than a day are none
        value, kind = (str(date), "d") if date else ("", "e")
    elif kind != "e":
        number = float(value) if set(value) & set(".eE") else int(value)
        if cell.computed and isinstance(number, float):  # as the sheet shows it: 0.7 + 0.1 is 0.8
            number = float(f"{number:.15g}")
        value = str(
            int(number)
            if isinstance(number, float) and number.is_integer() and abs(number) < 2**53
            else number
        )
    computed_cell = CellValue(value)
    computed_cell.kind = kind
    computed_cell.computed = cell.computed
    computed_cell.shown = cell.shown
    return computed_cell


def check_reach(file: Path, number: int, cells: Sequence[str | None], reached: int) -> None:
    """Raise CardgenError for a row that is too long, or comes after too many cells."""
    place = Place(file, 0 if is_list(file.name) else number)  # rows of a list are no lines
    if len(cells) > MOST_COLUMNS:
        raise wrong(
            f"this row has more than {MOST_COLUMNS:,} cells",
            "delete those beside the cards",
            place,
            code="too-large",
        )
    if reached > MOST_CELLS:
        raise wrong(
            f"the table has more than {MOST_CELLS:,} cells",
            "split it into several decks",
            place,
            code="too-large",
        )
