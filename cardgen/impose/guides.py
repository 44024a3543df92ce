"""Guides to cut by that are printed over the cards, where somebody prefers them to ticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix, Point, bounds
from cardgen.base.units import MM
from cardgen.impose.marks import Segment, straight_corners
from cardgen.model.sizes import Shape

KINDS = ("ticks", "corners", "lines", "grid", "dots", "none")
"""The kinds of marks to cut by: ticks outside of all cards, angles at their corners, lines along
each cut over the whole sheet, outlines of the cards, dots at their corners, or nothing."""
SIDES = ("both", "fronts", "backs")
"""The sides of the sheets that have marks."""
_OVER_CARDS = ("corners", "lines", "dots")
"""Those that only rectangles can have: round pieces keep their ticks."""
_LEAST_ARM, _ARM = 1.0 * MM, 3.0 * MM
"""The shortest arm of a corner that is seen in a bleed, and the longest one."""
_STEPS = 8
"""The lines that a round corner is drawn of."""
_CROSS = 1.5 * MM
"""The arm of a cross where cards have next to no bleed."""


class Guides(NamedTuple):
    """What is printed over the cards of a side: lines and dots, in points of the page."""

    lines: tuple[Segment, ...]
    dots: tuple[Point, ...] = ()
    arcs: tuple[tuple[Point, ...], ...] = ()
    """The edge of round corners, each as points along it."""


def has_ticks(kind: str, shape: Shape) -> bool:
    """True if pieces of a shape have ticks around them with marks of a kind."""
    return kind == "ticks" or (kind in _OVER_CARDS and shape.kind != "rectangle")


def has_line(kind: str, shape: Shape) -> bool:
    """True if pieces of a shape have their outline printed with marks of a kind: where no ticks
    around them would tell how to cut, too."""
    return kind == "grid" or (
        kind != "none" and bool(shape.outline) and not straight_corners(shape)
    )


def guides(
    kind: str,
    shape: Shape,
    placements: Sequence[Matrix],
    bleeds: tuple[float, float],
    *,
    length: float,
    printable: Box,
) -> Guides:
    """The guides of a kind over rectangles that are placed so.

    `bleeds` are those at the sides, and above and below. Lines over the sheet go on beyond them for
    a `length`, but not out of the printable box. Corners that are round have their edge beside
    lines and angles."""
    trims = [placement.box(shape.box) for placement in placements]
    arcs: tuple[tuple[Point, ...], ...] = ()
    if kind in ("lines", "corners") and shape.corner:
        edges = _round_corners(shape)
        arcs = tuple(
            tuple(placement(*point) for point in edge) for placement in placements for edge in edges
        )
    if kind == "dots":
        corners = dict.fromkeys(corner for trim in trims for corner in _corners(trim))
        return Guides((), tuple(corners))
    if kind == "lines":
        reach = bounds(list(trims)).grown(bleeds[0] + length, bleeds[1] + length)
        return Guides(tuple(_across(trims, reach.common(printable))), arcs=arcs)
    if kind == "corners":
        return Guides(tuple(dict.fromkeys(_angles(trims, bleeds))), arcs=arcs)
    return Guides(())


def _round_corners(shape: Shape) -> list[tuple[Point, ...]]:
    """The edges of a card's four round corners, in its own coordinates."""
    radius = min(shape.corner, shape.width / 2, shape.height / 2)
    corners = []
    for number, (x, y) in enumerate(
        (
            (shape.width - radius, shape.height - radius),
            (radius, shape.height - radius),
            (radius, radius),
            (shape.width - radius, radius),
        )
    ):
        turns = [Matrix.turn(90 * (number + step / _STEPS)) for step in range(_STEPS + 1)]
        corners.append(
            tuple(Point(x + ahead.x, y + ahead.y) for turn in turns for ahead in [turn(radius, 0)])
        )
    return corners


def _corners(trim: Box) -> Iterator[Point]:
    for x in (trim.x, trim.right):
        for y in (trim.y, trim.top):
            yield Point(round(x, 4), round(y, 4))


def _across(trims: Sequence[Box], room: Box) -> Iterator[Segment]:
    """Yield a line for each cut, across the whole room."""
    for x in dict.fromkeys(round(side, 4) for trim in trims for side in (trim.x, trim.right)):
        yield Segment(x, room.y, x, room.top)
    for y in dict.fromkeys(round(side, 4) for trim in trims for side in (trim.y, trim.top)):
        yield Segment(room.x, y, room.right, y)


def _angles(trims: Sequence[Box], bleeds: tuple[float, float]) -> Iterator[Segment]:
    """Yield two arms at each corner: into the bleed, or both ways where there is none."""
    for trim in trims:
        for corner in _corners(trim):
            for bleed, is_across in ((bleeds[0], True), (bleeds[1], False)):
                has_room = bleed >= _LEAST_ARM
                out = min(bleed, _ARM) if has_room else _CROSS
                back = 0.0 if has_room else _CROSS
                middle = trim.x + trim.width / 2 if is_across else trim.y + trim.height / 2
                at = corner.x if is_across else corner.y
                ahead = 1 if at > middle else -1
                start, end = sorted((at - ahead * back, at + ahead * out))
                if is_across:
                    yield Segment(start, corner.y, end, corner.y)
                else:
                    yield Segment(corner.x, start, corner.x, end)
