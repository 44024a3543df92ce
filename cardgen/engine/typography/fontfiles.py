"""Font files (OpenType's tables) as they lie in a folder: unpacked, read, and judged fit to print
or not.

A file may be packed for the web, hold several fonts (a collection), or span weights and widths (a
variable font)."""

from __future__ import annotations

import hashlib
import math
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import uharfbuzz as hb

from cardgen.base.files import leads_out, read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.engine.typography.woff import (
    MOST_BYTES,
    DamagedFontError,
    SwollenFontError,
    joined,
    unpacked,
)

FONT_LIST = "fonts.yaml"
_OTHERS = {".pfb": "Type 1", ".pfa": "Type 1", ".dfont": "a Mac's own", ".otb": "bitmaps"}
FONT_SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", *_OTHERS})
"""What files of fonts end in, those of kinds that cannot be used among them."""

MOST_FONTS = 256
"""In a collection."""
_NEEDED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6}  # and the least bytes of each
_OUTLINES = (("glyf", "loca"), ("CFF ",), ("CFF2",))
_PICTURES = (("CBDT", "CBLC"), ("sbix",), ("SVG ",))
"""What draws glyphs without outlines."""
_FLAVOURS = (b"\x00\x01\x00\x00", b"true", b"OTTO")
_RESTRICTED = 0x0002  # OS/2 fsType: may not be embedded without its maker's leave
_NORMAL_WIDTH = 5
_LEANING = re.compile(r"italic|oblique", re.IGNORECASE)
"""What the style of a font is called that leans, whether it says so elsewhere or not."""

Tables = Mapping[str, memoryview]
Refuse = Callable[[str, str], CardgenError]


class Axis(NamedTuple):
    """An axis of a variable font: its least, its usual and its greatest value."""

    least: float
    usual: float
    most: float

    def nearest(self, value: float) -> float:
        return min(max(value, self.least), self.most)


class KnownAs(NamedTuple):
    """Further names of the families of a font, and of the font itself."""

    families: tuple[str, ...]
    fonts: tuple[str, ...]


class FontMember(NamedTuple):
    """One font of a file, as its own tables describe it.

    `family` is how templates ask for it, `plain_family` what programs call it in which a family has
    four styles and no more. `names` are those by which it can be chosen out of a collection;
    `known_as` has what its families and itself are called in other languages, and by other
    programs. `fault` keeps it from being used."""

    number: int
    family: str
    plain_family: str
    names: tuple[str, ...]
    weight: int
    italic: bool
    of_usual_width: bool
    axes: Mapping[str, Axis]
    fault: Finding | None
    known_as: KnownAs = KnownAs((), ())

    @property
    def own_names(self) -> tuple[str, ...]:
        """Those of its names that no other font of its family should have."""
        return tuple(name for name in self.names if name not in (self.family, self.plain_family))

    @property
    def weights(self) -> tuple[int, int]:
        """The lightest and the boldest."""
        span = self.axes.get("wght")
        low, high = (
            (max(1, math.ceil(span.least)), min(1000, math.floor(span.most))) if span else (1, 0)
        )
        return (low, high) if low <= high else (self.weight, self.weight)

    @property
    def slants(self) -> frozenset[bool]:
        """The slants of its faces: {False}, {True}, or both where an axis slants it."""
        return frozenset(
            {False, True} if {"ital", "slnt"}.intersection(self.axes) else {self.italic}
        )


class LoadedFont(NamedTuple):
    """A font file as OpenType, however it was packed, and the fonts in it: one, but for a
    collection. It lies in a folder `home`."""

    path: Path
    home: Path
    data: bytes
    members: tuple[FontMember, ...]


def read_font(path: Path, home: Path, named_at: Place | None = None) -> LoadedFont:
    """The fonts of a file, each judged on its own. `home` is the folder it must not lead out of.

    Raises CardgenError, at the place that names the file if there is one, for a file that cannot be
    read."""
    place = named_at or Place(path)

    def refuse(fault: str, remedy: str) -> CardgenError:
        return CardgenError(
            Finding("font-unusable", f'the font "{path.name}" {fault}', remedy, place)
        )

    if kind := _OTHERS.get(path.suffix.lower()):
        raise refuse(
            f"is of a kind that cannot be used ({kind})",
            "convert it to .otf or .ttf, as FontForge does",
        )
    if leads_out(path, home):
        raise refuse("lies outside the folder of fonts", "copy the file into the folder")
    try:
        too_large = path.stat().st_size > MOST_BYTES
        data = b"" if too_large else read_inside(path, home, MOST_BYTES)
    except CardgenError as error:
        raise refuse(
            f"cannot be read: {error.findings[0].what}", error.findings[0].remedy
        ) from None
    except FileNotFoundError:
        raise refuse(
            "is not there",
            did_you_mean(path.name, _siblings(path), "put the file there, or take its line out"),
        ) from None
    except OSError as error:
        raise refuse(
            f"cannot be read: {error.strerror or error}", "see that it is a file you may read"
        ) from None
    if too_large:
        raise refuse(f"is larger than {MOST_BYTES >> 20} MB", "use a font with fewer characters")
    return _loaded(data, path, home, refuse)


def font_in(data: bytes, family: str) -> LoadedFont:
    """A font that is no file: its family is that of who brings it. Raises CardgenError for what
    cannot be read."""

    def refuse(fault: str, remedy: str) -> CardgenError:
        return CardgenError(Finding("font-unusable", f'the font "{family}" {fault}', remedy))

    return _loaded(data, Path(family), Path(), refuse)


def _loaded(data: bytes, path: Path, home: Path, refuse: Refuse) -> LoadedFont:
    """The fonts of a file's bytes. Raises CardgenError."""
    try:
        data = unpacked(data)
        members = tuple(
            _member(data, index, tables, path, refuse) for index, tables in enumerate(_fonts(data))
        )
    except SwollenFontError:
        raise refuse(
            "unpacks to more than is taken", "put it there unpacked, as a .ttf or .otf file"
        ) from None
    except (DamagedFontError, struct.error, UnicodeDecodeError):
        raise refuse("is broken or not a font", "get the file anew from where it came") from None
    return LoadedFont(path, home, data, members)


@lru_cache(maxsize=64)
def digested(data: bytes) -> Any:
    """The SHA-256 of a file, begun: all fonts of a collection go on from its copies."""
    return hashlib.sha256(data)


def rights(os2: bytes | memoryview) -> int:
    """The rights to embed a font: the bits of fsType in its OS/2 table, 0 without one."""
    return int(struct.unpack_from(">H", os2, 8)[0]) if len(os2) >= 10 else 0


def _siblings(path: Path) -> list[str]:
    return sorted(
        other.name for other in path.parent.glob("*") if other.suffix.lower() in FONT_SUFFIXES
    )


# -- fonts and their tables
# --------------------------------------------------------------------------------------------------


def _fonts(data: bytes) -> Iterator[Tables]:
    """The tables of each font in a file.

    Raises DamagedFontError and struct.error for a file that is not whole."""
    if data[:4] != b"ttcf":
        yield _tables(data, 0)
        return
    (count,) = struct.unpack_from(">L", data, 8)
    if not 0 < count <= MOST_FONTS:
        raise DamagedFontError
    for offset in struct.unpack_from(f">{count}L", data, 12):
        yield _tables(data, offset)


def alone(data: bytes, number: int) -> bytes:
    """A font of a collection as a file of its own, its tables as they stand; any other file as it
    is."""
    if data[:4] != b"ttcf":
        return data
    (start,) = struct.unpack_from(">L", data, 12 + 4 * number)
    (count,) = struct.unpack_from(">H", data, start + 4)
    entries = [
        struct.unpack_from(">4sLLL", data, start + 12 + 16 * index) for index in range(count)
    ]
    return joined(
        data[start : start + 4],
        [(tag, checksum, data[offset : offset + size]) for tag, checksum, offset, size in entries],
    )


def _tables(data: bytes, start: int) -> Tables:
    if data[start : start + 4] not in _FLAVOURS:
        raise DamagedFontError
    tables = {}
    for index in range(struct.unpack_from(">H", data, start + 4)[0]):
        tag, _, offset, size = struct.unpack_from(">4sLLL", data, start + 12 + 16 * index)
        if offset + size > len(data):
            raise DamagedFontError
        tables[tag.decode("latin-1")] = memoryview(data)[offset : offset + size]
    return tables


def _member(data: bytes, index: int, tables: Tables, path: Path, refuse: Refuse) -> FontMember:
    face = hb.Face(hb.Blob(data), index)
    kinds = hb.OTNameIdPredefined
    plain = _name(face, kinds.FONT_FAMILY) or path.stem
    family = _name(face, kinds.TYPOGRAPHIC_FAMILY) or plain
    names = (_name(face, kinds.FULL_NAME), _name(face, kinds.POSTSCRIPT_NAME), family, plain)
    style = _name(face, kinds.TYPOGRAPHIC_SUBFAMILY) or _name(face, kinds.FONT_SUBFAMILY)
    weight, italic, usual = _own_style(tables)
    italic |= bool(_LEANING.search(style))
    axes = {
        axis.tag: Axis(axis.min_value, axis.default_value, axis.max_value)
        for axis in face.axis_infos
    }
    prefix = f'"{names[0] or family}" ' if data[:4] == b"ttcf" else ""
    fault = next(
        (refuse(prefix + what, remedy).findings[0] for what, remedy in _faults(tables)), None
    )
    return FontMember(
        index,
        family,
        plain,
        tuple(filter(None, names)),
        weight,
        italic,
        usual,
        axes,
        fault,
        _known_as(face),
    )


# OpenType, "name": families as Windows, typographers and WWS have them; full and PostScript names,
# those of old Macs and of CID fonts
_FAMILY_NAMES, _FONT_NAMES = frozenset({1, 16, 21}), frozenset({4, 6, 18, 20})
_MOST_NAMES = 400


def _known_as(face: Any) -> KnownAs:
    families: list[str] = []
    fonts: list[str] = []
    for name_record in face.list_names()[:_MOST_NAMES]:
        kinds = (
            families
            if name_record.name_id in _FAMILY_NAMES
            else fonts
            if name_record.name_id in _FONT_NAMES
            else None
        )
        if kinds is not None:
            kinds.append(_name(face, name_record.name_id, name_record.language))
    families, fonts = ([name for name in names if name] for names in (families, fonts))
    return KnownAs(tuple(dict.fromkeys(families)), tuple(dict.fromkeys(fonts)))


def _name(face: Any, kind: Any, *language: str) -> str:
    """A text that a font has about itself; empty for nothing, and for the signs that makers of web
    fonts put in its place."""
    text = face.get_name(kind, *language) or ""
    return text if text.isprintable() and any(map(str.isalnum, text)) else ""


def _faults(tables: Tables) -> Iterator[tuple[str, str]]:
    """Faults that keep a font from being printed, with remedies."""
    outlines, pictures = (
        any(all(tables.get(tag) for tag in tags) for tags in ways)
        for ways in (_OUTLINES, _PICTURES)
    )
    lacking = [tag for tag, least in _NEEDED.items() if len(tables.get(tag, b"")) < least]
    if "COLR" in tables and not (outlines or pictures):
        yield (
            "draws its letters in colours only (COLR)",
            "use a font with outlines, or pictures of the signs as icons",
        )
    elif lacking or not (outlines or pictures):
        yield (
            f"lacks what a font needs ({', '.join(lacking or ['glyf'])})",
            "get the file anew from where it came",
        )
    if rights(tables.get("OS/2", b"")) & 0x000F == _RESTRICTED:
        yield (
            "forbids embedding in a PDF",
            "use another font, or ask its maker for a file that may be embedded",
        )


def _own_style(tables: Tables) -> tuple[int, bool, bool]:
    """The weight a font gives itself, whether it is italic or oblique, and whether it is neither
    narrow nor wide."""
    os2, head = tables.get("OS/2", b""), tables.get("head", b"")
    if len(os2) < 64:
        mac_style = struct.unpack_from(">H", head, 44)[0] if len(head) >= 46 else 0
        return 700 if mac_style & 1 else 400, bool(mac_style & 2), True
    weight, width, selection = (struct.unpack_from(">H", os2, at)[0] for at in (4, 6, 62))
    weight *= 100 if weight < 10 else 1  # old fonts count from 1 to 9
    return min(weight, 1000) or 400, bool(selection & 0x0201), width == _NORMAL_WIDTH


# -- What a list of fonts names
# --------------------------------------------------------------------------------------------------


class FontFace(NamedTuple):
    """A face that a list of fonts names: a file, or the font of a collection by its `name`.

    Without a weight it serves all that the file spans, or 400; without a slant what the file spans,
    or upright. `axes` are where it stands on the axes of a variable font, beside those of weight
    and slant. `again` is what is wrong with a second face of one style, unless its file has other
    letters."""

    path: Path
    file_place: Place
    place: Place
    name: str
    weight: int | None
    italic: bool | None
    axes: Mapping[str, float]
    again: Finding | None = None


@dataclass(slots=True)
class FontList:
    """The families that a folder's list of fonts names, and every problem of it.

    `families`: name -> its faces, none of one that is wrong. `fallbacks`: name -> families and
    their place."""

    FILE: ClassVar[str] = FONT_LIST
    """The file that has it, in a folder of fonts."""
    SUFFIXES: ClassVar[frozenset[str]] = FONT_SUFFIXES
    """How files of fonts end."""

    families: dict[str, list[FontFace]] = field(default_factory=dict)
    fallbacks: dict[str, tuple[tuple[str, ...], Place]] = field(default_factory=dict)
    problems: list[Finding] = field(default_factory=list)


def no_list(folder: Path) -> FontList:
    """The list of a folder that has none: its fonts are known by their own names."""
    return FontList()


def chosen(face: FontFace, loaded: LoadedFont) -> FontMember:
    """The font of a file that a face of fonts.yaml means. Raises CardgenError for one that is not
    there, or has no such axes."""
    names = [name for member in loaded.members for name in member.names[:1]]
    name_sought = face.name.casefold()
    members = [
        member
        for member in loaded.members
        if not name_sought or name_sought in (name.casefold() for name in member.names)
    ]
    if not members or (len(members) > 1 and not name_sought):
        fault = (
            f'no font in "{face.path.name}" is called "{face.name}"'
            if name_sought
            else f'"{face.path.name}" holds {len(names)} fonts'
        )
        remedy = (
            did_you_mean(face.name, names)
            if name_sought
            else f"choose one by its name, such as  name: {names[0]}"
        )
        raise CardgenError(Finding("font-unusable", fault, remedy, face.file_place))
    member = members[0]
    if member.fault:
        raise CardgenError(member.fault)
    for tag, value in face.axes.items():
        axis = member.axes.get(tag)
        if axis is None:
            remedy = did_you_mean(tag, member.axes) if member.axes else "take the axes out"
            raise CardgenError(
                Finding(
                    "font-unusable", f'"{face.path.name}" has no axis "{tag}"', remedy, face.place
                )
            )
        if value != axis.nearest(value):
            remedy = f"use a number from {axis.least:g} to {axis.most:g}"
            raise CardgenError(
                Finding(
                    "font-unusable",
                    f'the axis "{tag}" of "{face.path.name}" does not reach {value:g}',
                    remedy,
                    face.place,
                )
            )
    return member
