"""A place for a text, and how it is set there: what reads, measures and sets texts asks it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from cardgen.base.findings import CardgenError, Finding
from cardgen.engine.typography.markup import Span, parsed
from cardgen.engine.typography.paragraph import (
    RunStyle,
)
from cardgen.engine.typography.text_blocks import TextBlock, text_blocks
from cardgen.model.span_styles import (
    PLAIN_SHEET,
    PLAIN_STYLE,
    SpanSheet,
    SpanStyle,
)

_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place for a text, and how it is set. `width`, `height`, `size` and `min_size` in points;
    the rest relative to the size.

    `families` are asked in order for every character. `leading` is the distance of baselines;
    `letter_spacing` is added after every letter and turns ligatures off; `paragraph_gap` is added
    between paragraphs; where it is 0, blank lines between them are. `align` is turned round for
    paragraphs that begin with letters that run from right to left. `balance` makes the lines of a
    paragraph about equally long without adding one. `hyphenation_language` and `quotes_language`
    name the language by which words are divided and quotation marks are set, none for neither; with
    `keep_last_words` the last line of a paragraph is no short word by itself, where that can be
    had. `styles` are those that spans of the text may name, `look` is the style of all of it, but
    for its size; without `blocks` its lists and rules print as they were typed; `list_bullet` is
    the mark-up of bullets that are no dots. Lines run beside what lies `around`: stretches by their
    upper and lower, left and right edges. Lines of tall letters stand further apart, but for those
    that stand `as_drawn`. Raises CardgenError for values that make no sense."""

    STEP: ClassVar[float] = 0.25
    """What one step of shrinking takes off the size, in points."""
    ICON_HEIGHT: ClassVar[float] = 1.15
    """Height of an inline icon, as a fraction of the text's size."""
    LEAST_TYPE: ClassVar[float] = 6.0
    """Points: the least that people read on a card at arm's length."""
    ALIGN: ClassVar[Mapping[str, float]] = {
        "left": 0.0,
        "center": 0.5,
        "right": 1.0,
        "justify": 0.0,
    }
    """How much of the room that a line leaves stands before it."""

    width: float
    height: float
    families: tuple[str, ...]
    size: float
    min_size: float | None = None
    weight: int = 400
    italic: bool = False
    bold_weight: int = 800
    leading: float = 1.2
    align: str = "left"
    valign: str = "top"
    max_lines: int | None = None
    balance: bool = False
    letter_spacing: float = 0.0
    paragraph_gap: float = 0.0
    hyphenation_language: str = ""
    quotes_language: str = ""
    keep_last_words: bool = False
    styles: SpanSheet = PLAIN_SHEET
    look: SpanStyle = PLAIN_STYLE
    blocks: bool = True
    list_bullet: str = ""
    around: tuple[tuple[float, float, float, float], ...] = ()
    as_drawn: bool = False

    def __post_init__(self) -> None:
        least = self.size if self.min_size is None else self.min_size
        aligns = f"use one of: {', '.join(self.ALIGN)}"
        valigns = f"use one of: {', '.join(_VALIGN)}"
        checks = (
            (self.width, 0 < self.width < math.inf, "a text box's width", "it must be above 0"),
            (self.height, 0 < self.height < math.inf, "a text box's height", "it must be above 0"),
            (self.size, 0 < self.size < math.inf, "a text's size", "it must be above 0"),
            (
                least,
                0 < least <= self.size or not self.size > 0,
                "a text's min_size",
                "it must be above 0 and no more than the size",
            ),
            (
                self.families,
                bool(self.families),
                "a text's list of fonts",
                "name at least one family",
            ),
            (
                self.leading,
                0 < self.leading < math.inf,
                "a text's leading",
                "it must be above 0; 1.2 is usual",
            ),
            (
                self.letter_spacing,
                -1 <= self.letter_spacing <= 10,
                "a text's letter_spacing",
                "it must lie between -1 and 10",
            ),
            (
                self.paragraph_gap,
                0 <= self.paragraph_gap < math.inf,
                "a text's paragraph_gap",
                "it must be 0 or more",
            ),
            (
                self.max_lines,
                self.max_lines is None or self.max_lines >= 1,
                "a text's max_lines",
                "it must be 1 or more",
            ),
            (self.align, self.align in self.ALIGN, "a text's align", aligns),
            (self.valign, self.valign in _VALIGN, "a text's valign", valigns),
        )
        problems = [
            Finding("out-of-range", f"{subject} is {value}", remedy)
            for value, right, subject, remedy in checks
            if not right
        ]
        if problems:
            raise CardgenError(*problems)

    def blocks_of(self, markup: str) -> tuple[tuple[TextBlock, ...], tuple[Finding, ...]]:
        """The blocks of a text, and what is wrong with its mark-up."""
        if self.blocks:
            return text_blocks(markup, self.list_bullet)
        return _paragraph_blocks(markup)

    def style_of(self, span: Span) -> RunStyle:
        """The look of a span's letters, in ems of the box's size. Raises CardgenError."""
        weight, italic = self.weight, self.italic
        if not (span.looks or span.attributes or self.look is not PLAIN_STYLE):
            weight = self.bold_weight if span.bold else weight
            return RunStyle(self.families, weight, italic != span.italic)
        look = None if self.look is PLAIN_STYLE else self.look
        key = (self.families, weight, italic, self.bold_weight, look, *span[1:])
        style: RunStyle | None = self.styles.dressed.get(key)
        if style is None:
            style = self.styles.dressed[key] = self._dressed(span)
        return style

    def _dressed(self, span: Span) -> RunStyle:
        """The look of a span that asks for one. Raises CardgenError."""
        looks = (*span.looks, span.attributes) if span.attributes else span.looks
        style = RunStyle(self.families, self.weight, self.italic)
        style = style.dressed(self.styles.resolved(looks).within(self.look), self.bold_weight)
        if span.bold:
            style = style._replace(weight=max(style.weight, self.bold_weight))
        return style._replace(italic=not style.italic) if span.italic else style


def _paragraph_blocks(markup: str) -> tuple[tuple[TextBlock, ...], tuple[Finding, ...]]:
    """The paragraphs of a text that has no lists."""
    paragraphs, problems = parsed(markup)
    return tuple(TextBlock(spans) for spans in paragraphs), problems
