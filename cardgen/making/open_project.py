"""An open project: its games, its fonts, what was wrong with its data; and what all that is done
with it asks of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from cardgen.base.cache import Cache, as_installed, content_of
from cardgen.base.findings import CardgenError, Finding, gathered, shown
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.cards.context import Context
from cardgen.engine import FontBook
from cardgen.impose.check import check_folder, check_options
from cardgen.impose.options import Options
from cardgen.load import load_games
from cardgen.load.font_list import open_fonts
from cardgen.load.overlay import translated
from cardgen.load.strays import strays, unread_tables
from cardgen.making.report import Report
from cardgen.model.cards import Deck, Game
from cardgen.model.project import Project, find_project
from cardgen.model.sizes import Paper
from cardgen.sheets.stamp import check_stamp


@dataclass
class OpenProject:
    """A project's games, and what was wrong with its data."""

    project: Project
    games: list[Game]
    problems: list[Finding]
    language: str = ""
    originals: list[Game] = field(default_factory=list)
    """The games in the language they were written in, which is that of their rules; filled when
    another was asked for."""

    @cached_property
    def fonts(self) -> FontBook:
        """The project's fonts. Raises CardgenError."""
        return open_fonts(self.project.font_folders(self.language))

    @cached_property
    def strays(self) -> list[Finding]:
        """What would be read if it lay or was called otherwise."""
        return (
            []
            if self.project.visited
            else [*strays(self.project), *unread_tables(self.project, self.originals or self.games)]
        )

    @cached_property
    def fingerprint(self) -> bytes:
        """What follows from all that a page can depend on: the project's and the shipped files, and
        the program itself."""
        return self._content("card_data", "templates", "fonts")

    @cached_property
    def look(self) -> bytes:
        """What follows from all that a page without cards can depend on: fonts, templates, icons,
        and the program itself."""
        return self._content("templates", "fonts")

    def _content(self, *folders: str) -> bytes:
        roots = dict.fromkeys((self.project.root, self.project.shipped))
        return content_of(root / name for root in roots for name in folders) + as_installed()

    def select(self, names: Sequence[str] = ()) -> list[tuple[Game, list[Deck]]]:
        """The games and decks that `GAME` or `GAME/DECK` name; without names, all. Raises
        CardgenError for a name that means nothing."""
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
                wanted = chosen.setdefault(game_id, [])
                wanted += [id for id in ([deck_id] if deck_id else ids) if id not in wanted]
            elif _left_out(self, game_id, deck_id):
                continue
            elif game:
                problems.append(
                    Finding(
                        "unknown-deck",
                        f'{game_id} has no deck "{deck_id}"',
                        did_you_mean(deck_id, ids),
                    )
                )
            elif game_id in [original.id for original in self.originals]:
                what = f'{game_id} has no texts in the language "{self.language}"'
                problems.append(
                    Finding(
                        "unknown-language",
                        what,
                        f"write them as game.{self.language}.yaml and DECK.{self.language}.yaml in its folder",
                    )
                )
            else:
                known = [
                    *games,
                    *(f"{game.id}/{deck.id}" for game in self.games for deck in game.decks),
                ]
                # as shells complete paths
                said = (
                    name.replace("\\", "/")
                    .rpartition("card_data/")[2]
                    .removesuffix(".yaml")
                    .strip("/")
                )
                problems.append(
                    self.project.no_game(
                        game_id, games, nearest(game_id, games) or nearest(said, known)
                    )
                )
        if problems:
            raise CardgenError(*problems)
        return [
            (games[id], [games[id].deck(deck) for deck in decks]) for id, decks in chosen.items()
        ]

    def problems_of(self, names: Sequence[str] = ()) -> list[Finding]:
        """What was wrong with the data of these games and decks; without names, of all. A deck does
        not answer for its neighbours."""
        if not names:
            return list(self.problems)
        named = [
            (self.project.root / "card_data" / game, deck) for game, deck in map(parts_of, names)
        ]
        sound = {(game.folder, deck.id) for game in self.games for deck in game.decks}

        def may_hold(file: Path, folder: Path, deck: str) -> bool:
            """Whether a deck's problems may lie in a file: its own, and a table when the deck could
            not be read."""
            table = file.suffix != ".yaml" and (folder, deck) not in sound
            return file.is_relative_to(folder) and (
                not deck or file.name.partition(".")[0] in (deck, "game", "editions") or table
            )

        def concerns(problem: Finding) -> bool:
            file = problem.place.file if problem.place else self.project.root
            if not file.is_relative_to(self.project.root / "card_data"):
                return True
            return any(may_hold(file, folder, deck) for folder, deck in named)

        return [problem for problem in self.problems if concerns(problem)]


P = TypeVar("P", bound=OpenProject)


def opened_as(kind: type[P], project: Project, language: str, ids: Sequence[str] = ()) -> P:
    """A project with its games, or those of these ids, in a language: the games that were
    translated into it."""
    games, problems = load_games(project, ids)
    if not games and not problems:
        none = Finding(
            "unknown-game",
            f"{shown(project.root / 'card_data')} holds no game",
            "add a folder with a game.yaml to it",
        )
        problems += strays(project) or [none]
    for game in games:
        if not game.decks and not any(problem.lies_in(game.folder) for problem in problems):
            none = Finding(
                "unknown-deck",
                f"the game {game.id} has no deck",
                _instead_of_none(project, game),
                game.place,
            )
            problems += [stray for stray in strays(project) if stray.lies_in(game.folder)] or [none]
    if language:
        return kind(
            project, translated(games, language, project, problems), problems, language, games
        )
    return kind(project, games, problems)


def _instead_of_none(project: Project, game: Game) -> str:
    """What to do about a game without a deck, which may have a table that only waits for one."""
    if table := next(iter(project.table_names(game.folder)), ""):
        return f"make a deck file for its table: cardgen table --guess {shown(game.folder / table)}"
    return "add a file such as main.yaml to its folder"


def open_games(root: Path, ids: Sequence[str], language: str = "") -> OpenProject:
    """Some of a project's games, where others need not be read."""
    return opened_as(OpenProject, find_project(root), language, ids)


def drafted(opened: P) -> P:
    """The project as drafts are made of it: cards whose art or template is not there yet are among
    its decks."""
    project = replace(opened.project, draft=True)
    return (
        opened_as(type(opened), project, opened.language)
        if opened.problems
        else replace(opened, project=project)
    )


@contextmanager
def after_its_cause(opened: OpenProject, names: Sequence[str]) -> Iterator[None]:
    """What cannot be done for want of a deck is told after what is wrong with the data."""
    try:
        yield
    except CardgenError as error:
        raise CardgenError(*opened.problems_of(names), *error.findings) from None


def _left_out(opened: OpenProject, game_id: str, deck_id: str) -> bool:
    """Whether this game or deck is there, but not among those that could be read: its own problems
    say why."""
    folder = opened.project.root / "card_data" / game_id
    if folder not in opened.project.game_folders():
        return False
    there = not deck_id or (folder / f"{deck_id}.yaml").is_file()
    return there and any(problem.lies_in(folder) for problem in opened.problems)


def is_broken(opened: OpenProject, game: Game) -> bool:
    """Whether something is wrong with the data of a game."""
    return any(problem.lies_in(game.folder) for problem in opened.problems)


def context_of(opened: OpenProject, game: Game, cache: Cache) -> Context:
    """What work on a game's cards begins with."""
    return Context.of(opened.project, game, opened.fonts, cache)


def check_call(
    opened: OpenProject,
    names: Sequence[str],
    options: Options,
    report: Report,
    wrong: list[Finding],
) -> list[Paper]:
    """The papers of a call. What it asks for in vain is `wrong`, and that something of the games
    named, or of all, would be written outside of the project, or of the folder that it names."""
    papers: list[Paper] = []
    with gathered(wrong):
        papers = check_options(options)
    with gathered(wrong):
        check_stamp(options.stamp)
    report.home = options.out or opened.project.output.parent
    with gathered(wrong):
        ids = [parts_of(name)[0] for name in names] or [game.id for game in opened.games]
        check_folder(options.out or opened.project.output, report.home, ids)
    return papers


@contextmanager
def called(
    opened: OpenProject, names: Sequence[str], options: Options, report: Report
) -> Iterator[tuple[list[Paper], list[Finding]]]:
    """The papers of a call, and what is wrong with it so far: with all that is found wrong
    meanwhile it is raised at the end. Else what is wrong with the data that it names is told."""
    wrong: list[Finding] = []
    papers = check_call(opened, names, options, report, wrong)
    with gathered(wrong):
        yield papers, wrong
    if wrong:
        raise CardgenError(*wrong)
    report.findings += opened.problems_of(names)
    tell_strays(opened, names, report)


def tell_strays(opened: OpenProject, names: Sequence[str], report: Report) -> None:
    """Note what would be read if it lay or was called otherwise, unless that is told as a problem:
    of the games that are named as a whole, or without names of all."""
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
