"""Chance that can be repeated, on every machine alike.

The order of a list, some of it, one of it, as an edition and a card have it. What is dealt follows
from a text by SHA-256 in counter mode (FIPS 180-4): numbers below a bound by rejection, so that
none is likelier than another, and the order by the shuffle of Fisher and Yates (Knuth, The Art of
Computer Programming, volume 2, 3.4.2, algorithm P). Python's own `random` promises neither for its
next version."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from cardgen.base.findings import CardgenError, Finding
from cardgen.model.cards import Card, Deck
from cardgen.sandbox.filters import listed

_WORD = 8
_ALL = 1 << 8 * _WORD
_NAME = "cardgen 1"
"""With another, all that was ever dealt would be dealt anew."""

Lookup = Callable[[Context, str], Any]
"""What `edition`, `card` or `game` is where a word of chance stands; None where there is none."""


def _numbers(seed: bytes) -> Iterator[int]:
    """Numbers of 64 bits without end."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(_WORD, "big")).digest()
        yield from (
            int.from_bytes(digest[at : at + _WORD], "big") for at in range(0, len(digest), _WORD)
        )
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0, less than the bound."""
    fair = _ALL - _ALL % bound
    return next(number for number in numbers if number < fair) % bound


def dealt(items: list[Any], count: int, seed: bytes) -> list[Any]:
    """The first `count` of the items in an order that follows from the seed. More of them begin
    with the same ones."""
    shuffled_items, numbers = list(items), _numbers(seed)
    for position in range(min(count, len(shuffled_items) - 1)):
        other = position + _below(len(shuffled_items) - position, numbers)
        shuffled_items[position], shuffled_items[other] = (
            shuffled_items[other],
            shuffled_items[position],
        )
    return shuffled_items[:count]


def canonical(value: Any) -> str:
    """A value as a text that no other value has.

    What is dealt from another list is dealt anew."""
    if isinstance(value, Card):
        return f"c{len(value.deck)}:{value.deck}/{value.id}"
    if isinstance(value, Deck):
        return canonical(list(value.cards))
    if isinstance(value, Mapping):
        return canonical([[key, item] for key, item in value.items()])
    if isinstance(value, (list, tuple, range)):
        return f"l{len(value)}:" + ",".join(map(canonical, value))
    kind = "t" if isinstance(value, str) else type(value).__name__
    return f"{kind}{len(str(value))}:{value}"


def chance_words(lookup: Lookup) -> dict[str, Callable[..., Any]]:
    """The words, for expressions in which `edition`, `card` and `game` are found by `lookup`."""

    def seed(context: Context, items: list[Any], name: Any) -> bytes:
        edition, card, game = (lookup(context, subject) for subject in ("edition", "card", "game"))
        parts = [_NAME, getattr(game, "seed", ""), edition.id if isinstance(edition, Card) else ""]
        parts += [card.deck, card.id] if isinstance(card, Card) else ["", ""]
        return hashlib.sha256(
            "\0".join([*parts, str(name), canonical(items)]).encode("utf-8", "surrogatepass")
        ).digest()

    @pass_context
    def shuffled(context: Context, items: Iterable[Any], name: str = "") -> list[Any]:
        """The items in an order of chance, the same for the same edition, card, list and name;
        another name gives another."""
        sequence = listed(items)
        return dealt(sequence, len(sequence), seed(context, sequence, name))

    @pass_context
    def sample(context: Context, items: Iterable[Any], count: int, name: str = "") -> list[Any]:
        """So many of the items, none twice: those with which `shuffled` begins."""
        sequence = listed(items)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(sequence):
            raise CardgenError(
                Finding(
                    "expression-failed",
                    f"sample cannot take {count} of {len(sequence)} items",
                    f"ask for 0 to {len(sequence)} of them",
                )
            )
        return dealt(sequence, count, seed(context, sequence, name))

    @pass_context
    def pick(context: Context, items: Iterable[Any], name: str = "") -> Any:
        """One of the items: that with which `shuffled` begins."""
        sequence = listed(items)
        if not sequence:
            raise CardgenError(
                Finding(
                    "expression-failed",
                    "pick was given an empty list",
                    "give it a list with something in it",
                )
            )
        return dealt(sequence, 1, seed(context, sequence, name))[0]

    return {"shuffled": shuffled, "sample": sample, "pick": pick}


CHANCE = chance_words(lambda context, name: context.get(name))
"""The words as data and rules have them."""
