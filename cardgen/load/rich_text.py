"""Cells of which parts look different, as card markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple, TypeVar

from cardgen.base import stars
from cardgen.engine import text_markup
from cardgen.load.sheet_colours import AUTOMATIC
from cardgen.model.span_styles import BUILT_IN
from cardgen.model.span_styles import Look as SpanLook

_MARKUP = frozenset("*{}\\")
RAISED, LOWERED = "sup", "sub"
"""How letters are raised or lowered: by the styles of spans that say so."""
_LENGTH = re.compile(r"([0-9]*\.?[0-9]+)(pt|%)?")
_LARGEST, _SMALLEST = 20.0, 0.1
"""The factors of size that a span may have."""
_BARE_NAME = re.compile(r"[^\s\"{}]+")
_MARK = re.compile(r"\\.|\{\{|\}\}|\]?\{[^{}\n]*\}")
"""What cannot be taken apart: an escaped sign, an icon, what is said of a span."""
_LIST_SIGN = re.compile(r"[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]+(?=\S)")
"""What makes a line an item of a list, where there are several lines."""
_BRACKET = re.compile(r"\\.|[\[\]]")


class Look(NamedTuple):
    """The look of a part of a cell's text; what is "" is not said, and is as in its cell."""

    bold: bool = False
    italic: bool = False
    struck: bool = False
    raised: str = ""
    underlined: bool = False
    colour: str = ""
    """As `#rrggbb`."""
    size: str = ""
    """In points, or in percent of the cell's."""
    font: str = ""


PLAIN = Look()
_KINDS = {
    "bold": "bold",
    "italic": "italics",
    "raised": "raised and lowered letters",
    "underlined": "underlines",
    "colour": "colours",
    "size": "sizes",
    "font": "fonts",
}
"""How a part of a cell may look different, by the field of Look."""
NO_SPAN_SAYS = frozenset({"fonts"})
"""The kinds that are left out of texts, too."""


class _LetterStyle(NamedTuple):
    """The look of a letter in the words of card texts: `span` is that of its brackets."""

    bold: bool = False
    italic: bool = False
    span: tuple[SpanLook, ...] = ()


_PLAIN_STYLE = _LetterStyle()
T = TypeVar("T")


class RichText(str):
    """The plain text of a cell with parts that differ: its `runs`, each with its look, and the look
    of its `cell`."""

    __slots__ = ("cell", "runs", "visible_looks")
    runs: tuple[tuple[str, Look], ...]
    cell: Look
    visible_looks: Mapping[Look, int]
    """The looks of its letters, as said together with those of the cell, each with how many letters
    have it."""

    def within(self, cell: Look) -> RichText:
        """Return the text as it looks in a cell."""
        text = RichText(self)
        text.runs, text.cell = self.runs, cell
        text.visible_looks = _visible_looks(self.runs, cell)
        return text

    def markup(self, colour_names: Mapping[str, str] | None = None) -> str:
        """The text in the words of card texts; `colour_names` are those of a palette, by
        `#RRGGBB`."""
        style_of = _LetterStyles(self, colour_names or {})
        styles = [style_of[look] for part, look in self.runs for _ in part]
        lines = self.split("\n")
        marked_lines = []
        start = 0
        for line in lines:
            sign = _LIST_SIGN.match(line) if len(lines) > 1 else None
            begin = sign.end() if sign else 0  # a bullet in bold would be none
            line_styles = styles[start + begin : start + len(line)]
            marked_lines.append(line[:begin] + _marked(line[begin:], line_styles))
            start += len(line) + 1
        return "\n".join(marked_lines)

    @property
    def is_struck_in_part(self) -> bool:
        return any(look.struck for look in self.visible_looks)

    @property
    def is_struck(self) -> bool:
        """True if all of its letters are struck out."""
        looks = self.visible_looks
        return bool(looks) and all(look.struck for look in looks)

    def differences(self) -> list[str]:
        """How its parts differ in other ways than by strokes, in words."""
        looks = self.visible_looks
        return [
            in_words
            for name, in_words in _KINDS.items()
            if len({getattr(look, name) for look in looks}) > 1
        ]


def joined_runs(runs: Sequence[tuple[str, Look]]) -> str:
    """The text of runs, each with its look.

    It is a RichText, or a plain one where nothing stands out.

    >>> joined_runs([("Draw ", PLAIN), ("one card", Look(bold=True)), (".", PLAIN)]).markup()
    'Draw **one card**.'
    """
    text = "".join(text for text, _ in runs)
    if not any(any(look) for _, look in runs):
        return text
    rich = RichText(text)
    rich.runs = tuple(runs)
    return rich.within(PLAIN)


def _visible_looks(runs: Sequence[tuple[str, Look]], cell: Look) -> dict[Look, int]:
    counts = dict[Look, int]()
    for part, look in runs:
        if visible := len("".join(part.split())):
            whole_look = _in_cell(look, cell)
            counts[whole_look] = counts.get(whole_look, 0) + visible
    return counts


def _in_cell(look: Look, cell: Look) -> Look:
    """A look, with that of its cell where it says nothing."""
    return look._replace(
        colour=look.colour or cell.colour or AUTOMATIC,
        size=str(_points(look.size, cell.size) or _points(cell.size) or ""),
        font=look.font or cell.font,
    )


def _points(size: str, full_size: str = "") -> float:
    """A size in points, or 0 for none; percents are of the whole."""
    length = _LENGTH.fullmatch(size)
    if length is None:
        return 0.0
    number = float(length[1])
    return number / 100 * _points(full_size) if length[2] == "%" else number


class _LetterStyles(dict[Look, _LetterStyle]):
    """The styles of the letters of a text, by the looks of its runs.

    What all letters have is the look of the cell, and no style of a word."""

    def __init__(self, text: RichText, colour_names: Mapping[str, str]) -> None:
        super().__init__()
        self._cell, self._colour_names = text.cell, colour_names
        counts = text.visible_looks
        self._colour = _usual([look.colour for look in counts], AUTOMATIC, text.cell.colour)
        self._raised = _usual([look.raised for look in counts], "")
        self._is_struck = _usual([look.struck for look in counts], False)
        self._is_underlined = _usual([look.underlined for look in counts], False)
        self._points = _usual_points(counts, _points(text.cell.size))

    def __missing__(self, look: Look) -> _LetterStyle:
        style = _LetterStyle(look.bold, look.italic, tuple(self._span(_in_cell(look, self._cell))))
        self[look] = style
        return style

    def _span(self, look: Look) -> list[SpanLook]:
        looks: list[SpanLook] = []
        factor = _points(look.size) / self._points if look.size and self._points else 1.0
        if look.raised and look.raised != self._raised:
            looks.append(look.raised)
            factor *= BUILT_IN[look.raised].size or 1.0
            is_resized = factor != BUILT_IN[look.raised].size
        else:
            is_resized = factor != 1.0
        if look.underlined != self._is_underlined:
            looks.append("underline")
        if look.struck != self._is_struck:
            looks.append("strike")
        if look.colour != self._colour:
            looks.append(
                ("color", self._colour_names.get(look.colour.upper(), look.colour.upper()))
            )
        if is_resized:
            looks.append(("size", f"{min(max(factor, _SMALLEST), _LARGEST):.3g}"))
        return looks


def _usual(values: Sequence[T], plain: T, of_cell: T | None = None) -> T:
    """The value of what does not stand out: the plain one, if any part has it, else that of the
    cell, else the only one."""
    for value in (plain, of_cell):
        if value is not None and value in values:
            return value
    return values[0] if len(set(values)) == 1 else plain


def _usual_points(counts: Mapping[Look, int], of_cell: float) -> float:
    """The size of what is neither large nor small: that of the cell, or else of most letters."""
    letters = Counter[float]()
    for look, count in counts.items():
        letters[_points(look.size)] += count
    if of_cell in letters or not letters:
        return of_cell
    return letters.most_common(1)[0][0]


def _marked(line: str, styles: Sequence[_LetterStyle]) -> str:
    """Return a line with stars and brackets where a style begins and ends.

    Those of the text itself stay what they are.
    """
    styles = _without_edges(line, styles)
    if not any(map(any, styles)):
        return line
    literal_signs = text_markup.printed_stars(line) if "*" in line else set()
    if any(style.span for style in styles):
        literal_signs = literal_signs | _printed_brackets(line)
    letters = [f"\\{letter}" if at in literal_signs else letter for at, letter in enumerate(line)]
    letters_shown = _letters("".join(letters))
    markup = _with_marks(letters, styles)
    looks = _looks(markup)
    is_right = set(line) & _MARKUP or looks == _wanted(line, styles)
    if is_right and "".join(letter for letter, _ in looks) == letters_shown:
        return markup
    # within words and beside signs where stars are none by themselves
    markup = _with_marks(letters, styles, stars.JOINER)
    if _letters(markup) == letters_shown:
        return markup
    escaped = [f"\\{letter}" if letter in "*[]" else letter for letter in line]
    return _with_marks(escaped, styles, stars.JOINER)


def _printed_brackets(line: str) -> set[int]:
    """The positions of the brackets in a line that print, if it holds no span of its own."""
    if "[" not in line and "]" not in line:
        return set()
    brackets = {bracket.start() for bracket in _BRACKET.finditer(line) if bracket[0] in "[]"}
    escaped = "".join(f"\\{sign}" if at in brackets else sign for at, sign in enumerate(line))
    return brackets if _letters(escaped) == _letters(line) else set()


def _with_marks(letters: Sequence[str], styles: Sequence[_LetterStyle], joiner: str = "") -> str:
    parts = []
    before = _PLAIN_STYLE
    styled_letters = zip(styles, letters, strict=True)
    for style, run in groupby(styled_letters, key=itemgetter(0)):
        parts += [_marks(before, style, joiner), "".join(letter for _, letter in run)]
        before = style
    return "".join([*parts, _marks(before, _PLAIN_STYLE, joiner)])


def _marks(before: _LetterStyle, after: _LetterStyle, joiner: str) -> str:
    """The marks between letters of two styles."""
    if before.span == after.span:
        return _stars(before, after, joiner)
    # stars that begin or end where brackets do stand within them
    kept = _LetterStyle(before.bold and after.bold, before.italic and after.italic)
    closing = f"]{_attributes(before.span)}" if before.span else ""
    opening = "[" if after.span else ""
    ends, beginnings = _stars(before, kept, joiner), _stars(kept, after, joiner)
    return f"{ends}{closing}{opening}{beginnings}"


def _attributes(looks: Sequence[SpanLook]) -> str:
    r"""What stands behind the brackets of a span.

    >>> _attributes(["sup", ("color", "crimson")]) '{.sup color=crimson}'
    """
    words = [
        f".{look}" if isinstance(look, str) else f"{look[0]}={_quoted(look[1])}" for look in looks
    ]
    return "{" + " ".join(words) + "}"


def _quoted(value: str) -> str:
    return value if _BARE_NAME.fullmatch(value) else f'"{value}"'


def _letters(markup: str) -> str:
    """Return the letters that are printed of a line, without its blanks."""
    spans = chain(*text_markup.parsed(markup)[0])
    return "".join("".join([span.icon or span.text for span in spans]).split())


def _looks(markup: str) -> list[tuple[str, _LetterStyle]]:
    spans = [span for spans in text_markup.parsed(markup)[0] for span in spans]
    looks = []
    for span in spans:
        style = _LetterStyle(span.bold, span.italic, tuple(chain(*span.looks)))
        words = "".join((span.icon or span.text).split())
        looks += [(letter, style) for letter in words]
    return looks


def _wanted(line: str, styles: Sequence[_LetterStyle]) -> list[tuple[str, _LetterStyle]]:
    return [
        (letter, style) for letter, style in zip(line, styles, strict=True) if not letter.isspace()
    ]


def _without_edges(line: str, styles: Sequence[_LetterStyle]) -> list[_LetterStyle]:
    """The styles of letters.

    A blank has what the letters on both sides of it have, and a mark what its first sign has.
    """
    filled = list(styles)
    for mark in _MARK.finditer(line):
        style_of_sign = styles[mark.start()]
        filled[mark.start() : mark.end()] = [style_of_sign] * len(mark[0])
    styles = list(filled)
    for blank in re.finditer(r"\s+", line):
        style = _PLAIN_STYLE
        if blank.start() > 0 and blank.end() < len(line):
            style = _common_style(styles[blank.start() - 1], styles[blank.end()])
        for index in range(blank.start(), blank.end()):
            filled[index] = style
    return filled


def _common_style(one: _LetterStyle, other: _LetterStyle) -> _LetterStyle:
    span = one.span if one.span == other.span else ()
    return _LetterStyle(one.bold and other.bold, one.italic and other.italic, span)


def _stars(before: _LetterStyle, after: _LetterStyle, joiner: str) -> str:
    """The stars between letters of two styles, each bold or not and italic or not."""
    signs = ""
    if before.bold != after.bold:
        signs += "**"
    if before.italic != after.italic:
        signs += "*"
    return f"{joiner}{signs}{joiner}" if signs else ""
