"""A finding: something a check noticed about a card, with its severity and the remedy."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.errors import Problem

SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """`check` names the check; `game`, `deck` and `card` what it is about; `problem` says it in words, with its place."""

    check: str
    severity: str
    problem: Problem
    game: str = ""
    deck: str = ""
    card: str = ""

    def __str__(self) -> str:
        said = Problem(f"{self.severity}: {self.problem.what}", f"{self.problem.remedy} [{self.check}]".lstrip(), self.problem.place)
        return str(said)
