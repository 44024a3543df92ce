"""Glyphs in colours (OpenType: COLR and CPAL, `SVG `, CBDT, sbix), each as the drawing or picture
that it is.

HarfBuzz walks what COLR says and bounds how deep and how long that is; what comes of it is written
as SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partialmethod
from itertools import pairwise
from typing import Any, NamedTuple

import uharfbuzz as hb

from cardgen.base.geometry import Box, Matrix

MOST_BYTES = 4 << 20
"""Of the SVG that a glyph of a COLR table comes to."""
_TOO_LONG = "it is painted in more steps than any sign needs"
_WEDGES = 180
"""In which a gradient around a point is painted."""
_BLENDS = frozenset(
    (
        "screen",
        "overlay",
        "darken",
        "lighten",
        "color-dodge",
        "color-burn",
        "hard-light",
        "soft-light",
        "difference",
        "exclusion",
    )
) | {"multiply", "hsl-hue", "hsl-saturation", "hsl-color", "hsl-luminosity"}
_FLAT = re.compile(r'<path d="M[^"]*z" fill="[^u"][^"]*"(?: fill-opacity="([\d.]+)")?/>')
"""What fills all that there is with one colour."""


class UnpaintedGlyphError(ValueError):
    """A glyph in colours that is painted in a way which is not drawn here."""


class GlyphDrawing(NamedTuple):
    """A glyph as an SVG document in font units, y downward from its baseline: all of it, or the
    element `name` in it.

    `box` holds what it paints (left, top, width, height); `palette` are the colours by which it may
    ask for them."""

    svg: bytes
    box: Box
    name: str = ""
    palette: tuple[str, ...] = ()


class GlyphPicture(NamedTuple):
    """A glyph as a PNG that fills a box: in font units, y downward from its baseline."""

    png: bytes
    box: Box


def in_colours(face: Any, font: Any, gid: int) -> bool:
    """True if a glyph is drawn in colours."""
    layers = face.get_glyph_color_layers(gid) or face.glyph_has_color_paint(gid)
    return bool(layers or font.get_glyph_color_png(gid) or face.get_glyph_color_svg(gid))


def colour_glyph(face: Any, font: Any, gid: int) -> GlyphDrawing | GlyphPicture | None:
    """A glyph as it is drawn in colours, the first palette's; None for one that has none. Raises
    UnpaintedGlyphError."""
    extents = font.get_glyph_extents(gid)
    box = (
        Box(extents.x_bearing, -extents.y_bearing, extents.width, -extents.height)
        if extents
        else Box(0, 0, 0, 0)
    )
    if face.get_glyph_color_layers(gid) or face.glyph_has_color_paint(gid):
        return GlyphDrawing(_Recorder(font, box).recorded(gid), box)
    png = font.get_glyph_color_png(gid)
    if png:
        return GlyphPicture(bytes(png.data), box)
    svg = face.get_glyph_color_svg(gid)
    if not svg:
        return None
    em = face.upem
    palettes = [face.get_color_palette(0).colors] if face.has_color_palettes else []
    colours = (
        f"rgba({entry.red},{entry.green},{entry.blue},{entry.alpha / 255:.4g})"
        for palette in palettes
        for entry in palette
    )
    return GlyphDrawing(
        bytes(svg.data), Box(-2 * em, -3 * em, 6 * em, 6 * em), f"glyph{gid}", tuple(colours)
    )


class _Clip(NamedTuple):
    outline: str
    matrix: Matrix


class _Stops(NamedTuple):
    """A colour line: offsets with colours and opacities, in order, and how it goes on beyond its
    ends."""

    stops: tuple[tuple[float, str, float], ...]
    spread: str

    @property
    def span(self) -> tuple[float, float]:
        return self.stops[0][0], self.stops[-1][0]

    def written(self, start: float, end: float) -> str:
        """The stops of a gradient from one offset to another, as SVG."""
        wide = (end - start) or 1.0
        placed = (((at - start) / wide, colour, alpha) for at, colour, alpha in self.stops)
        return "".join(
            f'<stop offset="{at:.6g}" stop-color="{colour}" stop-opacity="{alpha:.4g}"/>'
            for at, colour, alpha in placed
        )


class _Recorder:
    """Writes down what HarfBuzz paints of a glyph. What it calls must not fail, so what is wrong is
    kept in `fault`."""

    def __init__(self, font: Any, box: Box) -> None:
        self.font = font
        self.box = box
        self.fault = ""
        self.room = MOST_BYTES
        self.matrices = [Matrix(1, 0, 0, -1)]
        self.clips: list[_Clip | None] = []
        """What cuts, innermost last; None for the box around all that there is of a glyph."""
        self.boxed = False
        """Whether the font itself says how far the glyph reaches."""
        self.layers: list[list[str]] = [[]]
        self.definitions = 0
        self.outline = lru_cache(maxsize=256)(self._outline)

    def recorded(self, gid: int) -> bytes:
        """The glyph as an SVG document. Raises UnpaintedGlyphError."""
        self.font.paint_glyph(gid, _functions(), self, 0, hb.Color(0, 0, 0, 255))
        body = "".join(self.layers[0])
        if self.fault or not body:
            raise UnpaintedGlyphError(self.fault or "nothing is painted of it")
        soft = 0.0 if self.boxed else (self.box.width + self.box.height) / 100
        x, y, width, height = self.box.grown(soft)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {max(1, width):g} '
            f'{max(1, height):g}">'
        )
        return f"{head}{body}</svg>".encode()

    def write(self, text: str) -> None:
        self.room -= len(text)
        if self.room < 0:
            self.fault = self.fault or _TOO_LONG
        if not self.fault:
            self.layers[-1].append(text)

    def named(self, text: str) -> str:
        """Write down a definition, with {} for its name, which comes back."""
        self.definitions += 1
        name = f"d{self.definitions}"
        self.write(text.replace("{}", name, 1))
        return name

    # -- what HarfBuzz calls
    # ----------------------------------------------------------------------------------------------

    def turn(self, *matrix: float) -> None:
        self.matrices.append(self.matrices[-1] @ Matrix(*matrix))

    def turn_back(self) -> None:
        if len(self.matrices) > 1:
            self.matrices.pop()

    def cut_to_glyph(self, gid: int) -> None:
        self.clips.append(_Clip(self.outline(gid), self.matrices[-1]))

    def cut_to_box(self, *_: float) -> None:
        self.boxed = self.boxed or not self.clips
        self.clips.append(None)

    def uncut(self) -> None:
        if self.clips:
            self.clips.pop()

    def colour(self, colour: Any, foreground: bool) -> None:
        css_colour, alpha = _colour(colour, foreground)
        self.fill(f'fill="{css_colour}"' + (f' fill-opacity="{alpha:.4g}"' if alpha < 1 else ""))

    def linear(
        self, line: Any, x0: float, y0: float, x1: float, y1: float, x2: float, y2: float
    ) -> None:
        stops = _stops(line)
        across = (x2 - x0) ** 2 + (y2 - y0) ** 2
        if not stops or not across:
            return
        # The third point tells along which lines the colour does not change: the second moves along
        # one of them.
        share = ((x1 - x0) * (x2 - x0) + (y1 - y0) * (y2 - y0)) / across
        dx, dy = x1 - share * (x2 - x0) - x0, y1 - share * (y2 - y0) - y0
        start, end = stops.span
        ends = (
            f'x1="{x0 + dx * start:.6g}" y1="{y0 + dy * start:.6g}" x2="{x0 + dx * end:.6g}" '
            f'y2="{y0 + dy * end:.6g}"'
        )
        self.gradient("linearGradient", ends, stops)

    def radial(
        self, line: Any, x0: float, y0: float, r0: float, x1: float, y1: float, r1: float
    ) -> None:
        stops = _stops(line)
        if not stops:
            return
        start, end = stops.span

        def circle(at: float) -> tuple[float, float, float]:
            return x0 + (x1 - x0) * at, y0 + (y1 - y0) * at, r0 + (r1 - r0) * at

        inner, outer = circle(start), circle(end)
        if inner[2] > outer[2]:
            inner, outer = outer, inner
            turned = [
                (start + end - at, colour, opacity) for at, colour, opacity in reversed(stops.stops)
            ]
            stops = stops._replace(stops=tuple(turned))
        if inner[2] < 0:
            self.fault = self.fault or "a gradient in it begins before its centre"
            return
        (fx, fy, fr), (cx, cy, r) = inner, outer
        self.gradient(
            "radialGradient",
            f'fx="{fx:.6g}" fy="{fy:.6g}" fr="{fr:.6g}" cx="{cx:.6g}" cy="{cy:.6g}" r="{r:.6g}"',
            stops,
        )

    def sweep(self, line: Any, x: float, y: float, start: float, end: float) -> None:
        stops = _stops(line)
        if not stops:
            return
        alphas = {alpha for _, _, alpha in stops.stops}
        if len(alphas) > 1 or any(colour == "currentColor" for _, colour, _ in stops.stops):
            self.fault = self.fault or "a gradient around a point in it shows through in parts"
            return
        far = 4 * math.hypot(self.box.width, self.box.height) + math.hypot(x, y)
        wedges = []
        for step in range(_WEDGES):
            # no seam between two
            low, high = (
                2 * math.pi * (step + more) / _WEDGES
                for more in (0, 2 if step < _WEDGES - 1 else 1)
            )
            at = (2 * math.pi * (step + 0.5) / _WEDGES - start) / ((end - start) or 1e-9)
            corners = "L".join(
                f"{x + far * math.cos(angle):.6g} {y + far * math.sin(angle):.6g}"
                for angle in (low, high)
            )
            wedges.append(f'<path d="M{x:g} {y:g}L{corners}Z" fill="{_between(stops, at)}"/>')
        faded = f' opacity="{alphas.pop():.4g}"'
        self.within(
            f'<g transform="{_matrix(self.matrices[-1])}"{faded}>{"".join(wedges)}</g>',
            self.outlines,
        )

    def begin_group(self) -> None:
        self.layers.append([])

    def end_group(self, mode: Any) -> None:
        if len(self.layers) < 2:
            return
        source = "".join(self.layers.pop())
        below = self.layers[-1]
        if mode.name == "SRC_OVER":
            below.append(source)
        elif (blend := mode.name.lower().replace("_", "-")) in _BLENDS:
            blended = f'<g style="mix-blend-mode: {blend.removeprefix("hsl-")}">{source}</g></g>'
            below[:] = ['<g style="isolation: isolate">', *below, blended]
        else:
            below[:] = self.composed(mode.name, source, "".join(below))
        # which doubles where one group is painted and masks the other
        if sum(map(len, below)) > MOST_BYTES:
            self.fault = self.fault or _TOO_LONG
            below.clear()

    # -- how it is written
    # ----------------------------------------------------------------------------------------------

    def composed(self, mode: str, source: str, ground: str) -> list[str]:
        """The result of two groups (Compositing 1, 9.1), the first painted on the second."""
        if mode in ("SRC_IN", "SRC_ATOP"):
            masked_group = self.masked(source, ground)
            return [masked_group] if mode == "SRC_IN" else [ground, masked_group]
        if mode in ("DEST_IN", "DEST_ATOP"):
            masked_group = self.masked(ground, source)
            return [masked_group] if mode == "DEST_IN" else [source, masked_group]
        if mode not in ("CLEAR", "SRC", "DEST", "DEST_OVER"):
            self.fault = (
                self.fault or f"its layers are put together by {mode.lower().replace('_', ' ')}"
            )
        return {"SRC": [source], "DEST": [ground], "DEST_OVER": [source, ground]}.get(mode, [])

    def masked(self, group: str, through: str) -> str:
        """One group as far as another is opaque."""
        flat = _FLAT.fullmatch(through)
        if flat:  # which fonts write for a group that is let through in part
            alpha = flat[1] or "1"
            return f'<g opacity="{alpha}">{group}</g>'
        x, y, width, height = self.everywhere
        self.definitions += 1
        mask = (
            f'<mask id="d{self.definitions}" maskUnits="userSpaceOnUse" x="{x:g}" y="{y:g}" '
            f'width="{width:g}" height="{height:g}"'
        )
        return (
            f'{mask} style="mask-type: alpha">{through}</mask><g '
            f'mask="url(#d{self.definitions})">{group}</g>'
        )

    def gradient(self, kind: str, ends: str, stops: _Stops) -> None:
        matrix = (
            self.outlines[-1].matrix.inverse() @ self.matrices[-1]
            if self.outlines
            else self.matrices[-1]
        )
        spread = f' spreadMethod="{stops.spread}"' if stops.spread != "pad" else ""
        head = (
            f'<{kind} id="{{}}" gradientUnits="userSpaceOnUse" '
            f'gradientTransform="{_matrix(matrix)}" {ends}{spread}>'
        )
        self.fill(f'fill="url(#{self.named(f"{head}{stops.written(*stops.span)}</{kind}>")})"')

    def fill(self, paint: str) -> None:
        """Fill the innermost outline as far as those around it reach."""
        if not self.outlines:
            x, y, width, height = self.box
            self.write(f'<path d="M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z" {paint}/>')
            return
        *around, (outline, matrix) = self.outlines
        if outline:
            self.within(f'<path d="{outline}" transform="{_matrix(matrix)}" {paint}/>', around)

    def within(self, painted: str, clips: Iterable[_Clip]) -> None:
        """Paint something as far as outlines reach."""
        ends = ""
        for outline, matrix in clips:
            name = self.named(
                f'<clipPath id="{{}}"><path d="{outline}" '
                f'transform="{_matrix(matrix)}"/></clipPath>'
            )
            painted, ends = f'<g clip-path="url(#{name})">{painted}', ends + "</g>"
        self.write(painted + ends)

    @property
    def outlines(self) -> list[_Clip]:
        return [clip for clip in self.clips if clip]

    @property
    def everywhere(self) -> Box:
        return self.box.grown(self.box.width + self.box.height + 1)

    def _outline(self, gid: int) -> str:
        pen = _PathPen()
        self.font.draw_glyph_with_pen(gid, pen)
        return "".join(pen.path)


class _PathPen:
    """Writes an outline as path data, told as fontTools tells its pens."""

    def __init__(self) -> None:
        self.path: list[str] = []

    def add(self, letter: str, *points: tuple[float, float]) -> None:
        self.path.append(letter + " ".join(f"{x:g} {y:g}" for x, y in points))

    moveTo = partialmethod(add, "M")  # noqa: N815
    lineTo = partialmethod(add, "L")  # noqa: N815
    qCurveTo = partialmethod(add, "Q")  # noqa: N815
    curveTo = partialmethod(add, "C")  # noqa: N815
    closePath = partialmethod(add, "Z")  # noqa: N815


@lru_cache(maxsize=1)
def _functions() -> Any:
    """Functions that HarfBuzz is to call, each with the recorder as the last argument."""
    functions = hb.PaintFuncs()
    functions.set_push_transform_func(_callback(_Recorder.turn))
    functions.set_pop_transform_func(_callback(_Recorder.turn_back))
    functions.set_push_clip_glyph_func(_callback(_Recorder.cut_to_glyph))
    functions.set_push_clip_rectangle_func(_callback(_Recorder.cut_to_box))
    functions.set_pop_clip_func(_callback(_Recorder.uncut))
    functions.set_color_func(_callback(_Recorder.colour))
    functions.set_linear_gradient_func(_callback(_Recorder.linear))
    functions.set_radial_gradient_func(_callback(_Recorder.radial))
    functions.set_sweep_gradient_func(_callback(_Recorder.sweep))
    functions.set_push_group_func(_callback(_Recorder.begin_group))
    functions.set_pop_group_func(_callback(_Recorder.end_group))
    return functions


def _callback(method: Callable[..., None]) -> Callable[..., None]:
    """A method as HarfBuzz calls it; an error would only be printed there."""

    def call(*arguments: Any) -> None:
        recorder = arguments[-1]
        try:
            method(recorder, *arguments[:-1])
        except (ArithmeticError, ValueError):
            recorder.fault = recorder.fault or "its numbers are too large or too small to draw with"

    return call


def _colour(colour: Any, foreground: bool) -> tuple[str, float]:
    css_colour = (
        "currentColor" if foreground else f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
    )
    return css_colour, colour.alpha / 255


def _stops(line: Any) -> _Stops | None:
    stops = sorted(
        ((stop.offset, *_colour(stop.color, stop.is_foreground)) for stop in line.color_stops),
        key=lambda stop: stop[0],
    )
    return _Stops(tuple(stops), line.extend.name.lower()) if stops else None


def _between(stops: _Stops, at: float) -> str:
    """The colour at a place of a colour line, which may lie beyond its ends."""
    start, end = stops.span
    if stops.spread != "pad" and end > start:
        turns, at = divmod((at - start) / (end - start), 1)
        at = start + (end - start) * (1 - at if stops.spread == "reflect" and turns % 2 else at)
    if at <= start or end <= start:
        return stops.stops[0 if at <= start else -1][1]
    for (low, before, _), (high, after, _) in pairwise(stops.stops):
        if at <= high:
            share = (at - low) / (high - low) if high > low else 1.0
            parts = (
                (int(before[place : place + 2], 16), int(after[place : place + 2], 16))
                for place in (1, 3, 5)
            )
            return "#" + "".join(
                f"{round(channel + (channel_after - channel) * share):02x}"
                for channel, channel_after in parts
            )
    return stops.stops[-1][1]


def _matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(f'{value:.8g}' for value in matrix)})"
