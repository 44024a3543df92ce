"""Accents of capitals, which stand above their box, where they run into a text above it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from cardgen.base.geometry import Box, Point, around, cross
from cardgen.engine import TextMark, seen_letters

_HAIR = 0.02
"""Of the size of a text: what stands out above capitals because they are round."""


def accents_in_texts(texts: Sequence[TextMark]) -> Iterator[tuple[TextMark, TextMark]]:
    """Upright texts with accents on capitals that run into the letters of another text above them,
    and that text."""
    accented = [
        mark
        for mark in texts
        if not mark.text.isascii() and _upright(mark) and any(map(_is_accented, mark.text))
    ]
    for mark in accented:
        capitals = mark.placement.f - (mark.font.drawn_cap_height + _HAIR) * mark.height
        ink = mark.ink
        above = [
            text
            for text in texts
            if _upright(text) and text.text != mark.text and text.placement.f < capitals
        ]
        near = [text for text in above if ink and _overlaps(text.ink, ink)]
        if not near:
            continue
        accents = [stroke for stroke in _accents(mark) if min(stroke[0].y, stroke[1].y) < capitals]
        running = [text for text in near if accents and _meet(accents, text)]
        yield from ((mark, text) for text in running[:1])


def _overlaps(ink: Box | None, other: Box) -> bool:
    return ink is not None and ink.overlaps(other)


def _upright(mark: TextMark) -> bool:
    """True if a text that is seen stands upright."""
    a, b, c, d, *_ = mark.matrix
    return (
        not b and not c and a > 0 and d > 0 and mark.alpha > 0 and bool(mark.fill or mark.outline)
    )


def _is_accented(letter: str) -> bool:
    base, *marks = list(unicodedata.normalize("NFD", letter))
    return bool(unicodedata.combining(base) or (marks and base.isupper()))


def _accents(mark: TextMark) -> Iterator[seen_letters.Stroke]:
    """The outlines of accented capitals, and of accents that are glyphs of their own."""
    for _, letter, strokes in seen_letters.outlines(mark):
        if not letter or any(map(_is_accented, letter)):
            yield from strokes


def _meet(accents: Sequence[seen_letters.Stroke], text: TextMark) -> bool:
    """True if the outlines of accents cross those of the letters of a text."""
    room = _around(accents)
    return any(
        _cross(accent, stroke)
        for _, _, strokes in seen_letters.outlines(text)
        if _around(strokes).overlaps(room)
        for stroke in strokes
        if _around([stroke]).grown(1e-9).overlaps(room)
        for accent in accents
    )


def _around(strokes: Sequence[seen_letters.Stroke]) -> Box:
    return around([point for stroke in strokes for point in stroke])


def _cross(first: tuple[Point, Point], second: tuple[Point, Point]) -> bool:
    """True if two straight lines cross between their ends."""
    (a, b), (c, d) = first, second
    return cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0
