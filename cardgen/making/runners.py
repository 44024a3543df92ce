"""Runners: tasks done here, by several processes of this machine, or by the workers of a cluster.

What comes of a task is the same whoever does it."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cardgen.base.cache import Cache
from cardgen.base.findings import gathered
from cardgen.making.report import Met, Report
from cardgen.making.shelf import Shelf
from cardgen.making.tasks import Made, Task, TaskMaker, TaskOrder, make_share, put_away
from cardgen.model.project import Project
from cardgen.sandbox import process
from cardgen.sandbox.side_by_side import Say, can_share, side_by_side

STREAM = 500
"""Editions that are drawn as one stream: a process that draws is begun anew for each, and what it
holds is given back."""
PAYS = 100
"""Editions from which more processes save more than their start costs."""
PARTS_PAY = 150
"""Cards of which the parts of a run have to be made together before a copy of this process saves
more than it costs."""
_TURNS = 4
"""How often each process comes back for more at the least, so that none waits long for the last."""


class Runner(Protocol):
    """Does the tasks of an order."""

    def __call__(
        self, maker: TaskMaker, order: TaskOrder, tasks: Sequence[Task], shelf: Shelf
    ) -> Generator[Made, None, None]:
        """What became of each task as it comes, in any order, its files on the shelf.

        `maker` is the maker of this process."""


@dataclass(frozen=True, slots=True)
class RunnerHere:
    """Does tasks in this process, or in several; without a number of `jobs`, in as many as pay."""

    project: Project
    jobs: int = 0

    def __call__(
        self, maker: TaskMaker, order: TaskOrder, tasks: Sequence[Task], shelf: Shelf
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
                    for made in maker.make(share):
                        yield put_away(made, shelf)
                return
            waiting: list[Any] = []
            rest = iter(shares)
            while True:
                for share in islice(rest, jobs + 1 - len(waiting)):
                    task = pool.submit(make_share, self.project.root, order, share, shelf)
                    waiting.append(task)
                if not waiting:
                    return
                yield from waiting.pop(0).result()


@dataclass(frozen=True, slots=True)
class ClusterRunner:
    """Does tasks on the workers of a cluster, which `address` names."""

    address: str
    project: Project
    cache: Cache

    def __call__(
        self, maker: TaskMaker, order: TaskOrder, tasks: Sequence[Task], shelf: Shelf
    ) -> Generator[Made, None, None]:
        from cardgen.making.cluster import opened_cluster

        with opened_cluster(self.address, self.project, self.cache) as cluster:
            yield from cluster.made(order, shares_of(tasks, cluster.threads), shelf)


def shares_of(tasks: Sequence[Task], jobs: int) -> Iterator[list[Any]]:
    """The tasks in parts that so many processes draw as one stream each."""
    most = STREAM
    if jobs > 1:
        most = max(1, min(STREAM, total_size(tasks) // (_TURNS * jobs)))
    share: list[Task] = []
    for task in tasks:
        share.append(task)
        if total_size(share) >= most:
            yield share
            share = []
    if share:
        yield share


def total_size(tasks: Iterable[Task]) -> int:
    """How many parts these tasks have, such as editions."""
    return sum(task.size for task in tasks)


# The parts of one run


class RunPart(NamedTuple):
    """What a run makes and tells a report of, and how many cards are drawn for it.

    It has 0 cards where it is done in a moment."""

    make: Callable[[Report], None]
    cards: int = 0


@contextmanager
def beginning(parts: Sequence[RunPart], jobs: int, report: Report) -> Iterator[Callable[[], None]]:
    """Begin what pays of these parts in copies of this process, and give what makes the others.

    `jobs` is the number of copies at work, 0 for as many as the machine has processors. The report
    is told of all parts as if one had followed the other."""
    processes = jobs or os.cpu_count() or 1
    away = [number for number, part in enumerate(parts) if part.cards]
    away.sort(key=lambda number: -parts[number].cards)
    pays = len(away) > 1 and sum(part.cards for part in parts) >= PARTS_PAY
    if processes < 2 or not pays or not can_share():
        away = []
    pieces = [partial(_make_part, parts[number], report.home) for number in away]
    with side_by_side(pieces, processes, report.progress) as result:

        def make() -> None:
            for number, part in enumerate(parts):
                if number not in away:
                    with gathered(report.findings):
                        part.make(report)
                    continue
                met, files = result(away.index(number))
                report.take([met])
                for path, about in files:
                    report.made(path, about)

        yield make


def _make_part(part: RunPart, home: Path | None, say: Say) -> tuple[Met, list[tuple[Path, str]]]:
    """What a part meets in a copy of this process, and the files that it writes, each with what
    there is to say of it."""
    files: list[tuple[Path, str]] = []
    report = Report(progress=say, wrote=lambda path, about: files.append((path, about)), home=home)
    with gathered(report.findings):
        part.make(report)
    report.stage()
    return report.met, files
