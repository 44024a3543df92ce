"""Texts as they are seen: what a blend or a mask leaves of their contrast, read from the pixels of a side.

What a text is filled with does not tell it: white that is multiplied leaves its ground as it is, and nothing is read there.
"""

from __future__ import annotations

from PIL import Image

from cardgen.base.geometry import Box
from cardgen.graphics.contrast import contrast
from cardgen.graphics.display_list import RGB, Blend, Through
from cardgen.graphics.drawing import Drawing, TextMark
from cardgen.preflight.card_side import SHARP, CardSide, flat_picture, wordless
from cardgen.press.plates import changed

_STRONGEST = 0.03
"""Of the pixels of a text's box, how many stand out as its strokes do: the others are thin parts, edges and ground."""
_SEEN = 1.2
"""The contrast of pixels from which anything is seen."""
_LESS = 0.8
"""Of its contrast, what a blend leaves at most that takes some away; pixels do not tell it more exactly."""


class AsSeen:
    """What is left of the contrast of the texts of a side, where it has blends or masks."""

    def __init__(self, side: CardSide) -> None:
        self._side = side
        plain = _unveiled(side.drawing)
        self._veiled = plain.name != side.drawing.name
        if self._veiled:
            grounds = side.ground, side.picture(wordless(plain))
            shown = side.picture(side.drawing), side.picture(plain)
            self._seen, self._meant = (tuple(map(flat_picture, pair)) for pair in zip(shown, grounds, strict=True))

    def contrast(self, mark: TextMark, meant: float) -> float:
        """The contrast that is left of what a text is meant to have."""
        if not self._veiled:
            return meant
        box = self._side.ink(mark)
        expected = self._strongest(self._meant, box)
        left = self._strongest(self._seen, box)
        if expected < _SEEN or left > _LESS * expected:
            return meant
        return min(meant, 1 + (left - 1) * (meant - 1) / (expected - 1))  # small strokes are paler in pixels than they are

    def _strongest(self, pictures: tuple[Image.Image, ...], box: Box) -> float:
        """The contrast of the strokes in a box of a side to what lies there without its texts."""
        scale, margin = SHARP / 72, self._side.margin
        left, top = int((box.x + margin) * scale), int((box.y + margin) * scale)
        edges = left, top, max(left + 1, round((box.right + margin) * scale)), max(top + 1, round((box.top + margin) * scale))
        one, other = (picture.crop(edges) for picture in pictures)
        found = sorted((contrast(*pair) for pair in zip(_colours(one), _colours(other), strict=True)), reverse=True)
        return found[int(len(found) * _STRONGEST)]


def _unveiled(drawing: Drawing) -> Drawing:
    """A drawing without its blends and masks."""
    return changed(drawing, lambda item, _: None if isinstance(item, (Blend, Through)) else item, {})


def _colours(picture: Image.Image) -> list[RGB]:
    """The pixels of a picture in RGB."""
    data = [value / 255 for value in picture.tobytes()]
    return list(zip(data[::3], data[1::3], data[2::3], strict=True))
