"""Cells of which a part is bold, italic or struck out, as the markup of card texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple


class Look(NamedTuple):
    """How a part of a cell's text looks."""

    bold: bool = False
    italic: bool = False
    struck: bool = False


PLAIN = Look()


class RichText(str):
    """The plain text of a cell with parts that differ. `markup` says so in the words of card texts, which know nothing that is `struck`."""

    __slots__ = ("markup", "struck")
    markup: str
    struck: bool


def joined_runs(runs: Sequence[tuple[str, Look]]) -> str:
    """The text of runs, each with its look: a RichText, or a plain one where nothing stands out.

    >>> joined_runs([("Draw ", PLAIN), ("one card", Look(bold=True)), (".", PLAIN)]).markup
    'Draw **one card**.'
    """
    text = "".join(text for text, _ in runs)
    looks = [look for part, look in runs for _ in part]
    if not any(map(any, looks)):
        return text
    found = RichText(text)
    found.struck = any(look.struck for look in looks)
    lines = re.finditer(r"[^\n]*\n?", text)
    found.markup = "".join(
        _marked(line[0].rstrip("\n"), looks[line.start() : line.end()]) + "\n" * line[0].endswith("\n") for line in lines
    )
    return found


def _marked(line: str, looks: Sequence[Look]) -> str:
    """A line with stars where a style begins, before a letter, and where it ends, behind one."""
    styles = _without_edges(line, [look[:2] for look in looks[: len(line)]])
    parts, before = [], (False, False)
    for style, letters in groupby(zip(styles, line, strict=True), key=lambda each: each[0]):
        parts += [_stars(before, style), "".join(letter for _, letter in letters)]
        before = style
    return "".join([*parts, _stars(before, (False, False))])


def _without_edges(line: str, styles: list[tuple[bool, bool]]) -> list[tuple[bool, bool]]:
    """The styles of letters; a blank has what the letters on both sides of it have."""
    found = list(styles)
    for blank in re.finditer(r"\s+", line):
        ends = blank.start() > 0 and blank.end() < len(line)
        left, right = (styles[blank.start() - 1], styles[blank.end()]) if ends else ((False, False), (False, False))
        found[blank.start() : blank.end()] = [(left[0] and right[0], left[1] and right[1])] * len(blank[0])
    return found


def _stars(before: tuple[bool, bool], after: tuple[bool, bool]) -> str:
    return "**" * (before[0] != after[0]) + "*" * (before[1] != after[1])
