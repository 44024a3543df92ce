"""Accents of capitals that run into a text above them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from cardgen.base.geometry import Box, Point, around, cross
from cardgen.engine import TextMark

_Stroke = tuple[Point, Point]
"""A straight line of an outline, from one point to another."""
_HAIR = 0.02
"""Of the size of a text: what stands out above capitals because they are round."""


def accents_in_texts(texts: Sequence[TextMark]) -> Iterator[tuple[TextMark, TextMark]]:
    """Yield texts whose accents on capitals run into another text above.

    Each comes with that other text. Both stand upright."""
    for mark in texts:
        if mark.text.isascii() or not _is_upright(mark) or not any(map(_is_accented, mark.text)):
            continue
        capitals = mark.placement.f - (mark.font.drawn_cap_height + _HAIR) * mark.height
        ink = mark.ink
        near = []
        for text in texts:
            is_above = text.text != mark.text and text.placement.f < capitals
            if is_above and ink and _is_upright(text) and _overlaps(text.ink, ink):
                near.append(text)
        if not near:
            continue
        accents = [(start, end) for start, end in _accents(mark) if min(start.y, end.y) < capitals]
        for text in near:
            if accents and _meet(accents, text):
                yield mark, text
                break


def _overlaps(ink: Box | None, other: Box) -> bool:
    return ink is not None and ink.overlaps(other)


def _is_upright(mark: TextMark) -> bool:
    """True if a text that is seen stands upright."""
    a, b, c, d, *_ = mark.matrix
    if b or c or a <= 0 or d <= 0:
        return False
    return mark.alpha > 0 and bool(mark.fill or mark.outline)


def _is_accented(letter: str) -> bool:
    base, *marks = list(unicodedata.normalize("NFD", letter))
    return bool(unicodedata.combining(base) or (marks and base.isupper()))


def _accents(mark: TextMark) -> Iterator[_Stroke]:
    """The outlines of accented capitals, and of accents that are glyphs."""
    for _, letter, strokes in mark.letter_outlines():
        if not letter or any(map(_is_accented, letter)):
            yield from strokes


def _meet(accents: Sequence[_Stroke], text: TextMark) -> bool:
    """True if the outlines of accents cross those of the letters of a text."""
    room = _around(accents)
    for _, _, strokes in text.letter_outlines():
        if not _around(strokes).overlaps(room):
            continue
        for stroke in strokes:
            # a level or upright stroke has a box without an area
            if not _around([stroke]).grown(1e-9).overlaps(room):
                continue
            if any(_cross(accent, stroke) for accent in accents):
                return True
    return False


def _around(strokes: Sequence[_Stroke]) -> Box:
    return around([point for stroke in strokes for point in stroke])


def _cross(first: tuple[Point, Point], second: tuple[Point, Point]) -> bool:
    """True if two straight lines cross between their ends.

    Each then parts the ends of the other."""
    (a, b), (c, d) = first, second
    if cross(a, b, c) * cross(a, b, d) >= 0:
        return False
    return cross(c, d, a) * cross(c, d, b) < 0
