"""Picture files as they are printed: PNG or JPEG in sRGB.

They have no more pixels than paper can show."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.engine.graphics.drawing import Picture
from cardgen.engine.graphics.images import (
    Pixels,
    colours_of,
    has_damaged_exif,
    how_held,
    pixels_in,
    quietly,
    to_srgb,
)
from cardgen.engine.graphics.large_pictures import (
    Appearance,
    TooManyPixelsError,
    in_strips,
    prepare,
    shrunk,
)
from cardgen.engine.graphics.picture_parts import JPEG, mended, without_metadata
from cardgen.sandbox import process

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

LARGEST = 40_000_000
"""Pixels that a picture keeps: of more no card shows them all, and they are made fewer when it is
read."""
_PADDED, _SPARE = 1.1, 1 << 20
"""How much larger than its pixels, and by how many bytes, a file may be that is printed as it is:
packed badly, with a profile."""
_KINDS = ("PNG", "JPEG", "WEBP", "AVIF", "TIFF", "GIF", "BMP")
_JPEGS = ("JPEG", "MPO")  # the last are several JPEGs in one
_CORNER = 0.15
"""Of the shorter side of a card, how far its rounded corners may reach."""
_LIKE = 40
"""Of 255, by which what a card was scanned on may vary in the corners."""
_RIM, _SOFT = 2, 0.003
"""How wide a rounded edge is half the card's and half of what it lies on: in pixels, and of the
shorter side more."""
_NO_MATTER = 0.05
"""By how much a picture's gamma may be off that of a screen, to browsers."""


def read_picture(data: bytes, notes: list[str] | None = None) -> Picture:
    """A picture file as PNG or JPEG. Colours that are not those of sRGB become so, but for those of
    inks; greys stay grey.

    What was damaged of it and is passed over goes to `notes`. Raises TooManyPixelsError, or all
    kinds of errors for a file that cannot be read."""
    damages = [] if notes is None else notes
    try:
        return _read(data, damages)
    except (TooManyPixelsError, MemoryError):
        raise
    except Exception:
        whole_file = mended(data)
        if whole_file is None:
            raise
    picture = _read(whole_file.data, damages)
    damages.append(whole_file.what)
    return picture


def _read(data: bytes, notes: list[str]) -> Picture:
    with _opened(data) as image:
        many = _too_many(image)
        with process.roomier(prepare(image, data) >> 20):
            return _loaded(image, data, many, notes)


def _loaded(image: ImageFile, data: bytes, many: bool, notes: list[str]) -> Picture:
    """A picture that is opened; one of too `many` pixels is made smaller."""
    photograph = image.format in _JPEGS
    profile = image.info.get("icc_profile")
    strips = in_strips(image)
    if not strips:
        image.load()
    if image.format == "TIFF" and _misread(image):
        raise ValueError("noise in place of colours")
    if image.mode == "P" and not image.getpalette():
        raise ValueError("a palette without colours")
    if image.mode == "P" and image.has_transparency_data and not many:
        image.convert("RGBA")  # which fails where more colours are clear than there are
    look = (
        Appearance(to_srgb(profile, colours_of(image)), None)
        if profile
        else Appearance(None, _brightness(image))
    )
    if not strips and has_damaged_exif(image):
        notes.append("its Exif is damaged, so it is taken as it is stored, upright or not")
    if many:
        return as_file(
            shrunk(image, data, _within(image) if _too_many(image) else image.size, look),
            photograph,
        )
    if (image.format == "PNG" or photograph) and not any(look):
        stripped, least = without_metadata(data), len(image.getbands()) * image.width * image.height
        if len(stripped) <= least * _PADDED + _SPARE:
            return Picture(stripped, *_upright_size(image))
    return as_file(look.of(pixels_in(image)).whole, photograph)


class PictureFile(NamedTuple):
    """A picture file as it was read. Its values raise CardgenError where it is no picture."""

    path: Path
    data: bytes

    def read(self) -> Picture:
        """Return what is printed of it."""
        with told_of_pictures(self.path):
            return read_picture(self.data)

    def without_metadata(self) -> bytes:
        """Return its bytes without what tells of cameras, places and persons."""
        return without_metadata(self.data)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, which are not read."""
        with told_of_pictures(self.path), _opened(self.data) as image:
            # which would read all of a PNG
            return image.size if image.format == "PNG" else _upright_size(image)

    @property
    def ppi(self) -> float:
        """The pixels to an inch across that it says of itself; 0 where it says nothing."""
        with told_of_pictures(self.path), _opened(self.data) as image:
            said = image.info.get("dpi", ())
            return float(said[0]) if isinstance(said, tuple) and said else 0.0

    @property
    def pages(self) -> int:
        """The number of pages of a TIFF, of which the first is read.

        Any other file has 1."""
        with told_of_pictures(self.path), _opened(self.data) as image:
            return getattr(image, "n_frames", 1) if image.format == "TIFF" else 1


@contextmanager
def _opened(data: bytes) -> Iterator[ImageFile]:
    import logging

    from PIL import Image

    if not logging.getLogger("PIL").handlers:
        # else what it says of bad files is printed, and names none
        logging.getLogger("PIL").addHandler(logging.NullHandler())
    # our own bounds are told as a problem
    bound = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    try:
        with quietly(), Image.open(io.BytesIO(data), formats=_KINDS) as opened:
            yield opened
    finally:
        Image.MAX_IMAGE_PIXELS = bound


def _upright_size(image: Image) -> tuple[int, int]:
    width, height = image.size
    return (height, width) if how_held(image) >= 5 else (width, height)


_BITS, _PLANES = 258, 284
"""Tags of TIFF: how many bits a colour of a pixel has, and whether each colour is a plane of its
own."""


def _misread(image: ImageFile) -> bool:
    """True if Pillow reads a TIFF as something else.

    Such have numbers with fractions, those between 8 and 16 bits, and more than 8 in planes."""
    tags: Mapping[int, Any] = image.tag_v2  # type: ignore[attr-defined]
    bits = max(tags.get(_BITS, (1,)))
    return image.mode == "F" or 8 < bits < 16 or (bits > 8 and tags.get(_PLANES) == 2)


def _brightness(image: Image) -> list[int] | None:
    """The screen value of each value of a PNG's colours, by its gamma.

    Programs that compute light write a gamma (PNG, 11.3.3.2). None where it is about a screen's
    own, or nothing says."""
    times = 2.2 * image.info.get("gamma", 0.0)
    if "srgb" in image.info or not times or abs(times - 1) <= _NO_MATTER:
        return None
    return [round(255 * (value / 255) ** (1 / times)) for value in range(256)]


@contextmanager
def told_of_pictures(path: Path) -> Iterator[None]:
    """Raises CardgenError where a picture file cannot be read."""
    try:
        yield
    except TooManyPixelsError as error:
        raise CardgenError(Finding("too-large", error.what, error.remedy, Place(path))) from None
    except MemoryError:
        remedy = "make it smaller, or save it as PNG without interlacing"
        raise CardgenError(
            Finding(
                "too-large",
                "the picture takes more memory to read than a picture may",
                remedy,
                Place(path),
            )
        ) from None
    except Exception:  # Pillow raises many things on broken files
        raise CardgenError(
            Finding(
                "file-unreadable",
                "the picture cannot be read",
                "save it as PNG or JPEG",
                Place(path),
            )
        ) from None


def resized(picture: Picture, size: tuple[int, int]) -> Picture:
    """A picture with fewer pixels."""
    pixels = Pixels.of(picture.data).whole
    return as_file(pixels.resize(size, reducing_gap=3.0), picture.data.startswith(JPEG))


def without_corners(picture: Picture) -> Picture:
    """The picture of a card with its rounded corners filled.

    Its own colours go on there, where corners are clear or show what it was scanned on. A corner
    counts as rounded where what differs from the card takes about the part of a square that is
    outside a quarter circle."""
    from PIL import Image

    colours, alpha = Pixels.of(picture.data)
    solid = alpha or Image.new("L", colours.size, 255)
    reach = 2 * max(1, round(_CORNER * min(colours.size)))  # what fills a corner lies beside it
    filled = False
    # each in turn is made the upper left one, a small piece alone, for pictures may be large
    for turn, right, lower in _CORNERS:
        x, y = (
            (colours.width - min(reach, colours.width)) * right,
            (colours.height - min(reach, colours.height)) * lower,
        )
        square = (x, y, min(x + reach, colours.width), min(y + reach, colours.height))
        corner, corner_alpha = (_turned(layer.crop(square), turn) for layer in (colours, solid))
        runs = _rounding(corner, corner_alpha, min(colours.size))
        for row, run in enumerate(runs):
            inside = corner.crop((run, row, min(2 * run, corner.width), row + 1)).transpose(
                Image.Transpose.FLIP_LEFT_RIGHT
            )
            corner.paste(inside.resize((run, 1)), (0, row))
            corner_alpha.paste(255, (0, row, run, row + 1))
        if runs:
            colours.paste(_turned(corner, turn), square)
            solid.paste(_turned(corner_alpha, turn), square)
            filled = True
    if not filled:
        return picture
    return as_file(
        Pixels(colours, None if solid.getextrema() == (255, 255) else solid).whole,
        picture.data.startswith(JPEG),
    )


_CORNERS = (("", 0, 0), ("FLIP_LEFT_RIGHT", 1, 0), ("FLIP_TOP_BOTTOM", 0, 1), ("ROTATE_180", 1, 1))
"""Corners: what turns each into the upper left one, and back, and whether it lies at the right and
below."""


def _turned(image: Image, turn: str) -> Image:
    from PIL import Image as Images

    return image.transpose(Images.Transpose[turn]) if turn else image


def _rounding(colours: Image, solid: Image, shorter: int) -> list[int]:
    """The pixels of each row that lie outside a rounded corner.

    It is the upper left one of a picture whose shorter side is that long, rows from the top, with a
    few pixels of its rim; none where it is not rounded."""
    from PIL import Image, ImageChops

    reach = max(1, round(_CORNER * shorter))
    square = (0, 0, reach, reach)
    corner = colours.crop(square)
    clear = solid.crop(square).point(lambda value: 255 * (value < 128))
    if not clear.getpixel((0, 0)):
        unlike = ImageChops.difference(
            corner, Image.new(corner.mode, corner.size, corner.getpixel((0, 0)))
        ).split()
        most = reduce(ImageChops.lighter, unlike)
        clear = most.point(lambda value: 255 * (value <= _LIKE))
    pixels = clear.tobytes()
    runs = [
        (pixels[start : start + reach] + b"\0").find(b"\0")
        for start in range(0, reach * reach, reach)
    ]
    down = runs.index(0) if 0 in runs else reach
    runs = runs[:down]
    if down in (0, reach) or runs[0] == reach or not 0.7 < runs[0] / down < 1.4:
        return []
    if not 0.1 < sum(runs) / (runs[0] * down) < 0.55 or any(
        after > before + 2 for before, after in pairwise(runs)
    ):
        return []
    # All that a circle leaves out goes, for the tips of the arc are too thin to be seen as unlike
    # the card.
    rim = _RIM + round(_SOFT * shorter)
    longest = max(runs[0], down)
    radius = round(longest + math.sqrt(longest)) + rim
    inside = (max(0.0, (radius - rim) ** 2 - (radius - row - 0.5) ** 2) for row in range(radius))
    return [radius - int(math.sqrt(square)) for square in inside]


def as_file(image: Image, photograph: bool) -> Picture:
    """Pixels as a file: a photograph stays a JPEG, and inks become one."""
    if not photograph and image.mode != "CMYK":
        return Picture.of_image(image)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=95, subsampling=0)
    return Picture(out.getvalue(), *image.size)


def _too_many(image: Image) -> bool:
    return image.width * image.height > LARGEST


def _within(image: Image) -> tuple[int, int]:
    """The size at which a picture has not too many pixels."""
    share = math.sqrt(LARGEST / (image.width * image.height))
    return int(image.width * share), int(image.height * share)
