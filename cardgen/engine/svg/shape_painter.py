"""Shapes: a path filled and stroked as its style says, with colours, gradients or patterns."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import partial

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, PathData, Transform, as_path
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.outlines import Segment, Segments
from cardgen.engine.svg.colours import Paint
from cardgen.engine.svg.content import ContentWriter, Work
from cardgen.engine.svg.gradient import Gradient, Layer
from cardgen.engine.svg.joins import dashed_corners, specks, turning_points
from cardgen.engine.svg.path import extent, outline_and_inside, solid, transformed
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError

_BEVEL = 2
_LEAST_UNITS = 4000
"""The least units that the outline of a shape has across where readers count in whole ones."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tile of a pattern, and where it is painted.

    Matrices lead from its space to that of the shape."""

    tile: Drawing
    places: tuple[Matrix, ...]

    def paint(self, pen: ContentWriter) -> None:
        for place in self.places:
            pen.form(self.tile, place)


def paint_steps(
    style: Style, fill: Paint | None, stroke: Paint | None, *, apart: bool = False
) -> tuple[tuple[Paint | None, Paint | None], ...]:
    """The fills and strokes that are painted at once, one after the other.

    They go apart where asked, and where PDF would knock the fill out from under a translucent
    stroke."""
    if not fill or not stroke:
        return ((fill, stroke),)
    if style.stroke_first:
        return (None, stroke), (fill, None)
    if apart or style.fill_alpha * fill.alpha < 1 or style.stroke_alpha * stroke.alpha < 1:
        return (fill, None), (None, stroke)
    return ((fill, stroke),)


def in_order(style: Style, fill: Work, stroke: Work) -> None:
    """Paint a fill and a stroke in the order of a style."""
    for part in (stroke, fill) if style.stroke_first else (fill, stroke):
        part()


class Brush(ContentWriter, ABC):
    """A pen that paints whole shapes."""

    @abstractmethod
    def server(
        self, paint: Paint, box: Box | None, area: Box | None
    ) -> Gradient | Tiles | Paint | None:
        """The gradient or pattern of a paint for something with the bounds `box`.

        `area` is what is painted of it. None paints nothing. Raises StyleError."""

    def shape(self, style: Style, segments: Segments, box: Box | None = None) -> None:
        """Fill and stroke a path.

        `box` is what gradients refer to where that is not its own."""
        if not segments or not style.visible:
            return
        style = style.visible_paints()
        fill = style.fill
        stroke = style.stroke if style.stroke_width > 0 else None
        if (fill and fill.server) or (stroke and stroke.server):
            self.served(style, segments, box)
            return
        if stroke and self.paint_mended(style, segments):
            return
        width = style.stroke_width if stroke and style.cap else 0.0
        outline, inside = outline_and_inside(segments, width)
        if not inside:
            fill = None
        apart = bool(fill and stroke) and inside != outline
        for step_fill, step_stroke in paint_steps(style, fill, stroke, apart=apart):
            path = inside if step_fill else outline
            self.painted_path(style, path, step_fill, step_stroke)

    def paint_mended(self, style: Style, segments: Segments) -> bool:
        """Paint a path with what its stroke would lack in PDF.

        Returns False, and paints nothing, if it lacks none."""
        corners: Segments = ()
        turns: tuple[tuple[float, float], ...] = ()
        if style.dash:
            if not style.cap:
                corners = dashed_corners(segments, style.dash, style.dash_offset)
        else:
            turns = turning_points(segments)
            if style.join != _BEVEL:
                turns += specks(segments, style.stroke_width)
        if not corners and not turns:
            return False
        line = replace(style, fill=None, stroke_alpha=1.0)
        undashed = replace(line, dash=())
        dots: list[Segment] = []
        short = style.stroke_width / 100
        for x, y in turns:
            dots.append(("m", (x, y)))
            dots.append(("l", (x + short, y)))

        def stroke() -> None:
            self.painted_path(line, as_path(segments), None, style.stroke)
            if corners:
                self.painted_path(undashed, as_path(corners), None, style.stroke)
            if dots:
                dotted_line = replace(undashed, cap=1)
                self.painted_path(dotted_line, as_path(tuple(dots)), None, style.stroke)

        fill = partial(self.shape, replace(style, stroke=None), segments)
        in_order(style, fill, partial(self.once, style.stroke_alpha, stroke))
        return True

    def once(self, alpha: float, work: Work) -> None:
        """Paint parts that overlap as one, if they let anything through; not at all, if
        everything."""
        if not alpha:
            return
        if alpha < 1:
            self.group(alpha, work)
        else:
            work()

    def unscaled(self, style: Style, segments: Segments) -> None:
        """Fill a path, and stroke it in units of the outermost drawing (SVG 2, 8.13). Raises
        StyleError."""
        matrix = self.outside @ self.matrix
        if style.stroke and style.stroke.server:
            raise StyleError(
                "a gradient or pattern on a stroke that is not scaled is not drawn here",
                "use a plain colour",
            )
        self.fixed = True

        def stroke() -> None:
            with self.saved(matrix.inverse()):
                self.shape(replace(style, fill=None), transformed(segments, matrix))

        fill = partial(self.shape, replace(style, stroke=None), segments)
        in_order(style, fill, stroke)

    def served(self, style: Style, segments: Segments, around: Box | None) -> None:
        """Fill and stroke a path, at least one of them from a gradient or pattern."""
        box = extent(segments)
        miter = 1 if style.join else max(1.0, style.miter)

        def fill() -> None:
            server = self._served(style.fill, around or box, box)
            if isinstance(server, Paint):
                self.shape(replace(style, fill=server, stroke=None), segments)
            elif server is not None:
                self.fill_from(server, segments, style)

        def stroke() -> None:
            area = box.grown(style.stroke_width * miter) if box else None
            server = self._served(style.stroke, around or box, area)
            if isinstance(server, Paint):
                self.shape(replace(style, fill=None, stroke=server), segments)
            elif server is not None and style.stroke_width > 0:
                width = style.stroke_width if style.cap else 0.0
                outline, _ = outline_and_inside(segments, width)
                self.stroke_from(server, outline, style, box, area)

        in_order(style, fill, stroke)

    def _served(
        self, paint: Paint | None, box: Box | None, area: Box | None
    ) -> Gradient | Tiles | Paint | None:
        """A paint, or the gradient or pattern that it refers to."""
        if paint is None or not paint.server:
            return paint
        return self.server(paint, box, area)

    def stroke_from(
        self,
        server: Gradient | Tiles,
        outline: PathData,
        style: Style,
        box: Box | None,
        area: Box | None,
    ) -> None:
        """Stroke an outline from a gradient or pattern.

        `box` is the box of the outline, `area` that of the line."""
        if isinstance(server, Tiles):
            line = replace(style, stroke_alpha=1.0)
            mask = partial(self.painted_path, line, outline, None, Paint())
            self.within(mask, style.stroke_alpha, partial(server.paint, self))
            return
        stroke = partial(self.finely, style, outline.segments, box)
        self.faded(server, area, partial(self.patterned, server.pattern, stroke))

    def finely(self, style: Style, outline: Segments, box: Box | None) -> None:
        """Stroke a path in a pattern, in small units around its middle.

        PDFium parts curves of such a one into lines that are off by half a unit, and takes no
        number of more than 50000."""
        reach = max(box.width, box.height, style.stroke_width) if box else 0.0
        if not box or not reach:
            return
        finer = 10.0 ** math.ceil(math.log10(_LEAST_UNITS / reach))
        middle_x = box.x + box.width / 2
        middle_y = box.y + box.height / 2
        matrix = Matrix(1 / finer, 0, 0, 1 / finer, middle_x, middle_y)
        with self.saved(matrix):
            style = replace(
                style,
                stroke_width=style.stroke_width * finer,
                dash=tuple(part * finer for part in style.dash),
                dash_offset=style.dash_offset * finer,
            )
            path = as_path(transformed(outline, matrix.inverse()))
            self.painted_path(style, path, None, Paint())

    def faded(self, gradient: Gradient, area: Box | None, work: Work) -> None:
        """Paint one object with a gradient, through the alpha of its stops."""
        if not gradient.fade:
            work()
            return
        box = area.grown(1) if area else self.everywhere()
        fade = self.captured(lambda: self.shadings(gradient.fade, gradient.matrix), box)
        self.masked("Luminosity", fade, work)

    def shadings(self, layers: tuple[Layer, ...], matrix: Matrix, alpha: float = 1.0) -> None:
        """Paint all that can be seen with gradients, one over the other."""
        with self.saved():
            self.items.append(Transform(matrix))
            for shading, path in layers:
                self.shade(shading, as_path(path) if path else None, alpha)

    def fill_from(self, server: Gradient | Tiles, segments: Segments, style: Style) -> None:
        """Fill a path from a gradient or pattern."""
        cut = ClipTo(as_path(segments), style.even_odd)
        if not solid(segments):
            return
        if isinstance(server, Tiles):
            with self.saved():
                self.items.append(cut)
                if style.fill_alpha < 1:
                    self.group(style.fill_alpha, lambda: server.paint(self))
                else:
                    server.paint(self)
            return

        def work() -> None:
            alpha = style.fill_alpha
            shadings = partial(self.shadings, server.layers, server.matrix)
            with self.saved():
                self.items.append(cut)
                # or each layer would show through the next
                if len(server.layers) > 1 and (server.fade or alpha < 1):
                    self.group(alpha, shadings)
                else:
                    shadings(alpha)

        self.faded(server, extent(segments), work)
