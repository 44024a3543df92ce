"""Texts set in their boxes: the size at which one fits, its lines, and their places."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from operator import attrgetter
from typing import NamedTuple, Self

from cardgen.base.geometry import Box
from cardgen.base.units import ceiled_millimetres
from cardgen.engine.typography.bidi import END_OF_ISOLATE, ISOLATES
from cardgen.engine.typography.font import OVERHANG
from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.line_breaking import FirstFit
from cardgen.engine.typography.measured_text import MeasuredText
from cardgen.engine.typography.paragraph import (
    CLEAR,
    LinePiece,
    Paragraph,
    SetLine,
    bars,
)
from cardgen.engine.typography.text_blocks import BESIDE_MARKER, TextBlock
from cardgen.engine.typography.text_layout import Decoration, Icon, Lack, Layout, Line, Run, ink_of
from cardgen.engine.typography.text_place import TextPlace
from cardgen.engine.typography.text_tables import TableRow

_SLACK = 1e-6
_IN_LIST = 0.4
"""The gap between items of a list, as a share of that between paragraphs."""
_IN_TABLE = 0.1
"""The gap between rows of a table, in ems."""
_RULE_GAP, _RULE_THICK = 0.6, 0.05
"""The room that a rule takes between two paragraphs, and its thickness, in ems."""
_HAIR = 1e-3
_QUOTED = 40
"""So many letters of a line that is too wide are quoted."""
_ZONE = 0.25
"""The share of a line that may stay free rather than that a word is divided."""
_JUSTIFIED_ZONE = 0.06
"""The same of a justified line: about what its spaces can be stretched."""


class _LineHeight(NamedTuple):
    """Of a line whether it holds an icon, and how far its letters reach above and below its
    baseline where that is further than usual."""

    holds_object: bool
    above: float = 0.0
    below: float = 0.0


class BoxSetter:
    """Finds the size of a text and puts its lines in their places. Heights are in ems."""

    def __init__(
        self,
        paragraphs: Sequence[Paragraph | TableRow],
        box: TextPlace,
        fonts: FontBook,
    ) -> None:
        self.paragraphs, self.box = paragraphs, box
        self.gaps: Sequence[float] = ()
        """The gap below each paragraph but the last."""
        zone = _JUSTIFIED_ZONE if box.align == "justify" else _ZONE
        self.breaking = FirstFit(zone, box.keep_last_words)
        self.decorated = any(paragraph.barred for paragraph in paragraphs)
        font = fonts.first(box.families, box.weight, box.italic)
        self.cap = font.cap_height if box.as_drawn else font.drawn_cap_height
        self.depth = font.depth
        self.above = self.cap, max(self.cap, (self.cap + box.ICON_HEIGHT) / 2)
        """How far a line reaches above its baseline as a rule: one without icons, and one with
        them."""
        self.below = self.depth, max(self.depth, (box.ICON_HEIGHT - self.cap) / 2)
        self.indents: Sequence[float] = [0.0] * len(paragraphs)
        """How far each paragraph stands in, in ems."""
        self.markers: Sequence[Paragraph | None] = ()
        """The bullets and numbers of items of lists; none where there is no list."""
        self.rules: frozenset[int] = frozenset()
        """The paragraphs above which a rule stands."""
        self.tall = False
        """Whether tall letters are given more room than others."""

    @classmethod
    def of(cls, text: MeasuredText, box: TextPlace, fonts: FontBook) -> Self:
        """Return what sets a text that was measured."""
        setter = cls(text.parts, box, fonts)
        if len(text.blocks) > 1:
            setter.gaps = _gaps(text.blocks, box)
            setter.rules = _rules(text.blocks)
        if text.markers:
            setter.indents, setter.markers = text.indents, text.markers
        return setter

    def layout(self) -> Layout:
        """The lines with as few words divided as may be; as many as are needed where the text does
        not fit otherwise. Where that does not help either, lines end at spaces within what belongs
        together: first only where it is wider than the box."""
        if not self.paragraphs:
            return Layout(self.box.size, (), None)
        unparted = layout = self._as_tall_as_fits()
        for width in (self._room(self._least_size), 0.0):
            if not layout.lack:
                break
            parted = [
                paragraph.parted(max(0.0, width - indent), keeps=True)
                for paragraph, indent in zip(self.paragraphs, self.indents, strict=True)
            ]
            if parted != self.paragraphs:
                self.paragraphs = parted
                layout = self._as_tall_as_fits()
        return unparted if layout.lack else layout._replace(parted=unparted.lack)

    def _as_tall_as_fits(self) -> Layout:
        """Lines kept apart as tall letters want it; as the box has them where the text does not fit
        otherwise."""
        self.tall = self._has_tall_letters and not self.box.around
        layout = self._laid_out()
        if layout.lack and self.breaking.zone and any(text.divisible for text in self.paragraphs):
            self.breaking = replace(self.breaking, zone=0.0)
            layout = self._laid_out()
        if layout.lack and self.tall:
            self.tall = False
            crowded = self._laid_out()
            layout = layout if crowded.lack else crowded
        return layout

    @property
    def _has_tall_letters(self) -> bool:
        return not self.box.as_drawn and any(paragraph.tall for paragraph in self.paragraphs)

    @property
    def _least_size(self) -> float:
        """The smallest size, in points."""
        return self.box.size if self.box.min_size is None else self.box.min_size

    def _laid_out(self) -> Layout:
        """The text at the largest size at which it fits, else at the smallest."""
        box = self.box
        for size in self._sizes():
            texts = self._set(size)
            overflow = self._overflow(texts, size)
            if not overflow:
                break
        if box.balance:
            even = self._balanced(texts, self._room(size))
            # an icon that moves to the last line may want more room
            if overflow or not self._overflow(even, size):
                texts = even
        placed = self._placed(texts, size)
        crowded = None if self.tall else self._crowded(texts, size)
        overhang = None if overflow else self._overhang(placed, size)
        height = self._height(texts) * size
        top = placed[0].y - self._above(texts[0][0]) * size
        return Layout(size, placed, overflow, crowded, None, overhang, height, top)

    def _sizes(self) -> Iterator[float]:
        """Yield the sizes to be tried, in points: from the largest that seems to fit."""
        box, least = self.box, self._least_size
        steps = range(math.ceil((box.size - least) / self.box.STEP - _SLACK) + 1)

        def size_at(step: int) -> float:
            return max(least, box.size - box.STEP * step)

        def seems_to_fit(step: int) -> bool:
            return self._seems_to_fit(size_at(step))

        first = 0  # as most texts fit at their full size
        if len(steps) > 1 and not seems_to_fit(0):
            first = bisect_left(steps, True, 1, key=seems_to_fit)
        yield from map(size_at, steps[min(first, len(steps) - 1) :])

    def _set(self, size: float) -> list[list[SetLine]]:
        """The lines of each paragraph, as the box holds them at a size."""
        room = self._room(size)
        if self.box.around:
            return self._set_around(size)
        texts = [
            paragraph.set_lines(room - indent, self.breaking)
            for paragraph, indent in zip(self.paragraphs, self.indents, strict=True)
        ]
        for number, marker in enumerate(self.markers):
            self._mark(texts[number], number, marker)
        return texts

    def _set_around(self, size: float) -> list[list[SetLine]]:
        """The lines of each paragraph, beside what lies in the way; below it where no word has room
        there. They begin at the top of the box."""
        texts = []
        baseline = self.cap
        gaps = (*self.gaps, 0.0)
        for number, paragraph in enumerate(self.paragraphs):
            lines: list[SetLine] = []
            first = 0
            while isinstance(paragraph, Paragraph) and first < len(paragraph.stops):
                left, width = self._free(baseline, size, self.indents[number])
                stop, line = self._line_within(paragraph, first, width)
                baseline += self.box.leading
                if line.width > width and width < self._room(size) - self.indents[number] - _HAIR:
                    lines.append(SetLine(0.0, ()))
                    continue
                if self.box.align == "justify" and stop < len(paragraph.stops):
                    line = self._justified(line, width)
                lines.append(self._aligned(line, left, width, paragraph.leftward))
                first = stop
            if isinstance(paragraph, TableRow):
                lines = paragraph.set_lines(self._room(size), self.breaking)
                baseline += self.box.leading * len(lines)
            if self.markers:
                self._mark(lines, number, self.markers[number])
            baseline += gaps[number]
            texts.append(lines)
        return texts

    def _line_within(self, paragraph: Paragraph, first: int, width: float) -> tuple[int, SetLine]:
        """The word after a line of at most this width, and the line; one word is always in it."""
        stop = self.breaking.end_of_line(paragraph, first, width)
        line = paragraph.set_line(first, stop)
        while line.width > width and stop - first > 1:
            stop -= 1
            line = paragraph.set_line(first, stop)
        return stop, line

    def _free(self, baseline: float, size: float, indent: float) -> tuple[float, float]:
        """Where the wider stretch that is free for a line begins, and its width, in ems."""
        top, bottom = (baseline - self.cap) * size, (baseline + self.depth) * size
        bands = [band for band in self.box.around if band[0] < bottom and band[1] > top]
        room = self._room(size)
        if not bands:
            return 0.0, room - indent
        before = min(band[2] for band in bands) / size - indent
        after = room - max(max(band[3] for band in bands) / size, indent)
        if before >= after:
            return 0.0, max(0.0, min(before, room - indent))
        return room - indent - after, max(0.0, after)

    def _aligned(self, line: SetLine, left: float, width: float, leftward: bool) -> SetLine:
        """The line in its place of a free stretch."""
        share = self.box.ALIGN[self.box.align]
        shift = left + (1 - share if leftward else share) * (width - line.width)
        if shift <= _HAIR:
            return line
        pieces = tuple(piece._replace(x=piece.x + shift) for piece in line.pieces)
        return line._replace(pieces=pieces)

    def _balanced(self, texts: Sequence[list[SetLine]], room: float) -> list[list[SetLine]]:
        """The paragraphs with lines about equally long."""
        even = []
        for number, (paragraph, lines) in enumerate(zip(self.paragraphs, texts, strict=True)):
            width = room - self.indents[number]
            even_lines = paragraph.balanced(lines, width, self.breaking)
            if even_lines is not lines and self.markers:
                self._mark(even_lines, number, self.markers[number])
            even.append(even_lines)
        return even

    def _mark(self, lines: list[SetLine], number: int, marker: Paragraph | None) -> None:
        """Set the marker of an item before its first line."""
        if marker is None:
            return
        marker_line, line = marker.set_line(0, len(marker.stops)), lines[0]
        is_leftward = self.paragraphs[number].leftward
        shift = -marker_line.width - BESIDE_MARKER
        if is_leftward:
            shift = line.width + BESIDE_MARKER
        pieces = tuple(piece._replace(x=piece.x + shift) for piece in marker_line.pieces)
        lines[0] = line._replace(
            pieces=pieces + line.pieces,
            above=max(line.above, marker_line.above),
            below=max(line.below, marker_line.below),
            holds_object=line.holds_object or marker_line.holds_object,
        )

    def _room(self, size: float) -> float:
        """The box's width in ems, with a hair for rounding."""
        return (self.box.width + _SLACK) / size

    def _seems_to_fit(self, size: float) -> bool:
        """True if the text fits by the widths of its words.

        This is quick, and wrong only where fonts kern with the space."""
        paragraphs = [text for text in self.paragraphs if isinstance(text, Paragraph)]
        # what tables need, and texts around something, is known when they are set
        if len(paragraphs) < len(self.paragraphs) or self.box.around:
            return True
        height = self._height_of_words(paragraphs, size)
        return height is not None and height * size <= self.box.height + _SLACK

    def height_by_words(self) -> float | None:
        """The height of the text at its full size, in points; None where it has to be set to be
        sure."""
        box = self.box
        paragraphs = [
            text for text in self.paragraphs if isinstance(text, Paragraph) and text.adds_up
        ]
        if not paragraphs or len(paragraphs) < len(self.paragraphs) or box.around or box.balance:
            return None
        self.tall = self._has_tall_letters
        height = self._height_of_words(paragraphs, box.size)
        fits = height is not None and height * box.size <= box.height + _SLACK
        return height * box.size if fits and height else None

    def _height_of_words(self, paragraphs: Sequence[Paragraph], size: float) -> float | None:
        """The height of the lines that words make, in ems; None where one of them is wider than the
        box, or there are too many lines."""
        room = self._room(size)
        wraps = []
        for paragraph, indent in zip(paragraphs, self.indents, strict=True):
            if paragraph.widest > room - indent:
                return None
            wraps.append(paragraph.wrapped(room - indent, self.breaking))
        count = sum(map(len, wraps)) - len(wraps)
        if count > (self.box.max_lines or count):
            return None
        if self.tall:
            lines = [
                [_line_height(paragraph, first, stop) for first, stop in pairwise(wrap)]
                for paragraph, wrap in zip(paragraphs, wraps, strict=True)
            ]
            return self._height(lines)
        first_has_icon = paragraphs[0].holds_object(*wraps[0][:2])
        last_has_icon = paragraphs[-1].holds_object(*wraps[-1][-2:])
        span = self._span(count, self.box.leading)
        return self.above[first_has_icon] + span + self.below[last_has_icon]

    def _above(self, line: SetLine | _LineHeight) -> float:
        usual = self.above[line.holds_object]
        return max(usual, line.above) if self.tall else usual

    def _below(self, line: SetLine | _LineHeight) -> float:
        usual = self.below[line.holds_object]
        return max(usual, line.below) if self.tall else usual

    def _leading(self, texts: Sequence[Sequence[SetLine | _LineHeight]]) -> float:
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

    def _apart(self, upper: SetLine | _LineHeight, lower: SetLine | _LineHeight) -> float:
        """The least distance of two lines whose tall letters do not touch; icons have no part in
        it."""
        if not (upper.below or lower.above):
            return 0.0
        return max(self.depth, upper.below) + max(self.cap, lower.above) + CLEAR

    def _span(self, count: int, leading: float) -> float:
        """From the first baseline to the last."""
        return (count - 1) * leading + sum(self.gaps)

    def _height(self, texts: Sequence[Sequence[SetLine | _LineHeight]]) -> float:
        span = self._span(sum(map(len, texts)), self._leading(texts))
        return self._above(texts[0][0]) + span + self._below(texts[-1][-1])

    def _overflow(self, texts: Sequence[Sequence[SetLine]], size: float) -> Lack | None:
        """The room that the box lacks for these lines; None if it holds them."""
        box = self.box
        lines = [line for text in texts for line in text]
        if self.markers:  # what stands in has so much less room
            lines = [
                line._replace(width=line.width + indent)
                for text, indent in zip(texts, self.indents, strict=True)
                for line in text
            ]
        lacks = []
        more_width = more_height = 0.0
        line_count = 0
        widest = max(lines, key=_width_of)
        if (excess := widest.width * size - box.width) > 2 * _SLACK:
            more_width = excess
            words = "".join([piece.text for piece in widest.pieces]) or "an icon"
            if len(words) > _QUOTED:
                words = f"{words[: _QUOTED - 3]}..."
            lacks.append(f'"{words}" needs {ceiled_millimetres(excess)} mm more width')
        if (excess := self._height(texts) * size - box.height) > 2 * _SLACK:
            more_height = excess
            lacks.append(f"needs {ceiled_millimetres(excess)} mm more height")
        if box.max_lines is not None and len(lines) > box.max_lines:
            line_count = len(lines)
            lacks.append(f"needs {len(lines)} lines where {box.max_lines} may stand")
        if not lacks:
            return None
        return Lack(more_width, more_height, line_count, f"{' and '.join(lacks)} at {size:g} pt")

    def _crowded(self, texts: Sequence[Sequence[SetLine]], size: float) -> str | None:
        """The fault of tall letters that were given no more room than others."""
        if not self._has_tall_letters:
            return None
        self.tall = True
        height, leading = self._height(texts), self._leading(texts)
        self.tall = False
        excess = height * size - self.box.height
        if excess <= 2 * _SLACK:
            return None
        touching = leading > self.box.leading + _SLACK
        fault = "its lines touch each other" if touching else "its letters stand out of it"
        return f"{fault}: it needs {ceiled_millimetres(excess)} mm more height"

    def _overhang(self, lines: Sequence[Line], size: float) -> Lack | None:
        """The letters' part that stands out of the box at its sides.

        Measured only in fonts that have such letters."""
        if self.box.as_drawn:
            return None
        items = [item for line in lines for item in line.items]
        runs = [item for item in items if isinstance(item, Run) and item.font.overhanging]
        if not runs:
            return None
        edges = [edge for run in runs for edge in ink_of(run)]
        at_left = max((-edge[0] for edge in edges), default=0.0)
        at_right = max((edge[2] - self.box.width for edge in edges), default=0.0)
        least = OVERHANG * size + _SLACK
        excesses = {
            side: excess
            for side, excess in (("left", at_left), ("right", at_right))
            if excess > least
        }
        if not excesses:
            return None
        where = " and ".join(
            f"{ceiled_millimetres(excess)} mm on the {side}" for side, excess in excesses.items()
        )
        return Lack(2 * max(excesses.values()), 0.0, 0, f"{where} at {size:g} pt")

    def _placed(self, texts: Sequence[Sequence[SetLine]], size: float) -> tuple[Line, ...]:
        """The lines in points, each in its place of the box."""
        box = self.box
        leading = self._leading(texts)
        y = self._first_baseline(texts, leading, size)
        placed: list[Line] = []
        gaps = (*self.gaps, 0.0)
        is_justified = box.align == "justify" and not box.around
        below = leading * size
        for number, (paragraph, text) in enumerate(zip(self.paragraphs, texts, strict=True)):
            indent = self.indents[number]
            share = 0.0 if indent or box.around else self.box.ALIGN[box.align]
            share_before = 1 - share if paragraph.leftward else share
            room = box.width - indent * size
            if is_justified and not isinstance(paragraph, TableRow):
                width = box.width / size - indent
                text = [*(self._justified(line, width) for line in text[:-1]), text[-1]]
            for line in text:
                line_width = line.width * size
                x = (room - line_width) * share_before + 0.0  # never -0
                if indent and not paragraph.leftward:
                    x += indent * size
                items = self._items(line, x, y, size)
                decorations = _decorations(line, x, y, size) if self.decorated else ()
                placed.append(Line(x, y, line_width, items, decorations))
                y += below
            y += gaps[number] * size
        return tuple(self._with_rules(placed, texts, size) if self.rules else placed)

    def _justified(self, line: SetLine, width: float) -> SetLine:
        """The line with its spaces stretched to a width; the marker of an item stays."""
        if line.pieces and min(piece.x for piece in line.pieces) < 0:
            marker = [piece for piece in line.pieces if piece.x < 0]
            rest = tuple(piece for piece in line.pieces if piece.x >= 0)
            stretched = line._replace(pieces=rest).justified(width)
            return stretched._replace(pieces=(*marker, *stretched.pieces))
        return line.justified(width)

    def _with_rules(
        self, lines: Sequence[Line], texts: Sequence[Sequence[SetLine]], size: float
    ) -> Iterator[Line]:
        """The lines, with a rule in the middle between those of the paragraphs that it parts."""
        firsts = list(accumulate(map(len, texts), initial=0))
        ruled_lines = {firsts[number] for number in self.rules}
        for number, line in enumerate(lines):
            if number in ruled_lines:
                low = lines[number - 1].y + self.depth * size
                middle = (low + line.y - self.cap * size) / 2
                height = _RULE_THICK * size
                box = Box(0.0, middle - height / 2, self.box.width, height)
                line = line._replace(decorations=(*line.decorations, Decoration("rule", box, "")))
            yield line

    def _first_baseline(
        self, texts: Sequence[Sequence[SetLine]], leading: float, size: float
    ) -> float:
        """The place of the first line, in points below the box's upper edge."""
        box = self.box
        span = self._span(sum(map(len, texts)), leading) * size
        highest = self._above(texts[0][0]) * size
        lowest = box.height - self._below(texts[-1][-1]) * size - span
        if box.valign == "top" or box.around:
            return highest
        if box.valign == "bottom":
            return lowest
        middle = (box.height + self.cap * size - span) / 2
        return min(max(middle, highest), lowest) if highest <= lowest else middle

    def _items(self, line: SetLine, x: float, y: float, size: float) -> tuple[Run | Icon, ...]:
        """The runs and icons of a line that begins at (x, y), as they are seen from the left."""
        spacing = self.box.letter_spacing * size
        pieces: Sequence[LinePiece] = line.pieces
        if len(pieces) == 1 and pieces[0].font:  # as nearly everywhere, and quicker
            return (_run(pieces[0], x, y, size, spacing, line.divided),)
        pieces = sorted(pieces, key=_x_of)
        divided = line.pieces[-1] if line.divided else None
        return tuple(
            [
                _run(piece, x, y, size, spacing, piece is divided)
                if piece.font
                else self._icon(piece, x, y, size)
                for piece in pieces
            ]
        )

    def _icon(self, piece: LinePiece, x: float, y: float, size: float) -> Icon:
        style = piece.run.style
        height = self.box.ICON_HEIGHT * style.size * size
        middle = y - (self.cap / 2 + style.rise * style.size) * size
        return Icon(
            piece.run.source,
            x + piece.x * size,
            middle - height / 2,
            piece.width * size,
            height,
            style.icon_colour,
            style.colour,
        )


def _gaps(blocks: Sequence[TextBlock], box: TextPlace) -> list[float]:
    """The gap between each paragraph and the next beside the leading, in ems.

    It is the box's gap or, where it has none, blank lines; items of a list stand closer."""
    gaps = []
    blanks = rules = 0
    before: TextBlock | None = None
    for block in blocks:
        if block.rule:
            rules += 1
        elif not block.spans:
            blanks += 1
        else:
            if before:
                gap = box.paragraph_gap or blanks * box.leading
                if block.joined:
                    gap = 0.0
                elif block.depth and before.depth and not (blanks or rules):
                    gap *= _IN_LIST
                elif block.cells and before.cells and not block.is_head:
                    gap = _RULE_GAP if before.is_head else _IN_TABLE
                gaps.append(gap + _RULE_GAP * min(rules, 1))
            before = block
            blanks = rules = 0
    return gaps


def _rules(blocks: Sequence[TextBlock]) -> frozenset[int]:
    """The numbers of the paragraphs above which a rule stands: also below the head of a table."""
    rules = set[int]()
    number = 0
    after_head = False
    for block in blocks:
        if block.rule:
            rules.add(number)
        elif block.spans:
            if after_head and block.cells:
                rules.add(number)
            after_head = block.is_head
            number += 1
    return frozenset(rules)


_width_of, _x_of = attrgetter("width"), attrgetter("x")


def _decorations(line: SetLine, x: float, y: float, size: float) -> tuple[Decoration, ...]:
    """The bars of a line that begins at (x, y), in points."""
    return tuple(
        Decoration(
            bar.kind,
            Box(x + bar.x * size, y + bar.y * size, bar.width * size, bar.height * size),
            bar.colour,
        )
        for bar in bars(line.pieces)
    )


def _line_height(paragraph: Paragraph, first: int, stop: int) -> _LineHeight:
    """The height of a line of these words."""
    return _LineHeight(paragraph.holds_object(first, stop), *paragraph.reach_of(first, stop))


def _run(piece: LinePiece, x: float, y: float, size: float, spacing: float, divided: bool) -> Run:
    """Letters in points. SVG is told which run from right to left."""
    at, width, text, font, run, level, gap = piece
    assert font is not None
    style = run.style
    if level % 2:
        text = f"{ISOLATES['rtl']}{text}{END_OF_ISOLATE}"
    return Run(
        x + at * size,
        y - style.rise * style.size * size if style.rise else y,
        text,
        font,
        size * style.size,
        width * size,
        spacing + style.tracking * style.size * size if style.tracking else spacing,
        divided,
        style.colour,
        gap * size,
    )
