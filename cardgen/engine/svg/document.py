"""The document: its tree, its styles and the names in it, what lengths refer to, and what has been
found wrong."""

from __future__ import annotations

import math
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
    derive,
    followed,
    settled_variables,
)
from cardgen.engine.svg.faults import Fault, Ignored, Refused, note_ignored, too_much
from cardgen.engine.svg.letter_units import FontOf, measured, settled
from cardgen.engine.svg.parse import DEEPEST, elements, instead_of, local, view_box
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError, parse_length, remedy_of
from cardgen.engine.typography.font import Font

MOST = 200_000
"""Elements painted in one drawing before it is taken for an attack."""
MOST_REPEATED = 50_000
"""Those of them that are painted beyond the drawing's own number: <use> in <use> grows without
bound."""
MOST_IN_VAIN = 1_000
"""The same where something is wrong already: it will not be drawn, and what repeats says nothing
new."""
_SOME = Box(0, 0, 300, 150)
"""The box of a drawing without a size (CSS Images 3, 5.1): what places it gives it another."""
_CUT = ("svg", "symbol", "marker", "pattern", "image", "foreignObject")
"""What browsers cut to a viewport unless something else is said."""
_NO_LENGTHS = ("font-family", "font-feature-settings")
ROOT = Style()
"""What the root of every document inherits; one object, so that styles are worked out once for all
cards."""


class Sources(Protocol):
    """What a document asks of its surroundings."""

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
        """A drawing whose looks depend on the box that it is placed in, for a box of this size."""
        return drawing

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """Text split by font, as FontBook.runs."""
        ...

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        """The font that is asked before all others; None where that is not known."""
        ...


class Units(NamedTuple):
    """What the lengths of an element refer to: the viewport that it stands in, and its font's size
    and letters."""

    viewport: Box
    em: float
    font: FontOf
    """As `Sources.first`."""

    def of(self, style: Style) -> Units:
        return Units(self.viewport, style.font_size, self.font)

    def within(self, viewport: Box) -> Units:
        return Units(viewport, self.em, self.font)

    @property
    def diagonal(self) -> float:
        """What a percentage refers to that is neither across nor down (SVG 1.1, 7.10)."""
        return math.sqrt((self.viewport.width**2 + self.viewport.height**2) / 2)

    def coordinate(self, element: etree._Element, name: str, whole: float) -> float:
        """An attribute as a length; `whole` is what 100% means. Raises StyleError."""
        text = element.get(name)
        return self.length(text, whole) if text else 0.0

    def length(self, text: str, whole: float) -> float:
        """A length; `whole` is what 100% means. Raises StyleError."""
        return parse_length(
            settled(text, self.em, self.font) if measured(text) else text, whole, self.em
        )

    def pair(self, element: etree._Element, across: str, down: str) -> tuple[float, float]:
        """Two attributes as lengths across and down the viewport. Raises StyleError."""
        return self.coordinate(element, across, self.viewport.width), self.coordinate(
            element, down, self.viewport.height
        )


class Document:
    """An SVG document, and what is found wrong with it while it is looked at. Raises Refused where
    it has no size or style sheet.

    `density` is the most pixels that pictures keep to a unit, 0 for as many as they have. `ignored`
    gathers what browsers pass over, in a drawing that is to be looked at as they do; with None that
    is wrong too. `optical` tells that its units are those of a screen, so that the size of a text
    tells its optical size."""

    def __init__(
        self,
        root: etree._Element,
        sources: Sources,
        density: float = 0.0,
        ignored: Ignored | None = None,
        optical: bool = False,
    ) -> None:
        self.root = root
        self.optical = optical
        self.sources = sources
        self.density = density
        self._ignored = ignored
        self.faults: dict[Fault, None] = {}
        self.problems: list[Finding] = []
        self.unmasked: set[etree._Element] = set()
        """Elements inside a mask that ask for it: once it has been seen, browsers mask them
        nowhere."""
        self.painted = 0
        try:
            self.sheet = StyleSheet(root)
        except StyleError as error:
            raise Refused([Fault(str(error), error.remedy, root.sourceline or 1)]) from None
        if self.sheet.fonts:
            from cardgen.engine.svg.own_fonts import with_own_fonts  # most drawings bring none

            try:
                self.sources = with_own_fonts(sources, self.sheet.fonts, self.ignore)
            except StyleError as error:
                raise Refused([Fault(str(error), error.remedy, root.sourceline or 1)]) from None
        self.sized = True
        try:
            self.page = view_box(root)
        except Refused:
            if ignored is None or any(
                "%" in str(value) for element in elements(root) for value in element.attrib.values()
            ):
                raise
            self.sized, self.page = False, _SOME
            note_ignored(
                ignored,
                "an <svg> without a viewBox or a size",
                'write viewBox="0 0 WIDTH HEIGHT"',
                root.sourceline or 1,
            )

    @cached_property
    def blends(self) -> bool:
        """Whether anything of the document may blend with what lies under it: then what clips is a
        group of its own."""
        return b"mix-blend-mode" in etree.tostring(self.root)

    @cached_property
    def by_id(self) -> dict[str, etree._Element]:
        found: dict[str, etree._Element] = {}
        for element in elements(self.root):
            name = element.get("id")
            if name:
                found.setdefault(name, element)
        return found

    def defined(self, name: str, kind: str) -> etree._Element:
        """The element of this name and kind. Raises StyleError."""
        target = self.by_id.get(name)
        if target is None or local(target) != kind:
            raise StyleError(
                f'there is no {kind} "{name}" in the file', self.instead_of(name, kind)
            )
        return target

    def instead_of(self, name: str, *kinds: str) -> str:
        """What to do about a reference to something of one of these kinds that is not there."""
        return instead_of(name, self.by_id, kinds)

    @cached_property
    def _numbers(self) -> dict[etree._Element, int]:
        return {found: index for index, found in enumerate(elements(self.root))}

    def fault(self, element: etree._Element, what: str, remedy: str) -> Fault:
        """What is wrong with an element, with its place."""
        return Fault(what, remedy, element.sourceline or 0, self._numbers.get(element, 0))

    def complain(self, element: etree._Element, what: str, remedy: str) -> None:
        self.faults[self.fault(element, what, remedy)] = None

    def ignore(self, what: str, remedy: str) -> None:
        """Note something that browsers pass over. Raises StyleError where it is wrong."""
        if self._ignored is None:
            raise StyleError(what, remedy)
        note_ignored(self._ignored, what, remedy)

    def take_instead(self, what: str, remedy: str) -> None:
        """Note something in whose stead another was drawn. Raises StyleError where nobody gathers
        such."""
        if self._ignored is None:
            raise StyleError(what, remedy)
        self._ignored.setdefault(what, Fault(what, remedy))

    def counted(self, element: etree._Element, depth: int) -> None:
        """Take note of an element that is looked at. Raises Refused where no picture has so many,
        or so deep."""
        self.painted += 1
        if depth > DEEPEST or (
            self.painted > MOST_REPEATED and self.painted > min(MOST, MOST_REPEATED + self._own)
        ):
            too_much(element.sourceline or 0)
        if len(self.faults) > MOST_PROBLEMS or (
            self.faults and self.painted > MOST_IN_VAIN + self._own
        ):
            raise Refused(list(self.faults), self.problems)

    @cached_property
    def _own(self) -> int:
        """How many elements the drawing itself has."""
        return sum(1 for _ in elements(self.root))

    def style(self, element: etree._Element, inherited: Style) -> Style | None:
        """The element's style; None, and a complaint, where it cannot be told."""
        attributes = tuple(element.items())
        # elements of many cards are written alike
        known = None if self.sheet else inherited.child(attributes)
        if known:
            return known
        name, heard = local(element), []

        def complain(what: str, remedy: str) -> None:
            heard.append(what)  # also of what is known: an element is looked at more than once
            self.complain(element, f"<{name}>: {what}", remedy)

        try:
            told = followed(element, self.sheet, complain)
            said = self._settled(element, self.with_values(element, told, inherited), inherited)
            style = derive(inherited, said)
            # which a `style` may settle
            unchanged = not heard and said is told and tuple(element.items()) == attributes
            if unchanged and not self.sheet:
                inherited.adopt(attributes, style)
            return style
        except ValueError as error:
            self.complain(element, f"<{name}>: {error}", remedy_of(error))
            return None

    def with_values(
        self, element: etree._Element, said: dict[str, str], inherited: Style
    ) -> dict[str, str]:
        """What an element says with the values of custom properties in place of var(). Raises
        StyleError."""
        if not any("var(" in value for value in said.values()):
            return said

        def unknown(name: str, value: str, error: NoValueError) -> None:
            if self._ignored is None:
                raise error
            note_ignored(
                self._ignored,
                f"<{local(element)}>: {name}: {value[:40]}: {error}",
                error.remedy,
                element.sourceline or 0,
            )

        return settled_variables(inherited, said, unknown)

    def _settled(
        self, element: etree._Element, said: dict[str, str], inherited: Style
    ) -> dict[str, str]:
        """Properties as a style can tell them by itself: lengths of letters in user units, a
        font-size by the letters around and the rest by its own, and the overflow of what is around.
        Raises StyleError."""
        if said.get("overflow") == "inherit":
            said = {**said, "overflow": self._overflow_around(element)}
        names = [
            name
            for name, text in said.items()
            if measured(text) and name not in _NO_LENGTHS and not name.startswith("--")
        ]
        if not names:
            return said
        font_of, size = self.sources.first, said.get("font-size", "")
        if measured(size):
            said = {**said, "font-size": settled(size, inherited.font_size, font_of)}
        own = derive(
            inherited,
            {name: text for name, text in said.items() if name not in names or name == "font-size"},
        )
        return {**said, **{name: settled(said[name], own.font_size, font_of) for name in names}}

    def _overflow_around(self, element: etree._Element) -> str:
        """The overflow of an element's parent, which is hidden where nothing is said of what has a
        viewport."""
        parent = element.getparent()
        if parent is None:
            return "visible"
        own = "hidden" if parent is not self.root and local(parent) in _CUT else "visible"
        said = self.declared(parent).get("overflow", own)
        return self._overflow_around(parent) if said == "inherit" else said

    def own_style(self, element: etree._Element) -> Style:
        """The style of a definition, which inherits from where it stands and not from where it is
        used."""
        style = ROOT
        for each in (*reversed(list(element.iterancestors())), element):
            style = self.style(each, style) or style
        return style

    def home_viewport(self, element: etree._Element) -> Box | None:
        """The viewport that the percentages of a definition refer to; None for one inside an inner
        <svg> or a symbol."""
        inner = any(
            local(each) in ("svg", "symbol")
            for each in element.iterancestors()
            if each is not self.root
        )
        return None if inner else self.page

    def declared(self, element: etree._Element) -> dict[str, str]:
        """What an element declares of itself, those properties included that are not followed
        everywhere."""
        return cascaded(element, self.sheet)

    def inherited(self, element: etree._Element, name: str, otherwise: str) -> str:
        """The value of an inherited property that a style does not hold."""
        for each in (element, *element.iterancestors()):
            value = self.declared(each).get(name, "inherit")
            if value != "inherit":
                return value
        return otherwise
