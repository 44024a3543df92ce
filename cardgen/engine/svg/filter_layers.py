"""Filters taken apart: the layers that a filter lays over one another, and how soft each of them
is.

A shadow or a glow is a soft layer under what casts it. What is blurred needs few pixels, whatever
it is blurred from; and what casts the shadow needs none at all, for it is painted as it is.
Everything that is no stack of layers is one layer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from typing import Any, NamedTuple

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.values import SVG

SOURCE = "SourceGraphic"
_SOURCES = (SOURCE, "SourceAlpha")
_Input = int | str
"""What a primitive takes in: the number of another, or one of _SOURCES."""
_EACH_PIXEL = ("feColorMatrix", "feComponentTransfer", "feComposite", "feBlend", "feMerge")
"""Primitives of which each pixel depends on that pixel alone."""

_MOST_PRIMITIVES, _MOST_LAYERS = 60, 12
"""Of filters with more nobody asks what they are made of."""
_MIXING = ("feMerge", "feBlend", "feComposite")


class FilterLayer(NamedTuple):
    """One layer of a filter: the primitives that make it, the last of which is it; without any it
    is what the filter is put over.

    `deviation` is the least blur that all of it went through, in user units: 0 for what may have
    sharp edges."""

    primitives: Any = None
    deviation: float = 0.0
    reach: float = math.inf
    """How far beyond what the filter is put over anything of it may be seen."""


class _Primitive(NamedTuple):
    primitive: etree._Element
    inputs: tuple[_Input, ...]

    @property
    def kind(self) -> str:
        return local(self.primitive)

    @property
    def whole(self) -> bool:
        """Whether it fills the region of the filter, with nothing cut off."""
        return not any(name in self.primitive.attrib for name in Box._fields)

    def says(self, name: str, otherwise: float) -> float:
        """A number that it says. Raises ValueError."""
        return float(self.primitive.get(name) or otherwise)


def layers_of(primitives: etree._Element, opaque: bool) -> tuple[FilterLayer, ...]:
    """The layers of a filter, the lowest first. `opaque` tells that what it is put over lets
    nothing through."""
    if len(primitives) > _MOST_PRIMITIVES:
        return (FilterLayer(primitives),)
    nodes = tuple(_nodes(primitives))
    stack = tuple(islice(_stack(nodes, len(nodes) - 1), _MOST_LAYERS + 1)) if nodes else ()
    if len(stack) > _MOST_LAYERS:
        stack = (len(nodes) - 1,)
    if any(
        node.primitive.get("color-interpolation-filters") != "sRGB"
        for node in nodes
        if node.kind in _MIXING
    ):
        # In linear light colours mix otherwise, except that what is opaque hides all that lies
        # under it.
        if not (opaque and stack[-1:] == (SOURCE,) and SOURCE not in stack[:-1]):
            stack = (len(nodes) - 1,)
        elif len(stack) > 2:
            nodes, stack = (*nodes, _merged(stack[:-1])), (len(nodes), SOURCE)
    hidden = opaque and SOURCE in stack
    return tuple(
        _layer(nodes, each, hidden and SOURCE in stack[place + 1 :])
        for place, each in enumerate(stack)
    )


def _merged(stack: tuple[_Input, ...]) -> _Primitive:
    """What lays some things over one another in linear light."""
    merge = etree.Element(SVG + "feMerge", {"color-interpolation-filters": "linearRGB"})
    for _ in stack:
        etree.SubElement(merge, SVG + "feMergeNode")
    return _Primitive(merge, stack)


def _nodes(primitives: etree._Element) -> Iterator[_Primitive]:
    """The primitives and what each takes in. A name that nothing has is that of the primitive
    before, as browsers read it."""
    named: dict[str, _Input] = {name: name for name in _SOURCES}
    before: _Input = SOURCE
    for number, primitive in enumerate(primitives):
        readers = list(primitive) if local(primitive) == "feMerge" else [primitive]
        keys = (
            ("in", "in2")
            if "in2" in primitive.attrib or local(primitive) in ("feComposite", "feBlend")
            else ("in",)
        )
        inputs = [named.get(reader.get(key, ""), before) for reader in readers for key in keys]
        node = _Primitive(primitive, tuple(inputs))
        yield node
        stays = (
            node.kind == "feOffset"
            and node.whole
            and not any(node.says(side, 0) for side in ("dx", "dy"))
        )
        before = inputs[0] if stays else number
        named[primitive.get("result", "")] = before
        named.pop("", None)


def _stack(nodes: tuple[_Primitive, ...], at: _Input) -> Iterator[_Input]:
    """What is laid over one another to come to a primitive, the lowest first."""
    node = nodes[at] if isinstance(at, int) else None
    if node is None or not node.whole:
        yield at
    elif node.kind == "feMerge":
        for each in node.inputs:
            yield from _stack(nodes, each)
    elif (node.kind, node.primitive.get("mode", "normal")) == ("feBlend", "normal") or _operator(
        node
    ) == "over":
        for each in reversed(node.inputs):
            yield from _stack(nodes, each)
    elif not (node.kind == "feFlood" and not float(node.primitive.get("flood-opacity", "1"))):
        yield at


def _operator(node: _Primitive) -> str:
    return node.primitive.get("operator", "over") if node.kind == "feComposite" else ""


def _layer(nodes: tuple[_Primitive, ...], at: _Input, hidden: bool) -> FilterLayer:
    """One layer; `hidden` tells that nothing is to be seen of it where it lies under what the
    filter is put over."""
    if at == SOURCE:
        return FilterLayer()
    made = etree.Element("filter")
    if not isinstance(at, int):  # a black shape of it
        etree.SubElement(made, SVG + "feOffset", {"in": at, "color-interpolation-filters": "sRGB"})
        return FilterLayer(made)
    if hidden:
        nodes = _not_cut_out(nodes, at)
    for number in sorted(_needed(nodes, at)):
        node = nodes[number]
        written = etree.fromstring(etree.tostring(node.primitive))
        written.set("result", f"n{number}")
        readers = list(written) if node.kind == "feMerge" else [written] * len(node.inputs)
        for place, (reader, taken) in enumerate(zip(readers, node.inputs, strict=True)):
            key = "in2" if place and node.kind != "feMerge" else "in"
            reader.set(key, f"n{taken}" if isinstance(taken, int) else taken)
        made.append(written)
    return FilterLayer(made, _deviation(nodes, at, {}), _reach(nodes, _needed(nodes, at)))


def _needed(nodes: tuple[_Primitive, ...], at: _Input) -> set[int]:
    found: set[int] = set()
    waiting = [at]
    while waiting:
        each = waiting.pop()
        if isinstance(each, int) and each not in found:
            found.add(each)
            waiting += nodes[each].inputs
    return found


def _not_cut_out(nodes: tuple[_Primitive, ...], at: int) -> tuple[_Primitive, ...]:
    """The primitives without those that cut the source out of a layer that lies under it: there,
    Figma leaves nothing of a shadow."""
    found, each = list(nodes), at
    while found[each].kind in _EACH_PIXEL:
        node = found[each]
        if _operator(node) == "out" and node.whole and _is_shape(nodes, node.inputs[1]):
            plain = etree.Element(
                SVG + "feMerge",
                {
                    "color-interpolation-filters": node.primitive.get(
                        "color-interpolation-filters", "sRGB"
                    )
                },
            )
            etree.SubElement(plain, SVG + "feMergeNode")
            found[each] = _Primitive(plain, node.inputs[:1])
        following = found[each].inputs[0]
        if not isinstance(following, int):
            break
        each = following
    return tuple(found)


def _is_shape(nodes: tuple[_Primitive, ...], at: _Input) -> bool:
    """Whether something is opaque wherever the source is."""
    if not isinstance(at, int):
        return True
    node = nodes[at]
    if (
        node.kind != "feColorMatrix"
        or node.primitive.get("type", "matrix") != "matrix"
        or not node.whole
    ):
        return False
    values = node.primitive.get("values", "").replace(",", " ").split()
    kept = (
        len(values) == 20
        and values[15:18] == ["0", "0", "0"]
        and float(values[18]) >= 1
        and float(values[19]) >= 0
    )
    return kept and not isinstance(node.inputs[0], int)


# -- how soft
# ---------------------------------------------------------------------------------------------------------------------------


def _deviation(nodes: tuple[_Primitive, ...], at: _Input, known: dict[int, float]) -> float:
    """The least blur, as its deviation, that what a primitive makes went through; infinite for what
    has no edges."""
    if not isinstance(at, int):
        return 0.0
    if at not in known:
        node = nodes[at]
        least = min((_deviation(nodes, each, known) for each in node.inputs), default=0.0)
        try:
            known[at] = _softened(node, least) if node.whole else 0.0
        except ValueError:
            known[at] = 0.0
    return known[at]


def _softened(node: _Primitive, least: float) -> float:
    """How soft a primitive leaves what is so soft. Raises ValueError for numbers that are none."""
    if node.kind == "feFlood":
        return math.inf
    if node.kind == "feGaussianBlur":
        sides = [
            float(side)
            for side in node.primitive.get("stdDeviation", "0").replace(",", " ").split()
        ]
        return math.hypot(least, min(sides))
    if node.kind in ("feOffset", "feMerge", "feMergeNode"):
        return least
    if node.kind == "feColorMatrix":
        return least / max(1.0, _gain_of_matrix(node))
    if node.kind == "feComponentTransfer":
        return least / max([1.0, *map(_gain_of_function, node.primitive)])
    if node.kind == "feBlend":
        return least / 2
    if node.kind == "feComposite":
        gain = (
            sum(abs(node.says(name, 0)) for name in ("k1", "k2", "k3"))
            if _operator(node) == "arithmetic"
            else 1.0
        )
        return least / max(1.0, gain)
    return 0.0


def _reach(nodes: tuple[_Primitive, ...], needed: set[int]) -> float:
    """How far some primitives may carry what they take in; infinite where they may paint
    anywhere."""
    # taken in only to be cut to the shape of something else, or to be that shape
    cut_by: set[_Input] = set()
    taken: set[_Input] = set()
    for number in needed:
        (cut_by if _operator(nodes[number]) == "in" else taken).update(nodes[number].inputs)
    try:
        return sum(_carried(nodes[number], number in cut_by - taken) for number in needed)
    except ValueError:
        return math.inf


def _carried(node: _Primitive, held: bool) -> float:
    """How far one primitive carries what it takes in; `held` tells that only that part of it counts
    which lies on something else. Raises ValueError for numbers that are none."""
    if node.kind == "feGaussianBlur":
        return 3 * max(
            map(float, node.primitive.get("stdDeviation", "0").replace(",", " ").split())
        )
    if node.kind == "feOffset":
        return abs(node.says("dx", 0)) + abs(node.says("dy", 0))
    if node.kind == "feFlood":
        return 0.0 if held else math.inf
    if node.kind in ("feMerge", "feBlend", "feComposite"):
        return math.inf if node.says("k4", 0) else 0.0
    if node.kind == "feColorMatrix":
        matrix = node.primitive.get("values", "").replace(",", " ").split()
        paints_all = len(matrix) == 20 and bool(float(matrix[19]))  # what is clear becomes opaque
        return math.inf if paints_all else 0.0
    return math.inf


def _gain_of_matrix(node: _Primitive) -> float:
    """How much steeper a colour matrix makes what is soft, at the most."""
    values = [float(value) for value in node.primitive.get("values", "").replace(",", " ").split()]
    kind = node.primitive.get("type", "matrix")
    if kind != "matrix":
        return 2.0 if kind == "hueRotate" else max(1.0, *map(abs, values)) if values else 1.0
    return max(
        (sum(map(abs, values[row : row + 4])) for row in range(0, len(values), 5)), default=1.0
    )


def _gain_of_function(function: etree._Element) -> float:
    """How steep a function of feComponentTransfer is at the most."""
    said: Mapping[str, str] = {str(name): str(value) for name, value in function.attrib.items()}
    kind = said.get("type", "identity")
    if kind == "linear":
        return abs(float(said.get("slope", "1")))
    if kind == "table":
        values = [float(value) for value in said.get("tableValues", "").replace(",", " ").split()]
        return max((abs(b - a) * (len(values) - 1) for a, b in pairwise(values)), default=1.0)
    if kind == "gamma" and float(said.get("exponent", "1")) >= 1:
        return abs(float(said.get("amplitude", "1"))) * float(said.get("exponent", "1"))
    return 1.0 if kind == "identity" else math.inf
