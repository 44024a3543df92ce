"""An open project, and all that can be done with it: build, check, export.

What sets rulebooks, exports and preflights is imported by the calls that do it: most runs do none of the three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardgen.api.build import build_game
from cardgen.api.run_report import Report, paged
from cardgen.api.selection import Job, check_cards, is_whole, second_set, variant_jobs
from cardgen.base.cache import Cache, content_of
from cardgen.base.errors import CardgenError, Problem, did_you_mean, gathered, shown
from cardgen.base.files import write
from cardgen.graphics.pdf import Pdf
from cardgen.impose.check import check_folder, check_options
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import DEFAULT_LAYOUT, Options, file_name
from cardgen.load import load_games
from cardgen.load.overlay import translated
from cardgen.model.cards import Deck, Game
from cardgen.model.project import Project, find_project
from cardgen.model.sizes import Paper
from cardgen.preflight.run import DRAWN, Cards, check_drawings
from cardgen.rulebook import has_rulebook
from cardgen.rules.checks import check_rules, rulebooks
from cardgen.rules.translation import missing_phrases, missing_texts, missing_words
from cardgen.rules.trial import wanted
from cardgen.sheets.gang import Printed
from cardgen.sheets.pages import PRINTED
from cardgen.typography.fontbook import FontBook

if TYPE_CHECKING:
    from cardgen.rulebook.editions import Rulebook


class _Kept(NamedTuple):
    """A PDF that was made in this run or an earlier one."""

    pages: int
    data: bytes


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
        if not self._fingerprint:
            roots = dict.fromkeys((self.project.root, self.project.shipped))
            folders = [root / name for root in roots for name in ("card_data", "templates", "fonts")]
            self._fingerprint = content_of([*folders, Path(__file__).resolve().parents[1]])
        return self._fingerprint

    @property
    def look(self) -> bytes:
        """What follows from all that a page without cards can depend on: fonts, icons, and the program itself."""
        if not self._look:
            roots = dict.fromkeys((self.project.root, self.project.shipped))
            folders = [root / name for root in roots for name in ("templates/icons", "fonts")]
            self._look = content_of([*folders, Path(__file__).resolve().parents[1]])
        return self._look

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

    def _broken(self, game: Game) -> bool:
        return any(problem.place and problem.place.file.is_relative_to(game.folder) for problem in self.problems)

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
            jobs = variant_jobs(chosen, options) if options.variant else [Job(*one, options, is_whole(*one)) for one in chosen]
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
                sound = job._replace(whole=job.whole and not self._broken(job.game))
                printed = build_game(self.project, self.book, sound, papers, report, cache)
                if sound.whole and not options.cards and LAYOUTS[options.layout].explained:
                    self._instructions(sound, printed, papers, report, cache)
        if options.layout == DEFAULT_LAYOUT and not (options.variant or options.cards or options.second_set):
            self._rulebooks([game for game, decks in chosen if is_whole(game, decks)], papers, False, options.out, report, cache)
        if not report.written and not report.problems:
            report.notes["nothing was made: the cards named have 0 copies"] = []
        report.problems[:] = dict.fromkeys(report.problems)  # a card and the rulebook that shows it have the same
        cache.prune()
        return report

    def _instructions(self, job: Job, printed: Sequence[Printed], papers: list[Paper], report: Report, cache: Cache) -> None:
        from cardgen.sheets.instructions import STEM, handout

        game, options = job.game, job.options
        for paper in papers:
            page = handout(game, printed, paper, options)
            folder = (options.out or self.project.output) / game.id
            made = [one for one in printed if folder / file_name(one.batch.stem, paper, options) in report.written]
            if page is None or len(made) < len(page.values["files"]):  # nothing fits on the paper, or not all that does could be drawn
                continue
            if game.language and f".{game.language}." not in page.file.name and not page.own:
                games = report.notes.setdefault(f"the instructions are in English: there is no {STEM}.{game.language}.md", [])
                games += [game.id] if game.id not in games else []
            about = f"{page.about} {paper} ".encode() + (self.fingerprint if page.own else self.look)
            try:
                kept = _kept(about, cache, partial(page.pdf, self.project, self.book, cache, paper))
            except CardgenError as error:
                if page.own:
                    report.problems += error.problems
                else:  # a title in letters that the font lacks, say: the sheets are good all the same
                    report.notes.setdefault(f"the instructions could not be set: {error.problems[0].what}", []).append(game.id)
                continue
            report.put(folder / file_name(STEM, paper, options), kept.data, paged(kept.pages))

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
        for game in games:
            if not has_rulebook(game):
                if game.language and has_rulebook(replace(game, language="")):
                    report.notes.setdefault(f"a rulebook was left out: there is no rulebook.{game.language}.md", []).append(game.id)
                continue
            if self._broken(game):  # it would speak of decks that are not there
                report.notes.setdefault("a rulebook was left out until what is wrong with its game is mended", []).append(game.id)
                continue
            from cardgen.rulebook.editions import Rulebook, open_rulebook

            report.progress(f"{game.title}: rulebook", 1, 1)
            folder = (out or self.project.output) / game.id
            stem = f"rulebook-{game.language}" if game.language else "rulebook"
            editions: dict[str, Callable[[Rulebook], Pdf]] = {} if booklet else {f"{stem}.pdf": Rulebook.screen}
            for paper in papers:
                printed = partial(Rulebook.booklet if booklet else Rulebook.printed, paper=paper)
                editions[f"{stem}{'-booklet' * booklet}-{paper.name}.pdf"] = printed
            problems: list[Problem] = []  # which several editions may share
            book = lru_cache(lambda game=game: open_rulebook(self.project, game, self.book, cache))
            for name, edition in editions.items():
                with gathered(problems):
                    about = f"{game.id} {game.language} {name} ".encode() + self.fingerprint
                    kept = _kept(about, cache, partial(_edition, edition, book))
                    report.put(folder / name, kept.data, paged(kept.pages))
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
        idle: bool = True,
        kept: Cards | None = None,
    ) -> Report:
        """Check the games and decks named, without writing anything.

        `rule` names one rule or built-in check; `rules_only` leaves out what needs the cards to be drawn; `printer` adds what that printer
        would find, and `annotated` is a PDF that shows where. Without `idle` nobody asks whether a rule can fail at all.
        `kept` is given the cards that had to be drawn, by game and deck. Raises CardgenError for a name that means nothing.
        """
        report = report or Report()
        chosen = self.select(names)
        from cardgen.press.profiles import find_printer

        profile = find_printer(self.project, printer) if printer else None
        report.problems += self.problems_of(names)
        self._try_rules(chosen, report, rule, idle)
        if rules_only or (rule and rule not in DRAWN):
            return report
        from cardgen.rulebook.editions import check_rulebook
        from cardgen.rulebook.typesetter import BOUND

        cache = Cache.of_user()
        with gathered(report.problems):
            for game, decks in chosen if self.language else ():
                report.findings += missing_words(self.project, game, decks, self.book)
                report.findings += missing_phrases(game, PRINTED if not has_rulebook(game) else (*PRINTED, *BOUND))
            for game, decks in chosen:
                if is_whole(game, decks) and not rule and has_rulebook(game) and not self._broken(game):
                    with gathered(report.problems):
                        report.problems += check_rulebook(self.project, game)
                found = check_drawings(self.project, game, decks, self.book, cache, report.progress, profile, jobs, kept)
                report.findings += (each for each in found if wanted(each.check, rule))
            if annotated:
                self._annotate(annotated, chosen, report, cache)
        cache.prune()
        return report

    def _annotate(self, path: Path, chosen: Sequence[tuple[Game, Sequence[Deck]]], report: Report, cache: Cache) -> None:
        from cardgen.preflight.annotate import annotate

        pdf = Pdf("Findings", subject="What was found, circled on the cards")
        for game, decks in chosen:
            for deck in decks:
                annotate(pdf, self.project, game, deck, self.book, cache, report.findings)
        if pdf.pages:
            report.put_pdf(path, pdf)
        else:
            old = f", and {path.name} is of an earlier run" if path.exists() else ""
            report.notes[f"nothing was found that has a place on a card; no PDF was written{old}"] = []

    def export(
        self,
        names: Sequence[str],
        printer: str,
        *,
        force: bool = False,
        variant: str = "",
        players: int = 0,
        out: Path | None = None,
        jobs: int = 1,
        report: Report | None = None,
    ) -> Report:
        """Write what a printer takes of the games and decks named; with an error of the rules or the checks nothing, unless `force`.

        With a variant, only the cards that it uses, and a second set of a deck where it needs one. Raises CardgenError for a call that
        cannot be, a printer that is unknown or a size that it does not sell.
        """
        from cardgen.api.orders import place_orders
        from cardgen.export import BESIDE
        from cardgen.export.deck import check_sizes
        from cardgen.press.profiles import find_printer
        from cardgen.press.raster import workers

        report = report or Report()
        wrong: list[Problem] = []
        with gathered(wrong):
            check_folder(out or self.project.output)
        profile = None
        with gathered(wrong):
            profile = find_printer(self.project, printer)
        with gathered(wrong):
            chosen, options = self.select(names), Options(variant=variant, players=players, language=self.language)
            made = variant_jobs(chosen, options) if variant else [Job(*one, options, True) for one in chosen]
            if not wrong and profile:
                check_sizes(profile, [deck for job in made for deck in job.decks])
        if wrong or not profile:
            raise CardgenError(*wrong)
        used = [f"{job.game.id}/{deck.id}" for job in made for deck in job.decks] if variant else names
        named = {(game.id, deck.id) for game, decks in chosen for deck in decks}
        others = [(game.id, deck.id) for game, _ in chosen for deck in game.decks if (game.id, deck.id) not in named]
        drawn: Cards = {}
        with workers(jobs, *BESIDE):
            self.validate(used, report, printer=profile.id, jobs=jobs, idle=False, kept=drawn)
            if report.problems or (report.exit_code and not force):
                report.notes["nothing was exported" + ("" if report.problems else "; --force exports all the same")] = []
            else:
                folder = out or self.project.output
                place_orders(self.project, self.book, profile, made, drawn, others, folder, report, force=force, jobs=jobs)
        return report

    def boxes(
        self,
        names: Sequence[str],
        *,
        papers: Sequence[str] = (),
        sleeved: bool = False,
        thickness: float = 0.3,
        cards: int = 0,
        tray: bool = False,
        ink: str = "full",
        out: Path | None = None,
        report: Report | None = None,
    ) -> Report:
        """Write a box, or a tray, to fold for each of the decks named: on the papers named, or on the smallest that hold it.

        `thickness` is that of a bare card in millimetres; `cards` is how many it holds, 0 for those of the deck. Raises CardgenError
        for a call that cannot be; all else is in the report.
        """
        from cardgen.boxes.make import BoxOptions, write_boxes

        report = report or Report()
        wrong: list[Problem] = []
        sizes: list[Paper] = []
        with gathered(wrong):
            sizes = check_options(Options(papers=tuple(papers), ink=ink)) if papers else []
            check_options(Options(ink=ink))
        if not 0.05 <= thickness <= 20:
            wrong.append(Problem(f"no card is {thickness:g} mm thick", "give the thickness of one card in millimetres, such as 0.3"))
        with gathered(wrong):
            check_folder(out or self.project.output)
        with gathered(wrong):
            chosen = self.select(names)
        if wrong:
            raise CardgenError(*wrong)
        report.problems += self.problems_of(names)
        options = BoxOptions(tuple(sizes), sleeved, thickness, cards, tray, ink)
        cache = Cache.of_user()
        for game, decks in chosen:
            folder = (out or self.project.output) / game.id
            for deck in decks:
                report.progress(f"{game.title}: {deck.title}", 1, 1)
                with gathered(report.problems):
                    for path, data, about, note in write_boxes(self.project, game, deck, self.book, cache, options, folder):
                        write(path, data)
                        report.made(path, about)
                        if note and deck.id not in (noted := report.notes.setdefault(note, [])):
                            noted.append(deck.id)
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


def _kept(about: bytes, cache: Cache, make: Callable[[], Pdf]) -> _Kept:
    """A PDF that changes seldom and takes a while to set, so it is kept between runs. `about` tells all that it depends on."""
    key = sha256(about).hexdigest()
    data = cache.get(key)
    if data is None:
        pdf = make()
        data = f"{pdf.pages}\n".encode() + pdf.bytes()
        cache.put(key, data)
    pages, _, data = data.partition(b"\n")
    return _Kept(int(pages), data)


def _edition(edition: Callable[[Rulebook], Pdf], book: Callable[[], Rulebook]) -> Pdf:
    return edition(book())


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
