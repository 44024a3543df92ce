"""Cut marks, outside of all print, and machines' registration marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.units import MM
from cardgen.model.contours import convex_corners
from cardgen.model.sizes import Shape

MARK_WIDTH = 0.15 * MM
"""How thick a cut mark is drawn."""


class Segment(NamedTuple):
    """A straight line of MARK_WIDTH with flat ends."""

    x1: float
    y1: float
    x2: float
    y2: float


class Registration(NamedTuple):
    """The marks that a machine looks for, in one version of their geometry. Lengths in points.

    A square in the upper left corner of the page; angles in the upper right and in the lower left
    one, whose arms run along the page's edges. `inset` is from the paper's edges to the marks'
    outer edges, `clear` what cards keep from each mark."""

    name: str
    version: int
    inset: float
    arm: float
    thickness: float
    square: float
    clear: float

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def reach(self) -> float:
        """The distance from the edges that marks and their clearance reach."""
        return self.inset + max(self.arm, self.square) + self.clear

    @property
    def border(self) -> float:
        """The width of the border of a page in which all marks and their clearance lie."""
        return self.inset + max(self.thickness, self.square) + self.clear

    def boxes(self, page: Box) -> tuple[Box, ...]:
        """The marks as black boxes: the square, then each angle's arms."""
        marked = page.grown(-self.inset)
        arm, thick, square = self.arm, self.thickness, self.square
        return (
            Box(marked.x, marked.top - square, square, square),
            Box(marked.right - arm, marked.top - thick, arm, thick),
            Box(marked.right - thick, marked.top - arm, thick, arm),
            Box(marked.x, marked.y, arm, thick),
            Box(marked.x, marked.y, thick, arm),
        )


@lru_cache(maxsize=16)
def cut_marks(
    shape: Shape,
    placements: tuple[Matrix, ...],
    bleeds: tuple[float, float],
    printable: Box,
    length: float,
) -> tuple[Segment, ...]:
    """The cut marks of one side, for the cards that are really there. Lengths are in points.

    `bleeds` are those left and right, and above and below; round pieces have one. Rectangles share
    ticks along the cut lines of their rows and columns, rounded corners or not. A circle has eight
    ticks of its own around it, a hexagon and what else has straight sides two at each corner that
    continue its sides; other outlines have none. No mark enters a trim or a bleed, nor leaves the
    printable box."""
    if shape.kind == "rectangle":
        trims = [placement.box(shape.box) for placement in placements]
        rays: Iterable[_MarkRay] = _lines(trims, bleeds)
    else:
        around = list(
            _around_circle(shape, bleeds[0])
            if shape.kind == "circle"
            else _around_corners(straight_corners(shape), bleeds[0])
        )
        rays = (_placed(placement, ray) for placement in placements for ray in around)
    ticks = (_tick(ray, length, printable) for ray in rays)
    return tuple(tick for tick in ticks if tick)


def hexagon(shape: Shape, grown: float = 0.0) -> tuple[Point, ...]:
    """The corners of a hexagonal card, counterclockwise from the left.

    They are in its own coordinates; every side is moved outward by `grown`."""
    width, height = shape.width, shape.height
    slope = width / (2 * height)
    out = grown * math.hypot(1, slope)
    inner = width / 4 + grown * slope - out
    middle = height / 2
    low = -grown
    high = height + grown
    xs = (-out, inner, width - inner, width + out, width - inner, inner)
    return tuple(
        Point(x, y) for x, y in zip(xs, (middle, low, low, middle, high, high), strict=True)
    )


def straight_corners(shape: Shape) -> tuple[Point, ...]:
    """The corners of a piece that is cut along straight lines from edge to edge; else none."""
    if shape.kind == "hexagon":
        return hexagon(shape)
    return tuple(convex_corners(shape.outline)) if shape.outline else ()


class _MarkRay(NamedTuple):
    """The start of a mark, and its direction as a vector of length 1."""

    x: float
    y: float
    dx: float
    dy: float


def _placed(placement: Matrix, ray: _MarkRay) -> _MarkRay:
    start = placement(ray.x, ray.y)
    ahead = placement(ray.x + ray.dx, ray.y + ray.dy)
    return _MarkRay(*start, ahead.x - start.x, ahead.y - start.y)


def _tick(ray: _MarkRay, length: float, printable: Box) -> Segment | None:
    """The mark along a ray, cut to the printable box."""
    x, y, dx, dy = ray
    for at, step, low, high in (
        (x, dx, printable.x, printable.right),
        (y, dy, printable.y, printable.top),
    ):
        if abs(step) > 1e-9:
            length = min(length, ((high if step > 0 else low) - at) / step)
    return Segment(x, y, x + dx * length, y + dy * length) if length > 0 else None


def _lines(trims: Sequence[Box], bleeds: tuple[float, float]) -> Iterator[_MarkRay]:
    """The rays of a side's rectangles, two to each cut line.

    They begin beyond all that the line crosses or grazes."""
    across, down = bleeds
    for x, low, high in _cuts(
        [(trim.x, trim.right, trim.y, trim.top) for trim in trims], across, down
    ):
        yield _MarkRay(x, high, 0, 1)
        yield _MarkRay(x, low, 0, -1)
    for y, low, high in _cuts(
        [(trim.y, trim.top, trim.x, trim.right) for trim in trims], down, across
    ):
        yield _MarkRay(low, y, -1, 0)
        yield _MarkRay(high, y, 1, 0)


def _cuts(
    spans: Iterable[tuple[float, float, float, float]], bleed: float, ends: float
) -> Iterator[tuple[float, float, float]]:
    """Each cut line across an axis, with its bleed's ends.

    These are the lowest and highest point along it that a bleed comes near to. A span is a trim as
    (near, far) across the axis and (low, high) along it, with its bleed across and at its ends.
    Trims with the same near and far are one lane."""
    lanes: dict[tuple[float, float], tuple[float, float]] = {}
    for near, far, low, high in spans:
        # rounding must not part the cards of a row, nor double the line between two that touch
        lane = round(near, 6), round(far, 6)
        lowest, highest = lanes.get(lane, (low, high))
        lanes[lane] = min(low, lowest), max(high, highest)
    reach = bleed + MARK_WIDTH / 2
    last = -math.inf
    for at in sorted({edge for lane in lanes for edge in lane}):
        if at - last < 1e-4:  # two cards that touch, apart by rounding alone
            continue
        last = at
        met = [along for (near, far), along in lanes.items() if near - reach < at < far + reach]
        yield at, min(low for low, _ in met) - ends, max(high for _, high in met) + ends


def _around_circle(shape: Shape, bleed: float) -> Iterator[_MarkRay]:
    radius = shape.width / 2
    for degrees in range(0, 360, 45):
        ahead = Matrix.turn(degrees)(1, 0)
        yield _MarkRay(
            radius + ahead.x * (radius + bleed), radius + ahead.y * (radius + bleed), *ahead
        )


def _around_corners(points: tuple[Point, ...], bleed: float) -> Iterator[_MarkRay]:
    """The rays at the corners of straight sides, two to each.

    At each corner both sides go on, from where a mark's whole width has left the bleed along the
    other side."""
    for before, corner, after in zip(
        points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True
    ):
        edge_before = direction(before, corner)
        edge_after = direction(after, corner)
        start = (bleed + MARK_WIDTH / 2) / abs(
            edge_before.x * edge_after.y - edge_before.y * edge_after.x
        )
        for ahead in (edge_before, edge_after):
            yield _MarkRay(corner.x + ahead.x * start, corner.y + ahead.y * start, *ahead)


def direction(start: Point, end: Point) -> Point:
    """From one point to another as a vector of length 1."""
    length = math.dist(start, end)
    return Point((end.x - start.x) / length, (end.y - start.y) / length)
