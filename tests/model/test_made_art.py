"""Drawings that are made: the same for ever, each another, seen on what they stand on."""

from __future__ import annotations

from hashlib import sha256

import pytest
from projects import SHIPPED

from cardgen.base import colour_math
from cardgen.base.cache import Cache
from cardgen.engine import Art, Drawing
from cardgen.load.font_list import open_fonts
from cardgen.load.looks import look_palettes
from cardgen.model.made_art.drawing import FAMILIES, MadeDrawing, in_low_ink, made_drawing
from cardgen.model.made_art.pen import ArtColours, Pen
from cardgen.model.project import Project

ICON = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M9 9h80v80z"/></svg>'
)
SEEN = 3
"""The contrast that a sign needs (WCAG 2.1, 1.4.11)."""
DIGESTS = {
    "bloom": "5019122474a4fa50",
    "crest": "2f1d862fdfba7d90",
    "fan": "33a307e45a1e1b52",
    "glass": "cb39cd30bfbbe1bb",
    "mask": "9d41fd9f35216f4e",
    "quilt": "75adb03e28dfb4d2",
    "rosette": "3a5af3d989c213cc",
    "skyline": "1d2f64929fe604ab",
    "stars": "49ca6ec773adff5f",
    "vista": "eb3f212e93bf7e64",
    "waves": "11aa26e7a210efba",
}


def palette(name: str) -> ArtColours:
    return ArtColours(**{role: colour.rgb for role, colour in look_palettes()[name].items()})


def drawing(family: str, number: int, colours: str = "ember", icon: str = "owl") -> MadeDrawing:
    seed = sha256(f"{family} {number}".encode()).hexdigest()[:8]
    return MadeDrawing("night-owl", family, icon, seed, palette(colours))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_drawing_is_the_same_for_ever(family: str) -> None:
    """A family that is drawn otherwise would change cards that were printed: give it a new name."""
    drawings = b"".join(drawing(family, number).svg(ICON) for number in range(8))
    assert sha256(drawings).hexdigest()[:16] == DIGESTS[family]


def test_a_name_says_all_of_a_drawing() -> None:
    made = drawing("crest", 1)
    assert made_drawing(made.name) == made_drawing(f"{made.name}.svg") == made
    assert made_drawing(in_low_ink(made.name)) == MadeDrawing(*_low(made))
    assert in_low_ink("owl") == "owl"
    assert made_drawing("auto/owl") is None
    assert made_drawing(made.name.replace("crest", "crust")) is None


def _low(made: MadeDrawing) -> tuple[str, str, str, str, ArtColours, bool]:
    return made.subject, made.family, made.icon, made.seed, made.colours, True


@pytest.mark.parametrize("colours", look_palettes())
def test_an_icon_is_seen_on_what_it_stands_on(
    colours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    grounds = [""]
    draw_shape, draw_icon = Pen.shape, Pen.icon

    def shape(pen: Pen, path: str, fill: str, *more: object) -> None:
        grounds.append(fill)
        draw_shape(pen, path, fill, *more)

    def icon(pen: Pen, x: float, y: float, size: float, paint: str) -> None:
        pair = colour_math.shares(grounds[-1]), colour_math.shares(paint)
        assert colour_math.contrast(*pair) >= SEEN
        draw_icon(pen, x, y, size, paint)

    monkeypatch.setattr(Pen, "shape", shape)
    monkeypatch.setattr(Pen, "icon", icon)
    for family in FAMILIES:
        for number in range(8):
            drawing(family, number, colours).svg(ICON + b"\n")  # so that it is drawn anew


def test_all_are_drawn_as_they_are_meant() -> None:
    """Nothing of them is ignored, with ink for all and with little, with an icon and without."""
    project = Project(SHIPPED, SHIPPED / "output")
    folder = SHIPPED / "card_data/nontreat"
    art = Art(project, folder, open_fonts(project.font_folders()), Cache(None))
    for family in FAMILIES:
        for name in (drawing(family, 3).name, drawing(family, 4, icon="").name):
            for made in (art.image(name), art.image(f"{in_low_ink(name)}.svg")):
                assert isinstance(made, Drawing)
                assert made.items
    assert not art.notes
