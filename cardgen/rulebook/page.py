"""One page of a book while it is painted. Lengths are points from the upper left corner, y
downward."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from cardgen.base import colour_math, hyphenation
from cardgen.base.geometry import Box, Matrix
from cardgen.engine import (
    Canvas,
    Drawing,
    FlatColour,
    Font,
    GlyphLine,
    LineStyle,
    PathData,
    Picture,
    display_list,
    structure,
)


class Anchor(NamedTuple):
    """A heading on a page: its name, level, words, and where it begins.

    Level 2 is a chapter. The names of what a book has by itself begin with a colon, which no
    heading's of a manuscript does."""

    name: str
    level: int
    title: str
    y: float


_SAID = structure.StructureElement("Span")
"""Stands for a mark that says what it reads as: nothing else goes into it."""


class BookPage:
    """Gathers what a page paints, in reading order.

    Its links, its headings and the terms it explains are gathered, too. With a `document` all that
    it paints is marked as part of an element of that, or as an ornament. On a `leftward` page,
    which is read from right to left, all that is painted stands where it would be in a mirror, by
    itself as it is."""

    def __init__(
        self,
        width: float,
        height: float,
        document: structure.StructureElement | None = None,
        *,
        leftward: bool = False,
    ) -> None:
        self.width = width
        self.height = height
        self.leftward = leftward
        self.links: list[tuple[Box, str]] = []
        self.anchors: list[Anchor] = []
        self.terms: list[str] = []
        self.painted = True
        """Whether it is: the page of a dummy is not."""
        self.unseen = False
        """Whether text is laid down only to be searched, copied and read aloud, for what is drawn
        there."""
        self.left: list[tuple[Hashable, Box, int, bool]] = []
        """Room for drawings that are not made yet: what they are, where they go, their place in
        what is painted, and whether they are read."""
        self.is_drawn = False
        """Whether a template draws all of it, so that nothing else stands on it."""
        # not itself: pages of earlier settings go as soon as nobody needs them
        self.structure = structure.PageStructure(object(), [], [])
        self._document = document
        self._within: list[structure.StructureElement] = [document] if document else []
        self._open: structure.StructureElement | None = None
        """What the mark belongs to that is open."""
        self._page = Drawing([], Box(0, 0, width, height))
        self._items = self._page.items

    def drawing(self) -> Drawing:
        """The page as painted so far, in points with y upward."""
        self._unmark()
        return self._page

    def across(self, x: float, width: float) -> float:
        """The left edge, as it is seen, of what begins at `x`.

        It serves the other way round, too."""
        return self.width - x - width if self.leftward else x

    # -- what is read

    @contextmanager
    def within(self, element: structure.StructureElement | None) -> Iterator[None]:
        """Whatever is painted meanwhile is part of an element, or of those within it. Nothing
        changes for none."""
        if element is None or not self._within or self._within[-1] is structure.ORNAMENT:
            yield
            return
        self._within.append(element)
        yield
        self._within.pop()

    def hold(self, element: structure.StructureElement) -> None:
        """Let an empty element stand in its place: a table's empty cell.

        Nothing of it is painted."""
        if self._within and self._within[-1] is not structure.ORNAMENT:
            self._join(element)

    def _join(self, *more: structure.StructureElement) -> None:
        """Let all elements that hold what is painted now stand in their places."""
        above, *inner = self._within
        for element in (*inner, *more):
            element.join(above)
            above = element

    def _mark(self, *, shape: bool = False, reads: str = "") -> bool:
        """Begin a mark for what comes next; False if none is needed.

        What it reads as is said where its glyphs do not tell."""
        if not self._within:
            return False
        here = self._within[-1]
        if here is structure.ORNAMENT or not here.holds(shape=shape):
            here = structure.ORNAMENT
        reads = "" if here is structure.ORNAMENT else reads
        if here is self._open and not reads:
            return False
        self._unmark()
        self._open = here if not reads else _SAID
        if here is structure.ORNAMENT:
            self._items.append(display_list.ORNAMENT_BEGINS)
            return False
        self._join()
        here.kids.append(structure.PaintedPart(self.structure.page, len(self.structure.marks)))
        number = len(self.structure.marks)
        self._items.append(
            display_list.ContentMark.beginning("Span" if reads else here.kind, number, reads)
        )
        self.structure.marks.append(here)
        return bool(reads)

    def _unmark(self) -> None:
        if self._open:
            self._items.append(display_list.MARK_ENDS)
            self._open = None

    # -- what is painted

    def shape(
        self,
        path: PathData,
        fill: str = "",
        stroke: str = "",
        width: float = 0.0,
    ) -> None:
        line = LineStyle(width, cap=1, join=1) if stroke else None
        paints = _flat_colour(fill) if fill else None, _flat_colour(stroke) if stroke else None
        self._mark(shape=True)
        self._items.append(display_list.PaintedPath(self._up(path), *paints, line))

    def box(
        self, box: Box, *, fill: str = "", stroke: str = "", line: float = 0, round: float = 0
    ) -> None:
        self.shape(PathData.rectangle(box, round), fill, stroke, line)

    def dot(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str = "",
        stroke: str = "",
        line: float = 0,
    ) -> None:
        self.shape(PathData.ellipse((x, y), radius, radius), fill, stroke, line)

    def dots(self, xs: Iterable[float], y: float, radius: float, *, fill: str) -> None:
        """Dots in a row."""
        flat_colour, places = _flat_colour(fill), [self.across(x, 0.0) for x in xs]
        self._mark(shape=True)
        for path in PathData.circles(places, y, radius, self.height):
            self._items.append(display_list.PaintedPath(path, flat_colour))

    def text(
        self,
        font: Font,
        glyph_line: GlyphLine,
        text: str,
        size: float,
        x: float,
        y: float,
        colour: str,
    ) -> None:
        """A run of text with its baseline at y; `x` is where it is seen."""
        self._page.words.setdefault(font, set()).update(glyph_line.words)
        if self._mark(
            reads=""
            if glyph_line.plain
            else text.replace(hyphenation.DIVIDED, hyphenation.SOFT_HYPHEN)
        ):
            # said already: readers lose their way in marks within marks
            glyph_line = glyph_line._replace(plain=True)
        at, flat_colour = (x, self.height - y), _flat_colour(colour)
        shown_glyphs = glyph_line.item(font, text, size, at, flat_colour, unseen=self.unseen)
        if self.unseen:
            self._items += (display_list.SAVE, shown_glyphs, display_list.RESTORE)
        else:
            self._items.append(shown_glyphs)
        if self.unseen or not glyph_line.colours:
            return
        for form, sign_matrix in Canvas.colour_letters(font, glyph_line, _flat_colour(colour).rgb):
            self._page.forms[form.name] = form
            matrix = Matrix(size, 0, 0, -size, x, self.height - y) @ sign_matrix
            self._items.append(display_list.PlacedForm(form.name, matrix))

    def place(
        self,
        drawing: Drawing | Picture,
        box: Box,
        clip: PathData | None = None,
        turned: Matrix | None = None,
    ) -> None:
        """Lay a drawing or picture into a box, cut to `clip`.

        The box is its upper left corner and size; `turned` moves all of it."""
        self._mark()
        self._items += self._placed(drawing, box, clip, turned)

    def _placed(
        self,
        drawing: Drawing | Picture,
        box: Box,
        clip: PathData | None,
        turned: Matrix | None = None,
    ) -> list[display_list.Item]:
        items: list[display_list.Item] = [display_list.SAVE]
        if turned:
            items.append(display_list.Transform(self._flip(turned)))
        if clip:
            items.append(display_list.ClipTo(self._up(clip)))
        box = box._replace(x=self.across(box.x, box.width))
        if isinstance(drawing, Picture):
            name = drawing.name("P")
            self._page.pictures[name] = drawing
            matrix = Matrix(box.width, 0, 0, box.height, box.x, self.height - box.y - box.height)
        else:
            name = drawing.name
            self._page.forms[name] = drawing
            sx, sy = box.width / drawing.box.width, box.height / drawing.box.height
            matrix = Matrix(
                sx, 0, 0, -sy, box.x - drawing.box.x * sx, self.height - box.y + drawing.box.y * sy
            )
        return [*items, display_list.PlacedForm(name, matrix), display_list.RESTORE]

    def leave(self, key: Hashable, box: Box, *, is_read: bool = False) -> None:
        """Leave room for a drawing that is made when the book is set.

        `key` names what `fill` will lay into this box: an ornament, unless it is read."""
        if is_read:
            self._mark()
        else:
            self._unmark()
        self.left.append((key, box, len(self._items), is_read))

    def fill(self, drawings: Mapping[Any, Drawing | None]) -> None:
        """Lay the drawings into the room that was left for them."""
        for key, box, place, is_read in reversed(self.left):
            if drawing := drawings.get(key):
                items = self._placed(drawing, box, PathData.rectangle(box))
                if self._document and not is_read:
                    items = [display_list.ORNAMENT_BEGINS, *items, display_list.MARK_ENDS]
                self._items[place:place] = items
        self.left = []

    def outline(
        self,
        path: PathData,
        stroke: str,
        width: float,
        turned: Matrix | None = None,
    ) -> None:
        """A line around what was placed."""
        self._mark(shape=True)
        self._items += (display_list.SAVE, display_list.Transform(self._flip(turned or Matrix())))
        self.shape(path, stroke=stroke, width=width)
        self._items.append(display_list.RESTORE)

    @contextmanager
    def turned(self, matrix: Matrix) -> Iterator[None]:
        """Whatever is painted meanwhile is moved by the matrix."""
        self._unmark()
        self._items += (display_list.SAVE, display_list.Transform(self._flip(matrix)))
        yield
        self._unmark()
        self._items.append(display_list.RESTORE)

    def clipped(self, path: PathData) -> None:
        """Cut what follows to a path, until `unclipped`."""
        self._unmark()
        self._items += (display_list.SAVE, display_list.ClipTo(self._up(path)))

    def unclipped(self) -> None:
        self._unmark()
        self._items.append(display_list.RESTORE)

    def link(self, x: float, y: float, width: float, height: float, target: str) -> None:
        """Make a box a link, which the element that is painted now is."""
        here = self._within[-1] if self._within else structure.ORNAMENT
        element = here if here.kind == "Link" else None
        if element:
            element.kids.append(structure.LinkedPart(self.structure.page, len(self.links)))
        self.links.append(
            (Box(self.across(x, width), self.height - y - height, width, height), target)
        )
        self.structure.links.append(element)

    def _up(self, path: PathData) -> PathData:
        high, across = self.height, self.width if self.leftward else None
        return PathData(
            tuple(
                [
                    (kind, _over(values, high, across) if values else ())
                    for kind, values in path.segments
                ]
            )
        )

    def _flip(self, matrix: Matrix) -> Matrix:
        over = (
            Matrix(-1, 0, 0, -1, self.width, self.height)
            if self.leftward
            else Matrix.flip(self.height)
        )
        return over @ matrix @ over


class DummyPage(BookPage):
    """A page that notes headings and terms, and paints nothing.

    A book is made up of these until its page numbers are true."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self.painted = False

    def _nothing(self, *args: Any, **kwargs: Any) -> None:
        pass

    hold = shape = box = dot = dots = text = place = leave = outline = clipped = unclipped = (
        link
    ) = _nothing


def _over(values: Sequence[float], high: float, across: float | None) -> tuple[float, ...]:
    """The coordinates of some points with y upward, and x leftward from `across`."""
    turned = list(values)
    turned[1::2] = [high - y for y in values[1::2]]
    if across is not None:
        turned[::2] = [across - x for x in values[::2]]
    return tuple(turned)


@lru_cache(maxsize=1024)
def _flat_colour(colour: str) -> FlatColour:
    return FlatColour(colour_math.shares(colour))
