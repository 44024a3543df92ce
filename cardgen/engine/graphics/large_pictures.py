"""Large pictures made smaller piece by piece.

So few of their pixels are held at a time."""

from __future__ import annotations

import io
import math
import struct
import zlib
from typing import TYPE_CHECKING, NamedTuple

from cardgen.engine.graphics.images import (
    PNG,
    Pixels,
    colours_of,
    how_held,
    in_srgb,
    pixels_in,
    png_parts,
    upright,
)

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageCms import ImageCmsTransform
    from PIL.ImageFile import ImageFile

MOST_PIXELS = 220_000_000
"""Of a picture that is read: one of a byte for each can be held."""
AT_ONCE = 220_000_000
"""Bytes that the pixels of any picture may take while they are held."""
_FOR_EACH, _MORE = 128, 230_000_000
"""How many more for each byte of its file, and at the most: with what is beside a picture no
process takes more than 512 MB."""
_BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2}
"""How many a pixel takes in Pillow; four in other modes."""
_BESIDE = {"WEBP": 12, "AVIF": 6, "progressive": 6}
"""And how many more while a file of this kind is unpacked, as measured; of a progressive JPEG its
coefficients, of 16 bits."""
_KEPT_TWICE = 230_000_000
"""Bytes that those may take more at the most, for their libraries hold a picture several times."""
_JPEGS = ("JPEG", "MPO")
_HALVES = {False: (1,), True: (1, 2, 4)}
"""By which a picture, and a JPEG, may be made smaller while it is unpacked: of its blocks of 8 x 8
the lower frequencies alone."""
_ROWS = 1 << 24
"""Bytes of unpacked rows that are decoded at a time."""
_BANDS = 256
"""Rows of the smaller picture that are made at a time."""
_AROUND = 4
"""Pixels of the smaller picture, how far around one those reach of which it is made."""


class TooManyPixelsError(ValueError):
    """A picture that cannot be held while it is read."""

    def __init__(self, sentence: str, remedy: str) -> None:
        super().__init__(sentence, remedy)
        self.what, self.remedy = sentence, remedy


class Appearance(NamedTuple):
    """The change of a picture's colours.

    It is the transform to sRGB, and each value on a screen; None where they stay."""

    transform: ImageCmsTransform | None = None
    bright: list[int] | None = None

    def of(self, pixels: Pixels) -> Pixels:
        if self.transform:
            pixels = in_srgb(pixels, self.transform)
        if self.bright:
            pixels = pixels._replace(
                colours=pixels.colours.point(self.bright * len(pixels.colours.getbands()))
            )
        return pixels


def prepare(image: ImageFile, data: bytes) -> int:
    """Have a JPEG unpacked at a half or less where it is too large.

    Gives how many bytes the picture may take beyond what any may. Raises TooManyPixelsError."""
    pixels = image.width * image.height
    if pixels > MOST_PIXELS:
        raise TooManyPixelsError(
            f"the picture has more than {MOST_PIXELS // 1_000_000} million pixels",
            "make it smaller",
        )
    if in_strips(image):
        return 0
    beside = pixels * _BESIDE.get(
        "progressive" if image.info.get("progressive") else image.format or "", 0
    )
    pixel_bytes, spare = pixels * _BYTES.get(image.mode, 4), _KEPT_TWICE * bool(beside)
    takes = next(
        (
            times
            for times in _HALVES[image.format in _JPEGS]
            if beside + pixel_bytes / times**2 <= AT_ONCE + spare
        ),
        0,
    )
    if takes > 1:
        image.draft(image.mode, (image.width // takes, image.height // takes))
    if takes:
        return spare
    spare = max(spare, min(_MORE, _FOR_EACH * len(data)))
    if beside + pixel_bytes > AT_ONCE + spare:
        megabytes = (AT_ONCE + spare) // 1_000_000
        needed_megabytes = (beside + pixel_bytes) // 1_000_000
        sentence = (
            f"the picture takes {needed_megabytes:,} MB to read,"
            f" and one of its kind and size may take {megabytes}"
        )
        raise TooManyPixelsError(
            sentence,
            "save it as PNG without interlacing, which is read row by row, or make it smaller",
        )
    return spare


def in_strips(image: Image) -> bool:
    """True if a picture is read a few rows at a time.

    It is a PNG that is not interlaced, of which all would take too much."""
    plain = image.format == "PNG" and not image.info.get("interlace")
    return plain and image.width * image.height * _BYTES.get(image.mode, 4) > AT_ONCE


def shrunk(image: ImageFile, data: bytes, size: tuple[int, int], look: Appearance) -> Image:
    """A large picture at this size, upright.

    The size is its width and height as they are stored; its colours are as they are to be."""
    from PIL import Image as Images

    mode = _mode_of(image, look)
    strips = in_strips(image)
    orientation = _held_png(data) if strips else how_held(image)
    rows = _StripRows(image, data) if strips else _WholeRows(image)
    width, height = size
    smaller = Images.new(mode, size)
    finer = image.height / height
    # a pixel is made of those around it, too: a band is read with a few rows more
    around = math.ceil(_AROUND * finer)
    for top in range(0, height, _BANDS):
        bottom = min(top + _BANDS, height)
        first = max(0, math.floor(top * finer) - around)
        band = rows.between(first, min(image.height, math.ceil(bottom * finer) + around))
        band.info = {name: value for name, value in band.info.items() if name == "transparency"}
        strip = look.of(pixels_in(band)).whole.convert(mode)
        end = min(bottom * finer, image.height)
        box = (0, top * finer - first, image.width, end - first)
        smaller.paste(strip.resize((width, bottom - top), box=box), (0, top))
    if mode in ("LA", "RGBA") and smaller.getchannel("A").getextrema() == (255, 255):
        smaller = smaller.convert(mode[:-1])
    return upright(smaller, orientation)


def _mode_of(image: ImageFile, look: Appearance) -> str:
    """Pillow's mode for the colours of a picture as they are printed, with its alpha."""
    mode = colours_of(image)
    if look.transform:
        mode = "L" if mode == "L" else "RGB"
    if image.has_transparency_data and mode != "CMYK":
        mode = "LA" if mode == "L" else "RGBA"
    return mode


def _held_png(data: bytes) -> int:
    """The orientation of a PNG, without its pixels, all of which Pillow would read first."""
    from PIL import Image as Images

    image = Images.new("L", (1, 1))
    image.info["exif"] = next((body for name, body in png_parts(data) if name == b"eXIf"), b"")
    return how_held(image)


class _WholeRows:
    """Rows of a picture that is held as a whole."""

    def __init__(self, image: ImageFile) -> None:
        self._image = image

    def between(self, top: int, bottom: int) -> Image:
        return self._image.crop((0, top, self._image.width, bottom))


class _StripRows:
    """Rows of a PNG, of which a few are decoded at a time.

    Each few are made a PNG of their own, whose first row is the last one before them: that is what
    the filters of a row go by (PNG, 9.2)."""

    def __init__(self, image: Image, data: bytes) -> None:
        from PIL import Image as Images

        self._head = {
            name: body
            for name, body in reversed([*png_parts(data)])
            if name in (b"IHDR", b"PLTE", b"tRNS")
        }
        width, height, self._depth, kind = struct.unpack_from(">IIBB", self._head[b"IHDR"])
        self._grey = kind in (0, 4)
        self._packed = (body for name, body in png_parts(data) if name == b"IDAT")
        self._width = width
        self._left = height
        self._at = 0
        self._bytes = (width * self._depth * _CHANNELS[kind] + 7) // 8 + 1
        self._unpacker = zlib.decompressobj()
        self._waiting = b""
        self._before = b""
        self._held = Images.new(image.mode, (width, 0))

    def between(self, top: int, bottom: int) -> Image:
        """The rows from one to another, neither before those of the last call."""
        from PIL import Image as Images

        while self._at < bottom:
            strip, overlap = self._decoded(), min(self._held.height, max(0, self._at - top))
            joined = Images.new(strip.mode, (self._width, overlap + strip.height))
            joined.info = strip.info
            if strip.mode == "P":
                joined.putpalette(strip.getpalette() or [])
            joined.paste(
                self._held.crop((0, self._held.height - overlap, self._width, self._held.height)),
                (0, 0),
            )
            joined.paste(strip, (0, overlap))
            self._held, self._at = joined, self._at + strip.height
        start = self._at - self._held.height
        return self._held.crop((0, top - start, self._width, bottom - start))

    def _decoded(self) -> Image:
        """The next rows. Raises ValueError where there are none."""
        from PIL import Image

        number = min(self._left, max(1, _ROWS // self._bytes))
        rows = self._unpacked(number * self._bytes)
        if not number or len(rows) < number * self._bytes:
            raise ValueError("the picture is cut short")
        head = (
            struct.pack(">II", self._width, number + bool(self._before)) + self._head[b"IHDR"][8:]
        )
        parts = {
            **self._head,
            b"IHDR": head,
            b"IDAT": zlib.compress(self._before + rows, 0),
            b"IEND": b"",
        }
        order = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
        parts_data = b"".join(_part(name, parts[name]) for name in order if name in parts)
        with Image.open(io.BytesIO(PNG + parts_data), formats=("PNG",)) as image:
            image.load()
            rows_image = image.crop((0, image.height - number, self._width, image.height))
        self._before = b"\0" + self._row(rows_image.crop((0, number - 1, self._width, number)))
        self._left -= number
        return rows_image

    def _row(self, last: Image) -> bytes:
        """The bytes of a row as a PNG has them.

        Of sixteen bits only the upper eight are shown, so the lower do not matter."""
        if last.mode.startswith("I;16"):
            return last.tobytes("raw", "I;16B")
        if self._depth < 8:
            return last.tobytes("raw", f"{last.mode};{self._depth}" if last.mode != "1" else "1")
        samples = (last.convert("LA") if self._grey and last.mode == "RGBA" else last).tobytes()
        if self._depth == 8:
            return samples
        wide = bytearray(2 * len(samples))
        wide[::2] = samples
        return bytes(wide)

    def _unpacked(self, size: int) -> bytes:
        """So many bytes of rows, fewer where the picture is cut short."""
        unpacked = bytearray()
        while len(unpacked) < size and not self._unpacker.eof:
            if not self._waiting:
                self._waiting = next(self._packed, b"")
                if not self._waiting:
                    break
            unpacked += self._unpacker.decompress(self._waiting, size - len(unpacked))
            self._waiting = self._unpacker.unconsumed_tail
        return bytes(unpacked)


_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""How many values a pixel has in each kind of PNG (PNG, 11.2.1)."""


def _part(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
