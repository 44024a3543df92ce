"""Slug and scale bar, by example."""

import pytest

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose.furniture import BAR_LENGTH, SLUG_HEIGHT, furniture
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.model.sizes import Shape, card_size, paper_size


def _roomy(grid: Grid) -> int:
    placed = furniture(grid)
    return bool(placed.slug) + bool(placed.scale_bar)


def lay(card: str | Shape, paper: str, margin: float = 5) -> Grid:
    shape = card_size(card) if isinstance(card, str) else card
    return lay_grid(
        GridSpec(
            shape, paper_size(paper), margin=margin * MM, bleed=3 * MM, gutter=0, room_score=_roomy
        )
    )


@pytest.mark.parametrize(
    ("paper", "angle", "slug_length"),
    [
        ("letter", 90, 271.2),
        ("a4", 0, 201.8),
        ("legal", 0, 347.4),
        ("a3", 0, 411.8),
        ("tabloid", 90, 271.2),
    ],
)
def test_both_fit_beside_poker_cards(paper: str, angle: int, slug_length: float) -> None:
    """They stand where there is more room: at the sides of Letter, above and below on A4."""
    placed = furniture(lay("poker", paper))
    assert placed.slug is not None
    assert placed.scale_bar is not None
    assert placed.notes == ()
    assert (angle, angle) == (placed.slug.angle, placed.scale_bar.angle)
    assert placed.slug.length / MM == pytest.approx(slug_length)
    assert (placed.scale_bar.length, placed.slug.height) == (BAR_LENGTH, SLUG_HEIGHT)


def test_marks_make_way_for_slug_and_bar() -> None:
    """A3 leaves 3.8 mm above and below its cards: 0.8 mm for marks, 3 mm for a bar."""
    grid = lay("poker", "a3")
    assert grid.mark / MM == pytest.approx(0.8)
    assert furniture(grid).scale_bar is not None


def test_a_strip_maps_its_own_line_to_the_page() -> None:
    """Turned, the line runs up the page and its height goes to the left."""
    placed = furniture(lay("poker", "letter"))
    assert placed.slug is not None
    strip = placed.slug
    assert strip.placement(0, 0) == (strip.x, strip.y)
    assert strip.placement(strip.length, strip.height) == pytest.approx(
        (strip.x - strip.height, strip.y + strip.length)
    )
    assert strip.box == Box(strip.x - strip.height, strip.y, strip.height, strip.length)


def test_a_page_too_narrow_for_the_bar_keeps_the_slug() -> None:
    placed = furniture(lay("poker", "90x96mm", margin=2))
    assert placed.slug is not None
    assert placed.scale_bar is None
    assert [finding.what.split(":")[0] for finding in placed.notes] == [
        "there is no room for the 100 mm scale bar outside the cards"
    ]


def test_the_bar_goes_where_it_is_long_enough() -> None:
    """The thicker strips, above and below, are 80 mm long: the bar stands at the sides."""
    placed = furniture(lay(Shape("rectangle", 60 * MM, 60 * MM), "84x119mm", margin=2))
    assert placed.scale_bar is not None
    assert placed.scale_bar.angle == 90


def test_what_has_no_room_is_said() -> None:
    placed = furniture(lay("poker", "75.4x100.8mm"))
    assert (placed.slug, placed.scale_bar, len(placed.notes)) == (None, None, 2)
