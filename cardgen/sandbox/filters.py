"""The filters and functions of the expression language.

Each is over a list of cards or a deck."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from jinja2 import pass_context
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Undefined
from markupsafe import Markup

from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, CardRow, Deck, Edition, Game
from cardgen.schema.values import wrong

LONGEST_LIST = 100_000
"""The most items a list may have."""
CARD_NAMES = frozenset({"id", "deck", "copies", "template", "back"})
"""What every card answers to, beside its fields."""


def called(value: Any) -> str:
    """A value's kind, in plain words."""
    return _KINDS.get(type(value)) or ("nothing" if isinstance(value, Undefined) else "this")


_KINDS: dict[type, str] = {
    **dict.fromkeys((str, Markup), "text"),
    **dict.fromkeys((int, float), "a number"),
    **dict.fromkeys((list, tuple), "a list"),
    bool: "true or false",
    dict: "a mapping",
    range: "a range",
    type(None): "nothing",
    Card: "a card",
    Edition: "an edition",
    Deck: "a deck",
    Game: "a game",
    CardRow: "a row",
    TemplateModule: "the template that is imported",
}


# What the words are given


def cards_of(cards: Any) -> list[Card]:
    """The cards of a deck, of a list of cards or decks, or one card.

    Rows of a table are cards, too. Raises CardgenError for anything else."""
    if isinstance(cards, Undefined):
        str(cards)  # raises what is wrong with it
    if isinstance(cards, Deck):
        return list(cards.cards)
    all_cards: list[Any] = []  # cards, or rows, which say what they say as cards do
    for item in (
        cards if isinstance(cards, Iterable) and not isinstance(cards, (str, Mapping)) else [cards]
    ):
        if isinstance(item, (Card, CardRow)):
            all_cards.append(item)
        elif isinstance(item, (Deck, list, tuple)):
            all_cards += cards_of(item)
        else:
            raise wrong(
                f"this asks about cards, but was given {called(cards)}",
                "name a deck: deck.main | copies",
                code="expression-failed",
            )
    return all_cards


def copies_of(card: Card | CardRow) -> int:
    """The number of copies of a card; 1 for a row."""
    return card.copies if isinstance(card, Card) else 1


def value_of(card: Card, name: str) -> Any:
    """A field of the card, or one of CARD_NAMES; None when it has neither."""
    return (
        card.fields[name]
        if name in card.fields
        else getattr(card, name, None)
        if name in CARD_NAMES
        else None
    )


def _asked(cards: Any, names: Iterable[str]) -> list[Card]:
    """The cards, of which some have a field of each of these names. Raises CardgenError."""
    all_cards = cards_of(cards)
    for name in names:
        if (
            all_cards
            and name not in CARD_NAMES
            and not any(name in card.fields for card in all_cards)
        ):
            fields = {field for card in all_cards for field in card.fields} | CARD_NAMES
            raise wrong(
                f'no card here has a field "{name}"',
                did_you_mean(name, sorted(fields)),
                code="unknown-field",
            )
    return all_cards


_PLAIN = frozenset((str, int, float, bool, type(None)))
"""What most fields of cards are, and rules ask about a million times."""


def _several(value: Any) -> Sequence[Any]:
    if isinstance(value, Undefined):
        str(value)
    return value if isinstance(value, (list, tuple, range)) else [value]


def _collected(values: Sequence[Any]) -> frozenset[Any]:
    try:
        return frozenset(values)
    except TypeError:
        raise wrong(
            "a card has no such value: a list inside a list",
            "name texts or numbers",
            code="expression-failed",
        ) from None


def _entries(card: Card, name: str) -> Sequence[Any]:
    """The entries of a card's field as a list.

    It is empty where the field says nothing."""
    value = value_of(card, name)
    return value if isinstance(value, (list, tuple)) else [] if value is None else [value]


def _number(card: Card, name: str, value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, float, type(None))):
        whose = f'card "{card.id}"' if isinstance(card, Card) else "this row"
        raise wrong(
            f'the field "{name}" of {whose} is {called(value)}, so it cannot be summed',
            "name a number",
            code="expression-failed",
        )
    return value or 0


def numbers_of(values: Any) -> list[int | float]:
    """A list of numbers. Raises CardgenError for anything else."""
    numbers = list(values if isinstance(values, Iterable) else [values])
    for value in numbers:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise wrong(
                f"this asks about numbers, but was given {called(value)}",
                "give it a list of numbers",
                code="expression-failed",
            )
    return numbers


def _measured(context: Context, cards: Any, words: str) -> tuple[list[Card], Callable[[Card], Any]]:
    """The cards, and the function that gives what each comes to.

    It is a field by its name, or an expression that sees `card` beside everything that is known
    already."""
    if words.isidentifier():
        return _asked(cards, [words]), lambda card: value_of(card, words)
    compiled = context.environment.expression(words)  # type: ignore[attr-defined]
    scope = context.get_all()

    def measure(card: Card) -> Any:
        value = compiled({**scope, "card": card})
        if isinstance(value, Undefined):
            str(value)
        return value

    return cards_of(cards), measure


# Choosing cards


def having(cards: Iterable[Card], **fields: Any) -> list[Card]:
    """The cards whose fields have these values. A list, in the card or asked for, matches by any of
    its entries."""
    matching = _asked(cards, fields)
    for name, expected in fields.items():
        values = _collected(_several(expected))
        remaining = []
        for card in matching:
            value = value_of(card, name)
            if type(value) in _PLAIN:
                is_match = value in values
            else:
                is_match = not values.isdisjoint(_several(value))
            if is_match:
                remaining.append(card)
        matching = remaining
    return matching


def without(cards: Iterable[Card], **fields: Any) -> list[Card]:
    """The cards that `having` would leave out."""
    all_cards = cards_of(cards)
    return minus(all_cards, having(all_cards, **fields))


def with_all(cards: Iterable[Card], **fields: Any) -> list[Card]:
    """The cards whose fields hold every one of these values."""
    matching = _asked(cards, fields)
    for name, expected in fields.items():
        matching = [
            card
            for card in matching
            if all(value in _several(value_of(card, name)) for value in _several(expected))
        ]
    return matching


def only(cards: Iterable[Card], **fields: Any) -> list[Card]:
    """The cards whose fields hold nothing but these values."""
    matching = _asked(cards, fields)
    for name, expected in fields.items():
        values = _collected(_several(expected))
        matching = [card for card in matching if values.issuperset(_entries(card, name))]
    return matching


@pass_context
def where(context: Context, cards: Iterable[Card], words: str) -> list[Card]:
    """The cards for which an expression is true; it sees each as `card`, and every name but those
    of a loop. A name alone is a field."""
    all_cards, measure = _measured(context, cards, str(words))
    return [card for card in all_cards if measure(card)]


def named(cards: Iterable[Card], names: Any) -> list[Card]:
    """The cards of this name, or of these."""
    accepted_names = _several(names)
    return [card for card in cards_of(cards) if value_of(card, "name") in accepted_names]


def by_id(cards: Iterable[Card], ids: Any) -> list[Card]:
    """The cards with this id, or these."""
    accepted_ids = _several(ids)
    return [card for card in cards_of(cards) if value_of(card, "id") in accepted_ids]


def both(cards: Iterable[Card], others: Iterable[Card]) -> list[Card]:
    """The cards that are in both lists."""
    other_identities = set(map(id, cards_of(others)))
    return [card for card in cards_of(cards) if id(card) in other_identities]


def either(cards: Iterable[Card], others: Iterable[Card]) -> list[Card]:
    """The cards of one list and of the other, each once."""
    return list({id(card): card for card in (*cards_of(cards), *cards_of(others))}.values())


def minus(cards: Iterable[Card], others: Iterable[Card]) -> list[Card]:
    """The cards that are not in the other list."""
    other_identities = set(map(id, cards_of(others)))
    return [card for card in cards_of(cards) if id(card) not in other_identities]


def sorted_by(cards: Iterable[Card], field: str) -> list[Card]:
    """The cards by a field, from the least; those that say nothing come first, equal ones stay in
    their order."""
    return sorted(
        _asked(cards, [field]),
        key=lambda card: () if (value := value_of(card, field)) is None else (value,),
    )


def smallest(cards: Iterable[Card], count: int, field: str) -> list[Card]:
    """So many cards, those with the least in a field."""
    return sorted_by(cards, field)[: max(0, count)]


def greatest(cards: Iterable[Card], count: int, field: str) -> list[Card]:
    """So many cards, those with the most in a field."""
    return sorted_by(cards, field)[::-1][: max(0, count)]


# Counting


def copies(cards: Iterable[Card]) -> int:
    """The number of cards of paper, copies among them."""
    return sum(map(copies_of, cards_of(cards)))


@pass_context
def total(context: Context, cards: Iterable[Card], words: str) -> int | float:
    """The sum of a field, or of an expression such as `'card.rank * 2'`, over all copies of the
    cards."""
    all_cards, measure = _measured(context, cards, words := str(words))
    amount: int | float = 0
    for card in all_cards:
        amount += _number(card, words, measure(card)) * copies_of(card)
    return amount


def distinct(cards: Iterable[Card], field: str) -> list[Any]:
    """The different values of a field, in the order they come; a list gives its entries."""
    return list(
        dict.fromkeys(entry for card in _asked(cards, [field]) for entry in _entries(card, field))
    )


def values(cards: Iterable[Card], field: str) -> list[Any]:
    """The values of a field, one for each copy of each card, in order; a list gives its entries."""
    all_cards = _asked(cards, [field])
    _fits(sum(len(_entries(card, field)) * copies_of(card) for card in all_cards))
    return [
        entry
        for card in all_cards
        for _ in range(copies_of(card))
        for entry in _entries(card, field)
    ]


def group(cards: Iterable[Card], field: str) -> list[tuple[Any, list[Card]]]:
    """Each different value of a field with its cards, in the order they come; a list puts a card
    into several groups."""
    groups: dict[Any, list[Card]] = {}
    for card in _asked(cards, [field]):
        for entry in dict.fromkeys(_entries(card, field)):
            groups.setdefault(entry, []).append(card)
    return list(groups.items())


def counts(cards: Iterable[Card], field: str) -> dict[Any, int]:
    """The number of cards of paper with each value of a field."""
    return {value: copies(group_cards) for value, group_cards in group(cards, field)}


@pass_context
def twins(context: Context, cards: Iterable[Card], words: str) -> list[Card]:
    """The cards of which another one has the very same in a field, or in an expression such as
    `'card.suits | sort'`."""
    all_cards, measure = _measured(context, cards, str(words))
    alike: dict[str, list[Card]] = {}
    for card in all_cards:
        alike.setdefault(_spelt(measure(card)), []).append(card)
    return [card for group in alike.values() if len(group) > 1 for card in group]


def _spelt(value: Any) -> str:
    """A value as a text that differs where values do."""
    if isinstance(value, (list, tuple, range)):
        return f"[{','.join(map(_spelt, value))}]"
    return (
        f"{value.deck}/{value.id}"
        if isinstance(value, Card)
        else repr(str(value) if isinstance(value, str) else value)
    )


def runs(cards: Iterable[Card], field: str) -> int:
    """The length of the longest run: whole numbers of a field that follow one another, such as 4 5
    6."""
    there = {value for value in distinct(cards, field) if isinstance(value, int)}
    longest = 0
    for start in there:
        if start - 1 not in there:
            end = start
            while end + 1 in there:
                end += 1
            longest = max(longest, end - start + 1)
    return longest


# Combinations


def listed(items: Any) -> list[Any]:
    """The items of a list, or the cards of a deck. Raises CardgenError for what is none."""
    if isinstance(items, Undefined):
        str(items)
    if isinstance(items, (str, Mapping)) or not isinstance(items, Iterable):
        raise wrong(
            f"this asks about a list, but was given {called(items)}",
            "give it a list, or a deck",
            code="expression-failed",
        )
    return list(items)


def choose(items: Iterable[Any], count: int) -> list[list[Any]]:
    """Every way to pick so many of the items."""
    all_items = listed(items)
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise wrong(
            f"{count!r} cannot be how many to choose",
            "give a whole number, such as 6",
            code="expression-failed",
        )
    _fits(math.comb(len(all_items), count) if count <= len(all_items) else 0)
    return [list(chosen) for chosen in combinations(all_items, count)]


def pairs(items: Iterable[Any]) -> list[list[Any]]:
    """Every two of the items."""
    return choose(items, 2)


def _fits(size: int) -> None:
    if size > LONGEST_LIST:
        raise wrong(
            f"this would make a list of more than {LONGEST_LIST:,} items",
            "make it smaller",
            code="too-large",
        )


# Numbers


def least(numbers: Iterable[int | float]) -> int | float:
    """The least of some numbers."""
    return min(numbers_of(numbers), default=0)


def most(numbers: Iterable[int | float]) -> int | float:
    """The greatest of some numbers."""
    return max(numbers_of(numbers), default=0)


def sum_of(numbers: Iterable[int | float]) -> int | float:
    """The sum of some numbers."""
    return sum(numbers_of(numbers))


def deal(size: int, players: int, hand: int) -> dict[str, int]:
    """The result of a deal: how many cards are `dealt`, and how many are `left` of a deck of
    `size`."""
    numbers_of([size, players, hand])
    return {"dealt": players * hand, "left": size - players * hand}


FILTERS: dict[str, Callable[..., Any]] = {
    word.__name__: word
    for word in (
        *(
            having,
            without,
            with_all,
            only,
            where,
            named,
            by_id,
            both,
            either,
            minus,
            sorted_by,
            smallest,
            greatest,
        ),
        *(
            copies,
            total,
            distinct,
            values,
            group,
            counts,
            twins,
            runs,
            choose,
            pairs,
            least,
            most,
            sum_of,
        ),
    )
}
FUNCTIONS: dict[str, Callable[..., Any]] = {"deal": deal}
