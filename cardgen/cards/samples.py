"""Sample texts of a drawing: what is taken of them for the texts that are set in their place (`drawn_text.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.cards.drawn_text import TextFace
from cardgen.svg.document import Document
from cardgen.svg.parse import local
from cardgen.svg.values import StyleError, parse_length, split_length

NORMAL = 1.25
"""The line height that Inkscape takes where none is said, in sizes."""
_ALIGN = {"middle": "center", "center": "center", "end": "right", "right": "right"}


def leaf_of(text: etree._Element) -> etree._Element:
    """The first part of a text that says something: its font is that of the whole."""
    parts = [each for each in text.iter() if isinstance(each.tag, str) and local(each) not in ("title", "desc", "flowRegion")]
    return next((each for each in parts if each.text and each.text.strip()), text)


def lettering(document: Document, text: etree._Element, plain: bool = True) -> dict[str, Any]:
    """What DrawnText takes of a sample's letters; `plain` tells that its lines stand where it says, in no frame. Raises StyleError."""
    leaf = leaf_of(text)
    style = document.own_style(leaf)
    found: dict[str, Any] = {
        "face": _face(document, leaf),
        "strut": _face(document, text),
        "spacing": round(float(style.letter_spacing), 6),
    }
    said = style.anchor if plain else document.inherited(leaf, "text-align", "start")
    found["align"] = _ALIGN.get(said, "left")
    if plain:
        lines = list(dict.fromkeys(_lines(document, text)))
        apart = lines[1] - lines[0] if len(lines) > 1 else 0.0
        found["leading"] = round(apart, 6) if apart > float(style.font_size) / 2 else None
    return found


def point_of(document: Document, text: etree._Element) -> tuple[float, float]:
    """Where a plain text begins: its x and its first baseline. Raises StyleError."""
    leaf = leaf_of(text)
    chain = [leaf, *(each for each in leaf.iterancestors() if each is text or text in each.iterancestors())]
    page = document.page
    x, y = (
        next((_first(each.get(name, ""), whole) for each in chain if each.get(name)), 0.0)
        for name, whole in (("x", page.width), ("y", page.height))
    )
    return x, y


def frame_box(document: Document, rectangle: etree._Element) -> Box:
    """A rectangle in the units that it is drawn in. Raises StyleError."""
    page, sides = document.page, document.declared(rectangle)
    x, y, width, height = (
        parse_length(sides.get(name, "0"), whole)
        for name, whole in (("x", page.width), ("y", page.height), ("width", page.width), ("height", page.height))
    )
    if width <= 0 or height <= 0:
        raise StyleError("it has no width or no height", "give it both")
    return Box(x, y, width, height)


def _face(document: Document, element: etree._Element) -> TextFace:
    style = document.own_style(element)
    size = float(style.font_size)
    return TextFace(style.families, style.weight, style.italic, round(size, 6), round(_line_height(document, element, size), 6))


def _line_height(document: Document, element: etree._Element, size: float) -> float:
    """Height of a line (CSS 2.2, 10.8.1): a bare number goes with each size, all else is that of the element that says it."""
    for each in (element, *element.iterancestors()):
        said = document.declared(each).get("line-height", "inherit")
        if said == "normal":
            break
        if said != "inherit":
            value, unit = split_length(said)
            own = float(document.own_style(each).font_size)
            return parse_length(said, own, own) if unit else value * size
    return NORMAL * size


def _lines(document: Document, text: etree._Element) -> Iterator[float]:
    for each in text.iter():
        if isinstance(each.tag, str) and each.get("y") and "".join(each.itertext()).strip():
            yield _first(each.get("y", ""), document.page.height)


def _first(text: str, whole: float) -> float:
    """The first of a list of lengths."""
    words = text.replace(",", " ").split()
    return parse_length(words[0], whole) if words else 0.0
