"""What game.yaml says of playing: for how many, how long, from which age."""

from __future__ import annotations

import re

from cardgen.model.cards import NumberRange
from cardgen.model.pieces import DICE as SIDES
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section
from cardgen.schema.kinds import entry, number
from cardgen.schema.source import Node, Seq, TypedText
from cardgen.schema.values import wrong

_RANGE = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4})|\s*(\+))?")
_LIST: Schema = {"type": "array", "items": {"type": ["string", "number", "boolean"]}}
_SCHEMA: Schema = {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}, _LIST]}
_OLDEST = 99


def _numbers(section: Section, name: str, node: Node) -> NumberRange | None:
    """A number or a range of numbers; None for a list, which is one of the game's own lists."""
    if isinstance(node, Seq):
        return None
    match = _RANGE.fullmatch(node.strip()) if isinstance(node, TypedText) else None
    least = int(match[1]) if match else 0
    most = int(match[2] or least) if match else 0
    if match and 1 <= most < least:
        raise wrong(
            f"{name} runs backwards",
            f"write  {name}: {most}-{least}",
            code="number-expected",
        )
    if not match or not 1 <= least <= most:
        raise wrong(
            f"{name} is a number, or from one to another",
            f"write  {name}: 2-4 , or  {name}: 2+  without a greatest",
            code="number-expected",
        )
    return NumberRange(least, None if match[3] else most)


def _age(section: Section, name: str, node: Node) -> int:
    """The least age in years; 0 for a list, which is one of the game's own lists."""
    numbers = _numbers(section, name, node)
    if numbers is None:
        return 0
    is_one = numbers.most in (None, numbers.least)
    if not is_one or numbers.least > _OLDEST:
        raise wrong("age is the least age in years", "write  age: 10", code="number-expected")
    return numbers.least


_MOST_DICE = 50


def _sides(die: tuple[str, int]) -> int:
    return int(die[0][1:])


_DICE = entry(
    Keys(
        "dice",
        *(
            Key(f"d{sides}", number(1, _MOST_DICE, "a pile of dice is no help", whole=True))
            for sides in SIDES
        ),
    ),
    lambda section: {_sides(die): die[1] for die in sorted(section.values().items(), key=_sides)},
)


def _dice(section: Section, name: str, node: Node) -> dict[int, int]:
    """How many dice there are of each kind; none for a list, which is one of the game's own."""
    return {} if isinstance(node, Seq) else dict(_DICE.read(section, name, node))


NUMBERS = Kind(_numbers, _SCHEMA)
DICE = Kind(_dice, {"anyOf": [_DICE.schema, _LIST]})
AGE = Kind(_age, _SCHEMA)
