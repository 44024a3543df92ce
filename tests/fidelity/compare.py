"""The measure of the fidelity suite: two pictures, pixel by pixel, forgiving how edges are smoothed and nothing else."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageFilter

SMOOTH = 40
"""How far a channel may lie (of 255) outside what the other picture holds in the pixels around."""
FEW = 40
"""Pixels of 40 000 that may lie further off: the corners of thin shapes, where renderers differ.

A hairline half a unit thick and 21 units long is more.
"""


def off(one: Image.Image, two: Image.Image) -> int:
    """How many pixels of either picture are unlike all their neighbours in the other."""
    return _strange(one, two) + _strange(two, one)


def _strange(one: Image.Image, two: Image.Image) -> int:
    low, high = two.filter(ImageFilter.MinFilter(3)), two.filter(ImageFilter.MaxFilter(3))
    beyond = ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))
    red, green, blue = beyond.split()
    return sum(ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[SMOOTH + 1 :])


def alike(one: Image.Image, two: Image.Image) -> bool:
    return off(one, two) <= FEW
