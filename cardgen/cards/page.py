"""The page that a template is drawn on: how large its units are, and how much bleed lies within it.

A template's viewBox is the cut. A drawing made on a page that includes its bleed says so: the deck
by `bleed`, or Inkscape by its page, which is the trim (its own bleed lies around it). Such a
drawing's viewBox becomes the trim, and nothing in it moves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cardgen.base.geometry import Box
from cardgen.base.units import MM, decimal
from cardgen.engine import StyleError, svg_values
from cardgen.model.sizes import Bleed, Shape

_OFF = 0.004
"""How far the shape of a page may be off from that of the cards, as a share."""
_WIDEST_BLEED = 10 * MM
"""The most bleed that a page is taken to include: a wider rim is another shape, and no bleed."""
VALUE = r"""(?:"[^"]*"|'[^']*')"""
"""The value of an attribute, with its quotes, as a regular expression."""
_ROOT = re.compile(rf"<!--.*?-->|<(?:\w+:)?svg\b(?:\s+[\w:.-]+\s*=\s*{VALUE})*\s*/?>", re.DOTALL)
_SIZED = re.compile(rf"\s(viewBox|width|height)\s*=\s*({VALUE})")
_PAGE = re.compile(rf"<inkscape:page\b(?:\s+[\w:.-]+\s*=\s*{VALUE})*")
_PAGE_SAYS = re.compile(rf"\s(x|y|width|height|bleed)\s*=\s*({VALUE})")
TEXTS = re.compile(r"<(?:\w+:)?text\b.*?</(?:\w+:)?text>", re.DOTALL)
"""The <text> elements of a composed card."""
_RECTANGLE = re.compile(r"<(?:\w+:)?rect\b[^>]*100%[^>]*>")
_WHOLE = re.compile(r"""\s(width|height)\s*=\s*["']100%["']""")


class TemplatePage(NamedTuple):
    """A template's page on a card: its trim in the template's units, and the template's unit in
    millimetres."""

    trim: Box
    whole: Box
    unit: float


def page_of(svg: str, shape: Shape, bleed: Bleed) -> TemplatePage | None:
    """The page of a composed card. It is None where its root does not tell."""
    root = root_tag(svg)
    page = _PAGE.search(svg) if root and "<inkscape:page" in svg else None
    return _page_of(root[0], page[0] if page else "", shape, bleed) if root else None


@lru_cache(maxsize=256)
def _page_of(root: str, page: str, shape: Shape, bleed: Bleed) -> TemplatePage | None:
    """The page that a root tag and that of Inkscape's page tell."""
    page_box = _whole(root)
    if page_box is None:
        return None
    trim = next((box for box in _trims(page, page_box, shape, bleed) if fits(box, shape)), page_box)
    unit = shape.width / MM / trim.width
    return TemplatePage(trim, page_box, 1.0 if math.isclose(unit, 1, rel_tol=1e-3) else unit)


def fits(box: Box, shape: Shape) -> bool:
    """True if a page has the shape of the cards."""
    return (
        min(box.width, box.height) > 0
        and abs(box.width * shape.height - box.height * shape.width)
        <= _OFF * box.width * shape.height
    )


def included(box: Box, shape: Shape) -> float:
    """The bleed on each side of a page that is a card with its bleed, in units of the page; 0 where
    it cannot be one."""
    longer = shape.height - shape.width
    bleed = (box.width * shape.height - box.height * shape.width) / (2 * longer) if longer else 0.0
    trim = box.width - 2 * bleed
    return bleed if 0 < bleed * shape.width <= _WIDEST_BLEED * trim else 0.0


def misshapen(box: Box, shape: Shape, template: str) -> tuple[str, str]:
    """The problem of a page that has not the shape of the cards, and the remedy."""
    sentence = (
        f"the viewBox of {template} is {box.width:g} x {box.height:g}, which is not the shape of"
        f" the deck's size, {shape}"
    )
    if fits(Box(0, 0, box.height, box.width), shape):
        size = shape.name or f"{decimal(shape.width / MM)}mm x {decimal(shape.height / MM)}mm"
        orientation = "landscape" if box.width > box.height else "portrait"
        return (
            sentence,
            f"turn one of them: write  size: {size} {orientation}, or draw the template the other"
            " way up",
        )
    remedy = "make the viewBox the trim in millimetres, or change the size"
    bleed = included(box, shape)
    return sentence, remedy + (
        f"; if it includes bleed, say so below the size:  bleed: {bleed:.4g}px" if bleed else ""
    )


def trimmed(svg: str, page: TemplatePage) -> str:
    """The card with its trim as its viewBox. What was as wide or high as the page stays so."""
    if page.trim == page.whole:
        return svg
    root = root_tag(svg)
    if root is None:
        return svg
    sizes = {"width": page.whole.width, "height": page.whole.height}
    tag = _SIZED.sub("", root[0])
    box = " ".join(f"{side:.8g}" for side in page.trim)
    tag = re.sub(r"\s*/?>$", lambda end: f' viewBox="{box}"{end[0]}', tag)
    rest = _RECTANGLE.sub(
        lambda rectangle: _WHOLE.sub(
            lambda side: f' {side[1]}="{sizes[side[1]]:.6g}"', rectangle[0]
        ),
        svg[root.end() :],
    )
    return svg[: root.start()] + tag + rest


def other_pages(svg: str) -> list[Box]:
    """The pages that Inkscape has beside the first, which is the card."""
    if "<inkscape:page" not in svg:
        return []
    attributes = [_page_attributes(page[0]) for page in _PAGE.finditer(svg)]
    return [box for box in map(_box_of_page, attributes[1:]) if box]


def _page_attributes(page: str) -> dict[str, str]:
    """What a page of Inkscape says of its place and its bleed."""
    return {match[1]: match[2][1:-1] for match in _PAGE_SAYS.finditer(page)}


def _box_of_page(attributes: dict[str, str]) -> Box | None:
    """The box that a page of Inkscape says; None where it does not."""
    try:
        return Box(
            *(svg_values.parse_length(attributes[name]) for name in ("x", "y", "width", "height"))
        )
    except (KeyError, StyleError):
        return None


def root_box(svg: str) -> Box | None:
    """The view box that a document's root says. It is None where it does not tell it plainly."""
    root = root_tag(svg)
    return _whole(root[0]) if root else None


def root_tag(svg: str) -> re.Match[str] | None:
    """The start tag of a document's root; None where it is not plain."""
    return next((match for match in _ROOT.finditer(svg) if not match[0].startswith("<!--")), None)


def _whole(root: str) -> Box | None:
    sizes = {match[1]: match[2][1:-1] for match in _SIZED.finditer(root)}
    try:
        return svg_values.sized_box(
            sizes.get("viewBox"), sizes.get("width", ""), sizes.get("height", "")
        )
    except ValueError:
        return None


def _trims(page: str, page_box: Box, shape: Shape, bleed: Bleed) -> Iterator[Box]:
    """The boxes that may be the trim of a page, what is said most plainly first."""
    if bleed.pixels:
        yield page_box.grown(-bleed.pixels)
    if bleed.length:
        yield page_box.grown(-bleed.length * page_box.width / (shape.width + 2 * bleed.length))
    yield page_box
    attributes = _page_attributes(page)
    box = _box_of_page(attributes)
    if box is None:
        return
    yield box
    try:
        yield page_box.grown(-svg_values.parse_length(attributes["bleed"].split()[0]))
    except (IndexError, KeyError, StyleError):
        return
