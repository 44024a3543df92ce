"""Cells of a table as the values of fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import unquote

from cardgen.load.rich_text import RichText
from cardgen.model.cards import Field
from cardgen.schema.source import CONTROL, Node, Seq, text_node
from cardgen.schema.values import half_width, id_of, is_id, wrong

QUOTES = re.compile('""+')
"""A text of nothing but quotes: one pair stands for an empty text."""
_ITEM = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,;|\n]*))\s*(?:[,;|\n]|$)')
_ADDRESS = re.compile(r" \(https?://[^\s()]+\)")
_OWN_ADDRESS = re.compile(r" \(https://(?:www\.)?(?:notion\.so|airtable\.com)/[^\s()]+\)")
"""What databases write behind the name of a file or of another record; and that which leads nobody
but its owner anywhere."""
_ADDRESSED = re.compile(r"(https?|file)://", re.IGNORECASE)
_FROM_ROOT = re.compile(r"[A-Za-z]:[\\/]|\\\\|/(?:Users|home|Volumes|mnt|media)/|~/")
_MIDNIGHT = " 00:00:00"
_BULLET = re.compile(r"\s*[-–—•*·]\s+")
_COPIES = re.compile(
    r"[x×]?\s*([0-9]+)\s*(?:[x×枚张張个個장매개]|ใบ|(?:pcs?|pieces?|cop(?:y|ies)|cards?|times|st(?:k|ck|ück)?|karten?|mal|exemplare?|ex|cartes?|cartas?|carte|szt)\.?)?",
    re.IGNORECASE,
)
"""A number of copies as people write it: `x3`, `3x`, `3 pcs.`."""
_WHOLE = re.compile(r"^\s*([+-]?[0-9]+)\.0+\s*$")
"""A whole number as programs write it whose columns hold fractions, or nothing in one of their
rows."""
_TRUE = (
    "x [x] y ✓ ✔ ☑ ✅ checked 1 ja wahr oui vrai sí si sì verdadero vero sim verdadeiro waar tak prawda sant sandt sann kyllä tosi ano áno "
    "pravda igen igaz da adevărat evet doğru да истина так істина ναι αληθές có ya benar כן אמת نعم صحيح بله درست はい 是 예 네 ใช่"
)
_FALSE = (
    "- – n ✗ ✘ ☐ ❌ unchecked 0 nein falsch non faux falso não nao nee onwaar nie fałsz nej falskt falsk nei usann ei epätosi ne nepravda "
    "nem hamis nu fals hayır yanlış нет ложь ні хибність όχι ψευδές không tidak salah לא שקר لا خطأ خیر نه نادرست "
    "いいえ 否 아니오 아니요 ไม่ ไม่ใช่"
)
NOTHING = frozenset(
    [
        "-",
        "\u2013",
        "\u2014",
        "\u2212",
        "--",
        "---",
        "x",
        ".",
        "..",
        "...",
        "\u2026",
        "/",
        "n/a",
        "na",
        "n.a.",
        "none",
        "null",
        "nil",
        "k.a.",
        "s/o",
    ]
)
"""What people write for nothing in a column of numbers, where a card need not have one; an X may be
a number of its own in a game."""
_TRUTHS = {
    word: said for said, words in (("true", _TRUE), ("false", _FALSE)) for word in words.split()
}
"""What is typed for true and false, and what spreadsheet programs and databases write: in the
languages of Europe, in Vietnamese, Indonesian, Hebrew, Arabic, Persian, Japanese, Chinese, Korean
and Thai, too."""


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
    """A value of a list in JSON or YAML, with the place where it stands there, and its items where
    it is itself a list of texts."""

    __slots__ = ("items", "spot")
    spot: tuple[int, int]
    items: tuple[str, ...] | None

    @classmethod
    def of(cls, text: str, node: Node, items: tuple[str, ...] | None = None) -> ListCell:
        """The cell that says a text, where a node stands."""
        made = cls(text)
        made.spot, made.items = (node.line, node.column), items
        return made


def node_of(cell: str, field: Field, line: int, column: int) -> Node:
    """What a cell says of a field. Raises CardgenError for what says nothing."""
    if isinstance(cell, ListCell):
        line, column = cell.spot
    if isinstance(cell, CellValue):
        cell = _said(cell, field)
    elif control := CONTROL.search(cell):
        raise wrong(
            f"there is a control character (U+{ord(control[0]):04X}) here",
            "delete it, or type the value again",
        )
    if "://" in cell:
        cell = unlinked(cell, own=field.kind == "text" and field.name != "art")
    if field.kind == "list_of":
        own = cell.items if isinstance(cell, ListCell) else None
        said = (
            own if own is not None else [] if cell.strip() == "[]" else _items(cell, field.choices)
        )
        items = Seq(text_node(item, line, column) for item in said)
        items.line, items.column = line, column
        return items
    if field.kind == "bool":
        cell = _TRUTHS.get(cell.strip().casefold(), cell)
    if (
        field.kind in ("int", "number")
        and not field.needed
        and field.name != "copies"
        and is_nothing(cell)
    ):
        return text_node("", line, column)
    if field.kind == "int" and not field.decimal:
        cell = copies_said(cell) if field.name == "copies" else _WHOLE.sub(r"\1", cell)
    if field.kind != "text":
        return text_node(cell.strip(), line, column)
    # one pair stands for an empty text; so a text that is such quotes has a pair more
    if QUOTES.fullmatch(cell):
        return text_node(cell[2:], line, column, quoted=True)
    if field.name == "id":
        return text_node(cell.strip() if is_id(cell.strip()) else id_of(cell), line, column)
    if field.name == "art":
        return text_node(picture_of(cell), line, column)
    if field.name in ("template", "back"):
        return text_node(cell.strip(), line, column)
    return text_node(
        cell.markup if isinstance(cell, RichText) and field.name != "name" else cell, line, column
    )


def is_nothing(cell: str) -> bool:
    """Whether a cell in a column of numbers says that there is none.

    >>> is_nothing("\u2013"), is_nothing("N/A"), is_nothing("0"), is_nothing("X")
    (True, True, False, False)
    """
    said = cell.strip()
    return said != "X" and said.casefold() in NOTHING


def picture_of(cell: str) -> str:
    r"""The name of a picture that a cell names with its address, or with the folders of somebody's
    computer: their last part.

    >>> picture_of("https://pics.example/birds/owl%20b.png?x=3"), picture_of(r"C:\pics\owl.png"), picture_of("art/birds/owl.png")
    ('owl b.png', 'owl.png', 'birds/owl.png')
    """
    said = cell.strip()
    if _ADDRESSED.match(said):
        last = (
            unquote(re.split("[?#]", said, maxsplit=1)[0].rstrip("/"))
            .replace("\\", "/")
            .rpartition("/")[2]
        )
        return last or said
    if _FROM_ROOT.match(said):
        return said.replace("\\", "/").rpartition("/")[2] or said
    return said.replace("\\", "/").removeprefix("./").removeprefix("art/")


def unlinked(cell: str, *, own: bool = False) -> str:
    """What a cell says without the addresses that a database wrote behind files and other records;
    its `own` ones alone, or all.

    >>> unlinked("owl.png (https://files.example/owl.png)")
    'owl.png'
    """
    address = _OWN_ADDRESS if own else _ADDRESS
    # what has none stays a rich text
    return address.sub("", cell) if address.search(cell) else cell


def copies_said(cell: str) -> str:
    """The number of copies that a cell says; the cell itself where it says something else.

    >>> copies_said("x3"), copies_said("3 pcs."), copies_said("３枚"), copies_said("3 each")
    ('3', '3', '3', '3 each')
    """
    whole = _WHOLE.sub(r"\1", half_width(cell)).strip()
    found = _COPIES.fullmatch(whole)
    return found[1] if found else cell


def _said(cell: CellValue, field: Field) -> str:
    """What a number, a date or a formula says in the words of a field. Raises CardgenError."""
    if cell.kind == "e":
        raise wrong(
            "this formula has no value", "mend it, and save the file with a spreadsheet program"
        )
    if not field.date and (shown := _as_seen(cell, field)) is not None:
        return shown
    if cell.kind == "d":
        is_day = cell[4:5] == "-"  # or else a time
        if field.date and is_day:
            return dated(cell, field.date)
        remedy = "format the column as text, and type the value again"
        if field.kind == "text" and field.place and is_day:  # one that the deck declares
            remedy += f", or say how a date is written, under fields: {field.name}: {{text: {{date: dd.mm.yyyy}}}}"
        raise wrong(
            f"this cell holds a {'date' if is_day else 'time'} ({cell.removesuffix(_MIDNIGHT)})",
            remedy,
        )
    text = str(cell)
    if cell.kind == "p" and field.unit == "%":
        number = round(float(text) * 100, 9)
        text = str(int(number) if number.is_integer() else number)
    return text.replace(".", ",") if field.decimal == "," else text


def _as_seen(cell: CellValue, field: Field) -> str | None:
    """What a text or a choice says of a number, a day or a time, which is what its author sees;
    None where the plain value counts."""
    if (
        field.kind not in ("text", "one_of", "list_of")
        or (shown := cell.shown(field.decimal or ".")) is None
    ):
        return None
    fits = is_id(shown) if field.name == "id" else field.kind == "text" or shown in field.choices
    return shown if fits else None


def dated(iso: str, pattern: str) -> str:
    """A day as ISO writes it, in a pattern of d, m and y.

    >>> dated("2026-01-02 00:00:00", "d.m.yyyy")
    '2.1.2026'
    """
    year, month, day = iso[:4], iso[5:7], iso[8:10]
    known = {
        "d": day.lstrip("0"),
        "dd": day,
        "m": month.lstrip("0"),
        "mm": month,
        "yy": year[2:],
        "yyyy": year,
    }
    return re.sub("d+|m+|y+", lambda part: known[part[0]], pattern)


def _items(cell: str, choices: Sequence[str] = ()) -> list[str]:
    """The entries of a list in one cell, between commas, semicolons, bars or line ends; a line that
    is one of the choices is one entry.

    >>> _items('oak; "ash, grey" | elm')
    ['oak', 'ash, grey', 'elm']
    """
    text = (
        cell.strip().removeprefix("[").removesuffix("]")
        if cell.strip().startswith("[")
        else cell.strip()
    )
    if choices and '"' not in text and ("\n" in text or text in choices):
        lines = [_BULLET.sub("", line, count=1).strip() for line in text.split("\n")]
        return [item for line in lines for item in ([line] if line in choices else _items(line))]
    found, at = [], 0
    while at < len(text):
        match = _ITEM.match(text, at)
        # a stray quote: the rest is one entry, which its field will refuse
        if match is None or match.end() == at:
            found.append(text[at:])
            break
        item = match[1].replace('""', '"') if match[1] is not None else match[2].rstrip()
        if item or match[1] is not None:
            found.append(item)
        at = match.end()
    return found
