"""Exports: what a printer takes, of a game as it is or of an edition."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, Place, collect_findings
from cardgen.cards.context import Context
from cardgen.export.deck import APART, check_table, export_game, unsold
from cardgen.export.delivery import (
    DeckFiles,
    ExportTarget,
    Hosting,
    KeptPictures,
    Order,
    Wrote,
    clear_earlier,
)
from cardgen.impose.options import Options, file_stem
from cardgen.making.books import book_task
from cardgen.making.build import check_games, names_of
from cardgen.making.ledger import Ledger
from cardgen.making.open_project import OpenProject, after_its_cause, check_call, without_pads
from cardgen.making.printed_decks import jobs_as_printed
from cardgen.making.project_tasks import ProjectRun, ProjectTask, Workplace
from cardgen.making.report import Report
from cardgen.making.selection import Job, narrowed, selected, variant_jobs, why_none
from cardgen.making.settings import ExportOptions, ValidateOptions
from cardgen.making.sheets import DrawnEdition, SheetCard
from cardgen.making.tasks import Made, MadeFile
from cardgen.making.volumes import check_whole
from cardgen.model.cards import Deck, Game
from cardgen.preflight.codes import findings_of
from cardgen.preflight.inspect import Preflight
from cardgen.preflight.run import Cards, DeckCounts
from cardgen.prepress.profiles import Printer, find_printer, with_pictures
from cardgen.prepress.raster import ExportFile
from cardgen.rulebook import has_rulebook
from cardgen.sheets.gang import SizedPart, sized_parts
from cardgen.sheets.stamp import dated

PAYS = 40
"""Faces from which other processes that make pictures save more than their start costs."""


class ExportPlan(NamedTuple):
    """A plan for a printer: a job for each game, two for a second set.

    `unsold` are decks of sizes that the printer does not sell; they are in no job."""

    printer: Printer
    chosen: Sequence[tuple[Game, list[Deck]]]
    jobs: Sequence[Job]
    unsold: Mapping[tuple[str, str], Sequence[Finding]]
    names: Sequence[str]
    """The games and decks that are looked at, by their names."""

    @property
    def is_table(self) -> bool:
        """True if the printer takes one file that holds all decks of a game."""
        return self.printer.makes not in APART

    @property
    def counts(self) -> DeckCounts:
        """The copies of the cards that are looked at, where some were chosen.

        The checks look at the cards of a variant as they are without it."""
        return {
            (job.game.id, deck.id): job.counts[deck.id]
            for job in self.jobs
            if job.counts is not None and not job.options.variant
            for deck in job.decks
        }

    @property
    def paying_jobs(self) -> int:
        """The number of processes that pay: one for few cards, else as many as there are cores."""
        faces = sum(len(job.counts_of(deck)) for job in self.jobs for deck in job.decks)
        return (os.cpu_count() or 1) if faces >= PAYS else 1

    def jobs_of(self, game: Game) -> list[Job]:
        """The jobs of a game."""
        return [job for job in self.jobs if job.game.id == game.id]

    def may_go_on(self, options: ExportOptions, report: Report) -> bool:
        """True if something is to be made, now that all was checked; else that is told."""
        has_errors = report.exit_code and not options.force
        for about, problems in self.unsold.items():
            report.findings += (problem.found_by("size", "error", *about) for problem in problems)
        if report.problems:
            report.ending = "nothing was exported"
        elif has_errors:
            report.ending = "nothing was exported; --force exports all the same"
        return not (report.problems or has_errors)


def plan_export(
    opened: OpenProject,
    names: Sequence[str],
    printer: str,
    options: ExportOptions,
    report: Report,
    cache: Cache,
) -> ExportPlan:
    """Plan an export. Raises CardgenError for a call that cannot be."""
    problems: list[Finding] = []
    check_call(opened, names, Options(out=options.out, stamp=options.stamp), report, problems)
    profile = None
    with collect_findings(problems):
        profile = _asked_for(find_printer(opened.project, printer), options)
        check_table(profile, options.url, options.update)
    unsold_decks: dict[tuple[str, str], list[Finding]] = {}
    with collect_findings(problems):
        chosen = opened.select(names)
        check_whole(chosen)
        if profile and profile.makes not in APART:
            chosen = [(game, without_pads(game, decks, names)) for game, decks in chosen]
        with after_its_cause(opened, names):
            jobs = jobs_as_printed(opened, _jobs(opened, chosen, options), cache)
        if not problems and profile:
            unsold_decks = unsold(profile, (deck for job in jobs for deck in job.decks))
            jobs = [_without(job, unsold_decks) for job in jobs]
            if unsold_decks and not any(job.decks for job in jobs):
                for of_deck in unsold_decks.values():
                    problems += of_deck
            pads = {(game.id, deck.id) for game, decks in chosen for deck in decks if deck.is_pad}
            # nobody asks a printer of cards for sheets to write on: that it has none is not told
            unsold_decks |= {about: [] for about in unsold_decks if about in pads}
    if problems or not profile:
        raise CardgenError(*problems)
    if options.variant or options.cards or unsold_decks:
        names = [f"{job.game.id}/{deck.id}" for job in jobs for deck in job.decks]
    return ExportPlan(profile, chosen, jobs, unsold_decks, names)


def _asked_for(printer: Printer, options: ExportOptions) -> Printer:
    """The printer with pictures as the options ask for them. Raises CardgenError."""
    return with_pictures(printer, options.makes, options.names, options.quality)


def _without(job: Job, unsold_decks: Mapping[tuple[str, str], Any]) -> Job:
    decks = [deck for deck in job.decks if (deck.game, deck.id) not in unsold_decks]
    return job._replace(decks=decks)


def _jobs(
    opened: OpenProject, chosen: Sequence[tuple[Game, list[Deck]]], options: ExportOptions
) -> list[Job]:
    """The jobs that export these decks.

    Raises CardgenError for a variant or a card that there is not."""
    how = Options(
        variant=options.variant,
        players=options.players,
        language=opened.language,
        cards=options.cards,
        copies=options.copies,
    )
    jobs = [Job(game, decks, how, True) for game, decks in chosen]
    if options.variant:
        jobs = variant_jobs(chosen, how)
    return [job.with_cards() for job in selected(jobs, how)]


@dataclass(frozen=True, slots=True)
class ExportTask(ProjectTask):
    """The files of a game for its printer, of cards that were checked.

    `jobs` are those of the game, and `decks` those that were named. `drawn` has the decks that can
    be drawn, with their cards where they were drawn in this process."""

    game: Game
    printer: str
    jobs: Sequence[Job]
    decks: Sequence[str]
    drawn: Cards
    options: ExportOptions
    is_table: bool

    @property
    def size(self) -> int:
        """1, or 0 if it is put together of files that lie here."""
        return int(not self.is_table)

    @property
    def name(self) -> str:
        """The game and the printer."""
        return f"{self.game.id}/{self.printer}"

    @property
    def details(self) -> tuple[object, ...]:
        """The cards and the options."""
        cards = [
            (deck.id, sorted(job.counts_of(deck).items()))
            for job in self.jobs
            for deck in job.decks
        ]
        options = replace(self.options, out=None, jobs=1, cluster="", to="")
        return self.decks, cards, replace(options, stamp=dated(options.stamp))

    def make(self, place: Workplace, report: Report) -> None:
        """Write them; what cannot be made is told."""
        printer = _asked_for(find_printer(place.opened.project, self.printer), self.options)
        context = place.context(self.game)
        orders, undrawn = _orders(self.jobs, self.drawn)
        target = self._target(place, report, undrawn)
        if printer.makes == "table":
            target = replace(target, book=self._book(place, report))
            if target.book and self.options.url:
                sentence = f"upload {target.book.name} to {self.options.url}, too"
                report.note("upload-pictures", f"{sentence}, where it is looked for")
        problems = len(report.problems)
        with collect_findings(report.findings):
            export_game(context, orders, printer, target)
        if len(report.problems) > problems:
            folder = target.folder / printer.id
            names = [order.name for order in orders if order.deck.copies]
            undrawn += [name for name in names if folder / name not in report.written]
        if undrawn:
            unfinished = [f"{self.game.id}/{name}" for name in undrawn]
            report.note("export-unfinished", "not exported, or not all of it", *unfinished)

    def _book(self, place: Workplace, report: Report) -> Path | None:
        """The rulebook for the screen, set where the whole game is exported."""
        whole = {deck.id for deck in self.game.decks if not deck.is_pad} <= set(self.decks)
        if not whole or any(job.options.variant or job.counts is not None for job in self.jobs):
            return None
        task = book_task(place, self.game, [], booklet=False)
        task.make(place, report)
        folder = place.folder(self.game)
        books = (folder / file.name for file in task.files)
        return next((book for book in books if book in report.written), None)

    def finish(self, place: Workplace, result: Made, report: Report) -> None:
        """Remove what an earlier export left beside files that came from a cluster."""
        for folder in result.written if result.files else ():
            files = [place.out / file.name for file in result.files]
            with collect_findings(report.findings):
                clear_earlier(folder, files, report.home)

    def _target(self, place: Workplace, report: Report, undrawn: Sequence[str]) -> ExportTarget:
        """Where and how this export is written.

        An earlier virtual table may still deal decks that were not chosen, or cannot be drawn."""
        options, deck_options = self.options, self.jobs[0].options
        other_decks = [deck.id for deck in self.game.decks if deck.id not in self.decks]
        both_sets = (deck_options, replace(deck_options, second_set=True))
        other_stems = [file_stem(id, of_set) for id in other_decks for of_set in both_sets]
        return ExportTarget(
            place.folder(self.game),
            save=file_stem(self.game.id, deck_options),
            hosting=Hosting(options.url),
            played=options.update,
            beside=[*other_stems, *undrawn],
            jobs=options.jobs,
            stamp=options.stamp,
            progress=report.progress,
            wrote=report.made,
            add_note=report.add_note,
            forced=partial(_add_finding, report.findings) if options.force else None,
            home=report.home,
        )


def export_tasks(plan: ExportPlan, drawn_cards: Cards, options: ExportOptions) -> list[ExportTask]:
    """A task for each game of which something is exported."""
    tasks = []
    for game, decks in plan.chosen:
        jobs, ids = plan.jobs_of(game), [deck.id for deck in decks]
        if any(job.decks for job in jobs):
            printer, is_table = plan.printer.id, plan.is_table
            task = ExportTask(game, printer, jobs, ids, drawn_cards, options, is_table)
            tasks.append(task)
    return tasks


def export_games(run: ProjectRun, plan: ExportPlan, options: ExportOptions) -> None:
    """Check games, and write what their printer takes, here or on the cluster of a run.

    A game that a cluster has exported, and that would be the same, stays."""
    report, opened = run.report, run.place.opened
    drawn_cards: Cards = {}
    tasks = open_tasks = export_tasks(plan, drawn_cards, options)
    names: Sequence[str] = plan.names
    ledger = None
    if run.call.address and not plan.is_table:
        ledger = Ledger(run.place.out, report.home, f"{plan.printer.id}.jsonl")
        open_tasks = ledger.due(run.order, tasks, run.shelf, report, "game")
        done_games = [task.game for task in tasks if task not in open_tasks]
        if done_games:
            names = [
                name
                for game, decks in opened.select(names)
                if game not in done_games
                for name in names_of(game, decks)
            ]
    checks = ValidateOptions(
        printer=plan.printer.id,
        jobs=options.jobs,
        idle=False,
        kept=drawn_cards,
        counts=plan.counts,
        order=True,
    )
    # without a task there is nothing to look at, and no names would be all there is
    if open_tasks:
        check_games(run, names, checks)
    elif tasks or not (options.variant or options.cards):
        report.findings += opened.problems_of(plan.names)
    if not plan.may_go_on(options, report):
        return
    if not tasks:
        report.note("nothing-made", f"nothing was exported: {why_none(options)}")
    run.make(open_tasks, ledger=ledger)
    if report.written or (open_tasks and run.call.to):
        tell_notes(plan, options, report)


def tell_notes(plan: ExportPlan, options: ExportOptions, report: Report) -> None:
    """Note what there is to know of files that were made."""
    for sentence in plan.printer.notes:
        report.note("printer-note", sentence)
    for game, _ in plan.chosen:
        lacking = [" ".join((str(count), f"d{sides}")) for sides, count in game.dice.items()]
        lacking += ["its rulebook"] if has_rulebook(game) else []
        if lacking and plan.printer.makes in ("sprites", "pcio"):
            sentence = f"{plan.printer.title} does not get {', '.join(lacking)}: add that there"
            report.note("printer-note", sentence, game.id)
    if options.url:
        request = "upload the folders of the decks with their pictures to"
        report.note("upload-pictures", f"{request} {options.url}, where they are looked for")


def _parts_of(jobs: Sequence[Job]) -> Iterator[tuple[Job, SizedPart]]:
    """Yield what is made of each deck of these jobs: a part for each of its sizes."""
    for job in jobs:
        for deck in job.decks:
            counts = job.counts_of(deck)
            parts = sized_parts(deck)
            for part in parts:
                if len(parts) == 1 or any(counts.get(at) for at in part.positions):
                    yield job, part


def _narrowed(deck: Deck, positions: Collection[int]) -> Deck:
    """The deck with the cards at these positions, and no copies of others."""
    if len(positions) == len(deck.cards):
        return deck
    return narrowed(deck, {at: deck.cards[at].copies for at in positions})


def _add_finding(findings: list[Finding], deck: Deck, problem: Finding) -> None:
    """Find that a file is not what its printer asks for."""
    at_deck = problem.at(Place(deck.file))
    findings.append(at_deck.found_by("pdf-x", "error", deck.game, deck.id))


def _orders(jobs: Sequence[Job], drawn_cards: Cards) -> tuple[list[Order], list[str]]:
    """The decks of a game to make, and the names of those that cannot be drawn.

    A variant's deck is drawn anew: it is another, and a card may say how many cards there are."""
    orders = []
    undrawn = []
    for job, (deck, suffix, positions) in _parts_of(jobs):
        name = file_stem(deck.id + suffix, job.options)
        key = (job.game.id, deck.id)
        cards = drawn_cards.get(key, [])
        if job.counts is not None or suffix or len(positions) < len(deck.cards):
            counts = job.counts_of(deck)
            deck = narrowed(deck, {at: counts.get(at, 0) for at in positions})
            cards = [card._replace(card=deck.card(card.card.id)) for card in cards]
        if job.options.variant:
            orders.append(Order(job.game, deck, name))
        elif key in drawn_cards or not deck.cards:
            orders.append(Order(job.game, deck, name, cards))
        else:
            undrawn.append(name)
    return orders, undrawn


# An edition


class _CollectedFiles(DeckFiles):
    """The files of a deck as files of a task, in a folder of the task's."""

    def __init__(self, result: Made, folder: Path) -> None:
        super().__init__(folder, None)
        self._made, self._name = result, f"{result.name}/{folder.name}"

    def add(self, file: ExportFile) -> None:
        self.written.append(self.folder / file.name)
        self._made.files.append(MadeFile.of(f"{self._name}/{file.name}", file.data))

    def done(self, deck: Deck, wrote: Wrote) -> None:
        wrote(Path(self._name), self.about(deck))


class EditionExport:
    """Makes what a printer takes of editions.

    What all of them have alike was checked, and its pictures are made once."""

    def __init__(
        self, printer: Printer, context: Context, options: Options, *, force: bool
    ) -> None:
        self._printer, self._context, self._options = printer, context, options
        self._force = force
        self._pictures = KeptPictures()

    def deliver(self, result: Made, drawn_edition: DrawnEdition) -> None:
        """Make the files of an edition, for a task.

        With an error on the edition's own cards there are none, unless that is forced."""
        id = drawn_edition.edition.id
        notes: list[Finding] = []
        title = f"{drawn_edition.game.title} · {drawn_edition.edition.name}"
        game = replace(drawn_edition.game, title=title)
        findings: list[Finding] = []
        orders: list[Order] = []
        edition_sides = set[str]()
        shared_sides = set[str]()
        for deck, cards in drawn_edition.decks:
            if not any(card.drawn.card.copies for card in cards):
                continue
            findings += self._findings(game, deck, cards)
            for part, suffix, positions in sized_parts(deck):
                name = file_stem(deck.id + suffix, self._options)
                drawn = [card.drawn for at, card in enumerate(cards) if at in positions]
                if any(card.card.copies for card in drawn):
                    orders.append(Order(game, _narrowed(part, positions), name, drawn))
            for card in cards:
                sides = [side.name for side in (card.drawn.face, card.drawn.back) if side]
                (edition_sides if _is_own(card) else shared_sides).update(sides)
        self._pictures.own = edition_sides - shared_sides
        delivery = ExportTarget(
            Path(),
            forced=partial(_add_finding, findings) if self._force else None,
            wrote=lambda folder, about: result.about.append((folder.as_posix(), about)),
            add_note=notes.append,
            files=lambda folder, _: _CollectedFiles(result, folder),
            pictures=self._pictures,
        )
        try:
            export_game(self._context, orders, self._printer, delivery)
        except CardgenError as error:
            result.fail(id, error.findings)
        result.findings = (*result.findings, *((id, finding) for finding in findings))
        result.notes = tuple(notes)
        has_errors = any(finding.severity == "error" for _, finding in result.findings)
        if result.failed or (has_errors and not self._force):
            result.files = []
            result.about = []
        else:
            result.pages[id] = tuple((folder, 1) for folder, _ in result.about)

    def _findings(self, game: Game, deck: Deck, cards: Sequence[SheetCard]) -> list[Finding]:
        """The printer's findings on cards that only this edition has."""
        preflight = Preflight(self._printer, game, deck)
        edition_cards = [card.drawn for card in cards if _is_own(card) and card.drawn.card.copies]
        findings: list[Finding] = []
        for drawn_card in edition_cards:
            findings += preflight.look(drawn_card._replace(findings=findings_of(drawn_card)))
        ids = {drawn_card.card.id for drawn_card in edition_cards}
        return findings + [finding for finding in preflight.findings() if finding.card in ids]


def _is_own(card: SheetCard) -> bool:
    return card.common.face is None
