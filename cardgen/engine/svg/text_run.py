"""Runs: text in one style and font at its place, painted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.engine.graphics.display_list import ShownGlyphs, as_path, showing
from cardgen.engine.graphics.drawing import TextMark
from cardgen.engine.graphics.outlines import Segment, Segments
from cardgen.engine.graphics.spelling import fine, number
from cardgen.engine.svg.colour_signs import signs_of
from cardgen.engine.svg.colours import Paint
from cardgen.engine.svg.glyphs import GlyphLine, operators_of, placed_glyphs
from cardgen.engine.svg.gradient import Gradient
from cardgen.engine.svg.image import paint_placed
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.path import transformed
from cardgen.engine.svg.shape_painter import in_order, paint_steps
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError
from cardgen.engine.typography.font import BOLD, Font

SLANT = 0.25
"""The slant of letters that a font has only upright, a share of their height; Chromium's."""
FAT = 1 / 32
"""The width of the stroke that makes letters fat, in em."""


@dataclass(frozen=True, slots=True, eq=False)
class SpanEffect:
    """A span whose text is cut, masked, filtered, blended or faded as one, by its style."""

    style: Style

    def on(self, style: Style) -> Style:
        """The style of the <text> around with these effects.

        Their boxes are those of all of the text, as browsers have it."""
        names = ("clip", "mask", "filter", "opacity", "blend", "isolated", "colour")
        return replace(style, **{name: getattr(self.style, name) for name in names})


class TextRun(NamedTuple):
    """A run of text with its place.

    The baseline begins at (x, y), turned by `angle` degrees and drawn `wide` as wide."""

    style: Style
    font: Font
    text: str
    line: GlyphLine
    x: float
    y: float
    angle: float = 0.0
    wide: float = 1.0
    lines: tuple[tuple[str, Style], ...] = ()
    """Lines along it: underline, overline or line-through, and the style they are painted in."""
    effects: tuple[SpanEffect, ...] = ()
    """The spans around it that are painted as one, the outermost first."""
    shades: tuple[RGB, ...] | None = None
    """Its true colours, where those of its style only stand for a gradient or pattern; for the
    checks."""


def matrix_of(run: TextRun) -> Matrix:
    """The map from a run, whose line begins at the origin, to user units."""
    matrix = Matrix.shift(run.x, run.y)
    if run.angle:
        matrix = matrix @ Matrix.turn(run.angle)
    if run.wide != 1:
        matrix = matrix @ Matrix(run.wide)
    return matrix


def _letter_matrix(run: TextRun) -> Matrix:
    """The map from a run's letters to user units.

    Letters may stand upright in a line, and lean."""
    matrix = matrix_of(run)
    if run.line.upright:
        matrix = matrix @ Matrix.turn(-90)
    if run.style.italic and not run.font.italic:
        matrix = matrix @ Matrix(1, 0, -SLANT, 1)
    return matrix


def box_of(runs: list[TextRun]) -> Box | None:
    """The box of all the letter cells of some runs (SVG 2, 8.10), in user units; None for no
    runs."""
    boxes = []
    for run in runs:
        size, line = run.style.font_size, run.line
        ascent, descent = run.font.ascent, run.font.descent
        top = (ascent - descent) / 2 if line.upright else ascent
        height = (ascent - descent) * size
        cell = Box(0, -top * size, line.advance * size, height)
        matrix = matrix_of(run) if line.upright else _letter_matrix(run)
        boxes.append(matrix.box(cell))
    return bounds(boxes) if boxes else None


def paint_run(brush: Painter, run: TextRun, box: Box | None = None) -> None:
    """Show a run; `box` is that of all of its text, which gradients refer to.

    Raises StyleError and, for colours of a font, CardgenError."""
    style = _in_colours(run.style) if run.line.colours else run.style
    style = style.visible_paints()
    run = run._replace(style=style)
    fill = style.fill
    stroke = style.stroke if style.stroke_width > 0 else None
    if stroke and style.dash:
        _dashed(brush, run, box)
    elif (fill and fill.server) or (stroke and stroke.server):
        _served(brush, run, box)
    elif stroke and run.wide != 1:  # the outline of a letter is stretched with it
        natural = run._replace(x=0.0, y=0.0, angle=0.0, wide=1.0)
        with brush.saved(matrix_of(run)):
            paint_run(brush, natural)
    elif fill or stroke:
        lacks_weight = style.weight >= BOLD > run.font.weight
        if lacks_weight and not run.line.colours:
            _fat(brush, run)
        else:
            _show(brush, run, fill, stroke)


def _show(brush: Painter, run: TextRun, fill: Paint | None, stroke: Paint | None) -> None:
    """Show a run in plain colours."""
    style, font, text, line, x, y, angle, wide, *_, shades = run
    if font.inside_drawing:
        _show_shapes(brush, run)
        return
    drawing = brush.drawing
    size = style.font_size
    first = len(brush.drawing.texts)
    drawing.words.setdefault(font.plain, set()).update(line.words)
    spaced = style.letter_spacing > 0.05 * size
    place = "1 0 0 -1"
    matrix = brush.matrix
    is_moved = angle or wide != 1 or line.upright or (style.italic and not font.italic)
    if is_moved:
        letters = _letter_matrix(run)
        a, b, c, d, _, _ = letters
        place, matrix = f"{fine(a)} {fine(b)} {fine(-c)} {fine(-d)}", brush.matrix @ letters
    head = f"BT /F{font.key} {number(size)} Tf {place} {number(x)} {number(y)} Tm"
    for step_fill, step_stroke in paint_steps(style, fill, stroke):
        path = None
        if step_stroke and brush.pattern:
            path = as_path(transformed(_outline(run), _letter_matrix(run)))
        mode = showing(bool(step_fill), bool(step_stroke) and not path)
        operators = operators_of(line, text, size, spaced=spaced, mode=mode)
        fill_alpha = style.fill_alpha * step_fill.alpha if step_fill else 1.0
        stroke_alpha = style.stroke_alpha * step_stroke.alpha if step_stroke else 1.0
        # first, or they would lie over the text that they are
        _show_signs(brush, run, step_fill, style.fill_alpha)
        _show_signs(brush, run, step_stroke, style.stroke_alpha)
        brush.glyphs(
            ShownGlyphs(
                f"{head} {operators} ET",
                ((x, y),),
                brush.item_paint(step_fill),
                brush.item_paint(step_stroke),
                brush.line(style) if step_stroke else None,
                fill_alpha,
                stroke_alpha,
                (first, first + 1),
                path,
            )
        )
    if is_moved:
        x = y = 0.0
    if line.colours:
        glyphs = line.glyphs or font.shape(text, not style.letter_spacing).glyphs
        if len(line.colours) == len(glyphs):
            shades = ()  # whatever the font says
    fill_shades: tuple[RGB, ...] = ()
    stroke_shades: tuple[RGB, ...] = ()
    if fill:
        fill_shades = (fill.rgb,) if shades is None else shades
    if stroke:
        stroke_shades = (stroke.rgb,) if shades is None else shades
    drawing.texts.append(
        TextMark(
            text,
            font.plain,
            size,
            line.words,
            matrix,
            x,
            y,
            fill_shades,
            stroke_shades,
            None,
            brush.clip,
            style.fill_alpha * fill.alpha if fill else 1.0,
            windows=brush.windows,
        )
    )


def _show_shapes(brush: Painter, run: TextRun) -> None:
    """Show a run in a font that the drawing brings along. Raises StyleError."""
    if run.line.colours or brush.pattern:
        raise StyleError(
            "letters in colours, or in a gradient, of a font inside the drawing are not drawn here",
            "put its file into fonts/",
        )
    with brush.saved(_letter_matrix(run)):
        brush.shape(run.style, _outline(run))


def _in_colours(style: Style) -> Style:
    """The style of a run with letters in colours, which no gradient reaches. Raises StyleError."""
    if style.stroke and style.stroke_width > 0 and style.dash:
        raise StyleError(
            "dashes around letters in colours are not drawn here",
            "take them away, or use another font",
        )
    if style.fill and style.fill.server:
        style = replace(style, fill=Paint())
    if style.stroke and style.stroke.server:
        style = replace(style, stroke=Paint())
    return style


def _show_signs(brush: Painter, run: TextRun, paint: Paint | None, alpha: float) -> None:
    """Show the letters in colours of a run with a paint.

    Browsers show all of them once more with the paint of their outline."""
    if not run.line.colours or not paint:
        return
    size = run.style.font_size
    matrix = _letter_matrix(run) @ Matrix(size, 0, 0, size)
    signs = signs_of(run.font, run.line, paint.rgb, brush.drawing_of)

    def work() -> None:
        for form, sign_matrix in signs:
            paint_placed(brush, form, matrix @ sign_matrix)

    brush.once(alpha * paint.alpha, work)


def _outline(run: TextRun) -> Segments:
    """The outline of its letters, from where its line begins."""
    style = run.style
    size = style.font_size
    spacing = style.letter_spacing / size
    gap = style.word_spacing / size
    outline: list[Segment] = []
    for gid, x, base, _ in placed_glyphs(run.font, run.text, run.line, spacing, gap):
        last = None
        for start, end in run.font.edges(gid, 16):
            if start != last:
                if last:
                    outline.append(("h", ()))
                start_x = (x + start[0]) * size
                start_y = -(base + start[1]) * size
                outline.append(("m", (start_x, start_y)))
            end_x = (x + end[0]) * size
            end_y = -(base + end[1]) * size
            outline.append(("l", (end_x, end_y)))
            last = end
        if last:
            outline.append(("h", ()))
    return tuple(outline)


def _dashed(brush: Painter, run: TextRun, box: Box | None) -> None:
    """Show a run whose outline is dashed, as a path.

    PDF knows no such text."""
    style = run.style
    if not min(style.dash):
        raise StyleError(
            "dots around letters are not drawn alike by browsers",
            "use dashes, or draw the letters as a path",
        )
    if run.style.stroke and run.style.stroke.server:
        raise StyleError("dashes in a gradient on text are not drawn here", "use a plain colour")

    def stroke() -> None:
        with brush.saved(_letter_matrix(run)):
            brush.shape(replace(style, fill=None), _outline(run))

    filled = run._replace(style=replace(style, stroke=None))
    in_order(style, partial(paint_run, brush, filled, box), stroke)


def _fat(brush: Painter, run: TextRun) -> None:
    """Show a run in synthetic bold: with a stroke around its letters.

    Browsers do so where a font has no bold face. Raises StyleError."""
    style = run.style
    if style.stroke or not style.fill:
        raise StyleError(
            "outlined text bolder than its font is not drawn here",
            "ask for the weight that there is",
        )
    paint = replace(style.fill, alpha=1.0)
    fat = replace(
        style,
        fill=paint,
        stroke=paint,
        fill_alpha=1.0,
        stroke_alpha=1.0,
        weight=run.font.weight,
        stroke_width=style.font_size * FAT,
        join=0,
        miter=4.0,
        dash=(),
    )
    work = partial(paint_run, brush, run._replace(style=fat))
    brush.once(style.fill_alpha * style.fill.alpha, work)


def _served(brush: Painter, run: TextRun, box: Box | None) -> None:
    """Show a run whose fill or stroke is a gradient or pattern. Raises StyleError.

    Its bounds are those of all of the text."""
    style = run.style
    if run.line.upright:
        raise StyleError(
            "a gradient on upright letters of vertical text is not drawn alike by browsers",
            "use a plain colour",
        )
    for name in ("stroke", "fill") if style.stroke_first else ("fill", "stroke"):
        paint = getattr(style, name)
        width = style.stroke_width * max(1.0, style.miter) if name == "stroke" else 0.0
        area = box.grown(width + style.font_size) if box else None
        server = brush.server(paint, box, area) if paint and paint.server else paint
        if server is None:
            continue
        colour = server if isinstance(server, Paint) else Paint()
        single_style = replace(style, fill=None, stroke=None)
        single_style = replace(single_style, **{name: colour})  # type: ignore[arg-type]
        single = run._replace(style=single_style, shades=None)
        if isinstance(server, Paint):
            paint_run(brush, single)
        elif isinstance(server, Gradient):
            if name == "fill" or style.stroke_width > 0:
                work = partial(paint_run, brush, single._replace(shades=server.shades))
                brush.faded(server, area, partial(brush.patterned, server.pattern, work))
        else:
            alpha = style.fill_alpha if name == "fill" else style.stroke_alpha
            opaque = replace(single_style, fill_alpha=1.0, stroke_alpha=1.0)
            mask = partial(paint_run, brush, single._replace(style=opaque, shades=()))
            brush.within(mask, alpha, partial(server.paint, brush))


def has_slant_and_weight(style: Style, font: Font) -> bool:
    """True if a font is as slanted and as bold as is asked for.

    Else browsers slant its letters and make them fat."""
    return not font.lacking(style.weight, style.italic)
