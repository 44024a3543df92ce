"""The outline of a picture, row by row, for texts that run around it."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box
from cardgen.base.suggestions import did_you_mean
from cardgen.cards.text_style import check_number
from cardgen.engine import Drawing, Painted, Picture, Pixels

_ROWS, _COLUMNS = 40, 60
"""Into so many rows a picture is cut, and so many points of each are looked up."""
_SEEN = 25
"""The alpha of a pixel that is part of a picture, of 255."""
_NUMBERS = ("x", "y", "width", "height")
CoveredRow = tuple[int, int, int]
"""A row of a picture that shows anything, its first column that does, and its last."""
Band = tuple[float, float, float, float]
"""A stretch that a picture covers: its upper and lower edge, its left and right one."""


class PictureAround(NamedTuple):
    """A picture that a text runs around: its name, its box in units of the template, and how much
    stays free beside it."""

    picture: str
    box: Box
    gap: float


def around_of(value: Any) -> PictureAround:
    """What a text_box is told of the picture that its text runs around. Raises UnreadableError."""
    example = "write  around={'picture': 'wolf.svg', 'x': 5, 'y': 20, 'width': 20, 'height': 20}"
    if not isinstance(value, dict) or not value.get("picture"):
        raise UnreadableError("template-value", "around names no picture", example)
    for name in value:
        if name not in ("picture", "gap", *_NUMBERS):
            remedy = did_you_mean(str(name), ("picture", "gap", *_NUMBERS))
            raise UnreadableError("template-value", f'around knows no "{name}"', remedy)
    for name in _NUMBERS:
        check_number(name, value.get(name))
    gap = value.get("gap", 1)
    check_number("gap", gap)
    return PictureAround(str(value["picture"]), Box(*[value[name] for name in _NUMBERS]), gap)


def bands_of(
    art: Drawing | Picture, rows: list[CoveredRow], box: Box, gap: float
) -> tuple[Band, ...]:
    """The stretches of a picture that is fitted into a box, with a gap around them."""
    natural = art.box if isinstance(art, Drawing) else Box(0, 0, art.width, art.height)
    scale = min(box.width / natural.width, box.height / natural.height)
    left = box.x + (box.width - natural.width * scale) / 2
    top = box.y + (box.height - natural.height * scale) / 2
    height = natural.height * scale / _ROWS
    width = natural.width * scale / _COLUMNS
    return tuple(
        (
            top + row * height - gap,
            top + (row + 1) * height + gap,
            left + first * width - gap,
            left + (last + 1) * width + gap,
        )
        for row, first, last in rows
    )


def covered_rows(art: Drawing | Picture) -> list[CoveredRow]:
    """The rows of a picture that show anything, each with its first and last column that does."""
    covered = _drawn(art) if isinstance(art, Drawing) else _pixels(art)
    return [(row, columns[0], columns[-1]) for row, columns in enumerate(covered) if columns]


def _drawn(art: Drawing) -> list[list[int]]:
    painted = list(Painted.of(art))
    box = art.box
    ys = [box.y + (row + 0.5) * box.height / _ROWS for row in range(_ROWS)]
    xs = [box.x + (column + 0.5) * box.width / _COLUMNS for column in range(_COLUMNS)]
    return [
        [column for column, x in enumerate(xs) if any(_holds(part, x, y) for part in painted)]
        for y in ys
    ]


def _holds(painted: Painted, x: float, y: float) -> bool:
    if not painted.box.contains(Box(x, y, 0, 0)):
        return False
    return painted.footprint is None or painted.kind == "stroke" or painted.footprint.holds(x, y)


def _pixels(art: Picture) -> list[list[int]]:
    alpha = Pixels.of(art.data).alpha
    every_column = list(range(_COLUMNS))
    if alpha is None:
        return [every_column] * _ROWS
    small = alpha.resize((_COLUMNS, _ROWS))
    values = small.tobytes()
    return [
        [column for column in every_column if values[row * _COLUMNS + column] >= _SEEN]
        for row in range(_ROWS)
    ]
