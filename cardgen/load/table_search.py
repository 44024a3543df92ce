"""The table of cards in a spreadsheet nobody has seen before.

What is searched is its sheet, its headings and its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import Place
from cardgen.load.cell_values import CellValue
from cardgen.load.columns import (
    HEADING_ABOVE,
    NO_HEADINGS,
    Row,
    TableSpec,
    alike,
    filled,
    joined,
    letters,
)
from cardgen.load.odd_rows import says_headings
from cardgen.load.table import is_comment, is_sum
from cardgen.load.table_rows import Reading, rows_of
from cardgen.load.workbook import Archive
from cardgen.model.table_files import is_list
from cardgen.schema.field_kinds import DeclaredField
from cardgen.schema.source import text_node
from cardgen.schema.values import wrong

WORDS = {
    "id": "id key code kürzel card_id kartennummer nr no number nummer num lfd_nr numéro número "
    "№ номер 编号 編號 番号 번호 รหัส",
    "name": "name title titel card_name cardname card_title karte card kartenname bezeichnung nom "
    "nombre titre título titolo nome naam "
    "namn nimi isim ad "
    "nazwa název név kártya_név kártyanév название имя назва שם اسم الاسم "
    "名称 名稱 卡名 名前 カード名 이름 카드명 ชื่อ ชื่อไพ่",
    "copies": "copies quantity qty count number_of_copies anzahl stück stückzahl menge exemplare "
    "anz amount cantidad quantité quantità "
    "darab darabszám adet kpl määrä "
    "quantidade qté qtd qtde exemplaires copias cópias aantal antal ilość počet количество "
    "кол-во кількість "
    "כמות الكمية العدد 数量 數量 张数 張數 枚数 個数 수량 매수 장수 จำนวน",
    "art": "art image bild picture illustration artwork grafik bilddatei datei file img "
    "image_file dateiname filename imagen imagem "
    "immagine afbeelding obraz картинка изображение תמונה صورة "
    "图片 圖片 画像 イラスト 그림 이미지 ภาพ รูป",
}
MEANINGS = {word.replace("_", " "): name for name, words in WORDS.items() for word in words.split()}
MEANINGS["#"] = "id"
"""What headings mean that people give to what every card may say."""
_HEADINGS = (
    "text effect type cost description color colour kind category value rarity suit rank "
    "flavor flavour flavor_text front back "
    "question answer hint prompt clue word term definition translation meaning sentence "
    "phrase attack defense defence health power level "
    "points price class set group tags rules ability quote date year source url icon wert "
    "kosten typ beschreibung farbe frage antwort "
    "wort begriff übersetzung stufe preis regel effekt wirkung coût effet texte question "
    "réponse mot couleur costo efecto texto pregunta "
    "respuesta palabra valor tipo custo efeito pergunta resposta domanda risposta testo "
    "parola koszt efekt pytanie odpowiedź słowo"
)
LIKELY_HEADINGS = [word.replace("_", " ") for word in _HEADINGS.split()]
"""Words that stand above the columns of cards, and seldom on one."""
_LONGEST_HEADING = 40
_SENTENCE = re.compile(r".{18,}[.!?…]\Z|.*[.!?…] \S.*", re.DOTALL)
_SIGNED = re.compile(r"[-+±]?\s*[$€£]?\d[\d.,\s]*\s*\W?")
_ASIDE = (
    "icons",
    "lookup",
    "lists",
    "config",
    "settings",
    "notes",
    "read me",
    "readme",
    "log",
    "changelog",
    "legend",
    "glossary",
)
_CARDS = ("cards", "deck", "karten", "cartes", "cartas", "carte", "main")
"""What sheets are called that hold something else than cards, and those that hold them."""
_FEW = 3
_MOST_MERGED = 1000
_LOOKED_AT = 30
"""In how many rows the headings are looked for."""


class Proposal(NamedTuple):
    """The proposal for a column: a field, its meaning, or why not.

    It is said what its heading means where the heading does not, or why it is left out. `counted`
    is the number that a column could be, where it is a text because a number would not print as it
    stands in the table. `told` is a remark that stands behind it."""

    meaning: str
    field: DeclaredField | None = None
    why: str = ""
    counted: DeclaredField | None = None
    told: str = ""


@dataclass(slots=True)
class GuessedColumn:
    """A column with its letter, its headings and its cells.

    The headings are over all rows, and the lowest alone; a cell is there for each card."""

    letter: str
    heading: str
    last: str
    is_hidden: bool = False
    cells: list[str | None] = field(default_factory=list)
    proposal: Proposal = field(default_factory=lambda: Proposal(""))

    @property
    def said(self) -> list[str]:
        return [cell for cell in self.cells if cell is not None]

    @property
    def distinct(self) -> int:
        return len({cell.strip() for cell in self.said})

    @property
    def words(self) -> bool:
        """True if most of its cells are texts."""
        texts = sum(
            not isinstance(cell, CellValue)
            and not cell.strip().isdecimal()
            and not _SIGNED.fullmatch(cell.strip())
            for cell in self.said
        )
        return texts * 2 > len(self.said)


class FoundTable(NamedTuple):
    """A table of cards: its sheet, headings and columns.

    With all sheets there are, the rows of its headings, and those above if not mere titles. Of a
    text its `separator`, where it is not found by itself, of JSON or YAML where the list is (`at`);
    `others` are the other lists or sheets."""

    sheet: str
    sheets: list[str]
    headings: list[int]
    above: list[int]
    columns: list[GuessedColumn]
    separator: str = ""
    at: str = ""
    others: Sequence[str] = ()
    heads: Sequence[Sequence[str]] = ()
    """The headings of all sheets."""


def find_table(file: Path, home: Path, sheet: str) -> FoundTable:
    """The table of a file, on this sheet or on the likeliest.

    That is the one that says most of what cards have. Raises CardgenError."""
    if is_list(file.name):
        return _find_list(file, home, sheet)
    name, sheets, every = _sheet(file, home, sheet)
    spec = _spec_of(name)
    rows, book = _read(file, home, spec)
    heads, cards = _table(rows, book)
    separator = ""
    if book is None and not (heads and _is_told(heads)):
        bare = replace(spec, header_row=NO_HEADINGS)
        lines, _ = _read(file, home, bare)
        is_text = _widest(lines) == 1 < _widest(rows)
        if is_text or len(lines) != len(rows):
            rows = lines
            heads = []
            separator = "none"
    if not heads or not (_is_told(heads) or (cards and _differ(heads, cards))):
        return _without_headings(file, name, sheets, rows, book, separator, every)
    if not cards:
        raise wrong(
            "no table of cards is found here",
            "begin it with a row of headings, and a row for each card below",
            Place(file),
            code="table-not-found",
        )
    headings = [number for number, _ in heads]
    above = [row for row in rows if row[0] < headings[0] and not is_comment(row[1][0])]
    untold = [number for number, _ in above] if any(filled(cells) > 1 for _, cells in above) else []
    columns = _columns(heads, _named_rows(heads, cards))
    for number, column in enumerate(columns, 1):
        column.is_hidden = book is not None and number in book.hidden_columns
    return FoundTable(name, sheets, headings, untold, columns, heads=every)


def _widest(rows: Sequence[Row]) -> int:
    return max((filled(row[1]) for row in rows), default=0)


def _find_list(file: Path, home: Path, at: str) -> FoundTable:
    """The list of a file of JSON or YAML."""
    reading = Reading()
    _, rows_read = rows_of(
        file, home, TableSpec(at=text_node(at, 1, 1) if at else None, any_list=True), reading
    )
    rows = [row for row in rows_read if filled(row[1])]
    if rows and rows[0][0] != HEADING_ABOVE[0]:
        rows = [(number, list(cells)) for number, cells in rows]
        heads, cards = _table(rows, None)
        if not heads or not (_is_told(heads) or _differ(heads, cards)):
            return _without_headings(file, "", [], rows, None, "", [])._replace(
                at=reading.at, others=reading.others
            )
    else:
        heads, cards = rows[:1], rows[1:]
    if not cards:
        raise wrong(
            "no table of cards is found here",
            "put an object into its list for each card",
            Place(file),
            code="table-not-found",
        )
    headings = [] if heads[0][0] == HEADING_ABOVE[0] else [heads[0][0]]
    return FoundTable(
        "",
        [],
        headings or [*HEADING_ABOVE],
        [],
        _columns(heads, cards),
        at=reading.at,
        others=reading.others,
    )


def _without_headings(
    file: Path,
    sheet: str,
    sheets: list[str],
    rows: list[Row],
    book: Archive | None,
    separator: str,
    heads: Sequence[Sequence[str]],
) -> FoundTable:
    """The table whose first row is a card like the others."""
    cards = [
        (line, cells) for line, cells in rows if not is_comment(cells[0]) and not is_sum(cells, [])
    ]
    if not any(_are_words([cell]) for _, cells in cards for cell in cells if cell is not None):
        raise wrong(
            "no table of cards is found here",
            "begin it with a row of headings, and a row for each card below",
            Place(file),
            code="table-not-found",
        )
    columns = _columns([(0, [None] * max(len(cells) for _, cells in cards))], cards)
    return FoundTable(sheet, sheets, [*NO_HEADINGS], [], columns, separator, heads=heads)


def _is_told(heads: Sequence[Row]) -> bool:
    """True if some of the headings are words that stand above the columns of cards."""
    texts = [cell for _, cells in heads for cell in cells if cell is not None]
    return any(
        alike(cell, [*MEANINGS, *LIKELY_HEADINGS])
        or alike(_unsuffixed(cell), [*MEANINGS, *LIKELY_HEADINGS])
        for cell in texts
    )


def _unsuffixed(heading: str) -> str:
    """A heading without what stands behind it in brackets, or a language."""
    return re.sub(r"[\s_\-./(\[:]+[^\W\d_]{2,12}[)\]]?$", "", heading.strip())


def _differ(heads: Sequence[Row], cards: Sequence[Row]) -> bool:
    """True if headings do not look like one more card.

    They do if two are alike, if they are numbers or sentences, or if the column below says them
    again. Words above columns of numbers are headings, though two are alike."""
    texts = [cell.strip() for cell in heads[-1][1] if cell is not None]
    if len(heads) > 1 or _above_numbers(heads[-1][1], cards):
        return True
    if len({*texts}) < len(texts) or any(
        len(text) > _LONGEST_HEADING or _SENTENCE.match(text) or _SIGNED.fullmatch(text)
        for text in texts
    ):
        return False
    for at, heading in enumerate(heads[-1][1]):
        column = [(cells[at] or "").strip() for _, cells in cards if at < len(cells)]
        below = [text for text in column if text]
        if heading is not None and heading.strip() in below:
            return False
        # a list of words: written alike it is one of them
        if heading is not None and len(texts) == 1:
            return len(below) < _FEW or not all(
                text[:1].isupper() == heading.strip()[:1].isupper() for text in below
            )
    return True


def _above_numbers(heading_cells: Sequence[str | None], cards: Sequence[Row]) -> bool:
    """True if most columns have a word at their head and below it nothing but numbers."""
    columns = [
        [cells[at] for _, cells in cards if at < len(cells) and cells[at] is not None]
        for at, heading in enumerate(heading_cells)
        if heading is not None
    ]
    numbers = [column for column in columns if column and not any(_are_words([c]) for c in column)]
    return len(numbers) > len(columns) / 2


def _sheet(file: Path, home: Path, sheet: str) -> tuple[str, list[str], list[list[str]]]:
    """The sheet with cards, all sheets, and the headings of each.

    It is the one that is asked for, or the first whose headings say most of what cards have."""
    book, _ = rows_of(file, home, TableSpec())
    if book is None:
        if sheet:
            raise wrong(
                f"{file.name} is a table without sheets", "leave --sheet out", code="unknown-sheet"
            )
        return "", [], []
    try:
        names = book.sheets()
    except Exception as error:  # as where its rows are read
        raise wrong(
            "this is not a workbook that can be read",
            "save it anew as XLSX, or as CSV",
            Place(file),
            code="file-unreadable",
        ) from error
    if len(names) == 1 and not sheet:
        return "", [], []
    tables = {}
    for sheet_name in names:
        rows, book = _read(file, home, _spec_of(sheet_name))
        heads, cards = _table(rows, book)
        filling = {at for _, cells in cards for at, cell in enumerate(cells) if cell is not None}
        headings = joined([cells for _, cells in heads]) if heads else []
        tables[sheet_name] = (
            [heading for at, (heading, _) in enumerate(headings) if heading and at in filling],
            cards,
        )
    every = [heading_texts for heading_texts, _ in tables.values()]
    if sheet:
        sheet_found = alike(sheet, names)
        if sheet_found is None:
            raise wrong(
                f'the workbook has no sheet "{sheet}"',
                f"use one of: {', '.join(names)}",
                Place(file),
                code="unknown-sheet",
            )
        return sheet_found, names if len(names) > 1 else [], every

    def score(name: str) -> tuple[bool, int]:
        heading_texts, cards = tables[name]
        meanings = {
            MEANINGS[word]
            for heading_text in heading_texts
            if (word := alike(heading_text, MEANINGS))
        } - {"id"}
        sheet_score = 15 * bool(alike(name, _CARDS)) - 25 * bool(alike(name, _ASIDE))
        size = 2 * min(len(heading_texts), 10) + min(len(cards), 20) // 2
        # a list of single words may be notes
        return len(heading_texts) > 1, 10 * len(meanings) + 10 * (
            "copies" in meanings
        ) + size + sheet_score

    return max(names, key=score), names, every


def _spec_of(sheet: str) -> TableSpec:
    return TableSpec(text_node(sheet, 1, 1) if sheet else None)


def _read(file: Path, home: Path, spec: TableSpec) -> tuple[list[Row], Archive | None]:
    book, rows = rows_of(file, home, spec)
    filled_rows = [
        (number, cells) for number, cells in rows if any(cell is not None for cell in cells)
    ]
    return [row for row in filled_rows if not book or row[0] not in book.hidden], book


def _table(rows: Sequence[Row], book: Archive | None) -> tuple[list[Row], list[Row]]:
    """The rows of the headings and those of the cards."""
    first_rows = rows[:_LOOKED_AT]
    widest = max((filled(cells) for _, cells in first_rows), default=0)
    at = next(
        (
            i
            for i, row in enumerate(first_rows)
            if filled(row[1]) >= max(min(2, widest), 0.6 * widest) and _are_words(row[1])
        ),
        None,
    )
    if at is None:
        return [], []
    heads, after = [first_rows[at]], at + 1
    if after < len(rows) and _continues(first_rows[at], rows[after]):
        heads.append(rows[after])
        after += 1
    elif at and _groups(first_rows[at - 1], first_rows[at]):
        heads.insert(0, first_rows[at - 1])
    across = (
        {
            merge.row
            for merge in book.merged
            if merge.bottom == merge.row and 2 * (merge.right - merge.column + 1) > widest
        }
        if book
        else ()
    )
    _fill_down(rows[after:], book)
    cards = [
        row
        for row in _cards(rows[after:])
        if not says_headings(row[1], [cells for _, cells in heads])
    ]
    return heads, [row for row in cards if not (row[0] in across and filled(row[1]) == 1)]


def _cards(rows: Sequence[Row]) -> list[Row]:
    """The rows that may be cards.

    No sums, and of those that begin with # only what is filled as the others are, by its name."""
    plain = [row for row in rows if not is_comment(row[1][0])]
    least = min((filled(cells) for _, cells in plain), default=2)
    words = [cells[0] for _, cells in plain if cells[0] is not None]
    are_named = all(
        not isinstance(word, CellValue) and not word.strip().isdecimal() for word in words
    )
    card_rows = [
        row
        for row in rows
        if not is_comment(row[1][0]) or (are_named and filled(row[1]) >= max(2, least))
    ]
    return [row for row in card_rows if not is_sum(row[1], [])]


def _fill_down(rows: Sequence[Row], book: Archive | None) -> None:
    """Give merged cells their value in each of their rows."""
    cells_by_row = dict(rows)
    for merge in book.merged[:_MOST_MERGED] if book else ():
        at, first = merge.column - 1, cells_by_row.get(merge.row, [])
        value = first[at] if at < len(first) else None
        for number in range(merge.row + 1, min(merge.bottom, merge.row + _MOST_MERGED) + 1):
            cells = cells_by_row.get(number)
            if cells and value is not None:
                cells += [None] * (at + 1 - len(cells))
                cells[at] = cells[at] or value


def _are_words(cells: Sequence[str | None]) -> bool:
    return all(
        cell is None or (not isinstance(cell, CellValue) and not cell.strip().isdecimal())
        for cell in cells
    )


def _continues(upper: Row, lower: Row) -> bool:
    """True if a row below headings has headings, too.

    They are parts of those above, where cards begin with a name."""
    first = next(i for i, cell in enumerate(upper[1]) if cell is not None)
    below = first < len(lower[1]) and lower[1][first] is not None
    fills = any(
        cell is not None and (i >= len(upper[1]) or upper[1][i] is None)
        for i, cell in enumerate(lower[1])
    )
    return (
        not below
        and fills
        and lower[0] == upper[0] + 1
        and filled(lower[1]) > 1
        and _are_words(lower[1])
    )


def _groups(upper: Row, lower: Row) -> bool:
    """True if the row above headings groups them, because some of them are alike."""
    times = Counter(cell.strip() for cell in lower[1] if cell is not None)
    return upper[0] + 1 == lower[0] and max(times.values()) > 1 and _are_words(upper[1])


def _named_rows(heads: Sequence[Row], cards: Sequence[Row]) -> Sequence[Row]:
    """The rows that say what a card is called, if most do.

    The others are notes beside the cards."""
    columns = _columns(heads, cards)
    worded = [column for column in columns if column.words]
    naming_columns = (
        column
        for column in worded
        if (word := alike(column.last, MEANINGS)) and MEANINGS[word] == "name"
    )
    name = next(naming_columns, None) or next(
        (column for column in worded if 2 * len(column.said) > len(column.cells)), None
    )
    return (
        [row for row, cell in zip(cards, name.cells, strict=True) if cell is not None]
        if name
        else cards
    )


def _columns(heads: Sequence[Row], cards: Sequence[Row]) -> list[GuessedColumn]:
    width = max(len(cells) for _, cells in (*heads, *cards))
    names = joined([cells for _, cells in heads])
    unnamed = repeat(("", ""), max(0, width - len(names)))
    columns = [
        GuessedColumn(letters(number), heading, last)
        for number, (heading, last) in enumerate([*names[:width], *unnamed], 1)
    ]
    for _, cells in cards:
        for i, column in enumerate(columns):
            column.cells.append(cells[i] if i < len(cells) else None)
    times = Counter(column.last for column in columns)
    for column in columns:  # one name below several groups says nothing alone
        column.last = column.last if times[column.last] == 1 else column.heading
    return columns
