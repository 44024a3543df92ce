"""The painter: what parts of the walk need of it.

Masks, patterns, markers, images and filters do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg.colours import Home, Paint
from cardgen.engine.svg.content import Work
from cardgen.engine.svg.document import Document, Sources, Units
from cardgen.engine.svg.faults import Ignored
from cardgen.engine.svg.shape_painter import Brush
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.support import CONTEXT_FILL, CONTEXT_STROKE

Masks = list[tuple[str, Drawing]]
"""Soft masks: the kind of each, Alpha or Luminosity, and its drawing."""


class Scope(NamedTuple):
    """The place of a walk in the document.

    `viewport` is the one around it, `using` are the definitions that it is inside of, `context` the
    paints of what bears a marker or uses an element. With `silhouette` only outlines count, as
    inside a clipPath. `lines` are drawn along text by elements around."""

    viewport: Box
    using: tuple[etree._Element, ...] = ()
    context: tuple[Paint | None, ...] = ()
    silhouette: bool = False
    lines: tuple[tuple[str, Style], ...] = ()


class Painter(Brush, ABC):
    """A brush that paints elements.

    `layers` keeps what was made once, by what it was made of; `labour` is how long filters have
    taken, in nanoseconds as reckoned."""

    def __init__(self, document: Document, layers: dict[Any, Any]) -> None:
        super().__init__()
        self.document = document
        self.layers = layers
        self.scope = Scope(document.page)
        self.labour = 0.0

    @abstractmethod
    def children(self, parent: etree._Element, style: Style, depth: int) -> None:
        """Paint what is inside an element."""

    @abstractmethod
    def composed(self, element: etree._Element, style: Style, work: Work) -> None:
        """Paint what `work` paints within the clip, masks, filter, blending and opacity of a style.

        They are as those of the element."""

    @contextmanager
    def scoped(self, *using: etree._Element, **changes: Any) -> Iterator[None]:
        """Go on inside some definitions, the scope changed otherwise too; afterwards it is as
        before."""
        outer = self.scope
        self.scope = outer._replace(using=(*outer.using, *using), **changes)
        try:
            yield
        finally:
            self.scope = outer

    def home_viewport(self, definition: etree._Element) -> Box:
        """The viewport of a definition's content.

        It is where it stands, or where it is used if that is not known."""
        return self.document.home_viewport(definition) or self.scope.viewport

    @abstractmethod
    def drawing_of(self, root: etree._Element, sources: Sources, ignored: Ignored) -> Drawing:
        """Another document as a drawing. Raises DrawingError."""

    def units(self, style: Style) -> Units:
        return Units(self.scope.viewport, style.font_size, self.document.sources.first)

    def in_context(self, style: Style) -> Style:
        """A style whose context paints come from another element (SVG 2, 13.8).

        That element bears the marker, or uses what is painted. Raises StyleError."""
        paints = dict(zip((CONTEXT_FILL, CONTEXT_STROKE), self.scope.context, strict=True))
        changed: dict[str, Paint | None] = {}
        for name in ("fill", "stroke"):
            paint = getattr(style, name)
            if paint and paint.server in paints:
                changed[name] = paints[paint.server]
        return replace(style, **changed) if changed else style  # type: ignore[arg-type]

    def as_context(
        self, style: Style, bounds: Callable[[], Box | None]
    ) -> tuple[Paint | None, ...]:
        """The paints of an element as context paints.

        `bounds` gives its box, to which gradients and patterns are laid out."""

        def at_home(paint: Paint | None) -> Paint | None:
            if not paint or not paint.server or paint.home:
                return paint
            if paint.server in (CONTEXT_FILL, CONTEXT_STROKE):
                return paint
            return replace(paint, home=Home(bounds(), self.outside @ self.matrix))

        return at_home(style.fill), at_home(style.stroke)

    def through(self, masks: Masks, opacity: float, work: Work) -> None:
        """Paint a group through all of some masks."""
        (kind, mask), *others = masks
        inner = (lambda: self.through(others, 1.0, work)) if others else work
        self.masked(kind, mask, lambda: self.group(opacity, inner))

    def cached(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        """The bytes that were made before for the same key.

        They are of this run, or of an earlier one where the surroundings have a cache."""
        cached = getattr(self.document.sources, "cached", None)
        return bytes(cached(key, make)) if cached else make()
