"""Cells with parts in bold, italic or struck out, as card markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from cardgen.base import stars
from cardgen.engine import text_markup

_MARKUP = frozenset("*{}\\")


class Look(NamedTuple):
    """The look of a part of a cell's text."""

    bold: bool = False
    italic: bool = False
    struck: bool = False
    raised: str = ""
    """How it is raised or lowered, in the words of its file."""
    underlined: bool = False
    colour: str = ""
    size: str = ""


_NOT_KEPT = {
    "raised": "raised and lowered letters",
    "underlined": "underlines",
    "colour": "colours",
    "size": "sizes",
}
"""What cards do not take over of how a part of a cell looks, by the field of Look."""
PLAIN = Look()


class RichText(str):
    """The plain text of a cell with parts that differ. `markup` says so in the words of card texts,
    which know nothing that is `struck`; `looks` are those of all its parts."""

    __slots__ = ("looks", "markup", "struck")
    markup: str
    struck: bool
    looks: frozenset[Look]

    def left_out(self, cell: Look) -> list[str]:
        """Return the differences of its parts that cards do not take over, in words. A part
        without a look of its own looks as its `cell` does."""
        differing = []
        for name, in_words in _NOT_KEPT.items():
            values = {getattr(look, name) or getattr(cell, name) for look in self.looks}
            if len(values) > 1:
                differing.append(in_words)
        return differing


def joined_runs(runs: Sequence[tuple[str, Look]]) -> str:
    """The text of runs, each with its look.

    It is a RichText, or a plain one where nothing stands out.

    >>> joined_runs([("Draw ", PLAIN), ("one card", Look(bold=True)), (".", PLAIN)]).markup
    'Draw **one card**.'
    """
    text = "".join(text for text, _ in runs)
    looks = [look for part, look in runs for _ in part]
    if not any(map(any, looks)):
        return text
    rich = RichText(text)
    rich.struck = any(look.struck for look in looks)
    rich.looks = frozenset(look for part, look in runs if part.strip())
    lines = re.finditer(r"[^\n]*\n?", text)
    rich.markup = "".join(
        _marked(line[0].rstrip("\n"), looks[line.start() : line.end()])
        + "\n" * line[0].endswith("\n")
        for line in lines
    )
    return rich


def _marked(line: str, looks: Sequence[Look]) -> str:
    """Return a line with stars where a style begins and ends.

    Stars of the text itself stay.
    """
    styles = _without_edges(line, [(look.bold, look.italic) for look in looks[: len(line)]])
    if not any(map(any, styles)):
        return line
    literal_stars = text_markup.printed_stars(line)
    letters = ["\\*" if at in literal_stars else letter for at, letter in enumerate(line)]
    letters_shown = _letters("".join(letters))
    markup = _starred(letters, styles)
    looks_right = set(line) & _MARKUP or _looks(markup) == _wanted(line, styles)
    if looks_right and _letters(markup) == letters_shown:
        return markup
    # within words and beside signs where stars are none by themselves
    markup = _starred(letters, styles, stars.JOINER)
    if _letters(markup) == letters_shown:
        return markup
    escaped = ["\\*" if letter == "*" else letter for letter in line]
    return _starred(escaped, styles, stars.JOINER)


def _starred(letters: Sequence[str], styles: Sequence[tuple[bool, bool]], joiner: str = "") -> str:
    parts = []
    before = (False, False)
    styled_letters = zip(styles, letters, strict=True)
    for style, run in groupby(styled_letters, key=itemgetter(0)):
        parts += [_stars(before, style, joiner), "".join(letter for _, letter in run)]
        before = style
    return "".join([*parts, _stars(before, (False, False), joiner)])


def _letters(markup: str) -> str:
    """Return the letters that are printed of a line, without its blanks."""
    return "".join(
        "".join(
            span.icon or span.text for spans in text_markup.parsed(markup)[0] for span in spans
        ).split()
    )


def _looks(markup: str) -> list[tuple[str, bool, bool]]:
    spans = [span for spans in text_markup.parsed(markup)[0] for span in spans]
    return [
        (letter, span.bold, span.italic)
        for span in spans
        for letter in span.text
        if not letter.isspace()
    ]


def _wanted(line: str, styles: Sequence[tuple[bool, bool]]) -> list[tuple[str, bool, bool]]:
    return [
        (letter, *style) for letter, style in zip(line, styles, strict=True) if not letter.isspace()
    ]


def _without_edges(line: str, styles: list[tuple[bool, bool]]) -> list[tuple[bool, bool]]:
    """The styles of letters.

    A blank has what the letters on both sides of it have.
    """
    filled = list(styles)
    for blank in re.finditer(r"\s+", line):
        style = (False, False)
        if blank.start() > 0 and blank.end() < len(line):
            before, after = styles[blank.start() - 1], styles[blank.end()]
            style = before[0] and after[0], before[1] and after[1]
        for index in range(blank.start(), blank.end()):
            filled[index] = style
    return filled


def _stars(before: tuple[bool, bool], after: tuple[bool, bool], joiner: str) -> str:
    """The stars between letters of two styles, each bold or not and italic or not."""
    signs = ""
    if before[0] != after[0]:
        signs += "**"
    if before[1] != after[1]:
        signs += "*"
    return f"{joiner}{signs}{joiner}" if signs else ""
