"""Small fonts for tests, of every kind there is: their letters are boxes and wedges that grow with
the weight."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable
from fontTools.varLib import build

LETTERS = "ABV"
KERNED = 300
"""By how much a V comes nearer to an A, of 1000."""
_NAMES = [".notdef", "space", *LETTERS]


def _draw(pen: Any, letter: str, thick: int) -> None:
    shapes = {
        "A": ((0, 0), (100 + thick, 0), (300, 700)),
        "V": ((0, 700), (300, 0), (200 + thick, 700)),
    }
    for index, point in enumerate(shapes.get(letter, ((0, 0), (thick, 0), (thick, 700), (0, 700)))):
        (pen.lineTo if index else pen.moveTo)(point)
    pen.closePath()


def made(
    family: str = "Wedge",
    style: str = "Regular",
    *,
    cff: bool = False,
    weight: int = 400,
    thick: int = 200,
) -> TTFont:
    """A static font with kerning in GPOS, its outlines TrueType or CFF."""
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(_NAMES)
    builder.setupCharacterMap({32: "space", **{ord(letter): letter for letter in LETTERS}})
    outlines = {}
    for name in _NAMES:
        pen: Any = T2CharStringPen(600, None) if cff else TTGlyphPen(None)
        if name != "space":
            _draw(pen, name, thick)
        outlines[name] = pen.getCharString() if cff else pen.glyph()
    if cff:
        builder.setupCFF(
            f"{family}-{style}".replace(" ", ""), {"FullName": f"{family} {style}"}, outlines, {}
        )
    else:
        builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(dict.fromkeys(_NAMES, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    names = {
        "familyName": family,
        "styleName": style,
        "fullName": f"{family} {style}",
        "psName": f"{family}-{style}".replace(" ", ""),
    }
    builder.setupNameTable(names)
    builder.setupOS2(
        usWeightClass=weight, sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, sxHeight=500
    )
    builder.setupPost()
    builder.addOpenTypeFeatures(f"feature kern {{ pos A V -{KERNED}; }} kern;")
    return TTFont(io.BytesIO(saved(builder.font)))


def variable(family: str = "Wavy", *, cff: bool = False, slanted: bool = False) -> TTFont:
    """A variable font from 200 to 900 (the stems are 100 to 450 wide), and along `wdth`, or with
    `slanted` along `slnt`."""
    space = DesignSpaceDocument()
    other, least, most = ("slnt", -10, 0) if slanted else ("wdth", 75, 100)
    for tag, low, usual, high in (("wght", 200, 200, 900), (other, least, most, most)):
        axis = AxisDescriptor(tag=tag, name=tag, minimum=low, default=usual, maximum=high)
        space.addAxis(axis)
    for weight, thick, along in ((200, 100, most), (900, 450, most), (200, 60, least)):
        font = made(family, cff=cff, weight=weight, thick=thick)
        space.addSource(
            SourceDescriptor(
                font=font, location={"wght": weight, other: along}, name=f"{weight} {along}"
            )
        )
    font, _, _ = build(space, exclude=["STAT"])
    return TTFont(io.BytesIO(saved(font)))


def coloured(font: TTFont, kind: str, picture: bytes = b"\x89PNG\r\n\x1a\n" + bytes(40)) -> TTFont:
    """The font with a picture of its "A" beside the outline: an SVG, or a bitmap as Apple has them,
    without more a broken one."""
    if kind == "SVG":
        font["SVG "] = newTable("SVG ")
        number = font.getGlyphID("A")
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><rect id="glyph{number}" y="-700" width="500" height="700" fill="red"/></svg>'
        font["SVG "].docList = [(drawing, number, number)]
    else:
        from fontTools.ttLib.tables.sbixGlyph import Glyph
        from fontTools.ttLib.tables.sbixStrike import Strike

        font["sbix"] = newTable("sbix")
        strike = Strike(ppem=20, resolution=72)
        strike.glyphs = {
            "A": Glyph(glyphName="A", graphicType="png ", imageData=picture, originOffsetX=0)
        }
        font["sbix"].strikes = {20: strike}
    return font


def painted(paints: dict[str, Any], family: str = "Paint") -> TTFont:
    """A font with COLR version 1: letters with what each is painted with, as fontTools' buildCOLR
    takes it, and the shapes for that: `box`, `disc` and `ring`. The palette: red, yellow, blue, and
    green that lets half through."""
    builder = FontBuilder(1000, isTTF=True)
    called = {
        letter: f"letter{letter if letter.isascii() else hex(ord(letter))}" for letter in paints
    }
    names = [".notdef", "space", "box", "disc", "ring", *called.values()]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(
        {32: "space", **{ord(letter): name for letter, name in called.items()}}
    )
    outlines = {}
    for name in names:
        pen = TTGlyphPen(None)
        if name in ("box", "ring"):
            _polygon(pen, ((50, -50), (50, 750), (850, 750), (850, -50)))
        if name == "disc":
            _polygon(
                pen,
                tuple(
                    (450 + 390 * math.sin(turn), 350 + 390 * math.cos(turn))
                    for turn in (math.tau * n / 60 for n in range(60))
                ),
            )
        if name == "ring":
            _polygon(pen, ((250, 150), (650, 150), (650, 550), (250, 550)))
        outlines[name] = pen.glyph()
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (900, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(
        {"familyName": family, "styleName": "Regular", "fullName": family, "psName": family}
    )
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, sxHeight=500)
    builder.setupPost()
    boxes = dict.fromkeys(called.values(), (0, -100, 900, 800))
    builder.setupCOLR(
        {called[letter]: paint for letter, paint in paints.items()}, version=1, clipBoxes=boxes
    )
    builder.setupCPAL(
        [[(0.8, 0.1, 0.1, 1.0), (1.0, 0.8, 0.1, 1.0), (0.1, 0.2, 0.7, 1.0), (0.1, 0.6, 0.2, 0.5)]]
    )
    return TTFont(io.BytesIO(saved(builder.font)))


def drawing(font: TTFont, letter: str, *codes: int) -> TTFont:
    """The font with a letter's glyph for other characters instead."""
    for table in font["cmap"].tables:
        table.cmap.pop(ord(letter), None)
        table.cmap.update(dict.fromkeys(codes, letter))
    return font


def _polygon(pen: Any, corners: tuple[tuple[float, float], ...]) -> None:
    for index, (x, y) in enumerate(corners):
        (pen.lineTo if index else pen.moveTo)((round(x), round(y)))
    pen.closePath()


def collection(*fonts: TTFont) -> bytes:
    held = TTCollection()
    held.fonts = list(fonts)
    file = io.BytesIO()
    held.save(file, shareTables=True)
    return file.getvalue()


def saved(font: TTFont, flavour: str | None = None) -> bytes:
    font.flavor = flavour
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def put(folder: Path, **files: bytes) -> Path:
    """Fonts in a folder: Wedge_ttf stands for Wedge.ttf."""
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name.replace("_", ".")).write_bytes(data)
    return folder
