"""What differs on a card, by more than its proof differs from the deck everywhere.

A difference is signed and smoothed, so that grain and the seams of JPEG even out and a missing
comma does not. It is measured against how much cards of this proof differ where the drawing is as
lively (`Noise`): beside edges more is usual than on flat ground. Once it is done for the size of a
comma, once for that of a word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from cardgen.base.geometry import Box
from cardgen.prepress.changed_boxes import groups_of
from cardgen.proof.colour_fit import blurred, liveliness, shifted_to

_FINE, _WIDE = 1.1, 4
"""The radii of smoothing."""
_BINS = 8
"""Kinds of ground by their liveliness."""
_HIGH, _OF_CARDS, _MORE = 0.999, 0.55, 1.12
"""The part of a card's pixels whose difference is at most what is usual on it, and the part of the
cards that have no more than is usual on the proof: a fault takes many pixels of few cards. What is
usual is so much more than they have."""
_FEW, _HIGH_OF_FEW = 4, 0.99
_LEAST_PIXELS = 400
"""Pixels of a kind of ground that a card must have to teach anything about it."""
_LEAST_FINE, _LEAST_WIDE, _LEAST_COLOUR = 9.0, 7.0, 9.0
"""Differences of 255 that are never told. Of colours more: inks have no strong violets and greens,
and one that stands on a single card is not learned."""
_WIDER = 1.45
"""Wide differences count for less: colours are learned, and not in every corner."""
_UNIT = 32
"""The value of a usual difference in a map of them."""
LIMIT = 1.6
"""Usual differences from which one is told."""
_LEAST_PEAK, _LEAST_EVIDENCE, _ABOVE = 1.8, 20.0, 1.2
"""A region is told from this peak on, and from so much evidence: its pixels times what its peak has
above the last of these. Grain makes high peaks of a few pixels, a comma is more of them."""
_JOIN = 7
_STEP = 4
_MOST_REGIONS = 40


class Difference(NamedTuple):
    """A region that differs: its box in pixels of the trim, and how many usual differences it is
    at its highest and in all."""

    box: Box
    peak: float
    amount: float


class CardPair(NamedTuple):
    """What was meant and what was seen of a card, in the same colours and of one sharpness."""

    meant: Image.Image
    seen: Image.Image
    mask: Image.Image

    @classmethod
    def of(
        cls,
        trim: Image.Image,
        seen: Image.Image,
        mask: Image.Image,
        table: ImageFilter.Color3DLUT,
        blur: float,
    ) -> CardPair:
        meant = blurred(trim, blur).filter(table)
        return cls(shifted_to(meant, seen, mask), seen, mask)


class _Layers(NamedTuple):
    """Differences of a card, fine ones of lightness, wide ones of lightness and two colours, and
    the kinds of its ground."""

    fine: Sequence[Image.Image]
    wide: Sequence[Image.Image]
    ground: Image.Image


def _layers(pair: CardPair) -> _Layers:
    meant, seen = pair.meant.convert("YCbCr"), pair.seen.convert("YCbCr")
    spread = liveliness(meant.getchannel(0))
    kinds = spread.point([min(_BINS - 1, value * _BINS // 200) for value in range(256)])
    fine: list[Image.Image] = []
    wide: list[Image.Image] = []
    for mine, others in zip(meant.split(), seen.split(), strict=True):
        signed = ImageChops.subtract(others, mine, 1, 128)
        if not fine:  # JPEG has few pixels of colour
            fine.append(signed.filter(ImageFilter.GaussianBlur(_FINE)).point(_away()))
        wide.append(signed.filter(ImageFilter.BoxBlur(_WIDE)).point(_away()))
    return _Layers(fine, wide, kinds)


@lru_cache(maxsize=1)
def _away() -> list[int]:
    return [abs(value - 128) for value in range(256)]


class Noise:
    """How much the cards of a proof differ from the deck where nothing is wrong."""

    def __init__(self, cards: int) -> None:
        self._is_rich = cards >= _FEW
        self._usual: dict[tuple[int, int, int], list[float]] = {}
        self._levels: dict[tuple[int, int, int], float] = {}

    def learn(self, pair: CardPair) -> None:
        """Take in a card; few of its pixels are of a fault."""
        layers = _layers(pair)
        for kind in range(_BINS):
            inside = ImageChops.multiply(layers.ground.point(_only(kind)), pair.mask)
            if not inside.getbbox():
                continue
            for scale, images in enumerate((layers.fine, layers.wide)):
                for channel, image in enumerate(images):
                    counts = image.histogram(inside)
                    if sum(counts) >= _LEAST_PIXELS:
                        part = _HIGH if self._is_rich else _HIGH_OF_FEW
                        usual = self._usual.setdefault((scale, channel, kind), [])
                        usual.append(_quantile(counts, part))
        self._levels.clear()

    def level(self, scale: int, channel: int, kind: int) -> float:
        """The usual difference of a kind of ground."""
        key = scale, channel, kind
        if key not in self._levels:
            # livelier ground differs no less than calmer one
            below = self.level(scale, channel, kind - 1) if kind else 0.0
            least = _LEAST_FINE
            if scale:
                least = _LEAST_COLOUR if channel else _LEAST_WIDE
            usual = sorted(self._usual.get(key, [0.0]))
            most = usual[min(len(usual) - 1, int(_OF_CARDS * len(usual)))] * _MORE
            self._levels[key] = max(least, 0.9 * below, most * (_WIDER if scale else 1.0))
        return self._levels[key]

    def unusual(self, pair: CardPair) -> Image.Image:
        """A map of a card: at each pixel its difference in usual ones, times `_UNIT`."""
        layers = _layers(pair)
        result = Image.new("L", pair.meant.size, 0)
        for scale, images in enumerate((layers.fine, layers.wide)):
            for channel, image in enumerate(images):
                measured = Image.new("L", image.size, 0)
                for kind in range(_BINS):
                    usual = self.level(scale, channel, kind)
                    table = [min(255, round(value * _UNIT / usual)) for value in range(256)]
                    measured.paste(image.point(table), mask=layers.ground.point(_only(kind)))
                result = ImageChops.lighter(result, measured)
        return ImageChops.multiply(result, pair.mask)


@lru_cache(maxsize=_BINS)
def _only(kind: int) -> list[int]:
    return [255 * (value == kind) for value in range(256)]


def _quantile(counts: Sequence[int], part: float) -> float:
    """The value that a part of what was counted does not exceed."""
    wanted, total = part * sum(counts), 0
    for value, count in enumerate(counts):
        total += count
        if total >= wanted:
            return float(value)
    return 0.0


def regions(unusual: Image.Image, limit: float = LIMIT) -> list[Difference]:
    """The regions of a map of differences that go beyond a limit, the worst first."""
    cut = round(limit * _UNIT)
    over = unusual.point([255 * (value >= cut) for value in range(256)])
    if not over.getbbox():
        return []
    near = over.filter(ImageFilter.MaxFilter(2 * _JOIN + 1))
    width, height = -(-near.width // _STEP), -(-near.height // _STEP)
    cells = near.resize((width, height), Image.Resampling.BOX).tobytes()
    found = []
    for group in groups_of({at for at, value in enumerate(cells) if value > 127}, width):
        columns, rows = [at % width for at in group], [at // width for at in group]
        box = (
            min(columns) * _STEP,
            min(rows) * _STEP,
            min(near.width, (max(columns) + 1) * _STEP),
            min(near.height, (max(rows) + 1) * _STEP),
        )
        part = over.crop(box)
        inner = part.getbbox()
        if inner is None:
            continue
        values = unusual.crop(box)
        peak = values.getextrema()[1] / _UNIT  # type: ignore[operator]
        amount = part.histogram()[255]
        if peak < _LEAST_PEAK or amount * (peak - _ABOVE) < _LEAST_EVIDENCE:
            continue
        lying = Box(box[0] + inner[0], box[1] + inner[1], inner[2] - inner[0], inner[3] - inner[1])
        found.append(Difference(lying, float(peak), float(amount)))
    found.sort(key=lambda difference: -difference.peak * difference.amount)
    return found[:_MOST_REGIONS]


def total(unusual: Image.Image) -> float:
    """How much of a card differs in all, to compare what it may be meant for."""
    counts = unusual.histogram()
    return sum(count * value for value, count in enumerate(counts) if value > _UNIT) / _UNIT
