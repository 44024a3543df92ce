"""Colours as people write them: the solid ones of CSS Color 4, as `#RRGGBB`, which has channels and
is mixed."""

from __future__ import annotations

import re
from functools import lru_cache

from cardgen.engine.graphics.contrast import RGB

_LONGEST = 200
_PLAIN_HEX = re.compile("#[0-9a-fA-F]{6}")
_PLAIN = ("srgb", "hsl", "hwb")


@lru_cache(maxsize=1024)
def solid(text: str) -> str | None:
    """A name, `#RGB`, `#RRGGBB`, `rgb()`, `hsl()` or `hwb()` as `#RRGGBB`; None for what is none of
    them, or lets something through."""
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
    """What lies `share` of the way from one colour to the other, as what a ground gives under a
    colour that is so opaque."""
    red, green, blue = (a + (b - a) * share for a, b in zip(colour, other, strict=True))
    return red, green, blue
