"""Drawings: numbers as PDF writes them, and names that follow from content."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.geometry import Box, Matrix
from cardgen.graphics.drawing import Drawing, content_name, fine, line_operators, matrix_operator, number

PDF_NUMBER = re.compile(r"-?(?:\d+(?:\.\d*[1-9])?|0?\.\d*[1-9])")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.0, "0"), (100, "100"), (1.5, "1.5"), (-1.2345, "-1.234"), (12.3456, "12.346"), (0.0405, "0.0405"), (1e-15, "0")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert text == number(value)


@given(st.floats(-1e7, 1e7))
def test_numbers_are_pdf_and_exact_enough(value: float) -> None:
    """Never an exponent, never "-0"; a thousandth off at most, and less where units may be large."""
    for write, slack in ((number, 0.000501), (fine, 0.000000501)):
        text = write(value)
        assert PDF_NUMBER.fullmatch(text), text
        assert abs(float(text) - value) <= slack
    if abs(value) < 0.01:
        assert abs(float(fine(value)) - value) <= 1e-10


def test_names_follow_from_everything_that_is_painted() -> None:
    box = Box(0, 0, 1, 1)
    same = [Drawing(b"0 0 m", box).name, Drawing(b"0 0 m", Box(0, 0, 1, 1)).name]
    others = [
        Drawing(b"0 0 l", box),
        Drawing(b"0 0 m", Box(0, 0, 2, 1)),
        Drawing(b"0 0 m", box, reach=Box(-1, -1, 3, 3)),
        Drawing(b"0 0 m", box, group=True),
    ]
    assert same[0] == same[1]
    assert 5 == len({same[0], *(drawing.name for drawing in others)})


def test_parts_of_a_name_do_not_run_together() -> None:
    assert content_name("X", b"ab", b"c") != content_name("X", b"a", b"bc")
    assert re.fullmatch("X[0-9a-f]{12}", content_name("X", b""))


def test_operators() -> None:
    assert "1 0 0 -1 0.5 2 cm" == matrix_operator(Matrix(1, 0, 0, -1, 0.5, 2))
    assert "" == line_operators([], 1)
    assert "q 0 G 0 J [] 0 d 0.5 w 0 0 m 3 0 l S Q" == line_operators([(0, 0, 3, 0)], 0.5)
