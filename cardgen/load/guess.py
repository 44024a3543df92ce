"""The columns of a spreadsheet, guessed from headings and cells.

The aim is what a person would see at a look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from types import MappingProxyType

from cardgen.base.findings import CardgenError
from cardgen.base.units import listed
from cardgen.load.cell_values import (
    CellValue,
    ListCell,
    copies_of,
    node_of,
    picture_of,
    unlinked,
)
from cardgen.load.columns import alike, field_name, field_of
from cardgen.load.fields import COMMON, MOST_COPIES, TAKEN
from cardgen.load.proposal import deck_file
from cardgen.load.table_search import (
    LIKELY_HEADINGS,
    MEANINGS,
    WORDS,
    FoundTable,
    GuessedColumn,
    Proposal,
    find_table,
)
from cardgen.model.cards import SIZE
from cardgen.model.fields import Field
from cardgen.model.project import DRAWINGS
from cardgen.schema.field_kinds import (
    ChoiceField,
    DeclaredField,
    ListField,
    NumberField,
    TextField,
    TruthField,
    WholeNumberField,
)
from cardgen.schema.field_kinds.numbers import is_sign_of_nothing
from cardgen.schema.values import half_width, id_of, is_id

_NOTES = (
    "note notes notizen notiz bemerkung bemerkungen kommentar kommentare comment comments "
    "memo memos todo status stand design_notes playtest_notes "
    "designer_notes "
    "changed geändert last_change letzte_änderung author autor feedback ideas ideen "
    "internal intern remarks offen done erledigt remarque "
    "remarques notas observações osservazioni opmerkingen anteckningar notatki poznámky "
    "megjegyzés примечание заметки 备注 備考 メモ 비고"
)
_IGNORED = [word.replace("_", " ") for word in _NOTES.split()]
_OF_MAKERS = re.compile(
    r"\b(notes|comments?|to-?do|playtest(s|ing|ers?)?|feedback|internal|notizen|kommentare?"
    r"|bemerkung(en)?|anmerkung(en)?|commentaires?|remarques?|comentarios?)\b",
    re.IGNORECASE,
)
"""Words in headings of what those who make a game tell one another."""
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
_LINES_OF_WORDS = re.compile(r"\w \w[^,;|\n]*[;\n]|[;\n][^,;|\n]*\w \w")
"""Words apart by a blank before or behind the end of a line or a semicolon."""
_PERHAPS_COPIES = (
    "#",
    "x",
    "×",
    "n",
    "no",
    "no.",
    "nr",
    "nr.",
    "num",
    "num.",
    "cnt",
    "ct",
    "n°",
    "nº",
    "№",
    "nombre",
    "times",
    "zahl",
    "ea",
)
"""Headings of numbers, which count copies where they do not rise."""
_ADDRESS = re.compile(r"\s*https?://", re.IGNORECASE)
_LINKED = re.compile(r"\((https?://[^\s()]+)\)")
_MOST_ALIKE, _MOST_FETCHED, _MOST_ODD = 60, 100, 4
_MOST_CHOICES, _LONGEST_CHOICE, _MOST_ENTRIES = 12, 30, 40
_WORDS_OF_SENTENCE = 5
_ENDS = (".", "!", "?", "…")


def guessed(
    file: Path,
    home: Path,
    sheet: str = "",
    has_art: Callable[[str], bool] = lambda name: False,
    templates: Mapping[str, Collection[str]] = MappingProxyType({}),
    look: str = "",
) -> list[str]:
    """The lines of a deck file for the cards of a table in `home`. `has_art` tells whether there is
    a drawing of a name; `templates` are those of the project with the fields that each asks a card
    for; `look` is a look for them, which is else chosen.

    Raises CardgenError for a file that cannot be read, or in which no table is found.
    """
    table = find_table(file, home, sheet)
    _propose(table.columns, has_art, _base(table.heads))
    headings = [
        heading
        for column in table.columns
        for heading in (column.last, _bare(column.last))
        if heading
    ]
    used_fields = {
        column.proposal.meaning
        for column in table.columns
        if column.proposal.field and not column.proposal.why
    }
    fit = _fitting(templates, used_fields)
    sure = any(alike(heading, [*MEANINGS, *_IGNORED]) for heading in headings)
    together = _joined(table.columns)
    doubts = (
        _pictures_to_fetch(table.columns, has_art),
        _perhaps_together(table.columns),
        _counts_to_mend(table.columns),
        _turned(table),
    )
    notes = [note for lines in doubts for note in lines]
    lines = deck_file(file, home, table, template=fit, look=look, sure=sure, together=together)
    return [*lines, *notes]


def _joined(columns: Sequence[GuessedColumn]) -> str:
    """The field by which several rows surely make one card.

    Its ids come again, each time with the same name and with other things beside it. It is empty
    where there is none."""
    name = next((column for column in columns if column.proposal.meaning == "name"), None)
    for column in columns:
        if (
            name is None
            or column is name
            or None in column.cells
            or MEANINGS.get(alike(column.last, MEANINGS) or "") != "id"
        ):
            continue
        pairs = {
            (id_of(cell), card_name)
            for cell, card_name in zip(column.said, name.cells, strict=True)
        }
        ids, names = {id for id, _ in pairs}, {card_name for _, card_name in pairs}
        if len(pairs) == len(ids) == len(names) and _tells_more(column, columns):
            column.proposal = Proposal("id")
            return "id"
    return ""


def _tells_more(column: GuessedColumn, columns: Sequence[GuessedColumn]) -> bool:
    """True if most rows share their value in this column, and differ in other columns."""
    rows = list(zip(*(other.cells for other in columns), strict=True))
    times = Counter(column.cells)
    repeated_cells = sum(times[cell] > 1 for cell in column.cells)
    return 2 * repeated_cells >= len(rows) > column.distinct > 1 and len(set(rows)) == len(rows)


def _counts_to_mend(columns: Sequence[GuessedColumn]) -> Iterator[str]:
    """Yield a note on a column of copies with cells that are no numbers.

    All of it is taken for a text."""
    for column in columns:
        if (
            column.proposal.why
            or column.proposal.meaning == "copies"
            or not _is_free("copies", columns)
        ):
            continue
        if (
            field_of(column.last, COMMON) == "copies"
            or MEANINGS.get(alike(column.last, MEANINGS) or "") == "copies"
        ):
            odd = [cell.strip() for cell in column.said if not _are_counts([cell])]
            if odd and 2 * len(odd) <= len(column.said):
                them = listed(dict.fromkeys(odd), _MOST_ODD)
                message = (
                    f"{column.heading or column.letter} would be the number of copies, but for "
                    f"{them}"
                )
                yield f"# note: {message}; write whole numbers there"


def _turned(table: FoundTable) -> Iterator[str]:
    """A note on a table whose cards stand in columns: its first column says what others have as
    headings."""
    first = table.columns[0]
    others = [column.heading for column in table.columns[1:] if column.heading]
    heads = [cell.strip() for cell in [first.heading, *first.said]]
    familiar = sum(alike(head, [*MEANINGS, *LIKELY_HEADINGS]) is not None for head in heads)
    if (
        len(heads) > 2
        and 2 * familiar > len(heads)
        and others
        and not any(alike(heading_text, [*MEANINGS, *LIKELY_HEADINGS]) for heading_text in others)
    ):
        yield (
            "# note: the cards seem to stand in columns; turn the table, so that each is a row "
            "(paste special, transpose)"
        )


def _perhaps_together(columns: Sequence[GuessedColumn]) -> Iterator[str]:
    """Yield a note on names that come again with other things beside them.

    Each is proposed as a card of its own."""
    name = next(
        (column for column in columns if column.proposal.meaning == "name" and column.heading), None
    )
    if (
        name
        and not any(column.proposal.meaning == "id" for column in columns)
        and _tells_more(name, columns)
    ):
        yield (
            "# note: rows with the same name are cards of their own; if they make one card, "
            "add  together: name  below cards"
        )


def _pictures_to_fetch(
    columns: Sequence[GuessedColumn], has_art: Callable[[str], bool]
) -> Iterator[str]:
    """Yield notes on pictures for art/, and on addresses that end alike.

    Of those one alone can be there."""
    cells = [
        cell.strip()
        for column in columns
        if column.proposal.meaning == "art"
        for cell in column.said
    ]
    sources: dict[str, dict[str, None]] = {}
    for cell in cells:
        address = match[1] if (match := _LINKED.search(cell)) else cell
        sources.setdefault(_file(cell), {}).setdefault(address)
    lacking = [name for name in sources if not has_art(name)]
    if lacking:
        message = f"{len(lacking)} pictures are" if len(lacking) > 1 else "1 picture is"
        yield (
            f"# note: {message} not in art/; put there what follows, and take the column out of "
            "ignore:"
        )
        yield from (f"#   {name}{_from(name, sources[name])}" for name in lacking[:_MOST_FETCHED])
        if len(lacking) > _MOST_FETCHED:
            yield f"#   and {len(lacking) - _MOST_FETCHED} more"
    for name, addresses in sources.items():
        if len(addresses) > 1:
            yield (
                f"# note: {len(addresses)} addresses end in {name}, and one picture alone can "
                f"be called so: {', '.join(addresses)}"
            )


def _from(name: str, addresses: Mapping[str, None]) -> str:
    """Return a picture's address as a remark.

    It is needed where a cell holds more than its name.
    """
    first = next(iter(addresses))
    return f"   from {first}" if first != name else ""


def _base(sheets: Sequence[Sequence[str]]) -> str:
    """The language of a workbook's decks.

    It is that of the first heading that has one.
    """
    headings = (heading for sheet in sheets for heading in sheet)
    languages = (
        _LANGUAGES.get(_suffix(heading), "") for heading in headings if _bare(heading) != heading
    )
    return next((language for language in languages if language), "")


def _suffix(heading: str) -> str:
    return heading.strip()[len(_bare(heading)) :].strip(" _-./()[]:").casefold()


def _fitting(templates: Mapping[str, Collection[str]], fields: Collection[str]) -> str:
    """The template that asks for most of these fields.

    It asks for nothing that cards do not have.
    """
    all_fields = {*fields, *COMMON}
    counts = {
        name: len({*needed_fields} & {*fields})
        for name, needed_fields in templates.items()
        if all_fields.issuperset(needed_fields)
    }
    best = max(counts, key=lambda name: counts[name], default="")
    return best if counts.get(best) else ""


def _propose(
    columns: Sequence[GuessedColumn], has_art: Callable[[str], bool], spoken: str = ""
) -> None:
    """Give each column its proposal; decks of one workbook are in its language, `spoken`."""
    for column in columns:
        column.proposal = _aside(column)
    kept_columns = [column for column in columns if not column.proposal.why]
    used_names = _common(kept_columns, has_art, spoken)
    for base, group in _by_language(kept_columns, spoken).items():
        first = group[0][1]
        for language, column in group:
            if not column.proposal.meaning and column is not first and column.words and language:
                meaning = first.proposal.meaning or field_name(base, used_names, first.letter)
                column.proposal = Proposal(f"{meaning}.{language}")
        if not first.proposal.meaning and any(language for language, _ in group[1:]):
            name = field_name(base, used_names, first.letter)
            used_names.add(name)
            first.proposal = Proposal(name, replace(_text(first), name=name))
    for column in kept_columns:
        if not column.proposal.meaning and not column.proposal.why:
            name = field_name(_bare(column.last or column.letter), used_names, column.letter)
            used_names.add(name)
            field, counted = _kinds(column, name)
            column.proposal = Proposal(name, field, counted=counted)


def _aside(column: GuessedColumn) -> Proposal:
    """The proposal to leave a column out, with the reason, or an empty one."""
    if not column.said and not column.heading:
        return Proposal("", why="empty")
    for cell in column.said:
        if isinstance(cell, CellValue) and cell.kind == "e":
            why = "formulas without a value: save the file with a spreadsheet program"
            if cell:
                why = f"formulas that failed ({cell}): mend them"
            return Proposal("", why=why)
    if not column.heading and 2 * len(column.said) < len(column.cells):
        return Proposal("", why="no heading")
    if column.is_hidden and not (alike(column.last, MEANINGS) or field_of(column.last, COMMON)):
        return Proposal("", why="hidden in the sheet")
    if column.heading and (alike(column.last, _IGNORED) or _OF_MAKERS.search(column.last)):
        return Proposal("", why="notes")
    means_art = bool(column.said) and MEANINGS.get(alike(column.last, MEANINGS) or "") == "art"
    if means_art and not _names_files(column) and all(map(_ADDRESS.match, column.said)):
        return Proposal("", why="addresses: put the pictures into art/, and write their names here")
    return Proposal("", why="" if column.said else "nothing in it")


def _common(
    columns: Sequence[GuessedColumn], has_art: Callable[[str], bool], spoken: str = ""
) -> set[str]:
    """Find the columns of what every card may have, and return their fields.

    That is copies, a size that cards are cut to, art, a name and an id."""
    columns_by_meaning: dict[str, list[GuessedColumn]] = {name: [] for name in WORDS}
    for column in columns:
        for heading_text in dict.fromkeys((column.last, _bare(column.last))):
            if (
                column.last
                and (word := alike(heading_text, MEANINGS))
                and column not in columns_by_meaning[MEANINGS[word]]
            ):
                columns_by_meaning[MEANINGS[word]].append(column)
    for column in [
        *columns_by_meaning["copies"],
        *(column for column in columns if field_of(column.last, COMMON) == "copies"),
    ]:
        if _are_counts(column.said) and _is_free("copies", columns):
            column.proposal = Proposal("copies")
    _find_sizes(columns)
    for column in columns:
        if (
            column.last.strip().casefold() in _PERHAPS_COPIES
            and _are_counts(column.said)
            and _is_free("copies", columns)
        ):
            numbers = [int(copies_of(cell)) for cell in column.said]
            rises = all(before < after for before, after in pairwise(numbers))
            if not rises and len(numbers) == len(column.cells) and max(numbers) <= _MOST_ALIKE:
                column.proposal = Proposal(
                    "copies",
                    told="how many of each, as its numbers look; if they number the cards, "
                    "leave it out",
                )
    for column in [
        column for column in columns if column in columns_by_meaning["art"] or _names_files(column)
    ]:
        if column.said and _is_free("art", columns) and not column.proposal.meaning:
            lacking = next((name for name in map(_file, column.said) if not has_art(name)), None)
            if lacking is None or _names_files(column):
                several = _ENTRIES.search(lacking or "")
                remark = (
                    "some cells name several drawings, such as "
                    if several
                    else "not all of these drawings are there yet, such as art/"
                )
                column.proposal = Proposal(
                    "art", why=f"art: {remark}{' '.join(lacking.split())}" if lacking else ""
                )
    _named(
        sorted(
            columns_by_meaning["name"],
            key=lambda column: (
                bool(spoken) and _LANGUAGES.get(_suffix(column.last), spoken) != spoken
            ),
        )
    )
    for column in columns_by_meaning["id"]:
        ids = [cell.strip() if is_id(cell.strip()) else id_of(cell) for cell in column.said]
        if (
            not column.proposal.meaning
            and len(set(ids)) == len(column.cells)
            and _is_free("id", columns)
        ):
            column.proposal = Proposal("id")
    if _is_free("name", columns):
        most = max(column.distinct for column in columns)
        _named(
            sorted(columns, key=lambda column: (not column.words, 10 * column.distinct < 9 * most))
        )
    return {*TAKEN}


def _find_sizes(columns: Sequence[GuessedColumn]) -> None:
    """Find the column that says what each card is cut to."""
    for column in columns:
        if (
            field_of(column.last, COMMON) == SIZE
            and column.said
            and all(map(_is_size, column.said))
            and _is_free(SIZE, columns)
        ):
            column.proposal = Proposal(SIZE)


def _is_size(cell: str) -> bool:
    """True if a cell says what a card is cut to."""
    try:
        COMMON[SIZE].read(cell)
    except CardgenError:
        return False
    return True


def _are_counts(cells: Sequence[str]) -> bool:
    numbers = [copies_of(cell).strip() for cell in cells]
    return bool(numbers) and all(
        number.isdecimal() and int(number) <= MOST_COPIES for number in numbers
    )


def _named(columns: Sequence[GuessedColumn]) -> None:
    """The first of the columns that says something of each card is its name."""
    full_columns = (
        column
        for column in columns
        if not column.proposal.meaning
        and not column.proposal.why
        and len(column.said) == len(column.cells)
    )
    if naming_column := next(full_columns, None):
        naming_column.proposal = Proposal("name")


def _is_free(name: str, columns: Sequence[GuessedColumn]) -> bool:
    return all(column.proposal.meaning != name for column in columns)


def _names_files(column: GuessedColumn) -> bool:
    return bool(column.said) and all(_file(cell).lower().endswith(DRAWINGS) for cell in column.said)


def _file(cell: str) -> str:
    return picture_of(unlinked(cell))


def _bare(heading: str) -> str:
    """A heading without the language at its end."""
    match = _SUFFIXED.fullmatch(heading.strip())
    return match[1] if match and match[2].casefold() in _LANGUAGES else heading


def _by_language(
    columns: Sequence[GuessedColumn], spoken: str = ""
) -> dict[str, list[tuple[str, GuessedColumn]]]:
    """The columns by their names without a language at the end.

    Each has its language; first comes the one that the deck is in. Names in a language go with the
    column of names, whatever that is called.
    """
    groups: dict[str, list[tuple[str, GuessedColumn]]] = {}
    names = next((column for column in columns if column.proposal.meaning == "name"), None)
    for column in columns:
        base = _bare(column.last)
        language = _LANGUAGES.get(_suffix(column.last), "") if base != column.last else ""
        if names and language and MEANINGS.get(alike(base, MEANINGS) or "") == "name":
            base = _bare(names.last)
        groups.setdefault(base.casefold(), []).append((language, column))
    return {
        base: sorted(
            group, key=lambda pair: (pair[1] is not names, pair[0] != "", pair[0] != spoken)
        )
        for base, group in groups.items()
        if base
    }


# Kinds of fields


def _kinds(column: GuessedColumn, name: str) -> tuple[DeclaredField, DeclaredField | None]:
    """The narrowest field for all cells of a column, and their numbers.

    The field prints what the cells show. The numbers are given where as numbers they would print
    without their units, signs or noughts."""
    fitting = [
        candidate
        for candidate in (replace(candidate, name=name) for candidate in _candidates(column))
        if _takes(candidate, column.said)
    ]
    # also where a cell says nothing that can be taken: it is told, to be mended
    text = replace(_text(column), name=name)
    fitting = fitting or [text]
    numbers = next((candidate for candidate in fitting[:1] if candidate.is_number), None)
    if numbers is None or all(
        _prints(numbers, cell) for cell in column.said if not _is_none(numbers, cell)
    ):
        return fitting[0], None
    # of 1.250 and 2.000 rather thousands than decimals that all end alike
    numbers = next(
        (candidate for candidate in fitting if isinstance(candidate, WholeNumberField)), numbers
    )
    return next(
        (candidate for candidate in fitting if candidate.is_worded and not candidate.is_list), text
    ), numbers


def _is_none(field: Field, cell: str) -> bool:
    """True if a cell says that there is no number."""
    return field.optional and is_sign_of_nothing(cell)


def _prints(field: Field, cell: str) -> bool:
    """True if a number prints as its cell shows it.

    Its digits may have any width; 3.0, as some programs write 3, need not."""
    return half_width(_seen(cell)).strip().removesuffix(".0") == str(
        field.read(node_of(cell, field, 1, 1))
    ).removesuffix(".0")


def _takes(field: Field, cells: Sequence[str]) -> bool:
    try:
        for cell in cells:
            if not (field.is_number and _is_none(field, cell)):
                field.read(node_of(cell, field, 1, 1))
    except CardgenError:
        return False
    return True


def _candidates(column: GuessedColumn) -> Iterator[DeclaredField]:
    cells, lacking = column.said, len(column.said) < len(column.cells)
    dashes = sum(map(is_sign_of_nothing, cells))
    optional = lacking or dashes > 0  # a dash is no number
    if not all(cell.strip() in ("0", "1", "-", "–") for cell in cells):
        yield TruthField("", has_default=lacking, default=False)
    if any(isinstance(cell, CellValue) and cell.kind == "p" for cell in cells):
        yield WholeNumberField("", unit="%", optional=optional)
        yield NumberField("", unit="%", optional=optional)
    units = [*dict.fromkeys(filter(None, map(_unit, cells))), ""]
    # of a number and a dash nobody knows
    if not dashes or dashes < len(cells) - 1:
        yield WholeNumberField("", optional=optional)
        yield NumberField("", optional=optional)
        for unit, kind, decimal in product(units, (WholeNumberField, NumberField), ("", ",", ".")):
            # a sign of thousands: what stands before decimals is the other one
            if not (kind is WholeNumberField and _has_thousands(cells, decimal or ".")):
                yield kind("", unit=unit, decimal=decimal, optional=optional)
    if all(map(_is_day, cells)):
        yield TextField("", date="dd.mm.yyyy", optional=lacking)
    if choices := _choices(column):
        yield ChoiceField("", choices, optional=lacking)
    if entries := _entries(column):
        yield ListField("", entries, has_default=lacking, default=[])
    yield _text(column)


def _has_thousands(cells: Iterable[str], sign: str) -> bool:
    """True if a sign stands before three digits, as in 1,000."""
    return any(
        re.search(rf"\b[1-9][0-9]{{0,2}}{re.escape(sign)}[0-9]{{3}}\b", cell) for cell in cells
    )


def _text(column: GuessedColumn) -> TextField:
    return TextField(
        "",
        optional=len(column.said) < len(column.cells),
        date="dd.mm.yyyy" if any(map(_is_day, column.said)) else "",
    )


def _is_day(cell: str) -> bool:
    """True if a cell is a day, written as its reader is used to."""
    return isinstance(cell, CellValue) and cell.kind == "d" and cell.shown(".") is None


def _seen(cell: str) -> str:
    """Return the text of a cell that a person sees."""
    return (isinstance(cell, CellValue) and cell.shown(".")) or cell


def _unit(cell: str) -> str:
    if isinstance(cell, CellValue) and cell.kind == "p":
        return "%"
    match = _UNIT.search(cell.strip())
    return (match[1] or match[2] or "") if match else ""


def _choices(column: GuessedColumn) -> tuple[str, ...]:
    """The texts of a column that says the same few things again and again."""
    counts = Counter(_seen(cell).strip() for cell in column.said)
    few = 1 < len(counts) <= _MOST_CHOICES and len(column.said) >= 2 * len(counts)
    return (
        tuple(counts)
        if few
        and all(
            len(text) <= _LONGEST_CHOICE and not _ENTRIES.search(text) and not _is_sentence(text)
            for text in counts
        )
        else ()
    )


def _is_sentence(text: str) -> bool:
    """True for what reads as a sentence, which is no choice however often it stands there."""
    return text.count(" ") >= _WORDS_OF_SENTENCE - 1 or (" " in text and text.endswith(_ENDS))


def _entries(column: GuessedColumn) -> tuple[str, ...]:
    """The entries of a column of lists: short ones, most of them several times."""
    listed = [cell for cell in column.said if isinstance(cell, ListCell) and cell.items is not None]
    if listed:
        items = tuple(dict.fromkeys(item for cell in listed for item in cell.items or ()))
        every = len(listed) == len(column.said) and 0 < len(items) <= _MOST_ENTRIES
        return (
            items
            if every and all(len(text) <= _LONGEST_CHOICE and text.strip() for text in items)
            else ()
        )
    several = column.distinct > 1 and any(map(_ENTRIES.search, column.said))
    if any(map(_LINES_OF_WORDS.search, column.said)):
        return ()  # which print as commas: short sentences stay as they are
    lists = [node_of(str(_seen(cell)), ListField(""), 1, 1) for cell in column.said]
    counts = Counter(str(item) for items in lists for item in items)
    short = all(
        0 < len(text) <= _LONGEST_CHOICE and not text.endswith(".") and text.count(" ") < 4
        for text in counts
    )
    return (
        tuple(counts)
        if several and short and len(counts) <= _MOST_ENTRIES and counts.total() > 1.2 * len(counts)
        else ()
    )
