"""Letters in colours, shown: what a font says of a glyph, drawn once as a form, and put where the
text has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from lxml import etree

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import RGB
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.picture_files import read_picture
from cardgen.engine.svg.document import Sources
from cardgen.engine.svg.faults import Ignored, Refused
from cardgen.engine.svg.glyphs import ColourSign, GlyphLine
from cardgen.engine.svg.parse import local, read_svg, view_box
from cardgen.engine.svg.raster import shown
from cardgen.engine.svg.shapes import fitted
from cardgen.engine.svg.values import SVG, StyleError
from cardgen.engine.typography.colour_glyphs import GlyphDrawing, GlyphPicture
from cardgen.engine.typography.font import Font

MOST_BYTES = 8 << 20
"""Of the document or picture of a glyph."""
_KEPT = 4096
_DEFINING = frozenset(
    (
        "defs",
        "style",
        "linearGradient",
        "radialGradient",
        "clipPath",
        "mask",
        "filter",
        "pattern",
        "symbol",
        "marker",
    )
)

Draw = Callable[[etree._Element, "NoSurroundings", Ignored], Drawing]
"""Makes a drawing of a document, as `paint` does. Raises Refused."""
_kept: dict[tuple[str, int, str], Drawing] = {}


class NoSurroundings(Sources):
    """The surroundings of a glyph: there is nothing that it may ask for."""

    def image(self, reference: str) -> NoReturn:
        raise StyleError("a picture inside a letter is not drawn here", "use another font for it")

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> NoReturn:
        raise StyleError("text inside a letter is not drawn here", "use another font for it")

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> None:
        return None


def signs_of(font: Font, line: GlyphLine, colour: RGB, draw: Draw) -> list[tuple[Drawing, Matrix]]:
    """The letters in colours of a line, `colour` being that of the text, each with the map from its
    units to em, y downward.

    Raises CardgenError for what is not drawn here.
    """
    em = 1 / font.units_per_em
    return [
        (_form(font, sign, colour, draw), Matrix(em, 0, 0, em, sign.x, sign.y))
        for sign in line.colours
    ]


def _form(font: Font, sign: ColourSign, colour: RGB, draw: Draw) -> Drawing:
    """A letter in font units. Raises CardgenError."""
    keys = ((font.key, sign.gid, said) for said in ("", repr(colour)))
    known = next((_kept[key] for key in keys if key in _kept), None)
    if known:
        return known
    if len(_kept) >= _KEPT:
        _kept.clear()
    found = font.colour_glyph(sign.gid, sign.text)
    try:
        if isinstance(found, GlyphPicture):
            form, coloured = _picture(found), False
        else:
            form, coloured = _drawing(found, font.units_per_em, colour, draw)
    except (Refused, ValueError, OSError) as error:
        faults = (
            "; ".join(fault.what for fault in error.faults)
            if isinstance(error, Refused)
            else str(error)
        )
        what = f'the colours of "{sign.text}" in the font "{font.path.name}" are not drawn here: {faults}'
        raise CardgenError(
            Finding(
                "font-colours-not-drawn", what, "use another font for this text", Place(font.path)
            )
        ) from None
    _kept[font.key, sign.gid, repr(colour) if coloured else ""] = form
    return form


def _picture(found: GlyphPicture) -> Drawing:
    """Raises ValueError and OSError."""
    if len(found.png) > MOST_BYTES:
        raise ValueError("its picture is too large")
    return shown(read_picture(found.png), found.box)


def _drawing(found: GlyphDrawing, em: float, colour: RGB, draw: Draw) -> tuple[Drawing, bool]:
    """The drawing of a document, and whether it takes the colour of the text. Raises Refused and
    ValueError."""
    if len(found.svg) > MOST_BYTES:
        raise ValueError("its drawing is too large")
    root = read_svg(found.svg)
    if found.name:
        root = _alone(root, found, em)
    root.set("color", f"rgb({','.join(f'{100 * part:.4g}%' for part in colour)})")
    ignored: Ignored = {}
    if found.name:
        from cardgen.engine.svg.lenient import drop_ignored

        ignored = drop_ignored(root)
    drawing = draw(root, NoSurroundings(), ignored)
    if not drawing.items:
        raise ValueError("nothing is painted of it")
    return drawing, b"currentColor" in found.svg


def _alone(root: etree._Element, found: GlyphDrawing, em: float) -> etree._Element:
    """A document of the `SVG ` table with the one glyph in it, in font units: all else may only be
    referred to. A viewBox of its own is laid into an em below the baseline (OpenType, `SVG `).
    Raises ValueError."""
    (glyph,) = [
        element
        for element in root.iter()
        if isinstance(element.tag, str) and element.get("id") == found.name
    ][:1] or [None]
    if glyph is None:
        raise ValueError("it is not in its document")
    for ancestor in glyph.iterancestors():
        for other in list(ancestor):
            if (
                isinstance(other.tag, str)
                and other is not glyph
                and glyph not in other.iter()
                and local(other) not in _DEFINING
            ):
                aside = etree.Element(f"{SVG}defs")
                ancestor.replace(other, aside)
                aside.append(other)
    if "viewBox" in root.attrib:
        laid, _ = fitted(view_box(root), Box(0, 0, em, em), root.get("preserveAspectRatio", ""))
        group = etree.Element(f"{SVG}g", transform=f"matrix({' '.join(map(repr, laid))})")
        group.extend(list(root))
        root.append(group)
    for name in ("width", "height", "x", "y", "preserveAspectRatio"):
        root.attrib.pop(name, None)
    root.set("viewBox", " ".join(f"{value:g}" for value in found.box))
    if found.palette:
        palette = "; ".join(
            f"--color{number}: {colour}" for number, colour in enumerate(found.palette)
        )
        root.set("style", f"{palette}; {root.get('style', '')}")
    return root
