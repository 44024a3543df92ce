"""Documents that are read and not drawn: their elements, styles and places."""

from __future__ import annotations

from typing import Any

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.svg.bounds import bounds_of, frame, placement
from cardgen.engine.svg.characters import track_of
from cardgen.engine.svg.document import Document, Sources, Units
from cardgen.engine.svg.parse import local, read_svg
from cardgen.engine.svg.path_length import Track
from cardgen.engine.svg.shapes import SHAPES
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.transforms import own_transform
from cardgen.engine.svg.values import StyleError
from cardgen.engine.typography.font import Font

_POINTS_OF_RECTANGLE = (4, 5)
"""The points of a path around a rectangle, which may come back to the first."""


class UndrawnDocument(Document):
    """An SVG document without pictures and fonts. Raises DrawingError as `Document` does."""

    def __init__(self, svg: str) -> None:
        super().__init__(read_svg(svg.encode()), _NoSources())

    def matrix_into(self, element: etree._Element) -> Matrix | None:
        """Return the map from the units around an element to those of the page.

        Drawings within drawings are included. It is None where what is around hides it."""
        matrix = Matrix()
        units = self._units(0.0)
        for ancestor in [*element.iterancestors()][-2::-1]:  # all within the root
            style = self.own_style(ancestor)
            if not style.display:
                return None
            try:
                matrix = matrix @ placement(self, units, ancestor, style)
                is_nested = local(ancestor) == "svg"
                viewport = frame(units.of(style), ancestor, ancestor) if is_nested else None
            except (StyleError, ValueError):  # which is told when it is painted
                continue
            if viewport:
                matrix = matrix @ viewport.matrix
                units = units.within(viewport.viewport)
        return matrix

    def transform_of(self, element: etree._Element) -> Matrix:
        """Return the map from inside an element to what is around it, by its attributes and its
        style. Raises StyleError."""
        style = self.own_style(element)
        units = self._units(style.font_size)
        return own_transform(units, element, style, lambda: bounds_of(self, units, element, style))

    def box_of(self, element: etree._Element) -> Box | None:
        """Return the box that an element's shapes fill, in the units inside it.

        It is None for what has no shape. Raises StyleError."""
        style = self.own_style(element)
        units = self._units(style.font_size)
        try:
            box = bounds_of(self, units, element, style)
            if box and local(element) == "use":
                return Matrix.shift(*units.of(style).pair(element, "x", "y")).box(box)
            return box
        except StyleError:
            raise
        except ValueError as error:  # path data that cannot be read
            raise StyleError(str(error), "draw it again") from None

    def is_rectangle(self, element: etree._Element) -> bool:
        """True if an element draws an upright rectangle, its corners rounded or not."""
        box = self.box_of(element)
        if local(element) == "rect" or box is None:
            return box is not None
        if local(element) != "path":
            return False
        segments = SHAPES["path"](self._units(0.0), element)
        points = [tuple(round(place, 4) for place in places) for _, places in segments if places]
        corners = {tuple(round(place, 4) for place in corner) for corner in box.corners}
        is_straight = all(operator in "mlh" for operator, _ in segments)
        return is_straight and set(points) == corners and len(points) in _POINTS_OF_RECTANGLE

    def track_of(self, text_path: etree._Element, style: Style) -> Track:
        """Return the path that a <textPath> sets a text of this style on. Raises StyleError."""
        return track_of(self, self._units(style.font_size), text_path, style)

    def _units(self, em: float) -> Units:
        return Units(self.page, em, self.sources.first)


class _NoSources(Sources):
    """The surroundings of a document that is not drawn."""

    def image(self, reference: str) -> Drawing | Picture:
        raise StyleError("there is no picture here", "take the <image> away")

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        return ()

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        return None
