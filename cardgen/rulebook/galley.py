"""The galley: the matter of a book in one length, and the ways to cut a page from it.

A page is made of strips, one below the other: what stands across the page, and between two such
pieces the text in columns, read one after the other. Lengths are points, y downward.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from cardgen.rulebook.flow import Break, Columns, Flow, PageStrip, PouredColumns, Stack, poured
from cardgen.rulebook.theme import GUTTER, Format

BY_WRITER = -9.0
"""The cost of a page's end that the text asks for."""
_FORCED = 9.0
"""The cost of an end where none should be."""
_WAITING = 0.4
"""What it costs that a figure stands on the page after its text."""
_TALL = 0.6
"""Of a page's height: a figure taller than this does not wait, for no text would stand below it."""
_STRANDED, _SOON = 3.0, 0.3
"""What it costs that a page ends soon below the beginning of a chapter, and how much text is soon,
as a share of a column."""
_LOW = 0.16
"""Of a page's height: a figure stands above text that is lower than this, not below it."""

Rests = dict[tuple[int, int], "Galley"]
"""What can be left of a book, all pieces whole, by their number and the first of them."""


class Ending(NamedTuple):
    """A way to fill a page from a galley.

    `fill` is the share of the page's columns that it fills, `cost` what it costs to end there."""

    fill: float
    page: Stack
    rest: Galley | None
    cost: float


class Galley:
    """The matter of a book, or its rest, to be cut into pages of a format."""

    def __init__(self, pieces: Sequence[Flow], form: Format) -> None:
        self.pieces, self.form = pieces, form

    def endings(self, rests: Rests) -> Iterator[Ending]:
        """The ways to fill a page from here.

        What is left of whole pieces is the same galley for all ways that come there: it is one of
        `rests`, or becomes one."""
        return _PageFiller(self, rests).endings()

    @cached_property
    def mark(self) -> tuple[int, tuple[float, ...]]:
        """A key of the galley among its cuts.

        How many pieces are left, and the heights of the first ones, which may be cut."""
        heights = [
            round(piece.height(self.form.measure if piece.across else self.form.text), 2)
            for piece in self.pieces[:2]
        ]
        return len(self.pieces), tuple(heights)


class _PageFiller:
    """Fills one page from a galley, piece by piece."""

    def __init__(self, galley: Galley, rests: Rests) -> None:
        self.galley, self.form, self.rests = galley, galley.form, rests
        self.strips: list[Flow] = []
        """The strips of the page that are complete."""
        self.high = self.area = 0.0
        """How far they come down, and what they fill: as a length of one column."""
        self.run: list[Flow] = []
        self.places: list[int] = []
        """The pieces that stand in columns below them, and their places in the galley."""
        self.run_area = 0.0
        self.waiting: list[Flow] = []
        """Figures that stand on the next page."""
        self.place = 0
        """The place of the piece that is placed now."""
        self.first_end = 0
        """The page does not end before this place any more."""
        self.is_full = False

    def endings(self) -> Iterator[Ending]:
        can_end = False
        for ending in self._usual_endings():
            can_end = True
            yield ending
        if not can_end:
            yield self._forced_ending()

    def _usual_endings(self) -> Iterator[Ending]:
        pieces, form = self.galley.pieces, self.form
        for place, piece in enumerate(pieces):
            self.place = place
            # a figure waits behind the text of its own section
            waits_no_more = bool(self.waiting) and piece.has_heading()
            if piece.across or waits_no_more or isinstance(piece, Break):
                yield from self._ends_in_run(place)
                if self.is_full or self.waiting:
                    return
            if isinstance(piece, Break):
                yield self._ending(len(self.run), self._rest(place), BY_WRITER)
                return
            if not piece.across:
                self._add(place, piece)
                if self.run_area > form.columns * self._room(self.run[0]) + 0.01:
                    yield from self._ends_in_run(place + 1)
                    return
            elif not self._place_across(place, piece):
                yield from self._cut_across(place, piece)
                return
        yield from self._ends_in_run(len(pieces))
        if not self.is_full:
            yield self._ending(len(self.run), self._rest(len(pieces)), 0.0)

    # -- pieces in columns

    def _add(self, place: int, piece: Flow) -> None:
        gap = max(self.run[-1].below, piece.above) if self.run else 0.0
        self.run.append(piece)
        self.places.append(place)
        self.run_area += gap + piece.height(self.form.text)

    def _room(self, piece: Flow) -> float:
        """The height that is left below the strips for what begins with a piece."""
        return self.form.room - self.high - self._gap(piece)

    def _gap(self, piece: Flow) -> float:
        return max(self.strips[-1].below, piece.above) if self.strips else 0.0

    def _columns(self, count: int) -> PageStrip:
        """The first pieces in columns of about one height."""
        return PageStrip(
            Stack(self.run[:count]),
            GUTTER,
            self.form.columns,
            above=self.run[0].above,
            below=self.run[count - 1].below,
            tallest=self._room(self.run[0]),
        )

    def _ends_in_run(self, next_place: int) -> Iterator[Ending]:
        """The ends before pieces of the columns, before the piece behind them, and within one."""
        columns: tuple[Flow, ...] = ()
        rest: Stack | None = None
        if self.run:
            columns, rest = poured(
                Stack(self.run),
                self.form.text,
                self.form.columns,
                self._room(self.run[0]),
            )
        self.is_full = rest is not None
        count = len(self.run) - (len(rest.pieces) if rest else 0)
        places = [*self.places, next_place]
        pieces = self.galley.pieces
        for ahead, place in enumerate(places[: count + 1]):
            if place < max(1, self.first_end) or place == len(pieces):
                continue
            piece = pieces[place]
            before = self.run[ahead - 1] if ahead else pieces[place - 1]
            if before.keep_with_next or isinstance(piece, Break):
                continue
            if self.waiting and piece.has_heading():
                continue  # no text would be left beside the figure
            yield self._ending(ahead, self._rest(place), piece.break_penalty + piece.tear)
        self.first_end = places[count] + 1
        if rest and rest.pieces[0] is not self.run[count]:
            piece = self.run[count]
            page = self._page([PouredColumns(columns, self.form.text, GUTTER, self.run[0].above)])
            area = self.area + sum([column.height(self.form.text) for column in columns])
            galley = self._of([*self.waiting, rest.pieces[0], *pieces[self.places[count] + 1 :]])
            cost = piece.split_penalty + piece.tear + self._stranded(area - self.area)
            yield Ending(self._share(area), page, galley, cost)

    def _ending(self, count: int, rest: Galley | None, cost: float) -> Ending:
        """The page that ends behind so many pieces of the columns."""
        run = self.run[:count]
        run_area = Stack(run).height(self.form.text)
        area = self.area + run_area
        cost += _WAITING * len(self.waiting) + self._stranded(run_area)
        return Ending(
            self._share(area), self._page([self._columns(count)] if run else []), rest, cost
        )

    def _stranded(self, run_area: float) -> float:
        """The cost of a page that ends soon below the beginning of a chapter."""
        begins = bool(self.strips) and self.strips[-1].begins_section
        return _STRANDED if begins and run_area < _SOON * self.form.room else 0.0

    def _share(self, area: float) -> float:
        return area / (self.form.columns * self.form.room)

    def _page(self, last_strips: Sequence[Flow]) -> Stack:
        return Stack([*self.strips, *last_strips])

    # -- pieces across the page

    def _place_across(self, place: int, piece: Flow) -> bool:
        """Put a piece below the text so far, above it, or on the next page.

        False where it has no room."""
        high = piece.height(self.form.measure)
        strip = self._columns(len(self.run)) if self.run else None
        ways = [strip, strip.torn()] if strip else []
        floats = piece.floats and bool(self.run) and not self.run[-1].keep_with_next
        # no figure stands above the heading of its section
        may_stand_above = floats and not any(flow.has_heading() for flow in self.run)
        for columns in ways:
            run_high = columns.height(self.form.measure)
            if not may_stand_above or run_high >= _LOW * self.form.room:
                continue
            between = max(piece.below, columns.above)
            if self.high + self._gap(piece) + high + between + run_high <= self.form.room:
                self._close(piece)
                self.first_end = place + 1
                return True
        room = self.form.room - self.high - high + 0.01
        if not ways and self._gap(piece) <= room:
            self._close(piece)
            return True
        for columns in ways:
            run_high = columns.height(self.form.measure)
            if self._gap(columns) + run_high + max(columns.below, piece.above) <= room:
                self._close_run(columns)
                self._close(piece)
                return True
        if floats and high < _TALL * self.form.room:
            self.waiting.append(piece)
            self.first_end = place + 1
            return True
        return False

    def _close_run(self, columns: Columns | None) -> None:
        """Let the text so far be a strip of its own."""
        if columns:
            self._close(columns)
            self.area += self.run_area - self.form.columns * columns.height(self.form.measure)
            self.run, self.places, self.run_area = [], [], 0.0

    def _close(self, strip: Flow) -> None:
        """Let a piece be the next strip."""
        high = self._gap(strip) + strip.height(self.form.measure)
        self.strips.append(strip)
        self.high += high
        self.area += self.form.columns * high

    def _cut_across(self, place: int, piece: Flow) -> Iterator[Ending]:
        """The page that ends within a piece across the page."""
        self._close_run(self._columns(len(self.run)) if self.run else None)
        head, tail = piece.split(self.form.measure, self._room(piece), False)
        if head is None:
            return
        area = self.area + self.form.columns * head.height(self.form.measure)
        rest = self._of([tail, *self.galley.pieces[place + 1 :]]) if tail else self._rest(place + 1)
        yield Ending(self._share(area), self._page([head]), rest, piece.split_penalty + piece.tear)

    # -- what is left

    def _forced_ending(self) -> Ending:
        """The end of a page where none should be: nothing else can be done."""
        pieces = self.galley.pieces
        if self.run:
            columns, rest = poured(
                Stack(self.run), self.form.text, self.form.columns, self._room(self.run[0]), True
            )
            count = len(self.run) - (len(rest.pieces) if rest else 0)
            if columns:
                page = self._page(
                    [PouredColumns(columns, self.form.text, GUTTER, self.run[0].above)]
                )
                left = rest.pieces if rest else []
                behind = pieces[self.places[-1] + 1 :]
                return Ending(1.0, page, self._of([*self.waiting, *left, *behind]), _FORCED)
            return Ending(1.0, self._page([]), self._rest(self.places[count]), _FORCED)
        place = self.place
        room = self._room(pieces[place])
        head, tail = pieces[place].split(self.form.measure, room, not self.strips)
        if head is None and self.strips:
            return Ending(1.0, self._page([]), self._rest(place), _FORCED)
        behind = [*([tail] if tail and head else []), *pieces[place + 1 :]]
        return Ending(1.0, self._page([head or pieces[place]]), self._of(behind), _FORCED)

    def _of(self, pieces: Sequence[Flow]) -> Galley | None:
        return Galley(pieces, self.form) if pieces else None

    def _rest(self, place: int) -> Galley | None:
        """The figures that wait, and the pieces from one on, none of them cut.

        No page begins with the end of one."""
        pieces = self.galley.pieces
        while place < len(pieces) and isinstance(pieces[place], Break):
            place += 1
        left = [*self.waiting, *pieces[place:]]
        if not left:
            return None
        key = len(left), id(left[0])
        if key not in self.rests:
            self.rests[key] = Galley(left, self.form)
        return self.rests[key]
