"""Parts of a stack at work: each says how high it is in a width, and places itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from markupsafe import escape

from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box
from cardgen.cards.flow_parts import (
    FlowPart,
    FlowPicture,
    FlowRule,
    FlowSpace,
    FlowStack,
    FlowText,
    Frame,
    frame_of,
    part_of,
)
from cardgen.cards.placed_markup import PlacedMarkup
from cardgen.cards.text_style import shown_value

HAIR = 1e-6
SHARES = {
    "left": 0.0,
    "center": 0.5,
    "right": 1.0,
    "top": 0.0,
    "middle": 0.5,
    "bottom": 1.0,
}
"""How much of the room that is left stands before a part."""


class Fitted(NamedTuple):
    """A text that was set at a size: its width and height."""

    width: float
    height: float
    fits: bool
    """False where a word is wider than the width."""
    place: Callable[[float, float], PlacedMarkup]
    """Places it with its upper left corner at (x, y)."""


class Setter(Protocol):
    """What sets the texts and pictures of a stack for the side at work."""

    def fitted(self, part: FlowText, width: float | None, size: float) -> Fitted | None:
        """A text in a width, None for one line as wide as it is, at a size; None where it cannot
        be set, which is told."""
        ...

    def begun(self, part: FlowText) -> FlowText:
        """A text that may go on elsewhere, as far as it is not yet printed."""
        ...

    def parted(self, part: FlowText, box: Box) -> str | None:
        """What stands in a box of a text that goes on elsewhere; None for all of it."""
        ...

    def picture_ratio(self, name: str) -> float:
        """The width of a picture over its height."""
        ...

    def picture(self, name: str, box: Box) -> PlacedMarkup:
        """A picture in a box."""
        ...

    def tell_lack(self, part: FlowText | None, lack: float) -> None:
        """Tell that a stack lacks so much height, for a text where it has any."""
        ...


class FlowNode:
    """A part at work in a stack. It is as high as it comes out in a width."""

    def __init__(self, part: FlowPart) -> None:
        self.part = part

    def natural_width(self) -> float:
        """The width that it takes in a row by itself."""
        return self.part.width or 0.0

    def height_in(self, width: float) -> float:
        raise NotImplementedError

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        """The SVG of it in its box, which may be higher than it is."""
        raise NotImplementedError

    @property
    def texts(self) -> list[TextNode]:
        return []

    @property
    def fills_row(self) -> bool:
        """True if it is as high as the row that it stands in."""
        return False


class TextNode(FlowNode):
    """A text, at the size that it has now."""

    part: FlowText

    def __init__(self, part: FlowText, setter: Setter) -> None:
        super().__init__(part)
        self.setter = setter
        self.size = part.size
        self.fits = True
        """False where a word was wider than the width that it was last measured in."""
        self.width = 0.0
        """The width that it was last measured in."""
        self._all_fitted: dict[tuple[float | None, float], Fitted | None] = {}

    @property
    def texts(self) -> list[TextNode]:
        return [self]

    def _fitted(self, width: float | None) -> Fitted | None:
        key = width, self.size
        if key not in self._all_fitted:
            self._all_fitted[key] = self.setter.fitted(self.part, width, self.size)
        return self._all_fitted[key]

    def natural_width(self) -> float:
        if self.part.width is not None:
            return self.part.width
        fitted = self._fitted(None)
        return fitted.width if fitted else 0.0

    def height_in(self, width: float) -> float:
        fitted = self._fitted(width)
        self.width = width
        self.fits = fitted is None or fitted.fits
        return fitted.height if fitted else 0.0

    def say(self, text: str) -> None:
        """Set another text, as small as it may be."""
        self.part = replace(self.part, text=text, size=self.part.least_size, min_size=None)
        self.size = self.part.size
        self._all_fitted.clear()

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        fitted = self._fitted(box.width)
        if fitted:
            yield fitted.place(box.x, box.y)


class PictureNode(FlowNode):
    part: FlowPicture

    def __init__(self, part: FlowPicture, setter: Setter) -> None:
        super().__init__(part)
        self.setter = setter
        self.ratio = setter.picture_ratio(str(part.picture))

    def natural_width(self) -> float:
        if self.part.width is not None:
            return self.part.width
        return (self.part.height or 0.0) * self.ratio

    def height_in(self, width: float) -> float:
        if self.part.height is not None:
            return self.part.height
        return (self.part.width or width) / self.ratio

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        height = self.height_in(box.width)
        width = min(box.width, height * self.ratio)
        x = box.x + (box.width - width) * SHARES[self.part.align]
        yield self.setter.picture(str(self.part.picture), Box(x, box.y, width, height))


class RuleNode(FlowNode):
    part: FlowRule

    def natural_width(self) -> float:
        return self.part.rule

    @property
    def fills_row(self) -> bool:
        return True

    def height_in(self, width: float) -> float:
        return self.part.rule

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        width = self.part.width or box.width
        x = box.x + (box.width - width) * SHARES[self.part.align]
        sides = f'x="{x:.4f}" y="{box.y:.4f}" width="{width:.4f}" height="{box.height:.4f}"'
        svg = f'<rect {sides} fill="{escape(self.part.fill)}"/>'
        yield PlacedMarkup.at(svg, (x, box.y, x + width, box.y + box.height))


class SpaceNode(FlowNode):
    part: FlowSpace

    def natural_width(self) -> float:
        return self.part.space

    def height_in(self, width: float) -> float:
        return self.part.space

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        return iter(())


class FrameNode(FlowNode):
    """What a frame holds, with the frame beneath it."""

    def __init__(self, inner: FlowNode, frame: Frame) -> None:
        super().__init__(inner.part)
        self.inner, self.frame = inner, frame

    @property
    def texts(self) -> list[TextNode]:
        return self.inner.texts

    @property
    def fills_row(self) -> bool:
        return not self.frame.fit

    def natural_width(self) -> float:
        if self.part.width is not None:
            return self.part.width
        return self.inner.natural_width() + 2 * self.frame.padding

    def _width_in(self, width: float) -> float:
        """The width of the frame in a column."""
        return min(width, self.natural_width()) if self.frame.fit else width

    def height_in(self, width: float) -> float:
        inner_width = self._width_in(width) - 2 * self.frame.padding
        height = self.inner.height_in(inner_width) + 2 * self.frame.padding
        return max(height, self.frame.min_height)

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        width = self._width_in(box.width)
        x = box.x + (box.width - width) * SHARES[self.part.align]
        outer = Box(x, box.y, width, box.height)
        edges = (x, box.y, x + width, box.y + box.height)
        yield PlacedMarkup.at(self.frame.drawn_around(outer), edges)
        pad = self.frame.padding
        yield from self.inner.place(
            Box(x + pad, box.y + pad, width - 2 * pad, box.height - 2 * pad)
        )


class GroupNode(FlowNode):
    """A stack: a column, or a row."""

    part: FlowStack

    def __init__(self, part: FlowStack, nodes: Sequence[FlowNode]) -> None:
        super().__init__(part)
        self.nodes = list(nodes)

    @property
    def texts(self) -> list[TextNode]:
        return [text for node in self.nodes for text in node.texts]

    def nodes_in_order(self) -> list[tuple[GroupNode, FlowNode]]:
        """Each part of this stack and of those within it, with its stack, as one reads."""
        places: list[tuple[GroupNode, FlowNode]] = []
        for node in self.nodes:
            places.append((self, node))
            inner = node.inner if isinstance(node, FrameNode) else node
            if isinstance(inner, GroupNode):
                places += inner.nodes_in_order()
        return places

    def groups(self) -> list[GroupNode]:
        """This stack and those within it, the outer before the inner."""
        return list(dict.fromkeys([self, *[group for group, _ in self.nodes_in_order()]]))

    def gaps(self) -> list[float]:
        """The gap behind each part but the last; none beside a space."""
        return [
            0.0 if isinstance(node, SpaceNode) or isinstance(after, SpaceNode) else self.part.gap
            for node, after in zip(self.nodes, self.nodes[1:], strict=False)
        ]

    def _spaced(self, lengths: list[float], room: float) -> tuple[list[float], float, list[float]]:
        """The lengths, the room before the first, and the gaps, with the room that is left shared
        out: to the parts that grow, else to the gaps where they spread, else by `valign`."""
        gaps = self.gaps()
        left_over = max(0.0, room - sum(lengths) - sum(gaps))
        shares = sum(node.part.grow for node in self.nodes)
        if shares > 0:
            grown = [
                length + left_over * node.part.grow / shares
                for length, node in zip(lengths, self.nodes, strict=True)
            ]
            return grown, 0.0, gaps
        if self.part.spread and gaps:
            return lengths, 0.0, [gap + left_over / len(gaps) for gap in gaps]
        return lengths, left_over * SHARES[self._share_name], gaps

    @property
    def _share_name(self) -> str:
        return self.part.valign


class ColumnNode(GroupNode):
    """Parts one below the other."""

    def natural_width(self) -> float:
        if self.part.width is not None:
            return self.part.width
        return max((node.natural_width() for node in self.nodes), default=0.0)

    def height_in(self, width: float) -> float:
        return sum(node.height_in(width) for node in self.nodes) + sum(self.gaps())

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        heights = [node.height_in(box.width) for node in self.nodes]
        heights, before, gaps = self._spaced(heights, box.height)
        y = box.y + before
        for node, height, gap in zip(self.nodes, heights, [*gaps, 0.0], strict=False):
            yield from node.place(Box(box.x, y, box.width, height))
            y += height + gap


class RowNode(GroupNode):
    """Parts beside each other."""

    @property
    def _share_name(self) -> str:
        return self.part.align

    def natural_width(self) -> float:
        if self.part.width is not None:
            return self.part.width
        return sum(node.natural_width() for node in self.nodes) + sum(self.gaps())

    def widths(self, width: float) -> list[float]:
        """The widths of its parts: texts without one of their own give way where room lacks."""
        natural_widths = [node.natural_width() for node in self.nodes]
        lack = sum(natural_widths) + sum(self.gaps()) - width
        yielding = [
            0.0 if node.part.width is not None or not node.texts else natural_width
            for node, natural_width in zip(self.nodes, natural_widths, strict=True)
        ]
        if lack <= HAIR or not sum(yielding):
            return natural_widths
        factor = max(0.0, 1 - lack / sum(yielding))
        return [
            share * factor if share else natural_width
            for share, natural_width in zip(yielding, natural_widths, strict=True)
        ]

    def height_in(self, width: float) -> float:
        grown, _, _ = self._spaced(self.widths(width), width)
        heights = [
            node.height_in(part_width)
            for node, part_width in zip(self.nodes, grown, strict=True)
            if not isinstance(node, RuleNode | SpaceNode)
        ]
        return max(heights, default=0.0)

    def place(self, box: Box) -> Iterator[PlacedMarkup]:
        widths, before, gaps = self._spaced(self.widths(box.width), box.width)
        x = box.x + before
        for node, width, gap in zip(self.nodes, widths, [*gaps, 0.0], strict=False):
            height = box.height if node.fills_row else node.height_in(width)
            y = box.y + (box.height - height) * SHARES[self.part.valign]
            yield from node.place(Box(x, y, width, height))
            x += width + gap


def group_of(part: FlowStack, setter: Setter) -> GroupNode:
    """A stack at work. What says nothing, as an empty text, is not part of it."""
    nodes = [node for item in _items(part.stack) if (node := _node(item, setter))]
    return (ColumnNode if part.direction == "down" else RowNode)(part, nodes)


def _node(part: FlowPart, setter: Setter) -> FlowNode | None:
    """A part at work; None where it says nothing."""
    node: FlowNode
    match part:
        case FlowText():
            if part.continues:
                part = replace(setter.begun(part), frame=part.frame)
            if _says_nothing(part.text):
                return None
            node = TextNode(part, setter)
        case FlowPicture():
            if not part.picture:
                return None
            node = PictureNode(part, setter)
        case FlowRule():
            node = RuleNode(part)
        case FlowSpace():
            node = SpaceNode(part)
        case FlowStack():
            node = group_of(part, setter)
            if not node.nodes:
                return None
        case _:
            raise TypeError(part)
    return node if part.frame is None else FrameNode(node, frame_of(part.frame, "frame"))


def _says_nothing(text: Any) -> bool:
    """True if a text is empty or blank; a number never is."""
    is_number = isinstance(text, int | float) and not isinstance(text, bool)
    return not is_number and not (text and str(text).strip())


def _items(items: Any) -> list[FlowPart]:
    """The parts of a stack as a template lists them. Raises UnreadableError."""
    if not isinstance(items, list | tuple):
        raise UnreadableError(
            "template-value",
            f"a stack wants a list, not {shown_value(items)}",
            'write such as [{"text": card.text}, {"rule": 0.3}]',
        )
    return [part_of(item) for item in items if item]
