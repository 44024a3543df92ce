"""Where a line may end: Unicode Standard Annex 14, in the small part of it that card texts need."""

from __future__ import annotations

import re
from functools import cache

from cardgen.typography.markup import ICON, SPACES

_SPACE = " \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000"
_EAST_ASIAN = "\u2e80-\u2fff\u3001-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uffef\U00020000-\U0003ffff"
_NEVER_LAST = r"""(\["'{$£¥€+±№￠￡￥＄‘“‹«〈《「『【〔〖〘〚〝（［｛｟｢﹙﹛﹝""" + "\u00a0\u202f\u2060\ufeff"
_NEVER_FIRST = (
    r"""!%),.:;?\]}"'/·°’”›»‥…‐–‰℃‼⁇⁈⁉、。〃々〻〉》」』】〕〗〙〛〜〞〟゛゜゠ゝゞ・ーヽヾ！％），．：；？］｝～｠\-"""
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ｡｣､･ｧ-ｰﾞﾟ﹐-﹗﹚﹜﹞"
    + "\u00a0\u00ad\u0300-\u036f\u200d\u202f\u2060\u3099\u309a\ufe00-\ufe0f\ufeff\u200b"
    + _SPACE
)
_LETTER = r"[^\W\d_]"
_WITHIN = (
    rf"|(?<={_LETTER}{_LETTER}[-‐–/])(?={_LETTER}{_LETTER})"  # Candy-Go, and/or; but not e-mail, 3-5 or 1/2
    rf"|(?<=[\w.,!?)’”]—)(?=[\w(‘“])"
    rf"|(?<={ICON})(?={ICON})"
)
_PLAIN = re.compile(rf"[\x00-\xac\xae-\u024f‐–—‘’“”…×•{ICON}]*")
_PLAIN_BREAK = re.compile(r"(?<= )(?=[^ ])" + _WITHIN)
"""For text of those characters the same as `breaks`, which takes a hundredth of a second to compile."""


@cache
def breaks() -> re.Pattern[str]:
    """Where a line may end."""
    return re.compile(
        rf"(?<=[{_SPACE}\u200b\u00ad])(?=[^{_SPACE}\u200b])" + _WITHIN + rf"|(?<=[{_EAST_ASIAN}])(?<![{_NEVER_LAST}])(?=[^{_NEVER_FIRST}])"
        rf"|(?<=[^{_SPACE}{_NEVER_LAST}])(?=[{_EAST_ASIAN}])(?![{_NEVER_FIRST}])"
    )


_ENDS = ("-", "/", "‐", "–", "—", ICON)


def breakable(text: str) -> list[str]:
    """The text cut wherever a line may end, each piece with the spaces behind it."""
    if not text.isascii() and not _PLAIN.fullmatch(text):
        return breaks().split(text)
    if any(map(text.__contains__, _ENDS)):
        return _PLAIN_BREAK.split(text)
    *words, end = text.split(" ")
    pieces = [word + " " for word in words]
    pieces.append(end)
    return pieces


_KOREAN = re.compile(r"[\uac00-\ud7af]")


def korean(text: str) -> bool:
    """Whether words of a text may end anywhere, but had better not: Korean has spaces between them."""
    return not text.isascii() and _KOREAN.search(text) is not None


def divides(text: str, at: int) -> bool:
    """Whether a line that ends before a character ends within a word: at a soft hyphen, or in a Korean one with what hangs on to it."""
    before, after = text[at - 1 : at], text[at : at + 1]
    return before == "\u00ad" or (before not in SPACES and korean(before + after))


_UNPARTED = re.compile("[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff]")


def with_breaks(remedy: str, text: str) -> str:
    """What to do about a text that is too wide: Thai, Lao, Burmese and Khmer have no spaces between words, which we do not know."""
    return f"put a zero-width space (U+200B) between its words, or {remedy}" if _UNPARTED.search(text) else remedy
