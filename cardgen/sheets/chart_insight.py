"""The sentence above a chart: what one sees in it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_MOST, _OFTEN, _FEWEST = "Most", "Most often", "Fewest"
_FEW_VALUES, _FEW_CELLS = 3, 2
"""Up to so many values of bars, or cells of a table, a sentence names."""


def insight(shown: Mapping[str, Any]) -> str:
    """The sentence of a chart, of the fields that its template takes; "" where nothing stands out.

    Labels and rows are in words already, with their icons."""
    unit = "\N{NO-BREAK SPACE}%" if shown.get("unit") else ""
    if shown["kind"] == "bars":
        return _of_bars(shown["labels"], shown["values"], unit)
    if shown["kind"] == "curves":
        return _of_curves(shown["labels"], shown["series"])
    if shown["kind"] == "grid":
        return _of_table(shown["rows"], shown["labels"], shown["cells"], unit)
    return ""


def _of_bars(labels: Sequence[str], values: Sequence[float], unit: str) -> str:
    """The longest and the shortest bars; of parts of all deals the longest alone."""
    labels_of: dict[float, list[str]] = {}
    for label, value in zip(labels, values, strict=True):
        labels_of.setdefault(value, []).append(label)
    most, least = max(labels_of), min(labels_of)
    ends = [(_OFTEN, most)] if unit else [(_MOST, most), (_FEWEST, least)]
    told = []
    for word, value in ends:
        if len(labels_of[value]) <= _FEW_VALUES:
            noun = unit or (" card" if value == 1 else " cards")
            told.append(f"{word}: {_with_and(labels_of[value])} ({value:.3g}{noun})")
    return "; ".join(told)


def _of_curves(labels: Sequence[str], series: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Where the curves are highest, with the names of those that are highest there."""
    names_at: dict[str, list[str]] = {}
    for name, values in series:
        names_at.setdefault(labels[values.index(max(values))], []).append(name)
    if len(names_at) == 1:
        return f"{_OFTEN}: {next(iter(names_at))}"
    peaks = [f"{label} with {_with_and(names)}" for label, names in names_at.items()]
    return f"{_OFTEN}: {', '.join(peaks)}"


def _of_table(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[float]], unit: str
) -> str:
    """The fullest cells. Of a table of pairs, whose own cells are -1, each pair counts once, and
    the sentence tells how many never come together."""
    is_paired = len(rows) == len(columns) and all(row[at] == -1 for at, row in enumerate(cells))
    if is_paired:
        columns = rows
    told_of = [
        (value, f"{row} with {column}")
        for down, (row, values) in enumerate(zip(rows, cells, strict=True))
        for across, (column, value) in enumerate(zip(columns, values, strict=True))
        if value >= 0 and not (is_paired and across < down)
    ]
    most = max(value for value, _ in told_of)
    fullest = [told for value, told in told_of if value == most]
    never = sum(not value for value, _ in told_of)
    told = [f"{_MOST}: {_with_and(fullest)} ({most:.3g}{unit})"]
    if len(fullest) > _FEW_CELLS:
        told = []
    if is_paired and never:
        told.append(f"{never} of {len(told_of)} pairs never come together")
    return "; ".join(told)


def _with_and(words: Sequence[str]) -> str:
    """Words as a sentence lists them: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
