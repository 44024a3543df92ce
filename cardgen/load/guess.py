"""A deck file proposed for a spreadsheet, out of its headings and cells: what a person would write after a look at it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from cardgen.base.errors import CardgenError, Place, Problem
from cardgen.load.cell_names import in_cells
from cardgen.load.cell_values import CellValue, node_of
from cardgen.load.columns import Row, TableSpec, alike, field_of, filled, joined, letters, spellings
from cardgen.load.fields import COMMON, MOST_COPIES, TAKEN
from cardgen.load.table import is_comment, is_sum, read_table
from cardgen.load.table_rows import rows_of
from cardgen.load.workbook import Archive
from cardgen.model.cards import Field
from cardgen.model.project import DRAWINGS
from cardgen.schema.source import text_node
from cardgen.schema.values import check_name, id_of, is_id, typed, wrong

TEMPLATE = "plain.svg"
"""The template of a proposal: it shows whatever a card says."""

_WORDS = {
    "id": "id key code kürzel card_id kartennummer nr no number nummer num lfd_nr numéro número № номер 编号 番号 번호",
    "name": "name title titel card_name cardname card_title karte card kartenname bezeichnung nom nombre titre título titolo nome naam "
    "namn nazwa název név kártya_név kártyanév название имя 名称 卡名 名前 カード名 이름 카드명",
    "copies": "copies quantity qty count number_of_copies anzahl stück stückzahl menge exemplare anz amount cantidad quantité quantità "
    "quantidade exemplaires copias cópias aantal antal ilość počet количество кол-во 数量 张数 枚数 수량 장수",
    "art": "art image bild picture illustration artwork grafik bilddatei datei file img image_file dateiname filename imagen imagem "
    "immagine afbeelding obraz картинка изображение 图片 画像 그림",
}
_NOTES = (
    "note notes notizen notiz bemerkung bemerkungen kommentar kommentare comment comments todo status stand design_notes playtest_notes "
    "changed geändert last_change letzte_änderung author autor feedback ideas ideen internal intern remarks offen done erledigt remarques "
    "notas observações osservazioni opmerkingen anteckningar notatki poznámky megjegyzés примечание заметки 备注 備考 メモ 비고"
)
_MEANINGS = {word.replace("_", " "): name for name, words in _WORDS.items() for word in words.split()}
_MEANINGS["#"] = "id"
_IGNORED = [word.replace("_", " ") for word in _NOTES.split()]
_SPOKEN = {
    **dict.fromkeys(["nl", "pt", "cs", "da", "sv", "fi", "ru", "ja", "zh", "ko", "tr", "hu"], ""),
    "en": "english englisch",
    "de": "german deutsch",
    "fr": "french französisch français",
    "es": "spanish spanisch español",
    "it": "italian italienisch italiano",
    "pl": "polski",
}
_LANGUAGES = {word: code for code, words in _SPOKEN.items() for word in (code, *words.split())}
_SUFFIXED = re.compile(r"(.*?\w)[\s_\-./(\[:]+([^\W\d_]{2,12})[)\]]?", re.DOTALL)
_UNIT = re.compile(r"\d[\s\u00a0\u202f]*([^\W\d_]{1,6}|[€$£¥%°])$|^([€$£¥]|[A-Z]{3})\s*[-+]?\d")
_ENTRIES = re.compile(r"[,;|\n]")
_SAFE = re.compile(r"[^\W\d_][\w]*(?:[ -][\w]+)*")
_PLAIN_WORDS = ("yes", "no", "on", "off", "true", "false", "null", "y", "n")
_MOST_MERGED = 1000
_LOOKED_AT = 30
"""In how many rows the headings are looked for."""
_MOST_CHOICES, _LONGEST_CHOICE, _MOST_ENTRIES, _MOST_TOLD = 12, 30, 40, 5


class _Proposal(NamedTuple):
    """What a column is: a field with its kind, what its heading means where it does not say so, or why it is left out."""

    meaning: str
    field: Field | None = None
    why: str = ""


@dataclass(slots=True)
class _GuessedColumn:
    """A column with its letter, its headings (over all rows, and the lowest alone) and its cells, one for each card."""

    letter: str
    heading: str
    last: str
    cells: list[str | None] = field(default_factory=list)
    proposal: _Proposal = field(default_factory=lambda: _Proposal(""))

    @property
    def said(self) -> list[str]:
        return [cell for cell in self.cells if cell is not None]

    @property
    def distinct(self) -> int:
        return len({cell.strip() for cell in self.said})

    @property
    def words(self) -> bool:
        """Whether its cells are texts, most of them."""
        return sum(not isinstance(cell, CellValue) and not cell.strip().isdecimal() for cell in self.said) * 2 > len(self.said)


def guessed(file: Path, home: Path, sheet: str = "", has_art: Callable[[str], bool] = lambda name: False) -> list[str]:
    """The lines of a deck file for the cards of a table in `home`. `has_art` tells whether there is a drawing of a name.

    Raises CardgenError for a file that cannot be read, or in which no table is found.
    """
    name, others = _sheet(file, home, sheet)
    rows, book = _read(file, home, name)
    heads, cards = _table(rows, book)
    if not heads or not cards:
        raise wrong("no table of cards is found here", "begin it with a row of headings, and a row for each card below", Place(file))
    columns = _columns(heads, _named_rows(heads, cards))
    _propose(columns, has_art)
    sheet = name if others else ""
    said, numbers = _told(columns), [number for number, _ in heads]
    lines = _lines(file, sheet, numbers, columns, said, [each for each in others if each != name])
    return [*lines, *_to_mend(file, home, sheet, numbers, columns, said)]


# Finding the table


def _sheet(file: Path, home: Path, sheet: str) -> tuple[str, list[str]]:
    """The sheet with cards, and all of them: the one that is asked for, or the first whose headings say most of what cards have."""
    book, _ = rows_of(file, home, TableSpec())
    if book is None:
        if sheet:
            raise wrong(f"{file.name} is a table without sheets", "leave --sheet out")
        return "", []
    try:
        names = book.sheets()
    except Exception as error:  # as where its rows are read
        raise wrong("this is not a workbook that can be read", "save it anew as XLSX, or as CSV", Place(file)) from error
    if sheet:
        found = alike(sheet, names)
        if found is None:
            raise wrong(f'the workbook has no sheet "{sheet}"', f"use one of: {', '.join(names)}", Place(file))
        return found, names if len(names) > 1 else []

    def score(name: str) -> int:
        rows, book = _read(file, home, name)
        heads, cards = _table(rows, book)
        said = [heading for heading, _ in joined([cells for _, cells in heads])] if heads else []
        return 10 * sum(1 for each in said if each and alike(each, _MEANINGS)) + min(len(cards), 5)

    return (max(names, key=score), names) if len(names) > 1 else ("", [])


def _read(file: Path, home: Path, sheet: str) -> tuple[list[Row], Archive | None]:
    book, rows = rows_of(file, home, TableSpec(text_node(sheet, 1, 1) if sheet else None))
    found = [(number, cells) for number, cells in rows if any(cell is not None for cell in cells)]
    return [row for row in found if not book or row[0] not in book.hidden], book


def _table(rows: Sequence[Row], book: Archive | None) -> tuple[list[Row], list[Row]]:
    """The rows of the headings and those of the cards."""
    seen = rows[:_LOOKED_AT]
    widest = max((filled(cells) for _, cells in seen), default=0)
    at = next((i for i, row in enumerate(seen) if filled(row[1]) >= max(2, 0.6 * widest) and _are_words(row[1])), None)
    if at is None:
        return [], []
    heads, after = [seen[at]], at + 1
    if after < len(rows) and _continues(seen[at], rows[after]):
        heads.append(rows[after])
        after += 1
    elif at and _groups(seen[at - 1], seen[at]):
        heads.insert(0, seen[at - 1])
    across = (
        {merge.row for merge in book.merged if merge.bottom == merge.row and 2 * (merge.right - merge.column + 1) > widest} if book else ()
    )
    _fill_down(rows[after:], book)
    cards = (row for row in rows[after:] if not (is_comment(row[1][0]) or is_sum(row[1], [])))
    return heads, [row for row in cards if not (row[0] in across and filled(row[1]) == 1)]


def _fill_down(rows: Sequence[Row], book: Archive | None) -> None:
    """What merged cells say counts in each of their rows."""
    known = dict(rows)
    for merge in book.merged[:_MOST_MERGED] if book else ():
        at, first = merge.column - 1, known.get(merge.row, [])
        said = first[at] if at < len(first) else None
        for number in range(merge.row + 1, min(merge.bottom, merge.row + _MOST_MERGED) + 1):
            cells = known.get(number)
            if cells and said is not None:
                cells += [None] * (at + 1 - len(cells))
                cells[at] = cells[at] or said


def _are_words(cells: Sequence[str | None]) -> bool:
    return all(cell is None or (not isinstance(cell, CellValue) and not cell.strip().isdecimal()) for cell in cells)


def _continues(upper: Row, lower: Row) -> bool:
    """Whether a row below headings has headings, too: parts of those above, where cards begin with a name."""
    first = next(i for i, cell in enumerate(upper[1]) if cell is not None)
    below = first < len(lower[1]) and lower[1][first] is not None
    fills = any(cell is not None and (i >= len(upper[1]) or upper[1][i] is None) for i, cell in enumerate(lower[1]))
    return not below and fills and lower[0] == upper[0] + 1 and filled(lower[1]) > 1 and _are_words(lower[1])


def _groups(upper: Row, lower: Row) -> bool:
    """Whether the row above headings groups them, because some of them are alike."""
    said = Counter(cell.strip() for cell in lower[1] if cell is not None)
    return upper[0] + 1 == lower[0] and max(said.values()) > 1 and _are_words(upper[1])


def _named_rows(heads: Sequence[Row], cards: Sequence[Row]) -> Sequence[Row]:
    """The rows that say what a card is called, where most of them do: the others are notes beside the cards."""
    columns = _columns(heads, cards)
    said = [column for column in columns if column.words]
    called = (column for column in said if (word := alike(column.last, _MEANINGS)) and _MEANINGS[word] == "name")
    name = next(called, None) or next((column for column in said if 2 * len(column.said) > len(column.cells)), None)
    return [row for row, cell in zip(cards, name.cells, strict=True) if cell is not None] if name else cards


def _columns(heads: Sequence[Row], cards: Sequence[Row]) -> list[_GuessedColumn]:
    width = max(len(cells) for _, cells in (*heads, *cards))
    names = [*joined([cells for _, cells in heads]), *[("", "")] * width][:width]
    found = [_GuessedColumn(letters(i), heading, last) for i, (heading, last) in enumerate(names, 1)]
    for _, cells in cards:
        for i, column in enumerate(found):
            column.cells.append(cells[i] if i < len(cells) else None)
    times = Counter(column.last for column in found)
    for column in found:  # one name below several groups says nothing alone
        column.last = column.last if times[column.last] == 1 else column.heading
    return found


# What the columns are


def _propose(columns: Sequence[_GuessedColumn], has_art: Callable[[str], bool]) -> None:
    """Gives each column its proposal."""
    for column in columns:
        column.proposal = _aside(column)
    left = [column for column in columns if not column.proposal.why]
    taken = _common(left, has_art)
    for base, group in _by_language(left).items():
        first = group[0][1]
        for language, column in group:
            if not column.proposal.meaning and column is not first and column.words and language:
                meant = first.proposal.meaning or _field_name(base, taken, first.letter)
                column.proposal = _Proposal(f"{meant}.{language}")
        if not first.proposal.meaning and len(group) > 1:
            name = _field_name(base, taken, first.letter)
            taken.add(name)
            first.proposal = _Proposal(name, replace(_text(first), name=name))
    for column in left:
        if not column.proposal.meaning and not column.proposal.why:
            name = _field_name(_bare(column.last or column.letter), taken, column.letter)
            taken.add(name)
            column.proposal = _Proposal(name, _kind(column, name))


def _aside(column: _GuessedColumn) -> _Proposal:
    """Why a column is left out, where it is."""
    if not column.said and not column.heading:
        return _Proposal("", why="empty")
    if failed := [cell for cell in column.said if isinstance(cell, CellValue) and cell.kind == "e"]:
        why = (
            f"formulas that failed ({failed[0]}): mend them"
            if failed[0]
            else "formulas without a value: save the file with a spreadsheet program"
        )
        return _Proposal("", why=why)
    if not column.heading and 2 * len(column.said) < len(column.cells):
        return _Proposal("", why="no heading")
    if alike(column.last, _IGNORED) and column.heading:
        return _Proposal("", why="notes")
    return _Proposal("", why="" if column.said else "nothing in it")


def _common(columns: Sequence[_GuessedColumn], has_art: Callable[[str], bool]) -> set[str]:
    """Finds what every card may say: copies, art, a name and an id. Gives the names of fields that are taken."""
    meant: dict[str, list[_GuessedColumn]] = {name: [] for name in _WORDS}
    for column in columns:
        for said in dict.fromkeys((column.last, _bare(column.last))):
            if column.last and (word := alike(said, _MEANINGS)) and column not in meant[_MEANINGS[word]]:
                meant[_MEANINGS[word]].append(column)
    for column in meant["copies"]:
        if all(cell.strip().isdecimal() and int(cell) <= MOST_COPIES for cell in column.said) and _is_free("copies", columns):
            column.proposal = _Proposal("copies")
    for column in [column for column in columns if column in meant["art"] or _names_files(column)]:
        if column.said and _is_free("art", columns) and not column.proposal.meaning:
            lacking = next((cell.strip() for cell in column.said if not has_art(cell.strip())), None)
            if lacking is None or _names_files(column):
                why = f"art: not all of these drawings are in art/ yet, such as {lacking.splitlines()[0]}" if lacking else ""
                column.proposal = _Proposal("art", why=why)
    _named(meant["name"])
    for column in meant["id"]:
        ids = [cell.strip() if is_id(cell.strip()) else id_of(cell) for cell in column.said]
        if not column.proposal.meaning and len(set(ids)) == len(column.cells) and _is_free("id", columns):
            column.proposal = _Proposal("id")
    if _is_free("name", columns):
        _named(sorted(columns, key=lambda column: (not column.words, -column.distinct)))
    return {*TAKEN}


def _named(columns: Sequence[_GuessedColumn]) -> None:
    """The first of the columns that says something of each card is its name."""
    whole = (
        column for column in columns if not column.proposal.meaning and not column.proposal.why and len(column.said) == len(column.cells)
    )
    if found := next(whole, None):
        found.proposal = _Proposal("name")


def _is_free(name: str, columns: Sequence[_GuessedColumn]) -> bool:
    return all(column.proposal.meaning != name for column in columns)


def _names_files(column: _GuessedColumn) -> bool:
    return bool(column.said) and all(cell.strip().lower().endswith(DRAWINGS) for cell in column.said)


def _bare(heading: str) -> str:
    """A heading without the language at its end."""
    found = _SUFFIXED.fullmatch(heading.strip())
    return found[1] if found and found[2].casefold() in _LANGUAGES else heading


def _by_language(columns: Sequence[_GuessedColumn]) -> dict[str, list[tuple[str, _GuessedColumn]]]:
    """The columns by what they are called without a language at the end, each with its language; first the one that the deck is in."""
    found: dict[str, list[tuple[str, _GuessedColumn]]] = {}
    for column in columns:
        base = _bare(column.last)
        language = _LANGUAGES.get(column.last.strip()[len(base) :].strip(" _-./()[]:").casefold(), "") if base != column.last else ""
        found.setdefault(base.casefold(), []).append((language, column))
    return {base: sorted(group, key=lambda each: each[0] != "") for base, group in found.items() if base}


def _field_name(heading: str, taken: set[str], letter: str) -> str:
    """A field's name for a heading; of one in another script, which would be a number of eight digits, the column's letter."""
    name = id_of(heading).replace("-", "_")
    if not any(map(str.isalnum, heading)) or re.fullmatch("card_[0-9a-f]{8}", name):
        name = f"column_{letter.lower()}"
    name = name if name[:1].isalpha() else f"column_{name}"
    try:
        check_name(name, "field", taken)
    except CardgenError:
        number = next(number for number in range(2, 10_000) if f"{name}_{number}" not in taken)
        name = f"{name}_{number}"
    return name


# Kinds of fields


def _kind(column: _GuessedColumn, name: str) -> Field:
    """The narrowest field that takes all cells of a column."""
    return next(found for found in (replace(each, name=name) for each in _candidates(column)) if _takes(found, column.said))


def _takes(field: Field, cells: Sequence[str]) -> bool:
    try:
        for cell in cells:
            typed(field, node_of(cell, field, 1, 1))
    except CardgenError:
        return False
    return True


def _candidates(column: _GuessedColumn) -> Iterator[Field]:
    said, lacking = column.said, len(column.said) < len(column.cells)
    bare = Field("", "text", optional=lacking)
    if not all(cell.strip() in ("0", "1", "-", "–") for cell in said):
        yield replace(bare, kind="bool", optional=False, has_default=lacking, default=False)
    if any(isinstance(cell, CellValue) and cell.kind == "p" for cell in said):
        yield replace(bare, kind="int", unit="%")
        yield replace(bare, kind="number", unit="%")
    yield replace(bare, kind="int")
    yield replace(bare, kind="number")
    for unit in [*dict.fromkeys(filter(None, map(_unit, said))), ""]:
        for decimal in ("", ",", "."):
            if unit or decimal:
                yield replace(bare, kind="int", unit=unit, decimal=decimal)
                yield replace(bare, kind="number", unit=unit, decimal=decimal)
    if all(isinstance(cell, CellValue) and cell.kind == "d" for cell in said):
        yield replace(bare, date="dd.mm.yyyy")
    if choices := _choices(column):
        yield replace(bare, kind="one_of", choices=choices)
    if entries := _entries(column):
        yield replace(bare, kind="list_of", choices=entries, optional=False, has_default=lacking, default=[])
    yield _text(column)


def _text(column: _GuessedColumn) -> Field:
    dates = any(isinstance(cell, CellValue) and cell.kind == "d" for cell in column.said)
    return Field("", "text", optional=len(column.said) < len(column.cells), date="dd.mm.yyyy" if dates else "")


def _unit(cell: str) -> str:
    found = _UNIT.search(cell.strip())
    return "%" if isinstance(cell, CellValue) and cell.kind == "p" else (found[1] or found[2] or "") if found else ""


def _choices(column: _GuessedColumn) -> tuple[str, ...]:
    """The texts of a column that says the same few things again and again."""
    counts = Counter(cell.strip() for cell in column.said)
    few = 1 < len(counts) <= _MOST_CHOICES and len(column.said) >= 2 * len(counts)
    return (
        tuple(counts)
        if few and all(len(each) <= _LONGEST_CHOICE and "\n" not in each and not _ENTRIES.search(each) for each in counts)
        else ()
    )


def _entries(column: _GuessedColumn) -> tuple[str, ...]:
    """The entries of a column of lists: short ones, most of them several times."""
    several = column.distinct > 1 and any(map(_ENTRIES.search, column.said))
    found = Counter(str(item) for cell in column.said for item in node_of(cell, Field("", "list_of"), 1, 1))
    short = all(0 < len(each) <= _LONGEST_CHOICE and not each.endswith(".") and each.count(" ") < 4 for each in found)
    return tuple(found) if several and short and len(found) <= _MOST_ENTRIES and found.total() > 1.2 * len(found) else ()


# The deck file


class _Told(NamedTuple):
    """What a deck file says of headings: what they mean, and why some are left out."""

    meant: dict[str, str]
    left: dict[str, str]


def _told(columns: Sequence[_GuessedColumn]) -> _Told:
    times = Counter(column.heading.strip() for column in columns)
    meant, left = dict[str, str](), dict[str, str]()
    for column in columns:
        called = column.heading if column.heading and times[column.heading.strip()] == 1 else column.letter
        if not column.proposal.why and not _is_plain(column, columns):
            meant[called] = column.proposal.meaning
        elif column.proposal.why not in ("", "empty") and not column.heading.startswith("#"):
            left[called] = column.proposal.why
    return _Told(meant, left)


def _to_mend(file: Path, home: Path, sheet: str, numbers: Sequence[int], columns: Sequence[_GuessedColumn], said: _Told) -> Iterator[str]:
    """What is wrong with the table as the deck file reads it: rows without a name, most of all."""
    meant = {text_node(heading, 1, 1): text_node(meaning, 1, 1) for heading, meaning in said.meant.items()}
    spec = TableSpec(text_node(sheet, 1, 1) if sheet else None, tuple(numbers), meant, tuple(said.left))
    problems = list[Problem]()
    table = read_table(file, _fields(columns), problems, home, spec)
    if found := in_cells(problems, file, table.headings):
        yield "# to mend in the table, before it loads:"
        yield from (f"# {' '.join(str(problem).splitlines())}" for problem in found[:_MOST_TOLD])


def _fields(columns: Sequence[_GuessedColumn]) -> dict[str, Field]:
    """The fields that the deck file declares."""
    return {each.proposal.field.name: each.proposal.field for each in columns if each.proposal.field and not each.proposal.why}


def _lines(
    file: Path, sheet: str, numbers: Sequence[int], columns: Sequence[_GuessedColumn], said: _Told, others: Sequence[str]
) -> Iterator[str]:
    fields = _fields(columns)
    yield f"# proposed for {file.name}; save it as {id_of(sheet or file.stem)}.yaml beside it, and change what is wrong"
    if others:
        yield f"# other sheets: {', '.join(others)}; add  --sheet NAME  for one of them"
    yield "size: poker"
    yield f"template: {TEMPLATE}   # shows whatever a card says, until you draw your own"
    if fields:
        yield "fields:"
        yield from (f"  {name}: {_said(found)}" for name, found in fields.items())
    yield "cards:"
    yield f"  file: {_quoted(file.name)}"
    if sheet:
        yield f"  sheet: {_quoted(sheet)}"
    yield f"  header_row: {numbers[0] if len(numbers) == 1 else numbers}"
    if said.meant:
        yield "  columns:"
        yield from (f"    {_quoted(heading)}: {meaning}" for heading, meaning in said.meant.items())
    if said.left:
        yield "  ignore:"
        yield from (f"    - {_quoted(heading)}   # {why}" for heading, why in said.left.items())


def _is_plain(column: _GuessedColumn, columns: Sequence[_GuessedColumn]) -> bool:
    """Whether a heading alone tells what the column is."""
    if not column.heading or column.heading.startswith("#"):
        return False
    known = {**COMMON, **_fields(columns)}
    mine = sum(1 for each in columns if each.heading and spellings(each.heading) & spellings(column.heading))
    return field_of(column.heading, known) == column.proposal.meaning and mine == 1


def _said(field: Field) -> str:
    """A field as a deck file declares it."""
    options = [f"{name}: {_quoted(value)}" for name in ("unit", "decimal", "date") if (value := getattr(field, name))]
    options += ["optional: true"] * field.optional
    options += [f"default: {'false' if field.kind == 'bool' else '[]'}"] * field.has_default
    if field.choices:
        return "{" + ", ".join([f"{field.kind}: [{', '.join(map(_quoted, field.choices))}]", *options]) + "}"
    return f"{{{field.kind}: {{{', '.join(options)}}}}}" if options else field.kind


def _quoted(text: str) -> str:
    """A text as YAML has it."""
    plain = _SAFE.fullmatch(text) and text.casefold() not in _PLAIN_WORDS
    return text if plain or re.fullmatch(r"[\w-]+(\.[\w-]+)*\.[a-z]{3,4}", text) else json.dumps(text, ensure_ascii=False)
