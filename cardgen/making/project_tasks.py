"""Tasks of an open project, done here, in copies of this process, or on a cluster.

Each writes its files while it makes them, for they may be as large as a disk holds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.files import read_own
from cardgen.base.findings import Finding
from cardgen.base.scratch import scratch_folder
from cardgen.cards.context import Context
from cardgen.making.open_project import OpenProject, context_of, opened_as
from cardgen.making.report import Report
from cardgen.making.runners import NO_CLUSTER, ClusterCall, CopyRunner, ShelfRun
from cardgen.making.tasks import Made, MadeFile, content_of_project, put_away
from cardgen.model.cards import Game
from cardgen.model.project import find_project
from cardgen.sandbox.process import begin_run

if TYPE_CHECKING:
    from cardgen.making.ledger import Ledger
    from cardgen.making.shelf import Shelf


class Workplace(NamedTuple):
    """An open project to work with, and the folder that files belong in."""

    opened: OpenProject
    cache: Cache
    out: Path

    def context(self, game: Game) -> Context:
        """The context in which the cards of a game are drawn."""
        return context_of(self.opened, game, self.cache)

    def folder(self, game: Game) -> Path:
        """The folder of a game's files."""
        return self.out / game.id


class ProjectTask:
    """A task of a game that writes its files itself, and tells a report of them.

    It holds plain values, so that it can be sent to whoever has the project. Its `size` is 0 if it
    takes but a moment, or needs what is here: it is done here then."""

    game: Game
    tries_rules = False

    @property
    def size(self) -> int:
        """The number of its parts, such as cards."""
        return 0

    @property
    def name(self) -> str:
        """The name of the task, which no other of its run has."""
        raise NotImplementedError

    @property
    def details(self) -> tuple[object, ...]:
        """The values beside the project and its name that its files depend on."""
        return ()

    def key(self, order: ProjectOrder) -> str:
        """A digest of all that its files depend on."""
        text = repr((order, self.name, self.details))
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def make(self, place: Workplace, report: Report) -> Any:
        """Do it, and return its result. Raises CardgenError for what stops the whole run."""
        raise NotImplementedError

    def finish(self, place: Workplace, result: Made, report: Report) -> None:
        """Look after files of an earlier run, now that those of this one are in their places."""


@dataclass(frozen=True, slots=True)
class ProjectOrder:
    """The common part of a project's tasks; `content` is a digest of its files."""

    content: str
    language: str
    draft: bool

    @classmethod
    def of(cls, opened: OpenProject) -> ProjectOrder:
        content = content_of_project(opened.project).hex()
        return cls(content, opened.language, opened.project.draft)

    def maker(self, root: Path) -> ScratchMaker:
        return ScratchMaker(root, self)

    def undone(self, task: ProjectTask, problems: Sequence[Finding]) -> Made:
        """The result of a task that no worker could do."""
        about = task.game.id
        named = [replace(problem, what=f"{about}: {problem.what}") for problem in problems]
        return Made(task.name, failed={task.name: tuple(named)})


@dataclass(frozen=True, slots=True)
class ProjectMaker:
    """Does the tasks of a project that is open in this process.

    Nothing is written outside of `home`."""

    place: Workplace
    home: Path | None

    def make(self, tasks: Sequence[Any], hear: Report | None = None) -> Iterator[Made]:
        """Do tasks, and yield the result of each; their files are in their places."""
        for task in tasks:
            report = Report(home=self.home)
            if hear:
                report.progress, report.wrote = hear.progress, hear.wrote
            value = task.make(self.place, report)
            report.stage()
            yield Made(task.name, met=report.met, written=tuple(report.written), value=value)


class ScratchMaker:
    """Does tasks where the project was sent to; their files come with the results."""

    def __init__(self, root: Path, order: ProjectOrder) -> None:
        self._root, self.order = root, order

    def make(self, tasks: Sequence[ProjectTask], hear: Report | None = None) -> Iterator[Made]:
        """Do tasks, and yield the result of each."""
        for task in tasks:
            begin_run()
            opened = _opened(self._root, task.game.id, self.order)
            yield _in_scratch(opened, Cache.of_user(), task)


def _in_scratch(opened: OpenProject, cache: Cache, task: ProjectTask) -> Made:
    """Do a task in a folder that does not stay; its files come with the result."""
    with TemporaryDirectory(dir=scratch_folder()) as folder:
        out = Path(folder).resolve()
        about: list[tuple[str, str]] = []
        maker = ProjectMaker(Workplace(opened, cache, out), out)
        (result,) = maker.make([task], Report(wrote=_noted_below(out, about)))
        paths = sorted(path for path in out.rglob("*") if path.is_file())
        files = [MadeFile.of(path.relative_to(out).as_posix(), read_own(path)) for path in paths]
        return replace(result, files=files, about=about, written=())


def _noted_below(out: Path, about: list[tuple[str, str]]) -> Callable[[Path, str], None]:
    return lambda path, note: about.append((path.relative_to(out).as_posix(), note))


@lru_cache(maxsize=1)
def _opened(root: Path, game_id: str, order: ProjectOrder) -> OpenProject:
    """A project with one of its games open, kept for the next task."""
    project = replace(find_project(root), draft=order.draft)
    return opened_as(OpenProject, project, order.language, [game_id])


class ProjectRun:
    """A run of tasks of a project, here or on the cluster of a call, told to a report.

    `jobs` is the number of processes that do them here."""

    def __init__(
        self,
        place: Workplace,
        report: Report,
        jobs: int = 1,
        call: ClusterCall = NO_CLUSTER,
    ) -> None:
        self.place, self.report, self.jobs, self.call = place, report, jobs, call
        self._maker = ProjectMaker(place, report.home)

    @cached_property
    def shelf(self) -> Shelf:
        """The shelf of what a cluster makes."""
        return self.call.shelf(self.place.out, self.report.home)

    @cached_property
    def order(self) -> ProjectOrder:
        """The common part of the tasks."""
        return ProjectOrder.of(self.place.opened)

    def make(
        self,
        tasks: Sequence[ProjectTask],
        tried: Report | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        """Do tasks, and tell of them in their order.

        What the rules say goes to `tried`; what a cluster has done is entered in `ledger`."""
        with closing(self.results(tasks, ledger)) as coming:
            for task, result in zip(tasks, coming, strict=True):
                report = tried if tried and task.tries_rules else self.report
                report.take([result.met])
                report.written += result.written
                self.tell_failed(result)
                if not self.call.to:
                    task.finish(self.place, result, report)

    def tell_failed(self, result: Made) -> None:
        """Tell why a task was not done, or its files not put in their places."""
        for problems in result.failed.values():
            self.report.findings += problems

    def results(
        self, tasks: Sequence[ProjectTask], ledger: Ledger | None = None
    ) -> Generator[Made, None, None]:
        """Yield the results of tasks in their order."""
        if not self.call.address:
            yield from CopyRunner(self.jobs, self.report)(self._maker, tasks)
            return
        from_cluster = self._from_cluster([task for task in tasks if task.size], ledger)
        for task in tasks:
            if task.size:
                yield self._in_place(from_cluster[task.name])
            elif self.call.to:
                result = _in_scratch(self.place.opened, self.place.cache, task)
                yield self._in_place(put_away(result, self.shelf))
            else:
                yield from self._maker.make([task], self.report)

    def _from_cluster(self, tasks: Sequence[ProjectTask], ledger: Ledger | None) -> dict[str, Made]:
        """The results of tasks that a cluster does, by their names."""
        project = self.place.opened.project
        runner = self.call.runner(project, self.shelf, self.place.cache, self.jobs)
        run = ShelfRun(self.shelf, self.report, ledger, "tasks")
        with closing(run.results(runner, self.order.maker(project.root), tasks)) as coming:
            results = {result.name: result for result in coming}
        if self.shelf.path("") is None and any(result.files for result in results.values()):
            self.report.note("files-elsewhere", f"the files are at {self.shelf}")
        return results

    def _in_place(self, result: Made) -> Made:
        """Tell of files that a cluster has made, as far as they are on this machine."""
        paths: list[Path] = []
        for name, about in result.about:
            if path := self.shelf.path(name):
                self.report.wrote(path, about)
                paths.append(path)
        return replace(result, written=tuple(paths))
