"""The texts of a game as a translator gets them in a table, and as they come back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.columns import TableSpec
from cardgen.load.looks import LANGUAGE
from cardgen.load.table_rows import rows_of

NAME, ORIGINAL, EARLIER, TRANSLATION = "text", "original", "original before", "translation"
LETTERS, STATE, RIGHT, QUESTION = "letters at most", "state", "still right", "question"
STAMP = "leave as it is"
_TRANSLATION = re.compile(rf"{TRANSLATION} \(([\w-]+)\)")
_NEEDED = (NAME, ORIGINAL, STAMP)
_DIGITS = 12
_MOST_ROWS = 50_000


@dataclass(frozen=True, slots=True)
class TranslatorRow:
    """A text for a translator. `name` is GAME/DECK/CARD/FIELD, or what else names it.

    `letters` is the most that fit, 0 where nothing bounds them. `stamp` is of the texts as they
    went out, `is_right` says that a text stays though its original has changed."""

    name: str
    original: str
    text: str
    earlier: str = ""
    letters: int = 0
    state: str = ""
    is_right: bool = False
    question: str = ""
    stamp: str = ""
    place: Place | None = None
    """Where the translation stands in the file that came back."""

    @property
    def stamped(self) -> TranslatorRow:
        """The row with the stamp of its texts."""
        return replace(self, stamp=stamp_of(self.original, self.text))

    @property
    def has_own_original(self) -> bool:
        """True if the original is the one that went out."""
        return self.stamp.partition("-")[0] == _digest(self.original)

    def is_stamped(self, text: str) -> bool:
        """True if this is the translation that went out."""
        return self.stamp.partition("-")[2] == _digest(text)


class TranslatorTable(NamedTuple):
    """The rows that came back, with their language."""

    language: str
    rows: Sequence[TranslatorRow]


def stamp_of(original: str, text: str) -> str:
    """The stamp of an original and its translation: their digests."""
    return f"{_digest(original)}-{_digest(text)}"


def _digest(text: str) -> str:
    return sha256(plain_lines(text).encode()).hexdigest()[:_DIGITS]


def plain_lines(text: str) -> str:
    """A text without spaces around it and with LF at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def read_translator_table(file: Path, problems: list[Finding]) -> TranslatorTable:
    """The rows of a workbook or a table that came back. Raises CardgenError for one that is none.

    Rows that are none are added to `problems`."""
    _, cells_by_row = rows_of(file, file.parent, TableSpec())
    columns: dict[str, int] = {}
    language, rows = "", list[TranslatorRow]()
    for number, cells in cells_by_row:
        values = [str(cell or "").strip() for cell in cells]
        if not columns:
            language = next(
                (match[1] for match in map(_TRANSLATION.fullmatch, values) if match), ""
            )
            if language:
                columns = {_heading(value): at for at, value in enumerate(values) if value}
                _check_columns(file, number, language, columns)
            continue
        if len(rows) >= _MOST_ROWS:
            what = f"there are more than {_MOST_ROWS:,} texts"
            raise CardgenError(Finding("too-large", what, "split the table", Place(file)))
        said = {name: values[at] for name, at in columns.items() if at < len(values)}
        place = Place(file, number, columns[TRANSLATION] + 1)
        if said.get(NAME):
            rows.append(_row(said, place))
        elif said.get(TRANSLATION):
            what = "this translation has no text that it belongs to"
            remedy = f'write its name into the column "{NAME}", as it was sent out'
            problem = Finding("translation-refused", what, remedy, place)
            problems.append(problem.found_by("translations", "warning"))
    if not columns:
        what = f'no column is called "{TRANSLATION} (de)", with the code of a language'
        remedy = "take the table that  cardgen languages --workbook  has written"
        raise CardgenError(Finding("unknown-column", what, remedy, Place(file)))
    return TranslatorTable(language, rows)


def _heading(value: str) -> str:
    return TRANSLATION if _TRANSLATION.fullmatch(value) else value.casefold()


def _check_columns(file: Path, number: int, language: str, columns: dict[str, int]) -> None:
    """Raise CardgenError where a column is missing, or the language is none."""
    place = Place(file, number)
    missing = [name for name in _NEEDED if name not in columns]
    if missing:
        what = f'the column "{missing[0]}" is missing'
        remedy = "take the table that  cardgen languages --workbook  has written"
        raise CardgenError(Finding("unknown-column", what, remedy, place))
    if not LANGUAGE.fullmatch(language):
        remedy = "write a code such as de or pt-BR into the heading"
        what = f'"{language}" is not a language'
        raise CardgenError(Finding("unknown-language", what, remedy, place))


def _row(said: dict[str, str], place: Place) -> TranslatorRow:
    return TranslatorRow(
        name=said[NAME],
        original=said.get(ORIGINAL, ""),
        text=plain_lines(said.get(TRANSLATION, "")),
        earlier=said.get(EARLIER, ""),
        is_right=bool(said.get(RIGHT)),
        question=said.get(QUESTION, ""),
        stamp=said.get(STAMP, ""),
        place=place,
    )
