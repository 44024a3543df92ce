"""Linear and radial gradients as shadings (ISO 32000-1, 8.7.4.5.3 and 8.7.4.5.4)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple

from lxml import etree

from cardgen.base import colour_math
from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.suggestions import nearest
from cardgen.engine.graphics.display_list import FlatColour, Shading, ShadingPaint
from cardgen.engine.graphics.outlines import Segment, Segments, ellipse
from cardgen.engine.svg.colours import Paint, to_gamma
from cardgen.engine.svg.parse import local, reference_of
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.transforms import about
from cardgen.engine.svg.values import SVG, StyleError, parse_length, parse_transform, share_of

_RADIAL = SVG + "radialGradient"
_MARGIN = 0.02
"""The share of its length by which an axis is made longer where several stops share its end."""
_NEARLY = 0.0005
"""The share of its radius by which a point may miss a circle and still be on it."""
_CLOSE = 0.005
"""The share of its radius by which a circle is kept inside another that it touches.

Ghostscript, cairo, pdf.js and PDFBox each paint some of those as cones, in one colour, or not at
all."""
_STEPS = 16
"""The parts that the way from stop to stop is cut into where colours change in linear light."""
_TABLE, _COARSE = 256, 0.1
"""The colours in the table that PDFium makes of a gradient, and the share of a colour by which one
may differ from the next."""
_MOST_STEEP = 8
"""The most ways from stop to stop that become shadings of their own."""
_MOST_STOPS = 10_000
_MOST_TURNS = 200
"""The most times that a gradient may be repeated over a shape."""


class Stop(NamedTuple):
    """A stop of a gradient: offset from 0 to 1, colour, and opacity."""

    offset: float
    colour: FlatColour
    alpha: float


class Layer(NamedTuple):
    shading: Shading
    path: Segments = ()


@dataclass(frozen=True, slots=True)
class Gradient:
    """A shading and the matrix from its space to user units.

    It is one flat paint when all stops are alike. `layers` paint the same, with sharp edges where
    stops share a place: shadings one over the other, each after the first cut to a path. `fade`
    does so for the alpha, in grey, where stops let something show through."""

    shading: Shading | None
    matrix: Matrix
    layers: tuple[Layer, ...] = ()
    fade: tuple[Layer, ...] = ()
    flat: Paint | None = None
    cone: Segments = ()
    """The part of the plane that is painted at all, in the shading's space; empty for all of it."""
    shades: tuple[RGB, ...] = ()
    """The colours of its visible stops, in order, for the checks."""

    @property
    def pattern(self) -> ShadingPaint:
        """The gradient as a paint. Raises StyleError."""
        if self.cone or self.shading is None:
            raise StyleError(
                "a gradient with its focus on or outside its circle is drawn in fills of shapes"
                " only",
                "move the focus inside",
            )
        return ShadingPaint(self.shading, self.matrix)


def build(
    element: etree._Element,
    by_id: dict[str, etree._Element],
    style_of: Callable[[etree._Element], Style],
    box: Box | None,
    viewport: Box | None,
    area: Box | None,
    tone: Callable[[FlatColour], FlatColour],
) -> Gradient | None:
    """The gradient that an element defines, for something with the bounds `box`.

    `area` is what is painted of it. `viewport` is what percentages of a gradient in user space
    refer to, None where that is not known. `tone` changes its colours as they are painted. None
    paints nothing. Raises StyleError."""
    chain = chain_of(element, by_id, ("linearGradient", "radialGradient"))
    attributes = _Attributes(chain)
    stops: list[Stop] = []
    for link in chain:
        stops = _stops(link, style_of)
        if stops:
            break
    if not any(stop.alpha for stop in stops):
        return None
    last = _flat_paint(stops[-1])
    if len({stop[1:] for stop in stops}) == 1:
        return Gradient(None, Matrix(), flat=last)
    for link in chain:
        style_of(link)  # which complains of what is not drawn here
    style = style_of(element)
    if style.linear:
        stops = list(_through_light(stops))
    spread = attributes.choice("spreadMethod", ("pad", "reflect", "repeat"), "a spreadMethod")
    about_origin = partial(
        about,
        style=style,
        plain="transform-origin" in element.attrib,
        box=viewport or Box(0, 0, 0, 0),
    )
    space = _space(attributes, box, viewport, about_origin)
    if space is None or space[0].scale < 1e-6:
        return None
    matrix, unit = space
    corners = _corners(area or box or Box(0, 0, 0, 0), matrix)
    shades = tuple(stop.colour.rgb for stop in stops if stop.alpha)
    cone: Segments = ()
    if element.tag == _RADIAL:
        ends, cone = _circles(attributes, unit, spread, corners)
    else:
        ends = _line(attributes, unit)
    if not ends:
        return Gradient(None, matrix, flat=last)
    if spread != "pad":
        stops, ends = _repeated(stops, ends, spread, _turns(ends, matrix, area))
    shading, layers, fade = _shadings(stops, ends, cone, corners, tone)
    return Gradient(shading, matrix, layers, fade, cone=cone, shades=shades)


def _flat_paint(stop: Stop) -> Paint:
    colour = stop.colour
    return Paint(
        colour.rgb,
        stop.alpha,
        name=colour.name,
        cmyk=colour.cmyk,
        hidden=colour.hidden,
    )


def _shadings(
    stops: list[Stop],
    ends: list[float],
    cone: Segments,
    corners: Sequence[Point],
    tone: Callable[[FlatColour], FlatColour],
) -> tuple[Shading, tuple[Layer, ...], tuple[Layer, ...]]:
    """The shading, layers and fade of a gradient. Raises StyleError."""
    colours = [(stop.offset, tone(stop.colour)) for stop in stops]
    layers = _layers(ends, colours, corners)
    fade: tuple[Layer, ...] = ()
    if any(stop.alpha < 1 for stop in stops):
        alphas = []
        for stop in stops:
            grey = FlatColour((stop.alpha,) * 3)
            alphas.append((stop.offset, grey))
        fade = _layers(ends, alphas, corners, grey=True)
    is_radial = len(ends) == 6
    fills_circle = is_radial and ends[2] > ends[5] * (1 - 2 * _CLOSE)
    has_edges = max(len(layers), len(fade)) > 1
    if has_edges and (cone or fills_circle):
        raise StyleError(
            "a gradient with sharp edges and its focus not inside its circle is not drawn here",
            "move its focus inward",
        )
    if cone:
        layers = tuple(layer._replace(path=cone) for layer in layers)
        fade = tuple(layer._replace(path=cone) for layer in fade)
    return _single_shading(ends, colours), layers, fade


class _Attributes(NamedTuple):
    """The attributes of a gradient, and of those that it refers to, nearest first."""

    chain: list[etree._Element]

    def get(self, name: str, otherwise: str) -> str:
        """An attribute; places count for gradients of the same kind only."""
        is_inherited = name.startswith("gradient") or name == "spreadMethod"
        for link in self.chain:
            if name in link.attrib and (is_inherited or link.tag == self.chain[0].tag):
                return str(link.attrib[name])
        return otherwise

    def choice(self, name: str, values: tuple[str, ...], meaning: str) -> str:
        """One of some words, the first where nothing is given. Raises StyleError.

        `meaning` says what it is."""
        text = self.get(name, values[0])
        if text not in values:
            raise StyleError(f'"{text}" is not {meaning}', f"write one of: {', '.join(values)}")
        return text

    def coordinate(self, name: str, otherwise: str, size: float) -> float:
        text = self.get(name, otherwise)
        if text.endswith("%") and not size and text != "0%":
            raise StyleError(
                "a gradient in percent of an inner <svg> is not drawn here", "give it in user units"
            )
        if text.endswith("em"):
            raise StyleError("a gradient in em is not drawn here", "give it in user units")
        return parse_length(text, full=size)


def _space(
    attributes: _Attributes,
    box: Box | None,
    viewport: Box | None,
    about_origin: Callable[[Matrix], Matrix],
) -> tuple[Matrix, Box] | None:
    """The map from a gradient's space, and the box of its percentages.

    The map leads to user units. It is None in an empty box. `about_origin` places a transform.
    Raises StyleError."""
    units = attributes.choice(
        "gradientUnits", ("objectBoundingBox", "userSpaceOnUse"), "gradientUnits"
    )
    matrix = Matrix()
    unit = viewport or Box(0, 0, 0, 0)
    if units == "objectBoundingBox":
        if box is None or not box.width or not box.height:
            return None
        matrix = Matrix(box.width, 0, 0, box.height, box.x, box.y)
        unit = Box(0, 0, 1, 1)
    transform = parse_transform(attributes.get("gradientTransform", ""))
    return matrix @ about_origin(transform), unit


def _line(attributes: _Attributes, unit: Box) -> list[float]:
    """The ends of a linear gradient as PDF writes them; none where they are one point.

    Raises StyleError."""
    x1 = attributes.coordinate("x1", "0%", unit.width)
    y1 = attributes.coordinate("y1", "0%", unit.height)
    x2 = attributes.coordinate("x2", "100%", unit.width)
    y2 = attributes.coordinate("y2", "0%", unit.height)
    if (x1, y1) == (x2, y2):
        return []
    return [x1, y1, x2, y2]


def _circles(
    attributes: _Attributes, unit: Box, spread: str, corners: Sequence[Point]
) -> tuple[list[float], Segments]:
    """The circles of a radial gradient as PDF writes them, and the cone that they paint.

    No numbers where the outer one is a point; no cone where they paint all of the plane. Raises
    StyleError."""
    cx = attributes.coordinate("cx", "50%", unit.width)
    cy = attributes.coordinate("cy", "50%", unit.height)
    diagonal = ((unit.width**2 + unit.height**2) / 2) ** 0.5
    radius = attributes.coordinate("r", "50%", diagonal)
    fx = attributes.coordinate("fx", attributes.get("cx", "50%"), unit.width)
    fy = attributes.coordinate("fy", attributes.get("cy", "50%"), unit.height)
    inner = attributes.coordinate("fr", "0", diagonal)
    if radius <= 0:
        return [], ()
    away = math.hypot(fx - cx, fy - cy)
    is_as_large = inner >= radius * (1 - _NEARLY)
    lies_around = away <= (inner - radius) + _NEARLY * radius
    if inner < 0 or (is_as_large and not (spread == "pad" and lies_around)):
        raise StyleError(
            "a gradient with a focus larger than its circle is not drawn here",
            "make fr smaller than r",
        )
    cone: Segments = ()
    # Where the inner circle leaves the outer one, both sweep over a cone only.
    if inner < radius * (1 - _NEARLY) < away + inner:
        cone = _cone(Point(fx, fy), inner, Point(cx, cy), radius, corners)
    touching = radius * (1 + _NEARLY)
    if inner <= touching:  # where both are one: the first colour inside, the last outside
        inner = min(inner, radius * (1 - _CLOSE))
        room = radius * (1 - _CLOSE) - inner
        if room < away <= touching - inner:
            fx = cx + (fx - cx) * room / away
            fy = cy + (fy - cy) * room / away
    return [fx, fy, inner, cx, cy, radius], cone


def _pairs(ends: list[float]) -> _Pairs:
    """Each coordinate at one end and at the other."""
    half = len(ends) // 2
    return list(zip(ends[:half], ends[half:], strict=True))


def _repeated(
    stops: list[Stop], ends: list[float], spread: str, turns: tuple[int, int]
) -> tuple[list[Stop], list[float]]:
    """The stops of a gradient that goes on over several turns, and where it then ends.

    Raises StyleError."""
    first, end = turns
    count = end - first
    if len(stops) * count > _MOST_STOPS:
        raise StyleError(
            f"a gradient of more than {_MOST_STOPS} stops, repeats counted, is not drawn here",
            "let it repeat less often",
        )
    unrolled = _unrolled(stops, spread, first, end)
    stops = [stop._replace(offset=(stop.offset - first) / count) for stop in unrolled]
    longer = []
    for turn in turns:
        longer += [start + turn * (finish - start) for start, finish in _pairs(ends)]
    return stops, longer


def _cone(
    focus: Point, inner: float, centre: Point, radius: float, corners: Sequence[Point]
) -> Segments:
    """The region that circles growing from one to another ever reach.

    It ends at the corners."""
    away = math.hypot(centre.x - focus.x, centre.y - focus.y)
    x = (centre.x - focus.x) / away
    y = (centre.y - focus.y) / away
    if away + inner < radius * (1 + _NEARLY):
        # they touch, and grow without end: all that lies beyond that point
        touch_x = centre.x - radius * x
        touch_y = centre.y - radius * y
        return _half_plane(touch_x, touch_y, x, y, corners)
    # the tip, from which both circles are seen at the same angle (similar triangles)
    back = inner * away / (radius - inner)
    tip = Point(focus.x - back * x, focus.y - back * y)
    half = math.asin(min(1.0, radius / (away + back)))
    reach = 2 * max(math.dist(corner, tip) for corner in corners)
    rim: list[Segment] = []
    for angle in (-half, 0.0, half):
        cos = math.cos(angle)
        sin = math.sin(angle)
        end_x = tip.x + reach * (cos * x - sin * y)
        end_y = tip.y + reach * (sin * x + cos * y)
        rim.append(("l", (end_x, end_y)))
    begin: Segment = ("m", (tip.x, tip.y))
    return (begin, *rim, ("h", ()))


Stops = Sequence[tuple[float, FlatColour]]
"""Colours by their offsets."""
_Parts = list[list[tuple[float, FlatColour]]]
"""The stops of a gradient, cut into parts that are painted by themselves."""
_Pairs = list[tuple[float, float]]
"""Each coordinate of an axis, and the radius of a circle, at its start and at its end."""


def _single_shading(ends: list[float], stops: Stops) -> Shading:
    """One shading of all stops.

    Viewers look gradients up in a table, where the outermost of several stops at one end is lost:
    there the axis is made longer."""
    low = _MARGIN if len(ends) == 4 and stops[1][0] == 0 else 0.0
    high = _MARGIN if stops[-2][0] == 1 else 0.0
    length = 1 + low + high
    pairs = _pairs(ends)
    starts = [a - low * (b - a) for a, b in pairs]
    stretched = [b + high * (b - a) for a, b in pairs]
    moved = tuple(((offset + low) / length, colour) for offset, colour in stops)
    return Shading((*starts, *stretched), moved)


def _layers(
    ends: list[float], stops: Stops, corners: Sequence[Point], *, grey: bool = False
) -> tuple[Layer, ...]:
    """The gradient cut where several stops share a place.

    Each part is painted over those before it, as far as the corners."""
    parts = _smooth_parts(stops)
    is_linear = len(ends) == 4
    if is_linear:
        parts = _cut_at_steep(parts)
    if len(parts) == 1:
        return (Layer(Shading((*ends,), (*stops,), grey)),)
    shadings = []
    for part in parts:
        doubled = part if len(part) > 1 else part * 2
        shadings.append(Shading((*ends,), tuple(doubled), grey))
    if is_linear:
        return _linear_layers(_pairs(ends), parts, shadings, corners)
    return _radial_layers(_pairs(ends), parts, shadings)


def _linear_layers(
    pairs: _Pairs,
    parts: _Parts,
    shadings: list[Shading],
    corners: Sequence[Point],
) -> tuple[Layer, ...]:
    """The parts from the first on, each cut to what lies beyond its beginning."""
    layers: list[Layer] = []
    (x1, x2), (y1, y2) = pairs
    for part, shading in zip(parts, shadings, strict=True):
        path: Segments = ()
        if layers:
            offset = part[0][0]
            x = x1 + offset * (x2 - x1)
            y = y1 + offset * (y2 - y1)
            path = _half_plane(x, y, x2 - x1, y2 - y1, corners)
        if _is_steep(part):
            shading = _shading_of_own(shading, pairs)
        layers.append(Layer(shading, path))
    return tuple(layers)


def _radial_layers(
    pairs: _Pairs,
    parts: _Parts,
    shadings: list[Shading],
) -> tuple[Layer, ...]:
    """The parts from the last on, each cut to the circle in which it ends."""
    layers: list[Layer] = []
    for part, shading in zip(reversed(parts), reversed(shadings), strict=True):
        path: Segments = ()
        if layers:
            offset = part[-1][0]
            x, y, radius = (start + offset * (end - start) for start, end in pairs)
            path = ellipse(x, y, radius, radius)
        layers.append(Layer(shading, path))
    return tuple(layers)


def _smooth_parts(stops: Stops) -> _Parts:
    """Stops in parts that are smooth.

    They are cut where several share a place; those between the outermost of these are left out."""
    parts: _Parts = [[stops[0]]]
    for before, stop in pairwise(stops):
        last = parts[-1]
        if stop[0] == before[0] and stop[1] != before[1]:
            if len(last) > 1 and last[-2][0] == stop[0]:
                last.pop()
            last = []
            parts.append(last)
        last.append(stop)
    ends = (parts[0], parts[-1])
    return [part for part in parts if len(part) > 1 or any(part is end for end in ends)]


def _cut_at_steep(
    parts: _Parts,
) -> _Parts:
    """Parts of a gradient, cut so that steep steps are parts themselves.

    With more than _MOST_STEEP such steps they stay as they are."""
    cut_parts: _Parts = []
    for part in parts:
        cut_parts.append(part[:1])
        for before, stop in pairwise(part):
            if _is_steep([before, stop]):
                cut_parts += [before, stop], [stop]
            else:
                cut_parts[-1].append(stop)
    cut_parts = [part for part in cut_parts if len(part) > 1 or part in parts]
    return cut_parts if len(cut_parts) <= len(parts) + 2 * _MOST_STEEP else parts


def _is_steep(part: Stops) -> bool:
    """True if two stops are so close that a colour table shows its steps.

    Viewers compute one table of colours for the whole gradient."""
    if len(part) != 2:
        return False
    (start, colour), (end, other) = part
    if not 0 < end - start < 1:
        return False
    changes = [abs(a - b) for a, b in zip(colour.rgb, other.rgb, strict=True)]
    entries = _TABLE * (end - start)
    return max(changes) / entries > _COARSE


def _shading_of_own(shading: Shading, pairs: _Pairs) -> Shading:
    """A shading of two stops with its axis from the one to the other.

    Viewers make a table for that way alone."""
    (first, colour), (last, other) = shading.stops
    starts = [start + first * (end - start) for start, end in pairs]
    ends = [start + last * (end - start) for start, end in pairs]
    stops = ((0.0, colour), (1.0, other))
    return shading._replace(ends=(*starts, *ends), stops=stops)


def _half_plane(
    x: float, y: float, along_x: float, along_y: float, corners: Sequence[Point]
) -> Segments:
    """The part of the plane beyond a line through (x, y), up to the corners.

    (along_x, along_y) is its direction. Viewers know no endless paths."""
    farthest = max(math.hypot(corner.x - x, corner.y - y) for corner in corners)
    reach = 1.1 * farthest / math.hypot(along_x, along_y)
    dx, dy = reach * along_x, reach * along_y
    return (
        ("m", (x - dy, y + dx)),
        ("l", (x - dy + dx, y + dx + dy)),
        ("l", (x + dy + dx, y - dx + dy)),
        ("l", (x + dy, y - dx)),
        ("h", ()),
    )


def chain_of(
    element: etree._Element, by_id: dict[str, etree._Element], kinds: tuple[str, ...]
) -> list[etree._Element]:
    """A definition and those it refers to, nearest first. Raises StyleError."""
    chain = [element]
    while True:
        reference = reference_of(chain[-1])
        if not reference:
            return chain
        name = reference.removeprefix("#")
        target = by_id.get(name)
        if (target is None or target in chain) and any(len(link) for link in chain):
            return chain  # as browsers do with what a program forgot to write along
        if target is None or target in chain or local(target) not in kinds:
            kind = kinds[0].removeprefix("linear").lower()
            others = [
                id for id, other in by_id.items() if local(other) in kinds and other not in chain
            ]
            raise StyleError(
                f'the {kind} refers to "{reference}", which is no other {kind} of this file',
                nearest(name, others) or f"refer to another {kind}, or to none",
            )
        chain.append(target)


def _stops(element: etree._Element, style_of: Callable[[etree._Element], Style]) -> list[Stop]:
    """The stops inside an element, none of them before another. Raises StyleError."""
    stops: list[Stop] = []
    for child in element:
        if local(child) != "stop":
            continue
        style = style_of(child)
        if style.stop.hidden:
            raise StyleError(
                f'the colour "{style.stop.name}" is a finish, which knows no gradients',
                "fill with it alone",
            )
        offset = share_of(child.get("offset", "0"))
        if stops:
            offset = max(offset, stops[-1].offset)
        stops.append(Stop(offset, style.stop.flat_colour, style.stop.alpha * style.stop_alpha))
    return stops


def _through_light(stops: list[Stop]) -> Iterator[Stop]:
    """Yield stops between which colours change in linear light (SVG 2, 13.9.1), as more of them,
    between which PDF's change hardly differs."""
    yield stops[0]
    for before, after in pairwise(stops):
        changes = before.offset < after.offset and before.colour.rgb != after.colour.rgb
        lights = [
            [colour_math.linear(part) for part in stop.colour.rgb] for stop in (before, after)
        ]
        parts = list(zip(*lights, strict=True))
        for step in range(1, _STEPS if changes else 1):
            share = step / _STEPS
            red, green, blue = (to_gamma(start + share * (end - start)) for start, end in parts)
            offset = before.offset + share * (after.offset - before.offset)
            alpha = before.alpha + share * (after.alpha - before.alpha)
            yield Stop(offset, FlatColour((red, green, blue)), alpha)
        yield after


def _corners(area: Box, matrix: Matrix) -> list[Point]:
    """The corners of an area in the space that a matrix leads from."""
    inverse = matrix.inverse()
    lows_and_highs = product((area.x, area.right), (area.y, area.top))
    return [inverse(x, y) for x, y in lows_and_highs]


def _turns(ends: list[float], matrix: Matrix, area: Box | None) -> tuple[int, int]:
    """The turns of a repeated gradient that cover an area.

    They are numbered from the first to behind the last. Raises StyleError."""
    corners = _corners(area or Box(0, 0, 0, 0), matrix)
    first = 0
    end = 1
    if len(ends) == 4:
        x1, y1, x2, y2 = ends
        dx, dy = x2 - x1, y2 - y1
        square = dx**2 + dy**2
        # each corner by its share of the way along the axis
        along = [((x - x1) * dx + (y - y1) * dy) / square for x, y in corners]
        if max(map(abs, along)) < _MOST_TURNS:
            first = min(0, math.floor(min(along)))
            end = max(1, math.ceil(max(along)))
        else:
            end = _MOST_TURNS + 1
    else:
        fx, fy, inner, cx, cy, radius = ends
        growth = radius - inner

        def is_outside(x: float, y: float) -> bool:
            """True if a point lies outside of the circle at the end of the turns."""
            off_x = x - fx - end * (cx - fx)
            off_y = y - fy - end * (cy - fy)
            return math.hypot(off_x, off_y) > inner + end * growth

        while end <= _MOST_TURNS and any(is_outside(x, y) for x, y in corners):
            end += 1
        first = -math.ceil(inner / growth) if inner else 0
    if end - first > _MOST_TURNS:
        raise StyleError(
            f"a gradient that repeats more than {_MOST_TURNS} times is not drawn here",
            "let it repeat less often",
        )
    return first, end


def _unrolled(stops: list[Stop], spread: str, first: int, end: int) -> list[Stop]:
    """The stops of a gradient that goes on over several turns, by turns."""
    begin = stops[0]._replace(offset=0.0)
    finish = stops[-1]._replace(offset=1.0)
    whole_turn = [begin, *stops, finish]
    unrolled = []
    for turn in range(first, end):
        if spread == "reflect" and turn % 2:
            for stop in reversed(whole_turn):
                unrolled.append(stop._replace(offset=turn + (1 - stop.offset)))
        else:
            for stop in whole_turn:
                unrolled.append(stop._replace(offset=turn + stop.offset))
    return unrolled
