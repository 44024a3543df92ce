"""The sentence above a chart: what one sees in it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.base.units import decimal
from cardgen.model.cards import Game
from cardgen.rules.charts import listed

_FEW_VALUES, _FEW_CELLS = 3, 2
"""Up to so many values of bars, or cells of a table, a sentence names."""
_WHOLE = 10
"""From here on values have no places."""


def insight(game: Game, shown: Mapping[str, Any]) -> str:
    """The sentence of a chart, of the fields that its template takes; "" where nothing stands out.

    Labels and rows are in words already, with their icons."""
    unit = "%" if shown.get("unit") else ""
    if shown["kind"] == "bars":
        return _of_bars(game, shown, unit)
    if shown["kind"] == "curves":
        return _of_curves(game, shown["labels"], shown["series"])
    if shown["kind"] == "grid":
        return _of_table(game, shown, unit)
    return ""


def _of_bars(game: Game, shown: Mapping[str, Any], unit: str) -> str:
    """The longest and the shortest bars; of parts of a whole the longest alone.

    Bars are alike that have the same figure."""
    values = shown["values"]
    labels_of: dict[str, list[str]] = {}
    for label, value in zip(shown["labels"], values, strict=True):
        labels_of.setdefault(_figure(game, value), []).append(label)
    ends = [(_most(game, shown), max(values))]
    if not unit:
        ends.append((game.said("Fewest"), min(values)))
    of = f" {shown['along']}" if unit and not shown.get("often") else ""
    told = []
    for word, value in ends:
        figure = _figure(game, value)
        if len(labels_of[figure]) <= _FEW_VALUES:
            noun = unit or " " + game.said("card" if value == 1 else "cards")
            told.append(f"{word}: {listed(game, labels_of[figure])}{of} ({figure}{noun})")
    return "; ".join(told)


def _figure(game: Game, value: float) -> str:
    """A value with as many places as it has on its bar."""
    return decimal(value, game.language, 0 if value >= _WHOLE else 1)


def _most(game: Game, shown: Mapping[str, Any]) -> str:
    return game.said("Most often" if shown.get("often") else "Most")


def _of_curves(
    game: Game, labels: Sequence[str], series: Sequence[tuple[str, Sequence[float]]]
) -> str:
    """Where the curves are highest, with the names of those that are highest there."""
    names_at: dict[str, list[str]] = {}
    for name, values in series:
        highest = [
            label for label, value in zip(labels, values, strict=True) if value == max(values)
        ]
        names_at.setdefault(listed(game, highest[:_FEW_VALUES]), []).append(name)
    word = game.said("Most often")
    if len(names_at) == 1:
        return f"{word}: {next(iter(names_at))}"
    peaks = [
        game.said("{} with {}", label, _named_once(game, names))
        for label, names in names_at.items()
    ]
    return f"{word}: {', '.join(peaks)}"


def _named_once(game: Game, names: Sequence[str]) -> str:
    """Numbers of the same thing with its name behind the last: `3, 4 and 5 players`."""
    nouns = {name.partition(" ")[2] for name in names}
    if len(nouns) > 1:
        return listed(game, names)
    return listed(game, [*(name.partition(" ")[0] for name in names[:-1]), names[-1]])


def _of_table(game: Game, shown: Mapping[str, Any], unit: str) -> str:
    """The fullest cells. Of a table of pairs, whose own cells are -1, each pair counts once, and
    the sentence tells how many never come together."""
    rows, columns, cells = shown["rows"], shown["labels"], shown["cells"]
    is_paired = len(rows) == len(columns) and all(row[at] == -1 for at, row in enumerate(cells))
    if is_paired:
        columns = rows
    over = shown.get("over")
    told_of = [
        (value, game.said("{} with {}", row, f"{column} {over}" if unit and over else column))
        for down, (row, values) in enumerate(zip(rows, cells, strict=True))
        for across, (column, value) in enumerate(zip(columns, values, strict=True))
        if value >= 0 and not (is_paired and across < down)
    ]
    most = max(value for value, _ in told_of)
    fullest = [told for value, told in told_of if value == most]
    never = sum(not value for value, _ in told_of)
    figure = _figure(game, most)
    told = [f"{_most(game, shown)}: {listed(game, fullest)} ({figure}{unit})"]
    if len(fullest) > _FEW_CELLS:
        told = []
    if is_paired and never:
        told.append(game.said("{} of {} pairs never come together", never, len(told_of)))
    return "; ".join(told)
