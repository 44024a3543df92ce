"""Colours: what fills and strokes, from every colour syntax of CSS to sRGB."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from cardgen.base import colour_math
from cardgen.base.colour_math import CMYK, RGB
from cardgen.base.geometry import Box, Matrix
from cardgen.base.suggestions import nearest
from cardgen.engine.graphics.display_list import FlatColour
from cardgen.engine.svg.values import StyleError, legible, parse_length, share_of
from cardgen.model.cards import PALETTE


class Home(NamedTuple):
    """The element that a context paint comes from.

    It has its bounds, and the map from its user space to the whole drawing."""

    box: Box | None
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Paint:
    """A paint: a flat colour with its alpha, or a reference to a gradient or pattern.

    `current` follows `color` as that is inherited. `otherwise` paints where nothing has the name of
    `server`; () is nothing."""

    rgb: RGB = (0.0, 0.0, 0.0)
    alpha: float = 1.0
    server: str = ""
    current: bool = False
    otherwise: Paint | tuple[()] | None = None
    home: Home | None = None
    """The element that a gradient or pattern lies on, if it is not what it paints."""
    name: str = ""
    """The name of the colour in the palette, if it is one."""
    cmyk: CMYK | None = None
    """Its inks, if it is given in inks."""
    hidden: bool = False
    """True for a finish, which screens do not show."""

    @property
    def flat_colour(self) -> FlatColour:
        """The flat colour that it is."""
        return FlatColour(self.rgb, self.name, self.cmyk, self.hidden)


BLACK = Paint()


_HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")


_FROM_XYZ = {
    "xyz-d50": (
        (3.1341359, -1.6173864, -0.4906619),
        (-0.9787955, 1.9162543, 0.0334427),
        (0.0719554, -0.2289769, 1.4053860),
    ),
    "xyz-d65": (
        (3.2409699, -1.5373832, -0.4986108),
        (-0.9692436, 1.8759675, 0.0415551),
        (0.0556301, -0.2039770, 1.0569715),
    ),
}
"""From CIE XYZ to linear sRGB (CSS Color 4, 17)."""
_LINEAR = {
    "display-p3": (
        (1.2249402, -0.2249402, 0.0),
        (-0.0420570, 1.0420570, 0.0),
        (-0.0196376, -0.0786360, 1.0982736),
    ),
    "rec2020": (
        (1.6604910, -0.5876411, -0.0728499),
        (-0.1245505, 1.1328999, -0.0083494),
        (-0.0181508, -0.1005789, 1.1187297),
    ),
    "a98-rgb": ((1.3983557, -0.3983557, 0.0), (0.0, 1.0, 0.0), (0.0, -0.0429290, 1.0429290)),
    "srgb-linear": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "xyz": _FROM_XYZ["xyz-d65"],
    **_FROM_XYZ,
}
"""To linear sRGB, from colour spaces that are linear or made so (CSS Color 4, 10)."""


def _rec2020(part: float) -> float:
    if part < 0.0812428:
        return part / 4.5
    return float(((part + 0.0992968) / 1.0992968) ** (1 / 0.45))


def to_gamma(part: float) -> float:
    """Linear light as a component of sRGB (IEC 61966-2-1)."""
    if part <= 0.0031308:
        return 12.92 * part
    return float(1.055 * part ** (1 / 2.4) - 0.055)


_STRAIGHTENED: dict[str, Callable[[float], float]] = {
    "display-p3": colour_math.linear,
    "rec2020": _rec2020,
    "a98-rgb": lambda part: float(part ** (563 / 256)),
}
"""Functions that make the others linear, for parts above 0."""


_SPACES = frozenset(("srgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", *_LINEAR))


def _srgb(colour: Any) -> tuple[float, ...]:
    """A parsed colour in sRGB; components may lie beyond 0 and 1."""
    if colour.space in ("srgb", "hsl", "hwb"):
        return tuple(float(part or 0) for part in colour.to("srgb").coordinates)
    if colour.space in _LINEAR:
        matrix = _LINEAR[colour.space]
        parts = [float(part or 0) for part in colour.coordinates]
        if colour.space in _STRAIGHTENED:
            straighten = _STRAIGHTENED[colour.space]
            parts = [math.copysign(straighten(abs(part)), part) for part in parts]
    else:
        space = "xyz-d50" if colour.space in ("lab", "lch") else "xyz-d65"
        matrix = _FROM_XYZ[space]
        parts = [float(part) for part in colour.to(space).coordinates]
    return tuple(to_gamma(_product(row, parts)) for row in matrix)


def _product(row: tuple[float, ...], parts: list[float]) -> float:
    return sum(factor * part for factor, part in zip(row, parts, strict=True))


_NAMED = re.compile(rf"var\({PALETTE}([^\s,()]+),([^()]*)\)")
_CMYK = re.compile(r"device-cmyk\(([^()]*)\)", re.IGNORECASE)


def _cmyk(text: str) -> Paint:
    """device-cmyk() as screens show it (CSS Color 5, 10.2). Raises StyleError."""
    inks, _, alpha_text = text.partition("/")
    try:
        parts = [share_of(part) for part in inks.replace(",", " ").split()]
        alpha = share_of(alpha_text.strip()) if alpha_text.strip() else 1.0
    except StyleError:
        parts = []
        alpha = 1.0
    if len(parts) != 4:
        raise StyleError(
            f'"device-cmyk({text[:40]})" is not a colour', "it wants four numbers from 0 to 1"
        )
    cyan, magenta, yellow, black = parts
    light = 1 - black
    rgb = (1 - cyan) * light, (1 - magenta) * light, (1 - yellow) * light
    return Paint(rgb, alpha, cmyk=(cyan, magenta, yellow, black))


_LIGHT_DARK = re.compile(
    r"light-dark\(((?:[^(),]|\([^()]*\))*),(?:[^(),]|\([^()]*\))*\)", re.IGNORECASE
)
"""Two colours, of which the first is that of paper (CSS Color 5, 8)."""
_MIX = re.compile(r"color-mix\(\s*in\s+srgb\s*,(.*)\)", re.IGNORECASE | re.DOTALL)
_BEYOND = re.compile(r"\b(?:1\d\d|[2-9]\d\d|\d{4,})(?:\.\d+)?%")
"""Percentages of more than all, which count as all."""
_SUM = re.compile(r"calc\([\d.\s+*/-]{1,60}\)")
_LONGEST_MIX = 400
_COMMA = re.compile(r",(?![^()]*\))")
_PART = re.compile(r"\s*(?:([\d.]+)%\s+)?(.*?)(?:\s+([\d.]+)%)?\s*", re.DOTALL)


def _mixed(text: str) -> Paint:
    """color-mix() in sRGB (CSS Color 5, 3). Raises StyleError."""
    error = StyleError(
        f'"color-mix({text.strip()[:40]})" is not a colour that is known here',
        "write it as #rrggbb",
    )
    parts = _COMMA.split(text) if len(text) <= _LONGEST_MIX else []
    if len(parts) != 2:
        raise error
    colour, share = _mixed_part(parts[0], error)
    other, other_share = _mixed_part(parts[1], error)
    first, second = _shares(share, other_share)
    if colour.alpha < 0 or other.alpha < 0:
        raise error
    if not (0 <= first <= 1 and 0 <= second <= 1 and first + second):
        raise error
    total = first + second
    first, second = first / total, second / total
    alpha = first * colour.alpha + second * other.alpha
    if not alpha:
        return Paint(alpha=0.0)
    red, green, blue = (
        (first * a * colour.alpha + second * b * other.alpha) / alpha
        for a, b in zip(colour.rgb, other.rgb, strict=True)
    )
    return Paint((red, green, blue), alpha * min(1.0, total))


def _mixed_part(text: str, error: StyleError) -> tuple[Paint, float | None]:
    """A colour of color-mix(), and the share that is given it. Raises StyleError."""
    match = _PART.fullmatch(text)
    if not match or (match[1] and match[3]):
        raise error
    percentage = match[1] or match[3]
    return parse_colour(match[2]), float(percentage) / 100 if percentage else None


def _shares(first: float | None, second: float | None) -> tuple[float, float]:
    """The shares of two colours that are mixed; what is not given is the rest."""
    if first is None:
        first = 0.5 if second is None else 1 - second
    return first, 1 - first if second is None else second


@lru_cache(maxsize=1024)
def parse_colour(text: str) -> Paint:
    """A CSS colour, or one of the palette as templates write it.

    `currentColor` has the negative alpha -1. Raises StyleError."""
    match = _HEX.fullmatch(text)
    if match:
        red, green, blue = (int(part, 16) / 255 for part in match.groups())
        return Paint((red, green, blue))
    bare = text.strip()
    match = _CMYK.fullmatch(bare)
    if match:
        return _cmyk(match[1])
    match = _NAMED.fullmatch(bare)
    if match:
        colour = parse_colour(match[2].strip())
        is_finish = not colour.alpha
        alpha = colour.alpha or 1.0
        return replace(colour, name=match[1], alpha=alpha, hidden=is_finish)
    match = _MIX.fullmatch(bare)
    if match:
        return _mixed(match[1])
    match = _LIGHT_DARK.fullmatch(bare)
    if match:
        return parse_colour(match[1].strip())
    return _parsed(text)


def _parsed(text: str) -> Paint:
    """A colour as tinycss2 reads it. Raises StyleError."""
    import tinycss2.color3

    if text.lstrip()[:3].lower() == "hsl":
        text = _BEYOND.sub("100%", text)
    if "calc(" in text:
        text = _SUM.sub(lambda match: repr(parse_length(match[0])), text)
    colour = tinycss2.color3.parse_color(legible(text))
    if isinstance(colour, str):
        return Paint(alpha=-1)
    if colour is not None:
        return Paint((colour.red, colour.green, colour.blue), colour.alpha)
    import tinycss2.color4

    parsed = tinycss2.color4.parse_color(text)
    if parsed is None or isinstance(parsed, str) or parsed.space not in _SPACES:
        raise StyleError(f'"{text[:40]}" is not a colour that is known here', _remedy(text))
    red, green, blue = (max(0.0, min(1.0, part)) for part in _srgb(parsed))
    return Paint((red, green, blue), float(parsed.alpha))


def _remedy(text: str) -> str:
    """The remedy for a colour that is not known."""
    from PIL.ImageColor import colormap

    plain, _, profile = text.partition(" icc-color(")
    if profile:
        return f"write {plain[:40]} alone"
    return nearest(text, colormap) or "write such as #7B4FB0 or orange"
