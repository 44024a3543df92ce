"""Places on a virtual table where nothing lies on anything else.

Boards lie in the middle, decks and loose pieces to their right, bags, dice and books to their
left. All lengths are the table's own."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

MIDDLE, RIGHT, LEFT = "middle", "right", "left"
"""The parts of a table."""
_GAP = 0.6
_BESIDE = 1.5
"""Between the boards and what lies beside them."""
_WIDE = {RIGHT: 18.0, LEFT: 7.0}
"""The width of a part, which something wider than that may exceed."""
_STEP = 0.5
"""From one row that is tried to the next."""
_BOARD_STEP = 2.0
_FAR = 30


class TableSpot(NamedTuple):
    """The middle of something on the table: x to the right, z away from the player."""

    x: float
    z: float


class Extent(NamedTuple):
    """How much room something takes from left to right, and from near to far."""

    width: float
    depth: float


class _TakenRoom(NamedTuple):
    left: float
    right: float
    near: float
    far: float

    @classmethod
    def around(cls, spot: TableSpot, extent: Extent) -> _TakenRoom:
        width, depth = extent.width / 2, extent.depth / 2
        return cls(spot.x - width, spot.x + width, spot.z - depth, spot.z + depth)

    def is_near(self, other: _TakenRoom) -> bool:
        gap = _GAP / 2  # so that what has its gap is not near, however sums were rounded
        return (
            self.left - gap < other.right
            and other.left - gap < self.right
            and self.near - gap < other.far
            and other.near - gap < self.far
        )


class TablePlaces:
    """The places of a table, and which of them are taken."""

    def __init__(self) -> None:
        self._taken: list[_TakenRoom] = []
        self._boards: list[_TakenRoom] = []

    def take(self, spot: TableSpot, extent: Extent, part: str = "") -> None:
        """Take the place of what lies there already."""
        box = _TakenRoom.around(spot, extent)
        self._taken.append(box)
        if part == MIDDLE:
            self._boards.append(box)

    def free(self, extent: Extent, part: str) -> TableSpot:
        """Take the first place in a part where there is room, and return its middle."""
        spot = self._in_middle(extent) if part == MIDDLE else self._beside(extent, part)
        self.take(spot, extent, part)
        return spot

    def _in_middle(self, extent: Extent) -> TableSpot:
        """The place nearest to the middle."""
        for spot in _spots():
            if self._hit(_TakenRoom.around(spot, extent)) is None:
                return spot
        return self._beside(extent, RIGHT)

    def _beside(self, extent: Extent, part: str) -> TableSpot:
        """The first place in rows that begin beside the boards, at their far edge."""
        mirror = -1.0 if part == LEFT else 1.0
        boards = [mirror * edge for box in self._boards for edge in (box.left, box.right)]
        begin = max(boards, default=0.0 if part == RIGHT else _BESIDE) + _BESIDE * bool(boards)
        end = begin + max(_WIDE[part], extent.width) + _GAP  # whatever sums are rounded to
        z = max((box.far for box in self._boards), default=0.0) - extent.depth / 2
        while True:
            x = begin + extent.width / 2
            while x + extent.width / 2 <= end:
                spot = TableSpot(mirror * x, z)
                hit = self._hit(_TakenRoom.around(spot, extent))
                if hit is None:
                    return TableSpot(round(spot.x, 3) + 0.0, round(spot.z, 3) + 0.0)
                edge = hit.right if part == RIGHT else -hit.left
                x = edge + _GAP + extent.width / 2
            z -= _STEP

    def _hit(self, box: _TakenRoom) -> _TakenRoom | None:
        return next((other for other in self._taken if other.is_near(box)), None)


@cache
def _spots() -> tuple[TableSpot, ...]:
    """The places of boards that are tried, the nearest to the middle first."""
    steps = [step * _BOARD_STEP for step in range(-_FAR, _FAR + 1)]
    return tuple(sorted((TableSpot(*place) for place in product(steps, steps)), key=_from_middle))


def _from_middle(spot: TableSpot) -> tuple[float, float, float]:
    """How far a spot is from the middle; of several as far the one to the right, then the nearer
    one."""
    return spot.x**2 + spot.z**2, -spot.x, spot.z
