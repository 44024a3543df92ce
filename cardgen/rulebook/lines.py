"""Running text set in lines: wrapped so that its right edge is even, kerned, with icons and small
cards among the words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate
from typing import NamedTuple, Protocol

from cardgen.base.findings import CardgenError, Finding, Place, gathered
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.engine import (
    Drawing,
    Font,
    FontBook,
    MissingGlyph,
    Picture,
    bidi,
    glyphs,
    hyphenation,
    linebreak,
    structure,
    text_markup,
    textbox,
)
from cardgen.engine import GlyphLine as Shown
from cardgen.model.cards import Typesetting
from cardgen.rulebook.blocks import PAGE, InlineSpan, Spans
from cardgen.rulebook.page import Leaf
from cardgen.rulebook.theme import BOLD, Type

_EDGE = 1.0
"""Points that a line may be too long."""
_SHOWN = 40
"""Characters of a text that a message repeats."""
_END = 0.2
"""A last line shorter than this share of the width looks lost."""
_DIVIDED = 0.06
"""What a divided word costs: as much as a line that stays free for a quarter."""
_PARTED = 10.0
"""What a line costs that ends where none should: nothing but a text that sticks out is worse."""
UNSEEN = str.maketrans("", "", "\u00ad\u200b\u2060")


class Figure(Protocol):
    """What stands among words: `width` and `height` in points."""

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...

    @property
    def alt(self) -> str:
        """What is said for it."""
        ...

    def paint(self, leaf: Leaf, x: float, y: float) -> None:
        """Paint it with its upper left corner at (x, y)."""
        ...


class Inline(NamedTuple):
    """A drawing of a given size in running text."""

    drawing: Drawing | Picture
    width: float
    height: float
    alt: str = ""

    def paint(self, leaf: Leaf, x: float, y: float) -> None:
        leaf.place(self.drawing, Box(x, y, self.width, self.height))


class PlacedRun(NamedTuple):
    """Text in one font, `x` from the beginning of its line."""

    x: float
    width: float
    text: str
    font: Font
    shown: Shown
    span: InlineSpan


class Placed(NamedTuple):
    """A figure on a line, so many points from where the line begins."""

    x: float
    figure: Figure
    span: InlineSpan

    @property
    def width(self) -> float:
        return self.figure.width


class SetLine(NamedTuple):
    """What a line is set of: its width, whether it begins at the right, where its baseline stands
    below its top, and its runs and figures as they are read."""

    width: float
    leftward: bool
    baseline: float
    items: tuple[PlacedRun | Placed, ...]


@dataclass(slots=True, eq=False)
class TextLine:
    """A line of a text: its height and the terms in it. It is set when it is to be painted, for
    many are only measured."""

    height: float
    terms: tuple[str, ...]
    _setting: Callable[[], SetLine]
    _set: SetLine | None = None

    @property
    def set(self) -> SetLine:
        if self._set is None:
            self._set = self._setting()
        return self._set


class Measurer:
    """Measures text, for all editions of a book. `figures` makes what a span shows instead of words
    at a size."""

    def __init__(self, fonts: FontBook, figures: Callable[[InlineSpan, float], Figure]) -> None:
        self.fonts, self.figures = fonts, figures
        self.pieces = lru_cache(maxsize=4096)(self._pieces)
        self.extent = lru_cache(maxsize=4096)(self._extent)
        self.cap_height = lru_cache(maxsize=64)(self._cap_height)
        self._widths = lru_cache(maxsize=32768)(self._measured)

    def _extent(self, spans: Spans, type: Type) -> tuple[float, float]:
        """The least and the greatest width that a text can use: of its longest piece, and of all of
        it in one line."""
        least = most = 0.0
        try:
            for part in parts_of(spans):
                pieces = self.pieces(part, type)
                least = max([least, *(last for _, _, last in pieces)])
                most = max(
                    most,
                    sum(inside for _, inside, _ in pieces[:-1]) + pieces[-1][2] if pieces else 0.0,
                )
        except CardgenError:
            pass  # told when it is set
        return least, most

    def _pieces(self, spans: Spans, type: Type) -> list[tuple[int, float, float]]:
        """Where each piece ends, its width when the line goes on, and when the line ends with
        it."""
        return self._measured_pieces(
            spans, type, linebreak.breakable("".join(span.text for span in spans))
        )

    def parted(self, spans: Spans, type: Type, width: float) -> list[tuple[int, float, float]]:
        """The same where those that are wider than a line are parted at their spaces."""
        text = "".join(span.text for span in spans)
        parts: list[str] = []
        start = 0
        for stop, _, last in self.pieces(spans, type):
            parts += (
                linebreak.parted(text[start:stop], lambda *_: False)
                if last > width
                else (text[start:stop],)
            )
            start = stop
        return self._measured_pieces(spans, type, parts)

    def _measured_pieces(
        self, spans: Spans, type: Type, pieces: Sequence[str]
    ) -> list[tuple[int, float, float]]:
        ends = [*accumulate(len(span.text) for span in spans)]
        text = "".join(pieces)
        found = []
        start = at = 0
        for piece in pieces:
            stop = start + len(piece)
            inside = last = 0.0
            while start < stop:
                while ends[at] <= start:
                    at += 1
                span, end = spans[at], min(stop, ends[at])
                if span.icon or span.part:
                    inside += self.figures(span, type.size).width
                    last = inside
                else:
                    seen, whole = self._widths(
                        text[start:end],
                        type.family,
                        BOLD if span.bold else type.weight,
                        span.italic,
                    )
                    if seen is not None:
                        last = inside + seen * type.size
                    inside += whole * type.size
                start = end
            found.append((stop, inside, last))
        return found

    def _measured(
        self, text: str, family: str, weight: int, italic: bool
    ) -> tuple[float | None, float]:
        """How wide a text is in ems where a line ends with it, None for spaces, and where the line
        goes on."""
        seen, last = text.rstrip(text_markup.SPACES), None
        if seen:
            last = self.fonts.width(
                seen.translate(UNSEEN) + "-" * seen.endswith(hyphenation.SOFT_HYPHEN),
                (family,),
                weight,
                italic,
            )
        return last, self.fonts.width(text.translate(UNSEEN), (family,), weight, italic)

    def _cap_height(self, family: str, weight: int) -> float:
        return self.fonts.face(family, weight).cap_height


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
        self.page = page
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
        self._levels = lru_cache(maxsize=64)(self._leveled)

    def lines(self, spans: Spans, type: Type, width: float) -> tuple[TextLine, ...]:
        """The text in lines of at most this width; a word longer than that sticks out."""
        return self._lines(self._wordings(self.known(spans), type), type, round(width, 3))

    def extent(self, spans: Spans, type: Type) -> tuple[float, float]:
        """The least and the greatest width that the text can use: of its longest piece, and of all
        of it in one line."""
        # a column is not so narrow that its words must be divided
        return self.measurer.extent(self.known(spans), type)

    def _worded(self, spans: Spans, type: Type) -> Spans:
        """The spans with the places for hyphens that the game asks for; what is centred or a title
        is not divided."""
        if not self.typesetting.hyphenate or type.align != "left" or type.title:
            return spans
        return text_markup.edited(spans, hyphenation.offered, self.typesetting.language)

    def known(self, spans: Spans) -> Spans:
        """The spans with page numbers filled in; on a screen, where links serve, without them."""
        if not any(span.page for span in spans):
            return spans
        if self.screen:
            return tuple(span for span in spans if not span.page)
        pages = {
            span.page: self.page.replace("{}", str(self.pages.get(span.page, 0)))
            for span in spans
            if span.page
        }
        return tuple(
            span._replace(text=span.text.replace(PAGE, pages[span.page])) if span.page else span
            for span in spans
        )

    def _broken(self, spans: Spans, type: Type, width: float) -> tuple[TextLine, ...]:
        try:
            return tuple(
                line for part in parts_of(spans) for line in self._paragraph(part, type, width)
            )
        except MissingGlyph:
            wrong: list[Finding] = []
            for span in (span for span in spans if not span.icon and not span.part):
                with gathered(wrong, span.place or self.place):
                    self.measurer.fonts.runs(
                        span.text.translate(UNSEEN),
                        (type.family,),
                        BOLD if span.bold else type.weight,
                        span.italic,
                    )
            self.problems.update(dict.fromkeys(wrong))
        return ()

    def _place(self, spans: Spans) -> Place | None:
        return next((span.place for span in spans if span.place), self.place)

    def _paragraph(self, spans: Spans, type: Type, width: float) -> Iterator[TextLine]:
        pieces = self.measurer.pieces(spans, type)
        text = "".join(span.text for span in spans)
        costs = (
            [_DIVIDED * linebreak.divides(text, stop) for stop, _, _ in pieces]
            if self.typesetting.hyphenate or linebreak.korean(text)
            else []
        )
        if any(last > width + _EDGE for _, _, last in pieces):
            whole = {stop for stop, _, _ in pieces}
            pieces = self.measurer.parted(spans, type, width + _EDGE)
            costs = [
                _DIVIDED * linebreak.divides(text, stop) + _PARTED * (stop not in whole)
                for stop, _, _ in pieces
            ]
        special = any(span.part or span.term for span in spans)
        for first, stop in _broken(
            [(inside, last) for _, inside, last in pieces],
            width,
            costs,
            even=type.align == "center",
        ):
            start, end = pieces[first - 1][0] if first else 0, pieces[stop - 1][0]
            shown = (
                [spans[index] for index, _, _ in text_markup.between(spans, start, end)]
                if special
                else ()
            )
            high = max(
                (self.measurer.figures(span, type.size).height for span in shown if span.part),
                default=0.0,
            )
            terms = tuple(span.term for span in shown if span.term)
            height = max(type.size * type.leading, high + 3)
            yield TextLine(height, terms, partial(self._line, spans, start, end, type, height))

    def _line(self, spans: Spans, start: int, end: int, type: Type, height: float) -> SetLine:
        whole = "".join(span.text for span in spans)
        text, more = whole[start:end], end < len(whole)
        end = start + len(text.rstrip(text_markup.SPACES))
        base, ways = self._levels(whole)
        items: list[PlacedRun | Placed] = []
        runs: list[int] = []
        for index, low, high in text_markup.between(spans, start, end):
            span = spans[index]
            if span.icon or span.part:
                items.append(Placed(0.0, self.measurer.figures(span, type.size), span))
                runs += ways[low:high] or [0]
                continue
            for part, level in bidi.one_way(whole[low:high], ways[low:high]):
                part = part.translate(UNSEEN) + hyphenation.DIVIDED * (
                    high == end and part.endswith(hyphenation.SOFT_HYPHEN)
                )
                for font, piece in self.measurer.fonts.runs(
                    part, (type.family,), BOLD if span.bold else type.weight, span.italic
                ):
                    shown = glyphs.line(font, bidi.turned(piece) if level % 2 else piece, 0.0)
                    items.append(
                        PlacedRun(0.0, shown.advance * type.size, piece, font, shown, span)
                    )
                    runs.append(level)
        x = 0.0
        for place in bidi.visual(runs):
            items[place], x = items[place]._replace(x=x), x + items[place].width
        last = items[-1] if items else None
        if isinstance(last, PlacedRun) and more and not last.text.endswith(hyphenation.DIVIDED):
            text = f"{last.text} "  # words of two lines are two words
            shown = glyphs.line(last.font, bidi.turned(text) if runs[-1] % 2 else text, 0.0)
            before = shown.advance * type.size - last.width if runs[-1] % 2 else 0.0
            items[-1] = last._replace(x=last.x - before, text=text, shown=shown)
        cap = self.measurer.cap_height(type.family, type.weight) * type.size
        return SetLine(x, bool(base) or self.leftward, (height + cap) / 2, tuple(items))

    def _leveled(self, text: str) -> tuple[int, list[int]]:
        """The level of a paragraph and those of its characters; none where all of it runs from left
        to right."""
        base = bidi.direction(text, int(self.leftward))
        return base, [] if not base and bidi.RIGHTWARD.fullmatch(text) else bidi.levels(text, base)

    def paint(
        self, lines: tuple[TextLine, ...], type: Type, leaf: Leaf, x: float, y: float, width: float
    ) -> float:
        """Paint lines from (x, y) downward, aligned in a width; returns where they end."""
        cap = self.measurer.cap_height(type.family, type.weight) * type.size
        for each in lines:
            leaf.terms += each.terms
            if not leaf.painted:
                continue
            line = each.set
            if line.width > width + _EDGE:
                pictured = any(
                    isinstance(item, Placed) and item.figure.width > width for item in line.items
                )
                words = (
                    ""
                    if pictured
                    else "".join(item.text for item in line.items if isinstance(item, PlacedRun))
                )
                shown = (
                    f'"{words if len(words) <= _SHOWN else words[:_SHOWN] + "..."}"'
                    if words
                    else "a picture"
                )
                what = f"{shown} is {(line.width - width) / MM:.1f} mm wider than its place in the rulebook"
                remedy = (
                    linebreak.with_breaks("shorten it, or give the table fewer columns", words)
                    if words
                    else "give it a smaller width"
                )
                place = self._place(tuple(item.span for item in line.items))
                if place not in self._wide:
                    self._wide.add(place)
                    self.problems[Finding("rulebook-markup", what, remedy, place)] = None
            share = (
                textbox.ALIGN[type.align]
                if line.leftward == leaf.leftward
                else 1 - textbox.ALIGN[type.align]
            )
            at = leaf.across(x + share * (width - line.width), line.width)
            said = ""
            for item in line.items:
                if isinstance(item, Placed):
                    # The sign of a word that stands before it would be said twice.
                    again = bool(item.span.icon) and said.rstrip(" (*“").lower().endswith(
                        item.figure.alt.lower().rpartition(" ")[2]
                    )
                    with leaf.within(
                        structure.ORNAMENT
                        if again
                        else structure.StructureElement("Figure", alt=item.figure.alt)
                    ):
                        left = leaf.across(at + item.x, item.width)
                        item.figure.paint(
                            leaf, left, y + line.baseline - cap / 2 - item.figure.height / 2
                        )
                    continue
                said = item.text
                linked = self.screen and item.span.link
                colour = self.link_colour if linked else type.colour
                with leaf.within(
                    structure.StructureElement("Link", alt=item.text.strip()) if linked else None
                ):
                    leaf.text(
                        item.font,
                        item.shown,
                        item.text,
                        type.size,
                        at + item.x,
                        y + line.baseline,
                        colour,
                    )
                    if linked:
                        left = leaf.across(at + item.x, item.width)
                        leaf.link(
                            left,
                            y + line.baseline - type.size * 0.85,
                            item.width,
                            type.size * 1.15,
                            item.span.link,
                        )
            y += each.height
        return y


def icon_size(drawing: Drawing | Picture, size: float) -> tuple[float, float]:
    """Width and height of an icon among words of a size, as on the cards."""
    natural = drawing.box if isinstance(drawing, Drawing) else drawing
    return textbox.ICON_HEIGHT * size * natural.width / natural.height, textbox.ICON_HEIGHT * size


def parts_of(spans: Spans) -> list[Spans]:
    """The spans between hard ends of lines."""
    parts: list[list[InlineSpan]] = [[]]
    for span in spans:
        if span.text == "\n":
            parts.append([])
        else:
            parts[-1].append(span)
    return [tuple(part) for part in parts if part]


def _broken(
    pieces: list[tuple[float, float]], width: float, costs: Sequence[float] = (), *, even: bool
) -> list[tuple[int, int]]:
    """The lines, as first piece and end, whose right edge is most even: least squares of what is
    left free, over as few lines as can be.

    The last line may be shorter, unless all are to be `even`. `costs` are those of ending a line
    with each piece."""
    begins = [0.0, *accumulate(inside for inside, _ in pieces)]
    count, most = len(pieces), width + 1e-6
    if count == 1 or (count and 0.0 < begins[count - 1] + pieces[-1][1] <= most):
        # of one line, as most are: a second costs more than all that may stay free
        return [(0, count)]
    least: list[float] = [0.0]
    lasts = [0]
    for end in range(1, count + 1):
        begin, last = begins[end - 1], pieces[end - 1][1]
        ending = costs[end - 1] if costs else 0.0
        found, place = math.inf, end - 1
        for first in range(end - 1, -1, -1):
            long = begin - begins[first] + last
            if long > most and first < end - 1:
                break
            free = 1 - long / width if long < width else 0.0
            cost = free * free
            if end == count and not even:
                cost = 3.0 * max(0.0, free - 1 + _END) if first else 0.0
            total = least[first] + cost + 1.0 + ending
            if total < found:
                found, place = total, first
        least.append(found)
        lasts.append(place)
    lines = []
    end = count
    while end:
        first = lasts[end]
        lines.append((first, end))
        end = first
    return lines[::-1]
