"""The pipeline, read top to bottom: load, compose, paint, impose, write.

What sets rulebooks, exports and preflights is imported by the calls that do it: most runs do none of the three.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardgen import stoppable
from cardgen.cache import Cache, content_of
from cardgen.canvas import Pdf
from cardgen.check.checks import DRAWN, check_drawings, check_rules, rulebooks, unread_decks
from cardgen.check.finding import Finding
from cardgen.check.print_sanity import check_texts
from cardgen.check.rules import Outcome, wanted
from cardgen.check.upkeep import missing_texts
from cardgen.check.variants import Ask, asked
from cardgen.draw import Troubles, draw_deck
from cardgen.errors import CardgenError, Problem, did_you_mean, gathered, shown
from cardgen.files import write
from cardgen.fonts import FontBook
from cardgen.impose.contact import contact
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import lay_grid
from cardgen.impose.plan import plan
from cardgen.load import load_games
from cardgen.load.overlay import translated
from cardgen.model import Deck, Game
from cardgen.project import Project, find_project
from cardgen.sheets import SheetWriter
from cardgen.stock import PAPERS, Paper, paper_size
from cardgen.svg.art import Art
from cardgen.units import MM

LAYOUTS = ("duplex", "single", "contact")


@dataclass(frozen=True, slots=True)
class Options:
    """How sheets are made. Lengths in millimetres; `cards` are ids, none for all."""

    papers: tuple[str, ...] = ("a4", "letter")
    layout: str = "duplex"
    flip: str = "long"
    margin: float = 5.0
    bleed: float = 3.0
    gutter: float = 0.0
    ink: str = "full"
    cards: tuple[str, ...] = ()
    second_set: bool = False
    jobs: int = 0
    """Processes that draw a deck; 0 for as many as pay."""
    variant: str = ""
    players: int = 0
    language: str = ""
    """Of the texts, for the names of files; it is the workshop's, whatever is asked for here."""
    out: Path | None = None


class Job(NamedTuple):
    """The decks of a game to make, and how. `whole` tells whether these are all there are, so that one PDF with all of them is due."""

    game: Game
    decks: list[Deck]
    options: Options
    whole: bool


@dataclass(slots=True)
class Report:
    """What a run has made and met. `progress` and `wrote` hear of it while it happens."""

    written: list[Path] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    """What became of each rule."""
    notes: dict[str, list[str]] = field(default_factory=dict)
    """What gave way, and the decks for which it did."""
    progress: Callable[[str, int, int], None] = lambda what, done, of: None
    wrote: Callable[[Path, str], None] = lambda path, about: None

    @property
    def exit_code(self) -> int:
        """0 done; 1 a check found errors; 2 the input is wrong."""
        if self.problems:
            return 2
        return 1 if any(finding.severity == "error" for finding in self.findings) else 0


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

    @property
    def book(self) -> FontBook:
        """The project's fonts. Raises CardgenError."""
        if self._book is None:
            self._book = FontBook(self.project.font_folders(self.language))
        return self._book

    @property
    def fingerprint(self) -> bytes:
        """What follows from all that a page can depend on: the project's and the shipped files, and the program itself."""
        if not self._fingerprint:
            roots = dict.fromkeys((self.project.root, self.project.shipped))
            folders = [root / name for root in roots for name in ("card_data", "templates", "fonts")]
            self._fingerprint = content_of([*folders, Path(__file__).parent])
        return self._fingerprint

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
            return file.is_relative_to(folder) and (not deck or file.name.partition(".")[0] in (deck, "game") or table)

        def concerns(problem: Problem) -> bool:
            file = problem.place.file if problem.place else self.project.root
            if not file.is_relative_to(self.project.root / "card_data"):
                return True
            return any(may_hold(file, folder, deck) for folder, deck in named)

        return [problem for problem in self.problems if concerns(problem)]

    def _left_out(self, game_id: str, deck_id: str) -> bool:
        """Whether this game or deck is there, but not among those that could be read: its own problems say why."""
        folder = self.project.root / "card_data" / game_id
        if folder not in self.project.game_folders():
            return False
        files = [problem.place.file for problem in self.problems if problem.place]
        there = not deck_id or (folder / f"{deck_id}.yaml").is_file()
        return there and any(file.is_relative_to(folder) for file in files)

    def build(self, names: Sequence[str] = (), options: Options | None = None, report: Report | None = None) -> Report:
        """Write the sheets of the games and decks named. Raises CardgenError for a call that cannot be; all else is in the report."""
        options, report = replace(options or Options(), language=self.language), report or Report()
        wrong: list[Problem] = []
        with gathered(wrong):
            papers = check_options(options)
        with gathered(wrong):
            check_folder(options.out or self.project.output)
        with gathered(wrong):
            chosen = self.select(names)
            jobs = variant_jobs(chosen, options) if options.variant else [Job(*one, options, _whole(*one)) for one in chosen]
            if options.second_set:
                jobs = [Job(*one, options, False) for one in second_set([(job.game, job.decks) for job in jobs])]
            check_cards(options.cards, [deck for job in jobs for deck in job.decks])
        if wrong:
            raise CardgenError(*wrong)
        report.problems += self.problems_of(names)
        self._try_rules(chosen, report, idle=False)  # whether a rule can fail is a question for validate
        cache = Cache.of_user()
        with gathered(report.problems):
            for job in jobs:
                _build_game(self, job, papers, report, cache)
        if options.layout == "duplex" and not (options.variant or options.cards or options.second_set):
            self._rulebooks([game for game, decks in chosen if _whole(game, decks)], papers, False, options.out, report, cache)
        if not report.written and not report.problems:
            report.notes["nothing was made: the cards named have 0 copies"] = []
        cache.prune()
        return report

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
        report = report or Report()
        wrong: list[Problem] = []
        with gathered(wrong):
            sizes = check_options(Options(papers=tuple(papers)))
        with gathered(wrong):
            check_folder(out or self.project.output)
        with gathered(wrong):
            wrong += (Problem(f'"{name}" names a deck', "a rulebook is a game's; leave the deck out") for name in names if _parts(name)[1])
            games = [game for game, _ in self.select([_parts(name)[0] for name in names])]
        from cardgen.rulebook.editions import has_rulebook

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
            report.notes["nothing was made: no game here has a rulebook.md"] = []
        cache.prune()
        return report

    def _rulebooks(self, games: Sequence[Game], papers: list[Paper], booklet: bool, out: Path | None, report: Report, cache: Cache) -> None:
        from cardgen.rulebook.editions import Rulebook, has_rulebook, open_rulebook

        for game in games:
            if not has_rulebook(game):
                if game.language and has_rulebook(replace(game, language="")):
                    report.notes.setdefault(f"a rulebook was left out: there is no rulebook.{game.language}.md", []).append(game.id)
                continue
            report.progress(f"{game.title}: rulebook", 1, 1)
            folder = (out or self.project.output) / game.id
            stem = f"rulebook-{game.language}" if game.language else "rulebook"
            editions: dict[str, Callable[[Rulebook], Pdf]] = {} if booklet else {f"{stem}.pdf": Rulebook.screen}
            for paper in papers:
                printed = partial(Rulebook.booklet if booklet else Rulebook.printed, paper=paper)
                editions[f"{stem}{'-booklet' * booklet}-{paper.name}.pdf"] = printed
            problems: list[Problem] = []  # which several editions may share
            book: Rulebook | None = None
            for name, edition in editions.items():
                # A book changes seldom and takes a while to set: what is the same as ever is kept between runs.
                key = sha256(f"{game.id} {game.language} {name} ".encode() + self.fingerprint).hexdigest()
                kept = cache.get(key)
                with gathered(problems):
                    if kept is None:
                        book = book or open_rulebook(self.project, game, self.book, cache)
                        pdf = edition(book)
                        kept = f"{pdf.pages}\n".encode() + pdf.bytes()
                        cache.put(key, kept)
                    pages, _, data = kept.partition(b"\n")
                    _put(folder / name, data, int(pages), report)
            report.problems += dict.fromkeys(problems)

    def validate(
        self,
        names: Sequence[str] = (),
        report: Report | None = None,
        *,
        rule: str = "",
        rules_only: bool = False,
        printer: str = "",
        annotated: Path | None = None,
        jobs: int = 1,
    ) -> Report:
        """Check the games and decks named, without writing anything. `rule` names one rule or built-in check; `rules_only` leaves out
        what needs the cards to be drawn; `printer` adds what that printer would find, and `annotated` is a PDF that shows where.
        Raises CardgenError for a name that means nothing."""
        report = report or Report()
        chosen = self.select(names)
        from cardgen.export.printers import find_printer

        profile = find_printer(self.project, printer) if printer else None
        report.problems += self.problems_of(names)
        self._try_rules(chosen, report, rule)
        if rules_only or (rule and rule not in DRAWN):
            return report
        from cardgen.check.preflight import preflight
        from cardgen.rulebook.editions import check_rulebook, has_rulebook

        cache = Cache.of_user()
        with gathered(report.problems):
            for game, decks in chosen:
                if _whole(game, decks) and not rule and has_rulebook(game):
                    with gathered(report.problems):
                        report.problems += check_rulebook(self.project, game)
                found = check_drawings(self.project, game, decks, self.book, cache, report.progress)
                report.findings += (finding for finding in found if wanted(finding.check, rule))
                if profile:
                    report.findings += preflight(self.project, game, decks, self.book, cache, profile, report.progress, jobs)
            if annotated:
                self._annotate(annotated, chosen, report, cache)
        cache.prune()
        return report

    def _annotate(self, path: Path, chosen: Sequence[tuple[Game, Sequence[Deck]]], report: Report, cache: Cache) -> None:
        from cardgen.check.annotate import annotate

        pdf = Pdf("Findings", subject="What was found, circled on the cards")
        for game, decks in chosen:
            for deck in decks:
                annotate(pdf, self.project, game, deck, self.book, cache, report.findings)
        if pdf.pages:
            _write(path, pdf, report)
        else:
            report.notes["nothing was found that has a place on a card; no PDF was written"] = []

    def export(
        self,
        names: Sequence[str],
        printer: str,
        *,
        force: bool = False,
        out: Path | None = None,
        jobs: int = 1,
        report: Report | None = None,
    ) -> Report:
        """Write what a printer takes of the games and decks named; with an error of the rules or the checks nothing, unless `force`.

        Raises CardgenError for a call that cannot be, a printer that is unknown or a size that it does not sell.
        """
        from cardgen.export.deck import check_sizes, export_game
        from cardgen.export.printers import find_printer

        report = report or Report()
        wrong: list[Problem] = []
        with gathered(wrong):
            check_folder(out or self.project.output)
        profile = None
        with gathered(wrong):
            profile = find_printer(self.project, printer)
        with gathered(wrong):
            chosen = self.select(names)
            if not wrong and profile:
                check_sizes(profile, [deck for _, decks in chosen for deck in decks])
        if wrong or not profile:
            raise CardgenError(*wrong)
        self.validate(names, report, printer=printer, jobs=jobs)
        if report.problems or (report.exit_code and not force):
            report.notes["nothing was exported" + ("" if report.problems else "; --force exports all the same")] = []
            return report
        cache = Cache.of_user()
        with gathered(report.problems):
            for game, decks in chosen:
                folder = (out or self.project.output) / game.id
                written = partial(_wrote, report)
                work = (self.project, game, decks, self.book, profile, folder)
                export_game(*work, jobs=jobs, cache=cache, progress=report.progress, wrote=written)
        report.notes.update({note: [] for note in profile.notes if report.written})
        cache.prune()
        return report

    def _try_rules(self, chosen: Sequence[tuple[Game, Sequence[Deck]]], report: Report, rule: str = "", idle: bool = True) -> None:
        books = rulebooks([game for game, _ in chosen], report.problems, rule)
        originals = {game.id: game for game in self.originals}
        for game, decks in chosen:
            original = originals.get(game.id, game)
            checked = check_rules(original, [original.deck(deck.id) for deck in decks], books[game.id], rule, idle)
            if self.language and wanted("untranslated", rule):
                report.findings += missing_texts(game, decks)
            report.outcomes += checked.outcomes
            report.findings += checked.findings
            report.problems += checked.problems


def open_project(path: Path | str | None = None, language: str = "") -> Workshop:
    """Open the project in a folder; without one, the nearest from the current folder upward, or the shipped games.

    With a language it has the games that were translated into it, with those texts. Raises CardgenError when there is no project
    there, or no game in that language. Problems of its data are in `Workshop.problems`.
    """
    project = find_project(Path(path) if path is not None else None)
    games, problems = load_games(project)
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


def check_options(options: Options) -> list[Paper]:
    """The papers that the options name. Raises CardgenError with everything that is wrong with them."""
    problems: list[Problem] = []
    papers: dict[str, Paper] = {}
    for name in options.papers:
        try:
            paper = paper_size(name)
            papers[paper.name] = paper
        except ValueError as error:
            what, _, remedy = str(error).partition("; ")
            problems.append(Problem(what, remedy))
    for what, value, choices in (
        ("layout", options.layout, LAYOUTS),
        ("flip", options.flip, ("long", "short")),
        ("ink", options.ink, ("full", "low")),
    ):
        if value not in choices:
            problems.append(Problem(f'no {what} is called "{value}"', did_you_mean(value, choices)))
    for what, millimetres in (("margin", options.margin), ("bleed", options.bleed), ("gutter", options.gutter)):
        if not 0 <= millimetres < math.inf:
            problems.append(Problem(f"a {what} of {millimetres:g} mm is impossible", f"give a {what} of 0 mm or more"))
    if not options.papers:
        problems.append(Problem("no paper is named", f"use one or more of: {', '.join(PAPERS)}, or WIDTHxHEIGHTmm"))
    if problems:
        raise CardgenError(*problems)
    return list(papers.values())


def check_folder(out: Path) -> None:
    """Raises CardgenError when something else stands where a folder for output would."""
    there = next(path for path in (out, *out.absolute().parents) if path.exists())
    if not there.is_dir():
        raise CardgenError(Problem(f"{shown(there)} is a file, and output needs a folder", "name another folder with --out"))


def check_cards(ids: Sequence[str], decks: Sequence[Deck]) -> None:
    """Raises CardgenError for every id that no card of these decks has."""
    known = dict.fromkeys(card.id for deck in decks for card in deck)
    if unknown := [Problem(f'no card is called "{id}"', did_you_mean(id, known)) for id in ids if id not in known]:
        raise CardgenError(*unknown)


def _build_game(workshop: Workshop, job: Job, papers: list[Paper], report: Report, cache: Cache) -> None:
    game, decks, options, whole = job
    folder = (options.out or workshop.project.output) / game.id
    art = Art(workshop.project, game.folder, workshop.book, cache)
    about = {"author": _author(game), "subject": "All decks, for printing at home", "language": game.language or "en"}
    together = {paper.name: Pdf(game.title, **about) for paper in papers}
    if not whole or options.cards or any(problem.place and problem.place.file.is_relative_to(game.folder) for problem in workshop.problems):
        together.clear()
    for deck in decks:
        made = _build_deck(workshop, game, deck, art, papers, options, report, together)
        together = {name: pdf for name, pdf in together.items() if name in made}
        for paper in papers:
            if paper.name in made:
                _write(folder / file_name(deck.id, paper, options), made[paper.name], report)
    for paper in papers:
        if paper.name in together:
            _write(folder / file_name("all", paper, options), together[paper.name], report)


def _build_deck(
    workshop: Workshop,
    game: Game,
    deck: Deck,
    art: Art,
    papers: list[Paper],
    options: Options,
    report: Report,
    together: dict[str, Pdf],
) -> dict[str, Pdf]:
    """The deck's PDFs by paper, its sheets added to those of the whole game too. None of them when a card of it cannot be drawn."""
    positions = [i for i, card in enumerate(deck.cards) if card.copies and (not options.cards or card.id in options.cards)]
    if not positions:
        return {}
    troubles = Troubles()
    title, language = f"{game.title}: {deck.title}", game.language or "en"
    pdfs = {paper.name: Pdf(title, author=_author(game), subject="Card sheets", language=language) for paper in papers}
    writers: list[SheetWriter] = []
    for paper in papers:
        try:
            shown_in = [by_paper[paper.name] for by_paper in (pdfs, together) if paper.name in by_paper]
            writers += _writers(game, deck, positions, paper, options, report, art, workshop.book, shown_in)
        except CardgenError as error:  # too large for this paper, which another may hold
            del pdfs[paper.name]
            report.problems += (problem.at(deck.places.get("size")) for problem in error.problems)
    drawn_deck = draw_deck(
        *(workshop.project, game, deck, workshop.book, art, troubles),
        ink=options.ink,
        only=tuple(positions),
        jobs=options.jobs,
        inspect=check_texts,
    )
    for number, drawn in enumerate(drawn_deck, 1):
        report.progress(f"{game.title}: {deck.title}", number, len(positions))
        report.findings += drawn.found
        if troubles or drawn.face is None:
            continue  # nothing of this deck will be written; the rest of it is still looked at
        copies = 1 if options.layout == "contact" else drawn.card.copies
        for writer in writers:
            writer.feed(drawn.card, copies, drawn.face, drawn.back)
    if troubles:
        report.problems += troubles
        return {}
    return pdfs


def _writers(
    game: Game, deck: Deck, positions: list[int], paper: Paper, options: Options, report: Report, art: Art, book: FontBook, pdfs: list[Pdf]
) -> list[SheetWriter]:
    """A writer for each PDF that shows the deck on this paper."""
    if options.layout == "contact":
        laid = contact(positions, deck.shape, paper, margin=options.margin * MM)
        return [SheetWriter(pdf, game, deck, laid, None, book) for pdf in pdfs]
    grid = lay_grid(deck.shape, paper, margin=options.margin * MM, bleed=options.bleed * MM, gutter=options.gutter * MM)
    layout = options.layout if deck.back or any(card.back for card in deck.cards) else "single"
    laid = plan([(i, deck.cards[i].copies) for i in positions], grid, layout=layout, flip=options.flip)
    around = furniture(grid)
    for note in (*laid.notes, *(f"{note} (on {paper.name})" for note in around.notes)):
        decks = report.notes.setdefault(note, [])
        if deck.id not in decks:
            decks.append(deck.id)
    return [SheetWriter(pdf, game, deck, laid, around, book) for pdf in pdfs]


def _write(path: Path, pdf: Pdf, report: Report) -> None:
    _put(path, pdf.bytes(), pdf.pages, report)


def _put(path: Path, data: bytes, pages: int, report: Report) -> None:
    try:
        write(path, data)
    except CardgenError as error:
        report.problems += error.problems
        return
    report.written.append(path)
    report.wrote(path, f"{pages} page{'' if pages == 1 else 's'}, {len(data) / 1024:.0f} kB")


def _wrote(report: Report, path: Path, about: str) -> None:
    report.written.append(path)
    report.wrote(path, about)


def _author(game: Game) -> str:
    return f"{game.designer} (game design); unofficial fan edition" if game.designer else ""


def _turned(deck: Deck) -> Deck:
    """The deck with its second back, on all cards that have no back of their own."""
    cards = tuple(map(copy, deck.cards))
    for card in cards:
        if card.back == deck.back:
            card.back = deck.second_back
    return replace(deck, back=deck.second_back, cards=cards)


def second_set(chosen: Sequence[tuple[Game, list[Deck]]]) -> list[tuple[Game, list[Deck]]]:
    """The decks that have a back for a second set, with that back. Raises CardgenError when none has."""
    found = []
    for game, decks in chosen:
        others = [_turned(deck) for deck in decks if deck.second_back]
        if others:
            found.append((_with(game, others), others))
    if not found:
        raise CardgenError(Problem("none of these decks has a second_back", "name one in its file, or print the first set"))
    return found


def variant_jobs(chosen: Sequence[tuple[Game, list[Deck]]], options: Options) -> list[Job]:
    """What a variant needs of these decks: its cards only, as many as it uses; a second set of them with the back for a second set.

    Raises CardgenError when no game has such a variant, or it is not for so many players.
    """
    problems: list[Problem] = []
    books = rulebooks([game for game, _ in chosen], problems)
    jobs: list[Job] = []
    offered = [(game, decks, variant) for game, decks in chosen if (variant := books[game.id].variant(options.variant))]
    if not offered and not problems:
        known = [variant.id for book in books.values() for variant in book.variants]
        problems.append(Problem(f'no variant is called "{options.variant}"', did_you_mean(options.variant, known)))
    for game, decks, variant in offered:
        players = options.players or (variant.players[0] if len(variant.players) == 1 else 0)
        if players not in variant.players:
            counts = ", ".join(map(str, variant.players))
            what = f"{variant.name} is for {counts} players" + (f", not for {players}" if players else "")
            problems.append(Problem(what, f"say for how many, such as --players {variant.players[0]}"))
            continue
        (ask,) = stoppable.run(asked, game, books[game.id], variant.id, players, unread_decks(game))
        jobs += _jobs_of(ask, game, decks, replace(options, players=players))
    if problems:
        raise CardgenError(*problems)
    return jobs


def _jobs_of(ask: Ask, game: Game, decks: list[Deck], options: Options) -> Iterator[Job]:
    wanted = {deck: frozenset(ids) for deck, ids in ask.cards}
    doubled = [deck.id for deck in decks if ask.sets > 1 and deck.second_back]
    parts = [_part(deck, wanted[deck.id], 1 if deck.id in doubled else ask.sets) for deck in decks if deck.id in wanted]
    yield Job(_with(game, parts), parts, options, len(parts) > 1 and len(decks) == len(game.decks))
    seconds = [_turned(_part(deck, wanted[deck.id], ask.sets - 1)) for deck in decks if deck.id in doubled and deck.id in wanted]
    if seconds:
        yield Job(_with(game, seconds), seconds, replace(options, second_set=True), False)


def _part(deck: Deck, ids: Collection[str], times: int) -> Deck:
    """The deck with so many copies of these cards, and none of the others."""
    cards = tuple(map(copy, deck.cards))
    for card in cards:
        card.copies = card.copies * times if card.id in ids else 0
    return replace(deck, cards=cards)


def _with(game: Game, decks: Sequence[Deck]) -> Game:
    """The game with these decks in place of its own."""
    return replace(game, decks=tuple({deck.id: deck for deck in (*game.decks, *decks)}.values()))


def _whole(game: Game, decks: Sequence[Deck]) -> bool:
    return len(decks) == len(game.decks)


def file_name(stem: str, paper: Paper, options: Options) -> str:
    """DECK[-VARIANT-Np][-LANG][-LAYOUT][-second-set][-low]-PAPER.pdf, defaults left out."""
    parts = [stem]
    if options.variant:
        parts += [options.variant, f"{options.players}p"]
    if options.language:
        parts.append(options.language)
    if options.layout != "duplex":
        parts.append(options.layout)
    if options.second_set:
        parts.append("second-set")
    if options.ink == "low":
        parts.append("low")
    return "-".join([*parts, paper.name]) + ".pdf"
