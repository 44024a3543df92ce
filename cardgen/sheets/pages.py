"""The cards of a deck, drawn onto the pages of an imposition.

Marks, slug and scale bar stand around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.placing import outline
from cardgen.engine import (
    Canvas,
    Drawing,
    FlatColour,
    FontBook,
    LabelStyle,
    LineStyle,
    Page,
    PathData,
    Pdf,
)
from cardgen.impose.furniture import SLUG_HEIGHT, Strip
from cardgen.impose.guides import has_line
from cardgen.impose.layout import Imposition
from cardgen.impose.layouts.contact import caption_box
from cardgen.impose.marks import MARK_WIDTH, Registration, Segment
from cardgen.impose.plan import Sheet, SheetSide, Slot
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import Shape

FURNITURE_FONT = "Nunito"
_REGULAR, _BOLD = 600, 800
_EDGE = 2 * MM
"""How far from the paper's edge a draft says so where the cards leave no other room."""
FOLD_WIDTH = 0.3 * MM
FOLD_DASH = (3 * MM, 2 * MM)
_CAPTION = 7.0
_BLACK, _WHITE = FlatColour(), FlatColour((1.0, 1.0, 1.0))
_HALO = 0.4 * MM
"""How wide the white line below a guide is."""
_DOT = 0.3 * MM
"""The radius of a dot to cut by."""
_BETWEEN = " · "
_MOST_LABELS = 4096
"""Pieces of lines that are kept."""
# What sheets say by themselves. A game in another language says it in the words that its overlay
# gives for these.
_SHEET, _VERSION = "sheet {} of {}", "version {}"
_MARKS = "marks {}"
_PART = "part {}"
DRAFT = "DRAFT"
_BAR = "100 mm when printed at 100 %, actual size"
PRINTED = (_SHEET, "front", "back", _VERSION, _BAR)
"""What every build prints on its sheets."""
_RULER = ((0.0, 0.0, 100 * MM, 0.0), (0.0, 0.0, 0.0, 2 * MM), (100 * MM, 0.0, 100 * MM, 2 * MM))
"""A ruler of 100 mm: whoever measures something else has not printed at 100 %."""
_TICKS = [(mm * MM, 0.0, mm * MM, 1 * MM) for mm in range(10, 100, 10)]
_LEGEND = (1.2 * MM, 5.0)
"""Where the ruler's words begin, and their size in points. Ticks that would run through them are
left out."""


SideKey = tuple[int, str]
"""The number of a sheet, and the name of one of its sides."""


class CommonCard(NamedTuple):
    """A face and a back that several files may share.

    The face is None where it belongs to one file only."""

    face: Drawing | None
    back: Drawing | None


SlotDrawing = tuple[Slot[Any], Drawing | None, str]
"""A place on a side, what is drawn there, and whether that is a card's front or its back."""


class Label(NamedTuple):
    """A piece of a line and its length, in points.

    Its origin is its upper left corner, with y downward."""

    drawing: Drawing
    length: float


class SheetParts:
    """All that surrounds the cards of a plan, drawn once for all files.

    Of several `decks` the plan's cards tell which they are of, as (number of the deck, anything).
    Of a `draft` each sheet says so."""

    def __init__(
        self,
        game: Game,
        decks: Sequence[Deck],
        imposition: Imposition,
        fonts: FontBook,
        *,
        draft: bool = False,
    ) -> None:
        self._game = game
        self.decks = decks
        self.fonts = fonts
        self.imposition = imposition
        self.plan, self.furniture, _ = imposition
        self.draft = spelt(fonts, game.said(DRAFT)) if draft else ""
        self.sheets: Iterable[Sheet[Any]] = self.plan
        self._bar = spelt(fonts, game.said(_BAR))
        self._drawn: dict[tuple[tuple[Segment, ...], Matrix], Drawing] = {}
        self._labels: dict[tuple[str, int], Label] = {}
        self._fits: dict[tuple[Box, Shape], tuple[Matrix, PathData]] = {}
        """How a drawing with such a view box lies on a card, and the edge it is cut to."""

    def keep(self) -> None:
        """Keep the sheets for several files; the plan makes them anew."""
        self.sheets = tuple(self.sheets)

    def decks_on(self, sheet: Sheet[Any]) -> list[Deck]:
        """The decks whose cards are on a sheet."""
        if len(self.decks) == 1:
            return [*self.decks]
        numbers = {slot.card[0] for slot in sheet.front.slots}
        return [self.decks[number] for number in sorted(numbers)]

    def slug_text(self, sheet: Sheet[Any], side: SheetSide[Any]) -> str:
        """The words of a sheet about itself behind whose it is."""
        translated = self._game.said
        words = [" + ".join(self.title(deck) for deck in self.decks_on(sheet))]
        words.append(translated(_SHEET, sheet.number, sheet.of))
        if sheet.part:
            words.append(translated(_PART, sheet.part))
        words.append(translated(self.plan.both or side.name))
        words.append(translated(_VERSION, self._game.version))
        if self.plan.registration and side is sheet.front:
            words.append(translated(_MARKS, self.plan.registration))
        return "".join(f"{_BETWEEN}{word}" for word in words)

    def title(self, subject: Game | Deck) -> str:
        """A title that the slug's font can write, else the id."""
        for letter in subject.title:
            if letter.isalnum() and _has_letters(self.fonts, letter):
                return subject.title
        return subject.id

    def label(self, text: str, weight: int = _REGULAR) -> Label:
        """A piece of the line that sheets say of themselves."""
        key = text, weight
        if key not in self._labels:
            if len(self._labels) >= _MOST_LABELS:
                self._labels.clear()
            size = SLUG_HEIGHT
            if self.furniture and self.furniture.slug:
                size = self.furniture.slug.height
            spelt_text = spelt(self.fonts, text)
            length = size * _width(self.fonts, spelt_text, weight)
            canvas = Canvas(Box(0, 0, length, size))
            style = LabelStyle(FURNITURE_FONT, weight, size)
            canvas.text(self.fonts, spelt_text, style, (0, 0.75 * size))
            drawing = canvas.drawing
            drawing.reach = drawing.box.grown(size)
            self._labels[key] = Label(drawing, length)
        return self._labels[key]

    def common(self) -> Iterator[Drawing]:
        """Yield the drawings around cards on these sheets in any file."""
        for sheet in self.sheets:
            for side in sheet.sides:
                yield self.surroundings(sheet, side)
                if self.furniture and self.furniture.slug:
                    yield self.label(self.slug_text(sheet, side)).drawing

    def surroundings(self, sheet: Sheet[Any], side: SheetSide[Any]) -> Drawing:
        """The marks, the fold and the scale bar of a side.

        It is the same for all sheets with the same marks, moved alike. The page may have both
        sides."""
        sides = sheet.sides if self.plan.both else (side,)
        marks = tuple(mark for sheet_side in sides for mark in sheet_side.marks)
        key = marks, self.moved(side)
        if key not in self._drawn:
            canvas = Canvas(self.plan.page)
            canvas.lines(marks, LineStyle(MARK_WIDTH))
            if self.plan.fold:
                canvas.lines((self.plan.fold,), LineStyle(FOLD_WIDTH, dash=FOLD_DASH))
            if self.furniture and self.furniture.scale_bar:
                self._draw_ruler(canvas, self.furniture.scale_bar, self.moved(side))
            self._drawn[key] = canvas.drawing
        return self._drawn[key]

    def guides(self, side: SheetSide[Any]) -> Drawing | None:
        """The guides that are printed over the cards of a side; None where there are none.

        Each is a dark line on a wider white one, so that it is seen on any ground."""
        guides = self.plan.guides(side)
        outlined = list(self._outlined(side))
        if not (guides.lines or guides.dots or guides.arcs or outlined):
            return None
        canvas = Canvas(self.plan.page)
        canvas.lines(guides.lines, LineStyle(_HALO), _WHITE)
        canvas.lines(guides.lines, LineStyle(MARK_WIDTH))
        for arc in guides.arcs:
            edge = PathData.polyline(arc)
            canvas.path(edge, stroke=_WHITE, line=LineStyle(_HALO))
            canvas.path(edge, stroke=_BLACK, line=LineStyle(MARK_WIDTH))
        for dot in guides.dots:
            canvas.disc(dot, _DOT + (_HALO - MARK_WIDTH) / 2, _WHITE)
            canvas.disc(dot, _DOT, _BLACK)
        for slot, shape in outlined:
            edge = outline(shape, shape.box, corner=shape.corner, upward=True)
            with canvas.within(slot.placement):
                if slot.window:
                    canvas.clip(PathData.rectangle(slot.window))
                canvas.path(edge, stroke=_WHITE, line=LineStyle(_HALO))
                canvas.path(edge, stroke=_BLACK, line=LineStyle(MARK_WIDTH))
        return canvas.drawing

    def _outlined(self, side: SheetSide[Any]) -> Iterator[tuple[Slot[Any], Shape]]:
        """Yield the pieces of a side whose outline is printed, and their shapes on it.

        A line that is only a help is on the side that is cut by: on the other it would be seen."""
        for slot in side.slots if self.plan.has_marks(side.name) else ():
            shape = self.plan.shape_of(slot.card)
            if has_line(self.plan.marks, shape) and (
                self.plan.marks == "grid" or side.name == "front" or self.plan.marks_on == "backs"
            ):
                yield slot, shape.of_side(side.name)

    def _draw_ruler(self, canvas: Canvas, bar: Strip, moved: Matrix) -> None:
        """Draw the ruler of 100 mm with its words, in a strip."""
        start, size = _LEGEND
        legend = strip_label(self.fonts, bar, self._bar, size, at=start)
        end = start + size * _width(self.fonts, self._bar)
        free_ticks = [tick for tick in _TICKS if tick[0] > end + MARK_WIDTH]
        with canvas.within(moved @ bar.placement):
            canvas.lines((*_RULER, *free_ticks), LineStyle(MARK_WIDTH))
            canvas.move(Matrix.flip(bar.height + 0.1 * MM))
            canvas.draw(legend)

    def moved(self, side: SheetSide[Any]) -> Matrix:
        """The matrix that moves all that stands on a side."""
        if side.name == "back" and self.plan.moved:
            return self.plan.moved
        return Matrix()

    def placement(
        self, drawing: Drawing, slot: Slot[Any], side: str = "front"
    ) -> tuple[Matrix, PathData]:
        """The map from a card's units to the page, and its clip; those of its back behind it."""
        box = drawing.box
        shape = self.plan.shape_of(slot.card).of_side(side)
        key = box, shape
        if key not in self._fits:
            self._fits[key] = from_view_box(box, shape), outline(shape, box, self.plan.bleeds)
        fit, clip = self._fits[key]
        if slot.window:
            window = fit.inverse().box(slot.window)
            clip = PathData.rectangle(window)
        return slot.placement @ fit, clip

    def sides(self, cards: Sequence[CommonCard]) -> dict[SideKey, Drawing]:
        """Drawings of whole sides that are alike in several files.

        `cards` are those of the plan's copies, in their order."""
        if not self.furniture:  # captions are no part of the cards
            return {}
        backs = {card.back.name: card.back for card in cards if card.face and card.back}
        copies: list[CommonCard] = []
        for card, (_, count) in zip(cards, self.plan.copies, strict=True):
            copies += [card] * count
        next_copies = iter(copies)
        drawings: dict[SideKey, Drawing] = {}
        for sheet in self.sheets:
            cards_of_sheet = [next(next_copies) for _ in sheet.front.slots]
            front: list[SlotDrawing] = []
            behind: list[SlotDrawing] = []
            for slot, card in zip(sheet.front.slots, cards_of_sheet, strict=True):
                front.append((slot, card.face, "front"))
            if sheet.back:
                for slot, card in zip(sheet.back.slots, cards_of_sheet, strict=True):
                    if card.back:
                        behind.append((slot, backs.get(card.back.name), "back"))
            if self.plan.both:
                front += behind
            for side, placed in ((sheet.front, front), (sheet.back, behind)):
                if side and placed and all(drawing for _, drawing, _ in placed):
                    drawings[sheet.number, side.name] = self._side(placed)
        return drawings

    def _side(self, placed: Iterable[SlotDrawing]) -> Drawing:
        canvas = Canvas(self.plan.page)
        for slot, drawing, side in placed:
            assert drawing
            with canvas.within(*self.placement(drawing, slot, side)):
                canvas.place(drawing)
        return canvas.drawing


class SheetWriter:
    """Draws the cards of a plan into PDFs as they come.

    What has been drawn is not kept. All of the PDFs get the same sheets; in those of `blank_backs`
    an empty page follows a front without a back, so that printed on both sides what comes next does
    not stand behind it. `sides` are drawn already. Backs go to the PDFs `behind` where there are
    some, or stand last."""

    def __init__(
        self,
        pdfs: Sequence[Pdf],
        game: Game,
        parts: SheetParts,
        *,
        blank_backs: Sequence[Pdf] = (),
        sides: Mapping[SideKey, Drawing] | None = None,
        behind: Sequence[Pdf] = (),
        backs_last: bool = False,
    ) -> None:
        self._pdfs = pdfs
        self._behind = behind or pdfs
        self._backs_last = backs_last
        self._game = game
        self._parts = parts
        self._plan = parts.plan
        self._furniture = parts.furniture
        self._fonts = parts.fonts
        self._draft = parts.draft
        self._blank_backs = blank_backs
        self._sides = sides or {}
        self._shared = sides is not None
        self._copies: Iterator[tuple[Any, int]] = iter(self._plan.copies)
        self._often = Counter[Any]()
        for card, count in self._plan.copies:
            self._often[card] += count
        self._sheets: Iterator[Sheet[Any]] = iter(parts.sheets)
        self.front = 0
        """The number of the page of the first PDF, from 1, on which the card that was fed last
        begins."""
        self._sheet: Sheet[Any] | None = None
        self._page: Page | None = None
        self._whole: Drawing | None = None
        self._front = 0
        self._backs: list[Drawing | None] = []

    @property
    def cards(self) -> Iterator[Any]:
        """The cards of the plan, in the order in which they are fed."""
        return (card for card, _ in self._plan.copies)

    def feed(
        self, card: Card, face: Drawing, back: Drawing | None, *, shared: bool = False
    ) -> None:
        """Print the next card of the plan once per copy.

        `shared` with other sheets or files, it is a form of its own."""
        number, copies = next(self._copies)
        shared = shared or self._often[number] > 1
        for copy in range(copies):
            if self._sheet is None:
                self._sheet = next(self._sheets)
                self._page = self._begin(self._sheet, self._sheet.front)
                self._front = self._pdfs[0].first_pages
            if copy == 0:
                self.front = self._front
            sheet, page = self._sheet, self._page
            assert page is not None
            slot = sheet.front.slots[len(self._backs)]
            if not self._whole:
                self._place(page, face, slot, shared=shared)
            if self._furniture is None:
                self._caption(page, card, caption_box(slot))
            self._backs.append(back)
            if len(self._backs) == len(sheet.front.slots):
                self._finish(sheet)

    def _finish(self, sheet: Sheet[Any]) -> None:
        """Print the backs of a sheet whose fronts are printed."""
        assert self._page is not None
        self._guide(self._page, sheet.front)
        if sheet.back:
            page = self._page if self._plan.both else self._begin(sheet, sheet.back)
            assert page is not None
            for slot, back in zip(sheet.back.slots, self._backs, strict=True):
                if back is not None and not self._whole:
                    self._place(page, back, slot, shared=True, side="back")
            self._guide(page, sheet.back)
        if not sheet.back or self._plan.both:
            for pdf in self._blank_backs:
                pdf.page(self._plan.page, last=self._backs_last)
        self._sheet = self._page = None
        self._backs = []

    def _guide(self, page: Page, side: SheetSide[Any]) -> None:
        """Print what is to be cut by over the cards of a side."""
        if drawing := self._parts.guides(side):
            page.place(drawing, Matrix(), shared=True)

    def _begin(self, sheet: Sheet[Any], side: SheetSide[Any]) -> Page:
        """Begin a page with its surroundings and the cards drawn already.

        It may have both sides."""
        is_front = side is sheet.front
        pdf, *others = self._pdfs if is_front else self._behind
        is_first = is_front or self._behind is not self._pdfs
        title = self._outline_title(sheet) if is_first else ""
        last = self._backs_last and not is_front
        page = pdf.page(self._plan.page, outline=title, last=last)
        for other in others:
            other.begin(page, outline=title, last=last)
        if is_front and self._plan.registration:
            marks = self._registration_marks(self._plan.registration)
            page.place(marks, Matrix(), shared=True)
        page.place(self._parts.surroundings(sheet, side), Matrix(), shared=True)
        if self._furniture:
            self._slug(page, self._furniture.slug, sheet, side)
        self._whole = self._sides.get((sheet.number, side.name))
        if self._whole:
            page.place(self._whole, Matrix(), shared=True)
        return page

    def _outline_title(self, sheet: Sheet[Any]) -> str:
        """The title of a sheet in the outline of its PDF."""
        titles = [" + ".join(deck.title for deck in self._parts.decks_on(sheet))]
        titles.append(self._game.said(_SHEET, sheet.number, sheet.of))
        if sheet.part:
            titles.append(self._game.said(_PART, sheet.part))
        return ", ".join(titles)

    def _registration_marks(self, registration: Registration) -> Drawing:
        """The squares that a cutting machine looks for."""
        squares = map(PathData.rectangle, registration.boxes(self._plan.page))
        canvas = Canvas(self._plan.page)
        canvas.path(PathData.joined(squares), fill=FlatColour.grey(0))
        return canvas.drawing

    def _slug(
        self, page: Page, slug: Strip | None, sheet: Sheet[Any], side: SheetSide[Any]
    ) -> None:
        """Add the line of a sheet about itself."""
        moved = self._parts.moved(side)
        if slug:
            words = [self._parts.title(self._game), self._parts.slug_text(sheet, side)]
            self._line(page, slug, words, moved)
        elif self._draft:
            # the cards leave no room: in what the printer may leave blank
            top = self._plan.page.height - _EDGE
            length = self._plan.page.width - 2 * _EDGE
            strip = Strip(_EDGE, top - SLUG_HEIGHT, 0, length, SLUG_HEIGHT)
            self._line(page, strip, [], moved)

    def _line(self, page: Page, strip: Strip, words: list[str], moved: Matrix) -> None:
        """Add a line of words to a page, smaller if too long.

        A draft says first that it is one, in bold."""
        labels = []
        if self._draft:
            labels.append(self._parts.label(self._draft, _BOLD))
            if words:
                labels.append(self._parts.label(_BETWEEN))
        labels += [self._parts.label(word) for word in words]
        length_of_all = sum(label.length for label in labels) or strip.length
        scale = min(1.0, strip.length / length_of_all)
        upright = Matrix(scale, 0, 0, -scale, 0, strip.height * scale)
        placed = moved @ strip.placement @ upright
        for drawing, length in labels:
            page.place(drawing, placed, shared=self._shared)
            placed = placed @ Matrix.shift(length, 0)

    def _place(
        self, page: Page, drawing: Drawing, slot: Slot[Any], *, shared: bool, side: str = "front"
    ) -> None:
        matrix, clip = self._parts.placement(drawing, slot, side)
        page.place(drawing, matrix, clip=clip, shared=shared)

    def _caption(self, page: Page, card: Card, box: Box) -> None:
        """Write the id and the copies of a card below it."""
        strip = Strip(box.x, box.y, 0, box.width, box.height)
        text = card.id
        if card.copies != 1:
            text = f"{text} ×{card.copies}"
        if self._draft:
            text = f"{self._draft} · {text}"
        label = strip_label(self._fonts, strip, text, min(_CAPTION, box.height))
        upright = Matrix.flip(strip.height)
        page.place(label, strip.placement @ upright)


def strip_label(
    fonts: FontBook, strip: Strip, text: str, size: float, *, at: float = 0.0
) -> Drawing:
    """A line of text at the foot of a strip.

    It is smaller if it would be too long. The drawing is in the strip's own points with y
    downward."""
    text = spelt(fonts, text)
    width = _width(fonts, text) * size
    if width:
        size = min(size, size * (strip.length - at) / width)
    canvas = Canvas(Box(0, 0, strip.length, strip.height))
    style = LabelStyle(FURNITURE_FONT, _REGULAR, size)
    canvas.text(fonts, text, style, (at, strip.height - 0.25 * size))
    return canvas.drawing


def spelt(fonts: FontBook, text: str) -> str:
    """The text without the characters that the font of the sheets lacks."""
    if _has_letters(fonts, text):
        return text
    return "".join(character for character in text if _has_letters(fonts, character))


def _width(fonts: FontBook, text: str, weight: int = _REGULAR) -> float:
    """The width of a line of text, in em."""
    return fonts.width(text, (FURNITURE_FONT,), weight)


def _has_letters(fonts: FontBook, text: str) -> bool:
    return fonts.shows(text, (FURNITURE_FONT,), _REGULAR)


@lru_cache(maxsize=64)
def from_view_box(box: Box, shape: Shape) -> Matrix:
    """The map from a template's units to a card's points, y upward.

    The view box of the template is the trim."""
    sx = shape.width / box.width
    sy = shape.height / box.height
    return Matrix(sx, 0, 0, -sy, -box.x * sx, shape.height + box.y * sy)
