"""Fonts as PDF embeds them, by glyph (ISO 32000-1, 9.7), so that kerned and ligated text prints as
it was shaped."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from cardgen.engine.graphics.drawing import Word
from cardgen.engine.graphics.spelling import fine, number
from cardgen.engine.typography.font import Font, cff_table, subset


class EmbeddedFont(NamedTuple):
    """An embedded font, as it is written.

    It has its name, its dictionaries but for what they refer to, and its streams as they are
    packed."""

    name: str
    descriptor: str
    descendant: str
    about: str
    file: bytes
    to_unicode: bytes


def glyphs_of(words: Iterable[Word]) -> frozenset[tuple[int, str]]:
    """The glyphs of words, each with the text that it stands for."""
    pairs: set[tuple[int, str]] = set()
    for word in words:
        pairs.update(word.glyphs.items())
    return frozenset(pairs)


@lru_cache(maxsize=32)
def alphabet(font: Font) -> frozenset[tuple[int, str]]:
    """The letters, digits and signs of ASCII. With all of them most files of a run show the same
    glyphs, whoever's name they say, and share what takes longest to make of a font."""
    return frozenset((gid, text) for gid, text in font.nominal.items() if " " <= text <= "~")


@lru_cache(maxsize=32)
def embedded(font: Font, pairs: frozenset[tuple[int, str]]) -> EmbeddedFont:
    """A font that shows these glyphs. Many files of one run show the same."""
    # Words come in no order: of several texts the first one counts that says anything.
    used = dict(sorted(pairs, key=lambda pair: (not pair[1], pair), reverse=True))
    gids = sorted(used)
    data = subset(font, gids)
    # The tag must differ between subsets of one font; the glyphs determine it (ISO 32000-1, 9.6.4).
    seed = zlib.crc32(repr((font.key, gids)).encode())
    name = (
        "".join(chr(65 + seed // 26**place % 26) for place in range(6)) + f"+{font.postscript_name}"
    )
    em = font.units_per_em

    def thousandths(value: float) -> int:
        return round(value * 1000 / em)

    cff = cff_table(data)
    box = " ".join(str(thousandths(value)) for value in font.bbox)
    flags = 4 | (64 if font.italic else 0)  # symbolic, italic (ISO 32000-1, table 123)
    ascent, descent = round(font.ascent * 1000), round(font.descent * 1000)
    cap_height = round(font.cap_height * 1000)
    stem = 50 + font.weight // 8
    program = "FontFile3" if cff else "FontFile2"
    descriptor = (
        f"<< /Type /FontDescriptor /FontName /{name} /Flags {flags} /FontBBox [{box}] "
        f"/ItalicAngle {number(font.italic_angle)} /Ascent {ascent} /Descent {descent} "
        f"/CapHeight {cap_height} /StemV {stem} /{program}"
    )
    widths = " ".join(f"{gid} [{fine(font.glyph_width(gid) * 1000 / em)}]" for gid in gids)
    subtype = "CIDFontType0" if cff else "CIDFontType2"
    glyph_map = "" if cff else " /CIDToGIDMap /Identity"
    descendant = (
        f"<< /Type /Font /Subtype /{subtype} /BaseFont /{name} "
        f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>{glyph_map} "
        f"/DW 0 /W [{widths}]"
    )
    about = "/Subtype /CIDFontType0C " if cff else f"/Length1 {len(data)} "
    to_unicode = zlib.compress(_to_unicode(used), 6)
    return EmbeddedFont(
        f"{name}-Identity-H" if cff else name,
        descriptor,
        descendant,
        about,
        zlib.compress(cff or data, 6),
        to_unicode,
    )


def _to_unicode(used: Mapping[int, str]) -> bytes:
    """The CMap from glyph ids to text, for search and copying (ISO 32000-1, 9.10.3)."""
    entries = [
        f"<{gid:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for gid, text in sorted(used.items())
        if text
    ]
    blocks = [entries[start : start + 100] for start in range(0, len(entries), 100)]
    body = "\n".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode()
