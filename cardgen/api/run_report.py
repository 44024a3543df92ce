"""What a run has made and met."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.files import write
from cardgen.base.findings import CardgenError, Finding
from cardgen.rules.finding import Cause, CheckFinding, Outcome

if TYPE_CHECKING:
    from cardgen.cards.context import Progress
    from cardgen.engine import Pdf

_KINDS = ("problems", "findings", "outcomes", "causes")


class Met(NamedTuple):
    """What a run has met, by its kinds, and how much of each at the end of each stage. It can be
    sent to other processes as a whole."""

    kinds: tuple[tuple[Any, ...], ...]
    stages: tuple[tuple[int, ...], ...]
    notes: dict[str, list[str]]


@dataclass(slots=True)
class Report:
    """What a run has made and met. `progress` and `wrote` hear of it while it happens."""

    written: list[Path] = field(default_factory=list)
    problems: list[Finding] = field(default_factory=list)
    findings: list[CheckFinding] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    """What became of each rule."""
    causes: list[Cause] = field(default_factory=list)
    """The findings of rules once more, each cause with what counts on it."""
    notes: dict[str, list[str]] = field(default_factory=dict)
    """What gave way, and the decks for which it did."""
    ending: str = ""
    """What is told last: that nothing was made, and what would have it made all the same."""
    progress: Progress = lambda what, done, of: None
    wrote: Callable[[Path, str], None] = lambda path, about: None
    stages: list[tuple[int, ...]] = field(default_factory=list)
    """How much had been met at the end of each stage."""
    home: Path | None = None
    """The folder that nothing is written outside of, whatever links lead out of it; None where a
    call names the file itself."""

    @property
    def exit_code(self) -> int:
        """0 done; 1 a check found errors; 2 the input is wrong."""
        if self.problems:
            return 2
        return 1 if any(finding.severity == "error" for finding in self.findings) else 0

    @property
    def consequences(self) -> set[int]:
        """The findings and problems that come of a cause, each by its `id()`: two can say the same
        of different cards."""
        return {
            id(each) for cause in self.causes for each in (*cause.consequences, *cause.problems)
        }

    def stage(self) -> None:
        """A stage of the run is at its end, through which all its games went."""
        self.stages.append(tuple(len(getattr(self, kind)) for kind in _KINDS))

    @property
    def met(self) -> Met:
        """What was met so far, as plain values."""
        return Met(
            tuple(tuple(getattr(self, kind)) for kind in _KINDS), tuple(self.stages), {**self.notes}
        )

    def take(self, runs: Sequence[Met], since: int = 0, but: Collection[str] = ()) -> None:
        """What runs for a game each have met, as one run for all of them meets it: stage by stage,
        from one of them on. Some notes are told by who takes them."""
        for stage in range(since, max((len(each.stages) for each in runs), default=0)):
            for kinds, stages, _ in runs:
                begin, end = stages[stage - 1] if stage else (0,) * len(_KINDS), stages[stage]
                for name, met, first, last in zip(_KINDS, kinds, begin, end, strict=True):
                    getattr(self, name).extend(met[first:last])
        for each in runs:
            for what, about in each.notes.items():
                if what not in but:
                    self.note("run-note", what, *about)

    def made(self, path: Path, about: str) -> None:
        """A file has been written; one of which there is nothing to say belongs to another, which
        is told."""
        self.written.append(path)
        if about:
            self.wrote(path, about)

    def note(self, code: str, what: str, *about: str) -> None:
        """Something gave way, of a kind that has a code; `about` are the games or decks for which it did."""
        noted = self.notes.setdefault(what, [])
        noted += (name for name in dict.fromkeys(about) if name not in noted)

    def put(self, path: Path, data: bytes, about: str) -> None:
        """Write a file aside and rename it; where that cannot be, it is a problem of the run."""
        try:
            write(path, data, self.home)
        except CardgenError as error:
            self.problems += error.findings
            return
        self.made(path, about)

    def put_pdf(self, path: Path, pdf: Pdf, about: str = "") -> None:
        """The same for a PDF that is still open, piece by piece."""
        try:
            write(path, pdf.write, self.home)
        except CardgenError as error:
            self.problems += error.findings
            return
        size = sized(paged(pdf.pages), path.stat().st_size)
        self.made(path, f"{size}, {about}" if about else size)


def paged(count: int, what: str = "page") -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def sized(what: str, data: bytes | int) -> str:
    """What a file is, with its size, which may be known as a number of bytes."""
    size = data if isinstance(data, int) else len(data)
    return f"{what}, {size / 1024:.0f} kB"
