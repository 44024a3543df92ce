"""Pagination: where pages end, weighed over the whole book.

A page that ends early, what is torn, and what is parted from what it belongs to have their costs;
the pages are those whose costs come to the least (Knuth and Plass did so for lines, Plass for
pages). Lengths are points."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cardgen.rulebook.flow import Stack
from cardgen.rulebook.galley import Ending, Galley, Rests

FULL = 0.35
"""A page filled to less than this share looks forgotten."""
_EMPTY = 40.0
"""What such a page costs."""
_HOLES_FROM, _HOLES = 0.75, 40.0
"""Of pages in columns, the share that is filled of one without holes, and what it costs to miss it
by all of a page."""
_OPEN = 14.0
"""What a page that is half empty costs, before it is squared."""
_PAGE = 1.0
"""What any page costs: no break is so good that it is worth a page."""
_BREADTH = 20
"""How many ways to have come so far are followed, the best ones."""


class _Way(NamedTuple):
    """Pages so far: their cost, what is left, and the last of them.

    And how the ones before it were."""

    cost: float
    rest: Galley | None
    page: Stack | None
    before: _Way | None

    def pages(self) -> list[Stack]:
        pages: list[Stack] = []
        way: _Way | None = self
        while way and way.page:
            pages.append(way.page)
            way = way.before
        return pages[::-1]


def paginated(
    galley: Galley,
    *,
    closes: bool = True,
    blanks: Callable[[int], float] = lambda count: 0.0,
) -> list[Stack]:
    """The pages of a galley. `closes` tells that the last of them is
    the book's last, which may be short; `blanks` what so many pages cost beside what is on them."""
    columns = galley.form.columns
    rests: Rests = {}
    endings: dict[Galley, list[Ending]] = {}
    """Of what is left, the ways to fill the next page: many ways come to the same place, and they
    are sought once."""
    ways = [_Way(0.0, galley, None, None)] if galley.pieces else []
    best: _Way | None = None
    count = 0
    while ways:
        count += 1
        best_ways: dict[tuple[int, tuple[float, ...]], _Way] = {}
        for way in ways:
            assert way.rest is not None
            if way.rest not in endings:
                endings[way.rest] = [*way.rest.endings(rests)]
            for fill, page, rest, cost in endings[way.rest]:
                short = (
                    0.0 if rest is None and closes else _free(fill, columns, by_writer=cost < -1)
                )
                total = way.cost + _PAGE + short + (0.0 if rest is None else max(cost, -1.0))
                step = _Way(total, rest, page, way)
                if rest is None:
                    whole_way = step._replace(cost=total + blanks(count))
                    best = whole_way if best is None or whole_way.cost < best.cost else best
                elif (key := rest.mark) not in best_ways or total < best_ways[key].cost:
                    best_ways[key] = step
        lowest = best.cost if best else math.inf
        ways = sorted(
            (way for way in best_ways.values() if way.cost < lowest), key=lambda way: way.cost
        )[:_BREADTH]
        most_left = max((way.rest.mark[0] for way in ways if way.rest), default=0)
        # to what is longer no way leads back
        endings = {
            rest: page_endings
            for rest, page_endings in endings.items()
            if rest.mark[0] <= most_left
        }
        rests = {key: rest for key, rest in rests.items() if key[0] <= most_left}
    return best.pages() if best else []


def _free(full: float, columns: int, *, by_writer: bool) -> float:
    """The cost of a page that is full to a share of its height.

    It is None if it ends `by_writer`."""
    if by_writer:
        return 0.0
    cost = _OPEN * ((1 - full) * 2) ** 2 / 4
    if columns > 1:
        cost += _HOLES * max(0.0, _HOLES_FROM - full)
    return cost + (_EMPTY if full < FULL else 0.0)
