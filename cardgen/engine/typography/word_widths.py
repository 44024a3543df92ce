"""Widths of words in one style: measured once for all the texts that are set in the same fonts."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardgen.base.hyphenation import SOFT_HYPHEN
from cardgen.engine.typography.font import Features
from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.markup import SPACES

INVISIBLE_BREAKS = str.maketrans("", "", "\u00ad\u200b")
"""Takes away what only says where lines may end: soft hyphens and spaces without a width."""
USUAL_REACH = 0.0, 0.0
"""How far a word reaches that reaches no further than lines do."""
_MOST_WORDS = 16384
_MOST_STYLES = 64


class WordWidth(NamedTuple):
    """A word and the spaces behind it: widths in ems, and what its neighbours must know.

    `last` is its width at the end of a line: without the spaces, and with the hyphen that a soft
    one becomes there. `plain` is true where the first font of its style writes it as it stands.
    `first_letter` and `last_letter` are those that may be kerned with a space beside them."""

    inside: float
    last: float
    plain: bool
    first_letter: str
    last_letter: str


class WordStyle(NamedTuple):
    """A style in which words are measured: `spacing` is added after every letter, in ems."""

    families: tuple[str, ...]
    weight: int
    italic: bool
    features: Features
    spacing: float


class WordWidths(dict[str, WordWidth]):
    """The widths of words in one style.

    `tall` holds those that reach further than lines do: how far above and below the baseline."""

    def __init__(self, fonts: FontBook, style: WordStyle) -> None:
        self._face = style[:3]
        self._features, self._spacing = style.features, style.spacing
        self._fonts = fonts
        self.font = fonts.first(*self._face, style.features)
        self.tall: dict[str, tuple[float, float]] = {}

    def __missing__(self, word: str) -> WordWidth:
        if len(self) >= _MOST_WORDS:
            self.clear()
        letters = word.rstrip(SPACES)
        plain = self.font.writes(word)
        if plain and word.isascii():
            inside = self.font.width(word, self._spacing)
            last = self.font.width(letters, self._spacing)
            reach = self.font.reach(word)
        else:
            plain = plain and word == word.translate(INVISIBLE_BREAKS)
            inside = self._width(word.translate(INVISIBLE_BREAKS))
            hyphen = "-" if letters.endswith(SOFT_HYPHEN) else ""
            last = self._width(letters.translate(INVISIBLE_BREAKS) + hyphen)
            reach = self._reach(word.translate(INVISIBLE_BREAKS))
        if reach != USUAL_REACH:
            self.tall[word] = reach
        last_letter = word[-2:-1] if word[-1:] == " " else ""
        width = WordWidth(inside, last, plain, word[:1], last_letter)
        self[word] = width
        return width

    def _width(self, text: str) -> float:
        return self._fonts.width(text, *self._face, self._spacing, self._features)

    def _reach(self, text: str) -> tuple[float, float]:
        """The reach of the letters above and below, in ems; 0 where no further than usual."""
        high, low = self.font.drawn_cap_height, self.font.depth
        above = below = 0.0
        for font, part in self._fonts.runs(text, *self._face, self._features):
            part_above, part_below = font.reach_beyond(part, high, low)
            above, below = max(above, part_above), max(below, part_below)
        return above, below


def word_widths(fonts: FontBook, style: WordStyle) -> WordWidths:
    """The widths of words in a style: kept with the fonts, and forgotten with them."""
    widths_by_style: dict[Any, WordWidths] = fonts.measured
    widths = widths_by_style.get(style)
    if widths is None:
        if len(widths_by_style) >= _MOST_STYLES:
            widths_by_style.clear()
        widths = widths_by_style[style] = WordWidths(fonts, style)
    return widths
