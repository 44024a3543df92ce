"""ODS (OpenDocument 1.3, part 3) read as a stream, within the bounds of other workbooks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.load.rich_text import LOWERED, PLAIN, RAISED, Look, RichText, joined_runs
from cardgen.load.sheet_colours import AUTOMATIC, WHITE
from cardgen.load.workbook import (
    FAILED,
    LAST_COLUMN,
    Archive,
    Attributes,
    Cell,
    Merge,
    check_cell,
)

_KINDS = {
    "float": "n",
    "currency": "n",
    "percentage": "p",
    "date": "d",
    "time": "d",
    "boolean": "b",
}
_VALUES = {"n": "value", "p": "value", "b": "boolean-value"}
_TRUTHS = {"of:=TRUE()": "1", "of:=FALSE()": "0"}
"""How LibreOffice keeps truths of XLSX files."""
_ASIDE = ("annotation", "shapes", "frame", "ruby-text", "tracked-changes", "note")
"""What stands in a cell and is no text of it."""
_MOST_SPACES = 1000
_NO_GROUND = ("", "transparent", WHITE)
_RGB = re.compile("#[0-9a-f]{6}")
_STYLES = "styles.xml"
_DEFAULT = "Default"
"""The style of cells that name none (LibreOffice)."""
_BOLD = ("bold", "600", "700", "800", "900")


class OpenDocument(Archive):
    """An ODS workbook."""

    def sheets(self) -> list[str]:
        visible: list[str] = []
        hidden: list[str] = []
        depth = 0
        styles = _Styles()

        def start(name: str, attributes: Attributes) -> None:
            nonlocal depth
            styles.start(name, attributes)
            if name != "table":
                return
            if depth == 0:  # a table in a cell is no sheet
                table = _local(attributes)
                names = hidden if styles.hide(table) else visible
                names.append(table.get("name", ""))
            depth += 1

        def end(name: str) -> None:
            nonlocal depth
            if name == "table":
                depth -= 1

        self._read("content.xml", start, end)
        # what is counted is the sheet that is read
        self._unpacked = self._elements = self._letters = 0
        return visible + hidden

    def cells(self, sheet: str = "") -> Iterator[Cell]:
        styles = _Styles()
        if self.has(_STYLES):
            self._read(_STYLES, styles.start)
        reader = _OdsReader(self, sheet, styles)
        for _ in self._parsed("content.xml", reader.start, reader.end, reader.characters):
            yield from reader.taken()
            if reader.done:
                return


def _local(attributes: Attributes) -> Attributes:
    return {name.rpartition(" ")[2]: value for name, value in attributes.items()}


class _Styles:
    """The styles of sheets that hide them, and of cells and texts that look otherwise."""

    def __init__(self) -> None:
        self._style = ""
        self._hiding: set[str] = set()
        self._parents: dict[str, str] = {}
        self._properties: dict[str, Attributes] = {}
        """What each style says itself of letters; the one without a name holds for all cells."""
        self._fonts: dict[str, str] = {}
        """The families of fonts by the names that the file gives them."""
        self._looks: dict[str, Look] = {}
        self._grounds: dict[str, str] = {}

    def unseen(self, style: str) -> bool:
        """True if the letters of a cell are as white as its ground."""
        return self.look(style).colour == WHITE and self._grounds.get(style, "") in _NO_GROUND

    def start(self, name: str, attributes: Attributes) -> None:
        if name in ("style", "default-style"):
            local = _local(attributes)
            is_default = name == "default-style"
            # those of other families have no letters of cells
            self._style = "" if is_default else local.get("name", "")
            if is_default and local.get("family") != "table-cell":
                self._style = f"default {local.get('family')}"
            elif local.get("family") == "table-cell" and self._style:
                self._parents[self._style] = local.get("parent-style-name", "")
        elif name == "font-face":
            local = _local(attributes)
            self._fonts[local.get("name", "")] = local.get("font-family", "").strip("'")
        elif name == "table-properties" and _local(attributes).get("display") == "false":
            self._hiding.add(self._style)
        elif name == "table-cell-properties":
            self._grounds[self._style] = _local(attributes).get("background-color", "").lower()
        elif name == "text-properties":
            self._properties[self._style] = _local(attributes)
            self._looks.clear()

    def look(self, style: str) -> Look:
        """The look of the letters of a cell."""
        if style not in self._looks:
            names = [style or _DEFAULT]
            while (parent := self._parents.get(names[-1], "")) and parent not in names:
                names.append(parent)
            properties: Attributes = {}
            for name in ("", *reversed(names)):
                properties |= self._properties.get(name, {})
            self._looks[style] = self.look_of(properties)
        return self._looks[style]

    def properties(self, style: str) -> Attributes:
        """What a style of a text says itself of its letters."""
        return self._properties.get(style, {})

    def look_of(self, properties: Attributes) -> Look:
        """The look that properties give letters (OpenDocument 1.3, part 3, 20.200 on)."""
        font = properties.get("font-name", "") or properties.get("font-family", "")
        return Look(
            bold=properties.get("font-weight") in _BOLD,
            italic=properties.get("font-style") in ("italic", "oblique"),
            struck=_has_line(properties, "text-line-through"),
            raised=_raised(properties.get("text-position", "")),
            underlined=_has_line(properties, "text-underline"),
            colour=_colour(properties),
            size=properties.get("font-size", ""),
            font=self._fonts.get(font, font),
        )

    def hide(self, table: Attributes) -> bool:
        return table.get("style-name") in self._hiding


def _has_line(properties: Attributes, line: str) -> bool:
    """True if letters are struck out or underlined: by a style, or a type where there is none."""
    kind = properties.get(f"{line}-style") or properties.get(f"{line}-type") or "none"
    return kind != "none"


def _raised(position: str) -> str:
    """How letters stand, by a word or a percentage that has their size behind it."""
    where, _, _ = position.partition(" ")
    if where in ("", "0%"):
        return ""
    return LOWERED if where == "sub" or where.startswith("-") else RAISED


def _colour(properties: Attributes) -> str:
    """The colour of letters as `#rrggbb`, or "" where nothing is said of it."""
    if properties.get("use-window-font-color") == "true":
        return AUTOMATIC
    colour = properties.get("color", "").lower()
    return colour if _RGB.fullmatch(colour) else ""


class _OdsReader:
    """Makes cells of the events of the sheet that is read."""

    def __init__(self, book: OpenDocument, sheet: str, styles: _Styles) -> None:
        self.done = False
        self._book = book
        self._sheet = sheet
        self._styles = styles
        self._depth = 0
        """How many tables the reader is in: one in a cell is no sheet."""
        self._wanted = False
        self._row = self._column = self._columns = 0
        self._times = 1
        self._hidden = False
        self._default = ""
        """The style of the row's cells that have none of their own."""
        self._column_styles: list[tuple[int, str]] = []
        """Those of columns, each with the last column that it holds for."""
        self._line: list[Cell] = []
        self._cell: Attributes | None = None
        self._text: list[tuple[str, Look]] = []
        self._spans: list[Attributes] = []
        """What the spans that the reader is in say of their letters."""
        self._paragraphs = self._aside = self._held = 0
        self._made: list[Iterator[Cell]] = []

    def taken(self) -> Iterator[Cell]:
        repeated = self._made
        self._made = []
        for cells in repeated:
            yield from cells

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "table":
            self._depth += 1
            table = _local(attributes)
            is_sheet = (
                table.get("name", "") == self._sheet
                if self._sheet
                else not self._styles.hide(table)
            )
            self._wanted = self._wanted or (is_sheet and self._depth == 1 and not self.done)
        elif not self._depth:
            self._styles.start(name, attributes)
        elif not self._wanted or self._depth > 1:
            return
        elif name == "table-column":
            local = _local(attributes)
            self._columns += _count(local, "number-columns-repeated")
            self._column_styles.append((self._columns, local.get("default-cell-style-name", "")))
            if local.get("visibility", "visible") != "visible":
                self._book.hide_columns(
                    self._columns - _count(local, "number-columns-repeated") + 1, self._columns
                )
        elif name == "table-row":
            local = _local(attributes)
            self._times = _count(local, "number-rows-repeated")
            self._column = 0
            self._line = []
            self._row += 1
            self._hidden = local.get("visibility", "visible") != "visible"
            self._default = local.get("default-cell-style-name", "")
        elif name in ("table-cell", "covered-table-cell"):
            self._cell = _local(attributes)
            self._text = []
            self._spans = []
            self._paragraphs = 0
            self._held = 0
        elif self._cell is not None:
            self._within(name, attributes)

    def _within(self, name: str, attributes: Attributes) -> None:
        """Read an element within a cell."""
        self._aside += name in _ASIDE
        if self._aside:
            return
        if name == "p":
            self._paragraphs += 1
            self.characters("\n" if self._paragraphs > 1 else "")
        elif name == "s":
            self.characters(" " * min(_count(_local(attributes), "c"), _MOST_SPACES))
        elif name in ("tab", "line-break"):
            self.characters("\t" if name == "tab" else "\n")
        elif name == "span":
            outer = self._spans[-1] if self._spans else {}
            own = self._styles.properties(_local(attributes).get("style-name", ""))
            self._spans.append({**outer, **own})

    def characters(self, data: str) -> None:
        if self._cell is not None and self._paragraphs and not self._aside and self._depth == 1:
            self._held += len(data)
            check_cell(self._held)
            look = self._styles.look_of(self._spans[-1]) if self._spans else PLAIN
            self._text.append((data, look))

    def end(self, name: str) -> None:
        if name == "table":
            self._depth -= 1
            self.done = self.done or (self._wanted and not self._depth)
            self._wanted = self._wanted and not self.done
        elif not self._wanted or self._depth > 1:
            return
        elif name in ("table-cell", "covered-table-cell") and self._cell is not None:
            self._add(self._cell, covered=name != "table-cell")
            self._cell = None
        elif name == "table-row":
            self._end_row()
        elif self._cell is not None:
            if name == "span" and self._spans and not self._aside:
                self._spans.pop()
            self._aside -= name in _ASIDE

    def _add(self, cell: Attributes, *, covered: bool) -> None:
        """Keep the cell that has ended, as often as it is repeated."""
        times, first = _count(cell, "number-columns-repeated"), self._column + 1
        self._column += times
        down, right = _count(cell, "number-rows-spanned"), _count(cell, "number-columns-spanned")
        if down > 1 or right > 1:
            self._book.merged.append(
                Merge(self._row, first, self._row + down - 1, first + right - 1)
            )
        style = cell.get("style-name") or self._default or self._style_of_column(first)
        first_cell = None if covered else self._finished(cell, self._styles.look(style))
        if first_cell:
            check_cell(len(first_cell.value))
            self._book.count(times)
            self._book.count_letters(times * _letters(first_cell))
            look = self._styles.look(style)
            unseen = self._styles.unseen(style) or self._is_empty_format(first_cell)
            has_looks = look.struck or unseen or isinstance(first_cell.value, RichText)
            # one cell beyond the last column is enough for the sheet to be refused
            for column in range(first, min(first + times, LAST_COLUMN + 2)):
                self._line.append(first_cell._replace(column=column))
                if has_looks:
                    self._book.note_looks(self._row, column, first_cell.value, look, unseen=unseen)

    def _is_empty_format(self, cell: Cell) -> bool:
        """True if the sheet shows nothing of a number: the file says how it is shown."""
        has_value = cell.kind in "npd" and bool(cell.value)
        return has_value and self._paragraphs > 0 and not cell.text.strip()

    def _style_of_column(self, column: int) -> str:
        styles = (style for last, style in self._column_styles if column <= last)
        return next(styles, "")

    def _finished(self, cell: Attributes, look: Look) -> Cell | None:
        """The cell in the first column, or None when it says nothing."""
        kind, text = _KINDS.get(cell.get("value-type", ""), "s"), joined_runs(self._text)
        if isinstance(text, RichText):
            text = text.within(look)
        if truth := _TRUTHS.get(cell.get("formula", "")):
            return Cell(self._row, 1, truth, "b", text=text)
        computed = "formula" in cell
        if kind in _VALUES:
            value = cell.get(_VALUES[kind], "")
            value = str(int(value == "true")) if kind == "b" else value
        elif kind == "d":
            value = cell.get("date-value", "") or text
        else:
            value = cell.get("string-value", text)
        # a formula may well give an empty text
        never = not value and cell.get("value-type") != "string"
        if cell.get("value-type") == "error" or (
            computed and (never or value in FAILED or text in FAILED)
        ):
            kind = "e"
        return (
            Cell(self._row, 1, value, kind, computed, text=text if kind in "npdb" else "")
            if value or kind == "e"
            else None
        )

    def _end_row(self) -> None:
        """The cells of the row that has ended, as often as it is repeated."""
        first, line = self._row, self._line
        self._row += self._times - 1
        if not line:
            return
        self._book.count((self._times - 1) * len(line))
        self._book.count_letters((self._times - 1) * sum(map(_letters, line)))
        if self._hidden:
            self._book.hidden.update(range(first, self._row + 1))
        self._made.append(
            cell._replace(row=row) for row in range(first, self._row + 1) for cell in line
        )


def _letters(cell: Cell) -> int:
    """The number of letters in a cell.

    Those of how a number is shown are among them."""
    return len(cell.value) + len(cell.text)


def _count(attributes: Attributes, name: str) -> int:
    """A number of times that a file says. Raises ValueError for what is none."""
    return max(1, int(attributes.get(name, 1)))
