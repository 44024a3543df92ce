"""What of art and texts is passed over in silence, as browsers do, told as findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.findings import Finding, group_alike
from cardgen.base.origins import CardProblem


def art_findings(notes: Iterable[Finding], game: str) -> Iterator[Finding]:
    """The notes of art as findings of the check `drawable`, what several files have alike once."""
    for note, also in group_alike(dict.fromkeys(notes)):
        is_of_card = isinstance(note, CardProblem)
        is_grave = is_of_card or note.code == "art-blank"
        severity = "warning" if is_grave else "note"
        yield note.found_by("drawable", severity, game, note.deck, note.card, also=tuple(also))
