"""Parts of drawings: one element of a file as its own drawing.

It is named by its id, and brings all that it needs from the rest of the file. Decks and sets of
icons are often drawn in one file, each card or icon a group, a symbol or a <view>. What refers to
`deck.svg#king` gets that part alone, wherever in the file it stands: on a hidden layer, or among
the definitions. A <use> hands down to it what it inherits (SVG 2, 5.6.2); such a reference carries
that behind the id, as in `deck.svg#king{fill:red}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import unquote

from lxml import etree

from cardgen.base.suggestions import did_you_mean
from cardgen.engine.svg import support
from cardgen.engine.svg.cascade import (
    StyleSheet,
    cascaded,
    declarations_of,
    derived_style,
    with_variables,
)
from cardgen.engine.svg.container import selects_by_class
from cardgen.engine.svg.parse import elements, local, reference_of, view_box
from cardgen.engine.svg.properties import PROPERTIES
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import SVG, StyleError

_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_REFERENCE = re.compile(r"""url\(\s*["']?#([^"')]*)""")
_CARRIED = re.compile(r"(.*?)(?:\{([^{}]*)\})?", re.DOTALL)
"""The name of a part, and the declarations that it inherits."""
_FONT_FACE = re.compile(r"@font-face\s*\{[^{}]*\}", re.IGNORECASE)
_AS_AROUND = ("inherit", "unset", "revert", "revert-layer")
"""Values of inherited properties that leave them as they are around."""
_DISPLAY = re.compile(r"(?:^|;)\s*display\s*:[^;]*")
_VIEW = ("viewBox", "preserveAspectRatio")
_SIZE = ("x", "y", "width", "height")


def with_inheritance(reference: str, use: etree._Element, sheet: StyleSheet) -> str:
    """A reference to a part of a file, with what it inherits.

    The properties come from a <use>. Raises StyleError."""
    inherited: dict[str, str] = {}
    size = Style().font_size
    for element in (*reversed(list(use.iterancestors())), use):
        declared = cascaded(element, sheet)
        custom = {name: value for name, value in declared.items() if name.startswith("--")}
        inherited.update(custom)
        for name, value in declared.items():
            if name not in PROPERTIES or not PROPERTIES[name].inherited or value in _AS_AROUND:
                continue
            inherited[name] = with_variables(value, inherited)
            if "url(" in inherited[name]:
                raise StyleError(
                    f'{name}="{value[:40]}" is not handed on to a part of another file',
                    "write it into that file",
                )
        if "font-size" in declared:  # of the letters around, which the part does not see
            around = replace(Style(), font_size=size)
            size = derived_style(around, {"font-size": inherited["font-size"]}).font_size
            inherited["font-size"] = f"{float(size)!r}px"
    declarations = ";".join(f"{name}:{value}" for name, value in inherited.items())
    return f"{reference}{{{declarations}}}" if declarations else reference


class DrawingPart(NamedTuple):
    """A part as a document of its own.

    `fitted` tells that its box is that of what it shows; else it has a view box of its own."""

    root: etree._Element
    fitted: bool


class Sprite:
    """A file of which parts are asked for: read once."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.by_id: dict[str, etree._Element] = {}
        labels: dict[str, list[etree._Element]] = {}
        for element in elements(root):
            if name := element.get("id"):
                self.by_id.setdefault(str(name), element)
            if label := element.get(_LABEL):
                labels.setdefault(str(label), []).append(element)
        self.by_label = {
            label: labelled[0] for label, labelled in labels.items() if len(labelled) == 1
        }
        self.sheets = [element for element in elements(root) if local(element) == "style"]

    @cached_property
    def _placed_rules(self) -> StyleSheet | None:
        """The style sheets, where a part by itself would not be what their selectors mean.

        They go by more than classes and ids then. Raises StyleError."""
        return None if selects_by_class(self.root) else StyleSheet(self.root)

    def part(self, name: str) -> DrawingPart:
        """The part of an id, or of a label of Inkscape's that one element has. Raises StyleError.

        The name may carry what it inherits."""
        match = _CARRIED.fullmatch(name)
        assert match is not None  # any name matches
        name, inherited = match[1], match[2] or ""
        target = self._named(name)
        if target is None:
            raise StyleError(f'no part of it is called "{name}"', self._instead_of(name))
        kind = local(target)
        if kind == "view":
            return DrawingPart(self._through_view(target), False)
        if kind not in support.USABLE:
            raise StyleError(
                f'"{name}" is a <{kind}> of it, which shows nothing by itself', self._instead_of("")
            )
        return self._part_alone(target, inherited)

    def _named(self, name: str) -> etree._Element | None:
        """The element of a name.

        It may be escaped, and its accents apart from their letters or not."""
        for written in (name, unquote(name)):
            for form in (written, normalize("NFC", written), normalize("NFD", written)):
                element = self.by_id.get(form)
                if element is None:
                    element = self.by_label.get(form)
                if element is not None:
                    return element
        return None

    def _instead_of(self, name: str) -> str:
        """The remedy for a name that no part has."""
        usable = [
            id
            for id, element in self.by_id.items()
            if local(element) in (*support.USABLE, "view") and element is not self.root
        ]
        return did_you_mean(name, [*usable, *self.by_label], "give the part an id")

    def _through_view(self, view: etree._Element) -> etree._Element:
        """The root of all of the drawing, looked at through a <view> (SVG 2, 16.3)."""
        root = deepcopy(self.root)
        for name in _SIZE:
            root.attrib.pop(name, None)
        for name in _VIEW:
            if name in view.attrib:
                root.attrib.pop(name, None)
                root.set(name, view.get(name, ""))
        return root

    def _copy(self, element: etree._Element, *, inside: bool = True) -> etree._Element:
        """A copy of an element, and of what is `inside` it.

        Where the style sheets are left out, it has what they declare."""
        if inside:
            copy = deepcopy(element)
        else:
            copy = etree.Element(element.tag, dict(element.attrib), nsmap=element.nsmap)
        if self._placed_rules:
            for original, copied in zip(elements(element), elements(copy), strict=False):
                self._write_rules(original, copied, self._placed_rules)
        return copy

    def _write_rules(
        self, element: etree._Element, copy: etree._Element, sheet: StyleSheet
    ) -> None:
        """Write what style sheets declare of an element into its copy.

        They are asked where the element stands."""
        rules, urgent = sheet.rules(element)
        if not rules and not urgent:
            return
        normal, important = declarations_of(element.get("style", ""))
        declarations = [f"{name}:{value}" for name, value in {**rules, **normal}.items()]
        for name, value in {**urgent, **important}.items():
            declarations.append(f"{name}:{value}!important")
        copy.set("style", ";".join(declarations))

    def _add_sheets(self, root: etree._Element) -> None:
        """Add the style sheets.

        Where the rules stand at the elements already, only the fonts are added that the sheet
        brings along."""
        for sheet in self.sheets:
            copy = etree.SubElement(root, sheet.tag, dict(sheet.attrib))
            fonts = _FONT_FACE.findall(sheet.text or "")
            copy.text = "".join(fonts) if self._placed_rules else sheet.text

    def _part_alone(self, target: etree._Element, inherited: str) -> DrawingPart:
        """A part in the containers around it, with the definitions that it needs."""
        containers = [
            ancestor
            for ancestor in reversed(list(target.iterancestors()))
            if ancestor is not self.root
        ]
        root = self._copy(self.root, inside=False)
        self._add_sheets(root)
        definitions = self._definitions_for(target, [self.root, *containers])
        if definitions:
            etree.SubElement(root, SVG + "defs").extend(map(self._copy, definitions))
        part = self._copy(target)
        part.tail = None
        _unhide(part)
        inner = root
        boxed = local(target) in ("svg", "symbol") and "viewBox" in target.attrib
        if boxed:
            _fill_root(root, part, target)
        else:
            if local(target) == "symbol":
                part.tag = SVG + "g"
            for container in containers:
                copy = self._copy(container, inside=False)
                copy.tag = container.tag if local(container) in ("g", "a", "svg") else SVG + "g"
                _unhide(copy)
                inner.append(copy)
                inner = copy
        if inherited:  # an <a>, for style sheets seldom select these
            inner = etree.SubElement(inner, SVG + "a", style=inherited)
        inner.append(part)
        return DrawingPart(root, not boxed)

    def _definitions_for(
        self, target: etree._Element, around: list[etree._Element]
    ) -> list[etree._Element]:
        """The elements that a part and its surroundings refer to, and those that these refer to.

        They are in the order of the file."""
        referred: dict[etree._Element, None] = {}
        waiting: list[str] = []
        for container in around:
            waiting += _names(container)
        waiting += _names_inside([target, *self.sheets])
        while waiting:
            element = self.by_id.get(waiting.pop())
            if element is not None and element not in referred and element is not self.root:
                referred[element] = None
                waiting += _names_inside([element])
        inside = set(elements(target))
        outer = [
            element
            for element in referred
            if element not in inside and not referred.keys() & set(element.iterancestors())
        ]
        if len(outer) < 2:
            return outer
        order = {element: number for number, element in enumerate(elements(self.root))}
        return sorted(outer, key=lambda element: order.get(element, 0))


def _fill_root(root: etree._Element, part: etree._Element, target: etree._Element) -> None:
    """Make a part with a view box fill a root of its size."""
    box = view_box(target)
    width = repr(box.width)
    height = repr(box.height)
    for name in (*_SIZE, "refX", "refY"):
        part.attrib.pop(name, None)
    part.tag = SVG + "svg"
    part.set("width", width)
    part.set("height", height)
    for name in (*_SIZE, "preserveAspectRatio"):
        root.attrib.pop(name, None)
    root.set("viewBox", f"0 0 {width} {height}")
    ratio = target.get("preserveAspectRatio")
    if ratio:
        root.set("preserveAspectRatio", ratio)


def _unhide(element: etree._Element) -> None:
    """Take away what hides an element that is asked for."""
    element.attrib.pop("display", None)
    if "style" in element.attrib:
        element.set("style", _DISPLAY.sub("", element.get("style", "")))


def _names(element: etree._Element) -> Iterator[str]:
    """Yield the names that an element refers to by its attributes."""
    for value in element.attrib.values():
        yield from _REFERENCE.findall(str(value))
    reference = reference_of(element).strip()
    if reference.startswith("#"):
        yield reference[1:]


def _names_inside(roots: list[etree._Element]) -> list[str]:
    """The names that some elements and all inside them refer to."""
    names: list[str] = []
    for root in roots:
        for element in elements(root):
            names += _names(element)
            if local(element) == "style":
                names += _REFERENCE.findall(element.text or "")
    return names
