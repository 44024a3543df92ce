"""Text boxes as templates ask for them, and laid-out text as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2.runtime import Undefined
from markupsafe import Markup, escape

from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM
from cardgen.engine import FontBook, Layout, TextBox, prepared_texts, text_markup
from cardgen.load.looks import TYPED, TYPOGRAPHIC
from cardgen.model.cards import Typesetting


class MoreRoom(NamedTuple):
    """Remedies for a text that is too long: for one text, and what gives more room for all of one
    box; how all of them shrink, and what holds them."""

    one: str
    all: str
    shrunk: str = ""
    holder: str = "box"


_SHOWN = 60
"""Characters of a value that a message repeats."""


def check_number(name: str, value: Any, asks: str = "text_box") -> None:
    """Raises UnreadableError for an argument `name` of what `asks` that is no finite number."""
    if isinstance(value, Undefined):
        raise value._fail_with_undefined_error()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise UnreadableError(
            "template-value",
            f"{asks} wants a number for {name}, not {shown_value(value)}",
            "give it one without quotes or a unit, and see that the arguments stand in their order"
            if isinstance(value, (list, tuple, Mapping))
            else "give it one without quotes or a unit",
        )


def shown_value(value: object) -> str:
    """A value as a message shows it: no more of it than a line holds."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


@lru_cache(maxsize=256)
def typeset(box: TextBox, typesetting: Typesetting) -> TextBox:
    """The box with its texts set as somebody asks for."""
    language = typesetting.language
    return replace(
        box,
        hyphenation_language=language if typesetting.hyphenate else "",
        quotes_language=language if typesetting.quotes else "",
        keep_last_words=bool(typesetting.keep_last_words),
        list_bullet=typesetting.list_bullet,
        styles=typesetting.styles or box.styles,
    )


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of a text in a text_box: the keywords that templates give it. Those that only paint
    make no other box."""

    font: str | list[str] | tuple[str, ...] = "Nunito"
    weight: int = 600
    bold: int = 800
    italic: bool = False
    align: str = "left"
    valign: str = "top"
    leading: float = 1.2
    max_lines: int | None = None
    balance: bool = False
    blocks: bool = True
    letter_spacing: float = 0
    paragraph_gap: float = 0.35
    typesetting: Typesetting = field(default_factory=Typesetting)
    fill: Any = field(default=None, compare=False)
    stroke: Any = field(default=None, compare=False)
    stroke_width: float = field(default=0, compare=False)
    optional: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.font, list):
            object.__setattr__(self, "font", tuple(self.font))
        for paint in (self.fill, self.stroke):
            if isinstance(paint, Undefined):
                str(paint)  # raises what is wrong with it
        for name in _NUMBERS:
            check_number(name, getattr(self, name))
        if self.max_lines is not None:
            check_number("max_lines", self.max_lines)


_NUMBERS = ("weight", "bold", "leading", "letter_spacing", "paragraph_gap", "stroke_width")


def text_style(keywords: dict[str, Any]) -> TextStyle:
    """The style of a call of text_box by its keywords; made once for all cards where they are plain
    values. Raises UnreadableError."""
    if all(type(value) in _PLAIN_VALUES for value in keywords.values()):
        return _plain_style(*keywords.items())
    return _new_style(keywords)


@lru_cache(maxsize=256, typed=True)
def _plain_style(*keywords: tuple[str, Any]) -> TextStyle:
    return _new_style(dict(keywords))


def _new_style(keywords: dict[str, Any]) -> TextStyle:
    for name in keywords:
        if name not in KEYWORDS:
            remedy = did_you_mean(name, KEYWORDS, "take it away")
            raise UnreadableError("template-value", f"text_box() knows no {name}", remedy)
    choices: dict[str, Any] = {
        name: read(name, value)
        for name, read in _TYPESETTING.items()
        if (value := keywords.pop(name, None)) is not None
    }
    return TextStyle(typesetting=Typesetting(**choices), **keywords)


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise UnreadableError(
            "template-value",
            f"text_box wants true or false for {name}, not {value!r}",
            f"write {name}=true",
        )
    return value


def _quotes(name: str, value: Any) -> bool:
    if value not in (TYPED, TYPOGRAPHIC):
        raise UnreadableError(
            "template-value",
            f"text_box knows no quotes {value!r}",
            f"write {TYPED!r} or {TYPOGRAPHIC!r}",
        )
    return bool(value == TYPOGRAPHIC)


def _markup(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UnreadableError(
            "template-value",
            f"text_box wants a text for {name}, not {value!r}",
            f"write {name}='{{leaf}}' for an icon",
        )
    return value


_TYPESETTING: Mapping[str, Callable[[str, Any], Any]] = {
    "hyphenate": _truth,
    "quotes": _quotes,
    "keep_last_words": _truth,
    "list_bullet": _markup,
}
"""The choices of a deck that a text_box may make for its text alone."""
KEYWORDS = (
    *(field.name for field in fields(TextStyle) if field.name != "typesetting"),
    *_TYPESETTING,
)
"""What a call of text_box may say of the style of its text."""


_PLAIN_VALUES = frozenset((str, int, float, bool, type(None)))


@lru_cache(maxsize=256, typed=True)
def text_box_of(
    width: float,
    height: float,
    size: float,
    min_size: float | None,
    style: TextStyle,
    unit: float,
    deck: Typesetting,
) -> TextBox:
    """The box that a call of text_box means, `width` and `height` in units of so many mm: checked
    once, for every card of a deck asks.

    Where the style does not say it, its texts are set as those of the deck.
    """
    for name, value in {"width": width, "height": height, "size": size}.items():
        check_number(name, value)
    if min_size is not None:
        check_number("min_size", min_size)
    if width <= 0 or height <= 0:
        raise UnreadableError(
            "template-value",
            f"a text_box of {width:g} x {height:g} mm holds nothing",
            "give it a width and a height above 0",
        )
    families = (
        (style.font,)
        if isinstance(style.font, str)
        else style.font
        if isinstance(style.font, tuple)
        else ()
    )
    if not families or not all(isinstance(family, str) for family in families):
        raise UnreadableError(
            "template-value",
            f"text_box wants a font family or a list of them, not {style.font!r}",
            'write such as font="Nunito"',
        )
    box = TextBox(
        width * unit * MM,
        height * unit * MM,
        families,
        size,
        min_size,
        bold_weight=style.bold,
        **{name: getattr(style, name) for name in _ALIKE_NAMES},
    )
    return typeset(box, style.typesetting.over(deck))


_ALIKE_NAMES = {field.name for field in fields(TextStyle)} & {
    field.name for field in fields(TextBox)
}
"""What of a style a text box takes by the same name."""


def lines_of(
    layout: Layout, x: float, y: float, style: TextStyle, unit: float
) -> tuple[str, prepared_texts.PreparedText | None]:
    """The lines of a text as one <text>, each run a <tspan> at its place, between the bars that lie
    beneath and above it; and that text, if there is one. A unit of it is `unit` points."""
    paint = "#000000" if style.fill is None else style.fill
    beneath, above = [], []
    for bar in layout.decorations:
        if bar.kind == "background":
            beneath.append(_rectangle(bar.box, bar.colour, x, y, unit))
        else:
            above.append(_rectangle(bar.box, bar.colour or paint, x, y, unit))
    text = None
    if runs := layout.runs:
        digits, painted = digits_for(unit), _paint(style, paint)
        text = prepared_texts.prepared_text(runs, (x, y), unit, digits, painted)
        beneath.append(text.markup)
    return "".join(beneath + above), text


def _rectangle(box: Box, colour: object, x: float, y: float, unit: float) -> str:
    digits = digits_for(unit)
    return (
        f'<rect x="{x + box.x / unit:.{digits}f}" y="{y + box.y / unit:.{digits}f}"'
        f' width="{box.width / unit:.{digits}f}" height="{box.height / unit:.{digits}f}"'
        f' fill="{escape(colour)}"/>'
    )


def _paint(style: TextStyle, fill: object) -> str:
    """The attributes that a text is painted with."""
    paint = f' fill="{escape(fill)}"'
    if style.stroke is not None and style.stroke_width:
        paint += (
            f' stroke="{escape(style.stroke)}" stroke-width="{style.stroke_width:g}"'
            ' stroke-linejoin="round"'
        )
    return paint


def on_path(
    paragraphs: Sequence[Sequence[text_markup.Span]],
    way: Mapping[str, str],
    box: TextBox,
    size: float,
    fonts: FontBook,
) -> Markup:
    """A text along a path, in the letters of a box and in another size: `way` is what its
    <textPath> says."""
    moves = {name: value for name, value in way.items() if name in ("x", "dx", "dy", "direction")}
    along = {name: value for name, value in way.items() if name not in moves}
    anchor = {"center": "middle", "right": "end"}.get(box.align, "start")
    spacing = {"letter-spacing": f"{box.letter_spacing * size:.6g}"} if box.letter_spacing else {}
    head = _attributes({"font-size": f"{size:.6g}", "text-anchor": anchor, **spacing, **moves})
    pieces = []
    for span in (span for spans in paragraphs for span in spans if not span.icon):
        style = box.style_of(span)
        paint = f' fill="{escape(style.colour)}"' if style.colour else ""
        for font, part in fonts.runs(span.text, style.families, style.weight, style.italic):
            pieces.append(
                f"<tspan{prepared_texts.written(prepared_texts.face_of(font))}{paint}>{escape(part)}</tspan>"
            )
    text_path = f"<textPath{_attributes(along)}>{''.join(pieces)}</textPath>"
    return Markup(f"<text{head}>{text_path}</text>")  # noqa: S704  # it was escaped


def _attributes(attributes: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())


@lru_cache(maxsize=256)
def digits_for(unit: float) -> int:
    """Digits behind the point for places of a thousandth of a millimetre or less."""
    return 3 + max(0, math.ceil(math.log10(unit / MM)))
