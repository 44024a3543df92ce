"""What shows through, made opaque: sixty designs beside their originals, and what stays a shape or
text."""

from __future__ import annotations

import base64
import io

import pytest
import see_through
from pictures import Stock
from PIL import Image, ImageChops
from see_through import EFFECTS, GROUNDS, designs

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import FlatColour, PaintedPath, PlacedForm, ShownGlyphs
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.pdf import Pdf
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg
from cardgen.model.cards import Colour
from cardgen.prepress.flattening import Flattened, flattened, shows_through
from cardgen.prepress.inks import ProcessColours
from cardgen.prepress.plates import SpotColours, plates_of
from cardgen.prepress.raster import rasters

UNIT = 2.88
"""Points."""
SIZE = 960, 1440
"""Pixels of a design that is looked at: 600 to an inch, as a press shows it."""
OFF = 16
"""What a channel of a pixel may be off, of 255, and still count as the same."""
RED = '<rect width="40" height="60" fill="#D03030"/>'
SUN = '<rect width="40" height="60" fill="var(--palette-sun, #FE5000)"/>'
PALETTE = {
    "sun": Colour("#FE5000", spot="PANTONE 021 C"),
    "dusk": Colour("#FF7733", spot="PANTONE 021 C"),
    "sea": Colour("#0050A0", spot="Sea"),
}
INKS = ProcessColours(PALETTE, 300)
MOST = 0.01
"""Of the pixels, those that may be."""


class _Sources(Stock):
    def image(self, reference: str) -> Drawing | Picture:
        return Picture.of_image(
            Image.open(io.BytesIO(base64.b64decode(reference.partition(",")[2])))
        )


def drawn(inside: str) -> Drawing:
    drawing = paint(
        read_svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 60">{inside}</svg>'.encode()
        ),
        _Sources(),
    )
    drawing.reach = drawing.box.grown(3)
    return drawing


def flat(drawing: Drawing) -> Flattened:
    return flattened(drawing, drawing.box.grown(3), UNIT)


def shown(drawing: Drawing) -> Image.Image:
    pdf = Pdf.passing()
    page = pdf.page(Box(0, 0, 40 * UNIT, 60 * UNIT))
    page.place(drawing, Matrix(UNIT, 0, 0, -UNIT, 0, 60 * UNIT), shared=True)
    return next(iter(rasters(pdf.bytes(), SIZE)))


def test_there_are_sixty_designs() -> None:
    assert 60 == len(EFFECTS) * len(GROUNDS) == len({inside for _, inside in designs()})


@pytest.mark.parametrize("inside", [pytest.param(inside, id=name) for name, inside in designs()])
def test_a_flattened_design_looks_as_it_did(inside: str) -> None:
    drawing = drawn(inside)
    assert shows_through(drawing, {})
    opaque = flat(drawing).drawing
    assert not shows_through(opaque, {})
    off = ImageChops.difference(shown(drawing), shown(opaque))
    worst = ImageChops.lighter(ImageChops.lighter(*off.split()[:2]), off.split()[2])
    assert sum(worst.histogram()[OFF + 1 :]) <= MOST * SIZE[0] * SIZE[1]


def test_text_above_stays_text_and_text_below_becomes_a_picture() -> None:
    """Of the same words, some under what shows through and some over it."""
    words = '<text x="2" y="{}" font-family="Nunito" font-size="5">words</text>'
    veil = '<defs><linearGradient id="v"><stop stop-opacity="0"/><stop offset="1"/></linearGradient></defs>'
    veil += '<rect x="0" y="20" width="40" height="10" fill="url(#v)"/>'
    opaque, regions = flat(drawn(words.format(27) + veil + words.format(26) + words.format(50)))
    last = max(
        place
        for place, item in enumerate(opaque.items)
        if isinstance(item, PlacedForm) and item.name in opaque.pictures
    )
    assert 2 == sum(isinstance(item, ShownGlyphs) for item in opaque.items[last:])
    ((x, y, width, height),) = regions
    assert (0, 40) == (pytest.approx(x, abs=0.2), pytest.approx(width, abs=0.4))
    assert (20, 10) == (pytest.approx(y, abs=0.2), pytest.approx(height, abs=0.4))


@pytest.mark.parametrize(
    "inside",
    [
        '<rect x="5" y="5" width="9" height="9" fill="#f00" fill-opacity="0.5"/>',
        '<circle cx="20" cy="30" r="8" fill="none" stroke="#f00" stroke-opacity="0.5"/>',
        '<text x="5" y="30" font-family="Nunito" font-size="8" fill="#f00" fill-opacity="0.5">red</text>',
    ],
)
def test_what_lies_on_one_colour_stays_what_it_is(inside: str) -> None:
    """Half of red on cream: a shape or a text in the colour between, and no picture."""
    opaque, regions = flat(drawn(f'<rect width="40" height="60" fill="#FFF7E7"/>{inside}'))
    assert ((), {}) == (regions, opaque.pictures)
    item = next(
        item for item in reversed(opaque.items) if isinstance(item, (PaintedPath, ShownGlyphs))
    )
    ink = item.fill or item.stroke
    assert ink is not None
    assert (255, 124, 116) == tuple(round(part * 255) for part in ink.rgb)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("inside", "tint"),
    [
        (
            '<rect x="5" y="5" width="9" height="9" fill="var(--palette-sun, #FE5000)" fill-opacity="0.4"/>',
            0.4,
        ),
        ('<path d="M5 5h9" stroke="var(--palette-sun, #FE5000)" stroke-opacity="0.4"/>', 0.4),
        (
            '<text x="5" y="30" font-family="Nunito" font-size="8" fill="var(--palette-sun, #FE5000)" fill-opacity="0.4">sun</text>',
            0.4,
        ),
        (f'{SUN}<rect x="5" y="5" width="9" height="9" fill="#fff" fill-opacity="0.4"/>', 0.6),
        (
            f'{SUN}<rect x="5" y="5" width="9" height="9" fill="var(--palette-dusk, #FF7733)" fill-opacity="0.4"/>',
            1,
        ),
        (
            f'{RED}<rect width="9" height="9" fill="var(--palette-sun, #FE5000)" fill-opacity="0.4"/>',
            None,
        ),
        (f'{SUN}<rect x="5" y="5" width="9" height="9" fill="#000" fill-opacity="0.4"/>', None),
        (
            f'{SUN}<rect x="5" y="5" width="9" height="9" fill="var(--palette-sea, #0050A0)" fill-opacity="0.4"/>',
            None,
        ),
    ],
)
def test_a_tint_of_an_ink_of_its_own_stays_one(inside: str, tint: float | None) -> None:
    """On paper, or under white; mixed with other inks it is a picture of all of them."""
    opaque, regions = flattened(
        drawn(inside), Box(0, 0, 40, 60), UNIT, SpotColours(plates_of(PALETTE, INKS), INKS)
    )
    if tint is None:
        (picture,) = opaque.pictures.values()
        assert (1, "PANTONE 021 C") == (len(regions), picture.films[0].ink)
        return
    assert ((), {}) == (regions, opaque.pictures)
    item = next(
        item for item in reversed(opaque.items) if isinstance(item, (PaintedPath, ShownGlyphs))
    )
    ink = item.fill or item.stroke
    assert isinstance(ink, FlatColour)
    assert ("PANTONE 021 C", pytest.approx(tint, abs=0.01)) == (PALETTE[ink.name].spot, ink.tint)


def test_a_region_beside_an_ink_of_its_own_has_none_of_it() -> None:
    """No film, and the colours that it had."""
    inside = '<rect x="20" width="20" height="60" fill="var(--palette-sun, #FE5000)"/>' + EFFECTS[
        "soft shadow"
    ].replace('cx="21"', 'cx="4"')
    drawing, box = drawn(inside), Box(0, 0, 18, 60)
    ((name, picture),) = flattened(
        drawing, box, UNIT, SpotColours(plates_of(PALETTE, INKS), INKS)
    ).drawing.pictures.items()
    assert ((), flattened(drawing, box, UNIT, SpotColours({}, INKS)).drawing.pictures.keys()) == (
        picture.films,
        {name},
    )


@pytest.mark.parametrize(("step", "asked"), [(9, 0), (3, 2)])
def test_a_region_looks_at_those_alone_that_it_lies_on(
    monkeypatch: pytest.MonkeyPatch, step: int, asked: int
) -> None:
    """Of regions one after another, each parted from the last by something opaque: a drawing may
    have hundreds of them."""
    looked, printed = [], ProcessColours.printed
    monkeypatch.setattr(
        ProcessColours,
        "printed",
        lambda self, picture: looked.append(picture) or printed(self, picture),
    )
    soft = f'<image href="{see_through.picture()}" x="{{}}" y="9" width="5" height="5"/><path d="M0 {{}}h1v1h-1Z" fill="#080"/>'
    inside = "".join(soft.format(step * number, 20 + number) for number in range(4))
    opaque = flattened(drawn(RED + inside), Box(0, 0, 40, 60), UNIT, SpotColours({}, INKS))
    assert 4 == len(opaque.regions)
    assert 3 * asked == len(looked)


def test_an_opaque_drawing_is_left_alone() -> None:
    drawing = drawn('<g opacity="1"><rect width="9" height="9"/></g>')
    assert (drawing, ()) == tuple(flat(drawing))


def test_nothing_outside_what_is_printed_becomes_a_picture() -> None:
    """A card's file ends with its bleed."""
    opaque, regions = flat(
        drawn(
            '<image href="x" x="300" y="5" width="9" height="9" opacity="0.5"/>'.replace(
                'href="x" ', ""
            )
        )
    )
    assert ((), {}) == (regions, opaque.pictures)
    faint = '<g opacity="0.5"><rect x="{0}" y="9" width="99" height="9"/><rect x="{0}" y="12" width="99" height="9" fill="red"/></g>'
    assert 43.1 > max(box.right for box in flat(drawn(faint.format(30))).regions)
    assert () == flat(drawn(faint.format(300))).regions


def test_pictures_in_inks_carry_no_profile_along() -> None:
    """One that was made by a profile takes it along, with bytes that differ from run to run, and so
    did the names of pictures."""
    coloured = Image.new("RGB", (3, 2), (200, 90, 30))
    ground = Image.new("RGB", (3, 2), (180, 200, 30))
    for made in (INKS.picture(coloured), INKS.over(coloured, ground, INKS.picture(ground))):
        out = io.BytesIO()
        made.save(out, "TIFF")
        assert "icc_profile" not in Image.open(out).info
