"""Places where words may be divided: Liang's patterns, by pyphen.

They are as Hunspell and LibreOffice write them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import zip_longest

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.patterns import pattern

SOFT_HYPHEN = "\u00ad"
DIVIDED = f"-{SOFT_HYPHEN}"
"""A hyphen that only the end of a line has put there: the soft one is not seen, but read back (ISO
32000-1, 14.8.2.2.3)."""
LEAST = 3
"""Letters that stay before a hyphen, and that come after it: patterns allow less, but in narrow
boxes that reads badly."""
_LOST = "äëïöüÄËÏÖÜ"
"""Dutch letters that lose their dots behind a hyphen."""
_WORD = pattern(r"(?<![\w@./\\])[^\W\d_]+(?:[\u00ad’'][^\W\d_]+)*(?![\w@/\\])(?!\.\w)")


def hyphens(text: str, language: str) -> list[int]:
    """Positions of the characters before which a hyphen may be put. Words with a soft hyphen are
    divided there and nowhere else.

    What is no word of a language is left whole: addresses, names of files, words with digits.
    Raises CardgenError for a language without patterns."""
    divided = _divider(language)
    positions = []
    for word in _WORD.finditer(text):
        if len(word[0]) >= 2 * LEAST and SOFT_HYPHEN not in word[0]:
            positions += [word.start() + at for at in divided(word[0])]
    return positions


def offered(text: str, language: str) -> dict[int, str]:
    """Return the characters before which a word may be divided.

    Each stands after a soft hyphen; they are by their positions. Raises CardgenError as `hyphens`.
    """
    return {at: SOFT_HYPHEN + text[at] for at in hyphens(text, language)}


@lru_cache(maxsize=8)
def _divider(language: str) -> Callable[[str], tuple[int, ...]]:
    """A function that tells where a word of a language may be divided. Raises CardgenError."""
    try:
        import pyphen  # loads no patterns until a language is asked for
    except ImportError:
        raise CardgenError(
            Finding(
                "package-missing",
                "words cannot be divided: pyphen is not installed",
                "run  python -m pip install pyphen",
            )
        ) from None
    patterns_name = pyphen.language_fallback(language)
    if patterns_name is None:
        fault = f'there are no patterns to divide words of the language "{language}"'
        raise CardgenError(
            Finding(
                "no-hyphenation",
                fault,
                "leave hyphenate out, and write soft hyphens (U+00AD) where words may be divided",
            )
        )
    patterns = pyphen.Pyphen(lang=patterns_name, left=LEAST, right=LEAST)

    @lru_cache(maxsize=16384)
    def divided(word: str) -> tuple[int, ...]:
        """Only where the letters stay as they are: not as in asszony, which becomes asz-szony. No
        letter stands by itself, so that patterns that meet there (Schwa-r-zen) do no harm."""
        if len(word) != len(word.lower()):
            return ()
        apart = {at for at, sign in enumerate(word) if not sign.isalpha()}
        lost = _LOST if language.partition("-")[0] == "nl" else ""
        points = [
            at
            for at in patterns.positions(word)
            if 0 < at < len(word) and not getattr(at, "data", None) and word[at] not in lost
        ]
        points = [at for at, after in zip_longest(points, points[1:]) if after != at + 1]
        return tuple(
            int(at) for at in points if not apart.intersection(range(at - LEAST, at + LEAST))
        )

    return divided
