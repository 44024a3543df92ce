"""Linear and radial gradients as PDF shadings (ISO 32000-1, 8.7.4.5.3 and 8.7.4.5.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from lxml import etree

from cardgen.drawing import fine
from cardgen.geometry import Box, Matrix
from cardgen.svg.read import local
from cardgen.svg.style import RGB, XLINK, Style, StyleError, parse_length, parse_transform

_MARGIN = 0.02
"""Of its length, by which an axis is made longer where several stops share its end."""


@dataclass(frozen=True, slots=True)
class Gradient:
    """A shading dictionary and the matrix from its space to user units; or, when all stops are alike, one flat colour."""

    shading: str
    matrix: Matrix
    flat: RGB | None = None


def build(
    element: etree._Element,
    by_id: dict[str, etree._Element],
    style_of: Callable[[etree._Element], Style],
    box: Box | None,
    viewport: Box | None,
) -> Gradient | None:
    """The gradient an element defines, for a shape with these bounds. None paints nothing. Raises StyleError.

    `viewport` is what percentages of a gradient in user space refer to, None where that is not known.
    """
    chain = _chain(element, by_id)
    kind = local(element)

    def attribute(name: str, otherwise: str) -> str:
        for link in chain:
            if name in link.attrib and (local(link) == kind or name.startswith("gradient") or name == "spreadMethod"):
                return str(link.attrib[name])
        return otherwise

    stops = next((found for link in chain if (found := _stops(link, style_of))), [])
    if not stops:
        return None
    if len(stops) == 1 or len({rgb for _, rgb in stops}) == 1:
        return Gradient("", Matrix(), stops[-1][1])
    for link in chain:
        style_of(link)  # which hears of what is not drawn here
    if attribute("spreadMethod", "pad") != "pad":
        raise StyleError("a gradient with spreadMethod other than pad is not drawn here")
    units = attribute("gradientUnits", "objectBoundingBox")
    if units not in ("objectBoundingBox", "userSpaceOnUse"):
        raise StyleError(f'"{units}" is not gradientUnits')
    if units == "objectBoundingBox":
        if box is None or not box.width or not box.height:
            return None
        matrix, whole = Matrix(box.width, 0, 0, box.height, box.x, box.y), Box(0, 0, 1, 1)
    else:
        matrix, whole = Matrix(), viewport or Box(0, 0, 0, 0)
    matrix = matrix @ parse_transform(attribute("gradientTransform", ""))
    if matrix.scale < 1e-6:
        return None

    def coordinate(name: str, otherwise: str, size: float) -> float:
        text = attribute(name, otherwise)
        if text.endswith("%") and not size and text != "0%":
            raise StyleError("a gradient in percent of an inner <svg> is not drawn here; give it in user units")
        if text.endswith("em"):
            raise StyleError("a gradient in em is not drawn here; give it in user units")
        return parse_length(text, whole=size)

    diagonal = ((whole.width**2 + whole.height**2) / 2) ** 0.5
    if kind == "linearGradient":
        ends = [
            coordinate("x1", "0%", whole.width),
            coordinate("y1", "0%", whole.height),
            coordinate("x2", "100%", whole.width),
            coordinate("y2", "0%", whole.height),
        ]
        if ends[:2] == ends[2:]:
            return Gradient("", matrix, stops[-1][1])
        shading_type = 2
    else:
        cx, cy = coordinate("cx", "50%", whole.width), coordinate("cy", "50%", whole.height)
        radius = coordinate("r", "50%", diagonal)
        fx = coordinate("fx", attribute("cx", "50%"), whole.width)
        fy = coordinate("fy", attribute("cy", "50%"), whole.height)
        if coordinate("fr", "0", diagonal):
            raise StyleError("a focal radius (fr) is not drawn here")
        if radius <= 0:
            return Gradient("", matrix, stops[-1][1])
        if (fx - cx) ** 2 + (fy - cy) ** 2 >= (radius * 0.999) ** 2:
            raise StyleError("a gradient with its focus on or outside its circle is not drawn here")
        ends = [fx, fy, 0, cx, cy, radius]
        shading_type = 3
    # Viewers look gradients up in a table, where the outermost of several stops at one end is lost: there the axis is made longer.
    low = _MARGIN if shading_type == 2 and stops[1][0] == 0 else 0.0
    high = _MARGIN if stops[-2][0] == 1 else 0.0
    if low or high:
        half = len(ends) // 2
        pairs = list(zip(ends[:half], ends[half:], strict=True))
        ends = [a - low * (b - a) for a, b in pairs] + [b + high * (b - a) for a, b in pairs]
        stops = [((offset + low) / (1 + low + high), rgb) for offset, rgb in stops]
    coords = " ".join(map(fine, ends))
    shading = (
        f"<< /ShadingType {shading_type} /ColorSpace /DeviceRGB /Coords [{coords}] /Extend [true true] /Function {_function(stops)} >>"
    )
    return Gradient(shading, matrix)


def _chain(element: etree._Element, by_id: dict[str, etree._Element]) -> list[etree._Element]:
    """The gradient and those it refers to, nearest first."""
    chain = [element]
    while True:
        reference = chain[-1].get("href") or chain[-1].get(XLINK)
        if not reference:
            return chain
        target = by_id.get(reference.removeprefix("#"))
        if target is None or target in chain or local(target) not in ("linearGradient", "radialGradient"):
            raise StyleError(f'the gradient refers to "{reference}", which is no other gradient of this file')
        chain.append(target)


def _stops(element: etree._Element, style_of: Callable[[etree._Element], Style]) -> list[tuple[float, RGB]]:
    stops: list[tuple[float, RGB]] = []
    for child in element:
        if local(child) != "stop":
            continue
        style = style_of(child)
        if style.stop.alpha * style.stop_alpha < 1:
            raise StyleError("a gradient stop that is not opaque is not drawn here")
        offset = max(0.0, min(1.0, parse_length(child.get("offset", "0"), whole=1.0)))
        stops.append((max(offset, stops[-1][0] if stops else 0.0), style.stop.rgb))
    return stops


def _function(stops: list[tuple[float, RGB]]) -> str:
    """A stitching function over the stops (ISO 32000-1, 7.10.4)."""
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    pieces, limits = [], []
    for (_, first), (offset, second) in pairwise(stops):
        c0, c1 = (" ".join(map(fine, rgb)) for rgb in (first, second))
        pieces.append(f"<< /FunctionType 2 /Domain [0 1] /C0 [{c0}] /C1 [{c1}] /N 1 >>")
        limits.append(offset)
    if len(pieces) == 1:
        return pieces[0]
    bounds, encode = " ".join(map(fine, limits[:-1])), " ".join(["0 1"] * len(pieces))
    return f"<< /FunctionType 3 /Domain [0 1] /Functions [{' '.join(pieces)}] /Bounds [{bounds}] /Encode [{encode}] >>"
