"""Problems of a table in the words of the spreadsheet.

They go by cell and column, those of one cause together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from cardgen.base.findings import Finding, Place
from cardgen.base.units import listed
from cardgen.load.columns import letters
from cardgen.model.cards import Card
from cardgen.model.table_files import is_list, is_table

_VALUE = re.compile(r'"[^"]*"|(?<=is )-?\d[\d.]*')
_MOST_VALUES = 6
_ALONE = "there are more "
"""How begins what is told once as it stands."""
_TAKEN = re.compile(r'the id ("[^"]*") is used already, in line (\d+)')
_MOST_IDS = 6
"""So many ids that are used already are told each by itself, with where it was used: of more, rows
were pasted twice."""


def in_cells(
    problems: Iterable[Finding], file: Path, headings: Mapping[int, str] | None = None
) -> list[Finding]:
    """Problems whose cells in this table are named as a spreadsheet does.

    The heading of the column is added where the sentence lacks it. Several of one column that have
    one cause are told as one, in the place of the first.
    """
    groups: dict[object, list[Finding]] = {}
    listing = is_list(file.name)
    problems = list(problems)
    taken = {match[1] for problem in problems if (match := _TAKEN.match(problem.what))}
    for number, problem in enumerate(problems):
        place = problem.place
        cause: object = number
        if place and place.file == file and place.column and not problem.what.startswith(_ALONE):
            what = problem.what if len(taken) <= _MOST_IDS else _TAKEN.sub("", problem.what)
            what = what if _TAKEN.match(what) else _VALUE.sub("", what)
            cause = (0 if listing else place.column, what, problem.remedy)
        groups.setdefault(cause, []).append(problem)
    return [_together(group, file, headings or {}) for group in groups.values()]


def cell(place: Place) -> str:
    """Return the name of a place in a spreadsheet, or "".

    It is "" where it is in no table, or in no cell of one.

    >>> cell(Place(Path("ships.xlsx"), 12, 6))
    'F12'
    """
    return (
        f"{letters(place.column)}{place.line}" if place.column and is_table(place.file.name) else ""
    )


def cell_of(card: Card, field: str, headings: Mapping[int, str]) -> str:
    """The cell of a card's field, or the card's row, in words.

    Such as ` (cell F12, Preis)`; nothing for a card that stands in no table."""
    place = card.where(field) if field else card.place
    if not cell(place):
        return ""
    if field not in card.places:
        return f" (row {place.line})"
    return f" (cell {cell(place)}, {headings.get(place.column, field)})"


def _together(group: list[Finding], file: Path, headings: Mapping[int, str]) -> Finding:
    first = group[0]
    if not first.place or first.place.file != file or not first.place.column:
        return first
    places = [problem.place for problem in group if problem.place]
    if is_list(file.name):  # which has lines, and no cells
        lines = listed((place.line for place in places), _MOST_VALUES)
        return (
            first if len(group) == 1 else replace(first, what=f"{_values(group)} (lines {lines})")
        )
    heading = headings.get(first.place.column, "")
    heading = f", {heading}" if heading and heading.casefold() not in first.what.casefold() else ""
    if len(group) == 1:
        return replace(first, what=f"{first.what} (cell {cell(first.place)}{heading})")
    cells = listed(map(cell, places), _MOST_VALUES)
    return replace(
        first, what=f"{_values(group)} (column {letters(first.place.column)}{heading}: {cells})"
    )


def _values(group: list[Finding]) -> str:
    """What is wrong with all of them, with their values in place of the first."""
    ids = [match for problem in group if (match := _TAKEN.match(problem.what))]
    if len({match[1] for match in ids}) > 1:
        names, lines = (dict.fromkeys(match[part] for match in ids) for part in (1, 2))
        return (
            f"the ids {listed(names, _MOST_VALUES)} are used already,"
            f" in lines {listed(lines, _MOST_VALUES)}"
        )
    values = list(
        dict.fromkeys(match[0] for problem in group if (match := _VALUE.search(problem.what)))
    )
    return _VALUE.sub(lambda _: listed(values, _MOST_VALUES), group[0].what, count=1)
