"""Charts as cards, and as a page of them.

Each is composed from a template and painted as every card is."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, Place
from cardgen.base.geometry import Matrix
from cardgen.base.units import MM, decimal
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.placing import outline
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Canvas, Drawing, FlatColour, LabelStyle, LineStyle, Page, Pdf
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import NO_BLEED, Paper, Shape
from cardgen.rulebook.theme import BODY, Theme
from cardgen.rules.charts import Chart, plain_text
from cardgen.sandbox import process
from cardgen.sheets.chart_insight import insight
from cardgen.sheets.game_band import GameBand
from cardgen.sheets.pages import from_view_box
from cardgen.sheets.uncut_pages import REGULAR, say

TEMPLATE = "stats/chart.svg"
SHAPE = Shape("rectangle", 92 * MM, 60 * MM)
"""The size of a chart that is a file of its own, and the least of one on a page."""
_SQUAREST, _BEST = 1.05, 1.8
"""How much wider than high a chart on a page is at the least, and should be."""
_BROAD, _LINE = 24, 5
"""More bars than so many need the width of a page; a line of words counts as so many."""
_TILE = 28 * MM
"""How high a chart may be for each line of words."""
_ID = "charts of a game"  # which no deck can be called
_USUAL = "#7B4FB0"
"""The colour of charts of a game whose rulebook has none."""
_DARK, _BRIGHTER, _DEEPER = 0.3, 0.46, 1.5
"""A colour of less lightness becomes so light, and so much deeper."""
_GREY = "#7A7484"
"""Of a value among colours that is none."""
_ALL_COLOURS = {"all", "any", "multi", "rainbow", "wild", "joker"}
"""Values among colours that mean all of them."""
_PRINTED = {"blue": "#3F9BE0"}
"""Names that mean another colour on cards than on screens, whose blue no ink has."""
_MANY_ICONS = 6
"""More values than so many are their icons alone, where their words would be many."""
_NO_BREAK = "\N{NO-BREAK SPACE}"
_PLAIN_ID = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_LEAST_CONTRAST = 2.2
"""Of a bar against white paper; its number stands beside it in black."""
_MARGIN, _BETWEEN, _CORNER, _FOOT = 9 * MM, 3 * MM, 1.6 * MM, 4 * MM


def coloured_chart(
    game: Game, chart: Chart, icon_exists: Callable[[str], bool] = lambda _: False
) -> dict[str, Any]:
    """The fields that the template of charts takes, with colours of the game.

    All have one hue of the game; bars of values that are colours have these. Values that are all
    names of icons stand beside them."""
    main = _hue(game)
    shown = {**chart.fields, **_with_icons(game, chart, icon_exists)}
    seen = insight(game, shown)
    deck_ids = [deck.id for deck in game.decks]
    return {
        "insight": seen.sentence,
        "strong": seen.strong,
        **dict.fromkeys(("along", "up", "over", "counts", "unit"), ""),
        "name": chart.title,
        "edition": _edition(game),
        "source": chart.source,
        "decimal_point": decimal(0.5, game.language)[1],
        "of": plain_text(game.deck(chart.deck).title) if chart.deck in deck_ids else "",
        "about": chart.about,
        "main": main,
        "on_main": Theme(game).on(main),
        "fills": _fills(game, chart.fields),
        **shown,
    }


def _edition(game: Game) -> str:
    """The title of a game and its version."""
    version = game.said("version {}", game.version) if game.version else ""
    return " · ".join(filter(None, (game.title, version)))


def _fills(game: Game, fields: Mapping[str, Any]) -> list[str | list[str]]:
    """The colours of bars that their labels name; none where these are no colours. Others would
    seem to say something: a green bar that it is of what is green."""
    labels = [str(label) for label in fields["labels"]] if fields["kind"] == "bars" else []
    return _colours_meant(game, labels)


def _with_icons(game: Game, chart: Chart, icon_exists: Callable[[str], bool]) -> dict[str, Any]:
    """The labels of a chart in words, with icons: before them in rows and bars, alone above
    columns. Values stand as the names of their cards, or with their hyphens gone.

    `longest` is how many letters wide the longest of rows or bars is."""
    fields = chart.fields
    labels = [str(label) for label in fields["labels"]]
    rows = [str(row) for row in fields.get("rows", labels)]
    names = chart.names or {}
    words = [names.get(row) or _in_words(game, row) for row in rows]
    changes: dict[str, Any] = {"longest": max(map(len, words), default=0)}
    if fields["kind"] == "curves":
        return changes
    if fields["kind"] == "words":
        return changes | {
            "chips": [_with_chip_icons(chips, icon_exists) for chips in fields["chips"]]
        }
    if rows and all(map(icon_exists, rows)):
        words = [f"{{{row}}}{_NO_BREAK}{word}" for row, word in zip(rows, words, strict=True)]
        changes["longest"] += 3
    changes["rows" if "rows" in fields else "labels"] = words
    if "rows" in fields:
        has_icons = labels and all(map(icon_exists, labels))
        changes["labels"] = [
            f"{{{each}}}" if has_icons else _in_words(game, each) for each in labels
        ]
    return changes


def _with_chip_icons(
    chips: Sequence[tuple[str, str, str]], icon_exists: Callable[[str], bool]
) -> list[tuple[str, str]]:
    """The words and the note of each chip, which is a value, its words and a note. Where all values
    are icons these stand before the words, or alone if they are many."""
    if not all(icon_exists(value) for value, _, _ in chips):
        return [(words, note) for _, words, note in chips]
    is_short = len(chips) > _MANY_ICONS
    return [
        (f"{{{value}}}" if is_short else f"{{{value}}}{_NO_BREAK}{words}", note)
        for value, words, note in chips
    ]


def _in_words(game: Game, value: str) -> str:
    """A value as it is read: `rag-bunny` is "Rag bunny"; what people wrote as words stays."""
    return game.words_of_id(value.replace("_", "-")) if _PLAIN_ID.fullmatch(value) else value


def _hue(game: Game) -> str:
    """The colour of all charts of a game, as `#RRGGBB`: that of its band, brighter where bars in it
    would look black."""
    band = _band_colour(game)
    hue, light, depth = colorsys.rgb_to_hls(*colour_math.shares(band))
    if light > _DARK:
        return band
    brighter = colorsys.hls_to_rgb(hue, _BRIGHTER, min(1.0, depth * _DEEPER))
    return "#" + "".join(f"{round(255 * part):02X}" for part in brighter)


def _band_colour(game: Game) -> str:
    """The first of the accent of a game's rulebook and the colours of its chapters that stands out
    from white paper."""
    dress = game.rulebook
    names = dict.fromkeys([dress.colours.get("accent", ""), *dress.chapters])
    colours = [game.palette[name].rgb for name in names if name in game.palette]
    return next(filter(_stands_out, colours), _USUAL)


def _stands_out(colour: str) -> bool:
    white = colour_math.shares("#FFFFFF")
    return colour_math.contrast(colour_math.shares(colour), white) >= _LEAST_CONTRAST


def _colours_meant(game: Game, labels: Sequence[str]) -> list[str | list[str]]:
    """The colour of the palette that each label names or is nearest to; none unless all labels but
    one at the most are names of colours, and of different ones. That one is grey, or has stripes of
    all the others where its name means all of them."""
    colours = dict[str, str]()
    other = ""
    for label in labels:
        name = label.casefold()
        if name in game.palette:
            colours[label] = game.palette[name].rgb
        elif solid := _PRINTED.get(name) or colour_math.solid(name):
            colours[label] = _nearest(game, solid)
        elif other:
            return []
        else:
            other = label
    if len(set(colours.values())) < max(len(labels) - bool(other), 2 * bool(other), 1):
        return []
    stripes = list(colours.values()) if other.casefold() in _ALL_COLOURS else _GREY
    return [colours.get(label, stripes) for label in labels]


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
    context: Context, charts: Sequence[tuple[str, dict[str, Any]]], shape: Shape = SHAPE
) -> tuple[Context, Deck]:
    """Charts of one size as a deck, and the game that has it.

    A chart is its id and the fields that its template takes."""
    game = context.game
    place = Place(game.folder)
    size = {"wide": _millimetres(shape.width), "high": _millimetres(shape.height)}
    cards = []
    for id, fields in charts:
        cards.append(Card(id, _ID, {**fields, **size}, template=TEMPLATE, place=place))
    deck = Deck(
        _ID,
        "Charts",
        game.id,
        shape,
        TEMPLATE,
        back="",
        cards=tuple(cards),
        fields={},
        bleed=NO_BLEED,
    )
    with_charts = replace(game, decks=(*game.decks, deck))
    return replace(context, game=with_charts), deck


def _millimetres(points: float) -> float:
    """A length in whole millimetres where it is so many."""
    length = round(points / MM, 3)
    return length if length % 1 else int(length)


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


class ChartPlace(NamedTuple):
    """Where the chart of a number lies on the free part of a page, from its left and top, and how
    large it is."""

    chart: int
    x: float
    down: float
    shape: Shape


def chart_places(breadths: Sequence[int], width: float, height: float) -> list[list[ChartPlace]]:
    """The places of charts so broad on pages of which this is free, on each as many rows as on the
    others or one less. They fill a page as far as that leaves them wider than high, one or two in a
    row, whichever lets them be most like an usual chart."""
    most_rows = max(1, int((height + _BETWEEN) // (SHAPE.height + _BETWEEN)))
    choices = [[[number] for number in range(len(breadths))]]
    if width >= 2 * SHAPE.width + _BETWEEN:
        choices.append(_paired(breadths))
    pages = [-(-len(rows) // most_rows) for rows in choices]  # rounded up
    laid_out = [
        _pages(rows, count, width, height)
        for rows, count in zip(choices, pages, strict=True)
        if count == min(pages)
    ]
    return min(laid_out, key=itemgetter(0))[1]


def _paired(breadths: Sequence[int]) -> list[list[int]]:
    """The numbers of charts in rows of two, in which broad ones are alone; of the others the
    broadest is where one would be left over."""
    alone = {number for number, breadth in enumerate(breadths) if breadth > _BROAD}
    others = [number for number in range(len(breadths)) if number not in alone]
    if len(others) % 2:
        alone.add(max(others, key=breadths.__getitem__))
    rows, waiting = [], list[int]()
    for number in range(len(breadths)):
        if number in alone:
            rows.append([number])
        elif waiting:
            rows.append([waiting.pop(), number])
        else:
            waiting.append(number)
    return rows


def _pages(
    rows: list[list[int]], pages: int, width: float, height: float
) -> tuple[float, list[list[ChartPlace]]]:
    """The places of these rows on so many pages, and how unlike usual charts they are there."""
    places, unlike, first = [], 0.0, 0
    columns = max(map(len, rows))
    narrow = (width - (columns - 1) * _BETWEEN) / columns
    for number in range(pages):
        count = len(rows) // pages + (number < len(rows) % pages)
        high = min((height - (count - 1) * _BETWEEN) / count, narrow / _SQUAREST)
        empty = 1 - (count * (high + _BETWEEN) - _BETWEEN) / height
        unlike = max(unlike, abs(math.log(narrow / high / _BEST)) + empty)
        page = []
        for row, charts in enumerate(rows[first : first + count]):
            wide = width if len(charts) == 1 else narrow
            for column, chart in enumerate(charts):
                shape = Shape("rectangle", wide, high)
                left, down = column * (wide + _BETWEEN), row * (high + _BETWEEN)
                page.append(ChartPlace(chart, left, down, shape))
        places.append(page)
        first += count
    return unlike, places


def _breadth(fields: Mapping[str, Any]) -> int:
    """How many bars or columns a chart has beside each other; of words, how many lines count so."""
    if fields["kind"] == "words":
        return _LINE * len(fields["lines"])
    return len(fields["labels"]) * len(fields.get("series", "1"))


def _lowered(place: ChartPlace, fields: Mapping[str, Any], width: float) -> ChartPlace:
    """The place of a chart; of one of words that has a row of this width no higher than they
    fill."""
    shape = place.shape
    if fields["kind"] != "words" or shape.width < width:
        return place
    high = max(SHAPE.height, min(shape.height, len(fields["lines"]) * _TILE))
    return place._replace(shape=replace(shape, height=high))


def chart_pages(
    pdf: Pdf, context: Context, paper: Paper, charts: Sequence[tuple[str, dict[str, Any]]]
) -> None:
    """Add pages with all charts. Raises CardgenError for what cannot be drawn."""
    width = paper.width - 2 * _MARGIN
    band = GameBand(context, width, ground=_band_colour(context.game), shows_cards=True)
    top = paper.height - _MARGIN - band.height - _BETWEEN
    breadths = [_breadth(fields) for _, fields in charts]
    pages = [
        [_lowered(place, charts[place.chart][1], width) for place in places]
        for places in chart_places(breadths, width, top - _MARGIN - _FOOT)
    ]
    by_shape: dict[Shape, list[tuple[str, dict[str, Any]]]] = {}
    for place in chain.from_iterable(pages):
        id, fields = charts[place.chart]
        by_shape.setdefault(place.shape, []).append((id, {**fields, "edition": ""}))
    drawings = {
        shape: iter(drawn_charts(*chart_deck(context, alike, shape)))
        for shape, alike in by_shape.items()
    }
    words = LabelStyle(BODY, REGULAR, 7, colour_math.shares(_GREY))
    for number, places in enumerate(pages, 1):
        page = pdf.page(paper.box, outline=context.game.title)
        band.paint(page, _MARGIN, paper.height - _MARGIN)
        foot = context.game.said("page {}", f"{number}/{len(pages)}") if len(pages) > 1 else ""
        foot = " · ".join(filter(None, (_edition(context.game), foot)))
        say(page, context.fonts, foot, (_MARGIN, _MARGIN), words, width)
        for _, x, down, shape in places:
            placement = Matrix.shift(_MARGIN + x, top - down - shape.height)
            _place_chart(page, next(drawings[shape]), placement, shape)


def _place_chart(page: Page, drawing: Drawing, placement: Matrix, shape: Shape) -> None:
    """Add a chart in its outline."""
    matrix = placement @ from_view_box(drawing.box, shape)
    page.place(drawing, matrix, clip=outline(shape, drawing.box, corner=_CORNER))
    frame = outline(shape, shape.box, corner=_CORNER)
    canvas = Canvas()
    canvas.path(frame, stroke=FlatColour.grey(0.82), line=LineStyle(0.4))
    page.place(canvas.drawing, placement)
