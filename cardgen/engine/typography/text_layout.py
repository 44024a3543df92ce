"""Texts that are laid out: lines of runs and icons in their places, and what they lack.

Lengths are points, measured from the upper left corner of the box, y downward."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.base.geometry import Box, Edges, outermost
from cardgen.engine.typography.font import Font

_LEAST_SPACE = 0.08
"""The least gap between two runs that is a space, in ems."""


class Run(NamedTuple):
    """Text in one font from `x` on the baseline `y`. It never begins with a plain space; `spacing`
    is its letter-spacing in points.

    `divided` tells that it ends in a hyphen which only the end of the line has put there. `colour`
    is that of its own, "" for that of the text around; `gap` is added to each space, in points."""

    x: float
    y: float
    text: str
    font: Font
    size: float
    width: float
    spacing: float
    divided: bool = False
    colour: str = ""
    gap: float = 0.0


class Icon(NamedTuple):
    """An inline icon: `x` and `y` are its upper left corner.

    `colour` is that which it takes in place of its own; "" for its own. `text_colour` is that of
    the words around it, "" for that of the whole text."""

    name: str
    x: float
    y: float
    width: float
    height: float
    colour: str = ""
    text_colour: str = ""


class Decoration(NamedTuple):
    """A bar with a text: its background, or a line, underline or strike; `colour` is "" for
    that of the text."""

    kind: str
    box: Box
    colour: str


class Line(NamedTuple):
    """A line from `x`, its baseline at `y`; `width` is that of its advances, without letter-spacing
    after the last letter."""

    x: float
    y: float
    width: float
    items: tuple[Run | Icon, ...]
    decorations: tuple[Decoration, ...] = ()


class Lack(NamedTuple):
    """The room that a box lacks for a text at its smallest size: more `width`, as its widest line
    needs, and more `height`, in points, and lines."""

    width: float
    height: float
    lines: int
    said: str
    """In words, with the size."""


class Layout(NamedTuple):
    """A text set at `size`. It is `height` points high from the top of its first line, `top` points
    below the box's upper edge, to the depth of its last.

    `lack` is what the box lacks, when the text does not fit even at its smallest size; `crowded`,
    what it lacks for tall letters, which are given no more room than others then; `parted`, what it
    lacks to keep together what belongs together, as « word »; `overhang`, what it lacks on both
    sides together for letters that stand out at one, if it holds their centred lines."""

    size: float
    lines: tuple[Line, ...]
    lack: Lack | None
    crowded: str | None = None
    parted: Lack | None = None
    overhang: Lack | None = None
    height: float = 0.0
    top: float = 0.0

    @property
    def word_count(self) -> int:
        """The number of words; one that is divided at the end of a line counts once."""
        return len("".join(map(_text_of, self.lines)).split())

    @property
    def overflow(self) -> str | None:
        """The room that the box lacks, in words; None where the text fits."""
        return self.lack.said if self.lack else None

    def sides(self, *, has_rules: bool = True) -> tuple[float, float]:
        """How far the text and its markers reach to the left and to the right; and its rules, which
        are as wide as the box, if it `has_rules`."""
        lefts, rights = [], []
        for line in self.lines:
            right = line.x + line.width
            lefts.append(min([line.x, *(item.x for item in line.items)]))
            # letters that stand in the line may end a hair behind it
            markers = [item.x + item.width for item in line.items if item.x > right]
            rights.append(max([right, *markers]))
            rules = [bar.box for bar in line.decorations if has_rules and bar.kind == "rule"]
            lefts += [rule.x for rule in rules]
            rights += [rule.right for rule in rules]
        return min(lefts, default=0.0), max(rights, default=0.0)

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple([item for line in self.lines for item in line.items if isinstance(item, Run)])

    @property
    def blanks(self) -> dict[tuple[Font, str], None]:
        """The signs whose places a font leaves blank, each with the font."""
        runs = [
            item
            for line in self.lines
            for item in line.items
            if isinstance(item, Run) and item.font.has_blanks
        ]
        return {(run.font, sign): None for run in runs for sign in run.font.blanks(run.text)}

    @property
    def icons(self) -> tuple[Icon, ...]:
        return tuple([item for line in self.lines for item in line.items if isinstance(item, Icon)])

    @property
    def decorations(self) -> tuple[Decoration, ...]:
        return tuple([bar for line in self.lines for bar in line.decorations])

    @property
    def bounds(self) -> Edges | None:
        """Left, top, right and bottom of what is drawn, measured from the outlines; None when
        nothing is."""
        boxes = [(icon.x, icon.y, icon.x + icon.width, icon.y + icon.height) for icon in self.icons]
        for run in self.runs:
            boxes += ink_of(run)
        return outermost(boxes)


def _text_of(line: Line) -> str:
    """The text of a line, with a space at its end where it ends a word."""
    text = ""
    end = line.x
    for item in line.items:
        if isinstance(item, Run):
            is_apart = item.x - end > _LEAST_SPACE * item.size
            text += f" {item.text}" if is_apart else item.text
            if item.divided:
                return text.removesuffix("-")
        else:
            text += " "
        end = item.x + item.width
    return f"{text} "


def ink_of(run: Run) -> list[Edges]:
    scale = run.size / run.font.units_per_em
    boxes = []
    x = run.x
    for index, (gid, advance, x_offset, y_offset, text) in enumerate(
        run.font.shape(run.text, not run.spacing).glyphs
    ):
        x += run.spacing if index and text else 0
        if ink := run.font.ink(gid):
            x_min, bottom, right, top = ink
            dx, dy = x + x_offset * scale, run.y - y_offset * scale
            boxes.append(
                (dx + x_min * scale, dy - top * scale, dx + right * scale, dy - bottom * scale)
            )
        x += advance * scale
    return boxes
