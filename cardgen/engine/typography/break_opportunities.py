"""Places where a line may end: Unicode Standard Annex 14 (LB and a number are its rules), as far as
print needs it.

Lines end in fewer places than the annex lets them: not after each hyphen, nor between a number and
its unit. A library that knows all of it (uniseg) takes two thousand times as long for a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache
from itertools import accumulate, chain

from cardgen.engine.typography.markup import ICON, SPACES

_SPACE = " \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000"
_EAST_ASIAN = (
    "\u2e80-\u2fff\u3001-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uffef\U00020000-\U0003ffff"
)
_NEVER_LAST = (
    r"""(\["'{$£¥€+±№￠￡￥＄‘“‹«〈《「『【〔〖〘〚〝（［｛｟｢﹙﹛﹝""" + "\u00a0\u202f\u2060\ufeff"
)
_NEVER_FIRST = (
    r"""!%),.:;?\]}"'/·°’”›»‥…‐–‰℃‼⁇⁈⁉、。〃々〻〉》」』】〕〗〙〛〜〞〟゛゜゠ゝゞ・ーヽヾ！％），．：；？］｝～｠\-"""
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ｡｣､･ｧ-ｰﾞﾟ﹐-﹗﹚﹜﹞"
    + "\u00a0\u00ad\u0300-\u036f\u200d\u202f\u2060\u3099\u309a\ufe00-\ufe0f\ufeff\u200b"
    + _SPACE
)
_LETTER = r"[^\W\d_]"
_AFTER = (
    "\u058a\u05be\u0964\u0965\u0f0b\u0f34\u0f7f\u0f85\u0fbe\u0fbf\u0fd2\u104a\u104b\u1361-\u1368"
    "\u17d4\u17d5\u17d8\u17da"
    "\u1b5a\u1b5b\u1b5d-\u1b60\ua8ce\ua8cf\ua9c7-\ua9c9"
)
"""What ends a syllable or word where there are no spaces (class BA): the tsheg of Tibetan, Hebrew's
maqaf, Ethiopic's points, the danda."""
_NEVER_AFTER_THAT = (
    r"\s\u0f0b-\u0f14\u0f3b\u0f3d\u0964\u0965\u104a\u104b\u1361-\u1368\u17d4-\u17da!),.:;?\]}”’»…"
    r"\u00a0\u202f\u2060\ufeff"
)
_WITHIN = (
    # Candy-Go, and/or; but not e-mail, 3-5 or 1/2
    rf"|(?<={_LETTER}{_LETTER}[-‐–/])(?={_LETTER}{_LETTER})"
    rf"|(?<=[\w.,!?)’”»]—)(?=[\w(‘“«¿¡])"
    rf"|(?<={ICON})(?={ICON})"
)
_PLAIN = re.compile(rf"[\x00-\xac\xae-\u024f‐–—‘’“”…×•{ICON}]*")
_PLAIN_BREAK = re.compile(r"(?<= )(?=[^ ])" + _WITHIN)
"""For text of those characters the same as `breaks`, which takes a hundredth of a second to
compile."""


@cache
def breaks() -> re.Pattern[str]:
    """Pattern of where a line may end, but for what hangs on to its neighbour across a space."""
    return re.compile(
        rf"(?<=[{_SPACE}\u200b\u00ad])(?=[^{_SPACE}\u200b\u2060\ufeff])"
        + _WITHIN
        + rf"|(?<=[{_AFTER}])(?=[^{_NEVER_AFTER_THAT}])"
        rf"|(?<=[{_EAST_ASIAN}])(?<![{_NEVER_LAST}])(?=[^{_NEVER_FIRST}])"
        rf"|(?<=[^{_SPACE}{_NEVER_LAST}])(?=[{_EAST_ASIAN}])(?![{_NEVER_FIRST}])"
    )


_ENDS = re.compile(f"[-/‐–—{ICON}]")
"""The signs within words behind which a line may end."""


def breakable(text: str) -> list[str]:
    """The text cut wherever a line may end, each piece with the spaces behind it."""
    if not text.isascii() and not _PLAIN.fullmatch(text):
        return _held_together(breaks().split(text), _held(text, _hanging()))
    unbroken_spaces = _held(text, _PLAIN_HANGING)
    return _held_together(_plain_words(text), unbroken_spaces)


def _plain_words(text: str) -> list[str]:
    """The text cut as by `_PLAIN_BREAK`, which is asked for words alone where that may be."""
    has_ends = _ENDS.search(text) is not None
    if has_ends and ("  " in text or text[-1:] == " "):
        return _PLAIN_BREAK.split(text)
    *words, end = text.split(" ")
    pieces = [word + " " for word in words]
    pieces.append(end)
    if not has_ends:
        return pieces
    parts = [_PLAIN_BREAK.split(piece) if _ENDS.search(piece) else (piece,) for piece in pieces]
    return [*chain.from_iterable(parts)]


# -- What hangs on to its neighbour across a space
# -------------------------------------------------------------------------------------

_CLOSING = r"!?)\]}"
_FOREIGN_CLOSING = (
    "‼⁇⁈⁉؟؛،։।॥၊။។៕៖། ༎༏༐༑༔፡።፣፤፥፦፧፨᠂᠃、。，．：；！？）］｝」』】〕〉》〗〙〛｣｠｡､⟩⟧༻༽٪".replace(
        " ", ""
    )
)
_POINTS = ".,:;…‥"
_OPENING = r"(\[{¡¿"
_FOREIGN_OPENING = "„‚⸘「『（【《〈〔〖〘〚［｛｟｢⟨⟦༺༼"
_OPENING_QUOTES, _CLOSING_QUOTES = "«‹“‘", "»›”’"
_CURRENCY = "$¢£¤¥֏؋৲৳฿₠-⃀"
_UNIT = (
    r"(?:[mcdk]?m[²³]?|[mcdh]?l|[mk]?g|[µμ][mg]|[kMGT]B|[kMG]?Hz|k?Wh?|h?Pa|kJ|k?cal|°[CF]?|dpi|pt"
    r"|px|min|se[ck]|km/h|m/s|K[čc]s?|zł|kr|Ft"
    r"|[мскд]м|м|к?г|м?л|мин|сек|ч|руб|грн|лв)\b"
)


def _hanging_on(space: str, opening: str, closing: str) -> str:
    """The spaces at which no line ends, as a regular expression: people set them before ? and »,
    and within « » (LB13 to LB15)."""
    end = rf"(?=[\s{closing}{_CLOSING_QUOTES}\"'{ICON}]|$)"
    before = rf"\d{opening}{_OPENING_QUOTES}{_CURRENCY}§№°º"
    return (
        # between words, as most are, nothing else is looked at
        rf"{space}(?:(?=[^A-Za-z])|(?<=[{before}] ))"
        rf"(?:(?=[{closing}]"
        rf"|[{_POINTS}]+(?![{_POINTS}]){end}"  # but not before .5 or …and
        rf"|[,;](?!\d)|[{_CLOSING_QUOTES}]{end}"
        rf"|/(?:\s|$))"
        rf"|(?<=[{opening}] )"
        # but not where it closes: »so« sagt er
        rf"|(?<=[{_OPENING_QUOTES}] )(?<![^\s{opening}{_OPENING_QUOTES}\"'’][{_OPENING_QUOTES}] )"
        rf"|(?<=[\d] )(?=[%‰{_CURRENCY}]|{_UNIT}|°|\d\d\d(?!\d))"
        rf"|(?<=[{_CURRENCY}§№] )(?=\d)"
        r"|(?<=[Nn][°º] )(?=\d))"
    )


_PLAIN_HANGING = re.compile(_hanging_on(" ", _OPENING, _CLOSING))


@cache
def _hanging() -> re.Pattern[str]:
    return re.compile(
        _hanging_on(f"[{_SPACE}]+", _OPENING + _FOREIGN_OPENING, _CLOSING + _FOREIGN_CLOSING)
    )


_GROUPED = re.compile(r"(?<![\d.,] )(?<![\d.,])[1-9]\d{0,2}(?: \d{3}){1,3}(?! ?\d)")
"""A number with spaces between its thousands: 12 000; more groups are a list of numbers."""


def _held(text: str, hanging: re.Pattern[str]) -> Collection[int]:
    """Positions behind spaces at which no line ends."""
    positions = {match.end() for match in hanging.finditer(text)}
    digits = (
        [at for at in positions if text[at].isdigit() and text[at - 2].isdigit()]
        if positions
        else ()
    )
    if digits:
        numbers = [match.span() for match in _GROUPED.finditer(text)]
        positions.difference_update(
            at for at in digits if not any(start < at < end for start, end in numbers)
        )
    return positions


def _held_together(pieces: list[str], unbroken_spaces: Collection[int]) -> list[str]:
    """The pieces, those joined between which no line may end."""
    if not unbroken_spaces:
        return pieces
    words: list[str] = []
    at = 0
    for piece in pieces:
        if at in unbroken_spaces:
            words[-1] += piece
        else:
            words.append(piece)
        at += len(piece)
    return words


def parted(piece: str, holds: Callable[[int, int], bool]) -> list[str]:
    """A piece that is too wide for a line, parted at its spaces, though no line should end there.
    Parts that a line `holds`, by where they begin and end, stay together: groups of a number before
    all else, then what stands last."""
    breaking = _PLAIN_BREAK if _PLAIN.fullmatch(piece) else breaks()
    ends = list(accumulate(map(len, breaking.split(piece))))
    before = dict(zip(ends, [0, *ends], strict=False))
    after = {start: end for end, start in before.items()}
    for space in sorted(ends[:-1], key=lambda at: (not _in_number(piece, at), -at)):
        start, end = before[space], after[space]
        if holds(start, end):
            before[end], after[start] = start, end
    parts = []
    start = 0
    while start < len(piece):
        parts.append(piece[start : after[start]])
        start = after[start]
    return parts


def _in_number(text: str, at: int) -> bool:
    """True if a space before a character stands between groups of a number."""
    return text[at].isdigit() and text[at - 2].isdigit()


_KOREAN = re.compile(r"[\uac00-\ud7af]")


def korean(text: str) -> bool:
    """True if words of a text may end anywhere, but had better not: Korean has spaces between
    them."""
    return not text.isascii() and _KOREAN.search(text) is not None


def divides(text: str, at: int) -> bool:
    """True if a line that ends before a character ends within a word: at a soft hyphen, or in a
    Korean one with what hangs on to it."""
    before, after = text[at - 1 : at], text[at : at + 1]
    return before == "\u00ad" or (before not in SPACES and korean(before + after))
