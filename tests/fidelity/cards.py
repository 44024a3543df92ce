"""Whole shipped cards for the fidelity suite: a few of every game, as a browser would be given them
and as they print."""

from __future__ import annotations

from typing import NamedTuple

from comparing import for_browser
from PIL import Image
from projects import SHIPPED

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box, Matrix
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.pdf import Pdf

CHOSEN = {
    "best-candy-on-the-block/main": (0, 17, 40),
    "best-candy-on-the-block/king": (3,),
    "best-candy-on-the-block/trick-or-treater": (5,),
    "trick-or-treat-street/candy": (0,),
    "trick-or-treat-street/house": (2,),
    "trick-or-treat-street/bucket": (4,),
    "trick-or-treat-monsters/monster": (0, 30),
    "trick-or-treat-candy-pot/playing": (0, 12),
    "candy-crave/sweets": (0,),
}
"""Decks, and the cards of them by their place."""
WIDTH = 250
"""Pixels across a card."""


class Side(NamedTuple):
    svg: str
    drawing: Drawing


def sides() -> dict[str, Side]:
    """The chosen faces by a name that may be a file's."""
    workshop = cardgen.open_project(SHIPPED)
    found = {}
    for name, positions in CHOSEN.items():
        ((game, (deck,)),) = workshop.select([name])
        card_findings = CardFindings()
        context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
        composer = Composer(context)
        for drawn in draw_deck(context, deck, card_findings, DrawOptions(positions=positions)):
            svg, problems, _ = composer.side(drawn.card, drawn.card.template or deck.template)
            assert svg
            assert drawn.face
            assert [] == [*problems, *card_findings]
            found[f"{game.id}-{deck.id}-{drawn.card.id}"] = Side(
                for_browser(workshop, game, svg), drawn.face
            )
    return found


def size(drawing: Drawing) -> tuple[int, int]:
    """Pixels of a card's picture."""
    return WIDTH, round(WIDTH * drawing.box.height / drawing.box.width)


def printed(drawing: Drawing) -> Image.Image:
    """A card as its PDF shows it, a point for each pixel."""
    import pypdfium2

    width, height = size(drawing)
    pdf = Pdf.passing()
    page, box = pdf.page(Box(0, 0, width, height)), drawing.box
    across, down = width / box.width, height / box.height
    page.place(drawing, Matrix(across, 0, 0, -down, -box.x * across, height + box.y * down))
    document = pypdfium2.PdfDocument(pdf.bytes())
    try:
        return document[0].render(scale=1).to_pil().convert("RGB")
    finally:
        document.close()
