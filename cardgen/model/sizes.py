"""Stock: card sizes and papers by name, and shapes of cards.

Sizes are trims in millimetres as printers sell them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box
from cardgen.base.suggestions import did_you_mean, near, nearest
from cardgen.base.units import MM, decimal, length
from cardgen.model import contours
from cardgen.model.contours import Contours, area

CARDS: dict[str, tuple[float, float]] = {
    "poker": (63.5, 88.9),
    "euro-poker": (63, 88),
    "tcg": (63, 88),
    "bridge": (57.15, 88.9),
    "tarot": (70, 120),
    "japanese": (59, 86),
    "domino": (44.45, 88.9),
    "usa": (56, 87),
    "mini-euro": (44, 68),
    "mini-american": (41, 63),
    "mini": (44.45, 63.5),
    "micro": (31.75, 44.45),
    "business": (50.8, 88.9),
    "jumbo": (88.9, 139.7),
    "square": (88.9, 88.9),
    "euro-square": (70, 70),
    "small-square": (63.5, 63.5),
}
ORIENTATIONS = ("portrait", "landscape")
"""How a card may be held; what may stand after its size."""
REGIONS = ISO, AMERICA = "ISO", "America"
"""The parts of the world that have their own papers."""
HOME, COPY_SHOP = "home", "copy shop"
"""Where printers take a paper: at home and in offices, or in a copy shop."""


class StockPaper(NamedTuple):
    """A paper that is sold by name, upright.

    Its width and height in millimetres, the region that has it, and where printers take it; neither
    for papers that no box is made on unasked."""

    width: float
    height: float
    region: str = ""
    printers: str = ""


PAPERS: dict[str, StockPaper] = {
    "a4": StockPaper(210, 297, ISO, HOME),
    "letter": StockPaper(215.9, 279.4, AMERICA, HOME),
    "legal": StockPaper(215.9, 355.6, AMERICA, HOME),
    "a3": StockPaper(297, 420, ISO, HOME),
    "tabloid": StockPaper(279.4, 431.8, AMERICA, HOME),
    "a2": StockPaper(420, 594, ISO, COPY_SHOP),
    "a5": StockPaper(148, 210),
    "a6": StockPaper(105, 148),
    "b4": StockPaper(250, 353),
    "b5": StockPaper(176, 250),
    "sra3": StockPaper(320, 450, ISO, COPY_SHOP),
    "sra4": StockPaper(225, 320),
    "super-b": StockPaper(330.2, 482.6, AMERICA, COPY_SHOP),
    "arch-b": StockPaper(304.8, 457.2, AMERICA, COPY_SHOP),
    "arch-c": StockPaper(457.2, 609.6, AMERICA, COPY_SHOP),
}
"""Papers, upright. B4 and B5 are those of ISO 216, SRA3 and SRA4 the raw sheets of ISO 217, Arch B
and C those of architects."""
_ALSO_CALLED = {"ledger": "tabloid"}
_PHOTOS = ((9, 13), (10, 15), (13, 18), (15, 20))
"""Papers for photographs that are spoken of in centimetres."""
POKER_CORNER = 3.0
"""Corner radius of a playing card, in millimetres."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The outline that a card is cut to. `width`, `height` and `corner` (the radius of the corners)
    are in points.

    A circle has its diameter as width and height; a hexagon is as wide as it is across its corners
    and as high as across its flats. Any other `outline` lies in a box of the width and height, in
    points from its lower left corner, y upward; it is that of the face."""

    kind: str  # rectangle, circle, hexagon or outline
    width: float
    height: float
    corner: float = 0.0
    name: str = ""
    outline: Contours = ()

    def __str__(self) -> str:
        width, height = decimal(self.width / MM), decimal(self.height / MM)
        more = {"hexagon": ", six-sided", "outline": "" if self.name else ", with an outline"}
        size = (
            f"{width} mm round"
            if self.kind == "circle"
            else f"{width} x {height} mm" + more.get(self.kind, "")
        )
        return f"{self.name} ({size})" if self.name else size

    @property
    def in_file_names(self) -> str:
        """Its size as names of files say it: `poker`, `25mm`, `60x30mm`."""
        if self.name in CARDS:
            return self.name
        width, height = (f"{round(side / MM, 2):g}" for side in (self.width, self.height))
        called = f"{self.name.replace(' ', '-')}-" if self.name else ""
        return f"{width}mm" if self.kind == "circle" else f"{called}{width}x{height}mm"

    @property
    def box(self) -> Box:
        """The rectangle around it, its lower left corner in the origin."""
        return Box(0, 0, self.width, self.height)

    def outlined_as(self, other: Shape) -> Shape:
        """The shape with another one's outline, as large as itself."""
        across, up = self.width / other.width, self.height / other.height
        outline = tuple(tuple((x * across, y * up) for x, y in line) for line in other.outline)
        return replace(self, kind="outline", corner=0.0, name="", outline=outline)

    @property
    def behind(self) -> Shape:
        """The shape as it is seen from behind, as backs have it."""
        return _from_behind(self) if self.outline else self

    def of_side(self, side: str) -> Shape:
        """The shape of a side, face or back."""
        return self.behind if side == "back" else self

    @property
    def area(self) -> float:
        """What it covers, in square points, its corners taken for square ones; holes are left
        out."""
        if self.outline:
            whole, *holes = sorted((abs(area(each)) for each in self.outline), reverse=True)
            return whole - sum(holes)
        part = {"circle": math.pi / 4, "hexagon": 0.75}.get(self.kind, 1.0)
        return part * self.width * self.height

    def measured(self, language: str = "") -> str:
        """Its size as a text in a language says it: `63,5 × 88,9 mm`.

        Of a circle it is what it measures across, `Ø 25 mm`."""
        width, height = (decimal(side / MM, language) for side in (self.width, self.height))
        return f"Ø {width} mm" if self.kind == "circle" else f"{width} × {height} mm"


@lru_cache(maxsize=32)
def _from_behind(shape: Shape) -> Shape:
    return replace(shape, outline=contours.mirrored(shape.outline, shape.width))


@dataclass(frozen=True, slots=True)
class Bleed:
    """The bleed that a drawing's page has around the trim.

    It is a length in points, or pixels, which are the drawing's own units. What is `made` where it
    has none: `mirror`, `stretch`, or a colour."""

    length: float = 0.0
    pixels: float = 0.0
    made: str = ""


BLEEDS = ("mirror", "stretch")
"""The ways to make bleed out of what ends at the cut."""


NO_BLEED = Bleed()


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray to be folded.

    It has its floor and the height of its walls along their slope in points, and how far they lean
    outward, in degrees."""

    width: float
    height: float
    wall: float
    lean: float = 0.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, upright; `width` and `height` in points."""

    name: str
    width: float
    height: float

    @property
    def box(self) -> Box:
        """The whole paper, its lower left corner in the origin."""
        return Box(0, 0, self.width, self.height)


def circle(diameter: float) -> Shape:
    """The round shape of a diameter, in points."""
    return Shape("circle", diameter, diameter)


def hexagon(width: float = 0.0, *, flats: float = 0.0) -> Shape:
    """The hexagon of this width, or of this height if it has `flats`.

    The width is from corner to corner, the height from flat to flat, in points."""
    width = width or flats * 2 / math.sqrt(3)
    return Shape("hexagon", width, flats or width * math.sqrt(3) / 2)


def pointy_hexagon(height: float = 0.0, *, flats: float = 0.0) -> Shape:
    """The hexagon with a corner above of this height, or of this width if it has `flats`."""
    height = height or flats * 2 / math.sqrt(3)
    width = flats or height * math.sqrt(3) / 2
    outline = contours.pointy_hexagon(height)
    return Shape("outline", width, height, name="pointy hexagon", outline=(outline,))


def ellipse(width: float, height: float) -> Shape:
    """The ellipse of these axes, in points."""
    outline = contours.ellipse(width, height)
    return Shape("outline", width, height, name="ellipse", outline=(outline,))


def triangle(width: float, height: float = 0.0, corner: float = 0.0) -> Shape:
    """The triangle of these sides, a corner above, rounded by a radius; in points.

    Without a height its sides are of one length."""
    height = height or (width - 2 * corner) * math.sqrt(3) / 2 + 2 * corner
    outline = contours.triangle(width, height, corner)
    return Shape("outline", width, height, name="triangle", outline=(outline,))


def pair(text: str, *, paper: bool = False) -> tuple[float, float]:
    """The two sides of a size of a card or a paper, in points.

    Such as `38mm x 50mm`, or with one unit at the end: `38x50mm`. Raises UnreadableError."""
    first, cross, second = text.lower().partition("x")
    if not cross:
        crossed = re.sub("\\s*[×*]\\s*", " x ", text)
        remedy = f"write {crossed}" if crossed != text else "write its width, x, and its height"
        raise UnreadableError(
            "length-expected", f'"{text}" is not a size such as 63.5mm x 88.9mm', remedy
        )
    second = second.strip()
    unit = second.lstrip("0123456789., ")
    if not unit:
        raise UnreadableError(
            "length-expected",
            f'"{text}" lacks its unit',
            f"write {text.strip().replace(',', '.')}{_unit_of(first, second, paper)}",
        )
    first = first.strip()
    return length(first if first.lstrip("0123456789., ") else first + unit), length(second)


_NEGATIVE = re.compile(r"(^|[x×*]\s*|[a-z]{3}\s+)[-−–](?=\.?[0-9])", re.IGNORECASE)
"""The sign of a negative side: the first one, behind an x, or behind the name of a shape."""
_LEAST_CARD, _LEAST_PAPER = 10.0, 60.0
"""Millimetres of the shorter side of a card, and of the longer one of a paper, under which nobody
means millimetres."""
_SIZE_TOLERANCE = 0.01
"""The part of a size by which somebody may miss it."""


def _unit_of(first: str, second: str, paper: bool) -> str:
    """The likeliest unit of two sides without one.

    A unit in which they would be too small is ruled out, one in which they are a known size is
    taken."""
    try:
        sides = sorted(float(side.strip().replace(",", ".")) for side in (first, second))
    except ValueError:
        return "mm"
    if (sides[1] >= _LEAST_PAPER) if paper else (sides[0] >= _LEAST_CARD):
        return "mm"
    named_sizes = [*CARDS.values()]
    if paper:
        named_sizes = [(stock.width, stock.height) for stock in PAPERS.values()]
        named_sizes += [(10 * width, 10 * height) for width, height in _PHOTOS]
    in_cm = [10 * side for side in sides]
    if any(_is_nearly(in_cm, sorted(named)) for named in named_sizes):
        return "cm"
    return "in"


def _is_nearly(sides: Sequence[float], named: Sequence[float]) -> bool:
    """True if both sides are those of a size that has a name."""
    pairs = zip(sides, named, strict=True)
    return all(abs(side - size) <= _SIZE_TOLERANCE * size for side, size in pairs)


def _check_signs(text: str) -> None:
    """Raise UnreadableError for a size with a negative side."""
    positive = _NEGATIVE.sub(r"\1", text)
    if positive != text:
        raise UnreadableError(
            "out-of-range",
            f'a side of "{text}" is negative',
            f"write {positive}",
        )


def card_size(text: str) -> Shape:
    """The shape that a size in a deck file names.

    A name of CARDS or `WIDTH x HEIGHT` with units, upright or on its side where one of ORIENTATIONS
    follows; or `circle 25mm`, `hexagon 60mm` (across its corners), `hexagon 52mm flats`, `pointy
    hexagon 60mm`, `ellipse 60x40mm`, `triangle 50mm`. Raises UnreadableError."""
    _check_signs(text)
    name = " ".join(text.lower().split())
    if kind := next((_SHAPED[word] for word in _SHAPED if word in name.split()), ""):
        return _shaped(
            kind, text, [word for word in name.split() if word not in _SHAPED and word != "across"]
        )
    stock, _, orientation = name.rpartition(" ")
    if orientation not in ORIENTATIONS:
        stock = name
        orientation = ""
    if stock in CARDS:
        width, height = CARDS[stock]
        shape = Shape("rectangle", width * MM, height * MM, POKER_CORNER * MM, stock)
    elif stock[:1].isdigit() or stock[:1] == ".":
        shape = Shape("rectangle", *pair(stock))
    else:
        words = name.split()
        for position, word in enumerate(words):
            words[position] = (*near(word, _SHAPED), word)[0]
        remedy = (
            f"write {' '.join(words)}"
            if set(words).intersection(_SHAPED)
            else did_you_mean(stock, CARDS)
        )
        raise UnreadableError("unknown-size", f'no card size is called "{text}"', remedy)
    if not orientation:
        return shape
    short, long = sorted((shape.width, shape.height))
    return (
        replace(shape, width=long, height=short)
        if orientation == "landscape"
        else replace(shape, width=short, height=long)
    )


_SHAPED = {
    "pointy": "pointy hexagon",
    "circle": "circle",
    "round": "circle",
    "hexagon": "hexagon",
    "hex": "hexagon",
    "ellipse": "ellipse",
    "oval": "ellipse",
    "triangle": "triangle",
}
"""The words by which shapes are called."""


_LEAST_ROUND = 5.0
"""Millimetres across under which nobody means millimetres."""


_EXAMPLES = {
    "circle": "circle 25mm",
    "hexagon": "hexagon 60mm, which is from corner to corner, or hexagon 52mm flats",
    "pointy hexagon": "pointy hexagon 60mm, which is from corner to corner, or pointy hexagon 52mm "
    "flats",
    "ellipse": "ellipse 60x40mm",
    "triangle": "triangle 50mm",
}
"""What may be meant by a shape without its size."""


def _shaped(kind: str, text: str, words: list[str]) -> Shape:
    """The shape of a kind, of what is said of it beside that."""
    is_hexagon = kind in ("hexagon", "pointy hexagon")
    flats = is_hexagon and "flats" in words
    side = " ".join(word for word in words if word not in ("flats", "corners"))
    if not side:
        raise UnreadableError(
            "length-expected",
            f'"{text}" lacks its {"diameter" if kind == "circle" else "width"}',
            f"write {_EXAMPLES[kind]}",
        )
    if side.replace(".", "", 1).isdigit() and 0 < float(side) < _LEAST_ROUND:
        raise UnreadableError(
            "length-expected",
            f'"{text}" lacks its unit',
            f"write {kind} {side}in{' flats' * flats}",
        )
    if kind == "ellipse":
        if "x" not in side:
            raise UnreadableError(
                "length-expected",
                f'"{text}" lacks its height',
                f"write ellipse {side} x 40mm, or circle {side}",
            )
        return ellipse(*pair(side))
    if kind == "triangle":
        return triangle(*pair(side)) if "x" in side else triangle(length(side))
    if kind == "circle":
        return circle(length(side))
    made = hexagon if kind == "hexagon" else pointy_hexagon
    return made(flats=length(side)) if flats else made(length(side))


def paper_size(text: str) -> Paper:
    """The paper that a name of PAPERS or `WIDTHxHEIGHTmm` means. Raises UnreadableError."""
    _check_signs(text)
    name = text.strip().lower()
    name = _ALSO_CALLED.get(name, name)
    if name in PAPERS:
        stock = PAPERS[name]
        return Paper(name, stock.width * MM, stock.height * MM)
    if name[:1].isdigit() and "x" in name:
        width, height = pair(name, paper=True)
        if not (20 * MM <= width <= 3000 * MM and 20 * MM <= height <= 3000 * MM):
            raise UnreadableError(
                "out-of-range",
                f'paper "{text}" is not between 20 and 3000 mm a side',
                "use sides from 20mm to 3000mm",
            )
        return Paper(name.replace(" ", ""), width, height)
    raise UnreadableError("unknown-paper", f'no paper is called "{text}"', _instead_of(name))


def _instead_of(name: str) -> str:
    """The remedy for an unknown paper: the papers that may be meant."""
    words = re.split(r"[\s;+/-]+", name)
    papers = [word for word in words if word in PAPERS]
    if papers and not {*words}.difference(papers, ORIENTATIONS, ("din", "iso", "us")):
        turned = (
            ": sheets are turned where that holds more cards"
            if set(words).intersection(ORIENTATIONS)
            else ""
        )
        return f"write {','.join(papers)}{turned}"
    if name.isdecimal():
        return f"write decimals with a point, as in WIDTHxHEIGHTmm: {name}.5x297mm"
    return nearest(name, PAPERS) or f"{did_you_mean(name, PAPERS)}, or WIDTHxHEIGHTmm"
