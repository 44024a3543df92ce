"""Nested circles and hexagons: apart by a gutter, on the paper, behind their fronts, with marks of
their own; where that saves a sheet."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from briefs import brief
from hypothesis import assume, given
from hypothesis import strategies as st
from test_properties import SLACK, apart, around, checked, enters

from cardgen.base.geometry import Matrix
from cardgen.base.units import MM
from cardgen.impose.cutter import CutGrid, NestedCutGrid, lay_cut
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.marks import hexagon
from cardgen.impose.nested import NestedGrid, _nested, lay_pieces
from cardgen.impose.options import Options
from cardgen.impose.plan import Plan, plan
from cardgen.impose.registration import cutter_names, find_cutter
from cardgen.model.sizes import Shape, card_size, paper_size


def spec(size: str, paper: str = "a4", cards: int = 0) -> GridSpec:
    return GridSpec(card_size(size), paper_size(paper), 5 * MM, 3 * MM, 0.0, cards)


@st.composite
def nested(draw: st.DrawFn) -> tuple[NestedGrid, Plan[str]]:
    kind, width = draw(st.sampled_from(["circle", "hexagon"])), draw(st.floats(25, 80)) * MM
    shape = Shape(
        kind,
        width,
        width * (1.0 if kind == "circle" else draw(st.sampled_from([math.sqrt(3) / 2, 0.7, 1.2]))),
    )
    margin, bleed, gutter = (
        draw(st.sampled_from(lengths)) * MM
        for lengths in ((0.0, 5.0, 9.0), (0.0, 3.0, 8.0), (0.0, 3.5, 6.0))
    )
    asked = GridSpec(
        shape, paper_size(draw(st.sampled_from(["a4", "letter"]))), margin, bleed, gutter
    )
    fitting = [grid for grid in _nested(asked) if grid.bleed >= 0]
    assume(fitting)
    grid = draw(st.sampled_from(fitting))
    return grid, plan(
        [("a", 1), ("b", grid.capacity)], grid, flip=draw(st.sampled_from(["long", "short"]))
    )


@checked
@given(nested())
def test_pieces_keep_a_gutter_apart_and_on_the_paper(made: tuple[NestedGrid, Plan[str]]) -> None:
    """From bleed to bleed, that is: halfway to each other lies what is grown by the bleed and half
    a gutter."""
    grid, sheets = made
    assert grid.room.contains(grid.block, SLACK)
    assert grid.home.centre == pytest.approx(grid.block.centre)
    assert 2 == len(sheets)
    for sheet in sheets:
        slots = sheet.front.slots
        assert all(grid.block.contains(slot.trim.grown(grid.bleed), SLACK) for slot in slots)
        reach = grid.bleed + grid.gutter / 2
        for one, other in combinations(slots, 2):
            if grid.shape.kind == "circle":
                assert (
                    math.dist(one.trim.centre, other.trim.centre)
                    >= grid.shape.width + 2 * reach - SLACK
                )
            else:
                assert apart(
                    *(
                        [each.placement(*corner) for corner in hexagon(grid.shape, reach)]
                        for each in (one, other)
                    )
                )


@checked
@given(nested())
def test_each_back_is_behind_its_front_and_no_mark_in_a_piece(
    made: tuple[NestedGrid, Plan[str]],
) -> None:
    grid, sheets = made
    first = next(iter(sheets))
    assert first.back
    for front, back in zip(first.front.slots, first.back.slots, strict=True):
        over = back.placement @ Matrix(-1, 0, 0, 1, grid.shape.width, 0) @ front.placement.inverse()
        assert over(*front.trim.centre) == pytest.approx(back.trim.centre)
    for mark in first.front.marks:
        assert grid.printable.contains(around(mark), SLACK)
        assert not any(enters(mark, slot, grid) for slot in first.front.slots)
    strips = furniture(grid)
    for strip in (strips.slug, strips.scale_bar):
        assert strip is None or not strip.box.overlaps(grid.covered)


@pytest.mark.parametrize(
    ("size", "paper", "plain", "most"),
    [
        ("hexagon 40mm", "a4", 30, 36),
        ("hexagon 60mm", "letter", 12, 16),
        ("hexagon 80mm", "letter", 6, 9),
        ("circle 20mm", "a4", 96, 120),
    ],
)
def test_pieces_are_nested_where_that_saves_a_sheet(
    size: str, paper: str, plain: int, most: int
) -> None:
    """Else they stay in rows, which are easier to punch and to count."""
    assert plain == lay_grid(spec(size, paper)).capacity

    def laid(cards: int) -> Grid:
        return lay_pieces(spec(size, paper, cards))

    assert not isinstance(laid(plain), NestedGrid)
    assert not isinstance(laid(0), NestedGrid)
    saving = laid(most)
    assert isinstance(saving, NestedGrid)
    assert saving.held == saving.capacity == len([*saving.trims()]) >= most
    assert not isinstance(laid(most + 1), NestedGrid), "two sheets either way"


def test_no_more_pieces_to_a_sheet_than_save_it() -> None:
    """The rest of the room is bleed."""
    full, fewer = (
        lay_pieces(spec("circle 20mm", cards=120)),
        lay_pieces(spec("circle 20mm", cards=100)),
    )
    assert 100 <= fewer.capacity < full.capacity
    assert fewer.bleed > full.bleed


def test_a_sheet_of_nested_pieces_says_what_gave_way() -> None:
    laid = LAYOUTS["duplex"].lay_out(
        LayoutRequest([("a", 36)], card_size("hexagon 40mm"), True, paper_size("a4"), Options())
    )
    assert 1 == len(laid.plan)
    assert "note bleed-reduced 3 8 5 1.33" == brief(laid.notes[0])


def test_rectangles_stay_as_they_are() -> None:
    asked = spec("poker", cards=100)
    assert lay_grid(asked) == lay_pieces(asked)


@st.composite
def cut(draw: st.DrawFn) -> tuple[CutGrid | NestedCutGrid, Plan[str]]:
    kind, width = draw(st.sampled_from(["circle", "hexagon"])), draw(st.floats(20, 70)) * MM
    shape = Shape(kind, width, width * (1.0 if kind == "circle" else math.sqrt(3) / 2))
    machine = find_cutter(draw(st.sampled_from(cutter_names())))
    asked = GridSpec(
        shape,
        paper_size(draw(st.sampled_from(["a4", "letter"]))),
        5 * MM,
        draw(st.sampled_from([0.0, 3.0])) * MM,
        0.0,
    )
    cards = lay_cut(asked, machine).held + draw(st.integers(1, 12))
    grid = lay_cut(asked._replace(cards=cards), machine)
    return grid, plan([("a", cards)], grid)


@checked
@given(cut())
def test_a_machine_cuts_nested_pieces_clear_of_its_marks(
    made: tuple[CutGrid | NestedCutGrid, Plan[str]],
) -> None:
    """And apart: the bleed of none goes beyond the cut of another."""
    grid, sheets = made
    marks = grid.registration
    assert marks is not None
    for sheet in sheets:
        assert not any(side.marks for side in sheet.sides)
        for slot in sheet.front.slots:
            assert grid.page.grown(-marks.inset).contains(slot.trim, SLACK)
            assert grid.page.grown(-grid.margin).contains(slot.trim.grown(grid.bleed), SLACK)
            assert not any(
                mark.grown(marks.clear).overlaps(slot.trim.grown(grid.bleed), SLACK)
                for mark in marks.boxes(grid.page)
            )
        for one, other in combinations(sheet.front.slots, 2):
            if grid.shape.kind == "circle":
                assert (
                    math.dist(one.trim.centre, other.trim.centre)
                    >= grid.shape.width + 2 * grid.bleed - SLACK
                )
            else:
                reaches = ((one, 0.0), (other, grid.bleed))
                assert apart(
                    *(
                        [each.placement(*corner) for corner in hexagon(grid.shape, grown)]
                        for each, grown in reaches
                    )
                )


def test_a_machine_gets_nested_pieces_where_that_saves_a_sheet() -> None:
    silhouette = find_cutter("silhouette")
    plain = lay_cut(spec("hexagon 40mm"), silhouette)
    assert isinstance(plain, CutGrid)
    assert isinstance(lay_cut(spec("hexagon 40mm", cards=plain.held), silhouette), CutGrid)
    nested = lay_cut(spec("hexagon 40mm", cards=36), silhouette)
    assert isinstance(nested, NestedCutGrid)
    assert (1, True) == (len(plan([("a", 36)], nested)), plain.held < 36 <= nested.held)
    assert isinstance(lay_cut(spec("poker", cards=100), silhouette), CutGrid)
