"""Sheets: the cards of a deck drawn onto the pages that imposition has planned, with marks, slug and scale bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from cardgen.base.errors import CardgenError
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.graphics.display_list import RESTORE, SAVE, Item, LineStyle, PaintedPath, PathData, Transform, grey, lines
from cardgen.graphics.drawing import Drawing
from cardgen.graphics.pdf import Page, Pdf
from cardgen.impose.furniture import SLUG_HEIGHT, Strip
from cardgen.impose.layout import Imposition
from cardgen.impose.layouts.contact import caption_box
from cardgen.impose.marks import MARK_WIDTH, Segment, hexagon
from cardgen.impose.plan import Sheet, SheetSide
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import Shape
from cardgen.svg.glyphs import LabelStyle, label
from cardgen.svg.path import as_path, ellipse, polyline, rectangle
from cardgen.typography.fontbook import FontBook

FURNITURE_FONT = "Nunito"
_REGULAR, _BOLD = 600, 800
_EDGE = 2 * MM
"""How far from the paper's edge a draft says so where the cards leave no other room."""
FOLD_WIDTH = 0.3 * MM
FOLD_DASH = (3 * MM, 2 * MM)
_CAPTION = 7.0
# What sheets say by themselves. A game in another language says it in the words that its overlay gives for these.
_SHEET, _VERSION = "sheet {} of {}", "version {}"
_MARKS = "marks {}"
_DRAFT = "DRAFT"
_BAR = "100 mm when printed at 100 %, actual size"
PRINTED = (_SHEET, "front", "back", _VERSION, _BAR)
"""What every build prints on its sheets."""
_RULER = ((0.0, 0.0, 100 * MM, 0.0), (0.0, 0.0, 0.0, 2 * MM), (100 * MM, 0.0, 100 * MM, 2 * MM))
"""A ruler of 100 mm: whoever measures something else has not printed at 100 %."""
_TICKS = tuple((mm * MM, 0.0, mm * MM, 1 * MM) for mm in range(10, 100, 10))
_LEGEND = (1.2 * MM, 5.0)
"""Where the ruler's words begin, and their size in points. Ticks that would run through them are left out."""


class SheetWriter:
    """Draws the cards of a plan into PDFs while they come, in its order. What has been drawn is not kept.

    Of several `named` decks the plan's cards tell which they are of, as (number of the deck, anything). All of the PDFs get the same
    sheets; in those of `blank_backs` an empty page follows a front without a back, so that printed on both sides what comes next does
    not stand behind it. Of a `draft` each sheet says so.
    """

    def __init__(
        self,
        pdfs: Sequence[Pdf],
        game: Game,
        named: Sequence[Deck],
        laid: Imposition,
        book: FontBook,
        *,
        blank_backs: Sequence[Pdf] = (),
        draft: bool = False,
    ) -> None:
        self._pdf, *self._others = pdfs
        self._game = game
        self._named = named
        self._plan, self._furniture, _ = laid
        self._book = book
        self._blank_backs = blank_backs
        self._draft = self._shown(game.said(_DRAFT)) if draft else ""
        self._copies: Iterator[tuple[Any, int]] = iter(self._plan.copies)
        self._often = Counter[Any]()
        for card, count in self._plan.copies:
            self._often[card] += count
        self._sheets: Iterator[Sheet[Any]] = iter(self._plan)
        self.front = 0
        """The number of the page of the first PDF, from 1, on which the card that was fed last begins."""
        self._sheet: Sheet[Any] | None = None
        self._page: Page | None = None
        self._front = 0
        self._backs: list[Drawing | None] = []
        self._drawn: dict[tuple[Segment, ...], Drawing] = {}
        self._fits: dict[Box, tuple[Matrix, PathData]] = {}
        """How a drawing with such a view box lies on a card, and the edge it is cut to."""

    @property
    def wanted(self) -> Iterator[Any]:
        """The cards of the plan, in the order in which they are to be fed."""
        return (card for card, _ in self._plan.copies)

    def feed(self, card: Card, face: Drawing, back: Drawing | None, *, shared: bool = False) -> None:
        """The next card of the plan, as often as it is printed; `shared` with other sheets or files, it is a form of its own."""
        number, copies = next(self._copies)
        for copy in range(copies):
            if self._sheet is None:
                self._sheet = next(self._sheets)
                self._page = self._begin(self._sheet, self._sheet.front)
                self._front = self._pdf.pages
            self.front = self._front if copy == 0 else self.front
            sheet, page = self._sheet, self._page
            assert page is not None
            slot = sheet.front.slots[len(self._backs)]
            self._place(page, face, slot.placement, shared=shared or self._often[number] > 1)
            if self._furniture is None:
                self._caption(page, card, caption_box(slot))
            self._backs.append(back)
            if len(self._backs) == len(sheet.front.slots):
                self._finish(sheet)

    def _finish(self, sheet: Sheet[Any]) -> None:
        if sheet.back:
            page = self._page if self._plan.both else self._begin(sheet, sheet.back)
            assert page is not None
            for slot, back in zip(sheet.back.slots, self._backs, strict=True):
                if back is not None:
                    self._place(page, back, slot.placement, shared=True)
        for pdf in () if sheet.back else self._blank_backs:
            pdf.page(self._plan.page)
        self._sheet = self._page = None
        self._backs = []

    def _begin(self, sheet: Sheet[Any], side: SheetSide[Any]) -> Page:
        """A page with all that surrounds its cards; it may have both sides."""
        sides = sheet.sides if self._plan.both else (side,)
        decks = self._decks(sheet)
        sheet_of = self._game.said(_SHEET, sheet.number, sheet.of)
        title = f"{' + '.join(deck.title for deck in decks)}, {sheet_of}" if side is sheet.front else ""
        page = self._pdf.page(self._plan.page, outline=title)
        for other in self._others:
            other.begin(page, outline=title)
        moved = (self._plan.moved if side is sheet.back else None) or Matrix()
        registration = self._plan.registration if side is sheet.front else None
        if registration:
            squares = tuple(part for box in registration.boxes(self._plan.page) for part in rectangle(*box))
            page.place(Drawing([PaintedPath(PathData(squares), grey(0))], self._plan.page), Matrix(), shared=True)
        page.place(self._surroundings(tuple(mark for side in sides for mark in side.marks), moved), Matrix(), shared=True)
        if self._furniture and (slug := self._furniture.slug):
            titles = (self._title(self._game), " + ".join(map(self._title, decks)))
            words = [*titles, sheet_of, self._game.said(self._plan.both or side.name), self._game.said(_VERSION, self._game.version)]
            words += [self._game.said(_MARKS, registration)] if registration else []
            self._line(page, slug, words, moved)
        elif self._draft and self._furniture:  # the cards leave no room: in what the printer may leave blank
            across, up = self._plan.page.width, self._plan.page.height
            self._line(page, Strip(_EDGE, up - _EDGE - SLUG_HEIGHT, 0, across - 2 * _EDGE, SLUG_HEIGHT), [], moved)
        return page

    def _line(self, page: Page, strip: Strip, words: list[str], moved: Matrix) -> None:
        """What a sheet says of itself; a draft says first that it is one, in bold."""
        placed = moved @ strip.placement @ Matrix(1, 0, 0, -1, 0, strip.height)
        end = 0.0
        if self._draft:
            page.place(self._label(strip, self._draft, strip.height, weight=_BOLD), placed)
            words, end = ["", *words] if words else [], self._width(self._draft, _BOLD) * strip.height
        if words:
            page.place(self._label(strip, " · ".join(words), strip.height, end), placed)

    def _decks(self, sheet: Sheet[Any]) -> list[Deck]:
        """Whose cards are on a sheet."""
        if len(self._named) == 1:
            return [*self._named]
        return [self._named[number] for number in sorted({slot.card[0] for slot in sheet.front.slots})]

    def _surroundings(self, marks: tuple[Segment, ...], moved: Matrix) -> Drawing:
        """What is alike on all sheets with the same marks, drawn once: the marks, the fold and the scale bar."""
        if marks not in self._drawn:
            items: list[Item] = lines(marks, LineStyle(MARK_WIDTH))
            words = {}
            if self._plan.fold:
                items += lines((self._plan.fold,), LineStyle(FOLD_WIDTH, dash=FOLD_DASH))
            if self._furniture and self._furniture.scale_bar:
                bar = self._furniture.scale_bar
                (at, size), said = _LEGEND, self._shown(self._game.said(_BAR))
                legend = self._label(bar, said, size, at=at)
                words = legend.words
                end = at + size * self._width(said)
                ruler = (*_RULER, *(tick for tick in _TICKS if tick[0] > end + MARK_WIDTH))
                items += (SAVE, Transform(moved @ bar.placement), *lines(ruler, LineStyle(MARK_WIDTH)))
                items += (Transform(Matrix(1, 0, 0, -1, 0, bar.height + 0.1 * MM)), *legend.items, RESTORE)
            self._drawn[marks] = Drawing(items, self._plan.page, words=words)
        return self._drawn[marks]

    def _place(self, page: Page, drawing: Drawing, placement: Matrix, *, shared: bool) -> None:
        box, shape = drawing.box, self._plan.shape
        if box not in self._fits:
            self._fits[box] = from_view_box(box, shape), outline(shape, box, self._plan.bleeds)
        fit, clip = self._fits[box]
        page.place(drawing, placement @ fit, clip=clip, shared=shared)

    def _label(self, strip: Strip, text: str, size: float, at: float = 0.0, weight: int = _REGULAR) -> Drawing:
        """A line of text at the foot of a strip, in the strip's own points with y downward; smaller if it would be too long."""
        text = self._shown(text)
        width = self._width(text, weight) * size
        size = min(size, size * (strip.length - at) / width) if width else size
        box = Box(0, 0, strip.length, strip.height)
        return label(self._book, text, LabelStyle(FURNITURE_FONT, weight, size), (at, strip.height - 0.25 * size), box)

    def _title(self, named: Game | Deck) -> str:
        """A title, as far as the font of the slug has its letters; the id where it has none of them."""
        return named.title if any(self._known(letter) for letter in named.title if letter.isalnum()) else named.id

    def _shown(self, text: str) -> str:
        """The text without the characters that the font lacks."""
        return text if self._known(text) else "".join(character for character in text if self._known(character))

    def _width(self, text: str, weight: int = _REGULAR) -> float:
        """In em."""
        return self._book.width(text, (FURNITURE_FONT,), weight)

    def _known(self, text: str) -> bool:
        try:
            return bool(self._book.runs(text, (FURNITURE_FONT,), _REGULAR))
        except CardgenError:
            return False

    def _caption(self, page: Page, card: Card, box: Box) -> None:
        strip = Strip(box.x, box.y, 0, box.width, box.height)
        text = f"{card.id}" + (f" ×{card.copies}" if card.copies != 1 else "")
        text = f"{self._draft} · {text}" if self._draft else text
        page.place(self._label(strip, text, min(_CAPTION, box.height)), strip.placement @ Matrix(1, 0, 0, -1, 0, strip.height))


@lru_cache(maxsize=64)
def from_view_box(box: Box, shape: Shape) -> Matrix:
    """From the units of a template, whose view box is the trim, to a card's points with y upward."""
    sx, sy = shape.width / box.width, shape.height / box.height
    return Matrix(sx, 0, 0, -sy, -box.x * sx, shape.height + box.y * sy)


@lru_cache(maxsize=64)
def outline(shape: Shape, box: Box, bleeds: tuple[float, float] = (0.0, 0.0)) -> PathData:
    """The shape's edge as a path in the units of the view box, moved outward by its bleeds: left and right, and above and below, in points.

    Round pieces have one bleed.
    """
    unit = box.width / shape.width
    grown = box.grown(bleeds[0] * unit, bleeds[1] * unit)
    if shape.kind == "circle":
        return as_path(ellipse(*grown.centre, grown.width / 2, grown.height / 2))
    if shape.kind == "hexagon":
        corners = " ".join(f"{box.x + point.x * unit} {box.y + point.y * unit}" for point in hexagon(shape, bleeds[0]))
        return as_path(polyline(corners, closed=True))
    return as_path(rectangle(*grown))
