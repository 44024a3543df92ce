"""Sample texts of a drawing: what is taken of them for the texts that are set in their place
(`drawn_text.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.cards.drawn_text import TextFace
from cardgen.engine import StyleError, UndrawnDocument, svg_tree, svg_values

NORMAL = 1.25
"""The line height that Inkscape takes where none is said, in sizes."""
_ALIGN = {"middle": "center", "center": "center", "end": "right", "right": "right"}


def leaf_of(text: etree._Element) -> etree._Element:
    """The first part of a text that says something: its font is that of the whole."""
    parts = [
        part
        for part in text.iter()
        if isinstance(part.tag, str) and svg_tree.local(part) not in ("title", "desc", "flowRegion")
    ]
    return next((part for part in parts if part.text and part.text.strip()), text)


def lettering(
    document: UndrawnDocument, text: etree._Element, plain: bool = True
) -> dict[str, Any]:
    """The values for DrawnText of a sample's letters; `plain` tells that its lines stand where it
    says, in no frame. Raises StyleError."""
    leaf = leaf_of(text)
    style = document.own_style(leaf)
    values: dict[str, Any] = {
        "face": _face(document, leaf),
        "strut": _face(document, text),
        "spacing": round(float(style.letter_spacing), 6),
    }
    alignment = style.anchor if plain else document.inherited(leaf, "text-align", "start")
    values["align"] = _ALIGN.get(alignment, "left")
    if plain:
        lines = _lines(document, text)
        places = list(lines)
        apart = places[1] - places[0] if len(places) > 1 else 0.0
        values["leading"] = round(apart, 6) if apart > float(style.font_size) / 2 else None
        if values["leading"] is not None:
            values["sample"] = tuple(lines.values())
    values["ignored"] = (*_ignored(document, leaf), *_ignored_attributes(document, text, leaf))
    return values


_NOT_FOLLOWED = {
    **dict.fromkeys(("word-spacing", "text-indent", "shape-margin"), ("0", "0px", "normal")),
    **dict.fromkeys(
        ("text-decoration", "text-decoration-line", "text-transform", "font-variant"),
        ("none", "normal"),
    ),
    **dict.fromkeys(
        (
            *("font-variant-caps", "font-variant-ligatures", "font-variant-numeric"),
            *("font-feature-settings", "font-variation-settings"),
        ),
        ("normal",),
    ),
    "font-kerning": ("auto", "normal"),
    "text-align": ("start", "end", "left", "right", "center"),
    "text-shadow": ("none",),
    "writing-mode": ("horizontal-tb", "lr", "lr-tb", "rl", "rl-tb"),
    "dominant-baseline": ("auto", "alphabetic", "use-script", "no-change", "reset-size"),
    "alignment-baseline": ("auto", "baseline", "alphabetic"),
    "baseline-shift": ("baseline", "0", "0px", "0%"),
}
"""Properties of a sample that are not those of the texts in its place, and the values that ask for
nothing."""


_SOMETHING = re.compile("[1-9]")
"""What is in each number but zero."""


def _ignored(document: UndrawnDocument, leaf: etree._Element) -> Iterator[str]:
    for name, nothing in _NOT_FOLLOWED.items():
        value = document.inherited(leaf, name, nothing[0]).strip().lower()
        if value not in nothing and not (
            value.split() and set(value.split()) <= {*nothing, "solid"}
        ):
            yield f"{name}: {value[:40]}"


def _ignored_attributes(
    document: UndrawnDocument, text: etree._Element, leaf: etree._Element
) -> Iterator[str]:
    """What the attributes of a sample ask for in vain, and its direction. A text on a path has
    this, and is moved along as a whole."""
    on_path = any(svg_tree.local(part) == "textPath" for part in svg_tree.elements(text))
    if not on_path and document.inherited(leaf, "direction", "ltr") == "rtl":
        yield "direction: rtl"
    for part in _chain(text, leaf):
        moved = int(on_path and part is text)
        followed = {"x": 1, "y": 1, "dx": moved, "dy": moved, "rotate": 0, "textLength": 0}
        for name, count in followed.items():
            value = part.get(name, "")
            if _SOMETHING.search(" ".join(value.replace(",", " ").split()[count:])):
                yield f"{name}: {value[:40]}"


def _chain(text: etree._Element, leaf: etree._Element) -> list[etree._Element]:
    """The parts of a text from its first letters to itself."""
    around = takewhile(lambda part: part is not text, leaf.iterancestors())
    return [leaf] if leaf is text else [leaf, *around, text]


def point_of(document: UndrawnDocument, text: etree._Element) -> tuple[float, float]:
    """The point where a plain text begins: its x and its first baseline. Raises StyleError."""
    leaf = leaf_of(text)
    chain = _chain(text, leaf)
    page = document.page
    x, y = (
        next(
            (_first(ancestor.get(name, ""), length) for ancestor in chain if ancestor.get(name)),
            0.0,
        )
        for name, length in (("x", page.width), ("y", page.height))
    )
    return x, y


def frame_box(document: UndrawnDocument, rectangle: etree._Element) -> Box:
    """A rectangle in the units that it is drawn in. Raises StyleError."""
    page, sides = document.page, document.declared(rectangle)
    x, y, width, height = (
        svg_values.parse_length(sides.get(name, "0"), length)
        for name, length in (
            ("x", page.width),
            ("y", page.height),
            ("width", page.width),
            ("height", page.height),
        )
    )
    if width <= 0 or height <= 0:
        raise StyleError("it has no width or no height", "give it both")
    return Box(x, y, width, height)


def _face(document: UndrawnDocument, element: etree._Element) -> TextFace:
    style = document.own_style(element)
    size = float(style.font_size)
    return TextFace(
        style.families,
        style.weight,
        style.italic,
        round(size, 6),
        round(_line_height(document, element, size), 6),
    )


def _line_height(document: UndrawnDocument, element: etree._Element, size: float) -> float:
    """Height of a line (CSS 2.2, 10.8.1): a bare number goes with each size, all else is that of
    the element that says it."""
    for ancestor in (element, *element.iterancestors()):
        line_height = document.declared(ancestor).get("line-height", "inherit")
        if line_height == "normal":
            break
        if line_height != "inherit":
            value, unit = svg_values.split_length(line_height)
            font_size = float(document.own_style(ancestor).font_size)
            return (
                svg_values.parse_length(line_height, font_size, font_size) if unit else value * size
            )
    return NORMAL * size


def _lines(document: UndrawnDocument, text: etree._Element) -> dict[float, str]:
    """The words on each line of a text, by its baseline."""
    words_by_line: dict[float, list[str]] = {}
    page_height = document.page.height
    y = 0.0

    def add(words: str | None) -> None:
        if words and words.strip():
            words_by_line.setdefault(round(y, 4), []).append(words)

    def read(element: etree._Element) -> None:
        nonlocal y
        size = float(document.own_style(element).font_size)
        if element.get("y"):
            y = _first(element.get("y", ""), page_height, size)
        y += _first(element.get("dy", ""), page_height, size)
        add(element.text)
        for child in element:
            if isinstance(child.tag, str) and svg_tree.local(child) not in ("title", "desc"):
                read(child)
            add(child.tail)

    read(text)
    return {at: " ".join("".join(words).split()) for at, words in words_by_line.items()}


def words_of(document: UndrawnDocument, text: etree._Element) -> str:
    """The words of a sample, its lines as lines where they stand in no frame."""
    return "\n".join(_lines(document, text).values())


def _first(text: str, reference_length: float, em: float = 16.0) -> float:
    """The first of a list of lengths."""
    words = text.replace(",", " ").split()
    return svg_values.parse_length(words[0], reference_length, em) if words else 0.0
