"""The look of rulebooks: the formats of their pages, their type and their colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from cardgen.base import colour_math
from cardgen.base.units import MM
from cardgen.load.game_dress import look_of, rgb_of, seven_colours
from cardgen.model.cards import Game
from cardgen.model.sizes import Paper

BODY = DISPLAY = "Nunito"
WEIGHT, BOLD = 600, 800
INK, WHITE = "#222222", "#FFFFFF"
LEAST = (90 * MM, 120 * MM)
"""The smallest page a rulebook can be set on."""
_TWO_COLUMNS = 195 * MM
"""Pages at least so wide have columns: a line of text across them would be too long to read."""
_COLUMN = (80 * MM, 83 * MM)
"""How wide such a column is at the least and at the most."""
_LEAST_SIDE = 17 * MM
"""How wide the margins beside them are at the least."""
GUTTER = 7 * MM
"""What parts two columns."""
_LIGHT, _DARK = 0.72, 0.06
"""Paper is at least so light and ink at most (relative luminance)."""
LEAST_SIZE, _SHEET_SIZE, _COLUMN_SIZE = 9.4, 10.8, 9.8
"""The size of the text in points: on pages up to A5, on larger ones, and in columns."""
_NARROW = 160 * MM
LEAD, QUICK, SMALL = 1.08, 0.94, 0.84
"""The sizes of the words before the first chapter, of the quick reference and of tables and
captions, in that of the text."""
CHAPTER_TITLE, BOX_TITLE = 1.9, 1.08
_SECTION_TITLE, _LESSER_TITLE = 1.38, 1.1


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a paragraph: `size` in points, `leading` in sizes, `align` left, center, right or
    justify."""

    size: float
    family: str = BODY
    weight: int = WEIGHT
    leading: float = 1.36
    colour: str = INK
    align: str = "left"
    title: bool = False
    """Whether it is that of a title, whose words are never divided."""


@dataclass(frozen=True, slots=True)
class Format:
    """A page: its size, margins and text size in points.

    And whether it is read on a screen."""

    width: float
    height: float
    side: float
    head: float
    foot: float
    size: float
    screen: bool = False
    columns: int = 1
    folded: bool = False
    """Whether four pages are printed on a sheet: that many are made where it can be had."""

    @property
    def measure(self) -> float:
        """The width of all that is between the margins."""
        return self.width - 2 * self.side

    @property
    def text(self) -> float:
        """The width of the text: of one column."""
        return column_width(self.measure, self.columns)

    @property
    def room(self) -> float:
        """The height of the text."""
        return self.height - self.head - self.foot


def heading_share(level: int) -> float:
    """The size of a heading within a chapter, in that of the text."""
    return _SECTION_TITLE if level == 3 else _LESSER_TITLE


def column_width(measure: float, count: int) -> float:
    """The width of each of some columns side by side."""
    return (measure - (count - 1) * GUTTER) / count


def screen_format() -> Format:
    """A5, comfortable on a tablet and beside another window."""
    return _format(148 * MM, 210 * MM, screen=True)


def print_format(paper: Paper) -> Format:
    """The page of a book that is printed at home."""
    return _format(paper.width, paper.height)


def handout_format(paper: Paper, tighter: float = 1.0) -> Format:
    """A page that holds as much as is still read with ease.

    It is of the paper's shape and at least as wide as A5; `tighter` times as large."""
    larger = max(1.0, 148 * MM / paper.width) * tighter
    width, height = paper.width * larger, paper.height * larger
    return Format(
        width,
        height,
        max((width - 178 * MM) / 2, 0.076 * min(width, 210 * MM)),
        12 * MM,
        14 * MM,
        9.6,
    )


def booklet_format(paper: Paper) -> Format:
    """Half the paper, upright."""
    long, short = max(paper.width, paper.height), min(paper.width, paper.height)
    return replace(_format(long / 2, short), folded=True)


def _format(width: float, height: float, *, screen: bool = False) -> Format:
    head = max(15 * MM, 0.075 * height)
    foot = max(15 * MM, 0.07 * height)
    if width >= _TWO_COLUMNS:
        least, most = _COLUMN
        between_margins = width - 2 * _LEAST_SIDE
        columns = int((between_margins + GUTTER) / (least + GUTTER))
        column = min(most, column_width(between_margins, columns))
        side = (width - columns * column - (columns - 1) * GUTTER) / 2
        return Format(width, height, side, head, foot, _COLUMN_SIZE, screen, columns)
    narrow = min(width, _NARROW)
    side = max((width - 148 * MM) / 2, 0.095 * narrow)
    size = LEAST_SIZE if width < _NARROW else _SHEET_SIZE
    return Format(width, height, side, head, foot, size, screen)


class Theme:
    """The dress of one game's book, as its `rulebook:` says.

    What that does not say is in the colours and the display font of its look."""

    def __init__(self, game: Game) -> None:
        self._palette = {name: colour.rgb for name, colour in game.palette.items()}
        self._dress = game.rulebook
        look = look_of(game)
        seven = seven_colours(game.palette, look.palette)
        self.display = self._dress.display or look.display
        self.body = self._dress.body or BODY
        by_light = sorted(self._palette.values(), key=_light)
        dark = by_light[0] if by_light and _light(by_light[0]) <= _DARK else INK
        light = by_light[-1] if by_light and _light(by_light[-1]) >= _LIGHT else WHITE
        light = self._palette.get("paper", light)
        self.ink = self._said("ink", self._palette.get("ink", dark))
        self.paper = self._said("paper", self._palette.get("cream", light))
        self.accent = self._said("accent", rgb_of(seven["accent"]))
        is_said = "accent" in self._dress.colours
        self._ground = self.accent if is_said else rgb_of(seven["ground"])
        self.cover = self._said("cover", self._ground)
        self.quiet = rgb_of(seven["tone"])
        self.rows = self._said("rows", self.quiet)

    def _said(self, part: str, otherwise: str) -> str:
        return self._palette.get(self._dress.colours.get(part, ""), otherwise)

    def box(self, kind: str) -> str:
        """The colour of a kind of box. What teaches or warns has the accent where none is said,
        what adds something the quiet tone."""
        return self._said(kind, self.accent if kind in ("example", "warning") else self.quiet)

    @cached_property
    def chapters(self) -> tuple[str, ...]:
        """The colours that chapters take in turn."""
        return tuple(
            self._palette[name] for name in self._dress.chapters if name in self._palette
        ) or (self._ground,)

    @property
    def link(self) -> str:
        return colour_math.mix(self.accent, self.ink, 0.15)

    @property
    def heading(self) -> str:
        """The colour of headings within a chapter."""
        return colour_math.mix(self.accent, self.ink, 0.25)

    def on(self, ground: str) -> str:
        """The colour of text that is read well on a ground."""
        return self.ink if _light(ground) > 0.30 else WHITE


def _light(rgb: str) -> float:
    return colour_math.lightness(colour_math.shares(rgb))
