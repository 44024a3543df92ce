"""Where marks stand, by example."""

import math

import pytest

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.grid import GridSpec, lay_grid
from cardgen.impose.marks import Segment, cut_marks, hexagon
from cardgen.impose.plan import plan
from cardgen.model.sizes import Shape, card_size, paper_size

PAGE = Box(0, 0, 300, 300)


def test_marks_on_letter_are_short_above_and_long_beside() -> None:
    """3 x 3 poker on Letter leaves marks of 0.9 mm at top and bottom and of 3 mm at the sides."""
    grid = lay_grid(
        GridSpec(card_size("poker"), paper_size("letter"), margin=5 * MM, bleed=0.45 * MM, gutter=0)
    )
    (sheet,) = plan([("a", 9)], grid)
    sizes = {
        (round(abs(mark.x2 - mark.x1) / MM, 3), round(abs(mark.y2 - mark.y1) / MM, 3))
        for mark in sheet.front.marks
    }
    assert {(0, 0.9), (3, 0)} == sizes


def test_a_mark_starts_where_the_bleed_ends() -> None:
    marks = cut_marks(Shape("rectangle", 50, 80), (Matrix.shift(100, 100),), (4, 4), PAGE, 9)
    assert Segment(100, 184, 100, 193) in marks
    assert Segment(96, 180, 87, 180) in marks
    assert len(marks) == 8


def test_rounded_corners_are_cut_as_rectangles() -> None:
    square, rounded = (
        cut_marks(Shape("rectangle", 50, 80, corner), (Matrix.shift(9, 9),), (4, 4), PAGE, 9)
        for corner in (0, 8)
    )
    assert square == rounded


def test_cards_that_touch_share_one_line() -> None:
    marks = cut_marks(
        Shape("rectangle", 50, 80),
        (Matrix.shift(100, 100), Matrix.shift(150, 100)),
        (0, 0),
        PAGE,
        9,
    )
    assert len([mark for mark in marks if mark.y2 > mark.y1]) == 3


def test_a_line_that_would_graze_another_card_s_bleed_is_marked_beyond_that_card() -> None:
    """The right card has no neighbour below it; its left cut runs down along the lower left card
    and is told below that."""
    places = (Matrix.shift(100, 190), Matrix.shift(150, 190), Matrix.shift(100, 110))
    marks = cut_marks(Shape("rectangle", 50, 80), places, (0, 0), PAGE, 9)
    assert Segment(150, 110, 150, 101) in marks
    assert not [mark for mark in marks if mark.x1 == mark.x2 == 150 and 110 < mark.y2 < 270]


def test_a_line_whose_width_would_reach_into_a_bleed_is_marked_beyond_that_card() -> None:
    """The same with a bleed thinner than half a mark: both lines between the columns are told below
    the lower card."""
    places = (Matrix.shift(100, 190.1), Matrix.shift(150.1, 190.1), Matrix.shift(100, 110))
    marks = cut_marks(Shape("rectangle", 50, 80), places, (0.05, 0.05), PAGE, 9)
    down = [mark for mark in marks if mark.y2 < mark.y1 and 149 < mark.x1 < 151]
    assert [pytest.approx(mark[:2]) for mark in down] == [(150, 109.95), (150.1, 109.95)]


def test_marks_of_neighbouring_tokens_do_not_meet_in_the_gutter() -> None:
    """Each takes its half."""
    grid = lay_grid(
        GridSpec(
            Shape("circle", 25 * MM, 25 * MM),
            paper_size("a4"),
            margin=5 * MM,
            bleed=0,
            gutter=4 * MM,
        )
    )
    (sheet,) = plan([("a", 2)], grid)
    left, right = sheet.front.slots
    ends = sorted(mark.x2 for mark in sheet.front.marks if mark.y1 == mark.y2)
    assert ends[1:3] == pytest.approx([left.trim.right + 2 * MM, right.trim.x - 2 * MM])


def test_a_circle_has_eight_rays() -> None:
    marks = cut_marks(Shape("circle", 40, 40), (Matrix.shift(80, 80),), (3, 3), PAGE, 5)
    assert len(marks) == 8
    assert Segment(123, 100, 128, 100) in marks
    assert all(math.dist((100, 100), mark[:2]) == pytest.approx(23) for mark in marks)
    assert all(math.dist((100, 100), mark[2:]) == pytest.approx(28) for mark in marks)


@pytest.mark.parametrize("height", [50 * math.sqrt(3), 70, 120])
def test_a_hexagon_grows_by_the_bleed_on_every_side(height: float) -> None:
    """Each corner of the grown outline is as far from both its sides as the bleed is wide."""
    shape = Shape("hexagon", 100, height)
    inner, outer = hexagon(shape), hexagon(shape, 5)
    assert (0, height / 2) == inner[0]
    for number in range(6):
        for side in (number - 1, number):
            start, end = inner[side % 6], inner[(side + 1) % 6]
            nx, ny = end.y - start.y, start.x - end.x
            outside = (
                (outer[number].x - start.x) * nx + (outer[number].y - start.y) * ny
            ) / math.hypot(nx, ny)
            assert outside == pytest.approx(5)


def test_a_hexagon_s_marks_continue_its_sides() -> None:
    """The flat bottom side goes on to the left and to the right of its ends."""
    shape = Shape("hexagon", 100, 50 * math.sqrt(3))
    marks = cut_marks(shape, (Matrix.shift(50, 50),), (0, 0), PAGE, 6)
    assert len(marks) == 12
    bottom = sorted((mark.x1, mark.x2) for mark in marks if mark.y1 == mark.y2 == 50)
    assert len(bottom) == 2
    (left, left_end), (right, right_end) = bottom
    assert (left, right) == pytest.approx((75, 125), abs=0.5)
    assert left < 75 < 125 < right
    assert (left - left_end, right_end - right) == pytest.approx((6, 6))


def test_marks_keep_inside_the_printable_area() -> None:
    marks = cut_marks(Shape("circle", 40, 40), (Matrix.shift(2, 2),), (0, 0), PAGE.grown(-1), 5)
    assert Segment(2, 22, 1, 22) in marks
    assert all(min(mark) >= 1 - 1e-9 for mark in marks)
