"""Texts that are read and measured in ems, before they are set at a size; and what is wrong with
them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from operator import attrgetter
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.base.hyphenation import offered
from cardgen.base.quotes import curled
from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.markup import Span, edited
from cardgen.engine.typography.paragraph import (
    Paragraph,
    RunStyle,
    StyledRun,
    with_small_capitals,
)
from cardgen.engine.typography.text_blocks import TextBlock, hanging_indent
from cardgen.engine.typography.text_place import TextPlace
from cardgen.engine.typography.text_tables import TableRow, TextTable
from cardgen.engine.typography.word_widths import USUAL_REACH
from cardgen.model.project import DRAWINGS
from cardgen.model.span_styles import (
    misplaced_look,
)


def _aspect(name: str, box: TextPlace, icon: Callable[[str], float | None]) -> float:
    """The width of an icon over its height. Raises CardgenError for one that is not there."""
    file = name if name.lower().endswith(DRAWINGS) else f"{name}.svg"
    unknown = misplaced_look(name, box.styles.styles) or Finding(
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


def _worded(spans: tuple[Span, ...], box: TextPlace) -> tuple[Span, ...]:
    """A paragraph with the quotation marks and the places for hyphens that its box asks for. Raises
    CardgenError."""
    for language, edits in ((box.quotes_language, curled), (box.hyphenation_language, offered)):
        if language:
            spans = edited(spans, edits, language)
    return spans


def _icons_of(blocks: Sequence[TextBlock]) -> list[str]:
    """The names of the icons of a text, each once."""
    icons = [span.icon for block in blocks for span in block.measured_spans]
    return [*filter(None, dict.fromkeys(icons))] if any(icons) else []


def problems_of(
    blocks: Sequence[TextBlock],
    box: TextPlace,
    fonts: FontBook,
    icon: Callable[[str], float | None],
) -> list[Finding]:
    """The problems of the styles and icons that a text asks for, and of its letters."""
    problems: list[Finding] = []
    spans = [span for block in blocks for span in block.measured_spans]
    for span in spans:
        if span.looks or span.attributes:
            with collect_findings(problems, None):
                box.style_of(span)
    for name in _icons_of(blocks):
        with collect_findings(problems, None):
            _aspect(name, box, icon)
    return problems + _missing(spans, box, fonts)


def _measured(
    spans: Sequence[Span], box: TextPlace, fonts: FontBook, aspects: Mapping[str, float]
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


class MeasuredText(NamedTuple):
    """A text that was read and measured, in ems: it can be set at any size, in any box.

    `markers` has one for each part, and `indents` how far it stands in; or both nothing where
    nothing is an item of a list."""

    blocks: Sequence[TextBlock]
    parts: Sequence[Paragraph | TableRow]
    indents: Sequence[float] = ()
    markers: Sequence[Paragraph | None] = ()

    @classmethod
    def of(
        cls,
        markup: str,
        box: TextPlace,
        fonts: FontBook,
        icon: Callable[[str], float | None],
    ) -> MeasuredText:
        """Read and measure a text in the letters of a box. Raises CardgenError with all that is
        wrong."""
        blocks, broken = box.blocks_of(markup)
        texts = [block for block in blocks if block.spans]
        try:
            if broken:
                raise CardgenError(*broken)
            aspects = {name: _aspect(name, box, icon) for name in _icons_of(blocks)}
            parts = list(_measured_blocks(texts, box, fonts, aspects))
            if not any(block.depth for block in texts):
                return cls(blocks, parts)
            markers = [
                _measured(block.marker, box, fonts, aspects) if block.marker else None
                for block in texts
            ]
            outer_markers = [
                (level, _measured(marker, box, fonts, aspects))
                for block in texts
                for level, marker in block.outer_markers
            ]
            depths = [block.depth for block in texts]
            all_markers = [*zip(depths, markers, strict=True), *outer_markers]
            return cls(blocks, parts, _indents(depths, all_markers), markers)
        except CardgenError as error:
            problems = (*broken, *problems_of(blocks, box, fonts, icon))
            raise CardgenError(*dict.fromkeys(problems or error.findings)) from None


def _indents(depths: Sequence[int], markers: Sequence[tuple[int, Paragraph | None]]) -> list[float]:
    """How far parts of some depths stand in: each level hangs as far as its widest marker wants.

    `markers` have their levels, those of the parts among them."""
    widths: list[list[float]] = [[] for _ in range(max(level for level, _ in markers) + 1)]
    for level, marker in markers:
        if marker:
            widths[level].append(marker.extent[1])
    reach = list(accumulate(map(hanging_indent, widths)))
    return [reach[depth] for depth in depths]


_MEASURED_BY = attrgetter(
    *("families", "weight", "italic", "bold_weight", "letter_spacing", "styles", "look"),
    *("hyphenation_language", "quotes_language", "blocks", "list_bullet"),
)
"""What of a box says how its text is measured."""
_MOST_MEASURED = 32
"""So many texts are kept with their fonts: one that shrinks, or is measured before it is set, is
read once."""


def _measured_blocks(
    blocks: Sequence[TextBlock], box: TextPlace, fonts: FontBook, aspects: Mapping[str, float]
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
    span: Span, style: RunStyle, aspect: float, box: TextPlace, fonts: FontBook
) -> StyledRun:
    """An icon, with its reach where that is not the usual one.

    All that it paints is coloured by its own attributes alone."""
    own = box.styles.resolved((span.attributes,)) if span.attributes else None
    style = style._replace(icon_colour=own.color or "" if own else "")
    height = box.ICON_HEIGHT * style.size
    reach = USUAL_REACH
    if style.size > 1 or style.rise:
        cap = fonts.first(box.families, box.weight, box.italic).drawn_cap_height
        middle = cap / 2 + style.rise * style.size
        reach = middle + height / 2, height / 2 - middle
    return StyledRun(span.text, style, height * aspect, span.icon, reach)


def _missing(spans: Sequence[Span], box: TextPlace, fonts: FontBook) -> list[Finding]:
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


def measured_text(
    markup: str, box: TextPlace, fonts: FontBook, icon: Callable[[str], float | None]
) -> MeasuredText:
    """A text in the letters of a box: one of the last ones, or else it is measured now.

    Raises CardgenError."""
    key = markup, icon, *_MEASURED_BY(box)
    measured_texts: dict[Any, MeasuredText] = fonts.measured_texts
    text = measured_texts.get(key)
    if text is None:
        text = MeasuredText.of(markup, box, fonts, icon)
        if len(measured_texts) >= _MOST_MEASURED:
            measured_texts.clear()
        measured_texts[key] = text
    return text
