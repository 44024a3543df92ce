"""Findings on what art and texts hold that is passed over.

Browsers pass over it in silence, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.findings import Finding, group_alike
from cardgen.base.origins import CardProblem


def art_findings(notes: Iterable[Finding], game: str) -> Iterator[Finding]:
    """The notes of art as findings of the check `drawable`.

    A note that several files share is told once."""
    for note, also in group_alike(dict.fromkeys(notes)):
        is_of_card = isinstance(note, CardProblem)
        is_grave = is_of_card or note.code in ("art-blank", "leftover")
        severity = "warning" if is_grave else "note"
        yield note.found_by("drawable", severity, game, note.deck, note.card, also=tuple(also))
