"""Faults of a drawing, each with its remedy and line, and their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NoReturn

from cardgen.base.findings import CardgenError, Finding, Place, in_words, note


class DrawingError(Exception):
    """SVG that is not drawn here.

    It has its own `faults`, and the `problems` of files it refers to."""

    ILL_FORMED: ClassVar[str] = "it is not well-formed XML"
    """The beginning of the fault of mark-up that cannot be read at all. Of what was composed no
    line can be traced to its template."""
    is_unbounded: ClassVar[bool] = False
    """True if the drawing was given up while it grew: nothing else that is wrong would end that."""

    def __init__(self, faults: Sequence[Fault], problems: Sequence[Finding] = ()) -> None:
        super().__init__("; ".join(fault.what for fault in faults))
        self.faults = tuple(faults)
        self.problems = tuple(problems)

    def within(self, path: Path) -> CardgenError:
        """The faults as an error of a file, with the places in it."""
        findings = [fault.at(Place(path, fault.line)) for fault in self.faults]
        return CardgenError(*findings, *self.problems)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of an element, given by its line and its number in document order."""

    what: str
    remedy: str
    line: int = 0
    element: int = 0
    code: str = "art-refused"
    measured: str = ""

    def __str__(self) -> str:
        return in_words(self.what, self.remedy)

    def at(self, place: Place | None, code: str = "") -> Finding:
        """Return a finding at a place, with another code where one is given."""
        return Finding(code or self.code, self.what, self.remedy, place, measured=self.measured)

    def as_note(self) -> Finding:
        """Return a note whose place has the line and no file."""
        return note(self.code, self.what, remedy=self.remedy, place=Place(Path(), self.line))


NOTHING_SEEN = "nothing of it is to be seen: "
"""The beginning of the fault of a drawing that shows nothing."""


class UnboundedDrawingError(DrawingError):
    """A drawing that was given up while it grew."""

    is_unbounded = True


def too_much(line: int = 0) -> NoReturn:
    """Give up a drawing that grows without bound."""
    message = "the drawing is deeper or larger than any picture"
    raise UnboundedDrawingError([Fault(message, "draw it with fewer elements", line)])


Ignored = dict[str, Fault]
"""Mistakes that browsers ignore, each once with its first line, by its sentence."""


def note_ignored(ignored: Ignored, message: str, remedy: str, line: int = 0) -> None:
    """Add something that browsers ignore."""
    sentence = f"{message}, which browsers pass over"
    ignored.setdefault(sentence, Fault(sentence, remedy, line, code="art-ignored"))
