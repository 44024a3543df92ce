"""Workbooks for translators: each text with a picture of its card, room for its translation and for
questions. Same input, same bytes."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.load.columns import letters
from cardgen.load.opendocument_writer import ods_file, paragraphs_of
from cardgen.load.originals import MISSING, OLDER, UNKNOWN
from cardgen.load.rich_text import PLAIN
from cardgen.load.table_writer import escaped, undated
from cardgen.load.translator_rows import (
    EARLIER,
    LETTERS,
    NAME,
    ORIGINAL,
    QUESTION,
    RIGHT,
    STAMP,
    STATE,
    TRANSLATION,
    TranslatorRow,
)

WRITABLE = (".xlsx", ".ods")
"""The endings of workbooks that are written."""
_PICTURE = "card"
_POINTS = 0.75  # points to a pixel of a spreadsheet
_SHORT = 30
"""So many letters fit a line of a cell, at the least."""
_LINE = 14.0
"""The height of a line in a cell, in points."""
_LEAST, _HIGHEST = 18.0, 400.0
_LETTER = 0.19
"""The width of a letter in centimetres, by which columns are measured in ODS."""
_GROUNDS = {MISSING: "FFF1D6", OLDER: "FFE0D6", UNKNOWN: "EEEEEE"}
_RED, _TO_WRITE, _EDGE = "F8C4C4", "FFFBE6", "D9D3C8"
_HOW_TO = (
    "Write the translation into the column that is called so. Nothing else has to be changed.",
    "Marks such as **bold**, *italic* and {icons} stay around the words that they belong to.",
    "letters at most: as many fit the box on the card, in its smallest letters.",
    "original before: what the text said when it was translated. Where the translation is right "
    'all the same, write an x into "still right".',
    "Write what you want to know into the column of questions. Send the whole file back.",
)


class CardPicture(NamedTuple):
    """A picture of a card as JPEG, with its size in pixels of a spreadsheet."""

    data: bytes
    width: int
    height: int


class _BookColumn(NamedTuple):
    """A column: its heading and its width in letters."""

    heading: str
    width: int


def translator_book(
    rows: Sequence[TranslatorRow],
    language: str,
    pictures: Mapping[str, CardPicture],
    ending: str,
) -> bytes:
    """A workbook with these rows; the pictures are by the names of their cards, GAME/DECK/CARD.

    Raises CardgenError for a text that no workbook holds."""
    book = _Book(rows, language, pictures)
    return _ods(book) if ending == ".ods" else _xlsx(book)


class _Book(NamedTuple):
    """A workbook to be written."""

    rows: Sequence[TranslatorRow]
    language: str
    pictures: Mapping[str, CardPicture]

    def columns(self) -> tuple[_BookColumn, ...]:
        return (
            _BookColumn(_PICTURE, 24),
            _BookColumn(NAME, 30),
            _BookColumn(ORIGINAL, 44),
            _BookColumn(EARLIER, 28),
            _BookColumn(f"{TRANSLATION} ({self.language})", 44),
            _BookColumn(LETTERS, 9),
            _BookColumn(STATE, 11),
            _BookColumn(RIGHT, 9),
            _BookColumn(QUESTION, 30),
            _BookColumn(STAMP, 12),
        )

    def lines(self) -> Iterator[tuple[TranslatorRow, CardPicture | None, float]]:
        """Yield the rows, the first of each card with its picture, and their heights in points."""
        for card, group in groupby(self.rows, key=_card_of):
            rows = list(group)
            picture = self.pictures.get(card)
            share = picture.height * _POINTS / len(rows) + 3 if picture else 0.0
            for number, row in enumerate(rows):
                texts = (row.name, row.original, row.text)
                height = max(share, _LEAST, *map(self._height, texts))
                yield row, picture if number == 0 else None, height

    @staticmethod
    def _height(text: str) -> float:
        line_count = sum(math.ceil(max(1, len(line)) / _SHORT) for line in text.split("\n"))
        return line_count * _LINE + 4

    @property
    def to_write(self) -> list[int]:
        """The numbers of the columns that a translator writes, that of translations first."""
        names = (f"{TRANSLATION} ({self.language})", RIGHT, QUESTION)
        return [self.at[name] for name in names]

    @property
    def at(self) -> dict[str, int]:
        """The numbers of the columns by their headings, from 1."""
        return {column.heading: number for number, column in enumerate(self.columns(), 1)}


def _card_of(row: TranslatorRow) -> str:
    """The name of the card that a row is of; its own name for a text of no card."""
    parts = row.name.split("/")
    return "/".join(parts[:3]) if len(parts) == 4 else row.name


def _cells(row: TranslatorRow) -> list[str | int | None]:
    """The cells of a row, behind the picture."""
    return [
        row.name,
        row.original,
        row.earlier or None,
        row.text or None,
        row.letters or None,
        row.state or None,
        None,
        row.question or None,
        row.stamp,
    ]


# XLSX


def _xlsx(book: _Book) -> bytes:
    from openpyxl import Workbook
    from openpyxl.drawing.image import Image
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
    from openpyxl.utils.exceptions import IllegalCharacterError
    from openpyxl.worksheet.properties import PageSetupProperties

    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "texts"
    sheet.freeze_panes = "C2"
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"
    edge = Border(bottom=Side("thin", _EDGE))
    to_write = book.to_write
    top = Alignment(wrap_text=True, vertical="top")
    for number, column in enumerate(book.columns(), 1):
        heading = sheet.cell(1, number, column.heading)
        heading.font, heading.alignment = Font(name="Calibri", size=11, bold=True), top
        sheet.column_dimensions[letters(number)].width = column.width
    sheet.column_dimensions[letters(len(book.columns()))].hidden = True
    for number, (row, picture, height) in enumerate(book.lines(), 2):
        sheet.row_dimensions[number].height = min(height, _HIGHEST)
        for column_number, value in enumerate(_cells(row), 2):
            cell = sheet.cell(number, column_number)
            try:
                cell.value = escaped(value) if isinstance(value, str) else value
            except IllegalCharacterError:
                raise _refused(value) from None
            cell.alignment, cell.border = top, edge
            if column_number in to_write:
                cell.fill = PatternFill("solid", fgColor=_TO_WRITE)
            if isinstance(value, str):
                # a text that begins with = is no formula
                cell.data_type, cell.number_format = "s", "@"
        if row.state in _GROUNDS:
            ground = PatternFill("solid", fgColor=_GROUNDS[row.state])
            sheet.cell(number, book.at[STATE]).fill = ground
        if picture:
            image = Image(io.BytesIO(picture.data))
            image.width, image.height = picture.width, picture.height
            sheet.add_image(image, f"A{number}")
    text, bound = letters(to_write[0]), letters(book.at[LETTERS])
    is_longer = FormulaRule(
        formula=[f'AND({bound}2<>"",LEN({text}2)>{bound}2)'],
        fill=PatternFill("solid", bgColor=_RED),
    )
    last = max(2, len(book.rows) + 1)
    sheet.conditional_formatting.add(f"{text}2:{text}{last}", is_longer)
    how_to = workbook.create_sheet("how to")
    how_to.column_dimensions["A"].width = 110
    for number, line in enumerate(_HOW_TO, 1):
        how_to.cell(number, 1, line).alignment = top
    stream = io.BytesIO()
    workbook.save(stream)
    return undated(stream.getvalue())


def _refused(value: object) -> CardgenError:
    what = f'"{value}" holds a sign that a workbook cannot'
    return CardgenError(Finding("table-cannot-hold", what, "take it out, or use XLIFF"))


# ODS


_CM = 2.54 / 96  # to a pixel of a spreadsheet
_TOP = (
    '<style:table-cell-properties fo:wrap-option="wrap" style:vertical-align="top"'
    ' fo:background-color="{}"/>'
)


_HOW_TO_HEIGHT = 30  # points
_HIDDEN = ("", ' table:visibility="collapse"')
_ODS_GROUNDS = {
    "": "transparent",
    "write": f"#{_TO_WRITE}",
    **{state: f"#{ground}" for state, ground in _GROUNDS.items()},
}


def _ods(book: _Book) -> bytes:
    pictures: dict[str, bytes] = {}
    rows, heights = [_ods_heading(book)], {_HOW_TO_HEIGHT}
    for row, picture, height in book.lines():
        cells = [_ods_picture(picture, pictures) if picture else "<table:table-cell/>"]
        for number, value in enumerate(_cells(row), 2):
            cells.append(_ods_cell(value, f"cell-{_ods_ground(book, row, number)}"))
        points = round(min(height, _HIGHEST))
        heights.add(points)
        rows.append(_ods_row(cells, points))
    columns = "".join(
        f'<table:table-column table:style-name="col-{column.width}"'
        f"{_HIDDEN[column.heading == STAMP]}/>"
        for column in book.columns()
    )
    how_to = "".join(_ods_row([_ods_cell(line, "cell-")], _HOW_TO_HEIGHT) for line in _HOW_TO)
    tables = (
        f'<table:table table:name="texts">{columns}{"".join(rows)}</table:table>'
        f'<table:table table:name="how to"><table:table-column table:style-name="col-110"/>'
        f"{how_to}</table:table>"
    )
    widths = {column.width for column in book.columns()} | {110}
    return ods_file(_ods_styles(sorted(widths), sorted(heights)), tables, pictures)


def _ods_ground(book: _Book, row: TranslatorRow, column: int) -> str:
    """The name of the ground of a cell."""
    if column in book.to_write:
        return "write"
    return row.state if column == book.at[STATE] and row.state in _GROUNDS else ""


def _ods_row(cells: Sequence[str], height: int) -> str:
    style = f'table:style-name="row-{height}"'
    return f"<table:table-row {style}>{''.join(cells)}</table:table-row>"


def _ods_heading(book: _Book) -> str:
    cells = "".join(_ods_cell(column.heading, "head") for column in book.columns())
    return (
        f"<table:table-header-rows><table:table-row>{cells}</table:table-row>"
        "</table:table-header-rows>"
    )


def _ods_cell(value: str | int | None, style: str) -> str:
    if value is None:
        return f'<table:table-cell table:style-name="{style}"/>'
    if isinstance(value, int):
        number = f'office:value-type="float" office:value="{value}"'
        return f'<table:table-cell table:style-name="{style}" {number}/>'
    paragraphs = paragraphs_of([(value, PLAIN)], {})
    kind = 'office:value-type="string"'
    return f'<table:table-cell table:style-name="{style}" {kind}>{paragraphs}</table:table-cell>'


def _ods_picture(picture: CardPicture, pictures: dict[str, bytes]) -> str:
    part = f"Pictures/{len(pictures) + 1}.jpg"
    pictures[part] = picture.data
    size = f'svg:width="{picture.width * _CM:.2f}cm" svg:height="{picture.height * _CM:.2f}cm"'
    return (
        f'<table:table-cell><draw:frame {size} svg:x="0.05cm" svg:y="0.05cm">'
        f'<draw:image xlink:href="{part}" xlink:type="simple" xlink:show="embed"/>'
        "</draw:frame></table:table-cell>"
    )


def _ods_styles(widths: Sequence[int], heights: Sequence[int]) -> str:
    """The styles of columns, rows and cells."""
    styles = [
        f'<style:style style:name="col-{width}" style:family="table-column"><style:table-column-'
        f'properties style:column-width="{width * _LETTER:.2f}cm"/></style:style>'
        for width in widths
    ]
    styles += [
        f'<style:style style:name="row-{height}" style:family="table-row"><style:table-row-'
        f'properties style:row-height="{height}pt" style:use-optimal-row-height="false"/>'
        "</style:style>"
        for height in heights
    ]
    styles += [
        f'<style:style style:name="cell-{state}" style:family="table-cell">{_TOP.format(ground)}'
        "</style:style>"
        for state, ground in _ODS_GROUNDS.items()
    ]
    bold = '<style:text-properties fo:font-weight="bold"/>'
    head = f"{_TOP.format('transparent')}{bold}"
    styles.append(f'<style:style style:name="head" style:family="table-cell">{head}</style:style>')
    return "".join(styles)
