"""A made drawing: a value that its name says whole, so that it lies in no file until it is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from cardgen.model.made_art import MADE
from cardgen.model.made_art.emblems import crest, fan, glass, mask, rosette
from cardgen.model.made_art.ornaments import bloom, quilt
from cardgen.model.made_art.pen import ArtColours, Chance, Pen
from cardgen.model.made_art.scenes import skyline, stars, vista, waves

FAMILIES: dict[str, Callable[[Pen], None]] = {
    "bloom": bloom,
    "crest": crest,
    "fan": fan,
    "glass": glass,
    "mask": mask,
    "quilt": quilt,
    "rosette": rosette,
    "skyline": skyline,
    "stars": stars,
    "vista": vista,
    "waves": waves,
}
"""What draws each family. What one draws for a seed stays as it is: a new way to draw is a new
family."""
_LOW = ".low"
_NAME = re.compile(
    r"auto/(?P<subject>[a-z0-9-]*)\.(?P<family>[a-z]+)\.(?P<icon>[a-z0-9-]*)\.(?P<seed>[0-9a-f]{8})"
    r"\.(?P<colours>[0-9a-f]{42})(?P<low>\.low)?(?:\.svg)?"
)
_SHAPES = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MadeDrawing:
    """A drawing made of a family's rule, an icon or none, a seed and seven colours.

    `subject` says what it is of, in its name and its title alone. `is_low` is one of outlines."""

    subject: str
    family: str
    icon: str
    seed: str
    colours: ArtColours
    is_low: bool = False

    @property
    def name(self) -> str:
        """Its name, by which cards call it, without an ending."""
        colours = "".join(colour.removeprefix("#") for colour in self.colours).lower()
        parts = (self.subject, self.family, self.icon, self.seed, colours)
        return MADE + ".".join(parts) + _LOW * self.is_low

    def svg(self, icon_svg: bytes) -> bytes:
        """The drawing as SVG, with what the file of its icon draws, if it has one."""
        return _drawn(self, icon_svg)


@lru_cache(maxsize=64)
def _drawn(drawing: MadeDrawing, icon_svg: bytes) -> bytes:
    match = _SHAPES.search(icon_svg.decode())
    shapes = match[1].strip() if match else ""
    chance = Chance(f"{drawing.family} {drawing.seed}")
    pen = Pen(chance, drawing.colours, shapes, drawing.is_low)
    FAMILIES[drawing.family](pen)
    return pen.svg(drawing.subject.replace("-", " ")).encode()


def made_drawing(name: str) -> MadeDrawing | None:
    """The drawing that a name says, with or without its ending; None for other names."""
    match = _NAME.fullmatch(name) if name.startswith(MADE) else None
    if match is None or match["family"] not in FAMILIES:
        return None
    digits = match["colours"].upper()
    colours = ArtColours(*(f"#{digits[at : at + 6]}" for at in range(0, 42, 6)))
    return MadeDrawing(
        match["subject"],
        match["family"],
        match["icon"],
        match["seed"],
        colours,
        match["low"] is not None,
    )


def in_low_ink(name: str) -> str:
    """The name of a made drawing in outlines; other names as they are."""
    drawing = made_drawing(name)
    return replace(drawing, is_low=True).name if drawing else name
