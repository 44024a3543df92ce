"""Containers: drawings whose outermost element refers to the box that they are placed in, as to a
window (CSS Transforms 1; CSS Values 4, 6.1.3). A transform, clip or mask of the root is laid out in
that box and not in the view box; parts of the window are parts of it.

Such a drawing is drawn anew for each size that it is placed at, as a root of just that box with the
drawing inside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.engine.svg.cascade import declared
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


def contained(root: etree._Element, data: bytes) -> bool:
    """Whether a drawing, read from some data, is to be drawn for the box that it is placed in."""
    effects = _effects(root)
    # what is packed is looked at closely
    measured = data.startswith(b"\x1f\x8b") or _PERHAPS.search(data)
    if not effects and not measured:
        return False
    if not by_class(root):
        return False
    clips = [effects[name] for name in ("clip-path", "mask") if effects.get(name, "none") != "none"]
    if not all(_in_units(root, text) for text in clips):
        return False  # by the bounds of a box that no element here has
    return bool(effects.keys() - {"transform-origin"}) or bool(
        measured and any(_WINDOW.search(text) for _, text in _texts(root))
    )


def by_class(root: etree._Element) -> bool:
    """Whether the rules of a drawing go by classes and ids alone, so that it looks the same inside
    of another root: rules for elements would find those around it, too."""
    return all(_BY_CLASS.fullmatch(each.text or "") for each in root.iter(SVG + "style"))


def windowed(root: etree._Element) -> bool:
    """Whether a root without a view box and a size holds parts of the box that it is placed in:
    lengths in percent, or viewports without a size."""
    if "viewBox" in root.attrib or any(
        _is_length(root.get(side, "")) for side in ("width", "height")
    ):
        return False
    shares = ("%" in str(value) for element in elements(root) for value in element.attrib.values())
    return any(shares) or any(
        each is not root and not {"width", "height"} <= set(each.attrib)
        for each in root.iter(SVG + "svg")
    )


def half_sized(root: etree._Element, width: float, height: float) -> bool:
    """Whether a root without a view box has one side alone; the other one it gets of the box that
    it is placed in, or a share of that (CSS Images 3, 5.2)."""
    known = {side for side in ("width", "height") if _is_length(root.get(side, ""))}
    if "viewBox" in root.attrib or len(known) != 1:
        return False
    name, whole = ("height", height) if "width" in known else ("width", width)
    root.set(name, repr(whole * _share(root.get(name, ""))))
    return True


def _share(text: str) -> float:
    """A percentage as a share of 1; all of it for what is none."""
    try:
        return parse_length(text, 1.0) if text.strip().endswith("%") else 1.0
    except ValueError:
        return 1.0


def _is_length(text: str) -> bool:
    try:
        return "%" not in text and parse_length(text) > 0
    except ValueError:
        return False


def within(root: etree._Element, width: float, height: float, box: Box | None) -> etree._Element:
    """The drawing as one that fills a box; `box` is its view box if it has none of its own but a
    size."""
    sides = {
        "w": width,
        "i": width,
        "h": height,
        "b": height,
        "min": min(width, height),
        "max": max(width, height),
    }
    inner = deepcopy(root)
    for put, text in list(_texts(inner)):
        if _WINDOW.search(text):
            put(
                _WINDOW.sub(
                    lambda found: f"{float(found[1]) * sides[found[2].lower()] / 100!r}px", text
                )
            )
    effects = _effects(inner)
    attributes = {name: str(inner.attrib.pop(name)) for name in _EFFECTS if name in inner.attrib}
    style = {name: text for part in declared(inner.get("style", "")) for name, text in part.items()}
    if style:
        inner.set(
            "style",
            ";".join(
                f"{name}:{text}" for name, text in style.items() if name not in (*_EFFECTS, *_SIZE)
            ),
        )
    outer = etree.Element(SVG + "svg", {"viewBox": f"0 0 {width!r} {height!r}"}, nsmap=root.nsmap)
    outer.sourceline = root.sourceline
    group = etree.SubElement(outer, SVG + "g", attributes)
    moved = {name: text for name, text in style.items() if name in _EFFECTS}
    if "transform-origin" not in effects:
        moved["transform-origin"] = "50% 50%"
    group.set("style", ";".join(f"{name}:{text}" for name, text in moved.items()))
    group.append(inner)
    inner.attrib.pop("overflow", None)
    if box and "viewBox" not in inner.attrib:
        inner.set("viewBox", f"0 0 {box.width!r} {box.height!r}")
        inner.set("preserveAspectRatio", "none")
    for name, value in zip(_SIZE, (0.0, 0.0, width, height), strict=True):
        inner.set(name, repr(value))
    return outer


def _effects(root: etree._Element) -> dict[str, str]:
    """What the root says of itself that counts in the box around: by attributes, and its style
    before them."""
    try:
        said = declared(root.get("style", ""))
    except StyleError:  # the walker has its own words for it
        said = {}, {}
    found = {**{str(name): str(text) for name, text in root.attrib.items()}, **said[0], **said[1]}
    return {name: found[name] for name in _EFFECTS if name in found}


def _in_units(root: etree._Element, text: str) -> bool:
    """Whether a clip or mask is one of the file that is measured in user units."""
    named = URL.fullmatch(text.strip())
    target = next(
        (each for each in elements(root) if named and not named[2] and each.get("id") == named[1]),
        None,
    )
    return target is not None and "objectBoundingBox" not in (
        target.get("clipPathUnits"),
        target.get("maskContentUnits"),
    )


def _texts(root: etree._Element) -> Iterator[tuple[Callable[[str], None], str]]:
    """All values and style sheets of a document, each with what writes another in its place; the
    root's own size aside."""
    for element in elements(root):
        for name, text in element.attrib.items():
            if name not in _NO_LENGTHS and (element is not root or name not in _SIZE):
                yield partial(element.set, name), str(text)
        if local(element) == "style" and element.text:
            yield partial(setattr, element, "text"), element.text
