"""Pull tables that are kept elsewhere into the project: the one thing that asks the network.

What was fetched is read as the game's cards before it replaces the earlier table, within the bounds
of all tables; what cannot be read replaces nothing.
"""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cardgen.base.files import check_inside, put_in_place
from cardgen.base.findings import CardgenError, Finding, Place, collect_findings
from cardgen.base.network import SECONDS, SECONDS_TOGETHER, FetchBounds, NotFetched, fetch
from cardgen.base.scratch import scratch_folder
from cardgen.base.suggestions import did_you_mean
from cardgen.load import Loaded, load_games
from cardgen.load.differences import Differences, differences, values_by_id
from cardgen.load.pulled import LOCK, PulledTable, as_kept, digest_of, lock_of, read_lock
from cardgen.load.shares import service_of, table_address
from cardgen.load.workbook import MOST_PARTS, check_parts
from cardgen.making.open_project import parts_of
from cardgen.making.report import Report
from cardgen.model.cards import Deck, Game, Origin
from cardgen.model.project import Project
from cardgen.model.table_files import TABLES, TEXT_TABLES, is_text_table
from cardgen.sandbox.process import begin_run
from cardgen.schema.source import typed_text

MOST_TABLES = 100
"""Tables of one call: a stranger's project makes nobody ask thousands of times."""
_WEB_PAGE_STARTS = (b"<!doctype", b"<html", b"<head", b"<script", b"<?xml", b"<!--")
_OTHER_STARTS = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\xd0\xcf\x11\xe0": "a workbook of an old Excel (.xls)",
    b"{": "JSON",
}
"""The first bytes of files that are no tables, with their kind."""
_SHARING = "give the address of the CSV or XLSX itself, and share it with anyone who has the link"


@dataclass(frozen=True, slots=True)
class PullOptions:
    """The options of pulling tables.

    `force` writes over a table that was edited here; `own_hosts` may lie in a network of one's own.
    """

    force: bool = False
    own_hosts: Collection[str] = ()


class PulledDeck(NamedTuple):
    """A deck whose table was pulled; `differences` is None if its earlier cards are unknown."""

    game: str
    deck: str
    cards: int
    differences: Differences | None


def pull(
    project: Project, names: Sequence[str], options: PullOptions, report: Report
) -> Iterator[PulledDeck]:
    """Fetch the tables that decks name by `from`, and write each beside its deck.

    They are those of the games and decks named, or all. Yields the decks with what changed. Raises
    CardgenError for an unknown name; all else is in the report.
    """
    begin_run()
    report.home = project.root
    parts = [parts_of(name) for name in names]
    draft = replace(project, draft=True)  # art that is not there yet keeps no table away
    loaded = load_games(draft, list(dict.fromkeys(game for game, _ in parts)))
    chosen: list[tuple[Game, list[Path]]] = []
    problems: list[Finding] = []
    for game in loaded.games:
        decks = [deck for name, deck in parts if name == game.id]
        with collect_findings(problems):
            chosen.append((game, _tables_of(loaded, game, decks)))
    if sum(len(files) for _, files in chosen) > MOST_TABLES:
        problems.append(
            Finding(
                "pull-failed",
                f"these are more than {MOST_TABLES} tables",
                "name the games or decks to pull",
            )
        )
    if problems:
        raise CardgenError(*problems)
    _report_unread(loaded, report, is_nothing_chosen=not any(files for _, files in chosen))
    patience = _Patience(SECONDS_TOGETHER)
    for game, files in chosen:
        for file in files:
            origins = [origin for origin in game.origins if origin.file == file]
            with collect_findings(report.findings):
                table = _Pull(draft, game, origins, loaded, options, patience)
                yield from table.pull(report)


def _report_unread(loaded: Loaded, report: Report, *, is_nothing_chosen: bool) -> None:
    """Report the problems of what was loaded outside the folders of games.

    If there is no table to pull, all problems: they may be why no address is known.
    """
    folders = {game.folder for game in loaded.games}
    for problem in loaded.problems:
        if problem.place and not folders & {*problem.place.file.parents}:
            report.findings.append(problem)
    if is_nothing_chosen:
        earlier = report.problems
        report.findings += (problem for problem in loaded.problems if problem not in earlier)
        if not report.problems:
            report.note(
                "nothing-made", "nothing was pulled: no deck says  cards: {from: https://...}"
            )


def _tables_of(loaded: Loaded, game: Game, decks: Sequence[str]) -> list[Path]:
    """The tables of a game to pull: of these decks, or of all.

    Raises CardgenError for a deck that there is not, or that is not pulled.
    """
    pulled = {origin.deck: origin.file for origin in game.origins}
    problems = []
    for deck in decks:
        file = game.folder / f"{deck}.yaml"
        if deck and deck not in pulled and file.is_file():
            unread = [
                problem
                for problem in loaded.problems
                if problem.place and problem.place.file == file
            ]
            problems += unread or [
                Finding(
                    "pull-failed",
                    f"{game.id}/{deck} names no address",
                    "write  cards: {from: https://...}  in its file",
                )
            ]
        elif deck and deck not in pulled:
            problems.append(
                Finding(
                    "unknown-deck", f'{game.id} has no deck "{deck}"', did_you_mean(deck, pulled)
                )
            )
    if problems:
        raise CardgenError(*problems)
    is_all = not decks or "" in decks
    return list(dict.fromkeys(file for deck, file in pulled.items() if is_all or deck in decks))


class _Read(NamedTuple):
    """A table that was read: its decks with what has changed, and its problems."""

    decks: list[PulledDeck]
    problems: list[Finding]


@dataclass(slots=True)
class _Patience:
    """The seconds that are left to wait for all tables of a call."""

    left: float

    @contextmanager
    def fetch_bounds(self) -> Iterator[FetchBounds]:
        """Give the bounds of fetching one table, and take its time off.

        Raises NotFetched if no time is left.
        """
        if self.left <= 0:
            raise NotFetched(
                f"all tables together take longer than {SECONDS_TOGETHER:g} s, "
                "and this one was not asked for",
                "pull it alone: name its deck",
            )
        start = time.monotonic()
        try:
            yield FetchBounds(seconds=min(SECONDS, self.left))
        finally:
            self.left -= time.monotonic() - start


@dataclass(frozen=True, slots=True)
class _Pull:
    """One table, and the decks of a game that share it."""

    project: Project
    game: Game
    origins: Sequence[Origin]
    before: Loaded
    options: PullOptions
    patience: _Patience

    @property
    def file(self) -> Path:
        return self.origins[0].file

    @property
    def name(self) -> str:
        return self.file.relative_to(self.game.folder).as_posix()

    def pull(self, report: Report) -> Iterator[PulledDeck]:
        """Fetch the table, read it, write it, and yield its decks. Raises CardgenError."""
        self._check_addresses()
        check_inside(self.file, self.project.root)
        problems: list[Finding] = []
        lock = read_lock(self.project, self.game.folder, problems)
        if problems and not self.options.force:
            raise CardgenError(*problems)
        earlier, locked = self._earlier(), lock.get(self.name)
        report.progress(f"{self.game.title}: {self.name}", 1, 1)
        data = self._fetch()
        is_same = earlier is not None and as_kept(self.file, earlier) == data
        if not is_same and earlier is not None:
            self._check_unedited(earlier, locked)
        table = _Read([], []) if is_same else self._read(data, is_first=earlier is None)
        problem_count = len(report.problems)
        if not is_same:
            report.put(self.file, data, f"pulled, {len(data) / 1024:.0f} kB")
        now = PulledTable(
            self.origins[0].address,
            datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            digest_of(self.file, data),
            len(data),
        )
        was_written = len(report.problems) == problem_count
        if was_written and (locked is None or locked != replace(now, time=locked.time)):
            lock_file = lock_of({**lock, self.name: now})
            report.put(self.game.folder / LOCK, lock_file, "what was pulled")
        elif is_same:
            report.note("nothing-made", "nothing has changed since the last pull", self.name)
        if len(report.problems) == problem_count:
            yield from table.decks
            report.findings += table.problems

    def _check_addresses(self) -> None:
        """Raise CardgenError if the decks cannot share the table, or one has no address to read."""
        first = self.origins[0]
        unread = [origin.place.file for origin in self.origins if not origin.address]
        if unread:
            problems = self.before.problems
            raise CardgenError(
                *(problem for problem in problems if problem.place and problem.place.file in unread)
            )
        for origin in self.origins:
            if origin.address != first.address:
                raise CardgenError(
                    Finding(
                        "pull-failed",
                        f"{self.name} is pulled from another address for the deck {first.deck}",
                        "keep one of them in a file of its own: file: NAME.csv",
                        origin.place,
                    )
                )

    def _check_unedited(self, earlier: bytes, locked: PulledTable | None) -> None:
        """Raise CardgenError if the table was made or edited here, unless `force` is given."""
        if self.options.force or (locked and locked.digest == digest_of(self.file, earlier)):
            return
        state = "was edited since it was pulled" if locked else "is there, and was not pulled"
        raise CardgenError(
            Finding(
                "pulled-changed",
                f"{self.name} {state}; it stays as it is",
                "bring its changes into the shared table, and add --force to write over it",
                Place(self.file),
            )
        )

    def _earlier(self) -> bytes | None:
        """The table as it is here, or None. Raises CardgenError."""
        try:
            return self.project.read(self.file)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CardgenError(
                Finding(
                    "file-unreadable",
                    f"the file cannot be read: {error.strerror}",
                    "make it readable",
                    Place(self.file),
                )
            ) from error

    def _fetch(self) -> bytes:
        """Fetch the table, as it is to be written. Raises CardgenError."""
        origin = self.origins[0]
        service = service_of(origin.address)
        sharing = service.remedy if service else ""
        try:
            with self.patience.fetch_bounds() as bounds:
                response = fetch(
                    table_address(origin.address, self.file.suffix.lower()),
                    bounds,
                    own=self.options.own_hosts,
                )
            _check_kind(response.data, self.file, f"{response.host} gives", sharing or _SHARING)
        except NotFetched as error:
            (problem,) = error.findings
            remedy = sharing if sharing and error.status in (401, 403, 404, 410) else problem.remedy
            raise CardgenError(replace(problem, remedy=remedy, place=origin.place)) from error
        except CardgenError as error:
            raise CardgenError(*error.at(origin.place)) from error
        return as_kept(self.file, response.data)

    def _read(self, data: bytes, *, is_first: bool) -> _Read:
        """Read the decks of a table. Raises CardgenError if it brings new problems.

        The first table of a deck may bring them if it can be read at all: one needs it to mend the
        deck.
        """
        with TemporaryDirectory(dir=scratch_folder()) as folder:
            copy = Path(folder) / self.file.name
            put_in_place(copy, data)
            after = load_games(self.project.trying(self.file, copy), [self.game.id])
            files = {self.file, *(origin.place.file for origin in self.origins)}
            moved = [_moved(problem, copy, self.file) for problem in after.problems]
            problems = [
                problem for problem in moved if problem.place and problem.place.file in files
            ]
            if is_first:
                _check_readable(copy, self.file, problems)
        problems += self._empty_decks(after)
        new_problems = set(problems).difference(self.before.problems)
        if new_problems and not is_first:
            raise CardgenError(
                *(problem for problem in problems if problem in new_problems),
                Finding(
                    "pull-failed",
                    f"{self.name} stays as it was",
                    "mend the shared table or the deck, and pull again",
                ),
            )
        old_decks, new_decks = self._decks_of(self.before), self._decks_of(after)
        decks = []
        for origin in self.origins:
            deck, old = new_decks.get(origin.deck), old_decks.get(origin.deck)
            if deck:
                changes = differences(values_by_id(old), values_by_id(deck)) if old else None
                decks.append(PulledDeck(self.game.id, deck.id, len(deck), changes))
        return _Read(decks, problems)

    def _empty_decks(self, after: Loaded) -> Iterator[Finding]:
        """Yield errors of decks that would have no card any more: a table is seldom emptied."""
        decks = self._decks_of(after)
        for origin in self.origins:
            for note in decks[origin.deck].notes if origin.deck in decks else ():
                if note.code == "deck-without-cards":
                    yield replace(note, code="deck-empty", severity="error")

    def _decks_of(self, loaded: Loaded) -> dict[str, Deck]:
        games = [game for game in loaded.games if game.id == self.game.id]
        return {deck.id: deck for game in games for deck in game.decks}


def _moved(problem: Finding, copy: Path, file: Path) -> Finding:
    """A problem of the copy of a table, as one of the table itself."""
    place = problem.place
    if not place or place.file != copy:
        return problem
    return replace(problem, place=replace(place, file=file))


def _check_readable(copy: Path, file: Path, problems: Sequence[Finding]) -> None:
    """Raise CardgenError for problems of a table that are not of its rows and columns."""
    unreadable = [
        problem
        for problem in problems
        if problem.place and problem.place.file == file and not problem.place.line
    ]
    if is_text_table(file.name):
        with collect_findings(unreadable):
            typed_text(copy, utf_16=True)
    if unreadable:
        raise CardgenError(*(_moved(problem, copy, file) for problem in unreadable))


def _check_kind(data: bytes, file: Path, whose: str, sharing: str) -> None:
    """Raise CardgenError for data that is no table, or none of the kind of the file's name."""
    begins = data[:100].removeprefix(b"\xef\xbb\xbf").lstrip()
    if begins.lower().startswith(_WEB_PAGE_STARTS):
        raise CardgenError(Finding("pull-failed", f"{whose} a web page, not a table", sharing))
    for start, other_kind in _OTHER_STARTS.items():
        if begins.startswith(start):
            raise CardgenError(
                Finding(
                    "pull-failed",
                    f"{whose} {other_kind}, not a table",
                    "give the address of a CSV or XLSX",
                )
            )
    ending = file.suffix.lower()
    kind = _workbook(data, ending) if data.startswith(b"PK\3\4") else ""
    if kind and kind not in TABLES:
        raise CardgenError(
            Finding(
                "file-unreadable",
                f"{whose} a workbook that is not read",
                "save it as XLSX, and share that",
            )
        )
    if kind != ("" if ending in TEXT_TABLES else ending):
        better = file.with_suffix(kind or ".csv").name
        content = f"a workbook ({kind})" if kind else "a text"
        raise CardgenError(
            Finding(
                "pull-failed",
                f"{whose} {content}, which cannot be kept as {file.name}",
                f"write  file: {better}  beside  from",
            )
        )


def _workbook(data: bytes, ending: str) -> str:
    """The ending of a workbook by its parts; of a broken one the ending that it has."""
    try:
        check_parts(data, MOST_PARTS)
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return ".ods" if "content.xml" in parts.namelist() else ".xlsx"
    except (zipfile.BadZipFile, ValueError, RuntimeError):
        return ".xlsx" if ending in TEXT_TABLES else ending
