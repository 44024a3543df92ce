"""The borders of cards, as they are drawn: whether all end in one colour at the cut, and which of
them do in the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from statistics import mean
from typing import TYPE_CHECKING, TypeVar, cast

from cardgen.base.geometry import Box
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
_SCALE = 1.0  # pixels to the point
_BATCH = 12
K = TypeVar("K")


def plain_border(cards: Iterable[Drawn], shape: Shape) -> bool:
    """True if the faces of these cards all end in one colour, and so do their backs."""
    ends: dict[str, list[tuple[int, int]]] = {}
    for kind, image in _pictures(_fresh(cards), shape):
        ranges = ends.setdefault(kind, [(255, 0)] * 3)
        for box in _strips(image.width, image.height):
            for channel, values in enumerate(image.crop(box).split()):
                low, high = cast(tuple[int, int], values.getextrema())
                ranges[channel] = min(ranges[channel][0], low), max(ranges[channel][1], high)
        if any(high - low > ALIKE for low, high in ranges):
            return False
    return True


def grounds(cards: Iterable[Drawn], shape: Shape) -> list[int]:
    """Of each face the number of the colour that it ends in at the cut, on the whole; colours are
    counted from 0 as they come."""
    from PIL.Image import Resampling

    colours: list[tuple[int, ...]] = []
    numbers: dict[str, int] = {}
    faces = [card.face for card in cards if card.face]
    for name, image in _pictures({face.name: face for face in faces}.items(), shape):
        strips = [
            image.crop(box).resize((1, 1), Resampling.BOX).getpixel((0, 0))
            for box in _strips(image.width, image.height)
        ]
        colour = tuple(
            round(mean(values)) for values in zip(*cast(list[tuple[int, ...]], strips), strict=True)
        )
        alike = (
            number
            for number, other in enumerate(colours)
            if max(abs(a - b) for a, b in zip(colour, other, strict=True)) <= ALIKE
        )
        numbers[name] = next(alike, len(colours))
        colours += [colour] * (numbers[name] == len(colours))
    return [numbers[face.name] for face in faces]


def _strips(width: int, height: int) -> Iterator[tuple[int, int, int, int]]:
    """The four strips along the cut; their outermost pixel, which mixes with white, is left out."""
    rim = max(2, round(RIM * _SCALE))
    yield 1, 1, width - 1, rim
    yield 1, height - rim, width - 1, height - 1
    yield 1, 1, rim, height - 1
    yield width - rim, 1, width - 1, height - 1


def _fresh(cards: Iterable[Drawn]) -> Iterator[tuple[str, Drawing]]:
    """Faces and backs with which of the two they are, each different one once."""
    names: set[str] = set()
    for card in cards:
        for kind, side in (("face", card.face), ("back", card.back)):
            if side and side.name not in names:
                names.add(side.name)
                yield kind, side


def _pictures(sides: Iterable[tuple[K, Drawing]], shape: Shape) -> Iterator[tuple[K, Image]]:
    """The same at a low resolution."""
    import pypdfium2

    fresh = iter(sides)
    page = Box(0, 0, shape.width, shape.height)
    while batch := list(islice(fresh, _BATCH)):
        pdf = Pdf("")
        for _, side in batch:
            pdf.page(page).place(side, from_view_box(side.box, shape))
        with pypdfium2.PdfDocument(pdf.bytes()) as document:
            for (kind, _), rendered in zip(batch, document, strict=True):
                yield kind, rendered.render(scale=_SCALE).to_pil().convert("RGB")
