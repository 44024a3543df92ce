"""The words that ask about cards, each by what it gives."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from briefs import raises_expected
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.findings import Place
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import card_size
from cardgen.sandbox.environment import scope_of
from cardgen.sandbox.expressions import Expressions
from cardgen.sandbox.filters import FILTERS

HERE = Place(Path("main.yaml"), 3, 7)
SUITS = ("candy", "nuts", "sour")


def card(id: str, rank: int | None, *suits: str, copies: int = 1, color: str = "black") -> Card:
    return Card(
        id,
        "main",
        {"name": id.title(), "rank": rank, "suits": list(suits), "color": color},
        copies=copies,
        place=HERE,
    )


def game(*cards: Card) -> Game:
    deck = Deck(
        "main",
        "Main",
        "sweets",
        card_size("poker"),
        "card.svg",
        "back.svg",
        cards,
        {},
        file=Path("main.yaml"),
    )
    return Game("sweets", "Sweets", "", Path("sweets"), {}, {"suits": SUITS}, (deck,))


CARDS = (
    card("a", 1, "candy"),
    card("b", 2, "candy", "nuts", color="green"),
    card("c", 4, "sour", copies=3),
    card("d", None),
)


def compute(source: str, cards: tuple[Card, ...] = CARDS, **names: Any) -> Any:
    return Expressions().compile(source, HERE)({**scope_of(game(*cards)), **names})


def ids(source: str, cards: tuple[Card, ...] = CARDS, **names: Any) -> str:
    """The ids of the cards that an expression gives, in a row."""
    return "".join(card.id for card in compute(source, cards, **names))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("having(suits='candy')", "ab"),
        ("having(suits=['nuts', 'sour'], rank=4)", "c"),
        ("having(rank=none)", "d"),
        ("having(rank=range(1, 3))", "ab"),
        ("without(suits='candy')", "cd"),
        ("without(rank=[1, 4])", "bd"),
        ("with_all(suits=['candy', 'nuts'])", "b"),
        ("with_all(suits='candy')", "ab"),
        ("only(suits=['candy', 'sour'])", "acd"),
        ("only(color='green')", "b"),
        ("where('card.rank and card.rank > 1')", "bc"),
        ("where('card.suits | length == wanted')", "b"),
        ("where('card.copies > 1')", "c"),
        ("where('rank')", "abc"),
        ("named('C')", "c"),
        ("named(['A', 'D', 'X'])", "ad"),
        ("by_id(['d', 'b'])", "bd"),
        ("both(deck.main | having(suits='nuts'))", "b"),
        ("either(deck.main)", "abcd"),
        ("minus(deck.main | having(suits='nuts'))", "acd"),
        ("sorted_by('rank')", "dabc"),
        ("sorted_by('color')", "acdb"),
        ("sorted_by('suits')", "dabc"),
        ("smallest(2, 'rank')", "da"),
        ("greatest(2, 'rank')", "cb"),
        ("greatest(9, 'rank')", "cbad"),
        ("smallest(-1, 'rank')", ""),
    ],
)
def test_words_that_choose(source: str, expected: str) -> None:
    assert expected == ids(f"deck.main | {source}", wanted=2)


def test_an_empty_text_comes_before_any_other() -> None:
    assert "bca" == ids(
        "deck.main | sorted_by('color')",
        (card("a", 1), card("b", 2, color=""), card("c", 3, color="10")),
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("deck.main | copies", 6),
        ("[deck.main, deck.main | having(id='c')] | copies", 9),
        ("deck.main | total('rank')", 15),
        ("deck.main | total('card.rank * 2 if card.rank else 1')", 31),
        ("deck.main | distinct('suits')", ["candy", "nuts", "sour"]),
        ("deck.main | values('rank')", [1, 2, 4, 4, 4]),
        ("deck.main | values('suits')", ["candy", "candy", "nuts", "sour", "sour", "sour"]),
        ("deck.main | counts('suits')", {"candy": 2, "nuts": 1, "sour": 3}),
        ("(deck.main | counts('rank'))[4]", 3),
        ("deck.main | group('color') | map('first') | list", ["black", "green"]),
        ("deck.main | group('suits') | map('last') | map('length') | list", [2, 1, 1]),
        ("deck.main | runs('rank')", 2),
        ("deck.main | having(rank=9) | runs('rank')", 0),
        ("deck.main | pairs | length", 6),
        ("suits | choose(2)", [["candy", "nuts"], ["candy", "sour"], ["nuts", "sour"]]),
        ("suits | choose(4)", []),
        ("suits | choose(0)", [[]]),
        ("[3, 1, 2] | least", 1),
        ("deck.main | values('rank') | most", 4),
        ("range(4) | sum_of", 6),
        ("[] | least", 0),
        ("deal(57, 4, 12)", {"dealt": 48, "left": 9}),
        ("deal(57, 4, 12).left", 9),
    ],
)
def test_words_that_count(source: str, expected: Any) -> None:
    assert expected == compute(source)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        *(
            (f"deck.main | {word}(rnk=3)", 'main.yaml:3:7 unknown-field "rnk" -> "rank"')
            for word in ("having", "without", "only", "with_all")
        ),
        *(
            (f"deck.main | {word}('rnk')", 'main.yaml:3:7 unknown-field "rnk" -> "rank"')
            for word in ("distinct", "values", "group", "counts", "sorted_by")
        ),
        *(
            (f"3 | {word}", "was given a number")
            for word in ("copies", "where('true')", "both(deck.main)")
        ),
        ("deck.main | either('text')", "was given text"),
        ("deck.main | where('card.rnk')", 'the card "a" has no "rnk"; did you mean "rank"?'),
        ("deck.main | where('nothing')", 'main.yaml:3:7 unknown-field "nothing"'),
        (
            "deck.main | where('nothing > 1')",
            'main.yaml:3:7 expression-failed "deck.main | where(\'nothing > 1\')" "nothing"',
        ),
        ("deck.main | where('1 +')", "it ends too early"),
        (
            "deck.main | total('suits')",
            'main.yaml:3:7 expression-failed "suits" "a"',
        ),
        ("deck.main | having(suits=[['candy']])", "a list inside a list"),
        ("suits | choose('2')", "'2' cannot be how many to choose"),
        ("suits | choose(-1)", "-1 cannot be how many to choose"),
        ("'text' | pairs", "this asks about a list, but was given text"),
        ("range(1000) | choose(3)", "this would make a list of more than 100,000 items"),
        ("['a'] | sum_of", "this asks about numbers, but was given text"),
        ("deal('a', 2, 3)", "this asks about numbers, but was given text"),
    ],
)
def test_a_mistake_is_told(source: str, said: str) -> None:
    with raises_expected(said):
        compute(source)


CARD = st.builds(
    lambda rank, suits, copies: (rank, tuple(suits), copies),
    st.integers(0, 6),
    st.lists(st.sampled_from(SUITS), unique=True),
    st.integers(0, 3),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(CARD, max_size=8), st.sampled_from(SUITS))
def test_what_belongs_together_agrees(
    found: list[tuple[int, tuple[str, ...], int]], suit: str
) -> None:
    """What is chosen and what is left out are the whole; groups, counts and values count the same;
    runs are runs."""
    cards = tuple(
        card(f"c{number}", rank, *suits, copies=copies)
        for number, (rank, suits, copies) in enumerate(found)
    )
    chosen, left = (
        compute(f"deck.main | {word}(suits=suit)", cards, suit=suit)
        for word in ("having", "without")
    )
    assert set(cards) == {*chosen, *left}
    assert not {*chosen} & {*left}
    assert compute("deck.main | copies", cards) == compute(
        "deck.main | having(suits=suit) | copies", cards, suit=suit
    ) + sum(c.copies for c in left)
    counted = compute("deck.main | counts('suits')", cards)
    values = compute("deck.main | values('suits')", cards)
    assert {value: values.count(value) for value in counted} == counted
    ranks = {rank for rank, _, _ in found}
    runs = [
        len(list(run))
        for _, run in itertools.groupby(
            enumerate(sorted(ranks)), key=lambda each: each[1] - each[0]
        )
    ]
    assert max(runs, default=0) == compute("deck.main | runs('rank')", cards)
    assert len(cards) * (len(cards) - 1) // 2 == compute("deck.main | pairs | length", cards)


def test_every_word_says_what_it_gives() -> None:
    assert all(word.__doc__ and word.__doc__.rstrip().endswith(".") for word in FILTERS.values())
