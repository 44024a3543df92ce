"""What game.yaml says under `quote` of making the game in a factory."""

from __future__ import annotations

from typing import Any

from cardgen.model.production import BOOK_PART, BOX_PART, Material, Production
from cardgen.schema.keys import Key, Keys, Section
from cardgen.schema.kinds import NAME, entry, length, list_of, mapping_of, number, or_nothing

_MOST_COPIES = 10_000_000
_MATERIAL = (
    Key(
        "stock", NAME, "what it is printed on: `310 g/m² black core`", example="310 g/m² black core"
    ),
    Key("finish", NAME, "how its surface is: `linen`, `smooth, matt varnish`"),
    Key(
        "thickness",
        length("20mm", "that is a thick wooden piece"),
        "of one piece: `0.31mm`; without it 0.3 mm is reckoned with",
    ),
    Key(
        "weight",
        number(20, 20_000, "grams a square metre"),
        "of the stock in grams a square metre; without it 300 is reckoned with",
    ),
)


def _material(section: Section) -> Material:
    return Material(**section.values())


MATERIAL = Keys("a material", *_MATERIAL)


def _production(section: Section) -> Production:
    values: dict[str, Any] = section.values()
    material = Material(**{name: values[name] for name in Material._fields if name in values})
    return Production(
        tuple(values.get("copies", ())), material, values.get("parts", {}), values.get("bought", {})
    )


_COPIES = number(1, _MOST_COPIES, "that many games are a run", whole=True)
QUOTE_KEYS = Keys(
    "a quote",
    Key(
        "copies",
        list_of(_COPIES, "copies: [500, 1000, 3000]"),
        "the numbers of copies whose prices are asked for",
        example="[500, 1000, 3000]",
    ),
    *_MATERIAL,
    Key(
        "parts",
        mapping_of(
            entry(MATERIAL, _material, is_named=True),
            "parts with their materials",
            "parts: {board: {stock: 2 mm greyboard}}",
        ),
        f"the material of some decks by their ids, of `{BOX_PART}` and of `{BOOK_PART}`",
    ),
    Key(
        "bought",
        mapping_of(
            number(1, 10_000, "pieces of a copy", whole=True),
            "parts with their numbers",
            "bought: {wooden die of 16 mm: 5}",
        ),
        "parts that are not printed, and how many of each a copy of the game has: "
        "`{wooden die of 16 mm: 5}`",
    ),
)
"""What it may say."""
QUOTE = Key(
    "quote",
    or_nothing(entry(QUOTE_KEYS, _production)),
    "what factories are asked for: see [quote](howto-quote.md)",
)
