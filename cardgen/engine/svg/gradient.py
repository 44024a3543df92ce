"""Linear and radial gradients as shadings (ISO 32000-1, 8.7.4.5.3 and 8.7.4.5.4)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from lxml import etree

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.suggestions import nearest
from cardgen.engine.graphics import colour_math
from cardgen.engine.graphics.display_list import RGB, Colourant, Segment, Shading, ShadingPaint
from cardgen.engine.svg.colours import Paint, to_gamma
from cardgen.engine.svg.parse import local, reference_of
from cardgen.engine.svg.path import ellipse
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.transforms import about
from cardgen.engine.svg.values import SVG, StyleError, parse_length, parse_transform, share_of

_RADIAL = SVG + "radialGradient"
_MARGIN = 0.02
"""Of its length, by which an axis is made longer where several stops share its end."""
_NEARLY = 0.0005
"""Of its radius, by which a point may miss a circle and still be on it."""
_CLOSE = 0.005
"""Of its radius, by which a circle is kept inside another that it touches: Ghostscript, cairo,
pdf.js and PDFBox each paint some of those as cones, in one colour, or not at all."""
_STEPS = 16
"""Parts that the way from stop to stop is cut into where colours change in linear light."""
_TABLE, _COARSE = 256, 0.1
"""Colours in the table that PDFium makes of a gradient, and the share of a colour by which one may
differ from the next."""
_MOST_STEEP = 8
"""Ways from stop to stop that become shadings of their own."""
_MOST_STOPS = 10_000
_MOST_TURNS = 200
"""How often a gradient may be repeated over a shape."""


class Stop(NamedTuple):
    """A stop of a gradient: its offset from 0 to 1, its colour, and how opaque it is."""

    offset: float
    colour: Colourant
    alpha: float


class Layer(NamedTuple):
    shading: Shading
    path: tuple[Segment, ...] = ()


@dataclass(frozen=True, slots=True)
class Gradient:
    """A shading and the matrix from its space to user units; or, when all stops are alike, one flat
    paint.

    `layers` paint the same, with sharp edges where stops share a place: shadings one over the
    other, each after the first cut to a path. `fade` does so for the alpha, in grey, where stops
    let something show through."""

    shading: Shading | None
    matrix: Matrix
    layers: tuple[Layer, ...] = ()
    fade: tuple[Layer, ...] = ()
    flat: Paint | None = None
    cone: tuple[Segment, ...] = ()
    """The part of the plane that is painted at all, in the shading's space; empty for the whole."""
    shades: tuple[RGB, ...] = ()
    """The colours of those of its stops that can be seen, in order, for the checks."""

    @property
    def pattern(self) -> ShadingPaint:
        """The same as a paint. Raises StyleError."""
        if self.cone or self.shading is None:
            raise StyleError(
                "a gradient with its focus on or outside its circle is drawn in fills of shapes only",
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
    tone: Callable[[Colourant], Colourant],
) -> Gradient | None:
    """The gradient an element defines, for something with the bounds `box` of which `area` is
    painted. None paints nothing.

    `viewport` is what percentages of a gradient in user space refer to, None where that is not
    known. `tone` is what becomes of its colours. Raises StyleError."""
    said = _Attributes(chain_of(element, by_id, ("linearGradient", "radialGradient")))
    stops = next((found for link in said.chain if (found := _stops(link, style_of))), [])
    if not any(stop.alpha for stop in stops):
        return None
    colour, alpha = stops[-1].colour, stops[-1].alpha
    last = Paint(colour.rgb, alpha, name=colour.name, cmyk=colour.cmyk, hidden=colour.hidden)
    if len({stop[1:] for stop in stops}) == 1:
        return Gradient(None, Matrix(), flat=last)
    for link in said.chain:
        style_of(link)  # which hears of what is not drawn here
    if style_of(element).linear:
        stops = list(_through_light(stops))
    spread = said.choice("spreadMethod", ("pad", "reflect", "repeat"), "a spreadMethod")
    own = partial(
        about,
        style=style_of(element),
        plain="transform-origin" in element.attrib,
        box=viewport or Box(0, 0, 0, 0),
    )
    space = _space(said, box, viewport, own)
    if space is None or space[0].scale < 1e-6:
        return None
    matrix, whole = space
    corners = _corners(area or box or Box(0, 0, 0, 0), matrix)
    shades = tuple(stop.colour.rgb for stop in stops if stop.alpha)
    ends, cone = (
        _circles(said, whole, spread, corners)
        if element.tag == _RADIAL
        else (_line(said, whole), ())
    )
    if not ends:
        return Gradient(None, matrix, flat=last)
    if spread != "pad":
        stops, ends = _repeated(stops, ends, spread, _turns(ends, matrix, area))
    whole_shading, layers, fade = _shadings(stops, ends, cone, corners, tone)
    return Gradient(whole_shading, matrix, layers, fade, cone=cone, shades=shades)


def _shadings(
    stops: list[Stop],
    ends: list[float],
    cone: tuple[Segment, ...],
    corners: Sequence[Point],
    tone: Callable[[Colourant], Colourant],
) -> tuple[Shading, tuple[Layer, ...], tuple[Layer, ...]]:
    """The shading, layers and fade of a gradient. Raises StyleError."""
    colours = [(stop.offset, tone(stop.colour)) for stop in stops]
    layers = _layers(ends, colours, corners)
    alphas = [(stop.offset, Colourant((stop.alpha,) * 3)) for stop in stops]
    fade = (
        _layers(ends, alphas, corners, grey=True) if any(stop.alpha < 1 for stop in stops) else ()
    )
    larger = len(ends) == 6 and ends[2] > ends[5] * (1 - 2 * _CLOSE)
    if (cone or larger) and max(len(layers), len(fade)) > 1:
        raise StyleError(
            "a gradient with sharp edges and its focus not inside its circle is not drawn here",
            "move its focus inward",
        )
    if cone:
        layers, fade = (
            tuple(layer._replace(path=cone) for layer in each) for each in (layers, fade)
        )
    return _whole(ends, colours), layers, fade


class _Attributes(NamedTuple):
    """What a gradient says, and those that it refers to, nearest first."""

    chain: list[etree._Element]

    def get(self, name: str, otherwise: str) -> str:
        for link in self.chain:
            if name in link.attrib and (
                link.tag == self.chain[0].tag
                or name.startswith("gradient")
                or name == "spreadMethod"
            ):
                return str(link.attrib[name])
        return otherwise

    def choice(self, name: str, values: tuple[str, ...], what: str) -> str:
        """One of some words, the first where nothing is said. Raises StyleError."""
        text = self.get(name, values[0])
        if text not in values:
            raise StyleError(f'"{text}" is not {what}', f"write one of: {', '.join(values)}")
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
    said: _Attributes, box: Box | None, viewport: Box | None, placed: Callable[[Matrix], Matrix]
) -> tuple[Matrix, Box] | None:
    """The map from a gradient's space to user units, and what its percentages refer to; None in an
    empty box. `placed` turns a transform about its origin. Raises StyleError."""
    units = said.choice("gradientUnits", ("objectBoundingBox", "userSpaceOnUse"), "gradientUnits")
    matrix, whole = Matrix(), viewport or Box(0, 0, 0, 0)
    if units == "objectBoundingBox":
        if box is None or not box.width or not box.height:
            return None
        matrix, whole = Matrix(box.width, 0, 0, box.height, box.x, box.y), Box(0, 0, 1, 1)
    return matrix @ placed(parse_transform(said.get("gradientTransform", ""))), whole


def _line(said: _Attributes, whole: Box) -> list[float]:
    """The ends of a linear gradient as PDF writes them; none where they are one point. Raises
    StyleError."""
    x1, y1 = said.coordinate("x1", "0%", whole.width), said.coordinate("y1", "0%", whole.height)
    x2, y2 = said.coordinate("x2", "100%", whole.width), said.coordinate("y2", "0%", whole.height)
    return [] if (x1, y1) == (x2, y2) else [x1, y1, x2, y2]


def _circles(
    said: _Attributes, whole: Box, spread: str, corners: Sequence[Point]
) -> tuple[list[float], tuple[Segment, ...]]:
    """The circles of a radial gradient as PDF writes them, none where the outer one is a point, and
    the part of the plane that they paint where that is not all. Raises StyleError."""
    cx, cy = said.coordinate("cx", "50%", whole.width), said.coordinate("cy", "50%", whole.height)
    diagonal = ((whole.width**2 + whole.height**2) / 2) ** 0.5
    radius = said.coordinate("r", "50%", diagonal)
    fx = said.coordinate("fx", said.get("cx", "50%"), whole.width)
    fy = said.coordinate("fy", said.get("cy", "50%"), whole.height)
    inner = said.coordinate("fr", "0", diagonal)
    if radius <= 0:
        return [], ()
    away = math.hypot(fx - cx, fy - cy)
    if inner < 0 or (
        inner >= radius * (1 - _NEARLY)
        and (spread != "pad" or away > (inner - radius) + _NEARLY * radius)
    ):
        raise StyleError(
            "a gradient with a focus larger than its circle is not drawn here",
            "make fr smaller than r",
        )
    cone: tuple[Segment, ...] = ()
    if inner < radius * (1 - _NEARLY) < away + inner:
        cone = _cone(Point(fx, fy), inner, Point(cx, cy), radius, corners)
    touching = radius * (1 + _NEARLY)
    if inner <= touching:  # where both are one: the first colour inside, the last outside
        inner = min(inner, radius * (1 - _CLOSE))
        if (room := radius * (1 - _CLOSE) - inner) < away <= touching - inner:
            fx, fy = cx + (fx - cx) * room / away, cy + (fy - cy) * room / away
    return [fx, fy, inner, cx, cy, radius], cone


def _pairs(ends: list[float]) -> list[tuple[float, float]]:
    """Each coordinate at one end and at the other."""
    half = len(ends) // 2
    return list(zip(ends[:half], ends[half:], strict=True))


def _repeated(
    stops: list[Stop], ends: list[float], spread: str, turns: tuple[int, int]
) -> tuple[list[Stop], list[float]]:
    """The stops of a gradient that goes on over several turns, and where it then ends. Raises
    StyleError."""
    first, end = turns
    if len(stops) * (end - first) > _MOST_STOPS:
        raise StyleError(
            f"a gradient of more than {_MOST_STOPS} stops, repeats counted, is not drawn here",
            "let it repeat less often",
        )
    stops = [
        stop._replace(offset=(stop.offset - first) / (end - first))
        for stop in _unrolled(stops, spread, first, end)
    ]
    return stops, [a + turn * (b - a) for turn in turns for a, b in _pairs(ends)]


def _cone(
    focus: Point, inner: float, centre: Point, radius: float, corners: Sequence[Point]
) -> tuple[Segment, ...]:
    """The part of the plane that circles growing from one to another ever reach, as far as the
    corners."""
    away = math.hypot(centre.x - focus.x, centre.y - focus.y)
    along = Point((centre.x - focus.x) / away, (centre.y - focus.y) / away)
    if away + inner < radius * (1 + _NEARLY):
        return _half_plane(
            centre.x - radius * along.x, centre.y - radius * along.y, along.x, along.y, corners
        )
    back = inner * away / (radius - inner)
    tip = Point(focus.x - back * along.x, focus.y - back * along.y)
    half = math.asin(min(1.0, radius / (away + back)))
    reach = 2 * max(math.hypot(corner.x - tip.x, corner.y - tip.y) for corner in corners)
    rim = []
    for angle in (-half, 0.0, half):
        turn = (
            math.cos(angle) * along.x - math.sin(angle) * along.y,
            math.sin(angle) * along.x + math.cos(angle) * along.y,
        )
        rim.append(("l", (tip.x + reach * turn[0], tip.y + reach * turn[1])))
    return (("m", (tip.x, tip.y)), *rim, ("h", ()))


Stops = Sequence[tuple[float, Colourant]]


def _whole(ends: list[float], stops: Stops) -> Shading:
    """One shading of all stops.

    Viewers look gradients up in a table, where the outermost of several stops at one end is lost:
    there the axis is made longer."""
    low = _MARGIN if len(ends) == 4 and stops[1][0] == 0 else 0.0
    high = _MARGIN if stops[-2][0] == 1 else 0.0
    pairs = _pairs(ends)
    ends = [a - low * (b - a) for a, b in pairs] + [b + high * (b - a) for a, b in pairs]
    return Shading(
        (*ends,), tuple(((offset + low) / (1 + low + high), colour) for offset, colour in stops)
    )


def _layers(
    ends: list[float], stops: Stops, corners: Sequence[Point], *, grey: bool = False
) -> tuple[Layer, ...]:
    """The gradient cut where several stops share a place, each part painted over those before it,
    as far as the corners."""
    parts = _cut(stops)
    pairs = _pairs(ends)
    if len(pairs) == 2:
        parts = _cut_at_steep(parts)
    if len(parts) == 1:
        return (Layer(Shading((*ends,), (*stops,), grey)),)
    found = []
    for index, part in enumerate(parts):
        shading = Shading((*ends,), (*part,) if len(part) > 1 else (*part, *part), grey)
        if len(pairs) == 2 and _is_steep(part):
            shading = _by_itself(shading, pairs)
        if len(pairs) == 2:
            (x1, x2), (y1, y2) = pairs
            at = part[0][0]
            found.append(
                Layer(
                    shading,
                    _half_plane(x1 + at * (x2 - x1), y1 + at * (y2 - y1), x2 - x1, y2 - y1, corners)
                    if index
                    else (),
                )
            )
        else:
            x, y, radius = (a + part[-1][0] * (b - a) for a, b in pairs)
            found.insert(
                0, Layer(shading, ellipse(x, y, radius, radius) if index < len(parts) - 1 else ())
            )
    return tuple(found)


def _cut(stops: Stops) -> list[list[tuple[float, Colourant]]]:
    """Stops in parts that are smooth: cut where several share a place, those between the outermost
    left out."""
    parts: list[list[tuple[float, Colourant]]] = [[stops[0]]]
    for before, stop in pairwise(stops):
        if stop[0] == before[0] and stop[1] != before[1]:
            if len(parts[-1]) > 1 and parts[-1][-2][0] == stop[0]:
                parts[-1].pop()
            parts.append([])
        parts[-1].append(stop)
    return [part for part in parts if part is parts[-1] or part is parts[0] or len(part) > 1]


def _cut_at_steep(
    parts: list[list[tuple[float, Colourant]]],
) -> list[list[tuple[float, Colourant]]]:
    """Parts of a gradient with the steep ways from stop to stop as parts of their own; as they are
    where there are many."""
    found: list[list[tuple[float, Colourant]]] = []
    for part in parts:
        found.append(part[:1])
        for before, stop in pairwise(part):
            if _is_steep([before, stop]):
                found += [before, stop], [stop]
            else:
                found[-1].append(stop)
    found = [part for part in found if len(part) > 1 or part in parts]
    return found if len(found) <= len(parts) + 2 * _MOST_STEEP else parts


def _is_steep(part: Stops) -> bool:
    """Whether a way from one stop to the next is so short that a table of colours of the whole
    gradient shows its steps."""
    if len(part) != 2 or not 0 < part[1][0] - part[0][0] < 1:
        return False
    change = max(
        abs(one - other) for one, other in zip(part[0][1].rgb, part[1][1].rgb, strict=True)
    )
    return change / (_TABLE * (part[1][0] - part[0][0])) > _COARSE


def _by_itself(shading: Shading, pairs: list[tuple[float, float]]) -> Shading:
    """A shading of two stops with its axis from the one to the other: viewers make a table for that
    way alone."""
    (first, colour), (last, other) = shading.stops
    (x1, x2), (y1, y2) = pairs
    ends = [
        start + share * (end - start)
        for share in (first, last)
        for start, end in ((x1, x2), (y1, y2))
    ]
    return shading._replace(ends=tuple(ends), stops=((0.0, colour), (1.0, other)))


def _half_plane(
    x: float, y: float, along_x: float, along_y: float, corners: Sequence[Point]
) -> tuple[Segment, ...]:
    """What lies beyond a line through (x, y) in the direction along, as far as the corners: viewers
    know no endless paths."""
    reach = (
        1.1
        * max(math.hypot(corner.x - x, corner.y - y) for corner in corners)
        / math.hypot(along_x, along_y)
    )
    dx, dy = reach * along_x, reach * along_y
    return (
        *(("m", (x - dy, y + dx)), ("l", (x - dy + dx, y + dx + dy))),
        *(("l", (x + dy + dx, y - dx + dy)), ("l", (x + dy, y - dx)), ("h", ())),
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
        target = by_id.get(reference.removeprefix("#"))
        if (target is None or target in chain) and any(len(link) for link in chain):
            return chain  # as browsers do with what a program forgot to write along
        if target is None or target in chain or local(target) not in kinds:
            what = kinds[0].removeprefix("linear").lower()
            others = (
                name
                for name, other in by_id.items()
                if local(other) in kinds and other not in chain
            )
            remedy = (
                nearest(reference.removeprefix("#"), others)
                or f"refer to another {what}, or to none"
            )
            raise StyleError(
                f'the {what} refers to "{reference}", which is no other {what} of this file', remedy
            )
        chain.append(target)


def _stops(element: etree._Element, style_of: Callable[[etree._Element], Style]) -> list[Stop]:
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
        stops.append(
            Stop(
                max(offset, stops[-1].offset if stops else 0.0),
                style.stop.colourant,
                style.stop.alpha * style.stop_alpha,
            )
        )
    return stops


def _through_light(stops: list[Stop]) -> Iterator[Stop]:
    """Stops between which colours change in linear light (SVG 2, 13.9.1), as more of them, between
    which PDF's change hardly differs."""
    yield stops[0]
    for before, after in pairwise(stops):
        steps = (
            _STEPS if before.offset < after.offset and before.colour.rgb != after.colour.rgb else 1
        )
        ends = [[colour_math.linear(part) for part in stop.colour.rgb] for stop in (before, after)]
        for step in range(1, steps):
            share = step / steps
            red, green, blue = (
                to_gamma(one + share * (other - one)) for one, other in zip(*ends, strict=True)
            )
            offset, alpha = (
                one + share * (other - one)
                for one, other in ((before.offset, after.offset), (before.alpha, after.alpha))
            )
            yield Stop(offset, Colourant((red, green, blue)), alpha)
        yield after


def _corners(area: Box, matrix: Matrix) -> list[Point]:
    """The corners of an area in the space that a matrix leads from."""
    inverse = matrix.inverse()
    return [inverse(x, y) for x in (area.x, area.right) for y in (area.y, area.top)]


def _turns(ends: list[float], matrix: Matrix, area: Box | None) -> tuple[int, int]:
    """The first turn of a repeated gradient that is needed to cover an area, and the one after the
    last. Raises StyleError."""
    corners = _corners(area or Box(0, 0, 0, 0), matrix)
    first, end = 0, 1
    if len(ends) == 4:
        x1, y1, x2, y2 = ends
        along = [
            ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
            for x, y in corners
        ]
        if max(map(abs, along)) < _MOST_TURNS:
            first, end = min(0, math.floor(min(along))), max(1, math.ceil(max(along)))
        else:
            end = _MOST_TURNS + 1
    else:
        fx, fy, inner, cx, cy, radius = ends
        grown = radius - inner
        while end <= _MOST_TURNS and any(
            math.hypot(x - fx - end * (cx - fx), y - fy - end * (cy - fy)) > inner + end * grown
            for x, y in corners
        ):
            end += 1
        first = -math.ceil(inner / grown) if inner else 0
    if end - first > _MOST_TURNS:
        raise StyleError(
            f"a gradient that repeats more than {_MOST_TURNS} times is not drawn here",
            "let it repeat less often",
        )
    return first, end


def _unrolled(stops: list[Stop], spread: str, first: int, end: int) -> list[Stop]:
    """The stops of a gradient that goes on over several turns, by turns."""
    whole = [stops[0]._replace(offset=0.0), *stops, stops[-1]._replace(offset=1.0)]
    found = []
    for turn in range(first, end):
        back = spread == "reflect" and turn % 2
        for stop in reversed(whole) if back else whole:
            found.append(stop._replace(offset=turn + (1 - stop.offset if back else stop.offset)))
    return found
