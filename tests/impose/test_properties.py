"""What holds for every shape, paper, margin, bleed, gutter, number of copies and flip."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.impose.marks import MARK_WIDTH, Segment, hexagon
from cardgen.impose.plan import Plan, SheetSide, Slot, plan
from cardgen.model.sizes import Shape, paper_size

SLACK = 1e-5
checked = settings(max_examples=60, deadline=None)


@st.composite
def shapes(draw: Any) -> Shape:
    kind = draw(st.sampled_from(["rectangle", "rectangle", "circle", "hexagon"]))
    width = draw(st.one_of(st.floats(35, 100), st.sampled_from([63.5, 57.15, 38.0])))
    height = {
        "rectangle": draw(st.one_of(st.floats(35, 100), st.just(88.9))),
        "circle": width,
        "hexagon": width * draw(st.sampled_from([math.sqrt(3) / 2, 0.7, 1.2])),
    }[kind]
    return Shape(kind, width * MM, height * MM, draw(st.sampled_from([0, 3 * MM])))


@st.composite
def grids(draw: Any) -> Grid:
    paper = paper_size(
        draw(st.sampled_from(["a4", "letter", "160x250mm", "150x150mm", "260x170mm"]))
    )
    margin, bleed, gutter = (
        draw(st.one_of(st.just(0.0), st.just(usual), st.floats(0, most))) * MM
        for usual, most in ((5, 14), (3, 8), (2, 9))
    )
    return lay_grid(GridSpec(draw(shapes()), paper, margin=margin, bleed=bleed, gutter=gutter))


copies = st.lists(st.integers(0, 7), min_size=1, max_size=12).map(
    lambda counts: [(f"card-{n}", count) for n, count in enumerate(counts)]
)
plans = st.builds(
    lambda grid, copies, flip: (grid, plan(copies, grid, flip=flip)),
    grids(),
    copies,
    st.sampled_from(["long", "short"]),
)


def sides(sheets: Plan[str]) -> list[SheetSide[str]]:
    return [side for sheet in sheets for side in sheet.sides]


@checked
@given(grids(), copies, st.booleans())
def test_every_copy_is_on_a_sheet_exactly_once_and_in_order(
    grid: Grid, copies: list[tuple[str, int]], backed: bool
) -> None:
    sheets = list(plan(copies, grid, backed=backed))
    dealt = [slot.card for sheet in sheets for slot in sheet.front.slots]
    assert [card for card, count in copies for _ in range(count)] == dealt
    assert [(number, len(sheets)) for number in range(1, len(sheets) + 1)] == [
        (sheet.number, sheet.of) for sheet in sheets
    ]
    assert all(len(sheet.front.slots) == grid.capacity for sheet in sheets[:-1]), (
        "only the last sheet may have free slots"
    )
    for sheet in sheets:
        if not backed:
            assert sheet.back is None
        else:
            assert sheet.back is not None
            assert Counter(slot.card for slot in sheet.front.slots) == Counter(
                slot.card for slot in sheet.back.slots
            )


@checked
@given(plans)
def test_reading_order_runs_from_the_top_left(made: tuple[Grid, Plan[str]]) -> None:
    for sheet in made[1]:
        for before, after in pairwise(sheet.front.slots):
            same_row = abs(before.y - after.y) < SLACK
            assert before.x < after.x if same_row else before.y > after.y


@checked
@given(plans)
def test_cards_keep_apart_and_inside_the_margins(made: tuple[Grid, Plan[str]]) -> None:
    grid, sheets = made
    inside = grid.page.grown(-grid.margin)
    for side in sides(sheets):
        trims = [slot.trim for slot in side.slots]
        for one, other in combinations(trims, 2):
            assert not one.grown(*grid.bleeds).overlaps(other.grown(*grid.bleeds), SLACK)
        assert inside.contains(side.bleed, SLACK)
        assert all(side.trim.contains(trim) for trim in trims)
        assert all(side.bleed.contains(trim.grown(*grid.bleeds)) for trim in trims)
        edges = (
            min(t.x for t in trims),
            min(t.y for t in trims),
            max(t.right for t in trims),
            max(t.top for t in trims),
        )
        assert math.dist(edges, (side.trim.x, side.trim.y, side.trim.right, side.trim.top)) < SLACK
        assert math.dist(side.bleed, side.trim.grown(*grid.bleeds)) < SLACK


@checked
@given(plans)
def test_a_slot_s_trim_is_where_its_placement_puts_the_card(made: tuple[Grid, Plan[str]]) -> None:
    grid, sheets = made
    for side in sides(sheets):
        for slot in side.slots:
            placed = slot.placement.box(Box(0, 0, grid.shape.width, grid.shape.height))
            assert math.dist(placed, slot.trim) < SLACK
            assert (placed.x, placed.y) == (slot.x, slot.y)


def half_turn(axis: tuple[float, float], about: Point) -> Callable[[Point], Point]:
    """What a half turn in space does to a flat thing, about a line in its plane: p becomes 2 (p .
    a) a - p."""

    def turned(point: Point) -> Point:
        x, y = point.x - about.x, point.y - about.y
        along = x * axis[0] + y * axis[1]
        return Point(about.x + 2 * along * axis[0] - x, about.y + 2 * along * axis[1] - y)

    return turned


@checked
@given(grids(), copies, st.sampled_from(["long", "short"]))
def test_every_back_lies_behind_its_face_and_reads_upright_turned_sideways(
    grid: Grid, copies: list[tuple[str, int]], flip: str
) -> None:
    """Paper in the hand: the sheet is turned about its edge, the cut card about its own upright
    axis, and every point is followed."""
    page, shape = grid.page, grid.shape
    edges = {"upright": ((0.0, 1.0), page.height), "lying": ((1.0, 0.0), page.width)}
    axis, _ = (max if flip == "long" else min)(
        [edges["upright"], edges["lying"]], key=lambda edge: edge[1]
    )
    if page.width == page.height:
        axis = (0.0, 1.0) if flip == "long" else (1.0, 0.0)
    turn_sheet = half_turn(axis, page.centre)
    turn_card = half_turn((0.0, 1.0), Point(shape.width / 2, shape.height / 2))
    for sheet in plan(copies, grid, flip=flip):
        assert sheet.back is not None
        for face, back in zip(sheet.front.slots, sheet.back.slots, strict=True):
            assert face.card == back.card
            for point in (
                Point(0, 0),
                Point(shape.width, 0),
                Point(shape.width * 0.3, shape.height * 0.9),
            ):
                assert (
                    math.dist(turn_sheet(face.placement(*point)), back.placement(*turn_card(point)))
                    < 1e-6
                )


def quad(mark: Segment) -> list[Point]:
    """The ink of a mark."""
    long = math.dist(mark[:2], mark[2:])
    nx, ny = (
        (mark.y1 - mark.y2) / long * MARK_WIDTH / 2,
        (mark.x2 - mark.x1) / long * MARK_WIDTH / 2,
    )
    ends = (
        (mark.x1, mark.y1, 1),
        (mark.x2, mark.y2, 1),
        (mark.x2, mark.y2, -1),
        (mark.x1, mark.y1, -1),
    )
    return [Point(x + sign * nx, y + sign * ny) for x, y, sign in ends]


def around(mark: Segment) -> Box:
    x, y = sorted((mark.x1, mark.x2)), sorted((mark.y1, mark.y2))
    return Box(x[0], y[0], x[1] - x[0], y[1] - y[0])


def corners(box: Box) -> list[Point]:
    return [
        Point(box.x, box.y),
        Point(box.right, box.y),
        Point(box.right, box.top),
        Point(box.x, box.top),
    ]


def apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether a line parallel to a side of one of two convex outlines parts them."""
    for outline in (one, other):
        for start, end in zip(outline, [*outline[1:], outline[0]], strict=True):
            nx, ny = end.y - start.y, start.x - end.x
            size = math.hypot(nx, ny)
            shadows = [[(p.x * nx + p.y * ny) / size for p in points] for points in (one, other)]
            if (
                max(shadows[0]) <= min(shadows[1]) + SLACK
                or max(shadows[1]) <= min(shadows[0]) + SLACK
            ):
                return True
    return False


def enters(mark: Segment, slot: Slot[str], grid: Grid) -> bool:
    """Whether the ink of a mark meets the card or its bleed."""
    box = slot.trim.grown(*grid.bleeds)
    if not around(mark).grown(1).overlaps(box):  # most are far away
        return False
    ink = quad(mark)
    if grid.shape.kind == "circle":
        steps = [
            Point(mark.x1 + (mark.x2 - mark.x1) * t / 20, mark.y1 + (mark.y2 - mark.y1) * t / 20)
            for t in range(21)
        ]
        return any(math.dist(point, box.centre) < box.width / 2 - SLACK for point in [*ink, *steps])
    if grid.shape.kind == "hexagon":
        return not apart(
            ink, [slot.placement(*corner) for corner in hexagon(grid.shape, grid.bleed)]
        )
    return not apart(ink, corners(box))


@checked
@given(plans)
def test_no_mark_enters_a_card_or_its_bleed_or_the_unprintable_edge(
    made: tuple[Grid, Plan[str]],
) -> None:
    grid, sheets = made
    # a slanting mark starts later, where its whole width is clear
    least = (0.7 if grid.shape.kind == "hexagon" else 0.8) * MM
    for side in sides(sheets):
        assert side.marks
        for mark in side.marks:
            assert grid.printable.contains(around(mark), SLACK)
            assert least - SLACK <= math.dist(mark[:2], mark[2:]) <= 3 * MM + SLACK
            assert not any(enters(mark, slot, grid) for slot in side.slots)


@checked
@given(plans)
def test_every_cut_of_a_rectangle_has_a_mark_at_both_ends(made: tuple[Grid, Plan[str]]) -> None:
    grid, sheets = made
    if grid.shape.kind != "rectangle":
        return
    for side in sides(sheets):
        assert len(side.marks) == len(
            {tuple(round(value, 3) for value in mark) for mark in side.marks}
        ), "no mark is drawn twice"
        for slot in side.slots:
            trim = slot.trim
            for x in (trim.x, trim.right):
                on_line = [
                    mark
                    for mark in side.marks
                    if abs(mark.x1 - x) < SLACK and abs(mark.x2 - x) < SLACK
                ]
                assert {True, False} == {mark.y1 > trim.y for mark in on_line}
            for y in (trim.y, trim.top):
                on_line = [
                    mark
                    for mark in side.marks
                    if abs(mark.y1 - y) < SLACK and abs(mark.y2 - y) < SLACK
                ]
                assert {True, False} == {mark.x1 > trim.x for mark in on_line}


@checked
@given(plans)
def test_every_token_has_all_its_marks_pointing_along_its_cut(made: tuple[Grid, Plan[str]]) -> None:
    """Circles: eight rays from the centre. Hexagons: twelve ticks, each on the line of one of the
    six sides."""
    grid, sheets = made
    if grid.shape.kind == "rectangle":
        return
    each = 8 if grid.shape.kind == "circle" else 12
    for side in sides(sheets):
        assert each * len(side.slots) == len(side.marks)
        for number, mark in enumerate(side.marks):
            slot = side.slots[number // each]
            if grid.shape.kind == "circle":
                assert distance(slot.trim.centre, Point(*mark[:2]), Point(*mark[2:])) < SLACK
            else:
                on_mark = [
                    distance(slot.placement(*corner), Point(*mark[:2]), Point(*mark[2:])) < SLACK
                    for corner in hexagon(grid.shape)
                ]
                assert any(one and next_one for one, next_one in pairwise([*on_mark, on_mark[0]]))


def distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the line through two others."""
    return abs(
        (end.x - start.x) * (start.y - point.y) - (start.x - point.x) * (end.y - start.y)
    ) / math.dist(start, end)


@checked
@given(plans)
def test_slug_and_scale_bar_touch_nothing(made: tuple[Grid, Plan[str]]) -> None:
    grid, sheets = made
    placed = furniture(grid)
    boxes = [strip.box for strip in (placed.slug, placed.scale_bar) if strip]
    assert len(boxes) + len(placed.notes) == 2, "what is left out is said"
    assert not (len(boxes) == 2 and boxes[0].overlaps(boxes[1], 0))
    for box in boxes:
        assert grid.printable.contains(box)
        assert not box.overlaps(grid.block)
        for side in sides(sheets):
            assert not any(box.overlaps(slot.trim.grown(*grid.bleeds)) for slot in side.slots)
            assert all(apart(quad(mark), corners(box)) for mark in side.marks)
