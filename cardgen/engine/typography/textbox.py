"""Text laid out once: markup to positioned runs and icons, wrapped, shrunk to fit and aligned in a
box.

Lengths are points, measured from the box's upper left corner, y downward. Words are divided at soft
hyphens (U+00AD) and, where a box asks for it, by the patterns of a language (`hyphenation.py`)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain, pairwise
from operator import add
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Edges, outermost
from cardgen.base.units import MM
from cardgen.engine.typography.bidi import (
    END_OF_ISOLATE,
    ISOLATES,
    RIGHTWARD,
    direction,
    levels,
    one_way,
    turned,
    visual,
)
from cardgen.engine.typography.font import OVERHANG, Font
from cardgen.engine.typography.fontbook import FontBook, MissingGlyph
from cardgen.engine.typography.hyphenation import SOFT_HYPHEN, offered
from cardgen.engine.typography.linebreak import breakable, divides, korean, parted
from cardgen.engine.typography.markup import SPACES, Span, between, edited, parsed
from cardgen.engine.typography.quotes import curled
from cardgen.model.project import DRAWINGS

STEP = 0.25
"""What one step of shrinking takes off the size, in points."""
ICON_HEIGHT = 1.15
"""Height of an inline icon, as a fraction of the text's size."""

ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}
"""How much of the room that a line leaves stands before it."""
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
LEAST_TYPE = 6.0
"""Points: the least that people read on a card at arm's length."""
_SLACK = 1e-6
_ZONE, _AGAIN = 0.25, 0.15
"""The share of a line that may stay free rather than that a word is divided, and how much more
where the line before has divided one."""
_CLEAR = 0.05
"""What lines of tall letters keep free between them, in ems."""
_LOST = 1 / 3
"""A single word that ends a text and is shorter than this share of a line looks lost."""
_FULL = 0.4
"""The share of a line that must stay behind where it gives a word to the last one."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """Where a text goes and how it is set. `width`, `height`, `size` and `min_size` in points; the
    rest relative to the size.

    `families` are asked in order for every character. `leading` is the distance of baselines;
    `letter_spacing` is added after every letter and turns ligatures off; `paragraph_gap` is added
    between paragraphs; where it is 0, blank lines between them are. `align` is turned round for
    paragraphs that begin with letters that run from right to left. `balance` makes the lines of a
    paragraph about equally long without adding one. `hyphens` and `quotes` name the language by
    which words are divided and quotation marks are set, none for neither; with `company` the last
    line of a paragraph is no short word by itself, where that can be had. Lines of tall letters
    stand further apart, but for those that stand `as_drawn`. Raises CardgenError for values that
    make no sense."""

    width: float
    height: float
    families: tuple[str, ...]
    size: float
    min_size: float | None = None
    weight: int = 400
    italic: bool = False
    bold_weight: int = 800
    leading: float = 1.2
    align: str = "left"
    valign: str = "top"
    max_lines: int | None = None
    balance: bool = False
    letter_spacing: float = 0.0
    paragraph_gap: float = 0.0
    hyphens: str = ""
    quotes: str = ""
    company: bool = False
    as_drawn: bool = False

    def __post_init__(self) -> None:
        least = self.size if self.min_size is None else self.min_size
        aligns, valigns = f"use one of: {', '.join(ALIGN)}", f"use one of: {', '.join(_VALIGN)}"
        checks = (
            (self.width, 0 < self.width < math.inf, "a text box's width", "it must be above 0"),
            (self.height, 0 < self.height < math.inf, "a text box's height", "it must be above 0"),
            (self.size, 0 < self.size < math.inf, "a text's size", "it must be above 0"),
            (
                least,
                0 < least <= self.size or not self.size > 0,
                "a text's min_size",
                "it must be above 0 and no more than the size",
            ),
            (
                self.families,
                bool(self.families),
                "a text's list of fonts",
                "name at least one family",
            ),
            (
                self.leading,
                0 < self.leading < math.inf,
                "a text's leading",
                "it must be above 0; 1.2 is usual",
            ),
            (
                self.letter_spacing,
                -1 <= self.letter_spacing <= 10,
                "a text's letter_spacing",
                "it must lie between -1 and 10",
            ),
            (
                self.paragraph_gap,
                0 <= self.paragraph_gap < math.inf,
                "a text's paragraph_gap",
                "it must be 0 or more",
            ),
            (
                self.max_lines,
                self.max_lines is None or self.max_lines >= 1,
                "a text's max_lines",
                "it must be 1 or more",
            ),
            (self.align, self.align in ALIGN, "a text's align", aligns),
            (self.valign, self.valign in _VALIGN, "a text's valign", valigns),
        )
        problems = [
            Finding("font-unusable", f"{what} is {value}", remedy)
            for value, right, what, remedy in checks
            if not right
        ]
        if problems:
            raise CardgenError(*problems)


class Run(NamedTuple):
    """Text in one font from `x` on the baseline `y`. It never begins with a plain space; `spacing`
    is its letter-spacing in points.

    `divided` tells that it ends in a hyphen which only the end of the line has put there.
    """

    x: float
    y: float
    text: str
    font: Font
    size: float
    width: float
    spacing: float
    divided: bool = False


class Icon(NamedTuple):
    """An inline icon: `x` and `y` are its upper left corner."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Line(NamedTuple):
    """A line from `x`, its baseline at `y`; `width` is that of its advances, without letter-spacing
    after the last letter."""

    x: float
    y: float
    width: float
    items: tuple[Run | Icon, ...]


class Lack(NamedTuple):
    """What a box lacks for a text at its smallest size: more `width`, as its widest line needs, and
    more `height`, in points, and lines."""

    width: float
    height: float
    lines: int
    said: str
    """In words, with the size."""


class Layout(NamedTuple):
    """A text set at `size`. `lack` is what the box lacks, when the text does not fit even at its
    smallest size; `crowded`, what it lacks for tall letters, which are given no more room than
    others then; `parted`, what it lacks to keep together what belongs together, as « word »;
    `overhang`, what it lacks on both sides together for letters that stand out at one, if it holds
    their centred lines."""

    size: float
    lines: tuple[Line, ...]
    lack: Lack | None
    crowded: str | None = None
    parted: Lack | None = None
    overhang: Lack | None = None

    @property
    def overflow(self) -> str | None:
        """What the box lacks, in words; None where the text fits."""
        return self.lack.said if self.lack else None

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
    def bounds(self) -> Edges | None:
        """Left, top, right and bottom of what is drawn, measured from the outlines; None when
        nothing is."""
        boxes = [(icon.x, icon.y, icon.x + icon.width, icon.y + icon.height) for icon in self.icons]
        for run in self.runs:
            boxes += _ink(run)
        return outermost(boxes)


def fit(markup: str, box: TextBox, fonts: FontBook, icon: Callable[[str], float | None]) -> Layout:
    """Lays out a text: the largest size between `box.size` and `box.min_size`, in steps of STEP, at
    which it fits.

    Markup: **bold**, *italic*, {name} for an icon; {{ and }} print braces, \\* an asterisk and \\\\
    a backslash; a new line, or \\n, begins a paragraph; a star that opens or closes nothing is
    printed. `icon` gives an icon's width over its height, None for an unknown one; it may raise
    CardgenError.

    The first line reaches a capital's height above its baseline, the last one the depth of small
    letters below. An icon may reach further, and so may letters of writings without capitals, which
    keep lines apart then. At the top and bottom the text touches the box so; in the middle, what is
    centred is the space from the first line's capitals to the last baseline, as the eye does it.

    Raises CardgenError with every problem: unmatched braces, unknown icons and families, characters
    that no font has. """
    paragraphs, broken = parsed(markup)
    problems = list(broken)
    aspects: dict[str, float] = {}
    for name in dict.fromkeys(span.icon for spans in paragraphs for span in spans if span.icon):
        file = name if name.lower().endswith(DRAWINGS) else f"{name}.svg"
        unknown = Finding(
            "unknown-icon",
            f'no icon is called "{name}"',
            f"add {file} to templates/icons/, or write {{{{{name}}}}} to print braces",
        )
        try:
            aspect = icon(name)
        except (
            CardgenError
        ) as error:  # of a name that is like none, a list of those there are is of no help
            for each in error.findings:
                if each.remedy.startswith("use one of"):
                    problems.append(unknown)
                elif each.remedy.startswith("did you mean"):  # which may be no icon at all
                    problems.append(replace(each, remedy=f"{each.remedy} Or {unknown.remedy}"))
                else:
                    problems.append(each)
        else:
            if aspect is None or not 0 < aspect < math.inf:
                problems.append(unknown)
            else:
                aspects[name] = aspect
    problems += _missing(paragraphs, box, fonts) if problems else ()
    if problems:
        raise CardgenError(*dict.fromkeys(problems))
    gaps = _gaps(paragraphs, box)
    paragraphs = tuple(_worded(spans, box) for spans in paragraphs if spans)
    try:
        return _BoxSetter(
            [_MeasuredParagraph(spans, box, fonts, aspects) for spans in paragraphs],
            gaps,
            box,
            fonts,
        ).layout()
    except MissingGlyph:
        raise CardgenError(*dict.fromkeys(_missing(paragraphs, box, fonts))) from None


def _gaps(paragraphs: Sequence[Sequence[Span]], box: TextBox) -> list[float]:
    """What lies between each paragraph and the next beside the leading, in ems: the box's gap or,
    where it has none, blank lines."""
    found, blank = [], 0
    for spans in paragraphs[1:]:
        if spans:
            found.append(box.paragraph_gap or blank * box.leading)
        blank = 0 if spans else blank + 1
    return found


def _worded(spans: tuple[Span, ...], box: TextBox) -> tuple[Span, ...]:
    """A paragraph with the quotation marks and the places for hyphens that its box asks for. Raises
    CardgenError."""
    for language, edits in ((box.quotes, curled), (box.hyphens, offered)):
        if language:
            spans = edited(spans, edits, language)
    return spans


_UNSEEN = str.maketrans("", "", "\u00ad\u200b")


class _MeasuredPiece(NamedTuple):
    """A piece of text in one style: its widths in ems, when the line goes on and when it ends here,
    without the space and with an offered hyphen; whether it is written in the style's first font as
    it stands; and the letters that it begins with and has before its space."""

    inside: float
    last: float
    written: bool
    begins: str
    ends: str


class _MeasuredWords(dict[str, _MeasuredPiece]):
    """Pieces in one style, and those that reach further than lines do: how far above and below
    their baseline."""

    def __init__(
        self, fonts: FontBook, families: tuple[str, ...], weight: int, italic: bool, spacing: float
    ) -> None:
        self._style = families, weight, italic, spacing
        self._fonts = fonts
        self.font = fonts.first(families, weight, italic)
        self.tall: dict[str, tuple[float, float]] = {}

    def __missing__(self, piece: str) -> _MeasuredPiece:
        seen, written = piece.rstrip(SPACES), self.font.writes(piece)
        if written and piece.isascii():
            inside, last = (self.font.width(text, self._style[-1]) for text in (piece, seen))
            above, below = self.font.reach(piece)
        else:
            inside = self._fonts.width(piece.translate(_UNSEEN), *self._style)
            last = self._fonts.width(
                seen.translate(_UNSEEN) + "-" * seen.endswith("\u00ad"), *self._style
            )
            above, below = self._reach(piece.translate(_UNSEEN))
        if len(self) >= 16384:
            self.clear()
        if above or below:
            self.tall[piece] = above, below
        self[piece] = found = _MeasuredPiece(
            inside, last, written, piece[:1], piece[-2:-1] if piece[-1:] == " " else ""
        )
        return found

    def _reach(self, text: str) -> tuple[float, float]:
        high, low = self.font.drawn_cap_height, self.font.depth
        found = [
            font.reach_beyond(part, high, low)
            for font, part in self._fonts.runs(text, *self._style[:-1])
        ]
        return max((above for above, _ in found), default=0.0), max(
            (below for _, below in found), default=0.0
        )


_USUAL = 0.0, 0.0
"""How far a piece reaches that reaches no further than lines do."""
_USUAL_LINES: tuple[tuple[float, ...], tuple[float, ...]] = (), ()
_STYLES = 64


def _words(fonts: FontBook, *style: Any) -> _MeasuredWords:
    """The pieces of a style: families, weight, italic and spacing. They go with their fonts, which
    they hold."""
    known: dict[Any, _MeasuredWords] = fonts.measured
    if style not in known:
        if len(known) >= _STYLES:
            known.clear()
        known[style] = _MeasuredWords(fonts, *style)
    return known[style]


class _Set(NamedTuple):
    """A line set in ems from its own beginning: runs as (x, text, font, width), icons as (x, name,
    None, width)."""

    width: float
    items: tuple[tuple[float, str, Font | None, float], ...]
    icon: bool
    leftward: bool = False
    divided: bool = False
    above: float = 0.0
    below: float = 0.0


class _Heights(NamedTuple):
    """Of a line whether it holds an icon, and how far its letters reach above and below its
    baseline where that is further than usual."""

    icon: bool
    above: float = 0.0
    below: float = 0.0


class _MeasuredParagraph:
    """A paragraph measured in ems, so that one measurement serves every size.

    Its pieces stand between the places where a line may end: piece i ends at `stops[i]` and, on one
    endless line, at `reach[i]` if the line ended with it; `begins[i]` is where it begins. With a
    `font` the whole paragraph is set in it and its pieces do not touch each other, so that lines
    need not be measured again."""

    def __init__(
        self, spans: Sequence[Span], box: TextBox, fonts: FontBook, aspects: dict[str, float]
    ) -> None:
        self.spans, self.fonts, self.aspects = spans, fonts, aspects
        self.families, self.spacing = box.families, box.letter_spacing
        self.text = "".join([span.text for span in spans])
        self.styles = [
            (box.bold_weight if span.bold else box.weight, box.italic != span.italic)
            for span in spans
        ]
        self.zone, self.company = _ZONE if box.hyphens or korean(self.text) else 0.0, box.company
        self.as_drawn = box.as_drawn
        self.levels = (
            [] if self.text.isascii() or RIGHTWARD.fullmatch(self.text) else levels(self.text, None)
        )
        self._measure(breakable(self.text))

    def part(self, width: float) -> bool:
        """Let lines end within pieces that are wider than `width` ems, at their spaces. Returns
        whether there are any."""
        pieces = [self.text[start:stop] for start, stop in pairwise([0, *self.stops])]
        wide = [self.reach[index] - self.begins[index] > width for index in range(len(pieces))]
        parts: list[str] = []
        start = 0
        for piece, too_wide in zip(pieces, wide, strict=True):
            parts += (
                parted(piece, partial(self._holds, start, width))
                if too_wide and " " in piece[:-1]
                else (piece,)
            )
            start += len(piece)
        if len(parts) == len(pieces):
            return False
        self._measure(parts)
        return True

    def _holds(self, start: int, width: float, low: int, high: int) -> bool:
        """Whether a line of so many ems holds part of a piece, which begins at `start`."""
        return self._measured(start + low, start + high)[1] - self.spacing <= width

    def _measure(self, pieces: Sequence[str]) -> None:
        spans, fonts, families = self.spans, self.fonts, self.families
        self.stops = list(accumulate(map(len, pieces)))
        self.font: Font | None = None
        self.words = [_words(fonts, families, *style, self.spacing) for style in self.styles]
        if len(spans) == 1 and not spans[0].icon and not self.levels:
            known = self.words[0]
            inside, last, written, begins, ends = zip(*map(known.__getitem__, pieces), strict=True)
            above, below = (
                zip(*(known.tall.get(piece, _USUAL) for piece in pieces), strict=True)
                if known.tall
                else _USUAL_LINES
            )
            if all(written) and all(map(known.font.apart, ends[:-1], begins[1:])):
                self.font, self.pieces = known.font, tuple(pieces)
        else:
            inside, last, above, below = zip(
                *[self._measured(start, stop) for start, stop in pairwise([0, *self.stops])],
                strict=True,
            )
        self.tall = not self.as_drawn and (any(above) or any(below))
        self.above: Sequence[float] = above
        self.below: Sequence[float] = below
        self.begins = [0.0, *accumulate(inside)]
        reach = [*map(add, self.begins, last)]
        # the first nearly always, and quicker
        self.reach = reach if reach == sorted(reach) else [*accumulate(reach, max)]
        self.widest = max(last)
        if self.spacing:  # there is none after the last letter of a line
            self.reach = [reach - self.spacing for reach in self.reach]
            self.widest -= self.spacing

    def _measured(self, start: int, stop: int) -> tuple[float, float, float, float]:
        """The widths of a piece of several styles or icons, and how far it reaches above and
        below."""
        inside = last = above = below = 0.0
        for index, low, high in between(self.spans, start, stop):
            icon = self.spans[index].icon
            if icon:
                goes_on = ends = ICON_HEIGHT * self.aspects[icon] + self.spacing
            else:
                piece = self.words[index][self.text[low:high]]
                goes_on, ends = piece.inside, piece.last
                high_low = self.words[index].tall.get(self.text[low:high], _USUAL)
                above, below = max(above, high_low[0]), max(below, high_low[1])
            last = inside + ends if ends else last
            inside += goes_on
        return inside, last, above, below

    def end_of_line(self, first: int, width: float) -> int:
        """The piece after the last one that a line from `first` holds in `width` ems, by the widths
        of the pieces; one it always holds."""
        stop = bisect_right(self.reach, self.begins[first] + width, first + 1)
        if self.zone and stop < len(self.stops) and self._divides(stop):
            whole = next(
                (piece for piece in range(stop - 1, first, -1) if not self._divides(piece)), stop
            )
            zone = self.zone if not (first and self._divides(first)) else self.zone + _AGAIN
            return (
                whole if self.reach[whole - 1] - self.begins[first] >= (1 - zone) * width else stop
            )
        return stop

    def _divides(self, piece: int) -> bool:
        """Whether a line that ends before this piece ends within a word."""
        return divides(self.text, self.stops[piece - 1])

    def wrap(self, width: float) -> list[int]:
        """The pieces that begin a line, by the widths of the pieces; and the number of pieces."""
        reach, begins, count = self.reach, self.begins, len(self.stops)
        lines, first = [0], 0
        while first < count:
            first = (
                self.end_of_line(first, width)
                if self.zone
                else bisect_right(reach, begins[first] + width, first + 1)
            )
            lines.append(first)
        return self._accompanied(lines, width) if self.company and len(lines) > 2 else lines

    def _accompanied(self, lines: list[int], width: float) -> list[int]:
        """The same lines; where the last is a short word by itself, or part of one, the line before
        gives it a word if it can."""
        before, last, count = lines[-3:]
        short = self.reach[count - 1] - self.begins[last] < _LOST * width
        if any(self._spaced(piece) for piece in range(last + 1, count)) or not (
            short or self._divides(last)
        ):
            return lines
        for piece in range(last - 1, before, -1):
            if self._spaced(piece):
                room = self.reach[count - 1] - self.begins[piece] <= width
                left = self.reach[piece - 1] - self.begins[before] >= _FULL * width
                return [*lines[:-2], piece, count] if room and left else lines
        return lines

    def _spaced(self, piece: int) -> bool:
        """Whether a space stands before this piece."""
        return self.text[self.stops[piece - 1] - 1] in SPACES

    def heights(self, first: int, stop: int) -> _Heights:
        """What of a line of these pieces counts for its height."""
        if not self.tall:
            return _Heights(self.icons(first, stop))
        return _Heights(
            self.icons(first, stop), max(self.above[first:stop]), max(self.below[first:stop])
        )

    def icons(self, first: int, stop: int) -> bool:
        """Whether these pieces hold an icon."""
        if len(self.spans) == 1:
            return bool(self.spans[0].icon)
        return any(
            self.spans[index].icon
            for index, _, _ in between(self.spans, self._start(first), self.stops[stop - 1])
        )

    def _start(self, piece: int) -> int:
        return self.stops[piece - 1] if piece else 0

    def set(self, width: float) -> list[_Set]:
        """Lines measured as wholes: where fonts kern with the space, a line can be wider than its
        pieces, and gives its last one up."""
        if self.font:
            return [self._set_line(first, stop) for first, stop in pairwise(self.wrap(width))]
        if self.company:
            lines = [self._set_line(first, stop) for first, stop in pairwise(self.wrap(width))]
            if all(line.width <= width for line in lines):
                return lines
        lines = []
        first = 0
        while first < len(self.stops):
            stop = self.end_of_line(first, width)
            line = self._set_line(first, stop)
            while line.width > width and stop - first > 1:
                stop -= 1
                line = self._set_line(first, stop)
            lines.append(line)
            first = stop
        return lines

    def balanced(self, lines: list[_Set], width: float) -> list[_Set]:
        """As many lines, in the least width that holds them."""
        low, high = self.widest, width
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (
                (low, middle) if len(self.wrap(middle)) - 1 <= len(lines) else (middle, high)
            )
        even = self.set(high) if high < width else lines
        return even if len(even) == len(lines) else lines

    def _set_line(self, first: int, stop: int) -> _Set:
        above, below = (
            (max(self.above[first:stop]), max(self.below[first:stop])) if self.tall else _USUAL
        )
        if not self.font:
            return self._mixed_line(first, stop)._replace(above=above, below=below)
        width = self.reach[stop - 1] - self.begins[first]
        text = self.font.line((*self.pieces[first : stop - 1], self.pieces[stop - 1].rstrip(" ")))
        return _Set(
            width,
            ((0.0, text, self.font, width + self.spacing),),
            False,
            False,
            False,
            above,
            below,
        )

    def _mixed_line(self, first: int, stop: int) -> _Set:
        """A line of several fonts, with icons, or with words that are drawn otherwise beside each
        other."""
        start, end = self._start(first), self.stops[stop - 1]
        end = start + len(self.text[start:end].rstrip(SPACES))
        if self.levels:
            return self._set_both_ways(start, end)
        divided = self.text.endswith(SOFT_HYPHEN, start, end)
        hyphen = "-" * divided
        parts: list[tuple[str, Font | None]] = []
        for index, low, high in between(self.spans, start, end):
            if icon := self.spans[index].icon:
                parts.append((icon, None))
                continue
            text = self.text[low:high].translate(_UNSEEN) + hyphen * (high == end)
            for font, part in self.fonts.runs(text, self.families, *self.styles[index]):
                if parts and parts[-1][1] is font:
                    parts[-1] = parts[-1][0] + part, font
                else:
                    parts.append((part, font))
        x = 0.0
        items: list[tuple[float, str, Font | None, float]] = []
        for text, own in parts:
            if own is None:
                advance = ICON_HEIGHT * self.aspects[text]
                items.append((x, text, None, advance))
                x += advance + self.spacing
                continue
            kept = text.lstrip(" ")  # SVG drops spaces at the beginning of a text element
            if len(kept) < len(text):
                x += own.width(text[: len(text) - len(kept)], self.spacing)
            if kept:
                advance = own.width(kept, self.spacing)
                items.append((x, kept, own, advance))
                x += advance
        return _Set(
            x - self.spacing, tuple(items), any(font is None for _, font in parts), divided=divided
        )

    def _set_both_ways(self, start: int, end: int) -> _Set:
        """A line with text that runs from right to left: its parts in the order in which they are
        seen, each running one way."""
        parts: list[tuple[str, Font | None, int]] = []
        for index, low, high in between(self.spans, start, end):
            if icon := self.spans[index].icon:
                parts.append((icon, None, self.levels[low]))
                continue
            for text, level in one_way(self.text[low:high], self.levels[low:high]):
                runs = self.fonts.runs(text.translate(_UNSEEN), self.families, *self.styles[index])
                parts += ((part, font, level) for font, part in runs)
        x = 0.0
        items: list[tuple[float, str, Font | None, float]] = []
        for text, font, level in (
            parts[place] for place in visual([level for _, _, level in parts])
        ):
            if font is None:
                advance = ICON_HEIGHT * self.aspects[text]
                items.append((x, text, None, advance))
                x += advance + self.spacing
                continue
            seen = turned(text) if level % 2 else text
            kept = text.strip(" ")
            if kept:
                before = (
                    text[len(text.rstrip(" ")) :]
                    if level % 2
                    else text[: len(text) - len(text.lstrip(" "))]
                )
                shown = f"{ISOLATES['rtl']}{kept}{END_OF_ISOLATE}" if level % 2 else kept
                core = seen.strip(" ")
                items.append(
                    (
                        x + font.width(before, self.spacing),
                        shown,
                        font,
                        font.width(core, self.spacing),
                    )
                )
            x += font.width(seen, self.spacing)
        return _Set(
            x - self.spacing,
            tuple(items),
            any(font is None for _, font, _ in parts),
            bool(direction(self.text)),
        )


class _BoxSetter:
    """Finds the size of a text and puts its lines in their places."""

    def __init__(
        self,
        paragraphs: Sequence[_MeasuredParagraph],
        gaps: Sequence[float],
        box: TextBox,
        fonts: FontBook,
    ) -> None:
        self.paragraphs, self.gaps, self.box = paragraphs, gaps, box
        font = fonts.first(box.families, box.weight, box.italic)
        self.cap = font.cap_height if box.as_drawn else font.drawn_cap_height
        self.depth = font.depth
        self.above = self.cap, max(self.cap, (self.cap + ICON_HEIGHT) / 2)
        """How far a line reaches above its baseline as a rule: one without icons, and one with
        them."""
        self.below = self.depth, max(self.depth, (ICON_HEIGHT - self.cap) / 2)
        self.tall = False

    def layout(self) -> Layout:
        """As few words divided as may be; as many as are needed where the text does not fit
        otherwise. Where that does not help either, lines end at spaces within what belongs
        together: first only where it is wider than the box."""
        if not self.paragraphs:
            return Layout(self.box.size, (), None)
        found = whole = self._as_tall_as_fits()
        for width in (self._room(self._least), 0.0):
            changed = [paragraph.part(width) for paragraph in self.paragraphs] if found.lack else []
            if any(changed):
                found = self._as_tall_as_fits()
        return whole if found.lack else found._replace(parted=whole.lack)

    def _as_tall_as_fits(self) -> Layout:
        """Lines kept apart as tall letters want it; as the box has them where the text does not fit
        otherwise."""
        self.tall = any(paragraph.tall for paragraph in self.paragraphs)
        found = self._laid_out()
        if found.lack and any(paragraph.zone for paragraph in self.paragraphs):
            for paragraph in self.paragraphs:
                paragraph.zone = 0.0
            found = self._laid_out()
        if found.lack and self.tall:
            self.tall = False
            plain = self._laid_out()
            found = found if plain.lack else plain
        return found

    @property
    def _least(self) -> float:
        """The smallest size, in points."""
        return self.box.size if self.box.min_size is None else self.box.min_size

    def _laid_out(self) -> Layout:
        box, least = self.box, self._least
        steps = range(math.ceil((box.size - least) / STEP - _SLACK) + 1)
        first = 0  # as most texts fit at their full size
        if len(steps) > 1 and not self._seems_to_fit(box.size):
            first = bisect_left(
                steps,
                True,
                1,
                key=lambda step: self._seems_to_fit(max(least, box.size - STEP * step)),
            )
        for step in steps[min(first, len(steps) - 1) :]:
            size = max(least, box.size - STEP * step)
            texts = [paragraph.set(self._room(size)) for paragraph in self.paragraphs]
            overflow = self._overflow(texts, size)
            if not overflow:
                break
        if box.balance:
            even = [
                paragraph.balanced(lines, self._room(size))
                for paragraph, lines in zip(self.paragraphs, texts, strict=True)
            ]
            # an icon that moves to the last line may want more room
            if overflow or not self._overflow(even, size):
                texts = even
        placed = self._placed(texts, size)
        crowded = None if self.tall else self._crowded(texts, size)
        return Layout(
            size,
            placed,
            overflow,
            crowded,
            overhang=None if overflow else self._overhang(placed, size),
        )

    def _room(self, size: float) -> float:
        """The box's width in ems, with a hair for rounding."""
        return (self.box.width + _SLACK) / size

    def _seems_to_fit(self, size: float) -> bool:
        """Whether the text fits by the widths of its pieces: quick, and wrong only where fonts kern
        with the space."""
        room = self._room(size)
        for paragraph in self.paragraphs:
            if paragraph.widest > room:
                return False
        wraps = [paragraph.wrap(room) for paragraph in self.paragraphs]
        count = sum(map(len, wraps)) - len(wraps)
        if self.tall:
            lines = [
                [paragraph.heights(*each) for each in pairwise(wrap)]
                for paragraph, wrap in zip(self.paragraphs, wraps, strict=True)
            ]
            height = self._height(lines)
        else:
            first, last = (
                self.paragraphs[0].icons(*wraps[0][:2]),
                self.paragraphs[-1].icons(*wraps[-1][-2:]),
            )
            height = self.above[first] + self._span(count, self.box.leading) + self.below[last]
        return count <= (self.box.max_lines or count) and height * size <= self.box.height + _SLACK

    def _above(self, line: _Set | _Heights) -> float:
        return max(self.above[line.icon], line.above) if self.tall else self.above[line.icon]

    def _below(self, line: _Set | _Heights) -> float:
        return max(self.below[line.icon], line.below) if self.tall else self.below[line.icon]

    def _leading(self, texts: Sequence[Sequence[_Set | _Heights]]) -> float:
        """The distance of baselines: as the box has it, or more where tall letters would touch
        those of other lines."""
        least = self.box.leading
        if not self.tall:
            return least
        for upper, lower in chain.from_iterable(map(pairwise, texts)):
            least = max(least, self._apart(upper, lower))
        for (upper_text, lower_text), gap in zip(pairwise(texts), self.gaps, strict=True):
            least = max(least, self._apart(upper_text[-1], lower_text[0]) - gap)
        return least

    def _apart(self, upper: _Set | _Heights, lower: _Set | _Heights) -> float:
        """How far two lines must stand apart lest tall letters touch; icons have no part in it."""
        if not (upper.below or lower.above):
            return 0.0
        return max(self.depth, upper.below) + max(self.cap, lower.above) + _CLEAR

    def _span(self, count: int, leading: float) -> float:
        """From the first baseline to the last, in ems."""
        return (count - 1) * leading + sum(self.gaps)

    def _height(self, texts: Sequence[Sequence[_Set | _Heights]]) -> float:
        """In ems."""
        span = self._span(sum(map(len, texts)), self._leading(texts))
        return self._above(texts[0][0]) + span + self._below(texts[-1][-1])

    def _overflow(self, texts: Sequence[Sequence[_Set]], size: float) -> Lack | None:
        box = self.box
        lines = [line for text in texts for line in text]
        lacks = []
        wide = high = 0.0
        more = 0
        widest = max(lines, key=lambda line: line.width)
        if (excess := widest.width * size - box.width) > 2 * _SLACK:
            shown, wide = (
                "".join(text for _, text, font, _ in widest.items if font) or "an icon",
                excess,
            )
            lacks.append(f'"{shown}" needs {millimetres(excess)} mm more width')
        if (excess := self._height(texts) * size - box.height) > 2 * _SLACK:
            high = excess
            lacks.append(f"needs {millimetres(excess)} mm more height")
        if box.max_lines is not None and len(lines) > box.max_lines:
            more = len(lines)
            lacks.append(f"needs {len(lines)} lines where {box.max_lines} may stand")
        return Lack(wide, high, more, f"{' and '.join(lacks)} at {size:g} pt") if lacks else None

    def _crowded(self, texts: Sequence[Sequence[_Set]], size: float) -> str | None:
        """What is wrong with tall letters that were given no more room than others."""
        if not any(paragraph.tall for paragraph in self.paragraphs):
            return None
        self.tall = True
        needed, leading = self._height(texts), self._leading(texts)
        self.tall = False
        touching = leading > self.box.leading + _SLACK
        what = "its lines touch each other" if touching else "its letters stand out of it"
        lacks = needed * size - self.box.height
        return (
            f"{what}: it needs {millimetres(lacks)} mm more height" if lacks > 2 * _SLACK else None
        )

    def _overhang(self, lines: Sequence[Line], size: float) -> Lack | None:
        """What of the letters stands out of the box at its sides: measured only in fonts that have
        such letters."""
        runs = [
            item
            for line in lines
            for item in line.items
            if isinstance(item, Run) and item.font.overhanging
        ]
        if not runs or self.box.as_drawn:
            return None
        edges = [edge for run in runs for edge in _ink(run)]
        left = max((-edge[0] for edge in edges), default=0.0)
        right = max((edge[2] - self.box.width for edge in edges), default=0.0)
        out = {
            side: excess
            for side, excess in (("left", left), ("right", right))
            if excess > OVERHANG * size + _SLACK
        }
        if not out:
            return None
        said = " and ".join(
            f"{millimetres(excess)} mm on the {side}" for side, excess in out.items()
        )
        return Lack(2 * max(out.values()), 0.0, 0, f"{said} at {size:g} pt")

    def _placed(self, texts: Sequence[Sequence[_Set]], size: float) -> tuple[Line, ...]:
        box = self.box
        lines = [line for text in texts for line in text]
        leading = self._leading(texts)
        span = self._span(len(lines), leading) * size
        highest = self._above(lines[0]) * size
        lowest = box.height - self._below(lines[-1]) * size - span
        y = {"top": highest, "middle": (box.height + self.cap * size - span) / 2, "bottom": lowest}[
            box.valign
        ]
        if box.valign == "middle" and highest <= lowest:
            y = min(max(y, highest), lowest)
        placed, spacing, share = [], box.letter_spacing * size, ALIGN[box.align]
        for text, gap in zip(texts, (*self.gaps, 0.0), strict=True):
            for line in text:
                # never -0
                x = (box.width - line.width * size) * (1 - share if line.leftward else share) + 0.0
                items = [
                    Run(x + offset * size, y, said, font, size, width * size, spacing)
                    if font
                    else self._icon(said, x + offset * size, y, size, width)
                    for offset, said, font, width in line.items
                ]
                if line.divided and isinstance(items[-1], Run):
                    items[-1] = items[-1]._replace(divided=True)
                placed.append(Line(x, y, line.width * size, tuple(items)))
                y += leading * size
            y += gap * size
        return tuple(placed)

    def _icon(self, name: str, x: float, y: float, size: float, width: float) -> Icon:
        return Icon(
            name, x, y - (self.cap + ICON_HEIGHT) / 2 * size, width * size, ICON_HEIGHT * size
        )


def millimetres(points: float) -> str:
    """Rounded up to a tenth, so that what is asked for is enough."""
    return f"{math.ceil(points / MM * 10) / 10:g}"


def _missing(paragraphs: Sequence[Sequence[Span]], box: TextBox, fonts: FontBook) -> list[Finding]:
    """The characters of the text that no font has, those of one style together."""
    problems: list[Finding] = []
    texts: dict[tuple[bool, bool], str] = {}
    for span in (span for spans in paragraphs for span in spans if not span.icon):
        style = span.bold, span.italic
        texts[style] = f"{texts.get(style, '')} {span.text}"
    for (bold, italic), text in texts.items():
        try:
            fonts.runs(
                text, box.families, box.bold_weight if bold else box.weight, box.italic != italic
            )
        except CardgenError as error:
            problems += error.findings
    return problems


def size_that_fits(
    markup: str, box: TextBox, fonts: FontBook, icon: Callable[[str], float | None]
) -> float:
    """The largest size under the box's smallest, and not too small to read, at which a text fits
    that fits at none of its sizes; 0 where there is none."""
    least = box.size if box.min_size is None else box.min_size
    if least - STEP < LEAST_TYPE:
        return 0.0
    found = fit(
        markup,
        replace(box, size=math.ceil(least / STEP - 1) * STEP, min_size=LEAST_TYPE),
        fonts,
        icon,
    )
    return 0.0 if found.lack else found.size


def unmarked(markup: str, box: TextBox, fonts: FontBook) -> Iterator[tuple[str, Font]]:
    """What looks like the rest of a text that can be set, though it is bold or italic, for want of
    another face: which of them, and its font. Signs need no other face."""
    for span in (
        span
        for spans in parsed(markup)[0]
        for span in spans
        if (span.bold or span.italic) and not span.icon
    ):
        weight, italic = box.bold_weight if span.bold else box.weight, box.italic != span.italic
        for font in dict.fromkeys(
            font
            for font, piece in fonts.runs(span.text, box.families, weight, italic)
            if any(map(str.isalpha, piece))
        ):
            rest = fonts.face(font.family, box.weight, box.italic)
            if weight > box.weight and font.weight == rest.weight:
                yield "bold", font
            if span.italic and font.italic == rest.italic:
                yield "italic", font


def _ink(run: Run) -> list[Edges]:
    scale = run.size / run.font.units_per_em
    boxes = []
    x = run.x
    for index, (gid, advance, x_offset, y_offset, text) in enumerate(
        run.font.shape(run.text, not run.spacing).glyphs
    ):
        x += run.spacing if index and text else 0
        if ink := run.font.ink(gid):
            left, bottom, right, top = ink
            dx, dy = x + x_offset * scale, run.y - y_offset * scale
            boxes.append(
                (dx + left * scale, dy - top * scale, dx + right * scale, dy - bottom * scale)
            )
        x += advance * scale
    return boxes
