"""The display list: what a drawing paints, item by item, from the lowest to the uppermost.

An item says all about itself: its path or glyphs, its paints, how opaque it is. Only what holds for
all that follows stands alone: the user space (`Transform`), what is cut away (`ClipTo`), a soft
mask (`Through`) and a blend (`Blend`), each until the `Level` that was opened before it is closed.
Paints keep their own identity, so that it can be said late what they are printed with. Coordinates
are in user units, y downward; `content_stream.py` writes items as PDF, `packed_items` as plain
values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from cardgen.base.colour_math import CMYK, RGB
from cardgen.base.geometry import Box, Matrix, around
from cardgen.engine.graphics.outlines import QUARTER, Segment, Segments, ellipse, rectangle
from cardgen.engine.graphics.spelling import number


class FlatColour(NamedTuple):
    """A flat colour: as screens show it, and what it is.

    It is a colour of the palette by its name, or inks. All parts are 0 to 1. One that is `hidden`
    is a finish that screens do not show. `tint` is how much of an ink of its own there is, which
    only flattening makes less than all; `rgb` is then what that looks like."""

    rgb: RGB = (0.0, 0.0, 0.0)
    name: str = ""
    cmyk: CMYK | None = None
    hidden: bool = False
    tint: float = 1.0

    @classmethod
    def grey(cls, light: float) -> FlatColour:
        """Return a grey, from 0 for black to 1 for white."""
        return cls((light, light, light))


BLACK, PAPER = FlatColour(), FlatColour((1.0, 1.0, 1.0))


class Shading(NamedTuple):
    """A gradient: a line or two circles, and its stops from 0 to 1.

    A line is (x1, y1, x2, y2), a circle (x, y, radius); stops are in order. `grey` is one of light
    alone, as masks have it.
    """

    ends: tuple[float, ...]
    stops: tuple[tuple[float, FlatColour], ...]
    grey: bool = False


class ShadingPaint(NamedTuple):
    """A gradient as a paint, and the map from its space to that of the drawing."""

    shading: Shading
    matrix: Matrix


ItemPaint = FlatColour | ShadingPaint
"""The paint of an item: what fills or strokes it."""


class LineStyle(NamedTuple):
    """The look of a line; caps and joins as PDF counts them."""

    width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 10.0
    dash: tuple[float, ...] = ()
    offset: float = 0.0


class PathData:
    """A path as its segments and as the operators that draw it.

    Made of either, the other follows when it is asked for."""

    __slots__ = ("_corners", "_operators", "_segments")

    def __init__(self, segments: Segments | None, operators: str = "") -> None:
        self._segments = segments
        self._operators = operators
        self._corners: Box | None = None

    @staticmethod
    def rectangle(box: Box, radius: float = 0.0) -> PathData:
        """Return a rectangle, its corners rounded by a radius."""
        return as_path(rectangle(*box, radius, radius))

    @staticmethod
    def ellipse(centre: tuple[float, float], rx: float, ry: float) -> PathData:
        """Return an ellipse around a point."""
        return as_path(ellipse(*centre, rx, ry))

    @staticmethod
    def polygon(corners: Iterable[tuple[float, float]]) -> PathData:
        """Return straight lines from corner to corner, and back to the first."""
        return as_path((*PathData.polyline(corners).segments, ("h", ())))

    @staticmethod
    def polyline(points: Iterable[tuple[float, float]]) -> PathData:
        """Return straight lines from point to point."""
        (x, y), *others = points
        sides = [("l", (x, y)) for x, y in others]
        return PathData((("m", (x, y)), *sides))

    @staticmethod
    def joined(paths: Iterable[PathData]) -> PathData:
        """Return several paths as one."""
        return PathData(tuple([segment for path in paths for segment in path.segments]))

    @staticmethod
    def circles(xs: Iterable[float], y: float, radius: float, height: float) -> Iterator[PathData]:
        """Yield circles in a row, `y` down from a height; the paths have their y upward.

        They share the numbers of their height: dots are most of what a page of contents paints."""
        reach = radius * QUARTER
        # first from the upper edge, then from the lower: else ties are rounded the other way
        downward = (y + radius, y + reach, y, y - reach, y - radius)
        top, upper, middle, lower, bottom = [number(height - edge) for edge in downward]
        for x in xs:
            left, before, centre, behind, right = map(
                number, (x - radius, x - reach, x, x + reach, x + radius)
            )
            yield PathData(
                None,
                f"{right} {middle} m {right} {upper} {behind} {top} {centre} {top} c"
                f" {before} {top} {left} {upper} {left} {middle} c"
                f" {left} {lower} {before} {bottom} {centre} {bottom} c"
                f" {behind} {bottom} {right} {lower} {right} {middle} c h",
            )

    @property
    def operators(self) -> str:
        """Path construction operators of PDF."""
        if not self._operators and self._segments:
            self._operators = operators(self._segments)
        return self._operators

    @property
    def segments(self) -> Segments:
        if self._segments is None:
            self._segments = tuple(_segments(self._operators))
        return self._segments

    @property
    def points(self) -> list[tuple[float, float]]:
        """All its points, those that only lead a curve included."""
        return [
            (values[i], values[i + 1])
            for _, values in self.segments
            for i in range(0, len(values), 2)
        ]

    @property
    def corners(self) -> Box:
        """The box around its points."""
        if self._corners is None:
            self._corners = around(self.points)
        return self._corners

    @property
    def straight(self) -> bool:
        """True for one outline of straight lines."""
        return all(
            kind in "lh" or (kind == "m" and place == 0)
            for place, (kind, _) in enumerate(self.segments)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PathData) and self.operators == other.operators

    def __hash__(self) -> int:
        return hash(self.operators)

    def __bool__(self) -> bool:
        return bool(self._operators or self._segments)


@lru_cache(maxsize=4096)
def as_path(segments: Segments) -> PathData:
    """Segments as a path to paint or to cut to; equal ones are one."""
    return PathData(segments)


def _segments(text: str) -> Iterable[Segment]:
    values: list[float] = []
    for word in text.split():
        if word in _KINDS:
            yield word, tuple(values)
            values.clear()
        else:
            values.append(float(word))


_KINDS = frozenset("mlch")


class Level(NamedTuple):
    """One level deeper, or back: what was set since is then as before. There is one of each, SAVE
    and RESTORE."""

    deeper: bool


SAVE, RESTORE = Level(True), Level(False)


class Transform(NamedTuple):
    """A change of units: what follows is in those that the matrix leads from."""

    matrix: Matrix


class ClipTo(NamedTuple):
    """Of what follows only that shows which lies within a path; within none nothing shows."""

    path: PathData
    even_odd: bool = False


class Through(NamedTuple):
    """A soft mask of the drawing, by its name, through which what follows is seen."""

    mask: str


class Blend(NamedTuple):
    """A blend mode of PDF, in which what follows lies over what is under it."""

    mode: str


class PaintedPath(NamedTuple):
    """A path that is filled, stroked, or filled and stroked at once."""

    path: PathData
    fill: ItemPaint | None = None
    stroke: ItemPaint | None = None
    line: LineStyle | None = None
    even_odd: bool = False
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0


class ShownGlyphs(NamedTuple):
    """Lines of text in one font. `body` is the text object that shows them, in glyphs of that font,
    but for its paints; `begins` are the points where their baselines begin; `texts` are the first
    of the drawing's texts that they are, and the one after the last. `outline` is what is stroked
    instead of the glyphs themselves: in a gradient, poppler strokes these in black and Ghostscript
    fills them. What `knocks_out` is not printed over the inks of its ground, as black letters else
    are; only print shops ask."""

    body: str
    begins: tuple[tuple[float, float], ...]
    fill: ItemPaint | None = None
    stroke: ItemPaint | None = None
    line: LineStyle | None = None
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    texts: tuple[int, int] = (0, 0)
    outline: PathData | None = None
    knocks_out: bool = False


def showing(fill: bool, stroke: bool) -> int:
    """The text rendering mode (ISO 32000-1, 9.3.6); what is neither is there for those who read or
    look for it."""
    return (2 if fill else 1) if stroke else 0 if fill else 3


class PlacedForm(NamedTuple):
    """A form or picture of the drawing, by its name, with its matrix.

    Its `texts` are as those of glyphs."""

    name: str
    matrix: Matrix | None = None
    alpha: float = 1.0
    texts: tuple[int, int] = (0, 0)


class Shade(NamedTuple):
    """All that can be seen, or what a path holds of it, painted with a gradient."""

    shading: Shading
    path: PathData | None = None
    alpha: float = 1.0


@dataclass(slots=True)
class ContentStream:
    """Operators, and the dictionaries that they name.

    Graphics states, shadings, patterns and colour spaces as PDF writes them."""

    content: bytes = b""
    states: dict[str, str] = field(default_factory=dict)
    shadings: dict[str, str] = field(default_factory=dict)
    patterns: dict[str, str] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)
    identity: str = ""
    """What its paints are beside what they look like, in their order; empty where they are nothing
    else."""

    @property
    def parts(
        self,
    ) -> tuple[bytes, dict[str, str], dict[str, str], dict[str, str], dict[str, str], str]:
        """All of it, in the order that the constructor takes.

        It is quicker to send than the whole.
        """
        return self.content, self.states, self.shadings, self.patterns, self.spaces, self.identity

    def name_what(self, other: ContentStream) -> None:
        """Name all that another stream names."""
        self.states.update(other.states)
        self.shadings.update(other.shadings)
        self.patterns.update(other.patterns)
        self.spaces.update(other.spaces)


class ContentMark(NamedTuple):
    """The beginning or end of marked content (ISO 32000-1, 14.6), as its operator."""

    operator: str

    @classmethod
    def beginning(cls, kind: str, number: int, reads: str = "") -> ContentMark:
        """Begin a part of a page, by its number there.

        `reads` is what it says where its glyphs do not tell (14.9.4)."""
        actual_text = (
            f" /ActualText <FEFF{reads.encode('utf-16-be').hex().upper()}>" if reads else ""
        )
        return cls(f"/{kind} << /MCID {number}{actual_text} >> BDC")


ORNAMENT_BEGINS, MARK_ENDS = ContentMark("/Artifact BMC"), ContentMark("EMC")
"""What no reader is told of begins (14.8.2.2); what was marked ends."""


class WrittenItems(NamedTuple):
    """Items written by another process.

    They are of a drawing that is printed as it is."""

    stream: ContentStream


Item = (
    Level
    | Transform
    | ClipTo
    | Through
    | Blend
    | PaintedPath
    | ShownGlyphs
    | PlacedForm
    | Shade
    | ContentMark
    | WrittenItems
)


def kept(item: Item, is_wanted: Callable[[FlatColour], bool]) -> Item | None:
    """An item without the flat colours that are not wanted.

    It is None for a shape or a text that has no other, and for a gradient that ends in one."""
    if isinstance(item, (PaintedPath, ShownGlyphs)):
        fill, stroke = (
            paint if paint and all(map(is_wanted, colours_of(paint))) else None
            for paint in (item.fill, item.stroke)
        )
        if fill is None and stroke is None:
            return None
        return (
            item
            if (fill, stroke) == (item.fill, item.stroke)
            else item._replace(fill=fill, stroke=stroke)
        )
    if isinstance(item, Shade):
        return item if all(map(is_wanted, colours_of(item))) else None
    return item


def colours_of(paint: ItemPaint | Shade) -> tuple[FlatColour, ...]:
    """A flat colour, or those of the stops of a gradient."""
    return (
        (paint,)
        if isinstance(paint, FlatColour)
        else tuple(colour for _, colour in paint.shading.stops)
    )


def seen(colour: FlatColour) -> bool:
    """True if screens show a colour."""
    return not colour.hidden


@lru_cache(maxsize=4096)
def operators(segments: Segments) -> str:
    """PDF path construction operators."""
    return " ".join(" ".join([*map(number, values), kind]) for kind, values in segments)


def lines(
    segments: Iterable[tuple[float, float, float, float]],
    line: LineStyle,
    colour: FlatColour = BLACK,
) -> list[Item]:
    """Straight lines from (x1, y1) to (x2, y2) each, black where no colour is said."""
    path: list[Segment] = []
    for x1, y1, x2, y2 in segments:
        path += ("m", (x1, y1)), ("l", (x2, y2))
    return [PaintedPath(PathData(tuple(path)), stroke=colour, line=line)] if path else []


# -- items as plain values
# ------------------------------------------------------------------------------------------------


def packed_items(items: Iterable[Item]) -> list[Any]:
    """Items as lists of numbers and texts, for JSON and for other processes. Raises TypeError for
    what was written already."""
    return [_PACKERS[type(item)](item) for item in items]


def unpacked_items(plain: Iterable[Any]) -> list[Item]:
    """The items again. Raises LookupError, TypeError and ValueError for what is none."""
    return [_UNPACKERS[kind](*rest) for kind, *rest in plain]


def _packed_paint(paint: ItemPaint | None) -> Any:
    if paint is None:
        return None
    return (
        [*paint.rgb, *paint[1:]]
        if isinstance(paint, FlatColour)
        else [_shading(paint.shading), paint.matrix]
    )


def _paint_of(plain: Any) -> ItemPaint | None:
    if plain is None:
        return None
    if len(plain) == 2:
        return ShadingPaint(_shading_of(plain[0]), Matrix(*plain[1]))
    return _flat_colour(plain)


def _flat_colour(plain: Any) -> FlatColour:
    red, green, blue, name, cmyk, hidden, tint = plain
    return _one_colourant(red, green, blue, name, tuple(cmyk) if cmyk else None, hidden, tint)


@lru_cache(maxsize=1024)
def _one_colourant(
    red: Any, green: Any, blue: Any, name: Any, cmyk: Any, hidden: Any, tint: Any
) -> FlatColour:
    """One for all that are alike, for a drawing has few colours."""
    inks: Any = tuple(map(float, cmyk)) if cmyk else None
    return FlatColour(
        (float(red), float(green), float(blue)), str(name), inks, bool(hidden), float(tint)
    )


def _shading(shading: Shading) -> list[Any]:
    return [
        shading.ends,
        [(offset, _packed_paint(colour)) for offset, colour in shading.stops],
        shading.grey,
    ]


def _shading_of(plain: Any) -> Shading:
    ends, stops, grey = plain
    return Shading(
        tuple(map(float, ends)),
        tuple((float(offset), _flat_colour(colour)) for offset, colour in stops),
        bool(grey),
    )


def _line_of(plain: Any) -> LineStyle | None:
    if not plain:
        return None
    width, cap, join, miter, dash, offset = plain
    return _one_line(width, cap, join, miter, tuple(dash), offset)


_one_line = lru_cache(maxsize=1024)(LineStyle)


def _path_of(text: str) -> PathData:
    return PathData(None, str(text))


_PACKERS: dict[type, Callable[[Any], list[Any]]] = {
    Level: lambda item: ["q", item.deeper],
    Transform: lambda item: ["t", item.matrix],
    ClipTo: lambda item: ["c", item.path.operators, item.even_odd],
    Through: lambda item: ["m", item.mask],
    Blend: lambda item: ["b", item.mode],
    PaintedPath: lambda item: [
        "p",
        item.path.operators,
        _packed_paint(item.fill),
        _packed_paint(item.stroke),
        *item[3:],
    ],
    ShownGlyphs: lambda item: [
        "g",
        item.body,
        item.begins,
        _packed_paint(item.fill),
        _packed_paint(item.stroke),
        *item[4:8],
        item.outline and item.outline.operators,
        item.knocks_out,
    ],
    PlacedForm: lambda item: ["f", *item],
    Shade: lambda item: [
        "s",
        _shading(item.shading),
        item.path and item.path.operators,
        item.alpha,
    ],
}
_UNPACKERS: dict[str, Callable[..., Item]] = {
    "q": lambda deeper: SAVE if deeper else RESTORE,
    "t": lambda matrix: Transform(Matrix(*matrix)),
    "c": lambda path, even_odd: ClipTo(_path_of(path), bool(even_odd)),
    "m": lambda mask: Through(str(mask)),
    "b": lambda mode: Blend(str(mode)),
    "p": lambda path, fill, stroke, line, *rest: PaintedPath(
        _path_of(path), _paint_of(fill), _paint_of(stroke), _line_of(line), *rest
    ),
    "g": lambda body, begins, fill, stroke, line, over, under, texts, outline, knocks_out: (
        ShownGlyphs(
            str(body),
            tuple(map(tuple, begins)),
            _paint_of(fill),
            _paint_of(stroke),
            _line_of(line),
            over,
            under,
            tuple(texts),
            _path_of(outline) if outline else None,
            bool(knocks_out),
        )
    ),
    "f": lambda name, matrix, alpha, texts: PlacedForm(
        str(name), Matrix(*matrix) if matrix else None, alpha, tuple(texts)
    ),
    "s": lambda shading, path, alpha: Shade(
        _shading_of(shading), _path_of(path) if path else None, alpha
    ),
}
