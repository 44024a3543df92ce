"""The report of a run: files that were written, and findings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.files import write
from cardgen.base.findings import (
    CardgenError,
    Cause,
    Finding,
    causes_in,
    note,
    renumbered,
)

if TYPE_CHECKING:
    from cardgen.cards.context import Progress
    from cardgen.engine import Pdf
    from cardgen.rules.finding import Outcome


class Met(NamedTuple):
    """The findings and outcomes of a run, with their numbers at the end of each stage.

    It can be sent to other processes as a whole.
    """

    findings: tuple[Finding, ...]
    outcomes: tuple[Outcome, ...]
    stages: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Report:
    """The files and findings of a run; `progress` and `wrote` are called while it runs."""

    written: list[Path] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    """The outcome of each rule."""
    ending: str = ""
    """The last line: that nothing was made, and what would make it all the same."""
    progress: Progress = lambda what, done, of: None
    wrote: Callable[[Path, str], None] = lambda path, about: None
    stages: list[tuple[int, int]] = field(default_factory=list)
    """The numbers of findings and outcomes at the end of each stage."""
    home: Path | None = None
    """The folder that nothing is written outside of, whatever links lead out of it; None where a
    call names the file itself."""

    @property
    def problems(self) -> list[Finding]:
        """The errors of the input."""
        return [finding for finding in self.findings if finding.is_input_error]

    @property
    def checked(self) -> list[Finding]:
        """The findings of checks and rules."""
        return [finding for finding in self.findings if finding.check]

    @property
    def notes(self) -> list[Finding]:
        """The notes and warnings of the run itself, not of a check."""
        return [
            finding
            for finding in self.findings
            if finding.severity != "error" and not finding.check
        ]

    @property
    def causes(self) -> list[Cause]:
        """The findings that others come of, each with those."""
        return causes_in(self.findings)

    @property
    def exit_code(self) -> int:
        """0 done; 1 a check found errors; 2 the input is wrong."""
        if self.problems:
            return 2
        return 1 if any(finding.severity == "error" for finding in self.findings) else 0

    def stage(self) -> None:
        """End a stage of the run, which all its games went through."""
        self.stages.append((len(self.findings), len(self.outcomes)))

    @property
    def met(self) -> Met:
        """The findings and outcomes so far, as plain values."""
        return Met(tuple(self.findings), tuple(self.outcomes), tuple(self.stages))

    def take(self, runs: Sequence[Met], since: int = 0, but: Collection[str] = ()) -> None:
        """Add the findings of runs for a game each as one run would: stage by stage.

        Stages before `since` are left out, and so are notes that say one of `but`.
        """
        numbered = list[list[Finding]]()
        highest = self.highest_number
        for run in runs:
            numbered.append(renumbered(run.findings, highest))
            highest = max([highest, *(finding.number for finding in numbered[-1])])
        for stage in range(since, max((len(run.stages) for run in runs), default=0)):
            for run, findings in zip(runs, numbered, strict=True):
                first, first_outcome = run.stages[stage - 1] if stage else (0, 0)
                last, last_outcome = run.stages[stage]
                for finding in findings[first:last]:
                    if not self._is_note(finding):
                        self.findings.append(finding)
                self.outcomes += run.outcomes[first_outcome:last_outcome]
        for findings in numbered:
            for finding in findings:
                if self._is_note(finding) and finding.what not in but:
                    self.add_note(finding)

    @property
    def highest_number(self) -> int:
        """The highest number that a finding has."""
        return max((finding.number for finding in self.findings), default=0)

    def add_numbered(self, findings: Sequence[Finding]) -> None:
        """Add findings that are numbered among themselves."""
        self.findings += renumbered(findings, self.highest_number)

    @staticmethod
    def _is_note(finding: Finding) -> bool:
        return finding.severity == "note" and not finding.check

    def note(self, code: str, sentence: str, *about: str) -> None:
        """Add a note; `about` are the games or decks that it is about."""
        self.add_note(note(code, sentence, *about))

    def add_note(self, finding: Finding) -> None:
        """Add a note; one that is there for something else becomes a note about both."""
        for position, other in enumerate(self.findings):
            if self._is_note(other) and (other.what, other.place) == (finding.what, finding.place):
                about = tuple(dict.fromkeys((*other.about, *finding.about)))
                self.findings[position] = replace(other, about=about)
                return
        self.findings.append(finding)

    def made(self, path: Path, about: str) -> None:
        """Note that a file was written; without `about` it belongs to another, and is not told."""
        self.written.append(path)
        if about:
            self.wrote(path, about)

    def put(self, path: Path, data: bytes, about: str) -> None:
        """Write a file in one step; if that fails it is a problem of the run."""
        try:
            write(path, data, self.home)
        except CardgenError as error:
            self.findings += error.findings
            return
        self.made(path, about)

    def put_pdf(self, path: Path, pdf: Pdf, about: str = "") -> None:
        """Write a PDF that is still open, piece by piece."""
        try:
            write(path, pdf.write, self.home)
        except CardgenError as error:
            self.findings += error.findings
            return
        size = sized(paged(pdf.pages), path.stat().st_size)
        self.made(path, f"{size}, {about}" if about else size)


def paged(count: int, noun: str = "page") -> str:
    return f"{count} {noun if count == 1 else f'{noun}s'}"


def sized(kind: str, data: bytes | int) -> str:
    """The kind of a file with its size, of which the number of bytes may be given."""
    size = data if isinstance(data, int) else len(data)
    return f"{kind}, {size / 1024:.0f} kB"
