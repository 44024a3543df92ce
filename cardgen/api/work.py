"""Work that can be done anywhere: what is to be made, as plain values, and what became of it.

An order, and the tasks that belong to it, can be sent to any process that has the same project.
What comes back is the same wherever it is made, in whatever company and however often."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any, NamedTuple, Protocol

from cardgen.api.shelf import Shelf
from cardgen.base.findings import CardgenError, Finding
from cardgen.model.project import Project
from cardgen.sandbox import process


class MadeFile(NamedTuple):
    """A whole file: its name, what it holds, and what there is to say of it."""

    name: str
    data: bytes
    about: str
    digest: str
    """The SHA-256 of what it holds."""

    @classmethod
    def of(cls, name: str, data: bytes, about: str = "") -> MadeFile:
        return cls(name, data, about, sha256(data).hexdigest())


@dataclass(slots=True)
class Made:
    """What became of a task: its files, none where it could not be done."""

    name: str
    files: tuple[MadeFile, ...] = ()
    failed: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    """What was wrong, by the parts of it that have it."""
    pages: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """For each part on which page of which file it begins, where that is told."""

    def lost(self, problems: Sequence[Finding]) -> None:
        """It has come to nothing: its files could not be put where they belong."""
        self.failed = {**self.failed, **dict.fromkeys(self.pages or [self.name], tuple(problems))}
        self.files, self.pages = (), {}


class Task(Protocol):
    """What is made at once, by the name that nothing else of its run has."""

    @property
    def name(self) -> str: ...

    def key(self, order: Any) -> str:
        """What follows from all that its files can depend on: as long as it is equal, they need not
        be made again."""


class TaskMaker(Protocol):
    """Does the tasks of an order."""

    def make(self, tasks: Sequence[Any]) -> Iterator[Made]:
        """What becomes of each of them, in their order."""


class WorkOrder(Protocol):
    """What all tasks of a run have in common."""

    def maker(self, root: Path) -> TaskMaker:
        """Who does them, in a process that has the project at `root`. Raises CardgenError."""

    def undone(self, task: Any, problems: Sequence[Finding]) -> Made:
        """What there is to say of a task that nobody could do."""


def make_share(
    root: Path, order: WorkOrder, tasks: Sequence[Task], shelf: Shelf | None
) -> list[Made]:
    """In another process: the files put on the shelf, and what became of them without what they
    hold; with it where there is no shelf."""
    process.begin_run()
    return [put_away(made, shelf) if shelf else made for made in order.maker(root).make(tasks)]


def put_away(made: Made, shelf: Shelf) -> Made:
    """The files on their shelf; what cannot be written is told."""
    try:
        for each in made.files:
            shelf.put(each.name, each.data)
    except CardgenError as error:
        made.lost(error.findings)
        return made
    return bare(made)


def bare(made: Made) -> Made:
    """The same without what its files hold."""
    return replace(made, files=tuple(each._replace(data=b"") for each in made.files))


# On its way between machines


def roots_of(project: Project) -> dict[str, Path]:
    """Where a project lies on a machine, and what ships with the program."""
    return {"project": project.root, "shipped": project.shipped}


def parcel(value: Any, roots: Mapping[str, Path]) -> bytes:
    """A value for another machine: what names a file below one of these folders will name the one
    there."""
    packed = io.BytesIO()
    _Packing(packed, roots).dump(value)
    return packed.getvalue()


def unparcel(data: bytes, roots: Mapping[str, Path]) -> Any:
    """The value, for this machine. It comes from a worker that runs what this client sends."""
    return _Unpacking(io.BytesIO(data), roots).load()


class _Packing(pickle.Pickler):
    def __init__(self, file: io.BytesIO, roots: Mapping[str, Path]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._roots = roots

    def persistent_id(self, value: Any) -> Any:
        if isinstance(value, PurePath):
            return next(
                (
                    (name, *value.relative_to(root).parts)
                    for name, root in self._roots.items()
                    if value.is_relative_to(root)
                ),
                None,
            )
        return None


class _Unpacking(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, roots: Mapping[str, Path]) -> None:
        super().__init__(file)
        self._roots = roots

    def persistent_load(self, found: Any) -> Path:
        name, *parts = found
        return self._roots[name].joinpath(*parts)
