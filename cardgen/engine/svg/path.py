"""Path data and basic shapes as segments of paths (SVG 1.1, chapters 8 and 9).

Everything becomes absolute lines and cubic curves in user units. Results are cached by their source
text, for art repeats its shapes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.engine.graphics.display_list import PathData
from cardgen.engine.graphics.outlines import Coordinates, Segment, Segments

LONGEST = 4_000_000
"""The most characters of path data that are still a drawing and not an attack."""
LARGEST = 1e7
"""The largest coordinate: beyond it a PDF viewer counts too coarsely to draw right."""
FLATTEST = 1e12
"""The largest radius of an arc that does not go the long way around: so large ones are written for
lines."""
NUMBER = r"[+-]?(?:\d*\.)?\d+(?:[eE][+-]?\d+)?(?!\d|\.(?!\d))"
"""A number of SVG and CSS (CSS Syntax 3, 4.3.12): behind a point stands a digit, so there is none
in 5. at all."""
_TOKEN = re.compile(rf"([MmLlHhVvCcSsQqTtAaZz])|({NUMBER})|[\s,]+|(.)", re.ASCII)
_FLAGGED = re.compile(r"\s*,?\s*([01])")
_NUMBER = re.compile(rf"\s*,?\s*({NUMBER})", re.ASCII)
_FIRST = re.compile(rf"\s*({NUMBER})", re.ASCII)
_NEXT = re.compile(rf"(?:\s*,)?\s*({NUMBER})", re.ASCII)
_NEEDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class Between(tuple[float, ...]):
    """The points of a segment that ends at no vertex.

    It is a piece of an arc that is not its last, or a start where a path goes on after it was
    closed."""

    __slots__ = ()


class PathError(ValueError):
    """Path data that cannot be read, with a `remedy`.

    It can be read up to `end`, where that is known."""

    def __init__(self, message: str, remedy: str, end: int | None = None) -> None:
        super().__init__(message)
        self.remedy = remedy
        self.end = end


def _remedy_at(text: str, position: int) -> str:
    """The remedy for data that cannot be read from somewhere on."""
    rest = " ".join(text[position : position + 20].split())
    return f'mend it at character {position + 1}, where it says "{rest}"'


def numbers(text: str, largest: float = LARGEST) -> list[float]:
    """The numbers of a list.

    They are set apart by blanks, by one comma, or by nothing where the next sign or point tells.
    Raises PathError."""
    values: list[float] = []
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = (_NEXT if values else _FIRST).match(text, position)
        if not match:
            raise PathError(
                f'"{text.strip()[:40]}" is not a list of numbers', _remedy_at(text, position)
            )
        values.append(_bounded(float(match[1]), largest))
        position = match.end()
    return values


def _bounded(value: float, largest: float = LARGEST) -> float:
    if not -largest <= value <= largest:
        raise PathError(f"{value:g} is too large a number to draw with", "draw it at another scale")
    return value


@lru_cache(maxsize=4096)
def parse_path(data: str) -> Segments:
    """The segments of a `d` attribute.

    Raises PathError where a browser would stop drawing half-way."""
    if len(data) > LONGEST:
        raise PathError(
            f"it has more than {LONGEST // 1_000_000} million characters",
            "draw it with fewer points",
        )
    segments: list[Segment] = []
    x = y = start_x = start_y = 0.0
    control: Coordinates | None = None
    previous = ""
    for command, values in _commands(data):
        kind = command.upper()
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if not segments and kind != "M":
            raise PathError(
                "it does not begin with M", "begin it with M and a point, such as M0 0", 0
            )
        if previous == "Z" and kind not in "MZ":
            segments.append(("m", Between((x, y))))
        if kind == "Z":
            segments.append(("h", ()))
            x, y = start_x, start_y
        elif kind == "M":
            x = values[0] + dx
            y = values[1] + dy
            start_x, start_y = x, y
            segments.append(("m", (x, y)))
        elif kind in "LHV":
            if kind == "L":
                x = values[0] + dx
                y = values[1] + dy
            elif kind == "H":
                x = values[0] + dx
            else:
                y = values[0] + dy
            segments.append(("l", (x, y)))
        elif kind == "A":
            end = values[5] + dx, values[6] + dy
            segments.extend(_arc((x, y), values[:5], end))
            x, y = end
        else:
            shift = (dx, dy)
            points = [value + shift[i % 2] for i, value in enumerate(values)]
            same_kind = "CS" if kind in "CS" else "QT"
            smooth = control if previous in same_kind else None
            start = (x, y)
            control, points = _curve(kind, start, points, smooth)
            # A viewer gives a dot to a line that goes nowhere, but not to such a curve.
            if all(abs(value - start[i % 2]) < 1e-9 for i, value in enumerate(points)):
                segments.append(("l", start))
            else:
                segments.append(("c", tuple(points)))
            x, y = points[4:]
        previous = kind
    return tuple(segments)


def readable_part(data: str) -> str:
    """Path data up to where a browser stops drawing.

    Raises PathError for what browsers draw and we do not."""
    try:
        parse_path(data)
    except PathError as error:
        if error.end is None:
            raise
        return data[: error.end]
    return data


def readable_points(points: str) -> str:
    """A `points` attribute as browsers take it: whole pairs of numbers.

    They are empty where something else stands in it. Raises PathError as `numbers` does."""
    values: list[str] = []
    position = 0
    while match := (_NEXT if values else _FIRST).match(points, position):
        _bounded(float(match[1]))
        values.append(match[1])
        position = match.end()
    if position < len(points.rstrip()):
        return ""
    return points if len(values) % 2 == 0 else " ".join(values[:-1])


def _curve(
    kind: str, start: Coordinates, points: list[float], smooth: Coordinates | None
) -> tuple[Coordinates, list[float]]:
    """The mirrored control point of a curve, and its cubic points.

    A smooth curve that follows begins with that control point. `smooth` is such a point of the
    curve before, mirrored here."""
    x, y = start
    if kind in "ST":
        mirrored = [x, y]
        if smooth:
            mirrored = [2 * x - smooth[0], 2 * y - smooth[1]]
        points = [*mirrored, *points]
    if kind in "CS":
        return (points[2], points[3]), points
    # The cubic curve that equals a quadratic one has its controls two thirds of the way to that
    # one's single control.
    cx, cy, ex, ey = points
    return (cx, cy), [
        x + 2 / 3 * (cx - x),
        y + 2 / 3 * (cy - y),
        ex + 2 / 3 * (cx - ex),
        ey + 2 / 3 * (cy - ey),
        ex,
        ey,
    ]


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command of path data with its numbers, repeated ones written out."""
    position = 0
    command = ""
    end = len(data.rstrip())
    while position < end:
        token = _TOKEN.match(data, position)
        assert token is not None  # the last alternative takes any character
        letter, number, strange = token.groups()
        if strange:
            raise PathError(
                f'"{strange}" is not part of path data', _remedy_at(data, position), position
            )
        if letter:
            command, position = letter, token.end()
            if command in "Zz":
                yield command, ()
                command = ""
                continue
        elif not number:
            position = token.end()
            continue
        elif not command:
            raise PathError(
                "a number stands where a command should", _remedy_at(data, position), position
            )
        start = token.start()
        values, position = _arguments(data, command, start, position)
        yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)


def _arguments(data: str, command: str, start: int, position: int) -> tuple[tuple[float, ...], int]:
    """The numbers of a command, and the position behind them.

    The command stands at `start`; reading begins at `position`."""
    kind = command.upper()
    values: list[float] = []
    for index in range(_NEEDS[kind]):
        # The flags of an arc may stand without separators: "a1 1 0 01.5 0".
        is_flag = kind == "A" and index in (3, 4)
        match = (_FLAGGED if is_flag else _NUMBER).match(data, position)
        if not match:
            raise PathError(
                f"{command} wants {_NEEDS[kind]} numbers", _remedy_at(data, start), start
            )
        is_radius = kind == "A" and index < 2
        values.append(_bounded(float(match[1]), FLATTEST if is_radius else LARGEST))
        position = match.end()
    return tuple(values), position


def _arc(start: Coordinates, shape: tuple[float, ...], end: Coordinates) -> Iterator[Segment]:
    """Yield an elliptical arc as cubic curves (SVG 1.1, appendix F.6).

    Its shape is its radii, angle and flags as a path gives them."""
    if start == end:
        return
    x, y = start
    ex, ey = end
    rx, ry, angle, large, sweep = shape
    rx, ry = abs(rx), abs(ry)
    flat = 0 if large else 1e-8 * min(rx, ry)
    if large:
        _bounded(max(rx, ry))
    distance = abs(x - ex) + abs(y - ey)
    if min(rx, ry) < 1e-9 or distance < max(1e-9, flat):
        yield "l", end
        return
    cos = math.cos(math.radians(angle))
    sin = math.sin(math.radians(angle))
    mx = (x - ex) / 2
    my = (y - ey) / 2
    ux = cos * mx + sin * my
    uy = -sin * mx + cos * my
    # Radii that are too small grow until they fit (F.6.6).
    spread = ux * ux / (rx * rx) + uy * uy / (ry * ry)
    if spread > 1:
        rx = rx * math.sqrt(spread)
        ry = ry * math.sqrt(spread)
    # The centre, in the space of the turned ellipse and then in that of the path (F.6.5).
    across = rx * rx * uy * uy
    down = ry * ry * ux * ux
    top = rx * rx * ry * ry - across - down
    factor = math.sqrt(max(0.0, top / (across + down)))
    if large == sweep:
        factor = -factor
    vx = factor * rx * uy / ry
    vy = -factor * ry * ux / rx
    cx = cos * vx - sin * vy + (x + ex) / 2
    cy = sin * vx + cos * vy + (y + ey) / 2
    begin = math.atan2((uy - vy) / ry, (ux - vx) / rx)
    finish = math.atan2((-uy - vy) / ry, (-ux - vx) / rx)
    sweep_angle = finish - begin
    if sweep and sweep_angle < 0:
        sweep_angle += 2 * math.pi
    elif not sweep and sweep_angle > 0:
        sweep_angle -= 2 * math.pi
    quarters = abs(sweep_angle) / (math.pi / 2)
    pieces = max(1, math.ceil(quarters - 1e-9))
    step = sweep_angle / pieces
    reach = 4 / 3 * math.tan(step / 4)

    def at(u: float, v: float) -> Coordinates:
        """The point of the path for one of the unit circle."""
        return (
            cx + cos * rx * u - sin * ry * v,
            cy + sin * rx * u + cos * ry * v,
        )

    for piece in range(pieces):
        a = begin + piece * step
        b = begin + (piece + 1) * step
        cos_a, sin_a = math.cos(a), math.sin(a)
        cos_b, sin_b = math.cos(b), math.sin(b)
        control = at(cos_a - reach * sin_a, sin_a + reach * cos_a)
        other_control = at(cos_b + reach * sin_b, sin_b - reach * cos_b)
        if piece == pieces - 1:
            yield "c", (*control, *other_control, ex, ey)
        else:
            vertex = at(cos_b, sin_b)
            yield "c", Between((*control, *other_control, *vertex))


def polyline(points: str, closed: bool) -> Segments:
    """The segments of a `points` attribute. Raises PathError."""
    values = numbers(points)
    if len(values) % 2:
        raise PathError(
            "the points are not pairs of numbers", "give each point two numbers, such as 0,0 10,5"
        )
    pairs = list(zip(values[::2], values[1::2], strict=True))
    if not pairs:
        return ()
    lines: list[Segment] = [("m", pairs[0])]
    for pair in pairs[1:]:
        lines.append(("l", pair))
    if closed:
        lines.append(("h", ()))
    return tuple(lines)


@lru_cache(maxsize=4096)
def outline_and_inside(segments: Segments, width: float) -> tuple[PathData, PathData]:
    """A path as it is stroked, and as it is filled.

    `width` is that of its lines if they have round or square ends, else 0."""
    outline = PathData(dotted(segments, width) if width else segments)
    inside = solid(segments)
    return outline, outline if inside is segments else PathData(inside)


def dotted(segments: Segments, width: float = 1.0) -> Segments:
    """The path with a length given to lines that go nowhere: a hundredth of their width.

    PDF has no square ends without a direction and no ends of what is closed, so none of these stays
    closed; and viewers take what is much shorter for nothing."""
    parts = _parts(segments)
    if not any(map(_is_point, parts)):
        return segments
    path: list[Segment] = []
    for part in parts:
        if _is_point(part):
            start = part[0]
            x, y = start[1]
            path += [start, ("l", (x + width / 100, y))]
        else:
            path += part
    return tuple(path)


def _is_point(part: Sequence[Segment]) -> bool:
    """True if a part is a line that goes nowhere."""
    if len(part) < 2:
        return False
    start = part[0][1]
    return all(kind in "mlh" and end in (start, ()) for kind, end in part)


def _parts(segments: Segments) -> list[list[Segment]]:
    """The parts of a path, each from where the pen is set down."""
    parts: list[list[Segment]] = []
    for segment in segments:
        if segment[0] == "m":
            parts.append([])
        parts[-1].append(segment)
    return parts


def solid(segments: Segments) -> Segments:
    """The path without the parts that enclose nothing.

    PDF viewers fill these with a hairline, browsers with nothing."""
    parts = _parts(segments)
    if not any(map(_is_flat, parts)):
        return segments
    return tuple(segment for part in parts if not _is_flat(part) for segment in part)


def _is_flat(part: list[Segment]) -> bool:
    """True if all points of a part lie on one line."""
    points: list[Coordinates] = []
    for _, values in part:
        points += zip(values[::2], values[1::2], strict=True)
    x, y = points[0]

    def distance(point: Coordinates) -> float:
        return abs(point[0] - x) + abs(point[1] - y)

    farthest = max(points, key=distance)
    reach = distance(farthest)
    dx = farthest[0] - x
    dy = farthest[1] - y
    # the cross product with the way to the farthest point
    return all(abs(dx * (b - y) - dy * (a - x)) <= 1e-6 * reach * reach for a, b in points)


def transformed(segments: Iterable[Segment], matrix: Matrix) -> Segments:
    """A path in the space that a matrix leads to."""
    if matrix == Matrix():
        return tuple(segments)
    path: list[Segment] = []
    for kind, values in segments:
        moved: list[float] = []
        for i in range(0, len(values), 2):
            moved += matrix(values[i], values[i + 1])
        path.append((kind, tuple(moved)))
    return tuple(path)


def extent(segments: Iterable[Segment]) -> Box | None:
    """The exact bounds of a path without its stroke; None for an empty path."""
    xs: list[float] = []
    ys: list[float] = []
    here = Point(0, 0)
    for kind, values in segments:
        if kind == "h":
            continue
        if kind == "c":
            xs.extend(_turning_values(here.x, *values[0::2]))
            ys.extend(_turning_values(here.y, *values[1::2]))
        here = Point(values[-2], values[-1])
        xs.append(here.x)
        ys.append(here.y)
    if not xs:
        return None
    x, y = min(xs), min(ys)
    return Box(x, y, max(xs) - x, max(ys) - y)


def _turning_values(p0: float, p1: float, p2: float, p3: float) -> Iterator[float]:
    """Yield the turning values of a cubic Bezier curve in one coordinate."""
    a = p3 - 3 * p2 + 3 * p1 - p0
    b = 2 * (p2 - 2 * p1 + p0)
    c = p1 - p0
    inside = b * b - 4 * a * c
    roots: list[float] = []
    if inside >= 0:
        # adds what has one sign, for the difference of two like numbers is noise
        half = -(b + math.copysign(math.sqrt(inside), b)) / 2
        fractions = ((half, a), (c, half))
        roots = [top / bottom for top, bottom in fractions if abs(bottom) > 1e-12]
    for t in roots:
        if 0 < t < 1:
            yield on_curve(t, p0, p1, p2, p3)


def on_curve(t: float, p0: float, p1: float, p2: float, p3: float) -> float:
    """A coordinate of a cubic Bezier curve at a share `t` of its parameter."""
    rest = 1 - t
    return (
        rest**3 * p0  # Bernstein's polynomials
        + 3 * rest**2 * t * p1
        + 3 * rest * t * t * p2
        + t**3 * p3
    )
