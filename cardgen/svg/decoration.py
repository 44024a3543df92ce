"""Lines under, over and through text (CSS Text Decoration 3), as Chromium draws them: a tenth of the size thick, and open where an
underline meets a letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from cardgen.base.geometry import Box
from cardgen.svg.path import operators, rectangle
from cardgen.svg.shape_painter import Brush
from cardgen.svg.text_run import TextRun, place_of
from cardgen.svg.values import StyleError
from cardgen.typography.font import Font

_THICK = 0.1
_UNDER = 0.05
_CURVE = 8
"""Straight pieces that a curve of a glyph is measured in."""
_Point = tuple[float, float]


def paint_lines(brush: Brush, run: TextRun, ascent: float, kinds: tuple[str, ...]) -> None:
    """Paint those lines of a run that are of these kinds; `ascent` is that of its first font. Raises StyleError."""
    for kind, style in run.lines:
        if kind not in kinds:
            continue
        size = run.style.font_size
        if run.angle or run.wide != 1:
            with brush.saved(place_of(run._replace(style=replace(run.style, italic=False)))):
                paint_lines(brush, run._replace(x=0.0, y=0.0, angle=0.0, wide=1.0, lines=((kind, style),)), ascent, kinds)
            continue
        if kind == "overline" and len(run.lines) > 1:
            raise StyleError("an overline together with other lines is not drawn alike by browsers", "use one")
        if any(paint and paint.server for paint in (style.fill, style.stroke)):
            raise StyleError("a line along text in a gradient is not drawn here", "use a plain colour")
        top = {"underline": _UNDER, "overline": -ascent - _THICK, "line-through": -ascent / 3 - _THICK / 2}[kind]
        length = run.line.advance
        with brush.saved():
            for start, end in _gaps(run, top) if kind == "underline" else ():
                around = Box(run.x - 2 * size, run.y - 2 * size, (length + 4) * size, 4 * size)
                gap = Box(run.x + start * size, around.y, (end - start) * size, around.height)
                brush.write(f"{operators(rectangle(*around))} {operators(rectangle(*gap))} W* n")
            brush.shape(replace(style, dash=()), rectangle(run.x, run.y + top * size, length * size, _THICK * size))


def _gaps(run: TextRun, top: float) -> Iterator[_Point]:
    """Where letters reach through an underline, from and to, in em."""
    units = run.font.units_per_em
    pen = 0.0
    spacing = run.style.letter_spacing / run.style.font_size
    for gid, advance, dx, dy, cluster in run.font.shape(run.text, not spacing).glyphs:
        crossed = _crossing(run.font, gid, -(top + _THICK) - dy / units, -top - dy / units)
        if crossed:
            yield pen + dx / units + crossed[0] - _THICK, pen + dx / units + crossed[1] + _THICK
        pen += advance / units + (spacing if cluster else 0.0)


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
