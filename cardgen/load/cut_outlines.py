"""The outline of a deck's pieces: a path of a drawing or of their template, and what is wrong with
it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.base.geometry import Point, around, cross
from cardgen.base.units import MM
from cardgen.engine import DrawingError, cut_paths
from cardgen.impose.contours import parts_cut_apart
from cardgen.load.looks import TEMPLATE, OutlineSource
from cardgen.model.contours import TRUE, Contour, area
from cardgen.model.project import Project
from cardgen.model.sizes import Shape
from cardgen.schema.values import wrong

_ALIKE = 0.01
"""How much the proportions of a drawing may differ from those of the piece."""
_SLACK = 0.02 * MM
_LEAST_HOLE = 2 * MM
_LEAST_NECK = 1 * MM
"""What is cut out and what stays are so wide at the least: less tears."""
_SPECK = 0.1 * MM
"""What is no larger is left over by a drawing program."""


def outlined(
    shape: Shape, source: OutlineSource, project: Project, folder: Path, template: str
) -> Shape:
    """A shape with an outline. Raises CardgenError for one that cannot be cut."""
    if shape.kind != "rectangle":
        raise wrong(
            f"a {shape.kind} has its outline already",
            "give the box around the piece as its size:  size: 60mm x 40mm",
            code="shape-wrong",
        )
    file = _file(source, project, folder, template)
    width = shape.width
    try:
        found = cut_paths(
            project.read(file), source.element, TRUE / width, template=source.file == TEMPLATE
        )
    except DrawingError as error:
        raise CardgenError(
            *(
                Finding("outline-wrong", fault.what, fault.remedy, Place(file, fault.line or 1))
                for fault in error.faults
            )
        ) from None
    page = found.page
    if abs(page.width * shape.height / (page.height * width) - 1) > _ALIKE:
        height = page.height / page.width * width / MM
        raise CardgenError(
            Finding(
                "outline-wrong",
                f"the drawing of the outline is {page.width:g} x {page.height:g}, which are not"
                f" the proportions of {shape}",
                f"write  size: {width / MM:g}mm x {height:.4g}mm  or give the drawing the viewBox"
                " of the template",
                Place(file, 1),
            )
        )
    scale = width / page.width
    lines = []
    for line in found.lines:
        points = [
            Point((x - page.x) * scale, shape.height - (y - page.y) * scale) for x, y in line.points
        ]
        lines.append(_OutlineLine(points, line.closed, Place(file, line.line or 1)))
    if not lines:
        raise CardgenError(
            Finding("outline-wrong", "there is no path to cut along", "draw one", Place(file, 1))
        )
    contours = _contours(lines, shape)
    return replace(shape, kind="outline", corner=0.0, name="", outline=contours)


def _file(source: OutlineSource, project: Project, folder: Path, template: str) -> Path:
    """The file of an outline. Raises CardgenError where there is none in the project."""
    if source.file == TEMPLATE:
        return project.find_template(template)
    try:
        file = project.find_art(folder, source.file)
        if source.file == file.name and file.parent == project.shipped / "templates/icons":
            raise CardgenError(
                Finding(
                    "file-missing",
                    f'neither art/ nor templates/ has "{source.file}"',
                    f"write  outline: {file.stem}  for the icon, or draw "
                    + shown(folder / "art" / source.file),
                )
            )
        return file
    except CardgenError as error:
        try:
            return project.find_template(source.file)
        except CardgenError:
            raise error from None


class _OutlineLine(NamedTuple):
    """A line of the outline on the piece, y upward, and where it is written."""

    points: Sequence[Point]
    closed: bool
    place: Place


def _contours(lines: Sequence[_OutlineLine], shape: Shape) -> tuple[Contour, ...]:
    """The edge and the holes of a piece. Raises CardgenError."""

    def refuse(what: str, remedy: str, line: _OutlineLine) -> CardgenError:
        return CardgenError(Finding("outline-wrong", what, remedy, line.place))

    for line in lines:
        if not line.closed or len(line.points) < 3:
            start, end = line.points[0], line.points[-1]
            gap = f", {math.dist(start, end) / MM:.2g} mm apart" if len(line.points) > 2 else ""
            raise refuse(
                f"the outline is open: it begins at {_at(start, shape)} and ends at"
                f" {_at(end, shape)}{gap}",
                "close the path",
                line,
            )
    for line in lines:
        box = around(line.points)
        if max(box.width, box.height) < _SPECK:
            raise refuse(
                f"the outline has a speck at {_at(box.centre, shape)}, too small to be cut",
                "take it away",
                line,
            )
        if not shape.box.contains(box, _SLACK):
            over = max(-box.x, -box.y, box.right - shape.width, box.top - shape.height) / MM
            raise refuse(
                f"the outline is larger than the piece: it reaches {over:.2g} mm beyond {shape}",
                "draw it within the viewBox, or make the size larger",
                line,
            )
    if crossing := _crossing(lines):
        line, at = crossing
        raise refuse(
            f"the outline crosses itself at {_at(at, shape)}",
            "move its points so that it does not, or join its parts to one path",
            line,
        )
    # largest first: the edge is around all others
    sorted_lines = sorted(lines, key=lambda line: -abs(area(tuple(line.points))))
    edge, *holes = sorted_lines
    for hole in holes:
        inside = [_holds(other.points, hole.points[0]) for other in sorted_lines if other != hole]
        if sum(inside) != 1:
            raise refuse(
                f"the outline has parts that do not hang together, one at"
                f" {_at(hole.points[0], shape)}",
                "a piece is cut out as one: name its path as the element, or join the parts",
                hole,
            )
    return (
        _turned(edge.points, left=True),
        *(_turned(hole.points, left=False) for hole in holes),
    )


def _turned(points: Sequence[Point], *, left: bool) -> Contour:
    contour = tuple((round(x, 4), round(y, 4)) for x, y in points)
    return contour if (area(contour) > 0) == left else contour[::-1]


def _at(point: tuple[float, float], shape: Shape) -> str:
    """A point as whoever draws it sees it: millimetres from the upper left corner."""
    return f"{point[0] / MM:.1f}, {(shape.height - point[1]) / MM:.1f} mm"


def _holds(points: Sequence[Point], at: Point) -> bool:
    """True if a point lies within a closed line."""
    inside = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > at.y) != (by > at.y) and at.x < ax + (at.y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


class _StraightPart(NamedTuple):
    """A straight part of a line from one point to the next, the box around it, which line it is of,
    and its number of so many there."""

    a: Point
    b: Point
    left: float
    right: float
    low: float
    high: float
    line: int
    number: int
    of: int


def _crossing(lines: Sequence[_OutlineLine]) -> tuple[_OutlineLine, Point] | None:
    """A place where lines meet that should not; None where there is none."""
    parts = [
        _StraightPart(
            a,
            b,
            min(a.x, b.x),
            max(a.x, b.x),
            min(a.y, b.y),
            max(a.y, b.y),
            number,
            i,
            len(line.points),
        )
        for number, line in enumerate(lines)
        for i, (a, b) in enumerate(
            zip(line.points, (*line.points[1:], line.points[0]), strict=True)
        )
    ]
    parts.sort(key=attrgetter("left"))
    beside: list[_StraightPart] = []
    for part in parts:
        left, low, high = part.left, part.low, part.high
        beside = [other for other in beside if other.right >= left]
        for other in [other for other in beside if other.low <= high and other.high >= low]:
            if not _are_neighbours(part, other) and _meet(part, other):
                return lines[part.line], _meeting(part, other)
        beside.append(part)
    return None


def _are_neighbours(part: _StraightPart, other: _StraightPart) -> bool:
    return part.line == other.line and abs(part.number - other.number) in (1, part.of - 1)


def _meet(part: _StraightPart, other: _StraightPart) -> bool:
    """True if two parts meet whose boxes do."""
    first = cross(part.a, part.b, other.a), cross(part.a, part.b, other.b)
    second = cross(other.a, other.b, part.a), cross(other.a, other.b, part.b)
    return first[0] * first[1] <= 0 and second[0] * second[1] <= 0


def _meeting(piece: _StraightPart, other: _StraightPart) -> Point:
    """The point where two pieces meet, or the middle of what lies on both."""
    first, second = cross(other.a, other.b, piece.a), cross(other.a, other.b, piece.b)
    share = first / (first - second) if abs(first - second) > 1e-9 else 0.5
    return Point(
        piece.a.x + share * (piece.b.x - piece.a.x), piece.a.y + share * (piece.b.y - piece.a.y)
    )


def details(shape: Shape, place: Place) -> Iterator[Finding]:
    """The notes on what of an outline is too small to be cut well."""
    _, *holes = shape.outline
    small = [box for hole in holes if min((box := around(hole))[2:]) < _LEAST_HOLE]
    if small:
        yield _note(f"a hole at {_at(small[0].centre, shape)} is", _LEAST_HOLE, place)
    if neck := parts_cut_apart(shape, _LEAST_NECK / 2):
        yield _note(f"the piece beside {_at(neck.centre, shape)} is", _LEAST_NECK, place)


def _note(what: str, least: float, place: Place) -> Finding:
    return Finding(
        "outline-detail",
        f"{what} less than {least / MM:g} mm wide, which tears when it is cut",
        "draw it wider",
        place,
        severity="note",
    )
