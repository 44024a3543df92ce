"""Flow: what stands one below the other and is cut into pages.

Such are text, lists, boxes, tables and columns. Lengths are points, y downward. A piece of flow
knows its height at a width, paints itself, and divides where a page ends, never so that a title or
a single line is left behind. What it is for a screen reader (`element`) stays one thing however
often it is cut."""

from __future__ import annotations

import copy
import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Any, Self

from cardgen.base.geometry import Box
from cardgen.engine import PathData, structure, text_blocks
from cardgen.rulebook.blocks import InlineSpan, Spans
from cardgen.rulebook.lines import LineSetter, TextLine, hard_lines
from cardgen.rulebook.page import Anchor, BookPage
from cardgen.rulebook.theme import Type

Halves = tuple["Flow | None", "Flow | None"]
_BESIDE_GROWN = 1.25
"""How much larger a figure becomes at the most that has text beside it."""
_PAST_FIGURE = 0.3
"""Of a line's height, what may reach below a figure that the text goes around."""
_CELL_SLACK = 0.05
"""Points that a cell has more than its words need, for rounding."""
_LEAST_INSET = 0.4
"""Of the air at either side of a cell, what stays where its words have no room."""
_FULLEST = 0.6
"""A table that takes more of the width than this takes all of it."""
LONELY = 2
"""Fewer lines than these of a paragraph do not stand alone at the foot or the head of a page."""
_SHORT = 5
"""So many lines are a short paragraph, which is not torn over columns without need."""
_TEARS = (3.0, 1.0, 2.0)
"""By how many lines columns may be higher for not tearing a short paragraph, a longer one, and a
short list."""
_SHORT_LIST = 4
"""So many items are a short list, which is not torn over columns without need either."""
_UNEVEN, _LONGER = 0.12, 20.0
"""Of the height of columns, how much lower the others end where they are uneven: the last box goes
across them; by how many points this may make the page longer."""
_DEEP = 24.0
"""How much higher, in points, a box becomes at the most for its column to end where others do."""
_BLOCKS, _HEADINGS = 1.7, 0.7
"""How much more the space beside figures, tables and boxes grows than that between paragraphs, and
that above headings."""
_STEPS = 32
"""In how many steps space is made larger."""
_NOTHING, _PARAGRAPHS, _LISTS = range(3)
"""What columns keep whole: each more than the one before."""
_FEW_LINES = 4
"""So many lines across a strip are not parted into columns that would tear them or stand empty."""


class Flow:
    """A piece of a page. `above` and `below` are the least space to its neighbours;
    `keep_with_next` holds it on the page of what follows."""

    above = 0.0
    below = 0.0
    keep_with_next = False
    element: structure.StructureElement | None = None
    """What it is, to be read."""
    section: structure.StructureElement | None = None
    """The part of the book that it stands in."""
    across = False
    """Whether it stands across all columns of a page."""
    floats = False
    """Whether it may stand above the text before it, or on the next page."""
    is_picture = False
    """Whether it is figures alone: those of one that follows are the same strip."""
    begins_section = False
    break_penalty = 0.0
    """What it costs to end a page right before it: what belongs to the text above is parted from
    it."""
    split_penalty = 0.2
    """What it costs to end a page within it."""
    tear = 0.0
    """What it costs to end a page before or within it for the sections that it stands in."""
    _measured: dict[float, Any]
    """What was measured of it, by width."""

    def height(self, width: float) -> float:
        raise NotImplementedError

    def has_heading(self) -> bool:
        """True if a section begins with it or within it."""
        return self.begins_section

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        """The part that fits a low room, and the rest; None for no part.

        `fresh`: no page will have more room."""
        return None, self

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        raise NotImplementedError

    def grown(self, factor: float) -> Flow:
        """The piece with its pictures so many times as large, as far as that is well."""
        return self

    def stretched(self, share: float) -> Flow:
        """The piece with its figures higher by a share of what they may be."""
        return self

    def loosened(self, factor: float) -> Self:
        """The piece with the space between its parts so many times as large."""
        return self

    def loosened_to(self, width: float, high: float, most: float) -> tuple[Self, float]:
        """The piece as loose as it fits a height, and by how much: `most` at the most."""
        loose, by = self, 1.0
        least, last = 1, _STEPS
        while least <= last:  # of those that fit, the loosest
            middle = (least + last) // 2
            factor = 1 + (most - 1) * middle / _STEPS
            looser = self.loosened(factor)
            if looser.height(width) <= high + 0.01:
                loose, by, least = looser, factor, middle + 1
            else:
                last = middle - 1
        return loose, by

    def levelled(self, width: float, most: float) -> Flow:
        """The piece with columns that end at about one height, the lower ones `most` times as loose
        at the most."""
        return self

    def deepened(self, more: float) -> Flow:
        """The piece with its boxes so much higher, all together, if that is little."""
        return self

    def spread(self, width: float) -> Flow:
        """The piece with the last box of its columns across all of them, where these would end at
        very different heights."""
        return self

    def _part(self, **changes: Any) -> Self:
        """A part of it, with these attributes changed.

        No height is known of it yet, and nothing holds it on a page."""
        part = object.__new__(type(self))  # three times as fast as copy.copy
        part.__dict__ = {**self.__dict__, "keep_with_next": False, "_measured": {}, **changes}
        return part


class Break(Flow):
    """The end of a page."""

    def height(self, width: float) -> float:
        return 0.0

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        pass


class TextFlow(Flow):
    """A paragraph, or those of its lines that stand on this page."""

    def __init__(
        self,
        setter: LineSetter,
        spans: Spans,
        type: Type,
        above: float = 0,
        below: float = 0,
        *,
        keep_with_next: bool = False,
        kind: str = "P",
    ) -> None:
        self.setter, self.spans, self.type = setter, spans, type
        self.above, self.below, self.keep_with_next = above, below, keep_with_next
        self.element: structure.StructureElement = structure.StructureElement(kind)
        self.part: slice = slice(None)
        self._lines: dict[float, tuple[TextLine, ...]] = {}
        """All its lines by their width, those on other pages included."""
        self._measured: dict[float, float] = {}

    @property
    def is_one_paragraph(self) -> bool:
        """True of a whole text whose lines end where they are full."""
        return self.is_whole and len(hard_lines(self.spans)) == 1

    @property
    def is_whole(self) -> bool:
        """True of a text of which no line stands on another page."""
        return self.part == slice(None)

    def lines(self, width: float) -> tuple[TextLine, ...]:
        return self.whole_lines(width)[self.part]

    def whole_lines(self, width: float) -> tuple[TextLine, ...]:
        """All lines of the text, those on other pages included."""
        if width not in self._lines:
            self._lines[width] = self.setter.lines(self.spans, self.type, width)
        return self._lines[width]

    def height(self, width: float) -> float:
        if width not in self._measured:
            self._measured[width] = sum([line.height for line in self.lines(width)])
        return self._measured[width]

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        heights = [line.height for line in self.lines(width)]
        fits = 0
        used = 0.0
        while fits < len(heights) and used + heights[fits] <= room:
            used += heights[fits]
            fits += 1
        if len(heights) - fits < LONELY and not fresh:
            fits = len(heights) - LONELY
        if fits < (1 if fresh else LONELY):
            return None, self
        start = self.part.start or 0
        return self._part(part=slice(start, start + fits)), self._part(
            part=slice(start + fits, None), keep_with_next=self.keep_with_next
        )

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        with page.within(self.element):
            self.setter.paint(self.lines(width), self.type, page, x, y, width)


class Stack(Flow):
    """Pieces one below the other."""

    def __init__(
        self,
        pieces: Sequence[Flow],
        above: float = 0,
        below: float = 0,
        *,
        element: structure.StructureElement | None = None,
    ) -> None:
        self.pieces = list(pieces)
        self.above, self.below, self.element = above, below, element
        self._measured: dict[float, float] = {}

    def _spaced(self) -> Iterator[tuple[float, Flow]]:
        """Its pieces, each with the space above it."""
        below: float | None = None
        for piece in self.pieces:
            yield 0.0 if below is None else max(below, piece.above), piece
            below = piece.below

    def height(self, width: float) -> float:
        if width not in self._measured:
            self._measured[width] = sum(
                [gap + piece.height(width) for gap, piece in self._spaced()]
            )
        return self._measured[width]

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        used = 0.0
        for place, (gap, piece) in enumerate(self._spaced()):
            room_here = room - used - gap
            if isinstance(piece, Break):
                return (
                    self._cut(place, None, None)
                    if place
                    else self._part(pieces=self.pieces[1:]).split(width, room, fresh)
                )
            high = piece.height(width)
            if high <= room_here:
                used += gap + high
                continue
            head, tail = piece.split(width, room_here, fresh and not place)
            if head is not None:
                return self._cut(place, head, tail)
            if fresh and not place:  # nothing can be done: it sticks out
                return self._cut(place, piece, None)
            return self._cut_before(place, width, (room, room_here), fresh)
        return self, None

    def _cut_before(
        self, place: int, width: float, rooms: tuple[float, float], fresh: bool
    ) -> Halves:
        """End the page before a piece, and before the titles that belong to it.

        `rooms` are the whole height and what is left of it for the piece. Where all that stands
        before it keeps to it, it is cut nevertheless, or else parted from that."""
        first = place
        while first and self.pieces[first - 1].keep_with_next:
            first -= 1
        if first:
            return self._cut(first, None, None)
        if not fresh:
            return None, self
        room, room_here = rooms
        head, tail = (
            self.pieces[place].split(width, room_here, True)
            if room_here > room / 3
            else (None, None)
        )
        if head is None or head.height(width) > room_here:
            return self._cut(place, None, None)
        return self._cut(place, head, tail)

    def _cut(self, place: int, head: Flow | None, tail: Flow | None) -> Halves:
        """Two stacks: up to a piece and its head; from its tail on. With neither, the piece itself
        goes to the second one."""
        if head is None and tail is None:
            before, after = self.pieces[:place], self.pieces[place:]
            if after and isinstance(after[0], Break):
                after = after[1:]
        else:
            before = [*self.pieces[:place], *([head] if head else [])]
            after = [*([tail] if tail else []), *self.pieces[place + 1 :]]
        return self._part(pieces=before) if before else None, self._part(
            pieces=after
        ) if after else None

    def grown(self, factor: float) -> Self:
        return self._part(pieces=[piece.grown(factor) for piece in self.pieces])

    def stretched(self, share: float) -> Self:
        return self._part(pieces=[piece.stretched(share) for piece in self.pieces])

    def loosened(self, factor: float) -> Self:
        """What keeps to the piece above it, and the rest of a strip of pictures, stays there."""
        pieces: list[Flow] = []
        above: Flow | None = None
        for piece, (gap, _) in zip(self.pieces, self._spaced(), strict=True):
            is_strip = above is not None and above.is_picture and piece.is_picture
            moves = not (is_strip or (above and above.keep_with_next))
            looser = copy.copy(piece.loosened(factor))
            looser.above = gap * _apart(above, piece, factor) if above and moves else gap
            pieces.append(looser)
            above = piece
        return self._part(pieces=pieces)

    def levelled(self, width: float, most: float) -> Self:
        return self._part(pieces=[piece.levelled(width, most) for piece in self.pieces])

    def deepened(self, more: float) -> Self:
        boxes = sum(isinstance(piece, PanelFlow) for piece in self.pieces)
        return self._part(pieces=[piece.deepened(more / max(1, boxes)) for piece in self.pieces])

    def spread(self, width: float) -> Self:
        return self._part(pieces=[piece.spread(width) for piece in self.pieces])

    def has_heading(self) -> bool:
        return any(piece.has_heading() for piece in self.pieces)

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        with page.within(self.element):
            for gap, piece in self._spaced():
                y += gap
                with page.within(piece.section):
                    piece.paint(page, x, y, width)
                y += piece.height(width)


def _apart(above: Flow, below: Flow, factor: float) -> float:
    """How many times as far two pieces stand apart where paragraphs do so by a factor: more beside
    figures, tables and boxes, whose gaps are small, and less above headings, whose are large."""
    if isinstance(below, HeadingFlow) or below.begins_section:
        return 1 + (factor - 1) * _HEADINGS
    if all(isinstance(piece, (TextFlow, ListFlow, Marked, Beside)) for piece in (above, below)):
        return factor
    return 1 + (factor - 1) * _BLOCKS


class ListFlow(Stack):
    """The items of a list, or those of them that stand here; `line` is how high one of its lines
    is."""

    goes_on = False
    """Whether some of them stand elsewhere behind these."""

    def __init__(
        self, items: Sequence[Flow], gap: float, line: float, element: structure.StructureElement
    ) -> None:
        super().__init__(items, gap, gap, element=element)
        self.count, self.line = len(items), line

    def _cut(self, place: int, head: Flow | None, tail: Flow | None) -> Halves:
        before, after = super()._cut(place, head, tail)
        if isinstance(before, ListFlow) and after:
            before.goes_on = True
        return before, after


class Kept(Stack):
    """Pieces that stay together: in one column, or on one page across it."""

    def __init__(self, pieces: Sequence[Flow]) -> None:
        super().__init__(pieces, pieces[0].above, pieces[-1].below)
        self.keep_with_next = pieces[-1].keep_with_next
        self.begins_section = pieces[0].begins_section
        self.break_penalty, self.tear = pieces[0].break_penalty, pieces[0].tear

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        return super().split(width, room, fresh) if fresh else (None, self)


class Marked(Flow):
    """A piece moved to the right by `indent`, with a mark beside it.

    The mark is painted beside its beginning: the bullet or number of a list's item."""

    def __init__(
        self,
        inner: Flow,
        indent: float,
        mark: Callable[[BookPage, float, float], None] | None,
        above: float = 0,
    ) -> None:
        self.inner, self.indent, self.mark = inner, indent, mark
        self.above = self.below = above
        self.element = structure.StructureElement("LI")
        self.body = structure.StructureElement("LBody", self.element)

    def height(self, width: float) -> float:
        return self.inner.height(width - self.indent)

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        head, tail = self.inner.split(width - self.indent, room, fresh)
        if not head:
            return None, self
        return self._part(inner=head), self._part(inner=tail, mark=None) if tail else None

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        with page.within(self.element):
            if self.mark:
                with page.within(structure.StructureElement("Lbl")):
                    self.mark(page, x, y)
            with page.within(self.body):
                self.inner.paint(page, x + self.indent, y, width - self.indent)


class Beside(Flow):
    """A figure at the left, in a column of its own, and flow beside it."""

    def __init__(self, figure: Flow, wide: float, inner: Flow, gap: float, above: float) -> None:
        self.figure, self.wide, self.inner, self.gap = figure, wide, inner, gap
        self.above = self.below = above

    def height(self, width: float) -> float:
        return max(self.figure.height(self.wide), self.inner.height(width - self.wide - self.gap))

    def grown(self, factor: float) -> Flow:
        wide = self.wide * min(factor, _BESIDE_GROWN)
        return self._part(figure=self.figure.grown(wide / self.wide), wide=wide)

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        self._paint_beside(self.inner, page, x, y, width)

    def _paint_beside(self, inner: Flow, page: BookPage, x: float, y: float, width: float) -> None:
        self.figure.paint(page, x, y, self.wide)
        inner.paint(page, x + self.wide + self.gap, y, width - self.wide - self.gap)


class TextAround(Beside):
    """A figure at the left and flow beside it, of which the last text goes on below the figure in
    all of the width."""

    inner: Stack

    def _texts(self, width: float) -> tuple[Stack, tuple[TextLine, ...]]:
        """What stands beside the figure, and the lines below it."""
        last = self.inner.pieces[-1]
        assert isinstance(last, TextFlow)
        measure = width - self.wide - self.gap
        lines = last.lines(measure)
        free = self.figure.height(self.wide) - self.inner.height(measure) + last.height(measure)
        count = 0
        while count < len(lines) and free > lines[count].height * _PAST_FIGURE:
            free -= lines[count].height
            count += 1
        if not count or len(lines) - count < LONELY:
            return self.inner, ()
        beside = Stack([*self.inner.pieces[:-1], last._part(part=slice(count))])
        return beside, last.setter.lines_after(last.spans, last.type, measure, count, width)

    def height(self, width: float) -> float:
        beside, below = self._texts(width)
        high = max(self.figure.height(self.wide), beside.height(width - self.wide - self.gap))
        return high + sum([line.height for line in below])

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        beside, below = self._texts(width)
        self._paint_beside(beside, page, x, y, width)
        last = self.inner.pieces[-1]
        assert isinstance(last, TextFlow)
        if below:
            y += self.height(width) - sum([line.height for line in below])
            with page.within(last.element):
                last.setter.paint(below, last.type, page, x, y, width)


class HeadingFlow(Flow):
    """A heading with its anchor.

    `ground` paints what lies under it, in a box of a given height."""

    keep_with_next = True
    begins_section = True

    def __init__(
        self,
        text: TextFlow,
        anchor: Anchor,
        pad: tuple[float, float] = (0, 0),
        ground: Callable[[BookPage, float, float, float, float], None] | None = None,
    ) -> None:
        self.text, self.anchor, self.pad, self.ground = text, anchor, pad, ground
        self.above, self.below = text.above, text.below

    def height(self, width: float) -> float:
        return self.text.height(width - 2 * self.pad[0]) + 2 * self.pad[1]

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        page.anchors.append(self.anchor._replace(y=y))
        if self.ground:
            self.ground(page, x, y, width, self.height(width))
        self.text.paint(page, x + self.pad[0], y + self.pad[1], width - 2 * self.pad[0])


Ground = Callable[[BookPage, Box, float], None]
"""Paints what lies under a box on a page: where it is, and how high the band of its title is, 0
without one. Lengths are points."""


class PanelFlow(Flow):
    """A box with a ground and a title. One that is lower than `least_split` stays on one
    page; another goes on in a box of its own, `more` behind its title. Its inside keeps `pad` from
    its edge."""

    split_penalty = 2.0
    deeper = 0.0
    """How much higher it is than what it holds."""

    def __init__(
        self,
        inner: Flow,
        title: TextFlow | None,
        ground: Ground,
        *,
        pad: float,
        least_split: float,
        above: float,
        more: InlineSpan | None = None,
    ) -> None:
        self.inner = inner
        self.title = title
        self.ground = ground
        self.pad = pad
        self.least_split = least_split
        self.more = more
        self.above = self.below = above
        self.element = structure.StructureElement("Div")

    def _top(self, width: float) -> float:
        """Down to where the inside begins."""
        return self.title.height(width - 2 * self.pad) + self.pad * 1.55 if self.title else self.pad

    def height(self, width: float) -> float:
        inside = self.inner.height(width - 2 * self.pad)
        return self._top(width) + inside + self.pad + self.deeper

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        if not fresh and self.height(width) <= self.least_split:
            return None, self
        inside = width - 2 * self.pad
        head, tail = self.inner.split(inside, room - self._top(width) - self.pad, fresh)
        if head is None:
            return None, self
        if not fresh and head.height(inside) < self.least_split / 4:
            return None, self
        title = self.title
        if title and self.more and title.spans[-1] != self.more:
            title = TextFlow(title.setter, (*title.spans, self.more), title.type)
            title.element = structure.ORNAMENT
        rest = self._part(inner=tail, title=title) if tail else None
        return self._part(inner=head), rest

    def grown(self, factor: float) -> Flow:
        # no box is cut for the sake of larger pictures
        return self._part(inner=self.inner.grown(factor), least_split=math.inf)

    def stretched(self, share: float) -> Flow:
        return self._part(inner=self.inner.stretched(share), least_split=math.inf)

    def loosened(self, factor: float) -> Self:
        return self._part(inner=self.inner.loosened(factor), least_split=math.inf)

    def levelled(self, width: float, most: float) -> Flow:
        return self._part(inner=self.inner.levelled(width - 2 * self.pad, most))

    def deepened(self, more: float) -> Flow:
        return self._part(deeper=more) if 0 < more <= _DEEP else self

    def in_columns(self, width: float, count: int, gap: float) -> Flow:
        """The box across so many columns, its pictures too, with its text in columns if these are
        even."""
        if not isinstance(self.inner, Stack):
            return self
        pieces = [copy.copy(piece) for piece in self.inner.pieces]
        for piece in pieces:
            piece.across |= piece.is_picture
        strips = [*in_strips(pieces, count, gap)]
        inside = width - 2 * self.pad
        if any(isinstance(strip, PageStrip) and strip.is_uneven(inside) for strip in strips):
            return self
        return self._part(inner=Stack(strips))

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        pad = self.pad
        top = self._top(width)
        box = Box(x, y, width, self.height(width))
        self.ground(page, box, top - pad * 0.6 if self.title else 0.0)
        inside = width - 2 * pad
        with page.within(self.element):
            if self.title:
                self.title.paint(page, x + pad, y + pad * 0.475, inside)
            self.inner.paint(page, x + pad, y + top + self.deeper / 2, inside)


class TableFlow(Flow):
    """A table whose head comes again on every page.

    One lower than `least_split` stays on one page."""

    split_penalty = 3.0

    def __init__(
        self,
        head: tuple[TextFlow, ...],
        rows: Sequence[tuple[TextFlow, ...]],
        *,
        colours: tuple[str, str, str],
        pad: tuple[float, float],
        above: float,
        least_split: float,
    ) -> None:
        self.head = head
        self.rows = rows
        self.colours = colours
        self.pad = pad
        self.least_split = least_split
        self.above = self.below = above
        self.element = structure.StructureElement("Table")
        if not self._headed():
            self._head_rows()
        self.goes_on = False
        """Whether its head was there before."""
        self.odd = False
        """Whether its first row stands on a stripe."""
        # Measured once for all its parts: the columns stay as wide on every page.
        self._inset = lru_cache(maxsize=4)(self._inset_of)
        self._columns = lru_cache(maxsize=4)(self._shares)
        self._row = lru_cache(maxsize=None)(self._row_height)
        self._measured: dict[float, tuple[float, ...]] = {}

    def _shares(self, width: float) -> tuple[float, ...]:
        """The widths of the columns: by their needs, or equal where all are running text, which
        then stands under pictures side by side."""
        needs, equal = self._needs(self._inset(width)), width / len(self.head)
        if max(needs.least_widths) <= equal and min(needs.full_widths) > 1.5 * equal:
            return (equal,) * len(self.head)
        return tuple(needs.filling_widths(width, _FULLEST))

    def _needs(self, inset: float) -> text_blocks.TableColumns:
        """The least and the greatest widths that its columns can use."""
        columns = text_blocks.TableColumns(len(self.head))
        for row in (self.head, *self.rows):
            for number, cell in enumerate(row):
                extent = cell.setter.extent(cell.spans, cell.type)
                columns.take(number, extent, 2 * inset + _CELL_SLACK)
        return columns

    def _inset_of(self, width: float) -> float:
        """The air at either side of a cell: less where a word would stick out by it."""
        most = self.pad[0]
        missing = max(0.0, self.least() - width)
        return max(most * _LEAST_INSET, most - missing / (2 * len(self.head)))

    def natural(self) -> float:
        """Its width where it has all the room it wants."""
        return sum(self._needs(self.pad[0]).full_widths)

    def least(self) -> float:
        """The least width at which no word sticks out."""
        return sum(self._needs(self.pad[0]).least_widths)

    def _row_height(self, row: tuple[TextFlow, ...], width: float) -> float:
        widths, inset = self._columns(width), self._inset(width)
        return (
            max(cell.height(wide - 2 * inset) for cell, wide in zip(row, widths, strict=True))
            + 2 * self.pad[1]
        )

    def _head_rows(self) -> None:
        """Make the first cell of each row its heading.

        A table without any is none to a reader (ISO 14289-1, 7.5)."""
        for row in self.rows:
            if row[0].element and row[0].spans:
                row[0].element = structure.StructureElement("TH", scope="Row")

    def _headed(self) -> bool:
        return any(cell.spans for cell in self.head)

    def _heights(self, width: float) -> tuple[float, ...]:
        """The heights of the head, 0 where it says nothing, and of the rows."""
        if width not in self._measured:
            head = self._row(self.head, width) if self._headed() else 0.0
            self._measured[width] = head, *[self._row(row, width) for row in self.rows]
        return self._measured[width]

    def height(self, width: float) -> float:
        return sum(self._heights(width))

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        ends = list(accumulate(self._heights(width)))
        if not fresh and ends[-1] <= self.least_split:
            return None, self
        fits = bisect_right(ends, room) - 1
        if fits < min(LONELY, len(self.rows)) and not fresh:
            return None, self
        if len(self.rows) - fits < LONELY and fits > LONELY:
            fits -= 1  # the last row alone would be overlooked
        if fits < 1:
            return self._within(width, room)
        return self._part(rows=self.rows[:fits]), self._rest(
            self.rows[fits:], self.odd ^ bool(fits % 2)
        )

    def _within(self, width: float, room: float) -> Halves:
        """A row higher than a page is cut through its cells."""
        room -= self._heights(width)[0] + 2 * self.pad[1]
        inset = self._inset(width)
        heads = []
        tails = []
        for cell, wide in zip(self.rows[0], self._columns(width), strict=True):
            inner = wide - 2 * inset
            head: Flow | None = cell
            tail: Flow | None = None
            if cell.height(inner) > room:
                head, tail = cell.split(inner, room, True)
            empty = TextFlow(cell.setter, (), cell.type, kind=cell.element.kind)
            heads.append(head if isinstance(head, TextFlow) else empty)
            tails.append(tail if isinstance(tail, TextFlow) else empty)
        others = self.rows[1:]
        if any(cell.spans for cell in heads):
            rest = self._rest([tuple(tails), *others], self.odd)
            return self._part(rows=[tuple(heads)]), rest
        # not even one line of it fits: it is painted whole
        return self._part(rows=self.rows[:1]), self._rest(others, not self.odd) if others else None

    def _rest(self, rows: Sequence[tuple[TextFlow, ...]], odd: bool) -> TableFlow:
        return self._part(rows=rows, odd=odd, goes_on=True)

    def loosened(self, factor: float) -> Self:
        across, down = self.pad
        looser = self._part(pad=(across, down * factor))
        looser._row = lru_cache(maxsize=None)(looser._row_height)
        return looser

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        band, stripe, frame = self.colours
        widths, inset = self._columns(width), self._inset(width)
        wide, top = sum(widths), y
        outer = self.height(width)
        radius = 4.0
        page.clipped(PathData.rectangle(Box(x, y, wide, outer), radius))
        top_high, *heights = self._heights(width)
        if top_high:
            page.box(Box(x, y, wide, top_high), fill=band)
            with page.within(structure.ORNAMENT if self.goes_on else self.element):
                self._cells(page, self.head, x, y, top_high, widths, inset)
            y += top_high
        odd = self.odd
        for row, high in zip(self.rows, heights, strict=True):
            if odd:
                page.box(Box(x, y, wide, high), fill=stripe)
            with page.within(self.element):
                self._cells(page, row, x, y, high, widths, inset)
            y += high
            odd = not odd
        page.unclipped()
        page.box(Box(x, top, wide, outer), stroke=frame, line=0.9, round=radius)

    def _cells(
        self,
        page: BookPage,
        row: Sequence[TextFlow],
        x: float,
        y: float,
        high: float,
        widths: Sequence[float],
        inset: float,
    ) -> None:
        with page.within(structure.StructureElement("TR")):
            for cell, wide in zip(row, widths, strict=True):
                inner = wide - 2 * inset
                middle = (
                    (high - cell.height(inner)) / 2
                    if any(span.part for other in row for span in other.spans)
                    else self.pad[1]
                )
                if cell.element:
                    page.hold(cell.element)
                cell.paint(page, x + inset, y + middle, inner)
                x += wide


def poured(
    inner: Stack,
    wide: float,
    count: int,
    high: float,
    fresh: bool = False,
    *,
    keeps: int = _NOTHING,
) -> tuple[tuple[Flow, ...], Stack | None]:
    """Columns of that height, and what is left of their matter.

    If it `keeps` paragraphs or short lists whole, a column ends before the one that it would tear.
    Sums of many lines may miss the height by a hair."""
    columns: list[Flow] = []
    rest: Flow | None = inner
    while rest is not None and len(columns) < count:
        head, tail = (
            (rest, None)
            if rest.height(wide) <= high + 0.01
            else rest.split(wide, high + 0.01, fresh)
        )
        torn = _torn_part(head, wide, lists=keeps == _LISTS) if keeps and head and tail else None
        if head and torn:
            part, measure = torn
            free = head.height(wide) - part.height(measure)
            before, after = rest.split(wide, free - 0.01, fresh)
            if before:
                head, tail = before, after
        if head is None:
            break
        columns.append(head)
        rest = tail
    assert rest is None or isinstance(rest, Stack)
    return tuple(columns), rest


class Columns(Flow):
    """Columns of about equal height, read one after the other."""

    split_penalty = 1.0
    tears = False
    """Whether paragraphs are torn for the least height."""

    def __init__(
        self,
        inner: Stack,
        gap: float,
        count: int = 2,
        above: float = 0,
        *,
        below: float | None = None,
        least_split: float = 0.0,
        tallest: float = math.inf,
    ) -> None:
        """Those that are lower than `least_split` stay on one page; none becomes higher than
        `tallest` if that is possible."""
        self.inner, self.gap, self.count, self.least_split = inner, gap, count, least_split
        self.above = above
        self.below = above if below is None else below
        self.tallest = tallest
        self._measured: dict[float, tuple[Flow, ...]] = {}

    def _balanced(self, width: float) -> tuple[Flow, ...]:
        """The columns, in the least height that holds all in so many."""
        if width not in self._measured:
            self._measured[width] = self._filled(width)
        return self._measured[width]

    def _filled(self, width: float) -> tuple[Flow, ...]:
        wide = self._column(width)
        even = self.inner.height(wide) / self.count
        if self.tallest < math.inf and poured(self.inner, wide, self.count, self.tallest)[1]:
            return (self.inner,)
        best: tuple[Flow, ...] = (self.inner,)
        least = math.inf
        for step in range(61):
            high = min(self.tallest, even * (1 + step / 30))
            if high > least:
                break
            for keeps in (_NOTHING,) if self.tears else (_NOTHING, _PARAGRAPHS, _LISTS):
                columns, rest = poured(self.inner, wide, self.count, high, keeps=keeps)
                if rest is not None and keeps == _NOTHING:
                    break  # what keeps more whole takes more room
                if rest is not None:
                    continue
                if self.tears:
                    return columns
                torn = sum([_torn(column, wide) for column in columns])
                cost = max(column.height(wide) for column in columns) + torn
                if cost < least:
                    best, least = columns, cost
                if not torn:
                    break  # nothing is left to be kept whole
        return best

    def _column(self, width: float) -> float:
        return (width - (self.count - 1) * self.gap) / self.count

    def has_heading(self) -> bool:
        return self.inner.has_heading()

    def height(self, width: float) -> float:
        return max(
            (column.height(self._column(width)) for column in self._balanced(width)), default=0.0
        )

    def split(self, width: float, room: float, fresh: bool) -> Halves:
        wide = self._column(width)
        if not fresh and self.height(width) <= self.least_split:
            return None, self
        columns, rest = poured(self.inner, wide, self.count, room)
        if not columns or rest is None or (not fresh and len(columns) < self.count):
            return None, self
        return PouredColumns(columns, wide, self.gap, self.above), self._part(inner=rest)

    def grown(self, factor: float) -> Flow:
        return self._part(inner=self.inner.grown(factor))

    def stretched(self, share: float) -> Flow:
        return self._part(inner=self.inner.stretched(share))

    def loosened(self, factor: float) -> Self:
        return self._part(inner=self.inner.loosened(factor))

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        wide = self._column(width)
        for column in self._balanced(width):
            column.paint(page, x, y, wide)
            x += wide + self.gap


class PageStrip(Columns):
    """The text of a strip of a page in columns; a few lines of it stand across all of them."""

    def torn(self) -> PageStrip:
        """The strip in the least height, paragraphs torn where that takes it."""
        return self._part(tears=True)

    def height(self, width: float) -> float:
        return self.inner.height(width) if self._goes_across(width) else super().height(width)

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        if self._goes_across(width):
            self.inner.paint(page, x, y, width)
        else:
            super().paint(page, x, y, width)

    def levelled(self, width: float, most: float) -> Flow:
        if self._goes_across(width):
            return self
        columns = PouredColumns(self._balanced(width), self._column(width), self.gap, self.above)
        columns.below, columns.section = self.below, self.section
        return columns.levelled(width, most)

    def spread(self, width: float) -> Flow:
        *others, last = self.inner.pieces
        if not isinstance(last, PanelFlow) or not self.is_uneven(width):
            return self
        box = last.in_columns(width, self.count, self.gap)
        if not others:
            box.above, box.below = self.above, self.below
            return box
        rest = self._part(inner=self.inner._part(pieces=others))
        rest.below = others[-1].below
        across = Stack([rest, box], self.above, self.below)
        is_low = across.height(width) <= self.height(width) + _LONGER
        return across if is_low and rest._uneven(width) < self._uneven(width) / 2 else self

    def is_uneven(self, width: float) -> bool:
        return self._uneven(width) > _UNEVEN * self.height(width)

    def _uneven(self, width: float) -> float:
        """How much lower its columns are than the highest, all together."""
        if self._goes_across(width):
            return 0.0
        wide = self._column(width)
        columns = self._balanced(width)
        return self.count * self.height(width) - sum(column.height(wide) for column in columns)

    def _goes_across(self, width: float) -> bool:
        """True of a few lines, with or without a heading, that columns would tear or leave one
        empty."""
        first, *others = _kept_pieces(self.inner)
        texts = others if isinstance(first, HeadingFlow) else [first, *others]
        if not texts or not all(isinstance(text, TextFlow) and text.is_whole for text in texts):
            return False
        if sum(len(text.lines(width)) for text in texts if isinstance(text, TextFlow)) > _FEW_LINES:
            return False
        wide = self._column(width)
        columns = self._balanced(width)
        return len(columns) < self.count or any(_torn(column, wide) for column in columns)


def _kept_pieces(flow: Flow) -> Iterator[Flow]:
    """The pieces of columns, those that stay together one by one."""
    for piece in flow.pieces if isinstance(flow, Stack) else ():
        if isinstance(piece, Kept):
            yield from _kept_pieces(piece)
        else:
            yield piece


def _torn_part(
    flow: Flow, width: float, *, lists: bool
) -> tuple[TextFlow | ListFlow, float] | None:
    """The beginning of the paragraph, or of the short list, within which a column ends, and how
    wide it is set."""
    while not isinstance(flow, TextFlow):
        if lists and isinstance(flow, ListFlow) and flow.goes_on and flow.count <= _SHORT_LIST:
            return flow, width
        if isinstance(flow, Stack) and flow.pieces:
            flow = flow.pieces[-1]
        elif isinstance(flow, Marked):
            width -= flow.indent
            flow = flow.inner
        else:
            return None
    return None if flow.part.stop is None else (flow, width)


def _torn(flow: Flow, width: float) -> float:
    """How much higher columns may be for not ending one within the paragraph or list that it ends
    in."""
    short, longer, of_list = _TEARS
    cost = 0.0
    paragraph = _torn_part(flow, width, lists=False)
    if paragraph:
        text, measure = paragraph
        assert isinstance(text, TextFlow)
        lines = text.whole_lines(measure)
        cost = lines[0].height * (short if len(lines) <= _SHORT else longer)
    torn_list = _torn_part(flow, width, lists=True)
    if torn_list and isinstance(torn_list[0], ListFlow):
        cost += torn_list[0].line * of_list
    return cost


class PouredColumns(Flow):
    """Full columns of a page."""

    def __init__(self, columns: Sequence[Flow], wide: float, gap: float, above: float) -> None:
        self.columns, self.wide, self.gap = columns, wide, gap
        self.above = self.below = above

    def height(self, width: float) -> float:
        return max(column.height(self.wide) for column in self.columns)

    def grown(self, factor: float) -> Flow:
        return self._part(columns=[column.grown(factor) for column in self.columns])

    def stretched(self, share: float) -> Flow:
        return self._part(columns=[column.stretched(share) for column in self.columns])

    def loosened(self, factor: float) -> Self:
        return self._part(columns=[column.loosened(factor) for column in self.columns])

    def levelled(self, width: float, most: float) -> Flow:
        high = self.height(width)
        columns = []
        for column in self.columns:
            looser, _ = column.loosened_to(self.wide, high, most)
            columns.append(looser.deepened(high - looser.height(self.wide)))
        return self._part(columns=columns)

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        for column in self.columns:
            column.paint(page, x, y, self.wide)
            x += self.wide + self.gap


def in_strips(
    pieces: Iterable[Flow], count: int, gap: float, tallest: float = math.inf
) -> Iterator[Flow]:
    """Pieces that go across, and between them the others in columns of about one height."""
    for across, group in groupby(pieces, key=lambda piece: piece.across):
        run = list(group)
        if across:
            yield from run
        else:
            yield PageStrip(
                Stack(run), gap, count, above=run[0].above, below=run[-1].below, tallest=tallest
            )
