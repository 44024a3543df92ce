"""Splices of bytes: what makes one content of another, and two changes of a content in one."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

_WORD = re.compile(rb"[\w\x80-\xff]+|\s+|[^\w\s\x80-\xff]")
_LONGEST_LINES = 20_000
"""The most bytes of lines that are compared word by word."""


class Splice(NamedTuple):
    """Bytes in place of those from `start` to `end` of a content."""

    start: int
    end: int
    data: bytes


def spliced(data: bytes, splices: Sequence[Splice]) -> bytes:
    """The data with all of these splices, which do not touch."""
    # from the end, so that offsets before a splice stay
    for splice in sorted(splices, reverse=True):
        data = data[: splice.start] + splice.data + data[splice.end :]
    return data


def merged(base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
    """Two changes of the same bytes in one; None where they touch, and are not the same.

    >>> merged(b"a: 1\\nb: 2\\nc: 3\\n", b"a: 1\\nb: 2\\nc: 4\\n", b"a: 5\\nb: 2\\nc: 3\\n")
    b'a: 5\\nb: 2\\nc: 4\\n'
    """
    if mine == theirs or base == theirs:
        return mine
    if base == mine:
        return theirs
    others = splices_between(base, theirs)
    ours = [splice for splice in splices_between(base, mine) if splice not in others]
    for splice in ours:
        touching = [
            other for other in others if splice.start <= other.end and other.start <= splice.end
        ]
        if touching:
            return None
    return spliced(base, [*ours, *others])


def splices_between(old: bytes, new: bytes) -> list[Splice]:
    """The splices that make `new` of `old`: whole lines, or the part of one line that differs."""
    return [_narrowed(each, old) if each.is_line else each.splice for each in _changes(old, new)]


def difference_count(old: bytes, new: bytes) -> int:
    """The number of places in which two contents differ, counted by lines and words."""
    count = 0
    for splice, _ in _changes(old, new):
        replaced = old[splice.start : splice.end]
        is_short = len(replaced) + len(splice.data) < _LONGEST_LINES
        if replaced and splice.data and is_short:
            words = _WORD.findall(replaced), _WORD.findall(splice.data)
            matcher = difflib.SequenceMatcher(None, *words, autojunk=False)
            count += sum(kind != "equal" for kind, *_ in matcher.get_opcodes())
        else:
            count += 1
    return count


class _Change(NamedTuple):
    """A splice of whole lines; `is_line` if it puts one line in place of one."""

    splice: Splice
    is_line: bool


def _changes(old: bytes, new: bytes) -> Iterator[_Change]:
    """Yield the splices of whole lines that make `new` of `old`.

    As many lines in place of as many others are told one by one."""
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    first, last = common_ends(old_lines, new_lines)
    inner = old_lines[first : len(old_lines) - last], new_lines[first : len(new_lines) - last]
    begin = sum(map(len, old_lines[:first]))
    offsets = list(accumulate(map(len, inner[0]), initial=begin))
    matcher = difflib.SequenceMatcher(None, *inner, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "replace" and end - start == new_end - new_start:
            for at, line in enumerate(inner[1][new_start:new_end], start):
                yield _Change(Splice(offsets[at], offsets[at + 1], line), True)
        elif kind != "equal":
            data = b"".join(inner[1][new_start:new_end])
            yield _Change(Splice(offsets[start], offsets[end], data), False)


def common_ends(old: bytes | Sequence[bytes], new: bytes | Sequence[bytes]) -> tuple[int, int]:
    """The numbers of items that two sequences share at their beginning, and behind that at their
    end."""
    most = min(len(old), len(new))
    first = _most_that(lambda count: old[:count] == new[:count], most)
    rest = most - first
    last = _most_that(lambda count: old[len(old) - count :] == new[len(new) - count :], rest)
    return first, last


def _most_that(holds: Callable[[int], bool], most: int) -> int:
    """The largest number up to `most` for which something holds that holds for all below it."""
    return bisect_left(range(1, most + 1), True, key=lambda count: not holds(count))


def _narrowed(change: _Change, old: bytes) -> Splice:
    """A splice without what it has in common with the bytes that it replaces."""
    splice = change.splice
    first, last = common_ends(old[splice.start : splice.end], splice.data)
    return Splice(
        splice.start + first, splice.end - last, splice.data[first : len(splice.data) - last]
    )
