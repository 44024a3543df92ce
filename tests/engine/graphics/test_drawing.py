"""Drawings: numbers as PDF writes them, and names that follow from content."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import FlatColour, Item, PaintedPath, PathData
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.spelling import content_name, fine, matrix_operator, number

PDF_NUMBER = re.compile(r"-?(?:\d+(?:\.\d*[1-9])?|0?\.\d*[1-9])")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (100, "100"),
        (1.5, "1.5"),
        (-1.2345, "-1.234"),
        (12.3456, "12.346"),
        (0.0405, "0.0405"),
        (1e-15, "0"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert text == number(value)


@given(st.floats(-1e7, 1e7))
def test_numbers_are_pdf_and_exact_enough(value: float) -> None:
    """Never an exponent, never "-0"; a thousandth off at most, and less where units may be
    large."""
    for write, slack in ((number, 0.000501), (fine, 0.000000501)):
        text = write(value)
        assert PDF_NUMBER.fullmatch(text), text
        assert abs(float(text) - value) <= slack
    if abs(value) < 0.01:
        assert abs(float(fine(value)) - value) <= 1e-10


def test_names_follow_from_everything_that_is_painted() -> None:
    box, red = Box(0, 0, 1, 1), FlatColour((1.0, 0.0, 0.0))

    def bar(width: float, colour: FlatColour = red) -> list[Item]:
        return [
            PaintedPath(
                PathData((("m", (0.0, 0.0)), ("l", (width, 0.0)), ("l", (1.0, 1.0)))), colour
            )
        ]

    same = [Drawing(bar(1), box).name, Drawing(bar(1), Box(0, 0, 1, 1)).name]
    others = [
        Drawing(bar(2), box),
        Drawing(bar(1), Box(0, 0, 2, 1)),
        Drawing(bar(1), box, reach=Box(-1, -1, 3, 3)),
        Drawing(bar(1), box, group=True),
        Drawing(bar(1), box, alias="other"),
        Drawing(bar(1, red._replace(name="flame")), box),
        Drawing(bar(1, red._replace(cmyk=(0.0, 1.0, 1.0, 0.0))), box),
    ]
    assert same[0] == same[1]
    assert 8 == len({same[0], *(drawing.name for drawing in others)})


def test_parts_of_a_name_do_not_run_together() -> None:
    assert content_name("X", b"ab", b"c") != content_name("X", b"a", b"bc")
    assert re.fullmatch("X[0-9a-f]{12}", content_name("X", b""))


def test_operators() -> None:
    assert "1 0 0 -1 0.5 2 cm" == matrix_operator(Matrix(1, 0, 0, -1, 0.5, 2))
