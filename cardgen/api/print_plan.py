"""What printing a game takes, on papers and in layouts: sheets, cuts, bleed and ink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import mul
from typing import Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError
from cardgen.base.units import MM
from cardgen.cards.card_painter import CardWork
from cardgen.cards.context import Context
from cardgen.cards.render import draw_together
from cardgen.impose.check import check_options
from cardgen.impose.free_nesting import can_nest
from cardgen.impose.layout import Imposition
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.mixed import MixedPlan
from cardgen.impose.options import Options
from cardgen.impose.plan import Plan
from cardgen.making.open_project import OpenProject, context_of
from cardgen.making.volumes import check_whole
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Paper
from cardgen.sheets.edge_colours import ink_of_sides
from cardgen.sheets.gang import Batch, laid_out, mix

WAYS: Mapping[str, Mapping[str, Any]] = {
    "": {},
    "--mix": {"mix": True},
    "--mix --scissors": {"mix": True, "scissors": True},
    "--bleed rim": {"bleeds": "rim"},
    "--layout gutterfold": {"layout": "gutterfold"},
    "--layout single": {"layout": "single"},
}
"""The ways to print that are compared, each as the options that a build takes. One for which a
package is missing is left out."""
CardInk = Mapping[tuple[str, str], tuple[float, float]]
"""The ink of the face and the back of each card, by deck and card: 1 where all of it is covered."""


class PrintWay(NamedTuple):
    """What it takes to print a game one way on a paper. Without room for all of its decks,
    `left_out` names those that do not fit.

    `bleed` is the least of its decks, in mm; `ink` is in pages that are covered wholly."""

    paper: Paper
    way: str
    sheets: int
    cuts: int
    bleed: float
    ink: float
    backs: bool
    left_out: tuple[str, ...]

    @property
    def cost(self) -> tuple[float, float, int]:
        """What counts, most first: the paper, the ink, the cuts."""
        area = self.sheets * self.paper.width * self.paper.height
        return round(area), round(self.ink, 2), self.cuts


class GamePlan(NamedTuple):
    """The ways to print a game, and the cheapest of those that print all of it."""

    game: Game
    ways: tuple[PrintWay, ...]
    cheapest: PrintWay | None


def print_plans(opened: OpenProject, names: Sequence[str], options: Options) -> list[GamePlan]:
    """The ways to print games, or decks of them. Raises CardgenError."""
    papers = check_options(options)
    chosen = opened.select(names)
    check_whole(chosen)
    cache = Cache.of_user()
    plans = []
    for game, decks in chosen:
        batches = [batch for deck in decks for batch in Batch.of(deck) if any(batch.positions)]
        ink = _inks(context_of(opened, game, cache), decks)
        ways = []
        for paper in papers:
            for way, settings in WAYS.items():
                if settings.get("scissors") and not can_nest():
                    continue
                ways.append(_way(batches, paper, way, replace(options, **settings), ink))
        whole = [way for way in ways if not way.left_out and (way.backs or not _backed(batches))]
        plans.append(
            GamePlan(game, tuple(ways), min(whole, key=lambda way: way.cost, default=None))
        )
    return plans


def _backed(batches: Iterable[Batch]) -> bool:
    return any(batch.backed for batch in batches)


def _inks(context: Context, decks: Sequence[Deck]) -> CardInk:
    """The ink of all cards, which are drawn for that."""
    inks: dict[tuple[str, str], tuple[float, float]] = {}
    for deck in chain.from_iterable(deck.by_size for deck in decks):
        positions = tuple(
            number
            for number, card in enumerate(deck.cards)
            if card.copies and deck.cut_as(card) is deck
        )
        (result,) = draw_together(context, [CardWork(context, {deck.id: positions})])
        sides = ink_of_sides(result.drawn, deck.shape)
        covered = deck.shape.area / (deck.shape.width * deck.shape.height)
        for drawn in result.drawn:
            face, back = (
                covered * sides.get(side.name, 0.0) if side else 0.0
                for side in (drawn.face, drawn.back)
            )
            inks[deck.id, drawn.card.id] = face, back
    return inks


def _way(
    batches: Sequence[Batch], paper: Paper, way: str, options: Options, ink: CardInk
) -> PrintWay:
    """What a way takes on a paper, with decks that say their own paper on that."""
    layout = LAYOUTS[options.layout]
    laid: list[tuple[Batch, Imposition]] = []
    left_out: list[str] = []
    for batch in mix(batches, [paper], options) if options.mix else batches:
        for own_paper in batch.papers([paper], options):
            try:
                laid.append((batch, laid_out(batch, batch.backed, own_paper, options)))
            except CardgenError:
                left_out += batch.deck_ids
    page = paper.width * paper.height
    covered = 0.0
    for batch, imposition in laid:
        for (number, position), count in batch.copies:
            deck = batch.decks[number]
            face, back = ink.get((deck.id, deck.cards[position].id), (0.0, 0.0))
            sides = face + (back if imposition.plan.backs else 0.0)
            covered += batch.sheet_copies * count * sides * deck.shape.width * deck.shape.height
    plans = [imposition.plan for _, imposition in laid]
    times = [batch.sheet_copies for batch, _ in laid]
    return PrintWay(
        paper,
        way,
        sum(map(mul, times, map(len, plans))),
        sum(map(mul, times, map(_cuts, plans))),
        round(min((min(plan.bleeds) / MM for plan in plans), default=0.0), 2),
        covered / page,
        layout.backed,
        tuple(left_out),
    )


def _cuts(plan: Plan[Any]) -> int:
    """The straight cuts of a plan's sheets, and one for each round piece."""
    cuts = 0
    for sheet in plan:
        blocks = [sheet.front.slots]
        if isinstance(plan, MixedPlan):
            slots = iter(sheet.front.slots)
            blocks = [
                tuple(next(slots) for _ in block.cards) for block in plan.laid[sheet.number - 1]
            ]
        for block in blocks:
            if plan.shape_of(block[0].card).kind != "rectangle":
                cuts += len(block)
                continue
            trims = [slot.trim for slot in block]
            cuts += len({round(side, 2) for trim in trims for side in (trim.x, trim.right)})
            cuts += len({round(side, 2) for trim in trims for side in (trim.y, trim.top)})
    return cuts


def lines(plans: Iterable[GamePlan]) -> Iterator[str]:
    """Yield the ways of each game as a table, and which of them is the cheapest."""
    for plan in plans:
        yield f"{plan.game.id}"
        rows = [("paper", "with", "sheets", "cuts", "bleed", "ink")]
        for way in plan.ways:
            figures = (
                f"{way.sheets}",
                f"{way.cuts}",
                f"{way.bleed:.2g} mm",
                f"{way.ink:.1f} pages",
            )
            rows.append((way.paper.name, way.way or "no option", *figures))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for number, row in enumerate(rows):
            words = [
                word.ljust(width) if column < 2 else word.rjust(width)
                for column, (word, width) in enumerate(zip(row, widths, strict=True))
            ]
            line = f"  {'  '.join(words)}"
            if number:
                way = plan.ways[number - 1]
                line += "  (no backs)" if not way.backs else ""
                line += f"  (without {', '.join(way.left_out)})" if way.left_out else ""
                line += "  cheapest" if way is plan.cheapest else ""
            yield line.rstrip()
        if not plan.cheapest:
            yield "  no paper holds all of its decks: try --paper a3, or write layout: split"


def as_json(plans: Iterable[GamePlan]) -> list[dict[str, Any]]:
    """The ways of each game as plain data."""
    return [
        {
            "game": plan.game.id,
            "ways": [
                {
                    "paper": way.paper.name,
                    "options": way.way,
                    "sheets": way.sheets,
                    "cuts": way.cuts,
                    "bleed": way.bleed,
                    "ink": round(way.ink, 3),
                    "backs": way.backs,
                    "left_out": list(way.left_out),
                    "cheapest": way is plan.cheapest,
                }
                for way in plan.ways
            ],
        }
        for plan in plans
    ]
