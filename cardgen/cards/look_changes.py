"""Texts of which only the looks changed, in words: which words, and how they looked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from cardgen.engine import text_markup
from cardgen.model.span_styles import Look

_PLAIN = "plain"


class LookChange(NamedTuple):
    """Words that look otherwise, and the names of their looks before and after."""

    words: str
    before: str
    after: str


def look_changes(before: str, after: str) -> list[LookChange]:
    """The words of a text that only look otherwise; none where the words themselves differ.

    >>> look_changes("one red word", "one [red]{color=crimson} word")
    [LookChange(words='red', before='plain', after='color crimson')]
    """
    old_letters, new_letters = list(_letters(before)), list(_letters(after))
    if [letter for letter, _ in old_letters] != [letter for letter, _ in new_letters]:
        return []
    letters = [
        (letter, old_look, new_look)
        for (letter, old_look), (_, new_look) in zip(old_letters, new_letters, strict=True)
    ]
    changes = []
    for (old_look, new_look), run in groupby(letters, key=itemgetter(1, 2)):
        words = " ".join("".join(letter for letter, *_ in run).split())
        if words and old_look != new_look:
            changes.append(LookChange(words, old_look, new_look))
    return changes


def _letters(text: str) -> Iterator[tuple[str, str]]:
    """The letters and icons of a text, each with its look; a space ends a paragraph."""
    for spans in text_markup.parsed(text)[0]:
        for span in spans:
            look = _look_in_words(span)
            yield from ((letter, look) for letter in ([span.icon] if span.icon else span.text))
        yield " ", _PLAIN


def _look_in_words(span: text_markup.Span) -> str:
    stars = [name for name, is_on in (("bold", span.bold), ("italic", span.italic)) if is_on]
    looks = [look for bracket in (*span.looks, span.attributes) for look in bracket]
    return ", ".join([*stars, *map(_in_words, looks)]) or _PLAIN


def _in_words(look: Look) -> str:
    return look if isinstance(look, str) else " ".join(look)
