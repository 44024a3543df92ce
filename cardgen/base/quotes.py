"""Quotation marks of a language, in place of those of a keyboard.

The pairs are those of Unicode's CLDR (delimiters)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

_APOSTROPHE, _PRIME, _DOUBLE_PRIME = "’", "′", "″"
_NARROW = "\u202f"


class Marks(NamedTuple):
    """The marks of a quotation, and of one within another.

    `space` stands inside the outer ones."""

    opens: str
    closes: str
    opens_within: str
    closes_within: str
    space: str = ""

    @property
    def set(self) -> list[str]:
        """All four, the outer ones with their spaces."""
        return [*self.pair(0, False), *self.pair(1, False)]

    def pair(self, depth: int, single: bool) -> tuple[str, str]:
        """The marks at a depth, which alternate.

        Where the outermost is a `single` one it is that of a quotation within another."""
        if (depth + single) % 2:
            return self.opens_within, self.closes_within
        return self.opens + self.space, self.space + self.closes


_LANGUAGES = {
    "en da nl pt tr": Marks("“", "”", "‘", "’"),
    "de cs is lt sk sl": Marks("„", "“", "‚", "‘"),
    "de-CH fr-CH": Marks("«", "»", "‹", "›"),
    "fr": Marks("«", "»", "“", "”", _NARROW),
    "ca el es it pt-PT uk": Marks("«", "»", "“", "”"),
    "pl ro": Marks("„", "”", "«", "»"),
    "fi sv": Marks("”", "”", "’", "’"),
    "nb nn no": Marks("«", "»", "‘", "’"),
    "hr": Marks("„", "”", "‘", "’"),
    "hu": Marks("„", "”", "»", "«"),
    "bg": Marks("„", "“", "‘", "’"),
    "et": Marks("„", "“", "«", "»"),
    "ru": Marks("«", "»", "„", "“"),
}
_MARKS: Mapping[str, Marks] = {
    language: marks for languages, marks in _LANGUAGES.items() for language in languages.split()
}
_BEFORE = " \t\u00a0\u202f([{¿¡«„“‘‚‹—–-/\ufffc"
"""Characters that may stand before a mark that opens."""
_CODE = "=<>\\`_"
_CODE_BEFORE = re.compile(r"[=<>\\`_] ?$|\w\($")
"""Characters before marks that are none of a sentence."""
_CUT_OFF = re.compile(r"'(?:\d0s\b|(?:tis|twas|em|til|cause|bout|n)\b)", re.IGNORECASE)
"""English that begins with an apostrophe."""
_SPACED = re.compile(" (?=[;:!?»])|(?<=«) ")


class _Quotation(NamedTuple):
    """A quotation that has begun.

    The mark that was typed, what closes it, and whether it stays as it was typed."""

    typed: str
    closes: str
    plain: bool


def quotation_marks(language: str) -> Marks:
    """Those of a language: of its region, of the language, or English ones."""
    return _MARKS.get(language) or _MARKS.get(language.partition("-")[0]) or _MARKS["en"]


def curled(text: str, language: str) -> dict[int, str]:
    """The quotation marks that straight ones of a paragraph become, by position. Code and what
    cannot be told apart stays as it was typed.

    An apostrophe is ’ in every language; feet and inches behind a number are primes. French gets
    its narrow spaces."""
    marks = quotation_marks(language)
    replacements = dict[int, str]()
    stack: list[_Quotation] = []
    for at, sign in enumerate(text):
        if sign not in "\"'":
            continue
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        places = [place for place, quotation in enumerate(stack) if quotation.typed == sign]
        opened = places[-1] if places else None
        opens = (
            not before
            or before in _BEFORE
            or before in _CODE
            or (before in "\"'" and before != sign and at - 1 in replacements)
        ) and after.strip()
        if sign == "'" and _is_apostrophe(text, at, before, after, opened is not None, bool(opens)):
            replacements[at] = _APOSTROPHE
        elif opens and _CODE_BEFORE.search(text, 0, at):
            stack.append(_Quotation(sign, sign, True))
        elif opens and not (opened is not None and not after.isalnum()):
            outermost = stack[0].typed if stack else sign
            opening, closing = marks.pair(
                sum(not quotation.plain for quotation in stack), outermost == "'"
            )
            stack.append(_Quotation(sign, closing, False))
            replacements[at] = opening
        elif opened is not None:
            if not stack[opened].plain:
                replacements[at] = stack[opened].closes
            del stack[opened:]
        elif before.isdigit():
            replacements[at] = _PRIME if sign == "'" else _DOUBLE_PRIME
    if marks.space:
        replacements |= {space.start(): _NARROW for space in _SPACED.finditer(text)}
    return replacements


def _is_apostrophe(text: str, at: int, before: str, after: str, opened: bool, opens: bool) -> bool:
    """True if a single mark is an apostrophe.

    It stands for letters that are left out: within a word, at its end where no quotation closes, or
    before it."""
    if before.isalpha() and after.isalpha():
        return True
    if before.isdigit() and after.isalpha():
        return True
    if before.isalpha() and not opened:
        return True
    return opens and bool(_CUT_OFF.match(text, at) or not _closes_later(text, at))


def _closes_later(text: str, at: int) -> bool:
    """True if a single mark further on may close what one here opens."""
    return bool(re.search(r"(?<=[^\s(])'(?![^\W_])", text[at + 1 :]))
