"""Charts of what games are made of: pictures of their own, and pages to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.base.findings import collect_findings
from cardgen.engine import Pdf
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Paper
from cardgen.prepress.raster import pictures
from cardgen.rules.charts import charts_of
from cardgen.rules.checks import read_rule_sets
from cardgen.sheets.chart_pages import (
    SHAPE,
    chart_deck,
    chart_page,
    chart_pages,
    coloured_chart,
    drawn_charts,
    written_charts,
)

CHART_DPI = 300
"""Pixels to an inch of a picture of a chart."""


@dataclass(frozen=True, slots=True)
class StatsTask(ProjectTask):
    """The charts of a game, or of some of its decks, as SVG and PNG, and on pages."""

    game: Game
    decks: Sequence[Deck]
    paper: Paper

    @property
    def name(self) -> str:
        """The game that is counted."""
        return f"{self.game.id}/stats"

    def make(self, place: Workplace, report: Report) -> None:
        """Write them."""
        game = self.game
        rule_set = read_rule_sets([game], report.findings)[game.id]
        name = f"stats-{game.language}" if game.language else "stats"
        folder = place.folder(game) / name
        pixels = (round(SHAPE.width * CHART_DPI / 72), round(SHAPE.height * CHART_DPI / 72))
        with collect_findings(report.findings):
            charts = charts_of(game, self.decks, rule_set)
            icon_exists = place.context(game).project.has_icon
            fields = [(chart.id, coloured_chart(game, chart, icon_exists)) for chart in charts]
            if not fields:
                report.note("nothing-made", "there is nothing to draw of this game", game.id)
                return
            context, deck = chart_deck(place.context(game), fields)
            single_charts = Pdf(f"{game.title}: charts")
            for drawing in drawn_charts(context, deck):
                chart_page(single_charts, drawing)
            pages = Pdf(f"{game.title}: statistics", subject="What the game is made of")
            chart_pages(pages, place.context(game), self.paper, fields)
            svgs = written_charts(context, deck)
            pngs = pictures(single_charts.bytes(), pixels, CHART_DPI)
            for chart, svg, png in zip(charts, svgs, pngs, strict=True):
                report.put(folder / f"{chart.id}.svg", svg.encode(), chart.title)
                report.put(folder / f"{chart.id}.png", png, chart.title)
            report.put_pdf(folder.with_name(f"{name}-{self.paper.name}.pdf"), pages)
