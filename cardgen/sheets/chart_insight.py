"""The sentence above a chart: what its game's designer learns from it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.base.units import decimal
from cardgen.model.cards import Game
from cardgen.rules.charts import listed

_FEW_VALUES, _FEW_CELLS, _FEW_PEERS = 3, 2, 5
"""Up to so many values of bars, cells of a table, or values without any, a sentence names."""
_FEW_PARTS = 3
"""Of more numbers of players than so many that differ, a sentence names the first and the last."""
_NO_BREAK = "\N{NO-BREAK SPACE}"
_WHOLE = 10
"""From here on values have no places."""
_MOSTLY, _NEARLY_ALL = 85, 95
"""What percent of all deals are said to be nine of ten, and what nearly all."""
_RARE = 10
"""What percent of deals must have none for a sentence to say how many have some."""


class Insight(NamedTuple):
    """The sentence of a chart, "" where nothing stands out, and the places of the bars that it
    tells of; none where these are the highest."""

    sentence: str = ""
    strong: tuple[int, ...] = ()


def insight(game: Game, shown: Mapping[str, Any]) -> Insight:
    """What is told of a chart, of the fields that its template takes.

    Labels and rows are in words already, with their icons."""
    unit = "%" if shown.get("unit") else ""
    if shown["kind"] == "bars":
        if shown.get("ends"):
            return _of_deals(game, shown, [("", shown["values"])])
        return Insight(_of_bars(game, shown, unit))
    if shown["kind"] == "curves":
        if shown.get("ends"):
            return _of_deals(game, shown, shown["series"])
        return Insight(_of_peaks(game, shown["labels"], shown["series"]))
    if shown["kind"] == "grid":
        return Insight(_of_table(game, shown, unit))
    return Insight()


def _of_deals(
    game: Game, shown: Mapping[str, Any], series: Sequence[tuple[str, Sequence[float]]]
) -> Insight:
    """How many deals have some where many have none; else between which values most deals lie, or
    which is the most frequent where most lie between no fewer than all."""
    labels, ends = shown["labels"], shown["ends"]
    what = shown["along"][:1].upper() + shown["along"][1:]
    names = [name for name, _ in series]
    none = [values[0] for _, values in series]
    if labels[0] == ends[0] == "0" and len(labels) > 1 and max(none) >= _RARE:
        of = "%" if names[0] else game.said("% of deals")
        some = [f"{_figure(game, 100 - share)}{of}" for share in none]
        told = f"{game.said('{} or more', labels[1])} ({_by_players(game, some, names)})"
        return Insight(f"{what}: {told}", tuple(range(1, len(labels))))
    runs = [_shortest_run(values) for _, values in series]
    if all(len(run) == len(labels) for run in runs):
        return Insight(_of_peaks(game, labels, series))
    least = min(
        sum(map(values.__getitem__, run)) for (_, values), run in zip(series, runs, strict=True)
    )
    deals = game.said("nearly all deals" if least >= _NEARLY_ALL else "9 of 10 deals")
    ranges = [_in_words(game, labels, ends, run) for run in runs]
    where = _by_players(game, ranges, names)
    return Insight(f"{what}: {where} ({deals.replace(' ', _NO_BREAK)})", tuple(runs[0]))


def _shortest_run(values: Sequence[float]) -> range:
    """The places of the fewest values side by side that most deals have."""
    count = len(values)
    runs = [range(first, last) for first in range(count) for last in range(first + 1, count + 1)]
    shares = {run: sum(map(values.__getitem__, run)) for run in runs}
    mostly = [run for run in runs if shares[run] >= _MOSTLY]
    return min(mostly, key=lambda run: (len(run), -shares[run]), default=range(count))


def _in_words(game: Game, labels: Sequence[str], ends: Sequence[str], run: range) -> str:
    """The values from the first to the last of a run, of which one at the end is left out."""
    first, last = labels[run[0]], ends[run[-1]]
    if first == last:
        return first
    if run[-1] == len(labels) - 1:
        words = game.said("{} or more", first)
    elif run[0] == 0:
        words = game.said("at most {}", last)
    else:
        words = game.said("{} to {}", first, last)
    return words.replace(" ", _NO_BREAK)


def _by_players(game: Game, told: Sequence[str], names: Sequence[str]) -> str:
    """What is told of each number of players: once of those that are alike, and of the first and
    the last where many differ."""
    names_of: dict[str, list[str]] = {}
    for text, name in zip(told, names, strict=True):
        names_of.setdefault(text, []).append(name)
    if len(names_of) == 1:
        return told[0]
    if len(names_of) > _FEW_PARTS:
        ends = (told[0], names[0]), (told[-1], names[-1])
        return " … ".join(game.said("{} with {}", *end) for end in ends)
    return ", ".join(
        game.said("{} with {}", text, _named_once(game, of)) for text, of in names_of.items()
    )


def _of_bars(game: Game, shown: Mapping[str, Any], unit: str) -> str:
    """The longest and the shortest bars; of parts of a whole the longest and those of nothing.

    Values that nearly all have as many cards are told together.

    Bars are alike that have the same figure."""
    values = shown["values"]
    labels_of: dict[str, list[str]] = {}
    for label, value in zip(shown["labels"], values, strict=True):
        labels_of.setdefault(_figure(game, value), []).append(label)
    (usual, often), *_ = Counter(values).most_common(1)
    others = [at for at, value in enumerate(values) if value != usual]
    is_named = not unit and not shown.get("along")
    if is_named and often > _FEW_VALUES and 0 < len(others) <= _FEW_CELLS:
        apart = ", ".join(f"{shown['labels'][at]}: {values[at]}" for at in others)
        return f"{game.said('{} each', usual)}; {apart}"
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
    none = [label for label, value in zip(shown["labels"], values, strict=True) if not value]
    if unit and 0 < len(none) <= _FEW_PEERS:
        told.append(f"{game.said('None')}: {listed(game, none)}{of}")
    return "; ".join(told)


def _figure(game: Game, value: float) -> str:
    """A value with as many places as it has on its bar."""
    return decimal(value, game.language, 0 if value >= _WHOLE else 1)


def _most(game: Game, shown: Mapping[str, Any]) -> str:
    return game.said("Most often" if shown.get("often") else "Most")


def _of_peaks(
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
    if not unit and most == 1 and not is_paired:
        return game.said("{} of {} pairs have no card", never, len(told_of))
    told = [f"{_most(game, shown)}: {listed(game, fullest)} ({figure}{unit})"]
    if len(fullest) > _FEW_CELLS:
        told = []
    if is_paired and never:
        told.append(game.said("{} of {} pairs never come together", never, len(told_of)))
    return "; ".join(told)
