"""One side of a card while it is looked at: what it says and paints and where, in points, and the ground behind its texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardgen.canvas import Pdf
from cardgen.check.finding import Finding
from cardgen.check.paints import RGB, Painted, paints
from cardgen.check.print_sanity import where_said
from cardgen.drawing import Drawing, TextMark
from cardgen.errors import Problem
from cardgen.export.images import rasters, side_page
from cardgen.export.inks import Inks
from cardgen.export.printers import Fit, Printer
from cardgen.geometry import Box
from cardgen.model import Card, Colour, Deck
from cardgen.units import MM

if TYPE_CHECKING:
    from PIL.Image import Image

_SHARP = 144.0
"""Pixels an inch of the picture in which grounds and bleeds are looked up."""
_TEXT = re.compile(rb"\bBT\b.*?\bET\b", re.DOTALL)


class Side:
    """One side of a card while it is looked at: its texts and paints in points from the upper left corner of the trim."""

    def __init__(
        self, printer: Printer, palette: Mapping[str, Colour], inks: Inks, deck: Deck, card: Card, side: str, drawing: Drawing
    ) -> None:
        self.printer, self.palette, self.inks = printer, palette, inks
        self.deck, self.card, self.side, self.drawing = deck, card, side, drawing
        self.shape = deck.shape
        self.unit = deck.shape.width / drawing.box.width
        self.texts = [mark for mark in drawing.texts if mark.text.strip() and mark.ink]
        reach = self.in_units(Box(0, 0, self.shape.width, self.shape.height).grown(printer.bleed))
        self.paints = [_within(reach, each) for each in paints(drawing) if each.kind == "text" or each.box.overlaps(reach)]
        self._ground: Image | None = None

    def box(self, box: Box) -> Box:
        x, y = (box.x - self.drawing.box.x) * self.unit, (box.y - self.drawing.box.y) * self.unit
        return Box(x, y, box.width * self.unit, box.height * self.unit)

    def in_units(self, box: Box) -> Box:
        x, y = box.x / self.unit + self.drawing.box.x, box.y / self.unit + self.drawing.box.y
        return Box(x, y, box.width / self.unit, box.height / self.unit)

    def size(self, mark: TextMark) -> float:
        return mark.size * mark.matrix.scale * self.unit

    def ink(self, mark: TextMark) -> Box:
        assert mark.ink is not None
        return self.box(mark.ink)

    @property
    def margin(self) -> float:
        """How much there is around the trim in the picture of the grounds, in points."""
        return max(self.printer.bleed, 1.0)

    @property
    def ground(self) -> Image:
        """The side without its texts, RGBA, clear where nothing is painted."""
        if self._ground is None:
            bare = replace(self.drawing, content=_TEXT.sub(b"", self.drawing.content), words={}, texts=[], _name="")
            width, height = self.shape.width + 2 * self.margin, self.shape.height + 2 * self.margin
            pixels = round(width * _SHARP / 72), round(height * _SHARP / 72)
            pdf = Pdf("card")
            side_page(pdf, bare, self.shape, Fit(width, height, pixels))
            self._ground = next(iter(rasters(pdf.bytes(), pixels, clear=True)))
        return self._ground

    def pixel(self, x: float, y: float) -> tuple[int, ...]:
        """The picture at a point of the card."""
        image, scale = self.ground, _SHARP / 72
        column = max(0, min(image.width - 1, int((x + self.margin) * scale)))
        row = max(0, min(image.height - 1, int((y + self.margin) * scale)))
        return image.getpixel((column, row))  # type: ignore[return-value]

    def behind(self, box: Box) -> RGB:
        """The colour that most of the ground behind a box has."""
        scale = _SHARP / 72
        left, top = int((box.x + self.margin) * scale), int((box.y + self.margin) * scale)
        right, low = int((box.right + self.margin) * scale) + 1, int((box.top + self.margin) * scale) + 1
        part = self.ground.crop((left, top, right, low))
        counts: Any = part.getcolors(max(1, part.width * part.height)) or [(1, (255, 255, 255, 0))]
        red, green, blue, alpha = max(counts)[1]
        if alpha < 128:
            return 1.0, 1.0, 1.0
        return red / 255, green / 255, blue / 255

    @property
    def shades(self) -> set[str]:
        """The colours of the palette that it paints."""
        known = {tuple(bytes.fromhex(colour.rgb.removeprefix("#"))): name for name, colour in self.palette.items()}
        painted = {tuple(round(value * 255) for value in rgb) for each in self.paints for rgb in each.colours}
        return {name for key, name in known.items() if key in painted}

    def says(
        self, check: str, severity: str, what: str, remedy: str, *, spot: Box, measured: str, required: str, text: str = ""
    ) -> Finding:
        place = where_said(self.card, text) if text and self.side == "face" else self.card.place
        problem = Problem(f'card "{self.card.id}", {self.side}: {what}', remedy, place)
        in_mm = Box(*(round(value / MM, 2) for value in spot))
        about = (self.deck.game, self.deck.id, self.card.id)
        return Finding(check, severity, problem, *about, side=self.side, spot=in_mm, measured=measured, required=required)


def _within(reach: Box, painted: Painted) -> Painted:
    """What has no bounds of its own, as a gradient, ends where the card does; all else keeps its box."""
    return painted._replace(box=reach) if painted.kind == "shading" and painted.box.contains(reach) else painted
