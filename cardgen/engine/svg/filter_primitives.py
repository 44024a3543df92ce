"""Filter primitives (Filter Effects 1, 9).

Each has one declaration of what it reads, what it costs and how typst is given it. A primitive that
is not here is refused. `filter_layers.py` knows of some how soft they leave what they take in; of
one that it does not know it expects sharp edges, which is slower and never wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree

from cardgen.engine.svg import grammar, support
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.path import numbers
from cardgen.engine.svg.values import SVG, StyleError, parse_length

Steps = list[etree._Element]
_STEP = 2
"""Pixels by which a shape grows at a time: growing twice by half as much is the same, and much
quicker."""
_LONGEST = 400
"""Pixels that a shape may grow by."""
_BOXED = 2.0
"""Pixels from which typst blurs with boxes, as browsers do, and not in its other way."""
_PLACE = ("x", "y", "width", "height")
_LAST_HAS = (*_PLACE, "color-interpolation-filters", "result")
"""Attributes of a primitive that the last of its steps has."""


@dataclass(frozen=True, slots=True)
class FilterPrimitive:
    """One filter primitive, which typst is proven to draw right."""

    attributes: frozenset[str]
    """Those that typst is told."""
    cost: float = 4.0
    """About how many nanoseconds typst takes for a pixel, and for each octave of a noise."""
    slow: bool = False
    """True if it is drawn with fewer pixels, for each takes long."""
    written_out: Callable[[etree._Element], Steps] | None = None
    """The primitives that it stands for, if it is short for others."""
    steps: Callable[[etree._Element, float], Steps] | None = None
    """The primitives that typst draws right or quickly in its place, at some pixels to a unit."""


def copied(primitive: etree._Element) -> etree._Element:
    """A primitive by itself, without the document around it."""
    return etree.fromstring(etree.tostring(primitive))


def read_numbers(text: str) -> list[float]:
    """The numbers of an attribute. Raises StyleError."""
    try:
        return numbers(text)
    except ValueError as error:
        remedy = "write numbers with spaces between them, such as 2 1"
        raise StyleError(str(error), remedy) from None


def steps_of(primitive: etree._Element, density: float) -> Steps:
    """Return a primitive as typst draws it right and quickly. Raises StyleError."""
    declaration = PRIMITIVES[local(primitive)]
    if declaration.written_out:
        return declaration.written_out(primitive)
    if declaration.steps:
        return declaration.steps(primitive, density)
    return [copied(primitive)]


def cost_of(primitive: etree._Element) -> float:
    """About how many nanoseconds typst takes for each pixel."""
    octaves = max(1.0, parse_length(primitive.get("numOctaves", "1")))
    return PRIMITIVES[local(primitive)].cost * octaves


def _attributes_for_last(primitive: etree._Element) -> dict[str, str]:
    return {name: primitive.get(name, "") for name in _LAST_HAS if primitive.get(name)}


def _shadow_steps(primitive: etree._Element) -> Steps:
    """The primitives that feDropShadow stands for (Filter Effects 1, 9.10).

    typst mixes up its colour in sRGB."""
    source = primitive.get("in")
    result = primitive.get("result")
    common_attributes = _attributes_for_last(primitive)
    common_attributes.pop("result", None)
    offset: dict[str, str | None] = {
        "dx": primitive.get("dx", "2"),
        "dy": primitive.get("dy", "2"),
        "result": "shade",
    }
    flood = {key: primitive.get(key) for key in ("flood-color", "flood-opacity")}
    deviation = primitive.get("stdDeviation", "2")
    parts: tuple[tuple[str, dict[str, str | None]], ...] = (
        ("feGaussianBlur", {"in": source or "before", "stdDeviation": deviation}),
        ("feOffset", offset),
        ("feFlood", flood),
        ("feComposite", {"in2": "shade", "operator": "in", "result": "shade"}),
    )
    steps = []
    if not source:
        steps.append(etree.Element(SVG + "feOffset", {**common_attributes, "result": "before"}))
    for kind, attributes in parts:
        all_attributes = {**common_attributes, **attributes}
        written = {key: value for key, value in all_attributes.items() if value}
        steps.append(etree.Element(SVG + kind, written))
    merge = etree.Element(SVG + "feMerge", common_attributes)
    if result:
        merge.set("result", result)
    for layer in ("shade", source or "before"):
        etree.SubElement(merge, SVG + "feMergeNode", {"in": layer})
    return [*steps, merge]


def _blur_steps(primitive: etree._Element, density: float) -> Steps:
    """A blur; one of less than _BOXED pixels is made opaque again.

    typst leaves some of it a 255th too clear, and filters that multiply it show that."""
    blur = copied(primitive)
    widest = max(read_numbers(primitive.get("stdDeviation", "0")))
    if not 0 < widest * density < _BOXED:
        return [blur]
    blur.attrib.pop("result", None)
    opaque = etree.Element(SVG + "feComponentTransfer", _attributes_for_last(primitive))
    etree.SubElement(opaque, SVG + "feFuncA", type="linear", slope=repr(255 / 254))
    return [blur, opaque]


def _growth_steps(primitive: etree._Element, density: float) -> Steps:
    """An feMorphology as several of a few pixels each: together the same, and much quicker.

    typst's window of a radius r is 2 r pixels wide, not 2 r + 1, and begins r before the pixel; an
    feOffset makes good for that."""
    given_radii = read_numbers(primitive.get("radius", "0"))
    across_and_down = (given_radii * 2)[:2]  # one number is both
    radii = [radius * density for radius in across_and_down]
    if len(radii) < 2 or not min(radii) > 0:
        return [copied(primitive)]
    if max(radii) > _LONGEST:
        raise StyleError(
            "an feMorphology as wide as that is not drawn here", "draw the shape larger"
        )
    count = 2 * math.ceil(max(radii) / _STEP / 2)
    totals = [round(radius) + count // 2 for radius in radii]
    steps = []
    for number in range(count):
        step = copied(primitive)
        grown = [total * (number + 1) // count - total * number // count for total in totals]
        step_radii = [(pixels - 0.1) / density for pixels in grown]
        step.set("radius", " ".join(map(repr, step_radii)))
        if number:
            step.attrib.pop("in", None)
        step.attrib.pop("result", None)
        steps.append(step)
    shift = repr(-count / 2 / density)
    attributes = {**_attributes_for_last(primitive), "dx": shift, "dy": shift}
    return [*steps, etree.Element(SVG + "feOffset", attributes)]


_IN_PLACE = "in result x y width height"
_FUNCTION = FilterPrimitive(
    support.words("type slope intercept amplitude exponent offset tableValues")
)


def _primitive(
    attributes: str = "",
    *,
    cost: float = 4.0,
    slow: bool = False,
    written_out: Callable[[etree._Element], Steps] | None = None,
    steps: Callable[[etree._Element, float], Steps] | None = None,
) -> FilterPrimitive:
    """Return a primitive that has a place, takes something in and names what it makes."""
    names = support.words(f"{attributes} {_IN_PLACE}")
    return FilterPrimitive(names, cost, slow, written_out, steps)


PRIMITIVES: dict[str, FilterPrimitive] = {
    "feGaussianBlur": _primitive("stdDeviation", cost=12.0, steps=_blur_steps),
    "feDropShadow": _primitive(
        "dx dy stdDeviation flood-color flood-opacity", written_out=_shadow_steps
    ),
    "feOffset": _primitive("dx dy"),
    "feFlood": _primitive("flood-color flood-opacity"),
    "feComposite": _primitive("in2 operator k1 k2 k3 k4"),
    "feMerge": _primitive(),
    "feMergeNode": FilterPrimitive(support.words("in")),
    "feBlend": _primitive("in2 mode"),
    "feColorMatrix": _primitive("type values"),
    "feMorphology": _primitive(
        "operator radius", cost=4.0 * _STEP * _STEP, slow=True, steps=_growth_steps
    ),
    "feComponentTransfer": _primitive(),
    "feFuncR": _FUNCTION,
    "feFuncG": _FUNCTION,
    "feFuncB": _FUNCTION,
    "feFuncA": _FUNCTION,
    "feTile": _primitive(),
    "feImage": _primitive("preserveAspectRatio"),
    "feTurbulence": _primitive(
        "type baseFrequency numOctaves seed stitchTiles", cost=40.0, slow=True
    ),
}
LENGTHS = {
    "dx": 0,
    "dy": 1,
    "stdDeviation": 2,
    "radius": 2,
    "x": 0,
    "y": 1,
    "width": 0,
    "height": 1,
}
"""Attributes that are lengths across (0), down (1) or both (2), in user units or parts of a box."""
ATTRIBUTES = frozenset(name for declared in PRIMITIVES.values() for name in declared.attributes)
UNDRAWN = support.words(
    "feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight fePointLight"
    " feSpecularLighting feSpotLight"
)
"""Primitives that browsers know and that are refused."""
VALUES: dict[str, grammar.ValueTest] = {
    "flood-color": grammar.may_be_colour,
    "lighting-color": grammar.may_be_colour,
    "flood-opacity": grammar.is_share,
}
"""The tests of values that browsers take for the properties of primitives, beside colours that
are known here."""
