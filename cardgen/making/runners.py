"""Runners: tasks done here and in copies of this process, by several processes, or on a cluster.

What comes of a task is the same whoever does it."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding
from cardgen.making.report import Report
from cardgen.making.tasks import (
    Made,
    PlainMaker,
    PlainTask,
    Task,
    TaskMaker,
    make_share,
    put_away,
    total_size,
)
from cardgen.model.project import Project
from cardgen.sandbox import process
from cardgen.sandbox.side_by_side import Say, can_share, side_by_side

if TYPE_CHECKING:
    from cardgen.making.ledger import Ledger
    from cardgen.making.shelf import Shelf

STREAM = 500
"""Editions that are drawn as one stream: a process that draws is begun anew for each, and what it
holds is given back."""
PAYS = 100
"""Editions from which more processes save more than their start costs."""
COPIES_PAY = 150
"""Cards of which the tasks of a run have to be made together before a copy of this process saves
more than it costs."""
_TURNS = 4
"""The least number of shares for each process, so that none waits long for the last."""


class Runner(Protocol):
    """Does tasks, where it decides."""

    def __call__(self, maker: Any, tasks: Sequence[Any]) -> Generator[Made, None, None]:
        """Yield the result of each task as it comes, its files where they belong.

        `maker` is the maker of this process."""


@dataclass(frozen=True, slots=True)
class CopyRunner:
    """A runner that works here and, where that pays, in copies of this process.

    A copy has all that is loaded here. `jobs` is the number of them at work, 0 for as many as the
    machine has processors; `report` hears of tasks as if one had followed the other."""

    jobs: int
    report: Report

    def __call__(self, maker: TaskMaker, tasks: Sequence[Task]) -> Generator[Made, None, None]:
        processes = self.jobs or os.cpu_count() or 1
        away = [number for number, task in enumerate(tasks) if task.size]
        away.sort(key=lambda number: -tasks[number].size)
        pays = len(away) > 1 and total_size(tasks) >= COPIES_PAY
        if processes < 2 or not pays or not can_share():
            away = []
        pieces = [partial(_make_in_copy, maker, tasks[number]) for number in away]
        with side_by_side(pieces, processes, self.report.progress) as result_of:
            for number, task in enumerate(tasks):
                if number not in away:
                    yield from maker.make([task], self.report)
                    continue
                result, files = result_of(away.index(number))
                for path, about in files:
                    self.report.wrote(path, about)
                yield result


def _make_in_copy(maker: TaskMaker, task: Task, say: Say) -> tuple[Made, list[tuple[Path, str]]]:
    """Do a task in a copy of this process; returns its result, and notes on its files."""
    files: list[tuple[Path, str]] = []
    hear = Report(progress=say, wrote=lambda path, about: files.append((path, about)))
    (result,) = maker.make([task], hear)
    return result, files


@dataclass(frozen=True, slots=True)
class PoolRunner:
    """Does plain tasks in this process, or in several that are begun for it.

    Without a number of `jobs` there are as many as pay."""

    project: Project
    shelf: Shelf
    jobs: int = 0

    def __call__(
        self, maker: PlainMaker, tasks: Sequence[PlainTask]
    ) -> Generator[Made, None, None]:
        from cardgen.prepress.raster import workers

        jobs = self.jobs
        if not jobs:
            jobs = (os.cpu_count() or 1) if total_size(tasks) >= PAYS else 1
        shares = list(shares_of(tasks, jobs))
        with workers(min(jobs, len(shares)), "cardgen.making.edition_files") as pool:
            if pool is None:
                for share in shares:
                    process.begin_run()
                    for result in maker.make(share):
                        yield put_away(result, self.shelf)
                return
            waiting: list[Any] = []
            rest = iter(shares)
            while True:
                for share in islice(rest, jobs + 1 - len(waiting)):
                    args = (self.project.root, maker.order, share, self.shelf)
                    waiting.append(pool.submit(make_share, *args))
                if not waiting:
                    return
                yield from waiting.pop(0).result()


@dataclass(frozen=True, slots=True)
class ClusterRunner:
    """Does plain tasks on the workers of a cluster, which `address` names."""

    project: Project
    shelf: Shelf
    address: str
    cache: Cache

    def __call__(
        self, maker: PlainMaker, tasks: Sequence[PlainTask]
    ) -> Generator[Made, None, None]:
        from cardgen.making.cluster import opened_cluster

        with opened_cluster(self.address, self.project, self.cache) as cluster:
            yield from cluster.made(maker.order, shares_of(tasks, cluster.threads), self.shelf)


def shares_of(tasks: Sequence[PlainTask], jobs: int) -> Iterator[list[Any]]:
    """The tasks in parts that so many processes draw as one stream each."""
    most = STREAM
    if jobs > 1:
        most = max(1, min(STREAM, total_size(tasks) // (_TURNS * jobs)))
    share: list[PlainTask] = []
    for task in tasks:
        share.append(task)
        if total_size(share) >= most:
            yield share
            share = []
    if share:
        yield share


@dataclass(frozen=True, slots=True)
class ShelfRun:
    """Runs plain tasks whose files go to a shelf; a ledger, if any, hears of each that is done."""

    shelf: Shelf
    report: Report
    ledger: Ledger | None
    parts: str
    """The parts of the tasks, such as editions."""

    def results(
        self, runner: Runner, maker: PlainMaker, tasks: Sequence[PlainTask]
    ) -> Generator[Made, None, None]:
        """Yield the result of each task as it comes; its files are on the shelf.

        What an earlier run left half written is cleared away."""
        self.shelf.tidy()
        if not tasks:
            return
        tasks_by_name = {task.name: task for task in tasks}
        progress = _Progress(self.report, self.parts, total_size(tasks))
        try:
            # whoever makes them is at an end before what they left is cleared away
            with closing(runner(maker, tasks)) as coming:
                for result in coming:
                    task = tasks_by_name[result.name]
                    if self.ledger:
                        self.ledger.enter(maker.order, task, result, self.shelf)
                    progress.step(task.size)
                    yield result
        finally:
            self.shelf.tidy()


@dataclass(slots=True)
class _Progress:
    """The progress of a run, with an estimate of the time that is left."""

    report: Report
    parts: str
    total: int
    done: int = 0
    start: float = field(default_factory=time.monotonic)

    def step(self, parts: int) -> None:
        self.done += parts
        if self.done == self.total:
            self.report.progress(self.parts, self.done, self.total)
            return
        seconds = (time.monotonic() - self.start) / self.done * (self.total - self.done)
        self.report.progress(f"{self.parts}, {_in_words(seconds)} left:", self.done, self.total)


def _in_words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@dataclass(frozen=True, slots=True)
class ClusterCall:
    """The cluster that a call names, and the address that its workers write to, if any."""

    address: str = ""
    to: str = ""

    def check(self, report: Report) -> None:
        """Raises CardgenError for addresses that cannot be; notes that others may come in."""
        if self.to and not self.address:
            remedy = "add --cluster, or name a folder with --out"
            raise CardgenError(Finding("option-conflict", "--to belongs to --cluster", remedy))
        if self.address:
            from cardgen.making.cluster import check_cluster, remark_on

            check_cluster(self.address)
            if remark := remark_on(self.address):
                report.note("cluster-open", remark)
        if self.to:
            from cardgen.making.shelf import AddressShelf

            AddressShelf(self.to).check()

    def shelf(self, folder: Path, home: Path | None) -> Shelf:
        """The shelf of its files: the address, or a folder here."""
        from cardgen.making.shelf import AddressShelf, FolderShelf

        return AddressShelf(self.to) if self.to else FolderShelf(folder, home)

    def runner(self, project: Project, shelf: Shelf, cache: Cache, jobs: int) -> Runner:
        """The runner of plain tasks: the cluster, or so many processes here."""
        if self.address:
            return ClusterRunner(project, shelf, self.address, cache)
        return PoolRunner(project, shelf, jobs)


NO_CLUSTER = ClusterCall()
