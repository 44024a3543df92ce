"""The face of the engine: a document in, a drawing out; fonts and text boxes; pages, PDF; pictures.

Whoever is outside of the engine imports from here alone. What a name stands for is loaded when it
is first asked for. A name in small letters that is a subject, such as `display_list`, is a module:
a vocabulary of its own, whose classes and functions are named with it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.engine.canvas import Canvas
    from cardgen.engine.graphics import display_list, packing, structure
    from cardgen.engine.graphics.content_stream import OutputColours
    from cardgen.engine.graphics.display_list import FlatColour, LineStyle, PathData
    from cardgen.engine.graphics.drawing import Drawing, Film, Picture, TextMark
    from cardgen.engine.graphics.images import Pixels
    from cardgen.engine.graphics.likeness import Likenesses
    from cardgen.engine.graphics.paint_list import Painted
    from cardgen.engine.graphics.pdf import CommonForms, Page, Pdf
    from cardgen.engine.graphics.picture_files import PictureFile
    from cardgen.engine.graphics.seen_letters import letters_cut
    from cardgen.engine.svg import parse as svg_tree
    from cardgen.engine.svg import prepared_texts
    from cardgen.engine.svg import values as svg_values
    from cardgen.engine.svg.art import Art
    from cardgen.engine.svg.cut_paths import cut_paths
    from cardgen.engine.svg.faults import DrawingError, Fault
    from cardgen.engine.svg.glyphs import GlyphLine, LabelStyle
    from cardgen.engine.svg.large_icon import LargeIcon
    from cardgen.engine.svg.sanitize import Sanitizer, WebAsset, WebFace
    from cardgen.engine.svg.undrawn import UndrawnDocument
    from cardgen.engine.svg.values import StyleError
    from cardgen.engine.svg.writing import as_svg
    from cardgen.engine.typography import markup as text_markup
    from cardgen.engine.typography import paragraph, text_blocks
    from cardgen.engine.typography.font import Font
    from cardgen.engine.typography.fontbook import (
        FontBook,
        MissingGlyphError,
        MissingGlyphFinding,
        Typeface,
    )
    from cardgen.engine.typography.fontfiles import FontFace, FontList
    from cardgen.engine.typography.line_breaking import LeastSquares
    from cardgen.engine.typography.text_layout import Lack, Layout
    from cardgen.engine.typography.textbox import TextBox

_ROOMS = {
    "canvas": "Canvas",
    "graphics.content_stream": "OutputColours",
    "graphics.display_list": "FlatColour LineStyle PathData",
    "graphics.drawing": "Drawing Film Picture TextMark",
    "graphics.images": "Pixels",
    "graphics.picture_files": "PictureFile",
    "graphics.likeness": "Likenesses",
    "graphics.paint_list": "Painted",
    "graphics.seen_letters": "letters_cut",
    "graphics.pdf": "CommonForms Page Pdf",
    "svg.art": "Art",
    "svg.cut_paths": "cut_paths",
    "svg.large_icon": "LargeIcon",
    "svg.sanitize": "Sanitizer WebAsset WebFace",
    "svg.undrawn": "UndrawnDocument",
    "svg.faults": "DrawingError Fault",
    "svg.glyphs": "GlyphLine LabelStyle",
    "svg.values": "StyleError",
    "svg.writing": "as_svg",
    "typography.font": "Font",
    "typography.fontbook": "FontBook MissingGlyphFinding MissingGlyphError Typeface",
    "typography.fontfiles": "FontFace FontList",
    "typography.line_breaking": "LeastSquares",
    "typography.text_layout": "Lack Layout",
    "typography.textbox": "TextBox",
}
"""The modules whose names are offered."""
SUBJECTS = {
    "display_list": "graphics.display_list",
    "packing": "graphics.packing",
    "paragraph": "typography.paragraph",
    "prepared_texts": "svg.prepared_texts",
    "structure": "graphics.structure",
    "svg_tree": "svg.parse",
    "svg_values": "svg.values",
    "text_blocks": "typography.text_blocks",
    "text_markup": "typography.markup",
}
"""The modules that are offered whole, by what they are called here."""
_PLACES = {name: room for room, names in _ROOMS.items() for name in names.split()}
OFFERED = frozenset((*_PLACES, *SUBJECTS))
"""The names that the rest of the program may import."""


if not TYPE_CHECKING:  # or any name would do

    def __getattr__(name: str) -> Any:
        """Return what a name stands for, loading the module that has it."""
        if name in SUBJECTS:
            value = import_module(f"{__name__}.{SUBJECTS[name]}")
        elif name in _PLACES:
            value = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value
