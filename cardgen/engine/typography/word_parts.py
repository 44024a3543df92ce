"""The words of a paragraph in parts of one run each, in numbers: where these add up, a line is as
wide as its parts, and nothing of it is measured again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise, repeat
from operator import mul
from typing import Any, NamedTuple

from cardgen.engine.typography.font import Font
from cardgen.engine.typography.markup import SPACES
from cardgen.engine.typography.word_widths import WordWidth, WordWidths


class RunWidths(NamedTuple):
    """A run as it is measured: its text, and the widths of words in its style, in its size.

    With a `width` it is an object so wide."""

    text: str
    words: WordWidths
    size: float
    width: float | None = None


PartOfLine = tuple[float, float, str, Font | None, int]
"""Letters of one font, or an object, which has none: its place in a line, its width, its text, the
font, and the number of the run."""


class WordParts:
    """The parts of a paragraph's words, which stand in one endless line.

    Part i has the text `texts[i]` and begins at `places[i]`; at the end of a line it is `lasts[i]`
    wide. Word w has the parts from `firsts[w]` to before `firsts[w + 1]`, run r those from
    `bounds[r]` to before `bounds[r + 1]`. They `add_up` where each piece of a line is as wide as
    its parts: where one font writes all of a run, and its words do not touch each other.

    `spacing` follows every letter. With `trimmed` pieces none begins with a space."""

    def __init__(
        self, words: Sequence[str], runs: Sequence[RunWidths], spacing: float, trimmed: bool
    ) -> None:
        self._runs, self._spacing = runs, spacing
        self.texts = words
        self.firsts: Sequence[int] = range(len(words) + 1)
        self.bounds: Sequence[int] = (0, len(words))
        if len(runs) != 1:
            self._cut(words)
        self.fonts = [run.words.font if run.width is None else None for run in runs]
        is_one_run = len(runs) == 1 and words[0][:1] not in ("", " ")
        font = self.fonts[0] if is_one_run else None
        insides, lasts, plain, first_letters, last_letters = self._measured()
        self.lasts: Sequence[float] = lasts
        self.places = [0.0, *accumulate(insides)]
        if font:
            self.add_up = all(plain) and all(map(font.apart, last_letters[:-1], first_letters[1:]))
        else:
            self.add_up = all(plain) and self._stand_apart(last_letters, first_letters, trimmed)
        self.font = font if self.add_up else None
        """The font of parts that add up and are one run of words, as most are."""

    def _cut(self, words: Sequence[str]) -> None:
        """Cut the words where runs end."""
        text = "".join(words)
        ends_of_words = [*accumulate(map(len, words), initial=0)]
        ends_of_runs = [*accumulate([len(run.text) for run in self._runs], initial=0)]
        cuts = sorted({*ends_of_words, *ends_of_runs})
        part_at = {cut: part for part, cut in enumerate(cuts)}
        self.texts = [text[low:high] for low, high in pairwise(cuts)]
        self.firsts = [*map(part_at.__getitem__, ends_of_words)]
        self.bounds = [*map(part_at.__getitem__, ends_of_runs)]

    def _measured(self) -> tuple[Sequence[Any], ...]:
        """The columns of WordWidth for the parts, in the sizes of their runs."""
        if len(self._runs) == 1 and self.fonts[0] and self._runs[0].size == 1.0:
            return tuple(zip(*map(self._runs[0].words.__getitem__, self.texts), strict=True))
        parts: list[WordWidth] = []
        sizes: list[float] = []
        for run, (low, high) in zip(self._runs, pairwise(self.bounds), strict=True):
            if run.width is None:
                parts += map(run.words.__getitem__, self.texts[low:high])
                sizes.append(run.size)
            else:
                width = run.width + self._spacing
                parts.append(WordWidth(width, width, True, "", ""))
                sizes.append(1.0)
        columns: tuple[Sequence[Any], ...] = tuple(zip(*parts, strict=True)) or ((),) * 5
        if sizes.count(1.0) < len(sizes):
            insides, lasts, *others = columns
            counts = [high - low for low, high in pairwise(self.bounds)]
            factors = [*chain.from_iterable(map(repeat, sizes, counts))]
            columns = ([*map(mul, insides, factors)], [*map(mul, lasts, factors)], *others)
        return columns

    def _stand_apart(
        self, last_letters: Sequence[str], first_letters: Sequence[str], trimmed: bool
    ) -> bool:
        """True if no part of a run touches the next."""
        for font, (low, high) in zip(self.fonts, pairwise(self.bounds), strict=True):
            if font is None or low == high:
                continue
            if first_letters[low] == " ":
                # it becomes room where pieces are trimmed, and what is behind it does not touch it
                if not trimmed or self.texts[low] != " ":
                    return False
                low += 1
            neighbours = last_letters[low : high - 1], first_letters[low + 1 : high]
            if high - low > 1 and not all(map(font.apart, *neighbours)):
                return False
        return True

    @property
    def begins(self) -> Sequence[float]:
        """Where the words begin, and where the last one ends."""
        if len(self._runs) == 1:
            return self.places
        return [*map(self.places.__getitem__, self.firsts)]

    @property
    def lasts_of_words(self) -> Sequence[float]:
        """The widths of the words at the end of a line."""
        if len(self._runs) == 1:
            return self.lasts
        return [
            self.lasts[low] if high - low == 1 else self._last_between(low, high)
            for low, high in pairwise(self.firsts)
        ]

    def _last_between(self, low: int, high: int) -> float:
        """The width of a word of several parts at the end of a line."""
        at = high - 1
        while at > low and not self.lasts[at]:  # spaces
            at -= 1
        return self.places[at] - self.places[low] + self.lasts[at] if at >= low else 0.0

    def line(self, first: int, stop: int) -> tuple[float, list[PartOfLine]]:
        """The width of a line of the words from `first` to before `stop`, with letter-spacing after
        the last letter; and what stands in it. Its parts must add up."""
        texts, places = self.texts, self.places
        at, end = self.firsts[first], self.firsts[stop]
        while end > at and not texts[end - 1].rstrip(SPACES):
            end -= 1
        if end == at:
            return 0.0, []
        parts: list[PartOfLine] = []
        shift, right = places[at], places[end - 1] + self.lasts[end - 1]
        run = bisect_right(self.bounds, at) - 1
        while at < end:
            font, x, run_end = self.fonts[run], places[at] - shift, min(self.bounds[run + 1], end)
            if font is None:
                parts.append((x, self._runs[run].width or 0.0, "", None, run))
            else:
                if texts[at] == " ":
                    at += 1
                if at < run_end:
                    letters = [*texts[at:run_end]]
                    if run_end == end:
                        letters[-1] = letters[-1].rstrip(SPACES)
                    width = (right if run_end == end else places[run_end]) - places[at]
                    text = font.line(tuple(letters))
                    parts.append((places[at] - shift, width, text, font, run))
            at, run = run_end, run + 1
        return right - shift, parts
