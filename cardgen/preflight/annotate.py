"""Findings on the cards themselves, as a PDF.

It has a page for each side about which something was found, each place framed and numbered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardgen.base.colour_math import RGB
from cardgen.base.findings import SEVERITIES, Finding
from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.placing import outline
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import (
    Canvas,
    Drawing,
    FlatColour,
    FontBook,
    LabelStyle,
    LineStyle,
    MissingGlyphError,
    PathData,
    Pdf,
)
from cardgen.model.cards import Card, Deck
from cardgen.model.sizes import Shape
from cardgen.sheets.pages import FURNITURE_FONT, from_view_box

MOST = 30
"""Findings that are shown on one side; what is more is counted."""
MARGIN = 15 * MM
"""Around the card: room for its bleed, and for the numbers."""
BLEED = 3 * MM
"""How much of the bleed is shown. What is said of the card stands beyond it."""
EDGE = 6 * MM
"""How far what is said keeps from the sides of the page."""
BADGE = 2.1 * MM
"""Half as wide as a number's disc."""
STEP = 2.3 * BADGE
"""From one disc to the next."""
AWAY = 1.2 * MM
"""Between what is framed and its frame."""
LINE, ENTRY = 8.0, 19.0
_TYPE, _SMALL = 7.0, 6.0
_FRAME, _LEADER = 0.9, 0.6
"""How thick frames are, and the lines to them."""
_RIM = 0.75
"""The white on both sides of them, without which none would be seen on art of its colour."""
_COLOURS = {
    "error": FlatColour((0.85, 0.1, 0.1)),
    "warning": FlatColour((0.9, 0.5, 0.0)),
    "note": FlatColour((0.1, 0.4, 0.8)),
}
_BLACK, _WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
_PALE, _DARK = (0.45, 0.45, 0.45), (0.35, 0.35, 0.35)
_LEGEND = "dashes: the cut  ·  around it 3 mm of bleed  ·  hatched: nothing is painted"


class Mark(NamedTuple):
    """A finding by its number, and the frame around its place.

    The frame is in points, y downward from the corner of the trim."""

    number: int
    severity: str
    frame: Box


class Disc(NamedTuple):
    """A number beside the card, or in the list below it."""

    at: Point
    mark: Mark


def annotate(pdf: Pdf, context: Context, deck: Deck, findings: Sequence[Finding]) -> None:
    """Add the sides of a deck with findings, these listed below each."""
    placed = [
        finding
        for finding in findings
        if finding.game == context.game.id and finding.deck == deck.id and finding.spot
    ]
    about = {finding.card for finding in placed}
    positions = tuple(i for i, card in enumerate(deck.cards) if card.id in about)
    if not positions:
        return
    for drawn_card in draw_deck(
        context, deck, CardFindings(), DrawOptions(positions=positions, items=False)
    ):
        for side, drawing in (("face", drawn_card.face), ("back", drawn_card.back)):
            on_side = [
                finding
                for finding in placed
                if finding.card == drawn_card.card.id and finding.side == side
            ]
            if drawing and on_side:
                _add_side(pdf, deck, drawn_card.card, side, drawing, context.fonts, on_side)


class _PageLayout(NamedTuple):
    """The page of a side: its `size`, and what stands around the card and below it.

    Lengths are points, y downward from the corner of the trim."""

    size: Box
    marks: list[Mark]
    discs: list[Disc]
    list_top: float
    list_discs: list[Disc]

    @property
    def start(self) -> float:
        return EDGE - MARGIN

    @property
    def room(self) -> float:
        return self.size.width - 2 * EDGE


def _add_side(
    pdf: Pdf,
    deck: Deck,
    card: Card,
    side: str,
    drawing: Drawing,
    fonts: FontBook,
    findings: Sequence[Finding],
) -> None:
    """Add a page with a side of a card, and list its gravest findings below it."""
    gravest = sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))[:MOST]
    shape = deck.cut_as(card).shape.of_side(side)
    layout = _page_layout(shape, gravest)
    title = f"{deck.id}/{card.id}, {side}"
    page = pdf.page(layout.size, outline=title)
    trim = Matrix.shift(MARGIN, layout.size.height - MARGIN - shape.height)
    down = trim @ Matrix.flip(shape.height)
    page.place(_hatched(shape), down)
    to_trim = trim @ from_view_box(drawing.box, shape)
    page.place(drawing, to_trim, clip=_around(drawing.box, shape.width))
    page.place(_marked(shape, layout), down)
    for line in _furniture(fonts, title, layout):
        page.place(line, down)
    beginning = f'card "{card.id}", {side}: '
    for finding, disc in zip(gravest, layout.list_discs, strict=True):
        for line in _entry(fonts, finding, disc, layout.room, beginning):
            page.place(line, down)
    if len(findings) > MOST:
        more = f"and {len(findings) - MOST} more, which cardgen validate tells"
        below = Point(layout.start, layout.list_top + ENTRY * MOST + LINE / 2)
        page.place(_words(fonts, more, below, _SMALL, _DARK, layout.room), down)


def _page_layout(shape: Shape, findings: Sequence[Finding]) -> _PageLayout:
    marks = [
        _mark(number, finding, finding.spot)
        for number, finding in enumerate(findings, 1)
        if finding.spot
    ]
    discs = list(_beside(marks, shape))
    lowest_disc = max(disc.at.y + BADGE for disc in discs)
    list_top = max(shape.height + BLEED, lowest_disc) + 2 * LINE
    height = MARGIN + list_top + ENTRY * len(findings) + 2 * LINE
    size = Box(0, 0, shape.width + 2 * MARGIN, height)
    x = EDGE - MARGIN + BADGE
    list_discs = [
        Disc(Point(x, list_top + ENTRY * row + LINE), mark) for row, mark in enumerate(marks)
    ]
    return _PageLayout(size, marks, discs, list_top, list_discs)


def _marked(shape: Shape, layout: _PageLayout) -> Drawing:
    """The cut, and the frames of findings with their discs, over the card."""
    canvas = Canvas()
    _draw_cut(canvas, shape)
    _draw_frames(canvas, layout.marks)
    _draw_leaders(canvas, layout.discs)
    for disc in (*layout.discs, *layout.list_discs):
        canvas.disc(disc.at, BADGE, _COLOURS[disc.mark.severity])
    return canvas.drawing


def _furniture(fonts: FontBook, title: str, layout: _PageLayout) -> Iterator[Drawing]:
    """Yield the title, the legend of lines, and the numbers of all discs."""
    above = Point(layout.start, LINE - MARGIN + 4)
    yield _words(fonts, title, above, 1.2 * _TYPE, _BLACK, layout.room)
    below = Point(layout.start, layout.list_top - LINE / 2)
    yield _words(fonts, _LEGEND, below, 0.85 * _SMALL, _PALE, layout.room)
    for disc in (*layout.discs, *layout.list_discs):
        yield _numeral(fonts, disc)


def _entry(
    fonts: FontBook, finding: Finding, disc: Disc, room: float, beginning: str
) -> Iterator[Drawing]:
    """Yield the two lines of a finding beside its disc, without the sentence's `beginning`."""
    x = disc.at.x + 1.6 * BADGE
    y = disc.at.y
    line_room = room - 2.6 * BADGE
    numbers = f": {finding.measured}, wanted {finding.required}" if finding.measured else ""
    head = f"{finding.check}{numbers}"
    yield _words(fonts, head, Point(x, y), _TYPE, _BLACK, line_room)
    sentence = finding.what.removeprefix(beginning)
    yield _words(fonts, sentence, Point(x, y + LINE), _SMALL, _DARK, line_room)


def _mark(i: int, finding: Finding, spot: Box) -> Mark:
    return Mark(i, finding.severity, Box(*(value * MM for value in spot)).grown(AWAY))


def _beside(marks: Sequence[Mark], shape: Shape) -> Iterator[Disc]:
    """A disc beside the card for each mark.

    It is on the side that the mark is nearer to while there is room, and as near as the others let
    it."""
    most = max(1, int(shape.height / STEP))
    left_marks: list[Mark] = []
    right_marks: list[Mark] = []
    for mark in marks:
        near, far = (
            (right_marks, left_marks)
            if mark.frame.centre.x > shape.width / 2
            else (left_marks, right_marks)
        )
        (near if len(near) < most or len(far) >= most else far).append(mark)
    for x, some in (
        (-BLEED - 2 * BADGE, left_marks),
        (shape.width + BLEED + 2 * BADGE, right_marks),
    ):
        y = BADGE
        for below, mark in zip(
            range(len(some) - 1, -1, -1),
            sorted(some, key=lambda mark_of: mark_of.frame.centre.y),
            strict=True,
        ):
            lowest = shape.height - BADGE - below * STEP  # so that those below find room too
            y = max(y, min(mark.frame.centre.y, lowest))
            yield Disc(Point(x, y), mark)
            y += STEP


def _hatched(shape: Shape) -> Drawing:
    """Return grey strokes that show where nothing is painted."""
    box = shape.box.grown(BLEED)
    step = 1.5 * MM
    count = int((box.width + box.height) / step) + 1
    starts = [box.x + number * step for number in range(count)]
    canvas = Canvas()
    with canvas.within():
        canvas.rectangle(box, fill=FlatColour.grey(0.97))
        canvas.clip(_path(box))
        strokes = ((x, box.y, x - box.height, box.top) for x in starts)
        canvas.lines(strokes, LineStyle(0.4), FlatColour.grey(0.8))
    return canvas.drawing


def _draw_cut(canvas: Canvas, shape: Shape) -> None:
    """Draw the edges of the card and of the bleed in dashes.

    They are white between dark ones, to be seen on any ground."""
    cut = outline(shape, shape.box)
    solid = LineStyle(0.6)
    dashed = LineStyle(0.6, dash=(2.5, 2.5))
    bleed = shape.box.grown(BLEED)
    canvas.rectangle(bleed, stroke=FlatColour.grey(0.6), line=LineStyle(0.3))
    canvas.path(cut, stroke=FlatColour.grey(1), line=solid)
    canvas.path(cut, stroke=FlatColour.grey(0.1), line=dashed)


def _draw_frames(canvas: Canvas, marks: Sequence[Mark]) -> None:
    """Draw one frame for each place, the large ones first.

    It has the colour of the gravest finding."""

    def rank(mark: Mark) -> tuple[float, int]:
        return -mark.frame.width * mark.frame.height, SEVERITIES.index(mark.severity)

    severities: dict[Box, str] = {}
    for mark in sorted(marks, key=rank):
        severities.setdefault(mark.frame, mark.severity)
    for frame, severity in severities.items():
        radius = min(1.5 * MM, frame.width / 2, frame.height / 2)
        path = PathData.rectangle(frame, radius)
        _draw_rimmed(canvas, path, severity, _FRAME)


def _draw_leaders(canvas: Canvas, discs: Iterable[Disc]) -> None:
    """Draw a line from each disc to the frame of its place.

    It ends at the straight part of the frame, not at the round of its corners."""
    for (x, y), mark in discs:
        frame = mark.frame
        inset = min(1.5 * MM, frame.height / 2)
        end = frame.x if x < frame.x else frame.right
        level = max(frame.y + inset, min(y, frame.top - inset))
        path = PathData((("m", (end, level)), ("l", (x, y))))
        _draw_rimmed(canvas, path, mark.severity, _LEADER)


def _draw_rimmed(canvas: Canvas, path: PathData, severity: str, width: float) -> None:
    """Draw a line that is seen on any ground: white around its colour."""
    canvas.path(path, stroke=FlatColour.grey(1), line=LineStyle(width + 2 * _RIM))
    canvas.path(path, stroke=_COLOURS[severity], line=LineStyle(width))


def _numeral(fonts: FontBook, disc: Disc) -> Drawing:
    text = str(disc.mark.number)
    half = _width(fonts, text) * _TYPE / 2
    at = Point(disc.at.x - half, disc.at.y + 0.35 * _TYPE)
    return _words(fonts, text, at, _TYPE, _WHITE)


def _words(
    fonts: FontBook, text: str, at: Point, size: float, colour: RGB, room: float = 0.0
) -> Drawing:
    """A line of text, shortened to the room there is. A character that the font does not have
    becomes a question mark."""
    try:
        width = _width(fonts, text)
    except MissingGlyphError as error:
        text = text.translate(
            {ord(letter): "?" for missing in error.characters for letter in missing}
        )
        width = _width(fonts, text)
    while room and width * size > room and len(text) > 1:
        fitting_letters = int(len(text) * room / (width * size))
        text = text[: min(len(text) - 2, fitting_letters)].rstrip() + "…"
        width = _width(fonts, text)
    canvas = Canvas()
    canvas.text(fonts, text, LabelStyle(FURNITURE_FONT, 600, size, colour), at)
    return canvas.drawing


def _width(fonts: FontBook, text: str) -> float:
    return fonts.width(text, (FURNITURE_FONT,), 600)


def _path(box: Box) -> PathData:
    return PathData.rectangle(box)


def _around(box: Box, width: float) -> PathData:
    return _path(box.grown(BLEED * box.width / width))
