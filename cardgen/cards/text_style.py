"""Text boxes as templates ask for them, and laid-out text as SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2.runtime import Undefined
from markupsafe import Markup, escape

from cardgen.base import hyphenation
from cardgen.base.findings import UnreadableError
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM
from cardgen.engine import Font, FontBook, Layout, TextBox, text_markup
from cardgen.load.looks import TYPED, TYPOGRAPHIC
from cardgen.model.cards import Typesetting

_SPECIAL = re.compile("[&<>'\"]")
"""The letters that `escape` writes otherwise."""


class MoreRoom(NamedTuple):
    """Remedies for a text that is too long: for one text, and what gives more room for all of one
    box; how all of them shrink, and what holds them."""

    one: str
    all: str
    shrunk: str = ""
    holder: str = "box"


def check_number(name: str, value: Any, asks: str = "text_box") -> None:
    """Raises UnreadableError for an argument `name` of what `asks` that is no finite number."""
    if isinstance(value, Undefined):
        raise value._fail_with_undefined_error()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise UnreadableError(
            "template-value",
            f"{asks} wants a number for {name}, not {value!r}",
            "give it one without quotes or a unit",
        )


def worded(box: TextBox, how: Typesetting) -> TextBox:
    """The box with its texts set as somebody asks for; the same where nothing is asked."""
    if not (how.hyphenate or how.quotes or how.keep_last_words):
        return box
    hyphens, quotes = (how.language if is_on else "" for is_on in (how.hyphenate, how.quotes))
    return replace(box, hyphens=hyphens, quotes=quotes, avoids_widows=bool(how.keep_last_words))


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
    letter_spacing: float = 0
    paragraph_gap: float = 0.35
    hyphenate: bool | None = None
    quotes: str | None = None
    keep_last_words: bool | None = None
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
        for name in ("hyphenate", "keep_last_words"):
            if getattr(self, name) not in (None, True, False):
                raise UnreadableError(
                    "template-value",
                    f"text_box wants true or false for {name}, not {getattr(self, name)!r}",
                    f"write {name}=true",
                )
        if self.quotes not in (None, TYPED, TYPOGRAPHIC):
            raise UnreadableError(
                "template-value",
                f"text_box knows no quotes {self.quotes!r}",
                f"write {TYPED!r} or {TYPOGRAPHIC!r}",
            )

    def typeset(self, deck: Typesetting) -> Typesetting:
        """The typesetting of the text: as the style says, else as the deck does."""
        quotes = None if self.quotes is None else self.quotes == TYPOGRAPHIC
        return Typesetting("", self.hyphenate, quotes, self.keep_last_words).over(deck)


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
    names = [field.name for field in fields(TextStyle)]
    for name in keywords:
        if name not in names:
            remedy = did_you_mean(name, names, "take it away")
            raise UnreadableError("template-value", f"text_box() knows no {name}", remedy)
    return TextStyle(**keywords)


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
        **{name: getattr(style, name) for name in _AS_THEY_ARE},
    )
    return worded(box, style.typeset(deck))


_AS_THEY_ARE = (
    "weight",
    "italic",
    "leading",
    "align",
    "valign",
    "max_lines",
    "balance",
    "letter_spacing",
    "paragraph_gap",
)
"""What of a style a text box takes by the same name."""


def lines_of(layout: Layout, x: float, y: float, style: TextStyle, unit: float) -> Iterator[str]:
    """The lines of a text as one <text>, each run a <tspan> at its place; a unit of it is `unit`
    points."""
    runs = layout.runs
    if not runs:
        return
    paint = f' fill="{escape(style.fill)}"' if style.fill is not None else ' fill="#000000"'
    if style.stroke is not None and style.stroke_width:
        paint += (
            f' stroke="{escape(style.stroke)}" stroke-width="{style.stroke_width:g}"'
            ' stroke-linejoin="round"'
        )
    base, digits = runs[0], digits_for(unit)
    spacing = f' letter-spacing="{base.spacing / unit:.{digits + 1}f}"' if base.spacing else ""
    yield f'<text{_face(base.font)} font-size="{base.size / unit:.{digits + 1}f}"{spacing}{paint}>'
    written = f'<tspan x="%.{digits}f" y="%.{digits}f"%s>%s</tspan>'
    for run_x, run_y, text, font, size, _, _, divided, colour in runs:
        look = "" if font is base.font else _face(font)
        if size != base.size:
            look += f' font-size="{size / unit:.{digits + 1}f}"'
        if colour:
            look += f' fill="{escape(colour)}"'
        # to look is quicker than to escape what most lines have none of
        escaped_text = str(escape(text)) if _SPECIAL.search(text) else text
        if divided:  # which nobody sees, and tells that the hyphen is none of the text
            escaped_text += hyphenation.SOFT_HYPHEN
        yield written % (x + run_x / unit, y + run_y / unit, look, escaped_text)
    yield "</text>"


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
        weight, italic = box.bold_weight if span.bold else box.weight, box.italic != span.italic
        for font, part in fonts.runs(span.text, box.families, weight, italic):
            pieces.append(f"<tspan{_face(font)}>{escape(part)}</tspan>")
    text_path = f"<textPath{_attributes(along)}>{''.join(pieces)}</textPath>"
    return Markup(f"<text{head}>{text_path}</text>")  # noqa: S704  # it was escaped


def _attributes(attributes: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())


@lru_cache(maxsize=256)
def digits_for(unit: float) -> int:
    """Digits behind the point for places of a thousandth of a millimetre or less."""
    return 3 + max(0, math.ceil(math.log10(unit / MM)))


def _face(font: Font) -> str:
    return _named(font.family, font.weight, font.italic)


@lru_cache(maxsize=256)
def _named(family: str, weight: int, italic: bool) -> str:
    return (
        f' font-family="\'{escape(family)}\'" font-weight="{weight}"'
        f' font-style="{"italic" if italic else "normal"}"'
    )
