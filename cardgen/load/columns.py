"""Which columns of a table fill which fields.

By what `cards:` says of it, and by headings compared as people write them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cardgen.base import findings as errors
from cardgen.base.findings import CardgenError, Finding, Place, finding_of_too_many, shown
from cardgen.base.letters import SPELT_OUT
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.load.fields import CARDS, EntryKind, fields_schema
from cardgen.load.long_tables import Volume
from cardgen.load.looks import LANGUAGE
from cardgen.load.pulled import FILE, FROM
from cardgen.model.fields import Field
from cardgen.model.table_files import is_table
from cardgen.schema.keys import Key, Keys, Kind, Section
from cardgen.schema.kinds import ANY_TEXT, TRUTH, as_written, names, number
from cardgen.schema.source import Map, Node, Seq, Source, TypedText
from cardgen.schema.values import check_name, id_of, wrong

MOST_SKIPPED = 20
"""How many rows may stand above the headings without `header_row`."""
_HEADING_ROWS = 3
_COPIES = (
    "quantity qty count number_of_copies number_of_cards no_of_copies no_of_cards "
    "nr_of_copies nr_of_cards num_copies num_cards nr_copies "
    "of_copies of_cards how_many how_many_copies how_many_cards copies_in_deck "
    "cards_in_deck anzahl_karten anzahl_der_karten "
    "anzahl_kopien anzahl_der_kopien anzahl_exemplare nombre_de_cartes nombre_de_copies "
    "nombre_d_exemplaires nb_cartes nb_copies "
    "nb_exemplaires nb_d_exemplaires cantidad_de_cartas cantidad_de_copias "
    "número_de_copias número_de_cartas n_de_copias "
    "quantidade_de_cartas número_de_cópias numero_di_copie numero_di_carte quantità_carte "
    "aantal_kaarten antal_kort liczba_kart "
    "liczba_kopii počet_karet počet_kusů количество_карт количество_копий число_карт"
)
"""Headings that mean `copies` when the deck has no such field; signs such as # before them count
for nothing."""
_UNLIKELY = ("art", "template", "back", "copies", "size")
"""What a heading that nobody knows does not mean."""
_LETTERS = re.compile("[A-Z]{1,2}")
_MARKED = re.compile(r"\s*#\s*(?:(?:of\s+)?\w+)?\s*")
"""A heading that begins with # as numbers and counts do, and no comment."""
NO_HEADINGS = (0,)
"""What `header_row` is of a table whose columns go by letter alone: the row above the first."""
HEADING_ABOVE = (-1,)
"""What `header_row` is of a list of objects in JSON or YAML: their names, which are in no row."""
NO_SEPARATOR = "\n"
"""What `separator` is of a text whose lines are one cell each."""
_SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "none": NO_SEPARATOR}
_NAMES_OF_SEPARATORS = {sign: name for name, sign in _SEPARATORS.items()}
_LONGEST_SEPARATOR = 4


class Column(NamedTuple):
    """A column of a table: its heading as typed, and its field.

    It has a language of its own where one is named."""

    heading: str
    field: str
    language: str = ""


Headings = Sequence[Column | None]
"""What each column of a table is; None for one that is left out. A column without a heading fills
the field ""."""


@dataclass(frozen=True, slots=True)
class TableSpec:
    """The options of a deck for the table with its cards.

    `header_row` are the rows of its headings, counted from 1, or none where they are to be found;
    `columns` what headings mean, `ignore` those that mean nothing. `hidden` tells whether hidden
    rows are cards. `section` is where all this stands."""

    sheet: TypedText | None = None
    header_row: tuple[int, ...] = ()
    columns: Mapping[TypedText, TypedText] = field(default_factory=dict)
    ignore: Sequence[str] = ()
    hidden: bool = False
    section: Section | None = None
    separator: str = ""
    """What stands between the columns of a text, where it is not to be found."""
    at: TypedText | None = None
    """Where in a file of JSON or YAML the list of cards is."""
    any_list: bool = False
    """Whether any of several lists will do."""
    together: TypedText | None = None
    every: int = 0
    """By what several rows make one card: a field or heading in which they say the same, or how
    many they are."""
    by_id: bool = False
    """Whether each row must name its card by id."""
    per_file: int = 0
    """How many rows are read at a time of a long table; 0 for all of them."""
    volume: Volume | None = None
    """Those that are read of it."""
    deck: str = ""
    """The id of the deck, of which ids are made with numbers where nothing has a name; without it
    they are numbers alone."""
    entries: EntryKind = CARDS
    """What the rows are."""
    colour_names: Mapping[str, str] = field(default_factory=dict)
    """The names of the game's colours, by `#RRGGBB`."""


@dataclass(slots=True)
class Table(Source):
    """A table that was read: an entry for each row of a card. Lines and columns are rows and
    columns."""

    headings: Mapping[int, str] = field(default_factory=dict)
    """The headings of its columns, where they are not the names of the fields."""
    parts: dict[tuple[int, int], list[Map]] = field(default_factory=dict)
    """The rows that make a card together, by the line and column of the first of them."""
    rows: dict[tuple[int, int], int] = field(default_factory=dict)
    """Of a list in JSON or YAML the numbers of cards, by the line and column where they begin."""
    texts: dict[str, dict[int, Map]] = field(default_factory=dict)
    """The texts in other languages: by language, by row, by field."""
    notes: list[Finding] = field(default_factory=list)
    """What was taken for something: rows that make no cards, ids that were made."""
    columns: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The columns that fill each field, counted from 1, those of other languages left out."""
    sheet: str = ""
    separator: str = ""
    heading_row: int = 0
    """The last row of its headings."""
    volume: Volume | None = None
    """The rows of a long table that were read."""

    def place_of_missing(self, name: str, entry: Node) -> Place:
        """The empty cell of a row; its first where no column, or more than one, is of the name."""
        columns = self.columns.get(name, ()) if is_table(self.file.name) else ()
        return Place(self.file, entry.line, columns[0]) if len(columns) == 1 else self.place(entry)


def letters(column: int) -> str:
    """The name of a column that is counted from 1.

    >>> letters(3), letters(28)
    ('C', 'AB')
    """
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def number_of(name: str) -> int:
    """The number of a column by its name.

    >>> number_of("AB")
    28
    """
    number = 0
    for letter in name:
        number = 26 * number + ord(letter) - 64
    return number


@lru_cache(maxsize=4096)
def spellings(text: str) -> frozenset[str]:
    """Return the ways to spell a heading.

    They are letters and digits alone, without case and accents, umlauts with an e or without.

    >>> sorted(spellings("Stückzahl (€)"))
    ['stuckzahl', 'stueckzahl']
    """
    folded = unicodedata.normalize("NFC", text).casefold()
    bare = (
        "".join(filter(_counts, unicodedata.normalize("NFKD", spelling)))
        for spelling in (folded, folded.translate(SPELT_OUT))
    )
    return frozenset(filter(None, bare))


def _counts(sign: str) -> bool:
    """True if a sign tells two headings apart.

    Such are letters, digits, and what changes letters other than Latin ones."""
    return sign.isalnum() or (
        unicodedata.category(sign) in ("Mn", "Mc") and not "\u0300" <= sign <= "\u036f"
    )


def alike(heading: str, choices: Iterable[str]) -> str | None:
    """The choice that a heading means.

    It is the very same, else the first that is spelt like it."""
    heading, spelled = heading.strip(), list(choices)
    if heading in spelled:
        return heading
    mine = spellings(heading)
    return next((choice for choice in spelled if mine & spellings(choice)), None)


# The mapping after `cards:`


def _header(section: Section, name: str, node: Node) -> tuple[int, ...]:
    if node == "none":
        return NO_HEADINGS
    rows = [str(number) for number in node] if isinstance(node, Seq) else [str(node)]
    numbers = [int(number) if re.fullmatch("[0-9]{1,7}", number) else 0 for number in rows]
    if (
        not numbers
        or min(numbers) < 1
        or numbers != list(range(numbers[0], numbers[0] + len(numbers)))
        or len(numbers) > _HEADING_ROWS
    ):
        raise wrong(
            f"{name} must be the number of a row",
            "write  header_row: 3  or, where headings take two rows,  header_row: [3, 4]",
            code="number-expected",
        )
    return tuple(numbers)


def _columns(section: Section, name: str, node: Node) -> dict[TypedText, TypedText]:
    if not isinstance(node, Map):
        raise wrong(
            f"{name} must be headings with the fields that they mean",
            'write  columns: {"Text (EN)": text, Bild: art}',
            code="mapping-expected",
        )
    for key, value in node.items():
        if not isinstance(value, TypedText) or not value:
            section.wrong(
                f'the column "{key}" fills one field',
                f'write  "{key}": text',
                key,
                code="text-expected",
            )
    return {key: value for key, value in node.items() if isinstance(value, TypedText) and value}


def _sheet(section: Section, name: str, node: Node) -> TypedText:
    if not isinstance(node, TypedText):
        if name == "together":
            raise wrong(
                f"{name} must be the name of one field",
                "write  together: rank",
                code="text-expected",
            )
        if name == "at":
            raise wrong(
                f"{name} must be the way to one list", "write  at: data.cards", code="text-expected"
            )
        raise wrong(
            f"{name} must be the name of one sheet",
            "write  sheet: Ships  and give each sheet a deck of its own",
            code="text-expected",
        )
    return node


def _separator(section: Section, name: str, node: Node) -> str:
    sign = _SEPARATORS.get(str(node).casefold(), str(node)) if isinstance(node, TypedText) else ""
    if (
        not sign
        or len(sign) > _LONGEST_SEPARATOR
        or any(letter.isalnum() or letter in "\"'\\ " for letter in sign)
    ):
        raise wrong(
            f"{name} must be the sign between columns",
            f'write it in quotes, such as  {name}: "~"  or one of {", ".join(_SEPARATORS)}',
            code="text-expected",
        )
    return sign


_ROW = {"type": "integer", "minimum": 1}
_HEADER = Kind(
    _header,
    {
        "anyOf": [
            _ROW,
            {"const": "none"},
            {"type": "array", "items": _ROW, "minItems": 1, "maxItems": _HEADING_ROWS},
        ]
    },
)
_MEANINGS = Kind(_columns, {"type": "object", "additionalProperties": {"type": "string"}})
_SHEET = (
    Key(
        "sheet",
        Kind(_sheet, ANY_TEXT),
        "the sheet of a workbook; otherwise its first that is not hidden",
    ),
    Key(
        "header_row",
        _HEADER,
        "the row of the headings, as the spreadsheet counts, or rows, such as `[3, 4]`, or "
        "`none` where there are none and columns go by "
        "letter; otherwise the first that names columns of the deck",
    ),
    Key(
        "columns",
        _MEANINGS,
        'what headings mean: `{"Text (EN)": text, Bild: art, Stückzahl: copies}`; '
        "`text.de` is the text in German. A column without "
        "a heading goes by its letter",
    ),
    Key(
        "separator",
        Kind(_separator, {"type": "string"}),
        'what stands between the columns of a CSV or text: `"~"`, `"::"`, or `comma`, '
        "`semicolon`, `tab`, `bar`; `none` where each line is "
        "one text; otherwise it is found",
    ),
    Key(
        "at",
        Kind(_sheet, ANY_TEXT),
        "where in a file of JSON or YAML the list of cards is, names with points between: "
        "`data.cards`, `packs.*.white`; else it is found",
    ),
    Key("ignore", names(ANY_TEXT), "headings, or letters, of columns to leave out: `[Notes]`"),
    Key(
        "hidden",
        TRUTH,
        "whether rows that are hidden make cards, too; otherwise they do not, and a note says so",
    ),
)
_GROUPS = (
    Key(
        "together",
        Kind(_sheet, ANY_TEXT),
        "a field, or a heading, by which [several rows make one "
        "card](howto-spreadsheets.md#several-rows-make-one-card), those that say "
        "the same there; a template has them as `card.rows`",
    ),
    Key(
        "every",
        number(2, 1000, whole=True),
        "how many rows make one card, where each card has as many",
    ),
)
PER_FILE = (100, 50_000)
"""Between which numbers of rows one file of a long table may have."""
_LONG = (
    Key(
        "per_file",
        number(*PER_FILE, whole=True),
        "of a long table in CSV: so many rows are read at a time, and their cards have [files of "
        "their own](howto-spreadsheets.md#a-hundred-thousand-rows), `DECK-001` and so on",
    ),
)
TABLE = Keys("a table", FILE, FROM, *_SHEET, *_GROUPS, *_LONG)
"""What a deck may say of the table with its cards."""
SHEET = Keys("a table of editions", *_SHEET)
"""What editions.yaml may say of the tables with its editions."""
DATA = Keys(
    "a table of data",
    replace(FILE, doc="the table, in the game's folder", needed=True),
    *_SHEET,
    Key(
        "fields",
        as_written(fields_schema()),
        "what its columns hold, declared as the fields of a deck are; of those that are "
        "not declared the cells tell",
    ),
)
"""What game.yaml may say of a table that is data only."""
TEXTS = Keys(
    "a table with texts", replace(FILE, doc="the table, in the game's folder", needed=True), *_SHEET
)
"""What a language may say of the table with its texts."""


def table_spec(section: Section) -> TableSpec:
    """A section that describes a table as a value. What is wrong is noted in the section."""
    values = section.values()
    return TableSpec(
        section=section,
        **{key.name: values[key.name] for key in (*_SHEET, *_GROUPS, *_LONG) if key.name in values},
    )


# Headings


Row = tuple[int, list[str | None]]
"""A row of a table: its number, counted from 1, and its cells; None where one is empty."""


class ListRow(list[str | None]):
    """The cells of a card in a list of JSON or YAML.

    It knows the line and column where it begins.
    """

    __slots__ = ("spot",)
    spot: tuple[int, int]


@dataclass(slots=True, eq=False)
class HeadingReader:
    """Finds the headings of a table, and their meaning for cards of these fields."""

    _file: Path
    _fields: Mapping[str, Field]
    _spec: TableSpec
    _problems: list[Finding]
    _hidden: Collection[int] = ()
    """The columns that are hidden, counted from 1: they count where the deck knows them."""
    _rows: list[Row] = field(default_factory=list)
    _used: set[str] = field(default_factory=set)
    """The keys of `columns` that a heading was found for."""
    _free: list[str] = field(default_factory=list)
    """The fields that no heading names."""
    _second_row_known: bool = False
    """Whether the row below the first names columns as well."""
    _lettered: list[str] = field(default_factory=list)
    """What `columns` and `ignore` name by the letter of a column: no heading is spelt like it, or
    headings below several groups are."""
    left: list[str] = field(default_factory=list)
    """The letters of hidden columns that do not count."""
    spots: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Where headings stand in a list of JSON or YAML, by column, counted from 1."""
    hashed: list[int] = field(default_factory=list)
    """The columns, counted from 0, that are left out because their heading begins with #."""

    def takes(self, row: Row) -> bool:
        """Keep a row that may be one of headings; True if none is missing."""
        if self._spec.header_row == NO_HEADINGS:
            self._rows.append(row)
            return True
        if self._spec.header_row:
            if row[0] in self._spec.header_row:
                self._rows.append(row)
            return row[0] >= self._spec.header_row[-1]
        enough = len(self._rows) > MOST_SKIPPED or any(
            self.known(row_above) > 1 for row_above in self._rows[-1:]
        )
        self._rows.append(row)
        return enough

    def found(self) -> tuple[list[Row], list[Row]]:
        """The rows of headings, and the kept rows after them.

        The first row that names two columns of the deck, or else the first one, after titles, which
        are one cell alone."""
        rows = self._rows
        if rows and self._spec.header_row == NO_HEADINGS:
            return [(0, [])], rows
        if self._spec.header_row or not rows:
            return rows, []
        at = next((i for i, row in enumerate(rows) if self.known(row) > 1), None)
        if at is None:
            likely = [i for i, row in enumerate(rows) if not self._is_comment(row)] or [0]
            at = likely[0]
            if not self.known(rows[at]) and filled(rows[at][1]) == 1:
                at = next((i for i in likely if filled(rows[i][1]) > 1), at)
        return rows[at : at + 1], rows[at + 1 :]

    def _is_comment(self, row: Row) -> bool:
        """True if a row begins with #, but not as headings of counts do.

        `#` and `# of copies` may head a column of numbers.
        """
        _, cells = row
        has_cells = cells and not isinstance(cells, ListRow)
        first = (cells[0] or "").lstrip() if has_cells else ""
        return first.startswith("#") and not (filled(cells) > 1 and _MARKED.fullmatch(first))

    def guessed(self, row: Row) -> bool:
        """True if a row was taken for headings though none is known.

        That is so because columns go by letter."""
        return bool(self._lettered) and not self._spec.header_row and not self.known(row)

    def columns(self, rows: Sequence[Row]) -> list[Column | None]:
        """Return the columns under these headings. What is wrong with them is noted."""
        headings, number = joined([cells for _, cells in rows]), rows[-1][0]
        keys = [key for key in (*self._spec.ignore, *self._spec.columns) if _LETTERS.fullmatch(key)]
        times = Counter(last for _, last in headings)
        heading_texts = {
            name for heading_text, last in headings for name in (heading_text, last) if name
        }
        groups = {
            last for heading_text, last in headings if heading_text != last and times[last] > 1
        } - {heading_text for heading_text, _ in headings}
        self._lettered = [
            key for key in keys if not any(alike(name, [key]) for name in heading_texts)
        ]
        self._lettered += [key for key in keys if key in groups and number_of(key) <= len(headings)]
        last_lettered = max(map(number_of, self._lettered), default=0)
        headings += [("", "")] * (last_lettered - len(headings))
        columns: list[Column | None] = []
        before = len(self._problems)
        self._free = self._unfilled(headings)
        self._second_row_known = (
            not self._spec.header_row and len(self._rows) > 1 and self.known(self._rows[-1]) > 1
        )
        for column, heading in enumerate(headings, 1):
            if len(self._problems) - before >= errors.MOST_PROBLEMS:
                self._problems.append(finding_of_too_many(self._file))
                break
            try:
                columns.append(self._column(heading, letters(column), columns))
            except CardgenError as error:
                self._problems += error.at(
                    Place(self._file, *self.spots.get(column, (number, column)))
                )
                columns.append(None)
        problems = self._problems[before:]
        guessed = [problem for problem in problems if problem.remedy.startswith("did")]
        parted = any(problem.code == "table-heading" for problem in problems)
        if (
            not parted
            and len(problems) > max(not self._spec.header_row, 2 * len(guessed))
            and not any(column and column.field for column in columns)
        ):
            self._problems[before:] = [self._without_headings(number, headings)]
        else:
            self._check_columns([heading[0] for heading in headings if heading[0]])
        return columns

    def _unfilled(self, headings: Sequence[tuple[str, str]]) -> list[str]:
        """The fields that no heading names.

        Those that must be given come first; of those that all cards have what is lacking."""
        filled = {str(value) for value in self._spec.columns.values()} | {
            self._meant(last) for _, last in headings if last
        }
        free = [
            name
            for name in self._fields
            if name not in filled and (name != "id" or not filled & {"name", "art"})
        ]
        return sorted(
            (name for name in free if name not in _UNLIKELY),
            key=lambda name: not self._fields[name].needed,
        )

    def _without_headings(self, number: int, headings: Sequence[tuple[str, str]]) -> Finding:
        """The one problem of a table of which no column is known."""
        needed_fields = (name for name in self._free if self._fields[name].needed)
        first = next(text for text, _ in headings if text)
        in_objects = self._spec.header_row == HEADING_ABOVE
        row = "no key of its objects is a field" if in_objects else f"row {number} holds no heading"
        begin = "call them" if in_objects else "begin the table with a row such as"
        columns = f'columns: {{"{first}": id}}'
        remedy = f"{begin}  {', '.join(needed_fields)}  or say what its columns are:  {columns}"
        remedy = f"{remedy}  (cardgen table --guess {shown(self._file)} proposes it)"
        if self._spec.header_row and not in_objects:
            remedy = "mend header_row, which counts as the spreadsheet does"
        return Finding(
            "table-heading",
            f"{row} of this deck",
            remedy,
            Place(self._file, max(number, 1)),
        )

    def known(self, row: Row) -> int:
        """The number of headings in a row that the deck knows."""
        return sum(
            1 for cell in row[1] if cell is not None and (self._told(cell) or self._meant(cell))
        )

    def _told(self, heading: str) -> str | None:
        """Return the meaning of a heading that the deck declares."""
        key = alike(heading, self._spec.columns)
        return None if key is None else str(self._spec.columns[TypedText(key)])

    def _meant(self, heading: str) -> str | None:
        """Return the meaning of a heading by itself.

        It is a field, or one in a language: `text.de`.
        """
        if (name := field_of(heading, self._fields)) is not None:
            return name
        name, _, language = heading.strip().rpartition(".")
        field_meant = field_of(name, self._fields) if LANGUAGE.fullmatch(language) else None
        return (
            f"{field_meant}.{language}"
            if field_meant and self._fields[field_meant].is_translated
            else None
        )

    def _column(self, heading: tuple[str, str], letter: str, columns: Headings) -> Column | None:
        """Return one column, or None for one that is left out. Raises CardgenError."""
        heading_text, last = heading
        spec = self._spec
        names = [name for name in dict.fromkeys(heading) if name and name not in self._lettered]
        lettered = letter in self._lettered
        keys = [
            *(alike(name, spec.columns) for name in names),
            letter if lettered and letter in spec.columns else None,
        ]
        key = next(filter(None, keys), None)
        if key and (heading_text not in spec.ignore or key == heading_text):
            self._used.add(key)
            meaning: str | None = str(spec.columns[TypedText(key)])
        elif heading_text.startswith("#") and self._meant(heading_text) != "copies":
            self.hashed.append(number_of(letter) - 1)
            return None
        elif lettered or any(alike(name, spec.ignore) for name in names):
            return None
        elif not heading_text:
            return Column("", "")
        else:
            meaning = self._meant(heading_text) or self._meant(last)
        if meaning is None and number_of(letter) in self._hidden:
            self.left.append(letter)
            return None
        if meaning is None and not columns and (name := self._other_separator(heading_text)):
            given = _NAMES_OF_SEPARATORS.get(self._separator, self._separator)
            raise wrong(
                f"the separator of this table is {name}, not {given}",
                f"write  {spec.entries.in_their_file(f'separator: {name}')}",
                code="table-heading",
            )
        if meaning is None:
            raise wrong(
                f'{spec.entries.whose} has no field "{heading_text}"',
                self._instead_of(heading_text),
                code="unknown-field",
            )
        field, _, language = meaning.partition(".")
        if not self._fits(field, language):
            return None  # which is told where the deck says so
        same = (
            column.heading
            for column in columns
            if column and (column.field, column.language) == (field, language)
        )
        if not self._fields[field].is_list and (other := next(same, None)):
            as_ = "" if other == heading_text == meaning else f', as "{other}" and "{heading_text}"'
            raise wrong(
                f'the column "{meaning}" is there twice{as_}',
                f"remove one of them, or leave it out:  ignore: [{letter}]",
                code="column-twice",
            )
        return Column(heading_text or letter, field, language)

    @property
    def _separator(self) -> str:
        """The separator that the deck gives, or the ending of the file."""
        return self._spec.separator or ("\t" if self._file.suffix.lower() == ".tsv" else "")

    def _other_separator(self, heading: str) -> str:
        """The name of the sign between headings that stand in one cell; empty where none does."""
        given = self._separator
        for sign, name in _NAMES_OF_SEPARATORS.items() if given else ():
            parts = heading.split(sign) if sign not in (given, NO_SEPARATOR) else ()
            if len(parts) > 1 and any(map(self._meant, parts)):
                return name
        return ""

    def _instead_of(self, heading: str) -> str:
        """The remedy for a heading that means nothing."""
        rows = self._rows[-2:]
        if self._second_row_known:
            return f"where headings take two rows, write  header_row: [{rows[0][0]}, {rows[1][0]}]"
        # short, and so near to much
        near_field = nearest(heading, (name for name in self._fields if name != "id"))
        written, file = self._spec.entries.in_their_file, self._spec.entries.file
        quoted = f'"{heading}"'
        left_out = written(f"ignore: [{quoted}]")
        suggestion = "leave it out:"
        if free := next(iter(self._free), ""):
            suggestion = f"tell what it is:  {written(f'columns: {{{quoted}: {free}}}')}  or"
        fields = f"fields of {file}" if file else "fields"
        return near_field or f"declare it under {fields}, or {suggestion}  {left_out}"

    def _fits(self, field: str, language: str) -> bool:
        declared_field = self._fields.get(field)
        return declared_field is not None and (
            not language
            or (declared_field.is_translated and LANGUAGE.fullmatch(language) is not None)
        )

    def _check_columns(self, headings: Collection[str]) -> None:
        """Note columns of the deck file, and fields, that do not exist.

        The columns are not in the table, the fields not in the deck."""
        section = self._spec.section
        for key, value in self._spec.columns.items() if section else ():
            assert section
            name, _, language = value.partition(".")
            if name not in self._fields:
                section.wrong(
                    f'{self._spec.entries.whose} has no field "{name}"',
                    did_you_mean(name, self._fields),
                    value,
                    code="unknown-field",
                )
            elif not self._fits(name, language):
                section.wrong(
                    f'"{value}" is no text in a language',
                    "name a field of the kind text, and a language: text.de",
                    value,
                    code="unknown-field",
                )
            elif key not in self._used:
                remedy = did_you_mean(key, headings)
                if not headings or _LETTERS.fullmatch(key.upper()):
                    remedy = (
                        "write a heading, or the letter of a "
                        f"column{f': {key.upper()}' if key.isalpha() and len(key) < 3 else ''}"
                    )
                section.wrong(
                    f'the table has no column "{key}"', remedy, key, code="unknown-column"
                )


def filled(cells: Sequence[str | None]) -> int:
    """The number of cells in a row that are not empty."""
    return sum(cell is not None for cell in cells)


_MORE = r"(\s+(needed|required|wanted|total|each|to print)|\s*[(\[][^()\[\]]*[)\]])"
_COUNTING = re.compile(
    r"\s*(#\s*(copies|cards|exemplare|karten|cartes|cartas|copias|kopien)"
    r"|#\s*of(\s+(copies|cards|each))?"
    r"|(#|no\.?|number|copies|cards|count|qty\.?|quantity)(\s+of(\s+(copies|cards))?)?"
    r"\s+(in|per|for)\s+(the\s+|each\s+|a\s+)?(deck|set|box|game|pile)"
    rf"|(pcs\.?|freq\.?|frequency|stk\.?|qt[àa]\.?){_MORE}*"
    r"|(copies|qty\.?|quantity|count|exemplare|anz\.?|anzahl|stück|menge|exemplaires|cantidad"
    rf"|quantité|quantità|quantidade){_MORE}+)\s*",
    re.IGNORECASE,
)
"""Headings that tell how many there are of a card, in more words than those above."""
_COPIES_SPELT = [word.replace("_", " ") for word in _COPIES.split()]


def field_of(heading: str, fields: Mapping[str, Field]) -> str | None:
    """The field that a heading means by itself."""
    choice = alike(heading, fields)
    if (
        choice is None
        and "copies" in fields
        and (alike(heading, _COPIES_SPELT) or _COUNTING.fullmatch(heading))
    ):
        return "copies"
    return choice


def field_name(heading: str, used_names: set[str], letter: str) -> str:
    """A field's name for a heading.

    It is in ASCII where that is near, else in its own letters; for those with signs on them the
    column's."""
    name = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", heading).casefold()).strip("_")
    if all(unicodedata.name(sign, "").startswith("LATIN") for sign in name if sign.isalpha()):
        name = id_of(heading).replace("-", "_") if name else ""
    elif any(unicodedata.category(sign).startswith("M") for sign in heading):
        name = ""
    name = name if name[:1].isalpha() else f"column_{name or letter.lower()}"
    try:
        check_name(name, "field", used_names)
    except CardgenError:
        number = next(number for number in range(2, 10_000) if f"{name}_{number}" not in used_names)
        name = f"{name}_{number}"
    return name


def joined(rows: Sequence[Sequence[str | None]]) -> list[tuple[str, str]]:
    """For each column its heading over all rows, and the lowest of them alone. An upper heading
    reaches to the right, up to the next."""
    width = max(map(len, rows))
    above: list[list[str]] = [[] for _ in range(width)]
    last = [""] * width
    for depth, row in enumerate(rows):
        reached = ""
        for column in range(width):
            texts = ((row[column] if column < len(row) else None) or "").strip()
            reached = texts or (reached if depth + 1 < len(rows) else "")
            if reached:
                above[column].append(reached)
            last[column] = texts or last[column]
    return [
        (" ".join(parts) if last[column] else "", last[column])
        for column, parts in enumerate(above)
    ]
