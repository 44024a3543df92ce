"""Stamps: a small line on each face that tells prints apart.

It shows an id, the date, the version. It is laid over a card that is drawn already: no check looks
at it, and a card is not taken for changed by it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.source_date import source_date
from cardgen.base.units import MM
from cardgen.cards.draft import legible
from cardgen.cards.parcels import Drawn
from cardgen.engine import Canvas, Drawing, FlatColour, FontBook, LabelStyle, LineStyle
from cardgen.impose.contours import depth
from cardgen.model.cards import Card, Game
from cardgen.model.sizes import Shape
from cardgen.sheets.pages import FURNITURE_FONT

PLACEHOLDERS = ("id", "name", "date", "version")
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_LONGEST = 200
"""Characters of a stamp: more are not to be read at any size."""
_SIZE, _LEAST, _WEIGHT = 5.0, 0.5, 700
_HIGHEST = 0.1
"""How far up a round card the line may move, as a share of its height, before its letters become
smaller."""
_INSET = 1.3 * MM
"""From the cut to the badge behind the words: further than a cut is off, and outside of what is
safe to be read."""
_TALL, _ASIDE = 1.4, 0.45
"""How tall the badge is and how much wider than its words on each side, by the size of the
letters."""
_RIM = 0.25
"""The badge's outline, without which it would not be seen on a white card."""


def check_stamp(text: str) -> None:
    """Raises CardgenError for a stamp with an unknown or unclosed placeholder."""
    placeholders = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    remedy = f"use {placeholders}; {{{{ prints a brace"
    problems = []
    for match in _PLACEHOLDER.finditer(text):
        if match[0] not in ("{{", "}}") and match[1] not in PLACEHOLDERS:
            sentence = f"--stamp: {match[0]} means nothing there"
            problems.append(Finding("stamp-wrong", sentence, remedy))
    if len(text) > _LONGEST:
        sentence = f"--stamp: {len(text)} characters are too many for a small line"
        problems.append(Finding("stamp-wrong", sentence, f"write {_LONGEST} at the most"))
    if problems:
        raise CardgenError(*problems)


def today() -> date:
    """The date that is printed. Raises CardgenError.

    SOURCE_DATE_EPOCH's where it is set, in UTC, else that of this machine."""
    timestamp = source_date()
    if timestamp is not None:
        return datetime.fromtimestamp(timestamp, UTC).date()
    return datetime.now().astimezone().date()


def dated(text: str) -> str:
    """A stamp that says today's date wherever it is printed."""

    def with_date(placeholder: re.Match[str]) -> str:
        return f"{today():%Y-%m-%d}" if placeholder[1] == "date" else placeholder[0]

    return _PLACEHOLDER.sub(with_date, text)


class Stamp:
    """The line that is laid over the faces of a game's cards.

    `text` was checked. Without a text nothing is laid over them."""

    def __init__(self, text: str, game: Game, fonts: FontBook) -> None:
        self._text = " ".join(text.split())
        self._fonts = fonts
        self._common_values: dict[str, str] = {}
        if self._text:
            self._common_values = {"date": f"{today():%Y-%m-%d}", "version": game.version}

    def over(self, cards: Iterable[Drawn], shape: Shape) -> Iterator[Drawn]:
        """Yield drawn cards with the stamp on their faces."""
        for card in cards:
            if self._text and card.face:
                yield card._replace(face=self.on(card.card, card.face, shape))
            else:
                yield card

    def on(self, card: Card, face: Drawing, shape: Shape) -> Drawing:
        """A face with the stamp at its lower edge, in the middle."""
        x, y, width, height = face.box  # which is the trim
        from_points = Matrix(width / shape.width, 0, 0, height / shape.height, x, y)
        words = {font: set(letters) for font, letters in face.words.items()}
        copy = replace(face, items=[], words=words, _name="")
        canvas = Canvas(drawing=copy)
        with canvas.within():
            canvas.draw(face)
        with canvas.within(from_points):
            self._write(canvas, self._line(card), shape)
        return canvas.drawing

    def _line(self, card: Card) -> str:
        """The stamp with the values of a card in it."""
        name = str(card.fields.get("name") or "")
        values = {**self._common_values, "id": card.id, "name": name}

        def value_of(placeholder: re.Match[str]) -> str:
            # two braces stand for one
            if placeholder[1] is None:
                return placeholder[0][0]
            return values[placeholder[1]]

        text = _PLACEHOLDER.sub(value_of, self._text)
        return legible(" ".join(text.split()), (FURNITURE_FONT,), self._fonts)

    def _write(self, canvas: Canvas, line: str, shape: Shape) -> None:
        """Paint a line on its badge, smaller where there is no room.

        Lengths are points from the trim's upper left, y downward."""
        ems = self._fonts.width(line, (FURNITURE_FONT,), _WEIGHT) + 2 * _ASIDE
        size = _SIZE
        rise = 0.0
        while size > _LEAST and ems * size > _chord(shape, rise + 0.3 * _TALL * size):
            # higher up a round card is wider: there first, and then smaller from below again
            if rise < _HIGHEST * shape.height:
                rise += 1
            else:
                size *= 0.95
                rise = 0.0
        width = ems * size
        height = _TALL * size
        x = (shape.width - width) / 2
        y = shape.height - _INSET - rise - height
        canvas.rectangle(
            Box(x, y, width, height),
            fill=FlatColour.grey(1),
            stroke=FlatColour.grey(0.35),
            line=LineStyle(_RIM),
            radius=height / 2,
        )
        style = LabelStyle(FURNITURE_FONT, _WEIGHT, size)
        baseline = x + _ASIDE * size, y + 1.05 * size
        canvas.text(self._fonts, line, style, baseline)


def _chord(shape: Shape, rise: float) -> float:
    """The width of a shape at a height, within the inset."""
    if shape.kind == "circle":
        radius = shape.width / 2 - _INSET
        from_middle = radius - rise
        return 2 * math.sqrt(max(0.0, radius**2 - from_middle**2))
    if shape.kind == "hexagon":  # flat below, half as wide there as in the middle
        slope = shape.width / shape.height
        slanted_inset = _INSET * math.hypot(1, slope / 2)
        return shape.width / 2 + slope * (rise + _INSET) - 2 * slanted_inset
    if shape.outline:
        middle = Point(shape.width / 2, _INSET + rise)
        return 2 * max(0.0, depth(shape, middle) - _INSET)
    return shape.width - 2 * max(_INSET, shape.corner * 0.6)
