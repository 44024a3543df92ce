"""What game.yaml says of making a game in a factory: materials, runs, and parts of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Material(NamedTuple):
    """What a part is made of; empty or 0 where nothing is said. The thickness of one piece is in
    points, the weight in grams a square metre."""

    stock: str = ""
    finish: str = ""
    thickness: float = 0.0
    weight: float = 0.0

    def over(self, other: Material) -> Material:
        """This material, and the other one where this says nothing.

        >>> Material(finish="linen").over(Material("310 g/m²", "smooth"))
        Material(stock='310 g/m²', finish='linen', thickness=0.0, weight=0.0)
        """
        return Material(
            self.stock or other.stock,
            self.finish or other.finish,
            self.thickness or other.thickness,
            self.weight or other.weight,
        )


UNKNOWN = Material()


@dataclass(frozen=True, slots=True)
class Production:
    """How a game is to be made: numbers of copies to ask for, the material of its parts, and parts
    that are bought, such as dice, with how many belong to a copy."""

    runs: tuple[int, ...] = ()
    material: Material = UNKNOWN
    parts: Mapping[str, Material] = field(default_factory=dict)
    """The material of some decks, of `box` and of `rulebook`, where it is another."""
    bought: Mapping[str, int] = field(default_factory=dict)

    def material_of(self, part: str) -> Material:
        """The material of a part; the box and the rulebook are not made of what cards are."""
        own = self.parts.get(part, UNKNOWN)
        return own if part in (BOX_PART, BOOK_PART) else own.over(self.material)


BOX_PART, BOOK_PART = "box", "rulebook"
NOT_SAID = Production()
