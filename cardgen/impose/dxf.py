"""Lines for cutting machines as DXF, in millimetres at true size.

Silhouette Studio reads it in its free edition, which reads no SVG. The oldest form that all
programs read (AutoCAD Release 12): open and closed polylines on named layers. Curves are straight
pieces so short that no blade shows them. Arcs in polylines ("bulges") would be exact, but programs
that cut are known to lose them and cut the corner off."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.impose.marks import hexagon
from cardgen.model.sizes import Shape

CUT, FOLD, PAGE = "CUT", "FOLD", "PAGE"
"""The layers: what is cut through, what is only creased, and the edge of the paper, by which all
else is laid on the page of a screen: the format knows no page, and programs lay what they read
where they like."""
_COLOURS = {CUT: 1, FOLD: 5, PAGE: 8}
"""Red and blue, as in the SVG, and grey (AutoCAD Colour Index)."""
_TRUE = 0.005 * MM
"""How far a straight piece may be from its curve: a tenth of what a machine's step is."""

Line = Sequence[Point]
"""Points in the coordinates of the page, in points with y upward; closed where the last is the
first."""


def dxf(layers: Mapping[str, Sequence[Line]], page: Box) -> bytes:
    """The lines on each layer, as DXF of a page.

    The page's lower left corner is the origin. The header says that units are millimetres, and how
    large the page is (AutoCAD's DXF Reference: $INSUNITS 4, $MEASUREMENT 1)."""
    layers = {**layers, PAGE: [cut_line(page, Shape("rectangle", page.width, page.height))]}
    out: list[tuple[int, object]] = [
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (9, "$INSUNITS"),
        (70, 4),
    ]
    out += [(9, "$MEASUREMENT"), (70, 1)]
    for name, x, y in (("MIN", 0.0, 0.0), ("MAX", page.width, page.height)):
        for kind in ("EXT", "LIM"):
            out += [
                (9, f"${kind}{name}"),
                (10, _mm(x)),
                (20, _mm(y)),
                *([(30, 0.0)] if kind == "EXT" else []),
            ]
    out += [(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES")]
    out += [
        (0, "TABLE"),
        (2, "LTYPE"),
        (70, 1),
        (0, "LTYPE"),
        (2, "CONTINUOUS"),
        (70, 0),
        (3, "Solid line"),
        (72, 65),
        (73, 0),
        (40, 0.0),
        (0, "ENDTAB"),
    ]
    out += [(0, "TABLE"), (2, "LAYER"), (70, len(layers))]
    for name in layers:
        out += [
            (0, "LAYER"),
            (2, name),
            (70, 0),
            (62, _COLOURS[name]),
            (6, "CONTINUOUS"),
        ]
    out += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for name, lines in layers.items():
        for line in lines:
            out += _polyline(name, line)
    out += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3d}\r\n{value}\r\n" for code, value in out).encode("ascii")


def _polyline(layer: str, line: Line) -> Iterator[tuple[int, object]]:
    closed = line[0] == line[-1]
    points = line[:-1] if closed else line
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)))
    yield from ((10, 0.0), (20, 0.0), (30, 0.0))
    for point in points:
        yield from ((0, "VERTEX"), (8, layer))
        yield from ((10, _mm(point.x)), (20, _mm(point.y)), (30, 0.0))
    yield from ((0, "SEQEND"), (8, layer))


def _mm(points: float) -> float:
    """Millimetres to a ten-thousandth."""
    return round(points / MM, 4)


def cut_line(trim: Box, shape: Shape) -> list[Point]:
    """The cut edge of an upright card in this box.

    It is closed and counterclockwise."""
    radius = min(shape.corner, shape.width / 2, shape.height / 2)
    if shape.kind == "circle":
        line = list(_arc(trim.centre, trim.width / 2, 0.0, 360.0))[:-1]
    elif shape.kind == "hexagon":
        line = [Point(trim.x + x, trim.y + y) for x, y in hexagon(shape)]
    elif radius:
        inner = trim.grown(-radius)
        line = [
            *_arc(Point(inner.right, inner.top), radius, 0.0, 90.0),
            *_arc(Point(inner.x, inner.top), radius, 90.0, 90.0),
            *_arc(Point(inner.x, inner.y), radius, 180.0, 90.0),
            *_arc(Point(inner.right, inner.y), radius, 270.0, 90.0),
        ]
    else:
        line = [*trim.corners]
    return [*line, line[0]]


def _arc(middle: Point, radius: float, start: float, sweep: float) -> Iterator[Point]:
    """Yield points on a circle; angles in degrees."""
    # a chord over the angle a is r(1 - cos(a/2)) from its arc
    step = 2 * math.degrees(math.acos(1 - min(_TRUE / radius, 1.0)))
    count = max(2, math.ceil(sweep / step))
    for number in range(count + 1):
        angle = math.radians(start + sweep * number / count)
        x = middle.x + radius * math.cos(angle)
        y = middle.y + radius * math.sin(angle)
        yield Point(x, y)
