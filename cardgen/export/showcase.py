"""Pictures of cards for a page in a shop: a hand, a fan, a spread, or all of them side by side.

Cards are as they are cut, on clear ground, with a soft shadow on what lies below them. Same cards,
same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil, sqrt
from typing import NamedTuple

from PIL import ImageChops, ImageDraw, ImageFilter, ImageStat
from PIL.Image import Image, Resampling
from PIL.Image import new as new_image

from cardgen.cards.parcels import Drawn
from cardgen.cards.placing import CardSpot, fan_spots
from cardgen.engine import Drawing, Pdf
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import Fit
from cardgen.prepress.raster import as_png, cut_out, rasters, side_page

MOST = 40
"""Cards that one picture shows at most: of more nothing could be seen."""
WIDEST = 4000
"""Pixels that a picture is wide at most."""
_DPI = 144
"""What the pictures say of themselves; pages take no notice of it."""
_FINE = 2
"""Each way as many pixels are painted as are kept, so that turned edges are smooth."""
_CORNER = 0.034
"""The corners of a card whose size names none, in heights: no card of a shop has sharp ones."""
_SHADOWS = ((0.004, 0.010, 0.008, 0.42), (0.008, 0.034, 0.036, 0.30))
"""Where a shadow lies (right and down), how soft it is, in heights of a card, and how dark: one of
the card's edge, one of what light there is."""
_INK = (24, 18, 34)
_RIM = (24, 18, 34, 46)
"""A hairline around each card, so that a pale one is seen on white."""
_MARGIN = 0.06
_THUMB = 20
"""Pixels of the thumbnails by which cards are told apart."""
_PILE = 5


class ShownCard(NamedTuple):
    """A card to be shown: its name, its sides and its shape."""

    name: str
    face: Drawing
    back: Drawing | None
    shape: Shape


class _Lying(NamedTuple):
    """A side that lies somewhere, in points of the cards: its middle and its turn."""

    side: Drawing
    shape: Shape
    spot: CardSpot


def shown_cards(drawn: Iterable[tuple[Shape, str, Drawn]]) -> list[ShownCard]:
    """Cards whose faces differ, of the size that most of them have, in their order."""
    cards: dict[str, ShownCard] = {}
    for shape, deck, card in drawn:
        if card.face:
            shown = ShownCard(f"{deck}/{card.card.id}", card.face, card.back, shape)
            cards.setdefault(card.face.name, shown)

    def size(card: ShownCard) -> tuple[str, float, float]:
        return card.shape.kind, card.shape.width, card.shape.height

    sizes = [list(alike) for _, alike in groupby(sorted(cards.values(), key=size), key=size)]
    of_size = {card.face.name for card in max(sizes, key=len, default=[])}
    return [card for card in cards.values() if card.face.name in of_size]


def best_cards(cards: Sequence[ShownCard], count: int) -> list[ShownCard]:
    """So many cards that show most: first the most colourful one, then each time the one that
    differs most from those that were taken, and is colourful.

    They are in their order, the first one in front of all."""
    thumbs = list(_thumbs(cards))
    lively = [_colourfulness(thumb) for thumb in thumbs]
    taken = [max(range(len(cards)), key=lambda at: lively[at])]
    far = [float("inf")] * len(cards)
    while len(taken) < min(count, len(cards)):
        for at, thumb in enumerate(thumbs):
            far[at] = min(far[at], _difference(thumb, thumbs[taken[-1]]))
        left = (at for at in range(len(cards)) if at not in taken)
        taken.append(max(left, key=lambda at: far[at] * lively[at] ** 2))
    return [cards[at] for at in (*sorted(taken[1:]), taken[0])]


def _thumbs(cards: Sequence[ShownCard]) -> Iterable[Image]:
    for card in cards:
        yield _side(card.face, card.shape, _THUMB).convert("RGB")


def _colourfulness(thumb: Image) -> float:
    """How far colours are from grey and from each other, from 0 to about 1."""
    hue, saturation, value = thumb.convert("HSV").split()
    lit = ImageChops.multiply(saturation, value)
    return (
        ImageStat.Stat(lit).mean[0]
        + ImageStat.Stat(value).stddev[0]
        + ImageStat.Stat(hue).stddev[0] / 2
    ) / 255


def _difference(one: Image, other: Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 765


# -- where cards lie


def _hand(cards: Sequence[ShownCard]) -> list[_Lying]:
    """As somebody holds them, the last in front."""
    return _turned(cards, step=9.0, most=62.0, pivot=2.6)


def _fan(cards: Sequence[ShownCard]) -> list[_Lying]:
    """Spread by a thumb to show off what there is, far around."""
    return _turned(cards, step=15.0, most=135.0, pivot=1.2)


def _turned(cards: Sequence[ShownCard], *, step: float, most: float, pivot: float) -> list[_Lying]:
    shape = cards[0].shape
    middle = CardSpot(0, 0, shape.width)
    spots = fan_spots(len(cards), middle, shape.height, step, most, pivot)
    return [_Lying(card.face, card.shape, spot) for card, spot in zip(cards, spots, strict=True)]


def _spread(cards: Sequence[ShownCard]) -> list[_Lying]:
    """A pile of backs, and faces drawn from it over the table, each over the one before."""
    shape = cards[0].shape
    lying: list[_Lying] = []
    back = next((card.back for card in cards if card.back), None)
    for level in range(_PILE if back else 0):
        assert back
        spot = CardSpot(-level * 0.006 * shape.width, -level * 0.007 * shape.height, shape.width)
        lying.append(_Lying(back, shape, spot))
    x = 1.2 * shape.width if back else 0.0
    last = len(cards) - 1
    for at, card in enumerate(cards):
        along = at / last * 2 - 1 if last else 0.0
        spot = CardSpot(x, (along * along - 0.6) * 0.045 * shape.height, shape.width, along * 4.5)
        lying.append(_Lying(card.face, card.shape, spot))
        x += 0.66 * shape.width
    return lying


def _contact(cards: Sequence[ShownCard]) -> list[_Lying]:
    """All of them side by side, in rows; the last row in the middle."""
    shape = cards[0].shape
    gap = 0.09 * min(shape.width, shape.height)
    across = max(1, min(len(cards), ceil(sqrt(len(cards) * 1.5 * shape.height / shape.width))))
    across = ceil(len(cards) / ceil(len(cards) / across))
    lying = []
    for at, card in enumerate(cards):
        row, column = divmod(at, across)
        in_row = min(across, len(cards) - row * across)
        x = (column + (across - in_row) / 2) * (shape.width + gap)
        spot = CardSpot(x, row * (shape.height + gap), shape.width)
        lying.append(_Lying(card.face, card.shape, spot))
    return lying


class Arrangement(NamedTuple):
    """A way to lay cards out: how many are shown unless somebody chooses, and where they lie."""

    most: int
    lay: Callable[[Sequence[ShownCard]], list[_Lying]]


ARRANGEMENTS = {
    "hand": Arrangement(6, _hand),
    "fan": Arrangement(9, _fan),
    "spread": Arrangement(5, _spread),
    "contact": Arrangement(12, _contact),
}


# -- the picture


def showcase(kind: str, cards: Sequence[ShownCard], width: int) -> bytes:
    """A PNG, `width` pixels wide, of cards as they lie in an arrangement, on clear ground."""
    lying = ARRANGEMENTS[kind].lay(cards)
    tallest = max(side.shape.height for side in lying)
    reaches = [
        (side.spot.x + sign * reach, side.spot.y + sign * reach)
        for side in lying
        for reach in (sqrt(side.shape.width**2 + side.shape.height**2) / 2,)
        for sign in (-1, 1)
    ]
    left, top = (min(point[axis] for point in reaches) - tallest * 0.2 for axis in (0, 1))
    right, low = (max(point[axis] for point in reaches) + tallest * 0.2 for axis in (0, 1))
    # first small, to see how wide it is within its shadows
    rough = _painted(lying, (left, top, right, low), 240 / (right - left))
    inked = rough.getbbox() or (0, 0, *rough.size)
    scale = width * _FINE / ((inked[2] - inked[0]) * (right - left) / rough.width)
    whole = _painted(lying, (left, top, right, low), scale)
    box = whole.getbbox() or (0, 0, *whole.size)
    cut = whole.crop(box)
    height = max(1, round(cut.height * width / cut.width))
    return as_png(cut.resize((width, height), Resampling.LANCZOS), _DPI)


def _painted(
    lying: Sequence[_Lying], edges: tuple[float, float, float, float], scale: float
) -> Image:
    """All of it, so many pixels to a point."""
    left, top, right, low = edges
    ground = new_image("RGBA", (ceil((right - left) * scale), ceil((low - top) * scale)))
    sides: dict[tuple[str, int], Image] = {}
    for drawing, shape, spot in lying:
        pixels = max(2, round(shape.width * scale))
        key = drawing.name, pixels
        if key not in sides:
            sides[key] = _cut_side(drawing, shape, pixels)
        turned = (
            sides[key].rotate(-spot.turn, Resampling.BICUBIC, expand=True)
            if spot.turn
            else sides[key]
        )
        x = round((spot.x - left) * scale - turned.width / 2)
        y = round((spot.y - top) * scale - turned.height / 2)
        for right_by, down, soft, dark in _SHADOWS:
            _lay_shadow(ground, turned, (x, y), shape.height * scale, (right_by, down, soft, dark))
        ground.alpha_composite(turned, (max(0, x), max(0, y)))
    return ground


def _lay_shadow(
    ground: Image,
    card: Image,
    at: tuple[int, int],
    height: float,
    shadow: tuple[float, float, float, float],
) -> None:
    right, down, soft, dark = shadow
    room = ceil(3 * soft * height)
    alpha = new_image("L", (card.width + 2 * room, card.height + 2 * room))
    alpha.paste(card.getchannel("A"), (room, room))
    alpha = alpha.filter(ImageFilter.GaussianBlur(soft * height)).point(lambda value: value * dark)
    layer = new_image("RGBA", alpha.size, _INK)
    layer.putalpha(alpha)
    x, y = (round(at[0] - room + right * height), round(at[1] - room + down * height))
    ground.alpha_composite(layer, (max(0, x), max(0, y)), (max(0, -x), max(0, -y)))


def _cut_side(drawing: Drawing, shape: Shape, pixels: int) -> Image:
    """A side as it is cut, so many pixels wide, with a hairline around it."""
    if shape.kind == "rectangle" and not shape.corner:
        shape = replace(shape, corner=_CORNER * max(shape.width, shape.height))
    cut = cut_out(_side(drawing, shape, pixels), shape)
    line = max(1, round(pixels / 420))
    alpha = cut.getchannel("A")
    inside = alpha.filter(ImageFilter.MinFilter(2 * line + 1))
    ImageDraw.Draw(inside).rectangle(
        (0, 0, inside.width - 1, inside.height - 1), outline=0, width=line
    )
    rim = new_image("RGBA", cut.size, _RIM[:3])
    rim.putalpha(ImageChops.subtract(alpha, inside).point(lambda value: value * _RIM[3] // 255))
    cut.alpha_composite(rim)
    return cut


def _side(drawing: Drawing, shape: Shape, pixels: int) -> Image:
    """A side within its cut, so many pixels wide."""
    size = (pixels, max(1, round(pixels * shape.height / shape.width)))
    pdf = Pdf("")
    side_page(pdf, drawing, shape, Fit(shape.width, shape.height, size))
    (image,) = rasters(pdf.bytes(), size)
    return image
