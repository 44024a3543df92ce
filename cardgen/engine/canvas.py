"""A drawing made by hand, verb by verb: what stands around cards, on boxes and in books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import (
    BLACK,
    RESTORE,
    SAVE,
    ClipTo,
    FlatColour,
    LineStyle,
    PaintedPath,
    PathData,
    PlacedForm,
    Transform,
    as_path,
    lines,
)
from cardgen.engine.graphics.drawing import Drawing, merge_words
from cardgen.engine.graphics.outlines import ellipse, rectangle
from cardgen.engine.svg.glyphs import GlyphLine, LabelStyle, label
from cardgen.engine.typography.font import Font
from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.text_layout import Layout, Run
from cardgen.engine.typography.textbox import TextBox

if TYPE_CHECKING:
    from lxml import etree

    from cardgen.engine.svg.document import Sources
    from cardgen.engine.svg.faults import Ignored

UNIT = Box(0, 0, 1, 1)
"""The box of a drawing of which none is asked."""


class Canvas:
    """Paints shapes, text and other drawings onto a drawing, one over the other."""

    def __init__(self, box: Box = UNIT, drawing: Drawing | None = None) -> None:
        self.drawing = drawing or Drawing([], box)

    def path(
        self,
        path: PathData,
        *,
        fill: FlatColour | None = None,
        stroke: FlatColour | None = None,
        line: LineStyle | None = None,
    ) -> None:
        """Paint a path: filled, stroked, or both."""
        self.drawing.items.append(PaintedPath(path, fill, stroke, line))

    def rectangle(
        self,
        box: Box,
        *,
        fill: FlatColour | None = None,
        stroke: FlatColour | None = None,
        line: LineStyle | None = None,
        radius: float = 0.0,
    ) -> None:
        """Paint a rectangle, its corners rounded by a radius."""
        self.path(as_path(rectangle(*box, radius, radius)), fill=fill, stroke=stroke, line=line)

    def disc(self, centre: tuple[float, float], radius: float, fill: FlatColour) -> None:
        """Paint a filled circle."""
        self.path(as_path(ellipse(*centre, radius, radius)), fill=fill)

    def lines(
        self,
        segments: Iterable[tuple[float, float, float, float]],
        line: LineStyle,
        colour: FlatColour = BLACK,
    ) -> None:
        """Paint straight lines from (x1, y1) to (x2, y2) each."""
        self.drawing.items += lines(segments, line, colour)

    def text(self, fonts: FontBook, text: str, style: LabelStyle, at: tuple[float, float]) -> None:
        """Paint a line of text whose baseline begins at a point, y downward.

        Raises CardgenError for a character that no font has."""
        self.draw(label(fonts, text, style, at, self.drawing.box))

    def text_box(
        self, fonts: FontBook, markup: str, box: TextBox, corner: tuple[float, float]
    ) -> Layout:
        """Paint a text laid out in a box from its upper left corner, in black; return its layout.

        Raises CardgenError for icons, which are known to cards alone, and as `fit` does."""
        layout = box.fit(markup, fonts, lambda icon: None)
        for row in layout.lines:
            for run in row.items:
                assert isinstance(run, Run)
                glyph_line = GlyphLine.of(run.font, run.text, run.spacing / run.size)
                at = (corner[0] + run.x, corner[1] + run.y)
                item = glyph_line.item(run.font, run.text, run.size, at, BLACK, upward=False)
                self.drawing.items.append(item)
                merge_words(self.drawing.words, {run.font: {*glyph_line.words}})
        return layout

    @staticmethod
    def colour_letters(font: Font, line: GlyphLine, colour: RGB) -> list[tuple[Drawing, Matrix]]:
        """Return the letters in colours of a line, each with the map from its units to em.

        Their y points downward; `colour` is that of the text. Raises CardgenError for what is not
        drawn here."""
        from cardgen.engine.svg.colour_signs import signs_of
        from cardgen.engine.svg.paint import paint

        def draw(root: etree._Element, sources: Sources, ignored: Ignored) -> Drawing:
            return paint(root, sources, ignored=ignored)

        return signs_of(font, line, colour, draw)

    def draw(self, drawing: Drawing) -> None:
        """Paint what a drawing without forms paints, in the units that hold here."""
        self.drawing.items += drawing.items
        merge_words(self.drawing.words, drawing.words)

    def place(self, form: Drawing, matrix: Matrix | None = None) -> None:
        """Place a drawing as a form, written once however often it is placed."""
        self.drawing.forms[form.name] = form
        self.drawing.items.append(PlacedForm(form.name, matrix))

    def move(self, matrix: Matrix) -> None:
        """Go on in the units that a matrix leads from."""
        self.drawing.items.append(Transform(matrix))

    def clip(self, path: PathData, *, even_odd: bool = False) -> None:
        """Show of what follows only what lies within a path."""
        self.drawing.items.append(ClipTo(path, even_odd))

    @contextmanager
    def within(
        self, matrix: Matrix | None = None, clip: PathData | None = None, *, even_odd: bool = False
    ) -> Iterator[None]:
        """Paint meanwhile in the units that a matrix leads from, and no further than a clip."""
        self.drawing.items.append(SAVE)
        if matrix is not None:
            self.move(matrix)
        if clip is not None:
            self.clip(clip, even_odd=even_odd)
        yield
        self.drawing.items.append(RESTORE)
