"""Cards in words, for those who cannot see them."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import GAME, HEAD, write_project

import cardgen
from cardgen.cards.spoken import spoken


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("{id: corn-cob}", "Corn Cob"),
        ("{id: a, name: Corn, rank: 3}", "Corn (rank 3)"),
        ("{id: a, name: Nuts, suits: [nuts, sour]}", "Nuts (sour)"),
        (
            "{id: a, name: Corn, text: '**Eat** it, {candy} and all'}",
            "Corn: Eat it, candy and all.",
        ),
        (
            "{id: a, name: Corn, rank: 1, text: 'She said “stop!”'}",
            "Corn (rank 1): She said “stop!”",
        ),
    ],
)
def test_a_card_in_words(tmp_path: Path, card: str, said: str) -> None:
    """Its name, what it is by its fields, and its texts without markup; nothing twice, and an end
    to each sentence."""
    fields = "fields:\n  suits: {list_of: suits, default: []}\n  rank: {int: {min: -1, max: 9}, optional: true}\n"
    fields += "  text: text\n" * ("text:" in card)
    root = write_project(tmp_path, {"main": f"{HEAD}{fields}cards:\n  - {card}\n"}, game=GAME)
    (game,) = cardgen.open_project(root).games
    deck = game.deck("main")
    assert said == spoken(deck, deck.cards[0])
