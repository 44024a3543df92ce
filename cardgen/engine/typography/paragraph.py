"""A paragraph in lines: runs of styled text and inline objects, measured once, cut into lines by a
strategy (`line_breaking.py`), and set. Cards and rulebooks use the same.

Lengths are in the unit of the runs' sizes: cards measure in ems, so that one measurement serves
every size that is tried; rulebooks in points."""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate, groupby, pairwise
from operator import add
from typing import Any, NamedTuple, Protocol, Self

from cardgen.base.hyphenation import SOFT_HYPHEN
from cardgen.base.writing_direction import RIGHTWARD
from cardgen.engine.typography.bidi import (
    JOINER,
    direction,
    join_each_other,
    levels,
    one_way,
    turned,
    visual,
)
from cardgen.engine.typography.break_opportunities import breakable, divides, korean, parted
from cardgen.engine.typography.font import SMALL_CAPITALS, Features, Font
from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.markup import SPACES
from cardgen.engine.typography.word_parts import RunWidths, WordParts
from cardgen.engine.typography.word_widths import (
    INVISIBLE_BREAKS,
    USUAL_REACH,
    WordStyle,
    WordWidths,
    word_widths,
)
from cardgen.model.span_styles import SpanStyle


class RunStyle(NamedTuple):
    """The look of a run's letters: each is set in the first of the `families` that has it.

    `colour` is "" for that of the text around, `background` for none. `tracking`, which is added
    after every letter, and `rise` are in ems of its own size. With `small_caps` its font is asked
    for its small capitals. A run with `nowrap` stands on one line."""

    families: tuple[str, ...]
    weight: int = 400
    italic: bool = False
    size: float = 1.0
    colour: str = ""
    tracking: float = 0.0
    rise: float = 0.0
    underline: bool = False
    strike: bool = False
    background: str = ""
    small_caps: bool = False
    nowrap: bool = False
    icon_colour: str = ""
    """The colour of all that an icon paints; "" for its own."""

    @property
    def features(self) -> Features:
        """What its fonts are asked for."""
        return SMALL_CAPITALS if self.small_caps else ()

    def dressed(self, style: SpanStyle, bold_weight: int) -> RunStyle:
        """Return the look of words in it that have a style of their own."""
        weight = self.weight if style.weight is None else style.weight
        changes = {
            name: choice for name in _ALIKE_NAMES if (choice := getattr(style, name)) is not None
        }
        if style.size is not None:
            changes["size"] = self.size * style.size
        return self._replace(
            families=(*style.font, *self.families) if style.font else self.families,
            weight=max(weight, bold_weight) if style.bold else weight,
            colour=style.color or self.colour,
            **changes,
        )


_ALIKE_NAMES = (
    "italic",
    "tracking",
    "rise",
    "underline",
    "strike",
    "background",
    "small_caps",
    "nowrap",
)
"""What runs and styles of spans call by the same name."""
SMALL = 0.7
"""The size of capitals that stand for small letters, of that of the text: Chromium's."""


def with_small_capitals(text: str, style: RunStyle, fonts: FontBook) -> list[tuple[str, RunStyle]]:
    """A text in parts, small letters as small capitals where its style asks for them: those of the
    font, else large ones made smaller. Raises MissingGlyphError."""
    if not style.small_caps:
        return [(text, style)]
    runs = fonts.runs(without_breaks(text), style.families, style.weight, style.italic)
    if any(font.has_small_capitals(part) for font, part in runs):
        return [(text, style)]
    style = style._replace(small_caps=False)
    smaller = style._replace(size=style.size * SMALL, rise=style.rise / SMALL)
    parts = []
    for is_small, letters in groupby(text, key=lambda letter: letter.upper() != letter):
        part = "".join(letters)
        parts.append((part.upper(), smaller) if is_small else (part, style))
    return parts


class StyledRun(NamedTuple):
    """Text in one style. With a `width` it is an inline object so wide, whose text is one sign,
    and which reaches so far above and below the baseline where that is further than usual.

    `source` is whatever its painter wants to know of it; runs of different sources stay apart."""

    text: str
    style: RunStyle
    width: float | None = None
    source: Any = None
    reach: tuple[float, float] = USUAL_REACH


def joined_across(runs: Sequence[StyledRun]) -> Sequence[StyledRun]:
    """Runs whose letters look as within a word where they join those of the next run."""
    if len(runs) < 2 or "".join([run.text for run in runs if run.width is None]).isascii():
        return runs
    joined = list(runs)
    for place, (run, following) in enumerate(pairwise(runs)):
        is_text = run.width is None and following.width is None
        if is_text and join_each_other(run.text, following.text):
            before, after = joined[place : place + 2]
            joined[place] = before._replace(text=before.text + JOINER)
            joined[place + 1] = after._replace(text=JOINER + after.text)
    return joined


MOST_STRETCHED = 1.75
"""So many times as wide as they are the spaces of justified lines may be."""
_STRETCHED = (" ", "\u00a0")
"""The spaces that `word-spacing` makes wider (CSS Text 3, 8.1)."""
_ROOM = 1e-6


class LinePiece(NamedTuple):
    """Letters of one font at `x` of a line, or an inline object, which has no font.

    An odd `level` runs from right to left. `gap` is added to each of its spaces."""

    x: float
    width: float
    text: str
    font: Font | None
    run: StyledRun
    level: int = 0
    gap: float = 0.0

    @property
    def visual_text(self) -> str:
        """Its letters from left to right."""
        return turned(self.text) if self.level % 2 else self.text

    @property
    def space(self) -> float:
        """The width of a space in it; 0 for an object."""
        return self.font.width(" ", 0.0) * self.run.style.size if self.font else 0.0

    def with_space(self) -> LinePiece:
        """Return the same with a space behind it: at its left where it runs from right to left."""
        assert self.font is not None
        text = f"{self.text} "
        if self.level % 2 == 0:
            return self._replace(text=text)
        style = self.run.style
        width = self.font.width(turned(text), style.tracking) * style.size
        width += self.gap * sum(map(text.count, _STRETCHED))
        return self._replace(x=self.x + self.width - width, text=text)


class SetLine(NamedTuple):
    """A line as it is set: its pieces in the order in which they are read.

    `divided` is true where its last word goes on in the next line. `above` and `below` say how far
    letters reach that reach further than usual. `holds_object` is true if anything but letters
    stands on the line."""

    width: float
    pieces: tuple[LinePiece, ...]
    divided: bool = False
    above: float = 0.0
    below: float = 0.0
    holds_object: bool = False

    def justified(self, width: float) -> SetLine:
        """Return the line with its spaces stretched to a width.

        Itself where they would be wider than MOST_STRETCHED times, or where there are none."""
        order = sorted(range(len(self.pieces)), key=lambda place: self.pieces[place].x)
        pieces = [self.pieces[place] for place in order]
        ends = [0.0, *(piece.x + piece.width for piece in pieces)]
        space = max([piece.space for piece in pieces], default=0.0)
        before = [  # a space at the beginning of a piece is room, and no letter of it
            int(piece.x - end > max(_ROOM, space / 2) and piece.x > 0)
            for piece, end in zip(pieces, ends, strict=False)
        ]
        within = [sum(map(piece.text.count, _STRETCHED)) for piece in pieces]
        count = sum(before) + sum(within)
        gap = (width - self.width) / count if count else 0.0
        if not 0 < gap <= (MOST_STRETCHED - 1) * space:
            return self
        shift = 0.0
        moved = list(self.pieces)
        for place, spaces_before, spaces in zip(order, before, within, strict=True):
            piece = self.pieces[place]
            shift += spaces_before * gap
            wider = piece.width + spaces * gap
            moved[place] = piece._replace(x=piece.x + shift, width=wider, gap=gap)
            shift += spaces * gap
        return self._replace(width=width, pieces=tuple(moved))


class Bar(NamedTuple):
    """A bar with a text, from `x` and `y` of its line's beginning on the baseline, y downward: its
    `background`, or a line, `underline` or `strike`.

    `colour` is "" for that of the text."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    colour: str


_BARS: Mapping[str, Callable[[RunStyle], str | None]] = {
    "background": lambda style: style.background or None,
    "underline": lambda style: style.colour if style.underline else None,
    "strike": lambda style: style.colour if style.strike else None,
}
"""The kinds of bars, with their colours: None where a style has none."""
CLEAR = 0.05
"""What lines keep free between letters that reach far, in ems."""
_THICK, _UNDER = 0.06, 0.1
"""The thickness of a line, and how far below the baseline it begins, in ems."""
_OVER, _BESIDE = 0.2, 0.08
"""How far a background reaches over capitals, and beyond the letters at its sides, in ems."""
_CAP = 0.7
"""The height of capitals where there are none, in ems."""


def is_barred(style: RunStyle) -> bool:
    """True if a bar stands with the letters of a style."""
    return style.underline or style.strike or bool(style.background)


def bars(pieces: Sequence[LinePiece]) -> Iterator[Bar]:
    """The bars of a line: those of neighbours that are alike as one."""
    if not any(is_barred(piece.run.style) for piece in pieces):
        return
    in_order = sorted(pieces, key=lambda piece: piece.x)
    for kind, colour_of in _BARS.items():
        for colour, group in groupby(in_order, key=lambda piece: colour_of(piece.run.style)):
            if colour is not None:
                yield _bar(kind, colour, list(group))


def _bar(kind: str, colour: str, pieces: Sequence[LinePiece]) -> Bar:
    """The bar of neighbours, by the largest of them."""
    largest = max(pieces, key=lambda piece: piece.run.style.size)
    size, rise = largest.run.style.size, largest.run.style.rise
    left, right = pieces[0].x, pieces[-1].x + pieces[-1].width
    cap = largest.font.cap_height if largest.font else _CAP
    if kind == "background":
        left, right = left - _BESIDE * size, right + _BESIDE * size
        top = -cap - _OVER
        bottom = max(largest.font.depth if largest.font else 0.0, _OVER)
    else:
        x_height = largest.font.x_height if largest.font else _CAP / 2
        top = _UNDER if kind == "underline" else -(x_height + _THICK) / 2
        bottom = top + _THICK
    return Bar(kind, left, (top - rise) * size, right - left, (bottom - top) * size, colour)


class LineBreaking(Protocol):
    """A strategy: which words a line holds."""

    def wrap(self, paragraph: Paragraph, width: float) -> list[int]:
        """The words that begin a line of at most this width; and the number of words."""
        ...

    def end_of_line(self, paragraph: Paragraph, first: int, width: float) -> int:
        """The word after the last one of a line that begins with `first`."""
        ...


class Paragraph:
    """A paragraph that is measured, and not set yet.

    Its words stand between the places where a line may end: word i ends at `stops[i]` of the text
    and begins at `begins[i]` of one endless line, which reaches to `reach[i]` if it ends with the
    word, whose own width is `lasts[i]` then. If it `adds_up`, lines are as wide as their words, and
    need not be measured again.

    `size` is that of the text as a whole: larger runs reach further than its lines do as a rule.
    `spacing` is added after every letter. Words may be divided where it is `hyphenated`. What has
    no direction follows that of a `leftward` text. With `trimmed` pieces none begins with a space:
    SVG drops those. Raises MissingGlyphError."""

    def __init__(
        self,
        runs: Sequence[StyledRun],
        fonts: FontBook,
        *,
        size: float = 1.0,
        spacing: float = 0.0,
        hyphenated: bool = False,
        leftward: bool = False,
        trimmed: bool = False,
    ) -> None:
        self.runs, self.fonts = joined_across(runs), fonts
        runs = self.runs
        self.size, self.spacing, self.trimmed = size, spacing, trimmed
        self.text = "".join([run.text for run in runs])
        self._begins_of_runs = [0, *accumulate([len(run.text) for run in runs])]
        self.divisible = hyphenated or korean(self.text)
        self._has_objects = [run.width for run in runs].count(None) < len(runs)
        self.leftward = False
        self.levels: list[int] = []
        if leftward or not (self.text.isascii() or RIGHTWARD.fullmatch(self.text)):
            base = direction(self.text, int(leftward))
            self.leftward = bool(base)
            if base or not RIGHTWARD.fullmatch(self.text):
                self.levels = levels(self.text, base)
        self.forced_stops: frozenset[int] = frozenset()
        """Stops within what should stand on one line."""
        # runs that are alike share their style
        styles = {id(run.style): run.style for run in runs}
        tables = {key: self._table(style) for key, style in styles.items()}
        self._styles = [*zip(styles.values(), tables.values(), strict=True)]
        self._run_widths = [
            RunWidths(run.text, tables[id(run.style)], run.style.size, run.width) for run in runs
        ]
        self.barred = any(map(is_barred, styles.values()))
        """True if a bar stands with letters of it."""
        self._measure(self._kept_together(breakable(self.text)))

    def _kept_together(self, words: list[str]) -> list[str]:
        """The words, of which those are one that runs keep on one line."""
        if not any(style.nowrap for style, _ in self._styles):
            return words
        stops = set(accumulate(map(len, words)))
        start = 0
        for text, style, *_ in self.runs:
            if style.nowrap:
                stops.difference_update(range(start + 1, start + len(text)))
            start += len(text)
        return [self.text[low:high] for low, high in pairwise([0, *sorted(stops)])]

    def _measure(self, words: Sequence[str]) -> None:
        self.stops = list(accumulate(map(len, words)))
        self._last_wrap: tuple[float, LineBreaking, list[int]] | None = None
        parts = WordParts(words, self._run_widths, self.spacing, self.trimmed)
        self._parts = parts
        self.adds_up = parts.add_up and not self.levels
        if self.adds_up and len(self.runs) > 1:
            self.adds_up = not self._has_twins(parts.fonts)
        self._measure_reach()
        self.begins, self.lasts = parts.begins, parts.lasts_of_words
        reach = [*map(add, self.begins, self.lasts)]
        # the first nearly always, and quicker
        self.reach = reach if reach == sorted(reach) else [*accumulate(reach, max)]
        self.widest = max(self.lasts)
        if self.spacing:  # there is none after the last letter of a line
            self.reach = [length - self.spacing for length in self.reach]
            self.widest -= self.spacing

    def _has_twins(self, fonts: Sequence[Font | None]) -> bool:
        """True if neighbours are set as one piece of text, and are measured so."""
        printed = [(run, font) for run, font in zip(self.runs, fonts, strict=True) if run.text]
        return any(
            font is not None and font is next_font and _look_alike(run, next_run)
            for (run, font), (next_run, next_font) in pairwise(printed)
        )

    def _measure_reach(self) -> None:
        """Measure how far each word reaches above and below."""
        self._above: Sequence[float] = ()
        self._below: Sequence[float] = ()
        if self._may_reach_further:
            reaches = [self._reach_between(low, high) for low, high in pairwise((0, *self.stops))]
            self._above, self._below = zip(*reaches, strict=True)
        self.tall = any(self._above) or any(self._below)
        """True if letters of it reach further above or below than usual."""

    @property
    def _may_reach_further(self) -> bool:
        """True if anything of it may reach further than usual."""
        if self._has_objects and any(run.reach != USUAL_REACH for run in self.runs):
            return True
        return any(
            table.tall or style.rise or style.size > self.size for style, table in self._styles
        )

    def _table(self, style: RunStyle) -> WordWidths:
        """The widths of words in a style."""
        word_style = WordStyle(*style[:3], style.features, self._ems(style))
        return word_widths(self.fonts, word_style)

    def _ems(self, style: RunStyle) -> float:
        """The letter-spacing in ems of a style."""
        return self.spacing / style.size + style.tracking

    def _width_between(self, start: int, stop: int) -> float:
        """The width of the text between two positions at the end of a line."""
        inside = last = 0.0
        for index, low, high in self._runs_between(start, stop):
            run = self.runs[index]
            run_inside = run_last = (run.width or 0.0) + self.spacing
            if run.width is None:
                word = self._run_widths[index].words[self.text[low:high]]
                run_inside, run_last = word.inside * run.style.size, word.last * run.style.size
            if run_last:
                last = inside + run_last
            inside += run_inside
        return last

    def _runs_between(self, start: int, stop: int) -> Iterator[tuple[int, int, int]]:
        """Yield the runs between two positions: index, first and last position."""
        begins = self._begins_of_runs
        for index in range(bisect_right(begins, start) - 1, len(self.runs)):
            low, high = begins[index], begins[index + 1]
            if low >= stop:
                break
            if low < high:
                yield index, max(start, low), min(stop, high)

    def _reach_between(self, start: int, stop: int) -> tuple[float, float]:
        """The reach of the text between two positions; 0 where no further than usual."""
        above = below = 0.0
        for index, low, high in self._runs_between(start, stop):
            run = self.runs[index]
            reach = run.reach if run.width is not None else self._reach(index, self.text[low:high])
            above, below = max(above, reach[0]), max(below, reach[1])
        return above, below

    def _reach(self, index: int, text: str) -> tuple[float, float]:
        """The reach of a run's letters above and below; 0 where no further than usual."""
        widths, style = self._run_widths[index].words, self.runs[index].style
        above, below = widths.tall.get(text, USUAL_REACH)
        if style.size > self.size or style.rise:
            above = max(above, widths.font.drawn_cap_height)
            below = max(below, widths.font.depth)
        above, below = (above + style.rise) * style.size, (below - style.rise) * style.size
        if style.rise:  # what is moved may reach no further than other letters for all that
            above = above if above > widths.font.drawn_cap_height * self.size else 0.0
            below = below if below > widths.font.depth * self.size else 0.0
        return above, below

    def parted(self, width: float, *, keeps: bool) -> Self:
        """The same, where words wider than a width end at every space within them.

        With `keeps`, groups that belong together, such as numbers, stay so if a line holds them.
        Itself where no word is so wide."""
        words: list[str] = []
        start = 0
        for index, stop in enumerate(self.stops):
            word = self.text[start:stop]
            if self.reach[index] - self.begins[index] > width and " " in word[:-1]:
                words += parted(word, partial(self._holds, start, width if keeps else -1.0))
            else:
                words.append(word)
            start = stop
        if len(words) == len(self.stops):
            return self
        narrower = copy.copy(self)
        narrower._measure(words)
        narrower.forced_stops = self.forced_stops | (set(narrower.stops) - set(self.stops))
        return narrower

    def _holds(self, start: int, width: float, low: int, high: int) -> bool:
        """True if a line of a width holds part of a word, which begins at `start`."""
        if width < 0:
            return False
        return self._width_between(start + low, start + high) - self.spacing <= width

    # -- What breaks it into lines asks

    def divides(self, word: int) -> bool:
        """True if a line that ends before this word ends within a word of the language."""
        return divides(self.text, self.stops[word - 1])

    def follows_space(self, word: int) -> bool:
        return self.text[self.stops[word - 1] - 1] in SPACES

    def stretch_of(self, first: int, stop: int) -> float:
        """The width that a justified line of these words can gain at the most."""
        words = self.text[self._start(first) : self.stops[stop - 1]].rstrip(SPACES)
        return sum(map(words.count, _STRETCHED)) * self._most_stretch

    @cached_property
    def _most_stretch(self) -> float:
        """How much wider each space of a justified line may become."""
        style = self.runs[0].style
        font = self.fonts.first(style.families, style.weight, style.italic)
        return (MOST_STRETCHED - 1) * font.width(" ", 0.0) * style.size

    def holds_object(self, first: int, stop: int) -> bool:
        """True if anything but letters is among these words."""
        if not self._has_objects:
            return False
        within = self._runs_between(self._start(first), self.stops[stop - 1])
        return any(self.runs[index].width is not None for index, _, _ in within)

    def reach_of(self, first: int, stop: int) -> tuple[float, float]:
        """The reach of these words above and below; 0 where no further than usual."""
        if not self.tall:
            return USUAL_REACH
        return max(self._above[first:stop]), max(self._below[first:stop])

    def _start(self, word: int) -> int:
        return self.stops[word - 1] if word else 0

    # -- Lines

    def set_lines(self, width: float, breaking: LineBreaking) -> list[SetLine]:
        """Lines of at most this width, if its words allow it.

        They are measured as wholes: where fonts kern with the space a line can be wider than its
        words, and gives its last one up."""
        wrap = self.wrapped(width, breaking)
        font = self._parts.font
        if font and not (self.levels or self.tall):  # as nearly everywhere, and quicker
            return self._lines_of_words(font, wrap)
        lines = [self.set_line(first, stop) for first, stop in pairwise(wrap)]
        if self.adds_up or all(line.width <= width for line in lines):
            return lines
        lines = []
        first = 0
        while first < len(self.stops):
            stop = breaking.end_of_line(self, first, width)
            line = self.set_line(first, stop)
            while line.width > width and stop - first > 1:
                stop -= 1
                line = self.set_line(first, stop)
            lines.append(line)
            first = stop
        return lines

    @property
    def extent(self) -> tuple[float, float]:
        """The widths of its longest word, and of all of it in one line."""
        return self.widest, self.begins[-2] + self.lasts[-1]

    def wrapped(self, width: float, breaking: LineBreaking) -> list[int]:
        """The words that begin a line of at most this width; and the number of words.

        The last answer is remembered: who has found a size sets its lines."""
        if self._last_wrap is None or self._last_wrap[:2] != (width, breaking):
            self._last_wrap = width, breaking, breaking.wrap(self, width)
        return self._last_wrap[2]

    def _lines_of_words(self, font: Font, wrap: Sequence[int]) -> list[SetLine]:
        """Lines of one run in one font, which are as wide as their words."""
        words, begins, reach = self._parts.texts, self.begins, self.reach
        run, spacing = self.runs[0], self.spacing
        lines = []
        for first, stop in pairwise(wrap):
            width = reach[stop - 1] - begins[first]
            text = font.line((*words[first : stop - 1], words[stop - 1].rstrip(SPACES)))
            lines.append(SetLine(width, (LinePiece(0.0, width + spacing, text, font, run),)))
        return lines

    def balanced(self, lines: list[SetLine], width: float, breaking: LineBreaking) -> list[SetLine]:
        """Set as many lines, in the least width that holds them."""
        low, high = self.widest, width
        for _ in range(20):
            middle = (low + high) / 2
            if len(breaking.wrap(self, middle)) - 1 <= len(lines):
                high = middle
            else:
                low = middle
        even = self.set_lines(high, breaking) if high < width else lines
        return even if len(even) == len(lines) else lines

    def set_line(self, first: int, stop: int) -> SetLine:
        """The words from `first` to before `stop` as a line."""
        above, below = self.reach_of(first, stop)
        font = self._parts.font
        if font and not self.levels:
            words = self._parts.texts
            width = self.reach[stop - 1] - self.begins[first]
            text = font.line((*words[first : stop - 1], words[stop - 1].rstrip(SPACES)))
            piece = LinePiece(0.0, width + self.spacing, text, font, self.runs[0])
            return SetLine(width, (piece,), False, above, below)
        if self.adds_up:
            width, parts = self._parts.line(first, stop)
            line_pieces = tuple(
                [
                    LinePiece(x, letters_width, text, font, self.runs[run])
                    for x, letters_width, text, font, run in parts
                ]
            )
            holds_object = self._has_objects and None in [piece.font for piece in line_pieces]
            return SetLine(width - self.spacing, line_pieces, False, above, below, holds_object)
        start, end = self._start(first), self.stops[stop - 1]
        end = start + len(self.text[start:end].rstrip(SPACES))
        divided = self.text.endswith(SOFT_HYPHEN, start, end)
        pieces = self._pieces(start, end, divided)
        if not self.trimmed:
            width = self._place(pieces)
        elif self.levels:
            width, pieces = self._trimmed_both_ways(pieces)
        else:
            width, pieces = self._trimmed(pieces)
        holds_object = any(piece.font is None for piece in pieces)
        return SetLine(width - self.spacing, tuple(pieces), divided, above, below, holds_object)

    def _pieces(self, start: int, end: int, divided: bool) -> list[LinePiece]:
        """The letters and objects of a line, without their places."""
        pieces: list[LinePiece] = []
        for index, low, high in self._runs_between(start, end):
            run = self.runs[index]
            if run.width is not None:
                level = self.levels[low] if self.levels else 0
                pieces.append(LinePiece(0.0, run.width, "", None, run, level))
                continue
            text = self.text[low:high]
            hyphen = "-" if divided and high == end else ""
            if not self.levels:
                self._add_letters(pieces, without_breaks(text) + hyphen, run)
                continue
            *parts, (last, last_level) = one_way(text, self.levels[low:high])
            for part, level in (*parts, (last + hyphen, last_level)):
                self._add_letters(pieces, without_breaks(part), run, level)
        return pieces

    def _add_letters(
        self, pieces: list[LinePiece], text: str, run: StyledRun, level: int = 0
    ) -> None:
        """Add a text that runs one way, in as few pieces as may be."""
        style = run.style
        last = pieces[-1] if pieces and not self.levels else None
        for font, part in self.fonts.runs(text, *style[:3], style.features):
            if last and last.font is font and _look_alike(last.run, run):
                pieces[-1] = last._replace(text=last.text + part)
            else:
                pieces.append(LinePiece(0.0, 0.0, part, font, run, level))
            last = None  # letters of one run come in different fonts

    def _place(self, pieces: list[LinePiece]) -> float:
        """Put the pieces in their places; how far they reach, with letter-spacing after the
        last."""
        x = 0.0
        for place in visual([piece.level for piece in pieces]):
            _, width, text, font, run, level, _ = pieces[place]
            if font is None:
                advance = width + self.spacing
            else:
                visual_text = turned(text) if level % 2 else text
                advance = width = font.width(visual_text, self._ems(run.style)) * run.style.size
            pieces[place] = LinePiece(x, width, text, font, run, level)
            x += advance
        return x

    def _trimmed(self, pieces: list[LinePiece]) -> tuple[float, list[LinePiece]]:
        """The width of the pieces, and each in its place; spaces at their beginnings become
        room."""
        x = 0.0
        placed = []
        for _, width, text, font, run, *_ in pieces:
            if font is None:
                placed.append(LinePiece(x, width, text, font, run))
                x += width + self.spacing
                continue
            size = run.style.size
            ems = self._ems(run.style)
            letters = text.lstrip(" ")
            if len(letters) < len(text):
                x += font.width(text[: len(text) - len(letters)], ems) * size
            if letters:
                width = font.width(letters, ems) * size
                placed.append(LinePiece(x, width, letters, font, run))
                x += width
        return x, placed

    def _trimmed_both_ways(self, pieces: list[LinePiece]) -> tuple[float, list[LinePiece]]:
        """The width of pieces of which some run from right to left, and each in its place, without
        spaces at either end."""
        x = self._place(pieces)
        placed = []
        for offset, width, text, font, run, level, _ in pieces:
            if font is None:
                placed.append(LinePiece(offset, width, text, font, run, level))
                continue
            size, ems = run.style.size, self._ems(run.style)
            letters = text.strip(" ")
            if letters:
                before, after = text.partition(letters)[::2]
                room = font.width(after if level % 2 else before, ems) * size
                visual_letters = turned(text).strip(" ") if level % 2 else letters
                width = font.width(visual_letters, ems) * size
                placed.append(LinePiece(offset + room, width, letters, font, run, level))
        return x, placed


def without_breaks(text: str) -> str:
    """The text without what only says where lines may end."""
    return text.translate(INVISIBLE_BREAKS)


def _look_alike(run: StyledRun, other: StyledRun) -> bool:
    """True if letters of two runs that are in one font may be set as one text."""
    # the font says what the families, the weight and the slope came to
    return run.source is other.source and run.style[3:] == other.style[3:]
