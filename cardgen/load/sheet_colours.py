"""The colours of an XLSX workbook: of its theme, its palette, or written out (ECMA-376-1, 18.8)."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping, Sequence

from cardgen.base.colour_math import channels

WHITE = "#ffffff"
AUTOMATIC = "#000000"
"""The colour of letters that were given none."""
_PART = re.compile(r"(\w+)=(\S+)")
_RGB = re.compile(r"(?:[0-9A-Fa-f]{2})?([0-9A-Fa-f]{6})")
THEME_COLOURS = (
    *("lt1", "dk1", "lt2", "dk2"),
    *(f"accent{number}" for number in range(1, 7)),
    *("hlink", "folHlink"),
)
"""The colours of a theme, in the order in which files count them (18.8.3)."""
_USUAL_THEME = dict(
    zip(
        THEME_COLOURS,
        (
            *("FFFFFF", "000000", "EEECE1", "1F497D"),
            *("4F81BD", "C0504D", "9BBB59", "8064A2", "4BACC6", "F79646"),
            *("0000FF", "800080"),
        ),
        strict=True,
    )
)
"""Those of Office, which hold where a file has no theme."""
_OF_THE_SYSTEM = {64: AUTOMATIC, 65: WHITE}
"""The indices of letters and grounds that have no colour of their own (18.8.27)."""


def as_written(attributes: Mapping[str, str]) -> str:
    """The attributes of a colour as one text."""
    return " ".join(f"{name}={value}" for name, value in sorted(attributes.items()))


class SheetColours:
    """The colours that a workbook means.

    `theme` are those of its theme by name, `palette` those that are counted, both as RRGGBB."""

    def __init__(self, theme: Mapping[str, str] | None = None, palette: Sequence[str] = ()) -> None:
        self._theme = {**_USUAL_THEME, **(theme or {})}
        self._palette = palette
        self._known: dict[str, str] = {}

    def rgb(self, written: str) -> str:
        """The `#rrggbb` of a colour as it is written, or "" for what is none."""
        if written not in self._known:
            self._known[written] = self._read(dict(_PART.findall(written)))
        return self._known[written]

    def _read(self, parts: Mapping[str, str]) -> str:
        if parts.get("auto", "0") not in ("0", "false"):
            return AUTOMATIC
        if "theme" in parts:
            colour = self._of_theme(parts["theme"])
        elif "indexed" in parts:
            colour = self._of_palette(parts["indexed"])
        else:
            colour = _of_rgb(parts.get("rgb", ""))
        return _tinted(colour, parts.get("tint", "")) if colour else ""

    def _of_theme(self, number: str) -> str:
        is_known = number.isdecimal() and int(number) < len(THEME_COLOURS)
        if number == "1":  # of plain letters, whatever colour the theme gives it
            return AUTOMATIC
        return _of_rgb(self._theme[THEME_COLOURS[int(number)]]) if is_known else ""

    def _of_palette(self, number: str) -> str:
        from openpyxl.styles.colors import COLOR_INDEX

        index = int(number) if number.isdecimal() else -1
        palette = self._palette or COLOR_INDEX
        if index in _OF_THE_SYSTEM:
            return _OF_THE_SYSTEM[index]
        return _of_rgb(palette[index]) if 0 <= index < len(palette) else ""


def _of_rgb(colour: str) -> str:
    rgb = _RGB.fullmatch(colour)
    return f"#{rgb[1].lower()}" if rgb else ""


def _tinted(colour: str, tint: str) -> str:
    """A colour made lighter or darker (18.8.19): `tint` is from -1, which is black, to 1, which is
    white."""
    try:
        share = min(max(float(tint or 0), -1.0), 1.0)
    except ValueError:
        share = 0.0
    if not share:
        return colour
    red, green, blue = (channel / 255 for channel in channels(colour))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    lightness = lightness * (1 + share) if share < 0 else lightness * (1 - share) + share
    tinted = colorsys.hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in tinted)
