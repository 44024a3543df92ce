"""Gradients in inks. What lies between two colours on a screen does not lie between their inks:
each part of a gradient is cut into as many as it takes to follow its screen colours through the
profile."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TypeVar

from cardgen.base.colour_math import CMYK
from cardgen.engine import FlatColour, display_list
from cardgen.prepress.inks import ProcessColours

Parts = TypeVar("Parts", bound=tuple[float, ...])
STEPS = 12
"""Parts that a gradient from one colour to the next is cut into at most."""
FADE = 1 / 8
"""Of the way to another colour, on which a palette colour's own inks give way to the profile's."""
_STEP = 6 / 255
"""Of a screen's red, green and blue, what is worth a part of its own."""
_NEAR = 0.01
"""Of an ink, by which a straight line may miss."""


def in_inks(shading: display_list.Shading, inks: ProcessColours) -> list[tuple[float, CMYK]]:
    """The stops of a gradient in inks, with those needed between."""
    stops = [(min(1.0, max(0.0, place)), colour) for place, colour in shading.stops]
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    ink_stops: list[tuple[float, CMYK]] = []
    for (start, first), (end, last) in pairwise(stops):
        if start < end:  # two stops at one place are a jump
            for share, process in between(first, last, inks):
                ink_stops.append((start + share * (end - start), process))
    return [(place, _rounded(process)) for place, process in ink_stops]


def _rounded(process: CMYK) -> CMYK:
    c, m, y, k = process
    return round(c, 4), round(m, 4), round(y, 4), round(k, 4)


def between(first: FlatColour, last: FlatColour, inks: ProcessColours) -> list[tuple[float, CMYK]]:
    """The inks on the way between two colours, as stops.

    They run straight between colours whose inks are assigned. A colour of the palette has its own
    inks, which may be others than the profile's. From there the mixture that lies straight between
    both ends fades into that of the profile on FADE of the way: nowhere do inks jump, and little of
    it is thin black ink with some colour, which would be a pale band. From black ink alone to black
    ink alone, or to paper, it stays straight, for what is meant to be on one plate."""
    start, end = inks.of(first), inks.of(last)
    is_grey = all(len({*colour.rgb}) == 1 for colour in (first, last))
    is_black_alone = is_grey and _has_only_black(start, end)
    if not is_black_alone:
        start, end = inks.in_gradient(first), inks.in_gradient(last)
    elif not (inks.assigned(first) or inks.assigned(last)):
        greys = [
            (share, inks.grey(FlatColour(_mixed(first.rgb, last.rgb, share))) or end)
            for share in _shares(first, last)
        ]
        return _needed([(0.0, start), *greys, (1.0, end)])
    if _has_only_black(start, end):
        return [(0.0, start), (1.0, end)]
    samples = [(0.0, start)]
    for share in _shares(first, last):
        # how much of the palette's own inks is left so far from its colour
        near_first = 1 - share / FADE if inks.assigned(first) else 0.0
        near_last = 1 - (1 - share) / FADE if inks.assigned(last) else 0.0
        own_share = max(0.0, near_first, near_last)
        straight = _mixed(start, end, share)
        profiled = inks.profiled(_mixed(first.rgb, last.rgb, share))
        samples.append((share, _mixed(profiled, straight, own_share)))
    return _needed([*samples, (1.0, end)])


def _shares(first: FlatColour, last: FlatColour) -> list[float]:
    """The shares of the way between two colours at which inks are looked up."""
    widest = max(abs(b - a) for a, b in zip(first.rgb, last.rgb, strict=True))
    steps = max(1, min(STEPS, math.ceil(widest / _STEP)))
    return [step / steps for step in range(1, steps)]


def _has_only_black(*processes: CMYK) -> bool:
    """True if none of these has cyan, magenta or yellow."""
    return not any(any(process[:3]) for process in processes)


def _needed(samples: list[tuple[float, CMYK]]) -> list[tuple[float, CMYK]]:
    """Those of some samples without which straight lines would miss the others."""
    (start, first), (end, last) = samples[0], samples[-1]
    worst = 0.0
    at = 0
    for i, (place, process) in enumerate(samples[1:-1], 1):
        straight = _mixed(first, last, (place - start) / (end - start))
        miss = max(abs(a - b) for a, b in zip(process, straight, strict=True))
        worst, at = max((worst, at), (miss, i))
    if worst <= _NEAR:
        return [samples[0], samples[-1]]
    return [*_needed(samples[: at + 1])[:-1], *_needed(samples[at:])]


def _mixed(first: Parts, second: Parts, share: float) -> Parts:
    return tuple(a + share * (b - a) for a, b in zip(first, second, strict=True))  # type: ignore[return-value]
