"""Drawings in one colour: everything that they paint takes it, but for what is transparent."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from lxml import etree

from cardgen.base.files import file_state
from cardgen.base.findings import CardgenError, Finding
from cardgen.engine import DrawingError, svg_tree
from cardgen.model.project import VECTOR, Project, read_art

_PAINTS = ("fill", "stroke", "stop-color", "flood-color", "lighting-color", "color")
_HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")
_UNPAINTED = ("none", "transparent", "inherit", "context-fill", "context-stroke")
_DECLARED = re.compile(
    rf"(?P<name>(?:^|(?<=[;{{\s]))(?:{'|'.join(_PAINTS)})\s*:\s*)(?P<paint>[^;}}!]+)"
)
"""A paint in CSS."""


def recoloured_address(project: Project, path: Path, paint: str) -> str:
    """The address of a drawing in one colour, with the drawing in it. Raises CardgenError."""
    if path.suffix.lower() not in VECTOR:
        raise CardgenError(
            Finding(
                "art-refused",
                f'"{path.name}" is a picture, which takes no colour',
                "draw it as SVG, or leave its color out",
            )
        )
    return recoloured_file(path, project.home_of(path), file_state(path)[1], paint)


def address_in_text(project: Project, path: Path, text_colour: str) -> str:
    """The address of a drawing whose `currentColor` is that of a text. Raises CardgenError."""
    changed = file_state(path)[1]
    return recoloured_file(path, project.home_of(path), changed, text_colour, is_whole=False)


def address_in_palette(project: Project, path: Path, paints: Mapping[str, str]) -> str:
    """The address of a drawing in which each paint of `paints` is another. Raises CardgenError."""
    try:
        data = read_art(path, project.home_of(path)).decode("utf-8")
    except DrawingError as error:
        raise error.within(path) from None
    svg = _HEX.sub(lambda match: paints.get(match[0].upper(), match[0]), data)
    return svg_address(svg.encode())


@lru_cache(maxsize=256)
def recoloured_file(
    path: Path, home: Path, changed: int, paint: str, *, is_whole: bool = True
) -> str:
    """The address of a drawing as its file was when it was `changed`, in nanoseconds.

    All of it is in `paint` if `is_whole`, and what is in `currentColor` otherwise."""
    try:
        data = read_art(path, home)
        svg = recoloured(data, paint) if is_whole else _in_text(data, paint)
    except DrawingError as error:
        raise error.within(path) from None
    return svg_address(svg)


def svg_address(svg: bytes) -> str:
    """The address of a drawing, with the drawing in it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode('ascii')}"


def _in_text(data: bytes, text_colour: str) -> bytes:
    """The drawing with `currentColor` as in a text. Raises DrawingError."""
    root = svg_tree.read_svg(data)
    root.set("color", text_colour)
    return bytes(etree.tostring(root))


def recoloured(data: bytes, paint: str) -> bytes:
    """The drawing with every paint that is not `none` in one colour. Raises DrawingError."""
    root = svg_tree.read_svg(data)
    for element in svg_tree.elements(root):
        for name in _PAINTS:
            if element.get(name, "none").strip() not in _UNPAINTED:
                element.set(name, paint)
        if style := element.get("style"):
            element.set("style", _declared_anew(style, paint))
        if svg_tree.local(element) == "style" and element.text:
            element.text = _declared_anew(element.text, paint)
    if root.get("fill") is None:
        root.set("fill", paint)
    return bytes(etree.tostring(root))


def _declared_anew(css: str, paint: str) -> str:
    def declared(match: re.Match[str]) -> str:
        is_unpainted = match["paint"].strip() in _UNPAINTED
        return match[0] if is_unpainted else f"{match['name']}{paint}"

    return _DECLARED.sub(declared, css)


def in_colour_of_text(data: bytes) -> bytes:
    """A drawing of one colour in `currentColor`; others as they are. Raises DrawingError."""
    paints = _paints_of(svg_tree.read_svg(data))
    return recoloured(data, _COLOUR_OF_TEXT) if len(paints) == 1 else data


_COLOUR_OF_TEXT = "currentColor"
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text")
_LONG_HEX = 7
_NAMED = {"black": "#000000", "white": "#ffffff"}


def _paints_of(root: etree._Element) -> set[str]:
    """All paints of a drawing, the black of shapes included for which it says none."""
    paints: set[str] = set()
    for element in svg_tree.elements(root):
        paints |= {element.get(name, "none") for name in _PAINTS}
        for css in (element.get("style", ""), _sheet_of(element)):
            paints |= {match["paint"] for match in _DECLARED.finditer(css)}
        if svg_tree.local(element) in _SHAPES and not _says_fill(element):
            paints.add("black")
    plain_paints = {_plain_paint(paint) for paint in paints}
    return plain_paints - {*_UNPAINTED, ""}


def _sheet_of(element: etree._Element) -> str:
    return element.text or "" if svg_tree.local(element) == "style" else ""


def _says_fill(element: etree._Element) -> bool:
    """True if a shape or what it lies in says its fill, or may have one by its class."""
    for above in (element, *element.iterancestors()):
        is_said = "fill" in above.attrib or "class" in above.attrib
        if is_said or re.search(r"(?<![\w-])fill\s*:", above.get("style", "")):
            return True
    return False


def _plain_paint(paint: str) -> str:
    """A paint in the spelling in which black and white are the same however they are written."""
    plain_paint = paint.strip().lower()
    plain_paint = _NAMED.get(plain_paint, plain_paint)
    if plain_paint.startswith("#") and len(plain_paint) < _LONG_HEX:
        return "#" + "".join(2 * digit for digit in plain_paint[1:])
    return plain_paint
