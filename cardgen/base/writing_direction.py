"""The way that letters run: from left to right, or from right to left."""

from __future__ import annotations

import re
import unicodedata

RIGHTWARD = re.compile(
    "[^\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-"
    "\U00010fff\U0001e800-\U0001efff]*"
)
"""Text without anything that may run from right to left."""
DIRECTION_MARKS = "\u200e", "\u200f"
"""Letters without a sign, from left to right and the other way: so runs a text behind one."""
_WAYS = {"R": 1, "AL": 1, "L": -1}


def is_mostly_leftward(text: str) -> bool:
    """True if more letters of a text run from right to left than the other way."""
    return (
        not RIGHTWARD.fullmatch(text)
        and sum(_WAYS.get(unicodedata.bidirectional(letter), 0) for letter in text) > 0
    )
