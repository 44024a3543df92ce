"""Parts of drawings: one element of a file, by its id, as a drawing of its own with all that it
needs from the rest of the file.

Decks and sets of icons are often drawn in one file, each card or icon a group, a symbol or a
<view>. What refers to `deck.svg#king` gets that part alone, wherever in the file it stands: on a
hidden layer, or among the definitions. A <use> hands down to it what it inherits (SVG 2, 5.6.2);
such a reference carries that behind the id, as in `deck.svg#king{fill:red}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    """A reference to a part of a file, with what the part inherits from the <use> that refers to
    it. Raises StyleError."""
    found: dict[str, str] = {}
    size = Style().font_size
    for each in (*reversed(list(use.iterancestors())), use):
        said = cascaded(each, sheet)
        found.update({name: value for name, value in said.items() if name.startswith("--")})
        for name, value in said.items():
            if name in PROPERTIES and PROPERTIES[name].inherited and value not in _AS_AROUND:
                found[name] = with_variables(value, found)
                if "url(" in found[name]:
                    raise StyleError(
                        f'{name}="{value[:40]}" is not handed on to a part of another file',
                        "write it into that file",
                    )
        if "font-size" in said:  # of the letters around, which the part does not see
            around = replace(Style(), font_size=size)
            size = derived_style(around, {"font-size": found["font-size"]}).font_size
            found["font-size"] = f"{float(size)!r}px"
    inherited = ";".join(f"{name}:{value}" for name, value in found.items())
    return f"{reference}{{{inherited}}}" if inherited else reference


class DrawingPart(NamedTuple):
    """A part as a document of its own. `fitted` tells that its box is that of what it shows; else
    it has a view box of its own."""

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
        self.by_label = {label: found[0] for label, found in labels.items() if len(found) == 1}
        self.sheets = [element for element in elements(root) if local(element) == "style"]

    @cached_property
    def _placed_rules(self) -> StyleSheet | None:
        """The style sheets, where a part by itself would not be what their selectors mean: they go
        by more than classes and ids. Raises StyleError."""
        return None if selects_by_class(self.root) else StyleSheet(self.root)

    def part(self, name: str) -> DrawingPart:
        """The part of an id, or of a label of Inkscape's that one element has, with what it
        inherits. Raises StyleError."""
        name, inherited = (each or "" for each in _CARRIED.fullmatch(name).groups())  # type: ignore[union-attr]
        known: tuple[Mapping[str, etree._Element], ...] = (self.by_id, self.by_label)
        written = dict.fromkeys(
            form
            for each in (name, unquote(name))
            for form in (each, normalize("NFC", each), normalize("NFD", each))
        )
        found = (names.get(each) for each in written for names in known)
        target = next((each for each in found if each is not None), None)
        if target is None:
            raise StyleError(f'no part of it is called "{name}"', self._instead_of(name))
        kind = local(target)
        if kind == "view":
            return DrawingPart(self._viewed(target), False)
        if kind not in support.USABLE:
            raise StyleError(
                f'"{name}" is a <{kind}> of it, which shows nothing by itself', self._instead_of("")
            )
        return self._alone(target, inherited)

    def _instead_of(self, name: str) -> str:
        usable = [
            id
            for id, each in self.by_id.items()
            if local(each) in (*support.USABLE, "view") and each is not self.root
        ]
        return did_you_mean(name, [*usable, *self.by_label], "give the part an id")

    def _viewed(self, view: etree._Element) -> etree._Element:
        """The whole drawing, looked at through a <view> (SVG 2, 16.3)."""
        root = deepcopy(self.root)
        for name in (*_SIZE, *(each for each in _VIEW if each in view.attrib)):
            root.attrib.pop(name, None)
        for name in _VIEW:
            if name in view.attrib:
                root.set(name, view.get(name, ""))
        return root

    def _copy(self, element: etree._Element, *, inside: bool = True) -> etree._Element:
        """A copy of an element, with what the style sheets say of it and of what is `inside` it
        where these are left out."""
        copy = (
            deepcopy(element)
            if inside
            else etree.Element(element.tag, dict(element.attrib), nsmap=element.nsmap)
        )
        if self._placed_rules:
            for one, other in zip(elements(element), elements(copy), strict=False):
                self._settle(one, other, self._placed_rules)
        return copy

    def _settle(self, element: etree._Element, copy: etree._Element, sheet: StyleSheet) -> None:
        """Write into the style of a copy what the style sheets say of an element where it
        stands."""
        rules, urgent = sheet.rules(element)
        if not rules and not urgent:
            return
        own, own_urgent = declarations_of(element.get("style", ""))
        plain = [f"{name}:{value}" for name, value in {**rules, **own}.items()]
        copy.set(
            "style",
            ";".join(
                [
                    *plain,
                    *(
                        f"{name}:{value}!important"
                        for name, value in {**urgent, **own_urgent}.items()
                    ),
                ]
            ),
        )

    def _add_sheets(self, root: etree._Element) -> None:
        """Add the style sheets; of those whose rules stand at the elements already, the fonts that
        they bring along."""
        for sheet in self.sheets:
            copy = etree.SubElement(root, sheet.tag, dict(sheet.attrib))
            fonts = _FONT_FACE.findall(sheet.text or "")
            copy.text = "".join(fonts) if self._placed_rules else sheet.text

    def _alone(self, target: etree._Element, inherited: str) -> DrawingPart:
        chain = [each for each in reversed(list(target.iterancestors())) if each is not self.root]
        root = self._copy(self.root, inside=False)
        self._add_sheets(root)
        needed = self._needed(target, [self.root, *chain])
        if needed:
            etree.SubElement(root, SVG + "defs").extend(map(self._copy, needed))
        shown = self._copy(target)
        shown.tail = None
        _show(shown)
        boxed = local(target) in ("svg", "symbol") and "viewBox" in target.attrib
        if boxed:
            box = view_box(target)
            for name in (*_SIZE, "refX", "refY"):
                shown.attrib.pop(name, None)
            shown.tag = SVG + "svg"
            sides = {"width": repr(box.width), "height": repr(box.height)}
            for name, side in sides.items():
                shown.set(name, side)
            for name in (*_SIZE, "preserveAspectRatio"):
                root.attrib.pop(name, None)
            root.set("viewBox", f"0 0 {sides['width']} {sides['height']}")
            if ratio := target.get("preserveAspectRatio"):
                root.set("preserveAspectRatio", ratio)
        elif local(target) == "symbol":
            shown.tag = SVG + "g"
        inner = root
        for each in chain if not boxed else ():
            around = self._copy(each, inside=False)
            around.tag = each.tag if local(each) in ("g", "a", "svg") else SVG + "g"
            _show(around)
            inner.append(around)
            inner = around
        if inherited:  # an <a>, for of these style sheets tell least
            inner = etree.SubElement(inner, SVG + "a", style=inherited)
        inner.append(shown)
        return DrawingPart(root, not boxed)

    def _needed(self, target: etree._Element, around: list[etree._Element]) -> list[etree._Element]:
        """What a part and its surroundings refer to, with all that this refers to, in the order of
        the file."""
        found: dict[etree._Element, None] = {}
        waiting = [
            *(name for each in around for name in _names(each)),
            *_all_names([target, *self.sheets]),
        ]
        while waiting:
            element = self.by_id.get(waiting.pop())
            if element is not None and element not in found and element is not self.root:
                found[element] = None
                waiting += _all_names([element])
        inside = set(elements(target))
        outer = [
            each
            for each in found
            if each not in inside and not any(above in found for above in each.iterancestors())
        ]
        order = (
            {each: place for place, each in enumerate(elements(self.root))}
            if len(outer) > 1
            else {}
        )
        return sorted(outer, key=lambda each: order.get(each, 0))


def _show(element: etree._Element) -> None:
    """Take away what hides an element that is asked for."""
    element.attrib.pop("display", None)
    if "style" in element.attrib:
        element.set("style", _DISPLAY.sub("", element.get("style", "")))


def _names(element: etree._Element) -> Iterator[str]:
    """What an element refers to by its attributes."""
    for value in element.attrib.values():
        yield from _REFERENCE.findall(str(value))
    reference = reference_of(element).strip()
    if reference.startswith("#"):
        yield reference[1:]


def _all_names(roots: list[etree._Element]) -> list[str]:
    """What some elements and all inside them refer to."""
    found: list[str] = []
    for element in (each for root in roots for each in elements(root)):
        found += _names(element)
        found += _REFERENCE.findall(element.text or "") if local(element) == "style" else ()
    return found
