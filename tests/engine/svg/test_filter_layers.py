"""What a filter is made of: soft layers take few pixels, and what casts a shadow takes none."""

from __future__ import annotations

import pytest
from pictures import drawing

from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.svg.raster import LONGER_SIDE

GLOWS = (
    '<filter id="b" x="-2" y="-2" width="5" height="5"><feGaussianBlur stdDeviation="{}"/></filter>'
    + "".join(
        f'<ellipse cx="{10 + 13 * (n % 8)}" cy="{10 + 13 * (n // 8)}" rx="6" ry="9" fill="hsl({9 * n} 90% 60%)" filter="url(#b)"/>'
        for n in range(40)
    )
)
LINEAR = '<filter id="f">{}</filter>'
SRGB = '<filter id="f" color-interpolation-filters="sRGB">{}</filter>'
TEXT = '<text x="2" y="30" font-size="20" font-family="Nunito" {} filter="url(#f)">Bee</text>'
SHADOW = '<feDropShadow dx="1" dy="1" stdDeviation="2"/>'
ILLUSTRATOR = (
    '<feOffset dx="1" dy="1"/><feGaussianBlur result="b" stdDeviation="2"/><feFlood flood-color="#000"/>'
    '<feComposite in2="b" operator="in"/><feComposite in="SourceGraphic"/>'
)


def pictures(made: Drawing) -> list[Picture]:
    return [
        picture
        for _, each in Drawing.reached({"": made}, set())
        for picture in each.pictures.values()
    ]


def shows_glyphs(made: Drawing) -> bool:
    return any(each.words for _, each in Drawing.reached({"": made}, set()))


@pytest.mark.parametrize("deviation", [2, 6, 20])
def test_many_glows_take_a_few_pixels_each(deviation: float) -> None:
    found = pictures(drawing(GLOWS.format(deviation), 120, 80))
    assert len(found) == 40
    assert sum(picture.width * picture.height for picture in found) < 2 * LONGER_SIDE**2


def test_a_soft_picture_counts_as_fine_as_a_sharp_one_for_printers() -> None:
    (soft,) = pictures(
        drawing(
            '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>' + TEXT.format(""), 80, 40
        )
    )
    assert soft.detail > 2
    assert soft.width < LONGER_SIDE / 4


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (SRGB.format(SHADOW), ""),
        (SRGB.format(SHADOW), 'fill-opacity=".5"'),
        (LINEAR.format(SHADOW), ""),
        (LINEAR.format(ILLUSTRATOR), ""),
        (LINEAR.format(SHADOW + SHADOW), ""),
        ('<filter id="f"/>', 'style="filter:drop-shadow(1px 1px 1px #000)"'),
    ],
)
def test_what_casts_a_shadow_stays_what_it_is(effect: str, said: str) -> None:
    made = drawing(
        effect
        + TEXT.format(said).replace(
            ' filter="url(#f)"', "" if "style" in said else ' filter="url(#f)"'
        ),
        80,
        40,
    )
    assert shows_glyphs(made)
    assert len(pictures(made)) == 1


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        # in linear light it mixes otherwise with the shadow
        (LINEAR.format(SHADOW), 'fill-opacity=".5"'),
        (LINEAR.format('<feColorMatrix type="saturate" values="0"/>' + SHADOW), ""),
        (SRGB.format(SHADOW + '<feColorMatrix type="saturate" values="0"/>'), ""),
        (SRGB.format('<feMorphology radius=".2"/>' + SHADOW), ""),
    ],
)
def test_what_a_filter_changes_is_made_of_pixels(effect: str, said: str) -> None:
    made = drawing(effect + TEXT.format(said), 80, 40)
    assert not shows_glyphs(made)
    assert pictures(made)
    assert [mark.text for mark in made.texts] == ["Bee"], "for those who look for it"


def test_filters_in_filters_without_end_stay_within_bounds() -> None:
    """Each merge takes the one before it twice."""
    doubled = "".join(
        '<feMerge result="m"><feMergeNode in="m"/><feMergeNode in="m"/></feMerge>'
        for _ in range(40)
    )
    assert pictures(
        drawing(SRGB.format(f'<feOffset dx="1" result="m"/>{doubled}') + TEXT.format(""), 80, 40)
    )
