"""Lines under, over and through text (CSS Text Decoration 3), as Chromium draws them: a tenth of
the size thick, and open where an underline meets a letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ClipTo
from cardgen.engine.svg.glyphs import placed
from cardgen.engine.svg.path import as_path, rectangle, transformed
from cardgen.engine.svg.shape_painter import Brush
from cardgen.engine.svg.text_run import TextRun, place_of
from cardgen.engine.typography.font import Font

_THICK = 0.1
_UNDER = 0.05
_BESIDE = 0.51
"""How far from its middle a line beside vertical text begins, in em."""
_WHOLE = ("/", "\\", "_")
"""What an underline is not open for, as for letters of the Far East."""
_CURVE = 8
"""Straight pieces that a curve of a glyph is measured in."""
_Point = tuple[float, float]


def paint_lines(
    brush: Brush, run: TextRun, font: Font, box: Box | None, kinds: tuple[str, ...]
) -> None:
    """Paint those lines of a run that are of these kinds; `font` is the first one of its style,
    `box` that of its whole text, which gradients refer to. Raises StyleError."""
    if run.wide != 1 and not any(
        paint and paint.server for _, style in run.lines for paint in (style.fill, style.stroke)
    ):
        with brush.saved(place_of(run)):  # the outline of a line is stretched with it
            paint_lines(brush, run._replace(x=0.0, y=0.0, angle=0.0, wide=1.0), font, box, kinds)
        return
    size, length, place = run.style.font_size, run.line.advance, place_of(run)
    middle = (font.ascent + font.descent) / 2
    for kind, style in run.lines:
        if kind not in kinds:
            continue
        top = {
            "underline": _UNDER,
            "overline": -font.ascent - _THICK,
            "line-through": -font.ascent / 3 - _THICK / 2,
        }[kind]
        if kind == "underline" and run.style.vertical:
            top = _BESIDE - middle
        # which have the middle of their line where others have their baseline
        shown = top + middle if run.line.upright else top
        with brush.saved():
            for start, end in _gaps(run, top) if kind == "underline" else ():
                around, gap = rectangle(-2, -2, length + 4, 4), rectangle(start, -2, end - start, 4)
                cut = transformed((*around, *gap), place @ Matrix(size, 0, 0, size))
                brush.items.append(ClipTo(as_path(cut), even_odd=True))
            line = transformed(rectangle(0, shown * size, length * size, _THICK * size), place)
            brush.shape(replace(style, dash=()), line, box)


def _gaps(run: TextRun, top: float) -> Iterator[_Point]:
    """Where letters reach through an underline, from and to, in em."""
    if run.line.upright:
        return
    style = run.style
    spacing, gap = style.letter_spacing / style.font_size, style.word_spacing / style.font_size
    for gid, left, base, stands_for in placed(run.font, run.text, run.line, spacing, gap):
        if stands_for and (
            stands_for in _WHOLE or unicodedata.east_asian_width(stands_for[0]) in "WF"
        ):
            continue
        crossed = _crossing(run.font, gid, -(top + _THICK) - base, -top - base)
        if crossed:
            yield left + crossed[0] - _THICK, left + crossed[1] + _THICK


@lru_cache(maxsize=4096)
def _crossing(font: Font, gid: int, low: float, high: float) -> _Point | None:
    """From where to where a glyph's outline passes between two heights, in em, y upward."""
    found = []
    for (x1, y1), (x2, y2) in font.edges(gid, _CURVE):
        if max(y1, y2) < low or min(y1, y2) > high:
            continue
        for x, y in ((x1, y1), (x2, y2)):
            if low <= y <= high:
                found.append(x)
        for height in (low, high):
            if (y1 - height) * (y2 - height) < 0:
                found.append(x1 + (x2 - x1) * (height - y1) / (y2 - y1))
    return (min(found), max(found)) if found else None
