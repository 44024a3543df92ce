"""Shapes: a path filled and stroked as its style says, with colours, gradients or patterns."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, Segment, Transform
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg.colours import Paint
from cardgen.engine.svg.content import ContentWriter
from cardgen.engine.svg.gradient import Gradient, Layer
from cardgen.engine.svg.joins import dashed_corners, specks, turning_points
from cardgen.engine.svg.path import as_path, extent, outline_and_inside, solid, transformed
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError

_BEVEL = 2
_FINE = 4000
"""Units that the outline of a shape has across at the least where readers count in whole ones."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tile of a pattern, and where it is painted: maps from its space to that of the shape."""

    tile: Drawing
    places: tuple[Matrix, ...]

    def paint(self, pen: ContentWriter) -> None:
        for place in self.places:
            pen.form(self.tile, place)


def steps(
    style: Style, fill: Paint | None, stroke: Paint | None, *, apart: bool = False
) -> tuple[tuple[Paint | None, Paint | None], ...]:
    """What is painted at once, one after the other. Fill and stroke go apart where asked, and where
    PDF would knock the fill out from under a translucent stroke."""
    if not fill or not stroke:
        return ((fill, stroke),)
    if style.stroke_first:
        return (None, stroke), (fill, None)
    if apart or style.fill_alpha * fill.alpha < 1 or style.stroke_alpha * stroke.alpha < 1:
        return (fill, None), (None, stroke)
    return ((fill, stroke),)


def in_order(style: Style, fill: Callable[[], None], stroke: Callable[[], None]) -> None:
    """Paint a fill and a stroke in the order of a style."""
    for part in (stroke, fill) if style.stroke_first else (fill, stroke):
        part()


class Brush(ContentWriter, ABC):
    """A pen that paints whole shapes."""

    @abstractmethod
    def server(
        self, paint: Paint, box: Box | None, area: Box | None
    ) -> Gradient | Tiles | Paint | None:
        """What a gradient or pattern comes to for something with the bounds `box` of which `area`
        is painted. Raises StyleError."""

    def shape(self, style: Style, segments: tuple[Segment, ...], box: Box | None = None) -> None:
        """Fill and stroke a path; `box` is what gradients refer to where that is not its own."""
        if not segments or not style.visible:
            return
        style = style.visible_paints()
        fill, stroke = style.fill, style.stroke if style.stroke_width > 0 else None
        if (fill and fill.server) or (stroke and stroke.server):
            self.served(style, segments, box)
            return
        if stroke and self.mended(style, segments):
            return
        outline, inside = outline_and_inside(
            segments, style.stroke_width if stroke and style.cap else 0.0
        )
        for filled, stroked in steps(
            style,
            fill if inside else None,
            stroke,
            apart=bool(fill and stroke) and inside != outline,
        ):
            self.painted_path(style, inside if filled else outline, filled, stroked)

    def mended(self, style: Style, segments: tuple[Segment, ...]) -> bool:
        """Paint a path with what its stroke would lack in PDF. False: nothing."""
        corners = (
            dashed_corners(segments, style.dash, style.dash_offset)
            if style.dash and not style.cap
            else ()
        )
        turns = () if style.dash else turning_points(segments)
        if not style.dash and style.join != _BEVEL:
            turns += specks(segments, style.stroke_width)
        if not corners and not turns:
            return False
        line = replace(style, fill=None, stroke_alpha=1.0, dash=())
        dots = tuple(
            segment
            for x, y in turns
            for segment in (("m", (x, y)), ("l", (x + style.stroke_width / 100, y)))
        )

        def stroke() -> None:
            self.painted_path(
                replace(style, fill=None, stroke_alpha=1.0), as_path(segments), None, style.stroke
            )
            for extra, pen in ((corners, line), (dots, replace(line, cap=1))):
                if extra:
                    self.painted_path(pen, as_path(extra), None, style.stroke)

        in_order(
            style,
            partial(self.shape, replace(style, stroke=None), segments),
            partial(self.once, style.stroke_alpha, stroke),
        )
        return True

    def once(self, alpha: float, work: Callable[[], None]) -> None:
        """Paint parts that overlap as one, if they let anything through; not at all, if
        everything."""
        if not alpha:
            return
        if alpha < 1:
            self.group(alpha, work)
        else:
            work()

    def unscaled(self, style: Style, segments: tuple[Segment, ...]) -> None:
        """Fill a path, and stroke it in units of the whole drawing (SVG 2, 8.13)."""
        whole = self.outside @ self.matrix
        if style.stroke and style.stroke.server:
            raise StyleError(
                "a gradient or pattern on a stroke that is not scaled is not drawn here",
                "use a plain colour",
            )
        self.fixed = True

        def stroke() -> None:
            with self.saved(whole.inverse()):
                self.shape(replace(style, fill=None), transformed(segments, whole))

        in_order(style, partial(self.shape, replace(style, stroke=None), segments), stroke)

    def served(self, style: Style, segments: tuple[Segment, ...], around: Box | None) -> None:
        """Fill and stroke a path, at least one of them from a gradient or pattern."""
        box = extent(segments)
        for name in ("stroke", "fill") if style.stroke_first else ("fill", "stroke"):
            paint = getattr(style, name)
            wide = (
                style.stroke_width * (1 if style.join else max(1.0, style.miter))
                if name == "stroke"
                else 0.0
            )
            found = (
                self.server(paint, around or box, box.grown(wide) if box else None)
                if paint and paint.server
                else paint
            )
            if found is None:
                continue
            filled = name == "fill"
            if isinstance(found, Paint):
                self.shape(
                    replace(
                        style, fill=found if filled else None, stroke=None if filled else found
                    ),
                    segments,
                )
            elif filled:
                self.fill_from(found, segments, style)
            elif style.stroke_width > 0:
                outline, _ = outline_and_inside(segments, style.stroke_width if style.cap else 0.0)
                if isinstance(found, Tiles):
                    line = replace(style, stroke_alpha=1.0)
                    self.within(
                        partial(self.painted_path, line, outline, None, Paint()),
                        style.stroke_alpha,
                        partial(found.paint, self),
                    )
                    continue
                work = partial(
                    self.patterned,
                    found.pattern,
                    partial(self.finely, style, outline.segments, box),
                )
                self.faded(found, box.grown(wide) if box else None, work)

    def finely(self, style: Style, outline: tuple[Segment, ...], box: Box | None) -> None:
        """Stroke a path in a pattern, in small units around its middle: PDFium parts curves of such
        a one into lines that are off by half a unit, and takes no number of more than 50000."""
        if not box or not (reach := max(box.width, box.height, style.stroke_width)):
            return
        finer = 10.0 ** math.ceil(math.log10(_FINE / reach))
        placed = Matrix(1 / finer, 0, 0, 1 / finer, box.x + box.width / 2, box.y + box.height / 2)
        with self.saved(placed):
            dash = tuple(part * finer for part in style.dash)
            style = replace(
                style,
                stroke_width=style.stroke_width * finer,
                dash=dash,
                dash_offset=style.dash_offset * finer,
            )
            self.painted_path(style, as_path(transformed(outline, placed.inverse())), None, Paint())

    def faded(self, found: Gradient, area: Box | None, work: Callable[[], None]) -> None:
        """Paint one object with a gradient, through the alpha of its stops."""
        if not found.fade:
            work()
            return
        fade = self.captured(
            lambda: self.shadings(found.fade, found.matrix),
            area.grown(1) if area else self.everywhere(),
        )
        self.masked("Luminosity", fade, work)

    def shadings(self, layers: tuple[Layer, ...], matrix: Matrix, alpha: float = 1.0) -> None:
        """Paint all that can be seen with gradients, one over the other."""
        with self.saved():
            self.items.append(Transform(matrix))
            for shading, path in layers:
                self.shade(shading, as_path(path) if path else None, alpha)

    def fill_from(
        self, found: Gradient | Tiles, segments: tuple[Segment, ...], style: Style
    ) -> None:
        """Fill a path from a gradient or pattern."""
        cut = ClipTo(as_path(segments), style.even_odd)
        if not solid(segments):
            return
        if isinstance(found, Tiles):
            with self.saved():
                self.items.append(cut)
                if style.fill_alpha < 1:
                    self.group(style.fill_alpha, lambda: found.paint(self))
                else:
                    found.paint(self)
            return

        def work() -> None:
            with self.saved():
                self.items.append(cut)
                # or each layer would show through the next
                if len(found.layers) > 1 and (found.fade or style.fill_alpha < 1):
                    self.group(style.fill_alpha, lambda: self.shadings(found.layers, found.matrix))
                else:
                    self.shadings(found.layers, found.matrix, style.fill_alpha)

        self.faded(found, extent(segments), work)
