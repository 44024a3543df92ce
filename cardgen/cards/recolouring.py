"""Drawings in one colour: everything that they paint takes it, but for what is transparent."""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from pathlib import Path

from lxml import etree

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding
from cardgen.engine import DrawingError, svg_tree
from cardgen.model.project import VECTOR, Project

_PAINTS = ("fill", "stroke", "stop-color", "flood-color", "lighting-color", "color")
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
    return _address(path, project.home_of(path), path.stat().st_mtime_ns, paint)


@lru_cache(maxsize=256)
def _address(path: Path, home: Path, changed: int, paint: str) -> str:
    """The address of a file as it was when it was `changed`, in nanoseconds."""
    try:
        svg = recoloured(read_inside(path, home), paint)
    except DrawingError as error:
        raise error.within(path) from None
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode('ascii')}"


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
