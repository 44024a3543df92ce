"""Tables that are kept elsewhere are pulled into the project: the one thing that asks the network,
and only when it is called.

What was fetched is read as the game's cards before it replaces the earlier table, within the bounds
of all tables; what cannot be read replaces nothing."""

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
from cardgen.base.findings import CardgenError, Finding, Place, gathered
from cardgen.base.network import SECONDS, SECONDS_TOGETHER, FetchBounds, NotFetched, fetch
from cardgen.base.scratch import scratch_folder
from cardgen.base.suggestions import did_you_mean
from cardgen.load import Loaded, load_games
from cardgen.load.differences import Differences, differences, values_by_id
from cardgen.load.pulled import LOCK, PulledTable, as_kept, digest_of, lock_of, read_lock
from cardgen.load.shares import service_of, table_address
from cardgen.load.workbook import check_parts
from cardgen.making.report import Report
from cardgen.model.cards import Game, Origin
from cardgen.model.project import Project
from cardgen.model.table_files import TABLES, TEXT_TABLES, is_text_table
from cardgen.sandbox.process import begin_run
from cardgen.schema.source import typed_text

MOST_TABLES = 100
"""How many tables a call pulls: a stranger's project makes nobody ask thousands of times."""
_PAGES = (b"<!doctype", b"<html", b"<head", b"<script", b"<?xml", b"<!--")
_OTHERS = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\xd0\xcf\x11\xe0": "a workbook of an old Excel (.xls)",
    b"{": "JSON",
}
"""How files begin that are no tables."""
_SHARING = "give the address of the CSV or XLSX itself, and share it with anyone who has the link"


@dataclass(frozen=True, slots=True)
class PullOptions:
    """How tables are pulled. `force` writes over one that was edited here; `own_hosts` may lie in a
    network of one's own."""

    force: bool = False
    own_hosts: Collection[str] = ()


class PulledDeck(NamedTuple):
    """A deck whose table was pulled. `differences` is None where its earlier cards are not
    known."""

    game: str
    deck: str
    cards: int
    differences: Differences | None


def pull(
    project: Project, names: Sequence[str], options: PullOptions, report: Report
) -> Iterator[PulledDeck]:
    """Fetch the tables that decks name by `from`, those of the games and decks named or all, and
    write each beside its deck.

    Yields what has changed, deck by deck. Raises CardgenError for a name that means nothing; all
    else is in the report."""
    begin_run()
    report.home = project.root
    wanted = [name.strip("/").partition("/")[::2] for name in names]
    draft = replace(project, draft=True)  # art that is not there yet keeps no table away
    loaded = load_games(draft, list(dict.fromkeys(game for game, _ in wanted)))
    chosen, wrong = [], list[Finding]()
    for game in loaded.games:
        with gathered(wrong):
            chosen.append(
                (game, _chosen(loaded, game, [deck for name, deck in wanted if name == game.id]))
            )
    if sum(len(files) for _, files in chosen) > MOST_TABLES:
        wrong.append(
            Finding(
                "pull-failed",
                f"these are more than {MOST_TABLES} tables",
                "name the games or decks to pull",
            )
        )
    if wrong:
        raise CardgenError(*wrong)
    there = {game.folder for game in loaded.games}
    report.findings += (
        each for each in loaded.problems if each.place and not there & {*each.place.file.parents}
    )
    if not any(files for _, files in chosen):
        # which may be why no address is known
        report.findings += (each for each in loaded.problems if each not in report.problems)
        if not report.problems:
            report.note(
                "nothing-made", "nothing was pulled: no deck says  cards: {from: https://...}"
            )
    patience = _Patience(SECONDS_TOGETHER)
    for game, files in chosen:
        for file in files:
            with gathered(report.findings):
                yield from _Pull(
                    draft,
                    game,
                    [each for each in game.origins if each.file == file],
                    loaded,
                    options,
                    patience,
                ).done(report)


def _chosen(loaded: Loaded, game: Game, decks: Sequence[str]) -> list[Path]:
    """The tables of a game that are meant: of these decks, or of all. Raises CardgenError for a
    deck that is none, or is not pulled."""
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
    return list(
        dict.fromkeys(
            file for deck, file in pulled.items() if deck in decks or "" in decks or not decks
        )
    )


class _Read(NamedTuple):
    """What a table says: its decks with what has changed, and what is wrong with it."""

    decks: list[PulledDeck]
    problems: list[Finding]


@dataclass(slots=True)
class _Patience:
    """The seconds that are left to wait for all tables of a call."""

    left: float

    @contextmanager
    def spent(self) -> Iterator[FetchBounds]:
        """What fetching the next table may take, which is taken off. Raises NotFetched where
        nothing is left."""
        if self.left <= 0:
            what = f"all tables together take longer than {SECONDS_TOGETHER:g} s, and this one was not asked for"
            raise NotFetched(what, "pull it alone: name its deck")
        begun = time.monotonic()
        try:
            yield FetchBounds(seconds=min(SECONDS, self.left))
        finally:
            self.left -= time.monotonic() - begun


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

    def done(self, report: Report) -> Iterator[PulledDeck]:
        """Fetch it, see what it says, and write it. Raises CardgenError."""
        self._check_addresses()
        check_inside(self.file, self.project.root)
        problems: list[Finding] = []
        lock = read_lock(self.project, self.game.folder, problems)
        if problems and not self.options.force:
            raise CardgenError(*problems)
        earlier, pulled = self._earlier(), lock.get(self.name)
        report.progress(f"{self.game.title}: {self.name}", 1, 1)
        data = self._fetched()
        same = earlier is not None and as_kept(self.file, earlier) == data
        if not same and earlier is not None:
            self._check_unedited(earlier, pulled)
        found = _Read([], []) if same else self._read(data, first=earlier is None)
        before = len(report.problems)
        if not same:
            report.put(self.file, data, f"pulled, {len(data) / 1024:.0f} kB")
        now = PulledTable(
            self.origins[0].address,
            datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            digest_of(self.file, data),
            len(data),
        )
        if len(report.problems) == before and (
            pulled is None or pulled != replace(now, time=pulled.time)
        ):
            report.put(
                self.game.folder / LOCK, lock_of({**lock, self.name: now}), "what was pulled"
            )
        elif same:
            report.note("nothing-made", "nothing has changed since the last pull", self.name)
        if len(report.problems) == before:
            yield from found.decks
            report.findings += found.problems

    def _check_addresses(self) -> None:
        """Raises CardgenError where the decks cannot share the table, or one of them names no
        address that can be read."""
        first = self.origins[0]
        unread = [origin.place.file for origin in self.origins if not origin.address]
        if unread:
            raise CardgenError(
                *(
                    problem
                    for problem in self.before.problems
                    if problem.place and problem.place.file in unread
                )
            )
        if other := next(
            (origin for origin in self.origins if origin.address != first.address), None
        ):
            what = f"{self.name} is pulled from another address for the deck {first.deck}"
            raise CardgenError(
                Finding(
                    "pull-failed",
                    what,
                    "keep one of them in a file of its own: file: NAME.csv",
                    other.place,
                )
            )

    def _check_unedited(self, earlier: bytes, pulled: PulledTable | None) -> None:
        """Raises CardgenError where a table would be written over that somebody has made or changed
        here."""
        if not self.options.force and (
            pulled is None or pulled.digest != digest_of(self.file, earlier)
        ):
            what = f"{self.name} {'was edited since it was pulled' if pulled else 'is there, and was not pulled'}; it stays as it is"
            remedy = "bring its changes into the shared table, and add --force to write over it"
            raise CardgenError(Finding("pull-failed", what, remedy, Place(self.file)))

    def _earlier(self) -> bytes | None:
        """What the table holds now, or None. Raises CardgenError."""
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

    def _fetched(self) -> bytes:
        """The table at the address, as it is to be written. Raises CardgenError."""
        origin = self.origins[0]
        service = service_of(origin.address)
        sharing = service.remedy if service else ""
        try:
            with self.patience.spent() as bounds:
                found = fetch(
                    table_address(origin.address, self.file.suffix.lower()),
                    bounds,
                    own=self.options.own_hosts,
                )
            _check_kind(found.data, self.file, f"{found.host} gives", sharing or _SHARING)
        except NotFetched as error:
            (problem,) = error.findings
            remedy = sharing if sharing and error.status in (401, 403, 404, 410) else problem.remedy
            raise CardgenError(replace(problem, remedy=remedy, place=origin.place)) from error
        except CardgenError as error:
            raise CardgenError(*error.at(origin.place)) from error
        return as_kept(self.file, found.data)

    def _read(self, data: bytes, *, first: bool) -> _Read:
        """What the decks become by a table. Raises CardgenError where it brings problems that were
        not there before.

        The first table of a deck may bring them where it can be read at all: one needs it to mend
        the deck."""
        with TemporaryDirectory(dir=scratch_folder()) as folder:
            aside = Path(folder) / self.file.name
            put_in_place(aside, data)
            after = load_games(self.project.trying(self.file, aside), [self.game.id])
            mine = {self.file, *(origin.place.file for origin in self.origins)}
            moved = [_moved(problem, aside, self.file) for problem in after.problems]
            found = [problem for problem in moved if problem.place and problem.place.file in mine]
            if first:
                _check_readable(aside, self.file, found)
        fresh = set(found).difference(self.before.problems)
        if fresh and not first:
            raise CardgenError(
                *(problem for problem in found if problem in fresh),
                Finding(
                    "pull-failed",
                    f"{self.name} stays as it was",
                    "mend the shared table or the deck, and pull again",
                ),
            )
        was = {
            deck.id: deck
            for game in self.before.games
            if game.id == self.game.id
            for deck in game.decks
        }
        now = {deck.id: deck for game in after.games for deck in game.decks}
        decks = []
        for deck in (origin.deck for origin in self.origins if origin.deck in now):
            changes = (
                differences(values_by_id(was[deck]), values_by_id(now[deck]))
                if deck in was
                else None
            )
            decks.append(PulledDeck(self.game.id, deck, len(now[deck]), changes))
        return _Read(decks, found)


def _moved(problem: Finding, aside: Path, file: Path) -> Finding:
    """A problem of the table that was set aside, as one of the table that it is to be."""
    place = problem.place
    return (
        replace(problem, place=replace(place, file=file))
        if place and place.file == aside
        else problem
    )


def _check_readable(aside: Path, file: Path, problems: Sequence[Finding]) -> None:
    """Raises CardgenError where what is wrong with a table is not a matter of its rows and
    columns."""
    wrong = [
        problem
        for problem in problems
        if problem.place and problem.place.file == file and not problem.place.line
    ]
    if is_text_table(file.name):
        with gathered(wrong):
            typed_text(aside, utf_16=True)
    if wrong:
        raise CardgenError(*(_moved(problem, aside, file) for problem in wrong))


def _check_kind(data: bytes, file: Path, whose: str, sharing: str) -> None:
    """Raises CardgenError for what is no table, or none of the kind that the file's name tells."""
    begins = data[:100].removeprefix(b"\xef\xbb\xbf").lstrip()
    if begins.lower().startswith(_PAGES):
        raise CardgenError(Finding("pull-failed", f"{whose} a web page, not a table", sharing))
    if other := next((what for start, what in _OTHERS.items() if begins.startswith(start)), ""):
        raise CardgenError(
            Finding(
                "pull-failed", f"{whose} {other}, not a table", "give the address of a CSV or XLSX"
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
    if kind != (ending if ending not in TEXT_TABLES else ""):
        better = file.with_suffix(kind or ".csv").name
        what = f"{whose} {f'a workbook ({kind})' if kind else 'a text'}, which cannot be kept as {file.name}"
        raise CardgenError(
            Finding("value-impossible", what, f"write  file: {better}  beside  from")
        )


def _workbook(data: bytes, ending: str) -> str:
    """How the name of a workbook should end, by its parts; one that is broken is what it is said to
    be."""
    try:
        check_parts(data)
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return ".ods" if "content.xml" in parts.namelist() else ".xlsx"
    except (zipfile.BadZipFile, ValueError, RuntimeError):
        return ".xlsx" if ending in TEXT_TABLES else ending
