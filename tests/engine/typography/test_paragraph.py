"""A paragraph in lines: runs of several styles, objects among words, two ways to break it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import SHIPPED

from cardgen.engine.typography.line_breaking import FirstFit, LeastSquares
from cardgen.engine.typography.paragraph import (
    LineBreaking,
    Paragraph,
    RunStyle,
    SetLine,
    StyledRun,
)
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

FONTS = open_fonts([SHIPPED / "fonts"])
PLAIN = RunStyle(("Nunito",), 600)
LOUD = PLAIN._replace(weight=800, colour="#C00000")
TEXT = "Draw two cards, then give one of them to the player on your left."


def texts(lines: list[SetLine]) -> list[str]:
    return ["".join(piece.text for piece in line.pieces) for line in lines]


@pytest.mark.parametrize("breaking", [FirstFit(), LeastSquares(), LeastSquares(even=True)])
def test_each_way_to_break_lines_serves_each_paragraph(breaking: LineBreaking) -> None:
    paragraph = Paragraph([StyledRun(TEXT, PLAIN)], FONTS)
    lines = paragraph.set_lines(12.0, breaking)
    assert TEXT.split() == " ".join(texts(lines)).split()
    assert all(line.width <= 12.0 for line in lines)


def test_least_squares_leaves_an_evener_edge_than_first_fit() -> None:
    paragraph = Paragraph([StyledRun(TEXT, PLAIN)], FONTS)

    def raggedness(breaking: LineBreaking) -> float:
        wraps = pairwise(breaking.wrap(paragraph, 13.0))
        widths = [paragraph.set_line(first, stop).width for first, stop in wraps]
        return sum((13.0 - width) ** 2 for width in widths)

    assert raggedness(LeastSquares(even=True)) < raggedness(FirstFit())


def test_a_run_has_a_colour_of_its_own_and_is_set_apart() -> None:
    red = PLAIN._replace(colour="#C00000")
    runs = [StyledRun("Take ", PLAIN), StyledRun("damage", red), StyledRun(" now", PLAIN)]
    (line,) = Paragraph(runs, FONTS).set_lines(99.0, FirstFit())
    assert [("Take ", ""), ("damage", "#C00000"), (" now", "")] == [
        (piece.text, piece.run.style.colour) for piece in line.pieces
    ]
    plain = Paragraph([StyledRun("Take damage now", PLAIN)], FONTS)
    assert plain.set_line(0, 3).width == pytest.approx(line.width)


def test_a_larger_run_is_wider_and_reaches_further() -> None:
    small, large = (
        Paragraph([StyledRun("One ", PLAIN), StyledRun("word", PLAIN._replace(size=size))], FONTS)
        for size in (1.0, 2.0)
    )
    assert not small.tall
    assert large.tall
    small_word, large_word = (text.set_line(1, 2) for text in (small, large))
    assert large_word.width == pytest.approx(2 * small_word.width)
    assert large_word.above > 2 * FONTS.face("Nunito", 600).cap_height - 0.1


def test_an_object_among_words_keeps_its_source() -> None:
    runs = [
        StyledRun("Gain ", PLAIN),
        StyledRun("\ufffc", PLAIN, 2.5, "sour"),
        StyledRun(".", PLAIN),
    ]
    paragraph = Paragraph(runs, FONTS)
    line = paragraph.set_line(0, 2)
    assert line.holds_object
    assert ["", "sour"] == [piece.run.source or "" for piece in line.pieces][:2]
    assert 2.5 == line.pieces[1].width


def test_a_box_tells_how_high_its_text_became() -> None:
    box = TextBox(60, 100, ("Nunito",), 10, weight=600)
    one, three = (box.fit(text, FONTS, lambda name: None) for text in ("A", "A\nB\nC"))
    assert one.height == pytest.approx(three.height - 2 * box.leading * box.size)
    assert 0 == box.fit("", FONTS, lambda name: None).height


WORDS = st.sampled_from(["Draw", "two", "AV", "To.", "fi", "e-mail", "a\u00adb", "—", "1"])
LOOKS = st.sampled_from(
    [
        PLAIN,
        PLAIN._replace(weight=800),
        PLAIN._replace(italic=True),
        PLAIN._replace(size=1.5, colour="#C00000"),
        PLAIN._replace(tracking=0.1, rise=0.3),
        PLAIN._replace(families=("Baloo 2",), nowrap=True),
    ]
)
OBJECT = StyledRun("\ufffc", PLAIN, 1.4, "sour")


@st.composite
def styled_runs(draw: st.DrawFn) -> list[StyledRun]:
    """Runs of words as mark-up makes them: a space between two words stands in either run."""
    texts = draw(st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=5))
    runs = [StyledRun(" ".join(words), draw(LOOKS)) for words in texts]
    for number in range(len(runs) - 1):
        side = draw(st.sampled_from(["end", "begin", "none"]))
        if side == "end":
            runs[number] = runs[number]._replace(text=f"{runs[number].text} ")
        elif side == "begin":
            runs[number + 1] = runs[number + 1]._replace(text=f" {runs[number + 1].text}")
    if draw(st.booleans()):
        runs.insert(draw(st.integers(0, len(runs))), OBJECT)
    return runs


@given(styled_runs(), st.sampled_from([0.0, 0.05]), st.floats(2.0, 12.0))
def test_lines_by_numbers_are_those_that_are_shaped(
    runs: list[StyledRun], spacing: float, width: float
) -> None:
    paragraph, shaped = (
        Paragraph(runs, FONTS, spacing=spacing, trimmed=True, hyphenated=True) for _ in range(2)
    )
    shaped.adds_up = False
    assert paragraph.lasts == pytest.approx(
        [shaped._width_between(low, high) for low, high in pairwise((0, *shaped.stops))]
    )
    for first, stop in pairwise(FirstFit().wrap(paragraph, width)):
        line, shaped_line = paragraph.set_line(first, stop), shaped.set_line(first, stop)
        assert line.width == pytest.approx(shaped_line.width)
        assert line[2:] == shaped_line[2:]
        assert [piece[2:] for piece in line.pieces] == [piece[2:] for piece in shaped_line.pieces]
        for piece, shaped_piece in zip(line.pieces, shaped_line.pieces, strict=True):
            assert piece[:2] == pytest.approx(shaped_piece[:2])


def test_runs_of_one_font_are_not_shaped_line_by_line() -> None:
    runs = [StyledRun("Take two ", PLAIN), StyledRun("sour", LOUD), StyledRun(" ones now", PLAIN)]
    assert Paragraph(runs, FONTS, trimmed=True).adds_up
    with_object = Paragraph([*runs[:2], StyledRun(" now.", PLAIN), OBJECT], FONTS, trimmed=True)
    assert with_object.adds_up
    assert not Paragraph([StyledRun("now-or never", PLAIN), *runs], FONTS, trimmed=True).adds_up
