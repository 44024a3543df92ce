"""What lies over what: texts that nobody sees, for something opaque was painted over them, and lines that nobody misses for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.graphics.drawing import TextMark
from cardgen.graphics.images import pixels_of
from cardgen.graphics.paint_list import Painted
from cardgen.preflight.card_side import CardSide, Evidence
from cardgen.preflight.home_print import shortened
from cardgen.rules.finding import Finding

HIDDEN = 0.5
"""Of the box of a text, what is covered of one that is taken for lost."""
_ACROSS, _DOWN = 16, 4
"""Points across and down a text that are looked up."""
_STEP = 0.5 * MM
"""How far apart points along a line are looked up."""
_MOST = 400
"""Points of one line that are looked up at most."""


def covered_texts(side: CardSide) -> Iterator[Finding]:
    """Texts most of which lies under what was painted later. One that stands there once more, as over its shadow, is not lost."""
    last = {number: place for place, each in enumerate(side.paints) for number in range(*each.texts)}
    lost: list[tuple[float, TextMark]] = []
    topmost = max((place for place, each in enumerate(side.paints) if _hiding(each)), default=0)
    for number, place in last.items():
        mark = side.drawing.texts[number]
        if place < topmost and mark.text.strip() and (ink := mark.ink) and (over := _over(side, place, ink)):
            share = _covered(over, _within(mark))
            if share > HIDDEN:
                lost.append((share, mark))
    seen = [mark for mark in side.texts if not any(mark is each for _, each in lost)] if lost else []
    lost = [(share, mark) for share, mark in lost if not any(_stands_there(mark, other) for other in seen)]
    if lost:
        share, mark = max(lost, key=lambda each: each[0])
        others = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        covered = f"{math.floor(share * 100)} %"
        what = f'the text "{shortened(mark.text)}"{others} lies under what is painted after it, {covered} of it'
        evidence = Evidence(side.ink(mark), f"{covered} covered", "uncovered", mark.text)
        yield side.says("covered-text", "warning", what, "write it after what covers it, or take it away", evidence)


def covered_line(side: CardSide, place: int) -> bool:
    """Whether all of a line, the paint at that place, lies under what was painted later."""
    each = side.paints[place]
    points = [point for point in _along(side, each) if each.box.contains(Box(*point, 0, 0))]
    return bool(points) and _covered(_over(side, place, each.box.grown(0.01 / side.unit)), points) == 1


def _over(side: CardSide, place: int, box: Box) -> list[Painted]:
    """What may hide a part of a box, for it is painted after something."""
    return [each for each in side.paints[place + 1 :] if _hiding(each) and each.box.overlaps(box)]


def _hiding(each: Painted) -> bool:
    return each.alpha >= 1 and each.kind in ("fill", "shading", "picture")


def _covered(over: Iterable[Painted], points: Sequence[Point]) -> float:
    """How many of some points, from 0 to 1, lie under one of some paints."""
    left = points
    for each in over:
        left = [point for point in left if not _hides(each, point)]
    return 1 - len(left) / len(points)


def _hides(each: Painted, point: Point) -> bool:
    if not each.box.contains(Box(*point, 0, 0)) or (each.extent and not each.extent.holds(*point)):
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
    column, row = (max(0, min(many - 1, int(share * many))) for share, many in ((x, width), (1 - y, height)))
    return alpha[row * width + column] == 255


@lru_cache(maxsize=4)  # pictures stay in memory with what is known of them
def _clear(data: bytes) -> tuple[int, int, bytes] | None:
    """The width and height of a picture and how opaque each pixel is; None where all are."""
    alpha = pixels_of(data).alpha
    return (*alpha.size, alpha.tobytes()) if alpha else None


def _within(mark: TextMark) -> list[Point]:
    """Points all over a text, in the units of its drawing, in the box that is turned as it is."""
    start, right, _, down = mark.corners
    spots = (((i + 0.5) / _ACROSS, (j + 0.5) / _DOWN) for i in range(_ACROSS) for j in range(_DOWN))
    across, along = (right.x - start.x, right.y - start.y), (down.x - start.x, down.y - start.y)
    return [Point(start.x + across[0] * i + along[0] * j, start.y + across[1] * i + along[1] * j) for i, j in spots]


def _along(side: CardSide, each: Painted) -> Iterator[Point]:
    """Points along a path, _STEP apart or less, but of one that is very long farther."""
    if each.extent is None:
        return
    parts = list(each.extent.outline())
    length = sum(math.dist(one, other) for part in parts for one, other in pairwise(part))
    step = max(_STEP / side.unit, length / _MOST)
    for part in parts:
        for one, other in pairwise(part):
            steps = math.ceil(math.dist(one, other) / step) or 1
            for i in range(steps + 1):
                yield Point(one.x + (other.x - one.x) * i / steps, one.y + (other.y - one.y) * i / steps)


def _stands_there(mark: TextMark, other: TextMark) -> bool:
    """Whether another text says the same in the same place."""
    near = math.dist((mark.placement.e, mark.placement.f), (other.placement.e, other.placement.f)) < 0.3 * mark.height
    return near and mark.text == other.text
