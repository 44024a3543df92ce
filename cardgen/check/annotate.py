"""Findings on the cards themselves: a PDF with a page for each side about which something was found, and a circle around each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.cache import Cache
from cardgen.canvas import Pdf
from cardgen.check.finding import Finding
from cardgen.draw import Troubles, draw_deck
from cardgen.drawing import Drawing, number
from cardgen.fonts import FontBook
from cardgen.geometry import Box, Matrix
from cardgen.model import Card, Deck, Game
from cardgen.project import Project
from cardgen.sheets import FURNITURE_FONT, from_view_box
from cardgen.svg.art import Art
from cardgen.svg.line import label
from cardgen.svg.path import ellipse, operators
from cardgen.units import MM

MARGIN = 15 * MM
"""Around the card: room for circles, and for bleed."""
BLEED = 3 * MM
"""How much of the bleed is shown. What is said of the card stands beyond it."""
LINE = 9.0
_TYPE = 6.5
_COLOURS = {"error": "0.85 0.1 0.1", "warning": "0.9 0.5 0", "note": "0.1 0.4 0.8"}


def annotate(pdf: Pdf, project: Project, game: Game, deck: Deck, book: FontBook, cache: Cache, findings: Sequence[Finding]) -> None:
    """Add the sides of a deck about which something was found, the findings listed below each."""
    placed = [finding for finding in findings if finding.game == game.id and finding.deck == deck.id and finding.spot]
    about = {finding.card for finding in placed}
    positions = tuple(i for i, card in enumerate(deck.cards) if card.id in about)
    if not positions:
        return
    art = Art(project, game.folder, book, cache)
    for drawn in draw_deck(project, game, deck, book, art, Troubles(), only=positions):
        for side, drawing in (("face", drawn.face), ("back", drawn.back)):
            found = [finding for finding in placed if finding.card == drawn.card.id and finding.side == side]
            if drawing and found:
                _side(pdf, deck, drawn.card, side, drawing, book, found)


def _side(pdf: Pdf, deck: Deck, card: Card, side: str, drawing: Drawing, book: FontBook, found: Sequence[Finding]) -> None:
    shape = deck.shape
    lines = [f"{deck.id}/{card.id}, {side}"]
    lines += (f"{i} {each.check}: {each.measured}, wanted {each.required}" for i, each in enumerate(found, 1))
    below = MARGIN + LINE * len(lines)
    size = Box(0, 0, shape.width + 2 * MARGIN, shape.height + MARGIN + below)
    page = pdf.page(size, outline=lines[0])
    corner = Matrix.shift(MARGIN, below)
    page.place(drawing, corner @ from_view_box(drawing.box, shape), clip=_around(drawing.box, shape.width))
    page.place(Drawing("\n".join(_circles(found, shape.width, shape.height)).encode(), size), corner @ Matrix(1, 0, 0, -1, 0, shape.height))
    words = [label(book, text, FURNITURE_FONT, 600, _TYPE, 0, (i + 1) * LINE, size) for i, text in enumerate(lines)]
    words += (
        label(book, str(i), FURNITURE_FONT, 600, _TYPE, shape.width + BLEED + 4, each.spot.y * MM + LINE / 2 * (i % 2 + 1), size)
        for i, each in enumerate(found, 1)
        if each.spot
    )
    foot, beside = Matrix(1, 0, 0, -1, MARGIN - BLEED, below - BLEED), corner @ Matrix(1, 0, 0, -1, 0, shape.height)
    for i, each in enumerate(words):
        page.place(each, foot if i < len(lines) else beside)


def _circles(found: Sequence[Finding], width: float, height: float) -> Iterator[str]:
    """An ellipse around each place, in the colour of its severity, with a line to its number beside the card."""
    yield f"{number(width / 250)} w 0 J 0 j [] 0 d"
    for i, each in enumerate(found, 1):
        if each.spot:
            box = Box(*(value * MM for value in each.spot)).grown(2 * MM)
            right, middle = box.right, each.spot.y * MM + LINE / 2 * (i % 2 + 1) - 2
            line = f"{number(right)} {number(box.centre.y)} m {number(width + BLEED + 3)} {number(middle)} l S"
            yield f"{_COLOURS[each.severity]} RG {operators(ellipse(*box.centre, box.width / 2, box.height / 2))} S {line}"


def _around(box: Box, width: float) -> str:
    grown = box.grown(BLEED * box.width / width)
    return " ".join(map(number, grown)) + " re"
