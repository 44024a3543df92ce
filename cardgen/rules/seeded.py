"""Random numbers from a text, the same here and on the page that plays.

Mulberry32 (Tommy Ettinger, 2017, public domain) begins with the FNV-1a hash of the text's UTF-8
(Fowler, Noll and Vo). `preview/static/chance.js` is the same in JavaScript."""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random
from typing import Any

_WORD = 0xFFFFFFFF
_FNV_BASIS = 0x811C9DC5
_FNV_PRIME = 0x01000193
_STEP = 0x6D2B79F5


def text_hash(text: str) -> int:
    """FNV-1a of a text's UTF-8, 32 bits."""
    value = _FNV_BASIS
    for byte in text.encode():
        value = ((value ^ byte) * _FNV_PRIME) & _WORD
    return value


class SeededRandom(Random):
    """A random source whose numbers come from a text."""

    def __init__(self, text: str) -> None:
        super().__init__(0)
        self._state = text_hash(text)

    def random(self) -> float:
        """A number from 0 up to but not 1, in steps of 2^-32."""
        self._state = (self._state + _STEP) & _WORD
        value = self._state
        value = ((value ^ (value >> 15)) * (value | 1)) & _WORD
        value ^= (value + (((value ^ (value >> 7)) * (value | 61)) & _WORD)) & _WORD
        return (value ^ (value >> 14)) / (_WORD + 1)


def shuffle(items: MutableSequence[Any], chance: Random) -> None:
    """Shuffle in place by Fisher and Yates, from the first place on.

    It is written here so that the page and every version of Python give the same order."""
    for place in range(len(items) - 1):
        other = place + int(chance.random() * (len(items) - place))
        items[place], items[other] = items[other], items[place]
