"""Pieces that lie wherever they fit, for scissors.

rectpack turns and nests rectangles; round pieces take the square around them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

MOST_NESTED = 400
"""Pieces above which nesting takes longer than it saves paper: rows hold as many then."""
_FINE = 100
"""Steps of a point in which lengths are counted, for whole numbers fit exactly."""
_WAYS = (
    ("MaxRectsBssf", "SORT_AREA"),
    ("MaxRectsBaf", "SORT_AREA"),
    ("MaxRectsBssf", "SORT_LSIDE"),
)
"""What is tried in turn: how a place is chosen, and which pieces come first."""


def can_nest() -> bool:
    """True if rectpack is installed."""
    return find_spec("rectpack") is not None


class NestedPiece(NamedTuple):
    """Where a piece lies: the number of its kind, whether it is turned, and the upper left corner
    of what it takes, with y downward."""

    kind: int
    turned: bool
    x: float
    y: float


def nested(
    takes: Sequence[tuple[float, float]], counts: Sequence[int], room: tuple[float, float]
) -> list[list[NestedPiece]]:
    """Sheets with so many pieces of each kind, each of which `takes` a width and a height of the
    room.

    There are none where one does not fit, upright or turned. Sheets are as few as the ways that are
    tried give; the same pieces always lie alike."""
    import rectpack

    sides = [(_up(width), _up(height)) for width, height in takes]
    width, height = (int(side * _FINE) for side in room)
    area = sum(count * wide * high for count, (wide, high) in zip(counts, sides, strict=True))
    least = -(-area // (width * height))
    best: list[list[NestedPiece]] = []
    for algorithm, order in _WAYS:
        packer = rectpack.newPacker(
            pack_algo=getattr(rectpack, algorithm), sort_algo=getattr(rectpack, order)
        )
        packer.add_bin(width, height, count=float("inf"))
        for kind, (count, (wide, high)) in enumerate(zip(counts, sides, strict=True)):
            for _ in range(count):
                packer.add_rect(wide, high, kind)
        packer.pack()
        sheets = [
            [
                NestedPiece(one.rid, one.width != sides[one.rid][0], one.x / _FINE, one.y / _FINE)
                for one in sheet
            ]
            for sheet in packer
        ]
        if sum(map(len, sheets)) < sum(counts):
            return []  # one was too large, and is left out
        if not best or len(sheets) < len(best):
            best = sheets
        if len(best) <= least:
            break
    return best


def _up(length: float) -> int:
    return -int(-length * _FINE // 1)
