"""The place on a sheet's back behind one on its front."""

from __future__ import annotations

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.suggestions import did_you_mean
from cardgen.model.sizes import Shape

FLIPS = ("long", "short")
"""The edge of the paper a duplex printer turns the sheet about."""


def check_flip(flip: str) -> None:
    """Raises CardgenError for anything not in FLIPS."""
    if flip not in FLIPS:
        raise CardgenError(
            Finding(
                "unknown-choice",
                f'a sheet cannot be flipped on its "{flip}" edge',
                did_you_mean(flip, FLIPS),
            )
        )


def turned_over(page: Box, flip: str) -> Matrix:
    """The map from the front page to the back page behind it.

    A sheet turned about a vertical edge keeps its heights and swaps left and right; about a
    horizontal edge it is the other way round. The long edge stands upright on a portrait page and
    lies flat on a landscape page."""
    portrait = page.height >= page.width
    if (flip == "long") == portrait:
        return Matrix(-1, 0, 0, 1, page.width, 0)
    return Matrix.flip(page.height)


def placed_behind(front: Matrix, shape: Shape, over: Matrix) -> Matrix:
    """The placement of a card's back behind its front.

    `over` maps a point of the front to the one behind it. A cut card is turned
    over sideways, like a playing card: the point (u, v) of its back is behind (width - u, v) of its
    face. So the back reads from right to left: swap the card's sides, place it as the face is
    placed, turn the sheet over. Two mirrors make a rotation, whatever the turn r of the face: the
    back is turned by -r, or by 180 - r where top and bottom are swapped."""
    return over @ front @ Matrix(-1, 0, 0, 1, shape.width, 0)
