"""Justified text: even at both edges, by its spaces alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import SHIPPED

from cardgen.cards.text_style import TextStyle, lines_of
from cardgen.engine.typography.text_layout import Run
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

FONTS = open_fonts([SHIPPED / "fonts"])
BOX = TextBox(150, 4000, ("Nunito",), 10, weight=600, align="justify")
TEXT = (
    "Take the **top card** of the pile and give it to the [player]{size=1.2} beside you, who keeps "
    "{coin} it until the next night falls."
)


def test_all_lines_but_the_last_reach_both_edges() -> None:
    box = replace(BOX, width=230)
    *lines, last = box.fit(TEXT, FONTS, lambda name: 1.0).lines
    assert len(lines) >= 2
    for line in lines:
        end = line.items[-1]
        assert line.items[0].x == pytest.approx(0)
        assert end.x + end.width == pytest.approx(box.width)
    assert last.width < box.width


def test_lines_whose_spaces_would_be_too_wide_stay_as_they_are() -> None:
    layout = replace(BOX, width=60).fit("one extraordinarily two", FONTS, lambda name: 1.0)
    first = layout.lines[0]
    assert first.x + first.width < 59


def test_runs_say_how_much_wider_their_spaces_are() -> None:
    layout = BOX.fit(TEXT, FONTS, lambda name: 1.0)
    svg, _ = lines_of(layout, 0, 0, TextStyle(), 1)
    assert svg.count("word-spacing=") == sum(run.gap > 0 for run in layout.runs) > 2


def test_letter_spacing_beside_an_icon_is_no_space() -> None:
    box = replace(BOX, width=212, letter_spacing=0.1)
    line = box.fit(
        "one {coin}two three {coin}four five six seven eight", FONTS, lambda name: 1.0
    ).lines[0]
    icon, word = line.items[1:3]
    assert isinstance(word, Run)
    assert line.width == pytest.approx(box.width)
    assert word.x == pytest.approx(icon.x + icon.width + 0.1 * box.size)


@given(
    st.lists(st.text("abcg", min_size=1, max_size=9), min_size=1, max_size=20),
    st.floats(40, 200),
    st.sampled_from(["", "- ", "**"]),
)
@settings(deadline=None, max_examples=100)
def test_words_keep_their_order_and_do_not_overlap(
    words: list[str], width: float, mark: str
) -> None:
    text = " ".join(f"{mark}{word}{mark}" if mark == "**" else word for word in words)
    markup = f"- {text}\n- end" if mark == "- " else text
    layout = replace(BOX, width=width).fit(markup, FONTS, lambda name: 1.0)
    printed = " ".join(item.text for line in layout.lines for item in line.items)
    wanted = "".join(words) + ("end" if mark == "- " else "")
    assert "".join(printed.replace("•", "").split()) == wanted
    for line in layout.lines:
        assert all(isinstance(item, Run) for item in line.items)
        for item, following in zip(line.items, line.items[1:], strict=False):
            assert following.x >= item.x + item.width - 1e-6
        end = line.items[-1]
        assert layout.overflow or end.x + end.width <= width + 0.01
