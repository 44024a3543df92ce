"""Volumes: decks whose tables are too long to be read at once, made and checked one part after the
other, each with files of its own."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.base.units import listed
from cardgen.making.open_project import OpenProject, opened_as
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report
from cardgen.making.selection import Job
from cardgen.making.sheets import make_sheets
from cardgen.making.tasks import Made
from cardgen.making.validation import check
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Paper

if TYPE_CHECKING:
    from cardgen.impose.options import Options
    from cardgen.making.settings import ValidateOptions

_MOST_FINDINGS = 200
"""Findings from which no further volume is looked at."""
_MOST_LISTED = 5


def has_volumes(deck: Deck) -> bool:
    """True if more cards of a deck are in its table than are read at a time."""
    return deck.volume[1] > 1


def check_whole(chosen: Sequence[tuple[Game, Sequence[Deck]]]) -> None:
    """Raise CardgenError for decks of which only the first volume is read: what is asked needs all
    of their cards."""
    problems = [
        Finding(
            "too-large",
            f"{game.id}/{deck.id} has {deck.volume[1]} files of cards, which only build and "
            "validate go through",
            "split it into several decks, or take  per_file  out of its file",
            deck.places.get("cards"),
        )
        for game, decks in chosen
        for deck in decks
        if has_volumes(deck)
    ]
    if problems:
        raise CardgenError(*problems)


def without_volumes(jobs: Sequence[Job]) -> list[Job]:
    """The jobs without the decks that have volumes: these are made one after the other."""
    rest = []
    for job in jobs:
        decks = [deck for deck in job.decks if not has_volumes(deck)]
        if len(decks) == len(job.decks):
            rest.append(job)
        elif decks:
            rest.append(job._replace(decks=decks, whole=False))
    return rest


class SeenIds:
    """The ids of the volumes that were gone through, as eight bytes each: there may be a
    million."""

    def __init__(self) -> None:
        self._hashes: list[tuple[int, array[int]]] = []

    def seen_before(self, ids: Sequence[str], number: int) -> dict[str, int]:
        """Those of a volume's ids that an earlier one has, with its number; all are kept."""
        ids_by_hash = {hash(id): id for id in ids}
        again = {
            ids_by_hash[seen]: earlier
            for earlier, hashes in self._hashes
            for seen in hashes
            if seen in ids_by_hash
        }
        self._hashes.append((number, array("q", ids_by_hash)))
        return again


@dataclass(frozen=True, slots=True)
class _VolumeTask(ProjectTask):
    """What is done with one volume of a deck, in a project that is opened for it."""

    game: Game
    deck: Deck
    number: int
    seen: SeenIds

    @property
    def size(self) -> int:
        """The number of its cards, if it is as long as the first."""
        return len(self.deck)

    @property
    def name(self) -> str:
        """The deck, and which volume of it."""
        return f"{self.game.id}/{self.deck.id}/{self.number:03}"

    def _opened(self, place: Workplace) -> OpenProject:
        project = replace(place.opened.project, volume=self.number)
        opened = opened_as(OpenProject, project, place.opened.language, [self.game.id])
        opened.fonts = place.opened.fonts  # the same files, read once
        return opened

    def _ids(self, deck: Deck) -> list[str]:
        """The ids that its table says."""
        has_ids = deck.table is not None and "id" in deck.table.columns
        return [card.id for card in deck.cards] if has_ids else []

    def finish(self, place: Workplace, result: Made, report: Report) -> None:
        """Tell of ids that cards of an earlier volume have."""
        again = self.seen.seen_before(result.value or (), self.number)
        if again:
            ids = listed([f'"{id}" (file {number})' for id, number in again.items()], _MOST_LISTED)
            report.findings.append(
                Finding(
                    "name-taken",
                    f"ids of file {self.number} are those of earlier cards: {ids}",
                    "give each card an id of its own",
                    self.deck.places.get("cards"),
                )
            )


@dataclass(frozen=True, slots=True)
class VolumeSheets(_VolumeTask):
    """The sheets of one volume."""

    options: Options | None = None
    papers: Sequence[Paper] = ()

    @property
    def details(self) -> tuple[object, ...]:
        """The options of its sheets."""
        assert self.options
        return self.number, replace(self.options, out=None, jobs=0), tuple(self.papers)

    def make(self, place: Workplace, report: Report) -> list[str]:
        """Write them; returns the ids of its cards."""
        assert self.options
        options = replace(self.options, mix=False)  # other decks know only the first volume
        if self.options.mix and self.number == 1:
            sentence = "--mix leaves a deck of several files on sheets of its own"
            report.note("sheets-shared", sentence, self.deck.id)
        opened = self._opened(place)
        deck_name = f"{self.game.id}/{self.deck.id}"
        report.findings += opened.problems_of([deck_name])
        ids: list[str] = []
        for game, decks in opened.select([deck_name]):
            with collect_findings(report.findings):
                context = place._replace(opened=opened).context(game)
                job = Job(game, decks, options, False)
                make_sheets(context, job, self.papers, place.folder(game), report)
            ids += (id for deck in decks for id in self._ids(deck))
        return ids


@dataclass(frozen=True, slots=True)
class VolumeChecks(_VolumeTask):
    """The checks of one volume."""

    checks: ValidateOptions | None = None

    def make(self, place: Workplace, report: Report) -> list[str]:
        """Check its cards; returns their ids."""
        assert self.checks
        opened = self._opened(place)
        deck_name = f"{self.game.id}/{self.deck.id}"
        check(opened, [deck_name], self.checks, report, place.cache)
        return [
            id
            for _, decks in opened.select([deck_name])
            for deck in decks
            for id in self._ids(deck)
        ]


def sheets_of_volumes(jobs: Sequence[Job], papers: Sequence[Paper]) -> Iterator[VolumeSheets]:
    """Yield a task for each volume of the decks that have several."""
    for job in jobs:
        for deck in filter(has_volumes, job.decks):
            seen = SeenIds()
            for number in range(1, deck.volume[1] + 1):
                yield VolumeSheets(job.game, deck, number, seen, job.options, papers)


def checks_of_volumes(
    chosen: Sequence[tuple[Game, Sequence[Deck]]], options: ValidateOptions
) -> Iterator[VolumeChecks]:
    """Yield a task for each volume but the first, which is checked with all else."""
    checks = replace(options, annotated=None, hands=None, kept=None, part=True)
    for game, decks in chosen:
        for deck in filter(has_volumes, decks):
            seen = SeenIds()
            seen.seen_before([card.id for card in deck.cards], 1)
            for number in range(2, deck.volume[1] + 1):
                yield VolumeChecks(game, deck, number, seen, checks)


def is_enough(report: Report) -> bool:
    """True if so much is wrong that no further volume need be looked at."""
    return len(report.findings) >= _MOST_FINDINGS
