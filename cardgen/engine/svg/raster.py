"""Drawings as pixels: filters, and pictures behind a luminance mask.

Only pixels can show them."""

from __future__ import annotations

import math
from contextlib import closing

from PIL import Image, ImageChops

from cardgen.base import colour_math
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import PlacedForm
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.images import Pixels
from cardgen.engine.graphics.spelling import content_name

LONGER_SIDE = 1600
"""Pixels of the longer side of a card: 460 to the inch on a poker card."""
_SHARP = 1200
"""Pixels of the longer side from which pixels may be smoothed and still can be told apart."""
MOST = 4_000_000
_HALF = 128
_SMOOTH = 2
"""Pixels that smoothing makes an edge wide at most."""
_LINEAR = [round(255 * colour_math.linear(value / 255)) for value in range(256)]
"""Each value of sRGB in linear light."""
_LIGHT = (0.2125, 0.7154, 0.0721, 0.0)
"""The brightness of red, green and blue (SVG 1.1, 14.4)."""


def pixels_for(region: Box, density: float) -> tuple[int, int]:
    """Width and height in pixels of a region at so many pixels to a unit.

    There are fewer where those would be too many."""
    area = region.width * region.height
    density = min(density, (MOST / area) ** 0.5)
    width = round(region.width * density)
    height = round(region.height * density)
    return max(1, width), max(1, height)


def density(page: Box, scale: float) -> float:
    """The pixels a unit of a drawing at `scale` times its page."""
    return LONGER_SIDE / max(page.width, page.height) * scale


def as_drawing(picture: Picture, region: Box) -> Drawing:
    """A picture that fills a region."""
    name = content_name("I", picture.data)
    matrix = Matrix(region.width, 0, 0, -region.height, region.x, region.top)
    return Drawing([PlacedForm(name, matrix)], region, pictures={name: picture})


def pictured(drawing: Drawing, region: Box, size: tuple[int, int]) -> Image.Image:
    """A drawing in a region as an image of colours and alpha.

    It is painted on black and on white, for what differs lets the ground through."""
    import pypdfium2

    from cardgen.engine.graphics.pdf import Pdf

    width, height = size
    across, down = width / region.width, height / region.height
    pdf = Pdf.passing()
    page = pdf.page(Box(0, 0, width, height))
    # y points upward in PDF
    to_pixels = Matrix(across, 0, 0, -down, -region.x * across, region.top * down)
    page.place(drawing, to_pixels)

    def on_ground(ground: int) -> Image.Image:
        colour = (ground, ground, ground, 255)
        bitmap = document[0].render(fill_color=colour, rev_byteorder=True)
        image: Image.Image = bitmap.to_pil().convert("RGB")
        return image

    with closing(pypdfium2.PdfDocument(pdf.bytes())) as document:
        black, white = on_ground(0), on_ground(255)
    # on black a colour is alpha * c, on white alpha * c + 1 - alpha: they differ by 1 - alpha
    red, green, blue = ImageChops.subtract(white, black).split()
    clear = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    alpha = ImageChops.invert(clear)
    return Image.merge("RGBa", (*black.split(), alpha)).convert("RGBA")


def cropped(picture: Picture, region: Box) -> tuple[Picture, Box] | None:
    """A picture that fills a region without the clear parts around it, and where that stands.

    It is None where nothing of it can be seen. Where only smoothed edges would let something
    through it becomes opaque, for printers who take no transparency: its edges then stand on the
    nearest whole pixels."""
    colours, alpha = Pixels.of(picture.data)
    if alpha is None:
        return picture, region
    ink = alpha.getbbox()
    if ink is None:
        return None
    edges = _solid(alpha, ink)
    if edges is None:
        edges = ink
        if edges == (0, 0, *alpha.size):
            return picture, region
        colours = colours.convert("RGB")
        colours.putalpha(alpha)
    size = (picture.width, picture.height)
    return Picture.of_image(colours.crop(edges)), part_of(region, size, edges)


def part_of(region: Box, size: tuple[int, int], edges: tuple[int, int, int, int]) -> Box:
    """The part of a region that pixels between such edges fill.

    A picture of `size` pixels fills all of it."""
    across = region.width / size[0]
    down = region.height / size[1]
    left, top, right, bottom = edges
    return Box(
        region.x + left * across,
        region.y + top * down,
        (right - left) * across,
        (bottom - top) * down,
    )


def _solid(alpha: Image.Image, ink: tuple[int, int, int, int]) -> tuple[int, int, int, int] | None:
    """The edges of what is opaque but for smoothed edges; None if something else is not.

    They are those of the pixels that are more than half opaque; `ink` are the edges of all."""
    edges = alpha.point(lambda value: 255 * (value >= _HALF)).getbbox()
    if edges is None:
        return None
    if any(abs(a - b) > _SMOOTH for a, b in zip(edges, ink, strict=True)):
        return None
    left, top, right, bottom = edges
    if right - left < 3 or bottom - top < 3:
        return None
    inside = (left + 1, top + 1, right - 1, bottom - 1)
    boxes = (
        inside,
        (left, top + 1, right, bottom - 1),
        (left + 1, top, right - 1, bottom),
    )
    least = [alpha.crop(box).getextrema()[0] for box in boxes]
    return edges if least[0] == 255 and min(least) >= _HALF else None  # type: ignore[operator]


def enlarged(picture: Picture) -> tuple[Picture, int]:
    """A picture with each pixel as a square of so many.

    No viewer smooths them then."""
    times = math.ceil(_SHARP / max(picture.width, picture.height))
    if times < 2:
        return picture, 1
    image = Pixels.of(picture.data).rgba
    size = image.width * times, image.height * times
    larger = image.resize(size, Image.Resampling.NEAREST)
    return Picture.of_image(larger), times


def within_limits(picture: Picture, limits: tuple[float, float]) -> Picture:
    """A picture whose colours are within some limits."""
    image = Pixels.of(picture.data).rgba
    low, high = (round(255 * limit) for limit in limits)
    levels = [min(max(value, low), high) for value in range(256)]
    colours = image.convert("RGB").point(levels * 3)
    alpha = image.getchannel("A")
    return Picture.of_image(Image.merge("RGBA", (*colours.split(), alpha)))


def greyed(picture: Picture, linear: bool = False) -> Picture:
    """A picture by its light alone, its alpha as it was.

    A luminance mask sees it so. It is the light of linear colours if asked."""
    image = Pixels.of(picture.data).rgba
    colours = image.convert("RGB")
    if linear:
        colours = colours.point(_LINEAR * 3)
    light = colours.convert("L", (*_LIGHT,))
    alpha = image.getchannel("A")
    return Picture.of_image(Image.merge("LA", (light, alpha)))
