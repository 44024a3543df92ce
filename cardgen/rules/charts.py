"""Charts of a game: its fields, the worth of hands, undealt cards."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, groupby
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.base.units import COMMAS, decimal
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
_MANY_IN_A_ROW = 6
"""From so many whole numbers in a row on the first and the last are named."""
_PAIR = 2
"""Values that two numbers tell better than two bars."""
_MANY, _MOSTLY = 8, 0.7
"""Of more values than so many, bars are said in words if this part of them is of one height."""
_MOST_COLUMNS = 16
"""How many columns a table may have."""
_LEAST_SHOWN = 0.05
"""What part of all deals, in percent, a value at either end must have to be drawn."""
_SERIES_FOR_BARS = 20
"""Up to so many values of one series are bars with their numbers."""


class Chart(NamedTuple):
    """A chart: its id, its title and a line about it.

    `fields` are as the template of charts takes them; `deck` is that whose cards are counted, or ""
    where rules are. `names` has the names of cards that stand for values: all cards of a value
    bear one name, and others another. `source` tells of what it was made."""

    id: str
    title: str
    about: str
    fields: dict[str, Any]
    deck: str = ""
    names: Mapping[str, str] | None = None
    source: str = ""


class Told(NamedTuple):
    """What is told of a field without bars: how many cards each value has, what they are, and its
    values as chips; each is the value, its words, and how many of it there are where that is said.
    `cards` is how many there are."""

    figure: str
    line: str
    chips: tuple[tuple[str, str, str], ...]
    cards: int


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
    told: list[Told] = []
    for deck, deck_statistics in zip(decks, statistics(game, decks).decks, strict=True):
        counted = game.said("{} cards counted", deck_statistics.copies)
        for chart in _deck_charts(game, deck, deck_statistics):
            charts.append(chart._replace(deck=deck.id, source=counted))
        told += _in_words(game, deck, deck_statistics)
    if told:
        told.sort(key=lambda each: -each.cards)
        figures, lines, chips, _ = map(list, zip(*told, strict=True))
        fields = {
            "kind": "words",
            "labels": [],
            "figures": figures,
            "lines": lines,
            "chips": chips,
        }
        charts.append(Chart("alike", game.said("How many of each"), "", fields))
    return charts


def _in_words(game: Game, deck: Deck, deck_statistics: DeckStatistics) -> Iterator[Told]:
    """What is told of the fields of which nearly all values have as many cards, or that have two
    values; of fields with the same values once."""
    if deck_statistics.copies < _FEWEST:
        return
    fields_of: dict[tuple[str, tuple[tuple[str, str, str], ...], int], list[str]] = {}
    for name, values in deck_statistics.fields.items():
        counts = tuple(values.values())
        usual = _usual(counts)
        if len(values) < _PAIR or sum(counts) < _FEWEST or not (usual or len(values) == _PAIR):
            continue
        names = _names_of_cards(deck, name, values)
        chips = _chips(game, values, names, usual)
        figure = game.said("{} each", usual) if usual else " : ".join(map(str, counts))
        fields_of.setdefault((figure, chips, sum(counts)), []).append(_words(game, name))
    for (figure, chips, cards), names_of_fields in fields_of.items():
        fields = listed(game, names_of_fields)
        title = plain_text(deck.title)
        is_same = fields.casefold() == title.casefold()
        yield Told(figure, title if is_same else f"{title}, {fields}", chips, cards)


def _chips(
    game: Game, values: Mapping[Any, int], names: Mapping[str, str], usual: int
) -> tuple[tuple[str, str, str], ...]:
    """The chips of a field. Of many whole numbers in a row, with as many cards each, the first and
    the last are named."""
    chips: list[tuple[str, str, str]] = []
    for _, run in groupby(enumerate(values.items()), _by_step):
        items = [item for _, item in run]
        words = [names.get(plain_text(value)) or _title(game, value) for value, _ in items]
        note = "" if items[0][1] == usual else f"× {items[0][1]}"
        if len(items) >= _MANY_IN_A_ROW:
            told = game.said("{} to {}", words[0], words[-1])
            chips.append((told, told, note))
        else:
            chips += [
                (plain_text(value), word, note)
                for (value, _), word in zip(items, words, strict=True)
            ]
    return tuple(chips)


def _by_step(place: tuple[int, tuple[Any, int]]) -> tuple[Any, int]:
    """What whole numbers in a row have in common, which have as many cards each; of another value
    its place, which no other has."""
    at, (value, count) = place
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return (value - at if is_whole else str(value)), count


def _deck_charts(game: Game, deck: Deck, deck_statistics: DeckStatistics) -> Iterator[Chart]:
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
        title = _title(game, name)
        fields = {"kind": "bars", "labels": labels, "values": list(values.values()), "unit": ""}
        fields["up"] = game.said("cards")
        about = ""
        if numbers:
            fields["along"] = _words(game, name)
            about = game.said("{} on average", decimal(_mean(values), game.language))
        yield Chart(f"{deck.id}-{name}", title, about, fields, names=names[name])
    for cross in deck_statistics.crossed:
        cells = list(cross.table.values())
        follows = all(sum(map(bool, row)) <= 1 for row in cells)  # one is known when the other is
        if (
            len(cross.values) <= _MOST_COLUMNS
            and not follows
            and len({cell for row in cells for cell in row}) > 1
            and not _is_sparse(list(chain.from_iterable(cells)))
            and not _has_alike(cells)
            and not _has_alike(list(zip(*cells, strict=True)))
        ):
            yield _cross_chart(game, deck, cross)._replace(names=names[cross.rows])
    for name, values in several:
        if deck.fields[name].is_list:
            counted = [value for value, count in values.items() if count]
            yield from _pairs_charts(game, deck, name, counted)


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


def _is_sparse(cells: Sequence[int]) -> bool:
    """True of a table of ones of which most cells are empty."""
    return len(cells) > _MOST_COLUMNS and 2 * sum(cells) <= len(cells) and max(cells) <= _PAIR


def _mean(values: Any) -> float:
    return float(sum(value * count for value, count in values.items()) / sum(values.values()))


def _cross_chart(game: Game, deck: Deck, cross: Cross) -> Chart:
    over = _words(game, cross.columns)
    fields = _grid(cross.values, cross.table, list(map(list, cross.table.values())), over)
    return Chart(
        f"{deck.id}-{cross.rows}-by-{cross.columns}",
        game.said("{} by {}", _title(game, cross.rows), over),
        game.said("Cards with each of the two"),
        fields,
    )


def _grid(
    columns: Iterable[Any], rows: Iterable[Any], cells: list[list[Any]], over: str = ""
) -> dict[str, Any]:
    """The fields of a table; `over` is what its columns are."""
    return {
        "kind": "grid",
        "over": over,
        "labels": list(map(plain_text, columns)),
        "rows": list(map(plain_text, rows)),
        "cells": cells,
        "unit": "",
    }


def _pairs_charts(game: Game, deck: Deck, name: str, values: list[Any]) -> Iterator[Chart]:
    """Chart the cards that have two values of a list field."""
    if not _FEWEST_PAIRED <= len(values) <= _MOST_COLUMNS:
        return
    pairs = dict.fromkeys([(value, other) for value in values for other in values], 0)
    for card in deck:
        for value, other in combinations(dict.fromkeys(entries_of(card, name)), 2):
            pairs[value, other] += card.copies
            pairs[other, value] += card.copies
    numbers = [pairs[pair] for pair in combinations(values, 2)]
    if len(set(numbers)) > 1 and not _is_sparse(numbers):  # else there is nothing to see
        cells = [
            [-1 if value == other else pairs[value, other] for other in values] for value in values
        ]
        yield Chart(
            f"{deck.id}-{name}-together",
            game.said("{} together", _title(game, name)),
            game.said("Cards that have both"),
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
        yield undealt._replace(source=game.said("computed from the variants"))


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
    width = 1
    if numbers and len(values) > _MOST_VALUES:
        values, spreads, width = _binned(values, spreads)
    if numbers:
        values = _seen(values, spreads)
    game, claim = view.game, named_claim.claim
    series: list[list[Any]] = []
    for players, spread in spreads.items():
        heights = [spread.get(value, 0.0) for value in values]
        series.append([_players_text(game, players), heights])
    labels = [_label(game, value) for value in values]
    if len(series) == 1 and len(values) <= _SERIES_FOR_BARS:
        fields = {"kind": "bars", "labels": labels, "values": series[0][1], "unit": "%"}
    else:
        fields = {"kind": "curves", "labels": labels, "series": series, "unit": "%"}
    if numbers and not any(isinstance(value, bool) for value in values):
        fields["ends"] = [_label(game, value + width - 1) for value in values]
    fields["along"] = game.said(claim.value_is) or _words(game, claim.id)
    fields["up"] = game.said("% of deals")
    fields["often"] = True
    separator = "." if game.language.partition("-")[0] in COMMAS else ","
    told = game.said("{} deals tried", f"{deals:,}".replace(",", separator))
    return Chart(
        f"chance-{named_claim.id.replace('/', '-')}",
        _title(game, claim.id),
        plain_text(game.said(claim.says)),
        fields,
        source=told if deals else game.said("all deals counted"),
    )


def _label(game: Game, value: Any) -> str:
    return decimal(value, game.language) if isinstance(value, float) else plain_text(value)


def _seen(values: list[Any], spreads: Mapping[int, Mapping[Any, float]]) -> list[Any]:
    """These values without those at both ends that hardly any deal has."""
    seen = [
        at
        for at, value in enumerate(values)
        if any(spread.get(value, 0.0) >= _LEAST_SHOWN for spread in spreads.values())
    ]
    return values[seen[0] : seen[-1] + 1]


def _players_text(game: Game, players: int) -> str:
    """A number of players in words; "" for 0, when it is all the same."""
    if not players:
        return ""
    return game.said("1 player") if players == 1 else game.said("{} players", players)


def _binned(
    values: list[Any], spreads: dict[int, dict[Any, float]]
) -> tuple[list[Any], dict[int, dict[Any, float]], Any]:
    """Values gathered into at most _MOST_VALUES bins, each named by its least value, and how many
    whole numbers a bin holds."""
    first = values[0]
    width = -(-(values[-1] - first + 1) // _MOST_VALUES)  # rounded up
    least = {value: first + (value - first) // width * width for value in values}
    gathered: dict[int, dict[Any, float]] = {players: defaultdict(float) for players in spreads}
    for players, spread in spreads.items():
        for value, part in spread.items():
            gathered[players][least[value]] += part
    return sorted(set(least.values())), gathered, width


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
    game = view.game
    title = game.said("Dead cards")
    about = game.said("% of the cards that lie aside after the deal")
    over, labels = game.said("players"), list(map(str, columns))
    names = [game.said(name) for name in rows]
    if len(cells) > 1 and all(row == cells[0] for row in cells) and -1 not in cells[0]:
        alike = listed(game, list(map(plain_text, names)))
        about = f"{about}: {game.said('the same in {}', alike)}"
        bars = {"kind": "bars", "labels": labels, "values": cells[0], "unit": "%"}
        bars |= {"along": over, "up": game.said("% of the cards")}
        return Chart("left-over", title, about, bars)
    found = {value for row in cells for value in row}
    key = [game.said("· none")] if 0 in found else []
    key += [game.said("empty: not played")] if -1 in found else []
    about += f" ({'; '.join(key)})" if key else ""
    return Chart("left-over", title, about, {**_grid(labels, names, cells, over), "unit": "%"})


def listed(game: Game, words: Sequence[str]) -> str:
    """Words as a sentence lists them: `a, b and c`."""
    *before, last = words
    return game.said("{} and {}", ", ".join(before), last) if before else last


def _words(game: Game, name: Any) -> str:
    """A name or a value in words, in the game's language."""
    text = plain_text(name)
    words = text.replace("-", " ").replace("_", " ") if text[:1].isalpha() else text
    return game.words.get(text) or game.said(words)


def _title(game: Game, name: Any) -> str:
    words = _words(game, name)
    return words[:1].upper() + words[1:]
