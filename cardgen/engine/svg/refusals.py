"""Refusals: styles that are not drawn as a browser shows them.

All else of the element is. What draws the element need not know of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardgen.engine.svg.css_shapes import is_shape
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import StyleError


class Refusal(NamedTuple):
    """A reason not to draw a style: its condition, sentence and remedy."""

    when: Callable[[Style], object]
    what: str
    remedy: str


_ELSEWHERE = "put it on a <g> inside"
_SHOWN = "take display away"
REFUSALS: dict[str, tuple[Refusal, ...]] = {
    "mask": (
        Refusal(
            lambda style: not style.display, "a mask with display: none is not drawn here", _SHOWN
        ),
    ),
    "clipPath": (
        Refusal(
            lambda style: is_shape(style.clip),
            "a shape as the clip-path of a <clipPath> is not drawn here",
            "refer to a <clipPath>",
        ),
        Refusal(
            lambda style: style.mask and not style.clip,
            "a mask on a clipPath is not drawn here",
            "put it on what is clipped",
        ),
        Refusal(
            lambda style: not style.display and not style.clip,
            "a clipPath with display: none is not drawn here",
            _SHOWN,
        ),
    ),
    "marker": (
        Refusal(
            lambda style: style.clip or style.mask or style.filter,
            "clip-path, mask or filter on a <marker> is not drawn here",
            _ELSEWHERE,
        ),
    ),
    "pattern": (
        Refusal(
            lambda style: style.clip or style.mask,
            "clip-path or mask on a pattern is not drawn here",
            _ELSEWHERE,
        ),
    ),
}


def check(kind: str, style: Style) -> None:
    """Raise StyleError for an element of this kind that is not drawn in this style."""
    for when, message, remedy in REFUSALS[kind]:
        if when(style):
            raise StyleError(message, remedy)
