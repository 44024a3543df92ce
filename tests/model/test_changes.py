"""What lies on the table and what would be printed, compared as piles of pictures."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cardgen.model.changes import (
    CHANGED,
    COPIES,
    GONE,
    NEW,
    RENAMED,
    CardChange,
    PrintedCard,
    compare,
)


def card(id: str, face: str, copies: int = 1, **fields: str) -> PrintedCard:
    return PrintedCard(id, face, "back", copies, fields)


def told(changes: list[CardChange]) -> list[tuple[str, str, int, int]]:
    return [(change.kind, change.id, change.due, change.out) for change in changes]


def test_a_card_that_looks_as_it_did_is_left_out() -> None:
    assert compare([card("a", "1", rank="1")], [card("a", "1", rank="2")]) == []


def test_new_changed_and_gone_cards() -> None:
    before = [card("a", "1", 2), card("b", "2"), card("c", "3", 3)]
    after = [card("a", "9", 3), card("b", "2"), card("d", "4", 2)]
    assert told(compare(before, after)) == [
        (CHANGED, "a", 3, 2),
        (NEW, "d", 2, 0),
        (GONE, "c", 0, 3),
    ]


def test_more_and_fewer_copies_of_the_same_picture() -> None:
    assert told(
        compare([card("a", "1", 1), card("b", "2", 4)], [card("a", "1", 3), card("b", "2", 1)])
    ) == [
        (COPIES, "a", 2, 0),
        (COPIES, "b", 0, 3),
    ]


def test_a_card_by_another_id_stays_on_the_table() -> None:
    (change,) = compare([card("wolf", "1", 2)], [card("werewolf", "1", 2)])
    assert (change.kind, change.before and change.before.id, change.id, change.due, change.out) == (
        RENAMED,
        "wolf",
        "werewolf",
        0,
        0,
    )


def test_two_cards_that_swap_their_ids_stay_too() -> None:
    assert {
        (each.kind, each.due, each.out)
        for each in compare([card("a", "1"), card("b", "2")], [card("a", "2"), card("b", "1")])
    } == {(RENAMED, 0, 0)}


def test_no_copies_are_no_card() -> None:
    assert compare([], [card("a", "1", 0)]) == []
    assert told(compare([card("a", "1", 0)], [card("a", "2", 2)])) == [(NEW, "a", 2, 0)]
    assert told(compare([card("a", "1", 2)], [card("a", "2", 0)])) == [(GONE, "a", 0, 2)]


def test_a_back_alone_makes_another_card() -> None:
    (change,) = compare([PrintedCard("a", "1", "x")], [PrintedCard("a", "1", "y")])
    assert (change.kind, change.sides, change.fields) == (CHANGED, ["back"], [])


def test_the_fields_that_differ() -> None:
    (change,) = compare(
        [card("a", "1", rank="1", old="gone", same="x")],
        [card("a", "2", rank="2", fresh="new", same="x")],
    )
    assert change.fields == [("rank", "1", "2"), ("fresh", "", "new"), ("old", "gone", "")]


piles = st.lists(
    st.builds(
        PrintedCard,
        st.sampled_from("abcdef"),
        st.sampled_from("123"),
        st.sampled_from(["", "x"]),
        st.integers(0, 3),
    ),
    max_size=6,
    unique_by=lambda each: each.id,
)


@given(piles, piles)
def test_what_is_taken_out_and_printed_leaves_what_is_wanted(
    before: list[PrintedCard], after: list[PrintedCard]
) -> None:
    """Whatever the cards: the table holds what is wanted then, and not a card more was printed or
    taken away than need be."""
    table: Counter[tuple[str, str]] = Counter()
    for each in before:
        table[each.picture] += each.copies
    wanted: Counter[tuple[str, str]] = Counter()
    for each in after:
        wanted[each.picture] += each.copies
    printed: Counter[tuple[str, str]] = Counter()
    out: Counter[tuple[str, str]] = Counter()
    for change in compare(before, after):
        assert change.due >= 0 <= change.out
        if change.after:
            printed[change.after.picture] += change.due
        if change.before:
            out[change.before.picture] += change.out
    assert printed == wanted - table
    assert out == table - wanted
