"""Layouts that flow: texts, pictures and rules one below or beside the other, as they come out.

A stack is measured first and placed then. What it holds are parts, each of which says how high it
is in a given width; texts also at smaller sizes, where room lacks. Lengths are in units of the
template, sizes of texts in points."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple, Self

from cardgen.base.geometry import Box, outermost
from cardgen.cards.flow_nodes import (
    HAIR,
    SHARES,
    FrameNode,
    GroupNode,
    Setter,
    group_of,
)
from cardgen.cards.flow_parts import (
    FlowStack,
    FlowText,
    Frame,
)
from cardgen.cards.placed_markup import PlacedMarkup, PlacedStack

STEP = 0.25
"""What one step of shrinking takes off the size of a text, in points."""
AIR = 0.12
"""The share of its height that a stack keeps free of enlarged texts."""


class SizeRange(NamedTuple):
    """The sizes that a text can have, in points; those of a lower `turn` shrink first."""

    largest: float
    least: float
    turn: float

    @classmethod
    def of(cls, text: FlowText) -> Self:
        return cls(text.size, text.least_size, text.shrink)

    @classmethod
    def shared(cls, ranges: Sequence[SizeRange]) -> Self:
        """The sizes that all of several texts can have."""
        largest = min(size_range.largest for size_range in ranges)
        least = max(size_range.least for size_range in ranges)
        return cls(largest, min(least, largest), min(size_range.turn for size_range in ranges))


class StackLayout:
    """A stack of parts in a width, and in a height where it has one."""

    def __init__(self, part: FlowStack, setter: Setter, width: float, height: float | None) -> None:
        self._setter = setter
        self._root = group_of(part, setter)
        self._width, self._height = width, height

    def placed(self, x: float, y: float) -> PlacedStack:
        """Return the stack with its upper left corner at (x, y).

        Texts shrink where room lacks; then what is optional is left out, the last first; what does
        not fit then is told."""
        while not self._fits_at_some_size():
            if not self._leave_one_out():
                break
        self._go_on_elsewhere()
        self._tell_lack()
        height = self._root.height_in(self._width)
        box = Box(x, y, self._width, height if self._height is None else self._height)
        parts = tuple(self._root.place(box))
        _, top, _, bottom = outermost([part.edges for part in parts]) or (x, y, x, y)
        stack = PlacedStack.at("".join(parts), (x, top, x + self._width, bottom))
        stack.parts = parts
        return stack

    def _fits_at_some_size(self) -> bool:
        """True once the texts have the largest sizes at which all fits."""
        states = self._states()
        if self._fits_in(states[0]):
            self._enlarge(states[0])
            return True
        first = bisect_left(states, True, 1, key=self._fits_in)
        return self._fits_in(states[min(first, len(states) - 1)])

    def _enlarge(self, sizes: Sequence[float]) -> None:
        """Give the texts, which fit, the largest sizes at which they leave some air."""
        if self._height is None or self._root.part.enlarge <= 1:
            return
        steps = math.ceil((self._root.part.enlarge - 1) * max(sizes, default=0.0) / STEP)
        larger = [
            [round(size * (1 + (self._root.part.enlarge - 1) * step / steps), 2) for size in sizes]
            for step in range(steps, 0, -1)
        ]
        room = self._height * (1 - AIR)
        first = bisect_left(larger, True, key=lambda state: self._fits_in(state, room))
        self._fits_in(larger[first] if first < len(larger) else sizes)

    def _fits_in(self, sizes: Sequence[float], room: float | None = None) -> bool:
        """True if all fits with its texts in these sizes, which they have from now on.

        In less than the stack's height where `room` is given."""
        for node, size in zip(self._root.texts, sizes, strict=True):
            node.size = size
        height = self._root.height_in(self._width)
        if not all(node.fits for node in self._root.texts):
            return False
        room = self._height if room is None else room
        return room is None or height <= room + HAIR

    def _states(self) -> list[list[float]]:
        """The sizes of all texts, from their largest to their smallest, a step each.

        Texts of one `shrink` shrink together; with one size for all, those of a stack do."""
        ranges = self._size_ranges()
        sizes = [size_range.largest for size_range in ranges]
        states = [sizes]
        for turn in sorted({size_range.turn for size_range in ranges}):
            while True:
                sizes = [
                    max(size_range.least, size - STEP) if size_range.turn == turn else size
                    for size, size_range in zip(sizes, ranges, strict=True)
                ]
                if sizes == states[-1]:
                    break
                states.append(sizes)
        return states

    def _size_ranges(self) -> list[SizeRange]:
        """The sizes that each text can have."""
        ranges = {node: SizeRange.of(node.part) for node in self._root.texts}
        for group in reversed(list(self._root.groups())):
            if group.part.one_size and group.texts:
                common_range = SizeRange.shared([ranges[node] for node in group.texts])
                ranges.update(dict.fromkeys(group.texts, common_range))
        return list(ranges.values())

    def _leave_one_out(self) -> bool:
        """True if something optional was left out: the last that is there, as one reads."""
        optional = [place for place in self._root.nodes_in_order() if place[1].part.optional]
        if not optional:
            return False
        group, node = optional[-1]
        group.nodes.remove(node)
        for outer, inner in self._root.nodes_in_order():
            stack = inner.inner if isinstance(inner, FrameNode) else inner
            if isinstance(stack, GroupNode) and not stack.nodes:
                outer.nodes.remove(inner)
        return True

    def _lack(self) -> float:
        """The height that lacks."""
        room = math.inf if self._height is None else self._height
        return self._root.height_in(self._width) - room

    def _go_on_elsewhere(self) -> None:
        """Let a text that may do so go on where it has room."""
        for node in [node for node in self._root.texts if node.part.continues]:
            lack = max(0.0, self._lack())
            height = node.height_in(node.width) - lack + HAIR
            text = self._setter.parted(node.part, Box(0.0, 0.0, node.width, height))
            if text is not None:
                node.say(text)

    def _tell_lack(self) -> None:
        texts = [node for node in self._root.texts if node.part.text]
        lack = self._lack()
        if lack > HAIR:
            parts = sorted([node.part for node in texts], key=lambda part: len(str(part.text)))
            self._setter.tell_lack(parts[-1] if parts else None, lack)


def framed(
    parts: Sequence[PlacedMarkup], frame: Frame, width: float | None, align: str
) -> PlacedMarkup:
    """What was placed with a frame beneath it; nothing around what has no height."""
    edges = outermost([part.edges for part in parts if part.height]) if parts else None
    if edges is None:
        return PlacedMarkup.at("".join(parts), (0.0, 0.0, 0.0, 0.0))
    left, top, right, bottom = edges
    pad = frame.padding
    frame_width = right - left + 2 * pad if width is None else width
    frame_height = max(bottom - top + 2 * pad, frame.min_height)
    more = frame_width - (right - left + 2 * pad)
    box = Box(left - pad - more * SHARES[align], top - pad, frame_width, frame_height)
    svg = frame.drawn_around(box) + "".join(parts)
    return PlacedMarkup.at(svg, (box.x, box.y, box.x + box.width, box.y + box.height))
