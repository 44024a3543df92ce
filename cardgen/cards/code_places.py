"""The places of the codes on a side, whatever its template does around them."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.cards.codes import TAG, CodeMark
from cardgen.cards.rewriting import NoSources
from cardgen.cards.workspace import AskedCode
from cardgen.engine import Document, StyleError, Units, svg_bounds, svg_tree


def placed_codes(svg: str, codes: Sequence[AskedCode], width: float) -> list[CodeMark]:
    """The codes of a side that is `width` mm wide, where they have come to lie; without those that
    are not shown."""
    try:
        document = Document(svg_tree.read_svg(svg.encode()), NoSources())
    except Exception:  # it is no drawing, which is told when it is painted
        return []
    page = document.page
    placed_marks = list[CodeMark]()
    unit = width / page.width
    for element in document.root.iter():
        number = element.get(TAG) if isinstance(element.tag, str) else None
        if (
            number is None
            or not number.isdecimal()
            or int(number) >= len(codes)
            or (around := _around(document, element)) is None
        ):
            continue
        mark, spec, module = codes[int(number)]
        box = around.box(spec.box)
        scale = min((around.a**2 + around.b**2) ** 0.5, (around.c**2 + around.d**2) ** 0.5)
        lying = Box(
            (box.x - page.x) * unit, (box.y - page.y) * unit, box.width * unit, box.height * unit
        )
        placed_marks.append(mark._replace(module=module * scale * unit, box=lying))
    return placed_marks


def _around(document: Document, element: etree._Element) -> Matrix | None:
    """The matrix of the elements around one, drawings within drawings included; None where they
    hide it."""
    matrix, units = Matrix(), Units(document.page, 0.0, document.sources.first)
    for above in [*element.iterancestors()][-2::-1]:  # all within the root
        style = document.own_style(above)
        if not style.display:
            return None
        try:
            matrix = matrix @ svg_bounds.placement(document, units, above, style)
            framed = (
                svg_bounds.frame(units.of(style), above, above)
                if svg_tree.local(above) == "svg"
                else None
            )
        except (StyleError, ValueError):  # which is told when it is painted
            continue
        if framed:
            matrix, units = matrix @ framed.matrix, units.within(framed.viewport)
    return matrix
