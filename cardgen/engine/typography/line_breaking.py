"""Strategies for breaking lines: as many words as a line holds (first fit), or so that the edge of
the whole paragraph is most even (least squares)."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass

from cardgen.engine.typography.paragraph import Paragraph

_ZONE_AGAIN = 0.15
"""How much more of a line may stay free where the line before has divided a word."""
_SHORT = 1 / 3
"""A single word that ends a text and is shorter than this share of a line is a widow."""
_LEAST_LEFT = 0.4
"""The share of a line that must stay behind where it gives a word to the last one."""
_SHORT_END = 0.2
"""A last line shorter than this share of the width looks lost."""
_DIVISION_COST = 0.06
"""What a divided word costs: as much as a line that stays free for a quarter."""
_FORCED_COST = 10.0
"""What a line costs that ends where none should: nothing but a text that sticks out is worse."""
_RAGGED_COST = 0.5
"""What a justified line costs that cannot reach both edges: more than a divided word."""


@dataclass(frozen=True, slots=True)
class FirstFit:
    """Lines with as many words as each holds.

    `zone` is the share of a line that may stay free rather than that a word is divided; with 0
    words are divided wherever they can be. With `keep_last_words` the last line is no short word by
    itself, where that can be had."""

    zone: float = 0.0
    keep_last_words: bool = False

    def end_of_line(self, paragraph: Paragraph, first: int, width: float) -> int:
        """The word after the last one of a line that begins with `first`; one it always holds."""
        begins, reach = paragraph.begins, paragraph.reach
        stop = bisect_right(reach, begins[first] + width, first + 1)
        if not (
            self.zone and paragraph.divisible and stop < len(reach) and paragraph.divides(stop)
        ):
            return stop
        undivided = stop - 1
        while undivided > first and paragraph.divides(undivided):
            undivided -= 1
        if undivided == first:
            return stop
        again = first and paragraph.divides(first)
        zone = self.zone + _ZONE_AGAIN if again else self.zone
        is_full = reach[undivided - 1] - begins[first] >= (1 - zone) * width
        return undivided if is_full else stop

    def wrap(self, paragraph: Paragraph, width: float) -> list[int]:
        """The words that begin a line, by their own widths; and the number of words."""
        begins, reach = paragraph.begins, paragraph.reach
        count = len(reach)
        lines = [0]
        first = 0
        if self.zone and paragraph.divisible:
            while first < count:
                first = self.end_of_line(paragraph, first, width)
                lines.append(first)
        else:  # the same, and quicker
            while first < count:
                first = bisect_right(reach, begins[first] + width, first + 1)
                lines.append(first)
        if self.keep_last_words and len(lines) > 2:
            return _without_widow(paragraph, lines, width)
        return lines


def _without_widow(paragraph: Paragraph, lines: list[int], width: float) -> list[int]:
    """Lines of which the one before a widow gives it a word if it can."""
    begins, reach = paragraph.begins, paragraph.reach
    before, last, count = lines[-3:]
    is_short = reach[count - 1] - begins[last] < _SHORT * width
    if any(paragraph.follows_space(word) for word in range(last + 1, count)):
        return lines
    if not (is_short or paragraph.divides(last)):
        return lines
    for word in range(last - 1, before, -1):
        if paragraph.follows_space(word):
            has_room = reach[count - 1] - begins[word] <= width
            leaves_enough = reach[word - 1] - begins[before] >= _LEAST_LEFT * width
            return [*lines[:-2], word, count] if has_room and leaves_enough else lines
    return lines


@dataclass(frozen=True, slots=True)
class LeastSquares:
    """The least sum of squares of what lines leave free, over as few lines as can be.

    The last line may be shorter, unless all are to be `even`. Lines of a `justified` paragraph are
    rather divided than left too short to be stretched."""

    even: bool = False
    justified: bool = False

    def end_of_line(self, paragraph: Paragraph, first: int, width: float) -> int:
        """The word after the last one that a line from `first` holds; one it always holds."""
        return FirstFit().end_of_line(paragraph, first, width)

    def wrap(self, paragraph: Paragraph, width: float) -> list[int]:
        """The words that begin a line, by their own widths; and the number of words."""
        begins, lasts = paragraph.begins, paragraph.lasts
        count, most = len(lasts), width + 1e-6
        if count == 1 or 0.0 < begins[count - 1] + lasts[-1] <= most:
            # of one line, as most are: a second costs more than all that may stay free
            return [0, count]
        costs: list[float] = [0.0]
        """By how many words are set: what their lines cost at the least."""
        line_starts = [0]
        """By how many words are set: which begins the last of those lines."""
        for stop in range(1, count + 1):
            begin, last = begins[stop - 1], lasts[stop - 1]
            ending = self._cost_of_end(paragraph, stop)
            least, best_start = math.inf, stop - 1
            for first in range(stop - 1, -1, -1):
                length = begin - begins[first] + last
                if length > most and first < stop - 1:
                    break
                free = 1 - length / width if length < width else 0.0
                cost = free * free
                if stop == count and not self.even:
                    cost = 3.0 * max(0.0, free - 1 + _SHORT_END) if first else 0.0
                elif self.justified and width - length > paragraph.stretch_of(first, stop):
                    cost += _RAGGED_COST
                total = costs[first] + cost + 1.0 + ending
                if total < least:
                    least, best_start = total, first
            costs.append(least)
            line_starts.append(best_start)
        lines = [count]
        while lines[-1]:
            lines.append(line_starts[lines[-1]])
        return lines[::-1]

    def _cost_of_end(self, paragraph: Paragraph, stop: int) -> float:
        """The cost of a line that ends before a word."""
        cost = 0.0
        if (paragraph.divisible or paragraph.forced_stops) and paragraph.divides(stop):
            cost = _DIVISION_COST
        if paragraph.stops[stop - 1] in paragraph.forced_stops:
            cost += _FORCED_COST
        return cost
