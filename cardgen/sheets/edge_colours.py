"""The colours in which drawn cards end at the cut."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import islice
from statistics import mean
from typing import TYPE_CHECKING, TypeVar, cast

from cardgen.base.cache import Cache, as_installed
from cardgen.base.state import checked, from_json
from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.engine import Drawing, Pdf
from cardgen.model.sizes import Shape
from cardgen.sheets.pages import from_view_box

if TYPE_CHECKING:
    from PIL.Image import Image

RIM = 1.0 * MM
"""How far inside the cut a border is looked at: about as far as a cut is off."""
ALIKE = 24
"""How much two values of a colour may differ, of 255, and still be taken for one."""
_GREY = 3
"""How much the values of a pixel may differ, of 255, for it to be grey."""
_SCALE = 1.0  # pixels to the point
_BATCH = 12
_MOST_REMEMBERED = 2_000
"""Colours of faces that are kept for the next run, those of changed cards among them."""
K = TypeVar("K")
RGB = tuple[int, int, int]


def is_border_plain(cards: Iterable[Drawn], shape: Shape) -> bool:
    """True if all faces end in one colour, and all backs too."""
    ranges_of: dict[str, list[tuple[int, int]]] = {}
    for kind, image in _pictures(_different_sides(cards), shape):
        ranges = ranges_of.setdefault(kind, [(255, 0)] * 3)
        for box in _strips(image.width, image.height):
            for channel, values in enumerate(image.crop(box).split()):
                low, high = cast(tuple[int, int], values.getextrema())
                lowest, highest = ranges[channel]
                ranges[channel] = min(lowest, low), max(highest, high)
        if any(high - low > ALIKE for low, high in ranges):
            return False
    return True


def ink_of_sides(cards: Iterable[Drawn], shape: Shape) -> dict[str, float]:
    """The ink that each side takes, by its name: 1 where three full inks cover all of it."""
    from PIL import ImageStat

    sides = ((side.name, side) for _, side in _different_sides(cards))
    return {
        name: 1.0 - mean(ImageStat.Stat(image).mean) / 255
        for name, image in _pictures(sides, shape)
    }


def coloured_sides(cards: Iterable[Drawn], shape: Shape) -> set[str]:
    """The names of the sides that need more than black ink."""
    from PIL import ImageChops

    sides = ((side.name, side) for _, side in _different_sides(cards))
    coloured = set[str]()
    for name, image in _pictures(sides, shape):
        red, green, blue = image.split()
        differences = (ImageChops.difference(red, green), ImageChops.difference(green, blue))
        extremes = [cast(tuple[int, int], each.getextrema()) for each in differences]
        if any(most > _GREY for _, most in extremes):
            coloured.add(name)
    return coloured


def grounds(
    cards: Iterable[Drawn], shape: Shape, known_colours: dict[str, RGB] | None = None
) -> list[int]:
    """The number of the colour in which each face ends at the cut.

    Colours are counted from 0 as they come. `known_colours` has those of faces that were looked at
    before, by their names, and is given the others."""
    faces = [card.face for card in cards if card.face]
    colours_by_name = {} if known_colours is None else known_colours
    new_faces = {face.name: face for face in faces if face.name not in colours_by_name}
    if new_faces:
        for name, image in _pictures(new_faces.items(), shape):
            colours_by_name[name] = _rim_colour(image)
    colours: list[RGB] = []
    numbers: dict[str, int] = {}
    for face in faces:
        if face.name not in numbers:
            number = numbers[face.name] = _number_of_like(colours_by_name[face.name], colours)
            if number == len(colours):
                colours.append(colours_by_name[face.name])
    return [numbers[face.name] for face in faces]


@contextmanager
def remembered_colours(cache: Cache, about: object) -> Iterator[dict[str, RGB]]:
    """Give the colours in which faces ended in an earlier run, by the names of the faces, to be
    added to; they are kept for the next.

    `about` tells them from those of other cards, shapes and inks."""
    key = sha256(repr(("rims", about)).encode() + as_installed()).hexdigest()
    colours: dict[str, RGB] = {}
    with suppress(ValueError):
        kept = checked(from_json(cache.get(key) or b"{}"), {str: (int, int, int)})
        colours = {name: tuple(colour) for name, colour in kept.items()}
    count = len(colours)
    yield colours
    if len(colours) > count:
        newest = list(colours.items())[-_MOST_REMEMBERED:]
        cache.put(key, json.dumps(dict(newest)).encode())


def _rim_colour(image: Image) -> RGB:
    """The mean colour of the strips along the cut."""
    from PIL.Image import Resampling

    means = []
    for box in _strips(image.width, image.height):
        pixel = image.crop(box).resize((1, 1), Resampling.BOX).getpixel((0, 0))
        means.append(cast(RGB, pixel))
    channels = zip(*means, strict=True)
    red, green, blue = (round(mean(values)) for values in channels)
    return red, green, blue


def _number_of_like(colour: RGB, colours: Sequence[RGB]) -> int:
    """The number of the first colour like this one, else the next number."""
    for number, other in enumerate(colours):
        differences = (abs(a - b) for a, b in zip(colour, other, strict=True))
        if max(differences) <= ALIKE:
            return number
    return len(colours)


def _strips(width: int, height: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the strips along the cut without the outermost pixel.

    The outermost one mixes with white."""
    rim = max(2, round(RIM * _SCALE))
    yield 1, 1, width - 1, rim
    yield 1, height - rim, width - 1, height - 1
    yield 1, 1, rim, height - 1
    yield width - rim, 1, width - 1, height - 1


def _different_sides(cards: Iterable[Drawn]) -> Iterator[tuple[str, Drawing]]:
    """Yield the different faces and backs once, each with its side."""
    names: set[str] = set()
    for card in cards:
        for kind, side in (("face", card.face), ("back", card.back)):
            if side and side.name not in names:
                names.add(side.name)
                yield kind, side


def _pictures(sides: Iterable[tuple[K, Drawing]], shape: Shape) -> Iterator[tuple[K, Image]]:
    """Yield sides as pictures at a low resolution."""
    import pypdfium2

    side_iterator = iter(sides)
    page = shape.box
    while batch := list(islice(side_iterator, _BATCH)):
        pdf = Pdf("")
        for _, side in batch:
            pdf.page(page).place(side, from_view_box(side.box, shape))
        with pypdfium2.PdfDocument(pdf.bytes()) as document:
            for (kind, _), rendered in zip(batch, document, strict=True):
                bitmap = rendered.render(scale=_SCALE)
                yield kind, bitmap.to_pil().convert("RGB")
