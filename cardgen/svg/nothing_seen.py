"""Drawings that show nothing, and why: what they hold lies in <defs>, is hidden, lies beside the page, or has no colour.

A drawing without any shape is blank on purpose.
"""

from __future__ import annotations

import re

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.graphics.drawing import Drawing
from cardgen.graphics.paint_list import paints
from cardgen.svg import support
from cardgen.svg.faults import NOTHING_SEEN
from cardgen.svg.parse import elements, local
from cardgen.svg.shapes import UNSIZED

_DRAWN = support.SHAPE_ELEMENTS | {"text", "image", "use"}
_HIDDEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))")
COLOURLESS = "give it a colour"
_FAINT = 0.004
"""How opaque something is that no screen shows."""


def why_nothing_is_seen(root: etree._Element, drawing: Drawing) -> tuple[str, str] | None:
    """Why a drawing shows nothing, and what to do; None for one that shows something, or holds no shape at all."""
    if drawing.fit == UNSIZED or drawing.source:
        return None
    boxes = [each.box for each in paints(drawing) if each.alpha > _FAINT and each.kind != "text"]
    boxes += [mark.ink for mark in drawing.texts if mark.ink and mark.alpha > _FAINT]
    page = drawing.box
    if any(_meet(box, page) for box in boxes):
        return None
    shapes = [each for each in elements(root) if local(each) in _DRAWN]
    if not shapes:
        return None
    if boxes:
        return f"{NOTHING_SEEN}it lies outside of its viewBox", "move it onto the page, or resize the page to the drawing"
    shown = [each for each in shapes if not any(local(above) in support.DEFINITIONS for above in each.iterancestors())]
    if not shown:
        return f"{NOTHING_SEEN}it stands in <defs>", "use it there, or name one part of it, as in deck.svg#king"
    if all(any(map(_is_hidden, (each, *each.iterancestors()))) for each in shown):
        return f"{NOTHING_SEEN}its layer is hidden", "show the layer, and save it"
    return f"{NOTHING_SEEN}all of it is transparent, or has no fill and no stroke", COLOURLESS


def _meet(box: Box, page: Box) -> bool:
    """Whether something is on the page, lines without a width too."""
    common = box.common(page)
    return common.width >= 0 and common.height >= 0


def _is_hidden(element: etree._Element) -> bool:
    hidden = element.get("display") == "none" or element.get("visibility") in ("hidden", "collapse")
    return hidden or bool(_HIDDEN.search(element.get("style", "")))
