"""Picture files as upright pixels of eight bits.

Their colours, and how much of each is to be seen."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageCms import ImageCmsTransform


PNG = b"\x89PNG\r\n\x1a\n"
"""How a PNG begins."""


class Pixels(NamedTuple):
    """A picture's colours as L, RGB or CMYK, and its alpha as L.

    The alpha is None where all of it is opaque."""

    colours: Image
    alpha: Image | None = None

    @staticmethod
    def of(data: bytes) -> Pixels:
        """Return the pixels of a PNG, JPEG or TIFF file."""
        from PIL import Image

        with quietly(), Image.open(io.BytesIO(data)) as image:
            image.load()
            return pixels_in(image)

    @property
    def whole(self) -> Image:
        """Both as one picture, greys as greys; inks have no alpha."""
        if self.alpha is None or self.colours.mode == "CMYK":
            return self.colours
        picture = self.colours.convert("LA" if self.colours.mode == "L" else "RGBA")
        picture.putalpha(self.alpha)
        return picture

    @property
    def as_printed(self) -> Pixels:
        """Return the pixels with colours that go on into what is clear.

        Readers of PDF mix the colours of neighbours without asking what of them is seen, so that
        beside clear black every edge would get a dark rim. A dozen pixels are enough."""
        if self.alpha is None or self.colours.mode == "CMYK" or self.alpha.getextrema()[0]:
            return self
        return self._replace(colours=_carried_on(self.rgba).convert(self.colours.mode))

    @property
    def rgba(self) -> Image:
        picture = self.colours.convert("RGB").convert("RGBA")
        if self.alpha:
            picture.putalpha(self.alpha)
        return picture


_CLEAR = [255, *[0] * 255]
"""What is clear as a mask."""


def _carried_on(picture: Image, halvings: int = 4) -> Image:
    """A picture in RGBA whose colours go on into what is clear of it.

    They go on for a dozen pixels; its alpha then means nothing."""
    from PIL import ImageFilter
    from PIL.Image import Resampling

    # here and below colours are weighed by what is seen of them
    coarse = picture.convert("RGBa").reduce(2)
    beside = coarse.filter(ImageFilter.BoxBlur(1)).convert("RGBA")
    coarse = coarse.convert("RGBA")
    coarse.paste(beside, mask=_clear_part(coarse))
    if halvings > 1 and min(coarse.size) > 1:
        coarse = _carried_on(coarse, halvings - 1)
    around = coarse.resize((2 * coarse.width, 2 * coarse.height), Resampling.NEAREST)
    picture.paste(around.crop((0, 0, *picture.size)), mask=_clear_part(picture))
    return picture


def _clear_part(picture: Image) -> Image:
    """A mask of the pixels of which nothing is seen."""
    return picture.getchannel("A").point(_CLEAR)


class PlainPng(NamedTuple):
    """An opaque PNG as PDF can take it (ISO 32000-1, 7.4.4.4): its packed rows, each with its
    filter, and what they mean."""

    size: tuple[int, int]
    depth: int
    space: str
    predictor: str
    data: bytes


def png_parts(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG, each with its name (PNG, 5.3); the last may be cut off."""
    start = len(PNG)
    while start + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, start)
        yield name, data[start + 8 : start + 8 + length]
        start += length + 12


def plain_png(data: bytes) -> PlainPng | None:
    """A PNG whose rows need not be unpacked (PNG, 5.3 and 11.2): opaque, not interlaced, of eight
    bits or a palette; None for all else."""
    if not data.startswith(PNG):
        return None
    packed = []
    palette = b""
    width = height = depth = kind = 0
    for name, body in png_parts(data):
        if name == b"IHDR":
            width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if interlaced or kind not in (0, 2, 3) or (depth != 8 and kind != 3):
                return None
        elif name in (b"tRNS", b"eXIf"):
            return None
        elif name == b"PLTE":
            palette = body
        elif name == b"IDAT":
            packed.append(body)
    spaces = {
        0: "/DeviceGray",
        2: "/DeviceRGB",
        3: f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]",
    }
    colours = 3 if kind == 2 else 1
    predictor = f"<< /Predictor 15 /Colors {colours} /BitsPerComponent {depth} /Columns {width} >>"
    return PlainPng((width, height), depth, spaces[kind], predictor, b"".join(packed))


@contextmanager
def quietly() -> Iterator[None]:
    """Silence Pillow's warnings of a file, such as of damaged tags: they name no file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def pixels_in(image: Image) -> Pixels:
    """The pixels of a file that has been read, or of some rows of one."""
    from PIL import ImageOps

    how_held(image)
    # here and below without copies, for pictures may be large
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith("I"):
        return _of_sixteen_bits(image)
    mode = colours_of(image)
    if mode == "CMYK":
        return Pixels(image)
    if not image.has_transparency_data:
        return Pixels(image if image.mode == mode else image.convert(mode))
    rgba = image if image.mode == "RGBA" else image.convert("RGBA")
    alpha = rgba.getchannel("A")
    return Pixels(rgba.convert(mode), None if alpha.getextrema() == (255, 255) else alpha)


def colours_of(image: Image) -> str:
    """The mode that the colours of a file are read in: L, RGB or CMYK."""
    if (
        image.mode in ("1", "L", "LA")
        or image.mode[0] == "I"
        or (image.mode == "P" and _is_grey(image.getpalette() or [1, 0, 0]))
    ):
        return "L"
    return "CMYK" if image.mode == "CMYK" else "RGB"


_TURNED = 274
"""The tag of Exif that says how a picture is held."""
_HEARSAY = ("xmp", "XML:com.adobe.xmp", "Raw profile type exif")
"""Where programs say so too, and no browser looks."""


def how_held(image: Image) -> int:
    """The Exif orientation of a picture.

    1 is upright, and from 5 it lies on its side. What it says elsewhere is forgotten."""
    for name in _HEARSAY:
        image.info.pop(name, None)
    try:
        return int(image.getexif().get(_TURNED, 1))
    except Exception:  # whatever damaged Exif makes Pillow raise; viewers show the picture
        image.info.pop("exif", None)
        image._exif = None
        return 1


def has_damaged_exif(image: Image) -> bool:
    """True if a picture has Exif that cannot be read."""
    has_exif = "exif" in image.info
    how_held(image)
    return has_exif and "exif" not in image.info


_TURNS = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}
"""What makes upright what is held so (Exif 2.3, 4.6.4, Orientation)."""


def upright(image: Image, orientation: int) -> Image:
    """A picture that is held so, turned."""
    from PIL import Image as Images

    return (
        image.transpose(Images.Transpose[_TURNS[orientation]]) if orientation in _TURNS else image
    )


def _is_grey(palette: list[int]) -> bool:
    return palette[::3] == palette[1::3] == palette[2::3]


def _of_sixteen_bits(image: Image) -> Pixels:
    """A grey picture of 16 bits, its range kept.

    Pillow would cut it off at 255, and would not look for its one clear shade."""
    from PIL import Image as Images

    wide = image.convert("I")
    grey = wide.point(lambda value: value / 257).convert("L")
    clear = grey.info.pop("transparency", None)
    shades = memoryview(wide.tobytes()).cast("i")
    if clear not in shades:
        return Pixels(grey)
    return Pixels(
        grey, Images.frombytes("L", grey.size, bytes(255 * (shade != clear) for shade in shades))
    )


_ALIKE = 2
"""Of 255, by which profiles of the same colours may differ: makers round, and write curves in many
ways."""
_SAMPLES = bytes(part for three in product(range(0, 256, 17), repeat=3) for part in three)
"""Colours from all over, for a look at what a profile does; taken as greys, all of them."""
_SPACES = {"L": "GRAY", "RGB": "RGB"}


def in_srgb(pixels: Pixels, transform: ImageCmsTransform) -> Pixels:
    """Pixels as what leads to sRGB makes of them."""
    from PIL import ImageCms

    colours, alpha = pixels
    grey = colours.mode == "L"
    # in place, for pictures may be large
    converted = ImageCms.applyTransform(colours, transform, inPlace=not grey) or colours
    # or it would be written along, with the time of this run in it
    converted.info.pop("icc_profile", None)
    return Pixels(converted.convert("L") if grey else converted, alpha)


@lru_cache(maxsize=64)
def to_srgb(profile: bytes, mode: str) -> ImageCmsTransform | None:
    """The transform from a file's profile to sRGB.

    Its colours are L, RGB or CMYK. It is None where nothing would change. A profile that is
    damaged, or of another kind of colours than the picture has, says nothing, as to browsers.
    Pictures of inks keep theirs: a print shop wants them as they are."""
    from PIL import Image, ImageChops, ImageCms

    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if opened.profile.xcolor_space.strip() != _SPACES.get(mode):
            return None
        relative = ImageCms.Intent.RELATIVE_COLORIMETRIC
        transform = ImageCms.buildTransform(
            opened, ImageCms.createProfile("sRGB"), mode, "RGB", relative
        )
        samples = Image.frombytes(mode, (len(_SAMPLES) // len(mode), 1), _SAMPLES)
        changed = ImageCms.applyTransform(samples, transform)
    except (ImageCms.PyCMSError, OSError):
        return None
    assert changed is not None
    difference = ImageChops.difference(samples.convert("RGB"), changed)
    most = max(highest for _, highest in difference.getextrema())  # type: ignore[misc]
    return transform if most > _ALIKE else None
