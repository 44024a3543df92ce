"""The pipeline, read top to bottom: load, compose, paint, impose, write."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardgen.cache import Cache
from cardgen.canvas import Pdf
from cardgen.check.finding import Finding
from cardgen.check.checks import DRAWN, check_drawings, check_rules, rulebooks
from cardgen.check.print_sanity import check_drawn
from cardgen.check.rulebook import BUILT_IN, RuleBook, Variant
from cardgen.check.rules import Outcome, wanted
from cardgen.check.variants import Ask, asked
from cardgen.draw import Troubles, draw_deck
from cardgen.drawing import Drawing
from cardgen.errors import CardgenError, Problem, did_you_mean, gathered, shown
from cardgen.files import write
from cardgen.fonts import FontBook
from cardgen.impose.contact import contact
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import lay_grid
from cardgen.impose.plan import plan
from cardgen.load import load_games
from cardgen.model import Card, Deck, Game
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
    out: Path | None = None


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
    _book: FontBook | None = None

    @property
    def book(self) -> FontBook:
        """The project's fonts. Raises CardgenError."""
        if self._book is None:
            self._book = FontBook(self.project.font_folders())
        return self._book

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
            else:
                problems.append(Problem(f'no game is called "{game_id}"', did_you_mean(game_id, games)))
        if problems:
            raise CardgenError(*problems)
        return [(games[id], [games[id].deck(deck) for deck in decks]) for id, decks in chosen.items()]

    def problems_of(self, names: Sequence[str] = ()) -> list[Problem]:
        """What was wrong with the data of these games and decks; without names, of all. A deck does not answer for its neighbours."""
        if not names:
            return list(self.problems)
        asked = [(self.project.root / "card_data" / game, deck) for game, deck in map(_parts, names)]

        def concerns(problem: Problem) -> bool:
            file = problem.place.file if problem.place else self.project.root
            if not file.is_relative_to(self.project.root / "card_data"):
                return True
            return any(file.is_relative_to(folder) and (not deck or file.stem in (deck, "game")) for folder, deck in asked)

        return [problem for problem in self.problems if concerns(problem)]

    def _left_out(self, game_id: str, deck_id: str) -> bool:
        """Whether this game or deck is there, but not among those that could be read: its own problems say why."""
        folder = self.project.root / "card_data" / game_id
        if folder not in self.project.game_folders():
            return False
        files = [problem.place.file for problem in self.problems if problem.place]
        return any(file == folder / f"{deck_id}.yaml" if deck_id else file.is_relative_to(folder) for file in files)

    def build(self, names: Sequence[str] = (), options: Options | None = None, report: Report | None = None) -> Report:
        """Write the sheets of the games and decks named. Raises CardgenError for a call that cannot be; all else is in the report."""
        options, report = options or Options(), report or Report()
        wrong: list[Problem] = []
        with gathered(wrong):
            papers = check_options(options)
        with gathered(wrong):
            check_folder(options.out or self.project.output)
        with gathered(wrong):
            chosen = self.select(names)
            if options.second_set:
                chosen = second_set(chosen)
            check_cards(options.cards, [deck for _, decks in chosen for deck in decks])
        if wrong:
            raise CardgenError(*wrong)
        report.problems += self.problems_of(names)
        self._try_rules(chosen, report)
        cache = Cache.of_user()
        with gathered(report.problems):
            for game, decks in chosen:
                _build_game(self, game, decks, len(decks) == len(game.decks) and not options.cards, papers, options, report, cache)
        if not report.written and not report.problems:
            report.notes["nothing was made: the cards named have 0 copies"] = []
        cache.prune()
        return report

    def validate(
        self, names: Sequence[str] = (), report: Report | None = None, *, rule: str = "", rules_only: bool = False
    ) -> Report:
        """Check the games and decks named, without writing anything. `rule` names one rule or built-in check; `rules_only` leaves out
        what needs the cards to be drawn. Raises CardgenError for a name that means nothing."""
        report = report or Report()
        chosen = self.select(names)
        report.problems += self.problems_of(names)
        self._try_rules(chosen, report, rule)
        if rules_only or (rule and rule not in DRAWN):
            return report
        cache = Cache.of_user()
        with gathered(report.problems):
            for game, decks in chosen:
                found = check_drawings(self.project, game, decks, self.book, cache, report.progress)
                report.findings += (finding for finding in found if wanted(finding.check, rule))
        cache.prune()
        return report

    def _try_rules(self, chosen: Sequence[tuple[Game, Sequence[Deck]]], report: Report, rule: str = "") -> None:
        books = rulebooks([game for game, _ in chosen], report.problems, rule)
        for game, decks in chosen:
            checked = check_rules(game, decks, books[game.id], rule)
            report.outcomes += checked.outcomes
            report.findings += checked.findings
            report.problems += checked.problems


def open_project(path: Path | str | None = None) -> Workshop:
    """Open the project in a folder; without one, the nearest from the current folder upward, or the shipped games.

    Raises CardgenError when there is no project there. Problems of its data are in `Workshop.problems`.
    """
    project = find_project(Path(path) if path is not None else None)
    games, problems = load_games(project)
    if not games and not problems:
        problems.append(Problem(f"{shown(project.root / 'card_data')} holds no game", "add a folder with a game.yaml to it"))
    for game in games:
        if not game.decks and not any(problem.place and problem.place.file.is_relative_to(game.folder) for problem in problems):
            problems.append(Problem(f"the game {game.id} has no deck", "add a file such as main.yaml to its folder", game.place))
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


def _build_game(
    workshop: Workshop, game: Game, decks: list[Deck], whole: bool, papers: list[Paper], options: Options, report: Report, cache: Cache
) -> None:
    folder = (options.out or workshop.project.output) / game.id
    art = Art(workshop.project, game.folder, workshop.book, cache)
    together = {paper.name: Pdf(game.title, author=_author(game), subject="All decks, for printing at home") for paper in papers}
    if not whole or any(problem.place and problem.place.file.is_relative_to(game.folder) for problem in workshop.problems):
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
    pdfs = {paper.name: Pdf(f"{game.title}: {deck.title}", author=_author(game), subject="Card sheets") for paper in papers}
    writers: list[SheetWriter] = []
    for paper in papers:
        try:
            shown_in = [by_paper[paper.name] for by_paper in (pdfs, together) if paper.name in by_paper]
            writers += _writers(game, deck, positions, paper, options, report, art, workshop.book, shown_in)
        except CardgenError as error:  # too large for this paper, which another may hold
            del pdfs[paper.name]
            report.problems += (problem.at(deck.places.get("size")) for problem in error.problems)
    seen: set[int] = set()
    drawn_deck = draw_deck(workshop.project, game, deck, workshop.book, art, troubles, ink=options.ink, only=tuple(positions), jobs=options.jobs)
    for number, drawn in enumerate(drawn_deck, 1):
        report.progress(f"{game.title}: {deck.title}", number, len(positions))
        report.findings += check_drawn(deck, drawn, seen)
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
    data = pdf.bytes()
    try:
        write(path, data)
    except CardgenError as error:
        report.problems += error.problems
        return
    report.written.append(path)
    report.wrote(path, f"{pdf.pages} page{'s' * (pdf.pages != 1)}, {len(data) / 1024:.0f} kB")


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
            found.append((replace(game, decks=tuple({**{deck.id: deck for deck in game.decks}, **{deck.id: deck for deck in others}}.values())), others))
    if not found:
        raise CardgenError(Problem("none of these decks has a second_back", "name one in its file, or print the first set"))
    return found


def file_name(stem: str, paper: Paper, options: Options) -> str:
    """DECK[-LAYOUT][-second-set][-low]-PAPER.pdf, defaults left out."""
    parts = [stem]
    if options.layout != "duplex":
        parts.append(options.layout)
    if options.second_set:
        parts.append("second-set")
    if options.ink == "low":
        parts.append("low")
    return "-".join([*parts, paper.name]) + ".pdf"
