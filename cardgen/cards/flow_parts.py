"""What stands in a stack as templates write it: texts, pictures, rules, spaces, stacks, and frames
around them. Lengths are in units of the template, sizes of texts in points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

from markupsafe import escape

from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.cards.text_style import check_number, shown_value

T = TypeVar("T")
_DIRECTIONS = ("down", "right")
ALIGNS = ("left", "center", "right")
_VALIGNS = ("top", "middle", "bottom")


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
    """A stack within a stack.

    Where the outermost leaves room, its texts are up to `enlarge` times as large."""

    KIND: ClassVar[str] = "stack"
    stack: Any = ()
    gap: float = 1.0
    direction: str = "down"
    valign: str = "top"
    spread: bool = False
    one_size: bool = False
    enlarge: float = 1.0

    def __post_init__(self) -> None:
        FlowPart.__post_init__(self)
        check_number("enlarge", self.enlarge, "stack")
        check_number("gap", self.gap, "stack")
        check_choice("direction", self.direction, _DIRECTIONS)
        check_choice("valign", self.valign, _VALIGNS)


KINDS = {kind.KIND: kind for kind in (FlowText, FlowPicture, FlowRule, FlowSpace, FlowStack)}
"""The parts of a stack by the key that tells what they are."""
_OPTIONS: Mapping[type, Sequence[str]] = {
    kind: tuple(option.name for option in fields(kind)) for kind in (*KINDS.values(), Frame)
}
"""What can be said of a part, or a frame."""


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
