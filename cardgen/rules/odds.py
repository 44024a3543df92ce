"""Odds in words: "at least 95 %", "1/3", "30 % to 35 %"."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from cardgen.base.findings import UnreadableError

_NUMBER = (
    r"([0-9]{1,12}(?:\.[0-9]{1,12})? ?%|[0-9]{1,12}/[0-9]{1,12}|[0-9]{0,12}\.[0-9]{1,12}|[01])"
)
_FORMS = re.compile(
    rf"(?:(at least|at most|more than|less than) )?{_NUMBER}(?: ?(?:to|-|–) ?{_NUMBER})?"
)
_SIMPLEST = 60
_WORDS = {"always": "1", "never": "0"}
_REMEDY = "write  at least 95 %,  at most 1 %,  30 % to 35 %,  1/3,  always  or  never"


class Odds(NamedTuple):
    """A range of chances from 0 to 1, without its ends if `open`.

    `words` is as it was written.
    """

    low: Fraction
    high: Fraction
    open: bool
    words: str

    def hold(self, chance: Fraction) -> bool:
        """True if a chance lies within."""
        if self.open:
            return (self.low < chance or self.low == 0) and (chance < self.high or self.high == 1)
        return self.low <= chance <= self.high

    @property
    def idle(self) -> bool:
        """True if every chance lies within."""
        return self.low == 0 and self.high == 1 and not self.open


def read_odds(text: str) -> Odds:
    """Read odds from a text. Raises UnreadableError.

    A percentage alone is as exact as it is written: 33 % is from 32.5 % to 33.5 %."""
    words = " ".join(text.split())
    match = _FORMS.fullmatch(_WORDS.get(words, words))
    if not match or (match[1] and match[3]):
        raise UnreadableError("chance-wrong", f'"{words}" says nothing of a chance', _REMEDY)
    first, about = _number(match[2])
    last, _ = _number(match[3]) if match[3] else (first, about)
    low, high = first, last
    if match[1] in ("at least", "more than"):
        high = Fraction(1)
    elif match[1]:
        low = Fraction(0)
    elif not match[3] and words not in _WORDS:
        low, high = max(Fraction(0), first - about), min(Fraction(1), first + about)
    if not 0 <= first <= last <= 1:
        raise UnreadableError(
            "chance-wrong",
            f'"{words}" is no chance',
            "a chance is from 0 % to 100 %, the lesser number first",
        )
    return Odds(low, high, match[1] in ("more than", "less than"), words)


def _number(text: str) -> tuple[Fraction, Fraction]:
    """A number, and half of what its last digit counts.

    That half is 0 for a fraction and for whole numbers.
    """
    percent = text.endswith("%")
    digits = text.rstrip("% ")
    if "/" in digits and int(digits.partition("/")[2]) == 0:
        raise UnreadableError("chance-wrong", f'"{text}" divides by zero', _REMEDY)
    decimals = len(digits.partition(".")[2])
    about = Fraction(1, 2 * 10**decimals) if decimals or percent else Fraction(0)
    divisor = 100 if percent else 1
    return Fraction(digits) / divisor, about / divisor


def chance_text(chance: Fraction) -> str:
    """A chance in percent, never rounded to 0 % or 100 %.

    A simple fraction stands beside it.

    >>> chance_text(Fraction(1, 3)), chance_text(Fraction(1)), chance_text(Fraction(1, 12345))
    ('33.3 % (1/3)', '100 %', '0.008 %')
    """
    return f"{percent(chance)} ({chance})" if reads_as_fraction(chance) else percent(chance)


def reads_as_fraction(chance: Fraction) -> bool:
    """True if a chance is better written as a fraction than in percent."""
    return (
        chance.denominator <= _SIMPLEST and Fraction(percent(chance).rstrip("% ")) / 100 != chance
    )


def percent(chance: Fraction | float) -> str:
    """A chance in percent."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    for places in range(1, 12):
        text = f"{float(chance) * 100:.{places}f}"
        if float(text) not in (0.0, 100.0):
            break
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"
