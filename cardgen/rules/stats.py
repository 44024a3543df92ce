"""Statistics of a game: what its decks are made of.

They count copies, and are told as tables and bars or as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.base.findings import Finding, plain_finding
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.fields import Field
from cardgen.sandbox.filters import counts, value_of

VERSION = 1
"""Of the JSON form."""
_BAR = 30
_MOST_ROWS = 24
"""A field with more different values than this is no distribution."""


class Lengths(NamedTuple):
    """The lengths of a text field in characters, and the card with the longest."""

    shortest: int
    mean: float
    longest: int
    card: str


class Cross(NamedTuple):
    """One field by another.

    It holds the copies of each value of the other for each value of the one.
    """

    rows: str
    columns: str
    values: tuple[Any, ...]
    table: Mapping[Any, tuple[int, ...]]


class DeckStatistics(NamedTuple):
    """The statistics of a deck.

    How many copies have each value of a field, one field by another, and the length of its texts.
    """

    id: str
    title: str
    size: str
    faces: int
    copies: int
    fields: Mapping[str, Mapping[Any, int]]
    crossed: tuple[Cross, ...]
    texts: Mapping[str, Lengths]


class Statistics(NamedTuple):
    """A game."""

    game: str
    title: str
    decks: tuple[DeckStatistics, ...]


def statistics(game: Game, decks: Sequence[Deck]) -> Statistics:
    """The statistics of the decks of a game."""
    return Statistics(game.id, game.title, tuple(map(_deck, decks)))


def _deck(deck: Deck) -> DeckStatistics:
    fields = {
        name: copies
        for name, field in deck.fields.items()
        if not field.is_text and (copies := _counts(deck, field))
    }
    kinds = [name for name in fields if deck.fields[name].is_choice]
    numbers = [name for name in fields if deck.fields[name].is_number]
    pairs = [
        (rows, columns)
        for rows in kinds
        for columns in numbers
        if len(fields[rows]) > 1 and len(fields[columns]) > 1
    ]
    crossed = tuple(_cross(deck, rows, columns, fields) for rows, columns in pairs)
    texts = {name: lengths for name in deck.worded if (lengths := _lengths(deck, name))}
    return DeckStatistics(
        deck.id, deck.title, deck.sizes, len(deck), deck.copies, fields, crossed, texts
    )


def _counts(deck: Deck, field: Field) -> dict[Any, int]:
    copies = counts(deck, field.name)
    copies = (
        {choice: copies.get(choice, 0) for choice in field.choices}
        if field.choices
        else dict(sorted(copies.items()))
    )
    return copies if 0 < len(copies) <= _MOST_ROWS else {}


def _cross(deck: Deck, rows: str, columns: str, fields: Mapping[str, Mapping[Any, int]]) -> Cross:
    across = tuple(fields[columns])

    def cell(row: Any, column: Any) -> int:
        return sum(
            card.copies
            for card in deck
            if value_of(card, columns) == column and row in entries_of(card, rows)
        )

    return Cross(
        rows,
        columns,
        across,
        {row: tuple(cell(row, column) for column in across) for row in fields[rows]},
    )


def entries_of(card: Card, field: str) -> Sequence[Any]:
    """The value of a field as a list."""
    value = value_of(card, field)
    return value if isinstance(value, (list, tuple)) else [value]


def _lengths(deck: Deck, field: str) -> Lengths | None:
    lengths = [
        (len(value), card.id)
        for card in deck
        if isinstance(value := value_of(card, field), str) and value
    ]
    if not lengths:
        return None
    longest, card = max(lengths, key=lambda pair: pair[0])
    sizes = [size for size, _ in lengths]
    average = sum(sizes) / len(sizes)
    return Lengths(min(sizes), round(average, 1), longest, card)


# -- for people


def lines(game: Statistics, signs: bool) -> Iterator[str]:
    """The statistics as tables and bars. `signs` tells whether blocks can be shown."""
    yield f"{game.game}: {game.title}"
    width = max(map(len, ("together", *(deck.id for deck in game.decks))))
    most = max((deck.copies for deck in game.decks), default=0)
    for deck in game.decks:
        bar = _bar(deck.copies, most, signs)
        counts_text = f"{deck.faces:4} faces  {deck.copies:4} cards"
        yield f"  {deck.id:<{width}}  {counts_text}  {deck.size:<22}  {bar}".rstrip()
    faces, copies = (sum(getattr(deck, of) for deck in game.decks) for of in ("faces", "copies"))
    yield f"  {'together':<{width}}  {faces:4} faces  {copies:4} cards"
    for deck in game.decks:
        if deck.fields or deck.texts:
            yield ""
            yield f"{deck.id}: {deck.title}"
        for name, values in deck.fields.items():
            yield f"  {name}"
            yield from _bars(values, signs)
        for cross in deck.crossed:
            yield f"  {cross.rows} by {cross.columns}"
            yield from _table(cross)
        for name, text in deck.texts.items():
            span = f"{text.shortest} to {text.longest} characters, {text.mean:g} on average"
            yield f"  {name}: {span}; longest on {text.card}"


def worded(value: Any) -> str:
    """A value as people say it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _bars(values: Mapping[Any, int], signs: bool) -> Iterator[str]:
    width, most = max(len(worded(value)) for value in values), max(values.values())
    for value, count in values.items():
        yield f"    {worded(value):<{width}} {count:4}  {_bar(count, most, signs)}".rstrip()


def _bar(count: int, most: int, signs: bool) -> str:
    return (
        ("█" if signs else "#") * (round(_BAR * count / most) or (1 if count else 0))
        if most
        else ""
    )


def _table(cross: Cross) -> Iterator[str]:
    width = max(len(str(row)) for row in cross.table)
    cell = max(3, *(len(str(value)) + 1 for value in cross.values))
    yield (
        f"    {'':<{width}} "
        + "".join(f"{value!s:>{cell}}" for value in cross.values)
        + f"{'all':>{cell + 2}}"
    )
    for row, row_counts in cross.table.items():
        yield (
            f"    {row!s:<{width}} "
            + "".join(f"{count or '.':>{cell}}" for count in row_counts)
            + f"{sum(row_counts):>{cell + 2}}"
        )


def as_json(
    games: Sequence[Statistics], problems: Sequence[Finding], exit_code: int
) -> dict[str, Any]:
    """The statistics of a game as plain data.

    A game that cannot be read has what is wrong alone."""
    counted = _plain(games[0]) if games else {}
    return {
        "version": VERSION,
        **counted,
        "problems": list(map(plain_finding, problems)),
        "exit_code": exit_code,
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it.

    Tuples with names are objects, what names are is a text."""
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, Mapping):
        return {str(name): _plain(entry) for name, entry in value.items()}
    return list(map(_plain, value)) if isinstance(value, (list, tuple)) else value
