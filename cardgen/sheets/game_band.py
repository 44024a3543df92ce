"""The band above an overview or a page of charts: a game's title on the ground that chapters of its
rulebook have, or beside cards of the game."""

from __future__ import annotations

from contextlib import suppress

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.panels import PanelOrder, draw_panels, panel_template
from cardgen.cards.placing import outline
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Canvas, Drawing, FlatColour, FontBook, LabelStyle, LineStyle, Page
from cardgen.model.sizes import Shape
from cardgen.rulebook.matter import cover_sides
from cardgen.rulebook.ornaments import CHAPTER, SHIPPED, Ornament, card_fields
from cardgen.rulebook.theme import BODY, Theme
from cardgen.sheets.pages import from_view_box
from cardgen.sheets.uncut_pages import BOLD, line_width, say

BAND, HIGH_BAND = 15 * MM, 21 * MM
"""How high it is, and with cards."""
_CARD, _APART, _TURN = 17 * MM, 0.86, 5
"""How wide its cards are, the share of that from one to the next, and by how many degrees each is
turned from its neighbour."""
_EDGE = 0.5
"""How far the cards stay off the band's own edge."""
_TITLE = 21.0
"""The size of the title, in points."""
_PAD = 3 * MM
_CORNER = 1.4 * MM
_STEP, _MOST = 5, 60
"""In what steps the template is told of the room beside the title, and the most, in mm."""


class GameBand:
    """The band of a game, drawn once for pages of one width. In `low` ink it is an outline.

    `ground` is its colour if not that of the first chapter. With `shows_cards` it is higher, and
    shows cards of the game as far as they can be drawn."""

    def __init__(
        self,
        context: Context,
        width: float,
        ink: str = "full",
        ground: str = "",
        *,
        shows_cards: bool = False,
    ) -> None:
        self._game, self._fonts, self._width = context.game, context.fonts, width
        self._look = Theme(context.game)
        self._ground = ground or self._look.chapters[0]
        self._is_low = ink == "low"
        self.height = HIGH_BAND if shows_cards else BAND
        self._cards = _cards_shown(context) if shows_cards else []
        self._drawing = None if self._is_low or self._cards else self._drawn(context)

    def _style(self, colour: str) -> LabelStyle:
        return title_style(self._fonts, self._look, self._game.title, _TITLE, colour)

    def _drawn(self, context: Context) -> Drawing | None:
        """The ground; None where it cannot be drawn, which is told of the rulebook."""
        title = line_width(self._fonts, self._game.title, self._style(self._look.ink))
        room = (self._width - title - 2 * _PAD) / MM
        says = (("free", max(0, min(_MOST, int(room / _STEP) * _STEP))),)
        size = self._width, self.height
        ornament = Ornament(CHAPTER, *size, self._ground, says)
        folders = (self._game.rulebook.templates, SHIPPED)
        drawing = None
        with suppress(CardgenError):
            template = panel_template(context.project, folders, [CHAPTER])
            fields = card_fields(self._game, self._look, ornament)
            order = PanelOrder(CHAPTER, template, size, fields)
            (drawing,) = draw_panels(context, [order], gaps=[], items=False)
        return drawing

    def paint(self, page: Page, x: float, top: float) -> None:
        """Paint it on a page, from its upper left corner."""
        box = Box(x, top - self.height, self._width, self.height)
        if self._drawing:
            shape = Shape("rectangle", box.width, box.height)
            matrix = Matrix.shift(box.x, box.y) @ from_view_box(self._drawing.box, shape)
            page.place(self._drawing, matrix)
        else:
            ground = "#FFFFFF" if self._is_low else self._ground
            canvas = Canvas()
            canvas.rectangle(
                box,
                fill=FlatColour(colour_math.shares(ground)),
                stroke=FlatColour(colour_math.shares(self._look.ink)),
                line=LineStyle(1),
                radius=_CORNER,
            )
            page.place(canvas.drawing, Matrix())
        taken = self._paint_cards(page, box)
        style = self._style(self._look.ink if self._is_low else self._look.on(self._ground))
        at = (box.x + _PAD, box.y + box.height / 2 - 0.14 * BAND)
        say(page, self._fonts, self._game.title, at, style, box.width - 2 * _PAD - taken)

    def _paint_cards(self, page: Page, band: Box) -> float:
        """Paint the cards as a fan that rises from the foot of the band, and return how wide it is;
        fewer where the title is long."""
        style = self._style(self._look.ink)
        room = band.width - 3 * _PAD - line_width(self._fonts, self._game.title, style)
        step = _CARD * _APART
        count = min(len(self._cards), int((room - _CARD) / step) + 1)
        if count < 1:
            return 0.0
        wide = count * step + _CARD - step
        canvas = Canvas()
        frame = Shape("rectangle", band.width - 2 * _EDGE, band.height - 2 * _EDGE)
        inside = outline(frame, frame.box, corner=_CORNER - _EDGE, upward=True)
        with canvas.within(Matrix.shift(band.x + _EDGE, band.y + _EDGE), inside):
            for number, (face, shape) in enumerate(self._cards[:count]):
                aside = number - (count - 1) / 2
                x = frame.width - 2 * _PAD - wide / 2 + aside * step
                scale = _CARD / shape.width
                high = scale * shape.height
                y = min(frame.height - _PAD - high, (frame.height - high) / 2)
                placement = (
                    Matrix.shift(x, y - abs(aside) * 0.7 * MM)
                    @ Matrix.turn(-_TURN * aside)
                    @ Matrix(scale, 0, 0, scale, -_CARD / 2, 0)
                )
                _paint_card(canvas, face, shape, placement, self._look.ink)
        page.place(canvas.drawing, Matrix())
        return wide + 2 * _PAD


def _paint_card(canvas: Canvas, face: Drawing, shape: Shape, placement: Matrix, ink: str) -> None:
    """Paint a card in an outline."""
    rounding = shape.corner if shape.kind == "rectangle" else 0.0
    with canvas.within(
        placement @ from_view_box(face.box, shape), outline(shape, face.box, corner=rounding)
    ):
        canvas.place(face)
    edge = outline(shape, shape.box, corner=rounding, upward=True)
    with canvas.within(placement):
        line = LineStyle(0.7 * shape.width / _CARD)
        canvas.path(edge, stroke=FlatColour(colour_math.shares(ink)), line=line)


def _cards_shown(context: Context) -> list[tuple[Drawing, Shape]]:
    """The faces that the book's cover shows, and their shapes; without those that cannot be drawn,
    which is told where the cards are made."""
    sides = cover_sides(context.game)
    if not sides:
        return []
    deck = context.game.deck(sides[0].deck)
    places = {card.id: number for number, card in enumerate(deck.cards)}
    options = DrawOptions(positions=tuple(places[side.card] for side in sides), items=False)
    drawn = draw_deck(context, deck, CardFindings(), options)
    return [(each.face, deck.cut_as(each.card).shape) for each in drawn if each.face]


def title_style(fonts: FontBook, look: Theme, text: str, size: float, colour: str) -> LabelStyle:
    """The style of a title in the display family of a game's book, or in that of the text where
    letters of this title are lacking there."""
    known = fonts.knows(look.display) and fonts.shows(text, (look.display,), BOLD)
    family = look.display if known else BODY
    return LabelStyle(family, BOLD, size, colour_math.shares(colour))
