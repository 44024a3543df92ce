"""New, changed and gone cards."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.load import Loaded
from cardgen.load.differences import CardDifference, Differences, differences, values_by_id

Load = Callable[..., Loaded]


def test_new_changed_and_gone() -> None:
    """In the order of the later state; a field that says nothing is as one that is not there."""
    before = {"a": {"rank": 1, "text": None}, "b": {"rank": 1}, "c": {"suits": ["nuts"]}, "d": {}}
    after = {
        "e": {},
        "c": {"suits": ["nuts", "sour"]},
        "a": {"rank": 1},
        "b": {"rank": 2, "text": "Hi"},
    }
    changed = (
        CardDifference("c", {"suits": (["nuts"], ["nuts", "sour"])}),
        CardDifference("b", {"rank": (1, 2), "text": (None, "Hi")}),
    )
    assert Differences(("e",), changed, ("d",)) == differences(before, after)


def test_the_order_of_cards_is_no_difference() -> None:
    assert not differences({"a": {"rank": 1}, "b": {}}, {"b": {}, "a": {"rank": 1}})


def test_what_a_card_says(load: Load) -> None:
    """Its fields, and what every card has."""
    one = load(main="cards: [{id: a, rank: 2, copies: 3}, {id: b}]").games[0].decks[0]
    two = (
        load(main="back: back.svg\ncards: [{id: a, rank: 2}, {id: b, suit: nuts, back: ''}]")
        .games[0]
        .decks[0]
    )
    found = differences(values_by_id(one), values_by_id(two))
    assert {"copies": (3, 1), "back": ("", "back.svg")} == found.changed[0].fields
    assert {"suit": ("candy", "nuts")} == found.changed[1].fields
