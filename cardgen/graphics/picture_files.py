"""Picture files as they are printed: PNG or JPEG in sRGB, with no more pixels than paper can show."""

from __future__ import annotations

import io
import math
import warnings
from typing import TYPE_CHECKING

from cardgen.graphics.drawing import Picture
from cardgen.graphics.images import in_srgb, pixels_in, pixels_of

if TYPE_CHECKING:
    from PIL.Image import Image

FINEST = 600.0
"""Pixels to an inch: of more paper shows nothing."""
LARGEST = 40_000_000
"""Pixels that a picture keeps: of more no card shows them all, and they are made fewer when it is read."""
MOST_BYTES = 300_000_000
"""What a picture may take while it is read, a byte for each colour of a pixel: more is an attack or a mistake."""
_KINDS = ("PNG", "JPEG", "WEBP", "AVIF", "TIFF", "GIF")
_AS_THEY_ARE = ("PNG", "JPEG", "MPO")  # the last are several JPEGs in one
_TURNED = 274  # the tag of Exif that says how a picture is held


class TooLarge(ValueError):  # noqa: N818  # what it is, not a fault
    """A picture that cannot be held while it is read."""


def read_picture(data: bytes) -> Picture:
    """A picture file as PNG or JPEG. Colours that are not those of sRGB become so, but for those of inks; greys stay grey.

    Raises TooLarge, or all kinds of errors for a file that cannot be read.
    """
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own bounds are told as a problem
        try:
            opened = Image.open(io.BytesIO(data), formats=_KINDS)
        except Image.DecompressionBombError:
            raise TooLarge from None
    with opened as image:
        large, photograph, profile = _too_many(image), image.format in ("JPEG", "MPO"), image.info.get("icc_profile")
        if large:
            image.draft(image.mode, _within(image))  # a JPEG can be read at a part of its size
        if image.width * image.height * len(image.getbands()) > MOST_BYTES:
            raise TooLarge
        image.load()
        if image.mode == "P" and not image.getpalette():
            raise ValueError("a palette without colours")
        plain = image.format in _AS_THEY_ARE and not large
        if plain and not profile:
            return Picture(data, *(reversed(image.size) if image.getexif().get(_TURNED, 1) >= 5 else image.size))
        pixels = pixels_in(image)
    shown = in_srgb(pixels, profile) if profile else None
    if plain and not shown:
        return Picture(data, *pixels.colours.size)
    whole = (shown or pixels).whole
    return _written(whole.resize(_within(whole)) if _too_many(whole) else whole, photograph)


def resized(picture: Picture, size: tuple[int, int]) -> Picture:
    """A picture with fewer pixels."""
    whole = pixels_of(picture.data).whole
    return _written(whole.resize(size, reducing_gap=3.0), picture.data.startswith(b"\xff\xd8"))


def as_picture(image: Image) -> Picture:
    """Pixels as a PNG."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return Picture(out.getvalue(), *image.size)


def _written(image: Image, photograph: bool) -> Picture:
    """Pixels as a file: a photograph stays a JPEG, and inks become one."""
    if not photograph and image.mode != "CMYK":
        return as_picture(image)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=95, subsampling=0)
    return Picture(out.getvalue(), *image.size)


def _too_many(image: Image) -> bool:
    return image.width * image.height > LARGEST


def _within(image: Image) -> tuple[int, int]:
    """The size at which a picture has not too many pixels."""
    share = math.sqrt(LARGEST / (image.width * image.height))
    return int(image.width * share), int(image.height * share)
