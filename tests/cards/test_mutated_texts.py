"""Texts that somebody typed in haste: told where they are wrong, and no letter lost where not."""

from __future__ import annotations

import random

import pytest
from projects import SHIPPED

from cardgen.base.findings import CardgenError
from cardgen.cards.text_style import TextStyle, lines_of
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts
from cardgen.model.cards import Colour
from cardgen.model.span_styles import SpanSheet, SpanStyle

FONTS = open_fonts([SHIPPED / "fonts"])
SHEET = SpanSheet({"hot": SpanStyle(color="berry", size=1.2)}, {"berry": Colour("#C00000")})
BOX = TextBox(140, 5000, ("Nunito",), 10, 4, weight=600, styles=SHEET, paragraph_gap=0.4)
TEXT = (
    "Deal [2 **damage**]{.hot}, or [four]{size=1.5 color=berry} *to each*.\n"
    "- {sword} one [line]{.underline} and \\[more\\]\n- two {{x}}\n  - deep\n---\n"
    "| a | b |\n| - | -: |\n| cell | {sword} [x]{.hot} |\n"
    "1. first \\\nbroken [a [nested]{.small-caps} b]{background=berry tracking=0.1}"
)
SIGNS = "[]{}*\\.=- \n|#\"'1xé"
MARKS = frozenset("[]{}*\\|-•–·.=\"'#")
COUNT = 2000


def mutated(seed: int) -> str:
    """The text with some signs taken out, put in, doubled or exchanged."""
    chance = random.Random(seed)
    signs = list(TEXT)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(signs))
        kind = chance.randrange(4)
        if kind == 0:
            del signs[at]
        elif kind == 1:
            signs.insert(at, chance.choice(SIGNS))
        elif kind == 2:
            signs[at] = chance.choice(SIGNS)
        else:
            other = chance.randrange(len(signs))
            signs[at], signs[other] = signs[other], signs[at]
    return "".join(signs)


@pytest.mark.parametrize("start", range(0, COUNT, 500))
def test_a_mutated_text_is_told_or_keeps_its_letters(start: int) -> None:
    """What is printed is what was typed without mark-up: its letters are there, in their order."""
    told = 0
    wordless = []
    for seed in range(start, start + 500):
        markup = mutated(seed)
        try:
            layout = BOX.fit(markup, FONTS, lambda name: 1.0 if name == "sword" else None)
        except CardgenError as error:
            told += 1
            wordless += [one for one in error.findings if not (one.what and one.remedy)]
            continue
        printed = "".join(run.text for run in layout.runs).lower()
        assert lines_of(layout, 0, 0, TextStyle(), 1)[0]
        letters = iter(markup.lower())
        assert all(sign in letters for sign in printed if sign.isalpha()), markup
        for word in ("deal", "damage", "each", "nested", "broken"):
            if word in markup.lower():
                assert word in printed.replace(" ", ""), markup
    assert 0 < told < 500
    assert wordless == []
