"""Containers: drawings whose root refers to the box they are placed in.

That box is a window to them (CSS Transforms 1; CSS Values 4, 6.1.3). A transform, clip or mask of
the root is laid out in that box and not in the view box; parts of the window are parts of it. Such
a drawing is drawn anew for each size that it is placed at, as a root of just that box with the
drawing inside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import partial

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.engine.svg.cascade import declarations_of
from cardgen.engine.svg.parse import elements, local
from cardgen.engine.svg.path import NUMBER
from cardgen.engine.svg.values import SVG, URL, XLINK, StyleError, parse_length

_EFFECTS = ("transform", "transform-origin", "translate", "rotate", "scale", "clip-path", "mask")
_NO_LENGTHS = ("d", "points", "id", "class", "href", XLINK)
_SIZE = ("x", "y", "width", "height")
_WINDOW = re.compile(
    rf"(?<![\w#.-])({NUMBER})[sld]?v(w|h|i|b|min|max)(?![\w(-])", re.ASCII | re.IGNORECASE
)
_PERHAPS = re.compile(rb"\d[sld]?v[whibm]", re.IGNORECASE)
_BY_CLASS = re.compile(r"\s*(?:[.#][\w-]+(?:\s*,\s*[.#][\w-]+)*\s*\{[^{}@]*\}\s*)*")


def depends_on_box(root: etree._Element, data: bytes) -> bool:
    """True if a drawing, read from some data, can and must be drawn anew for its box.

    One with rules for elements, or with a mask by its bounding box, is left as it is."""
    effects = _effects(root)
    # what is packed is looked at closely
    is_packed = data.startswith(b"\x1f\x8b")
    may_have_units = is_packed or bool(_PERHAPS.search(data))
    if not effects and not may_have_units:
        return False
    if not _can_be_redrawn(root, effects):
        return False
    if effects.keys() - {"transform-origin"}:
        return True
    return may_have_units and any(_WINDOW.search(text) for _, text in _texts(root))


def _can_be_redrawn(root: etree._Element, effects: Mapping[str, str]) -> bool:
    """True if neither its rules nor its effects are about elements by themselves.

    The bounding box of a mask or clip would be that of an element which the box does not have."""
    if not selects_by_class(root):
        return False
    masks = [effects.get(name, "none") for name in ("clip-path", "mask")]
    return all(mask == "none" or _in_units(root, mask) for mask in masks)


def selects_by_class(root: etree._Element) -> bool:
    """True if the rules of a drawing go by classes and ids alone.

    Then it looks the same inside of another root: rules for elements would find those around it,
    too."""
    return all(_BY_CLASS.fullmatch(sheet.text or "") for sheet in root.iter(SVG + "style"))


def has_parts_of_box(root: etree._Element) -> bool:
    """True if a root without view box and size holds parts of its box.

    Such are lengths in percent, or viewports without a size."""
    if "viewBox" in root.attrib or _sides_with_length(root):
        return False
    for element in elements(root):
        if any("%" in str(value) for value in element.attrib.values()):
            return True
    inner = [viewport for viewport in root.iter(SVG + "svg") if viewport is not root]
    return any(not {"width", "height"} <= set(viewport.attrib) for viewport in inner)


def _sides_with_length(root: etree._Element) -> set[str]:
    return {side for side in ("width", "height") if _is_length(root.get(side, ""))}


def set_missing_side(root: etree._Element, width: float, height: float) -> bool:
    """Give a root without view box the side it lacks; True if so.

    It had one side alone, which may be a share of the box (CSS Images 3, 5.2)."""
    sides = _sides_with_length(root)
    if "viewBox" in root.attrib or len(sides) != 1:
        return False
    name, length = ("height", height) if "width" in sides else ("width", width)
    root.set(name, repr(length * _share(root.get(name, ""))))
    return True


def _share(text: str) -> float:
    """A percentage as a share of 1; 1 for what is none."""
    try:
        return parse_length(text, 1.0) if text.strip().endswith("%") else 1.0
    except ValueError:
        return 1.0


def _is_length(text: str) -> bool:
    try:
        return "%" not in text and parse_length(text) > 0
    except ValueError:
        return False


def in_box(root: etree._Element, width: float, height: float, box: Box | None) -> etree._Element:
    """The drawing as one that fills a box.

    `box` is its view box if it has none of its own but a size."""
    sides = {
        "w": width,
        "i": width,
        "h": height,
        "b": height,
        "min": min(width, height),
        "max": max(width, height),
    }

    def in_pixels(match: re.Match[str]) -> str:
        return f"{float(match[1]) * sides[match[2].lower()] / 100!r}px"

    inner = deepcopy(root)
    for put, text in list(_texts(inner)):
        if _WINDOW.search(text):
            put(_WINDOW.sub(in_pixels, text))
    effects = _effects(inner)
    attributes = {name: str(inner.attrib.pop(name)) for name in _EFFECTS if name in inner.attrib}
    normal, important = declarations_of(inner.get("style", ""))
    style = {**normal, **important}
    if style:
        moved_away = {*_EFFECTS, *_SIZE}
        inner_style = {name: text for name, text in style.items() if name not in moved_away}
        inner.set("style", _written(inner_style))
    outer = etree.Element(SVG + "svg", {"viewBox": f"0 0 {width!r} {height!r}"}, nsmap=root.nsmap)
    outer.sourceline = root.sourceline
    group = etree.SubElement(outer, SVG + "g", attributes)
    outer_style = {name: text for name, text in style.items() if name in _EFFECTS}
    if "transform-origin" not in effects:
        outer_style["transform-origin"] = "50% 50%"
    group.set("style", _written(outer_style))
    group.append(inner)
    inner.attrib.pop("overflow", None)
    if box and "viewBox" not in inner.attrib:
        inner.set("viewBox", f"0 0 {box.width!r} {box.height!r}")
        inner.set("preserveAspectRatio", "none")
    for name, value in zip(_SIZE, (0.0, 0.0, width, height), strict=True):
        inner.set(name, repr(value))
    return outer


def _written(declarations: dict[str, str]) -> str:
    return ";".join(f"{name}:{text}" for name, text in declarations.items())


def _effects(root: etree._Element) -> dict[str, str]:
    """Properties of the root that count in the box around: attributes, and its style before
    them."""
    try:
        normal, important = declarations_of(root.get("style", ""))
    except StyleError:  # the walker has its own words for it
        normal = {}
        important = {}
    attributes = {str(name): str(text) for name, text in root.attrib.items()}
    declared = {**attributes, **normal, **important}
    return {name: declared[name] for name in _EFFECTS if name in declared}


def _in_units(root: etree._Element, text: str) -> bool:
    """True if a clip or mask of the file is measured in user units."""
    match = URL.fullmatch(text.strip())
    if not match or match[2]:
        return False
    targets = (element for element in elements(root) if element.get("id") == match[1])
    target = next(targets, None)
    if target is None:
        return False
    units = target.get("clipPathUnits"), target.get("maskContentUnits")
    return "objectBoundingBox" not in units


def _texts(root: etree._Element) -> Iterator[tuple[Callable[[str], None], str]]:
    """Yield all values and style sheets of a document.

    Each comes with the function that writes another in its place. The root's own size is left out.
    """
    for element in elements(root):
        for name, text in element.attrib.items():
            if name not in _NO_LENGTHS and (element is not root or name not in _SIZE):
                yield partial(element.set, name), str(text)
        if local(element) == "style" and element.text:
            yield partial(setattr, element, "text"), element.text
