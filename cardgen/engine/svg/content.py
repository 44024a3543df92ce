"""Drawings while they are painted.

They are the items so far, their graphics state, and the forms they are gathered into."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import (
    RESTORE,
    SAVE,
    Blend,
    ClipTo,
    FlatColour,
    Item,
    ItemPaint,
    LineStyle,
    PaintedPath,
    PathData,
    PlacedForm,
    Shade,
    Shading,
    ShadingPaint,
    ShownGlyphs,
    Through,
    Transform,
)
from cardgen.engine.graphics.drawing import Drawing, Window
from cardgen.engine.graphics.spelling import content_name
from cardgen.engine.svg.colours import Paint
from cardgen.engine.svg.faults import too_much
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError

_NO_LIMITS = (0.0, 1.0)
_LIMITS = {"ColorDodge": (0.0, 254 / 255), "ColorBurn": (1 / 255, 1.0)}
"""Limits for colours that blend so.

Black dodged by all stays black in browsers, and so does burnt white, but not in PDF before version
2.0 (ISO 32000-1, 11.3.5.2). By a hair less both come to the same."""
ROOM = 30_000_000
"""Bytes that the operators of one drawing may take."""

Work = Callable[[], None]
"""Paints something when it is called, so that the state around it can be set before."""


class ContentWriter:
    """A drawing that is painted, and the user space that it is painted in.

    `items` are those of the present `drawing`. `clip` is a box outside of which nothing shows,
    where one is known; `windows` are the clips that are no such box, and the masks. `matrix` leads
    from the present user space to that of the drawing, `outside` leads from a drawing inside to the
    outermost one, `visible_box` is all that can be seen of it, bleed included. With a `pattern`
    everything is painted in it, with `grey` in the luminance of its colour, as in a mask, with
    `limits` in colours within those. `blended` tells that something blends with what lies under it,
    `fixed` that some stroke is not scaled."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.drawing = Drawing(self.items, Box(0, 0, 1, 1))
        self.clip: Box | None = None
        self.windows: tuple[Window, ...] = ()
        self.matrix = Matrix()
        self.outside = Matrix()
        self.captures = 0
        self.fixed = False
        self.visible_box = self.drawing.box
        self.room = ROOM
        self.pattern: ShadingPaint | None = None
        self.grey = False
        self.blended = False
        self.limits = _NO_LIMITS

    @property
    def dodging(self) -> bool:
        """True if colours are held within limits."""
        return self.limits != _NO_LIMITS

    def take_room(self, size: int) -> None:
        """Count the bytes of items that <use> could multiply without end."""
        self.room -= size
        if self.room < 0:
            too_much()

    @contextmanager
    def saved(self, matrix: Matrix | None = None) -> Iterator[None]:
        """Go on in the user space of a transform; restore the state afterwards.

        Raises StyleError as `turn`."""
        outer = self.clip, self.windows, self.matrix
        self.items.append(SAVE)
        try:
            if matrix:
                self.turn(matrix)
            yield
        finally:
            self.items.append(RESTORE)
            self.clip, self.windows, self.matrix = outer

    def turn(self, matrix: Matrix) -> None:
        """Go on in the user space that a transform leads to.

        Raises StyleError where numbers would lose their meaning."""
        self.items.append(Transform(matrix))
        self.matrix = self.matrix @ matrix
        if not 1e-8 < self.matrix.scale < 1e8 or max(map(abs, self.matrix)) > 1e9:
            raise StyleError(
                "the transforms together are too large or too small to draw with",
                "draw it at another scale",
            )

    def cut_to(self, cut: ClipTo) -> None:
        """Show of all that follows what lies within a path."""
        self.items.append(cut)
        self.take_room(len(cut.path.operators))
        box = self.matrix.box(cut.path.corners)
        self.clip = box.common(self.clip) if self.clip else box
        if not _is_upright(cut.path, self.matrix):
            self.windows += (Window(self.matrix, cut.path, cut.even_odd),)

    def item_paint(self, paint: Paint | None) -> ItemPaint | None:
        """A flat paint as it is painted here."""
        if paint is None:
            return None
        return self.pattern or self.tone(paint.flat_colour)

    def line(self, style: Style) -> LineStyle:
        return LineStyle(
            style.stroke_width,
            style.cap,
            style.join,
            style.join or style.miter,
            style.dash,
            style.dash_offset,
        )

    def tone(self, colour: FlatColour) -> FlatColour:
        """The colour as it is painted.

        Inside a mask it is its luminance (SVG 1.1, 14.4), which PDF would weigh in its own way;
        where it is dodged or burnt, a hair less than all or more than nothing."""
        if self.grey:
            red, green, blue = colour.rgb
            light = 0.2125 * red + 0.7154 * green + 0.0721 * blue
            return FlatColour((light, light, light))
        if self.limits == _NO_LIMITS:
            return colour
        rgb = within_limits(colour.rgb, self.limits)
        return colour if rgb == colour.rgb else FlatColour(rgb)

    def captured(self, work: Work, box: Box) -> Drawing:
        """The drawing that `work` paints, in the present user space.

        Raises UnboundedDrawingError where too many nest."""
        self.captures += 1
        if self.captures > MOST_NESTED:
            too_much()
        outer = (
            self.items,
            self.drawing,
            self.clip,
            self.windows,
            self.matrix,
            self.visible_box,
            self.pattern,
            self.grey,
            self.outside,
        )
        self.outside = self.outside @ self.matrix
        self.items, self.clip, self.windows, self.matrix, self.visible_box = (
            [],
            None,
            (),
            Matrix(),
            box,
        )
        self.drawing = Drawing(self.items, box)
        try:
            work()
            return self.drawing
        finally:
            self.captures -= 1
            (
                self.items,
                self.drawing,
                self.clip,
                self.windows,
                self.matrix,
                self.visible_box,
                self.pattern,
                self.grey,
                self.outside,
            ) = outer

    def patterned(self, pattern: ShadingPaint, work: Work) -> None:
        """Paint with a pattern instead of colours.

        Its space is that of the stream it is used in, so that is a form of its own."""

        def inside() -> None:
            self.pattern = pattern
            work()

        inner = self.captured(inside, self.everywhere())
        if inner.items:
            inner.group = True  # or a soft mask would fade the form and then what is in it
            self.form(inner)

    def masked(self, kind: str, mask: Drawing, work: Work) -> None:
        """Paint one object through a soft mask in the present user space.

        It goes by the Luminosity or the Alpha of the mask."""
        mask.group = True
        name = content_name("M", kind.encode(), mask.name.encode())
        self.drawing.masks[name] = kind, mask
        with self.saved():
            self.items.append(Through(name))
            self.windows += (Window(self.matrix, mask=(kind, mask)),)
            work()

    def within(self, outline: Work, alpha: float, work: Work) -> None:
        """Paint what `work` paints as far as the shape reaches that `outline` paints."""
        shape = self.captured(outline, self.everywhere())
        if shape.items:
            self.masked("Alpha", shape, lambda: self.group(alpha, work))
            self.drawing.texts.extend(
                mark.moved(self.matrix, self.clip, windows=self.windows) for mark in shape.texts
            )

    def group(self, opacity: float, work: Work, blend: str = "") -> None:
        """Paint a transparency group: overlapping parts do not show through one another (ISO
        32000-1, 11.6.6)."""
        outer, self.limits = self.limits, _LIMITS.get(blend, self.limits)
        try:
            inner = self.captured(work, self.everywhere())
        finally:
            self.limits = outer
        if not inner.items:
            return
        inner.group = True
        if not blend:
            self.form(inner, alpha=opacity)
            return
        self.blended = True
        with self.saved():
            self.items.append(Blend(blend))
            self.form(inner, alpha=opacity)

    def everywhere(self) -> Box:
        """A box in the present user space that holds all that can be seen, bleed included.

        Raises StyleError."""
        box = self.matrix.inverse().box(self.visible_box)
        if max(map(abs, box)) > 1e9:
            raise StyleError(
                "the transforms together are too small to draw with", "draw it at another scale"
            )
        return box

    def form(self, inner: Drawing, placement: Matrix | None = None, alpha: float = 1.0) -> None:
        """Paint another drawing by reference."""
        texts = self.drawing.texts
        first = len(self.drawing.texts)
        if inner.texts:
            matrix = self.matrix @ placement if placement else self.matrix
            texts.extend(mark.moved(matrix, self.clip, alpha, self.windows) for mark in inner.texts)
        name = inner.name
        self.drawing.forms[name] = inner
        self.items.append(PlacedForm(name, placement, alpha, (first, len(texts))))

    def painted_path(
        self, style: Style, path: PathData, fill: Paint | None, stroke: Paint | None
    ) -> None:
        """Fill and stroke a path in flat paints."""
        if not fill and not stroke:
            return
        self.take_room(len(path.operators))
        fill_paint = self.item_paint(fill)
        stroke_paint = self.item_paint(stroke)
        line = self.line(style) if stroke else None
        even_odd = style.even_odd if fill else False
        fill_alpha = style.fill_alpha * fill.alpha if fill else 1.0
        stroke_alpha = style.stroke_alpha * stroke.alpha if stroke else 1.0
        self.items.append(
            PaintedPath(path, fill_paint, stroke_paint, line, even_odd, fill_alpha, stroke_alpha)
        )

    def shade(self, shading: Shading, path: PathData | None, alpha: float) -> None:
        """Paint all that can be seen, or what a path holds of it, with a gradient."""
        self.take_room(len(path.operators) if path else 0)
        self.items.append(Shade(shading, path, alpha))

    def glyphs(self, glyphs: ShownGlyphs) -> None:
        self.take_room(len(glyphs.body) + (len(glyphs.outline.operators) if glyphs.outline else 0))
        self.items.append(glyphs)


MOST_NESTED = 100
"""The most groups, masks and clips, each a form in the one around it: what writes and shows them
calls itself for each."""


def within_limits(rgb: RGB, limits: tuple[float, float]) -> RGB:
    """A colour within some limits."""
    red, green, blue = (min(max(part, limits[0]), limits[1]) for part in rgb)
    return red, green, blue


def _is_upright(path: PathData, matrix: Matrix) -> bool:
    """True if a path is an upright rectangle, which its box describes; or nothing."""
    if (matrix.b or matrix.c) and (matrix.a or matrix.d):
        return False
    left, bottom, width, height = path.corners
    corners = {(x, y) for x in (left, left + width) for y in (bottom, bottom + height)}
    points = set(path.points)
    return path.straight and points <= corners and len(points) in (1, 2, 4)
