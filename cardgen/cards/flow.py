"""Layouts that flow: texts, pictures and rules one below or beside the other, as they come out.

A stack is measured first and placed then. What it holds are parts, each of which says how high it
is in a given width; texts also at smaller sizes, where room lacks. Lengths are in units of the
template, sizes of texts in points."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from markupsafe import escape

from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box, outermost
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.cards.placed_markup import PlacedMarkup, PlacedStack
from cardgen.cards.text_style import check_number, shown_value

T = TypeVar("T")
STEP = 0.25
"""What one step of shrinking takes off the size of a text, in points."""
_HAIR = 1e-6
_DIRECTIONS = ("down", "right")
_SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}
"""How much of the room that is left stands before a part."""
ALIGNS = ("left", "center", "right")
_VALIGNS = ("top", "middle", "bottom")


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


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame around what it holds: `padding` on each side, a `fill`, and a `stroke`.

    `radius` rounds its corners; it is at least `min_height` high, and with `fit` only as large as
    what it holds."""

    padding: float = 1.5
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 0.3
    radius: float = 0.0
    min_height: float = 0.0
    fit: bool = False

    def __post_init__(self) -> None:
        for name in ("padding", "stroke_width", "radius", "min_height"):
            check_number(name, getattr(self, name), "panel")

    def drawn_around(self, box: Box) -> str:
        """The SVG of the frame, whose outer edge is the box."""
        sides = f'x="{box.x:.4f}" y="{box.y:.4f}" width="{box.width:.4f}" height="{box.height:.4f}"'
        rounded = f' rx="{self.radius:.4f}"' if self.radius else ""
        line = f' stroke="{escape(self.stroke)}" stroke-width="{self.stroke_width:g}"'
        stroke = "" if self.stroke == "none" else line
        return f'<rect {sides}{rounded} fill="{escape(self.fill)}"{stroke}/>'


@dataclass(frozen=True, slots=True)
class FlowPart:
    """What every part of a stack can say: `grow` is its share of the room that is left.

    `width` is that of anything in a row but a rule, and of a picture or a rule in a column; `align`
    tells where it stands in a column that is wider. One that is `optional` is left out where room
    lacks."""

    KIND: ClassVar[str] = ""
    grow: float = 0.0
    width: float | None = None
    align: str = "left"
    optional: bool = False
    frame: Any = None

    def __post_init__(self) -> None:
        check_number("grow", self.grow, "stack")
        for name in ("width", "height"):
            value = getattr(self, name, None)
            if value is not None:
                check_number(name, value, "stack")
        check_choice("align", self.align, ALIGNS)


@dataclass(frozen=True, slots=True)
class FlowText(FlowPart):
    """A text: what a text_box takes, without a place. Those of a smaller `shrink` shrink first.

    Where it `continues`, what has no room in its stack goes on elsewhere."""

    KIND: ClassVar[str] = "text"
    text: Any = ""
    size: float = 9
    min_size: float | None = None
    shrink: float = 1
    continues: Any = None
    style: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        FlowPart.__post_init__(self)
        check_number("size", self.size, "stack")
        if self.min_size is not None:
            check_number("min_size", self.min_size, "stack")
        check_number("shrink", self.shrink, "stack")

    @property
    def least_size(self) -> float:
        return self.size if self.min_size is None else self.min_size


@dataclass(frozen=True, slots=True)
class FlowPicture(FlowPart):
    """A picture, as high as it says, or else as wide as its column."""

    KIND: ClassVar[str] = "picture"
    picture: Any = ""
    height: float | None = None


@dataclass(frozen=True, slots=True)
class FlowRule(FlowPart):
    """A rule of a thickness, across the stack."""

    KIND: ClassVar[str] = "rule"
    rule: float = 0.3
    fill: str = "#000000"

    def __post_init__(self) -> None:
        FlowPart.__post_init__(self)
        check_number("rule", self.rule, "stack")


@dataclass(frozen=True, slots=True)
class FlowSpace(FlowPart):
    """Room that nothing stands in; no gap is added before and after it."""

    KIND: ClassVar[str] = "space"
    space: float = 0.0

    def __post_init__(self) -> None:
        FlowPart.__post_init__(self)
        check_number("space", self.space, "stack")


@dataclass(frozen=True, slots=True)
class FlowStack(FlowPart):
    """A stack within a stack."""

    KIND: ClassVar[str] = "stack"
    stack: Any = ()
    gap: float = 1.0
    direction: str = "down"
    valign: str = "top"
    spread: bool = False
    one_size: bool = False

    def __post_init__(self) -> None:
        FlowPart.__post_init__(self)
        check_number("gap", self.gap, "stack")
        check_choice("direction", self.direction, _DIRECTIONS)
        check_choice("valign", self.valign, _VALIGNS)


KINDS = {kind.KIND: kind for kind in (FlowText, FlowPicture, FlowRule, FlowSpace, FlowStack)}
"""The parts of a stack by the key that tells what they are."""
_OPTIONS: Mapping[type, Sequence[str]] = {
    kind: tuple(option.name for option in fields(kind)) for kind in (*KINDS.values(), Frame)
}
"""What can be said of a part, or a frame."""


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
        x = box.x + (box.width - width) * _SHARES[self.part.align]
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
        x = box.x + (box.width - width) * _SHARES[self.part.align]
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
        x = box.x + (box.width - width) * _SHARES[self.part.align]
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
        return lengths, left_over * _SHARES[self._share_name], gaps

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
        if lack <= _HAIR or not sum(yielding):
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
            y = box.y + (box.height - height) * _SHARES[self.part.valign]
            yield from node.place(Box(x, y, width, height))
            x += width + gap


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
        largest = min(each.largest for each in ranges)
        least = max(each.least for each in ranges)
        return cls(largest, min(least, largest), min(each.turn for each in ranges))


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
            return True
        first = bisect_left(states, True, 1, key=self._fits_in)
        return self._fits_in(states[min(first, len(states) - 1)])

    def _fits_in(self, sizes: Sequence[float]) -> bool:
        """True if all fits with its texts in these sizes, which they have from now on."""
        for node, size in zip(self._root.texts, sizes, strict=True):
            node.size = size
        height = self._root.height_in(self._width)
        if not all(node.fits for node in self._root.texts):
            return False
        return self._height is None or height <= self._height + _HAIR

    def _states(self) -> list[list[float]]:
        """The sizes of all texts, from their largest to their smallest, a step each.

        Texts of one `shrink` shrink together; with one size for all, those of a stack do."""
        ranges = self._size_ranges()
        sizes = [each.largest for each in ranges]
        states = [sizes]
        for turn in sorted({each.turn for each in ranges}):
            while True:
                sizes = [
                    max(each.least, size - STEP) if each.turn == turn else size
                    for size, each in zip(sizes, ranges, strict=True)
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
                shared = SizeRange.shared([ranges[node] for node in group.texts])
                ranges.update(dict.fromkeys(group.texts, shared))
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
            height = node.height_in(node.width) - lack + _HAIR
            text = self._setter.parted(node.part, Box(0.0, 0.0, node.width, height))
            if text is not None:
                node.say(text)

    def _tell_lack(self) -> None:
        texts = [node for node in self._root.texts if node.part.text]
        lack = self._lack()
        if lack > _HAIR:
            parts = sorted([node.part for node in texts], key=lambda part: len(str(part.text)))
            self._setter.tell_lack(parts[-1] if parts else None, lack)


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
            if not part.text:
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


def _items(items: Any) -> list[FlowPart]:
    """The parts of a stack as a template lists them. Raises UnreadableError."""
    if not isinstance(items, list | tuple):
        raise UnreadableError(
            "template-value",
            f"a stack wants a list, not {shown_value(items)}",
            'write such as [{"text": card.text}, {"rule": 0.3}]',
        )
    return [part_of(item) for item in items if item]


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
    box = Box(left - pad - more * _SHARES[align], top - pad, frame_width, frame_height)
    svg = frame.drawn_around(box) + "".join(parts)
    return PlacedMarkup.at(svg, (box.x, box.y, box.x + box.width, box.y + box.height))


def part_of(item: Any) -> FlowPart:
    """A part of a stack as a template writes it: `{"text": card.text, "size": 8}`.

    Raises UnreadableError for what is none."""
    kind = next((KINDS[key] for key in item if key in KINDS), None) if _is_mapping(item) else None
    if kind is None:
        keys = ", ".join(KINDS)
        first = next(iter(item), "") if _is_mapping(item) else ""
        raise UnreadableError(
            "template-value",
            f"a part of a stack is one of: {keys}; not {shown_value(first or item)}",
            nearest(str(first), KINDS) or 'write such as {"text": card.text}',
        )
    options = {str(key): value for key, value in item.items()}
    if kind is FlowText:
        style = {
            key: value
            for key, value in options.items()
            if key not in _OPTIONS[FlowText] or key in ("align", "style")
        }
        options = {key: value for key, value in options.items() if key not in style}
        return FlowText(**options, style=style)
    return _made(kind, options, f"a {kind.KIND} of a stack")


def stack_part(items: Any, options: Mapping[str, Any]) -> FlowStack:
    """The stack that a template asks for. Raises UnreadableError."""
    return _made(FlowStack, {"stack": items, **options}, "stack()")


def frame_of(options: Any, noun: str) -> Frame:
    """The frame that a template asks for. Raises UnreadableError."""
    if not _is_mapping(options):
        raise UnreadableError(
            "template-value",
            f"a frame is not {shown_value(options)}",
            'write such as {"fill": palette.cream}',
        )
    return _made(Frame, {str(key): value for key, value in options.items()}, noun)


def _made(kind: type[T], options: Mapping[str, Any], noun: str) -> T:
    """An object of a dataclass by its options. Raises UnreadableError for one that it has not."""
    names = _OPTIONS[kind]
    for name in options:
        if name not in names:
            raise UnreadableError(
                "template-value",
                f"{noun} knows no {name}",
                did_you_mean(name, names, "take it away"),
            )
    return kind(**options)


def check_choice(name: str, value: Any, choices: Sequence[str]) -> None:
    if value not in choices:
        raise UnreadableError(
            "template-value",
            f"{name} cannot be {shown_value(value)}",
            did_you_mean(str(value), choices, f"write one of: {', '.join(choices)}"),
        )


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping)
