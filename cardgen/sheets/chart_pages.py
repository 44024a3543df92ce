"""Charts as cards, and as a page of them: each is composed from a template and painted as every
card is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cardgen.base.findings import CardgenError, Place
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.placing import outline
from cardgen.cards.render import Troubles, draw_deck
from cardgen.engine import Canvas, Colourant, Drawing, LineStyle, Pdf
from cardgen.model.cards import Card, Deck
from cardgen.model.sizes import NO_BLEED, Paper, Shape
from cardgen.sandbox import process
from cardgen.sheets.pages import from_view_box
from cardgen.sheets.uncut_pages import BOLD, say, words_of

TEMPLATE = "stats/chart.svg"
SHAPE = Shape("rectangle", 92 * MM, 60 * MM)
"""The size of a chart."""
_ID = "charts of a game"  # which no deck can be called
_MARGIN, _BETWEEN = 9 * MM, 3 * MM
_TITLE = words_of(15.0, BOLD)


def chart_deck(
    context: Context, charts: Sequence[tuple[str, dict[str, Any]]]
) -> tuple[Context, Deck]:
    """Charts, each its id and the fields that its template takes, as a deck, and the game that has
    it."""
    place = Place(context.game.folder)
    cards = tuple(Card(id, _ID, fields, template=TEMPLATE, place=place) for id, fields in charts)
    deck = Deck(_ID, "Charts", context.game.id, SHAPE, TEMPLATE, "", cards, {}, bleed=NO_BLEED)
    game = replace(context.game, decks=(*context.game.decks, deck))
    return replace(context, game=game), deck


def drawn_charts(context: Context, deck: Deck) -> list[Drawing]:
    """The charts of a deck of them. Raises CardgenError for what cannot be drawn."""
    troubles = Troubles()
    charts = [
        chart.face for chart in draw_deck(context, deck, troubles, DrawOptions()) if chart.face
    ]
    if troubles:
        raise CardgenError(*troubles)
    return charts


def written_charts(context: Context, deck: Deck) -> list[str]:
    """The same as SVG, which asks for the fonts by name."""
    return [text for text in process.run(_composed, context, deck) if text]


def _composed(context: Context, deck: Deck) -> Iterator[str]:
    for composed in Composer(context).deck(deck, tuple(range(len(deck.cards)))):
        yield composed.face or ""


def chart_page(pdf: Pdf, drawing: Drawing) -> None:
    """Add a page with one chart alone."""
    page = pdf.page(Box(0, 0, SHAPE.width, SHAPE.height))
    page.place(drawing, from_view_box(drawing.box, SHAPE))


def chart_pages(pdf: Pdf, context: Context, paper: Paper, drawings: Sequence[Drawing]) -> None:
    """Add pages with all charts, as many as fit on each."""
    across = max(1, int((paper.width - 2 * _MARGIN + _BETWEEN) // (SHAPE.width + _BETWEEN)))
    down = max(
        1,
        int((paper.height - 2 * _MARGIN - 2 * _TITLE.size + _BETWEEN) // (SHAPE.height + _BETWEEN)),
    )
    left = (paper.width - across * (SHAPE.width + _BETWEEN) + _BETWEEN) / 2
    for first in range(0, len(drawings), across * down):
        page = pdf.page(Box(0, 0, paper.width, paper.height), outline=context.game.title)
        at = left, paper.height - _MARGIN - _TITLE.size
        say(page, context.fonts, context.game.title, at, _TITLE, paper.width - 2 * left)
        for place, drawing in enumerate(drawings[first : first + across * down]):
            row, column = divmod(place, across)
            x = left + column * (SHAPE.width + _BETWEEN)
            y = paper.height - _MARGIN - 2 * _TITLE.size - (row + 1) * SHAPE.height - row * _BETWEEN
            page.place(
                drawing,
                Matrix.shift(x, y) @ from_view_box(drawing.box, SHAPE),
                clip=outline(SHAPE, drawing.box),
            )
            frame = outline(SHAPE, Box(0, 0, SHAPE.width, SHAPE.height))
            canvas = Canvas()
            canvas.path(frame, stroke=Colourant.grey(0.82), line=LineStyle(0.4))
            page.place(canvas.drawing, Matrix.shift(x, y))
