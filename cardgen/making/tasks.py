"""Tasks to make files, as plain values, and their results.

An order, and the tasks that belong to it, can be sent to any process that has the same project.
What comes back is the same wherever it is made, in whatever company and however often.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cardgen.base.cache import code_of, content_of
from cardgen.base.findings import CardgenError, Finding
from cardgen.making.report import Met, Report
from cardgen.model.project import Project
from cardgen.sandbox import process

if TYPE_CHECKING:
    from cardgen.making.shelf import Shelf


class MadeFile(NamedTuple):
    """A whole file: its name, what it holds, and the SHA-256 of that."""

    name: str
    data: bytes
    digest: str

    @classmethod
    def of(cls, name: str, data: bytes) -> MadeFile:
        return cls(name, data, sha256(data).hexdigest())


@dataclass(slots=True)
class Made:
    """The result of a task: its files, none if it could not be done."""

    name: str
    files: list[MadeFile] = field(default_factory=list)
    about: list[tuple[str, str]] = field(default_factory=list)
    """Notes on files, or on the folders that they lie in, by their names."""
    failed: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    """Problems of parts of the task, by their ids: an edition is a part, and so is a game."""
    pages: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """The files that hold each part, with the page on which it begins."""
    findings: tuple[tuple[str, Finding], ...] = ()
    """Findings, each with the id of the part that alone has it, or without one."""
    notes: tuple[Finding, ...] = ()
    met: Met = field(default_factory=lambda: Met((), (), ()))
    """The findings and outcomes that its report has, stage by stage."""
    written: tuple[Path, ...] = ()
    """Files that its maker has put in their places itself."""
    value: Any = None
    """The result beside files: what is said at the task."""

    def add(self, name: str, data: bytes, about: str) -> None:
        """Add a file, and a note on it."""
        self.files.append(MadeFile.of(name, data))
        self.about.append((name, about))

    def fail(self, id: str, problems: Sequence[Finding]) -> None:
        """Note what else is wrong with a part."""
        self.failed[id] = (*self.failed.get(id, ()), *problems)

    def lose(self, problems: Sequence[Finding]) -> None:
        """Note that its files could not be put where they belong."""
        parts = self.pages or [self.name]
        self.failed = {**self.failed, **dict.fromkeys(parts, tuple(problems))}
        self.files = []
        self.about = []
        self.pages = {}


class Task(Protocol):
    """A task, by a name that no other of its run has."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int:
        """The number of its parts, such as editions; 0 if it takes but a moment."""


def total_size(tasks: Iterable[Task]) -> int:
    """The number of parts of these tasks, such as editions."""
    return sum(task.size for task in tasks)


class PlainTask(Task, Protocol):
    """A task of plain values, which any process that has the project can do."""

    def key(self, order: Any) -> str:
        """A digest of all that its files depend on.

        While it stays the same, they need not be made again."""


class TaskMaker(Protocol):
    """Does tasks."""

    def make(self, tasks: Sequence[Any], hear: Report | None = None) -> Iterator[Made]:
        """Do tasks, and yield the result of each in their order.

        `hear` is told how far they are, and of files that are in their places.
        """


class PlainMaker(TaskMaker, Protocol):
    """Does the tasks of an order."""

    @property
    def order(self) -> TaskOrder: ...


class TaskOrder(Protocol):
    """The common part of all plain tasks of a run."""

    def maker(self, root: Path) -> PlainMaker:
        """The maker for a process that has the project at `root`. Raises CardgenError."""

    def undone(self, task: Any, problems: Sequence[Finding]) -> Made:
        """The result of a task that nobody could do."""


def content_of_project(project: Project, table: Path | None = None) -> bytes:
    """A digest of all that a page of a project can depend on.

    A `table` of editions is left out: each of its rows counts by itself."""
    roots = dict.fromkeys((project.root, project.shipped))
    folders = [root / name for root in roots for name in ("card_data", "templates", "fonts")]
    return content_of(folders, without=table) + code_of()


def make_share(
    root: Path, order: TaskOrder, tasks: Sequence[PlainTask], shelf: Shelf | None
) -> list[Made]:
    """Do tasks in a process of its own, and put their files on the shelf.

    Without a shelf the data of the files comes back with the results."""
    process.begin_run()
    results = order.maker(root).make(tasks)
    return [put_away(result, shelf) if shelf else result for result in results]


def put_away(result: Made, shelf: Shelf) -> Made:
    """Put the files of a task on the shelf; returns its result."""
    try:
        for file in result.files:
            shelf.put(file.name, file.data)
    except CardgenError as error:
        result.lose(error.findings)
        return result
    return without_data(result)


def without_data(result: Made) -> Made:
    """The result without the data of its files."""
    return replace(result, files=[file._replace(data=b"") for file in result.files])


# On its way between machines


def roots_of(project: Project) -> dict[str, Path]:
    """The folders of a project and of the shipped files on this machine."""
    return {"project": project.root, "shipped": project.shipped}


def parcel(value: Any, roots: Mapping[str, Path]) -> bytes:
    """Pack a value for another machine: paths below these folders mean those there."""
    packed = io.BytesIO()
    _Packing(packed, roots).dump(value)
    return packed.getvalue()


def unparcel(data: bytes, roots: Mapping[str, Path]) -> Any:
    """Unpack a value for this machine, from a worker that runs what this client sends."""
    return _Unpacking(io.BytesIO(data), roots).load()


class _Packing(pickle.Pickler):
    def __init__(self, file: io.BytesIO, roots: Mapping[str, Path]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._roots = roots

    def persistent_id(self, value: Any) -> Any:
        if isinstance(value, PurePath):
            for name, root in self._roots.items():
                if value.is_relative_to(root):
                    return (name, *value.relative_to(root).parts)
        return None


class _Unpacking(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, roots: Mapping[str, Path]) -> None:
        super().__init__(file)
        self._roots = roots

    def persistent_load(self, parts_of_path: Any) -> Path:
        name, *parts = parts_of_path
        return self._roots[name].joinpath(*parts)
