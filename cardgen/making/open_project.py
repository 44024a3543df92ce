"""An open project: its games, its fonts, and the problems of its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cardgen.base.cache import Cache, as_installed
from cardgen.base.findings import CardgenError, Finding, collect_findings, shown
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.cards.context import Context
from cardgen.load import load_games
from cardgen.load.game import is_deck
from cardgen.load.strays import strays, unread_tables
from cardgen.making.report import Report
from cardgen.model.cards import Deck, Game
from cardgen.model.project import Project, find_project
from cardgen.model.sizes import Paper
from cardgen.sandbox.process import begin_run

if TYPE_CHECKING:
    from cardgen.engine import FontBook
    from cardgen.impose.options import Options


@dataclass
class OpenProject:
    """A project's games, and the problems of its data."""

    project: Project
    games: list[Game]
    problems: list[Finding]
    language: str = ""
    originals: list[Game] = field(default_factory=list)
    """The games in the language they were written in, if another was asked for."""

    @cached_property
    def fonts(self) -> FontBook:
        """The project's fonts. Raises CardgenError."""
        from cardgen.load.font_list import open_fonts

        return open_fonts(self.project.font_folders(self.language))

    @cached_property
    def strays(self) -> list[Finding]:
        """The files that would be read if they lay elsewhere or had other names."""
        if self.project.is_bundled:
            return []
        games = self.originals or self.games
        return [*strays(self.project), *unread_tables(self.project, games)]

    @cached_property
    def fingerprint(self) -> bytes:
        """A digest of the project's files and the program: all that pages depend on."""
        return self.project.contents("card_data", "templates", "fonts") + as_installed()

    @cached_property
    def look(self) -> bytes:
        """A digest of all that a page without cards can depend on: fonts, templates, icons."""
        return self.project.contents("templates", "fonts") + as_installed()

    def select(self, names: Sequence[str] = ()) -> list[tuple[Game, list[Deck]]]:
        """The games and decks that `GAME` or `GAME/DECK` name; without names, all.

        Raises CardgenError for an unknown name.
        """
        if not names:
            return [(game, list(game.decks)) for game in self.games]
        chosen: dict[str, list[str]] = {}
        problems = []
        games = {game.id: game for game in self.games}
        for name in names:
            game_id, deck_id = parts_of(name)
            game = games.get(game_id)
            ids = [deck.id for deck in game.decks] if game else []
            if game and (not deck_id or deck_id in ids):
                chosen_ids = chosen.setdefault(game_id, [])
                new_ids = [deck_id] if deck_id else ids
                chosen_ids += [id for id in new_ids if id not in chosen_ids]
            elif not _is_left_out(self, game_id, deck_id):
                problems.append(self._unknown(name))
        if problems:
            raise CardgenError(*problems)
        return [
            (games[id], [games[id].deck(deck_id) for deck_id in deck_ids])
            for id, deck_ids in chosen.items()
        ]

    def _unknown(self, name: str) -> Finding:
        """The problem of a name that is no game or deck."""
        if Path(name, "card_data").is_dir():
            return Finding(
                "unknown-game",
                f'"{name}" is a whole project, and no game in one',
                f'write  --project "{name}"  in place of it',
            )
        game_id, deck_id = parts_of(name)
        games = {game.id: game for game in self.games}
        if game_id in games:
            ids = [deck.id for deck in games[game_id].decks]
            return Finding(
                "unknown-deck", f'{game_id} has no deck "{deck_id}"', did_you_mean(deck_id, ids)
            )
        if game_id in [original.id for original in self.originals]:
            language = self.language
            return Finding(
                "unknown-language",
                f'{game_id} has no texts in the language "{language}"',
                f"write them as game.{language}.yaml and DECK.{language}.yaml in its folder",
            )
        all_names = [
            *games,
            *(f"{game.id}/{deck.id}" for game in self.games for deck in game.decks),
        ]
        # shells complete paths
        path = name.replace("\\", "/").rpartition("card_data/")[2]
        path = path.removesuffix(".yaml").strip("/")
        suggestion = nearest(game_id, games) or nearest(path, all_names)
        return self.project.no_game(game_id, games, suggestion)

    def problems_of(self, names: Sequence[str] = ()) -> list[Finding]:
        """The problems of the data of these games and decks; without names, of all.

        A deck does not answer for its neighbours.
        """
        if not names:
            return list(self.problems)
        card_data = self.project.root / "card_data"
        folders = [(card_data / game, deck) for game, deck in map(parts_of, names)]
        sound = {(game.folder, deck.id) for game in self.games for deck in game.decks}

        def may_hold(file: Path, folder: Path, deck: str) -> bool:
            """True if a file may hold a deck's problems.

            That is its own, and any table if the deck could not be read.
            """
            if not file.is_relative_to(folder):
                return False
            is_own = not deck or file.name.partition(".")[0] in (deck, "game", "editions")
            return is_own or (file.suffix != ".yaml" and (folder, deck) not in sound)

        def concerns(problem: Finding) -> bool:
            file = problem.place.file if problem.place else self.project.root
            if not file.is_relative_to(card_data):
                return True
            if problem.code == "unknown-deck" and file.name.count(".") > 1:
                # texts of no deck: they may be this one's, its name misspelt
                return any(file.is_relative_to(folder) for folder, _ in folders)
            return any(may_hold(file, folder, deck) for folder, deck in folders)

        return [problem for problem in self.problems if concerns(problem)]


P = TypeVar("P", bound=OpenProject)


def opened_as(kind: type[P], project: Project, language: str, ids: Sequence[str] = ()) -> P:
    """Open a project: its games, or those of these ids, that have texts in a language."""
    games, problems = load_games(project, ids)
    if not games and not problems:
        no_game = Finding(
            "unknown-game",
            f"{shown(project.root / 'card_data')} holds no game",
            "add a folder with a game.yaml to it",
        )
        problems += strays(project) or [no_game]
    for game in games:
        if game.decks or any(problem.lies_in(game.folder) for problem in problems):
            continue
        if problems and any(map(is_deck, game.folder.glob("*.yaml"))):
            continue  # of what lies elsewhere, such as the drawing of its outline
        no_deck = Finding(
            "unknown-deck",
            f"the game {game.id} has no deck",
            _remedy_without_deck(project, game),
            game.place,
        )
        problems += [stray for stray in strays(project) if stray.lies_in(game.folder)] or [no_deck]
    if not language:
        return kind(project, games, problems)
    from cardgen.load.overlay import translated

    try:
        in_language = translated(games, language, project, problems, sound=True)
    except CardgenError as error:
        # a game that cannot be read may have them
        raise CardgenError(*problems, *(error.findings if games or not problems else ())) from None
    return kind(project, in_language, problems, language, games)


def open_from(path: Path | None, kind: type[P], language: str = "") -> P:
    """Begin a run with the project in a folder, or else the nearest one. Raises CardgenError."""
    begin_run()
    return opened_as(kind, find_project(path), language)


def _remedy_without_deck(project: Project, game: Game) -> str:
    """The remedy for a game without a deck, which may have a table that waits for one."""
    if table := next(iter(project.table_names(game.folder)), ""):
        return f"make a deck file for its table: cardgen table --guess {shown(game.folder / table)}"
    return "add a file such as main.yaml to its folder"


def drafted(opened: P) -> P:
    """The project as drafts are made of it, with cards whose art or template is missing."""
    project = replace(opened.project, draft=True)
    if not opened.problems:
        return replace(opened, project=project)
    return opened_as(type(opened), project, opened.language)


def cut_for(opened: P, printer: str) -> P:
    """The project with its decks in the sizes that games say for a printer."""
    games = [game.cut_for(printer) for game in opened.games]
    if all(game is before for game, before in zip(games, opened.games, strict=True)):
        return opened
    originals = [game.cut_for(printer) for game in opened.originals]
    return replace(opened, games=games, originals=originals)


@contextmanager
def after_its_cause(opened: OpenProject, names: Sequence[str]) -> Iterator[None]:
    """Raise problems of the data before those of what needs it."""
    try:
        yield
    except CardgenError as error:
        raise CardgenError(*opened.problems_of(names), *error.findings) from None


def _is_left_out(opened: OpenProject, game_id: str, deck_id: str) -> bool:
    """True if this game or deck is there, and could not be read."""
    folder = opened.project.root / "card_data" / game_id
    if folder not in opened.project.game_folders():
        return False
    # also what is a folder of that name, or a link to nothing
    files = (*folder.glob("*.yaml"), *folder.glob("*.yml"))
    exists = not deck_id or any(path.stem == deck_id for path in files)
    return exists and any(problem.lies_in(folder) for problem in opened.problems)


def is_broken(opened: OpenProject, game: Game) -> bool:
    """True if the data of a game has problems."""
    return any(problem.lies_in(game.folder) for problem in opened.problems)


def context_of(opened: OpenProject, game: Game, cache: Cache) -> Context:
    """The context in which the cards of a game are drawn."""
    return Context.of(opened.project, game, opened.fonts, cache)


def check_call(
    opened: OpenProject,
    names: Sequence[str],
    options: Options,
    report: Report,
    problems: list[Finding],
) -> list[Paper]:
    """Check a call and return its papers; `problems` are added to.

    Among these is that something of the games would be written outside of the project, or of the
    folder that the call names.
    """
    from cardgen.impose.check import check_folder, check_options

    papers: list[Paper] = []
    with collect_findings(problems):
        papers = check_options(options)
    if options.stamp:
        from cardgen.sheets.stamp import check_stamp

        with collect_findings(problems):
            check_stamp(options.stamp)
    report.home = options.out or opened.project.output.parent
    with collect_findings(problems):
        ids = [parts_of(name)[0] for name in names] or [game.id for game in opened.games]
        check_folder(options.out or opened.project.output, report.home, ids)
    return papers


@contextmanager
def called(
    opened: OpenProject, names: Sequence[str], options: Options, report: Report
) -> Iterator[tuple[list[Paper], list[Finding]]]:
    """Give the papers of a call and a list for its problems, which are raised at the end.

    If there are none, problems of the data that the call names are reported.
    """
    problems: list[Finding] = []
    papers = check_call(opened, names, options, report, problems)
    with collect_findings(problems):
        yield papers, problems
    if problems:
        raise CardgenError(*problems)
    report.findings += opened.problems_of(names)
    tell_strays(opened, names, report)


def tell_strays(opened: OpenProject, names: Sequence[str], report: Report) -> None:
    """Note files that would be read if they lay elsewhere or had other names.

    They are those of games that are named as a whole, or of all; a file that is told as a problem
    is left out.
    """
    folders = [
        opened.project.root / "card_data" / game for game, deck in map(parts_of, names) if not deck
    ]
    for stray in opened.strays:
        if stray not in report.problems and (not names or any(map(stray.lies_in, folders))):
            report.add_note(replace(stray, severity="note"))


def parts_of(name: str) -> tuple[str, str]:
    """The ids of game and deck in GAME or GAME/DECK."""
    game, _, deck = name.strip("/").partition("/")
    return game, deck


def without_pads(game: Game, decks: Sequence[Deck], names: Sequence[str]) -> list[Deck]:
    """Decks without sheets to write on, but for those among `names` as GAME/DECK."""
    return [deck for deck in decks if not deck.is_pad or (game.id, deck.id) in map(parts_of, names)]
