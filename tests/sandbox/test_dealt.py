"""Chance that can be repeated: what is dealt follows from a text, the same on every machine and for
ever."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from briefs import raises_expected
from hypothesis import given
from hypothesis import strategies as some

from cardgen.base.findings import Place
from cardgen.model.cards import Card, Edition
from cardgen.sandbox.chance import canonical, dealt
from cardgen.sandbox.expressions import Expressions


def card(id: str = "one", deck: str = "main") -> Card:
    return Card(id, deck, {}, place=Place(Path("main.yaml"), 1))


def edition(id: str) -> Edition:
    return Edition(id, "editions", {}, place=card().place)


def computed(source: str, **scope: Any) -> Any:
    return Expressions().compile(source)(scope)


def test_what_is_dealt_is_so_for_ever() -> None:
    """With another program, another machine or another Python all printed games would be dealt
    anew. No change may touch these."""
    first = [[20, 35, 1, 42, 16], [8, 49, 43, 28, 46], [51, 1, 15, 49, 18], [20, 47, 36, 30, 3]]
    assert first == [dealt(list(range(52)), 5, f"seed {n}".encode()) for n in range(4)]
    assert "rain" == computed(
        "['rain', 'kiss', 'cake', 'toast'] | pick", card=card(), edition=edition("granny")
    )
    assert [75, 64, 68, 72, 34, 13] == computed(
        "range(1, 76) | list | sample(6, 'B')", card=card(), edition=edition("granny")
    )


@given(some.lists(some.integers(), max_size=40), some.binary(max_size=8), some.integers(0, 45))
def test_it_is_an_order_of_the_same_things(items: list[int], seed: bytes, count: int) -> None:
    whole = dealt(items, len(items), seed)
    assert sorted(items) == sorted(whole)
    assert whole[:count] == dealt(items, count, seed)  # fewer of them are the first ones


def test_no_order_is_likelier_than_another() -> None:
    """Of 6000 seeds each order of three things has about a thousand; five standard deviations are
    145."""
    seen = Counter(tuple(dealt([1, 2, 3], 3, f"{n}".encode())) for n in range(6000))
    assert 6 == len(seen)
    assert all(abs(count - 1000) < 145 for count in seen.values())


@pytest.mark.parametrize(
    "other",
    [
        {"source": "range(20) | list | shuffled('left')"},
        {"source": "range(21) | list | shuffled"},
        {"card": card("two")},
        {"card": card("one", "others")},
        {"edition": edition("ben")},
        {"edition": None},
    ],
    ids=["name", "list", "card", "deck", "edition", "no edition"],
)
def test_it_follows_from_the_edition_the_card_the_list_and_the_name(other: dict[str, Any]) -> None:
    usual: dict[str, Any] = {
        "source": "range(20) | list | shuffled",
        "card": card(),
        "edition": edition("anna"),
    }

    def order(source: str, **scope: Any) -> Any:
        return [
            each
            for each in computed(source, **{name: value for name, value in scope.items() if value})
            if each < 20
        ]

    assert order(**usual) == order(**usual)
    assert order(**usual) != order(**{**usual, **other})


def test_values_that_differ_are_told_apart() -> None:
    values = [
        [1, 2],
        ["1", "2"],
        ["12"],
        [12],
        ["1,t1:2"],
        [[1], 2],
        [[1, 2]],
        [True, 2],
        [1.0, 2],
        [None, 2],
        [{"a": 1}],
        [card()],
        [],
    ]
    assert len(values) == len({canonical(value) for value in values})


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("[1, 2] | sample(3)", "sample cannot take 3 of 2 items; ask for 0 to 2 of them"),
        ("[1, 2] | sample(-1)", "sample cannot take -1 of 2 items"),
        ("[1, 2] | sample(true)", "sample cannot take True of 2 items"),
        ("[] | pick", "pick was given an empty list"),
        ("'abc' | shuffled", "expression-failed"),
        ("5 | shuffled", "expression-failed"),
        ("nobody | shuffled", 'expression-failed "nobody | shuffled" "nobody"'),
    ],
)
def test_what_it_cannot_deal_is_told(source: str, what: str) -> None:
    with raises_expected(what):
        computed(source)


def test_twins_are_the_cards_that_are_the_same() -> None:
    cards = [
        Card(id, "main", {"squares": squares}, place=card().place)
        for id, squares in (("a", [1, 2]), ("b", [2, 1]), ("c", [1, 2]))
    ]
    assert ["a", "c"] == [each.id for each in computed("cards | twins('squares')", cards=cards)]
    assert ["a", "b", "c"] == [
        each.id for each in computed("cards | twins('card.squares | sort')", cards=cards)
    ]
    mixed = [
        Card(id, "main", {"n": value}, place=card().place)
        for id, value in (("a", 1), ("b", "1"), ("c", "1"))
    ]
    assert ["b", "c"] == [each.id for each in computed("cards | twins('n')", cards=mixed)]
