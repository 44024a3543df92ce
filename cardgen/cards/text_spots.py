"""Where on a side the texts lie that do not fit, whatever their templates do around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from cardgen.base import svg_marks
from cardgen.base.findings import Finding
from cardgen.base.geometry import Box
from cardgen.base.origins import CardProblem
from cardgen.cards.placed_markup import PlacedMarkup
from cardgen.cards.workspace import ComposedSide, TextSpot
from cardgen.engine import UndrawnDocument

PlacedT = TypeVar("PlacedT", bound=PlacedMarkup)
_MARK = re.compile(rf' {svg_marks.SPOT}="\d+"')


def without_marks(svg: str) -> str:
    """A composed side without the numbers of its boxes."""
    return _MARK.sub("", svg)


def marked(placed: PlacedT, side: ComposedSide, box: Box, count: int) -> PlacedT:
    """What was placed, with the box of it that the problems are about which came behind the first
    `count`; as it is where there are none."""
    if len(side.problems) == count:
        return placed
    number = len(side.text_boxes)
    side.text_boxes.append(TextSpot(box, range(count, len(side.problems))))
    copy = type(placed)(f'<g {svg_marks.SPOT}="{number}">{placed}</g>')
    copy.__dict__.update(placed.__dict__)
    return copy


def located(
    svg: str, problems: Sequence[Finding], boxes: Sequence[TextSpot], width: float
) -> list[Finding]:
    """The problems of a side that is `width` mm wide, with the spots where their boxes lie."""
    located_problems = list(problems)
    try:
        document = UndrawnDocument(svg)
    except Exception:  # it is no drawing, which is told when it is painted
        return located_problems
    page = document.page
    unit = width / page.width
    for element in document.root.iter():
        number = element.get(svg_marks.SPOT) if isinstance(element.tag, str) else None
        if number is None or (around := document.matrix_into(element)) is None:
            continue
        box, numbers = boxes[int(number)]
        lying = around.box(box)
        sides = (lying.x - page.x, lying.y - page.y, lying.width, lying.height)
        spot = Box(*(round(side * unit, 2) for side in sides))
        for at in numbers:
            problem = located_problems[at]
            if isinstance(problem, CardProblem):
                located_problems[at] = replace(problem, spot=spot)
    return located_problems
