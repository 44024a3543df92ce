"""The layers that a filter lays over one another, and their softness.

A shadow or a glow is a soft layer under what casts it. What is blurred needs few pixels, whatever
it is blurred from; and what casts the shadow needs none at all, for it is painted as it is.
Everything that is no stack of layers is one layer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any, NamedTuple

from lxml import etree

from cardgen.base.geometry import Box
from cardgen.engine.svg.parse import local
from cardgen.engine.svg.values import SVG

SOURCE = "SourceGraphic"
_SOURCES = (SOURCE, "SourceAlpha")
_Input = int | str
"""The input of a primitive: the number of another, or one of _SOURCES."""
_EACH_PIXEL = ("feColorMatrix", "feComponentTransfer", "feComposite", "feBlend", "feMerge")
"""Primitives of which each pixel depends on that pixel alone."""

_MOST_PRIMITIVES, _MOST_LAYERS = 60, 12
"""The most primitives and layers of a filter that is taken apart."""
_MIXING = ("feMerge", "feBlend", "feComposite")


class FilterLayer(NamedTuple):
    """One layer of a filter: the primitives that make it.

    Without any it is what the filter is put over. The last of them is its result. `deviation` is
    the least blur that all of it went through, in user units: 0 for what may have sharp edges."""

    primitives: Any = None
    deviation: float = 0.0
    reach: float = math.inf
    """The distance beyond what the filter is put over at which anything of it may be seen."""


class _Node(NamedTuple):
    primitive: etree._Element
    inputs: tuple[_Input, ...]

    @property
    def kind(self) -> str:
        return local(self.primitive)

    @property
    def fills_region(self) -> bool:
        """True if it fills the region of the filter, with nothing cut off."""
        return not any(name in self.primitive.attrib for name in Box._fields)

    @property
    def is_in_gamma(self) -> bool:
        """True if it reckons with sRGB, and not with linear light."""
        return bool(self.primitive.get("color-interpolation-filters") == "sRGB")

    def number(self, name: str, otherwise: float) -> float:
        """A number of an attribute. Raises ValueError."""
        return float(self.primitive.get(name) or otherwise)


def layers_of(primitives: etree._Element, opaque: bool) -> tuple[FilterLayer, ...]:
    """The layers of a filter, the lowest first.

    `opaque` tells that what it is put over lets nothing through."""
    if len(primitives) > _MOST_PRIMITIVES:
        return (FilterLayer(primitives),)
    nodes = tuple(_nodes(primitives))
    stack = tuple(islice(_stack(nodes, len(nodes) - 1), _MOST_LAYERS + 1)) if nodes else ()
    if len(stack) > _MOST_LAYERS:
        stack = (len(nodes) - 1,)
    if any(node.kind in _MIXING and not node.is_in_gamma for node in nodes):
        # In linear light colours mix otherwise, except that what is opaque hides all that lies
        # under it.
        source_on_top = stack[-1:] == (SOURCE,) and SOURCE not in stack[:-1]
        if not (opaque and source_on_top):
            stack = (len(nodes) - 1,)
        elif len(stack) > 2:
            nodes, stack = (*nodes, _merged(stack[:-1])), (len(nodes), SOURCE)
    layers = []
    for place, number in enumerate(stack):
        hidden = opaque and SOURCE in stack[place + 1 :]
        layers.append(_layer(nodes, number, hidden))
    return tuple(layers)


def _merged(stack: tuple[_Input, ...]) -> _Node:
    """A primitive that lays some things over one another in linear light."""
    merge = etree.Element(SVG + "feMerge", {"color-interpolation-filters": "linearRGB"})
    for _ in stack:
        etree.SubElement(merge, SVG + "feMergeNode")
    return _Node(merge, stack)


def _nodes(primitives: etree._Element) -> Iterator[_Node]:
    """Yield the primitives with their inputs.

    A name that nothing has is that of the primitive before, as browsers read it."""
    results: dict[str, _Input] = {name: name for name in _SOURCES}
    before: _Input = SOURCE
    for number, primitive in enumerate(primitives):
        readers = list(primitive) if local(primitive) == "feMerge" else [primitive]
        keys = (
            ("in", "in2")
            if "in2" in primitive.attrib or local(primitive) in ("feComposite", "feBlend")
            else ("in",)
        )
        inputs = [results.get(reader.get(key, ""), before) for reader in readers for key in keys]
        node = _Node(primitive, tuple(inputs))
        yield node
        stays = (
            node.kind == "feOffset"
            and node.fills_region
            and not any(node.number(side, 0) for side in ("dx", "dy"))
        )
        before = inputs[0] if stays else number
        results[primitive.get("result", "")] = before
        results.pop("", None)


def _stack(nodes: tuple[_Node, ...], at: _Input) -> Iterator[_Input]:
    """Yield what is laid over one another to come to a primitive, the lowest first."""
    node = nodes[at] if isinstance(at, int) else None
    if node is None or not node.fills_region:
        yield at
    elif node.kind == "feMerge":
        for source in node.inputs:
            yield from _stack(nodes, source)
    elif _lays_over(node):
        for source in reversed(node.inputs):
            yield from _stack(nodes, source)
    elif node.kind != "feFlood" or float(node.primitive.get("flood-opacity", "1")):
        yield at


def _lays_over(node: _Node) -> bool:
    """True if it lays its first input over its second."""
    if node.kind == "feBlend":
        return bool(node.primitive.get("mode", "normal") == "normal")
    return _operator(node) == "over"


def _operator(node: _Node) -> str:
    return node.primitive.get("operator", "over") if node.kind == "feComposite" else ""


def _layer(nodes: tuple[_Node, ...], at: _Input, hidden: bool) -> FilterLayer:
    """One layer of a filter.

    `hidden` tells that nothing is to be seen of it where it lies under what the filter is put
    over."""
    if at == SOURCE:
        return FilterLayer()
    primitives = etree.Element("filter")
    if not isinstance(at, int):  # a black shape of it
        etree.SubElement(
            primitives, SVG + "feOffset", {"in": at, "color-interpolation-filters": "sRGB"}
        )
        return FilterLayer(primitives)
    if hidden:
        nodes = _without_cut_outs(nodes, at)
    for number in sorted(_numbers_for(nodes, at)):
        node = nodes[number]
        written = etree.fromstring(etree.tostring(node.primitive))
        written.set("result", f"n{number}")
        readers = list(written) if node.kind == "feMerge" else [written] * len(node.inputs)
        for place, (reader, source) in enumerate(zip(readers, node.inputs, strict=True)):
            key = "in2" if place and node.kind != "feMerge" else "in"
            reader.set(key, f"n{source}" if isinstance(source, int) else source)
        primitives.append(written)
    deviation = _deviation(nodes, at, {})
    reach = _reach(nodes, _numbers_for(nodes, at))
    return FilterLayer(primitives, deviation, reach)


def _numbers_for(nodes: tuple[_Node, ...], at: _Input) -> set[int]:
    """The numbers of all primitives that one is made of, its own too."""
    numbers: set[int] = set()
    waiting = [at]
    while waiting:
        number = waiting.pop()
        if isinstance(number, int) and number not in numbers:
            numbers.add(number)
            waiting += nodes[number].inputs
    return numbers


def _without_cut_outs(nodes: tuple[_Node, ...], at: int) -> tuple[_Node, ...]:
    """The primitives without those that cut the source out of a layer that lies under it.

    There, Figma leaves nothing of a shadow."""
    changed, number = list(nodes), at
    while changed[number].kind in _EACH_PIXEL:
        node = changed[number]
        cuts_out = _operator(node) == "out" and node.fills_region
        if cuts_out and _is_opaque_shape(nodes, node.inputs[1]):
            colours = node.primitive.get("color-interpolation-filters", "sRGB")
            merge = etree.Element(SVG + "feMerge", {"color-interpolation-filters": colours})
            etree.SubElement(merge, SVG + "feMergeNode")
            changed[number] = _Node(merge, node.inputs[:1])
        following = changed[number].inputs[0]
        if not isinstance(following, int):
            break
        number = following
    return tuple(changed)


def _is_opaque_shape(nodes: tuple[_Node, ...], at: _Input) -> bool:
    """True if something is opaque wherever the source is."""
    if not isinstance(at, int):
        return True
    node = nodes[at]
    kind = node.primitive.get("type", "matrix")
    if node.kind != "feColorMatrix" or kind != "matrix" or not node.fills_region:
        return False
    values = _words(node, "values")
    if len(values) != 20 or values[15:18] != ["0", "0", "0"]:
        return False
    if not (float(values[18]) >= 1 and float(values[19]) >= 0):
        return False
    return not isinstance(node.inputs[0], int)


def _words(node: _Node, name: str, otherwise: str = "") -> list[str]:
    """The numbers of a list, as they are written."""
    return list(node.primitive.get(name, otherwise).replace(",", " ").split())


# -- how soft


def _deviation(nodes: tuple[_Node, ...], at: _Input, memory: dict[int, float]) -> float:
    """The least blur, as its deviation, that what a primitive makes went through.

    Infinite for what has no edges."""
    if not isinstance(at, int):
        return 0.0
    if at not in memory:
        node = nodes[at]
        deviations = [_deviation(nodes, source, memory) for source in node.inputs]
        least = min(deviations, default=0.0)
        try:
            memory[at] = _softened(node, least) if node.fills_region else 0.0
        except ValueError:
            memory[at] = 0.0
    return memory[at]


def _softened(node: _Node, least: float) -> float:
    """The least blur of what a primitive makes of something so soft.

    Raises ValueError for numbers that are none."""
    if node.kind == "feFlood":
        return math.inf
    if node.kind == "feGaussianBlur":
        deviations = map(float, _words(node, "stdDeviation", "0"))
        return math.hypot(least, min(deviations))  # blurs add up by their squares
    if node.kind in ("feOffset", "feMerge", "feMergeNode"):
        return least
    if node.kind == "feColorMatrix":
        return least / max(1.0, _gain_of_matrix(node))
    if node.kind == "feComponentTransfer":
        return least / max([1.0, *map(_gain_of_function, node.primitive)])
    if node.kind == "feBlend":
        return least / 2
    if node.kind == "feComposite":
        gain = 1.0
        if _operator(node) == "arithmetic":
            factors = [node.number(name, 0) for name in ("k1", "k2", "k3")]
            gain = sum(map(abs, factors))
        return least / max(1.0, gain)
    return 0.0


def _reach(nodes: tuple[_Node, ...], numbers: set[int]) -> float:
    """The distance that some primitives may carry what they take in.

    Infinite where they may paint anywhere."""
    # inputs only to be cut to the shape of something else, or to be that shape
    cut_inputs: set[_Input] = set()
    other_inputs: set[_Input] = set()
    for number in numbers:
        if _operator(nodes[number]) == "in":
            cut_inputs.update(nodes[number].inputs)
        else:
            other_inputs.update(nodes[number].inputs)
    only_cut = cut_inputs - other_inputs
    try:
        return sum(_carry(nodes[number], number in only_cut) for number in numbers)
    except ValueError:
        return math.inf


def _carry(node: _Node, cut: bool) -> float:
    """The distance that one primitive carries what it takes in.

    `cut` tells that only that part of it counts which lies on something else. Raises ValueError for
    numbers that are none."""
    if node.kind == "feGaussianBlur":
        return 3 * max(map(float, _words(node, "stdDeviation", "0")))
    if node.kind == "feOffset":
        return abs(node.number("dx", 0)) + abs(node.number("dy", 0))
    if node.kind == "feFlood":
        return 0.0 if cut else math.inf
    if node.kind in ("feMerge", "feBlend", "feComposite"):
        return math.inf if node.number("k4", 0) else 0.0
    if node.kind == "feColorMatrix":
        matrix = _words(node, "values")
        paints_all = len(matrix) == 20 and bool(float(matrix[19]))  # what is clear becomes opaque
        return math.inf if paints_all else 0.0
    return math.inf


def _gain_of_matrix(node: _Node) -> float:
    """The most that a colour matrix makes steeper what is soft. Raises ValueError."""
    values = list(map(float, _words(node, "values")))
    kind = node.primitive.get("type", "matrix")
    if kind == "hueRotate":
        return 2.0
    if kind != "matrix":
        return max([1.0, *map(abs, values)])
    gains = []
    for start in range(0, len(values), 5):
        row = values[start : start + 4]  # the fifth number is added, which changes no edge
        gains.append(sum(map(abs, row)))
    return max(gains, default=1.0)


def _gain_of_function(function: etree._Element) -> float:
    """The steepness of a function of feComponentTransfer at the most. Raises ValueError."""
    attributes = function.attrib
    kind = attributes.get("type", "identity")
    if kind == "linear":
        return abs(float(attributes.get("slope", "1")))
    if kind == "table":
        words = attributes.get("tableValues", "").replace(",", " ").split()
        values = list(map(float, words))
        steps = [abs(after - before) for before, after in pairwise(values)]
        return max((step * (len(values) - 1) for step in steps), default=1.0)
    if kind == "gamma":
        exponent = float(attributes.get("exponent", "1"))
        if exponent >= 1:
            return abs(float(attributes.get("amplitude", "1"))) * exponent
    return 1.0 if kind == "identity" else math.inf
