"""How rulebooks look: the formats of their pages, their type and their colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cardgen.base.units import MM
from cardgen.model.cards import Game
from cardgen.model.sizes import Paper

BODY = "Nunito"
DISPLAY = "Baloo 2"
WEIGHT, BOLD = 600, 800
INK, CREAM, WHITE = "#2B2138", "#FFF7E8", "#FFFFFF"
LEAST = (90 * MM, 120 * MM)
"""The smallest page a rulebook can be set on."""
_HOUSE = {"grape": "#7B4FB0", "pumpkin": "#F08A24", "leaf": "#3E9A4B", "berry": "#E84B7A", "sky": "#75C4EE", "lemon": "#FFD23F"}
_BOXES = {"note": "sky", "example": "leaf", "designer": "grape", "warning": "pumpkin", "quote": "lemon"}


@dataclass(frozen=True, slots=True)
class Type:
    """How a paragraph is set: `size` in points, `leading` in sizes, `align` left, center or right."""

    size: float
    family: str = BODY
    weight: int = WEIGHT
    leading: float = 1.36
    colour: str = INK
    align: str = "left"


@dataclass(frozen=True, slots=True)
class Format:
    """A page: its size and margins in points, the size of its text, and whether it is read on a screen."""

    width: float
    height: float
    side: float
    head: float
    foot: float
    size: float
    screen: bool = False

    @property
    def measure(self) -> float:
        """The width of the text."""
        return self.width - 2 * self.side

    @property
    def room(self) -> float:
        """The height of the text."""
        return self.height - self.head - self.foot


def screen_format() -> Format:
    """A5, comfortable on a tablet and beside another window."""
    return _format(148 * MM, 210 * MM, screen=True)


def print_format(paper: Paper) -> Format:
    return _format(paper.width, paper.height)


def handout_format(paper: Paper, tighter: float = 1.0) -> Format:
    """A page that holds as much as is still read with ease, of the paper's shape and at least as wide as A5; `tighter` times as large."""
    larger = max(1.0, 148 * MM / paper.width) * tighter
    width, height = paper.width * larger, paper.height * larger
    return Format(width, height, max((width - 178 * MM) / 2, 0.076 * min(width, 210 * MM)), 12 * MM, 14 * MM, 9.6)


def booklet_format(paper: Paper) -> Format:
    """Half the paper, upright."""
    long, short = max(paper.width, paper.height), min(paper.width, paper.height)
    return _format(long / 2, short)


def _format(width: float, height: float, *, screen: bool = False) -> Format:
    narrow = min(width, 160 * MM)
    side = max((width - 148 * MM) / 2, 0.095 * narrow)
    size = 9.4 if width < 160 * MM else 10.8
    return Format(width, height, side, max(15 * MM, 0.075 * height), max(15 * MM, 0.07 * height), size, screen)


class Theme:
    """The colours of one game's book, from its palette where that has them."""

    def __init__(self, game: Game) -> None:
        self._palette = {name: colour.rgb for name, colour in game.palette.items()}
        self.ink = self._palette.get("ink", INK)
        self.cream = self._palette.get("cream", CREAM)

    def named(self, name: str) -> str:
        return self._palette.get(name, _HOUSE.get(name, self.ink))

    def box(self, kind: str) -> str:
        return self.named(_BOXES[kind])

    @cached_property
    def chapters(self) -> tuple[str, ...]:
        """The colours that chapters take in turn: saturated ones, whose neighbours differ."""
        vivid = [rgb for name, rgb in self._palette.items() if name not in ("ink", "cream") and _spread(rgb) > 70]
        found = vivid if len(vivid) >= 3 else list(_HOUSE.values())
        found.sort(key=lambda rgb: _HUES.get(rgb, len(_HUES)))
        return tuple(dict.fromkeys(found))[:6]

    @property
    def cover(self) -> str:
        return self._palette.get("midnight") or self.ink

    def on(self, ground: str) -> str:
        """The colour of text that is read well on a ground."""
        return self.ink if lightness(ground) > 0.30 else WHITE


_HUES = {rgb: place for place, rgb in enumerate(_HOUSE.values())}


def mix(colour: str, other: str, share: float) -> str:
    """The solid colour `share` of the way from one to the other."""
    ends = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in ends)


def channels(rgb: str) -> tuple[int, int, int]:
    return int(rgb[1:3], 16), int(rgb[3:5], 16), int(rgb[5:7], 16)


def lightness(rgb: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    parts = [value / 255 for value in channels(rgb)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _spread(rgb: str) -> int:
    return max(channels(rgb)) - min(channels(rgb))
