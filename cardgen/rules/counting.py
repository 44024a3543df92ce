"""Chances counted exactly, over every way in which the cards of some classes can fall.

The number of deals with k cards of a class in a pile is a product of binomial coefficients (the
multivariate hypergeometric distribution); nothing is rounded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import comb
from typing import Any, NamedTuple

from cardgen.rules.card_classes import CardClass
from cardgen.rules.deal import Dealer, Dealt, DealtCards, DealtPile, Result, random_source

MOST_WAYS = 4_000
"""How many ways the cards may fall for them to be counted out."""
_TRIED = 16
"""How many deals are tried at a time to learn what is asked of the cards."""
_ROUNDS = 50

Key = tuple[bool, bool, Any]
"""Whether a deal counts, whether what is claimed came to pass, and its value."""


@dataclass(slots=True)
class Spread:
    """The distribution of results: the part of all deals by key."""

    parts: dict[Key, Fraction] = field(default_factory=lambda: defaultdict(Fraction))

    @property
    def counting(self) -> Fraction:
        """The part of all deals that count."""
        return sum((part for (counts, _, _), part in self.parts.items() if counts), Fraction())

    @property
    def chance(self) -> Fraction:
        """The part of the counted deals in which the event happens.

        It is 0 if none does."""
        came = sum(
            (part for (counts, came, _), part in self.parts.items() if counts and came), Fraction()
        )
        return came / self.counting if came else Fraction()

    @property
    def values(self) -> dict[Any, Fraction]:
        """The part of each value in the deals that count."""
        parts: dict[Any, Fraction] = defaultdict(Fraction)
        for (counts, _, value), part in self.parts.items():
            if counts:
                parts[value] += part / self.counting
        return dict(parts)


def pile_filter(dealer: Dealer, seat: int) -> Callable[[DealtPile], bool]:
    """A predicate: True for the piles that a claim reads; the others may lie anywhere."""
    shuffles = zip(dealer.claim.deal, dealer.follows, strict=True)
    before = frozenset(word for shuffle, follows in shuffles if follows for word in shuffle.words)
    words = dealer.words | before

    def is_looked_at(pile: DealtPile) -> bool:
        if not pile.seat:
            return pile.name in words
        return (
            "hands" in words
            or (pile.seat == seat and "hand" in dealer.words)
            or (pile.seat == 1 and "hand" in before)
        )

    return is_looked_at


def learn_classes(dealer: Dealer, seat: int) -> None:
    """Sort the cards by the fields that a claim reads in some random deals."""
    chance, is_read = random_source("learn", dealer.claim.id), pile_filter(dealer, seat)
    for _ in range(_ROUNDS):
        for _ in range(_TRIED):
            dealer.result(dealer.shuffled(chance, is_read), seat)
        if not dealer.classes.sort():
            break


def count_deals(dealer: Dealer, seat: int = 1, most: int = MOST_WAYS) -> Spread | None:
    """The exact distribution for a seat; None if it cannot be counted.

    That is so if the cards can fall in more than `most` ways, or if sorting them into ever finer
    classes does not end in `_ROUNDS` rounds. Raises CardgenError where an expression cannot be
    computed."""
    learn_classes(dealer, seat)
    for _ in range(_ROUNDS):
        counting = _Counting(dealer, seat, most)
        if not counting.fits():
            return None
        spread = counting.spread()
        if spread or not dealer.classes.sort():
            return spread
    return None


class _Fall(NamedTuple):
    """One way in which a shuffle can fall, and its number of deals."""

    dealt: DealtCards
    deals: int


class _Counting:
    """Goes through the ways in which the cards can fall, in the present classes."""

    def __init__(self, dealer: Dealer, seat: int, most: int) -> None:
        self.dealer, self.seat, self.most = dealer, seat, most
        self.is_read = pile_filter(dealer, seat)
        self.ways = 0
        self.distribution = Spread()

    def fits(self) -> bool:
        """True if the ways are few enough, as far as no shuffle depends on another."""
        ways = 1
        for index, follows in enumerate(self.dealer.follows):
            if not follows:
                piles, classes = self._piles_and_classes(index, {})
                sizes = [len(items) for items in classes]
                if any(_count_shares(sizes, pile.size) > self.most for pile in piles):
                    return False
                ways *= sum(1 for _ in islice(_falls(piles, classes, {}, 1), self.most + 1))
        return ways <= self.most

    def spread(self) -> Spread | None:
        """The distribution; None if the cards must be sorted again or the ways are too many."""
        return self.distribution if self._walk(0, {}, Fraction(1)) else None

    def _walk(self, index: int, dealt: DealtCards, part: Fraction) -> bool:
        if index == len(self.dealer.follows):
            return self._count(dealt, part)
        piles, classes = self._piles_and_classes(index, dealt)
        all_deals = 1
        undealt = sum(map(len, classes))
        for pile in piles:
            all_deals *= comb(undealt, pile.size)
            undealt -= pile.size
        falls = _falls(piles, classes, {}, 1)
        return all(
            self._walk(index + 1, {**dealt, **fall.dealt}, part * Fraction(fall.deals, all_deals))
            for fall in falls
        )

    def _piles_and_classes(
        self, index: int, before: Dealt
    ) -> tuple[list[DealtPile], list[list[Any]]]:
        """The piles of a shuffle that the claim reads, and its cards by classes."""
        stack = self.dealer.stack(index, before)
        classes: dict[CardClass, list[Any]] = defaultdict(list)
        for item in stack.items:
            classes[self.dealer.classes.of(item)].append(item)
        return [pile for pile in stack.piles if self.is_read(pile)], list(classes.values())

    def _count(self, dealt: DealtCards, part: Fraction) -> bool:
        self.ways += 1
        if self.ways > self.most:
            return False
        result = self.dealer.result(dealt, self.seat)
        if self.ways <= _TRIED:
            self.dealer.check_order(dealt, self.seat, result)
        if self.dealer.classes.news:
            return False
        self.distribution.parts[result_key(result)] += part
        return True


def result_key(result: Result) -> Key:
    """The key by which results are counted: one stands for all that are equal."""
    return (
        result.counts,
        result.came,
        result.value
        if isinstance(result.value, (str, int, float, bool, type(None)))
        else repr(result.value),
    )


def _falls(
    piles: Sequence[DealtPile],
    classes: list[list[Any]],
    dealt: DealtCards,
    deals: int,
) -> Iterator[_Fall]:
    """Yield every way to deal these piles from the rest of each class."""
    if not piles:
        yield _Fall(dealt, deals)
        return
    pile, *others = piles
    for counts, ways in _shares([len(items) for items in classes], pile.size):
        items_here = [
            item for items, count in zip(classes, counts, strict=True) for item in items[:count]
        ]
        rest = [items[count:] for items, count in zip(classes, counts, strict=True)]
        yield from _falls(others, rest, {**dealt, pile: items_here}, deals * ways)


def _count_shares(sizes: Sequence[int], count: int) -> int:
    """The number of ways to share `count` cards among classes of these sizes."""
    # ways[n]: to take n cards of the classes so far; a class gives none to `size` of them
    ways = [1] + [0] * count
    for size in sizes:
        ways = [sum(ways[max(0, n - size) : n + 1]) for n in range(count + 1)]
    return ways[count]


def _shares(sizes: Sequence[int], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the cards taken of each class, `count` in all, and the number of ways."""
    if not sizes:
        if count == 0:
            yield (), 1
        return
    size, *others = sizes
    most_of_others = sum(others)
    for count_here in range(max(0, count - most_of_others), min(size, count) + 1):
        ways = comb(size, count_here)
        for more, further in _shares(others, count - count_here):
            yield (count_here, *more), ways * further
