"""Booklets: sheets printed on both sides, flipped on the short edge, nested, folded and read."""

from __future__ import annotations

import pytest

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Matrix, Point
from cardgen.base.units import MM
from cardgen.impose.booklet import MOST, THICKNESS, Booklet, BookletSheet, booklet
from cardgen.impose.flip import turned_over
from cardgen.model.sizes import PAPERS, Paper, paper_size

A4 = paper_size("a4")
LENGTHS = range(1, MOST + 1)


def folded(made: Booklet, *, leftward: bool = False) -> list[int | None]:
    """The pages in the order in which they are read, found by folding the printed paper.

    Each sheet is four quarters of paper: the right and the left half of its front, and what lies
    behind them. Reading goes through the right halves from the outermost sheet inward, front and
    then back of each; then through the left halves from the innermost outward. Where one reads from
    right to left it is the other way round."""
    first, second = [], []
    for sheet in made.sheets:
        left, right = halves(made, sheet)[:: 1 if leftward else -1]
        first += right
        second = [*reversed(left), *second]
    return [*first, *second]


def halves(made: Booklet, sheet: BookletSheet) -> tuple[list[int | None], list[int | None]]:
    """The pages on the (front, back) of the right half of a sheet and of its left half, as seen
    from the front."""
    over = turned_over(made.page, "short")
    width, height = made.page.width / 2, made.page.height
    sides: dict[str, list[int | None]] = {"left": [], "right": []}
    for side in (sheet.front, sheet.back):
        seen = {}
        for leafed in side:
            corner, middle = leafed.placement(0, 0), leafed.placement(width / 2, height / 2)
            assert corner.y == 0  # upright, not on its head
            if side is sheet.back:
                middle = back_to_front(over, middle)
            seen["left" if middle.x < width else "right"] = leafed.page
        for name, page in seen.items():
            sides[name].append(page)
    return sides["right"], sides["left"]


def back_to_front(over: Matrix, point: Point) -> Point:
    """The place on the front of the paper behind which a point of the back lies: the map is its own
    inverse."""
    return over(*point)


@pytest.mark.parametrize("leftward", [False, True])
@pytest.mark.parametrize("last", [0, 1, 2])
@pytest.mark.parametrize("count", LENGTHS)
def test_a_folded_booklet_reads_in_order(count: int, last: int, leftward: bool) -> None:
    """1, 2, 3 ... for every length, blanks apart; every page once; and never more than three
    blanks."""
    made = booklet(count, A4, last=min(last, count), leftward=leftward)
    read = folded(made, leftward=leftward)
    assert list(range(1, count + 1)) == [page for page in read if page is not None]
    assert len(read) % 4 == 0
    assert len(read) - count < 4


@pytest.mark.parametrize("count", LENGTHS)
def test_the_last_page_is_the_back_cover(count: int) -> None:
    """Blanks stand together, before the pages that belong to the end."""
    last = min(1, count)
    read = folded(booklet(count, A4, last=last))
    blanks = [place for place, page in enumerate(read) if page is None]
    assert read[-1] == count
    assert read[0] == 1 or count == 1
    assert blanks == list(range(count - last, count - last + len(blanks)))


@pytest.mark.parametrize("count", LENGTHS)
def test_without_a_back_cover_blanks_stand_at_the_end(count: int) -> None:
    read = folded(booklet(count, A4))
    assert read == [*range(1, count + 1), *[None] * (-count % 4)]


@pytest.mark.parametrize("name", PAPERS)
def test_pages_are_half_the_paper(name: str) -> None:
    """The paper lies on its side, whichever way it was given; each half holds one page, within a
    creep of the fold."""
    paper = paper_size(name)
    for given in (paper, Paper(paper.name, paper.height, paper.width)):
        made = booklet(64, given)
        assert (made.page.width, made.page.height) == (
            max(paper.width, paper.height),
            min(paper.width, paper.height),
        )
        for sheet in made.sheets:
            for left, right in (sheet.front, sheet.back):
                assert 0 <= left.placement.e <= 1.6 * MM
                assert made.page.width / 2 - 1.6 * MM <= right.placement.e <= made.page.width / 2


def test_creep_moves_inner_pages_towards_the_fold() -> None:
    """By the thickness of the sheets around them, the same on both sides of the fold and of the
    paper."""
    made = booklet(64, A4)
    for nested, sheet in enumerate(made.sheets):
        for left, right in (sheet.front, sheet.back):
            assert left.placement.e == pytest.approx(nested * THICKNESS)
            assert right.placement.e == pytest.approx(made.page.width / 2 - nested * THICKNESS)


def test_four_pages_are_one_sheet() -> None:
    """The picture everybody has in mind: 4 beside 1, behind them 2 beside 3."""
    (sheet,) = booklet(4, A4).sheets
    assert [4, 1] == [leafed.page for leafed in sheet.front]
    assert [2, 3] == [leafed.page for leafed in sheet.back]


@pytest.mark.parametrize("count", [0, MOST + 1, 200])
def test_too_many_pages_are_refused(count: int) -> None:
    with pytest.raises(CardgenError, match=f"1 to {MOST} pages"):
        booklet(count, A4)
