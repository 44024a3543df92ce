"""How a proof's colours and sharpness come of the deck's: learned from all cards that were found.

Inks, scanners and JPEG change the colours of all cards alike. A table of colours
(`ImageFilter.Color3DLUT`) tells what becomes of each; what one card has otherwise stands out."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageStat

_NODES = 9
_SMALL = 8
"""A pixel of the samples is so many of the comparison each way."""
_OF_A_CARD = 300
"""Samples of one card."""
_FLAT = 14
"""Colours that vary by more within a sample tell little."""
_TRUST = 4.0
"""Samples by which a node of the table is half believed."""
_FAR = 60
"""Beyond which a sample is of another drawing."""
BLURS = (0.0, 0.5, 0.75, 1.0, 1.3, 1.7, 2.2, 2.8)
"""Radii of blur that are tried, in pixels of the comparison."""

Colour = tuple[int, int, int]


class ColourSample(NamedTuple):
    """A colour of the deck, and what stands there on the proof."""

    meant: Colour
    seen: Colour


def samples_of(meant: Image.Image, seen: Image.Image, mask: Image.Image) -> list[ColourSample]:
    """Colours of flat spots of a card and of what is seen of it, evenly from all over it."""
    small_meant, small_seen = meant.reduce(_SMALL), seen.reduce(_SMALL)
    inner = mask.reduce(_SMALL).tobytes()
    rough = liveliness(meant.convert("L")).reduce(_SMALL).tobytes()
    first, second = small_meant.tobytes(), small_seen.tobytes()
    flat = [
        index
        for index, (inside, roughness) in enumerate(zip(inner, rough, strict=True))
        if inside == 255 and roughness <= _FLAT
    ]
    step = max(1, len(flat) // _OF_A_CARD)
    found = []
    for index in flat[::step]:
        at = 3 * index
        found.append(
            ColourSample(
                (first[at], first[at + 1], first[at + 2]),
                (second[at], second[at + 1], second[at + 2]),
            )
        )
    return found


def liveliness(grey: Image.Image) -> Image.Image:
    """By how much the lightness varies within two pixels each way.

    Shifted copies tell it in a tenth of the time of a filter of ranks; at the rim, where nothing is
    compared, they tell what stands at the rim beyond."""
    lightest = darkest = grey
    for x, y in ((1, 0), (-2, 0), (1, 0), (0, 1), (0, -2), (0, 1)):
        lightest = ImageChops.lighter(lightest, ImageChops.offset(lightest, x, y))
        darkest = ImageChops.darker(darkest, ImageChops.offset(darkest, x, y))
    return ImageChops.subtract(lightest, darkest)


def colour_table(samples: Sequence[ColourSample]) -> ImageFilter.Color3DLUT:
    """What becomes of each colour, from samples; as it is where there are none."""
    samples = [*samples, *(ColourSample(colour, colour) for colour in _CORNERS)]
    lines = _linear(samples)
    kept = [sample for sample in samples if _miss(lines, sample) <= _FAR]
    if len(kept) > len(samples) // 2:
        samples, lines = kept, _linear(kept)
    count = _NODES**3
    weights = [0.0] * count
    sums = [[0.0] * count for _ in range(3)]
    for meant, seen in samples:
        plain = _through(lines, meant)
        misses = [value - was for value, was in zip(seen, plain, strict=True)]
        for node, weight in _nodes_around(meant):
            weights[node] += weight
            for channel in range(3):
                sums[channel][node] += weight * misses[channel]
    table: list[float] = []
    step = 255 / (_NODES - 1)
    for node in range(count):
        red, rest = node % _NODES, node // _NODES
        colour = (red * step, rest % _NODES * step, rest // _NODES * step)
        plain = _through(lines, colour)
        for channel in range(3):
            more = sums[channel][node] / (weights[node] + _TRUST)
            table.append(max(0.0, min(1.0, (plain[channel] + more) / 255)))
    return ImageFilter.Color3DLUT(_NODES, table)


_CORNERS: tuple[Colour, ...] = ((0, 0, 0), (255, 255, 255), (128, 128, 128), (200, 60, 60),
                                (60, 160, 60), (60, 60, 200))  # fmt: skip
Lines = tuple[tuple[float, float, float, float], ...]


def _through(lines: Lines, colour: Sequence[float]) -> list[float]:
    red, green, blue = colour
    return [a * red + b * green + c * blue + d for a, b, c, d in lines]


def _miss(lines: Lines, sample: ColourSample) -> float:
    return max(
        abs(value - was)
        for value, was in zip(sample.seen, _through(lines, sample.meant), strict=True)
    )


def _linear(samples: Sequence[ColourSample]) -> Lines:
    """The linear map of colours that comes nearest to the samples, a little held to none."""
    normal = [[40.0 * (row == column) for column in range(4)] for row in range(4)]
    sides = [[40.0 * (row == channel) for row in range(4)] for channel in range(3)]
    for meant, seen in samples:
        values = (meant[0] / 255, meant[1] / 255, meant[2] / 255, 1.0)
        for row, value in enumerate(values):
            for column in range(row, 4):
                normal[row][column] += value * values[column]
            for channel in range(3):
                sides[channel][row] += value * seen[channel] / 255
    for row in range(4):
        for column in range(row):
            normal[row][column] = normal[column][row]
    solved = [_solved(normal, side) for side in sides]
    return tuple((a, b, c, d * 255) for a, b, c, d in solved)


def _solved(rows: Sequence[Sequence[float]], side: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination."""
    count = len(side)
    table = [[*row, value] for row, value in zip(rows, side, strict=True)]
    for at in range(count):
        pivot = max(range(at, count), key=lambda row: abs(table[row][at]))
        table[at], table[pivot] = table[pivot], table[at]
        for row in range(count):
            if row != at:
                factor = table[row][at] / table[at][at]
                for column in range(at, count + 1):
                    table[row][column] -= factor * table[at][column]
    return [table[row][count] / table[row][row] for row in range(count)]


def _nodes_around(colour: Colour) -> list[tuple[int, float]]:
    """The eight nodes of the table around a colour, with their shares of it."""
    places = []
    for value in colour:
        at = value / 255 * (_NODES - 1)
        low = min(int(at), _NODES - 2)
        places.append((low, at - low))
    (red, r), (green, g), (blue, b) = places
    return [
        (
            red + i + _NODES * (green + j + _NODES * (blue + k)),
            (r if i else 1 - r) * (g if j else 1 - g) * (b if k else 1 - b),
        )
        for i in (0, 1)
        for j in (0, 1)
        for k in (0, 1)
    ]


def blurred(image: Image.Image, radius: float) -> Image.Image:
    return image.filter(ImageFilter.GaussianBlur(radius)) if radius else image


def blur_of(meant: Image.Image, seen: Image.Image, mask: Image.Image) -> float:
    """The radius by which a drawing is to be blurred to be as sharp as what is seen of it."""
    grey_meant, grey_seen = meant.convert("L"), seen.convert("L")

    def unlike(radius: float) -> float:
        difference = ImageChops.difference(blurred(grey_meant, radius), grey_seen)
        return float(ImageStat.Stat(difference, mask).rms[0])

    return min(BLURS, key=unlike)


def shifted_to(image: Image.Image, like: Image.Image, mask: Image.Image) -> Image.Image:
    """A picture whose colours are moved as a whole to be those of another: paper and light differ
    from page to page. The middle of the differences counts, so that what stands out does not."""
    table: list[int] = []
    for mine, others in zip(image.split(), like.split(), strict=True):
        signed = ImageChops.subtract(others, mine, 1, 128)
        shift = ImageStat.Stat(signed, mask).median[0] - 128
        table += (max(0, min(255, value + shift)) for value in range(256))
    return image.point(table)


def floats(image: Image.Image) -> tuple[float, ...]:
    """The values of a picture of mode F."""
    return struct.unpack(f"{image.width * image.height}f", image.tobytes())
