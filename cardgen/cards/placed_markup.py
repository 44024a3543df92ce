"""SVG that templates have placed, which knows where it lies: what stands beside it can ask."""

from __future__ import annotations

from typing import Self

from markupsafe import Markup

from cardgen.base.geometry import Edges
from cardgen.engine import Layout


class PlacedMarkup(Markup):
    """SVG with its edges, in units of the template."""

    _edges: Edges

    @classmethod
    def at(cls, svg: str, edges: Edges) -> Self:
        """Return safe SVG, which was escaped, with its edges."""
        placed = cls(svg)
        placed._edges = edges
        return placed

    @property
    def edges(self) -> Edges:
        """Left, top, right and bottom."""
        return self._edges

    @property
    def left(self) -> float:
        return round(self.edges[0], 3)

    @property
    def top(self) -> float:
        return round(self.edges[1], 3)

    @property
    def right(self) -> float:
        return round(self.edges[2], 3)

    @property
    def bottom(self) -> float:
        return round(self.edges[3], 3)

    @property
    def width(self) -> float:
        return round(self.edges[2] - self.edges[0], 3)

    @property
    def height(self) -> float:
        return round(self.edges[3] - self.edges[1], 3)


class PlacedText(PlacedMarkup):
    """The SVG of a text in its box, with what came of setting it.

    Its edges are those of the lines: from the capitals of the first to the depth of the last. One
    without lines has no height. A count of words or lines is a number, `size` is in points."""

    _layout: Layout
    _corner: tuple[float, float]
    _unit: float

    @classmethod
    def of(cls, svg: str, layout: Layout, x: float, y: float, unit: float) -> Self:
        """Return the SVG of a layout whose box has its corner at (x, y).

        These are in units of the template, each of `unit` points."""
        text = cls(svg)
        text._layout, text._corner, text._unit = layout, (x, y), unit
        return text

    @property
    def layout(self) -> Layout:
        return self._layout

    @property
    def edges(self) -> Edges:
        # worked out when a template asks: most do not
        layout, (x, y), unit = self.layout, self._corner, self._unit
        if not layout.lines:
            return x, y, x, y
        left, right = layout.sides()
        top = y + layout.top / unit
        return x + left / unit, top, x + right / unit, top + layout.height / unit

    @property
    def size(self) -> float:
        return self.layout.size

    @property
    def lines(self) -> int:
        return len(self.layout.lines)

    @property
    def words(self) -> int:
        return self.layout.word_count


class PlacedStack(PlacedMarkup):
    """The SVG of a stack, with the parts of it that were placed, in their order."""

    parts: tuple[PlacedMarkup, ...]
