"""A font: one of an OpenType file, measured and shaped by HarfBuzz, and cut down to the glyphs that
are used."""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, lru_cache, partialmethod
from itertools import chain, pairwise, repeat
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import uharfbuzz as hb

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.engine.typography import colour_glyphs
from cardgen.engine.typography.colour_glyphs import GlyphDrawing, GlyphPicture, UnpaintedGlyphError
from cardgen.engine.typography.fontfiles import alone, digested, rights
from cardgen.engine.typography.woff import joined

Glyph = tuple[int, int, int, int, str]
"""A glyph placed: its id, advance, x and y offset in font units, and the text it stands for (""
when an earlier glyph stands for it)."""

Settings = tuple[tuple[str, float], ...]
"""Axes of a variable font by their tags, and where on them."""

# HarfBuzz draws these from the plain space or leaves them out, so a font need not have them.
_SPACES = frozenset(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
INVISIBLE = frozenset(
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061"
    "\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
) | frozenset(map(chr, range(0xFE00, 0xFE10)))
_BLANK_KINDS = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})
_FILLERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_LATIN = re.compile(
    "[\u0000-\u036f\u1e00-\u1eff\u2000-\u200b\u2010-\u2027\u202f-\u205f\u20a0-\u20cf\u2190-\u22ff]*"
)
_LEFTWARD = "leftward"
"""Stands for any script that is written from right to left."""
_MIXED = ("Hira", "Kana", "Bopo")
"""Scripts that are mixed with Chinese characters."""
_FORMS = frozenset(
    code
    for code in (*range(0xFB1D, 0xFE00), *range(0xFE70, 0xFEFD))
    if len(unicodedata.normalize("NFKC", chr(code))) == 1
)
"""Characters that are kept for what an Arabic or Hebrew letter looks like in a word; of ligatures
readers know no better than theirs."""
_LIGATURES = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (*range(0xFB00, 0xFB07), *range(0xFB13, 0xFB18))
}
"""Characters that are kept for what letters look like that are joined: nobody types or looks for
these."""
_CLAIMED = 0.05
"""By so much of the em the height that a font claims for its capitals may differ from what is
drawn: they are round, or rough."""
_ACCENTED, _SIGNS, _ASCENDING, _LOWER = 0.36, 0.26, 0.12, 0.12
"""So far an accent on a capital, brackets, and ascenders may stand out above capitals, and tails
below small letters: what Latin print allows, in ems."""
_LIGATURE = 3
"""So many letters are joined into one as a rule; what is drawn for more is an icon."""
_OTHERWISE = 0.04
"""So far letters of writings without capitals, and signs in colours, may stand out."""
OVERHANG = 0.12
"""So far a letter may stand out of its advance on the left and right, as those of italics do."""
_FEW = 1000
"""So many characters are looked at one by one; of a font with more those of ASCII, in which icons
are named."""
_RARER = frozenset((*range(0x2E80, 0x2FE0), 0x02BB, 0x2027, 0x2035, 0x2215, 0x2329, 0x232A))
"""Characters that fonts draw as others which people mean: the parts by which dictionaries sort
ideographs, and ʻ ‧ ‵ ∕ 〈 〉."""
_EMBEDDING_LIMITS = {
    0x0100: "may only be embedded whole",
    0x0200: "may only be embedded as bitmaps",
}
_LONGEST_LICENCE = 600  # characters
_USES, _PRINT_ONLY = 0x000E, 0x0004
"""Bits of fsType: the uses for which a font may be embedded, of which the freest counts; and that
to be seen and printed, not edited."""
_ADVANCE = itemgetter(1)
_CHOSEN = frozenset(("wght", "opsz", "slnt", "ital"))
"""Axes that browsers choose on by themselves."""
Features = tuple[tuple[str, int], ...]
"""OpenType features that a font is asked for, each with its value."""
SMALL_CAPITALS: Features = (("smcp", 1),)
_LOOSE = {"liga": 0, "clig": 0, "calt": 0}
"""What is off in letter-spaced text."""
_DRAWN = re.compile(r"(\d+)(?:@(-?\d+),(-?\d+))?(?:\+(-?\d+))?")
_UNSEEN_LEFT_OUT = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
_ONLY_PLACES = hb.BufferSerializeFlags.NO_GLYPH_NAMES | hb.BufferSerializeFlags.NO_CLUSTERS
# PDF 32000-1, 9.9: a TrueType font under an Identity-H encoding is read by glyph id; names,
# characters and layout are the PDF's own.
_NOT_IN_PDF = (
    *(
        b"BASE",
        b"DSIG",
        b"GDEF",
        b"GPOS",
        b"GSUB",
        b"OS/2",
        b"STAT",
        b"cmap",
        b"gasp",
        b"kern",
        b"meta",
        b"name",
        b"post",
    ),
    *(b"CBDT", b"CBLC", b"COLR", b"CPAL", b"SVG ", b"sbix"),
)
_CUT = (
    hb.SubsetFlags.RETAIN_GIDS
    | hb.SubsetFlags.NO_LAYOUT_CLOSURE
    | hb.SubsetFlags.NO_HINTING
    | hb.SubsetFlags.NOTDEF_OUTLINE
)
# CFF2 is unknown to PDF; and a CFF font's own numbers (CIDs) are to be those of its glyphs, by
# which they are asked for.
_AS_CFF = hb.SubsetFlags.DOWNGRADE_CFF2 | hb.SubsetFlags.CFF_IDENTITY_CHARSET


class Shaped(NamedTuple):
    """A text as one font draws it, in the order of drawing. `advance` is in font units; `clusters`
    counts what letter-spacing spaces."""

    glyphs: tuple[Glyph, ...]
    advance: int
    clusters: int


class _Glyphs(dict[tuple[str, str], Glyph]):
    """Glyphs by how HarfBuzz writes them ("37+560", "37@-5,0+560") and what they stand for: each
    made once, as texts share most of them.

    Those that ought to show and do not, by `draws`, are gathered in `hollow`; `overhanging` tells
    whether any stands out, by `overhangs`."""

    def __init__(self, draws: Callable[[int], bool], overhangs: Callable[[int], bool]) -> None:
        self.draws, self.overhangs = draws, overhangs
        self.hollow: set[Glyph] = set()
        self.overhanging = False

    def __missing__(self, key: tuple[str, str]) -> Glyph:
        serialized, stands_for = key
        numbers = _DRAWN.match(serialized)
        gid, x_offset, y_offset, advance = (
            (int(number or 0) for number in numbers.groups()) if numbers else (0, 0, 0, 0)
        )
        self[key] = glyph = (gid, advance, x_offset, y_offset, stands_for)
        if stands_for and gid and not self.draws(gid) and not _blank(stands_for):
            self.hollow.add(glyph)
        self.overhanging = self.overhanging or self.overhangs(gid)
        return glyph


class Instance(NamedTuple):
    """A font of a file: its number in a collection, and where it stands on the axes of a variable
    font."""

    number: int = 0
    axes: tuple[tuple[str, float], ...] = ()


_PLAIN = Instance()


BOLD = 600
"""The weight from which a face is bold."""


class Font:
    """One face: a font of an OpenType file under the family, weight and italic by which templates
    ask for it.

    Two files are two fonts whatever they call themselves, and one file may be several faces: `key`
    tells them apart."""

    def __init__(
        self,
        path: Path,
        data: bytes,
        family: str,
        weight: int,
        italic: bool,
        instance: Instance = _PLAIN,
    ) -> None:
        self.path = path
        self.data = data
        self.family = family
        self.weight = weight
        self.italic = italic
        self.instance = instance
        self._face = hb.Face(hb.Blob(data), instance.number)
        self._font = hb.Font(self._face)
        if instance.axes:
            self._font.set_variations(dict(instance.axes))
        self._glyphs = _Glyphs(self._draws, self._overhangs)
        self._had: set[str] = set()
        self._lacked: set[str] = set()
        self._late: set[str] = set()
        """Characters without a drawing of their own that may get one where they are shaped."""
        self._blanks: set[str] = set()
        self._whole = lru_cache(maxsize=4096)(self._all_drawn)
        self.plain = self
        self._asked: dict[str, int] = {}
        self._featured: dict[Features, Font] = {}
        self._varied: dict[Settings, Font] = {}
        self.settings: Settings = ()
        """Where it stands on its axes otherwise than who asks for its style hears."""
        self.inside_drawing = False
        """Whether a drawing brings it along: then it is none of the project's, and its text is
        painted as shapes."""
        self.leaves: frozenset[int] = frozenset()
        """Codes of characters that it lists and leaves to other files of its face."""
        self.file_number = 0
        """Which it is of the files that make up its face."""
        self._shape = lru_cache(maxsize=8192)(self._shaped)
        self._lines: dict[str, tuple[str, ...]] = {}
        self._ink = lru_cache(maxsize=None)(self._drawn)
        self.apart = lru_cache(maxsize=16384)(self._stand_apart)
        """Whether a space keeps two characters from changing each other, and is not changed by
        them."""
        self._before_space = lru_cache(maxsize=1024)(self._stands_before_space)

    def __repr__(self) -> str:
        return f"<Font {self.family} {self.weight}{' italic' if self.italic else ''} {self.key}>"

    @property
    def part(self) -> bool:
        """True if its file holds more than this font: others, or other weights and widths of it."""
        return self.instance != _PLAIN or self.data[:4] == b"ttcf"

    def lacking(self, weight: int, italic: bool) -> str:
        """What it is not of a style that is asked for: bold, italic, both or nothing."""
        return self.style_words(weight if self.weight < BOLD else 0, italic and not self.italic)

    @staticmethod
    def style_words(weight: int, italic: bool) -> str:
        """What a face of a weight and slant is called: bold, italic, both or nothing."""
        styles = ("bold", weight >= BOLD), ("italic", italic)
        return " ".join(word for word, is_so in styles if is_so)

    @property
    def style(self) -> tuple[str, int, bool, Settings, int]:
        """Family, weight and slant: by these it is asked for, and no other is."""
        return self.family, self.weight, self.italic, self.settings, self.file_number

    @cached_property
    def key(self) -> str:
        """Twelve hexadecimal digits that stand for the file's content and what the face is asked
        for by."""
        instance = (tuple(self.instance),) if self.instance != _PLAIN else ()
        face = repr((self.family, self.weight, self.italic, *instance)).encode()
        digest = digested(self.data).copy()
        digest.update(face)
        return str(digest.hexdigest()[:12])

    @cached_property
    def postscript_name(self) -> str:
        """The name for a PDF's font dictionary: printable ASCII without the signs that PDF syntax
        uses. It is not unique."""
        style_name = self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.path.stem
        return re.sub(r"[^!-~]|[\[\](){}<>/%#]", "", style_name)[:63] or self.key

    @cached_property
    def units_per_em(self) -> int:
        return int(self._face.upem)

    @cached_property
    def ascent(self) -> float:
        """Height of the font's line above the baseline, as a fraction of the em. Generous in many
        fonts: see `cap_height`."""
        return float(self._font.get_font_extents("ltr").ascender / self.units_per_em)

    @cached_property
    def descent(self) -> float:
        """Depth of the font's line as a fraction of the em: negative, below the baseline."""
        return float(self._font.get_font_extents("ltr").descender / self.units_per_em)

    @cached_property
    def line_gap(self) -> float:
        """The gap between lines of the font, as a fraction of the em."""
        return float(self._font.get_font_extents("ltr").line_gap / self.units_per_em)

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital as a fraction of the em."""
        return self._metric(hb.OTMetricsTag.CAP_HEIGHT) or self._reach("HEI")[1] or 0.7

    @cached_property
    def drawn_cap_height(self) -> float:
        """Height of a capital as it is drawn, where a font's tables say something else: how high
        the first line of a text reaches."""
        height = self._reach("HEI")[1]
        return height if height and abs(height - self.cap_height) > _CLAIMED else self.cap_height

    def reach(self, text: str) -> tuple[float, float]:
        """The reach of letters that stand out above capitals and below small letters, as fractions
        of the em from the baseline; 0 where they stand out no more than print allows."""
        if text.isascii() and self._tame:
            shaped = self.shape(text)
            if len(text) - shaped.clusters < _LIGATURE or all(
                len(glyph[4]) <= _LIGATURE for glyph in shaped.glyphs
            ):
                return 0.0, 0.0
        return self.reach_beyond(text, self.drawn_cap_height, self.depth)

    def reach_beyond(self, text: str, high: float, low: float) -> tuple[float, float]:
        """The reach of letters that go beyond `high` and `low`, the reach of lines as a rule."""
        em = self.units_per_em
        above = 0.0
        below = 0.0
        more = _OTHERWISE
        for gid, _, _, up, stands_for in self.shape(text).glyphs:
            more = _more(stands_for) if stands_for else more
            if ink := self.ink(gid):
                top, bottom = (ink[3] + up) / em, -(ink[1] + up) / em
                above = max(above, top) if top > high + more else above
                below = max(below, bottom) if bottom > low + min(more, _LOWER) else below
        return above, below

    @cached_property
    def _tame(self) -> bool:
        """True if no letter of ASCII stands out, as in nearly all fonts."""
        letters = [
            letter
            for letter in map(chr, range(33, 127))
            if ord(letter) in self._listed and not self._hollow(letter)
        ]
        return all(
            self.reach_beyond(letter, self.drawn_cap_height, self.depth) == (0.0, 0.0)
            for letter in letters
        )

    @cached_property
    def x_height(self) -> float:
        """Height of a small letter as a fraction of the em."""
        return self._metric(hb.OTMetricsTag.X_HEIGHT) or self._reach("xz")[1] or 0.5

    @cached_property
    def depth(self) -> float:
        """The depth of small letters below the baseline, as a fraction of the em: `descent` as it
        is drawn, not as it is claimed."""
        return max(0.0, -self._reach("gjpqy")[0])

    @cached_property
    def italic_angle(self) -> float:
        """Degrees counter-clockwise from upright: negative for letters that lean to the right."""
        table = self._table("post")
        return struct.unpack_from(">l", table, 4)[0] / 65536 if len(table) >= 8 else 0.0

    @cached_property
    def bbox(self) -> tuple[int, int, int, int]:
        """The box around all glyphs drawn over one another, in font units: left, bottom, right,
        top."""
        table = self._table("head")
        if len(table) < 44:  # HarfBuzz passes over one that is damaged
            return 0, 0, self.units_per_em, self.units_per_em
        x_min, bottom, right, top = struct.unpack_from(">4h", table, 36)
        return x_min, bottom, right, top

    @cached_property
    def embedding_limit(self) -> str:
        """The first limit of fsType (OS/2) that an outline subset breaks; "" for none."""
        return next(
            (
                limit
                for bit, limit in _EMBEDDING_LIMITS.items()
                if rights(self._table("OS/2")) & bit
            ),
            "",
        )

    @property
    def maker(self) -> str:
        """Who made it, by what the font says, in a line; empty where it says nothing."""
        kinds = hb.OTNameIdPredefined
        names = [self._face.get_name(kind) for kind in (kinds.DESIGNER, kinds.MANUFACTURER)]
        return " ".join((next(filter(None, names), None) or "").split())[:_LONGEST_LICENCE]

    @property
    def licence(self) -> str:
        """What the font says of its licence, in a line; empty where it says nothing."""
        kinds = hb.OTNameIdPredefined
        texts = [self._face.get_name(kind) or "" for kind in (kinds.LICENSE, kinds.LICENSE_URL)]
        return " ".join(" ".join(texts).split())[:_LONGEST_LICENCE]

    @cached_property
    def print_only(self) -> bool:
        """True if the font may be embedded in what is looked at and printed alone, which nobody
        edits."""
        return rights(self._table("OS/2")) & _USES == _PRINT_ONLY

    def has(self, text: str) -> bool:
        """True if this font can show every character of a text, those HarfBuzz makes from the space
        or hides included.

        What comes out as nothing cannot be shown. Fonts of icons and of Urdu draw what letters
        become in their words, so of them the text as a whole is asked. A sign that leaves its place
        blank is meant to."""
        # a font may have fifty thousand characters, of which a game shows a few
        if self._had.issuperset(text):
            return True
        if not self._lacked.isdisjoint(text):
            return False
        late = self.draws_late(text)
        return self._lacked.isdisjoint(text) and (not late or self._whole(text))

    def _sorted_in(self, character: str) -> None:
        same = (
            character,
            {"\u2011": "\u2010"}.get(character, " " if character in _SPACES else character),
        )
        listed = [
            each for each in same if ord(each) in self._listed and ord(each) not in self.leaves
        ]
        if character in INVISIBLE or any(not self._hollow(each) for each in listed):
            self._had.add(character)
            if (
                not _blank(character)
                and not self._draws(self._nominal_glyph(character))
                and character not in INVISIBLE
            ):
                self._blanks.add(character)
        elif listed and self._face.has_layout_substitution:
            self._late.add(character)
        else:
            self._lacked.add(character)

    def draws_late(self, text: str) -> bool:
        """True if some characters of a text are drawn only for what they become."""
        if not self._had.issuperset(text):
            for character in set(text) - self._had - self._late - self._lacked:
                self._sorted_in(character)
        return not self._late.isdisjoint(text)

    @cached_property
    def spells(self) -> bool:
        """True if it draws most letters in company only, as fonts do that draw an icon for its
        name."""
        if not self._face.has_layout_substitution:
            return False
        listed = (
            self._listed
            if len(self._listed) <= _FEW
            else filter(self._listed.__contains__, range(128))
        )
        letters = [letter for letter in map(chr, listed) if letter.isalpha()]
        return 2 * sum(map(self._hollow, letters)) > len(letters)

    def late(self, word: str) -> bool:
        """True if it draws a word as a whole, some of whose letters it would not draw alone."""
        return self.draws_late(word) and self.has(word) and not all(map(self.has, word))

    def _all_drawn(self, text: str) -> bool:
        """True if each cluster of a text draws something, or is meant not to."""
        glyphs = self._shape(text, True, "", "", False).glyphs
        return all(gid for gid, *_ in glyphs) and not next(self._hollow_clusters(glyphs), "")

    def hollow(self, character: str) -> bool:
        """True if this font lists a character without drawing it, though it is meant to be seen."""
        return ord(character) in self._listed and not self.has(character)

    @property
    def has_blanks(self) -> bool:
        """True if it leaves the place of a sign blank that it was asked for."""
        return bool(self._blanks)

    def blanks(self, text: str) -> list[str]:
        """The signs of a text whose places this font leaves blank, as fonts of segments do with
        "!"."""
        return sorted(self._blanks.intersection(text))

    def _meant_blank(self, text: str) -> bool:
        """True if a text that leaves no ink is meant to: spaces, and single signs that take their
        room in vain."""
        if _blank(text):
            return True
        sign = (
            len(text) == 1 and unicodedata.category(text)[0] in "PS" and ord(text) in self._listed
        )
        return sign and self.glyph_width(self._nominal_glyph(text)) > 0

    def _hollow(self, character: str) -> bool:
        """True if a character that is listed is drawn as nothing where it stands alone and
        unchanged."""
        return not self._draws(self._nominal_glyph(character)) and not self._meant_blank(character)

    def _nominal_glyph(self, character: str) -> int:
        return int(self._font.get_nominal_glyph(ord(character)) or 0)

    @cached_property
    def _listed(self) -> Any:
        return self._face.unicodes

    @property
    def characters(self) -> frozenset[int]:
        """The codes of all characters that it lists."""
        return frozenset(self._listed)

    def _draws(self, gid: int) -> bool:
        return self.in_colours(gid) or self.ink(gid) is not None

    @cached_property
    def coloured(self) -> bool:
        """True if some of its glyphs are drawn in colours."""
        face = self._face
        return bool(
            face.has_color_layers
            or face.has_color_paint
            or face.has_color_png
            or face.has_color_svg
        )

    @cached_property
    def outlined(self) -> bool:
        """True if it has outlines at all; the pictures of some fonts have none behind them."""
        return any(map(self._table, ("glyf", "CFF ", "CFF2")))

    def in_colours(self, gid: int) -> bool:
        """True if a glyph is drawn in colours."""
        return self.coloured and colour_glyphs.in_colours(self._face, self._font, gid)

    def colour_glyph(self, gid: int, text: str) -> GlyphDrawing | GlyphPicture:
        """The drawing of a glyph in colours; `text` is what it stands for. Raises CardgenError for
        what is not drawn here."""
        try:
            found = colour_glyphs.colour_glyph(self._face, self._font, gid)
            if found is None:
                raise UnpaintedGlyphError("it has none")
        except UnpaintedGlyphError as error:
            what = (
                f'the colours of "{text}" in the font "{self.path.name}" are not drawn here: '
                f"{error}"
            )
            raise CardgenError(
                Finding(
                    "font-colours-not-drawn",
                    what,
                    "use another font for this text",
                    Place(self.path),
                )
            ) from None
        return found

    def joins(self, letter: str) -> bool:
        """True if it draws a letter of several characters in colours, though it may have no sign
        for each alone: a key, or a flag."""
        if (
            len(letter) < 2
            or not self.coloured
            or not all(
                ord(letter_form) in self._listed or letter_form in INVISIBLE
                for letter_form in letter
            )
        ):
            return False
        glyphs = self.shape(letter).glyphs
        return all(gid and self.in_colours(gid) for gid, *_ in glyphs)

    def glyph_width(self, gid: int) -> int:
        """The advance of a glyph on its own, in font units."""
        return int(self._font.get_glyph_h_advance(gid))

    def ink(self, gid: int) -> tuple[int, int, int, int] | None:
        """The box around what a glyph draws, in font units with y upward.

        It is left, bottom, right and top, and None for a space."""
        return self._ink(gid)

    @property
    def overhanging(self) -> bool:
        """True if a glyph that was asked for stands out of its advance by more than OVERHANG:
        marks, which have none, and swashes."""
        return self._glyphs.overhanging

    def _overhangs(self, gid: int) -> bool:
        most = OVERHANG * self.units_per_em
        ink = self.ink(gid)
        return ink is not None and (ink[0] < -most or ink[2] > self.glyph_width(gid) + most)

    def _drawn(self, gid: int) -> tuple[int, int, int, int] | None:
        extents = self._font.get_glyph_extents(gid)
        # which does not say how large it is
        if (
            self.coloured
            and not (extents and extents.width)
            and self._face.get_glyph_color_svg(gid)
        ):
            return (
                0,
                round(self.descent * self.units_per_em),
                self.glyph_width(gid),
                round(self.ascent * self.units_per_em),
            )
        if extents is None or not extents.width or not extents.height:
            return None
        top = extents.y_bearing
        return extents.x_bearing, top + extents.height, extents.x_bearing + extents.width, top

    def edges(self, gid: int, steps: int) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """A glyph's outline in straight pieces, `steps` to a curve, in em with y upward."""
        segments: list[tuple[tuple[float, float], tuple[float, float]]] = []
        here: list[tuple[float, float]] = []

        def reach(*points: tuple[float, float]) -> None:
            start, em = here[-1], self.units_per_em
            for step in range(1, steps + 1):
                row = [start, *points]
                while len(row) > 1:  # de Casteljau
                    row = [
                        (a + (c - a) * step / steps, b + (d - b) * step / steps)
                        for (a, b), (c, d) in pairwise(row)
                    ]
                segments.append(
                    ((here[-1][0] / em, here[-1][1] / em), (row[0][0] / em, row[0][1] / em))
                )
                here.append(row[0])

        class EdgePen:
            @staticmethod
            def moveTo(*points: tuple[float, float]) -> None:  # noqa: N802 (fontTools names it)
                if here:
                    reach(*points)
                else:
                    here.append(points[0])

            lineTo = qCurveTo = curveTo = moveTo  # noqa: N815

            @staticmethod
            def closePath() -> None:  # noqa: N802
                reach(here[0])
                here.clear()

        self._font.draw_glyph_with_pen(gid, EdgePen())
        return segments

    def outline(self, gid: int) -> tuple[tuple[str, tuple[float, ...]], ...]:
        """A glyph's outline as segments of a path (m, l, c, h), in em with y upward."""
        if gid not in self._outlines:
            pen = _SegmentPen(self.units_per_em)
            self._font.draw_glyph_with_pen(gid, pen)
            self._outlines[gid] = tuple(pen.segments)
        return self._outlines[gid]

    @cached_property
    def _outlines(self) -> dict[int, tuple[tuple[str, tuple[float, ...]], ...]]:
        return {}

    @cached_property
    def nominal(self) -> dict[int, str]:
        """The text that each glyph stands for on its own: the first character, where it serves
        several, of those that people mean; of ﬁ its letters."""
        codes = sorted(self._face.unicodes, reverse=True)
        letters = (
            code
            for code in sorted(codes, key=_RARER.__contains__, reverse=True)
            if code not in _FORMS
        )
        return {
            self._font.get_nominal_glyph(code) or 0: _LIGATURES.get(code, chr(code))
            for code in letters
        }

    def shape(self, text: str, ligatures: bool = True) -> Shaped:
        """The text's glyphs, kerned; letter-spaced text wants `ligatures` off. A character the font
        lacks becomes glyph 0."""
        return _together([self._shape(piece, ligatures) for piece in self.pieces(text)])

    def joined(self, text: str, ligatures: bool, before: str, after: str) -> Shaped:
        """A part of a text shaped: its letters join those before and after it, its signs are of the
        writing before it.

        Raises CardgenError as `shape`.
        """
        pieces = _of_one_script(text)
        befores = [before, *[""] * (len(pieces) - 1)]
        afters = [*[""] * (len(pieces) - 1), after]  # letters of two scripts are never joined
        return _together(
            [self._shape(*part) for part in zip(pieces, repeat(ligatures), befores, afters)]
        )

    def upright(self, text: str) -> tuple[Glyph, ...]:
        """The glyphs of text that runs from top to bottom: their advance is downward, their offset
        from the middle of their upper edge.

        A font without measures of its own for that gets them of its line's height, as in browsers.
        """
        buffer = self._buffer(text)
        buffer.direction = "ttb"
        hb.shape(self._font, buffer, self._asked or None)
        infos, places = buffer.glyph_infos, buffer.glyph_positions
        texts = _clusters([info.cluster for info in infos], text)
        if self._table("vmtx"):
            return tuple(
                (info.codepoint, -place.y_advance, place.x_offset, place.y_offset, stands_for)
                for info, place, stands_for in zip(infos, places, texts, strict=True)
            )
        high, low = (round(share * self.units_per_em) for share in (self.ascent, self.descent))
        return tuple(
            (
                info.codepoint,
                high - low if stands_for else 0,
                -self.glyph_width(info.codepoint) // 2,
                -high,
                stands_for,
            )
            for info, stands_for in zip(infos, texts, strict=True)
        )

    def measure(self, text: str, ligatures: bool = True) -> tuple[int, int]:
        """The advance and the clusters of the shaped text, without its glyphs."""
        pieces = self.pieces(text)
        if len(pieces) == 1:  # as each word, and quicker
            return self._shape(text, ligatures)[1:]
        shaped = [self._shape(piece, ligatures) for piece in pieces]
        return sum([part.advance for part in shaped]), sum([part.clusters for part in shaped])

    def width(self, text: str, spacing: float) -> float:
        """The advance of the text, as a fraction of the em, with `spacing` (of an em) after every
        letter."""
        advance, clusters = self.measure(text, not spacing)
        return advance / self.units_per_em + spacing * clusters

    def pieces(self, text: str) -> tuple[str, ...]:
        """The text cut after spaces wherever the font draws both sides alike alone and together:
        words come back, lines do not. A text of several scripts is cut where another one begins."""
        pieces = self._lines.get(text)
        if pieces is None:
            if " " not in text[:-1] and _latin(text):
                return (text,)
            pieces = self._cut(text)
            self.line(pieces)
        return pieces

    def line(self, pieces: tuple[str, ...]) -> str:
        """The text of pieces that stand apart; who asks for its pieces is given these."""
        text = "".join(pieces)
        if len(self._lines) >= 4096:
            self._lines.clear()
        self._lines[text] = pieces
        return text

    def _cut(self, text: str) -> tuple[str, ...]:
        if not _latin(text):
            return _of_one_script(text)
        piece, *words = text.split(" ")
        pieces = []
        for word in words:
            if self.apart(piece[-1:], word[:1]):
                pieces.append(piece + " ")
                piece = word
            else:
                piece += " " + word
        return (*pieces, piece)

    def writes(self, piece: str) -> bool:
        """True if a piece of text is written from left to right in glyphs of this font as it
        stands."""
        return _latin(piece) and self.has(piece)

    def _stand_apart(self, before: str, after: str) -> bool:
        if not before or not after:
            return False
        together = self._shape(f"{before} {after}", True)
        return together.glyphs == tuple(
            chain.from_iterable(self._shape(part, True).glyphs for part in (before, " ", after))
        )

    def _stands_before_space(self, letter: str, ligatures: bool) -> bool:
        """True if a letter and a space behind it are drawn alike alone and together."""
        together = self._shape(f"{letter} ", ligatures)
        return (
            together.glyphs
            == self._shape(letter, ligatures).glyphs + self._shape(" ", ligatures).glyphs
        )

    def featured(self, features: Features) -> Font:
        """The font asked to set text otherwise than usual, by OpenType features; `plain` leads
        back to this one."""
        font = self._featured.get(features)
        if font is None:
            font = self._featured[features] = Font(
                self.path, self.data, self.family, self.weight, self.italic, self.instance
            )
            font.plain, font._asked, font.file_number = self, dict(features), self.file_number
            font.inside_drawing = self.inside_drawing
        return font

    @property
    def small_capitals(self) -> bool:
        """True if it is asked for its small capitals."""
        return SMALL_CAPITALS[0][0] in self._asked

    def has_small_capitals(self, text: str) -> bool:
        """True if it has small capitals of its own for letters of a text."""
        return self.featured(SMALL_CAPITALS).shape(text).glyphs != self.shape(text).glyphs

    def varied(self, settings: Settings) -> Font:
        """The font elsewhere on its axes, on each as near as it reaches (CSS Fonts 4, 8.2); the
        same one where it has none of them."""
        axes = {axis.tag: axis for axis in self._face.axis_infos}
        positions = {
            tag: min(max(value, axes[tag].min_value), axes[tag].max_value)
            for tag, value in settings
            if tag in axes
        }
        stands = {**dict(self.instance.axes), **positions}
        if stands == dict(self.instance.axes):
            return self
        settings = tuple(sorted(positions.items()))
        font = self._varied.get(settings)
        if font is None:
            instance = Instance(self.instance.number, tuple(stands.items()))
            font = self._varied[settings] = Font(
                self.path, self.data, self.family, self.weight, self.italic, instance
            )
            font.settings = settings
            font.file_number = self.file_number
            font.inside_drawing = self.inside_drawing
        return font

    def _buffer(self, text: str, before: str = "", after: str = "") -> Any:
        buffer = hb.Buffer()
        buffer.add_str(before + text + after, len(before), len(text))
        buffer.flags = _UNSEEN_LEFT_OUT
        if _latin(text):
            # also where there is no letter to guess from, as in "12"
            buffer.direction = "ltr"
            buffer.script = "Latn"
        else:
            buffer.guess_segment_properties()
        if before and not any(map(str.isalnum, text)):
            around = hb.Buffer()
            around.add_str(before)
            around.guess_segment_properties()
            if around.script:  # signs before signs have none
                buffer.script = around.script
        # HarfBuzz would take the language of the machine, and the bytes would change with it
        buffer.language = "en"
        return buffer

    def _shaped(
        self, text: str, ligatures: bool, before: str = "", after: str = "", judged: bool = True
    ) -> Shaped:
        if (
            text[-1:] == " "
            and len(text) > 2
            and not (before or after)
            and _latin(text)
            and self._before_space(text[-2], ligatures)
        ):
            word, space = self._shape(text[:-1], ligatures), self._shape(" ", ligatures)
            return Shaped(
                word.glyphs + space.glyphs,
                word.advance + space.advance,
                word.clusters + space.clusters,
            )
        buffer = self._buffer(text, before, after)
        hb.shape(
            self._font,
            buffer,
            None
            if ligatures and not self._asked
            else {**({} if ligatures else _LOOSE), **self._asked},
        )
        begin = len(before)
        clusters = [info.cluster - begin for info in buffer.glyph_infos]
        stands_for = _clusters(clusters, text)
        count = len(clusters) if stands_for is text else len(set(clusters))
        # one string for all glyphs is quicker to fetch than two objects for each
        serialized = buffer.serialize(self._font, flags=_ONLY_PLACES)[1:-1]
        glyphs = tuple(
            map(self._glyphs.__getitem__, zip(serialized.split("|"), stands_for, strict=False))
        )
        if judged and self._glyphs.hollow and not self._glyphs.hollow.isdisjoint(glyphs):
            self._refuse_hollow(glyphs)
        return Shaped(glyphs, sum(map(_ADVANCE, glyphs)), count)

    def _refuse_hollow(self, glyphs: Sequence[Glyph]) -> None:
        """Raises CardgenError for letters of which nothing shows; of characters who asks for fonts
        by character hears."""
        for text in self._hollow_clusters(glyphs):
            if not self._late.isdisjoint(text) or not any(map(self.hollow, text)):
                fault = f'the font "{self.path.name}" draws no outline for "{text}"'
                raise CardgenError(
                    Finding(
                        "font-unusable", fault, "use another font for this text", Place(self.path)
                    )
                )

    def _hollow_clusters(self, glyphs: Sequence[Glyph]) -> Iterator[str]:
        """The texts of clusters of which nothing shows; one of several glyphs may have blank ones
        among them.

        A font that draws "!=" as one sign leaves the place of its first letter blank.
        """
        starts = [index for index, glyph in enumerate(glyphs) if glyph[4]]
        for start, end in pairwise([*starts, len(glyphs)]):
            gid, text = glyphs[start][0], glyphs[start][4]
            if glyphs[start] not in self._glyphs.hollow or any(
                self._draws(glyph[0]) for glyph in glyphs[start + 1 : end]
            ):
                continue
            is_blank_elsewhere = (
                len(text) == 1 and self.ink(gid) is None and self._draws(self._nominal_glyph(text))
            )
            if not is_blank_elsewhere and not self._meant_blank(text):
                yield text

    def _metric(self, tag: Any) -> float:
        return (self._font.get_metric_position(tag) or 0) / self.units_per_em

    def _reach(self, letters: str) -> tuple[float, float]:
        """Lowest and highest ink of those letters that the font has, as fractions of the em."""
        boxes = [
            self.ink(gid)
            for letter in letters
            if (gid := self._font.get_nominal_glyph(ord(letter)))
        ]
        low = min((box[1] for box in boxes if box), default=0)
        high = max((box[3] for box in boxes if box), default=0)
        return low / self.units_per_em, high / self.units_per_em

    def _table(self, tag: str) -> bytes:
        blob = self._face.reference_table(tag)
        return bytes(blob.data) if blob is not None else b""


class _SegmentPen:
    """Gathers an outline as segments of a path, told as fontTools tells its pens."""

    def __init__(self, units: float) -> None:
        self.units = units
        self.segments: list[tuple[str, tuple[float, ...]]] = []

    def add(self, kind: str, *points: tuple[float, float]) -> None:
        flat = tuple(value / self.units for point in points for value in point)
        self.segments.append((kind, flat))

    moveTo = partialmethod(add, "m")  # noqa: N815
    lineTo = partialmethod(add, "l")  # noqa: N815
    curveTo = partialmethod(add, "c")  # noqa: N815
    closePath = partialmethod(add, "h")  # noqa: N815

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        """Add a curve of one handle as the same one of two."""
        (start_x, start_y), (x, y), end = (
            (self.segments[-1][1][-2] * self.units, self.segments[-1][1][-1] * self.units),
            *points,
        )
        handles = [
            (near_x + (x - near_x) * 2 / 3, near_y + (y - near_y) * 2 / 3)
            for near_x, near_y in ((start_x, start_y), end)
        ]
        self.add("c", *handles, end)


def _clusters(clusters: list[int], text: str) -> Sequence[str]:
    """The text that each glyph stands for, by where its cluster begins: "" where an earlier glyph
    stands for it."""
    if clusters == list(range(len(text))):
        return text
    starts = sorted({*clusters, len(text)}) if clusters else [0]
    starts[0] = 0  # hidden characters before the first glyph have none of their own
    ends = {
        cluster: text[start:end]
        for cluster, (start, end) in zip(sorted(set(clusters)), pairwise(starts), strict=True)
    }
    return [ends.pop(cluster, "") for cluster in clusters]


def _more(text: str) -> float:
    """The distance that a letter may stand out above capitals, in ems."""
    base, *others = list(text if text.isascii() else unicodedata.normalize("NFD", text))
    marks = [mark for mark in others if unicodedata.combining(mark)]
    if len(others) - len(marks) >= _LIGATURE:
        return _OTHERWISE
    if base.upper() != base.lower() or base.isdecimal():
        stacked = len(marks) > 1  # as in Vietnamese
        return _SIGNS if stacked else _ACCENTED if marks and base.isupper() else _ASCENDING
    kind = unicodedata.category(base)
    return (
        _SIGNS
        if kind[0] in "PZ" or (kind[0] == "S" and ord(base) < 0x2000)
        else _ASCENDING
        if kind == "So"
        else _OTHERWISE
    )


def _latin(text: str) -> bool:
    """True if a text is in letters and signs that run from left to right each for itself."""
    return text.isascii() or bool(_LATIN.fullmatch(text))


def _together(shaped: Sequence[Shaped]) -> Shaped:
    """Parts of a text, shaped, one behind the other."""
    if len(shaped) == 1:
        return shaped[0]
    glyphs = tuple(chain.from_iterable(part.glyphs for part in shaped))
    return Shaped(
        glyphs, sum(part.advance for part in shaped), sum(part.clusters for part in shaped)
    )


def _of_one_script(text: str) -> tuple[str, ...]:
    """The text cut where letters of another script begin, for each is shaped by its own rules;
    signs and digits are of the script before them. Text from right to left stays whole: its pieces
    would stand in the other order."""
    pieces, start, script = [], 0, ""
    for at, letter in enumerate(text):
        other = _script(letter)
        if other == _LEFTWARD:
            return (text,)
        if script and other and other != script:
            pieces.append(text[start:at])
            start = at
        script = other or script
    return (*pieces, text[start:])


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """The script of a letter (Unicode Standard Annex 24), the same for those that Chinese and
    Japanese mix; "" for what any script may use."""
    if unicodedata.bidirectional(letter) in ("R", "AL"):
        return _LEFTWARD
    kind = unicodedata.category(letter)
    if kind[0] not in "LM" or kind == "Lm":
        return ""
    if _latin(letter):
        return "" if kind[0] == "M" else "Latn"
    from fontTools.unicodedata import script  # most texts are in Latin letters

    code: str = script(letter)
    return "" if code in ("Zyyy", "Zinh", "Zzzz") else "Hani" if code in _MIXED else code


def _blank(text: str) -> bool:
    """True if a text is meant to leave no ink: spaces, controls, what is hidden, and letters that
    only fill a place."""
    return all(
        unicodedata.category(letter) in _BLANK_KINDS or letter in INVISIBLE or letter in _FILLERS
        for letter in text
    )


def subset(font: Font, gids: Collection[int]) -> bytes:
    """The font with the outlines of these glyphs only, every glyph keeping its id; tables a PDF
    does not read are left out.

    Raises CardgenError for a font too broken to take apart.
    """
    request = hb.SubsetInput()
    request.glyph_set.update({0, *gids})
    request.flags = _CUT | _AS_CFF
    request.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in _NOT_IN_PDF)
    bare = {gid for gid in gids if font.in_colours(gid) and not font.edges(gid, 1)}
    boxed = not font.outlined or (bare and not font._table("CFF ") and not font._table("CFF2"))
    return _cut(font, request, face=_with_boxes(font, bare) if boxed else None)


def whole(font: Font, spanning: bool) -> bytes:
    """The font as a file of its own, for a browser: out of its collection, where it stands on its
    axes, or `spanning` its weights. An axis stays variable if the instance is at its default
    there.

    Raises CardgenError for a font too broken to take apart.
    """
    stands = dict(font.instance.axes)
    free = {
        axis.tag
        for axis in font._face.axis_infos
        if axis.tag not in _CHOSEN and stands.get(axis.tag) == axis.default_value
    }
    if stands.get("wdth") != 100:
        free.discard("wdth")
    if spanning:
        free.add("wght")
    if free.issuperset(stands):
        return alone(font.data, font.instance.number)
    request = hb.SubsetInput()
    request.keep_everything()
    return _cut(font, request, free)


def _cut(font: Font, request: Any, free: Collection[str] = (), face: Any = None) -> bytes:
    face = face or hb.Face(hb.Blob(font.data), font.instance.number)
    for tag, value in font.instance.axes:
        if tag not in free:
            request.pin_axis_location(face, tag, value)
    try:
        return bytes(hb.subset(face, request).blob.data)
    except RuntimeError:
        raise CardgenError(
            Finding(
                "font-unusable",
                f'the font "{font.path.name}" is broken',
                "get the file anew from where it came",
                Place(font.path),
            )
        ) from None


def _with_boxes(font: Font, gids: Collection[int]) -> Any:
    """The font's face with boxes for the outlines of some glyphs that have none, though they are
    seen in colours: readers pass over text that takes no room."""
    (count,) = struct.unpack_from(">H", font._table("maxp"), 4)
    head = bytearray(font._table("head"))
    outlines = font._table("glyf")
    places = font._table("loca")
    long = struct.unpack_from(">h", head, 50)[0]
    starts = [
        start * (1 if long else 2)
        for (start,) in struct.iter_unpack(">L" if long else ">H", places)
    ] or [0] * (count + 1)
    low, high = (round(share * font.units_per_em) for share in (font.descent, font.ascent))
    outlines_with_boxes, ends = bytearray(), [0]
    for gid, (start, end) in enumerate(pairwise(starts[: count + 1])):
        wide = font.glyph_width(gid)
        box = (
            1,
            0,
            low,
            wide,
            high,
            3,
            0,
            1,
            1,
            1,
            1,
            *(0, wide, 0, -wide),
            *(low, 0, high - low, 0),
        )
        outlines_with_boxes += (
            struct.pack(">5hHH4B8h", *box) if gid in gids else outlines[start:end]
        )
        outlines_with_boxes += bytes(-len(outlines_with_boxes) % 4)
        ends.append(len(outlines_with_boxes))
    struct.pack_into(">h", head, 50, 1)
    most = bytearray(font._table("maxp")[:32].ljust(32, b"\0"))
    points, contours = struct.unpack_from(">HH", most, 6)
    struct.pack_into(">LHHH", most, 0, 0x00010000, count, max(points, 4), max(contours, 1))
    copied_tags = (
        "cmap",
        "hhea",
        "hmtx",
        "OS/2",
        "post",
        "name",
        "cvt ",
        "fpgm",
        "prep",
        "fvar",
        "avar",
        "gvar",
        "HVAR",
    )
    new_tables = {
        "glyf": bytes(outlines_with_boxes) or bytes(4),
        "loca": struct.pack(f">{len(ends)}L", *ends),
        "head": bytes(head),
        "maxp": bytes(most),
    }
    tables = sorted(({tag: font._table(tag) for tag in copied_tags} | new_tables).items())
    sums = 0  # which nobody checks
    return hb.Face(
        hb.Blob(
            joined(
                b"\0\1\0\0",
                [(tag.encode("latin-1"), sums, table) for tag, table in tables if table],
            )
        )
    )


def cff_table(data: bytes) -> bytes:
    """The bare outlines of a subset in the Compact Font Format; none of one with TrueType
    outlines."""
    blob = hb.Face(hb.Blob(data)).reference_table("CFF ")
    return bytes(blob.data) if blob is not None else b""
