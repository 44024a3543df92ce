"""XLSX (ECMA-376) read as a stream, within bounds of work and memory.

What workbooks of other kinds share with it is here, too."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from xml.parsers import expat

from cardgen.load.columns import number_of
from cardgen.load.number_formats import LONGEST, as_shown
from cardgen.load.rich_text import (
    LOWERED,
    PLAIN,
    RAISED,
    Look,
    RichText,
    joined_runs,
)
from cardgen.load.sheet_colours import (
    AUTOMATIC,
    THEME_COLOURS,
    WHITE,
    SheetColours,
    as_written,
)
from cardgen.schema import source

MOST_UNPACKED = 64 * 2**20
"""The most bytes an XLSX file may hold once unpacked."""
MOST_ELEMENTS = 2_000_000
"""How many elements its parts may hold, as far as they are read: more than 20,000 rows of 20
columns, which take 1,600,000."""
MOST_PARTS = 10_000
"""How many parts an archive may have."""
LONGEST_CELL = 2**17
"""How many letters a cell may hold, as in a CSV: more than a spreadsheet program lets anybody type
(Excel 32,767)."""
_DEEPEST = 256
"""Elements inside one another."""
_PART = b"PK\1\2"
"""How the entry of a part begins in the list of all of them (APPNOTE.TXT, 4.3.12)."""
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How parts may be packed (ECMA-376-2, B.4; OpenDocument 1.3-2, 3.2). Others would be unpacked
whole, whatever comes of them."""
_LONGEST_TAG = 2**20
LAST_COLUMN = 16_384
_CHUNK = 2**16
_REFERENCE = re.compile(r"([A-Z]{1,3})?([0-9]{1,7})?")
_NUMBER = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?")
_ESCAPED = re.compile("_x(00[0-9A-Fa-f]{2})_")
"""How a text has signs that XML cannot, and an underscore before what looks like one (ECMA-376-1,
22.9.2.19)."""
_LITERAL = re.compile(r'"[^"]*"|\\.')
"""What the code of a format shows as it is."""
_SHOWS_NOTHING = re.compile(r"\s*;\s*;\s*;\s*")
"""A format that shows nothing of numbers and of texts."""
_RAISED = {"superscript": RAISED, "subscript": LOWERED}
_UNSAID = "unsaid"
"""The colour of a run that has properties of its own, and no colour among them."""
_TYPED_DAYS = (14, 16, 17, 22)
"""The formats of days that a spreadsheet program itself makes of what is typed (ECMA-376-1,
18.8.30)."""
_EAST_ASIAN = {*range(27, 37), *range(50, 59)}
"""Formats of days and times in China, Japan and Korea."""
_SINCE_1904 = 1462
"""The days from the first day of most workbooks to that of some which began on a Macintosh."""
FAILED = {
    *(
        "#REF!",
        "#N/A",
        "#NAME?",
        "#VALUE!",
        "#DIV/0!",
        "#NUM!",
        "#NULL!",
        "#ERROR!",
        "#SPILL!",
        "#CALC!",
    ),
    *(
        "#BEZUG!",
        "#NV",
        "#WERT!",
        "#ZAHL!",
        "#NOM?",
        "#VALEUR!",
        "#NOMBRE!",
        "#NUL!",
        "#¡REF!",
        "#¿NOMBRE?",
        "#¡VALOR!",
        "#¡DIV/0!",
    ),
    *(
        "#RIF!",
        "#N/D",
        "#NOME?",
        "#VALORE!",
        "#VALOR!",
        "#VERW!",
        "#N/B",
        "#NAAM?",
        "#WAARDE!",
        "#DEEL/0!",
        "#GETAL!",
    ),
    *("#ADR!", "#N/D!", "#NAZWA?", "#ARG!", "#DZIEL/0!", "#LICZBA!"),
    *(f"Err:{number}" for number in range(501, 540)),
}
"""What spreadsheet programs show of a formula that fails, in their languages."""

Attributes = dict[str, str]


class TooLargeError(Exception):
    """A workbook beyond what is read."""


class Cell(NamedTuple):
    """A cell: its text and its kind.

    The kind is by the letters of ECMA-376 (`n` a number, `b` a truth, `e` an error, `d` a date, `s`
    a text), and `p` for a number that is shown in percent. A formula that was never computed is an
    error. `format` is the code by which a number is shown, as far as that is known, or else `text`
    says how it is shown."""

    row: int
    column: int
    value: str
    kind: str
    computed: bool = False
    """Whether a formula made it."""
    format: str = ""
    text: str = ""

    def shown(self, decimal: str = ".") -> str | None:
        """Return the text that a spreadsheet program shows of a number.

        A day or a time is a number, too. It is None where the file does not tell. `decimal` stands
        before decimals, where the file does not tell that."""
        if self.text or not self.format:
            return self.text.strip() or None
        if _NUMBER.fullmatch(self.value):
            return as_shown(self.value, self.format, decimal)
        from openpyxl.utils.datetime import to_excel

        moment = self.date()
        return as_shown(str(to_excel(moment)), self.format) if moment else None

    def date(self) -> object:
        """The day or time that a date says, or None when it says none."""
        from openpyxl.utils.datetime import from_excel, from_ISO8601

        read = from_excel if _NUMBER.fullmatch(self.value) else from_ISO8601
        try:
            return read(float(self.value) if read is from_excel else self.value)
        except (OverflowError, ValueError):
            return None


class Merge(NamedTuple):
    """Merged cells.

    The rows and columns from the first, which holds the value, to the last."""

    row: int
    column: int
    bottom: int
    right: int


class NumberStyle(NamedTuple):
    """The kind of numbers in a style, and their format code.

    The kind is by the letters of a cell; the code is "" where that is not known. `look` is that of
    its font; `unseen` is true if the sheet shows nothing of a cell, for its format or its colour.
    """

    kind: str
    code: str
    look: Look = PLAIN
    unseen: bool = False


_PLAIN = NumberStyle("n", "General")


class Archive(ABC):
    """A workbook, read as XML within bounds. Raises TooLargeError, and zipfile's, expat's and other
    errors for what is not sound.

    What libraries are given of it is bounded in size: they cannot be stopped once they have it.
    """

    def __init__(self, data: bytes, look: Callable[[], object] = bool) -> None:
        check_parts(data, MOST_PARTS)
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        if any(part.compress_type not in PACKED for part in self._archive.infolist()):
            raise ValueError("no part of a workbook is packed like that")
        self._look = look
        """Is called again and again while it is read, and may raise what ends that."""
        self._unpacked = self._elements = self._letters = self._depth = 0
        self.struck: set[tuple[int, int]] = set()
        """The rows and columns of cells that are struck out as a whole, as far as the sheet was
        read."""
        self.unseen: set[tuple[int, int]] = set()
        """Those of cells of which the sheet shows nothing: white on white, or in a format that is
        empty."""
        self.struck_if: list[str] = []
        """Ranges of cells that are struck out where a condition holds."""
        self.differing: dict[str, list[tuple[int, int]]] = {}
        """The cells of which a part looks otherwise than by bold and italics, by what that is."""
        self.hidden: set[int] = set()
        """The rows of the sheet that are hidden, as far as it was read."""
        self.hidden_columns: set[int] = set()
        """Its columns that are hidden, known before its first cell."""
        self.merged: list[Merge] = []
        """Its merged cells; all of them once it was read to its end."""

    @property
    def claimed(self) -> int:
        """The bytes of all parts unpacked, as the archive says."""
        return sum(part.file_size for part in self._archive.infolist())

    def has(self, part: str) -> bool:
        """True if the archive holds a part."""
        return part in self._archive.NameToInfo

    @abstractmethod
    def sheets(self) -> list[str]:
        """The names of its sheets of cells, in their order."""

    @abstractmethod
    def cells(self, sheet: str = "") -> Iterator[Cell]:
        """Yield the cells of a sheet that say something, in file order.

        Without a name it is the first sheet.
        """

    def _parsed(
        self,
        part: str,
        start: Callable[[str, Attributes], Any],
        end: Callable[[str], Any] = str,
        characters: Callable[[str], Any] = str,
    ) -> Iterator[None]:
        """Parse a part with handlers for local names, chunk by chunk."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True

        def counted(name: str, attributes: Attributes) -> None:
            self._elements += 1
            self._depth += 1
            if self._elements > MOST_ELEMENTS:
                self.count(0)
            if self._depth > _DEEPEST:
                raise ValueError("a workbook does not nest so deeply")
            start(name.rpartition(" ")[2], attributes)

        def left(name: str) -> None:
            self._depth -= 1
            end(name.rpartition(" ")[2])

        def refused(*_: object) -> None:
            raise ValueError("a workbook declares no document type")

        parser.StartElementHandler = counted
        parser.EndElementHandler = left
        parser.CharacterDataHandler = characters
        parser.StartDoctypeDeclHandler = refused
        fed = self._depth = 0
        with self._archive.open(part) as stream:
            while chunk := stream.read(_CHUNK):
                fed += len(chunk)
                self._unpacked += len(chunk)
                parser.Parse(chunk)
                self._look()
                if self._unpacked > MOST_UNPACKED or fed - parser.CurrentByteIndex > _LONGEST_TAG:
                    raise TooLargeError(
                        f"the workbook is larger than {MOST_UNPACKED >> 20} MB unpacked"
                    )
                yield
        parser.Parse(b"", True)
        yield

    def _read(self, part: str, *handlers: Callable[..., Any]) -> None:
        for _ in self._parsed(part, *handlers):
            pass

    def hide_columns(self, first: int, last: int) -> None:
        """Note columns that are hidden. Raises TooLargeError."""
        last = min(last, LAST_COLUMN)
        self.count(max(0, last - first))
        self.hidden_columns.update(range(first, last + 1))

    def note_looks(
        self, row: int, column: int, value: str, look: Look, *, unseen: bool = False
    ) -> None:
        """Note the looks of a cell that are not taken over.

        `look` is that of its own font.
        """
        if look.struck:
            self.struck.add((row, column))
        if unseen:
            self.unseen.add((row, column))
        for difference in value.differences() if isinstance(value, RichText) else ():
            self.differing.setdefault(difference, []).append((row, column))

    def count(self, more: int) -> None:
        """Count elements, or what stands for as many. Raises TooLargeError."""
        self._elements += more
        if self._elements > MOST_ELEMENTS:
            raise TooLargeError(
                f"the workbook holds more than {MOST_ELEMENTS:,} cells, values and texts"
            )

    def count_letters(self, more: int) -> None:
        """Count letters of cells. Raises TooLargeError."""
        self._letters += more
        if self._letters > source.MOST_LETTERS:
            most = f"{source.MOST_LETTERS:,}"
            raise TooLargeError(f"the cells of the sheet hold more than {most} letters")


class Workbook(Archive):
    """An XLSX workbook."""

    conditional: Sequence[bool] = ()
    """Of the looks that conditions give, whether they strike out; known once its styles are."""
    since_1904 = False
    """Whether its days are counted from 1904; known once its sheets are."""

    def sheets(self) -> list[str]:
        return list(self._sheets())

    def cells(self, sheet: str = "") -> Iterator[Cell]:
        main = self._main()
        related = dict[str, list[str]]()
        for kind, target in self._relations(main).values():
            related.setdefault(kind, []).append(target)
        themes = [part for part in related.get("theme", ()) if self.has(part)]
        theme = self._theme(themes[0]) if themes else {}
        styles = _StyleReader()
        if "styles" in related:
            self._read(related["styles"][0], styles.start, styles.end)
        self.conditional = styles.conditional
        colours = SheetColours(theme, styles.palette)
        texts = list[str]()
        if "sharedStrings" in related:
            texts = self._texts(related["sharedStrings"][0], colours)
        part = self.part_of(sheet)
        reader = _SheetReader(self, texts, styles.number_styles(colours), colours)
        for _ in self._parsed(part, reader.start, reader.end, reader.characters):
            yield from reader.taken()

    def part_of(self, sheet: str) -> str:
        """The part that holds a sheet; without a name the first."""
        parts = self._sheets()
        return parts[sheet or next(iter(parts))]

    def _main(self) -> str:
        return next(
            target for kind, target in self._relations("").values() if kind == "officeDocument"
        )

    def _relations(self, part: str) -> dict[str, tuple[str, str]]:
        """The kinds and targets of the parts that a part names, by id."""
        folder, name = posixpath.split(part)
        targets: dict[str, tuple[str, str]] = {}

        def start(name: str, attributes: Attributes) -> None:
            if name == "Relationship" and attributes.get("TargetMode") != "External":
                target = posixpath.normpath(
                    posixpath.join("/", folder, attributes["Target"])
                ).lstrip("/")
                targets[attributes["Id"]] = attributes["Type"].rpartition("/")[2], target

        self._read(posixpath.join(folder, "_rels", f"{name}.rels"), start)
        return targets

    def _sheets(self) -> dict[str, str]:
        """The parts of the sheets of cells by name, hidden ones last.

        Those of charts are left out.
        """
        main = self._main()
        relations = self._relations(main)
        visible: dict[str, str] = {}
        hidden: dict[str, str] = {}

        def start(name: str, attributes: Attributes) -> None:
            if name == "sheet":
                kind, target = relations[
                    next(value for key, value in attributes.items() if key.endswith(" id"))
                ]
                if kind == "worksheet":
                    (
                        visible if attributes.get("state", "visible") == "visible" else hidden
                    ).setdefault(attributes.get("name", ""), target)
            elif name == "workbookPr":
                self.since_1904 = attributes.get("date1904") in ("1", "true")

        self._read(main, start)
        return visible | hidden

    def _theme(self, part: str) -> dict[str, str]:
        """The colours of a theme by name, as RRGGBB (ECMA-376-1, 20.1.6.2)."""
        colours = dict[str, str]()
        name_of_colour = ""

        def start(name: str, attributes: Attributes) -> None:
            nonlocal name_of_colour
            if name in THEME_COLOURS:
                name_of_colour = name
            elif name in ("srgbClr", "sysClr") and name_of_colour:
                colours[name_of_colour] = attributes.get("lastClr") or attributes.get("val", "")
                name_of_colour = ""

        self._read(part, start)
        return colours

    def _texts(self, part: str, colours: SheetColours) -> list[str]:
        """The texts that cells share."""
        texts: list[str] = []
        text = _Text(colours)

        def end(name: str) -> None:
            if text.end(name):
                texts.append(text.taken())

        self._read(part, text.start, end, text.characters)
        return texts


class _StyleReader:
    """Reads of styles.xml what it says of numbers and fonts."""

    def __init__(self) -> None:
        self.formats: dict[int, str] = {}
        self.styles: list[tuple[int, int, int]] = []
        """The numbers of the format, the font and the fill of each style."""
        self.fonts: list[Look] = []
        self.grounds: list[str] = []
        """The colour of each fill; nothing for one that has none."""
        self.conditional: list[bool] = []
        """Whether each of the looks that conditions give strikes out."""
        self.palette: list[str] = []
        """The colours that are counted, where they are not the usual ones."""
        self._inside = ""

    def number_styles(self, colours: SheetColours) -> list[NumberStyle]:
        """Return the styles of cells: how numbers are shown, and the look of the font."""
        numbers = {number for number, _, _ in self.styles}
        formats = {number: _style(number, self.formats.get(number, "")) for number in numbers}
        looks = {at: _coloured(look, colours) for at, look in enumerate(self.fonts)}
        grounds = {at: colours.rgb(ground) or ground for at, ground in enumerate(self.grounds)}
        number_styles = []
        for number, font, fill in self.styles:
            look, style = looks.get(font, PLAIN), formats[number]
            is_white = look.colour == WHITE and grounds.get(fill, "") in ("", WHITE)
            if is_empty := bool(_SHOWS_NOTHING.fullmatch(style.code)):
                style = _PLAIN  # what is told to be read all the same has letters
            number_styles.append(style._replace(look=look, unseen=is_white or is_empty))
        return number_styles

    def start(self, name: str, attributes: Attributes) -> None:
        if name in ("fonts", "fills", "cellXfs", "dxfs"):
            self._inside = name
        elif name == "rgbColor":
            self.palette.append(attributes.get("rgb", ""))
        elif name == "numFmt":
            self.formats[int(attributes["numFmtId"])] = attributes["formatCode"]
        elif name == "xf" and self._inside == "cellXfs":
            format, font, fill = (
                int(attributes.get(key, 0)) for key in ("numFmtId", "fontId", "fillId")
            )
            self.styles.append((format, font, fill))
        elif name == "font" and self._inside == "fonts":
            self.fonts.append(PLAIN)
        elif name == "dxf" and self._inside == "dxfs":
            self.conditional.append(False)
        elif name == "fill" and self._inside == "fills":
            self.grounds.append("")
        elif self._inside == "fills" and self.grounds:
            self._note_ground(name, attributes)
        elif self._inside == "fonts" and self.fonts:
            self.fonts[-1] = _with_property(self.fonts[-1], name, attributes)
        elif self._inside == "dxfs" and self.conditional and name == "strike":
            self.conditional[-1] = _is_on(attributes)

    def _note_ground(self, name: str, attributes: Attributes) -> None:
        """Note the colour of the last fill, where that is not black, or its pattern."""
        if name == "patternFill" and attributes.get("patternType", "none") != "none":
            self.grounds[-1] = attributes["patternType"]
        elif name in ("fgColor", "gradientFill"):
            self.grounds[-1] = as_written(attributes) or name

    def end(self, name: str) -> None:
        if name == self._inside:
            self._inside = ""


def _with_property(look: Look, name: str, attributes: Attributes) -> Look:
    """A look with a property of a font, by its element (ECMA-376-1, 18.8.22 and 18.4.7); its colour
    as it is written."""
    value = attributes.get("val", "")
    if name == "b":
        return look._replace(bold=_is_on(attributes))
    if name == "i":
        return look._replace(italic=_is_on(attributes))
    if name == "strike":
        return look._replace(struck=_is_on(attributes))
    if name == "u":
        return look._replace(underlined=value not in ("none", "0"))
    if name == "vertAlign":
        return look._replace(raised=_RAISED.get(value, ""))
    if name == "sz":
        return look._replace(size=value.removesuffix(".0"))
    if name in ("name", "rFont"):
        return look._replace(font=value)
    if name == "color":
        return look._replace(colour=as_written(attributes))
    return look


def _coloured(look: Look, colours: SheetColours) -> Look:
    """A look with its colour as `#rrggbb`."""
    return look._replace(colour=colours.rgb(look.colour)) if look.colour else look


def _is_on(attributes: Attributes) -> bool:
    return attributes.get("val", "1") not in ("0", "false")


def _style(number: int, code: str) -> NumberStyle:
    """The style of a format number.

    Its code is given where the file has one. Days that a spreadsheet program makes of what is typed
    look as the computer has them, or are no days: `2-Jan` was a `1-2`."""
    from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

    if number in _EAST_ASIAN:
        return NumberStyle("d", code)
    code = code or BUILTIN_FORMATS.get(number, "General")
    # of which nothing is known, and which openpyxl would take for ever to search
    if len(code) > LONGEST:
        return NumberStyle("n", code[: LONGEST + 1])
    kind = "d" if is_date_format(code) else "p" if "%" in _LITERAL.sub("", code) else "n"
    return NumberStyle(kind, "" if number in _TYPED_DAYS else code)


class _Text:
    """Reads the text of an `si` or `is`: its runs with their looks, without pronunciation."""

    def __init__(self, colours: SheetColours) -> None:
        self._colours = colours
        self._runs: list[tuple[str, Look]] = []
        self._look = PLAIN
        self._inside = False
        self._aside = self._held = 0

    def start(self, name: str, attributes: Attributes) -> None:
        self._inside = name == "t"
        self._aside += name == "rPh"
        if name == "r":
            self._look = PLAIN
        elif name == "rPr":
            self._look = Look(colour=_UNSAID)
        else:
            self._look = _with_property(self._look, name, attributes)

    def end(self, name: str) -> bool:
        """Leave an element; return True if the text is whole."""
        self._inside = False
        self._aside -= name == "rPh"
        return name in ("si", "is")

    def characters(self, data: str) -> None:
        if self._inside and not self._aside:
            self._held += len(data)
            check_cell(self._held)
            self._runs.append((data, self._look))

    def taken(self) -> str:
        runs = self._runs
        self._runs = []
        self._look = PLAIN
        self._held = 0
        says_colours = any(look.colour not in ("", _UNSAID) for _, look in runs)
        # a run with properties of its own does not take the colour of its cell, as others do
        unsaid = AUTOMATIC if says_colours else ""
        return joined_runs([(_unescaped(text), self._shown(look, unsaid)) for text, look in runs])

    def _shown(self, look: Look, unsaid: str) -> Look:
        """A look with its colour as `#rrggbb`; one that says none has that which is `unsaid`."""
        if look.colour == _UNSAID:
            return look._replace(colour=unsaid)
        return _coloured(look, self._colours)


def check_parts(data: bytes, most: int) -> None:
    """Raise ValueError for an archive with too many parts.

    What is meant has fewer; zipfile would make a list of them."""
    if data.count(_PART) > most:
        raise ValueError(f"it has more than {most:,} parts")


def check_cell(letters: int) -> None:
    """Raise TooLargeError for a cell that holds so many letters."""
    if letters > LONGEST_CELL:
        raise TooLargeError(f"a cell of the workbook holds more than {LONGEST_CELL:,} letters")


def _unescaped(text: str) -> str:
    if "_x00" in text:
        return (
            _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
            .replace("\r\n", "\n")
            .replace("\r", "\n")
        )
    return text


@dataclass(slots=True)
class _OpenCell:
    row: int
    column: int
    kind: str
    style: int
    value: str = ""
    formula: bool = False


class _SheetReader:
    """Makes cells of the events of a sheet's XML."""

    def __init__(
        self,
        book: Workbook,
        texts: list[str],
        styles: list[NumberStyle],
        colours: SheetColours,
    ) -> None:
        self._book = book
        self._texts = texts
        self._styles = styles
        self._row = self._column = 0
        self._range = ""
        self._cell: _OpenCell | None = None
        self._inside = ""
        self._text = _Text(colours)
        self._parts: list[str] = []
        self._cells: list[Cell] = []

    def taken(self) -> list[Cell]:
        cells = self._cells
        self._cells = []
        return cells

    def start(self, name: str, attributes: Attributes) -> None:
        self._inside = name
        if name == "row":
            self._row = max(1, int(float(attributes.get("r", self._row + 1))))
            self._column = 0
            if attributes.get("hidden") in ("1", "true"):
                self._book.hidden.add(self._row)
        elif name == "col" and attributes.get("hidden") in ("1", "true"):
            self._book.hide_columns(int(attributes["min"]), int(attributes["max"]))
        elif name == "c":
            self._column += 1
            if reference := attributes.get("r"):
                self._row, self._column = _coordinates(reference)
            self._cell = _OpenCell(
                self._row, self._column, attributes.get("t", "n"), int(attributes.get("s", 0))
            )
        elif name == "f" and self._cell:
            self._cell.formula = True
        elif name == "conditionalFormatting":
            self._range = attributes.get("sqref", "")
        elif name == "cfRule":
            look = int(attributes.get("dxfId", -1))
            if 0 <= look < len(self._book.conditional) and self._book.conditional[look]:
                self._book.struck_if.append(self._range)
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            if _REFERENCE.fullmatch(first) and _REFERENCE.fullmatch(last):
                self._book.merged.append(Merge(*_coordinates(first), *_coordinates(last)))
        elif self._cell:
            self._text.start(name, attributes)

    def characters(self, data: str) -> None:
        if self._cell and self._inside == "v":
            self._parts.append(data)
        elif self._cell:
            self._text.characters(data)

    def end(self, name: str) -> None:
        self._inside = ""
        cell = self._cell
        if cell is None:
            return
        if name == "v" or self._text.end(name):
            cell.value = "".join(self._parts) or self._text.taken()
            check_cell(len(cell.value))
            self._parts = []
        elif name == "c":
            self._cell = None
            if finished := self._finished(cell):
                self._cells.append(finished)

    def _finished(self, cell: _OpenCell) -> Cell | None:
        value, kind = cell.value, cell.kind
        style = self._styles[cell.style] if cell.style < len(self._styles) else _PLAIN
        if cell.formula and not value and kind != "str":
            kind = "e"
        elif not value:  # also of a formula that gives an empty text
            return None
        elif kind == "s":
            value = self._texts[int(value)]
            self._book.count_letters(len(value))
        elif kind == "n":
            kind = style.kind
            # less is a time
            if (
                kind == "d"
                and self._book.since_1904
                and _NUMBER.fullmatch(value)
                and float(value) >= 1
            ):
                value = str(float(value) + _SINCE_1904)
        code = style.code if kind == style.kind else ""
        if isinstance(value, RichText):
            value = value.within(style.look)
        self._book.note_looks(cell.row, cell.column, value, style.look, unseen=style.unseen)
        return Cell(
            cell.row,
            cell.column,
            value,
            "s" if kind in ("str", "inlineStr") else kind,
            cell.formula,
            code,
        )


def _coordinates(reference: str) -> tuple[int, int]:
    match = _REFERENCE.fullmatch(reference)
    if match is None or not match[1] or not match[2]:
        raise ValueError(f"{reference} is no cell")
    return int(match[2]), number_of(match[1])
