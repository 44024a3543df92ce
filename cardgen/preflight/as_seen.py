"""The contrast of texts as blends, masks and veils leave it.

It is read from the pixels of a side. What a text is filled with does not tell it: white that is
multiplied leaves its ground as it is, and nothing is read there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PIL import Image

from cardgen.base import colour_math
from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box
from cardgen.engine import Drawing, TextMark, display_list
from cardgen.preflight.card_side import SHARP, CardSide, flat_picture
from cardgen.preflight.covering import opacity
from cardgen.prepress.plates import changed

_STRONGEST = 0.03
"""Of the pixels of a text's box, how many stand out as its strokes do: the others are thin parts,
edges and ground."""
_SEEN = 1.2
"""The contrast of pixels from which anything is seen."""
_LESS = 0.8
"""Of its contrast, what a blend leaves at most that takes some away; pixels do not tell it more
exactly."""
_PARTS = 10
"""Parts of a text along its line, which are looked at by themselves: a veil may lie over some of
them."""
_WORST = 2
"""Which of the parts tells, the one that has least left first: a fifth of a text that nobody reads
is enough."""


class AsSeen:
    """The contrast that the texts of a side have left.

    Where the side has blends or masks."""

    def __init__(self, side: CardSide) -> None:
        self._side = side
        self._changed = _may_change(side)
        if self._changed:
            bare = changed(
                side.drawing,
                lambda item, _: None if isinstance(item, display_list.ShownGlyphs) else item,
                {},
            )
            on_top = _letters(side.drawing)
            forms = {form.name: form for form in (bare, on_top)}
            plain = replace(
                bare,
                items=[display_list.PlacedForm(bare.name), display_list.PlacedForm(on_top.name)],
                forms=forms,
                _name="",
            )
            ground = flat_picture(side.ground)
            self._seen = flat_picture(side.picture(side.drawing)), ground
            self._meant = flat_picture(side.picture(plain)), ground

    def contrast(self, mark: TextMark, intended: float) -> float:
        """The least contrast left of a text, which should have this one."""
        if not self._changed:
            return intended
        remaining = sorted(self._left(part, intended) for part in self._parts(mark))
        return remaining[min(_WORST, len(remaining)) - 1] if remaining else intended

    def _parts(self, mark: TextMark) -> Iterator[Box]:
        """The boxes of a text's parts that show, along its line.

        A turned text gives its whole box."""
        ink = self._side.ink(mark)
        count = 1 if mark.placement.b or mark.placement.c else _PARTS
        width = ink.width / count
        for place in range(count):
            part = Box(ink.x + place * width, ink.y, width, ink.height)
            if self._strongest(self._meant, part) >= _SEEN:
                yield part

    def _left(self, part: Box, intended: float) -> float:
        """The contrast left of what a part of a text should have."""
        expected = self._strongest(self._meant, part)
        visible = self._strongest(self._seen, part)
        if visible > _LESS * expected:
            return intended
        # small strokes are paler in pixels than they are
        return min(intended, 1 + (visible - 1) * (intended - 1) / (expected - 1))

    def _strongest(self, pictures: tuple[Image.Image, ...], box: Box) -> float:
        """The contrast of the strongest strokes in a box to their ground.

        The ground is what lies there without the texts of the side."""
        scale = SHARP / 72
        margin = self._side.margin
        x = int((box.x + margin) * scale)
        y = int((box.y + margin) * scale)
        # a pixel at least, for texts thinner than one
        x_end = max(x + 1, round((box.right + margin) * scale))
        y_end = max(y + 1, round((box.top + margin) * scale))
        first, second = (picture.crop((x, y, x_end, y_end)) for picture in pictures)
        pairs = zip(_colours(first), _colours(second), strict=True)
        contrasts = sorted((colour_math.contrast(*pair) for pair in pairs), reverse=True)
        return contrasts[int(len(contrasts) * _STRONGEST)]


def _may_change(side: CardSide) -> bool:
    """True if a blend, a mask or a veil may change texts.

    A veil is half clear and lies over one of them."""
    below: list[Box] = []
    for painted in side.paints:
        if painted.kind == "text":
            below.append(side.where(painted))
        elif below and opacity(painted) < 1:
            overlay = side.box(painted.box)
            if any(overlay.overlaps(text) for text in below):
                return True
    return _letters(side.drawing, is_masked=True).name != _letters(side.drawing).name


def _letters(drawing: Drawing, *, is_masked: bool = False) -> Drawing:
    """The texts of a drawing as filled.

    If `is_masked`, they are as blends and masks leave them."""
    kinds = (
        display_list.Level,
        display_list.Transform,
        display_list.ClipTo,
        display_list.ShownGlyphs,
        *((display_list.Blend, display_list.Through) if is_masked else ()),
    )

    def letters(item: display_list.Item, of: Drawing) -> display_list.Item | None:
        if isinstance(item, display_list.PlacedForm):
            return item if item.name in of.forms else None
        return item if isinstance(item, kinds) else None

    return changed(drawing, letters, {})


def _colours(picture: Image.Image) -> list[RGB]:
    """The pixels of a picture in RGB."""
    data = [value / 255 for value in picture.tobytes()]
    return list(zip(data[::3], data[1::3], data[2::3], strict=True))
