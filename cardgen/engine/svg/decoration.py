"""Lines under, over and through text (CSS Text Decoration 3), as Chromium draws them.

They are a tenth of the size thick, and open where an underline meets a letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo, as_path
from cardgen.engine.graphics.outlines import rectangle
from cardgen.engine.svg.glyphs import placed_glyphs
from cardgen.engine.svg.path import transformed
from cardgen.engine.svg.shape_painter import Brush
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.text_run import TextRun, matrix_of
from cardgen.engine.typography.font import Font

_THICK = 0.1
_UNDER = 0.05
_BESIDE = 0.51
"""The distance from its middle of a line beside vertical text, in em."""
_UNOPENED = ("/", "\\", "_")
"""Letters that an underline is not open for, as it is not for letters of the Far East."""
_CURVE = 8
"""Straight pieces that a curve of a glyph is measured in."""
_Point = tuple[float, float]


def paint_lines(
    brush: Brush, run: TextRun, font: Font, box: Box | None, kinds: tuple[str, ...]
) -> None:
    """Paint those lines of a run that are of these kinds. Raises StyleError.

    `font` is the first one of its style, `box` that of its whole text, which gradients refer to."""
    if run.wide != 1 and not any(_has_server(style) for _, style in run.lines):
        natural = run._replace(x=0.0, y=0.0, angle=0.0, wide=1.0)
        with brush.saved(matrix_of(run)):  # the outline of a line is stretched with it
            paint_lines(brush, natural, font, box, kinds)
        return
    size = run.style.font_size
    length = run.line.advance
    place = matrix_of(run)
    middle = (font.ascent + font.descent) / 2
    tops = {
        "underline": _BESIDE - middle if run.style.vertical else _UNDER,
        "overline": -font.ascent - _THICK,
        "line-through": -font.ascent / 3 - _THICK / 2,
    }
    for kind, style in run.lines:
        if kind not in kinds:
            continue
        # upright letters have the middle of their line where others have their baseline
        top = tops[kind] + middle if run.line.upright else tops[kind]
        with brush.saved():
            if kind == "underline":
                for start, end in _gaps(run, tops[kind]):
                    around = rectangle(-2, -2, length + 4, 4)
                    gap = rectangle(start, -2, end - start, 4)
                    cut = transformed((*around, *gap), place @ Matrix(size, 0, 0, size))
                    brush.items.append(ClipTo(as_path(cut), even_odd=True))
            line = transformed(rectangle(0, top * size, length * size, _THICK * size), place)
            brush.shape(replace(style, dash=()), line, box)


def _has_server(style: Style) -> bool:
    """True if a style paints from a gradient or pattern."""
    return any(paint and paint.server for paint in (style.fill, style.stroke))


def _gaps(run: TextRun, top: float) -> Iterator[_Point]:
    """Yield where letters reach through an underline, from and to, in em."""
    if run.line.upright:
        return
    style = run.style
    spacing = style.letter_spacing / style.font_size
    gap = style.word_spacing / style.font_size
    for gid, x, base, cluster in placed_glyphs(run.font, run.text, run.line, spacing, gap):
        if cluster in _UNOPENED:
            continue
        if cluster and unicodedata.east_asian_width(cluster[0]) in "WF":
            continue
        low = -(top + _THICK) - base
        high = -top - base
        crossing = _crossing(run.font, gid, low, high)
        if crossing:
            start, end = crossing
            yield x + start - _THICK, x + end + _THICK


@lru_cache(maxsize=4096)
def _crossing(font: Font, gid: int, low: float, high: float) -> _Point | None:
    """The stretch in which a glyph's outline passes between two heights, in em, y upward."""
    crossings = []
    for (x1, y1), (x2, y2) in font.edges(gid, _CURVE):
        if max(y1, y2) < low or min(y1, y2) > high:
            continue
        for x, y in ((x1, y1), (x2, y2)):
            if low <= y <= high:
                crossings.append(x)
        for height in (low, high):
            is_crossed = (y1 - height) * (y2 - height) < 0
            if is_crossed:
                crossings.append(x1 + (x2 - x1) * (height - y1) / (y2 - y1))
    if not crossings:
        return None
    return min(crossings), max(crossings)
