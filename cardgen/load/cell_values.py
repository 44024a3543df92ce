"""Cells of a table as the values of fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote

from cardgen.load.rich_text import RichText
from cardgen.model.fields import Field
from cardgen.schema.field_kinds.numbers import without_zeros
from cardgen.schema.source import CONTROL, Node, Seq, text_node
from cardgen.schema.values import half_width, wrong

QUOTES = re.compile('""+')
"""A text of nothing but quotes: one pair stands for an empty text."""
_ADDRESS = re.compile(r" \(https?://[^\s()]+\)")
_OWN_ADDRESS = re.compile(r" \(https://(?:www\.)?(?:notion\.so|airtable\.com)/[^\s()]+\)")
"""What databases write behind the name of a file or of another record; and that which leads nobody
but its owner anywhere."""
_ADDRESSED = re.compile(r"(https?|file)://", re.IGNORECASE)
_FROM_ROOT = re.compile(r"[A-Za-z]:[\\/]|\\\\|/(?:Users|home|Volumes|mnt|media)/|~/")
_MIDNIGHT = " 00:00:00"
_COPIES = re.compile(
    r"[x×]?\s*([0-9]+)\s*(?:[x×枚张張个個장매개]|ใบ|"
    r"(?:pcs?|pieces?|cop(?:y|ies)|cards?|times|st(?:k|ck|ück)?|karten?|mal|exemplare?|ex|"
    r"cartes?|cartas?|carte|szt)\.?)?",
    re.IGNORECASE,
)
"""A number of copies as people write it: `x3`, `3x`, `3 pcs.`."""


class CellValue(str):
    """A cell that holds no text. Its `kind` is that of a workbook's cell; `computed` tells whether
    a formula made it, and `shown` gives what a spreadsheet program shows of it, where that is
    known, with a point or a comma before its decimals.

    A date is as ISO writes it.
    """

    __slots__ = ("computed", "kind", "shown")
    kind: str
    computed: bool
    shown: Callable[[str], str | None]


class ListCell(str):
    """A value of a list in JSON or YAML, with its place there.

    It has its items where it is itself a list of texts."""

    __slots__ = ("items", "spot")
    spot: tuple[int, int]
    items: tuple[str, ...] | None

    @classmethod
    def of(cls, text: str, node: Node, items: tuple[str, ...] | None = None) -> ListCell:
        """The cell that says a text, where a node stands."""
        cell = cls(text)
        cell.spot, cell.items = (node.line, node.column), items
        return cell


def node_of(
    cell: str,
    field: Field,
    line: int,
    column: int,
    colour_names: Mapping[str, str] | None = None,
) -> Node:
    """The node that a cell stands for in a field.

    `colour_names` are those of a palette, by `#RRGGBB`. Raises CardgenError for what says
    nothing."""
    if isinstance(cell, ListCell):
        line, column = cell.spot
    if isinstance(cell, CellValue):
        cell = _text_of_value(cell, field)
    elif control := CONTROL.search(cell):
        raise wrong(
            f"there is a control character (U+{ord(control[0]):04X}) here",
            "delete it, or type the value again",
            code="control-character",
        )
    if "://" in cell:
        cell = unlinked(cell, own_only=field.is_text)
    if field.is_list:
        entries = cell.items if isinstance(cell, ListCell) else None
        texts = field.from_cell(cell) if entries is None else entries
        nodes = Seq(text_node(text, line, column) for text in texts)
        nodes.line, nodes.column = line, column
        return nodes
    # one pair stands for an empty text; so a text that is such quotes has a pair more
    if field.is_text and QUOTES.fullmatch(cell):
        return text_node(cell[2:], line, column, quoted=True)
    if field.says_nothing(cell):
        return text_node("", line, column)
    if isinstance(cell, RichText) and field.has_markup:
        cell = cell.markup(colour_names)
    text = field.from_cell(cell)
    assert isinstance(text, str)
    return text_node(text, line, column)


def picture_of(cell: str) -> str:
    r"""The name of a picture that a cell names with its address.

    Of the folders of somebody's computer the last part counts.

    >>> picture_of("https://pics.example/birds/owl%20b.png?x=3")
    'owl b.png'
    >>> picture_of(r"C:\pics\owl.png"), picture_of("art/birds/owl.png")
    ('owl.png', 'birds/owl.png')
    """
    text = cell.strip()
    if _ADDRESSED.match(text):
        last = (
            unquote(re.split("[?#]", text, maxsplit=1)[0].rstrip("/"))
            .replace("\\", "/")
            .rpartition("/")[2]
        )
        return last or text
    if _FROM_ROOT.match(text):
        return text.replace("\\", "/").rpartition("/")[2] or text
    return text.replace("\\", "/").removeprefix("./").removeprefix("art/")


def unlinked(cell: str, *, own_only: bool = False) -> str:
    """Return a cell without the addresses that a database wrote behind names.

    Those are of files and other records. With `own_only` it loses only those that lead back into
    the database.

    >>> unlinked("owl.png (https://files.example/owl.png)")
    'owl.png'
    """
    address = _OWN_ADDRESS if own_only else _ADDRESS
    # what has none stays a rich text
    return address.sub("", cell) if address.search(cell) else cell


def copies_of(cell: str) -> str:
    """The number of copies that a cell says.

    It is the cell itself where it says something else.

    >>> copies_of("x3"), copies_of("3 pcs."), copies_of("３枚"), copies_of("3 each")
    ('3', '3', '3', '3 each')
    """
    match = _COPIES.fullmatch(without_zeros(half_width(cell)).strip())
    return match[1] if match else cell


def _text_of_value(cell: CellValue, field: Field) -> str:
    """The text of a number, a date or a formula for a field. Raises CardgenError."""
    if cell.kind == "e":
        raise wrong(
            "this formula has no value",
            "mend it, and save the file with a spreadsheet program",
            code="formula-without-value",
        )
    if field.is_worded:
        formatted = cell.shown(field.decimal or ".")
        if formatted is not None and field.takes_shown(formatted):
            return formatted
    if cell.kind == "d":
        return _text_of_date(cell, field)
    text = str(cell)
    if cell.kind == "p" and field.unit == "%":
        number = round(float(text) * 100, 9)
        text = str(int(number) if number.is_integer() else number)
    return text.replace(".", ",") if field.decimal == "," else text


def _text_of_date(cell: CellValue, field: Field) -> str:
    is_day = cell[4:5] == "-"  # or else a time
    if is_day and (text := field.text_of_day(cell)):
        return text
    remedy = "format the column as text, and type the value again"
    if field.is_text and field.place and is_day:  # one that the deck declares
        remedy += (
            ", or say how a date is written, under fields: "
            f"{field.name}: {{text: {{date: dd.mm.yyyy}}}}"
        )
    noun = "date" if is_day else "time"
    raise wrong(
        f"this cell holds a {noun} ({cell.removesuffix(_MIDNIGHT)})", remedy, code="day-in-cell"
    )
