"""Pages of one column and of several: everything stands once, in order, and nothing in the way of
anything else. Pieces are made up at random."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.geometry import Box
from cardgen.rulebook.flow import Break, Flow, Kept
from cardgen.rulebook.galley import Galley
from cardgen.rulebook.page import BookPage, DummyPage
from cardgen.rulebook.pagination import paginated
from cardgen.rulebook.theme import Format

LINE = 10.0
Line = tuple[int, int]
"""A line of a piece: the number of the piece, and its own."""


@dataclass
class Placed:
    """A line where it was painted."""

    line: Line
    page: int
    box: Box


class Lines(Flow):
    """Lines of type that note where they are painted; those of a heading keep with what follows."""

    def __init__(self, number: int, count: int, notes: list[Placed]) -> None:
        self.number, self.lines, self.notes = number, list(range(count)), notes
        self.above = self.below = 3.0
        self.is_whole = False
        self.page = 0

    def height(self, width: float) -> float:
        return LINE * len(self.lines)

    def split(self, width: float, room: float, fresh: bool) -> tuple[Flow | None, Flow | None]:
        fits = min(int(room / LINE), len(self.lines) - (1 if fresh else 2))
        if self.is_whole or fits < (1 if fresh else 2):
            return None, self
        return self._part(lines=self.lines[:fits]), self._part(lines=self.lines[fits:])

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        for place, line in enumerate(self.lines):
            box = Box(x, y + LINE * place, width, LINE)
            self.notes.append(Placed((self.number, line), int(page.width), box))


KINDS = ("text", "text", "text", "whole", "heading", "across", "chapter", "figure", "break")


@dataclass
class Matter:
    """Pieces of a book, and where they are painted."""

    pieces: list[Flow]
    notes: list[Placed]
    form: Format

    def numbers(self, **attributes: bool) -> set[int]:
        return {
            number
            for number, piece in enumerate(self.pieces)
            if all(getattr(piece, name) == value for name, value in attributes.items())
        }

    def pages(self) -> list[list[Placed]]:
        """What is painted on each page, in reading order."""
        pages = paginated(Galley(self.pieces, self.form))
        for number, page in enumerate(pages):
            page.paint(DummyPage(number, 0), 0.0, 0.0, self.form.measure)
        return [
            [placed for placed in self.notes if placed.page == number]
            for number in range(len(pages))
        ]


@st.composite
def matters(draw: st.DrawFn) -> Matter:
    """Pieces that all have room on a page; no heading stands before another one or at the end."""
    columns = draw(st.integers(1, 3))
    form = Format(600, 400, 20, 20, 20, 10, columns=columns)
    notes: list[Placed] = []
    pieces: list[Flow] = []
    for kind in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=30)):
        leads = bool(pieces) and pieces[-1].keep_with_next
        if kind == "break":
            if not leads:
                pieces.append(Break())
            continue
        if kind in ("heading", "chapter") and leads:
            continue
        piece = Lines(len(pieces), draw(st.integers(1, 12)), notes)
        if kind in ("heading", "chapter"):
            piece.lines, piece.keep_with_next, piece.begins_section = [0], True, True
        piece.is_whole = kind != "text"
        piece.across = columns > 1 and kind in ("across", "chapter", "figure")
        piece.floats = piece.across and kind == "figure"
        pieces.append(piece)
    pieces.append(Lines(len(pieces), 5, notes))
    return Matter(pieces, notes, form)


def are_apart(box: Box, other: Box) -> bool:
    return (
        box.right <= other.x + 0.01
        or other.right <= box.x + 0.01
        or box.top <= other.y + 0.01
        or other.top <= box.y + 0.01
    )


@settings(max_examples=150, deadline=None)
@given(matter=matters())
def test_every_line_stands_once_and_nothing_in_its_way(matter: Matter) -> None:
    """Within the margins, whatever is cut, goes across or waits for the next page."""
    pages = matter.pages()
    lines = [placed.line for page in pages for placed in page]
    expected = [
        (number, line)
        for number, piece in enumerate(matter.pieces)
        if isinstance(piece, Lines)
        for line in piece.lines
    ]
    assert expected == sorted(lines)
    for page in pages:
        for place, placed in enumerate(page):
            box = placed.box
            assert -0.01 < box.x < box.right < matter.form.measure + 0.01
            assert -0.01 < box.y < box.top < matter.form.room + 0.1
            assert all(are_apart(box, other.box) for other in page[place + 1 :])


@settings(max_examples=150, deadline=None)
@given(matter=matters())
def test_lines_are_read_in_order(matter: Matter) -> None:
    """Down one column after the other; only figures may stand a little before or behind."""
    pages = matter.pages()
    figures = matter.numbers(floats=True)
    text = [placed.line for page in pages for placed in page if placed.line[0] not in figures]
    assert sorted(text) == text
    page_of = {placed.line[0]: placed.page for page in pages for placed in page}
    for figure in figures:
        before = max((number for number in page_of if number < figure), default=None)
        if before is not None and before not in figures:
            assert page_of[before] <= page_of[figure] <= page_of[before] + 1
    for page in pages:
        for placed, following in pairwise(page):
            beside = following.box.x > placed.box.x + 0.01
            assert beside or following.box.y > placed.box.y


@settings(max_examples=150, deadline=None)
@given(matter=matters())
def test_no_heading_is_left_behind(matter: Matter) -> None:
    """What follows it is on its page: in its column, or below it. A figure does so too if it comes
    next."""
    headings = matter.numbers(keep_with_next=True)
    figures = {figure for figure in matter.numbers(floats=True) if figure - 1 not in headings}
    for page in matter.pages():
        text = [placed for placed in page if placed.line[0] not in figures]
        assert text[-1:] == [] or text[-1].line[0] not in headings
        for placed, following in pairwise(text):
            if placed.line[0] in headings:
                assert following.box.y > placed.box.y


@settings(max_examples=60, deadline=None)
@given(matter=matters())
def test_a_paragraph_leaves_no_line_alone(matter: Matter) -> None:
    """Two of its lines at least stand together in a column."""
    for number, piece in enumerate(matter.pieces):
        if isinstance(piece, Lines) and len(piece.lines) > 3 and not piece.is_whole:
            assert {1} != {len(column) for column in columns_of(matter.pages(), number).values()}
            matter.notes.clear()


def columns_of(pages: list[list[Placed]], number: int) -> dict[tuple[int, float], list[Placed]]:
    """The lines of a piece by the page and the column that they stand in."""
    columns: dict[tuple[int, float], list[Placed]] = {}
    for page in pages:
        for placed in page:
            if placed.line[0] == number:
                columns.setdefault((placed.page, placed.box.x), []).append(placed)
    return columns


@pytest.mark.parametrize("before", range(0, 36, 5))
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_what_is_kept_is_not_parted(before: int, columns: int) -> None:
    """Wherever it comes: all of it stands in one column."""
    notes: list[Placed] = []
    form = Format(600, 400, 20, 20, 20, 10, columns=columns)
    kept = Kept([Lines(1, 6, notes), Lines(2, 7, notes), Lines(3, 5, notes)])
    matter = Matter([Lines(0, before + 1, notes), kept, Lines(4, 30, notes)], notes, form)
    pages = matter.pages()
    places = [
        {
            (placed.page, placed.box.x)
            for page in pages
            for placed in page
            if placed.line[0] == number
        }
        for number in (1, 2, 3)
    ]
    assert 1 == len(set.union(*places))
