"""The band above an overview or a page of charts: a game's title on the ground that chapters of its
rulebook have."""

from __future__ import annotations

from contextlib import suppress

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.context import Context
from cardgen.cards.panels import PanelOrder, draw_panels, panel_template
from cardgen.engine import Canvas, Drawing, FlatColour, FontBook, LabelStyle, LineStyle, Page
from cardgen.model.sizes import Shape
from cardgen.rulebook.ornaments import CHAPTER, SHIPPED, Ornament, card_fields
from cardgen.rulebook.theme import BODY, Theme
from cardgen.sheets.pages import from_view_box
from cardgen.sheets.uncut_pages import BOLD, line_width, say

BAND = 15 * MM
"""How high it is."""
_TITLE = 21.0
"""The size of the title, in points."""
_PAD = 3 * MM
_CORNER = 1.4 * MM
_STEP, _MOST = 5, 60
"""In what steps the template is told of the room beside the title, and the most, in mm."""


class GameBand:
    """The band of a game, drawn once for pages of one width. In `low` ink it is an outline."""

    def __init__(self, context: Context, width: float, ink: str = "full") -> None:
        self._game, self._fonts, self._width = context.game, context.fonts, width
        self._look = Theme(context.game)
        self._ground = self._look.chapters[0]
        self._is_low = ink == "low"
        self._drawing = None if self._is_low else self._drawn(context)

    def _style(self, colour: str) -> LabelStyle:
        return title_style(self._fonts, self._look, self._game.title, _TITLE, colour)

    def _drawn(self, context: Context) -> Drawing | None:
        """The ground; None where it cannot be drawn, which is told of the rulebook."""
        title = line_width(self._fonts, self._game.title, self._style(self._look.ink))
        room = (self._width - title - 2 * _PAD) / MM
        says = (("free", max(0, min(_MOST, int(room / _STEP) * _STEP))),)
        size = self._width, BAND
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
        box = Box(x, top - BAND, self._width, BAND)
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
        style = self._style(self._look.ink if self._is_low else self._look.on(self._ground))
        at = (box.x + _PAD, box.y + 0.36 * BAND)
        say(page, self._fonts, self._game.title, at, style, box.width - 2 * _PAD)


def title_style(fonts: FontBook, look: Theme, text: str, size: float, colour: str) -> LabelStyle:
    """The style of a title in the display family of a game's book, or in that of the text where
    letters of this title are lacking there."""
    known = fonts.knows(look.display) and fonts.shows(text, (look.display,), BOLD)
    family = look.display if known else BODY
    return LabelStyle(family, BOLD, size, colour_math.shares(colour))
