"""A font made for tests: letters of Hebrew, Arabic, Chinese and Latin as bars on a stem, each
different and none like its mirror image.

Arabic letters join: their forms reach over to their neighbours along the baseline.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

FAMILY = "Scripts"
HEBREW = "".join(map(chr, range(0x5D0, 0x5EB)))
ARABIC = "\u0628\u0633\u0644\u0645\u0647\u064a\u0639\u0643"
ENDING = "\u0627\u062f\u0631"
"""Letters that join to the one before them only."""
WIDE = "\u65e5\u672c\u8a9e\u6c34\u706b\u6728\u91d1\u571f\u3042\u304b\u3002\u3001\u300c\u300d\uff08\uff09"
POINT = "\u05b8"
"""A mark below a Hebrew letter."""
LETTERS = f" .,!?-:/%()[]0123456789abcdefghij\u00a0\u0660\u0661\u0662\u0664\u0665{HEBREW}{ARABIC}{ENDING}{WIDE}{POINT}"


@cache
def made_font() -> bytes:
    """A TrueType file, the same bytes each time."""
    builder = FontBuilder(1000, isTTF=True)
    names = {letter: f"u{ord(letter):04X}" for letter in LETTERS}
    forms = {
        f"{names[letter]}.{form}": (letter, form)
        for letter in ARABIC
        for form in ("init", "medi", "fina")
    }
    forms |= {f"{names[letter]}.fina": (letter, "fina") for letter in ENDING}
    builder.setupGlyphOrder([".notdef", *names.values(), *forms])
    builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    glyphs, widths = {".notdef": _glyph(0, 500, "")}, {".notdef": 500}
    for number, letter in enumerate(LETTERS):
        widths[names[letter]] = (
            1000
            if letter in WIDE
            else 300
            if letter in " \u00a0"
            else 0
            if letter == POINT
            else 500
        )
        glyphs[names[letter]] = _glyph(
            0 if letter in " \u00a0" else number * 37 % 251 + 1, widths[names[letter]] or 500, ""
        )
    for name, (letter, form) in forms.items():
        widths[name] = 500
        glyphs[name] = _glyph(LETTERS.index(letter) * 37 % 251 + 1, 500, form)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (width, getattr(glyphs[name], "xMin", 0)) for name, width in widths.items()}
    )
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": FAMILY, "styleName": "Regular", "psName": FAMILY})
    builder.setupOS2(
        sTypoAscender=900,
        sTypoDescender=-200,
        usWinAscent=900,
        usWinDescent=200,
        sCapHeight=700,
        sxHeight=700,
    )
    builder.setupPost()
    rules = "languagesystem DFLT dflt; languagesystem arab dflt;"
    for form in ("init", "medi", "fina"):
        joined = ARABIC + ENDING * (form == "fina")
        rules += f"feature {form} {{ {' '.join(f'sub {names[letter]} by {names[letter]}.{form};' for letter in joined)} }} {form};"
    builder.addOpenTypeFeatures(rules)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _glyph(bars: int, width: int, form: str) -> object:
    """A stem with four bars, each of one of four lengths, and the reach of an Arabic form to the
    left, to the right or to both."""
    pen = TTGlyphPen(None)

    def box(left: int, low: int, right: int, high: int) -> None:
        pen.moveTo((left, low))
        pen.lineTo((left, high))
        pen.lineTo((right, high))
        pen.lineTo((right, low))
        pen.closePath()

    if bars:
        box(50, 0, 160, 700)
        for place in range(4):
            if length := bars >> 2 * place & 3:
                box(160, 20 + 170 * place, 160 + (width - 210) * length // 3, 130 + 170 * place)
    if form in ("init", "medi"):
        box(-30, -200, 160, -80)
    if form in ("fina", "medi"):
        box(50, -200, width, -80)
    return pen.glyph()


SMALL_CAPITALS = "Small Capitals"


@cache
def small_capitals_font(file: Path) -> bytes:
    """A TrueType font with small capitals of its own: its capitals at four fifths, spaced wider."""
    font = TTFont(file, recalcTimestamp=False)
    glyphs, metrics, names = font["glyf"], font["hmtx"], font.getBestCmap()
    rules = []
    for letter in "abcdefghijklmnopqrstuvwxyz":
        capital, small = names[ord(letter.upper())], f"{names[ord(letter)]}.sc"
        pen = TTGlyphPen(font.getGlyphSet())
        pen.addComponent(capital, (0.8, 0, 0, 0.8, 20, 0))
        glyphs[small] = pen.glyph()
        width, bearing = metrics[capital]
        metrics[small] = (round(0.8 * width) + 40, round(0.8 * bearing) + 20)
        rules.append(f"sub {names[ord(letter)]} by {small};")
    rules.append("sub hyphen by underscore;")
    addOpenTypeFeaturesFromString(
        font,
        "languagesystem DFLT dflt; languagesystem latn dflt;"
        f"feature smcp {{ {' '.join(rules)} }} smcp;",
        tables=["GSUB"],
    )
    for record in font["name"].names:
        if record.nameID in (1, 16):
            font["name"].setName(SMALL_CAPITALS, record.nameID, 3, 1, 0x409)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
