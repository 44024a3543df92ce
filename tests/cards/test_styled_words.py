"""A word in a look of its own: from the mark-up to the SVG that a text becomes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import SHIPPED, run, svg, write_project

from cardgen.cards.text_style import TextStyle, lines_of
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts
from cardgen.model.cards import Colour
from cardgen.model.span_styles import SpanSheet, SpanStyle

FONTS = open_fonts([SHIPPED / "fonts"])
SHEET = SpanSheet(
    {"hot": SpanStyle(color="berry", weight=800, size=1.2)}, {"berry": Colour("#C00000")}
)
BOX = TextBox(200, 100, ("Nunito",), 10, weight=600, styles=SHEET)


def written(markup: str, box: TextBox = BOX) -> str:
    """A text as SVG."""
    layout = box.fit(markup, FONTS, lambda name: 1.0)
    return lines_of(layout, 0, 0, TextStyle(), 1)[0]


def spans(markup: str) -> list[str]:
    """The runs of a text as SVG."""
    return written(markup).split("<tspan")[1:]


def test_a_word_has_a_colour_of_its_own() -> None:
    before, word, after = spans("Take [damage]{color=#C00000} now")
    assert 'fill="#C00000"' in word
    assert "fill" not in before + after


def test_a_word_has_a_size_of_its_own() -> None:
    before, word = spans("Take [damage]{size=1.5}")
    assert 'font-size="15.0' in word
    assert "font-size" not in before


def test_a_word_has_a_style_of_the_game() -> None:
    _, word, _ = spans("Take [damage]{.hot} now")
    assert 'fill="#C00000"' in word
    assert 'font-weight="800"' in word
    assert 'font-size="12.0' in word


def test_what_lies_beneath_a_text_is_written_before_it_and_lines_behind() -> None:
    svg = written(
        "Take [two]{background=berry} or [one]{.underline} or [none]{.strike color=berry}"
    )
    ground, text, line, bar = (part for part in svg.split("<") if part[:4] in ("rect", "text"))
    assert 'fill="#C00000"' in ground
    assert text.startswith("text")
    assert 'fill="#000000"' in line
    assert 'fill="#C00000"' in bar


def test_a_word_with_room_between_its_letters_has_its_own_spacing() -> None:
    before, word, after = spans("Take [damage]{tracking=0.1} now")
    assert 'letter-spacing="1.0' in word
    assert "letter-spacing" not in before + after


def test_words_of_a_spaced_text_may_stand_close() -> None:
    svg = written("Take [damage]{tracking=-0.1} now", replace(BOX, letter_spacing=0.1))
    _, word, _ = svg.split("<tspan")[1:]
    assert 'letter-spacing="0.0' in word


LOOKS = (
    *("", ".hot", ".small-caps", ".sup", "tracking=0.2", "size=1.5 raise=0.2", ".underline"),
    *("background=berry", "weight=800", ".strike .italic", ".nowrap"),
)
PIECES = st.lists(
    st.tuples(
        st.text("ab g.Q", min_size=1, max_size=8),
        st.sampled_from(LOOKS),
    ),
    min_size=1,
    max_size=8,
)


@given(PIECES, st.floats(40, 200))
@settings(deadline=None, max_examples=100)
def test_no_letter_is_lost_and_no_run_overlaps_another(
    pieces: list[tuple[str, str]], width: float
) -> None:
    markup = "".join(f"[{text}]{{{looks}}}" if looks else text for text, looks in pieces)
    layout = replace(BOX, width=width, height=2000).fit(markup, FONTS, lambda name: 1.0)
    printed = "".join(run.text for run in layout.runs)
    plain = "".join(text for text, _ in pieces)
    assert "".join(printed.split()).lower() == "".join(plain.split()).lower()
    for line in layout.lines:
        for item, following in pairwise(line.items):
            assert following.x >= item.x + item.width - 1e-6
        if line.items:
            last = line.items[-1]
            assert last.x + last.width == pytest.approx(line.x + line.width)
    edges = [(bar.box.x, bar.box.x + bar.box.width) for bar in layout.decorations]
    assert all(left < right for left, right in edges)


def test_a_style_in_place_of_one_of_every_game_is_told(tmp_path: Path) -> None:
    """It wins, as words of two stars stay bold."""
    game = (
        "title: Sweets\npalette: {ink: '#202020'}\nstyles: {bold: {color: ink}, hot: {size: 2}}\n"
    )
    root = write_project(tmp_path, game=game)
    told = run("validate", "sweets", "--rules-only", "--notes", project=root).output
    assert '[words]{.bold} look as the style "bold" says' in told
    assert "hot" not in told


def test_a_mark_of_a_replacement_that_nothing_closes_is_told(tmp_path: Path) -> None:
    """At the cell, with the rule that has put it there; a pair is fine."""
    game = "title: Sweets\nreplace: {'<b>': '**', '</b>': '**'}\n"
    cards = "fields: {text: text}\ncards:\n  - {id: a, text: '<b>a</b> b'}\n  - {id: b, text: '<b>c d'}\n"
    face = svg("{{ text_box(card.text, 5, 5, 50, 40) }}")
    root = write_project(tmp_path, {"main": cards}, {"card.svg": face}, game=game)
    told = run("validate", "sweets", project=root).output
    assert 1 == told.count('"<b>" becomes "**" by')
    assert "main.yaml:8:" in told
    assert "game.yaml:2, which opens nothing" in told
