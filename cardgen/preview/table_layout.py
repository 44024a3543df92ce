"""The place of everything on a table as it is dealt: piles and notes in rows, with room below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardgen.rules.setups import LaidPile, LaidTable

_GAP = 13.0
"""Millimetres between piles."""
_LABEL = 7.0
"""Millimetres below a pile, for its name."""
_NOTE = (60.0, 30.0)
_DIE = (16.0, 16.0)
_TALLEST = 150.0
"""Millimetres of the tallest card that room to play is left for."""
_ROOM = 2.2
Size = tuple[float, float]


class TableSize(NamedTuple):
    """The width of a table in mm, and the least share of it that its height is."""

    width: float
    share: float

    @classmethod
    def within(cls, width: float, share: float) -> TableSize:
        """The size that comes nearest to these numbers, within what a page can show."""
        return cls(min(max(width, 200.0), 2_000.0), min(max(share, 0.1), 4.0))


@dataclass(slots=True)
class _Rows:
    """Rows that are filled from the left to the right, and from the top down."""

    width: float
    x: float = _GAP
    y: float = _GAP
    tall: float = 0.0
    things: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def add(self, size: Size, thing: Mapping[str, Any]) -> None:
        """Put a thing of a size into the row, or into the next where it has no room."""
        wide, high = size
        if self.x + wide > self.width - _GAP / 2 and self.x > _GAP:
            self.x, self.y, self.tall = _GAP, self.y + self.tall + _GAP, 0.0
        at = [self.x + wide / 2, self.y + high / 2]
        self.things.append((f"t{len(self.things) + 1}", {**thing, "at": at}))
        self.x, self.tall = self.x + wide + _GAP, max(self.tall, high + _LABEL)


def laid_out(dealt: LaidTable, sizes: Mapping[str, Size], table: TableSize) -> dict[str, Any]:
    """The `size`, `hands` and `things` of the event that deals; `sizes` of decks are in mm."""
    rows = _Rows(table.width)
    for pile in dealt.piles:
        if pile.kind == "boards":
            for card in pile.cards:
                single = LaidPile("" if len(pile.cards) > 1 else pile.name, "boards", (card,))
                rows.add(_size(single, sizes), _pile_thing(single))
        else:
            rows.add(_size(pile, sizes), _pile_thing(pile))
    for text in dealt.notes:
        rows.add(_NOTE, {"kind": "note", "text": text})
    for sides in dealt.dice:
        rows.add(_DIE, {"kind": "die", "sides": sides, "value": sides})
    tallest = max([60.0, *(min(_TALLEST, _size(pile, sizes)[1]) for pile in dealt.piles)])
    height = max(rows.y + rows.tall + _ROOM * tallest, table.width * table.share)
    size = [table.width, round(height)]
    return {"size": size, "hands": [list(hand) for hand in dealt.hands], "things": rows.things}


def _size(pile: LaidPile, sizes: Mapping[str, Size]) -> Size:
    return sizes[pile.cards[-1].partition("/")[0]]


def _pile_thing(pile: LaidPile) -> dict[str, Any]:
    """A pile as it is dealt; the first of its cards lies on top."""
    about = {"kind": "pile", "name": pile.name, "turn": 0, "fan": False}
    is_board = pile.kind == "boards"
    return {**about, "board": is_board, "up": pile.kind != "pile", "cards": [*pile.cards[::-1]]}
