"""Drawings that show nothing, and why.

What they hold lies in <defs>, is hidden, lies beside the page or its clip, or has no colour. A
drawing of which nothing is said but its size is blank on purpose.
"""

from __future__ import annotations

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.paint_list import Painted
from cardgen.engine.svg import support
from cardgen.engine.svg.cascade import StyleSheet, cascaded
from cardgen.engine.svg.faults import NOTHING_SEEN
from cardgen.engine.svg.parse import elements, local
from cardgen.engine.svg.shapes import UNSIZED
from cardgen.engine.svg.values import SHAPE_ELEMENTS

_PAINTING = SHAPE_ELEMENTS | {"text", "image", "use"}
COLOURLESS, SHAPELESS = "give it a colour", "save it with what it is to show, or take it away"
_FAINT = 0.004
"""An opacity that no screen shows."""
_CHECKED_PIXELS = 200
"""Pixels of the longer side of a drawing that is checked as a picture."""


def why_nothing_is_seen(root: etree._Element, drawing: Drawing) -> tuple[str, str] | None:
    """The reason why a drawing shows nothing, and the remedy.

    It is None for one that shows something, or is blank on purpose."""
    if drawing.fit == UNSIZED or drawing.source:
        return None
    page = drawing.box
    painted = []
    on_page = []
    for paint in Painted.of(drawing):
        if paint.alpha > _FAINT and not _is_empty_fill(paint):
            painted.append(paint)
            if paint.kind != "text" and _meet(paint.box, page):
                on_page.append(paint)
    words = [mark.ink for mark in drawing.texts if mark.ink and mark.alpha > _FAINT]
    if any(_meet(ink, page) for ink in words):
        return None
    if not all(paint.is_masked for paint in on_page):
        return None
    if on_page and _has_ink(drawing):
        return None
    shapes = [element for element in elements(root) if local(element) in _PAINTING]
    if not shapes and not len(root):
        return None
    reason, remedy = _reason(root, shapes, bool(on_page), bool(painted or words))
    return f"{NOTHING_SEEN}{reason}", remedy


def _reason(
    root: etree._Element, shapes: list[etree._Element], on_page: bool, painted: bool
) -> tuple[str, str]:
    """The reason why a drawing with some shapes shows nothing, and the remedy.

    `painted` tells that something was painted, `on_page` that some of it lies on the page."""
    if not shapes:
        return "it holds no shape", SHAPELESS
    if on_page:
        return (
            "its mask lets nothing through",
            "paint white in the mask where something is to be seen",
        )
    if painted:
        return (
            "it lies outside of its viewBox",
            "move it onto the page, or resize the page to the drawing",
        )
    shapes = [shape for shape in shapes if not _is_defined(shape)]
    if not shapes:
        return "it stands in <defs>", "use it there, or name one part of it, as in deck.svg#king"
    visibility = _Visibility(root)
    if all(visibility.is_hidden(shape) for shape in shapes):
        return "its layer is hidden", "show the layer, and save it"
    if all(visibility.is_clipped(shape) for shape in shapes):
        return (
            "it lies outside of its clip or mask",
            "move it there, or release the clip or mask",
        )
    return "all of it is transparent, or has no size, no fill and no stroke", COLOURLESS


def _is_defined(shape: etree._Element) -> bool:
    """True if a shape stands inside a definition, where it draws nothing."""
    return any(local(ancestor) in support.DEFINITIONS for ancestor in shape.iterancestors())


class _Visibility:
    """The visibility that elements of a document and its style sheets declare."""

    def __init__(self, root: etree._Element) -> None:
        self.sheet = StyleSheet(root)

    def is_hidden(self, shape: etree._Element) -> bool:
        """True if a shape or anything around it is hidden."""
        for element in (shape, *shape.iterancestors()):
            style = cascaded(element, self.sheet)
            if style.get("display") == "none" or style.get("visibility") in ("hidden", "collapse"):
                return True
        return False

    def is_clipped(self, shape: etree._Element) -> bool:
        """True if a shape or anything around it has a clip or mask."""
        for element in (shape, *shape.iterancestors()):
            style = cascaded(element, self.sheet)
            if any(style.get(name, "none") != "none" for name in ("clip-path", "mask")):
                return True
        return False


def _has_ink(drawing: Drawing) -> bool:
    """True if a drawing leaves anything on its page, masks and all."""
    from cardgen.engine.svg import raster  # few drawings are doubtful

    longer = max(drawing.box.width, drawing.box.height)
    size = raster.pixels_for(drawing.box, _CHECKED_PIXELS / longer)
    image = raster.pictured(drawing, drawing.box, size)
    return image.getchannel("A").getbbox() is not None


def _is_empty_fill(painted: Painted) -> bool:
    return painted.kind == "fill" and not all((painted.box.width, painted.box.height))


def _meet(box: Box, page: Box) -> bool:
    """True if something is on the page, lines without a width too."""
    common = box.common(page)
    return common.width >= 0 and common.height >= 0
