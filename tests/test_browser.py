"""A card's SVG in a browser and its PDF agree: the real cards in headless Chromium, beside their pages drawn by PDFium."""

from __future__ import annotations

import base64
import mimetypes
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from projects import SHIPPED

import cardgen
from cardgen.cache import Cache
from cardgen.canvas import Pdf
from cardgen.compose import Composer
from cardgen.draw import Drawn, Troubles, draw_deck
from cardgen.fonts import FontBook
from cardgen.geometry import Box
from cardgen.model import Deck, Game
from cardgen.sheets import from_view_box
from cardgen.stock import card_size
from cardgen.svg.art import Art

pytestmark = pytest.mark.browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
GAME = "best-candy-on-the-block"
WIDTH, HEIGHT = 500, 700
"""Pixels of a poker card at 200 dpi: exactly, so that neither side has to scale."""
DIFFERENT = 48
"""How far a channel may be off (of 255) after a 3 x 3 blur, which forgives how edges are smoothed but not where they are."""
TOLERANCE = 0.01
"""The share of pixels that may be further off."""
ACROSS = 5


class Side(NamedTuple):
    name: str
    svg: str
    drawn: Drawn
    back: bool


def difference(one: Image.Image, two: Image.Image) -> float:
    """The share of pixels in which two pictures differ."""
    blurred = [image.convert("RGB").filter(ImageFilter.BoxBlur(1)) for image in (one, two)]
    red, green, blue = ImageChops.difference(*blurred).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[DIFFERENT + 1 :]) / (most.width * most.height)


def sides() -> list[Side]:
    """Every eighth card of the main deck, two suit cards, and both backs."""
    workshop = cardgen.open_project(SHIPPED)
    found = []
    for name, step in (("main", 8), ("suit", 5)):
        ((game, (deck,)),) = workshop.select([f"{GAME}/{name}"])
        found += sides_of(workshop, game, deck, tuple(range(0, len(deck), step)))
    return found


def sides_of(workshop: cardgen.Workshop, game: Game, deck: Deck, positions: tuple[int, ...], jobs: int = 0) -> list[Side]:
    """The faces of some cards, and the back of the first one where the deck has one."""
    troubles = Troubles()
    art = Art(workshop.project, game.folder, workshop.book, Cache(None))
    composer = Composer(workshop.project, game, workshop.book)
    found: list[Side] = []
    for drawn in draw_deck(workshop.project, game, deck, workshop.book, art, troubles, only=positions, jobs=jobs):
        for back in (False, True) if not found and deck.back else (False,):
            template = deck.back if back else drawn.card.template
            svg, problems, _ = composer.side(drawn.card, template)
            assert svg
            assert [] == problems
            found.append(Side(f"{deck.id}/{drawn.card.id}{' back' * back}", _for_browser(workshop, game, svg), drawn, back))
    assert [] == list(troubles)
    return found


def _for_browser(workshop: cardgen.Workshop, game: Game, svg: str) -> str:
    """The SVG with its art inside, for a browser that knows no project."""

    def inlined(match: re.Match[str]) -> str:
        path = workshop.project.find_art(game.folder, match[1])
        kind = mimetypes.guess_type(path.name)[0]
        return f'href="data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"'

    return re.sub(r'href="([^"#]+)"', inlined, svg)


def in_browser(sides: list[Side], folder: Path, book: FontBook) -> list[Image.Image]:
    """Poker cards as Chromium shows them, in one page."""
    faces = []
    for family in book.families:
        for weight in range(100, 1000, 100):
            for italic in (False, True):
                font = book.face(family, weight, italic)
                if (font.weight, font.italic) == (weight, italic):
                    style = "italic" if italic else "normal"
                    source = f"src: url('{font.path.as_uri()}')"
                    faces.append(f"@font-face {{font-family: '{family}'; font-weight: {weight}; font-style: {style}; {source}}}")
    rows = -(-len(sides) // ACROSS)
    size = f"width: {WIDTH}px; height: {HEIGHT}px"
    head = f'<!doctype html><meta charset="utf-8"><style>{"".join(faces)}body {{margin: 0}} svg {{{size}}}</style>'
    for number, side in enumerate(sides):  # a document each: ids of one card mean nothing on another
        (folder / f"{number}.html").write_text(head + side.svg, "utf-8")
    css = f"body {{margin: 0; display: grid; grid-template-columns: repeat({ACROSS}, {WIDTH}px)}} iframe {{border: 0; {size}}}"
    frames = "".join(f'<iframe src="{number}.html"></iframe>' for number in range(len(sides)))
    page = folder / "cards.html"
    page.write_text(f'<!doctype html><meta charset="utf-8"><style>{css}</style>{frames}', "utf-8")
    shot = folder / "shot.png"
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb"]
    command += ["--force-device-scale-factor=1", f"--window-size={ACROSS * WIDTH},{rows * HEIGHT}", "--virtual-time-budget=5000"]
    command += [f"--user-data-dir={folder / 'profile'}", "--allow-file-access-from-files", f"--screenshot={shot}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    whole = Image.open(shot).convert("RGB")
    return [_cut(whole, index) for index in range(len(sides))]


def _cut(whole: Image.Image, index: int) -> Image.Image:
    x, y = index % ACROSS * WIDTH, index // ACROSS * HEIGHT
    return whole.crop((x, y, x + WIDTH, y + HEIGHT))


def in_pdf(sides: list[Side]) -> list[Image.Image]:
    """Poker cards as their PDF shows them, a page for each."""
    pdf = Pdf("Cards")
    poker = card_size("poker")
    for side in sides:
        drawing = side.drawn.back if side.back else side.drawn.face
        assert drawing
        size = Box(0, 0, 63.5 * 72 / 25.4, 88.9 * 72 / 25.4)
        pdf.page(size).place(drawing, from_view_box(drawing.box, poker))
    document = pypdfium2.PdfDocument(pdf.bytes())
    images = [page.render(scale=200 / 72).to_pil().convert("RGB") for page in document]
    document.close()
    return images


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_browser_and_print_agree(tmp_path: Path) -> None:
    """Less than 1 % of the pixels of any card differ; and the measure would notice 1 mm."""
    found = sides()
    assert 12 <= len(found)
    shown, printed = in_browser(found, tmp_path, cardgen.open_project(SHIPPED).book), in_pdf(found)
    assert [(WIDTH, HEIGHT)] * len(found) == [image.size for image in printed]
    off = {side.name: difference(one, two) for side, one, two in zip(found, shown, printed, strict=True)}
    assert {} == {name: f"{share:.2%}" for name, share in off.items() if share >= TOLERANCE}
    for side, one, two in zip(found, shown, printed, strict=True):
        for dx, dy in ((8, 0), (0, 8)):  # 8 pixels are 1.016 mm
            assert difference(one, ImageChops.offset(two, dx, dy)) > TOLERANCE, f"{side.name} moved by 1 mm would not be noticed"


def test_the_measure_forgives_smoothing_but_not_a_shift() -> None:
    """A disc drawn with other edges counts as the same; a missing one, or one elsewhere, does not."""
    disc = Image.new("RGB", (WIDTH, HEIGHT), "white")
    disc.paste("#335577", (100, 100, 300, 300))
    smooth = disc.filter(ImageFilter.BoxBlur(0.5))
    assert difference(disc, smooth) < TOLERANCE
    assert difference(disc, ImageChops.offset(disc, 8, 8)) > TOLERANCE
    assert difference(disc, Image.new("RGB", (WIDTH, HEIGHT), "white")) > 0.1
