"""Cards, figures and pictures among a rulebook's paragraphs: rows of them with captions, and fans
as a hand holds them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cardgen.base.findings import Place
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM
from cardgen.cards.placing import PIVOT, fan_turns
from cardgen.engine import structure
from cardgen.rulebook.blocks import EmbeddedSide, InlineSpan, Live, Spans
from cardgen.rulebook.embeds import CardFigure, Gallery, StretchFigure
from cardgen.rulebook.flow import Flow
from cardgen.rulebook.lines import LineSetter
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import Type

_WIDTHS = {"row": 26.0, "fan": 24.0}
_EASY = (24 * MM, 30 * MM, 0.2)
"""A card so wide can be read; it is made no larger by itself than the second of these, or than this
share of the room."""
_GROWN = 37 * MM
"""How wide a card becomes at the most where a page has room to spare."""
_GROWN_FAN = 48 * MM
"""How wide those of a fan become."""
_LEAST, _MOST, _STEPS = 0.85, 1.35, 20
"""Between which shares of the width that is asked for a row of cards is set, and in how many
steps."""
_NARROW = (95 * MM, 0.74)
"""In a column narrower than this, cards are made so small that four stand in a line."""
_ABOUT_FULL = 0.75
"""Lines of a row that take so much of their room fill it."""
_SPREAD = 0.8
"""A line with so many figures of the fullest is spread as wide as that."""
_GAP = 3 * MM

_FigureLine = list[tuple[Any, Spans, float]]
"""Figures side by side, each with its caption and the width that it stands in."""


class Row(Flow):
    """Figures side by side, centred, with their captions.

    As many stand in a line as there is room for."""

    is_picture = True
    split_penalty = 2.0

    def __init__(
        self,
        figures: Sequence[Any],
        captions: Sequence[str],
        setter: LineSetter,
        type: Type,
        above: float,
        place: Place | None,
    ) -> None:
        self.figures, self.setter, self.type = figures, setter, type
        self.captions: list[Spans] = [
            (InlineSpan(caption, place=place),) if caption else () for caption in captions
        ]
        self.captions += [()] * (len(figures) - len(self.captions))
        self.above = self.below = above
        self.is_whole = False
        """Whether it stays on one page, in one column."""
        self.growth = 1.0
        """How many times as large its cards are to become."""
        self._measured: dict[float, list[tuple[float, _FigureLine]]] = {}

    def _lines(self, width: float) -> list[tuple[float, _FigureLine]]:
        """Each line: its height, and its figures with captions and the widths they stand in."""
        if width not in self._measured:
            lines = self._sized(width)._filled(width)
            self._measured[width] = [(self._high(line), line) for line in lines]
        return self._measured[width]

    def _filled(self, width: float) -> Iterator[_FigureLine]:
        all_of_them = []
        for figure, caption in zip(self.figures, self.captions, strict=True):
            wide = figure.width
            if caption:
                least, most = self.setter.extent(caption, self.type)
                # a caption may be a third wider than its figure, if others stand beside it
                bound = 1.35 * wide if len(self.figures) > 1 else width
                wide = min(width, max(wide + 4, least, min(most, bound)))
            all_of_them.append((figure, caption, wide))
        widths = [wide for _, _, wide in all_of_them]
        even = -(-len(widths) // max(1, len(_filled(widths, width, len(widths)))))
        at = 0
        for count in _filled(widths, width, even):
            yield all_of_them[at : at + count]
            at += count

    def _high(self, line: _FigureLine) -> float:
        figures: float = max(figure.height for figure, _, _ in line)
        captions = max(self._caption(caption, wide) for _, caption, wide in line)
        return figures + (captions + 3 if captions else 0.0)

    def _caption(self, caption: Spans, wide: float) -> float:
        if not caption:
            return 0.0
        lines = self.setter.lines(caption, self.type, wide)
        return sum(line.height for line in lines)

    def height(self, width: float) -> float:
        heights = [high for high, _ in self._lines(width)]
        return sum(heights) + _GAP * (len(heights) - 1)

    def split(self, width: float, room: float, fresh: bool) -> tuple[Flow | None, Flow | None]:
        if self.is_whole and not fresh:
            return None, self
        used = -_GAP
        fits = 0
        for high, line in self._lines(width):
            used += high + _GAP
            if used > room:
                break
            fits += len(line)
        if not fits:
            return None, self
        head, tail = (
            self._part(figures=self.figures[part], captions=self.captions[part])
            for part in (slice(fits), slice(fits, None))
        )
        return head, tail

    def grown(self, factor: float) -> Flow:
        """The row with its cards larger, those that are read with ease already left as they are."""
        if not all(isinstance(figure, (CardFigure, Fan)) for figure in self.figures):
            return self
        return self._part(growth=factor)

    def stretched(self, share: float) -> Flow:
        figures = [
            figure._replace(share=share) if isinstance(figure, StretchFigure) else figure
            for figure in self.figures
        ]
        return self._part(figures=figures) if figures != self.figures else self

    def _sized(self, width: float) -> Row:
        """The row as it is grown: no card comes to stand alone on a line for it, and it takes more
        lines only where they are about as wide as the room."""
        if self.growth == 1:
            return self
        count = self.lines(width)
        for step in range(_STEPS, 0, -1):
            factor = 1 + (self.growth - 1) * step / _STEPS
            larger = self.of([_enlarged_figure(figure, factor) for figure in self.figures])
            lines, widest = [len(line) for line in larger._filled(width)], larger._widest(width)
            if widest > width + 0.01:
                continue  # one that stands alone, such as a fan
            more_lines_fill = lines[-1] > 1 and widest > _ABOUT_FULL * width
            if len(lines) == count or more_lines_fill:
                return larger
        return self

    def of(self, figures: Sequence[Any]) -> Row:
        """Return the row with other figures over its captions."""
        return self._part(figures=figures, growth=1.0)

    def lines(self, width: float) -> int:
        """The number of lines it takes."""
        return sum(1 for _ in self._filled(width))

    def _widest(self, width: float) -> float:
        """The width of its widest line."""
        return max(_used(line) + _GAP * (len(line) - 1) for line in self._filled(width))

    def _gap_in(self, line: _FigureLine, width: float) -> float:
        """The space between the figures of a line: one nearly as full as the fullest is spread to
        the same edges."""
        lines = [line for _, line in self._lines(width)]
        most = max(len(line) for line in lines)
        if len(line) < 2 or len(line) < _SPREAD * most:
            return _GAP
        widest = max(_used(line) + _GAP * (len(line) - 1) for line in lines)
        return (widest - _used(line)) / (len(line) - 1)

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        for high, line in self._lines(width):
            gap = self._gap_in(line, width)
            at = x + (width - _used(line) - gap * (len(line) - 1)) / 2
            tallest = max(figure.height for figure, _, _ in line)
            for figure, caption, wide in line:
                element = structure.StructureElement("Figure", alt=figure.alt)
                with page.within(element):
                    figure.paint(page, at + (wide - figure.width) / 2, y + tallest - figure.height)
                if caption:
                    with page.within(element), page.within(structure.StructureElement("Caption")):
                        self._paint_caption(caption, page, at, y + tallest + 3, wide)
                at += wide + gap
            y += high + _GAP

    def _paint_caption(
        self, caption: Spans, page: BookPage, x: float, y: float, wide: float
    ) -> None:
        lines = self.setter.lines(caption, self.type, wide)
        self.setter.paint(lines, self.type, page, x, y, wide)


def _used(line: _FigureLine) -> float:
    """The width that figures side by side take without the space between them."""
    return sum(wide for _, _, wide in line)


def _filled(widths: Sequence[float], room: float, most: int) -> list[int]:
    """The count of figures on each line, `most` of them at the most."""
    lines: list[int] = []
    used = math.inf
    for wide in widths:
        if used + _GAP + wide > room + 0.01 or lines[-1] == most:
            lines.append(0)
            used = -_GAP
        lines[-1] += 1
        used += _GAP + wide
    return lines


class Fan(NamedTuple):
    """Cards as a hand holds them: turned about a point below, each over the one before."""

    cards: tuple[CardFigure, ...]

    def _turns(self) -> list[Matrix]:
        """The turn of each card of a fan.

        Its own upper left corner is in the origin, and the point it turns about below it."""
        turns = []
        for card, turn in zip(self.cards, fan_turns(len(self.cards)), strict=True):
            angle = math.radians(turn)
            cos = math.cos(angle)
            sin = math.sin(angle)
            # the pivot (x, y) stays where it is
            x = card.width / 2
            y = card.height * PIVOT
            shift_x = x - cos * x + sin * y
            shift_y = y - sin * x - cos * y
            turns.append(Matrix(cos, sin, -sin, cos, shift_x, shift_y))
        return turns

    def _extent(self) -> Box:
        return bounds(
            turn.box(Box(0, 0, card.width, card.height))
            for card, turn in zip(self.cards, self._turns(), strict=True)
        )

    @property
    def alt(self) -> str:
        return "; ".join(card.alt.partition(":")[0] for card in self.cards)

    @property
    def width(self) -> float:
        return self._extent().width

    @property
    def height(self) -> float:
        return self._extent().height

    def paint(self, page: BookPage, x: float, y: float) -> None:
        extent = self._extent()
        there = Matrix.shift(x - extent.x, y - extent.y)
        turns = self._turns()[:: -1 if page.leftward else 1]  # a hand is held alike everywhere
        for card, turn in zip(self.cards, turns, strict=True):
            card.turned(page, 0, 0, there @ turn)


def fan(gallery: Gallery, sides: Iterable[EmbeddedSide], width: float, room: float) -> Fan:
    """A fan of cards, each `width` wide, smaller where it would be wider than the room."""
    cards_fan = Fan(tuple(gallery.card(side, width) for side in sides))
    if cards_fan.width > room:
        cards_fan = Fan(
            tuple(
                card._replace(width=card.width * room / cards_fan.width) for card in cards_fan.cards
            )
        )
    return cards_fan


def row(
    gallery: Gallery,
    block: Live,
    setter: LineSetter,
    type: Type,
    above: float,
    measure: float,
    tallest: float,
) -> Row:
    """A live part that is pictures, as flow.

    Nothing in it is wider than the measure or taller than a page."""
    part = block.part
    figures: list[Any]
    if part.kind == "fan":
        figures = [fan(gallery, part.sides, (part.width or _WIDTHS["fan"]) * MM, measure)]
    elif part.kind == "figure":
        figures = [gallery.drawn_figure(part, measure, tallest)]
    elif part.kind == "picture":
        figure = gallery.picture(part.name, min((part.width * MM) or measure, measure), part.alt)
        figures = [
            gallery.picture(part.name, figure.width * min(1.0, tallest / figure.height), part.alt)
        ]
    else:
        usual = _WIDTHS["row"] * (1.3 if len(part.sides) == 1 else 1.0)
        cards = [
            gallery.card(side, min((part.width or usual) * MM, measure)) for side in part.sides
        ]
        cards = [
            card._replace(width=card.width * min(1.0, tallest / card.height)) for card in cards
        ]
        return _enlarged(Row(cards, part.captions, setter, type, above, block.place), measure)
    return Row(figures, part.captions, setter, type, above, block.place)


def _enlarged(row: Row, measure: float) -> Row:
    """The cards enlarged as far as they stay on as few lines.

    They are between a little smaller than asked and what is read with ease."""
    least_easy, most, share = _EASY
    easy = min(most, max(least_easy, share * measure))
    narrow, smaller = _NARROW
    least = smaller if measure < narrow else _LEAST
    fewest = _scaled(row, least, easy).lines(measure)
    steps = (least + (_MOST - least) * step / _STEPS for step in range(_STEPS, 0, -1))
    larger = (_scaled(row, share, easy) for share in steps)
    return next(
        (candidate for candidate in larger if candidate.lines(measure) <= fewest),
        _scaled(row, least, easy),
    )


def _enlarged_figure(figure: CardFigure | Fan, factor: float) -> CardFigure | Fan:
    cards, most = (figure.cards, _GROWN_FAN) if isinstance(figure, Fan) else ((figure,), _GROWN)
    larger = tuple(
        card._replace(width=max(card.width, min(card.width * factor, most))) for card in cards
    )
    return Fan(larger) if isinstance(figure, Fan) else larger[0]


def _scaled(row: Row, share: float, easy: float) -> Row:
    return row.of(
        [
            card._replace(width=min(card.width * share, max(card.width, easy)))
            for card in row.figures
        ]
    )
