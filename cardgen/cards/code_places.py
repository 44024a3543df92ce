"""Where the codes of a side have come to lie, whatever its template does around them."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.cards.codes import TAG, CodeMark, CodeSpec
from cardgen.svg.parse import read_svg, view_box
from cardgen.svg.values import StyleError, parse_transform


def placed(svg: str, marks: Sequence[tuple[CodeMark, CodeSpec, float]], width: float) -> list[CodeMark]:
    """Where codes have come to lie on a side that is `width` mm wide. Each comes with how it was asked for and its module in the
    template's units; one that was made and not printed is left out."""
    try:
        root = read_svg(svg.encode())
        page = view_box(root)
    except Exception:  # it is no drawing, which is told when it is painted
        return []
    unit, found = width / page.width, list[CodeMark]()
    for element in root.iter():
        number = element.get(TAG) if isinstance(element.tag, str) else None
        if number is None or not number.isdecimal() or int(number) >= len(marks):
            continue
        mark, spec, module = marks[int(number)]
        around = _around(element)
        box = around.box(spec.box)
        scale = min((around.a**2 + around.b**2) ** 0.5, (around.c**2 + around.d**2) ** 0.5)
        lying = Box((box.x - page.x) * unit, (box.y - page.y) * unit, box.width * unit, box.height * unit)
        found.append(mark._replace(module=module * scale * unit, box=lying))
    return found


def _around(element: etree._Element) -> Matrix:
    """What transforms around an element make of it, drawings within drawings included."""
    matrix, above = Matrix(), element.getparent()
    while above is not None:
        try:
            matrix = parse_transform(above.get("transform", "")) @ matrix
            if above.getparent() is not None and above.get("viewBox"):
                inner = view_box(above)
                x, y, width, height = (float(above.get(name, default)) for name, default in _WINDOW)
                scale = min((width or inner.width) / inner.width, (height or inner.height) / inner.height)
                matrix = Matrix(scale, 0, 0, scale, x - inner.x * scale, y - inner.y * scale) @ matrix
        except (StyleError, ValueError):  # which is told when it is painted
            pass
        above = above.getparent()
    return matrix


_WINDOW = (("x", "0"), ("y", "0"), ("width", "0"), ("height", "0"))
