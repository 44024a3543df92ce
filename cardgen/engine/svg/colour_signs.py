"""Colour glyphs: each is drawn once as a form, and placed where the text has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from lxml import etree

from cardgen.base.colour_math import RGB
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.picture_files import read_picture
from cardgen.engine.svg.document import Sources
from cardgen.engine.svg.faults import DrawingError, Ignored
from cardgen.engine.svg.glyphs import ColourSign, GlyphLine
from cardgen.engine.svg.parse import elements, local, read_svg, view_box
from cardgen.engine.svg.raster import as_drawing
from cardgen.engine.svg.shapes import fit_into
from cardgen.engine.svg.support import DEFINITIONS
from cardgen.engine.svg.values import SVG, StyleError
from cardgen.engine.typography.colour_glyphs import GlyphDrawing, GlyphPicture
from cardgen.engine.typography.font import Font

MOST_BYTES = 8 << 20
"""The most bytes of the document or picture of a glyph."""
_KEPT = 4096


Draw = Callable[[etree._Element, "NoSurroundings", Ignored], Drawing]
"""Makes a drawing of a document, as `paint` does. Raises DrawingError."""
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
    """The colour glyphs of a line, each with the map from its units to em.

    y points downward. `colour` is that of the text. Raises CardgenError for what is not drawn here.
    """
    em = 1 / font.units_per_em
    return [
        (_glyph_form(font, sign, colour, draw), Matrix(em, 0, 0, em, sign.x, sign.y))
        for sign in line.colours
    ]


def _glyph_form(font: Font, sign: ColourSign, colour: RGB, draw: Draw) -> Drawing:
    """A letter in font units. Raises CardgenError."""
    for colour_key in ("", repr(colour)):
        stored = _kept.get((font.key, sign.gid, colour_key))
        if stored:
            return stored
    if len(_kept) >= _KEPT:
        _kept.clear()
    glyph = font.colour_glyph(sign.gid, sign.text)
    try:
        if isinstance(glyph, GlyphPicture):
            form = _picture_form(glyph)
            takes_colour = False
        else:
            form, takes_colour = _document_form(glyph, font.units_per_em, colour, draw)
    except (DrawingError, ValueError, OSError) as error:
        message = f'the colours of "{sign.text}" in the font "{font.path.name}" are not drawn here'
        raise CardgenError(
            Finding(
                "font-colours-not-drawn",
                f"{message}: {error}",
                "use another font for this text",
                Place(font.path),
            )
        ) from None
    _kept[font.key, sign.gid, repr(colour) if takes_colour else ""] = form
    return form


def _picture_form(glyph: GlyphPicture) -> Drawing:
    """The picture of a glyph in its box. Raises ValueError and OSError."""
    if len(glyph.png) > MOST_BYTES:
        raise ValueError("its picture is too large")
    return as_drawing(read_picture(glyph.png), glyph.box)


def _document_form(glyph: GlyphDrawing, em: float, colour: RGB, draw: Draw) -> tuple[Drawing, bool]:
    """The drawing of a document; True if it takes the colour of the text.

    Raises DrawingError and ValueError."""
    if len(glyph.svg) > MOST_BYTES:
        raise ValueError("its drawing is too large")
    root = read_svg(glyph.svg)
    if glyph.name:
        root = _only_glyph(root, glyph, em)
    root.set("color", f"rgb({','.join(f'{100 * part:.4g}%' for part in colour)})")
    ignored: Ignored = {}
    if glyph.name:
        from cardgen.engine.svg.lenient import drop_ignored

        ignored = drop_ignored(root)
    drawing = draw(root, NoSurroundings(), ignored)
    if not drawing.items:
        raise ValueError("nothing is painted of it")
    return drawing, b"currentColor" in glyph.svg


def _only_glyph(root: etree._Element, glyph: GlyphDrawing, em: float) -> etree._Element:
    """A document of the `SVG ` table with the one glyph in it, in font units.

    All else may only be referred to. A viewBox of its own is laid into an em below the baseline
    (OpenType, `SVG `). Raises ValueError."""
    element = next((element for element in elements(root) if element.get("id") == glyph.name), None)
    if element is None:
        raise ValueError("it is not in its document")
    for ancestor in element.iterancestors():
        for other in list(ancestor):
            if not isinstance(other.tag, str) or local(other) in DEFINITIONS:
                continue
            if other is not element and element not in other.iter():
                defs = etree.Element(f"{SVG}defs")
                ancestor.replace(other, defs)
                defs.append(other)
    if "viewBox" in root.attrib:
        matrix, _ = fit_into(view_box(root), Box(0, 0, em, em), root.get("preserveAspectRatio", ""))
        group = etree.Element(f"{SVG}g", transform=f"matrix({' '.join(map(repr, matrix))})")
        group.extend(list(root))
        root.append(group)
    for name in ("width", "height", "x", "y", "preserveAspectRatio"):
        root.attrib.pop(name, None)
    root.set("viewBox", " ".join(f"{value:g}" for value in glyph.box))
    if glyph.palette:
        palette = "; ".join(
            f"--color{number}: {colour}" for number, colour in enumerate(glyph.palette)
        )
        root.set("style", f"{palette}; {root.get('style', '')}")
    return root
