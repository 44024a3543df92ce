"""What of the decks that were chosen and checked goes to a printer, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.api.run_report import Report
from cardgen.api.selection import Job
from cardgen.base.cache import Cache
from cardgen.base.errors import Place, Problem, gathered
from cardgen.export.deck import Order, export_game
from cardgen.impose.options import file_stem
from cardgen.model.cards import Deck
from cardgen.model.project import Project
from cardgen.preflight.run import Cards
from cardgen.press.profiles import Printer
from cardgen.rules.finding import Finding
from cardgen.typography.fontbook import FontBook


def place_orders(
    project: Project,
    book: FontBook,
    printer: Printer,
    made: Sequence[Job],
    drawn: Cards,
    others: Sequence[tuple[str, str]],
    out: Path,
    report: Report,
    *,
    force: bool,
    jobs: int,
) -> None:
    """Write what the printer takes of these decks below `out`/GAME, with the cards `drawn` so far; what could not be made is told.

    `others` are the decks, by game and id, that an earlier virtual table may still deal. With `force` also files that are not all that
    the printer asks for.
    """
    if not any(job.decks for job in made):
        report.notes["nothing was exported: the variant uses none of these decks"] = []
    cache = Cache.of_user()
    unfinished: list[str] = []

    def told(deck: Deck, problem: Problem) -> None:
        report.findings.append(Finding("pdf-x", "error", problem.at(Place(deck.file)), deck.game, deck.id))

    for id in dict.fromkeys(job.game.id for job in made if job.decks):
        own = [job for job in made if job.game.id == id]
        folder, options = out / id, own[0].options
        orders, undrawn = _orders(own, drawn)
        ways = (options, replace(options, second_set=True))
        beside = [file_stem(deck, way) for game, deck in others if game == id for way in ways]
        met = len(report.problems)
        with gathered(report.problems):
            export_game(
                *(project, orders, book, printer, folder),
                save=file_stem(id, options),
                beside=[*beside, *undrawn],
                jobs=jobs,
                cache=cache,
                progress=report.progress,
                wrote=report.made,
                forced=told if force else None,
            )
        if len(report.problems) > met:
            due = [order.name for order in orders if order.deck.copies]
            undrawn += (name for name in due if folder / printer.id / name not in report.written)
        unfinished += (f"{id}/{name}" for name in undrawn)
    if unfinished:
        report.notes["not exported, or not all of it"] = unfinished
    report.notes.update({note: [] for note in printer.notes if report.written})
    cache.prune()


def _orders(jobs: Sequence[Job], drawn: Cards) -> tuple[list[Order], list[str]]:
    """What is to be made of a game's decks, with the cards drawn so far; and the names of those that cannot be drawn, as has been told.

    A variant's deck is drawn anew: it is another, and a card may say how many cards there are.
    """
    orders, undrawn = [], []
    for job in jobs:
        for deck in job.decks:
            name, there = file_stem(deck.id, job.options), drawn.get((job.game.id, deck.id))
            if job.options.variant:
                orders.append(Order(job.game, deck, name))
            elif there or not deck.cards:
                orders.append(Order(job.game, deck, name, there or ()))
            else:
                undrawn.append(name)
    return orders, undrawn
