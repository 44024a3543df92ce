"""Suggestions: the names that a misspelt one may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any


class Suggestion(str):
    """The remedy for a misspelt `word`, with the `choices` that it may have meant."""

    __slots__ = ("choices", "word")
    word: str
    choices: tuple[str, ...]

    def __new__(cls, text: str, word: str = "", choices: tuple[str, ...] = ()) -> Suggestion:
        suggestion = super().__new__(cls, text)
        suggestion.word, suggestion.choices = word, choices
        return suggestion

    def __reduce__(self) -> tuple[Any, ...]:
        return Suggestion, (str(self), self.word, self.choices)


_MOST_COMPARED = 1000
"""Names that a misspelt one is compared with, letter by letter."""
_LONGEST_COMPARED = 100
"""Letters of it that are compared."""


def did_you_mean(
    word: str, choices: Iterable[str], otherwise: str = "take it out: there is none"
) -> str:
    """The remedy for a misspelt word.

    The nearest choices, or all of them when they are few, or `otherwise` where there are none.

    >>> did_you_mean("marbel", ["marble", "stone"])
    'did you mean "marble"?'
    """
    names = list(dict.fromkeys(choices))
    listed = ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
    return nearest(word, names) or (f"use one of: {listed}" if names else otherwise)


def nearest(word: str, choices: Iterable[str]) -> str:
    """The nearest choices as that remedy; empty where none is near."""
    matches = near(word, choices)
    if not matches:
        return ""
    quoted = " or ".join(f'"{choice}"' for choice in matches)
    return Suggestion(f"did you mean {quoted}?", str(word), matches)


def near(word: str, choices: Iterable[str]) -> tuple[str, ...]:
    """The choices that a misspelt word may mean, two at most.

    Case does not count, and part of a name is near to it, too."""
    return _near(word, tuple(dict.fromkeys(choices)))


@lru_cache(maxsize=64)  # a file may make one mistake in each of its lines
def _near(word: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The two names most like a word: equal but for case, else close, else beginning with it."""
    lower_word = word.casefold()
    same = [name for name in names if word and lower_word in _lower_spellings(name)]
    if same:
        return tuple(same[:2])
    candidates: Sequence[str] = names
    if len(names) > _MOST_COMPARED:
        candidates = [name for name in names if name[:1].casefold() == word[:1].casefold()]
        candidates = candidates[:_MOST_COMPARED]
    short_word = word[:_LONGEST_COMPARED]
    by_lower_name = {name.casefold(): name for name in reversed(candidates)}
    similar = _close(short_word, candidates)
    similar = similar or [
        by_lower_name[name] for name in _close(short_word.casefold(), by_lower_name)
    ]
    if similar:
        return tuple(similar[:2])
    completions = [name for name in names if len(word) > 2 and name.startswith(word)]
    return tuple(completions[:2])


def _lower_spellings(name: str) -> tuple[str, str]:
    """A name without case, whole and without its folder."""
    return name.casefold(), name.rpartition("/")[2].casefold()


def _close(word: str, names: Iterable[str]) -> list[str]:
    import difflib  # names are seldom misspelt

    return difflib.get_close_matches(word, list(names), n=2, cutoff=0.6)


_UNPARTED = re.compile(
    "[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aad\u1b05-\u1b4b\ua980-\ua9c6"
    "\uaa60-\uaadf]"
)


def with_breaks(remedy: str, text: str) -> str:
    """Return the remedy for a text that is too wide.

    In Thai, Lao, Burmese, Khmer, Javanese and others it begins with spaces: they have none between
    words, which we do not know."""
    return (
        f"put a zero-width space (U+200B) between its words, or {remedy}"
        if _UNPARTED.search(text)
        else remedy
    )
