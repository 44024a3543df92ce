"""fonts.yaml: the families, faces and fallbacks that a folder of fonts has beside what its files
say of themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import Finding, Place
from cardgen.engine import FontBook, FontFace, FontList
from cardgen.schema.keys import Key, Keys, Section
from cardgen.schema.kinds import NAME, TRUTH, entry, list_of, mapping_of, number
from cardgen.schema.source import read


def open_fonts(folders: Sequence[Path]) -> FontBook:
    """Return the fonts of some folders, as their fonts.yaml name them. Raises CardgenError."""
    return FontBook(folders, read_font_list)


class FontFamily(NamedTuple):
    """What fonts.yaml says of a family, `whole` unless some of it is wrong; the fallback is None
    where it says none."""

    whole: bool
    faces: list[FontFace]
    fallback: tuple[tuple[str, ...], Place] | None


def _face(section: Section) -> FontFace | None:
    values = section.values()
    if section.failed:
        return None
    file = section.source.file.parent / values["file"]
    place = section.source.place(section.node("file"))
    return FontFace(
        file,
        place,
        section.start,
        values.get("name", ""),
        values.get("weight"),
        values.get("italic"),
        values.get("axes", {}),
    )


def _family(section: Section) -> FontFamily:
    values = section.values()
    if not section.root:
        section.wrong(
            f'the family "{section.name}" says nothing',
            "give it faces or a fallback, or take it out",
            section.start,
            code="key-missing",
        )
    fallback = (
        (tuple(values["fallback"]), section.source.place(section.node("fallback")))
        if "fallback" in values
        else None
    )
    faces = [
        face._replace(axes={**values.get("axes", {}), **face.axes})
        for face in values.get("faces", [])
    ]
    return FontFamily(not section.failed, faces, fallback)


_NAME = NAME._replace(schema={"type": "string"})
_AXES = mapping_of(number(-100_000, 100_000), "axes with numbers", "axes: {opsz: 12}")
FACE = Keys(
    "a face",
    Key("file", _NAME, "the font's file, in the same folder", needed=True, example="NAME.ttf"),
    Key("name", _NAME, "which font of a collection (`.ttc`), by its full name"),
    Key(
        "weight",
        number(1, 1000, "400 is regular, 700 is bold", whole=True),
        "how bold it is; otherwise 400, or all that a variable font has",
    ),
    Key(
        "italic",
        TRUTH,
        "whether it is slanted; otherwise not, or both where a variable font can be",
    ),
    Key(
        "axes",
        _AXES,
        "where it stands on other axes of a variable font, such as `opsz` or `wdth`; "
        "otherwise as the font itself says",
    ),
    missing="this face names no {}",
)
_FACES = "[{file: NAME.ttf, weight: 400}]"
FAMILY = Keys(
    "a family",
    Key("faces", list_of(entry(FACE, _face), f"faces: {_FACES}"), "its files", example=_FACES),
    Key("axes", _AXES, "the same for all its faces", part_of="faces"),
    Key(
        "fallback",
        list_of(_NAME, "fallback: [Nunito]"),
        "families that are asked for characters that it lacks",
    ),
)
_FAMILIES = mapping_of(
    entry(FAMILY, _family, is_named=True),
    "names with faces and fallbacks",
    f"families: {{My Titles: {{faces: {_FACES}}}}}",
)
FONTS = Keys(
    FontList.FILE,
    Key("families", _FAMILIES, "families by name, each with `faces` and a `fallback`"),
)
"""What fonts.yaml may say."""


def read_font_list(folder: Path) -> FontList:
    """Return what a folder's fonts.yaml says; without one, nothing."""
    fonts = FontList()
    file = folder / FontList.FILE
    if not file.exists():
        fonts.problems += [
            Finding(
                "file-misnamed",
                f"a list of fonts is called {file.name}",
                f"rename it to {file.name}",
                Place(path),
            )
            for path in _misnamed_lists(folder)
        ]
        return fonts
    source = read(file, fonts.problems, "families:", must_exist=False)
    if source is None:
        return fonts
    families: dict[str, FontFamily] = (
        Section(source, FONTS, fonts.problems).values().get("families", {})
    )
    for written_name, family in families.items():
        name = " ".join(written_name.split())
        faces = fonts.families.get(name, [])
        faces += _with_doubles_told(name, family.faces)
        if faces or not family.whole:
            fonts.families[name] = faces
        if family.fallback:
            fonts.fallbacks[name] = family.fallback
    return fonts


def _misnamed_lists(folder: Path) -> list[Path]:
    """Files that are almost called like a list of fonts.

    Such come where a system hides endings."""
    names = (FontList.FILE, "fonts.yml", "font.yaml", "font.yml", f"{FontList.FILE}.txt")
    return sorted(path for path in folder.glob("[Ff]*") if path.name.lower() in names)


def _with_doubles_told(family: str, faces: Sequence[FontFace]) -> Iterator[FontFace]:
    """The faces of a family; a second one of a style has a finding.

    It knows what is wrong with it."""
    styles: set[tuple[int, bool]] = set()
    for face in faces:
        weight, italic = face.weight or 400, bool(face.italic)
        if (weight, italic) in styles:
            style = f"{weight} italic" if italic else f"{weight}"
            double = Finding(
                "font-unused",
                f'"{family}" has two faces of weight {style}',
                "give them different weights, or take one out; or name files that hold different "
                "letters",
                face.place,
            )
            yield face._replace(again=double)
        else:
            yield face
        styles.add((weight, italic))
