"""Texts that go on elsewhere: where a text that is too long for its box is parted.

It is parted between words, or better between paragraphs, and only where both parts print as they
do together: no letter is lost, and none changes its look."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.base.writing_direction import DIRECTION_MARKS
from cardgen.engine import FontBook, Layout, TextBox, text_blocks, text_markup

_SPACE = re.compile(r"(?:\s|\\n)+")
_FEWEST_LINES = 2
"""Lines of a paragraph that stand together at least, on both sides."""
_FULL, _FULL_OF_LIST = 0.75, 0.4
"""How much of what has room stands before a place that is better than the last one; less where that
tears an item of a list."""
_BOUNDLESS = 1e6
"""A height that no text reaches, in points."""
_MOST_TRIED = 200
"""So many words before the end of the room are tried as places."""
_LINE_END = re.compile(r"\n|\\n")
_ROW = r"[ \t]*\|(?:(?!\\n).)*\|[ \t]*"
_TABLE_BEFORE = re.compile(
    rf"(?:^|\n|\\n)(?P<head>{_ROW}(?:\n|\\n)[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*)"
    rf"(?:(?:\n|\\n){_ROW})+$"
)
"""A table with a row at the end of a text."""
_ROW_AFTER = re.compile(rf"{_ROW}(?:\n|\\n|$)")
_Letters = Sequence[text_blocks.TextLetter]


class PartedText(NamedTuple):
    """A text in two parts, as it was written; `table_head` is what the rest repeats of the head."""

    head: str
    rest: str
    is_between_paragraphs: bool
    table_head: str = ""

    @property
    def tears_item(self) -> bool:
        """True if an item of a list begins in one part and ends in the other."""
        last_line = _LINE_END.split(self.head)[-1]
        return not self.is_between_paragraphs and text_blocks.begins_item(last_line)


@dataclass(frozen=True, slots=True)
class TextParter:
    """Parts texts of a box. `markup` gives the mark-up of what was written, and may raise
    CardgenError."""

    box: TextBox
    fonts: FontBook
    icon: Callable[[str], float | None]
    markup: Callable[[str], str]

    def parted(self, text: str) -> PartedText | None:
        """Return as much of a text as has room at its smallest size, and the rest; None where it
        cannot be parted. Raises CardgenError."""
        gaps = [gap for gap in _SPACE.finditer(text) if gap.start() and gap.end() < len(text)]
        count = bisect_left(gaps, True, key=lambda gap: not self._fits(text[: gap.start()]))
        letters = self._letters(text)
        last_gaps = [*reversed(gaps[max(0, count - _MOST_TRIED) : count])]
        longest = next(self._parts(text, last_gaps, letters), None)
        return self._best(longest, text, last_gaps, letters) if longest else None

    def _best(
        self,
        longest: PartedText,
        text: str,
        gaps: Sequence[re.Match[str]],
        letters: _Letters,
    ) -> PartedText:
        """The best way to part a text at one of some gaps, of which the `longest` leaves the
        shortest rest.

        That is between paragraphs, if need be between rows of a table, else where no line of one
        stands alone."""
        full = _FULL_OF_LIST if longest.tears_item else _FULL
        near = [gap for gap in gaps if gap.start() >= full * len(longest.head)]
        line_ends = [gap for gap in near if _LINE_END.search(gap[0])]
        between = [*self._parts(text, line_ends, letters)]
        without_heads = [part for part in between if not part.table_head]
        apart = filter(self._keeps_lines_together, self._parts(text, near, letters))
        return next(chain(without_heads, between, apart), longest)

    def _parts(
        self, text: str, gaps: Sequence[re.Match[str]], letters: _Letters
    ) -> Iterator[PartedText]:
        """Yield a text parted at each of these gaps where that can be."""
        return filter(None, (self._part(text, gap, letters) for gap in gaps))

    def _part(self, text: str, gap: re.Match[str], letters: _Letters) -> PartedText | None:
        """A text parted at a gap, what is open there closed and opened again; None where that
        prints something else."""
        head, rest = text[: gap.start()], text[gap.end() :]
        is_between = bool(_LINE_END.search(gap[0]))
        table = _TABLE_BEFORE.search(head) if is_between and _ROW_AFTER.match(rest) else None
        if table:
            part = PartedText(head, f"{table['head']}\n{rest}", True, table["head"])
            return part if self._is_sound(part, letters) and self._fits(part.head) else None
        marks = self._open_marks(text, head)
        closing = "".join(mark for _, mark in reversed(marks))
        opening = "".join(mark for mark, _ in marks)
        starts = product(_head_starts(text, head), _rest_starts(text, gap))
        for head_start, rest_start in starts:
            part = PartedText(head_start + head + closing, rest_start + opening + rest, is_between)
            if self._is_sound(part, letters) and self._fits(part.head):
                return part
        return None

    def _open_marks(self, text: str, head: str) -> list[tuple[str, str]]:
        """The stars and brackets that are open behind the head of a text."""
        try:
            markup, before = self.markup(text), self.markup(head)
        except CardgenError:  # within a phrase
            return []
        return text_markup.open_marks(markup, len(before)) if markup.startswith(before) else []

    def _keeps_lines_together(self, part: PartedText) -> bool:
        last, first = _LINE_END.split(part.head)[-1], _LINE_END.split(part.rest)[0]
        return min(self._line_count(last), self._line_count(first)) >= _FEWEST_LINES

    def _line_count(self, text: str) -> int:
        try:
            return len(self._laid_out(text, _BOUNDLESS).lines)
        except CardgenError:  # half of a span, where a paragraph ends within it
            return 0

    def _fits(self, text: str) -> bool:
        """True if a part has room. What cannot be set by itself counts as what is before it."""
        while True:
            try:
                return self._laid_out(text, self.box.height).lack is None
            except CardgenError:
                gaps = [*_SPACE.finditer(text)]
                if not gaps:
                    return True
                text = text[: gaps[-1].start()]

    def _laid_out(self, text: str, height: float) -> Layout:
        box = replace(self.box.at_least_size(), height=height)
        return box.fit(self.markup(text), self.fonts, self.icon)

    def _is_sound(self, part: PartedText, letters: _Letters) -> bool:
        """True if both parts print the letters of the whole in their looks and places."""
        try:
            repeated = self._letters(part.table_head) if part.table_head else []
            rest = self._letters(part.rest)
            is_repeated = rest[: len(repeated)] == repeated
            return is_repeated and [*self._letters(part.head), *rest[len(repeated) :]] == letters
        except CardgenError:
            return False

    def _letters(self, text: str) -> list[text_blocks.TextLetter]:
        """The letters and icons of a text. Raises CardgenError."""
        blocks, problems = self.box.blocks_of(self.markup(text))
        if problems:
            raise CardgenError(*problems)
        return [letter for block in blocks for letter in block.letters]


def _head_starts(text: str, head: str) -> Iterator[str]:
    """Yield what the first part may begin with: a line alone is an item only if that is said."""
    yield ""
    if (
        text_blocks.begins_item(head)
        and not _LINE_END.search(head)
        and text_blocks.may_have_blocks(text)
    ):
        yield text_blocks.GOES_ON


def _rest_starts(text: str, gap: re.Match[str]) -> Iterator[str]:
    """Yield what the rest may begin with: the items that it goes on in, and a sign of the way that
    its letters run where the first ones would tell another."""
    line_start = ""
    if text_blocks.may_have_blocks(text):
        line_start = text_blocks.later_line_start(text, gap.end())
    starts = [""] if len(line_start) < 2 else []
    starts += [line_start] if line_start else []
    yield from starts
    if not text.isascii():
        yield from (start + mark for start in starts for mark in DIRECTION_MARKS)
