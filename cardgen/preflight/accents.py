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
            each
            for each in texts
            if _upright(each) and each.text != mark.text and each.placement.f < capitals
        ]
        near = [each for each in above if ink and _overlaps(each.ink, ink)]
        if not near:
            continue
        accents = [stroke for stroke in _accents(mark) if min(stroke[0].y, stroke[1].y) < capitals]
        running = [each for each in near if accents and _meet(accents, each)]
        yield from ((mark, each) for each in running[:1])


def _overlaps(ink: Box | None, other: Box) -> bool:
    return ink is not None and ink.overlaps(other)


def _upright(mark: TextMark) -> bool:
    """Whether a text that is seen stands upright."""
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
    """Whether the outlines of accents cross those of the letters of a text."""
    room = _around(accents)
    return any(
        _cross(one, other)
        for _, _, strokes in seen_letters.outlines(text)
        if _around(strokes).overlaps(room)
        for other in strokes
        if _around([other]).grown(1e-9).overlaps(room)
        for one in accents
    )


def _around(strokes: Sequence[seen_letters.Stroke]) -> Box:
    return around([point for stroke in strokes for point in stroke])


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two straight lines cross between their ends."""
    (a, b), (c, d) = one, other
    return cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0
