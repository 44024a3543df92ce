"""The fonts that print: found in folders, chosen by CSS's rules, shaped and measured with HarfBuzz, cut down for embedding."""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import uharfbuzz as hb

from cardgen.errors import CardgenError, Place, Problem, did_you_mean
from cardgen.fontfiles import LIST, SUFFIXES, FontList, own_style, read_font

Glyph = tuple[int, int, int, int, str]
"""A glyph placed: its id, advance, x and y offset in font units, and the text it stands for ("" when an earlier glyph stands for it)."""

# HarfBuzz draws these from the plain space or leaves them out, so a font need not have them.
_SPACES = frozenset("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_INVISIBLE = frozenset(
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
) | frozenset(map(chr, range(0xFE00, 0xFE10)))
_LATIN = re.compile("[\u0000-\u036f\u1e00-\u1eff\u2000-\u200b\u2010-\u2027\u202f-\u205f\u20a0-\u20cf\u2190-\u22ff]*")
_ADVANCE = itemgetter(1)
_LOOSE = {"liga": 0, "clig": 0}
"""What is off in letter-spaced text."""
_DRAWN = re.compile(r"(\d+)(?:@(-?\d+),(-?\d+))?(?:\+(-?\d+))?")
_ONLY_PLACES = hb.BufferSerializeFlags.NO_GLYPH_NAMES | hb.BufferSerializeFlags.NO_CLUSTERS
# PDF 32000-1, 9.9: a TrueType font under an Identity-H encoding is read by glyph id; names, characters and layout are the PDF's own.
_NOT_IN_PDF = (b"BASE", b"DSIG", b"GDEF", b"GPOS", b"GSUB", b"OS/2", b"STAT", b"cmap", b"gasp", b"kern", b"meta", b"name", b"post")


class Shaped(NamedTuple):
    """A text as one font draws it, in the order of drawing. `advance` is in font units; `clusters` counts what letter-spacing spaces."""

    glyphs: tuple[Glyph, ...]
    advance: int
    clusters: int


class _Glyphs(dict[tuple[str, str], Glyph]):
    """Glyphs by how HarfBuzz writes them ("37+560", "37@-5,0+560") and what they stand for: each made once, as texts share most of them."""

    def __missing__(self, key: tuple[str, str]) -> Glyph:
        drawn, stands_for = key
        numbers = _DRAWN.match(drawn)
        gid, x_offset, y_offset, advance = (int(number or 0) for number in numbers.groups()) if numbers else (0, 0, 0, 0)
        self[key] = glyph = (gid, advance, x_offset, y_offset, stands_for)
        return glyph


class MissingGlyph(CardgenError):  # noqa: N818 - named for what is the matter, as its base is
    """Characters that no font of a family list has. `characters` holds each one once, in order."""

    def __init__(self, characters: Sequence[str], families: Sequence[str]) -> None:
        self.characters = tuple(characters)
        self.families = tuple(families)
        super().__init__(
            *(
                Problem(
                    f"no font has the character {described(character)}; tried {', '.join(families)}",
                    f"use another character or an icon, or add a font that has it to fonts/ and to a fallback in {LIST}",
                )
                for character in characters
            )
        )


class Font:
    """One face: a TrueType file under the family, weight and italic by which templates ask for it.

    Two files are two fonts whatever they call themselves: `key`, from the content, tells them apart.
    """

    def __init__(self, path: Path, data: bytes, family: str, weight: int, italic: bool) -> None:
        self.path = path
        self.data = data
        self.family = family
        self.weight = weight
        self.italic = italic
        self._face = hb.Face(hb.Blob(data))
        self._font = hb.Font(self._face)
        self._glyphs = _Glyphs()
        self.plain = self
        self._asked: dict[str, int] = {}
        self._featured: dict[tuple[tuple[str, int], ...], Font] = {}
        self._shape = lru_cache(maxsize=8192)(self._shaped)
        self._known_pieces: dict[str, tuple[str, ...]] = {}
        self._widths: dict[int, int] = {}
        self._inks: dict[int, tuple[int, int, int, int] | None] = {}
        self._known_ends: dict[str, bool] = {}
        self._known_apart: set[tuple[str, str]] = set()
        self._apart = lru_cache(maxsize=16384)(self._stand_apart)

    def __repr__(self) -> str:
        return f"<Font {self.family} {self.weight}{' italic' if self.italic else ''} {self.key}>"

    @cached_property
    def key(self) -> str:
        """Twelve hexadecimal digits that stand for the file's content."""
        return hashlib.sha256(self.data).hexdigest()[:12]

    @cached_property
    def postscript_name(self) -> str:
        """The name for a PDF's font dictionary: printable ASCII without the signs that PDF syntax uses. Not unique."""
        own = self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.path.stem
        return re.sub(r"[^!-~]|[\[\](){}<>/%#]", "", own)[:63] or self.key

    @cached_property
    def units_per_em(self) -> int:
        return int(self._face.upem)

    @cached_property
    def ascent(self) -> float:
        """Height of the font's line above the baseline, as a fraction of the em. Generous in many fonts: see `cap_height`."""
        return float(self._font.get_font_extents("ltr").ascender / self.units_per_em)

    @cached_property
    def descent(self) -> float:
        """Depth of the font's line as a fraction of the em: negative, below the baseline."""
        return float(self._font.get_font_extents("ltr").descender / self.units_per_em)

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital as a fraction of the em."""
        return self._metric(hb.OTMetricsTag.CAP_HEIGHT) or self._reach("HEI")[1] or 0.7

    @cached_property
    def x_height(self) -> float:
        """Height of a small letter as a fraction of the em."""
        return self._metric(hb.OTMetricsTag.X_HEIGHT) or self._reach("xz")[1] or 0.5

    @cached_property
    def depth(self) -> float:
        """How far the small letters reach below the baseline, as a fraction of the em: `descent` as it is drawn, not as it is claimed."""
        return max(0.0, -self._reach("gjpqy")[0])

    @cached_property
    def italic_angle(self) -> float:
        """Degrees counter-clockwise from upright: negative for letters that lean to the right."""
        table = self._table("post")
        return struct.unpack_from(">l", table, 4)[0] / 65536 if len(table) >= 8 else 0.0

    @cached_property
    def bbox(self) -> tuple[int, int, int, int]:
        """The box around all glyphs drawn over one another, in font units: left, bottom, right, top."""
        left, bottom, right, top = struct.unpack_from(">4h", self._table("head"), 36)
        return left, bottom, right, top

    @cached_property
    def characters(self) -> frozenset[str]:
        """Every character this font can show, those HarfBuzz makes from the space or hides included."""
        own = frozenset(map(chr, self._face.unicodes))
        spaces = _SPACES if " " in own else frozenset()
        hyphens = frozenset("\u2011") if "\u2010" in own else frozenset()
        return own | spaces | hyphens | _INVISIBLE

    def has(self, character: str) -> bool:
        return character in self.characters

    def glyph_width(self, gid: int) -> int:
        """The advance of a glyph on its own, in font units."""
        width = self._widths.get(gid)
        if width is None:
            width = self._widths[gid] = int(self._font.get_glyph_h_advance(gid))
        return width

    def ink(self, gid: int) -> tuple[int, int, int, int] | None:
        """The box around what a glyph draws, in font units with y upward: left, bottom, right, top. None for a space."""
        try:
            return self._inks[gid]
        except KeyError:
            return self._inks.setdefault(gid, self._drawn(gid))

    def _drawn(self, gid: int) -> tuple[int, int, int, int] | None:
        extents = self._font.get_glyph_extents(gid)
        if extents is None or not extents.width or not extents.height:
            return None
        top = extents.y_bearing
        return extents.x_bearing, top + extents.height, extents.x_bearing + extents.width, top

    def edges(self, gid: int, steps: int) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """A glyph's outline in straight pieces, `steps` to a curve, in em with y upward."""
        found: list[tuple[tuple[float, float], tuple[float, float]]] = []
        here: list[tuple[float, float]] = []

        def reach(*points: tuple[float, float]) -> None:
            start, em = here[-1], self.units_per_em
            for step in range(1, steps + 1):
                row = [start, *points]
                while len(row) > 1:  # de Casteljau
                    row = [(a + (c - a) * step / steps, b + (d - b) * step / steps) for (a, b), (c, d) in pairwise(row)]
                found.append(((here[-1][0] / em, here[-1][1] / em), (row[0][0] / em, row[0][1] / em)))
                here.append(row[0])

        class Pen:
            moveTo = lineTo = qCurveTo = curveTo = staticmethod(lambda *points: reach(*points) if here else here.append(points[0]))  # noqa: N815

            @staticmethod
            def closePath() -> None:  # noqa: N802
                reach(here[0])
                here.clear()

        self._font.draw_glyph_with_pen(gid, Pen())
        return found

    @cached_property
    def nominal(self) -> dict[int, str]:
        """The character that each glyph stands for on its own: the first one, where it serves several."""
        return {self._font.get_nominal_glyph(code): chr(code) for code in sorted(self._face.unicodes, reverse=True)}

    def shape(self, text: str, ligatures: bool = True) -> Shaped:
        """The text's glyphs, kerned; letter-spaced text wants `ligatures` off. A character the font lacks becomes glyph 0."""
        pieces = self.pieces(text)
        if len(pieces) == 1:
            return self._shape(text, ligatures)
        shaped = [self._shape(piece, ligatures) for piece in pieces]
        glyphs = tuple(chain.from_iterable(part.glyphs for part in shaped))
        return Shaped(glyphs, sum(part.advance for part in shaped), sum(part.clusters for part in shaped))

    def measure(self, text: str, ligatures: bool = True) -> tuple[int, int]:
        """The advance and the clusters of the shaped text, without its glyphs."""
        shaped = [self._shape(piece, ligatures) for piece in self.pieces(text)]
        return sum([part.advance for part in shaped]), sum([part.clusters for part in shaped])

    def pieces(self, text: str) -> tuple[str, ...]:
        """The text cut after spaces wherever the font draws both sides alike alone and together: words come back, lines do not."""
        if " " not in text:
            return (text,)
        pieces = self._known_pieces.get(text)
        if pieces is None:
            pieces = self._cut(text)
            self.remember(text, pieces)
        return pieces

    def writes(self, piece: str) -> bool:
        """Whether a piece of text is written from left to right in glyphs of this font as it stands."""
        return bool(_LATIN.fullmatch(piece)) and self.characters.issuperset(piece)

    def apart(self, ends: Sequence[str], begins: Sequence[str]) -> bool:
        """Whether pieces that end so (with their last two characters, of which one is a space) stand apart from those that begin so."""
        meetings = set(zip(ends, begins, strict=True))
        if not meetings <= self._known_apart:
            for end, begin in meetings:
                if not (begin and begin != " " and end[:1] not in ("", " ") and end[1:] == " " and self._apart(end[0], begin)):
                    return False
            self._known_apart |= meetings
        return True

    def remember(self, text: str, pieces: tuple[str, ...]) -> None:
        """That a text falls into these pieces, for somebody who knows it from a longer text."""
        if len(self._known_pieces) >= 4096:
            self._known_pieces.clear()
        self._known_pieces[text] = pieces

    def _cut(self, text: str) -> tuple[str, ...]:
        if not _LATIN.fullmatch(text):
            return (text,)
        words = iter(text.split(" "))
        pieces = [next(words)]
        apart = self._apart
        for word in words:
            pieces[-1] += " "
            if word and len(pieces[-1]) > 1 and apart(pieces[-1][-2], word[0]):
                pieces.append(word)
            else:
                pieces[-1] += word
        return tuple(pieces)

    def ends_apart(self, letter: str) -> bool:
        """Whether a letter and a space behind it are drawn as each is alone."""
        found = self._known_ends.get(letter)
        if found is None:
            alone = (*self._shape(letter, True).glyphs, *self._shape(" ", True).glyphs)
            found = self._known_ends[letter] = bool(letter) and self._shape(f"{letter} ", True).glyphs == alone
        return found

    def _stand_apart(self, before: str, after: str) -> bool:
        """Whether a space keeps two characters from changing each other, and is not changed by them."""
        together = self._shape(f"{before} {after}", True)
        return together.glyphs == tuple(chain.from_iterable(self._shape(part, True).glyphs for part in (before, " ", after)))

    def featured(self, features: tuple[tuple[str, int], ...]) -> Font:
        """The same font asked to set text otherwise than usual, by OpenType features; `plain` leads back to this one."""
        found = self._featured.get(features)
        if found is None:
            found = self._featured[features] = Font(self.path, self.data, self.family, self.weight, self.italic)
            found.plain, found._asked = self, dict(features)
        return found

    def _shaped(self, text: str, ligatures: bool) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        if _LATIN.fullmatch(text):
            buffer.direction, buffer.script = "ltr", "Latn"  # also where there is no letter to guess from, as in "12"
        else:
            buffer.guess_segment_properties()
        buffer.language = "en"  # HarfBuzz would take the language of the machine, and the bytes would change with it
        hb.shape(self._font, buffer, {**(_LOOSE if not ligatures else {}), **self._asked} or None)
        clusters = [info.cluster for info in buffer.glyph_infos]
        count = len(clusters)
        stands_for: Iterable[str] = text
        if clusters != list(range(len(text))):
            starts = sorted({*clusters, len(text)}) if clusters else [0]
            count = len(starts) - 1
            starts[0] = 0  # hidden characters before the first glyph have none of their own
            ends = {cluster: text[start:end] for cluster, (start, end) in zip(sorted(set(clusters)), pairwise(starts), strict=True)}
            stands_for = [ends.pop(cluster, "") for cluster in clusters]
        # one string for all glyphs is quicker to fetch than two objects for each
        drawn = buffer.serialize(self._font, flags=_ONLY_PLACES, format=hb.BufferSerializeFormat.TEXT)[1:-1]
        glyphs = tuple(map(self._glyphs.__getitem__, zip(drawn.split("|"), stands_for, strict=False)))
        return Shaped(glyphs, sum(map(_ADVANCE, glyphs)), count)

    def _metric(self, tag: Any) -> float:
        return (self._font.get_metric_position(tag) or 0) / self.units_per_em

    def _reach(self, letters: str) -> tuple[float, float]:
        """Lowest and highest ink of those letters that the font has, as fractions of the em."""
        boxes = [self.ink(gid) for letter in letters if (gid := self._font.get_nominal_glyph(ord(letter)))]
        low = min((box[1] for box in boxes if box), default=0)
        high = max((box[3] for box in boxes if box), default=0)
        return low / self.units_per_em, high / self.units_per_em

    def _table(self, tag: str) -> bytes:
        blob = self._face.reference_table(tag)
        return bytes(blob.data) if blob is not None else b""


class FontBook:
    """The fonts of some folders, the first folder's first.

    A folder's fonts.yaml names families and fallbacks; every other font in it is known by its own names. Raises CardgenError
    with everything that is wrong in a fonts.yaml and the files it names; a file that nobody names is judged when it is asked for.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._names: dict[str, str] = {}
        self._faces: dict[str, dict[tuple[int, bool], Font]] = {}
        self._fallbacks: dict[str, tuple[str, ...]] = {}
        self._refused: dict[str, Problem] = {}
        problems: list[Problem] = []
        asked: list[tuple[str, Place]] = []
        for folder in self._folders:
            listed = FontList(folder)
            for name, faces in listed.families.items():
                self._names.setdefault(_normal(name), name)
                for (weight, italic), (path, place) in faces.items():
                    try:
                        self._add(Font(path, read_font(path, folder, place), name, weight, italic))
                    except CardgenError as error:
                        problems += error.problems
            for name, (fallback, place) in listed.fallbacks.items():
                if self._fallbacks.setdefault(_normal(name), fallback) is fallback:
                    asked += ((other, place) for other in (name, *fallback))
            problems += listed.problems
            named = {path.resolve() for faces in listed.families.values() for path, _ in faces.values()}
            self._scan(folder, named)
        for name, place in asked:
            if _normal(name) not in self._faces:
                problems.append(self._unknown(name, place))
        if problems:
            raise CardgenError(*dict.fromkeys(problems))
        self._runs = lru_cache(maxsize=8192)(self._split)
        self._chain = lru_cache(maxsize=256)(self._fonts)

    def __reduce__(self) -> tuple[Any, ...]:
        return FontBook, (self._folders,)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where the fonts lie."""
        return tuple(self._folders)

    @property
    def families(self) -> tuple[str, ...]:
        """The names of all families, in alphabetical order."""
        return tuple(sorted(self._names[name] for name in self._faces))

    @property
    def refused(self) -> tuple[Problem, ...]:
        """What keeps other files of the folders from being used: a warning until a template asks for one of them."""
        return tuple(self._refused.values())

    @cached_property
    def by_key(self) -> dict[str, Font]:
        """Every font by its key."""
        return {font.key: font for faces in self._faces.values() for font in faces.values()}

    def knows(self, family: str) -> bool:
        return _normal(family) in self._faces

    def face(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font of a family nearest to a weight and italic, by CSS's font matching. Raises CardgenError for an unknown family."""
        faces = self._faces.get(_normal(family))
        if not faces:
            raise CardgenError(self._unknown(family))
        weights = [w for w, i in faces if i == italic]
        italic = italic if weights else not italic
        return faces[_nearest(weight, weights or [w for w, _ in faces]), italic]

    def runs(self, text: str, families: Sequence[str], weight: int = 400, italic: bool = False) -> list[tuple[Font, str]]:
        """The text in pieces, each with the first font that has its characters: of the families in order, then of their fallbacks.

        Marks stay with their base; spaces and invisible characters stay with what stands before them. Raises MissingGlyph, and
        CardgenError for an unknown family.
        """
        return list(self._runs(text, tuple(families), weight, italic))

    def first(self, families: tuple[str, ...], weight: int = 400, italic: bool = False) -> Font:
        """The font that is asked before all others. Raises CardgenError for an unknown family."""
        return self._chain(families, weight, italic)[0]

    def width(self, text: str, families: Sequence[str], weight: int = 400, italic: bool = False, spacing: float = 0.0) -> float:
        """How far the text advances, as a fraction of the em, with `spacing` (of an em) after every letter. Raises like `runs`."""
        width = 0.0
        for font, part in self._split(text, tuple(families), weight, italic):
            shaped = font.shape(part, not spacing)
            width += shaped.advance / font.units_per_em + spacing * shaped.clusters
        return width

    def _add(self, font: Font) -> None:
        name = _normal(font.family)
        self._names.setdefault(name, font.family)
        self._faces.setdefault(name, {}).setdefault((font.weight, font.italic), font)

    def _scan(self, folder: Path, named: set[Path]) -> None:
        """Adds the fonts that fonts.yaml does not name, under the names they give themselves."""
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() not in SUFFIXES or path.resolve() in named or not path.is_file():
                continue
            try:
                data = read_font(path, folder)
            except CardgenError as error:
                self._refused.setdefault(_squeezed(re.split(r"[-_\[.]", path.name)[0]), error.problems[0])
                continue
            face = hb.Face(hb.Blob(data))
            names = (face.get_name(i) for i in (hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY, hb.OTNameIdPredefined.FONT_FAMILY))
            self._add(Font(path, data, next(filter(None, names), path.stem), *own_style(data)))

    def _unknown(self, family: str, place: Place | None = None) -> Problem:
        refused = self._refused.get(_squeezed(family))
        return refused or Problem(f'no font family is called "{family}"', did_you_mean(family, self.families), place)

    def _fonts(self, families: tuple[str, ...], weight: int, italic: bool) -> tuple[Font, ...]:
        names = list(families)
        for name in names:  # grows while it is walked: fallbacks have fallbacks
            known = {_normal(other) for other in names}
            names += (other for other in self._fallbacks.get(_normal(name), ()) if _normal(other) not in known)
        return tuple(self.face(name, weight, italic) for name in names)

    def _split(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> tuple[tuple[Font, str], ...]:
        fonts = self._chain(families, weight, italic)
        if fonts and fonts[0].characters.issuperset(text):
            return ((fonts[0], text),) if text else ()
        runs: list[tuple[Font, str]] = []
        waiting = ""  # spaces before the first run
        missing: list[str] = []
        for letter in _letters(text):
            neutral = letter.isspace() or _INVISIBLE.issuperset(letter)
            if neutral and runs and runs[-1][0].characters.issuperset(letter):
                font = runs[-1][0]
            elif neutral and not runs and _shows(fonts, letter):
                waiting += letter
                continue
            elif found := _shows(fonts, letter):
                font = found
            else:  # a mark that some font has is missing all the same when the font of its base lacks it
                missing += [c for c in letter if not any(font.has(c) for font in fonts)] or letter[1:]
                continue
            if runs and runs[-1][0] is font:
                runs[-1] = (font, runs[-1][1] + letter)
            else:
                runs.append((font, waiting + letter))
                waiting = ""
        if missing:
            raise MissingGlyph(list(dict.fromkeys(missing)), list(dict.fromkeys(font.family for font in fonts)))
        if waiting:
            runs.append((fonts[0], waiting))
        return tuple(runs)


def described(character: str) -> str:
    """A character as a message shows it: itself if it can be seen, its code and its name."""
    name = unicodedata.name(character, "")
    code = f"U+{ord(character):04X}" + (f" {name}" if name else "")
    return f'"{character}" ({code})' if character.isprintable() else code


def _normal(family: str) -> str:
    return " ".join(family.casefold().split())


def _squeezed(family: str) -> str:
    return "".join(family.casefold().split())


def _nearest(weight: int, weights: Sequence[int]) -> int:
    """CSS Fonts 4, section 5.2: upward to 500 for a regular weight, downward first for a lighter, upward first for a bolder one."""
    most = 1000 if weight > 500 else max(weight, 500 if weight >= 400 else weight)

    def rank(other: int) -> tuple[int, int]:
        if weight <= other <= most:
            return 0, other
        return (1, -other) if other < weight else (2, other)

    return min(weights, key=rank)


def _letters(text: str) -> Iterator[str]:
    """The text by letters: a base with its marks, and what zero width joiners join."""
    start = 0
    for index in range(1, len(text)):
        character = text[index]
        joined = character == "\u200d" or text[index - 1] == "\u200d"
        if not joined and not unicodedata.category(character).startswith("M"):
            yield text[start:index]
            start = index
    if text:
        yield text[start:]


def _shows(fonts: Iterable[Font], letter: str) -> Font | None:
    """The first font that has the letter as it stands, composed or decomposed: HarfBuzz makes each from the other."""
    forms = {letter, *(unicodedata.normalize(form, letter) for form in ("NFC", "NFD"))}
    return next((font for font in fonts if any(font.characters.issuperset(form) for form in forms)), None)


def subset(font: Font, gids: Iterable[int]) -> bytes:
    """The font with the outlines of these glyphs only, every glyph keeping its id; tables a PDF does not read are left out.

    Raises CardgenError for a font too broken to take apart.
    """
    wanted = hb.SubsetInput()
    wanted.glyph_set.update({0, *gids})
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
    wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in _NOT_IN_PDF)
    try:
        return bytes(hb.subset(hb.Face(hb.Blob(font.data)), wanted).blob.data)
    except RuntimeError:
        raise CardgenError(
            Problem(f'the font "{font.path.name}" is broken', "get the file anew from where it came", Place(font.path))
        ) from None
