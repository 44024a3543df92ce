"""A card's SVG in a browser and its PDF agree: the real cards in headless Chromium, beside their
pages drawn by PDFium."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import CHROMIUM, Browser
from comparing import HEIGHT, TOLERANCE, WIDTH, Side, difference, in_browser, in_pdf, sides_of
from PIL import Image, ImageChops, ImageFilter
from projects import SHIPPED

import cardgen

pytestmark = pytest.mark.browser

GAME = "best-candy-on-the-block"


def sides() -> list[Side]:
    """Every eighth card of the main deck, two suit cards, and both backs."""
    workshop = cardgen.open_project(SHIPPED)
    found = []
    for name, step in (("main", 8), ("suit", 5)):
        ((game, (deck,)),) = workshop.select([f"{GAME}/{name}"])
        found += sides_of(workshop, game, deck, tuple(range(0, len(deck), step)))
    return found


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_browser_and_print_agree(reader: Browser, tmp_path: Path) -> None:
    """Less than 1 % of the pixels of any card differ; and the measure would notice 1 mm."""
    found = sides()
    assert 12 <= len(found)
    shown, printed = (
        in_browser(reader, found, tmp_path, cardgen.open_project(SHIPPED).fonts),
        in_pdf(found),
    )
    assert [(WIDTH, HEIGHT)] * len(found) == [image.size for image in printed]
    off = {
        side.name: difference(one, two)
        for side, one, two in zip(found, shown, printed, strict=True)
    }
    assert {} == {name: f"{share:.2%}" for name, share in off.items() if share >= TOLERANCE}
    for side, one, two in zip(found, shown, printed, strict=True):
        for dx, dy in ((8, 0), (0, 8)):  # 8 pixels are 1.016 mm
            assert difference(one, ImageChops.offset(two, dx, dy)) > TOLERANCE, (
                f"{side.name} moved by 1 mm would not be noticed"
            )


def test_the_measure_forgives_smoothing_but_not_a_shift() -> None:
    """A disc drawn with other edges counts as the same; a missing one, or one elsewhere, does
    not."""
    disc = Image.new("RGB", (WIDTH, HEIGHT), "white")
    disc.paste("#335577", (100, 100, 300, 300))
    smooth = disc.filter(ImageFilter.BoxBlur(0.5))
    assert difference(disc, smooth) < TOLERANCE
    assert difference(disc, ImageChops.offset(disc, 8, 8)) > TOLERANCE
    assert difference(disc, Image.new("RGB", (WIDTH, HEIGHT), "white")) > 0.1
