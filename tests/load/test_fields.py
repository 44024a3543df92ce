"""What a field declares and which values it takes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from briefs import brief, is_expected, raises_code
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.findings import CardgenError, Finding
from cardgen.load import Loaded
from cardgen.schema.field_kinds import FIELD_KINDS, WholeNumberField
from cardgen.schema.values import check_id

Load = Callable[..., Loaded]

CARD = "cards: [{id: a}]\n"
SIZE = "size: poker\ntemplate: card.svg\n"


def value_of(load: Load, field: str, written: str) -> Any:
    loaded = load(main=f"{SIZE}fields: {{x: {field}}}\ncards: [{{id: a, x: {written}}}]\n")
    assert loaded.problems == []
    return loaded.games[0].decks[0].cards[0].x


def complaint(load: Load, field: str, written: str) -> Finding:
    loaded = load(main=f"{SIZE}fields: {{x: {field}}}\ncards: [{{id: a, x: {written}}}]\n")
    assert loaded.games[0].decks == ()
    (problem,) = loaded.problems
    return problem


@pytest.mark.parametrize(
    ("field", "written", "expected"),
    [
        ("text", "no", "no"),
        ("text", "007", "007"),
        ("text", "1e3", "1e3"),
        ("text", "'7'", "7"),
        ("text", "''", ""),
        ("int", "007", 7),
        ("int", "-1", -1),
        ("int", "'7'", 7),
        ("number", "1e3", 1000.0),
        ("number", "2.50", 2.5),
        ("number", "3", 3),
        ("bool", "yes", True),
        ("bool", "Off", False),
        ("{one_of: [1, 2]}", "2", "2"),
        ("{one_of: suits}", "nuts", "nuts"),
        ("{list_of: suits}", "[nuts, candy, nuts]", ["nuts", "candy", "nuts"]),
        ("{list_of: suits}", "[]", []),
    ],
)
def test_a_value_is_read_as_its_field_declares(
    load: Load, field: str, written: str, expected: Any
) -> None:
    value = value_of(load, field, written)
    assert (value, type(value)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("field", "written", "said"),
    [
        ("int", "seven", 'x is "seven", not a whole number; write one, such as 7'),
        ("int", "1.5", 'main.yaml:4:20 number-expected "1.5"'),
        ("int", "1e3", 'main.yaml:4:20 number-expected "1e3"'),
        ("int", "③", 'main.yaml:4:20 number-expected "③"'),
        ("int", "9223372036854775808", "which is too large"),
        (
            "int",
            "'" + "9" * 5000 + "'",
            'main.yaml:4:20 number-expected "999999999999999999999999999999999999999999999999999999999..."',
        ),
        ("{int: {min: 0, max: 3}}", "4", "main.yaml:4:20 out-of-range 4"),
        (
            "{int: {max: 1000000}}",
            "1000001",
            "main.yaml:4:20 out-of-range 1000001",
        ),
        ("{int: {min: 0}}", "-1", "use a number 0 or more"),
        ("{number: {max: 3}}", "3.5", "use a number 3 or less"),
        ("number", ".nan", 'x is ".nan", not a number'),
        ("number", "nan", 'x is "nan", not a number'),
        ("number", "inf", "not a number"),
        ("number", "1e999", "not a number"),
        ("bool", "maybe", 'main.yaml:4:20 truth-expected "maybe"'),
        ("text", "[a]", "x is a list, not a text"),
        ("text", "{a: b}", "x is a mapping"),
        ("{one_of: suits}", "candi", 'x cannot be "candi"; did you mean "candy"?'),
        ("{one_of: suits}", "[candy]", "x is a list, not one of its choices"),
        ("{list_of: suits}", "[candy, nutz]", 'x cannot be "nutz"; did you mean "nuts"?'),
        ("{list_of: suits}", "candy", 'x is "candy", not a list; write it in brackets: x: [candy]'),
        ("{list_of: suits, max: 1}", "[candy, nuts]", "x has 2 entries, more than 1"),
        ("text", "", "main.yaml:4:9 field-missing"),
    ],
)
def test_a_value_that_does_not_fit_is_an_error_with_its_remedy(
    load: Load, field: str, written: str, said: str
) -> None:
    problem = complaint(load, field, written)
    assert is_expected(problem, said), brief(problem)


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("{int: {default: 3}}", 3),
        ("{list_of: suits, default: []}", []),
        ("{text: {optional: true}}", None),
        ("{text: {default: ''}}", ""),
    ],
)
def test_a_field_that_is_left_out_has_its_default(load: Load, field: str, expected: Any) -> None:
    loaded = load(main=f"{SIZE}fields: {{x: {field}}}\n{CARD}")
    assert loaded.problems == []
    assert loaded.games[0].decks[0].cards[0].x == expected


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("{x: txt}", 'no field holds "txt"; did you mean "text"?'),
        ("{x: [a]}", "the field x is declared by a list"),
        ("{x: {int: {}, text: {}}}", "must say once what it holds"),
        ("{x: {int: {low: 3}}}", 'has no option "low"'),
        ("{x: {int: 3}}", 'after "int:" come its options'),
        (
            "{x: {text: {date: d mmm yyyy}}}",
            "date is not how a date is written; write it with d or dd, m or mm, yy or yyyy, such as dd.mm.yyyy",
        ),
        ("{x: {text: {date: ddd}}}", "date is not how a date is written"),
        ("{x: {text: {date: yyy}}}", "date is not how a date is written"),
        ("{x: {int: {min: 3, max: 1}}}", "min is 3, more than max 1"),
        ("{x: {int: {max: 1, default: 2}}}", "the default does not fit"),
        ("{x: {one_of: suit}}", 'main.yaml:3:22 field-declaration "suit" -> "suits"'),
        ("{x: {one_of: []}}", 'after "one_of:" come the choices'),
        ("{x: one_of}", 'after "one_of:" come the choices'),
        ("{is: text}", 'main.yaml:3:10 name-impossible "is"'),
        ("{None: text}", 'main.yaml:3:10 name-impossible "None"'),
        ("{a-b: text}", 'main.yaml:3:10 name-impossible "a-b"'),
        ("{_x: text}", 'main.yaml:3:10 name-impossible "_x"'),
        ("{ﾋｶﾘ: text}", 'main.yaml:3:10 name-impossible "ﾋｶﾘ"'),
        ("{gro\u0308ße: text}", "cannot be the name of a field; write  größe"),
        ("{ชื่อ: text}", 'main.yaml:3:10 name-impossible "ชื่อ"'),
        ("{＿＿class: text}", 'main.yaml:3:10 name-impossible "＿＿class"'),
        ("{①: text}", 'main.yaml:3:10 name-impossible "①"'),
        ("{deck: text}", 'main.yaml:3:10 name-impossible "deck"'),
        ("{where: text}", 'main.yaml:3:10 name-impossible "where"'),
        ("{name: text}", 'main.yaml:3:10 name-impossible "name"'),
        ("{art: art}", 'main.yaml:3:10 name-impossible "art"'),
        ("x", "fields must be names with what they hold"),
    ],
)
def test_a_field_that_is_badly_declared_is_an_error(load: Load, fields: str, said: str) -> None:
    problems = load(main=f"{SIZE}fields: {fields}\n{CARD}").problems
    assert is_expected(problems[0], said), brief(problems[0])
    assert problems[0].place
    assert problems[0].place.line == 3


def test_what_cards_say_of_a_field_that_is_badly_declared_is_no_mistake(load: Load) -> None:
    cards = "cards: [{id: a, x: 3}, {id: b, x: [c]}, {id: c}, {id: d, x: {expr: 1 + 1}}]\n"
    assert 1 == len(load(main=f"{SIZE}fields: {{x: {{one_of: suit}}}}\n{cards}").problems)


@given(st.integers(-(2**63), 2**63 - 1))
@settings(max_examples=50, deadline=None)
def test_every_whole_number_of_64_bits_is_read_exactly(number: int) -> None:
    assert WholeNumberField("x").read(str(number)) == number


@given(
    st.text(max_size=30)
    | st.floats()
    | st.integers()
    | st.none()
    | st.booleans()
    | st.lists(st.text(max_size=3), max_size=3)
)
@settings(max_examples=100, deadline=None)
def test_any_value_is_taken_or_refused_by_every_kind(value: Any) -> None:
    for field_kind in FIELD_KINDS.values():
        choices = {"choices": ("a", "b")} if field_kind.takes_choices else {}
        with contextlib.suppress(CardgenError):
            field_kind("x", **choices).read(value)


@pytest.mark.parametrize("id", ["black-1", "0", "a" * 64, "king-size"])
def test_an_id_is_small_letters_digits_and_hyphens(id: str) -> None:
    check_id(id, "card")


@pytest.mark.parametrize(
    "id", ["", "-a", "A", "a_b", "a b", "é", "a/b", "..", "a" * 65, "con", "com1", "nul", "a\n"]
)
def test_an_id_that_could_not_be_a_file_name_is_refused(id: str) -> None:
    with raises_code("name-impossible"):
        check_id(id, "card")
