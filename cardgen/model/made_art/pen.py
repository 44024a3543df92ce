"""What draws made art: numbers that follow from a seed, and shapes that become SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple, TypeVar

from cardgen.base import colour_math

_Of = TypeVar("_Of")
SIDE = 100
"""The side of a drawing, which is a square."""
WHITE = "#FFFFFF"
Point = tuple[float, float]


class Chance:
    """Numbers that follow from a text, on every machine and in every version of Python alike."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._block = 0
        self._left: list[int] = []

    def _next(self) -> float:
        """A number from 0 to 1."""
        if not self._left:
            digest = sha256(f"{self._seed}:{self._block}".encode()).digest()
            self._left = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
            self._block += 1
        return self._left.pop() / 2**32

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._next()

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self._next() * (high - low + 1))

    def one_of(self, choices: Sequence[_Of]) -> _Of:
        return choices[self.whole(0, len(choices) - 1)]

    def happens(self, share: float) -> bool:
        return self._next() < share


class ArtColours(NamedTuple):
    """The seven colours of a look, each as `#RRGGBB`."""

    ink: str
    paper: str
    ground: str
    tone: str
    accent: str
    metal: str
    glow: str


def number(value: float) -> str:
    """A number as SVG has it, with two decimals at most.

    >>> number(3.0), number(-0.001), number(2.456)
    ('3', '0', '2.46')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def points(*places: Point) -> str:
    """Points between blanks, as a path has them."""
    return " ".join(f"{number(x)} {number(y)}" for x, y in places)


def polygon(*places: Point) -> str:
    """The path of a closed figure."""
    return f"M{points(*places)}Z"


def open_line(*places: Point) -> str:
    """The path of a line through points."""
    return f"M{points(*places)}"


def disc(x: float, y: float, radius: float) -> str:
    """The path of a circle."""
    r, two = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 1 {two} 0a{r} {r} 0 1 1-{two} 0Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """The path of a rectangle."""
    return f"M{points((x, y))}h{number(width)}v{number(height)}h{number(-width)}Z"


def smooth(places: Sequence[Point]) -> str:
    """The path of a soft line through points, by the middles between them."""
    parts = [f"M{points(places[0])}"]
    for here, after in pairwise(places[1:]):
        middle = ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        parts.append(f"Q{points(here, middle)}")
    parts.append(f"L{points(places[-1])}")
    return "".join(parts)


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point on a circle, clockwise from its top."""
    turn = math.radians(degrees)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def star(x: float, y: float, outer: float, inner: float, tips: int, turned: float = 0) -> str:
    """The path of a star."""
    step = 180 / tips
    radii = (outer, inner)
    return polygon(*(around(x, y, radii[n % 2], turned + n * step) for n in range(2 * tips)))


def glint(x: float, y: float, size: float) -> str:
    """The path of a star with four hollow sides."""
    near = 0.14 * size
    return (
        f"M{points((x, y - size))}Q{points((x + near, y - near), (x + size, y))}"
        f"Q{points((x + near, y + near), (x, y + size))}"
        f"Q{points((x - near, y + near), (x - size, y))}"
        f"Q{points((x - near, y - near), (x, y - size))}Z"
    )


def leaf(x: float, y: float, length: float, width: float, degrees: float) -> str:
    """The path of a leaf that begins at a point."""
    tip = around(x, y, length, degrees)
    middle = around(x, y, 0.45 * length, degrees)
    left = around(*middle, width, degrees - 90)
    right = around(*middle, width, degrees + 90)
    return f"M{points((x, y))}Q{points(left, tip)}Q{points(right, (x, y))}Z"


@dataclass(slots=True)
class Pen:
    """Puts shapes on a drawing, the later over the earlier.

    With `is_low` surfaces are white with an outline: that takes little ink."""

    chance: Chance
    colours: ArtColours
    icon_shapes: str = ""
    """What the icon of the drawing draws in `currentColor`, in a square of 100; it may be empty."""
    is_low: bool = False
    _parts: list[str] = field(default_factory=list)
    _definitions: list[str] = field(default_factory=list)

    def mix(self, first: str, second: str, share: float) -> str:
        return colour_math.mix(first, second, share)

    def shape(
        self, path: str, fill: str, edge: str = "", width: float = 0.0, opacity: float = 1.0
    ) -> None:
        """Draw a surface, with an edge if that has a colour."""
        more = ""
        if self.is_low:
            fill, edge, width, opacity = WHITE, self.colours.ink, width or 0.4, 1
        if edge:
            more = f' stroke="{edge}" stroke-width="{number(width)}" stroke-linejoin="round"'
        if opacity < 1:
            more += f' opacity="{number(opacity)}"'
        self._parts.append(f'<path d="{path}" fill="{fill}"{more}/>')

    def spot(self, path: str, fill: str, opacity: float = 1.0) -> None:
        """Draw a small surface, which stays filled where ink is saved."""
        if self.is_low:
            fill, opacity = self.colours.ink, 1
        more = f' opacity="{number(opacity)}"' if opacity < 1 else ""
        self._parts.append(f'<path d="{path}" fill="{fill}"{more}/>')

    def light(self, path: str, fill: str, opacity: float = 1.0) -> None:
        """Draw a surface that is light or shade alone: it is left out where ink is saved."""
        if not self.is_low:
            self.spot(path, fill, opacity)

    def line(self, path: str, paint: str, width: float, opacity: float = 1.0) -> None:
        """Draw a line, with round ends."""
        if self.is_low:
            paint, width, opacity = self.colours.ink, min(width, 0.5), 1
        more = f' opacity="{number(opacity)}"' if opacity < 1 else ""
        self._parts.append(
            f'<path d="{path}" fill="none" stroke="{paint}" stroke-width="{number(width)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{more}/>'
        )

    def repeated(self, path: str, transforms: Sequence[str], paint: str, width: float) -> None:
        """Draw a line several times, each time moved or turned otherwise."""
        if self.is_low:
            paint, width = self.colours.ink, 0.2
        name = f"g{len(self._definitions)}"
        self._definitions.append(f'<path id="{name}" d="{path}"/>')
        uses = "".join(f'<use href="#{name}" transform="{where}"/>' for where in transforms)
        line = f'stroke="{paint}" stroke-width="{number(width)}"'
        self._parts.append(f'<g fill="none" {line}>{uses}</g>')

    def flood(self, fill: str) -> None:
        """Fill the whole drawing."""
        self._parts.append(f'<path d="M0 0H100V100H0Z" fill="{WHITE if self.is_low else fill}"/>')

    def shade(self, top: str, bottom: str, middle: str = "") -> str:
        """A paint that goes from one colour at the top of a shape to another at its bottom."""
        name = f"g{len(self._definitions)}"
        stops = [top, middle, bottom] if middle else [top, bottom]
        marks = "".join(
            f'<stop offset="{number(n / (len(stops) - 1))}" stop-color="{colour}"/>'
            for n, colour in enumerate(stops)
        )
        self._definitions.append(
            f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{marks}</linearGradient>'
        )
        return f"url(#{name})"

    def halo(self, centre: str, rim: str) -> str:
        """A paint that goes from one colour in the middle of a shape to another at its rim."""
        name = f"g{len(self._definitions)}"
        self._definitions.append(
            f'<radialGradient id="{name}"><stop offset="0" stop-color="{centre}"/>'
            f'<stop offset="1" stop-color="{rim}"/></radialGradient>'
        )
        return f"url(#{name})"

    def icon(self, x: float, y: float, size: float, paint: str, around_it: str = "") -> None:
        """Draw the icon around a point, on a rim of another colour if one is given."""
        scale = size / SIDE
        place = f'transform="translate({points((x - size / 2, y - size / 2))}) scale({scale:.4f})"'
        shapes = self.icon_shapes
        if self.is_low:
            paint, around_it = self.colours.ink, WHITE if around_it else ""
        if around_it:
            self._parts.append(
                f'<g {place} color="{around_it}" stroke="{around_it}" stroke-width="9" '
                f'stroke-linejoin="round">{shapes}</g>'
            )
        self._parts.append(f'<g {place} color="{paint}">{shapes}</g>')

    @contextmanager
    def moved(self, transform: str) -> Iterator[None]:
        """Draw moved, turned or mirrored, as SVG says it."""
        self._parts.append(f'<g transform="{transform}">')
        yield
        self._parts.append("</g>")

    @contextmanager
    def within(self, path: str) -> Iterator[None]:
        """Draw what lies within a shape alone."""
        name = f"g{len(self._definitions)}"
        self._definitions.append(f'<clipPath id="{name}"><path d="{path}"/></clipPath>')
        self._parts.append(f'<g clip-path="url(#{name})">')
        yield
        self._parts.append("</g>")

    def both_sides(self) -> Mirror:
        """Draw twice, the second time mirrored at the middle."""
        return Mirror(self)

    def svg(self, title: str) -> str:
        """The drawing."""
        definitions = f"<defs>{''.join(self._definitions)}</defs>" if self._definitions else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">\n'
            f"<title>{title}</title>\n{definitions}\n" + "\n".join(self._parts) + "\n</svg>\n"
        )


class Mirror:
    """What is drawn while it is open is drawn mirrored, too."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._from = 0

    def __enter__(self) -> None:
        self._from = len(self._pen._parts)

    def __exit__(self, *_: object) -> None:
        parts = self._pen._parts
        drawn = parts[self._from :]
        parts += ['<g transform="translate(100 0) scale(-1 1)">', *drawn, "</g>"]
