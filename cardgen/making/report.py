"""What a run has made and met."""

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
from cardgen.rules.finding import Outcome

if TYPE_CHECKING:
    from cardgen.cards.context import Progress
    from cardgen.engine import Pdf


class Met(NamedTuple):
    """What a run has met: its findings and the outcomes of rules, and how many of each there were
    at the end of each stage. It can be sent to other processes as a whole."""

    findings: tuple[Finding, ...]
    outcomes: tuple[Outcome, ...]
    stages: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Report:
    """What a run has made and met. `progress` and `wrote` hear of it while it happens."""

    written: list[Path] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    """What became of each rule."""
    ending: str = ""
    """What is told last: that nothing was made, and what would have it made all the same."""
    progress: Progress = lambda what, done, of: None
    wrote: Callable[[Path, str], None] = lambda path, about: None
    stages: list[tuple[int, int]] = field(default_factory=list)
    """How much had been met at the end of each stage."""
    home: Path | None = None
    """The folder that nothing is written outside of, whatever links lead out of it; None where a
    call names the file itself."""

    @property
    def problems(self) -> list[Finding]:
        """What is wrong with the input."""
        return [each for each in self.findings if each.is_input_error]

    @property
    def checked(self) -> list[Finding]:
        """What checks and rules have found."""
        return [each for each in self.findings if each.check]

    @property
    def notes(self) -> list[Finding]:
        """What is worth knowing of the run itself, which no check has found."""
        return [each for each in self.findings if each.severity != "error" and not each.check]

    @property
    def causes(self) -> list[Cause]:
        """The findings that others may come of, each with those."""
        return causes_in(self.findings)

    @property
    def exit_code(self) -> int:
        """0 done; 1 a check found errors; 2 the input is wrong."""
        if self.problems:
            return 2
        return 1 if any(finding.severity == "error" for finding in self.findings) else 0

    def stage(self) -> None:
        """A stage of the run is at its end, through which all its games went."""
        self.stages.append((len(self.findings), len(self.outcomes)))

    @property
    def met(self) -> Met:
        """What was met so far, as plain values."""
        return Met(tuple(self.findings), tuple(self.outcomes), tuple(self.stages))

    def take(self, runs: Sequence[Met], since: int = 0, but: Collection[str] = ()) -> None:
        """What runs for a game each have met, as one run for all of them meets it: stage by stage,
        from one of them on. Some notes are told by who takes them."""
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
        """Findings whose numbers hold among themselves, beside those that are here."""
        self.findings += renumbered(findings, self.highest_number)

    @staticmethod
    def _is_note(finding: Finding) -> bool:
        return finding.severity == "note" and not finding.check

    def note(self, code: str, what: str, *about: str) -> None:
        """Something is worth knowing; `about` are the games or decks that it is about."""
        self.add_note(note(code, what, *about))

    def add_note(self, finding: Finding) -> None:
        """The same; what is noted again of something else is one note about both."""
        for position, known in enumerate(self.findings):
            if self._is_note(known) and (known.what, known.place) == (finding.what, finding.place):
                about = tuple(dict.fromkeys((*known.about, *finding.about)))
                self.findings[position] = replace(known, about=about)
                return
        self.findings.append(finding)

    def made(self, path: Path, about: str) -> None:
        """A file has been written; one of which there is nothing to say belongs to another, which
        is told."""
        self.written.append(path)
        if about:
            self.wrote(path, about)

    def put(self, path: Path, data: bytes, about: str) -> None:
        """Write a file aside and rename it; where that cannot be, it is a problem of the run."""
        try:
            write(path, data, self.home)
        except CardgenError as error:
            self.findings += error.findings
            return
        self.made(path, about)

    def put_pdf(self, path: Path, pdf: Pdf, about: str = "") -> None:
        """The same for a PDF that is still open, piece by piece."""
        try:
            write(path, pdf.write, self.home)
        except CardgenError as error:
            self.findings += error.findings
            return
        size = sized(paged(pdf.pages), path.stat().st_size)
        self.made(path, f"{size}, {about}" if about else size)


def paged(count: int, what: str = "page") -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def sized(what: str, data: bytes | int) -> str:
    """What a file is, with its size, which may be known as a number of bytes."""
    size = data if isinstance(data, int) else len(data)
    return f"{what}, {size / 1024:.0f} kB"
