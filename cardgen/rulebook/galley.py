"""The galley: the matter of a book in one length.

It has two columns where a page is wide enough, and gives the ways to cut it into pages. Lengths are
points, y downward.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from cardgen.base.geometry import Box
from cardgen.rulebook.flow import BAND, MAIN, SIDE, WIDE, Break, Flow
from cardgen.rulebook.page import BookPage

Ending = tuple[float, "Galley", "Galley | None", float]
"""A way to fill a page: how high it becomes, the page, what is left, and what it costs to end it
there."""

Rests = dict[int, "Galley"]
"""What can be left of a book, by how many pieces it has, all of them whole."""


class Galley(Flow):
    """The matter of a book, or its rest, to be cut into pages.

    Pieces stand across, in the column of the text, and beside that. `columns` are the widths of the
    text, of the space beside it and of the column at its side; on a page of one column everything
    stands across. A piece at the side stands before the text that it belongs to and begins at its
    height, or below what is at the side already."""

    def __init__(self, pieces: Sequence[Flow], columns: tuple[float, float, float]) -> None:
        self.pieces, self.columns = pieces, columns

    def _placed(self, width: float) -> Iterator[tuple[int, Flow, Box]]:
        """Each piece with its place among them and the box that it stands in."""
        main, gap, aside = self.columns
        text = side = below = beside = 0.0
        has_text = at_side = False
        for place, piece in enumerate(self.pieces):
            top = text + (max(below, piece.above) if has_text else 0.0)
            column = piece.column
            if column == BAND:
                column = MAIN if at_side and side + beside > top else WIDE
            x, wide = (
                (main + gap, aside) if column == SIDE else (0.0, main if column == MAIN else width)
            )
            high = piece.height(wide)
            if column == SIDE:
                follows = next(
                    (other for other in self.pieces[place + 1 :] if other.column != SIDE), None
                )
                top = text + (max(below, follows.above) if has_text and follows else 0.0)
                if follows and follows.clear and at_side:
                    top = max(top, side + beside)
                top = max(top, side + max(beside, piece.above)) if at_side else top
                side = top + high
                beside = piece.below
                at_side = True
            else:
                if at_side and (column == WIDE or piece.clear):
                    top = max(top, side + max(beside, piece.above))
                text = top + high
                below = piece.below
                has_text = True
                if column == WIDE:
                    at_side = False
            yield place, piece, Box(x, top, wide, high)

    def height(self, width: float) -> float:
        return max((box.top for _, _, box in self._placed(width)), default=0.0)

    def breaks(self, width: float, room: float, rests: Rests) -> Iterator[Ending]:
        """The ways to fill a page from here, and what each costs.

        A way is how high the page becomes, the page, and what is left. What is left of whole pieces
        is the same galley for all ways that come there: it is one of `rests`, or becomes one."""
        pieces = self.pieces
        low = 0.0
        can_end = False
        for place, piece, box in self._placed(width):
            if isinstance(piece, Break):
                yield low, self._of(pieces[:place]), self._rest(place + 1, rests), -9.0
                return
            if low > 0 and place and not pieces[place - 1].keep_with_next:
                can_end = True
                yield low, self._of(pieces[:place]), self._rest(place, rests), piece.break_penalty
            if box.top > room + 0.01:
                yield from self._cut(place, box, low, (width, room), rests, fresh=not can_end)
                return
            low = max(low, box.top)
        yield low, self, None, 0.0

    def _cut(
        self,
        place: int,
        box: Box,
        low: float,
        size: tuple[float, float],
        rests: Rests,
        *,
        fresh: bool,
    ) -> Iterator[Ending]:
        """The page that ends within a piece.

        Those before it come down to `low`. Where no page can end before the piece, it must end
        somehow (`fresh`)."""
        width, room = size
        piece, y, wide = self.pieces[place], box.y, box.width
        if piece.column == SIDE and not fresh:
            return
        head, tail = piece.split(wide, room - y, fresh and not place)
        if head is None and fresh and place:
            # All that stands before it keeps to it: it is cut nevertheless, or else parted from
            # that.
            head, tail = piece.split(wide, room - y, True) if room - y > room / 3 else (None, piece)
            if head is None or y + head.height(wide) > room:
                yield y, self._of(self.pieces[:place]), self._rest(place, rests), 9.0
                return
        if head is None:
            if fresh:  # nothing can be done: it sticks out
                yield room, self._of([piece]), self._rest(1, rests), 9.0
            return
        for part in filter(None, (head, tail)):
            part.section, part.column = piece.section, piece.column
        page = self._of([*self.pieces[:place], head])
        # What stands at the side may begin elsewhere where the text that it belongs to is not on
        # its page.
        high = page.height(width) if piece.column == SIDE else max(low, y + head.height(wide))
        rest = (
            self._of([tail, *self.pieces[place + 1 :]])
            if tail is not None
            else self._rest(place + 1, rests)
        )
        yield high, page, rest, piece.split_penalty if tail is not None else 0.0

    def _of(self, pieces: Sequence[Flow]) -> Galley:
        return Galley(pieces, self.columns)

    def _rest(self, place: int, rests: Rests) -> Galley | None:
        """The pieces from one on, none of them cut.

        Only the first could be cut. No page begins with the end of one."""
        while place < len(self.pieces) and isinstance(self.pieces[place], Break):
            place += 1
        count = len(self.pieces) - place
        if count and count not in rests:
            rests[count] = self._of(self.pieces[place:])
        return rests[count] if count else None

    @cached_property
    def mark(self) -> tuple[int, float]:
        """A key of the galley among its cuts.

        How many pieces are left, and how much of the first one."""
        return len(self.pieces), round(self.pieces[0].height(self.columns[0]), 2)

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        """Paint the pieces in reading order.

        What stands at the side comes behind the text it belongs to."""
        waiting: list[tuple[Flow, Box]] = []
        for _, piece, box in self._placed(width):
            if piece.column == SIDE:
                waiting.append((piece, box))
                continue
            self._paint([(piece, box), *waiting], page, x, y)
            waiting = []
        self._paint(waiting, page, x, y)

    def _paint(
        self, placed: Sequence[tuple[Flow, Box]], page: BookPage, x: float, y: float
    ) -> None:
        for piece, box in placed:
            with page.within(piece.section):
                piece.paint(page, x + box.x, y + box.y, box.width)
