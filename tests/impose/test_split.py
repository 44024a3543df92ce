"""Split pieces: parts that come to the whole, strips that match, backs behind their fronts."""

from __future__ import annotations

from typing import Any

import pytest
from briefs import raises_finding
from hypothesis import given
from hypothesis import strategies as st
from test_properties import SLACK, checked

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose.check import check_options
from cardgen.impose.flip import turned_over
from cardgen.impose.grid import PRINTER_EDGE, GridSpec
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts.split import LAYOUT, OVERLAP, lay_split
from cardgen.impose.options import Options
from cardgen.model.sizes import Shape, card_size, paper_size
from cardgen.sheets.instructions import map_of_sheets


def split(
    shape: Shape, paper: str = "a4", copies: int = 1, *, backed: bool = True, **options: Any
) -> Imposition:
    return LAYOUT.lay_out(
        LayoutRequest(
            [("a", copies), ("b", 1)],
            shape,
            backed,
            paper_size(paper),
            Options(layout="split", **options),
        )
    )


@st.composite
def boards(draw: st.DrawFn) -> tuple[Shape, Imposition, str]:
    width, height = draw(st.floats(20, 900)), draw(st.floats(450, 900))
    shape = Shape(
        "rectangle",
        *(side * MM for side in ((width, height) if draw(st.booleans()) else (height, width))),
    )
    flip = draw(st.sampled_from(["long", "short"]))
    margin, bleed = draw(st.sampled_from([0.0, 5.0, 12.0])), draw(st.sampled_from([0.0, 3.0, 6.0]))
    return (
        shape,
        split(
            shape,
            draw(st.sampled_from(["a4", "letter", "a3"])),
            flip=flip,
            margin=margin,
            bleed=bleed,
        ),
        flip,
    )


@checked
@given(boards())
def test_parts_come_to_the_whole_piece(made: tuple[Shape, Imposition, str]) -> None:
    """None lies on another, and what is beyond the cuts reaches the bleed all around."""
    shape, laid, _ = made
    sheets = [sheet for sheet in laid.plan if sheet.front.slots[0].card == "a"]
    trims = [
        slot.placement.inverse().box(slot.trim) for sheet in sheets for slot in sheet.front.slots
    ]
    assert shape.width * shape.height == pytest.approx(
        sum(trim.width * trim.height for trim in trims)
    )
    assert not any(
        one.overlaps(other, SLACK) for n, one in enumerate(trims) for other in trims[n + 1 :]
    )
    assert all(Box(0, 0, shape.width, shape.height).contains(trim, SLACK) for trim in trims)
    assert len(sheets) == len({sheet.part for sheet in sheets})


@checked
@given(boards())
def test_all_is_on_the_paper_and_marks_outside_of_what_is_printed(
    made: tuple[Shape, Imposition, str],
) -> None:
    _, laid, _ = made
    page, strips = (
        laid.plan.page,
        [strip.box for strip in (laid.furniture.slug, laid.furniture.scale_bar) if strip]
        if laid.furniture
        else [],
    )
    for sheet in laid.plan:
        for side in sheet.sides:
            (slot,) = side.slots
            assert slot.window
            shown = slot.placement.box(slot.window)
            assert laid.plan.printable.contains(shown, SLACK)
            assert shown.contains(slot.trim, SLACK)
            assert len(side.marks) == 8
            for mark in side.marks:
                tick = Box(
                    min(mark.x1, mark.x2),
                    min(mark.y1, mark.y2),
                    abs(mark.x1 - mark.x2),
                    abs(mark.y1 - mark.y2),
                )
                assert page.grown(-min(PRINTER_EDGE, laid.plan.printable.x)).contains(tick, SLACK)
                assert not tick.overlaps(shown, SLACK)
                assert not any(tick.overlaps(strip, SLACK) for strip in strips)


@checked
@given(boards())
def test_what_is_shown_of_the_back_is_behind_what_is_shown_of_the_front(
    made: tuple[Shape, Imposition, str],
) -> None:
    """A point of the piece is at one place of the sheet, whichever side one looks at."""
    shape, laid, flip = made
    over = turned_over(laid.plan.page, flip)
    for sheet in laid.plan:
        assert sheet.back
        (front,), (back,) = sheet.front.slots, sheet.back.slots
        for x, y in front.trim.corners:
            u, v = front.placement.inverse()(x, y)
            assert back.placement(shape.width - u, v) == pytest.approx(over(x, y))
        assert back.trim == pytest.approx(over.box(front.trim))
        assert front.window
        assert back.window
        assert back.placement.box(back.window) == pytest.approx(
            over.box(front.placement.box(front.window))
        )


def test_strips_show_what_the_next_sheet_begins_with() -> None:
    """Three across and two down: glue at the right and below, but for the last."""
    laid = split(Shape("rectangle", 500 * MM, 400 * MM), backed=False)
    sheets = {sheet.part: sheet.front.slots[0] for sheet in list(laid.plan)[:6]}
    assert ["A1", "A2", "A3", "B1", "B2", "B3"] == list(sheets)
    for name, beyond in (
        ("A1", (3, 10, 10, 3)),
        ("A3", (3, 10, 3, 3)),
        ("B2", (3, 3, 10, 3)),
        ("B3", (3, 3, 3, 3)),
    ):
        slot = sheets[name]
        shown, trim = slot.window, slot.placement.inverse().box(slot.trim)
        assert shown
        around = (
            trim.x - shown.x,
            trim.y - shown.y,
            shown.right - trim.right,
            shown.top - trim.top,
        )
        assert beyond == pytest.approx([length / MM for length in around])
    (note,) = laid.notes
    assert note.what.startswith(
        "each piece is split over 6 sheets of a4, 3 across and 2 down: cut each at its left and upper marks"
    )


def test_each_copy_has_all_its_parts_one_after_the_other() -> None:
    laid = split(Shape("rectangle", 300 * MM, 200 * MM), copies=2)
    assert ["aA1", "aA2", "aA1", "aA2", "bA1", "bA2"] == [
        f"{sheet.front.slots[0].card}{sheet.part}" for sheet in laid.plan
    ]
    assert 6 == len(laid.plan)


def test_paper_lies_as_fewer_sheets_do() -> None:
    asked = GridSpec(Shape("rectangle", 260 * MM, 340 * MM), paper_size("a4"), 5 * MM, 3 * MM, 0.0)
    lying, standing = (
        lay_split(asked),
        lay_split(asked._replace(shape=Shape("rectangle", 340 * MM, 260 * MM))),
    )
    assert (1, 2, True) == (lying.columns, lying.rows, lying.landscape)
    assert (2, 1, False) == (standing.columns, standing.rows, standing.landscape)
    assert OVERLAP == lying.gutter


def test_what_fits_lies_as_in_duplex() -> None:
    laid = split(card_size("poker"), copies=10)
    assert 9 == len(laid.plan.fronts)
    assert [""] * 2 == [sheet.part for sheet in laid.plan]


def test_many_rows_go_on_after_z() -> None:
    laid = split(Shape("rectangle", 100 * MM, 990 * MM), "62x62mm", backed=False)
    names = [sheet.part for sheet in laid.plan]
    assert ["Z1", "Z2", "Z3", "Z4", "AA1"] == names[100:105]


def test_paper_too_small_for_a_part() -> None:
    with raises_finding("size-does-not-fit 63.5 88.9 5"):
        split(card_size("poker"), "50x50mm")


def test_what_makes_no_sense_for_parts() -> None:
    with pytest.raises(CardgenError) as caught:
        check_options(Options(layout="split", skip_first=(1,), order="sets"))
    assert [
        Finding(
            "layout-impossible",
            "split pieces have no slots to skip",
            "leave --skip-slots out, or --layout split",
        ),
        Finding(
            "layout-impossible",
            "the parts of split pieces come one after the other",
            "leave --order out, or --layout split",
        ),
    ] == list(caught.value.findings)


def dashed(made: Imposition, number: int) -> set[tuple[str, float]]:
    """The folds that a sheet has marks for, in millimetres of the board."""
    sheet = [*made.plan][number - 1]
    (slot,) = sheet.front.slots
    to_board = slot.placement.inverse()
    short = [
        mark for mark in sheet.front.marks if abs(mark.x2 - mark.x1 + mark.y2 - mark.y1) < 1 * MM
    ]
    assert len(short) % 6 == 0  # three dashes at both ends
    ends = [(mark, to_board(mark.x1, mark.y1)) for mark in short]
    return {
        ("x", round(at.x / MM)) if mark.x1 == mark.x2 else ("y", round(at.y / MM))
        for mark, at in ends
    }


def test_a_board_folds_between_its_sheets() -> None:
    """As many sheets to each panel, folds marked by dashes at the seams that they lie on."""
    board = Shape("rectangle", 500 * MM, 400 * MM)
    made = split(board, copies=0, panels=(2, 2), backed=False)
    assert [sheet.part for sheet in made.plan] == [
        row + str(n) for row in "AB" for n in range(1, 5)
    ]
    assert made.plan.columns == 4
    assert [dashed(made, number) for number in (1, 2, 3)] == [
        {("y", 200)},
        {("x", 250), ("y", 200)},
        {("x", 250), ("y", 200)},
    ]
    assert map_of_sheets(made.plan) == [
        ["A1", "A2", "¦", "A3", "A4"],
        ["– –", "– –", "+", "– –", "– –"],
        ["B1", "B2", "¦", "B3", "B4"],
    ]
    assert len(split(board, copies=0, backed=False).plan) == 6


def test_a_board_on_one_sheet_has_marks_to_fold_by() -> None:
    made = split(Shape("rectangle", 160 * MM, 120 * MM), copies=0, panels=(2, 1), backed=False)
    assert len(made.plan) == 1
    assert dashed(made, 1) == {("x", 80)}
    assert not made.notes
    assert map_of_sheets(made.plan) == []
