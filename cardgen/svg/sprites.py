"""Parts of drawings: one element of a file, by its id, as a drawing of its own with all that it needs from the rest of the file.

Decks and sets of icons are often drawn in one file, each card or icon a group, a symbol or a <view>. What refers to `deck.svg#king` gets
that part alone, wherever in the file it stands: on a hidden layer, or among the definitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

from cardgen.base.errors import did_you_mean
from cardgen.svg import support
from cardgen.svg.parse import elements, local, reference_of, view_box
from cardgen.svg.values import SVG, StyleError

_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_REFERENCE = re.compile(r"""url\(\s*["']?#([^"')]*)""")
_BY_PLACE = re.compile(r":(?:nth|first|last|only|empty|root|has)\b|[+~](?![^{}]*\})")
"""Selectors that look at what stands around an element."""
_DISPLAY = re.compile(r"(?:^|;)\s*display\s*:[^;]*")
_VIEW = ("viewBox", "preserveAspectRatio")
_SIZE = ("x", "y", "width", "height")


class DrawingPart(NamedTuple):
    """A part as a document of its own. `fitted` tells that its box is that of what it shows; else it has a view box of its own."""

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

    def part(self, name: str) -> DrawingPart:
        """The part of an id, or of a label of Inkscape's that one element has. Raises StyleError."""
        known: tuple[Mapping[str, etree._Element], ...] = (self.by_id, self.by_label)
        found = (names.get(each) for each in (name, unquote(name)) for names in known)
        target = next((each for each in found if each is not None), None)
        if target is None:
            raise StyleError(f'no part of it is called "{name}"', self._instead_of(name))
        kind = local(target)
        if kind == "view":
            return DrawingPart(self._viewed(target), False)
        if kind not in support.USABLE:
            raise StyleError(f'"{name}" is a <{kind}> of it, which shows nothing by itself', self._instead_of(""))
        if any(_BY_PLACE.search(sheet.text or "") for sheet in self.sheets):
            raise StyleError(
                "its style sheet goes by what stands around elements, which a part lacks", "save the part as a file of its own"
            )
        return self._alone(target)

    def _instead_of(self, name: str) -> str:
        usable = [id for id, each in self.by_id.items() if local(each) in (*support.USABLE, "view") and each is not self.root]
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

    def _alone(self, target: etree._Element) -> DrawingPart:
        chain = [each for each in reversed(list(target.iterancestors())) if each is not self.root]
        root = etree.Element(self.root.tag, dict(self.root.attrib), nsmap=self.root.nsmap)
        for sheet in self.sheets:
            root.append(deepcopy(sheet))
        needed = self._needed(target, [self.root, *chain])
        if needed:
            etree.SubElement(root, SVG + "defs").extend(map(deepcopy, needed))
        shown = deepcopy(target)
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
            around = etree.SubElement(inner, each.tag if local(each) in ("g", "a", "svg") else SVG + "g", dict(each.attrib))
            _show(around)
            inner = around
        inner.append(shown)
        return DrawingPart(root, not boxed)

    def _needed(self, target: etree._Element, around: list[etree._Element]) -> list[etree._Element]:
        """What a part and its surroundings refer to, with all that this refers to, in the order of the file."""
        found: dict[etree._Element, None] = {}
        waiting = [*(name for each in around for name in _names(each)), *_all_names([target, *self.sheets])]
        while waiting:
            element = self.by_id.get(waiting.pop())
            if element is not None and element not in found and element is not self.root:
                found[element] = None
                waiting += _all_names([element])
        inside = set(elements(target))
        outer = [each for each in found if each not in inside and not any(above in found for above in each.iterancestors())]
        order = {each: place for place, each in enumerate(elements(self.root))} if len(outer) > 1 else {}
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
