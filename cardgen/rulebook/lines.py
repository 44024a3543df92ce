"""Running text set in lines whose right edge is even.

It is kerned, with icons and small cards among the words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from cardgen.base import hyphenation, stars
from cardgen.base.findings import CardgenError, Finding, Place, collect_findings
from cardgen.base.geometry import Box
from cardgen.base.suggestions import with_breaks
from cardgen.base.units import MM
from cardgen.engine import (
    Drawing,
    FontBook,
    GlyphLine,
    LeastSquares,
    MissingGlyphError,
    Picture,
    TextBox,
    structure,
    text_markup,
)
from cardgen.engine import paragraph as paragraphs
from cardgen.model.cards import Typesetting
from cardgen.rulebook.blocks import NUMBER, PAGE, InlineSpan, Spans
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import BOLD, Type

_EDGE = 1.0
"""Points that a line may be too long."""
_LINK_ABOVE, _LINK_HEIGHT = 0.85, 1.15
"""How far the field of a link reaches above the baseline, and its height, in sizes."""
_SHOWN = 40
"""Characters of a text that a message repeats."""
_ABOVE_FIGURE = 3.0
"""Points between a figure among words and the lines above and below it, together."""


class Figure(Protocol):
    """A picture among words: `width` and `height` in points."""

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...

    @property
    def alt(self) -> str:
        """The words that are read for it."""
        ...

    def paint(self, page: BookPage, x: float, y: float) -> None:
        """Paint it with its upper left corner at (x, y)."""
        ...


class Inline(NamedTuple):
    """A drawing of a given size in running text."""

    drawing: Drawing | Picture
    width: float
    height: float
    alt: str = ""

    def paint(self, page: BookPage, x: float, y: float) -> None:
        page.place(self.drawing, Box(x, y, self.width, self.height))


@dataclass(frozen=True, slots=True)
class TooWide(Finding):
    """A problem about what is wider than its place, by so many millimetres: `excess`."""

    excess: float = 0.0


@dataclass(eq=False)
class TextLine:
    """A line of a text: some words of a paragraph, and the terms in it. Its `baseline` is so far
    below its top; letters that reach further than usual make it higher."""

    height: float
    baseline: float
    terms: tuple[str, ...]
    paragraph: paragraphs.Paragraph
    first: int
    stop: int

    @property
    def width(self) -> float:
        return self.line.width

    @cached_property
    def line(self) -> paragraphs.SetLine:
        """The words as they are set.

        That is when they are to be painted, for many are only measured."""
        return self._readable(self.paragraph.set_line(self.first, self.stop))

    def justified(self, width: float) -> paragraphs.SetLine:
        """The line with its spaces stretched to a width, unless it is the last of its paragraph."""
        if self.stop == len(self.paragraph.stops):
            return self.line
        return self._readable(self.paragraph.set_line(self.first, self.stop).justified(width))

    def _readable(self, line: paragraphs.SetLine) -> paragraphs.SetLine:
        """The line as readers want it: with soft hyphens, and a space where words go on."""
        pieces = [_without_joiners(piece) for piece in line.pieces]
        last = pieces[-1] if pieces else None
        if last and last.font:
            if line.divided:
                pieces[-1] = last._replace(text=f"{last.text}{hyphenation.SOFT_HYPHEN}")
            elif self.stop < len(self.paragraph.stops):  # words of two lines are two words
                pieces[-1] = last.with_space()
        return line._replace(pieces=tuple(pieces))


def _without_joiners(piece: paragraphs.LinePiece) -> paragraphs.LinePiece:
    if stars.JOINER not in piece.text:  # as nearly everywhere
        return piece
    return piece._replace(text=piece.text.replace(stars.JOINER, ""))


class Measurer:
    """Measures text, for all editions of a book. `figures` makes what a span shows instead of words
    at a size."""

    def __init__(
        self, fonts: FontBook, figures: Callable[[InlineSpan, float, str], Figure]
    ) -> None:
        self.fonts, self.figures = fonts, figures
        self.paragraph = lru_cache(maxsize=4096)(self._paragraph)
        self.extent = lru_cache(maxsize=4096)(self._extent)
        self.cap_height = lru_cache(maxsize=64)(self._cap_height)

    def _extent(self, spans: Spans, type: Type) -> tuple[float, float]:
        """The least and the greatest width that a text can use.

        The least is that of its longest word, the greatest that of all of it in one line."""
        least = most = 0.0
        try:
            for part in hard_lines(spans):
                longest_word, line = self.paragraph(part, type).extent
                least, most = max(least, longest_word), max(most, line)
        except CardgenError:
            pass  # told when it is set
        return least, most

    def _paragraph(
        self, spans: Spans, type: Type, hyphenated: bool = False, leftward: bool = False
    ) -> paragraphs.Paragraph:
        runs: list[paragraphs.StyledRun] = []
        for span in spans:
            style, width = style_of(span, type), self._figure_width(span, type)
            if width is None and style.small_caps:
                parts = paragraphs.with_small_capitals(span.text, style, self.fonts)
                runs += [paragraphs.StyledRun(*part, None, span) for part in parts]
            else:
                runs.append(paragraphs.StyledRun(span.text, style, width, span))
        return paragraphs.Paragraph(
            runs, self.fonts, size=type.size, hyphenated=hyphenated, leftward=leftward
        )

    def _figure_width(self, span: InlineSpan, type: Type) -> float | None:
        """The width of what a span shows instead of words; None where it has words."""
        is_figure = span.icon or span.part
        return self.figures(span, type.size * span.size, type.colour).width if is_figure else None

    def _cap_height(self, family: str, weight: int) -> float:
        return self.fonts.face(family, weight).cap_height


def style_of(span: InlineSpan, type: Type) -> paragraphs.RunStyle:
    """The style of a span's letters in a text of a type."""
    weight = BOLD if span.bold else type.weight
    style = paragraphs.RunStyle((type.family,), weight, span.italic, type.size)
    return style.dressed(span.style, BOLD) if span.style else style


class LineSetter:
    """Sets the text of an edition. `pages` knows the numbers of pages by anchor, and `page` says
    one, as "page {}". `place` is told where a text that cannot be set has none of its own. A
    `leftward` book runs from right to left."""

    def __init__(
        self,
        measurer: Measurer,
        link_colour: str,
        *,
        page: str,
        place: Place | None,
        screen: bool,
        leftward: bool = False,
    ) -> None:
        self.measurer = measurer
        # a number does not part from its word at the end of a line
        self.page = page.replace(" ", "\u00a0")
        self.place = place
        self.screen = screen
        self.leftward = leftward
        self.link_colour = link_colour
        self.typesetting = Typesetting()
        self.pages: dict[str, int] = {}
        self.problems: dict[Finding, None] = {}
        self._wide: set[Place | None] = set()
        self._lines = lru_cache(maxsize=4096)(self._broken)
        self._wordings = lru_cache(maxsize=4096)(self._worded)

    def lines(self, spans: Spans, type: Type, width: float) -> tuple[TextLine, ...]:
        """The text in lines of at most this width; a word longer than that sticks out."""
        return self._lines(self._wordings(self.known(spans), type), type, round(width, 3))

    def lines_after(
        self, spans: Spans, type: Type, measure: float, count: int, width: float
    ) -> tuple[TextLine, ...]:
        """What follows the first `count` lines of a measure, in lines of another width."""
        last = self.lines(spans, type, measure)[count - 1]
        rest: list[InlineSpan] = []
        left = last.paragraph.stops[last.stop - 1]
        for span in self._wordings(self.known(spans), type):
            if len(span.text) > left:
                rest.append(span._replace(text=span.text[left:]) if left else span)
            left = max(0, left - len(span.text))
        return self._lines(tuple(rest), type, round(width, 3))

    def extent(self, spans: Spans, type: Type) -> tuple[float, float]:
        """The least and the greatest width that the text can use.

        The least is that of its longest piece, the greatest that of all of it in one line."""
        # a column is not so narrow that its words must be divided
        return self.measurer.extent(self.known(spans), type)

    def _worded(self, spans: Spans, type: Type) -> Spans:
        """The spans with the places for hyphens that the game asks for.

        What is centred, at the right or a title is not divided."""
        is_text = type.align in ("left", "justify") and not type.title
        if not (self.typesetting.hyphenate and is_text):
            return spans
        return text_markup.edited(spans, hyphenation.offered, self.typesetting.language)

    def known(self, spans: Spans) -> Spans:
        """The spans with page numbers filled in; on a screen, where links serve, without those that
        stand behind words."""
        if not any(span.page for span in spans):
            return spans
        if self.screen:
            spans = tuple(span for span in spans if not span.page or span.text == NUMBER)
        return tuple(self._numbered(span) if span.page else span for span in spans)

    def _numbered(self, span: InlineSpan) -> InlineSpan:
        number = str(self.pages.get(span.page, 0))
        text = span.text.replace(NUMBER, number)
        return span._replace(text=text.replace(PAGE, self.page.replace("{}", number)))

    def _broken(self, spans: Spans, type: Type, width: float) -> tuple[TextLine, ...]:
        try:
            return tuple(
                line for part in hard_lines(spans) for line in self._paragraph(part, type, width)
            )
        except MissingGlyphError:
            wrong: list[Finding] = []
            for span in spans:
                if span.icon or span.part:
                    continue
                text = paragraphs.without_breaks(span.text).replace(stars.JOINER, "")
                style = style_of(span, type)
                with collect_findings(wrong, span.place or self.place):
                    self.measurer.fonts.runs(text, style.families, style.weight, style.italic)
            self.problems.update(dict.fromkeys(wrong))
        return ()

    def _place(self, spans: Spans) -> Place | None:
        return next((span.place for span in spans if span.place), self.place)

    def _paragraph(self, spans: Spans, type: Type, width: float) -> Iterator[TextLine]:
        measured = self.measurer.paragraph(spans, type, self.typesetting.hyphenate, self.leftward)
        paragraph = measured.parted(width + _EDGE, keeps=False)
        breaking = LeastSquares(type.align == "center", type.align == "justify")
        cap = self._cap(type)
        special = any(span.part or span.term or span.size > 1 for span in spans)
        for first, stop in pairwise(breaking.wrap(paragraph, width)):
            height = type.size * type.leading
            terms: tuple[str, ...] = ()
            if special:
                start = paragraph.stops[first - 1] if first else 0
                places = text_markup.between(spans, start, paragraph.stops[stop - 1])
                spans_of_line = [spans[index] for index, _, _ in places]
                height = max(height, self._height(spans_of_line, type))
                terms = tuple(span.term for span in spans_of_line if span.term)
            baseline = (height + cap) / 2
            above, below = paragraph.reach_of(first, stop)
            raised = max(0.0, above + paragraphs.CLEAR * type.size - baseline)
            lowered = max(0.0, below + paragraphs.CLEAR * type.size - (height - baseline))
            yield TextLine(
                height + raised + lowered, baseline + raised, terms, paragraph, first, stop
            )

    def _cap(self, type: Type) -> float:
        """The height of capitals, in points."""
        return self.measurer.cap_height(type.family, type.weight) * type.size

    def _height(self, spans: list[InlineSpan], type: Type) -> float:
        """The height of a line that holds these spans."""
        figures = [
            self.measurer.figures(span, type.size, type.colour) for span in spans if span.part
        ]
        tallest = max((figure.height for figure in figures), default=0.0)
        largest = max(span.size for span in spans)
        return max(largest * type.size * type.leading, tallest + _ABOVE_FIGURE)

    def paint(
        self,
        lines: tuple[TextLine, ...],
        type: Type,
        page: BookPage,
        x: float,
        y: float,
        width: float,
    ) -> float:
        """Paint lines from (x, y) downward, aligned in a width; returns where they end."""
        for line in lines:
            page.terms += line.terms
            if page.painted:
                self._paint_line(line, type, page, x, y, width)
            y += line.height
        return y

    def _paint_line(
        self, text_line: TextLine, type: Type, page: BookPage, x: float, y: float, width: float
    ) -> None:
        is_justified = type.align == "justify"
        line = text_line.justified(width) if is_justified else text_line.line
        if line.width > width + _EDGE:
            self._report_wide(line, width)
        leftward = text_line.paragraph.leftward or self.leftward
        share = (
            TextBox.ALIGN[type.align]
            if leftward == page.leftward
            else 1 - TextBox.ALIGN[type.align]
        )
        line_x = page.across(x + share * (width - line.width), line.width)
        baseline = y + text_line.baseline
        read = ""
        bars = list(paragraphs.bars(line.pieces))
        self._paint_bars(bars, type, page, line_x, baseline, beneath=True)
        for piece in line.pieces:
            if piece.font is None:
                self._paint_figure(piece, type, page, line_x, baseline - self._cap(type) / 2, read)
            else:
                self._paint_letters(piece, type, page, line_x, baseline)
                read = piece.text
        self._paint_bars(bars, type, page, line_x, baseline, beneath=False)

    def _paint_bars(
        self,
        bars: list[paragraphs.Bar],
        type: Type,
        page: BookPage,
        line_x: float,
        baseline: float,
        *,
        beneath: bool,
    ) -> None:
        """Paint the bars that lie beneath the letters, or those that lie over them."""
        for bar in bars:
            if beneath == (bar.kind == "background"):
                x = page.across(line_x + bar.x, bar.width)
                box = Box(x, baseline + bar.y, bar.width, bar.height)
                page.box(box, fill=bar.colour or type.colour)

    def _paint_figure(
        self,
        piece: paragraphs.LinePiece,
        type: Type,
        page: BookPage,
        line_x: float,
        middle: float,
        before: str,
    ) -> None:
        """Paint a figure, its middle at a height, behind the text `before` it."""
        span: InlineSpan = piece.run.source
        figure = self.measurer.figures(span, type.size * span.size, type.colour)
        # The sign of a word that stands before it would be said twice.
        last_word = figure.alt.lower().rpartition(" ")[2]
        again = bool(span.icon) and before.rstrip(" (*“").lower().endswith(last_word)
        with page.within(
            structure.ORNAMENT if again else structure.StructureElement("Figure", alt=figure.alt)
        ):
            x = page.across(line_x + piece.x, piece.width)
            figure.paint(page, x, middle - figure.height / 2)

    def _paint_letters(
        self,
        piece: paragraphs.LinePiece,
        type: Type,
        page: BookPage,
        line_x: float,
        baseline: float,
    ) -> None:
        assert piece.font is not None
        style, link = piece.run.style, piece.run.source.link
        linked = self.screen and link
        colour = self.link_colour if linked else style.colour or type.colour
        letters = GlyphLine.of(
            piece.font, piece.visual_text, style.tracking, piece.gap / style.size
        )
        baseline -= style.rise * style.size
        element = structure.StructureElement("Link", alt=piece.text.strip()) if linked else None
        with page.within(element):
            page.text(
                piece.font, letters, piece.text, style.size, line_x + piece.x, baseline, colour
            )
            if linked:
                x = page.across(line_x + piece.x, piece.width)
                top = baseline - style.size * _LINK_ABOVE
                page.link(x, top, piece.width, style.size * _LINK_HEIGHT, link)

    def _report_wide(self, line: paragraphs.SetLine, width: float) -> None:
        """Tell of a line that sticks out, once of each place."""
        pictured = any(piece.font is None and piece.width > width for piece in line.pieces)
        words = "" if pictured else "".join(piece.text for piece in line.pieces)
        excerpt = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."
        subject = f'"{excerpt}"' if words else "a picture"
        excess = (line.width - width) / MM
        remedy = "give it a smaller width"
        if words:
            remedy = with_breaks(
                "put a soft hyphen (U+00AD, or &shy;) where it may be divided, shorten it, or, in a"
                " table, use fewer columns",
                words,
            )
        place = self._place(tuple(piece.run.source for piece in line.pieces))
        if place not in self._wide:
            self._wide.add(place)
            fault = f"{subject} is {excess:.1f} mm wider than its place in the rulebook"
            self.problems[TooWide("rulebook-too-wide", fault, remedy, place, excess)] = None


def icon_size(drawing: Drawing | Picture, size: float) -> tuple[float, float]:
    """Width and height of an icon among words of a size, as on the cards."""
    natural = drawing.box if isinstance(drawing, Drawing) else drawing
    return TextBox.ICON_HEIGHT * size * natural.width / natural.height, TextBox.ICON_HEIGHT * size


def hard_lines(spans: Spans) -> list[Spans]:
    """The spans between hard ends of lines."""
    lines: list[list[InlineSpan]] = [[]]
    for span in spans:
        if span.text == "\n":
            lines.append([])
        else:
            lines[-1].append(span)
    return [tuple(line) for line in lines if line]
