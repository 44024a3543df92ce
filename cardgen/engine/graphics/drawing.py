"""Drawings: what a piece of SVG paints, as items, and what those items refer to.

A drawing knows nothing of pages or documents, so the same one serves a sheet, a form, the checks
and the cache. It is in the user units of its SVG, y downward; `box` is its view box. What it refers
to is named by its content: equal names mean equal things."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.colour_math import CMYK, RGB
from cardgen.base.findings import Finding
from cardgen.base.geometry import Box, Edges, Matrix, Point, around, outermost
from cardgen.base.origins import TemplateSource
from cardgen.engine.graphics.content_stream import SCREEN, OutputColours, written
from cardgen.engine.graphics.display_list import ContentStream, Item, PathData, WrittenItems
from cardgen.engine.graphics.spelling import content_name
from cardgen.engine.typography.font import Font

if TYPE_CHECKING:
    from PIL.Image import Image


_LINES_OF_CURVE = 2
"""Straight lines that stand for a curve of a letter."""


@dataclass(slots=True, eq=False)
class Word:
    """A shaped piece of text in one font.

    It has its advance in em, its glyphs with the text that each stands for, and the edges of its
    ink in em from where its baseline begins, or what tells them; none for a space."""

    advance: float
    glyphs: dict[int, str]
    edges: Edges | Callable[[], Edges | None] | None

    @property
    def ink(self) -> Edges | None:
        """The edges of what it paints, which few ask for."""
        if callable(self.edges):
            self.edges = self.edges()
        return self.edges


def ink_of(words: Iterable[Word]) -> Edges | None:
    """The edges of what words in a row paint, as those of a word."""
    edges = []
    pen = 0.0
    for word in words:
        if word.ink:
            x, top, right, bottom = word.ink
            edges.append((pen + x, top, pen + right, bottom))
        pen += word.advance
    return outermost(edges)


NOWHERE = Box(0, 0, 0, 0)
"""What texts are clipped to that nobody looks at."""


class Window(NamedTuple):
    """A clip that is no upright rectangle, or else a mask.

    It has its kind and its drawing, with the map from its units to those of a drawing."""

    matrix: Matrix
    path: PathData | None = None
    even_odd: bool = False
    mask: tuple[str, Drawing] | None = None


class TextMark(NamedTuple):
    """A run of text as painted, for the checks. `size` is in the text's own units, `matrix` maps
    those (y downward) to the units of the drawing; the baseline begins at (`x`, `y`). `cell` is a
    box in its own units that its ink does not leave, where one is known: left, top, right and
    bottom, from where the baseline begins. `clip` is a box in the drawing's units outside of which
    nothing shows, and `alpha` how opaque it is. `origin` is what of a template set it, once that
    was looked for; `windows` are the clips and masks that it is seen through, upright rectangles
    left aside, known where it is painted."""

    text: str
    font: Font
    size: float
    words: tuple[Word, ...]
    matrix: Matrix
    x: float
    y: float
    fill: tuple[RGB, ...]
    """The colours that it is filled with: of a gradient those of its stops in order; none where it
    is not filled, or with a pattern, which may show any."""
    outline: tuple[RGB, ...] = ()
    cell: Edges | None = None
    clip: Box | None = None
    alpha: float = 1.0
    origin: TemplateSource | None = None
    windows: tuple[Window, ...] = ()

    def moved(
        self, matrix: Matrix, clip: Box | None, alpha: float = 1.0, windows: tuple[Window, ...] = ()
    ) -> TextMark:
        """The mark where its drawing is placed.

        It is in the units that the matrix leads to, within a clip and windows of those."""
        moved_clip = matrix.box(self.clip) if self.clip else clip
        clip = moved_clip.common(clip) if moved_clip and clip else moved_clip
        if self.windows:
            windows = (
                *(window._replace(matrix=matrix @ window.matrix) for window in self.windows),
                *windows,
            )
        return self._replace(
            matrix=matrix @ self.matrix, clip=clip, alpha=self.alpha * alpha, windows=windows
        )

    @property
    def edges(self) -> Edges | None:
        """The edges of its ink in em, from where its baseline begins; None for a space."""
        return ink_of(self.words)

    @property
    def is_nowhere(self) -> bool:
        """True for a text that nobody looks at, which is there to be searched."""
        return self.clip == NOWHERE

    @property
    def height(self) -> float:
        """Its size as it is printed, in the drawing's units.

        It is how tall an em is, which is what readers and printers go by."""
        return self.size * self.matrix.rise

    @property
    def placement(self) -> Matrix:
        """From where the baseline begins to the units of the drawing."""
        return self.matrix @ Matrix.shift(self.x, self.y)

    @property
    def ink(self) -> Box | None:
        """The box around what the text paints, in the drawing's units; None for a space."""
        corners = self.corners
        return around(corners) if corners else None

    @property
    def beyond_clip(self) -> float:
        """The length by which its ink reaches beyond its clip.

        It is in the drawing's units; 0 where it has no clip, or one that is NOWHERE."""
        if self.clip is None or (self.clip.width == 0 and self.clip.height == 0):
            return 0.0
        ink = self._replace(clip=None).ink
        clip = self.clip
        if ink is None:
            return 0.0
        left = clip.x - ink.x
        below = clip.y - ink.y
        right = ink.right - clip.right
        above = ink.top - clip.top
        return max(0.0, left, below, right, above)

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners of the box around what the text paints.

        They are in the drawing's units. The box is turned as the text is unless a clip cuts it. A
        space has none, nor has what a clip takes away."""
        edges = self.edges
        if edges is None:
            return ()
        start, top, right, bottom = (edge * self.size for edge in edges)
        corners = tuple(
            self.placement(x, y)
            for x, y in ((start, top), (right, top), (right, bottom), (start, bottom))
        )
        if self.clip is None or all(self.clip.contains(Box(*corner, 0, 0)) for corner in corners):
            return corners
        box = around(corners).common(self.clip)
        return box.corners if box.width > 0 and box.height > 0 else ()

    def letter_outlines(self) -> Iterator[tuple[int, str, list[tuple[Point, Point]]]]:
        """Yield the letters that paint something: number, text and outline in straight lines.

        A line is two points in the drawing's units."""
        glyphs = self.font.shape(self.text).glyphs
        units = self.font.units_per_em
        natural = sum(advance for _, advance, *_ in glyphs) / units
        # spacing between letters, evenly
        spread = sum(word.advance for word in self.words) / natural if natural > 0 else 1.0
        place = self.placement
        size = self.size
        pen = 0.0
        for number, (gid, advance, dx, dy, letter) in enumerate(glyphs):
            left, base = pen * spread + dx / units, dy / units
            edges = self.font.edges(gid, _LINES_OF_CURVE)
            if edges:
                lines = [
                    (
                        place((left + x1) * size, -(base + y1) * size),
                        place((left + x2) * size, -(base + y2) * size),
                    )
                    for (x1, y1), (x2, y2) in edges
                ]
                yield number, letter, lines
            pen += advance / units

    def edges_of(self, box: Box) -> Edges | None:
        """The edges of a box of the drawing in the units of upright text; None for other text."""
        a, b, c, d, e, f = self.matrix
        if b or c or a <= 0 or d <= 0:
            return None
        x, y, width, height = box
        return (x - e) / a, (y - f) / d, (x + width - e) / a, (y + height - f) / d

    def surely_within(self, edges: Edges | None) -> bool:
        """True if the cell of the text lies between edges in its units, or else its ink.

        This is a quick look, which says False for what needs another."""
        if edges is None:
            return False
        if self.cell and self._lies_within(self.cell, edges):
            return True
        ink = self.edges
        if ink is None:
            return False
        left, top, right, bottom = ink
        size = self.size
        return self._lies_within((left * size, top * size, right * size, bottom * size), edges)

    def _lies_within(self, cell: Edges, edges: Edges) -> bool:
        """True if a box about where the baseline begins lies between edges."""
        left, top, right, bottom = edges
        start, above, end, below = cell
        x, y = self.x, self.y
        return x + start >= left and y + above >= top and x + end <= right and y + below <= bottom


class Film(NamedTuple):
    """The share of a spot colour in a picture: a byte for each pixel.

    255 is all; the process inks stand for it where there is none."""

    ink: str
    inks: CMYK
    data: bytes


class Picture(NamedTuple):
    """A raster image: the bytes of a PNG or JPEG file, and its pixels.

    Its size is as shown. Once `inked` it is the packed pixels of a print shop's inks, and `alpha`
    has a byte for each; none where all is opaque. `detail` is how much of its resolution is real:
    less than all where it was made of coarser ones. `inks` is a file of what the four inks print of
    it, where that does not follow from what it shows; `films` are what inks of their own print
    there beside them."""

    data: bytes
    width: int
    height: int
    inked: bool = False
    alpha: bytes = b""
    detail: float = 1.0
    inks: bytes = b""
    films: tuple[Film, ...] = ()

    def name(self, prefix: str = "I") -> str:
        """Return what it is named by in a file: equal names mean equal pictures."""
        parts = [self.inks] if self.inks or self.films else []
        for film in self.films:
            parts += (film.ink.encode(), film.data)
        return content_name(prefix, self.data, *parts)

    @staticmethod
    def of_image(image: Image) -> Picture:
        """Return pixels as a PNG."""
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=1)
        return Picture(out.getvalue(), *image.size)


@dataclass(slots=True)
class Drawing:
    """A display list: what is painted within a box, and all that its items name."""

    items: list[Item]
    """What it paints, from the lowest to the uppermost. Not to be changed once its stream or name
    was asked for."""
    box: Box
    reach: Box | None = None
    """What may be seen of it, where that is not the view box: a card paints its bleed outside."""
    fit: str = ""
    """How it asks to be laid into a box of another shape, as its preserveAspectRatio."""
    size: tuple[float, float] = (0.0, 0.0)
    """The width and height that it asks for, in CSS pixels; 0 for one that it does not."""
    source: str = ""
    """The document itself, where what it shows depends on the size of the box that it is placed
    in."""
    words: dict[Font, set[Word]] = field(default_factory=dict)
    """The shaped words shown in each font, forms left out."""
    forms: dict[str, Drawing] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    masks: dict[str, tuple[str, Drawing]] = field(default_factory=dict)
    """Soft masks (ISO 32000-1, 11.6.5.3), named as graphics states: Luminosity or Alpha, and the
    group that masks."""
    texts: list[TextMark] = field(default_factory=list)
    traced: bool = False
    """Whether its texts tell what of a template they come of."""
    fixed: bool = False
    """Whether it has strokes that keep their width at any scale: it is right at its own only."""
    notes: tuple[Finding, ...] = ()
    """What of its file counted for nothing, as in a browser. Their places have the line and no
    file: `Art` knows it."""
    group: bool = False
    """Whether the drawing is a transparency group: painted as one, then blended."""
    inks: OutputColours = SCREEN
    """What its paints become when it is written."""
    alias: str = ""
    """What tells it from another that looks the same."""
    _name: str = ""
    _stream: ContentStream | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def stream(self) -> ContentStream:
        """Its items as operators, in its inks."""
        if self._stream is None:
            only = self.items[0] if len(self.items) == 1 else None
            self._stream = (
                only.stream if type(only) is WrittenItems else written(self.items, self.inks)
            )
        return self._stream

    @property
    def content(self) -> bytes:
        """Its items as operators."""
        return self.stream.content

    @property
    def needs(self) -> dict[str, Drawing]:
        """The drawings it refers to, by their names."""
        return (
            {**self.forms, **{inner.name: inner for _, inner in self.masks.values()}}
            if self.masks
            else self.forms
        )

    @property
    def name(self) -> str:
        """A name that follows from everything the drawing paints. Ask once it is finished."""
        if not self._name:
            stream = self.stream
            about = repr((self.box, self.reach, self.group)) + stream.identity + self.alias
            self._name = content_name("X", stream.content, about.encode())
        return self._name

    @property
    def shows_pictures(self) -> bool:
        """True if there are pictures in it, or in something that it refers to."""
        return any(drawing.pictures for _, drawing in Drawing.reached({"": self}, set()))

    @staticmethod
    def reached(drawings: Mapping[str, Drawing], passed: set[str]) -> Iterator[tuple[str, Drawing]]:
        """Yield some drawings and all that they refer to, each once, behind what it refers to.

        Names that are in `passed` are left out; the others are added to it."""
        for name, drawing in drawings.items():
            if name not in passed:
                passed.add(name)
                yield from Drawing.reached(drawing.needs, passed)
                yield name, drawing


def merge_words(into: dict[Font, set[Word]], words: Mapping[Font, set[Word]]) -> None:
    """Add words to those that are shown already."""
    for font, used in words.items():
        into.setdefault(font, set()).update(used)
