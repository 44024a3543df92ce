"""Drawings as pixels, for what only pixels can show: filters, and pictures that a mask weighs by
their light."""

from __future__ import annotations

from contextlib import closing

from PIL import Image, ImageChops

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics import colour_math
from cardgen.engine.graphics.display_list import PlacedForm
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.images import pixels_of
from cardgen.engine.graphics.picture_files import as_picture
from cardgen.engine.graphics.spelling import content_name

LONGER_SIDE = 1600
"""Pixels of the longer side of a card: 460 to the inch on a poker card."""
_SHARP = 1200
"""Pixels of the longer side from which pixels may be smoothed and still are seen."""
MOST = 4_000_000
_HALF = 128
_SMOOTH = 2
"""Pixels that smoothing makes an edge wide at most."""
_LINEAR = [round(255 * colour_math.linear(value / 255)) for value in range(256)]
"""What each value of sRGB is in linear light."""
_LIGHT = (0.2125, 0.7154, 0.0721, 0.0)
"""How bright red, green and blue are (SVG 1.1, 14.4)."""


def pixels_for(region: Box, density: float) -> tuple[int, int]:
    """Width and height in pixels of a region at so many pixels to a unit, or at as many as are not
    too many."""
    density = min(density, (MOST / (region.width * region.height)) ** 0.5)
    return max(1, round(region.width * density)), max(1, round(region.height * density))


def density(page: Box, scale: float) -> float:
    """How many pixels there are to a unit that is drawn so many times as large as one of the
    page."""
    return LONGER_SIDE / max(page.width, page.height) * scale


def shown(picture: Picture, region: Box) -> Drawing:
    """A picture that fills a region."""
    name = content_name("I", picture.data)
    matrix = Matrix(region.width, 0, 0, -region.height, region.x, region.top)
    return Drawing([PlacedForm(name, matrix)], region, pictures={name: picture})


def pictured(drawing: Drawing, region: Box, size: tuple[int, int]) -> Image.Image:
    """What a drawing shows in a region, in colours and alpha: painted on black and on white, for
    what differs lets the ground through."""
    import pypdfium2

    from cardgen.engine.graphics.pdf import Pdf

    width, height = size
    across, down = width / region.width, height / region.height
    pdf = Pdf.passing()
    page = pdf.page(Box(0, 0, width, height))
    page.place(drawing, Matrix(across, 0, 0, -down, -region.x * across, region.top * down))
    with closing(pypdfium2.PdfDocument(pdf.bytes())) as document:
        black, white = (
            document[0]
            .render(fill_color=(ground, ground, ground, 255), rev_byteorder=True)
            .to_pil()
            .convert("RGB")
            for ground in (0, 255)
        )
    clear = ImageChops.subtract(white, black).split()
    alpha = ImageChops.invert(ImageChops.lighter(ImageChops.lighter(clear[0], clear[1]), clear[2]))
    return Image.merge("RGBa", (*black.split(), alpha)).convert("RGBA")


def cropped(picture: Picture, region: Box) -> tuple[Picture, Box] | None:
    """A picture that fills a region without the clear parts around it, and where that stands; None
    where nothing of it can be seen.

    Where only smoothed edges would let something through it becomes opaque, for printers who take
    no transparency: its edges then stand on the nearest whole pixels."""
    colours, alpha = pixels_of(picture.data)
    if alpha is None:
        return picture, region
    ink = alpha.getbbox()
    if ink is None:
        return None
    solid = _solid(alpha, ink)
    edges = solid or ink
    if not solid and edges == (0, 0, *alpha.size):
        return picture, region
    if not solid:
        colours = colours.convert("RGB")
        colours.putalpha(alpha)
    return as_picture(colours.crop(edges)), part_of(region, (picture.width, picture.height), edges)


def part_of(region: Box, size: tuple[int, int], edges: tuple[int, int, int, int]) -> Box:
    """Where the pixels between such edges lie of a picture of this size that fills a region."""
    across, down = region.width / size[0], region.height / size[1]
    left, top, right, bottom = edges
    return Box(
        region.x + left * across,
        region.y + top * down,
        (right - left) * across,
        (bottom - top) * down,
    )


def _solid(alpha: Image.Image, ink: tuple[int, int, int, int]) -> tuple[int, int, int, int] | None:
    """The edges of what is opaque but for smoothed edges, given those of its ink: from the pixels
    that are more than half opaque."""
    edges = alpha.point(lambda value: 255 * (value >= _HALF)).getbbox()
    if edges is None or max(abs(a - b) for a, b in zip(edges, ink, strict=True)) > _SMOOTH:
        return None
    left, top, right, bottom = edges
    if right - left < 3 or bottom - top < 3:
        return None
    inside = (left + 1, top + 1, right - 1, bottom - 1)
    sides = ((left, top + 1, right, bottom - 1), (left + 1, top, right - 1, bottom))
    least = [alpha.crop(box).getextrema()[0] for box in (inside, *sides)]
    return edges if least[0] == 255 and min(least) >= _HALF else None  # type: ignore[operator]


def enlarged(picture: Picture) -> tuple[Picture, int]:
    """A picture with each of its pixels as a square of so many, so that no viewer smooths them."""
    times = -(-_SHARP // max(picture.width, picture.height))
    if times < 2:
        return picture, 1
    shown = pixels_of(picture.data).rgba
    return as_picture(
        shown.resize((shown.width * times, shown.height * times), Image.Resampling.NEAREST)
    ), times


def held(picture: Picture, limits: tuple[float, float]) -> Picture:
    """A picture whose colours are within some limits."""
    shown = pixels_of(picture.data).rgba
    low, high = (round(255 * limit) for limit in limits)
    colours = shown.convert("RGB").point([min(max(value, low), high) for value in range(256)] * 3)
    return as_picture(Image.merge("RGBA", (*colours.split(), shown.getchannel("A"))))


def greyed(picture: Picture, linear: bool = False) -> Picture:
    """A picture by its light alone, as a luminance mask sees it, its alpha as it was; by that of
    linear colours if asked."""
    shown = pixels_of(picture.data).rgba
    colours = shown.convert("RGB")
    light = (colours.point(_LINEAR * 3) if linear else colours).convert("L", (*_LIGHT,))
    return as_picture(Image.merge("LA", (light, shown.getchannel("A"))))
