"""Texts and lines that lie under something opaque."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.engine import Painted, Pixels, TextMark

HIDDEN = 0.5
"""Of the box of a text, what is covered of one that is taken for lost."""
_ACROSS, _DOWN = 16, 4
"""Points across and down a text that are looked up."""
_MOST = 400
"""Points of one line that are looked up at most."""


def covered_texts(
    paints: Sequence[Painted], texts: Sequence[TextMark], inks: Sequence[Box | None]
) -> list[tuple[float, TextMark]]:
    """The texts that were painted over, and how much of each.

    More than HIDDEN of a text must be covered, by the boxes around its ink. A text that stands
    there once more, as over its shadow, is not lost."""
    last = {
        number: place for place, painted in enumerate(paints) for number in range(*painted.texts)
    }
    hiding = [(place, painted) for place, painted in enumerate(paints) if _is_hiding(painted)]
    lost: dict[int, float] = {}
    for number, place in last.items():
        ink = inks[number]
        if ink is None:
            continue
        over = [painted for later, painted in hiding if later > place and painted.box.overlaps(ink)]
        if over:
            points = points_over(texts[number].corners, _ACROSS, _DOWN)
            share = _covered(over, points)
            if share > HIDDEN:
                lost[number] = share
    visible = [mark for number, mark in enumerate(texts) if number not in lost] if lost else []
    return [
        (lost[i], texts[i])
        for i in sorted(lost)
        if not any(_stands_there(texts[i], mark) for mark in visible)
    ]


def is_covered_line(paints: Sequence[Painted], place: int, step: float) -> bool:
    """True if all of a line lies under what was painted later.

    Points `step` apart tell it."""
    line = paints[place]
    near = line.box.grown(step)
    over = [
        later for later in paints[place + 1 :] if _is_hiding(later) and later.box.overlaps(near)
    ]
    if not over:
        return False
    points = [point for point in _along(line, step) if line.box.contains(Box(*point, 0, 0))]
    return bool(points) and _covered(over, points) == 1


def _is_hiding(painted: Painted) -> bool:
    return painted.alpha >= 1 and painted.kind in ("fill", "shading", "picture")


def _covered(over: Iterable[Painted], points: Sequence[Point]) -> float:
    """The share of points under any of these paints, 0 to 1."""
    remaining = points
    for painted in over:
        remaining = [point for point in remaining if not _hides(painted, point)]
    return 1 - len(remaining) / len(points)


def _hides(painted: Painted, point: Point) -> bool:
    if not painted.box.contains(Box(*point, 0, 0)) or (
        painted.footprint and not painted.footprint.holds(*point)
    ):
        return False
    return painted.picture is None or _is_opaque(painted, point)


def _is_opaque(painted: Painted, point: Point) -> bool:
    """True if a picture is opaque at a point.

    The point lies in the unit square that it fills, where y grows upward."""
    assert painted.picture is not None
    clear = _clear(painted.picture.data)
    if clear is None:
        return True
    width, height, alpha = clear
    x, y = painted.matrix.inverse()(*point)
    column, row = (
        max(0, min(count - 1, int(share * count))) for share, count in ((x, width), (1 - y, height))
    )
    return alpha[row * width + column] == 255


@lru_cache(maxsize=4)  # pictures stay in memory with what is known of them
def _clear(data: bytes) -> tuple[int, int, bytes] | None:
    """A picture's width, height and alpha; None where it is opaque."""
    alpha = Pixels.of(data).alpha
    return (*alpha.size, alpha.tobytes()) if alpha else None


def opacity(painted: Painted) -> float:
    """The opacity of something where it is clearest, from 0 to 1."""
    return painted.alpha * (_least_alpha(painted.picture.data) if painted.picture else 1.0)


@lru_cache(maxsize=16)  # pictures stay in memory with what is known of them
def _least_alpha(data: bytes) -> float:
    """The opacity of the clearest pixel of a picture, from 0 to 1."""
    alpha = Pixels.of(data).alpha
    least: Any = alpha.getextrema()[0] if alpha else 255
    return float(least) / 255


def points_over(corners: Sequence[Point], across: int, down: int) -> list[Point]:
    """Points all over the box around a text.

    Its corners turn as it does."""
    start, right, _, low = corners
    along = Point(right.x - start.x, right.y - start.y)
    downward = Point(low.x - start.x, low.y - start.y)
    from_unit_square = Matrix(*along, *downward, *start)
    points = []
    for column in range(across):
        for row in range(down):
            points.append(from_unit_square((column + 0.5) / across, (row + 0.5) / down))
    return points


def _along(line: Painted, step: float) -> Iterator[Point]:
    """Points along a path, `step` apart or less.

    On a very long path they stand farther apart."""
    if line.footprint is None:
        return
    parts = list(line.footprint.outline())
    length = sum(math.dist(start, end) for part in parts for start, end in pairwise(part))
    step = max(step, length / _MOST)
    for part in parts:
        for start, end in pairwise(part):
            steps = math.ceil(math.dist(start, end) / step) or 1
            for i in range(steps + 1):
                x = start.x + (end.x - start.x) * i / steps
                y = start.y + (end.y - start.y) * i / steps
                yield Point(x, y)


def _stands_there(mark: TextMark, other: TextMark) -> bool:
    """True if another text says the same in the same place."""
    return mark.text == other.text and _is_near(mark, other)


def is_shadow(mark: TextMark, last: TextMark) -> bool:
    """True if a text is the shadow of, or a layer under, one above it."""
    return mark is not last and _is_near(mark, last)


def _is_near(mark: TextMark, other: TextMark) -> bool:
    """True if two texts begin nearly at one point."""
    start = mark.placement.e, mark.placement.f
    other_start = other.placement.e, other.placement.f
    return math.dist(start, other_start) < 0.3 * mark.height
