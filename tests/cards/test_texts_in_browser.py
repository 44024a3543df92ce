"""Texts with spans, lists and justified lines in a browser and in the PDF agree."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import CHROMIUM, Browser
from comparing import TOLERANCE, difference, in_browser, in_pdf, sides_of
from projects import SHIPPED, write_project

import cardgen

pytestmark = pytest.mark.browser

TEXTS = (
    "Deal [2 damage]{.hot}, or [4]{size=1.5} by [night Owl]{.alarm}. H[2]{.sub}O, x[2]{.sup}.",
    "[Mark it]{background=pale}, [under lines gq]{.underline}, [gone]{.strike color=berry} "
    "[on over the end of a line]{.underline background=pale}.",
    "- {sour} one that goes on in a second line of it\n- **two** [three]{.hot}\n---\n{sour size=2} x",
    "Prices:\n| cost | effect |\n| --: | --- |\n| 2 | draw [one]{.hot} card |\n| 10 | {sour} **win** |",
    "[spread]{tracking=0.2} and [close]{tracking=-0.05} a[ffi]{.hot}ne AV[AV]{color=berry}AV",
)
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect width="63.5" height="88.9" fill="#FFF7E8"/>
{{ text_box(card.text, 4, 5, 55.5, 36, size=13, fill=palette.ink) }}
{{ text_box(card.text, 4, 46, 55.5, 38, size=12, fill=palette.ink, align='justify',
   hyphenate=true) }}
</svg>
"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_texts_with_spans_look_alike(reader: Browser, tmp_path: Path) -> None:
    entries = [f"  - {{id: t{i}, name: T, text: {text!r}}}" for i, text in enumerate(TEXTS)]
    deck = "\n".join(
        ["size: poker", "template: card.svg", "fields: {text: text}", "cards:", *entries]
    )
    game = (
        'title: Game\npalette: {ink: "#2B2138", berry: "#A3123F", pale: "#FFE08A"}\n'
        "styles: {hot: {color: berry, weight: 800}, alarm: {extends: hot, small_caps: true}}\n"
    )
    sour = (SHIPPED / "templates/icons/sour.svg").read_text("utf-8")
    root = write_project(
        tmp_path / "project",
        {"main": deck},
        {"card.svg": FACE},
        game=game,
        files={"templates/icons/sour.svg": sour},
    )
    workshop = cardgen.open_project(root)
    ((owner, (cards,)),) = workshop.select(["sweets/main"])
    sides = sides_of(workshop, owner, cards, tuple(range(len(TEXTS))))
    shown = in_browser(reader, sides, tmp_path, workshop.fonts)
    off = {
        side.name: difference(one, two)
        for side, one, two in zip(sides, shown, in_pdf(sides), strict=True)
    }
    assert len(off) == len(TEXTS)
    assert {} == {name: f"{share:.2%}" for name, share in off.items() if share >= TOLERANCE}
