"""What a game or a deck says of a finding that is meant: "I know"."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from cardgen.base.findings import Finding, Place


class Accepted(NamedTuple):
    """Notes and warnings of a code that are meant.

    They are those of cards by their patterns, or of all."""

    code: str
    cards: tuple[str, ...]
    place: Place

    def covers(self, finding: Finding) -> bool:
        """True if the finding is of this code, and about one of these cards."""
        if finding.code != self.code:
            return False
        names = (finding.card, f"{finding.deck}/{finding.card}")
        return not self.cards or any(
            fnmatchcase(name, pattern) for name in names for pattern in self.cards
        )

    def __str__(self) -> str:
        return " ".join((self.code, *self.cards))
