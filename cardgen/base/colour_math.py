"""Colours reckoned with: read, mixed, compared.

They are read as CSS Color 4 writes them; their contrast (WCAG 2.1, 1.4.3), their difference (CIE
1976), and what three kinds of colour blindness make of them. The matrices are those of Machado,
Oliveira and Fernandes (2009) at full severity, for linear light.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

RGB = tuple[float, float, float]
"""Red, green and blue as sRGB, each from 0 to 1."""
CMYK = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""
_LONGEST = 200
_PLAIN_HEX = re.compile("#[0-9a-fA-F]{6}")
_PLAIN = ("srgb", "hsl", "hwb")
VISION: dict[str, tuple[tuple[float, float, float], ...]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(value: float) -> float:
    """Light from a value of sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=4096)
def seen_with(vision: str, rgb: RGB) -> RGB:
    """The linear light that somebody with this vision sees.

    Any other name is full colour vision."""
    light = tuple(map(linear, rgb))
    if vision not in VISION:
        return light  # type: ignore[return-value]
    rows = (sum(a * b for a, b in zip(row, light, strict=True)) for row in VISION[vision])
    red, green, blue = (max(0.0, min(1.0, value)) for value in rows)
    return red, green, blue


def luminance(light: RGB) -> float:
    """The relative luminance of linear light, 0 to 1 (WCAG 2.2)."""
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def lightness(rgb: RGB, vision: str = "") -> float:
    """The relative luminance of a colour."""
    return luminance(seen_with(vision, rgb))


def contrast(first: RGB, second: RGB, vision: str = "") -> float:
    """From 1 to 21.

    >>> round(contrast((0, 0, 0), (1, 1, 1)), 6)
    21.0
    """
    dark, bright = sorted(lightness(colour, vision) for colour in (first, second))
    return (bright + 0.05) / (dark + 0.05)


def difference(first: RGB, second: RGB, vision: str = "") -> float:
    """The distance of two colours as they look (CIE 1976).

    About 2 is just seen side by side, 100 lies between black and white."""
    return math.dist(_lab(seen_with(vision, first)), _lab(seen_with(vision, second)))


def _lab(light: RGB) -> tuple[float, float, float]:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


# -- as people write them


@lru_cache(maxsize=1024)
def solid(text: str) -> str | None:
    """A colour of CSS as `#RRGGBB`; None for what is none.

    A name, `#RGB`, `#RRGGBB`, `rgb()`, `hsl()` or `hwb()`; None too for what lets something
    through."""
    if _PLAIN_HEX.fullmatch(text):
        return text.upper()
    import tinycss2.color4

    colour = tinycss2.color4.parse_color(text) if len(text) < _LONGEST else None
    if colour is None or isinstance(colour, str) or colour.space not in _PLAIN or colour.alpha != 1:
        return None
    parts = (min(1.0, max(0.0, float(part or 0))) for part in colour.to("srgb").coordinates)
    return "#" + "".join(f"{round(part * 255):02X}" for part in parts)


def channels(rgb: str) -> tuple[int, int, int]:
    """The red, green and blue of `#RRGGBB`, 0 to 255."""
    red, green, blue = bytes.fromhex(rgb[1:])
    return red, green, blue


def shares(rgb: str) -> RGB:
    """The red, green and blue of `#RRGGBB`, 0 to 1."""
    red, green, blue = channels(rgb)
    return red / 255, green / 255, blue / 255


def mix(colour: str, other: str, share: float) -> str:
    """The colour `share` of the way from one `#RRGGBB` to the other."""
    return "#" + "".join(
        f"{round(part):02X}" for part in between(channels(colour), channels(other), share)
    )


def between(colour: RGB, other: RGB, share: float) -> RGB:
    """The colour `share` of the way from one to another.

    A ground gives it under a colour that is so opaque."""
    red, green, blue = (a + (b - a) * share for a, b in zip(colour, other, strict=True))
    return red, green, blue
