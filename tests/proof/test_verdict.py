"""Which back lies behind which face, told from where both lie, without a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cardgen.base.findings import Place
from cardgen.model.cards import Card
from cardgen.model.sizes import Shape
from cardgen.proof.alignment import Placement
from cardgen.proof.card_finder import PageSpot
from cardgen.proof.comparison import JudgedCard, ReadProof
from cardgen.proof.deck_sides import BACK, FACE, CardName, DeckSide, ExpectedDeck
from cardgen.proof.found_cards import FoundCard, PageCards
from cardgen.proof.verdict import verdict_of

SHAPE = Shape("rectangle", 180, 252)
IDS = ("ant", "bee", "cow", "dog", "eel", "fox")


def side(kind: str, name: str) -> DeckSide:
    return DeckSide(
        f"{kind}-{name}", SHAPE, kind, b"", (), b"", 0, [], [CardName("g", "d", name)], 1
    )


FACES = {id: side(FACE, id) for id in IDS}
BACKS = {id: side(BACK, id) for id in IDS}
SIDES = [*FACES.values(), *BACKS.values()]
DECK = ExpectedDeck(
    "g", "d", [Card(id, "d", {}, place=Place(Path("d.yaml"))) for id in IDS], FACES, BACKS
)


def told(*pages: Sequence[str]) -> list[str]:
    """What is told of pages: `ant` is a face, `-ant` a back, on sheets from left to right."""
    proof = ReadProof()
    for number, names in enumerate(pages):
        proof.pages.append(PageCards(f"page {number + 1}", (600, 400)))
        for column, name in enumerate(names):
            at = PageSpot(30 + 180 * column, 70, SHAPE, 0)
            box = at.x, at.y, at.x + 180, at.y + 252
            is_back = name.startswith("-")
            which = SIDES.index((BACKS if is_back else FACES)[name.lstrip("-")])
            placement = Placement(1, 0, 0, 0, 1, 0)
            found = FoundCard(
                number, at, at, box, 0, placement, 1.0, ((0.0, which),), (375, 525), b""
            )
            proof.cards.append(JudgedCard(found, which))
            proof.pages[-1].cards.append(found)
    verdict = verdict_of(proof, SIDES, [DECK])
    return [issue.what for issue in verdict.issues if issue.kind in ("wrong-back", "no-back")]


@pytest.mark.parametrize(
    ("pages", "wrong"),
    [
        ([x for id in IDS for x in ([id], [f"-{id}"])], []),
        ([IDS[:3], ["-cow", "-bee", "-ant"], IDS[3:], ["-fox", "-eel", "-dog"]], []),
        (
            [IDS[:3], ["-cow", "-bee", "-ant"], IDS[3:], ["-fox", "-dog", "-eel"]],
            [
                "d/dog has the back of d/eel behind it, where the back of d/dog should be",
                "d/eel has the back of d/dog behind it, where the back of d/eel should be",
            ],
        ),
        # all fronts, then all backs, of which one is lost
        (
            [[id] for id in IDS] + [[f"-{id}"] for id in IDS if id != "cow"],
            ["d/cow has nothing behind it, where its back should be"],
        ),
        # a front is lost, and its back stands behind none
        ([x for id in IDS for x in ([id], [f"-{id}"]) if x != ["bee"]], []),
    ],
    ids=["page by page", "sheets", "two swapped", "blocks", "a lost front"],
)
def test_backs_behind_faces(pages: Sequence[Sequence[str]], wrong: Sequence[str]) -> None:
    assert told(*pages) == wrong
