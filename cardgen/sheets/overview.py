"""Overviews, for looking and proofreading: every card of some decks once, small, on pages in the
dress of the game's rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base import colour_math
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.context import Context
from cardgen.cards.draft import legible
from cardgen.cards.placing import outline
from cardgen.cards.spoken import name_of
from cardgen.engine import Canvas, Drawing, FlatColour, LabelStyle, LineStyle, Page, Pdf
from cardgen.impose.overview import DeckShown, HeadingSpot, Overview, overview
from cardgen.model.cards import Card, Deck
from cardgen.model.sizes import Paper, Shape
from cardgen.rulebook.theme import BODY, Theme
from cardgen.sheets.game_band import BAND, GameBand, title_style
from cardgen.sheets.gang import Batch
from cardgen.sheets.pages import DRAFT, from_view_box
from cardgen.sheets.uncut_pages import BOLD, REGULAR, line_width, say

_LEAST_MARGIN = 9 * MM
_BELOW_BAND = 4 * MM
"""The gap below the band with the title."""
_FOOT = 5 * MM
"""The height of the line at the foot of each page."""
_DECK, _NAME, _SMALL = 11.5, 7.0, 6.5
"""The sizes of letters: of the titles of decks, of cards, and of all else."""
_PAD = 3 * MM
_HIGH = 6.4 * MM
"""The height of the ground of a deck's title."""
_BADGE = 3.1 * MM
"""The radius of the disc that tells the copies of a card."""


class OverviewWriter:
    """Draws the cards of some decks into a PDF as they come, in their order."""

    def __init__(
        self,
        pdf: Pdf,
        context: Context,
        batches: Sequence[Batch],
        paper: Paper,
        *,
        margin: float,
        ink: str = "full",
        draft: bool = False,
    ) -> None:
        self.pdf, self._game, self._fonts = pdf, context.game, context.fonts
        self._look = Theme(self._game)
        self._is_low = ink == "low"
        self._draft = self._game.said(DRAFT) if draft else ""
        self._box = Box(0, 0, *sorted((paper.width, paper.height)))
        self._free = self._box.grown(-max(margin, _LEAST_MARGIN))
        self._decks: list[Deck] = []
        self._counts: list[tuple[int, int]] = []
        for batch in batches:
            for deck, counts in zip(batch.decks, batch.counts, strict=True):
                self._decks.append(deck)
                self._counts.append((len(counts), sum(counts.values())))
        self._is_one = len(self._decks) == 1
        self._overview = self._lay_out()
        self._band = GameBand(context, self._free.width, ink)
        self._pages: list[Page] = []
        self._next = [0] * len(self._decks)

    def _style(self, text: str, size: float, colour: str) -> LabelStyle:
        return title_style(self._fonts, self._look, text, size, colour)

    def _colour(self, number: int) -> str:
        """The colour of a deck: those of the book's chapters by turns."""
        chapters = self._look.chapters
        return chapters[number % len(chapters)]

    def _lay_out(self) -> Overview:
        free = self._free
        others = Box(free.x, free.y + _FOOT, free.width, free.height - _FOOT)
        first = Box(others.x, others.y, others.width, others.height - BAND - _BELOW_BAND)
        shown = []
        for number, (different, _) in enumerate(self._counts):
            width = sum(self._heading_widths(number)) + 2 * _PAD + 6 * MM
            shown.append(DeckShown(self._decks[number].shape, different, min(width, free.width)))
        return overview(shown, first, others)

    def _heading_widths(self, number: int) -> tuple[float, float]:
        """The widths of a deck's title and of the words beside it."""
        deck = self._decks[number]
        title = self._style(deck.title, _DECK, self._look.ink)
        return (
            line_width(self._fonts, legible(deck.title, (title.family,), self._fonts), title),
            line_width(self._fonts, self._counted(number), _words(_SMALL, self._look.ink)),
        )

    def _counted(self, number: int) -> str:
        """The cards of a deck, and how many of them are different if not all."""
        different, copies = self._counts[number]
        is_round = self._decks[number].shape.kind != "rectangle"
        return self._counted_words(different, copies, "piece" if is_round else "card")

    def _counted_words(self, different: int, copies: int, noun: str) -> str:
        said = self._game.said
        words = f"{copies} {said(noun if copies == 1 else f'{noun}s')}"
        return words if different in (1, copies) else f"{words} · {said('{} different', different)}"

    def feed(self, number: int, card: Card, face: Drawing, copies: int) -> None:
        """Show the next card of a deck."""
        spot = self._overview.spots[number][self._next[number]]
        self._next[number] += 1
        while len(self._pages) <= spot.page:
            self._begin()
        page = self._pages[spot.page]
        shape = self._decks[number].shape
        self._show(page, face, shape, spot.trim)
        if copies != 1:
            self._badge(page, shape, spot.trim, copies)
        self._caption(page, card, self._decks[number], spot.trim)

    def _begin(self) -> None:
        number = len(self._pages)
        subject = self._decks[0].title if self._is_one else self._game.title
        page = self.pdf.page(self._box, outline=f"{subject}, {self._numbered(number)}")
        self._pages.append(page)
        if number == 0:
            self._band.paint(page, self._free.x, self._free.top)
        for heading in self._overview.headings:
            if heading.page == number:
                self._heading(page, heading)
        self._foot(page, number)

    def _numbered(self, number: int) -> str:
        return self._game.said("sheet {} of {}", number + 1, self._overview.pages)

    def _heading(self, page: Page, heading: HeadingSpot) -> None:
        deck, colour, box = self._decks[heading.deck], self._colour(heading.deck), heading.box
        title, _ = self._heading_widths(heading.deck)
        most = box.width - 2 * _PAD
        label = Box(box.x, box.top - _HIGH, min(title, most) + 2 * _PAD, _HIGH)
        words_colour = self._look.ink if self._is_low else self._look.on(colour)
        style = self._style(deck.title, _DECK, words_colour)
        middle = label.y + 0.5 * _HIGH
        line = LineStyle(0.6)
        canvas = Canvas()
        ground = FlatColour(colour_math.shares(colour))
        canvas.lines([(label.right, middle, box.right, middle)], line, ground)
        if self._is_low:
            white = FlatColour.grey(1)
            canvas.rectangle(label, fill=white, stroke=ground, line=line, radius=_HIGH / 2)
        else:
            canvas.rectangle(label, fill=ground, radius=_HIGH / 2)
        page.place(canvas.drawing, Matrix())
        say(page, self._fonts, deck.title, (label.x + _PAD, middle - 0.34 * _DECK), style, most)
        if heading.goes_on:
            words = self._game.said(", continued").strip(", ")
        else:
            words = self._counted(heading.deck)
        words_style = _words(_SMALL, self._look.ink)
        wide = line_width(self._fonts, words, words_style)
        if label.right + wide + 4 * MM <= box.right + 1:
            x = label.right + 1.6 * MM
            blank = Box(x - 0.8 * MM, middle - 1 * MM, wide + 1.6 * MM, 2 * MM)
            _paint(page, blank, "#FFFFFF")
            say(page, self._fonts, words, (x, middle - 0.34 * _SMALL), words_style)

    def _foot(self, page: Page, number: int) -> None:
        """Paint the line that tells what a page is of."""
        words = [self._game.title]
        if self._is_one:
            words.append(self._decks[0].title)
        if self._overview.pages > 1:
            words.append(self._numbered(number))
        words.append(self._game.said("version {}", self._game.version))
        if self._draft:
            words.insert(0, self._draft)
        style = _words(_SMALL, colour_math.mix(self._look.ink, "#FFFFFF", 0.35))
        at = (self._free.x, self._free.y + 1 * MM)
        say(page, self._fonts, " · ".join(words), at, style, self._free.width)

    def _show(self, page: Page, face: Drawing, shape: Shape, trim: Box) -> None:
        """Paint a card in a thin outline, which a white one needs."""
        scale = trim.width / shape.width
        placement = Matrix(scale, 0, 0, scale, trim.x, trim.y)
        matrix = placement @ from_view_box(face.box, shape)
        rounding = shape.corner if shape.kind == "rectangle" else 0.0
        page.place(face, matrix, clip=outline(shape, face.box, corner=rounding))
        canvas = Canvas()
        edge = outline(shape, shape.box, corner=rounding, upward=True)
        canvas.path(edge, stroke=FlatColour.grey(0.72), line=LineStyle(0.4 / scale))
        page.place(canvas.drawing, placement)

    def _badge(self, page: Page, shape: Shape, trim: Box, copies: int) -> None:
        """Paint the number of copies at the upper right of a card."""
        text = f"×{copies}"
        style = LabelStyle(BODY, BOLD, 8.4, (1.0, 1.0, 1.0))
        wide = max(0.0, line_width(self._fonts, text, style) + 2.2 * MM - 2 * _BADGE)
        inward = 0.08 * trim.width if shape.kind != "rectangle" else 0.0
        x, y = trim.right - inward - 1 * MM, trim.top - inward - 1 * MM
        box = Box(x - _BADGE - wide, y - _BADGE, 2 * _BADGE + wide, 2 * _BADGE)
        over = min(0.0, self._free.right + 1.5 * MM - box.right)
        box = Box(box.x + over, box.y, box.width, box.height)
        ring = box.grown(0.5 * MM)
        _paint(page, ring, "#FFFFFF", radius=ring.height / 2)
        _paint(page, box, self._look.ink, radius=_BADGE)
        length = line_width(self._fonts, text, style)
        say(page, self._fonts, text, (box.centre[0] - length / 2, box.centre[1] - 2.9), style)

    def _caption(self, page: Page, card: Card, deck: Deck, trim: Box) -> None:
        """Write what a card is called below it, and the id by which the command line knows it."""
        ink = self._look.ink
        name = " ".join(name_of(card, self._game.vocabulary_of(deck)).split())
        y = trim.y - 1 * MM - 0.75 * _NAME
        self._fit(page, name, (trim.x, y), _words(_NAME, ink, BOLD), trim.width)
        if name.casefold() != card.id.casefold():
            grey = colour_math.mix(ink, "#FFFFFF", 0.3)
            at = (trim.x, y - 0.3 * _NAME - 0.75 * _SMALL)
            self._fit(page, card.id, at, _words(_SMALL, grey), trim.width)

    def _fit(
        self, page: Page, text: str, at: tuple[float, float], style: LabelStyle, room: float
    ) -> None:
        """Write a line that ends in an ellipsis where all of it would be longer than a picture."""
        text = legible(text, (style.family,), self._fonts)
        smaller = style.size * room / max(room, line_width(self._fonts, text, style))
        style = style._replace(size=max(smaller, min(style.size, _SMALL)))
        whole = text
        while text and line_width(self._fonts, text, style) > room:
            whole = whole[:-1].rstrip()
            text = f"{whole}…" if whole else ""
        say(page, self._fonts, text, at, style)


def _words(size: float, colour: str, weight: int = REGULAR) -> LabelStyle:
    return LabelStyle(BODY, weight, size, colour_math.shares(colour))


def _paint(page: Page, box: Box, colour: str, *, radius: float = 0.0) -> None:
    canvas = Canvas()
    canvas.rectangle(box, fill=FlatColour(colour_math.shares(colour)), radius=radius)
    page.place(canvas.drawing, Matrix())
