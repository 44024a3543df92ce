"""Makes the icons of one colour from the coloured ones, and the page that lists all icons.

    python docs/make_icons.py

A coloured icon is `templates/icons/color/NAME.svg`. The one of one colour, `templates/icons/NAME.svg`,
is one path of what is `currentColor` in it and not covered by its colours, so that holes are holes
on any ground. A colour of the class `solid` counts as dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import radians
from pathlib import Path

import pathops
from fontTools.misc.transform import Identity, Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder
from lxml import etree

ICONS = Path(__file__).resolve().parent.parent / "templates/icons"
COLOURED = ICONS / "color"
INK = "currentColor"
SOLID = "solid"
"""The class of a coloured mass that is dark in one colour."""
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_CAPS = {"round": pathops.LineCap.ROUND_CAP, "butt": pathops.LineCap.BUTT_CAP}
_JOINS = {"round": pathops.LineJoin.ROUND_JOIN, "miter": pathops.LineJoin.MITER_JOIN}
_MITER = 4.0
_SPECK = 0.5
"""Square units (of 10,000) below which what is left of a shape is a fault of the arithmetic."""


def one_coloured(svg: bytes) -> str:
    """The icon of one colour for a coloured one."""
    ink = pathops.Path()
    for shape, paints in shapes(svg):
        for area, paint in painted(shape, paints):
            is_ink = paint == INK or (paint == paints["fill"] and SOLID in paints["class"])
            operation = pathops.PathOp.UNION if is_ink else pathops.PathOp.DIFFERENCE
            ink = pathops.op(ink, area, operation)
    return f'{_HEAD}\n<path d="{_path_data(ink)}" fill="{INK}"/>\n</svg>\n'


def shapes(svg: bytes) -> Iterator[tuple[etree._Element, dict[str, str]]]:
    """Yield the shapes of a drawing in the order of painting, each with what it inherits."""
    root = etree.fromstring(svg)
    for element in root.iter("{*}path", *(f"{{*}}{name}" for name in _OTHER_SHAPES)):
        ways = [*reversed(list(element.iterancestors())), element]
        paints = {"fill": "#000000", "stroke": "none", "class": "", "fill-rule": "nonzero"}
        paints |= {"stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter"}
        for way in ways:
            paints |= {str(name): str(value) for name, value in way.attrib.items()}
        paints["transform"] = " ".join(filter(None, (way.get("transform") for way in ways)))
        yield element, paints


_OTHER_SHAPES = ("rect", "circle", "ellipse", "line", "polyline", "polygon")


def painted(element: etree._Element, paints: dict[str, str]) -> Iterator[tuple[pathops.Path, str]]:
    """Yield the areas that a shape fills and strokes, each with its paint."""
    matrix = tuple(_transform(paints["transform"]))
    if paints["fill"] != "none":
        area = _outline(element)
        if paints["fill-rule"] == "evenodd":
            area.fillType = pathops.FillType.EVEN_ODD
        yield area.transform(*matrix), paints["fill"]
    if paints["stroke"] != "none":
        area = _outline(element)
        caps, joins = _CAPS[paints["stroke-linecap"]], _JOINS[paints["stroke-linejoin"]]
        area.stroke(float(paints["stroke-width"]), caps, joins, _MITER)
        area.convertConicsToQuads()
        yield area.transform(*matrix), paints["stroke"]


def _outline(element: etree._Element) -> pathops.Path:
    """The outline of a shape without its transform."""
    plain_element = etree.Element(element.tag, dict(element.attrib))
    plain_element.attrib.pop("transform", None)
    builder = PathBuilder()
    builder.add_path_from_element(plain_element)
    path = pathops.Path()
    for data in builder.paths:
        parse_path(data, path.getPen())
    return path


def _transform(text: str) -> Transform:
    """The matrix of a list of SVG's transforms."""
    transform = Identity
    for name, arguments in _CALL.findall(text):
        numbers = [float(number) for number in re.split(r"[\s,]+", arguments.strip())]
        transform = _CALLS[name](transform, *numbers)
    return transform


def _rotated(transform: Transform, angle: float, x: float = 0, y: float = 0) -> Transform:
    return transform.translate(x, y).rotate(radians(angle)).translate(-x, -y)


def _scaled(transform: Transform, x: float, y: float | None = None) -> Transform:
    return transform.scale(x, x if y is None else y)


_CALLS = {"rotate": _rotated, "translate": Transform.translate, "scale": _scaled}


def _path_data(area: pathops.Path) -> str:
    """The data of a path in tenths, without what the arithmetic left over."""
    area.simplify(fix_winding=True, keep_starting_points=False)
    area.convertConicsToQuads()
    pen = SVGPathPen(None, ntos=lambda number: f"{round(number, 1):g}".replace("-0.", "-."))
    for contour in area.contours:
        if abs(contour.area) >= _SPECK:
            contour.draw(pen)
    return str(pen.getCommands())


def write_icons() -> None:
    """Write all icons of one colour."""
    for name, svg in made_icons().items():
        (ICONS / name).write_text(svg, "utf-8", newline="\n")


def made_icons() -> dict[str, str]:
    """The icons of one colour by their files."""
    return {path.name: one_coloured(path.read_bytes()) for path in sorted(COLOURED.glob("*.svg"))}


def groups() -> dict[str, list[str]]:
    """The names of all icons with keywords by the headings of their file."""
    names: dict[str, list[str]] = {}
    heading = ""
    for line in (ICONS / "keywords.yaml").read_text("utf-8").splitlines():
        if line.startswith("# "):
            heading = line.removeprefix("# ")
        elif name := line.partition(":")[0]:
            names.setdefault(heading, []).append(name)
    return names


def list_icons() -> str:
    """The page of all icons."""
    parts = [_PAGE_HEAD]
    for heading, names in groups().items():
        listed = ", ".join(f"`{name}`" for name in names)
        parts.append(f"## {heading}\n\n{listed}")
    return "\n\n".join(parts) + "\n"


PAGE = Path(__file__).resolve().parent / "icons.md"
_PAGE_HEAD = """# The icons

<!-- made by  python docs/make_icons.py  from templates/icons/keywords.yaml -->

These icons come with cardgen. Write `{sword}` in a text for the sword of one colour, which is that of
the text, and `{color/sword}` for the coloured one; the icons for Halloween are coloured by themselves.
A template places them as `<image href="color/sword.svg" ...>`, and a card as `art: color/sword`.
As the picture of a card, `{{ large_icon('color/sword', x, y, size) }}`, a coloured icon has a fine
outline, light and shade, as on the cards of the [looks](howto-looks.md).
[What more a text can say of an icon](howto-texts.md), [icons of your own](howto-art.md#icons).

<p align="center"><img src="pictures/icons.webp" width="820" alt="All icons that come with cardgen, with their names"></p>"""


def main() -> None:
    write_icons()
    PAGE.write_text(list_icons(), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
