"""A finding: something a check noticed about a card, with its severity and the remedy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardgen.base.errors import Place, Problem
from cardgen.base.geometry import Box
from cardgen.load.cell_names import cell

SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Edit:
    """The smallest edit that would mend something: `field` of a card becomes `value`. `place` is where the field stands, if it is written.

    `follows` tells that the value follows from other cards, so that it may be written without asking what was meant.
    """

    deck: str
    card: str
    field: str
    value: Any
    place: Place | None
    follows: bool = False

    def __str__(self) -> str:
        into = cell(self.place) if self.place else ""
        return f"write {as_yaml(self.value)} into cell {into}" if into else f"write  {self.field}: {as_yaml(self.value)}"


def as_yaml(value: Any) -> str:
    """A value as one would type it into a deck file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    return '""' if value in ("", None) else str(value)


@dataclass(frozen=True, slots=True)
class Finding:
    """`check` names the check; `game`, `deck` and `card` what it is about; `problem` says it in words, with its place.

    `edit` would mend it; `also` are the places of other cards that are to blame.
    """

    check: str
    severity: str
    problem: Problem
    game: str = ""
    deck: str = ""
    card: str = ""
    edit: Edit | None = None
    also: tuple[Place, ...] = ()
    side: str = ""
    spot: Box | None = None
    """Where on that side: millimetres from the upper left corner of the trim, y downward."""
    measured: str = ""
    required: str = ""
    hand: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """A deal that breaks what is claimed of chance: each pile by its name, with the deck and the id of every card."""

    def __str__(self) -> str:
        also = f" (see also {', '.join(map(str, self.also))})" if self.also else ""
        what, remedy = f"{self.severity}: {self.problem.what}{also}", self.problem.remedy
        ends = f" [{self.check}]"
        return str(Problem(what if remedy else what + ends, remedy and remedy + ends, self.problem.place))
