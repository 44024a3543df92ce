"""Lengths: points inside, millimetres at the edges; and figures and lists as they are told."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from cardgen.base.findings import UnreadableError

MM = 72 / 25.4
"""Points in a millimetre."""
FINEST_PPI = 600.0
"""Pixels to an inch: of more paper shows nothing."""

UNITS = {"mm": MM, "cm": 10 * MM, "in": 72.0, "pt": 1.0}
"""Points in each unit of lengths."""
_LENGTH = re.compile(rf"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*({'|'.join(UNITS)})\s*")


def length(text: str) -> float:
    """A length with its unit, in points. Raises UnreadableError for anything else.

    >>> round(length("25.4mm"), 6)
    72.0
    """
    match = _LENGTH.fullmatch(text)
    if not match:
        raise UnreadableError(
            "length-expected",
            f'"{text}" is not a length such as 63.5mm or 2.5in',
            _instead_of(text),
        )
    return float(match[1]) * UNITS[match[2]]


_MEANT = re.compile(r"\s*([0-9]+)(?:[.,]([0-9]+))?\s*(\w*|\"|″)\s*")
_FRACTION = re.compile(r"\s*(?:([0-9]{1,4})[\s-]+)?([0-9]{1,4})/([0-9]{1,4})\s*(\w*|\"|″)\s*")
_WRITTEN = {unit: unit for unit in UNITS} | {
    "": "mm",
    '"': "in",
    "″": "in",
    "inch": "in",
    "inches": "in",
}
"""Units by what people write for them."""


def _instead_of(text: str) -> str:
    """The remedy for a length that is none.

    It is the same as it is meant, where that can be seen.
    """
    if fraction := _FRACTION.fullmatch(text):
        units, numerator, denominator, unit = fraction.groups()
        if int(denominator) and unit.lower() in _WRITTEN:
            number = int(units or 0) + int(numerator) / int(denominator)
            return f"write {decimal(number, digits=4)}{_WRITTEN[unit.lower()]}"
    match = _MEANT.fullmatch(text)
    unit = _WRITTEN.get(match[3].lower()) if match else None
    if not match or not unit:
        *units, last = UNITS
        return f"write a number with {', '.join(units)} or {last}"
    return f"write {match[1]}{'.' * bool(match[2])}{match[2] or ''}{unit}"


COMMAS = ("de", "fr", "es", "it", "nl", "pt", "pl", "cs", "da", "sv", "nb", "fi")
"""Languages that write a decimal comma."""


def decimal(value: float, language: str = "", digits: int = 2) -> str:
    """A number as a language writes it, without needless zeros.

    >>> decimal(63.5, "de-AT")
    '63,5'
    """
    text = f"{round(value, digits):g}"
    return text.replace(".", ",") if language.partition("-")[0] in COMMAS else text


def too_little(value: float, digits: int = 1) -> str:
    """A figure that is less than what is asked, rounded down.

    It never reads as enough.

    >>> too_little(5.98)
    '5.9'
    """
    return f"{math.floor(value * 10**digits + 1e-6) / 10**digits:.{digits}f}"


def enough(value: float, digits: int = 1) -> str:
    """A figure that is asked for, rounded up: what follows it is enough.

    >>> enough(3.175)
    '3.2'
    """
    return f"{math.ceil(value * 10**digits - 1e-6) / 10**digits:.{digits}f}"


def listed(words: Iterable[object], most: int) -> str:
    """The first of some words, and how many more: `a, b and 2 more`."""
    texts = list(map(str, words))
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more" if len(texts) > most else "")


def spanned(numbers: Sequence[int]) -> str:
    """Whole numbers in short, from the least: `3-5`, or `2, 4`."""
    is_run = numbers[-1] - numbers[0] == len(numbers) - 1 > 0
    return f"{numbers[0]}-{numbers[-1]}" if is_run else ", ".join(map(str, numbers))


def ceiled_millimetres(points: float) -> str:
    """Millimetres in figures, rounded up to a tenth.

    What is asked for is enough then.
    """
    return f"{math.ceil(points / MM * 10) / 10:g}"
