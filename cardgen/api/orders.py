"""What of the decks that were chosen and checked goes to a printer, game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from cardgen.api.open_project import OpenProject, after_its_cause, check_call, context_of
from cardgen.api.run_report import Report
from cardgen.api.selection import Job, narrowed, selected, variant_jobs, why_none
from cardgen.api.settings import ExportOptions
from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, Place, gathered
from cardgen.cards.context import Context
from cardgen.export.deck import export_game
from cardgen.export.delivery import Delivery, Hosting, Order
from cardgen.impose.options import Options, file_stem
from cardgen.model.cards import Deck, Game
from cardgen.preflight.run import Cards, Only
from cardgen.prepress.profiles import Printer


class ExportPlan(NamedTuple):
    """What is made for a printer: of the games and decks that were chosen the jobs, but for decks
    of sizes that the printer does not sell; and the names of all that is used."""

    printer: Printer
    chosen: Sequence[tuple[Game, list[Deck]]]
    jobs: Sequence[Job]
    unsold: Mapping[tuple[str, str], Sequence[Finding]]
    used: Sequence[str]

    @property
    def only(self) -> Only:
        """Which cards are due, where some were chosen; of a variant, that is asked of the cards as
        they are."""
        return {
            (job.game.id, deck.id): [at for at, count in sorted(job.only[deck.id].items()) if count]
            for job in self.jobs
            if job.only is not None and not job.options.variant
            for deck in job.decks
        }

    def passed(self, options: ExportOptions, report: Report) -> bool:
        """Whether something is to be made, now that all was checked; else that is noted."""
        stopped = report.exit_code and not options.force
        report.findings += (
            problem.found_by("size", "error", *deck)
            for deck, problems in self.unsold.items()
            for problem in problems
        )
        if report.problems or stopped:
            report.ending = "nothing was exported" + (
                "" if report.problems else "; --force exports all the same"
            )
        return not (report.problems or stopped)


def plan_export(
    opened: OpenProject, names: Sequence[str], printer: str, options: ExportOptions, report: Report
) -> ExportPlan:
    """What an export makes. Raises CardgenError for a call that cannot be."""
    from cardgen.export.deck import check_table, unsold
    from cardgen.prepress.profiles import find_printer

    wrong: list[Finding] = []
    check_call(opened, names, Options(out=options.out, stamp=options.stamp), report, wrong)
    profile = None
    with gathered(wrong):
        profile = find_printer(opened.project, printer)
        check_table(profile, options.url, options.update)
    unmade: dict[tuple[str, str], list[Finding]] = {}
    with gathered(wrong):
        chosen = opened.select(names)
        with after_its_cause(opened, names):
            made = _exported(opened, chosen, options)
        if not wrong and profile:
            unmade = unsold(profile, (deck for job in made for deck in job.decks))
            made = [
                job._replace(
                    decks=[deck for deck in job.decks if (deck.game, deck.id) not in unmade]
                )
                for job in made
            ]
            if unmade and not any(job.decks for job in made):
                wrong += (problem for problems in unmade.values() for problem in problems)
    if wrong or not profile:
        raise CardgenError(*wrong)
    narrow = options.variant or options.cards or unmade
    used = [f"{job.game.id}/{deck.id}" for job in made for deck in job.decks] if narrow else names
    return ExportPlan(profile, chosen, made, unmade, used)


def _exported(
    opened: OpenProject, chosen: Sequence[tuple[Game, list[Deck]]], options: ExportOptions
) -> list[Job]:
    """Which cards of these decks are exported. Raises CardgenError for a variant or a card that
    there is not."""
    how = Options(
        variant=options.variant,
        players=options.players,
        language=opened.language,
        cards=options.cards,
        copies=options.copies,
    )
    jobs = (
        variant_jobs(chosen, how) if options.variant else [Job(*one, how, True) for one in chosen]
    )
    return [job.with_cards() for job in selected(jobs, how)]


def place_plan(
    opened: OpenProject,
    plan: ExportPlan,
    drawn: Cards,
    options: ExportOptions,
    report: Report,
    cache: Cache,
) -> None:
    """Write what the printer takes, of cards that were checked; what could not be made is told.

    With `force` also files that are not all that the printer asks for.
    """
    jobs = {
        game.id: [job for job in plan.jobs if job.game.id == game.id] for game, _ in plan.chosen
    }
    due = [each for each in plan.chosen if any(job.decks for job in jobs[each[0].id])]
    if not due:
        report.note("nothing-made", f"nothing was exported: {why_none(options)}")
    unfinished: list[str] = []
    for game, chosen in due:
        unfinished += _place(
            context_of(opened, game, cache),
            chosen,
            jobs[game.id],
            plan.printer,
            drawn,
            options,
            report,
        )
    if unfinished:
        report.note("export-unfinished", "not exported, or not all of it", *unfinished)
    for note in plan.printer.notes if report.written else ():
        report.note("run-note", note)
    if options.url and report.written:
        report.note(
            "upload-pictures",
            f"upload the folders of the decks with their pictures to {options.url}, where they are looked for",
        )


def _place(
    context: Context,
    chosen: Sequence[Deck],
    jobs: Sequence[Job],
    printer: Printer,
    drawn: Cards,
    options: ExportOptions,
    report: Report,
) -> list[str]:
    """The names of what could not be exported, or not all of it. An earlier virtual table may still
    deal decks that were not chosen."""
    id, named = context.game.id, {deck.id for deck in chosen}
    orders, undrawn = _orders(jobs, drawn)
    ways = (jobs[0].options, replace(jobs[0].options, second_set=True))
    others = [
        file_stem(deck.id, way)
        for deck in context.game.decks
        if deck.id not in named
        for way in ways
    ]

    def told(deck: Deck, problem: Finding) -> None:
        report.findings.append(
            problem.at(Place(deck.file)).found_by("pdf-x", "error", deck.game, deck.id)
        )

    delivery = Delivery(
        (options.out or context.project.output) / id,
        save=file_stem(id, jobs[0].options),
        hosting=Hosting(options.url),
        played=options.update,
        beside=[*others, *undrawn],
        jobs=options.jobs,
        stamp=options.stamp,
        progress=report.progress,
        wrote=report.made,
        told=partial(report.note, "export-note"),
        forced=told if options.force else None,
        home=report.home,
    )
    met = len(report.problems)
    with gathered(report.findings):
        export_game(context, orders, printer, delivery)
    if len(report.problems) > met:
        due = [order.name for order in orders if order.deck.copies]
        undrawn += (
            name for name in due if delivery.folder / printer.id / name not in report.written
        )
    return [f"{id}/{name}" for name in undrawn]


def _orders(jobs: Sequence[Job], drawn: Cards) -> tuple[list[Order], list[str]]:
    """What is to be made of a game's decks, with the cards drawn so far; and the names of those
    that cannot be drawn, as has been told.

    A variant's deck is drawn anew: it is another, and a card may say how many cards there are.
    """
    orders, undrawn = [], []
    for job in jobs:
        for deck in job.decks:
            name, there = file_stem(deck.id, job.options), drawn.get((job.game.id, deck.id))
            if job.only is not None:
                deck = narrowed(deck, job.only[deck.id])
                there = (
                    [each._replace(card=deck.card(each.card.id)) for each in there]
                    if there
                    else there
                )
            if job.options.variant:
                orders.append(Order(job.game, deck, name))
            elif there or not deck.cards:
                orders.append(Order(job.game, deck, name, there or ()))
            else:
                undrawn.append(name)
    return orders, undrawn
