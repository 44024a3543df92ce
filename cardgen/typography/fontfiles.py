"""Font files (OpenType's tables) and fonts.yaml as they lie in a folder: read, and judged fit to print or not."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean
from cardgen.base.files import leads_out, read_inside
from cardgen.schema.keys import Key, Keys, Section
from cardgen.schema.kinds import NAME, TRUTH, entry, list_of, mapping_of, number
from cardgen.schema.source import read

LIST = "fonts.yaml"
SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"})

_MAX_BYTES = 64 << 20
_NEEDED = {"cmap": 4, "glyf": 1, "head": 54, "hhea": 36, "hmtx": 4, "loca": 4, "maxp": 6}  # and the least bytes of each
_CONTAINERS = {
    b"wOFF": "a web font (WOFF)",
    b"wOF2": "a web font (WOFF2)",
    b"ttcf": "a font collection",
    b"OTTO": "an OpenType font with CFF outlines",
}
_USE_STATIC = "put a static TrueType file (.ttf) of this font in its place"
_RESTRICTED = 0x0002  # OS/2 fsType: may not be embedded without its maker's leave


def read_font(path: Path, home: Path, named_at: Place | None = None) -> bytes:
    """The bytes of a TrueType file that can be shaped, cut down and embedded. `home` is the folder it must not lead out of.

    Raises CardgenError, at the place that names the file if there is one.
    """
    place = named_at or Place(path)
    name = f'the font "{path.name}"'

    def refuse(what: str, remedy: str = _USE_STATIC) -> CardgenError:
        return CardgenError(Problem(f"{name} {what}", remedy, place))

    if leads_out(path, home):
        raise refuse("lies outside the folder of fonts", "copy the file into the folder")
    try:
        too_large = path.stat().st_size > _MAX_BYTES
        data = b"" if too_large else read_inside(path, home, _MAX_BYTES)
    except CardgenError as error:
        raise refuse(f"cannot be read: {error.problems[0].what}", error.problems[0].remedy) from None
    except FileNotFoundError:
        raise refuse("is not there", did_you_mean(path.name, _siblings(path)) or "put the file there, or take its line out") from None
    except OSError as error:
        raise refuse(f"cannot be read: {error.strerror or error}", "see that it is a file you may read") from None
    if too_large:
        raise refuse(f"is larger than {_MAX_BYTES >> 20} MB", "use a font with fewer characters")
    if data[:4] in _CONTAINERS:
        raise refuse(f"is {_CONTAINERS[data[:4]]}, which cannot be printed from")
    tables = _tables(data)
    if tables is None:
        raise refuse("is broken or not a font", "get the file anew from where it came")
    if "fvar" in tables:
        raise refuse("is a variable font, of which only one weight would print")
    if lacking := [tag for tag in _NEEDED if len(tables.get(tag, b"")) < _NEEDED[tag]]:
        raise refuse(f"lacks what a TrueType font needs ({', '.join(lacking)})")
    if _rights(tables) & 0x000F == _RESTRICTED:
        raise refuse("forbids embedding in a PDF", "use another font, or ask its maker for a file that may be embedded")
    return data


def embedding(data: bytes) -> int:
    """What a whole TrueType file says of its embedding: the bits of fsType in its OS/2 table."""
    return _rights(_tables(data) or {})


def _rights(tables: Mapping[str, bytes]) -> int:
    os2 = tables.get("OS/2", b"")
    return int(struct.unpack_from(">H", os2, 8)[0]) if len(os2) >= 10 else 0


def own_style(data: bytes) -> tuple[int, bool]:
    """The weight a whole TrueType file gives itself, and whether it is italic or oblique."""
    tables = _tables(data) or {}
    os2 = tables.get("OS/2", b"")
    if len(os2) < 64:
        mac_style = struct.unpack_from(">H", tables["head"], 44)[0]
        return 700 if mac_style & 1 else 400, bool(mac_style & 2)
    weight, selection = struct.unpack_from(">H", os2, 4)[0], struct.unpack_from(">H", os2, 62)[0]
    weight *= 100 if weight < 10 else 1  # old fonts count from 1 to 9
    return min(weight, 1000) or 400, bool(selection & 0x0201)


def _siblings(path: Path) -> list[str]:
    return sorted(other.name for other in path.parent.glob("*") if other.suffix.lower() in SUFFIXES)


def _tables(data: bytes) -> Mapping[str, bytes] | None:
    """The tables of a TrueType file by tag, or None if the file is not whole."""
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        return None
    tables = {}
    try:
        for index in range(struct.unpack_from(">H", data, 4)[0]):
            tag, _, offset, size = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
            if offset + size > len(data):
                return None
            tables[tag.decode("latin-1")] = data[offset : offset + size]
    except struct.error:
        return None
    return tables


class FontFace(NamedTuple):
    """A file that fonts.yaml names, with the weight and slant it serves, and where it is named."""

    file: str
    file_place: Place
    weight: int
    italic: bool
    place: Place


class FontFamily(NamedTuple):
    """What fonts.yaml says of a family; the fallback is None where it says none."""

    faces: list[FontFace]
    fallback: tuple[tuple[str, ...], Place] | None


def _face(section: Section) -> FontFace | None:
    found = section.values()
    if section.failed:
        return None
    place = section.source.place(section.node("file"))
    return FontFace(found["file"], place, found.get("weight", 400), found.get("italic", False), section.start)


def _family(section: Section) -> FontFamily:
    found = section.values()
    if not section.root:
        section.wrong(f'the family "{section.called}" says nothing', "give it faces or a fallback, or take it out", section.start)
    fallback = (tuple(found["fallback"]), section.source.place(section.node("fallback"))) if "fallback" in found else None
    return FontFamily(found.get("faces", []), fallback)


_NAME = NAME._replace(schema={"type": "string"})
FACE = Keys(
    "a face",
    Key("file", _NAME, "the font's file, in the same folder", needed=True, example="NAME.ttf"),
    Key("weight", number(1, 1000, "400 is regular, 700 is bold", whole=True), "how bold it is; otherwise 400"),
    Key("italic", TRUTH, "whether it is slanted"),
    missing="this face names no {}",
)
_FACES = "[{file: NAME.ttf, weight: 400}]"
FAMILY = Keys(
    "a family",
    Key("faces", list_of(entry(FACE, _face), f"faces: {_FACES}"), "its files", example=_FACES),
    Key("fallback", list_of(_NAME, "fallback: [Nunito]"), "families that are asked for characters that it lacks"),
)
_FAMILIES = mapping_of(
    entry(FAMILY, _family, named=True), "names with faces and fallbacks", f"families: {{My Titles: {{faces: {_FACES}}}}}"
)
FONTS = Keys(LIST, Key("families", _FAMILIES, "families by name, each with `faces` and a `fallback`"))
"""What fonts.yaml may say."""


class FontList:
    """A folder's fonts.yaml, and every problem of it. A folder without one lists nothing.

    `families`: name -> (weight, italic) -> the file and the place that names it. `fallbacks`: name -> families and their place.
    """

    def __init__(self, folder: Path) -> None:
        self.families: dict[str, dict[tuple[int, bool], tuple[Path, Place]]] = {}
        self.fallbacks: dict[str, tuple[tuple[str, ...], Place]] = {}
        self.problems: list[Problem] = []
        source = read(folder / LIST, self.problems, "families:", needed=False) if (folder / LIST).exists() else None
        families: dict[str, FontFamily] = Section(source, FONTS, self.problems).values().get("families", {}) if source else {}
        for written, family in families.items():
            name = " ".join(written.split())
            faces = self.families.setdefault(name, {})
            for face in family.faces:
                if (face.weight, face.italic) in faces:
                    style = f"weight {face.weight}{' italic' if face.italic else ''}"
                    remedy = "give them different weights, or take one out"
                    self.problems.append(Problem(f'"{name}" has two faces of {style}', remedy, face.place))
                faces.setdefault((face.weight, face.italic), (folder / face.file, face.file_place))
            if family.fallback:
                self.fallbacks[name] = family.fallback
