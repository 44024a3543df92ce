"""Drawings that show nothing, and why: what they hold lies in <defs>, is hidden, lies beside the
page or its clip, or has no colour.

A drawing of which nothing is said but its size is blank on purpose.
"""

from __future__ import annotations

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.paint_list import Painted, paints
from cardgen.engine.svg import support
from cardgen.engine.svg.cascade import StyleSheet, cascaded
from cardgen.engine.svg.faults import NOTHING_SEEN
from cardgen.engine.svg.parse import elements, local
from cardgen.engine.svg.shapes import UNSIZED

_DRAWN = support.SHAPE_ELEMENTS | {"text", "image", "use"}
COLOURLESS, SHAPELESS = "give it a colour", "save it with what it is to show, or take it away"
_FAINT = 0.004
"""How opaque something is that no screen shows."""
_LOOKED_AT = 200
"""Pixels of the longer side of a drawing that is looked at as a picture."""


def why_nothing_is_seen(root: etree._Element, drawing: Drawing) -> tuple[str, str] | None:
    """Why a drawing shows nothing, and what to do; None for one that shows something, or is blank
    on purpose."""
    if drawing.fit == UNSIZED or drawing.source:
        return None
    painted = [each for each in paints(drawing) if each.alpha > _FAINT and not _is_empty_fill(each)]
    seen = [each for each in painted if each.kind != "text" and _meet(each.box, drawing.box)]
    words = [mark.ink for mark in drawing.texts if mark.ink and mark.alpha > _FAINT]
    if any(_meet(ink, drawing.box) for ink in words) or any(not each.veil for each in seen):
        return None
    if seen and _has_ink(drawing):
        return None
    shapes = [each for each in elements(root) if local(each) in _DRAWN]
    if not shapes:
        return (f"{NOTHING_SEEN}it holds no shape", SHAPELESS) if len(root) else None
    if seen:
        return (
            f"{NOTHING_SEEN}its mask lets nothing through",
            "paint white in the mask where something is to be seen",
        )
    if painted or words:
        return (
            f"{NOTHING_SEEN}it lies outside of its viewBox",
            "move it onto the page, or resize the page to the drawing",
        )
    shown = [
        each
        for each in shapes
        if not any(local(above) in support.DEFINITIONS for above in each.iterancestors())
    ]
    if not shown:
        return (
            f"{NOTHING_SEEN}it stands in <defs>",
            "use it there, or name one part of it, as in deck.svg#king",
        )
    said = _StyleOfShowing(root)
    if all(any(map(said.hidden, (each, *each.iterancestors()))) for each in shown):
        return f"{NOTHING_SEEN}its layer is hidden", "show the layer, and save it"
    if all(any(said.clipped(around) for around in (each, *each.iterancestors())) for each in shown):
        return (
            f"{NOTHING_SEEN}it lies outside of its clip or mask",
            "move it there, or release the clip or mask",
        )
    return (
        f"{NOTHING_SEEN}all of it is transparent, or has no size, no fill and no stroke",
        COLOURLESS,
    )


class _StyleOfShowing:
    """What the elements of a document and its style sheets say of showing them."""

    def __init__(self, root: etree._Element) -> None:
        self.sheet = StyleSheet(root)

    def hidden(self, element: etree._Element) -> bool:
        said = cascaded(element, self.sheet)
        return said.get("display") == "none" or said.get("visibility") in ("hidden", "collapse")

    def clipped(self, element: etree._Element) -> bool:
        said = cascaded(element, self.sheet)
        return any(said.get(name, "none") != "none" for name in ("clip-path", "mask"))


def _has_ink(drawing: Drawing) -> bool:
    """Whether a drawing leaves anything on its page, masks and all."""
    from cardgen.engine.svg import raster  # few drawings are doubtful

    longer = max(drawing.box.width, drawing.box.height)
    size = raster.pixels_for(drawing.box, _LOOKED_AT / longer)
    return raster.pictured(drawing, drawing.box, size).getchannel("A").getbbox() is not None


def _is_empty_fill(painted: Painted) -> bool:
    return painted.kind == "fill" and not all((painted.box.width, painted.box.height))


def _meet(box: Box, page: Box) -> bool:
    """Whether something is on the page, lines without a width too."""
    common = box.common(page)
    return common.width >= 0 and common.height >= 0
