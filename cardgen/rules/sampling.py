"""Chance tried out: as many deals as it takes to know, and no more.

After each deal a bet against a chance p has grown or shrunk: its stake is the likelihood of all
deals so far under the rule of succession (every chance equally likely before) over their likelihood
under p. If p is the truth, the stake exceeds 1/a ever, at any time, with a probability of a at the
most (Ville's inequality). So one may look after each deal, and stop as soon as it does: H. Robbins,
"Statistical Methods Related to the Law of the Iterated Logarithm", Ann. Math. Statist. 41 (1970);
as a confidence sequence for proportions: S. Howard, A. Ramdas, J. McAuliffe, J. Sekhon,
"Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Statist. 49 (2021)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, lgamma, log
from typing import Any

from cardgen.rules.card_classes import DealtCard
from cardgen.rules.counting import pile_filter, result_key
from cardgen.rules.deal import Dealer, DealtCards, DealtPile, Result, random_source
from cardgen.rules.odds import Odds

MISTAKE = 0.001
"""How likely it may be that what is said of a chance is wrong: the confidence is 99.9 %."""
MOST_DEALS = 20_000
_CHECKED = 16
"""How many deals are looked at in two orders."""
_SEARCHED = 5_000
"""How many deals are looked through for an example."""
_EVERY = 50
"""After how many deals seats are compared."""
_FINE = 10_000
"""Odds are told in parts of this."""


class Bet:
    """A bet against a chance: its stake grows without end where it is another one."""

    def __init__(self, chance: Fraction) -> None:
        self.chance = float(chance)
        self.stake = 1.0
        self.tries = self.successes = 0

    def settle(self, came: bool) -> None:
        """Only sums, products and quotients, which are the same on every machine."""
        likely = self.chance if came else 1.0 - self.chance
        expected = ((self.successes if came else self.tries - self.successes) + 1) / (
            self.tries + 2
        )
        self.stake = self.stake * expected / likely if likely > 0 else float("inf")
        self.tries += 1
        self.successes += came

    @property
    def side(self) -> int:
        """The side of the truth: 1 above the chance, -1 below it, 0 if unknown."""
        if self.stake < 1 / MISTAKE:
            return 0
        return 1 if self.successes > self.chance * self.tries else -1


def interval(tries: int, successes: int) -> tuple[Fraction, Fraction]:
    """The chances against which a bet has not won, rounded outward to hundredths of a percent."""
    if not tries:
        return Fraction(0), Fraction(1)
    failures = tries - successes
    most = log(1 / MISTAKE) - lgamma(successes + 1) - lgamma(failures + 1) + lgamma(tries + 2)

    def lost(chance: float) -> bool:
        likely = (successes * log(chance) if successes else 0.0) + (
            failures * log(1 - chance) if failures else 0.0
        )
        return -likely < most

    best = successes / tries
    low, high = 0.0, 1.0
    if successes:
        low = _edge(lost, 0.0, best if failures else 1 - 1e-12)
    if failures:
        high = _edge(lost, 1.0, best if successes else 1e-12)
    return Fraction(floor(low * _FINE), _FINE), Fraction(ceil(high * _FINE), _FINE)


def _edge(inside: Any, outer: float, inner: float) -> float:
    for _ in range(50):
        middle = (outer + inner) / 2
        if inside(middle):
            inner = middle
        else:
            outer = middle
    return outer


@dataclass(slots=True)
class Sample:
    """Counts of tried deals: all, those that count, those with the claimed event; and by value."""

    deals: int = 0
    tries: int = 0
    successes: int = 0
    values: Counter[Any] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        self.deals += 1
        self.tries += result.counts
        self.successes += result.came
        if result.counts:
            self.values[result_key(result)[2]] += 1

    @property
    def chance(self) -> Fraction:
        return Fraction(self.successes, self.tries) if self.tries else Fraction()

    @property
    def between(self) -> tuple[Fraction, Fraction]:
        """The interval that holds the truth, with confidence."""
        return interval(self.tries, self.successes)


def _place(item: Any) -> tuple[str, int, int]:
    """The file, line and column of a card: shown hands are sorted by them."""
    return (
        (str(item.place.file), item.place.line, item.place.column)
        if isinstance(item, DealtCard)
        else ("", 0, 0)
    )


class Sampler:
    """Tries deals of a claim.

    `words` begin its chance, so that the same claim comes to the same each time."""

    def __init__(self, dealer: Dealer, *words: object) -> None:
        self.dealer = dealer
        self.chance = random_source(*words)
        self._results: dict[Any, Result] = {}
        self._filters: dict[int, Callable[[DealtPile], bool]] = {}
        self._checked = 0

    def deal(self, seats: Sequence[int]) -> tuple[DealtCards, list[Result]]:
        """A deal, and what it comes to for each of these seats."""
        for seat in seats:
            if seat not in self._filters:
                self._filters[seat] = pile_filter(self.dealer, seat)
        filters = [self._filters[seat] for seat in seats]
        dealt = self.dealer.shuffled(
            self.chance,
            filters[0]
            if len(filters) == 1
            else lambda pile: any(is_read(pile) for is_read in filters),
        )
        return dealt, [self._remembered_result(dealt, seat) for seat in seats]

    def example(self, *, came: bool) -> DealtCards | None:
        """A deal in which it came to pass, or did not; None where none is met."""
        for _ in range(_SEARCHED):
            dealt, (result,) = self.deal([1])
            if result.counts and result.came == came:
                return {pile: sorted(items, key=_place) for pile, items in dealt.items()}
        return None

    def spread(self, deals: int) -> Sample:
        """A sample of so many deals."""
        sample = Sample()
        for _ in range(deals):
            sample.add(self.deal([1])[1][0])
        return sample

    def _remembered_result(self, dealt: DealtCards, seat: int) -> Result:
        """The result of a deal, remembered for all deals with cards of the same classes."""
        classes = self.dealer.classes
        # the order in a pile means nothing
        piles = [sorted(id(classes.of(item)) for item in items) for items in dealt.values()]
        alike = (seat, *map(tuple, piles))
        result = self._results.get(alike)
        if result is None:
            result = self.dealer.result(dealt, seat)
            if self._checked < _CHECKED:
                self._checked += 1
                self.dealer.check_order(dealt, seat, result)
            if classes.sort():
                self._results.clear()
            else:
                self._results[alike] = result
        return result


def decide_odds(
    sampler: Sampler, within: Odds, most: int = MOST_DEALS
) -> tuple[bool | None, Sample]:
    """The verdict whether a chance lies within the odds, and the deals it is drawn from.

    The verdict is None if so many deals do not decide it."""
    sample, low, high = Sample(), Bet(within.low), Bet(within.high)
    verdict: bool | None = None
    while verdict is None and sample.deals < most:
        _, (result,) = sampler.deal([1])
        sample.add(result)
        if result.counts:
            low.settle(result.came)
            high.settle(result.came)
            if (within.low > 0 and low.side < 0) or (within.high < 1 and high.side > 0):
                verdict = False
            elif (within.low == 0 or low.side > 0) and (within.high == 1 or high.side < 0):
                verdict = True
    return verdict, sample


def decide_seats(
    sampler: Sampler, seats: Sequence[int], within: Odds
) -> tuple[bool | None, dict[int, Sample]]:
    """The verdict whether all seats' chances differ no more than the odds say, and their deals.

    The verdict is None if `MOST_DEALS` do not decide it."""
    samples = {seat: Sample() for seat in seats}
    verdict: bool | None = None
    for count in range(1, MOST_DEALS + 1):
        _, results = sampler.deal(seats)
        for sample, result in zip(samples.values(), results, strict=True):
            sample.add(result)
        if count % _EVERY == 0:
            near, far = greatest_difference([sample.between for sample in samples.values()])
            verdict = True if far <= within.high else False if near > within.high else None
            if verdict is not None:
                break
    return verdict, samples


def greatest_difference(between: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """The difference between the most distant chances, at least and at most."""
    lows, highs = zip(*between, strict=True)
    near: Fraction = max(lows) - min(highs)
    return max(near, Fraction(0)), max(highs) - min(lows)
