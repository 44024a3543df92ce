"""Colours: what fills and strokes, from every colour syntax of CSS to sRGB."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from cardgen.base.geometry import Box, Matrix
from cardgen.base.suggestions import nearest
from cardgen.engine.graphics import colour_math
from cardgen.engine.graphics.display_list import CMYK, RGB, Colourant
from cardgen.engine.svg.values import StyleError, legible, parse_length, share_of
from cardgen.model.cards import PALETTE


class Home(NamedTuple):
    """The element that a context paint comes from: its bounds, and the map from its user space to
    the whole drawing."""

    box: Box | None
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Paint:
    """What fills or strokes: a flat colour with its alpha, or a reference to a gradient or pattern.

    `current` follows `color` as that is inherited. `otherwise` is what paints where nothing has the
    name of `server`; () is nothing."""

    rgb: RGB = (0.0, 0.0, 0.0)
    alpha: float = 1.0
    server: str = ""
    current: bool = False
    otherwise: Paint | tuple[()] | None = None
    home: Home | None = None
    """Where a gradient or pattern lies, if that is not what it paints."""
    name: str = ""
    """Of the colour in the palette, where it says which."""
    cmyk: CMYK | None = None
    """Its inks, where it is said in inks."""
    hidden: bool = False
    """Whether it is a finish, which screens do not show."""

    @property
    def colourant(self) -> Colourant:
        """The flat colour that it is."""
        return Colourant(self.rgb, self.name, self.cmyk, self.hidden)


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
    return part / 4.5 if part < 0.0812428 else ((part + 0.0992968) / 1.0992968) ** (1 / 0.45)


def to_gamma(part: float) -> float:
    """Linear light as a component of sRGB (IEC 61966-2-1)."""
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


_STRAIGHTENED: dict[str, Callable[[float], float]] = {
    "display-p3": colour_math.linear,
    "rec2020": _rec2020,
    "a98-rgb": lambda part: float(part ** (563 / 256)),
}
"""How the others are made linear, for parts above 0."""


_SPACES = frozenset(("srgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", *_LINEAR))


def _srgb(colour: Any) -> tuple[float, ...]:
    """A parsed colour in sRGB; components may lie beyond 0 and 1."""
    if colour.space in ("srgb", "hsl", "hwb"):
        return tuple(float(part or 0) for part in colour.to("srgb").coordinates)
    if colour.space in _LINEAR:
        parts = [float(part or 0) for part in colour.coordinates]
        if colour.space in _STRAIGHTENED:
            parts = [math.copysign(_STRAIGHTENED[colour.space](abs(part)), part) for part in parts]
        linear = (
            sum(factor * part for factor, part in zip(row, parts, strict=True))
            for row in _LINEAR[colour.space]
        )
        return tuple(map(to_gamma, linear))
    space = "xyz-d50" if colour.space in ("lab", "lch") else "xyz-d65"
    xyz = colour.to(space).coordinates
    linear = (
        sum(factor * float(part) for factor, part in zip(row, xyz, strict=True))
        for row in _FROM_XYZ[space]
    )
    return tuple(map(to_gamma, linear))


_NAMED = re.compile(rf"var\({PALETTE}([^\s,()]+),([^()]*)\)")
_CMYK = re.compile(r"device-cmyk\(([^()]*)\)", re.IGNORECASE)


def _cmyk(text: str) -> Paint:
    """device-cmyk() as screens show it (CSS Color 5, 10.2). Raises StyleError."""
    ink, _, alpha = text.partition("/")
    try:
        parts = [share_of(part) for part in ink.replace(",", " ").split()]
        shown = share_of(alpha.strip()) if alpha.strip() else 1.0
    except StyleError:
        parts, shown = [], 1.0
    if len(parts) != 4:
        raise StyleError(
            f'"device-cmyk({text[:40]})" is not a colour', "it wants four numbers from 0 to 1"
        )
    cyan, magenta, yellow, black = parts
    rgb = (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    return Paint(rgb, shown, cmyk=(cyan, magenta, yellow, black))


_LIGHT_DARK = re.compile(
    r"light-dark\(((?:[^(),]|\([^()]*\))*),(?:[^(),]|\([^()]*\))*\)", re.IGNORECASE
)
"""Two colours, of which the first is that of paper (CSS Color 5, 8)."""
_MIX = re.compile(r"color-mix\(\s*in\s+srgb\s*,(.*)\)", re.IGNORECASE | re.DOTALL)
_BEYOND = re.compile(r"\b(?:1\d\d|[2-9]\d\d|\d{4,})(?:\.\d+)?%")
"""More than all, which counts as all."""
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
    parts = (
        []
        if len(text) > _LONGEST_MIX
        else [match for match in map(_PART.fullmatch, _COMMA.split(text)) if match]
    )
    if len(parts) != 2 or any(part[1] and part[3] for part in parts):
        raise error
    one, other = (parse_colour(part[2]) for part in parts)
    first, second = _shares(
        *(float(part[1] or part[3]) / 100 if part[1] or part[3] else None for part in parts)
    )
    if (
        one.alpha < 0
        or other.alpha < 0
        or not (0 <= first <= 1 and 0 <= second <= 1 and first + second)
    ):
        raise error
    seen, first, second = (
        min(1.0, first + second),
        first / (first + second),
        second / (first + second),
    )
    alpha = first * one.alpha + second * other.alpha
    if not alpha:
        return Paint(alpha=0.0)
    red, green, blue = (
        (first * a * one.alpha + second * b * other.alpha) / alpha
        for a, b in zip(one.rgb, other.rgb, strict=True)
    )
    return Paint((red, green, blue), alpha * seen)


def _shares(first: float | None, second: float | None) -> tuple[float, float]:
    """How much of each colour is mixed in; what is not said is the rest."""
    if first is None:
        first = 0.5 if second is None else 1 - second
    return first, 1 - first if second is None else second


@lru_cache(maxsize=1024)
def parse_colour(text: str) -> Paint:
    """A CSS colour, or one of the palette as templates write it. `currentColor` has the negative
    alpha -1. Raises StyleError."""
    match = _HEX.fullmatch(text)
    if match:
        return Paint(tuple(int(part, 16) / 255 for part in match.groups()))  # type: ignore[arg-type]
    match = _CMYK.fullmatch(text.strip())
    if match:
        return _cmyk(match[1])
    match = _NAMED.fullmatch(text.strip())
    if match:
        shown = parse_colour(match[2].strip())
        return replace(shown, name=match[1], alpha=shown.alpha or 1.0, hidden=not shown.alpha)
    match = _MIX.fullmatch(text.strip())
    if match:
        return _mixed(match[1])
    match = _LIGHT_DARK.fullmatch(text.strip())
    if match:
        return parse_colour(match[1].strip())
    if text.lstrip()[:3].lower() == "hsl":
        text = _BEYOND.sub("100%", text)
    if "calc(" in text:
        text = _SUM.sub(lambda found: repr(parse_length(found[0])), text)
    import tinycss2.color3

    colour = tinycss2.color3.parse_color(legible(text))
    if colour is None:
        import tinycss2.color4

        parsed = tinycss2.color4.parse_color(text)
        if parsed is None or isinstance(parsed, str) or parsed.space not in _SPACES:
            from PIL.ImageColor import colormap

            plain, _, managed = text.partition(" icc-color(")
            remedy = (
                f"write {plain[:40]} alone"
                if managed
                else nearest(text, colormap) or "write such as #7B4FB0 or orange"
            )
            raise StyleError(f'"{text[:40]}" is not a colour that is known here', remedy)
        red, green, blue = (max(0.0, min(1.0, part)) for part in _srgb(parsed))
        return Paint((red, green, blue), float(parsed.alpha))
    if isinstance(colour, str):
        return Paint(alpha=-1)
    return Paint((colour.red, colour.green, colour.blue), colour.alpha)
