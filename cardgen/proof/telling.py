"""What was found on a proof, as lines and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardgen.proof.comparison import ReadProof, millimetres
from cardgen.proof.deck_sides import DeckSide
from cardgen.proof.verdict import Issue, ProofVerdict

VERSION = 1
"""Of the JSON report: it changes when something is renamed or taken away."""
_COARSE = 1.0
"""Millimetres from which the smallest square that is seen is too large for single letters."""
_SHIFTED = 12.0
"""Of 255, from which colours are said to differ on the whole."""


def where(issue: Issue) -> str:
    """The page of an issue, before its sentence."""
    return f"page {issue.page}: " if issue.page else ""


def doubt(issue: Issue) -> str:
    """How sure an issue is, behind its sentence; "" for what is sure."""
    return "" if issue.sure == "sure" else f" ({issue.sure})"


def about(proof: ReadProof, verdict: ProofVerdict) -> Iterator[str]:
    """Lines on the proof as a whole: what was seen of it, and what could not be."""
    pages = sum(page.is_read for page in proof.pages)
    yield (
        f"{pages} page{'s' * (pages != 1)} with {verdict.fronts} faces and {verdict.backs} backs;"
        f" {len(verdict.faults)} to look at"
    )
    if not proof.cards:
        yield "no card of the deck was recognised, so nothing of it was compared"
        return
    yield (
        f"on {verdict.right} of {len(proof.cards)} sides nothing was seen to differ;"
        f" what is smaller than {proof.finest:.1f} mm, or paler, could not be seen"
    )
    if proof.finest > _COARSE:
        yield (
            "this proof is too coarse or too blurred to see single letters: ask for one of 150 dpi"
            " or more"
        )
    if proof.colour_shift > _SHIFTED:
        yield (
            f"colours differ on the whole by {proof.colour_shift / 2.55:.0f} %, as inks and screens"
            " do; whether they are right, only a print on paper shows"
        )


def lines(proof: ReadProof, verdict: ProofVerdict) -> Iterator[str]:
    """All of it as lines."""
    yield from about(proof, verdict)
    for issue in verdict.issues:
        yield f"  {where(issue)}{issue.what}{doubt(issue)}"
    for note in verdict.notes:
        yield f"note: {where(note)}{note.what}"


def as_json(
    proof: ReadProof, verdict: ProofVerdict, sides: Sequence[DeckSide], exit_code: int
) -> dict[str, Any]:
    """All of it as plain data. Lengths are millimetres."""
    return {
        "version": VERSION,
        "pages": [
            {
                "page": number,
                "name": page.name,
                "width": _mm(page.size[0]),
                "height": _mm(page.size[1]),
            }
            for number, page in enumerate(proof.pages, 1)
            if page.is_read
        ],
        "cards": [
            {
                "page": card.found.page + 1,
                "box": [_mm(edge) for edge in card.found.box],
                "side": sides[card.side].side,
                "cards": [name._asdict() for name in sides[card.side].cards],
                "old": sides[card.side].version,
                "alike": round(card.found.alike, 3),
                "degrees": round(card.found.degrees, 2),
                "turn": card.found.turn,
                "differences": [
                    {
                        "x": round(millimetres(difference.at.box.x), 1),
                        "y": round(millimetres(difference.at.box.y), 1),
                        "width": round(millimetres(difference.at.box.width), 1),
                        "height": round(millimetres(difference.at.box.height), 1),
                        "times_usual": round(difference.at.peak, 1),
                        "text": difference.name,
                        "deck_says": difference.meant,
                        "proof_says": difference.said,
                    }
                    for difference in card.differences
                ],
            }
            for card in proof.cards
        ],
        "issues": [_issue(issue) for issue in verdict.issues],
        "notes": [_issue(note) for note in verdict.notes],
        "seen": {
            "finest": round(proof.finest, 2),
            "blur": round(millimetres(proof.blur), 2),
            "colour_shift": round(proof.colour_shift / 255, 3),
            "sides_without_difference": verdict.right,
        },
        "exit_code": exit_code,
    }


def _mm(points: float) -> float:
    return round(points / 72 * 25.4, 1)


def _issue(issue: Issue) -> dict[str, Any]:
    return {
        "kind": issue.kind,
        "sentence": issue.what,
        "sure": issue.sure,
        "page": issue.page or None,
        "about": issue.name,
        "fault": issue.is_fault,
    }
