"""Grammar: which values browsers take, by how they are written.

Only what is surely no value fails: a browser ignores such a declaration (CSS Syntax 3, 2.2). What
browsers take and we do not draw passes here, to be refused where it is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from cardgen.engine.svg import support
from cardgen.engine.svg.colours import parse_colour
from cardgen.engine.svg.path import NUMBER

ValueTest = Callable[[str], object]
"""True if browsers may take a value, which is in lower case."""

_UNIT = (
    r"(?:px|mm|cm|in|pt|pc|q|r?em|r?ex|r?ch|r?cap|r?ic|r?lh"
    r"|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))"
)
LENGTH = rf"{NUMBER}(?:{_UNIT}|%)?"
LENGTH_WITH_UNIT = rf"(?:{NUMBER}(?:{_UNIT}|%)|[+-]?0+(?:\.0+)?)"
POSITIVE_NUMBER = NUMBER.replace("[+-]?", r"\+?", 1)
POSITIVE_LENGTH = LENGTH.replace("[+-]?", r"\+?", 1)
ANGLE = rf"(?:{NUMBER}(?:deg|grad|rad|turn)|[+-]?0+)"
URL = r"url\([^)]*\)"
SHAPES = r"(?:inset|circle|ellipse|polygon|path|rect|xywh|shape)\(.*\)"
BOXES = "fill-box view-box stroke-box border-box content-box padding-box margin-box"
BASELINES = (
    "auto middle central hanging mathematical ideographic text-before-edge text-after-edge"
    " alphabetic"
)
CAPITALS = "normal none small-caps petite-caps all-small-caps all-petite-caps unicase titling-caps"
FILTER_FUNCTIONS = (
    r"(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)"
    r"\(.*\)"
)
TRANSFORMS = "|".join(
    (
        rf"(?:rotate[xyz]?|skew[xy])\(\s*{ANGLE}\s*\)",
        rf"skew\(\s*{ANGLE}(?:\s*,\s*{ANGLE})?\s*\)",
        rf"translate[xy]?\(\s*{LENGTH_WITH_UNIT}(?:\s*,\s*{LENGTH_WITH_UNIT})?\s*\)",
        rf"scale[xyz]?\(\s*{NUMBER}%?(?:\s*,\s*{NUMBER}%?)?\s*\)",
        rf"matrix\(\s*{NUMBER}(?:\s*,\s*{NUMBER}){{5}}\s*\)",
        r"(?:[a-z]+3d|translatez|perspective)\([^()]*\)",
    )
)

COMPUTED_LATER = re.compile(
    r"\b(?:var|env|attr|if|calc|min|max|clamp|round|mod|rem|a?sin|a?cos|a?tan2?|pow|sqrt|hypot|log"
    r"|exp|abs|sign)\(",
    re.I,
)
"""Functions whose value is not told by how they are written."""


# Compiled when it is first asked: all of them take a tenth of the program's start, and most
# drawings ask none.
@cache
def _matcher(pattern: str) -> ValueTest:
    return re.compile(rf"\s*(?:{pattern})\s*").fullmatch


def like(pattern: str) -> ValueTest:
    """Return a test for values that a pattern matches, blanks around them left out."""
    return lambda text: _matcher(pattern)(text)


def keywords(words: str, pattern: str = "") -> ValueTest:
    """Return a test for one of some words, or else for what a pattern matches."""
    choices = [re.escape(word) for word in words.split()]
    if pattern:
        choices.append(pattern)
    return like("|".join(choices))


def exactly(words: str) -> ValueTest:
    """Return a test for words of SVG: no blanks, capitals count."""
    return frozenset(words.split()).__contains__


is_share = like(rf"{NUMBER}%?")
is_length = like(LENGTH)

_SYSTEM_COLOURS = support.words(
    "accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext"
    " field fieldtext graytext highlight highlighttext linktext mark marktext selecteditem"
    " selecteditemtext visitedtext windowtext window menu menutext infotext"
)
_COLOUR_FUNCTIONS = support.words(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color"
)
_PLAIN_COLOUR = re.compile(r"(?:rgb|hsl)a?\([\s\d.,%+e/-]*(?:deg|grad|rad|turn)?[\s\d.,%+e/-]*\)")
"""Colours of numbers alone: if we cannot read such a one, no browser can."""


def may_be_colour(text: str) -> bool:
    """True if browsers may know a colour that is not known here."""
    name, bracket, _ = text.strip().partition("(")
    if not bracket:
        return name in _SYSTEM_COLOURS
    return name in _COLOUR_FUNCTIONS and not _PLAIN_COLOUR.fullmatch(text.strip())


def _is_colour(text: str) -> bool:
    if may_be_colour(text):
        return True
    try:
        parse_colour(text)
    except ValueError:
        return False
    return True


def may_be_paint(text: str) -> bool:
    """True if browsers may know a paint that is not known here (SVG 2, 13.2)."""
    server = re.match(rf"{URL}\s*(.*)", text, re.DOTALL)
    if server:
        fallback = server[1]
        return fallback in ("", "none") or _is_colour(fallback)
    return text in ("none", "context-fill", "context-stroke") or may_be_colour(text)


_LINE_WORDS = support.words(
    "none underline overline line-through blink solid double dotted dashed wavy auto from-font"
)


def are_text_lines(text: str) -> bool:
    """True if browsers may take a text-decoration: lines, their style, thickness and colour."""
    words = re.findall(r"[^\s(]+(?:\([^)]*\))?", text)
    return all(word in _LINE_WORDS or is_length(word) or _is_colour(word) for word in words)
