"""One side of a card while it is looked at, in points.

Its texts, its paints and the ground behind its texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from PIL import Image, ImageChops
from PIL.Image import Resampling

from cardgen.base import colour_math
from cardgen.base.colour_math import RGB
from cardgen.base.findings import Finding, Place
from cardgen.base.geometry import Box, Point, bounds
from cardgen.base.origins import CardProblem, TemplateSource
from cardgen.base.units import MM
from cardgen.engine import Drawing, Painted, Pdf, TextMark, display_list
from cardgen.model.cards import FINISHES, Card, Deck, Game
from cardgen.preflight.covering import covered_texts, points_over
from cardgen.preflight.home_print import origin_of, shortened, where_said
from cardgen.prepress.inks import ProcessColours
from cardgen.prepress.plates import painted_in
from cardgen.prepress.profiles import Fit, Printer
from cardgen.prepress.raster import rasters, shown_on_page, side_page

SHARP = 144.0
"""Pixels an inch of the picture in which grounds and bleeds are looked up."""
_ACROSS, _DOWN = 40, 16
"""Points across and down at which the ground behind a text is looked up at most."""
_WHITE = (1.0, 1.0, 1.0)
_UNLIKE = 12
"""Of 255, by how much pixels may differ and still look the same."""


class Evidence(NamedTuple):
    """The evidence of a finding: place, measurement, requirement and text.

    The place is on the card, in points."""

    spot: Box
    measured: str
    required: str
    text: str = ""

    @property
    def short_by(self) -> float:
        """The difference between what was measured and what is required.

        Both begin with figures; one without counts as 0."""
        figures = [_FIGURE.match(text) for text in (self.measured, self.required)]
        measured, required = (float(figure[0]) if figure else 0.0 for figure in figures)
        return abs(required - measured)


class GroundPiece(NamedTuple):
    """A part of a strip of the ground.

    It has its columns, and the corners on the card of what they show, from the upper left one
    downward."""

    start: int
    end: int
    first: Point
    low: Point
    last: Point
    high: Point


class PixelGrid(NamedTuple):
    """The map from points of a card to pixels of its picture.

    It knows the margin around the trim, pixels to a point, and pixels in all."""

    margin: float
    across: float
    down: float
    width: int
    height: int

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """The pixel at a point of the card, or the nearest there is."""
        column = int((x + self.margin) * self.across)
        row = int((y + self.margin) * self.down)
        last_column, last_row = self.width - 1, self.height - 1
        return max(0, min(last_column, column)), max(0, min(last_row, row))


class CardSide:
    """One side of a card while it is looked at.

    Its texts and paints are in points from the upper left corner of the trim."""

    def __init__(
        self,
        printer: Printer,
        game: Game,
        inks: ProcessColours,
        deck: Deck,
        card: Card,
        side: str,
        drawing: Drawing,
    ) -> None:
        self.printer = printer
        self.game = game
        self.palette = game.palette
        self.inks = inks
        self.deck = deck
        self.card = card
        self.side = side
        self.drawing = drawing
        self.shape = deck.shape.of_side(side)
        self.unit = deck.shape.width / drawing.box.width
        # once, for all checks ask
        self._edges = [mark.ink if mark.text.strip() else None for mark in drawing.texts]
        self.texts = [mark for mark, edges in zip(drawing.texts, self._edges, strict=True) if edges]
        self._inks = {
            id(mark): self.box(edges)
            for mark, edges in zip(drawing.texts, self._edges, strict=True)
            if edges
        }
        self.page = shown_on_page(drawing.box, deck.shape, printer.fit(deck.shape))
        painted = (_within(self.page, thing) for thing in Painted.of(drawing))
        self.paints = [
            thing for thing in painted if thing.kind == "text" or thing.box.overlaps(self.page)
        ]

    def box(self, box: Box) -> Box:
        x = (box.x - self.drawing.box.x) * self.unit
        y = (box.y - self.drawing.box.y) * self.unit
        return Box(x, y, box.width * self.unit, box.height * self.unit)

    def size(self, mark: TextMark) -> float:
        return mark.height * self.unit

    def ink(self, mark: TextMark) -> Box:
        """The box around what one of its texts paints."""
        return self._inks[id(mark)]

    def corners(self, mark: TextMark) -> list[Point]:
        """The corners of a text's box, turned as the text is."""
        return [
            Point((x - self.drawing.box.x) * self.unit, (y - self.drawing.box.y) * self.unit)
            for x, y in mark.corners
        ]

    @property
    def margin(self) -> float:
        """The width around the trim in the picture of the grounds, in points."""
        return max(self.printer.bleed, 1.0)

    @cached_property
    def ground(self) -> Image.Image:
        """The side without its texts, RGBA, clear where nothing is painted."""
        return self.picture(wordless(self.drawing))

    def picture(self, drawing: Drawing) -> Image.Image:
        """A drawing in place of the side, RGBA, clear where nothing is painted."""
        width = self.shape.width + 2 * self.margin
        height = self.shape.height + 2 * self.margin
        pixels = round(width * SHARP / 72), round(height * SHARP / 72)
        pdf = Pdf.passing()
        side_page(pdf, drawing, self.shape, Fit(width, height, pixels))
        return next(iter(rasters(pdf.bytes(), pixels, clear=True)))

    def unlike(self, drawings: Sequence[Drawing]) -> Box | None:
        """The box where other drawings look different on paper; None otherwise.

        They stand in place of the side."""
        greys = []
        for drawing in drawings:
            image = self.picture(drawing)
            paper = Image.new("RGBA", image.size, "white")
            greys.append(Image.alpha_composite(paper, image).convert("L"))
        first, *others = greys
        off = Image.new("L", first.size)
        for other in others:
            off = ImageChops.lighter(off, ImageChops.difference(first, other))
        box = off.point([255 * (value > _UNLIKE) for value in range(256)]).getbbox()
        if box is None:
            return None
        left, top, right, low = box
        unit = 72 / SHARP
        width = (right - left) * unit
        height = (low - top) * unit
        return Box(left * unit - self.margin, top * unit - self.margin, width, height)

    @cached_property
    def lost(self) -> list[tuple[float, TextMark]]:
        """The texts under later paint, and how much of each.

        It goes from 0 to 1."""
        return covered_texts(self.paints, self.drawing.texts, self._edges)

    @cached_property
    def legible(self) -> list[TextMark]:
        """The texts that can be seen."""
        if self.lost:
            return [
                mark
                for mark in self.texts
                if not any(mark is lost_mark for _, lost_mark in self.lost)
            ]
        return self.texts

    @property
    def seen(self) -> Image.Image:
        """The picture of what is left once the card is cut.

        Pixels that the cut goes through are left out."""
        x_start, y_start = self.grid.spot(0, 0)
        x_end, y_end = self.grid.spot(self.shape.width, self.shape.height)
        return self.ground.crop((x_start + 2, y_start + 2, x_end - 2, y_end - 2))

    @property
    def finished(self) -> bool:
        """True if anything is painted in a colour that no screen shows."""
        hidden = {
            name
            for name, colour in self.palette.items()
            if colour.plate and not FINISHES[colour.plate]
        }
        return bool(hidden and hidden & painted_in(self.drawing, {}))

    @property
    def whole(self) -> Box:
        """The trim."""
        return self.shape.box

    @cached_property
    def grid(self) -> PixelGrid:
        """The grid of the ground's picture, the same for a whole deck."""
        across = self.shape.width + 2 * self.margin
        down = self.shape.height + 2 * self.margin
        return PixelGrid(
            self.margin, self.ground.width / across, self.ground.height / down, *self.ground.size
        )

    @cached_property
    def _pixels(self) -> Any:
        return self.ground.load()

    def pixel(self, x: float, y: float) -> tuple[int, ...]:
        """The picture of the ground at a point of the card."""
        return self._pixels[self.grid.spot(x, y)]  # type: ignore[no-any-return]

    def pixels(self, spots: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
        """The picture of the ground at spots of its grid."""
        return [self._pixels[spot] for spot in spots]

    def strip(self, pieces: Sequence[GroundPiece], size: tuple[int, int]) -> Image.Image:
        """Parallelograms of the ground side by side, as on paper.

        It is an RGB picture of so many columns and rows."""
        across, down = self.grid.across, self.grid.down
        quads = [
            (
                (piece.start, 0, piece.end, size[1]),
                tuple(
                    v
                    for x, y in piece[2:]
                    for v in ((x + self.margin) * across, (y + self.margin) * down)
                ),
            )
            for piece in pieces
        ]
        strip = self.ground.transform(size, Image.Transform.MESH, quads)
        return Image.alpha_composite(Image.new("RGBA", size, (255, 255, 255, 255)), strip).convert(
            "RGB"
        )

    def grounds(self, box: Box) -> list[tuple[float, RGB]]:
        """The colours behind a box with their shares, most common first.

        What is nearly alike counts as one."""
        across, down = self.grid.across, self.grid.down
        x_start = max(0, int((box.x + self.margin) * across))
        y_start = max(0, int((box.y + self.margin) * down))
        x_end = int((box.right + self.margin) * across) + 1
        y_end = int((box.top + self.margin) * down) + 1
        x_end = min(self.ground.width, x_end)
        y_end = min(self.ground.height, y_end)
        width = x_end - x_start
        height = y_end - y_start
        if width <= 0 or height <= 0:
            return [(1.0, _WHITE)]
        # some hundred points tell as much as all, and keep their colours
        size = min(width, _ACROSS), min(height, _DOWN)
        points = self.ground.resize(size, Resampling.NEAREST, (x_start, y_start, x_end, y_end))
        return _shares(points.getcolors(_ACROSS * _DOWN))

    def under(self, mark: TextMark) -> list[tuple[float, RGB]]:
        """The grounds of a text, also where it is turned."""
        if not mark.placement.b and not mark.placement.c:
            return self.grounds(self.ink(mark))
        pixels = Counter(
            self.pixel(*point) for point in points_over(self.corners(mark), _ACROSS, _DOWN)
        )
        return _shares([(count, pixel) for pixel, count in pixels.items()])

    def where(self, painted: Painted) -> Box:
        """The place of something painted.

        A text has the place of those that begin where it says and have its colours."""
        if painted.kind != "text":
            return self.box(painted.box)
        colours = set(map(bytes_of, painted.colours))
        inks = [
            self.ink(mark)
            for mark in self.texts
            if painted.box.contains(Box(mark.placement.e, mark.placement.f, 0, 0), slack=0.01)
            and colours.intersection(map(bytes_of, (*mark.fill, *mark.outline)))
        ]
        return bounds(inks) if inks else self.whole

    @property
    def shades(self) -> set[str]:
        """The colours of the palette that it paints."""
        palette_names = {
            colour_math.channels(colour.rgb): name for name, colour in self.palette.items()
        }
        painted = {colour for thing in self.paints for colour in thing.flat_colours}
        looks = {bytes_of(colour.rgb) for colour in painted if colour.name not in self.palette}
        return {name for key, name in palette_names.items() if key in looks} | {
            colour.name for colour in painted if colour.name in self.palette
        }

    def says(
        self,
        check: str,
        severity: str,
        sentence: str,
        remedy: str,
        evidence: Evidence,
        source: Place | None = None,
    ) -> Finding:
        """A finding about the side.

        `source` is the place that it comes of, where that is known: a colour of the palette."""
        if source:
            place = source
        elif evidence.text and self.side == "face":
            place = where_said(self.card, evidence.text)
        else:
            place = self.card.place
        in_mm = Box(*(round(value / MM, 2) for value in evidence.spot))
        origin, says = self._origin(sentence, evidence, in_mm)
        if source:
            origin = TemplateSource("", source, (sentence,))
        message = f'card "{self.card.id}", {self.side}: {sentence}'
        problem = CardProblem(
            check, message, remedy, place, origin, check, says, evidence.short_by, len(self.deck)
        )
        about = (self.deck.game, self.deck.id, self.card.id)
        return problem.found_by(
            check,
            severity,
            *about,
            side=self.side,
            spot=in_mm,
            measured=evidence.measured,
            required=evidence.required,
        )

    def _origin(self, sentence: str, evidence: Evidence, spot: Box) -> tuple[TemplateSource, str]:
        """The origin of a finding, and its sentence there.

        Of a text the origin is its template, of all else its spot on the side."""
        quoted = f'the text "{shortened(evidence.text)}" '
        mark = next(
            (
                text_mark
                for text_mark in self.texts
                if evidence.text
                and text_mark.text == evidence.text
                and self.ink(text_mark) == evidence.spot
            ),
            None,
        )
        if mark and sentence.startswith(quoted):
            return origin_of(mark, self.card, self.side), sentence.removeprefix(quoted)
        if mark and mark.origin:
            return replace(mark.origin, about=""), sentence
        where = tuple(round(2 * value) for value in spot)
        return TemplateSource("", None, (self.card.template, self.side, where)), sentence


_FIGURE = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def bytes_of(rgb: tuple[float, ...]) -> tuple[int, ...]:
    """A colour in numbers from 0 to 255."""
    return tuple(round(value * 255) for value in rgb)


def flat_picture(picture: Image.Image) -> Image.Image:
    """The look of a picture on white."""
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")


def flat(pixel: tuple[int, ...]) -> tuple[int, ...]:
    """The look of a pixel on white."""
    if pixel[3] == 255:
        return pixel[:3]
    return tuple(255 + (value - 255) * pixel[3] // 255 for value in pixel[:3])


def _within(reach: Box, painted: Painted) -> Painted:
    """The box of a painted thing within the card.

    A thing without bounds of its own, as a gradient, ends where the card does."""
    if painted.kind == "shading" and painted.box.contains(reach):
        return painted._replace(box=reach)
    return painted


def wordless(drawing: Drawing) -> Drawing:
    """The drawing without its texts, those of the forms that it places included."""
    forms = {name: wordless(form) for name, form in drawing.forms.items()}
    if not drawing.words and all(forms[name] is form for name, form in drawing.forms.items()):
        return drawing
    shapes: list[display_list.Item] = [
        item for item in drawing.items if not isinstance(item, display_list.ShownGlyphs)
    ]
    return replace(drawing, items=shapes, words={}, texts=[], forms=forms, _name="")


def _shares(points: Any) -> list[tuple[float, RGB]]:
    """The colours of some pixels with their shares, most common first.

    Each is given with how many pixels have it."""
    alike: dict[tuple[int, ...], list[Any]] = {}
    for count, pixel in sorted(points, reverse=True):
        rgb = flat(pixel)
        # sixteen steps of each channel: what is nearer is one colour to the eye
        key = tuple(value >> 4 for value in rgb)
        alike.setdefault(key, [0, rgb])[0] += count
    total = sum(count for count, _ in points)
    shares = []
    for count, (red, green, blue) in alike.values():
        shares.append((count / total, (red / 255, green / 255, blue / 255)))
    return sorted(shares, reverse=True)
