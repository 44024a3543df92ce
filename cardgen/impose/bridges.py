"""Bridges: short parts of a cut that are left out, by which a piece hangs in its sheet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from cardgen.base.geometry import Point
from cardgen.base.units import MM

_APART = 60 * MM
"""How far bridges are apart at the most."""
_FEWEST = 3
"""So many hold a piece that neither tilts nor turns."""
_BESIDE = 2 * MM
"""How far to both sides a cut should be straight at a bridge: in a corner it would tear it off."""
_TRIED = 15
"""The places that are tried for each."""


def bridged(line: Sequence[Point], length: float) -> Sequence[Sequence[Point]]:
    """The parts of a closed line that are cut, with bridges of a length between them.

    They are far apart, and where the line is as straight as it gets there. What is too short for
    them stays whole."""
    ends = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(line))]
    whole = ends[-1]
    count = max(_FEWEST, math.ceil(whole / _APART))
    if whole < 4 * count * length:
        return [line]
    share = whole / count
    middles = [_straightest(line, ends, number * share, share, length) for number in range(count)]
    parts = []
    for before, after in pairwise([*middles, middles[0] + whole]):
        parts.append(list(_between(line, ends, before + length / 2, after - length / 2)))
    return parts


def _straightest(
    line: Sequence[Point], ends: Sequence[float], start: float, share: float, length: float
) -> float:
    """The place of the bridge of a share of a line, far from the next ones."""
    room = share / 2
    beside = min(_BESIDE + length / 2, share / 4)

    def merit(number: int) -> tuple[float, float]:
        place = start + share / 4 + number / (_TRIED - 1) * room
        chord = math.dist(_at(line, ends, place - beside), _at(line, ends, place + beside))
        return round(chord / beside, 2), -abs(number - _TRIED // 2)

    best = max(range(_TRIED), key=merit)
    return start + share / 4 + best / (_TRIED - 1) * room


def _at(line: Sequence[Point], ends: Sequence[float], along: float) -> Point:
    """The point so far along a closed line."""
    along %= ends[-1]
    number = next(i for i, end in enumerate(ends[1:]) if along <= end)
    a, b = line[number], line[number + 1]
    part = (along - ends[number]) / ((ends[number + 1] - ends[number]) or 1.0)
    return Point(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))


def _between(
    line: Sequence[Point], ends: Sequence[float], start: float, end: float
) -> Iterator[Point]:
    """Yield the points of a part of a closed line, which may go on over its end."""
    yield _at(line, ends, start)
    for lap in (0.0, ends[-1]):
        for point, place in zip(line[:-1], ends, strict=False):
            if start < lap + place < end:
                yield point
    yield _at(line, ends, end)
