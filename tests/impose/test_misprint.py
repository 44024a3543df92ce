"""What was measured undoes itself: whatever a printer does, with it set every back lands behind its
front."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_properties import checked, copies, grids

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.units import MM
from cardgen.impose.calibration import Misprint, check_misprint, correction, misprint_of_words
from cardgen.impose.flip import turned_over
from cardgen.impose.grid import Grid
from cardgen.impose.plan import plan

misprints = st.builds(Misprint, st.floats(-4, 4), st.floats(-4, 4), st.floats(-2, 2))
flips = st.sampled_from(["long", "short"])


def printed(point: Point, misprint: Misprint, page: Box, flip: str) -> Point:
    """Where a point of the back page is seen from the front, after a printer that lays it off.
    Reckoned apart from the code."""
    x, y = (
        (page.width - point.x, point.y)
        if (flip == "long") == (page.height >= page.width)
        else (point.x, page.height - point.y)
    )
    angle, (mx, my) = math.radians(misprint.rotation), page.centre
    turned_x = mx + (x - mx) * math.cos(angle) - (y - my) * math.sin(angle)
    turned_y = my + (x - mx) * math.sin(angle) + (y - my) * math.cos(angle)
    return Point(turned_x + misprint.x * MM, turned_y + misprint.y * MM)


@checked
@given(grids(), copies, misprints, flips)
def test_setting_what_was_measured_cancels_it(
    grid: Grid, copies: list[tuple[str, int]], misprint: Misprint, flip: str
) -> None:
    page, shape = grid.page, grid.shape
    for sheet in plan(copies, grid, flip=flip, moved=correction(misprint, page, flip)):
        assert sheet.back is not None
        for face, back in zip(sheet.front.slots, sheet.back.slots, strict=True):
            for u, v in ((0.0, 0.0), (shape.width, 0.0), (0.3 * shape.width, 0.9 * shape.height)):
                seen = printed(back.placement(shape.width - u, v), misprint, page, flip)
                assert math.dist(seen, face.placement(u, v)) < 1e-6
            assert back.trim.contains(back.placement.box(Box(0, 0, shape.width, shape.height)))


@checked
@given(grids(), copies, misprints, flips)
def test_marks_and_boxes_move_with_the_backs(
    grid: Grid, copies: list[tuple[str, int]], misprint: Misprint, flip: str
) -> None:
    moved = correction(misprint, grid.page, flip)
    for plain, shifted in zip(
        plan(copies, grid, flip=flip), plan(copies, grid, flip=flip, moved=moved), strict=True
    ):
        assert plain.front == shifted.front
        assert plain.back is not None
        assert shifted.back is not None
        for mark, there in zip(plain.back.marks, shifted.back.marks, strict=True):
            seen = printed(Point(there.x1, there.y1), misprint, grid.page, flip)
            assert math.dist(seen, turned_over(grid.page, flip)(mark.x1, mark.y1)) < 1e-6
        for slot in shifted.back.slots:
            assert shifted.back.trim.contains(slot.trim, 1e-5)


def test_which_way_is_which() -> None:
    """A back that lands too far right, seen from the front, is printed farther right on its own
    page: that is left from the front."""
    page = Box(0, 0, 210 * MM, 297 * MM)
    moved = correction(Misprint(1, 0, 0), page, "long")
    assert (1 * MM, 0) == pytest.approx((moved.e, moved.f))
    assert (-1 * MM, 0) == pytest.approx(correction(Misprint(1, 0, 0), page, "short")[4:])
    assert (0, -1 * MM) == pytest.approx(correction(Misprint(0, 1, 0), page, "long")[4:])
    assert math.dist(Matrix(), correction(Misprint(0, 0, 0), page, "long")) < 1e-9


@pytest.mark.parametrize(
    "figures", [(11, 0, 0), (0, -10.5, 0), (0, 0, 6), (math.nan, 0, 0), (0, math.inf, 0)]
)
def test_figures_that_no_printer_comes_to(figures: tuple[float, float, float]) -> None:
    with pytest.raises(CardgenError, match="cannot be"):
        check_misprint(Misprint(*figures))


@pytest.mark.parametrize(
    ("words", "x", "y"),
    [
        ("2 mm to the left", 2, 0),
        ("2mm too far right, 1,5 mm up", -2, 1.5),
        ("0.2 cm left and 1 mm too low", 2, -1),
        ("10 mm down", 0, -10),
    ],
)
def test_words_of_who_looks_at_cards_are_understood(words: str, x: float, y: float) -> None:
    assert misprint_of_words(words) == Misprint(x, y, 0)
    assert misprint_of_words(words).with_more(Misprint(1, 1, 0.5)) == Misprint(x + 1, y + 1, 0.5)


@pytest.mark.parametrize("words", ["left", "2 mm", "2 mm sideways", "2 mm left 3 mm up", ""])
def test_words_that_say_no_direction_are_told(words: str) -> None:
    with pytest.raises(CardgenError, match="how far backs are off"):
        misprint_of_words(words)


def test_backs_seen_to_the_left_are_moved_to_the_right() -> None:
    """On the page of the backs, as one looks at it."""
    page = Box(0, 0, 595, 842)
    for flip in ("long", "short"):
        moved = correction(misprint_of_words("3 mm left, 2 mm up"), page, flip)
        sign = 1 if flip == "long" else -1  # where backs stand on their heads
        assert moved(100, 100) == pytest.approx((100 + sign * 3 * MM, 100 - sign * 2 * MM))
