"""A word in a colour or size of its own: a parser gives it, and nothing else need know of it."""

from __future__ import annotations

import pytest
from projects import SHIPPED

from cardgen.cards.text_style import TextStyle, lines_of
from cardgen.engine.typography.markup import Span
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

FONTS = open_fonts([SHIPPED / "fonts"])
BOX = TextBox(200, 100, ("Nunito",), 10, weight=600)


def shown(monkeypatch: pytest.MonkeyPatch, *spans: Span) -> list[str]:
    """The runs of a text as SVG, as if a parser had read these spans."""
    monkeypatch.setattr("cardgen.engine.typography.textbox.parsed", lambda markup: ((spans,), ()))
    layout = BOX.fit("", FONTS, lambda name: None)
    svg = "".join(lines_of(layout, 0, 0, TextStyle(), 1))
    return svg.split("<tspan")[1:]


def test_a_word_has_a_colour_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before, word, after = shown(
        monkeypatch, Span("Take "), Span("damage", colour="#C00000"), Span(" now")
    )
    assert 'fill="#C00000"' in word
    assert "fill" not in before + after


def test_a_word_has_a_size_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before, word = shown(monkeypatch, Span("Take "), Span("damage", size=1.5))
    assert 'font-size="15.0' in word
    assert "font-size" not in before
