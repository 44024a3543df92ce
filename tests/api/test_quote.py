"""What factories are asked for: parts counted on drawn cards, as a workbook and a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pypdfium2
import pytest
from projects import run, svg, write_project

GAME = """\
title: Sweets
version: 3
quote:
  copies: [200]
  stock: 310 g/m² black core
  weight: 310
  thickness: 0.4mm
  parts: {coins: {stock: greyboard, weight: 1000, thickness: 2mm}, box: {stock: card}}
  bought: {wooden die of 16 mm: 5}
"""
DECKS = {
    "main": """\
title: Cards
size: 60mm x 80mm
template: face.svg
back: back.svg
cards:
  - {id: owl, copies: 3}
  - {id: jay, copies: 2}
  - {id: jay-again, copies: 1, template: grey.svg}
  - {id: unprinted, copies: 0}
""",
    "coins": "title: Coins\nsize: {shape: circle, diameter: 25mm}\ntemplate: round.svg\ncards:\n  - {id: one, copies: 10}\n",
}
TEMPLATES = {
    "face.svg": svg(
        '<rect width="60" height="80" fill="#cc2211"/>{{ icon(card.id, 9, 9, 9) if false }}'
    ),
    "grey.svg": svg('<rect width="60" height="80" fill="#777777"/>'),
    "round.svg": svg('<circle cx="12.5" cy="12.5" r="16" fill="#777777"/>', 25, 25),
    "back.svg": svg('<rect width="60" height="80" fill="#000000"/>'),
}


def asked(root: Path, *words: str) -> tuple[list[dict[str, Any]], str]:
    """The rows of the workbook by their headings, and what the page says."""
    done = run("quote", *words, project=root)
    assert done.exit_code == 0, done.output
    folder = root / "output/sweets"
    head, *rows = openpyxl.load_workbook(folder / "quote.xlsx").active.iter_rows(values_only=True)
    with pypdfium2.PdfDocument(folder / "quote.pdf") as pages:
        text = "".join(page.get_textpage().get_text_range() for page in pages)
    return [dict(zip(head, row, strict=True)) for row in rows], text


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, DECKS, TEMPLATES, game=GAME)


def test_parts_have_the_numbers_of_their_drawn_cards(project: Path) -> None:
    (coins, cards, box, die, whole), text = asked(project)
    assert (cards["Part"], cards["Size"], cards["Pieces in a copy"]) == ("Cards", "60 × 80 mm", 6)
    # two cards of one template without words are one drawing
    assert (cards["Different fronts"], cards["Different backs"]) == (2, 1)
    assert (cards["Inks, front/back"], coins["Inks, front/back"]) == ("4/1", "1/0")
    assert (cards["Stock"], coins["Stock"], box["Stock"]) == (
        "310 g/m² black core",
        "greyboard",
        "card",
    )
    assert cards["Stack, mm"] == pytest.approx(2.4)
    assert cards["Weight in a copy, g"] == pytest.approx(6 * 0.06 * 0.08 * 310, abs=0.05)
    assert coins["Weight in a copy, g"] == pytest.approx(10 * 0.0004909 * 1000, abs=0.05)
    assert box["Size"] == "61 × 81 × 24 mm"  # a pile of 22.4 mm, and 1 mm of play each way
    assert (die["Pieces in a copy"], die["Pieces for 200 copies"]) == (5, 1000)
    assert whole["Weight in a copy, g"] == pytest.approx(8.9 + 4.9, abs=0.1)
    assert "version 3" in text
    assert "200 copies" in text
    assert "wooden die" in text


def test_copies_can_be_asked_for_and_what_nobody_said_is_told(project: Path) -> None:
    (project / "card_data/sweets/game.yaml").write_text("title: Sweets\n", "utf-8")
    rows, text = asked(project, "sweets/main", "--copies", "50, 75")
    assert rows[0]["Pieces for 75 copies"] == 450
    assert "please propose" in text
    told = run("quote", project=project)
    assert "0.3 mm and 300 g/m²" in told.output
    assert run("quote", "--copies", "many", project=project).exit_code == 2


@pytest.mark.parametrize(
    ("quote", "told"),
    [
        ("{parts: {coin: {stock: board}}}", 'no part "coin"; did you mean "coins"'),
        ("{parts: {coins: {thickness: 3m}}}", "game.yaml:2"),
        ("{copies: 500}", "copies must be a list"),
        ("{bought: {die: 0}}", "die is 0"),
    ],
)
def test_a_mistake_is_told_where_it_stands(project: Path, quote: str, told: str) -> None:
    (project / "card_data/sweets/game.yaml").write_text(f"title: Sweets\nquote: {quote}\n", "utf-8")
    done = run("quote", project=project)
    assert done.exit_code == 2
    assert told in done.output
