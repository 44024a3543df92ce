"""Single cells of an XLSX or ODS workbook replaced inside its file.

Formats, other sheets, charts, shared texts and all other parts stay byte for byte (ECMA-376-1,
18.3; OpenDocument 1.3-3, 9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.columns import alike, letters, number_of
from cardgen.load.opendocument import OpenDocument
from cardgen.load.workbook import Archive, Cell, Merge, Workbook
from cardgen.write.archive import part_of, with_part
from cardgen.write.game_files import file_bytes
from cardgen.write.markup_spans import Element, elements_of, with_attribute
from cardgen.write.splices import Splice, spliced

_XLSX_PARTS = ("worksheet", "sheetData", "row", "c", "f")
_ODS_PARTS = (
    *("document-content", "body", "spreadsheet", "table", "table-row", "table-cell"),
    *("table-header-rows", "table-row-group", "table-rows", "covered-table-cell"),
)
_ROW_GROUPS = ("table-header-rows", "table-row-group", "table-rows")
_CONTENT = "content.xml"
_IN_PROGRAM = "edit it in the spreadsheet program"
_REMARK = re.compile(r"<office:annotation\b.*?</office:annotation>", re.DOTALL)


class CellText(NamedTuple):
    """What a cell comes to say: a number `n`, a truth `b`, a text `s`, or nothing with no kind."""

    text: str
    kind: str


@dataclass(slots=True)
class WorkbookFile:
    """A workbook whose cells can be replaced. Raises CardgenError for what cannot be."""

    file: Path
    sheet: str
    before: bytes

    @classmethod
    def read(cls, file: Path, sheet: str) -> WorkbookFile:
        """The workbook of a file, at a sheet; the first where none is named."""
        return cls(file, sheet, file_bytes(file))

    @property
    def is_xlsx(self) -> bool:
        return self.file.suffix.lower() == ".xlsx"

    def _book(self) -> Archive:
        return Workbook(self.before) if self.is_xlsx else OpenDocument(self.before)

    def cells(self) -> dict[tuple[int, int], Cell]:
        """The cells of the sheet that say something, by row and column."""
        book = self._book()
        return {(cell.row, cell.column): cell for cell in book.cells(self._sheet(book))}

    def _sheet(self, book: Archive) -> str:
        names = book.sheets()
        return (alike(self.sheet, names) or names[0]) if self.sheet else ""

    def check(self, row: int, column: int) -> None:
        """Raise CardgenError for a cell of a formula, or one hidden by cells merged over it."""
        for reason in self.locked([(row, column)]).values():
            raise self._refused(*reason, row, column)

    def locked(self, spots: Iterable[tuple[int, int]]) -> dict[tuple[int, int], tuple[str, str]]:
        """The cells of these, by row and column, that are not edited here: why, and the remedy."""
        book = self._book()
        cells = {(cell.row, cell.column): cell for cell in book.cells(self._sheet(book))}
        reasons = {}
        for row, column in spots:
            cell = cells.get((row, column))
            merge = next((merge for merge in book.merged if _hides(merge, row, column)), None)
            if cell is not None and cell.computed:
                reason = "a formula stands in this cell", _IN_PROGRAM
            elif cell is not None and cell.kind == "d":
                reason = "a date or a time stands in this cell", _IN_PROGRAM
            elif merge:
                area = f"{letters(merge.column)}{merge.row}:{letters(merge.right)}{merge.bottom}"
                remedy = f"{_IN_PROGRAM}, or split the cells there"
                reason = f"this cell is merged with others ({area})", remedy
            else:
                continue
            reasons[row, column] = reason
        return reasons

    def with_cells(self, cells: Mapping[tuple[int, int], CellText]) -> bytes:
        """The bytes of the workbook with these cells, by row and column."""
        book = self._book()
        name = self._sheet(book)
        part = book.part_of(name) if isinstance(book, Workbook) else _CONTENT
        data = self.before
        try:
            xml = part_of(data, part)
            for (row, column), text in cells.items():
                if self.is_xlsx:
                    xml = _with_xlsx_cell(xml, row, column, text)
                else:
                    xml = _with_ods_cell(xml, name or book.sheets()[0], (row, column), text)
            return with_part(data, part, xml)
        except (ValueError, KeyError, expat.ExpatError) as error:
            raise CardgenError(
                Finding(
                    "edit-impossible",
                    f"the workbook cannot be edited here ({error})",
                    "edit it in the spreadsheet program",
                    Place(self.file),
                )
            ) from error

    def _refused(self, sentence: str, remedy: str, row: int, column: int) -> CardgenError:
        return CardgenError(
            Finding("edit-impossible", sentence, remedy, Place(self.file, row, column))
        )


def _hides(merge: Merge, row: int, column: int) -> bool:
    """True if merged cells lie over a cell, or give its value to other rows."""
    is_inside = merge.row <= row <= merge.bottom and merge.column <= column <= merge.right
    return is_inside and (merge.bottom > merge.row or column > merge.column)


# XLSX


def _with_xlsx_cell(xml: bytes, row: int, column: int, text: CellText) -> bytes:
    """The XML of a sheet with one cell of another value, in the style that it has."""
    root = elements_of(xml, lambda name: name in _XLSX_PARTS)
    data = next(child for child in root.children[0].children if child.local == "sheetData")
    rows = _numbered_rows(data)
    prefix = data.prefix
    if row in rows:
        element = rows[row]
        cells = _numbered_cells(element)
        if column in cells:
            old = cells[column]
            tag = xml[old.start : old.inner].decode()
            return _replaced(xml, old.start, old.end, _xlsx_cell(prefix, text, tag))
        if not text.kind:
            return xml
        cell = _xlsx_cell(prefix, text, f'<{prefix}c r="{letters(column)}{row}">')
        if element.is_empty():
            tag = xml[element.start : element.end].decode().removesuffix("/>").rstrip()
            opened = f"{tag}>{cell}</{element.name}>"
            return _replaced(xml, element.start, element.end, opened)
        later = [cells[number].start for number in cells if number > column]
        at = min([*later, element.closing])
        return _replaced(xml, at, at, cell)
    if not text.kind:
        return xml
    cell = _xlsx_cell(prefix, text, f'<{prefix}c r="{letters(column)}{row}">')
    new_row = f'<{prefix}row r="{row}">{cell}</{prefix}row>'
    if data.is_empty():
        opened = f"<{data.name}>{new_row}</{data.name}>"
        return _replaced(xml, data.start, data.end, opened)
    later = [rows[number].start for number in rows if number > row]
    at = min([*later, data.closing])
    return _replaced(xml, at, at, new_row)


def _numbered_rows(data: Element) -> dict[int, Element]:
    rows = {}
    number = 0
    for row in data.children:
        number = int(row.attributes.get("r", number + 1))
        rows[number] = row
    return rows


def _numbered_cells(row: Element) -> dict[int, Element]:
    cells = {}
    number = 0
    for cell in row.children:
        reference = re.match("[A-Z]+", cell.attributes.get("r", ""))
        number = number_of(reference[0]) if reference else number + 1
        cells[number] = cell
    return cells


def _xlsx_cell(prefix: str, text: CellText, tag: str) -> str:
    """A cell that begins with a start tag, which keeps its place and its style."""
    opening = with_attribute(tag, "t", None)
    opening = re.sub(r"\s*/?>$", "", opening)
    if not text.kind:
        return f"{opening}/>"
    kind, value = _xlsx_value(prefix, text)
    return f"{opening}{kind}>{value}</{prefix}c>"


def _xlsx_value(prefix: str, text: CellText) -> tuple[str, str]:
    """The attribute of a cell that says the kind of its value, and the value's element."""
    if text.kind == "s":
        words = escape(_xlsx_escaped(text.text))
        run = f'<{prefix}t xml:space="preserve">{words}</{prefix}t>'
        return ' t="inlineStr"', f"<{prefix}is>{run}</{prefix}is>"
    if text.kind == "b":
        digit = int(text.text == "true")
        return ' t="b"', f"<{prefix}v>{digit}</{prefix}v>"
    return "", f"<{prefix}v>{text.text}</{prefix}v>"


def _xlsx_escaped(text: str) -> str:
    """A text in which what looks like an escape is escaped (ECMA-376-1, 22.9.2.19)."""
    return re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)


def _replaced(xml: bytes, start: int, end: int, text: str) -> bytes:
    return spliced(xml, [Splice(start, end, text.encode())])


# ODS


def _with_ods_cell(xml: bytes, sheet: str, spot: tuple[int, int], text: CellText) -> bytes:
    """The XML of a document with one cell of another value.

    Rows and cells that stand for several are divided where that is needed."""
    if b'xmlns:office="' not in xml or b'xmlns:text="' not in xml:
        raise ValueError("its names have other prefixes")
    table = _table(elements_of(xml, lambda name: name in _ODS_PARTS), sheet)
    row, before = _repeated_at(_rows_in(table), spot[0], "rows")
    if row is None:
        cells = _gap("cell", "columns", spot[1] - 1) + _ods_cell("<table:table-cell>", "", text)
        rows = _gap("row", "rows", spot[0] - before - 1)
        new_row = f"<table:table-row>{cells}</table:table-row>"
        return _replaced(xml, table.closing, table.closing, rows + new_row)
    typed = xml[row.start : row.end].decode()
    changed = _with_cell_in_row(xml, row, spot[1], text)
    attribute = "table:number-rows-repeated"
    which = spot[0] - before - 1, _times(row, "rows")
    rows = _divided(typed, _with_times(changed, attribute, 1), which, attribute)
    return _replaced(xml, row.start, row.end, rows)


def _with_cell_in_row(xml: bytes, row: Element, column: int, text: CellText) -> str:
    """The XML of a row with one cell of another value."""
    cell, before = _repeated_at(row.children, column, "columns")
    typed = xml[row.start : row.end]
    if cell is None:
        gap = _gap("cell", "columns", column - before - 1)
        new = gap + _ods_cell("<table:table-cell>", "", text)
        if row.is_empty():
            return f"{typed.decode().removesuffix('/>')}>{new}</{row.name}>"
        at = row.closing - row.start
        return typed[:at].decode() + new + typed[at:].decode()
    if cell.local == "covered-table-cell":
        raise ValueError("cells are merged over this one")
    old = xml[cell.start : cell.end].decode()
    if "<draw:" in old:
        raise ValueError("a drawing stands in this cell")
    remark = _REMARK.search(old)
    opening = xml[cell.start : cell.inner].decode()
    new = _ods_cell(opening, remark[0] if remark else "", text)
    which = column - before - 1, _times(cell, "columns")
    pieces = _divided(old, new, which, "table:number-columns-repeated")
    at, end = cell.start - row.start, cell.end - row.start
    return typed[:at].decode() + pieces + typed[end:].decode()


def _gap(noun: str, times_of: str, count: int) -> str:
    """Rows or cells that say nothing, as many as stand before one that is added."""
    if count < 1:
        return ""
    repeated = f'table:number-{times_of}-repeated="{count}"'
    if noun == "cell":
        return f"<table:table-cell {repeated}/>"
    return f"<table:table-row {repeated}><table:table-cell/></table:table-row>"


def _table(root: Element, sheet: str) -> Element:
    waiting = list(root.children)
    while waiting:
        element = waiting.pop(0)
        if element.local == "table":
            if element.attributes.get("table:name") == sheet:
                return element
            continue
        waiting += element.children
    raise ValueError(f"there is no sheet {sheet}")


def _rows_in(element: Element) -> list[Element]:
    rows = []
    for child in element.children:
        if child.local in _ROW_GROUPS:
            rows += _rows_in(child)
        elif child.local == "table-row":
            rows.append(child)
    return rows


def _times(element: Element, noun: str) -> int:
    return int(element.attributes.get(f"table:number-{noun}-repeated", 1))


def _repeated_at(elements: list[Element], number: int, noun: str) -> tuple[Element | None, int]:
    """The row or cell that stands for a number, and how many there are before it."""
    before = 0
    for element in elements:
        times = _times(element, noun)
        if before < number <= before + times:
            return element, before
        before += times
    return None, before


def _divided(typed: str, changed: str, which: tuple[int, int], attribute: str) -> str:
    """An element that stands for several, with the one of a number (from 0) changed."""
    at, times = which
    before = _with_times(typed, attribute, at) if at else ""
    after = _with_times(typed, attribute, times - at - 1) if times - at - 1 else ""
    return before + changed + after


def _with_times(typed: str, attribute: str, times: int) -> str:
    tag = typed[: typed.index(">") + 1]
    new = with_attribute(tag, attribute, str(times) if times > 1 else None)
    return new + typed[len(tag) :]


def _ods_cell(tag: str, remark: str, text: CellText) -> str:
    """A cell that keeps its style, its validation, a remark and the cells that it spans."""
    for attribute in (
        *("table:formula", "table:number-columns-repeated", "calcext:value-type"),
        *("office:value-type", "office:value", "office:currency", "office:string-value"),
        *("office:boolean-value", "office:date-value", "office:time-value"),
    ):
        tag = with_attribute(tag, attribute, None)
    opening = re.sub(r"\s*/?>$", "", tag)
    if not text.kind:
        return f"{opening}>{remark}</table:table-cell>" if remark else f"{opening}/>"
    paragraphs = "".join(f"<text:p>{_ods_text(line)}</text:p>" for line in text.text.split("\n"))
    if text.kind == "n":
        value = f'office:value-type="float" office:value="{text.text}"'
    elif text.kind == "b":
        value = f'office:value-type="boolean" office:boolean-value="{text.text}"'
    else:
        value = 'office:value-type="string"'
    return f"{opening} {value}>{remark}{paragraphs}</table:table-cell>"


def _ods_text(line: str) -> str:
    """A line with its further spaces and tabs as elements, as OpenDocument asks for."""
    spaced = re.sub(
        "^ | {2,}| $", lambda match: f'<text:s text:c="{len(match[0])}"/>', escape(line)
    )
    return spaced.replace("\t", "<text:tab/>")
