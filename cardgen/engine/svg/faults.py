"""What is wrong with a drawing: the verdict on it, and each fault with its remedy and its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from cardgen.base.findings import CardgenError, Finding, Place

ILL_FORMED = "it is not well-formed XML"
"""How what is told of mark-up begins that cannot be read at all: of what was composed no line can
be traced to its template."""


class Refused(Exception):  # noqa: N818 (a verdict on a drawing, not a failure)
    """SVG that is not drawn here: its own `faults`, and the `problems` of files it refers to."""

    def __init__(self, faults: Sequence[Fault], problems: Sequence[Finding] = ()) -> None:
        super().__init__("; ".join(fault.what for fault in faults))
        self.faults = tuple(faults)
        self.problems = tuple(problems)

    def within(self, path: Path) -> CardgenError:
        """What is wrong with the drawing of a file, with the places."""
        return CardgenError(
            *(
                Finding("art-refused", fault.what, fault.remedy, Place(path, fault.line))
                for fault in self.faults
            ),
            *self.problems,
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an element, given by its line and its number in document order."""

    what: str
    remedy: str
    line: int = 0
    element: int = 0

    def __str__(self) -> str:
        return str(Finding("art-refused", self.what, self.remedy))


NOTHING_SEEN = "nothing of it is to be seen: "
"""What begins the word on a drawing that shows nothing."""


class WithoutBound(Refused):
    """A drawing that was given up while it grew: nothing else that is said of it would end that."""


def too_much(line: int = 0) -> NoReturn:
    """Give up a drawing that grows without bound."""
    raise WithoutBound(
        [
            Fault(
                "the drawing is deeper or larger than any picture",
                "draw it with fewer elements",
                line,
            )
        ]
    )


Ignored = dict[str, Fault]
"""What browsers pass over, each thing once with its first line, by what is said of it."""


def note_ignored(found: Ignored, what: str, remedy: str, line: int = 0) -> None:
    """Add what browsers pass over."""
    what = f"{what}, which browsers pass over"
    found.setdefault(what, Fault(what, remedy, line))
