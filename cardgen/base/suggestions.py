"""What a misspelt name may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache

_MOST_COMPARED = 500
"""How many names a misspelt one is compared with, letter by letter."""
_LONGEST_COMPARED = 100
"""How many letters of it."""


def did_you_mean(
    word: str, choices: Iterable[str], otherwise: str = "take it out: there is none"
) -> str:
    """The remedy for a misspelt word: the nearest choices, or all of them when they are few, or
    `otherwise` where there are none.

    >>> did_you_mean("marbel", ["marble", "stone"])
    'did you mean "marble"?'
    """
    known = list(dict.fromkeys(choices))
    listed = ", ".join(known[:20]) + (", ..." if len(known) > 20 else "")
    return nearest(word, known) or (f"use one of: {listed}" if known else otherwise)


def nearest(word: str, choices: Iterable[str]) -> str:
    """The nearest choices as that remedy; empty where none is near."""
    found = near(word, choices)
    return "did you mean " + " or ".join(f'"{choice}"' for choice in found) + "?" if found else ""


def near(word: str, choices: Iterable[str]) -> tuple[str, ...]:
    """The choices that a misspelt word may mean, two at most: whatever its case, part of a name
    being near to it."""
    return _near(word, tuple(dict.fromkeys(choices)))


@lru_cache(maxsize=64)  # a file may make one mistake in each of its lines
def _near(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    likely = (
        known
        if len(known) <= _MOST_COMPARED
        else [each for each in known if each[:1].casefold() == word[:1].casefold()][:_MOST_COMPARED]
    )
    whole = [
        choice
        for choice in known
        if word and word.casefold() in (choice.casefold(), choice.rpartition("/")[2].casefold())
    ]
    begun = [choice for choice in known if len(word) > 2 and choice.startswith(word)]
    word, spelt = word[:_LONGEST_COMPARED], {each.casefold(): each for each in reversed(likely)}
    close = _close(word, likely) or [spelt[each] for each in _close(word.casefold(), spelt)]
    return tuple((whole or close or begun)[:2])


def _close(word: str, known: Iterable[str]) -> list[str]:
    return difflib.get_close_matches(word, list(known), n=2, cutoff=0.6)
