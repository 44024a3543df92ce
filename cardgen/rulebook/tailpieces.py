"""Tailpieces: drawings of the game at the foot of pages that have room to spare."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.rulebook.flow import Flow, Stack
from cardgen.rulebook.ornaments import TAIL, leave_ornament
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import Format

_AIR = 5 * MM
"""Between the last words of a page and its tailpiece."""
_STEP = 6 * MM
"""Heights of tailpieces are multiples of this: equal ones are drawn once."""
_LEAST, _MOST = 24 * MM, 96 * MM
"""How high a tailpiece is at the least and at the most."""
TAILED = _AIR + _LEAST
"""How much room a page has to spare at the least that gets a tailpiece."""


class Tailpiece(Flow):
    """A drawing as wide as the page's text; `turn` counts those of the book."""

    def __init__(self, high: float, above: float, colour: str, turn: int) -> None:
        self.high, self.above, self.colour, self.turn = high, above, colour, turn

    def height(self, width: float) -> float:
        return self.high

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        leave_ornament(page, TAIL, Box(x, y, width, self.high), self.colour, turn=self.turn)


def with_tailpieces(pages: Iterable[Stack], form: Format, colour: str) -> Iterator[Stack]:
    """The pages, those with room to spare with a tailpiece at their foot."""
    turn = 0
    for page in pages:
        free = form.room - page.height(form.measure)
        high = min(_MOST, math.floor((free - _AIR) / _STEP) * _STEP)
        if high < _LEAST:
            yield page
            continue
        tailpiece = Tailpiece(high, free - high, colour, turn)
        yield Stack([*page.pieces, tailpiece], page.above, page.below, element=page.element)
        turn += 1
