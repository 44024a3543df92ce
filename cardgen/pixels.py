"""Picture files as pixels of eight bits, upright: their colours, and how much of each is to be seen."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image


class Pixels(NamedTuple):
    """A picture's colours as L, RGB or CMYK, and its alpha as L; None where all of it is opaque."""

    colours: Image
    alpha: Image | None = None

    @property
    def rgba(self) -> Image:
        whole = self.colours.convert("RGB").convert("RGBA")
        if self.alpha:
            whole.putalpha(self.alpha)
        return whole


def pixels_of(data: bytes) -> Pixels:
    """The pixels of a PNG, JPEG or TIFF file."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(data)) as image:
        shown = ImageOps.exif_transpose(image)
    if shown.mode.startswith("I"):
        return _of_sixteen_bits(shown)
    if shown.mode == "CMYK":
        return Pixels(shown)
    grey = shown.mode in ("1", "L", "LA")
    if not shown.has_transparency_data:
        return Pixels(shown.convert("L" if grey else "RGB"))
    whole = shown.convert("RGBA")
    alpha = whole.getchannel("A")
    colours = shown.convert("L") if grey else whole.convert("RGB")
    return Pixels(colours, None if alpha.getextrema() == (255, 255) else alpha)


def _of_sixteen_bits(image: Image) -> Pixels:
    """A grey picture of 16 bits, which Pillow would cut off at 255, and whose one clear shade it would not look for."""
    from PIL import Image as Images

    wide = image.convert("I")
    grey = wide.point(lambda value: value / 257).convert("L")
    clear = grey.info.pop("transparency", None)
    shades = memoryview(wide.tobytes()).cast("i")
    if clear not in shades:
        return Pixels(grey)
    return Pixels(grey, Images.frombytes("L", grey.size, bytes(255 * (shade != clear) for shade in shades)))
