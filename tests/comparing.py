"""Poker cards as a browser shows them and as they print, and how far two pictures differ."""

from __future__ import annotations

import base64
import mimetypes
import re
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from chromium import Browser
from PIL import Image, ImageChops, ImageFilter

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine.graphics.pdf import Pdf
from cardgen.engine.svg.sanitize import unicode_range
from cardgen.engine.typography.fontbook import FontBook
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import card_size
from cardgen.sheets.pages import from_view_box

WIDTH, HEIGHT = 500, 700
"""Pixels of a poker card at 200 dpi: exactly, so that neither side has to scale."""
DIFFERENT = 48
"""How far a channel may be off (of 255) after a 3 x 3 blur, which forgives how edges are smoothed
but not where they are."""
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


def sides_of(
    workshop: cardgen.Workshop, game: Game, deck: Deck, positions: tuple[int, ...], jobs: int = 0
) -> list[Side]:
    """The faces of some cards, and the back of the first one where the deck has one."""
    card_findings = CardFindings()
    context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
    composer = Composer(context)
    found: list[Side] = []
    for drawn in draw_deck(
        context, deck, card_findings, DrawOptions(positions=positions, jobs=jobs)
    ):
        for back in (False, True) if not found and deck.back else (False,):
            template = deck.back if back else drawn.card.template
            svg, problems, _ = composer.side(drawn.card, template)
            assert svg
            assert [] == problems
            found.append(
                Side(
                    f"{deck.id}/{drawn.card.id}{' back' * back}",
                    for_browser(workshop, game, svg),
                    drawn,
                    back,
                )
            )
    assert [] == list(card_findings)
    return found


def for_browser(workshop: cardgen.Workshop, game: Game, svg: str) -> str:
    """The SVG with its art inside, for a browser that knows no project."""

    def inlined(match: re.Match[str]) -> str:
        path = workshop.project.find_art(game.folder, match[1])
        kind = mimetypes.guess_type(path.name)[0]
        return f'href="data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"'

    return re.sub(r'href="(?!data:)([^"#]+)"', inlined, svg)


def in_browser(
    browser: Browser, sides: list[Side], folder: Path, fonts: FontBook
) -> list[Image.Image]:
    """Poker cards as Chromium shows them, in one page; it must be one that reads files."""
    faces = []
    for family in fonts.families:
        # the file as it lies there: what a variable font is on its axes is the browser's own
        # reckoning
        for face in fonts.typefaces(family):
            low, high = face.weights
            style = (
                "oblique 0deg 20deg"
                if len(face.slants) > 1
                else "normal"
                if False in face.slants
                else "italic"
            )
            about = f"font-weight: {low} {high}; font-style: {style}; src: url('{face.file.path.as_uri()}')"
            about += f"; unicode-range: {unicode_range(face.adds)}" if face.adds else ""
            faces.append(f"@font-face {{font-family: '{family}'; {about}}}")
    rows = -(-len(sides) // ACROSS)
    size = f"width: {WIDTH}px; height: {HEIGHT}px"
    rules = f"{''.join(faces)} body {{margin: 0; font-optical-sizing: none}} svg {{{size}}}"
    head = f'<!doctype html><meta charset="utf-8"><style>{rules}</style>'
    # a document each: ids of one card mean nothing on another
    for number, side in enumerate(sides):
        (folder / f"{number}.html").write_text(head + side.svg, "utf-8")
    css = f"body {{margin: 0; display: grid; grid-template-columns: repeat({ACROSS}, {WIDTH}px)}} iframe {{border: 0; {size}}}"
    frames = "".join(f'<iframe src="{number}.html"></iframe>' for number in range(len(sides)))
    page = folder / "cards.html"
    page.write_text(f'<!doctype html><meta charset="utf-8"><style>{css}</style>{frames}', "utf-8")
    browser.open(page.as_uri(), width=ACROSS * WIDTH, height=rows * HEIGHT)
    browser.until(f"location.href == '{page.as_uri()}' && document.readyState == 'complete'")
    browser.run(_DRAWN)
    whole = browser.picture()
    browser.call("Page.navigate", url="about:blank")  # which takes no time while others are tested
    assert whole.size == (ACROSS * WIDTH, rows * HEIGHT)
    return [_cut(whole, index) for index in range(len(sides))]


_DRAWN = """(async () => {
  for (const { contentDocument } of document.querySelectorAll('iframe')) {
    contentDocument.body.getBoundingClientRect();  // only what is laid out asks for its fonts
    await contentDocument.fonts.ready;
    await Promise.all([...contentDocument.querySelectorAll('image')].map((image) => image.decode()));
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})()"""


def _cut(whole: Image.Image, index: int) -> Image.Image:
    x, y = index % ACROSS * WIDTH, index // ACROSS * HEIGHT
    return whole.crop((x, y, x + WIDTH, y + HEIGHT))


def in_pdf(sides: list[Side]) -> list[Image.Image]:
    """Poker cards as their PDF shows them, a page for each."""
    pdf = Pdf.passing()
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
