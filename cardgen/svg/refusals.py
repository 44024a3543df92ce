"""Refusals: what is not drawn as a browser shows it where it stands, though the rest of it is; with what to do instead.

What draws the element need not know of them.
"""

from __future__ import annotations

from collections.abc import Callable

from cardgen.svg.css_shapes import is_shape
from cardgen.svg.style import Style
from cardgen.svg.values import StyleError

_ELSEWHERE = "put it on a <g> inside"
_SHOWN = "take display away"
REFUSALS: dict[str, tuple[tuple[Callable[[Style], object], str, str], ...]] = {
    "mask": ((lambda style: not style.display, "a mask with display: none is not drawn here", _SHOWN),),
    "clipPath": (
        (lambda style: is_shape(style.clip), "a shape as the clip-path of a <clipPath> is not drawn here", "refer to a <clipPath>"),
        (lambda style: style.mask and not style.clip, "a mask on a clipPath is not drawn here", "put it on what is clipped"),
        (lambda style: not style.display and not style.clip, "a clipPath with display: none is not drawn here", _SHOWN),
    ),
    "marker": (
        (lambda style: style.clip or style.mask or style.filter, "clip-path, mask or filter on a <marker> is not drawn here", _ELSEWHERE),
    ),
    "pattern": ((lambda style: style.clip or style.mask, "clip-path or mask on a pattern is not drawn here", _ELSEWHERE),),
}
"""For a kind of element what of its style is not drawn: when that is so, what to say of it and what to do."""


def check(kind: str, style: Style) -> None:
    """Raises StyleError for an element of this kind that is not drawn in this style."""
    for when, what, remedy in REFUSALS[kind]:
        if when(style):
            raise StyleError(what, remedy)
