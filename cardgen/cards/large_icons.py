"""Icons as pictures: a brim around them, the shadow they cast, and their large form on both."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup, escape

from cardgen.cards.recolouring import recoloured_file, svg_address
from cardgen.engine import DrawingError, LargeIcon
from cardgen.model.project import VECTOR, read_art

_LEAST_LINE, _MOST_LINE = 0.42, 1.0
"""The least width of outlines, in millimetres, and the most."""
_THINNEST, _THICKEST = 2.8, 7.0
"""The same, of 100 of the icon; between these, the former count."""
_LEAST_RIM, _RIM = 0.28, 3.0
"""The width of a brim in millimetres, and of 100 where that is more."""
_FINEST = 0.1
"""The width of the finest lines of light, in millimetres."""
_SHADOW, _LIGHT = (0.03, 0.045), (-0.012, -0.016)
"""How far a shadow falls, and light is seen, as a part of the icon's width."""


class IconFile(NamedTuple):
    """The file of an icon, the project's folder that it is in, when it was changed, in nanoseconds,
    and what an <image> refers to for it as it is."""

    path: Path
    home: Path
    changed: int
    address: str


class IconSpot(NamedTuple):
    """The square that an icon stands in, in units of a template, and its size in millimetres."""

    x: float
    y: float
    size: float
    millimetres: float

    @property
    def outline(self) -> float:
        """The width of the icon's outline, of 100."""
        share = 100 / max(self.millimetres, 0.1)
        return min(_THICKEST, max(_LEAST_LINE * share, min(_THINNEST, _MOST_LINE * share)))

    @property
    def finest(self) -> float:
        """The width of the finest lines of light on it, of 100."""
        return 100 * _FINEST / max(self.millimetres, 0.1)

    @property
    def rim(self) -> float:
        """The width of a brim, of 100."""
        return max(_RIM, 100 * _LEAST_RIM / max(self.millimetres, 0.1))


class LargeLook(NamedTuple):
    """The colours of an icon's outline, of a brim around it, of its shadow and of the light at its
    upper left, if it has any; it is in outlines alone if it is `plain`. Its own colours are drawn
    toward `tones`, from dark to light, and keep the part `own` of what they are; with `enamel` that
    is the colour of what has another hue than the most of it."""

    ink: str = ""
    rim: str = ""
    shadow: str = ""
    light: str = ""
    tones: tuple[str, ...] = ()
    own: float = 0.35
    enamel: str = ""
    plain: bool = False


def large_icon(file: IconFile, spot: IconSpot, look: LargeLook) -> Markup:
    """The pictures that an icon is made of. Raises CardgenError."""
    if file.path.suffix.lower() not in VECTOR:
        return _image(file.address, spot)
    outline = round(spot.outline, 2)
    layers = []
    brims = ((look.shadow, *_SHADOW), (look.light, *_LIGHT), (look.rim, 0.0, 0.0))
    for paint, along, down in (brim for brim in brims if brim[0]):
        width = spot.rim if look.rim else 0.0
        if _is_outlined(file):
            address = _edge(file, outline, paint, round(width, 2))
            layers.append(_image(address, spot, along, down))
        else:
            address = recoloured_file(file.path, file.home, file.changed, paint)
            layers += (
                _image(address, spot, along + right, down + low)
                for right, low in _round_about(width / 100)
            )
    layers.append(_image(_form(file, outline, round(spot.finest, 2), look), spot))
    return Markup("").join(layers)


def _image(address: str, spot: IconSpot, along: float = 0.0, down: float = 0.0) -> Markup:
    """An icon in its place, moved by parts of its size."""
    x, y, size = spot.x + along * spot.size, spot.y + down * spot.size, f"{spot.size:.6g}"
    sides = f'x="{x:.6g}" y="{y:.6g}" width="{size}" height="{size}"'
    return Markup(f'<image href="{escape(address)}" {sides}/>')  # noqa: S704  # it was escaped


def _round_about(far: float) -> list[tuple[float, float]]:
    """The ways so far in all directions."""
    turns = [radians(degrees) for degrees in range(0, 360, 30)]
    return [(far * cos(turn), far * sin(turn)) for turn in turns] if far else [(0.0, 0.0)]


@lru_cache(maxsize=512)
def _is_outlined(file: IconFile) -> bool:
    return _opened(file, 1.0).is_outlined


@lru_cache(maxsize=256)
def _edge(file: IconFile, outline: float, paint: str, width: float) -> str:
    return svg_address(_opened(file, outline).edge(paint, width))


@lru_cache(maxsize=256)
def _form(file: IconFile, outline: float, finest: float, look: LargeLook) -> str:
    icon = _opened(file, outline, finest)
    if look.tones and not look.plain:
        icon.tint(look.tones, look.own, look.enamel)
    return svg_address(icon.form(look.ink, is_plain=look.plain))


def _opened(file: IconFile, outline: float, finest: float = 0.0) -> LargeIcon:
    """An icon as it is read from its file. Raises CardgenError."""
    try:
        return LargeIcon(read_art(file.path, file.home), outline, finest)
    except DrawingError as error:
        raise error.within(file.path) from None
