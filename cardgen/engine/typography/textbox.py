"""Text laid out once: markup to positioned runs and icons, wrapped, shrunk to fit and aligned in a
box.

Lengths are points, measured from the box's upper left corner, y downward. Words are divided at soft
hyphens (U+00AD) and, where a box asks for it, by the patterns of a language (`hyphenation.py`)."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.base.geometry import Box, Edges, outermost
from cardgen.base.hyphenation import offered
from cardgen.base.quotes import curled
from cardgen.base.units import ceiled_millimetres
from cardgen.engine.typography.bidi import END_OF_ISOLATE, ISOLATES
from cardgen.engine.typography.font import OVERHANG, Font
from cardgen.engine.typography.fontbook import FontBook, MissingGlyphError
from cardgen.engine.typography.line_breaking import FirstFit
from cardgen.engine.typography.markup import Span, edited, parsed
from cardgen.engine.typography.paragraph import (
    LinePiece,
    Paragraph,
    RunStyle,
    SetLine,
    StyledRun,
    bars,
    with_small_capitals,
)
from cardgen.engine.typography.text_blocks import TextBlock, text_blocks
from cardgen.engine.typography.text_tables import TableRow, TextTable
from cardgen.engine.typography.word_widths import USUAL_REACH
from cardgen.model.project import DRAWINGS
from cardgen.model.span_styles import (
    PLAIN_SHEET,
    PLAIN_STYLE,
    SpanSheet,
    SpanStyle,
    misplaced_look,
)

_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_SLACK = 1e-6
_IN_LIST = 0.4
"""The gap between items of a list, as a share of that between paragraphs."""
_IN_TABLE = 0.1
"""The gap between rows of a table, in ems."""
_RULE_GAP, _RULE_THICK = 0.6, 0.05
"""The room that a rule takes between two paragraphs, and its thickness, in ems."""
_BESIDE_MARKER = 0.35
"""The room between a bullet or a number and its text, in ems."""
_HAIR = 1e-3
_ZONE = 0.25
"""The share of a line that may stay free rather than that a word is divided."""
_JUSTIFIED_ZONE = 0.06
"""The same of a justified line: about what its spaces can be stretched."""
_LEAST_SPACE = 0.08
"""The least gap between two runs that is a space, in ems."""
_CLEAR = 0.05
"""What lines of tall letters keep free between them, in ems."""


@dataclass(frozen=True, slots=True)
class TextBox:
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

    def fit(self, markup: str, fonts: FontBook, icon: Callable[[str], float | None]) -> Layout:
        """Lay out a text at the largest size at which it fits.

        The size lies between `size` and `min_size`, in steps of STEP.

        Markup: **bold**, *italic*, [words]{.style name=value}, {name} for an icon; {{ and }} print
        braces, \\* an asterisk and \\\\ a backslash; a new line, or \\n, begins a paragraph, with a
        backslash before it a line; -, * and numbers begin items of lists, --- is a rule; a star
        that opens or closes nothing is printed, and so is a bracket. `icon` gives an icon's width
        over its height, None for an unknown one; it may raise CardgenError.

        The first line reaches a capital's height above its baseline, the last one the depth of
        small letters below. An icon may reach further, and so may letters of writings without
        capitals, which keep lines apart then. At the top and bottom the text touches the box so; in
        the middle, what is centred is the space from the first line's capitals to the last
        baseline, as the eye does it.

        Raises CardgenError with every problem: unmatched braces, unknown icons, styles and
        families, characters that no font has."""
        text = self._measured(markup, fonts, icon)
        try:
            return self._setter(text, fonts).layout()
        except MissingGlyphError:
            problems = _problems(text.blocks, self, fonts, icon)
            raise CardgenError(*dict.fromkeys(problems)) from None

    def height_by_words(
        self, markup: str, fonts: FontBook, icon: Callable[[str], float | None]
    ) -> float | None:
        """The height at which a text is set at its full size, by the widths of its words, in
        points; None where it fits only otherwise, or has to be set to be sure.

        Raises CardgenError as `fit`."""
        setter = self._setter(self._measured(markup, fonts, icon), fonts)
        return setter.height_by_words()

    def _measured(
        self, markup: str, fonts: FontBook, icon: Callable[[str], float | None]
    ) -> _MeasuredText:
        """A text in the letters of this box: one of the last ones, or else it is measured now.

        Raises CardgenError."""
        key = markup, icon, *_MEASURED_BY(self)
        measured_texts: dict[Any, _MeasuredText] = fonts.measured_texts
        text = measured_texts.get(key)
        if text is None:
            text = _MeasuredText.of(markup, self, fonts, icon)
            if len(measured_texts) >= _MOST_MEASURED:
                measured_texts.clear()
            measured_texts[key] = text
        return text

    def _setter(self, text: _MeasuredText, fonts: FontBook) -> _BoxSetter:
        setter = _BoxSetter(text.parts, self, fonts)
        if len(text.blocks) > 1:
            setter.gaps = _gaps(text.blocks, self)
            setter.rules = _rules(text.blocks)
            if text.markers:
                setter.indent(text.depths, list(text.markers))
        return setter

    def blocks_of(self, markup: str) -> tuple[tuple[TextBlock, ...], tuple[Finding, ...]]:
        """The blocks of a text, and what is wrong with its mark-up."""
        if self.blocks:
            return text_blocks(markup, self.list_bullet)
        return _paragraph_blocks(markup)

    def spans_of(self, markup: str) -> list[Span]:
        """The spans of a text, the markers of its lists included. Raises CardgenError."""
        blocks, problems = self.blocks_of(markup)
        if problems:
            raise CardgenError(*problems)
        return [span for block in blocks for span in block.all_spans]

    def at_least_size(self) -> TextBox:
        """The box for texts that are as small as it sets them."""
        if self.min_size is None:
            return self
        return replace(self, size=self.min_size, min_size=None)

    def size_that_fits(
        self, markup: str, fonts: FontBook, icon: Callable[[str], float | None]
    ) -> float:
        """The largest size at which a text fits that fits at none of the box's own.

        It lies under the box's smallest, and is not too small to read; 0 where there is none."""
        least = self.size if self.min_size is None else self.min_size
        if least - self.STEP < self.LEAST_TYPE:
            return 0.0
        largest = math.ceil(least / self.STEP - 1) * self.STEP
        smaller_box = replace(self, size=largest, min_size=self.LEAST_TYPE)
        layout = smaller_box.fit(markup, fonts, icon)
        return 0.0 if layout.lack else layout.size

    def unmarked(self, markup: str, fonts: FontBook) -> Iterator[tuple[str, Font]]:
        """Styles that look like the rest of the text, for want of a bold or italic face: "bold" or
        "italic", and the font. Signs need no other face."""
        for span in chain.from_iterable(parsed(markup)[0]):
            if span.icon or not (span.bold or span.italic):
                continue
            style = self.style_of(span)
            runs = fonts.runs(span.text, style.families, style.weight, style.italic)
            worded_fonts = [font for font, piece in runs if any(map(str.isalpha, piece))]
            for font in dict.fromkeys(worded_fonts):
                rest = fonts.face(font.family, self.weight, self.italic)
                if style.weight > self.weight and font.weight == rest.weight:
                    yield "bold", font
                if span.italic and font.italic == rest.italic:
                    yield "italic", font

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


class Run(NamedTuple):
    """Text in one font from `x` on the baseline `y`. It never begins with a plain space; `spacing`
    is its letter-spacing in points.

    `divided` tells that it ends in a hyphen which only the end of the line has put there. `colour`
    is that of its own, "" for that of the text around; `gap` is added to each space, in points."""

    x: float
    y: float
    text: str
    font: Font
    size: float
    width: float
    spacing: float
    divided: bool = False
    colour: str = ""
    gap: float = 0.0


class Icon(NamedTuple):
    """An inline icon: `x` and `y` are its upper left corner. `colour` is that which it takes in
    place of its own; "" for its own."""

    name: str
    x: float
    y: float
    width: float
    height: float
    colour: str = ""


class Decoration(NamedTuple):
    """A bar with a text: its background, or a line, underline or strike; `colour` is "" for
    that of the text."""

    kind: str
    box: Box
    colour: str


class Line(NamedTuple):
    """A line from `x`, its baseline at `y`; `width` is that of its advances, without letter-spacing
    after the last letter."""

    x: float
    y: float
    width: float
    items: tuple[Run | Icon, ...]
    decorations: tuple[Decoration, ...] = ()


class Lack(NamedTuple):
    """The room that a box lacks for a text at its smallest size: more `width`, as its widest line
    needs, and more `height`, in points, and lines."""

    width: float
    height: float
    lines: int
    said: str
    """In words, with the size."""


class Layout(NamedTuple):
    """A text set at `size`. It is `height` points high from the top of its first line, `top` points
    below the box's upper edge, to the depth of its last.

    `lack` is what the box lacks, when the text does not fit even at its smallest size; `crowded`,
    what it lacks for tall letters, which are given no more room than others then; `parted`, what it
    lacks to keep together what belongs together, as « word »; `overhang`, what it lacks on both
    sides together for letters that stand out at one, if it holds their centred lines."""

    size: float
    lines: tuple[Line, ...]
    lack: Lack | None
    crowded: str | None = None
    parted: Lack | None = None
    overhang: Lack | None = None
    height: float = 0.0
    top: float = 0.0

    @property
    def word_count(self) -> int:
        """The number of words; one that is divided at the end of a line counts once."""
        return len("".join(map(_text_of, self.lines)).split())

    @property
    def overflow(self) -> str | None:
        """The room that the box lacks, in words; None where the text fits."""
        return self.lack.said if self.lack else None

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple([item for line in self.lines for item in line.items if isinstance(item, Run)])

    @property
    def blanks(self) -> dict[tuple[Font, str], None]:
        """The signs whose places a font leaves blank, each with the font."""
        runs = [
            item
            for line in self.lines
            for item in line.items
            if isinstance(item, Run) and item.font.has_blanks
        ]
        return {(run.font, sign): None for run in runs for sign in run.font.blanks(run.text)}

    @property
    def icons(self) -> tuple[Icon, ...]:
        return tuple([item for line in self.lines for item in line.items if isinstance(item, Icon)])

    @property
    def decorations(self) -> tuple[Decoration, ...]:
        return tuple([bar for line in self.lines for bar in line.decorations])

    @property
    def bounds(self) -> Edges | None:
        """Left, top, right and bottom of what is drawn, measured from the outlines; None when
        nothing is."""
        boxes = [(icon.x, icon.y, icon.x + icon.width, icon.y + icon.height) for icon in self.icons]
        for run in self.runs:
            boxes += _ink(run)
        return outermost(boxes)


def _text_of(line: Line) -> str:
    """The text of a line, with a space at its end where it ends a word."""
    text = ""
    end = line.x
    for item in line.items:
        if isinstance(item, Run):
            is_apart = item.x - end > _LEAST_SPACE * item.size
            text += f" {item.text}" if is_apart else item.text
            if item.divided:
                return text.removesuffix("-")
        else:
            text += " "
        end = item.x + item.width
    return f"{text} "


def _aspect(name: str, icon: Callable[[str], float | None]) -> float:
    """The width of an icon over its height. Raises CardgenError for one that is not there."""
    file = name if name.lower().endswith(DRAWINGS) else f"{name}.svg"
    unknown = misplaced_look(name) or Finding(
        "unknown-icon",
        f'no icon is called "{name}"',
        f"add {file} to templates/icons/, or write {{{{{name}}}}} to print braces",
    )
    try:
        aspect = icon(name)
    except CardgenError as error:
        raise CardgenError(*[_or_braces(problem, unknown) for problem in error.findings]) from None
    if aspect is None or not 0 < aspect < math.inf:
        raise CardgenError(unknown)
    return aspect


def _or_braces(problem: Finding, unknown: Finding) -> Finding:
    """The fault of an icon, with a way out where none is meant."""
    # of a name that is like none a list is no help, and of a style that it is like an icon
    if problem.remedy.startswith("use one of") or unknown.code == "span-wrong":
        return unknown
    if problem.remedy.startswith("did you mean"):
        return replace(problem, remedy=f"{problem.remedy} Or {unknown.remedy}")
    return problem


def _paragraph_blocks(markup: str) -> tuple[tuple[TextBlock, ...], tuple[Finding, ...]]:
    """The paragraphs of a text that has no lists."""
    paragraphs, problems = parsed(markup)
    return tuple(TextBlock(spans) for spans in paragraphs), problems


def _gaps(blocks: Sequence[TextBlock], box: TextBox) -> list[float]:
    """The gap between each paragraph and the next beside the leading, in ems.

    It is the box's gap or, where it has none, blank lines; items of a list stand closer."""
    gaps = []
    blanks = rules = 0
    before: TextBlock | None = None
    for block in blocks:
        if block.rule:
            rules += 1
        elif not block.spans:
            blanks += 1
        else:
            if before:
                gap = box.paragraph_gap or blanks * box.leading
                if block.joined:
                    gap = 0.0
                elif block.depth and before.depth and not (blanks or rules):
                    gap *= _IN_LIST
                elif block.cells and before.cells and not block.is_head:
                    gap = _RULE_GAP if before.is_head else _IN_TABLE
                gaps.append(gap + _RULE_GAP * min(rules, 1))
            before = block
            blanks = rules = 0
    return gaps


def _rules(blocks: Sequence[TextBlock]) -> frozenset[int]:
    """The numbers of the paragraphs above which a rule stands: also below the head of a table."""
    rules = set[int]()
    number = 0
    after_head = False
    for block in blocks:
        if block.rule:
            rules.add(number)
        elif block.spans:
            if after_head and block.cells:
                rules.add(number)
            after_head = block.is_head
            number += 1
    return frozenset(rules)


def _worded(spans: tuple[Span, ...], box: TextBox) -> tuple[Span, ...]:
    """A paragraph with the quotation marks and the places for hyphens that its box asks for. Raises
    CardgenError."""
    for language, edits in ((box.quotes_language, curled), (box.hyphenation_language, offered)):
        if language:
            spans = edited(spans, edits, language)
    return spans


def _icons_of(blocks: Sequence[TextBlock]) -> list[str]:
    """The names of the icons of a text, each once."""
    icons = [span.icon for block in blocks for span in block.all_spans]
    return [*filter(None, dict.fromkeys(icons))] if any(icons) else []


def _problems(
    blocks: Sequence[TextBlock],
    box: TextBox,
    fonts: FontBook,
    icon: Callable[[str], float | None],
) -> list[Finding]:
    """The problems of the styles and icons that a text asks for, and of its letters."""
    problems: list[Finding] = []
    spans = [span for block in blocks for span in block.all_spans]
    for span in spans:
        if span.looks or span.attributes:
            with collect_findings(problems, None):
                box.style_of(span)
    for name in _icons_of(blocks):
        with collect_findings(problems, None):
            _aspect(name, icon)
    return problems + _missing(spans, box, fonts)


def _measured(
    spans: Sequence[Span], box: TextBox, fonts: FontBook, aspects: Mapping[str, float]
) -> Paragraph:
    """A paragraph in ems of the box's size. Raises MissingGlyphError."""
    runs: list[StyledRun] = []
    styles: dict[tuple[Any, ...], RunStyle] = {}
    for span in spans:
        look = span[1:]
        style = styles.get(look)
        if style is None:
            style = styles[look] = box.style_of(span)
        if span.icon:
            runs.append(_icon_run(span, style, aspects[span.icon], box, fonts))
        elif style.small_caps:
            parts = with_small_capitals(span.text, style, fonts)
            runs += [StyledRun(text, part_style) for text, part_style in parts]
        else:
            runs.append(StyledRun(span.text, style))
    return Paragraph(
        runs,
        fonts,
        spacing=box.letter_spacing,
        hyphenated=bool(box.hyphenation_language),
        trimmed=True,
    )


class _MeasuredText(NamedTuple):
    """A text that was read and measured, in ems: it can be set at any size, in any box.

    `markers` has one for each part, or none where nothing is an item of a list."""

    blocks: Sequence[TextBlock]
    parts: Sequence[Paragraph | TableRow]
    depths: Sequence[int] = ()
    markers: Sequence[Paragraph | None] = ()

    @classmethod
    def of(
        cls,
        markup: str,
        box: TextBox,
        fonts: FontBook,
        icon: Callable[[str], float | None],
    ) -> _MeasuredText:
        """Read and measure a text in the letters of a box. Raises CardgenError with all that is
        wrong."""
        blocks, broken = box.blocks_of(markup)
        texts = [block for block in blocks if block.spans]
        try:
            if broken:
                raise CardgenError(*broken)
            aspects = {name: _aspect(name, icon) for name in _icons_of(blocks)}
            parts = list(_measured_blocks(texts, box, fonts, aspects))
            if not any(block.depth for block in texts):
                return cls(blocks, parts)
            markers = [
                _measured(block.marker, box, fonts, aspects) if block.marker else None
                for block in texts
            ]
            return cls(blocks, parts, [block.depth for block in texts], markers)
        except CardgenError as error:
            problems = (*broken, *_problems(blocks, box, fonts, icon))
            raise CardgenError(*dict.fromkeys(problems or error.findings)) from None


_MEASURED_BY = attrgetter(
    *("families", "weight", "italic", "bold_weight", "letter_spacing", "styles", "look"),
    *("hyphenation_language", "quotes_language", "blocks", "list_bullet"),
)
"""What of a box says how its text is measured."""
_MOST_MEASURED = 32
"""So many texts are kept with their fonts: one that shrinks, or is measured before it is set, is
read once."""


def _measured_blocks(
    blocks: Sequence[TextBlock], box: TextBox, fonts: FontBook, aspects: Mapping[str, float]
) -> Iterator[Paragraph | TableRow]:
    """The paragraphs of a text, and the rows of its tables. Raises MissingGlyphError."""
    table = TextTable(())
    for block in blocks:
        if not block.cells:
            yield _measured(_worded(block.spans, box), box, fonts, aspects)
            continue
        if block.is_head:
            table = TextTable(block.aligns)
        cells = []
        for spans in block.cells:
            if block.is_head:
                spans = tuple(span._replace(bold=True) for span in spans)
            worded = _worded(spans, box)
            cells.append(_measured(worded, box, fonts, aspects) if worded else None)
        yield table.row(cells)


def _icon_run(
    span: Span, style: RunStyle, aspect: float, box: TextBox, fonts: FontBook
) -> StyledRun:
    """An icon, with its reach where that is not the usual one; coloured by its own attributes
    alone."""
    own = box.styles.resolved((span.attributes,)) if span.attributes else None
    style = style._replace(colour=own.color or "" if own else "")
    height = TextBox.ICON_HEIGHT * style.size
    reach = USUAL_REACH
    if style.size > 1 or style.rise:
        cap = fonts.first(box.families, box.weight, box.italic).drawn_cap_height
        middle = cap / 2 + style.rise * style.size
        reach = middle + height / 2, height / 2 - middle
    return StyledRun(span.text, style, height * aspect, span.icon, reach)


class _LineHeight(NamedTuple):
    """Of a line whether it holds an icon, and how far its letters reach above and below its
    baseline where that is further than usual."""

    holds_object: bool
    above: float = 0.0
    below: float = 0.0


class _BoxSetter:
    """Finds the size of a text and puts its lines in their places. Heights are in ems."""

    def __init__(
        self,
        paragraphs: Sequence[Paragraph | TableRow],
        box: TextBox,
        fonts: FontBook,
    ) -> None:
        self.paragraphs, self.box = paragraphs, box
        self.gaps: Sequence[float] = ()
        """The gap below each paragraph but the last."""
        zone = _JUSTIFIED_ZONE if box.align == "justify" else _ZONE
        self.breaking = FirstFit(zone, box.keep_last_words)
        self.decorated = any(paragraph.barred for paragraph in paragraphs)
        font = fonts.first(box.families, box.weight, box.italic)
        self.cap = font.cap_height if box.as_drawn else font.drawn_cap_height
        self.depth = font.depth
        self.above = self.cap, max(self.cap, (self.cap + TextBox.ICON_HEIGHT) / 2)
        """How far a line reaches above its baseline as a rule: one without icons, and one with
        them."""
        self.below = self.depth, max(self.depth, (TextBox.ICON_HEIGHT - self.cap) / 2)
        self.indents = [0.0] * len(paragraphs)
        """How far each paragraph stands in, in ems."""
        self.markers: list[Paragraph | None] = []
        """The bullets and numbers of items of lists; none where there is no list."""
        self.rules: frozenset[int] = frozenset()
        """The paragraphs above which a rule stands."""
        self.tall = False
        """Whether tall letters are given more room than others."""

    def layout(self) -> Layout:
        """The lines with as few words divided as may be; as many as are needed where the text does
        not fit otherwise. Where that does not help either, lines end at spaces within what belongs
        together: first only where it is wider than the box."""
        if not self.paragraphs:
            return Layout(self.box.size, (), None)
        unparted = layout = self._as_tall_as_fits()
        for width in (self._room(self._least_size), 0.0):
            if not layout.lack:
                break
            parted = [
                paragraph.parted(max(0.0, width - indent), keeps=True)
                for paragraph, indent in zip(self.paragraphs, self.indents, strict=True)
            ]
            if parted != self.paragraphs:
                self.paragraphs = parted
                layout = self._as_tall_as_fits()
        return unparted if layout.lack else layout._replace(parted=unparted.lack)

    def _as_tall_as_fits(self) -> Layout:
        """Lines kept apart as tall letters want it; as the box has them where the text does not fit
        otherwise."""
        self.tall = self._has_tall_letters and not self.box.around
        layout = self._laid_out()
        if layout.lack and self.breaking.zone and any(text.divisible for text in self.paragraphs):
            self.breaking = replace(self.breaking, zone=0.0)
            layout = self._laid_out()
        if layout.lack and self.tall:
            self.tall = False
            crowded = self._laid_out()
            layout = layout if crowded.lack else crowded
        return layout

    @property
    def _has_tall_letters(self) -> bool:
        return not self.box.as_drawn and any(paragraph.tall for paragraph in self.paragraphs)

    @property
    def _least_size(self) -> float:
        """The smallest size, in points."""
        return self.box.size if self.box.min_size is None else self.box.min_size

    def _laid_out(self) -> Layout:
        """The text at the largest size at which it fits, else at the smallest."""
        box = self.box
        for size in self._sizes():
            texts = self._set(size)
            overflow = self._overflow(texts, size)
            if not overflow:
                break
        if box.balance:
            even = self._balanced(texts, self._room(size))
            # an icon that moves to the last line may want more room
            if overflow or not self._overflow(even, size):
                texts = even
        placed = self._placed(texts, size)
        crowded = None if self.tall else self._crowded(texts, size)
        overhang = None if overflow else self._overhang(placed, size)
        height = self._height(texts) * size
        top = placed[0].y - self._above(texts[0][0]) * size
        return Layout(size, placed, overflow, crowded, None, overhang, height, top)

    def _sizes(self) -> Iterator[float]:
        """Yield the sizes to be tried, in points: from the largest that seems to fit."""
        box, least = self.box, self._least_size
        steps = range(math.ceil((box.size - least) / TextBox.STEP - _SLACK) + 1)

        def size_at(step: int) -> float:
            return max(least, box.size - TextBox.STEP * step)

        def seems_to_fit(step: int) -> bool:
            return self._seems_to_fit(size_at(step))

        first = 0  # as most texts fit at their full size
        if len(steps) > 1 and not seems_to_fit(0):
            first = bisect_left(steps, True, 1, key=seems_to_fit)
        yield from map(size_at, steps[min(first, len(steps) - 1) :])

    def _set(self, size: float) -> list[list[SetLine]]:
        """The lines of each paragraph, as the box holds them at a size."""
        room = self._room(size)
        if self.box.around:
            return self._set_around(size)
        texts = [
            paragraph.set_lines(room - indent, self.breaking)
            for paragraph, indent in zip(self.paragraphs, self.indents, strict=True)
        ]
        for number, marker in enumerate(self.markers):
            self._mark(texts[number], number, marker)
        return texts

    def _set_around(self, size: float) -> list[list[SetLine]]:
        """The lines of each paragraph, beside what lies in the way; below it where no word has room
        there. They begin at the top of the box."""
        texts = []
        baseline = self.cap
        gaps = (*self.gaps, 0.0)
        for number, paragraph in enumerate(self.paragraphs):
            lines: list[SetLine] = []
            first = 0
            while isinstance(paragraph, Paragraph) and first < len(paragraph.stops):
                left, width = self._free(baseline, size, self.indents[number])
                stop, line = self._line_within(paragraph, first, width)
                baseline += self.box.leading
                if line.width > width and width < self._room(size) - self.indents[number] - _HAIR:
                    lines.append(SetLine(0.0, ()))
                    continue
                if self.box.align == "justify" and stop < len(paragraph.stops):
                    line = self._justified(line, width)
                lines.append(self._aligned(line, left, width, paragraph.leftward))
                first = stop
            if isinstance(paragraph, TableRow):
                lines = paragraph.set_lines(self._room(size), self.breaking)
                baseline += self.box.leading * len(lines)
            if self.markers:
                self._mark(lines, number, self.markers[number])
            baseline += gaps[number]
            texts.append(lines)
        return texts

    def _line_within(self, paragraph: Paragraph, first: int, width: float) -> tuple[int, SetLine]:
        """The word after a line of at most this width, and the line; one word is always in it."""
        stop = self.breaking.end_of_line(paragraph, first, width)
        line = paragraph.set_line(first, stop)
        while line.width > width and stop - first > 1:
            stop -= 1
            line = paragraph.set_line(first, stop)
        return stop, line

    def _free(self, baseline: float, size: float, indent: float) -> tuple[float, float]:
        """Where the wider stretch that is free for a line begins, and its width, in ems."""
        top, bottom = (baseline - self.cap) * size, (baseline + self.depth) * size
        bands = [band for band in self.box.around if band[0] < bottom and band[1] > top]
        room = self._room(size)
        if not bands:
            return 0.0, room - indent
        before = min(band[2] for band in bands) / size - indent
        after = room - max(max(band[3] for band in bands) / size, indent)
        if before >= after:
            return 0.0, max(0.0, min(before, room - indent))
        return room - indent - after, max(0.0, after)

    def _aligned(self, line: SetLine, left: float, width: float, leftward: bool) -> SetLine:
        """The line in its place of a free stretch."""
        share = TextBox.ALIGN[self.box.align]
        shift = left + (1 - share if leftward else share) * (width - line.width)
        if shift <= _HAIR:
            return line
        pieces = tuple(piece._replace(x=piece.x + shift) for piece in line.pieces)
        return line._replace(pieces=pieces)

    def _balanced(self, texts: Sequence[list[SetLine]], room: float) -> list[list[SetLine]]:
        """The paragraphs with lines about equally long."""
        even = []
        for number, (paragraph, lines) in enumerate(zip(self.paragraphs, texts, strict=True)):
            width = room - self.indents[number]
            even_lines = paragraph.balanced(lines, width, self.breaking)
            if even_lines is not lines and self.markers:
                self._mark(even_lines, number, self.markers[number])
            even.append(even_lines)
        return even

    def _mark(self, lines: list[SetLine], number: int, marker: Paragraph | None) -> None:
        """Set the marker of an item before its first line."""
        if marker is None:
            return
        marker_line, line = marker.set_line(0, len(marker.stops)), lines[0]
        is_leftward = self.paragraphs[number].leftward
        shift = -marker_line.width - _BESIDE_MARKER
        if is_leftward:
            shift = line.width + _BESIDE_MARKER
        pieces = tuple(piece._replace(x=piece.x + shift) for piece in marker_line.pieces)
        lines[0] = line._replace(
            pieces=pieces + line.pieces,
            above=max(line.above, marker_line.above),
            below=max(line.below, marker_line.below),
            holds_object=line.holds_object or marker_line.holds_object,
        )

    def indent(self, depths: Sequence[int], markers: list[Paragraph | None]) -> None:
        """Let items of lists hang: those of one level as far as its widest marker wants."""
        self.markers = markers
        hangs = [0.0] * (max(depths) + 1)
        for depth, marker in zip(depths, markers, strict=True):
            if marker:
                hangs[depth] = max(hangs[depth], marker.lasts[-1] + _BESIDE_MARKER)
        reach = list(accumulate(hangs))
        self.indents = [reach[depth] for depth in depths]

    def _room(self, size: float) -> float:
        """The box's width in ems, with a hair for rounding."""
        return (self.box.width + _SLACK) / size

    def _seems_to_fit(self, size: float) -> bool:
        """True if the text fits by the widths of its words.

        This is quick, and wrong only where fonts kern with the space."""
        paragraphs = [text for text in self.paragraphs if isinstance(text, Paragraph)]
        # what tables need, and texts around something, is known when they are set
        if len(paragraphs) < len(self.paragraphs) or self.box.around:
            return True
        height = self._height_of_words(paragraphs, size)
        return height is not None and height * size <= self.box.height + _SLACK

    def height_by_words(self) -> float | None:
        """The height of the text at its full size, in points; None where it has to be set to be
        sure."""
        box = self.box
        paragraphs = [
            text for text in self.paragraphs if isinstance(text, Paragraph) and text.adds_up
        ]
        if not paragraphs or len(paragraphs) < len(self.paragraphs) or box.around or box.balance:
            return None
        self.tall = self._has_tall_letters
        height = self._height_of_words(paragraphs, box.size)
        fits = height is not None and height * box.size <= box.height + _SLACK
        return height * box.size if fits and height else None

    def _height_of_words(self, paragraphs: Sequence[Paragraph], size: float) -> float | None:
        """The height of the lines that words make, in ems; None where one of them is wider than the
        box, or there are too many lines."""
        room = self._room(size)
        wraps = []
        for paragraph, indent in zip(paragraphs, self.indents, strict=True):
            if paragraph.widest > room - indent:
                return None
            wraps.append(self.breaking.wrap(paragraph, room - indent))
        count = sum(map(len, wraps)) - len(wraps)
        if count > (self.box.max_lines or count):
            return None
        if self.tall:
            lines = [
                [_line_height(paragraph, first, stop) for first, stop in pairwise(wrap)]
                for paragraph, wrap in zip(paragraphs, wraps, strict=True)
            ]
            return self._height(lines)
        first_has_icon = paragraphs[0].holds_object(*wraps[0][:2])
        last_has_icon = paragraphs[-1].holds_object(*wraps[-1][-2:])
        span = self._span(count, self.box.leading)
        return self.above[first_has_icon] + span + self.below[last_has_icon]

    def _above(self, line: SetLine | _LineHeight) -> float:
        usual = self.above[line.holds_object]
        return max(usual, line.above) if self.tall else usual

    def _below(self, line: SetLine | _LineHeight) -> float:
        usual = self.below[line.holds_object]
        return max(usual, line.below) if self.tall else usual

    def _leading(self, texts: Sequence[Sequence[SetLine | _LineHeight]]) -> float:
        """The distance of baselines: as the box has it, or more where tall letters would touch
        those of other lines."""
        least = self.box.leading
        if not self.tall:
            return least
        for upper, lower in chain.from_iterable(map(pairwise, texts)):
            least = max(least, self._apart(upper, lower))
        for (upper_text, lower_text), gap in zip(pairwise(texts), self.gaps, strict=True):
            least = max(least, self._apart(upper_text[-1], lower_text[0]) - gap)
        return least

    def _apart(self, upper: SetLine | _LineHeight, lower: SetLine | _LineHeight) -> float:
        """The least distance of two lines whose tall letters do not touch; icons have no part in
        it."""
        if not (upper.below or lower.above):
            return 0.0
        return max(self.depth, upper.below) + max(self.cap, lower.above) + _CLEAR

    def _span(self, count: int, leading: float) -> float:
        """From the first baseline to the last."""
        return (count - 1) * leading + sum(self.gaps)

    def _height(self, texts: Sequence[Sequence[SetLine | _LineHeight]]) -> float:
        span = self._span(sum(map(len, texts)), self._leading(texts))
        return self._above(texts[0][0]) + span + self._below(texts[-1][-1])

    def _overflow(self, texts: Sequence[Sequence[SetLine]], size: float) -> Lack | None:
        """The room that the box lacks for these lines; None if it holds them."""
        box = self.box
        lines = [line for text in texts for line in text]
        if self.markers:  # what stands in has so much less room
            lines = [
                line._replace(width=line.width + indent)
                for text, indent in zip(texts, self.indents, strict=True)
                for line in text
            ]
        lacks = []
        more_width = more_height = 0.0
        line_count = 0
        widest = max(lines, key=_width_of)
        if (excess := widest.width * size - box.width) > 2 * _SLACK:
            more_width = excess
            words = "".join([piece.text for piece in widest.pieces]) or "an icon"
            lacks.append(f'"{words}" needs {ceiled_millimetres(excess)} mm more width')
        if (excess := self._height(texts) * size - box.height) > 2 * _SLACK:
            more_height = excess
            lacks.append(f"needs {ceiled_millimetres(excess)} mm more height")
        if box.max_lines is not None and len(lines) > box.max_lines:
            line_count = len(lines)
            lacks.append(f"needs {len(lines)} lines where {box.max_lines} may stand")
        if not lacks:
            return None
        return Lack(more_width, more_height, line_count, f"{' and '.join(lacks)} at {size:g} pt")

    def _crowded(self, texts: Sequence[Sequence[SetLine]], size: float) -> str | None:
        """The fault of tall letters that were given no more room than others."""
        if not self._has_tall_letters:
            return None
        self.tall = True
        height, leading = self._height(texts), self._leading(texts)
        self.tall = False
        excess = height * size - self.box.height
        if excess <= 2 * _SLACK:
            return None
        touching = leading > self.box.leading + _SLACK
        fault = "its lines touch each other" if touching else "its letters stand out of it"
        return f"{fault}: it needs {ceiled_millimetres(excess)} mm more height"

    def _overhang(self, lines: Sequence[Line], size: float) -> Lack | None:
        """The letters' part that stands out of the box at its sides.

        Measured only in fonts that have such letters."""
        if self.box.as_drawn:
            return None
        items = [item for line in lines for item in line.items]
        runs = [item for item in items if isinstance(item, Run) and item.font.overhanging]
        if not runs:
            return None
        edges = [edge for run in runs for edge in _ink(run)]
        at_left = max((-edge[0] for edge in edges), default=0.0)
        at_right = max((edge[2] - self.box.width for edge in edges), default=0.0)
        least = OVERHANG * size + _SLACK
        excesses = {
            side: excess
            for side, excess in (("left", at_left), ("right", at_right))
            if excess > least
        }
        if not excesses:
            return None
        where = " and ".join(
            f"{ceiled_millimetres(excess)} mm on the {side}" for side, excess in excesses.items()
        )
        return Lack(2 * max(excesses.values()), 0.0, 0, f"{where} at {size:g} pt")

    def _placed(self, texts: Sequence[Sequence[SetLine]], size: float) -> tuple[Line, ...]:
        """The lines in points, each in its place of the box."""
        box = self.box
        leading = self._leading(texts)
        y = self._first_baseline(texts, leading, size)
        placed: list[Line] = []
        gaps = (*self.gaps, 0.0)
        for number, (paragraph, text) in enumerate(zip(self.paragraphs, texts, strict=True)):
            indent = self.indents[number]
            share = 0.0 if indent or box.around else TextBox.ALIGN[box.align]
            share_before = 1 - share if paragraph.leftward else share
            for place, line in enumerate(text, 1):
                is_row = isinstance(paragraph, TableRow)
                is_stretched = box.align == "justify" and not is_row and not box.around
                if is_stretched and place < len(text):
                    line = self._justified(line, box.width / size - indent)
                x = (box.width - indent * size - line.width * size) * share_before + 0.0  # never -0
                if indent and not paragraph.leftward:
                    x += indent * size
                items = self._items(line, x, y, size)
                decorations = _decorations(line, x, y, size) if self.decorated else ()
                placed.append(Line(x, y, line.width * size, items, decorations))
                y += leading * size
            y += gaps[number] * size
        return tuple(self._with_rules(placed, texts, size) if self.rules else placed)

    def _justified(self, line: SetLine, width: float) -> SetLine:
        """The line with its spaces stretched to a width; the marker of an item stays."""
        if line.pieces and min(piece.x for piece in line.pieces) < 0:
            marker = [piece for piece in line.pieces if piece.x < 0]
            rest = tuple(piece for piece in line.pieces if piece.x >= 0)
            stretched = line._replace(pieces=rest).justified(width)
            return stretched._replace(pieces=(*marker, *stretched.pieces))
        return line.justified(width)

    def _with_rules(
        self, lines: Sequence[Line], texts: Sequence[Sequence[SetLine]], size: float
    ) -> Iterator[Line]:
        """The lines, with a rule in the middle between those of the paragraphs that it parts."""
        firsts = list(accumulate(map(len, texts), initial=0))
        ruled_lines = {firsts[number] for number in self.rules}
        for number, line in enumerate(lines):
            if number in ruled_lines:
                low = lines[number - 1].y + self.depth * size
                middle = (low + line.y - self.cap * size) / 2
                height = _RULE_THICK * size
                box = Box(0.0, middle - height / 2, self.box.width, height)
                line = line._replace(decorations=(*line.decorations, Decoration("rule", box, "")))
            yield line

    def _first_baseline(
        self, texts: Sequence[Sequence[SetLine]], leading: float, size: float
    ) -> float:
        """The place of the first line, in points below the box's upper edge."""
        box = self.box
        span = self._span(sum(map(len, texts)), leading) * size
        highest = self._above(texts[0][0]) * size
        lowest = box.height - self._below(texts[-1][-1]) * size - span
        if box.valign == "top" or box.around:
            return highest
        if box.valign == "bottom":
            return lowest
        middle = (box.height + self.cap * size - span) / 2
        return min(max(middle, highest), lowest) if highest <= lowest else middle

    def _items(self, line: SetLine, x: float, y: float, size: float) -> tuple[Run | Icon, ...]:
        """The runs and icons of a line that begins at (x, y), as they are seen from the left."""
        spacing = self.box.letter_spacing * size
        pieces: Sequence[LinePiece] = line.pieces
        if len(pieces) > 1:
            pieces = sorted(pieces, key=_x_of)
        divided = line.pieces[-1] if line.divided else None
        return tuple(
            [
                _run(piece, x, y, size, spacing, piece is divided)
                if piece.font
                else self._icon(piece, x, y, size)
                for piece in pieces
            ]
        )

    def _icon(self, piece: LinePiece, x: float, y: float, size: float) -> Icon:
        style = piece.run.style
        height = TextBox.ICON_HEIGHT * style.size * size
        middle = y - (self.cap / 2 + style.rise * style.size) * size
        return Icon(
            piece.run.source,
            x + piece.x * size,
            middle - height / 2,
            piece.width * size,
            height,
            style.colour,
        )


_width_of, _x_of = attrgetter("width"), attrgetter("x")


def _decorations(line: SetLine, x: float, y: float, size: float) -> tuple[Decoration, ...]:
    """The bars of a line that begins at (x, y), in points."""
    return tuple(
        Decoration(
            bar.kind,
            Box(x + bar.x * size, y + bar.y * size, bar.width * size, bar.height * size),
            bar.colour,
        )
        for bar in bars(line.pieces)
    )


def _line_height(paragraph: Paragraph, first: int, stop: int) -> _LineHeight:
    """The height of a line of these words."""
    return _LineHeight(paragraph.holds_object(first, stop), *paragraph.reach_of(first, stop))


def _run(piece: LinePiece, x: float, y: float, size: float, spacing: float, divided: bool) -> Run:
    """Letters in points. SVG is told which run from right to left."""
    assert piece.font is not None
    text, style = piece.text, piece.run.style
    if piece.level % 2:
        text = f"{ISOLATES['rtl']}{text}{END_OF_ISOLATE}"
    return Run(
        x + piece.x * size,
        y - style.rise * style.size * size if style.rise else y,
        text,
        piece.font,
        size * style.size,
        piece.width * size,
        spacing + style.tracking * style.size * size if style.tracking else spacing,
        divided,
        style.colour,
        piece.gap * size,
    )


def _missing(spans: Sequence[Span], box: TextBox, fonts: FontBook) -> list[Finding]:
    """The characters of the text that no font has, those of one style together."""
    problems: list[Finding] = []
    texts: dict[RunStyle, str] = {}
    for span in spans:
        if span.icon:
            continue
        with suppress(CardgenError):  # told already
            style = box.style_of(span)
            look = RunStyle(style.families, style.weight, style.italic)
            texts[look] = f"{texts.get(look, '')} {span.text}"
    for look, text in texts.items():
        with collect_findings(problems, None):
            fonts.runs(text, look.families, look.weight, look.italic)
    return problems


def _ink(run: Run) -> list[Edges]:
    scale = run.size / run.font.units_per_em
    boxes = []
    x = run.x
    for index, (gid, advance, x_offset, y_offset, text) in enumerate(
        run.font.shape(run.text, not run.spacing).glyphs
    ):
        x += run.spacing if index and text else 0
        if ink := run.font.ink(gid):
            x_min, bottom, right, top = ink
            dx, dy = x + x_offset * scale, run.y - y_offset * scale
            boxes.append(
                (dx + x_min * scale, dy - top * scale, dx + right * scale, dy - bottom * scale)
            )
        x += advance * scale
    return boxes
