"""The rim of a card: how far beyond the cut its colours reach."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardgen.check.side import SHARP, Side
from cardgen.geometry import Box, Point, bounds
from cardgen.impose.marks import hexagon
from cardgen.stock import Shape
from cardgen.units import MM

_PIXEL = 72 / SHARP
_INSIDE = 0.4 * MM
"""How far inside the cut a colour is looked up."""
_PAPER = 5
"""How dark white may be, of 255."""
_STEP = 20
"""How dark colour is at least where it ends abruptly; what fades to white was meant to."""
_ALIKE = 0.25 * MM
_RUN = 3


class Short(NamedTuple):
    """A part of the rim where colour ends before the bleed does: `reach` is how far beyond the cut it comes at least, in points.

    That is right to about a tenth of a millimetre. `bare`: nothing is painted farther out, not even white.
    """

    spot: Box
    reach: float
    bare: bool


def short_bleeds(side: Side) -> Iterator[Short]:
    """Where colour ends before the bleed: at bare paper anywhere, on white where it does so along the cut.

    Single points on white are patterns that run out slantwise, or dots.
    """
    bare: list[Short] = []
    runs: list[list[Short]] = [[]]
    for end in _ends(side):
        if end and end.bare:
            bare.append(end)
        if end is None or end.bare or any(abs(end.reach - other.reach) > _ALIKE for other in runs[-1]):
            runs.append([])
        if end and not end.bare:
            runs[-1].append(end)
    yield from (_joined(some) for some in (bare, *runs) if len(some) >= _RUN)


def _joined(some: Sequence[Short]) -> Short:
    return Short(bounds(each.spot for each in some), max(0.0, min(each.reach for each in some)), some[0].bare)


def _ends(side: Side) -> Iterator[Short | None]:
    """For each point of the rim where its colour ends; None where it does not, or where there is none."""
    bleed = side.printer.bleed
    # Half a pixel is forgiven. On straight edges the outermost one ends where the bleed does; on others it may lie across.
    start = (0.5 if side.shape.kind == "rectangle" else 1.25) * _PIXEL
    way = bleed - start + _INSIDE
    for outer, inner in zip(rim(side.shape, bleed - start), rim(side.shape, -_INSIDE), strict=True):
        cut = side.pixel(*inner)
        if cut[3] < 128 or _dark(cut) <= _PAPER:
            yield None
            continue
        edge = side.pixel(*outer)
        bare = edge[3] < 128
        if not bare and _dark(edge) > _PAPER:
            yield None
            continue
        right, down = (inner.x - outer.x) / way * _PIXEL, (inner.y - outer.y) / way * _PIXEL
        seen = [edge, *(side.pixel(outer.x + i * right, outer.y + i * down) for i in range(1, int(way / _PIXEL))), cut]
        dark = [pixel[3] / 255 if bare else _dark(pixel) / 255 for pixel in seen]
        first = next((i for i, part in enumerate(dark) if part > (0.5 if bare else _PAPER / 255)), len(dark) - 1)
        full = 1.0 if bare else dark[min(first + 1, len(dark) - 1)]
        missing = sum(1 - min(1.0, part / full) for part in dark[: first + 1]) if full else first
        yield Short(Box(*inner, 0, 0), bleed - start + _PIXEL / 2 - missing * _PIXEL, bare) if bare or full >= _STEP / 255 else None


def _dark(pixel: tuple[int, ...]) -> int:
    """How far a pixel is from white, on white."""
    return (255 - min(pixel[:3])) * pixel[3] // 255


def rim(shape: Shape, out: float) -> list[Point]:
    """Points along the edge of a shape moved outward, about every millimetre; as many for every distance."""
    count = round(2 * (shape.width + shape.height) / MM)
    if shape.kind == "circle":
        radius, middle = shape.width / 2 + out, shape.width / 2
        angles = [2 * math.pi * i / count for i in range(count)]
        return [Point(middle + radius * math.cos(angle), middle + radius * math.sin(angle)) for angle in angles]
    if shape.kind == "hexagon":
        corners = list(hexagon(shape, out))
    else:
        box = Box(0, 0, shape.width, shape.height).grown(out)
        corners = [Point(box.x, box.y), Point(box.right, box.y), Point(box.right, box.top), Point(box.x, box.top)]
    part = count // len(corners)
    ends = [*corners[1:], corners[0]]
    # From the middle of each step, so that corners, which belong to two sides, are left out.
    steps = [((i + 0.5) / part) for i in range(part)]
    return [Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t) for a, b in zip(corners, ends, strict=True) for t in steps]
