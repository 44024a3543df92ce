"""What lies over what: texts that nobody sees, for something opaque was painted over them, and
lines that nobody misses for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.engine import Painted, TextMark, images

HIDDEN = 0.5
"""Of the box of a text, what is covered of one that is taken for lost."""
_ACROSS, _DOWN = 16, 4
"""Points across and down a text that are looked up."""
_MOST = 400
"""Points of one line that are looked up at most."""


def covered_texts(
    paints: Sequence[Painted], texts: Sequence[TextMark], inks: Sequence[Box | None]
) -> list[tuple[float, TextMark]]:
    """The texts of a drawing, of which the boxes around their ink are given, of which more than
    HIDDEN lies under what was painted later, and how much. One that stands there once more, as over
    its shadow, is not lost."""
    last = {number: place for place, each in enumerate(paints) for number in range(*each.texts)}
    hiding = [(place, each) for place, each in enumerate(paints) if _hiding(each)]
    lost: dict[int, float] = {}
    for number, place in last.items():
        ink = inks[number]
        over = (
            [each for later, each in hiding if later > place and each.box.overlaps(ink)]
            if ink
            else ()
        )
        if (
            over
            and (share := _covered(over, points_over(texts[number].corners, _ACROSS, _DOWN)))
            > HIDDEN
        ):
            lost[number] = share
    seen = [mark for number, mark in enumerate(texts) if number not in lost] if lost else []
    return [
        (lost[i], texts[i])
        for i in sorted(lost)
        if not any(_stands_there(texts[i], mark) for mark in seen)
    ]


def covered_line(paints: Sequence[Painted], place: int, step: float) -> bool:
    """Whether all of a line, the paint at that place, lies under what was painted later: points
    `step` apart tell it."""
    each = paints[place]
    near = each.box.grown(step)
    over = [later for later in paints[place + 1 :] if _hiding(later) and later.box.overlaps(near)]
    if not over:
        return False
    points = [point for point in _along(each, step) if each.box.contains(Box(*point, 0, 0))]
    return bool(points) and _covered(over, points) == 1


def _hiding(each: Painted) -> bool:
    return each.alpha >= 1 and each.kind in ("fill", "shading", "picture")


def _covered(over: Iterable[Painted], points: Sequence[Point]) -> float:
    """How many of some points, from 0 to 1, lie under one of some paints."""
    left = points
    for each in over:
        left = [point for point in left if not _hides(each, point)]
    return 1 - len(left) / len(points)


def _hides(each: Painted, point: Point) -> bool:
    if not each.box.contains(Box(*point, 0, 0)) or (
        each.footprint and not each.footprint.holds(*point)
    ):
        return False
    return each.picture is None or _opaque(each, point)


def _opaque(each: Painted, point: Point) -> bool:
    """Whether a picture is opaque at a point; in the unit square that it fills y grows upward."""
    assert each.picture is not None
    clear = _clear(each.picture.data)
    if clear is None:
        return True
    width, height, alpha = clear
    x, y = each.matrix.inverse()(*point)
    column, row = (
        max(0, min(many - 1, int(share * many))) for share, many in ((x, width), (1 - y, height))
    )
    return alpha[row * width + column] == 255


@lru_cache(maxsize=4)  # pictures stay in memory with what is known of them
def _clear(data: bytes) -> tuple[int, int, bytes] | None:
    """The width and height of a picture and how opaque each pixel is; None where all are."""
    alpha = images.pixels_of(data).alpha
    return (*alpha.size, alpha.tobytes()) if alpha else None


def opacity(each: Painted) -> float:
    """How opaque something is where it is clearest, from 0 to 1."""
    return each.alpha * (_least_alpha(each.picture.data) if each.picture else 1.0)


@lru_cache(maxsize=16)  # pictures stay in memory with what is known of them
def _least_alpha(data: bytes) -> float:
    """How opaque the clearest pixel of a picture is, from 0 to 1."""
    alpha = images.pixels_of(data).alpha
    least: Any = alpha.getextrema()[0] if alpha else 255
    return float(least) / 255


def points_over(corners: Sequence[Point], across: int, down: int) -> list[Point]:
    """So many points all over the box around a text, whose corners turn as it does."""
    start, right, _, low = corners
    to = Matrix(
        right.x - start.x, right.y - start.y, low.x - start.x, low.y - start.y, start.x, start.y
    )
    return [to((i + 0.5) / across, (j + 0.5) / down) for i in range(across) for j in range(down)]


def _along(each: Painted, step: float) -> Iterator[Point]:
    """Points along a path, `step` apart or less, but of one that is very long farther."""
    if each.footprint is None:
        return
    parts = list(each.footprint.outline())
    length = sum(math.dist(one, other) for part in parts for one, other in pairwise(part))
    step = max(step, length / _MOST)
    for part in parts:
        for one, other in pairwise(part):
            steps = math.ceil(math.dist(one, other) / step) or 1
            for i in range(steps + 1):
                yield Point(
                    one.x + (other.x - one.x) * i / steps, one.y + (other.y - one.y) * i / steps
                )


def _stands_there(mark: TextMark, other: TextMark) -> bool:
    """Whether another text says the same in the same place."""
    near = (
        math.dist((mark.placement.e, mark.placement.f), (other.placement.e, other.placement.f))
        < 0.3 * mark.height
    )
    return near and mark.text == other.text
