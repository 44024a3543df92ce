"""Documents that are read and not drawn: their elements, styles and places."""

from __future__ import annotations

from typing import Any

from lxml import etree

from cardgen.base.geometry import Matrix
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.svg.bounds import frame, placement
from cardgen.engine.svg.characters import track_of
from cardgen.engine.svg.document import Document, Sources, Units
from cardgen.engine.svg.parse import local, read_svg
from cardgen.engine.svg.path_length import Track
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError
from cardgen.engine.typography.font import Font


class UndrawnDocument(Document):
    """An SVG document without pictures and fonts. Raises DrawingError as `Document` does."""

    def __init__(self, svg: str) -> None:
        super().__init__(read_svg(svg.encode()), _NoSources())

    def matrix_into(self, element: etree._Element) -> Matrix | None:
        """Return the map from the units around an element to those of the page.

        Drawings within drawings are included. None where what is around hides it."""
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
