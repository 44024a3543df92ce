"""Charts as cards, and as a page of them.

Each is composed from a template and painted as every card is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, Place
from cardgen.base.geometry import Matrix
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.placing import outline
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Canvas, Drawing, FlatColour, LineStyle, Page, Pdf
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import NO_BLEED, Paper, Shape
from cardgen.rules.charts import Chart
from cardgen.sandbox import process
from cardgen.sheets.game_band import BAND, GameBand
from cardgen.sheets.pages import from_view_box

TEMPLATE = "stats/chart.svg"
SHAPE = Shape("rectangle", 92 * MM, 60 * MM)
"""The size of a chart."""
_ID = "charts of a game"  # which no deck can be called
_INKS = ("#7B4FB0", "#E07A14", "#2F8A3E", "#D0305F", "#2A7FB8", "#7A3E1D", "#5B6472")
"""The colours of charts of a game whose rulebook has none."""
_LEAST_CONTRAST = 2.2
"""Of a bar against white paper; its number stands beside it in black."""
_MARGIN, _BETWEEN = 9 * MM, 3 * MM


def coloured_chart(
    game: Game, chart: Chart, icon_exists: Callable[[str], bool] = lambda _: False
) -> dict[str, Any]:
    """The fields that the template of charts takes, with colours of the game.

    Each deck has one of those that its rulebook's chapters have, rules have its accent. Bars of
    values that are colours have these; values that are all names of icons stand beside them."""
    inks = _inks(game)
    deck_ids = [deck.id for deck in game.decks]
    first = deck_ids.index(chart.deck) + 1 if chart.deck in deck_ids else 0
    turned = [inks[(first + at) % len(inks)] for at in range(len(inks))]
    labels = chart.fields["labels"] if chart.fields["kind"] == "bars" else []
    fills = _colours_meant(game, labels) or [turned[0]] * len(labels)
    return {
        "name": chart.title,
        "about": chart.about,
        "inks": turned,
        "on_ink": _readable_on(turned[0]),
        "fills": fills,
        **chart.fields,
        **_with_icons(chart.fields, icon_exists),
    }


def _with_icons(fields: dict[str, Any], icon_exists: Callable[[str], bool]) -> dict[str, Any]:
    """The labels of a chart with icons: before words in rows and bars, alone above columns.

    `longest` is how many letters wide the longest of rows or bars is."""
    labels = [str(label) for label in fields["labels"]]
    rows = [str(row) for row in fields.get("rows", labels)]
    longest = max(map(len, rows), default=0)
    changes: dict[str, Any] = {"longest": longest}
    if fields["kind"] == "curves":
        return changes
    if rows and all(map(icon_exists, rows)):
        name = "rows" if "rows" in fields else "labels"
        changes[name] = [f"{{{row}}} {row}" for row in rows]
        changes["longest"] = longest + 3
    if "rows" in fields and labels and all(map(icon_exists, labels)):
        changes["labels"] = [f"{{{label}}}" for label in labels]
    return changes


def _readable_on(ground: str) -> str:
    """The colour of numbers on this one: white where that is told apart better than black."""
    light = colour_math.shares(ground)
    return max(
        ("#FFFFFF", "#2B2138"),
        key=lambda rgb: colour_math.contrast(colour_math.shares(rgb), light),
    )


def _inks(game: Game) -> list[str]:
    """The colours of charts, as `#RRGGBB`: the accent of the game's rulebook and the colours of its
    chapters, those that stand out from white paper."""
    dress = game.rulebook
    accent = dress.colours.get("accent", "")
    names = dict.fromkeys([accent, *dress.chapters])
    colours = [game.palette[name].rgb for name in names if name in game.palette]
    white = colour_math.shares("#FFFFFF")
    strong = [
        colour
        for colour in colours
        if colour_math.contrast(colour_math.shares(colour), white) >= _LEAST_CONTRAST
    ]
    return strong or list(_INKS)


def _colours_meant(game: Game, labels: Sequence[str]) -> list[str]:
    """The colour of the palette that each label names or is nearest to; none unless all labels are
    names of colours, and of different ones."""
    colours = dict[str, str]()
    for label in labels:
        name = label.casefold()
        if name in game.palette:
            colours[label] = game.palette[name].rgb
        elif solid := colour_math.solid(name):
            colours[label] = _nearest(game, solid)
        else:
            return []
    is_told_apart = len(set(colours.values())) == len(labels)
    return [colours[label] for label in labels] if is_told_apart else []


def _nearest(game: Game, solid: str) -> str:
    """The colour of the game's palette that is most like this one, which is taken where there is
    none."""
    wanted = colour_math.shares(solid)
    palette = [colour.rgb for colour in game.palette.values()]
    return min(
        palette,
        key=lambda rgb: colour_math.difference(colour_math.shares(rgb), wanted),
        default=solid,
    )


def chart_deck(
    context: Context, charts: Sequence[tuple[str, dict[str, Any]]]
) -> tuple[Context, Deck]:
    """Charts as a deck, and the game that has it.

    A chart is its id and the fields that its template takes."""
    game = context.game
    place = Place(game.folder)
    cards = []
    for id, fields in charts:
        cards.append(Card(id, _ID, fields, template=TEMPLATE, place=place))
    deck = Deck(
        _ID,
        "Charts",
        game.id,
        SHAPE,
        TEMPLATE,
        back="",
        cards=tuple(cards),
        fields={},
        bleed=NO_BLEED,
    )
    with_charts = replace(game, decks=(*game.decks, deck))
    return replace(context, game=with_charts), deck


def drawn_charts(context: Context, deck: Deck) -> list[Drawing]:
    """The charts of a deck of them. Raises CardgenError for what cannot be drawn."""
    card_findings = CardFindings()
    cards = draw_deck(context, deck, card_findings, DrawOptions())
    charts = [card.face for card in cards if card.face]
    if card_findings:
        raise CardgenError(*card_findings)
    return charts


def written_charts(context: Context, deck: Deck) -> list[str]:
    """The charts of a deck as SVG that names its fonts."""
    return [text for text in process.run(_composed, context, deck) if text]


def _composed(context: Context, deck: Deck) -> Iterator[str]:
    for composed in Composer(context).deck(deck, tuple(range(len(deck.cards)))):
        yield composed.face or ""


def chart_page(pdf: Pdf, drawing: Drawing) -> None:
    """Add a page with one chart alone."""
    page = pdf.page(SHAPE.box)
    page.place(drawing, from_view_box(drawing.box, SHAPE))


def chart_pages(pdf: Pdf, context: Context, paper: Paper, drawings: Sequence[Drawing]) -> None:
    """Add pages with all charts, as many as fit on each."""
    step_x = SHAPE.width + _BETWEEN
    step_y = SHAPE.height + _BETWEEN
    free_width = paper.width - 2 * _MARGIN
    free_height = paper.height - 2 * _MARGIN - BAND - _BETWEEN
    # the last chart of a row or a column has no gap behind it
    columns = max(1, int((free_width + _BETWEEN) // step_x))
    rows = max(1, int((free_height + _BETWEEN) // step_y))
    left = (paper.width - columns * step_x + _BETWEEN) / 2
    top = paper.height - _MARGIN - BAND - _BETWEEN
    band = GameBand(context, paper.width - 2 * left)
    on_a_page = columns * rows
    for first in range(0, len(drawings), on_a_page):
        page = pdf.page(paper.box, outline=context.game.title)
        band.paint(page, left, paper.height - _MARGIN)
        for number, drawing in enumerate(drawings[first : first + on_a_page]):
            row, column = divmod(number, columns)
            x = left + column * step_x
            y = top - row * step_y - SHAPE.height
            _place_chart(page, drawing, Matrix.shift(x, y))


def _place_chart(page: Page, drawing: Drawing, placement: Matrix) -> None:
    """Add a chart in its outline."""
    matrix = placement @ from_view_box(drawing.box, SHAPE)
    page.place(drawing, matrix, clip=outline(SHAPE, drawing.box))
    frame = outline(SHAPE, SHAPE.box)
    canvas = Canvas()
    canvas.path(frame, stroke=FlatColour.grey(0.82), line=LineStyle(0.4))
    page.place(canvas.drawing, placement)
