"""Sheets of cards in one picture become decks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageColor
from projects import run


def sheet_of(path: Path, colours: list[str]) -> None:
    """Write a sheet of 3 x 2 cards, each with a spot, the last place empty."""
    sheet = Image.new("RGB", (301, 281), "#111")
    for number, colour in enumerate(colours):
        column, row = number % 3, number // 3
        sheet.paste(Image.new("RGB", (90, 130), colour), (column * 100 + 5, row * 140 + 5))
    sheet.save(path)


def test_a_sheet_is_cut_up_into_a_deck(tmp_path: Path) -> None:
    """With its backs, and without the place at its end that holds no card."""
    colours = ["#F00", "#0F0", "#00F", "#FF0", "#0FF"]
    sheet_of(tmp_path / "Dragons.png", colours)
    sheet_of(tmp_path / "Dragons.backs.png", colours[::-1])
    kept = tmp_path / "kept"
    done = run("sheet", tmp_path / "Dragons.png", "--grid", "3x2", "--keep", kept, "--paper", "a4")
    assert done.exit_code == 0, done.output
    art = sorted((kept / "card_data/dragons/art").iterdir())
    middles = {}
    for path in art:
        with Image.open(path) as picture:
            middles[path.stem] = picture.convert("RGB").getpixel((50, 70))
    full = [ImageColor.getrgb(colour) for colour in colours]
    faces = [middles[f"card-{number:02}"] for number in range(1, 6)]
    backs = [colour for name, colour in middles.items() if len(name) > len("card-01")]
    assert (faces, backs, len(art)) == (full, full[::-1], 10)
    assert "title: Dragons" in (kept / "card_data/dragons/cards.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("grid", "told"),
    [("3", "no grid such as 10x7"), ("0x2", "impossible"), ("30x40", "are no 30 x 40 cards")],
)
def test_what_is_no_grid_is_told(tmp_path: Path, grid: str, told: str) -> None:
    sheet_of(tmp_path / "s.png", ["#F00"])
    done = run("sheet", tmp_path / "s.png", "--grid", grid, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert told in done.output
