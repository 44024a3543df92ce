"""The second engine for art: what our walker does not draw goes through typst's SVG renderer, and its page is placed as a form.

It sees the bytes of the drawing and of the pictures it names, and the project's fonts; it reaches nothing else. What it is known to draw
otherwise than a browser is refused (`oddity`). The package comes with the extra `art`.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lxml import etree

from cardgen.drawing import Drawing, Picture, matrix_operator
from cardgen.geometry import Box, Matrix
from cardgen.svg import constructs
from cardgen.svg.path import dotted, parse_path
from cardgen.svg.read import elements, local, view_box
from cardgen.svg.style import SVG, XLINK

EXTRA = "art"
_SIDE = 300
"""Points of the longer side of a drawing while typst has it: filters become pixels, four to a point."""
_MARKED = re.compile(rb"\A/Span ?<</MCID \d+>>\s*BDC\s(.*)EMC\s*\Z", re.DOTALL)
_COLOUR = re.compile(r"[a-zA-Z]+|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|rgba?\((\s*\d+\s*,){2}\s*\d+\s*(,\s*[\d.]+\s*)?\)|url\(#[^)]*\)")
_SELECTORS = re.compile(r"[\w.#,\s-]*")
_COLOURED = ("fill", "stroke", "color", "stop-color", "flood-color")


def installed(package: str) -> str:
    """A package with its version, as the folder of its metadata is called; empty where it is not installed.

    The folders tell it at once; importlib.metadata takes 20 ms for a package.
    """
    found = find_spec(package)
    if found is None or not found.origin:
        return ""
    beside = Path(found.origin).parent.parent
    return next((path.stem for path in sorted(beside.glob(f"{package}-*.dist-info"))), package)


def version() -> str:
    """The version of typst's package, empty where it is not installed."""
    return installed("typst")


def oddity(root: etree._Element) -> str:
    """What of a drawing typst would draw otherwise than a browser; empty for nothing."""
    for element in elements(root):
        name = local(element)
        found = _odd_style(element) or (_odd_rules(element.text or "") if name == "style" else "")
        if name in ("tspan", "textPath") or (name == "text" and (len(element) or not constructs.TYPST_TEXT.issuperset(element.keys()))):
            found = "text that is more than a line in one style"
        elif name in ("linearGradient", "radialGradient") and (element.get("spreadMethod", "pad") != "pad" or "fr" in element.attrib):
            found = "spreadMethod and fr"
        elif name == "path" and (segments := parse_path(element.get("d", ""))) != dotted(segments):
            found = "a line without length"
        elif (name.startswith("fe") and name not in constructs.TYPST_FILTERS) or name in ("marker", "foreignObject"):
            found = f"<{name}>"
        if found:
            return f"{found} together with what our own walker leaves to typst"
    return ""


def _odd_style(element: etree._Element) -> str:
    declarations = re.findall(r"([\w-]+)\s*:\s*([^;]*)", element.get("style", ""))
    if any(key in ("transform", "font") or key.startswith("--") or "var(" in value or "!" in value for key, value in declarations):
        return "var(), !important, font and transform in a style"
    for name, value in (*declarations, *element.items()):
        if name in _COLOURED and not _COLOUR.fullmatch(value.strip()):
            return f'the colour "{value[:40]}"'
        if name == "filter" and value != "none" and not re.fullmatch(r"url\(#[^)]*\)", value.strip()):
            return f'filter="{value[:40]}"'
    return ""


def _odd_rules(text: str) -> str:
    rules = re.findall(r"([^{}]*)\{([^{}]*)\}", text)
    plain = not re.search(r"@|var\(|!|--|transform\s*:|font\s*:", text) and all(_SELECTORS.fullmatch(selector) for selector, _ in rules)
    colours = (value.strip() for name, value in re.findall(r"([\w-]+)\s*:\s*([^;{}]*)", text) if name in _COLOURED)
    return "" if plain and all(map(_COLOUR.fullmatch, colours)) else "a style sheet of more than plain rules"


def convert(root: etree._Element, source: Callable[[str], Any], fonts: tuple[Path, ...]) -> bytes:
    """The drawing as a PDF page whose middle third, both ways, is its view box. `source` gives the Picture an <image> names.

    Raises ValueError where typst cannot draw it.
    """
    import typst

    box = view_box(root)
    inner = deepcopy(root)
    for element in elements(inner):
        reference = element.get("href") or element.get(XLINK)
        if local(element) == "image" and reference:
            picture = source(reference)
            if not isinstance(picture, Picture):
                raise ValueError("a drawing inside a drawing")
            element.attrib.pop(XLINK, None)
            kind = "png" if picture.data.startswith(b"\x89PNG") else "jpeg"
            element.set("href", f"data:image/{kind};base64,{base64.b64encode(picture.data).decode()}")
    for name, value in zip(("x", "y", "width", "height"), box, strict=True):
        inner.set(name, repr(value))
    inner.set("viewBox", " ".join(map(repr, box)))
    inner.set("preserveAspectRatio", "none")
    inner.set("overflow", "visible")
    outer = etree.Element(SVG + "svg", nsmap={None: SVG[1:-1]})
    outer.set("viewBox", " ".join(map(repr, (box.x - box.width, box.y - box.height, 3 * box.width, 3 * box.height))))
    outer.append(inner)
    scale = 3 * _SIDE / max(box.width, box.height)
    width, height = (f"{side * scale:.4f}pt" for side in (box.width, box.height))
    page = f'#set page(width: {width}, height: {height}, margin: 0pt, fill: none)\n#image("art.svg", width: 100%, height: 100%)'
    files = {"main.typ": page.encode(), "art.svg": etree.tostring(outer)}
    try:
        made = typst.compile(files, format="pdf", font_paths=_fonts(fonts), pdf_standards="1.4", timestamp=0)
    except typst.TypstError as error:
        raise ValueError(str(error).strip().split("\n")[0][:200]) from None
    if not isinstance(made, bytes):
        raise ValueError("more than a page")
    return made


@lru_cache(maxsize=4)
def _fonts(folders: tuple[Path, ...]) -> Any:
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders))


def drawing_of(page: bytes, box: Box, fit: str) -> Drawing:
    """The page that `convert` made, as a drawing with the view box it stands for."""
    import pikepdf

    with pikepdf.open(io.BytesIO(page)) as document:
        first = document.pages[0]
        first.contents_coalesce()
        content = first.Contents.read_bytes()
        _, _, width, height = (float(side) for side in first.MediaBox)
    marked = _MARKED.match(content)
    wide, high = 3 * box.width / width, 3 * box.height / height
    place = Matrix(wide, 0, 0, -high, box.x - box.width, box.y + 2 * box.height)
    content = matrix_operator(place).encode() + b"\n" + (marked[1] if marked else content)
    inner = Drawing(content, Box(box.x - box.width, box.y - box.height, 3 * box.width, 3 * box.height), group=True, page=page)
    return Drawing(f"/{inner.name} Do".encode(), box, fit=fit, forms={inner.name: inner})
