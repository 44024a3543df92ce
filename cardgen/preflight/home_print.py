"""Checks for any print: legible texts, far enough from the cut."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardgen.base.findings import Finding, Place
from cardgen.base.geometry import Box, Point, cross
from cardgen.base.origins import CardProblem, TemplateSource
from cardgen.base.units import MM, enough, too_little
from cardgen.cards.parcels import Drawn
from cardgen.engine import Drawing, TextBox, TextMark
from cardgen.impose.contours import depth as depth_in_outline
from cardgen.impose.marks import hexagon
from cardgen.model.cards import Card, Deck
from cardgen.model.sizes import Shape

SMALLEST_TYPE = TextBox.LEAST_TYPE
"""Points. Printers take 5 pt, which few people read on a card at arm's length."""
SAFE = 3.175 * MM
"""How far text stays inside the trim: an eighth of an inch, what print-on-demand houses ask for."""
SAFE_SHARE = 1 / 8
"""Of the shorter side: what stays clear on pieces smaller than an inch, on half of which nothing
could stand otherwise."""
_SLACK = 0.02 * MM
_HAIR, _HAIR_SHARE = 0.1 * MM, 0.08
"""What of a text may be cut off without harm: so much, or this share of its size."""
_PRINTED = 6 * MM
"""How far beyond the cut anything is printed."""
_AROUND = [(math.cos(math.tau * i / 32), math.sin(math.tau * i / 32)) for i in range(32)]
"""Directions, those to the sides among them."""


def safe_distance(shape: Shape) -> float:
    """The distance of text from the cut of a piece, in points.

    SAFE, or less on counters and small tokens, which are cut with more care."""
    return min(SAFE, SAFE_SHARE * min(shape.width, shape.height))


class _SideOfCard(NamedTuple):
    """One side of a card, whose texts are spoken of."""

    deck: Deck
    card: Card
    side: str

    def finding(
        self, check: str, severity: str, says: str, remedy: str, mark: TextMark, worse: float = 0.0
    ) -> Finding:
        """A finding about a text of the side.

        `says` says of it what is wrong, and the last how bad that is beside others."""
        deck, card, side = self
        place = where_said(card, mark.text) if side == "face" else card.place
        message = f'card "{card.id}", {side}: the text "{shortened(mark.text)}" {says}'
        problem = CardProblem(
            check,
            message,
            remedy,
            place,
            origin_of(mark, card, side),
            check,
            says,
            worse,
            len(deck),
        )
        return problem.found_by(check, severity, deck.game, deck.id, card.id, side=side)


def check_legibility(deck: Deck, card: Card, side: str, drawing: Drawing) -> Iterator[Finding]:
    """Findings on a side's texts that nobody can read.

    What lies under or over them is the reason."""
    from cardgen.preflight.legibility import illegible_texts  # sides that are cached ask for none

    of_side = _SideOfCard(deck, card, side)
    for illegible in illegible_texts(drawing):
        yield of_side.finding(
            illegible.check,
            "warning",
            illegible.says,
            illegible.remedy,
            illegible.mark,
            illegible.worse,
        )


def check_texts(deck: Deck, card: Card, side: str, drawing: Drawing) -> Iterator[Finding]:
    """Findings about the texts on one side of a card."""
    from cardgen.preflight.leftover_markup import leftover_markup

    unit = deck.shape.width / drawing.box.width
    finding = _SideOfCard(deck, card, side).finding
    small: set[str] = set()
    near: dict[object, tuple[float, TextMark]] = {}
    shape = deck.shape.of_side(side)
    safe = _safe(shape, drawing.box)
    safe_depth = safe_distance(shape)
    like: TextMark | None = None
    parked: list[TextMark] = []
    cut: dict[object, tuple[_Cut, TextMark]] = {}
    yield from leftover_markup(deck, card, side, drawing)
    for mark in drawing.texts:
        # else it is as tall as the one before
        if like is None or mark.size != like.size or mark.matrix is not like.matrix:
            like = mark
            size = mark.height * unit
            safe_edges = mark.edges_of(safe)
        if (mark.clip or mark.windows) and (lost := _cut_off(card, mark, unit)):
            # of the lines of a text the worst stands for all
            text_key = where_said(card, mark.text) if _says(card, mark.text) else id(mark)
            cut[text_key] = max(
                cut.get(text_key, (lost, mark)), (lost, mark), key=lambda pair: pair[0].worse
            )
            continue
        if size > SMALLEST_TYPE and mark.surely_within(safe_edges):  # as nearly all of every card
            continue
        if not mark.text.strip() or not mark.corners:
            continue
        if (ink := mark.ink) and is_beside(drawing.box, ink, unit):
            parked.append(mark)
            continue
        # the lines of a text box are one text to the reader
        if size < SMALLEST_TYPE - 0.01 and too_little(size) not in small:
            small.add(too_little(size))
            remedy = f"set it in {SMALLEST_TYPE:g} pt or more"
            yield finding(
                "text-size", "warning", f"is {too_little(size)} pt tall", remedy, mark, -size
            )
        corners = (
            Point((x - drawing.box.x) * unit, (y - drawing.box.y) * unit) for x, y in mark.corners
        )
        depth = depth_of(shape, corners)
        if depth < safe_depth - _SLACK:
            place = where_said(card, mark.text) if side == "face" else card.place
            line = place != card.place and mark.text not in card.fields.values()
            # along a curve each is set for itself
            letter = len(mark.text.strip()) == 1 and mark.placement.b and "letters"
            # of the lines of one text the worst stands for all
            text = letter or (place if line else id(mark))
            if text not in near or depth < near[text][0]:
                near[text] = depth, mark
    if parked:
        others = and_more(len(parked) - 1).strip()
        verb = "lies" if len(parked) == 1 else "lie"
        sentence = f"{others} {verb} beside the card, where nothing is printed".strip()
        yield finding(
            "safe-zone", "error", sentence, "move it onto the card, or take it away", parked[0]
        )
    for lost, mark in cut.values():
        across, down = _spans(mark._replace(clip=None), unit)
        wide = across > deck.shape.width or down > deck.shape.height
        if wide:
            remedy = _remedy_for_long_line(card, mark)
        else:
            remedy = "shorten it, move it inward, or let its frame be larger"
        yield finding("cut-text", "error", lost.says, remedy, mark, lost.worse)
    for depth, mark in near.values():
        if depth < -_SLACK:
            across, down = _spans(mark, unit)
            room = across <= deck.shape.width and down <= deck.shape.height
            remedy = "move it inward" if room else _remedy_for_long_line(card, mark)
            yield finding(
                "safe-zone",
                "error",
                f"reaches {-depth / MM:.1f} mm beyond the cut",
                remedy,
                mark,
                -depth,
            )
        else:
            remedy = (
                f"move it {enough((safe_depth - depth) / MM)} mm inward,"
                f" {enough(safe_depth / MM)} mm are safe"
            )
            yield finding(
                "safe-zone",
                "warning",
                f"stands {too_little(max(0, depth) / MM)} mm from the cut",
                remedy,
                mark,
                -depth,
            )


class _Cut(NamedTuple):
    """A sentence about a cut-off text; a larger `worse` is worse."""

    says: str
    worse: float


def _cut_off(card: Card, mark: TextMark, unit: float) -> _Cut | None:
    """The part of a text that clips and masks take away.

    It is None where it is no more than a hair, as of letters that stand out of a frame. The text is
    the card's or its template's; `unit` is that of the drawing, in points."""
    hair = max(_HAIR / unit, _HAIR_SHARE * mark.height)
    if not mark.text.strip() or not _is_own(card, mark):
        return None
    if (lost := mark.beyond_clip) > hair:
        sentence = (
            f"is cut off by its frame or clip: {lost * unit / MM:.1f} mm of it are not printed"
        )
        return _Cut(sentence if mark.corners else "is cut away whole by a clip", lost)
    from cardgen.engine import letters_cut

    letters = letters_cut(mark, hair)
    if not letters:
        return None
    is_all = letters == "".join(mark.text.split())
    if is_all:
        which = "no letter of it is printed whole"
    else:
        which = f'"{shortened(letters)}" is not printed whole'
    return _Cut(f"is cut off by the shape of a clip or mask: {which}", len(letters) * mark.height)


def _is_own(card: Card, mark: TextMark) -> bool:
    """True if a text is the card's or its template's.

    It is no part of a drawing that is placed, which frames may well crop."""
    return mark.origin is not None or bool(_says(card, mark.text))


def _spans(mark: TextMark, unit: float) -> tuple[float, float]:
    """The width and height of a text, in points."""
    xs, ys = zip(*mark.corners, strict=True)
    return (max(xs) - min(xs)) * unit, (max(ys) - min(ys)) * unit


def origin_of(mark: TextMark, card: Card, side: str) -> TemplateSource:
    """The origin of a text: its template, else the text itself.

    A drawing that is placed brings texts along; of these the side counts."""
    if mark.origin:
        return mark.origin
    text = " ".join(mark.text.split())
    return TemplateSource(f'the text "{shortened(text)}"', None, (card.template, side, text))


class Likeness:
    """Finds templates whose cards look the same with different texts.

    Then the template shows nothing of the texts."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._seen: dict[str, list[Card]] = {}
        self._looks = defaultdict[str, set[tuple[str, ...]]](set)
        self._said = defaultdict[str, set[str]](set)

    def see(self, drawn_card: Drawn) -> None:
        """Notes what a card looks like."""
        card, face, back, *_ = drawn_card
        template = card.template or self._deck.template
        self._seen.setdefault(template, []).append(card)
        # two looks are enough to know that they differ
        if len(self._looks[template]) < 2 and face and card.copies:
            self._looks[template].add((face.name, back.name if back else ""))
            self._said[template].add(repr(card.fields))

    def findings(self) -> Iterator[Finding]:
        """The findings, once the cards have been seen.

        There is none for a template of which only some cards were seen."""
        deck = self._deck
        counts = Counter(card.template or deck.template for card in deck if card.copies)
        for template, cards in self._seen.items():
            all_look_alike = len(self._looks[template]) == 1
            say_different_things = len(self._said[template]) > 1
            count = counts[template]
            all_were_seen = len(cards) >= count
            if not (all_look_alike and say_different_things and all_were_seen):
                continue
            which = "this deck" if len(counts) == 1 else template
            sentence = (
                f"all {count} cards of {which} look the same, though they say different things"
            )
            remedy = (
                "let the template show them: write {{ card.name }} in it, or name an"
                " object  text:card.name"
            )
            place = cards[0].places.get("template") or deck.where("template")
            yield Finding("same-face", sentence, remedy, place).found_by(
                "same-face", "warning", deck.game, deck.id, side="face"
            )


def is_beside(page: Box, ink: Box, unit: float) -> bool:
    """True if something lies beyond the card and any bleed.

    Drawing programs keep such things beside their page or on the second one."""
    return not page.grown(_PRINTED / unit).overlaps(ink)


def _safe(shape: Shape, box: Box) -> Box:
    """The part of the view box that is safe for text.

    It is all that is safe on a rectangle, and the square inside the circle on other shapes."""
    unit = box.width / shape.width
    distance = safe_distance(shape)
    if shape.kind == "rectangle":
        # how far in the box must go so that its corner keeps its distance from the round one
        round_corner = shape.corner - max(0.0, shape.corner - distance) / math.sqrt(2)
        return box.grown(-(max(distance, round_corner) - _SLACK) * unit)
    if shape.outline:
        middle = Point(shape.width / 2, shape.height / 2)
        radius = max(0.0, depth_in_outline(shape, middle) - distance)
    else:
        radius = max(0.0, min(shape.width, shape.height) / 2 - distance)
    # half the side of the square in a circle
    half = radius / math.sqrt(2) * unit
    return Box(box.centre.x - half, box.centre.y - half, 2 * half, 2 * half)


def depth_of_box(shape: Shape, box: Box) -> float:
    """The depth of a box inside the trim, in points.

    It is negative where the box reaches beyond. Where the trim is round or slanting the thing is
    taken to be round too, as most signs are: few fill the corners of their box."""
    return depth_of(
        shape,
        (
            Point(box.centre.x + x * box.width / 2, box.centre.y + y * box.height / 2)
            for x, y in _AROUND
        ),
    )


def depth_of(shape: Shape, corners: Iterable[Point]) -> float:
    """The depth inside the trim of some corners, in points.

    It is negative where they reach beyond."""
    return min(_depth(shape, corner) for corner in corners)


def _depth(shape: Shape, point: Point) -> float:
    """The depth of a point inside the trim, in points; negative outside. y grows downward, which
    the symmetry of all but outlines allows."""
    if shape.outline:
        return depth_in_outline(shape, Point(point.x, shape.height - point.y))
    if shape.kind == "rectangle":
        across = min(point.x, shape.width - point.x)
        down = min(point.y, shape.height - point.y)
        if across < shape.corner and down < shape.corner:
            return shape.corner - math.hypot(shape.corner - across, shape.corner - down)
        return min(across, down)
    if shape.kind == "circle":
        radius = shape.width / 2
        return radius - math.dist(point, (radius, radius))
    corners = hexagon(shape)
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return min(cross(a, b, point) / math.dist(a, b) for a, b in sides)


def where_said(card: Card, text: str) -> Place:
    """The place where the card says the text, or begins."""
    name = _says(card, text)
    return card.where(name) if name else card.place


def _says(card: Card, text: str) -> str:
    """The field with the text in it, if any.

    Line ends of a field are spaces on the card."""
    text = " ".join(text.split())
    return next(
        (
            name
            for name, value in card.fields.items()
            if isinstance(value, str) and text in " ".join(value.split())
        ),
        "",
    )


def _remedy_for_long_line(card: Card, mark: TextMark) -> str:
    """The remedy for a line that is longer than the card."""
    if mark.origin and mark.origin.boxed:
        return (
            "its box, or the frame that was drawn for it, hangs over the cut: make that"
            " narrower, or move it inward"
        )
    if not (field := _says(card, mark.text)):  # words of a drawing, or of a template
        in_drawing = (
            "break it in its drawing, where flowed text is in lines once Inkscape has saved it"
        )
        return (
            f"it is one line: {in_drawing}; in a template set it with text_box(card.text,"
            " ...), or name its object  text:card.text"
        )
    boxed = f"set it with text_box(card.{field}, ...), which breaks and shrinks it to fit"
    return (
        f"it is one line: {boxed}, write  within FRAME  behind the name that it has, or name"
        f" its object  text:card.{field}"
    )


def and_more(count: int) -> str:
    """The words after the first of several things: how many more."""
    return f" and {count} more" if count else ""


def shortened(text: str) -> str:
    """A text as a message quotes it."""
    return text if len(text) <= 40 else text[:37] + "..."
