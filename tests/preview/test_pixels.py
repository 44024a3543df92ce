"""What the preview shows is what prints: cards in Chromium, as the page shows them, beside their
PDF."""

from __future__ import annotations

import io
import json
import math
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import pypdfium2
import pytest
from chromium import Browser
from comparing import TOLERANCE, difference
from PIL import Image, ImageChops
from previews import previewing
from projects import SHIPPED

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.card_painter import CardWork, DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.placing import outline
from cardgen.cards.render import draw_together
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.pdf import Pdf
from cardgen.model.cards import Game
from cardgen.model.sizes import Shape
from cardgen.preview.outlines import BLEED
from cardgen.sheets.pages import from_view_box

pytestmark = pytest.mark.browser

DPI = 200
_SCALE = 2
"""Pixels of the device to one of CSS."""
_APART = 30
"""CSS pixels between neighbours: more than their bleeds together."""
_AT_ONCE = 30
_ACROSS = 6
_KEPT = json.dumps({"zoom": DPI / 25.4 / _SCALE, "lines": ["bleed"], "mode": "cards"})
"""What the page remembers: the scale of the comparison; with the bleed, no corner is cut round."""
_PLAIN = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    #side, #bar, footer, .lines, h2 { display: none !important; }
    body, #board { background: #fff !important; margin: 0; padding: 0 !important; }
    #stage { margin: 0 !important; padding: 0; } .both { filter: none !important; } .card { position: absolute !important; }
  `);
  document.adoptedStyleSheets = [sheet];
})()"""
"""The page without all but its cards."""


class Printed(NamedTuple):
    """One side of a card as its PDF shows it. `key` is GAME/DECK/CARD."""

    key: str
    side: str
    image: Image.Image


def printed(workshop: cardgen.Workshop, game: Game, all_cards: bool) -> list[Printed]:
    """Both sides of a card of each deck, or of all; backs only where they differ from those
    before."""
    wanted = {deck.id: range(len(deck)) if all_cards else (len(deck) // 2,) for deck in game.decks}
    seen, found = set(), []
    context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
    (cards,) = draw_together(context, [CardWork(context, wanted)], DrawOptions())
    for drawn in cards.drawn:
        key, shape = (
            f"{game.id}/{drawn.card.deck}/{drawn.card.id}",
            game.deck(drawn.card.deck).shape,
        )
        assert drawn.face
        found.append(Printed(key, "face", in_pdf(drawn.face, shape)))
        if drawn.back and (drawn.card.deck, drawn.back.name) not in seen:
            seen.add((drawn.card.deck, drawn.back.name))
            found.append(Printed(key, "back", in_pdf(drawn.back, shape)))
    assert [] == list(cards.card_findings)
    return sorted(found, key=lambda each: each.side)


def in_pdf(drawing: Drawing, shape: Shape) -> Image.Image:
    """The trim, on a page of whole pixels so that nothing is scaled."""
    unit, (width, height) = (
        72 / DPI,
        (round(length / 72 * DPI, 6) for length in (shape.width, shape.height)),
    )
    page_box = Box(0, 0, math.ceil(width) * unit - 1e-4, math.ceil(height) * unit - 1e-4)
    pdf = Pdf.passing()
    above = Matrix(1, 0, 0, 1, 0, page_box.height - shape.height)
    pdf.page(page_box).place(
        drawing,
        above @ from_view_box(drawing.box, shape),
        clip=outline(shape, drawing.box, (BLEED * MM, BLEED * MM)),
    )
    document = pypdfium2.PdfDocument(io.BytesIO(pdf.bytes()))
    try:
        image = document[0].render(scale=1 / unit).to_pil().convert("RGB")
    finally:
        document.close()
    return image.crop((0, 0, math.floor(width), math.floor(height)))


def shown(chromium: Browser, sides: list[Printed]) -> Iterator[Image.Image]:
    """The same sides as the page shows them, each laid at whole pixels."""
    for _, group in groupby(sides, key=lambda each: each.side):
        yield from _shown(chromium, list(group))


def _shown(chromium: Browser, sides: list[Printed]) -> Iterator[Image.Image]:
    for start in range(0, len(sides), _AT_ONCE):
        some = sides[start : start + _AT_ONCE]
        width, height = (
            max(each.image.size[axis] for each in some) // _SCALE + _APART for axis in (0, 1)
        )
        across = min(_ACROSS, len(some))
        chromium.run(
            f"""(async () => {{
              const wanted = {json.dumps([[each.key, each.side] for each in some])};
              for (const each of document.querySelectorAll('.card')) each.style.display = 'none';
              for (const [i, [key, side]] of wanted.entries()) {{
                const each = document.querySelector(`[data-key="${{key}}"]`);
                Object.assign(each.style, {{ display: 'block', left: i % {across} * {width} + 'px' }});
                each.style.top = Math.floor(i / {across}) * {height} + 'px';
                each.card.awake();
                each.card.flip(side === 'back', false);
                while (!each.card[side].shadow.firstElementChild) await new Promise((done) => setTimeout(done, 5));
                await Promise.all([...each.card[side].shadow.querySelectorAll('image')].map((image) => image.decode()));
              }}
              await document.fonts.ready;
              await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            }})()"""
        )
        whole = chromium.picture(0, 0, across * width, -(-len(some) // across) * height)
        for i, each in enumerate(some):
            x, y = i % across * width * _SCALE, i // across * height * _SCALE
            yield whole.crop((x, y, x + each.image.width, y + each.image.height))


@pytest.fixture
def shipped_preview() -> Iterator[str]:
    """The address of a preview of the shipped games."""
    with previewing("--project", SHIPPED) as address:
        yield address


def test_every_card_is_shown_as_it_prints(
    chromium: Browser,
    shipped_preview: str,
    pytestconfig: pytest.Config,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Less than 1 % of the pixels of any card differ, over all shipped decks; and the measure would
    notice 1 mm.

    A card of each deck in an ordinary run, every card with --all-cards.
    """
    every = pytestconfig.getoption("--all-cards")
    workshop = cardgen.open_project(SHIPPED)
    off: dict[str, float] = {}
    blind = []
    for game in workshop.games:
        chromium.open(shipped_preview, scale=_SCALE)
        chromium.until("document.readyState == 'complete'")
        chromium.run(f"localStorage.setItem('cardgen', {_KEPT!r})")
        chromium.open(
            f"{shipped_preview}#/{game.id if len(game.decks) > 1 else f'{game.id}/{game.decks[0].id}'}",
            scale=_SCALE,
        )
        chromium.until(f"document.querySelectorAll('.card').length == {sum(map(len, game.decks))}")
        chromium.until("document.documentElement.dataset.looked !== undefined")
        chromium.run(_PLAIN)
        prints = printed(workshop, game, every)
        for print_, picture in zip(prints, shown(chromium, prints), strict=True):
            name = f"{print_.key} {print_.side}"
            off[name] = difference(picture, print_.image)
            if (
                max(
                    difference(picture, ImageChops.offset(print_.image, *by))
                    for by in ((8, 0), (0, 8))
                )
                < TOLERANCE
            ):
                blind.append(name)
    assert len(off) >= (300 if every else 40)
    assert {} == {name: f"{share:.2%}" for name, share in off.items() if share >= TOLERANCE}
    assert [] == blind
    worst = sorted(off, key=lambda name: off[name], reverse=True)[:3]
    with capsys.disabled():
        sys.stdout.write(
            f"\npreview and PDF, {len(off)} sides: worst {', '.join(f'{name} {off[name]:.3%}' for name in worst)}\n"
        )
