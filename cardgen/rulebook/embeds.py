"""Live parts: cards and art of the game as figures among words, rows and fans. Cards are the very
drawings that print."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM
from cardgen.cards.card_painter import ArtWork, CardWork
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap
from cardgen.cards.icons import Icons
from cardgen.cards.parcels import Drawn
from cardgen.cards.placing import PIVOT, fan_turns, outline
from cardgen.cards.recolouring import address_in_palette
from cardgen.cards.render import Work, draw_together
from cardgen.cards.spoken import spoken
from cardgen.engine import Drawing, Picture, structure
from cardgen.load.game_dress import paints_of_signs
from cardgen.model.cards import Game, MissingError
from cardgen.model.project import SIGNS
from cardgen.model.sizes import Shape
from cardgen.rulebook.blocks import Embed, EmbeddedSide, InlineSpan, Live, Spans
from cardgen.rulebook.figures import FigureSet, Says
from cardgen.rulebook.flow import Flow
from cardgen.rulebook.illustrations import Needed
from cardgen.rulebook.lines import Figure, Inline, LineSetter, icon_size
from cardgen.rulebook.ornaments import leave_figure
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import WHITE, Theme, Type

SMALL = 7.0
"""Width of a card among words, in mm."""
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
_FILLS = 0.8
"""A figure that takes so much of the measure is enlarged to it."""
_ABOUT_FULL = 0.75
"""Lines of a row that take so much of their room fill it."""
_SPREAD = 0.8
"""A line with so many figures of the fullest is spread as wide as that."""
_BACK = "The back of the {}"
_GAP = 3 * MM
_PLACEHOLDER = (40.0, 30.0, 0.1)
"""Width, height and lines of what stands in a draft for a picture that cannot be had."""


class CardFigure(NamedTuple):
    """A side of a card, as wide as asked."""

    drawing: Drawing
    shape: Shape
    width: float
    ink: str
    alt: str = ""

    @property
    def height(self) -> float:
        return self.width * self.shape.height / self.shape.width

    def paint(self, page: BookPage, x: float, y: float) -> None:
        self.turned(page, x, y, None)

    def turned(self, page: BookPage, x: float, y: float, matrix: Matrix | None) -> None:
        box = Box(x, y, self.width, self.height)
        path = outline(self.shape, box, corner=self.shape.corner or 1.2 * MM)
        page.place(self.drawing, box, path, matrix)
        page.outline(path, self.ink, min(0.7, self.width / 90), matrix)


class StretchFigure(NamedTuple):
    """A figure that is as high as its page has room for, within the heights of its part. It is
    `natural` millimetres wide in its template, and drawn once its page is full."""

    natural: float
    width: float
    heights: tuple[float, ...]
    part: Embed
    look: Theme
    place: Place | None
    share: float = 0.0
    """How much it is higher than at the least, in what it may be."""

    @property
    def alt(self) -> str:
        return self.part.alt

    @property
    def _high(self) -> float:
        """Its height in the millimetres of its template."""
        least, most = self.heights
        return round(least + (most - least) * self.share, 1) if self.share else least

    @property
    def height(self) -> float:
        return self._high * self.width / self.natural

    def paint(self, page: BookPage, x: float, y: float) -> None:
        box = Box(x, y, self.width, self.height)
        natural = Box(0, 0, self.natural * MM, self._high * MM)
        says = {**dict(self.part.says), "height": self._high}
        leave_figure(page, self.part.name, natural, box, says, self.look.cover, self.place)


def _address(context: Context, name: str) -> str:
    """What an <image> would refer to for art, or for an icon with a colour of its own."""
    icon, _, colour = name.partition("\n")
    if not colour:
        return _sign_address(context, name)
    icons = Icons(context.project, context.game.folder)
    return icons.address(icon, colour) if icons.exists(icon) else icon


def _sign_address(context: Context, name: str) -> str:
    """What an <image> would refer to for art: a sign of instructions in the colours of the game."""
    project = context.project
    paints = paints_of_signs(context.game) if name.startswith(SIGNS) else {}
    if not paints:
        return name
    path = project.find_art(context.game.folder, name)
    is_shipped = path.is_relative_to(project.shipped) and path.suffix == ".svg"
    return address_in_palette(project, path, paints) if is_shipped else name


class Gallery:
    """The drawings that a book shows, each made once.

    They are sides of cards, icons and other art of the game."""

    def __init__(self, game: Game, ink: str) -> None:
        self.game = game
        self.ink = ink
        self.sides: dict[EmbeddedSide, Drawing] = {}
        self.art: dict[str, Drawing | Picture] = {}
        self.light_icons: dict[str, Drawing | Picture] = {}
        """Icons that follow the text, as they are on a dark ground."""
        self.figures: dict[tuple[str, Says], Drawing] = {}
        """The figures whose size is known."""
        self.boxes: dict[tuple[str, Says], Box] = {}
        """The view box of each figure."""
        self.stretching: Mapping[tuple[str, Says], Place | None] = {}
        """The figures that are drawn with their pages, each with the place that asks for it."""
        self.problems: list[Finding] = []
        self.gaps: list[Gap] = []

    def gather(self, context: Context, needed: Needed) -> None:
        """Draw what a book needs.

        What cannot be drawn is among `problems`, where it cannot be told otherwise with the places
        that ask for it."""
        sides, names, figures, *_, stretching = needed
        sides = {side: place for side, place in sides.items() if self._is_there(side, place)}
        positions = {side: self._position(side) for side in sides}
        positions_of_deck = {
            deck.id: sorted({place for side, place in positions.items() if side.deck == deck.id})
            for deck in self.game.decks
        }
        figured = FigureSet(context, figures, stretching)
        self.boxes = figured.boxes
        self.stretching = {key: figures[key] for key in stretching}
        cards = CardWork(
            context, {deck: places for deck, places in positions_of_deck.items() if places}
        )
        artwork = ArtWork(tuple(_address(context, name) for name in names))
        icons = Icons(context.project, context.game.folder)
        following = [name for name in names if icons.follows_text(name)]
        in_white = (icons.address(name, text_colour=WHITE) for name in following)
        works = (cards, artwork, figured.work, ArtWork(tuple(in_white)))
        side_work, art, panels, light = draw_together(context, works)
        self._hang_sides(side_work, positions, sides)
        for name, drawing in zip(following, light.drawn, strict=False):
            if not isinstance(drawing, CardgenError):  # which is told of the dark one
                self.light_icons[name] = drawing
        for (name, place), drawing in zip(names.items(), art.drawn, strict=False):
            if isinstance(drawing, CardgenError) and isinstance(context.art, DraftArt):
                self.gaps.append(context.art.gap(name, drawing.findings[0].at(place)))
                self.art[name] = context.art.crossed(name, *_PLACEHOLDER)
            elif isinstance(drawing, CardgenError):
                self.problems += (problem.at(place) for problem in drawing.findings)
            else:
                self.art[name] = drawing
        try:
            self.figures = figured.drawings(panels.drawn, panels.card_findings, self.gaps)
        except CardgenError as error:
            self.problems += error.findings

    def faults_of_stretching(self, context: Context) -> Iterator[Finding]:
        """What is wrong with the figures that were not drawn, as they are at the least.

        It is asked for where something else is wrong: all of that is told at once."""
        figured = FigureSet(context, self.stretching)
        (panels,) = draw_together(context, [figured.work])
        try:
            figured.drawings(panels.drawn, panels.card_findings, self.gaps)
        except CardgenError as error:
            yield from error.findings

    def _hang_sides(
        self,
        side_work: Work,
        positions: dict[EmbeddedSide, int],
        sides: dict[EmbeddedSide, Place | None],
    ) -> None:
        cards: dict[tuple[str, str], Drawn] = {
            (result.card.deck, result.card.id): result for result in side_work.drawn
        }
        self.problems += side_work.card_findings
        for side, position in positions.items():
            card = cards.get((side.deck, self.game.deck(side.deck).cards[position].id))
            drawing = (card.face if side.side == "face" else card.back) if card else None
            if drawing:
                # cut where it is shown, so it is the very form that figures place
                self.sides[side] = replace(drawing, reach=None)
            elif not side_work.card_findings:
                self.problems.append(
                    Finding(
                        "no-back",
                        f'the deck "{side.deck}" has no back',
                        "show the face of a card",
                        sides[side],
                    )
                )

    def _is_there(self, side: EmbeddedSide, place: Place | None) -> bool:
        """True if the game has the card of a side; else that is a problem: its text goes on on
        fewer cards."""
        try:
            if side.card:
                self.game.deck(side.deck).card(side.card)
        except MissingError as error:
            self.problems.append(error.finding.at(place))
            return False
        return True

    def _position(self, side: EmbeddedSide) -> int:
        ids = [card.id for card in self.game.deck(side.deck)]
        return ids.index(side.card) if side.card else 0

    def card(self, side: EmbeddedSide, width: float) -> CardFigure:
        deck = self.game.deck(side.deck)
        alt = (
            spoken(self.game, deck, deck.cards[self._position(side)])
            if side.side == "face"
            else self.game.said(_BACK, deck.title)
        )
        shape = deck.shape.of_side(side.side)
        return CardFigure(self.sides[side], shape, width, self.ink, alt)

    def figure(self, span: InlineSpan, size: float, colour: str) -> Figure:
        """The figure that a span shows instead of words of this size and colour."""
        part = span.part
        if part is None:
            drawing = self.art[span.drawing]
            if colour == WHITE:
                drawing = self.light_icons.get(span.drawing, drawing)
            return Inline(drawing, *icon_size(drawing, size), alt=self.game.words_of_id(span.icon))
        if part.sides:
            return self.card(part.sides[0], (part.width or SMALL) * MM)
        return self.picture(part.name, part.width * MM if part.width else 2.2 * size, part.alt)

    def picture(self, name: str, width: float, alt: str = "") -> Inline:
        drawing = self.art[name]
        natural = drawing.box if isinstance(drawing, Drawing) else drawing
        words = alt or self.game.words_of_id(name.removesuffix(".svg"))
        return Inline(drawing, width, width * natural.height / natural.width, words)

    def natural(self, part: Embed) -> Box:
        """The view box of a figure; in a draft that of what stands there for it."""
        key = part.name, part.says
        drawing = self.figures.get(key)
        return drawing.box if drawing else self.boxes[key]

    def drawn_figure(self, part: Embed, measure: float, tallest: float) -> Inline | StretchFigure:
        """A figure as wide as asked, or else as its template is.

        It has a room of `measure` by `tallest`; one that nearly fills the measure fills it."""
        key = part.name, part.says
        drawing, box = self.figures.get(key), self.natural(part)
        natural = measure if box.width * MM > _FILLS * measure else box.width * MM
        width = min(part.width * MM or natural, measure, tallest * box.width / box.height)
        if drawing is None:
            heights = part.heights or (box.height, box.height)
            look = Theme(self.game)
            return StretchFigure(box.width, width, heights, part, look, self.stretching[key])
        return Inline(drawing, width, width * box.height / box.width, part.alt)


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
            lines = [len(line) for line in larger._filled(width)]
            more_lines_fill = lines[-1] > 1 and larger._widest(width) > _ABOUT_FULL * width
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
