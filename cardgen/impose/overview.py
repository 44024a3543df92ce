"""An overview of decks: a small picture of every card, deck after deck, each below its heading.

Pictures of all sizes share the pages. All lengths are in points, y upward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.model.sizes import Shape

CAPTION = 6.6 * MM
"""The height of the two lines below a picture."""
HEADING = 8 * MM
"""The height of a deck's heading, with the gap below it."""
_ACROSS, _DOWN = 4 * MM, 2.4 * MM
"""Between pictures beside and below each other."""
_BETWEEN_DECKS = 3.5 * MM
_SHARE = 0.44
"""The size of a picture in that of its card, where nothing asks for another."""
_LEAST, _MOST = 17 * MM, 62 * MM
"""How wide such a picture is at the least and at the most."""
_STEPS = tuple(step / 20 for step in range(52, 16, -1))
"""How large pictures may be, in that: as large as needs no more pages than the last of these."""
_USUAL, _MANY = 1.0, 1000
"""What they are where there are so many cards that no other size is tried."""


class DeckShown(NamedTuple):
    """A deck as far as an overview is laid out: the shape and number of its pictures, and how wide
    its heading is at the least."""

    shape: Shape
    pictures: int
    heading: float


class PictureSpot(NamedTuple):
    """The place of a picture: its page, counted from 0, and the box of the card's cut."""

    page: int
    trim: Box


class HeadingSpot(NamedTuple):
    """The place of a heading above pictures of a deck, of which some may be on an earlier page."""

    deck: int
    page: int
    box: Box
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """The places of all that an overview shows; `spots` are those of each deck's pictures."""

    pages: int
    headings: Sequence[HeadingSpot]
    spots: Sequence[Sequence[PictureSpot]]


def overview(decks: Sequence[DeckShown], first: Box, others: Box) -> Overview:
    """The overview on pages of which the first has less room than the others.

    Pictures are as large as the number of pages allows that the smallest of them need."""
    if sum(deck.pictures for deck in decks) > _MANY:
        return _laid_out(decks, first, others, _USUAL)
    least = _laid_out(decks, first, others, _STEPS[-1])
    for factor in _STEPS[:-1]:
        larger = _laid_out(decks, first, others, factor)
        if larger.pages <= least.pages:
            return larger
    return least


class _DeckRow(NamedTuple):
    """Decks side by side, each with all of its pictures in one row, or one deck in several rows:
    the numbers of decks, their pictures' sizes, and how many of them stand in a row."""

    decks: list[int]
    sizes: list[tuple[float, float]]
    across: int
    gap: float


def _picture_size(shape: Shape, factor: float, room: Box) -> tuple[float, float]:
    share = min(1.0, factor * max(min(_SHARE, _MOST / shape.width), _LEAST / shape.width))
    share = min(share, room.width / shape.width)
    share = min(share, (room.height - HEADING - CAPTION) / shape.height)
    return shape.width * share, shape.height * share


def _rows(decks: Sequence[DeckShown], room: Box, factor: float) -> Iterator[_DeckRow]:
    """Yield the decks by turns; those that need a part of a row only share it with the next."""
    beside: _DeckRow | None = None
    taken = 0.0
    for number, deck in enumerate(decks):
        width, height = _picture_size(deck.shape, factor, room)
        across = max(1, int((room.width + _ACROSS) / (width + _ACROSS) + 1e-9))
        if deck.pictures > across:
            if beside:
                yield beside
                beside = None
            # full rows reach both edges: with larger pictures, or where those are life size, gaps
            is_balanced = deck.pictures <= 2 * across
            if is_balanced:  # two rows have equally many
                across = (deck.pictures + 1) // 2
            most = width if is_balanced else deck.shape.width
            wider = min(most, (room.width - (across - 1) * _ACROSS) / across)
            height = min(height * wider / width, room.height - HEADING - CAPTION)
            width = height * deck.shape.width / deck.shape.height
            gap = _ACROSS if is_balanced else (room.width - across * width) / max(1, across - 1)
            yield _DeckRow([number], [(width, height)], across, gap)
            continue
        needed = max(deck.heading, deck.pictures * (width + _ACROSS) - _ACROSS)
        if beside and taken + 2 * _ACROSS + needed <= room.width + 1e-6:
            beside.decks.append(number)
            beside.sizes.append((width, height))
            taken += 2 * _ACROSS + needed
        else:
            if beside:
                yield beside
            beside = _DeckRow([number], [(width, height)], across, _ACROSS)
            taken = needed
    if beside:
        yield beside


def _laid_out(decks: Sequence[DeckShown], first: Box, others: Box, factor: float) -> Overview:
    headings: list[HeadingSpot] = []
    spots: list[list[PictureSpot]] = [[] for _ in decks]
    page, room, top = 0, first, first.top
    for row in _rows(decks, first, factor):
        tallest = max(height for _, height in row.sizes)
        if top < room.top:
            top -= _BETWEEN_DECKS
        if top - HEADING - tallest - CAPTION < room.y - 1e-6 and top < room.top:
            page, room, top = page + 1, others, others.top
        if len(row.decks) == 1:
            (number,), ((width, height),) = row.decks, row.sizes
            left = decks[number].pictures
            headed = False
            while left or not headed:
                if headed and top - height - CAPTION < room.y - 1e-6:
                    page, room, top = page + 1, others, others.top
                    headed = False
                if not headed:
                    box = Box(room.x, top - HEADING, room.width, HEADING)
                    goes_on = left < decks[number].pictures
                    headings.append(HeadingSpot(number, page, box, goes_on))
                    top -= HEADING
                    headed = True
                for place in range(min(left, row.across)):
                    x = room.x + place * (width + row.gap)
                    spots[number].append(PictureSpot(page, Box(x, top - height, width, height)))
                left -= min(left, row.across)
                top -= height + CAPTION + (_DOWN if left else 0)
        else:
            x = room.x
            for number, (width, height) in zip(row.decks, row.sizes, strict=True):
                count = decks[number].pictures
                needed = max(decks[number].heading, count * (width + _ACROSS) - _ACROSS)
                is_last = number == row.decks[-1]
                wide = room.right - x if is_last else needed
                headings.append(
                    HeadingSpot(number, page, Box(x, top - HEADING, wide, HEADING), False)
                )
                for place in range(count):
                    box = Box(x + place * (width + _ACROSS), top - HEADING - height, width, height)
                    spots[number].append(PictureSpot(page, box))
                x += needed + 2 * _ACROSS
            top -= HEADING + tallest + CAPTION
    return Overview(page + 1, headings, spots)
