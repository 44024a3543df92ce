"""Bleed made from art that ends at the cut: mirrored there, or its edge stretched outward; as SVG,
for print and browser alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from cardgen.base import svg_marks
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box
from cardgen.base.suggestions import did_you_mean
from cardgen.cards.page import TEXTS, VALUE, root_tag
from cardgen.model.sizes import BLEEDS

SIDES = ("left", "top", "right", "bottom")
_IMAGE = re.compile(rf"<image\b[^>]*\b{svg_marks.BLEED}\s*=[^>]*?(/>|>\s*</image\s*>)")
_ATTRIBUTE = re.compile(rf"([\w:-]+)\s*=\s*({VALUE})")
_SIDE = "cardgen-side"
_NEAR = 0.01
"""Of the shorter side of a card, how far from the cut art counts as ending there."""
_RIM = 0.004
"""Of the same, how much of the edge is stretched."""


def with_bleed(svg: str, page: Box, amount: float) -> str:
    """The SVG of a side with bleed beside each <image> that asks for it by `data-bleed="mirror"` or
    `"stretch"`: `amount` of it, in user units, at the edges of `page` where the image ends, or at
    those that are named as well, as in `"mirror left top"`.

    Raises CardgenError.
    """
    return _IMAGE.sub(lambda image: _extended(image[0], page, amount), svg)


def framed(svg: str, page: Box, amount: float, source: str) -> str:
    """The SVG of a side with as much bleed around its `page`, made of the side itself as a whole,
    or of one colour.

    What paints its own bleed paints it over this. Texts are not mirrored.
    """
    root, end = root_tag(svg), svg.rfind("</")
    if root is None or end < root.end():
        return svg
    content = svg[root.end() : end]
    if source in BLEEDS:
        definition = f'<defs><g id="{_SIDE}">{TEXTS.sub("", content)}</g></defs>'
        around = definition + _around(f'<use href="#{_SIDE}"/>', page, SIDES, source, amount, page)
    else:
        box = page.grown(amount)
        around = (
            f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"'
            f' fill="{source}"/>'
        )
    return f"{svg[: root.end()]}{around}{content}{svg[end:]}"


def _extended(image: str, page: Box, amount: float) -> str:
    attributes = {name: value[1:-1] for name, value in _ATTRIBUTE.findall(image)}
    way, *named_sides = attributes[svg_marks.BLEED].split() or [""]
    for word, choices in ((way, BLEEDS), *((side, SIDES) for side in named_sides)):
        if word not in choices:
            raise CardgenError(
                Finding(
                    "unknown-choice",
                    f'{svg_marks.BLEED} cannot be "{word}"',
                    did_you_mean(word, choices),
                )
            )
    try:
        box = Box(
            *(
                float(attributes.get(name, "0" if name in "xy" else ""))
                for name in ("x", "y", "width", "height")
            )
        )
    except ValueError:
        sentence = f"an <image> with {svg_marks.BLEED} has no width and height in plain numbers"
        raise CardgenError(
            Finding(
                "template-value",
                sentence,
                "give it x, y, width and height in the units of the template",
            )
        ) from None
    near = _NEAR * min(page.width, page.height)
    edges = ((box.x, page.x), (box.y, page.y), (box.right, page.right), (box.top, page.top))
    sides = named_sides or [
        side for side, (edge, cut) in zip(SIDES, edges, strict=True) if abs(edge - cut) < near
    ]
    plain = re.sub(rf"\b(id|transform)\s*=\s*({VALUE})", "", image)
    strips = _around(plain, box, sides, way, amount, page)
    moved = f' transform="{attributes["transform"]}"' if "transform" in attributes else ""
    return f"<g{moved}>{strips}</g>{image}"


def _around(image: str, box: Box, sides: Sequence[str], way: str, amount: float, page: Box) -> str:
    """The strips beyond some edges of an image, and the corners between them."""
    amount, rim = min(amount, box.width, box.height), _RIM * min(page.width, page.height)
    across = _along(box.x, box.right, "left" in sides, "right" in sides, way, amount, rim)
    down = _along(box.y, box.top, "top" in sides, "bottom" in sides, way, amount, rim)
    # the first is the image itself
    strips = "".join(_strip(image, *pair) for pair in list(product(across, down))[1:])
    return f'<g {svg_marks.UNREAD}="">{strips}</g>'


class _Part(NamedTuple):
    """A part of an axis, and how the image is scaled and moved along it to show there."""

    start: float
    length: float
    scale: float = 1.0
    shift: float = 0.0


def _along(
    low: float, high: float, before: bool, after: bool, way: str, amount: float, rim: float
) -> Iterator[_Part]:
    """The image's own part of an axis, and what lies before and after it: a little of that under
    the image, lest a gap shows."""
    yield _Part(low, high - low)
    times, under = amount / rim, rim / 2
    if before:
        yield _Part(
            low - amount,
            amount + under,
            *((-1.0, 2 * low + under) if way == "mirror" else (times, low - amount - low * times)),
        )
    if after:
        yield _Part(
            high - under,
            amount + under,
            *(
                (-1.0, 2 * high - under)
                if way == "mirror"
                else (times, high + amount - high * times)
            ),
        )


def _strip(image: str, across: _Part, down: _Part) -> str:
    """An image scaled and moved, as far as it shows in one part."""
    x = f"{across.start:.4f}"
    y = f"{down.start:.4f}"
    width = f"{across.length:.4f}"
    height = f"{down.length:.4f}"
    matrix = f"matrix({across.scale:.4f} 0 0 {down.scale:.4f} {across.shift:.4f} {down.shift:.4f})"
    view = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
    return f'<svg {view}><g transform="{matrix}">{image}</g></svg>'
