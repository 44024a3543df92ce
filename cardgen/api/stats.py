"""Charts of what games are made of: pictures of their own, and pages to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.base.cache import Cache
from cardgen.base.findings import collect_findings
from cardgen.engine import Pdf
from cardgen.making.open_project import OpenProject, context_of
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
    drawn_charts,
    written_charts,
)

CHART_DPI = 300
"""Pixels to an inch of a picture of a chart."""


def draw_stats(
    opened: OpenProject,
    chosen: Sequence[tuple[Game, Sequence[Deck]]],
    size: Paper,
    out: Path | None,
    report: Report,
    cache: Cache,
) -> None:
    """Write the charts of these games as SVG and PNG, and on pages."""
    rule_sets = read_rule_sets([game for game, _ in chosen], report.findings)
    pixels = (round(SHAPE.width * CHART_DPI / 72), round(SHAPE.height * CHART_DPI / 72))
    for game, decks in chosen:
        folder = (out or opened.project.output) / game.id / "stats"
        with collect_findings(report.findings):
            charts = charts_of(game, decks, rule_sets[game.id])
            fields = [
                (chart.id, {"name": chart.title, "about": chart.about, **chart.fields})
                for chart in charts
            ]
            context, deck = chart_deck(context_of(opened, game, cache), fields)
            drawings = drawn_charts(context, deck)
            single_charts = Pdf(f"{game.title}: charts")
            pages = Pdf(f"{game.title}: statistics", subject="What the game is made of")
            for drawing in drawings:
                chart_page(single_charts, drawing)
            chart_pages(pages, context, size, drawings)
            if not drawings:
                report.note("nothing-made", "there is nothing to draw of this game", game.id)
                continue
            for chart, svg, png in zip(
                charts,
                written_charts(context, deck),
                pictures(single_charts.bytes(), pixels, CHART_DPI),
                strict=True,
            ):
                report.put(folder / f"{chart.id}.svg", svg.encode(), chart.title)
                report.put(folder / f"{chart.id}.png", png, chart.title)
            report.put_pdf(folder.with_name(f"stats-{size.name}.pdf"), pages)
