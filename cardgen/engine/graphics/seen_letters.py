"""The letters of a text that are seen whole through clips and masks.

Such clips are no upright rectangles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.base.geometry import Point, around
from cardgen.engine.graphics.drawing import Drawing, TextMark, Window
from cardgen.engine.graphics.footprint import Region
from cardgen.engine.graphics.paint_list import Painted

_LIGHT = 0.1
"""How light a mask must be for what it covers to count as seen."""
_WEIGHTS = (0.2125, 0.7154, 0.0721)
"""Of red, green and blue in the light of a colour (SVG 1.1, 14.4)."""


def letters_cut(mark: TextMark, hair: float) -> str:
    """The letters of a text that its windows cut.

    More than a hair of them, in the drawing's units, is hidden by one of these."""
    corners = mark._replace(clip=None).corners
    if not mark.windows or not corners:
        return ""
    windows = [_OpenWindow(window) for window in mark.windows]
    if all(_all_seen(windows, point) for point in _along(corners)):
        return ""
    cut: dict[int, str] = {}
    for number, letter, lines in mark.letter_outlines():
        outline = [start for start, _ in lines]
        middle = around(outline).centre
        inner = (_nearer(point, middle, hair) for point in outline)
        if not all(_all_seen(windows, point) for point in inner):
            cut[number] = letter
    return "".join(cut.values())


class _OpenWindow:
    """The points that a window shows. What a mask paints is looked for once."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.region = Region(window.path, window.matrix, window.even_odd) if window.path else None
        self.painted = _painted(window.mask[1]) if window.mask else None

    def at(self, point: Point) -> bool:
        if self.region:
            return self.region.holds(*point)
        if self.painted is None or self.window.mask is None:  # nobody knows
            return True
        is_seen = False
        within = self.window.matrix.inverse()(*point)
        for thing in self.painted:
            if thing.footprint is None or thing.footprint.holds(*within):
                is_seen = self.window.mask[0] == "Alpha" or _light(thing) > _LIGHT
        return is_seen


def _painted(mask: Drawing) -> list[Painted] | None:
    """The things that a mask paints.

    They are None where they cannot be told point by point, as for texts."""
    try:
        things = list(Painted.of(mask))
    except ValueError:  # it came without its items
        return None
    return None if any(thing.kind == "text" for thing in things) else things


def _light(painted: Painted) -> float:
    """The light of the lightest colour of what a mask paints; of a picture all."""
    return max(
        (
            sum(weight * part for weight, part in zip(_WEIGHTS, rgb, strict=True))
            for rgb in painted.colours
        ),
        default=1.0,
    )


def _all_seen(windows: list[_OpenWindow], point: Point) -> bool:
    return all(window.at(point) for window in windows)


def _along(corners: tuple[Point, ...]) -> Iterator[Point]:
    """The corners of a box, the middles of its sides and its own."""
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield start
        yield Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    yield around(corners).centre


def _nearer(point: Point, middle: Point, hair: float) -> Point:
    """A point that is moved by a hair towards the middle of its letter."""
    away = math.hypot(point.x - middle.x, point.y - middle.y)
    share = min(1.0, hair / away) if away else 0.0
    x = point.x + (middle.x - point.x) * share
    return Point(x, point.y + (middle.y - point.y) * share)
