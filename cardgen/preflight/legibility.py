"""Legibility on any paper: contrast, mirrored texts, and covered ones.

Told without a printer, so only what is sure: grounds are read from the shapes that are painted
under a text, and where a picture, a gradient, a blend or a mask is part of them nothing is said.
For printers the pixels are looked at (`preflight/lettering.py`)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardgen.base import colour_math
from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Point, around
from cardgen.base.units import too_little
from cardgen.engine import Drawing, Painted, TextMark
from cardgen.preflight.accents import accents_in_texts
from cardgen.preflight.covering import covered_texts, is_shadow, points_over

LEAST = 3.0
"""The contrast under which nobody reads a text with ease, however large it is (WCAG 2.2, 1.4.3, for
large text)."""
_PART = 0.2
"""Of the ground under a text, what is enough to make it hard to read."""
_ACROSS, _DOWN = 8, 2
"""Points across and down a text under which its ground is looked up."""
_QUOTED = 40
"""So many letters of a text are quoted."""
_WHITE: RGB = (1.0, 1.0, 1.0)
_OPAQUE = 0.999
_THICK = 0.2
"""Of the size of a text, how thick a line is that counts as a part of its ground."""


class Illegible(NamedTuple):
    """A text that cannot be read: check, sentence, remedy and severity."""

    check: str
    mark: TextMark
    says: str
    remedy: str
    worse: float


def illegible_texts(drawing: Drawing) -> Iterator[Illegible]:
    """Yield the texts of a side that cannot be read.

    If several have the same two colours, it is the first."""
    if not drawing.texts:
        return
    painted = list(Painted.of(drawing))
    hidden = covered_texts(
        painted, drawing.texts, [mark.ink if mark.text.strip() else None for mark in drawing.texts]
    )
    for share, mark in hidden:
        says = f"lies under what is painted after it, {math.floor(share * 100)} % of it"
        yield Illegible(
            "covered-text", mark, says, "write it after what covers it, or take it away", share
        )
    lost = {id(mark) for _, mark in hidden}
    mirrored = [
        mark
        for mark in drawing.texts
        if mark.text.strip() and _is_mirrored(mark) and id(mark) not in lost
    ]
    for mark in mirrored:
        yield Illegible(
            "mirrored-text",
            mark,
            "is mirrored",
            "take the negative scale off it, or turn it with rotate(180)",
            0.0,
        )
    for mark, above in accents_in_texts([mark for mark in drawing.texts if id(mark) not in lost]):
        text = above.text
        if len(text) > _QUOTED:
            text = text[: _QUOTED - 3] + "..."
        sentence = f'has accents that run into "{text}" above it'
        yield Illegible(
            "covered-text", mark, sentence, "move it down, or give its lines more leading", 0.0
        )
    yield from _faint_texts(drawing, painted, lost)


def _is_mirrored(mark: TextMark) -> bool:
    return mark.matrix.a * mark.matrix.d < mark.matrix.b * mark.matrix.c


def _faint_texts(
    drawing: Drawing, painted: Sequence[Painted], lost: set[int]
) -> Iterator[Illegible]:
    places = {
        number: place for place, paint in enumerate(painted) for number in range(*paint.texts)
    }
    last = {mark.text: mark for mark in drawing.texts}
    rimmed = {mark.text for mark in drawing.texts if mark.outline}
    reported = set[tuple[RGB, RGB]]()
    for number, place in places.items():
        mark = drawing.texts[number]
        if (
            len(mark.fill) != 1
            or not mark.text.strip()
            or mark.text in rimmed
            or id(mark) in lost
            or is_shadow(mark, last[mark.text])
        ):
            continue
        ink = mark.ink
        # seen through a blend or a mask
        if ink is None or painted[place].alpha < mark.alpha - 0.01:
            continue
        under = [
            paint
            for paint in reversed(painted[:place])
            if paint.kind != "text" and paint.box.overlaps(ink)
        ]
        under = [
            paint for paint in under if paint.kind != "stroke" or _runs_under(paint, mark, ink)
        ]
        if _surely_stands_out(mark, under):
            continue
        grounds = [ground_at(point, under) for point in points_over(mark.corners, _ACROSS, _DOWN)]
        contrast, ground = _weakest(mark, grounds)
        if contrast < LEAST - 0.05 and (mark.fill[0], ground) not in reported:
            reported.add((mark.fill[0], ground))
            remedy = "make the text darker or its ground lighter, or the other way round"
            yield Illegible(
                "contrast",
                mark,
                f"has a contrast of {too_little(contrast)} to its ground",
                remedy,
                -contrast,
            )


def _weakest(mark: TextMark, grounds: Sequence[RGB | None]) -> tuple[float, RGB]:
    """The text's least contrast to its ground, and the ground's colour.

    Unknown ground is good ground."""
    fill = mark.fill[0]
    contrasts = sorted(
        (colour_math.contrast(colour_math.between(ground, fill, mark.alpha), ground), ground)
        for ground in grounds
        if ground is not None
    )
    enough = math.ceil(_PART * len(grounds)) - 1
    return contrasts[enough] if len(contrasts) > enough else (math.inf, _WHITE)


def _runs_under(stroke: Painted, mark: TextMark, ink: Box) -> bool:
    """True if a line may be part of a text's ground.

    It is not if it is much thinner than the text is tall, or goes around it as frames do."""
    if stroke.width <= _THICK * mark.height or not stroke.footprint:
        return False
    near = ink.grown(stroke.width / 2)
    pieces = (around(ends) for part in stroke.footprint.outline() for ends in pairwise(part))
    return any(piece.overlaps(near) for piece in pieces)


def _surely_stands_out(mark: TextMark, under: Sequence[Painted]) -> bool:
    """True if a text stands out from white and all colours below.

    A quick look, at each colour by itself that may lie under it."""
    if any(painted.alpha < _OPAQUE for painted in under):
        return False
    grounds = {_WHITE, *(colour for painted in under for colour in painted.colours)}
    return all(
        colour_math.contrast(colour_math.between(ground, mark.fill[0], mark.alpha), ground) >= LEAST
        for ground in grounds
    )


def ground_at(point: Point, under: Iterable[Painted]) -> RGB | None:
    """The colour at a point under paints, from the uppermost down.

    The paper is white. It is None where it does not follow from shapes of one colour."""
    clear = list[tuple[RGB, float]]()
    ground = _WHITE
    for painted in under:
        if not _paints(painted, point):
            continue
        if painted.kind != "fill" or len(painted.colours) != 1 or painted.is_masked:
            return None
        if painted.alpha >= _OPAQUE:
            ground = painted.colours[0]
            break
        clear.append((painted.colours[0], painted.alpha))
    for colour, alpha in reversed(clear):
        ground = colour_math.between(ground, colour, alpha)
    return ground


def _paints(painted: Painted, point: Point) -> bool:
    if not painted.box.contains(Box(*point, 0, 0)):
        return False
    return painted.footprint is None or painted.kind == "stroke" or painted.footprint.holds(*point)
