"""What becomes of room to spare on a page: larger pictures, then more space between its pieces.

All space grows by the same share, that between paragraphs and rows of a table too: no gap stands
out. What is left stands at the foot."""

from __future__ import annotations

from cardgen.base.units import MM
from cardgen.rulebook.flow import Stack
from cardgen.rulebook.tailpieces import TAILED
from cardgen.rulebook.theme import Format

_GROWTHS = (1.08, 1.16, 1.26, 1.38, 1.5, 1.65, 1.8, 2.0, 2.2)
"""How much larger the pictures of a page become at the most that has room to spare."""
_LOOSE, _LOOSEST = 1.6, 1.75
"""How many times as large the space between its pieces becomes at the most, and in a column that
ends above the others."""
_FIRST = 1.2
"""How many times as large it becomes before figures grow that may be higher."""
_FINEST = 0.01
"""How exactly those grow, in shares of what they may be."""
_LEFT = 24 * MM
"""What a page may have left at its foot that is loosened, where a tailpiece could fill it."""


def filled(page: Stack, form: Format) -> Stack:
    """A page with its room to spare used well."""
    if form.columns == 1:
        return _stretched(_grown(page, form), form)
    across = page.spread(form.measure)
    if across.height(form.measure) <= form.room:
        page = across
    page = _stretched(_grown(page, form), form)
    free = form.room - page.height(form.measure)
    looser, by = page.loosened_to(form.measure, form.room, _LOOSE)
    left = form.room - looser.height(form.measure)
    if left <= _LEFT or free < TAILED:
        page = looser
    else:
        by = 1.0
    return page.levelled(form.measure, _LOOSEST / by)


def _grown(page: Stack, form: Format) -> Stack:
    """A page with its pictures as much larger as there is room."""
    grown = page
    least, most = 0, len(_GROWTHS)
    while least < most:  # of those that fit, the largest
        middle = (least + most) // 2
        larger = page.grown(_GROWTHS[middle])
        if larger.height(form.measure) <= form.room:
            grown, least = larger, middle + 1
        else:
            most = middle
    return grown


def _stretched(page: Stack, form: Format) -> Stack:
    """A page with its figures as much higher as they may be and there is room, and a little more
    space between its pieces."""
    measure, room = form.measure, form.room
    if page.stretched(1.0).height(measure) <= page.height(measure):
        return page
    page, _ = page.loosened_to(measure, room, _FIRST)
    least, most = 0.0, 1.0
    if page.stretched(most).height(measure) <= room:
        return page.stretched(most)
    while most - least > _FINEST:
        share = (least + most) / 2
        if page.stretched(share).height(measure) <= room:
            least = share
        else:
            most = share
    return page.stretched(least)
