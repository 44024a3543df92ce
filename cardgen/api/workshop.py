"""An open project, and all that can be done with it: build, check, export.

What sets rulebooks, exports and preflights is imported by the calls that do it: most runs do none of the three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

from cardgen import __version__
from cardgen.api.build import build_game
from cardgen.api.run_report import Report, paged, sized
from cardgen.api.selection import Job, is_whole, jobs_of, narrowed, selected, variant_jobs
from cardgen.api.settings import (
    BoxKeywords,
    EditionKeywords,
    EditionOptions,
    ExportKeywords,
    ExportOptions,
    ValidateKeywords,
    ValidateOptions,
)
from cardgen.api.since_print import (
    DeckChanges,
    Remembered,
    SincePrint,
    cards_now,
    changed_jobs,
    changes_of,
    gone_decks,
    key_of,
    remembered,
    show_changes,
)
from cardgen.base.cache import Cache, content_of
from cardgen.base.errors import CardgenError, Problem, did_you_mean, gathered, shown
from cardgen.cards.context import Context
from cardgen.cards.draft import Gap, summary
from cardgen.graphics.pdf import Pdf
from cardgen.impose.check import check_folder, check_options
from cardgen.impose.options import DEFAULT_LAYOUT, DRAFT, Options, file_name
from cardgen.load import load_games
from cardgen.load.overlay import translated
from cardgen.load.printed import merged, read_record, record_bytes
from cardgen.load.pulled import check_pulled
from cardgen.model.cards import Deck, Game
from cardgen.model.changes import CHANGED
from cardgen.model.project import Project, find_project
from cardgen.model.sizes import Paper
from cardgen.preflight.run import DRAWN, Cards, check_drawings
from cardgen.rulebook import has_rulebook
from cardgen.rules.checks import check_rules, rulebooks
from cardgen.rules.finding import Cause, Finding, MissedCard
from cardgen.rules.mending import mended_game
from cardgen.rules.translation import missing_phrases, missing_texts, missing_words
from cardgen.rules.trial import wanted
from cardgen.sandbox.process import begin_run
from cardgen.sheets.before_after import ChangesWriter
from cardgen.sheets.gang import Printed
from cardgen.sheets.pages import PRINTED
from cardgen.sheets.stamp import check_stamp
from cardgen.typography.fontbook import FontBook

if TYPE_CHECKING:
    from cardgen.press.profiles import Printer
    from cardgen.rulebook.editions import Rulebook


HAND_DPI, CHART_DPI = 200, 300
"""How fine pictures of deals and of charts are."""


class _Kept(NamedTuple):
    """A PDF that was made in this run or an earlier one."""

    pages: int
    data: bytes

    @property
    def about(self) -> str:
        return sized(paged(self.pages), self.data)


class ExportPlan(NamedTuple):
    """What is made for a printer: of the games and decks that were chosen the jobs, but for decks of sizes that the printer does not sell;
    and the names of all that is used."""

    printer: Printer
    chosen: Sequence[tuple[Game, list[Deck]]]
    jobs: Sequence[Job]
    unsold: Mapping[tuple[str, str], Sequence[Problem]]
    used: Sequence[str]

    def passed(self, options: ExportOptions, report: Report) -> bool:
        """Whether something is to be made, now that all was checked; else that is noted."""
        stopped = report.exit_code and not options.force
        report.findings += (Finding("size", "error", problem, *deck) for deck, problems in self.unsold.items() for problem in problems)
        if report.problems or stopped:
            report.note("nothing was exported" + ("" if report.problems else "; --force exports all the same"))
        return not (report.problems or stopped)


@dataclass(slots=True)
class Workshop:
    """An open project: its games, and what was wrong with its data. The Python face of cardgen."""

    project: Project
    games: list[Game]
    problems: list[Problem]
    language: str = ""
    originals: list[Game] = field(default_factory=list)
    """The games in the language they were written in, which is that of their rules; filled when another was asked for."""
    _book: FontBook | None = None
    _fingerprint: bytes = b""
    _look: bytes = b""

    @property
    def book(self) -> FontBook:
        """The project's fonts. Raises CardgenError."""
        if self._book is None:
            self._book = FontBook(self.project.font_folders(self.language))
        return self._book

    @property
    def fingerprint(self) -> bytes:
        """What follows from all that a page can depend on: the project's and the shipped files, and the program itself."""
        self._fingerprint = self._fingerprint or self._content("card_data", "templates", "fonts")
        return self._fingerprint

    @property
    def look(self) -> bytes:
        """What follows from all that a page without cards can depend on: fonts, templates, icons, and the program itself."""
        self._look = self._look or self._content("templates", "fonts")
        return self._look

    def _content(self, *folders: str) -> bytes:
        roots = dict.fromkeys((self.project.root, self.project.shipped))
        return content_of([*(root / name for root in roots for name in folders), Path(__file__).resolve().parents[1]])

    def select(self, names: Sequence[str] = ()) -> list[tuple[Game, list[Deck]]]:
        """The games and decks that `GAME` or `GAME/DECK` name; without names, all. Raises CardgenError for a name that means nothing."""
        if not names:
            return [(game, list(game.decks)) for game in self.games]
        chosen: dict[str, list[str]] = {}
        problems = []
        games = {game.id: game for game in self.games}
        for name in names:
            game_id, deck_id = _parts(name)
            game = games.get(game_id)
            ids = [deck.id for deck in game.decks] if game else []
            if game and (not deck_id or deck_id in ids):
                wanted = chosen.setdefault(game_id, [])
                wanted += [id for id in ([deck_id] if deck_id else ids) if id not in wanted]
            elif self._left_out(game_id, deck_id):
                continue
            elif game:
                problems.append(Problem(f'{game_id} has no deck "{deck_id}"', did_you_mean(deck_id, ids)))
            elif game_id in [original.id for original in self.originals]:
                what = f'{game_id} has no texts in the language "{self.language}"'
                problems.append(Problem(what, f"write them as game.{self.language}.yaml and DECK.{self.language}.yaml in its folder"))
            else:
                problems.append(Problem(f'no game is called "{game_id}"', did_you_mean(game_id, games)))
        if problems:
            raise CardgenError(*problems)
        return [(games[id], [games[id].deck(deck) for deck in decks]) for id, decks in chosen.items()]

    def problems_of(self, names: Sequence[str] = ()) -> list[Problem]:
        """What was wrong with the data of these games and decks; without names, of all. A deck does not answer for its neighbours."""
        if not names:
            return list(self.problems)
        named = [(self.project.root / "card_data" / game, deck) for game, deck in map(_parts, names)]
        sound = {(game.folder, deck.id) for game in self.games for deck in game.decks}

        def may_hold(file: Path, folder: Path, deck: str) -> bool:
            """Whether a deck's problems may lie in a file: its own, and a table when the deck could not be read."""
            table = file.suffix != ".yaml" and (folder, deck) not in sound
            return file.is_relative_to(folder) and (not deck or file.name.partition(".")[0] in (deck, "game", "editions") or table)

        def concerns(problem: Problem) -> bool:
            file = problem.place.file if problem.place else self.project.root
            if not file.is_relative_to(self.project.root / "card_data"):
                return True
            return any(may_hold(file, folder, deck) for folder, deck in named)

        return [problem for problem in self.problems if concerns(problem)]

    @contextmanager
    def _after_its_cause(self, names: Sequence[str]) -> Iterator[None]:
        """What cannot be done for want of a deck is told after what is wrong with the data."""
        try:
            yield
        except CardgenError as error:
            raise CardgenError(*self.problems_of(names), *error.problems) from None

    def _left_out(self, game_id: str, deck_id: str) -> bool:
        """Whether this game or deck is there, but not among those that could be read: its own problems say why."""
        folder = self.project.root / "card_data" / game_id
        if folder not in self.project.game_folders():
            return False
        files = [problem.place.file for problem in self.problems if problem.place]
        there = not deck_id or (folder / f"{deck_id}.yaml").is_file()
        return there and any(file.is_relative_to(folder) for file in files)

    def _broken(self, game: Game) -> bool:
        return any(problem.place and problem.place.file.is_relative_to(game.folder) for problem in self.problems)

    def _context(self, game: Game, cache: Cache) -> Context:
        return Context.of(self.project, game, self.book, cache)

    def build(self, names: Sequence[str] = (), options: Options | None = None, report: Report | None = None) -> Report:
        """Write the sheets of the games and decks named. Raises CardgenError for a call that cannot be; all else is in the report."""
        options, report = replace(options or Options(), language=self.language), _begun(report)
        if options.draft and not self.project.draft:
            return self._drafted().build(names, options, report)
        wrong: list[Problem] = []
        with gathered(wrong):
            papers = check_options(options)
        with gathered(wrong):
            check_stamp(options.stamp)
        with gathered(wrong):
            self._check_output(options.out, [_parts(name)[0] for name in names], report)
        with gathered(wrong):
            chosen = self.select(names)
            with self._after_its_cause(names):
                jobs = jobs_of(chosen, options)
            due = remembered(chosen, read_record(self.project), names) if options.changed else None
        if wrong:
            raise CardgenError(*wrong)
        report.problems += self.problems_of(names)
        tried = Report() if options.draft else report
        self._try_rules(chosen, tried)
        cache = Cache.of_user()
        if due:
            jobs = self._changed(jobs, due, options.jobs, report, cache)
        with gathered(report.problems):
            for job in jobs:
                self._build_job(job, papers, report, cache)
        some = options.variant or options.cards or options.copies or options.second_set or options.changed
        if options.layout == DEFAULT_LAYOUT and not some:
            self._rulebooks([game for game, decks in chosen if is_whole(game, decks)], papers, False, options.out, report, cache)
        if not report.written and not report.problems and (jobs or not options.changed):
            report.note("nothing was made: the cards named have 0 copies")
        report.problems[:] = _once(report.problems)
        if options.draft:
            _as_draft(report, tried)
        cache.prune()
        return report

    def editions(
        self,
        names: Sequence[str],
        table: Path,
        options: Options | None = None,
        report: Report | None = None,
        **settings: Unpack[EditionKeywords],
    ) -> Report:
        """Write an edition of a game, or of decks of one, for each row of a table. `settings` are the fields of EditionOptions.

        What is there already, and would be the same, stays. Raises CardgenError for a call that cannot be; all else is in the report.
        """
        from cardgen.api.edition_run import check_call, make_editions, on_cluster, plan_editions
        from cardgen.api.shelf import AddressShelf

        options, report = replace(options or Options(), language=self.language), _begun(report)
        asked = EditionOptions(**settings)
        wrong = check_call(options, asked)
        shelf, makes = None, None
        with gathered(wrong):
            if asked.to and not asked.cluster:
                raise CardgenError(Problem("--to belongs to --cluster", "add --cluster, or name a folder with --out"))
            if asked.cluster:
                makes = on_cluster(asked.cluster)
            if asked.to:
                shelf = AddressShelf(asked.to)
                shelf.check()
        with gathered(wrong):
            check_options(options)
        with gathered(wrong):
            check_stamp(options.stamp)
        with gathered(wrong):
            self._check_output(options.out, [_parts(name)[0] for name in names], report)
        with gathered(wrong):
            game, decks = self._one_with_editions(names)
            if asked.printer:
                self._check_printer(asked.printer, decks)
        if wrong:
            raise CardgenError(*wrong)
        cache = Cache.of_user()
        plan = plan_editions(self._context(game, cache), decks, table, options, report, asked)
        if asked.printer:
            self._check(names, ValidateOptions(printer=asked.printer, jobs=options.jobs or 1, idle=False), report, cache)
            if report.problems[len(plan.left_out) :] or (report.exit_code == 1 and not asked.force):
                report.note(
                    "nothing was exported, for the example has errors" + ("" if report.problems else "; --force exports all the same")
                )
                return report
        else:
            self._try_rules([(game, decks)], report)
        make_editions(self._context(game, cache), plan, report, shelf, makes)
        some = options.cards or options.copies or options.variant or options.second_set
        if is_whole(game, decks) and has_rulebook(game) and not plan.order.rulebooks and not some and not asked.printer:
            self._rulebooks([game], check_options(options), False, options.out, report, cache)
        cache.prune()
        return report

    def _check_printer(self, name: str, decks: Sequence[Deck]) -> None:
        """Raises CardgenError for a printer that there is not, or who does not take these decks one by one."""
        from cardgen.export.deck import APART, check_sizes
        from cardgen.press.profiles import find_printer

        printer = find_printer(self.project, name)
        if printer.makes not in APART:
            what = f"what {printer.title} takes is one table for all decks, of which there are no editions"
            raise CardgenError(Problem(what, "name a printer of cards, or leave --editions out"))
        check_sizes(printer, decks)

    def _one_with_editions(self, names: Sequence[str]) -> tuple[Game, list[Deck]]:
        """The one game that is named, and those of its decks that are. Raises CardgenError."""
        with self._after_its_cause(names):
            chosen = self.select(names)
        if broken := self.problems_of(names):
            raise CardgenError(*broken)
        if len(chosen) != 1:
            remedy = f"name the game: {', '.join(game.id for game, _ in chosen[:6])}"
            raise CardgenError(Problem("a table of editions is for one game", remedy))
        if chosen[0][0].editions is None:
            what, remedy = (
                f"{chosen[0][0].id} does not say what its editions say",
                "write editions.yaml in its folder:  fields: {guest: text}",
            )
            raise CardgenError(Problem(what, remedy, chosen[0][0].place))
        return chosen[0]

    def _changed(self, jobs: Sequence[Job], due: Remembered, processes: int, report: Report, cache: Cache) -> list[Job]:
        """What of these jobs changed since the last print; what there is to say of it is noted."""
        compared = self._compared(due, processes, report, cache)
        if out := [card for each in compared for card in each.out]:
            report.note("take these old cards out of the box", *out)
        made = changed_jobs(jobs, compared)
        if not made and not report.problems:
            report.note("nothing was made: nothing is to be printed that does not lie on the table")
        return made

    def _compared(self, due: Remembered, processes: int, report: Report, cache: Cache) -> list[DeckChanges]:
        """What became of decks that were printed; one that cannot be drawn is a problem of the run."""
        if due.never:
            report.note("left out, for nothing says what was printed of them", *due.never)
        compared: list[DeckChanges] = []
        for game, deck in due.decks:
            with gathered(report.problems):
                compared.append(changes_of(self._context(game, cache), deck, due.record, report.progress, processes))
        if due.record.version != __version__ and any(
            change.kind == CHANGED and not change.fields for each in compared for change in each.changes
        ):
            report.note(
                f"these cards were printed by version {due.record.version} of cardgen, which may have drawn the same in other words"
            )
        return compared

    def printed(self, names: Sequence[str] = (), *, draft: bool = False, jobs: int = 0, report: Report | None = None) -> Report:
        """Remember how the cards of these games and decks look, for they lie on the table now.

        Raises CardgenError for a name that means nothing, and a record that cannot be read; all else is in the report.
        """
        report = _begun(report)
        if draft and not self.project.draft:
            return self._drafted().printed(names, draft=draft, jobs=jobs, report=report)
        chosen, record, cache = self.select(names), read_record(self.project), Cache.of_user()
        report.problems += self.problems_of(names)
        decks = {}
        for game, own in chosen:
            for deck in own:
                with gathered(report.problems):
                    decks[key_of(game, deck)] = cards_now(self._context(game, cache), deck, report.progress, jobs)
        gone = [key_of(game, deck) for game, own in chosen if is_whole(game, own) for deck, _ in gone_decks(game, record)]
        if decks:
            file, data = record_bytes(self.project, merged(record, decks, gone, __version__))
            report.home = self.project.root
            report.put(file, data, f"{paged(sum(map(len, decks.values())), 'card')} of {paged(len(decks), 'deck')}")
        cache.prune()
        return report

    def changes(
        self,
        names: Sequence[str] = (),
        *,
        paper: str = "a4",
        out: Path | None = None,
        draft: bool = False,
        jobs: int = 0,
        report: Report | None = None,
    ) -> SincePrint:
        """What changed since these games and decks were printed, with a PDF for each game that shows it.

        Raises CardgenError for a call that cannot be, and where nothing says what was printed; all else is in the report.
        """
        report = _begun(report)
        if draft and not self.project.draft:
            return self._drafted().changes(names, paper=paper, out=out, draft=draft, jobs=jobs, report=report)
        wrong: list[Problem] = []
        with gathered(wrong):
            sizes = check_options(Options(papers=(paper,)))
        with gathered(wrong):
            self._check_output(out, [_parts(name)[0] for name in names], report)
        with gathered(wrong):
            chosen = self.select(names)
            due = remembered(chosen, read_record(self.project), names)
        if wrong:
            raise CardgenError(*wrong)
        report.problems += self.problems_of(names)
        cache = Cache.of_user()
        compared = self._compared(due, jobs, report, cache)
        for game, own in chosen:
            self._show_changes(game, [each for each in compared if each.game.id == game.id], sizes[0], out, report, cache)
            for deck, count in gone_decks(game, due.record) if is_whole(game, own) else ():
                report.note(f"this deck is no more: take it out of the box ({paged(count, 'card')})", f"{game.id}/{deck}")
        cache.prune()
        return SincePrint(compared, due.never)

    def _show_changes(
        self, game: Game, compared: Sequence[DeckChanges], paper: Paper, out: Path | None, report: Report, cache: Cache
    ) -> None:
        """The PDF of a game's changes."""
        pdf = Pdf(f"{game.title}: changes", subject="Cards before and after")
        path = (
            (out or self.project.output) / game.id / f"{'-'.join(filter(None, ('changes', game.language)))}{DRAFT * self.project.draft}.pdf"
        )
        with gathered(report.problems):
            writer = ChangesWriter(pdf, paper, self.book)
            for each in compared:
                show_changes(writer, self._context(game, cache), each)
        if pdf.pages:
            report.put_pdf(path, pdf)
        elif compared and path.exists():
            report.note(f"nothing looks different, and {shown(path)} is of an earlier run")

    def _drafted(self) -> Workshop:
        """The project as drafts are made of it: cards whose art or template is not there yet are among its decks."""
        project = replace(self.project, draft=True)
        return _opened(project, self.language) if self.problems else replace(self, project=project)

    def _check_output(self, out: Path | None, games: Sequence[str], report: Report) -> None:
        """Nothing of these games, or of all, is written outside of the project, or of the folder that was named. Raises CardgenError."""
        report.home = out or self.project.output.parent
        check_folder(out or self.project.output, report.home, games or [game.id for game in self.games])

    def _build_job(self, job: Job, papers: list[Paper], report: Report, cache: Cache) -> None:
        """The sheets of a job and, where they are all that the game has, the instructions to them."""
        job = job._replace(whole=job.whole and not self._broken(job.game))
        context = self._context(job.game, cache)
        printed = build_game(context, job, papers, report)
        if job.whole and job.only is None and job.options.layout != "contact":
            for paper in papers:
                self._instructions(context, printed, paper, job.options, report)

    def _instructions(self, context: Context, printed: Sequence[Printed], paper: Paper, options: Options, report: Report) -> None:
        from cardgen.sheets.instructions import STEM, handout

        game = context.game
        page = handout(game, printed, paper, options)
        folder = (options.out or self.project.output) / game.id
        made = [one for one in printed if folder / file_name(one.batch.stem, paper, options) in report.written]
        if page is None or len(made) < len(page.values["files"]):  # nothing fits on the paper, or not all that does could be drawn
            return
        if game.language and f".{game.language}." not in page.file.name and not page.own:
            report.note(f"the instructions are in English: there is no {STEM}.{game.language}.md", game.id)
        about = f"{page.about} {paper} ".encode() + (self.fingerprint if page.own or game.logo else self.look)
        try:
            kept = _found(context.cache, about) or _kept(context.cache, about, page.pdf(context, paper))
        except CardgenError as error:
            if page.own:
                report.problems += error.problems
            else:  # a title in letters that the font lacks, say: the sheets are good all the same
                report.note(f"the instructions could not be set: {error.problems[0].what}", game.id)
            return
        report.put(folder / file_name(STEM, paper, options), kept.data, kept.about)

    def rulebooks(
        self,
        names: Sequence[str] = (),
        *,
        papers: Sequence[str] = ("a4", "letter"),
        booklet: bool = False,
        out: Path | None = None,
        report: Report | None = None,
    ) -> Report:
        """Write the rulebooks of the games named: for the screen and for print on each paper; or, with `booklet`, as booklets to fold.

        Raises CardgenError for a call that cannot be; all else is in the report.
        """
        report = _begun(report)
        wrong: list[Problem] = []
        with gathered(wrong):
            sizes = check_options(Options(papers=tuple(papers)))
        with gathered(wrong):
            self._check_output(out, [_parts(name)[0] for name in names], report)
        with gathered(wrong):
            wrong += (Problem(f'"{name}" names a deck', "a rulebook is a game's; leave the deck out") for name in names if _parts(name)[1])
            games = [game for game, _ in self.select([_parts(name)[0] for name in names])]
        wrong += (
            Problem(f"{game.id} has no rulebook", f"write one as {shown(game.folder / 'rulebook.md')}")
            for game in (games if names and not wrong else ())
            if not has_rulebook(game)
        )
        if wrong:
            raise CardgenError(*wrong)
        report.problems += self.problems_of(names)
        cache = Cache.of_user()
        self._rulebooks(games, sizes, booklet, out, report, cache)
        if not report.written and not report.problems:
            report.note("nothing was made: no game here has a rulebook.md")
        cache.prune()
        return report

    def _rulebooks(self, games: Sequence[Game], papers: list[Paper], booklet: bool, out: Path | None, report: Report, cache: Cache) -> None:
        for game in games:
            if not has_rulebook(game):
                if game.language and has_rulebook(replace(game, language="")):
                    report.note(f"a rulebook was left out: there is no rulebook.{game.language}.md", game.id)
            elif self._broken(game):  # it would speak of decks that are not there
                report.note("a rulebook was left out until what is wrong with its game is mended", game.id)
            else:
                self._rulebook(self._context(game, cache), papers, booklet, (out or self.project.output) / game.id, report)

    def _rulebook(self, context: Context, papers: list[Paper], booklet: bool, folder: Path, report: Report) -> None:
        from cardgen.rulebook.editions import Rulebook, SetEdition, open_rulebook

        game = context.game
        report.progress(f"{game.title}: rulebook", 1, 1)
        stem = f"rulebook-{game.language}" if game.language else "rulebook"
        draft = DRAFT * self.project.draft
        editions: dict[str, Callable[[Rulebook], SetEdition]] = {} if booklet else {f"{stem}{draft}.pdf": Rulebook.set_screen}
        for paper in papers:
            printed = partial(Rulebook.set_booklet if booklet else Rulebook.set_printed, paper=paper)
            editions[f"{stem}{'-booklet' * booklet}-{paper.name}{draft}.pdf"] = printed
        about = {name: f"{game.id} {game.language} {name} ".encode() + self.fingerprint for name in editions}
        kept = {name: None if draft else _found(context.cache, about[name]) for name in editions}
        problems: list[Problem] = []  # which several editions may share
        book: Rulebook | None = None
        made: dict[str, SetEdition] = {}
        with gathered(problems):
            for name in (name for name in editions if not kept[name]):
                book = book or open_rulebook(context)  # where that fails, there is no edition
                with gathered(problems):
                    made[name] = editions[name](book)
        if book:
            book.dress([*made.values()])
        for name in editions:
            with gathered(problems):
                if book and name in made:
                    kept[name] = _kept(context.cache, about[name], book.finished(made[name]))
            if each := kept[name]:
                report.put(folder / name, each.data, each.about)
        report.problems += dict.fromkeys(problems)
        report.findings += (Finding("draft", "warning", gap, game.id) for gap in (book.gallery.gaps if book else ()))

    def validate(self, names: Sequence[str] = (), report: Report | None = None, **settings: Unpack[ValidateKeywords]) -> Report:
        """Check the games and decks named, without writing anything; `settings` are those of ValidateOptions.

        Raises CardgenError for a name that means nothing.
        """
        options, report, cache = ValidateOptions(**settings), _begun(report), Cache.of_user()
        self._check(names, options, report, cache)
        cache.prune()
        return report

    def _check(self, names: Sequence[str], options: ValidateOptions, report: Report, cache: Cache) -> None:
        """The checks themselves, in stages that all games go through one by one."""
        chosen = self.select(names)
        from cardgen.press.profiles import find_printer

        printer = find_printer(self.project, options.printer) if options.printer else None
        report.problems += self.problems_of(names)
        report.stage()
        self._try_rules(chosen, report, options.rule, options.idle)
        report.stage()
        self._check_pulled(chosen, options.rule, report)
        report.stage()
        if options.hands:
            self._show_hands(options.hands, chosen, report, cache)
        if options.rules_only or (options.rule and options.rule not in DRAWN):
            return
        with gathered(report.problems):
            for game, decks in chosen if self.language else ():
                self._check_words(self._context(game, cache), decks, report)
            report.stage()
            for game, decks in chosen:
                if is_whole(game, decks) and not options.rule:
                    self._check_rulebook(game, report)
                context = self._context(game, cache)
                found = check_drawings(context, decks, report.progress, printer, options.jobs, options.kept)
                report.findings += (each for each in found if wanted(each.check, options.rule))
            if options.annotated:
                self._annotate(options.annotated, chosen, report, cache)

    def _show_hands(self, folder: Path, chosen: Sequence[tuple[Game, Sequence[Deck]]], report: Report, cache: Cache) -> None:
        """Deals that break what the rules claim of chance, each as a picture."""
        from cardgen.press.raster import pictures
        from cardgen.sheets.dealt_hand import show_deal

        report.home = folder
        for game, _ in chosen:
            for found in (each for each in report.findings if each.game == game.id and each.hand):
                pdf = Pdf(found.check, subject="A deal")
                with gathered(report.problems):
                    size = show_deal(pdf, self._context(game, cache), found.problem.what.partition("; so in")[0], found.hand)
                    pixels = (round(size.width * HAND_DPI / 72), round(size.height * HAND_DPI / 72))
                    (picture,) = pictures(pdf.bytes(), pixels, HAND_DPI)
                    report.put(folder / f"{game.id}-{found.check.replace('/', '-')}.png", picture, f"{pixels[0]} x {pixels[1]} pixels")

    def stats(self, names: Sequence[str], *, paper: str = "a4", out: Path | None = None, report: Report | None = None) -> Report:
        """Draw what the games named are made of: each chart as SVG and PNG, and all of them on pages to print.

        Raises CardgenError for a call that cannot be; all else is in the report.
        """
        from cardgen.press.raster import pictures
        from cardgen.rules.charts import charts_of
        from cardgen.sheets.chart_pages import SHAPE, chart_deck, chart_page, chart_pages, drawn_charts, written_charts

        report, cache = _begun(report), Cache.of_user()
        (size,) = check_options(Options(papers=(paper,)))
        self._check_output(out, [_parts(name)[0] for name in names], report)
        chosen = self.select(names)
        report.problems += self.problems_of(names)
        books = rulebooks([game for game, _ in chosen], report.problems)
        pixels = (round(SHAPE.width * CHART_DPI / 72), round(SHAPE.height * CHART_DPI / 72))
        for game, decks in chosen:
            folder = (out or self.project.output) / game.id / "stats"
            with gathered(report.problems):
                charts = charts_of(game, decks, books[game.id])
                fields = [(chart.id, {"name": chart.title, "about": chart.about, **chart.fields}) for chart in charts]
                context, deck = chart_deck(self._context(game, cache), fields)
                drawings = drawn_charts(context, deck)
                alone, pages = Pdf(f"{game.title}: charts"), Pdf(f"{game.title}: statistics", subject="What the game is made of")
                for drawing in drawings:
                    chart_page(alone, drawing)
                chart_pages(pages, context, size, drawings)
                if not drawings:
                    report.note("there is nothing to draw of this game", game.id)
                    continue
                for chart, svg, png in zip(charts, written_charts(context, deck), pictures(alone.bytes(), pixels, CHART_DPI), strict=True):
                    report.put(folder / f"{chart.id}.svg", svg.encode(), chart.title)
                    report.put(folder / f"{chart.id}.png", png, chart.title)
                report.put_pdf(folder.with_name(f"stats-{size.name}.pdf"), pages)
        cache.prune()
        return report

    def _check_pulled(self, chosen: Sequence[tuple[Game, Sequence[Deck]]], rule: str, report: Report) -> None:
        """Tables that are not as they were pulled."""
        for game, decks in chosen if wanted("pulled", rule) else ():
            named = {deck.id for deck in decks}
            told = [each for each in check_pulled(self.project, game) if each[0] in named]
            report.findings += (Finding("pulled", "warning", problem, game.id, deck) for deck, problem in told)

    def _check_words(self, context: Context, decks: Sequence[Deck], report: Report) -> None:
        """What is not said in the language of the game."""
        from cardgen.rulebook.typesetter import BOUND

        report.findings += missing_words(context, decks)
        report.findings += missing_phrases(context.game, PRINTED if not has_rulebook(context.game) else (*PRINTED, *BOUND))

    def _check_rulebook(self, game: Game, report: Report) -> None:
        from cardgen.rulebook.editions import check_rulebook

        if not has_rulebook(game) or self._broken(game):
            return
        found: list[Problem] = []
        with gathered(found):
            found += check_rulebook(self.project, game)
        report.problems += found
        for number, cause in enumerate(report.causes):
            edit = cause.finding.edit
            if not (found and edit and edit.deck and cause.finding.game == game.id):
                continue
            missed = [problem.id for problem in found if isinstance(problem, MissedCard) and problem.deck == edit.deck]
            if missed and not edit.card and "id" not in edit.value:  # a card that is thought missing, and the book knows what it is called
                edit = replace(edit, value={"id": missed[0], **edit.value})
            with suppress(CardgenError):
                left = {(problem.what, problem.place) for problem in check_rulebook(self.project, mended_game(game, edit))}
                gone = tuple(problem for problem in found if (problem.what, problem.place) not in left)
                found = [problem for problem in found if problem not in gone]
                report.causes[number] = replace(cause, problems=gone)

    def _annotate(self, path: Path, chosen: Sequence[tuple[Game, Sequence[Deck]]], report: Report, cache: Cache) -> None:
        """A PDF that shows where on the cards something was found."""
        from cardgen.preflight.annotate import annotate

        pdf = Pdf("Findings", subject="What was found, circled on the cards")
        for game, decks in chosen:
            for deck in decks:
                annotate(pdf, self._context(game, cache), deck, report.findings)
        if pdf.pages:
            report.home = None
            report.put_pdf(path, pdf)
        else:
            old = f", and {path.name} is of an earlier run" if path.exists() else ""
            report.note(f"nothing was found that has a place on a card; no PDF was written{old}")

    def export(self, names: Sequence[str], printer: str, *, report: Report | None = None, **settings: Unpack[ExportKeywords]) -> Report:
        """Write what a printer takes of the games and decks named; with an error of the rules or the checks nothing, unless `force`.

        With a variant, only the cards that it uses, and a second set of a deck where it needs one; `settings` are those of ExportOptions.
        Decks of sizes that the printer does not sell are found, and the others made. Raises CardgenError for a call that cannot be, a
        printer that is unknown or one that sells none of the sizes.
        """
        from cardgen.export import BESIDE
        from cardgen.press.raster import workers

        options, report, cache = ExportOptions(**settings), _begun(report), Cache.of_user()
        plan = self._plan_export(names, printer, options, report)
        drawn: Cards = {}
        with workers(options.jobs, *BESIDE):
            self._check(plan.used, ValidateOptions(printer=plan.printer.id, jobs=options.jobs, idle=False, kept=drawn), report, cache)
            if plan.passed(options, report):
                self._place_orders(plan, drawn, options, report, cache)
        cache.prune()
        return report

    def _plan_export(self, names: Sequence[str], printer: str, options: ExportOptions, report: Report) -> ExportPlan:
        """What an export makes. Raises CardgenError for a call that cannot be."""
        from cardgen.export.deck import check_table, unsold
        from cardgen.press.profiles import find_printer

        wrong: list[Problem] = []
        with gathered(wrong):
            self._check_output(options.out, [_parts(name)[0] for name in names], report)
        with gathered(wrong):
            check_stamp(options.stamp)
        profile = None
        with gathered(wrong):
            profile = find_printer(self.project, printer)
            check_table(profile, options.url, options.update)
        unmade: dict[tuple[str, str], list[Problem]] = {}
        with gathered(wrong):
            chosen = self.select(names)
            with self._after_its_cause(names):
                made = self._exported(chosen, options)
            if not wrong and profile:
                unmade = unsold(profile, (deck for job in made for deck in job.decks))
                made = [job._replace(decks=[deck for deck in job.decks if (deck.game, deck.id) not in unmade]) for job in made]
                if unmade and not any(job.decks for job in made):
                    wrong += (problem for problems in unmade.values() for problem in problems)
        if wrong or not profile:
            raise CardgenError(*wrong)
        narrow = options.variant or options.cards or unmade
        used = [f"{job.game.id}/{deck.id}" for job in made for deck in job.decks] if narrow else names
        return ExportPlan(profile, chosen, made, unmade, used)

    def _place_orders(self, plan: ExportPlan, drawn: Cards, options: ExportOptions, report: Report, cache: Cache) -> None:
        """Write what the printer takes, of cards that were checked."""
        from cardgen.api.orders import Consignment, place_orders

        consignments = [Consignment.of(self._context(game, cache), decks, plan.jobs) for game, decks in plan.chosen]
        place_orders(consignments, plan.printer, drawn, options.out or self.project.output, options, report)

    def _exported(self, chosen: Sequence[tuple[Game, list[Deck]]], options: ExportOptions) -> list[Job]:
        """Which cards of these decks are exported. Raises CardgenError for a variant or a card that there is not."""
        how = Options(variant=options.variant, players=options.players, language=self.language, cards=options.cards, copies=options.copies)
        jobs = variant_jobs(chosen, how) if options.variant else [Job(*one, how, True) for one in chosen]
        return [job.with_cards() for job in selected(jobs, how)]

    def boxes(
        self,
        names: Sequence[str],
        *,
        papers: Sequence[str] = (),
        out: Path | None = None,
        report: Report | None = None,
        **settings: Unpack[BoxKeywords],
    ) -> Report:
        """Write a box, or a tray, to fold for each of the decks named: on the papers named, or on the smallest that hold it.

        `settings` are those of BoxOptions: `thickness` is that of a bare card in millimetres; `cards` is how many it holds, 0 for those
        of the deck; a `selection` makes it for these cards alone; `together` makes one for all decks of a game that are named. Raises
        CardgenError for a call that cannot be; all else is in the report.
        """
        from cardgen.boxes.make import BoxOptions, make_boxes, together

        options, report, cache = BoxOptions(**settings), _begun(report), Cache.of_user()
        wrong: list[Problem] = []
        with gathered(wrong):
            if papers:
                options = replace(options, papers=tuple(check_options(Options(papers=tuple(papers), ink=options.ink))))
            check_options(Options(ink=options.ink))
        if not 0.05 <= options.thickness <= 20:
            what = f"no card is {options.thickness:g} mm thick"
            wrong.append(Problem(what, "give the thickness of one card in millimetres, such as 0.3"))
        with gathered(wrong):
            self._check_output(out, [_parts(name)[0] for name in names], report)
        how = Options(cards=(options.selection,) if options.selection else ())
        with gathered(wrong):
            jobs = selected([Job(*one, how, True) for one in self.select(names)], how)
        if wrong:
            raise CardgenError(*wrong)
        report.problems += self.problems_of(names)
        for game, decks, _, _, only in jobs:
            folder = (out or self.project.output) / game.id
            piles = [narrowed(deck, only[deck.id]) for deck in decks if any(only[deck.id].values())] if only else decks
            for deck in [together(game, piles)] if options.together and len(piles) > 1 else piles:
                report.progress(f"{game.title}: {deck.title}", 1, 1)
                with gathered(report.problems):
                    for box in make_boxes(self._context(game, cache), deck, options):
                        report.put_pdf(folder / box.name, box.pdf, box.about)
                        for name, svg in box.lines.items():
                            report.put(folder / name, svg, "cutting lines")
                        if box.note:
                            report.note(box.note, deck.id)
        cache.prune()
        return report

    def _try_rules(self, chosen: Sequence[tuple[Game, Sequence[Deck]]], report: Report, rule: str = "", idle: bool = False) -> None:
        """Try the rules of these games and decks; `idle` also looks for rules that cannot fail, which is a question for validate."""
        books = rulebooks([game for game, _ in chosen], report.problems, rule)
        originals = {game.id: game for game in self.originals}
        for game, decks in chosen:
            original = originals.get(game.id, game)
            checked = check_rules(original, [original.deck(deck.id) for deck in decks], books[game.id], rule, idle)
            for deck in decks:
                for note in deck.notes:
                    report.note(note, deck.id)
            if self.language and wanted("untranslated", rule):
                report.findings += missing_texts(game, decks)
            report.outcomes += checked.outcomes
            report.findings += checked.findings
            report.problems += checked.problems
            report.causes += checked.causes


def _found(cache: Cache, about: bytes) -> _Kept | None:
    """A PDF that changes seldom and takes a while to set, from an earlier run. `about` tells all that it depends on."""
    kept = cache.get(sha256(about).hexdigest())
    if kept is None:
        return None
    pages, _, data = kept.partition(b"\n")
    return _Kept(int(pages), data)


def _kept(cache: Cache, about: bytes, pdf: Pdf) -> _Kept:
    """The same, made just now and kept for later runs."""
    made = _Kept(pdf.pages, pdf.bytes())
    cache.put(sha256(about).hexdigest(), f"{made.pages}\n".encode() + made.data)
    return made


def _as_draft(report: Report, tried: Report) -> None:
    """What the rules said of a draft, `tried`, joins its report; nothing that was found is an error, and the gaps are summed up."""
    rules = (Finding("rules", "warning", problem) for problem in tried.problems)
    found = [*tried.findings, *rules, *report.findings]
    softened = {id(each): replace(each, severity="warning") if each.severity == "error" else each for each in found}
    report.findings[:] = softened.values()
    for cause in tried.causes:
        report.causes.append(Cause(softened[id(cause.finding)], tuple(softened[id(each)] for each in cause.consequences)))
    report.outcomes += tried.outcomes
    for note, decks in tried.notes.items():
        report.note(note, *decks)
    report.note(summary((f"{each.game}/{each.deck}", each.problem) for each in found if isinstance(each.problem, Gap)))


def _begun(report: Report | None) -> Report:
    """The report of a run that begins, which has its own bound of work."""
    begin_run()
    return report or Report()


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Problems without those that another has too: a deck and the rulebook that shows some of its cards have the same, of more or fewer."""

    def said(problem: Problem) -> tuple[object, str]:
        whose, _, what = problem.what.partition(": ")
        return problem.place, what if whose.startswith('card "') else problem.what

    return list({said(problem): problem for problem in reversed([*problems])}.values())[::-1]


def open_project(path: Path | str | None = None, language: str = "") -> Workshop:
    """Open the project in a folder; without one, the nearest from the current folder upward, or the shipped games.

    With a language it has the games that were translated into it, with those texts. Raises CardgenError when there is no project
    there, or no game in that language. Problems of its data are in `Workshop.problems`.
    """
    begin_run()
    return _opened(find_project(Path(path) if path is not None else None), language)


def open_games(root: Path, ids: Sequence[str], language: str = "") -> Workshop:
    """Open some of a project's games, where others need not be read."""
    return _opened(find_project(root), language, ids)


def _opened(project: Project, language: str, ids: Sequence[str] = ()) -> Workshop:
    games, problems = load_games(project, ids)
    if not games and not problems:
        problems.append(Problem(f"{shown(project.root / 'card_data')} holds no game", "add a folder with a game.yaml to it"))
    for game in games:
        if not game.decks and not any(problem.place and problem.place.file.is_relative_to(game.folder) for problem in problems):
            problems.append(Problem(f"the game {game.id} has no deck", "add a file such as main.yaml to its folder", game.place))
    if language:
        return Workshop(project, translated(games, language, project, problems), problems, language, games)
    return Workshop(project, games, problems)


def _parts(name: str) -> tuple[str, str]:
    """The ids of game and deck in GAME or GAME/DECK."""
    game, _, deck = name.strip("/").partition("/")
    return game, deck
