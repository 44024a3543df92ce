"""Picture files as they are printed: PNG or JPEG in sRGB, with no more pixels than paper can show."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import CardgenError, Place, Problem
from cardgen.graphics.drawing import Picture
from cardgen.graphics.images import Pixels, colours_of, how_held, in_srgb, pixels_in, pixels_of, to_srgb

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

FINEST = 600.0
"""Pixels to an inch: of more paper shows nothing."""
LARGEST = 40_000_000
"""Pixels that a picture keeps: of more no card shows them all, and they are made fewer when it is read."""
MOST_BYTES = 300_000_000
"""What a picture may take while it is read, a byte for each colour of a pixel: more is an attack or a mistake."""
_KINDS = ("PNG", "JPEG", "WEBP", "AVIF", "TIFF", "GIF", "BMP")
_AS_THEY_ARE = ("PNG", "JPEG", "MPO")  # the last are several JPEGs in one
_JPEG = b"\xff\xd8"
_CORNER = 0.15
"""Of the shorter side of a card, how far its rounded corners may reach."""
_LIKE = 40
"""Of 255, by which what a card was scanned on may vary in the corners."""
_RIM, _SOFT = 2, 0.003
"""How wide a rounded edge is half the card's and half of what it lies on: in pixels, and of the shorter side more."""
_NO_MATTER = 0.05
"""By how much a picture's gamma may be off that of a screen, to browsers."""


class TooManyPixels(ValueError):  # noqa: N818  # what it is, not a fault
    """A picture that cannot be held while it is read."""


def read_picture(data: bytes) -> Picture:
    """A picture file as PNG or JPEG. Colours that are not those of sRGB become so, but for those of inks; greys stay grey.

    Raises TooManyPixels, or all kinds of errors for a file that cannot be read.
    """
    with _opened(data) as image:
        large, photograph, profile = _too_many(image), image.format in ("JPEG", "MPO"), image.info.get("icc_profile")
        if large:
            image.draft(image.mode, _within(image))  # a JPEG can be read at a part of its size
        if image.width * image.height * len(image.getbands()) > MOST_BYTES:
            raise TooManyPixels
        image.load()
        if image.format == "TIFF" and _misread(image):
            raise ValueError("noise in place of colours")
        if image.mode == "P" and not image.getpalette():
            raise ValueError("a palette without colours")
        if image.mode == "P" and image.has_transparency_data:
            image.convert("RGBA")  # which fails where more colours are clear than there are
        transform, bright = (to_srgb(profile, colours_of(image)), None) if profile else (None, _brightness(image))
        if image.format in _AS_THEY_ARE and not (large or transform or bright):
            return Picture(data, *_upright_size(image))
        pixels = pixels_in(image)
    if transform:
        pixels = in_srgb(pixels, transform)
    if bright:
        pixels = pixels._replace(colours=pixels.colours.point(bright * len(pixels.colours.getbands())))
    whole = pixels.whole
    return as_file(whole.resize(_within(whole)) if _too_many(whole) else whole, photograph)


def size_of_file(data: bytes) -> tuple[int, int]:
    """Width and height of a picture file in pixels, which are not read. Raises what `read_picture` does."""
    with _opened(data) as image:
        return image.size if image.format == "PNG" else _upright_size(image)  # which would read all of a PNG


def pages_of_file(data: bytes) -> int:
    """How many pages a TIFF has, of which the first is read; 1 for all else. Raises what `read_picture` does."""
    with _opened(data) as image:
        return getattr(image, "n_frames", 1) if image.format == "TIFF" else 1


@contextmanager
def _opened(data: bytes) -> Iterator[ImageFile]:
    import logging

    from PIL import Image

    if not logging.getLogger("PIL").handlers:
        logging.getLogger("PIL").addHandler(logging.NullHandler())  # else what it says of bad files is printed, and names none
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # our own bounds are told as a problem, and of tags that are damaged nothing is printed
        try:
            opened = Image.open(io.BytesIO(data), formats=_KINDS)
        except Image.DecompressionBombError:
            raise TooManyPixels from None
        with opened:
            yield opened


def _upright_size(image: Image) -> tuple[int, int]:
    width, height = image.size
    return (height, width) if how_held(image) >= 5 else (width, height)


_BITS, _PLANES = 258, 284
"""Tags of TIFF: how many bits a colour of a pixel has, and whether each colour is a plane of its own."""


def _misread(image: ImageFile) -> bool:
    """Whether Pillow reads a TIFF as something else: numbers with fractions, those between 8 and 16 bits, and more than 8 in planes."""
    tags: Mapping[int, Any] = image.tag_v2  # type: ignore[attr-defined]
    bits = max(tags.get(_BITS, (1,)))
    return image.mode == "F" or 8 < bits < 16 or (bits > 8 and tags.get(_PLANES) == 2)


def _brightness(image: Image) -> list[int] | None:
    """What each value of a PNG's colours is on a screen, by the gamma that it was saved for (PNG, 11.3.3.2): programs that compute light
    write one. None where it is about a screen's own, or nothing says."""
    times = 2.2 * image.info.get("gamma", 0.0)
    if "srgb" in image.info or not times or abs(times - 1) <= _NO_MATTER:
        return None
    return [round(255 * (value / 255) ** (1 / times)) for value in range(256)]


@contextmanager
def told_of_pictures(path: Path) -> Iterator[None]:
    """Raises CardgenError where a picture file cannot be read."""
    try:
        yield
    except (TooManyPixels, MemoryError):
        what = f"the picture takes more than {MOST_BYTES // 1_000_000} MB to read"
        raise CardgenError(Problem(what, "make it smaller", Place(path))) from None
    except Exception:  # Pillow raises many things on broken files
        raise CardgenError(Problem("the picture cannot be read", "save it as PNG or JPEG", Place(path))) from None


def resized(picture: Picture, size: tuple[int, int]) -> Picture:
    """A picture with fewer pixels."""
    whole = pixels_of(picture.data).whole
    return as_file(whole.resize(size, reducing_gap=3.0), picture.data.startswith(_JPEG))


def without_corners(picture: Picture) -> Picture:
    """The picture of a card with its own colours in its rounded corners, where those are clear or show what it was scanned on.

    A corner counts as rounded where what differs from the card takes about the part of a square that is outside a quarter circle.
    """
    from PIL import Image, ImageChops

    colours, alpha = pixels_of(picture.data)
    solid = alpha or Image.new("L", colours.size, 255)
    filled = False
    for turn in (None, Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180):
        # each corner in turn is the upper left one
        colours, solid = (each.transpose(turn) if turn is not None else ImageChops.duplicate(each) for each in (colours, solid))
        for row, run in enumerate(_rounding(colours, solid)):
            inside = colours.crop((run, row, min(2 * run, colours.width), row + 1)).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            colours.paste(inside.resize((run, 1)), (0, row))
            solid.paste(255, (0, row, run, row + 1))
            filled = True
        if turn is not None:
            colours, solid = (each.transpose(turn) for each in (colours, solid))
    if not filled:
        return picture
    return as_file(Pixels(colours, None if solid.getextrema() == (255, 255) else solid).whole, picture.data.startswith(_JPEG))


def _rounding(colours: Image, solid: Image) -> list[int]:
    """How many pixels of each row, from the top, lie outside the rounded upper left corner, and a few of its rim; none where it is not."""
    from PIL import Image, ImageChops

    reach = max(1, round(_CORNER * min(colours.size)))
    square = (0, 0, reach, reach)
    corner, clear = colours.crop(square), solid.crop(square).point(lambda value: 255 * (value < 128))
    if not clear.getpixel((0, 0)):
        unlike = ImageChops.difference(corner, Image.new(corner.mode, corner.size, corner.getpixel((0, 0)))).split()
        most = reduce(ImageChops.lighter, unlike)
        clear = most.point(lambda value: 255 * (value <= _LIKE))
    pixels = clear.tobytes()
    runs = [(pixels[start : start + reach] + b"\0").find(b"\0") for start in range(0, reach * reach, reach)]
    down = runs.index(0) if 0 in runs else reach
    runs = runs[:down]
    if down in (0, reach) or runs[0] == reach or not 0.7 < runs[0] / down < 1.4:
        return []
    if not 0.1 < sum(runs) / (runs[0] * down) < 0.55 or any(after > before + 2 for before, after in pairwise(runs)):
        return []
    # All that a circle leaves out goes, for the tips of the arc are too thin to be seen as unlike the card.
    rim = _RIM + round(_SOFT * min(colours.size))
    longest = max(runs[0], down)
    radius = round(longest + math.sqrt(longest)) + rim
    inside = (max(0.0, (radius - rim) ** 2 - (radius - row - 0.5) ** 2) for row in range(radius))
    return [radius - int(math.sqrt(square)) for square in inside]


def as_picture(image: Image) -> Picture:
    """Pixels as a PNG."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return Picture(out.getvalue(), *image.size)


def as_file(image: Image, photograph: bool) -> Picture:
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
