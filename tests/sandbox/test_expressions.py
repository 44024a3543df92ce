"""The expression language: what it can ask, and what it can never do."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from briefs import brief
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.findings import CardgenError, Place
from cardgen.model.cards import Card, Colour, Deck, Game
from cardgen.model.sizes import card_size
from cardgen.sandbox.environment import make_sandbox, scope_of
from cardgen.sandbox.expressions import Expressions

HERE = Place(Path("main.yaml"), 3, 7)


def deck(id: str, *cards: Card) -> Deck:
    return Deck(
        id,
        id.title(),
        "sweets",
        card_size("poker"),
        "card.svg",
        "back.svg",
        cards,
        {},
        file=Path("main.yaml"),
    )


BON = Card("bon", "main", {"suits": ["candy", "nuts"], "rank": 2}, place=HERE)
SOUR = Card("sour", "main", {"suits": ["sour"], "rank": 5}, copies=3, place=HERE)
PLAIN = Card("plain", "main", {"suits": [], "rank": None}, place=HERE)
KING = Card("king", "big-king", {"crown": True}, place=HERE)
GAME = Game(
    "sweets",
    "Sweets",
    "Somebody",
    Path("sweets"),
    {"ink": Colour("#000000")},
    {"suits": ("candy", "nuts", "sour")},
    (deck("main", BON, SOUR, PLAIN), deck("big-king", KING)),
)


def compute(source: str, **names: Any) -> Any:
    return Expressions().compile(source, HERE)({**scope_of(GAME), "card": BON, **names})


def complaint(source: str, **names: Any) -> str:
    with pytest.raises(CardgenError) as caught:
        compute(source, **names)
    (problem,) = caught.value.findings
    assert problem.place == HERE
    return f"{problem.what}; {problem.remedy}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("deck.main | copies", 5),
        ("deck.big_king | copies", 1),
        ("deck['big-king'] | copies", 1),
        ("deck | copies", 6),
        ("deck.main | having(suits='nuts') | copies", 1),
        ("deck.main | having(suits=['nuts', 'sour']) | copies", 4),
        ("deck.main | having(suits='nuts', rank=2) | map(attribute='id') | list", ["bon"]),
        ("deck.main | having(id='sour') | first", SOUR),
        ("deck.main | having(suits='fruit') | having(rank=1) | copies", 0),
        ("deck.main | total('rank')", 17),
        ("deck.main | distinct('suits')", ["candy", "nuts", "sour"]),
        ("deck.main | distinct('rank')", [2, 5]),
        ("deck.main | length", 3),
        ("deck.main", [BON, SOUR, PLAIN]),
        ("deck.main.card('bon').rank + 1", 3),
        ("card.suits == ['candy', 'nuts'] and 'nuts' in suits", True),
        ("suits | map('upper') | join(' ')", "CANDY NUTS SOUR"),
        ("game.title ~ ' ' ~ card.rank", "Sweets 2"),
        ("{'a': (1, 2.5, none)}", {"a": [1, 2.5, None]}),
        ("nope | default(3)", 3),
        ("nope is defined", False),
        ("'%02d' | format(7) ~ '{:>3}'.format(1)", "07  1"),
    ],
)
def test_an_expression_gives_plain_data(source: str, expected: Any) -> None:
    assert compute(source) == expected


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("siuts", 'in "siuts": nothing is called "siuts" here; did you mean "suits"?'),
        ("card.rnk", 'the card "bon" has no "rnk"; did you mean "rank"?'),
        ("deck.mian", 'no deck is called "mian"; did you mean "main"?'),
        ("deck.main.card('x')", 'the deck "main" has no card "x"; use one of: '),
        ("game.decks", 'the game "sweets" has no "decks"'),
        (
            "[].append(1)",
            "a list cannot be changed here, so it has no .append(); make a new one: old + [item], |sort, |reverse",
        ),
        ("[2, 1].sort()", "a list cannot be changed here, so it has no .sort(); make a new one"),
        (
            "{'a': 1}.pop('a')",
            "a mapping cannot be changed here, so it has no .pop(); make a new one: dict(old, name=value)",
        ),
        ("[].apend", 'a list has no "apend"; leave .apend out'),
        ("1 +", 'in "1 +": it ends too early'),
        ("a b", "write == to compare"),
        ("1 | nope", 'no filter is called "nope"'),
        ("1 / 0", "this divides by zero"),
        ("1 + 'a'", "+ does not go with a number and a text; join texts with ~"),
        ("deck", "the result is this, not a value for a card"),
        ("game", "the result is a game, not a value for a card"),
        (
            "deck.main | having(suit='nuts')",
            'no card here has a field "suit"; did you mean "suits"?',
        ),
        ("3 | copies", "this asks about cards, but was given a number"),
        ("suits | copies", "this asks about cards, but was given a list"),
        (
            "deck.main | total('suits')",
            'the field "suits" of card "bon" is a list, so it cannot be summed',
        ),
        ("1e308 * 10", "the result is not a finite number"),
        ("10.0 ** 400", "this goes beyond all measure"),
        ("x" * 10_001, "an expression of 10,001 characters is too long"),
        ("(" * 500 + "1" + ")" * 500, "cannot be compiled"),
        ("not " * 2400 + "1", "cannot be compiled"),
        ("a" + ".a" * 4000, "cannot be compiled"),
    ],
)
def test_a_mistake_is_a_problem_with_its_place(source: str, said: str) -> None:
    assert said in complaint(source)


@pytest.mark.parametrize(
    "source",
    [
        "card.__class__",
        "''.__class__.__mro__",
        "''['__class__']",
        "card | attr('__class__')",
        "suits | map(attribute='__class__') | list",
        "'{0.__class__}'.format(card)",
        "'{0.place}'.format(card)",
        "'{c.place}'.format_map({'c': card})",
        "card.place.file.read_text()",
        "card.where('rank')",
        "card.places",
        "card._values",
        "deck.main.file",
        "deck.main.places",
        "deck.main.fields",
        "game.folder.parent",
        "game.place",
        "deck._find",
        "deck.main | map(attribute='file') | list",
        "deck.main | groupby('place') | list",
        "deck.main | having(_values=1)",
        "deck.main | distinct('place')",
        "cycler.__init__.__globals__",
        "self.__class__",
        "suits.append('x')",
        "suits.clear()",
        "lipsum()",
        "'a'.encode().hex",
    ],
)
def test_nothing_leads_out_of_the_data(source: str) -> None:
    with pytest.raises(CardgenError) as caught:
        compute(source)
    (problem,) = caught.value.findings
    is_told = problem.code == "unknown-field" or " has no " in problem.what
    unknown = f'main.yaml:3:7 expression-failed "{source}" "'
    assert is_told or brief(problem).startswith(unknown), brief(problem)


@pytest.mark.parametrize(
    "source",
    [
        "10 ** (10 ** 8)",
        "9 ** 99999",
        "(2 ** 4000) * (2 ** 4000)",
        "'x' * 10 ** 9",
        "10 ** 9 * 'x'",
        "[1] * 10 ** 9",
        "('x' * 3000000) + ('x' * 3000000)",
        "('x' * 3000000) ~ ('x' * 3000000)",
        "(range(90000) | list) + (range(90000) | list)",
        "range(10 ** 9) | list",
        "'%1000000000d' % 1",
        "'%.1000000000f' % 1",
        "'%*d' % (1000000000, 1)",
        "'%1000000000d' | format(1)",
        "'{:1000000000}'.format(1)",
        "'{:{}}'.format(1, 10 ** 9)",
        "'{x:1000000000}'.format_map({'x': 1})",
        "'x' | center(10 ** 9)",
        "'x'.center(10 ** 9)",
        "'x'.ljust(10 ** 9)",
        "'x'.rjust(10 ** 9, 'y')",
        "'x'.zfill(10 ** 9)",
        "'\t'.expandtabs(10 ** 9)",
        "'x' | indent(10 ** 9)",
        "('x' * 4000).replace('x', 'x' * 4000)",
        "('x' * 4000) | replace('x', 'x' * 4000)",
        "range(90000) | join('x' * 4000)",
        "('x' * 4000).join(['a'] * 4000)",
    ],
)
def test_what_could_not_be_held_is_not_made(source: str) -> None:
    said = complaint(source)
    assert any(words in said for words in ("would make", "a width of *"))


def test_an_expression_is_compiled_once_for_all_its_places() -> None:
    expressions = Expressions()
    for place in (HERE, Place(Path("x.yaml"), 1, 1)):
        compute = expressions.compile("1 / 0", place)
        with pytest.raises(CardgenError) as caught:
            compute({})
        assert caught.value.findings[0].place == place
    assert expressions._compiled.cache_info().misses == 1


def test_an_object_shows_templates_only_what_it_says() -> None:
    class Box:
        shown_to_templates = frozenset({"width"})
        width = 3
        secret = 4

    sandbox = make_sandbox()
    assert sandbox.from_string("{{ box.width }}").render(box=Box()) == "3"
    with pytest.raises(Exception, match='has no "secret"'):
        sandbox.from_string("{{ box.secret }}").render(box=Box())


def test_templates_with_loops_macros_and_namespaces_still_work() -> None:
    source = "{% macro m(x) %}[{{ x }}]{% endmacro %}{% set ns = namespace(n=0) %}"
    source += "{% for s in suits %}{{ m(s) }}{{ loop.index }}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}"
    assert make_sandbox().from_string(source).render(suits=["a", "b"]) == "[a]1[b]22"


leaves = st.sampled_from(["1", "'a'", "suits", "card", "deck", "deck.main", "none", "2.5", "nope"])
operators = st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "~", "in", "==", "<", "and"])
endings = st.sampled_from(
    [
        "|copies",
        "|list",
        "|first",
        "|join",
        "|sum",
        "|length",
        ".rank",
        "[0]",
        "()",
        "|total('rank')",
        "|sort",
    ]
)


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.tuples(inner, operators, inner).map(" ".join)
        | st.tuples(inner, endings).map("".join)
        | inner.map("({})".format)
    )


@given(st.recursive(leaves, larger, max_leaves=8))
@settings(max_examples=150, deadline=None)
def test_any_expression_gives_plain_data_or_a_problem(source: str) -> None:
    with contextlib.suppress(CardgenError):
        assert not isinstance(compute(source), Deck)
