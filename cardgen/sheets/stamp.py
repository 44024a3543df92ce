"""Stamps: a small line on the face of each card, such as its id, the date and the version, so that
two prints can be told apart.

It is laid over a card that is drawn already: no check looks at it, and a card is not taken for
changed by it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.source_date import source_date
from cardgen.base.units import MM
from cardgen.cards.draft import legible
from cardgen.cards.parcels import Drawn
from cardgen.engine import Canvas, Colourant, Drawing, FontBook, LabelStyle, LineStyle
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
"""From the cut to the plate: further than a cut is off, and outside of what is safe to be read."""
_TALL, _ASIDE = 1.4, 0.45
"""How tall the plate is and how much wider than its words on each side, by the size of the
letters."""
_RIM = 0.25
"""The plate's outline, without which it would not be seen on a white card."""


def check_stamp(text: str) -> None:
    """Raises CardgenError for a stamp with a placeholder that means nothing, or one that is not
    closed."""
    placeholders = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    wrong = [
        placeholder
        for placeholder in _PLACEHOLDER.finditer(text)
        if placeholder[0] not in ("{{", "}}") and placeholder[1] not in PLACEHOLDERS
    ]
    problems = [
        Finding(
            "stamp-wrong",
            f"--stamp: {placeholder[0]} means nothing there",
            f"use {placeholders}; {{{{ prints a brace",
        )
        for placeholder in wrong
    ]
    if len(text) > _LONGEST:
        problems.append(
            Finding(
                "stamp-wrong",
                f"--stamp: {len(text)} characters are too many for a small line",
                f"write {_LONGEST} at the most",
            )
        )
    if problems:
        raise CardgenError(*problems)


def today() -> date:
    """The date that is printed: SOURCE_DATE_EPOCH's where it is set, in UTC, else that of this
    machine. Raises CardgenError."""
    timestamp = source_date()
    return (
        datetime.fromtimestamp(timestamp, UTC).date()
        if timestamp is not None
        else datetime.now().astimezone().date()
    )


def dated(text: str) -> str:
    """A stamp that says today's date wherever it is printed."""
    return _PLACEHOLDER.sub(
        lambda placeholder: f"{today():%Y-%m-%d}" if placeholder[1] == "date" else placeholder[0],
        text,
    )


class Stamp:
    """The line that is laid over the faces of a game's cards; `text` was checked. Without a text
    nothing is."""

    def __init__(self, text: str, game: Game, fonts: FontBook) -> None:
        self._text = " ".join(text.split())
        self._fonts = fonts
        self._said = {"date": f"{today():%Y-%m-%d}", "version": game.version} if self._text else {}

    def over(self, cards: Iterable[Drawn], shape: Shape) -> Iterator[Drawn]:
        """Drawn cards with the stamp on their faces."""
        for card in cards:
            yield (
                card._replace(face=self.on(card.card, card.face, shape))
                if self._text and card.face
                else card
            )

    def on(self, card: Card, face: Drawing, shape: Shape) -> Drawing:
        """A face with the stamp at its lower edge, in the middle."""
        x, y, width, height = face.box  # which is the trim
        placed = Matrix(width / shape.width, 0, 0, height / shape.height, x, y)
        words = {font: set(letters) for font, letters in face.words.items()}
        canvas = Canvas(drawing=replace(face, items=[], words=words, _name=""))
        with canvas.within():
            canvas.draw(face)
        with canvas.within(placed):
            self._write(canvas, self._line(card), shape)
        return canvas.drawing

    def _line(self, card: Card) -> str:
        values = {**self._said, "id": card.id, "name": str(card.fields.get("name") or "")}
        text = _PLACEHOLDER.sub(
            lambda placeholder: (
                placeholder[0][0] if placeholder[1] is None else values[placeholder[1]]
            ),
            self._text,
        )
        return legible(" ".join(text.split()), (FURNITURE_FONT,), self._fonts)

    def _write(self, canvas: Canvas, line: str, shape: Shape) -> None:
        """Paint a line on its plate, in points from the trim's upper left, y downward; smaller
        where there is no room."""
        ems = self._fonts.width(line, (FURNITURE_FONT,), _WEIGHT) + 2 * _ASIDE
        size, rise = _SIZE, 0.0
        while size > _LEAST and ems * size > _chord(shape, rise + 0.3 * _TALL * size):
            size, rise = (size, rise + 1) if rise < _HIGHEST * shape.height else (size * 0.95, 0.0)
        wide, tall = ems * size, _TALL * size
        x, y = (shape.width - wide) / 2, shape.height - _INSET - rise - tall
        canvas.rectangle(
            Box(x, y, wide, tall),
            fill=Colourant.grey(1),
            stroke=Colourant.grey(0.35),
            line=LineStyle(_RIM),
            radius=tall / 2,
        )
        style = LabelStyle(FURNITURE_FONT, _WEIGHT, size)
        canvas.text(self._fonts, line, style, (x + _ASIDE * size, y + 1.05 * size))


def _chord(shape: Shape, rise: float) -> float:
    """The width of a shape so high above its lower edge, both taken within the inset."""
    if shape.kind == "circle":
        radius = shape.width / 2 - _INSET
        return 2 * math.sqrt(max(0.0, radius**2 - (radius - rise) ** 2))
    if shape.kind == "hexagon":  # flat below: its sides lean outward by half of what they rise
        return shape.width / 2 + rise
    return shape.width - 2 * max(_INSET, shape.corner * 0.6)
