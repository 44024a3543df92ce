"""The places of the codes on a side, whatever its template does around them."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.geometry import Box
from cardgen.cards.codes import TAG, CodeMark
from cardgen.cards.workspace import AskedCode
from cardgen.engine import UndrawnDocument


def placed_codes(svg: str, codes: Sequence[AskedCode], width: float) -> list[CodeMark]:
    """The codes of a side that is `width` mm wide, where they have come to lie; without those that
    are not shown."""
    try:
        document = UndrawnDocument(svg)
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
            or (around := document.matrix_into(element)) is None
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
