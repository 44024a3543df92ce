"""What licences allow: whether a game with a drawing or a font may be sold, and whom to name."""

from __future__ import annotations

import re
from typing import NamedTuple


class Terms(NamedTuple):
    """What a licence asks of a printed game: whether it may be `sold`, whether the author must be
    `named`, and a further `condition` in words.

    `known` is false for a licence that nobody here knows."""

    sold: bool
    named: bool
    condition: str = ""
    known: bool = True


UNKNOWN_TERMS = Terms(sold=False, named=True, known=False)
_NOT_SOLD = "not for sale"
_UNCHANGED = "only unchanged"
_SHARED = "what is made of it has the same licence"
_SIGN = r"[\s_-]*"
_KNOWN = (
    (rf"\bcc{_SIGN}0\b|public domain|no rights reserved|gemeinfrei", Terms(True, False)),
    (r"\bown work\b|^own$|eigene arbeit|work for hire|all rights bought", Terms(True, False)),
    (r"non-?commercial|personal use|private use", Terms(False, True, _NOT_SOLD)),
    (rf"\bby{_SIGN}nc{_SIGN}nd\b", Terms(False, True, f"{_NOT_SOLD}, {_UNCHANGED}")),
    (rf"\bby{_SIGN}nc{_SIGN}sa\b", Terms(False, True, f"{_NOT_SOLD}; {_SHARED}")),
    (rf"\bby{_SIGN}nc\b", Terms(False, True, _NOT_SOLD)),
    (rf"\bby{_SIGN}nd\b", Terms(True, True, _UNCHANGED)),
    (rf"\bby{_SIGN}sa\b|share-?alike", Terms(True, True, _SHARED)),
    (rf"\bcc{_SIGN}by\b|creative commons attribution", Terms(True, True)),
    (r"\bofl\b|open font licen[cs]e", Terms(True, False, "the font itself is not sold alone")),
    (r"\bmit\b|\bapache\b|\bbsd\b|\bisc\b|ubuntu font", Terms(True, False)),
    (r"\bgpl", Terms(True, False, "of a font: it must have the font exception")),
)
"""The first that a licence's text matches counts: those that forbid most come first."""


def terms_of(licence: str) -> Terms:
    """What a licence asks, by its name or its text.

    >>> terms_of("CC BY-NC-SA 4.0").sold
    False
    >>> terms_of("CC BY 3.0")
    Terms(sold=True, named=True, condition='', known=True)
    >>> terms_of("ask my uncle").known
    False
    """
    text = licence.casefold()
    found = (terms for pattern, terms in _KNOWN if re.search(pattern, text))
    return next(found, UNKNOWN_TERMS)
