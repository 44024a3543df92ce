"""The lines around a piece of any outline in the page, and what its picture is cut to there."""

from __future__ import annotations

import re
from dataclasses import replace

from cardgen.base.units import MM
from cardgen.model.sizes import Shape, card_size
from cardgen.preview.outlines import BLEED, shape_with_back

FLAG = Shape(
    "outline",
    40 * MM,
    30 * MM,
    outline=(
        tuple((x * MM, y * MM) for x, y in ((0, 0), (40, 0), (40, 10), (10, 30), (0, 30))),
        tuple((x * MM, y * MM) for x, y in ((5, 5), (5, 10), (10, 10), (10, 5))),
    ),
)


def xs(path: str) -> list[float]:
    return [float(pair.split()[0]) for pair in re.findall(r"[ML]([^MLZ]+)", path)]


def test_a_piece_has_its_outline_with_holes_and_its_back_the_mirrored_one() -> None:
    shown = shape_with_back(FLAG)
    assert shown["lines"]["trim"].startswith("M0.00 30.00L40.00 30.00L40.00 20.00L10.00 0.00L")
    assert shown["lines"]["trim"].count("Z") == 2
    assert sorted(40 - x for x in xs(shown["behind"]["lines"]["trim"])) == sorted(
        xs(shown["lines"]["trim"])
    )
    assert min(xs(shown["lines"]["bleed"])) == -BLEED
    assert min(xs(shown["lines"]["safe"])) > 2
    # the upper left corner of the flag, from that of its bleed
    assert "6.52% 8.33%" in shown["clips"]["trim"]
    assert shown["clips"]["trim"].startswith("polygon(evenodd, ")
    assert "behind" not in shape_with_back(card_size("hexagon 40mm"))


def test_a_piece_too_small_for_anything_safe_has_no_line_of_it() -> None:
    small = replace(
        FLAG, outline=tuple(tuple((x / 9, y / 9) for x, y in line) for line in FLAG.outline)
    )
    assert "L" not in shape_with_back(small)["lines"]["safe"].removeprefix("M")
