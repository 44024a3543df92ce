"""Sample texts of a drawing: what is taken of them for the texts that are set in their place
(`drawn_text.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.cards.drawn_text import TextFace
from cardgen.engine import Document, StyleError, svg_tree, svg_values

NORMAL = 1.25
"""The line height that Inkscape takes where none is said, in sizes."""
_ALIGN = {"middle": "center", "center": "center", "end": "right", "right": "right"}


def leaf_of(text: etree._Element) -> etree._Element:
    """The first part of a text that says something: its font is that of the whole."""
    parts = [
        each
        for each in text.iter()
        if isinstance(each.tag, str) and svg_tree.local(each) not in ("title", "desc", "flowRegion")
    ]
    return next((each for each in parts if each.text and each.text.strip()), text)


def lettering(document: Document, text: etree._Element, plain: bool = True) -> dict[str, Any]:
    """What DrawnText takes of a sample's letters; `plain` tells that its lines stand where it says,
    in no frame. Raises StyleError."""
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
        lines = _lines(document, text)
        places = list(lines)
        apart = places[1] - places[0] if len(places) > 1 else 0.0
        found["leading"] = round(apart, 6) if apart > float(style.font_size) / 2 else None
        if found["leading"] is not None:
            found["sample"] = tuple(lines.values())
    found["ignored"] = tuple(_ignored(document, leaf))
    return found


_NOT_FOLLOWED = {
    **dict.fromkeys(("word-spacing", "text-indent", "shape-margin"), ("0", "0px", "normal")),
    **dict.fromkeys(
        ("text-decoration", "text-decoration-line", "text-transform", "font-variant"),
        ("none", "normal"),
    ),
    **dict.fromkeys(
        ("font-variant-caps", "font-feature-settings", "font-variation-settings"), ("normal",)
    ),
    "text-align": ("start", "end", "left", "right", "center"),
}
"""Properties of a sample that are not those of the texts in its place, and the values that ask for
nothing."""


def _ignored(document: Document, leaf: etree._Element) -> Iterator[str]:
    for name, nothing in _NOT_FOLLOWED.items():
        said = document.inherited(leaf, name, nothing[0]).strip().lower()
        if said not in nothing and not (said.split() and set(said.split()) <= {*nothing, "solid"}):
            yield f"{name}: {said[:40]}"


def point_of(document: Document, text: etree._Element) -> tuple[float, float]:
    """Where a plain text begins: its x and its first baseline. Raises StyleError."""
    leaf = leaf_of(text)
    chain = [
        leaf,
        *(each for each in leaf.iterancestors() if each is text or text in each.iterancestors()),
    ]
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
        svg_values.parse_length(sides.get(name, "0"), whole)
        for name, whole in (
            ("x", page.width),
            ("y", page.height),
            ("width", page.width),
            ("height", page.height),
        )
    )
    if width <= 0 or height <= 0:
        raise StyleError("it has no width or no height", "give it both")
    return Box(x, y, width, height)


def _face(document: Document, element: etree._Element) -> TextFace:
    style = document.own_style(element)
    size = float(style.font_size)
    return TextFace(
        style.families,
        style.weight,
        style.italic,
        round(size, 6),
        round(_line_height(document, element, size), 6),
    )


def _line_height(document: Document, element: etree._Element, size: float) -> float:
    """Height of a line (CSS 2.2, 10.8.1): a bare number goes with each size, all else is that of
    the element that says it."""
    for each in (element, *element.iterancestors()):
        said = document.declared(each).get("line-height", "inherit")
        if said == "normal":
            break
        if said != "inherit":
            value, unit = svg_values.split_length(said)
            own = float(document.own_style(each).font_size)
            return svg_values.parse_length(said, own, own) if unit else value * size
    return NORMAL * size


def _lines(document: Document, text: etree._Element) -> dict[float, str]:
    """What stands on each of the lines of a text, by its baseline."""
    found: dict[float, list[str]] = {}
    whole, y = document.page.height, 0.0

    def add(words: str | None) -> None:
        if words and words.strip():
            found.setdefault(round(y, 4), []).append(words)

    def read(element: etree._Element) -> None:
        nonlocal y
        size = float(document.own_style(element).font_size)
        if element.get("y"):
            y = _first(element.get("y", ""), whole, size)
        y += _first(element.get("dy", ""), whole, size)
        add(element.text)
        for child in element:
            if isinstance(child.tag, str) and svg_tree.local(child) not in ("title", "desc"):
                read(child)
            add(child.tail)

    read(text)
    return {at: " ".join("".join(words).split()) for at, words in found.items()}


def _first(text: str, whole: float, em: float = 16.0) -> float:
    """The first of a list of lengths."""
    words = text.replace(",", " ").split()
    return svg_values.parse_length(words[0], whole, em) if words else 0.0
