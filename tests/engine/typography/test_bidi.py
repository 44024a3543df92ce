"""Which way text runs: examples of Unicode Standard Annex 9, the Unicode Consortium's own test of
it, and properties of every order."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.engine.typography.bidi import direction, levels, turned, visual

SAMPLE = st.text(
    "ab \u05d0\u05d1\u0628\u0633\u0661\u066212+-,.$%()[]\u0301!\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    max_size=16,
)


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("abc", 0, "000"),
        ("abc", 1, "222"),
        ("\u05d0b", 0, "10"),
        ("\u05d0 \u05d1", 0, "111"),
        ("\u05d0 b", 0, "100"),
        ("\u05d012", 0, "122"),
        ("\u06281+2", 0, "1212"),
        ("\u05d01,2", 0, "1222"),
        ("\u06281,2", 0, "1222"),
        ("\u05d0$1", 0, "122"),
        ("a(\u05d0)", 0, "0010"),
        ("a(\u05d0)", 1, "2111"),
        ("\u05d0(a)", 1, "1121"),
        ("\u05d0\u0301!", 1, "111"),
        ("a\u202e b\u202c c", 0, "0011100"),
        ("\u2067a!\u2069", 0, "0210"),
        ("\u05d0  ", 0, "100"),
    ],
)
def test_levels(text: str, base: int, expected: str) -> None:
    found = levels(text, base)
    shown = "".join(str(level) for letter, level in zip(text, found, strict=True))
    assert expected == shown


class Case(NamedTuple):
    """A line of BidiCharacterTest: a text, the level asked for, and what is to come out; None for a
    character that rule X9 removes."""

    text: str
    base: int | None
    paragraph: int
    levels: list[int | None]
    order: list[int]


def cases() -> Iterator[Case]:
    """BidiCharacterTest-15.0.0.txt, whole and as it is published; its licence lies beside it."""
    path = Path(__file__).parent / "unicode/BidiCharacterTest.txt.xz"
    for line in lzma.decompress(path.read_bytes()).decode().splitlines():
        if line and not line.startswith("#"):
            text, base, paragraph, shown, order = line.split(";")
            yield Case(
                "".join(chr(int(code, 16)) for code in text.split()),
                {"0": 0, "1": 1, "2": None}[base],
                int(paragraph),
                [None if level == "x" else int(level) for level in shown.split()],
                list(map(int, order.split())),
            )


def test_every_case_of_the_unicode_consortium() -> None:
    """The level of the paragraph, those of all characters, and the order in which they are seen."""
    tried, wrong = 0, []
    for case in cases():
        tried += 1
        found = levels(case.text, case.base)
        kept = [at for at, level in enumerate(case.levels) if level is not None]
        order = [kept[at] for at in visual([found[at] for at in kept])]
        paragraph = direction(case.text) if case.base is None else case.base
        if (case.paragraph, case.order) != (paragraph, order) or any(
            found[at] != case.levels[at] for at in kept
        ):
            wrong.append(case)
    assert 91_707 == tried
    assert [] == wrong[:5]


@given(SAMPLE, st.sampled_from((0, 1, None)))
def test_every_character_has_a_level_and_places_are_an_order(text: str, base: int | None) -> None:
    found = levels(text, base)
    assert len(text) == len(found)
    assert sorted(visual(found)) == list(range(len(found)))
    assert all(level >= (direction(text) if base is None else base) for level in found)


@given(st.lists(st.integers(0, 6), max_size=12))
def test_the_highest_levels_turn_round_within_the_lower_ones(found: list[int]) -> None:
    order = visual(found)
    assert visual([0] * len(found)) == list(range(len(found)))
    if set(found) <= {1}:
        assert order == list(range(len(found)))[::-1]


def test_text_without_letters_is_turned_with_its_brackets() -> None:
    assert "(?!)" == turned("(!?)")
    assert "<1" == turned("1>")
    assert "\u05d0(" == turned("\u05d0(")
