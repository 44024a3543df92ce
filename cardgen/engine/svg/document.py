"""The document: its tree, styles, names, lengths and faults."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from lxml import etree

from cardgen.base.findings import MOST_PROBLEMS, Finding
from cardgen.base.geometry import Box
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.svg.cascade import (
    NoValueError,
    StyleSheet,
    cascaded,
    derived_style,
    followed_properties,
    without_variables,
)
from cardgen.engine.svg.faults import DrawingError, Fault, Ignored, note_ignored, too_much
from cardgen.engine.svg.letter_units import FontOf, has_letter_unit, in_user_units
from cardgen.engine.svg.parse import DEEPEST, elements, instead_of, local, read_spans, view_box
from cardgen.engine.svg.prepared_texts import RUNS, PreparedText, WrittenRun
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import SVG, StyleError, parse_length, remedy_of
from cardgen.engine.typography.font import Font

MOST = 200_000
"""Elements painted in one drawing before it is taken for an attack."""
MOST_REPEATED = 50_000
"""Elements painted beyond the drawing's own number before it is an attack: <use> in <use> grows
without bound."""
MOST_IN_VAIN = 1_000
"""Elements painted beyond its own number where there is a fault already: it will not be drawn, and
what repeats adds no other."""
_DEFAULT_BOX = Box(0, 0, 300, 150)
"""The box of a drawing without a size (CSS Images 3, 5.1): what places it gives it another."""
_CUT = ("svg", "symbol", "marker", "pattern", "image", "foreignObject")
"""Elements that browsers cut to a viewport unless something else is declared."""
_NO_LENGTHS = ("font-family", "font-feature-settings")
ROOT = Style()
"""The style that the root of every document inherits; one object, so that styles are worked out
once for all cards."""


_PLACES = {
    SVG + "tspan": frozenset(("x", "y", "dx", "dy", "rotate")),
    SVG + "image": frozenset(("x", "y")),
}
"""What has no part in the style of elements that stand at many places."""


class Sources(Protocol):
    """All that a document asks of its surroundings."""

    def image(self, reference: str) -> Drawing | Picture:
        """The drawing or picture that an image refers to. Raises StyleError."""
        ...

    def coarser(self, picture: Picture, times: float) -> Picture:
        """A picture that is so many times finer than paper can show, as it is printed."""
        return picture

    def without_corners(self, picture: Picture) -> Picture:
        """The picture of a card with its rounded corners filled."""
        return picture

    def framed(self, drawing: Drawing, width: float, height: float) -> Drawing:
        """A drawing laid out for a box of this size, if its looks depend on that."""
        return drawing

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """Text split by font, as FontBook.runs."""
        ...

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        """The font that is asked before all others; None where that is not known."""
        ...


class Units(NamedTuple):
    """The measures that lengths of an element refer to.

    They are its viewport, and its font's size and letters."""

    viewport: Box
    em: float
    font: FontOf
    """The first font that a project has for these families, as `Sources.first` gives it."""

    def of(self, style: Style) -> Units:
        return Units(self.viewport, style.font_size, self.font)

    def within(self, viewport: Box) -> Units:
        return Units(viewport, self.em, self.font)

    @property
    def diagonal(self) -> float:
        """The length of 100% where it is neither across nor down (SVG 1.1, 7.10)."""
        return math.sqrt((self.viewport.width**2 + self.viewport.height**2) / 2)

    def coordinate(self, element: etree._Element, name: str, full: float) -> float:
        """An attribute as a length; `full` is what 100% means. Raises StyleError."""
        text = element.get(name)
        return self.length(text, full) if text else 0.0

    def length(self, text: str, full: float) -> float:
        """A length; `full` is what 100% means. Raises StyleError."""
        if has_letter_unit(text):
            text = in_user_units(text, self.em, self.font)
        return parse_length(text, full, self.em)

    def pair(self, element: etree._Element, across: str, down: str) -> tuple[float, float]:
        """Two attributes as lengths across and down the viewport. Raises StyleError."""
        x = self.coordinate(element, across, self.viewport.width)
        return x, self.coordinate(element, down, self.viewport.height)


def _has_percentages(root: etree._Element) -> bool:
    return any("%" in str(value) for element in elements(root) for value in element.attrib.values())


class Document:
    """An SVG document, and the faults that are found while it is walked.

    `density` is the most pixels that pictures keep to a unit, 0 for as many as they have. `ignored`
    gathers what browsers ignore, in a drawing that is to be looked at as they do; with None that is
    a fault too. `optical` tells that its units are those of a screen, so that the size of a text
    tells its optical size. `texts` were set before, and marks stand in their place. Raises
    DrawingError where it has no size or style sheet."""

    def __init__(
        self,
        root: etree._Element,
        sources: Sources,
        density: float = 0.0,
        ignored: Ignored | None = None,
        optical: bool = False,
        texts: Sequence[PreparedText] = (),
    ) -> None:
        self.root = root
        self._texts = texts
        self.optical = optical
        self.sources = sources
        self.density = density
        self._ignored = ignored
        self.faults: dict[Fault, None] = {}
        self.problems: list[Finding] = []
        self.unmasked: set[etree._Element] = set()
        """Elements inside a mask that ask for it: once one was met, browsers mask them nowhere."""
        self.painted = 0
        try:
            self.sheet = StyleSheet(root)
            if self.sheet.fonts:
                from cardgen.engine.svg.own_fonts import with_own_fonts  # most drawings bring none

                self.sources = with_own_fonts(sources, self.sheet.fonts, self.ignore)
        except StyleError as error:
            fault = Fault(str(error), error.remedy, root.sourceline or 1)
            raise DrawingError([fault]) from None
        self.sized = True
        try:
            self.page = view_box(root)
        except DrawingError:
            if ignored is None or _has_percentages(root):
                raise
            self.sized = False
            self.page = _DEFAULT_BOX
            message = "an <svg> without a viewBox or a size"
            remedy = 'write viewBox="0 0 WIDTH HEIGHT"'
            note_ignored(ignored, message, remedy, root.sourceline or 1)

    @cached_property
    def blends(self) -> bool:
        """True if anything of the document may blend with what lies under it.

        Then what clips is a group of its own."""
        return b"mix-blend-mode" in etree.tostring(self.root)

    @cached_property
    def by_id(self) -> dict[str, etree._Element]:
        """The elements by their ids; of several the first."""
        by_name: dict[str, etree._Element] = {}
        for element in elements(self.root):
            name = element.get("id")
            if name:
                by_name.setdefault(name, element)
        return by_name

    def defined(self, name: str, kind: str) -> etree._Element:
        """The element of this name and kind. Raises StyleError."""
        target = self.by_id.get(name)
        if target is None or local(target) != kind:
            raise StyleError(
                f'there is no {kind} "{name}" in the file', self.instead_of(name, kind)
            )
        return target

    def instead_of(self, name: str, *kinds: str) -> str:
        """The remedy for a reference to something of one of these kinds that is not there."""
        return instead_of(name, self.by_id, kinds)

    def runs_of(self, element: etree._Element) -> Sequence[WrittenRun] | None:
        """The runs of a text that was set before; None for any other."""
        number = element.get(RUNS) if self._texts else None
        return None if number is None else self._texts[int(number)].runs

    def write_out(self, element: etree._Element) -> None:
        """Put the spans of a text that was set before into its element, for who needs them.

        Raises DrawingError where XML cannot hold them."""
        if self._texts and RUNS in element.attrib:
            text = self._texts[int(element.attrib.pop(RUNS))]
            element.extend(read_spans(text.spans))

    @cached_property
    def _numbers(self) -> dict[etree._Element, int]:
        return {element: number for number, element in enumerate(elements(self.root))}

    def fault(
        self,
        element: etree._Element,
        message: str,
        remedy: str,
        code: str = "art-refused",
        measured: str = "",
    ) -> Fault:
        """A fault of an element, with its place."""
        number = self._numbers.get(element, 0)
        return Fault(message, remedy, element.sourceline or 0, number, code, measured)

    def complain(
        self,
        element: etree._Element,
        message: str,
        remedy: str,
        code: str = "art-refused",
        measured: str = "",
    ) -> None:
        self.faults[self.fault(element, message, remedy, code, measured)] = None

    def ignore(self, message: str, remedy: str) -> None:
        """Note something that browsers ignore. Raises StyleError where that is a fault."""
        if self._ignored is None:
            raise StyleError(message, remedy)
        note_ignored(self._ignored, message, remedy)

    def take_instead(self, message: str, remedy: str) -> None:
        """Note something in whose stead another was drawn.

        Raises StyleError where that is a fault."""
        if self._ignored is None:
            raise StyleError(message, remedy)
        self._ignored.setdefault(message, Fault(message, remedy, code="art-changed"))

    def count(self, element: etree._Element, depth: int) -> None:
        """Count an element that is walked. Raises DrawingError where no picture has so many, or so
        deep."""
        self.painted += 1
        if depth > DEEPEST:
            too_much(element.sourceline or 0)
        if self.painted > MOST_REPEATED and self.painted > min(MOST, MOST_REPEATED + self._size):
            too_much(element.sourceline or 0)
        if self.faults and (
            len(self.faults) > MOST_PROBLEMS or self.painted > MOST_IN_VAIN + self._size
        ):
            raise DrawingError(list(self.faults), self.problems)

    @cached_property
    def _size(self) -> int:
        """The number of elements of the drawing itself."""
        return sum(1 for _ in elements(self.root))

    def style(self, element: etree._Element, inherited: Style) -> Style | None:
        """The element's style; None, and a complaint, where there is none."""
        attributes = looks = tuple(element.items())
        places = _PLACES.get(element.tag)
        if places:
            looks = tuple([item for item in attributes if item[0] not in places])
        # elements of many cards are written alike
        stored = None if self.sheet else inherited.child(looks)
        if stored:
            return stored
        name = local(element)
        complaints: list[str] = []

        def complain(message: str, remedy: str) -> None:
            complaints.append(message)  # repeated ones too: an element is walked more than once
            self.complain(element, f"<{name}>: {message}", remedy)

        try:
            declared = followed_properties(element, self.sheet, complain)
            values = self.with_custom_values(element, declared, inherited)
            properties = self._with_plain_lengths(element, values, inherited)
            style = derived_style(inherited, properties)
        except ValueError as error:
            self.complain(element, f"<{name}>: {error}", remedy_of(error))
            return None
        # a `style` may have set attributes
        unchanged = properties is declared and tuple(element.items()) == attributes
        if unchanged and not complaints and not self.sheet:
            inherited.adopt(looks, style)
        return style

    def with_custom_values(
        self, element: etree._Element, properties: dict[str, str], inherited: Style
    ) -> dict[str, str]:
        """Properties with the values of custom ones in place of var(). Raises StyleError."""
        if not any("var(" in value for value in properties.values()):
            return properties

        def unknown(name: str, value: str, error: NoValueError) -> None:
            if self._ignored is None:
                raise error
            message = f"<{local(element)}>: {name}: {value[:40]}: {error}"
            note_ignored(self._ignored, message, error.remedy, element.sourceline or 0)

        return without_variables(inherited, properties, unknown)

    def _with_plain_lengths(
        self, element: etree._Element, properties: dict[str, str], inherited: Style
    ) -> dict[str, str]:
        """Properties as a style can read them by itself. Raises StyleError.

        Lengths of letters become user units, a font-size by the letters around and the rest by its
        own; an inherited overflow is that of what is around."""
        if properties.get("overflow") == "inherit":
            properties = {**properties, "overflow": self._overflow_around(element)}
        names = [
            name
            for name, text in properties.items()
            if has_letter_unit(text) and name not in _NO_LENGTHS and not name.startswith("--")
        ]
        if not names:
            return properties
        font_of = self.sources.first
        size = properties.get("font-size", "")
        if has_letter_unit(size):
            size = in_user_units(size, inherited.font_size, font_of)
            properties = {**properties, "font-size": size}
        plain = {
            name: text
            for name, text in properties.items()
            if name not in names or name == "font-size"
        }
        em = derived_style(inherited, plain).font_size
        lengths = {name: in_user_units(properties[name], em, font_of) for name in names}
        return {**properties, **lengths}

    def _overflow_around(self, element: etree._Element) -> str:
        """The overflow of an element's parent; of what has a viewport it is hidden by default."""
        parent = element.getparent()
        if parent is None:
            return "visible"
        default = "hidden" if parent is not self.root and local(parent) in _CUT else "visible"
        overflow = self.declared(parent).get("overflow", default)
        return self._overflow_around(parent) if overflow == "inherit" else overflow

    def own_style(self, element: etree._Element) -> Style:
        """The style of a definition, which inherits from where it stands.

        Where it is used does not matter."""
        style = ROOT
        for ancestor in reversed(list(element.iterancestors())):
            style = self.style(ancestor, style) or style
        return self.style(element, style) or style

    def home_viewport(self, element: etree._Element) -> Box | None:
        """The viewport that the percentages of a definition refer to.

        It is None for one inside an inner <svg> or a symbol."""
        for ancestor in element.iterancestors():
            if ancestor is not self.root and local(ancestor) in ("svg", "symbol"):
                return None
        return self.page

    def declared(self, element: etree._Element) -> dict[str, str]:
        """All that an element declares of itself, followed everywhere or not."""
        return cascaded(element, self.sheet)

    def inherited(self, element: etree._Element, name: str, otherwise: str) -> str:
        """The value of an inherited property that a style does not hold."""
        for ancestor in (element, *element.iterancestors()):
            value = self.declared(ancestor).get(name, "inherit")
            if value != "inherit":
                return value
        return otherwise
