"""Units of letters, as user units (CSS Values 4, 6.1).

They are heights, widths and lines of a font."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardgen.engine.svg.path import NUMBER
from cardgen.engine.svg.values import Em, StyleError
from cardgen.engine.typography.font import Font

FontOf = Callable[[tuple[str, ...], int, bool], Font | None]
"""The font that is asked first for families, weight and slant; None where it is not known."""
_MEASURED = re.compile(
    rf"(?<![\w#.-])({NUMBER})(r?(?:ex|ch|cap|ic|lh)|[sld]?v(?:w|h|i|b|min|max))(?![\w(-])",
    re.ASCII | re.IGNORECASE,
)
_FULL_WIDTH = "\u6c34"
"""The letter whose width is an `ic`."""


def has_letter_unit(text: str) -> bool:
    """True if a value holds a length that only a font or a window can tell."""
    return not text[-1:].isdigit() and _MEASURED.search(text) is not None


def in_user_units(text: str, em: float, font_of: FontOf) -> str:
    """A value with its units of letters replaced by user units.

    `em` has the size and font of the letters. Raises StyleError where that is not known."""

    def length(match: re.Match[str]) -> str:
        number = float(match[1])
        unit = match[2].lower()
        if "v" in unit:
            raise StyleError(
                f'"{match[0]}" is not a length that is known here: it depends on a window',
                "give it in user units",
            )
        size = em.root if unit[0] == "r" and isinstance(em, Em) else em
        font = font_of(*size.font) if isinstance(size, Em) and size.font[0] else None
        if font is None or not isinstance(size, Em):
            raise StyleError(
                f'"{match[0][:40]}" is not a length that is known here', "give it in user units"
            )
        return f"{number * _size_of(unit.removeprefix('r'), size, font)!r}px"

    return _MEASURED.sub(length, text)


def _size_of(unit: str, em: Em, font: Font) -> float:
    """The length of one of a unit, in user units. Raises StyleError."""
    if unit == "lh":
        return _line_height(em, font)
    if unit == "ex":
        return float(em) * font.x_height
    if unit == "cap":
        return float(em) * font.cap_height
    if unit == "ch":
        return float(em) * (font.measure("0")[0] / font.units_per_em)
    if not font.has(_FULL_WIDTH):
        return float(em)
    return float(em) * (font.measure(_FULL_WIDTH)[0] / font.units_per_em)


def _line_height(em: Em, font: Font) -> float:
    """The height of a line.

    That of a font itself is in whole pixels, as in browsers. Raises StyleError."""
    if not em.line:
        shares = (font.ascent, -font.descent, font.line_gap)
        return float(sum(int(share * em + 0.5) for share in shares))
    try:
        factor = float(em.line.removesuffix("px"))
    except ValueError:
        raise StyleError(
            f"an lh where line-height is {em.line[:40]} is not known here", "give it in user units"
        ) from None
    return factor if em.line.endswith("px") else factor * em
