"""Charts of a game: its fields, the worth of hands, undealt cards."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.model.cards import Deck, Game
from cardgen.rules.chance import NamedClaim, named_claims, value_spread
from cardgen.rules.deal import TooFewCardsError
from cardgen.rules.game_view import GameView, UnreadDeckError
from cardgen.rules.ruleset import RuleSet
from cardgen.rules.sampling import Sampler
from cardgen.rules.stats import Cross, DeckStatistics, entries_of, statistics, worded
from cardgen.rules.variants import deal_counts
from cardgen.sandbox import process
from cardgen.sandbox.filters import value_of

PATIENCE = 3.0
"""Seconds of work that one chart may take."""
_MOST_VALUES = 30
_LONGEST = 160
"""The longest text on a chart."""
_FEWEST = 8
"""A deck of fewer cards is seen at a glance."""
_FEWEST_PAIRED = 3
"""How many values have pairs that can be compared."""
_FEW = 3
"""Up to so many bars or rows one that differs is worth a chart."""
_PAIR = 2
"""Values that two numbers tell better than two bars."""
_MANY, _MOSTLY = 8, 0.7
"""Of more values than so many, bars are said in words if this part of them is of one height."""
_MOST_COLUMNS = 16
"""How many columns a table may have."""


class Chart(NamedTuple):
    """A chart: its id, its title and a line about it.

    `fields` are as the template of charts takes them; `deck` is that whose cards are counted, or ""
    where rules are. `names` has the names of cards that stand for values: all cards of a value
    bear one name, and others another."""

    id: str
    title: str
    about: str
    fields: dict[str, Any]
    deck: str = ""
    names: Mapping[str, str] | None = None


_MARKS = re.compile(r"[*\\{}]")


def plain_text(value: Any) -> str:
    """A value as a text in which nothing is markup."""
    text = "".join(sign if sign.isprintable() else " " for sign in worded(value))
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    return _MARKS.sub(r"\\\g<0>", text)


def charts_of(game: Game, decks: Sequence[Deck], rule_set: RuleSet) -> list[Chart]:
    """All charts of a game and these decks.

    Expressions of the project are computed in a process that can be stopped. Raises CardgenError
    where a claim cannot be computed."""
    charts = list(process.run(_rule_charts, game, rule_set, seconds=PATIENCE)) if rule_set else []
    told: list[tuple[str, str]] = []
    for deck, deck_statistics in zip(decks, statistics(game, decks).decks, strict=True):
        charts += [chart._replace(deck=deck.id) for chart in _deck_charts(deck, deck_statistics)]
        told += _in_words(deck, deck_statistics)
    if told:
        figures, lines = map(list, zip(*told, strict=True))
        fields = {"kind": "words", "labels": [], "figures": figures, "lines": lines}
        charts.append(Chart("alike", "As many of each", "", fields))
    return charts


def _in_words(deck: Deck, deck_statistics: DeckStatistics) -> Iterator[tuple[str, str]]:
    """A figure and a sentence for each field of which nearly all values have as many cards, or
    that has two values."""
    if deck_statistics.copies < _FEWEST:
        return
    for name, values in deck_statistics.fields.items():
        usual = _usual(list(values.values()))
        names = _names_of_cards(deck, name, values)
        about = f"**{plain_text(deck.title)}, {plain_text(name.replace('_', ' '))}:**"
        if len(values) == _PAIR and not usual:
            first, second = (
                f"{count} of {names.get(plain_text(value)) or _title(plain_text(value))}"
                for value, count in values.items()
            )
            yield " : ".join(map(str, values.values())), f"{about} {first}, {second}."
        if len(values) < _PAIR or not usual:
            continue
        others = [
            f"{count} of {names.get(plain_text(value)) or _title(plain_text(value))}"
            for value, count in values.items()
            if count != usual
        ]
        noun = "card" if usual == 1 else "cards"
        alike = f"{len(values) - len(others)} values with {usual} {noun} each"
        told = f"; {', '.join(others)}" if others else ""
        yield f"{len(values) - len(others)} × {usual}", f"{about} {alike}{told}."


def _deck_charts(deck: Deck, deck_statistics: DeckStatistics) -> Iterator[Chart]:
    """The fields of a deck, one field by another, and which values come together."""
    if deck_statistics.copies < _FEWEST:
        return
    several = [(name, values) for name, values in deck_statistics.fields.items() if len(values) > 1]
    names = {name: _names_of_cards(deck, name, values) for name, values in several}
    for name, values in several:
        counts = list(values.values())
        if _is_flat(counts) or _usual(counts) or len(counts) == _PAIR:
            continue
        labels = [plain_text(value) for value in values]
        numbers = all(
            isinstance(value, (int, float)) and not isinstance(value, bool) for value in values
        )
        about = f"How many of {deck_statistics.copies} cards have each value"
        fields = {"kind": "bars", "labels": labels, "values": list(values.values()), "unit": ""}
        if numbers:
            fields["along"] = plain_text(name.replace("_", " "))
        yield Chart(
            f"{deck.id}-{name}",
            _title(name),
            about + (f", {_mean(values)} on average" if numbers else ""),
            fields,
            names=names[name],
        )
    for cross in deck_statistics.crossed:
        cells = list(cross.table.values())
        follows = all(sum(map(bool, row)) <= 1 for row in cells)  # one is known when the other is
        if (
            len(cross.values) <= _MOST_COLUMNS
            and not follows
            and len({cell for row in cells for cell in row}) > 1
            and not _has_alike(cells)
            and not _has_alike(list(zip(*cells, strict=True)))
        ):
            yield _cross_chart(deck, cross)._replace(names=names[cross.rows])
    for name, values in several:
        if deck.fields[name].is_list:
            counted = [value for value, count in values.items() if count]
            yield from _pairs_charts(deck, name, counted)


def _names_of_cards(deck: Deck, field: str, values: Iterable[Any]) -> dict[str, str]:
    """The names of the cards of each value, where these are one name and each value has another."""
    if not deck.fields[field].is_choice:
        return {}
    found: dict[str, set[str]] = {plain_text(value): set() for value in values}
    for card in deck:
        for value in entries_of(card, field):
            found.setdefault(plain_text(value), set()).add(plain_text(value_of(card, "name") or ""))
    names = {value: "".join(each) for value, each in found.items() if len(each) == 1 and any(each)}
    return names if len(set(names.values())) == len(found) else {}


def _is_flat(counts: Sequence[int]) -> bool:
    """True of as many of each, and of one each but for one: there is nothing to see."""
    alike = Counter(counts)
    return len(alike) == 1 or (len(counts) > _FEW and alike[1] >= len(counts) - 1)


def _usual(counts: Sequence[int]) -> int:
    """How many cards nearly all values have; 0 where a chart of them shows more."""
    (usual, often), *_ = Counter(counts).most_common(1)
    is_said = often == len(counts) or (len(counts) > _MANY and often >= _MOSTLY * len(counts))
    return usual if is_said else 0


def _has_alike(rows: Sequence[Sequence[int]]) -> bool:
    """True if several rows are alike but for one at the most: the other field tells nothing."""
    return len(rows) > _FEW and max(Counter(map(tuple, rows)).values()) >= len(rows) - 1


def _mean(values: Any) -> str:
    return f"{sum(value * count for value, count in values.items()) / sum(values.values()):.3g}"


def _cross_chart(deck: Deck, cross: Cross) -> Chart:
    title = f"{_title(cross.rows)} by {cross.columns}"
    fields = _grid(cross.values, cross.table, list(map(list, cross.table.values())))
    return Chart(
        f"{deck.id}-{cross.rows}-by-{cross.columns}",
        title,
        "Cards with each of the two",
        fields,
    )


def _grid(columns: Iterable[Any], rows: Iterable[Any], cells: list[list[Any]]) -> dict[str, Any]:
    return {
        "kind": "grid",
        "labels": list(map(plain_text, columns)),
        "rows": list(map(plain_text, rows)),
        "cells": cells,
        "unit": "",
    }


def _pairs_charts(deck: Deck, name: str, values: list[Any]) -> Iterator[Chart]:
    """Chart the cards that have two values of a list field."""
    if not _FEWEST_PAIRED <= len(values) <= _MOST_COLUMNS:
        return
    pairs = dict.fromkeys([(value, other) for value in values for other in values], 0)
    for card in deck:
        for value, other in combinations(dict.fromkeys(entries_of(card, name)), 2):
            pairs[value, other] += card.copies
            pairs[other, value] += card.copies
    numbers = {pairs[pair] for pair in combinations(values, 2)}
    if len(numbers) > 1:  # else all pairs are alike: nothing to see
        cells = [
            [-1 if value == other else pairs[value, other] for other in values] for value in values
        ]
        about = "Cards that have both"
        yield Chart(
            f"{deck.id}-{name}-together",
            f"{_title(name)} together",
            about,
            _grid(values, values, cells),
        )


def _rule_charts(game: Game, rule_set: RuleSet) -> Iterator[Chart]:
    """Yield the charts that rules and variants give."""
    view = GameView(game, rule_set)
    for named_claim in named_claims(rule_set):
        if named_claim.claim.value:
            process.note(f'the rule "{named_claim.id}"', named_claim.claim.place)
            if chart := _value_chart(named_claim, view):
                yield chart
    if undealt := _undealt_chart(rule_set, view):
        yield undealt


def _value_chart(named_claim: NamedClaim, view: GameView) -> Chart | None:
    """A chart of the value of a claim, a series for each number of players."""
    spreads: dict[int, dict[Any, float]] = {}
    deals = 0
    for players in named_claim.players:
        with suppress(TooFewCardsError, UnreadDeckError):
            dealer = named_claim.dealer(view, players)
            parts, tried = value_spread(
                dealer, Sampler(dealer, view.game.id, named_claim.id, players)
            )
            deals = max(deals, tried)
            spreads[players] = {value: round(100 * float(part), 3) for value, part in parts.items()}
    values = list(dict.fromkeys(value for spread in spreads.values() for value in spread))
    numbers = all(isinstance(value, (int, float)) for value in values)
    values = sorted(values) if numbers else sorted(values, key=str)
    if not values or (not numbers and len(values) > _MOST_VALUES):
        return None
    if numbers and len(values) > _MOST_VALUES:
        values, spreads = _binned(values, spreads)
    about = "% of deals" + (f", {deals:,} tried" if deals else ", counted out")
    series: list[list[Any]] = []
    for players, spread in spreads.items():
        heights = [spread.get(value, 0.0) for value in values]
        series.append([_players_text(players), heights])
    labels = [f"{value:g}" if isinstance(value, float) else plain_text(value) for value in values]
    if len(series) == 1 and len(values) <= 20:
        fields = {"kind": "bars", "labels": labels, "values": series[0][1], "unit": "%"}
    else:
        fields = {"kind": "curves", "labels": labels, "series": series, "unit": "%"}
    fields["along"] = _title(named_claim.claim.id).lower()
    return Chart(
        f"chance-{named_claim.id.replace('/', '-')}",
        _title(named_claim.claim.id),
        f"{plain_text(named_claim.claim.says)} {about}",
        fields,
    )


def _players_text(players: int) -> str:
    """A number of players in words; "" for 0, when it is all the same."""
    if not players:
        return ""
    return "1 player" if players == 1 else f"{players} players"


def _binned(
    values: list[Any], spreads: dict[int, dict[Any, float]]
) -> tuple[list[Any], dict[int, dict[Any, float]]]:
    """Values gathered into at most _MOST_VALUES bins, each named by its least value."""
    first = values[0]
    width = -(-(values[-1] - first + 1) // _MOST_VALUES)  # rounded up
    least = {value: first + (value - first) // width * width for value in values}
    gathered: dict[int, dict[Any, float]] = {players: defaultdict(float) for players in spreads}
    for players, spread in spreads.items():
        for value, part in spread.items():
            gathered[players][least[value]] += part
    return sorted(set(least.values())), gathered


def _undealt_chart(rule_set: RuleSet, view: GameView) -> Chart | None:
    """A chart of the share of undealt cards, by variant and number of players."""
    rows: dict[str, dict[int, float]] = {}
    for variant in rule_set.variants:
        process.note(f'the variant "{variant.id}"', variant.place)
        for players in variant.players:
            with suppress(CardgenError):
                dealt, size = deal_counts(variant, players, view)
                if dealt is not None and size:
                    rows.setdefault(variant.name, {})[players] = round(
                        100 * max(0, size - dealt) / size, 1
                    )
    rows = {name: row for name, row in rows.items() if any(row.values())}
    columns = sorted({players for row in rows.values() for players in row})
    if not columns or len(columns) > _MOST_COLUMNS:
        return None
    cells = [[row.get(players, -1) for players in columns] for row in rows.values()]
    about = "% of the cards that lie aside after the deal, by variant and number of players"
    labels = [f"{players} pl." for players in columns]
    if len(cells) > 1 and all(row == cells[0] for row in cells) and -1 not in cells[0]:
        alike = " and ".join(map(plain_text, rows))
        about = f"{about.partition(',')[0]}, by number of players: the same in {alike}"
        bars = {"kind": "bars", "labels": list(map(str, columns)), "values": cells[0], "unit": "%"}
        bars["along"] = "players"
        return Chart("left-over", "Dead cards", about, bars)
    return Chart("left-over", "Dead cards", about, _grid(labels, rows, cells))


def _title(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]
