"""Live parts: cards and art of the game as figures among words. Cards are the very drawings that
print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.card_painter import ArtWork, CardWork
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap
from cardgen.cards.icons import Icons
from cardgen.cards.parcels import Drawn
from cardgen.cards.placing import outline
from cardgen.cards.recolouring import address_in_palette
from cardgen.cards.render import Work, draw_together
from cardgen.cards.spoken import spoken
from cardgen.engine import Drawing, Picture
from cardgen.load.game_dress import paints_of_signs
from cardgen.model.cards import Game, MissingError
from cardgen.model.project import SIGNS
from cardgen.model.sizes import Shape
from cardgen.rulebook.blocks import Embed, EmbeddedSide, InlineSpan
from cardgen.rulebook.figures import FigureSet, Says
from cardgen.rulebook.illustrations import Needed
from cardgen.rulebook.lines import Figure, Inline, icon_size
from cardgen.rulebook.ornaments import leave_figure
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import WHITE, Theme

SMALL = 7.0
"""Width of a card among words, in mm."""
_FILLS = 0.8
"""A figure that takes so much of the measure is enlarged to it."""
_BACK = "The back of the {}"
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
        card = deck.cards[self._position(side)]
        alt = (
            spoken(self.game, deck, card)
            if side.side == "face"
            else self.game.said(_BACK, deck.title)
        )
        shape = deck.cut_as(card).shape.of_side(side.side)
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
