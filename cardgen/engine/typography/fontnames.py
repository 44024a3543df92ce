"""Names of fonts as programs write them: a family with a style in its name, and names without their
spaces (PostScript names)."""

from __future__ import annotations

import re
from typing import NamedTuple

_WEIGHTS = {
    "extralight": 200,
    "ultralight": 200,
    "extrabold": 800,
    "ultrabold": 800,
    "extrablack": 950,
    "ultrablack": 950,
    "semilight": 350,
    "demilight": 350,
    "semibold": 600,
    "demibold": 600,
    "hairline": 100,
    "thin": 100,
    "light": 300,
    "regular": 400,
    "normal": 400,
    "roman": 400,
    "book": 400,
    "medium": 500,
    "demi": 600,
    "bold": 700,
    "black": 900,
    "heavy": 900,
}
"""What weights are called (OpenType, usWeightClass), longer words first."""
_STYLE = re.compile(rf"(?:[1-9]00)?(?P<weight>{'|'.join(_WEIGHTS)})?(?P<slant>italic|oblique|it)?")
_POSTSCRIPT = re.compile(r"(?:ps)?(?P<style>.*?)(?:mt)?")
"""What Monotype's fonts have around their styles, as in TimesNewRomanPS-BoldMT."""


class NamedStyle(NamedTuple):
    """The style that a name speaks of; without a weight, None for that."""

    weight: int | None
    italic: bool


def normal(family: str) -> str:
    """A name as it is compared: neither capitals nor the number of spaces matter."""
    return " ".join(family.casefold().split())


def squeezed(name: str) -> str:
    """The letters and figures of a name, as PostScript names leave it; Pango writes a comma before
    a style."""
    return re.sub(r"[\s_,-]", "", name.casefold())


def named_style(words: str) -> NamedStyle | None:
    """The style that the words behind a family's name mean; None where they are no style."""
    around = _POSTSCRIPT.fullmatch(squeezed(words))
    style = _STYLE.fullmatch(around["style"]) if around else None
    if not style:
        return None
    return NamedStyle(_WEIGHTS.get(style["weight"] or ""), bool(style["slant"]))


def without_weight(family: str) -> tuple[str, int]:
    """A family's name without a weight at its end, and that weight; the name itself and 0 where it
    has none."""
    *words, last = family.split() or [""]
    weight = _WEIGHTS.get(last.casefold(), 0)
    return (" ".join(words), weight) if words and weight else (family, 0)


# -- Which font to get
# --------------------------------------------------------------------------------------------------

_SANS = (
    "Armenian Bengali Cherokee Coptic Cuneiform Deseret Devanagari Ethiopic Georgian Glagolitic "
    "Gothic Gujarati Gurmukhi Hebrew Javanese "
    "Kannada Khmer Lao Limbu Lisu Malayalam Mongolian Myanmar NKo Ogham Oriya Osage Phoenician "
    "Runic Sinhala Sundanese Syriac Tamil Telugu "
    "Thaana Thai Tifinagh Vai Yi Balinese Batak Buginese"
)
_FAMILIES = {
    **dict.fromkeys(("HIRAGANA", "KATAKANA", "HALFWIDTH", "FULLWIDTH"), "Noto Sans JP"),
    "HANGUL": "Noto Sans KR",
    "BOPOMOFO": "Noto Sans TC",
    "CJK": "Noto Sans SC, TC, JP or KR",
    "IDEOGRAPHIC": "Noto Sans SC, TC, JP or KR",
    "LATIN": "Noto Sans",
    "CYRILLIC": "Noto Sans",
    "GREEK": "Noto Sans",
    "ARABIC": "Noto Sans Arabic, or Noto Nastaliq Urdu",
    "TIBETAN": "Noto Serif Tibetan",
    "EGYPTIAN": "Noto Sans Egyptian Hieroglyphs",
    "CANADIAN": "Noto Sans Canadian Aboriginal",
    "OLD": "Noto Sans Old Italic, or Noto Sans Old Persian",
    "LINEAR": "Noto Sans Linear A, or Noto Sans Linear B",
    "MUSICAL": "Noto Music",
    "BYZANTINE": "Noto Music",
    "MATHEMATICAL": "Noto Sans Math",
    **{script.upper(): f"Noto Sans {script}" for script in _SANS.split()},
}
"""Families that have the letters whose names in Unicode begin so; what tells more of a text stands
first."""
_FAMILIES["DEVANAGARI"] = "Baloo 2, which comes with cardgen, or Noto Sans Devanagari"


def family_for(scripts: set[str], emoji: bool) -> str:
    """A free family for letters of some scripts, by how their names in Unicode begin, or for emoji;
    none where none is known."""
    family_found = next((family for script, family in _FAMILIES.items() if script in scripts), "")
    return family_found or ("Noto Color Emoji" if emoji else "")


_PARTS = re.compile(
    r"(?<=[-_])(latin-ext|latin|cyrillic-ext|cyrillic|greek-ext|greek|vietnamese|hebrew|arabic"
    r"|devanagari|thai)(?=[-_.])"
)
"""What makers of web fonts call the parts that they cut a font into."""


def part_for(file: str, character: str, script: str) -> str:
    """The file that lies beside a part of a web font, and has a character of a script; none for a
    whole font."""
    if not _PARTS.search(file):
        return ""
    code = ord(character)
    ranges = {
        "LATIN": "vietnamese"
        if 0x1EA0 <= code <= 0x1EF9 or code in (0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x110, 0x111)
        else "latin-ext",
        "CYRILLIC": "cyrillic"
        if 0x400 <= code <= 0x45F or code in (0x490, 0x491, 0x4B0, 0x4B1)
        else "cyrillic-ext",
        "GREEK": "greek-ext" if 0x1F00 <= code <= 0x1FFF else "greek",
        **{name.upper(): name for name in ("hebrew", "arabic", "devanagari", "thai")},
    }
    part = ranges.get(script, "")
    if part == "latin-ext" and code < 0x100:
        part = "latin"
    beside = _PARTS.sub(part, file) if part else ""
    return "" if beside == file else beside
