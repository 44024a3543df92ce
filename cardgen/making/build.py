"""The parts that a call makes of an open project: rules tried, sheets, books, boxes.

Each part is a task that writes its files while it makes them, for they may be as large as a disk
holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cardgen.base.cache import Cache
from cardgen.base.findings import collect_findings
from cardgen.impose.layouts import LAYOUTS
from cardgen.making.open_project import OpenProject, context_of, is_broken
from cardgen.making.report import Report
from cardgen.making.runners import CopyRunner
from cardgen.making.selection import Job
from cardgen.making.sheets import make_sheets
from cardgen.making.tasks import Made, Task
from cardgen.making.validation import try_rules
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Paper

if TYPE_CHECKING:
    from cardgen.boxes.make import BoxOptions


class ProjectTask(Task, Protocol):
    """A task that writes its files itself, and tells a report of them."""

    def make(self, opened: OpenProject, cache: Cache, report: Report) -> object:
        """Do it. Raises CardgenError for what stops the whole run."""


@dataclass(frozen=True, slots=True)
class ProjectMaker:
    """Does the tasks of a project that is open in this process.

    Nothing is written outside of `home`."""

    opened: OpenProject
    cache: Cache
    home: Path | None

    def make(self, tasks: Sequence[Any], hear: Report | None = None) -> Iterator[Made]:
        """Do tasks, and yield the result of each; their files are in their places."""
        for task in tasks:
            report = Report(home=self.home)
            if hear:
                report.progress, report.wrote = hear.progress, hear.wrote
            task.make(self.opened, self.cache, report)
            report.stage()
            yield Made(task.name, met=(report.met,), written=tuple(report.written))


def run_tasks(
    opened: OpenProject,
    tasks: Sequence[ProjectTask],
    jobs: int,
    report: Report,
    cache: Cache,
    tried: Report | None = None,
) -> None:
    """Do these tasks, and tell of them in their order; what the rules say goes to `tried`."""
    maker, runner = ProjectMaker(opened, cache, report.home), CopyRunner(jobs, report)
    with closing(runner(maker, tasks)) as coming:
        for task, result in zip(tasks, coming, strict=True):
            of_task = tried if tried and isinstance(task, RulesTask) else report
            of_task.take(result.met)
            of_task.written += result.written


@dataclass(frozen=True, slots=True)
class RulesTask:
    """The rules of games and decks, tried."""

    chosen: Sequence[tuple[Game, list[Deck]]]
    name = "rules"
    size = 0

    def make(self, opened: OpenProject, cache: Cache, report: Report) -> None:
        """Try them here: in a moment, while others make what takes longer."""
        try_rules(opened, self.chosen, report)


@dataclass(frozen=True, slots=True)
class SheetTask:
    """The sheets of a job.

    Where these are all that the game has, the instructions to them as well."""

    job: Job
    papers: Sequence[Paper]

    @property
    def name(self) -> str:
        """The game, and which of its sets."""
        return f"{self.job.game.id}/sheets"

    @property
    def size(self) -> int:
        """The number of its cards."""
        return sum(map(len, self.job.decks))

    def make(self, opened: OpenProject, cache: Cache, report: Report) -> None:
        """Write them."""
        job = self.job
        job = job._replace(whole=job.whole and not is_broken(opened, job.game))
        has_instructions = (
            job.whole
            and job.counts is None
            and LAYOUTS[job.options.layout].explained
            and not job.options.labels
        )
        with collect_findings(report.findings):
            context = context_of(opened, job.game, cache)
            printed = make_sheets(context, job, self.papers, report)
            if has_instructions:
                from cardgen.making.books import put_instructions

                for paper in self.papers:
                    put_instructions(opened, context, printed, paper, job.options, report)


@dataclass(frozen=True, slots=True)
class BoxTask:
    """The boxes or trays of a deck, or of several together."""

    game: Game
    deck: Deck
    options: BoxOptions
    folder: Path
    size = 0

    @property
    def name(self) -> str:
        """The deck that it is for."""
        return f"{self.game.id}/{self.deck.id}/box"

    def make(self, opened: OpenProject, cache: Cache, report: Report) -> None:
        """Write them, and their cutting lines."""
        from cardgen.boxes.make import make_boxes

        game, about = self.game, self.deck.id or self.game.id
        report.progress(f"{game.title}: {self.deck.title}", 1, 1)
        with collect_findings(report.findings):
            for box in make_boxes(context_of(opened, game, cache), self.deck, self.options):
                report.put_pdf(self.folder / box.name, box.pdf, box.about)
                for name, svg in box.lines.items():
                    report.put(self.folder / name, svg, "cutting lines")
                if box.note:
                    report.note("box-note", box.note, about)
                if box.untranslated:
                    phrases = ", ".join(f'"{phrase}"' for phrase in box.untranslated)
                    file = f"game.{game.language}.yaml"
                    sentence = f"boxes say {phrases}; add them to words in {file}"
                    report.note("untranslated", sentence, about)
