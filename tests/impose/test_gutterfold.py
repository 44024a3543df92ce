"""Folded sheets: every back lies behind its front once the page is folded, whatever the card, the
paper and the bleed."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_properties import SLACK, checked, copies, enters, half_turn, shapes

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import GridSpec, distance
from cardgen.impose.layouts.gutterfold import FOLD, FoldedGrid, lay_fold
from cardgen.impose.plan import Plan, plan
from cardgen.model.sizes import Paper, Shape, card_size, paper_size

lengths = st.tuples(
    *(
        st.one_of(st.just(0.0), st.just(usual), st.floats(0, most))
        for usual, most in ((5.0, 12.0), (3.0, 8.0), (2.0, 9.0))
    )
)
papers = st.sampled_from(["a4", "letter", "a3", "250x260mm", "260x250mm"])


@st.composite
def folded(draw: st.DrawFn) -> tuple[FoldedGrid, Plan[str], Paper, float]:
    shape, paper = draw(shapes()), paper_size(draw(papers))
    margin, bleed, gutter = (length * MM for length in draw(lengths))
    grid = lay_fold(GridSpec(shape, paper, margin=margin, bleed=bleed, gutter=gutter))
    return grid, plan(draw(copies), grid), paper, bleed


@checked
@given(folded())
def test_folding_lays_every_back_behind_its_front(
    made: tuple[FoldedGrid, Plan[str], Paper, float],
) -> None:
    """Paper in the hand: the page is folded along the line that is drawn, the cut card turned about
    its own upright axis."""
    grid, sheets, _, _ = made
    line, shape = sheets.fold, grid.shape
    assert line is not None
    long = math.dist(line[:2], line[2:])
    fold = half_turn(
        ((line.x2 - line.x1) / long, (line.y2 - line.y1) / long), Point(line.x1, line.y1)
    )
    turn_card = half_turn((0.0, 1.0), Point(shape.width / 2, shape.height / 2))
    for sheet in sheets:
        assert sheet.back is not None
        for face, back in zip(sheet.front.slots, sheet.back.slots, strict=True):
            assert face.card == back.card
            assert back.turn == (0 if grid.upright else 180)
            for point in (
                Point(0, 0),
                Point(shape.width, 0),
                Point(shape.width * 0.3, shape.height * 0.9),
            ):
                assert (
                    math.dist(fold(back.placement(*turn_card(point))), face.placement(*point))
                    < 0.03 * MM
                )


@checked
@given(folded())
def test_the_fold_keeps_away_from_every_bleed(
    made: tuple[FoldedGrid, Plan[str], Paper, float],
) -> None:
    grid, sheets, _, _ = made
    middle = grid.page.centre
    for sheet in sheets:
        assert sheet.back is not None
        for side in sheet.sides:
            bleeds = [slot.trim.grown(grid.bleed) for slot in side.slots]
            for box in bleeds:
                away = (
                    min(abs(edge - middle.x) for edge in (box.x, box.right))
                    if grid.upright
                    else min(abs(edge - middle.y) for edge in (box.y, box.top))
                )
                assert away >= FOLD - SLACK
                assert grid.page.grown(-grid.margin).contains(box, SLACK)
            for mark in side.marks:
                assert not any(
                    enters(mark, slot, grid) for one in sheet.sides for slot in one.slots
                )
        front, back = sheet.front.bleed, sheet.back.bleed
        assert (
            (front.right < middle.x < back.x) if grid.upright else (back.top < middle.y < front.y)
        )


@checked
@given(folded())
def test_no_other_fold_or_page_would_hold_more(
    made: tuple[FoldedGrid, Plan[str], Paper, float],
) -> None:
    """Counted here by hand, over the page upright and on its side and both folds."""
    grid, _, paper, _ = made
    keep, gutter, (width, height) = (
        distance(grid.margin),
        grid.gutter,
        (grid.shape.width, grid.shape.height),
    )
    most = 0
    for (wide, high), upright in product(
        ((paper.width, paper.height), (paper.height, paper.width)), (False, True)
    ):
        room = wide - 2 * keep, high - 2 * keep
        room = (wide / 2 - FOLD - keep, room[1]) if upright else (room[0], high / 2 - FOLD - keep)
        held = [
            max(0, math.floor((length + gutter + 1e-6) / (side + gutter)))
            for length, side in zip(room, (width, height), strict=True)
        ]
        most = max(most, held[0] * held[1])
    assert most == grid.capacity


@checked
@given(folded())
def test_bleed_gives_way_and_is_told(made: tuple[FoldedGrid, Plan[str], Paper, float]) -> None:
    grid, _, _, asked = made
    assert grid.bleed <= asked
    assert any(finding.code == "bleed-reduced" for finding in grid.notes) == (
        grid.bleed < asked - 1e-6
    )


@checked
@given(folded())
def test_slug_and_bar_meet_neither_cards_nor_the_fold(
    made: tuple[FoldedGrid, Plan[str], Paper, float],
) -> None:
    grid, sheets, _, _ = made
    assert sheets.fold is not None
    x1, y1, x2, y2 = sheets.fold
    # the line is 0.3 mm thick and has flat ends
    across = (0.15 * MM, 0.0) if grid.upright else (0.0, 0.15 * MM)
    line = Box(x1 - across[0], y1 - across[1], x2 - x1 + 2 * across[0], y2 - y1 + 2 * across[1])
    placed = furniture(grid)
    for strip in (placed.slug, placed.scale_bar):
        if strip:
            assert grid.printable.contains(strip.box)
            assert not strip.box.overlaps(grid.covered)
            assert not strip.box.overlaps(line)


@pytest.mark.parametrize(
    ("card", "paper", "columns", "rows", "landscape", "upright"),
    [
        ("poker", "a4", 4, 1, True, False),
        ("poker", "letter", 4, 1, True, False),
        ("tarot", "a4", 2, 1, False, False),
        ("mini", "a4", 3, 3, True, True),
        ("poker", "a3", 3, 3, True, True),
    ],
)
def test_known_sheets(
    card: str, paper: str, columns: int, rows: int, landscape: bool, upright: bool
) -> None:
    """Four poker cards on A4 and Letter, their heads at the fold of the backs; nine mini cards
    beside a fold from top to bottom."""
    grid = lay_fold(
        GridSpec(card_size(card), paper_size(paper), margin=5 * MM, bleed=3 * MM, gutter=0)
    )
    assert (columns, rows, landscape, upright) == (
        grid.columns,
        grid.rows,
        grid.landscape,
        grid.upright,
    )


def test_a_card_that_only_fits_alone_is_refused() -> None:
    with pytest.raises(CardgenError, match="and its back do not fit beside each other on a4"):
        lay_fold(
            GridSpec(
                Shape("rectangle", 150 * MM, 200 * MM),
                paper_size("a4"),
                margin=5 * MM,
                bleed=0,
                gutter=0,
            )
        )
