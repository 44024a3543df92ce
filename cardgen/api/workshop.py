"""An open project, and all that can be done with it: build, check, export.

What sets rulebooks, exports, preflights and what changed since the last print is imported by the
calls that do it: most runs do none of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, collect_findings, shown
from cardgen.base.version import __version__
from cardgen.cards.draft import Gap, summary
from cardgen.impose.options import DEFAULT_LAYOUT, Options
from cardgen.making.build import BoxTask, RulesTask, SheetTask, check_games
from cardgen.making.open_project import (
    OpenProject,
    after_its_cause,
    called,
    check_call,
    context_of,
    cut_for,
    drafted,
    is_broken,
    open_from,
    parts_of,
    tell_strays,
    without_pads,
)
from cardgen.making.printed_decks import decks_as_printed, jobs_as_printed
from cardgen.making.project_tasks import ProjectRun, ProjectTask, Workplace
from cardgen.making.report import Report, paged
from cardgen.making.runners import ClusterCall
from cardgen.making.selection import Job, is_whole, jobs_of, narrowed, selected, why_none
from cardgen.making.validation import check, try_rules
from cardgen.making.volumes import (
    check_whole,
    checks_of_volumes,
    is_enough,
    sheets_of_volumes,
    without_volumes,
)
from cardgen.model.cards import Deck, Game
from cardgen.rulebook import file_of, has_rulebook, languages_of
from cardgen.rules.acceptance import leave_accepted
from cardgen.sandbox.process import begin_run

if TYPE_CHECKING:
    from cardgen.api.since_print import SincePrint
    from cardgen.boxes.make import BoxOptions
    from cardgen.making.settings import EditionOptions, ExportOptions, ValidateOptions


@dataclass
class Workshop(OpenProject):
    """An open project: its games, and what was wrong with its data. The Python face of cardgen."""

    def build(
        self,
        names: Sequence[str] = (),
        options: Options | None = None,
        report: Report | None = None,
        call: ClusterCall | None = None,
    ) -> Report:
        """Write the sheets of the games and decks named, here or on the cluster of the call.

        Raises CardgenError for a call that cannot be; all else is in the report."""
        options, report = replace(options or Options(), language=self.language), _begun(report)
        if options.draft and not self.project.draft:
            return drafted(self).build(names, options, report, call)
        call = call or ClusterCall()
        call.check(report)
        with called(self, names, options, report) as (papers, _):
            chosen = self.select(names)
            with after_its_cause(self, names):
                jobs = jobs_of(chosen, options)
                if options.is_partial or options.share:
                    check_whole(chosen)
            if options.changed:
                from cardgen.api.since_print import jobs_that_changed, remembered

                printed_decks = remembered(self.project, chosen, names)
        tried = Report() if options.draft else report
        place = self._place(options.out)
        volumes = list(sheets_of_volumes(jobs, papers))
        jobs = jobs_as_printed(self, without_volumes(jobs), place.cache)
        if options.changed:
            jobs = jobs_that_changed(self, jobs, printed_decks, options.jobs, report, place.cache)
        tasks: list[ProjectTask] = [RulesTask(chosen), *volumes]
        for job in jobs:
            tasks.append(SheetTask.of(job, papers, is_broken=is_broken(self, job.game)))
        whole_games = [game for game, decks in chosen if is_whole(game, decks)]
        if whole_games and options.layout == DEFAULT_LAYOUT and not options.is_partial:
            from cardgen.making.books import book_task

            tasks += (
                book_task(place, game, papers, booklet=False, ink=options.ink)
                for game in whole_games
            )
        ProjectRun(place, report, options.jobs, call).make(tasks, tried)
        is_empty = not (report.written or report.problems or call.to)
        if is_empty and (jobs or not options.changed):
            report.note("nothing-made", f"nothing was made: {why_none(options)}")
        others = [finding for finding in report.findings if not finding.is_input_error]
        report.findings[:] = [*_once(report.problems), *others]
        if options.draft:
            _as_draft(report, tried)
        leave_accepted(report.findings, chosen)
        place.cache.prune()
        return report

    def _place(self, out: Path | None = None) -> Workplace:
        return Workplace(self, Cache.of_user(), out or self.project.output)

    def editions(
        self,
        names: Sequence[str],
        table: Path,
        options: Options | None = None,
        report: Report | None = None,
        asked: EditionOptions | None = None,
    ) -> Report:
        """Write an edition of a game, or of decks of one, for each row of a table.

        What is there already, and would be the same, stays. Raises CardgenError for a call that
        cannot be; all else is in the report."""
        from cardgen.making.edition_files import EditionMaker
        from cardgen.making.editions import (
            check_bundle,
            game_with_editions,
            make_editions,
            plan_editions,
            printer_of_decks,
        )
        from cardgen.making.settings import EditionOptions, ValidateOptions

        options, report = replace(options or Options(), language=self.language), _begun(report)
        asked = asked or EditionOptions()
        if options.draft and not self.project.draft:
            return drafted(self).editions(names, table, options, report, asked)
        cut = cut_for(self, asked.printer)
        if cut is not self:
            return cut.editions(names, table, options, report, asked)
        problems: list[Finding] = []
        with collect_findings(problems):
            check_bundle(asked.bundle)
        with collect_findings(problems):
            ClusterCall(asked.cluster, asked.to).check(report)
        papers = check_call(self, names, options, report, problems)
        with collect_findings(problems):
            game, decks = game_with_editions(self, names)
            check_whole([(game, decks)])
            printer = None
            if asked.printer:
                printer = printer_of_decks(self.project, asked.printer, decks)
            jobs = jobs_of([(game, decks)], options)
            if options.changed:
                from cardgen.api.since_print import jobs_that_changed, remembered

                on_the_table = remembered(self.project, [(game, decks)], names)
        if problems:
            raise CardgenError(*problems)
        cache = Cache.of_user()
        jobs = jobs_as_printed(self, jobs, cache)
        if options.changed:
            jobs = jobs_that_changed(self, jobs, on_the_table, options.jobs, report, cache)
            if not jobs:
                return report
        context = context_of(self, game, cache)
        plan = plan_editions(context, decks, jobs, table, report, asked, papers)
        tried = Report() if options.draft else report
        if asked.printer:
            checks = ValidateOptions(
                printer=asked.printer, jobs=options.jobs or 1, idle=False, order=True
            )
            check(self, names, checks, report, cache)
            if report.problems[len(plan.left_out) :] or (report.exit_code == 1 and not asked.force):
                forced = "" if report.problems else "; --force exports all the same"
                report.ending = f"nothing was exported, for the example has errors{forced}"
                leave_accepted(report.findings, [(game, decks)])
                return report
        else:
            try_rules(self, [(game, decks)], tried)
        maker = EditionMaker(context_of(self, game, cache), plan.order, printer)
        make_editions(maker, plan, report, asked, tried)
        one_book = has_rulebook(game) and not plan.order.rulebooks and is_whole(game, decks)
        if one_book and not (options.is_partial or asked.printer):
            from cardgen.making.books import book_task

            place = self._place(options.out)
            book = book_task(place, game, papers, booklet=False)
            ProjectRun(place, report, options.jobs).make([book])
        if options.draft:
            _as_draft(report, tried)
        leave_accepted(report.findings, [(game, decks)])
        cache.prune()
        return report

    def printed(
        self,
        names: Sequence[str] = (),
        *,
        version: str = "",
        draft: bool = False,
        jobs: int = 0,
        report: Report | None = None,
    ) -> Report:
        """Remember how the cards of these games and decks look, for they lie on the table now.

        With a name of a `version` they are remembered as that, and what lies on the table is not
        touched. Raises CardgenError for a name that means nothing, and a record that cannot be
        read; all else is in the report."""
        from cardgen.api.since_print import cards_now, gone_decks, key_of, note_other_versions
        from cardgen.load.printed import merged, named, read_record, record_bytes

        report = _begun(report)
        if draft and not self.project.draft:
            return drafted(self).printed(
                names, version=version, draft=draft, jobs=jobs, report=report
            )
        version = version and named(version)
        chosen, cache = self.select(names), Cache.of_user()
        record = read_record(self.project, version)
        check_whole(chosen)
        report.findings += self.problems_of(names)
        decks = {}
        for game, chosen_decks in decks_as_printed(self, chosen, cache):
            for deck in chosen_decks:
                with collect_findings(report.findings):
                    context = context_of(self, game, cache)
                    decks[key_of(game, deck)] = cards_now(context, deck, report.progress, jobs)
        gone_keys = [
            key_of(game, deck)
            for game, chosen_decks in chosen
            if is_whole(game, chosen_decks)
            for deck, _ in gone_decks(game, record)
        ]
        if decks:
            remembered = merged(record, decks, gone_keys, __version__)
            file, data = record_bytes(self.project, remembered, version)
            report.home = self.project.root
            card_count = sum(map(len, decks.values()))
            report.put(file, data, f"{paged(card_count, 'card')} of {paged(len(decks), 'deck')}")
            if version:
                note_other_versions(version, [game for game, _ in chosen], report)
        cache.prune()
        return report

    def changes(
        self,
        names: Sequence[str] = (),
        *,
        paper: str = "a4",
        out: Path | None = None,
        draft: bool = False,
        log: bool = False,
        jobs: int = 0,
        report: Report | None = None,
    ) -> SincePrint:
        """Return the changes since these games and decks were printed.

        The first of the names may be a version, as `v0.6`, or two, as `v0.6..v0.8`. A PDF for each
        game shows the changes; with `log` they are told to players, as a page and as Markdown.

        Raises CardgenError for a call that cannot be, and where nothing says what was printed; all
        else is in the report."""
        from cardgen.api.changes_page import ChangesTask
        from cardgen.api.since_print import (
            SincePrint,
            compared,
            gone_decks,
            remembered,
            versions_among,
        )

        report = _begun(report)
        if draft and not self.project.draft:
            return drafted(self).changes(
                names, paper=paper, out=out, draft=draft, log=log, jobs=jobs, report=report
            )
        versions, names = versions_among(self.project, self.games, names)
        with called(self, names, Options(papers=(paper,), out=out), report) as (sizes, _):
            chosen = self.select(names)
            check_whole(chosen)
            printed_decks = remembered(self.project, chosen, names, versions)
        place = self._place(out)
        changes = compared(self, printed_decks, jobs, report, place.cache)
        tasks: list[ProjectTask] = []
        for game, decks in chosen:
            of_game = [deck for deck in changes if deck.game.id == game.id]
            removed_decks: list[tuple[str, int]] = []
            if is_whole(game, decks):
                removed_decks = list(gone_decks(game, printed_decks.record, printed_decks.until))
            if log:
                from cardgen.api.changes_log import LogTask

                tasks.append(LogTask(game, of_game, removed_decks, sizes[0], versions))
            has_problems = bool(report.problems)
            tasks.append(
                ChangesTask(game, of_game, removed_decks, sizes[0], has_problems, versions)
            )
        ProjectRun(place, report).make(tasks)
        place.cache.prune()
        return SincePrint(changes, printed_decks.never, versions)

    def rulebooks(
        self,
        names: Sequence[str] = (),
        *,
        papers: Sequence[str] = ("a4", "letter"),
        booklet: bool = False,
        ink: str = "full",
        out: Path | None = None,
        report: Report | None = None,
    ) -> Report:
        """Write the rulebooks of the games named, for the screen and for each paper.

        A quick reference that a template draws is written by itself too, with this ink. With
        `booklet` they are booklets to fold.

        Raises CardgenError for a call that cannot be; all else is in the report.
        """
        report = _begun(report)
        with called(self, names, Options(papers=tuple(papers), out=out), report) as (
            sizes,
            problems,
        ):
            problems += (
                Finding(
                    "unknown-deck",
                    f'"{name}" names a deck',
                    "a rulebook is a game's; leave the deck out",
                )
                for name in names
                if parts_of(name)[1]
            )
            games = [game for game, _ in self.select([parts_of(name)[0] for name in names])]
            without_book = [game for game in games if not has_rulebook(game)]
            if names and not problems:
                problems += map(_no_rulebook, without_book)
        from cardgen.making.books import book_task

        place = self._place(out)
        books = [book_task(place, game, sizes, booklet=booklet, ink=ink) for game in games]
        ProjectRun(place, report, 0).make(books)
        if not (report.written or report.problems or report.notes):
            report.note("nothing-made", "nothing was made: no game here has a rulebook.md")
        place.cache.prune()
        return report

    def validate(
        self,
        names: Sequence[str] = (),
        options: ValidateOptions | None = None,
        report: Report | None = None,
    ) -> Report:
        """Check the games and decks named, without writing anything.

        Raises CardgenError for a name that means nothing.
        """
        from cardgen.making.settings import ValidateOptions

        options = options or ValidateOptions()
        cut = cut_for(self, options.printer)
        if cut is not self:
            return cut.validate(names, options, report)
        report, place = _begun(report), self._place()
        call = ClusterCall(options.cluster)
        call.check(report)
        chosen = self.select(names)
        run = ProjectRun(place, report, call=call)
        check_games(run, names, options)
        for task in checks_of_volumes(chosen, options):
            if is_enough(report):
                break
            run.make([task])
        tell_strays(self, names, report)
        acceptance = leave_accepted(report.findings, chosen)
        is_everything = all(is_whole(game, decks) for game, decks in chosen)
        if is_everything and not (options.rule or options.rules_only or options.counts):
            report.findings += acceptance.complaints(for_printer=bool(options.printer))
        place.cache.prune()
        return report

    def stats(
        self,
        names: Sequence[str],
        *,
        paper: str = "a4",
        out: Path | None = None,
        report: Report | None = None,
    ) -> Report:
        """Draw charts of the games named, as SVG and PNG, and on pages to print.

        Raises CardgenError for a call that cannot be; all else is in the report.
        """
        from cardgen.api.stats import StatsTask

        report, place = _begun(report), self._place(out)
        with called(self, names, Options(papers=(paper,), out=out), report) as (sizes, _):
            chosen = self.select(names)
            check_whole(chosen)
        tasks = [StatsTask(game, decks, sizes[0]) for game, decks in chosen]
        ProjectRun(place, report).make(tasks)
        place.cache.prune()
        return report

    def quote(
        self,
        names: Sequence[str] = (),
        *,
        copies: str = "",
        paper: str = "a4",
        out: Path | None = None,
        report: Report | None = None,
    ) -> Report:
        """Write what factories are asked for: the parts of the games named, for numbers of copies
        such as `500,1000`.

        Raises CardgenError for a call that cannot be; all else is in the report."""
        from cardgen.api.quoting import QuoteTask

        report, place = _begun(report), self._place(out)
        with called(self, names, Options(papers=(paper,), out=out), report) as (sizes, problems):
            chosen = self.select(names)
            check_whole(chosen)
            runs = [number.strip() for number in copies.split(",") if number.strip()]
            if not all(number.isascii() and number.isdigit() and int(number) for number in runs):
                remedy = "write whole numbers with commas, such as --copies 500,1000"
                problems.append(
                    Finding("number-expected", f'"{copies}" is no list of copies', remedy)
                )
        tasks = [QuoteTask(game, decks, tuple(map(int, runs)), sizes[0]) for game, decks in chosen]
        ProjectRun(place, report).make(tasks)
        place.cache.prune()
        return report

    def show(
        self,
        names: Sequence[str],
        arrangements: Sequence[str] = ("hand", "fan", "spread", "contact"),
        *,
        cards: tuple[str, ...] = (),
        width: int = 1600,
        out: Path | None = None,
        report: Report | None = None,
    ) -> Report:
        """Make pictures of cards for a page in a shop, with a clear ground, so many pixels wide.

        They are of the cards that `cards` selects, or of those that show most. Raises CardgenError
        for a call that cannot be; all else is in the report."""
        from cardgen.api.showing import ShowTask
        from cardgen.export.showcase import ARRANGEMENTS, WIDEST

        report, place = _begun(report), self._place(out)
        how = Options(cards=cards)
        with called(self, names, Options(out=out), report) as (_, problems):
            unknown = [name for name in arrangements if name not in ARRANGEMENTS]
            if unknown or not 200 <= width <= WIDEST:
                sentence = f"no picture is called {unknown[0]}" if unknown else f"{width} pixels"
                remedy = f"use {', '.join(ARRANGEMENTS)}, 200 to {WIDEST} pixels wide"
                problems.append(Finding("out-of-range", sentence, remedy))
            jobs = selected(
                [
                    Job(game, without_pads(game, decks, names), how, True)
                    for game, decks in self.select(names)
                ],
                how,
            )
        tasks = [
            ShowTask(
                job.game,
                job.decks,
                _chosen_positions(job),
                arrangements,
                width,
            )
            for job in jobs_as_printed(self, jobs, place.cache)
        ]
        ProjectRun(place, report).make(tasks)
        place.cache.prune()
        return report

    def export(
        self,
        names: Sequence[str],
        printer: str,
        options: ExportOptions | None = None,
        report: Report | None = None,
    ) -> Report:
        """Write what a printer takes of the games and decks named.

        With an error of the rules or the checks nothing is written, unless `force`.

        With a variant, only the cards that it uses, and a second set of a deck where it needs one.
        Decks of sizes that the printer does not sell are found, and the others made. Raises
        CardgenError for a call that cannot be, a printer that is unknown or one that sells none of
        the sizes."""
        from cardgen.export import BESIDE
        from cardgen.making.exports import export_games, plan_export
        from cardgen.making.settings import ExportOptions
        from cardgen.prepress.raster import workers

        cut = cut_for(self, printer)
        if cut is not self:
            return cut.export(names, printer, options, report)
        options = options or ExportOptions()
        report, place = _begun(report), self._place(options.out)
        call = ClusterCall(options.cluster, options.to)
        call.check(report)
        plan = plan_export(self, names, printer, options, report, place.cache)
        if plan.is_table and options.to:
            sentence = f"what {plan.printer.title} takes is put together of files that lie here"
            remedy = "leave --to out, so that they come back"
            raise CardgenError(Finding("option-conflict", sentence, remedy))
        paying_jobs = 1 if options.cluster else plan.paying_jobs
        options = replace(options, jobs=options.jobs or paying_jobs)
        with workers(options.jobs, *BESIDE):
            export_games(ProjectRun(place, report, call=call), plan, options)
        leave_accepted(report.findings, [(job.game, job.decks) for job in plan.jobs])
        place.cache.prune()
        return report

    def boxes(
        self,
        names: Sequence[str],
        options: BoxOptions | None = None,
        report: Report | None = None,
        *,
        papers: Sequence[str] = (),
        out: Path | None = None,
    ) -> Report:
        """Write a box, or a tray, to fold for each of the decks named.

        It is on the papers named, or on the smallest that hold it.

        The papers of the options are those named. Raises CardgenError for a call that cannot be;
        all else is in the report."""
        from cardgen.boxes.make import BoxOptions, together

        options, report, place = options or BoxOptions(), _begun(report), self._place(out)
        how = Options(cards=(options.selection,) if options.selection else ())
        with called(
            self, names, Options(papers=tuple(papers) or ("a4",), ink=options.ink, out=out), report
        ) as (sizes, problems):
            if not 0.05 <= options.thickness <= 20:
                sentence = f"no card is {options.thickness:g} mm thick"
                remedy = "give the thickness of one card in millimetres, such as 0.3"
                problems.append(Finding("out-of-range", sentence, remedy))
            chosen = self.select(names)
            check_whole(chosen)
            jobs = selected(
                [Job(game, without_pads(game, decks, names), how, True) for game, decks in chosen],
                how,
            )
        options = replace(options, papers=tuple(sizes) if papers else ())
        tasks: list[BoxTask] = []
        for job in map(Job.with_cards, jobs_as_printed(self, jobs, place.cache)):
            piles = job.decks
            if job.counts:
                piles = [narrowed(deck, job.counts[deck.id]) for deck in piles]
            if options.together and len(piles) > 1:
                piles = [together(job.game, piles, whole=not is_broken(self, job.game))]
            elif not (options.selection or options.cards):
                piles = _worth_a_box(job.game, piles, names, options, report)
            tasks += (BoxTask(job.game, deck, options) for deck in piles)
        if not (tasks or report.problems):
            report.note("nothing-made", f"nothing was made: {why_none(how)}")
        ProjectRun(place, report).make(tasks)
        place.cache.prune()
        return report


def _chosen_positions(job: Job) -> dict[str, list[int]] | None:
    """The positions of the cards that somebody chose, by decks; None where nobody did."""
    if job.counts is None:
        return None
    return {
        deck.id: [position for position, copies in job.counts[deck.id].items() if copies]
        for deck in job.decks
    }


def _worth_a_box(
    game: Game, decks: Sequence[Deck], names: Sequence[str], options: BoxOptions, report: Report
) -> list[Deck]:
    """The decks that are named or have enough cards for a box, all where none has enough.

    Notes the others, and how a game that is named as a whole gets one box."""
    from cardgen.boxes.make import FEW

    parts = [parts_of(name) for name in names]
    if (game.id, "") in parts and len(decks) > 1 and not options.tray:
        sentence = f"one box holds the whole game: cardgen box {game.id} --together"
        report.note("box-note", sentence, game.id)
    large = []
    for deck in decks:
        is_bowl = options.tray and deck.tray
        if deck.copies >= FEW or is_bowl or (game.id, deck.id) in parts:
            large.append(deck)
    if not large:
        return [*decks]
    for deck in decks:
        if deck not in large:
            name = f"{game.id}/{deck.id}"
            sentence = f"fewer than {FEW} cards get no box unless named: cardgen box {name}"
            report.note("box-note", sentence, name)
    return large


def _as_draft(report: Report, tried: Report) -> None:
    """Add to a draft's report what the rules found, which is in `tried`.

    None of the findings stays an error, and the gaps are summed up."""
    rules = [
        finding.found_by("rules", "warning") if finding.is_input_error else finding
        for finding in tried.findings
    ]
    findings: list[Finding] = []
    for finding in (*rules, *report.findings):
        if finding.check and finding.severity == "error":
            finding = replace(finding, severity="warning")
        findings.append(finding)
    report.findings[:] = findings
    report.outcomes += tried.outcomes
    # of a draft that was not made there is nothing to sum up
    if report.problems and not report.written:
        return
    gaps = [finding for finding in findings if isinstance(finding, Gap)]
    report.note("draft-gaps", summary((f"{gap.game}/{gap.deck}", gap) for gap in gaps))


def _begun(report: Report | None) -> Report:
    """The report of a run that begins, which has its own bound of work."""
    begin_run()
    return report or Report()


def _no_rulebook(game: Game) -> Finding:
    sentence = f"{game.id} has no rulebook"
    if game.language:
        sentence += " in this language"
    remedy = f"write one as {shown(file_of(game))}"
    languages = languages_of(game)
    if languages:
        remedy += f", or say the language of the one that is there: --lang {languages[0]}"
    return Finding("no-rulebook", sentence, remedy)


def _once(problems: Iterable[Finding]) -> list[Finding]:
    """The problems, each once.

    A deck and the rulebook that shows some of its cards have the same, of more or fewer."""

    def key_of(problem: Finding) -> tuple[object, str]:
        owner, _, sentence = problem.what.partition(": ")
        return problem.place, sentence if owner.startswith('card "') else problem.what

    first_by_key = {key_of(problem): problem for problem in reversed([*problems])}
    return list(first_by_key.values())[::-1]


def open_project(path: Path | str | None = None, language: str = "") -> Workshop:
    """Open the project in a folder.

    Without one it is the nearest from the current folder upward, or the shipped games.

    With a language it has the games that were translated into it, with those texts. Raises
    CardgenError when there is no project there, or no game in that language. Problems of its data
    are in `Workshop.problems`."""
    return open_from(Path(path) if path is not None else None, Workshop, language)
